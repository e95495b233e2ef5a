"""Mean-concentrated DP as a source (theory, T14, T23)."""

from __future__ import annotations

import contextlib
import itertools
import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

import flint

from dpzoo.numbers.real import ONE, ZERO, Ball, Real, real
from dpzoo.optimal import cells, minima, response
from dpzoo.optimal.centred import EscapedError, proved_above, three_outputs
from dpzoo.optimal.certify import UncertifiedError, arb, up
from dpzoo.optimal.goals import Goal, delta_goals, epsilon_goals, goals_for, loss_beyond, order_goals, share_goals
from dpzoo.optimal.losses import binary_of_mean, mean_from_mean, meets_mean, narrowest, response_of_mean
from dpzoo.optimal.maxima import maximum
from dpzoo.optimal.optimum import ORDERS, Found, NoReductionError, Pair, close, scaled
from dpzoo.optimal.primitives import Gaussian, Mean, Orders, RatioConstraint, single
from dpzoo.optimal.question import PARAMETERS, Asked
from dpzoo.optimal.rare import neediest, pairs_with_rare_loss, share_to_set_aside
from dpzoo.optimal.solvers import SOLVERS
from dpzoo.optimal.sources import INFINITE
from dpzoo.optimal.splitting import split
from dpzoo.optimal.trimming import of_pairs


def from_mean(given: RatioConstraint, question: Asked) -> Found | str:
    """Between pairs that meet the source and what follows from it: D₁ ≤ min(μ, τ²/2) and (0, τ²/2)-zCDP (theory, T14)."""
    part = given.parts[0]
    assert isinstance(part, Mean)
    half = part.tau * part.tau / 2
    wide, notion = part.mu >= half, question.notion
    if notion == "mean-concentrated-dp":
        return mean_from_mean(part, question)
    if notion == "fk-divergence-dp" and "k" in question.fixed and question.real("k") == ONE:  # twice the total variation
        distance = replace(question, notion="total-variation-privacy", fixed={})
        return scaled(lambda: from_mean(given, distance), lambda x: 2 * x)
    sure = (
        question.parameter == "epsilon"
        and notion in _TAIL_TARGETS
        and all(question.real(n) == ZERO for n in PARAMETERS[notion] if n != "epsilon")
    )
    if sure or notion in _BOUNDED_LOSSES:
        return "the Gaussian pair with mean loss at most μ has unbounded losses"
    orders = notion in _ORDERS or (notion == "fk-divergence-dp" and question.fixed.get("k") == 2)
    orders |= question.fixed.get("f") in ("kl", "reverse-kl", "chi-square")
    mean_decides = notion == "kl-privacy" or question.fixed.get("f") in ("kl", "reverse-kl")
    if wide and orders:  # D_α ≤ ατ²/2, which the Gaussian pair attains at every order
        best = SOLVERS[notion](RatioConstraint((Gaussian(part.tau),)), question)
        at_one = mean_decides or (question.parameter == "rho" and question.real("xi", ZERO) == ZERO)
        if isinstance(best, str):
            return best
        pair = response_of_mean(part) if at_one else None
        return replace(best, pair=cells.subgaussian(best.pair)) if pair is None else replace(best, pair=pair, note="")
    if notion == "zero-concentrated-dp" or ("omega" in question.fixed and question.real("omega").infinite):
        if question.parameter == "rho":
            if wide and question.real("xi", ZERO) == ZERO:
                return Found(arb(half), arb(half), "T14", response_of_mean(part))
            return Found(arb(half), arb(half), "T14", attained=False, note=_RARER)
        return Found(flint.arb(0), flint.arb(0), "T8") if half <= question.real("rho") else "D_α may grow like ατ²/2"
    tail = _tail_of_mean(part, question)
    if tail is not None:
        return tail
    if notion == "total-variation-privacy":  # D_1 ≤ m decides, and its randomised response meets the source
        u = response.largest(single(ONE, min(part.mu, half)))
        return Found((u.low / 2).tanh(), (u.high / 2).tanh(), "T14", response_of_mean(part))
    return _searched_from_mean(part, question, wide=wide)


