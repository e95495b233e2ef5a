"""Targets that are f-divergences: Rényi and Kullback–Leibler divergences, Hellinger, powers of |X - 1| (theory, T11 to T13)."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

import flint

from dpzoo.numbers.late import np
from dpzoo.numbers.real import ONE, ZERO, Ball, Real, real
from dpzoo.numbers.roots import root
from dpzoo.optimal import cells, envelope, leftover, minima, programme, response
from dpzoo.optimal.acceptance import meets
from dpzoo.optimal.binary import Active, Point, RegionBoundary, renyi
from dpzoo.optimal.certify import UncertifiedError, arb, fails, holds, inner, masses, number_below
from dpzoo.optimal.cut_curve import NOTE
from dpzoo.optimal.distance import hellinger_of_lines, hellinger_of_power
from dpzoo.optimal.envelope import Envelope
from dpzoo.optimal.fused import fused
from dpzoo.optimal.maxima import minimum
from dpzoo.optimal.optimum import Found, NoReductionError, Pair, close, closer, disclosing, ends_changed, scaled
from dpzoo.optimal.peaks import highest
from dpzoo.optimal.polygon import DISCLOSED, LONGEST, lines_of, of_dominating
from dpzoo.optimal.primitives import Gaussian, Line, OddsRange, Orders, Power, Primitive, RatioConstraint, last_order, statements
from dpzoo.optimal.rare_tests import beyond_floats
from dpzoo.optimal.shapes import Deviation, Exponentials, shape_of_order
from dpzoo.optimal.testing import fraction

_HALF: Final = real(Fraction(1, 2))
_CLOSE = tuple(2.0**-k for k in (48, 45, 42, 38, 34, 30, 26))
_SAFE = tuple(2.0**-k for k in (24, 23, 22, 21, 20))
_RARE: Final = 18.0
_LARGE: Final = 2.0**22
_SMALL: Final = 2.0**-22
_LEAST: Final = 1e-290
_ESCAPES: Final = "pairs whose larger ratio escapes to infinity"
GAUSSIAN: Final = "the Gaussian pair itself; the table is close to it"
_TAIL: Final = "binary pairs on the boundary with q → 0 have unbounded E X^β"


def _hellinger(pair: Pair) -> Ball | None:
    from dpzoo.blocks.generators import HELLINGER

    return minima.f_divergence(pair, HELLINGER)


def _distance(pair: Pair) -> Ball:
    found = _hellinger(pair)
    assert found is not None
    return found


def _hellinger_of_response(u: Ball) -> Ball:
    return 2 - 2 / (u / 2).cosh()


def dominated(given: RatioConstraint, value: Callable[[Pair], Ball | None], pure: Callable[[Ball], Ball]) -> Found | str | None:
    """The value of the dominating pair of a guarantee of lines only; None for another guarantee.

    ``pure`` is that of randomised response, for losses too large for a table.
    """
    lines = lines_of(given)
    if lines is not None and len(lines) == 1 and lines[0].delta == ZERO and float(lines[0].epsilon) > LONGEST:
        closed = pure(arb(lines[0].epsilon))
        return Found(closed, closed, "T7")
    return of_dominating(given, value)


def pure_bound(given: RatioConstraint) -> Line | None:
    """The pure line that decides the largest randomised response, so that it dominates every pair; None if another does."""
    lines = [c for c in given.parts if isinstance(c, Line) and float(c.delta) == 0]
    if not lines or float(given.cut):
        return None
    best = min(lines, key=lambda c: float(c.epsilon))
    return best if RegionBoundary(given.parts).kink >= float(best.epsilon) * (1 - 1e-14) else None


def of_pure(given: RatioConstraint, line: Line, solve: Callable[[RatioConstraint], Found | str]) -> Found | str:
    """What the pure line that decides gives; from below, what a randomised response gives that certainly meets the rest, too."""
    found, e = solve(RatioConstraint((line,))), arb(line.epsilon)
    if isinstance(found, str) or all(holds(c, e, e) for c in given.parts if c is not line):
        return found
    inside = solve(RatioConstraint((Line(number_below(response.largest(given.parts).low), ZERO),)))
    return inside if isinstance(inside, str) else replace(found, lower=inside.lower, pair=inside.pair)


def renyi_target(given: RatioConstraint, order: Real) -> Found | str:
    """The least ε of (β, ε)-Rényi DP, β ≥ ½ (β = 1: Kullback–Leibler)."""
    beta, b = float(order), arb(order)
    of_pair, of_response = (lambda pair: minima.renyi(pair, b)), (lambda u: response.divergence(u, b))
    found = dominated(given, of_pair, of_response)
    if found is not None:
        return found
    found = envelope.enclosed(given, lambda x: x.divergence(b), lambda x: envelope.of_order(x, b))
    if found is not None:
        return found
    if float(given.cut) and beta >= 1:
        return DISCLOSED
    if last_order(given.parts) < order and order >= ONE:
        return _TAIL
    if len(given.parts) == 1:
        part = given.parts[0]
        if isinstance(part, Gaussian):
            value = b * arb(part.mu) ** 2 / 2
            return Found(value, value, "T8", cells.of_order(part.mu, b), note=GAUSSIAN)
        if isinstance(part, OddsRange):
            return _odds_renyi(part, order)
    line = pure_bound(given)
    if line is not None:
        return of_pure(given, line, lambda x: dominated(x, of_pair, of_response) or DISCLOSED)
    found = _by_response(given, order, of_response)
    if found is not None:
        return found
    found = _by_touching(given, order)
    if found is not None:
        return found
    if (part_of := _fastest(given, order)) is not None and isinstance(part_of, Orders):
        value = arb(part_of.xi) + arb(part_of.rho) * b
        pair = _one_rare_output(given, of_pair, value)
        return Found(value, value, "T8", pair, note=_RARELY)
    corner = largest_loss(given.parts)
    if corner is not None and corner.order <= beta:
        low, high = (minima.renyi(pair, b) for pair in (corner.inside, corner.outside))
        assert low is not None
        assert high is not None
        return Found(low, high, "T20", corner.pair)
    part = part_of if part_of is not None else given.parts[0]
    if isinstance(part, Power) and part.k == order and beta < 2 and (part is part_of or len(given.parts) == 1):
        value = (b * arb(part.epsilon).log()).exp().log1p() / (b - 1)
        return Found(value, value, "T17", _escaping(part.k, arb(part.epsilon), given), attained=False, note=_ESCAPES)
    if len(given.parts) == 1 and isinstance(part, Orders) and not part.single and part.xi == ZERO:
        value = arb(part.rho) * b
        return Found(value, value, "T11", cells.of_order((part.rho * 2).sqrt(), b), note=GAUSSIAN)
    if _of_range(given):
        return leftover.greatest_order(given.parts, order)
    if ONE < order < 1 + _NEXT_TO_ONE and (beside := _beside_one(given, order)) is not None:
        return beside
    shape, finish = shape_of_order(order), (lambda x: x) if order == ONE else (lambda x: x.log() / (b - 1))
    below = fused(given, shape, finish, lambda x: envelope.of_order(x, b))
    if below is not None:
        return below
    rare = _rare_losses(given, lambda x: x.divergence(b), lambda mu: b * arb(mu) ** 2 / 2, lambda x: envelope.of_order(x, b))
    if rare is not None and close(rare.lower, rare.upper):
        return rare
    try:
        return programme.solve(given.parts, shape, finish, of_pair)
    except NoReductionError as error:
        if not leftover.binary_pairs_suffice(given.parts) or beyond_floats(given.parts):
            raise NoReductionError(str(error), closer(error.best, rare)) from None
        return leftover.greatest_order(given.parts, order)


def _beside_one(given: RatioConstraint, order: Real) -> Found | None:
    """D_α where floats hardly tell α from 1: from D_1 on it grows by at most (α - 1)(e^{tD} - 1)/t², D = D_{1+t} (T2)."""
    last = min(last_order(given.parts), real(2))
    t, bounds = arb(last) - 1, [arb(a) + arb(b) * arb(last) for a, b in statements(given.parts, last)]
    if not (bounds and 3 * (arb(order) - 1) <= t):
        return None
    more = (arb(order) - 1) * (t * minimum(bounds)).expm1() / (t * t)
    with ends_changed(lambda x: replace(x, upper=x.upper + more)):
        found = renyi_target(given, ONE)
    if not isinstance(found, Found):
        return None
    top = found.upper + more
    return replace(found, upper=top) if close(found.lower, top) else None


_NEXT_TO_ONE: Final = Fraction(1, 10**8)


def _rare_losses(
    given: RatioConstraint,
    value: Callable[[Envelope], Ball],
    whole: Callable[[Real], Ball],
    table: Callable[[Envelope], Pair | None],
) -> Found | None:
    """What the Gaussian pair needs, from below with all but its larger losses, or its outer ones, as one output each (T8, T29).

    None for no Gaussian source.
    """
    best = None
    for which, theorem, note in ((envelope.rarest, "T8", _LARGE_LOSSES), (envelope.trimmed, "T29", NOTE)):
        if (found := which(given)) is not None:
            mu, pair = found
            best = closer(best, Found(value(pair), whole(mu), theorem, table(pair), note=note))
    return best


_LARGE_LOSSES: Final = "the Gaussian pair's larger losses, all else as one output; the table is close to it"


def _of_range(given: RatioConstraint) -> bool:
    """Whether a range of losses is among bounds between which binary pairs suffice (T21)."""
    return any(isinstance(c, OddsRange) for c in given.parts) and leftover.binary_pairs_suffice(given.parts)


def _by_response(given: RatioConstraint, beta: Real, value: Callable[[Ball], Ball]) -> Found | None:
    """T11: where the largest randomised response is bounded by an order α ≥ β, it is the worst of all pairs at β."""
    if not any(isinstance(c, Orders) for c in given.parts):
        return None
    largest = response.largest(given.parts)
    part = largest.active.part
    if not isinstance(part, Orders) or (part.low if part.single else real(Fraction(largest.active.order))) < max(ONE, beta):
        return None
    return Found(value(largest.low), value(largest.high), "T11", largest.pair)


def _by_touching(given: RatioConstraint, order: Real) -> Found | None:
    """T11: beyond that order, a boundary pair whose own binding order is β attains the source's bound there."""
    beta = float(order)
    holding = [c for c in given.parts if isinstance(c, Orders) and c.low <= order <= c.high]
    if not holding:
        return None
    bound, part = min(((arb(c.xi) + arb(c.rho) * arb(order), c) for c in holding), key=lambda x: float(x[0]))
    close, safe = (_rare_touching(part, order, share) if not part.single else None for share in (_CLOSE[0], _SAFE[0]))
    if close is not None and (len(given.parts) == 1 or meets(given.parts, close)):
        lower = minima.renyi(close, arb(order))
        if lower is not None:
            return Found(lower, bound, "T11", safe)
    boundary = RegionBoundary([c for c in given.parts if not isinstance(c, Gaussian)])

    def binding(t: float) -> float:
        active = boundary.excess(t, boundary.small(t))[1]
        if isinstance(active.part, Line) and active.part.delta != ZERO:
            return 0.0  # larger losses may still touch
        return active.order if isinstance(active.part, Orders) else math.inf

    t = boundary.kink
    for _ in range(60):
        nxt = min(t * 1.2 + 0.01, boundary.end)
        last = binding(nxt)
        if last >= beta:
            break
        if nxt >= min(boundary.end, 600.0):
            return None
        t = nxt
    ends = {t: binding(t), nxt: last}  # where a pure bound ends the losses, which constraint binds is a matter of rounding
    where = nxt if last == beta else t
    if ends[t] < beta < last:
        where = root(lambda x: (ends[x] if x in ends else binding(x)) - beta, t, nxt)
    small = boundary.small(where)
    point = Point(where, small, (boundary.excess(where, small)[1],))
    if abs(renyi(point.a, point.b, beta - 1) - float(bound)) > 1e-9 * float(bound):
        return None
    try:
        a, c = inner(given.parts, point, _CLOSE, floor=boundary.end)
    except UncertifiedError:
        if not any(isinstance(x, Gaussian) for x in given.parts):
            raise
        return None
    pair = masses(a, c)
    s = arb(order) - 1
    lower = pair.p * a - pair.p_rest * c if s == 0 else (pair.p * (s * a).exp() + pair.p_rest * (-s * c).exp()).log() / s
    return Found(lower, bound, "T11", response.table(*inner(given.parts, point, _SAFE, floor=boundary.end)))


