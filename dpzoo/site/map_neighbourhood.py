"""The small picture on a notion's page: what stands directly above and below it, and what is equivalent to it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from dpzoo.relations.claims import Claim
from dpzoo.site.map_graph import Edge, Kind, MapGraph
from dpzoo.site.map_layout import WIDTH, Line, label, line
from dpzoo.zoo.notion import Notion

HEIGHT: Final = 50
SLOTS: Final = 5
"""Places above, and as many below: three in the row next to the notion, two in the row behind it, at the gaps."""
_GAP_X, _GAP_Y, _MARGIN = 12, 34, 4
_NEXT: Final = {1: (1.0,), 2: (0.5, 1.5), 3: (0.0, 1.0, 2.0)}
_BEHIND: Final = (0.5, 1.5)
VIEW: Final = 3 * WIDTH + 2 * _GAP_X + 2 * _MARGIN


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A notion next to another one, and the best claim that joins them."""

    notion: Notion
    kind: Kind | None
    """None for an equivalent one."""
    claim: Claim | None
    up: bool
    equivalents: int = 0
    """How many others stand for the same in this relation."""


@dataclass(frozen=True, slots=True)
class Place:
    """A box of the picture."""

    neighbour: Neighbour
    x: float
    y: float
    lines: tuple[str, ...]
    line: Line | None
    words: str


@dataclass(frozen=True, slots=True)
class More:
    """A count of what is left out."""

    x: float
    y: float
    count: int
    words: str


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """A small picture as geometry."""

    notion: Notion
    width: float
    height: float
    x: float
    y: float
    lines: tuple[str, ...]
    places: tuple[Place, ...]
    more: tuple[More, ...]
    kinds: tuple[Kind, ...]


class Neighbourhoods:
    """Draws the small picture of any notion of one graph."""

    def __init__(self, graph: MapGraph) -> None:
        self.graph = graph

    @cached_property
    def _touching(self) -> Sequence[Sequence[Edge]]:
        found: list[list[Edge]] = [[] for _ in self.graph.nodes]
        for edge in self.graph.edges:
            found[edge.start].append(edge)
            found[edge.end].append(edge)
        return found

    def neighbours(self, id: str) -> tuple[list[Neighbour], list[Neighbour], list[Neighbour]]:
        """What stands above, below and beside a notion, the most telling first.

        ≻ and ⟹ are shared by equivalent notions, and one speaks for all; ⊂ and what needs conditions are the notion's own.
        """
        graph, zoo = self.graph, self.graph.zoo
        own = graph.node_of[id]
        found: dict[bool, dict[str, Neighbour]] = {True: {}, False: {}}
        for edge in self._touching[own]:
            up = edge.end == own
            there = graph.nodes[edge.start if up else edge.end]
            best, shown = edge.claims[0]
            if best in (Kind.STRONGER, Kind.IMPLIES):
                found[up][there.id] = Neighbour(zoo[there.id], best, shown, up, len(there.members) - 1)
        for claim in (*zoo[id].outgoing, *zoo[id].incoming):
            kind = graph.own.get(claim.id)
            up = claim.object == id
            other = claim.subject if up else claim.object
            node = graph.node_of[other]
            if kind is not None and node != own and graph.nodes[node].id not in found[up]:
                found[up].setdefault(other, Neighbour(zoo[other], kind, claim, up))
        for other in found[True].keys() & found[False].keys():  # where ⟹ or ⊂ runs against a stronger relation, that one counts
            ways = sorted((found[True][other], found[False][other]), key=self._rank)
            del found[ways[1].up][other]
        beside = [Neighbour(zoo[m], None, None, up=False) for m in graph.nodes[own].members if m != id]
        return self._ranked(found[True].values()), self._ranked(found[False].values()), beside

    def _ranked(self, neighbours: Iterable[Neighbour]) -> list[Neighbour]:
        return sorted(neighbours, key=self._rank)

    def _rank(self, neighbour: Neighbour) -> tuple[int, int, str, bool]:
        assert neighbour.kind is not None
        return (neighbour.kind.rank, -self.graph.weights[neighbour.notion.id], neighbour.notion.id, neighbour.up)

    def draw(self, id: str) -> Neighbourhood | None:
        """The picture, or None if the notion has no neighbour."""
        above, below, beside = self.neighbours(id)
        if not (above or below or beside):
            return None
        notion = self.graph.zoo[id]
        step = HEIGHT + _GAP_Y
        middle = _MARGIN + step * _rows(above)
        x = _column(1.0)
        places: list[Place] = []
        more: list[More] = []
        for group, sign, word in ((above, -1, "above"), (below, 1, "below")):
            shown = group if len(group) <= SLOTS else group[: SLOTS - 1]
            spots = _spots(min(len(group), SLOTS))
            for neighbour, (column, depth) in zip(shown, spots, strict=False):
                at = (_column(column), middle + sign * depth * step)
                upper, lower = (at, (x, middle)) if sign < 0 else ((x, middle), at)
                # from the row behind, straight through the gap of the row in front
                gap = (depth - 1) * step
                drawn = line(
                    upper[0] + WIDTH / 2,
                    upper[1] + HEIGHT,
                    lower[0] + WIDTH / 2,
                    lower[1],
                    gap if sign < 0 else 0,
                    gap if sign > 0 else 0,
                )
                places.append(Place(neighbour, *at, label(neighbour.notion.name), drawn, _words(notion, neighbour)))
            if len(group) > SLOTS:
                column, depth = spots[-1]
                more.append(More(_column(column), middle + sign * depth * step, len(group) - len(shown), word))
        shown = beside if len(beside) <= 2 else beside[:1]
        for neighbour, column in zip(shown, (0.0, 2.0), strict=False):
            places.append(
                Place(neighbour, _column(column), middle, label(neighbour.notion.name), None, _words(notion, neighbour))
            )
        if len(beside) > 2:
            more.append(More(_column(2.0), middle, len(beside) - 1, "equivalent"))
        height = middle + HEIGHT + step * _rows(below) + _MARGIN
        kinds = tuple(k for k in Kind if any(p.neighbour.kind is k for p in places))
        return Neighbourhood(notion, VIEW, height, x, middle, label(notion.name, bold=True), tuple(places), tuple(more), kinds)


def _rows(group: Sequence[Neighbour]) -> int:
    return 0 if not group else 1 if len(group) <= 3 else 2


def _spots(count: int) -> list[tuple[float, int]]:
    """Columns and rows, counted from the notion outwards."""
    near = [(column, 1) for column in _NEXT[min(count, 3)]] if count else []
    return near + [(column, 2) for column in _BEHIND[: max(count - 3, 0)]]


def _column(number: float) -> float:
    return _MARGIN + number * (WIDTH + _GAP_X)


def _words(notion: Notion, neighbour: Neighbour) -> str:
    """How the neighbour stands to the notion, as a sentence."""
    if neighbour.kind is None or neighbour.claim is None:
        return f"{neighbour.notion.short} and {notion.short} are interchangeable up to parameters"
    first, second = (neighbour.notion, notion) if neighbour.up else (notion, neighbour.notion)
    verb = {Kind.STRONGER: "is stronger than", Kind.IMPLIES: "implies", Kind.CASE: "is a special case of"}
    if neighbour.kind is Kind.CONDITIONAL:
        return f"{first.short} {neighbour.claim.kind.words} {second.short}, under conditions"
    return f"{first.short} {verb[neighbour.kind]} {second.short}"
