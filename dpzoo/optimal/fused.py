"""Gaussian DP beside bounds that it does not imply: the Gaussian pair with its lowest and highest losses fused (theory, T29).

The worst pair's outputs are those of N(μ, 1) against N(0, 1) between two places, and one output on either side; with powers of
|X - 1| there may be others in between. It is found from the bounds that bind it, and proved by multipliers and a convex function
that is linear where losses are fused.
"""

from __future__ import annotations

import contextlib
import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import flint

from dpzoo.numbers.late import Floats, np
from dpzoo.numbers.real import Ball
from dpzoo.numbers.roots import root
from dpzoo.optimal.certify import BITS, arb, down, up
from dpzoo.optimal.cut_curve import NOTE, cut_by_range
from dpzoo.optimal.dual import DualSolution
from dpzoo.optimal.envelope import Envelope, joining
from dpzoo.optimal.optimum import Found, Pair, close
from dpzoo.optimal.primitives import Gaussian, OddsRange, Orders, Power, RatioConstraint
from dpzoo.optimal.programme import nearby, spend
from dpzoo.optimal.rows import Row, bound_of, symmetric
from dpzoo.optimal.shapes import Deviation, Exponentials, Hinge, Shape, ball_of, bends, bends_like

_INFINITE: Final = flint.arb("inf")
_BITS: Final = 96
_WIDE: Final = 9.0
_STEPS: Final = 7
_TRIED: Final = 9
_HALVED: Final = 9
_STRIDE: Final = 0.5
_TURNS: Final = 34
_ROUNDS: Final = 5
_MEANS: Final = 5_000
_OF_A_MEAN: Final = 40
_BESIDE: Final = (1 - 2.0**-20, 1 + 2.0**-20)
_ORDERS: Final = 24
_PLACES: Final = 250
_NEAR: Final = 60
_NEAREST: Final = 1e-7
_BROKEN: Final = 1e-11
_CELLS: Final = 3000
_DIFFERENCE: Final = flint.arb(2.0**-90)
_INSIDE: Final = tuple(flint.arb(2.0**-k) for k in (60, 48, 42, 37, 33, 30))
_GOLDEN: Final = (math.sqrt(5) - 1) / 2
Fused = list[tuple[Ball, Ball]]
"""Intervals of N(0, 1), by growing place, each of which is one output."""
Parts = Sequence[Orders | Power]


def fused(
    given: RatioConstraint, goal: Shape, value: Callable[[Ball], Ball], table: Callable[[Envelope], Pair | None]
) -> Found | None:
    """The largest E ``goal``, through ``value``, under a Gaussian curve beside orders and powers; None if it is not found."""
    curves = [c for c in given.parts if isinstance(c, Gaussian)]
    others = [c for c in given.parts if isinstance(c, Orders | Power)]
    if any(isinstance(c, OddsRange) for c in given.parts):
        assert not isinstance(goal, Hinge)
        return cut_by_range(given, goal, value, table, nearby())
    if len(curves) != 1 or not others or len(others) + 1 < len(given.parts) or float(given.cut):
        return None
    problem = _Fusing(arb(curves[0].mu), others, goal)
    key = (*given.parts, type(goal))

    def found(start: Callable[[Fused, list[int]], tuple[Fused, list[Ball]]], places: Fused, active: list[int]) -> Found | None:
        with contextlib.suppress(ArithmeticError):
            places, weights = problem.refined(*start(places, active), active)
            _apart(places)
            if not problem.broken(places):
                law, high = problem.inside(places), problem.proved(places, active, weights)
                nearby()[key] = problem.rows, places, active
                answer = Found(value(law.mean(goal)), value(high), "T29", table(law), note=NOTE)
                return answer if close(answer.lower, answer.upper) else None
        return None

    with contextlib.suppress(ArithmeticError, ValueError, RuntimeError):
        rows, *near = nearby().get(key, ([],))
        if rows == problem.rows and (answer := found(problem.started, *near)) is not None:
            return answer
        for _ in range(_ROUNDS):
            with flint.ctx.workprec(_BITS):
                places, active = problem.searched()
            for start in (problem.started, problem.completed) if active else ():
                if (answer := found(start, places, active)) is not None:
                    return answer
            if active:
                places, _ = problem.refined(*problem.started(places, active), active)
            broken = problem.broken(places)
            if not broken:
                return None
            problem.rows += broken
    return None


