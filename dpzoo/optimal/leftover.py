"""Approximate zCDP as a target where no pair dominates: what is left of the binary pair that fares worst (theory, T21).

Between bounds on Rényi divergences, losses and odds ratios binary pairs suffice, also after a part of either side has been set
aside. So the optimum is a maximum along the boundary of the binary region and over the orders: numeric from above, while the
lower end is what one pair certainly needs.
"""

from __future__ import annotations

import contextlib
import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

import flint

from dpzoo.numbers.real import ONE, ZERO, Ball, Real, real
from dpzoo.numbers.roots import halved
from dpzoo.optimal import response
from dpzoo.optimal.binary import Point, RegionBoundary, left, log_slope, masses, renyi, worst_order
from dpzoo.optimal.certify import (
    Masses,
    UncertifiedError,
    arb,
    holds,
    holds_from,
    inner,
    left_of_masses,
    number_above,
    renyi_of_masses,
    support,
    up,
)
from dpzoo.optimal.certify import masses as ball_masses
from dpzoo.optimal.chords import everywhere, excess_at
from dpzoo.optimal.intervals import SuspectedPair, excluded
from dpzoo.optimal.optimum import Found, NoReductionError, Pair
from dpzoo.optimal.peaks import highest_of_all
from dpzoo.optimal.polygon import LONGEST, dominating
from dpzoo.optimal.primitives import Gaussian, Line, OddsRange, Orders, Power, Primitive
from dpzoo.optimal.sources import INFINITE
from dpzoo.optimal.testing import Region

MARGIN: Final = 2.0**-34
_CLOSE: Final = tuple(2.0**-k for k in (46, 43, 40, 36, 32))
_SAFE: Final = tuple(2.0**-k for k in (27, 25, 23))
_PLACES: Final = 40
_TURNS: Final = 30
_FIRST: Final = -9.0
_LAST: Final = 31.0
_ROUNDS: Final = 20
RAREST: Final = 1e-299
_ALMOST: Final = 0.9
_LINES: Final = 24
PROVED: Final = (6e-9, 2e-10, 1e-11)
"""Ever closer, as far as it goes."""
_NARROW: Final = 1e-5
_SPLITS: Final = 2000
_FEW: Final = 20
_CENTRAL: Final = 0.4
_SHARES: Final = (0.5, 0.45, 0.6)
"""Of an interval of prices, where it is split."""


def binary_pairs_suffice(parts: Sequence[Primitive], share: Real = ZERO) -> bool:
    """Whether T21 covers a source: Rényi divergences, largest losses, ranges of losses, and lines of at most the ``share``."""
    return all(_at_most_two(c, share) for c in parts)


def _at_most_two(part: Primitive, share: Real) -> bool:
    return isinstance(part, Orders | OddsRange) or (isinstance(part, Line) and part.delta <= share)


def covered(boundary: RegionBoundary, share: Real, loss: float) -> RegionBoundary | None:
    """That of a source that T21 covers, the same or a weaker one that is (ε, δ)-DP at ``loss`` and ``share``, as this one is.

    None if that would bound no order.
    """
    if binary_pairs_suffice(boundary.parts, share):
        return boundary
    kept = [Orders(ZERO, c.mu * c.mu / 2, ONE, INFINITE) if isinstance(c, Gaussian) else c for c in boundary.parts]
    kept = [c for c in kept if _at_most_two(c, share)]
    if not any(isinstance(c, Orders | OddsRange) for c in kept):
        return None
    return RegionBoundary((*kept, Line(number_above(flint.arb(loss)), share)))


