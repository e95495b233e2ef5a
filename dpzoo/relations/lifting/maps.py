"""The parameter map of a lifted relation, put together from the facts that it rests on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from dpzoo.expressions import Constraint, Expression
from dpzoo.expressions.substitution import substitute, substitute_in_constraint
from dpzoo.expressions.tree import Name
from dpzoo.records.enums import RelationKind
from dpzoo.records.knowledge_base import KnowledgeBase
from dpzoo.relations.claims import Claim, Lift
from dpzoo.relations.forms import Form
from dpzoo.relations.lifting.rules import LiftRule
from dpzoo.relations.lifting.standard_facts import Standards

Maps = tuple[dict[str, Expression], dict[str, Constraint] | None]
"""The object's parameters in the subject's, and the ranges of those that are free."""


class LiftedMaps:
    """The maps of lifted relations, where the facts behind them give them."""

    def __init__(self, base: KnowledgeBase, standards: Standards) -> None:
        self.base, self.standards = base, standards

    def of(self, a: Form, b: Form, lift: Lift) -> Maps | None:
        """The object's parameters in the subject's; None where no formula is known."""
        if lift.rules == (LiftRule.SAME,):
            return None
        own = self.base.notions[a.notion].record.quantitative
        chosen, free = self._chosen(a, b)
        if chosen is None or set(free) & set(own):
            return None
        if lift.homes is not None:
            changed = None if any(f.key == "reaches" for f in lift.facts) else self._along_standards(a, b)
            levels, more = changed if changed is not None else (None, {})
        else:
            levels, more = self._along_chains(a, lift, chosen), {}
        if levels is None or set(more) & {*free, *own}:
            return None
        found, free = {**chosen, **dict(zip(b.intensity, levels, strict=True))}, {**free, **more}
        if any(e.names - {*own, *free} for e in found.values()):
            return None  # the number of steps depends on the structure
        return (found, free or None) if found.keys() == set(self.base.notions[b.notion].record.quantitative) else None

    def _chosen(self, a: Form, b: Form) -> tuple[dict[str, Expression] | None, dict[str, Constraint]]:
        """What stands for the quantitative arguments of the object's unit: the subject's own, or free parameters."""
        own, found = dict(a.chosen), dict[str, Expression]()
        free: dict[str, Constraint] = {}
        for argument, parameter in b.chosen:
            if argument in own:
                found[parameter] = Name(own[argument])
                continue
            wanted = self.base.notions[b.notion].record.parameters[parameter].proper_constraint
            if wanted is None:
                return None, {}
            found[parameter], free[parameter] = Name(parameter), wanted
        return found, free

    def _along_chains(self, a: Form, lift: Lift, chosen: Mapping[str, Expression]) -> list[Expression] | None:
        """The levels of the standard, in its order, after the chains of pairs that the lift uses."""
        standard = self.standards.records[a.measure.standard]
        levels: dict[str, Expression] = dict(zip(standard.parameters, map(Name, a.intensity), strict=True))
        for fact in lift.facts:
            if fact.key == "reaches":
                if standard.steps is None or standard.steps.map is None:
                    return None
                chain = self.base.blocks.units[fact.block].record.reaches[fact.index]
                steps = substitute(chain.steps, chosen)
                levels = {n: substitute(e, {**levels, "k": steps}) for n, e in standard.steps.map.items()}
        return [levels[n] for n in standard.parameters]

    def _along_standards(self, a: Form, b: Form) -> tuple[list[Expression], dict[str, Constraint]] | None:
        """The levels of the object's standard by a recorded claim between the two standards' notions, and what is free."""
        first, second = self.standards.home[a.measure.standard], self.standards.home[b.measure.standard]
        claim = next((c for c in self._recorded.get((first, second), ()) if c.relation.map is not None), None)
        if claim is None or claim.relation.map is None or set(claim.relation.free or ()) & {*a.intensity}:
            return None
        relation = claim.relation
        names = dict(zip(self.base.notions[first].record.quantitative, map(Name, a.intensity), strict=False))
        theirs = self.base.notions[second].record.quantitative
        keys = dict(zip(theirs, b.intensity, strict=False))
        free = {keys.get(n, n): substitute_in_constraint(c, names) for n, c in (relation.free or {}).items()}
        inner = {**names, **{n: Name(keys.get(n, n)) for n in relation.free or ()}}
        if set(claim.relation.map) != set(theirs):
            return None
        return [substitute(claim.relation.map[n], inner) for n in theirs], free

    @cached_property
    def _recorded(self) -> Mapping[tuple[str, str], Sequence[Claim]]:
        """For two notions the implications without conditions, the best supported first; none of their records is read."""
        found: dict[tuple[str, str], list[Claim]] = {}
        for edge in self.standards.asserted.usable(RelationKind.IMPLIES):
            if not edge.conditions:
                found.setdefault((edge.claim.subject, edge.claim.object), []).append(edge.claim)
        return found
