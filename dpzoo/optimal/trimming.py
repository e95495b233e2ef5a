"""Approximate zCDP as a target: what is left of a pair once the best share of either side has been set aside.

Setting aside a part δ of P and of Q leaves P' ≤ P/(1-δ) and Q' ≤ Q/(1-δ). Among those pairs one is the closest for every
f-divergence at once: the losses are cut off at the ε at which the pair is exactly (ε, δ)-indistinguishable in that order
(Huber and Strassen's least favourable pair; theory, T15).
"""

from __future__ import annotations

import contextlib
import math
from fractions import Fraction
from functools import partial

import flint

from dpzoo.numbers.late import Floats, np
from dpzoo.numbers.real import Ball, Real, real
from dpzoo.numbers.roots import root
from dpzoo.optimal import cells, minima
from dpzoo.optimal.certify import arb, gaussian_delta, normal_cdf
from dpzoo.optimal.chords import below, excess_at
from dpzoo.optimal.envelope import Envelope
from dpzoo.optimal.optimum import Found, NoReductionError, Pair
from dpzoo.optimal.orders import excess_of_pair, neediest_order, of_envelopes, proved_above
from dpzoo.optimal.polygon import corners, rounded
from dpzoo.optimal.primitives import Gaussian

_STEPS = 90
_SMALLEST = 1e-280
_BESIDE = tuple(Fraction(1, 2**k) for k in (48, 44, 40, 36, 34, 32, 31, 30, 29, 28))
_ROUGHLY = tuple(Fraction(1, 2**k) for k in (32, 26, 20, 12))
_NEAR = 1e-5
_LEAST = -60.0
_APART = 2.0**-42
_STEPS_APART = tuple(2.0**-k for k in (42, 38, 36, 34, 32))
_MARGIN = flint.arb(2.0**-34)


def trimmed(pair: Pair, share: Fraction) -> Pair | None:
    """The pair, by falling loss, without a part ``share`` of either side; None if nothing but equal laws is left."""
    top, bottom = _ratio(pair, share), _ratio(Pair(tuple(reversed(pair.q)), tuple(reversed(pair.p))), share)
    if top is None or bottom is None or top <= 1 or bottom <= 1:
        return None
    left = 1 - share
    p = [min(a, top * b) / left for a, b in zip(pair.p, pair.q, strict=True)]
    q = [min(b, bottom * a) / left for a, b in zip(pair.p, pair.q, strict=True)]
    kept = [(a, b) for a, b in zip(p, q, strict=True) if a or b]
    return Pair(tuple(a for a, _ in kept), tuple(b for _, b in kept))


def _ratio(pair: Pair, share: Fraction) -> Fraction | None:
    """The greatest (p - δ)/q over the corners: e^ε, exactly; None if it is infinite."""
    best = Fraction(0)
    for p, q in corners(pair)[1:]:
        if p > share:
            if not q:
                return None
            best = max(best, (p - share) / q)
    return best


def of_pairs(inside: Pair, outside: Pair, share: Real, offset: Real | None, slope: Real | None) -> Found | str:
    """The least ρ at ξ (``offset``) or the least ξ at ρ (``slope``) once a part ``share`` is set aside."""
    ends: list[Ball] = []
    table: Pair | None = None
    for pair, out in ((inside, False), (outside, True)):
        cut = rounded(share, outside=not out)
        if max(_disclosed(pair)) > cut:
            return "more than δ may be disclosed"
        left = trimmed(pair, cut)
        found = flint.arb(0) if left is None else excess_of_pair(left, offset, slope, real(math.inf))
        if found is None:
            return "more than δ may be disclosed"
        ends.append(found)
        table = pair if table is None else table
    return Found(ends[0], ends[1], "T15", table)


def _disclosed(pair: Pair) -> tuple[Fraction, Fraction]:
    """Per order the mass of outputs that the other side cannot have."""
    first = sum((p for p, q in zip(pair.p, pair.q, strict=True) if not q), Fraction(0))
    return first, sum((q for p, q in zip(pair.p, pair.q, strict=True) if not p), Fraction(0))


