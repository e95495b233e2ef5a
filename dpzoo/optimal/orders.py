"""Concentrated targets: suprema over all orders of the optimum at each Rényi order (theory, T12)."""

from __future__ import annotations

import contextlib
import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

import flint

from dpzoo.numbers.late import np
from dpzoo.numbers.real import ONE, ZERO, Ball, Real, real
from dpzoo.optimal import cells, envelope, leftover, response
from dpzoo.optimal.certify import UncertifiedError, arb, up
from dpzoo.optimal.chords import below, excess_at
from dpzoo.optimal.looks import ENTRIES, Looks, slopes
from dpzoo.optimal.maxima import maximum, minimum
from dpzoo.optimal.moments import GAUSSIAN, largest_loss, odds_divergence, of_pure, placed, pure_bound, renyi_target
from dpzoo.optimal.optimum import Found, NoReductionError, Pair, close, closer, ends_changed
from dpzoo.optimal.peaks import highest
from dpzoo.optimal.polygon import dominating
from dpzoo.optimal.primitives import (
    Gaussian,
    Line,
    OddsRange,
    Orders,
    Power,
    RatioConstraint,
    bounds_on_losses,
    last_order,
    promises,
    statements,
)
from dpzoo.optimal.programme import neighbouring
from dpzoo.optimal.rare_tests import beyond_floats
from dpzoo.optimal.sources import INFINITE


def concentrated_target(given: RatioConstraint, *, offset: Real | None, slope: Real | None, last: Real) -> Found | str:
    """The least ρ at ``offset`` ξ, or the least ξ at ``slope`` ρ, of D_α ≤ ξ + ρα for all orders in (1, last]."""
    if float(given.cut):
        return "the pair that discloses everything with probability δ needs an infinite value"
    if last_order(given.parts) < last:
        return "the source bounds no order beyond its own, and binary pairs with q → 0 exhaust it"
    if slope is not None and slope == ZERO:
        return renyi_target(given, last) if not last.infinite else _largest(given)
    if promises(given, offset if offset is not None else ZERO, slope if slope is not None else ZERO, last):
        return Found(flint.arb(0), flint.arb(0), "T8")
    lines = [c for c in given.parts if isinstance(c, Line)]
    if last == ONE:
        at_one, zero = _at_order(given, ONE), flint.arb(0)
        if isinstance(at_one, str):
            return at_one
        least = arb(offset if offset is not None else slope)
        return replace(at_one, lower=(at_one.lower - least).max(zero), upper=(at_one.upper - least).max(zero))
    if len(lines) == len(given.parts) > 1:
        return _of_lines(lines, offset, slope, last)
    curves = envelope.envelopes(given)
    if curves is not None:
        return of_envelopes(curves, offset, slope, last)
    if offset == ZERO and len(given.parts) > 1:
        rare = _ever_rarer(given, ZERO, None, last)
        if rare is not None:
            return rare
    mean = _mean(given) if offset == ZERO else None
    if isinstance(mean, str):
        return mean
    if mean is not None:
        part = given.parts[0]
        if isinstance(part, Gaussian) and len(given.parts) == 1:
            return Found(mean.lower, mean.upper, "T12", mean.pair, note=mean.note)
        if len(given.parts) > 1:
            return _at_all_orders(given, mean, slope, last)
        if not isinstance(part, Power):  # of which order 1 need not be the worst
            return Found(mean.lower, mean.upper, "T12", mean.pair, certified=mean.certified)
    pure = pure_bound(given) if len(lines) < len(given.parts) else None
    if len(lines) == len(given.parts):
        return _of_lines(lines, offset, slope, last)
    if pure is not None:
        return of_pure(given, pure, lambda x: concentrated_target(x, offset=offset, slope=slope, last=last))
    if len(given.parts) == 1:
        part = given.parts[0]
        if isinstance(part, Gaussian):
            return _gaussian(part, offset, slope, last)
        if isinstance(part, Orders):
            return _family(part, given, offset, slope, last)
        if isinstance(part, OddsRange):
            return _odds_range(part, offset, slope, last)
    found: Found | str | None = _capped_losses(given, offset, slope, last)
    if isinstance(found, Found) and not close(found.lower, found.upper):  # of the pair's D_α too few digits are left
        with contextlib.suppress(NoReductionError, UncertifiedError):
            return _searched(given, offset, slope, last)
    if found is None:
        found = _ever_rarer(given, offset, slope, last)
    return found if found is not None else _searched(given, offset, slope, last)


