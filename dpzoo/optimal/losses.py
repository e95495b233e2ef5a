"""To and from what post-processing does not preserve: mean-concentrated, probabilistic, relaxed DP (theory, T10, T14, T22)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any, Final

import flint

from dpzoo.numbers.late import Floats, np
from dpzoo.numbers.real import ONE, ZERO, Ball, Real
from dpzoo.optimal import cells, response
from dpzoo.optimal.binary import RegionBoundary
from dpzoo.optimal.certify import UncertifiedError, arb, inner, masses, normal_cdf
from dpzoo.optimal.maxima import greatest
from dpzoo.optimal.merged import covered, mean_loss
from dpzoo.optimal.optimum import EQUAL, Found, Pair, at_least, disclosing
from dpzoo.optimal.peaks import highest
from dpzoo.optimal.polygon import LONGEST, shown
from dpzoo.optimal.primitives import Line, Mean, Primitive, single, statements
from dpzoo.optimal.testing import fraction

_CLOSE: Final = tuple(2.0**-k for k in (46, 40, 34, 28, 22))
_SAFE: Final = tuple(2.0**-k for k in (25, 23, 21, 19, 17))
_SMALLEST: Final = 1e-280
_MARGIN: Final = 2.0**-34
_PROVED: Final = 2.0**-29
_EXPONENT: Final = 60.0
_TRIED: Final = 40
_PLACES: Final = 60
_SAME: Final = Fraction(1, 2**100)
_MORE: Final = tuple(2.0**-k for k in (23, 33, 43, 53, 63))
"""By how much an output has more than may be set aside."""


def spread_of_pure(epsilon: Real) -> Found:
    """The least τ of mean-concentrated DP for pure DP: that of the worst binary pair with loss ε (T14)."""
    e = arb(epsilon)
    low, high, b = _worst_spread(e)
    keep = 1 - flint.arb(2.0**-40)
    pair = shown([Line(epsilon, ZERO)]) if b == e else response.table(e * keep, b * keep)
    return Found((low / 2).exp(), (high / 2).exp(), "T14", pair)


def spread_of_odds(eta: Real) -> Found:
    """η/2: Hoeffding's lemma, attained where both losses have probability 1/2 under P (T14)."""
    half = arb(eta) / 2
    high = (1 + (-arb(eta)).exp()).log() + arb(eta) - flint.arb(2).log()
    keep = 1 - flint.arb(2.0**-34)
    return Found(half, half, "T14", response.table(high * keep, (arb(eta) - high) * keep))


def spread_of_binary(a: Ball, b: Ball) -> Ball:
    """The least τ of the binary pair with losses a and -b, both orders (Kearns and Saul; T14)."""
    odds = ((b.expm1() / -(-a).expm1()).log(), ((-(-b).expm1()) / a.expm1()).log())
    return (a + b) * _spread(odds[0]).max(_spread(odds[1])).sqrt()


def widest(parts: Sequence[Primitive]) -> Found:
    """The binary pair of the source with the largest τ: along the boundary, and with the largest loss a pure bound allows (T22).

    The upper end is that of the binary pairs, by a scan.
    """
    boundary = RegionBoundary(parts)
    u = boundary.kink

    def width(a: float, b: float) -> float:
        return float(spread_of_binary(flint.arb(a), flint.arb(b))) if b >= _SMALLEST else -1.0

    last = min(boundary.end, boundary.last)
    grid = sorted({min(u * 1.2**step, last) for step in range(40)})
    found, a = highest(lambda t: width(t, boundary.small(t)), grid)
    point = boundary.kink_point() if a <= u else boundary.point(a)
    if math.isfinite(boundary.end):
        most = boundary.small(boundary.end)
        wide, b = highest(lambda b: width(boundary.end, b), [most * k / 30 for k in range(1, 31)])
        if wide > found:
            corner = boundary.point(boundary.end)
            found, point = wide, replace(corner, b=b, active=corner.active[:1] if b < most else corner.active)
    near = inner(parts, point, _CLOSE, floor=boundary.end)
    safe = inner(parts, point, _SAFE, floor=boundary.end)
    return Found(spread_of_binary(*near), flint.arb(found * (1 + _MARGIN)), "T22", response.table(*safe), certified=False)


