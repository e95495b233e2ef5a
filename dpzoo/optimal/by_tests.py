"""Targets that tests decide, and those that bound every loss (theory, T3 to T8, T10)."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Final

import flint

from dpzoo.numbers.real import ONE, ZERO, Ball, Real
from dpzoo.optimal import minima, odds, response, sensitivity_index
from dpzoo.optimal.acceptance import meets, rare
from dpzoo.optimal.certify import UncertifiedError, arb, gaussian_delta, normal_cdf
from dpzoo.optimal.envelope import least_loss
from dpzoo.optimal.leftover import behind
from dpzoo.optimal.losses import loss_pair, relaxed_to_loss
from dpzoo.optimal.moments import of_pure, pure_bound
from dpzoo.optimal.optimum import EQUAL, NOT_SOLVED, Found, Pair
from dpzoo.optimal.polygon import DISCLOSED, corners, lines_of, of_dominating, rounded, shown
from dpzoo.optimal.primitives import Gaussian, Line, OddsRange, RatioConstraint, bounds_on_losses, reach
from dpzoo.optimal.question import Asked
from dpzoo.optimal.relaxing import relaxed_from_relaxed
from dpzoo.optimal.testing import Region, fraction

_NO_LOSS: Final = "binary pairs on the boundary with q → 0 have unbounded losses"
_MORE_LEFT: Final = "binary pairs (p, q) with fixed p and q → 0 have unbounded losses"


def _says(given: RatioConstraint, epsilon: Real, delta: Real) -> bool:
    """Whether one line of the source is at least as strong as this one."""
    return given.cut == ZERO and any(isinstance(c, Line) and c.epsilon <= epsilon and c.delta <= delta for c in given.parts)


def pure_dp(given: RatioConstraint, question: Asked) -> Found | str:
    """The largest loss, or e to it less 1; finite only where the source bounds losses outright (T8)."""
    bounds = bounds_on_losses(given.parts)
    if not bounds or given.cut != ZERO:
        return _NO_LOSS if not (given.cut != ZERO or lines_of(given) is not None) else DISCLOSED
    loss = arb(min(bounds, key=float))
    least = loss.expm1() if question.notion == "one-epsilon-privacy" else loss
    lines = lines_of(given)
    if lines is not None and len(lines) == 1:
        return Found(least, least, "T8", shown(lines))
    pair = Region(given.parts).steepest() or rare(loss, partial(meets, given.parts), _RARER)
    return Found(least, least, "T8", pair, attained=False)


def approximate_dp(given: RatioConstraint, question: Asked) -> Found | str:
    """The least δ at ε, or the least ε at δ."""
    odd = odds_alone(given)
    if odd is not None:
        return (
            odds.delta(odd, question.real("epsilon"))
            if question.parameter == "delta"
            else odds.epsilon(odd, question.real("delta"))
        )
    if question.parameter == "delta":
        epsilon = question.real("epsilon")
        if _says(given, epsilon, ZERO):
            return Found(flint.arb(0), flint.arb(0), "T8")
        found = of_dominating(given, lambda pair: minima.delta(pair, epsilon), DISCLOSED)
        return found if found is not None else _delta(given, epsilon)
    delta = question.real("delta")
    if delta == ONE:
        return Found(flint.arb(0), flint.arb(0), "T8")
    if _says(given, ZERO, delta):
        return Found(flint.arb(0), flint.arb(0), "T8")
    if delta == ZERO and given.cut == ZERO and lines_of(given):
        return pure_dp(given, question)
    found = of_dominating(given, lambda pair: minima.epsilon(pair, arb(delta)), "δ is less than what the source may disclose")
    if found is None:
        try:
            found = Region(given.parts, given.cut).epsilon(delta)
        except NOT_SOLVED:  # the search along the boundary does not succeed
            found = least_loss(given, delta)
            if found is None:
                raise
    return found if found is not None else _MORE_LEFT


def _delta(given: RatioConstraint, epsilon: Real) -> Found:
    """By the region's boundary; of the Gaussian pair itself in closed form where that lies beyond floating-point numbers."""
    part = given.parts[0]
    try:
        return Region(given.parts, given.cut).delta(epsilon)
    except ArithmeticError:
        if len(given.parts) > 1 or not isinstance(part, Gaussian):
            raise
    mu, e = arb(part.mu), arb(epsilon)
    value = gaussian_delta(mu, e)
    if not value.rel_accuracy_bits() > 60:
        raise UncertifiedError("cancellation")
    return Found(value, value, "T5")