def _mean(given: RatioConstraint) -> Found | str | None:
    """D*_1; None where it is not solved, since what encloses it encloses no supremum."""
    with contextlib.suppress(NoReductionError):
        return renyi_target(given, ONE)
    return None


def _searched(
    given: RatioConstraint, offset: Real | None, slope: Real | None, last: Real, kept: tuple[Real, Found] | None = None
) -> Found:
    """Over binary pairs, where they suffice (T21), or over the optima at single orders.

    ``kept`` is an order and the optimum at order 1, which bounds all before it.
    """
    if offset is not None and offset > ZERO and not last.infinite:
        with contextlib.suppress(NoReductionError, UncertifiedError):
            there = renyi_target(given, last)
            if isinstance(there, Found) and there.upper <= arb(offset):  # D_α grows
                return Found(flint.arb(0), flint.arb(0), "T16", certified=there.certified)
    binary = leftover.binary_pairs_suffice(given.parts) and not beyond_floats(given.parts)
    found = leftover.excess(given.parts, offset, slope, last) if binary else None
    if found is not None and found.certified:
        return found
    try:
        with neighbouring():
            scanned = _by_scan(given, offset, slope, last, _FEW_ENTRIES if binary else ENTRIES, kept)
    except (NoReductionError, UncertifiedError):
        if found is None:
            raise
        return found
    return scanned if found is None or scanned.certified else found


def _at_order(given: RatioConstraint, order: Real) -> Found | str:
    """D*_α; ends that are left open enclose a divergence, which is not what is asked here."""
    with ends_changed():
        return renyi_target(given, order)


_RARER: Final = "pairs whose large losses are ever rarer, in the limit"


def _capped_losses(given: RatioConstraint, offset: Real | None, slope: Real | None, last: Real) -> Found | None:
    """With a pure bound: randomised response up to its order, the pair of largest loss from its own on, both in between (T20)."""
    corner = largest_loss(given.parts)
    if corner is None:
        return None
    response_ = response.largest(given.parts)
    part = response_.active.part
    if not isinstance(part, Orders) or not (part is corner.active.part or corner.order <= response_.active.order):
        return None
    turn = part.low if part.single else Real(rational=Fraction(response_.active.order))
    turn = min(turn, last)
    low, high = (_of_response(u, offset, slope, turn, outside=out) for u, out in ((response_.low, False), (response_.high, True)))
    pair: Pair | None = response_.pair
    if corner.order <= float(last):
        ends = [excess_of_pair(x, offset, slope, last) for x in (corner.inside, corner.outside)]
        assert ends[0] is not None
        assert ends[1] is not None
        pair = corner.pair if ends[0] > low else pair
        low, high = low.max(ends[0]), high.max(ends[1])
    elif turn < last:
        if part is not corner.active.part:
            return None
        found = _with_last(given, part, Found(low, high, "T20", pair), offset, slope, last)
        return None if isinstance(found, str) else found
    return Found(low, high, "T20", pair)


