"""Notions whose amount is a function: a level for each person, dataset, pair of datasets or pair of levels.

``tightest`` gives the smallest such function that the mechanism satisfies, as a mapping; ``holds`` takes a mapping, a callable or
a number, and names the pair that exceeds its level.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from inspect import signature
from typing import Any, Final

import numpy as np

from dpzoo.blocks.compared_pairs import Comparisons, DatasetPair
from dpzoo.blocks.finite_mechanism import FiniteMechanism, show_dataset
from dpzoo.blocks.standards import Standard
from dpzoo.blocks.structures import DISTANCES, Structural, Structure, distance, freeze
from dpzoo.notions.executable import Executable, Values, judge
from dpzoo.notions.pairwise import Compare, PairwiseNotion
from dpzoo.notions.results import NOTHING, Certainty, Frontier, Judgement, Tightest
from dpzoo.numbers.errors import BlockError
from dpzoo.numbers.real import Real, greatest
from dpzoo.numbers.values import value

Level = Callable[[Hashable], Any]
OF_DATASETS: Final = "the pair of datasets"


def _is_matrix(given: Any) -> bool:
    rows = given if isinstance(given, list | tuple) else ()
    return bool(rows) and all(isinstance(r, list | tuple) and not any(isinstance(x, list | tuple) for x in r) for r in rows)


def _asked(level: Callable[..., Any], key: Hashable) -> Any:
    """What a function says of a key; one of two arguments takes a pair apart."""
    try:
        return level(*key) if isinstance(key, tuple) and len(signature(level).parameters) == len(key) == 2 else level(key)
    except ValueError:  # a function without a signature
        return level(key)


@dataclass(frozen=True)
class CurveNotion(Executable):
    """A notion that bounds a standard on each pair by a function of the pair's key (see ``Comparisons.keys``).

    ``keyed_by`` says in words what a key is, for messages.
    """

    notion: str
    compare: Compare
    standard: Standard
    level: str
    keyed_by: str
    structure: Mapping[str, Structure[object]] = field(default_factory=dict)
    usual: Values = field(default_factory=dict)

    @property
    def quantitative(self) -> tuple[str, ...]:  # type: ignore[override]
        """The function-valued parameter alone."""
        return (self.level,)

    def read_value(self, name: str, given: Any) -> Any:
        """A level function: a callable, a mapping of keys, pairs of key and level, or one number for all."""
        if callable(given):
            return lambda key: value(_asked(given, key), name)
        if isinstance(given, list | tuple):
            if not all(isinstance(item, list | tuple) and len(item) == 2 for item in given):
                raise BlockError(f"{name} is given as pairs of {self.keyed_by} and level")
            given = {freeze(k): v for k, v in given}
        if isinstance(given, Mapping):
            table = {freeze(k): value(v, name) for k, v in given.items()}

            def look(key: Hashable) -> Any:
                if key not in table:
                    raise BlockError(
                        f"{name} has no value for {self.keyed_by} {key!r}; give one (inf for no protection)", (name,)
                    )
                return table[key]

            return look
        same = value(given, name)
        return lambda _: same

    def _read(self, mechanism: FiniteMechanism, given: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        """As in :class:`Executable`; a level of pairs of datasets may also be given as distances are: by name, or as a matrix."""
        found = given.get(self.level)
        named = isinstance(found, str) and found in DISTANCES
        if self.keyed_by == OF_DATASETS and (named or _is_matrix(found)):
            between = distance(found, mechanism, (self.level,))
            given = {**given, self.level: between}
        return super()._read(mechanism, given)

    def solve(self, mechanism: FiniteMechanism, structure: Structural, fixed: Values, free: str) -> Tightest:
        """The least level of every key, as a mapping."""
        pairs = self.compare(mechanism, structure, {})
        values = self._values(pairs)
        best: dict[Hashable, Any] = {}
        for k, v in enumerate(values):
            key = _key(pairs, k)
            best[key] = v if key not in best else (greatest([best[key], v]) if isinstance(v, Real) else max(best[key], v))
        exact = not values or isinstance(values[0], Real)
        worst = max(range(len(values)), key=lambda k: float(values[k]), default=None)
        shown = None if worst is None else self._plain.witness(pairs, worst, self.standard, {})
        note = "" if values else NOTHING
        return Tightest(self.notion, free, best, Certainty.CERTIFIED if exact else Certainty.NUMERIC, {}, shown, note=note)

    def verdict(self, mechanism: FiniteMechanism, structure: Structural, parameters: Values) -> Judgement:
        """Every pair against the level of its key."""
        pairs = self.compare(mechanism, structure, {})
        levels: Level = parameters[self.level]
        unsure: Judgement | None = None
        certainty = Certainty.CERTIFIED
        for k, measured in enumerate(self._values(pairs)):
            bound = levels(_key(pairs, k))
            tight = Tightest(
                self.notion, self.level, measured, Certainty.CERTIFIED if isinstance(measured, Real) else Certainty.NUMERIC
            )
            found = judge(tight, bound, stronger=False, parameters=parameters)
            certainty = found.certainty if found.holds else certainty
            if not found.holds:
                worst = self._plain.witness(pairs, k, self.standard, {})
                verdict = Judgement(self.notion, found.holds, found.certainty, parameters, worst, measured, found.tolerance)
                if found.holds is False:
                    return verdict
                unsure = verdict
        return unsure or Judgement(self.notion, True, certainty, parameters, note="" if len(pairs) else NOTHING)

    def frontier(self, mechanism: FiniteMechanism, structure: Structural, fixed: Values, free: tuple[str, str]) -> Frontier:
        """There is only one parameter."""
        raise BlockError(f"{self.notion} has the single parameter {self.level}")

    @property
    def _plain(self) -> PairwiseNotion:
        return PairwiseNotion(self.notion, self.compare, self.standard, self.standard.parameters)

    def _values(self, pairs: Comparisons) -> list[Any]:
        (only,) = self.standard.parameters
        return self._plain.each(pairs, {}, {}, only)


def _key(pairs: Comparisons, k: int) -> Hashable:
    assert pairs.keys is not None
    return pairs.keys[k]


def single_outputs(mechanism: FiniteMechanism, pairs: Sequence[DatasetPair]) -> Comparisons:
    """Every output of every pair on its own: the key is the output, the law its probability and a constant."""
    one: Any = Fraction(1) if mechanism.exact else 1.0
    width = len(mechanism.outputs)
    rows = np.array(
        [[mechanism.matrix[i, k], one] for i in range(len(mechanism.datasets)) for k in range(width)],
        dtype=mechanism.matrix.dtype,
    )
    labels = tuple(f"{show_dataset(d)}, output {o}" for d in mechanism.datasets for o in mechanism.outputs)
    left, right = (
        np.array([getattr(p, side) * width + k for p in pairs for k in range(width)], dtype=np.intp) for side in ("left", "right")
    )
    return Comparisons(("the output", "any"), rows, labels, left, right, keys=tuple(o for _ in pairs for o in mechanism.outputs))