@dataclass(frozen=True, slots=True)
class _Edge:
    """Where what is fused ends."""

    place: Ball
    loss: Ball
    output: Ball
    """The loss of the output into which it is fused."""
    gain: Ball
    """How fast a mean grows with the place, as a multiple of what the function misses."""

    def miss(self, shape: Shape) -> Ball:
        """The function of X at the edge less its tangent at the output: how fast its mean grows as less is fused."""
        (at, _, _), (there, slope, _) = shape.balls(self.loss), shape.balls(self.output)
        return at - there - slope * (self.loss - self.output).expm1()


@dataclass(frozen=True, slots=True)
class _Bent:
    """E ``shape`` is at most ``limit``, ``room`` above what equal laws have; what is linear in X is left out."""

    shape: Shape
    limit: Ball
    room: Ball


def _bent(row: Row) -> _Bent:
    bound = bound_of(row)
    shape, limit = bound.shape, bound.limit
    if isinstance(shape, Exponentials):
        linear = [x for x in shape.terms if x[2] == 0 and ball_of(x[1]) in (0, 1)]
        shape, limit = Exponentials(tuple(x for x in shape.terms if x not in linear)), limit - sum(ball_of(x[0]) for x in linear)
    return _Bent(shape, limit, bound.limit)


class _Fusing:
    """A goal under a Gaussian curve and bounds, those of a family at the orders that were seen to matter."""

    def __init__(self, mu: Ball, parts: Parts, goal: Shape) -> None:
        self.mu, self.parts, self.goal, self.growth = mu, parts, goal, float(bends_like(goal, 1))
        self.rows: list[Row] = []
        for c in parts:
            if isinstance(c, Power) or c.single:
                self.rows += _both(c, 1.0 if isinstance(c, Power) else float(c.low))
            else:  # one of the goal's own order would say nothing of the pair
                own = [self.growth * x for x in _BESIDE] if self.growth > 1 else [1.0]
                orders = {min(x, float(c.high)) for x in (*own, self._highest(c)) if x >= 1}
                self.rows += [row for x in orders for row in _both(c, x)]
        self.known: dict[Row, _Bent] = {}
        self.means = 0
        """How many were taken in the search."""
        self.range = (0.0, 0.0)
        """Beyond these places hardly anything counts."""

    def _highest(self, part: Orders) -> float:
        """An order of a family at which the Gaussian pair breaks it."""
        rate = float(self.mu) ** 2 / 2 - float(part.rho)
        return min(float(part.high), 2.0 * max(float(part.xi) / rate, 1.0) if rate > 0 else math.inf)

    def bound(self, k: int) -> _Bent:
        """A bound, which is made once."""
        row = self.rows[k]
        if row not in self.known:
            with flint.ctx.workprec(BITS):
                self.known[row] = _bent(row)
        return self.known[row]

    def _excesses(self, places: Fused) -> list[Ball]:
        """By how much each bound is exceeded, as a share of it."""
        self.means += len(self.rows)
        if self.means > _MEANS:
            raise ArithmeticError("the search for the places takes too long")
        spend(_OF_A_MEAN * len(self.rows))
        law, bounds = joining(self.mu, places), [self.bound(k) for k in range(len(self.rows))]
        return [(law.mean(x.shape) - x.limit) / x.room for x in bounds]

    def _worst(self, low: float, high: float) -> tuple[float, int]:
        found = [float(x) for x in self._excesses(_ends(low, high))]
        k = max(range(len(found)), key=found.__getitem__)
        return found[k], k

    def searched(self) -> tuple[Fused, list[int]]:
        """What is fused, and the bounds that bind: one beside the lowest losses alone, or two; none if others are needed."""
        mu, far = float(self.mu), math.inf
        rates = [float(bends_like(self.bound(k).shape, side)) for k in range(len(self.rows)) for side in (-1, 1)]
        rates = [min(*rates, 0.0) * mu, max(*rates, self.growth) * mu]
        self.range = first, last = rates[0] - _WIDE, rates[1] + _WIDE
        if self._worst(last, far)[0] > 0:  # beyond 2rμ what is left of a mean of growth r is below 1
            first, last = first + rates[0], last + rates[1]
        low = root(lambda x: self._worst(x, far)[0], first, last)
        k = self._worst(low, far)[1]
        rate, alike = (
            float(bends_like(self.bound(k).shape, 1)),
            isinstance(self.goal, Deviation) is isinstance(self.rows[k].part, Power),
        )
        if rate < self.growth or (rate == self.growth and not alike):
            return _ends(low, far), [k]
        width = root(lambda x: self._worst(mu / 2 - x, mu / 2 + x)[0], 0.0, last - mu / 2)
        places, k = _ends(mu / 2 - width, mu / 2 + width), self._worst(mu / 2 - width, mu / 2 + width)[1]
        row = self.rows[k]
        both = [j for j, x in enumerate(self.rows) if x.part is row.part and x.order == row.order]
        if len(both) == 2 and all(x >= 0 for x in self._multipliers(places, both)):
            return places, both
        return self._climbed(mu / 2 - width, low, last + _WIDE)

    def _climbed(self, first: float, last: float, far: float) -> tuple[Fused, list[int]]:
        """By the lower place, where the bound that keeps the upper one from growing is another on either side of the best."""

        def at(low: float) -> tuple[float, float, int]:
            """The goal, the largest upper place that the lower one allows, and the bound that binds."""
            if self._worst(low, low)[0] >= 0:
                return -math.inf, low, -1
            high = root(lambda x: self._worst(low, x)[0], low, far) if self._worst(low, far)[0] > 0 else far
            return float(joining(self.mu, _ends(low, high)).mean(self.goal)), high, self._worst(low, high)[1]

        walked = first
        while walked < last and self._worst(walked, walked)[0] < 0:
            walked += _STRIDE
        last = min(last, walked)
        grid = [first + (last - first) * k / (_TRIED - 1) for k in range(_TRIED)]
        found = [at(x) for x in grid]
        k = max(range(_TRIED), key=lambda k: found[k][0])
        ends = [(a, b) for a, b in itertools.pairwise(range(max(k - 1, 0), min(k + 2, _TRIED))) if found[a][2] != found[b][2]]
        if found[k][2] < 0:
            raise ArithmeticError("the Gaussian curve does not bind")
        if not ends or -1 in (found[x][2] for x in ends[0]):
            return _ends(grid[k], found[k][1]), []
        (a, b), (i, j) = (grid[x] for x in ends[0]), (found[x][2] for x in ends[0])
        for _ in range(_HALVED):
            middle = (a + b) / 2
            here = at(middle)[2]
            a, b, j = (middle, b, j) if here == i else (a, middle, here)
        return _ends(b, at(b)[1]), [i, j]

    def edges(self, places: Fused) -> list[_Edge]:
        """The finite ends of what is fused."""
        found = []
        for interval, (p, q) in zip(places, joining(self.mu, places).atoms, strict=True):
            for side, x in zip((1, -1), interval, strict=True):
                if x.is_finite():
                    gain = side * (-x * x / 2).exp() / (2 * flint.arb.pi()).sqrt()
                    found.append(_Edge(x, self.mu * x - self.mu * self.mu / 2, (p / q).log(), gain))
        return found

    def _multipliers(self, places: Fused, active: list[int]) -> list[Ball]:
        """Those with which the dual function is continuous at the first edges."""
        edges = self.edges(places)[: len(active)]
        return _solved([[x.miss(self.bound(k).shape) for k in active] for x in edges], [x.miss(self.goal) for x in edges])

    def started(self, places: Fused, active: list[int]) -> tuple[Fused, list[Ball]]:
        """The same places, and their multipliers."""
        return places, self._multipliers(places, active)

    def completed(self, places: Fused, active: list[int]) -> tuple[Fused, list[Ball]]:
        """The intervals around which what these multipliers leave of the goal is not convex, as powers of |X - 1| may have it."""
        weights = self._multipliers(places, active)
        shapes = [self.goal, *(self.bound(k).shape for k in active)]
        if not any(isinstance(x, Deviation) for x in shapes):
            raise ArithmeticError("there is one such interval at most")
        near, mu = np.geomspace(_NEAREST, 1.0, _NEAR), float(self.mu)
        v = np.unique(np.concatenate([np.linspace(*self.range, _PLACES) * mu - mu * mu / 2, near, -near]))
        h, slope, bend = (self._rest(v, shapes, weights, d) for d in range(3))
        turns = np.flatnonzero(np.diff(np.concatenate([[0], bend < slope, [0]]))).tolist()
        runs = list(zip(turns[::2], turns[1::2], strict=True))
        joined: list[tuple[float, float]] = []
        while runs:
            found = [_joined(v, h, slope, run, mu) for run in runs]
            bad = next((k for k, x in enumerate(found) if x is None or (k and found[k - 1][1] >= x[0])), None)  # type: ignore[index]
            if bad is None:
                joined = [x for x in found if x is not None]
                break
            first = max(bad - 1, 0)
            runs[first : first + 2] = [(runs[first][0], runs[min(first + 1, len(runs) - 1)][1])] if len(runs) > 1 else []
        return [(flint.arb(a), flint.arb(b)) for a, b in joined], weights

    def _rest(self, v: Floats, shapes: Sequence[Shape], weights: Sequence[Ball], derivative: int) -> Floats:
        """What the multipliers leave of the goal, or a derivative of it, in floats."""
        total = []
        for x in v.tolist():
            parts = [float(f.balls(flint.arb(x))[derivative]) for f in shapes]
            total.append(parts[0] - sum(float(w) * y for w, y in zip(weights, parts[1:], strict=True)))
        return np.array(total)

    def refined(self, places: Fused, weights: list[Ball], active: list[int]) -> tuple[Fused, list[Ball]]:
        """Newton's method for the places and multipliers at which the bounds bind and the dual function is continuous."""
        return self._newton(places, weights, active, _STEPS, moved=False)

    def _newton(
        self, places: Fused, weights: list[Ball], active: list[int], steps: int, *, moved: bool
    ) -> tuple[Fused, list[Ball]]:
        """The same; or of the places alone (``moved``), with the multipliers as they are."""
        shapes = [self.bound(k).shape for k in active]
        for _ in range(steps):
            edges = self.edges(places)
            missed = [e.miss(self.goal) - _dot(weights, [e.miss(f) for f in shapes]) for e in edges]
            columns = []
            for i in range(len(edges)):
                near = self.edges(_shifted(places, {i: _DIFFERENCE}))
                beside = [e.miss(self.goal) - _dot(weights, [e.miss(f) for f in shapes]) for e in near]
                columns.append([(y - x) / _DIFFERENCE for x, y in zip(missed, beside, strict=True)])
            if not moved:
                law = joining(self.mu, places)
                bounds = [self.bound(k) for k in active]
                missed += [(law.mean(b.shape) - b.limit) / b.room for b in bounds]
                columns = [
                    [*c, *(e.gain * e.miss(b.shape) / b.room for b in bounds)] for c, e in zip(columns, edges, strict=True)
                ]
                zeros = [flint.arb(0)] * len(bounds)
                columns += [[*(-e.miss(f) for e in edges), *zeros] for f in shapes]
            step = _solved([list(x) for x in zip(*columns, strict=True)], missed)
            places = _shifted(places, {i: -x for i, x in enumerate(step[: len(edges)])})
            weights = weights if moved else [(w - x).mid() for w, x in zip(weights, step[len(edges) :], strict=True)]
        return places, weights

    def broken(self, places: Fused) -> list[Row]:
        """Orders of families that the pair breaks, in both orders of the pair."""
        law, found = joining(self.mu, places), []
        with flint.ctx.workprec(_BITS):
            for part in self.parts:
                if isinstance(part, Power) or part.single:
                    continue
                top = max(self._highest(part), 3 * self.growth, 8.0)
                if part.high.infinite and len(places) > 1:
                    top = max(float((law.largest_loss - arb(part.xi)) / arb(part.rho)), 2.0)
                excess, order = max(_worst_order(x, part, min(top, float(part.high))) for x in (law, law.reversed))
                found += _both(part, order) if excess > _BROKEN * float(part.xi + part.rho) else []
        return found

    def inside(self, places: Fused) -> Envelope:
        """The pair with a little more fused, which certainly meets the bounds."""
        for more in _INSIDE:
            law = joining(self.mu, _apart([(a - more, b + more) for a, b in places]))
            if all(x.holds(c) for c in self.parts for x in (law, law.reversed)):
                return law
        raise ArithmeticError("no pair near the optimum could be shown to meet the source")

    def proved(self, places: Fused, active: list[int], weights: list[Ball]) -> Ball:
        """What the multipliers and the convex function prove."""
        if not all(bool(x >= 0) for x in weights):
            raise ArithmeticError("a multiplier is negative")
        return _FusedDual(self, places, active, weights).bound()


