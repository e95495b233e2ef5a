"""Expressions put in place of names."""

from __future__ import annotations

from collections.abc import Mapping

from dpzoo.expressions.constraints import ComparisonChain, Constraint
from dpzoo.expressions.tree import Binary, Call, Expression, Name, Negation, Number


def substitute(expression: Expression, values: Mapping[str, Expression]) -> Expression:
    """``expression`` with each name that ``values`` has replaced; others stay."""
    match expression:
        case Name(name=name):
            return values.get(name, expression)
        case Number():
            return expression
        case Negation(operand=operand):
            return Negation(substitute(operand, values))
        case Binary(operator=operator, left=left, right=right):
            return Binary(operator, substitute(left, values), substitute(right, values))
        case Call(function=function, arguments=arguments):
            return Call(function, tuple(substitute(a, values) for a in arguments))
        case _:
            raise TypeError(f"{type(expression).__name__} is not an expression of the language")


def substitute_in_constraint(constraint: Constraint, values: Mapping[str, Expression]) -> Constraint:
    """The same for every term of a constraint."""
    return Constraint(
        tuple(ComparisonChain(tuple(substitute(t, values) for t in c.terms), c.operators) for c in constraint.comparisons)
    )
