"""Units for particular kinds of data: graphs, sets, tables, streams, images, words and places.

Each function says how a record and a dataset are written. Where only a set of records counts (graphs, tables), a dataset
is a tuple of different records in any order, and no two datasets of a mechanism may be the same set. Data that are not
written so are refused with a :class:`~dpzoo.numbers.errors.BlockError`, never compared by another rule.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

import numpy as np

from dpzoo.blocks import structures
from dpzoo.blocks.compared_pairs import Comparisons, DatasetPair
from dpzoo.blocks.finite_mechanism import Dataset, FiniteMechanism, Record, show_dataset
from dpzoo.blocks.units import (
    Unit,
    all_pairs,
    at_distances,
    both_orders,
    bounded,
    edit_distance,
    removals_at_each_position,
    replaced,
)
from dpzoo.numbers.errors import BlockError
from dpzoo.numbers.real import INFINITY, ZERO, Real, compare, real, total
from dpzoo.numbers.values import value

NODE: Final = "node"
EDGE: Final = "edge"
ARC: Final = "arc"
_HOW: Final = "('node', name), ('edge', u, v), ('arc', u, v) or ('arc', u, label, v)"
_PAIR, _TRIPLE, _QUADRUPLE = 2, 3, 4
_BLANK: Final = "⊥"


def _related(mechanism: FiniteMechanism, things: Sequence[Any], related: Callable[[Any, Any], bool]) -> list[DatasetPair]:
    """The ordered pairs of datasets that represent related things."""
    return [
        DatasetPair(i, j) for i, j in itertools.permutations(range(len(mechanism.datasets)), 2) if related(things[i], things[j])
    ]


# sets ---------------------------------------------------------------------------------------------------------------


def as_sets(mechanism: FiniteMechanism) -> list[frozenset[Record]]:
    """The datasets as sets of records; no record may occur twice in one, and no set may be listed twice."""
    found: dict[frozenset[Record], Dataset] = {}
    for d in mechanism.datasets:
        members = frozenset(d)
        if len(members) != len(d):
            raise BlockError(f"the dataset {show_dataset(d)} stands for a set, and lists a record twice")
        if members in found:
            raise BlockError(f"the datasets {show_dataset(found[members])} and {show_dataset(d)} are the same set")
        found[members] = d
    return list(found)


def set_operands(mechanism: FiniteMechanism) -> list[DatasetPair]:
    """One element of one of two sets added or removed: records are ("A", element) and ("B", element)."""
    for r in mechanism.records:
        if not (isinstance(r, tuple) and len(r) == _PAIR and r[0] in ("A", "B")):
            raise BlockError(f"the record {r!r} does not name its set: write ('A', element) or ('B', element)")
    return _related(mechanism, as_sets(mechanism), lambda a, b: len(a ^ b) == 1)


def messages(mechanism: FiniteMechanism) -> list[DatasetPair]:
    """One message removed from a communication graph, in both orders: records are (sender, recipient, serial number).

    ``changed`` is the message.
    """
    for r in mechanism.records:
        if not (isinstance(r, tuple) and len(r) == _TRIPLE):
            raise BlockError(f"the record {r!r} is not a message: write (sender, recipient, serial number)")
    sets = as_sets(mechanism)
    one_apart = _related(mechanism, sets, lambda a, b: len(a ^ b) == 1)
    return [DatasetPair(p.left, p.right, next(iter(sets[p.left] ^ sets[p.right]))) for p in one_apart]


def ratings(distance: Callable[[Record, Record], Any], radius: Any) -> Unit:
    """One user's ratings of items near one item change: records are (user, item, rating), at most one for each cell.

    A blank cell has no record. Tables are compared if they agree outside the cells (u, j) of one user u with j at distance
    at most ``radius`` from one item i; items are those that some record rates.
    """

    def pairs(mechanism: FiniteMechanism) -> list[DatasetPair]:
        for r in mechanism.records:
            if not (isinstance(r, tuple) and len(r) == _TRIPLE):
                raise BlockError(f"the record {r!r} is not a rating: write (user, item, rating)")
        items = list(dict.fromkeys(r[1] for r in mechanism.records))  # type: ignore[index]
        balls = [{j for j in items if distance(i, j) <= radius} for i in items]
        sets = as_sets(mechanism)
        for s in sets:
            if len({r[:2] for r in s if isinstance(r, tuple)}) < len(s):
                raise BlockError("a table of ratings has two ratings in one cell")

        def near(a: frozenset[Any], b: frozenset[Any]) -> bool:
            users, changed = {u for u, _, _ in a ^ b}, {i for _, i, _ in a ^ b}
            return len(users) == 1 and any(changed <= ball for ball in balls)

        return _related(mechanism, sets, near)

    return pairs


# graphs -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Graph:
    """A finite graph: ``nodes`` maps names to features, ``links`` are ("edge", {u, v}), ("arc", u, v) or ("arc", u, label, v)."""

    nodes: frozenset[tuple[Hashable, tuple[Hashable, ...]]]
    links: frozenset[tuple[Any, ...]]

    def ends(self, link: tuple[Any, ...]) -> frozenset[Hashable]:
        """The names of the two nodes that a link joins."""
        return frozenset(link[1]) if link[0] == EDGE else frozenset((link[1], link[-1]))

    def without(self, name: Hashable) -> Graph:
        """The graph without a node and all its links."""
        return Graph(
            frozenset(n for n in self.nodes if n[0] != name), frozenset(e for e in self.links if name not in self.ends(e))
        )


def graph(dataset: Dataset) -> Graph:
    """A dataset as a graph.

    Its records are ("node", name), with the node's features as further entries if there are any, ("edge", u, v) for an
    undirected edge, ("arc", u, v) for a directed one, and ("arc", u, label, v) for a directed one with a label.
    """
    nodes: dict[Hashable, tuple[Hashable, ...]] = {}
    links: set[tuple[Any, ...]] = set()
    for r in dataset:
        if not (isinstance(r, tuple) and len(r) >= _PAIR and r[0] in (NODE, EDGE, ARC)):
            raise BlockError(f"the record {r!r} is not part of a graph: write {_HOW}")
        if r[0] == NODE:
            if r[1] in nodes:
                raise BlockError(f"the graph {show_dataset(dataset)} has the node {r[1]!r} twice")
            nodes[r[1]] = r[2:]
            continue
        if not (len(r) == _TRIPLE or (r[0] == ARC and len(r) == _QUADRUPLE)) or r[1] == r[-1]:
            raise BlockError(f"the record {r!r} joins no two different nodes: write {_HOW}")
        link = (EDGE, frozenset(r[1:])) if r[0] == EDGE else r
        if link in links:
            raise BlockError(f"the graph {show_dataset(dataset)} has the edge {r!r} twice")
        links.add(link)
    found = Graph(frozenset(nodes.items()), frozenset(links))
    for e in links:
        if not found.ends(e) <= set(nodes):
            raise BlockError(f"the graph {show_dataset(dataset)} has an edge at a node that it does not have")
    return found


def graphs(mechanism: FiniteMechanism, kinds: Collection[str] = (EDGE, ARC)) -> list[Graph]:
    """Every dataset as a graph (see :func:`graph`), with links of the given kinds only; no graph twice."""
    found: dict[Graph, Dataset] = {}
    for d in mechanism.datasets:
        g = graph(d)
        if any(e[0] not in kinds for e in g.links):
            raise BlockError(f"the graph {show_dataset(d)} has an edge that is not an {' or '.join(kinds)}")
        if g in found:
            raise BlockError(f"the datasets {show_dataset(found[g])} and {show_dataset(d)} are the same graph")
        found[g] = d
    return list(found)


def graph_changes(most: int) -> Unit:
    """At most ``most`` edges and nodes added or removed in total."""

    def near(a: Graph, b: Graph) -> bool:
        return len(a.nodes ^ b.nodes) + len(a.links ^ b.links) <= most

    return lambda mechanism: _related(mechanism, graphs(mechanism), near)


def node_removed(mechanism: FiniteMechanism) -> list[DatasetPair]:
    """One node added or removed with all edges at it."""

    def smaller(a: Graph, b: Graph) -> bool:
        gone = a.nodes - b.nodes
        return len(gone) == 1 and a.without(next(iter(gone))[0]) == b

    return _related(mechanism, graphs(mechanism), lambda a, b: smaller(a, b) or smaller(b, a))


def edge_of_fixed_nodes(mechanism: FiniteMechanism) -> list[DatasetPair]:
    """One undirected edge added or removed, on the same nodes."""
    return _related(mechanism, graphs(mechanism, (EDGE,)), lambda a, b: a.nodes == b.nodes and len(a.links ^ b.links) == 1)


def one_node_rewired(mechanism: FiniteMechanism) -> list[DatasetPair]:
    """Undirected edges of one node added and removed at will, on the same nodes."""

    def near(a: Graph, b: Graph) -> bool:
        changed = [a.ends(e) for e in a.links ^ b.links]
        return a.nodes == b.nodes and bool(changed and frozenset.intersection(*changed))

    return _related(mechanism, graphs(mechanism, (EDGE,)), near)


def out_links(labels: Collection[Hashable] | None = None) -> Unit:
    """All arcs that leave one node (those with the given labels, if any are given) removed or restored, on the same nodes."""

    def smaller(a: Graph, b: Graph) -> bool:
        sources = {e[1] for e in a.links - b.links}
        if a.nodes != b.nodes or len(sources) != 1 or b.links - a.links:
            return False
        (source,) = sources
        stated = {e for e in a.links if e[1] == source and (labels is None or e[2] in labels)}
        return a.links - b.links == stated

    def pairs(mechanism: FiniteMechanism) -> list[DatasetPair]:
        found = graphs(mechanism, (ARC,))
        size = _TRIPLE if labels is None else _QUADRUPLE
        if any(len(e) != size for g in found for e in g.links):
            how = "('arc', u, v)" if labels is None else "('arc', u, label, v)"
            raise BlockError(f"every edge is written {how}")
        return _related(mechanism, found, lambda a, b: smaller(a, b) or smaller(b, a))

    return pairs


def edges_at(protected: Collection[Hashable]) -> Unit:
    """Any undirected edges at one of the protected nodes change, on the same nodes."""

    def near(a: Graph, b: Graph) -> bool:
        changed = [a.ends(e) for e in a.links ^ b.links]
        return a.nodes == b.nodes and any(all(u in ends for ends in changed) for u in protected)

    return lambda mechanism: _related(mechanism, graphs(mechanism, (EDGE,)), near)


def edge_weights(mechanism: FiniteMechanism) -> list[DatasetPair]:
    """Weights of the same edges that differ by at most 1 in total: records are ("weight", u, v, number), one for each edge."""
    weights = []
    for d in mechanism.datasets:
        found: dict[Hashable, Real] = {}
        for r in d:
            if not (isinstance(r, tuple) and len(r) == _QUADRUPLE and r[0] == "weight"):
                raise BlockError(f"the record {r!r} is not a weight of an edge: write ('weight', u, v, number)")
            if frozenset(r[1:3]) in found:
                raise BlockError(f"the dataset {show_dataset(d)} gives one edge two weights")
            found[frozenset(r[1:3])] = number(r[3])
        weights.append(found)

    def near(a: Mapping[Hashable, Real], b: Mapping[Hashable, Real]) -> bool:
        return set(a) == set(b) and total(abs(a[e] - b[e]) for e in a) <= 1

    return _related(mechanism, weights, near)


def covered_node(arcs: Collection[tuple[Hashable, Hashable]], entry: Hashable) -> Unit:
    """One covered node of a control-flow graph removed or restored, with all that is reached through it only.

    A record is a node, and a dataset is a feasible set of nodes: it has the entry, and a path from there within the set to each
    of its nodes.
    """

    def reached(nodes: Collection[Hashable]) -> frozenset[Hashable]:
        seen, todo = {entry}, [entry]
        while todo:
            here = todo.pop()
            for u, v in arcs:
                if u == here and v in nodes and v not in seen:
                    seen.add(v)
                    todo.append(v)
        return frozenset(seen)

    def pairs(mechanism: FiniteMechanism) -> list[DatasetPair]:
        sets = as_sets(mechanism)
        for s, d in zip(sets, mechanism.datasets, strict=True):
            if entry not in s or reached(s) != s:
                raise BlockError(
                    f"the nodes {show_dataset(d)} are not feasible: give the entry, and a path within the set to every node"
                )

        def smaller(a: frozenset[Record], b: frozenset[Record]) -> bool:
            return any(reached(a - {n}) == b for n in a - {entry})

        return _related(mechanism, sets, lambda a, b: smaller(a, b) or smaller(b, a))

    return pairs


def road_distance(roads: Collection[tuple[Hashable, Hashable, Any]]) -> Callable[[Record, Record], Real]:
    """The length of a shortest path along roads (u, v, length), infinite where there is none."""
    places = list(dict.fromkeys(p for u, v, _ in roads for p in (u, v)))
    apart = {(a, b): ZERO if a == b else INFINITY for a in places for b in places}
    for u, v, length in roads:
        for key in ((u, v), (v, u)):
            apart[key] = min(apart[key], length)
    for via, a, b in itertools.product(places, repeat=3):
        if via not in (a, b):  # a way over one of its own ends is not another way, and its equal length could not be told apart
            apart[a, b] = min(apart[a, b], apart[a, via] + apart[via, b])

    def distance(a: Record, b: Record) -> Real:
        for p in (a, b):
            if p not in places:
                raise BlockError(f"the record {p!r} is not a place of the road network")
        return apart[a, b]

    return distance


# numbers and places -----------------------------------------------------------------------------------------------------


def number(given: Any) -> Real:
    """An entry of a record as an exact number (an int, a decimal, a fraction, or text such as "1/3")."""
    if isinstance(given, bool) or not isinstance(given, int | float | Fraction | str | Real):
        raise BlockError(f"{given!r} is not a number")
    return value(given)


def fraction(given: Any) -> Fraction:
    """An entry of a record as a fraction; BlockError for an irrational or infinite number."""
    found = number(given).rational
    if found is None:
        raise BlockError(f"the record {given!r} is not a fraction, as the notion needs")
    return found


def euclidean(a: Any, b: Any) -> Real:
    """The Euclidean distance of two points, each a tuple of numbers (or one number)."""
    here, there = (p if isinstance(p, tuple) else (p,) for p in (a, b))
    if len(here) != len(there):
        raise BlockError(f"the points {a!r} and {b!r} have different numbers of coordinates")
    steps = [number(x) - number(y) for x, y in zip(here, there, strict=True)]
    return total(s * s for s in steps).sqrt()


def in_the_plane(a: Record, b: Record) -> Real:
    """The Euclidean distance of two records that are points of the plane: pairs of numbers."""
    for p in (a, b):
        if not (isinstance(p, tuple) and len(p) == _PAIR):
            raise BlockError(f"the record {p!r} is not a place of the plane: write a pair of numbers")
    return euclidean(a, b)


def moved(distance: Callable[[Record, Record], Real], most: Any) -> Unit:
    """One record replaced by another at distance at most ``most``; what the precision limit cannot tell apart is equal."""
    return lambda mechanism: [p for p in replaced(mechanism) if compare(distance(*p.changed[1:]), most) != 1]  # type: ignore[index]


def weights_of(dataset: Dataset) -> dict[Hashable, Real]:
    """A weighted dataset: records are pairs (value, weight); the weights of equal values add up."""
    found: dict[Hashable, Real] = {}
    for r in dataset:
        if not (isinstance(r, tuple) and len(r) == _PAIR):
            raise BlockError(f"the record {r!r} has no weight: write (value, weight)")
        found[r[0]] = found.get(r[0], ZERO) + number(r[1])
    return found


def weight_distance(a: Dataset, b: Dataset) -> Real:
    """The sum of the differences of weights between two weighted datasets."""
    here, there = weights_of(a), weights_of(b)
    return total(abs(here.get(t, ZERO) - there.get(t, ZERO)) for t in {**here, **there})


_EXACT_FLOATS: Final = 2**40
_LARGEST_ASSIGNMENT: Final = 400


def earth_movers(a: Sequence[Record], b: Sequence[Record], distance: Callable[[Record, Record], Real]) -> Fraction:
    """The earth mover's distance of two non-empty bags of records, each record of a bag with an equal share.

    The shares are cut into equal pieces and matched as an assignment problem, in whole numbers: the answer is exact.
    Distances must be rational.
    """
    from scipy.optimize import linear_sum_assignment  # slow to import

    pieces = math.lcm(len(a), len(b))
    if pieces > _LARGEST_ASSIGNMENT:
        raise BlockError(f"bags of {len(a)} and {len(b)} records are too large to be matched exactly")
    costs: dict[tuple[Record, Record], Fraction] = {}
    for s, t in itertools.product(set(a), set(b)):
        between = distance(s, t).rational
        if between is None:
            raise BlockError(f"the distance of {s!r} and {t!r} is not a finite fraction; the earth mover's distance needs one")
        costs[s, t] = between
    scale = math.lcm(*(c.denominator for c in costs.values()))
    if max(costs.values()) * scale * pieces > _EXACT_FLOATS:
        raise BlockError("the distances have denominators too large for an exact earth mover's distance")
    left = [s for s in a for _ in range(pieces // len(a))]
    right = [t for t in b for _ in range(pieces // len(b))]
    table = np.array([[float(costs[s, t] * scale) for t in right] for s in left])
    rows, columns = linear_sum_assignment(table)
    return sum((costs[left[i], right[j]] for i, j in zip(rows, columns, strict=True)), Fraction(0)) / pieces


# tables, words, images, streams ---------------------------------------------------------------------------------------------


def second_entry(what: str) -> Unit:
    """The second entry of one record changes, all first entries stay: records are pairs, which ``what`` describes."""

    def pairs(mechanism: FiniteMechanism) -> list[DatasetPair]:
        for r in mechanism.records:
            if not (isinstance(r, tuple) and len(r) == _PAIR):
                raise BlockError(f"the record {r!r} is not a pair: write {what}")
        return [p for p in replaced(mechanism) if p.changed[1][0] == p.changed[2][0]]  # type: ignore[index]

    return pairs


def after_the_first(mechanism: FiniteMechanism) -> list[DatasetPair]:
    """One record replaced, but not the first one, which is public: datasets are (message, example, …, example)."""
    return [p for p in replaced(mechanism) if p.changed[0] > 0]  # type: ignore[index]


def blanked(blank: Record) -> Unit:
    """One record replaced by a blank, in both orders."""
    return lambda mechanism: [p for p in replaced(mechanism) if blank in p.changed[1:]]  # type: ignore[index]


def single(mechanism: FiniteMechanism) -> list[DatasetPair]:
    """Any two different records, each the only one of its dataset."""
    return [p for p in bounded(mechanism) if len(mechanism.datasets[p.left]) == 1]


def words_within(most: int) -> Unit:
    """Words at most ``most`` insertions, deletions and substitutions apart: a record is a symbol, a dataset a word."""
    return lambda mechanism: _related(mechanism, mechanism.datasets, lambda a, b: edit_distance(a, b) <= most)


def substitutions(most: int) -> Unit:
    """Words of equal length that differ in at most ``most`` positions."""

    def near(a: Dataset, b: Dataset) -> bool:
        return len(a) == len(b) and sum(x != y for x, y in zip(a, b, strict=True)) <= most

    return lambda mechanism: _related(mechanism, mechanism.datasets, near)


def pixels(most: int) -> Unit:
    """Images of equal dimensions that differ in at most ``most`` pixels.

    A dataset is an image; its records are ((row, column), value), one for every position of a rectangular grid from (0, 0).
    """

    def image(d: Dataset) -> dict[Hashable, Hashable]:
        found: dict[Any, Hashable] = {}
        for r in d:
            if not (isinstance(r, tuple) and len(r) == _PAIR and isinstance(r[0], tuple) and len(r[0]) == _PAIR):
                raise BlockError(f"the record {r!r} is not a pixel: write ((row, column), value)")
            found[r[0]] = r[1]
        height, width = (max((p[k] for p in found), default=-1) + 1 for k in (0, 1))
        if len(found) != len(d) or set(found) != set(itertools.product(range(height), range(width))):
            raise BlockError(f"the image {show_dataset(d)} does not fill a rectangular grid from (0, 0), each pixel once")
        return found

    def near(a: Mapping[Hashable, Hashable], b: Mapping[Hashable, Hashable]) -> bool:
        return set(a) == set(b) and sum(a[p] != b[p] for p in a) <= most

    return lambda mechanism: _related(mechanism, [image(d) for d in mechanism.datasets], near)


def windows(width: int) -> Unit:
    """Prefixes of a stream that differ within ``width`` consecutive times, at each time in one user's row at most.

    A dataset is a prefix (D₁, …, D_t): its records are the data of one time, each a tuple of rows (user, row), at most one for
    each user.
    """

    def at_a_time(rows: Any) -> dict[Hashable, Hashable]:
        if not (isinstance(rows, tuple) and all(isinstance(r, tuple) and len(r) == _PAIR for r in rows)):
            raise BlockError(f"the record {rows!r} is not the data of one time: write a tuple of rows (user, row)")
        found = {r[0]: r[1] for r in rows}
        if len(found) != len(rows):
            raise BlockError(f"the data {rows!r} of one time have two rows of one user")
        return found

    def near(a: Sequence[Mapping[Hashable, Hashable]], b: Sequence[Mapping[Hashable, Hashable]]) -> bool:
        if len(a) != len(b):
            return False
        changed = [{u for u in {**x, **y} if (u in x) != (u in y) or x[u] != y[u]} for x, y in zip(a, b, strict=True)]
        times = [i for i, users in enumerate(changed) if users]
        return all(len(users) <= 1 for users in changed) and bool(times) and times[-1] - times[0] + 1 <= width

    def pairs(mechanism: FiniteMechanism) -> list[DatasetPair]:
        return _related(mechanism, [[at_a_time(rows) for rows in d] for d in mechanism.datasets], near)

    return pairs


def with_record(record: Record) -> Unit:
    """One occurrence of one particular record added or removed."""

    def pairs(mechanism: FiniteMechanism) -> list[DatasetPair]:
        taken = {(p.left, p.right): p for p in removals_at_each_position(mechanism) if p.changed[1] == record}  # type: ignore[index]
        return [q for p in taken.values() for q in (p, DatasetPair(p.right, p.left, p.changed))]

    return pairs


def senders(most: int, *, users: int | None, values: int) -> Unit:
    """One sender of all reports against several senders, in this order only, for at most ``most`` reports.

    A dataset is (value, s₁, …, s_k), or (value, value′, s₁, …, s_k) if ``values`` is 2: the private value of the first sender
    (and of the second), then for each report the number of the user who sent it. ``users`` is the largest number of users. One
    sender of everything is written (v, 1, …, 1), or (v, v, 1, …, 1).
    """

    def pairs(mechanism: FiniteMechanism) -> list[DatasetPair]:
        found = []
        for i, d in enumerate(mechanism.datasets):
            sent = d[values:]
            if not sent or not all(isinstance(s, int) and not isinstance(s, bool) and s >= 1 for s in sent):
                raise BlockError(f"the dataset {show_dataset(d)} does not say who sent each report: give numbers of users from 1")
            if users is not None and max(sent) > users:  # type: ignore[type-var, operator]
                raise BlockError(f"the dataset {show_dataset(d)} has more than {users} senders")
            if values == _PAIR and 1 not in sent:
                continue
            one = (*(d[0],) * values, *(1 for _ in sent))
            if len(sent) <= most and d != one:
                found.append(DatasetPair(mechanism.index(one), i))
        return found

    return pairs


def between_records(distance: Callable[[Record, Record], Real]) -> Callable[[FiniteMechanism, DatasetPair], Real]:
    """The distance of the two records in which a pair of datasets differs."""
    return lambda _m, p: distance(*p.changed[1:])  # type: ignore[index]


def distances_of(unit: Unit, distance: Callable[[Record, Record], Real], mechanism: FiniteMechanism) -> list[Real]:
    """The finite distances of the records in which the unit's pairs differ, in rising order from 0."""
    found = [real(0)]
    for p in unit(mechanism):
        d = distance(*p.changed[1:])  # type: ignore[index]
        if not d.infinite and not any(compare(d, f) in (0, None) for f in found):
            found.append(d)
    return sorted(found)


