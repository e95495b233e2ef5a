"""The largest order at which a target holds (theory, T8, T16, T17)."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Final

import flint

from dpzoo.numbers.real import ONE, ZERO, Ball, Real, real
from dpzoo.numbers.roots import root
from dpzoo.optimal import minima
from dpzoo.optimal.by_tests import pure_dp
from dpzoo.optimal.certify import UncertifiedError, arb
from dpzoo.optimal.crossing import crosses, largest_order
from dpzoo.optimal.from_mean import NOT_SETTLED, worst_of_three
from dpzoo.optimal.moments import pure_bound
from dpzoo.optimal.optimum import BOTH_EQUAL, EQUAL, Found, NoReductionError, at_least, close
from dpzoo.optimal.primitives import (
    Gaussian,
    Line,
    Mean,
    OddsRange,
    Orders,
    Power,
    Primitive,
    RatioConstraint,
    bounds_on_losses,
    forces_equality,
    last_order,
    order_near,
    promises,
    reach,
    statements,
)
from dpzoo.optimal.programme import TableWork, limited, order_of_binary
from dpzoo.optimal.question import Asked
from dpzoo.optimal.shapes import Deviation, shape_of_order
from dpzoo.optimal.sources import INFINITE

Solve = Callable[[RatioConstraint, Asked], Found | str]
_LARGEST_ORDER: Final = 1e6
_LARGEST_CLOSED: Final = 1e18
_CLOSED: Final = "T7"
"""Where one pair dominates, its optimum is told from the bound as exactly as balls allow."""
_ENOUGH: Final = 1e-10
_ENTRIES: Final = 2_000_000
"""Of tables of linear programmes, after so many of which no more orders are solved by them."""
_NOT_NEXT_TO_ONE: Final = 1.25
_ROUGH: Final = 1e-7
_VERY_ROUGH: Final = 1e-3
_JUMP: Final = 0.02
_NEAR: Final = tuple(2.0**-k for k in (38, 29, 28, 26, 24, 22, 20, 18, 16, 14, 12, 10))


def largest_order_of(given: RatioConstraint, question: Asked, solve: Solve) -> Found | str:
    """The largest order at which the target holds, which is proved if the optima at the orders that were tried are."""
    if given.cut == ZERO and any(forces_equality(c) for c in given.parts):
        return Found(flint.arb("inf"), flint.arb("inf"), "T8", EQUAL, note=BOTH_EQUAL)
    if question.parameter == "omega" and given.cut == ZERO and last_order(given.parts) <= ONE:
        return "the source bounds no order above 1, and a family ends at one"
    if question.parameter == "omega" and promises(given, question.real("xi", ZERO), question.real("rho"), INFINITE):
        return Found(flint.arb("inf"), flint.arb("inf"), "T8")
    if question.parameter == "omega" and question.real("rho") == ZERO:  # D_α grows
        return largest_order_of(given, Asked("renyi-dp", "alpha", {"epsilon": question.real("xi", ZERO)}), solve)
    if question.parameter == "omega" and crosses(given):
        return largest_order(given, question.real("xi", ZERO), question.real("rho"))
    if _bounded(given, question):
        return Found(flint.arb("inf"), flint.arb("inf"), "T8", EQUAL)
    known: dict[float, Found | str] = {}

    def proved() -> bool:
        return all(x.certified for x in known.values() if isinstance(x, Found))

    try:
        with limited(TableWork(_ENTRIES)):
            found = _searched(given, question, solve, known)
    except NoReductionError as error:
        best = error.best
        raise NoReductionError(str(error), best and replace(best, certified=best.certified and proved())) from None
    return replace(found, certified=found.certified and proved()) if isinstance(found, Found) else found


def _searched(given: RatioConstraint, question: Asked, solve: Solve, known: dict[float, Found | str]) -> Found | str:
    """The same by a search: what the source gives grows with the order, so that two of its values enclose it."""
    name, part = question.parameter, given.parts[0] if given.parts else None
    value = "rho" if name == "omega" else "epsilon"
    allowed = arb(question.real(value))
    if isinstance(part, Mean) and len(given.parts) == 1 and name != "k" and part.mu < part.tau * part.tau / 2:
        return _greatest_order_of_mean(part, question)
    end = max(last_order(given.parts) if given.cut == ZERO else ZERO, ONE)  # beyond it no value is finite
    last = float(end)

    def at(order: float) -> Found | str:
        if order not in known:
            if sum(isinstance(x, Found) and not close(x.lower, x.upper) for x in known.values()) >= _most_open(given):
                raise NoReductionError(_ONLY_ENDS, _known_ends(known, sides, end))
            try:
                known[order] = solve(given, _at_one(question, value, order_near(order, end)))
            except NoReductionError as error:  # its ends enclose the order, if less tightly
                if error.best is None or not (error.best.upper.is_finite() or error.best.lower > allowed):
                    raise NoReductionError(str(error)) from None
                known[order] = error.best
        return known[order]

    def excess(order: float, side: int = 2) -> float:
        found = at(order)
        if isinstance(found, str):
            return math.inf
        ends = (found.upper, found.lower, (found.lower + found.upper) / 2)
        gap = float(ends[side] - allowed)
        return gap if abs(gap) > (0.0 if found.theorem == _CLOSED else _ENOUGH) * float(allowed) else 0.0

    def sides(order: float) -> tuple[bool, bool]:
        """Whether the target certainly holds at this order, and whether it certainly fails."""
        if _says(given, question, order_near(order, end), question.real(value)):
            return True, False
        found = at(order)
        return (False, True) if isinstance(found, str) else (bool(found.upper <= allowed), bool(found.lower > allowed))

    if (near := _near_order(given, question, at)) is not None:
        return near
    low, high = _lowest(given, name, sides), 2.0
    if not sides(low)[0]:
        return _not_at_first(value, at(low), fails=sides(low)[1])
    while sides(high)[0]:
        low, high = high, 2 * high
        if high > _farthest(at(low)):
            if _at_every_order(given, question, solve, allowed):
                return Found(flint.arb("inf"), flint.arb("inf"), "T16")
            return _beyond_tried(given, question, low)
    if not sides(high)[1]:
        high *= 2
    if isinstance(at(high), str) and low <= last < high:
        low, high = (last, high) if sides(last)[0] else (low, last)
    wide = False

    def decided(order: float) -> float:
        """The excess, or 0 at an order at which the two ends lie on both sides: beyond it only ends are sought."""
        nonlocal wide
        found = at(order)
        wide = wide or (isinstance(found, Found) and found.lower <= allowed < found.upper and not close(found.lower, found.upper))
        return 0.0 if wide else excess(order)

    middle = low if low == last or excess(low) >= 0 else root(decided, low, high) if excess(high) > 0 else high
    found = at(middle) if low < middle or middle != last else None  # where a source ends, its bound may be all that is known
    if isinstance(found, Found) and low < middle and not close(found.lower, found.upper):
        raise NoReductionError(_ONLY_ENDS, _order_ends(excess, sides, known, (low, high), float(allowed), end))
    low, high = _edge(sides, middle, low, 0), last if middle == last else _edge(sides, middle, high, 1, last)
    ends = arb(order_near(low, end)), arb(order_near(high, end))
    if middle == last:  # at any higher order pairs need more than any value
        return Found(*ends, "T16", attained=False, note="pairs whose large losses are ever rarer, in the limit")
    return Found(*ends, "T16", found.pair if isinstance(found, Found) else None)


def _at_one(question: Asked, value: str, order: Real) -> Asked:
    """What is asked at one order, within a search for the largest."""
    fixed = {n: v for n, v in question.fixed.items() if n != value}
    return Asked(question.notion, value, {**fixed, question.parameter: order}, quick=True)


def _most_open(given: RatioConstraint) -> int:
    """Orders at which only two ends are found, after so many of which no more are tried: fewer where each takes long."""
    return 12 if len(given.parts) == 1 else 4


def _lowest(given: RatioConstraint, name: str, sides: Callable[[float], tuple[bool, bool]]) -> float:
    """The first order that is asked: 1 where the target fails there already, since some problems are hard next to it."""
    if name != "omega" or last_order(given.parts) <= ONE:
        return 1.0
    with contextlib.suppress(NoReductionError):
        if len(given.parts) > 1 and sides(1.0)[1]:
            return 1.0
        if any(isinstance(c, Gaussian) for c in given.parts) and sides(_NOT_NEXT_TO_ONE)[0]:
            return _NOT_NEXT_TO_ONE
    return 1 + 1e-9


def _farthest(found: Found | str) -> float:
    """The order beyond which none is tried."""
    return _LARGEST_CLOSED if isinstance(found, Found) and found.theorem == _CLOSED else _LARGEST_ORDER


def _not_at_first(value: str, found: Found | str, *, fails: bool) -> str:
    if not fails:
        raise NoReductionError("whether the target holds at order 1 is not decided")
    if isinstance(found, str):
        return f"already at order 1 no {value} is enough: {found}"
    return f"already at order 1 a pair of the source needs {value} = {at_least(found.lower)}, as the conversion at order 1 shows"


def _near_order(given: RatioConstraint, question: Asked, at: Callable[[float], Found | str]) -> Found | None:
    """The largest order by few evaluations of moment problems; None where this search is not the one to use.

    From where binary pairs reach the bound, each step goes to where the best pair at the last order would: the first derivative
    of the optimum in the order is that of the best pair (the envelope theorem), so that the steps converge quadratically.
    """
    moments = all(isinstance(c, Orders | Power | Line | OddsRange) for c in given.parts)
    if question.parameter == "omega" or given.cut != ZERO or not (moments and given.parts) or pure_bound(given) is not None:
        return None
    bound, power = question.real("epsilon"), question.parameter == "k"
    size, last = float(bound), min(max(reach(given.parts), 1.0), _LARGEST_ORDER)
    needs = minima.power if power else minima.renyi
    if size <= 0 or _says(given, question, order_near(last, last_order(given.parts)), bound):
        return None
    if power:
        order = order_of_binary(given.parts, lambda k: Deviation(real(k), reverse=False), lambda k: k * math.log(size), last)
    else:
        order = order_of_binary(given.parts, lambda k: shape_of_order(real(k)), lambda k: (k - 1) * size, last)
    for _ in range(_MOVES if order is not None else 0):
        assert order is not None
        try:
            found = at(order)
        except NoReductionError:
            return None
        if isinstance(found, str) or found.pair is None or not found.upper <= found.lower * _LOOSE:
            return None
        width = 0.0 if close(found.lower, found.upper) else float(found.upper / found.lower) - 1
        here, there = (needs(found.pair, flint.arb(order * x)) for x in (1, 1 + _AHEAD))
        if here is None or there is None:
            return None
        growth = float((there / here).log()) / math.log1p(_AHEAD)
        if not growth > 0:
            return None
        move = float(arb(bound).log() - found.upper.log()) / growth
        if abs(move) < max(_SETTLED, math.sqrt(width) / 4):
            ends = _enclosed(at, arb(bound), order * math.exp(move), growth, width)
            if ends is None or close(ends.lower, ends.upper):
                return ends
            raise NoReductionError(_ONLY_ENDS, ends)
        order *= math.exp(min(max(move, -_STRIDE), _STRIDE))
        if not 1 < order < last:
            return None
    return None


_MOVES: Final = 8
_AHEAD: Final = 2.0**-20
_STRIDE: Final = 0.4
_SETTLED: Final = 1e-7
_FINE: Final = 2.0**-38
_LOOSE: Final = 1 + flint.arb(2.0**-18)


def _enclosed(at: Callable[[float], Found | str], allowed: Ball, order: float, growth: float, width: float) -> Found | None:
    """Orders on both sides of one at which the target certainly holds and fails; the optimum grows like that power of it.

    ``width`` is how far apart its ends are there, as a share.
    """
    ends: list[Ball] = []
    pair = None
    for side in (-1, 1):
        for wider in (1.0, 4.0, 16.0, 256.0):
            x = order * (1 + side * wider * (_FINE + width / growth))
            if not x > 1:
                return None
            try:
                found = at(x)
            except NoReductionError:
                return None
            if not isinstance(found, Found):
                return None
            if found.upper <= allowed if side < 0 else found.lower > allowed:
                ends.append(arb(real(x)))
                pair = found.pair
                break
            width = max(width, float(found.upper / found.lower) - 1)
    return Found(ends[0], ends[1], "T16", pair) if len(ends) > 1 else None


def _order_ends(
    excess: Callable[[float, int], float],
    sides: Callable[[float], tuple[bool, bool]],
    known: Mapping[float, Found | str],
    ends: tuple[float, float],
    allowed: float,
    last: Real,
) -> Found:
    """The largest order found at which the target certainly holds, and the least at which it fails."""
    for side in (0, 1):
        if excess(ends[1], side) > 0:  # else it is not known to fail there
            _near_root(lambda x, k=side: excess(x, k), *ends, _JUMP * allowed)  # type: ignore[misc]
    return _known_ends((ends[0], *known), sides, last)


def _known_ends(orders: Iterable[float], sides: Callable[[float], tuple[bool, bool]], last: Real) -> Found:
    """The largest of some orders at which the target certainly holds, and the least at which it fails."""
    tried = list(orders)
    holds, fails = max((x for x in tried if sides(x)[0]), default=1.0), min((x for x in tried if sides(x)[1]), default=math.inf)
    return Found(arb(order_near(holds, last)), arb(order_near(fails, last)), "T16")


_ONLY_ENDS: Final = "only these two ends are known"


def _near_root(function: Callable[[float], float], low: float, high: float, jump: float) -> float:
    """A root to few digits, to fewer where the function jumps by so much: by halving, where straight lines do not come closer."""
    at_low, at_high = function(low), function(high)
    while at_low < 0 < at_high and high - low > (_ROUGH if at_high - at_low < jump else _VERY_ROUGH) * high:
        line = low + (high - low) * at_low / (at_low - at_high) if at_high < math.inf else low
        for x in (line, (low + high) / 2):
            if low + _ROUGH / 4 * high < x < high - _ROUGH / 4 * high:
                value = function(x)
                low, at_low, high, at_high = (low, at_low, x, value) if value > 0 else (x, value, high, at_high)
    return high if at_low < 0 else low


def _beyond_tried(given: RatioConstraint, question: Asked, order: float) -> Found:
    """An order above those tried: in closed form where the Gaussian pair is the worst at all of them. Raises NoReductionError."""
    part, theorem, mu = given.parts[0], "T8", ZERO
    if isinstance(part, Gaussian):
        mu = part.mu
    elif isinstance(part, Mean) and part.mu >= part.tau * part.tau / 2:
        mu, theorem = part.tau, "T14"
    if question.parameter != "alpha" or len(given.parts) > 1 or mu == ZERO:
        best = Found(arb(real(order)), flint.arb("inf"), "T16")
        raise NoReductionError(f"{question.parameter} is at least {order:g}, and larger orders are not tried", best)
    value = 2 * arb(question.real("epsilon")) / arb(mu) ** 2
    return Found(value, value, theorem)


def _greatest_order_of_mean(part: Mean, question: Asked) -> Found | str:
    """The same where D_1 may be μ and D_α is at most μ + (α - 1)τ²/2: by the pair of three outputs that exceeds it first."""
    half = part.tau * part.tau / 2
    xi = question.real("epsilon") if question.parameter == "alpha" else question.real("xi", ZERO)
    rho = question.real("rho") if question.parameter == "omega" else ZERO
    if xi + rho < part.mu:
        return f"already at order 1 a pair of the source needs {at_least(arb(part.mu))}, its mean loss"
    if rho >= half:
        return Found(flint.arb("inf"), flint.arb("inf"), "T16")
    least = 1 + (arb(xi) + arb(rho) - arb(part.mu)) / (arb(half) - arb(rho))
    found = None
    with contextlib.suppress(NoReductionError, UncertifiedError):
        found = worst_of_three(part, question, 1 - float(least))
    if found is None or not found.lower <= found.upper:
        best = Found(least, flint.arb("inf"), "T14")
        raise NoReductionError(NOT_SETTLED, best)
    if close(least, found.upper):  # an order at which the pair exceeds the bound is proved, too
        return replace(found, lower=least, certified=True)
    return replace(found, lower=found.lower.max(least))


def _says(given: RatioConstraint, question: Asked, order: Real, bound: Real) -> bool:
    """Whether one of the source's own bounds is the target's at this order."""
    if given.cut != ZERO:
        return False
    if question.parameter == "omega":
        return promises(given, question.real("xi", ZERO), bound, order)
    if question.parameter == "k":
        return any(_says_of_power(c, order, bound) for c in given.parts)
    return any(a + b * order <= bound for a, b in statements(given.parts, order))


def _says_of_power(part: Primitive, k: Real, bound: Real) -> bool:
    """Whether a bound on total variation, on χ² or on a power of |X - 1| is the target's, or of a larger power."""
    if isinstance(part, Line):
        return k == ONE and part.epsilon == ZERO and part.delta * 2 <= bound
    if isinstance(part, Orders):
        return part.single and k <= real(2) <= part.high and part.xi.exp() <= bound * bound + 1
    return isinstance(part, Power) and k <= part.k and part.epsilon <= bound


