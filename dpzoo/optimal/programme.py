"""The moment problem itself: the largest E g(X) under bounds on E f_j(X) in both orders, for targets that no theorem settles.

Refined linear programmes over losses find the outputs and the binding constraints; Newton's method in ball arithmetic solves
the conditions for them (the dual inequality touches at each output); the inequality is then proved for all losses, and a pair
a little inside the source is checked (theory, T1 and T2). Nothing of the search is trusted.
"""

from __future__ import annotations

import contextlib
import functools
import math
from collections.abc import Callable, Iterator, Sequence
from contextvars import ContextVar
from typing import Any, Final

import flint

from dpzoo.numbers.late import Floats, np
from dpzoo.numbers.real import ONE, ZERO, Ball, Real
from dpzoo.numbers.roots import root
from dpzoo.optimal import windows
from dpzoo.optimal.acceptance import inside, meets, unmixed, violated
from dpzoo.optimal.binary import RegionBoundary, masses
from dpzoo.optimal.certify import UncertifiedError, arb, inner
from dpzoo.optimal.column_programme import AT_CORNER, Columns
from dpzoo.optimal.dual import DualSolution, Outputs
from dpzoo.optimal.newton import FAILED, Newton
from dpzoo.optimal.optimum import Found, NoReductionError, Pair, closer
from dpzoo.optimal.primitives import Gaussian, Line, OddsRange, Orders, Power, Primitive, reach, said
from dpzoo.optimal.response import table
from dpzoo.optimal.rows import Row, joined, mirrored, symmetric
from dpzoo.optimal.shapes import Deviation, Exponentials, Shape

_FAR: Final = 30.0
_LONGEST: Final = 2000.0
_NEAR: Final = (0.9, 0.97, 1.0, 1.03, 1.1)
_END: Final = 60.0
_ENOUGH: Final = 60.0
_LONGER: Final = 2.2
_AT_LEAST: Final = 7.0
_BINARY: Final = 100
_BESIDE: Final = 0.01
_RAREST: Final = 1e-290
_COARSE: Final = 500
_BEYOND: Final = 81
_TRIED: Final = 41
_SAFE: Final = tuple(2.0**-k for k in (27, 25, 23))
_MOST_ROUNDS: Final = 24
_MOST_CELLS: Final = 12_000
_MORE_BITS: Final = 1024
_CANCELLED: Final = flint.arb(2.0**-40)
_DIGITS: Final = 100.0
_APART: Final = 1.1
_NO_MORE: Final = 2e-12
_HARDLY: Final = 1e-9
_STILL: Final = 4
_SHORTENED: Final = 10
_ROOM: Final = 1.1
_ALONE: Final = 1e-8
_BESIDE_A_CURVE: Final = 120_000
"""The work in which a pair may be found that meets a curve, too."""
_MIXED: Final = 2.0**-20
_SELDOM: Final = 5
"""What such work counts for among many orders, since it seldom succeeds."""
_OF_A_PROOF: Final = 100_000
_OF_A_CONTACT: Final = 15_000
_OF_A_WINDOW: Final = 4_000
_RAISED: Final = ((1e-11, 1e-12), (1e-11, 1e-11), (1e-9, 1e-12), (1e-9, 1e-11), (1e-10, 1e-10), (1e-8, 1e-10), (1e-9, 1e-9))


_WINDOWS: Final[ContextVar[dict[tuple[Primitive, ...], float] | None]] = ContextVar("windows", default=None)
"""Of sources with a range of losses, where the worst window of the last problem begins."""
_STARTS: Final[ContextVar[dict[Any, Any] | None]] = ContextVar("starts", default=None)


def nearby() -> dict[Any, Any]:
    """Where problems of this question ended, by their constraints, if they differ little."""
    found = _STARTS.get()
    return {} if found is None else found


@contextlib.contextmanager
def neighbouring() -> Iterator[dict[Any, Any]]:
    """Problems of one question that differ little: each begins where the last one ended, if that leads to a proof."""
    starts: dict[Any, Any] = {}
    tokens = _STARTS.set(starts), _WINDOWS.set({})
    try:
        yield starts
    finally:
        _STARTS.reset(tokens[0])
        _WINDOWS.reset(tokens[1])


