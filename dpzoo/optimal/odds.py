"""Bounded range as the only constraint: its tests in closed form (theory, T13)."""

from __future__ import annotations

import flint

from dpzoo.numbers.real import Ball, Real
from dpzoo.optimal import response
from dpzoo.optimal.certify import arb, quantile
from dpzoo.optimal.optimum import Found, Pair
from dpzoo.optimal.primitives import OddsRange

_KEEP = 1 - 2.0**-34


def delta(part: OddsRange, epsilon: Real) -> Found:
    """δ(ε) = (e^{η/2} - e^{ε/2})²/(e^η - 1), at a - b = ε."""
    eta, e = arb(part.eta), arb(epsilon)
    if part.eta <= epsilon:
        return Found(flint.arb(0), flint.arb(0), "T13")
    value = ((eta / 2).exp() - (e / 2).exp()) ** 2 / eta.expm1()
    return Found(value, value, "T13", _pair((eta + e) / 2, (eta - e) / 2))


def epsilon(part: OddsRange, slack: Real) -> Found:
    """The least ε at δ: η + 2 ln(1 - √(δ(1 - e^{-η}))), 0 from tanh(η/4) on."""
    eta, d = arb(part.eta), arb(slack)
    if d >= (eta / 4).tanh():
        return Found(flint.arb(0), flint.arb(0), "T13")
    value = (eta + 2 * (-(d * -(-eta).expm1()).sqrt()).log1p()).max(flint.arb(0))
    return Found(value, value, "T13", _pair((eta + value) / 2, (eta - value) / 2), attained=slack.rational != 0)


def mass_above(part: OddsRange, epsilon: Real) -> Found:
    """The least δ of probabilistic DP: (e^η - e^ε)/(e^η - 1)."""
    eta, e = arb(part.eta), arb(epsilon)
    if part.eta <= epsilon:
        return Found(flint.arb(0), flint.arb(0), "T13")
    value = (eta.exp() - e.exp()) / eta.expm1()
    higher = e + (eta - e) * flint.arb(2.0**-24)
    return Found(value, value, "T13", _pair(higher, (eta - higher) * flint.arb(_KEEP), shrink=False), attained=False)


def loss_at(part: OddsRange, slack: Real) -> Found:
    """The least ε of probabilistic DP: ln(e^η - δ(e^η - 1))."""
    eta, d = arb(part.eta), arb(slack)
    value = (eta.exp() - d * eta.expm1()).log()
    higher = (eta.exp() - d * (1 + flint.arb(2.0**-22)).min(1 / d if d > 0 else flint.arb(2)) * eta.expm1()).log()
    return Found(value, value, "T13", _pair(higher, eta - higher) if higher > 0 else None, attained=False)


def power_at(part: OddsRange, alarm: Real) -> Found:
    """The greatest p at q = x: x e^η/(1 - x + x e^η)."""
    x, e = arb(alarm), arb(part.eta).exp()
    value = x * e / (1 - x + x * e)
    return Found(value, value, "T13", _table(value, x))


def gaussian(part: OddsRange) -> Found:
    """The least μ of Gaussian DP: 2Φ⁻¹(σ(η/2))."""
    half = arb(part.eta) / 2
    value = -2 * quantile(1 / (1 + half.exp()))
    return Found(value, value, "T13", _pair(half, half))


def _pair(a: Ball, b: Ball, *, shrink: bool = True) -> Pair:
    keep = flint.arb(_KEEP) if shrink else flint.arb(1)
    return response.table(a * keep, b * keep)


def _table(p: Ball, q: Ball) -> Pair:
    from dpzoo.optimal.testing import fraction

    high, low = fraction(p), fraction(q)
    high -= (high - low) / 2**40
    return Pair((high, 1 - high), (low, 1 - low))
