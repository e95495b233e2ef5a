"""What follows from the asserted claims, what is refuted, and what is open.

The engine decides, for every ordered pair of notions, whether the first is stronger than, implies or is a special case of the
second, from these rules (design, Section 3), and no others:

- ≻, ⟹ and ⊂ are reflexive and transitive; ≻ gives ⟹; ~ gives ≻ both ways; = gives all of them; ⊂ gives ⟹ where its choices
  are quantitative and proper.
- ⇏ gives ⊁. A separation spreads: what X does not give, nothing that X gives can give; what does not give Z, does not give
  anything that gives Z. A positive claim under conditions is used with a separation only if the separation lies inside them.
- A separation passes between a notion and a special case of it at chosen structure (:class:`Case`), both ways.
- Post-processing and convexity go down ⊂ where they hold and up where they fail; composability is shared along ~.

It leaves open: conjunctions of several notions, arithmetic of parameter maps (:mod:`dpzoo.relations.conversion` has that),
constraints on parameters beyond equal words, separations of ⊂, and anything about disputed claims.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from dpzoo.records.enums import Property, RelationKind, Verdict
from dpzoo.relations.claims import Claim
from dpzoo.relations.conditions import NONE, Conditions, conditions_of, entailed, possible
from dpzoo.relations.directions import unsaid
from dpzoo.relations.facts import DENIAL, ORDERS, Answer, Decision, Derivation, Fact, PropertyFact, Rule, Step
from dpzoo.relations.reachability import Reachability, bits, closure, transposed

_K = RelationKind
_NO_UNIVERSES: Mapping[str, frozenset[str]] = MappingProxyType({})
_NO_BOUNDS: Mapping[str, tuple[str, ...]] = MappingProxyType({})
MAX_CONDITION_SETS = 8
"""How many minimal sets of conditions are looked for at one notion."""

Cells = Mapping[tuple[str, Property], Verdict]


@dataclass(frozen=True, slots=True)
class Edge:
    """One claim read in one direction."""

    start: int
    end: int
    claim: Claim
    conditions: Conditions


@dataclass(frozen=True, slots=True)
class Case:
    """A ⊂ claim that chooses structure: its subject is the object at these values, proper levels at proper ones.

    The choice binds only the object's parameters: ``sorts`` are theirs, and a third notion with one of them is held to the same
    value, so that the claim says nothing about it. ``exact`` says that every proper level of the object, at these values, gives
    a proper level of the subject.
    """

    claim: Claim
    barred: frozenset[str]
    """The notions with a structural parameter that the claim chooses."""
    exact: bool


@dataclass(frozen=True, slots=True)
class Refused:
    """Separations that blocks give: for each order the rows of what is refuted, and the claims that say so, once asked for."""

    rows: Mapping[RelationKind, Sequence[int]]
    claims: Callable[[], Sequence[Claim]]


@dataclass(frozen=True, slots=True)
class _Passed:
    """Separations that one case passes on: from its subject to its object (or the other way for what does not give it)."""

    case: Case
    forward: bool
    start: int
    row: int
    """The third notions, as a bitset."""


class Inference:
    """The closure of a set of claims. Closures are computed when first asked for; derivations for one question at a time."""

    def __init__(
        self,
        notions: Iterable[str],
        claims: Iterable[Claim],
        cells: Cells,
        gives_implication: Callable[[Claim], bool],
        universes: Mapping[str, frozenset[str]] = _NO_UNIVERSES,
        bounded: Mapping[str, tuple[str, ...]] = _NO_BOUNDS,
        lifted: Callable[[RelationKind, str, str], Claim | None] | None = None,
        cases: Sequence[Case] = (),
        refused: Callable[[], Refused] | None = None,
    ) -> None:
        """``gives_implication`` says of a ⊂ claim whether its choices are all quantitative and proper.

        ``universes`` has the data universes that a notion speaks of, directly or by a translation. ``bounded`` has the notions of
        which none is a special case that implies none of their proper levels, each with the notions that it is at improper ones.
        ``lifted`` gives the relation that the blocks of two notions give by themselves: as good as a recorded claim.
        ``cases`` are the special cases at chosen structure that pass separations on.
        """
        self.ids: Sequence[str] = sorted(notions)
        self.index = {name: i for i, name in enumerate(self.ids)}
        self.cells = cells
        self._given = tuple(c for c in claims if not c.disputed and c.subject in self.index and c.object in self.index)
        self._refused = refused
        self._gives_implication = gives_implication
        self._universes = universes
        self.bounded = bounded
        self._lifted = lifted
        self.cases = tuple(c for c in cases if c.claim.subject in self.index and c.claim.object in self.index)

    @cached_property
    def claims(self) -> tuple[Claim, ...]:
        """Every claim that takes part, undisputed: asserted ones, and those that blocks give."""
        return self._given if self._refused is None else (*self._given, *self._refused().claims())

    @cached_property
    def asserted(self) -> tuple[Claim, ...]:
        """Those that a record states."""
        return tuple(c for c in self._given if c.lift is None)

    def extended(
        self,
        claims: Iterable[Claim],
        lifted: Callable[[RelationKind, str, str], Claim | None],
        refused: Callable[[], Refused] | None = None,
    ) -> Inference:
        """The inference over these claims, with all else as it is."""
        return Inference(
            self.ids, claims, self.cells, self._gives_implication, self._universes, self.bounded, lifted, self.cases, refused
        )

    @cached_property
    def _best_first(self) -> Sequence[Claim]:
        return sorted(self._given, key=lambda c: (-c.grade.rank, c.id))

    @cached_property
    def edges(self) -> Mapping[RelationKind, tuple[Edge, ...]]:
        """The claims that each of the three orders can be read off, best supported first."""
        found: dict[RelationKind, list[Edge]] = {kind: [] for kind in ORDERS}
        for claim in self._best_first:
            conditions = conditions_of(claim)
            if claim.kind.negative or not possible(conditions):
                continue
            start, end = self.index[claim.subject], self.index[claim.object]
            for kind in self._orders(claim):
                found[kind].append(Edge(start, end, claim, conditions))
                if claim.kind.symmetric:
                    found[kind].append(Edge(end, start, claim, conditions))
        # an equivalence without a formula in this direction only where no claim of the two has one
        return {k: tuple(sorted(edges, key=lambda e: unsaid(e.claim, self.ids[e.start]))) for k, edges in found.items()}

    def _orders(self, claim: Claim) -> tuple[RelationKind, ...]:
        match claim.kind:
            case _K.STRONGER_THAN | _K.EQUIVALENT_TO:
                return (_K.STRONGER_THAN, _K.IMPLIES)
            case _K.SAME_AS:
                return ORDERS
            case _K.IMPLIES:
                return (_K.IMPLIES,)
            case _:
                return (_K.SPECIAL_CASE_OF, _K.IMPLIES) if self._gives_implication(claim) else (_K.SPECIAL_CASE_OF,)

    @cached_property
    def _separations_given(self) -> Mapping[Conditions, list[Claim]]:
        """Without those that blocks give, which :meth:`denied` has as rows."""
        found: dict[Conditions, list[Claim]] = {}
        for claim in (c for c in self._best_first if c.kind.negative):
            found.setdefault(self.granted(conditions_of(claim)), []).append(claim)
        return found

    @cached_property
    def separations(self) -> Mapping[Conditions, tuple[Claim, ...]]:
        """The asserted separations by what their conditions grant to positive claims."""
        found: dict[Conditions, list[Claim]] = {}
        rest = sorted(self.claims[len(self._given) :], key=lambda c: (-c.grade.rank, c.id))
        for claim in (c for c in (*self._best_first, *rest) if c.kind.negative):
            found.setdefault(self.granted(conditions_of(claim)), []).append(claim)
        return {inside: tuple(claims) for inside, claims in found.items()}

    @cached_property
    def _separations_by_subject(self) -> Mapping[Conditions, Mapping[int, list[tuple[int, Claim]]]]:
        found: dict[Conditions, dict[int, list[tuple[int, Claim]]]] = {}
        for inside, claims in self.separations.items():
            rows = found[inside] = {}
            for claim in claims:
                rows.setdefault(self.index[claim.subject], []).append((self.index[claim.object], claim))
        return found

    @cached_property
    def _asked(self) -> Conditions:
        """All conditions that some positive claim needs."""
        return frozenset().union(*(e.conditions for edges in self.edges.values() for e in edges))

    def granted(self, inside: Conditions) -> Conditions:
        """What ``inside`` entails, as far as a positive claim asks for it; the rest grants nothing."""
        return entailed(inside) & self._asked

    # closures

    def usable(self, kind: RelationKind, inside: Conditions) -> Iterable[Edge]:
        """The edges that hold wherever ``inside`` does."""
        granted = self.granted(inside)
        return (e for e in self.edges[kind] if e.conditions <= granted)

    @cached_property
    def _closures(self) -> dict[tuple[RelationKind, Conditions | None, bool], Reachability]:
        return {}

    def reach(self, kind: RelationKind, inside: Conditions | None = NONE, *, backwards: bool = False) -> Reachability:
        """The closure of ``kind`` inside given conditions; None grants all conditions of all claims."""
        key = (kind, inside, backwards)
        found = self._closures.get(key)
        if found is None:
            edges = self.edges[kind] if inside is None else self.usable(kind, inside)
            pairs = ((e.end, e.start) if backwards else (e.start, e.end) for e in edges)
            found = self._closures[key] = closure(len(self.ids), pairs)
        return found

    @cached_property
    def _denied(self) -> dict[RelationKind, list[int]]:
        return {}

    def denied(self, kind: RelationKind) -> list[int]:
        """For each notion the notions to which ``kind`` is refuted, as bitsets."""
        found = self._denied.get(kind)
        if found is None:
            found = self._denied[kind] = self._refute(kind)
        return found

    def denied_by_claims(self, kind: RelationKind) -> list[int]:
        """The same without what special cases at chosen structure pass on."""
        return self._refute(kind, pass_on=False)

    def _refute(self, kind: RelationKind, *, pass_on: bool = True) -> list[int]:
        rows = [0] * len(self.ids)
        if kind not in DENIAL:
            return rows
        by_blocks = self._refused().rows.get(kind) if self._refused is not None else None
        forth, back = self.reach(kind), self.reach(kind, backwards=True)
        start = [0] * len(self.ids) if by_blocks is None else [back.over(row) for row in by_blocks]
        for inside, claims in self._separations_given.items():
            more = [(e.start, e.end) for e in self.usable(kind, inside) if e.conditions]
            less = [(end, begin) for begin, end in more]
            for claim in claims:
                if not self._denies(claim, kind):
                    continue
                subject, target = self.index[claim.subject], self.index[claim.object]
                if not more:
                    start[subject] |= back.row(target)
                    continue
                above = back.through(target, less)
                for i in bits(forth.through(subject, more)):
                    rows[i] |= above
        if any(start):
            rows = [a | b for a, b in zip(rows, forth.spread(start), strict=True)]
        if kind is _K.IMPLIES and pass_on:
            rows = self._pass_on(rows)
        if kind is _K.STRONGER_THAN:
            others = self.denied(_K.IMPLIES) if pass_on else self.denied_by_claims(_K.IMPLIES)
            rows = [a | b for a, b in zip(rows, others, strict=True)]
        if kind is _K.SPECIAL_CASE_OF:
            rows = [row | self._no_case(denied) for row, denied in zip(rows, self.denied(_K.IMPLIES), strict=True)]
        return rows

    @cached_property
    def passed(self) -> Sequence[_Passed]:
        """What special cases at chosen structure pass on, in the order in which it is found."""
        self.denied(_K.IMPLIES)
        return self._passed

    @cached_property
    def _passed(self) -> list[_Passed]:
        return []

    def _pass_on(self, rows: list[int]) -> list[int]:
        """The refuted implications with those that cases pass on, closed."""
        if not self.cases:
            return rows
        count = len(self.ids)
        forth, back = self.reach(_K.IMPLIES), self.reach(_K.IMPLIES, backwards=True)
        found = []
        for case in self.cases:
            subject, target = self.index[case.claim.subject], self.index[case.claim.object]
            third = ((1 << count) - 1) & ~self.row_of(case.barred) & ~self.apart[subject] & ~self.apart[target]
            if not self.apart[subject] >> target & 1:
                found.append((case, subject, target, third & ~(1 << subject) & ~(1 << target)))
        while True:
            columns = transposed(rows)
            start, across = [0] * count, [0] * count
            for case, subject, target, third in found:
                more = rows[subject] & third & ~rows[target] & ~start[target]
                if more:
                    start[target] |= more
                    self._passed.append(_Passed(case, True, target, more))
                more = columns[subject] & third & ~columns[target] & ~across[target] if case.exact else 0
                if more:
                    across[target] |= more
                    self._passed.append(_Passed(case, False, target, more))
            if not any(start) and not any(across):
                return rows
            new = [a | b for a, b in zip(start, transposed(across), strict=True)]
            new = [back.over(row) for row in new]
            rows = [a | b for a, b in zip(rows, forth.spread(new), strict=True)]

    def row_of(self, names: Iterable[str]) -> int:
        """Notions by their positions, as a bitset."""
        return sum(1 << self.index[n] for n in set(names) if n in self.index)

    @staticmethod
    def _denies(claim: Claim, kind: RelationKind) -> bool:
        if kind is _K.SPECIAL_CASE_OF:
            return claim.kind is _K.NOT_SPECIAL_CASE_OF
        return claim.kind is _K.DOES_NOT_IMPLY or (claim.kind is _K.NOT_STRONGER_THAN and kind is _K.STRONGER_THAN)

    def _no_case(self, denied: int) -> int:
        """Of what a notion does not imply, as a bitset, that of which it is therefore no special case."""
        found = denied & self._bounded_row
        for name, others in self._with_boundary:
            if found >> self.index[name] & 1 and any(not denied >> self.index[o] & 1 for o in others):
                found &= ~(1 << self.index[name])
        return found

    @cached_property
    def _bounded_row(self) -> int:
        return sum(1 << self.index[n] for n in self.bounded if n in self.index)

    @cached_property
    def _with_boundary(self) -> Sequence[tuple[str, tuple[str, ...]]]:
        return [(n, others) for n, others in self.bounded.items() if others and n in self.index]

    @cached_property
    def apart(self) -> Sequence[int]:
        """For each notion those that speak of other data, without a recorded translation, as bitsets."""
        members: dict[str, int] = {}
        for name, universes in self._universes.items():
            for universe in universes if name in self.index else ():
                members[universe] = members.get(universe, 0) | 1 << self.index[name]
        known = sum(1 << self.index[n] for n in self._universes if n in self.index)
        rows = []
        for name in self.ids:
            shared = 0
            for universe in self._universes.get(name, ()):
                shared |= members[universe]
            rows.append(known & ~shared if name in self._universes else 0)
        return rows

    # answers

    def answer(self, kind: RelationKind, subject: str, target: str) -> Answer:
        """Whether ``subject`` stands in the order ``kind`` to ``target``; KeyError for an unknown id."""
        a, b = self.index[subject], self.index[target]
        if self.reach(kind).reaches(a, b):
            return Answer.YES
        under = self.reach(kind, None).reaches(a, b) and bool(self.conditional_paths(kind, subject, target))
        if self.denied(kind)[a] >> b & 1:
            return Answer.NO_BUT if under else Answer.NO
        if under:
            return Answer.OPEN_BUT
        return Answer.DIFFERENT if self.apart[a] >> b & 1 else Answer.OPEN

    def decide(self, kind: RelationKind, subject: str, target: str) -> Decision:
        """The answer with its derivation."""
        answer = self.answer(kind, subject, target)
        derivation: Derivation | None = None
        if answer is Answer.YES:
            derivation = self.derive(kind, subject, target)
        elif answer.decided:
            derivation = self.refute(kind, subject, target)
        under: tuple[Derivation, ...] = ()
        if answer in (Answer.NO_BUT, Answer.OPEN_BUT):
            under = tuple(
                _chain(kind, path, self.ids, self.ids[path[0].start]) for path in self.conditional_paths(kind, subject, target)
            )
        return Decision(kind, subject, target, answer, derivation, under)

    def verdict(self, notion: str, which: Property) -> Verdict:
        """Whether ``notion`` has the property, asserted or derived."""
        bit = 1 << self.index[notion]
        holds, fails = self._property_rows[which]
        if holds & bit:
            return Verdict.HOLDS
        return Verdict.FAILS if fails & bit else Verdict.OPEN

    @cached_property
    def _property_rows(self) -> Mapping[Property, tuple[int, int]]:
        """For each property the notions for which it holds and fails, asserted or derived."""
        found = {}
        for which in Property:
            if which is Property.COMPOSITION:
                order = self.reach(_K.STRONGER_THAN)
                holders = failures = [order.members[c] for c in order.component]
            else:
                holders = [self.reach(_K.SPECIAL_CASE_OF).row(i) for i in range(len(self.ids))]
                failures = [self.reach(_K.SPECIAL_CASE_OF, backwards=True).row(i) for i in range(len(self.ids))]
            found[which] = (
                _touching(holders, self._recorded(which, Verdict.HOLDS)),
                _touching(failures, self._recorded(which, Verdict.FAILS)),
            )
        return found

    def _recorded(self, which: Property, verdict: Verdict) -> int:
        """The notions whose record gives this verdict, as a bitset."""
        found = 0
        for (name, claimed), given in self.cells.items():
            if claimed is which and given is verdict and name in self.index:
                found |= 1 << self.index[name]
        return found

    # derivations

    def derive(self, kind: RelationKind, subject: str, target: str, inside: Conditions = NONE) -> Derivation | None:
        """A shortest derivation of a positive fact from claims that hold inside ``inside``; None if there is none."""
        path = self.path(kind, self.index[subject], self.index[target], inside)
        direct = self.by_blocks(kind, subject, target) if path is None or len(path) > 1 else None
        if direct is not None:
            path = [Edge(self.index[subject], self.index[target], direct, NONE)]
        return None if path is None else _chain(kind, path, self.ids, subject)

    def by_blocks(self, kind: RelationKind, subject: str, target: str) -> Claim | None:
        """The relation of this kind, or a stronger one, that the blocks of two notions give by themselves."""
        return None if self._lifted is None else self._lifted(kind, subject, target)

    def path(self, kind: RelationKind, start: int, end: int, inside: Conditions = NONE) -> list[Edge] | None:
        """A shortest path of usable edges; of equally short ones the best supported, then the first by claim id."""
        if start == end:
            return []
        parents = self._search(kind, start, inside, end)
        if end not in parents:
            return None
        path = []
        while end != start:
            path.append(parents[end])
            end = path[-1].start
        return path[::-1]

    def reached_by(self, kind: RelationKind, subject: str) -> Mapping[int, Edge]:
        """For each notion that ``subject`` reaches unconditionally (its position) the last edge of :meth:`path` to it."""
        return self._search(kind, self.index[subject], NONE)

    def _search(self, kind: RelationKind, start: int, inside: Conditions, end: int | None = None) -> dict[int, Edge]:
        """Breadth first: for each node reached the edge by which it was first reached; stops early at ``end``."""
        outgoing = self._adjacency(kind, inside)
        parents: dict[int, Edge] = {}
        queue = deque([start])
        while queue:
            node = queue.popleft()
            for edge in outgoing[node]:
                if edge.end != start and edge.end not in parents:
                    parents[edge.end] = edge
                    if edge.end == end:
                        return parents
                    queue.append(edge.end)
        return parents

    @cached_property
    def _adjacencies(self) -> dict[tuple[RelationKind, Conditions], list[list[Edge]]]:
        return {}

    def _adjacency(self, kind: RelationKind, inside: Conditions) -> list[list[Edge]]:
        found = self._adjacencies.get((kind, inside))
        if found is None:
            found = [[] for _ in self.ids]
            for edge in self.usable(kind, inside):
                found[edge.start].append(edge)
            self._adjacencies[kind, inside] = found
        return found

    def refute(self, kind: RelationKind, subject: str, target: str) -> Derivation | None:
        """A shortest derivation that ``kind`` fails between two notions; None if the rules give none."""
        best: tuple[int, RelationKind, Claim, Conditions] | None = None
        a, b = self.index[subject], self.index[target]
        if kind is _K.SPECIAL_CASE_OF and self._no_case(self.denied(_K.IMPLIES)[a]) >> b & 1:
            return self._no_case_derivation(subject, target)
        orders = (_K.STRONGER_THAN, _K.IMPLIES) if kind is _K.STRONGER_THAN else (kind,)
        for order in orders:
            if order not in DENIAL:
                continue
            for inside, by_subject in self._separations_by_subject.items():
                left, right = self._distances(order, a, inside, backwards=True), self._distances(order, b, inside)
                for x, before in left.items():
                    for z, claim in by_subject.get(x, ()):
                        behind = right.get(z)
                        if behind is None or not self._denies(claim, order):
                            continue
                        length = before + behind + (claim.kind is not DENIAL[order])
                        if best is None or (length, -claim.grade.rank, claim.id) < (best[0], -best[2].grade.rank, best[2].id):
                            best = (length, order, claim, inside)
        if (best is None or best[0] > 0) and kind is not _K.SPECIAL_CASE_OF:
            direct = self.by_blocks(DENIAL[kind], subject, target)
            if direct is not None:
                order = _K.IMPLIES if direct.kind is _K.DOES_NOT_IMPLY else _K.STRONGER_THAN
                best = (0, order, direct, NONE)
        if best is None:
            return self._refute_by_case(kind, subject, target)
        _, order, claim, inside = best
        given_by = self.path(order, self.index[claim.subject], a, inside)
        giving = self.path(order, b, self.index[claim.object], inside)
        assert given_by is not None  # the distances say so
        assert giving is not None
        return _refutation(kind, order, claim, given_by, giving, self.ids, subject, target)

    def _refute_by_case(self, kind: RelationKind, subject: str, target: str) -> Derivation | None:
        """A derivation by a special case at chosen structure, the one that was found first."""
        if kind is _K.SPECIAL_CASE_OF or not self.cases:
            return None
        a, b = self.index[subject], self.index[target]
        gives_subject, gives_target = self.reach(_K.IMPLIES, backwards=True).row(a), self.reach(_K.IMPLIES).row(b)
        for passed in self.passed:
            own, others = (gives_subject, gives_target) if passed.forward else (gives_target, gives_subject)
            found = passed.row & others
            if not own >> passed.start & 1 or not found:
                continue
            end = b if passed.forward else a
            third = end if found >> end & 1 else next(bits(found))
            return self._case_derivation(kind, passed, third, a, b)
        return None

    def _case_derivation(self, kind: RelationKind, passed: _Passed, third: int, a: int, b: int) -> Derivation | None:
        claim = passed.case.claim
        start, end = (passed.start, third) if passed.forward else (third, passed.start)
        pair = (claim.subject, self.ids[third]) if passed.forward else (self.ids[third], claim.subject)
        before = self.refute(_K.IMPLIES, *pair)
        assert before is not None  # it was refuted before the case passed it on
        steps = list(before.steps)
        inside = _conditions(before)
        steps.append(Step(Fact(claim.kind, claim.subject, claim.object, conditions_of(claim)), claim_rule(claim), (), claim))
        rule = Rule.CASE_LACKS if passed.forward else Rule.CASE_MISSED
        denial = Fact(_K.DOES_NOT_IMPLY, self.ids[start], self.ids[end], inside)
        steps.append(Step(denial, rule, (len(before.steps) - 1, len(before.steps))))
        left, right = self.path(_K.IMPLIES, start, a), self.path(_K.IMPLIES, b, end)
        assert left is not None  # the closures say so
        assert right is not None
        _spread_refutation(steps, _K.IMPLIES, denial, left, right, self.ids, self.ids[a], self.ids[b])
        if kind is _K.STRONGER_THAN:
            fact = Fact(_K.NOT_STRONGER_THAN, self.ids[a], self.ids[b], inside)
            steps.append(Step(fact, Rule.NOT_IMPLIED, (len(steps) - 1,)))
        return Derivation(tuple(steps))

    def _no_case_derivation(self, subject: str, target: str) -> Derivation | None:
        steps: list[Step] = []
        premises = []
        for other in (target, *self.bounded[target]):
            chain = self.refute(_K.IMPLIES, subject, other)
            if chain is None:
                return None
            premises.append(_append(steps, chain))
        steps.append(Step(Fact(_K.NOT_SPECIAL_CASE_OF, subject, target), Rule.NOT_A_CASE, tuple(premises)))
        return Derivation(tuple(steps))

    def _distances(self, kind: RelationKind, start: int, inside: Conditions, *, backwards: bool = False) -> dict[int, int]:
        """How many claims lead from ``start`` to each node (or from each node to it), by breadth-first search."""
        neighbours = self._neighbours(kind, inside, backwards)
        distance = {start: 0}
        queue = deque([start])
        while queue:
            node = queue.popleft()
            for following in neighbours[node]:
                if following not in distance:
                    distance[following] = distance[node] + 1
                    queue.append(following)
        return distance

    @cached_property
    def _neighbour_lists(self) -> dict[tuple[RelationKind, Conditions, bool], list[list[int]]]:
        return {}

    def _neighbours(self, kind: RelationKind, inside: Conditions, backwards: bool) -> list[list[int]]:
        key = (kind, inside, backwards)
        found = self._neighbour_lists.get(key)
        if found is None:
            found = self._neighbour_lists[key] = [[] for _ in self.ids]
            for edge in self.usable(kind, inside):
                start, end = (edge.end, edge.start) if backwards else (edge.start, edge.end)
                found[start].append(end)
        return found

    def explain_property(self, notion: str, which: Property) -> Derivation | None:
        """A shortest derivation of a property's verdict; None where it is open."""
        verdict = self.verdict(notion, which)
        if verdict is Verdict.OPEN:
            return None
        own = self.index[notion]
        kind = _K.STRONGER_THAN if which is Property.COMPOSITION else _K.SPECIAL_CASE_OF
        sources = [self.index[n] for (n, p), v in self.cells.items() if p is which and v is verdict and n in self.index]
        found: list[tuple[int, str, list[Derivation]]] = []
        for source in sources:
            there, back = self.path(kind, own, source), self.path(kind, source, own)
            name = self.ids[source]
            if which is Property.COMPOSITION:
                if there is not None and back is not None:
                    chains = [_chain(kind, there, self.ids, notion), _chain(kind, back, self.ids, name)]
                    found.append((len(there) + len(back), name, chains))
            elif verdict is Verdict.HOLDS and there is not None:
                found.append((len(there), name, [_chain(kind, there, self.ids, notion)]))
            elif verdict is Verdict.FAILS and back is not None:
                found.append((len(back), name, [_chain(kind, back, self.ids, name)]))
        length, source_name, chains = min(found, key=lambda f: f[:2])
        cell = Step(PropertyFact(source_name, which, verdict), Rule.CELL)
        if length == 0:
            return Derivation((cell,))
        steps = [cell]
        premises = [0, *(_append(steps, chain) for chain in chains)]
        rule = (
            Rule.COMPOSITION
            if which is Property.COMPOSITION
            else (Rule.AXIOM_DOWN if verdict is Verdict.HOLDS else Rule.AXIOM_UP)
        )
        steps.append(Step(PropertyFact(notion, which, verdict), rule, tuple(premises)))
        return Derivation(tuple(steps))

    # conditions

    @cached_property
    def _outgoing(self) -> Mapping[RelationKind, list[list[Edge]]]:
        """The edges of each order by where they start."""
        found: dict[RelationKind, list[list[Edge]]] = {}
        for kind, edges in self.edges.items():
            found[kind] = [[] for _ in self.ids]
            for edge in edges:
                found[kind][edge.start].append(edge)
        return found

    def conditional_paths(self, kind: RelationKind, subject: str, target: str) -> list[list[Edge]]:
        """Paths whose conditions are minimal, at most MAX_CONDITION_SETS of them; none for conditions that exclude each other."""
        start, end = self.index[subject], self.index[target]
        outgoing = self._outgoing[kind]
        hopeful = self.reach(kind, None, backwards=True).row(end)
        best: dict[int, list[tuple[Conditions, list[Edge]]]] = {start: [(NONE, [])]}
        queue = deque([(start, NONE, [])])  # type: deque[tuple[int, Conditions, list[Edge]]]
        while queue:
            node, needed, path = queue.popleft()
            if not any(needed == c and path == p for c, p in best[node]):
                continue  # overtaken by a smaller set
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
                    queue.append((edge.end, united, [*path, edge]))
        return [path for conditions, path in best.get(end, []) if conditions]

    def pairs(self, kind: RelationKind) -> Iterable[tuple[str, str]]:
        """All ordered pairs of different notions for which ``kind`` follows unconditionally."""
        reach = self.reach(kind)
        for i, name in enumerate(self.ids):
            for j in bits(reach.row(i) & ~(1 << i)):
                yield name, self.ids[j]


