"""Whether a theorem that a record names exists, and was checked against exactly the statement that the record now makes."""

from __future__ import annotations

from collections.abc import Iterator

from dpzoo.checks.formal.proofs import Proofs, beside, digest
from dpzoo.checks.formal.statements import Statements
from dpzoo.checks.formal.terms import NotExpressibleError
from dpzoo.checks.formal.theorems import evidence_of
from dpzoo.checks.walk import supported
from dpzoo.records.findings import Finding
from dpzoo.records.knowledge_base import KnowledgeBase


def theorems(base: KnowledgeBase) -> Iterator[Finding]:
    """A theorem counts as evidence for a claim only if Rocq has accepted it for that claim, as ``make proofs`` records."""
    proofs = beside(base.root)
    for item in supported(base):
        for index, evidence in enumerate(item.evidence):
            if evidence.formal is not None:
                fault = "only the claim itself has a statement in Rocq; move it to the claim's own evidence"
                if item.evidence is evidence_of(base, item.claim):
                    fault = _fault(base, proofs, item.claim, evidence.formal)
                if fault:
                    place = item.source.locate(*item.path, "evidence", index, "formal")
                    yield Finding(place, "not-machine-checked", f"{evidence.formal}: {fault}")


def _fault(base: KnowledgeBase, proofs: Proofs, claim: str, name: str) -> str:
    if name not in proofs.theorems:
        return "there is no theorem of this name in the folder proofs; prove it there, or take this item out"
    try:
        statement = Statements(base, proofs.table).of(claim)
    except NotExpressibleError as error:
        return f"the claim cannot be stated in Rocq ({error}); take this item out"
    if proofs.checked.get(name) != digest(statement):
        asked = f"see 'dpzoo formal {claim}', correct the theorem and run make proofs, or take this item out"
        return f"Rocq has not checked it against what the record says now; {asked}"
    return ""
