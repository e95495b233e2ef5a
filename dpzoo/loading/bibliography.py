"""``references.bib`` as references, every fault with its line."""

from __future__ import annotations

import difflib
import logging
import re
from pathlib import Path
from types import MappingProxyType
from typing import Any

from dpzoo.loading.text_file import BIBLIOGRAPHY_MAX_BYTES, read_text
from dpzoo.records.findings import Finding, Location
from dpzoo.records.knowledge_base import Entry, Source
from dpzoo.records.reference import Reference

_KEY = re.compile(r"[A-Za-z0-9][A-Za-z0-9+_.:-]*")

_ENTRY_WITHOUT_AT = re.compile(r"\s*[A-Za-z]+\{[A-Za-z0-9+_.:-]+,")
_SWALLOWED = re.compile(r"[}\"]\s*\n\s*[A-Za-z]+\s*=\s*[{\"]")
_TYPES = (
    *("article", "book", "booklet", "inbook", "incollection", "inproceedings", "conference", "manual", "mastersthesis"),
    *("misc", "phdthesis", "proceedings", "techreport", "unpublished", "online", "report", "thesis", "dataset", "software"),
    *("collection", "patent", "periodical", "standard", "www", "electronic"),
)


def _explained(block: Any) -> str:
    """What is wrong with a block that the parser rejected, with the remedy."""
    reason = " ".join(str(getattr(block.error, "abort_reason", "") or block.error or "it cannot be parsed").split())
    begun = re.match(r"\s*@(\w+)\s*\{\s*([^\s,={}]+)\s*([,=]?)", block.raw or "")
    if begun is not None and begun[3] == "=":
        return f"the entry needs its key first, as in @{begun[1]}{{KEY,"
    name = f"the entry {begun[2]}" if begun is not None else "this entry"
    if "end of file" in reason or "block start" in reason:
        return f"{name} has no closing brace, or a brace inside it is not closed"
    return f"{name} is malformed: {reason}"


def read_bibliography(path: Path, shown: Path) -> tuple[dict[str, Entry[Reference]], list[Finding]]:
    """The entries by key, and what is wrong with the file."""
    text, findings = read_text(path, shown, BIBLIOGRAPHY_MAX_BYTES)
    return ({}, findings) if findings else parse_bibliography(text, shown)


def parse_bibliography(text: str, shown: Path) -> tuple[dict[str, Entry[Reference]], list[Finding]]:
    """The entries of a text by key, and what is wrong with it; ``shown`` is the path in findings."""
    findings: list[Finding] = []
    from bibtexparser.entrypoint import parse_string
    from bibtexparser.model import DuplicateBlockKeyBlock, DuplicateFieldKeyBlock

    logging.getLogger("bibtexparser").setLevel(logging.CRITICAL)
    library = parse_string(text)
    for block in library.failed_blocks:
        place = Location(shown, (block.start_line or 0) + 1, 1)
        if isinstance(block, DuplicateBlockKeyBlock):
            findings.append(
                Finding(place, "duplicate-reference", f"the citation key {block.key!r} is used twice; keep one entry")
            )
        elif isinstance(block, DuplicateFieldKeyBlock):
            repeated = ", ".join(sorted(block.duplicate_keys))
            findings.append(Finding(place, "duplicate-key", f"the entry gives {repeated} more than once; keep one"))
        else:
            findings.append(Finding(place, "bibtex-syntax", _explained(block)))
    findings.extend(
        Finding(Location(shown, (c.start_line or 0) + 1, 1), "bibtex-syntax", "an entry begins with @, as in @article{KEY,")
        for c in library.comments
        if _ENTRY_WITHOUT_AT.match(c.comment)
    )
    references: dict[str, Entry[Reference]] = {}
    for entry in library.entries:
        line = (entry.start_line or 0) + 1
        place = Location(shown, line, 1)
        if not _KEY.fullmatch(entry.key):
            findings.append(
                Finding(place, "bad-spelling", f"{entry.key!r} is not a citation key: use letters, digits and + _ . : -")
            )
            continue
        kind = entry.entry_type.lower()
        if kind not in _TYPES:
            near = difflib.get_close_matches(kind, _TYPES, n=1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            findings.append(Finding(place, "unknown-value", f"@{entry.entry_type} is not a type of BibTeX entry{hint}"))
        swallowed = next((f for f in entry.fields if _SWALLOWED.search(str(f.value))), None)
        if swallowed is not None:
            message = f"the entry {entry.key} lacks the comma after {swallowed.key}"
            findings.append(Finding(place, "bibtex-syntax", message))
            continue
        fields = {f.key.lower(): " ".join(str(f.value).split()) for f in entry.fields}
        lacking = [k for k in ("title", "year") if not fields.get(k)]
        if not (fields.get("author") or fields.get("editor") or fields.get("organization")):
            lacking.insert(0, "author")
        if lacking:
            findings.append(Finding(place, "missing-key", f"the entry {entry.key} lacks {' and '.join(lacking)}"))
        reference = Reference(entry.key, entry.entry_type.lower(), MappingProxyType(fields))
        references[entry.key] = Entry(entry.key, reference, Source(shown, {}, {(): (line, 1)}))
    return dict(sorted(references.items())), findings