def _touching(rows: Sequence[int], wanted: int) -> int:
    """The positions of the rows that meet ``wanted``, as a bitset."""
    found = 0
    for i, row in enumerate(rows):
        if row & wanted:
            found |= 1 << i
    return found


def _append(steps: list[Step], chain: Derivation) -> int:
    """Add a derivation's steps with their numbers shifted; the number of its conclusion."""
    shift = len(steps)
    steps.extend(Step(s.conclusion, s.rule, tuple(p + shift for p in s.premises), s.claim) for s in chain.steps)
    return len(steps) - 1


def claim_rule(claim: Claim) -> Rule:
    """The rule of a step that states a claim: as a record asserts it, or lifted from blocks."""
    return Rule.CLAIM if claim.lift is None else Rule.LIFTED


def derivation_of(kind: RelationKind, path: Sequence[Edge], ids: Sequence[str], start: str) -> Derivation:
    """The derivation that a path of edges from ``start`` spells out."""
    return _chain(kind, path, ids, start)


def _chain(kind: RelationKind, path: Sequence[Edge], ids: Sequence[str], start: str) -> Derivation:
    """The fact that a path of edges shows, step by step."""
    if not path:
        return Derivation((Step(Fact(kind, start, start), Rule.REFLEXIVE),))
    steps: list[Step] = []
    last: int | None = None
    for edge in path:
        arrived = _read(steps, kind, edge, ids)
        if last is None:
            last = arrived
            continue
        first, second = steps[last].conclusion, steps[arrived].conclusion
        assert isinstance(first, Fact)
        assert isinstance(second, Fact)
        joined = Fact(kind, first.subject, second.object, first.conditions | second.conditions)
        steps.append(Step(joined, Rule.TRANSITIVE, (last, arrived)))
        last = len(steps) - 1
    return Derivation(tuple(steps))


