"""Notions of cardinality estimators: what the sketch of a random set of records says about one record."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from dpzoo.blocks import data_units, standards
from dpzoo.blocks.comparison import Comparisons
from dpzoo.blocks.mechanism import FiniteMechanism, show_dataset
from dpzoo.blocks.priors import mixture
from dpzoo.notions.executable import Executable, Values
from dpzoo.notions.lifts import Laws
from dpzoo.notions.neighborhood import whole
from dpzoo.notions.results import NOTHING, Certainty, Tightest
from dpzoo.notions.thresholds import Easing
from dpzoo.numbers.errors import BlockError
from dpzoo.numbers.real import INFINITY, ZERO, Real, greatest, real

_PURE = standards.MaxDivergence()
_APPROXIMATE = standards.HockeyStick()


class MeanGain(standards.Standard):
    """The mean under P of the positive part of the loss is at most ε."""

    parameters = ("epsilon",)

    def solve(self, p: Any, q: Any, free: str, fixed: Mapping[str, Any]) -> Any:  # noqa: D102
        if p.ndim > 1:
            return np.array([self.solve(a, b, free, fixed) for a, b in zip(p, q, strict=True)])
        above = [(a, b) for a, b in zip(p, q, strict=True) if a > b]
        if p.dtype == object:
            if any(not b for _, b in above):
                return INFINITY
            return sum((real(a / b).log() * a for a, b in above), ZERO)
        return math.inf if any(b == 0 for _, b in above) else math.fsum(a * math.log(a / b) for a, b in above)


def _sketches(mechanism: FiniteMechanism, structure: Values, chosen: Values) -> Comparisons:
    """The sketch of a uniformly random set of n records, given that a record is in it and that it is not, for every n ≥ N.

    A dataset is a set of records; all sets of the sizes N, …, one less than the number of records, must be there. Groups are
    (n, record).
    """
    sets = dict(zip(data_units.as_sets(mechanism), range(len(mechanism.datasets)), strict=True))
    records = mechanism.records
    laws, groups = Laws(mechanism.outputs), []
    for n in range(whole(chosen["N"], "N"), len(records)):
        chosen_sets = [frozenset(c) for c in itertools.combinations(records, n)]
        for s in chosen_sets:
            if s not in sets:
                raise BlockError(f"the mechanism has no dataset with exactly the records {show_dataset(tuple(s))}")
        for t in records:
            rows = []
            for inside in (True, False):
                drawn = [mechanism.datasets[sets[s]] for s in chosen_sets if (t in s) is inside]
                law = dict.fromkeys(drawn, Fraction(1, len(drawn)))
                rows.append(laws.add(mixture(mechanism, law), f"{n} records, {t} {'∈' if inside else '∉'} E"))
            laws.pairs.append((rows[0], rows[1]))
            groups.append((n, t))
    return laws.comparisons(groups=tuple(groups))


def _sizes(mechanism: FiniteMechanism, _: Values) -> list[Real]:
    return [real(n) for n in range(1, 1 + max(1, len(mechanism.records)))]


@dataclass(frozen=True)
class OnAverage(Easing):
    """Sketch privacy whose loss is averaged over the records, for each size."""

    def _solve_worst(self, pairs: Comparisons, structure: Values, fixed: Values, free: str) -> Tightest:
        values = self.each(pairs, structure, fixed, free)
        by_size: dict[Any, list[Any]] = {}
        groups: tuple[Any, ...] = pairs.groups or ()
        for (n, _), v in zip(groups, values, strict=True):
            by_size.setdefault(n, []).append(v)
        if not by_size:
            return Tightest(self.notion, free, ZERO, Certainty.CERTIFIED, fixed, note=NOTHING)
        exact = isinstance(values[0], Real)
        means: list[Any] = [(data_units.total(v) if exact else math.fsum(map(float, v))) / len(v) for v in by_size.values()]
        best: Any = greatest(means) if exact else max(means)
        certainty = Certainty.CERTIFIED if exact else Certainty.NUMERIC
        return Tightest(self.notion, free, best, certainty, fixed, tolerance=0.0 if exact else 1e-9)


NOTIONS: tuple[Executable, ...] = (
    Easing("sketch-privacy", _sketches, _PURE, ("N", "epsilon"), choosing=("N",), candidates=_sizes, at_least={"N": 1}),
    Easing(
        "approximate-sketch-privacy",
        _sketches,
        _APPROXIMATE,
        ("N", "epsilon", "delta"),
        choosing=("N",),
        candidates=_sizes,
        at_least={"N": 1},
    ),
    Easing("sketch-kl-privacy", _sketches, MeanGain(), ("N", "epsilon"), choosing=("N",), candidates=_sizes, at_least={"N": 1}),
    OnAverage(
        "average-sketch-privacy", _sketches, _PURE, ("N", "epsilon"), choosing=("N",), candidates=_sizes, at_least={"N": 1}
    ),
)
