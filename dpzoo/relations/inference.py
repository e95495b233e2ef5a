"""What follows from the asserted claims, what is refuted, and what is open.

The engine decides, for every ordered pair of notions, whether the first is stronger than, implies or is a special case of the
second, by the rules of :mod:`~dpzoo.relations.closure`, :mod:`~dpzoo.relations.refutation` and
:mod:`~dpzoo.relations.properties`, and no others; :mod:`~dpzoo.relations.derivations` writes down how.

It leaves open: conjunctions of several notions, arithmetic of parameter maps (:mod:`dpzoo.relations.conversion` has that),
constraints on parameters beyond equal words, and anything about disputed claims.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType

from dpzoo.records.enums import Property, RelationKind, Verdict
from dpzoo.relations.claims import Claim
from dpzoo.relations.closure import Closure, Edge
from dpzoo.relations.derivations import Derivations, Lifted
from dpzoo.relations.entailment import NONE, Conditions
from dpzoo.relations.facts import DENIAL, Answer, Decision, Derivation
from dpzoo.relations.properties import Cells, Properties
from dpzoo.relations.reachability import Reachability
from dpzoo.relations.refutation import Refused, Refutation, SpecialCase

_NO_UNIVERSES: Mapping[str, frozenset[str]] = MappingProxyType({})
_NO_BOUNDS: Mapping[str, tuple[str, ...]] = MappingProxyType({})


class Inference:
    """What a set of claims decides. Closures are computed when first asked for; derivations for one question at a time."""

    def __init__(
        self,
        notions: Iterable[str],
        claims: Iterable[Claim],
        cells: Cells,
        gives_implication: Callable[[Claim], bool],
        universes: Mapping[str, frozenset[str]] = _NO_UNIVERSES,
        bounded: Mapping[str, tuple[str, ...]] = _NO_BOUNDS,
        lifted: Lifted | None = None,
        cases: Sequence[SpecialCase] = (),
        refused: Callable[[], Refused] | None = None,
        beside: Closure | None = None,
    ) -> None:
        """``gives_implication`` says of a ⊂ claim whether its choices are all quantitative and proper.

        ``universes`` has the data universes that a notion speaks of, directly or by a translation. ``bounded`` has the notions of
        which none is a special case that implies none of their proper levels, each with the notions that it is at improper ones.
        ``lifted`` gives the relation that the blocks of two notions give by themselves: as good as a recorded claim.
        ``cases`` are the special cases at chosen structure that pass separations on. The claims of ``beside`` take part, too.
        """
        self.closure = Closure(notions, claims, gives_implication, beside)
        self.refutation = Refutation(self.closure, lambda: self.apart, bounded, cases, refused)
        self.derivations = Derivations(self.closure, self.refutation, lifted)
        self.properties = Properties(self.closure, cells)
        self.ids, self.index, self.cells = self.closure.ids, self.closure.index, cells
        self._universes = universes

    def extended(self, claims: Iterable[Claim], lifted: Lifted, refused: Callable[[], Refused] | None = None) -> Inference:
        """The inference over its own claims and these, with all else as it is."""
        closure, before = self.closure, self.refutation
        implication, universes = closure.gives_implication, self._universes
        return Inference(
            self.ids, claims, self.cells, implication, universes, before.bounded, lifted, before.cases, refused, closure
        )

    @cached_property
    def claims(self) -> tuple[Claim, ...]:
        """Every claim that takes part, undisputed: asserted ones, and those that blocks give."""
        return (*self.closure.claims, *self.refutation.by_blocks)

    @cached_property
    def asserted(self) -> tuple[Claim, ...]:
        """Those that a record states."""
        return tuple(c for c in self.closure.claims if c.lift is None)

    @cached_property
    def apart(self) -> Sequence[int]:
        """For each notion those that speak of other data, without a recorded translation, as bitsets."""
        members: dict[str, set[str]] = {}
        for name, universes in self._universes.items():
            for universe in universes:
                members.setdefault(universe, set()).add(name)
        over = {universe: self.closure.row_of(names) for universe, names in members.items()}
        known = self.closure.row_of(self._universes)
        return [self._elsewhere(known, over, self._universes.get(name)) for name in self.ids]

    @staticmethod
    def _elsewhere(known: int, over: Mapping[str, int], universes: frozenset[str] | None) -> int:
        for universe in universes or ():
            known &= ~over[universe]
        return 0 if universes is None else known

    # what is known of two notions

    def reach(self, kind: RelationKind, inside: Conditions | None = NONE, *, backwards: bool = False) -> Reachability:
        """The closure of ``kind`` inside given conditions; None grants all conditions of all claims."""
        return self.closure.reach(kind, inside, backwards=backwards)

    def usable(self, kind: RelationKind, inside: Conditions | None = NONE) -> Sequence[Edge]:
        """The claims that hold wherever ``inside`` does, each in the directions in which ``kind`` can be read off it."""
        return self.closure.usable(kind, inside)

    def pairs(self, kind: RelationKind) -> Iterable[tuple[str, str]]:
        """All ordered pairs of different notions for which ``kind`` follows unconditionally."""
        return self.closure.pairs(kind)

    def denied(self, kind: RelationKind) -> Sequence[int]:
        """For each notion the notions to which ``kind`` is refuted, as bitsets."""
        return self.refutation.denied(kind)

    def answer(self, kind: RelationKind, subject: str, target: str) -> Answer:
        """Whether ``subject`` stands in the order ``kind`` to ``target``; KeyError for an unknown id."""
        a, b = self.index[subject], self.index[target]
        if self.reach(kind).reaches(a, b):
            return Answer.YES
        under = self.reach(kind, None).reaches(a, b) and bool(self.closure.conditional_paths(kind, subject, target))
        if self.denied(kind)[a] >> b & 1:
            return Answer.NO_BUT if under else Answer.NO
        if under:
            return Answer.OPEN_BUT
        return Answer.DIFFERENT if self.apart[a] >> b & 1 else Answer.OPEN

    def may_do_without(self, claim: Claim) -> bool:
        """Whether the other claims might say what this one says: a no is certain, a yes is to be tried by leaving it out.

        What blocks give and refute counts, although it may rest on the claim.
        """
        a, b = self.index[claim.subject], self.index[claim.object]
        for kind, denial in DENIAL.items():
            if claim.kind is denial:
                return self.refutation.refuted_beside(claim, kind, a, b)
        if claim.kind.symmetric:
            kind = RelationKind.STRONGER_THAN
            return self.closure.leads_beside(claim, kind, a, b) and self.closure.leads_beside(claim, kind, b, a)
        return self.closure.leads_beside(claim, claim.kind, a, b)

    def decide(self, kind: RelationKind, subject: str, target: str) -> Decision:
        """The answer with its derivation."""
        answer = self.answer(kind, subject, target)
        derivation: Derivation | None = None
        if answer is Answer.YES:
            derivation = self.derive(kind, subject, target)
        elif answer.decided:
            derivation = self.refute(kind, subject, target)
        conditional = answer in (Answer.NO_BUT, Answer.OPEN_BUT)
        under = self.derivations.under(kind, subject, target) if conditional else ()
        return Decision(kind, subject, target, answer, derivation, under)

    def derive(self, kind: RelationKind, subject: str, target: str) -> Derivation | None:
        """A shortest derivation of a positive fact; None if there is none."""
        return self.derivations.derive(kind, subject, target)

    def refute(self, kind: RelationKind, subject: str, target: str) -> Derivation | None:
        """A shortest derivation that ``kind`` fails between two notions; None if the rules give none."""
        return self.derivations.refute(kind, subject, target)

    def by_blocks(self, kind: RelationKind, subject: str, target: str) -> Claim | None:
        """The relation of this kind, or a stronger one, that the blocks of two notions give by themselves."""
        return self.derivations.by_blocks(kind, subject, target)

    # what is known of one

    def verdict(self, notion: str, which: Property) -> Verdict:
        """Whether ``notion`` has the property, asserted or derived."""
        return self.properties.verdict(notion, which)

    def explain_property(self, notion: str, which: Property) -> Derivation | None:
        """A shortest derivation of a property's verdict; None where it is open."""
        return self.properties.explain(notion, which)
