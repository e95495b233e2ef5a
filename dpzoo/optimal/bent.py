"""What is left beside lines of more than the share set aside: outputs at their bends (theory, T21, T24).

Such lines bend the dual inequality at their ±ε, where the worst laws may have outputs besides two others. The bends at which they
do tell all masses up to two numbers, in which they are affine, so that what is left is convex, and the allowed laws are a convex
set of the plane: a polygon around it is cut at the corner that needs most until a law of the source needs nearly as much.
"""

from __future__ import annotations

import contextlib
import functools
import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

import flint

from dpzoo.numbers.late import np
from dpzoo.numbers.real import ONE, ZERO, Ball, Real
from dpzoo.numbers.roots import root
from dpzoo.optimal import minima
from dpzoo.optimal.acceptance import FewOutputs, inside
from dpzoo.optimal.binary import RegionBoundary
from dpzoo.optimal.certify import UncertifiedError, arb, number_above
from dpzoo.optimal.chords import below
from dpzoo.optimal.leftover import OrdersWithin, OuterLines
from dpzoo.optimal.optimum import Found, Pair
from dpzoo.optimal.polygon import rounded
from dpzoo.optimal.primitives import Line, OddsRange, Orders, Primitive, RatioConstraint, promises
from dpzoo.optimal.sources import INFINITE
from dpzoo.optimal.trimming import trimmed

_MOST_LINES: Final = 3
_CUTS: Final = 80
_ENOUGH: Final = 48
_FASTER: Final = 8.0
_PEAKS: Final = 2
_HALVINGS: Final = 60
_ROUNDS: Final = 8
_ORDERS: Final = 50
_LEAST: Final = 1e-6
_LARGEST: Final = 1e3
_GOLDEN: Final = (math.sqrt(5) - 1) / 2
_STEPS: Final = 32
_FEW_STEPS: Final = 24
_CLOSE: Final = 1e-9
_CLOSER: Final = 1e-11
_PROVED: Final = 6e-9
_INSIDE: Final = 1e-3
_LAST: Final = 2.0**22
_FAR: Final = 0.5
_NEAR: Final = 1e-6
_HAIR: Final = 1e-13
_MARGIN: Final = 2.0**-29
"""Of what is only found in floats."""
_BELOW: Final = tuple(2.0**-k for k in (40, 36, 34, 32, 31, 30, 29, 28, 27))
_LESS: Final = 1 - 2.0**-10
_BITS: Final = 256

Row = tuple[Ball, Ball, Ball]
"""A, B and C of A s + B w ≤ C, or of the affine A s + B w + C."""
Outputs = list[tuple[Ball, Ball, Ball]]
"""The masses under P and Q, and the loss, of each output, by falling loss."""
Place = tuple[Ball, Ball]
Best = tuple[float, Outputs | None]
"""How much is needed, and of which law, if one is found."""


@dataclass(frozen=True, slots=True)
class Bend:
    """A line that binds, in one order of the pair: a loss, its ratio m, and E(X - m)₊."""

    line: Line
    reverse: bool
    loss: Ball
    ratio: Ball
    height: Ball


def _bend(line: Line, *, reverse: bool = False) -> Bend:
    e, d = arb(line.epsilon), arb(line.delta)
    m = (-e if reverse else e).exp()
    return Bend(line, reverse, -e if reverse else e, m, 1 - m + m * d if reverse else d)


def _bends(lines: Sequence[Line]) -> Iterator[list[Bend]]:
    """All sets of losses at which outputs may lie, by falling loss, up to the order of the pair."""
    middle = [_bend(c) for c in lines if c.epsilon == ZERO]
    rest = sorted((c for c in lines if c.epsilon > ZERO), key=lambda c: float(c.epsilon))
    chosen = list(itertools.product((False, True), repeat=len(rest)))
    for k, above in enumerate(chosen):
        for under, between in itertools.product(chosen[: k + 1], ([], middle) if middle else ([],)):
            first = [_bend(c) for c in itertools.compress(rest, above)]
            last = [_bend(c, reverse=True) for c in itertools.compress(rest, under)]
            if first or between or last:
                yield [*first[::-1], *between, *last]


