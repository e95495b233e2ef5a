"""Two laws that a witness runs and a machine-checked proof speaks of: one table for both, so that neither is about another.

A witness writes them down once, as ``LAWS = Laws(...)`` in its module or, in a table, in its function, and builds its mechanisms
from :meth:`Laws.at`; the statement in Rocq is printed from the same text (:func:`laws_of`).
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from dpzoo.expressions import Constraint, Expression, parse, parse_constraint
from dpzoo.numbers.real import real
from dpzoo.numbers.values import evaluate
from dpzoo.witnesses.registry import is_table, module_files


@dataclass(frozen=True, slots=True)
class Laws:
    """The probabilities of the outputs, by output, as expressions in parameters for which ``where`` holds."""

    where: str
    first: Mapping[str, str]
    second: Mapping[str, str]

    def __post_init__(self) -> None:
        if list(self.first) != list(self.second):
            raise ValueError("both laws name the same outputs, in the same order")

    @property
    def condition(self) -> Constraint:
        """For which values of its parameters they are meant."""
        return parse_constraint(self.where)

    @property
    def rows(self) -> tuple[tuple[Expression, ...], tuple[Expression, ...]]:
        """The probabilities of the first and of the second law, output by output."""
        return tuple(parse(e) for e in self.first.values()), tuple(parse(e) for e in self.second.values())

    def at(self, **values: int | Fraction) -> tuple[dict[str, Fraction], dict[str, Fraction]]:
        """The two laws at some values; ValueError where a probability is not rational."""
        given = {n: real(v) for n, v in values.items()}
        return self._at(self.first, given), self._at(self.second, given)

    def _at(self, law: Mapping[str, str], given: Mapping[str, object]) -> dict[str, Fraction]:
        found = {output: evaluate(parse(e), given).rational for output, e in law.items()}  # type: ignore[arg-type]
        if any(p is None for p in found.values()):
            raise ValueError(f"not rational at {given}: {law}")
        return {output: p for output, p in found.items() if p is not None}


@cache
def laws_of(witness: str) -> Laws | None:
    """The laws of the witness with this id, read from its module without running it; None if it has none."""
    path = dict(module_files()).get(witness)
    tree = None if path is None else ast.parse(path.read_text(encoding="utf-8"))
    body = [] if tree is None else tree.body
    if path is not None and is_table(path.stem):  # each row writes down its own
        rows = [n for n in body if isinstance(n, ast.FunctionDef) and n.name == witness.replace("-", "_")]
        body = [node for row in rows for node in row.body]
    for node in body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and ast.unparse(node.targets[0]) == "LAWS":
            return Laws(*(ast.literal_eval(a) for a in node.value.args))
    return None
