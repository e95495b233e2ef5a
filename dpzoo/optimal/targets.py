"""The question about a target, and the theorem that answers it for a given source (theory, T5 to T13)."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

import flint

from dpzoo.numbers.real import ONE, ZERO, Ball, Real, real
from dpzoo.numbers.roots import root
from dpzoo.optimal import cells, minima, odds, response, sensitivity_index
from dpzoo.optimal.centred import (
    Goal,
    delta_goals,
    epsilon_goals,
    goals_for,
    loss_beyond,
    order_goals,
    share_goals,
    three_outputs,
)
from dpzoo.optimal.certify import UncertifiedError, UnclosedError, arb, down, masses, normal_cdf, up
from dpzoo.optimal.envelope import envelopes, least_loss
from dpzoo.optimal.leftover import around, behind, binary_is_worst, binary_pairs_suffice, excess_left, share_left
from dpzoo.optimal.losses import (
    binary_of_mean,
    loss_pair,
    mean_from_mean,
    meets_mean,
    narrowest,
    relaxed_to_loss,
    response_of_mean,
    spread_beyond,
    spread_of_gaussian,
    spread_of_odds,
    spread_of_pairs,
    spread_of_pure,
    widest,
)
from dpzoo.optimal.moments import f_target, power_target, pure_bound, renyi_target
from dpzoo.optimal.optimum import EQUAL, NARROW, Found, NoReductionError, Pair, at_least, disclosing
from dpzoo.optimal.orders import concentrated_target, largest_order, of_envelopes
from dpzoo.optimal.polygon import corners, dominating, rounded, shown
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
    forces_equality,
    promises,
    reach,
    said,
    single,
)
from dpzoo.optimal.programme import Deviation, meets, neighbouring, order_of_binary, shape_of_order
from dpzoo.optimal.relaxing import relaxed_from_relaxed
from dpzoo.optimal.sources import INFINITE, as_real, check
from dpzoo.optimal.testing import Region, fraction
from dpzoo.optimal.trimming import of_gaussian, of_pairs, share_of_envelopes, share_of_gaussian, share_of_pairs
from dpzoo.relations.guarantees import GuaranteeError

_PARAMETERS: Final[Mapping[str, tuple[str, ...]]] = {
    "epsilon-dp": ("epsilon",),
    "indistinguishable-privacy": ("epsilon",),
    "one-epsilon-privacy": ("epsilon",),
    "approximate-dp": ("epsilon", "delta"),
    "max-kl-stability": ("epsilon", "delta"),
    "probabilistic-dp": ("epsilon", "delta"),
    "relaxed-dp": ("epsilon", "delta_a", "delta_p"),
    "total-variation-privacy": ("epsilon",),
    "kl-privacy": ("epsilon",),
    "renyi-dp": ("alpha", "epsilon"),
    "zero-concentrated-dp": ("xi", "rho"),
    "approximate-zero-concentrated-dp": ("xi", "rho", "delta"),
    "bounded-concentrated-dp": ("xi", "rho", "omega"),
    "truncated-codp-bdrs18": ("rho", "omega"),
    "truncated-codp-col16": ("xi", "tau"),
    "mean-concentrated-dp": ("mu", "tau"),
    "fk-divergence-dp": ("k", "epsilon"),
    "divergence-dp": ("f", "epsilon"),
    "gaussian-dp": ("mu",),
    "range-bounded-privacy": ("epsilon",),
    "f-dp": ("x", "power"),
}
_OF_TESTS: Final = (
    *("epsilon-dp", "indistinguishable-privacy", "one-epsilon-privacy", "approximate-dp", "max-kl-stability"),
    *("probabilistic-dp", "relaxed-dp", "total-variation-privacy", "f-dp", "gaussian-dp"),
)
TARGETS: Final = tuple(_PARAMETERS)
"""The ids of the notions that the engine takes as targets."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A target with all parameters but one fixed."""

    notion: str
    parameter: str
    fixed: Mapping[str, Any]
    quick: bool = False
    """Whether it is asked within a search, which takes what is known at once."""

    def real(self, name: str, default: Real | None = None) -> Real:
        """A fixed parameter."""
        if name not in self.fixed:
            assert default is not None
            return default
        return as_real(name, self.fixed[name])


def asked(target: str, fixed: Mapping[str, Any]) -> Asked:
    """The question; ξ is 0 where it is not named. Raises GuaranteeError if more or less than one parameter is left free."""
    if target not in _PARAMETERS:
        raise GuaranteeError(f"{target} is not a target that the engine solves for; it solves for {', '.join(_PARAMETERS)}")
    for name in fixed:
        if name not in _PARAMETERS[target]:
            raise GuaranteeError(f"{target} has no parameter {name}; its parameters are {', '.join(_PARAMETERS[target])}")
    check(target, fixed)
    free = [n for n in _PARAMETERS[target] if n not in fixed]
    if len(free) == 2 and "xi" in free and target != "truncated-codp-col16":
        free.remove("xi")
    if len(free) != 1:
        raise GuaranteeError(f"fix all but one of {', '.join(_PARAMETERS[target])} of {target}")
    if free[0] in ("f", "x"):
        raise GuaranteeError(f"{free[0]} of {target} has to be fixed")
    return Asked(target, free[0], dict(fixed))


def solve(given: RatioConstraint, question: Asked) -> Found | str:
    """The optimum, or in words why no finite value exists. Raises NoReductionError."""
    if len(given.parts) > 1:
        _refuse(given, question)
    if question.parameter in ORDERS:
        if question.parameter == "omega" and promises(given, question.real("xi", ZERO), question.real("rho"), INFINITE):
            return Found(flint.arb("inf"), flint.arb("inf"), "T8")
        with neighbouring():
            part = given.parts[0] if len(given.parts) == 1 and given.cut == ZERO else None
            if question.parameter == "omega" and isinstance(part, Power) and not forces_equality(part):
                return largest_order(given, question.real("xi", ZERO), question.real("rho"))
            return _greatest_order(given, question)
    if any(forces_equality(c) for c in given.parts) and given.cut == ZERO:
        return Found(flint.arb(0), flint.arb(0), "T8", EQUAL, note=_EQUAL)
    if given.same_loss is not None and len(given.parts) > 1:
        raise NoReductionError("probabilistic and relaxed DP lose their meaning under post-processing, alone or not at all")
    if any(isinstance(c, Mean) for c in given.parts):
        return _from_mean(given, question)
    if question.notion == "relaxed-dp" and len(given.parts) > 1:
        given = _pure_alone(given)
    try:
        found = _SOLVERS[question.notion](given, question)
    except NoReductionError as error:
        around = _around(given, question, error.best)
        if around is not None and around.pair is not None and _close(around.lower, around.upper):
            return around
        raise NoReductionError(str(error), around) from None
    if given.same_loss is not None and isinstance(found, Found) and found.pair is not None and found.theorem != "T18":
        return replace(found, pair=_split(found.pair, given.same_loss[1], given.same_loss[2]))
    return found


