"""What is worth a look but no fault: redundant claims, lonely notions, open converses and pairs, uneven classes, letters."""

from __future__ import annotations

from collections.abc import Container, Iterator
from itertools import permutations

from dpzoo.checks.letters import letters_and_blocks
from dpzoo.checks.walk import property_path
from dpzoo.records.enums import Property, RelationKind, Verdict
from dpzoo.records.findings import Finding, Location, Severity
from dpzoo.records.knowledge_base import KnowledgeBase
from dpzoo.relations.asserted import infer
from dpzoo.relations.claims import Claim, claims
from dpzoo.relations.facts import DENIAL, Answer
from dpzoo.relations.forms import PURE_FORM, forms
from dpzoo.relations.inference import Inference


def advice(base: KnowledgeBase) -> list[Finding]:
    """All advice on ``base``, by place."""
    inference = infer(base)
    found = [
        *redundant_claims(base, inference),
        *isolated_notions(base, inference),
        *undecided_converses(inference),
        *uneven_classes(base, inference),
        *open_without_a_reason(base, inference),
        *letters_and_blocks(base),
    ]
    return sorted(found, key=lambda f: (f.location, f.code, f.message))


def _advise(place: Location, code: str, message: str) -> Finding:
    return Finding(place, code, message, Severity.ADVICE)


def redundant_claims(base: KnowledgeBase, inference: Inference, only: Container[str] | None = None) -> Iterator[Finding]:
    """Claims without a source or a map of their own that others already give; with ``only`` those of these ids."""
    stated = claims(base)
    for claim in inference.claims:
        if claim.lift is not None or (only is not None and claim.id not in only):
            continue
        if claim.relation.map or claim.relation.given or claim.relation.at or any(e.cite for e in claim.relation.evidence):
            continue
        # anew without the claim, since what blocks give, and what they refute, may rest on it
        if inference.may_do_without(claim) and _follows(infer(base, leave_out=(claim.id,), stated=stated), claim):
            runs = any(e.witness or e.formal for e in claim.relation.evidence)
            mend = "its program or theorem confirms what follows" if runs else "leave it out, or cite who states it"
            yield _advise(claim.location, "redundant-claim", f"{claim.id} already follows from other claims; {mend}")


def _follows(rest: Inference, claim: Claim) -> bool:
    for kind, denial in DENIAL.items():
        if claim.kind is denial:
            return rest.answer(kind, claim.subject, claim.object) in (Answer.NO, Answer.NO_BUT)
    if claim.kind.symmetric:
        ends = ((claim.subject, claim.object), (claim.object, claim.subject))
        return claim.kind is RelationKind.EQUIVALENT_TO and all(
            rest.answer(RelationKind.STRONGER_THAN, a, b) is Answer.YES for a, b in ends
        )
    return rest.answer(claim.kind, claim.subject, claim.object) is Answer.YES


def isolated_notions(base: KnowledgeBase, inference: Inference) -> Iterator[Finding]:
    """Notions that neither a claim nor their blocks relate to any other."""
    related = {end for c in claims(base) for end in (c.subject, c.object)}
    for entry in base.notions.values():
        pairs = ((a, b) for other in base.notions for a, b in ((entry.id, other), (other, entry.id)) if other != entry.id)
        if entry.id not in related and not any(inference.answer(RelationKind.IMPLIES, *p) is Answer.YES for p in pairs):
            yield _advise(entry.locate("name"), "isolated-notion", f"nothing relates {entry.id} to another notion")


def undecided_converses(inference: Inference) -> Iterator[Finding]:
    """Asserted implications whose converse nobody decided."""
    for claim in inference.claims:
        kind = {RelationKind.STRONGER_THAN: RelationKind.STRONGER_THAN, RelationKind.IMPLIES: RelationKind.IMPLIES}.get(
            claim.kind
        )
        if kind is not None and not inference.answer(kind, claim.object, claim.subject).decided:
            message = f"nobody has decided whether {claim.object} {kind.words} {claim.subject} in turn"
            yield _advise(claim.location, "undecided-converse", message)


def open_without_a_reason(base: KnowledgeBase, inference: Inference) -> Iterator[Finding]:
    """Pairs of notions in normal form, over other data than tables, that are open and that no universe's record explains."""
    explained = {pair for u in base.blocks.universes.values() for group in u.record.undecided for pair in group.pairs}
    shapes = [f for f in forms(base).values() if f.compared.universe not in PURE_FORM["universe"]]
    for a, b in permutations(shapes, 2):
        pair = a.notion, b.notion
        if a.compared.universe != b.compared.universe or pair in explained:
            continue
        if not inference.answer(RelationKind.IMPLIES, *pair).decided:
            message = (
                f"nobody has decided whether {pair[0]} implies {pair[1]}; prove it, or say why under 'undecided' of the universe"
            )
            yield _advise(base.notions[pair[0]].locate("blocks"), "open-without-a-reason", message)


def uneven_classes(base: KnowledgeBase, inference: Inference) -> Iterator[Finding]:
    """Equivalent notions of which some have a recorded composition verdict and some an open one."""
    for entry in base.notions.values():
        if (
            entry.record.composition.verdict is Verdict.OPEN
            and inference.verdict(entry.id, Property.COMPOSITION) is not Verdict.OPEN
        ):
            place = entry.locate(*property_path(Property.COMPOSITION), "verdict")
            verdict = inference.verdict(entry.id, Property.COMPOSITION)
            yield _advise(
                place, "uneven-class", f"composition {verdict} by equivalence with another notion; record it with that proof"
            )
