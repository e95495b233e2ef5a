"""From a question about a target to the function that answers it, and to ends where none does (theory, T5)."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from fractions import Fraction
from typing import Final

import flint

from dpzoo.numbers.real import ZERO, Real
from dpzoo.optimal import response
from dpzoo.optimal.between import between, bounded_outright, order_between, uncovered
from dpzoo.optimal.certify import arb, number_below
from dpzoo.optimal.from_mean import from_mean
from dpzoo.optimal.largest import largest_order_of
from dpzoo.optimal.moments import pure_bound
from dpzoo.optimal.optimum import BOTH_EQUAL, EQUAL, ORDERS, Found, NoReductionError, Pair, close
from dpzoo.optimal.primitives import Behind, Line, Mean, OddsRange, RatioConstraint, Unprocessed, forces_equality
from dpzoo.optimal.programme import TableWork, limited, neighbouring
from dpzoo.optimal.question import Asked, plainer
from dpzoo.optimal.solvers import SOLVERS

_RANGED: Final = 400_000


def solve(given: RatioConstraint, question: Asked) -> Found | str:
    """The optimum, or in words why no finite value exists. Raises NoReductionError."""
    if question.parameter in ORDERS:
        with neighbouring():
            if uncovered(given, question) is not None and (found := order_between(given, question, solve)) is not None:
                return found
            return largest_order_of(given, question, solve)
    if any(forces_equality(c) for c in given.parts) and given.cut == ZERO:
        least = arb(question.real("x", ZERO))  # a test that tosses coins has as much power as false alarms; all else is 0
        return Found(least, least, "T8", EQUAL, note=BOTH_EQUAL)
    if any(isinstance(c, Mean | Unprocessed | Behind) for c in given.parts):
        question = plainer(question)
    if (why := uncovered(given, question)) is not None:
        ranged = any(isinstance(c, OddsRange) for c in given.parts)  # beside which each order takes long
        with limited(TableWork(_RANGED)) if ranged else contextlib.nullcontext():
            return between(given, question, solve, why)
    if any(isinstance(c, Mean) for c in given.parts):
        return from_mean(given, question)
    if question.notion == "relaxed-dp" and len(given.parts) > 1:
        given = _pure_alone(given)
    bounded = bounded_outright(given, question, solve)
    if bounded is not None and bounded.certified and bounded.pair is not None:
        return bounded
    try:
        found = SOLVERS[question.notion](given, question)
    except NoReductionError as error:
        if bounded is not None:
            return bounded
        around = _around(given, question, error.best)
        if around is not None and around.pair is not None and close(around.lower, around.upper):
            return around
        raise NoReductionError(str(error), around) from None
    if isinstance(found, Found) and not found.certified:
        found = bounded if bounded is not None and bounded.certified else found
    if given.same_loss is not None and isinstance(found, Found) and found.pair is not None and found.theorem != "T18":
        return replace(found, pair=_split(found.pair, given.same_loss[1], given.same_loss[2]))
    return found


def _pure_alone(given: RatioConstraint) -> RatioConstraint:
    """The pure bound alone where its randomised response meets the rest, and so do all pairs that it dominates (T7)."""
    line = pure_bound(given)
    return given if line is None else RatioConstraint((line,))


def _around(given: RatioConstraint, question: Asked, best: Found | None) -> Found | None:
    """What randomised response of the source needs, and the least that one of the source's constraints gives alone (T5)."""
    if given.cut != ZERO or question.notion in ("probabilistic-dp", "relaxed-dp"):
        return best
    low = best.lower if best is not None else flint.arb(0)
    high = best.upper if best is not None else flint.arb("inf")
    pair = best.pair if best is not None else None
    proved = best is None or best.certified
    attempts = [RatioConstraint((c,)) for c in given.parts] if len(given.parts) > 1 else []
    with contextlib.suppress(ArithmeticError):
        attempts.insert(0, RatioConstraint((Line(number_below(response.largest(given.parts).low), ZERO),)))
    for each in attempts:
        with contextlib.suppress(NoReductionError, ArithmeticError):
            found = SOLVERS[question.notion](each, question)
            proved = proved and (not isinstance(found, Found) or found.certified)
            if isinstance(found, Found) and each.parts[0] in given.parts:
                high = high.min(found.upper)
            elif isinstance(found, Found):
                low, pair = low.max(found.lower), response.largest(given.parts).pair if found.lower > low else pair
    theorem = best.theorem if best is not None and pair is best.pair else "T5"
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
