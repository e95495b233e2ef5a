"""Which theorem stands for which claim: by its name, and by the evidence of records."""

from __future__ import annotations

from dpzoo.formal.proofs import Proofs
from dpzoo.formal.statements import Statements, theorem_name
from dpzoo.records.enums import Property
from dpzoo.records.evidence import Evidence
from dpzoo.records.knowledge_base import KnowledgeBase


def evidence_of(base: KnowledgeBase, claim: str) -> tuple[Evidence, ...]:
    """The evidence of the claim with this id; none if there is no such claim."""
    subject, _, rest = claim.partition("/")
    entry = base.notions.get(subject)
    if entry is None:
        return ()
    if rest in {p.value for p in Property}:
        return entry.record.property_claim(Property(rest)).evidence
    return next((r.evidence for r in entry.record.relations if r.id(subject) == claim), ())


def proved_claims(base: KnowledgeBase, proofs: Proofs) -> dict[str, str]:
    """By claim the theorem that is to prove it: the one that bears the claim's name, or that its record names."""
    found: dict[str, str] = {}
    for claim in Statements(base, proofs.table).claims():
        named = [e.formal for e in evidence_of(base, claim) if e.formal is not None]
        own = theorem_name(claim)
        if named or own in proofs.theorems:
            found[claim] = named[0] if named else own
    return found
