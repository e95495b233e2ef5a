"""Relations that stand twice, or say nothing."""

from __future__ import annotations

from collections.abc import Iterator

from dpzoo.records.enums import RelationKind
from dpzoo.records.findings import Finding
from dpzoo.records.knowledge_base import KnowledgeBase
from dpzoo.relations.claims import Claim, claims


def duplicate_claims(base: KnowledgeBase) -> Iterator[Finding]:
    """A claim stands once: no two with one id, none from both sides."""
    seen: dict[str, Claim] = {}
    symmetric: dict[tuple[frozenset[str], RelationKind], Claim] = {}
    for claim in claims(base):
        other = seen.setdefault(claim.id, claim)
        if other is not claim:
            message = f"the claim {claim.id} stands twice in this record; unite their evidence, or tell them apart with a suffix"
            yield Finding(claim.location, "duplicate-claim", message, related=(other.location,))
        if claim.kind.symmetric:
            mirror = symmetric.setdefault((frozenset((claim.subject, claim.object)), claim.kind), claim)
            if mirror.subject != claim.subject:
                message = f"the same claim stands in the record of {claim.object} ({mirror.location}); state it once"
                yield Finding(claim.location, "stated-twice", message, related=(mirror.location,))


def self_relations(base: KnowledgeBase) -> Iterator[Finding]:
    """No notion is related to itself."""
    for claim in claims(base):
        if claim.subject == claim.object:
            yield Finding(claim.location, "self-relation", f"{claim.subject} is related to itself; leave the claim out")