class _FusedDual(DualSolution):
    """What multipliers leave of a goal, and the convex function above it: its tangents at the outputs where losses are fused."""

    def __init__(self, problem: _Fusing, places: Fused, active: list[int], weights: list[Ball]) -> None:
        super().__init__([problem.rows[k] for k in active], problem.goal, None, None, 1.0)
        self.problem, self.places, self.weights, self.binding = problem, places, weights, list(range(len(active)))
        self.plain = all(isinstance(x, Exponentials) for x in (problem.goal, *(b.shape for b in self.bounds)))
        """Whether X^{2-β} times its second derivative is concave in ln X, so that it is convex on one interval alone."""

    def _rest(self, v: Ball) -> tuple[Ball, Ball, Ball]:
        """What is left, and two derivatives in the loss."""
        a, b, c = (sum(x, flint.arb(0)) for x in zip(*([w * y for y in f] for w, f in self._terms(v)), strict=True))
        return a, b, c

    def _terms(self, v: Ball) -> Iterator[tuple[Ball, tuple[Ball, Ball, Ball]]]:
        yield flint.arb(1), self.goal.balls(v, least=True)
        for weight, bound in zip(self.weights, self.bounds, strict=True):
            yield -weight, bound.shape.balls(v)

    def _bend(self, v: Ball) -> Ball:
        """X² times its second derivative in X."""
        _, slope, bend = self._rest(v)
        return bend - slope

    def bound(self) -> Ball:
        """The sum of the multipliers times their bounds, and of the Gaussian mean of the convex function."""
        mu, places = self.problem.mu, self.places
        law, more = joining(mu, places), flint.arb(0)
        arcs = Envelope(mu, law.arcs, (), ())
        total = arcs.mean(self.goal) + _dot(self.weights, [b.limit - arcs.mean(b.shape) for b in self.bounds])
        for interval, (p, q) in zip(places, law.atoms, strict=True):
            output = (p / q).log().mid()
            there, tangent, _ = self._rest(output)
            line = (there - tangent, tangent / output.exp())
            total += line[0] * q + line[1] * p
            for k, edge in enumerate(interval):
                if edge.is_finite():
                    loss = mu * edge - mu * mu / 2
                    at, slope, _ = self._rest(loss)
                    more += 2 * abs(at - line[0] - line[1] * loss.exp()).upper()
                    if not (1 if k else -1) * (slope / loss.exp() - line[1]) >= 0:
                        raise ArithmeticError("the dual function is not convex at an edge")
            more += self._above(interval, output, line)
        for arc in law.arcs:
            self._convex(*(mu * x - mu * mu / 2 for x in arc))
        return total + more

    def _above(self, interval: tuple[Ball, Ball], output: Ball, line: tuple[Ball, Ball]) -> Ball:
        """By how much a tangent has to be raised to be above what is left, where it stands for it."""
        mu = self.problem.mu
        if self.plain:  # concave up to the output or from there on, and convex at the edge
            if not self._bend(output) <= 0 or all(x.is_finite() for x in interval):
                raise ArithmeticError("the dual function is not concave at an output")
            return flint.arb(0)
        self.v, self.fixed, self.corner = [output], [False], [None]
        scale = abs(line[0]) + abs(line[1]) * output.exp() + _dot(self.weights, [b.limit for b in self.bounds])
        raised = scale * flint.arb(2.0**-46)
        self.y = [line[0] + raised, line[1], *self.weights]
        low, high = (mu * x - mu * mu / 2 if x.is_finite() else None for x in interval)
        start, end = up(low) if low is not None else self._tail(-1), down(high) if high is not None else self._tail(1)
        if low is not None:  # next to an edge, where both are equal, what is left is convex
            self._convex(low, flint.arb(start))
        if high is not None:
            self._convex(flint.arb(end), high)
        places = sorted({start, float(output), end, *([0.0] if start < 0 < end else [])})
        self.below(list(itertools.pairwise(places)), _CELLS)
        return raised

    def _convex(self, low: Ball, high: Ball) -> None:
        """That what is left is a convex function of X between two losses. Raises ArithmeticError."""
        if self.plain:
            ends = [x for x in (low, high) if x.is_finite()]
            growing = [bends_like(self.goal, 1) >= bends_like(b.shape, 1) for b in self.bounds]
            if not (low.is_finite() and all(self._bend(x) >= 0 for x in ends) and (high.is_finite() or all(growing))):
                raise ArithmeticError("the dual function is not convex where nothing is fused")
            return
        start = down(low) if low.is_finite() else self._bent(float(high), -1)
        end = up(high) if high.is_finite() else self._bent(float(low), 1)
        cells, count = [(start, end)] if start < end else [], 0
        while cells:
            a, b = cells.pop()
            count += 1
            if not self._bend(flint.arb(a).union(flint.arb(b))) >= 0:
                if count > _CELLS or b - a < 1e-9:
                    raise ArithmeticError("the dual function is not convex where nothing is fused")
                middle = (a + b) / 2
                cells += [(a, middle), (middle, b)]

    def _bent(self, start: float, side: int) -> float:
        """A loss beyond which it is convex: the goal's bend outweighs all others there, and goes on to."""
        for size in (2.0**k for k in range(-4, 9)):
            if size > side * start:
                (own, _, rate), *others = (bends(x, flint.arb(side * size)) for x in (self.goal, *(b.shape for b in self.bounds)))
                rest = _dot(self.weights, [c for _, c, _ in others])
                if own >= rest and all(side * (rate - x) >= 0 for _, _, x in others):
                    return side * size
        raise ArithmeticError("the dual function is not convex at the largest losses")


