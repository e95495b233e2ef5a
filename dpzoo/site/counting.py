"""The numbers that pages and reports quote, computed from the zoo."""

from __future__ import annotations

from collections.abc import Mapping

from dpzoo.records.enums import Property, RelationKind, Verdict
from dpzoo.relations.claims import Claim
from dpzoo.relations.facts import Answer
from dpzoo.relations.order_table import table
from dpzoo.zoo.zoo import Zoo


def counts(zoo: Zoo) -> Mapping[str, int]:
    """The numbers that pages quote."""
    answers = table(zoo.inference, RelationKind.STRONGER_THAN).count()
    claims: list[Claim] = [c for c in zoo.claims if not c.disputed]
    return {
        "notions": len(zoo),
        "relations": len(claims),
        "disputed": len(zoo.claims) - len(claims),
        "errata": len(zoo.errata),
        "references": len(zoo.references),
        "pairs": answers.total(),
        "decided_pairs": sum(n for a, n in answers.items() if a.decided),
        "different_data": answers[Answer.DIFFERENT],
        "open_pairs": answers[Answer.OPEN] + answers[Answer.OPEN_BUT],
        "conditional_pairs": answers[Answer.OPEN_BUT],
        "stronger_pairs": answers[Answer.YES],
        "with_map": sum(c.relation.map is not None for c in claims),
        "open_cells": sum(n.property_claim(p).verdict is Verdict.OPEN for n in zoo.values() for p in Property),
        "first_year": min((n.year for n in zoo.values()), default=0),
        "last_year": max((n.year for n in zoo.values()), default=0),
    }
