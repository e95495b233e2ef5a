"""Notions made of blocks: what a record's blocks give as a program, without a line of its own.

Nothing but the notion's record is read: blocks run as :mod:`dpzoo.blocks.programs` has them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dpzoo.blocks.compared_pairs import Comparisons
from dpzoo.blocks.finite_mechanism import FiniteMechanism
from dpzoo.blocks.programs import STANDARDS, TRADEOFF, UNITS, VIEWS, PairChoice, StandardProgram, UnitProgram, ViewProgram
from dpzoo.blocks.standards import Standard
from dpzoo.blocks.structures import Structural
from dpzoo.blocks.views import seen_by
from dpzoo.notions.executable import Executable, Values
from dpzoo.notions.pairwise import PairwiseNotion, RadiusNotion, RelaxedPairs
from dpzoo.notions.tradeoffs import TradeoffNotion
from dpzoo.records.block_records import ALL_DATASETS, WORST_PAIR, NormalForm, Use
from dpzoo.records.notion import NotionRecord

_SHAPES = {"more pairs": PairwiseNotion, "a radius": RadiusNotion, "fewer pairs": RelaxedPairs}


def assembled(notion: str, record: NotionRecord) -> Executable | None:
    """The executable that the blocks of a notion's record give; None where they do not say all, or one of them does not run."""
    written = record.normal_form
    if written is None or not written.complete or not isinstance(written.intensity, tuple):
        return None
    unit, view = UNITS.get(str(written.unit.block)), VIEWS.get(str(written.view.block))
    if unit is None or view is None or written.aggregation.block != WORST_PAIR:
        return None
    if written.scope.block not in (ALL_DATASETS, unit.scope) or (view.observers is not None and unit.unit is None):
        return None
    pairs = _Pairs(unit, _names(written.unit, (*unit.structure, *unit.choices)), view, _names(written.view, view.structure))
    if written.standard.block == TRADEOFF:
        return TradeoffNotion(notion, pairs, pairs.needed) if not unit.choices and not unit.scaled else None
    standard = STANDARDS.get(str(written.standard.block))
    return None if standard is None else _measured(notion, record, written, pairs, standard)


def _measured(notion: str, record: NotionRecord, written: NormalForm, pairs: _Pairs, standard: StandardProgram) -> PairwiseNotion:
    measure, needed = _measure(standard, _names(written.standard, standard.structure))
    level = dict(zip(standard.parameters, written.intensity, strict=True))
    wanted = [n for n in record.quantitative if n in {*pairs.choices, *level.values()}]
    begins = {n: start for n in wanted if (start := _begins(record, n)) is not None}
    searched = next(iter(pairs.choices.values()), PairChoice())
    candidates = searched.candidates
    return _SHAPES[searched.effect](
        notion,
        pairs,
        measure,
        tuple(wanted),
        structure={**pairs.needed, **needed},
        usual={level[n]: v for n, v in standard.usual.items()},
        choosing=tuple(pairs.choices),
        names={n: given for n, given in level.items() if n != given},
        per_distance=tuple(written.intensity) if pairs.unit.scaled else (),
        candidates=None if candidates is None else lambda m, structure: candidates(m, *pairs.arguments(structure)),
        judging=tuple(level[n] for n in standard.judging),
        continuous=searched.continuous,
        at_least={n: least for n, (least, without) in begins.items() if least and not without},
        above={n: least for n, (least, without) in begins.items() if without},
    )


def _begins(record: NotionRecord, name: str) -> tuple[int, bool] | None:
    """Where the legal values of a parameter begin, and whether that end is left out."""
    domain = record.parameters[name].domain_constraint
    start = None if domain is None else domain.begins(name)
    return None if start is None else (int(start[0]), start[1])  # every recorded domain begins at a whole number


def _names(use: Use, arguments: Mapping[str, Any] | tuple[str, ...]) -> dict[str, str]:
    """The notion's parameter for each argument of a block."""
    return {a: (use.at or {}).get(a, a) for a in arguments}


def _measure(standard: StandardProgram, names: Mapping[str, str]) -> tuple[Any, dict[str, Any]]:
    """The measure, or what makes it from structural parameters, and how these are given."""
    if not standard.structure:
        return standard.measure(), {}

    def made(structure: Structural) -> Standard:
        return standard.measure(*(structure[n] for n in names.values()))

    return made, {names[a]: kind for a, kind in standard.structure.items()}


class _Pairs:
    """The pairs of a unit under the names that a notion gives to its arguments, seen through a view."""

    def __init__(self, unit: UnitProgram, names: Mapping[str, str], view: ViewProgram, shown: Mapping[str, str]) -> None:
        self.unit, self._names, self._view, self._shown = unit, names, view, shown
        self.needed = {names[a]: kind for a, kind in unit.structure.items()}
        self.needed |= {shown[a]: kind for a, kind in view.structure.items()}
        self.choices = {names[a]: choice for a, choice in unit.choices.items()}

    def arguments(self, structure: Structural) -> list[Any]:
        """The unit's structural arguments in their order."""
        return [structure[self._names[a]] for a in self.unit.structure]

    def __call__(self, mechanism: FiniteMechanism, structure: Structural, chosen: Values) -> Comparisons:
        """The pairs of a mechanism."""
        arguments = [*self.arguments(structure), *(c.read(chosen[n], n) for n, c in self.choices.items())]
        if self._view.observers is None or self.unit.unit is None:
            return self.unit.compare(mechanism, *arguments)
        observers = self._view.observers(mechanism, *(structure[n] for n in self._shown.values()))
        return seen_by(mechanism, self.unit.unit(*arguments)(mechanism), observers)