def _pure_alone(given: RatioConstraint) -> RatioConstraint:
    """The pure bound alone where its randomised response meets the rest, and so do all pairs that it dominates (T7)."""
    line = pure_bound(given)
    return given if line is None else RatioConstraint((line,))


def _refuse(given: RatioConstraint, question: Asked) -> None:
    """Raises NoReductionError for conjunctions that no theorem covers, with what each part gives alone."""
    if any(isinstance(c, Mean) for c in given.parts):
        why = "mean-concentrated DP in a conjunction has no known reduction"
    elif any(isinstance(c, Behind) for c in given.parts) and question.notion not in _OF_TESTS:
        why = "approximate zCDP beside other guarantees is solved only where tests decide the target"
    else:
        return
    least = None
    for part in given.parts if question.parameter not in ORDERS else ():
        with contextlib.suppress(NoReductionError, ArithmeticError):
            alone = RatioConstraint((part.part,), part.delta) if isinstance(part, Behind) else RatioConstraint((part,))
            found = solve(alone, question)
            if isinstance(found, Found) and (least is None or found.upper < least.upper):
                least = found
    raise NoReductionError(why, replace(least, lower=flint.arb(0), pair=None, dual=None) if least is not None else None)


def _around(given: RatioConstraint, question: Asked, best: Found | None) -> Found | None:
    """What randomised response of the source needs, and the least that one of the source's constraints gives alone (T5)."""
    if given.cut != ZERO or question.notion in ("mean-concentrated-dp", "probabilistic-dp", "relaxed-dp"):
        return best
    low = best.lower if best is not None else flint.arb(0)
    high = best.upper if best is not None else flint.arb("inf")
    pair = best.pair if best is not None else None
    proved = best is None or best.certified
    attempts = [RatioConstraint((c,)) for c in given.parts] if len(given.parts) > 1 else []
    with contextlib.suppress(ArithmeticError):
        attempts.insert(0, RatioConstraint((Line(real(down(response.largest(given.parts).low)), ZERO),)))
    for each in attempts:
        with contextlib.suppress(NoReductionError, ArithmeticError):
            found = _SOLVERS[question.notion](each, question)
            proved = proved and (not isinstance(found, Found) or found.certified)
            if isinstance(found, Found) and each.parts[0] in given.parts:
                high = high.min(found.upper)
            elif isinstance(found, Found):
                low, pair = low.max(found.lower), response.largest(given.parts).pair if found.lower > low else pair
    theorem = best.theorem if best is not None else "T5"
    return best if low > high else Found(flint.arb(low.lower()), flint.arb(high.upper()), theorem, pair, certified=proved)


def _split(pair: Pair, absolute: Real, aside: Real) -> Pair:
    """Split outputs of infinite loss in two, so that the one of mass δ_p can be set aside (relaxed DP)."""
    if ZERO in {absolute, aside} or absolute.rational is None or aside.rational is None:
        return pair
    parts, whole = (absolute.rational, aside.rational), absolute.rational + aside.rational
    p: list[Fraction] = []
    q: list[Fraction] = []
    for a, b in zip(pair.p, pair.q, strict=True):
        shares = [x / whole for x in parts] if not (a and b) else [Fraction(1)]
        p += [a * x for x in shares]
        q += [b * x for x in shares]
    return Pair(tuple(p), tuple(q))


ORDERS: Final = ("alpha", "omega", "k")
"""Parameters of which a larger value is a stronger guarantee: what is sought is the largest one that holds."""
_LARGEST_ORDER: Final = 1e6
_ENOUGH: Final = 1e-10
_ROUGH: Final = 1e-7
_VERY_ROUGH: Final = 1e-3
_JUMP: Final = 0.02
_OPEN: Final = 12
"""Orders at which only two ends were found, after so many of which no more are tried."""
_NEAR: Final = tuple(2.0**-k for k in (38, 29, 28, 26, 24, 22, 20, 18, 16, 14, 12, 10))


_EQUAL: Final = "both distributions are equal"


def _greatest_order(given: RatioConstraint, question: Asked) -> Found | str:
    """The largest order at which the target holds, which is proved if the optima at the orders that were tried are."""
    if given.cut == ZERO and any(forces_equality(c) for c in given.parts):
        return Found(flint.arb("inf"), flint.arb("inf"), "T8", EQUAL, note=_EQUAL)
    if _bounded(given, question):
        return Found(flint.arb("inf"), flint.arb("inf"), "T8", EQUAL)
    known: dict[float, Found | str] = {}

    def proved() -> bool:
        return all(x.certified for x in known.values() if isinstance(x, Found))

    try:
        found = _searched_order(given, question, known)
    except NoReductionError as error:
        best = error.best
        raise NoReductionError(str(error), best and replace(best, certified=best.certified and proved())) from None
    return replace(found, certified=found.certified and proved()) if isinstance(found, Found) else found