def related_queries(pairs_of_queries: Iterable[tuple[Hashable, Hashable]]) -> Unit:
    """A dataset is a single record (graph, query): the same graph, and a pair of related queries."""
    related = {frozenset(q) for q in pairs_of_queries}

    def pairs(mechanism: FiniteMechanism) -> list[DatasetPair]:
        for d in mechanism.datasets:
            if len(d) != 1 or not isinstance(d[0], tuple) or len(d[0]) != _PAIR:
                raise BlockError(f"the dataset {d!r} is not a single record (graph, query)")
        return [
            p
            for p in single(mechanism)
            if p.changed[1][0] == p.changed[2][0] and frozenset((p.changed[1][1], p.changed[2][1])) in related  # type: ignore[index]
        ]

    return pairs


def bags_apart(mechanism: FiniteMechanism, d: Callable[[Record, Record], Real]) -> Comparisons:
    """Any two bags of at least one record, at the earth mover's distance of their shares."""
    data = mechanism.datasets

    def distance(_m: FiniteMechanism, p: DatasetPair) -> Real:
        return real(earth_movers(data[p.left], data[p.right], d))

    return at_distances(lambda m: [p for p in all_pairs(m) if data[p.left] and data[p.right]], distance, mechanism)


Degree = Callable[[Dataset, Record], Any]
"""How much of an outlier a record is in a dataset."""


