"""The normal forms of a base's notions: what each one compares, sees, puts together and measures, by the ids of blocks."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from dpzoo.records.block_records import ALL_DATASETS, OUTPUT, WORST_PAIR, BlockRecord, NormalForm, StandardRecord, Use
from dpzoo.records.blocks import Block, Blocks
from dpzoo.records.knowledge_base import Entry, KnowledgeBase, Library
from dpzoo.records.notion import NotionRecord

NUMBER = "number"
"""The sort of an argument of a block that is a quantitative parameter of the notion."""

BUDGET: Final = re.compile(r"(?:epsilon|rho|mu|tau|xi)(?:_\w+)?")
"""Names of parameters that are budgets; δ and the order of a divergence belong to the standard."""

Bindings = tuple[tuple[str, str], ...]
"""For each argument of a block what stands for it: a sort, which equal sorts identify, or a fixed value."""


@dataclass(frozen=True, slots=True)
class ComparedPairs:
    """What is compared (𝒫): a unit in its universe and scope, with its arguments, and the view through which it is seen."""

    universe: str
    unit: str
    scope: str
    arguments: Bindings
    view: str
    aggregation: str


@dataclass(frozen=True, slots=True)
class PairMeasure:
    """How a pair is measured (S): a standard with its structural arguments."""

    standard: str
    arguments: Bindings

    @property
    def fixed(self) -> bool:
        """Whether a structural argument has a fixed value, so that facts about the standard at all values say nothing."""
        return any(bound.startswith("= ") for _, bound in self.arguments)


@dataclass(frozen=True, slots=True)
class Form:
    """A notion whose blocks all have records, so that facts about blocks lift to it."""

    notion: str
    compared: ComparedPairs
    measure: PairMeasure
    intensity: tuple[str, ...]
    """The notion's parameter for each parameter of the standard, in the standard's order."""
    chosen: tuple[tuple[str, str], ...]
    """The notion's quantitative parameter for each quantitative argument of the unit."""


def form(base: KnowledgeBase, notion: str) -> Form | None:
    """The notion's form; None where it has none, or names a block without a record (which is a finding elsewhere)."""
    record = base.notions[notion].record
    written = record.normal_form
    if written is None or not written.complete or not isinstance(written.intensity, tuple):
        return None
    unit = base.blocks.units.get(written.unit.block or "")
    standard = base.blocks.standards.get(written.standard.block or "")
    if unit is None or standard is None or len(written.intensity) != len(standard.record.parameters):
        return None
    compared = ComparedPairs(
        written.universe,
        unit.id,
        unit.record.scope if written.scope.block == ALL_DATASETS else written.scope.block or "",
        bindings(record, written.unit, unit.record.arguments),
        written.view.block or "",
        written.aggregation.block or "",
    )
    chosen = tuple((a, _parameter(written.unit, a)) for a, sort in unit.record.arguments.items() if sort == NUMBER)
    measure = PairMeasure(standard.id, bindings(record, written.standard, standard.record.arguments))
    return Form(notion, compared, measure, written.intensity, tuple((a, p) for a, p in chosen if p in record.parameters))


def _parameter(use: Use, argument: str) -> str:
    return (use.at or {}).get(argument, argument)


def bindings(record: NotionRecord, use: Use, arguments: Mapping[str, str]) -> Bindings:
    """What stands for each argument: the sort of the notion's parameter, or the fixed value that the record gives."""
    found = []
    for argument, sort in arguments.items():
        given = _parameter(use, argument)
        own = record.parameters.get(given)
        found.append((argument, f"= {given}" if own is None else (own.sort or sort)))
    return tuple(found)


def forms(base: KnowledgeBase) -> Mapping[str, Form]:
    """The forms of all notions that have one."""
    found = {i: form(base, i) for i in base.notions}
    return MappingProxyType({i: f for i, f in found.items() if f is not None})


def universes(base: KnowledgeBase) -> Mapping[str, frozenset[str]]:
    """The universes of each notion whose record names one: its own, and those that a recorded translation leads to."""
    reached = {u: frozenset({u, *(t.universe for t in e.record.translations)}) for u, e in base.blocks.universes.items()}
    named = {i: e.record.normal_form.universe for i, e in base.notions.items() if e.record.normal_form is not None}
    return MappingProxyType({i: reached.get(u, frozenset({u})) for i, u in named.items()})