def squared_spread_beyond(parts: Sequence[Primitive], mean: Ball, last: Real, first: Ball) -> Ball:
    """What exponents s = -t from ``first`` ≥ 1 on may need of τ² at most, where D_1 ≤ ``mean`` (T22).

    By every bound ξ + ρα of the orders up to ``last``, t itself: 2(ρ + (ξ - ρ + m)r - ξr²), r = 1/t.
    """
    best, zero = flint.arb("inf"), flint.arb(0)
    for xi, rho in ((arb(xi), arb(rho)) for xi, rho in statements(parts, last)):
        r = ((xi - rho + mean) / (2 * xi)).max(zero).min(1 / first) if xi > 0 else zero if mean < rho else 1 / first
        best = best.min((2 * (rho + (xi - rho + mean) * r - xi * r * r)).max(2 * rho))
    return best


def spread_of_pairs(inside: Pair, outside: Pair) -> Found:
    """The least τ where one pair dominates, its outputs by falling loss: all below some threshold merged, by a scan (T22)."""
    places = [k / _PLACES for k in range(_PLACES + 1)]
    _, where = highest(lambda share: float(_squared_spread(_merged(outside, Fraction(share)), exact=False)), places)
    pair = _merged(inside, Fraction(where))
    low, high = (arb(_squared_spread(x, exact=True)).sqrt() for x in (pair, _merged(outside, Fraction(where))))
    return Found(low, high * (1 + flint.arb(_PROVED)), "T22", pair, certified=False)  # the place has half of a float's digits


def _merged(pair: Pair, share: Fraction) -> Pair:
    """The pair with the part ``share`` of P that has the lowest losses as one output; a part of an output, perhaps."""
    if share <= pair.p[-1]:
        return pair
    rest, p, q = 1 - share, [], []
    for a, b in zip(pair.p, pair.q, strict=True):
        part = min(Fraction(1), max(Fraction(0), rest / a))
        if part:
            p.append(a * part)
            q.append(b * part)
        rest -= a * part
    p.append(1 - sum(p, Fraction(0)))
    q.append(1 - sum(q, Fraction(0)))
    return Pair(tuple(p), tuple(q))


def _squared_spread(pair: Pair, *, exact: bool) -> Any:
    """τ² of a pair in its direct order."""
    from dpzoo.blocks.concentrated import subgaussian_variance

    p, q = (np.array(row if exact else [float(x) for x in row], dtype=object if exact else float) for row in (pair.p, pair.q))
    return subgaussian_variance(p, q, relative=_MARGIN)


def spread_of_gaussian(mu: Real) -> Found:
    """The least τ of Gaussian DP: that of the Gaussian pair with all losses below some threshold merged (T22).

    It is found by a search, and proved from above where that takes not too many cells.
    """
    from scipy.optimize import minimize  # slow to import, and few conversions need it

    m = arb(mu)

    def height(place: Sequence[float]) -> float:
        if abs(place[0]) > _EXPONENT or abs(place[1]) > _EXPONENT + float(mu):
            return -math.inf
        value = _spread_of_merged(m, flint.arb(float(place[0])).exp(), flint.arb(float(place[1])))
        return float(value) if value.is_finite() else -math.inf

    cuts = [x + far for far in {0.0, float(mu)} for x in range(-2, 9)]
    start = max(((x - math.log(float(mu)), c) for x in range(-7, 4) for c in cuts), key=height)
    best = minimize(lambda x: -height(x), start, method="Nelder-Mead", options={"xatol": 1e-7, "fatol": 0, "maxfev": 400})
    s, c = (float(x) for x in best.x)
    low = _spread_of_merged(m, flint.arb(s).exp(), flint.arb(c)).max(m)
    order = 1 + math.exp(s)
    rest = -s - 2 * math.log(float(low) / float(mu)) - math.log(2)
    weight = partial(_bending, float(mu), order, rest, float(_moment_of_merged(m, flint.arb(order), flint.arb(c)).log()))
    pair = cells.merged(mu, weight, c, order * float(mu) + 9.0)
    more = low * (1 + flint.arb(_PROVED))
    if covered(m, more * more, flint.arb(s).exp()):
        return Found(low, more, "T22", pair)
    places = ((-flint.arb(x) / 16, m + flint.arb(y) / 2) for x in range(1, 16) for y in range(-8, 13))
    below = max((_spread_of_merged(m, *place) for place in places), key=float)
    return Found(low, low.max(below) * (1 + flint.arb(_MARGIN)), "T22", pair, certified=False)