class TableWork:
    """What linear programmes and contact may still take, counted in entries of tables that take as long."""

    def __init__(self, left: int, *, proofs: bool = True) -> None:
        self.left, self.proofs = left, proofs
        """``proofs``: whether windows of losses are proved, too."""


_WORK: Final[ContextVar[TableWork | None]] = ContextVar("work", default=None)


def spend(entries: int) -> None:
    """Count other work that takes as long. Raises ArithmeticError where none is left."""
    work = _WORK.get()
    if work is not None:
        work.left -= entries
        if work.left < 0:
            raise ArithmeticError("the work that a question may take is done")


def at_most(entries: int, *, proofs: bool = True) -> TableWork:
    """So much work, or what is left to the question if that is less."""
    work = _WORK.get()
    return TableWork(entries if work is None else min(entries, work.left), proofs=proofs)


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
    if any(not isinstance(c, Orders | Power | Line | OddsRange | Gaussian) for c in parts):
        raise NoReductionError("the moment problem is solved for bounds on Rényi divergences, powers, lines and ranges only")
    if any(isinstance(c, OddsRange) for c in parts):
        if any(isinstance(c, Gaussian) for c in parts):
            raise NoReductionError("the moment problem is not solved for a range of losses beside a Gaussian curve")
        return _of_windows(parts, goal, finish, needs)
    contact = _MomentProblem(parts, goal, finish, needs)
    curved, growth = len(contact.parts) < len(parts), float(goal.growth(np.array([1.0]))[0])
    if curved and growth > 1 and reach(tuple(contact.parts)) < growth:
        raise NoReductionError("the moment problem is unbounded but for the Gaussian curve")
    if curved:
        with contextlib.suppress(ArithmeticError):
            spend(_SELDOM * _BESIDE_A_CURVE)
    with limited(TableWork(_BESIDE_A_CURVE) if curved else _WORK.get()):
        return contact.started() or contact.by_columns()


def _of_windows(
    parts: Sequence[Primitive], goal: Shape, finish: Callable[[Ball], Ball], needs: Callable[[Pair], Ball | None]
) -> Found:
    """With a range of losses: without it where the best pair does not need all of it, else by windows of losses (T13)."""
    ranges = [c for c in parts if isinstance(c, OddsRange)]
    kink, rest = RegionBoundary(parts).kink, [c for c in parts if c not in ranges]
    work, places = _WORK.get(), _WINDOWS.get()

    def counted() -> None:
        if work is not None:
            work.left -= _OF_A_WINDOW
            if work.left < 0:
                raise NoReductionError("the moment problem was not solved (its linear programmes take too long)")

    problem = windows.WindowProblem(parts, goal, _tried(rest, goal, kink), kink, counted)
    with np.errstate(all="ignore"):  # what overflows is refused by the solver
        if not problem.scan((places or {}).get(tuple(parts))).fills():
            with contextlib.suppress(NoReductionError, *FAILED):
                found = solve(rest, goal, finish, needs)
                if found.pair is not None and meets(parts, found.pair) and meets(ranges, unmixed(found.pair)):
                    return found
        found = windows.solve(problem, parts, finish, needs, proved=work is None or work.proofs)
    if places is not None:
        places[tuple(parts)] = problem.best.place
    return found