def _frame(bends: Sequence[Bend], share: Ball) -> tuple[list[Row], list[Row], list[Row]]:
    """All masses under P and Q, by falling loss, and the sides of a polygon, counterclockwise, outside which some are negative.

    Without bends s and w are Q and P of the larger loss, at most 1 together, as others are mirrored, and P about the share, of
    which nothing is left.
    """
    zero, one = flint.arb(0), flint.arb(1)
    if not bends:
        sides = [(one, -one, zero), (one, one, one), (-one, zero, zero), (zero, -one, -share * _LESS)]
        return [(zero, one, zero), (zero, -one, one)], [(one, zero, zero), (-one, zero, one)], sides
    first, last = bends[0], bends[-1]
    falls = [(b.height - a.height) / (a.ratio - b.ratio) for a, b in itertools.pairwise(bends)]
    q: list[Row] = [(-one, one, zero)]
    sides = [(one, -one, zero), (zero, one, (1 - last.height) / last.ratio), (-one, zero, zero)]
    if falls:
        q = [(-one, zero, falls[0]), *((zero, zero, b - a) for a, b in itertools.pairwise(falls)), (zero, one, -falls[-1])]
        sides = [(one, zero, falls[0]), *sides[1:], (zero, -one, -falls[-1])]
        if any(x[2] < 0 for x in q[1:-1]) or falls[0] < 0 or sides[1][2] < falls[-1]:
            sides = []
    p = [(a * x.ratio, b * x.ratio, c * x.ratio) for (a, b, c), x in zip(q, bends, strict=True)]
    rest = [(zero, -last.ratio, 1 - last.height)]
    return [(first.ratio, zero, first.height), *p, *rest], [(one, zero, zero), *q, (zero, -one, one)], sides