def _fastest(given: RatioConstraint, order: Real) -> Orders | Power | None:
    """The constraint of a conjunction that bounds this order, if all others grow more slowly: its own number is needed (T8)."""
    last = [c for c in given.parts if last_order((c,)) >= order]
    found = last[0] if len(last) == 1 and len(given.parts) > 1 and given.cut == ZERO else None
    return found if isinstance(found, Orders | Power) and last_order((found,)) == order else None


def _one_rare_output(given: RatioConstraint, value: Callable[[Pair], Ball | None], bound: Ball) -> Pair | None:
    """A pair whose one rare output of large loss has nearly all of a divergence, and that meets all other bounds (T8)."""
    for power in range(1, _DOUBLINGS):
        ratio, low, high = Fraction(2) ** (2**power), flint.arb(-(2.0**14)), flint.arb(0)
        for _ in range(_HALVINGS):  # ln P of the output
            middle = (low + high).mid() / 2
            p = fraction(middle.exp())
            needed = value(Pair((p, 1 - p), (p / ratio, 1 - p / ratio)))
            low, high = (middle, high) if needed is not None and needed <= bound * (1 - flint.arb(2.0**-28)) else (low, middle)
        p = fraction(low.exp())
        pair = Pair((p, 1 - p), (p / ratio, 1 - p / ratio))
        if meets(given.parts, pair):
            return pair
    return None


