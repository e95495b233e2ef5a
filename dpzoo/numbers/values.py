"""What users write for a parameter, as an exact number: ``2``, ``0.1``, ``"1/3"``, ``"log(3)"``, ``inf``.

Expressions are those of parameter maps; here they are evaluated in exact and ball arithmetic instead of floats.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import flint

from dpzoo.expressions import Expression, ExpressionError, parse
from dpzoo.expressions.tree import Binary, Call, Name, Negation, Number
from dpzoo.numbers.errors import BlockError
from dpzoo.numbers.real import INFINITY, Real, compare, greatest, real


def value(given: object, name: str = "the value") -> Real:
    """The number that was given: an int, a float (its shortest decimal), a Decimal, a Fraction, a Real, or an expression as text.

    What is undefined (``1/0``, ``log(-1)``, NaN) is refused with a :class:`~dpzoo.numbers.errors.BlockError`, here for the whole
    project. Infinite is only what is written as ``inf``; whether a parameter may be infinite is for its reader to say.
    """
    try:
        number = evaluate(parse(given), {}, limits=False) if isinstance(given, str) else real(given)
    except (ExpressionError, ArithmeticError) as error:
        raise BlockError(f"{name} is {str(given)!r}, which is not a number: {error}") from None
    except (TypeError, ValueError):
        raise BlockError(f"{name} is {given!r}, which is not a number") from None
    if not number.defined:
        raise BlockError(f"{name} is {given!r}, which is not a number")
    return number


def evaluate(expression: Expression, values: Mapping[str, Real], *, limits: bool = True) -> Real:
    """An expression at exact values; :class:`ArithmeticError` where it is undefined.

    With ``limits``, as in parameter maps, a positive number over 0 is infinite and log(0) is -inf; else they are undefined.
    """
    match expression:
        case Number(text):
            return Real(rational=Fraction(text))
        case Name(name):
            return _name(name, values)
        case Negation(operand):
            return -evaluate(operand, values, limits=limits)
        case Binary(operator, left, right):
            a, b = (evaluate(x, values, limits=limits) for x in (left, right))
            return _finite(_binary(operator, a, b, limits=limits), expression, (a, b), limits=limits)
        case Call(function, arguments):
            inner = [evaluate(a, values, limits=limits) for a in arguments]
            return _finite(_call(function, inner), expression, inner, limits=limits)
    raise ArithmeticError(f"{expression} has no exact value")


def _finite(found: Real, expression: Expression, inner: Sequence[Real], *, limits: bool) -> Real:
    """What an operation gave, checked to be a number: of finite numbers finite, unless ``limits`` are taken."""
    if limits:
        return found
    if not found.defined or (found.infinite and not any(x.infinite for x in inner)):
        raise ArithmeticError(f"{expression} is undefined")
    return found


def _name(name: str, values: Mapping[str, Real]) -> Real:
    if name == "inf":
        return INFINITY
    if name == "pi":
        return Real(enclose=lambda _: flint.arb.pi())
    if name not in values:
        raise ArithmeticError(f"no value is given for {name}")
    return values[name]


def _binary(operator: str, a: Real, b: Real, *, limits: bool) -> Real:
    match operator:
        case "+":
            return a + b
        case "-":
            return a - b
        case "*":
            return a * b
        case "/":
            if limits and b.rational == 0 and not a.infinite and compare(a, real(0)) == 1:
                return INFINITY  # the convention of floating-point expressions
            return a / b
        case _:
            return a**b


def _call(function: str, arguments: list[Real]) -> Real:
    x = arguments[0]
    match function:
        case "exp" | "log" | "sqrt" | "tanh":
            result: Real = getattr(x, function)()
            return result
        case "sinh":
            return (x.exp() - (-x).exp()) / 2
        case "cosh":
            return (x.exp() + (-x).exp()) / 2
        case "max":
            return greatest(arguments)
        case "min":
            return -greatest([-a for a in arguments])
        case "normal_cdf":
            return normal_cdf(x)
        case "normal_quantile" if not x.infinite:
            return Real(enclose=lambda bits: flint.arb(2).sqrt() * (2 * x.ball(bits) - 1).erfinv())
        case "log_sinhc" if not x.infinite:
            return real(0) if x.rational == 0 else Real(enclose=lambda bits: (x.ball(bits).sinh() / x.ball(bits)).log())
        case "log_cosh" if not x.infinite:
            return Real(enclose=lambda bits: x.ball(bits).cosh().log())
        case "probit_logistic" if not x.infinite:
            return Real(enclose=lambda bits: flint.arb(2).sqrt() * (x.ball(bits) / 2).tanh().erfinv())
        case "langevin" if not x.infinite:
            return real(0) if x.rational == 0 else Real(enclose=lambda bits: x.ball(bits).coth() - 1 / x.ball(bits))
    raise ArithmeticError(f"{function} has no enclosure")


def normal_cdf(x: Real) -> Real:
    """Distribution function of the standard normal distribution, enclosed."""
    if x.infinite:
        return real(1 if x.infinite > 0 else 0)

    def enclose(bits: int) -> Any:
        return (-x.ball(bits) / flint.arb(2).sqrt()).erfc() / 2

    return Real(enclose=enclose)