@dataclass(frozen=True, slots=True)
class _Orders:
    """sup over orders in (1, last] of (D_α - ξ)/α (``offset``) or of D_α - ρα (``slope``)."""

    offset: Real | None
    slope: Real | None
    last: Real = INFINITE

    def floats(self, a: float, b: float) -> float:
        """That of the binary pair with losses a ≥ b."""
        return self.worst(a, b)[0]

    def worst(self, a: float, b: float) -> tuple[float, float]:
        """The same (up to rounding), and its α - 1, of the direct order of the pair, which is the larger one (T4).

        By Dinkelbach's method: of the largest number that was seen the order at which ξ + ρα is broken most needs more (T6). With
        its larger loss alone, which may decide, a pair has D_α = a + ln(p)/(α - 1).
        """
        offset, slope, last = float(self.offset or ZERO), float(self.slope or ZERO), float(self.last) - 1

        def value(s: float) -> tuple[float, float]:
            d = renyi(a, b, s)
            return (d - offset) / (1 + s) if self.offset is not None else d - slope * (1 + s), s

        if self.offset is not None and a <= offset:
            return value(0.0)
        if not (self.offset is not None or slope):
            return renyi(a, b, last), last
        rare, above = max(-math.log(masses(a, b)[0]), 0.0), a - offset
        alone = (rare + math.sqrt(rare * (rare + above))) / above if not slope else math.sqrt(rare / slope)
        best = max(value(0.0), value(min(alone, last)))
        for _ in range(_ROUNDS if best[0] > 0 or self.offset is None else 0):
            xi, rho = (offset, best[0]) if self.offset is not None else (best[0], slope)
            found = value(worst_order(a, b, xi, rho, last))
            if not found > best:
                break
            best = found
        return best

    def least(self, losses: tuple[Ball, Ball] | None) -> Ball:
        """What the pair needs at one order."""
        if losses is None or (self.offset is not None and losses[0] <= arb(self.offset)):
            return flint.arb(0)
        a, b = losses
        if self.slope == ZERO and self.last.infinite:
            return a
        if not (a > 0 and b > 0):
            return flint.arb(0)
        s = flint.arb(self.worst(float(a), float(b))[1])
        if not s + 1 < arb(self.last):
            s = arb(self.last) - 1
        divergence = renyi_of_masses(ball_masses(a, b), a, b, s)
        return excess_at(divergence, 1 + s, self.offset, self.slope).max(flint.arb(0))

    def met(self, enough: Real) -> Met:
        """Whether so much is enough at all orders (T6)."""
        xi, rho = (self.offset, enough) if self.offset is not None else (enough, self.slope)
        assert xi is not None
        assert rho is not None
        return OrdersWithin(Orders(xi, rho, ONE, self.last))


@dataclass(frozen=True, slots=True)
class _Order:
    """D_α at one order α = 1 + s, at least 0."""

    order: Real

    def floats(self, a: float, b: float) -> float:
        """That of the binary pair with losses a ≥ b."""
        return renyi(a, b, float(self.order) - 1)

    def least(self, losses: tuple[Ball, Ball] | None) -> Ball:
        """The same."""
        if losses is None or not (losses[0] > 0 and losses[1] > 0):
            return flint.arb(0)
        return renyi_of_masses(ball_masses(*losses), *losses, arb(self.order) - 1)

    def met(self, enough: Real) -> Met:
        """Whether so much is enough."""
        return lambda losses: losses is None or (losses[0] > 0 and losses[1] > 0 and self.least(losses) <= arb(enough))


Met = Callable[[tuple[Ball, Ball] | None], bool]
"""Whether the binary pair with losses a ≥ -b certainly meets what is asked; of None, equal laws."""


class Need(Protocol):
    """What a binary pair with losses a ≥ b needs."""

    def floats(self, a: float, b: float) -> float:
        """In floats."""

    def least(self, losses: tuple[Ball, Ball] | None) -> Ball:
        """At least this."""

    def met(self, enough: Real) -> Met:
        """Whether ``enough`` is."""