_DOUBLINGS: Final = 13
_HALVINGS: Final = 48
_RARELY: Final = "one output, ever rarer, has nearly all of it"


def _rare_touching(part: Orders, order: Real, margin: float) -> Pair | None:
    """T11: a pair that nearly touches ξ + ρα at one order, by an output too rare for floats; None if it is not rare enough."""
    xi, rho, beta = arb(part.xi), arb(part.rho), arb(order)
    if not rho * (beta - 1) ** 2 > _UNSEEN or not rho * beta**2 + xi < _LONG:
        return None
    p, q = (fraction(x.exp()) * (1 - Fraction(margin)) for x in (-rho * (beta - 1) ** 2, -rho * beta**2 - xi))
    loss = (arb(p) / arb(q)).log()
    touched = (loss - xi + rho) / (2 * rho)
    share = arb(q) * (rho * touched**2 + xi).exp()
    s = (touched - 1) / 4
    small = arb(p) * (s * loss).exp() < s * (xi + rho)
    return Pair((p, 1 - p), (q, 1 - q)) if small and (s * (xi + rho + rho * s)).exp() * (1 - share) > 1 else None


_UNSEEN: Final = 700  # beyond the exponents of floats
_LONG: Final = 1_000_000  # fractions of more bits are slow


@dataclass(frozen=True, slots=True)
class Corner:
    """The pair with the largest loss that a pure bound allows and the rarest it may be, where an order binds it (T20)."""

    inside: Pair
    outside: Pair
    pair: Pair
    active: Active

    @property
    def order(self) -> float:
        """The order that binds."""
        assert isinstance(self.active.part, Orders)
        return float(self.active.part.low) if self.active.part.single else self.active.order


