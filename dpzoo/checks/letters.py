"""Where the survey's letters and the blocks of a record say different things about how a notion departs from pure DP.

A letter is the survey's judgement and a block is what the statement says, so a difference is not a fault. It is worth a look,
since one of the two may be wrong. Formalism, relativisation and computational power (F, R, C) have no block and are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from dpzoo.records.block_records import OUTPUT, WORST_PAIR, NormalForm
from dpzoo.records.enums import Dimension, Standing, Values
from dpzoo.records.findings import Finding, Severity
from dpzoo.records.knowledge_base import Entry, KnowledgeBase, Library
from dpzoo.records.notion import NotionRecord
from dpzoo.relations.forms import PURE_FORM

_BLOCK: Final[Mapping[Dimension, str]] = MappingProxyType(
    {
        Dimension.Q: "standard",
        Dimension.N: "universe, unit or view",
        Dimension.V: "level or aggregation",
        Dimension.B: "scope",
    }
)
_EITHER_WAY: Final = frozenset({"hockey-stick", "tradeoff"})
"""Standards that leave Q or V open: a δ alone does not make a Q, and the level of a trade-off function is a function anyway."""


def letters_and_blocks(base: KnowledgeBase) -> Iterator[Finding]:
    """One piece of advice for each record whose dimensions list what its blocks do not show, or leave out what they show."""
    for entry in base.notions.values():
        written = entry.record.normal_form
        if written is None or entry.record.standing not in (Standing.SURVEY, Standing.LATER):
            continue
        shown = departures(base.blocks, entry.record, written)
        more = [d for d, departs in shown.items() if departs and d not in entry.record.dimensions]
        less = [d for d, departs in shown.items() if not departs and d in entry.record.dimensions]
        if more or less:
            yield _finding(entry, more, less)


def departures(library: Library, record: NotionRecord, written: NormalForm) -> Mapping[Dimension, bool]:
    """For each dimension of which the blocks decide it whether they depart from pure DP there; blocks in words decide nothing."""
    found = {}
    unit = library.units.get(written.unit.block or "")
    standard, view, together = (use.block for use in (written.standard, written.view, written.aggregation))
    if unit is not None:
        found[Dimension.B] = not unit.record.point_masses
        # laws that priors give differ in what is drawn, which is not another neighbourhood
        if unit.record.point_masses and view is not None:
            found[Dimension.N] = (written.universe, unit.id, view) != (PURE_FORM["universe"][0], PURE_FORM["unit"][0], OUTPUT)
    if standard is not None and standard not in _EITHER_WAY:
        found[Dimension.Q] = standard not in PURE_FORM["standard"]
    if unit is not None and together is not None and standard not in (None, "tradeoff") and isinstance(written.intensity, tuple):
        function = any(p.quantitative and p.values is Values.FUNCTION for p in record.parameters.values())
        found[Dimension.V] = function or unit.record.scaled or together != WORST_PAIR
    return MappingProxyType(dict(sorted(found.items())))


def _finding(entry: Entry[NotionRecord], more: list[Dimension], less: list[Dimension]) -> Finding:
    parts = [f"the {_BLOCK[d]} departs from pure DP, and {d} is not among the dimensions" for d in more]
    parts += [f"{d} is among the dimensions, and the {_BLOCK[d]} is that of pure DP" for d in less]
    return Finding(entry.locate("dimensions"), "letters-and-blocks", "; ".join(parts), Severity.ADVICE)
