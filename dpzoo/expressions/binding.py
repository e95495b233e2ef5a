"""Expressions and constraints with some values put in once: a search then computes only what changes."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from dpzoo.expressions.constraints import Constraint, met
from dpzoo.expressions.functions import CONSTANTS, FUNCTIONS
from dpzoo.expressions.tree import OPERATIONS, Binary, Call, Computation, Expression, Name, Negation, Number, log1p

_Part = float | Computation
"""A number, where all names below have values; else what computes it from those of the others."""


def bound(expression: Expression, known: Mapping[str, float]) -> Computation:
    """``expression.compute`` at ``known`` and whatever else it is given: the same operations on the same floats."""
    return _computation(_part(expression, known))


def condition(constraint: Constraint, known: Mapping[str, float]) -> Callable[[Mapping[str, float]], bool]:
    """``constraint.holds`` at ``known`` and whatever else it is given."""
    tests = [(_computation(_part(a, known)), test, _computation(_part(b, known))) for a, test, b in constraint.neighbours]

    def holds(values: Mapping[str, float]) -> bool:
        found = met(tests, values)
        return constraint.holds({**known, **values}) if found is None else found

    return holds


def _computation(part: _Part) -> Computation:
    return part if callable(part) else lambda _: part


def _part(expression: Expression, known: Mapping[str, float]) -> _Part:
    match expression:
        case Number() | Name() if isinstance(expression, Number) or expression.name in CONSTANTS:
            return expression.compute({})
        case Name(name):
            return float(known[name]) if name in known else expression.compute
        case Negation(operand):
            return _applied(lambda x: -x, _part(operand, known))
        case Binary("-", Number("1"), Call("exp", (power,))):
            return _applied(lambda x: 0.0 - math.expm1(x), _part(power, known))
        case Binary("-", Call("exp", (power,)), Number("1")):
            return _applied(math.expm1, _part(power, known))
        case Binary(sign, left, right):
            return _joined(sign, _part(left, known), _part(right, known))
        case Call("log", (Binary("+" | "-" as sign, Number("1"), rest),)):
            factor = 1.0 if sign == "+" else -1.0
            return _applied(lambda x: log1p(factor * x), _part(rest, known))
        case Call(name, arguments):
            function = FUNCTIONS[name].value
            return _applied(function, *(_part(a, known) for a in arguments))
    raise TypeError(f"{type(expression).__name__} is not a node of expressions")


def _applied(function: Callable[..., float], *parts: _Part) -> _Part:
    numbers = [p for p in parts if not callable(p)]
    if len(numbers) == len(parts):
        try:
            return function(*numbers)
        except (ArithmeticError, ValueError):
            return lambda _: function(*numbers)  # it fails where it is asked for
    match [_computation(p) for p in parts]:
        case [inner]:
            return lambda values: function(inner(values))
        case [first, second]:
            return lambda values: function(first(values), second(values))
        case several:
            return lambda values: function(*[c(values) for c in several])


def _joined(sign: str, left: _Part, right: _Part) -> _Part:
    apply = OPERATIONS[sign]
    if not callable(left):
        return _applied(apply, left, right) if not callable(right) else _after(sign, left, right)
    if not callable(right):
        return _before(sign, left, right)
    match sign:
        case "+":
            return lambda values: left(values) + right(values)
        case "-":
            return lambda values: left(values) - right(values)
        case "*":
            return lambda values: left(values) * right(values)
    return lambda values: apply(left(values), right(values))


def _after(sign: str, left: float, right: Computation) -> Computation:
    match sign:
        case "+":
            return lambda values: left + right(values)
        case "-":
            return lambda values: left - right(values)
        case "*":
            return lambda values: left * right(values)
    apply = OPERATIONS[sign]
    return lambda values: apply(left, right(values))


def _before(sign: str, left: Computation, right: float) -> Computation:
    match sign:
        case "+":
            return lambda values: left(values) + right
        case "-":
            return lambda values: left(values) - right
        case "*":
            return lambda values: left(values) * right
        case "/" if right:
            return lambda values: left(values) / right
    apply = OPERATIONS[sign]
    return lambda values: apply(left(values), right)