def largest_loss(parts: Sequence[Primitive]) -> Corner | None:
    """The worst pair at all orders from the one that binds it; None without a pure bound, or where no order binds (T20)."""
    boundary = RegionBoundary(parts)
    lines = [c for c in parts if isinstance(c, Line) and float(c.delta) == 0]
    if not lines or any(not isinstance(c, Orders) for c in parts if c not in lines) or boundary.kink >= boundary.end:
        return None
    point = boundary.point(boundary.end)
    if len(point.active) != 2 or not isinstance(point.active[1].part, Orders):
        return None
    active = point.active[1]
    end = arb(min((c.epsilon for c in lines), key=float))
    for margin in _CLOSE:
        b = arb(point.b) * (1 - flint.arb(margin))
        wider = arb(point.b) * (1 + flint.arb(margin))
        if all(holds(c, end.lower(), b) for c in parts) and fails(active, end.upper(), wider):
            safe = response.table(*inner(parts, point, _SAFE, floor=boundary.end))
            return Corner(response.table(end.lower(), b), response.table(end.upper(), wider), safe, active)
    return None


def _escaping(k: Real, size: Ball, given: RatioConstraint) -> Pair | None:
    """A pair whose rare output has nearly all of E|X - 1|^k = size^k (T17)."""
    order = arb(k)
    ratio = (_RARE / (order - 1)).exp().max(order * _LARGE if order > 2 else flint.arb(0))
    q = (order * (size.log() - ratio.log())).exp() * (1 - flint.arb(2.0**-22))
    if not (q * ratio < flint.arb(1 if order < 2 else _SMALL) and q > flint.arb(_LEAST)):
        return None
    p, q = fraction(q * ratio), fraction(q)
    pair = Pair((p, 1 - p), (q, 1 - q))
    return pair if meets(given.parts, pair) else None


