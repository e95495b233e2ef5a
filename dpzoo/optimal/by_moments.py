"""Targets that moments of the likelihood ratio decide: divergences, and families of orders (theory, T1 to T8, T11, T16, T22)."""

from __future__ import annotations

import contextlib
import math
from dataclasses import replace
from typing import Final

import flint

from dpzoo.numbers.real import ONE, ZERO, Real, real
from dpzoo.optimal.by_tests import odds_alone, pure_dp, total_variation
from dpzoo.optimal.certify import UnclosedError, arb
from dpzoo.optimal.leftover import binary_pairs_suffice
from dpzoo.optimal.losses import (
    spread_of_gaussian,
    spread_of_odds,
    spread_of_pairs,
    spread_of_pure,
    squared_spread_beyond,
    widest,
)
from dpzoo.optimal.moments import f_target, power_target, pure_bound, renyi_target
from dpzoo.optimal.optimum import Found, NoReductionError, at_least, ends_changed, scaled
from dpzoo.optimal.orders import concentrated_target
from dpzoo.optimal.own_mean import searched_spread
from dpzoo.optimal.polygon import DISCLOSED, dominating, lines_of
from dpzoo.optimal.primitives import Gaussian, Line, OddsRange, Orders, RatioConstraint, bounds_on_losses, promises, reach, said
from dpzoo.optimal.question import Asked
from dpzoo.optimal.sources import INFINITE
from dpzoo.relations.guarantees import GuaranteeError

_UNSEEN: Final = 600
"""The mass of a pair that touches ξ + ρα at the order 1 + s is about e^{-ρs²}, and floats end before e^{-700}."""


def renyi_dp(given: RatioConstraint, question: Asked) -> Found | str:
    """The largest D_α, which at order ∞ is the largest loss."""
    order = question.real("alpha", ONE)
    if order.infinite:
        return pure_dp(given, question)
    return renyi_target(given, order)


def power(given: RatioConstraint, question: Asked) -> Found | str:
    """The largest (E|X - 1|ᵏ)^(1/k) of the likelihood ratio X."""
    k = question.real("k")
    if k == ONE:
        return scaled(lambda: total_variation(given, question), lambda x: 2 * x)
    return power_target(given, k)


def f_divergence(given: RatioConstraint, question: Asked) -> Found | str:
    """The largest of a named f-divergence. Raises GuaranteeError for other generators."""
    name = question.fixed.get("f")
    if name in ("kl", "reverse-kl"):
        return renyi_target(given, ONE)
    if name == "total-variation":
        return total_variation(given, question)
    if name == "chi-square":
        return scaled(lambda: power_target(given, real(2)), lambda x: x * x)
    if name == "hellinger":
        return f_target(given, "hellinger")
    raise GuaranteeError("f is the name of a generator: kl, reverse-kl, total-variation, chi-square or hellinger")


def concentrated_dp(given: RatioConstraint, question: Asked) -> Found | str:
    """The least ξ or ρ with D_α ≤ ξ + ρα up to order ω."""
    last = question.real("omega", INFINITE)
    slope = question.real("rho") if question.parameter == "xi" else None
    offset = question.real("xi", ZERO) if slope is None else None
    return concentrated_target(given, offset=offset, slope=slope, last=last)


def capped_dp(given: RatioConstraint, question: Asked) -> Found | str:
    """The least ξ or τ with losses of at most ξ and D_α ≤ τα."""
    if question.parameter == "xi":
        least, tau = pure_dp(given, Asked("epsilon-dp", "epsilon", {})), question.real("tau")
        if promises(given, ZERO, tau, INFINITE):
            return least
        with ends_changed():
            found = concentrated_target(given, offset=ZERO, slope=None, last=INFINITE)
        if not isinstance(found, str) and found.upper <= arb(tau):
            return least if isinstance(least, str) or found.certified else replace(least, certified=False)
        if not isinstance(found, str) and not found.lower > arb(tau):
            raise NoReductionError("whether τ is as much as the source needs is not decided")
        return found if isinstance(found, str) else f"a pair of the source needs τ = {at_least(found.lower)}, whatever ξ is"
    bounds = bounds_on_losses(given.parts)
    if given.cut != ZERO or not bounds:
        return "binary pairs with q → 0 have unbounded losses"
    if not any(x <= question.real("xi") for x in bounds):
        most = at_least(arb(min(bounds, key=float)))
        return f"an output of probability q → 0 may have a loss as close to {most} as one likes, whatever τ is"
    return concentrated_target(given, offset=ZERO, slope=None, last=INFINITE)


_LARGE_MEAN: Final = 4
_CLEARLY: Final = 1 + flint.arb(2.0**-10)


