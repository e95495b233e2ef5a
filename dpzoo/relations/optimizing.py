"""Minimising a function of a few variables that is defined on part of their range, and solving for one of them.

A coarse grid finds where to look, line searches refine. The result is always the value at an admissible point, so that what it is
used for stays valid; only its optimality is numeric. ``site/assets/conversion.js`` does the same in the same order.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import Final

Objective = Callable[[Mapping[str, float]], float]

NEAREST: Final = 1e-6
"""Nearer than this, relatively, to a bound other than zero, formulas such as log(x)/(x - 1) lose all their digits."""
MAX_INTEGERS: Final = 64
_COARSE: Final = {1: 25, 2: 9, 3: 5}
_FEWEST: Final = 4
_ROUNDS: Final = 12
_HALVINGS: Final = 14
_GOLDEN: Final = (3 - math.sqrt(5)) / 2
_FIRST, _FINEST, _AT_A_WALL = 1e-2, 3e-8, 3e-6
_WARM: Final = 0.02
_FLAT: Final = 1e-15
"""What differs by less, relatively, is a plateau, such as where a parameter next to 0 no longer counts: nothing to be found."""


@dataclass(frozen=True)
class SearchAxis:
    """A variable between ``low`` and ``high``, on a scale that is logarithmic towards 0, both bounds and infinity.

    A position t stands for low + e^u, or for low + w·e^u/2 and high - w·e^-u/2 between finite bounds w apart, where u = sinh(t):
    fine around 1 or the middle, and reaching down to 1e-300. An integer variable takes the first MAX_INTEGERS of its range.
    """

    low: float
    high: float
    integer: bool = False

    @cached_property
    def ends(self) -> tuple[float, float]:
        """The first and the last position."""
        if self.integer:
            first = math.ceil(self.low)
            return 0.0, min(MAX_INTEGERS - 1.0, math.floor(self.high) - first if self.high < math.inf else math.inf)
        size = 1.0 if self.high == math.inf else (self.high - self.low) / 2
        down = -690.0 if self.low == 0 else math.log(NEAREST * abs(self.low) / size)
        up = 34.5 if self.high == math.inf else 36.0 if self.high == 0 else -math.log(NEAREST * abs(self.high) / size)
        return math.asinh(down), math.asinh(up)

    @property
    def empty(self) -> bool:
        """Whether there is no value to try."""
        if self.integer:
            return self.low == math.inf or not self.ends[0] <= self.ends[1]
        return not self.low < self.high

    def at(self, position: float) -> float:
        """The value at a position."""
        if self.integer:
            return math.ceil(self.low) + round(position)
        u = math.sinh(position)
        if self.high == math.inf:
            return self.low + math.exp(u)
        half = (self.high - self.low) / 2
        return self.low + half * math.exp(u) if u <= 0 else self.high - half * math.exp(-u)

    def place(self, value: float) -> float:
        """The u of a value strictly between the bounds."""
        if self.high == math.inf:
            return math.log(value - self.low)
        half = (self.high - self.low) / 2
        return math.log((value - self.low) / half) if value - self.low <= half else -math.log((self.high - value) / half)

    def grid(self, points: int) -> list[float]:
        """So many positions from end to end."""
        first, last = self.ends
        if self.integer:
            step = max(1, math.ceil((last - first) / points))
            return [float(k) for k in range(0, int(last) + 1, step)]
        return [first + (last - first) * k / (points - 1) for k in range(points)]


@dataclass(frozen=True, slots=True)
class Search:
    """A minimisation begun: the best position of a coarse grid, its value, and how far apart the grid's positions are."""

    objective: Objective
    axes: Mapping[str, SearchAxis]
    value: float
    positions: Mapping[str, float]
    steps: Mapping[str, float]

    @property
    def point(self) -> dict[str, float]:
        """The values of the variables there."""
        return {n: axis.at(self.positions[n]) for n, axis in self.axes.items()}

    def refined(self, limit: float = math.inf) -> tuple[float, dict[str, float]]:
        """The least value found from here, and where; infinity where the coarse grid found nothing.

        A search that does not come near ``limit`` (a value that is known already) ends early.
        """
        value, at = self.value, dict(self.positions)
        if value == math.inf or not self.axes:
            return value, self.point
        reach = dict(self.steps)
        fine = _FINEST if len(self.axes) == 1 else _FIRST
        for _ in range(_ROUNDS):
            before, start = value, dict(at)
            for name, axis in self.axes.items():
                if axis.integer:
                    value, at[name] = self._whole(at, name, reach[name], value)
                else:
                    value, distance = self._line(at, {name: 1.0}, reach[name], value, fine)
                    at[name] = self._inside(name, at[name] + distance)
            moved = {n: at[n] - start[n] for n in at if not self.axes[n].integer and at[n] != start[n]}
            if len(moved) > 1:  # along a narrow valley single steps are short
                value, distance = self._line(at, moved, 1.0, value, fine)
                at = {n: self._inside(n, at[n] + distance * moved.get(n, 0.0)) for n in at}
            reach = {n: max(min(reach[n], 4 * abs(at[n] - start[n])), 1e-3) for n in at}
            gain = before - value
            if len(self.axes) == 1 or value - limit > 4 * gain or (fine == _FINEST and gain <= 1e-12 * abs(value)):
                break
            fine = max(fine / 10, _FINEST) if gain > 1e-9 * abs(value) else _FINEST
        return value, {n: axis.at(at[n]) for n, axis in self.axes.items()}

    def at_the_wall(self) -> Search:
        """The same from a better point next to where the objective becomes infinite, if there is one."""
        value, at = self.value, dict(self.positions)
        for name, axis in self.axes.items():
            for side in (-1, 1):
                near = at[name]
                far = self._inside(name, near + side * self.steps[name])
                if axis.integer or far == near or self._at({**at, name: far}) < math.inf:
                    continue
                for _ in range(_HALVINGS):
                    middle = (near + far) / 2
                    found = self._at({**at, name: middle})
                    if found == math.inf:
                        far = middle
                        continue
                    near = middle
                    if found < value:
                        value, at[name] = found, middle
        return replace(self, value=value, positions=at)

    def _inside(self, name: str, position: float) -> float:
        first, last = self.axes[name].ends
        return min(max(position, first), last)

    def _at(self, positions: Mapping[str, float]) -> float:
        return self.objective({n: axis.at(positions[n]) for n, axis in self.axes.items()})

    def _line(
        self, at: Mapping[str, float], direction: Mapping[str, float], reach: float, value: float, fine: float
    ) -> tuple[float, float]:
        """The least value on a line through ``at``, and how far along ``direction`` it lies."""

        def f(distance: float) -> float:
            return self._at({n: self._inside(n, t + distance * direction.get(n, 0.0)) for n, t in at.items()})

        return line(f, value, reach, fine)

    def _whole(self, at: Mapping[str, float], name: str, reach: float, value: float) -> tuple[float, float]:
        """The least value among the integers near ``at``, and its position."""
        first, last = self.axes[name].ends
        near = range(max(int(first), int(at[name] - reach)), min(int(last), int(at[name] + reach)) + 1)
        return min([(value, at[name]), *((self._at({**at, name: float(p)}), float(p)) for p in near)])


