"""Bounded range beside other bounds: a moment problem on each window of losses, with a proof (theory, T13).

All losses of a pair lie in a window [a, a + η]. Linear programmes say where the worst place a of the window is; multipliers of
two places, mixed in between, bound all places between them but for what they miss at the two ends of the window.
"""

from __future__ import annotations

import contextlib
import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final

import flint

from dpzoo.numbers.late import Floats, np
from dpzoo.numbers.real import ZERO, Ball
from dpzoo.optimal.acceptance import inside, violated
from dpzoo.optimal.certify import UncertifiedError, arb, down, up
from dpzoo.optimal.column_programme import CentredColumns, Columns
from dpzoo.optimal.cut_curve import of_two_losses
from dpzoo.optimal.dual import DualSolution
from dpzoo.optimal.newton import FAILED
from dpzoo.optimal.optimum import NARROW, Found, NoReductionError, Pair
from dpzoo.optimal.primitives import Line, OddsRange, Primitive
from dpzoo.optimal.rows import Row
from dpzoo.optimal.shapes import Exponentials, Hinge, Shape

_PLACES: Final = 24
_FEWER_PLACES: Final = 10
_BESIDE_THE_LAST: Final = (0.9, 1.0, 1.1)
_ENDS: Final = 14.0
"""Places next to which only nearly equal laws are possible lie closer together, by e^{-14} of the window in the end."""
_GRID: Final = 48
_DENSE: Final = 300
_NEAR_OUTPUTS: Final = tuple(side * 2.0**-k for k in range(4, 18) for side in (-1, 1))
_CLOSER: Final = 7
_SAME: Final = 1e-9
_HELD: Final = 1e-13
_COARSELY: Final = 1.0
_SETTLED: Final = 2e-11
_PROMISING: Final = 0.98
_STEPS: Final = 40
_BESIDE: Final = 3e-10
"""What may be lost at most between the places on both sides of the best one, where slopes change at once."""
_SMOOTH: Final = 0.02
_SHARE: Final = 0.1
_ROOM: Final = 2.5e-9
_ROOMS: Final = (1.0, 4.0, 16.0)
"""What is added to multipliers until they hold everywhere, as multiples of what is little."""
_MOST: Final = 160
_CELLS: Final = 1500
_NARROWEST: Final = 1e-11
_BROKEN: Final = 4
_RESTARTS: Final = 3
_OPEN: Final = "the moment problem was not solved at all places of the range of losses"


class ProvedWindow:
    """Multipliers that bound the goal for all pairs with losses in [low, high], c raised by ``room``, and that bound."""

    def __init__(self, state: DualSolution, low: Ball, high: Ball, room: float) -> None:
        self.state, self.low, self.high = state, low, high
        state.y[0] += flint.arb(room)
        self.bound = state.y[0] + state.y[1]
        for y, j in zip(state.y[2:], state.binding, strict=True):
            self.bound += y * state.bounds[j].limit
        first, last = down(low), up(high)
        shapes = [state.bounds[j].shape for j in state.binding]
        bends = [float(x.corner) for x in shapes if isinstance(x, Hinge)]
        inner = {x for x in (0.0, *bends, *(float(v) for v in state.v)) if first < x < last}
        state.below(list(itertools.pairwise(sorted({first, last, *inner}))), _CELLS)


class PlaceLook:
    """What a linear programme finds at one place: the value, and its slope in the place."""

    def __init__(self, place: float, programme: Columns, length: float, kink: float) -> None:
        programme.balance(np.arange(len(programme.table)) < 2)
        self.place, self.length, self.programme, self.value = place, length, programme, programme.value
        self.state = programme.state(None, kink)
        mass, self.slope = programme.share * np.exp(-programme.size), 0.0
        for end in (place, place + length):
            there = float(mass[np.abs(programme.v - end) < _SAME * length].sum())
            self.slope += there * float(self.state.gap(flint.arb(end))[1])

    def fills(self) -> bool:
        """Whether it has outputs so close to both ends of the window that more room would gain something."""
        v = self.programme.v[self.programme.share > _HELD]
        return bool(max(v[0] - self.place, self.place + self.length - v[-1]) <= 2 * self.length / _GRID)


