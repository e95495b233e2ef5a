"""The pages of blocks: one for each recorded block, the periodic table of their combinations, and the page that combines them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from dpzoo.records.block_records import ALL_DATASETS, OUTPUT, WORST_PAIR, Disclosed, UnitRecord
from dpzoo.records.claim_records import PropertyClaim
from dpzoo.records.conditions import CONDITIONS
from dpzoo.records.enums import Property, Verdict
from dpzoo.records.evidence import EvidenceList
from dpzoo.records.findings import Location
from dpzoo.records.knowledge_base import Entry
from dpzoo.relations.claims import BlockFact
from dpzoo.site import links
from dpzoo.site.lifted import FACTS, said
from dpzoo.zoo.notion import Notion
from dpzoo.zoo.zoo import Zoo

KINDS: Final[Mapping[str, str]] = {
    "universes": "universe",
    "scopes": "scope",
    "units": "unit",
    "standards": "standard",
    "views": "view",
    "aggregations": "aggregation",
}
"""The folders of blocks' records, with what one block of each is called."""

TITLES: Final[Mapping[str, str]] = {
    "universes": "Data universes",
    "scopes": "Scopes",
    "units": "Units",
    "standards": "Standards",
    "views": "Views",
    "aggregations": "How pairs are put together",
}
"""The headings of the pages that list the blocks of one kind."""

TABLE: Final = "table.html"
COMBINE: Final = "combine.html"


@dataclass(frozen=True, slots=True)
class Section:
    """One table: the units of a universe and a scope down, the standards of their notions across."""

    universe: Entry[Any]
    scope: Entry[Any]
    units: tuple[Entry[UnitRecord], ...]
    standards: tuple[Entry[Any], ...]
    cells: Mapping[tuple[str, str], tuple[Notion, ...]]

    @property
    def anchor(self) -> str:
        """The id of the section on its page."""
        return f"{self.universe.id}-{self.scope.id}"

    @property
    def named(self) -> int:
        """How many combinations have a name."""
        return len(self.cells)


@dataclass(frozen=True, slots=True)
class ShownFact:
    """A fact of a unit's record."""

    anchor: str
    words: str
    other: str
    fact: Any
    given: tuple[str, ...]
    """Its conditions, as Markdown."""


@dataclass(frozen=True, slots=True)
class OwnFact:
    """Facts that a record states about its notion alone: what it lets a mechanism disclose, or a pair that it bounds."""

    anchor: str
    notion: Notion
    words: str
    """The predicate of a sentence about the notion, as Markdown."""
    chosen: tuple[str, ...]
    """The values of its structural parameters at which it is so, each as a phrase; nothing where it is so at all values."""
    evidence: EvidenceList


