"""Expressions in ball arithmetic: floats certainly below and above a value, and conditions that certainly hold.

What is printed as an upper bound must not lie below the formula's value, and a search that compares floats may accept a point
that misses a condition in the last digit. Both are settled here, by Arb (through python-flint).

>>> from dpzoo.expressions import parse
>>> low, high = enclosure(parse("log(x)"), {"x": 3.0})
>>> low < high <= low * (1 + 1e-15)
True
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import flint

from dpzoo.expressions.constraints import Constraint
from dpzoo.expressions.errors import EvaluationError
from dpzoo.expressions.tree import Binary, Call, Expression, Name, Negation, Number

_BITS: Final = (96, 384, 1536)
_ULPS: Final = 16
"""By how many floats an evaluation that ball arithmetic cannot follow (at infinite parameters) is widened."""

Ball = Any


def enclosure(expression: Expression, values: Mapping[str, float]) -> tuple[float, float]:
    """The tightest floats known to lie below and above the value; raises EvaluationError where there is none."""
    for bits in _BITS:
        with flint.ctx.workprec(bits):
            ball = _ball(expression, values)
            if ball.is_finite() and ball.rad() <= abs(ball.mid()) * 2.0**-60:
                return _below(ball), _above(ball)
    if ball.is_finite():
        return _below(ball), _above(ball)
    value = expression.evaluate(values)  # an infinity on the way, which floats follow by the conventions of `evaluate`
    if math.isinf(value):
        return value, value
    low = high = value
    for _ in range(_ULPS):
        low, high = math.nextafter(low, -math.inf), math.nextafter(high, math.inf)
    return low, high


def certain(constraint: Constraint, values: Mapping[str, float]) -> bool:
    """Whether the constraint holds beyond doubt: rounding can make this False for a true one, never True for a false one."""
    return all(
        _compare(operator, left, right, values)
        for chain in constraint.comparisons
        for operator, left, right in zip(chain.operators, chain.terms, chain.terms[1:], strict=False)
    )


def _compare(operator: str, left: Expression, right: Expression, values: Mapping[str, float]) -> bool:
    for bits in _BITS:
        with flint.ctx.workprec(bits):
            a, b = _ball(left, values), _ball(right, values)
            if a.is_finite() and b.is_finite():
                if bool(_CERTAIN[operator](a, b)):
                    return True
                if bool(_CERTAIN[_OPPOSITE[operator]](a, b)):
                    return False
    if a.is_finite() and b.is_finite():
        return False
    # an infinite side: compared as floats, which then differ by more than rounding
    low, high = left.evaluate(values), right.evaluate(values)
    return (math.isinf(low) or math.isinf(high)) and bool(_CERTAIN[operator](low, high))


def iterated(rule: Mapping[str, Expression], values: Mapping[str, float], times: int) -> dict[str, tuple[float, float]]:
    """Enclosures after ``times - 1`` steps of a rule whose name1 is what was reached and whose name2 is ``values``' name."""
    return accumulated(rule, [(values, times)])


def accumulated(
    rule: Mapping[str, Expression], steps: Sequence[tuple[Mapping[str, float], int]]
) -> dict[str, tuple[float, float]]:
    """The same with different values, each so many times; all have the names of the first."""
    with flint.ctx.workprec(_BITS[1]):
        total: dict[str, Any] | None = None
        for values, times in steps:
            one = {n: flint.arb(v) for n, v in values.items()}
            for _ in range(times):
                if total is None:
                    total = dict(one)
                    continue
                inside: dict[str, Any] = {
                    **values,
                    **{f"{n}1": v for n, v in total.items()},
                    **{f"{n}2": v for n, v in one.items()},
                }
                total = {n: _ball(rule[n], inside) if n in rule else v for n, v in total.items()}
        assert total is not None
        bad = [n for n, ball in total.items() if ball.is_nan()]
        if bad:
            raise EvaluationError(f"{bad[0]} has no value")
        return {n: (_below(ball), _above(ball)) for n, ball in total.items()}


_CERTAIN: Final[Mapping[str, Callable[[Any, Any], Any]]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
}
_OPPOSITE: Final = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}


def _below(ball: Ball) -> float:
    number = float(ball.lower())
    return number if ball.is_exact() and flint.arb(number) == ball else math.nextafter(number, -math.inf)


def _above(ball: Ball) -> float:
    number = float(ball.upper())
    return number if ball.is_exact() and flint.arb(number) == ball else math.nextafter(number, math.inf)