class BentLaws:
    """The laws with outputs at certain bends and one beyond either end, by s = Q of the first and w = 1 - Q of the last.

    A polygon lies around those that the source allows: its sides counterclockwise, and the corner of each with the next.
    """

    def __init__(self, parts: Sequence[Primitive], bends: Sequence[Bend], share: Ball) -> None:
        self.parts, self.bends = tuple(parts), bends
        self.p, self.q, self.sides = _frame(bends, share)
        self.corners = [_meeting(x, y) for x, y in zip(self.sides, [*self.sides[1:], *self.sides[:1]], strict=True)]
        self.needs: list[float | None] = [None] * len(self.sides)
        self.depth = 0.0
        self.centre = self._allowed() if self.sides else None

    def outputs(self, place: Place) -> Outputs | None:
        """The law there; None where an outer mass is not positive."""
        p, q = ([a * place[0] + b * place[1] + c for a, b, c in rows] for rows in (self.p, self.q))
        if not (q[0] > 0 and p[0] > 0 and q[-1] > 0 and p[-1] > 0):
            return None
        losses = [(p[0] / q[0]).log(), *(b.loss for b in self.bends), (p[-1] / q[-1]).log()]
        return list(zip(p, q, losses, strict=True))

    def tightest(self, place: Place) -> tuple[float, Row | None]:
        """By how much the law there exceeds one of the constraints, and the tangent of that one, or infinitely."""
        outputs = self.outputs(place)
        if outputs is None:
            return math.inf, None
        best: tuple[float, float, Primitive, bool] | None = None
        for part, reverse in itertools.product(self.parts, (False, True)):
            if not any(x.line is part and (x.reverse is reverse or part.epsilon == ZERO) for x in self.bends):
                excess, s = _excess(part, _reversed(outputs) if reverse else outputs)
                best = (excess, s, part, reverse) if best is None or excess > best[0] else best
        if best is None:
            return -math.inf, None
        excess, s, part, reverse = best
        if isinstance(part, OddsRange):
            return excess, self._tangent_of_range(place, arb(part.eta).exp())
        weights, bound = _tangent(part, s, [(-x[2] if reverse else x[2]).mid() for x in outputs])
        row = [flint.arb(0)] * 3
        for (one, two), p, q in zip(weights, *((self.q, self.p) if reverse else (self.p, self.q)), strict=True):
            row = [x + one * a + two * b for x, a, b in zip(row, p, q, strict=True)]
        return excess, (row[0], row[1], bound - row[2])

    def _tangent_of_range(self, place: Place, odds: Ball) -> Row:
        """Of e^a - e^η e^-b ≤ 0, where e^a = m + h/s and e^-b = n - r/(1 - w); of p ≤ e^η q/(1 + (e^η - 1)q) without bends."""
        s, w = place
        if not self.bends:
            size = 1 + (odds - 1) * s
            return -odds / size**2, flint.arb(1), odds * s / size - odds * s / size**2
        first, last = self.bends[0], self.bends[-1]
        rest = last.height + last.ratio - 1
        by_s, by_w = -first.height / s**2, odds * rest / (1 - w) ** 2
        excess = first.ratio + first.height / s - odds * (last.ratio - rest / (1 - w))
        return by_s, by_w, by_s * s + by_w * w - excess

    def _allowed(self) -> Place | None:
        """A place that is allowed: the least of all, with two bends, or one where s = w; None if cuts show that there is none.

        Or if none is found, while the polygon is not empty.
        """
        if not self.bends:
            self.depth = 1.0
            return flint.arb(0.25), flint.arb(0.25)
        low, high = flint.arb(0), self.corners[0][0]
        for _ in range(_HALVINGS):
            x = ((low * high).sqrt() if 16 * low < high and low > 0 else high / 16 if low == 0 else (low + high) / 2).mid()
            place = (x, x) if len(self.bends) == 1 else self.corners[-1]
            excess, row = self.tightest(place)
            if excess <= 0:
                self.depth = -excess
                return place
            if row is None or not self.cut(row) or len(self.bends) > 1:
                return None
            rate = row[0] + row[1]
            low, high = (low, row[2] / rate) if rate > 0 else (row[2] / rate, high)
        return None

    def cut(self, row: Row) -> bool:
        """Whether anything is left of the polygon without what a row forbids."""
        values = [_beyond(row, x) for x in self.corners]
        if True not in values:
            return True
        if False not in values:
            self.sides, self.corners, self.needs = [], [], []
            return False
        n = len(values)
        first = next(k for k in range(n) if values[k] and not values[k - 1])
        gone = next(k for k in range(1, n) if not values[(first + k) % n])
        turned = [(first + k) % n for k in range(gone, n)]  # the corners that are kept, from the first one on
        sides = [self.sides[k] for k in ((first + gone) % n, *((k + 1) % n for k in turned))]
        self.corners = [_meeting(row, sides[0]), *(self.corners[k] for k in turned), _meeting(sides[-1], row)]
        self.needs = [None, *(self.needs[k] for k in turned), None]
        self.sides = [row, *sides]
        return True

    def towards(self, place: Place, near: float) -> tuple[Place, float, Row | None]:
        """Where the way to the centre enters the source, or just within, up to an excess of -``near``; by halvings of the way."""
        assert self.centre is not None
        (s, w), (to_s, to_w), near = place, self.centre, min(near, self.depth / 2)
        known: dict[float, tuple[Place, float, Row | None]] = {}

        def excess(halvings: float) -> float:
            if halvings not in known:
                x = flint.arb(2) ** -flint.arb(halvings)
                here = s + x * (to_s - s), w + x * (to_w - w)
                known[halvings] = here, *self.tightest(here)
            return 0.0 if -near <= known[halvings][1] <= 0 else known[halvings][1]

        last = 16.0
        while excess(last) < 0 and last < _LAST:
            last *= 2
        return known[root(excess, 0.0, last)]

    def raised(self, need: Need, best: float, close: float = _CLOSE) -> Best | None:
        """The most that a law needs, if that is more than ``best``, and the law; None if corners are left that may need more."""
        law: Outputs | None = None
        tops: list[float] = []
        while len(tops) < _CUTS:
            top = self._top(need)
            tops.append(top)
            if top <= best + close * abs(best):
                return best, law
            if self.centre is None or (len(tops) == _ENOUGH and not tops[-33] - tops[-17] >= _FASTER * (tops[-17] - top)):
                return None  # the more sides are needed, the more what is needed hardly differs along the boundary
            places = (x for x, y in zip(self.corners, self.needs, strict=True) if y == top)
            place = min(places, key=lambda x: float(x[1]))  # below the others that need infinitely much
            excess, row = self.tightest(place)
            for near in (_INSIDE * min(excess, 1.0), _HAIR) if excess > _FAR or excess <= _NEAR else ():
                here, within, tangent = self.towards(place, near) if excess > _HAIR else (place, excess, row)
                outputs = self.outputs(here)
                if within <= _HAIR and outputs is not None and (value := need(outputs)[0]) > best:
                    best, law = value, outputs
                if tangent is not None and _beyond(tangent, place):
                    row = row if row is not None and excess <= _NEAR else tangent
                    break
            if row is None or not _beyond(row, place):
                return (best, law) if top <= best + close * abs(best) else None
            self.cut(row)
        return None

    def _top(self, need: Need) -> float:
        """The most that is needed at a corner."""
        for k, place in enumerate(self.corners):
            if self.needs[k] is None:
                outputs = self.outputs(place)
                self.needs[k] = math.inf if outputs is None else need(outputs)[0]
        return max((x for x in self.needs if x is not None), default=-math.inf)

    def scanned(self, need: Need) -> Best:
        """The most that laws on the boundary need, by a scan of the ways to the corners, and closer about the best ones."""

        def at(place: Place) -> Best:
            here, excess, _ = self.towards(place, _CLOSE / 8) if self.tightest(place)[0] > 0 else (place, 0.0, None)
            outputs = self.outputs(here)
            return (need(outputs)[0], outputs) if excess <= _HAIR and outputs is not None else (-math.inf, None)

        n = len(self.corners)
        if self.centre is None or not n:
            return -math.inf, None
        found = [at(x) for x in self.corners]
        best = max(found, key=lambda x: x[0])
        tops = [k for k in range(n) if found[k][0] >= max(found[k - 1][0], found[(k + 1) % n][0])]
        for k in sorted(tops, key=lambda k: -found[k][0])[:_PEAKS]:
            way = self.corners[k - 1], self.corners[k], self.corners[(k + 1) % n]

            def needed(x: float, way: Sequence[Place] = way) -> float:
                return at(_along(way, x))[0]

            best = max(best, at(_along(way, _highest(needed, 0.0, 2.0, _FEW_STEPS)[1])), key=lambda x: x[0])
        return best

    def within(self, met: Met) -> bool:
        """Whether all corners certainly meet what is asked (T24): the sides turn counterclockwise, and close to a polygon."""
        turns = zip(self.sides, [*self.sides[1:], *self.sides[:1]], strict=True)
        if not all(x[0] * y[1] - x[1] * y[0] > 0 for x, y in turns):
            return False
        laws = [self.outputs(x) for x in self.corners]
        return all(x is not None and met(x) for x in laws)


