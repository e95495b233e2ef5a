"""One linear programme of a moment problem over the masses at given losses, in floats."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

import flint

from dpzoo.numbers.late import Floats, np
from dpzoo.numbers.real import Ball
from dpzoo.optimal.certify import UncertifiedError
from dpzoo.optimal.dual import DualSolution, Outputs
from dpzoo.optimal.primitives import Orders
from dpzoo.optimal.rows import Row, bound_of
from dpzoo.optimal.shapes import Exponentials, Hinge, Shape

if TYPE_CHECKING:
    from numpy.typing import NDArray

_ENOUGH: Final = 400.0
_LEAST: Final = 1e-300
_OUTGROWN: Final = 300.0
_FINER: Final = 41
_WIDER: Final = 1.6
_HELD: Final = 1e-13
_SEEN: Final = 1e-15
_LITTLE: Final = 1e-12
_PLENTY: Final = 1e5
"""As much as this is not told from more."""
_CLOSED: Final = 1e-12
_MERGED: Final = 1e-6
_HAIR: Final = 1e-14
AT_CORNER: Final = 1e-5
"""Closer outputs are not told from those at a corner."""
_TOUCHES: Final = 4
_AT_END: Final = 1e-9
_EXACTLY: Final = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10, "presolve": False}


class Columns:
    """One linear programme over the masses at given losses."""

    def __init__(self, rows: Sequence[Row], goal: Shape, v: Floats) -> None:
        self.rows, self.goal = list(rows), goal
        bounds = [bound_of(row) for row in rows]
        self.limits = [float(b.limit.log()) for b in bounds]
        self.shapes = [b.shape for b in bounds]
        self.corners = [float(x.corner) for x in self.shapes if isinstance(x, Hinge)]
        self.v = with_corners(v, [x for x in self.corners if v[0] < x < v[-1]])
        self.unit = self._outgrown()
        """The logarithm of what the goal is divided by, which may outgrow the constraints beyond floats."""
        self.right = self._right()
        self.table, self.gain, self.size = self._table(self.v)
        self.share, self.y = self._solved(self.gain, np.zeros(len(rows)))

    def _right(self) -> Floats:
        """What the means of the table's rows are, or may be at most."""
        return np.ones(2 + len(self.rows))

    def _solved(self, gain: Floats, waste: Floats) -> tuple[Floats, Floats]:
        """The shares of the outputs and the multipliers at the optimum, where what is left of a limit counts so much."""
        from scipy.optimize import linprog  # slow to import, and few conversions need it

        unit, rows = float(np.abs(gain).max()), len(self.table)
        equal = np.hstack([self.table, np.eye(rows)[:, 2:]])
        for options in (_EXACTLY, _EXACTLY | {"presolve": True}, {}):
            found = linprog(-np.append(gain, waste) / unit, A_eq=equal, b_eq=self.right, method="highs", options=options)
            if found.status == 0:
                return np.asarray(found.x)[: len(gain)], -unit * np.asarray(found.eqlin.marginals)
        raise UncertifiedError("the linear programme has no solution")

    def refine(self) -> None:
        """More digits: with what the dual inequality fails by as the goal, over its own size; masses that meet what binds.

        After A. Gleixner, D. Steffy and K. Wolter, INFORMS Journal on Computing 28 (2016) 449-464, of the multipliers once.
        """
        gap = self.gain - self.y @ self.table
        unit = max(float(gap.max()), float(np.abs(gap[self.share > _HELD]).max()), _LEAST)
        with contextlib.suppress(UncertifiedError):
            share, more = self._solved(*(np.maximum(x / unit, -_PLENTY) for x in (gap, -self.y[2:])))
            self.share, self.y = share, self.y + unit * more
            self.y[2:] = np.maximum(self.y[2:], 0.0)
        self.balance(np.append([True, True], self.y[2:] > 0))

    def balance(self, tight: NDArray[np.bool_]) -> None:
        """Masses that meet some rows with equality, as far as little changes."""
        self._corrected(self.table[tight], self.right[tight])

    def _corrected(self, rows: Floats, right: Floats) -> None:
        held = self.share > _HELD
        change = np.linalg.lstsq(rows[:, held], right - rows @ self.share)[0]
        if float(np.abs(change).max()) < AT_CORNER:
            self.share[held] = np.maximum(self.share[held] + change, 0.0)

    def centre(self, binding: int) -> None:
        """Where one direct order alone binds: masses as far from the other constraints as can be, by shares of their limits.

        Of the same family less is asked the closer an order is to the one that binds, at which it touches: of E X^α, too, the
        derivative in α is that of e^{(α - 1)(ξ + ρα)}.
        """
        from scipy.optimize import linprog

        own, part = self.rows[binding], self.rows[binding].part
        assert isinstance(part, Orders)
        room = np.array([((r.order - own.order) / own.order) ** 2 if r.part is part else 1.0 for r in self.rows])
        most = np.hstack([self.table[2:], np.minimum(room, 1.0)[:, None]])
        equal, ends = self.table[[0, 1, 2 + binding]], [1.0, 1.0, 1.0]
        if not part.single and own.order < float(part.high):
            xi, rho = float(part.xi), float(part.rho)
            tilted = self.v * np.exp(own.order * self.v - self.size - (own.order - 1) * (xi + rho * own.order))
            equal, ends = np.vstack([equal, tilted]), [*ends, xi + rho * (2 * own.order - 1)]
        goal, equal = np.append(np.zeros(len(self.v)), -1.0), np.hstack([equal, np.zeros((len(equal), 1))])
        found = linprog(goal, most, np.ones(len(most)), equal, ends, method="highs", options=_EXACTLY)
        if found.status == 0:
            self.share = np.asarray(found.x)[:-1]
            self._corrected(equal[:, :-1], np.array(ends))

    def _table(self, v: Floats) -> tuple[Floats, Floats, Floats]:
        """1, X and the constraints over their limits, and the goal, all over the logarithm of a size that is the last."""
        scale = np.maximum(self._sizes(v), self.goal.growth(v) - self.unit)
        rows = [x.floats(v, scale + limit) for x, limit in zip(self.shapes, self.limits, strict=True)]
        table = np.array([np.exp(-scale), np.exp(v - scale), *rows])
        size = np.abs(table).max(axis=0)
        return table / size, self.goal.floats(v, scale + self.unit) / size, scale + np.log(size)

    def _sizes(self, v: Floats) -> Floats:
        """The logarithms of about the largest of 1, X and the constraints over their limits."""
        growth = [x.growth(v) - limit for x, limit in zip(self.shapes, self.limits, strict=True)]
        found: Floats = np.max([np.maximum(v, 0), *growth], axis=0)
        return found

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
            size = float(np.abs(gain).max() + np.abs(self.y) @ np.abs(table[:, k]))
            worst = max(worst, float(gap[k]) / max(size, _LEAST))
            added += [places[max(k - 1, 0)], places[k], places[min(k + 1, _FINER - 1)]]
        return np.unique(np.append(self.v, added)), worst < _CLOSED

    @property
    def cut(self) -> bool:
        """Whether an output that matters is at the last loss, so that others are better beyond it."""
        held = self._held()
        return bool(self.v[-1] < _ENOUGH and (held[0][0] == self.v[0] or held[-1][0] == self.v[-1]))

    def missing(self, v: Floats) -> float:
        """By how much the dual inequality fails at most about such losses: there, and at the tops of parabolas between them."""

        def gap(v: Floats) -> Floats:
            table, gain, size = self._table(v)
            return np.asarray((gain - self.y @ table) * np.exp(size))

        y = gap(v)
        k = np.flatnonzero((y[1:-1] >= y[:-2]) & (y[1:-1] >= y[2:])) + 1
        k = np.append(k, [1, len(v) - 2])  # a top next to an end has none of them
        left, right = v[k] - v[k - 1], v[k + 1] - v[k]
        rise, fall = (y[k] - y[k - 1]) / left, (y[k + 1] - y[k]) / right
        tops = v[k] + (right * rise + left * fall) / np.maximum(2 * (rise - fall), _LEAST)
        return float(np.append(y, gap(np.clip(tops, v[0], v[-1]))).max())

    @property
    def value(self) -> float:
        """The optimum, less the goal of equal laws."""
        zero = np.zeros(1)
        with np.errstate(divide="ignore"):  # of a power the logarithm of 0
            return abs(float(self.gain @ self.share - self.goal.floats(zero, zero + self.unit)[0]))

    def _held(self) -> Outputs:
        """The outputs that matter, to the goal or as masses; families of orders have others, ever rarer."""
        worth, mass = np.abs(self.gain) * self.share, np.abs(self.table[:2]).max(axis=0) * self.share
        kept = (self.share > _HELD) & ((worth > _LITTLE * self.value) | (mass > _SEEN))
        masses = (flint.arb(float(self.share[i])) * flint.arb(-float(self.size[i])).exp() for i in np.flatnonzero(kept).tolist())
        return list(zip(self.v[kept].tolist(), masses, strict=True))

    def outputs(self, scale: float) -> Outputs:
        """Its outputs, of neighbours their centre of mass."""
        return merged(self._held(), scale, self.corners)

    def unseen(self, row: int) -> tuple[float, Ball]:
        """An output too rare for the programme, which alone keeps one constraint: where the dual inequality needs it most."""
        gap, use = self.gain - self.y @ self.table, self.table[2 + row]
        with np.errstate(divide="ignore", invalid="ignore"):
            k = int(np.nanargmax(np.where(use > 0, gap / use, -np.inf)))
        return float(self.v[k]), flint.arb(-float(self.size[k] + math.log(use[k]))).exp()

    def _outgrown(self) -> float:
        return max(float((self.goal.growth(self.v) - self._sizes(self.v)).max()) - _OUTGROWN, 0.0)

    def _line(self) -> list[Ball]:
        """The multipliers of 1 and X."""
        return [flint.arb(float(y)) * flint.arb(self.unit).exp() for y in self.y[:2]]

    def state(self, end: Ball | None, scale: float) -> DualSolution:
        """Its outputs, all but equal ones as one, and its multipliers."""
        found: Outputs = []
        for v, m in self._held():
            if found and abs(v - found[-1][0]) < _MERGED:
                w, n = found[-1]
                found[-1] = (w + math.log1p(float(m / (n + m)) * math.expm1(v - w)), n + m)
            else:
                found.append((v, m))
        used = [j for j, y in enumerate(self.y[2:]) if y > 0]
        state = DualSolution([self.rows[j] for j in used], self.goal, end, None, scale, self.rows)
        state.binding = list(range(len(used)))
        unit = flint.arb(self.unit)
        state.y = self._line() + [flint.arb(float(self.y[2 + j])) * (unit - self.limits[j]).exp() for j in used]
        state.v, state.m = [flint.arb(v) for v, _ in found], [m for _, m in found]
        last = float(end) if end is not None else math.inf
        state.fixed = [abs(v) >= last * (1 - 1e-12) for v, _ in found]
        state.v = [v if not f or end is None else end if v > 0 else -end for v, f in zip(state.v, state.fixed, strict=True)]
        state.corner = [None] * len(found)
        return state