def _bending(mu: float, order: float, rest: float, moment: float, x: Floats) -> Floats:
    """ln of what cells take from that τ: the law under P times x g'', g of T22."""
    s, loss = order - 1, mu * x - mu * mu / 2
    bend = np.maximum(np.expm1(s * loss + math.log(order) - moment), 1e-9)
    found: Floats = -((x - mu) ** 2) / 2 - math.log(2 * math.pi) / 2 + np.log(bend) + rest
    return found


def _moment_of_merged(mu: Ball, order: Ball, c: Ball) -> Ball:
    """E X^α of N(μ, 1) against N(0, 1) when they are seen only as "at most c" below c."""
    p, q, s = normal_cdf(c - mu), normal_cdf(c), order - 1
    return p * (s * (p / q).log()).exp() + (s * order / 2 * mu * mu).exp() * normal_cdf(order * mu - c)


def _spread_of_merged(mu: Ball, s: Ball, c: Ball) -> Ball:
    """The τ that the exponent s asks for of that pair."""
    square = 2 / (s * s) * (_moment_of_merged(mu, 1 + s, c).log() - s * mean_loss(mu, c - mu))
    return square.sqrt() if square > 0 else flint.arb(0)


def narrow_pair(part: Mean) -> Pair:
    """A binary pair that needs all of τ while its mean loss is at most μ: the larger loss is rare enough (T14)."""
    tau, mu = arb(part.tau), arb(part.mu)
    for power in range(2, 400):
        p = flint.arb(2.0**-power)
        low, high = flint.arb(0), 4 * tau * (1 + abs(p.log())) + 4
        for _ in range(90):
            a = ((low + high) / 2).mid()
            b = ((1 - p * (-a).exp()) / (1 - p)).log()  # q = p e^{-a}
            low, high = (a, high) if spread_of_binary(a, b) <= tau * (1 - flint.arb(2.0**-32)) else (low, a)
        if not low > 0:
            continue
        a = low
        b = ((1 - p * (-a).exp()) / (1 - p)).log()
        if b > 0 and all(bool(m <= mu) for m in _means(a, b)):
            return response.table(a, b)
    raise UncertifiedError("no binary pair of small mean was found")


def _means(a: Ball, b: Ball) -> tuple[Ball, Ball]:
    """The Kullback–Leibler divergences of a binary pair in both orders."""
    pair = masses(a, b)
    return pair.p * a - pair.p_rest * b, pair.q_rest * b - pair.q * a


def meets_mean(part: Mean, pair: Pair, *, nearby: bool) -> bool:
    """Whether a binary pair certainly is (μ, τ)-mean-concentrated: a randomised response, so that all weaker ones are, too.

    ``nearby`` asks it of the τ of all binary pairs whose losses differ by 2⁻¹⁴ of theirs, but leaves μ to the caller (T14).
    """
    if len(pair.p) != 2 or not all((*pair.p, *pair.q)):
        return False
    a, b = arb(pair.p[0] / pair.q[0]).log(), arb(pair.q[1] / pair.p[1]).log()
    if not (a > 0 and b > 0):
        return False
    if abs(pair.p[0] + pair.q[0] - 1) <= _SAME:
        return bool(spread_of_binary(a, b) <= arb(part.tau)) and all(bool(m <= arb(part.mu)) for m in _means(a, b))
    around = 1 + flint.arb(0, 2.0**-14)
    return nearby and bool(spread_of_binary(a * around, b * around) <= arb(part.tau))