def begin(
    objective: Objective,
    ranges: Mapping[str, tuple[float, float]],
    integers: frozenset[str] = frozenset(),
    *,
    walls: bool = False,
) -> Search:
    """A search for the least value; ``objective`` returns infinity outside its domain.

    With ``walls`` it goes from the grid's best point towards the edge of the domain, where a condition holds with equality: often
    the least value lies there, far from every point of the grid.
    """
    axes = {n: SearchAxis(low, high, n in integers) for n, (low, high) in ranges.items()}
    if any(axis.empty for axis in axes.values()):
        return Search(objective, {}, math.inf, {}, {})  # infinite bounds leave no point to try
    points = _COARSE.get(len(axes), _FEWEST)
    grids = {n: axis.grid(points) for n, axis in axes.items()}
    steps = {n: g[1] - g[0] if len(g) > 1 else 1.0 for n, g in grids.items()}
    values = {n: [axes[n].at(t) for t in grid] for n, grid in grids.items()}
    best, where = math.inf, tuple(0 for _ in axes)
    for indices in product(*(range(len(g)) for g in grids.values())):
        found = objective({n: values[n][i] for n, i in zip(grids, indices, strict=True)})
        if found < best:
            best, where = found, indices
    search = Search(objective, axes, best, {n: grids[n][i] for n, i in zip(grids, where, strict=True)}, steps)
    return search.at_the_wall() if walls and best < math.inf else search


def line(f: Callable[[float], float], value: float, reach: float, fine: float) -> tuple[float, float]:
    """The least value near 0 (where it is ``value``), and its position, by Brent's method; infinities are walls.

    The first steps are of length ``reach``, and go on as long as the value falls; ``fine`` is the accuracy of the position,
    relative to them.
    """
    x = 0.0
    a, b = -reach, reach
    fa, fb = f(a), f(b)
    for _ in range(40):
        if fa < value:
            b, fb, x, value = x, value, a, fa
            a -= reach
            fa = f(a)
        elif fb < value:
            a, fa, x, value = x, value, b, fb
            b += reach
            fb = f(b)
        else:
            break
    if max(fa, fb) - value <= _FLAT * abs(value):
        return value, x
    w = v = x
    fw = fv = value
    step = earlier = 0.0
    for _ in range(80):
        middle = (a + b) / 2
        # near a wall the least value is at the edge, which has to be met; at a smooth minimum digits of the position are lost
        tolerance = (fine * _AT_A_WALL if math.inf in (fa, fb) else fine) * (abs(x) + reach)
        if abs(x - middle) <= 2 * tolerance - (b - a) / 2:
            break
        parabolic = _vertex((x, value), (w, fw), (v, fv)) if abs(earlier) > tolerance else None
        if parabolic is not None and abs(parabolic) < abs(earlier) / 2 and a < x + parabolic < b:
            earlier, step = step, parabolic
            if min(x + step - a, b - x - step) < 2 * tolerance:
                step = math.copysign(tolerance, middle - x)
        else:
            earlier = (a if x >= middle else b) - x
            step = _GOLDEN * earlier
        u = x + (step if abs(step) >= tolerance else math.copysign(tolerance, step))
        fu = f(u)
        if fu <= value:
            if u >= x:
                a, fa = x, value
            else:
                b, fb = x, value
            v, fv, w, fw, x, value = w, fw, x, value, u, fu
            continue
        if u < x:
            a, fa = u, fu
        else:
            b, fb = u, fu
        if fu <= fw or w == x:
            v, fv, w, fw = w, fw, u, fu
        elif fu <= fv or v in (x, w):
            v, fv = u, fu
    return value, x


