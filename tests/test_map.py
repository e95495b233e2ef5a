"""The graph behind the map and its pictures: classes, reduction, and the geometry of what is drawn, read from the SVG."""

from __future__ import annotations

import gzip
import json
import random
import re
from collections.abc import Sequence
from itertools import combinations
from typing import Any
from xml.etree import ElementTree as ET

import networkx as nx
import pytest
from conftest import ROOT

from dpzoo.records.enums import RelationKind
from dpzoo.site.drawing import Picture
from dpzoo.site.labels import LINE, label
from dpzoo.site.map_graph import LinkKind, MapGraph, Strength
from dpzoo.site.map_page import SHEETS, Map, sheet_of
from dpzoo.zoo.zoo import Zoo

_K = RelationKind
ORDER = {"stronger": _K.STRONGER_THAN, "implies": _K.IMPLIES, "case": _K.SPECIAL_CASE_OF}


@pytest.fixture(scope="module")
def map_(zoo: Zoo) -> Map:
    return Map(zoo, ROOT / "site" / "assets")


@pytest.fixture(scope="module")
def graph(map_: Map) -> MapGraph:
    return map_.graph


@pytest.fixture(scope="module")
def stronger(zoo: Zoo) -> nx.DiGraph[str]:
    """≻ as the records assert it and blocks give it, by networkx alone."""
    found: nx.DiGraph[str] = nx.DiGraph()
    found.add_nodes_from(zoo)
    for claim in zoo.inference.claims:
        if not claim.conditional and claim.kind in {_K.STRONGER_THAN, _K.EQUIVALENT_TO, _K.SAME_AS}:
            found.add_edge(claim.subject, claim.object)
            if claim.kind is not _K.STRONGER_THAN:
                found.add_edge(claim.object, claim.subject)
    return found


def test_a_node_is_a_class_of_mutually_stronger_notions(graph: MapGraph, stronger: nx.DiGraph[str]) -> None:
    expected = {frozenset(c) for c in nx.strongly_connected_components(stronger)}
    assert {frozenset(n.members) for n in graph.nodes} == expected
    assert sum(len(n.members) for n in graph.nodes) == len(graph.zoo)


def test_a_class_has_the_name_of_its_best_known_member(graph: MapGraph) -> None:
    for node in graph.nodes:
        ranks = [graph.zoo[m].prominence[0] for m in node.members]
        assert ranks[0] == min(ranks), node.id
    assert {graph.nodes[graph.node_of[m]].id for m in ("unbounded-dp", "group-privacy")} == {"epsilon-dp"}


def test_the_lines_of_stronger_give_the_whole_order_and_none_is_spare(graph: MapGraph, stronger: nx.DiGraph[str]) -> None:
    drawn: nx.DiGraph[str] = nx.DiGraph()
    drawn.add_nodes_from(n.id for n in graph.nodes)
    drawn.add_edges_from((graph.nodes[e.start].id, graph.nodes[e.end].id) for e in graph.edges if e.kind is LinkKind.STRONGER)
    for node in graph.nodes:
        below = {graph.nodes[graph.node_of[i]].id for i in nx.descendants(stronger, node.id)} - {node.id}
        assert nx.descendants(drawn, node.id) == below, node.id
    assert set(nx.transitive_reduction(drawn).edges) == set(drawn.edges)


def test_with_those_of_implies_they_give_all_that_is_implied(graph: MapGraph, zoo: Zoo) -> None:
    drawn: nx.DiGraph[str] = nx.DiGraph()
    drawn.add_nodes_from(n.id for n in graph.nodes)
    kinds = {LinkKind.STRONGER, LinkKind.IMPLIES}
    drawn.add_edges_from((graph.nodes[e.start].id, graph.nodes[e.end].id) for e in graph.edges if e.kind in kinds)
    reach, index = zoo.inference.reach(_K.IMPLIES), zoo.inference.index
    for a in graph.nodes:
        below = nx.descendants(drawn, a.id)
        assert below == {b.id for b in graph.nodes if b is not a and reach.reaches(index[a.id], index[b.id])}, a.id


@pytest.mark.parametrize(
    ("notion", "region"),
    [
        ("free-lunch-privacy", Strength.STRONGER),
        ("unbounded-dp", Strength.SAME),
        ("approximate-dp", Strength.WEAKER),
        ("renyi-dp", Strength.WEAKER),
        ("bounded-dp", Strength.WEAKER),
        ("k-anonymity", Strength.INCOMPARABLE),
    ],
)
def test_where_a_notion_stands_to_pure_dp(graph: MapGraph, notion: str, region: Strength) -> None:
    assert graph.nodes[graph.node_of[notion]].region is region


def test_a_line_rests_on_a_claim_that_says_so(graph: MapGraph) -> None:
    for e in graph.edges:
        ends = (graph.node_of[e.claim.subject], graph.node_of[e.claim.object])
        assert ends == (e.start, e.end) or (e.claim.kind.symmetric and ends == (e.end, e.start))
        assert not e.claim.disputed
        assert not e.claim.kind.negative
        assert e.claim.conditional is (e.kind is LinkKind.CONDITIONAL)