def _joined(v: Floats, h: Floats, slope: Floats, run: tuple[int, int], mu: float) -> tuple[float, float] | None:
    """Places around a run of losses between which the tangent at the mean ratio is above a function; None if none is."""
    best = None
    for at in range(*run):
        line = h[at] + slope[at] * np.expm1(v - v[at])
        above = np.flatnonzero(h > line)
        low, high = above[above < run[0]], above[above >= run[1]]
        if len(low) + len(high) < len(above) or (run[0] and not len(low)) or (run[1] < len(v) and not len(high)):
            continue
        a, b = (
            float(v[x[k]]) / mu + mu / 2 if e else y
            for x, k, e, y in ((low, -1, run[0], -math.inf), (high, 0, run[1] < len(v), math.inf))
        )
        p, q = (_mass(a - x, b - x) for x in (mu, 0.0))
        if p > 0 and q > 0:
            miss = abs(math.log(p / q) - float(v[at]))
            best = (miss, a, b) if best is None or miss < best[0] else best
    return best[1:] if best is not None else None


def _mass(low: float, high: float) -> float:
    """Of the normal law."""
    sign = -1 if low > 0 else 1
    low, high = (low, high) if sign > 0 else (-high, -low)
    return (math.erfc(-high / math.sqrt(2)) - math.erfc(-low / math.sqrt(2))) / 2


