"""Two notions side by side: verdicts in words, derivations, witnesses, and a table of what differs."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Final

from markupsafe import Markup

from dpzoo.records.enums import Property, RelationKind, Standing
from dpzoo.relations.claims import Claim
from dpzoo.relations.facts import ORDERS, Answer, Decision, Derivation, Fact
from dpzoo.site.witness_pages import ObjectTable, Ran
from dpzoo.zoo.comparison import Comparison
from dpzoo.zoo.notion import Notion
from dpzoo.zoo.zoo import Zoo

BEST_CONNECTED: Final = 10
"""So many notions are compared pairwise on pages that work without scripts, whatever is known of them …"""

MOST_PAIRS: Final = 130
"""… and so many pages of pairs there are at most: the others are pairs that a claim relates."""

SMALL: Final = 8
"""Rows and columns of a witness's table that is shown beside the verdict."""

ROWS: Final[Mapping[str, str]] = {
    "gist": "In a sentence",
    "notation": "Notation",
    "dimensions": "Dimensions",
    "domain": "Domain",
    "scope": "Scope",
    "unit": "Unit",
    "standard": "Standard",
    "intensity": "Intensity",
    "aggregation": "Order of quantifiers",
    **{which.value: which.label.capitalize() for which in Property},
}
"""What the table compares, by the name of its macro's case."""


@dataclass(frozen=True, slots=True)
class ComparisonRow:
    """One line of the table, with both notions' cells."""

    key: str
    label: str
    first: Markup
    second: Markup
    differs: bool
    """Whether the two notions are different there."""


def connected(zoo: Zoo) -> list[Notion]:
    """The notions of the field itself: landmarks, pure DP first, then by how many others positive claims relate them to."""
    others: dict[str, set[str]] = {}
    for a, b in _related(zoo):
        others.setdefault(a, set()).add(b)
        others.setdefault(b, set()).add(a)
    field = [n for n in zoo.values() if n.standing in (Standing.SURVEY, Standing.LATER)]
    return sorted(field, key=lambda n: (n.prominence[0], bool(n.dimensions), -len(others.get(n.id, ())), n.id))


def _related(zoo: Zoo) -> set[tuple[str, str]]:
    return {(c.subject, c.object) for c in zoo.claims if not c.disputed and not c.kind.negative and c.object in zoo}


def pairs(zoo: Zoo) -> list[tuple[Notion, Notion]]:
    """The pairs that have a page of their own, the more connected of two first.

    The best-connected notions pairwise, then those that a positive claim relates, the best connected first.
    """
    ranked = connected(zoo)
    place = {n.id: i for i, n in enumerate(ranked)}
    pairwise = list(combinations(range(min(BEST_CONNECTED, len(ranked))), 2))
    known = ((place[a], place[b]) for a, b in _related(zoo) if a in place and b in place and a != b)
    direct = sorted({(min(p), max(p)) for p in known} - set(pairwise), key=lambda p: (sum(p), p))
    return [(ranked[i], ranked[j]) for i, j in [*pairwise, *direct][:MOST_PAIRS]]


def pair_page(first: str, second: str) -> str:
    """Where the page of a pair lies, from the site's root."""
    return f"compare/{first}--{second}.html"


def panel_file(id: str) -> str:
    """The script that holds a notion's column of the table."""
    return f"assets/data/compare/{id}.js"


def column_script(id: str, cells: Mapping[str, Any]) -> str:
    """A notion's column as a script; its formulas are placeholders still."""
    content = json.dumps(cells, ensure_ascii=False).replace("</", "<\\/")
    return f"((window.dpzoo = window.dpzoo || {{}}).columns ||= {{}})[{json.dumps(id)}] = {content};\n"


WITNESS_TABLES: Final = "assets/data/witness-tables.js"


def label(notion: Notion) -> str:
    """A notion's name with its abbreviation, as a field that chooses one shows it."""
    if notion.short == notion.name:
        return notion.name
    return f"{notion.name}, {notion.short}" if notion.short.startswith("(") else f"{notion.name} ({notion.short})"


def headline(zoo: Zoo, found: Comparison) -> str:
    """The verdict as a sentence."""
    return replace(found, names=(zoo[found.first].name, zoo[found.second].name)).sentence


def answered(decision: Decision) -> str:
    """The answer as a reader says it."""
    return {
        Answer.YES: "yes",
        Answer.NO: "no",
        Answer.NO_BUT: "not in general; yes under conditions",
        Answer.OPEN_BUT: "not known in general; yes under conditions",
        Answer.OPEN: "not known",
        Answer.DIFFERENT: "different data",
    }[decision.answer]


def word(zoo: Zoo, first: Notion, second: Notion) -> str:
    """Whether the first is stronger than the second, as a table says it."""
    answer = zoo.inference.answer(RelationKind.STRONGER_THAN, first.id, second.id)
    return {Answer.NO_BUT: "no, but …", Answer.OPEN_BUT: "open, but …"}.get(answer, answer.value)


def conclusion(zoo: Zoo, derivation_step: Any) -> tuple[str, str, str, str]:
    """A step's subject, words, object, and conditions."""
    from dpzoo.site.relation_data import conditions_in_words

    fact = derivation_step.conclusion
    assert isinstance(fact, Fact)
    return fact.subject, fact.kind.words, fact.object, conditions_in_words(zoo, fact.conditions, (fact.subject, fact.object))


def separating(found: Comparison) -> list[Claim]:
    """The separations behind the answers no, each once, in the order of the questions."""
    decisions = [d[kind] for kind in ORDERS for d in (found.forward, found.backward)]
    derivations: list[Derivation] = [d.derivation for d in decisions if d.derivation is not None]
    return list(dict.fromkeys(c for d in derivations for c in d.claims if c.kind.negative))


def small_tables(ran: Sequence[Ran]) -> dict[str, list[ObjectTable]]:
    """For each witness of a separation the tables that fit beside a verdict."""
    found: dict[str, list[ObjectTable]] = {}
    for r in ran:
        tables = [t for t in r.tables if t.heads and 1 <= len(t.rows) <= SMALL and len(t.heads) <= SMALL]
        if tables:
            found[r.outcome.witness.id] = tables[:2]
    return found


def witnesses_of(claims: Sequence[Claim]) -> list[str]:
    """The ids of the witnesses that the claims cite, each once."""
    return list(dict.fromkeys(e.witness for c in claims for e in c.relation.evidence if e.witness))


def as_pure(notion: Notion) -> list[str]:
    """The blocks in which a notion is as pure DP is, however its record words them."""
    blocks = notion.blocks
    five = {"domain": blocks.domain, "scope": blocks.scope, "unit": blocks.unit, "standard": blocks.standard}
    return [key for key, block in {**five, "intensity": blocks.intensity}.items() if block.same_as_pure]


def rows(cell: Callable[[Notion, str], Markup], first: Notion, second: Notion) -> list[ComparisonRow]:
    """The table of two notions; lines that are empty for both are left out."""
    alike = {*as_pure(first)} & {*as_pure(second)}
    found = []
    for key, label in ROWS.items():
        a, b = cell(first, key), cell(second, key)
        if a or b:
            found.append(ComparisonRow(key, label, a, b, key not in alike and a != b))
    return found