def mean_concentrated_dp(given: RatioConstraint, question: Asked) -> Found | str:
    """The least τ, if the mean loss keeps to μ; the least μ, if the loss keeps to τ around its mean (theory, T14, T22, T28)."""
    of_mean = question.parameter == "mu"
    kept = question.real("tau" if of_mean else "mu")
    bound = arb(kept)
    with ends_changed():
        spread = _spread(given)
        mean = spread if isinstance(spread, str) else renyi_target(given, ONE)
    if isinstance(spread, str) or isinstance(mean, str):
        return str(mean)
    outright = _kept(given, question.parameter, kept)
    if not of_mean and bound < mean.lower:
        return f"a pair of the source needs μ = {at_least(mean.lower)}, whatever τ is"
    beyond = len(given.parts) == 1 and mean.lower > _LARGE_MEAN and bound > spread.upper * _CLEARLY  # whose proof takes long
    if not (of_mean and (outright or beyond)):
        spread = searched_spread(given, mean, _of_one_part(given, spread), bound if of_mean else None)
    if of_mean and bound < spread.lower:
        return f"a pair of the source needs τ = {at_least(spread.lower)}, whatever μ is"
    wanted, other = (mean, spread) if of_mean else (spread, mean)
    enough = outright or bool(bound >= other.upper)
    if enough and wanted.upper.is_finite():
        return wanted if outright else replace(wanted, certified=wanted.certified and other.certified)
    why = "mean-concentrated DP centres the loss at its own mean, which no linear constraint says"
    raise NoReductionError(why, replace(wanted, upper=wanted.upper if enough else flint.arb("inf")))


def _of_one_part(given: RatioConstraint, found: Found) -> Found:
    """The same, if what one part leaves at most is closer."""
    for part in given.parts if len(given.parts) > 1 else ():
        with contextlib.suppress(NoReductionError, ArithmeticError):
            alone = _spread(RatioConstraint((part,))) if said(part, INFINITE) is not None else DISCLOSED
            if not isinstance(alone, str) and alone.upper < found.upper:
                found = replace(found, upper=alone.upper, certified=found.certified and alone.certified)
    return found


def _kept(given: RatioConstraint, wanted: str, bound: Real) -> bool:
    """Whether one constraint says outright that the loss keeps to τ around its mean, or its mean to μ."""
    if wanted == "tau":
        return promises(given, bound, ZERO, ONE)
    losses = [c.epsilon for c in given.parts if isinstance(c, Line) and c.delta == ZERO]
    odds = any(isinstance(c, OddsRange) and c.eta <= bound * 2 for c in given.parts)
    return odds or any(spread_of_pure(e).upper <= arb(bound) for e in losses)


def _spread(given: RatioConstraint) -> Found | str:
    """The least τ for the losses' deviations from their mean; the upper end is infinite where only a lower bound is known."""
    lines = lines_of(given)
    if given.cut != ZERO or (lines is not None and all(c.delta != ZERO for c in lines)):
        return DISCLOSED
    if reach(given.parts) != math.inf:
        return "the source bounds no order beyond its own, and the centred loss needs all of them"
    odd, pure = odds_alone(given), pure_bound(given)
    if odd is not None:
        return spread_of_odds(odd.eta)
    if pure is not None:
        return spread_of_pure(pure.epsilon)
    if lines is not None:
        return spread_of_pairs(dominating(lines, outside=False), dominating(lines, outside=True))
    part = given.parts[0]
    if isinstance(part, Gaussian) and len(given.parts) == 1:
        return spread_of_gaussian(part.mu)
    try:
        found = widest(given.parts)
    except UnclosedError:  # bounds on the losses may say enough
        found = Found(flint.arb(0), flint.arb("inf"), "T22", certified=False)
    losses = [c.epsilon for c in given.parts if isinstance(c, Line) and c.delta == ZERO]
    odds_ranges = [arb(c.eta) / 2 for c in given.parts if isinstance(c, OddsRange)]
    top = min([flint.arb("inf"), *(spread_of_pure(e).upper for e in losses), *odds_ranges], key=float)
    rates = [(arb(c.rho), arb(c.xi)) for c in given.parts if isinstance(c, Orders) and c.high.infinite] if not losses else []
    beyond_floats = (2 * rho + 2 * (xi + rho) * (rho / _UNSEEN).sqrt() for rho, xi in rates)  # of pairs that touch there
    seen = not rates or bool(found.lower**2 >= min(beyond_floats, key=float))
    if binary_pairs_suffice(given.parts) and not odds_ranges and seen:
        mean = renyi_target(given, ONE)
        assert isinstance(mean, Found)
        beyond = squared_spread_beyond(given.parts, mean.upper, INFINITE, flint.arb(1)).max(2 * mean.upper).sqrt()
        if not beyond <= found.upper:  # D_t ≤ ρt and D_1 ≤ ρ say more
            rho = concentrated_target(given, offset=ZERO, slope=None, last=INFINITE)
            beyond = beyond.min((2 * rho.upper).sqrt()) if isinstance(rho, Found) else beyond
        top = top.min(found.upper.max(beyond))
    families = [(arb(c.rho) * 2).sqrt() for c in given.parts if isinstance(c, Orders)] if len(given.parts) == 1 else []
    for low in families:  # the Gaussian pair
        found = replace(found, lower=found.lower.max(low))
    return replace(found, upper=top)
