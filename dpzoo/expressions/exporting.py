"""Expressions and constraints as data that JSON can hold, for programs in other languages.

The website's ``assets/expressions.js`` evaluates these trees by the conventions of :meth:`Expression.evaluate`.

>>> from dpzoo.expressions import parse
>>> export(parse("2*log(x)"))
{'operator': '*', 'left': {'number': '2'}, 'right': {'call': 'log', 'arguments': [{'name': 'x'}]}}
"""

from __future__ import annotations

from typing import Any

from dpzoo.expressions.constraints import Constraint
from dpzoo.expressions.tree import Binary, Call, Expression, Name, Negation, Number


def export(expression: Expression) -> dict[str, Any]:
    """One of five shapes: number (its literal, as text), name (of a parameter or constant), negate, operator, call."""
    match expression:
        case Number(text=text):
            return {"number": text}
        case Name(name=name):
            return {"name": name}
        case Negation(operand=operand):
            return {"negate": export(operand)}
        case Binary(operator=operator, left=left, right=right):
            return {"operator": operator, "left": export(left), "right": export(right)}
        case Call(function=function, arguments=arguments):
            return {"call": function, "arguments": [export(a) for a in arguments]}
        case _:
            raise TypeError(f"{type(expression).__name__} is not an expression of the language")


def export_constraint(constraint: Constraint) -> dict[str, Any]:
    """``{"all": [chain, …]}``; a chain has ``terms`` and between each two of them one of ``operators`` (< <= > >= == !=)."""
    return {"all": [{"terms": [export(t) for t in c.terms], "operators": list(c.operators)} for c in constraint.comparisons]}