def _meeting(first: Row, second: Row) -> Place:
    """Where two sides meet."""
    det = first[0] * second[1] - first[1] * second[0]
    return (first[2] * second[1] - first[1] * second[2]) / det, (first[0] * second[2] - first[2] * second[0]) / det


def _along(way: Sequence[Place], x: float) -> Place:
    """From the first of three places to the last one, as x grows from 0 to 2."""
    first, second = way[:2] if x < 1 else way[1:]
    rest = x if x < 1 else x - 1
    return first[0] + rest * (second[0] - first[0]), first[1] + rest * (second[1] - first[1])


def _beyond(row: Row, place: Place) -> bool:
    return bool(row[0] * place[0] + row[1] * place[1] > row[2])


def _reversed(outputs: Outputs) -> Outputs:
    return [(q, p, -loss) for p, q, loss in reversed(outputs)]


def _excess(part: Primitive, outputs: Outputs) -> tuple[float, float]:
    """By how much a law exceeds a bound, about as its moment does, and at which α - 1."""
    if isinstance(part, OddsRange):
        return float((outputs[0][2] - outputs[-1][2]) / arb(part.eta) - 1), 0.0
    if isinstance(part, Line):
        odds, zero = arb(part.epsilon).exp(), flint.arb(0)
        if part.delta == ZERO:
            return float(outputs[0][2] / arb(part.epsilon) - 1), 0.0
        return float(sum(((p - odds * q).max(zero) for p, q, _ in outputs), zero) / arb(part.delta) - 1), 0.0
    assert isinstance(part, Orders)
    p, loss = [float(x[0]) for x in outputs], [float(x[2]) for x in outputs]
    xi, rho = float(part.xi), float(part.rho)

    def excess(d: Any, s: Any) -> Any:
        bound = xi + rho * (1 + s)
        return (d / bound - 1) * np.maximum(1.0, abs(s) * bound)

    if part.single:
        s = float(part.low) - 1
        return excess(_divergence(p, loss, s), s), s
    last = min(float(part.high) - 1, max(map(abs, loss)) / rho)
    return _greatest(p, loss, excess, (_INSIDE * min(last, 1.0), last))