def _vertex(x: tuple[float, float], w: tuple[float, float], v: tuple[float, float]) -> float | None:
    """How far from ``x`` the parabola through three points is least; None if there is none."""
    if not (math.isfinite(w[1]) and math.isfinite(v[1])):
        return None
    r, q = (x[0] - w[0]) * (x[1] - v[1]), (x[0] - v[0]) * (x[1] - w[1])
    p, q = (x[0] - v[0]) * q - (x[0] - w[0]) * r, 2 * (q - r)
    return -p / q if q != 0 else None


def first_admissible(
    gap: Callable[[float], float], axis: SearchAxis, falling: bool, near: float | None = None, *, exact: bool = True
) -> float | None:
    """The first value of ``axis`` from below (from above if ``falling``) at which ``gap`` is at most 0; None if none is found.

    The gap is taken to be monotone between the last value that misses and the first that does; where several intervals are
    admissible, one that a scan of the axis meets first. ``near`` is a value to begin at. What is not ``exact`` is admissible too,
    and within a thousandth.
    """
    if axis.empty:
        return None
    if axis.integer:
        positions = axis.grid(MAX_INTEGERS)
        return next((axis.at(t) for t in (reversed(positions) if falling else positions) if gap(axis.at(t)) <= 0), None)

    def at(u: float) -> float:
        return axis.at(math.asinh(u))

    first, last = (math.sinh(t) for t in (reversed(axis.ends) if falling else axis.ends))
    bracket = _around(gap, at, first, last, axis.place(near)) if near is not None else None
    if bracket is None:
        bracket = _scanned(gap, at, first, last)
    if bracket is None:
        return None
    miss, g_miss, hit, g_hit = bracket
    side = 0
    for _ in range(200):
        if abs(hit - miss) <= (1e-14 if exact else 1e-3) * max(1.0, abs(hit)):
            break
        u = (hit + miss) / 2
        if math.isfinite(g_miss) and math.isfinite(g_hit) and g_hit < 0:
            u = (miss * g_hit - hit * g_miss) / (g_hit - g_miss)
            if not min(hit, miss) < u < max(hit, miss):
                u = (hit + miss) / 2
        if u in (hit, miss):
            break
        g = gap(at(u))
        if g <= 0:
            hit, g_hit = u, g
            if side == 1:
                g_miss /= 2
            side = 1
            if g == 0:
                break
        else:
            miss, g_miss = u, g
            if side == -1:
                g_hit /= 2
            side = -1
    return at(hit)


_Bracket = tuple[float, float, float, float]
"""A place that misses with its gap, and one that does not with its own."""


def _scanned(gap: Callable[[float], float], at: Callable[[float], float], first: float, last: float) -> _Bracket | None:
    """The end of the axis that misses and the other, or places of a coarse scan; the first place twice if it is admissible."""
    g_first, g_last = gap(at(first)), math.inf
    if g_first <= 0:
        return first, g_first, first, g_first
    g_last = gap(at(last))
    if g_last <= 0:
        return first, g_first, last, g_last
    low, high = math.asinh(first), math.asinh(last)
    miss, g_miss = first, g_first
    for k in range(1, 12):
        u = math.sinh(low + (high - low) * k / 12)
        g = gap(at(u))
        if g <= 0:
            return miss, g_miss, u, g
        miss, g_miss = u, g
    return None


def _around(
    gap: Callable[[float], float], at: Callable[[float], float], first: float, last: float, near: float
) -> _Bracket | None:
    """A place that misses and one that does not, found by growing steps from ``near``; None where the axis ends before."""
    u, g = near, gap(at(near))
    towards = math.copysign(1.0, (first - last) if g <= 0 else (last - first))
    step = _WARM
    while True:
        other = u + towards * step
        if not min(first, last) < other < max(first, last):
            return None
        g_other = gap(at(other))
        if (g_other <= 0) != (g <= 0):
            return (other, g_other, u, g) if g <= 0 else (u, g, other, g_other)
        u, g, step = other, g_other, step * 4