def _searched_from_mean(part: Mean, question: Asked, *, wide: bool) -> Found | str:
    """What three outputs need, where they suffice (T23), between proved ends otherwise. Raises NoReductionError."""
    notion = question.notion
    found, why = None, _MISSING.get(notion, NOT_SETTLED)
    moments = notion in ("fk-divergence-dp", "divergence-dp")
    power = notion == "fk-divergence-dp" and question.fixed.get("k") != 2

    def of_three_outputs(most: float, binary: Pair | None = None) -> Found | None:
        with contextlib.suppress(NoReductionError, UncertifiedError):
            return worst_of_three(part, question, most, binary) if not (power and question.quick) else None
        return None

    if moments:  # what follows from zCDP takes longer than the search, and is less where that is proved
        found = of_three_outputs(math.inf)
        if found is not None and (found.certified or (not power and close(found.lower, found.upper))):
            return found
        if found is not None and power and question.real("k") > 2:  # what follows from zCDP is farther off, and takes longest
            nearby = _of_more_outputs(part, question, found, replace(found, upper=flint.arb("inf"), certified=False))
            if nearby.upper <= nearby.lower * (1 + flint.arb(_NEAR)):
                raise NoReductionError(why, nearby)
    hasty = notion == "gaussian-dp"  # whose proof takes longer than the search
    above = _above_or_all(part, replace(question, quick=hasty), wide=wide)
    if isinstance(above, Found):
        pair = above.pair
        if not above.upper > 0:
            return replace(above, theorem="T14", pair=None)
        if pair is not None and meets_mean(part, pair, nearby=notion in _TESTED):
            best = _above_or_all(part, question, wide=wide) if hasty else above
            return replace(best, theorem="T14") if isinstance(best, Found) else best
        if found is not None and power and not close(found.lower, above.upper):
            above = _of_more_outputs(part, question, found, above)
    if not moments:
        found = of_three_outputs(up(above.upper), above.pair) if isinstance(above, Found) else of_three_outputs(math.inf)
    if hasty and isinstance(above, Found) and not (found and close(found.lower, found.upper) and found.upper < above.lower):
        above = _above_or_all(part, question, wide=wide)
    if found is not None and isinstance(above, Found):
        if close(found.lower, above.upper):
            return replace(found, upper=above.upper, certified=above.certified)
        if not found.upper <= above.upper:
            found = replace(found, upper=found.upper.min(above.upper), certified=found.certified and above.certified)
    if found is not None and not found.certified and not close(found.lower, found.upper):
        raise NoReductionError(why, replace(above, lower=found.lower, pair=found.pair) if isinstance(above, Found) else None)
    if found is not None and not found.lower > found.upper:
        if found.certified or not power:
            return found
        if isinstance(above, Found):  # four outputs may need more
            raise NoReductionError(why, replace(found, upper=above.upper, certified=above.certified))
    raise NoReductionError(why, _around_mean(part, question, above))


def _of_more_outputs(part: Mean, question: Asked, found: Found, above: Found) -> Found:
    """The upper end of a power, of which three outputs are the lower one: ``above``, or less where a cover proves it."""
    goals = goals_for(part, question.notion, question.parameter, question.real)
    upper = proved_above(part, goals[0], found) if goals else None
    return replace(above, upper=upper, certified=True) if upper is not None and upper < above.upper else above


def _tail_of_mean(part: Mean, question: Asked) -> Found | None:
    """Where losses above ε have less than any float counts: P(L > ε) ≤ e^{-(ε - m)²/(2τ²)}, which bounds every δ (T14)."""
    if (
        question.parameter not in _TAILS
        or "epsilon" not in question.fixed
        or question.notion == "approximate-zero-concentrated-dp"
    ):
        return None
    gap = arb(question.real("epsilon")) - arb(min(part.mu, part.tau * part.tau / 2))
    bound = (-(gap * gap) / (2 * arb(part.tau) ** 2)).exp()
    if not (gap > 0 and bound < flint.arb(_LEAST)):
        return None
    return Found(flint.arb(0), bound.max(flint.arb(0)), "T14", attained=False, note="less than the smallest float")


NOT_SETTLED: Final = "three outputs suffice for mean-concentrated DP, but the search among them did not settle"
_MISSING: Final[Mapping[str, str]] = {
    "approximate-zero-concentrated-dp": (
        "how many outputs suffice is not known: what is left of a pair once a share is set aside is not linear in its law,"
        " and post-processing may take a pair out of mean-concentrated DP"
    ),
    "fk-divergence-dp": "how many outputs suffice is not known: a power of |X - 1| may touch the dual at more than three places",
    "relaxed-dp": "how many outputs suffice is not known where some of the worst outputs may be set aside one by one",
}
_TAILS: Final = frozenset({"delta", "delta_a", "delta_p"})
_TAIL_TARGETS: Final = frozenset({"approximate-dp", "max-kl-stability", "probabilistic-dp", "relaxed-dp"})
_LEAST: Final = 1e-290
_NEAR: Final = 0.0031
_SURE: Final = 1e-9
_STEEPEST: Final = 100.0
"""ln of the moment beyond which programmes for a power take long and do not end in a bound."""
_NARROWEST: Final = 1e-5
"""A τ of which the search for three outputs in floats would lose the digits."""


