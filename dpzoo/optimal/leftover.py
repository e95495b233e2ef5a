"""Approximate zCDP as a target where no pair dominates: what is left of the binary pair that fares worst (theory, T21).

Between bounds on Rényi divergences, losses and odds ratios binary pairs suffice, also after a part of either side has been set
aside. So the optimum is a maximum along the boundary of the binary region and over the orders: numeric from above, while the
lower end is what one pair certainly needs.
"""

from __future__ import annotations

import contextlib
import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import flint

from dpzoo.numbers.real import ONE, ZERO, Ball, Real, real
from dpzoo.numbers.roots import root
from dpzoo.optimal import response
from dpzoo.optimal.binary import Point, RegionBoundary, left, log_slope, renyi
from dpzoo.optimal.certify import Masses, UncertifiedError, arb, holds, inner, left_of_masses, renyi_of_masses, support, up
from dpzoo.optimal.certify import masses as ball_masses
from dpzoo.optimal.intervals import Suspect, excluded
from dpzoo.optimal.optimum import Found, NoReductionError, Pair
from dpzoo.optimal.polygon import LONGEST, dominating
from dpzoo.optimal.primitives import Line, OddsRange, Orders, Power, Primitive
from dpzoo.optimal.sources import INFINITE
from dpzoo.optimal.testing import Region

_MARGIN: Final = 2.0**-34
_CLOSE: Final = tuple(2.0**-k for k in (46, 43, 40, 36, 32))
_SAFE: Final = tuple(2.0**-k for k in (27, 25, 23))
_BELOW: Final = tuple(2.0**-k for k in (40, 36, 33, 31, 29, 27, 25, 22, 18))
_PLACES: Final = 40
_FIRST: Final = -9.0
_LAST: Final = 31.0
_HALVINGS: Final = 60
_ORDERS: Final = 24
_SMALLEST: Final = 1e-300
_LONGEST: Final = 600.0
_LINES: Final = 24
_ENOUGH: Final = 1e-13
_PROVED: Final = 6e-9
_NARROW: Final = 1e-5
_SPLITS: Final = 240
_FEW: Final = 20


def binary_pairs_suffice(parts: Sequence[Primitive]) -> bool:
    """Whether T21 covers a source: Rényi divergences and largest losses, or an interval of losses alone."""
    if len(parts) == 1 and isinstance(parts[0], OddsRange):
        return True
    return all(isinstance(c, Orders) or (isinstance(c, Line) and c.delta == ZERO) for c in parts)


class _Worst:
    """The largest excess over the boundary of what is left, as a function of the share that is set aside."""

    def __init__(self, parts: Sequence[Primitive], offset: float | None, slope: float | None) -> None:
        self.parts, self.offset, self.slope = tuple(parts), offset, slope
        self.boundary = RegionBoundary(parts)
        self.known: dict[float, float] = {}

    def small(self, t: float) -> float:
        if t not in self.known:
            self.known[t] = self.boundary.small(t)
        return self.known[t]

    def left(self, t: float, share: float) -> tuple[float, float] | None:
        """The losses of what is left of the boundary's pair with loss t; None where nothing but equal laws is."""
        b = self.small(t)
        return left(t, b, share) if b >= _SMALLEST else None

    def excess(self, t: float, share: float) -> float:
        """sup over orders of (D_α - ξ)/α or of D_α - ρα, at least 0."""
        pair = self.left(t, share)
        return 0.0 if pair is None else _of_losses(*pair, self.offset, self.slope)[0]

    def greatest(self, share: float) -> tuple[float, float]:
        """The largest excess, and where."""
        u = self.boundary.kink
        last = min(self.boundary.end, self.boundary.last)
        low = high = u
        while high < last and self.left(high, share) is not None:
            low, high = high, min(1.5 * high if high > 30 else min(1.5 * high, high + 4.0), last)
        if self.left(high, share) is None:
            for _ in range(_HALVINGS):
                middle = (low + high) / 2
                low, high = (low, middle) if self.left(middle, share) is None else (middle, high)

        def at(z: float) -> float:  # close together at either end, where little may be left of large losses
            return u + (high - u) / (1 + math.exp(-z))

        grid = [_FIRST + (_LAST - _FIRST) * k / _PLACES for k in range(_PLACES + 1)]
        values = [self.excess(at(z), share) for z in grid]
        k = max(range(len(grid)), key=values.__getitem__)
        near = (grid[max(k - 1, 0)], grid[min(k + 1, _PLACES)])
        where = at(_peak(lambda z: self.excess(at(z), share), near))
        return max((self.excess(t, share), t) for t in (u, at(grid[k]), where, high))

    def point(self, t: float) -> Point:
        return self.boundary.kink_point() if t <= self.boundary.kink else self.boundary.point(t)


