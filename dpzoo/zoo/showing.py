"""Notions and comparisons as Markdown, which notebooks typeset."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dpzoo.records.enums import Property
from dpzoo.relations.facts import ORDERS, Decision

if TYPE_CHECKING:
    from dpzoo.zoo.comparison import Comparison
    from dpzoo.zoo.notion import Notion

_MARKUP = re.compile(r"([\\`*_\[\]<>|$])")


def plain(text: str) -> str:
    """Text without Markdown's markup, on one line."""
    return _MARKUP.sub(r"\\\1", " ".join(text.split()))


def notion_markdown(notion: Notion) -> str:
    """Name, notation, gist, definition and properties of a notion."""
    record = notion.record
    letters = ", ".join(d.value for d in record.dimensions) or "none"
    head = f"### {plain(record.name)}\n\n${record.notation}$ · dimensions {letters} · {notion.year} · `{notion.id}`"
    rows = "\n".join(f"| {which.label} | {notion.property_claim(which).verdict} |" for which in Property)
    table = f"| property | verdict |\n|---|---|\n{rows}"
    return f"{head}\n\n*{plain(record.gist)}*\n\n{record.statement}\n\n{table}\n"


def comparison_markdown(comparison: Comparison) -> str:
    """The sentence about two notions, and the answers both ways."""
    lines = [f"**{plain(comparison.sentence)}**", "", "| | | | | |", "|---|---|---|---|---|"]
    for decisions in (comparison.forward, comparison.backward):
        lines += [_row(decisions[kind]) for kind in ORDERS]
    return "\n".join(lines) + "\n"


def _row(decision: Decision) -> str:
    grade = ""
    if decision.derivation is not None and decision.derivation.claims:
        how = "asserted" if decision.derivation.asserted else "derived"
        grade = f"{how}, {decision.derivation.grade}"
    return f"| `{decision.subject}` | {decision.kind.words} | `{decision.object}` | {decision.answer} | {grade} |"
