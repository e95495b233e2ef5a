"""Sources that post-processing does not preserve: mean-concentrated DP, probabilistic and relaxed DP (theory, T10, T14)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import flint

from dpzoo.numbers.real import ONE, ZERO, Ball, Real
from dpzoo.optimal import response
from dpzoo.optimal.certify import arb
from dpzoo.optimal.constraints import Line, Mean
from dpzoo.optimal.findings import Found, NoReductionError, Pair
from dpzoo.optimal.maxima import greatest
from dpzoo.optimal.moments import gaussian_table
from dpzoo.optimal.polygon import dominating
from dpzoo.optimal.testing import fraction


def mean_from_pure(epsilon: Real, question: Any) -> Found | str:
    """Pure DP gives μ = ε tanh(ε/2), at randomised response, and the τ of the worst binary pair with loss ε (T14)."""
    e = arb(epsilon)
    mean = response.divergence(e, flint.arb(1))
    pair = dominating([Line(epsilon, ZERO)], outside=False)
    low, high, b = _worst_spread(e)
    if question.parameter == "mu":
        if arb(question.real("tau")) < low:
            return "τ is less than what some pair needs, whatever μ is"
        return Found(mean, mean, "T14", pair)
    if arb(question.real("mu")) < mean:
        return "μ is less than the mean loss of randomised response, whatever τ is"
    keep = 1 - flint.arb(2.0**-40)
    return Found(low, high, "T14", pair if b == e else response.table(e * keep, b * keep))


def _worst_spread(e: Ball) -> tuple[Ball, Ball, Ball]:
    """max τ over binary pairs with losses ε and -b: τ² = (ε + b)² tanh(ℓ/2)/(2ℓ), ℓ = ln(p/(1-p)) (Kearns and Saul; T14)."""

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
    return (low / 2).exp(), (high.max(rest) / 2).exp(), where


def _spread(x: Ball) -> Ball:
    """tanh(x/2)/(2x), ¼ at 0, which falls as |x| grows."""
    if x.contains(0):
        far = abs(x).upper()
        return (flint.arb(0.25) * (1 - far * far / 12)).union(flint.arb(0.25))
    ends = [(y / 2).tanh() / (2 * y) for y in (flint.arb(x.lower()), flint.arb(x.upper()))]
    return ends[0].union(ends[1])


def _spread_slope(x: Ball) -> Ball:
    """(ln of it)' = 1/sinh x - 1/x, odd, and between -x/6 and -x/6 + 7x³/360 for x > 0."""
    if bool(abs(x) < 1):
        far = abs(x).upper()
        rest = 7 * far**3 / 360
        return -x / 6 + (-rest).union(rest)
    return 1 / x.sinh() - 1 / x


def mean_from_mean(part: Mean, parameter: str) -> Found:
    """The parameters do not bound each other but by μ ≤ τ²/2 (T14)."""
    half = arb(part.tau) ** 2 / 2
    if parameter == "mu":
        value = arb(part.mu).min(half)
        return Found(value, value, "T14", note="the Gaussian pair")
    if part.mu >= part.tau * part.tau / 2:
        return Found(arb(part.tau), arb(part.tau), "T14", gaussian_table(part.tau), note="the Gaussian pair")
    raise NoReductionError("whether a mean below τ²/2 forces a smaller τ is not known")


def profile_from_mean(part: Mean, question: Any) -> Found:
    """μ ≤ τ²/2 always, since E e^{-Z} = 1; so D_α ≤ min(μ, τ²/2) + (α - 1)τ²/2, attained by a Gaussian pair where shown (T14)."""
    mu, half = arb(part.mu), arb(part.tau) ** 2 / 2
    wide = part.mu >= part.tau * part.tau / 2
    if question.notion == "kl-privacy":
        value = half if wide else mu.min(half)
        narrow = part.tau if wide else (part.mu * 2).sqrt()
        return Found(value, value, "T14", gaussian_table(narrow), note="a Gaussian pair")
    if not wide:
        raise NoReductionError("mean-concentrated DP with a mean below τ²/2 has no known reduction")
    note = "the Gaussian pair"
    if question.notion == "renyi-dp":
        value = half * arb(question.real("alpha"))
        return Found(value, value, "T14", gaussian_table(part.tau), note=note)
    if question.parameter == "rho":
        return Found(half, half, "T14", gaussian_table(part.tau), note=note)
    if part.tau * part.tau / 2 <= question.real("rho"):
        return Found(flint.arb(0), flint.arb(0), "T14", gaussian_table(part.tau), note=note)
    raise NoReductionError("no finite ξ: the Gaussian pair grows faster than ρα")


def relaxed_to_loss(source: tuple[Real, Real, Real], question: Any) -> Found | str:
    """Relaxed DP (ε, δ_a, δ_p) to probabilistic DP in closed form; probabilistic DP is δ_a = 0 (T10)."""
    epsilon, absolute, aside = source
    e, a, b = arb(epsilon).exp(), arb(absolute), arb(aside)
    one = flint.arb(1)
    if question.parameter == "delta":
        asked = question.real("epsilon")
        x = arb(asked)
        if x == 0 and not (e == 1 and a + b == 0):
            return Found(one, one, "T10", attained=False)
        value = one.min((e - 1 + a + b) / (e - (-x).exp()))
        if asked > epsilon or (absolute == ZERO and asked >= epsilon):
            value = value.min(b + (a / (1 - e * (-x).exp()) if absolute != ZERO else 0))
        return Found(value, value, "T10", loss_pair(value, x, aside) if value > b and x > 0 else None, attained=False)
    d = arb(question.real("delta"))
    if question.real("delta") == ONE:
        return Found(flint.arb(0), flint.arb(0), "T8")
    if float(d) < float(aside) or (absolute == ZERO and d < b):
        return "δ is less than what the source may disclose"
    value = _loss_at(source, d)
    if not value.is_finite():
        return "δ is at most what the source may disclose"
    higher = d * (1 + flint.arb(2.0**-23))
    near = _loss_at(source, higher) * (1 - flint.arb(2.0**-30))
    pair = loss_pair(higher, near, aside) if near > 0 and higher < 1 else None
    return Found(value, value, "T10", pair, attained=False)


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


def loss_pair(mass: Ball, loss: Ball, aside: Real) -> Pair | None:
    """Outputs of P-mass ``mass`` with a loss just above ``loss``, one of mass δ_p, and the rest: a little inside (T10)."""
    mass = mass * (1 - flint.arb(2.0**-32)) if mass < 1 else 1 - flint.arb(2.0**-24)
    p = fraction(mass)
    ratio = fraction((-(loss * (1 + flint.arb(2.0**-38)))).exp())
    b = aside.rational if aside.rational is not None else Fraction(0)
    outputs = [(p - b, (p - b) * ratio), (1 - p, 1 - p * ratio - b)]
    if b:
        outputs += [(b, b * ratio), (Fraction(0), b)]
    if any(x < 0 or y < 0 for x, y in outputs):
        return None
    return Pair(tuple(x for x, _ in outputs), tuple(y for _, y in outputs))
