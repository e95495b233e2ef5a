"""The graph behind the map and its pictures: classes, reduction, layers, places."""

from __future__ import annotations

import gzip
from itertools import combinations

import networkx as nx
import pytest

from dpzoo.records.enums import RelationKind
from dpzoo.site.map_graph import Kind, MapGraph, Region
from dpzoo.site.map_layout import LINE, WIDTH, label, rows
from dpzoo.site.map_neighbourhood import HEIGHT as SMALL
from dpzoo.site.map_neighbourhood import Neighbourhood, Neighbourhoods
from dpzoo.site.map_overview import BANDS, HEIGHT, Box, Overview, Picture
from dpzoo.site.pages import Renderer
from dpzoo.zoo.zoo import Zoo


@pytest.fixture(scope="module")
def graph(zoo: Zoo) -> MapGraph:
    return MapGraph(zoo)


@pytest.fixture(scope="module")
def stronger(zoo: Zoo) -> nx.DiGraph[str]:
    """≻ as the records assert it and blocks give it, by networkx alone."""
    found: nx.DiGraph[str] = nx.DiGraph()
    found.add_nodes_from(zoo)
    for claim in zoo.inference.claims:
        if claim.conditional:
            continue
        if claim.kind in {RelationKind.STRONGER_THAN, RelationKind.EQUIVALENT_TO, RelationKind.SAME_AS}:
            found.add_edge(claim.subject, claim.object)
            if claim.kind is not RelationKind.STRONGER_THAN:
                found.add_edge(claim.object, claim.subject)
    return found


def test_a_node_is_a_class_of_mutually_stronger_notions(graph: MapGraph, stronger: nx.DiGraph[str]) -> None:
    expected = {frozenset(c) for c in nx.strongly_connected_components(stronger)}
    assert {frozenset(n.members) for n in graph.nodes} == expected
    assert sum(len(n.members) for n in graph.nodes) == len(graph.zoo)


def test_the_lines_of_stronger_give_the_whole_order_and_none_is_spare(graph: MapGraph, stronger: nx.DiGraph[str]) -> None:
    drawn: nx.DiGraph[str] = nx.DiGraph()
    drawn.add_nodes_from(n.id for n in graph.nodes)
    drawn.add_edges_from((graph.nodes[e.start].id, graph.nodes[e.end].id) for e in graph.edges if e.kind is Kind.STRONGER)
    for node in graph.nodes:
        below = {graph.nodes[graph.node_of[i]].id for i in nx.descendants(stronger, node.id)} - {node.id}
        assert nx.descendants(drawn, node.id) == below, node.id
        assert {graph.nodes[i].id for i in graph.below[node.index]} == below
    assert set(nx.transitive_reduction(drawn).edges) == set(drawn.edges)


def test_every_stronger_notion_stands_higher(graph: MapGraph, stronger: nx.DiGraph[str]) -> None:
    for upper in graph.zoo:
        a = graph.node_of[upper]
        for lower in nx.descendants(stronger, upper):
            b = graph.node_of[lower]
            assert a == b or graph.layers[a] < graph.layers[b], (upper, lower)
    for a, b in graph.descents:
        assert graph.layers[a] < graph.layers[b]


@pytest.mark.parametrize(
    ("notion", "region"),
    [
        ("free-lunch-privacy", Region.STRONGER),
        ("unbounded-dp", Region.SAME),
        ("approximate-dp", Region.WEAKER),
        ("renyi-dp", Region.WEAKER),
        ("bounded-dp", Region.WEAKER),
        ("k-anonymity", Region.INCOMPARABLE),
    ],
)
def test_where_a_notion_stands_to_pure_dp(graph: MapGraph, notion: str, region: Region) -> None:
    assert graph.nodes[graph.node_of[notion]].region is region


def test_a_line_rests_on_a_claim_that_says_so(graph: MapGraph) -> None:
    for edge in graph.edges:
        for kind, claim in edge.claims:
            ends = (graph.node_of[claim.subject], graph.node_of[claim.object])
            assert ends == (edge.start, edge.end) or (claim.kind.symmetric and ends == (edge.end, edge.start))
            assert not claim.disputed
            assert not claim.kind.negative
            assert claim.conditional is (kind is Kind.CONDITIONAL)


def test_rows_hold_no_more_than_their_room() -> None:
    """A chain of three and four loose nodes, two to a row."""
    above = [frozenset(), frozenset({0}), frozenset({0, 1}), *[frozenset[int]()] * 4]
    made = rows(range(7), above, dict.fromkeys(range(7), 0), {0: 2})
    assert sorted(n for row in made for n in row) == list(range(7))
    assert max(map(len, made)) == 2
    level = {n: number for number, row in enumerate(made) for n in row}
    assert level[0] < level[1] < level[2]


