"""Parts of a new record that are still to be written: texts that begin with TODO."""

from __future__ import annotations

from collections.abc import Iterator

from dpzoo.checks.walk import texts
from dpzoo.records.findings import Finding
from dpzoo.records.knowledge_base import KnowledgeBase

MARK = "TODO"


def unfinished_texts(base: KnowledgeBase) -> Iterator[Finding]:
    """Every text of every record that is still a placeholder."""
    for entry, path, text in texts(base):
        if text.startswith(MARK):
            what = " ".join(text.removeprefix(MARK).lstrip(" :").split())
            where = ".".join(str(step) for step in path)
            short = what if len(what) <= 90 else what[:89] + "…"
            yield Finding(entry.locate(*path), "unfinished", f"{where} is still to be written: {short}")