def outlying(degree: Degree, most: Real) -> Unit:
    """A record added or removed whose degree of outlierness in the larger dataset is at most ``most``."""

    def pairs(mechanism: FiniteMechanism) -> list[DatasetPair]:
        data = mechanism.datasets
        return both_orders(
            p
            for p in removals_at_each_position(mechanism)
            if structures.number(degree(data[p.left], p.changed[1]), ("outlierness",)) <= most  # type: ignore[index]
        )

    return pairs


def degrees(mechanism: FiniteMechanism, outlierness: Degree) -> list[Real]:
    """1, 2, … up to the largest finite degree, and ∞."""
    found = [structures.number(outlierness(d, r), ("outlierness",)) for d in mechanism.datasets for r in dict.fromkeys(d)]
    top = max((int(float(x)) for x in found if not x.infinite), default=1)
    return [*(real(k) for k in range(1, top + 1)), INFINITY]


def location_set(mechanism: FiniteMechanism, law: Mapping[Record, Any], delta: Any) -> list[Record]:
    """The most likely places, in decreasing order (ties in the mechanism's order), until their probability is 1 - δ."""
    chosen, reached = [], Fraction(0)
    for place in _by_chance(mechanism, law):
        if reached >= 1 - delta:
            break
        chosen.append(place)
        reached = reached + law[place]
    return chosen