@dataclass(frozen=True, slots=True)
class OrdersWithin:
    """D_α ≤ ξ + ρα at all orders of a family, where those up to ``first`` are known to keep to it."""

    part: Orders
    first: Real = ONE

    def __call__(self, losses: tuple[Ball, Ball] | None) -> bool:
        """Whether the pair certainly does."""
        if losses is None or losses[0] <= arb(self.part.xi):
            return True
        a, b = losses
        if not (a > 0 and b > 0 and self.part.rho > ZERO):
            return False
        return holds(self.part, a, b) or (self.first > ONE and holds_from(self.part, a, b, arb(self.first)))


class WorstLeft:
    """The largest excess over the boundary of what is left, as a function of the share that is set aside."""

    def __init__(self, parts: Sequence[Primitive], need: Need) -> None:
        self.parts, self.need = tuple(parts), need
        self.boundary = RegionBoundary(parts)

    def left(self, t: float, share: float) -> tuple[float, float] | None:
        """The losses of what is left of the boundary's pair with loss t; None where nothing but equal laws is."""
        b = self.boundary.small(t)
        return left(t, b, share) if b >= RAREST else None

    def excess(self, t: float, share: float) -> float:
        """What is needed of what is left; not positive where nothing is."""
        pair = self.left(t, share)
        return 0.0 if pair is None else self.need.floats(*pair)

    def greatest(self, share: float) -> tuple[float, float]:
        """The largest excess, and where."""
        u = self.boundary.kink
        last = min(self.boundary.end, self.boundary.last)
        low = high = u
        while high < last and self.left(high, share) is not None:
            low, high = high, self.boundary.farther(high)
        if self.left(high, share) is None:
            low, high = halved(lambda t: self.left(t, share) is not None, low, high)
        known = {t: self.excess(t, share) for t in {u, high, *places(u, high), *beside_lines(self.parts, u, high)}}
        most = max(known.values())
        return highest_of_all(lambda t: self.excess(t, share), known, most - (1 - _ALMOST) * abs(most), ends=True)


def places(low: float, high: float) -> Iterator[float]:
    """Losses in between, close together at either end, where little may be left of large ones, and in proportion."""
    for k in range(_PLACES + 1):
        yield low + (high - low) / (1 + math.exp(-(_FIRST + (_LAST - _FIRST) * k / _PLACES)))
        yield low * (high / low) ** (k / _PLACES)


def beside_lines(parts: Sequence[Primitive], low: float, high: float) -> Iterator[float]:
    """Losses in between just above those of lines: of a tiny δ the boundary turns where a loss exceeds ε by δ/p."""
    for line in parts:
        if isinstance(line, Line) and float(line.delta):
            beyond = (float(line.epsilon) + float(line.delta) * 2.0**k for k in range(_TURNS))
            yield from (x for x in (float(line.epsilon), *beyond) if low < x < high)


def excess_left(parts: Sequence[Primitive], share: Real, offset: Real | None, slope: Real | None, limit: float) -> Found:
    """The least ρ at ξ (``offset``) or ξ at ρ (``slope``) once a part ``share`` is set aside; ``limit`` is the ε of that δ.

    Where T21 does not cover the source, that of its binary pairs: *proved* if it is enough for a weaker source, too.
    """
    return _greatest(parts, share, _Orders(offset, slope), limit)


def excess(parts: Sequence[Primitive], offset: Real | None, slope: Real | None, last: Real) -> Found:
    """The same with nothing set aside, of the orders up to ``last``."""
    return _greatest(parts, ZERO, _Orders(offset, slope, last), None)


def greatest_order(parts: Sequence[Primitive], order: Real) -> Found:
    """The largest D_β, β ≥ ½, over the binary pairs on the boundary (T21)."""
    return _greatest(parts, ZERO, _Order(order), None)