class CentredColumns(Columns):
    """The same with functions less their tangents at X = 1, and E(X - 1) = 0 over ``spread``: precise where X is close to 1."""

    def __init__(self, rows: Sequence[Row], goal: Shape, v: Floats, spread: float) -> None:
        self.spread = spread
        self.slopes = [_slope(bound_of(row).shape) for row in rows]
        self.start, self.slope = float(goal.balls(flint.arb(0))[0]), _slope(goal)
        super().__init__(rows, goal, v)

    def _outgrown(self) -> float:
        return 0.0

    def _right(self) -> Floats:
        return np.append([1.0, 0.0], np.ones(len(self.rows)))

    def _table(self, v: Floats) -> tuple[Floats, Floats, Floats]:
        growth = [x.growth(v) - limit for x, limit in zip(self.shapes, self.limits, strict=True)]
        scale = np.max([np.maximum(v, 0) - min(0.0, math.log(self.spread)), self.goal.growth(v), *growth], axis=0)
        unit, rise = np.exp(-scale), np.expm1(v) * np.exp(-scale)
        gain = self.goal.floats(v, scale) - self.start * unit - self.slope * rise
        rows = [
            x.floats(v, scale + limit) - slope * rise * math.exp(-limit)
            for x, limit, slope in zip(self.shapes, self.limits, self.slopes, strict=True)
        ]
        table = np.array([unit, rise / self.spread, *rows])
        size = np.abs(table).max(axis=0)
        return table / size, gain / size, scale + np.log(size)

    @property
    def value(self) -> float:
        """The optimum, less the goal of equal laws, which its tangent has."""
        return float(self.gain @ self.share)

    def _line(self) -> list[Ball]:
        less = [
            flint.arb(float(y) * slope * math.exp(-x)) for y, slope, x in zip(self.y[2:], self.slopes, self.limits, strict=True)
        ]
        rate = flint.arb(float(self.y[1])) / flint.arb(self.spread) + flint.arb(self.slope) - sum(less, flint.arb(0))
        return [(flint.arb(float(self.y[0])) + flint.arb(self.start) - rate).mid(), rate.mid()]

    def touch(self, scale: float, fails: Callable[[CentredColumns], bool]) -> bool:
        """Outputs and multipliers with which the dual inequality touches there, by Newton's method; ends and corners stay.

        Whether that succeeds: not where it still ``fails``, and not where no masses at these outputs meet all constraints.
        """
        before = self.v, self.table, self.gain, self.size, self.share, self.y.copy()
        outputs = [v for v, _ in self.outputs(scale)]
        for k in (0, -1):
            if abs(outputs[k] - self.v[k]) < _AT_END * np.ptp(self.v):
                outputs[k] = float(self.v[k])
        free = [i for i, v in enumerate(outputs) if v not in (self.v[0], self.v[-1], *self.corners)]
        state, used = self.state(None, scale), np.flatnonzero(self.y[2:] > 0)
        for _ in range(_TOUCHES):
            rows, lack = [], []
            for i, v in enumerate(outputs):
                gap, features = (np.array(x, dtype=float) for x in (state.gap(flint.arb(v)), state.features(flint.arb(v))))
                for d in range(2 if i in free else 1):
                    rows.append([*features[:, d], *(-gap[d + 1] if j == i else 0.0 for j in free)])
                    lack.append(gap[d])
            size = np.maximum(np.abs(rows).max(axis=0), _LEAST)
            if not np.isfinite(size).all() or not np.isfinite(lack).all():
                return False
            step = np.linalg.lstsq(np.array(rows) / size, np.array(lack))[0] / size
            state.y = [y + flint.arb(float(x)) for y, x in zip(state.y, step, strict=False)]
            for i, x in zip(free, step[len(state.y) :].tolist(), strict=True):
                outputs[i] += x
        inner, ends = sorted(outputs), before[0][[0, -1]]
        if ends[0] <= inner[0] and inner[-1] <= ends[1]:
            self._take(state.y, used)
            self.v = np.array(inner)
            self.table, self.gain, self.size = self._table(self.v)
            tight = np.append([0, 1], 2 + used)
            self.share = np.linalg.lstsq(self.table[tight], self.right[tight])[0]
            off = (
                np.abs(self.table[tight] @ self.share - self.right[tight]).max(),
                (self.table[2:] @ self.share).max(initial=0.0) - 1,
            )
            if max(off) < _CLOSED and self.share.min() >= 0 and not fails(self):
                return True
        self.v, self.table, self.gain, self.size, self.share, self.y = before
        return False

    def _take(self, y: list[Ball], used: NDArray[np.int_]) -> None:
        """Multipliers of 1, X and some constraints as those of the table."""
        weights = np.array([float(x) for x in y[2:]])
        self.y[2 + used] = np.maximum(weights * np.exp(np.array(self.limits)[used]), 0.0)
        rate = y[1] - flint.arb(self.slope) + flint.arb(float(weights @ np.array(self.slopes)[used]))
        self.y[:2] = float(y[0] + y[1] - flint.arb(self.start)), float(rate) * self.spread