class WindowProblem:
    """The largest mean of one goal over pairs whose losses lie in some window of the length η."""

    def __init__(
        self, parts: Sequence[Primitive], goal: Shape, rows: list[Row], kink: float, spend: Callable[[], None] = lambda: None
    ) -> None:
        self.goal, self.rows, self.kink = goal, rows, kink
        self.rest = [c for c in parts if not isinstance(c, OddsRange)]
        self.eta = min((arb(c.eta) for c in parts if isinstance(c, OddsRange)), key=float)
        self.length, self.most = float(self.eta), math.tanh(kink / 2)
        pure = [arb(c.epsilon) for c in self.rest if isinstance(c, Line) and c.delta == ZERO]
        self.end = min([self.eta, *pure], key=float)
        self.first, self.last = -float(self.end), float(self.end) - self.length
        self.trivial = self.last == 0
        """Whether at the first and the last place only equal laws are possible."""
        self.looks: dict[float, PlaceLook] = {}
        self.spend = spend

    def programme(self, low: float, high: float, fine: Callable[[float], float]) -> Columns:
        """On one window, with closer losses until the inequality fails by no more than ``fine`` of the value."""
        spread = min(self.most, math.expm1(-low) * -math.expm1(-high) / -math.expm1(low - high) * math.exp(low))
        self.spend()
        programme = CentredColumns(self.rows, self.goal, _around(low, high, [low, 0.0, high], _GRID), spread)
        coarse = fine(1.0) >= _COARSELY

        def fails(programme: Columns) -> bool:
            return self.missing(programme, low, high) > fine(programme.value)

        for _ in range(0 if coarse else _CLOSER):
            if programme.touch(self.kink, fails) or not fails(programme):
                break
            v, closed = programme.closer(bounded=True)
            if closed:
                programme.refine()
                break
            self.spend()
            programme = CentredColumns(self.rows, self.goal, v, spread)
        return programme

    def missing(self, programme: Columns, low: float, high: float) -> float:
        """By how much the dual inequality fails, on a grid."""
        v = programme.v
        near = _around(low, high, [low, high, *v[programme.share > _HELD].tolist()], _DENSE)
        return programme.missing(np.unique(np.concatenate([near, v, (v[1:] + v[:-1]) / 2])))

    def look(self, place: float, loss: float) -> PlaceLook:
        """At one place, where so much of the value may be lost; with more orders of families that the outputs break."""
        place = min(max(place, self.first), self.last)
        for _ in range(_BROKEN):
            programme = self.programme(place, place + self.length, lambda v: loss * v)
            state = programme.state(None, self.kink)
            broken = violated(self.rest, state.pair(0)) if loss == _SETTLED else None
            if broken is None:
                break
            self.rows.append(broken)
        self.looks[place] = PlaceLook(place, programme, self.length, self.kink)
        return self.looks[place]

    def scan(self, last_best: float | None = None) -> PlaceLook:
        """The best of some places, with few losses; from then on without constraints that bind nowhere.

        Of fewer places, if that of a problem next to this one is known.
        """
        count = _PLACES if last_best is None else _FEWER_PLACES
        places = np.linspace(self.first, self.last, count).tolist()
        if self.trivial:
            places = [-self.length / (1 + math.exp(-x)) for x in np.linspace(-_ENDS, _ENDS, count).tolist()]
        if last_best is not None:
            places += [x for x in (last_best * y for y in _BESIDE_THE_LAST) if self.first < x < self.last]
        bends = [float(c.epsilon) * s - x for c in self.rest if isinstance(c, Line) for s in (-1, 1) for x in (0.0, self.length)]
        for x in self._worth(sorted({*places, *(x for x in bends if self.first < x < self.last)})):
            with contextlib.suppress(*FAILED):
                self.look(x, _COARSELY)
        if not self.looks:
            raise NoReductionError(_OPEN)
        used = {id(x.programme.rows[j]) for x in self.looks.values() for j in np.flatnonzero(x.programme.y[2:] > 0).tolist()}
        self.rows = [row for row in self.rows if id(row) in used]
        return self.best

    def _worth(self, places: list[float]) -> Iterator[float]:
        """Those at which the pair with all of the range has more than the best law so far, and those next to them."""
        start = float(self.goal.balls(flint.arb(0))[0])
        most = [float(of_two_losses(self.goal, flint.arb(x), self.eta)[0]) - start for x in places]
        for k in sorted(range(len(places)), key=lambda k: -most[k]):
            best = max((x.value for x in self.looks.values()), default=0.0)
            if not max(most[max(k - 1, 0) : k + 2]) <= best:
                yield places[k]

    def climb_all(self) -> bool:
        """From all promising places; whether any of them led to a top."""
        order = sorted(self.looks)
        around = [(order[max(k - 1, 0)], x, order[min(k + 1, len(order) - 1)]) for k, x in enumerate(order)]
        top = max(x.value for x in self.looks.values())
        tops = [x for x in around if self.looks[x[1]].value >= max(_PROMISING * top, *(self.looks[y].value for y in x))]
        reached = False
        for near in tops:
            with contextlib.suppress(*FAILED):
                self.climb(*near)
                reached = True
        return reached

    @property
    def best(self) -> PlaceLook:
        """The best place so far."""
        return max(self.looks.values(), key=lambda x: x.value)

    def climb(self, low: float, here: float, high: float) -> None:
        """To the best place between two, by slopes, until it lies between two that are next to it."""
        left, right = (self.look(x, _SETTLED) for x in (low, high))
        x, same = here, 0
        for _ in range(_STEPS):
            new = self.look(x, _SETTLED)
            moved = abs(x - (left if new.slope > 0 else right).place)
            same = max(same, 0) + 1 if new.slope > 0 else min(same, 0) - 1
            left, right = (new, right) if new.slope > 0 else (left, new)
            a, b, fall = left.place, right.place, left.slope - right.slope
            best = max(left, right, key=lambda x: x.value)
            near = _BESIDE * best.value / fall if fall > 0 else 0.0
            if left.slope <= 0 or right.slope >= 0 or b - a <= 4 * near:
                break
            x = (right.value - left.value + left.slope * a - right.slope * b) / fall  # where tangents meet
            most = left.value + left.slope * (x - a)
            if abs(right.value - left.value - (left.slope + right.slope) / 2 * (b - a)) < _SMOOTH * fall * (b - a):
                x = a + (b - a) * left.slope / fall
            little = abs(most - best.value) <= _SETTLED * most
            if little and best is (right if new.slope > 0 else left):  # it comes from afar to a kink that was seen
                x = best.place - math.copysign(2 * near, new.slope)
            elif little or abs(same) >= 2:
                x = new.place + math.copysign(max(near, moved / 8) * 8.0 ** (abs(same) - 1), same)
            if not a < x < b:
                x = (a + b) / 2


