"""A notion's two pages: its own, with what a reader wants first, and the one with every relation that is known of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any
from urllib.parse import quote

from dpzoo.exports.citations import bibtex
from dpzoo.records.enums import Property
from dpzoo.records.findings import Location
from dpzoo.relations.conversion import Converter
from dpzoo.relations.forms import standard_form
from dpzoo.relations.ways import all_numeric
from dpzoo.site import links, meaning_page, practice_pages
from dpzoo.site.block_pages import BlockIndex
from dpzoo.site.change_log import LogEntry
from dpzoo.site.collisions import Collision
from dpzoo.site.derived import Consequences
from dpzoo.site.fact_card import fact_card
from dpzoo.site.open_questions import Questions
from dpzoo.site.release import SiteRelease
from dpzoo.site.running import call
from dpzoo.site.shown_claims import groups
from dpzoo.site.structured import term
from dpzoo.site.templating import searched
from dpzoo.site.witness_pages import by_claim
from dpzoo.witnesses.framework import Witness
from dpzoo.witnesses.registry import witnesses
from dpzoo.zoo.notion import Notion
from dpzoo.zoo.zoo import Zoo

Rendered = tuple[str, str, Location]
"""A page's path, its text, and the record it shows."""


@dataclass(frozen=True)
class NotionPages:
    """What the pages of all notions share.

    ``claims`` are the ids that a witness may speak of, ``offers`` says whether the site has a page at an address.
    """

    zoo: Zoo
    release: SiteRelease
    blocks: BlockIndex
    questions: Questions
    changes: Mapping[str, Sequence[LogEntry]]
    clashes: Mapping[str, list[Collision]]
    claims: frozenset[str]
    offers: Callable[[str], bool]

    def pages(self, render: Callable[..., str]) -> Iterator[Rendered]:
        """Both pages of each notion; ``render`` takes a path, a template and its values."""
        for notion in self.zoo.values():
            place = Location(notion.entry.source.path, 1, 1)
            known = {
                "notion": notion,
                "groups": groups(self.zoo, notion),
                "derived": self._consequences.groups(notion),
                "refuted": self._consequences.refuted(notion),
            }
            own = links.notion_page(notion.id).removesuffix(".html") + ".md"
            all_of_it = links.relations_page(notion.id).removesuffix(".html") + ".md"
            yield own, render(own, "notion.md.j2", **known, **self._values(notion)), place
            yield (
                all_of_it,
                render(
                    all_of_it,
                    "relations.md.j2",
                    called=self._called,
                    but=partial(self._but, notion),
                    asked=partial(_asked, notion.id),
                    **known,
                ),
                place,
            )

    @cached_property
    def _consequences(self) -> Consequences:
        return Consequences(self.zoo)

    @cached_property
    def _called(self) -> Mapping[str, str]:
        """How long lists call each notion: by its abbreviation, where no other has the same."""
        often = Counter(n.short for n in self.zoo.values())
        return {n.id: n.short if often[n.short] == 1 else n.name for n in self.zoo.values()}

    def _but(self, notion: Notion, others: Sequence[Notion]) -> list[Notion]:
        """All other notions that are not among ``others``."""
        named = {n.id for n in others} | {notion.id}
        return sorted((n for n in self.zoo.values() if n.id not in named), key=lambda n: n.prominence)

    def _values(self, notion: Notion) -> dict[str, Any]:
        zoo, record = self.zoo, notion.record
        works = [zoo.references[key] for key in record.introduced.by if key in zoo.references]
        page = links.notion_page(notion.id)
        return {
            "record": record,
            "form": standard_form(zoo.base, record),
            "card": fact_card(zoo, notion),
            "convertible": notion.id in self._convertible and self.offers("convert.html"),
            "bearing": self._bearing(notion),
            "open": self.questions.about[notion.id],
            "changes": self.changes.get(notion.id, ()),
            "here": page,
            "jsonld": term(
                notion,
                self.release.address(page) or f"{notion.id}.html",
                self.release.address("notions.html") or "../notions.html",
                works,
            ),
            "spellings": searched(notion),
            "onward": self._onward(notion),
            "call": call(notion),
            "satisfied": practice_pages.satisfied(zoo, notion.id),
            "released": practice_pages.released(zoo, notion.id),
            "systems": practice_pages.systems_with(zoo, notion.id),
            "recorded": [(kind, self.blocks.entries(kind)[block]) for kind, block in self.blocks.of(notion)],
            "equation": partial(practice_pages.equation, zoo),
            "shown": practice_pages.shown,
            "is_unpublished": practice_pages.is_unpublished,
            "clashes": self.clashes.get(notion.id, []),
            "bibtex": [bibtex(work) for work in works],
        }

    def _onward(self, notion: Notion) -> list[tuple[str, str]]:
        """Links to the site's other answers about a notion: words and addresses, as far as the pages exist."""
        with_what = "epsilon-dp" if notion.id != "epsilon-dp" else "approximate-dp"
        found = []
        if with_what in self.zoo:
            found.append((f"Compare with {self.zoo[with_what].short} or another", links.comparison(notion.id, with_what)))
        found.append(("See it on the map", f"map.html#focus={notion.id}"))
        if notion.id in self._convertible:
            found.append(("Convert a number from here", f"convert.html?from={notion.id}"))
        if notion.id in meaning_page.KINDS:
            found.append(("What its numbers mean", f"meaning.html#kind={meaning_page.KINDS[notion.id]}"))
        return [(words, address) for words, address in found if self.offers(address)]

    @cached_property
    def _convertible(self) -> frozenset[str]:
        """The notions that the calculator starts from."""
        starts = {r.start for r in Converter(self.zoo.base, self.zoo.inference.claims).readings}
        return frozenset(n for n in starts if all_numeric(self.zoo[n].record) and self.zoo[n].record.quantitative)

    def _bearing(self, notion: Notion) -> list[Witness]:
        """The witnesses of claims about a notion: those of its own record first."""
        cells = [f"{notion.id}/{p.value}" for p in Property]
        ids = [c.id for c in notion.outgoing] + cells + [c.id for c in notion.incoming]
        found = dict.fromkeys(w for claim in ids for w in by_claim().get(claim, ()))
        known = witnesses()
        return [known[w] for w in found if set(known[w].claims) <= self.claims]


def _asked(notion: str, verb: str) -> str:
    """The table of all notions, filtered to those that relate to a notion as ``verb`` says."""
    return f"notions.html?relation={quote(verb.replace(' ', '-'))}:{quote(notion)}"
