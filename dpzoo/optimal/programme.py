"""The moment problem itself: the largest E g(X) under bounds on E f_j(X) in both orders, for targets that no theorem settles.

A linear programme on a grid of losses finds the outputs and the binding constraints; Newton's method in ball arithmetic solves
the conditions for them (the dual inequality touches at each output); the inequality is then proved for all losses, and a pair
a little inside the source is checked (theory, T1 and T2). Nothing of the search is trusted.
"""

from __future__ import annotations

import contextlib
import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Final

import flint

from dpzoo.numbers.late import Late
from dpzoo.numbers.real import ZERO, Ball, Real
from dpzoo.numbers.roots import root
from dpzoo.optimal import minima
from dpzoo.optimal.binary import RegionBoundary, masses
from dpzoo.optimal.certify import UncertifiedError, arb, down, holds, up
from dpzoo.optimal.chords import below
from dpzoo.optimal.optimum import NARROW, Found, NoReductionError, Pair
from dpzoo.optimal.primitives import Line, Orders, Power, Primitive, reach
from dpzoo.optimal.testing import fraction

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
else:
    np = Late("numpy")

_CELLS: Final = 1600
_SAME: Final = 1.7
_NOTED: Final = 1e-6
_FAR: Final = 30.0
_CENTRAL: Final = 0.1
_GENTLY: Final = 10
_VANISHED: Final = 1e-6
_NEXT_TO_NOTHING: Final = 2.0**-600
_LONGEST: Final = 2000.0
_NEAR: Final = (0.9, 0.97, 1.0, 1.03, 1.1)
_ROUNDS: Final = 3
_END: Final = 60.0
_ENOUGH: Final = 60.0
_LONGER: Final = 2.2
_NEARLY: Final = -1e-12
_AT_LEAST: Final = 7.0
_BINARY: Final = 100
_RAREST: Final = 1e-290
_MAX_CELLS: Final = 6_000
_COARSE: Final = 500
_FINER: Final = 41
_MOST_ROUNDS: Final = 24
_WIDER: Final = 1.6
_HELD: Final = 1e-13
_CLOSED: Final = 1e-12
_MERGED: Final = 1e-6
_RAISED: Final = ((1e-11, 1e-12), (1e-11, 1e-11), (1e-9, 1e-12), (1e-9, 1e-11), (1e-10, 1e-10), (1e-8, 1e-10), (1e-9, 1e-9))
_EXACTLY: Final = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}
_FAILED: Final = (UncertifiedError, ZeroDivisionError, ValueError, OverflowError)


_Tail = tuple[Ball, "Real | Ball", int, Ball]


@dataclass(frozen=True, slots=True)
class Exponentials:
    """A sum of terms coefficient·v^degree·e^{exponent·v}, degree 0 or 1, v the loss."""

    terms: tuple[tuple[Real | Ball, Real | Ball, int], ...]

    def floats(self, v: Floats, scale: Floats) -> Floats:
        """Its values over e^scale."""
        return np.asarray(sum(float(c) * v**d * np.exp(float(e) * v - scale) for c, e, d in self.terms))

    def growth(self, v: Floats) -> Floats:
        """The logarithm of its order of magnitude at large losses."""
        found: Floats = np.max([float(e) * v for _, e, _ in self.terms], axis=0)
        return found

    def balls(self, v: Ball, *, least: bool = False) -> tuple[Ball, Ball, Ball]:
        """Its value and two derivatives."""
        total = [flint.arb(0)] * 3
        for c, e, d in self.terms:
            coefficient, rate = _ball(c), _ball(e)
            power = coefficient * (rate * v).exp()
            if d == 0:
                parts = [power, rate * power, rate * rate * power]
            else:
                parts = [v * power, (1 + rate * v) * power, (2 * rate + rate * rate * v) * power]
            total = [x + y for x, y in zip(total, parts, strict=True)]
        return total[0], total[1], total[2]

    def tails(self, side: int, end: Ball) -> list[_Tail]:
        """Per term: coefficient, exponent, degree, and the share of it that is certain beyond ``end`` (all)."""
        return [(_ball(c) * (1 if d == 0 or side > 0 else -1), e, d, flint.arb(1)) for c, e, d in self.terms]


@dataclass(frozen=True, slots=True)
class Deviation:
    """|X - 1|^k, or X times it at 1/X in the reverse order."""

    k: Real
    reverse: bool

    def floats(self, v: Floats, scale: Floats) -> Floats:
        """Its values over e^scale."""
        k = float(self.k)
        gap = np.maximum(v, 0) + np.log(-np.expm1(-np.abs(v)))
        found: Floats = np.exp(k * gap + ((1 - k) * v if self.reverse else 0) - scale)
        return found

    def growth(self, v: Floats) -> Floats:
        """The logarithm of its order of magnitude at large losses."""
        k = float(self.k)
        return k * np.maximum(v, 0) + ((1 - k) * v if self.reverse else 0)

    def balls(self, v: Ball, *, least: bool = False) -> tuple[Ball, Ball, Ball]:
        """Its value and two derivatives; the last is not finite at 0 if k < 2, where ``least`` gives a lower bound of it."""
        k, x, gap = arb(self.k), v.exp(), abs(v.expm1())
        sign = flint.arb(1) if v > 0 else flint.arb(-1) if v < 0 else flint.arb(0, 1)
        low, mid = _power(gap, k), _power(gap, k - 1)
        high = flint.arb(gap.upper()) ** (k - 2) if least and k < 2 and not gap > 0 else _power(gap, k - 2)
        f, df = low, sign * k * mid * x
        second = k * (k - 1) * high * x * x + sign * k * mid * x
        if not self.reverse:
            return f, df, second
        rate, weight = 1 - k, ((1 - k) * v).exp()
        return weight * f, weight * (df + rate * f), weight * (second + 2 * rate * df + rate * rate * f)

    def tails(self, side: int, end: Ball) -> list[_Tail]:
        """It lies between share·e^{exponent·v} and e^{exponent·v} beyond ``end``."""
        k = arb(self.k)
        exponent = (flint.arb(1) if side > 0 else 1 - k) if self.reverse else (self.k if side > 0 else flint.arb(0))
        return [(flint.arb(1), exponent, 0, (1 - (-abs(end)).exp()) ** k)]


