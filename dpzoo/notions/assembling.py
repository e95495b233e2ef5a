"""Executables made of blocks: the pairs of one notion measured by the standard of another.

A unit runs as the notions that have it run, a standard as the notion that bounds it on one record. So whatever names a unit and a
standard that run, runs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from dpzoo.blocks.comparison import Comparisons
from dpzoo.blocks.mechanism import FiniteMechanism
from dpzoo.notions.executable import Compared, Executable
from dpzoo.records.knowledge_base import KnowledgeBase
from dpzoo.relations.forms import Form, forms

Values = Mapping[str, Any]


def assembled(base: KnowledgeBase, own: Form, running: Mapping[str, Executable], *, without: str = "") -> Compared | None:
    """The executable that a notion's blocks give; None where its unit or its standard does not run.

    ``without`` is a notion whose own executable is not asked, so that the two readings can be compared.
    """
    known = forms(base)
    unit = next(
        (
            (f, executable)
            for n, f in known.items()
            if n != without and f.compared.unit == own.compared.unit and f.compared.view == own.compared.view
            if type(executable := running.get(n)) is Compared and executable.exempting is None
        ),
        None,
    )
    entry = base.blocks.standards.get(own.measure.standard)
    home = None if entry is None else running.get(entry.record.notion)
    if unit is None or entry is None or not isinstance(home, Compared):
        return None
    theirs, pairs = unit
    names = _names(base, theirs, own)
    chosen = tuple(p for _, p in own.chosen)
    back = {m: n for n, m in names.items()}
    levels = dict(zip(entry.record.parameters, own.intensity, strict=True))
    return Compared(
        own.notion,
        _renamed(pairs.compare, back),
        home.standard,
        (*chosen, *own.intensity),
        structure={**{names.get(n, n): s for n, s in pairs.structure.items()}, **home.structure},
        choosing=chosen,
        names={inner: levels.get(outer, outer) for inner, outer in _inner(home).items()},
        judging=tuple(levels.get(n, n) for n in home.judging),
        at_least={names.get(n, n): v for n, v in pairs.at_least.items()}
        | {levels.get(n, n): v for n, v in home.at_least.items()},
        above={levels.get(n, n): v for n, v in home.above.items()},
        candidates=pairs.candidates,
        refutes_only=pairs.refutes_only,
    )


def _names(base: KnowledgeBase, theirs: Form, own: Form) -> dict[str, str]:
    """The parameters of the notion that lends its pairs, each with the one that stands for it here."""
    arguments = base.blocks.units[own.compared.unit].record.arguments
    return {_bound(base, theirs.notion, a): _bound(base, own.notion, a) for a in arguments}


def _bound(base: KnowledgeBase, notion: str, argument: str) -> str:
    written = base.notions[notion].record.normal_form
    return argument if written is None else (written.unit.at or {}).get(argument, argument)


def _inner(home: Compared) -> dict[str, str]:
    """The parameters of the standard's own measure, each with the home notion's name for it."""
    own = home.standard.parameters if not callable(home.standard) else home.parameters
    return {n: home.names.get(n, n) for n in own}


def _renamed(compare: Callable[..., Comparisons], back: Mapping[str, str]) -> Callable[..., Comparisons]:
    """The pairs, with structural and chosen parameters under the names of the notion that lends them."""

    def pairs(mechanism: FiniteMechanism, structure: Values, chosen: Values) -> Comparisons:
        return compare(
            mechanism,
            {back.get(n, n): v for n, v in structure.items()},
            {back.get(n, n): v for n, v in chosen.items()},
        )

    return pairs
