"""Which constraints of a conjunction another one of them implies by itself, so that they say nothing (theory, T8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dpzoo.numbers.real import ONE, ZERO, Ball, UndecidedError
from dpzoo.optimal import envelope, odds, response
from dpzoo.optimal.certify import arb, gaussian_delta
from dpzoo.optimal.primitives import (
    Behind,
    Gaussian,
    Line,
    Mean,
    OddsRange,
    Orders,
    Power,
    Primitive,
    RatioConstraint,
    Unprocessed,
    promises,
    said,
)

_PLACES: Final = 64


def needed(parts: Sequence[Primitive]) -> tuple[Primitive, ...]:
    """The constraints that no other one of them implies by itself."""

    def implied(c: Primitive, given: Primitive) -> bool:
        try:
            return _implies(given, c)
        except UndecidedError:  # of irrational numbers that may be equal nothing is said
            return False

    kept = list(parts)
    for c in parts:
        rest = [x for x in kept if x is not c]
        kept = rest if any(implied(c, x) for x in rest) else kept  # of two that say the same, one
    return tuple(kept)


def _implies(given: Primitive, c: Primitive) -> bool:
    """Whether one constraint certainly implies another: where nothing has to be set aside, what asks less for that is met."""
    if isinstance(c, Unprocessed):
        c = Line(c.epsilon, c.absolute)
    elif isinstance(c, Behind):
        c = c.part
    if isinstance(given, Gaussian):
        return _of_gaussian(given, c)
    if isinstance(given, OddsRange):
        return _of_range(given, c)
    if isinstance(given, Line):
        return _of_pure(given, c) if given.delta == ZERO and not isinstance(c, Line) else _of_line(given, c)
    if isinstance(c, Orders) and isinstance(given, Mean):  # (0, τ²/2)-zCDP, and D_α ≤ D₁ ≤ μ up to order 1 (theory, T14)
        rho = given.tau * given.tau / 2
        return (min(given.mu, rho) <= c.xi if c.low <= ONE else c.low * rho <= c.xi) if c.single else rho <= c.rho
    if not (isinstance(c, Orders) and isinstance(given, Orders | Power)):
        return False
    if not c.single:
        return promises(RatioConstraint((given,)), c.xi, c.rho, c.high)
    last = max(c.low, ONE)  # up to which D_α grows
    bound = said(given, last)
    return bound is not None and bound[0] + bound[1] * last <= c.xi


def _of_line(given: Line, c: Primitive) -> bool:
    return isinstance(c, Line) and given.epsilon <= c.epsilon and given.delta <= c.delta


def _of_gaussian(given: Gaussian, c: Primitive) -> bool:
    """By the values of the Gaussian pair (T8)."""
    if isinstance(c, Gaussian):
        return given.mu < c.mu
    mu = arb(given.mu)
    if isinstance(c, Orders):
        return _of_slope(mu * mu / 2, c)
    if isinstance(c, Power):
        return bool(envelope.gaussian_power(mu, c.k) <= arb(c.epsilon))
    if not isinstance(c, Line) or not mu > 0:
        return False
    return bool(gaussian_delta(mu, arb(c.epsilon)) <= arb(c.delta))


def _of_slope(rho: Ball, c: Orders) -> bool:
    return bool(arb(c.low) * rho <= arb(c.xi)) if c.single else bool(rho <= arb(c.rho))


def _of_range(given: OddsRange, c: Primitive) -> bool:
    """By the values of bounded range (T13); a power on cells of the place, from their ends."""
    if isinstance(c, OddsRange):
        return given.eta < c.eta
    eta = arb(given.eta)
    if isinstance(c, Orders) and c.low < ONE:  # order ½, whose largest value is above ρ/2
        return bool(2 * (eta / 4).cosh().log() <= arb(c.xi))
    y = -(-eta).expm1() / eta
    mean = y.log() + 1 / y - 1  # D₁ is also what zero-concentrated DP needs
    if isinstance(c, Orders):
        return _of_slope(mean, c)
    if isinstance(c, Mean):  # Hoeffding's lemma
        return given.eta <= c.tau * 2 and bool(mean <= arb(c.mu))
    if isinstance(c, Gaussian):
        return bool(odds.gaussian(given).upper <= arb(c.mu))
    if isinstance(c, Power):
        return bool(_largest_power(eta, arb(c.k)) <= (arb(c.k) * arb(c.epsilon).log()).exp())
    return isinstance(c, Line) and bool(odds.delta(given, c.epsilon).upper <= arb(c.delta))


def _largest_power(eta: Ball, k: Ball) -> Ball:
    """An upper bound of E|X - 1|^k = (1-y)(E - 1/y)((Ey-1)^{k-1} + (1-y)^{k-1})/(E-1) over 1/E ≤ y ≤ 1, E = e^η."""
    whole, best = eta.exp(), arb(0)
    for i in range(_PLACES):
        low, high = (-eta * (1 - arb(j) / _PLACES) for j in (i, i + 1))  # ln y
        down, up = -low.expm1(), (eta + high).expm1()  # 1 - y and Ey - 1 are at most these
        best = best.max(down * up / high.exp() * (up ** (k - 1) + down ** (k - 1)) / (whole - 1))
    return best


def _of_pure(given: Line, c: Primitive) -> bool:
    """By the values of randomised response (T7)."""
    e = arb(given.epsilon)
    if not e > 0:
        return False
    if isinstance(c, OddsRange):
        return given.epsilon * 2 <= c.eta
    if isinstance(c, Gaussian):
        return bool(odds.gaussian(OddsRange(given.epsilon * 2)).upper <= arb(c.mu))
    if isinstance(c, Power):
        return bool(response.power(e, arb(c.k)) <= arb(c.epsilon))
    if not isinstance(c, Orders):
        return False
    return bool(response.divergence(e, arb(c.low)) <= arb(c.xi)) if c.single else _of_slope(response.divergence(e, arb(1)), c)