def _odds_renyi(part: OddsRange, order: Real) -> Found:
    """E_Q X^β over pairs with ratios {y, y e^η} is y^{β-1}(E^β - 1 - y(E^β - E))/(E - 1), E = e^η: largest at one y (T13)."""
    value, y = odds_divergence(arb(part.eta), arb(order))
    return Found(value, value, "T13", placed(arb(part.eta), y))


def odds_divergence(eta: Ball, b: Ball) -> tuple[Ball, Ball]:
    """The largest D_β of pairs with ratios {y, y e^η}, and the y."""
    if b == 1:
        y = -(-eta).expm1() / eta
        return eta / -(-eta).expm1() * (1 - y) + y.log(), y
    y = (b - 1) * (b * eta).expm1() / (b * eta.exp() * ((b - 1) * eta).expm1())
    return y.log() + ((b * eta).expm1() / (b * eta.expm1())).log() / (b - 1), y


def placed(eta: Ball, y: Ball) -> Pair:
    """The pair with ratios {y, y e^η}, a little inside."""
    lower = -y.log()
    keep = 1 - flint.arb(2.0**-30)
    return response.table((eta - lower) * keep, lower * keep)


def f_target(given: RatioConstraint, name: str) -> Found | str:
    """The least ε for the squared Hellinger distance 2 - 2BC."""
    assert name == "hellinger"
    found = dominated(given, _hellinger, _hellinger_of_response)
    half = flint.arb(1) / 2
    found = found or envelope.enclosed(given, lambda x: 2 - 2 * x.moment(half), lambda x: envelope.of_order(x, half))
    if found is not None:
        return found
    if float(given.cut):
        with ends_changed():
            inner_found = f_target(RatioConstraint(given.parts), name)
        assert not isinstance(inner_found, str)
        c = arb(given.cut)
        pair = disclosing(inner_found.pair, given.cut)
        low, high = ((1 - c) * x + 2 * c for x in (inner_found.lower, inner_found.upper))
        return Found(low, high, "T9", pair, certified=inner_found.certified)
    if len(given.parts) == 1:
        part = given.parts[0]
        if isinstance(part, Gaussian):
            value = -2 * (-(arb(part.mu) ** 2) / 8).expm1()
            return Found(value, value, "T8", cells.of_order(part.mu, 0.5), note=GAUSSIAN)
        if isinstance(part, OddsRange):
            value = 2 - 2 / (arb(part.eta) / 4).cosh()
            return Found(value, value, "T13", placed(arb(part.eta), (-arb(part.eta) / 2).exp()))
        if isinstance(part, Orders) and part.single and part.low == _HALF:
            value = -2 * (-arb(part.xi) / 2).expm1()
            return Found(value, value, "T8", response.largest(given.parts).pair)
    line = pure_bound(given)
    if line is not None:
        return of_pure(given, line, lambda x: dominated(x, _hellinger, _hellinger_of_response) or DISCLOSED)
    found = _by_response(given, _HALF, _hellinger_of_response)
    found = found or hellinger_of_lines(given.parts, _distance) or hellinger_of_power(given.parts, _distance)
    if found is not None:
        return found
    if _of_range(given):
        with ends_changed():
            found = leftover.greatest_order(given.parts, _HALF)
        low, high = (-2 * (-x / 2).expm1() for x in (found.lower, found.upper))
        return replace(found, lower=low, upper=high)
    one = flint.arb(1)
    shape = Exponentials(((one, one, 0), (-2 * one, one / 2, 0), (one, flint.arb(0), 0)))
    below = fused(given, shape, lambda x: x, lambda x: envelope.of_order(x, half))
    return below or programme.solve(given.parts, shape, lambda x: x, _hellinger)