def _by_scan(
    given: RatioConstraint, offset: Real | None, slope: Real | None, last: Real, entries: int, kept: tuple[Real, Found] | None
) -> Found:
    """sup over orders of (D*_α - ξ)/α or D*_α - ρα, each D*_α an optimum of its own, by few looks."""
    corner = largest_loss(given.parts)
    beyond, from_there = [flint.arb(0)] * 2, None
    if corner is not None and corner.order < float(last):
        ends = [excess_of_pair(x, offset, slope, last) for x in (corner.inside, corner.outside)]
        beyond, from_there, last = [x for x in ends if x is not None], corner.pair, real(corner.order)
    looks = Looks(given, offset, slope, entries, kept)
    own = [x for x in (*(c.high for c in given.parts if isinstance(c, Orders)), *(kept or ())[:1]) if ONE < x < last]
    for order in (*own, *(real(x) for x in _FIRST_ORDERS)):
        if order > ONE and not (order in own or (last.infinite and order < last)):
            break
        found = looks.at(order)
        if found is not None:
            least = looks.taken(found.lower, arb(order)).max(flint.arb(0))
            last = min([last, *(real(x) for x in _enough(given, offset, slope, least))])
    if last.infinite or not looks.known:
        raise NoReductionError(_MOMENTS)
    if float(last) <= 1:
        if from_there is None:
            raise NoReductionError("floats do not tell the last order from 1")
        return Found(beyond[0], beyond[-1], "T20", from_there)
    for x in [x for x in looks.known if looks.order[x] > last]:
        del looks.known[x]
    if kept is None or kept[0] == ONE:
        looks.kept = _next_to_one(looks, last)
    looks.end(last)
    proved = looks.settle()
    most = looks.known[looks.best]
    low, pair = looks.least(looks.best), most.pair
    low, pair = (low, pair) if low > beyond[0] else (beyond[0], from_there)
    bounds = [looks.allowed(a, b)[0] for a, b in itertools.pairwise(sorted(looks.known))]
    allowed = maximum(bounds, beyond[1])
    sure = all(x.certified for x in looks.known.values())
    if proved:
        return Found(low, allowed, "T16", pair, attained=most.attained, certified=sure)
    high = looks.taken(most.upper, arb(looks.order[looks.best]))
    high = (high + abs(high) * flint.arb(1e-10)).max(beyond[1]).min(allowed)
    if proved is None or not close(low, high):  # what slopes led to is no end of an open answer
        best = Found(low, allowed, "T12", pair, certified=sure)
        raise NoReductionError("the moment problem was not solved at all orders that may be the worst", best)
    return Found(low, high, "T12", pair, certified=False)


def _next_to_one(looks: Looks, last: Real) -> tuple[Real, Found] | None:
    """An order next to 1 and what bounds all before it, where what remains falls from order 1 on (theory, T16)."""
    one = looks.known[0.0]
    found = slopes(one.pair, 0.0) if one.pair is not None else None
    if found is None or not one.upper.is_finite():
        return None
    mean, rise = found
    fall = (mean - float(looks.offset) if looks.offset is not None else float(looks.slope)) - rise
    d = one.upper
    cube = d**3 + 3 * (d**2 + 2 * d + 2)
    for c in looks.given.parts:
        if isinstance(c, OddsRange) or (isinstance(c, Line) and c.delta == ZERO):
            cube = cube.min((d + arb(c.eta if isinstance(c, OddsRange) else c.epsilon)) ** 3)
    step = min(fall / float(cube), _NEAREST)
    order = real(1 + step)
    there = looks.at(order) if step > 0 and order < last else None
    if there is None:
        return None
    h = arb(order) - 1
    bound = d + (h * (there.upper - d)).expm1() / h + h * h * cube / 6
    return order, Found(flint.arb(0), looks.taken(d, flint.arb(1)).max(looks.taken(bound, 1 + h)), "T16")


_NEAREST: Final = 0.125


def _enough(given: RatioConstraint, offset: Real | None, slope: Real | None, least: Ball) -> Iterator[float]:
    """Orders beyond which one constraint alone keeps (D_α - ξ)/α, or D_α - ρα, at most ``least``."""
    xi, rho = (least if x is None else arb(x) for x in (offset, slope))
    for start, rate in ((arb(a), arb(b)) for a, b in statements(given.parts, INFINITE)):
        if rho > rate:
            yield max(1.5, up((start - xi) / (rho - rate)))


_JUST_BEFORE: Final = 1 - 2.0**-30
_FEW_ENTRIES: Final = 300_000

_MOMENTS: Final = "a supremum over orders of moment problems"
_FIRST_ORDERS: Final = (1, 2, 4, 8, 16, 32, 64)
"""At which one may see beyond which orders nothing more is needed."""