@dataclass(frozen=True, slots=True)
class Hinge:
    """max(X - e^ε, 0), whose mean is the hockey-stick divergence, or max(1 - e^ε X, 0), that of the reverse order."""

    epsilon: Real
    reverse: bool

    @property
    def corner(self) -> Ball:
        """The loss at which it bends."""
        return -arb(self.epsilon) if self.reverse else arb(self.epsilon)

    def floats(self, v: Floats, scale: Floats) -> Floats:
        """Its values over e^scale."""
        e = float(self.epsilon)
        high, gap = (np.zeros_like(v), v + e) if self.reverse else (v, e - v)
        found: Floats = np.exp(high - scale) * -np.expm1(np.minimum(gap, 0.0))
        return found

    def growth(self, v: Floats) -> Floats:
        """The logarithm of its order of magnitude at large losses."""
        e = float(self.epsilon)
        return np.where(v < -e, 0.0, -np.inf) if self.reverse else np.where(v > e, v, -np.inf)

    def balls(self, v: Ball, *, least: bool = False) -> tuple[Ball, Ball, Ball]:
        """Its value and two derivatives; across the corner the last is that of the branches, to which the bend only adds."""
        if v > self.corner or v < self.corner:
            return self.beside(v, rising=bool(v > self.corner))
        value, slope, second = self.beside(v, rising=not self.reverse)
        return value.max(flint.arb(0)), slope.union(flint.arb(0)), second.union(flint.arb(0))

    def beside(self, v: Ball, *, rising: bool) -> tuple[Ball, Ball, Ball]:
        """The same of the branch above the corner, or below it; nowhere above the hinge itself."""
        if rising is self.reverse:
            return flint.arb(0), flint.arb(0), flint.arb(0)
        if self.reverse:
            x = (arb(self.epsilon) + v).exp()
            return 1 - x, -x, -x
        x = v.exp()
        return x - arb(self.epsilon).exp(), x, x

    def tails(self, side: int, end: Ball) -> list[_Tail]:
        """Per term: coefficient, exponent, degree, and the share of it that is certain beyond ``end`` (all)."""
        one, price = flint.arb(1), arb(self.epsilon).exp()
        if (side < 0) is not self.reverse:
            return []
        if self.reverse:
            return [(one, flint.arb(0), 0, one), (-price, one, 0, one)]
        return [(one, one, 0, one), (-price, flint.arb(0), 0, one)]


Shape = Exponentials | Deviation | Hinge


@dataclass(frozen=True, slots=True)
class _Bound:
    shape: Shape
    limit: Ball
    part: Primitive


def _ball(x: Real | Ball) -> Ball:
    return arb(x) if isinstance(x, Real) else x


def _power(gap: Ball, exponent: Ball) -> Ball:
    """gap^exponent for a ball that may touch 0."""
    if gap > 0:
        return gap**exponent
    if exponent > 0:
        return flint.arb(0).union(flint.arb(gap.upper()) ** exponent)
    return flint.arb(1) if exponent == 0 else flint.arb("inf")


def shape_of_order(order: Real | Ball) -> Exponentials:
    """X^β, or X ln X at order 1."""
    return Exponentials(((flint.arb(1), order, 1 if float(order) == 1 else 0),))


@dataclass(frozen=True, slots=True)
class _Row:
    """One constraint of the programme: of a family at one order; of a single order and a power the order is not used."""

    part: Primitive
    order: float
    reverse: bool


def _joined(rows: list[_Row], weights: Floats) -> list[_Row]:
    """The binding constraints; neighbouring orders of one family, between which the true one lies, as one."""
    kept: list[tuple[_Row, float]] = []
    for row, weight in zip(rows, weights, strict=True):
        if weight <= 1e-7 * weights.max():
            continue
        last = next(
            (j for j in reversed(range(len(kept))) if kept[j][0].part is row.part and kept[j][0].reverse is row.reverse), None
        )
        if last is not None and (row.order - 1) < _SAME * (kept[last][0].order - 1 + 0.02):
            other, mass = kept[last]
            order = (other.order * mass + row.order * weight) / (mass + weight)
            kept[last] = (_Row(row.part, order, row.reverse), mass + weight)
        else:
            kept.append((row, weight))
    return [row for row, _ in kept]


def _between(rows: list[_Row], weights: Floats) -> list[_Row]:
    """Orders of a family next to those that bind, halfway to their neighbours."""
    found = []
    for row, weight in zip(rows, weights, strict=True):
        if weight <= 1e-9 * weights.max() or not isinstance(row.part, Orders) or row.part.single:
            continue
        own = [r.order for r in rows if r.part is row.part and r.reverse is row.reverse]
        near = [max((x for x in own if x < row.order), default=None), min((x for x in own if x > row.order), default=None)]
        for x in near:
            if x is not None:
                found += [_Row(row.part, row.order + (x - row.order) * share, row.reverse) for share in (0.15, 0.5)]
    return found


def _bound(row: _Row, order: Ball | None = None) -> _Bound:
    """The constraint of a row; ``order`` replaces its order."""
    part = row.part
    if isinstance(part, Line):
        return _Bound(Hinge(part.epsilon, row.reverse), arb(part.delta), part)
    if isinstance(part, Power):
        return _Bound(Deviation(part.k, row.reverse), (arb(part.k) * arb(part.epsilon).log()).exp(), part)
    assert isinstance(part, Orders)
    last = part.single or row.order >= float(part.high)
    alpha = arb(part.high) if last else order if order is not None else flint.arb(row.order)
    one, zero, s = flint.arb(1), flint.arb(0), alpha - 1
    bound = arb(part.xi) + arb(part.rho) * alpha
    if s == 0:
        return _Bound(Exponentials(((-one, zero, 1),) if row.reverse else ((one, one, 1),)), bound, part)
    there = Exponentials(((1 / s, part.high if last else alpha, 0), (-1 / s, one, 0)))  # exactly, beside a goal of the same order
    back = Exponentials(((1 / s, 1 - alpha, 0), (-1 / s, zero, 0)))
    return _Bound(back if row.reverse else there, (s * bound).expm1() / s, part)


_Start = tuple[list[_Row], list[tuple[float, float]]]
"""Constraints and outputs (loss, mass under Q) from which Newton's method may begin."""
_STARTS: Final[ContextVar[dict[tuple[Primitive, ...], _Start] | None]] = ContextVar("starts", default=None)


@contextlib.contextmanager
def neighbouring() -> Iterator[None]:
    """Problems of one question that differ little: each begins where the last one ended, if that leads to a proof."""
    token = _STARTS.set({})
    try:
        yield
    finally:
        _STARTS.reset(token)


def solve(parts: Sequence[Primitive], goal: Shape, finish: Callable[[Ball], Ball], needs: Callable[[Pair], Ball | None]) -> Found:
    """The largest E ``goal`` over pairs that meet ``parts``, through ``finish``; ``needs`` is that of one pair.

    Raises NoReductionError where the search or the proof does not succeed.
    """
    if any(not isinstance(c, Orders | Power | Line) for c in parts):
        raise NoReductionError("the moment problem is solved for bounds on Rényi divergences, powers and lines only")
    try:
        return _by_contact(parts, goal, finish, needs)
    except NoReductionError:
        searched = _STARTS.get() is not None  # of many neighbouring problems others may be solved sooner
        found = None if searched else _by_columns(parts, goal, finish, needs)
        if found is None:
            raise
        return found