def _searched_order(given: RatioConstraint, question: Asked, known: dict[float, Found | str]) -> Found | str:
    """The same by a search: what the source gives grows with the order, so that two of its values enclose it."""
    name = question.parameter
    value = "rho" if name == "omega" else "epsilon"
    allowed = arb(question.real(value))
    part = given.parts[0] if given.parts else None
    if isinstance(part, Mean) and len(given.parts) == 1 and name != "k" and part.mu < part.tau * part.tau / 2:
        return _greatest_order_of_mean(part, question)
    others = {n: v for n, v in question.fixed.items() if n != value}

    def at(order: float) -> Found | str:
        if order not in known:
            if sum(isinstance(x, Found) and not _close(x.lower, x.upper) for x in known.values()) >= _OPEN:
                raise NoReductionError(_ONLY_ENDS, _known_ends(known, sides))
            try:
                known[order] = solve(given, Asked(question.notion, value, {**others, name: order}, quick=True))
            except NoReductionError as error:  # its ends enclose the order, if less tightly
                if error.best is None or not error.best.upper.is_finite():
                    raise NoReductionError(str(error)) from None
                known[order] = error.best
        return known[order]

    def excess(order: float, side: int = 2) -> float:
        found = at(order)
        if isinstance(found, str):
            return math.inf
        ends = (found.upper, found.lower, (found.lower + found.upper) / 2)
        gap = float(ends[side] - allowed)
        return gap if abs(gap) > _ENOUGH * float(allowed) else 0.0

    def sides(order: float) -> tuple[bool, bool]:
        """Whether the target certainly holds at this order, and whether it certainly fails."""
        if _says(given, question, order, question.real(value)):
            return True, False
        found = at(order)
        return (False, True) if isinstance(found, str) else (bool(found.upper <= allowed), bool(found.lower > allowed))

    if (near := _near_order(given, question, at)) is not None:
        return near
    low, high = (1.0 if name != "omega" or reach(given.parts) == 1 else 1 + 1e-9), 2.0
    if not sides(low)[0]:
        return _not_at_first(value, at(low), fails=sides(low)[1])
    while sides(high)[0]:
        low, high = high, 2 * high
        if high > _LARGEST_ORDER:
            if _at_every_order(given, question, allowed):
                return Found(flint.arb("inf"), flint.arb("inf"), "T16")
            return _beyond_tried(given, question, low)
    if not sides(high)[1]:
        high *= 2
    last = max(reach(given.parts) if given.cut == ZERO else 0.0, 1.0)  # beyond it no value is finite
    if isinstance(at(high), str) and low <= last < high:
        low, high = (last, high) if sides(last)[0] else (low, last)
    wide = False

    def decided(order: float) -> float:
        """The excess, or 0 at an order at which the two ends lie on both sides: beyond it only ends are sought."""
        nonlocal wide
        found = at(order)
        wide = wide or (
            isinstance(found, Found) and found.lower <= allowed < found.upper and not _close(found.lower, found.upper)
        )
        return 0.0 if wide else excess(order)

    middle = low if low == last or excess(low) >= 0 else root(decided, low, high) if excess(high) > 0 else high
    found = at(middle) if low < middle or middle != last else None  # where a source ends, its bound may be all that is known
    if isinstance(found, Found) and low < middle and not _close(found.lower, found.upper):
        raise NoReductionError(_ONLY_ENDS, _order_ends(excess, sides, known, (low, high), float(allowed)))
    ends = arb(_edge(sides, middle, low, 0)), arb(_edge(sides, middle, high, 1, last))
    if middle == last:  # at any higher order pairs need more than any value
        return Found(*ends, "T16", attained=False, note="pairs whose large losses are ever rarer, in the limit")
    return Found(*ends, "T16", found.pair if isinstance(found, Found) else None)


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
    moments = all(isinstance(c, Orders | Power) or (isinstance(c, Line) and c.delta == ZERO) for c in given.parts)
    if question.parameter == "omega" or given.cut != ZERO or not (moments and given.parts) or pure_bound(given) is not None:
        return None
    bound, power = question.real("epsilon"), question.parameter == "k"
    size, last = float(bound), min(max(reach(given.parts), 1.0), _LARGEST_ORDER)
    needs = minima.power if power else minima.renyi
    if size <= 0 or _says(given, question, last, bound):
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
        if isinstance(found, str) or found.pair is None or not _close(found.lower, found.upper):
            return None
        here, there = (needs(found.pair, flint.arb(order * x)) for x in (1, 1 + _AHEAD))
        if here is None or there is None:
            return None
        growth = float((there / here).log()) / math.log1p(_AHEAD)
        if not growth > 0:
            return None
        move = float(arb(bound).log() - found.upper.log()) / growth
        if abs(move) < _SETTLED:
            return _enclosed(at, arb(bound), order * math.exp(move), growth)
        order *= math.exp(min(max(move, -_STRIDE), _STRIDE))
        if not 1 < order < last:
            return None
    return None


_MOVES: Final = 8
_AHEAD: Final = 2.0**-20
_STRIDE: Final = 0.4
_SETTLED: Final = 1e-7
_FINE: Final = 2.0**-38


def _enclosed(at: Callable[[float], Found | str], allowed: Ball, order: float, growth: float) -> Found | None:
    """Orders on both sides of one at which the target certainly holds and fails; the optimum grows like that power of it."""
    ends: list[Ball] = []
    width, pair = 0.0, None
    for side in (-1, 1):
        for wider in (1.0, 4.0, 16.0, 256.0):
            x = order * (1 + side * wider * (_FINE + width / growth))
            try:
                found = at(x)
            except NoReductionError:
                return None
            if not isinstance(found, Found):
                return None
            if found.upper <= allowed if side < 0 else found.lower > allowed:
                ends.append(arb(x))
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
) -> Found:
    """The largest order found at which the target certainly holds, and the least at which it fails."""
    for side in (0, 1):
        if excess(ends[1], side) > 0:  # else it is not known to fail there
            _near_root(lambda x, k=side: excess(x, k), *ends, _JUMP * allowed)  # type: ignore[misc]
    return _known_ends((ends[0], *known), sides)


def _known_ends(orders: Iterable[float], sides: Callable[[float], tuple[bool, bool]]) -> Found:
    """The largest of some orders at which the target certainly holds, and the least at which it fails."""
    tried = list(orders)
    first = max((x for x in tried if sides(x)[0]), default=1.0)
    return Found(arb(first), arb(min((x for x in tried if sides(x)[1]), default=math.inf)), "T16")


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
        found = _of_three_outputs(part, question, 1 - float(least))
    if found is None or not found.lower <= found.upper:
        best = Found(least, flint.arb("inf"), "T14")
        raise NoReductionError(_NOT_SETTLED, best)
    if _close(least, found.upper):  # an order at which the pair exceeds the bound is proved, too
        return replace(found, lower=least, certified=True)
    return replace(found, lower=found.lower.max(least))


def _says(given: RatioConstraint, question: Asked, order: float, bound: Real) -> bool:
    """Whether one of the source's own bounds is the target's at this order."""
    if given.cut != ZERO:
        return False
    at = real(order)
    if question.parameter == "omega":
        return promises(given, question.real("xi", ZERO), bound, at)
    if question.parameter == "k":
        return any(_says_of_power(c, at, bound) for c in given.parts)
    return any(x is not None and x[0] + x[1] * at <= bound for x in (said(c, at) for c in given.parts))


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
    losses = [c.epsilon for c in given.parts if isinstance(c, Line) and c.delta == ZERO]
    losses += [c.eta for c in given.parts if isinstance(c, OddsRange)]
    if given.cut != ZERO or question.parameter == "omega":
        return False
    epsilon = question.real("epsilon")
    return any(x <= epsilon if question.parameter == "alpha" else x.exp() <= epsilon + 1 for x in losses)


def _at_every_order(given: RatioConstraint, question: Asked, allowed: Ball) -> bool:
    """Whether the target holds at all orders: what it needs at the largest is the largest loss, or the largest |X - 1|."""
    if question.parameter == "k":
        endless = _pure(given, Asked("one-epsilon-privacy", "epsilon", {}))
    else:
        value = "epsilon" if question.parameter == "alpha" else "rho"
        fixed = {n: v for n, v in question.fixed.items() if n != value} | {question.parameter: math.inf}
        endless = solve(given, Asked(question.notion, value, fixed))
    return isinstance(endless, Found) and bool(endless.upper <= allowed)


