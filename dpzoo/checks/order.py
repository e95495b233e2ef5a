"""Relations and evidence that are stated twice, or say nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from dpzoo.expressions import Constraint, EvaluationError
from dpzoo.records.enums import RelationKind
from dpzoo.records.evidence import Evidence
from dpzoo.records.findings import Finding
from dpzoo.records.knowledge_base import Entry, KnowledgeBase, PathStep
from dpzoo.relations.asserted import proper_points
from dpzoo.relations.claims import Claim, claims


def duplicate_claims(base: KnowledgeBase) -> Iterator[Finding]:
    """Each claim is stated once: no two share an id, and none is stated from both sides."""
    seen: dict[str, Claim] = {}
    symmetric: dict[tuple[frozenset[str], RelationKind], Claim] = {}
    for claim in claims(base):
        other = seen.setdefault(claim.id, claim)
        if other is not claim:
            message = (
                f"the claim {claim.id} is listed twice in this record; merge the evidence, or tell the two apart with a suffix"
            )
            yield Finding(claim.location, "duplicate-claim", message, related=(other.location,))
        if claim.kind.symmetric:
            mirror = symmetric.setdefault((frozenset((claim.subject, claim.object)), claim.kind), claim)
            if mirror.subject != claim.subject:
                message = f"the same claim is also in the record of {claim.object} ({mirror.location}); state it once"
                yield Finding(claim.location, "stated-twice", message, related=(mirror.location,))


def self_relations(base: KnowledgeBase) -> Iterator[Finding]:
    """No notion is related to itself, except by an implication whose map says which other levels a level gives."""
    for claim in claims(base):
        weakening = claim.kind is RelationKind.IMPLIES and claim.relation.map is not None
        if claim.subject == claim.object and not weakening:
            message = f"{claim.subject} is related to itself; leave the claim out (only 'implies' with a map may weaken a notion)"
            yield Finding(claim.location, "self-relation", message)


def impossible_conditions(base: KnowledgeBase) -> Iterator[Finding]:
    """A condition on parameters admits some proper value: a claim says nothing about improper ones.

    Whether it does is tried at sample values and at the numbers in the conditions. Special cases are about legal values, so
    they may be limited to an edge such as δ = 0.
    """
    for claim in claims(base):
        relation = claim.relation
        if claim.kind in {RelationKind.SPECIAL_CASE_OF, RelationKind.SAME_AS}:
            continue
        subject = base.notions[claim.subject].record
        numeric = {n for n in subject.quantitative if subject.parameters[n].numeric} | set(relation.free or {})
        conditions = [g for g in relation.given if isinstance(g, Constraint) and g.names <= numeric]
        numbers = [t.evaluate({}) for g in conditions for c in g.comparisons for t in c.terms if not t.names]
        if conditions and not any(_all_hold(conditions, point) for point in proper_points(subject, relation.free, numbers)):
            message = (
                f"no proper value of {claim.subject} meets {' and '.join(map(str, conditions))}, so the claim is empty; "
                "say it in a remark"
            )
            yield Finding(claim.location, "impossible-condition", message)


def _all_hold(conditions: list[Constraint], point: dict[str, float]) -> bool:
    try:
        return all(c.holds(point) for c in conditions)
    except EvaluationError:
        return False


def repeated_evidence(base: KnowledgeBase) -> Iterator[Finding]:
    """A claim, a verdict or an erratum names each piece of its evidence once."""
    for entry in base.notions.values():
        record = entry.record
        for index, relation in enumerate(record.relations):
            yield from _repeated(entry, ("relations", index, "evidence"), relation.evidence)
        yield from _repeated(entry, ("axioms", "post_processing", "evidence"), record.axioms.post_processing.evidence)
        yield from _repeated(entry, ("axioms", "convexity", "evidence"), record.axioms.convexity.evidence)
        yield from _repeated(entry, ("composition", "evidence"), record.composition.evidence)
    for erratum in base.errata.values():
        yield from _repeated(erratum, ("evidence",), erratum.record.evidence)


def _repeated(entry: Entry[Any], path: tuple[PathStep, ...], evidence: Sequence[Evidence]) -> Iterator[Finding]:
    for index, item in enumerate(evidence):
        if item in evidence[:index]:
            yield Finding(
                entry.locate(*path, index), "repeated-evidence", "this evidence is listed twice here; remove one of the two"
            )