def _at_all_orders(given: RatioConstraint, mean: Found, slope: Real | None, last: Real) -> Found | str:
    """D*_1, if one of the constraints keeps D_β below βD*_1 beyond the order at which randomised response is bound (T12)."""
    if pure_bound(given) is not None:
        return Found(mean.lower, mean.upper, "T12", mean.pair, certified=mean.certified)
    active = response.largest(given.parts).active
    turn = ONE
    if isinstance(active.part, Orders):
        turn = active.part.low if active.part.single else real(1 + (active.order - 1) * _JUST_BEFORE)
    if turn >= last:
        return Found(mean.lower, mean.upper, "T12", mean.pair, certified=mean.certified)
    if isinstance(active.part, Orders) and active.part.high >= last and not active.part.single:
        return Found(mean.lower, mean.upper, "T12", mean.pair, certified=mean.certified)
    beyond = mean.upper.max(_stated(given, turn, last))
    best = Found(mean.lower, beyond, "T12", mean.pair, certified=mean.certified)
    if close(best.lower, best.upper):
        return best
    try:
        return _searched(given, ZERO, slope, last, (turn, mean))
    except NoReductionError as error:
        if error.best is not None and error.best.lower > best.lower:
            best = closer(best, error.best) or best
        raise NoReductionError("several constraints decide at different orders", best) from None


def _stated(given: RatioConstraint, first: Real, last: Real) -> Ball:
    """What the source's own statements allow of D_α/α from one order on, each up to its last."""
    own = sorted({c.high for c in given.parts if isinstance(c, Orders) and first < c.high < last})
    found = flint.arb(0)
    for a, b in itertools.pairwise([first, *own, last]):
        bounds = [arb(xi) / arb(a) + arb(rho) for xi, rho in statements(given.parts, b)]
        found = found.max(minimum(bounds, flint.arb("inf")))
    return found


def _ever_rarer(given: RatioConstraint, offset: Real | None, slope: Real | None, last: Real) -> Found | str | None:
    """What pairs need whose own binding order is large, if no more is needed at any order (theory, T12).

    Beside lines and bounds of finite orders, which they meet, the family of the least ρ is the one that binds them.
    """
    families = [(c.rho, c.xi) for c in given.parts if isinstance(c, Orders) and c.high.infinite]
    families += [(c.mu * c.mu / 2, ZERO) for c in given.parts if isinstance(c, Gaussian)]
    bounded = all(isinstance(c, Power | Orders | Gaussian) or (isinstance(c, Line) and c.delta != ZERO) for c in given.parts)
    if not (last.infinite and families and bounded):
        return None
    rho, xi = min(families)
    if slope is not None and slope < rho:
        return "D_α may grow like ρα with the source's ρ"
    if not (xi <= offset if offset is not None else rho == slope):
        return None
    value = arb(rho if offset is not None else xi)
    return Found(value, value, "T12", None, attained=False, note=_RARER)


def _largest(given: RatioConstraint) -> Found | str:
    bounds = bounds_on_losses(given.parts)
    if not bounds:
        return "binary pairs with q → 0 have unbounded losses"
    least = arb(min(bounds, key=float))
    return Found(least, least, "T8", attained=False)


def _of_lines(lines: Sequence[Line], offset: Real | None, slope: Real | None, last: Real) -> Found | str:
    inside, outside = dominating(lines, outside=False), dominating(lines, outside=True)
    low, high = (excess_of_pair(pair, offset, slope, last) for pair in (inside, outside))
    if low is None or high is None:
        return "the pair that discloses everything with probability δ needs an infinite value"
    return Found(low, high, "T12", inside)