def _ends(low: float, high: float) -> Fused:
    return [(-_INFINITE, flint.arb(low)), *([(flint.arb(high), _INFINITE)] if high < math.inf else [])]


def _apart(places: Fused) -> Fused:
    """The same. Raises ArithmeticError where intervals meet, so that what is between them is no longer a part of the pair."""
    ends = [x for interval in places for x in interval]
    if not all(bool(a < b) for a, b in itertools.pairwise(ends)):
        raise ArithmeticError("what is fused overlaps")
    return places


def _shifted(places: Fused, by: dict[int, Ball]) -> Fused:
    """With the finite ends moved, by their number."""
    ends = [x for interval in places for x in interval]
    finite = [i for i, x in enumerate(ends) if x.is_finite()]
    for i, step in by.items():
        ends[finite[i]] = (ends[finite[i]] + step).mid()
    return list(zip(ends[::2], ends[1::2], strict=True))


def _dot(weights: Sequence[Ball], values: Sequence[Ball]) -> Ball:
    return sum((w * x for w, x in zip(weights, values, strict=True)), flint.arb(0))


def _both(part: Orders | Power, order: float) -> list[Row]:
    return [Row(part, order, False), *([] if symmetric(part) else [Row(part, order, True)])]


def _solved(rows: list[list[Ball]], right: list[Ball]) -> list[Ball]:
    """Linear equations."""
    found = flint.arb_mat(len(rows), len(rows), [x for row in rows for x in row]).solve(flint.arb_mat(len(rows), 1, right))
    return [found[i, 0] for i in range(len(rows))]


def _worst_order(law: Envelope, part: Orders, last: float) -> tuple[float, float]:
    """By how much D_α exceeds ξ + ρα at most, and the order."""
    xi, rho = float(part.xi), float(part.rho)

    def excess(x: float) -> float:
        order = 1 + math.exp(x)
        return float(law.divergence(flint.arb(order))) - xi - rho * order

    top = math.log(last - 1)
    grid = [top - 12 + 12 * k / (_ORDERS - 1) for k in range(_ORDERS)]
    heights = [excess(x) for x in grid]
    k = max(range(_ORDERS), key=heights.__getitem__)
    a, b = grid[max(k - 1, 0)], grid[min(k + 1, _ORDERS - 1)]
    if k == _ORDERS - 1 and excess(top - 1e-6) < heights[k]:
        return heights[k], last
    for _ in range(_TURNS):
        x, y = b - _GOLDEN * (b - a), a + _GOLDEN * (b - a)
        a, b = (a, y) if excess(x) > excess(y) else (x, b)
    return excess((a + b) / 2), 1 + math.exp((a + b) / 2)