def power_target(given: RatioConstraint, k: Real) -> Found | str:
    """The least ε of E_Q |X - 1|^k ≤ ε^k, k > 1."""
    order = arb(k)
    if k == real(2):
        found = scaled(lambda: renyi_target(given, real(2)), lambda d: d.expm1().sqrt())
        if isinstance(found, Found) and isinstance(found.pair, cells.Cells) and len(given.parts) == 1:
            return replace(found, pair=cells.of_power(found.pair.mu, k, found.lower))
        return found
    of_pair, of_response = (lambda pair: minima.power(pair, order)), (lambda u: response.power(u, order))
    simple = dominated(given, of_pair, of_response)
    simple = simple or envelope.enclosed(
        given, lambda x: x.power(k), lambda x: x.seen(cells.of_power(_curve(given), k, x.power(k), whole=False))
    )
    if simple is not None:
        return simple
    if float(given.cut):
        return DISCLOSED
    if last_order(given.parts) < k:
        return _TAIL
    if len(given.parts) == 1:
        part: Primitive = given.parts[0]
        if isinstance(part, Gaussian):
            value = envelope.gaussian_power(arb(part.mu), k)
            return Found(value, value, "T8", cells.of_power(part.mu, k, value), note=GAUSSIAN)
        if isinstance(part, OddsRange):
            return _odds_power(part, k)
        if isinstance(part, Power) and part.k == k:
            return Found(arb(part.epsilon), arb(part.epsilon), "T8", response.largest(given.parts).pair)
        if isinstance(part, Orders) and part.single and part.low == k and float(k) > 2:
            value = ((order - 1) * arb(part.xi)).expm1() ** (1 / order)
            return Found(value, value, "T17", _escaping(k, value, given), attained=False, note=_ESCAPES)
    if isinstance(fastest := _fastest(given, k), Power):
        return Found(arb(fastest.epsilon), arb(fastest.epsilon), "T8", _one_rare_output(given, of_pair, arb(fastest.epsilon)))
    line = pure_bound(given)
    if line is not None:
        return of_pure(given, line, lambda x: dominated(x, of_pair, of_response) or DISCLOSED)
    shape = Deviation(k, reverse=False)

    def table(law: Envelope) -> Pair | None:
        return law.seen(cells.of_power(_curve(given), k, law.power(k), whole=False))

    below = fused(given, shape, lambda x: x ** (1 / order), table)
    if below is not None:
        return below
    rare = _rare_losses(
        given,
        lambda x: x.power(k),
        lambda mu: envelope.gaussian_power(arb(mu), k),
        lambda x: x.seen(cells.of_power(_curve(given), k, x.power(k), whole=False)),
    )
    near = closer(_between_gaussian_and_moment(given, k), rare)
    with contextlib.suppress(ArithmeticError):
        near = closer(near, _rare_output(given, k))
    if near is not None and near.upper - near.lower <= near.upper * flint.arb(1e-10):
        return near
    try:
        return programme.solve(given.parts, shape, lambda x: x ** (1 / order), of_pair)
    except NoReductionError as error:
        if near is not None and near.narrow:
            return near
        raise NoReductionError(str(error), closer(error.best, near)) from None


