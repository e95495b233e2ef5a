"""Records changed on purpose, which no theorem may fit; and rewordings that change nothing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel, ConfigDict

from dpzoo.records.enums import Property
from dpzoo.records.knowledge_base import KnowledgeBase
from dpzoo.records.notion import NotionRecord


class Mutant(BaseModel):
    """One changed record.

    ``change`` maps a place, such as ``map.epsilon`` or ``parameters.epsilon.proper``, to its new value; ``object`` before it
    means the record of the claim's object.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    claim: str
    change: dict[str, Any]
    neutral: bool = False


def read_mutants(path: Path) -> tuple[Mutant, ...]:
    """The list in a file."""
    return tuple(Mutant.model_validate(item) for item in yaml.safe_load(path.read_text(encoding="utf-8")))


def mutated(base: KnowledgeBase, mutant: Mutant) -> KnowledgeBase:
    """``base`` with the records of the mutant changed; KeyError if there is no such claim or place."""
    subject, _, rest = mutant.claim.partition("/")
    notions = dict(base.notions)
    documents: dict[str, Any] = {}
    for place, value in mutant.change.items():
        steps = place.split(".")
        of_object = steps[0] == "object"
        notion = rest.split("/")[1] if of_object else subject
        if notion not in documents:
            documents[notion] = yaml.safe_load(notions[notion].source.path.read_text(encoding="utf-8"))
        data = documents[notion]
        in_record = of_object or steps[0] == "parameters"
        where: Any = data if in_record else _claim(data, notions[notion].record, subject, mutant.claim)
        for step in steps[of_object:-1]:
            where = where[step]
        if value is None:
            del where[steps[-1]]
        else:
            where[steps[-1]] = value
        notions[notion] = replace(notions[notion], record=NotionRecord.model_validate(data))
    return replace(base, notions=notions)


def _claim(data: dict[str, Any], record: NotionRecord, subject: str, claim: str) -> Any:
    rest = claim.partition("/")[2]
    if rest == Property.COMPOSITION.value:
        return data["composition"]
    if rest in {p.value for p in Property}:
        return data["axioms"][rest]
    for index, many in enumerate(record.composition.many):
        if rest == f"{Property.COMPOSITION.value}/{many.id}":
            return data["composition"]["many"][index]
    for index, relation in enumerate(record.relations):
        if relation.id(subject) == claim:
            return data["relations"][index]
    raise KeyError(claim)
