"""A range of losses beside lines and a Gaussian curve: at each place of the window one pair dominates (theory, T13).

The region of the lines and the curve is cut by the lines through (0, 0) and (1, 1) that the ends of the window are. What is left
is the largest value over all places: derivatives bound it on cells, and where both cuts meet the pair is that of the two lines.
"""

from __future__ import annotations

import bisect
import contextlib
import functools
import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

import flint

from dpzoo.numbers.real import ZERO, Ball, real
from dpzoo.numbers.roots import root
from dpzoo.optimal import envelope
from dpzoo.optimal.acceptance import FewOutputs, inside
from dpzoo.optimal.certify import UncertifiedError, UnclosedError, arb, down, normal_cdf, raised, up
from dpzoo.optimal.dual import nowhere_positive
from dpzoo.optimal.envelope import Envelope, joining
from dpzoo.optimal.optimum import Found, Pair, close
from dpzoo.optimal.polygon import dominating
from dpzoo.optimal.primitives import Gaussian, Line, OddsRange, RatioConstraint
from dpzoo.optimal.shapes import Deviation, Exponentials, Shape, ball_of, reversed_shape

_SLACK: Final = flint.arb(2e-11)
"""What a bound leaves open, as a share: chords between orders have room for little more."""
_CELLS: Final = 1200
_BESIDE: Final = 2.0**-44
"""How far from kinks their cells begin, as a share of what is left of the window."""
_GRID: Final = (90, 60, 40, 26, 17, 11, 7, 4, 2.5, 1.5, 0.7, 0)
_THIN: Final = 2.0**-180
"""Closer losses are one."""
_NEWTON: Final = 6
_SMALL: Final = 2.0**-98
_KEPT: Final = 1 - flint.arb(2.0**-42)
_FAR: Final = 40.0
_MOST: Final = 1e4
_UNDERFLOW: Final = 37.0
_FINE: Final = tuple(flint.arb(2.0**-k) for k in (190, 150, 110))
_TWO: Final = real(2)
_NAN: Final = flint.arb("nan")
_FAILED = (ArithmeticError, ValueError, RuntimeError)
Sides = tuple[list["LineCut"], list["LineCut"]]
"""The cuts at the upper and at the lower end of the window, in the reverse order."""
_Mass = tuple[Ball, Ball]
NOTE: Final = "the Gaussian pair with its lowest and highest losses fused; the table is close to it"


@dataclass(frozen=True, slots=True)
class LineCut:
    """Where a line of the slope e^loss through (0, 0) leaves the region, or all such places of an interval of losses."""

    loss: Ball
    piece: int
    place: Ball | None
    """On the Gaussian curve."""
    q: Ball
    gap: Ball
    """By how much the next loss is less."""
    least: Ball
    """p - tq for that next ratio t."""
    rise: Ball
    """How fast the next loss grows with the loss."""
    ends: tuple[LineCut, ...] = ()
    """Those of an interval of losses."""

    @property
    def falls(self) -> Ball:
        """How fast q falls, over q."""
        return 1 / -(-self.gap).expm1()

    def bends(self, shape: Exponentials | Deviation) -> tuple[Ball, Ball, Ball]:
        """By how much a function misses its tangents at both ends of the chord up to the loss, over its square, and g'' there."""
        beyond = self.loss - self.gap
        if self.ends and _bends_monotonely(shape, beyond.union(self.loss)):
            first, last, top = (_hull(list(x)) for x in zip(*(x.bends(shape) for x in self.ends), strict=True))
            return first, last, top
        x, t = self.loss.exp(), beyond.exp()
        (g, slope, _), (h, other, _) = shape.balls(self.loss), shape.balls(beyond)
        apart = x * -(-self.gap).expm1()
        chord = (g - h) / apart
        first, last = (slope / x - chord) / apart, (chord - other / t) / apart
        if self.ends:
            most = _bend(shape, self.loss.union(beyond)) / 2
            first, last = _common(first, most), _common(last, most)
        return first, last, _bend(shape, self.loss)

    def gains(self, shape: Exponentials | Deviation) -> tuple[Ball, Ball]:
        """How fast the mean of a function grows with the loss, and how fast that does."""
        above, below, here = self.bends(shape)
        size, falls = self.least * self.loss.exp(), self.falls
        return _product(self.least, self.loss.exp(), above), size * (
            above * (1 - 2 * falls) + falls * here - below * self.rise * (falls - 1)
        )