def _of_losses(a: float, b: float, offset: float | None, slope: float | None) -> tuple[float, float]:
    """The excess of the binary pair with losses a ≥ b (up to rounding), whose direct order is the larger one (T4); its α - 1."""

    def value(x: float) -> float:
        s = math.exp(x)
        d = renyi(a, b, s)
        return (d - offset) / (1 + s) if offset is not None else d - float(slope or 0) * (1 + s)

    if offset is not None and a <= offset:
        return 0.0, 0.0
    first = renyi(a, b, 0.0) - (offset if offset is not None else float(slope or 0))
    top = (a - offset) / max(first, 1e-9 * a) if offset is not None else a / float(slope or 1)
    if top <= 1:
        return max(first, 0.0), 0.0
    ends = (min(-14.0, -math.log(a)), math.log(top))
    grid = [ends[0] + (ends[1] - ends[0]) * k / _ORDERS for k in range(_ORDERS + 1)]
    values = [value(x) for x in grid]
    k = max(range(len(grid)), key=values.__getitem__)
    if values[k] <= first and k == 0:
        return max(first, 0.0), 0.0
    best = _peak(value, (grid[max(k - 1, 0)], grid[min(k + 1, _ORDERS)]))
    return max((max(first, 0.0), 0.0), (values[k], math.exp(grid[k])), (value(best), math.exp(best)))


def _excess(losses: tuple[Ball, Ball] | None, offset: Real | None, slope: Real | None) -> tuple[Ball, Ball]:
    """The same in balls: what the pair needs at that order, and slightly more, which suffices at all orders (T6)."""
    zero = flint.arb(0)
    if losses is None:
        return zero, zero
    a, b = losses
    if offset is not None and a <= arb(offset):
        return zero, zero
    if slope == ZERO:
        return a, a
    if not (a > 0 and b > 0):
        return zero, flint.arb("inf")
    s = flint.arb(_of_losses(float(a), float(b), *(None if x is None else float(x) for x in (offset, slope)))[1])
    d, one = renyi_of_masses(ball_masses(a, b), a, b, s), 1 + s
    low = ((d - arb(offset)) / one if offset is not None else d - arb(slope) * one).max(zero)
    for margin in _CLOSE:
        high = real(up(low * (1 + flint.arb(margin)) + flint.arb(_SMALLEST)))
        xi, rho = (offset, high) if offset is not None else (high, slope)
        assert xi is not None
        assert rho is not None
        if holds(Orders(xi, rho, ONE, INFINITE), a, b):
            return low, arb(high)
    return low, flint.arb("inf")


def _peak(function: Callable[[float], float], ends: tuple[float, float]) -> float:
    from scipy.optimize import minimize_scalar  # slow to import, and few conversions need it

    if not ends[0] < ends[1]:
        return ends[0]
    found = minimize_scalar(lambda x: -function(x), bounds=ends, method="bounded", options={"xatol": 1e-7 * (ends[1] - ends[0])})
    return float(found.x)