def _worst_spread(e: Ball) -> tuple[Ball, Ball, Ball]:
    """max ln τ² over binary pairs with losses ε and -b: τ² = (ε + b)² tanh(ℓ/2)/(2ℓ), ℓ = ln(p/(1-p)) (Kearns and Saul; T14)."""

    def odds(b: Ball) -> Ball:
        return (b.expm1() / -(-e).expm1()).log()

    def value(b: Ball) -> Ball:
        return 2 * (e + b).log() + _spread(odds(b)).log()

    def slope(b: Ball) -> Ball:
        return 2 / (e + b) + _spread_slope(odds(b)) / -(-b).expm1()

    corner = 2 * (2 * e).log() + _spread(e).log()
    low, high, where = greatest(value, slope, e * flint.arb(2.0**-20), e)
    if slope((e * flint.arb(1 - 2.0**-10)).union(e)) > 0 and corner >= low:
        where = e
        low = corner
    # for smaller b, τ² ≤ (ε + b)²/4
    rest = 2 * (e * flint.arb(1 + 2.0**-20)).log() - flint.arb(4).log()
    return low, high.max(rest), where


def _spread(x: Ball) -> Ball:
    """tanh(x/2)/(2x), ¼ at 0, which falls as |x| grows."""
    if x.contains(0):
        far = abs(x).upper()
        return (flint.arb(0.25) * (1 - far * far / 12)).union(flint.arb(0.25))
    ends = [(y / 2).tanh() / (2 * y) for y in (flint.arb(x.lower()), flint.arb(x.upper()))]
    return ends[0].union(ends[1])


def _spread_slope(x: Ball) -> Ball:
    """(ln of it)' = 1/sinh x - 1/x, odd, falling for |x| < 1, and between -x/6 and -x/6 + 7x³/360 for x > 0."""
    if bool(abs(x) < flint.arb(2.0**-20)):
        far = abs(x).upper()
        rest = 7 * far**3 / 360
        return -x / 6 + (-rest).union(rest)
    if bool(abs(x) < 1) and x.rad() > 0:
        return _spread_slope(flint.arb(x.lower())).union(_spread_slope(flint.arb(x.upper())))
    return 1 / x.sinh() - 1 / x


def binary_of_mean(part: Mean) -> Iterator[Pair]:
    """Binary pairs that certainly are (μ, τ)-mean-concentrated, with the largest losses of a grid."""
    top = 4 * float(part.tau) + 6 * float(part.mu)
    for a in (flint.arb(top * k / _TRIED) for k in range(1, _TRIED + 1)):
        smaller = (a * flint.arb(2.0 ** (-j / 4)) for j in range(_TRIED))
        fits = (b for b in smaller if spread_of_binary(a, b) <= arb(part.tau) and all(m <= arb(part.mu) for m in _means(a, b)))
        if (b := next(fits, None)) is not None:
            yield response.table(a, b)


def mean_from_mean(part: Mean, question: Any) -> Found | str:
    """μ ≤ τ²/2, and nothing else: a pair of any small mean may need all of τ (T14)."""
    half = arb(part.tau) ** 2 / 2
    mean = arb(part.mu).min(half)
    wide = part.mu >= part.tau * part.tau / 2
    if question.parameter == "mu":
        if question.real("tau") < part.tau:
            return f"a pair of the source needs τ = {at_least(arb(part.tau))}, whatever μ is"
        return Found(mean, mean, "T14", response_of_mean(part))
    if arb(question.real("mu")) < mean:
        return f"a Gaussian pair of the source has a mean loss of {at_least(mean)}, whatever τ is"
    pair = response_of_mean(part) if wide else narrow_pair(part)
    return Found(arb(part.tau), arb(part.tau), "T14", pair)


def response_of_mean(part: Mean) -> Pair | None:
    """The randomised response with mean loss min(μ, τ²/2), whose deviations need twice that of τ² (T14)."""
    pair = response.largest(single(ONE, min(part.mu, part.tau * part.tau / 2))).pair
    return pair if meets_mean(part, pair, nearby=False) else None


