"""The numbers that pages and reports quote, computed from the zoo."""

from __future__ import annotations

from collections.abc import Mapping

from dpzoo.records.enums import Property, RelationKind, Verdict
from dpzoo.relations.claims import Claim
from dpzoo.relations.facts import Answer
from dpzoo.relations.table import table
from dpzoo.zoo.zoo import Zoo


def counts(zoo: Zoo) -> Mapping[str, int]:
    """The numbers that pages quote."""
    answers = [answer for _, _, answer in table(zoo.inference, RelationKind.STRONGER_THAN).answers()]
    claims: list[Claim] = [c for c in zoo.claims if not c.disputed]
    return {
        "notions": len(zoo),
        "relations": len(claims),
        "disputed": len(zoo.claims) - len(claims),
        "errata": len(zoo.errata),
        "references": len(zoo.references),
        "pairs": len(answers),
        "decided_pairs": sum(a.decided for a in answers),
        "stronger_pairs": sum(a is Answer.YES for a in answers),
        "with_map": sum(c.relation.map is not None for c in claims),
        "open_cells": sum(n.property_claim(p).verdict is Verdict.OPEN for n in zoo.values() for p in Property),
        "first_year": min((n.year for n in zoo.values()), default=0),
        "last_year": max((n.year for n in zoo.values()), default=0),
    }