def test_labels_fit_their_boxes(zoo: Zoo) -> None:
    for notion in zoo.values():
        lines = label(notion.name)
        assert 1 <= len(lines) <= 2
        assert max(map(len, lines)) <= LINE


def test_every_notion_is_on_the_sheet_of_its_data(map_: Map, zoo: Zoo) -> None:
    assert sum(len(notions) for _, notions in map_.lists()) == len(zoo)
    expected = {
        "epsilon-dp": "tables",
        "local-dp": "reports",
        "event-level-dp": "streams",
        "edge-dp": "graphs",
        "geo-indistinguishability": "places",
        "joint-dp": "parties",
        "exact-unlearning": "models",
        "k-anonymity": "published",
    }
    assert {notion: sheet_of(zoo[notion]).key for notion in expected} == expected
    named = [u for s in SHEETS for u in s.universes]
    assert len(named) == len(set(named))
    assert set(named) <= zoo.base.blocks.universes.keys()


# the reduction among any notions, by the script that browsers run


def ask(map_: Map, question: str) -> Any:
    return json.loads(str(map_._drawings._engine.eval(f"JSON.stringify({question})")))


def test_the_lines_among_any_notions_are_the_fewest_that_say_all(map_: Map, graph: MapGraph, zoo: Zoo) -> None:
    """Solid: the transitive reduction of ≻, as networkx computes it. With the dashed: all of ⟹, and no dashed line to spare."""
    rng = random.Random(20)
    inference = zoo.inference
    sets = [sorted(rng.sample(range(len(graph.nodes)), size)) for size in (5, 12, 12, 30, 30, 60)]
    sets.append(sorted({graph.node_of[n.id] for n in zoo.values() if n.record.landmark}))
    sets.append([graph.node_of[n] for n in ("approximate-dp", "f-dp", "renyi-dp", "epsilon-dp")])
    for shown in sets:
        lines = ask(map_, f"graph.lines({shown})")
        index = {n: inference.index[graph.nodes[n].id] for n in shown}
        for kind in ("stronger", "implies"):
            order: nx.DiGraph[int] = nx.DiGraph()
            order.add_nodes_from(shown)
            reach = inference.reach(ORDER[kind])
            order.add_edges_from((a, b) for a in shown for b in shown if a != b and reach.reaches(index[a], index[b]))
            drawn: nx.DiGraph[int] = nx.DiGraph()
            drawn.add_nodes_from(shown)
            drawn.add_edges_from((e["from"], e["to"]) for e in lines if e["kind"] in {"stronger", kind})
            if kind == "stronger":
                assert set(drawn.edges) == set(nx.transitive_reduction(order).edges)
            assert set(nx.transitive_closure(drawn, reflexive=False).edges) - {(n, n) for n in shown} == set(order.edges)
        for e in lines:
            if e["kind"] == "implies":
                drawn.remove_edge(e["from"], e["to"])
                assert not nx.has_path(drawn, e["from"], e["to"])
                drawn.add_edge(e["from"], e["to"])


# the geometry

Box = tuple[float, float, float, float]


def parsed(picture: Picture) -> tuple[dict[str, Box], list[tuple[str, str, str, list[tuple[float, float]]]], tuple[float, float]]:
    """Boxes by notion, lines as kind, start, end and points no more than a dozen units apart, and the size of a picture."""
    root = ET.fromstring(picture.svg)  # our own text
    space = "{http://www.w3.org/2000/svg}"
    boxes = {}
    for a in root.iter(f"{space}a"):
        rect = a.findall(f"{space}rect")[-1].attrib
        x, y = float(rect["x"]), float(rect["y"])
        boxes[a.attrib["data-node"]] = (x, y, x + float(rect["width"]), y + float(rect["height"]))
    lines = []
    for g in root.iter(f"{space}g"):
        if "data-from" in g.attrib:
            kind = g.attrib["class"].split("dz-rel-line--")[1].split()[0]
            lines.append((kind, g.attrib["data-from"], g.attrib["data-to"], points(g.findall(f"{space}path")[0].attrib["d"])))
    return boxes, lines, (float(root.attrib["width"]), float(root.attrib["height"]))


def points(path: str) -> list[tuple[float, float]]:
    found: list[tuple[float, float]] = []
    for command, text in re.findall(r"([MVC])([^MVC]*)", path):
        numbers = list(map(float, text.split()))
        if command == "M":
            found.append((numbers[0], numbers[1]))
        elif command == "V":
            x, y = found[-1]
            steps = 1 + int(abs(numbers[0] - y) / 12)
            found += [(x, y + (numbers[0] - y) * t / steps) for t in range(1, steps + 1)]
        else:
            (x, y), (a, b, c, d, e, f) = found[-1], numbers
            steps = 8 + int((abs(e - x) + abs(f - y)) / 8)  # a curve moves on by 12 at most
            for t in (i / steps for i in range(1, steps + 1)):
                s = 1 - t
                w = (s**3, 3 * s * s * t, 3 * s * t * t, t**3)
                found.append((w[0] * x + w[1] * a + w[2] * c + w[3] * e, w[0] * y + w[1] * b + w[2] * d + w[3] * f))
    return found


