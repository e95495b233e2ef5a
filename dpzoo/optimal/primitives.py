"""Guarantees about a neighbouring pair as a list of primitive constraints on the law of its likelihood ratio.

One pair (P, Q) is one law of X = dP/dQ under Q (theory, T1). Every primitive asks for both orders of the pair, and each is an
f-divergence bound for a family of convex f, so that it survives post-processing.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from dpzoo.numbers.real import INFINITY, ONE, ZERO, Real, UndecidedError, real


@dataclass(frozen=True, slots=True)
class Line:
    """P(S) ≤ e^ε Q(S) + δ for every event S: the hockey-stick divergence, pure DP at δ = 0, total variation at ε = 0."""

    epsilon: Real
    delta: Real


@dataclass(frozen=True, slots=True)
class Orders:
    """D_α ≤ ξ + ρα for all orders α in [low, high], low > 0; order 1 is the Kullback–Leibler divergence.

    A family (low < high) begins at order 1 and has ρ > 0; a single order has ρ = 0.
    """

    xi: Real
    rho: Real
    low: Real
    high: Real

    @property
    def single(self) -> bool:
        """Whether only one order is bounded."""
        return self.low is self.high


@dataclass(frozen=True, slots=True)
class Power:
    """E_Q |X - 1|^k ≤ ε^k for one k > 1."""

    k: Real
    epsilon: Real


@dataclass(frozen=True, slots=True)
class OddsRange:
    """All values of the loss lie in an interval of length η: a union of constraints, not one of them."""

    eta: Real


@dataclass(frozen=True, slots=True)
class Mean:
    """Mean-concentrated DP: the loss has mean at most μ and is τ-subgaussian around its own mean."""

    mu: Real
    tau: Real


@dataclass(frozen=True, slots=True)
class Gaussian:
    """A test of P against Q is no better than one of N(0, 1) against N(μ, 1)."""

    mu: Real


@dataclass(frozen=True, slots=True)
class Behind:
    """Approximate zCDP beside other constraints: ``part`` bounds what is left once ``delta`` > 0 of either side is set aside."""

    part: Orders
    delta: Real


@dataclass(frozen=True, slots=True)
class Unprocessed:
    """Relaxed or probabilistic DP beside other constraints: post-processing preserves only the line that it implies."""

    epsilon: Real
    absolute: Real
    aside: Real


Primitive = Line | Orders | Power | OddsRange | Mean | Gaussian | Behind | Unprocessed


@dataclass(frozen=True, slots=True)
class RatioConstraint:
    """A conjunction of primitives, after a part of probability ``cut`` has been set aside on either side (AzCDP).

    ``same_loss`` is the part of ``cut``'s or a line's δ that loses its meaning under post-processing: (ε, δ_a, δ_p) of relaxed
    and probabilistic DP, None for all others.
    """

    parts: tuple[Primitive, ...]
    cut: Real = ZERO
    same_loss: tuple[Real, Real, Real] | None = None


def orders(xi: Real, rho: Real, high: Real) -> tuple[Primitive, ...]:
    """D_α ≤ ξ + ρα for all finite orders up to ``high``, reduced: a Rényi divergence never falls as its order grows."""
    if rho == ZERO:
        return (Line(xi, ZERO),) if high.infinite else (Orders(xi, ZERO, high, high),)
    if high == ONE:
        return single(ONE, xi + rho)
    return (Orders(xi, rho, ONE, high),)


def single(order: Real, epsilon: Real) -> tuple[Primitive, ...]:
    """D_α ≤ ε at one order."""
    return (Line(epsilon, ZERO),) if order.infinite else (Orders(epsilon, ZERO, order, order),)


def power(k: Real, epsilon: Real) -> tuple[Primitive, ...]:
    """E_Q |X - 1|^k ≤ ε^k: total variation at k = 1, the Rényi divergence of order 2 at k = 2."""
    if k == ONE:
        return (Line(ZERO, epsilon / 2),)
    if k == real(2):
        return single(real(2), (epsilon * epsilon + 1).log())
    return (Power(k, epsilon),)


def is_trivial(part: Primitive) -> bool:
    """Whether a primitive is met by every pair."""
    if isinstance(part, Behind):
        return part.delta >= ONE
    if isinstance(part, Unprocessed):
        return part.epsilon.infinite != 0 or max(part.absolute, part.aside) >= ONE
    return (isinstance(part, Line) and (part.delta >= ONE or part.epsilon.infinite != 0)) or (
        isinstance(part, Orders) and math.isinf(float(part.xi))
    )


def forces_equality(part: Primitive) -> bool:
    """Whether a primitive is met only by P = Q."""
    if isinstance(part, Line):
        return part.epsilon == ZERO and part.delta == ZERO
    if isinstance(part, Orders):
        return part.xi == ZERO and part.rho == ZERO
    if isinstance(part, Power):
        return part.epsilon == ZERO
    if isinstance(part, OddsRange):
        return part.eta == ZERO
    if isinstance(part, Mean):
        return ZERO in {part.mu, part.tau}
    if isinstance(part, Behind | Unprocessed):
        return False
    return part.mu == ZERO


def last_order(parts: tuple[Primitive, ...]) -> Real:
    """The largest β at which the source bounds E X^β (of order 1 of X ln X); 0 if some mass may be disclosed."""
    found = [ZERO]
    for part in parts:
        if isinstance(part, Orders):
            found.append(part.high if part.high >= ONE else ZERO)
        elif isinstance(part, Power):
            found.append(part.k)
        elif isinstance(part, OddsRange | Gaussian | Mean) or (isinstance(part, Line) and part.delta == ZERO):
            found.append(INFINITY)
    return max(found)


def reach(parts: tuple[Primitive, ...]) -> float:
    """The float next to :func:`last_order`, for searches."""
    return float(last_order(parts))


def order_near(x: float, last: Real) -> Real:
    """The order that a search means by a float: the source's last one, which may be no float, if it is next to that."""
    return last if x == float(last) else real(x)