# targets -------------------------------------------------------------------------------------------------------------


def _lines(given: RatioConstraint) -> list[Line] | None:
    """The lines of a guarantee that has nothing else."""
    lines = [c for c in given.parts if isinstance(c, Line)]
    return lines if len(lines) == len(given.parts) and given.cut == ZERO else None


def _dominated(
    given: RatioConstraint, value: Callable[[Pair], Ball | None], why: str, *, attained: bool = True
) -> Found | str | None:
    """The value of the dominating pair of a guarantee of lines; None for another guarantee."""
    lines = _lines(given)
    if lines is None:
        return None
    inside, outside = dominating(lines, outside=False), dominating(lines, outside=True)
    low, high = value(inside), value(outside)
    if high is None or low is None:
        return why
    return Found(low, high, "T7", inside, None, attained=attained)


_DISCLOSED: Final = "the pair that discloses everything with probability δ needs an infinite value"
_NO_LOSS: Final = "binary pairs (p, q) with fixed p and q → 0 along the boundary have unbounded losses"


def _pure(given: RatioConstraint, question: Asked) -> Found | str:
    bounds = [c.epsilon for c in given.parts if isinstance(c, Line) and c.delta == ZERO]
    bounds += [c.eta for c in given.parts if isinstance(c, OddsRange)]
    if not bounds or given.cut != ZERO:
        return _NO_LOSS if not (given.cut != ZERO or _lines(given) is not None) else _DISCLOSED
    least = arb(min(bounds, key=float))
    if question.notion == "one-epsilon-privacy":
        least = least.expm1()
    lines = _lines(given)
    simple = lines is not None and len(lines) == 1
    pair = shown(lines) if simple and lines is not None else Region(given.parts).steepest()
    return Found(least, least, "T8", pair, attained=simple)


def _approximate(given: RatioConstraint, question: Asked) -> Found | str:
    odd = _odds_alone(given)
    if odd is not None:
        return (
            odds.delta(odd, question.real("epsilon"))
            if question.parameter == "delta"
            else odds.epsilon(odd, question.real("delta"))
        )
    if question.parameter == "delta":
        epsilon = question.real("epsilon")
        if given.cut == ZERO and any(isinstance(c, Line) and c.delta == ZERO and c.epsilon <= epsilon for c in given.parts):
            return Found(flint.arb(0), flint.arb(0), "T8")
        found = _dominated(given, lambda pair: minima.delta(pair, epsilon), _DISCLOSED)
        return found if found is not None else _delta(given, epsilon)
    delta = question.real("delta")
    if delta == ONE:
        return Found(flint.arb(0), flint.arb(0), "T8")
    if given.cut == ZERO and any(isinstance(c, Line) and c.epsilon == ZERO and c.delta <= delta for c in given.parts):
        return Found(flint.arb(0), flint.arb(0), "T8")
    if delta == ZERO and given.cut == ZERO and _lines(given):
        return _pure(given, question)
    found = _dominated(given, lambda pair: minima.epsilon(pair, arb(delta)), "δ is less than what the source may disclose")
    if found is None:
        try:
            found = Region(given.parts, given.cut).epsilon(delta)
        except (ValueError, RuntimeError, ArithmeticError):  # the search along the boundary does not succeed
            found = least_loss(given, delta)
            if found is None:
                raise
    return found if found is not None else _NO_LOSS


def _delta(given: RatioConstraint, epsilon: Real) -> Found:
    """By the region's boundary; of the Gaussian pair itself in closed form where that lies beyond floating-point numbers."""
    part = given.parts[0]
    try:
        return Region(given.parts, given.cut).delta(epsilon)
    except ArithmeticError:
        if len(given.parts) > 1 or not isinstance(part, Gaussian):
            raise
    mu, e = arb(part.mu), arb(epsilon)
    value = normal_cdf(mu / 2 - e / mu) - e.exp() * normal_cdf(-mu / 2 - e / mu)
    if not value.rel_accuracy_bits() > 60:
        raise UncertifiedError("cancellation")
    return Found(value, value, "T5")


def _odds_alone(given: RatioConstraint) -> OddsRange | None:
    part = given.parts[0] if len(given.parts) == 1 and given.cut == ZERO else None
    return part if isinstance(part, OddsRange) else None


def _total_variation(given: RatioConstraint, question: Asked) -> Found | str:
    odd = _odds_alone(given)
    if odd is not None:
        return odds.delta(odd, ZERO)
    found = _dominated(given, lambda pair: minima.delta(pair, ZERO), _DISCLOSED)
    if found is not None:
        return found
    try:
        return Region(given.parts, given.cut).total_variation()
    except UncertifiedError:
        if given.cut != ZERO:
            raise
        u = response.largest(given.parts)
        return Found((u.low / 2).tanh(), (u.high / 2).tanh(), "T5", u.pair)


def _probabilistic(given: RatioConstraint, question: Asked) -> Found | str:
    lines = _lines(given)
    if given.same_loss is not None:
        return relaxed_to_loss(given.same_loss, question)
    if lines is not None and len(lines) == 1:
        return relaxed_to_loss((lines[0].epsilon, lines[0].delta, ZERO), question)
    odd = _odds_alone(given)
    if odd is not None and question.fixed.get("delta") != 1:
        fixed = question.real("epsilon" if question.parameter == "delta" else "delta")
        return odds.mass_above(odd, fixed) if question.parameter == "delta" else odds.loss_at(odd, fixed)
    if question.parameter == "delta":
        epsilon = question.real("epsilon")
        if given.cut == ZERO and any(isinstance(c, Line) and c.delta == ZERO and c.epsilon <= epsilon for c in given.parts):
            return Found(flint.arb(0), flint.arb(0), "T8")
        found = _dominated(given, lambda pair: minima.mass_above(pair, epsilon), _DISCLOSED, attained=False)
        return _binary(found, epsilon) if found is not None else Region(given.parts, given.cut).mass_above(epsilon)
    delta = question.real("delta")
    if delta == ONE:
        return Found(flint.arb(0), flint.arb(0), "T8")
    if lines is not None:
        found = _dominated(given, lambda pair: minima.loss_at(pair, arb(delta)), _DISCLOSED, attained=False) or _DISCLOSED
        return _with_test(found, lambda pair: minima.loss_at(pair, arb(delta)), rounded(delta, outside=True))
    return Region(given.parts, given.cut).loss_at(delta) or _NO_LOSS


def _binary(found: Found | str, epsilon: Real) -> Found | str:
    """The same with the binary pair on the ray, a little above it, instead of the dominating pair."""
    if isinstance(found, str):
        return found
    return replace(found, pair=loss_pair(found.lower, arb(epsilon), ZERO))