class CutRegion:
    """The region of a pair, cut by lines through (0, 0); pieces of its boundary are by falling loss."""

    def __init__(self, curve: Envelope) -> None:
        self.mu, zero, rare = curve.mu, flint.arb(0), flint.arb("inf")
        arcs = [(self._loss(x[0]), x, joining(self.mu, [x]).atoms[0]) for x in curve.arcs]
        atoms = [((p / q).log() if q > 0 and p > 0 else -rare if q > 0 else rare, None, (p, q)) for p, q in curve.atoms]
        self.pieces: list[tuple[Ball, _Mass | None, _Mass]] = sorted([*arcs, *atoms], key=lambda x: -float(x[0]))
        """Their least loss, the places on the Gaussian curve between which they lie, and their masses."""
        self.starts = [(zero, zero)]
        for _, _, (more, rest) in self.pieces:
            p, q = self.starts[-1]
            self.starts.append((p + more, q + rest))
        self.ends = [(p / q).log() if q > 0 else rare for p, q in self.starts[1:]]
        """The losses of lines to where pieces end."""
        self.known: dict[tuple[int, ...], LineCut] = {}
        self.solved = [(0.0, -_FAR), (_MOST, float(_MOST / self.mu) + _FAR + float(self.mu))]
        """Losses and their places, in floats."""

    def _loss(self, place: Ball) -> Ball:
        return self.mu * place - self.mu * self.mu / 2

    def cuts(self, loss: Ball) -> list[LineCut]:
        """On all pieces that such a line may meet."""
        found = []
        if not self.pieces[0][1] and self.ends[0].is_finite():  # no loss is larger
            loss = loss.min(self.ends[0])
        for k, ((_, arc, _), end) in enumerate(zip(self.pieces, self.ends, strict=True)):
            if loss < end or (k and loss > self.ends[k - 1]) or not (arc or k):
                continue
            low = loss.lower() if arc else loss.lower().max(end)  # a segment meets no line of less than its own loss
            ends = [self._cut(x, k) for x in ((low, loss.upper()) if loss.rad() > _THIN else (loss,))]
            # all of a cut grows or falls with the loss (theory, T13)
            q, gap, least, rise = (_hull(list(x)) for x in zip(*((x.q, x.gap, x.least, x.rise) for x in ends), strict=True))
            place = _hull([x.place for x in ends if x.place is not None]) if arc else None
            found.append(LineCut(loss, k, place, q, gap, least, rise, tuple(ends)) if ends[1:] else ends[0])
        return found

    def _cut(self, loss: Ball, piece: int) -> LineCut:
        (beyond, arc, _), (p, q), zero = self.pieces[piece], self.starts[piece], flint.arb(0)
        if not arc:
            t = beyond.exp()
            return LineCut(loss, piece, None, (p - t * q) / (loss.exp() - t), loss - beyond, p - t * q, zero)
        key = (piece, *(int(x) for y in (loss.mid(), loss.rad()) for x in y.man_exp()))
        if key not in self.known:
            z = self._place(loss)
            q, beyond = normal_cdf(-z), self._loss(z)
            cut = LineCut(loss, piece, z, q, loss - beyond, normal_cdf(self.mu - z) - beyond.exp() * q, zero)
            self.known[key] = replace(cut, rise=self.mu * q * cut.falls / envelope.density(z))
        return self.known[key]

    def _place(self, loss: Ball) -> Ball:
        """Where on the curve the ratio of both probabilities beyond is e^loss."""

        def miss(z: Ball) -> Ball:
            return (normal_cdf(self.mu - z) / normal_cdf(-z)).log() - loss

        m, b = float(self.mu), float(loss)
        k = bisect.bisect(self.solved, (b, 0.0))
        low, high = self.solved[k - 1][1], self.solved[k][1]  # the places of a smaller and of a larger loss

        def rough(x: float) -> float:
            return _log_tail(x - m) - _log_tail(x) - b

        near = root(rough, low, high) if rough(low) < 0 < rough(high) else root(rough, self.solved[0][1], self.solved[-1][1])
        self.solved.insert(k, (b, near))
        z = flint.arb(near)
        for _ in range(_NEWTON):
            p, q = normal_cdf(self.mu - z), normal_cdf(-z)
            step = (((p / q).log() - loss) / (envelope.density(z) / q - envelope.density(z - self.mu) / p)).mid()
            z = (z - step).mid()
            if abs(step) < _SMALL:
                break
        for fine in _FINE:
            if miss(z - fine) < 0 < miss(z + fine):
                return (z - fine).union(z + fine)
        raise UnclosedError("where a line leaves the Gaussian curve is not decided")


