"""Laws that a witness runs and a machine-checked proof speaks of: one table for both, so that neither is about another.

A witness writes them down once, as ``LAWS = Laws(...)``, ``Mixture(...)`` or ``Merging(...)`` in its module or, in a table, in
its function, and builds its mechanisms from ``LAWS.at``; the statement in Rocq is printed from the same text (:func:`laws_of`).
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import Any, Final

from dpzoo.expressions import Constraint, Expression, parse, parse_constraint
from dpzoo.numbers.real import real
from dpzoo.numbers.values import evaluate
from dpzoo.witnesses.registry import is_table, module_files

Law = Mapping[str, str]
"""The probabilities of the outputs, by output, as expressions."""


@dataclass(frozen=True, slots=True)
class Laws:
    """Two laws on the same outputs, with parameters for which ``where`` holds."""

    where: str
    first: Law
    second: Law

    def __post_init__(self) -> None:
        _same_outputs(self.first, self.second)

    @property
    def condition(self) -> Constraint:
        """For which values of its parameters they are meant."""
        return parse_constraint(self.where)

    @property
    def rows(self) -> Sequence[Sequence[Expression]]:
        """The probabilities of the first and of the second law, output by output."""
        return _row(self.first), _row(self.second)

    def at(self, **values: int | Fraction) -> tuple[dict[str, Fraction], dict[str, Fraction]]:
        """The two laws at some values; ValueError where a probability is not rational."""
        given = {n: real(v) for n, v in values.items()}
        return _at(self.first, given), _at(self.second, given)


@dataclass(frozen=True, slots=True)
class Mixture:
    """Two pairs of laws on the same outputs, each of them acceptable, and the weight of the first in a mixture that is not."""

    weight: str
    first: tuple[Law, Law]
    second: tuple[Law, Law]

    def __post_init__(self) -> None:
        _same_outputs(*self.first, *self.second)

    @property
    def share(self) -> Expression:
        """The weight of the first pair."""
        return parse(self.weight)

    @property
    def rows(self) -> Sequence[Sequence[Expression]]:
        """The probabilities of the first pair's two laws, then of the second pair's, output by output."""
        return tuple(map(_row, (*self.first, *self.second)))

    def at(self) -> tuple[Fraction, Sequence[dict[str, Fraction]], Sequence[dict[str, Fraction]]]:
        """The weight and the two pairs, as numbers."""
        weight = _at({"": self.weight}, {})[""]
        return weight, [_at(law, {}) for law in self.first], [_at(law, {}) for law in self.second]


@dataclass(frozen=True, slots=True)
class Merging:
    """Two acceptable laws, and a map of their outputs after which they are not acceptable."""

    first: Law
    second: Law
    to: Mapping[Any, str]

    def __post_init__(self) -> None:
        _same_outputs(self.first, self.second, self.to)

    @property
    def rows(self) -> Sequence[Sequence[Expression]]:
        """The probabilities of the first and of the second law, output by output."""
        return _row(self.first), _row(self.second)

    @property
    def places(self) -> Sequence[int]:
        """For each output the number of the new one; new ones are numbered from 0 in the order in which they come."""
        new = list(dict.fromkeys(self.to.values()))
        return [new.index(o) for o in self.to.values()]

    def at(self) -> tuple[dict[str, Fraction], dict[str, Fraction]]:
        """The two laws, as numbers."""
        return _at(self.first, {}), _at(self.second, {})


_KINDS: Final[Mapping[str, Callable[..., Laws | Mixture | Merging]]] = MappingProxyType(
    {"Laws": Laws, "Mixture": Mixture, "Merging": Merging}
)


@cache
def laws_of(witness: str) -> Laws | Mixture | Merging | None:
    """The laws of the witness with this id, read from its module without running it; None if it has none."""
    path = dict(module_files()).get(witness)
    tree = None if path is None else ast.parse(path.read_text(encoding="utf-8"))
    body = [] if tree is None else tree.body
    if path is not None and is_table(path.stem):  # each row writes down its own
        rows = [n for n in body if isinstance(n, ast.FunctionDef) and n.name == witness.replace("-", "_")]
        body = [node for row in rows for node in row.body]
    for node in body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and ast.unparse(node.targets[0]) == "LAWS":
            return _KINDS[ast.unparse(node.value.func)](*(ast.literal_eval(a) for a in node.value.args))
    return None


def _same_outputs(first: Mapping[str, str], *others: Mapping[str, str]) -> None:
    if any(list(other) != list(first) for other in others):
        raise ValueError("all laws name the same outputs, in the same order")


def _row(law: Law) -> tuple[Expression, ...]:
    return tuple(parse(e) for e in law.values())


def _at(law: Law, given: Mapping[str, object]) -> dict[str, Fraction]:
    found = {output: evaluate(parse(e), given).rational for output, e in law.items()}  # type: ignore[arg-type]
    if any(p is None for p in found.values()):
        raise ValueError(f"not rational at {given}: {law}")
    return {output: p for output, p in found.items() if p is not None}
