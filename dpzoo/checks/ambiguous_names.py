"""Names and abbreviations that a reader could not tell apart."""

from __future__ import annotations

from collections.abc import Iterator

from dpzoo.records.findings import Finding
from dpzoo.records.knowledge_base import Entry, KnowledgeBase
from dpzoo.records.notion import NotionRecord


def duplicate_names(base: KnowledgeBase) -> Iterator[Finding]:
    """Within one primary dimension, names and abbreviations are distinct."""
    for key, what in (("name", "name"), ("abbreviation", "abbreviation")):
        taken: dict[tuple[str, str], Entry[NotionRecord]] = {}
        for entry in base.notions.values():
            text = getattr(entry.record, key)
            if text is None:
                continue
            first = entry.record.dimensions[0].value if entry.record.dimensions else ""
            other = taken.setdefault((first, text.casefold()), entry)
            if other is not entry:
                message = (
                    f"the {what} {text!r} is also that of {other.id!r} in the same dimension; "
                    "add something that distinguishes them, such as the citation"
                )
                yield Finding(entry.locate(key), f"duplicate-{what}", message, related=(other.locate(key),))


def former_ids(base: KnowledgeBase) -> Iterator[Finding]:
    """A former id is neither a present id nor somebody else's former id."""
    owner: dict[str, str] = {}
    for entry in base.notions.values():
        for index, old in enumerate(entry.record.former_ids):
            taken_by = old if old in base.notions else owner.setdefault(old, entry.id)
            if taken_by != entry.id:
                message = f"the former id {old!r} already leads to {taken_by!r}; keep it in one record only"
                yield Finding(entry.locate("former_ids", index), "duplicate-id", message)