def bounded(base: KnowledgeBase, known: Mapping[str, Form] | None = None) -> Mapping[str, tuple[str, ...]]:
    """The notions of which nothing is a special case that implies none of their proper levels.

    Improper levels that are stronger than a proper one follow it. Of the weaker ones only those matter that are neither vacuous
    nor refused: what the standard's record calls a boundary; the values are the notions that the notion is there. ``known`` are
    the base's forms, where they are known.
    """
    known = forms(base) if known is None else known
    by_blocks = {(f.compared, f.measure.standard): f.notion for f in known.values() if not f.measure.arguments}
    found: dict[str, tuple[str, ...]] = {}
    for notion, own in known.items():
        record = base.notions[notion].record
        standard = base.blocks.standards[own.measure.standard].record
        if record.structural or any(not record.parameters[n].numeric for n in record.quantitative):
            continue
        if any((p := record.parameters[n]).proper not in (None, p.domain) for _, n in own.chosen):
            continue
        others = [by_blocks.get((own.compared, b.is_)) for b in standard.boundary if b.weak]
        if all(o is not None for o in others):
            found[notion] = tuple(o for o in others if o is not None)
    return MappingProxyType(found)


def standard_form(base: KnowledgeBase, record: NotionRecord) -> str | None:
    """The definition in standard form, as Markdown with LaTeX: the unit's pairs, what is seen, and the bound on each pair.

    None where a block has no record. Symbols that the notion writes otherwise are named at the end.
    """
    written, library = record.normal_form, base.blocks
    if written is None or not written.complete or isinstance(written.intensity, str):
        return None
    unit, standard = library.units.get(written.unit.block or ""), library.standards.get(written.standard.block or "")
    view = library.views.get(written.view.block or "")
    together = library.aggregations.get(written.aggregation.block or "")
    if unit is None or standard is None or view is None or together is None:
        return None
    seen = "" if view.id == OUTPUT else f" What is seen is {view.record.name}. {view.record.statement.strip()}"
    scaled = " The level of a pair is that of the notion times the pair's distance." if unit.record.scaled else ""
    gathered = "" if together.id == WORST_PAIR else f" {together.record.statement.strip()}"
    text = (
        f"{unit.record.statement.strip()}\n\nFor every compared pair the laws $P$ and $Q$ of what $\\mathcal{{M}}$ shows satisfy "
        f"{standard.record.statement.strip()}{scaled}{seen}{gathered}"
    )
    renamed = _renamed(base, record, written, standard.record)
    return f"{text}\n\nHere {', '.join(renamed)}." if renamed else text


def _renamed(base: KnowledgeBase, record: NotionRecord, written: NormalForm, standard: StandardRecord) -> list[str]:
    """What the notion writes for symbols and arguments of its blocks, where it is something else."""
    home = base.notions.get(standard.notion)
    symbols = {} if home is None else home.record.symbols
    levels = zip(standard.parameters, written.intensity, strict=False)
    own = [(f"${symbols.get(n, n)}$", f"${record.symbols.get(m, m)}$") for n, m in levels if n != m]
    own += [
        (f"${a}$" if len(a) == 1 else a, f"${record.symbols[n]}$" if n in record.parameters else n)
        for use in (written.unit, written.standard)
        for a, n in (use.at or {}).items()
    ]
    return [f"{theirs} is {ours}" for theirs, ours in own]


PURE_FORM: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "universe": ("tables",),
        "scope": (ALL_DATASETS,),
        "unit": ("one-record",),
        "standard": ("max-divergence", "two-sided-max-divergence"),
    }
)
"""The blocks of pure DP, with which those of every notion are compared; of the standard both ways to write it."""


def described(library: Library, record: NotionRecord) -> Blocks:
    """The five blocks in words, each compared with pure DP: as the record words them, or by the names of its blocks."""
    written = record.blocks
    if isinstance(written, Blocks):
        return written
    unit = library.units.get(written.unit.block or "")
    scope = written.scope
    if unit is not None and scope.block == ALL_DATASETS:
        scope = Use(block=unit.record.scope)
    extra = [
        _in_words(library.views, written.view, (OUTPUT,)),
        _in_words(library.aggregations, written.aggregation, (WORST_PAIR,)),
    ]
    said = "; ".join(b.is_ for b in extra if b.is_ is not None)
    plain = isinstance(written.intensity, tuple) and sum(BUDGET.fullmatch(n) is not None for n in written.intensity) <= 1
    symbols = (
        ", ".join(f"${record.symbols.get(n, n)}$" for n in written.intensity)
        if isinstance(written.intensity, tuple)
        else str(written.intensity)
    )
    return Blocks(
        domain=_in_words(library.universes, Use(block=written.universe), PURE_FORM["universe"]),
        scope=_in_words(library.scopes, scope, PURE_FORM["scope"]),
        unit=_in_words(library.units, written.unit, PURE_FORM["unit"]),
        standard=_in_words(library.standards, written.standard, PURE_FORM["standard"]),
        intensity=Block(same_as_pure=plain, is_=symbols or None),
        aggregation=said or None,
    )


def _in_words(records: Mapping[str, Entry[BlockRecord]] | Mapping[str, Entry[Any]], use: Use, pure: tuple[str, ...]) -> Block:
    if use.is_ is not None:
        return Block(same_as_pure=False, is_=use.is_)
    entry = records.get(use.block or "")
    name = entry.record.name if entry is not None else use.block
    return Block(same_as_pure=use.block in pure, is_=None if use.block == pure[0] else name)
