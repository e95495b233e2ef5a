"""Approximate zCDP: what is left of a pair once a share is set aside (theory, T9, T12, T15, T26)."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from typing import Final

import flint

from dpzoo.numbers.real import ONE, ZERO, Ball, Real
from dpzoo.optimal import response
from dpzoo.optimal.bent import bent, left_of_bent, share_of_bent
from dpzoo.optimal.binary import RegionBoundary
from dpzoo.optimal.by_moments import concentrated_dp
from dpzoo.optimal.by_tests import approximate_dp
from dpzoo.optimal.certify import UncertifiedError, arb, masses, number_above, number_below, up
from dpzoo.optimal.envelope import envelopes
from dpzoo.optimal.leftover import around, behind, binary_is_worst, binary_pairs_suffice, covered, excess_left
from dpzoo.optimal.optimum import Found, NoReductionError, close, closer, disclosing
from dpzoo.optimal.orders import concentrated_target, of_envelopes
from dpzoo.optimal.polygon import DISCLOSED, dominating, lines_of, shown
from dpzoo.optimal.primitives import (
    Gaussian,
    Line,
    OddsRange,
    Power,
    RatioConstraint,
    promises,
)
from dpzoo.optimal.question import Asked
from dpzoo.optimal.shares import share_left, strongest_response
from dpzoo.optimal.sources import INFINITE
from dpzoo.optimal.testing import Region
from dpzoo.optimal.trimming import enough_of, of_gaussian, of_pairs, share_of_envelopes, share_of_gaussian, share_of_pairs
from dpzoo.relations.guarantees import GuaranteeError


def _gaussian_alone(given: RatioConstraint) -> Gaussian | None:
    part = given.parts[0] if len(given.parts) == 1 and given.cut == ZERO else None
    return part if isinstance(part, Gaussian) else None


def _share_set_aside(given: RatioConstraint, xi: Real, rho: Real) -> Found | str:
    """The least δ of approximate zCDP."""
    if promises(given, xi, rho, INFINITE):
        return Found(flint.arb(0), flint.arb(0), "T12")
    if rho == ZERO:  # what is left has losses of at most ξ
        found = approximate_dp(given, Asked("approximate-dp", "delta", {"epsilon": xi}))
        return found if isinstance(found, str) else replace(found, theorem="T15")
    lines, gaussian, curves = lines_of(given), _gaussian_alone(given), envelopes(given)
    if lines is not None:
        alone = Line(lines[0].epsilon, ZERO) if len(lines) == 1 else None
        if alone is not None and promises(RatioConstraint((alone,)), xi, rho, INFINITE):  # the disclosure has to be set aside
            return Found(arb(lines[0].delta), arb(lines[0].delta), "T9", shown(lines))
        return share_of_pairs(dominating(lines, outside=False), dominating(lines, outside=True), xi, rho)
    if gaussian is not None:
        return share_of_gaussian(gaussian, xi, rho)
    if curves is not None:
        return share_of_envelopes(curves, xi, rho)
    if given.cut != ZERO and promises(RatioConstraint(given.parts), xi, rho, INFINITE):  # what is disclosed has to be set aside
        return Found(arb(given.cut), arb(given.cut), "T9")
    plain = _plain(given, Asked("zero-concentrated-dp", "rho", {"xi": xi}))
    if given.cut == ZERO and isinstance(plain, Found) and plain.upper <= arb(rho):
        return Found(flint.arb(0), flint.arb(0), "T12")
    return _delta_from_disclosure(given, xi, rho)


def approximate_zcdp(given: RatioConstraint, question: Asked) -> Found | str:
    """That of the lines and the Gaussian curve alone if their pair meets all else; what parts give alone ends what stays open."""
    curved = tuple(c for c in given.parts if isinstance(c, Line | Gaussian))
    rest = [c for c in given.parts if c not in curved]
    both = envelopes(RatioConstraint(curved, given.cut)) if rest else None
    if both is not None and all(x.holds(c) for c in rest for x in (both[0], both[0].reversed)):
        return _of_all(RatioConstraint(curved), question)
    try:
        return _of_all(given, question)
    except (GuaranteeError, UncertifiedError):
        raise
    except (ArithmeticError, ValueError, RuntimeError) as error:
        best = error.best if isinstance(error, NoReductionError) else None
        alone = [(c,) for c in given.parts if len(given.parts) > 1 and not (isinstance(c, Power) and best is not None)]
        for parts in dict.fromkeys([curved, *alone] if rest and curved else alone):
            with contextlib.suppress(ArithmeticError, ValueError, RuntimeError):
                top = _of_all(RatioConstraint(parts, given.cut), question)
                best = closer(best, replace(top, lower=flint.arb(0))) if isinstance(top, Found) else best
        raise NoReductionError(str(error), best) from None


def _of_all(given: RatioConstraint, question: Asked) -> Found | str:
    """Where one pair dominates, what is left of it; where the best test is randomised response, what is left of that (T15)."""
    if question.parameter == "delta":
        return _share_set_aside(given, question.real("xi", ZERO), question.real("rho"))
    lines = lines_of(given)
    delta = question.real("delta")
    if delta == ZERO:
        return concentrated_dp(given, question) if given.cut == ZERO else DISCLOSED
    if delta == ONE:
        return Found(flint.arb(0), flint.arb(0), "T8", note="nothing is asked at δ = 1")
    slope = question.real("rho") if question.parameter == "xi" else None
    offset = question.real("xi", ZERO) if question.parameter == "rho" else None
    kept = tuple(Line(c.epsilon, ZERO) for c in given.parts if isinstance(c, Line) and c.delta <= delta)
    if given.cut == ZERO and promises(RatioConstraint(kept), offset or ZERO, slope or ZERO, INFINITE):
        return Found(flint.arb(0), flint.arb(0), "T15")
    if lines is not None:
        return of_pairs(dominating(lines, outside=False), dominating(lines, outside=True), delta, offset, slope)
    if given.cut > delta:
        return DISCLOSED
    if given.cut == delta:
        same = concentrated_dp(RatioConstraint(given.parts), question)
        return same if isinstance(same, str) else replace(same, theorem="T9", pair=disclosing(same.pair, delta))
    gaussian, curves = _gaussian_alone(given), envelopes(given)
    loss = _loss_left(given, delta, exactly=slope == ZERO or curves is not None)
    if loss is None:
        return "more than δ may be disclosed"
    if slope == ZERO:  # what is left of the pair that attains it has this loss
        return replace(loss, theorem="T15")
    if not loss.upper > 0:  # all that tells the laws apart is set aside
        return Found(flint.arb(0), flint.arb(0), "T15")
    if gaussian is not None:
        return of_gaussian(gaussian, delta, offset, slope)
    if curves is not None:
        left = of_envelopes((curves[0].cut(loss.lower), curves[1].cut(loss.upper)), offset, slope, INFINITE)
        return left if isinstance(left, str) else replace(left, theorem="T15")
    largest = response.largest(given.parts)
    above = _of_loss(loss.upper, offset, slope)
    below = _of_loss(_left_of_response(largest.low, arb(given.cut), arb(delta)), offset, slope)
    if isinstance(above, Found) and isinstance(below, Found) and close(below.lower, above.upper):
        return Found(below.lower, above.upper, "T15", disclosing(largest.pair, given.cut))
    if given.cut == ZERO and bent(given.parts, delta):
        with contextlib.suppress(NoReductionError):
            asks, limit = (offset, slope), up(loss.upper)
            found = left_of_bent(given.parts, delta, asks, limit, lambda: excess_left(given.parts, delta, *asks, limit))
            if found is not None:
                return found
    whole = _plain(given, question) if given.cut == ZERO else None
    if isinstance(whole, Found) and not whole.upper > 0:  # nor need anything be set aside
        return whole
    best = Found(flint.arb(0), whole.upper, "T12") if isinstance(whole, Found) else None
    with contextlib.suppress(NoReductionError):
        share = (delta - given.cut) / (1 - given.cut)
        if binary_pairs_suffice(given.parts, share):
            found = excess_left(given.parts, share, offset, slope, up(loss.upper))
            return replace(found, pair=disclosing(found.pair, given.cut))
    if isinstance(above, Found) and isinstance(below, Found):
        upper = above.upper if best is None else above.upper.min(best.upper)
        best = Found(below.lower, upper, "T15")
    if best is not None and given.cut == ZERO:
        with contextlib.suppress(ArithmeticError):
            return _between_lines(given, delta, (offset, slope), loss, best)
    raise NoReductionError(_BINARY, best)


def _loss_left(given: RatioConstraint, delta: Real, *, exactly: bool) -> Found | None:
    """The least ε at δ, or (unless ``exactly``) that of a line of at most δ; None where more may be disclosed."""
    try:
        found = approximate_dp(given, Asked("approximate-dp", "epsilon", {"delta": delta}))
    except (ArithmeticError, ValueError, RuntimeError):
        bounds = [arb(c.epsilon) for c in given.parts if isinstance(c, Line) and c.delta <= delta]
        if exactly or not bounds:
            raise
        return Found(flint.arb(0), min(bounds, key=float), "T15")
    return None if isinstance(found, str) else found


def _between_lines(given: RatioConstraint, delta: Real, asks: tuple[Real | None, Real | None], loss: Found, best: Found) -> Found:
    """What is left of the worst binary pair, if no other pair needs more (T26). Raises NoReductionError with closer ends."""
    offset, slope = asks
    pair = excess_left(given.parts, delta, offset, slope, up(loss.upper))
    if pair.certified:
        return pair
    for margin in _NEARBY if len(given.parts) == 1 else ():
        value = pair.lower * (1 + flint.arb(margin))
        xi, rho = (value if x is None else x for x in asks)
        if binary_is_worst(given.parts[0], delta, xi, rho, loss):
            return replace(pair, upper=pair.upper.max(value), theorem="T26", certified=False)
    best = replace(best, lower=best.lower.max(pair.lower), pair=pair.pair)
    with contextlib.suppress(NoReductionError, ArithmeticError):
        outer = around(given.parts, delta)
        top = of_pairs(outer, outer, delta, offset, slope)
        best = replace(best, upper=best.upper.min(top.upper)) if isinstance(top, Found) else best
    if close(best.lower, best.upper):
        return best
    with contextlib.suppress(NoReductionError, ArithmeticError):
        weaker = covered(RegionBoundary(given.parts), delta, up(loss.upper))
        if weaker is not None:
            above = excess_left(weaker.parts, delta, offset, slope, up(loss.upper))
            best = replace(best, upper=best.upper.min(above.upper), certified=above.certified and best.certified)
    raise NoReductionError(_BINARY, best)


def _plain(given: RatioConstraint, question: Asked) -> Found | str | None:
    """The same without anything set aside; None where that is not known, or only by a long search that proves no upper end."""
    if any(isinstance(c, OddsRange) for c in given.parts) and len(given.parts) > 1 and not binary_pairs_suffice(given.parts):
        return None
    try:
        return concentrated_dp(given, question)
    except NoReductionError as error:
        return error.best


_LONG: Final = 60.0


def _of_loss(loss: Ball, offset: Real | None, slope: Real | None) -> Found | str:
    """What pure DP with this ε gives: randomised response."""
    if not loss > 0:
        return Found(flint.arb(0), flint.arb(0), "T15")
    low, high = number_below(loss), number_above(loss)
    if float(high) > _LONG:  # too large to search its orders: D_1 and D_∞ bound what is asked
        return Found(flint.arb(0), response.divergence(loss, flint.arb(1)) if offset is not None else loss, "T15")
    ends = [
        concentrated_target(RatioConstraint((Line(x, ZERO),)), offset=offset, slope=slope, last=INFINITE) for x in (low, high)
    ]
    if isinstance(ends[0], str) or isinstance(ends[1], str):
        return str(ends[0])
    return Found(ends[0].lower, ends[1].upper, "T15")


def _left_of_response(u: Ball, cut: Ball, delta: Ball) -> Ball:
    """The loss of randomised response after ``delta`` in all is set aside, ``cut`` of it disclosed before (T15)."""
    odds = u.exp() + (cut - delta) / (1 - cut) * (1 + u.exp())
    return odds.log() if odds > 1 else flint.arb(0)


def _delta_from_disclosure(given: RatioConstraint, xi: Real, rho: Real) -> Found:
    """The least δ for which a source is δ-close to (ξ, ρ)-zCDP, where randomised response is the best test (T15)."""
    low, high = strongest_response(xi, rho)
    enough = min(
        (arb(c.delta) for c in given.parts if isinstance(c, Line) and arb(c.epsilon) <= low), key=float, default=flint.arb(1)
    )
    with contextlib.suppress(ArithmeticError, ValueError, RuntimeError):
        above = approximate_dp(given, Asked("approximate-dp", "delta", {"epsilon": number_below(flint.arb(low))}))
        enough = above.upper.min(enough) if isinstance(above, Found) else enough
    largest = response.largest(given.parts)
    p, cut = masses(largest.low, largest.low), arb(given.cut)
    below = (cut + (1 - cut) * (p.p - flint.arb(high).exp() * p.q)).max(cut)
    if close(below, enough):
        return Found(below, enough, "T15", disclosing(largest.pair, given.cut))
    best = Found(below, enough, "T15")
    with contextlib.suppress(NoReductionError, ArithmeticError):
        pair = share_left(given.parts, xi, rho)
        if pair.certified or binary_pairs_suffice(given.parts, number_below(pair.lower)):
            found = behind(pair, given.cut)
            return replace(found, pair=disclosing(found.pair, given.cut))
        if given.cut == ZERO:
            best = replace(best, lower=best.lower.max(pair.lower), pair=pair.pair)
            if close(best.lower, best.upper):
                return best
            least = share_of_bent(given.parts, xi, rho, pair)
            if least is not None and least.certified:
                return least
            limit = Region(given.parts).epsilon(number_below(pair.lower if pair.lower > 0 else pair.upper))
            for margin in _NEARBY if len(given.parts) == 1 and limit is not None else ():
                share = pair.lower * (1 + flint.arb(margin)) if pair.lower > 0 else pair.upper
                if limit is not None and binary_is_worst(given.parts[0], share, xi, rho, limit):
                    return replace(pair, upper=pair.upper.max(share), theorem="T26", certified=False)
            outer = around(given.parts, number_below(pair.lower))
            shared = enough_of(outer, xi, rho)
            best = replace(best, upper=best.upper.min(shared)) if shared is not None else best
            if least is not None and not close(best.lower, best.upper):
                return least
    raise NoReductionError(_BINARY, best)


_NEARBY: Final = (0.0, 1e-10, 8e-9)
"""Values that a search in floats may settle, by where its rounding leads it: any of them will do."""
_BINARY: Final = (
    "more than two outputs may be needed; the ends are the worst of two outputs and all that lines around the tests allow"
)
