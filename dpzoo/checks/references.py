"""The bibliography, and how records name the parts of a work: with a capital before the number, as in Section 3.2."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

from dpzoo.checks.walk import texts
from dpzoo.records.findings import Finding
from dpzoo.records.knowledge_base import KnowledgeBase

# formulas, code and quotations are written as they are
_LEFT_ALONE = re.compile(r"\$\$.*?\$\$|\$[^$]*\$|`[^`]*`|“[^”]*”|\"[^\"]*\"", re.DOTALL)
_PART = re.compile(
    r"(?<![\w.-])(?<!for )(?<!for\n)(?:sections?|chapters?|theorems?|propositions?|lemmas?|corollary|corollaries|definitions?"
    r"|tables?|figures?|examples?|algorithms?|equations?|listings?|remarks?|appendix|appendices)"
    r"\s+(?:\d[\w.]*|[IVX]{2,}\b|(?<=appendix )[A-Z]\b)"
)


def parts_of_works(base: KnowledgeBase) -> Iterator[Finding]:
    """Every text in which the name of a numbered part begins with a small letter."""
    for entry, path, text in texts(base):
        found = _PART.search(_LEFT_ALONE.sub("·", text))
        if found is not None:
            part = " ".join(found[0].split()).rstrip(".")
            where = ".".join(map(str, path))
            better = part[0].upper() + part[1:]
            message = f"{where} names a part of a work as “{part}”; write “{better}”, with a capital before the number"
            yield Finding(entry.locate(*path), "small-letter", message)


def unused_references(base: KnowledgeBase) -> Iterator[Finding]:
    """Works of the bibliography that neither a record nor a page of the site beside the records mentions.

    Without such pages (in a copy of the records, in an installed package) nobody knows what they would cite.
    """
    pages = sorted((base.root.resolve().parent / "site").rglob("*.md"))
    if not pages:
        return
    mentioned: set[str] = set()
    for text in (*_written(base), *(p.read_text(encoding="utf-8") for p in pages)):
        mentioned.update(_KEY.findall(text))
    for key, entry in base.references.items():
        if key not in mentioned:
            message = f"no record and no page mentions {key}; cite it where it belongs, or leave it out"
            yield Finding(entry.locate(), "unused-reference", message)


_KEY = re.compile(r"[A-Za-z][\w+-]*")


def _written(base: KnowledgeBase) -> Iterator[str]:
    """What every record says, as text."""
    groups: list[Mapping[str, Any]] = [base.notions, base.errata, base.mechanisms, base.systems, base.deployments, base.lemmas]
    groups += [getattr(base.blocks, f.name) for f in fields(base.blocks)]
    return (entry.record.model_dump_json() for group in groups for entry in group.values())


def order_of_references(base: KnowledgeBase) -> Iterator[Finding]:
    """Works listed after one whose key comes later in the alphabet, ignoring case."""
    last = ""
    for key, entry in sorted(base.references.items(), key=lambda item: item[1].locate()):
        if key.casefold() < last.casefold():
            message = f"{key} comes after {last}; sort the entries by key, ignoring case"
            yield Finding(entry.locate(), "unsorted-reference", message)
        else:
            last = key