class _MomentProblem:
    """One problem by the conditions of contact at the outputs that some search finds."""

    def __init__(
        self, parts: Sequence[Primitive], goal: Shape, finish: Callable[[Ball], Ball], needs: Callable[[Pair], Ball | None]
    ) -> None:
        self.whole, self.goal, self.finish, self.needs = parts, goal, finish, needs
        self.parts = parts = [c for c in parts if not isinstance(c, Gaussian)]  # a curve is asked of the pair that is found
        self.boundary = RegionBoundary(parts)
        ends = [arb(c.epsilon) for c in parts if isinstance(c, Line) and c.delta == ZERO]
        self.end = min(ends, key=float) if ends else None
        self.spare = [Row(c, 1.0, False) for c in parts if isinstance(c, Orders | Power)]
        self.cells = 0
        """Of proofs that failed."""
        self.length = float(self.end) if self.end is not None else _length(parts, goal, self.boundary.kink)
        self.wide = any(isinstance(c, Orders) and not c.single for c in parts)
        # where goal and bound grow alike, mass escapes to infinity: an output at a huge ratio stands for it
        tied = isinstance(goal, Deviation) and any(isinstance(c, Orders) and c.high == goal.k for c in parts)
        self.far = max(_FAR, _FAR / (float(goal.k) - 1)) if tied and self.end is None and isinstance(goal, Deviation) else None

    def _from(self, rows: Sequence[Row], atoms: Outputs, spare: Sequence[Row] | None = None) -> Found:
        far = max(abs(v) for v, _ in atoms) > _DIGITS  # of large ratios more digits are lost
        for bits in (_MORE_BITS,) if far else (flint.ctx.prec, _MORE_BITS):
            with flint.ctx.workprec(max(bits, flint.ctx.prec)), contextlib.suppress(OverflowError):
                state = Newton(rows, self.goal, self.end, self.far, self.boundary.kink, spare or self.spare, _SHORTENED)
                try:
                    return self._finished(state.solved(atoms))
                finally:
                    self.cells += state.cells
        raise UncertifiedError("digits are lost")

    def _finished(self, state: DualSolution) -> Found:
        return _finished(self.whole, state, self.finish, self.needs)

    def started(self) -> Found | None:
        """From randomised response, from where a problem next to it ended, or from few outputs; None if none leads to a proof."""
        with contextlib.suppress(NoReductionError, *FAILED):
            point = self.boundary.kink_point()
            active, u = point.active[0], point.a
            if isinstance(active.part, Orders | Power):  # is randomised response the worst pair?
                half = 1 / (1 + flint.arb(-u).exp())
                atoms = [(-u, half), (u, 1 - half)]
                return self._from([Row(active.part, active.order, r) for r in (False, True)], atoms)
        kink, last_one = self.boundary.kink, nearby().get(tuple(self.whole))
        if last_one is not None:
            with contextlib.suppress(NoReductionError, *FAILED):
                return self._from(*last_one)
        with contextlib.suppress(*FAILED):
            few = _few(
                self.boundary, self.goal, self.length, lambda rows: Newton(rows, self.goal, self.end, None, kink, self.spare)
            )
            for state in few if self.wide else ():
                with contextlib.suppress(NoReductionError, *FAILED):
                    return self._finished(state)
        return None

    def by_columns(self) -> Found:
        """From the outputs of linear programmes, with ever closer losses and orders where they matter, until a proof.

        Where none do, the last multipliers are slightly raised and proved as others are: no contact has to be regular for that.
        """
        rows, v, work = _tried(self.parts, self.goal, self.boundary.kink), self._losses(), _WORK.get()
        error, value = NoReductionError("the moment problem was not solved (its linear programmes take too long)"), -math.inf
        programme, best, still = None, None, 0
        with np.errstate(all="ignore"):  # what overflows is refused by the solver
            for turn in range(_MOST_ROUNDS):
                if (work is not None and work.left < 0) or self.cells > _MOST_CELLS:
                    break
                try:
                    programme = self._programme(rows, v, work)
                    outputs = programme.outputs(self.boundary.kink)
                except FAILED as failed:
                    error = _failure(failed, error)
                    break
                found, missed = self._centred(programme)
                if found is not None and found.narrow:
                    return found
                best = closer(best, found)
                bounded = self.end is not None or self.far is not None
                cut = not bounded and programme.cut
                for used, atoms in () if cut else _starts(rows, programme, outputs, refined=turn > 0):
                    if work is not None:
                        work.left -= _OF_A_CONTACT
                    try:
                        return self._from(used, atoms, rows)
                    except (NoReductionError, *FAILED) as failed:
                        error = _failure(failed, error)
                try:
                    v, closed = programme.closer(bounded=bounded)
                    if (longer := self._farther(error)) is not None:
                        v, closed = np.unique(np.concatenate([v, longer, -longer])), False
                    broken = violated(self.parts, programme.state(self.end, self.boundary.kink).pair(0))
                except FAILED:
                    break
                if broken is not None or missed is not None:
                    rows = [*rows, *(x for x in (broken, missed) if x is not None)]
                elif closed or abs(programme.value - value) < _NO_MORE * value:
                    break
                still = still + 1 if abs(programme.value - value) < _HARDLY * value else 0
                if still > _STILL:
                    break
                value = programme.value
            found = self._raised(programme, work) if programme is not None and self.far is None else None
        if found is not None and found.narrow:
            return found
        error.best = functools.reduce(closer, (best, found, self._binary()), error.best)
        raise error

    def _binary(self) -> Found | None:
        """What the best binary pair certainly needs, from below."""
        with contextlib.suppress(*FAILED):
            t, _ = _best_binary(self.boundary, self.goal, self.length)
            pair = table(*inner(self.whole, self.boundary.point(t), _SAFE, floor=self.boundary.end))
            if (low := self.needs(pair)) is not None:
                return Found(low, flint.arb("inf"), "T2", pair)
        return None

    def _centred(self, programme: Columns) -> tuple[Found | None, Row | None]:
        """Where the goal's own order alone binds: its bound, and what an optimal pair needs that keeps far from all others.

        And an order at which that pair breaks a family.
        """
        binding = np.flatnonzero(programme.y[2:] > _ALONE * programme.y[2:].max()).tolist()
        row = programme.rows[binding[0]] if len(binding) == 1 else None
        order = self.goal.terms[0][1] if isinstance(self.goal, Exponentials) and len(self.goal.terms) == 1 else None
        if row is None or row.reverse or not isinstance(order, Real) or order < ONE or row.order != float(order):
            return None, None
        bound = said(row.part, order) if isinstance(row.part, Orders) else None
        if bound is None:
            return None, None
        most, s = arb(bound[0] + bound[1] * order), arb(order) - 1
        vertex = programme.share
        with contextlib.suppress(*FAILED):
            programme.centre(binding[0])
        state, programme.share = programme.state(self.end, self.boundary.kink), vertex
        low, pair = _inside(self.whole, state, self.needs)
        return Found(low, self.finish((s * most).exp() if order > ONE else most), "T2", pair), violated(self.parts, state.pair(0))

    def _programme(self, rows: list[Row], v: Floats, work: TableWork | None) -> Columns:
        programme = Columns(rows, self.goal, v)
        if work is not None:
            work.left -= programme.table.size
        programme.refine()
        return programme

    def _farther(self, error: NoReductionError) -> Floats | None:
        """Losses beyond all so far, where contact is proved to few digits only: high orders may allow a rare output far out."""
        if error.best is None or self.end is not None or self.far is not None or self.length >= _ENOUGH:
            return None
        before, self.length = self.length, min(_LONGER * self.length, _ENOUGH)
        return np.linspace(before, self.length, _BEYOND)

    def _losses(self) -> Floats:
        """The first losses at which outputs may be, closer together where they are small."""
        bend = max(2.5, 2.0 + math.log(self.length / self.boundary.kink))
        v = self.length * np.sinh(np.linspace(-bend, bend, _COARSE + 1)) / math.sinh(bend)
        return v if self.far is None else np.append(v, self.far)

    def _raised(self, programme: Columns, work: TableWork | None) -> Found | None:
        """What multipliers prove that are raised a little, and what a pair near the outputs needs; None if nothing."""
        low, pair = _inside(self.whole, programme.state(self.end, self.boundary.kink), self.needs)
        if work is not None and pair is None:  # a bound alone is no optimum
            return None
        for shares in _RAISED:
            if work is not None:
                work.left -= _OF_A_PROOF
            with contextlib.suppress(NoReductionError, *FAILED):
                state = programme.state(self.end, self.boundary.kink)
                return Found(low, self.finish(state.proved_with(*shares)), "T2", pair)
        return Found(low, flint.arb("inf"), "T2", pair) if pair is not None else None


