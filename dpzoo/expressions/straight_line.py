"""Constraints and expressions as one straight line of operations: what they share is computed once, what changes seldom seldom.

A search asks a thousand times, mostly at points that differ in one variable.

>>> from dpzoo.expressions import parse, parse_constraint
>>> line = StraightLine([parse_constraint("0 < x < y")], [parse("exp(x)*y")], [["y"], ["x"]]).started()
>>> line.run(0, {"y": 2.0}), line.run(1, {"x": 3.0}), line.run(1, {"x": 0.5}), line.values == [2 * math.exp(0.5)]
(True, False, True, True)
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from dpzoo.expressions.constraints import Constraint
from dpzoo.expressions.functions import CONSTANTS, FUNCTIONS
from dpzoo.expressions.tree import OPERATIONS, Binary, Call, Expression, Name, Negation, Number, log1p

_Operation = tuple[Callable[..., Any], int, int, int]
"""A function, the registers of its arguments, and that of its value."""
_NONE: Final = -1
"""In place of a second argument; of both, where the function takes all registers; of a value, where it is a test."""


@dataclass(frozen=True, slots=True)
class Run:
    """Numbers that a straight line computes with: each stage keeps what it computed for those after it."""

    _registers: list[Any]
    _inputs: Sequence[Sequence[tuple[str, int]]]
    _operations: Sequence[Sequence[_Operation]]
    _results: Sequence[int]

    def run(self, stage: int, values: Mapping[str, float]) -> bool:
        """Whether the stage's constraints hold at values of its names, and all that it computes has a value."""
        registers = self._registers
        try:
            for name, place in self._inputs[stage]:
                registers[place] = float(values[name])
            for function, a, b, place in self._operations[stage]:
                if place < 0:
                    if not function(registers[a], registers[b]):
                        return False
                elif b >= 0:
                    registers[place] = function(registers[a], registers[b])
                else:
                    registers[place] = function(registers[a] if a >= 0 else registers)
        except (ArithmeticError, ValueError):
            return False
        return True

    @property
    def values(self) -> list[float]:
        """Of the formulas, after the last stage."""
        return [self._registers[place] for place in self._results]


class StraightLine:
    """Constraints and formulas in stages: each stage knows the names of its own and of those before it.

    The operations are those of :meth:`~dpzoo.expressions.tree.Expression.compute`, on the same floats.
    """

    def __init__(
        self, constraints: Iterable[Constraint], formulas: Iterable[Expression], names: Sequence[Collection[str]]
    ) -> None:
        self._stage_of = {name: stage for stage, own in enumerate(names) for name in own}
        self._registers: list[Any] = []
        self._stages: list[int] = []
        self._places: dict[Any, int] = {}
        self._met: dict[int, int] = {}
        self._inputs: list[list[tuple[str, int]]] = [[] for _ in names]
        self._operations: list[list[_Operation]] = [[] for _ in names]
        for constraint in constraints:
            for left, test, right in constraint.neighbours:
                a, b = self._place(left), self._place(right)
                self._operations[max(self._stages[a], self._stages[b])].append((_TESTS.get(test, test), a, b, _NONE))
        self._results = [self._place(f) for f in formulas]
        self._met.clear()

    def started(self) -> Run:
        """Numbers to compute with."""
        return Run(self._registers.copy(), self._inputs, self._operations, self._results)

    def _place(self, expression: Expression) -> int:
        """The register of an expression's value; composed expressions contain one another, as the same objects."""
        found = self._met.get(id(expression))
        if found is None:
            found = self._met[id(expression)] = self._placed(expression)
        return found

    def _placed(self, expression: Expression) -> int:
        match expression:  # what is frequent first: there are thousands of nodes
            case Name(name) if name not in CONSTANTS:
                if name not in self._stage_of:
                    return self._register(("unknown", name), 0, math.nan)  # which no comparison accepts
                if name not in self._places:
                    self._inputs[self._stage_of[name]].append((name, len(self._registers)))
                return self._register(name, self._stage_of[name])
            case Number() | Name():
                number = expression.compute({})
                return self._register((number, math.copysign(1.0, number)), 0, number)
            case Binary("+" | "*" | "/" | "**" as sign, left, right):
                return self._computed(OPERATIONS[sign], left, right)
            case Binary("-", Number("1"), Call("exp", (power,))):
                return self._computed(_one_minus_exp, power)
            case Binary("-", Call("exp", (power,)), Number("1")):
                return self._computed(math.expm1, power)
            case Binary("-", left, right):
                return self._computed(operator.sub, left, right)
            case Call("log", (Binary("+" | "-" as sign, Number("1"), rest),)):
                return self._computed(log1p if sign == "+" else _log_one_minus, rest)
            case Call(name, arguments):
                return self._computed(FUNCTIONS[name].value, *arguments)
            case Negation(operand):
                return self._computed(operator.neg, operand)
        raise TypeError(f"{type(expression).__name__} is not a node of expressions")

    def _computed(self, function: Callable[..., float], *arguments: Expression) -> int:
        places = tuple(map(self._place, arguments))
        key = (function, *places)
        if key not in self._places:
            stage = max(map(self._stages.__getitem__, places))
            if len(places) > 2:
                function, a, b = _of_registers(function, places), _NONE, _NONE
            else:
                a, b = places if len(places) == 2 else (places[0], _NONE)
            self._operations[stage].append((function, a, b, len(self._registers)))
            self._register(key, stage)
        return self._places[key]

    def _register(self, key: Any, stage: int, value: float = math.nan) -> int:
        if key not in self._places:
            self._places[key] = len(self._registers)
            self._registers.append(value)
            self._stages.append(stage)
        return self._places[key]


def _one_minus_exp(x: float) -> float:
    return 0.0 - math.expm1(x)


def _log_one_minus(x: float) -> float:
    return log1p(-1.0 * x)


def _of_registers(function: Callable[..., float], places: Sequence[int]) -> Callable[[Sequence[float]], float]:
    return lambda registers: function(*[registers[p] for p in places])


def _differ(a: float, b: float) -> bool:
    return a < b or a > b


_TESTS: Final[Mapping[Callable[[float, float], bool], Callable[[float, float], bool]]] = {operator.ne: _differ}
"""What takes the place of a test that would accept what is not a number."""