def _relaxed(given: RatioConstraint, question: Asked) -> Found | str:
    if given.same_loss is not None and given.same_loss[2] != ZERO:
        return relaxed_from_relaxed(given.same_loss, question)
    if question.parameter != "delta_a":
        return _relaxed_otherwise(given, question)
    if any(isinstance(c, OddsRange) and c.eta <= question.real("epsilon") for c in given.parts) and given.cut == ZERO:
        return Found(flint.arb(0), flint.arb(0), "T8")
    if _lines(given) is not None:
        epsilon, aside = question.real("epsilon"), arb(question.real("delta_p"))
        if any(isinstance(c, Line) and c.delta == ZERO and c.epsilon <= epsilon for c in given.parts):
            return Found(flint.arb(0), flint.arb(0), "T8")
        found = _dominated(given, lambda pair: minima.excess_after(pair, epsilon, aside), _DISCLOSED, attained=False)
        if isinstance(found, Found) and found.pair is not None:
            least = rounded(question.real("delta_p"), outside=True)
            return _with_test(found, lambda pair: minima.excess_after(pair, epsilon, aside), least, epsilon)
        return found or _DISCLOSED
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
            return _approximate(given, Asked("approximate-dp", "epsilon", {"delta": slack}))
        if slack == ZERO:
            return _probabilistic(given, Asked("probabilistic-dp", "epsilon", {"delta": aside}))
        if given.cut == ZERO and any(isinstance(c, Line) and c.epsilon == ZERO and c.delta <= slack for c in given.parts):
            return Found(flint.arb(0), flint.arb(0), "T8")
        why = "more than δ_a and δ_p may be disclosed"
        found = _dominated(given, lambda pair: minima.loss_after(pair, arb(slack), arb(aside)), why, attained=False)
        if found is not None:
            return _with_test(found, lambda pair: minima.loss_after(pair, arb(slack), arb(aside)), rounded(aside, outside=True))
        if given.cut > slack:
            return (Region(given.parts, given.cut).loss_at(aside, slack) if aside > given.cut else None) or why
        if given.cut != ZERO:
            rest, left = _left(slack, given.cut), _left(aside, given.cut) if aside > given.cut else ZERO
            return _behind(Region(given.parts).loss_after(rest, left), given.cut) or _NO_LOSS
        return Region(given.parts).loss_after(slack, aside) or _NO_LOSS
    epsilon = question.real("epsilon")
    if slack == ZERO:
        return _probabilistic(given, Asked("probabilistic-dp", "delta", {"epsilon": epsilon}))
    bounds = [c.epsilon for c in given.parts if isinstance(c, Line) and c.delta <= slack]
    bounds += [c.eta for c in given.parts if isinstance(c, OddsRange)]
    if given.cut == ZERO and any(b <= epsilon for b in bounds):
        return Found(flint.arb(0), flint.arb(0), "T8", EQUAL)
    found = _dominated(given, lambda pair: minima.mass_beyond(pair, epsilon, arb(slack)), _DISCLOSED, attained=False)
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
    c = arb(given.cut)
    return found if not found.upper > 0 else replace(found, lower=c + (1 - c) * found.lower, upper=c + (1 - c) * found.upper)


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
    tried = [mass * (1 + _BELOW), *(p for p, _ in corners(found.pair) if p > mass)]
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


def _gaussian(given: RatioConstraint, question: Asked) -> Found | str:
    found = _dominated(given, minima.gaussian, "where δ > 0, Φ⁻¹(p) - Φ⁻¹(q) is infinite")
    if found is not None:
        return found
    if given.cut != ZERO:
        return "where δ > 0, Φ⁻¹(p) - Φ⁻¹(q) is infinite"
    odd = _odds_alone(given)
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
        return _dominated(RatioConstraint((line,)), minima.gaussian, "") or ""
    if not mus and reach(given.parts) != math.inf:
        return "along the boundary, as q → 0, Φ⁻¹(p) - Φ⁻¹(q) grows like √ln(1/q)"
    return sensitivity_index.greatest(Region(given.parts))


def _curve(given: RatioConstraint, question: Asked) -> Found | str:
    x = question.real("x")
    odd = _odds_alone(given)
    if odd is not None:
        return odds.power_at(odd, x)
    found = _dominated(given, lambda pair: minima.power_at(pair, arb(x)), _DISCLOSED)
    return found if found is not None else Region(given.parts, given.cut).power_at(x)


def _odds(given: RatioConstraint, question: Asked) -> Found | str:
    bounds = [c.eta for c in given.parts if isinstance(c, OddsRange)]
    pure = [c.epsilon for c in given.parts if isinstance(c, Line) and c.delta == ZERO]
    if given.cut != ZERO or not (bounds or pure):
        return _NO_LOSS if _lines(given) is None and given.cut == ZERO else _DISCLOSED
    least = arb(min([*bounds, *(e * 2 for e in pure)], key=float))
    lines = _lines(given)
    simple = lines is not None and len(lines) == 1
    if simple and lines is not None:
        pair = shown(lines)
    elif bounds and len(given.parts) == 1:
        half = least / 2 * (1 - flint.arb(2.0**-30))
        pair = response.table(half, half)
    else:
        pair = _rare(given, least / 2)
    return Found(least, least, "T8", pair, attained=simple or len(given.parts) == 1)


def _rare(given: RatioConstraint, loss: Ball) -> Pair | None:
    """Outputs with nearly this loss in either order, as rare as the source wants them."""
    ratio = fraction((loss * (1 - flint.arb(2.0**-30))).exp())
    for power in range(2, 60, 3):
        q = Fraction(1, 2**power) / ratio
        rest = 1 - q - q * ratio
        pair = Pair((q * ratio, rest, q), (q, rest, q * ratio))
        if rest > 0 and meets(given.parts, pair):
            return pair
    return None


def _renyi(given: RatioConstraint, question: Asked) -> Found | str:
    order = question.real("alpha", ONE)
    if order.infinite:
        return _pure(given, question)
    return renyi_target(given, order)


def _power(given: RatioConstraint, question: Asked) -> Found | str:
    k = question.real("k")
    if k == ONE:
        return _scaled(_total_variation(given, question), lambda x: 2 * x)
    return power_target(given, k)


def _generated(given: RatioConstraint, question: Asked) -> Found | str:
    name = question.fixed.get("f")
    if name in ("kl", "reverse-kl"):
        return renyi_target(given, ONE)
    if name == "total-variation":
        return _total_variation(given, question)
    if name == "chi-square":
        return _scaled(power_target(given, real(2)), lambda x: x * x)
    if name == "hellinger":
        return f_target(given, "hellinger")
    raise GuaranteeError("f is the name of a generator: kl, reverse-kl, total-variation, chi-square or hellinger")