def _above_mean(part: Mean, question: Asked, *, wide: bool) -> Found | str:
    """What D₁ ≤ min(μ, τ²/2), D_α ≤ μ + (α - 1)τ²/2 and (0, τ²/2)-zCDP give."""
    half = part.tau * part.tau / 2
    if question.notion in ("renyi-dp", "bounded-concentrated-dp", "truncated-codp-bdrs18"):  # not wide: D_α ≤ μ + (α - 1)τ²/2
        orders = (question.real("alpha"),) if question.notion == "renyi-dp" else (ONE, question.real("omega"))
        xi = question.real("xi", ZERO) if question.parameter == "rho" else ZERO
        rho = question.real("rho") if question.parameter == "xi" else ZERO
        tops = [arb(part.mu) + (arb(a) - 1) * arb(half) - arb(xi) - arb(rho) * arb(a) for a in orders]
        if question.parameter == "rho":
            tops = [x / arb(a) for x, a in zip(tops, orders, strict=True)]
        return Found(flint.arb(0), maximum(tops, flint.arb(0)), "T14")
    mean = () if wide else (Orders(part.mu, ZERO, ONE, ONE),)
    try:
        return SOLVERS[question.notion](RatioConstraint((*mean, Orders(ZERO, half, ONE, INFINITE))), question)
    except NoReductionError as error:
        if error.best is None:
            raise
        return error.best


def _above_or_all(part: Mean, question: Asked, *, wide: bool) -> Found | str:
    """The same, and no bound where that is not found."""
    k = float(question.real("k")) if "k" in question.fixed else 1.0
    if k * (k - 1) * float(part.tau) ** 2 / 2 > _STEEPEST:
        return Found(flint.arb(0), flint.arb("inf"), "T14")
    try:
        return _above_mean(part, question, wide=wide)
    except (ArithmeticError, NoReductionError):
        return Found(flint.arb(0), flint.arb("inf"), "T14")


def worst_of_three(part: Mean, question: Asked, most: float, binary: Pair | None = None) -> Found | None:
    """The largest that three outputs need, where they suffice (T23); known to be at most ``most``, what ``binary`` needs."""
    notion, fixed = question.notion, question.fixed
    if float(part.tau) < _NARROWEST:
        return None
    if notion == "relaxed-dp":
        return _relaxed_of_three(part, question)
    squared = notion == "divergence-dp" and fixed.get("f") == "chi-square"
    if squared or (notion == "fk-divergence-dp" and question.parameter == "epsilon" and question.real("k") == real(2)):
        found = scaled(lambda: three_outputs(part, order_goals(real(2)))[0], lambda d: d.expm1() if squared else d.expm1().sqrt())
        assert isinstance(found, Found)
        return found
    goals = goals_for(part, notion, question.parameter, question.real)
    if goals is None:
        return None
    needs = _needs_of_pair(part, question) if not goals[0].order else None
    if binary is not None and (rare := split(part, goals[0], binary, most)) is not None:
        return replace(rare, attained=notion != "probabilistic-dp")

    if notion == "f-dp" and most > 1 - _SURE:  # by a loss so rare in the reverse order
        rest = 1 - question.real("x")
        for pair in (Pair(x.q[::-1], x.p[::-1]) for x in pairs_with_rare_loss(part, [rest])):
            power = minima.power_at(pair, arb(question.real("x")))
            if close(power, flint.arb(most)):
                return Found(power, flint.arb(most), "T23", pair, certified=False)

    def near() -> Pair | None:
        found = neediest(pairs_with_rare_loss(part, _tails(question)), needs) if needs is not None else None
        return found[1] if found is not None else None

    limit = Found(arb(part.tau), arb(part.tau), "T23", attained=False, certified=False, note=_RARER)
    try:
        found = three_outputs(part, goals, most, near)[0]
    except EscapedError:
        if notion == "gaussian-dp":  # ever rarer losses need τ (theory, T23)
            return limit
        raise
    if notion == "gaussian-dp" and found.upper < arb(part.tau):
        return limit
    if question.parameter in ORDERS:  # what was maximised is 1 - α
        return replace(found, lower=1 - found.upper, upper=1 - found.lower)
    return replace(found, attained=notion != "probabilistic-dp")


def _relaxed_of_three(part: Mean, question: Asked) -> Found | None:
    """Where no output that counts can be set aside: as for (ε, δ)-DP; the least δ_p, where one output is the best event."""
    slack = question.real("delta_a", ZERO)
    if question.parameter == "delta_p":
        found, goal = three_outputs(part, share_goals(question.real("epsilon"), slack))
        return replace(found, attained=False) if goal.size == 1 else None
    aside = question.real("delta_p")
    free = question.parameter == "delta_a"
    goals = delta_goals(question.real("epsilon")) if free else epsilon_goals(slack, loss_beyond(part, slack))
    return three_outputs(part, [_kept_whole(goal, aside, question.real("epsilon") if free else None) for goal in goals])[0]


