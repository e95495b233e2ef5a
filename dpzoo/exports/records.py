"""Notions as JSON-ready data, stable across releases of one format version."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from dpzoo._version import version
from dpzoo.records.enums import Property
from dpzoo.records.erratum import ErratumRecord
from dpzoo.records.knowledge_base import Entry
from dpzoo.records.lemma import LemmaRecord
from dpzoo.records.reference import Reference
from dpzoo.records.system import SystemRecord
from dpzoo.relations.claims import Claim
from dpzoo.witnesses.declared import sampled_by
from dpzoo.zoo.notion import Notion
from dpzoo.zoo.practice import Deployment, Mechanism
from dpzoo.zoo.zoo import Zoo

FORMAT = 1


def zoo_data(zoo: Zoo) -> dict[str, Any]:
    """The whole base.

    Args:
        zoo: any.

    Returns:
        Notions, blocks, lemmas, errata, mechanisms, systems, deployments and references in full, ready for ``json.dumps``.

    >>> import dpzoo
    >>> zoo_data(dpzoo.load())["format"]
    1
    """
    return {
        "format": FORMAT,
        "version": version(),
        "notions": [notion_data(n) for n in zoo.values()],
        "errata": [erratum_data(e) for e in zoo.errata.values()],
        "mechanisms": [mechanism_data(m) for m in zoo.mechanisms.values()],
        "systems": [system_data(s) for s in zoo.systems.values()],
        "deployments": [deployment_data(d) for d in zoo.deployments.values()],
        "lemmas": [lemma_data(e) for e in zoo.lemmas.values()],
        **blocks_data(zoo),
        "references": [reference_data(r) for r in zoo.references.values()],
        "tested": tested_data(zoo),
    }


def blocks_data(zoo: Zoo) -> dict[str, Any]:
    """The records of blocks, by kind."""
    return {
        kind.name: [
            {"id": e.id, **_plain_keys(e.record.model_dump(mode="json", exclude_none=True))}
            for e in getattr(zoo.base.blocks, kind.name).values()
        ]
        for kind in fields(zoo.base.blocks)
    }


def _plain_keys(value: Any) -> Any:
    """Keys as files spell them: ``is``, a word of Python, is a field ``is_``."""
    match value:
        case dict():
            return {("is" if k == "is_" else k): _plain_keys(v) for k, v in value.items()}
        case list():
            return [_plain_keys(v) for v in value]
        case _:
            return value


def notion_data(notion: Notion) -> dict[str, Any]:
    """Everything that a notion's record says, with its id and the claims that others make about it.

    Args:
        notion: one of a zoo.

    Returns:
        The record, ready for ``json.dumps``.

    >>> import dpzoo
    >>> notion_data(dpzoo.load()["renyi-dp"])["abbreviation"]
    'RDP'
    """
    record = notion.record.model_dump(mode="json", exclude={"relations", "blocks"}, exclude_none=True)
    blocks = notion.blocks.model_dump(mode="json", exclude_none=True)
    return {
        "id": notion.id,
        **record,
        **({} if notion.compared_as is None else {"compared_as": notion.compared_as}),
        "blocks": {
            k: {"is" if f == "is_" else f: v for f, v in b.items()} if isinstance(b, dict) else b for k, b in blocks.items()
        },
        "relations": [claim_data(c) for c in notion.outgoing],
        "stated_by_others": [c.id for c in notion.incoming],
    }


def tested_data(zoo: Zoo) -> dict[str, Any]:
    """Trials of the falsifier that claims survived, by claim."""
    return {claim: {"trials": t.trials, "seeds": list(t.seeds)} for claim, t in zoo.tested.items()}


def claim_data(claim: Claim) -> dict[str, Any]:
    """One asserted relation."""
    relation = claim.relation.model_dump(mode="json", exclude_none=True, exclude={"given"})
    for evidence in relation["evidence"]:
        if sampled := sampled_by(evidence.get("witness", ""), claim.id):
            evidence["sampled"] = sampled
    if claim.relation.given:
        relation["given"] = [str(g) for g in claim.relation.given]
    return {"id": claim.id, "subject": claim.subject, "grade": claim.grade.value, **relation}


def summary_data(notion: Notion) -> dict[str, Any]:
    """One row of a list of notions."""
    return {
        "id": notion.id,
        "name": notion.name,
        "abbreviation": notion.abbreviation,
        "dimensions": [d.value for d in notion.dimensions],
        "standing": notion.standing.value,
        "year": notion.year,
        **{which.value: notion.property_claim(which).verdict.value for which in Property},
        "gist": notion.record.gist,
    }


def erratum_data(erratum: Entry[ErratumRecord]) -> dict[str, Any]:
    """One erratum."""
    return {"id": erratum.id, **erratum.record.model_dump(mode="json", exclude_none=True)}


def lemma_data(lemma: Entry[LemmaRecord]) -> dict[str, Any]:
    """One lemma, its cases by notion."""
    record = lemma.record.model_dump(mode="json", exclude_none=True, exclude={"given"})
    return {"id": lemma.id, **record, "given": [str(g) for g in lemma.record.given]}


def reference_data(reference: Reference) -> dict[str, Any]:
    """One entry of the bibliography."""
    return {"key": reference.key, "type": reference.type, **reference.fields}


def mechanism_data(mechanism: Mechanism) -> dict[str, Any]:
    """One mechanism, with its guarantees' ids and their values at the example values."""
    record = mechanism.record.model_dump(mode="json", exclude={"guarantees", "requires"}, exclude_none=True)
    at = {id(p.claim): p for p in mechanism.guarantees()}
    guarantees = []
    for claim in mechanism.record.guarantees:
        data = claim.model_dump(mode="json", exclude_none=True)
        found = at.get(id(claim))
        guarantees.append({"id": claim.id(mechanism.id), **data, "at_example": found and dict(found.values)})
    requires = [{"that": str(r.that), "because": r.because} for r in mechanism.record.requires]
    return {"id": mechanism.id, **_without_underscores(record), "requires": requires, "guarantees": guarantees}


def system_data(system: Entry[SystemRecord]) -> dict[str, Any]:
    """One system."""
    return {"id": system.id, **system.record.model_dump(mode="json", exclude_none=True)}


def deployment_data(deployment: Deployment) -> dict[str, Any]:
    """One deployment, with what each release adds up to in a period and over more time."""
    record = _without_underscores(deployment.record.model_dump(mode="json", exclude_none=True))
    for data, release in zip(record["releases"], deployment.record.releases, strict=True):
        data["per_period"] = deployment.per_period(release)
        data["readings"] = [
            {"over": r.over, "values": None if r.values is None else dict(r.values)} for r in deployment.readings(release)
        ]
    return {"id": deployment.id, **record}


def _without_underscores(data: Any) -> Any:
    """``is_`` as the records write it: ``is``."""
    if isinstance(data, dict):
        return {("is" if k == "is_" else k): _without_underscores(v) for k, v in data.items()}
    return [_without_underscores(x) for x in data] if isinstance(data, list) else data