def odds_alone(given: RatioConstraint) -> OddsRange | None:
    """The range of losses of a guarantee that has nothing else."""
    part = given.parts[0] if len(given.parts) == 1 and given.cut == ZERO else None
    return part if isinstance(part, OddsRange) else None


def total_variation(given: RatioConstraint, question: Asked) -> Found | str:
    """The largest total variation."""
    odd = odds_alone(given)
    if odd is not None:
        return odds.delta(odd, ZERO)
    found = of_dominating(given, lambda pair: minima.delta(pair, ZERO), DISCLOSED)
    if found is not None:
        return found
    try:
        return Region(given.parts, given.cut).total_variation()
    except UncertifiedError:
        if given.cut != ZERO:
            raise
        u = response.largest(given.parts)
        return Found((u.low / 2).tanh(), (u.high / 2).tanh(), "T5", u.pair)


def probabilistic_dp(given: RatioConstraint, question: Asked) -> Found | str:
    """The least δ or ε with P(L > ε) ≤ δ."""
    lines = lines_of(given)
    if given.same_loss is not None:
        return relaxed_to_loss(given.same_loss, question)
    if lines is not None and len(lines) == 1:
        return relaxed_to_loss((lines[0].epsilon, lines[0].delta, ZERO), question)
    odd = odds_alone(given)
    if odd is not None and question.fixed.get("delta") != 1:
        fixed = question.real("epsilon" if question.parameter == "delta" else "delta")
        return odds.mass_above(odd, fixed) if question.parameter == "delta" else odds.loss_at(odd, fixed)
    if question.parameter == "delta":
        epsilon = question.real("epsilon")
        if _says(given, epsilon, ZERO):
            return Found(flint.arb(0), flint.arb(0), "T8")
        found = of_dominating(given, lambda pair: minima.mass_above(pair, epsilon), DISCLOSED, attained=False)
        return _binary(found, epsilon) if found is not None else Region(given.parts, given.cut).mass_above(epsilon)
    delta = question.real("delta")
    if delta == ONE:
        return Found(flint.arb(0), flint.arb(0), "T8")
    if lines is not None:
        found = of_dominating(given, lambda pair: minima.loss_at(pair, arb(delta)), DISCLOSED, attained=False) or DISCLOSED
        return _with_test(found, lambda pair: minima.loss_at(pair, arb(delta)), rounded(delta, outside=True))
    return Region(given.parts, given.cut).loss_at(delta) or _MORE_LEFT


def _binary(found: Found | str, epsilon: Real) -> Found | str:
    """The same with the binary pair on the ray, a little above it, instead of the dominating pair."""
    if isinstance(found, str):
        return found
    return replace(found, pair=loss_pair(found.lower, arb(epsilon), ZERO))


def relaxed_dp(given: RatioConstraint, question: Asked) -> Found | str:
    """The least ε, δ_a or δ_p of relaxed DP."""
    if given.same_loss is not None and given.same_loss[2] != ZERO:
        return relaxed_from_relaxed(given.same_loss, question)
    if question.parameter != "delta_a":
        return _relaxed_otherwise(given, question)
    if any(isinstance(c, OddsRange) and c.eta <= question.real("epsilon") for c in given.parts) and given.cut == ZERO:
        return Found(flint.arb(0), flint.arb(0), "T8")
    if lines_of(given) is not None:
        epsilon, aside = question.real("epsilon"), arb(question.real("delta_p"))
        if _says(given, epsilon, ZERO):
            return Found(flint.arb(0), flint.arb(0), "T8")
        found = of_dominating(given, lambda pair: minima.excess_after(pair, epsilon, aside), DISCLOSED, attained=False)
        if isinstance(found, Found) and found.pair is not None:
            least = rounded(question.real("delta_p"), outside=True)
            return _with_test(found, lambda pair: minima.excess_after(pair, epsilon, aside), least, epsilon)
        return found or DISCLOSED
    return Region(given.parts, given.cut).excess_after(question.real("epsilon"), question.real("delta_p"))


