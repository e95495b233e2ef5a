"""Differences as text, as Markdown (release notes) and as data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from dpzoo.checks.diff.differences import AnswerChange, Differences, RecordChange
from dpzoo.records.enums import Property
from dpzoo.records.knowledge_base import KnowledgeBase

LIMIT = 20
"""How many lines of one kind a report lists before it counts the rest."""

_CHANGES = ("added", "renamed", "changed", "removed")


def text(found: Differences, limit: int | None = LIMIT) -> str:
    """The differences as plain lines."""
    return "\n".join(_lines(found, limit, markdown=False)) + "\n"


def markdown(found: Differences, limit: int | None = LIMIT) -> str:
    """The differences as Markdown: release notes, or the comment on a contribution."""
    return "\n".join(_lines(found, limit, markdown=True)) + "\n"


def _lines(found: Differences, limit: int | None, *, markdown: bool) -> Iterator[str]:
    if not found.any:
        yield "No record differs."
        return
    code = "`" if markdown else ""
    sections: list[tuple[str, list[str]]] = []
    for collection in dict.fromkeys(r.collection for r in found.records):
        for change in _CHANGES:
            here = [r for r in found.records if (r.collection, r.change) == (collection, change)]
            sections.append((f"{collection.capitalize()} {change}", [_record(found, r, code) for r in here]))
    for change in _CHANGES:
        lines = [
            f"{code}{c.id}{code}" + (f" ({', '.join(c.keys)})" if c.keys else "") for c in found.claims if c.change == change
        ]
        sections.append((f"Relations {change}", lines))
    verdicts = [f"{code}{v.notion}{code}: {v.property.label} {v.before} → {v.after}" for v in found.verdicts if v.before]
    sections.append(("Verdicts on properties", verdicts))
    new = [a for a in found.derived if a.before is None or not a.before.decided]
    sections += [
        ("Contradictions", [f.message for f in found.contradictions]),
        ("What follows now (derived)", [_answer(a, code) for a in new]),
        ("What no longer follows", [_answer(a, code) for a in found.reopened]),
        ("Turned round", [_answer(a, code) for a in found.answers if a.before and a.before.decided and a.after.decided]),
        ("Redundant relations", [f"{f.location}: {f.message}" for f in found.redundant]),
    ]
    for title, listed in sections:
        if listed:
            yield from _section(title, listed, limit, markdown)
    counts = "; ".join(
        f"{kind.words}: {before} open pairs before, {after} after" for kind, (before, after) in found.open_pairs.items()
    )
    yield from _section("Open questions", [counts], None, markdown)


def _section(title: str, lines: Sequence[str], limit: int | None, markdown: bool) -> Iterator[str]:
    count = f" ({len(lines)})" if len(lines) > 1 else ""
    yield f"### {title}{count}\n" if markdown else f"{title}{count}:"
    for line in lines[:limit]:
        yield f"- {line}" if markdown else f"  {line}"
    if limit is not None and len(lines) > limit:
        rest = f"and {len(lines) - limit} more"
        yield f"- … {rest}" if markdown else f"  … {rest}"
    if markdown:
        yield ""


def _record(found: Differences, record: RecordChange, code: str) -> str:
    name = _name(found.before if record.change == "removed" else found.after, record)
    words = f"{code}{record.id}{code}" + (f": {name}" if name else "")
    words += f", was {code}{record.renamed}{code}" if record.renamed else ""
    return words + (f" ({', '.join(record.keys)})" if record.keys else "")


def _name(base: KnowledgeBase, record: RecordChange) -> str:
    entry = getattr(base, record.collection)[record.id]
    return str(getattr(entry.record, "name", "") or getattr(entry.record, "title", ""))


def _answer(change: AnswerChange, code: str) -> str:
    pair = f"{code}{change.subject}{code} {change.kind.symbol} {code}{change.object}{code}"
    return f"{pair}: {change.from_words} → {change.after.value}"


def data(found: Differences) -> dict[str, Any]:
    """The differences as data for JSON, complete."""
    return {
        "records": [
            {
                "collection": r.collection,
                "id": r.id,
                "change": r.change,
                "keys": list(r.keys),
                **({"was": r.renamed} if r.renamed else {}),
            }
            for r in found.records
        ],
        "relations": [{"id": c.id, "change": c.change, "keys": list(c.keys)} for c in found.claims],
        "verdicts": [
            {"notion": v.notion, "property": v.property.value, "before": v.before or None, "after": v.after}
            for v in found.verdicts
        ],
        "answers": [_answer_data(a) for a in found.answers],
        "open_pairs": {k.value: {"before": b, "after": a} for k, (b, a) in found.open_pairs.items()},
        "contradictions": [f.message for f in found.contradictions],
        "redundant": [{"place": str(f.location), "message": f.message} for f in found.redundant],
        "summary": summary(found),
    }


def _answer_data(change: AnswerChange) -> dict[str, Any]:
    return {
        "subject": change.subject,
        "relation": change.kind.value,
        "object": change.object,
        "before": None if change.before is None else change.before.value,
        "after": change.after.value,
        "asserted": change.asserted,
    }


def summary(found: Differences) -> dict[str, int]:
    """How many of each kind changed."""
    return {
        **_counted("records", (r.change for r in found.records)),
        **_counted("relations", (c.change for c in found.claims)),
        "settled": len(found.settled),
        "reopened": len(found.reopened),
        "verdicts": sum(1 for v in found.verdicts if v.before and v.property in Property),
    }


def _counted(what: str, changes: Iterable[str]) -> dict[str, int]:
    return {f"{what}_{change}": count for change, count in sorted(Counter(changes).items())}