def _scaled(found: Found | str, change: Callable[[Ball], Ball]) -> Found | str:
    if isinstance(found, str):
        return found
    return replace(found, lower=change(found.lower), upper=change(found.upper))


def _concentrated(given: RatioConstraint, question: Asked) -> Found | str:
    last = question.real("omega", INFINITE)
    slope = question.real("rho") if question.parameter == "xi" else None
    offset = question.real("xi", ZERO) if slope is None else None
    return concentrated_target(given, offset=offset, slope=slope, last=last)


def _capped(given: RatioConstraint, question: Asked) -> Found | str:
    if question.parameter == "xi":
        least = _pure(given, Asked("epsilon-dp", "epsilon", {}))
        found = concentrated_target(given, offset=ZERO, slope=None, last=INFINITE)
        tau = question.real("tau")
        if promises(given, ZERO, tau, INFINITE) or (not isinstance(found, str) and found.upper <= arb(tau)):
            return least
        if not isinstance(found, str) and not found.lower > arb(tau):
            raise NoReductionError("whether τ is as much as the source needs is not decided")
        return found if isinstance(found, str) else f"a pair of the source needs τ = {at_least(found.lower)}, whatever ξ is"
    found = concentrated_target(given, offset=ZERO, slope=None, last=INFINITE)
    bounds = [c.epsilon for c in given.parts if isinstance(c, Line) and c.delta == ZERO]
    bounds += [c.eta for c in given.parts if isinstance(c, OddsRange)]
    if given.cut != ZERO or not bounds:
        return found if isinstance(found, str) else "binary pairs with q → 0 have unbounded losses"
    if not any(x <= question.real("xi") for x in bounds):
        most = at_least(arb(min(bounds, key=float)))
        return f"an output of probability q → 0 may have a loss as close to {most} as one likes, whatever τ is"
    return found


def _gaussian_alone(given: RatioConstraint) -> Gaussian | None:
    part = given.parts[0] if len(given.parts) == 1 and given.cut == ZERO else None
    return part if isinstance(part, Gaussian) else None


def _share_set_aside(given: RatioConstraint, xi: Real, rho: Real) -> Found | str:
    """The least δ of approximate zCDP."""
    if promises(given, xi, rho, INFINITE):
        return Found(flint.arb(0), flint.arb(0), "T12")
    lines, gaussian, curves = _lines(given), _gaussian_alone(given), envelopes(given)
    if lines is not None:
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


def _approximately_concentrated(given: RatioConstraint, question: Asked) -> Found | str:
    """Where one pair dominates, what is left of it; where the best test is randomised response, what is left of that (T15)."""
    if question.parameter == "delta":
        return _share_set_aside(given, question.real("xi", ZERO), question.real("rho"))
    lines = _lines(given)
    gaussian, curves = _gaussian_alone(given), envelopes(given)
    delta = question.real("delta")
    if delta == ZERO:
        return _concentrated(given, question) if given.cut == ZERO else _DISCLOSED
    if delta == ONE:
        return Found(flint.arb(0), flint.arb(0), "T8", note="nothing is asked at δ = 1")
    slope = question.real("rho") if question.parameter == "xi" else None
    offset = question.real("xi", ZERO) if question.parameter == "rho" else None
    kept = tuple(Line(c.epsilon, ZERO) for c in given.parts if isinstance(c, Line) and c.delta <= delta)
    if given.cut == ZERO and promises(RatioConstraint(kept), offset or ZERO, slope or ZERO, INFINITE):
        return Found(flint.arb(0), flint.arb(0), "T15")
    if lines is not None:
        return of_pairs(dominating(lines, outside=False), dominating(lines, outside=True), delta, offset, slope)
    if float(given.cut) > float(delta):
        return _DISCLOSED
    if given.cut == delta:
        same = _concentrated(RatioConstraint(given.parts), question)
        return same if isinstance(same, str) else replace(same, theorem="T9", pair=disclosing(same.pair, delta))
    if gaussian is not None:
        return of_gaussian(gaussian, delta, offset, slope)
    if curves is not None:
        cut = Region(given.parts).epsilon(delta)
        assert cut is not None
        if not cut.upper > 0:
            return Found(flint.arb(0), flint.arb(0), "T15")
        left = of_envelopes((curves[0].cut(cut.lower), curves[1].cut(cut.upper)), offset, slope, INFINITE)
        return left if isinstance(left, str) else replace(left, theorem="T15")
    whole = _plain(given, question) if given.cut == ZERO else None
    best = Found(flint.arb(0), whole.upper, "T12") if isinstance(whole, Found) else None
    loss = Region(given.parts, given.cut).epsilon(delta)
    if loss is None:
        return "more than δ may be disclosed"
    if slope == ZERO:  # what is left of the pair that attains it has this loss
        return replace(loss, theorem="T15")
    largest = response.largest(given.parts)
    above = _of_loss(loss.upper, offset, slope)
    below = _of_loss(_left_of_response(largest.low, arb(given.cut), arb(delta)), offset, slope)
    if isinstance(above, Found) and isinstance(below, Found) and _close(below.lower, above.upper):
        return Found(below.lower, above.upper, "T15", disclosing(largest.pair, given.cut))
    with contextlib.suppress(NoReductionError):
        if binary_pairs_suffice(given.parts):
            found = excess_left(given.parts, (delta - given.cut) / (1 - given.cut), offset, slope, up(loss.upper))
            return replace(found, pair=disclosing(found.pair, given.cut))
    if isinstance(above, Found) and isinstance(below, Found):
        upper = above.upper if best is None else above.upper.min(best.upper)
        best = Found(below.lower, upper, "T15")
    if best is not None and given.cut == ZERO:
        with contextlib.suppress(ArithmeticError):
            return _between_lines(given, delta, (offset, slope), loss, best)
    raise NoReductionError(_BINARY, best)


def _between_lines(given: RatioConstraint, delta: Real, asks: tuple[Real | None, Real | None], loss: Found, best: Found) -> Found:
    """What is left of the worst binary pair, if no other pair needs more (T26). Raises NoReductionError with closer ends."""
    offset, slope = asks
    pair = excess_left(given.parts, delta, offset, slope, up(loss.upper))
    xi, rho = (pair.upper if x is None else x for x in asks)
    if len(given.parts) == 1 and binary_is_worst(given.parts[0], delta, xi, rho, loss):
        return replace(pair, theorem="T26", certified=False)
    best = replace(best, lower=best.lower.max(pair.lower), pair=pair.pair)
    with contextlib.suppress(NoReductionError, ArithmeticError):
        outer = around(given.parts, delta)
        top = of_pairs(outer, outer, delta, offset, slope)
        best = replace(best, upper=best.upper.min(top.upper)) if isinstance(top, Found) else best
    raise NoReductionError(_BINARY, best)


