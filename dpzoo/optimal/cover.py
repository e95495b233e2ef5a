"""Proofs that no mean-concentrated pair needs more: one dual inequality for each of finitely many ranges of the mean loss.

With the mean m of the loss fixed, all bounds are linear in the law (theory, T23): if c + νX + aX ln X - b ln X + Σ λ_s X^{1+s} is
at least the goal for all X, with b and all λ ≥ 0, then the goal's mean is at most c + ν + am + bM + Σ λ_s e^{sm + s²τ²/2}, M the
bound of the mean in the reverse order. That is convex in m, hence at most the larger of its values at the ends of a range of m. A
linear programme over a grid of losses says where the two touch, and Newton's method finds the multipliers, those of one range
from the last one's; the inequality and the values are then proved in ball arithmetic.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any, Final

import flint

from dpzoo.numbers.late import Floats, np
from dpzoo.numbers.real import Ball
from dpzoo.numbers.roots import halved
from dpzoo.optimal.ascent import log_moment
from dpzoo.optimal.certify import raised
from dpzoo.optimal.dual import nowhere_positive

_BITS: Final = 106
_CELLS: Final = 4000
_STEPS: Final = 60
_HALVINGS: Final = 40
_REACH: Final = 9.0
_PLACES: Final = 30
_MORE_PLACES: Final = 120
_FLAT: Final = 0.1
_STEEP: Final = 12.0
_EXPONENTS: Final = 14
_WIDTHS: Final = (0.1, 0.1, 0.02, 2e-3)
_TURNS: Final = 25
_STEP: Final = 1e-30
_STRAY: Final = 0.3
_SETTLED: Final = 1e-11
_NOISE: Final = 1e-6
_NARROWINGS: Final = 5
_AROUND: Final = (-1.0, -0.3, -0.1, 0.0, 0.1, 0.3, 1.0)
_LEAST: Final = 1e-7
_BEYOND: Final = (1.3, 1.7, 2.2, 3.0)
_RAISED: Final = 1 + 2.0**-43
_LOOSELY_RAISED: Final = 1 + 2.0**-9
"""Above the goal between points of the grid, too."""


@dataclass(frozen=True, slots=True)
class LossEvent:
    """The goal X - ``price`` (a ball) for losses of at least ``start``, and 0 below."""

    price: Ball
    start: Ball
    least = 0
    """What it is at most for small ratios."""
    growth = 1
    """The power of the ratio, times that is at most for large ones."""

    def floats(self, loss: Floats, scale: Floats) -> Floats:
        """Its values by P-mass, over e^scale."""
        found: Floats = np.where(loss >= float(self.start), np.exp(-scale) - float(self.price) * np.exp(-loss - scale), 0.0)
        return found

    def balls(self, loss: Ball, *, event: bool) -> tuple[Ball, Ball, Ball]:
        """Its value and two derivatives by the loss, from ``start`` on or below."""
        x = loss.exp()
        return (x - self.price, x, x) if event else (flint.arb(0),) * 3


@dataclass(frozen=True, slots=True)
class RatioPower:
    """The goal X^β, β > 1."""

    growth: Ball
    start = flint.arb(0)
    least = 1
    """For small ratios it is less than the ratio, too."""

    def floats(self, loss: Floats, scale: Floats) -> Floats:
        """Its values by P-mass, over e^scale."""
        found: Floats = np.exp((float(self.growth) - 1) * loss - scale)
        return found

    def balls(self, loss: Ball, *, event: bool) -> tuple[Ball, Ball, Ball]:
        """Its value and two derivatives by the loss."""
        x = (self.growth * loss).exp()
        return x, self.growth * x, self.growth * self.growth * x


@dataclass(frozen=True, slots=True)
class AlarmedPower:
    """The goal P(S) for tests with Q(S) ≤ ``alarm``: for each range of means the event X - κ with a price κ of its own (T23)."""

    alarm: Ball
    start = flint.arb(0)


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

    def floats(self, loss: Floats, scale: Floats) -> Floats:
        """Its values by P-mass, over e^scale."""
        with np.errstate(divide="ignore"):
            found: Floats = np.exp(float(self.k) * np.log(np.abs(np.expm1(loss))) - loss - scale)
        return found

    def balls(self, loss: Ball, *, event: bool) -> tuple[Ball, Ball, Ball]:
        """Its value and two derivatives by the loss, for gains or for the rest; the second is not finite at 0 if k < 2."""
        x, k = loss.exp(), self.k
        base, side = (loss.expm1(), 1) if event else (-loss.expm1(), -1)
        first = k * raised(base, k - 1) * x
        return raised(base, k), side * first, k * (k - 1) * raised(base, k - 2) * x * x + side * first


Proved = LossEvent | RatioPower | DeviationPower
Goal = Proved | AlarmedPower


@dataclass(frozen=True, slots=True)
class _Law:
    """Losses, their P-masses, and whether they are in the event."""

    loss: Floats
    mass: Floats
    event: Any


@dataclass(frozen=True, slots=True)
class _Dual:
    """Multipliers found at the mean ``at``: of 1, X, X ln X, -ln X and q(S), and of moments by their exponents s.

    The latter of X (e^{sy} - 1 - sy)/(e^{s²τ²/2} - 1) with y = ln X - m, and of its limit X (y/τ)² at s = 0.
    """

    c: float
    nu: float
    a: float
    b: float
    price: float
    moments: tuple[tuple[float, float], ...]
    at: float
    tau: Ball

    def powers(self) -> tuple[Ball, Ball, Ball, list[tuple[Ball, Ball]], Ball]:
        """The multipliers in H of 1, X, X ln X, of powers of X by exponents, and of X (ln X - m)²."""
        nu, a, square = flint.arb(self.nu), flint.arb(self.a), flint.arb(0)
        mean, found = flint.arb(self.at), []
        for s, w in ((flint.arb(s), w) for s, w in self.moments):
            if s == 0:
                square += w / self.tau**2
                continue
            share = w / (s * s * self.tau**2 / 2).expm1()
            found.append((1 + s, share * (-s * mean).exp()))
            nu, a = nu - share * (1 - s * mean), a - share * s
        return flint.arb(self.c), nu, a, found, square

    def bound(self, m: Ball, most: Ball, alarm: Ball) -> Ball:
        """What it proves at the mean m."""
        y = m - self.at
        found = flint.arb(self.c) + self.nu + self.price * alarm + self.a * m + self.b * most
        for s, w in ((flint.arb(s), w) for s, w in self.moments):
            if s == 0:
                found += w * (1 + (y / self.tau) ** 2)
            else:
                square = s * s * self.tau**2 / 2
                found += w * ((s * y + square).exp() - 1 - s * y) / square.expm1()
        return found


@dataclass(frozen=True, slots=True)
class _Contact:
    """A law and multipliers as numbers: P-masses, losses, the multipliers of constraints, and exponents that are not 0.

    Of masses, and of the multipliers of q(S) and of moments, the logarithms.
    """

    numbers: Floats
    size: int
    kinks: tuple[bool, ...]
    """Which outputs stay at the kink of the goal."""
    event: tuple[bool, ...]
    moments: int
    square: bool
    """Whether besides these moments the variance counts."""
    reverse_mean: bool
    cover: _Cover

    @staticmethod
    def of(cover: _Cover, dual: _Dual, law: _Law, exponents: Floats) -> _Contact | None:
        """Those that a linear programme has found, without outputs so rare that they are noise."""
        goal, start, tau = cover.test, float(cover.test.start), float(cover.tau)
        heavy = np.maximum(law.mass, law.mass * np.exp(-law.loss)) * (1 + (law.loss / tau) ** 2) > _NOISE
        if isinstance(goal, LossEvent):
            above = law.loss >= start
            heavy |= above & (law.mass > _NOISE * law.mass[above].sum())
        loss, mass, event = law.loss[heavy], law.mass[heavy], law.event[heavy]
        kinks = (np.abs(loss - start) < 1e-3 * tau) & (isinstance(goal, LossEvent) and bool(goal.price == 0))
        loss, square = np.where(kinks, start, loss), bool((exponents == 0).any())
        exponents = exponents[exponents != 0]
        shares = np.zeros(len(exponents))
        for s, w in dual.moments:
            if s != 0 and len(exponents):
                shares[int(np.argmin(np.abs(exponents - s)))] += w
        price = [dual.price] if isinstance(goal, AlarmedPower) else []
        signed = np.array([*price, *shares, *([dict(dual.moments)[0.0]] if square else [])])
        if not (signed > 0).all():
            return None
        reverse_mean = dual.b > 1e-9 * abs(dual.a)
        own = [dual.c, dual.nu, dual.a, *([dual.b] if reverse_mean else [])]
        numbers = np.concatenate([np.log(mass), loss, own, np.log(signed), exponents])
        return _Contact(numbers, len(loss), tuple(kinks), tuple(event), len(exponents), square, reverse_mean, cover)

    def scales(self) -> Floats:
        """What counts as a move of 1 of each of the numbers."""
        n, own = self.size, 3 + self.reverse_mean
        found: Floats = np.ones(len(self.numbers))
        found[n : 2 * n] = float(self.cover.tau)
        found[2 * n : 2 * n + own] = np.abs(self.numbers[2 * n : 2 * n + own]) + self.cover.value
        exponents = len(found) - self.moments
        found[exponents:] = np.abs(self.numbers[exponents:])
        return found

    def parts(self, u: Any) -> tuple[Any, ...]:
        """Masses, losses, own multipliers, price, multipliers of moments with that of the square last, exponents."""
        n = self.size
        sizes = [n, n, 3 + self.reverse_mean, int(isinstance(self.cover.test, AlarmedPower)), self.moments + self.square]
        p, x, own, price, weights, s = np.split(u, np.cumsum(sizes), axis=-1)
        return np.exp(p), x, own, np.exp(price), np.exp(weights), s

    def miss(self, u: Any, m: float) -> Any:
        """What must be 0 at the mean m, for many such numbers."""
        cover = self.cover
        p, x, own, price, weights, s = self.parts(u)
        tau, q, y = float(cover.tau), np.exp(-x), x - m
        c, nu, a = (own[..., k : k + 1] for k in range(3))
        b: Any = own[..., 3:4] if self.reverse_mean else 0.0
        height, slope = (c - b * x) * q + nu + a * x, (-c - b + b * x) * q + a
        constraints = [p.sum(axis=-1) - 1, (p * q).sum(axis=-1) - 1, (p * y).sum(axis=-1)]
        if self.reverse_mean:
            constraints.append(-(p * x * q).sum(axis=-1) - float(cover.top))
        for k in range(self.moments):
            e, w = s[..., k : k + 1], weights[..., k : k + 1]
            below = np.expm1(e * e * tau * tau / 2)
            value, rise = (np.expm1(e * y) - e * y) / below, np.expm1(e * y) / below
            height, slope = height + w * value, slope + w * e * rise
            turn = y * rise - value * e * tau * tau * (1 + 1 / below)
            constraints += [(p * value).sum(axis=-1) - 1, (p * turn).sum(axis=-1)]
        if self.square:
            w, z = weights[..., -1:], y / tau
            height, slope = height + w * z * z, slope + w * 2 * z / tau
            constraints.append((p * z * z).sum(axis=-1) - 1)
        if isinstance(cover.test, AlarmedPower):
            constraints.append(np.where(np.array(self.event), p * q, 0.0).sum(axis=-1) / float(cover.alarm) - 1)
        goal, climb = self.goal(x, q, price)
        touches = np.where(np.array(self.kinks), x - float(cover.test.start), (slope - climb) / cover.value)
        return np.concatenate([(height - goal) / cover.value, touches, np.stack(constraints, axis=-1)], axis=-1)

    def goal(self, x: Any, q: Any, price: Any) -> tuple[Any, Any]:
        """The goal by P-mass, and its slope."""
        test = self.cover.test
        if isinstance(test, RatioPower):
            k = float(test.growth) - 1
            return np.exp(k * x), k * np.exp(k * x)
        if isinstance(test, DeviationPower):
            k, sign = float(test.k), np.where(x.real > 0, 1, -1)
            base = sign * np.expm1(x)
            value = base**k * q
            return value, sign * k * base ** (k - 1) - value
        inside = np.array(self.event) if isinstance(test, AlarmedPower) else x.real >= float(test.start) * (1 - 1e-12)
        kappa = price if isinstance(test, AlarmedPower) else float(test.price)
        return np.where(inside, 1 - kappa * q, 0.0), np.where(inside, kappa * q, 0.0)

    def dual(self, m: float) -> _Dual | None:
        """The multipliers; None if that of the reverse mean is negative."""
        _, _, own, price, weights, s = self.parts(self.numbers)
        c, nu, a, b = [*own.tolist(), 0.0][:4]
        larger = (weights * _RAISED).tolist()  # H is 0 where it touches but for rounding, and grows with each
        terms = tuple(zip([*s.tolist(), *([0.0] if self.square else [])], larger, strict=True))
        return _Dual(c, nu, a, b, float(price[0]) if len(price) else 0.0, terms, m, self.cover.tau) if b >= 0 else None


def covered(test: Goal, mu: Ball, tau: Ball, bound: Ball, best: float, *, loose: bool = False) -> bool:
    """Whether every (μ, τ)-mean-concentrated pair certainly has a goal of at most ``bound``.

    ``mu`` is at most τ²/2; the search found the mean ``best`` of the worst pair. If the bound is ``loose``, linear programmes
    are precise enough.
    """
    with flint.ctx.workprec(_BITS):
        cover = _Cover(test, mu.upper(), tau, bound, loose=loose)
        return cover.runs(best, -1) and cover.runs(best, 1)


class _Cover:
    """The search for inequalities that prove one bound, and their proofs."""

    def __init__(self, test: Goal, top: Ball, tau: Ball, bound: Ball, *, loose: bool = False) -> None:
        self.test, self.top, self.tau, self.bound, self.loose = test, top, tau, bound, loose
        self.alarm = test.alarm if isinstance(test, AlarmedPower) else flint.arb(0)
        t, start = float(tau), float(test.start)
        tilt = max(0.0, float(test.growth) - 1) if not isinstance(test, AlarmedPower) else 0.0
        self.far = max(_REACH, 1.3 * abs(start) / t, 1.5 * tilt * t)
        half = self.far * t * np.sinh(3 * np.linspace(0, 1, _MORE_PLACES if loose else _PLACES)) / math.sinh(3)
        beyond = self.far * t * np.array(_BEYOND if loose else ())
        self.grid = np.unique(np.concatenate([-beyond, -half, half, beyond, [start, start - 1e-12]]))
        s = np.geomspace(_FLAT, max(_STEEP, 1.5 * abs(start) / t, 1.5 * tilt * t), _EXPONENTS) / t
        self.exponents = np.sort(np.concatenate([[0.0], -s, s]))
        self.value = float(bound)
        self.last: _Contact | None = None
        self.losses = self.binding = s[:0]
        """Losses and exponents that counted last."""

    def runs(self, start: float, side: int) -> bool:
        """Whether the means from ``start`` to an end are covered, whatever the mean in the reverse order is."""
        done = self.top if start >= float(self.top) * (1 - _LEAST) else flint.arb(start)
        step, self.last = 0.0, None
        for _ in range(_STEPS // 4 if self.loose else _STEPS):
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
        top = self.top

        def spare(m: Ball) -> Ball:
            return self.bound - dual.bound(m, top, self.alarm)

        slack = (spare(done).min(spare(flint.arb(dual.at))) / 4).lower()
        if not slack > 0 or not self.proved(dual, slack):
            return None
        low, high = float(done), (0.0 if side < 0 else float(top))

        def fits(m: float) -> bool:
            return bool(spare(flint.arb(m) if m != float(top) else top) >= 2 * slack)

        if fits(high):
            return flint.arb(high) if side < 0 else top
        return flint.arb(halved(fits, low, high, _HALVINGS)[0])

    def dual(self, m: float) -> _Dual | None:
        """Multipliers by Newton's method, from those of another mean or from where a linear programme says that H touches."""
        found = self.newton(self.last, m) if self.last is not None else None
        if found is not None:
            return found
        self.losses = self.binding = self.losses[:0]
        for width in _WIDTHS:
            coarse = self.programme(m, width)
            if coarse is None:
                return None
            dual, law = coarse
            terms = [s for s, w in dual.moments if w > _NOISE * self.value]
            self.losses, self.binding = law.loss, _peaks(self.exponents, terms, law, m, float(self.tau))
            if self.loose:
                finer, _ = self.programme(m, width / 5) or coarse
                return replace(finer, moments=tuple((s, w * _LOOSELY_RAISED) for s, w in finer.moments))
            start = _Contact.of(self, dual, law, self.binding)
            found = self.newton(start, m) if start is not None else None
            if found is not None:
                return found
        return None

    def newton(self, start: _Contact, m: float) -> _Dual | None:
        """The multipliers with which H touches the goal at a law that meets all that counts with equality."""
        u, last, scales = start.numbers, math.inf, start.scales()
        with np.errstate(all="ignore"):
            for _ in range(_TURNS):
                table = start.miss(u + _STEP * 1j * np.eye(len(u) + 1, len(u), -1), m)
                miss, slopes = table[0].real, (table[1:].imag / _STEP).T
                if not np.isfinite(slopes).all() or not np.isfinite(miss).all():
                    return None
                move = np.linalg.lstsq(slopes, -miss, rcond=1e-13)[0]
                size = float(np.abs(move / scales).max())
                u = u + move * min(1.0, _STRAY / max(size, 1e-300))
                if size < _SETTLED:
                    break
                if size > _STRAY > last:
                    return None
                last = size
            else:
                return None
        found = replace(start, numbers=u)
        dual = found.dual(m)
        self.last = found if dual is not None else self.last
        return dual

    def programme(self, m: float, width: float) -> tuple[_Dual, _Law] | None:
        """Multipliers and the law on a grid of losses, denser about those that counted last."""
        from scipy.optimize import linprog  # slow to import, and few conversions need it

        t, top, test = float(self.tau), float(self.top), self.test
        s = np.unique(np.append(self.exponents, self.binding[:, None] * (1 + width * np.array(_AROUND))))
        x = np.unique(np.append(self.grid, self.losses[:, None] + width * t * np.array(_AROUND)))
        event = np.ones(len(x), dtype=bool)
        if isinstance(test, AlarmedPower):
            x, event = np.concatenate([x, x]), np.arange(2 * len(x)) < len(x)
        logs = log_moment(s, x - m, t)
        size = np.maximum(np.maximum(logs.max(axis=0), 0), -x + np.log1p(np.abs(x) / top))
        p, q = np.exp(-size), np.exp(-x - size)
        rows = [*np.exp(logs - size), -x * q / top]
        if isinstance(test, AlarmedPower):
            gain = np.where(event, p, 0.0)
            rows.append(np.where(event, q / float(self.alarm), 0.0))
        else:
            gain = test.floats(x, size)
        done = linprog(
            -gain / self.value,
            A_ub=np.array(rows),
            b_ub=np.ones(len(rows)),
            A_eq=np.array([p, q, x * p / top]),
            b_eq=[1, 1, m / top],
            method="highs-ds",
            options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
        )
        if done.status != 0:
            return None
        up, (nu, c, a) = -done.ineqlin.marginals * self.value, (-done.eqlin.marginals * self.value).tolist()
        moments = tuple((e, w) for e, w in zip(s.tolist(), up.tolist(), strict=False) if w > 0)
        price = float(up[-1]) / float(self.alarm) if isinstance(test, AlarmedPower) else 0.0
        dual = _Dual(c, nu, a / top, max(float(up[len(s)]), 0.0) / top, price, moments, m, self.tau)
        return dual, _merged(x, event, np.where(done.x > 1e-12, done.x * p, 0.0))

    def proved(self, dual: _Dual, slack: Ball) -> bool:
        """Whether goal ≤ H + slack·(1 + X) for all X."""
        test: Proved
        if isinstance(self.test, AlarmedPower):
            if not dual.price > 0:
                return False
            test = LossEvent(flint.arb(dual.price), flint.arb(dual.price).log())
        else:
            test = self.test
        far = flint.arb(self.far) * self.tau
        for _ in range(6):
            if self.tails(test, dual, far, slack):
                break
            far = far * 1.5
        else:
            return False
        split = test.start
        return self.above(test, dual, -far, split, slack, event=False) and self.above(test, dual, split, far, slack, event=True)

    def tails(self, test: Proved, dual: _Dual, far: Ball, slack: Ball) -> bool:
        """The same for losses below -far and above far, by monotone parts."""
        if not far > abs(test.start):
            return False
        c, nu, a, weights, _ = dual.powers()
        c, nu, b, zero = c + slack, nu + slack, flint.arb(dual.b), flint.arb(0)
        small = (-far).exp()
        most = far * small if far >= 1 else flint.arb(-1).exp()  # of x e^-x from far on
        goal = small if isinstance(test, RatioPower) else flint.arb(test.least)
        low = c - goal + b * far - abs(nu) * small - abs(a) * most
        low += sum((w * (-k * far).exp() for k, w in weights if k < 0), zero)
        rising = [(k - 1, w * ((k - 1) * far).exp()) for k, w in weights if k > 1]
        least = flint.arb(test.growth) - 1
        goal = (least * far).exp()  # the goal is at most so many X
        if least > 0:  # terms that grow faster outweigh it, and keep to it farther out
            faster = sum((w for s, w in rising if s >= least), zero)
            if not faster >= goal:
                return False
        slope = a + sum((s * w for s, w in rising if not (least > 0 and s >= least)), zero)
        high = nu - goal + a * far + sum((w for _, w in rising), zero) - abs(c) * small - b * most
        return all(bool(x >= 0) for x in (low, high, slope))

    def above(self, test: Proved, dual: _Dual, low: Ball, high: Ball, slack: Ball, *, event: bool) -> bool:
        """The same between two losses: expansion about the middle of each cell, which is halved where that does not decide."""
        c, nu, a, weights, square = dual.powers()
        c, nu, b, m = c + slack, nu + slack, flint.arb(dual.b), flint.arb(dual.at)

        def at(x: Ball) -> tuple[Ball, Ball, Ball]:
            e = x.exp()
            value, first, second = c + (nu + a * x) * e - b * x, (nu + a + a * x) * e - b, (nu + 2 * a + a * x) * e
            for k, w in weights:
                y = w * (k * x).exp()
                value, first, second = value + y, first + k * y, second + k * k * y
            if square > 0:
                y, z = x - m, square * e
                value, first, second = value + z * y * y, first + z * (y * y + 2 * y), second + z * (y * y + 4 * y + 2)
            goal = test.balls(x, event=event)
            return goal[0] - value, goal[1] - first, goal[2] - second

        width = (high - low) / 32
        cells = [(low + k * width, low + (k + 1) * width) for k in range(32)]
        for _ in range(_CELLS):
            if not cells:
                return True
            left, right = cells.pop()
            middle = ((left + right) / 2).mid()
            half = (right - middle).max(middle - left).upper()
            here = at(middle)
            if nowhere_positive(here, at(flint.arb(middle, half)), half):
                continue
            if here[0] > 0:
                return False
            cells += [(left, middle), (middle, right)]
        return False