def _by_chance(mechanism: FiniteMechanism, law: Mapping[Record, Any]) -> list[Record]:
    order = {r: i for i, r in enumerate(mechanism.records)}
    return sorted((r for r, w in law.items() if w > 0), key=lambda r: (-law[r], order.get(r, len(order))))


def likely(law: Mapping[Record, Any], delta: Real) -> Unit:
    """One record replaced, where both values are in the location set."""

    def pairs(mechanism: FiniteMechanism) -> list[DatasetPair]:
        places = location_set(mechanism, law, delta.rational if delta.rational is not None else float(delta))
        return [p for p in single(mechanism) if set(p.changed[1:]) <= set(places)]  # type: ignore[index]

    return pairs


def left_out(mechanism: FiniteMechanism, prior: Mapping[Record, Any]) -> list[Real]:
    """The values of δ at which a place drops out of the location set."""
    rest: Any = Fraction(1)
    found = [real(0)]
    for place in _by_chance(mechanism, prior):
        rest = rest - prior[place]
        found.append(real(max(rest, 0)))
    return sorted({float(x): x for x in [*found, real(1)]}.values(), key=float)


def numbers_of_edges(mechanism: FiniteMechanism) -> list[Real]:
    """1, …, twice the largest number of records of a graph."""
    return [real(k) for k in range(1, 1 + 2 * max(1, *(len(d) for d in mechanism.datasets)))]


