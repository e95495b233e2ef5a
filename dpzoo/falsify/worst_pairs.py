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
_OUTPUTS: Final = 80
"""Merged into so many outputs, a Gaussian pair loses less than a thousandth of its divergences."""
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
            if not all(c.holds(point) for c in (*proper, *free.values(), *given)):
                continue
            there = {n: max(0.0, e.evaluate(point)) for n, e in map.items()}
        except EvaluationError:
            continue
        source = [(subject.id, {n: point[n] for n in record.quantitative})]
        for wanted in asked:
            fixed = {n: x for n, x in there.items() if n != wanted}
            try:
                best = optimal(source, target, fixed)
            except GuaranteeError:
                continue
            if best.pair is None or len(best.pair.p) < 2 or not best.lower > 0 or math.isnan(there[wanted]):
                continue
            ratio = there[wanted] / best.lower
            if found is None or ratio < found[0]:
                order = next((fixed[n] for n in _ORDERS if n in fixed), 1.0)
                rows = [_rounded(row) for row in _merged(best.pair.p, best.pair.q, order)]
                mechanism = FiniteMechanism([(0,), (1,)], list(range(len(rows[0]))), rows)
                values = {n: drawn[n] for n in record.quantitative if n in sampled}
                found = ratio, AttainingPair(mechanism, values, {n: drawn[n] for n in free})
    return None if found is None else found[1]


def _merged(p: Sequence[Fraction], q: Sequence[Fraction], order: float) -> list[list[Fraction]]:
    """A pair with neighbouring losses merged until few outputs are left: it meets what processing preserves, and loses little.

    What the power of an order loses is least where groups are as narrow as the cube root of its density asks for.
    """
    if len(p) <= _OUTPUTS:
        return [list(p), list(q)]
    loss = np.array([_log(x) - _log(y) if x and y else math.inf if x else -math.inf for x, y in zip(p, q, strict=True)])
    by_loss = np.argsort(loss)
    inner = by_loss[np.isfinite(loss[by_loss])]
    gaps = np.diff(loss[inner], append=loss[inner[-1]])
    power = np.array([_log(q[i]) for i in inner]) + order * loss[inner]
    reached = np.cumsum(np.cbrt(np.exp(power - power.max()) * gaps**2))
    group = {i: int(g) for i, g in zip(inner, np.minimum(_OUTPUTS - 3, (_OUTPUTS - 2) * reached / reached[-1]), strict=True)}
    rows = [[Fraction(0)] * _OUTPUTS for _ in range(2)]
    for i in by_loss:
        place = group.get(i, _OUTPUTS - 1 if loss[i] > 0 else _OUTPUTS - 2)
        for row, law in zip(rows, (p, q), strict=True):
            row[place] += law[i]
    kept = [g for g in range(_OUTPUTS) if any(row[g] for row in rows)]
    return [[row[g] for g in kept] for row in rows]


def _log(x: Fraction) -> float:
    """Of a fraction that may lie below all floats."""
    return math.log(x.numerator) - math.log(x.denominator)


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