def _plain(given: RatioConstraint, question: Asked) -> Found | str | None:
    """The same without anything set aside; None where that is not known."""
    try:
        return _concentrated(given, question)
    except NoReductionError as error:
        return error.best


_LONG: Final = 60.0


def _of_loss(loss: Ball, offset: Real | None, slope: Real | None) -> Found | str:
    """What pure DP with this ε gives: randomised response."""
    if not loss > 0:
        return Found(flint.arb(0), flint.arb(0), "T15")
    low, high = real(down(loss)), real(up(loss))
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


def _close(low: Ball, high: Ball) -> bool:
    return bool(high.is_finite()) and (bool(high - low <= high * flint.arb(NARROW / 2)) or bool(high <= 0))


def _delta_from_disclosure(given: RatioConstraint, xi: Real, rho: Real) -> Found:
    """The least δ for which a source is δ-close to (ξ, ρ)-zCDP, where randomised response is the best test (T15)."""
    low, high = 0.0, 1.0  # the largest ε for which randomised response is (ξ, ρ)-zCDP

    def needs(epsilon: float) -> float:
        found = _of_loss(flint.arb(epsilon), xi, None)
        return up(found.upper) if isinstance(found, Found) else math.inf

    while needs(high) < float(rho):
        low, high = high, 2 * high
    for _ in range(70):
        middle = (low + high) / 2
        if not low < middle < high:
            break
        low, high = (middle, high) if needs(middle) <= float(rho) else (low, middle)
    above = _approximate(given, Asked("approximate-dp", "delta", {"epsilon": real(low)}))
    assert isinstance(above, Found)
    largest = response.largest(given.parts)
    p, cut = masses(largest.low, largest.low), arb(given.cut)
    just = flint.arb(high) * (1 + flint.arb(2.0**-40))
    below = (cut + (1 - cut) * (p.p - just.exp() * p.q)).max(cut)
    if _close(below, above.upper):
        return Found(below, above.upper, "T15", disclosing(largest.pair, given.cut))
    with contextlib.suppress(NoReductionError):
        if binary_pairs_suffice(given.parts):
            found = behind(share_left(given.parts, xi, rho), given.cut)
            return replace(found, pair=disclosing(found.pair, given.cut))
    best = Found(below, above.upper, "T15")
    if given.cut == ZERO:
        with contextlib.suppress(NoReductionError, ArithmeticError):
            pair = share_left(given.parts, xi, rho)
            limit = Region(given.parts).epsilon(real(up(pair.upper)))
            if len(given.parts) == 1 and limit is not None and binary_is_worst(given.parts[0], pair.upper, xi, rho, limit):
                return replace(pair, theorem="T26", certified=False)
            best = replace(best, lower=best.lower.max(pair.lower), pair=pair.pair)
            outer = around(given.parts, real(down(pair.lower)))
            best = replace(best, upper=best.upper.min(share_of_pairs(outer, outer, xi, rho).upper))
    raise NoReductionError(_BINARY, best)


_BINARY: Final = (
    "more than two outputs may be needed; the ends are the worst of two outputs and all that lines around the tests allow"
)


def _mean(given: RatioConstraint, question: Asked) -> Found | str:
    """The least τ, if the mean loss keeps to μ; the least μ, if the loss keeps to τ around its mean (theory, T14)."""
    mean, spread = renyi_target(given, ONE), _spread(given)
    if isinstance(spread, str) or isinstance(mean, str):
        return spread if isinstance(spread, str) else str(mean)
    wanted, other = (mean, spread) if question.parameter == "mu" else (spread, mean)
    kept = question.real("tau" if question.parameter == "mu" else "mu")
    bound = arb(kept)
    if bound < other.lower:
        fixed = ("τ", "μ") if question.parameter == "mu" else ("μ", "τ")
        return f"a pair of the source needs {fixed[0]} = {at_least(other.lower)}, whatever {fixed[1]} is"
    enough = bool(bound >= other.upper) or _kept(given, question.parameter, kept)
    if enough and wanted.upper.is_finite():
        return wanted
    why = "mean-concentrated DP centres the loss at its own mean, which no linear constraint says"
    raise NoReductionError(why, replace(wanted, upper=wanted.upper if enough else flint.arb("inf")))


def _kept(given: RatioConstraint, wanted: str, bound: Real) -> bool:
    """Whether one constraint says outright that the loss keeps to τ around its mean, or its mean to μ."""
    if wanted == "tau":
        return promises(given, bound, ZERO, ONE)
    return any(isinstance(c, OddsRange) and c.eta <= bound * 2 for c in given.parts)


def _spread(given: RatioConstraint) -> Found | str:
    """The least τ for the losses' deviations from their mean; the upper end is infinite where only a lower bound is known."""
    lines = _lines(given)
    if given.cut != ZERO or (lines is not None and all(c.delta != ZERO for c in lines)):
        return _DISCLOSED
    if reach(given.parts) != math.inf:
        return "the source bounds no order beyond its own, and the centred loss needs all of them"
    odd, pure = _odds_alone(given), pure_bound(given)
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
    if binary_pairs_suffice(given.parts) and not odds_ranges:
        mean = renyi_target(given, ONE)
        assert isinstance(mean, Found)
        top = top.min(found.upper.max(spread_beyond(given.parts, mean.upper)))
    families = [(arb(c.rho) * 2).sqrt() for c in given.parts if isinstance(c, Orders)] if len(given.parts) == 1 else []
    for low in families:  # the Gaussian pair
        found = replace(found, lower=found.lower.max(low))
    return replace(found, upper=top)