def _by_contact(
    parts: Sequence[Primitive], goal: Shape, finish: Callable[[Ball], Ball], needs: Callable[[Pair], Ball | None]
) -> Found:
    """By the conditions of contact at the outputs that a linear programme finds."""
    boundary = RegionBoundary(parts)
    ends = [arb(c.epsilon) for c in parts if isinstance(c, Line) and c.delta == ZERO]
    end = min(ends, key=float) if ends else None
    point = boundary.kink_point()
    with contextlib.suppress(UncertifiedError, ZeroDivisionError, ValueError, OverflowError, NoReductionError):
        active, u = point.active[0], point.a
        if isinstance(active.part, Orders | Power):  # is randomised response the worst pair?
            atoms = [(-u, 1.0 / (1.0 + math.exp(-u))), (u, math.exp(-u) / (1.0 + math.exp(-u)))]
            rows = [_Row(active.part, active.order, r) for r in (False, True)]
            return _finished(
                parts,
                _Newton(rows, goal, end, None, u, [_Row(c, 1.0, False) for c in parts if isinstance(c, Orders)]).solved(atoms),
                finish,
                needs,
            )
    last_one = (_STARTS.get() or {}).get(tuple(parts))
    if last_one is not None:
        with contextlib.suppress(NoReductionError, *_FAILED):
            rows, atoms = last_one
            spare = [_Row(c, 1.0, False) for c in parts if isinstance(c, Orders)]
            return _finished(parts, _Newton(rows, goal, end, None, boundary.kink, spare).solved(atoms), finish, needs)
    wide = any(isinstance(c, Orders) and not c.single for c in parts)
    length = float(end) if end is not None else _length(parts, goal, boundary.kink)
    spare = [_Row(c, 1.0, False) for c in parts if isinstance(c, Orders)]
    with contextlib.suppress(*_FAILED):
        few = _few(boundary, goal, length, lambda rows: _Newton(rows, goal, end, None, boundary.kink, spare))
        for state in few if wide else ():
            with contextlib.suppress(NoReductionError, *_FAILED):
                return _finished(parts, state, finish, needs)
    seen = _tried(parts, goal, boundary.kink)
    try:
        # where goal and bound grow alike, mass escapes to infinity: an output at a huge ratio stands for it
        tied = isinstance(goal, Deviation) and any(isinstance(c, Orders) and c.high == goal.k for c in parts)
        far = max(_FAR, _FAR / (float(goal.k) - 1)) if tied and end is None and isinstance(goal, Deviation) else None
        rounds = _ROUNDS if wide and far is None else 0
        for attempt in range(rounds + 1):
            with np.errstate(all="ignore"):  # what overflows is refused by the solver
                atoms, weights = _grid([_bound(row) for row in seen], goal, length, boundary.kink, far)
            try:
                state = _Newton(_joined(seen, weights), goal, end, far, boundary.kink, seen).solved(atoms)
                return _finished(parts, state, finish, needs)
            except (NoReductionError, *_FAILED) as error:
                if isinstance(error, NoReductionError) and error.best is not None and end is None:
                    length = min(_LONGER * length, _ENOUGH)  # a rare output far out, which a bound of high order allows
                if attempt == rounds:
                    raise
                seen = sorted({*seen, *_between(seen, weights)}, key=lambda r: (parts.index(r.part), r.order, r.reverse))
        raise UncertifiedError("the orders that bind were not found")
    except NoReductionError:
        raise
    except _FAILED as error:
        why = str(error) if isinstance(error, UncertifiedError) else "Newton's method met a singular system"
        raise NoReductionError(f"the moment problem was not solved ({why})") from None


def _tried(parts: Sequence[Primitive], goal: Shape, kink: float) -> list[_Row]:
    """The constraints that the first programme has, those of a family at some orders."""
    growth = float(goal.growth(np.array([1.0]))[0])
    last = max(16.0, 12.0 / kink, 2 * growth)  # of a family's orders: large losses bind at v/2ρ, and ρ is about u²/2
    seen: list[_Row] = []
    for part in parts:
        if isinstance(part, Orders) and not part.single:
            top = min(float(part.high), 1.0 + last)
            tried = 1.0 + np.geomspace(min(0.02, (top - 1.0) / 10), top - 1.0, 24)
            near = [1.0 + (growth - 1.0) * x for x in _NEAR]
            chosen = sorted({1.0, *(float(x) for x in (*tried, *near) if 1 < x < float(part.high) * (1 - 1e-9)), top})
            seen += [_Row(part, x, r) for x in chosen for r in (False, True)]
        elif not isinstance(part, Line) or part.delta != ZERO:
            both = (False,) if isinstance(part, Line) and part.epsilon == ZERO else (False, True)  # total variation is symmetric
            seen += [_Row(part, float(part.high) if isinstance(part, Orders) else 1.0, r) for r in both]
    return seen


def _few(boundary: RegionBoundary, goal: Shape, length: float, newton: Callable[[list[_Row]], _Newton]) -> Iterator[_Newton]:
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

    def row(t: float, reverse: bool) -> _Row:
        active = others.excess(t, boundary.small(t))[1]
        return _Row(active.part, active.order, reverse)

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
    parts: Sequence[Primitive], state: _Newton, finish: Callable[[Ball], Ball], needs: Callable[[Pair], Ball | None]
) -> Found:
    """The bound that the multipliers prove, and a pair a little inside the source that comes close to it."""
    if _violated(parts, state.pair(0)) is not None:
        raise NoReductionError("the moment problem was not solved (an order beyond those that bind is broken)")
    start = state.start
    upper = state.proved()
    lower, table = _inside(parts, state, needs)
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
    bounds: Sequence[_Bound], goal: Shape, reach: float, middle: float, far: float | None
) -> tuple[list[tuple[float, float]], Floats]:
    """Outputs (loss, mass under Q) and multipliers by a linear programme on a grid, refined around its outputs."""
    from scipy.optimize import linprog  # slow to import, and few conversions need it

    bend = max(2.5, 2.0 + math.log(reach / middle))
    v = reach * np.sinh(np.linspace(-bend, bend, _CELLS + 1)) / math.sinh(bend)
    limits = [float(b.limit.log()) for b in bounds]
    corners = [float(b.shape.corner) for b in bounds if isinstance(b.shape, Hinge)]
    for _ in range(3):
        v = np.append(v[v <= reach], far) if far is not None else v
        v = np.unique(np.append(v, corners)) if corners else v
        scale = np.max(
            [np.maximum(v, 0), goal.growth(v), *(b.shape.growth(v) - x for b, x in zip(bounds, limits, strict=True))], axis=0
        )
        rows = np.array([b.shape.floats(v, scale + x) for b, x in zip(bounds, limits, strict=True)])
        equal = np.array([np.exp(-scale), np.exp(v - scale)])
        size = np.maximum(np.abs(rows).max(axis=0), equal.max(axis=0))
        gain = goal.floats(v, scale) / size
        rows, equal = rows / size, equal / size
        unit = float(np.abs(gain).max())
        found = linprog(-gain / unit, A_ub=rows, b_ub=np.ones(len(rows)), A_eq=equal, b_eq=[1, 1], method="highs")
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
    return _merged([x for x, w in zip(solution, weight, strict=True) if w > _NOTED], middle, corners), weights


