"""A zoo as pages: path to text, Markdown with embedded HTML, for any engine that reads Markdown."""

from __future__ import annotations

import gzip
import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from jinja2 import Environment, Template
from jinja2.environment import TemplateModule
from markupsafe import Markup

from dpzoo.meaning.words import at_most
from dpzoo.records.enums import Basis, Dimension, Property, Verdict
from dpzoo.records.findings import Location
from dpzoo.records.guide import Guide
from dpzoo.relations.questions import called_open, open_cells
from dpzoo.site import (
    asked,
    block_pages,
    budget_page,
    choose_page,
    combine_page,
    convert_page,
    data_pages,
    errata_pages,
    explore,
    landmarks,
    lifted,
    links,
    map_page,
    meaning_page,
    optima,
    pictures,
    practice_pages,
    proof_pages,
    since,
    study_page,
    theorem_page,
)
from dpzoo.site.change_log import LogEntry, by_record, change_log, history
from dpzoo.site.charts import bars
from dpzoo.site.citing import cited_by
from dpzoo.site.collisions import Collision, clashes, collisions, near_names
from dpzoo.site.compare_pages import ComparePages
from dpzoo.site.convert_page import known_for_conversion, page_data
from dpzoo.site.counting import counts
from dpzoo.site.explore import script_json
from dpzoo.site.feed import atom
from dpzoo.site.fragments import EXAMPLE, Fragments, example
from dpzoo.site.history import ALL_COMBINATIONS, combinations_used, introducing_works, oldest, together, years
from dpzoo.site.in_symbols import in_symbols, loss_words
from dpzoo.site.labels import familiar
from dpzoo.site.libraries import libraries
from dpzoo.site.linking import LinkedProse
from dpzoo.site.mentions import Mentions
from dpzoo.site.name_pages import meanings, pair, pairs
from dpzoo.site.notion_pages import NotionPages
from dpzoo.site.open_questions import Questions, ask, by_hand
from dpzoo.site.prose import Prose
from dpzoo.site.redirects import by_chance, moved
from dpzoo.site.relation_data import CLAIMS, MAPS, claims_data, maps_data, script
from dpzoo.site.release import SiteRelease
from dpzoo.site.rooms import rooms
from dpzoo.site.shown_claims import line
from dpzoo.site.structured import term_set
from dpzoo.site.templating import (
    formulas_in_markdown,
    front_matter,
    join,
    make_environment,
    many_ranges,
    page_title,
    rule_symbols,
    search_boost,
    tex,
)
from dpzoo.site.tracked import Tracked, tracked
from dpzoo.site.witness_pages import CHAPTERS, Ran, Running, by_claim, chapter, running, witness_title
from dpzoo.witnesses.declared import in_words, sampled_by
from dpzoo.witnesses.framework import Outcome
from dpzoo.witnesses.registry import witnesses
from dpzoo.zoo.zoo import Zoo


@dataclass(frozen=True, slots=True)
class Page:
    """A generated page: its path from the site's root (``.md``, ``.json``, ``.js`` …), its text, and the record it shows.

    What ends in ``.gz`` is written packed.

    ``ready`` says that everything from the first HTML of a section to the next heading is HTML, none of it Markdown.
    """

    path: str
    text: str
    origin: Location | None = None
    ready: bool = False

    @property
    def content(self) -> str | bytes:
        """What its file holds; the same in every build."""
        return gzip.compress(self.text.encode(), mtime=0) if self.path.endswith(".gz") else self.text


