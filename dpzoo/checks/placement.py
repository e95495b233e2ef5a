"""A record lies in the folder that its dimensions and standing name."""

from __future__ import annotations

from collections.abc import Iterator

from dpzoo.records.findings import Finding
from dpzoo.records.knowledge_base import KnowledgeBase


def folder_matches_dimensions(base: KnowledgeBase) -> Iterator[Finding]:
    """One dimension: its folder; several: combined; none: baseline; other standings: their own."""
    for entry in base.notions.values():
        actual = entry.source.path.parent.name
        if actual != entry.record.folder:
            dimensions = ", ".join(entry.record.dimensions) or "none"
            message = (
                f"a record of standing {entry.record.standing} with dimensions {dimensions} belongs in the folder "
                f"{entry.record.folder!r}, not {actual!r}; move the file or correct the dimensions"
            )
            yield Finding(entry.locate("dimensions"), "wrong-folder", message)
