"""Newton's method in balls for the conditions of contact of a moment problem."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Final

import flint

from dpzoo.numbers.late import np
from dpzoo.numbers.real import Ball
from dpzoo.optimal.certify import UncertifiedError, arb
from dpzoo.optimal.dual import DualSolution, Outputs
from dpzoo.optimal.primitives import Orders
from dpzoo.optimal.rows import Row, bound_of
from dpzoo.optimal.shapes import Deviation, Hinge, Shape

_CENTRAL: Final = 0.1
_GENTLY: Final = 10
_WAY: Final = 18.0
_LONG: Final = 60
_NEARLY: Final = 8
_VANISHED: Final = 1e-3
_NEXT_TO_NOTHING: Final = 2.0**-600
_HARDLY_ANY: Final = flint.arb(1e-9)
FAILED: Final = (UncertifiedError, ZeroDivisionError, ValueError, OverflowError)


class Newton(DualSolution):
    """The conditions of optimality: the dual inequality touches at each output, and the binding constraints are equalities."""

    def __init__(
        self,
        rows: Sequence[Row],
        goal: Shape,
        end: Ball | None,
        far: float | None,
        scale: float,
        spare: Sequence[Row] = (),
        most: int = _LONG,
    ) -> None:
        super().__init__(rows, goal, end, far, scale, spare)
        self.bent: dict[int, Ball] = {}
        """Outputs near 0 whose loss v is searched as ±|v|^e, with the exponent e."""
        self.pace = 0.3
        """The longest step."""
        self.most = most
        """So many steps may be shortened: from outputs that are nearly right few are."""

    def solved(self, atoms: Outputs) -> Newton:
        """After Newton's method from approximate outputs, in small steps where larger ones lead astray."""
        try:
            return self._from(atoms)
        except FAILED:
            if len(self.m) == len(atoms):  # the grid needs two outputs where one between its points is enough
                left = zip(atoms, self.v, self.m, strict=True)
                kept = [(float(v), m.mid()) for (_, before), v, m in left if m > before * _VANISHED]
                if 2 <= len(kept) < len(atoms):
                    return self.solved(kept)
            if not self.bent:
                raise
            self.pace /= 10
            return self._from(atoms)

    def _from(self, atoms: Outputs) -> Newton:
        self.binding = list(range(len(self.rows)))
        limit = float(self.end) if self.end is not None else self.far if self.far is not None else math.inf
        corners = {float(b.shape.corner): b.shape for b in self.bounds if isinstance(b.shape, Hinge)}
        self.corner = [corners.get(x) for x, _ in atoms]
        self.fixed = [c is not None or abs(x) > limit * (1 - 1e-6) for (x, _), c in zip(atoms, self.corner, strict=True)]
        self.v = [
            c.corner if c is not None else (self.end if x > 0 else -self.end) if f and self.end is not None else flint.arb(x)
            for (x, _), f, c in zip(atoms, self.fixed, self.corner, strict=True)
        ]
        self.m = [m for _, m in atoms]
        blunt = min((arb(b.shape.k) for b in self.bounds if isinstance(b.shape, Deviation)), default=flint.arb(2), key=float)
        if blunt < 2:  # |X - 1|^k bends infinitely at 0: there Newton's method moves |v|^{k-1}
            near = (i for i, v in enumerate(self.v) if not self.fixed[i] and abs(float(v)) < _CENTRAL * self.scale)
            self.bent = dict.fromkeys(near, blunt - 1)
            self.v = [v if float(v) or i not in self.bent else flint.arb(_NEXT_TO_NOTHING) for i, v in enumerate(self.v)]
        self._start()
        last, left = math.inf, self.most
        for _ in range(int(_WAY / self.pace)):
            step = self._step()
            left -= step == 1.0
            if left < 0:
                raise UncertifiedError("Newton's method leads astray")
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
        self.bounds = [bound_of(row, self.order.get(j)) for j, row in enumerate(self.rows)]  # at the orders after the last step
        return self

    def _start(self) -> None:
        """Multipliers by least squares from the contact conditions."""
        limits = [flint.arb(1), flint.arb(1), *(b.limit for b in self.bounds)]
        goals = [self.goal.balls(v) for v in self.v]
        unit = sum((m * abs(g[0]) for m, g in zip(self.m, goals, strict=True)), flint.arb(_NEXT_TO_NOTHING)).mid()
        rows, right = [], []
        for v, f, g in zip(self.v, self.fixed, goals, strict=True):
            features = [[x / limit for x in each] for each, limit in zip(self.features(v), limits, strict=True)]
            for k in range(1 if f else 2):
                values = [x[k].mid() for x in features]
                most = max((abs(x) for x in values), key=float)
                scale = (abs(g[k].mid()) / unit).max(most * _HARDLY_ANY)
                rows.append([float(x / scale) for x in values])
                right.append(float(g[k] / unit / scale))
        if not np.isfinite([*itertools.chain(*rows), *right]).all():
            raise UncertifiedError("the first multipliers are beyond floating-point numbers")
        found, *_ = np.linalg.lstsq(np.array(rows), np.array(right), rcond=None)
        self.y = [flint.arb(float(x)) * unit / limit.mid() for x, limit in zip(found, limits, strict=True)]

    def _step(self) -> float:
        n, k = len(self.v), len(self.y)
        free = [i for i in range(n) if not self.fixed[i]]
        size = n + k + len(free) + len(self.moving)
        matrix = [[flint.arb(0)] * size for _ in range(size)]
        right = [flint.arb(0)] * size
        self.bounds = [bound_of(row, self.order.get(j)) for j, row in enumerate(self.rows)]
        limits = [flint.arb(1), flint.arb(1), *(b.limit for b in self.bounds)]
        place = {i: n + k + p for p, i in enumerate(free)}
        turn = {j: n + k + len(free) + p for p, j in enumerate(self.moving)}
        features = [self.features(v) for v in self.v]
        changes = {j: self._changes(j) for j in self.moving}  # in the order: of the features, and of the limit
        zero = flint.arb(0)
        totals = [sum((m * f[r][0] for m, f in zip(self.m, features, strict=True)), zero) for r in range(k)]
        near = [bool(x > limit / _NEARLY) for x, limit in zip(totals, limits, strict=True)]  # so that it has a logarithm
        units = [x if n else limit for x, n, limit in zip(totals, near, limits, strict=True)]
        rates = {j: sum((m * x[0] for m, x in zip(self.m, changes[j][0], strict=True)), zero) / units[2 + j] for j in self.moving}
        for r in range(k):  # the constraints, by logarithms: of a rare output that a high order bounds they are nearly linear
            for i in range(n):
                matrix[r][i] = features[i][r][0] / units[r]
                if i in place:
                    matrix[r][place[i]] = self.m[i] * features[i][r][1] / units[r]
            if r - 2 in turn:
                matrix[r][turn[r - 2]] = rates[r - 2] - changes[r - 2][2] / limits[r]
            right[r] = (limits[r] / totals[r]).log() if near[r] else 1 - totals[r] / limits[r]
        row = self._contact(matrix, right, features, {j: changes[j][0] for j in self.moving}, place, turn)
        for j in self.moving:  # each order touches
            first, second, limit, bend = changes[j]
            unit, whole, own = units[2 + j], limits[2 + j], rates[j] if near[2 + j] else zero
            for i in range(n):
                f = features[i][2 + j]
                matrix[row][i] = (first[i][0] - own * f[0]) / unit
                if i in place:
                    matrix[row][place[i]] = self.m[i] * (first[i][1] - own * f[1]) / unit
            square = (limit / whole) ** 2 - own * own if near[2 + j] else zero
            matrix[row][turn[j]] = sum((m * x for m, x in zip(self.m, second, strict=True)), zero) / unit - bend / whole + square
            right[row] = limit / whole - rates[j]
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

    def _contact(
        self,
        matrix: list[list[Ball]],
        right: list[Ball],
        features: Sequence[Sequence[tuple[Ball, Ball, Ball]]],
        changes: dict[int, list[tuple[Ball, Ball]]],
        place: dict[int, int],
        turn: dict[int, int],
    ) -> int:
        """The rows that say that the dual inequality touches at each output, with its derivative, and the row after them."""
        n, k = len(self.v), len(self.y)
        row, zero = k, flint.arb(0)
        for i, v in enumerate(self.v):
            g = self.goal.balls(v)
            scale = 1 / (abs(g[0]) + abs(g[1]) + 1)
            for d in range(2 if i in place else 1):
                for r in range(k):
                    matrix[row][n + r] = features[i][r][d] * scale
                for j in self.moving:
                    matrix[row][turn[j]] = self.y[2 + j] * changes[j][i][d] * scale
                if i in place:
                    bend = sum((self.y[r] * features[i][r][d + 1] for r in range(k)), zero)
                    matrix[row][place[i]] = (bend - g[d + 1]) * scale
                right[row] = (g[d] - sum((self.y[r] * features[i][r][d] for r in range(k)), zero)) * scale
                row += 1
        return row

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
        sides = [bound_of(self.rows[j], self.order[j] + x) for x in (-h, flint.arb(0), h)]
        low, here, high = ([b.shape.balls(v) for v in self.v] for b in sides)
        first = [((c[0] - a[0]) / (2 * h), (c[1] - a[1]) / (2 * h)) for a, c in zip(low, high, strict=True)]
        second = [(c[0] - 2 * b[0] + a[0]) / (h * h) for a, b, c in zip(low, here, high, strict=True)]
        x, y, z = (b.limit for b in sides)
        return first, second, (z - x) / (2 * h), (z - 2 * y + x) / (h * h)