def _starts(tried: list[Row], programme: Columns, outputs: Outputs, *, refined: bool) -> Iterator[tuple[list[Row], Outputs]]:
    """What a programme says; with orders apart that may be one; and that rare outputs are bound like those of the other order."""
    weights = programme.y[2:]
    rows, apart = joined(tried, weights), joined(tried, weights, _APART)
    yield rows, outputs
    if len(apart) > len(rows):
        yield apart, outputs
    both, first = mirrored(tried, weights), min(programme.corners, default=-math.inf)
    rare = [m for v, m in outputs if v < first]
    if rare or set(both) != set(rows):
        yield both, [(-outputs[-1][0], sum(rare, flint.arb(0))), *outputs[len(rare) :]] if rare else outputs
    added = [
        programme.unseen(tried.index(row)) for row in both if row in tried and row not in rows and not isinstance(row.part, Line)
    ]
    if added:
        yield both, sorted([*outputs, *added], key=lambda x: x[0])
    for side in (None, False, True) if refined else ():
        used = [row for row in rows if row.reverse is not side or not isinstance(row.part, Line)]
        if (side is None or len(used) < len(rows)) and (pushed := _pushed(outputs, used)):
            yield used, pushed


def _pushed(outputs: Outputs, rows: Sequence[Row]) -> Outputs | None:
    """With outputs at corners of lines that bind moved beyond them, as a whole and as far as lines allow, if that is little."""
    pushed = dict(outputs)
    for row in rows:
        if not isinstance(row.part, Line):
            continue
        side, end = -1 if row.reverse else 1, float(row.part.epsilon)
        m = pushed.get(side * end)
        beyond = float(arb(row.part.delta) / m) * (1 if row.reverse else math.exp(-end)) if m else 1.0
        if m and beyond < AT_CORNER:
            pushed = {v: x for v, x in pushed.items() if not 0 <= side * v - end < _BESIDE}
            pushed[side * (end + beyond)] = m
    return sorted(pushed.items(), key=lambda x: x[0]) if set(pushed) != {v for v, _ in outputs} else None