def _by_columns(
    parts: Sequence[Primitive], goal: Shape, finish: Callable[[Ball], Ball], needs: Callable[[Pair], Ball | None]
) -> Found | None:
    """By linear programmes alone, with ever closer losses and orders where they matter; None if that does not close.

    Their multipliers, slightly raised, are proved as others are; no conditions of contact have to be regular.
    """
    boundary = RegionBoundary(parts)
    ends = [arb(c.epsilon) for c in parts if isinstance(c, Line) and c.delta == ZERO]
    end = min(ends, key=float) if ends else None
    length = float(end) if end is not None else _length(parts, goal, boundary.kink)
    rows = _tried(parts, goal, boundary.kink)
    with contextlib.suppress(NoReductionError, *_FAILED), np.errstate(all="ignore"):
        bend = max(2.5, 2.0 + math.log(length / boundary.kink))
        v = length * np.sinh(np.linspace(-bend, bend, _COARSE + 1)) / math.sinh(bend)
        for _ in range(_MOST_ROUNDS):
            programme = _Columns(rows, goal, v)
            v, closed = programme.closer(bounded=end is not None)
            state = programme.state(end, boundary.kink)
            broken = _violated(parts, state.pair(0))
            if broken is not None:
                rows = [*rows, broken]
            elif closed:
                break
        with contextlib.suppress(NoReductionError, *_FAILED):
            state = _Newton(_joined(rows, programme.y[2:]), goal, end, None, boundary.kink, rows)
            return _finished(parts, state.solved(programme.outputs(boundary.kink)), finish, needs)
        for shares in _RAISED:
            with contextlib.suppress(UncertifiedError):
                state = programme.state(end, boundary.kink)
                upper = finish(state.proved_with(*shares))
                lower, table = _inside(parts, state, needs)
                if upper - lower <= upper * flint.arb(NARROW):
                    return Found(lower, upper, "T2", table)
    return None


class _Columns:
    """One linear programme over the masses at given losses."""

    def __init__(self, rows: Sequence[_Row], goal: Shape, v: Floats) -> None:
        from scipy.optimize import linprog  # slow to import, and few conversions need it

        self.rows, self.goal = list(rows), goal
        bounds = [_bound(row) for row in rows]
        self.limits = [float(b.limit.log()) for b in bounds]
        self.shapes = [b.shape for b in bounds]
        self.corners = [float(x.corner) for x in self.shapes if isinstance(x, Hinge)]
        self.v = np.unique(np.append(v, [x for x in self.corners if v[0] < x < v[-1]]))
        table, gain, self.size = self._table(self.v)
        unit = float(np.abs(gain).max())
        found = linprog(
            -gain / unit, A_ub=table[2:], b_ub=np.ones(len(rows)), A_eq=table[:2], b_eq=[1, 1], method="highs", options=_EXACTLY
        )
        if found.status != 0:
            raise UncertifiedError("the linear programme has no solution")
        self.share: Floats = np.asarray(found.x)
        self.y: Floats = -unit * np.append(found.eqlin.marginals, found.ineqlin.marginals)

    def _table(self, v: Floats) -> tuple[Floats, Floats, Floats]:
        """1, X and the constraints over their limits, and the goal, all over the logarithm of a size that is the last."""
        growth = [x.growth(v) - limit for x, limit in zip(self.shapes, self.limits, strict=True)]
        scale = np.max([np.maximum(v, 0), self.goal.growth(v), *growth], axis=0)
        rows = [x.floats(v, scale + limit) for x, limit in zip(self.shapes, self.limits, strict=True)]
        table = np.array([np.exp(-scale), np.exp(v - scale), *rows])
        size = np.abs(table).max(axis=0)
        return table / size, self.goal.floats(v, scale) / size, scale + np.log(size)

    def closer(self, *, bounded: bool) -> tuple[Floats, bool]:
        """More losses, about the places where the dual inequality fails most, and whether it hardly fails at all.

        Where an end that bounds no losses has an output, others beyond it.
        """
        if not bounded and max(self.share[0], self.share[-1]) > _HELD and self.v[-1] < _ENOUGH:
            beyond = np.linspace(self.v[-1], _WIDER * self.v[-1], _FINER)
            return np.unique(np.concatenate([self.v, beyond, -beyond])), False
        kept: list[int] = np.flatnonzero(self.share > _HELD).tolist()
        near = [np.linspace(self.v[max(i - 1, 0)], self.v[min(i + 1, len(self.v) - 1)], _FINER) for i in kept]
        added, worst = [], 0.0
        for places in near:
            table, gain, _ = self._table(places)
            gap = gain - self.y @ table
            k = int(np.argmax(gap))
            worst = max(worst, float(gap[k]) / float(np.abs(gain).max() + np.abs(self.y) @ np.abs(table[:, k])))
            added += [places[max(k - 1, 0)], places[k], places[min(k + 1, _FINER - 1)]]
        return np.unique(np.append(self.v, added)), worst < _CLOSED

    def outputs(self, scale: float) -> list[tuple[float, float]]:
        """Its outputs, of neighbours their centre of mass."""
        held = [
            (float(self.v[i]), float(self.share[i] * math.exp(-self.size[i])))
            for i in np.flatnonzero(self.share > _HELD).tolist()
        ]
        return _merged(held, scale, self.corners)

    def state(self, end: Ball | None, scale: float) -> _Newton:
        """Its outputs, all but equal ones as one, and its multipliers."""
        found: list[tuple[float, float]] = []
        for i in np.flatnonzero(self.share > 0).tolist():
            v, m = float(self.v[i]), float(self.share[i] * math.exp(-self.size[i]))
            if found and abs(v - found[-1][0]) < _MERGED:
                w, n = found[-1]
                found[-1] = (w + math.log((n + m * math.exp(v - w)) / (n + m)), n + m)
            else:
                found.append((v, m))
        state = _Newton(self.rows, self.goal, end, None, scale, self.rows)
        used = [j for j, y in enumerate(self.y[2:]) if y > 0]
        state.binding = used
        state.y = [flint.arb(float(y)) for y in self.y[:2]]
        state.y += [flint.arb(float(self.y[2 + j]) * math.exp(-self.limits[j])) for j in used]
        state.v, state.m = [flint.arb(v) for v, _ in found], [flint.arb(m) for _, m in found]
        last = float(end) if end is not None else math.inf
        state.fixed = [abs(v) >= last * (1 - 1e-12) for v, _ in found]
        state.v = [v if not f or end is None else end if v > 0 else -end for v, f in zip(state.v, state.fixed, strict=True)]
        state.corner = [None] * len(found)
        return state


