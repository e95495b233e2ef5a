"""Conjunctions with a guarantee that no reduction covers, between a stronger and a weaker source (theory, T27)."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final

import flint

from dpzoo.numbers.real import ONE, ZERO, Ball, Real, real
from dpzoo.optimal import minima, response
from dpzoo.optimal.acceptance import meets, rare
from dpzoo.optimal.cells import Cells
from dpzoo.optimal.certify import arb, holds, number_below
from dpzoo.optimal.losses import spread_of_binary, spread_of_pure
from dpzoo.optimal.optimum import NOT_SOLVED, Found, NoReductionError, Pair, close
from dpzoo.optimal.primitives import Behind, Line, Mean, OddsRange, Orders, Power, Primitive, RatioConstraint, Unprocessed, single
from dpzoo.optimal.question import OF_TESTS, Asked
from dpzoo.optimal.shares import strongest_response
from dpzoo.optimal.sources import INFINITE
from dpzoo.optimal.testing import fraction
from dpzoo.relations.guarantees import GuaranteeError

Solve = Callable[[RatioConstraint, Asked], Found | str]
_LARGEST: Final = ("epsilon-dp", "indistinguishable-privacy", "one-epsilon-privacy", "range-bounded-privacy")
_CAPPED: Final = "truncated-codp-col16"
_NO_LOSS: Final = "outputs of probability q → 0 may have any loss"
_RARER: Final = tuple(range(2, 2_000, 7))
_JUST_LESS: Final = 2.0**-27
_SHRUNK: Final = (2.0**-50, 2.0**-40, 2.0**-30, 2.0**-20, 2.0**-10)


def uncovered(given: RatioConstraint, question: Asked) -> str | None:
    """Why no theorem covers a conjunction; None where one does."""
    parts = given.parts if len(given.parts) > 1 else ()
    if any(isinstance(c, Mean) for c in parts):
        return "mean-concentrated DP in a conjunction has no known reduction"
    if any(isinstance(c, Unprocessed) for c in parts):
        return "probabilistic and relaxed DP lose their meaning under post-processing, and have a reduction alone only"
    if any(isinstance(c, Behind) for c in parts) and question.notion not in OF_TESTS:
        return "approximate zCDP beside other guarantees is solved only where tests decide the target"
    return None


def between(given: RatioConstraint, question: Asked, solve: Solve, why: str) -> Found | str:
    """What a weaker source gives, if a stronger one gives as much. Raises NoReductionError with both ends."""
    bounds = tuple(c for c in given.parts if isinstance(c, OddsRange) or (isinstance(c, Line) and c.delta == ZERO))
    if question.notion in (*_LARGEST, _CAPPED) and not bounds:
        return _NO_LOSS
    if question.notion in _LARGEST:
        return _largest_loss(given, question, solve(RatioConstraint(bounds), question))
    if question.notion == _CAPPED and question.parameter == "tau" and not any(_largest(c) <= question.real("xi") for c in bounds):
        return solve(RatioConstraint(bounds), question)  # rare outputs lose more than ξ
    above = _tried(_weaker(given, question), question, solve)
    if question.notion == _CAPPED and question.parameter == "xi" and isinstance(above, Found):
        return _largest_loss(given, question, above)
    below: Found | None = None
    sources = _stronger(given, question)
    for each in reversed(sources) if isinstance(above, str) else sources:  # the last ones leave most open
        found = _tried(each, question, solve)
        if isinstance(found, str):
            return found
        below = found if below is None or (found is not None and found.lower > below.lower) else below
        if (met := _meeting(below, above)) is not None and met.certified:
            return met
    tops = [above, *(_tried(each, question, solve) for each in _alone(given))]
    if isinstance(above, Found) and not above.certified:
        tops += [
            _tried(RatioConstraint((c,)), question, solve) for c in _weaker(given, question).parts if not isinstance(c, Behind)
        ]
    meeting = [met for top in tops if (met := _meeting(below, top)) is not None]
    if meeting:
        return next((x for x in meeting if x.certified), meeting[0])
    proved = (x for x in tops if isinstance(x, Found) and x.certified)
    best = min(proved, key=lambda x: float(x.upper), default=Found(flint.arb(0), flint.arb("inf"), "T27"))
    low, pair, certified = (below.lower, below.pair, below.certified) if below is not None else (flint.arb(0), None, True)
    raise NoReductionError(why, Found(low, best.upper, "T27", pair, certified=best.certified and certified))


def order_between(given: RatioConstraint, question: Asked, solve: Solve) -> Found | str | None:
    """The largest order that a weaker source allows, if a stronger one allows no more; None if that is not so."""
    low = _tried(_weaker(given, question), question, solve)
    if low is None:
        return None
    if isinstance(low, Found) and not low.lower.is_finite():  # nor does the source forbid any order
        return replace(low, theorem="T27")
    for each in reversed(_stronger(given, question)):
        high = _tried(each, question, solve)
        if isinstance(low, str) or isinstance(high, str):
            return high if isinstance(low, str) and isinstance(high, str) else None
        if high is not None and close(low.lower, high.upper):
            certified = low.certified and high.certified
            return Found(low.lower, high.upper, "T27", high.pair, attained=high.attained, certified=certified, note=high.note)
    return None


def bounded_outright(given: RatioConstraint, question: Asked, solve: Solve) -> Found | None:
    """The least of a bound on what is asked, itself a part of the source, and of what all other parts give; None if not known."""
    numbers = {c: b for c in given.parts if (b := _number_of(c, question)) is not None}
    rest = tuple(c for c in given.parts if c not in numbers)
    if not numbers or not rest or given.cut != ZERO:
        return None
    part, bound = min(numbers.items(), key=lambda x: float(x[1]))
    found = _tried(RatioConstraint(rest), question, solve)
    if isinstance(found, str):
        return Found(bound, bound, "T27")
    if found is not None and found.lower >= bound:
        attained = found.attained or bool(found.lower > bound)
        return Found(bound, bound, "T27", _erased(found.pair, part), attained=attained, certified=found.certified)
    return found if found is not None and found.upper <= bound and close(found.lower, found.upper) else None


def _erased(pair: Pair | None, part: Primitive) -> Pair | None:
    """The pair, its output erased so often that the bound just holds; None where it has too many outputs."""
    if pair is None or isinstance(pair, Cells) or not isinstance(part, Orders | Power):
        return None
    order, number = (part.k, part.epsilon) if isinstance(part, Power) else (part.low, part.xi)

    def scaled(divergence: Ball) -> Ball:
        """The f-divergence, which erasing scales."""
        s = arb(order) - 1
        return divergence ** arb(order) if isinstance(part, Power) else divergence if s == 0 else (s * divergence).expm1() / s

    needs = [(minima.power if isinstance(part, Power) else minima.renyi)(x, arb(order)) for x in (pair, pair.reversed)]
    sizes = [scaled(x) for x in needs if x is not None]
    if len(sizes) < 2:
        return None
    share = fraction((scaled(arb(number)) / max(sizes, key=float)).min(flint.arb(1)) * (1 - flint.arb(_JUST_LESS)))
    more = sum(a > b for a, b in zip(pair.p, pair.q, strict=True))  # outputs are listed by falling loss
    p, q = ((*(share * x for x in law[:more]), 1 - share, *(share * x for x in law[more:])) for law in (pair.p, pair.q))
    found = Pair(p, q)
    return found if meets((part,), found) else None


def _largest(part: Line | OddsRange) -> Real:
    """The largest loss that a bound on losses, or on their range, allows."""
    return part.epsilon if isinstance(part, Line) else part.eta


def _number_of(part: Primitive, question: Asked) -> Ball | None:
    """What a constraint says outright about the divergence that is asked for."""
    name, notion = question.fixed.get("f"), question.notion
    if isinstance(part, Power) and notion == "fk-divergence-dp" and part.k == question.real("k"):
        return arb(part.epsilon)
    if not isinstance(part, Orders) or not part.single:
        return None
    order, size = part.low, arb(part.xi)
    if name == "hellinger" and order * 2 == ONE:
        return -2 * (-size / 2).expm1()
    if notion == "kl-privacy" or name in ("kl", "reverse-kl"):
        return size if order == ONE else None
    if notion == "renyi-dp":
        return size if order == question.real("alpha") else None
    if order == real(2) and notion == "fk-divergence-dp" and question.real("k") == order:
        return size.expm1().sqrt()
    return size.expm1() if order == real(2) and name == "chi-square" else None


def _meeting(below: Found | None, above: Found | str | None) -> Found | None:
    """The answer where both ends are close."""
    if below is None or not isinstance(above, Found) or not close(below.lower, above.upper):
        return None
    certified = below.certified and above.certified
    return Found(below.lower, above.upper, "T27", below.pair, above.dual, below.attained, certified, below.note)


def _alone(given: RatioConstraint) -> Iterator[RatioConstraint]:
    """The parts that no reduction covers, each by itself."""
    for part in given.parts:
        if isinstance(part, Mean):
            yield RatioConstraint((part,))
        elif isinstance(part, Unprocessed):
            same = (part.epsilon, part.absolute, part.aside)
            yield RatioConstraint((Line(part.epsilon, part.absolute + part.aside),), ZERO, same)
        elif isinstance(part, Behind):
            yield RatioConstraint((part.part,), part.delta)


def _largest_loss(given: RatioConstraint, question: Asked, found: Found | str) -> Found | str:
    """The same with a pair of outputs ever rarer, which meet whatever is not a bound on losses."""
    if isinstance(found, str):
        return found
    both, value = question.notion == "range-bounded-privacy", found.lower
    loss = value / 2 if both else value.log1p() if question.notion == "one-epsilon-privacy" else value

    def met(pair: Pair) -> bool:
        return all(_met(c, pair) for c in given.parts)

    pair = rare(loss, met, _RARER, both=both) or rare(loss, met, _RARER)
    return replace(found, theorem="T27", attained=False, pair=pair)


def _met(part: Primitive, pair: Pair) -> bool:
    """Whether a pair certainly meets a constraint, perhaps by its outputs being rare alone."""
    p = pair.p[0]
    if isinstance(part, Unprocessed):  # in the other order all else has a loss, if there is no second rare output
        rest = pair.q[1] == pair.p[1] or bool(arb(pair.q[1] / pair.p[1]).log() <= arb(part.epsilon))
        return bool(arb(part.absolute) >= arb(p)) or (rest and bool(arb(part.aside) >= arb(p)))
    if isinstance(part, Behind):
        return bool(arb(part.delta) >= arb(p))
    if len(pair.p) > 2:
        return meets((part,), pair) or (
            isinstance(part, OddsRange) and bool(2 * (arb(p) / arb(pair.q[0])).log() <= arb(part.eta))
        )
    a, b = (arb(p) / arb(pair.q[0])).log(), (arb(pair.q[1]) / arb(pair.p[1])).log()
    if isinstance(part, Mean):
        mean = arb(p) * a - arb(pair.p[1]) * b
        return bool(spread_of_binary(a, b) <= arb(part.tau) and mean <= arb(part.mu) and b <= arb(part.mu))
    return holds(part, a, b)


def _tried(given: RatioConstraint, question: Asked, solve: Solve) -> Found | str | None:
    """The answer, or the ends that are known of it."""
    try:
        return solve(given, question)
    except NoReductionError as error:
        return error.best
    except GuaranteeError:
        raise
    except NOT_SOLVED:
        return None


def _weaker(given: RatioConstraint, question: Asked) -> RatioConstraint:
    """What a source implies, without guarantees that no reduction covers."""
    found: list[Primitive] = []
    for part in given.parts:
        if isinstance(part, Mean):
            half = part.tau * part.tau / 2
            found += [Orders(ZERO, half, ONE, INFINITE), *(single(ONE, part.mu) if part.mu < half else ())]
        elif isinstance(part, Unprocessed):
            found.append(Line(part.epsilon, part.absolute + part.aside))
        elif not isinstance(part, Behind) or question.notion in OF_TESTS:
            found.append(part)
    return RatioConstraint(tuple(dict.fromkeys(found)))


def _stronger(given: RatioConstraint, question: Asked) -> list[RatioConstraint]:
    """Sources that imply it, without guarantees that no reduction covers."""
    choices = [_implying(c, question) for c in given.parts]
    most = max(len(c) for c in choices)
    filled = ([*c, *itertools.repeat(c[-1], most - len(c))] for c in choices)
    return [RatioConstraint(tuple(dict.fromkeys(parts))) for parts in zip(*filled, strict=True)]


def _implying(part: Primitive, question: Asked) -> Sequence[Primitive]:
    """Constraints of which each implies this one."""
    if isinstance(part, Mean):
        return [Line(_pure_within(part), ZERO)]
    if isinstance(part, Unprocessed):
        half = part.epsilon / 2
        rare = [Line(half, number_below(arb(part.aside) * -(-arb(half)).expm1()))] if part.epsilon != ZERO else []
        return [Line(part.epsilon, part.absolute), *(rare if part.aside != ZERO else ())]
    if isinstance(part, Behind) and question.notion not in OF_TESTS:
        found: list[Primitive] = [part.part]
        with contextlib.suppress(NoReductionError, ArithmeticError):
            low, _ = strongest_response(part.part.xi, part.part.rho)
            found.append(Line(number_below(flint.arb(low)), part.delta))
        return found
    return [part]


def _pure_within(part: Mean) -> Real:
    """The ε of a pure DP that mean-concentrated DP follows from (T14)."""
    half = part.tau * part.tau / 2
    largest = response.largest(single(ONE, min(part.mu, half))).low
    for step in _SHRUNK:
        epsilon = number_below(largest * (1 - flint.arb(step)))
        if spread_of_pure(epsilon).upper <= arb(part.tau) and arb(epsilon) * (arb(epsilon) / 2).tanh() <= arb(part.mu):
            return epsilon
    return ZERO
