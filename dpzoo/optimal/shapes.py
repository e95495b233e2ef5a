"""Functions of the loss whose means moment problems bound or maximise, in floats and in balls, with their growth at infinity."""

from __future__ import annotations

from dataclasses import dataclass

import flint

from dpzoo.numbers.late import Floats, np
from dpzoo.numbers.real import Ball, Real
from dpzoo.optimal.certify import arb, raised

Tail = tuple[Ball, "Real | Ball", int, Ball]


@dataclass(frozen=True, slots=True)
class Exponentials:
    """A sum of terms coefficient·v^degree·e^{exponent·v}, degree 0, 1 or 2, v the loss."""

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
            coefficient, rate = ball_of(c), ball_of(e)
            power = coefficient * (rate * v).exp()
            if d == 0:
                parts = [power, rate * power, rate * rate * power]
            elif d == 1:
                parts = [v * power, (1 + rate * v) * power, (2 * rate + rate * rate * v) * power]
            else:
                at = rate * v
                parts = [v * v * power, (2 + at) * v * power, (2 + 4 * at + at * at) * power]
            total = [x + y for x, y in zip(total, parts, strict=True)]
        return total[0], total[1], total[2]

    def over(self, rate: Ball, v: Ball, *, rising: bool) -> tuple[Ball, Ball, Ball]:
        """Its value over e^{rate·v}, and two derivatives of that."""
        return Exponentials(tuple((c, ball_of(e) - rate, d) for c, e, d in self.terms)).balls(v)

    def tails(self, side: int, end: Ball) -> list[Tail]:
        """Per term: coefficient, exponent, degree, and the share of it that is certain beyond ``end`` (all)."""
        return [(ball_of(c) * (-1 if d == 1 and side < 0 else 1), e, d, flint.arb(1)) for c, e, d in self.terms]


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
        low, mid = raised(gap, k), raised(gap, k - 1)
        high = flint.arb(gap.upper()) ** (k - 2) if least and k < 2 and not gap > 0 else raised(gap, k - 2)
        f, df = low, sign * k * mid * x
        second = k * (k - 1) * high * x * x + sign * k * mid * x
        if not self.reverse:
            return f, df, second
        rate, weight = 1 - k, ((1 - k) * v).exp()
        return weight * f, weight * (df + rate * f), weight * (second + 2 * rate * df + rate * rate * f)

    def over(self, rate: Ball, v: Ball, *, rising: bool) -> tuple[Ball, Ball, Ball]:
        """Over e^{rate·v}, with two derivatives, for losses of one sign: an exponential times (1 - e^{-|v|})^k."""
        k, side, rest = arb(self.k), 1 if v > 0 else -1, (-abs(v)).exp()
        c = ((1 if side > 0 else 1 - k) if self.reverse else (k if side > 0 else 0)) - rate
        w, scale = -(-abs(v)).expm1(), (c * v).exp()
        low, mid, high = w**k, w ** (k - 1) * k * rest, w ** (k - 2) * k * (k - 1) * rest * rest
        return scale * low, scale * (c * low + side * mid), scale * (c * c * low + (2 * side * c - 1) * mid + high)

    def tails(self, side: int, end: Ball) -> list[Tail]:
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

    def over(self, rate: Ball, v: Ball, *, rising: bool) -> tuple[Ball, Ball, Ball]:
        """The branch above the corner, or below it, over e^{rate·v}, and two derivatives of that."""
        if rising is self.reverse:
            return flint.arb(0), flint.arb(0), flint.arb(0)
        one, price = flint.arb(1), arb(self.epsilon).exp()
        first, second = (one, -price) if self.reverse else (-price, one)
        return Exponentials(((first, flint.arb(0), 0), (second, one, 0))).over(rate, v, rising=rising)

    def tails(self, side: int, end: Ball) -> list[Tail]:
        """Per term: coefficient, exponent, degree, and the share of it that is certain beyond ``end`` (all)."""
        one, price = flint.arb(1), arb(self.epsilon).exp()
        if (side < 0) is not self.reverse:
            return []
        if self.reverse:
            return [(one, flint.arb(0), 0, one), (-price, one, 0, one)]
        return [(one, one, 0, one), (-price, flint.arb(0), 0, one)]


Shape = Exponentials | Deviation | Hinge


def ball_of(x: Real | Ball) -> Ball:
    """An exact number as a ball, a ball as it is."""
    return arb(x) if isinstance(x, Real) else x


def shape_of_order(order: Real | Ball) -> Exponentials:
    """X^β, or X ln X at order 1."""
    return Exponentials(((flint.arb(1), order, 1 if ball_of(order) == 1 else 0),))


def bends_like(shape: Shape, side: int) -> Ball:
    """The exponent of X² times the second derivative in X, at the largest losses or at the lowest ones, where it is convex."""
    if isinstance(shape, Exponentials):
        rates = [ball_of(e) for c, e, d in shape.terms if d or ball_of(e) not in (0, 1)]
        return max(rates, key=float) if side > 0 else min(rates, key=float)
    assert isinstance(shape, Deviation)
    k = arb(shape.k)
    return (flint.arb(-1) if shape.reverse else k) if side > 0 else (1 - k if shape.reverse else flint.arb(2))


def bends(shape: Shape, v: Ball) -> tuple[Ball, Ball, Ball]:
    """Bounds of X² times the second derivative at a loss and, times e^{exponent·loss}, beyond it; and the exponent."""
    side = 1 if v > 0 else -1
    rate = bends_like(shape, side)
    if isinstance(shape, Exponentials):
        terms = [(ball_of(c), ball_of(e), d) for c, e, d in shape.terms if d or ball_of(e) not in (0, 1)]
        (c, e, d), *others = terms
        if others:
            raise ArithmeticError("a sum of powers does not bend like one")
        size = c * (2 * e - 1 if d else e * (e - 1)) * (e * v).exp()
        return size, size, rate
    assert isinstance(shape, Deviation)
    k, gap = arb(shape.k), -(-abs(v)).expm1()
    size, factor = k * (k - 1) * (rate * v).exp(), gap ** (k - 2)
    return size * factor.min(flint.arb(1)), size * factor.max(flint.arb(1)), rate


def reversed_shape(shape: Exponentials | Deviation) -> Exponentials | Deviation:
    """X times the function at 1/X, whose mean is that of the reverse order."""
    if isinstance(shape, Deviation):
        return Deviation(shape.k, not shape.reverse)
    return Exponentials(tuple((ball_of(c) * (-1) ** d, 1 - ball_of(e), d) for c, e, d in shape.terms))
