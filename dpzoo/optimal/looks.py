"""Suprema over orders of optima that have to be solved one by one, by few looks (theory, T16).

(α - 1)D*_α is convex, so that between two orders it lies below its chord. What chords allow shows where to look next, and which
orders need no look; at the best place that is left the slope of the optimum is that of the pair that attains it.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import flint

from dpzoo.numbers.late import np
from dpzoo.numbers.real import ONE, ZERO, Ball, Real, real
from dpzoo.numbers.roots import root
from dpzoo.optimal import minima
from dpzoo.optimal.cells import Cells
from dpzoo.optimal.certify import UncertifiedError, arb, stated
from dpzoo.optimal.chords import TOWARDS_ONE, Chord, Interval, Place, beside, excess_at, unproved
from dpzoo.optimal.maxima import maximum, minimum
from dpzoo.optimal.moments import renyi_target
from dpzoo.optimal.optimum import Found, NoReductionError, Pair, close
from dpzoo.optimal.primitives import RatioConstraint, statements
from dpzoo.optimal.programme import at_most, limited

_UNSOLVED: Final = "a supremum over orders of moment problems"
_LOOKS: Final = 24
_LOST: Final = 4
_BESIDE: Final = 40
ENTRIES: Final = 2_500_000
"""Of tables of linear programmes, after so many of which an answer stays open."""
_FEW: Final = flint.arb(2.0**-20)
_STEPS: Final = 14
_LITTLE: Final = 1.03
_NEXT_TO_NOTHING: Final = 1 + 2.0**-21
_JUST: Final = 1 + flint.arb(2.0**-31)
_SAME: Final = 1e-14
_SETTLED: Final = 1e-11
_INSIDE: Final = 0.1
_ABOVE: Final = (0.0, 2.0**-36, 2.0**-32)
_NUDGES: Final = (0.0, 2.0**-9, -(2.0**-8), 2.0**-7)
"""Where an order is not solved, one beside it may be."""
_SHARES: Final = (0.4, 0.7)
_STEP: Final = 2.0**-60
"""Of a difference with many more bits than floats have."""


_BESIDE_ONE: Final = real(1 + 2.0**-10)


class Looks:
    """(D*_α - ξ)/α (``offset``) or D*_α - ρα (``slope``), by s = α - 1, at the orders that were looked at."""

    def __init__(
        self, given: RatioConstraint, offset: Real | None, slope: Real | None, entries: int, kept: tuple[Real, Found] | None
    ) -> None:
        self.given, self.offset, self.slope = given, offset, slope or ZERO
        self.known: dict[float, Found] = {0.0: kept[1]} if kept is not None else {}
        self.order: dict[float, Real] = dict.fromkeys(self.known, ONE)
        self.work = at_most(entries, proofs=False)
        self.unsolved: set[float] = set()
        self.lost: set[tuple[float, float]] = set()
        """Intervals within which no optimum was found."""
        self.climbed = (math.inf, -math.inf)
        """The places between which the slopes led to the best one."""
        self.kept = (kept[0], kept[1].upper) if kept is not None else None
        """An order, and what bounds all before it by a theorem."""
        self.assumed: float | None = None
        """The last place, where only what the source says of it is known."""
        if self.at(ONE) is None:
            self.known[0.0], self.order[0.0] = Found(flint.arb(0), flint.arb("inf"), "T1"), ONE  # where chords begin at 0

    def at(self, order: Real) -> Found | None:
        """The optimum at one order, if one is found."""
        s = float(order) - 1
        if s not in self.known and s not in self.unsolved:
            found: Found | str | None = None
            with contextlib.suppress(UncertifiedError, ArithmeticError), limited(self.work):
                try:
                    found = renyi_target(self.given, order)
                except NoReductionError as error:
                    best = error.best
                    few = best is not None and best.upper.is_finite() and best.upper - best.lower <= _FEW * best.upper
                    found = best if few else None
            if isinstance(found, Found):
                self.known[s], self.order[s] = found, order
            else:
                self.unsolved.add(s)
        return self.known.get(s)

    def place(self, s: float) -> float:
        """The place with an optimum that rounding alone tells from this one, or else this one."""
        return next((x for x in self.known if x != self.assumed and abs(x - s) <= _SAME * (1 + x)), s)

    def end(self, order: Real) -> None:
        """The last order: of one just above it, where it has none of its own, or with what the source says of it."""
        s = float(order) - 1
        for above in _ABOVE:
            near = order * real(1 + above) if above else order
            found = self.at(near)
            if found is not None:
                del self.known[float(near) - 1]
                need = minima.renyi(found.pair, arb(order)) if found.pair is not None else None
                self.known[s], self.order[s] = replace(found, lower=need or flint.arb(0)) if above else found, order
                return
        bound = stated(self.given.parts, order)
        if not bound.is_finite():
            raise NoReductionError(_UNSOLVED)
        self.known[s], self.order[s] = Found(flint.arb(0), bound, "T1"), order
        self.assumed = s

    def taken(self, divergence: Ball, order: Ball) -> Ball:
        """What remains of D_α."""
        return excess_at(divergence, order, self.offset, self.slope)

    def least(self, s: float) -> Ball:
        """What some pair certainly needs at an order."""
        return self.taken(self.known[s].lower, arb(self.order[s]))

    @property
    def best(self) -> float:
        """The place at which most is certainly needed."""
        return max(self.known, key=lambda s: float(self.least(s)))

    def allowed(self, a: float, b: float) -> tuple[Ball, float]:
        """What the chord between two places and the source's own statements allow there, and where the chord allows that."""
        found, where = self._chord(a, b)
        return minimum(self._statements(a, b), found), where

    def _statements(self, a: float, b: float) -> Iterator[Ball]:
        """What the source says outright of all orders between two places: linear in the order, so that an end allows most."""
        if self.kept is not None and self.order[b] <= self.kept[0]:
            yield self.kept[1]
        places = [arb(self.order[x]) for x in (a, b)]
        for xi, rho in statements(self.given.parts, self.order[b]):
            yield maximum((self.taken(arb(xi) + arb(rho) * x, x) for x in places), flint.arb(0))

    def _chord(self, a: float, b: float) -> tuple[Ball, float]:
        chord, zero = Chord(self._bounded(a), self._bounded(b)), flint.arb(0)
        first = chord.start[0]
        if not chord.end[1].is_finite():
            return flint.arb("inf"), (a + b) / 2
        if a == 0:
            return self.taken(chord.rate, flint.arb(1)).max(zero), min(b / TOWARDS_ONE, 1.0)
        fall = -chord.rest  # D_α ≤ rate - fall/s, where fall ≥ 0 but for what the ends leave open
        turn = self._turn(chord.rate, fall) if fall >= 0 else None
        if turn is None:
            return self.taken(chord.rate + chord.rest.max(zero) / first, 1 + first).max(zero), (a + b) / 2
        top = chord.within(turn)
        return self.taken(chord.at(top) / top, 1 + top).max(zero), float(top)

    def _bounded(self, s: float) -> Place:
        """A place and a bound of sD* there: at order 1 that is 0, whatever is known of D*_1."""
        there = arb(self.order[s]) - 1
        return there, there * self.known[s].upper if s else there

    def _turn(self, rate: Ball, fall: Ball) -> Ball | None:
        """Where what remains of rate - fall/s is largest; None if it falls from the first place on, or is not positive."""
        if self.offset is None:
            return (fall / arb(self.slope)).sqrt() if self.slope > ZERO else flint.arb("inf")
        rise = rate - arb(self.offset)  # (rise - fall/s)/(1 + s) is largest where rise·s² = fall·(1 + 2s)
        return (fall + (fall * fall + fall * rise).sqrt()) / rise if rise > 0 else None

    def open(self) -> list[Interval]:
        """Intervals in which more may be needed than at the best place."""
        return unproved(sorted(self.known), self.allowed, self.least(self.best).max(flint.arb(0)) * _JUST)

    def settle(self) -> bool | None:
        """Whether no order needs more than the best place: proved (True), or but for orders about it that were climbed (False).

        None where orders are left that may need more.
        """
        for _ in range(_LOOKS):
            left = [x for x in self.open() if self._matters(x)]
            if not left or len(self.lost) >= _LOST:
                break
            self._look(max(left))
        low, high = beside(sorted(self.known), self.best)
        if self._climb(low, high):
            first, last = self.climbed
            self.climbed = (min(low, first), max(high, last)) if first <= self.best <= last else (low, high)
        self._close()
        rest, little = self.open(), _LITTLE * float(self.least(self.best))
        close_by = all(bound <= little and self._leads_to_best(a) and self._leads_to_best(b) for bound, _, a, b in rest)
        return True if not rest else False if close_by else None

    def _close(self) -> None:
        """More looks about the best place, while each begins where the last one ended, so that none takes a linear programme.

        Not where chords come close too slowly.
        """
        left = self.work.left
        for _ in range(0 if self._slow else _BESIDE):
            rest = self.open()
            if not rest or self.work.left < left or max(rest)[0] > _LITTLE * float(self.least(self.best)):
                break
            self._look(max(rest))

    @property
    def _slow(self) -> bool:
        """Whether order 1 is the best, from which chords come close too slowly, and nothing else bounds what is beside it."""
        return self.best == 0 and (self.kept is None or bool(self.kept[0] < _BESIDE_ONE))

    def _matters(self, interval: Interval) -> bool:
        """Whether an interval has to be looked into before the climb, which begins where chords allow little more."""
        bound, _, a, b = interval
        loose = not all(close(self.known[s].lower, self.known[s].upper) for s in (a, b) if s)  # which no slope leads from
        little = bound <= (_NEXT_TO_NOTHING if loose else _LITTLE) * float(self.least(self.best))
        falls = self._slow and all(self._rises_to_best(s) for s in (a, b))
        return (a, b) not in self.lost and not (little and (self.best in (a, b) or falls))

    def _leads_to_best(self, s: float) -> bool:
        """Whether the climb came by this place, or what remains rises from it towards the best one."""
        first, last = self.climbed
        return first <= s <= last or (first <= self.best <= last and self._rises_to_best(s))

    def _rises_to_best(self, s: float) -> bool:
        rise = self._slope(s)
        return rise is not None and (rise >= 0) == (s < self.best)

    def _look(self, interval: Interval) -> None:
        """Where the chord allows most, or beside there."""
        _, where, a, b = interval
        if a > 0:
            share = math.log((1 + where) / (1 + a)) / math.log((1 + b) / (1 + a))
            where = _between(a, b, min(max(share, _INSIDE), 1 - _INSIDE))
        for s in (where, *(_between(a, b, x) for x in _SHARES)):
            if self.at(real(1 + s)) is not None:
                return
        self.lost.add((a, b))

    def _climb(self, low: float, high: float) -> bool:
        """To the top between two places around the best one, by the slopes of the attaining pairs; whether that led there."""
        here = self.best
        rise = self._slope(here)
        if rise is None or (here in (low, high) and (rise > 0) == (here == high)):
            return rise is not None  # an end of all orders
        seen = [(here, rise)]

        def slope(x: float) -> float:
            places = [self.place((1 + math.expm1(x + nudge * (high - low))) - 1) for nudge in _NUDGES]  # as floats have it
            s = next((s for s in places if s > 0 and (s in self.known or self.at(real(1 + s)) is not None)), None)
            found = self._slope(s) if s is not None else None
            if s is None or found is None:
                raise NoReductionError(_UNSOLVED)
            before, rise = seen[-1]
            seen.append((s, found))
            bend = abs((found - rise) / (s - before)) if s != before else 0.0
            return 0.0 if found * found < _SETTLED * abs(float(self.least(s))) * bend else found

        with contextlib.suppress(NoReductionError, RuntimeError, ValueError):
            root(slope, math.log1p(here), math.log1p(high if rise > 0 else low), _STEPS)
            return True
        return False

    def _slope(self, s: float) -> float | None:
        """The derivative of what remains of the pair that attains the optimum there."""
        pair = self.known[s].pair
        if pair is None:
            return None
        found = slopes(pair, s)
        if found is None:
            return None
        d, rise = found
        if self.offset is None:
            return rise - float(self.slope)
        return (rise - (d - float(self.offset)) / (1 + s)) / (1 + s)