def _edge(sides: Callable[[float], tuple[bool, bool]], near: float, limit: float, side: int, last: float = math.inf) -> float:
    """The order closest to ``near``, between it and ``limit``, at which the target certainly holds (0) or fails (1).

    Beyond the order ``last`` it fails.
    """
    if side == 0 and sides(near)[0]:
        return near
    for step in _NEAR:
        order = near * (1 + step * (1 if side else -1))
        if not (order < limit if side else order > limit):
            break
        if sides(order)[side]:
            return order
    if limit != last and not sides(limit)[side]:
        raise NoReductionError("at which order the target first fails is not decided")
    return limit


def _bounded(given: RatioConstraint, question: Asked) -> bool:
    """Whether a bound on all losses is the target's at every order α, or bounds |X - 1| by its ε."""
    if given.cut != ZERO or question.parameter == "omega":
        return False
    epsilon = question.real("epsilon")
    return any(x <= epsilon if question.parameter == "alpha" else x.exp() <= epsilon + 1 for x in bounds_on_losses(given.parts))


def _at_every_order(given: RatioConstraint, question: Asked, solve: Solve, allowed: Ball) -> bool:
    """Whether the target holds at all orders: what it needs at the largest is the largest loss, or the largest |X - 1|."""
    if question.parameter == "k":
        endless = pure_dp(given, Asked("one-epsilon-privacy", "epsilon", {}))
    else:
        value = "epsilon" if question.parameter == "alpha" else "rho"
        fixed = {n: v for n, v in question.fixed.items() if n != value} | {question.parameter: math.inf}
        endless = solve(given, Asked(question.notion, value, fixed))
    return isinstance(endless, Found) and bool(endless.upper <= allowed)