def one_entry(mechanism: FiniteMechanism) -> list[DatasetPair]:
    """Two lists of one length that differ in one entry: a dataset is a single record, which is a list of zeros and ones."""
    for r in mechanism.records:
        if not isinstance(r, tuple) or any(x not in (0, 1) for x in r):
            raise BlockError(f"the record {r!r} is not a list of neighbours: write a list of zeros and ones")

    def near(a: Any, b: Any) -> bool:
        return len(a) == len(b) and sum(x != y for x, y in zip(a, b, strict=True)) == 1

    return [p for p in single(mechanism) if near(*p.changed[1:])]  # type: ignore[index]


def one_item(mechanism: FiniteMechanism) -> list[DatasetPair]:
    """Some updates of one item blanked, or restored: events are (update, item), or ⊥ for a blank."""
    for r in mechanism.records:
        if r != _BLANK and not (isinstance(r, tuple) and len(r) == _PAIR):
            raise BlockError(f"the event {r!r} is not an update: write (update, item), or ⊥ for a blank")

    def blanked(a: Dataset, b: Dataset) -> bool:
        changed = {(x, y) for x, y in zip(a, b, strict=True) if x != y}
        return all(y == _BLANK for _, y in changed) and len({x[1] for x, _ in changed}) == 1  # type: ignore[index]

    data = mechanism.datasets
    pairs = [p for p in all_pairs(mechanism) if len(data[p.left]) == len(data[p.right])]
    return both_orders(p for p in pairs if blanked(data[p.left], data[p.right]))