def of_envelopes(
    curves: tuple[envelope.Envelope, envelope.Envelope], offset: Real | None, slope: Real | None, last: Real
) -> Found | str:
    """sup over orders of (D_α - ξ)/α or D_α - ρα of the pair under a Gaussian curve and lines, by a scan and proved by chords."""
    inside, outside = curves
    rate, zero = inside.mu * inside.mu / 2, flint.arb(0)
    if last.infinite and inside.unbounded:  # D_α ≤ αμ²/2, and D_α/α comes as close to μ²/2 as wanted
        if offset is not None:
            return Found(rate, rate, "T12", attained=False, note="the envelope's pair, at ever higher orders")
        if rate > arb(slope):
            return "D_α of the envelope's pair grows faster than ρα"
        return Found(zero, zero, "T12")

    def excess(curve: envelope.Envelope, s: Ball) -> Ball:
        return excess_at(curve.divergence(1 + s), 1 + s, offset, slope)

    top = math.log(float(last) - 1) if not last.infinite else _HIGHEST
    s = neediest_order(lambda s: excess(outside, s), (min(-12.0, top - 1), top), _PLACES, last)
    low, high = excess(inside, s).max(zero), excess(outside, s).max(zero)
    whole = float(high * (1 + s) / outside.divergence(1 + s)) if offset is not None else float(high / outside.divergence(1 + s))
    pair = envelope.of_order(inside, 1 + s, whole) if high > 0 else None
    proved = proved_above(lambda s: outside.divergence(1 + s), high, (offset, slope), last, outside.largest_loss)
    return Found(low, proved, "T16", pair) if proved is not None else Found(low, high * _UNPROVED, "T12", pair, certified=False)


def neediest_order(excess: Callable[[Ball], Ball], ends: tuple[float, float], places: int, last: Real) -> Ball:
    """The α - 1 at which most is needed: 0, that of the last order, or in between, next to the best of so many logarithms.

    At the highest orders digits may be lost, where next to nothing is asked.
    """
    near = highest(lambda x: float(excess(flint.arb(x).exp())), np.linspace(*ends, places).tolist())[1]
    tried = [flint.arb(0), flint.arb(near).exp(), *(() if last.infinite else (arb(last) - 1,))]
    return max(tried, key=lambda s: float(excess(s)))


def proved_above(
    divergence: Callable[[Ball], Ball], found: Ball, asked: tuple[Real | None, Real | None], last: Real, largest: Ball
) -> Ball | None:
    """A proved bound, just above what a scan found, of the ρ at ``asked[0]`` ξ or the ξ at ``asked[1]`` ρ; None if chords fail.

    ``divergence`` bounds D_α by α - 1, and is at most ``largest``.
    """
    offset, slope = asked
    high = found * _JUST_ABOVE
    xi, rho = (arb(offset), high) if offset is not None else (high, arb(slope))
    if last.infinite and not (largest.is_finite() and rho > 0):
        return None
    end = (largest - xi) / rho if last.infinite else arb(last)  # beyond it nothing more is needed
    return high if below(divergence, xi, rho, end) else None


_JUST_ABOVE: Final = 1 + flint.arb(2.0**-34)
_UNPROVED: Final = 1 + flint.arb(2.0**-36)


_LOWEST: Final = -30.0
_HIGHEST: Final = 12.0
_PLACES: Final = 60


def excess_of_pair(pair: Pair, offset: Real | None, slope: Real | None, last: Real) -> Ball | None:
    """The least ρ of one pair at ``offset`` ξ, or the least ξ at ``slope`` ρ; None if it is infinite."""
    from dpzoo.blocks.concentrated import greatest_excess

    p, q = np.array(pair.p, dtype=object), np.array(pair.q, dtype=object)
    found = greatest_excess(p, q, offset=offset if offset is not None else 0, slope=slope, last=last)
    return None if found.infinite else arb(found)


def _of_response(u: Ball, offset: Real | None, slope: Real | None, turn: Real, *, outside: bool) -> Ball:
    """The excess of RR_u over orders up to ``turn``, at least 0."""
    if float(turn) <= 1 + 1e-6:  # too short an interval to search: order 1 from below, the largest D_β from above
        top = response.divergence(u, arb(turn) if outside else flint.arb(1))
        return excess_at(top, flint.arb(1), offset, slope).max(flint.arb(0))
    found = excess_of_pair(response.table(u, u), offset, slope, turn)
    assert found is not None
    return found