def _around(low: float, high: float, places: Sequence[float], count: int) -> Floats:
    """Losses in a window, closer together about some places."""
    v = np.add.outer(np.array(places), (high - low) * np.array(_NEAR_OUTPUTS)).ravel()
    apart = _SAME * (high - low)
    found = np.sort(np.concatenate([np.linspace(low, high, count)[1:-1], v[(v > low + apart) & (v < high - apart)]]))
    return np.concatenate([[low], found[np.append(True, np.diff(found) > apart)], [high]])


class WindowCover:
    """A proof that no place needs more than ``top``, which is ``slack`` more than the largest value that was found."""

    def __init__(self, problem: WindowProblem, value: float, top: Ball, slack: float) -> None:
        self.problem, self.value, self.top, self.slack = problem, value, top, slack / 20
        self.places: dict[tuple[float, float], ProvedWindow] = {}

    def place(self, low: float, end: float) -> ProvedWindow:
        """The multipliers of the window at ``low``, or of all windows from there to ``end``."""
        if (low, end) not in self.places:
            problem, last = self.problem, end + self.problem.length
            look = problem.looks.get(low) if low == end else None
            programme = look.programme if look is not None else problem.programme(low, last, self._fine)
            if problem.missing(programme, low, last) > self._fine(programme.value):
                programme = problem.programme(low, last, self._fine)
            if low == end and programme.value > self.value + 5 * self.slack:
                problem.looks[low] = PlaceLook(low, programme, problem.length, problem.kink)
                raise HigherPlaceError
            missing, fine = max(problem.missing(programme, low, last), 0.0), self._fine(programme.value)
            for more in _ROOMS:
                with contextlib.suppress(*(FAILED if more < _ROOMS[-1] else ())):
                    state, room = programme.state(None, problem.kink), missing + more * fine
                    self.places[low, end] = ProvedWindow(state, flint.arb(low), flint.arb(end) + problem.eta, room)
                    break
        return self.places[low, end]

    def _wider(self, a: float, b: float) -> Ball | None:
        """The bound of one place, if its multipliers hold on all windows up to the other one: where the range hardly binds."""
        for x in (a, b):
            place, last = self.place(x, x), b + self.problem.length
            gap = place.state.gaps()(_around(a, last, [a, last, *(float(v) for v in place.state.v)], _DENSE))
            if place.bound <= self.top and not gap.max() > 0:
                with contextlib.suppress(UncertifiedError):
                    ProvedWindow(place.state, flint.arb(a), flint.arb(b) + self.problem.eta, 0.0)
                    return place.bound
        return None

    def _outright(self, a: float, b: float) -> Ball:
        """What the pair with all of the range has most, if that is at one end."""
        problem = self.problem
        slope = of_two_losses(problem.goal, flint.arb(a).union(flint.arb(b)), problem.eta)[1]
        end = b if slope > 0 else a if slope < 0 else math.nan
        return of_two_losses(problem.goal, flint.arb(end), problem.eta)[0]

    def _fine(self, value: float) -> float:
        return _SHARE * max(self.value - value, 0.0) + self.slack

    def between(self, a: float, b: float) -> Ball:
        """A bound for all places in [a, b]: c is raised by 4w(1 - w) of a line where the multipliers are mixed by w and 1 - w."""
        first, second = self.place(a, a), self.place(b, b)
        (low, more), (high, rest) = (
            _missed(first, second, x, y) for x, y in ((first.low, second.low), (first.high, second.high))
        )
        s, n = self._cost(first, second, low, high), first.bound - second.bound
        bound = first.bound.max(second.bound)
        if not (s == 0 or 4 * s <= abs(n)):  # where s is not a number, neither is the bound
            bound = bound.max((first.bound + second.bound) / 2 + s + n * n / (16 * s))
        return bound + more.max(rest)

    def _cost(self, first: ProvedWindow, second: ProvedWindow, low: Ball, high: Ball) -> Ball:
        """What it costs to add a function of at least ``low`` at all lower ends, and one of at least ``high`` at all upper ones.

        They are nowhere negative: lines, or functions that the source bounds, less their tangents at X = 1.
        """
        x, y, size = first.low.exp(), second.low.exp(), self.problem.eta.exp()
        costs = [(y * size - 1) / (y * (size - 1)), (1 - x) / (x * (size - 1))]
        bounds = [s.bounds[j] for s in (first.state, second.state) for j in s.binding]
        for k, v in enumerate((second.low, first.high)):
            for bound in bounds:
                value = bound.shape.balls(v)[0]
                if isinstance(bound.shape, Exponentials):
                    value -= bound.shape.balls(flint.arb(0))[1] * v.expm1()
                if value > 0:
                    costs[k] = costs[k].min(bound.limit / value)
        return low * costs[0] + high * costs[1]

    @property
    def reach(self) -> tuple[float, float]:
        """The first and the last place: all of them, though ε and η may be no floats."""
        problem = self.problem
        return down(-problem.end), 0.0 if problem.trivial else up(problem.end - problem.eta)

    def proved(self) -> Ball:
        """The bound. Raises NoReductionError where it stays above ``top``."""
        problem, most = self.problem, flint.arb(0)
        order = sorted(problem.looks)
        first, last = self.reach
        cells = [(first, order[0]), *itertools.pairwise(order), (order[-1], last)]
        cells = [(a, b) for a, b in cells if a < b or first == last]
        while cells:
            a, b = cells.pop()
            outer = problem.trivial and (a == first or b == last)
            bound = self._outright(a, b)
            if not bound <= self.top:
                bound = self.place(a, b).bound if outer else self.between(a, b)
            if not bound <= self.top and not outer:
                bound = self._wider(a, b) or bound
            if bound <= self.top:
                most = most.max(bound)
                continue
            if len(self.places) > _MOST or b - a < _NARROWEST * min(problem.length, abs(b), abs(a + problem.length)):
                raise NoReductionError(_OPEN)
            middle = (a + b) / 2 if not outer else a + (b - a) / 8 if a == first else b - (b - a) / 8
            cells += [(a, middle), (middle, b)]
        return most