def _relaxed_otherwise(given: RatioConstraint, question: Asked) -> Found | str:
    """The least ε at δ_a and δ_p, or the least δ_p at ε and δ_a."""
    slack = question.real("delta_a")
    if slack == ONE:
        return Found(flint.arb(0), flint.arb(0), "T8")
    if question.parameter == "epsilon":
        aside = question.real("delta_p")
        if aside == ONE:
            return Found(flint.arb(0), flint.arb(0), "T8")
        if aside == ZERO:
            return approximate_dp(given, Asked("approximate-dp", "epsilon", {"delta": slack}))
        if slack == ZERO:
            return probabilistic_dp(given, Asked("probabilistic-dp", "epsilon", {"delta": aside}))
        if _says(given, ZERO, slack):
            return Found(flint.arb(0), flint.arb(0), "T8")
        why = "more than δ_a and δ_p may be disclosed"
        found = of_dominating(given, lambda pair: minima.loss_after(pair, arb(slack), arb(aside)), why, attained=False)
        if found is not None:
            return _with_test(found, lambda pair: minima.loss_after(pair, arb(slack), arb(aside)), rounded(aside, outside=True))
        if given.cut > slack:
            return (Region(given.parts, given.cut).loss_at(aside, slack) if aside > given.cut else None) or why
        if given.cut != ZERO:
            rest, left = _left(slack, given.cut), _left(aside, given.cut) if aside > given.cut else ZERO
            return _behind(Region(given.parts).loss_after(rest, left), given.cut) or _MORE_LEFT
        return Region(given.parts).loss_after(slack, aside) or _MORE_LEFT
    epsilon = question.real("epsilon")
    if slack == ZERO:
        return probabilistic_dp(given, Asked("probabilistic-dp", "delta", {"epsilon": epsilon}))
    if given.cut == ZERO and any(b <= epsilon for b in bounds_on_losses(given.parts, slack)):
        return Found(flint.arb(0), flint.arb(0), "T8", EQUAL)
    found = of_dominating(given, lambda pair: minima.mass_beyond(pair, epsilon, arb(slack)), DISCLOSED, attained=False)
    if isinstance(found, Found):
        mass = fraction(found.lower) * (1 - _BELOW)
        return _with_test(found, lambda pair: minima.mass_beyond(pair, epsilon, arb(slack)), mass)
    if found is not None:
        return found
    if given.cut == ZERO:
        return Region(given.parts).mass_beyond(epsilon, slack)
    if given.cut >= slack:
        return Region(given.parts, given.cut).mass_above(epsilon, slack)
    found = _behind(Region(given.parts).mass_beyond(epsilon, _left(slack, given.cut)), given.cut)
    assert found is not None
    return behind(found, given.cut) if found.upper > 0 else found


def _left(slack: Real, cut: Real) -> Real:
    """What a δ allows of the rest once a disclosure of probability ``cut`` has used up its share."""
    return (slack - cut) / (1 - cut)


def _behind(found: Found | None, cut: Real) -> Found | None:
    """The same with the pair behind a disclosure, merged with its first output."""
    if found is None or found.pair is None or cut.rational is None:
        return found
    c, (p, q) = cut.rational, (found.pair.p, found.pair.q)
    if len(p) != 2:
        return replace(found, pair=None)
    pair = Pair((c + (1 - c) * p[0], (1 - c) * p[1]), ((1 - c) * q[0], 1 - (1 - c) * q[0]))
    return replace(found, pair=pair, theorem="T10")


_BELOW: Final = Fraction(1, 2**26)
_MORE: Final = tuple(Fraction(1, 2**k) for k in (26, 36, 46, 56))
"""By how much a test has more than may be set aside: hardly, where that may nearly be disclosed."""
_ROUNDING: Final = 1e-10
_OVERFLOW: Final = 700.0


