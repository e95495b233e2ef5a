"""What follows from positive claims: three preorders, each wherever given conditions hold, and the paths that show it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, cached_property
from operator import attrgetter
from typing import NamedTuple

from dpzoo.records.enums import RelationKind
from dpzoo.relations.claims import Claim
from dpzoo.relations.directions import unsaid
from dpzoo.relations.entailment import NONE, Conditions, entailed, possible
from dpzoo.relations.facts import ORDERS
from dpzoo.relations.reachability import Reachability, bits, closure

_K = RelationKind
MAX_CONDITION_SETS = 8
"""How many minimal sets of conditions are looked for at one notion."""


class Edge(NamedTuple):
    """One claim read in one direction."""

    start: int
    end: int
    claim: Claim
    conditions: Conditions


Neighbours = Sequence[Sequence[Edge]]
"""For each position the edges that start there; read backwards, those that end there."""


class Closure:
    """The preorders ≻, ⟹ and ⊂ that the undisputed claims about some notions generate.

    ≻ gives ⟹; ~ gives ≻ both ways; = gives all of them; ⊂ gives ⟹ where ``gives_implication`` says so of the claim.
    """

    def __init__(
        self,
        notions: Iterable[str],
        claims: Iterable[Claim],
        gives_implication: Callable[[Claim], bool],
        beside: Closure | None = None,
    ) -> None:
        """The claims of ``beside``, a closure over the same notions, take part as well, and its results are reused."""
        self.ids: Sequence[str] = sorted(notions)
        self.index = {name: i for i, name in enumerate(self.ids)}
        self._beside = beside
        self._new = tuple(c for c in claims if not c.disputed and c.subject in self.index and c.object in self.index)
        self.claims: tuple[Claim, ...] = self._new if beside is None else (*beside.claims, *self._new)
        self.gives_implication = gives_implication
        self.granted = cache(self._grant)
        self._usable = cache(self._select)
        self._reach = cache(self._close)
        self._neighbours = cache(self._gather)

    @cached_property
    def edges(self) -> Mapping[RelationKind, tuple[Edge, ...]]:
        """The claims that each of the three orders can be read off, best supported first.

        An equivalence without a formula in this direction comes last: it is used only where no other claim of the two has one.
        """
        return {kind: (*self._readings[kind, False], *self._readings[kind, True]) for kind in ORDERS}

    @cached_property
    def _readings(self) -> dict[tuple[RelationKind, bool], list[Edge]]:
        own = self._read()
        if self._beside is None:
            return own
        before = self._beside._readings  # noqa: SLF001  # of the same class
        return {key: sorted((*before[key], *edges), key=lambda e: e.claim.precedence) for key, edges in own.items()}

    def _read(self) -> dict[tuple[RelationKind, bool], list[Edge]]:
        """For each order the edges that the new claims give, best supported first: those with a formula, then those without."""
        found: dict[tuple[RelationKind, bool], list[Edge]] = {(k, last): [] for k in ORDERS for last in (False, True)}
        positive = (c for c in self._new if not c.kind.negative and possible(c.conditions))
        for claim in sorted(positive, key=attrgetter("precedence")):
            start, end = self.index[claim.subject], self.index[claim.object]
            readings = [Edge(start, end, claim, claim.conditions)]
            if claim.kind.symmetric:
                readings.append(Edge(end, start, claim, claim.conditions))
            for kind in self._orders(claim):
                for edge in readings:
                    found[kind, unsaid(claim, self.ids[edge.start])].append(edge)
        return found

    def _orders(self, claim: Claim) -> tuple[RelationKind, ...]:
        match claim.kind:
            case _K.STRONGER_THAN | _K.EQUIVALENT_TO:
                return (_K.STRONGER_THAN, _K.IMPLIES)
            case _K.SAME_AS:
                return ORDERS
            case _K.IMPLIES:
                return (_K.IMPLIES,)
            case _:
                return (_K.SPECIAL_CASE_OF, _K.IMPLIES) if self.gives_implication(claim) else (_K.SPECIAL_CASE_OF,)

    @cached_property
    def _asked(self) -> Conditions:
        """All conditions that some positive claim needs."""
        return frozenset().union(*(e.conditions for edges in self.edges.values() for e in edges))

    def _grant(self, inside: Conditions) -> Conditions:
        """What ``inside`` entails, as far as a positive claim asks for it; the rest grants nothing."""
        return entailed(inside) & self._asked

    def usable(self, kind: RelationKind, inside: Conditions | None = NONE) -> Sequence[Edge]:
        """The edges that hold wherever ``inside`` does; None grants all conditions of all claims."""
        return self.edges[kind] if inside is None else self._usable(kind, self.granted(inside))

    def _select(self, kind: RelationKind, granted: Conditions) -> Sequence[Edge]:
        return [e for e in self.edges[kind] if e.conditions <= granted]

    def reach(self, kind: RelationKind, inside: Conditions | None = NONE, *, backwards: bool = False) -> Reachability:
        """The closure of ``kind`` inside given conditions; None grants all conditions of all claims."""
        return self._reach(kind, inside if not inside else self.granted(inside), backwards)

    def _close(self, kind: RelationKind, inside: Conditions | None, backwards: bool) -> Reachability:
        edges = self.usable(kind, inside)
        return closure(len(self.ids), ((e.end, e.start) if backwards else (e.start, e.end) for e in edges))

    def pairs(self, kind: RelationKind) -> Iterable[tuple[str, str]]:
        """All ordered pairs of different notions for which ``kind`` follows unconditionally."""
        reach = self.reach(kind)
        for i, name in enumerate(self.ids):
            for j in bits(reach.row(i) & ~(1 << i)):
                yield name, self.ids[j]

    def row_of(self, names: Iterable[str]) -> int:
        """Notions by their positions, as a bitset."""
        return sum(1 << self.index[n] for n in set(names) if n in self.index)

    # paths

    def neighbours(self, kind: RelationKind, inside: Conditions | None = NONE, *, backwards: bool = False) -> Neighbours:
        """The usable edges by where they start (or, backwards, by where they end), best supported first."""
        return self._neighbours(kind, inside if not inside else self.granted(inside), backwards)

    def _gather(self, kind: RelationKind, inside: Conditions | None, backwards: bool) -> Neighbours:
        found: list[list[Edge]] = [[] for _ in self.ids]
        for edge in self.usable(kind, inside):
            found[edge.end if backwards else edge.start].append(edge)
        return found

    def path(self, kind: RelationKind, start: int, end: int, inside: Conditions = NONE) -> list[Edge] | None:
        """A shortest path of usable edges; of equally short ones the best supported, then the first by claim id."""
        if not self.reach(kind, inside).reaches(start, end):
            return None
        last = self.tree(kind, start, inside, end)
        path = []
        while end != start:
            path.append(last[end])
            end = path[-1].start
        return path[::-1]

    def tree(self, kind: RelationKind, start: int, inside: Conditions = NONE, end: int | None = None) -> Mapping[int, Edge]:
        """For each position that ``start`` reaches the last edge of :meth:`path` to it; stops early at ``end``."""
        outgoing = self.neighbours(kind, inside)
        left = self.reach(kind, inside).row(start).bit_count() - 1
        last: dict[int, Edge] = {}
        queue = deque([start])
        while left > len(last):
            for edge in outgoing[queue.popleft()]:
                if edge.end != start and edge.end not in last:
                    last[edge.end] = edge
                    if edge.end == end:
                        return last
                    queue.append(edge.end)
        return last

    def leads_beside(self, claim: Claim, kind: RelationKind, start: int, end: int) -> bool:
        """Whether some path of unconditional edges does without a claim."""
        outgoing, found, queue = self.neighbours(kind), {start}, deque([start])
        while queue:
            for edge in outgoing[queue.popleft()]:
                if edge.claim.id != claim.id and edge.end not in found:
                    if edge.end == end:
                        return True
                    found.add(edge.end)
                    queue.append(edge.end)
        return False

    def distances(self, kind: RelationKind, start: int, inside: Conditions, *, backwards: bool = False) -> dict[int, int]:
        """How many claims lead from ``start`` to each position (or from each position to it)."""
        neighbours = self.neighbours(kind, inside, backwards=backwards)
        distance = {start: 0}
        queue = deque([start])
        while queue:
            here = queue.popleft()
            for edge in neighbours[here]:
                there = edge.start if backwards else edge.end
                if there not in distance:
                    distance[there] = distance[here] + 1
                    queue.append(there)
        return distance

    def conditional_paths(self, kind: RelationKind, subject: str, target: str) -> list[list[Edge]]:
        """Paths whose conditions are minimal, at most MAX_CONDITION_SETS of them; none for conditions that exclude each other."""
        start, end = self.index[subject], self.index[target]
        outgoing = self.neighbours(kind, None)
        hopeful = self.reach(kind, None, backwards=True).row(end)
        way: tuple[Conditions, list[Edge]] = (NONE, [])
        best = {start: [way]}
        queue = deque([(start, way)])
        while queue:
            node, way = queue.popleft()
            if way not in best[node]:
                continue  # overtaken by a smaller set
            needed, path = way
            for edge in outgoing[node]:
                if not hopeful >> edge.end & 1:
                    continue
                united = needed | edge.conditions
                known = best.setdefault(edge.end, [])
                if any(c <= united for c, _ in known) or not possible(united):
                    continue
                known[:] = [(c, p) for c, p in known if not united <= c]
                if len(known) < MAX_CONDITION_SETS:
                    known.append((united, [*path, edge]))
                    queue.append((edge.end, known[-1]))
        return [path for conditions, path in best.get(end, []) if conditions]