def _merged(points: list[tuple[float, float]], scale: float, corners: Sequence[float]) -> list[tuple[float, float]]:
    """Neighbouring grid points as one output at their centre of mass, but for those at a corner."""
    found: list[tuple[float, float]] = []
    for x, m in sorted(points):
        if found and abs(x - found[-1][0]) < 2e-2 * (min(scale, 1.0) + abs(x)) and not {x, found[-1][0]} & set(corners):
            y, n = found[-1]
            found[-1] = ((x * m + y * n) / (m + n), m + n)
        else:
            found.append((x, m))
    return found


class _Newton:
    """The conditions of optimality: outputs v_i with masses m_i, and numbers c, ν, λ_j of the dual inequality."""

    def __init__(
        self, rows: Sequence[_Row], goal: Shape, end: Ball | None, far: float | None, scale: float, spare: Sequence[_Row] = ()
    ) -> None:
        self.spare = spare
        """Other constraints of the source."""
        self.rows, self.goal, self.end, self.far, self.scale = list(rows), goal, end, far, min(scale, 1.0)
        self.bounds = [_bound(row) for row in self.rows]
        self.moving = [
            j
            for j, r in enumerate(self.rows)
            if isinstance(r.part, Orders) and not r.part.single and 1 < r.order < float(r.part.high)
        ]
        """The rows of a family, whose order is such that the constraint touches there."""
        self.order = {j: flint.arb(self.rows[j].order) for j in self.moving}
        self.v: list[Ball] = []
        self.m: list[Ball] = []
        self.y: list[Ball] = []
        self.binding: list[int] = []
        self.fixed: list[bool] = []
        self.corner: list[Hinge | None] = []
        """The bend at which an output stays."""
        self.bent: dict[int, Ball] = {}
        """Outputs near 0 whose loss v is searched as ±|v|^e, with the exponent e."""
        self.pace = 0.3
        """The longest step."""

    def solved(self, atoms: list[tuple[float, float]]) -> _Newton:
        """After Newton's method from approximate outputs, in small steps where larger ones lead astray."""
        try:
            return self._from(atoms)
        except _FAILED:
            if len(self.m) == len(atoms):  # the grid needs two outputs where one between its points is enough
                kept = [a for a, m in zip(atoms, self.m, strict=True) if m > a[1] * _VANISHED]
                if 2 <= len(kept) < len(atoms):
                    return self.solved(kept)
            if not self.bent:
                raise
            self.pace /= 10
            return self._from(atoms)

    def _from(self, atoms: list[tuple[float, float]]) -> _Newton:
        self.binding = list(range(len(self.rows)))
        limit = float(self.end) if self.end is not None else self.far if self.far is not None else math.inf
        corners = {float(b.shape.corner): b.shape for b in self.bounds if isinstance(b.shape, Hinge)}
        self.corner = [corners.get(x) for x, _ in atoms]
        self.fixed = [c is not None or abs(x) > limit * (1 - 1e-6) for (x, _), c in zip(atoms, self.corner, strict=True)]
        self.v = [
            c.corner if c is not None else (self.end if x > 0 else -self.end) if f and self.end is not None else flint.arb(x)
            for (x, _), f, c in zip(atoms, self.fixed, self.corner, strict=True)
        ]
        self.m = [flint.arb(m) for _, m in atoms]
        blunt = min((arb(b.shape.k) for b in self.bounds if isinstance(b.shape, Deviation)), default=flint.arb(2), key=float)
        if blunt < 2:  # |X - 1|^k bends infinitely at 0: there Newton's method moves |v|^{k-1}
            self.bent = {i: blunt - 1 for i, v in enumerate(self.v) if abs(float(v)) < _CENTRAL * self.scale}
            self.v = [v if float(v) or i not in self.bent else flint.arb(_NEXT_TO_NOTHING) for i, v in enumerate(self.v)]
        self._start()
        last = math.inf
        for _ in range(int(18 / self.pace)):
            step = self._step()
            if step < 1e-45 or (step >= last and step < 1e-25):
                break
            last = step
        else:
            raise UncertifiedError("Newton's method does not converge")
        if any(not m > 0 for m in self.m) or any(not y > 0 for y in self.y[2:]):
            raise UncertifiedError("a mass or a multiplier is not positive")
        for j, order in self.order.items():
            part = self.rows[j].part
            if not (isinstance(part, Orders) and order >= 1 and order <= arb(part.high)):
                raise UncertifiedError("an order leaves the family")
        return self

    @property
    def start(self) -> _Start:
        """Where a neighbouring problem may begin."""
        rows = [replace(row, order=float(self.order.get(j, row.order))) for j, row in enumerate(self.rows)]
        return rows, [(float(v), float(m)) for v, m in zip(self.v, self.m, strict=True)]

    @property
    def escaping(self) -> bool:
        """Whether some mass escapes to infinity."""
        return self.far is not None and any(f and c is None for f, c in zip(self.fixed, self.corner, strict=True))

    def _features(self, v: Ball, side: Ball | None = None) -> list[tuple[Ball, Ball, Ball]]:
        """1, X and the constraints with two derivatives; of hinges the branch at the loss ``side``, if there is one."""
        x = v.exp()
        one, zero = flint.arb(1), flint.arb(0)
        found = [(one, zero, zero), (x, x, x)]
        for j in self.binding:
            shape = self.bounds[j].shape
            if side is not None and isinstance(shape, Hinge):
                found.append(shape.beside(v, rising=bool(side > shape.corner)))
            else:
                found.append(shape.balls(v, least=True))
        return found

    def _start(self) -> None:
        """Multipliers by least squares from the contact conditions."""
        rows, right = [], []
        for v, f in zip(self.v, self.fixed, strict=True):
            features, g = self._features(v), self.goal.balls(v)
            for k in range(1 if f else 2):
                values_ = [float(x[k]) for x in features]
                scale = max(abs(float(g[k])), 1e-9 * max(map(abs, values_)), 1e-300)
                rows.append([x / scale for x in values_])
                right.append(float(g[k]) / scale)
        if not np.isfinite([*itertools.chain(*rows), *right]).all():
            raise UncertifiedError("the first multipliers are beyond floating-point numbers")
        found, *_ = np.linalg.lstsq(np.array(rows), np.array(right), rcond=None)
        self.y = [flint.arb(float(x)) for x in found]

    def _step(self) -> float:
        n, k = len(self.v), len(self.y)
        free = [i for i in range(n) if not self.fixed[i]]
        size = n + k + len(free) + len(self.moving)
        matrix = [[flint.arb(0)] * size for _ in range(size)]
        right = [flint.arb(0)] * size
        self.bounds = [_bound(row, self.order.get(j)) for j, row in enumerate(self.rows)]
        limits = [flint.arb(1), flint.arb(1), *(b.limit for b in self.bounds)]
        place = {i: n + k + p for p, i in enumerate(free)}
        turn = {j: n + k + len(free) + p for p, j in enumerate(self.moving)}
        features = [self._features(v) for v in self.v]
        changes = {j: self._changes(j) for j in self.moving}  # in the order: of the features, and of the limit
        zero = flint.arb(0)
        for r in range(k):  # the constraints
            scale = 1 / limits[r]
            for i in range(n):
                matrix[r][i] = features[i][r][0] * scale
                if i in place:
                    matrix[r][place[i]] = self.m[i] * features[i][r][1] * scale
            if r - 2 in turn:
                first, _, limit, _ = changes[r - 2]
                matrix[r][turn[r - 2]] = (sum((m * x[0] for m, x in zip(self.m, first, strict=True)), zero) - limit) * scale
            right[r] = 1 - sum((self.m[i] * features[i][r][0] for i in range(n)), zero) * scale
        row = k
        for i, v in enumerate(self.v):  # contact, and its derivative
            g = self.goal.balls(v)
            scale = 1 / (abs(g[0]) + abs(g[1]) + 1)
            for d in range(2 if i in place else 1):
                for r in range(k):
                    matrix[row][n + r] = features[i][r][d] * scale
                for j in self.moving:
                    matrix[row][turn[j]] = self.y[2 + j] * changes[j][0][i][d] * scale
                if i in place:
                    bend = sum((self.y[r] * features[i][r][d + 1] for r in range(k)), zero)
                    matrix[row][place[i]] = (bend - g[d + 1]) * scale
                right[row] = (g[d] - sum((self.y[r] * features[i][r][d] for r in range(k)), zero)) * scale
                row += 1
        for j in self.moving:  # each order touches
            first, second, limit, bend = changes[j]
            scale = 1 / self.bounds[j].limit
            for i in range(n):
                matrix[row][i] = first[i][0] * scale
                if i in place:
                    matrix[row][place[i]] = self.m[i] * first[i][1] * scale
            matrix[row][turn[j]] = (sum((m * x for m, x in zip(self.m, second, strict=True)), zero) - bend) * scale
            right[row] = (limit - sum((m * x[0] for m, x in zip(self.m, first, strict=True)), zero)) * scale
            row += 1
        self._bend(matrix, place)
        middle = flint.arb_mat([[x.mid() for x in line] for line in matrix])
        found = middle.solve(flint.arb_mat([[x.mid()] for x in right]))
        moves = [found[i, 0].mid() for i in range(size)]
        worst = max(
            [abs(float(moves[place[i]])) * (_GENTLY if i in self.bent else 1) for i in free]
            + [3 * abs(float(moves[turn[j]] / (self.order[j] - 1))) for j in self.moving]
            + [abs(float(moves[i] / self.m[i])) / 3 for i in range(n)],
            default=0.0,
        )
        if not math.isfinite(worst):
            raise UncertifiedError("Newton's method diverges")
        damp = flint.arb(self.pace / worst) if worst > self.pace else flint.arb(1)
        self._move([damp * x for x in moves], place, turn)
        return worst if damp == 1 else 1.0

    def _move(self, moves: list[Ball], place: dict[int, int], turn: dict[int, int]) -> None:
        n = len(self.v)
        for i in range(n):
            self.m[i] = (self.m[i] + moves[i]).mid()
            if i in self.bent:
                self.v[i] = self._unbent(i, moves[place[i]])
            elif i in place:
                self.v[i] = (self.v[i] + moves[place[i]]).mid()
        self.y = [(y + moves[n + r]).mid() for r, y in enumerate(self.y)]
        for j in self.moving:
            self.order[j] = (self.order[j] + moves[turn[j]]).mid()

    def _bend(self, matrix: list[list[Ball]], place: dict[int, int]) -> None:
        """Changes of the losses v near 0 as changes of ±|v|^e."""
        for i, e in self.bent.items():
            rate = abs(self.v[i]) ** (1 - e) / e
            for line in matrix:
                line[place[i]] *= rate

    def _unbent(self, i: int, move: Ball) -> Ball:
        """The loss of an output near 0 after a step of ±|v|^e."""
        v, e = self.v[i], self.bent[i]
        w = ((abs(v) ** e if v > 0 else -(abs(v) ** e)) + move).mid()
        return (flint.arb(1 if w > 0 else -1) * (abs(w) ** (1 / e)).max(flint.arb(_NEXT_TO_NOTHING))).mid()

    def _changes(self, j: int) -> tuple[list[tuple[Ball, Ball]], list[Ball], Ball, Ball]:
        """By differences in the order: of f and f' at each output, of f twice, of the limit once and twice."""
        h = flint.arb(2.0**-60)
        sides = [_bound(self.rows[j], self.order[j] + x) for x in (-h, flint.arb(0), h)]
        low, here, high = ([b.shape.balls(v) for v in self.v] for b in sides)
        first = [((c[0] - a[0]) / (2 * h), (c[1] - a[1]) / (2 * h)) for a, c in zip(low, high, strict=True)]
        second = [(c[0] - 2 * b[0] + a[0]) / (h * h) for a, b, c in zip(low, here, high, strict=True)]
        x, y, z = (b.limit for b in sides)
        return first, second, (z - x) / (2 * h), (z - 2 * y + x) / (h * h)

    def gap(self, v: Ball, side: Ball | None = None) -> tuple[Ball, Ball, Ball]:
        """g - c - νX - Σ λ f, and two derivatives: not positive where the dual inequality holds.

        With ``side``, that of the hinges' branches there, which is nowhere less.
        """
        g, features = self.goal.balls(v), self._features(v, side)
        a, b, c = (g[d] - sum((y * f[d] for y, f in zip(self.y, features, strict=True)), flint.arb(0)) for d in range(3))
        return a, b, c

    def gaps(self) -> Callable[[Floats], Floats]:
        """The first of :meth:`gap`, of the solution as it now is, in floats."""
        c, nu, *weights = (float(y) for y in self.y)
        shapes = [self.bounds[j].shape for j in self.binding]

        def gap(v: Floats) -> Floats:
            zero = np.zeros_like(v)
            used = sum(w * x.floats(v, zero) for w, x in zip(weights, shapes, strict=True))
            return np.asarray(self.goal.floats(v, zero) - c - nu * np.exp(v) - used)

        return gap

    def proved(self) -> Ball:
        """The dual bound, c raised by what the inequality misses."""
        slack = flint.arb(0)
        near: list[tuple[float, float]] = []
        if self.end is None and not self.escaping:
            for side in (-1, 1):
                self._guard(side)
        for j, row in enumerate(self.rows):
            if self.escaping and isinstance(row.part, Orders) and row.order >= float(row.part.high) and not row.reverse:
                self.y[2 + j] = arb(row.part.high) - 1  # as much as the goal at infinity
        for v, f, corner in zip(self.v, self.fixed, self.corner, strict=True):
            if corner is not None:
                slack = slack.max(self.gap(v)[0])
                near.append(self._beside(v, corner))
                continue
            if f and self.end is None:
                continue
            value, slope, _ = self.gap(v)
            for k in range(2, 44):
                r = flint.arb(2.0**-k)
                cell = (v - r).union(v + r)
                bend = self.gap(cell)
                if (f and bool(bend[1] * (1 if v > 0 else -1) > 0)) or bend[2] < 0:
                    slack = slack.max(value + (flint.arb(0) if f else abs(slope) * r))
                    near.append((up(v - r), down(v + r)))
                    break
            else:
                raise UncertifiedError("the dual inequality is not concave at an output")
        low, high = (-up(self.end), up(self.end)) if self.end is not None else (self._tail(-1), self._tail(1))
        cells = []
        start = low
        for a, b in sorted(near):
            if a > start:
                cells.append((start, a))
            start = max(start, b)
        if start < high:
            cells.append((start, high))
        self._below(cells)
        total = sum((self.y[2 + p] * self.bounds[j].limit for p, j in enumerate(self.binding)), flint.arb(0))
        return slack + self.y[0] + self.y[1] + total

    def proved_with(self, share: float, rest: float) -> Ball:
        """The dual bound of multipliers raised by a share, and c by another share and by what that lowers any bound."""
        waves = [y for y, j in zip(self.y[2:], self.binding, strict=True) if isinstance(self.bounds[j].shape, Exponentials)]
        more = rest * (abs(self.y[0]) + abs(self.y[1])) + share * sum(waves, flint.arb(0))  # hinges and powers are not negative
        self.y = [self.y[0] + more, self.y[1], *(y * (1 + flint.arb(share)) for y in self.y[2:])]
        if self.end is None:
            for side in (-1, 1):
                self._guard(side)
        low, high = (-up(self.end), up(self.end)) if self.end is not None else (self._tail(-1), self._tail(1))
        shapes = [self.bounds[j].shape for j in self.binding]
        bends = [float(x.corner) for x in shapes if isinstance(x, Hinge)]
        places = sorted({low, high, *(x for x in (0.0, *bends, *(float(v) for v in self.v)) if low < x < high)})
        self._below(list(itertools.pairwise(places)))
        total = sum((y * self.bounds[j].limit for y, j in zip(self.y[2:], self.binding, strict=True)), flint.arb(0))
        return self.y[0] + self.y[1] + total

    def _beside(self, v: Ball, corner: Hinge) -> tuple[float, float]:
        """An interval around a corner on which the gap is largest there: below it, it rises, above it, it falls."""
        at = next(2 + r for r, j in enumerate(self.binding) if self.bounds[j].shape == corner)
        ends = []
        for side in (-1, 1):
            for k in range(2, 44):
                r = flint.arb(2.0**-k)
                cell = v.union(v + side * r)
                features = self._features(cell)
                features[at] = corner.beside(cell, rising=side > 0)
                slope = self.goal.balls(cell)[1] - sum((y * f[1] for y, f in zip(self.y, features, strict=True)), flint.arb(0))
                if side * slope < 0:
                    ends.append(down(v + r) if side > 0 else up(v - r))
                    break
            else:
                raise UncertifiedError("the dual inequality is not decided beside a corner")
        return ends[0], ends[1]

    def _guard(self, side: int) -> None:
        """A high order with a tiny multiplier, where those that bind do not outweigh the goal at infinity."""
        with contextlib.suppress(UncertifiedError):
            self._tail(side)
            return
        last = max([side * float(v) for v in self.v], default=0.0)
        end = last + 0.25  # the outputs themselves touch
        while end < _END and not self.gap(flint.arb(side * end))[0] > _NEARLY:
            end += 0.125
        from_here = last + 0.9 * (end - last)
        best: tuple[float, _Row] | None = None
        for part in {id(r.part): r.part for r in (*self.rows, *self.spare)}.values():
            if not isinstance(part, Orders) or float(part.high) <= 1:
                continue
            xi, rho, high = float(part.xi), float(part.rho), float(part.high)
            order = high if part.single else min(high, max(1.5, min((from_here - xi + rho) / (2 * rho), _ENOUGH / from_here)))
            gain = (order if side > 0 else order - 1) * from_here - (order - 1) * (xi + rho * order)
            if best is None or gain > best[0]:
                best = gain, _Row(part, order, side < 0)
        if best is None:
            return
        bound = _bound(best[1], flint.arb(best[1].order))
        there = flint.arb(side * from_here)
        self.rows.append(best[1])
        self.bounds.append(bound)
        self.binding.append(len(self.bounds) - 1)
        self.y.append((2 * abs(self.goal.balls(there)[0]) / bound.shape.balls(there)[0]).mid())

    def _below(self, cells: list[tuple[float, float]]) -> None:
        """That the gap is not positive on all cells; an end of ±ε is rounded outwards."""
        count = 0
        while cells:
            a, b = cells.pop()
            count += 1
            if count > _MAX_CELLS:
                raise UncertifiedError("the dual inequality is not decided everywhere")
            left, right = flint.arb(a), flint.arb(b)
            middle = ((left + right) / 2).mid()
            r = (right - left) / 2
            cell = left.union(right)
            here, around = self.gap(middle, middle), self.gap(cell, middle)
            bounds = [around[0], here[0] + abs(around[1]) * r]
            if around[2].is_finite():
                bounds.append(here[0] + abs(here[1]) * r + around[2].max(flint.arb(0)) * r * r / 2)
            if any(x.is_finite() and x <= 0 for x in bounds):
                continue
            if here[0] > 0 or b - a < 1e-9 * self.scale:
                raise UncertifiedError("the dual inequality fails somewhere")
            m = float(middle)
            cells += [(a, m), (m, b)]

    def _tail(self, side: int) -> float:
        """A loss beyond which the inequality holds: one negative term outweighs all positive ones, which fall against it."""
        multipliers = [flint.arb(1), -self.y[0], -self.y[1], *(-y for y in self.y[2:])]
        shapes: list[Shape] = [
            self.goal,
            Exponentials(((flint.arb(1), flint.arb(0), 0),)),
            Exponentials(((flint.arb(1), flint.arb(1), 0),)),
            *(self.bounds[j].shape for j in self.binding),
        ]
        for size in (4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0):
            end = flint.arb(side * size)
            bends = [side * float(x.corner) for x in shapes if isinstance(x, Hinge)]
            if size <= max([*(side * float(v) for v, f in zip(self.v, self.fixed, strict=True) if not f), *bends], default=0.0):
                continue
            terms = [
                (m * c, e, d, share)
                for m, shape in zip(multipliers, shapes, strict=True)
                for c, e, d, share in shape.tails(side, end)
            ]
            if side > 0 and self.escaping:
                terms = self._tied(terms, end)
            negative = [t for t in terms if t[0] < 0]
            lead = max(negative, key=lambda t: (side * float(t[1]), t[2]), default=None)
            if lead is None:
                break
            total, fine = lead[0] * lead[3] * flint.arb(size) ** lead[2], True
            for c, e, d, _ in terms:
                if c > 0:
                    same = isinstance(e, Real) and isinstance(lead[1], Real) and e == lead[1]  # of balls it would stay open
                    fall = flint.arb(0) if same else side * (_ball(lead[1]) - _ball(e))
                    if not (fall > 0 or (fall == 0 and d <= lead[2])):
                        fine = False
                        break
                    if d > lead[2] and not fall * size > 1:
                        fine = False
                        break
                    total += c * flint.arb(size) ** d * (-fall * size).exp()
            if fine and total < 0:
                return side * size
        raise UncertifiedError("the dual inequality is not decided at infinity")

    def _tied(self, terms: list[_Tail], end: Ball) -> list[_Tail]:
        """X^k cancels between goal and bound, for (X - 1)^k ≤ X^k - kX^{k-1} + k(k-1)/2 max(X, X - 1)^{k-2} (Taylor)."""
        assert isinstance(self.goal, Deviation)
        k, one = arb(self.goal.k), flint.arb(1)
        wider = one if k >= 2 else (1 - (-end).exp()) ** (k - 2)
        rest = [t for t in terms if not (_ball(t[1]) - k).contains(0)]
        return [*rest, (-k, k - 1, 0, one), (k * (k - 1) / 2 * wider, k - 2, 0, one)]

    def pair(self, mix: float) -> Pair:
        """The outputs as a pair, P mixed with a share ``mix`` of Q, which shrinks every divergence."""
        q = [fraction(m) for m in self.m]
        p = [fraction(m * v.exp()) for m, v in zip(self.m, self.v, strict=True)]
        largest = int(np.argmax([min(float(a), float(b)) for a, b in zip(q, p, strict=True)]))
        q[largest] += 1 - sum(q)
        p[largest] += 1 - sum(p)
        share = Fraction(mix)
        p = [(1 - share) * a + share * b for a, b in zip(p, q, strict=True)]
        return Pair(tuple(p), tuple(q))


