"""What the map's page needs: the two overviews, the lists that say the same in words, and the data for the script."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from markupsafe import Markup

from dpzoo.expressions.plain_text import formula
from dpzoo.records.enums import RelationKind
from dpzoo.relations.claims import Claim
from dpzoo.site import links
from dpzoo.site.map_graph import Edge, Kind, MapGraph, Region
from dpzoo.site.map_layout import label
from dpzoo.site.map_neighbourhood import Neighbourhood, Neighbourhoods
from dpzoo.site.map_overview import BANDS, TITLES, Band, Overview, Picture, band_of
from dpzoo.zoo.notion import Notion
from dpzoo.zoo.spelling import GREEK, fold, spellings
from dpzoo.zoo.zoo import Zoo

_KINDS: Final = tuple(Kind)
_REGIONS: Final = tuple(Region)


@dataclass(frozen=True, slots=True)
class Listed:
    """A part of a band as a list."""

    title: str
    notions: tuple[Notion, ...]


class Map:
    """The pictures of one zoo; nothing is computed before it is asked for."""

    def __init__(self, zoo: Zoo) -> None:
        self.zoo = zoo

    @cached_property
    def graph(self) -> MapGraph:
        """The graph behind all pictures."""
        return MapGraph(self.zoo)

    @cached_property
    def _small(self) -> Neighbourhoods:
        return Neighbourhoods(self.graph)

    def neighbourhood(self, notion: Notion) -> Neighbourhood | None:
        """The small picture for a notion's page."""
        return self._small.draw(notion.id)

    def overviews(self) -> tuple[Picture, Picture]:
        """For a wide screen, and for a narrow one."""
        overview = Overview(self.graph)
        return overview.wide(), overview.narrow()

    def lists(self) -> list[tuple[Band, int, list[Listed]]]:
        """Every notion by band and by how it stands to pure DP, with the size of each band."""
        made = []
        for band in BANDS:
            inside = [n for n in self.zoo.values() if band_of(n) is band]
            inside.sort(key=lambda n: (fold(n.name), n.id))
            parts = []
            for region in (Region.STRONGER, Region.SAME, Region.WEAKER, Region.INCOMPARABLE, Region.OPEN):
                here = tuple(n for n in inside if self.graph.nodes[self.graph.node_of[n.id]].region is region)
                if here:
                    parts.append(Listed(TITLES[region], here))
            if inside:
                made.append((band, len(inside), parts))
        return made

    def data(self) -> Mapping[str, Any]:
        """The graph for the script, as small as it goes: names once, everything else by number."""
        graph, ids = self.graph, list(self.zoo)
        number = {name: i for i, name in enumerate(ids)}
        return {
            "greek": {letter: names[0] for letter, names in GREEK.items()},
            "kinds": list(_KINDS),
            "regions": [{"key": r.value, "title": TITLES[r]} for r in _REGIONS],
            "bands": [{"key": b.key, "letters": [d.value for d in b.dimensions], "title": b.title} for b in BANDS],
            "notions": [self._notion(n) for n in self.zoo.values()],
            "nodes": [
                {"m": [number[m] for m in n.members], "y": graph.layers[n.index], "r": _REGIONS.index(n.region), "w": n.weight}
                for n in graph.nodes
            ],
            "edges": [self._edge(e, number) for e in graph.edges],
            "separations": [
                [a, b, number[c.subject], number[c.object], c.grade.value[0], int(c.kind is RelationKind.DOES_NOT_IMPLY)]
                for a, b, c in graph.separations
            ],
        }

    def _edge(self, edge: Edge, number: Mapping[str, int]) -> list[Any]:
        """Start, end, whether it always points down; for each kind its number, subject, object, grade, place and words."""
        claims = [
            [_KINDS.index(k), number[c.subject], number[c.object], c.grade.value[0], _place(c), c.kind.words]
            for k, c in edge.claims
        ]
        return [edge.start, edge.end, int((edge.start, edge.end) in self.graph.descents), claims]

    def _notion(self, notion: Notion) -> Mapping[str, Any]:
        record = notion.record
        found = {
            "id": notion.id,
            "name": notion.name,
            "lines": label(notion.name),
            "short": notion.short,
            "notation": formula(record.notation),
            "gist": record.gist,
            "letters": "".join(d.value for d in notion.dimensions),
            "year": notion.year,
            "keys": _keys(notion),
        }
        count = {
            "cases": self._asserted(notion.incoming, RelationKind.SPECIAL_CASE_OF, "subject"),
            "extensions": self._asserted(notion.outgoing, RelationKind.SPECIAL_CASE_OF, "object"),
            "separated": len([c for c in (*notion.outgoing, *notion.incoming) if c.kind.negative and not c.disputed]),
        }
        return found | {k: v for k, v in count.items() if v}

    @staticmethod
    def _asserted(claims: Sequence[Any], kind: RelationKind, end: str) -> int:
        return len({getattr(c, end) for c in claims if c.kind is kind and not c.disputed})

    def script_data(self) -> Markup:
        """:meth:`data` as JSON that may stand in a script element."""
        text = json.dumps(self.data(), ensure_ascii=False, separators=(",", ":"))
        return Markup(text.replace("&", "\\u0026").replace("<", "\\u003c"))  # noqa: S704  nothing can end the element


def _place(claim: Claim) -> str:
    """The anchor of a claim on its subject's page, or the address of the rule that lifts it."""
    return links.claim_anchor(claim) if claim.lift is None else links.claim_page(claim)


def _keys(notion: Notion) -> list[str]:
    """Folded spellings under which a search finds the notion, each once."""
    names = (*notion.called, notion.id, *notion.record.former_ids)
    return list(dict.fromkeys(fold(s) for name in names for s in spellings(name)))
