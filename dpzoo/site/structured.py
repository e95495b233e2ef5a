"""What pages say to machines (schema.org as JSON-LD)."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from markupsafe import Markup

from dpzoo.records.erratum import ErratumRecord
from dpzoo.records.knowledge_base import Entry
from dpzoo.records.reference import Reference
from dpzoo.zoo.notion import Notion

_SET = "Definitions of differential privacy"


def term(notion: Notion, address: str, set_address: str, references: Iterable[Reference]) -> Markup:
    """A notion as a term of the set of all of them, with the works that introduced it."""
    others = [n for n in notion.names if n != notion.name]
    return script_text(
        {
            "@context": "https://schema.org",
            "@type": "DefinedTerm",
            "name": notion.name,
            **({"alternateName": others} if others else {}),
            "termCode": notion.id,
            "description": notion.record.gist,
            "url": address,
            "inDefinedTermSet": {"@type": "DefinedTermSet", "name": _SET, "url": set_address},
            "subjectOf": [article(r) for r in references],
        }
    )


def term_set(address: str, count: int) -> Markup:
    """All notions as one set."""
    return script_text(
        {
            "@context": "https://schema.org",
            "@type": "DefinedTermSet",
            "name": _SET,
            "description": f"{count} notions of differential privacy, and how they relate",
            "url": address,
            "license": "https://creativecommons.org/licenses/by/4.0/",
        }
    )


def corrected(erratum: Entry[ErratumRecord], reference: Reference) -> Markup:
    """A work with what a page corrects in it."""
    comment = {"@type": "CorrectionComment", "name": erratum.record.title, "text": erratum.record.correction}
    return script_text({"@context": "https://schema.org", **article(reference), "correction": comment})


def article(reference: Reference) -> dict[str, Any]:
    """A cited work."""
    data: dict[str, Any] = {"@type": "ScholarlyArticle", "name": reference.title}
    authors = [{"@type": "Person", "name": name} for name in map(_person, reference.authors)]
    if authors:
        data["author"] = authors
    if reference.year:
        data["datePublished"] = reference.year
    if reference.address is not None:
        data["sameAs"] = reference.address
    return data


def _person(written: str) -> str:
    last, comma, first = written.replace("{", "").replace("}", "").partition(",")
    return f"{first.strip()} {last.strip()}" if comma else last.strip()


def script_text(data: Any) -> Markup:
    """JSON that can stand in a script element: no character of it means anything to HTML."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return Markup(text)  # noqa: S704  nothing in it is markup now
