"""Citing works, and who cites them."""

from __future__ import annotations

from collections.abc import Iterator

from dpzoo.records.enums import Property
from dpzoo.records.evidence import Evidence
from dpzoo.zoo.notion import Notion
from dpzoo.zoo.zoo import Zoo


def cited_by(zoo: Zoo) -> dict[str, list[Notion]]:
    """For each citation key the notions whose records cite it, by name."""
    found: dict[str, dict[str, Notion]] = {}
    for notion in zoo.values():
        for key in _keys(notion):
            found.setdefault(key, {})[notion.id] = notion
    return {key: sorted(notions.values(), key=lambda n: n.name.casefold()) for key, notions in found.items()}


def _keys(notion: Notion) -> Iterator[str]:
    record = notion.record
    yield from record.introduced.by
    for alias in record.aliases:
        yield from alias.used_by
    for which in Property:
        cell = record.property_claim(which)
        yield from _cited(cell.evidence)
        for other in cell.also:
            yield from _cited(other.evidence)
        for variant in cell.variant:
            yield from _cited(variant.evidence)
    for relation in record.relations:
        yield from _cited(relation.evidence)


def _cited(evidence: tuple[Evidence, ...]) -> Iterator[str]:
    return (e.cite for e in evidence if e.cite is not None)
