"""Real numbers that are decided, not rounded.

A :class:`Real` is a rational number, the natural logarithm of one, a rational combination of such logarithms, plus or minus
infinity, or a number that ball arithmetic (Arb, through python-flint) encloses as tightly as asked. Comparing two of them is
certain or undecided, never a guess; that two combinations of (not too many) logarithms are equal is found out. They live
in numpy arrays of dtype ``object``, where numpy's own ``log``, ``exp`` and ``sqrt`` call their methods.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from numbers import Integral
from typing import Any, Final

import flint

FIRST_BITS: Final = 64
LAST_BITS: Final = 2048
_FLOAT_BITS: Final = 55
_FEWEST_DIGITS: Final = 3
_END_DIGITS: Final = 6
_SMALL_POWER: Final = 64
_WRITABLE_BITS: Final = 14_000
_MOST_LOGS: Final = 200

Ball = Any
"""A ``flint.arb``: a midpoint and a radius."""


class UndecidedError(ArithmeticError):
    """Two numbers could not be told apart at the precision limit."""


class Real:
    """A real number, or plus or minus infinity. Make one with :func:`real`, :func:`log_of` or :func:`enclosed`."""

    __slots__ = ("_ball", "_enclose", "_float", "combination", "infinite", "log_argument", "rational")

    def __init__(
        self,
        *,
        rational: Fraction | None = None,
        log_argument: Fraction | None = None,
        infinite: int = 0,
        enclose: Callable[[int], Ball] | None = None,
        combination: LogCombination | None = None,
    ) -> None:
        self.rational = rational
        self.combination = combination
        self.log_argument = log_argument
        self.infinite = infinite
        self._enclose = enclose
        self._float: float | None = None
        self._ball: tuple[int, Ball] | None = None

    def __getstate__(self) -> tuple[None, dict[str, object]]:
        """All but the last ball, which cannot be sent to another process."""
        return None, {name: None if name == "_ball" else getattr(self, name) for name in self.__slots__}

    def ball(self, bits: int) -> Ball:
        """An enclosure computed with ``bits`` of working precision (a power of two keeps nested calls cheap)."""
        if self._ball is None or self._ball[0] != bits:
            self._ball = bits, self._enclosed(bits)
        return self._ball[1]

    def _enclosed(self, bits: int) -> Ball:
        if self.infinite:
            return flint.arb("inf") * self.infinite
        with flint.ctx.workprec(bits):
            if self.rational is not None:
                return _arb(self.rational)
            if self.log_argument is not None:
                return _arb(self.log_argument).log()
            assert self._enclose is not None
            return self._enclose(bits)

    @property
    def defined(self) -> bool:
        """Whether the number is infinite or can be enclosed at all: not so for √-1, or for what is beyond all precision."""
        return self.exact or bool(self.narrow().is_finite())

    def narrow(self) -> Ball:
        """An enclosure narrower than the gap between two floats; the best that there is where more bits do not narrow it."""
        bits, width = FIRST_BITS, None
        while True:
            ball = self.ball(bits)
            if bits >= LAST_BITS or (ball.is_finite() and ball.rel_accuracy_bits() > _FLOAT_BITS):
                return ball
            if width is not None and not ball.rad() < width:  # a fixed enclosure: more bits change nothing
                return ball
            bits, width = bits * 2, ball.rad() if ball.is_finite() else None

    @property
    def bounds(self) -> tuple[float, float]:
        """Floats below and above, as close as floats allow where the number can be enclosed so tightly."""
        if self.infinite:
            return (self.infinite * math.inf,) * 2
        if self.rational is not None:
            near = _to_float(self.rational)
            exact = math.isfinite(near) and Fraction(near) == self.rational
            return (near, near) if exact else (math.nextafter(near, -math.inf), math.nextafter(near, math.inf))
        return below(ball := self.narrow()), above(ball)

    def __float__(self) -> float:
        """The nearest float; where the number is known only to lie in a wider interval (see :attr:`bounds`), its middle."""
        if self._float is None:
            self._float = self._rounded()
        return self._float

    def _rounded(self) -> float:
        if self.infinite:
            return self.infinite * math.inf
        if self.rational is not None:
            return _to_float(self.rational)
        return float(self.narrow().mid())

    def decimal(self, digits: int) -> str:
        """The number to at most ``digits`` significant digits, all certain; the interval in brackets if fewer than three are."""
        if self.infinite or self.rational is not None:
            return f"{float(self):.{digits}g}"
        low, high = self.bounds
        for n in range(digits, min(digits, _FEWEST_DIGITS) - 1, -1):
            if (shown := f"{low:.{n}g}") == f"{high:.{n}g}":
                return shown
        ends = min(digits, _END_DIGITS)
        return f"[{_rounded(low, ends, ROUND_FLOOR)}, {_rounded(high, ends, ROUND_CEILING)}]"

    def __format__(self, spec: str) -> str:
        """As a float is formatted, where both ends of the enclosure give the same text; the interval in brackets otherwise."""
        if not spec:
            return str(self)
        if self.infinite or self.rational is not None:
            return format(float(self), spec)
        if (general := re.fullmatch(r"\.(\d+)g", spec)) is not None:
            return self.decimal(int(general[1]))
        low, high = (format(x, spec) for x in self.bounds)
        return low if low == high else f"[{low}, {high}]"

    def __bool__(self) -> bool:
        return compare(self, ZERO) != 0

    # arithmetic -------------------------------------------------------------------------------------------------

    def __add__(self, other: object) -> Real:
        b = _coerce(other)
        if b is None:
            return NotImplemented
        if self.infinite or b.infinite:
            if self.infinite and b.infinite and self.infinite != b.infinite:
                raise ArithmeticError("inf - inf is undefined")
            return self if self.infinite else b
        if self.rational is not None and b.rational is not None:
            return Real(rational=self.rational + b.rational)
        if self.rational == 0:
            return b
        if b.rational == 0:
            return self
        if self.log_argument is not None and b.log_argument is not None:
            return log_of(self.log_argument * b.log_argument)
        return Real(
            enclose=lambda bits: self.ball(bits) + b.ball(bits), combination=_sum(combination_of(self), combination_of(b))
        )

    __radd__ = __add__

    def __neg__(self) -> Real:
        if self.infinite:
            return Real(infinite=-self.infinite)
        if self.rational is not None:
            return Real(rational=-self.rational)
        if self.log_argument is not None:
            return log_of(1 / self.log_argument)
        return Real(enclose=lambda bits: -self.ball(bits), combination=_multiple(self.combination, Fraction(-1)))

    def __sub__(self, other: object) -> Real:
        b = _coerce(other)
        return NotImplemented if b is None else self + (-b)

    def __rsub__(self, other: object) -> Real:
        b = _coerce(other)
        return NotImplemented if b is None else b + (-self)

    def __mul__(self, other: object) -> Real:
        b = _coerce(other)
        if b is None:
            return NotImplemented
        if self.infinite or b.infinite:
            sign = _sign(self) * _sign(b)
            if sign == 0:
                raise ArithmeticError("0 · inf is undefined")
            return Real(infinite=sign)
        for a, c in ((self, b), (b, self)):
            if a.rational is not None:
                if a.rational == 0:
                    return ZERO
                if c.rational is not None:
                    return Real(rational=a.rational * c.rational)
                if c.log_argument is not None and abs(a.rational.numerator) <= _SMALL_POWER:
                    root = _root(c.log_argument, a.rational.denominator)
                    if root is not None:
                        return log_of(root**a.rational.numerator)
                scaled = _multiple(combination_of(c), a.rational)
                return Real(enclose=lambda bits: self.ball(bits) * b.ball(bits), combination=scaled)
        return Real(enclose=lambda bits: self.ball(bits) * b.ball(bits))

    __rmul__ = __mul__

    def __truediv__(self, other: object) -> Real:
        b = _coerce(other)
        if b is None:
            return NotImplemented
        if b.infinite:
            if self.infinite:
                raise ArithmeticError("inf / inf is undefined")
            return ZERO
        if b.rational is not None:
            if b.rational == 0:
                raise ZeroDivisionError("division by zero")
            return self * Real(rational=1 / b.rational)
        return self * Real(enclose=lambda bits: 1 / b.ball(bits))

    def __rtruediv__(self, other: object) -> Real:
        b = _coerce(other)
        return NotImplemented if b is None else b / self

    def __pow__(self, exponent: object) -> Real:
        b = _coerce(exponent)
        if b is None:
            return NotImplemented
        if self.rational is not None and b.rational is not None and b.rational.denominator == 1:
            n = int(b.rational)
            if n >= 0 or self.rational != 0:
                size = max(self.rational.numerator.bit_length(), self.rational.denominator.bit_length())
                if abs(n) * size <= LAST_BITS:
                    return Real(rational=self.rational**n)
        if self.rational == 0:
            if _sign(b) > 0:
                return ZERO
            if _sign(b) == 0:
                return ONE
            raise ZeroDivisionError("0 to a negative power")
        return (b * self.log()).exp()

    def __rpow__(self, base: object) -> Real:
        b = _coerce(base)
        return NotImplemented if b is None else b**self

    def log(self) -> Real:
        """The natural logarithm; -inf at 0."""
        if self.infinite > 0:
            return self
        if self.rational is not None:
            if self.rational < 0:
                raise ArithmeticError(f"the logarithm of {self} is undefined")
            return -INFINITY if self.rational == 0 else log_of(self.rational)
        return Real(enclose=lambda bits: self.ball(bits).log())

    def exp(self) -> Real:
        """The exponential."""
        if self.infinite:
            return INFINITY if self.infinite > 0 else ZERO
        if self.log_argument is not None:
            return Real(rational=self.log_argument)
        if self.rational == 0:
            return ONE
        return Real(enclose=lambda bits: self.ball(bits).exp())

    def sqrt(self) -> Real:
        """The square root, exact where it is rational."""
        if self.infinite > 0:
            return self
        if self.rational is not None:
            if self.rational < 0:
                raise ArithmeticError(f"the square root of {self} is undefined")
            n, d = math.isqrt(self.rational.numerator), math.isqrt(self.rational.denominator)
            if n * n == self.rational.numerator and d * d == self.rational.denominator:
                return Real(rational=Fraction(n, d))
        return Real(enclose=lambda bits: self.ball(bits).sqrt())

    def tanh(self) -> Real:
        """The hyperbolic tangent."""
        if self.infinite:
            return real(self.infinite)
        if self.rational == 0:
            return ZERO
        return Real(enclose=lambda bits: self.ball(bits).tanh())

    def __abs__(self) -> Real:
        return -self if _sign(self) < 0 else self

    # order ------------------------------------------------------------------------------------------------------

    def _order(self, other: object) -> int:
        b = _coerce(other)
        if b is None:
            raise TypeError(f"a real number does not compare with {other!r}")
        sign = compare(self, b)
        if sign is None:
            raise UndecidedError(f"{self} and {b} cannot be told apart with {LAST_BITS} bits")
        return sign

    def __lt__(self, other: object) -> bool:
        return self._order(other) < 0

    def __le__(self, other: object) -> bool:
        return self._order(other) <= 0

    def __gt__(self, other: object) -> bool:
        return self._order(other) > 0

    def __ge__(self, other: object) -> bool:
        return self._order(other) >= 0

    def __eq__(self, other: object) -> bool:
        return _coerce(other) is not None and self._order(other) == 0

    def __hash__(self) -> int:
        return hash(float(self))

    @property
    def exact(self) -> bool:
        """Whether the number is infinite, rational or the logarithm of a rational number."""
        return bool(self.infinite) or self.rational is not None or self.log_argument is not None

    def __str__(self) -> str:
        if self.infinite:
            return "inf" if self.infinite > 0 else "-inf"
        if self.rational is not None and _writable(self.rational):
            return str(self.rational)
        if self.log_argument is not None and _writable(self.log_argument):
            return f"ln({self.log_argument})"
        return self.decimal(12)

    def __repr__(self) -> str:
        return f"Real({self})"


def compare(a: Real, b: Real) -> int | None:
    """The sign of a - b, or None if it is not decided with :data:`LAST_BITS` bits."""
    if a.infinite or b.infinite:
        return _order_of(a.infinite, b.infinite)
    if a.rational is not None and b.rational is not None:
        return _order_of(a.rational, b.rational)
    if a.log_argument is not None and b.log_argument is not None:
        return _order_of(a.log_argument, b.log_argument)
    bits, asked = FIRST_BITS, False
    width = flint.arb("inf")
    while bits <= LAST_BITS:
        with flint.ctx.workprec(bits):
            difference = a.ball(bits) - b.ball(bits)
        if difference > 0:
            return 1
        if difference < 0:
            return -1
        if difference == 0:
            return 0
        radius = difference.rad()  # a ball, since floats end at e^709
        if not radius < width:  # a fixed enclosure: more bits change nothing
            return None
        if not asked and bits > FIRST_BITS:
            asked, both = True, _sum(combination_of(a), _multiple(combination_of(b), Fraction(-1)))
            if both is not None and vanishes(both):
                return 0
        bits, width = bits * 2, radius
    return None


@dataclass(frozen=True)
class LogCombination:
    """c₀ + Σ c·ln r with rational c₀, rational c ≠ 0 and distinct rational r > 0."""

    constant: Fraction
    logs: Mapping[Fraction, Fraction]


def total(numbers: Iterable[Real]) -> Real:
    """The sum of numbers, added in pairs: a thousand terms nest ten deep, not a thousand."""
    terms = list(numbers)
    while len(terms) > 1:
        terms = [a + b for a, b in zip(terms[::2], terms[1::2], strict=False)] + terms[len(terms) & ~1 :]
    return terms[0] if terms else ZERO


def combination_of(value: Real) -> LogCombination | None:
    """A number as a combination of logarithms, where it is known to be one."""
    if value.rational is not None:
        return LogCombination(value.rational, {})
    if value.log_argument is not None:
        return LogCombination(Fraction(0), {value.log_argument: Fraction(1)})
    return value.combination


def _sum(a: LogCombination | None, b: LogCombination | None) -> LogCombination | None:
    if a is None or b is None or len(a.logs) + len(b.logs) > _MOST_LOGS:
        return None
    logs = dict(a.logs)
    for argument, factor in b.logs.items():
        logs[argument] = logs.get(argument, Fraction(0)) + factor
    return LogCombination(a.constant + b.constant, {r: c for r, c in logs.items() if c})


def _multiple(a: LogCombination | None, factor: Fraction) -> LogCombination | None:
    if a is None or not factor:
        return None
    return LogCombination(factor * a.constant, {r: factor * c for r, c in a.logs.items()})


def vanishes(number: LogCombination) -> bool:
    """Whether a combination of logarithms is 0, exactly.

    Σ c·ln r is a multiple of ln Π r^n with whole n. By Lindemann's theorem no such logarithm is a rational number other than 0,
    and the product is 1 if and only if every element of a coprime base of the numerators and denominators has exponent 0.
    """
    if number.constant:
        return False
    whole = math.lcm(*(c.denominator for c in number.logs.values()))
    powers = [(r, int(c * whole)) for r, c in number.logs.items()]
    return all(
        sum(n * (_multiplicity(r.numerator, b) - _multiplicity(r.denominator, b)) for r, n in powers) == 0
        for b in _coprime_base([x for r in number.logs for x in (r.numerator, r.denominator)])
    )


def _coprime_base(numbers: list[int]) -> list[int]:
    """Pairwise coprime whole numbers above 1 of which every given one is a product."""
    base: list[int] = []
    left = list(numbers)
    while left:
        n = left.pop()
        if n == 1:
            continue
        for i, b in enumerate(base):
            if (common := math.gcd(n, b)) > 1:
                del base[i]
                left += [common, b // common, n // common]
                break
        else:
            base.append(n)
    return base


def _multiplicity(n: int, b: int) -> int:
    """How often b divides n."""
    count = 0
    while n % b == 0:
        n, count = n // b, count + 1
    return count


def real(value: object) -> Real:
    """A number as a :class:`Real`: an int, a Fraction, a float (its shortest decimal is meant: 0.1 is 1/10), a Decimal, inf."""
    result = _coerce(value)
    if result is None:
        raise TypeError(f"{value!r} is not a number")
    return result


def log_of(argument: Fraction | int) -> Real:
    """The natural logarithm of a positive rational number, exactly."""
    argument = Fraction(argument)
    if argument <= 0:
        raise ValueError("the logarithm of a number that is not positive")
    return ZERO if argument == 1 else Real(log_argument=argument)


def below(ball: Ball) -> float:
    """A float that is certainly not larger than any number in the ball."""
    return math.nextafter(float(ball.lower()), -math.inf) if ball.is_finite() else -math.inf


def above(ball: Ball) -> float:
    """A float that is certainly not smaller than any number in the ball."""
    return math.nextafter(float(ball.upper()), math.inf) if ball.is_finite() else math.inf


def _rounded(number: float, digits: int, direction: str) -> str:
    if not math.isfinite(number):
        return str(number)
    return f"{Context(prec=digits, rounding=direction).create_decimal(Decimal(number)):g}"


def enclosed(low: Real, high: Real) -> Real:
    """A number known to lie between two others, and no better."""

    def hull(bits: int) -> Ball:
        return low.ball(bits).union(high.ball(bits))

    return low if low is high else Real(enclose=hull)


def greatest(values: list[Real]) -> Real:
    """The largest of several numbers; where two cannot be told apart, a number enclosed by both."""
    best = values[0]
    for value in values[1:]:
        sign = compare(value, best)
        if sign is None:
            a, b = best, value
            best = _larger(a, b)
        elif sign > 0:
            best = value
    return best


def _larger(a: Real, b: Real) -> Real:
    return Real(enclose=lambda bits: a.ball(bits).max(b.ball(bits)))


def _coerce(value: object) -> Real | None:
    if isinstance(value, Real):
        return value
    if isinstance(value, bool):
        return None
    if isinstance(value, int | Fraction):
        return Real(rational=Fraction(value))
    if isinstance(value, Integral):  # of numpy
        return Real(rational=Fraction(int(value)))
    if isinstance(value, float | Decimal):
        if math.isnan(value):
            raise ValueError("not a number (NaN)")
        if math.isinf(value):
            return Real(infinite=1 if value > 0 else -1)
        return Real(rational=Fraction(value if isinstance(value, Decimal) else repr(float(value))))
    return None


def _sign(value: Real) -> int:
    sign = compare(value, ZERO)
    if sign is None:
        raise UndecidedError(f"the sign of {value} is not decided with {LAST_BITS} bits")
    return sign


def _root(number: Fraction, degree: int) -> Fraction | None:
    """The exact root of a positive fraction, if it is rational."""
    if degree == 1:
        return number
    if degree > _SMALL_POWER:
        return None
    above, below = (flint.fmpz(n).root(degree) for n in (number.numerator, number.denominator))
    found = Fraction(int(above), int(below))
    return found if found**degree == number else None


def _order_of(a: Any, b: Any) -> int:
    return int(a > b) - int(a < b)


def _arb(value: Fraction) -> Ball:
    return flint.arb(flint.fmpq(value.numerator, value.denominator))


def _writable(value: Fraction) -> bool:
    """Whether Python writes the numerator and denominator out (it refuses beyond 4300 digits)."""
    return max(value.numerator.bit_length(), value.denominator.bit_length()) <= _WRITABLE_BITS


def _to_float(value: Fraction) -> float:
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


ZERO: Final = Real(rational=Fraction(0))
ONE: Final = Real(rational=Fraction(1))
INFINITY: Final = Real(infinite=1)