def _tangent(part: Primitive, s: float, losses: Sequence[Ball]) -> tuple[list[Place], Ball]:
    """Weights of P and Q whose sum is at most a bound; of any losses the tangents of an f-divergence are below it (T2)."""
    zero, one = flint.arb(0), flint.arb(1)
    if isinstance(part, Line):
        odds, most = arb(part.epsilon).exp(), functools.reduce(flint.arb.max, losses)
        counted = (x >= most if part.delta == ZERO else x.exp() > odds for x in losses)
        return [(one, -odds) if x else (zero, zero) for x in counted], arb(part.delta)
    assert isinstance(part, Orders)
    order = arb(part.low) if part.single else (1 + flint.arb(s)).min(arb(part.high))
    t, bound = order - 1, arb(part.xi) + arb(part.rho) * order
    if t == 0:
        return [(x + 1, -x.exp()) for x in losses], bound
    sign = one if t > 0 else -one
    return [(sign * order * (t * (x - bound)).exp(), -sign * t * (order * x - t * bound).exp()) for x in losses], sign


def _left(outputs: Outputs, share: Ball) -> Outputs | None:
    """What is left without a share of either side (T15); None where laws that are equal may be."""
    cuts = []
    for side in (outputs, _reversed(outputs)):
        p, q = zip(*((x[0], x[1]) for x in side), strict=True)
        ratios = [(a - share) / b for a, b in zip(itertools.accumulate(p), itertools.accumulate(q), strict=True)]
        best = functools.reduce(flint.arb.max, ratios)
        if best <= 1:
            return None
        if not best > 1:
            raise UncertifiedError("whether all that tells the laws apart is set aside is not told")
        cuts.append(best.log())
    high, low, zero, left = cuts[0], -cuts[1], flint.arb(0), 1 - share
    return [
        (p * (high - v).min(zero).exp() / left, q * (v - low).min(zero).exp() / left, v.min(high).max(low)) for p, q, v in outputs
    ]


Need = Callable[[Outputs], tuple[float, float]]
"""What is needed of a law, and at which α - 1."""
Met = Callable[[Outputs], bool]
"""Whether a law certainly meets what is asked."""


def _need(share: Ball, offset: float | None, slope: float | None) -> Need:
    """The least ρ at ξ (``offset``) or ξ at ρ (``slope``) of what is left."""

    def taken(d: Any, s: Any) -> Any:
        return (d - offset) / (1 + s) if offset is not None else d - float(slope or 0) * (1 + s)

    def need(outputs: Outputs) -> tuple[float, float]:
        left = _left(outputs, share)
        if left is None:
            return 0.0, 0.0
        most = max(float(left[0][2]), -float(left[-1][2]))
        ends = _LEAST / most, max(_LARGEST / most, math.sqrt(_LARGEST / slope) if slope else 0.0)
        sides = (left, _reversed(left))
        return max(_greatest([float(x[0]) for x in y], [float(x[2]) for x in y], taken, ends) for y in sides)

    return need


def _meets(xi: Real, rho: Real, share: Ball) -> Met:
    """Whether what is left has D_α ≤ ξ + ρα at all orders."""

    def met(outputs: Outputs) -> bool:
        left = _left(outputs, share)
        if left is None:
            return True
        first, other = left[0][2], -left[-1][2]
        if len(left) == 2:
            return OrdersWithin(Orders(xi, rho, ONE, INFINITE))(
                (first.max(other), first.min(other))
            )  # the larger one decides (T4)
        last = (first.max(other) - arb(xi)) / arb(rho)
        return all(below(_divergences(x), arb(xi), arb(rho), last) for x in (left, _reversed(left)))

    return met


def _divergences(outputs: Outputs) -> Callable[[Ball], Ball]:
    """D_{1+s} by s."""

    def divergence(s: Ball) -> Ball:
        if s == 0:
            return sum((p * v for p, _, v in outputs), flint.arb(0))
        return sum((p * (s * v).expm1() for p, _, v in outputs), flint.arb(0)).log1p() / s

    return divergence


def _divergence(p: Sequence[float], loss: Sequence[float], s: float) -> float:
    """The same in floats."""
    if s == 0:
        return sum(a * b for a, b in zip(p, loss, strict=True))
    top = max(s * x for x in loss)
    if top < 1:
        return math.log1p(sum(a * math.expm1(s * b) for a, b in zip(p, loss, strict=True))) / s
    return (top + math.log(sum(a * math.exp(s * b - top) for a, b in zip(p, loss, strict=True)))) / s


