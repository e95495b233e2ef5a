"""What a witness can be evidence of: it decides what fails, and is only an instance of what holds."""

from __future__ import annotations

from collections.abc import Iterator

from dpzoo.consistency.walk import Supported, supported
from dpzoo.records.enums import Property, RelationKind, Verdict
from dpzoo.records.findings import Finding
from dpzoo.records.knowledge_base import KnowledgeBase

_NEGATIVE = (RelationKind.NOT_STRONGER_THAN, RelationKind.DOES_NOT_IMPLY)


def witnesses_of_what_holds(base: KnowledgeBase) -> Iterator[Finding]:
    """A witness stands as evidence of a separation, a failing property, a disputed claim or an erratum, and nowhere else."""
    for item in supported(base):
        if item.disputed is not None or not _holds(base, item):
            continue
        for index, evidence in enumerate(item.evidence):
            if evidence.witness is not None:
                yield Finding(
                    item.source.locate(*item.path, "evidence", index, "witness"),
                    "witness-of-what-holds",
                    f"the witness {evidence.witness!r} is an instance of this claim and no proof of it; "
                    "name the claim in the witness, and give a proof or a citation here",
                )


def _holds(base: KnowledgeBase, item: Supported) -> bool:
    """Whether what carries the evidence is a positive claim."""
    subject, *rest = item.claim.split("/")
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
