"""Derivations: the steps by which a relation between two notions follows, or is refuted."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dpzoo.records.enums import RelationKind
from dpzoo.relations.claims import Claim
from dpzoo.relations.closure import Closure, Edge
from dpzoo.relations.entailment import NONE, Conditions
from dpzoo.relations.facts import DENIAL, Derivation, Fact, Rule, Step
from dpzoo.relations.refutation import Ground, Passed, Refutation

_K = RelationKind
Lifted = Callable[[RelationKind, str, str], Claim | None]
"""The relation of a kind, or a stronger one, that the blocks of two notions give by themselves."""


class Derivations:
    """Derivations of one fact at a time, each a shortest one."""

    def __init__(self, closure: Closure, refutation: Refutation, lifted: Lifted | None) -> None:
        self.closure = closure
        self.refutation = refutation
        self._lifted = lifted

    def by_blocks(self, kind: RelationKind, subject: str, target: str) -> Claim | None:
        """The relation of this kind, or a stronger one, that the blocks of two notions give by themselves."""
        return None if self._lifted is None else self._lifted(kind, subject, target)

    def derive(self, kind: RelationKind, subject: str, target: str) -> Derivation | None:
        """A shortest derivation of a positive fact from claims that hold unconditionally; None if there is none."""
        index = self.closure.index
        path = self.closure.path(kind, index[subject], index[target])
        if path is None or len(path) > 1:
            direct = self.by_blocks(kind, subject, target)
            if direct is not None:
                path = [Edge(index[subject], index[target], direct, NONE)]
        if path is None:
            return None
        return chain(kind, path, self.closure.ids) if path else Derivation((Step(Fact(kind, subject, target), Rule.REFLEXIVE),))

    def under(self, kind: RelationKind, subject: str, target: str) -> tuple[Derivation, ...]:
        """For each minimal set of conditions found under which a positive fact holds, a derivation that needs them."""
        paths = self.closure.conditional_paths(kind, subject, target)
        return tuple(chain(kind, path, self.closure.ids) for path in paths)

    def refute(self, kind: RelationKind, subject: str, target: str) -> Derivation | None:
        """A shortest derivation that ``kind`` fails between two notions; None if the rules give none."""
        a, b = self.closure.index[subject], self.closure.index[target]
        if kind is _K.SPECIAL_CASE_OF and self.refutation.no_case(self.refutation.denied(_K.IMPLIES)[a]) >> b & 1:
            return self._no_case(subject, target)
        best = self.refutation.grounds(kind, a, b)
        if (best is None or best.steps > 0) and kind is not _K.SPECIAL_CASE_OF:
            direct = self.by_blocks(DENIAL[kind], subject, target)
            if direct is not None:
                order = _K.IMPLIES if direct.kind is _K.DOES_NOT_IMPLY else _K.STRONGER_THAN
                best = Ground(0, order, direct, NONE)
        if best is not None:
            return self._spread(kind, best, subject, target)
        passing = None if kind is _K.SPECIAL_CASE_OF else self.refutation.passing(a, b)
        return None if passing is None else self._by_case(kind, *passing, subject, target)

    def _spread(self, kind: RelationKind, ground: Ground, subject: str, target: str) -> Derivation:
        """From a separation to what it refutes."""
        claim = ground.claim
        steps = [_stated(claim)]
        self._carry(steps, ground.order, ground.inside, subject, target)
        if ground.order is not kind:
            steps.append(Step(Fact(DENIAL[kind], subject, target, claim.conditions), Rule.NOT_IMPLIED, (len(steps) - 1,)))
        return Derivation(tuple(steps))

    def _by_case(self, kind: RelationKind, passed: Passed, third: int, subject: str, target: str) -> Derivation:
        """A refutation that a special case at chosen structure passes on."""
        ids, claim = self.closure.ids, passed.case.claim
        start, end = (passed.start, third) if passed.forward else (third, passed.start)
        pair = (claim.subject, ids[third]) if passed.forward else (ids[third], claim.subject)
        before = self.refute(_K.IMPLIES, *pair)
        assert before is not None  # it was refuted before the case passed it on
        steps = [*before.steps, _stated(claim)]
        known = before.conclusion
        assert isinstance(known, Fact)
        rule = Rule.CASE_LACKS if passed.forward else Rule.CASE_MISSED
        denial = Fact(_K.DOES_NOT_IMPLY, ids[start], ids[end], known.conditions)
        steps.append(Step(denial, rule, (len(before.steps) - 1, len(before.steps))))
        self._carry(steps, _K.IMPLIES, NONE, subject, target)
        if kind is _K.STRONGER_THAN:
            fact = Fact(_K.NOT_STRONGER_THAN, subject, target, known.conditions)
            steps.append(Step(fact, Rule.NOT_IMPLIED, (len(steps) - 1,)))
        return Derivation(tuple(steps))

    def _no_case(self, subject: str, target: str) -> Derivation | None:
        steps: list[Step] = []
        premises = []
        for other in (target, *self.refutation.bounded[target]):
            chain = self.refute(_K.IMPLIES, subject, other)
            if chain is None:
                return None
            premises.append(append(steps, chain))
        steps.append(Step(Fact(_K.NOT_SPECIAL_CASE_OF, subject, target), Rule.NOT_A_CASE, tuple(premises)))
        return Derivation(tuple(steps))

    def _carry(self, steps: list[Step], order: RelationKind, inside: Conditions, subject: str, target: str) -> None:
        """Extend a refuted fact, which is the last step, by what its subject gives and by what gives its object."""
        index, denial = self.closure.index, steps[-1].conclusion
        assert isinstance(denial, Fact)
        left = self.closure.path(order, index[denial.subject], index[subject], inside)
        right = self.closure.path(order, index[target], index[denial.object], inside)
        assert left is not None  # the distances, or the closures, say so
        assert right is not None
        for path, end, rule in ((left, denial.object, Rule.SEPARATION_LEFT), (right, target, Rule.SEPARATION_RIGHT)):
            if path:
                last = len(steps) - 1
                given = append(steps, chain(order, path, self.closure.ids))
                steps.append(Step(Fact(denial.kind, subject, end, denial.conditions), rule, (last, given)))


def chain(kind: RelationKind, path: Sequence[Edge], ids: Sequence[str]) -> Derivation:
    """The fact that a path of one or more edges shows, step by step."""
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


def append(steps: list[Step], chain: Derivation) -> int:
    """Add a derivation's steps with their numbers shifted; the number of its conclusion."""
    shift = len(steps)
    steps.extend(Step(s.conclusion, s.rule, tuple(p + shift for p in s.premises), s.claim) for s in chain.steps)
    return len(steps) - 1


def _stated(claim: Claim) -> Step:
    """The step that states a claim: as a record asserts it, or lifted from blocks."""
    rule = Rule.CLAIM if claim.lift is None else Rule.LIFTED
    return Step(Fact(claim.kind, claim.subject, claim.object, claim.conditions), rule, (), claim)


def _read(steps: list[Step], kind: RelationKind, edge: Edge, ids: Sequence[str]) -> int:
    """Append the steps that read an edge's claim as ``kind``; the number of the last."""
    claim = edge.claim
    steps.append(_stated(claim))
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
