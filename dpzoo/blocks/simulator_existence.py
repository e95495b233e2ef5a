"""The existence of a simulator, at the least level of a family of linear systems.

A notion with a simulator has systems (:mod:`dpzoo.numbers.linear_systems`) that depend on one level (e^ε, or δ) and become easier
as it grows: a :class:`Family`. :func:`tightest` encloses the least level between a refuted and a solved one, and proves it
exactly where it is rational.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Final

from dpzoo.numbers.linear_systems import (
    EXACT_LIMIT,
    LP_TOLERANCE,
    Feasibility,
    LinearRow,
    LinearSystem,
    Number,
    dot,
    dual_of,
    feasible,
    floated,
    has_floats,
    rational,
    simplest_between,
)

RELATIVE_WIDTH: Final = 1e-6
"""How wide an enclosure of the least level may be, relative to it (to a thousandth where it is smaller)."""
_MOST_STEPS: Final = 200


@dataclass(frozen=True)
class Family:
    """Systems that depend on a level and become easier as it grows; ``least`` is the smallest level that counts."""

    variables: int
    rows: tuple[LinearRow, ...]
    least: Fraction = Fraction(1)

    @cached_property
    def exact(self) -> bool:
        """Whether the systems are decided exactly."""
        size = sum(len(r.coefficients) + len(r.gain) for r in self.rows)
        return size <= EXACT_LIMIT and not any(has_floats(r) for r in self.rows)

    def at(self, level: Fraction) -> LinearSystem:
        """The system at one level."""
        exact = self.exact
        return LinearSystem(self.variables, tuple(r.at(level) if exact else floated(r).at(float(level)) for r in self.rows))

    def needed(self, x: Sequence[Number]) -> Number | None:
        """The least level at which x is a solution, given that it solves the rows without a level; None if at none."""
        level: Number = self.least
        for r in self.rows:
            if r.soft:
                lack, growth = dot(r.coefficients, x) - r.bound, dot(r.gain, x) + r.bound_gain
                if lack > 0 and growth == 0:
                    return None
                if lack > 0:
                    level = max(level, lack / growth)
        return level

    def rational(self) -> Family:
        """The same with every float replaced by the fraction that it is."""
        return Family(self.variables, tuple(rational(r) for r in self.rows), self.least)


@dataclass(frozen=True)
class Enclosure:
    """The least level of a family lies in [low, high]; ``high`` is None if no level will do.

    ``solution`` solves the system at ``high``; ``farkas`` refutes it at ``low`` or, if low = high, at every smaller level.
    ``rows`` are the rows that the Farkas vector multiplies. ``decided`` is False if ``high`` (or its absence) is not certified.
    """

    low: Fraction
    high: Fraction | None
    solution: tuple[Number, ...] | None = None
    farkas: tuple[Number, ...] | None = None
    rows: tuple[LinearRow, ...] = ()
    certified: bool = True
    decided: bool = True

    @property
    def sharp(self) -> bool:
        """Whether the least level is known exactly."""
        return self.decided and self.low == self.high


def tightest(family: Family, *, width: float = RELATIVE_WIDTH) -> Enclosure:
    """The least level at which the family has a solution, enclosed to the given relative width where that is possible."""
    certified = family.exact
    first = family.least if certified else family.least + Fraction(LP_TOLERANCE)
    at_least = feasible(family.at(first))
    if at_least.answer:
        return Enclosure(family.least, family.least, at_least.solution, certified=certified)
    low, farkas = family.least, at_least.farkas
    start = bounded(family)
    if start.answer is not True:
        known = start.answer is False
        return Enclosure(low, None, farkas=start.farkas, rows=start.rows, certified=certified, decided=known)
    assert start.solution is not None
    solution = start.solution
    enough = family.needed(solution)
    assert enough is not None
    high = Fraction(enough)
    tried: Fraction | None = None
    for _ in range(_MOST_STEPS):
        if certified and high - low <= max(Fraction(1, 1000), high) / 1000:
            guess = simplest_between(low, high)
            if guess != tried:
                tried = guess
                sharp = _exactly_at(family, guess)
                if sharp is not None:
                    return sharp
        if high - low <= width * max(1e-3, float(high)):
            break
        step = _halved(family, low, high)
        if step is None:
            break
        middle, found = step
        if found.answer:
            assert found.solution is not None
            needed = family.needed(found.solution) if certified else None
            high, solution = middle if needed is None else min(middle, needed), found.solution
        else:
            low, farkas = middle, found.farkas
    return Enclosure(low, high, solution, farkas, family.rows, certified)


def _halved(family: Family, low: Fraction, high: Fraction) -> tuple[Fraction, Feasibility] | None:
    """A decided point between the two, near the middle if that can be decided."""
    for part in (Fraction(1, 2), Fraction(2, 5), Fraction(3, 5), Fraction(1, 5), Fraction(4, 5)):
        middle = _between(low, high, part)
        found = feasible(family.at(middle))
        if found.answer is not None:
            return middle, found
    return None


def _between(low: Fraction, high: Fraction, part: Fraction) -> Fraction:
    if low >= 1 and high > 4 * low:  # halve the logarithm
        middle = Fraction(math.isqrt(int(low * high)))
        if low < middle < high and part == Fraction(1, 2):
            return middle
    exactly = low + (high - low) * part
    rounded = exactly.limit_denominator(10**9)
    return rounded if low < rounded < high else exactly


def _exactly_at(family: Family, level: Fraction) -> Enclosure | None:
    """The enclosure [level, level], if the level has a solution and no smaller one has."""
    found = feasible(family.at(level))
    if not found.answer:
        return None
    farkas = refuted_below(family, level)
    return None if farkas is None else Enclosure(level, level, found.solution, farkas, family.rows)


def refuted_below(family: Family, level: Fraction) -> tuple[Fraction, ...] | None:
    """Multipliers that prove that no smaller level has a solution.

    With A(λ) = A - λG and b(λ) = b + λc, it is enough that multipliers y and e have y·A(level) ≥ 0, y·b(level) ≤ 0,
    y·G + e·A(level) ≥ 0 and e·b(level) - y·c < 0: then y + (level - λ)e is a Farkas vector at every λ < level. Returns y.
    """
    system = family.at(level)
    dual, back = dual_of(system)
    costs = back([], costs=True)
    size = dual.variables
    gains: list[dict[int, Number]] = [{} for _ in range(system.variables)]
    owners = [(i, s) for i, r in enumerate(family.rows) for s in ((1, -1) if r.equal else (1,))]
    change: dict[int, Number] = {size + k: c for k, c in enumerate(costs) if c}
    for k, (i, _) in enumerate(owners):
        for j, g in family.rows[i].gain.items():
            gains[j][k] = -g
        if family.rows[i].bound_gain:
            change[k] = -family.rows[i].bound_gain
    second = [dict(g) for g in gains]
    for k, (i, sign) in enumerate(owners):
        for j, c in system.rows[i].coefficients.items():
            second[j][size + k] = -sign * c
    rows = (
        *dual.rows,
        LinearRow({k: c for k, c in enumerate(costs) if c}),
        *(LinearRow(r) for r in second if r),
        LinearRow(change, Fraction(-1), equal=True),
    )
    found = feasible(LinearSystem(2 * size, rows))
    return tuple(back(found.solution[:size])) if found.answer and found.solution is not None else None


@dataclass(frozen=True)
class Bounded:
    """Whether a family has a solution at some finite level: one that has, or the rows and multipliers that exclude it."""

    answer: bool | None
    solution: tuple[Fraction, ...] | None = None
    farkas: tuple[Fraction, ...] | None = None
    rows: tuple[LinearRow, ...] = ()


def bounded(family: Family) -> Bounded:
    """Whether some finite level has a solution, decided exactly.

    A row lack(x) ≤ λ growth(x) holds for large λ if its growth is positive or it lacks nothing. So rows whose growth is 0 on all
    that is left must lack nothing, which leaves less; at the end one point has positive growth in all other rows (a mean of
    points that have it in one), or nothing is left.
    """
    rational = family.rational()
    hard = [r for r in rational.rows if not r.soft]
    soft = [r for r in rational.rows if r.soft and r.bound_gain == 0]
    while True:
        left = LinearSystem(rational.variables, tuple(hard))
        inside = feasible(left)
        if inside.answer is not True:
            return Bounded(inside.answer, farkas=inside.farkas, rows=left.rows)
        assert inside.solution is not None
        points, stuck = [inside.solution], [r for r in soft if dot(r.gain, inside.solution) == 0]
        while stuck:
            found = feasible(_growing(left, stuck))
            if found.answer is None:
                return Bounded(None)
            if not found.answer:
                break
            assert found.solution is not None
            point = tuple(v / found.solution[-1] for v in found.solution[:-1])
            points.append(point)
            stuck = [r for r in stuck if dot(r.gain, point) == 0]
        if not stuck:
            return Bounded(True, tuple(sum(p, Fraction(0)) / len(points) for p in zip(*points, strict=True)))
        hard += [LinearRow(r.coefficients, r.bound, label=r.label) for r in stuck]
        soft = [r for r in soft if r not in stuck]


def _growing(system: LinearSystem, rows: Iterable[LinearRow]) -> LinearSystem:
    """Points of the system, scaled by one more variable of at least 1, at which the rows' growth sums to at least 1."""
    scale = system.variables
    scaled = [LinearRow({**r.coefficients, scale: -r.bound}, equal=r.equal) for r in system.rows]
    total: dict[int, Number] = {}
    for r in rows:
        for j, g in r.gain.items():
            total[j] = total.get(j, Fraction(0)) - g
    return LinearSystem(scale + 1, (*scaled, LinearRow({scale: Fraction(-1)}, Fraction(-1)), LinearRow(total, Fraction(-1))))