def _merged(x: Floats, event: Any, mass: Floats) -> _Law:
    """A law with neighbours on the grid as one output each."""
    found = []
    group: list[int] = []
    for k in [*np.flatnonzero(mass).tolist(), len(x) + 1]:
        if group and (k > group[-1] + 1 or event[k] != event[group[-1]]):
            p = float(mass[group].sum())
            found.append((float((mass[group] * x[group]).sum()) / p, p, event[group[0]]))
            group = []
        group.append(k)
    loss, weight, inside = (np.array(y) for y in zip(*found, strict=True))
    return _Law(loss, weight, inside.astype(bool))


def _peaks(exponents: Floats, near: list[float], law: _Law, mean: float, tau: float) -> Floats:
    """Next to some exponents those where the law's moments are the largest, over what they may be; each once."""
    found = sorted({0.0 if s == 0 else _peak(exponents, s, law, mean, tau) for s in near})
    return np.array([x for k, x in enumerate(found) if not k or abs(x - found[k - 1]) > 1e-2 * abs(x)])


def _peak(exponents: Floats, s: float, law: _Law, mean: float, tau: float) -> float:
    """Where the moment of a law is the largest next to an exponent, over what it may be."""
    k = int(np.searchsorted(exponents, s))
    low, high = exponents[max(k - 1, 0)], exponents[min(k + 1, len(exponents) - 1)]
    for _ in range(_NARROWINGS):
        points = np.linspace(low, high, 9)
        k = int(np.argmax(np.exp(log_moment(points, law.loss - mean, tau)) @ law.mass))
        s, low, high = float(points[k]), points[max(k - 1, 0)], points[min(k + 1, 8)]
    return s
