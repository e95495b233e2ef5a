"""What separations refute: whatever the refuted notion would give, and whatever would give it.

- ⇏ gives ⊁. What X does not give, nothing that X gives can give; what does not give Z, does not give anything that gives Z.
  A positive claim under conditions is used with a separation only if the separation lies inside them.
- A separation passes between a notion and a special case of it at chosen structure (:class:`SpecialCase`), both ways.
- What implies no proper level of a notion, nor what the notion is at improper ones, is not a special case of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from operator import attrgetter, or_
from typing import NamedTuple

from dpzoo.records.enums import RelationKind
from dpzoo.relations.claims import Claim
from dpzoo.relations.closure import Closure
from dpzoo.relations.entailment import NONE, Conditions
from dpzoo.relations.facts import DENIAL
from dpzoo.relations.reachability import bits, transposed

_K = RelationKind


@dataclass(frozen=True, slots=True)
class SpecialCase:
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
    between: Callable[[int, int], Sequence[Claim]] | None = None
    """Of these claims those from a notion to any of a bitset, where they can be made without the others."""
    denied: Mapping[RelationKind, Sequence[int]] = field(default_factory=dict)
    """For each order the rows of all that is refuted, by whatever, where it was worked out before."""


@dataclass(frozen=True, slots=True)
class Passed:
    """Separations that one case passes on: from its subject to its object (or the other way for what does not give it)."""

    case: SpecialCase
    forward: bool
    start: int
    row: int
    """The third notions, as a bitset."""


class Ground(NamedTuple):
    """The separation that refutes an order between two notions with the fewest steps, and inside which conditions."""

    steps: int
    order: RelationKind
    claim: Claim
    inside: Conditions


class Refutation:
    """What is refuted, given what follows from the positive claims of a closure."""

    def __init__(
        self,
        closure: Closure,
        apart: Callable[[], Sequence[int]],
        bounded: Mapping[str, tuple[str, ...]],
        cases: Iterable[SpecialCase],
        refused: Callable[[], Refused] | None,
    ) -> None:
        """``apart`` gives for each notion those over other data, as bitsets; for the rest see :class:`~.inference.Inference`."""
        self.closure = closure
        self.bounded = bounded
        self._apart = apart
        index = closure.index
        self.cases = tuple(c for c in cases if c.claim.subject in index and c.claim.object in index)
        self._refused = refused
        self._denied = cache(self._deny)

    @cached_property
    def by_blocks(self) -> Sequence[Claim]:
        """The separations that blocks give, each as a claim."""
        return () if self._refused is None else self._refused().claims()

    @cached_property
    def separations(self) -> Mapping[Conditions, tuple[Claim, ...]]:
        """All separations, by what their conditions grant to positive claims; asserted ones first, the best supported first."""
        return self._grouped((*self._asserted, *sorted(self.by_blocks, key=attrgetter("precedence"))))

    @cached_property
    def _asserted(self) -> tuple[Claim, ...]:
        return tuple(sorted((c for c in self.closure.claims if c.kind.negative), key=attrgetter("precedence")))

    @cached_property
    def _asserted_inside(self) -> Mapping[Conditions, tuple[Claim, ...]]:
        return self._grouped(self._asserted)

    def _grouped(self, claims: Iterable[Claim]) -> dict[Conditions, tuple[Claim, ...]]:
        found: dict[Conditions, list[Claim]] = {}
        for claim in claims:
            found.setdefault(self.closure.granted(claim.conditions), []).append(claim)
        return {inside: tuple(group) for inside, group in found.items()}

    # the refuted pairs

    def denied(self, kind: RelationKind) -> Sequence[int]:
        """For each notion the notions to which ``kind`` is refuted, as bitsets."""
        return self._denied(kind, True)

    def denied_by_claims(self, kind: RelationKind) -> Sequence[int]:
        """The same without what special cases at chosen structure pass on."""
        return self._denied(kind, False)

    @property
    def passed(self) -> Sequence[Passed]:
        """What special cases at chosen structure pass on, in the order in which it is found."""
        return self._passed_on[1]

    def _deny(self, kind: RelationKind, pass_on: bool) -> Sequence[int]:
        if pass_on and self._refused is not None and kind in self._refused().denied:
            return self._refused().denied[kind]
        if kind is _K.IMPLIES and pass_on:
            return self._passed_on[0]
        rows = self._separated(kind)
        if kind is _K.IMPLIES:
            return rows
        if kind is _K.STRONGER_THAN:
            return _united(rows, self._denied(_K.IMPLIES, pass_on))
        return _united(rows, map(self.no_case, self.denied(_K.IMPLIES)))

    def _separated(self, kind: RelationKind) -> list[int]:
        """What separations refute by themselves, spread along positive claims."""
        closure, count = self.closure, len(self.closure.ids)
        start, rows = [0] * count, [0] * count
        if self._refused is not None and kind in self._refused().rows:
            start = list(self._refused().rows[kind])
        conditional = [e for e in closure.edges[kind] if e.conditions]
        for inside, claims in self._asserted_inside.items():
            more = [(e.start, e.end) for e in conditional if e.conditions <= inside]
            less = [(end, begin) for begin, end in more]
            for claim in claims:
                if claim.kind is not DENIAL[kind]:
                    continue
                subject, target = closure.index[claim.subject], closure.index[claim.object]
                if not more:
                    start[subject] |= 1 << target
                    continue
                above = closure.reach(kind, backwards=True).through(target, less)
                for i in bits(closure.reach(kind).through(subject, more)):
                    rows[i] |= above
        return _united(rows, self._spread(kind, start))

    def _spread(self, kind: RelationKind, rows: Sequence[int]) -> list[int]:
        """Refuted pairs with those that positive facts carry them to, at both ends."""
        if not any(rows):
            return list(rows)
        upward = self.closure.reach(kind, backwards=True).spread(transposed(rows))  # Rule.SEPARATION_RIGHT
        return self.closure.reach(kind).spread(transposed(upward))  # Rule.SEPARATION_LEFT

    @cached_property
    def _passed_on(self) -> tuple[Sequence[int], Sequence[Passed]]:
        """The refuted implications with those that cases pass on, closed; and what is passed on."""
        rows, passed = self._denied(_K.IMPLIES, False), list[Passed]()
        found = [(case, *ends) for case in self.cases if (ends := self._ends(case)) is not None]
        count = len(self.closure.ids)
        while found:
            columns = transposed(rows)
            start, across = [0] * count, [0] * count
            for case, subject, target, third in found:
                more = rows[subject] & third & ~rows[target] & ~start[target]
                if more:
                    start[target] |= more
                    passed.append(Passed(case, True, target, more))
                more = columns[subject] & third & ~columns[target] & ~across[target] if case.exact else 0
                if more:
                    across[target] |= more
                    passed.append(Passed(case, False, target, more))
            if not any(start) and not any(across):
                break
            rows = _united(rows, self._spread(_K.IMPLIES, _united(start, transposed(across))))
        return rows, passed

    def _ends(self, case: SpecialCase) -> tuple[int, int, int] | None:
        """A case's subject and object, and a mask of the third notions that it says something about; None over different data."""
        subject, target = self.closure.index[case.claim.subject], self.closure.index[case.claim.object]
        apart = self._apart()
        if apart[subject] >> target & 1:
            return None
        silent = self.closure.row_of(case.barred) | apart[subject] | apart[target] | 1 << subject | 1 << target
        return subject, target, ~silent

    def no_case(self, denied: int) -> int:
        """Of what a notion does not imply, as a bitset, that of which it is therefore no special case."""
        found = denied & self._bounded_row
        for own, others in self._with_boundary:
            if others & ~denied:
                found &= ~(1 << own)
        return found

    @cached_property
    def _bounded_row(self) -> int:
        return self.closure.row_of(self.bounded)

    @cached_property
    def _with_boundary(self) -> Sequence[tuple[int, int]]:
        index = self.closure.index
        return [(index[n], self.closure.row_of(others)) for n, others in self.bounded.items() if others and n in index]

    def refuted_beside(self, claim: Claim, kind: RelationKind, subject: int, target: int) -> bool:
        """Whether, all conditions granted, another separation than ``claim`` may refute ``kind`` between two positions."""
        for order in {*_stronger(kind), _K.IMPLIES}:
            giving = self.closure.reach(order, None, backwards=True).row(subject)
            given = self.closure.reach(order, None).row(target)
            refused = {} if self._refused is None else self._refused().rows
            if any(giving >> k & 1 and row & given for k, row in enumerate(refused.get(order, ()))):
                return True
            index = self.closure.index
            if any(
                c.kind is DENIAL[order] and c.id != claim.id and giving >> index[c.subject] & given >> index[c.object] & 1
                for c in self._asserted
            ):
                return True
        return self.passing(subject, target) is not None

    # what shows it

    def grounds(self, kind: RelationKind, subject: int, target: int) -> Ground | None:
        """The separation from which ``kind`` is refuted between two positions with the fewest steps, the best supported first."""
        found = [g for order in _stronger(kind) for g in self._grounds(order, subject, target)]
        return min(found, key=lambda g: (g.steps, *g.claim.precedence), default=None)

    def _grounds(self, order: RelationKind, subject: int, target: int) -> Iterator[Ground]:
        # what is reached if all conditions are granted holds what is reached inside some: most groups end here, without a closure
        giving = self.closure.reach(order, None, backwards=True).row(subject)
        given = self.closure.reach(order, None).row(target)
        for inside, by_subject in {NONE: {}, **self._by_subject}.items():
            if inside and not any(
                giving >> first & 1 and any(given >> second & 1 for second, _ in by_subject[first]) for first in by_subject
            ):
                continue
            before = self.closure.reach(order, inside, backwards=True).row(subject)
            behind = self.closure.reach(order, inside).row(target)
            found = [
                (first, second, claim)
                for first, claims in by_subject.items()
                if before >> first & 1
                for second, claim in claims
                if behind >> second & 1 and claim.kind is DENIAL[order]
            ]
            if not inside:
                found += [
                    (first, self.closure.index[claim.object], claim)
                    for first in bits(before)
                    for claim in self._by_blocks_between(first, behind)
                    if claim.kind is DENIAL[order]
                ]
            if not found:
                continue
            left = self.closure.distances(order, subject, inside, backwards=True)
            right = self.closure.distances(order, target, inside)
            for first, second, claim in found:
                yield Ground(left[first] + right[second], order, claim, inside)

    @cached_property
    def _by_subject(self) -> Mapping[Conditions, Mapping[int, list[tuple[int, Claim]]]]:
        """The asserted separations by their subjects' positions, each with its object's."""
        return {inside: self._placed(claims) for inside, claims in self._asserted_inside.items()}

    @cached_property
    def _by_blocks(self) -> Mapping[int, list[tuple[int, Claim]]]:
        """The same of those that blocks give."""
        return self._placed(self.by_blocks)

    def _placed(self, claims: Iterable[Claim]) -> Mapping[int, list[tuple[int, Claim]]]:
        index, found = self.closure.index, dict[int, list[tuple[int, Claim]]]()
        for claim in claims:
            found.setdefault(index[claim.subject], []).append((index[claim.object], claim))
        return found

    def _by_blocks_between(self, subject: int, objects: int) -> Sequence[Claim]:
        """The separations that blocks give from a notion to any of a bitset."""
        between = None if self._refused is None else self._refused().between
        if between is not None:
            return between(subject, objects)
        return [claim for end, claim in self._by_blocks.get(subject, ()) if objects >> end & 1]

    def passing(self, subject: int, target: int) -> tuple[Passed, int] | None:
        """The first case that refutes an implication between two positions, and the third notion that it speaks of."""
        gives_subject = self.closure.reach(_K.IMPLIES, backwards=True).row(subject)
        gives_target = self.closure.reach(_K.IMPLIES).row(target)
        for passed in self.passed:
            own, others = (gives_subject, gives_target) if passed.forward else (gives_target, gives_subject)
            found = passed.row & others
            if own >> passed.start & 1 and found:
                end = target if passed.forward else subject
                return passed, end if found >> end & 1 else next(bits(found))
        return None


def _stronger(kind: RelationKind) -> tuple[RelationKind, ...]:
    """The orders that a refutation of ``kind`` may refute on its way."""
    return (_K.STRONGER_THAN, _K.IMPLIES) if kind is _K.STRONGER_THAN else (kind,)


def _united(rows: Iterable[int], others: Iterable[int]) -> list[int]:
    return list(map(or_, rows, others))
