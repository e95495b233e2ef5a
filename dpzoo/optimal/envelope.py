"""Gaussian DP beside lines: the pair whose region lies under the Gaussian curve and under all lines (theory, T7).

Its outputs are those of N(μ, 1) against N(0, 1) where the Gaussian curve is the lower one, and one for every segment of a line.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Final

import flint

from dpzoo.numbers.real import ZERO, Ball, Real, real
from dpzoo.numbers.roots import root
from dpzoo.optimal import cells, response
from dpzoo.optimal.certify import UnclosedError, arb, normal_cdf, raised
from dpzoo.optimal.chords import below
from dpzoo.optimal.maxima import maximum
from dpzoo.optimal.optimum import Found, NoReductionError, Pair
from dpzoo.optimal.polygon import corners, dominating
from dpzoo.optimal.primitives import Gaussian, Line, Orders, Power, Primitive, RatioConstraint
from dpzoo.optimal.shapes import Deviation, Exponentials, Shape, ball_of, shape_of_order

_RATIO: Final = Exponentials(((flint.arb(1), flint.arb(1), 0),))
_SEEN: Final = "the pair of the envelope itself; the table is close to it"
_INFINITE: Final = flint.arb("inf")
_CLOSE: Final = 2.0**-40
_FIRST: Final = (Fraction(0), Fraction(0))
_LAST: Final = (Fraction(1), Fraction(1))
_FINE: Final = tuple(flint.arb(2.0**-k) for k in (190, 150, 110))
_HALVINGS: Final = 60
_EXPANDED: Final = 30
_NARROW: Final = 0.05
_OVERFLOW: Final = 700.0
_REACH: Final = 14
_BESIDE: Final = flint.arb(2.0**-50)


@dataclass(frozen=True, slots=True)
class Envelope:
    """Arcs of the Gaussian pair, by the places x of N(0, 1) between which they lie, and single outputs (p, q)."""

    mu: Ball
    arcs: tuple[tuple[Ball, Ball], ...]
    atoms: tuple[tuple[Ball, Ball], ...]
    corners: tuple[tuple[Fraction, Fraction], ...]
    """Corners of the region at which two lines meet."""

    @property
    def unbounded(self) -> bool:
        """Whether losses are."""
        return any(not high.is_finite() for _, high in self.arcs)

    @property
    def largest_loss(self) -> Ball:
        """No loss is larger."""
        losses = [self.mu * high - self.mu * self.mu / 2 for _, high in self.arcs] + [(p / q).log() for p, q in self.atoms]
        return maximum(losses)

    def mean(self, shape: Shape) -> Ball:
        """E of a function of the loss."""
        if isinstance(shape, Deviation):
            return (self.reversed if shape.reverse else self).deviation(shape.k)
        assert isinstance(shape, Exponentials)
        total, mu = sum((q * shape.balls((p / q).log())[0] for p, q in self.atoms), flint.arb(0)), self.mu
        for coefficient, exponent, degree in shape.terms:
            rate = ball_of(exponent)
            weight, centre = ball_of(coefficient) * (rate * (rate - 1) / 2 * mu * mu).exp(), rate * mu
            for low, high in self.arcs:
                mass = _between(low, high, centre)
                moved = density(low - centre) - density(high - centre) + (centre - mu / 2) * mass
                total += weight * (mu * moved if degree else mass)
        return total

    def moment(self, order: Ball) -> Ball:
        """E X^α."""
        return self.mean(shape_of_order(order) if order != 1 else _RATIO)

    def divergence(self, order: Ball) -> Ball:
        """D_α, α > 0; of what is left (:meth:`cut`), once it is divided by its mass."""
        whole = self.moment(flint.arb(1))
        if order != 1:
            return (self.moment(order) / whole).log() / (order - 1)
        return self.mean(shape_of_order(order)) / whole

    def cut(self, loss: Ball) -> Envelope:
        """What is left once losses are cut off at ±``loss``, times what is left of 1 (theory, T15)."""
        price, low, high = loss.exp(), self.mu / 2 - loss / self.mu, self.mu / 2 + loss / self.mu
        atoms = [(p.min(price * q), q.min(price * p)) for p, q in self.atoms]
        arcs = []
        for a, b in self.arcs:
            arcs.append((a.max(low).min(b), b.min(high).max(a)))
            if b > high:
                q = _between(a.max(high), b, flint.arb(0))
                atoms.append((price * q, q))
            if a < low:
                p = _between(a, b.min(low), self.mu)
                atoms.append((p, price * p))
        return Envelope(self.mu, tuple(arcs), tuple(atoms), self.corners)

    def power(self, k: Real) -> Ball:
        """(E|X - 1|^k)^{1/k}, k > 1."""
        return self.deviation(k) ** (1 / arb(k))

    def deviation(self, k: Real) -> Ball:
        """E|X - 1|^k, k > 1."""
        order, half = arb(k), self.mu / 2
        total = sum((q * raised(abs(p / q - 1), order) for p, q in self.atoms), flint.arb(0))
        for low, high in self.arcs:
            if low < half:
                total += self._powers(low, high.min(half), k)
            if high > half:
                total += self._powers(low.max(half), high, k)
        return total

    def test(self, loss: Ball) -> tuple[Ball, Ball]:
        """(p, q) of the event that the loss is larger."""
        kept, place = [(p, q) for p, q in self.atoms if (p / q).log() > loss], loss / self.mu + self.mu / 2
        kept += [
            (_between(low.max(place), high, self.mu), _between(low.max(place), high, flint.arb(0)))
            for low, high in self.arcs
            if high > place
        ]
        return sum((p for p, _ in kept), flint.arb(0)), sum((q for _, q in kept), flint.arb(0))

    @property
    def reversed(self) -> Envelope:
        """The pair in the reverse order."""
        arcs = tuple((self.mu - high, self.mu - low) for low, high in self.arcs)
        return Envelope(self.mu, arcs, tuple((q, p) for p, q in self.atoms), ())

    def excess(self, loss: Ball) -> Ball:
        """δ at ε = ``loss``, bounded from above."""
        price, place = loss.exp(), loss / self.mu + self.mu / 2
        total = sum(((p - price * q).max(flint.arb(0)) for p, q in self.atoms), flint.arb(0))
        for low, high in self.arcs:
            if not high <= place:
                start = low.max(place)
                total += _between(start, high, self.mu) - price * _between(start, high, flint.arb(0))
        return total

    def holds(self, part: Primitive) -> bool:
        """Whether the pair certainly meets a constraint in its direct order; no bound on all losses counts."""
        if isinstance(part, Line):
            return part.delta != ZERO and bool(self.excess(arb(part.epsilon)) <= arb(part.delta))
        if isinstance(part, Power):
            return bool(self.power(part.k) <= arb(part.epsilon))
        if isinstance(part, Gaussian):
            return bool(self.mu <= arb(part.mu))
        if not isinstance(part, Orders):
            return False
        if part.single:
            return bool(self.divergence(arb(part.low)) <= arb(part.xi))
        xi, rho = arb(part.xi), arb(part.rho)
        if self.mu * self.mu <= 2 * rho:
            return True
        end = (self.largest_loss - xi) / rho if part.high.infinite else arb(part.high)  # beyond it nothing is asked
        return bool(end.is_finite()) and below(lambda s: self.divergence(1 + s), xi, rho, end)

    def seen(self, plain: Pair | None) -> Pair | None:
        """A table close to the pair, by the cells that are made for the Gaussian pair and the same target."""
        found = plain.under(self.arcs, self.corners) if isinstance(plain, cells.Cells) else None
        if found is not None:
            vars(found).update(divergences=(self.divergence, self.reversed.divergence))
        return found

    def _powers(self, low: Ball, high: Ball, k: Real) -> Ball:
        """E|X - 1|^k from ``low`` to ``high``, where X - 1 does not change its sign.

        By the distance from where X = 1 the logarithm of the integrand has a second derivative of at most -1: beyond a place
        after its maximum what lies farther than r is at most the height there times the normal tail beyond r.
        """
        order, mu, half, sign = arb(k), self.mu, self.mu / 2, 1 if high > self.mu / 2 else -1
        if k.rational is not None and k.rational.denominator == 1 and float(k) <= _EXPANDED and not float(mu) < _NARROW:
            n = int(k.rational)  # else terms cancel
            terms = (
                (-1) ** (n - j if sign > 0 else j)
                * comb(n, j)
                * (flint.arb(j * (j - 1)) / 2 * mu * mu).exp()
                * _between(low, high, j * mu)
                for j in range(n + 1)
            )
            return sum(terms, flint.arb(0))
        first, last = (low - half, high - half) if sign > 0 else (half - high, half - low)

        def rise(u: float) -> float:  # of the logarithm
            w = float(mu) * u
            return (
                float(k) * float(mu) / (-math.expm1(-w) if sign > 0 else math.expm1(min(w, _OVERFLOW))) - sign * float(half) - u
            )

        top = flint.arb(root(rise, 1e-9, 2.0 * (float(mu * order) + math.sqrt(float(k)) + 1.0)) * (1 + 1e-6)).max(first)
        if not rise(float(top)) <= 0:
            raise ArithmeticError("the integrand does not fall where it was expected to")
        height = order * (sign * (sign * mu * top).expm1()).log() - (half + sign * top) ** 2 / 2

        def integrand(u: flint.acb, analytic: bool) -> flint.acb:
            gap = sign * ((sign * flint.acb(mu) * u).exp() - 1)
            return (
                flint.acb(order) * gap.log(analytic=analytic) - (flint.acb(half) + sign * u) ** 2 / 2 - flint.acb(height)
            ).exp()

        start, end, rest = first.max(_BESIDE), last.min(top + _REACH), flint.arb(0)
        if not first >= _BESIDE:  # up to there the power is not analytic, and tiny
            rest += flint.arb(0).union((order * (mu * _BESIDE).expm1().log() - height).exp() * _BESIDE)
        if not last <= top + _REACH:
            rest += flint.arb(0).union(normal_cdf(flint.arb(-_REACH)) * (2 * flint.arb.pi()).sqrt())
        if start < end:
            rest += flint.acb.integral(integrand, start, end, rel_tol=flint.arb(2.0**-60), abs_tol=flint.arb(2.0**-90)).real
        return rest * height.exp() / (2 * flint.arb.pi()).sqrt()


def joining(mu: Ball, places: Sequence[tuple[Ball, Ball]]) -> Envelope:
    """The Gaussian pair with some intervals, by growing place, as one output each."""
    ends = [-_INFINITE, *(x for interval in places for x in interval), _INFINITE]
    arcs = tuple((a, b) for a, b in zip(ends[::2], ends[1::2], strict=True) if a < b)
    return Envelope(mu, arcs, tuple((_between(a, b, mu), _between(a, b, flint.arb(0))) for a, b in places), ())


def gaussian_power(mu: Ball, k: Real) -> Ball:
    """(E|X - 1|^k)^{1/k} of N(μ, 1) against N(0, 1), k > 1."""
    return joining(mu, ()).power(k)


def rarest(given: RatioConstraint) -> tuple[Real, Envelope] | None:
    """The μ of a Gaussian curve beside other bounds, and its pair with all up to some place as one output, meeting them (T8)."""
    return _fused_within(given, lambda c, x: [(-_INFINITE, c + x)], 1)


def trimmed(given: RatioConstraint) -> tuple[Real, Envelope] | None:
    """The same with the lowest and the highest losses as one output each: as few as others bounds allow (T29)."""
    return _fused_within(given, lambda c, x: [(-_INFINITE, c - x), (c + x, _INFINITE)], -1)


def _fused_within(
    given: RatioConstraint, intervals: Callable[[Ball, Ball], list[tuple[Ball, Ball]]], side: int
) -> tuple[Real, Envelope] | None:
    """The least fused so that all other bounds hold, where more is fused the larger (``side`` 1) or smaller (-1) a number is."""
    curves = [c for c in given.parts if isinstance(c, Gaussian)]
    if len(curves) != 1 or given.cut != ZERO:
        return None
    mu = arb(curves[0].mu)

    def pair(x: float) -> Envelope | None:
        found = joining(mu, intervals(mu / 2, flint.arb(x)))
        return found if all(x.holds(c) for c in given.parts if c is not curves[0] for x in (found, found.reversed)) else None

    without, x = (0.0 if side > 0 else _FARTHEST), 1.0
    found = pair(x)
    while found is None:
        without, x = x, x * 2.0**side
        if not 1 / _FARTHEST <= x <= _FARTHEST:
            return None
        found = pair(x)
    for _ in range(_PLACES):
        middle = (without + x) / 2
        nearer = pair(middle)
        without, x, found = (middle, x, found) if nearer is None else (without, middle, nearer)
    return curves[0].mu, found


_FARTHEST: Final = 64.0
_PLACES: Final = 8


def enclosed(given: RatioConstraint, value: Callable[[Envelope], Ball], table: Callable[[Envelope], Pair | None]) -> Found | None:
    """What the envelope's pair needs of a target; None for another guarantee than a Gaussian and lines."""
    both = envelopes(given)
    if both is None:
        return None
    return Found(value(both[0]), value(both[1]), "T7", table(both[0]), note=_SEEN)


