"""Which theorem proves which claim: by its name, by the evidence of records, or because the claim says the same."""

from __future__ import annotations

from dpzoo.checks.formal.proofs import Proofs, digest
from dpzoo.checks.formal.statements import Statements, theorem_name
from dpzoo.checks.formal.terms import NotExpressibleError
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
    for many in entry.record.composition.many:
        if rest == f"{Property.COMPOSITION.value}/{many.id}":
            return many.evidence
    return next((r.evidence for r in entry.record.relations if r.id(subject) == claim), ())


def proved_claims(base: KnowledgeBase, proofs: Proofs) -> dict[str, str]:
    """By claim the theorem that is to prove it, claims in alphabetical order.

    A theorem bears the name of its claim. A claim without a theorem of its own has that of another claim if the two say the
    same in Rocq: what holds over every unit is stated once for all notions of one standard.
    """
    statements = Statements(base, proofs.table)
    stated: dict[str, str] = {}
    for claim in statements.claims():
        try:
            stated[claim] = digest(statements.of(claim))
        except NotExpressibleError:
            continue
    own = {claim: theorem_name(claim) for claim in stated if theorem_name(claim) in proofs.theorems}
    same = {stated[claim]: name for claim, name in sorted(own.items())}
    found: dict[str, str] = {}
    for claim, statement in sorted(stated.items()):
        named = next((e.formal for e in evidence_of(base, claim) if e.formal is not None), None)
        theorem = named or own.get(claim) or same.get(statement)
        if theorem is not None:
            found[claim] = theorem
    return found
