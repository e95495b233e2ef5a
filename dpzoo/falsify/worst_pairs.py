"""The hardest mechanism for a claim: the pair of output laws that attains the best possible conversion."""

from __future__ import annotations

import math
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np

from dpzoo.blocks.finite_mechanism import FiniteMechanism
from dpzoo.checks.optimality import SLOW
from dpzoo.expressions import Constraint, Expression
from dpzoo.expressions.errors import EvaluationError
from dpzoo.falsify.premises import ClaimSide
from dpzoo.optimal.engine import optimal
from dpzoo.optimal.sources import SOURCES
from dpzoo.optimal.targets import TARGETS
from dpzoo.relations.guarantees import GuaranteeError

_TRIED: Final = 6
"""Of so many points, the one at which the map promises least beside the optimum is taken; of one, where optima take long."""
_DIGITS: Final = 12
_OUTPUTS: Final = 6
_PROBABILITIES: Final = ("delta", "delta_a", "delta_p", "gamma", "eta")
_ORDERS: Final = ("alpha", "omega", "k")


def known(subject: str, target: str) -> bool:
    """Whether the engine knows both notions."""
    return subject in SOURCES and target in TARGETS


@dataclass(frozen=True)
class AttainingPair:
    """The pair that attains the optimum at a point, and the point: the source's parameters but one, and the free ones."""

    mechanism: FiniteMechanism
    values: Mapping[str, Fraction]
    free: Mapping[str, Fraction]


def worst_pair(
    rng: np.random.Generator,
    subject: ClaimSide,
    target: str,
    map: Mapping[str, Expression],
    sampled: Container[str],
    free: Mapping[str, Constraint],
    given: Sequence[Constraint],
) -> AttainingPair | None:
    """Of some points drawn, the one at which the map promises least in units of the optimum, with the pair that needs that.

    ``sampled`` are the source's parameters that a trial fixes beforehand.
    """
    record = subject.record
    proper = [c for n in record.quantitative if (c := record.parameters[n].proper_constraint) is not None]
    asked = [n for n in map if n not in _ORDERS]
    found: tuple[float, AttainingPair] | None = None
    for _ in range(1 if {subject.id, target} & set(SLOW) else _TRIED):
        drawn = {n: _drawn(rng, n) for n in (*record.quantitative, *free)}
        point = {n: float(x) for n, x in drawn.items()}
        try:
            if not asked or not all(c.holds(point) for c in (*proper, *free.values(), *given)):
                continue
            there = {n: e.evaluate(point) for n, e in map.items()}
            wanted = asked[int(rng.integers(len(asked)))]
            if any(math.isnan(x) for x in there.values()):
                continue
            fixed = {n: x for n, x in there.items() if n != wanted}
            best = optimal([(subject.id, {n: point[n] for n in record.quantitative})], target, fixed)
        except (GuaranteeError, EvaluationError):
            continue
        if best.pair is None or not 2 <= len(best.pair.p) <= _OUTPUTS or not best.lower > 0:
            continue
        ratio = there[wanted] / best.lower
        if found is None or ratio < found[0]:
            rows = [_rounded(row) for row in (best.pair.p, best.pair.q)]
            mechanism = FiniteMechanism([(0,), (1,)], list(range(len(rows[0]))), rows)
            values = {n: drawn[n] for n in record.quantitative if n in sampled}
            found = ratio, AttainingPair(mechanism, values, {n: drawn[n] for n in free})
    return None if found is None else found[1]


def _drawn(rng: np.random.Generator, name: str) -> Fraction:
    """A value of a parameter, most of them such as practice has; of three digits."""
    if name == "xi" and rng.random() < 0.5:
        return Fraction(0)
    if name in _ORDERS:
        return rng.choice(_USUAL_ORDERS) if rng.random() < 0.5 else 1 + _between(rng, 0.1, 60)
    return _between(rng, *((1e-8, 0.5) if name in _PROBABILITIES else (0.01, 12)))


_USUAL_ORDERS: Final = np.array([Fraction(3, 2), Fraction(2), Fraction(3), Fraction(8)])


def _between(rng: np.random.Generator, low: float, high: float) -> Fraction:
    return Fraction(f"{math.exp(rng.uniform(math.log(low), math.log(high))):.3g}")


def _rounded(row: Sequence[Fraction]) -> list[Fraction]:
    """Short fractions: the premise is measured on the mechanism again, so nothing depends on their last digits."""
    found = [Fraction(f"{float(x):.{_DIGITS}g}") for x in row]
    largest = max(range(len(found)), key=found.__getitem__)
    found[largest] += 1 - sum(found)
    return found
