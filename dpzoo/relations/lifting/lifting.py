"""What follows from the blocks of a base's notions, as claims that are as good as recorded ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Final

from dpzoo.records.claim_records import Relation
from dpzoo.records.enums import RelationKind
from dpzoo.records.evidence import Evidence
from dpzoo.records.knowledge_base import KnowledgeBase, Records
from dpzoo.relations.claims import BY_BLOCKS, Claim, Lift, Lifted, LiftedSeparation, RecordPart, tied
from dpzoo.relations.entailment import NONE
from dpzoo.relations.facts import DENIAL
from dpzoo.relations.forms import Form, forms
from dpzoo.relations.inference import Inference
from dpzoo.relations.lifting.form_index import FormIndex
from dpzoo.relations.lifting.implications import Implications
from dpzoo.relations.lifting.maps import LiftedMaps
from dpzoo.relations.lifting.rules import LiftRule
from dpzoo.relations.lifting.separations import Separations
from dpzoo.relations.lifting.standard_facts import Standards
from dpzoo.relations.lifting.unit_facts import Given, Units
from dpzoo.relations.reachability import bits, transposed

_K = RelationKind
_ANSWERING: Final[Mapping[RelationKind, tuple[RelationKind, ...]]] = {
    _K.STRONGER_THAN: (_K.STRONGER_THAN,),
    _K.IMPLIES: (_K.STRONGER_THAN, _K.IMPLIES),
    _K.DOES_NOT_IMPLY: (_K.IMPLIES,),
    _K.NOT_STRONGER_THAN: (_K.IMPLIES, _K.STRONGER_THAN),
}
"""For each kind of relation the orders that, given or refuted by blocks, are such a relation, the stronger one first."""


KnownRows = tuple[Mapping[RelationKind, Sequence[int]], Mapping[RelationKind, Sequence[int]]]
"""For each order which forms each form gives, and which it is refuted to give, as bitsets of positions."""


class Lifting:
    """What follows from the blocks of a base's notions, given what follows from its asserted claims."""

    def __init__(
        self, base: KnowledgeBase, asserted: Inference, known: Sequence[Form] | None = None, rows: KnownRows | None = None
    ) -> None:
        """``known`` are the forms of the base, and ``rows`` what blocks give and refute, where that is known already."""
        self.base = base
        self.forms: Sequence[Form] = tuple(forms(base).values()) if known is None else known
        blocks = base.blocks
        self.units = Units(Records(blocks.units))
        standards = Standards(Records(blocks.standards), asserted)
        index = FormIndex(self.forms, self.units.records, Records(blocks.views), standards)
        self.index = index.place
        self.implications = Implications(index, self.units, standards)
        self.separated = Separations(index, self.units, standards)
        if rows is not None:
            self.implications.rows, self.separated.rows = (given.__getitem__ for given in rows)
        self._maps = LiftedMaps(base, standards)
        self._positive = cache(self._lift)
        self._refuted = cache(self._refute)

    def claims(self) -> tuple[Claim, ...]:
        """The lifted relations from which all others follow by the rules of inference, each with its lift."""
        return (*self.given(), *self.separations())

    def given(self) -> tuple[Claim, ...]:
        """The relations that say yes, under conditions or without, from which all others follow by the rules of inference."""
        conditional = (self._claim(*relation) for relation in self.implications.conditional())
        return (*self._positive_claims(), *conditional)

    def separations(self) -> tuple[Claim, ...]:
        """Those that say no."""
        return tuple(self._negative_claims())

    def between(self, kind: RelationKind, subject: str, target: str) -> Claim | None:
        """The lifted relation of this kind (or a stronger one) between two notions, if blocks give one; asserted ones aside."""
        a, b = self.index.get(subject), self.index.get(target)
        if a is None or b is None or a == b:
            return None
        decided = self._refuted if kind.negative else self._positive
        claim = next((c for order in _ANSWERING.get(kind, ()) if (c := decided(order, a, b)) is not None), None)
        return None if claim is None or _recorded(claim) else claim

    def _positive_claims(self) -> Iterator[Claim]:
        done: set[tuple[int, int]] = set()
        for kind in (_K.STRONGER_THAN, _K.IMPLIES):
            mutual, below = _classes(self.implications.rows(kind))
            for a in range(len(mutual)):
                for b in _needed(a, mutual, below):
                    if (a, b) not in done:
                        done.add((a, b))
                        claim = self._positive(kind, a, b)
                        if claim is not None and not _recorded(claim):
                            yield claim

    def _lift(self, kind: RelationKind, subject: int, target: int) -> Claim | None:
        if not self.implications.rows(kind)[subject] >> target & 1:
            return None
        a, b = self.forms[subject], self.forms[target]
        levels = {len(self.base.notions[f.notion].record.quantitative) for f in (a, b)}
        if a.compared == b.compared and a.measure == b.measure and len(levels) == 1:
            return self._claim(_K.SAME_AS, a, b, Lift((LiftRule.SAME,)))
        return self._claim(kind, a, b, self.implications.lift(kind, a, b))

    def _negative_claims(self) -> Iterator[Claim]:
        for kind in (_K.IMPLIES, _K.STRONGER_THAN):
            rows, follows = self.separated.rows(kind), self.implications.rows(kind)
            for a, row in enumerate(rows):
                if kind is _K.STRONGER_THAN:
                    row &= ~self.separated.rows(_K.IMPLIES)[a]  # noqa: PLW2901  # not implied gives not stronger
                stronger = 0
                for c in range(len(rows)):
                    if follows[c] >> a & 1 and not follows[a] >> c & 1:
                        stronger |= rows[c]
                for b in bits(row & ~stronger):
                    below = follows[b] & row & ~(1 << b)
                    if any(not follows[w] >> b & 1 for w in bits(below)):
                        continue  # a weaker notion is refuted already
                    claim = self._refuted(kind, a, b)
                    if claim is not None and not _recorded(claim):
                        yield claim

    def _refute(self, kind: RelationKind, subject: int, target: int) -> Claim | None:
        if not self.separated.rows(kind)[subject] >> target & 1:
            return None
        a, b = self.forms[subject], self.forms[target]
        return self._claim(DENIAL[kind], a, b, self.separated.lift(kind, a, b))

    def _claim(self, kind: RelationKind, a: Form, b: Form, lift: Lift, given: Given = ()) -> Claim:
        if kind.negative:
            place = RecordPart(self.base.notions[a.notion], ("blocks",), key=True)
            return LiftedSeparation(a.notion, kind, b.notion, place, lift, lambda: self.reason(lift))
        conditions = tied(f"{a.notion} and {b.notion}: ", given) if given else NONE
        return Lifted(
            a.notion,
            kind,
            b.notion,
            lift,
            conditions,
            lambda: self.stated(kind, a.notion, b.notion, lift, conditional=bool(given)),
        )

    def stated(
        self, kind: RelationKind, subject: str, target: str, lift: Lift, *, conditional: bool
    ) -> tuple[Relation, RecordPart]:
        """The relation that a lift gives between two notions, and its place."""
        a, b = self.forms[self.index[subject]], self.forms[self.index[target]]
        maps = self._maps.of(a, b, lift)
        relation = Relation.model_construct(
            kind=kind,
            object=target,
            suffix=BY_BLOCKS,
            map=maps[0] if maps is not None else None,
            free=maps[1] if maps is not None else None,
            at=None,
            given=self.units.fact(lift.facts[0]).given if conditional else (),
            tight=None,
            disputed=None,
            note=None,
            evidence=(Evidence.model_construct(cite=None, at=None, witness=None, proof=self.reason(lift), note=None),),
        )
        return relation, RecordPart(self.base.notions[subject], ("blocks",), key=True)

    def reason(self, lift: Lift) -> str:
        """The lift in one sentence."""
        names = ", and ".join(LiftRule(r).words for r in lift.rules)
        evidence = (self.units.fact(f).evidence for f in lift.facts)
        proofs = (next((e.proof for e in given if e.proof is not None), None) for given in evidence)
        return " ".join([f"By their blocks: {names}.", *(p.strip() for p in proofs if p is not None)])