def said(part: Primitive, last: Real) -> tuple[Real, Real] | None:
    """Numbers (a, b) with D_β ≤ a + bβ for all 1 ≤ β ≤ ``last``, by what one constraint says outright; None if it says nothing.

    A Rényi divergence grows with its order; of |X - 1|^k Minkowski's inequality says ‖X‖_k ≤ 1 + ‖X - 1‖_k.
    """
    if isinstance(part, Line):
        return (part.epsilon, ZERO) if part.delta == ZERO else None
    if isinstance(part, OddsRange):
        return part.eta, ZERO
    if isinstance(part, Gaussian | Mean):
        width = part.mu if isinstance(part, Gaussian) else part.tau
        return ZERO, width * width / 2
    if isinstance(part, Power) and part.k >= last:
        return (part.epsilon + 1).log() * part.k / (part.k - 1), ZERO
    if isinstance(part, Orders) and part.high >= last:
        return part.xi, part.rho
    return None


def bounds_on_losses(parts: Iterable[Primitive], slack: Real = ZERO) -> list[Real]:
    """What pure bounds, and lines of at most a δ of ``slack``, and ranges of losses say of the loss."""
    parts = tuple(parts)
    lines = [c.epsilon for c in parts if isinstance(c, Line) and c.delta <= slack]
    return lines + [c.eta for c in parts if isinstance(c, OddsRange)]


def statements(parts: Iterable[Primitive], last: Real) -> list[tuple[Real, Real]]:
    """What :func:`said` has from each constraint that says something."""
    return [x for x in (said(c, last) for c in parts) if x is not None]


def promises(given: RatioConstraint, xi: Real, rho: Real, last: Real) -> bool:
    """Whether one constraint says outright that D_β ≤ ξ + ρβ for all orders up to ``last``: exactly, where balls would doubt."""

    def enough(offset: Real, slope: Real) -> bool:
        try:
            return offset + slope <= xi + rho and (slope <= rho if last.infinite else offset + slope * last <= xi + rho * last)
        except UndecidedError:  # of irrational numbers that may be equal nothing is said
            return False

    return given.cut == ZERO and any(enough(*bound) for bound in statements(given.parts, last))