def least_loss(given: RatioConstraint, delta: Real) -> Found | None:
    """The least ε at δ; None for another guarantee, or where no ε > 0 is needed or it is not enclosed."""
    both, slack = envelopes(given), arb(delta)
    if both is None:
        return None

    def misses(e: float) -> Ball:
        p, q = both[0].test(flint.arb(e))
        return p - flint.arb(e).exp() * q - slack  # of any test at most δ(ε) - δ, and equal to it

    high = 1.0
    while both[1].excess(flint.arb(high)) > slack:
        high *= 2
    e = root(lambda x: float(misses(x)), 0.0, high)
    low, high = e * (1 - _CLOSE), e * (1 + _CLOSE)
    if not (misses(low) > 0 and both[1].excess(flint.arb(high)) < slack):
        return None
    p, q = both[0].test(flint.arb(low))
    a, b = (1 - flint.arb(2.0**-24)) * (p / q).log(), (1 - flint.arb(2.0**-24)) * ((1 - q) / (1 - p)).log()
    return Found(flint.arb(low), flint.arb(high), "T7", response.table(a, b))


def of_order(curve: Envelope, order: Ball, share: float = 1.0) -> Pair | None:
    """The envelope's pair through cells, for a target that is D_α less what leaves only a ``share`` of it."""
    gaussian = (order * (order - 1) / 2 * curve.mu * curve.mu).exp() * (order * curve.mu * curve.mu / 2)
    needed = curve.divergence(order) * (curve.moment(order) if order != 1 else 1)
    return curve.seen(cells.of_order(real(float(curve.mu)), order, share=share * float(needed / gaussian), whole=False))