class CutCurve:
    """The means of functions of the pair at each place of the window."""

    def __init__(self, curve: Envelope, eta: Ball, end: Ball) -> None:
        self.curve, self.eta, self.regions = curve, eta, (CutRegion(curve), CutRegion(curve.reversed))
        self.first, self.last = down(-end), up(end - eta)
        self.found: dict[tuple[float, float], Sides | None] = {}
        kinks = [float(x - eta) for x in self.regions[0].ends] + [-float(x) for x in self.regions[1].ends]
        shares = [(self.last - self.first) / (1 + math.exp(x)) for x in _GRID]
        grid = [x for y in shares for x in (self.first + y, self.last - y)]
        nodes = sorted({x for x in (*kinks, *grid) if self.first < x < self.last})
        apart = {x: float(self._apart(flint.arb(x))) for x in (self.first, *nodes, self.last)}
        meeting = [
            root(lambda x: float(self._apart(flint.arb(x))), a, b)
            for a, b in itertools.pairwise(apart)
            if apart[a] * apart[b] < 0
        ]
        near = [(x, _BESIDE * min(x - self.first, self.last - x)) for x in (*kinks, *meeting) if self.first < x < self.last]
        beside = (y for x, width in near for y in (x - width, x + width))
        self.nodes = sorted({self.first, *(x for x in (*grid, *beside) if self.first < x < self.last), self.last})

    def _both(self, place: Ball) -> Sides:
        return self.regions[0].cuts(place + self.eta), self.regions[1].cuts(-place)

    def _apart(self, place: Ball) -> Ball:
        """How far under Q the two cuts are apart; negative where the two lines meet below the curve."""
        with contextlib.suppress(*_FAILED):
            return _distance(*self._both(place))[0]
        return _NAN

    def known(self, low: float, high: float) -> Sides | None:
        """The cuts on a cell, if they are apart on all of it."""
        if (low, high) not in self.found:
            found = None
            with contextlib.suppress(*_FAILED):
                cuts = self._both(flint.arb(low).union(flint.arb(high)))
                least, rate = _distance(*cuts)
                ends = [low if rate >= 0 else high] if rate >= 0 or rate <= 0 else []
                if least >= 0 or any(self._apart(flint.arb(x)) >= 0 for x in ends):
                    found = cuts
            self.found[low, high] = found
        return self.found[low, high]

    def _of_cuts(self, shapes: tuple[Exponentials | Deviation, ...], cuts: Sides) -> tuple[Ball, Ball]:
        """Two derivatives of the mean at a place or on a cell on which the cuts are apart."""
        rates = [[x.gains(shape) for x in side] for side, shape in zip(cuts, shapes, strict=True)]
        bend = rates[0][0][1] + rates[1][0][1] if len(rates[0]) == len(rates[1]) == 1 else _NAN
        return _hull([x[0] for x in rates[0]]) - _hull([x[0] for x in rates[1]]), bend

    def law(self, place: float, eta: Ball) -> Envelope:
        """The dominating pair of a window of the length η."""
        (upper,), (lower,) = self.regions[0].cuts(flint.arb(place) + eta), self.regions[1].cuts(-flint.arb(place))
        y, x = (-lower.loss).exp(), upper.loss.exp()
        k, last = upper.piece, len(self.regions[0].pieces) - 1 - lower.piece
        apart = _distance([upper], [lower])[0]
        if apart < 0:
            q = (1 - y) / (x - y)
            return Envelope(self.curve.mu, (), ((x * q, q), (y * (1 - q), 1 - q)), ())
        if not apart > 0:
            raise UncertifiedError("which of two lines and a curve is lower is not decided where they meet")
        arcs, atoms, starts = [], [(x * upper.q, upper.q)], [mass for _, mass in self.regions[0].starts]
        starts[k], starts[last + 1] = upper.q, 1 - lower.q / y
        for i, (beyond, arc, (p, q)) in enumerate(self.regions[0].pieces[k : last + 1], k):
            if arc:
                low = self.curve.mu - lower.place if i == last and lower.place is not None else arc[0]
                arcs.append((low, upper.place if i == k and upper.place is not None else arc[1]))
            else:
                left = starts[i + 1] - starts[i]
                atoms.append((p, q) if k < i < last else (beyond.exp() * left, left))
        return Envelope(self.curve.mu, tuple(arcs), (*atoms, (lower.q, lower.q / y)), ())

    def largest(self, shape: Exponentials | Deviation, near: float | None) -> tuple[float, Ball]:
        """The place of the largest mean, and a bound of all. Raises UncertifiedError where too many cells are needed."""
        shapes, start = (shape, reversed_shape(shape)), shape.balls(flint.arb(0))[0]
        values: dict[float, Ball] = {}
        top, place = flint.arb("-inf"), self.first

        def value(x: float) -> Ball:
            nonlocal top, place
            if x not in values:
                values[x] = _NAN
                with contextlib.suppress(*_FAILED):
                    values[x] = self.law(x, self.eta).mean(shape)
                    most = values[x] + _SLACK * abs(values[x] - start)
                    top, place = (most, x) if most > top else (top, place)
            return values[x]

        def settled(a: float, b: float) -> bool:
            """Whether no place of a cell needs more; of two lines no pair there needs more than theirs."""
            cuts, ball = self.known(a, b), flint.arb(a).union(flint.arb(b))

            def mean(x: float) -> Ball:
                return of_two_losses(shape, flint.arb(x), self.eta)[0] if cuts is None else value(x)

            def rates(x: float) -> tuple[Ball, Ball]:
                lines = of_two_losses(shape, flint.arb(x), self.eta)[1:] if cuts is None else None
                return lines or self._of_cuts(shapes, self._both(flint.arb(x)))

            around = of_two_losses(shape, ball, self.eta) if cuts is None else (_NAN, *self._of_cuts(shapes, cuts))
            if around[1] > 0 or around[1] < 0:  # it is largest at one end
                return bool(mean(b if around[1] > 0 else a) <= top)
            centre = (a + b) / 2
            here = rates(centre)
            if around[2] < 0 and a < (peak := centre - float(here[0] / here[1])) < b:
                value(peak)
                here, centre = rates(peak), peak
            radius = (flint.arb(b) - centre).max(flint.arb(centre) - a)
            return nowhere_positive((mean(centre) - top, *here), (around[0] - top, *around[1:]), radius)

        cells = list(itertools.pairwise(self.nodes))
        for x in self.nodes if near is None else [near]:
            value(x)
        for _ in range(_CELLS):
            if not cells:
                return place, top
            a, b = cells.pop()
            if not settled(a, b):
                middle = (a + b) / 2
                if not a < middle < b:
                    break
                value(middle)
                cells += [(a, middle), (middle, b)]
        raise UncertifiedError("the largest mean over all places of the range is not proved")


