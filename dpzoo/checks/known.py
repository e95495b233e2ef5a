"""Names that a record uses must exist: notions, citation keys, errata, witnesses."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterator
from dataclasses import fields
from typing import Any

from dpzoo.checks.walk import supported
from dpzoo.records.deployment import DeploymentRecord
from dpzoo.records.findings import Finding, Location
from dpzoo.records.knowledge_base import Entry, KnowledgeBase
from dpzoo.records.mechanism import MechanismRecord
from dpzoo.records.system import SystemRecord


def unknown(place: Location, code: str, what: str, name: str, existing: Collection[str], mend: str) -> Finding:
    """The finding that there is no ``what`` of this name, with the nearest one that exists."""
    near = difflib.get_close_matches(name, existing, n=1)
    hint = f"did you mean {near[0]!r}?" if near else mend
    return Finding(place, code, f"there is no {what} {name!r}; {hint}")


def unknown_notions(base: KnowledgeBase) -> Iterator[Finding]:
    """Objects of relations and confusable notions are records of the base."""
    mend = "add its record first, or correct the id"
    for entry in base.notions.values():
        for index, relation in enumerate(entry.record.relations):
            if relation.object not in base.notions and relation.object not in base.unread:
                place = entry.locate("relations", index, relation.kind.value)
                yield unknown(place, "unknown-notion", "notion", relation.object, base.notions, mend)
        for index, question in enumerate(entry.record.open_questions):
            if question.object not in base.notions and question.object not in base.unread:
                place = entry.locate("open_questions", index, question.kind.value)
                yield unknown(place, "unknown-notion", "notion", question.object, base.notions, mend)
        for index, other in enumerate(entry.record.confusable_with):
            if other.notion not in base.notions and other.notion not in base.unread:
                place = entry.locate("confusable_with", index, "notion")
                yield unknown(place, "unknown-notion", "notion", other.notion, base.notions, mend)


def unknown_citations(base: KnowledgeBase) -> Iterator[Finding]:
    """Every citation key is an entry of the bibliography."""
    used: list[tuple[Location, str]] = []
    for item in supported(base):
        used.extend(
            (item.source.locate(*item.path, "evidence", i, "cite"), e.cite)
            for i, e in enumerate(item.evidence)
            if e.cite is not None
        )
    for entry in base.notions.values():
        used.extend((entry.locate("introduced", "by", i), key) for i, key in enumerate(entry.record.introduced.by))
        read = entry.record.statement_basis.read
        used.extend((entry.locate("statement_basis", "read", i, "cite"), place.cite) for i, place in enumerate(read))
        for i, alias in enumerate(entry.record.aliases):
            used.extend((entry.locate("aliases", i, "used_by", j), key) for j, key in enumerate(alias.used_by))
    used += _cited_by_practice(base)
    for kind in fields(base.blocks):
        for block in getattr(base.blocks, kind.name).values():
            if block.record.source.cite is not None:
                used.append((block.locate("source", "cite"), block.record.source.cite))
    for erratum in base.errata.values():
        used.append((erratum.locate("source", "cite"), erratum.record.source.cite))
        if erratum.record.corrected_by is not None:
            used.append((erratum.locate("corrected_by"), erratum.record.corrected_by))
    for lemma in base.lemmas.values():
        used.extend((lemma.locate("sources", i, "cite"), place.cite) for i, place in enumerate(lemma.record.sources or ()))
    mend = "add an entry to references.bib, or correct the key"
    for place, key in used:
        if key not in base.references:
            yield unknown(place, "unknown-citation", "reference", key, base.references, mend)


def _cited_by_practice(base: KnowledgeBase) -> Iterator[tuple[Location, str]]:
    """Citations of mechanisms, systems and deployments, beside their evidence."""
    entries: list[Entry[Any]] = [*base.mechanisms.values(), *base.systems.values(), *base.deployments.values()]
    for entry in entries:
        record: MechanismRecord | SystemRecord | DeploymentRecord = entry.record
        yield from ((entry.locate("sources", i, "cite"), place.cite) for i, place in enumerate(record.sources))
        for i, alias in enumerate(record.aliases):
            yield from ((entry.locate("aliases", i, "used_by", j), key) for j, key in enumerate(alias.used_by))
        if isinstance(record, MechanismRecord | SystemRecord):
            yield from ((entry.locate("introduced", "by", i), key) for i, key in enumerate(record.introduced.by))
        if isinstance(record, MechanismRecord):
            for i, guarantee in enumerate(record.guarantees):
                if guarantee.claimed is not None:
                    yield entry.locate("guarantees", i, "claimed", "cite"), guarantee.claimed.cite
        if isinstance(record, SystemRecord):
            for i, stage in enumerate(record.stages):
                if stage.at is not None:
                    yield entry.locate("stages", i, "at", "cite"), stage.at.cite
        if isinstance(record, DeploymentRecord):
            for i, release in enumerate(record.releases):
                yield from (
                    (entry.locate("releases", i, "sources", j, "cite"), place.cite) for j, place in enumerate(release.sources)
                )


def unknown_errata(base: KnowledgeBase) -> Iterator[Finding]:
    """A dispute names an erratum of the base."""
    mend = "write it under errata/, or correct the id"
    for item in supported(base):
        if item.disputed is not None and item.disputed not in base.errata and item.disputed not in base.unread:
            place = item.source.locate(*item.path, "disputed")
            yield unknown(place, "unknown-erratum", "erratum", item.disputed, base.errata, mend)


def errata_and_claims_agree(base: KnowledgeBase) -> Iterator[Finding]:
    """An erratum's claims exist and name it; a disputed claim is on its erratum's list."""
    by_claim: dict[str, set[str]] = {}
    for item in supported(base):
        by_claim.setdefault(item.claim, set())
        if item.disputed is None:
            continue
        by_claim[item.claim].add(item.disputed)
        erratum = base.errata.get(item.disputed)
        if erratum is not None and item.claim not in erratum.record.claims:
            place = item.source.locate(*item.path, "disputed")
            message = f"the erratum {item.disputed!r} does not list this claim; add {item.claim!r} to its claims"
            yield Finding(place, "erratum-mismatch", message, related=(erratum.locate("claims"),))
    for entry in base.errata.values():
        for index, claim in enumerate(entry.record.claims):
            place = entry.locate("claims", index)
            if claim.split("/")[0] in base.unread:
                continue
            if claim not in by_claim:
                yield unknown(place, "unknown-claim", "claim", claim, by_claim, "correct the id, or leave it out")
            elif entry.id not in by_claim[claim]:
                message = (
                    f"the claim {claim!r} is not disputed by this erratum; add 'disputed: {entry.id}' to it, or leave it out here"
                )
                yield Finding(place, "erratum-mismatch", message)


def executable_notions(base: KnowledgeBase, executable: Collection[str]) -> Iterator[Finding]:
    """Records say ``executable: true`` exactly for the notions in ``executable``."""
    for entry in base.notions.values():
        runs = entry.id in executable
        if (entry.record.executable is True) == runs:
            continue
        message = (
            "dpzoo.notions runs this notion; write 'executable: true'"
            if runs
            else "nothing in dpzoo.notions runs this notion; write it there, or say here in one sentence why it does not run"
        )
        yield Finding(entry.locate("executable"), "not-executable", message)


def unknown_witnesses(base: KnowledgeBase, witnesses: Collection[str]) -> Iterator[Finding]:
    """Every witness that evidence names is in ``witnesses``."""
    for item in supported(base):
        for index, evidence in enumerate(item.evidence):
            if evidence.witness is not None and evidence.witness not in witnesses:
                place = item.source.locate(*item.path, "evidence", index, "witness")
                yield unknown(
                    place, "unknown-witness", "witness", evidence.witness, witnesses, "write it, or give a proof instead"
                )
    for lemma in base.lemmas.values():
        if lemma.record.witness is not None and lemma.record.witness not in witnesses:
            place = lemma.locate("witness")
            yield unknown(place, "unknown-witness", "witness", lemma.record.witness, witnesses, "write it, or leave it out")