def _references(given: Any, _mechanism: FiniteMechanism, path: structures.Path) -> Hashable:
    return structures.freeze(given)


PRIMARY: Final = structures.Structure("primary relation", "the name of the relation whose rows are the users", _references)


def one_user_with_references(primary: Hashable) -> Unit:
    """A row of the primary relation removed with all rows that refer to it, directly or through others, or restored.

    A dataset is a set of rows (relation, key, references), where the references are a tuple of pairs (relation, key).
    """

    def rows(dataset: frozenset[Any]) -> dict[tuple[Any, Any], Any]:
        found = {}
        for r in dataset:
            if not (isinstance(r, tuple) and len(r) == _TRIPLE and isinstance(r[2], tuple)):
                raise BlockError(f"the record {r!r} is not a row: write (relation, key, references)")
            found[r[:2]] = r
        for r in dataset:
            for other in r[2]:
                if other not in found:
                    raise BlockError(f"the row {r!r} refers to {other!r}, which is not in the dataset")
        return found

    def without(dataset: frozenset[Any], user: Any) -> frozenset[Any]:
        gone = {user[:2]}
        while more := {r[:2] for r in dataset if r[:2] not in gone and gone & set(r[2])}:
            gone |= more
        return frozenset(r for r in dataset if r[:2] not in gone)

    def pairs(mechanism: FiniteMechanism) -> list[DatasetPair]:
        sets = as_sets(mechanism)
        for d in sets:
            rows(d)
        return both_orders(
            DatasetPair(i, j)
            for i, j in itertools.permutations(range(len(sets)), 2)
            if sets[j] < sets[i] and any(without(sets[i], r) == sets[j] for r in sets[i] - sets[j] if r[0] == primary)  # type: ignore[index]
        )

    return pairs