def share_of_pairs(inside: Pair, outside: Pair, offset: Real, slope: Real) -> Found:
    """The least δ at ξ and ρ: what is left meets them from there on, since more cut off is closer."""
    low, high = _end_of_share(inside, offset, slope, outside=False), _end_of_share(outside, offset, slope, outside=True)
    return Found(arb(low), arb(high), "T15", inside)


def enough_of(pair: Pair, offset: Real, slope: Real) -> Ball | None:
    """A share that is certainly enough, if not the least one; None if the one in floats leads to none."""
    near = _share_in_floats(pair, max(_disclosed(pair)), float(offset), float(slope))
    shares = [near * (1 + x) for x in _ROUGHLY] if near is not None else []
    return next((arb(x) for x in shares if meets_after(pair, x, offset, slope, outside=True)), None)


def _end_of_share(pair: Pair, offset: Real, slope: Real, *, outside: bool) -> Fraction:
    """A share that is certainly enough (``outside``), or one that is certainly not: beside a root in floats, else by halving."""

    def enough(share: Fraction) -> bool:
        return meets_after(pair, share, offset, slope, outside=outside)

    least = max(_disclosed(pair))
    if enough(least):
        return least
    near = _share_in_floats(pair, least, float(offset), float(slope))
    for share in [near * (1 + (x if outside else -x)) for x in _BESIDE] if near is not None else ():
        if least < share < 1 and enough(share) is outside:
            return share
    low, high = least, Fraction(1)
    for _ in range(_STEPS):
        middle = Fraction(math.sqrt(float(low)) * math.sqrt(float(high))) if high > 4 * low > _SMALLEST else (low + high) / 2
        low, high = (low, middle) if enough(middle) else (middle, high)
        if high - low <= high / 2**50:
            break
    return high if outside else low


def _share_in_floats(pair: Pair, least: Fraction, offset: float, slope: float) -> Fraction | None:
    """Where what is left meets ξ and ρ in floats; None if that is not told."""
    from dpzoo.blocks.concentrated import greatest_excess

    def excess(x: float) -> float:
        left = trimmed(pair, max(least, Fraction(math.exp(x))))
        if left is None:
            return -slope
        p, q = (np.array([float(v) for v in row]) for row in (left.p, left.q))
        return float(greatest_excess(p, q, offset=offset, slope=None, last=math.inf)) - slope

    with contextlib.suppress(ValueError, RuntimeError, ArithmeticError):
        return Fraction(math.exp(root(excess, math.log(max(float(least), _SMALLEST)), 0.0)))
    return None


def meets_after(pair: Pair, share: Fraction, offset: Real, slope: Real, *, outside: bool) -> bool:
    """Whether what is left certainly (``outside``) or perhaps has D_α ≤ ξ + ρα for all orders."""
    if max(_disclosed(pair)) > share:
        return False
    left = trimmed(pair, share)
    if left is None:
        return True
    mean = minima.renyi(left, flint.arb(1))
    if mean is None or mean - arb(offset) > arb(slope):  # order 1 alone, far quicker where losses are large
        return False
    excess = excess_of_pair(left, offset, None, real(math.inf))
    assert excess is not None
    return bool(excess <= arb(slope)) if outside else not bool(excess > arb(slope))


