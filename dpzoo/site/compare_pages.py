"""The pages that compare notions: any two by scripts, the best connected on pages of their own, and the data of both."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property, partial
from typing import Any, Final, Protocol

from jinja2.environment import TemplateModule
from markupsafe import Markup

from dpzoo.records.enums import Property, RelationKind
from dpzoo.relations.claims import Claim
from dpzoo.relations.facts import Answer, Decision
from dpzoo.relations.order_table import table
from dpzoo.site import comparing, verdicts
from dpzoo.site.convert_page import known_for_conversion
from dpzoo.site.explore import script_json
from dpzoo.site.illustrations import illustration
from dpzoo.site.relation_data import CLAIMS, MAPS, conditions_in_words, script
from dpzoo.site.shown_claims import mapped
from dpzoo.site.witness_pages import Ran
from dpzoo.zoo.notion import Notion
from dpzoo.zoo.zoo import Zoo

SCRIPTS: Final = (
    CLAIMS,
    MAPS,
    *(f"assets/{name}.js" for name in ("expressions", "derivation", "conversion", "formula", "verdict", "compare-pair")),
)
"""What the page loads when somebody asks for more than the pair that stands in it."""

_PARTS: Final = "compare_parts.j2"


class Templates(Protocol):
    """How the pages of a site are made."""

    def __call__(self, path: str, template: str, **values: Any) -> str:
        """A page at a path from the site's root."""


Module = Callable[[str, str, Mapping[str, Any]], TemplateModule]
"""The macros of a template as they read on a page: its path, the template, and what else its macros use."""