class BlockIndex:
    """The recorded blocks of a zoo and the notions that have them."""

    def __init__(self, zoo: Zoo) -> None:
        self.zoo = zoo
        self.library = zoo.base.blocks

    def entries(self, kind: str) -> Mapping[str, Entry[Any]]:
        """The recorded blocks of one kind, by id."""
        found: Mapping[str, Entry[Any]] = getattr(self.library, kind)
        return found

    @cached_property
    def _used(self) -> Mapping[tuple[str, str], list[Notion]]:
        """The notions that name each block, by the block's kind and id."""
        found: dict[tuple[str, str], list[Notion]] = {}
        for notion in sorted(self.zoo.values(), key=lambda n: (n.year, n.id)):
            for place in self.of(notion):
                found.setdefault(place, []).append(notion)
        return found

    def of(self, notion: Notion) -> list[tuple[str, str]]:
        """The recorded blocks of a notion, as kinds and ids."""
        written = notion.record.normal_form
        if written is None:
            return []
        named = {
            "universes": written.universe,
            "units": written.unit.block,
            "scopes": written.scope.block,
            "standards": written.standard.block,
            "views": written.view.block,
            "aggregations": written.aggregation.block,
        }
        unit = self.library.units.get(written.unit.block or "")
        if unit is not None and written.scope.block == ALL_DATASETS:
            named["scopes"] = unit.record.scope
        return [(kind, block) for kind, block in named.items() if block is not None and block in self.entries(kind)]

    def notions(self, kind: str, id: str) -> Sequence[Notion]:
        """The notions with a block, the oldest first."""
        return self._used.get((kind, id), [])

    def listed(self, kind: str) -> list[tuple[str, list[Entry[Any]]]]:
        """The blocks of a kind under their headings: units by universe and scope, all others under none."""
        found: dict[str, list[Entry[Any]]] = {}
        for entry in sorted(self.entries(kind).values(), key=lambda e: str(e.record.name)):
            heading = ""
            if kind == "units":
                scope = self.library.scopes[entry.record.scope].record.name
                heading = self.library.universes[entry.record.universe].record.name
                heading += "" if entry.record.scope == ALL_DATASETS else f", {scope}"
            found.setdefault(heading, []).append(entry)
        return sorted(found.items())

    def facts(self, id: str) -> list[ShownFact]:
        """What a unit's record says of other units, in words."""
        record = self.library.units[id].record
        return [
            ShownFact(
                f"{key.replace('_', '-')}-{fact.unit}",
                said(self.zoo.base, BlockFact(id, key, k, fact.unit)),
                fact.unit,
                fact,
                tuple(CONDITIONS[g].meaning if isinstance(g, str) else f"${g.latex({})}$" for g in fact.given),
            )
            for key in FACTS
            for k, fact in enumerate(getattr(record, key))
            if fact.unit in self.library.units
        ]

    def own_facts(self, kind: str, id: str) -> list[OwnFact]:
        """What records of notions say about datasets of this universe, this unit or this standard (R13 and R14)."""
        found = []
        for notion in sorted(self.zoo.values(), key=lambda n: n.name.casefold()):
            written = notion.record.normal_form
            if written is None:
                continue
            for k, fact in enumerate(written.discloses):
                about = ("units", fact.of) if fact.of is not None else ("universes", fact.universe or written.universe)
                if about == (kind, id):
                    words = _GIVEN_AWAY[fact.what].format(unit=self._name(*about))
                    anchor = f"discloses-{notion.id}" + (f"-{k + 1}" if k else "")
                    found.append(OwnFact(anchor, notion, words, _chosen(notion, fact.at), fact.evidence))
            bound = written.bounds
            if bound is not None and ("standards", bound.standard) == (kind, id):
                words = f"bounds some pair of different datasets, in one order, by the {self._name(kind, id)}"
                found.append(OwnFact(f"bounds-{notion.id}", notion, words, _chosen(notion, bound.at), bound.evidence))
        return found

    def _name(self, kind: str, id: str) -> str:
        return str(self.entries(kind)[id].record.name) if id in self.entries(kind) else id

    def sections(self) -> list[Section]:
        """The tables, the universe with the most notions first."""
        groups: dict[tuple[str, str], list[Entry[UnitRecord]]] = {}
        for unit in self.library.units.values():
            groups.setdefault((unit.record.universe, unit.record.scope), []).append(unit)
        made = [self._section(universe, scope, units) for (universe, scope), units in groups.items()]
        return sorted(made, key=lambda s: (-s.named, s.anchor))

    def _section(self, universe: str, scope: str, units: Sequence[Entry[UnitRecord]]) -> Section:
        cells: dict[tuple[str, str], list[Notion]] = {}
        ids = {u.id for u in units}
        for notion in sorted(self.zoo.values(), key=lambda n: (n.year, n.id)):
            written = notion.record.normal_form
            if written is not None and written.unit.block in ids and written.standard.block in self.library.standards:
                cells.setdefault((str(written.unit.block), str(written.standard.block)), []).append(notion)
        down = {u: sum(k[0] == u for k in cells) for u in ids}
        across = {s: sum(k[1] == s for k in cells) for s in self.library.standards}
        return Section(
            self.library.universes[universe],
            self.library.scopes[scope],
            tuple(sorted(units, key=lambda u: (-down[u.id], u.record.name))),
            tuple(
                self.library.standards[s]
                for s in sorted(across, key=lambda s: (-across[s], self.library.standards[s].record.name))
                if across[s] or len(across) <= 1
            ),
            {key: tuple(found) for key, found in cells.items()},
        )

    def unlisted(self) -> list[Notion]:
        """The notions whose unit or standard is one of a kind, so that they have no place in a table."""
        units, standards = self.library.units, self.library.standards
        return [
            n
            for n in sorted(self.zoo.values(), key=lambda n: n.name.casefold())
            if (w := n.record.normal_form) is None or w.unit.block not in units or w.standard.block not in standards
        ]

    def layer(self, notion: Notion) -> str:
        """A notion's view, aggregation and level, as far as they are unusual; for its cell."""
        written = notion.record.normal_form
        if written is None:
            return ""
        said = []
        for kind, use, usual in (("views", written.view, OUTPUT), ("aggregations", written.aggregation, WORST_PAIR)):
            if use.block != usual:
                entry = self.entries(kind).get(use.block or "")
                said.append(use.is_ if entry is None else entry.record.name)
        if isinstance(written.intensity, str):
            said.append(written.intensity)
        return "; ".join(s for s in said if s)

    def layers(self, section: Section) -> bool:
        """Whether something of some notion of a section is not the usual."""
        return any(self.layer(n) for found in section.cells.values() for n in found)

    def home(self, standard: str) -> Notion | None:
        """The notion that bounds a standard on one record."""
        return self.zoo.get(self.library.standards[standard].record.notion)


