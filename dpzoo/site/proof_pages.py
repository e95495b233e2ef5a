"""The list of machine-checked claims: each with its statement in Rocq and the theorem that proves it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dpzoo.checks.formal.names_in_rocq import in_rocq
from dpzoo.checks.formal.proofs import FOLDER, Proofs, beside, digest
from dpzoo.checks.formal.statements import Statements
from dpzoo.checks.formal.terms import NotExpressibleError
from dpzoo.checks.formal.theorems import proved_claims
from dpzoo.records.enums import Property
from dpzoo.records.findings import Location
from dpzoo.records.knowledge_base import KnowledgeBase
from dpzoo.relations.forms import forms
from dpzoo.zoo.zoo import Zoo


@dataclass(frozen=True, slots=True)
class Checked:
    """One machine-checked claim."""

    claim: str
    theorem: str
    statement: str
    place: Location
    """Where the theorem stands, from the project's root."""

    @property
    def instance(self) -> bool:
        """Whether the theorem is that of another claim, which says the same in Rocq."""
        return self.theorem != self.claim.replace("/", "__").replace("-", "_")


def checked(base: KnowledgeBase, proofs: Proofs) -> Iterator[Checked]:
    """The claims whose statement is the one that Rocq last accepted their theorem for, in alphabetical order."""
    if not proofs.exists:
        return
    statements = Statements(base, proofs.table)
    for claim, name in proved_claims(base, proofs).items():
        theorem, statement = proofs.theorems.get(name), statements.of(claim)
        if theorem is not None and proofs.checked.get(name) == digest(statement):
            yield Checked(claim, name, statement, Location(Path(FOLDER) / theorem.file, theorem.line))


def page(zoo: Zoo) -> Mapping[str, Any]:
    """What the page shows: the claims by their notion, and how many there are of each kind."""
    proofs = beside(zoo.base.root)
    found = list(checked(zoo.base, proofs))
    by_notion: dict[str, list[Checked]] = {}
    for item in found:
        by_notion.setdefault(item.claim.partition("/")[0], []).append(item)
    without, unstated = _left_out(zoo.base, proofs)
    return {
        "found": found,
        "by_notion": by_notion,
        "without": without,
        "unstated": unstated,
        "own": sum(not c.instance for c in found),
        "properties": sum(c.claim.split("/")[1] in {p.value for p in Property} for c in found),
    }


def _left_out(base: KnowledgeBase, proofs: Proofs) -> tuple[Mapping[str, list[str]], Mapping[str, list[str]]]:
    """By reason: the notions in normal form without any statement in Rocq, and the properties of others without one."""
    without: dict[str, list[str]] = {}
    unstated: dict[str, list[str]] = {}
    if not proofs.exists:
        return without, unstated
    statements = Statements(base, proofs.table)
    for notion in forms(base):
        try:
            in_rocq(base, proofs.table, notion)
        except NotExpressibleError as error:
            without.setdefault(str(error), []).append(notion)
            continue
        for which in Property:
            claim = f"{notion}/{which.value}"
            try:
                statements.of(claim)
            except NotExpressibleError as error:
                unstated.setdefault(str(error), []).append(claim)
    return without, unstated