def _odds_range(part: OddsRange, offset: Real | None, slope: Real | None, last: Real) -> Found:
    """sup over orders of (D*_α - ξ)/α or D*_α - ρα, D* in closed form (T13), by a scan and proved by chords."""
    eta, zero = arb(part.eta), flint.arb(0)

    def excess(s: Ball) -> Ball:
        return excess_at(odds_divergence(eta, 1 + s)[0], 1 + s, offset, slope)

    def worst(top: Ball) -> Ball:
        return neediest_order(excess, (_LOWEST, float(top.log())), 2 * _PLACES, last)

    top = arb(last) - 1 if not last.infinite else (eta * 4 / arb(offset if offset is not None else slope)).max(flint.arb(8))
    s = worst(top)
    while last.infinite and offset is not None and not excess(s) > (eta - arb(offset)) / top:  # which is enough from there on
        top *= 8
        s = worst(top)
    low = excess(s)
    pair = placed(eta, odds_divergence(eta, 1 + s)[1]) if low > 0 else None
    low = low.max(zero)
    high = proved_above(lambda s: odds_divergence(eta, 1 + s)[0], low, (offset, slope), last, eta)
    return Found(low, high, "T13", pair) if high is not None else Found(low, low * _UNPROVED, "T13", pair, certified=False)


def _gaussian(part: Gaussian, offset: Real | None, slope: Real | None, last: Real) -> Found | str:
    """D_α = αμ²/2."""
    rate = arb(part.mu) ** 2 / 2
    end = None if last.infinite else arb(last)
    zero = flint.arb(0)
    if slope is not None:
        gap = rate - arb(slope)
        if end is None:
            if gap > 0 and not gap.contains(0):
                return "D_α of the Gaussian pair grows faster than ρα"
            value = zero
        else:
            value = (gap * end).max(zero) if gap > 0 else gap.max(zero)
    else:
        assert offset is not None
        value = rate if end is None else (rate - arb(offset) / end).max(zero)
    if end is None:
        return Found(value, value, "T12", attained=slope is not None, note="the Gaussian pair itself, at ever higher orders")
    pair = cells.of_order(part.mu, end, share=float(value / (rate * end if slope is not None else rate))) if value > 0 else None
    return Found(value, value, "T12", pair, note=GAUSSIAN)


def _family(part: Orders, given: RatioConstraint, offset: Real | None, slope: Real | None, last: Real) -> Found | str:
    """Up to the binding order of the largest randomised response that one is the worst; beyond it, ξ + ρβ is attained (T11)."""
    largest = response.largest(given.parts)
    turn = Real(rational=Fraction(largest.active.order)) if not part.single else part.low
    decided = float(turn) >= float(last)
    turn = last if decided else turn
    low, high = (_of_response(u, offset, slope, turn, outside=out) for u, out in ((largest.low, False), (largest.high, True)))
    if part.single or decided:
        return Found(low, high, "T12", largest.pair)
    if not (part.high.infinite or last <= part.high):
        raise NoReductionError("orders beyond the source's")
    xi, rho, zero = arb(part.xi), arb(part.rho), flint.arb(0)
    high = high.max(excess_at(xi + rho * arb(turn), arb(turn), offset, slope))
    if last.infinite:
        if slope is not None and rho - arb(slope) > 0:
            return "D_α may grow like ρα with the source's ρ"
        if offset is not None and rho > high:
            return Found(rho, rho, "T12", None, attained=False, note=_RARER)
        return Found(low.max(zero), high.max(zero), "T12", largest.pair)
    return _with_last(given, part, Found(low.max(zero), high.max(zero), "T12", largest.pair), offset, slope, last)


def _with_last(
    given: RatioConstraint, part: Orders, found: Found, offset: Real | None, slope: Real | None, last: Real
) -> Found | str:
    """The same with what the last order needs, where D*_β ≤ ξ + ρβ in between, and D*_last may be less."""
    there = _at_order(given, last)
    if isinstance(there, str):
        return there
    least, most = (excess_at(d, arb(last), offset, slope) for d in (there.lower, arb(part.xi) + arb(part.rho) * arb(last)))
    low, high = found.lower.max(least), found.upper.max(most)
    return replace(found, lower=low, upper=high, pair=there.pair if low > found.lower else found.pair)
