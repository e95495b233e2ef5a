"""What a new record still has to say: texts that begin with TODO."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

from pydantic import BaseModel

from dpzoo.records.findings import Finding
from dpzoo.records.knowledge_base import KnowledgeBase, Step

MARK = "TODO"


def unfinished_texts(base: KnowledgeBase) -> Iterator[Finding]:
    """Every text of every record that is still a note of what to write."""
    for collection in fields(base):
        entries = getattr(base, collection.name)
        for entry in entries.values() if isinstance(entries, Mapping) else ():
            for path, text in _texts(entry.record, ()):
                what = " ".join(text.removeprefix(MARK).lstrip(" :").split())
                where = ".".join(str(step) for step in path)
                short = what if len(what) <= 90 else what[:89] + "…"
                yield Finding(entry.locate(*path), "unfinished", f"{where} is still to be written: {short}")


def _texts(value: Any, path: tuple[Step, ...]) -> Iterator[tuple[tuple[Step, ...], str]]:
    if isinstance(value, str):
        if value.startswith(MARK):
            yield path, value
    elif isinstance(value, BaseModel):
        for key, inner in vars(value).items():
            yield from _texts(inner, (*path, key.rstrip("_")))
    elif isinstance(value, tuple | list):
        for index, inner in enumerate(value):
            yield from _texts(inner, (*path, index))
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _texts(inner, (*path, key))