def _recorded(claim: Claim) -> bool:
    """Whether the lift only says what it rests on: the order of the notions that stand for the two standards."""
    return claim.lift is not None and claim.lift.homes == (claim.subject, claim.object) and not claim.lift.facts


def _classes(rows: Sequence[int]) -> tuple[list[int], list[int]]:
    """For each member of a preorder those that it gives and that give it, itself left out, and those that it gives only."""
    columns = transposed(rows)
    mutual = [row & column & ~(1 << a) for a, (row, column) in enumerate(zip(rows, columns, strict=True))]
    return mutual, [row & ~column & ~(1 << a) for a, (row, column) in enumerate(zip(rows, columns, strict=True))]


def _needed(start: int, mutual: Sequence[int], below: Sequence[int]) -> Iterator[int]:
    """The members that ``start`` gives and that no other member gives it; of mutually related ones a circle."""
    if mutual[start]:
        circle = [*bits(mutual[start] | 1 << start)]
        yield circle[(circle.index(start) + 1) % len(circle)]
        if start != circle[0]:
            return  # the first of the circle speaks for all of it
    rest = below[start]
    for c in bits(below[start]):
        rest &= ~below[c]
    for b in bits(rest):
        if not rest & mutual[b] & ((1 << b) - 1):  # of twins the first
            yield b