def _with_test(
    found: Found | str, value: Callable[[Pair], Ball | None], mass: Fraction, price: Real | None = None
) -> Found | str:
    """The same with the binary pair of one test, of more than ``mass``, where outputs could be set aside one by one.

    Of tests as good as the best the largest one is taken, which no rounding brings below what may be set aside.
    """
    if isinstance(found, str) or found.pair is None:
        return found
    tried = [*(mass + min(mass, 1 - mass) * x for x in _MORE), *(p for p, _ in corners(found.pair) if p > mass)]
    if price is not None:
        tried.append(_best_test(found.pair, math.exp(min(float(price), _OVERFLOW))))
    pairs = [minima.binary(found.pair, p) for p in tried if mass < p < 1]
    needs = {pair: float(value(pair) or 0) for pair in pairs}
    most = max(needs.values(), default=0.0)
    best = [pair for pair, needed in needs.items() if needed >= most * (1 - _ROUNDING)]
    return replace(found, pair=max(best, key=lambda pair: pair.p[0], default=None))


def _best_test(pair: Pair, price: float) -> Fraction:
    """The P-mass of the best test at a price."""
    return sum((a for a, b in zip(pair.p, pair.q, strict=True) if float(a) > price * float(b)), Fraction(0))


def gaussian_dp(given: RatioConstraint, question: Asked) -> Found | str:
    """The largest Φ⁻¹(p) - Φ⁻¹(q) of a test (T25)."""
    found = of_dominating(given, minima.gaussian, "where δ > 0, Φ⁻¹(p) - Φ⁻¹(q) is infinite")
    if found is not None:
        return found
    if given.cut != ZERO:
        return "where δ > 0, Φ⁻¹(p) - Φ⁻¹(q) is infinite"
    odd = odds_alone(given)
    if odd is not None:
        return odds.gaussian(odd)
    mus = [c.mu for c in given.parts if isinstance(c, Gaussian)]
    if len(given.parts) == 1 and mus:
        centred = fraction(normal_cdf(arb(mus[0]) / 2 * (1 - flint.arb(2.0**-30))))
        pair = Pair((centred, 1 - centred), (1 - centred, centred))
        return Found(
            arb(mus[0]), arb(mus[0]), "T8", pair, attained=True, note="the Gaussian pair itself; the table is one test of it"
        )
    line = pure_bound(given) if not mus else None
    if line is not None:
        return of_pure(given, line, lambda x: of_dominating(x, minima.gaussian, "") or "")
    if not mus and reach(given.parts) != math.inf:
        return "along the boundary, as q → 0, Φ⁻¹(p) - Φ⁻¹(q) grows like √ln(1/q)"
    return sensitivity_index.greatest(Region(given.parts), quick=question.quick)


def trade_off(given: RatioConstraint, question: Asked) -> Found | str:
    """The largest power of a test of size x."""
    x = question.real("x")
    odd = odds_alone(given)
    if odd is not None:
        return odds.power_at(odd, x)
    found = of_dominating(given, lambda pair: minima.power_at(pair, arb(x)), DISCLOSED)
    return found if found is not None else Region(given.parts, given.cut).power_at(x)


def bounded_range(given: RatioConstraint, question: Asked) -> Found | str:
    """The largest distance between two losses."""
    bounds = [c.eta for c in given.parts if isinstance(c, OddsRange)]
    pure = [c.epsilon for c in given.parts if isinstance(c, Line) and c.delta == ZERO]
    if given.cut != ZERO or not (bounds or pure):
        return _NO_LOSS if lines_of(given) is None and given.cut == ZERO else DISCLOSED
    least = arb(min([*bounds, *(e * 2 for e in pure)], key=float))
    lines = lines_of(given)
    simple = lines is not None and len(lines) == 1
    if simple and lines is not None:
        pair = shown(lines)
    elif bounds and len(given.parts) == 1:
        half = least / 2 * (1 - flint.arb(2.0**-30))
        pair = response.table(half, half)
    else:
        pair = rare(least / 2, partial(meets, given.parts), _RARER)
    return Found(least, least, "T8", pair, attained=simple or len(given.parts) == 1)


_RARER: Final = (*range(2, 60, 3), *(2**k for k in range(6, 14)))