_GIVEN_AWAY: Final[Mapping[Disclosed, str]] = {
    Disclosed.DATASET: "lets a mechanism give away the whole dataset at some proper level",
    Disclosed.ANY_BIT: "lets a mechanism answer any one yes-or-no question about the dataset exactly at some proper level",
    Disclosed.ALMOST: "lets a mechanism give away the whole dataset with any probability below 1 at some proper level",
    Disclosed.LARGE: (
        "lets a mechanism give away, at some proper level, every dataset that has more than some number of records, or a record "
        "more than once, or a given record not at all"
    ),
    Disclosed.INVARIANTS: "lets a mechanism give away, at some proper level, whatever the pairs of “{unit}” never change",
}


def _chosen(notion: Notion, at: Mapping[str, str] | None) -> tuple[str, ...]:
    """Each chosen value of a structural parameter as a phrase, in Markdown."""
    return tuple(f"${notion.record.symbols.get(n, n)}$: {value}" for n, value in (at or {}).items())


Rendered = tuple[str, str, Location | None]


def pages(zoo: Zoo, render: Callable[..., str]) -> Iterator[Rendered]:
    """The periodic table, a page for each block, and the one that combines them.

    ``render`` takes a path, a template and its values.
    """
    blocks = BlockIndex(zoo)
    if not blocks.library.units:
        return
    yield "table.md", render("table.md", "table.md.j2", blocks=blocks, sections=blocks.sections(), kinds=KINDS), None
    titles = {kind: TITLES[kind] for kind in KINDS if blocks.entries(kind)}
    for kind, title in titles.items():
        listed = {"blocks": blocks, "kind": kind, "title": title, "titles": titles, "groups": blocks.listed(kind)}
        yield f"blocks/{kind}.md", render(f"blocks/{kind}.md", "block_kind.md.j2", **listed), None
    for kind, one in KINDS.items():
        for entry in blocks.entries(kind).values():
            path = links.block_page(kind, entry.id).removesuffix(".html") + ".md"
            values = {"blocks": blocks, "kind": kind, "one": one, "b": entry, "claims": _properties(blocks, kind, entry.id)}
            yield path, render(path, "block.md.j2", **values), Location(entry.source.path, 1, 1)


def _properties(blocks: BlockIndex, kind: str, id: str) -> list[tuple[str, PropertyClaim]]:
    """What is known of a standard from the notion that bounds it: data processing, quasi-convexity, products."""
    home = blocks.home(id) if kind == "standards" else None
    if home is None:
        return []
    words = {
        Property.POST_PROCESSING: "data processing",
        Property.CONVEXITY: "joint quasi-convexity",
        Property.COMPOSITION: "products",
    }
    return [(said, home.property_claim(which)) for which, said in words.items()]


__all__ = ["COMBINE", "KINDS", "TABLE", "BlockIndex", "Section", "ShownFact", "Verdict", "pages"]