def excess_left(parts: Sequence[Primitive], share: Real, offset: Real | None, slope: Real | None, limit: float) -> Found:
    """The least ρ at ξ (``offset``) or ξ at ρ (``slope``) once a part ``share`` is set aside; ``limit`` is the ε of that δ."""
    worst = _Worst(parts, None if offset is None else float(offset), None if slope is None else float(slope))
    value, where = worst.greatest(float(share))
    if value <= 0:
        return Found(flint.arb(0), flint.arb(0), "T21")
    near, safe = _inside(worst, where)
    lower = _excess(left_of_masses(near, arb(share)), offset, slope)[0]
    outer = _Outer(worst, arb(share), offset, slope)
    with contextlib.suppress(ArithmeticError):
        upper = outer.greatest(where, limit, lower * (1 + flint.arb(_PROVED)))
        if upper is not None:
            return Found(lower, flint.arb(upper.upper()), "T24", safe)
    return Found(lower.min(flint.arb(value)), flint.arb(value * (1 + _MARGIN)), "T21", safe, certified=False)


def around(parts: Sequence[Primitive], share: Real) -> Pair:
    """A pair of which all pairs of the source are post-processings: that of lines with prices up to the one at ``share`` (T7)."""
    region = Region(parts)
    last = region.epsilon(share)
    if last is None:
        raise NoReductionError("more than δ may be disclosed")
    prices = [real(up(last.upper) * k / _LINES) for k in range(_LINES + 1)]
    return dominating([Line(e, real(up(region.delta(e).upper))) for e in prices], outside=True)


def greatest_order(parts: Sequence[Primitive], order: Real) -> Found:
    """The largest D_β, β ≥ 1, over the binary pairs on the boundary (T21)."""
    worst, s = _Worst(parts, None, None), float(order) - 1
    u, last = worst.boundary.kink, min(worst.boundary.end, worst.boundary.last, _LONGEST)
    grid = [u + (last - u) * (k / _PLACES) ** 2 for k in range(_PLACES + 1)]
    values = [renyi(t, worst.small(t), s) for t in grid]
    k = max(range(len(grid)), key=values.__getitem__)
    near = (grid[max(k - 1, 0)], grid[min(k + 1, _PLACES)])
    where = max(grid[k], _peak(lambda t: renyi(t, worst.small(t), s), near), key=lambda t: renyi(t, worst.small(t), s))
    pair, safe = _inside(worst, where)
    lower = renyi_of_masses(pair, (pair.p / pair.q).log(), (pair.q_rest / pair.p_rest).log(), arb(order) - 1)
    return Found(lower, flint.arb(renyi(where, worst.small(where), s) * (1 + _MARGIN)), "T21", safe, certified=False)


def binary_is_worst(part: Primitive, share: Real | Ball, xi: Real | Ball, rho: Real | Ball, limit: Found) -> bool:
    """Whether no pair with a bound on a power was found to need more than the binary pair that fares worst (T26).

    ``limit`` is the largest loss that can be left.
    """
    if not isinstance(part, Power):
        return False
    worst = _Worst((part,), float(xi), None)
    _, where = worst.greatest(float(share))
    losses = worst.left(where, float(share))
    if losses is None:
        return False
    order = 1 + _of_losses(*losses, float(xi), None)[1]
    return excluded(part, Suspect(float(share), float(xi), float(rho), where, order, losses, up(limit.upper)))


