"""A work of arXiv for ``references.bib``, from BibTeX that a person pastes; nothing is fetched."""

from __future__ import annotations

import re
import string
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import typer

from dpzoo.cli import prompts
from dpzoo.cli.exit_codes import fail
from dpzoo.cli.files import STANDARD_INPUT
from dpzoo.loading.bibliography import parse_bibliography
from dpzoo.loading.text_file import read_text
from dpzoo.records.knowledge_base import Entry
from dpzoo.records.reference import Reference, first_public

_ID = re.compile(r"(?:https?://arxiv\.org/abs/|arxiv:)?(\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?/\d{7})(?:v\d+)?", re.IGNORECASE)
_PREPRINT = re.compile(r"arxiv|corr\b", re.IGNORECASE)
_KEPT = ("author", "title", "journal", "booktitle", "series", "volume", "number", "pages", "year", "doi")
_ACCENT = re.compile(r"\\(?:[^a-zA-Z]|[a-zA-Z](?=[{\s]))")
_MANY = 4
"""Keys name up to so many authors by one letter each; of more, the first three and a plus sign."""


@dataclass(frozen=True, slots=True)
class Work:
    """The key of a work, and the whole of ``references.bib`` with its entry if it was not there."""

    key: str
    year: str
    bibliography: str | None


def identifier(given: str) -> str:
    """The number of a preprint, without its version; fails in one sentence."""
    found = _ID.fullmatch(given.strip())
    if found is None:
        fail(f"{given!r} is not an arXiv identifier; it is like 1702.07476, or cs/0610105 before 2007")
    return found[1]


def work(given: str, source: Path | None, bibliography: Path, references: Mapping[str, Entry[Reference]]) -> Work:
    """The work that BibTeX from a file, or from standard input, describes; fails in one sentence, and writes nothing."""
    number = identifier(given)
    known = next((r.record for r in references.values() if _number(r.record) == number), None)
    if known is not None:
        return Work(known.key, str(known.first_public or ""), None)
    entry = _read(source)
    named = _number(entry)
    if named is not None and named != number:
        fail(f"the BibTeX is that of arXiv:{named}, not of arXiv:{number}; paste the other entry or name the other number")
    key = _key(entry, references)
    text = bibliography.read_text(encoding="utf-8")
    return Work(key, str(first_public(entry.year, number)), _with(text, key, _written(entry, key, number)))


def _read(source: Path | None) -> Reference:
    if source is None and prompts.on_terminal():
        typer.echo("Paste the BibTeX entry and end it with Ctrl-D on a line of its own.", err=True)
    text, wrong = read_text(source or STANDARD_INPUT, Path("BibTeX"))
    if wrong:
        fail(f"the BibTeX cannot be used: {wrong[0].message}")
    found, findings = parse_bibliography(text, Path("BibTeX"))
    if findings:
        fail(f"the BibTeX cannot be used: {findings[0].message}")
    if len(found) != 1:
        fail(f"the BibTeX has {len(found) or 'no'} entries; paste the entry of one work")
    entry = next(iter(found.values())).record
    if not re.fullmatch(r"\d{4}", entry.year):
        fail(f"the BibTeX has the year {entry.year!r}; write it as four digits")
    if not entry.authors:
        fail("the BibTeX names no author; add the line author = {…}")
    return entry


def _number(entry: Reference) -> str | None:
    """The preprint that an entry says it is."""
    places = (entry.fields.get("eprint", ""), *re.findall(r"arXiv[:.]\s?(\S+)", entry.fields.get("journal", "")))
    return next((found[1] for p in places if (found := _ID.fullmatch(p.strip().rstrip(".,")))), None)


def _letters(name: str) -> str:
    """The letters of a surname, without accents."""
    plain = unicodedata.normalize("NFKD", _ACCENT.sub("", name))
    return "".join(c for c in plain if c in string.ascii_letters)


def _key(entry: Reference, references: Mapping[str, Entry[Reference]]) -> str:
    """Initials of the authors and the year, as in DMNS06; a letter more if another work has it."""
    names = [n for n in map(_letters, entry.surnames) if n]
    if not names:
        fail("no citation key can be made from these authors; add the entry to references.bib by hand, and give --cite KEY")
    many = len(names) > _MANY
    who = names[0][:3].title() if len(names) == 1 else "".join(n[0].upper() for n in names[: 3 if many else _MANY]) + "+" * many
    key = who + entry.year[2:]
    return next(k for k in (key, *(key + c for c in string.ascii_lowercase)) if k not in references)


def _written(entry: Reference, key: str, number: str) -> str:
    """The entry as references.bib has them: what identifies the work, with the preprint's number last."""
    fields = {k: v for k in _KEPT if (v := entry.fields.get(k, "")) and not (k in {"journal", "doi"} and _PREPRINT.search(v))}
    published = "journal" in fields or "booktitle" in fields
    kind = entry.type if published else "misc"
    if not published:
        fields = {k: v for k, v in fields.items() if k in {"author", "title", "year", "doi"}}
    lines = [f"  {k} = {{{v}}}" for k, v in (fields | {"eprint": number, "archiveprefix": "arXiv"}).items()]
    return f"@{kind}{{{key},\n" + ",\n".join(lines) + "\n}\n"


def _with(text: str, key: str, entry: str) -> str:
    """The bibliography with one more entry, in the order of the keys."""
    begins = [(m.start(), m[1]) for m in re.finditer(r"^@\w+\{([^,\s]+),", text, re.MULTILINE)]
    place = next((start for start, other in begins if other.casefold() > key.casefold()), None)
    if place is None:
        return text.rstrip("\n") + "\n\n" + entry
    return text[:place] + entry + "\n" + text[place:]