@dataclass(frozen=True)
class ComparePages:
    """The pages that compare the notions of a zoo; ``ran`` is what its witnesses found."""

    zoo: Zoo
    ran: Sequence[Ran]
    render: Templates
    module: Module

    @cached_property
    def _preferred(self) -> Mapping[tuple[str, str], Claim]:
        return verdicts.preferred(self.zoo)

    @cached_property
    def _told(self) -> Mapping[str, Claim]:
        told = verdicts.told(self.zoo, self._preferred)
        return {i: c for i, c in told.items() if verdicts.argument(c) is not None}

    @cached_property
    def _used(self) -> list[Notion]:
        return [n for n in self.zoo.values() if n.record.landmark]

    def _illustrated(self, first: Notion, second: Notion) -> str:
        """An example with numbers, where the first notion gives the second."""
        given = self.zoo.inference.answer(RelationKind.IMPLIES, first.id, second.id) is Answer.YES
        return illustration(self.zoo, first, second) if given else ""

    def pages(self) -> Iterator[tuple[str, str, bool]]:
        """Path, text and whether the page is HTML throughout."""
        zoo = self.zoo
        tables = comparing.small_tables(self.ran)
        shown = {i: [asdict(t) for t in ts] for i, ts in tables.items()}
        yield comparing.WITNESS_TABLES, script("witnessTables", shown), False
        for notion in zoo.values():
            yield comparing.panel_file(notion.id), comparing.column_script(notion.id, self._column(notion)), False
        own = comparing.pairs(zoo)
        places = {frozenset((a.id, b.id)): comparing.pair_page(a.id, b.id) for a, b in own}
        yield self._any_pair(places, tables)
        for a, b in own:
            path = places[frozenset((a.id, b.id))].removesuffix(".html") + ".md"
            yield path, self.render(path, "comparison.md.j2", tables=tables, **self._compared(path, a, b)), True

    def _any_pair(self, places: Mapping[frozenset[str], str], tables: Mapping[str, Any]) -> tuple[str, str, bool]:
        zoo = self.zoo
        decided = table(zoo.inference, RelationKind.STRONGER_THAN).count()
        start = known_for_conversion(zoo)[:2]
        data = {
            "start": [n.id for n in start],
            "rows": list(comparing.ROWS.items()),
            "spellings": {n.id: list(n.called) for n in zoo.values()},
            "scripts": list(SCRIPTS),
        }
        return (
            "compare.md",
            self.render(
                "compare.md",
                "compare.md.j2",
                data=script_json(data),
                often=comparing.connected(zoo)[: comparing.BEST_CONNECTED],
                page_of=lambda a, b: places[frozenset((a.id, b.id))],
                word=partial(comparing.word, zoo),
                label=comparing.label,
                answers={"yes": decided[Answer.YES], "no": decided[Answer.NO] + decided[Answer.NO_BUT]}
                | {"open": decided[Answer.OPEN] + decided[Answer.OPEN_BUT], "different": decided[Answer.DIFFERENT]},
                total=decided.total(),
                tables=tables,
                **(self._compared("compare.md", *start) if len(start) > 1 else {"found": None}),
            ),
            False,
        )

    def _compared(self, path: str, a: Notion, b: Notion) -> dict[str, Any]:
        """What a page says of a pair."""
        found = self.zoo.compare(a.id, b.id)
        return {
            "first": a,
            "second": b,
            "found": found,
            "headline": comparing.headline(self.zoo, found),
            "answered": comparing.answered,
            "conclusion": comparing.conclusion,
            "witnesses": comparing.witnesses_of(comparing.separating(found)),
            "rows": comparing.rows(self._cells(path), a, b),
            **self._words,
        }

    @cached_property
    def _words(self) -> dict[str, Any]:
        """What the macros of a verdict ask for."""
        return {
            "sentence_of": self._sentence,
            "formula_of": self._formula,
            "reconstructed_in": lambda s: sorted(n for n in s.notions if self.zoo[n].record.reconstructed),
            "in_words": lambda fact: conditions_in_words(self.zoo, fact.conditions, (fact.subject, fact.object)),
            "told": self._told,
            "illustrated": self._illustrated,
            "argued": verdicts.argument,
            "brief": verdicts.brief,
        }

    def _sentence(self, decisions: Mapping[RelationKind, Decision], first: Notion, second: Notion) -> verdicts.Sentence:
        return verdicts.sentence(self._preferred, first.id, second.id, decisions)

    def _formula(self, part: verdicts.FormulaPart) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
        half = verdicts.half(self.zoo, part.claim, part.start)
        return mapped(half, self.zoo[part.start], self.zoo[part.end])

    def _cells(self, path: str) -> Callable[[Notion, str], Markup]:
        """What fills the table of two notions on a page: a cell for a notion and a line's key."""
        template = self.module(path, "compare_cell.j2", {"property": Property})
        return lambda notion, key: Markup(str(template.cell(notion, key)).strip())  # type: ignore[attr-defined]  # noqa: S704

    @cached_property
    def _any(self) -> tuple[Callable[[Notion, str], Markup], TemplateModule]:
        """The cells and the macros of a verdict as they read on the page for any pair."""
        return self._cells("compare.md"), self.module("compare.md", _PARTS, self._words)

    def _reasons(self, notion: Notion) -> dict[str, str]:
        """Why it is open whether the notion implies another, by the other's id."""
        why = self._any[1].why  # type: ignore[attr-defined]
        return {b: str(why(notion, self.zoo[b], text)).strip() for (a, b), text in self.zoo.undecided.items() if a == notion.id}

    def _column(self, notion: Notion) -> dict[str, Any]:
        cell, parts = self._any
        others = [n for n in self._used if n is not notion] if notion.record.landmark else []
        return {
            "pure": comparing.as_pure(notion),
            "compared_as": "" if notion.compared_as is None else str(parts.remark(notion.compared_as)).strip(),  # type: ignore[attr-defined]
            "why_open": self._reasons(notion),
            "told": {i: str(parts.argument(c)).strip() for i, c in self._told.items() if c.subject == notion.id},  # type: ignore[attr-defined]
            "examples": {n.id: text for n in others if (text := self._illustrated(notion, n))},
            **{key: str(cell(notion, key)) for key in comparing.ROWS},
        }
