"""Citing works, and who cites them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from dpzoo.records.enums import Property
from dpzoo.records.evidence import Evidence
from dpzoo.site import links
from dpzoo.zoo.notion import Notion
from dpzoo.zoo.zoo import Zoo


def cited_by(zoo: Zoo) -> dict[str, list[tuple[str, str]]]:
    """For each citation key the name and the page of every notion, mechanism, system and deployment that cites it, by name."""
    found: dict[str, dict[str, str]] = {}
    for notion in zoo.values():
        for key in _keys(notion):
            found.setdefault(key, {})[links.notion_page(notion.id)] = notion.name
    for page, entries in (
        (links.mechanism_page, [m.entry for m in zoo.mechanisms.values()]),
        (links.system_page, list(zoo.systems.values())),
        (links.deployment_page, [d.entry for d in zoo.deployments.values()]),
    ):
        for entry in entries:
            for key in _anywhere(entry.record.model_dump(mode="json", by_alias=True)):
                found.setdefault(key, {})[page(entry.id)] = entry.record.name
    return {key: sorted(((name, page) for page, name in citing.items()), key=_by_name) for key, citing in found.items()}


def _by_name(named: tuple[str, str]) -> tuple[str, str]:
    return named[0].casefold(), named[1]


def _anywhere(data: Any) -> Iterator[str]:
    """The keys that a record of a mechanism, a system or a deployment cites, wherever in it."""
    if isinstance(data, Mapping):
        for name, value in data.items():
            if name == "cite" and isinstance(value, str):
                yield value
            elif name in {"by", "used_by"} and isinstance(value, list):
                yield from value
            else:
                yield from _anywhere(value)
    elif isinstance(data, list):
        for value in data:
            yield from _anywhere(value)


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