def _kept_whole(goal: Goal, aside: Real, limit: Real | None) -> Goal:
    """A goal that counts only pairs of which no output above ε, ``limit`` or what the pair needs, can be set aside (T23)."""

    def exact(pair: Pair) -> Ball | None:
        value = goal.exact(pair)
        bound = value if limit is None else arb(limit)
        if value is None or bound is None:
            return None
        share = aside.rational
        whole = share is not None and all(a > share for a, b in zip(pair.p, pair.q, strict=True) if not arb(a / b).log() <= bound)
        return value if whole else None

    return replace(goal, exact=exact, selective=True)


_RARER: Final = "pairs whose large losses are ever rarer come as close as wanted"
_BOUNDED_LOSSES: Final = frozenset(
    {"epsilon-dp", "indistinguishable-privacy", "one-epsilon-privacy", "range-bounded-privacy", "truncated-codp-col16"}
)
_ORDERS: Final = frozenset({"kl-privacy", "renyi-dp", "bounded-concentrated-dp", "truncated-codp-bdrs18"})
_TESTED: Final = frozenset({"approximate-dp", "max-kl-stability", "probabilistic-dp", "relaxed-dp", "f-dp", "gaussian-dp"})
"""Targets whose lower end is that of a binary pair within 2⁻¹⁶ of the table, which keeps to the mean loss (T3, T10)."""
_NOT_PROCESSED: Final = frozenset({"probabilistic-dp", "relaxed-dp"})


def _around_mean(part: Mean, question: Asked, above: Found | str) -> Found | None:
    """From what a Gaussian pair needs, which meets the source, to what follows from the source (theory, T14)."""
    if not isinstance(above, Found):
        return None
    narrow = RatioConstraint((Gaussian(narrowest(part)),))
    below: Found | str | None = None
    with contextlib.suppress(ArithmeticError, NoReductionError):
        below = None if question.notion in _NOT_PROCESSED else SOLVERS[question.notion](narrow, question)
    low, pair = below.lower if isinstance(below, Found) else flint.arb(0), None
    near = _tails(question)
    if question.notion == "approximate-zero-concentrated-dp" and question.parameter == "delta":
        others = [share_to_set_aside(pairs_with_rare_loss(part), question.real("xi", ZERO), question.real("rho"))]
    else:
        needs = _needs_of_pair(part, question)
        pairs = itertools.chain(binary_of_mean(part), pairs_with_rare_loss(part, near))
        others = [neediest(pairs, needs)] if needs is not None else []
    for other in others:
        if other is not None and other[0] > low:
            low, pair = other
    if question.notion == "gaussian-dp" and low < arb(part.tau):
        low, pair = arb(part.tau), None  # what ever rarer losses need (theory, T23)
    return Found(low, above.upper, "T14", pair, certified=above.certified)


def _needs_of_relaxed(question: Asked) -> Callable[[Pair], Ball]:
    """What the first output of a pair needs, which is not set aside if its probability is above δ_p."""
    zero = flint.arb(0)

    def excess(pair: Pair) -> Ball:
        return arb(pair.p[0]) - arb(question.real("epsilon")).exp() * arb(pair.q[0])

    def needed(pair: Pair) -> Ball:
        p, q = arb(pair.p[0]), arb(pair.q[0])
        if question.parameter == "delta_p":
            return p if excess(pair) > arb(question.real("delta_a", ZERO)) else zero
        if not p > arb(question.real("delta_p", ZERO)):
            return zero
        if question.parameter == "delta_a":
            return excess(pair).max(zero)
        rest = p - arb(question.real("delta_a", ZERO))
        return (rest / q).log().max(zero) if rest > 0 else zero

    return needed


def _tails(question: Asked) -> list[Real]:
    """The probabilities that are fixed."""
    return [question.real(n) for n in _TAILS if n in question.fixed]


def _needs_of_pair(part: Mean, question: Asked) -> Callable[[Pair], Ball | None] | None:
    """What one pair, by falling loss, needs of a target: of the pair itself, not of its post-processings."""
    notion = question.notion
    if notion == "approximate-zero-concentrated-dp" and question.parameter != "delta":
        xi = question.real("xi", ZERO) if question.parameter == "rho" else None
        rho = question.real("rho") if xi is None else None

        def left(pair: Pair) -> Ball | None:
            found = of_pairs(pair, pair, question.real("delta"), xi, rho)
            return found.lower if isinstance(found, Found) else None

        return left
    if notion == "relaxed-dp":
        return _needs_of_relaxed(question)
    known = notion in _TESTED or notion == "renyi-dp"
    goals = goals_for(part, notion, question.parameter, question.real) if known else None
    return goals[0].exact if goals else None
