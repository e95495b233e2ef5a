"""The relations of a zoo as a picture needs them: classes of equivalent notions, and the fewest lines that say the rest.

A node is a class of mutually stronger notions. A line leads from the stronger side to the weaker one. ≻ and ⟹ hold between
classes, and only what does not follow is kept of them; ⊂ and what needs conditions are recorded of single notions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Final

from dpzoo.records.enums import RelationKind
from dpzoo.relations.claims import Claim
from dpzoo.relations.closure import Edge as Reading
from dpzoo.relations.entailment import NONE, possible
from dpzoo.relations.reachability import bits
from dpzoo.zoo.zoo import Zoo

if TYPE_CHECKING:
    import networkx as nx

_K = RelationKind
BASELINE: Final = "epsilon-dp"
"""Pure DP, with which every other notion is compared first."""


class LinkKind(StrEnum):
    """How two nodes are joined, strongest first."""

    STRONGER = "stronger"
    IMPLIES = "implies"
    CASE = "case"
    CONDITIONAL = "conditional"


class Strength(StrEnum):
    """How a node relates to pure DP."""

    STRONGER = "stronger"
    SAME = "same"
    INCOMPARABLE = "incomparable"
    OPEN = "open"
    WEAKER = "weaker"


@dataclass(frozen=True, slots=True)
class Node:
    """A class of equivalent notions; the best-known member speaks for it and comes first."""

    index: int
    members: tuple[str, ...]
    region: Strength
    weight: int
    """The sum of what its members weigh."""

    @property
    def id(self) -> str:
        """The id of the notion that speaks for the class."""
        return self.members[0]


@dataclass(frozen=True, slots=True)
class MapEdge:
    """What joins two different nodes, from the stronger or more special one to the other, and the claim that says so."""

    start: int
    end: int
    kind: LinkKind
    claim: Claim


_LANDMARK: Final = 10_000  # more than any notion has claims


class MapGraph:
    """Nodes and edges of one zoo; everything is in a fixed order."""

    def __init__(self, zoo: Zoo) -> None:
        self.zoo = zoo
        self._inference = zoo.inference
        self._order = self._inference.reach(_K.STRONGER_THAN)

    @cached_property
    def weights(self) -> Mapping[str, int]:
        """How well each notion is known: landmarks before all others, then by the undisputed positive claims that name it."""
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

    def _region(self, notion: str) -> Strength:
        if BASELINE not in self.zoo:
            return Strength.OPEN
        there = self._inference.answer(_K.STRONGER_THAN, notion, BASELINE)
        back = self._inference.answer(_K.STRONGER_THAN, BASELINE, notion)
        match there.value == "yes", back.value == "yes":
            case True, True:
                return Strength.SAME
            case True, False:
                return Strength.STRONGER
            case False, True:
                return Strength.WEAKER
            case _:
                return Strength.INCOMPARABLE if there.decided and back.decided else Strength.OPEN

    @cached_property
    def edges(self) -> Sequence[MapEdge]:
        """≻ reduced, what ⟹ has beyond it, and every ⊂ and every conditional claim that says more than these."""
        readings = (
            *((LinkKind.STRONGER, r) for r in self._stronger()),
            *((LinkKind.IMPLIES, r) for r in self._implied()),
            *((LinkKind.CASE, r) for r in self._cases()),
            *((LinkKind.CONDITIONAL, r) for r in self._conditional()),
        )
        made = [MapEdge(self._node(r.start), self._node(r.end), kind, r.claim) for kind, r in readings]
        return [e for e in made if e.start != e.end]

    def _node(self, notion: int) -> int:
        return self.node_of[self._inference.ids[notion]]

    def _joined(self, kind: RelationKind) -> dict[tuple[int, int], Reading]:
        """The best supported reading for each pair of nodes that an order joins directly."""
        found: dict[tuple[int, int], Reading] = {}
        for reading in self._inference.usable(kind, NONE):  # best supported first
            found.setdefault((self._node(reading.start), self._node(reading.end)), reading)
        return found

    def _stronger(self) -> list[Reading]:
        joined = self._joined(_K.STRONGER_THAN)
        return [joined[pair] for pair in sorted(_covers([*joined]))]

    def _implied(self) -> list[Reading]:
        """Readings of ⟹ that give, with ≻, all of it, none to spare; since it has cycles, the weakest go first."""
        import networkx as nx

        graph: nx.DiGraph[int] = nx.DiGraph(_covers([*self._joined(_K.STRONGER_THAN)]))
        joined = self._joined(_K.IMPLIES)
        extra = {pair: r for pair, r in joined.items() if pair[0] != pair[1] and not self._order.reaches(r.start, r.end)}
        graph.add_edges_from(extra)
        for pair, _ in sorted(extra.items(), key=lambda item: (item[1].claim.grade.rank, item[1].claim.id)):
            graph.remove_edge(*pair)
            if nx.has_path(graph, *pair):
                del extra[pair]
            else:
                graph.add_edge(*pair)
        return [extra[pair] for pair in sorted(extra)]

    def _cases(self) -> list[Reading]:
        """⊂ where it gives no ⟹, reduced on the notions: equivalent ones need not have the same special cases, identical do."""
        readings = list(self._inference.usable(_K.SPECIAL_CASE_OF, NONE))
        same, gives = self._inference.reach(_K.SPECIAL_CASE_OF).component, self._inference.reach(_K.IMPLIES)
        covers = _covers((same[r.start], same[r.end]) for r in readings)
        return [r for r in readings if (same[r.start], same[r.end]) in covers and not gives.reaches(r.start, r.end)]

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


def _covers(edges: Iterable[tuple[int, int]]) -> frozenset[tuple[int, int]]:
    """The edges that join neighbouring classes of mutually reachable nodes: those that follow from no others."""
    import networkx as nx

    graph: nx.DiGraph[int] = nx.DiGraph(edges)
    classes = nx.condensation(graph)
    own = classes.graph["mapping"]
    reduced = nx.transitive_reduction(classes)
    return frozenset((a, b) for a, b in graph.edges if reduced.has_edge(own[a], own[b]))