def _slope(shape: Shape) -> float:
    """The derivative at X = 1; a hinge, which may bend there, and a power of |X - 1| are left as they are."""
    return float(shape.balls(flint.arb(0))[1]) if isinstance(shape, Exponentials) else 0.0


def with_corners(v: Floats, corners: Sequence[float]) -> Floats:
    """The losses v in order, with the corners, and none that rounding alone tells from a corner."""
    if not corners:
        return np.unique(v)
    beside = np.abs(v[:, None] - np.array(corners)).min(axis=1) < _HAIR * np.ptp(v)
    return np.unique(np.append(v[~beside], corners))


def merged(points: Outputs, scale: float, corners: Sequence[float]) -> Outputs:
    """Neighbouring grid points as one output at their centre of mass, but for those at a corner, or too close to tell it."""
    found: Outputs = []
    for v, m in sorted(points, key=lambda x: x[0]):
        x = next((c for c in corners if abs(v - c) < AT_CORNER * min(scale, 1.0)), v)
        if found and found[-1][0] == x:
            found[-1] = (x, found[-1][1] + m)
        elif found and abs(x - found[-1][0]) < 2e-2 * (min(scale, 1.0) + abs(x)) and not {x, found[-1][0]} & set(corners):
            y, n = found[-1]
            found[-1] = (y + (x - y) * float(m / (m + n)), m + n)
        else:
            found.append((x, m))
    return found