def _greatest(
    p: Sequence[float], loss: Sequence[float], taken: Callable[[Any, Any], Any], ends: tuple[float, float]
) -> tuple[float, float]:
    """The most that is taken of (D_{1+s}, s), over all s up to the last end, and where: closer about all tops of a grid."""

    def at(s: float) -> float:
        found: float = taken(_divergence(p, loss, s), s)
        return found

    best = at(0.0), 0.0
    if not ends[0] < ends[1]:
        return best
    grid = np.geomspace(*ends, _ORDERS)
    exponents = grid[:, None] * np.array(loss)
    highest = exponents.max(axis=1)
    with np.errstate(over="ignore", invalid="ignore"):
        small = np.log1p(np.expm1(exponents) @ np.array(p))
    large = highest + np.log(np.exp(exponents - highest[:, None]) @ np.array(p))
    values = [best[0], *taken(np.where(highest < 1, small, large) / grid, grid).tolist()]
    places = [0.0, *grid.tolist()]
    best = max(zip(values, places, strict=True))
    for k in sorted(range(len(values)), key=lambda k: -values[k]):
        beside = values[max(k - 1, 0) : k + 2]
        if values[k] < max(beside) or 2 * values[k] - min(beside) <= best[0]:
            continue
        best = max(best, _highest(at, places[max(k - 1, 0)], places[min(k + 1, _ORDERS)]))
    return best


def _highest(function: Callable[[float], float], low: float, high: float, steps: int = _STEPS) -> tuple[float, float]:
    """About the largest value in between, and where, by golden sections, since at a corner no parabola comes close."""
    x, y = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
    left, right = function(x), function(y)
    for _ in range(steps):
        if left > right:
            high, y, right = y, x, left
            x = high - _GOLDEN * (high - low)
            left = function(x)
        else:
            low, x, left = x, y, right
            y = low + _GOLDEN * (high - low)
            right = function(y)
    return max((left, x), (right, y))


def bent(parts: Sequence[Primitive], share: Real | Ball) -> list[Line]:
    """The lines of more than the share, if T21 covers the source, and they are not too many."""
    lines = [c for c in parts if isinstance(c, Line) and not arb(c.delta) <= arb(share)]
    few = len({float(c.epsilon) for c in lines}) == len(lines) <= _MOST_LINES
    return lines if few and all(isinstance(c, Orders | OddsRange | Line) for c in parts) else []


def left_of_bent(
    parts: Sequence[Primitive],
    share: Real,
    asks: tuple[Real | None, Real | None],
    limit: float,
    binary: Callable[[], Found],
) -> Found | None:
    """The most that pairs of two outputs need, or of more at the bends of lines, of which no loss above ``limit`` is left.

    Where sides do not prove it, ``binary`` finds the worst of two outputs, and a scan those of more. None if nothing is found.
    """
    with flint.ctx.workprec(_BITS), contextlib.suppress(ValueError, RuntimeError, ArithmeticError):
        need, (offset, slope) = _need(arb(share), *(None if x is None else float(x) for x in asks)), asks
        best: Best = (0.0, None)
        laws = [BentLaws(parts, x, arb(share)) for x in ([], *_bends(bent(parts, share)))]
        found, rest = None, []
        for x in laws:
            raised = x.raised(need, best[0])
            best = best if raised is None or raised[1] is None else raised
            if raised is None:
                rest.append(x)
                found = found or binary()
                if found.certified:
                    return found
                best = max((float(found.lower), None), best, key=lambda x: x[0])
                for said in (c.rho if offset is not None else c.xi for c in parts if isinstance(c, Orders)):
                    bound = (offset, said) if offset is not None else (said, slope or ZERO)
                    near = arb(said) <= found.lower * (1 + flint.arb(_PROVED))
                    if near and promises(RatioConstraint(tuple(parts)), *bound, INFINITE):  # whatever is set aside
                        return replace(found, upper=arb(said), theorem="T12", certified=True)
        best = max([best, *(x.scanned(need) for x in rest if x.bends)], key=lambda x: x[0])
        enough = number_above(flint.arb(best[0]) * (1 + flint.arb(_PROVED)))
        xi, rho = (offset, enough) if offset is not None else (enough, slope or ZERO)
        proved = rho > ZERO and not any(x.bends for x in rest)
        proved = proved and all(x.within(_meets(xi, rho, arb(share))) for x in laws if x not in rest)
        if found is not None:
            asked = OrdersWithin(Orders(xi, rho, ONE, INFINITE))
            proved = proved and OuterLines(RegionBoundary(parts)).keep(_loss(found.pair), limit, arb(share), asked)
        law, upper = best[1], arb(enough)
        if law is None:
            return _as_proved(found or Found(flint.arb(0), upper, "T24"), upper, proved=proved) if found or proved else None
        s = flint.arb(need(law)[1])

        def needed(pair: Pair) -> Ball | None:
            d = _largest(pair, rounded(share, outside=True), s)
            return d if d is None else (d - arb(offset)) / (1 + s) if offset is not None else d - arb(slope) * (1 + s)

        return _found(parts, _as_proved(Found(flint.arb(best[0]), upper, "T24"), upper, proved=proved), law, needed)
    return None


