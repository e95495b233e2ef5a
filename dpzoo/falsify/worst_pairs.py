"""The hardest mechanism for a claim: the pair of output laws that attains the best possible conversion."""

from __future__ import annotations

import math
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np

from dpzoo.blocks.finite_mechanism import FiniteMechanism
from dpzoo.checks.optimality import SLOW, far_pairs
from dpzoo.expressions import Constraint, Expression
from dpzoo.expressions.errors import EvaluationError
from dpzoo.falsify.amounts import NEAR_ZERO
from dpzoo.falsify.premises import ClaimSide
from dpzoo.optimal.engine import optimal
from dpzoo.optimal.optimum import Optimum, Status
from dpzoo.optimal.question import TARGETS
from dpzoo.optimal.sources import SOURCES
from dpzoo.relations.guarantees import GuaranteeError

_DRAWN: Final = 6
"""Points drawn at first; the search goes on from the one at which the map promises least beside the optimum."""
_NEARBY: Final = 34
"""Points tried beside the best one so far; none where optima take long, and where they take longest, one point is all."""
_TRIES: Final = 20
"""Draws for each point that lies within all conditions."""
_ENOUGH: Final = 0.995
"""What promises less than this share of the optimum is wrong enough."""
_BEYOND: Final = 1.001
"""By how much what is fixed is weakened where a pair only comes near to the optimum: at the value itself it needs less."""
_DIGITS: Final = 12
_OUTPUTS: Final = 80
"""Merged into so many outputs, a Gaussian pair loses less than a thousandth of its divergences."""
_LEAST, _MOST = 1e-15, 1e4
"""Where the search for points ends, and for probabilities a millionth below 1: optima for values beyond take long."""
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
    """Of the points that a random descent meets, the one at which the map promises least, with the pair that needs more.

    ``sampled`` are the source's parameters that a trial fixes beforehand.
    """
    record = subject.record
    proper = [c for n in record.quantitative if (c := record.parameters[n].proper_constraint) is not None]
    slow = subject.id == SLOW[0]
    asked = [n for n in map if n not in _ORDERS]
    asked = [str(rng.choice(asked))] if slow else asked
    tolerance = _TOLERANT[int(rng.integers(2))]
    search = _Search(subject, target, map, asked, (*proper, *free.values(), *given), tuple(free), tolerance)
    best: _Promise | None = None
    before: Mapping[str, Fraction] | None = None
    for step in range(1 if slow else _DRAWN if target == SLOW[1] else _DRAWN + _NEARBY):
        for _ in range(_TRIES):
            if best is None or step < _DRAWN:
                values = search.drawn(rng)
            else:
                values = search.moved(rng, best.values) if before is None else search.further(before, best.values)
            before = None
            if (found := search.at(values)) is not None:
                break
        if found is not None and (best is None or found.share < best.share):
            before, best = None if best is None else best.values, found
        if best is not None and best.share < _ENOUGH:
            break
    rows = None if best is None else search.rows(best)
    if best is None or rows is None:
        return None
    mechanism = FiniteMechanism([(0,), (1,)], list(range(len(rows[0]))), rows)
    values, chosen = ({n: x for n, x in best.values.items() if (n in free) == own} for own in (False, True))
    return AttainingPair(mechanism, {n: x for n, x in values.items() if n in sampled}, chosen)


_TOLERANT: Final = (0.0, 2 * float(NEAR_ZERO))
"""What is added to a promise: what a numeric verdict does not tell from it, so that large values are looked for; or nothing."""


@dataclass(frozen=True)
class _Promise:
    """What a map says at a point, as a share of the optimum."""

    share: float
    values: Mapping[str, Fraction]
    best: Optimum


