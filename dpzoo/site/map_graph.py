"""The relations of a zoo as a picture needs them: equivalence classes, reduced edges, layers.

A node is a class of mutually stronger notions. An edge leads from the stronger side to the weaker one and is drawn only if it
does not follow from the others: ≻ is reduced transitively, ⟹ and ⊂ likewise, each in its own order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Final

from dpzoo.records.enums import Grade, RelationKind
from dpzoo.relations.claims import Claim
from dpzoo.relations.closure import Edge as Reading
from dpzoo.relations.conditions import NONE, possible
from dpzoo.relations.reachability import bits
from dpzoo.zoo.zoo import Zoo

if TYPE_CHECKING:
    import networkx as nx

_K = RelationKind
BASELINE: Final = "epsilon-dp"
"""Pure DP, with which every other notion is compared first."""


class Kind(StrEnum):
    """How two nodes are joined, strongest first."""

    STRONGER = "stronger"
    IMPLIES = "implies"
    CASE = "case"
    CONDITIONAL = "conditional"

    @property
    def rank(self) -> int:
        """0 for the strongest."""
        return list(type(self)).index(self)


class Region(StrEnum):
    """Where a node stands to pure DP."""

    STRONGER = "stronger"
    SAME = "same"
    INCOMPARABLE = "incomparable"
    OPEN = "open"
    WEAKER = "weaker"


@dataclass(frozen=True, slots=True)
class Node:
    """A class of equivalent notions; the best-connected member speaks for it and comes first."""

    index: int
    members: tuple[str, ...]
    region: Region
    weight: int
    """The sum of what its members weigh."""

    @property
    def id(self) -> str:
        """The id of the notion that speaks for the class."""
        return self.members[0]


@dataclass(frozen=True, slots=True)
class Edge:
    """What joins two different nodes, from the stronger or more special one to the other."""

    start: int
    end: int
    claims: tuple[tuple[Kind, Claim], ...]
    """Strongest kind first, and the best supported claim of each kind."""

    @property
    def kind(self) -> Kind:
        """What it is drawn as."""
        return self.claims[0][0]

    @property
    def grade(self) -> Grade:
        """How well that is supported."""
        return self.claims[0][1].grade


_LANDMARK: Final = 10_000  # more than any notion has claims


class MapGraph:
    """Nodes, edges and layers of one zoo; everything is in a fixed order."""

    def __init__(self, zoo: Zoo) -> None:
        self.zoo = zoo
        self._inference = zoo.inference
        self._order = self._inference.reach(_K.STRONGER_THAN)

    @cached_property
    def weights(self) -> Mapping[str, int]:
        """How much each notion weighs: landmarks before all others, then by the undisputed positive claims it takes part in."""
        found = {n.id: _LANDMARK * (4 - n.prominence[0]) for n in self.zoo.values()}
        for claim in self._inference.claims:
            if not claim.kind.negative:
                found[claim.subject] += 1
                found[claim.object] += 1
        return found

    @cached_property
    def nodes(self) -> Sequence[Node]:
        """The classes, in the order of the ids of those who speak for them."""
        ids = self._inference.ids
        groups = [sorted((ids[i] for i in bits(members)), key=lambda i: (-self.weights[i], i)) for members in self._order.members]
        return [
            Node(number, tuple(members), self._region(members[0]), sum(self.weights[i] for i in members))
            for number, members in enumerate(sorted(groups))
        ]

    @cached_property
    def node_of(self) -> Mapping[str, int]:
        """The number of each notion's node."""
        return {member: node.index for node in self.nodes for member in node.members}

    def _region(self, notion: str) -> Region:
        if BASELINE not in self.zoo:
            return Region.OPEN
        there = self._inference.answer(_K.STRONGER_THAN, notion, BASELINE)
        back = self._inference.answer(_K.STRONGER_THAN, BASELINE, notion)
        match there.value == "yes", back.value == "yes":
            case True, True:
                return Region.SAME
            case True, False:
                return Region.STRONGER
            case False, True:
                return Region.WEAKER
            case _:
                return Region.INCOMPARABLE if there.decided and back.decided else Region.OPEN

    # edges

    @cached_property
    def edges(self) -> Sequence[Edge]:
        """What joins the nodes, each ordered pair once."""
        found: dict[tuple[int, int], dict[Kind, Claim]] = {}
        for kind, readings in (
            (Kind.STRONGER, self._stronger()),
            (Kind.IMPLIES, self._implied()),
            (Kind.CASE, self._cases()),
            (Kind.CONDITIONAL, self._conditional()),
        ):
            for reading in readings:  # best supported first
                pair = (self._node(reading.start), self._node(reading.end))
                if pair[0] != pair[1]:
                    found.setdefault(pair, {}).setdefault(kind, reading.claim)
        return [Edge(a, b, tuple(claims.items())) for (a, b), claims in sorted(found.items())]

    @cached_property
    def own(self) -> Mapping[str, Kind]:
        """The claims, by id, that belong to a notion and not to its whole class: reduced ⊂, and what needs conditions."""
        kinds = dict.fromkeys((r.claim.id for r in self._conditional()), Kind.CONDITIONAL)
        return kinds | dict.fromkeys((r.claim.id for r in self._cases()), Kind.CASE)

    def _node(self, notion: int) -> int:
        return self.node_of[self._inference.ids[notion]]

    def _stronger(self) -> list[Reading]:
        readings = list(self._inference.usable(_K.STRONGER_THAN, NONE))
        covers = _covers((self._node(r.start), self._node(r.end)) for r in readings)
        return [r for r in readings if (self._node(r.start), self._node(r.end)) in covers]

    def _cases(self) -> list[Reading]:
        """⊂ reduced on the notions: equivalent ones need not have the same special cases, identical ones do."""
        readings = list(self._inference.usable(_K.SPECIAL_CASE_OF, NONE))
        same = self._inference.reach(_K.SPECIAL_CASE_OF).component
        covers = _covers((same[r.start], same[r.end]) for r in readings)
        return [r for r in readings if (same[r.start], same[r.end]) in covers]

    def _implied(self) -> list[Reading]:
        """⟹ where it is asserted and follows from nothing else that is drawn; in a fixed order, since ⟹ has cycles here."""
        import networkx as nx

        graph: nx.DiGraph[int] = nx.DiGraph()
        graph.add_nodes_from(range(len(self._inference.ids)))
        asserted: dict[tuple[int, int], Reading] = {}
        for r in self._inference.usable(_K.IMPLIES, NONE):
            if r.claim.kind is _K.IMPLIES and not self._order.reaches(r.start, r.end):
                asserted.setdefault((r.start, r.end), r)
            graph.add_edge(r.start, r.end)
        kept = []
        for pair, reading in sorted(asserted.items()):
            graph.remove_edge(*pair)
            if not nx.has_path(graph, *pair):
                graph.add_edge(*pair)
                kept.append(reading)
        return sorted(kept, key=lambda r: (-r.claim.grade.rank, r.claim.id))

    def _conditional(self) -> list[Reading]:
        """Positive claims that hold under conditions only, where the pair has nothing better."""
        index = self._inference.index
        found = []
        for claim in sorted(self._inference.claims, key=lambda c: (-c.grade.rank, c.id)):
            conditions = claim.conditions
            if claim.kind.negative or not conditions or not possible(conditions):
                continue
            ends = (index[claim.subject], index[claim.object])
            known = self._inference.reach(_K.SPECIAL_CASE_OF if claim.kind is _K.SPECIAL_CASE_OF else _K.IMPLIES)
            for start, end in (ends, ends[::-1]) if claim.kind.symmetric else (ends,):
                if not known.reaches(start, end):
                    found.append(Reading(start, end, claim, conditions))
        return found

    @cached_property
    def separations(self) -> Sequence[tuple[int, int, Claim]]:
        """Asserted separations between nodes, the best supported of each ordered pair."""
        found: dict[tuple[int, int], Claim] = {}
        for claim in sorted(self._inference.claims, key=lambda c: (-c.grade.rank, c.id)):
            pair = (self.node_of[claim.subject], self.node_of[claim.object])
            if claim.kind.negative and claim.kind is not _K.NOT_SPECIAL_CASE_OF and pair[0] != pair[1]:
                found.setdefault(pair, claim)
        return [(a, b, claim) for (a, b), claim in sorted(found.items())]

    # order

    @cached_property
    def descents(self) -> frozenset[tuple[int, int]]:
        """The ordered pairs that a picture shows downward: every ≻, and what else fits with it.

        ⟹ and ⊂ may run against ≻, since amounts and structures change places; those that do take no part.
        """
        import networkx as nx

        graph: nx.DiGraph[int] = nx.DiGraph()
        graph.add_nodes_from(range(len(self.nodes)))
        for kind in (Kind.STRONGER, Kind.IMPLIES, Kind.CASE):
            for e in self.edges:
                if e.kind is kind and (kind is Kind.STRONGER or not nx.has_path(graph, e.end, e.start)):
                    graph.add_edge(e.start, e.end)
        return frozenset(graph.edges)

    @cached_property
    def layers(self) -> Sequence[int]:
        """The layer of each node, 0 at the top: below all that is above it, and as near to what is below as that allows."""
        import networkx as nx

        graph: nx.DiGraph[int] = nx.DiGraph(sorted(self.descents))
        layer = [0] * len(self.nodes)
        ordered = []
        for number, generation in enumerate(nx.topological_generations(graph)):
            for node in sorted(generation):
                layer[node] = number
                ordered.append(node)
        for node in reversed(ordered):
            if not graph.in_degree(node):
                layer[node] = min(layer[below] for below in graph.successors(node)) - 1
        return layer

    @cached_property
    def above(self) -> Sequence[frozenset[int]]:
        """For each node the strictly stronger ones."""
        found: list[set[int]] = [set() for _ in self.nodes]
        for start, targets in enumerate(self.below):
            for end in targets:
                found[end].add(start)
        return [frozenset(s) for s in found]

    @cached_property
    def below(self) -> Sequence[frozenset[int]]:
        """For each node the strictly weaker ones: the closure of ≻."""
        return [
            frozenset(self._node(i) for i in bits(self._order.row(self._inference.index[node.id]))) - {node.index}
            for node in self.nodes
        ]

    def size(self, nodes: Iterable[int]) -> int:
        """How many notions some nodes hold."""
        return sum(len(self.nodes[n].members) for n in nodes)


def _covers(edges: Iterable[tuple[int, int]]) -> frozenset[tuple[int, int]]:
    """The edges that join neighbouring classes of mutually reachable nodes: those that follow from no others."""
    import networkx as nx

    graph: nx.DiGraph[int] = nx.DiGraph(edges)
    classes = nx.condensation(graph)
    own = classes.graph["mapping"]
    reduced = nx.transitive_reduction(classes)
    return frozenset((a, b) for a, b in graph.edges if reduced.has_edge(own[a], own[b]))