def _moments(given: Any, _mechanism: FiniteMechanism, path: structures.Path) -> int:
    if not isinstance(given, int) or isinstance(given, bool) or given < 0:
        raise BlockError(f"{given!r} is not a time; times are counted from 0", path)
    return given


LANDMARKS: Final = structures.Structure(
    "set of landmarks", "the times of the landmarks, from 0", structures.list_of(_moments, "times")
)


def landmarks_and_one(landmarks: Sequence[int]) -> Unit:
    """Any events at landmarks replaced, and at most one event at another time."""

    def near(a: Dataset, b: Dataset) -> bool:
        changed = [t for t, (x, y) in enumerate(zip(a, b, strict=False)) if x != y]
        return len(a) == len(b) and sum(t not in landmarks for t in changed) <= 1 and bool(changed)

    return lambda mechanism: _related(mechanism, mechanism.datasets, near)


SCHEMA_OF_STEPS: Final = structures.Structure(
    "participation schema",
    "the patterns, each a list of steps, from 0",
    structures.list_of(structures.list_of(_moments, "steps"), "patterns"),
)


def steps_of_one_pattern(schema: Sequence[Sequence[int]]) -> Unit:
    """Events replaced at some steps of one pattern, the steps at which one person takes part."""

    def near(a: Dataset, b: Dataset) -> bool:
        changed = {t for t, (x, y) in enumerate(zip(a, b, strict=False)) if x != y}
        return len(a) == len(b) and bool(changed) and any(changed <= set(pattern) for pattern in schema)

    return lambda mechanism: _related(mechanism, mechanism.datasets, near)