def narrowest(part: Mean) -> Real:
    """The μ of the widest Gaussian pair that meets the source: its mean loss is μ²/2, its τ is μ."""
    return part.tau if part.mu >= part.tau * part.tau / 2 else (part.mu * 2).sqrt()


def relaxed_to_loss(source: tuple[Real, Real, Real], question: Any) -> Found | str:
    """Relaxed DP (ε, δ_a, δ_p) to probabilistic DP in closed form; probabilistic DP is δ_a = 0 (T10)."""
    epsilon, absolute, aside = source
    e, a, b = arb(epsilon).exp(), arb(absolute), arb(aside)
    one = flint.arb(1)
    if question.parameter == "delta":
        asked = question.real("epsilon")
        x = arb(asked)
        value = one.min((e - 1 + a + b) / (e - (-x).exp())) if x > 0 else one
        if asked > epsilon or (absolute == ZERO and asked >= epsilon):
            value = value.min(b + (a / (1 - e * (-x).exp()) if absolute != ZERO else 0))
        loss = x.max((e - 1 + a).min(flint.arb(1)) * flint.arb(2.0**-26))  # at x = 0 any loss counts
        pair = loss_pair(value, loss, aside) if value > b else disclosing(EQUAL, aside)
        return Found(value, value, "T10", pair, attained=bool(value == 0))
    d = arb(question.real("delta"))
    if question.real("delta") == ONE:
        return Found(flint.arb(0), flint.arb(0), "T8")
    if d < b:
        return f"a pair that discloses with probability {at_least(b)} or more meets the source"
    value = _loss_at(source, d)
    if not value.is_finite():
        return f"outputs of probability above {at_least(a + b)} may have any loss"
    for step in _MORE:  # ever less where the loss falls steeply
        higher = d * (1 + flint.arb(step))
        near = _loss_at(source, higher) * (1 - flint.arb(2.0**-30))
        if near >= value * (1 - flint.arb(2.0**-21)):
            break
    pair = loss_pair(higher, near, aside, room=0.0) if near > 0 and higher < 1 and d > 0 else None
    if pair is None and d == 0:  # pure DP
        pair = shown([Line(epsilon, ZERO)])
    return Found(value, value, "T10", pair, attained=bool(d == 0))


def _loss_at(source: tuple[Real, Real, Real], d: Ball) -> Ball:
    """The ε of probabilistic DP at δ = d; not finite where there is none (T10)."""
    epsilon, absolute, aside = source
    e, a, b = arb(epsilon).exp(), arb(absolute), arb(aside)
    rest = d - b
    if absolute == ZERO:
        first = arb(epsilon)
    elif not rest > a:
        first = flint.arb("inf")
    else:
        first = arb(epsilon) - (1 - a / rest).log()
    ratio = e - (e - 1 + a + b) / d
    second = flint.arb("inf") if not ratio > 0 else -ratio.log()
    return first.min(second).max(flint.arb(0))


def loss_pair(mass: Ball, loss: Ball, aside: Real, *, room: float = 2.0**-32) -> Pair | None:
    """Outputs of P-mass ``mass`` with a loss just above ``loss``, one of mass δ_p, and the rest: a little inside (T10)."""
    if not loss < LONGEST:
        return None
    mass = mass * (1 - flint.arb(room)) if mass < 1 else 1 - flint.arb(2.0**-24)
    p = fraction(mass)
    ratio = fraction((-(loss * (1 + flint.arb(2.0**-38)))).exp())
    b = aside.rational if aside.rational is not None else Fraction(0)
    unseen = min(b, p * (1 - ratio))  # of no more the rest, which is not set aside, would have a loss
    outputs = [(p - b, (p - b) * ratio), (1 - p, 1 - p * ratio - unseen)]
    if b:
        outputs += [(b, b * ratio), (Fraction(0), unseen)]
    if any(x < 0 or y < 0 for x, y in outputs):
        return None
    return Pair(tuple(x for x, _ in outputs), tuple(y for _, y in outputs))