def inside(point: tuple[float, float], box: Box) -> bool:
    return box[0] + 0.2 < point[0] < box[2] - 0.2 and box[1] + 0.2 < point[1] < box[3] - 0.2


@pytest.fixture(scope="module")
def drawn(map_: Map, zoo: Zoo) -> Sequence[tuple[str, Picture]]:
    """The sheets, the small pictures of notions, and sixty boxes at once in narrow and in wide rows."""
    found = [("wide", map_.first()[0]), ("narrow", map_.first()[1])]
    found += [(s.key, map_.still(s)) for s, _ in map_.lists()]
    for notion in zoo.values():
        small = map_.neighbourhood(notion)
        if small is not None:
            found.append((notion.id, small[0]))
    nodes = "graph.sheet(0, 60).nodes"
    for most in (3, 7):
        svg = ask(
            map_, f"dpzoo.mapDrawing(graph, {{nodes: {nodes}, lines: graph.lines({nodes}, {{cases: true}}), most: {most}}})"
        )
        found.append((f"sixty in rows of {most}", Picture(svg, 0, 60, ())))
    known = "graph.sheet(0, 20).nodes"
    svg = ask(
        map_, f"dpzoo.mapDrawing(graph, {{nodes: {known}, lines: graph.lines({known}, {{conditions: true, apart: true}})}})"
    )
    found.append(("with what does not follow", Picture(svg, 0, 20, ("separated",))))
    return found


def test_no_line_passes_behind_a_box_and_boxes_stand_apart(drawn: Sequence[tuple[str, Picture]]) -> None:
    for name, picture in drawn:
        boxes, lines, (width, height) = parsed(picture)
        for a, b in combinations(boxes.values(), 2):
            assert a[2] + 4 <= b[0] or b[2] + 4 <= a[0] or a[3] + 4 <= b[1] or b[3] + 4 <= a[1], name
        assert all(x >= 0 and y >= 0 and right <= width and low <= height for x, y, right, low in boxes.values()), name
        for _, start, end, way in lines:
            near = [b for b in boxes.values() if b[0] < max(x for x, _ in way) and b[2] > min(x for x, _ in way)]
            assert not [p for p in way for box in near if inside(p, box)], (name, start, end)


def test_every_line_drawn_is_recorded_or_derived(drawn: Sequence[tuple[str, Picture]], graph: MapGraph, zoo: Zoo) -> None:
    inference = zoo.inference
    count = 0
    for name, picture in drawn:
        _, lines, _ = parsed(picture)
        for kind, start, end, _ in lines:
            if kind in {"conditional", "separated"}:
                assert picture.kinds == ("separated",)
                said = any(
                    (graph.node_of[c.subject], graph.node_of[c.object]) == (graph.node_of[start], graph.node_of[end])
                    for c in inference.claims
                    if (c.kind.negative if kind == "separated" else c.conditional)
                )
                assert said or kind == "conditional"
                continue
            members = [graph.nodes[graph.node_of[n]].members if kind == "case" else (n,) for n in (start, end)]
            reach = inference.reach(ORDER[kind])
            pairs = [(inference.index[a], inference.index[b]) for a in members[0] for b in members[1]]
            assert any(reach.reaches(a, b) for a, b in pairs), (name, kind, start, end)
            count += 1
    assert count > 500


def test_what_is_stronger_stands_higher(drawn: Sequence[tuple[str, Picture]]) -> None:
    for name, picture in drawn:
        boxes, lines, _ = parsed(picture)
        for kind, start, end, _ in lines:
            if kind == "stronger":
                assert boxes[start][3] < boxes[end][1], (name, start, end)


def test_small_picture_of_pufferfish(map_: Map, zoo: Zoo) -> None:
    """Information privacy is stronger than Pufferfish, which extends noiseless privacy."""
    small = map_.neighbourhood(zoo["pufferfish-privacy"])
    assert small is not None
    boxes, lines, _ = parsed(small[0])
    ends = {(kind, start, end) for kind, start, end, _ in lines}
    assert ("stronger", "information-privacy-dpcf12", "pufferfish-privacy") in ends
    assert ("case", "noiseless-privacy", "pufferfish-privacy") in ends
    assert boxes["noiseless-privacy"][3] < boxes["pufferfish-privacy"][1]


def test_a_picture_is_named_after_the_page_it_stands_on(map_: Map, zoo: Zoo) -> None:
    small = map_.neighbourhood(zoo["unbounded-dp"])
    assert small is not None
    picture, equivalent = small
    assert 'aria-label="Unbounded differential privacy, and 12 equivalent' in picture.svg
    assert "epsilon-dp" in {n.id for n in equivalent}


def test_small_pictures_are_small(drawn: Sequence[tuple[str, Picture]], zoo: Zoo) -> None:
    for name, picture in drawn:
        if name in zoo:
            boxes, _, (width, _) = parsed(picture)
            assert len(boxes) <= 9
            assert width <= 700
            assert len(gzip.compress(picture.svg.encode(), 6)) <= 5000