def _curve(given: RatioConstraint) -> Real:
    """The μ of a guarantee that has one."""
    return next(c.mu for c in given.parts if isinstance(c, Gaussian))


def _rare_output(given: RatioConstraint, k: Real) -> Found | None:
    """From below a rare output that an order α > k bounds, from above |X - 1|^k ≤ 1 + λX^α: close for large powers (T17).

    Other bounds may stand beside the only family, if the pair meets them.
    """
    families = [c for c in given.parts if isinstance(c, Orders)]
    others = [c for c in given.parts if not isinstance(c, Orders)]
    if len(families) != 1 or not float(families[0].high) > float(k) or not all(isinstance(c, Line | Power) for c in others):
        return None
    part = families[0]
    xi, rho, order = float(part.xi), float(part.rho), float(k)
    loss = root(lambda x: x - xi - (2 * order / -math.expm1(-x) - 1) * rho, 1e-9, 3 * (xi + order * rho) + 9) if rho > 0 else 0.0
    ratio = flint.arb(loss).exp()
    alpha = arb(k) * ratio / (ratio - 1)
    if not alpha <= arb(part.high):
        alpha = arb(part.high)
        ratio = alpha / (alpha - arb(k))
        loss = float(ratio.log())
    bound = (alpha - 1) * (arb(part.xi) + arb(part.rho) * alpha)
    top = ((arb(k) * (ratio - 1).log() - alpha * ratio.log() + bound).exp() + 1) ** (1 / arb(k))
    pairs = _rare_pairs(part, k, loss)
    if pairs is None or not all(meets(others, pair) for pair in pairs):
        return None
    low = minima.power(pairs[0], arb(k))
    return None if low is None or not low <= top else Found(low, top, "T17", pairs[1])


def _rare_pairs(part: Orders, k: Real, loss: float) -> tuple[Pair, Pair] | None:
    """Pairs on a family's boundary with this loss, one closer than the other: of outputs too rare for floats by their order."""
    boundary = RegionBoundary((part,))
    near, safe = (_rare_touching(part, k, margin) if not part.single else None for margin in (_CLOSE[0], _SAFE[0]))
    if near is not None and safe is not None:
        return near, safe
    if not boundary.kink < loss < LONGEST:
        return None
    point = boundary.point(loss)
    near, safe = (response.table(*inner((part,), point, margins, floor=boundary.end)) for margins in (_CLOSE, _SAFE))
    return near, safe


def _between_gaussian_and_moment(given: RatioConstraint, k: Real) -> Found | None:
    """For (0, ρ)-zCDP: the Gaussian pair from below, and |X - 1|^k ≤ 1 + X^k from above, close for large kρ (T17)."""
    part = given.parts[0]
    if len(given.parts) > 1 or not isinstance(part, Orders) or part.single or float(part.xi) or float(part.high) < float(k):
        return None
    order, rho, mu = arb(k), arb(part.rho), (part.rho * 2).sqrt()
    top = ((order * (order - 1) * rho).exp() + 1) ** (1 / order)
    low = envelope.gaussian_power(arb(mu), k)
    if not low > 0 or low > top:  # where they overlap, they are equal to all digits
        return None
    return Found(low, top, "T17", cells.of_power(mu, k, low), note=GAUSSIAN)