def _violated(parts: Sequence[Primitive], pair: Pair) -> _Row | None:
    """A family and an order at which the pair breaks it by more than a part in 10¹⁰, to be added to the programme."""
    p, q = np.array([float(x) for x in pair.p]), np.array([float(x) for x in pair.q])
    loss = np.log(p / q)
    for part in parts:
        if not isinstance(part, Orders) or part.single:
            continue
        last = min(float(part.high), 1.0 + 4 * (loss.max() + 1) / max(float(part.rho), 1e-3))
        orders = 1.0 + np.geomspace(1e-3, last - 1.0, 600)
        best, where, reverse = 0.0, 1.0, False
        for back, (a, b) in enumerate(((p, loss), (q, -loss))):
            grid = orders
            for _ in range(4):
                exponents = np.outer(grid - 1, b)
                top = exponents.max(axis=1)
                with np.errstate(over="ignore"):  # where small losses cancel, and where large ones overflow
                    moment = np.log1p((a * np.expm1(exponents)).sum(axis=1))
                d = np.where(top < 1, moment, top + np.log((a * np.exp(exponents - top[:, None])).sum(axis=1))) / (grid - 1)
                excess = d - float(part.xi) - float(part.rho) * grid
                k = int(np.argmax(excess))
                grid = np.linspace(grid[max(k - 1, 0)], grid[min(k + 1, len(grid) - 1)], 200)
            if excess.max() > best:
                best, where, reverse = (
                    float(excess.max()),
                    float(grid[int(np.argmax(excess)) if k in {0, 199} else 100]),
                    bool(back),
                )
        if best > 1e-10 * (float(part.xi) + float(part.rho)):
            return _Row(part, where, reverse)
    return None


