"""Outputs and multipliers of a moment problem, and the proof of its dual inequality (theory, T1 and T2)."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import flint

from dpzoo.numbers.late import Floats, np
from dpzoo.numbers.real import ONE, Ball, Real
from dpzoo.optimal.acceptance import FewOutputs
from dpzoo.optimal.certify import UncertifiedError, arb, down, up
from dpzoo.optimal.optimum import Pair
from dpzoo.optimal.primitives import Orders, Power, Primitive
from dpzoo.optimal.rows import Row, bound_of
from dpzoo.optimal.shapes import Deviation, Exponentials, Hinge, Shape, Tail, ball_of

_END: Final = 60.0
_ENOUGH: Final = 60.0
_NEARLY: Final = -1e-12
_MAX_CELLS: Final = 6_000
_FEWER_CELLS: Final = 800
"""Where multipliers that are raised by more may need fewer."""
_SIZES: Final = tuple(2.0**k for k in range(-10, 10))
"""Losses beyond which the inequality may be decided at once."""

Outputs = list[tuple[float, Ball]]
"""Losses, and masses under Q, which may be below all floats."""
Start = tuple[list[Row], Outputs]
"""Constraints and outputs from which Newton's method may begin."""


class DualSolution:
    """Outputs v_i with masses m_i, and numbers c, ν, λ_j of the dual inequality."""

    def __init__(
        self, rows: Sequence[Row], goal: Shape, end: Ball | None, far: float | None, scale: float, spare: Sequence[Row] = ()
    ) -> None:
        self.spare = spare
        """Other constraints of the source."""
        self.rows, self.goal, self.end, self.far, self.scale = list(rows), goal, end, far, min(scale, 1.0)
        self.bounds = [bound_of(row) for row in self.rows]
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
        self.cells = 0
        """On how many the dual inequality was looked at."""

    @property
    def start(self) -> Start:
        """Where a neighbouring problem may begin."""
        rows = [replace(row, order=float(self.order.get(j, row.order))) for j, row in enumerate(self.rows)]
        return rows, [(float(v), m) for v, m in zip(self.v, self.m, strict=True)]

    @property
    def escaping(self) -> bool:
        """Whether some mass escapes to infinity."""
        return self.far is not None and any(f and c is None for f, c in zip(self.fixed, self.corner, strict=True))

    def features(self, v: Ball, side: Ball | None = None) -> list[tuple[Ball, Ball, Ball]]:
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

    def gap(self, v: Ball, side: Ball | None = None) -> tuple[Ball, Ball, Ball]:
        """g - c - νX - Σ λ f, and two derivatives: not positive where the dual inequality holds.

        With ``side``, that of the hinges' branches there, which is nowhere less.
        """
        g, features = self.goal.balls(v), self.features(v, side)
        a, b, c = (g[d] - sum((y * f[d] for y, f in zip(self.y, features, strict=True)), flint.arb(0)) for d in range(3))
        return a, b, c

    def _over(self, v: Ball, side: Ball) -> tuple[Ball, Ball, Ball]:
        """The same over what the goal grows like, for losses of one sign: where both cancel, the rest is seen better.

        Beyond all outputs over what grows fastest, which is all that counts there.
        """
        sign = 1 if side > 0 else -1
        beyond = all(sign * (side - x) > 0 for x in self.v)
        shapes = [self.goal, *(self.bounds[j].shape for j in self.binding if beyond)]
        rate = flint.arb(sign * max(float(x.growth(np.array([sign * _END]))[0]) for x in shapes) / _END)
        constant = Exponentials(((self.y[0], flint.arb(0), 0), (self.y[1], flint.arb(1), 0)))
        terms = [x.over(rate, v, rising=not isinstance(x, Hinge) or bool(side > x.corner)) for x in (self.goal, constant)]
        total = [a - b for a, b in zip(*terms, strict=True)]
        for y, j in zip(self.y[2:], self.binding, strict=True):
            shape = self.bounds[j].shape
            part = shape.over(rate, v, rising=not isinstance(shape, Hinge) or bool(side > shape.corner))
            total = [a - y * b for a, b in zip(total, part, strict=True)]
        return total[0], total[1], total[2]

    def gaps(self) -> Callable[[Floats], Floats]:
        """The first of :meth:`gap`, of the solution as it now is, in floats."""
        c, nu, *weights = (float(y) for y in self.y)
        shapes = [self.bounds[j].shape for j in self.binding]

        def gap(v: Floats) -> Floats:
            zero = np.zeros_like(v)
            used = sum(w * x.floats(v, zero) for w, x in zip(weights, shapes, strict=True))
            return np.asarray(self.goal.floats(v, zero) - c - nu * np.exp(v) - used)

        return gap

    def proved(self, finish: Callable[[Ball], Ball]) -> Ball:
        """The dual bound, c raised by what the inequality misses, through ``finish``, which may refuse it before it is proved."""
        slack = flint.arb(0)
        near: list[tuple[float, float]] = []
        if self.escaping:
            self._tie()
        elif self.end is None:
            for side in (-1, 1):
                self._guard(side)
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
                side = 1 if v > 0 else -1
                rises = f and bool(bend[1] * side > 0)  # up to the last loss
                if rises or bend[2] < 0:
                    ends = rises or (f and bool(slope * side > 0))
                    slack = slack.max(value + (flint.arb(0) if ends else abs(slope) * r))
                    near.append((up(v - r), down(v + r)))
                    break
            else:
                raise UncertifiedError("the dual inequality is not concave at an output")
        total = sum((self.y[2 + p] * self.bounds[j].limit for p, j in enumerate(self.binding)), flint.arb(0))
        bound = finish(slack + self.y[0] + self.y[1] + total)
        low, high = (-up(self.end), up(self.end)) if self.end is not None else (self._tail(-1), self._tail(1))
        cells = []
        start = low
        for a, b in sorted(near):
            if a > start:
                cells.append((start, a))
            start = max(start, b)
        if start < high:
            cells.append((start, high))
        self.below(cells)
        return bound

    def _tie(self) -> None:
        """As much of the bound of the goal's own order as the goal has at infinity, where mass escapes."""
        assert isinstance(self.goal, Deviation)
        for p, j in enumerate(self.binding):
            row, part = self.rows[j], self.rows[j].part
            if isinstance(part, Orders) and not row.reverse and part.high == self.goal.k and row.order >= float(part.high):
                self.y[2 + p] = arb(part.high) - 1
                return
        raise UncertifiedError("no bound that binds grows like the goal")

    def proved_with(self, share: float, rest: float) -> Ball:
        """The dual bound of multipliers raised by a share, and c by another share of it and by what that lowers any bound.

        Those of lines are raised by as much of the bound as c: of a tiny δ that is a lot.
        """
        waves = [y for y, j in zip(self.y[2:], self.binding, strict=True) if isinstance(self.bounds[j].shape, Exponentials)]
        whole = sum(
            (y * self.bounds[j].limit for y, j in zip(self.y[2:], self.binding, strict=True)), abs(self.y[0]) + abs(self.y[1])
        )
        more = rest * whole + share * sum(waves, flint.arb(0))  # hinges and powers are not negative
        bounds = [self.bounds[j] for j in self.binding]
        spare = [rest * whole / b.limit if isinstance(b.shape, Hinge) else flint.arb(0) for b in bounds]
        self.y = [self.y[0] + more, self.y[1], *(y * (1 + flint.arb(share)) + x for y, x in zip(self.y[2:], spare, strict=True))]
        if self.end is None:
            for side in (-1, 1):
                self._guard(side)
        low, high = (-up(self.end), up(self.end)) if self.end is not None else (self._tail(-1), self._tail(1))
        shapes = [self.bounds[j].shape for j in self.binding]
        bends = [float(x.corner) for x in shapes if isinstance(x, Hinge)]
        places = sorted({low, high, *(x for x in (0.0, *bends, *(float(v) for v in self.v)) if low < x < high)})
        self.below(list(itertools.pairwise(places)), _FEWER_CELLS)
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
                features = self.features(cell)
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
        best: tuple[float, Row] | None = None
        for part in {id(r.part): r.part for r in (*self.rows, *self.spare)}.values():
            order = self._guarding(part, from_here)
            if order is None:
                continue
            row = Row(part, order, side < 0)
            bound = bound_of(row, flint.arb(order))
            gain = float(bound.shape.growth(np.array([side * from_here]))[0]) - float(bound.limit.log())
            if best is None or gain > best[0]:
                best = gain, row
        if best is None:
            return
        bound = bound_of(best[1], flint.arb(best[1].order))
        there = flint.arb(side * from_here)
        self.rows.append(best[1])
        self.bounds.append(bound)
        self.binding.append(len(self.bounds) - 1)
        self.y.append((2 * abs(self.goal.balls(there)[0]) / bound.shape.balls(there)[0]).mid())

    def _guarding(self, part: Primitive, loss: float) -> float | None:
        """The order of a constraint that outweighs most at such losses; None if it has none above 1."""
        if isinstance(part, Power) and part.k > ONE:
            return 1.0
        if not isinstance(part, Orders) or float(part.high) <= 1:
            return None
        xi, rho, high = float(part.xi), float(part.rho), float(part.high)
        return high if part.single else min(high, max(1.5, min((loss - xi + rho) / (2 * rho), _ENOUGH / loss)))

    def below(self, cells: list[tuple[float, float]], most: int = _MAX_CELLS) -> None:
        """That the gap is not positive on all cells; an end of ±ε is rounded outwards."""
        count = 0
        while cells:
            a, b = cells.pop()
            count, self.cells = count + 1, self.cells + 1
            if count > most:
                raise UncertifiedError("the dual inequality is not decided everywhere")
            left, right = flint.arb(a), flint.arb(b)
            middle = ((left + right) / 2).mid()
            r = (right - left) / 2
            cell = left.union(right)
            here = self.gap(middle, middle)
            if nowhere_positive(here, self.gap(cell, middle), r):
                continue
            far = (cell > 1 or cell < -1) and not isinstance(self.goal, Hinge)
            if far and nowhere_positive(self._over(middle, middle), self._over(cell, middle), r):
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
        for size in _SIZES:
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
            terms = _collected(terms)
            negative = [t for t in terms if t[0] < 0]
            lead = max(negative, key=lambda t: (side * float(t[1]), t[2]), default=None)
            if lead is None:
                break
            total, fine = lead[0] * lead[3] * flint.arb(size) ** lead[2], True
            for c, e, d, _ in terms:
                if not c <= 0:
                    same = isinstance(e, Real) and isinstance(lead[1], Real) and e == lead[1]  # of balls it would stay open
                    fall = flint.arb(0) if same else side * (ball_of(lead[1]) - ball_of(e))
                    if not (fall > 0 or (fall == 0 and d <= lead[2])):
                        fine = False
                        break
                    if d > lead[2] and not fall * size > d - lead[2]:
                        fine = False
                        break
                    total += c * flint.arb(size) ** d * (-fall * size).exp()
            if fine and total < 0:
                return side * size
        raise UncertifiedError("the dual inequality is not decided at infinity")

    def _tied(self, terms: list[Tail], end: Ball) -> list[Tail]:
        """X^k cancels between goal and bound, for (X - 1)^k ≤ X^k - kX^{k-1} + k(k-1)/2 max(X, X - 1)^{k-2} (Taylor)."""
        assert isinstance(self.goal, Deviation)
        k, one = arb(self.goal.k), flint.arb(1)
        wider = one if k >= 2 else (1 - (-end).exp()) ** (k - 2)
        rest = [t for t in terms if not (ball_of(t[1]) - k).contains(0)]
        return [*rest, (-k, k - 1, 0, one), (k * (k - 1) / 2 * wider, k - 2, 0, one)]

    def pair(self, mix: float) -> Pair:
        """The outputs as a pair, P mixed with a share ``mix`` of Q, which shrinks every divergence."""
        return FewOutputs((m * v.exp(), m) for m, v in zip(self.m, self.v, strict=True)).pair(mix)


def _collected(terms: Sequence[Tail]) -> list[Tail]:
    """Those of one exact exponent and degree as one, of which negative ones count as far as they are certain."""
    found: dict[tuple[object, int], Tail] = {}
    for k, (c, e, d, share) in enumerate(terms):
        rate = ball_of(e)
        key = (rate.man_exp() if rate.is_exact() and rate.is_finite() else k, d)
        total = (c * share if c < 0 else c) + (found[key][0] if key in found else 0)
        found[key] = (total, e, d, flint.arb(1))
    return list(found.values())


def nowhere_positive(here: tuple[Ball, Ball, Ball], around: tuple[Ball, Ball, Ball], r: Ball) -> bool:
    """Whether a function is not positive within r of a place, from its value and two derivatives there and all around."""
    bounds = [around[0], here[0] + abs(around[1]) * r]
    if around[2].is_finite():
        bounds.append(here[0] + abs(here[1]) * r + around[2].max(flint.arb(0)) * r * r / 2)
        if around[2] < 0:  # the top of a parabola that bends no more
            bounds.append(here[0] - here[1] * here[1] / (2 * around[2]))
    return any(x.is_finite() and bool(x <= 0) for x in bounds)
