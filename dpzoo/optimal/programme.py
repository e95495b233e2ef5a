"""The moment problem itself: the largest E g(X) under bounds on E f_j(X) in both orders, for targets that no theorem settles.

A linear programme on a grid of losses finds the outputs and the binding constraints; Newton's method in ball arithmetic solves
the conditions for them (the dual inequality touches at each output); the inequality is then proved for all losses, and a pair
a little inside the source is checked (theory, T1 and T2). Nothing of the search is trusted.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Iterator, Sequence
from contextvars import ContextVar
from typing import TYPE_CHECKING, Final

import flint

from dpzoo.numbers.late import Late
from dpzoo.numbers.real import ZERO, Ball
from dpzoo.numbers.roots import root
from dpzoo.optimal.acceptance import inside, violated
from dpzoo.optimal.binary import RegionBoundary, masses
from dpzoo.optimal.certify import UncertifiedError, arb
from dpzoo.optimal.column_programme import Columns, merged, with_corners
from dpzoo.optimal.dual import DualSolution, Start
from dpzoo.optimal.newton import FAILED, Newton
from dpzoo.optimal.optimum import NARROW, Found, NoReductionError, Pair, closer
from dpzoo.optimal.primitives import Line, Orders, Power, Primitive, reach
from dpzoo.optimal.rows import Bound, Row, between, bound_of, joined
from dpzoo.optimal.shapes import Deviation, Hinge, Shape

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
else:
    np = Late("numpy")


_CELLS: Final = 1600
_NOTED: Final = 1e-6
_FAR: Final = 30.0
_LONGEST: Final = 2000.0
_NEAR: Final = (0.9, 0.97, 1.0, 1.03, 1.1)
_ROUNDS: Final = 3
_END: Final = 60.0
_ENOUGH: Final = 60.0
_LONGER: Final = 2.2
_AT_LEAST: Final = 7.0
_BINARY: Final = 100
_RAREST: Final = 1e-290
_COARSE: Final = 500
_MOST_ROUNDS: Final = 24
_NO_MORE: Final = 2e-12
_OF_A_PROOF: Final = 100_000
_RAISED: Final = ((1e-11, 1e-12), (1e-11, 1e-11), (1e-9, 1e-12), (1e-9, 1e-11), (1e-10, 1e-10), (1e-8, 1e-10), (1e-9, 1e-9))


_STARTS: Final[ContextVar[dict[tuple[Primitive, ...], Start] | None]] = ContextVar("starts", default=None)


@contextlib.contextmanager
def neighbouring() -> Iterator[None]:
    """Problems of one question that differ little: each begins where the last one ended, if that leads to a proof."""
    token = _STARTS.set({})
    try:
        yield
    finally:
        _STARTS.reset(token)


class TableWork:
    """What linear programmes may still take, counted in entries of their tables, where contact led to nothing."""

    def __init__(self, left: int) -> None:
        self.left = left


_WORK: Final[ContextVar[TableWork | None]] = ContextVar("work", default=None)


@contextlib.contextmanager
def limited(work: TableWork | None) -> Iterator[None]:
    """Problems of one question that are left to linear programmes alone, as far as this work goes."""
    token = _WORK.set(work)
    try:
        yield
    finally:
        _WORK.reset(token)


def solve(parts: Sequence[Primitive], goal: Shape, finish: Callable[[Ball], Ball], needs: Callable[[Pair], Ball | None]) -> Found:
    """The largest E ``goal`` over pairs that meet ``parts``, through ``finish``; ``needs`` is that of one pair.

    Raises NoReductionError where the search or the proof does not succeed.
    """
    if any(not isinstance(c, Orders | Power | Line) for c in parts):
        raise NoReductionError("the moment problem is solved for bounds on Rényi divergences, powers and lines only")
    contact = _GridContact(parts, goal, finish, needs)
    if (found := contact.started()) is not None:
        return found
    try:
        return contact.by_grid()
    except NoReductionError as first:
        error, work = first, _WORK.get()
    if work is None or work.left >= 0:
        found = _by_columns(parts, goal, finish, needs)
        if found is not None and found.upper - found.lower <= found.upper * flint.arb(NARROW):
            return found
        for _ in range(contact.rounds):
            with contextlib.suppress(NoReductionError):
                return contact.by_grid()
        error.best = closer(error.best, found)
    raise error


class _GridContact:
    """One problem by the conditions of contact at the outputs that some search finds."""

    def __init__(
        self, parts: Sequence[Primitive], goal: Shape, finish: Callable[[Ball], Ball], needs: Callable[[Pair], Ball | None]
    ) -> None:
        self.parts, self.goal, self.finish, self.needs = parts, goal, finish, needs
        self.boundary = RegionBoundary(parts)
        ends = [arb(c.epsilon) for c in parts if isinstance(c, Line) and c.delta == ZERO]
        self.end = min(ends, key=float) if ends else None
        self.spare = [Row(c, 1.0, False) for c in parts if isinstance(c, Orders)]
        self.length = float(self.end) if self.end is not None else _length(parts, goal, self.boundary.kink)
        self.wide = any(isinstance(c, Orders) and not c.single for c in parts)
        # where goal and bound grow alike, mass escapes to infinity: an output at a huge ratio stands for it
        tied = isinstance(goal, Deviation) and any(isinstance(c, Orders) and c.high == goal.k for c in parts)
        self.far = max(_FAR, _FAR / (float(goal.k) - 1)) if tied and self.end is None and isinstance(goal, Deviation) else None
        self.rounds = _ROUNDS if self.wide and self.far is None else 0
        """How often a grid may be tried again, with more orders of families."""
        self.seen: list[Row] = []

    def _from(self, rows: list[Row], atoms: list[tuple[float, float]], scale: float) -> Found:
        state = Newton(rows, self.goal, self.end, None, scale, self.spare).solved(atoms)
        return self._finished(state)

    def _finished(self, state: DualSolution) -> Found:
        return _finished(self.parts, state, self.finish, self.needs)

    def started(self) -> Found | None:
        """From randomised response, from where a problem next to it ended, or from few outputs; None if none leads to a proof."""
        with contextlib.suppress(NoReductionError, *FAILED):
            point = self.boundary.kink_point()
            active, u = point.active[0], point.a
            if isinstance(active.part, Orders | Power):  # is randomised response the worst pair?
                atoms = [(-u, 1.0 / (1.0 + math.exp(-u))), (u, math.exp(-u) / (1.0 + math.exp(-u)))]
                return self._from([Row(active.part, active.order, r) for r in (False, True)], atoms, u)
        kink, last_one = self.boundary.kink, (_STARTS.get() or {}).get(tuple(self.parts))
        if last_one is not None:
            with contextlib.suppress(NoReductionError, *FAILED):
                return self._from(*last_one, kink)
        with contextlib.suppress(*FAILED):
            few = _few(
                self.boundary, self.goal, self.length, lambda rows: Newton(rows, self.goal, self.end, None, kink, self.spare)
            )
            for state in few if self.wide else ():
                with contextlib.suppress(NoReductionError, *FAILED):
                    return self._finished(state)
        return None

    def by_grid(self) -> Found:
        """From the outputs of a linear programme; where they do not lead to a proof, the next one has more orders of families."""
        rows = self.seen = self.seen or _tried(self.parts, self.goal, self.boundary.kink)
        try:
            with np.errstate(all="ignore"):  # what overflows is refused by the solver
                atoms, weights = _grid([bound_of(row) for row in rows], self.goal, self.length, self.boundary.kink, self.far)
        except FAILED as error:
            self.rounds = 0
            raise _unsolved(error) from None
        try:
            state = Newton(joined(rows, weights), self.goal, self.end, self.far, self.boundary.kink, rows).solved(atoms)
            return self._finished(state)
        except (NoReductionError, *FAILED) as error:
            best = error.best if isinstance(error, NoReductionError) else None
            if best is not None and self.end is None:
                self.length = min(_LONGER * self.length, _ENOUGH)  # a rare output far out, which a bound of high order allows
            self.seen = sorted({*rows, *between(rows, weights)}, key=lambda r: (self.parts.index(r.part), r.order, r.reverse))
            raise error if isinstance(error, NoReductionError) else _unsolved(error) from None


def _unsolved(error: Exception) -> NoReductionError:
    why = str(error) if isinstance(error, UncertifiedError) else "Newton's method met a singular system"
    return NoReductionError(f"the moment problem was not solved ({why})")


def _tried(parts: Sequence[Primitive], goal: Shape, kink: float) -> list[Row]:
    """The constraints that the first programme has, those of a family at some orders."""
    growth = float(goal.growth(np.array([1.0]))[0])
    last = max(16.0, 12.0 / kink, 2 * growth)  # of a family's orders: large losses bind at v/2ρ, and ρ is about u²/2
    seen: list[Row] = []
    for part in parts:
        if isinstance(part, Orders) and not part.single:
            top = min(float(part.high), 1.0 + last)
            tried = 1.0 + np.geomspace(min(0.02, (top - 1.0) / 10), top - 1.0, 24)
            near = [1.0 + (growth - 1.0) * x for x in _NEAR]
            chosen = sorted({1.0, *(float(x) for x in (*tried, *near) if 1 < x < float(part.high) * (1 - 1e-9)), top})
            seen += [Row(part, x, r) for x in chosen for r in (False, True)]
        elif not isinstance(part, Line) or part.delta != ZERO:
            both = (False,) if isinstance(part, Line) and part.epsilon == ZERO else (False, True)  # total variation is symmetric
            seen += [Row(part, float(part.high) if isinstance(part, Orders) else 1.0, r) for r in both]
    return seen


def _few(boundary: RegionBoundary, goal: Shape, length: float, newton: Callable[[list[Row]], Newton]) -> Iterator[Newton]:
    """From the best binary pair on, and with one output more, on the other side, where the dual inequality fails most."""
    others = RegionBoundary([c for c in boundary.parts if not isinstance(c, Line)])

    def loss(x: float) -> float:
        return min(boundary.kink * (1 + math.exp(x)), boundary.end)

    def outputs(t: float, reverse: bool) -> list[tuple[float, float]]:
        b = boundary.small(t)
        p, p_rest, q, q_rest = masses(t, b)
        return [(-t, p), (b, p_rest)] if reverse else [(t, q), (-b, q_rest)]

    def best(worth: Callable[[Floats], Floats], count: int, reverse: bool) -> tuple[float, float]:
        """The largest sum of mass times worth over so many of the outputs, and the larger loss."""

        def gain(x: float) -> float:
            where, mass = (np.array(y[:count]) for y in zip(*outputs(loss(x), reverse), strict=True))
            with np.errstate(all="ignore"):
                value = float((mass * worth(where)).sum())
            return value if math.isfinite(value) else -math.inf

        ends, found = (-14.0, top), []
        for count_ in (33, 9, 9, 9):
            grid = np.linspace(*ends, count_).tolist()
            found += [(gain(x), x) for x in grid]
            at = int(np.argmax([y for y, _ in found[-count_:]]))
            ends = (grid[max(at - 1, 0)], grid[min(at + 1, count_ - 1)])
        most, x = max(found)
        return most, loss(x)

    def row(t: float, reverse: bool) -> Row:
        active = others.excess(t, boundary.small(t))[1]
        return Row(active.part, active.order, reverse)

    top = math.log(max(_AT_LEAST, min(length, boundary.end) / boundary.kink - 1))
    (_, t), reverse = max((best(lambda v: goal.floats(v, np.zeros_like(v)), 2, r), r) for r in (False, True))
    state = newton([row(t, reverse)]).solved(outputs(t, reverse))
    worth, (rows, (rare, _)) = state.gaps(), state.start
    yield state
    excess, t = best(worth, 1, not reverse)
    if excess > 0:
        both = [rare, outputs(t, not reverse)[0]]
        rest = 1 - sum(m for _, m in both)
        middle = math.log((1 - sum(m * math.exp(v) for v, m in both)) / rest)
        yield newton([*rows, row(t, not reverse)]).solved([*both, (middle, rest)])


def order_of_binary(
    parts: Sequence[Primitive], goal: Callable[[float], Shape], limit: Callable[[float], float], last: float
) -> float | None:
    """About the least order in (1, last] at which some binary pair has ln E goal > limit; None if there is none."""
    boundary = RegionBoundary(parts)
    losses = np.minimum(boundary.kink * (1 + np.geomspace(1e-6, max(_END / boundary.kink, 2.0), _BINARY)), boundary.end)
    pairs = [x for x in ((t, boundary.small(t)) for t in losses.tolist()) if x[1] > _RAREST]
    p, p_rest, q, q_rest = (np.array(x) for x in zip(*(masses(*x) for x in pairs), strict=True))
    a, b = (np.array(x) for x in zip(*pairs, strict=True))
    v, m = np.array([[a, -b], [-a, b]]), np.array([[q, q_rest], [p, p_rest]])

    def excess(order: float) -> float:
        shape = goal(order)
        scale = shape.growth(v)
        with np.errstate(all="ignore"):
            terms = np.log(m * shape.floats(v, scale)) + scale
        return float(np.logaddexp(terms[:, 0], terms[:, 1]).max()) - limit(order)

    low = high = 1.0 + 1e-3
    while excess(high) <= 0:
        if high >= last:
            return None
        low, high = high, min(2 * high, last)
    return root(excess, low, high) if high > low else None


def _length(parts: Sequence[Primitive], goal: Shape, kink: float) -> float:
    """Losses beyond which no output lies: at most where e^{-(γ-β)v} outweighs what the goal of growth β gains (source γ)."""
    growth = float(goal.growth(np.array([1.0]))[0])
    found, gap = 6.0 * kink + 3.0, reach(tuple(parts)) - growth
    families = [float(c.xi + c.rho) for c in parts if isinstance(c, Orders) and not c.single]
    found = (
        max(found, *(2.0 * growth * x + 12.0 * math.sqrt(x) for x in families)) if families else found
    )  # tilted Gaussian losses
    if not 0 < gap < math.inf:
        return found
    return min(max(found, 2.0 * (1.0 / gap + math.log1p(1.0 / gap)) + 1.0), _LONGEST)


def _finished(
    parts: Sequence[Primitive], state: DualSolution, finish: Callable[[Ball], Ball], needs: Callable[[Pair], Ball | None]
) -> Found:
    """The bound that the multipliers prove, and a pair a little inside the source that comes close to it."""
    if violated(parts, state.pair(0)) is not None:
        raise NoReductionError("the moment problem was not solved (an order beyond those that bind is broken)")
    start = state.start
    upper = state.proved()
    lower, table = inside(parts, state, needs)
    if not lower <= finish(upper) * (1 + flint.arb(2.0**-60)):
        raise NoReductionError("the moment problem was not solved (the ends cross)")
    found = Found(lower, finish(upper), "T2", table, attained=not state.escaping)
    if not found.upper - found.lower <= found.upper * flint.arb(NARROW):
        raise NoReductionError("the moment problem was solved to few digits only", found)
    starts = _STARTS.get()
    if starts is not None and not state.escaping:
        starts[tuple(parts)] = start
    return found


def _grid(
    bounds: Sequence[Bound], goal: Shape, reach: float, middle: float, far: float | None
) -> tuple[list[tuple[float, float]], Floats]:
    """Outputs (loss, mass under Q) and multipliers by a linear programme on a grid, refined around its outputs."""
    from scipy.optimize import linprog  # slow to import, and few conversions need it

    bend = max(2.5, 2.0 + math.log(reach / middle))
    v = reach * np.sinh(np.linspace(-bend, bend, _CELLS + 1)) / math.sinh(bend)
    limits = [float(b.limit.log()) for b in bounds]
    corners = [float(b.shape.corner) for b in bounds if isinstance(b.shape, Hinge)]
    for _ in range(3):
        v = np.append(v[v <= reach], far) if far is not None else v
        v = with_corners(v, corners)
        scale = np.max(
            [np.maximum(v, 0), goal.growth(v), *(b.shape.growth(v) - x for b, x in zip(bounds, limits, strict=True))], axis=0
        )
        rows = np.array([b.shape.floats(v, scale + x) for b, x in zip(bounds, limits, strict=True)])
        equal = np.array([np.exp(-scale), np.exp(v - scale)])
        size = np.maximum(np.abs(rows).max(axis=0), equal.max(axis=0))
        gain = goal.floats(v, scale) / size
        rows, equal = rows / size, equal / size
        unit = float(np.abs(gain).max())
        found = linprog(
            -gain / unit, A_ub=rows, b_ub=np.ones(len(rows)), A_eq=equal, b_eq=[1, 1], method="highs", options={"presolve": False}
        )  # which finds nothing to remove here
        if found.status != 0:
            raise UncertifiedError("the linear programme has no solution")
        share: Floats = np.asarray(found.x)
        kept: list[int] = np.flatnonzero(share > 1e-7).tolist()
        solution = [(float(v[i]), float(share[i] / size[i] * math.exp(-scale[i]))) for i in kept]
        near = [np.linspace(v[max(i - 2, 0)], v[min(i + 2, len(v) - 1)], 60) for i in kept]
        v = np.unique(np.concatenate([v[:: max(1, len(v) // 800)], [v[0], v[-1]], *near]))
    weights = -np.asarray(found.ineqlin.marginals)
    binding = np.concatenate([equal, gain[None] / -found.fun / unit, rows[weights > 1e-7 * weights.max()]])
    weight = np.abs(binding[:, kept] * share[kept]).max(axis=0)
    return merged([x for x, w in zip(solution, weight, strict=True) if w > _NOTED], middle, corners), weights


def _by_columns(
    parts: Sequence[Primitive], goal: Shape, finish: Callable[[Ball], Ball], needs: Callable[[Pair], Ball | None]
) -> Found | None:
    """By linear programmes alone, with ever closer losses and orders where they matter; None if no bound can be proved.

    Their multipliers, slightly raised, are proved as others are; no conditions of contact have to be regular.
    """
    boundary = RegionBoundary(parts)
    ends = [arb(c.epsilon) for c in parts if isinstance(c, Line) and c.delta == ZERO]
    end = min(ends, key=float) if ends else None
    length = float(end) if end is not None else _length(parts, goal, boundary.kink)
    rows, work = _tried(parts, goal, boundary.kink), _WORK.get()
    with contextlib.suppress(NoReductionError, *FAILED), np.errstate(all="ignore"):
        bend = max(2.5, 2.0 + math.log(length / boundary.kink))
        v = length * np.sinh(np.linspace(-bend, bend, _COARSE + 1)) / math.sinh(bend)
        value = -math.inf
        for _ in range(_MOST_ROUNDS):
            programme = Columns(rows, goal, v)
            if work is not None:
                work.left -= programme.table.size
                if work.left < 0:
                    return None
            v, closed = programme.closer(bounded=end is not None)
            state = programme.state(end, boundary.kink)
            broken = violated(parts, state.pair(0))
            if broken is not None:
                rows = [*rows, broken]
            elif closed or abs(programme.value - value) < _NO_MORE * value:
                break
            value = programme.value
        with contextlib.suppress(NoReductionError, *FAILED):
            state = Newton(joined(rows, programme.y[2:]), goal, end, None, boundary.kink, rows)
            return _finished(parts, state.solved(programme.outputs(boundary.kink)), finish, needs)
        first = programme.state(end, boundary.kink)
        programme.refine()
        low = _inside(parts, first, needs)
        if work is not None and low[1] is None:  # a bound alone is no optimum
            return None
        for shares in _RAISED:
            if work is not None:
                work.left -= _OF_A_PROOF
            with contextlib.suppress(UncertifiedError):
                state = programme.state(end, boundary.kink)
                upper = finish(state.proved_with(*shares))
                if not upper - low[0] <= upper * flint.arb(NARROW):
                    low = max(low, _inside(parts, state, needs), key=lambda x: float(x[0]))
                return Found(low[0], upper, "T2", low[1])
    return None


def _inside(parts: Sequence[Primitive], state: DualSolution, needs: Callable[[Pair], Ball | None]) -> tuple[Ball, Pair | None]:
    """What a pair close to the outputs certainly needs, or 0."""
    with contextlib.suppress(UncertifiedError):
        return inside(parts, state, needs)
    return flint.arb(0), None