def _failure(failed: Exception, before: NoReductionError) -> NoReductionError:
    """Why the last attempt failed, with the closest ends so far."""
    error = failed if isinstance(failed, NoReductionError) else _unsolved(failed)
    error.best = closer(before.best, error.best)
    return error


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
            both = (False,) if symmetric(part) else (False, True)
            seen += [Row(part, float(part.high) if isinstance(part, Orders) else 1.0, r) for r in both]
    return seen


def _few(boundary: RegionBoundary, goal: Shape, length: float, newton: Callable[[list[Row]], Newton]) -> Iterator[Newton]:
    """From the best binary pair on, and with one output more, on the other side, where the dual inequality fails most."""
    others = RegionBoundary([c for c in boundary.parts if not isinstance(c, Line)])

    def outputs(t: float, reverse: bool) -> Outputs:
        return [(v, flint.arb(m)) for v, m in _outputs(boundary, t, reverse)]

    def row(t: float, reverse: bool) -> Row:
        active = others.excess(t, boundary.small(t))[1]
        return Row(active.part, active.order, reverse)

    t, reverse = _best_binary(boundary, goal, length)
    state = newton([row(t, reverse)]).solved(outputs(t, reverse))
    gaps, (rows, (rare, _)) = state.gaps(), state.start
    yield state
    excess, t = _best(boundary, lambda v, mass: mass * gaps(v), 1, not reverse, length)
    if excess > 0:
        both = [rare, outputs(t, not reverse)[0]]
        rest, mean = (1 - sum((m * (k * flint.arb(v)).exp() for v, m in both), flint.arb(0)) for k in (0, 1))
        yield newton([*rows, row(t, not reverse)]).solved([*both, (float((mean / rest).log()), rest)])


def _outputs(boundary: RegionBoundary, t: float, reverse: bool) -> list[tuple[float, float]]:
    """Losses and masses of the binary pair with this larger loss, or of its swap; the rarer output first."""
    b = boundary.small(t)
    p, p_rest, q, q_rest = masses(t, b)
    return [(-t, p), (b, p_rest)] if reverse else [(t, q), (-b, q_rest)]


def _best_binary(boundary: RegionBoundary, goal: Shape, length: float) -> tuple[float, bool]:
    """The larger loss of the binary pair with the largest E goal, and whether that is of the swapped pair."""

    def size(t: float, reverse: bool) -> float:
        (v, m), _ = _outputs(boundary, t, reverse)
        return float(goal.growth(np.array([v]))[0]) + math.log(m)

    far = np.linspace(boundary.kink, min(boundary.kink + length, boundary.end), _TRIED).tolist()
    unit = max(0.0, *(size(t, r) for t in far for r in (False, True)))

    def worth(v: Floats, mass: Floats) -> Floats:
        return goal.floats(v, unit - np.log(mass))

    (_, t), reverse = max((_best(boundary, worth, 2, r, length), r) for r in (False, True))
    return t, reverse