def _between(a: float, b: float, share: float) -> float:
    """A place in between, by the logarithm of the order."""
    return math.expm1((1 - share) * math.log1p(a) + share * math.log1p(b))


def slopes(pair: Pair, s: float) -> tuple[float, float] | None:
    """D_{1+s} and its derivative, in floats, of the order of the pair in which it is larger; None where floats do not hold it."""
    if isinstance(pair, Cells) and pair.divergences:
        order, step = flint.arb(1 + s), flint.arb(_STEP)
        return max((float(d(order)), float((d(order + step) - d(order)) / step)) for d in pair.divergences)
    found = []
    for first, second in ((pair.p, pair.q), (pair.q, pair.p)):
        both = [(float(a), float(b)) for a, b in zip(first, second, strict=True) if a]
        if any(a <= 0 or b <= 0 for a, b in both):
            return None
        p, q = np.array(both).T
        loss = np.log(p / q)
        mean = float((p * loss).sum())
        if s == 0:
            found.append((mean, float((p * (loss - mean) ** 2).sum()) / 2))
            continue
        top = float((s * loss).max())
        power = p * np.exp(s * loss - top)
        total = float(power.sum())
        if not total > 0:
            return None
        d = (top + math.log(total)) / s
        found.append((d, (float((power * loss).sum()) / total - d) / s))
    return max(found)