@dataclass(frozen=True)
class Renderer:
    """Renders the pages of one zoo.

    ``sources`` is the folder of hand-written pages, ``cache`` one for what takes long to compute and may be kept between builds.
    """

    zoo: Zoo
    project: links.Project = field(default_factory=links.Project)
    cache: Path | None = None
    sources: Path | None = None
    """The folder of hand-written pages."""
    release: SiteRelease = field(default_factory=SiteRelease)
    prose: Prose = field(default_factory=Prose)
    environment: Environment = field(default_factory=make_environment)

    @cached_property
    def counts(self) -> Mapping[str, int]:
        """The numbers that pages quote."""
        return counts(self.zoo)

    @cached_property
    def _blocks(self) -> block_pages.BlockIndex:
        return block_pages.BlockIndex(self.zoo)

    @cached_property
    def _questions(self) -> Questions:
        return ask(self.zoo)

    @cached_property
    def _history(self) -> tuple[LogEntry, ...]:
        return history(self.zoo.base.root)

    @cached_property
    def _made(self) -> set[str]:
        """Paths of the pages made so far, which links may target."""
        return set()

    def offers(self, address: str) -> bool:
        """Whether the site has a page at an address from its root, made from records or by hand.

        Pages of the records are made last, so that they and the hand-written ones know all others.
        """
        path = re.split("[?#]", address, maxsplit=1)[0].removesuffix(".html") + ".md"
        return path in self._made or path in self._handwritten

    @cached_property
    def _handwritten(self) -> frozenset[str]:
        if self.sources is None:
            return frozenset()
        return frozenset(path.relative_to(self.sources).as_posix() for path in self.sources.rglob("*.md"))

    @cached_property
    def _mentions(self) -> Mentions:
        return Mentions(self.zoo, self.offers)

    @cached_property
    def _fragments(self) -> Fragments:
        return Fragments(self.zoo, self._fragment, self.cache, (self.sources or Path("site")) / "assets")

    def pages(self) -> list[Page]:
        """Every generated page, in a fixed order: those that show what witnesses found come last, since these take longest."""
        zoo = self.zoo
        running = self._running
        budget = self._budget()
        self._made.update(("compare.md", "witnesses.md", *(page.path for page in budget)))
        made = [
            self._explore(),
            *self._choose(),
            self._page("names.md", "names.md.j2", collisions=self._collisions, near=near_names(zoo)),
            *(self._collision(c) for c in self._collisions),
            self._field_in_numbers(),
            self._since_the_survey(),
            self._page("map.md", "map.md.j2", map=self._fragments.map),
            Page(map_page.DATA, script("mapData", self._fragments.map.data())),
            *self._taught(),
            *self._study(),
            self._page("proofs.md", "proofs.md.j2", ready=True, **proof_pages.page(zoo)),
            *(Page(*erratum, ready=True) for erratum in errata_pages.pages(zoo, self._render)),
            self._page("lemmas.md", "lemmas.md.j2", ready=True),
            self._page("bibliography.md", "bibliography.md.j2", references=self._references(), cited_by=cited_by(zoo)),
        ]
        made += [Page(*made_page) for made_page in practice_pages.pages(self.zoo, self._render)]
        made += [Page(*made_page) for made_page in block_pages.pages(self.zoo, self._render)]
        made += self._combine()
        made += [*self._conversions(), *budget]
        made.append(Page(f"examples/{EXAMPLE}", example()))
        diagram = self._fragments.landmarks
        if diagram is not None:
            made.append(Page("landmarks.svg", str(self._fragment("landmarks.svg", "landmarks.svg.j2", d=diagram))))
            made.append(Page("landmarks.tex", landmarks.tikz(diagram)))
        made += [
            self._page("data.md", "data.md.j2", **data_pages.data_values()),
            self._page("keys.md", "keys.md.j2", kinds=data_pages.kinds(), keys=data_pages.keys),
            *(Page(path, text) for path, text in data_pages.files(zoo)),
        ]
        self._made.update(page.path for page in made)
        made.append(self._open())
        made += [Page("feed.xml", self._feed()), Page("random.html", by_chance(zoo))]
        made += [Page(links.notion_page(f), moved(n, self.release)) for n in zoo.values() for f in n.record.former_ids]
        self._made.update(page.path for page in made)
        return [*self._notions(), *made, *self._witnesses(running.results), *self._comparisons(running.results)]

    def _taught(self) -> Iterator[Page]:
        """The pages on meaning and of pictures, for a zoo with the notions that they speak of."""
        zoo = self.zoo
        if meaning_page.supported(zoo):
            yield self._page("meaning.md", "meaning.md.j2", **meaning_page.page(zoo))
        if pictures.supported(zoo):
            yield self._page("pictures.md", "pictures.md.j2", years=years(zoo), bars=bars(years(zoo)), **pictures.page())

    def _open(self) -> Page:
        cells = [(self.zoo[c.notion], c.property) for c in open_cells(self.zoo.inference)]
        called = sorted(called_open(self.zoo.base).items(), key=lambda item: item[0][1:])
        return self._page(
            "open.md",
            "open.md.j2",
            ready=True,
            questions=self._questions,
            cells=cells,
            called=called,
            undecided=[u for u in self.zoo.base.blocks.universes.values() if u.record.undecided],
            by_hand=by_hand() if "zero-concentrated-dp" in self.zoo else (),
            known=lambda q: pair(self.zoo, q.subject, q.object),
        )

    def _feed(self) -> str:
        project = self.sources.parent if self.sources is not None else None
        changes = self._history or (change_log(project, self.release.day) if project is not None else ())

        def address(change: LogEntry) -> str | None:
            commit = self.project.commit(change.id) if self._history else None
            return commit or self.release.site

        return atom(changes, self.release, address)

    def _explore(self) -> Page:
        ordered = sorted(self.zoo.values(), key=lambda n: n.prominence)
        return self._page(
            "notions.md",
            "explore.md.j2",
            notions=ordered,
            guide=self.guide,
            jsonld=term_set("notions.html", len(ordered)),
            order_data=explore.ORDER,
            **explore.page_values(ordered),
        )

    @cached_property
    def guide(self) -> Guide | None:
        """The guided choice, where the records have one."""
        return None if self.zoo.base.guide is None else self.zoo.base.guide.record

    def _choose(self) -> list[Page]:
        guide = self.guide
        if guide is None:
            return []
        data = script_json(choose_page.browser_data(guide))
        return [
            self._page("choose.md", "choose.md.j2", guide=guide, data=data, conditions=partial(choose_page.conditions, guide))
        ]

    def _combine(self) -> list[Page]:
        """The page that combines blocks, and its data."""
        if not self.zoo.base.blocks.units:
            return []
        data = combine_page.page_data(self._blocks, self._context("combine.md")["prose"])
        return [Page(combine_page.DATA, script("combine", data)), self._page("combine.md", "combine.md.j2")]

    def _study(self) -> list[Page]:
        """The regression study, where its results and the mechanisms that it is about are at hand."""
        known = {"functional-mechanism", "prediction-noise-by-empirical-change"} <= self.zoo.mechanisms.keys()
        if self.sources is None or not known:
            return []
        return [self._page("regression-study.md", "regression-study.md.j2", **study_page.page(self.sources))]

    @cached_property
    def _running(self) -> Running:
        """The witnesses of claims that the zoo knows, on their way."""
        return running(self.cache, tuple(w.id for w in witnesses().values() if set(w.claims) <= self._mentions.known_claims))

    def _witnesses(self, known: Sequence[Ran]) -> list[Page]:
        ran = [r.outcome for r in known]
        by_chapter: dict[str, list[Outcome]] = {}
        for o in ran:
            by_chapter.setdefault(chapter(o), []).append(o)
        ordered = sorted(by_chapter.items(), key=lambda c: [*CHAPTERS.values(), c[0]].index(c[0]))
        certainties = Counter(o.certainty.value for o in ran)
        made = [self._page("witnesses.md", "witnesses.md.j2", outcomes=ran, chapters=ordered, certainties=certainties)]
        for r in known:
            o = r.outcome
            path = f"witnesses/{o.witness.id}.md"
            claims = [(c, *self._mentions.on(path).claim_in_words(c)) for c in o.witness.claims]
            made.append(self._page(path, "witness.md.j2", ready=True, outcome=o, tables=r.tables, error=r.error, claims=claims))
        return made

    def _tracked(self) -> list[Tracked]:
        """The questions whose sources this zoo knows."""
        return [t for t in tracked() if all(key in self.zoo.references for key in t.sources)]

    def _conversions(self) -> list[Page]:
        """What works with numbers: the page, and the data that scripts load."""
        zoo = self.zoo
        sources = known_for_conversion(zoo)
        rows = [(zoo[source], row) for source, row in optima.cells(zoo).items()]
        counts = Counter(c.kind for _, row in rows for c in row)
        kinds = [k for k in optima.ConversionKind if counts[k]]
        return [
            Page(CLAIMS, script("claims", claims_data(zoo))),
            Page(MAPS, script("maps", maps_data(zoo))),
            Page(explore.ORDER, explore.order_data(zoo)),
            Page(convert_page.DATA, script("convertData", page_data(zoo))),
            self._page("convert.md", "convert.md.j2", sources=sources, matrix=rows, **convert_page.values(zoo)),
            self._page("theorems.md", "theorems.md.j2", ready=True, **theorem_page.page(zoo.references)),
            self._page("conversions.md", "conversions.md.j2", rows=rows, kinds=kinds, counts_of=counts, optima=optima),
            self._page("libraries.md", "libraries.md.j2", libraries=libraries(zoo)),
            self._page("issue-trackers.md", "issue-trackers.md.j2", questions=self._tracked()),
        ]

    def _budget(self) -> list[Page]:
        """The page that adds up mechanisms and guarantees, for a zoo with the notions that it speaks of."""
        if not {"approximate-dp", "zero-concentrated-dp", "renyi-dp"} <= set(self.zoo):
            return []
        values = budget_page.page(self.zoo)
        return [self._page("budget.md", "budget.md.j2", **{**values, "data": script_json(values["data"])})]

    def _comparisons(self, ran: Sequence[Ran]) -> list[Page]:
        """Any pair on one page, by scripts; the best-connected pairs on pages of their own."""
        made = ComparePages(self.zoo, ran, self._render, self._module)
        return [Page(path, text, ready=ready) for path, text, ready in made.pages()]

    def _module(self, path: str, template: str, values: Mapping[str, Any]) -> TemplateModule:
        return self.environment.get_template(template).make_module({**self._context(path), **values})

    @cached_property
    def _collisions(self) -> list[Collision]:
        return collisions(self.zoo)

    @cached_property
    def _clashes(self) -> Mapping[str, list[Collision]]:
        return clashes(self.zoo)

    def _collision(self, collision: Collision) -> Page:
        return self._page(
            f"names/{collision.slug}.md",
            "name.md.j2",
            collision=collision,
            meanings=meanings(self.zoo, collision),
            pairs=pairs(self.zoo, collision),
            ready=True,
        )

    def _field_in_numbers(self) -> Page:
        zoo = self.zoo
        used = combinations_used(zoo)
        both = together(zoo)
        return self._page(
            "history.md",
            "history.md.j2",
            years=years(zoo),
            works=len(introducing_works(zoo)),
            examples={c: oldest(zoo, c) for c in used},
            pair_of=lambda a, b: frozenset((a, b)),
            bars=bars(years(zoo)),
            used=used,
            all_combinations=ALL_COMBINATIONS,
            without=sum(not n.dimensions for n in zoo.values()),
            together={frozenset(pair): n for pair, n in both.items()},
            never=[pair for pair, n in both.items() if n == 0],
            unpaired=[pair for pair, n in both.items() if n and pair not in used],
        )

    def _since_the_survey(self) -> Page:
        told = since.newer(self.zoo)
        return self._page(
            "since.md",
            "since.md.j2",
            first=since.FIRST,
            told=told,
            themes=since.themes(self.zoo),
            along=since.along(told),
            add_up=since.add_up,
            bases=since.bases(told),
            Basis=Basis,
            run=since.that_run(self.zoo, told),
            tied=since.tied(self.zoo, told),
        )

    def _references(self) -> list[Any]:
        return sorted(self.zoo.references.values(), key=lambda r: ([s.casefold() for s in r.surnames], r.year, r.key))

    def _notions(self) -> list[Page]:
        """Each notion's page, and the one with all its relations."""
        changes = by_record(self._history)
        shared = NotionPages(
            self.zoo,
            self.release,
            self._blocks,
            self._questions,
            changes,
            self._clashes,
            self._mentions.known_claims,
            self.offers,
        )
        return [Page(*made, ready=True) for made in shared.pages(self._render)]

    def _page(self, path: str, template: str, *, ready: bool = False, **values: Any) -> Page:
        return Page(path, self._render(path, template, **values), ready=ready)

    def handwritten(self, path: str, text: str) -> str:
        """A page of ``site/``: its expressions filled in from the zoo, its formulas as placeholders."""
        with_numbers = asked.helpers(self.zoo, partial(self._fragment, path, "bars.html.j2")) if path.startswith("ask/") else {}
        return self._fill(path, lambda e: e.from_string(formulas_in_markdown(text)), **with_numbers)

    def _render(self, path: str, template: str, **values: Any) -> str:
        return self._fill(path, lambda e: e.get_template(template), **values)

    def _fill(self, path: str, choose: Callable[[Environment], Template], **values: Any) -> str:
        return choose(self.environment).render(**self._context(path), **values)

    def _context(self, path: str) -> dict[str, Any]:
        page = path.removesuffix(".md") + ".html"
        zoo = self.zoo

        at = self._mentions.on(path)
        return {
            "zoo": zoo,
            "log": math.log,
            "upward": at_most,
            "in_symbols": in_symbols,
            "loss_words": loss_words,
            "page": page,
            "to": at.to,
            "links": links,
            "grounds": partial(lifted.grounds, zoo),
            "alike": explore.alike,
            "offered": self.offers,
            "versus": at.versus,
            "release": self.release,
            "questions_open": lambda: self._questions.count,
            "project": self.project,
            "notion_link": at.notion_link,
            "familiar": familiar,
            "cite": at.cite,
            "prose": LinkedProse(self.prose, at.resolve),
            "tex": tex,
            "join": join,
            "Dimension": Dimension,
            "Property": Property,
            "Verdict": Verdict,
            "claim_line": partial(line, zoo),
            "counts": self.counts,
            **self._fragments.on(path),
            "front": front_matter,
            "witnesses_of": lambda claim: by_claim().get(claim, ()),
            "witness_title": witness_title,
            "sampled_by": sampled_by,
            "sampled_words": in_words,
            "claim_in_words": at.claim_in_words,
            "rule_symbols": rule_symbols,
            "page_title": page_title,
            "search_boost": search_boost,
            "many_ranges": many_ranges,
            "rooms": rooms,
        }

    def _fragment(self, page: str, template: str, **values: Any) -> Markup:
        return Markup(self._render(page, template, **values))  # noqa: S704  rendered by an autoescaping template


def handwritten_pages(folder: Path) -> list[Path]:
    """The Markdown files of ``site/``, relative to it."""
    return sorted(p.relative_to(folder) for p in folder.rglob("*.md"))
