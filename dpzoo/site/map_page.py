"""What the map's page and the small pictures are made of: the graph as data, one sheet for each kind of data, lists in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from dpzoo.expressions.plain_text import formula
from dpzoo.records.enums import Dimension, Property, Verdict
from dpzoo.relations.claims import Claim
from dpzoo.site import links
from dpzoo.site.drawing import SCRIPTS, Drawings, Picture
from dpzoo.site.labels import label
from dpzoo.site.map_graph import LinkKind, MapGraph, Strength
from dpzoo.zoo.notion import Notion
from dpzoo.zoo.spelling import GREEK, fold, spellings
from dpzoo.zoo.zoo import Zoo

_KINDS: Final = tuple(LinkKind)
_REGIONS: Final = tuple(Strength)
_VERDICTS: Final = tuple(Verdict)
PARTS: Final = ("-state", "-search", "-view", "-keys", "-card", "")
"""Of the map's script, beside what draws."""
DATA: Final = "assets/data/map.js"
"""The graph, which the page loads when it has been shown: it is three times as large as all that is seen at once."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """Notions with one kind of datasets, in a picture of their own, since few relations connect different kinds."""

    key: str
    title: str
    universes: tuple[str, ...]
    """Ids of data universes; the last sheet takes those that no other one names."""


SHEETS: Final = (
    Sheet("tables", "Tables of records", ("tables",)),
    Sheet("reports", "One report per person", ("reports",)),
    Sheet("streams", "Streams and histories", ("streams", "streams-of-rows", "signals", "histories", "requests")),
    Sheet("graphs", "Graphs", ("graphs", "directed-graphs", "graph-queries", "weights", "sources")),
    Sheet("places", "Places and journeys", ("places", "road-networks", "trajectories")),
    Sheet("parties", "Several parties and messages", ("parties", "split-data", "messages", "senders")),
    Sheet("models", "Training sets and models", ("edited-training-sets", "generative-models", "program-runs", "stored-data")),
    Sheet("published", "Published tables", ("published-tables",)),
    Sheet("other", "Other data", ()),
)


def sheet_of(notion: Notion) -> Sheet:
    """The sheet on which a notion stands."""
    own = notion.record.normal_form
    return next((s for s in SHEETS if own is not None and own.universe in s.universes), SHEETS[-1])


class Map:
    """The map of one zoo; everything is computed on demand."""

    scripts = (DATA, *(f"assets/{script}" for script in SCRIPTS), *(f"assets/map{part}.js" for part in PARTS))
    """What the page loads, in this order."""

    def __init__(self, zoo: Zoo, assets: Path) -> None:
        self.zoo = zoo
        self._assets = assets

    @cached_property
    def _drawings(self) -> Drawings:
        return Drawings(self._assets, self.data())

    @cached_property
    def graph(self) -> MapGraph:
        """The graph behind all pictures."""
        return MapGraph(self.zoo)

    def lists(self) -> list[tuple[Sheet, Sequence[Notion]]]:
        """Every notion, by name, on its sheet; sheets without notions are left out."""
        ordered = sorted(self.zoo.values(), key=lambda n: (fold(n.name), n.id))
        made = [(s, [n for n in ordered if sheet_of(n) is s]) for s in SHEETS]
        return [(s, notions) for s, notions in made if notions]

    def first(self) -> tuple[Picture, Picture]:
        """The first sheet, for a wide screen and for a narrow one."""
        title = SHEETS[0].title
        return self._drawings.sheet(0, title, 24, 7), self._drawings.sheet(0, title, 10, 3)

    def still(self, sheet: Sheet) -> Picture:
        """A sheet as a picture."""
        return self._drawings.sheet(SHEETS.index(sheet), sheet.title, 24, 7)

    def neighbourhood(self, notion: Notion) -> tuple[Picture, list[Notion]] | None:
        """The small picture for a notion's page, and the notions equivalent to it; None if it has no relations."""
        members = self.graph.nodes[self.graph.node_of[notion.id]].members
        picture = self._drawings.neighbourhood(notion.id, notion.name)
        equivalent = [self.zoo[m] for m in members if m != notion.id]
        return (picture, equivalent) if picture.boxes > 1 or equivalent else None

    def data(self) -> Mapping[str, Any]:
        """The graph for the scripts, as small as it goes: names once, everything else by number."""
        graph = self.graph
        number = {name: i for i, name in enumerate(self.zoo)}

        def said(claim: Claim) -> tuple[Any, ...]:
            return number[claim.subject], number[claim.object], claim.grade.value[0], _place(claim), claim.kind.words

        return {
            "greek": {letter: names[0] for letter, names in GREEK.items()},
            "kinds": _KINDS,
            "regions": _REGIONS,
            "verdicts": _VERDICTS,
            "dimensions": {d.value: d.label for d in Dimension},
            "sheets": [{"key": s.key, "title": s.title} for s in SHEETS],
            "notions": [self._notion(n) for n in self.zoo.values()],
            "nodes": [{"m": [number[m] for m in n.members], "r": _REGIONS.index(n.region), "w": n.weight} for n in graph.nodes],
            "edges": [[e.start, e.end, _KINDS.index(e.kind), *said(e.claim)] for e in graph.edges],
            "separations": [[a, b, *said(c)] for a, b, c in graph.separations],
        }

    def _notion(self, notion: Notion) -> Mapping[str, Any]:
        record = notion.record
        return {
            "id": notion.id,
            "name": notion.name,
            "lines": label(notion.name),
            "short": notion.short,
            "notation": formula(record.notation),
            "gist": record.gist,
            "letters": "".join(d.value for d in notion.dimensions),
            "year": notion.year,
            "sheet": SHEETS.index(sheet_of(notion)),
            "verdicts": [_VERDICTS.index(notion.property_claim(which).verdict) for which in Property],
            "separated": len([c for c in (*notion.outgoing, *notion.incoming) if c.kind.negative and not c.disputed]),
            "keys": _keys(notion),
        }


def _place(claim: Claim) -> str:
    """The anchor of a claim on its subject's page, or the address of the rule that lifts it."""
    return links.claim_anchor(claim) if claim.lift is None else links.claim_page(claim)


def _keys(notion: Notion) -> list[str]:
    """Folded spellings under which a search finds the notion, each once."""
    names = (*notion.called, notion.id, *notion.record.former_ids)
    return list(dict.fromkeys(fold(s) for name in names for s in spellings(name)))
