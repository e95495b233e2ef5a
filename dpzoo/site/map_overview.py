"""The first sight of the map: bands by dimension, rows by strength, the best-connected notions, and counts of the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from dpzoo.records.enums import Dimension
from dpzoo.site.map_graph import BASELINE, Edge, MapGraph, Node, Region
from dpzoo.site.map_layout import WIDTH, Line, label, line, rows, shortened
from dpzoo.zoo.notion import Notion

HEIGHT: Final = 50
"""Of a box."""
_LETTER: Final = 6.3
"""Width of a letter of a notion inside the bar, on average."""
_GAP_X, _GAP_Y, _HEADING, _TITLE, _MARGIN = 12, 28, 44, 30, 6


@dataclass(frozen=True, slots=True)
class Band:
    """Notions that stand together: those whose first dimension is among ``dimensions``, or that have none."""

    key: str
    title: str
    dimensions: tuple[Dimension, ...]
    columns: int


BANDS: Final = (
    Band("Q", "Quantification", (Dimension.Q,), 2),
    Band("N", "Neighborhood", (Dimension.N,), 2),
    Band("V", "Variation", (Dimension.V,), 1),
    Band("B", "Background", (Dimension.B,), 1),
    Band("FRC", "Formalism, relativization, computation", (Dimension.F, Dimension.R, Dimension.C), 1),
    Band("other", "No dimension", (), 1),
)
_PARTS: Final = ((Region.STRONGER,), (Region.INCOMPARABLE, Region.OPEN), (Region.WEAKER,))
"""What shares rows. Between notions that are not comparable and those of which it is not known, ≻ may run either way."""
TITLES: Final[Mapping[Region, str]] = {
    Region.STRONGER: "Stronger than pure DP",
    Region.SAME: "As strong as pure DP",
    Region.INCOMPARABLE: "Neither stronger nor weaker",
    Region.OPEN: "Not known",
    Region.WEAKER: "Weaker than pure DP",
}


@dataclass(frozen=True, slots=True)
class Box:
    """A node in a picture; ``x`` and ``y`` are its upper left corner."""

    node: Node
    notion: Notion
    x: float
    y: float
    lines: tuple[str, ...]
    stronger: int
    weaker: int


@dataclass(frozen=True, slots=True)
class Heading:
    """The head of a band."""

    band: Band
    x: float
    y: float
    width: float
    notions: int


@dataclass(frozen=True, slots=True)
class Title:
    """The head of a part of the picture, with the room that it takes."""

    text: str
    y: float


@dataclass(frozen=True, slots=True)
class More:
    """What a picture leaves out at a place."""

    band: Band
    x: float
    y: float
    notions: int


@dataclass(frozen=True, slots=True)
class Member:
    """A notion equivalent to pure DP, inside the bar."""

    notion: Notion
    text: str
    x: float
    y: float


@dataclass
class Picture:
    """An overview as geometry."""

    name: str
    width: float
    height: float = 0.0
    boxes: list[Box] = field(default_factory=list)
    lines: list[tuple[Edge | None, Node, Node, Line]] = field(default_factory=list)
    headings: list[Heading] = field(default_factory=list)
    titles: list[Title] = field(default_factory=list)
    more: list[More] = field(default_factory=list)
    bar: tuple[Box, float, float] | None = None
    """Pure DP and its equivalents: the box, the bar's width and height."""
    members: list[Member] = field(default_factory=list)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def band_of(notion: Notion) -> Band:
    """The band in which a notion stands."""
    first = notion.dimensions[0] if notion.dimensions else None
    return next((b for b in BANDS if first in b.dimensions), BANDS[-1])