def _inside(parts: Sequence[Primitive], state: _Newton, needs: Callable[[Pair], Ball | None]) -> tuple[Ball, Pair]:
    """What a pair inside the source certainly needs, and a pair that the definitions accept, too, a little farther inside."""
    value: Ball | None = None
    for margin in (2.0**-48, 2.0**-40, 2.0**-34, 2.0**-30, _ACCEPTED, 2.0**-24, 2.0**-20):
        pair = state.pair(margin)
        both = (pair, Pair(pair.q, pair.p))
        if value is None and all(_meets(part, x) for part in parts for x in both):
            value = needs(pair)
        if value is not None and len(pair.p) > 2:  # of many outputs the definitions' own programs tell no smaller margin
            return value, state.pair(max(margin, _ACCEPTED))
        if value is not None and all(_accepted(c, x) for c in parts for x in both if isinstance(c, Orders) and not c.single):
            return value, pair
    raise UncertifiedError("no pair near the optimum could be shown to meet the source")


_ACCEPTED: Final = 2.0**-27


def meets(parts: Sequence[Primitive], pair: Pair) -> bool:
    """Whether a pair certainly meets bounds on losses, lines, Rényi divergences and powers, in both orders."""
    return all(isinstance(c, Line | Orders | Power) and _meets(c, x) for c in parts for x in (pair, Pair(pair.q, pair.p)))


