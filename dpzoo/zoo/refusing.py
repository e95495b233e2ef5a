"""Explain by the records why no conversion reaches a target, instead of reporting the arithmetic that failed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from dpzoo.expressions.tree import Number
from dpzoo.records.enums import Direction, RelationKind
from dpzoo.relations.facts import Answer
from dpzoo.relations.guarantees import GuaranteeError, NumericGuarantee

if TYPE_CHECKING:
    from dpzoo.zoo.zoo import Zoo

_IMPLIES = RelationKind.IMPLIES


def refused(zoo: Zoo, source: NumericGuarantee, target: str, fix: Mapping[str, float]) -> str | None:
    """A recorded separation, or what a slightly weaker question gets; None if neither explains anything."""
    start, end = zoo[source.notion], zoo[target]
    for notion, what in ((target, None), *_special(zoo, target, fix)):
        decision = zoo.inference.decide(_IMPLIES, source.notion, notion)
        if decision.answer is Answer.NO and decision.derivation is not None:
            by = ", ".join(c.id for c in decision.derivation.claims if c.kind.negative)
            where = "" if what is None else f"with {what} {end.name} is {zoo[notion].name}, and "
            return f"{where}{start.name} does not imply {zoo[notion].name}, at any parameters ({by})"
    wanted = [n for n in end.record.quantitative if n not in fix]
    weaker = {n: 2 * v for n, v in fix.items() if end.record.parameters[n].direction is Direction.WEAKER and v > 0}
    if len(wanted) != 1 or not weaker:
        return None
    try:
        found = zoo.converter.convert(source, target, {**fix, **weaker})
    except GuaranteeError:
        return None
    if not found or found[0].conditions:
        return None
    given = ", ".join(f"{n}={v:.10g}" for n, v in fix.items())
    return f"the recorded ways from {source} give no finite {wanted[0]} of {target} at {given}; they give {found[0].said}"


def _special(zoo: Zoo, target: str, fix: Mapping[str, float]) -> list[tuple[str, str]]:
    """The notions that the target is at these values, by the special cases that fix them: approximate DP at δ = 0 is pure DP."""
    found = []
    for claim in zoo[target].incoming:
        if claim.kind is not RelationKind.SPECIAL_CASE_OF or claim.disputed or claim.conditional or claim.relation.at:
            continue
        constants = {n: e.evaluate({}) for n, e in (claim.relation.map or {}).items() if isinstance(e, Number)}
        if constants and all(fix.get(n) == v for n, v in constants.items()):
            found.append((claim.subject, ", ".join(f"{n} = {v:g}" for n, v in constants.items())))
    return found
