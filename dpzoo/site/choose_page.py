"""The page of the guided choice: its conditions in words, and what its script needs."""

from __future__ import annotations

from typing import Any

from dpzoo.checks.guiding import guide_and_records, guide_by_itself
from dpzoo.records.findings import Finding
from dpzoo.records.guide import Guide, When
from dpzoo.zoo.zoo import Zoo


def load_guide(zoo: Zoo) -> tuple[Guide | None, list[Finding]]:
    """The guide of a zoo's base, None where it has none, and what is wrong with it."""
    findings = [*guide_by_itself(zoo.base), *guide_and_records(zoo.base)]
    return (None if zoo.base.guide is None else zoo.base.guide.record), findings


def conditions(guide: Guide, when: When) -> list[tuple[str, list[str]]]:
    """``when`` in words: the question, and the answers that fit."""
    asks = {q.id: q.asks for q in guide.questions}
    return [(asks[q], [guide.answer(q, a).says for a in wanted]) for q, wanted in when.items()]


def browser_data(guide: Guide) -> dict[str, Any]:
    """The data that the page's script needs: ids and conditions; all words are in the page."""
    return {
        "questions": [{"id": q.id, "when": q.when, "answers": {a.id: a.says for a in q.answers}} for q in guide.questions],
        "parts": [
            {
                "id": part.id,
                "rules": [{"notion": r.notion, "when": r.when, "why": [reason.when for reason in r.why]} for r in part.rules],
            }
            for part in guide.parts
        ],
    }
