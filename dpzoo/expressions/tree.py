"""The tree of an expression: numbers, names, sums, products, quotients, powers, calls.

Each node knows its names, its LaTeX and its value. ``precedence`` says how tightly it binds, so that LaTeX gets
exactly the parentheses it needs.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from dpzoo.expressions.errors import EvaluationError
from dpzoo.expressions.functions import CONSTANTS, FUNCTIONS

SUM, PRODUCT, NEGATION, POWER, ATOM = range(5)

Computation = Callable[[Mapping[str, float]], float]
"""What an expression compiles to: its value at values of its names."""


_GREEK = frozenset(
    {"alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu", "nu", "xi", "rho"}
    | {"sigma", "tau", "phi", "chi", "psi", "omega", "Gamma", "Delta", "Theta", "Lambda", "Xi", "Sigma", "Phi", "Psi", "Omega"}
)


def default_symbol(name: str) -> str:
    """LaTeX for a name that no notion gives a symbol: Greek letters and single letters as such, others upright."""
    if name in _GREEK:
        return r"\varepsilon" if name == "epsilon" else "\\" + name
    return name if len(name) == 1 else r"\mathrm{" + name.replace("_", r"\_") + "}"


class Expression:  # no ABC: a search asks many thousand times which node it has, and Python asks an ABC much longer
    """A term over parameter names."""

    precedence: int

    @property
    def names(self) -> frozenset[str]:
        """The parameter names that occur (constants such as ``pi`` excluded)."""
        raise NotImplementedError

    def latex(self, symbols: Mapping[str, str]) -> str:
        """LaTeX, with each name replaced by its symbol (a name without one is set upright)."""
        raise NotImplementedError

    def _compiled(self) -> Computation:
        raise NotImplementedError

    @cached_property
    def compute(self) -> Computation:
        """:meth:`evaluate` without its messages, compiled once: ArithmeticError, ValueError or nan where there is no value."""
        return self._compiled()

    def evaluate(self, values: Mapping[str, float]) -> float:
        """The value at real (possibly infinite) ``values``.

        Conventions: ``log(0)`` is -inf, division by zero is an error unless the numerator is nonzero and the
        divisor a positive zero (then inf); an undefined result raises :class:`EvaluationError`. What is written
        ``exp(x) - 1``, ``1 - exp(x)``, ``log(1 + x)`` or ``log(1 - x)`` keeps its relative accuracy where x is small.
        """
        try:
            value = self.compute(values)
        except EvaluationError:
            raise
        except OverflowError:
            raise EvaluationError(f"{self} is too large for a floating-point number here") from None
        except (ValueError, ArithmeticError) as error:
            raise EvaluationError(f"{self} is undefined here: {error}") from None
        if math.isnan(value):
            raise EvaluationError(f"{self} is undefined here (an indeterminate form)")
        return value

    def _wrap(self, child: Expression, symbols: Mapping[str, str], least: int) -> str:
        text = child.latex(symbols)
        return text if child.precedence >= least else rf"\left( {text} \right)"

    def _wrap_after(self, child: Expression, symbols: Mapping[str, str], least: int) -> str:
        """The same behind an operator, where a minus sign would run into it."""
        text = self._wrap(child, symbols, least)
        return rf"\left( {text} \right)" if text.startswith("-") else text


@dataclass(frozen=True, slots=True)
class Number(Expression):
    """A decimal literal, kept as written so that it prints as written."""

    text: str
    precedence = ATOM

    @property
    def names(self) -> frozenset[str]:
        return frozenset()

    def latex(self, symbols: Mapping[str, str]) -> str:
        _, digits, exponent = Decimal(self.text).as_tuple()
        if isinstance(exponent, int) and "e" in self.text.lower():
            mantissa = "".join(map(str, digits)).rstrip("0") or "0"
            power = exponent + len(digits) - 1
            head = mantissa[0] + ("." + mantissa[1:] if mantissa[1:] else "")
            return rf"10^{{{power}}}" if head == "1" else rf"{head} \cdot 10^{{{power}}}"
        return self.text

    def _compiled(self) -> Computation:
        number = float(self.text)
        return lambda values: number

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Name(Expression):
    """A parameter, or a constant of the language."""

    name: str
    precedence = ATOM

    @property
    def names(self) -> frozenset[str]:
        return frozenset() if self.name in CONSTANTS else frozenset({self.name})

    def latex(self, symbols: Mapping[str, str]) -> str:
        if self.name in CONSTANTS:
            return CONSTANTS[self.name][0]
        return symbols.get(self.name) or default_symbol(self.name)

    def _compiled(self) -> Computation:
        name = self.name
        if name in CONSTANTS:
            constant = CONSTANTS[name][1]
            return lambda values: constant

        def look_up(values: Mapping[str, float]) -> float:
            try:
                return float(values[name])
            except KeyError:
                raise EvaluationError(f"no value is given for {name}") from None

        return look_up

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Negation(Expression):
    """-x."""

    operand: Expression
    precedence = NEGATION

    @property
    def names(self) -> frozenset[str]:
        return self.operand.names

    def latex(self, symbols: Mapping[str, str]) -> str:
        return "-" + self._wrap(self.operand, symbols, PRODUCT)

    def _compiled(self) -> Computation:
        operand = self.operand.compute
        return lambda values: -operand(values)

    def __str__(self) -> str:
        return f"-{_text(self.operand, NEGATION)}"


@dataclass(frozen=True, slots=True)
class Binary(Expression):
    """A sum, difference, product, quotient or power; ``operator`` is ``+ - * / **``."""

    operator: str
    left: Expression
    right: Expression

    @property
    def precedence(self) -> int:  # type: ignore[override]  # constant per operator
        return {"+": SUM, "-": SUM, "*": PRODUCT, "/": PRODUCT, "**": POWER}[self.operator]

    @property
    def names(self) -> frozenset[str]:
        return self.left.names | self.right.names

    def latex(self, symbols: Mapping[str, str]) -> str:
        left, right = self.left, self.right
        match self.operator:
            case "+":
                return f"{self._wrap(left, symbols, SUM)} + {self._wrap_after(right, symbols, PRODUCT)}"
            case "-":
                return f"{self._wrap(left, symbols, SUM)} - {self._wrap_after(right, symbols, PRODUCT)}"
            case "*":
                a, b = self._wrap(left, symbols, PRODUCT), self._wrap_after(right, symbols, PRODUCT)
                # a digit after a factor would read as one number
                return rf"{a} \cdot {b}" if _first_atom_is_number(right) else f"{a} {b}"
            case "/":
                return rf"\frac{{{left.latex(symbols)}}}{{{right.latex(symbols)}}}"
            case _:
                base = self._wrap(left, symbols, ATOM)
                if isinstance(left, Call):
                    base = rf"\left( {left.latex(symbols)} \right)"
                return f"{base}^{{{right.latex(symbols)}}}"

    def _compiled(self) -> Computation:
        match self:
            case Binary("-", Number("1"), Call("exp", (power,))):
                exponent = power.compute
                return lambda values: 0.0 - math.expm1(exponent(values))
            case Binary("-", Call("exp", (power,)), Number("1")):
                exponent = power.compute
                return lambda values: math.expm1(exponent(values))
        left, right, apply = self.left.compute, self.right.compute, OPERATIONS[self.operator]
        return lambda values: apply(left(values), right(values))

    def __str__(self) -> str:
        if self.operator == "**":
            return f"{_text(self.left, ATOM)}**{_text(self.right, POWER)}"
        tight = SUM if self.operator in "+-" else PRODUCT
        gap = " " if self.operator in "+-" else ""
        return f"{_text(self.left, tight)}{gap}{self.operator}{gap}{_text(self.right, tight + 1 if tight else PRODUCT)}"


@dataclass(frozen=True, slots=True)
class Call(Expression):
    """A named function applied to arguments."""

    function: str
    arguments: tuple[Expression, ...]
    precedence = ATOM

    @property
    def names(self) -> frozenset[str]:
        return frozenset().union(*(a.names for a in self.arguments))

    def latex(self, symbols: Mapping[str, str]) -> str:
        template = FUNCTIONS[self.function].latex
        if template.endswith(" #1"):  # \ln x, but \ln ( x + y )
            (argument,) = self.arguments
            simple = isinstance(argument, Name | Number)
            text = argument.latex(symbols)
            return template.replace("#1", text if simple else rf"\left( {text} \right)")
        texts = [a.latex(symbols) for a in self.arguments]
        text = template.replace("#*", ", ".join(texts))
        for position, argument_text in enumerate(texts, start=1):
            text = text.replace(f"#{position}", argument_text)
        return text

    def _compiled(self) -> Computation:
        match self:
            case Call("log", (Binary("+" | "-" as sign, Number("1"), rest),)):
                other, factor = rest.compute, 1.0 if sign == "+" else -1.0
                return lambda values: log1p(factor * other(values))
        function, arguments = FUNCTIONS[self.function].value, tuple(a.compute for a in self.arguments)
        if len(arguments) == 1:
            (argument,) = arguments
            return lambda values: float(function(argument(values)))
        return lambda values: float(function(*(a(values) for a in arguments)))

    def __str__(self) -> str:
        return f"{self.function}({', '.join(map(str, self.arguments))})"


def _divide(left: float, right: float) -> float:
    if right == 0 and left > 0 and math.copysign(1.0, right) > 0:
        return math.inf
    return left / right


def _power(base: float, exponent: float) -> float:
    power = base**exponent
    if isinstance(power, complex):
        raise EvaluationError(f"({base:g})**{exponent:g} is not a real number")
    return float(power)


def log1p(x: float) -> float:
    """ln(1 + x), -inf at -1."""
    return -math.inf if x == -1.0 else math.log1p(x)


OPERATIONS: Mapping[str, Callable[[float, float], float]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": _divide,
    "**": _power,
}


def _text(child: Expression, least: int) -> str:
    return str(child) if child.precedence >= least else f"({child})"


def _first_atom_is_number(expression: Expression) -> bool:
    while isinstance(expression, Binary) and expression.operator in ("*", "**"):
        expression = expression.left
    return isinstance(expression, Number)