def _loss(pair: Pair | None) -> float:
    """The larger loss of a binary pair."""
    return max(abs(float((arb(p) / arb(q)).log())) for p, q in zip(pair.p, pair.q, strict=True)) if pair is not None else 1.0


def share_of_bent(parts: Sequence[Primitive], xi: Real, rho: Real, binary: Found) -> Found | None:
    """The least share at ξ and ρ, in turns of the law that needs most and its share; None where T21 says nothing.

    It is at least that of the ``binary`` pair.
    """
    share, wanted, proved = float(binary.lower) * _LESS, float(rho), True
    with flint.ctx.workprec(_BITS), contextlib.suppress(ValueError, RuntimeError, ArithmeticError):
        law, lines = None, bent(parts, flint.arb(share)) if share > 0 else []
        laws = [BentLaws(parts, x, flint.arb(share)) for x in ([], *_bends(lines))] if lines else []
        for _ in range(_ROUNDS if laws else 0):
            before, proved = share, True
            for x in laws:
                need = _need(flint.arb(share), float(xi), None)
                x.needs = [None] * len(x.needs)
                raised = x.raised(need, wanted, _CLOSER)
                proved = proved and raised is not None
                found = raised or (x.scanned(need) if x.bends else (0.0, None))
                share = share if raised or x.bends else max(share, float(binary.lower))
                if found[1] is not None and found[0] > wanted:
                    law = found[1]
                    share = root(lambda y, law=law: _need(flint.arb(y), float(xi), None)(law)[0] - wanted, share, 1.0)  # type: ignore[misc]
            if share <= before * (1 + _CLOSER):
                break
        if law is None or (not proved and share <= float(binary.lower) * (1 + _CLOSE)):
            return _as_proved(binary, binary.upper, proved=False) if laws else None
        enough = number_above(flint.arb(share) * (1 + flint.arb(_PROVED)))
        proved = proved and all(x.within(_meets(xi, rho, arb(enough))) for x in laws)
        s = flint.arb(_need(flint.arb(share), float(xi), None)(law)[1])

        def needed(pair: Pair) -> Ball | None:
            for step in _BELOW:
                less = Fraction(share * (1 - step))
                d = _largest(pair, less, s)
                if d is not None and d > arb(xi) + arb(rho) * (1 + s):
                    return arb(less)
            return None

        return _found(parts, _as_proved(Found(flint.arb(share), arb(enough), "T24"), arb(enough), proved=proved), law, needed)
    return None


def _as_proved(found: Found, upper: Ball, *, proved: bool) -> Found:
    """With this upper end, or one that is numeric."""
    upper = upper if proved else found.lower * (1 + flint.arb(_MARGIN))
    return replace(found, upper=upper, theorem="T24" if proved else "T21", certified=proved)


def _largest(pair: Pair, share: Fraction, s: Ball) -> Ball | None:
    """The larger D_{1+s} of what is left of a pair by falling loss."""
    left = trimmed(pair, share)
    both = (minima.renyi(x, 1 + s) for x in (left, Pair(left.q, left.p))) if left is not None else ()
    return max((x for x in both if x is not None), key=float, default=None)


def _found(parts: Sequence[Primitive], found: Found, law: Outputs, needed: Callable[[Pair], Ball | None]) -> Found:
    """What a law needs, and, where that can be checked, what a pair close to it certainly needs."""
    with contextlib.suppress(UncertifiedError):
        lower, pair = inside(parts, FewOutputs(x[:2] for x in law), needed)
        return replace(found, lower=lower, pair=pair)
    return replace(found, lower=found.lower * (1 - flint.arb(_MARGIN)), theorem="T21", certified=False)