class HigherPlaceError(ArithmeticError):
    """A place needs more than the best one that the search found."""


def _missed(first: ProvedWindow, second: ProvedWindow, x: Ball, y: Ball) -> tuple[Ball, Ball]:
    """By how much mixed multipliers miss at one end of the window, over 4w(1 - w), and at the two places themselves."""
    cell, side, zero, h = x.union(y), ((x + y) / 2).mid(), flint.arb(0), y - x
    here, there = first.state.gap(x, side), second.state.gap(y, side)
    bend = first.state.gap(cell, side)[2].max(second.state.gap(cell, side)[2])
    missed, rest = (h / 4 * (here[1] - there[1] + h / 2 * bend)).max(zero), here[0].max(there[0]).max(zero)
    return flint.arb(missed.upper()), flint.arb(rest.upper())


def solve(
    problem: WindowProblem,
    parts: Sequence[Primitive],
    finish: Callable[[Ball], Ball],
    needs: Callable[[Pair], Ball | None],
    *,
    proved: bool,
) -> Found:
    """The largest mean of the goal, through ``finish``; ``needs`` is that of one pair. Raises NoReductionError."""
    reached = problem.climb_all()
    for _ in range(_RESTARTS):
        found, cover = _found(problem, parts, finish, needs)
        if not reached:  # the best of a coarse scan is no more than some pair needs
            raise NoReductionError(_OPEN, replace(found, upper=flint.arb("inf"), certified=True))
        if not proved:
            return found
        try:
            return replace(found, upper=finish(cover.proved()), certified=True)
        except HigherPlaceError:
            reached = problem.climb_all()
        except (NoReductionError, *FAILED):
            return found
    raise NoReductionError(_OPEN, replace(found, upper=flint.arb("inf"), certified=True))


def _found(
    problem: WindowProblem, parts: Sequence[Primitive], finish: Callable[[Ball], Ball], needs: Callable[[Pair], Ball | None]
) -> tuple[Found, WindowCover]:
    """What the search found, and what has to be proved of all places."""
    best = problem.best
    try:
        low, pair = inside(parts, best.state, needs)
    except FAILED:
        raise NoReductionError(_OPEN) from None
    value = problem.goal.balls(flint.arb(0))[0] + flint.arb(best.value)
    change = flint.arb(best.value * 2.0**-30)
    slack = flint.arb(_ROOM) * abs(finish(value)) * change / (finish(value + change) - finish(value))
    found = Found(low, finish(value + slack), "T13", pair, certified=False)
    if not found.upper - low <= found.upper * flint.arb(NARROW):
        raise NoReductionError(_OPEN, replace(found, upper=flint.arb("inf"), certified=True))
    return found, WindowCover(problem, best.value, value + slack, float(slack))