def envelopes(given: RatioConstraint) -> tuple[Envelope, Envelope] | None:
    """The pair of slightly stronger lines, and of slightly weaker ones; None for another guarantee than a Gaussian and lines."""
    lines = tuple(c for c in given.parts if isinstance(c, Line))
    curves = [c for c in given.parts if isinstance(c, Gaussian)]
    if not lines or len(curves) != 1 or len(lines) + 1 < len(given.parts) or given.cut != ZERO:
        return None
    return _both(lines, curves[0], flint.ctx.prec)


@lru_cache(maxsize=32)
def _both(lines: tuple[Line, ...], curve: Gaussian, bits: int) -> tuple[Envelope, Envelope]:
    try:
        inside, outside = (_under(arb(curve.mu), corners(dominating(lines, outside=out))) for out in (False, True))
    except UnclosedError as error:
        raise NoReductionError(str(error)) from None
    return inside, outside


def _under(mu: Ball, polygon: Sequence[tuple[Fraction, Fraction]]) -> Envelope:
    """The arcs are what lies between the segments that lie below the curve."""
    arcs: list[tuple[Ball, Ball]] = []
    atoms: list[tuple[Ball, Ball]] = []
    kept: list[tuple[Fraction, Fraction]] = []
    place = _INFINITE
    at: tuple[Fraction, Fraction] | None = None  # the corner at which the last segment ended, if not on the curve
    for first, last in itertools.pairwise(polygon):
        if first[1] == last[1] or first[0] == last[0]:
            continue
        segment = _below(mu, first, last)
        if segment is None:
            continue
        start, end = segment
        if isinstance(start, tuple):
            if start not in (at, _FIRST) or (start == _FIRST and atoms):
                raise UnclosedError("which of a line and the Gaussian curve is lower is not decided at a corner")
        elif at is not None or not start <= place:
            raise UnclosedError("where lines cross the Gaussian curve is not decided")
        else:
            arcs.append((start, place))
        atoms.append(_segment(mu, start, end))
        at = end if isinstance(end, tuple) else None
        if at is not None and at != _LAST:
            kept.append(at)
        place = end if not isinstance(end, tuple) else -_INFINITE
    if at is None:
        arcs.append((-_INFINITE, place))
    elif at != _LAST:
        raise UnclosedError("which of a line and the Gaussian curve is lower is not decided at a corner")
    return Envelope(mu, tuple(arcs), tuple(atoms), tuple(kept))