def _meets(part: Primitive, pair: Pair) -> bool:
    if isinstance(part, Line):
        return bool(minima.delta(pair, part.epsilon) <= arb(part.delta))
    if isinstance(part, Power):
        found = minima.power(pair, arb(part.k))
        return found is not None and bool(found <= arb(part.epsilon))
    assert isinstance(part, Orders)
    if part.single:
        found = minima.renyi(pair, arb(part.low))
        return found is not None and bool(found <= arb(part.xi))
    if len(pair.p) == 2:
        a, b = sorted((abs((arb(x) / arb(y)).log()) for x, y in zip(pair.p, pair.q, strict=True)), key=float)
        return holds(part, b, a)
    largest = max(((arb(x) / arb(y)).log() for x, y in zip(pair.p, pair.q, strict=True)), key=float)
    end = (largest - arb(part.xi)) / arb(part.rho) if part.high.infinite else arb(part.high)  # beyond it nothing is asked

    def divergence(s: Ball) -> Ball:
        found = minima.renyi(pair, 1 + s)
        return found if found is not None else flint.arb("inf")

    return below(divergence, arb(part.xi), arb(part.rho), end)


def _accepted(part: Orders, pair: Pair) -> bool:
    """Whether the notion's own program accepts a pair for all orders of a family."""
    from dpzoo.blocks.concentrated import greatest_excess

    p, q = np.array(pair.p, dtype=object), np.array(pair.q, dtype=object)
    excess = greatest_excess(p, q, offset=part.xi, slope=None, last=part.high)
    return bool(arb(excess) <= arb(part.rho))