def of_gaussian(part: Gaussian, share: Real, offset: Real | None, slope: Real | None) -> Found:
    """The least ρ at ξ (``offset``) or ξ at ρ (``slope``) for Gaussian DP, by a scan of the orders and proved by chords."""
    guess, mu = _cut_of_gaussian(float(part.mu), float(share)), arb(part.mu)
    if guess <= 0:
        return Found(flint.arb(0), flint.arb(0), "T15", None)
    found, s = _excess_of_gaussian(mu, flint.arb(guess), offset, slope)
    pair = _table(part, guess, s, float(found) * (1 + float(s) if offset is not None else 1)) if found > 0 else None
    less, more = (flint.arb(guess) * (1 + sign * flint.arb(_APART)) for sign in (-1, 1))
    if gaussian_delta(mu, less) > arb(share) > gaussian_delta(mu, more):
        low, high = (_excess_at(mu, e, s, offset, slope).max(flint.arb(0)) for e in (less, more))
        top = proved_above(lambda s: _left_of_gaussian(mu, more, s), high, (offset, slope), real(math.inf), more)
        if top is not None:
            return Found(low, top, "T15", pair)
    return Found(found * (1 - _MARGIN), found * (1 + _MARGIN), "T15", pair, certified=False)


def share_of_envelopes(curves: tuple[Envelope, Envelope], offset: Real, slope: Real) -> Found:
    """The least δ at ξ and ρ where lines cut a Gaussian curve: as :func:`share_of_gaussian`."""
    whole = of_envelopes(curves, offset, None, real(math.inf))
    assert isinstance(whole, Found)
    if whole.upper <= arb(slope):
        return Found(flint.arb(0), flint.arb(0), "T12")

    def left(x: float) -> Found:
        e = flint.arb(x).exp()
        found = of_envelopes((curves[0].cut(e), curves[1].cut(e)), offset, None, real(math.inf))
        assert isinstance(found, Found)
        return found

    x = root(
        lambda x: float(left(x).lower) - float(slope),
        _LEAST,
        math.log(float(curves[0].mu) ** 2 / 2 + 40 * float(curves[0].mu)),
        500,
    )
    e, margin = flint.arb(x).exp(), flint.arb(2.0**-34)
    low, high = (p - e.exp() * q for p, q in (curve.test(e) for curve in curves))
    return Found(low * (1 - margin), high * (1 + margin), "T15", left(x).pair, certified=False)


def share_of_gaussian(part: Gaussian, offset: Real, slope: Real) -> Found:
    """The least δ at ξ and ρ for Gaussian DP: what is left meets them once the losses are cut off low enough."""
    mu, wanted = arb(part.mu), float(slope)
    if mu * mu / 2 <= arb(slope):
        return Found(flint.arb(0), flint.arb(0), "T12")

    def excess(x: float) -> float:
        return float(_excess_of_gaussian(mu, flint.arb(x).exp(), offset, None)[0]) - wanted

    high = math.log(float(part.mu) ** 2 / 2 + 40 * float(part.mu))
    if excess(high) <= 0:  # beyond that loss lies less than any float
        tail = normal_cdf(flint.arb(-40))
        return Found(flint.arb(0), tail, "T15", attained=False, certified=False, note="less than the smallest float")
    x = root(excess, _LEAST, high, 500)
    e = flint.arb(x).exp()
    s = _excess_of_gaussian(mu, e, offset, None)[1]
    rises = (excess(x + _NEAR) - excess(x - _NEAR)) / (2 * _NEAR)
    falls = float(e * e.exp() * normal_cdf(-mu / 2 - e / mu) / gaussian_delta(mu, e))
    pair = _table(part, float(e), s, rises / falls * (1 + float(s))) if rises > 0 else None
    for apart in _STEPS_APART:  # what is left of losses cut off at less meets them, and at more it does not
        less, more = e * (1 - flint.arb(apart)), e * (1 + flint.arb(apart))
        low, top = gaussian_delta(mu, more), gaussian_delta(mu, less)
        end = (less - arb(offset)) / arb(slope)
        if _excess_at(mu, more, s, offset, None) > arb(slope) and below(
            lambda s, cut=less: _left_of_gaussian(mu, cut, s),  # type: ignore[misc]
            arb(offset),
            arb(slope),
            end,
        ):
            return Found(low, top, "T15", pair)
    found = gaussian_delta(mu, e)
    return Found(found * (1 - _MARGIN), found * (1 + _MARGIN), "T15", pair, certified=False)


