"""Notions of cardinality estimators: what the sketch of a random set of records says about one record."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from dpzoo.blocks import standards
from dpzoo.blocks.compared_pairs import Comparisons
from dpzoo.blocks.finite_mechanism import FiniteMechanism
from dpzoo.blocks.prior_units import set_with_and_without, sizes_of_sets
from dpzoo.blocks.standards import MeanGain
from dpzoo.blocks.structures import Structural, whole
from dpzoo.notions.executable import Executable, Values
from dpzoo.notions.pairwise import RelaxedPairs
from dpzoo.notions.results import NOTHING, Certainty, Tightest
from dpzoo.numbers.real import ZERO, Real, greatest, total

_PURE = standards.MaxDivergence()
_APPROXIMATE = standards.HockeyStick()


@dataclass(frozen=True)
class AveragedPairs(RelaxedPairs):
    """Sketch privacy whose loss is averaged over the records, for each size."""

    def _solve_worst(self, pairs: Comparisons, structure: Structural, fixed: Values, free: str) -> Tightest:
        values = self.each(pairs, structure, fixed, free)
        by_size: dict[Any, list[Any]] = {}
        groups: tuple[Any, ...] = pairs.groups or ()
        for (n, _), v in zip(groups, values, strict=True):
            by_size.setdefault(n, []).append(v)
        if not by_size:
            return Tightest(self.notion, free, ZERO, Certainty.CERTIFIED, fixed, note=NOTHING)
        exact = isinstance(values[0], Real)
        means: list[Any] = [(total(v) if exact else math.fsum(map(float, v))) / len(v) for v in by_size.values()]
        best: Any = greatest(means) if exact else max(means)
        certainty = Certainty.CERTIFIED if exact else Certainty.NUMERIC
        return Tightest(self.notion, free, best, certainty, fixed, tolerance=0.0 if exact else 1e-9)


def _sketches(mechanism: FiniteMechanism, _: Values, chosen: Values) -> Comparisons:
    return set_with_and_without(mechanism, whole(chosen["N"], "N"))


def _sizes(mechanism: FiniteMechanism, _: Values) -> list[Real]:
    return sizes_of_sets(mechanism)


NOTIONS: tuple[Executable, ...] = (
    RelaxedPairs(
        "sketch-kl-privacy", _sketches, MeanGain(), ("N", "epsilon"), choosing=("N",), candidates=_sizes, at_least={"N": 1}
    ),
    AveragedPairs(
        "average-sketch-privacy", _sketches, _PURE, ("N", "epsilon"), choosing=("N",), candidates=_sizes, at_least={"N": 1}
    ),
)
