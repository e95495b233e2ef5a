"""A rule of composition applied again and again, without the errors of so many roundings."""

from __future__ import annotations

from collections.abc import Mapping

from dpzoo.expressions import Expression
from dpzoo.expressions.enclosing import iterated
from dpzoo.records.enums import Direction
from dpzoo.records.notion import NotionRecord


def repeated(rule: Mapping[str, Expression], record: NotionRecord, values: Mapping[str, float], times: int) -> dict[str, float]:
    """The parameters of ``times`` mechanisms with equal ``values`` together, rounded once, to the side of the weaker guarantee.

    Raises EvaluationError where the rule has no value.
    """
    bounds = iterated(rule, values, times)
    weaker = {n: record.parameters[n].direction is Direction.WEAKER for n in values}
    return {n: bounds[n][1] if weaker[n] else bounds[n][0] for n in values}