def _from_mean(given: RatioConstraint, question: Asked) -> Found | str:
    """Between pairs that meet the source and what follows from it: D₁ ≤ min(μ, τ²/2) and (0, τ²/2)-zCDP (theory, T14)."""
    part = given.parts[0]
    assert isinstance(part, Mean)
    half = part.tau * part.tau / 2
    wide, notion = part.mu >= half, question.notion
    if notion == "mean-concentrated-dp":
        return mean_from_mean(part, question)
    sure = (
        question.parameter == "epsilon"
        and notion in _TAIL_TARGETS
        and all(question.real(n) == ZERO for n in _PARAMETERS[notion] if n != "epsilon")
    )
    if sure or notion in _BOUNDED_LOSSES:
        return "the Gaussian pair with mean loss at most μ has unbounded losses"
    orders = notion in _ORDERS or (notion == "fk-divergence-dp" and question.fixed.get("k") == 2)
    orders |= question.fixed.get("f") in ("kl", "reverse-kl", "chi-square")
    mean_decides = notion == "kl-privacy" or question.fixed.get("f") in ("kl", "reverse-kl")
    if wide and orders:  # D_α ≤ ατ²/2, which the Gaussian pair attains at every order
        best = _SOLVERS[notion](RatioConstraint((Gaussian(part.tau),)), question)
        at_one = mean_decides or (question.parameter == "rho" and question.real("xi", ZERO) == ZERO)
        if isinstance(best, str):
            return best
        return replace(best, pair=response_of_mean(part) if at_one else cells.subgaussian(best.pair))
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
    found, why = None, _MISSING.get(notion, _NOT_SETTLED)
    moments = notion in ("fk-divergence-dp", "divergence-dp")
    power = notion == "fk-divergence-dp" and question.fixed.get("k") != 2

    def of_three_outputs(most: float) -> Found | None:
        with contextlib.suppress(NoReductionError, UncertifiedError):
            return _of_three_outputs(part, question, most) if not (power and question.quick) else None
        return None

    if moments:  # what follows from zCDP takes longer than the search, and is less where that is proved
        found = of_three_outputs(math.inf)
        if found is not None and found.certified:
            return found
    try:
        above = _above_mean(part, question, wide=wide)
    except (ArithmeticError, NoReductionError):
        above = Found(flint.arb(0), flint.arb("inf"), "T14")
    if isinstance(above, Found):
        pair = above.pair
        if not above.upper > 0:
            return replace(above, theorem="T14", pair=None)
        if pair is not None and meets_mean(part, pair, nearby=notion in _TESTED):
            return replace(above, theorem="T14")
    if not moments:
        found = of_three_outputs(up(above.upper) if isinstance(above, Found) else math.inf)
    if found is not None and isinstance(above, Found):
        if _close(found.lower, above.upper):
            return replace(found, upper=above.upper, certified=above.certified)
        if not found.upper <= above.upper:
            found = replace(found, upper=found.upper.min(above.upper), certified=found.certified and above.certified)
    if found is not None and not found.certified and not _close(found.lower, found.upper):
        raise NoReductionError(why, replace(above, lower=found.lower, pair=found.pair) if isinstance(above, Found) else None)
    if found is not None and not found.lower > found.upper:
        if found.certified or not power:
            return found
        if isinstance(above, Found):  # four outputs may need more
            raise NoReductionError(why, replace(found, upper=above.upper, certified=above.certified))
    raise NoReductionError(why, _around_mean(part, question, above))


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


_NOT_SETTLED: Final = "three outputs suffice for mean-concentrated DP, but the search among them did not settle"
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
        return Found(flint.arb(0), max(tops, key=float).max(flint.arb(0)), "T14")
    mean = () if wide else (Orders(part.mu, ZERO, ONE, ONE),)
    try:
        return _SOLVERS[question.notion](RatioConstraint((*mean, Orders(ZERO, half, ONE, INFINITE))), question)
    except NoReductionError as error:
        if error.best is None:
            raise
        return error.best


def _of_three_outputs(part: Mean, question: Asked, most: float) -> Found | None:
    """The largest that three outputs need, where they suffice (T23); known to be at most ``most``."""
    notion, fixed = question.notion, question.fixed
    if float(part.tau) < _NARROWEST:
        return None
    if notion == "relaxed-dp":
        return _relaxed_of_three(part, question)
    squared = notion == "divergence-dp" and fixed.get("f") == "chi-square"
    if squared or (notion == "fk-divergence-dp" and question.parameter == "epsilon" and float(question.real("k")) == 2):
        found = _scaled(three_outputs(part, order_goals(real(2)))[0], lambda d: d.expm1() if squared else d.expm1().sqrt())
        assert isinstance(found, Found)
        return found
    goals = goals_for(part, notion, question.parameter, question.real)
    if goals is None:
        return None
    found = three_outputs(part, goals, most)[0]
    if notion == "gaussian-dp" and found.upper < arb(part.tau):  # ever rarer losses need τ (theory, T23)
        return Found(arb(part.tau), arb(part.tau), "T23", attained=False, certified=False, note=_RARER)
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

    return replace(goal, exact=exact)


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
    below = None if question.notion in _NOT_PROCESSED else _SOLVERS[question.notion](narrow, question)
    low, pair = below.lower if isinstance(below, Found) else flint.arb(0), None
    needs = _needs_of_binary(question)
    other = binary_of_mean(part, needs) if needs is not None else None
    if other is not None and other[0] > low:
        low, pair = other
    if question.notion == "gaussian-dp" and low < arb(part.tau):
        low, pair = arb(part.tau), None  # what ever rarer losses need (theory, T23)
    return Found(low, above.upper, "T14", pair, certified=above.certified)


def _needs_of_binary(question: Asked) -> Callable[[Pair], Ball | None] | None:
    """What one binary pair, its larger loss first, needs of a target: of the pair itself, not of its post-processings."""
    notion, zero = question.notion, flint.arb(0)
    if notion in ("approximate-dp", "max-kl-stability"):
        if question.parameter == "delta":
            return lambda pair: minima.delta(pair, question.real("epsilon"))
        return lambda pair: minima.epsilon(pair, arb(question.real("delta")))
    if notion == "probabilistic-dp":
        if question.parameter == "delta":
            limit = arb(question.real("epsilon"))
            return lambda pair: arb(pair.p[0]) if (arb(pair.p[0]) / arb(pair.q[0])).log() > limit else zero
        slack = arb(question.real("delta"))
        return lambda pair: (arb(pair.p[0]) / arb(pair.q[0])).log() if arb(pair.p[0]) > slack else zero
    if notion == "f-dp":
        return lambda pair: minima.power_at(pair, arb(question.real("x")))
    if notion == "gaussian-dp":
        return minima.gaussian
    if notion == "renyi-dp":
        return lambda pair: minima.renyi(pair, arb(question.real("alpha")))
    return None


_SOLVERS: Final[Mapping[str, Callable[[RatioConstraint, Asked], Found | str]]] = {
    "epsilon-dp": _pure,
    "indistinguishable-privacy": _pure,
    "one-epsilon-privacy": _pure,
    "approximate-dp": _approximate,
    "max-kl-stability": _approximate,
    "probabilistic-dp": _probabilistic,
    "relaxed-dp": _relaxed,
    "total-variation-privacy": _total_variation,
    "kl-privacy": _renyi,
    "renyi-dp": _renyi,
    "zero-concentrated-dp": _concentrated,
    "approximate-zero-concentrated-dp": _approximately_concentrated,
    "bounded-concentrated-dp": _concentrated,
    "truncated-codp-bdrs18": _concentrated,
    "truncated-codp-col16": _capped,
    "mean-concentrated-dp": _mean,
    "fk-divergence-dp": _power,
    "divergence-dp": _generated,
    "gaussian-dp": _gaussian,
    "range-bounded-privacy": _odds,
    "f-dp": _curve,
}