def test_labels_fit_their_boxes(zoo: Zoo) -> None:
    for notion in zoo.values():
        lines = label(notion.name)
        assert 1 <= len(lines) <= 2
        assert max(map(len, lines)) <= LINE


def apart(a: tuple[float, float], b: tuple[float, float], height: float) -> bool:
    return abs(a[0] - b[0]) >= WIDTH or abs(a[1] - b[1]) >= height


@pytest.fixture(scope="module", params=["wide", "narrow"])
def overview(request: pytest.FixtureRequest, graph: MapGraph) -> Picture:
    drawn = Overview(graph)
    picture: Picture = getattr(drawn, request.param)()
    return picture


def test_the_overview_is_readable(overview: Picture) -> None:
    """Few boxes, none over another, all inside the picture, what is stronger always higher."""
    assert 20 <= len(overview.boxes) <= 60
    assert overview.width <= {"wide": 1180, "narrow": 320}[overview.name]
    places = [(b.x, b.y) for b in overview.boxes] + [(m.x, m.y) for m in overview.more]
    assert all(apart(a, b, HEIGHT) for a, b in combinations(places, 2))
    assert all(x >= 0 and x + WIDTH <= overview.width and y + HEIGHT <= overview.height for x, y in places)


def test_the_overview_points_down(overview: Picture, graph: MapGraph) -> None:
    y = {b.node.index: b.y for b in overview.boxes}
    below = {(a, b) for a in y for b in graph.below[a] & y.keys()}
    if overview.name == "wide":
        assert all(y[a] < y[b] for a, b in below)
    for _, a, b, _ in overview.lines:
        assert (a.index, b.index) in below
        assert y[a.index] < y[b.index]


def test_the_overview_counts_every_notion(overview: Picture, graph: MapGraph) -> None:
    """Boxes, the bar of pure DP and the counts of the rest together are the whole base."""
    assert overview.bar is not None
    shown: list[Box] = [*overview.boxes, overview.bar[0]]
    assert sum(len(b.node.members) for b in shown) + sum(m.notions for m in overview.more) == len(graph.zoo)
    assert len(overview.members) == len(overview.bar[0].node.members) - 1
    assert {h.band.key for h in overview.headings} == {b.key for b in BANDS}
    assert sum(h.notions for h in overview.headings) == len(graph.zoo)


@pytest.fixture(scope="module")
def small(graph: MapGraph) -> dict[str, Neighbourhood | None]:
    drawn = Neighbourhoods(graph)
    return {notion: drawn.draw(notion) for notion in graph.zoo}


def test_small_pictures_put_the_stronger_above(small: dict[str, Neighbourhood | None], zoo: Zoo) -> None:
    for own, picture in small.items():
        if picture is None:
            assert not [c for c in zoo.inference.claims if own in (c.subject, c.object) and not c.kind.negative], own
            continue
        assert len(picture.places) <= 12
        boxes = [(picture.x, picture.y), *((p.x, p.y) for p in picture.places), *((m.x, m.y) for m in picture.more)]
        assert all(apart(a, b, SMALL) for a, b in combinations(boxes, 2)), own
        assert all(0 <= x <= picture.width - WIDTH and 0 <= y <= picture.height - SMALL for x, y in boxes), own
        for place in picture.places:
            other = place.neighbour.notion
            match place.neighbour.kind:
                case None:
                    assert zoo[own] >= other >= zoo[own]
                    assert place.y == picture.y
                case Kind.STRONGER:
                    upper, lower = (other, zoo[own]) if place.neighbour.up else (zoo[own], other)
                    assert upper >= lower
            if place.neighbour.kind is not None:
                assert (place.y < picture.y) is place.neighbour.up, own


def test_small_picture_of_pufferfish(small: dict[str, Neighbourhood | None]) -> None:
    """Information privacy is stronger than Pufferfish, which extends noiseless privacy."""
    picture = small["pufferfish-privacy"]
    assert picture is not None
    above = {p.neighbour.notion.id: p.neighbour.kind for p in picture.places if p.y < picture.y}
    assert above["information-privacy-dpcf12"] is Kind.STRONGER
    assert above["noiseless-privacy"] is Kind.CASE


def test_small_pictures_are_small(zoo: Zoo) -> None:
    renderer = Renderer(zoo)
    for notion in zoo.values():
        assert len(gzip.compress(renderer._neighbourhood(f"notions/{notion.id}.md", notion).encode(), 6)) <= 5000
