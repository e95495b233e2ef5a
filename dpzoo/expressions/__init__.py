r"""The language of parameter maps: arithmetic over parameter names, and the named functions it may call.

An expression is parsed into a small tree, never evaluated as code; the tree prints itself as LaTeX and computes
itself on floats.

>>> from dpzoo.expressions import parse
>>> e = parse("xi + rho + 2*sqrt(rho*log(1/delta))")
>>> sorted(e.names)
['delta', 'rho', 'xi']
>>> round(e.evaluate({"xi": 0, "rho": 0.5, "delta": 1e-6}), 3)
5.757
>>> e.latex({"xi": r"\xi", "rho": r"\rho", "delta": r"\delta"})
'\\xi + \\rho + 2 \\sqrt{\\rho \\ln \\left( \\frac{1}{\\delta} \\right)}'
"""

from dpzoo.expressions.constraints import Constraint, parse_constraint
from dpzoo.expressions.errors import EvaluationError, ExpressionError
from dpzoo.expressions.parsing import MAX_LENGTH, parse
from dpzoo.expressions.tree import Expression

__all__ = [
    "MAX_LENGTH",
    "Constraint",
    "EvaluationError",
    "Expression",
    "ExpressionError",
    "parse",
    "parse_constraint",
]
