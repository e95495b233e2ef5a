"""Proofs that no mean-concentrated pair needs more: one dual inequality for each of finitely many ranges of the mean loss.

With the mean m of the loss fixed, all bounds are linear in the law (theory, T23): if c + νX + aX ln X - b ln X + Σ λ_s X^{1+s} is
at least the goal for all X, with b and all λ ≥ 0, then the goal's mean is at most c + ν + am + bM + Σ λ_s e^{sm + s²τ²/2}, M the
bound of the mean in the reverse order. That is convex in m, hence at most the larger of its values at the ends of a range of m. A
linear programme over a grid of losses proposes multipliers; the inequality and the values are then proved in ball arithmetic.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import flint

from dpzoo.numbers.late import Late
from dpzoo.numbers.real import Ball

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
else:
    np = Late("numpy")

_BITS: Final = 106
_CELLS: Final = 4000
_ROUNDS: Final = 9
_STEPS: Final = 60
_REACH: Final = 9.0
_LEAST: Final = 1e-7


@dataclass(frozen=True, slots=True)
class LossEvent:
    """The goal X - ``price`` (a ball) for losses of at least ``start``, and 0 below."""

    price: Ball
    start: Ball
    least = 0
    """What it is at most for small ratios."""
    growth = 1
    """The power of the ratio, times that is at most for large ones."""

    def floats(self, loss: Floats, p: Floats, q: Floats) -> Floats:
        """Its values times q, p being X q."""
        found: Floats = np.where(loss >= float(self.start), p - float(self.price) * q, 0.0)
        return found

    def balls(self, loss: Ball, *, event: bool) -> tuple[Ball, Ball, Ball]:
        """Its value and two derivatives by the loss, from ``start`` on or below."""
        x = loss.exp()
        return (x - self.price, x, x) if event else (flint.arb(0),) * 3


@dataclass(frozen=True, slots=True)
class DeviationPower:
    """The goal |X - 1|^k, k > 1."""

    k: Ball
    start = flint.arb(0)
    least = 1

    @property
    def growth(self) -> Ball:
        """The power of the ratio that it is at most for large ones."""
        return self.k

    def floats(self, loss: Floats, p: Floats, q: Floats) -> Floats:
        """Its values times q."""
        found: Floats = q * np.abs(np.expm1(loss)) ** float(self.k)
        return found

    def balls(self, loss: Ball, *, event: bool) -> tuple[Ball, Ball, Ball]:
        """Its value and two derivatives by the loss, for gains or for the rest; the second is not finite at 0 if k < 2."""
        x, k = loss.exp(), self.k
        base, side = (loss.expm1(), 1) if event else (-loss.expm1(), -1)
        first = k * _power(base, k - 1) * x
        return _power(base, k), side * first, k * (k - 1) * _power(base, k - 2) * x * x + side * first


def _power(base: Ball, k: Ball) -> Ball:
    """That of what is not negative."""
    if base > 0:
        return base**k
    if k < 0:
        return flint.arb("nan")
    return flint.arb(0).union(base.upper().max(flint.arb(0)) ** k) if k > 0 else flint.arb(1)


@dataclass(frozen=True, slots=True)
class _Dual:
    """Multipliers found at the mean ``at``: of 1, X, X ln X and -ln X, and by exponents s of X e^{s(ln X - at) - s²τ²/2}."""

    c: float
    nu: float
    a: float
    b: float
    weights: tuple[tuple[float, float], ...]
    at: float

    def bound(self, m: Ball, most: Ball) -> Ball:
        """What it proves at the mean m."""
        rest = sum((w * (s * (m - self.at)).exp() for s, w in ((flint.arb(s), w) for s, w in self.weights)), flint.arb(0))
        return flint.arb(self.c) + self.nu + self.a * m + self.b * most + rest


def covered(test: LossEvent | DeviationPower, mu: Ball, tau: Ball, bound: Ball, best: float) -> bool:
    """Whether every (μ, τ)-mean-concentrated pair certainly has a goal of at most ``bound``.

    ``mu`` is at most τ²/2; the search found the mean ``best`` of the worst pair.
    """
    with flint.ctx.workprec(_BITS):
        top = mu.upper()
        cover = _Cover(test, top, tau, bound)
        return cover.runs(best, -1) and cover.runs(best, 1)


class _Cover:
    """The search for inequalities that prove one bound, and their proofs."""

    def __init__(self, test: LossEvent | DeviationPower, top: Ball, tau: Ball, bound: Ball) -> None:
        self.test, self.top, self.tau, self.bound = test, top, tau, bound
        t = float(tau)
        half = _REACH * t * np.sinh(3 * np.linspace(0, 1, 40)) / math.sinh(3)
        self.grid = np.unique(np.concatenate([-half, half, [float(test.start), float(test.start) - 1e-12]]))
        s = np.geomspace(0.05, 12.0, 20) / t
        self.exponents = np.concatenate([-s, s])
        self.value = float(bound)

    def runs(self, start: float, side: int) -> bool:
        """Whether the means from ``start`` to an end are covered."""
        done = flint.arb(min(start, float(self.top)))
        step = 0.0
        for _ in range(_STEPS):
            if (done <= 0) if side < 0 else (done >= self.top):
                return True
            reached = None
            for ahead in (step, step / 2, 0.0) if step else (0.0,):
                at = min(max(float(done) + side * ahead, _LEAST * float(self.top)), float(self.top))
                dual = self.dual(at)
                reached = self.reach(dual, done, side) if dual is not None else None
                if reached is not None:
                    break
            if reached is None:
                return False
            step, done = 1.2 * abs(float(reached - done)), reached
            if step < _LEAST * float(self.top) and done < self.top and done > 0:
                return False
        return False

    def reach(self, dual: _Dual, done: Ball, side: int) -> Ball | None:
        """How far the bound holds from ``done`` on, if the inequality does."""
        spare = self.bound - dual.bound(done, self.top)
        here = self.bound - dual.bound(flint.arb(dual.at), self.top)
        slack = (spare.min(here) / 4).lower()
        if not slack > 0 or not self.proved(dual, slack):
            return None
        low, high = float(done), (0.0 if side < 0 else float(self.top))

        def fits(m: float) -> bool:
            end = flint.arb(m) if m != float(self.top) else self.top
            return bool(dual.bound(end, self.top) + 2 * slack <= self.bound)

        if fits(high):
            return flint.arb(high) if side < 0 else self.top
        for _ in range(40):
            middle = (low + high) / 2
            low, high = (middle, high) if fits(middle) else (low, middle)
        return flint.arb(low)

    def dual(self, m: float) -> _Dual | None:
        """Multipliers from linear programmes whose losses and exponents become denser about those that matter."""
        from scipy.optimize import linprog  # slow to import, and few conversions need it

        grid, exponents = self.grid, self.exponents
        t, dual, last = float(self.tau), None, math.inf
        for turn in range(_ROUNDS):
            loss, s = grid, exponents
            logs = s[:, None] * (loss - m) - (s * s * t * t / 2)[:, None]
            scale = np.maximum(np.maximum(logs.max(axis=0), 0), -loss)
            p = np.exp(-scale)
            q = np.exp(-loss - scale)
            goal = self.test.floats(loss, p, q) / self.value
            rows = np.vstack([np.exp(logs - scale), -loss * q / float(self.top)])
            ends = np.ones(len(s) + 1)
            equal = np.vstack([p, q, loss * p / float(self.top)])
            done = linprog(
                -goal,
                A_ub=rows,
                b_ub=ends,
                A_eq=equal,
                b_eq=[1, 1, m / float(self.top)],
                method="highs-ds",
                options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
            )
            if done.status != 0:
                return None
            up, eq = -done.ineqlin.marginals * self.value, -done.eqlin.marginals * self.value
            keep = up[:-1] > 1e-13 * self.value
            dual = _Dual(
                float(eq[1]),
                float(eq[0]),
                float(eq[2] / float(self.top)),
                float(max(up[-1], 0) / float(self.top)),
                tuple((float(x), float(w)) for x, w in zip(s[keep], up[:-1][keep], strict=True)),
                m,
            )
            value = -done.fun * self.value
            short = self.value - value
            if turn and abs(value - last) < 0.05 * short:  # settled below the bound
                break
            last = value
            used, tight = np.flatnonzero(done.x > 1e-12).tolist(), np.flatnonzero(keep).tolist()
            grid = np.unique(np.concatenate([self.grid, loss[used], *(_between(loss, k) for k in used)]))
            order = np.sort(s)
            exponents = np.unique(
                np.concatenate([self.exponents, s[keep], *(_between(order, int(np.searchsorted(order, s[k]))) for k in tight)])
            )
            exponents = exponents[np.abs(exponents) > 1e-6 / t]
        return dual

    def proved(self, dual: _Dual, slack: Ball) -> bool:
        """Whether goal ≤ H + slack·(1 + X) for all X."""
        split = self.test.start
        far = flint.arb(_REACH) * self.tau
        for _ in range(6):
            if self.tails(dual, far, slack):
                break
            far = far * 1.5
        else:
            return False
        return self.above(dual, -far, split, slack, event=False) and self.above(dual, split, far, slack, event=True)

    def terms(self, dual: _Dual, slack: Ball) -> tuple[Ball, Ball, list[tuple[Ball, Ball]]]:
        """The multipliers in H of 1, of X, and of powers of X."""
        t2 = self.tau * self.tau
        weights = [
            (1 + flint.arb(s), w * (-s * flint.arb(dual.at) - s * s * t2 / 2).exp())
            for s, w in ((flint.arb(s), w) for s, w in dual.weights)
        ]
        return dual.c + slack, dual.nu + slack, weights

    def tails(self, dual: _Dual, far: Ball, slack: Ball) -> bool:
        """The same for losses below -far and above far, by monotone parts."""
        if not far > abs(self.test.start):
            return False
        c, nu, weights = self.terms(dual, slack)
        small = (-far).exp()
        most = far * small if far >= 1 else flint.arb(-1).exp()  # of x e^-x from far on
        low = c - self.test.least + dual.b * far - abs(nu) * small - abs(dual.a) * most
        low += sum((w * (-k * far).exp() for k, w in weights if k < 0), flint.arb(0))
        rising = [(k - 1, w * ((k - 1) * far).exp()) for k, w in weights if k > 1]
        least = flint.arb(self.test.growth) - 1
        goal = (least * far).exp()  # the goal is at most so many X
        if least > 0:  # terms that grow faster outweigh it, and keep to it farther out
            faster = sum((w for s, w in rising if s >= least), flint.arb(0))
            if not faster >= goal:
                return False
        slope = dual.a + sum((s * w for s, w in rising if not (least > 0 and s >= least)), flint.arb(0))
        high = nu - goal + dual.a * far + sum((w for _, w in rising), flint.arb(0)) - abs(c) * small - dual.b * most
        return bool(low >= 0) and bool(high >= 0) and bool(slope >= 0)

    def above(self, dual: _Dual, low: Ball, high: Ball, slack: Ball, *, event: bool) -> bool:
        """The same between two losses: expansion about the middle of each cell, which is halved where that does not decide."""
        c, nu, weights = self.terms(dual, slack)
        a, b = flint.arb(dual.a), flint.arb(dual.b)

        def at(x: Ball) -> tuple[Ball, Ball, Ball]:
            e = x.exp()
            value, first, second = c + (nu + a * x) * e - b * x, (nu + a + a * x) * e - b, (nu + 2 * a + a * x) * e
            for k, w in weights:
                y = w * (k * x).exp()
                value, first, second = value + y, first + k * y, second + k * k * y
            goal = self.test.balls(x, event=event)
            return value - goal[0], first - goal[1], second - goal[2]

        width = (high - low) / 32
        cells = [(low + k * width, low + (k + 1) * width) for k in range(32)]
        for _ in range(_CELLS):
            if not cells:
                return True
            left, right = cells.pop()
            middle = ((left + right) / 2).mid()
            half = (right - middle).max(middle - left).upper()
            value, first, _ = at(middle)
            _, steep, bend = at(flint.arb(middle, half))
            bend = bend.lower()
            if bend.is_finite():
                least = value - abs(first) * half + bend.min(flint.arb(0)) * half * half / 2
            else:
                least = value - abs(steep).upper() * half
            if not least >= 0 and bend > 0:
                least = value - first * first / (2 * bend)
            if least >= 0:
                continue
            if value < 0:
                return False
            cells += [(left, middle), (middle, right)]
        return False


def _between(points: Any, k: int) -> Any:
    """Points on either side of one, denser than before."""
    left, right = points[max(0, k - 1)], points[min(len(points) - 1, k + 1)]
    return np.concatenate([np.linspace(left, points[k], 6), np.linspace(points[k], right, 6)])