def shared_records_of_one_owner(mechanism: FiniteMechanism) -> list[DatasetPair]:
    """Contents of records replaced that one person owns, alone or with others: records are (owners, content)."""
    for r in mechanism.records:
        if not (isinstance(r, tuple) and len(r) == _PAIR and isinstance(r[0], tuple)):
            raise BlockError(f"the record {r!r} is not a pair of a list of owners and a content")

    def near(a: Dataset, b: Dataset) -> bool:
        if len(a) != len(b) or any(x[0] != y[0] for x, y in zip(a, b, strict=True)):  # type: ignore[index]
            return False
        changed = [set(x[0]) for x, y in zip(a, b, strict=True) if x != y]  # type: ignore[index]
        return bool(changed) and bool(set.intersection(*changed))

    return _related(mechanism, mechanism.datasets, near)


def _two_numbers(what: str) -> structures.Read[tuple[int, int]]:
    def read(given: Any, _mechanism: FiniteMechanism, path: structures.Path) -> tuple[int, int]:
        if not isinstance(given, list | tuple) or len(given) != _PAIR or not all(isinstance(n, int) and n > 0 for n in given):
            raise BlockError(f"the {what}", path)
        return given[0], given[1]

    return read


EVENT_BOUND: Final = structures.Structure(
    "bound of an event",
    "the most frames of a segment, and the most segments",
    _two_numbers("bound of an event is a pair of positive whole numbers: frames of a segment, segments"),
)
ROW_BOUND: Final = structures.Structure(
    "bound on groups and rows",
    "the most groups that change, and the most rows of each",
    _two_numbers("bound on groups and rows is a pair of positive whole numbers: groups, rows of each"),
)


def few_rows_in_few_groups(group: Callable[[Record], Hashable], bound: tuple[int, int]) -> Unit:
    """Rows added and removed, at any places: at most so many of each group, in at most so many groups."""
    groups, rows = bound

    def near(a: Dataset, b: Dataset) -> bool:
        for size in range(len(a), -1, -1):
            for kept in dict.fromkeys(itertools.combinations(a, size)):
                if is_part_of(kept, b):
                    changed = Counter(map(group, a)) + Counter(map(group, b))
                    changed.subtract({g: 2 * n for g, n in Counter(map(group, kept)).items()})
                    if sum(n > 0 for n in changed.values()) <= groups and max(changed.values(), default=0) <= rows:
                        return True
        return False

    return lambda mechanism: _related(mechanism, mechanism.datasets, near)


def is_part_of(part: Dataset, whole: Dataset) -> bool:
    """Whether a sequence is another one without some of its entries."""
    left = iter(whole)
    return all(any(x == y for y in left) for x in part)


def frames_of_a_short_event(bound: tuple[int, int]) -> Unit:
    """Frames replaced that lie in few short segments: a dataset is a sequence of frames."""
    longest, most = bound

    def near(a: Dataset, b: Dataset) -> bool:
        changed = [t for t, (x, y) in enumerate(zip(a, b, strict=False)) if x != y]
        segments, end = 0, -1
        for t in changed:
            if t > end:
                segments, end = segments + 1, t + longest - 1
        return len(a) == len(b) and 0 < segments <= most

    return lambda mechanism: _related(mechanism, mechanism.datasets, near)