def _greatest(parts: Sequence[Primitive], share: Real, need: Need, limit: float | None) -> Found:
    """The largest need once a part ``share`` is set aside, at most by a loss of ``limit``, or by a largest loss of the source."""
    worst = WorstLeft(parts, need)
    value, where = worst.greatest(float(share))
    enclosing = worst.boundary if limit is None else covered(worst.boundary, share, limit)
    if enclosing is not None and enclosing is not worst.boundary:  # is it enough for the weaker source at all?
        most, _ = WorstLeft(enclosing.parts, need).greatest(float(share))
        enclosing = None if most > value * (1 + PROVED[0]) else enclosing
    outer = OuterLines(enclosing or worst.boundary)
    limit = None if enclosing is None else outer.largest_loss() if limit is None else limit
    if value <= 0:
        proved = limit is not None and outer.keep(where, limit, arb(share), need.met(ZERO))
        return Found(flint.arb(0), flint.arb(0), "T24" if proved else "T21", certified=proved)
    near, safe = inside(worst.boundary, where)
    lower, upper = need.least(left_of_losses(near, arb(share))), None
    for margin in PROVED:
        enough = number_above(lower * (1 + flint.arb(margin)))
        if limit is None or not outer.keep(where, limit, arb(share), need.met(enough)):
            break
        upper = arb(enough)
    if upper is not None:
        return Found(lower, upper, "T24", safe)
    return Found(lower.min(flint.arb(value)), flint.arb(value * (1 + MARGIN)), "T21", safe, certified=False)


def around(parts: Sequence[Primitive], share: Real) -> Pair:
    """A pair of which all pairs of the source are post-processings: that of lines with prices up to the one at ``share`` (T7)."""
    region = Region(parts)
    last = region.epsilon(share)
    if last is None:
        raise NoReductionError("more than δ may be disclosed")
    prices = [real(up(last.upper) * k / _LINES) for k in range(_LINES + 1)]
    return dominating([Line(e, number_above(region.delta(e).upper)) for e in prices], outside=True)


def binary_is_worst(part: Primitive, share: Real | Ball, xi: Real | Ball, rho: Real | Ball, limit: Found) -> bool:
    """Whether no pair with a bound on a power was found to need more than the binary pair that fares worst (T26).

    ``limit`` is the largest loss that can be left.
    """
    if not isinstance(part, Power):
        return False
    need = _Orders(real(float(xi)), None)
    worst = WorstLeft((part,), need)
    _, where = worst.greatest(float(share))
    losses = worst.left(where, float(share))
    if losses is None:
        return False
    order = 1 + need.worst(*losses)[1]
    return excluded(part, SuspectedPair(float(share), float(xi), float(rho), where, order, losses, up(limit.upper)))