def _read(steps: list[Step], kind: RelationKind, edge: Edge, ids: Sequence[str]) -> int:
    """Append the steps that read an edge's claim as ``kind``; the number of the last."""
    claim = edge.claim
    steps.append(Step(Fact(claim.kind, claim.subject, claim.object, edge.conditions), claim_rule(claim), (), claim))
    start, end = ids[edge.start], ids[edge.end]

    def then(target: RelationKind, rule: Rule) -> None:
        steps.append(Step(Fact(target, start, end, edge.conditions), rule, (len(steps) - 1,)))

    if claim.kind is _K.SAME_AS:
        then(kind, Rule.SAME)
    elif claim.kind is _K.SPECIAL_CASE_OF and kind is _K.IMPLIES:
        then(_K.IMPLIES, Rule.PROPER_CASE)
    elif claim.kind in (_K.STRONGER_THAN, _K.EQUIVALENT_TO):
        if claim.kind is _K.EQUIVALENT_TO:
            then(_K.STRONGER_THAN, Rule.EQUIVALENT)
        if kind is _K.IMPLIES:
            then(_K.IMPLIES, Rule.STRONGER_IMPLIES)
    return len(steps) - 1


def _refutation(
    kind: RelationKind,
    order: RelationKind,
    claim: Claim,
    left: Sequence[Edge],
    right: Sequence[Edge],
    ids: Sequence[str],
    subject: str,
    target: str,
) -> Derivation:
    inside = conditions_of(claim)
    steps = [Step(Fact(claim.kind, claim.subject, claim.object, inside), claim_rule(claim), (), claim)]
    denial = DENIAL[order]
    if claim.kind is not denial:
        steps.append(Step(Fact(denial, claim.subject, claim.object, inside), Rule.NOT_IMPLIED, (0,)))
    _spread_refutation(steps, order, Fact(denial, claim.subject, claim.object, inside), left, right, ids, subject, target)
    last = len(steps) - 1
    if denial is not DENIAL[kind]:
        steps.append(Step(Fact(DENIAL[kind], subject, target, inside), Rule.NOT_IMPLIED, (last,)))
    return Derivation(tuple(steps))


def _spread_refutation(
    steps: list[Step],
    order: RelationKind,
    denial: Fact,
    left: Sequence[Edge],
    right: Sequence[Edge],
    ids: Sequence[str],
    subject: str,
    target: str,
) -> None:
    """Append to a denied fact, which is the last step, what its subject gives and what gives its object."""
    if left:
        last = len(steps) - 1
        chain = _append(steps, _chain(order, left, ids, denial.subject))
        steps.append(Step(Fact(denial.kind, subject, denial.object, denial.conditions), Rule.SEPARATION_LEFT, (last, chain)))
    if right:
        last = len(steps) - 1
        chain = _append(steps, _chain(order, right, ids, target))
        steps.append(Step(Fact(denial.kind, subject, target, denial.conditions), Rule.SEPARATION_RIGHT, (last, chain)))


def _conditions(derivation: Derivation) -> Conditions:
    fact = derivation.conclusion
    assert isinstance(fact, Fact)
    return fact.conditions