_Vertex = Ball | tuple[Fraction, Fraction]


def _segment(mu: Ball, start: _Vertex, end: _Vertex) -> tuple[Ball, Ball]:
    """The output (p, q) between two corners or places of the curve, where probabilities are close to 1 by what they leave."""
    if isinstance(start, tuple) and isinstance(end, tuple):
        return arb(end[0] - start[0]), arb(end[1] - start[1])
    (p0, q0), (p1, q1) = (_test(mu, x) for x in (start, end))
    return _gained(p0, p1), _gained(q0, q1)


def _gained(first: tuple[Ball, Ball], last: tuple[Ball, Ball]) -> Ball:
    return first[1] - last[1] if first[0] > first[1] else last[0] - first[0]


def _test(mu: Ball, vertex: _Vertex) -> tuple[tuple[Ball, Ball], tuple[Ball, Ball]]:
    """p and 1 - p, q and 1 - q of a corner, or at a place of the curve."""
    if isinstance(vertex, tuple):
        p, q = vertex
        return (arb(p), arb(1 - p)), (arb(q), arb(1 - q))
    return (normal_cdf(mu - vertex), normal_cdf(vertex - mu)), (normal_cdf(-vertex), normal_cdf(vertex))


def _below(mu: Ball, first: tuple[Fraction, Fraction], last: tuple[Fraction, Fraction]) -> tuple[_Vertex, _Vertex] | None:
    """The part of a segment that lies below the curve, from small q on; None if there is none."""
    slope = (last[0] - first[0]) / (last[1] - first[1])
    height = first[0] - slope * first[1]
    m, h, rest = arb(slope), arb(height), arb(1 - height - slope)

    def gap(c: Ball) -> Ball:
        if c > mu / 2:
            return normal_cdf(mu - c) - h - m * normal_cdf(-c)
        return rest - normal_cdf(c - mu) + m * normal_cdf(c)  # the same, where both are close to 1

    def rise(c: Ball) -> Ball:
        return m * density(c) - density(c - mu)

    summit = (m.log() / mu + mu / 2).mid()
    if gap(summit) <= 0:
        return None
    if not gap(summit) > 0:
        raise UnclosedError("whether a line touches the Gaussian curve is not decided")
    start: _Vertex = first
    if height:
        c = _crossing(gap, rise, summit, 1)
        if _before(mu, last, c):
            return None
        start = c if _before(mu, first, c) else first
    end: _Vertex = last
    if height + slope != 1:
        c = _crossing(gap, rise, summit, -1)
        if not _before(mu, first, c):
            return None
        end = last if _before(mu, last, c) else c
    return start, end