def of_two_losses(shape: Shape, place: Ball, eta: Ball) -> tuple[Ball, Ball, Ball]:
    """A mean, with two derivatives, of the pair with the losses at both ends of a window: of convex functions the largest."""
    y, x = place.exp(), (place + eta).exp()
    q, fall = -place.expm1() / (x - y), 1 / (x - y)
    (g, slope, bend), (h, other, turn) = shape.balls(place + eta), shape.balls(place)
    rise = q * slope + (1 - q) * other - fall * (g - h)
    return q * g + (1 - q) * h, rise, fall * (g - h - 2 * (slope - other)) + q * bend + (1 - q) * turn


def _distance(upper: list[LineCut], lower: list[LineCut]) -> tuple[Ball, Ball]:
    """How far apart under Q the ends of both cuts are, and how fast that grows with the place."""
    (q, falls), (p, other) = ((_hull([x.q for x in side]), _hull([x.falls for x in side])) for side in (upper, lower))
    price = _hull([x.loss for x in lower]).exp()
    return 1 - price * p - q, q * falls - price * p * (other - 1)


def _hull(found: list[Ball]) -> Ball:
    return functools.reduce(flint.arb.union, found) if found else _NAN


@lru_cache(maxsize=16)
def _curves(parts: tuple[Line | Gaussian | OddsRange, ...], bits: int) -> tuple[CutCurve, CutCurve]:
    """With slightly stronger lines, and with slightly weaker ones."""
    lines, curves = [c for c in parts if isinstance(c, Line)], [c for c in parts if isinstance(c, Gaussian)]
    eta = min((arb(c.eta) for c in parts if isinstance(c, OddsRange)), key=float)
    end = min([eta, *(arb(c.epsilon) for c in lines if c.delta == ZERO)], key=float)
    both = envelope.envelopes(RatioConstraint((*lines, *curves)))
    if both is None and curves:
        both = (joining(arb(curves[0].mu), ()),) * 2
    elif both is None:
        tables = [dominating(lines, outside=out) for out in (False, True)]
        atoms = [tuple((arb(p), arb(q)) for p, q in zip(x.p, x.q, strict=True)) for x in tables]
        both = Envelope(flint.arb(1), (), atoms[0], ()), Envelope(flint.arb(1), (), atoms[1], ())
    inner = CutCurve(both[0], eta, end)
    return inner, inner if both[0] is both[1] else CutCurve(both[1], eta, end)


