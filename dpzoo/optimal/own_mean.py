"""How far losses deviate from their own mean, where moment problems decide it exponent by exponent (theory, T28).

h(s) is the largest ln E_P e^{s(L - m)} over the pairs of a source, m the mean loss of each: moment problems bound it. It is
convex, so that chords between the exponents that were looked at bound 2h(s)/s² in between; beyond them single constraints do.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import flint

from dpzoo.numbers.late import np
from dpzoo.numbers.real import ONE, ZERO, Ball, real
from dpzoo.optimal import programme
from dpzoo.optimal.certify import arb, stated
from dpzoo.optimal.chords import Chord, Interval, beside, unproved
from dpzoo.optimal.dual import Start
from dpzoo.optimal.losses import squared_spread_beyond
from dpzoo.optimal.maxima import maximum, minimum
from dpzoo.optimal.optimum import NARROW, NOT_SOLVED, Found, NoReductionError, Pair, close, closer
from dpzoo.optimal.primitives import Line, Orders, Power, Primitive, RatioConstraint, statements
from dpzoo.optimal.shapes import Exponentials
from dpzoo.optimal.sources import INFINITE

_LOOKS: Final = 32
_LOST: Final = 4
_ENTRIES: Final = 900_000
_OF_ONE: Final = 120_000
_TURNS: Final = 5
_LEADS: Final = flint.arb(2.0**-6)
_SAME: Final = flint.arb(2.0**-34)
_JUST: Final = 1 + flint.arb(2.0**-29)
_UNPROVED: Final = 1 + flint.arb(2.0**-33)
_OF_ROOM: Final = 0.1
_LITTLE: Final = 1.03
_AFTER: Final = 6
_PROOF: Final = 40
_INSIDE: Final = 0.15
_CLIMB: Final = 12
_SETTLED: Final = 1e-11
_STEP: Final = 0.1
_NEAR: Final = (0.5, 0.15, 0.05)
_FARTHER: Final = 3.0
_LAST: Final = 1e4
_JUST_BEYOND: Final = 1 + 2.0**-36
_CLOSE: Final = flint.arb(NARROW / 2)


@dataclass(frozen=True, slots=True)
class CentredLook:
    """h(s) at one exponent s: at most ``upper``, and at least ``lower``, which is what the pair has."""

    upper: Ball
    lower: Ball
    pair: Pair | None = None
    start: Start | None = None
    """Where the search for a pair nearby may begin."""

    @property
    def sharp(self) -> bool:
        """Whether both ends are close enough to lead on."""
        return self.pair is not None and bool(self.upper - self.lower <= self.upper * _LEADS)


def searched_spread(given: RatioConstraint, mean: Found, known: Found, bound: Ball | None) -> Found:
    """The least τ, of which some ends are known; with a ``bound`` only whether it is more than that."""
    decided = close(known.lower, known.upper) if bound is None else bool(bound < known.lower)
    sure = known.certified and bound is not None and bool(bound >= known.upper)
    solvable = all(isinstance(c, Line | Orders | Power) for c in given.parts) and given.cut == ZERO
    if decided or sure or not solvable or not statements(given.parts, INFINITE):
        return known
    found = OwnMean(given, mean, known, flint.arb(bound.lower()) if bound is not None else None).found()
    closed = close(found.lower, found.upper) if bound is None else bool(bound < found.lower) or bool(bound >= found.upper)
    return found if closed else closer(found, known) or found


class OwnMean:
    """The exponents of one source that were looked at; ``enough`` is a τ of which only is asked whether it is."""

    def __init__(self, given: RatioConstraint, mean: Found, least: Found, enough: Ball | None = None) -> None:
        self.given, self.mean, self.enough = given, mean, enough
        zero = flint.arb(0)
        self.best, self.pair = least.lower * least.lower, least.pair
        """2h/s² of some pair, and the pair."""
        self.place, self.height = 0.0, zero
        """The exponent at which most was seen, and how much."""
        self.known: dict[float, CentredLook] = {}
        self.left, self.looks, self.lost = _ENTRIES, 0, 0
        """Entries of tables that may still be solved, looks that were taken, and those that found nothing."""
        self.tried: set[float] = set()
        self.starts: dict[tuple[Primitive, ...], Start] = {}
        self.variance: Ball | None = None
        self.inner: list[tuple[float, Ball]] = []
        """The first exponents of both sides, and bounds of 2h/s² up to there."""
        self.sides: list[tuple[float, float]] = []
        """The intervals beyond that have to be looked into."""
        self.bend = 0.0
        """The second derivative of -ln(2h/s²) in ln |s| at the top."""
        families = [c for c in given.parts if isinstance(c, Orders) and c.high.infinite]
        if families and not any(isinstance(c, Line) and c.delta == ZERO for c in given.parts):
            rho = 2 * minimum(arb(c.rho) for c in families)
            if rho > self.best:  # ever rarer pairs
                self.best, self.pair = rho, None
        self._add(-1.0, CentredLook(mean.upper, mean.lower.max(zero), mean.pair if isinstance(mean.pair, Pair) else None))

    def _add(self, s: float, look: CentredLook) -> None:
        self.known[s] = look
        value = 2 * look.lower / flint.arb(s) ** 2
        if value > self.height:
            self.height, self.place = value, s
        if look.pair is not None and value >= self.best * (1 - _SAME):
            self.best, self.pair = value.max(self.best), look.pair

    @property
    def limit(self) -> Ball:
        """What chords are to prove."""
        return self.best * _JUST if self.enough is None else self.enough * self.enough

    def said(self, s: float) -> Ball:
        """What single constraints say of h(s) outright."""
        if -1 < s < 0:
            return -flint.arb(s) * self.mean.upper
        order = real(s) + ONE if s > 0 else real(-s)
        divergence = stated(self.given.parts, order)
        return flint.arb(s) * divergence if s > 0 else (arb(order) - 1) * divergence + arb(order) * self.mean.upper

    def outright(self, a: float, b: float = math.inf) -> Ball:
        """What single constraints say of 2h(s)/s² from the exponent ``a`` on, away from 0, to ``b``."""
        x, last = abs(flint.arb(a)), INFINITE if math.isinf(b) else real(b) + ONE if b > 0 else real(max(-b, 1.0))
        if a <= -1:
            return squared_spread_beyond(self.given.parts, self.mean.upper, last, x)
        bounds = [2 * (arb(rho) + (arb(xi) + arb(rho)) / x) for xi, rho in statements(self.given.parts, last)] if a > 0 else []
        return min(bounds, key=float, default=flint.arb("inf"))

    def _nearest(self, s: float) -> float | None:
        """The closest exponent with a pair that is known, of those whose problems are alike."""
        alike = (x for x, k in self.known.items() if k.start is not None and (x <= -1) == (s <= -1))
        return min(alike, key=lambda x: abs(x - s), default=None)

    def look(self, s: float) -> CentredLook:
        """h(s), by the y at which the worst pair has E e^{sL} = y."""
        if s in self.known and self.known[s].pair is not None:
            return self.known[s]
        self.looks += 1
        self.tried.add(s)
        near, key = self._nearest(s), tuple(self.given.parts)
        if near is not None and (start := self.known[near].start) is not None:
            self.starts[key] = start
        seen = min((x for x, k in self.known.items() if k.pair is not None), key=lambda x: abs(x - s), default=None)
        pair = self.known[seen].pair if seen is not None else self.pair
        found = self._seen(s, float(_moments(pair, s)[0].log()) if pair is not None else 0.0)
        if found.pair is None and self.left > 0:
            found = self._seen(s, float(2 * found.upper / 3))
        self.lost += not found.sharp
        found = replace(found, upper=found.upper.min(self._chord(s)), start=self.starts.get(key) if found.sharp else None)
        self._add(s, found)
        return self.known[s]

    def _chord(self, s: float) -> Ball:
        """What the chord between the exponents next to this one on either side says of h."""
        low = max((x for x in self.known if x < s and x * s > 0), default=None)
        high = min((x for x in self.known if x > s and x * s > 0), default=None)
        if low is None or high is None:
            return flint.arb("inf")
        share = (flint.arb(s) - low) / (flint.arb(high) - low)
        return self.known[low].upper * (1 - share) + self.known[high].upper * share

    def _seen(self, s: float, tilt: float) -> CentredLook:
        """The same with ln y near ``tilt``."""
        seen = list[tuple[float, float]]()
        upper, lower, best = self.said(s), flint.arb(0), None
        for _ in range(_TURNS):
            found, moments = self._solved(s, tilt)
            if found is None:
                break
            upper = upper.min(found.upper)
            if moments is None or found.pair is None:
                break
            log_moment, mean = moments[0].log(), moments[1]
            value = log_moment - flint.arb(s) * mean
            if value > lower:
                lower, best = value, found.pair
            seen.append((tilt, float(log_moment) - tilt))
            room = self.limit * flint.arb(s) ** 2 / 2 - upper
            if upper - lower <= (upper * _SAME).max(room * flint.arb(_OF_ROOM)):
                break
            tilt = _next(seen)
        return CentredLook(upper, lower, Pair(best.q, best.p) if best is not None and s <= -1 else best)

    def _solved(self, s: float, tilt: float) -> tuple[Found | None, tuple[Ball, Ball] | None]:
        """The largest E_P of e^z - 1 - z, z = sL - tilt; and E e^{sL} and the mean of the pair that is found."""
        at: list[tuple[Ball, Ball]] = []
        y, one, zero = flint.arb(tilt), flint.arb(1), flint.arb(0)

        def needs(pair: Pair) -> Ball:
            at.append(_moments(pair.reversed if s <= -1 else pair, s))
            return at[-1][0] * (-y).exp() - flint.arb(s) * at[-1][1] + y - 1

        if s > -1:
            goal = Exponentials((((-y).exp(), real(s) + ONE, 0), (-flint.arb(s), one, 1), (y - 1, one, 0)))
        else:  # of the reverse pair
            goal = Exponentials((((-y).exp(), real(-s), 0), (flint.arb(s), zero, 1), (y - 1, zero, 0)))
        found = self._moment_problem(goal, needs)
        return found, at[-1] if at else None

    def _moment_problem(self, goal: Exponentials, needs: Callable[[Pair], Ball | None]) -> Found | None:
        """The largest mean of ``goal``, or ends of it; None without an upper one."""
        work = programme.TableWork(min(self.left, _OF_ONE))
        self.left -= work.left
        found = None
        with contextlib.suppress(*NOT_SOLVED), programme.limited(work):
            try:
                found = programme.solve(self.given.parts, goal, lambda x: x, needs)
            except NoReductionError as error:
                found = error.best
        self.left += work.left
        return found if found is not None and found.upper.is_finite() else None

    def _near(self, last: float) -> tuple[float, Ball]:
        """An exponent towards ``last``, and a bound of 2h/s² from 0 to there, at most the limit if one was found (T28)."""
        sign, end, bound = math.copysign(1.0, last), 1.0, 2 * stated(self.given.parts, real(2)).expm1()
        if not bound <= self.limit:
            for end in _NEAR:
                bound = self._variance().max(self._spread_about(sign * end))
                if bound <= self.limit:
                    break
        if sign > 0 and bound <= self.limit and _FARTHER * end < abs(last):
            wider = self._variance().max(self._spread_about(sign * _FARTHER * end))
            if wider <= self.limit:
                end, bound = _FARTHER * end, wider
        return sign * end, bound

    def _variance(self) -> Ball:
        if self.variance is None:
            self.variance = self._spread_about(0.0)
        return self.variance

    def _spread_about(self, s: float) -> Ball:
        """The largest E_P of (2 + e^{sy})y²/3, y = L - mean: the variance about it at s = 0."""
        pair = self.known[-1.0].pair or self.pair
        mean = flint.arb(float(_moments(pair, 0.0)[1])) if pair is not None else flint.arb(0)
        third, shift = flint.arb(1) / 3, (-flint.arb(s) * mean).exp() / 3
        squares = ((flint.arb(1), 2), (-2 * mean, 1), (mean * mean, 0))
        parts = ((2 * third, ONE), (shift, ONE + real(s))) if s else ((flint.arb(1), ONE),)
        goal = Exponentials(tuple((c * x, e, d) for c, e in parts for x, d in squares))

        def needs(pair: Pair) -> Ball:
            losses = [(arb(a), (arb(a) / arb(b)).log() - mean) for a, b in zip(pair.p, pair.q, strict=True)]
            return sum((p * y * y * (2 + (flint.arb(s) * y).exp()) / 3 for p, y in losses), flint.arb(0))

        found = self._moment_problem(goal, needs)
        return found.upper if found is not None else flint.arb("inf")

    def end(self, sign: int) -> float | None:
        """An exponent from which single constraints keep 2h/s² at the limit; None if there is none."""
        if sign < 0:
            t = 1.0
            while not self.outright(-t) <= self.limit:
                t *= 1.25
                if t > _LAST:
                    return None
            return -t
        bounds = [(float(xi), float(rho)) for xi, rho in statements(self.given.parts, INFINITE)]
        top = float(self.limit)
        ends = sorted(2 * (xi + rho) / (top - 2 * rho) * _JUST_BEYOND for xi, rho in bounds if top > 2 * rho)
        return next((t for t in ends if t < _LAST and self.outright(t) <= self.limit), None)

    def allowed(self, a: float, b: float) -> tuple[Ball, float]:
        """What the chord between two exponents, the first nearer to 0, allows of 2h/s², and where it allows that."""
        chord = Chord(*((abs(flint.arb(s)), self.known[s].upper) for s in (a, b)))
        rising = bool(chord.rate > 0) and not chord.rest > 0  # else 2h/s² falls along it
        top = chord.within(-2 * chord.rest / chord.rate) if rising else chord.start[0]
        return (2 * chord.at(top) / top**2).min(self.outright(a, b)), math.copysign(float(top), a)

    def open(self) -> list[Interval]:
        """Intervals in which more may be needed."""
        sides = (sorted((s for s in self.known if low <= s <= high), key=abs) for low, high in self.sides)
        return [x for places in sides for x in unproved(places, self.allowed, self.limit)]

    def found(self) -> Found:
        """The least τ, or ends of it where some exponents are not decided."""
        with programme.neighbouring() as self.starts:
            return self._found()

    def _found(self) -> Found:
        if self._more():
            return self._ends(None)
        for sign in (1, -1):
            if (last := self.end(sign)) is None:
                return self._ends(None)
            first, bound = self._near(last)
            self.inner.append((first, bound))
            if abs(last) > abs(first):
                self.sides.append((min(first, last), max(first, last)))
        tops = [float(c.high) for c in self.given.parts if isinstance(c, Orders) and c.high < INFINITE]
        for low, high in self.sides:
            self.look(low if low > 0 else high)
            for s in {low, high, *(s for x in tops for s in (x - 1, -x) if low < s < high)} - set(self.known):
                self.known[s] = CentredLook(self.said(s), flint.arb(0))
        self._look_around(_LOOKS)
        if self._more():
            return self._ends(None)
        if self.enough is None:
            self._climb()
            self._look_around(self.looks + _AFTER)
            self._prove()
        return self._settled()

    def _more(self) -> bool:
        """Whether a pair needs more than what is asked to be enough."""
        return self.enough is not None and bool(self.best > self.limit)

    def _look_around(self, most: int) -> None:
        """Where chords allow most, until they allow little more than what was seen, or so many looks were taken."""
        for side in self.sides:  # one after the other, since each look begins where the last one ended
            while self.looks < most and self.left > 0 and self.lost < _LOST and not self._more():
                left = [x for x in self.open() if side[0] <= x[2] <= side[1] and not self._beside(x)]
                if not left:
                    break
                self._split(max(left))

    def _beside(self, interval: Interval) -> bool:
        """Whether little more may be needed in an interval, from both ends of which 2h/s² rises towards the best place."""
        bound, _, a, b = interval
        return self.enough is None and bound <= _LITTLE * float(self.best) and self._leads(a) and self._leads(b)

    def _leads(self, s: float) -> bool:
        pair = self.known[s].pair
        if s == self.place or pair is None:
            return s == self.place
        return (_rise(pair, s) * s > 0) == (self.place > s)

    def _split(self, interval: Interval) -> None:
        _, where, a, b = interval
        share = math.log(where / a) / math.log(b / a)
        for end, near in ((b, share > 1 - _INSIDE), (a, share < _INSIDE)):
            if near and self.known[end].pair is None and end not in self.tried:
                self.look(end)
                return
        self.look(a * (b / a) ** min(max(share, _INSIDE), 1 - _INSIDE))

    def _prove(self) -> None:
        """Looks about the best place, at distances that grow as fast as chords allow, if not too many are needed."""
        share = min(self.bend, 1.9) / 2  # of τ²: by how much h'' is less
        factor = 1 + 1.8 * math.sqrt(share / (1 - share))
        first = math.sqrt(float(_JUST - 1) * 3)
        if factor <= 1 or 2 * math.log(0.3 / first) / math.log(factor) > _PROOF:
            return
        for _ in range(_PROOF):
            left = self.open()
            if not left or self.left < 0 or self.lost >= _LOST:
                return
            worst = max(left)
            places = [math.log(s / self.place) for s in worst[2:] if s * self.place > 0]
            if len(places) < 2:
                self._split(worst)
                continue
            near, far = sorted(places, key=abs)
            to = max(abs(near) * factor, first)
            if not abs(near) < to < 0.9 * abs(far):
                to = math.sqrt(max(abs(near), first / 2) * abs(far))
            self.look(self.place * math.exp(math.copysign(to, far)))

    def _settled(self) -> Found:
        left = self.open()
        loose = [(s, bound) for s, bound in self.inner if not bound <= self.limit]
        if not left and not loose:
            return self._ends(self.limit) if self.enough is None else replace(self._ends(None), upper=self.enough)
        near = all(bound <= self.best * flint.arb(_LITTLE) and s in self.known and self._leads(s) for s, bound in loose)
        here = self.known.get(self.place)
        if self.enough is None and near and all(self._beside(x) for x in left) and here is not None:
            top = 2 * here.upper / flint.arb(self.place) ** 2
            found = Found(self.best.sqrt(), (top.max(self.best)).sqrt() * _UNPROVED, "T28", self.pair, certified=False)
            if found.upper - found.lower <= found.upper * _CLOSE:
                return found
        bounds = [self.limit, *(bound for _, bound in loose), *(flint.arb(x) for x, *_ in left)]
        return self._ends(maximum(bounds))

    def _ends(self, top: Ball | None) -> Found:
        high = top.sqrt() if top is not None else flint.arb("inf")
        attained, certified = self.pair is not None, self.mean.certified
        return Found(self.best.sqrt(), high, "T28", self.pair, attained=attained, certified=certified)

    def _climb(self) -> None:
        """To the top about the best exponent, by the slopes of the worst pairs."""
        here = self.place
        if here == 0 or here not in self.known:
            return
        low, high = (abs(s) for s in beside(sorted((s for s in self.known if s * here > 0), key=abs), here))
        sign = math.copysign(1.0, here)
        t, seen = abs(here), list[tuple[float, float]]()
        for _ in range(_CLIMB):
            look = self.look(sign * t)
            if look.pair is None or not look.sharp:
                return
            rise = _rise(look.pair, sign * t)
            seen.append((math.log(t), rise))
            low, high = (max(low, t), high) if rise > 0 else (low, min(high, t))
            if len(seen) > 1:
                (x, a), (y, b) = seen[-2:]
                bend = abs((b - a) / (y - x)) if x != y else 0.0
                self.bend = bend if abs(x - y) > 1e-4 else self.bend
                if b * b <= _SETTLED * bend:
                    return
                to = math.exp(y - b * (y - x) / (b - a)) if a != b else t
            else:
                to = t * (1 + math.copysign(min(_STEP, 0.3 * (high - low) / t), rise))
            if not low < to < high:
                to = math.sqrt(low * high)
            t = to


def _moments(pair: Pair, s: float) -> tuple[Ball, Ball]:
    """E_P e^{sL} and the mean loss."""
    power = mean = flint.arb(0)
    for a, b in zip(pair.p, pair.q, strict=True):
        loss = (arb(a) / arb(b)).log()
        power, mean = power + arb(a) * (flint.arb(s) * loss).exp(), mean + arb(a) * loss
    return power, mean


def _rise(pair: Pair, s: float) -> float:
    """The derivative of ln(2h/s²) in ln |s|, h that of the pair."""
    p, q = np.array([[float(x) for x in row] for row in (pair.p, pair.q)])
    loss = np.log(p / q)
    tilted = np.log(p) + s * loss
    top = tilted.max()
    weight = np.exp(tilted - top)
    mean, log_moment = float(p @ loss), float(top + math.log(weight.sum()))
    h = log_moment - s * mean
    return s * (float(weight @ loss / weight.sum()) - mean) / h - 2


def _next(seen: list[tuple[float, float]]) -> float:
    """Where ln E e^{sL} of the worst pair may be the tilt itself: its difference falls in the tilt."""
    x, d = seen[-1]
    low = max((a for a, e in seen if e > 0), default=-math.inf)
    high = min((a for a, e in seen if e < 0), default=math.inf)
    to = x + d
    if len(seen) > 1:
        y, e = seen[-2]
        to = x - d * (x - y) / (d - e) if d != e else to
    if low < to < high:
        return to
    return (low + high) / 2 if math.isfinite(low) and math.isfinite(high) else x + d