def _before(mu: Ball, corner: tuple[Fraction, Fraction], place: Ball) -> bool:
    """Whether a corner of a line comes before the place at which the line meets the curve: p and q both grow along a line."""
    corner_sides, place_sides = _test(mu, corner), _test(mu, place)
    for (x, x_rest), (y, y_rest) in zip(corner_sides, place_sides, strict=True):
        if x < y or x_rest > y_rest:
            return True
        if x > y or x_rest < y_rest:
            return False
    raise UnclosedError("a line crosses the Gaussian curve where it meets another one")


def _crossing(gap: Callable[[Ball], Ball], rise: Callable[[Ball], Ball], inside: Ball, side: int) -> Ball:
    """Where a line meets the curve to one side of a place where it is lower."""
    step = flint.arb(1)
    while not gap(inside + side * step) < 0:
        step *= 2
        if step > 2**12:
            raise UnclosedError("where a line crosses the Gaussian curve is beyond all probabilities that can be told from 0")
    near, far = inside, inside + side * step
    for _ in range(_HALVINGS):
        middle = ((near + far) / 2).mid()
        near, far = (middle, far) if gap(middle) > 0 else (near, middle)
    c = near
    for _ in range(4):
        c = (c - gap(c) / rise(c)).mid()
    for fine in _FINE:
        if gap(c - side * fine) > 0 and gap(c + side * fine) < 0:
            return (c - fine).union(c + fine)
    raise UnclosedError("where a line crosses the Gaussian curve is not decided")


def _between(low: Ball, high: Ball, mean: Ball) -> Ball:
    """The probability of an interval under N(mean, 1)."""
    if low > mean:
        return _cdf(mean - low) - _cdf(mean - high)
    return _cdf(high - mean) - _cdf(low - mean)


def _cdf(x: Ball) -> Ball:
    return normal_cdf(x) if x.is_finite() else flint.arb(1 if x > 0 else 0)


def density(x: Ball) -> Ball:
    """That of N(0, 1)."""
    return (-x * x / 2).exp() / (2 * flint.arb.pi()).sqrt() if x.is_finite() else flint.arb(0)
