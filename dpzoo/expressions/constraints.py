r"""Constraints on parameters: chained comparisons of expressions, joined by ``and``.

>>> from dpzoo.expressions import parse_constraint
>>> c = parse_constraint("0 < delta < 1 and rho = 1/2")
>>> c.holds({"delta": 1e-6, "rho": 0.5})
True
>>> c.latex({"delta": r"\delta", "rho": r"\rho"})
'0 < \\delta < 1 \\text{ and } \\rho = \\frac{1}{2}'
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from dpzoo.expressions.errors import ExpressionError
from dpzoo.expressions.parsing import convert, to_ast
from dpzoo.expressions.tree import Computation, Expression

_COMPARE: Mapping[str, tuple[str, Callable[[float, float], bool]]] = {
    "<": ("<", operator.lt),
    "<=": (r"\le", operator.le),
    ">": (">", operator.gt),
    ">=": (r"\ge", operator.ge),
    "==": ("=", operator.eq),
    "!=": (r"\ne", operator.ne),
}
_SYMBOLS: Mapping[type[ast.cmpop], str] = {
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
}
_SINGLE_EQUALS = re.compile(r"(?<![<>=!])=(?!=)")


Test = tuple[Computation, Callable[[float, float], bool], Computation]
"""Two sides and how they are compared."""


def met(tests: Iterable[Test], values: Mapping[str, float]) -> bool | None:
    """Whether all comparisons hold; None where a side has no value, which :meth:`Constraint.holds` explains."""
    try:
        for left, test, right in tests:
            a, b = left(values), right(values)
            if a != a or b != b:  # noqa: PLR0124  not a number
                return None
            if not test(a, b):
                return False
    except (ArithmeticError, ValueError):
        return None
    return True


@dataclass(frozen=True, slots=True)
class ComparisonChain:
    """A chain ``terms[0] operators[0] terms[1] …``."""

    terms: tuple[Expression, ...]
    operators: tuple[str, ...]

    def __str__(self) -> str:
        rest = (f" {'=' if o == '==' else o} {t}" for o, t in zip(self.operators, self.terms[1:], strict=True))
        return str(self.terms[0]) + "".join(rest)


@dataclass(frozen=True)
class Constraint:
    """A conjunction of comparisons."""

    comparisons: tuple[ComparisonChain, ...]

    @cached_property
    def names(self) -> frozenset[str]:
        """The parameter names that occur."""
        return frozenset().union(*(t.names for c in self.comparisons for t in c.terms))

    @property
    def neighbours(self) -> Iterator[tuple[Expression, Callable[[float, float], bool], Expression]]:
        """Every comparison of two neighbours: its sides and its test."""
        for chain in self.comparisons:
            for left, sign, right in zip(chain.terms, chain.operators, chain.terms[1:], strict=False):
                yield left, _COMPARE[sign][1], right

    @cached_property
    def _compiled(self) -> tuple[Test, ...]:
        return tuple((left.compute, test, right.compute) for left, test, right in self.neighbours)

    def holds(self, values: Mapping[str, float]) -> bool:
        """Whether the constraint is met at ``values``; raises EvaluationError where a side has no value."""
        found = met(self._compiled, values)
        return self._evaluated(values) if found is None else found

    def _evaluated(self, values: Mapping[str, float]) -> bool:
        """The same with the reason where a side has no value."""
        for chain in self.comparisons:
            left = chain.terms[0].evaluate(values)
            for sign, term in zip(chain.operators, chain.terms[1:], strict=True):
                right = term.evaluate(values)
                if not _COMPARE[sign][1](left, right):
                    return False
                left = right
        return True

    def begins(self, name: str) -> tuple[float, bool] | None:
        """The largest number that bounds ``name`` from below, and whether it is left out; None if nothing does.

        >>> parse_constraint("0 < beta <= 1").begins("beta")
        (0.0, True)
        """
        found = []
        for chain in self.comparisons:
            for left, sign, right in zip(chain.terms, chain.operators, chain.terms[1:], strict=False):
                if str(right) == name and not left.names and sign in ("<", "<="):
                    found.append((left.evaluate({}), sign == "<"))
                if str(left) == name and not right.names and sign in (">", ">="):
                    found.append((right.evaluate({}), sign == ">"))
        return max(found, default=None)

    def latex(self, symbols: Mapping[str, str]) -> str:
        """LaTeX of the whole condition."""
        chains = []
        for chain in self.comparisons:
            text = chain.terms[0].latex(symbols)
            for o, term in zip(chain.operators, chain.terms[1:], strict=True):
                text += f" {_COMPARE[o][0]} {term.latex(symbols)}"
            chains.append(text)
        return r" \text{ and } ".join(chains)

    def __str__(self) -> str:
        return " and ".join(map(str, self.comparisons))


def parse_constraint(text: str) -> Constraint:
    """Parse ``text``; a single ``=`` means equality. Raises :class:`ExpressionError` with one sentence."""
    source = _SINGLE_EQUALS.sub("==", text.strip())
    body = to_ast(source).body
    parts = body.values if isinstance(body, ast.BoolOp) and isinstance(body.op, ast.And) else [body]
    comparisons = []
    for part in parts:
        if not isinstance(part, ast.Compare):
            raise ExpressionError("a condition is a comparison such as 'epsilon >= 0', or several joined by 'and'")
        symbols = []
        for op in part.ops:
            symbol = _SYMBOLS.get(type(op))
            if symbol is None:
                raise ExpressionError("a condition compares with < <= > >= = or !=")
            symbols.append(symbol)
        terms = tuple(convert(t, source) for t in (part.left, *part.comparators))
        comparisons.append(ComparisonChain(terms, tuple(symbols)))
    return Constraint(tuple(comparisons))
