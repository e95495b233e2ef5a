"""Claims use lemmas that exist, state what these need, and are proved by them; every lemma and each of its cases is used."""

from __future__ import annotations

from collections.abc import Iterator

from dpzoo.checks.known import unknown
from dpzoo.checks.walk import supported
from dpzoo.records.claim_records import Relation
from dpzoo.records.evidence import Evidence
from dpzoo.records.findings import Finding
from dpzoo.records.knowledge_base import Entry, KnowledgeBase
from dpzoo.records.lemma import LemmaRecord


def unknown_lemmas(base: KnowledgeBase) -> Iterator[Finding]:
    """Lemmas that evidence and other lemmas name, and the notions of their cases, are records of the base."""
    mend = "write it under lemmas/, or give the proof here"
    for item in supported(base):
        for index, evidence in enumerate(item.evidence):
            for place, name in enumerate(evidence.lemmas or ()):
                if name not in base.lemmas and name not in base.unread:
                    where = item.source.locate(*item.path, "evidence", index, "lemmas", place)
                    yield unknown(where, "unknown-lemma", "lemma", name, base.lemmas, mend)
    for lemma in base.lemmas.values():
        for place, name in enumerate(lemma.record.meets):
            if name not in base.lemmas and name not in base.unread:
                yield unknown(lemma.locate("meets", place), "unknown-lemma", "lemma", name, base.lemmas, "correct the id")
        for key in ("holds", "fails"):
            for notion in getattr(lemma.record, key):
                if notion not in base.notions and notion not in base.unread:
                    where = lemma.locate(key, notion, key=True)
                    yield unknown(where, "unknown-notion", "notion", notion, base.notions, "correct the id")


def lemmas_of_claims(base: KnowledgeBase) -> Iterator[Finding]:
    """Every lemma that a claim uses speaks of it and needs nothing that it does not state; without words they prove it."""
    for entry in base.notions.values():
        for place, relation in enumerate(entry.record.relations):
            for index, evidence in enumerate(relation.evidence):
                path = ("relations", place, "evidence", index, "lemmas")
                for code, message, number in _misused(base, entry.id, relation, evidence):
                    yield Finding(entry.locate(*path, *(() if number is None else (number,))), code, message)
    for item in supported(base):
        if item.path[:1] != ("relations",) or item.claim.split("/")[0] not in base.notions:
            for index, evidence in enumerate(item.evidence):
                cited = [base.lemmas[n] for n in evidence.lemmas or () if n in base.lemmas]
                if any(lemma.record.holds or lemma.record.fails for lemma in cited):
                    message = "a lemma with cases is half of a separation, which this is not; give the proof in words"
                    yield Finding(item.source.locate(*item.path, "evidence", index, "lemmas"), "lemma-of-another-claim", message)
                elif cited and evidence.proof is None:
                    message = "say in 'proof' how it follows from the lemmas"
                    yield Finding(item.source.locate(*item.path, "evidence", index, "lemmas"), "lemmas-prove-half", message)


def _misused(base: KnowledgeBase, subject: str, relation: Relation, evidence: Evidence) -> Iterator[tuple[str, str, int | None]]:
    """What is wrong with the lemmas of one piece of evidence: code and message, and which of them it is about."""
    claim = relation.id(subject)
    cited = [(i, base.lemmas[name]) for i, name in enumerate(evidence.lemmas or ()) if name in base.lemmas]
    for number, lemma in cited:
        record = lemma.record
        with_cases = bool(record.holds or record.fails)
        cases = record.cases(subject, relation.object)
        if with_cases and (not cases or not relation.kind.negative):
            message = (
                f"the lemma {lemma.id!r} says neither that {subject} holds nor that {relation.object} fails, as {claim!r} needs; "
                "add a case to it, or name another one"
            )
            yield "lemma-of-another-claim", message, number
        for condition in record.given:
            if condition not in relation.given:
                message = f"the lemma {lemma.id!r} needs {condition}, which {claim!r} does not state; add it to 'given'"
                yield "lemma-needs-more", message, number
        for end, case in (("subject", record.holds.get(subject)), ("object", record.fails.get(relation.object))):
            for parameter, value in ((case and case.at) or {}).items():
                if _at(relation, end, parameter, value):
                    continue
                message = (
                    f"the lemma {lemma.id!r} is about {parameter} = {value!r}, and {claim!r} is not; say so in its 'at', "
                    "or name another lemma"
                )
                yield "lemma-needs-more", message, number
    if cited and len(cited) == len(evidence.lemmas or ()) and evidence.proof is None:
        fault = _gap(subject, relation, [lemma for _, lemma in cited])
        if fault:
            yield "lemmas-prove-half", fault, None


def _at(relation: Relation, end: str, parameter: str, value: str) -> bool:
    """Whether a claim is made at this value of a structural parameter of its subject, or of its object."""
    said = (relation.at or {}).get(parameter, "")
    own = dict(part.partition(": ")[::2] for part in said.split("; ")) if said.startswith("of the ") else {}
    return value == own.get(f"of the {end}", said)


def _gap(subject: str, relation: Relation, cited: list[Entry[LemmaRecord]]) -> str | None:
    """The part of a separation that lemmas alone leave unproved: one end, or that both speak of the same mechanisms."""
    holds = [lemma for lemma in cited if subject in lemma.record.holds]
    fails = [lemma for lemma in cited if relation.object in lemma.record.fails]
    mend = "say the rest in 'proof', or name the lemma that says it"
    if not holds:
        return f"these lemmas do not say that {subject} holds; {mend}"
    if not fails:
        return f"these lemmas do not say that {relation.object} fails; {mend}"
    if any(a is b or b.id in a.record.meets for a in holds for b in fails):
        return None
    names = f"{holds[0].id!r} and {fails[0].id!r}"
    return (
        f"nothing says that {names} speak of the same mechanisms; say it in 'proof', or list the second under the first's `meets`"
    )


def unused_lemmas(base: KnowledgeBase) -> Iterator[Finding]:
    """Lemmas that nothing uses, and cases of them that no claim uses."""
    used = {name for lemma in base.lemmas.values() for name in lemma.record.meets}
    ends: set[tuple[str, str, str]] = set()
    for item in supported(base):
        for evidence in item.evidence:
            used.update(evidence.lemmas or ())
    for entry in base.notions.values():
        for relation in entry.record.relations:
            for evidence in relation.evidence:
                for name in evidence.lemmas or ():
                    ends |= {(name, "holds", entry.id), (name, "fails", relation.object)}
    for lemma in base.lemmas.values():
        if lemma.id not in used:
            message = "no claim uses this lemma; name it in the evidence of those that do, or leave it out"
            yield Finding(lemma.locate("name"), "unused-lemma", message)
            continue
        for key in ("holds", "fails"):
            for notion in getattr(lemma.record, key):
                if (lemma.id, key, notion) not in ends:
                    message = f"no claim uses what this lemma says of {notion}; leave it out, or name the lemma in such a claim"
                    yield Finding(lemma.locate(key, notion, key=True), "unused-case", message)