def _best(
    boundary: RegionBoundary, worth: Callable[[Floats, Floats], Floats], count: int, reverse: bool, length: float
) -> tuple[float, float]:
    """The largest sum of mass times worth over so many outputs of a binary pair on the boundary, and the larger loss."""

    def loss(x: float) -> float:
        return min(boundary.kink * (1 + math.exp(x)), boundary.end)

    def gain(x: float) -> float:
        where, mass = (np.array(y[:count]) for y in zip(*_outputs(boundary, loss(x), reverse), strict=True))
        with np.errstate(all="ignore"):
            value = float(worth(where, mass).sum())
        return value if math.isfinite(value) else -math.inf

    found: Outputs = []
    ends = (-14.0, math.log(max(_AT_LEAST, min(length, boundary.end) / boundary.kink - 1)))
    for count_ in (33, 9, 9, 9):
        grid = np.linspace(*ends, count_).tolist()
        found += [(gain(x), x) for x in grid]
        at = int(np.argmax([y for y, _ in found[-count_:]]))
        ends = (grid[max(at - 1, 0)], grid[min(at + 1, count_ - 1)])
    most, x = max(found)
    return most, loss(x)


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
    if growth > 1 or (isinstance(goal, Exponentials) and any(degree for *_, degree in goal.terms)):  # faster than a line's
        found = max(found, min(_ROOM * _exhausting(parts), _LONGEST))
    if not 0 < gap < math.inf:
        return found
    return min(max(found, 2.0 * (1.0 / gap + math.log1p(1.0 / gap)) + 1.0), _LONGEST)


def _exhausting(parts: Sequence[Primitive]) -> float:
    """The loss at which an output that has all of a line's δ exhausts a bound of some order; 0 without lines or such bounds."""
    rare = max((-float(arb(c.delta).log()) for c in parts if isinstance(c, Line) and c.delta != ZERO), default=0.0)
    ends = [(float(c.k) * math.log(float(c.epsilon)) + rare) / (float(c.k) - 1) for c in parts if isinstance(c, Power)]
    for c in parts:
        if isinstance(c, Orders) and c.high > ONE:
            xi, rho, last = float(c.xi), float(c.rho), float(c.high) - 1
            s = last if c.single or rho == 0 else min(last, math.sqrt(rare / rho))
            ends += [xi + rho * (1 + s) + rare / s] if s > 0 else []
    return min(ends, default=0.0) if rare else 0.0


def _finished(
    parts: Sequence[Primitive], state: DualSolution, finish: Callable[[Ball], Ball], needs: Callable[[Pair], Ball | None]
) -> Found:
    """The bound that the multipliers prove, and a pair a little inside the source that comes close to it."""
    if violated(parts, state.pair(0)) is not None:
        raise NoReductionError("the moment problem was not solved (an order beyond those that bind is broken)")
    if not meets([c for c in parts if isinstance(c, Gaussian)], state.pair(_MIXED)):  # which is seen before what takes longer
        raise NoReductionError("the moment problem was not solved (the pair does not keep to the curve)")

    def precise(bound: Ball) -> Ball:
        upper = finish(bound)
        if not upper.is_finite() or (flint.ctx.prec < _MORE_BITS and upper.rad() > abs(upper) * _CANCELLED):
            raise OverflowError
        return upper

    start = state.start
    upper = state.proved(precise)
    lower, table = inside(parts, state, needs)
    if not lower <= upper * (1 + flint.arb(2.0**-60)):
        raise NoReductionError("the moment problem was not solved (the ends cross)")
    found = Found(lower, upper, "T2", table, attained=not state.escaping)
    if not found.narrow:
        raise NoReductionError("the moment problem was solved to few digits only", found)
    if not state.escaping:
        nearby()[tuple(parts)] = start
    return found


def _inside(parts: Sequence[Primitive], state: DualSolution, needs: Callable[[Pair], Ball | None]) -> tuple[Ball, Pair | None]:
    """What a pair close to the outputs certainly needs, or 0."""
    with contextlib.suppress(*FAILED):
        return inside(parts, state, needs)
    return flint.arb(0), None