class OuterLines:
    """Lines that support the region: if what is left of their corners meets what is asked, all that it holds does (T24)."""

    def __init__(self, boundary: RegionBoundary) -> None:
        self.boundary = boundary
        self.lines: dict[float, tuple[Ball, Ball]] = {}
        self.places: dict[float, float] = {}
        """The larger loss of the pair at which a line touches the region."""
        for line in boundary.parts:
            if isinstance(line, Line):
                self.lines[up(arb(line.epsilon))] = arb(line.epsilon).exp(), flint.arb(arb(line.delta).upper())

    def largest_loss(self) -> float | None:
        """That of the source, with its line p ≤ e^ε q; None if losses are not bounded."""
        bounds = [c.epsilon if isinstance(c, Line) else c.eta for c in self.boundary.parts if isinstance(c, Line | OddsRange)]
        if not bounds:
            return None
        least = min(bounds)
        self.lines[up(arb(least))] = arb(least).exp(), flint.arb(0)
        return up(arb(least))

    def line(self, log_price: float, point: Point | None = None) -> tuple[Ball, Ball]:
        """m and S with p ≤ S + mq for all tests."""
        if log_price not in self.lines:
            price, point = flint.arb(log_price).exp(), point or self.boundary.touching(log_price)
            self.lines[log_price] = price, flint.arb(support(point, price)[0].upper())
            self.places[log_price] = point.a
        return self.lines[log_price]

    def proved(self, log_price: float, point: Point | None = None) -> bool:
        """Whether the line can be shown to support the region; any others will do."""
        with contextlib.suppress(ArithmeticError):
            self.line(log_price, point)
        return log_price in self.lines

    def between(self, a: float, b: float) -> float | None:
        """The price of a line between two, which touches halfway between where they do, or has a price in between."""
        if a in self.places and b in self.places and self.places[a] < self.places[b]:
            point = self.boundary.point((self.places[a] + self.places[b]) / 2)
            price = log_slope(point.active[0], point.a, point.b)
            if len(point.active) == 1 and abs(price - (a + b) / 2) < _CENTRAL * (b - a) and self.proved(price, point):
                return price
        return next((x for x in (a + (b - a) * share for share in _SHARES) if a < x < b and self.proved(x)), None)

    def corner(self, first: float, second: float, share: Ball, met: Met) -> bool:
        """Whether what is left where two lines meet certainly meets what is asked."""
        (m, s), (n, t) = self.line(first), self.line(second)
        one, q = flint.arb(1), ((s - t) / (n - m)).max(flint.arb(0))
        p = (s + m * q).min(one)
        pair = Masses(p, 1 - p, q, 1 - q)
        mirrored = Masses(1 - q, q, 1 - p, p)  # rounding may take a corner beyond p + q = 1
        return all(met(left_of_masses(x, share)) for x in ([pair] if p + q <= 1 else [pair, mirrored]))

    def keep(self, where: float, limit: float, share: Ball, met: Met) -> bool:
        """Whether the corners of finitely many lines do, close together about the pair with the loss ``where``.

        No loss beyond ``limit`` is left, up to rounding.
        """
        with contextlib.suppress(ArithmeticError):
            last = next(x for x in (limit * (1 + k * 2.0**-30) for k in range(_FEW)) if self.line(x)[1] <= share)
            places = sorted(x for x in self._first(where, last) if x <= last)
            return everywhere(itertools.pairwise(places), lambda a, b: self.corner(a, b, share, met), self.between, _SPLITS)
        return False

    def _first(self, where: float, limit: float) -> set[float]:
        """The prices to begin with."""
        boundary = self.boundary
        kink = max(boundary.kink_slope, 0.0)
        here = log_slope(boundary.excess(where, boundary.small(where))[1], where, boundary.small(where))
        near = [here + sign * _NARROW * 6.0**k for k in range(9) for sign in (-1, 1)]
        others = (kink * (1 - 2.0**-30), *(x for x in (here, *near) if kink < x < limit))
        return {0.0, limit, *self.lines, *(x for x in others if self.proved(x))}


def left_of_losses(losses: tuple[Ball, Ball], share: Ball) -> tuple[Ball, Ball] | None:
    """What is left of the losses a ≥ -b of a binary pair."""
    return losses if share.is_zero() else left_of_masses(ball_masses(*losses), share)


def inside(boundary: RegionBoundary, where: float) -> tuple[tuple[Ball, Ball], Pair | None]:
    """The losses of a pair just inside the source, and one that the definitions accept, too, where it can be written."""
    point = boundary.kink_point() if where <= boundary.kink else boundary.point(where)
    try:
        near, safe = (inner(boundary.parts, point, margins, floor=boundary.end) for margins in (_CLOSE, _SAFE))
    except UncertifiedError as error:  # more digits do not help what is searched in floats
        raise NoReductionError(str(error)) from None
    return near, response.table(*safe) if point.a <= LONGEST else None


def behind(found: Found, cut: Real) -> Found:
    """A share of the rest as a share of the whole, once ``cut`` has been disclosed."""
    c = arb(cut)
    return replace(found, lower=c + (1 - c) * found.lower, upper=c + (1 - c) * found.upper) if cut not in (ZERO, ONE) else found