def _odds_power(part: OddsRange, k: Real) -> Found:
    """E|X - 1|^k = (1-y)(Ey-1)((Ey-1)^{k-1} + (1-y)^{k-1})/((E-1)y) over ratios {y, Ey}: by a scan, and proved on cells (T13)."""
    eta, power = arb(part.eta), arb(k)
    law = OddsPower(eta, power)
    ends = (-60.0, 60.0 + float(eta))
    where = flint.arb(highest(lambda x: float(law(flint.arb(x))[0]), np.linspace(*ends, 160).tolist())[1])
    for _ in range(_POLISHED):
        _, slope, bend = law(where)
        where = (where - slope / bend).mid() if bend < 0 else where
    value = law(where)[0]
    low = (value / power).exp()
    y = 1 - (-(-eta).expm1()) / (1 + where.exp())
    proved = law.at_most(value + power * flint.arb(_HARDLY), where, ends)
    margin = _HARDLY if proved else 1e-11
    return Found(low, low * (1 + flint.arb(2 * margin)), "T13", placed(eta, y), certified=proved)


class OddsPower:
    """ln E|X - 1|^k over ratios {y, Ey}, with two derivatives, at t with logit x.

    With Ey - 1 = (E-1)t = e^u and 1 - y = (1 - 1/E)(1-t) = e^w no range of η loses digits.
    """

    def __init__(self, eta: Ball, k: Ball) -> None:
        self.k, self.spread, self.narrow = k, eta.expm1().log(), (-(-eta).expm1()).log()

    def _parts(self, u: Ball, w: Ball) -> Ball:
        return u + w + _log_add((self.k - 1) * u, (self.k - 1) * w) - (-w.exp()).log1p() - self.spread

    def __call__(self, x: Ball) -> tuple[Ball, Ball, Ball]:
        """Its value and two derivatives."""
        u, w = self.spread - (-x).exp().log1p(), self.narrow - x.exp().log1p()
        t, rest, k = 1 / (1 + (-x).exp()), 1 / (1 + x.exp()), self.k - 1
        gap = k * (u - w)
        share, other = 1 / (1 + (-gap).exp()), 1 / (1 + gap.exp())
        g = w.exp() / -w.expm1()
        slope = 1 - 2 * t + k * (share - t) - t * g
        bend = k * k * share * other - (k + 2 + g) * t * rest + t * t * g * (1 + g)
        return self._parts(u, w), slope, bend

    def at_most(self, limit: Ball, where: Ball, ends: tuple[float, float]) -> bool:
        """Whether it is proved to be nowhere above ``limit``, which its value at ``where`` nearly is."""
        low, high = (flint.arb(x) for x in ends)
        before = self._parts(self.spread + low, self.narrow)  # u and w grow, and so does their sum
        after = self._parts(self.spread, self.narrow - high)
        if not (before <= limit and after <= limit):
            return False
        cells = [(low, where), (where, high)]
        for _ in range(_ODDS_CELLS):
            if not cells:
                return True
            a, b = cells.pop()
            middle = ((a + b) / 2).mid()
            r = (b - middle).max(middle - a)
            around, here = self(a.union(b)), self(middle)
            if where in (a, b) and around[2] < 0:
                top, slope, _ = self(where)
                if top + abs(slope) * (b - a) <= limit:
                    continue
            bounds = [around[0], here[0] + abs(around[1]) * r, here[0] + abs(here[1]) * r + abs(around[2]) * r * r / 2]
            if not any(x <= limit for x in bounds):
                cells += [(a, middle), (middle, b)]
        return False


_POLISHED: Final = 4
_HARDLY: Final = 2.0**-46
_ODDS_CELLS: Final = 1500


def _log_add(x: Ball, y: Ball) -> Ball:
    top = max(y, x)
    return top + ((x - top).exp() + (y - top).exp()).log()