def _ball(expression: Expression, values: Mapping[str, Any]) -> Ball:
    match expression:
        case Number(text=text):
            return flint.arb(text)
        case Name(name="pi"):
            return flint.arb.pi()
        case Name(name=name) if name in values or name == "inf":
            return flint.arb(values.get(name, math.inf))
        case Name(name=name):
            raise EvaluationError(f"no value is given for {name}")
        case Negation(operand=operand):
            return -_ball(operand, values)
        case Binary(operator=operator, left=left, right=right):
            return _OPERATIONS[operator](_ball(left, values), _ball(right, values))
        case Call(function=function, arguments=arguments):
            return _FUNCTIONS[function](*(_ball(a, values) for a in arguments))
        case _:
            raise TypeError(f"{type(expression).__name__} is not an expression of the language")


def _power(base: Ball, exponent: Ball) -> Ball:
    whole = exponent.unique_fmpz() if exponent.is_exact() else None
    return base ** int(whole) if whole is not None else base**exponent


def _log(x: Ball) -> Ball:
    return flint.arb("-inf") if x == 0 else x.log()


def _quantile(p: Ball) -> Ball:
    """√2 times the inverse of erf where that is accurate, else from the smaller tail."""
    if p == 0:
        return flint.arb("-inf")
    if p == 1:
        return flint.arb("inf")
    return flint.arb(2).sqrt() * (2 * p - 1).erfinv()


def _lambert(x: Ball) -> Ball:
    """W₋₁ falls from -1 at -1/e to -∞ at 0: what it is at the ends of a ball, as far as it is defined there, encloses it."""
    if x == 0:
        return flint.arb("-inf")
    edge, low, high = -flint.arb(-1).exp(), x.lower(), x.upper()
    if high < edge or low > 0:
        raise EvaluationError("lambert_w_minus takes -1/e <= x <= 0")
    if not high < 0:
        return flint.arb("nan")
    least, most = high.lambertw(-1), low.lambertw(-1) if low > edge else flint.arb(-1)
    if not least.is_finite():  # the edge is within rounding of it; above 1 + √(2u) + u is no -W₋₁ (Chatzigeorgiou 2013)
        u = (-(-high).log() - 1).upper().max(flint.arb(0))
        least = -1 - (2 * u).sqrt() - u
    return least.union(most)


def _least(*balls: Ball) -> Ball:
    found = balls[0]
    for ball in balls[1:]:
        found = found.min(ball)
    return found


def _most(*balls: Ball) -> Ball:
    found = balls[0]
    for ball in balls[1:]:
        found = found.max(ball)
    return found


def _kov_delta(epsilon: Ball, loss: Ball, times: Ball) -> Ball:
    count = int(times.unique_fmpz())
    total = flint.arb(0)
    for lies in range(count + 1):
        gap = (count - 2 * lies) * loss - epsilon
        if gap <= 0:
            continue
        ways = flint.arb(flint.fmpz.bin_uiui(count, lies))
        total += ways * (-lies * loss).exp() * (1 - (-gap).exp()).max(flint.arb(0))
    return (total / (1 + (-loss).exp()) ** count).min(flint.arb(1))


def _even(ball: Ball, at_zero: Callable[[Ball], Ball]) -> Ball:
    return flint.arb(0) if ball == 0 else at_zero(ball)


_OPERATIONS: Final[Mapping[str, Callable[[Ball, Ball], Ball]]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "**": _power,
}
_FUNCTIONS: Final[Mapping[str, Callable[..., Ball]]] = {
    "exp": lambda x: x.exp(),
    "log": _log,
    "sqrt": lambda x: x.sqrt(),
    "min": _least,
    "max": _most,
    "tanh": lambda x: x.tanh(),
    "sinh": lambda x: x.sinh(),
    "cosh": lambda x: x.cosh(),
    "normal_cdf": lambda x: (-x / flint.arb(2).sqrt()).erfc() / 2,
    "normal_quantile": _quantile,
    "lambert_w_minus": _lambert,
    "log_sinhc": lambda x: _even(x, lambda y: (y.sinh() / y).log()),
    "langevin": lambda x: _even(x, lambda y: y.coth() - 1 / y),
    "log_cosh": lambda x: x.cosh().log(),
    "probit_logistic": lambda x: flint.arb(2).sqrt() * (x / 2).tanh().erfinv(),
    "kov_delta": _kov_delta,
}