class _Outer:
    """Lines that support the region, and what is left of their corners: an upper bound for all that the region holds (T24)."""

    def __init__(self, worst: _Worst, share: Ball, offset: Real | None, slope: Real | None) -> None:
        self.worst, self.share, self.offset, self.slope = worst, share, offset, slope
        self.lines: dict[float, tuple[Ball, Ball]] = {}

    def line(self, log_price: float) -> tuple[Ball, Ball]:
        """m and S with p ≤ S + mq for all tests."""
        if log_price not in self.lines:
            price = flint.arb(log_price).exp()
            self.lines[log_price] = price, flint.arb(support(self.worst.boundary.touching(log_price), price)[0].upper())
        return self.lines[log_price]

    def corner(self, first: float, second: float) -> Ball:
        """An upper bound of the excess of what is left where two lines meet."""
        (m, s), (n, t) = self.line(first), self.line(second)
        one, q = flint.arb(1), ((s - t) / (n - m)).max(flint.arb(0))
        p = (s + m * q).min(one)
        pair = Masses(p, 1 - p, q, 1 - q)
        mirrored = Masses(1 - q, q, 1 - p, p)  # rounding may take a corner beyond p + q = 1
        tried = [pair] if p + q <= 1 else [pair, mirrored]
        tops = [_excess(left_of_masses(x, self.share), self.offset, self.slope)[1] for x in tried]
        return max(tops, key=float)

    def greatest(self, where: float, limit: float, enough: Ball) -> Ball | None:
        """An upper bound of the excess, refined until it is at most ``enough``; None if it does not come to that."""
        boundary = self.worst.boundary
        while not self.line(limit)[1] <= self.share:
            limit *= 1 + 2.0**-30
            if len(self.lines) > _FEW:
                return None
        kink = max(boundary.kink_slope, 0.0)
        here = log_slope(boundary.excess(where, boundary.small(where))[1], where, boundary.small(where))
        near = [here + sign * _NARROW * 6.0**k for k in range(9) for sign in (-1, 1)]
        prices = sorted({0.0, kink * (1 - 2.0**-30), limit, *(x for x in (here, *near) if kink < x < limit)})
        cells = [(self.corner(a, b), a, b) for a, b in itertools.pairwise(prices)]
        for _ in range(_SPLITS):
            cells.sort(key=lambda x: float(x[0]))
            top, a, b = cells[-1]
            if top <= enough:
                return top
            middle = (a + b) / 2
            if not a < middle < b:
                return None
            cells[-1:] = [(self.corner(a, middle), a, middle), (self.corner(middle, b), middle, b)]
        return None


def share_left(parts: Sequence[Primitive], offset: Real, slope: Real) -> Found:
    """The least share at ξ and ρ."""
    worst, wanted = _Worst(parts, float(offset), None), float(slope)

    def miss(x: float) -> float:
        gap = worst.greatest(math.exp(x))[0] - wanted
        return gap if abs(gap) > _ENOUGH * wanted else 0.0

    u = worst.boundary.kink
    high = math.log(math.tanh(u / 2)) - 1e-9
    low = high - 1.0
    while miss(low) <= 0:
        high, low = low, 2 * low - high - 1.0
        if math.exp(low) < _SMALLEST:
            raise NoReductionError("so small a δ is not told from 0")
    share = math.exp(_falls(miss, low, high) if miss(high) == 0 else root(miss, low, high, 200))
    near, safe = _inside(worst, worst.greatest(share)[1])
    more = flint.arb(share) * (1 + flint.arb(_PROVED))
    outer, proved = _Outer(worst, more, offset, None), None
    with contextlib.suppress(ArithmeticError):
        limit = Region(parts).epsilon(real(up(more)))
        proved = outer.greatest(worst.greatest(share)[1], up(limit.upper), arb(slope)) if limit is not None else None
    for step in _BELOW:
        least = flint.arb(share) * (1 - flint.arb(step))
        if _excess(left_of_masses(near, least), offset, None)[0] > arb(slope):
            if proved is not None:
                return Found(least, more, "T24", safe)
            return Found(least, flint.arb(share * (1 + _MARGIN)), "T21", safe, certified=False)
    raise NoReductionError("no pair near the optimum could be shown to need as much")


def _falls(function: Callable[[float], float], low: float, high: float) -> float:
    """Where a function that is positive at ``low`` comes to 0, and stays there up to ``high``."""
    while low < (middle := (low + high) / 2) < high:
        low, high = (middle, high) if function(middle) > 0 else (low, middle)
    return low


def _inside(worst: _Worst, where: float) -> tuple[Masses, Pair | None]:
    """A pair just inside the source, and one that the definitions accept, too, where it can be written."""
    point = worst.point(where)
    try:
        near, safe = (inner(worst.parts, point, margins, floor=worst.boundary.end) for margins in (_CLOSE, _SAFE))
    except UncertifiedError as error:  # more digits do not help what is searched in floats
        raise NoReductionError(str(error)) from None
    return ball_masses(*near), response.table(*safe) if point.a <= LONGEST else None


def behind(found: Found, cut: Real) -> Found:
    """A share of the rest as a share of the whole, once ``cut`` has been disclosed."""
    c = arb(cut)
    return replace(found, lower=c + (1 - c) * found.lower, upper=c + (1 - c) * found.upper) if cut not in (ZERO, ONE) else found