def cut_by_range(
    given: RatioConstraint,
    goal: Exponentials | Deviation,
    value: Callable[[Ball], Ball],
    table: Callable[[Envelope], Pair | None],
    starts: dict[Any, Any],
) -> Found | None:
    """The largest E ``goal``, through ``value``, within a range beside lines and a curve; None if it is not proved.

    ``starts`` says where problems of the same question that differ little had it.
    """
    parts = tuple(c for c in given.parts if isinstance(c, Line | Gaussian | OddsRange))
    if len(parts) < len(given.parts) or given.cut != ZERO or not any(isinstance(c, OddsRange) for c in parts):
        return None
    with contextlib.suppress(*_FAILED):
        inner, outer = _curves(parts, flint.ctx.prec)
        place, top = outer.largest(goal, starts.get((*parts, "place")))
        starts[*parts, "place"] = place
        law = inner.law(place, inner.eta * _KEPT)
        pair = table(law) if law.arcs else inside(parts, FewOutputs(law.atoms), lambda _: flint.arb(0))[1]
        found = Found(value(law.mean(goal)), value(top), "T13", pair, note=NOTE if law.arcs else "")
        return found if close(found.lower, found.upper) else None
    return None


def _log_tail(x: float) -> float:
    """ln Φ(-x), to fewer digits where it is beyond floats."""
    if x < 0:
        return math.log1p(-math.erfc(-x / math.sqrt(2)) / 2)
    return math.log(math.erfc(x / math.sqrt(2)) / 2) if x < _UNDERFLOW else -x * x / 2 - math.log(x * math.sqrt(2 * math.pi))


def _bend(shape: Exponentials | Deviation, v: Ball) -> Ball:
    """The second derivative in the ratio."""
    if isinstance(shape, Deviation):
        k, gap = arb(shape.k), abs((-v if shape.reverse else v).expm1())
        return k * (k - 1) * raised(gap, k - 2) * ((-3 * v).exp() if shape.reverse else 1)
    total = flint.arb(0)
    for c, e, d in shape.terms:
        rate = ball_of(e)
        factor = rate * (rate - 1)
        total += ball_of(c) * (factor * v + 2 * rate - 1 if d else factor) * ((rate - 2) * v).exp()
    return total


def _bends_monotonely(shape: Exponentials | Deviation, v: Ball) -> bool:
    """Whether the second derivative is monotone there."""
    if isinstance(shape, Deviation):
        turn = ((arb(shape.k) + 1) / 3).log() if shape.reverse else flint.arb(0)  # of |X - 1|^{k-2} X^{-k-1}
        return bool((v > 0 or v < 0) and (v >= turn or v <= turn)) or shape.k == _TWO
    bent = [(ball_of(e), d) for _, e, d in shape.terms if d or ball_of(e) not in (0, 1)]
    return len(bent) == 1 and (not bent[0][1] or bent[0][0] in (0, 1))


def _product(*found: Ball) -> Ball:
    """Of wide balls, from their ends where none is negative, since the middle of a product may be 0."""
    if not all(x >= 0 for x in found):
        return math.prod(found[1:], start=found[0])
    ends = (math.prod(x, start=flint.arb(1)) for x in zip(*((y.lower(), y.upper()) for y in found), strict=True))
    return _hull(list(ends))


def _common(first: Ball, second: Ball) -> Ball:
    """What two enclosures of the same have in common."""
    if not (first.is_finite() and second.is_finite()):
        return second if second.is_finite() else first
    return flint.arb(first.lower()).max(flint.arb(second.lower())).union(flint.arb(first.upper()).min(flint.arb(second.upper())))
