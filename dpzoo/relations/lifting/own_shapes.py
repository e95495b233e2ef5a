"""Separations of notions of their own shape, from two facts that their records state (R13 and R14 of the page on blocks).

A notion without a normal form may still say what it lets a mechanism give away (``discloses``), and in which standard it bounds
some pair of datasets (``bounds``). Either is one fact about one notion, and separates it from all notions that the other
side's blocks rule out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property

from dpzoo.records.block_records import Disclosed, Disclosure, PairBound
from dpzoo.records.enums import Property, RelationKind, Verdict
from dpzoo.records.evidence import EvidenceList
from dpzoo.records.knowledge_base import KnowledgeBase
from dpzoo.relations.claims import Claim, Lift, LiftedSeparation, RecordPart
from dpzoo.relations.entailment import NONE
from dpzoo.relations.inference import Inference
from dpzoo.relations.lifting.lifting import Lifting
from dpzoo.relations.lifting.rules import LiftRule
from dpzoo.relations.reachability import bits, closure

_K = RelationKind


def sharing(base: KnowledgeBase) -> Mapping[str, frozenset[str]]:
    """The notions with a structural parameter of each sort."""
    found: dict[str, set[str]] = {}
    for name, entry in base.notions.items():
        for parameter in entry.record.parameters.values():
            if not parameter.quantitative and parameter.sort is not None:
                found.setdefault(parameter.sort, set()).add(name)
    return {sort: frozenset(names) for sort, names in found.items()}


def chosen_sorts(base: KnowledgeBase, notion: str, at: Mapping[str, str] | None) -> frozenset[str]:
    """The sorts of the structural parameters that ``at`` gives values."""
    parameters = base.notions[notion].record.parameters
    return frozenset(s for n in at or () if n in parameters and (s := parameters[n].sort) is not None)


class OwnShapes:
    """What follows from the facts that notions of their own shape state about themselves."""

    def __init__(self, base: KnowledgeBase, asserted: Inference, lifting: Lifting, lifted: Sequence[Claim]) -> None:
        self.base = base
        self.asserted = asserted
        self.lifting = lifting
        self._sharing = sharing(base)
        edges = [(e.start, e.end) for e in asserted.usable(_K.IMPLIES, NONE)]
        index = asserted.index
        for claim in lifted:
            if not claim.kind.negative and not claim.conditional:
                edges.append((index[claim.subject], index[claim.object]))
                if claim.kind.symmetric:
                    edges.append(edges[-1][::-1])
        self._reach = closure(len(asserted.ids), edges)

    def rows(self) -> Mapping[RelationKind, list[int]]:
        """All separations by blocks, those of normal forms among them, as bitsets: for each order what is refuted."""
        place = [self.asserted.index[f.notion] for f in self.lifting.forms]
        moved = cache(lambda row: sum(1 << place[k] for k in bits(row)))
        found = {}
        for kind in (_K.IMPLIES, _K.STRONGER_THAN):
            rows = found[kind] = [0] * len(self.asserted.ids)
            for k, row in zip(place, self.lifting.separated.rows(kind), strict=True):
                rows[k] = moved(row)
        rows = found[_K.IMPLIES]
        for name, fact, _ in self._disclosures:
            rows[self.asserted.index[name]] |= self._refused(name, fact)
        for name, row, _ in self._bounded:
            for a in bits(row):
                rows[a] |= 1 << self.asserted.index[name]
        return found

    def claims(self) -> Iterator[Claim]:
        """The separations from which all others follow by the rules of inference."""
        yield from self._disclosing()
        yield from self._bounding()

    def _barred(self, notion: str, at: Mapping[str, str] | None) -> int:
        """The notions that share a chosen parameter, and those over other data, as a bitset."""
        row = self.asserted.apart[self.asserted.index[notion]] | 1 << self.asserted.index[notion]
        for sort in chosen_sorts(self.base, notion, at):
            row |= self.asserted.closure.row_of(self._sharing[sort])
        return row

    @cached_property
    def _over(self) -> Mapping[str, list[str]]:
        """The notions of each universe."""
        found: dict[str, list[str]] = {}
        for name, entry in self.base.notions.items():
            if entry.record.normal_form is not None:
                found.setdefault(entry.record.normal_form.universe, []).append(name)
        return found

    @cached_property
    def _forms_refusing(self) -> int:
        """Notions in normal form that compare two disjoint laws and refuse them at every proper level."""
        return self.asserted.closure.row_of(self.lifting.separated.refusing)

    @cached_property
    def _shapes_refusing(self) -> Mapping[str, int]:
        """For each notion of its own shape that refuses disjoint laws on some pair, the notions that its choice bars."""
        standards = self.base.blocks.standards
        return {
            i: self._barred(i, written.bounds.at)
            for i, e in self.base.notions.items()
            if (written := e.record.normal_form) is not None
            and written.bounds is not None
            and written.bounds.standard in standards
            and standards[written.bounds.standard].record.disjoint.refused
            and i in self.asserted.index
        }

    @cached_property
    def _refutable(self) -> int:
        """Notions closed under post-processing that some separation shows to ask something at every proper level."""
        row = 0
        failed = self.asserted.closure.row_of(
            c.object for c in self.asserted.claims if c.kind is _K.DOES_NOT_IMPLY and not c.conditional
        )
        reach = self._reach
        for i, name in enumerate(self.asserted.ids):
            if reach.row(i) & failed and self.asserted.verdict(name, Property.POST_PROCESSING) is Verdict.HOLDS:
                row |= 1 << i
        return row

    @cached_property
    def _disclosures(self) -> Sequence[tuple[str, Disclosure, int]]:
        return [
            (name, fact, place)
            for name, entry in self.base.notions.items()
            if (written := entry.record.normal_form) is not None and name in self.asserted.index
            for place, fact in enumerate(written.discloses)
        ]

    @cached_property
    def _bounded(self) -> Sequence[tuple[str, int, PairBound]]:
        """Notions of their own shape that bound a pair, with those whose standard some laws separate from the bound."""
        apart = cache(lambda standard: self.asserted.closure.row_of(self.lifting.separated.apart_from(standard)))
        return [
            (name, apart(written.bounds.standard) & ~self._barred(name, written.bounds.at), written.bounds)
            for name, entry in self.base.notions.items()
            if (written := entry.record.normal_form) is not None and written.bounds is not None and name in self.asserted.index
        ]

    def _disclosing(self) -> Iterator[Claim]:
        for name, fact, place in self._disclosures:
            for b in self._weakest(self._refused(name, fact)):
                stated = (name, "discloses", place)
                yield self._claim(name, self.asserted.ids[b], LiftRule.DISCLOSURE, fact.evidence, stated, None)

    def _refused(self, name: str, fact: Disclosure) -> int:
        """The notions that do not let a mechanism give this away."""
        barred = self._barred(name, fact.at)
        if fact.universe is not None:
            barred |= ~self.asserted.closure.row_of(self._over.get(fact.universe, ()))
        if fact.of is not None:
            return self.asserted.closure.row_of(self.lifting.separated.changing(fact.of)) & ~barred
        row = self._forms_refusing
        own = 1 << self.asserted.index[name]
        if fact.what is Disclosed.LARGE:  # which datasets are large depends on the structure
            barred |= self._barred(name, dict.fromkeys(self.base.notions[name].record.structural, ""))
        else:
            row |= self.asserted.closure.row_of(i for i, other in self._shapes_refusing.items() if not other & own)
        if fact.what is Disclosed.DATASET:
            row |= self._refutable
        return row & ~barred

    def _weakest(self, row: int) -> Iterator[int]:
        """The members of a row that give no other member; of equivalent ones the first."""
        reach = self._reach
        for b in bits(row):
            below = reach.row(b) & row & ~(1 << b)
            if all(c > b and reach.reaches(c, b) for c in bits(below)):
                yield b

    def _bounding(self) -> Iterator[Claim]:
        for name, row, bound in self._bounded:
            for a in self._strongest(row):
                subject = self.asserted.ids[a]
                homes = self.lifting.separated.homes(subject, bound.standard)
                yield self._claim(subject, name, LiftRule.PAIR, bound.evidence, (name, "bounds", None), homes)

    def _strongest(self, row: int) -> Iterator[int]:
        """The members of a row that no other member gives; of equivalent ones the first."""
        reach = self._reach
        for a in bits(row):
            if not any(reach.reaches(c, a) and (c < a or not reach.reaches(a, c)) for c in bits(row & ~(1 << a))):
                yield a

    def _claim(
        self,
        subject: str,
        target: str,
        rule: LiftRule,
        evidence: EvidenceList,
        stated: tuple[str, str, int | None],
        homes: tuple[str, str] | None,
    ) -> Claim:
        place = RecordPart(self.base.notions[stated[0]], ("blocks", *(k for k in stated[1:] if k is not None)))
        kind = None if homes is None else _K.DOES_NOT_IMPLY
        lift = Lift((rule,), (), homes, kind, stated[0])
        return LiftedSeparation(subject, _K.DOES_NOT_IMPLY, target, place, lift, lambda: fact_reason(rule, evidence))


def fact_reason(rule: LiftRule, evidence: EvidenceList) -> str:
    """What a fact about a notion of its own shape shows, in a sentence."""
    proof = next((e.proof for e in evidence if e.proof is not None), "")
    return f"By their blocks: {rule.words}. {(proof or '').strip()}".strip()
