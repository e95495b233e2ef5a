"""A witness and the claims that it decides name each other; a witness shows that something fails, never that something holds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from dpzoo.checks.known import unknown
from dpzoo.checks.walk import Supported, supported
from dpzoo.records.enums import Property, RelationKind, Verdict
from dpzoo.records.findings import Finding, Location
from dpzoo.records.knowledge_base import KnowledgeBase

if TYPE_CHECKING:
    from dpzoo.witnesses.declared import Declarations, Declared

_NEGATIVE = (RelationKind.NOT_STRONGER_THAN, RelationKind.DOES_NOT_IMPLY)


def witnesses_of_other_claims(base: KnowledgeBase, witnesses: Mapping[str, Declared]) -> Iterator[Finding]:
    """Every witness that evidence names says that it decides this claim, or the erratum that disputes it."""
    for item in supported(base):
        for index, evidence in enumerate(item.evidence):
            witness = witnesses.get(evidence.witness or "")
            if witness is None or witness.names(item.claim) or (item.disputed is not None and witness.names(item.disputed)):
                continue
            yield Finding(
                item.source.locate(*item.path, "evidence", index, "witness"),
                "witness-of-another-claim",
                f"the witness {witness.id!r} does not decide {item.claim!r}; "
                "name another one, or, if it does decide this, add the claim to its @decides",
                related=(Location(_shown(witness.path), 1, 1),),
            )


def claims_of_witnesses(base: KnowledgeBase, witnesses: Mapping[str, Declared]) -> Iterator[Finding]:
    """Every claim and erratum that a witness decides is there, and names it if it is an erratum or a claim that fails."""
    items: dict[str, list[Supported]] = {}
    for item in supported(base):
        items.setdefault(item.claim, []).append(item)
    for witness in witnesses.values():
        for what, names in (("claim", witness.claims), ("erratum", witness.errata)):
            for name in names:
                place = Location(_shown(witness.path), name.line, name.column)
                found = items.get(name.id, []) if (what == "erratum") is (name.id in base.errata) else []
                if not found:
                    if name.id.split("/")[0] not in base.unread:
                        ids = base.errata if what == "erratum" else items
                        yield unknown(place, f"unknown-{what}", what, name.id, ids, "correct the id, or leave it out")
                elif not any(e.witness == witness.id for i in found for e in i.evidence) and not any(
                    i.disputed is not None or holds(base, i) for i in found
                ):
                    yield Finding(
                        place,
                        "witness-not-named",
                        f"the evidence of {name.id!r} does not name this witness; add 'witness: {witness.id}' there, "
                        "or leave the id out here",
                        related=(found[0].source.locate(*found[0].path),),
                    )


def witnesses_of_lemmas(base: KnowledgeBase, witnesses: Mapping[str, Declared]) -> Iterator[Finding]:
    """The witness in which a lemma is said to run decides a claim that uses it."""
    for lemma in base.lemmas.values():
        witness = witnesses.get(lemma.record.witness or "")
        using = {i.claim for i in supported(base) if any(lemma.id in (e.lemmas or ()) for e in i.evidence)}
        if witness is not None and not any(witness.names(claim) for claim in using):
            message = f"the witness {witness.id!r} decides no claim that uses this lemma; name one that does, or leave it out"
            yield Finding(lemma.locate("witness"), "witness-of-another-lemma", message)


def bound(base: KnowledgeBase, declarations: Declarations, *, whole: bool = True) -> list[Finding]:
    """All findings about what witnesses and records say of each other.

    A base that is not ``whole`` (someone else's records) need not have the claims that this package's witnesses decide.
    """
    findings = [
        Finding(Location(_shown(e.path), e.line, e.column), "unreadable-witness", e.message) for e in declarations.unreadable
    ]
    findings.extend(witnesses_of_other_claims(base, declarations.witnesses))
    findings.extend(witnesses_of_lemmas(base, declarations.witnesses))
    if whole:
        findings.extend(claims_of_witnesses(base, declarations.witnesses))
    return sorted(findings, key=lambda f: (f.location, f.code, f.message))


def witnesses_of_what_holds(base: KnowledgeBase) -> Iterator[Finding]:
    """A witness is evidence for a separation, a failing property, a disputed claim or an erratum, and for nothing else."""
    for item in supported(base):
        if item.disputed is not None or not holds(base, item):
            continue
        for index, evidence in enumerate(item.evidence):
            if evidence.witness is not None:
                yield Finding(
                    item.source.locate(*item.path, "evidence", index, "witness"),
                    "witness-of-what-holds",
                    f"the witness {evidence.witness!r} is an instance of this claim and does not prove it; "
                    "name the claim in the witness, and give a proof or a citation here",
                )


def holds(base: KnowledgeBase, item: Supported) -> bool:
    """Whether what carries the evidence is a positive claim."""
    subject, *rest = item.claim.split("/")
    mechanism = base.mechanisms.get(subject)
    if mechanism is not None and item.source is mechanism.source:
        match item.path:
            case ("guarantees", int(index)):
                return not mechanism.record.guarantees[index].fails
        return True
    if subject in base.systems:
        return True
    entry = base.notions.get(subject)
    if entry is None or item.source is not entry.source or not rest or rest[0] == "open_questions":
        return False
    match item.path:
        case ("relations", int(index)):
            return entry.record.relations[index].kind not in _NEGATIVE
        case ("composition", "many", _):
            return True
        case (*_, "also", int(index)):
            return entry.record.property_claim(Property(rest[0])).also[index].verdict is Verdict.HOLDS
        case (*_, "variant", int(index)):
            return entry.record.property_claim(Property(rest[0])).variant[index].verdict is Verdict.HOLDS
    return entry.record.property_claim(Property(rest[0])).verdict is Verdict.HOLDS


def _shown(path: Path) -> Path:
    """A module's file as a person would type it: relative to the working directory where it lies below."""
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