def _table(part: Gaussian, e: float, s: Ball, value: float) -> Pair | None:
    """Cells for D_{1+s} of what is left, of which ``value`` counts, with one cell for the losses beyond e on either side."""
    m, order = float(part.mu), 1 + float(s)
    left = float(_left_of_gaussian(arb(part.mu), flint.arb(e), s)) * float(s) + math.log(float(_share_left(arb(part.mu), e)))
    rest = math.log(order * m * m / (2 * value)) - left - math.log(2 * math.pi) / 2
    return cells.merged(part.mu, partial(_weight, m, order, rest), m / 2 - e / m, m / 2 + e / m)


def _weight(mu: float, order: float, rest: float, x: Floats) -> Floats:
    found: Floats = -x * x / 2 + order * (mu * x - mu * mu / 2) + rest
    return found


def _share_left(mu: Ball, e: float) -> Ball:
    """1 - δ at this ε."""
    return 1 - normal_cdf(mu / 2 - flint.arb(e) / mu) + flint.arb(e).exp() * normal_cdf(-mu / 2 - flint.arb(e) / mu)


def _cut_of_gaussian(mu: float, share: float) -> float:
    """The ε at which N(μ, 1) and N(0, 1) are exactly (ε, δ)-indistinguishable; not positive where δ is too large."""
    from scipy.special import log_ndtr, ndtr  # slow to import

    def excess(e: float) -> float:
        return float(log_ndtr(mu / 2 - e / mu)) + math.log(-math.expm1(_ratio_of_tails(e, mu))) - math.log(share)

    if 1 - 2 * float(ndtr(-mu / 2)) <= share:
        return 0.0
    return root(excess, 0.0, mu * mu / 2 + 40 * mu, 500)


def _ratio_of_tails(e: float, mu: float) -> float:
    from scipy.special import log_ndtr

    return e + float(log_ndtr(-mu / 2 - e / mu)) - float(log_ndtr(mu / 2 - e / mu))


def _excess_of_gaussian(mu: Ball, e: Ball, offset: Real | None, slope: Real | None) -> tuple[Ball, Ball]:
    """sup of (D_α - ξ)/α or of D_α - ρα over the orders, of N(μ, 1) against N(0, 1) with losses cut off at ±e; and its α - 1."""
    s = neediest_order(lambda s: _excess_at(mu, e, s, offset, slope), (-12.0, 12.0), 49, real(math.inf))
    found = _excess_at(mu, e, s, offset, slope)
    if not found.is_finite():
        raise NoReductionError("the losses are too large for the scan of the orders")
    return found.max(flint.arb(0)), s


def _excess_at(mu: Ball, e: Ball, s: Ball, offset: Real | None, slope: Real | None) -> Ball:
    return excess_at(_left_of_gaussian(mu, e, s), 1 + s, offset, slope)


def _left_of_gaussian(mu: Ball, e: Ball, s: Ball) -> Ball:
    """D_{1+s} of N(μ, 1) against N(0, 1) with losses cut off at ±e: from the truncated moments of the loss under P."""
    high, low = e / mu - mu / 2, -e / mu - mu / 2  # z = x - μ under P; the loss is μz + μ²/2
    inside, above, below = normal_cdf(high) - normal_cdf(low), e.exp() * normal_cdf(-high - mu), normal_cdf(low)
    left = inside + above + below
    if s.is_zero():
        density = (-high * high / 2).exp() - (-low * low / 2).exp()
        mean = mu * (-density / (2 * flint.arb.pi()).sqrt()) + mu * mu / 2 * inside
        return (mean + e * above - e * below) / left
    moment = (s * (1 + s) * mu * mu / 2).exp() * (normal_cdf(high - s * mu) - normal_cdf(low - s * mu))
    return ((moment + (s * e).exp() * above + (-s * e).exp() * below) / left).log() / s