@dataclass(frozen=True)
class _Search:
    """Points at which a map may promise too little."""

    subject: ClaimSide
    target: str
    map: Mapping[str, Expression]
    asked: Sequence[str]
    """The target's parameters, each of which is compared with the others fixed as the map says."""
    conditions: Sequence[Constraint]
    free: Sequence[str]
    tolerance: float

    @property
    def names(self) -> Sequence[str]:
        """The parameters of the source, and the free ones."""
        return (*self.subject.record.quantitative, *self.free)

    def drawn(self, rng: np.random.Generator) -> dict[str, Fraction]:
        """A point anywhere."""
        return {n: _drawn(rng, n) for n in self.names}

    def moved(self, rng: np.random.Generator, values: Mapping[str, Fraction]) -> dict[str, Fraction]:
        """A point near another one, or like it but for one parameter."""
        if rng.random() < _ANEW:
            name = str(rng.choice(self.names))
            return {**values, name: _drawn(rng, name)}
        size = 10 ** rng.uniform(-2, 0.5)
        return {n: _times(n, x, math.exp(size * rng.normal())) if rng.random() < _MOVED else x for n, x in values.items()}

    def further(self, before: Mapping[str, Fraction], values: Mapping[str, Fraction]) -> dict[str, Fraction]:
        """As far again as a step that led to less."""
        return {
            n: _times(n, x, float(_size(n, x) / _size(n, before[n]))) if _size(n, before[n]) else x for n, x in values.items()
        }

    def source(self, values: Mapping[str, Fraction]) -> list[tuple[str, dict[str, float]]]:
        """The guarantee that is assumed."""
        return [(self.subject.id, {n: float(values[n]) for n in self.subject.record.quantitative})]

    def at(self, values: Mapping[str, Fraction]) -> _Promise | None:
        """The least share of an optimum that the map promises at a point; None outside the conditions."""
        point = {n: float(x) for n, x in values.items()}
        try:
            if not (all(_told(n, x) for n, x in point.items()) and all(c.holds(point) for c in self.conditions)):
                return None
            images = {n: e.evaluate(point) for n, e in self.map.items()}
        except EvaluationError:
            return None
        if any(x == 0 or not _told(n, x) for n, x in images.items() if n in _PROBABILITIES and self.map[n].names):
            return None  # perhaps positive and below all floats
        there = {n: max(0.0, x) for n, x in images.items()}
        found = None
        for wanted in self.asked:
            try:
                best = optimal(self.source(values), self.target, {n: x for n, x in there.items() if n != wanted})
            except GuaranteeError:
                continue
            share = self._share(there[wanted], best)
            if share is not None and (found is None or share < found.share):
                found = _Promise(share, values, best)
        return found

    def _share(self, promised: float, best: Optimum) -> float | None:
        """What is promised over what some pair needs that is known; 1 where a rare output needs more than any value, perhaps."""
        if best.status is Status.INFINITE:
            return 1.0
        known = best.pair is not None and not best.pair.one_output and best.lower > 0
        return (promised + self.tolerance) / best.lower if known else None

    def rows(self, promise: _Promise) -> list[list[Fraction]] | None:
        """The output laws of a pair that needs more than is promised, as far as one is known."""
        best = promise.best
        if best.status is Status.INFINITE:
            pair = next(far_pairs(self.source(promise.values)), None)
        elif best.status is Status.LIMIT and promise.share < 1:
            weaker = {n: min(1.0, x * _BEYOND) if n in _PROBABILITIES else x for n, x in best.fixed.items()}
            pair = optimal(self.source(promise.values), self.target, weaker).pair
        else:
            pair = best.pair
        if pair is None or pair.one_output:
            return None
        order = next((best.fixed[n] for n in _ORDERS if n in best.fixed), 1.0)
        return [_rounded(row) for row in _merged(pair.p, pair.q, order)]


def _told(name: str, value: float) -> bool:
    """Whether a value is not too extreme to be tried; what is below nothing is."""
    return value <= 0 or _LEAST <= value <= (1 - 1e-6 if name in _PROBABILITIES else _MOST)


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


def _size(name: str, value: Fraction) -> Fraction:
    """What a value is measured by: of an order, its distance from 1."""
    return value - 1 if name in _ORDERS else value


def _times(name: str, value: Fraction, factor: float) -> Fraction:
    """A value some way from another one, to three digits."""
    size = _size(name, value)
    return value - size + Fraction(f"{float(size) * factor:.3g}")


_ANEW: Final = 0.25
"""How often one parameter is drawn anew."""
_MOVED: Final = 0.6
"""How often each of them is moved, where none is drawn anew."""


def _rounded(row: Sequence[Fraction]) -> list[Fraction]:
    """Short fractions: the premise is measured on the mechanism again, so nothing depends on their last digits."""
    found = [Fraction(f"{float(x):.{_DIGITS}g}") for x in row]
    largest = max(range(len(found)), key=found.__getitem__)
    found[largest] += 1 - sum(found)
    return found