class Overview:
    """Draws the overview wide, with the bands side by side, and narrow, with one below the other."""

    def __init__(self, graph: MapGraph) -> None:
        self.graph = graph
        self.zoo = graph.zoo
        self._band = {n.index: band_of(self.zoo[n.id]) for n in graph.nodes}
        self._base = graph.node_of.get(BASELINE)

    def wide(self) -> Picture:
        """Bands side by side, rows shared."""
        starts, x = {}, float(_MARGIN)
        for band in BANDS:
            starts[band.key] = x
            x += band.columns * (WIDTH + _GAP_X)
        picture = Picture("wide", x - _GAP_X + _MARGIN)
        for band in BANDS:
            picture.headings.append(self._heading(band, starts[band.key], 0, band.columns))
        y = float(_HEADING)
        for part, lines in zip(_PARTS, (1, 3, 4), strict=True):
            inside = [n for n in self.graph.nodes if n.region in part and n.index != self._base]
            if inside:
                picture.titles.append(Title(self._title(part), y))
                y = self._part(picture, inside, BANDS, y + _TITLE, lambda b: starts[b.key], lambda b: b.columns, lines)
            if Region.STRONGER in part and self._base is not None:
                picture.titles.append(Title(self._title((Region.SAME,)), y))
                y = self._bar(picture, y + _TITLE, {b.key: starts[b.key] for b in BANDS}) + _GAP_Y
        picture.height = y
        self._join(picture)
        return picture

    def narrow(self) -> Picture:
        """Bands one below the other, for a phone."""
        columns = 2
        picture = Picture("narrow", columns * (WIDTH + _GAP_X) - _GAP_X + 2 * _MARGIN)
        y = 0.0
        if self._base is not None:
            y = self._bar(picture, y, [_MARGIN + i * (WIDTH + _GAP_X) for i in range(columns)]) + _GAP_Y
        for band in BANDS:
            picture.headings.append(self._heading(band, _MARGIN, y, columns))
            y += _HEADING
            for part, lines in zip(_PARTS, (1, 1, 2), strict=True):
                inside = [
                    n for n in self.graph.nodes if n.region in part and self._band[n.index] is band and n.index != self._base
                ]
                if inside:
                    picture.titles.append(Title(self._title(part, band), y))
                    y = self._part(picture, inside, (band,), y + _TITLE, lambda _: _MARGIN, lambda _: columns, lines)
        picture.height = y
        self._join(picture)
        return picture

    # pieces

    def _title(self, part: Iterable[Region], band: Band | None = None) -> str:
        said = []
        for region in part:
            inside = [n.index for n in self.graph.nodes if n.region is region and band in (None, self._band[n.index])]
            if inside:
                said.append(f"{TITLES[region]}: {self.graph.size(inside)}")
        return " · ".join(said)

    def _heading(self, band: Band, x: float, y: float, columns: int) -> Heading:
        notions = sum(band_of(n) is band for n in self.zoo.values())
        return Heading(band, x, y, columns * (WIDTH + _GAP_X) - _GAP_X, notions)

    def _box(self, node: Node, x: float, y: float) -> Box:
        above, below = self.graph.above[node.index], self.graph.below[node.index]
        notion = self.zoo[node.id]
        return Box(node, notion, x, y, label(notion.name), self.graph.size(above), self.graph.size(below))

    def _bar(self, picture: Picture, y: float, places: Mapping[str, float] | Sequence[float]) -> float:
        """Pure DP, the reference of all rows; its equivalents stand in their own bands, or in turn at the places given."""
        assert self._base is not None
        node = self.graph.nodes[self._base]
        box = self._box(node, _MARGIN, y)
        columns: dict[float, list[Notion]] = {}
        for number, member in enumerate(node.members[1:]):
            notion = self.zoo[member]
            x = 10 + (places[band_of(notion).key] if isinstance(places, Mapping) else places[number % len(places)])
            columns.setdefault(x, []).append(notion)
        for x, members in columns.items():
            room = min((other for other in columns if other > x), default=picture.width - _MARGIN) - x - 8
            for row, notion in enumerate(members, 1):
                picture.members.append(Member(notion, _cut(shortened(notion.name), int(room / _LETTER)), x, y + 26 + 17 * row))
        height = 36 + 17 * max(map(len, columns.values()), default=0)
        picture.bar = (box, picture.width - 2 * _MARGIN, height)
        return y + height

    def _part(
        self,
        picture: Picture,
        inside: Sequence[Node],
        bands: Sequence[Band],
        top: float,
        start: Callable[[Band], float],
        columns: Callable[[Band], int],
        lines: int,
    ) -> float:
        """The best-connected nodes of each band, row by row, and what is left out; returns where the part ends."""
        shown, left = [], {}
        for number, band in enumerate(bands):
            ranked = sorted((n for n in inside if self._band[n.index] is band), key=self._rank)
            room = lines * columns(band)
            # a place is left for the count of the others
            kept = ranked if len(ranked) <= room else ranked[: room - 1]
            shown += [(n, number) for n in kept]
            rest = self.graph.size(n.index for n in ranked[len(kept) :])
            if rest:
                left[number] = rest
        order = sorted(shown, key=lambda s: (self.graph.layers[s[0].index], self._rank(s[0])))
        made = rows(
            [n.index for n, _ in order],
            self.graph.above,
            {n.index: number for n, number in shown},
            {number: columns(band) for number, band in enumerate(bands)},
        )
        column_of = {n.index: number for n, number in shown}
        filled: dict[int, tuple[int, int]] = {}
        for row, members in enumerate(made):
            used: dict[int, int] = {}
            for node in self._ordered(members, picture):
                number = column_of[node]
                place = used.get(number, 0)
                used[number] = place + 1
                filled[number] = (row, place + 1)
                x = start(bands[number]) + place * (WIDTH + _GAP_X)
                picture.boxes.append(self._box(self.graph.nodes[node], x, top + row * (HEIGHT + _GAP_Y)))
        last = len(made)
        for number, rest in left.items():
            row, place = filled.get(number, (0, 0))
            if place >= columns(bands[number]):
                row, place = row + 1, 0
            x = start(bands[number]) + place * (WIDTH + _GAP_X)
            picture.more.append(More(bands[number], x, top + row * (HEIGHT + _GAP_Y), rest))
            last = max(last, row + 1)
        return top + last * (HEIGHT + _GAP_Y)

    def _rank(self, node: Node) -> tuple[int, str]:
        return (-node.weight, node.id)

    def _ordered(self, members: Iterable[int], picture: Picture) -> list[int]:
        """A row from left to right: each node near the middle of what is drawn above it already."""
        places = {b.node.index: b.x for b in picture.boxes}

        def middle(node: int) -> tuple[float, str]:
            found = [places[a] for a in self.graph.above[node] if a in places]
            return (sum(found) / len(found) if found else 0.0, self.graph.nodes[node].id)

        return sorted(members, key=middle)

    def _join(self, picture: Picture) -> None:
        """Lines between the boxes: ≻ reduced among what is shown. The rows say already how each compares with pure DP."""
        import networkx as nx

        places = {b.node.index: b for b in picture.boxes}
        shown = sorted({*places, *(() if self._base is None else (self._base,))})
        graph: nx.DiGraph[int] = nx.DiGraph()
        graph.add_nodes_from(shown)
        graph.add_edges_from((a, b) for a in shown for b in sorted(self.graph.below[a]) if b in shown)
        direct = {(e.start, e.end): e for e in self.graph.edges}
        for a, b in sorted(nx.transitive_reduction(graph).edges):
            if self._base in (a, b) or (picture.name == "narrow" and self._band[a] is not self._band[b]):
                continue
            upper, lower = places[a], places[b]
            drawn = line(upper.x + WIDTH / 2, upper.y + HEIGHT, lower.x + WIDTH / 2, lower.y)
            picture.lines.append((direct.get((a, b)), self.graph.nodes[a], self.graph.nodes[b], drawn))
