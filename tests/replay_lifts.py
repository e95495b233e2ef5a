"""A checker of relations lifted from blocks: it reads the rules of the page on blocks off the records, and knows no lifting."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property

from replay import InvalidStepError, replay

from dpzoo.records.block_records import Disclosed, Disclosure, NormalForm, StandardRecord, UnitRecord, Use
from dpzoo.records.enums import Property, RelationKind, Verdict
from dpzoo.records.knowledge_base import KnowledgeBase
from dpzoo.relations.asserted import from_claims, gives_implication, recorded
from dpzoo.relations.claims import BlockFact, Claim, Lift
from dpzoo.relations.facts import Derivation

_K = RelationKind
_LINKS = {"within": "R2", "coupled_into": "R3", "reaches": "R4"}
_GAPS = {"R6": "never_joins", "R7": "far_from", "R6'": "not_reached"}


class NotLiftedError(ValueError):
    """A lifted relation does not follow by its rules; the message says which condition fails."""


def demand(condition: object, what: str) -> None:
    """Raise NotLiftedError unless the condition holds."""
    if not condition:
        raise NotLiftedError(what)


@dataclass(frozen=True)
class Side:
    """A notion as its record's blocks."""

    form: NormalForm
    unit: UnitRecord
    unit_id: str
    standard: StandardRecord
    standard_id: str
    compared: Mapping[str, str]
    """What stands for each argument of the unit: a sort, or a fixed value."""
    measured: Mapping[str, str]

    @property
    def fixed(self) -> bool:
        """Whether an argument of the standard has a fixed value."""
        return any(v.startswith("= ") for v in self.measured.values())


class Lifts:
    """Whether the records of a base give a relation that is lifted from blocks."""

    def __init__(self, base: KnowledgeBase) -> None:
        self.base = base
        self.plain = from_claims(base)
        self.cells = recorded(base)
        self.units = {i: e.record for i, e in base.blocks.units.items()}
        self.follows = cache(self._follows)
        self.has = cache(self._has)
        self.side = cache(self._side)
        self._asks_something = cache(self._asking)
        self._linked = cache(self._links)
        self._known: dict[Claim, bool] = {}

    def __call__(self, claim: Claim) -> bool:
        """Whether the relation follows; each is looked at once."""
        if claim not in self._known:
            try:
                self.check(claim)
            except NotLiftedError:
                self._known[claim] = False
            else:
                self._known[claim] = True
        return self._known[claim]

    def check(self, claim: Claim) -> None:
        """Raise NotLiftedError unless the claim follows by the rules and facts that its lift names."""
        lift = claim.lift
        assert lift is not None
        if lift.own is not None:
            self._own_shape(claim, lift, lift.own)
        else:
            a, b = self.side(claim.subject), self.side(claim.object)
            demand(a.form.universe == b.form.universe, "they speak of different data")
            worst = a.form.aggregation.block == b.form.aggregation.block == "worst-pair"
            demand(worst, "not both take the worst pair")
            (self._separation if claim.kind.negative else self._implication)(claim, lift, a, b)

    # what the records say

    def _side(self, notion: str) -> Side:
        record = self.base.notions[notion].record
        form = record.normal_form
        demand(form is not None and form.complete, f"{notion} has a block without a record")
        assert form is not None
        unit, standard = self.units.get(form.unit.block or ""), self.base.blocks.standards.get(form.standard.block or "")
        demand(unit is not None and standard is not None, f"{notion} has a block without a record")
        assert unit is not None
        assert standard is not None
        demand(isinstance(form.intensity, tuple), f"the level of {notion} is not a list of parameters")
        demand(len(form.intensity) == len(standard.record.parameters), f"{notion} has not the standard's parameters")

        def bound(use: Use, arguments: Mapping[str, str]) -> dict[str, str]:
            given = {a: (use.at or {}).get(a, a) for a in arguments}
            own = record.parameters
            return {a: (own[g].sort or arguments[a]) if g in own else f"= {g}" for a, g in given.items()}

        return Side(
            form, unit, form.unit.block or "", standard.record, standard.id,
            bound(form.unit, unit.arguments), bound(form.standard, standard.record.arguments),
        )  # fmt: skip

    def _has(self, notion: str, which: Property) -> bool:
        derivation = self.plain.explain_property(notion, which)
        return derivation is not None and self._replays(derivation) and self.plain.verdict(notion, which) is Verdict.HOLDS

    def _follows(self, kind: RelationKind, first: str, second: str) -> bool:
        """Whether the asserted claims give, or refute, a relation of two notions, by a derivation that can be replayed."""
        order = {_K.DOES_NOT_IMPLY: _K.IMPLIES, _K.NOT_STRONGER_THAN: _K.STRONGER_THAN}.get(kind)
        found = self.plain.derive(kind, first, second) if order is None else self.plain.refute(order, first, second)
        return found is not None and self._replays(found)

    def _replays(self, derivation: Derivation) -> bool:
        try:
            replay(derivation, self.cells, lambda c: gives_implication(self.base, c))
        except InvalidStepError:
            return False
        return True

    def _fact(self, fact: BlockFact, given: tuple[object, ...] = ()) -> None:
        listed = getattr(self.units[fact.block], fact.key)
        demand(fact.index < len(listed) and listed[fact.index].unit == fact.about, f"{fact} stands in no record")
        demand(listed[fact.index].given == given, f"{fact} holds under conditions")

    # yes: R1 to R4, R9, R11

    def _implication(self, claim: Claim, lift: Lift, a: Side, b: Side) -> None:
        if claim.kind is _K.SAME_AS:
            demand(lift.rules == ("R9",), "only R9 gives the same notion")
            mine = (a.unit_id, self._scope(a), dict(a.compared), a.form.view, a.standard_id, dict(a.measured))
            demand(mine == (b.unit_id, self._scope(b), dict(b.compared), b.form.view, b.standard_id, dict(b.measured)), "R9")
            return
        demand(claim.kind in (_K.STRONGER_THAN, _K.IMPLIES), f"blocks give no {claim.kind}")
        steps = dict.fromkeys(_LINKS[f.key] for f in lift.facts if f.key in _LINKS)
        demand(set(lift.rules) == {*steps, *(self._view(a, b)), *(["R1"] if lift.homes else [])}, "the rules are not those used")
        for name in a.compared.keys() & b.compared.keys():
            free = claim.kind is _K.IMPLIES and b.compared[name] == "number"
            demand(a.compared[name] == b.compared[name] or free, f"{name} is something else in the two units")
        if a.standard_id == b.standard_id:
            demand(lift.homes is None and a.measured == b.measured, "the standards have other arguments")
            self._path(claim, lift, a, b, a.standard)
            return
        demand(lift.homes == (a.standard.notion, b.standard.notion) and lift.kind is claim.kind, "R1 needs the two standards")
        demand(not a.fixed and not b.fixed, "a standard at a fixed argument")
        demand(self.follows(claim.kind, *lift.homes), "the standards are not ordered")
        one = b.standard.notion in a.standard.one_order
        ways = []
        for carrier, standard in ((b.unit, a.standard), (a.unit, b.standard)):  # the standards change last, or first
            try:
                demand(not carrier.scaled and (carrier.both_orders or one), "R1: one order, or distances")
                self._path(claim, lift, a, b, standard)
                ways.append(standard)
            except NotLiftedError:
                continue
        demand(ways, "neither before nor after the way from unit to unit can the standards change")

    def _scope(self, side: Side) -> str | None:
        return side.unit.scope if side.form.scope.block == "all-datasets" else side.form.scope.block

    def _view(self, a: Side, b: Side) -> list[str]:
        """R11, if it is needed: the object's view is a function of the subject's, and the standard obeys data processing."""
        here = b.form.view.block
        if here == a.form.view.block:
            return []
        while here is not None and here != a.form.view.block:
            entry = self.base.blocks.views.get(here)
            here = None if entry is None else entry.record.of
        demand(here is not None and self.has(a.standard.notion, Property.POST_PROCESSING), "R11")
        return ["R11"]

    def _path(self, claim: Claim, lift: Lift, a: Side, b: Side, standard: StandardRecord) -> None:
        """R2 to R4: from one unit to the other with one standard."""
        here = a.unit_id
        for fact in lift.facts:
            self._fact(fact, claim.relation.given)
            if fact.key == "reaches":
                rule = standard.steps
                demand(rule is not None and rule.total, "R4: the standard has no rule along chains")
                assert rule is not None
                demand(claim.kind is _K.IMPLIES or rule.every_level, "R4: not every level comes from some level")
                start, end = fact.block, fact.about
            else:
                start, end = fact.about, fact.block
            if fact.key == "coupled_into":
                demand(self.has(standard.notion, Property.CONVEXITY), "R3: the standard allows no mixing")
                demand(self.units[fact.about].both_orders, "R3: mixing is known of both orders")
            demand(here == start, "the facts are no way from unit to unit")
            here = end
        demand(here == b.unit_id, "the facts lead to another unit")

    # no: R5 to R7

    def _separation(self, claim: Claim, lift: Lift, a: Side, b: Side) -> None:
        (rule,) = lift.rules
        view = self.base.blocks.views[a.form.view.block or ""].record
        demand(a.form.view == b.form.view and view.any_law, "not any law can be shown in the view")
        demand(not b.fixed, "the object's standard at a fixed argument")
        if rule == "R5":
            demand(b.unit.disjoint and not b.unit.scaled, "R5: no disjoint pair, or distances")
            demand(lift.homes == (a.standard.notion, b.standard.notion) and lift.kind is claim.kind, "R5: other standards")
            self._laws(a, claim.kind, *lift.homes)
            return
        demand(claim.kind is _K.DOES_NOT_IMPLY, f"{rule} refutes an implication")
        demand(rule in _GAPS, f"{rule} refutes nothing")
        place = next((k for k, f in enumerate(lift.facts) if f.key == _GAPS[rule]), None)
        demand(place is not None, f"{rule}: no fact about units that are apart")
        assert place is not None
        gap = lift.facts[place]
        for fact in lift.facts:
            self._fact(fact)
        demand(self._walk(gap.block, lift.facts[:place]) == a.unit_id, "the facts lead to another unit")
        demand(self._walk(b.unit_id, lift.facts[place + 1 :], keeping=True) == gap.about, "the facts lead from another unit")
        if rule in ("R6", "R7"):
            demand(b.standard.disjoint.refused, f"{rule}: the standard allows disjoint laws")
        if rule in ("R7", "R6'"):
            demand(a.unit.point_masses and not a.unit.scaled and not b.unit.scaled, f"{rule}: drawn datasets, or distances")
        if rule == "R7":
            demand(b.unit.point_masses and "coupled_into" not in {f.key for f in lift.facts}, "R7: mixtures")
            pure = self.base.blocks.standards["max-divergence"].record.notion
            demand(
                lift.homes == (pure, a.standard.notion) and self.follows(_K.IMPLIES, *lift.homes), "R7: not bounded by pure DP"
            )
            demand(lift.kind is _K.IMPLIES, "R7: what pure DP is to the standard")
        if rule == "R6'":
            demand(
                a.standard_id == b.standard_id == "max-divergence" and not a.unit.both_orders, "R6′: max divergence, one order"
            )
            demand(len(lift.facts) == 1, "R6′ is not passed on")

    def _laws(self, a: Side, kind: RelationKind, first: str, second: str) -> None:
        """The mechanism of R5: two laws on two sets of datasets."""
        demand(not a.fixed and not a.unit.scaled, "R5: a fixed argument, or distances")
        demand(a.unit.point_masses or self.has(a.standard.notion, Property.CONVEXITY), "R5: the standard allows no mixing")
        demand(self.follows(kind, first, second), "R5: no laws separate the standards")

    def _walk(self, start: str, facts: tuple[BlockFact, ...], *, keeping: bool = False) -> str:
        """Where links lead; ``keeping`` asks that a pair that is apart at the end has one that is apart at the start."""
        here = start
        for fact in facts:
            first, last = (fact.block, fact.about) if fact.key == "reaches" else (fact.about, fact.block)
            demand(here == first and fact.key in _LINKS, "the facts are no way from unit to unit")
            demand(not keeping or fact.key != "reaches" or self.units[fact.block].point_masses, "a chain of mixtures")
            here = last
        return here

    # notions of their own shape: R13 and R14

    def _own_shape(self, claim: Claim, lift: Lift, own: str) -> None:
        demand(claim.kind is _K.DOES_NOT_IMPLY and own in (claim.subject, claim.object), "it is about other notions")
        stated = self.base.notions[own].record.normal_form
        assert stated is not None
        if lift.rules == ("R14",):
            bound = stated.bounds
            demand(own == claim.object and bound is not None, "R14: the object bounds no pair")
            assert bound is not None
            self._sorts_apart(own, bound.at, claim.subject)
            a = self._plain(claim.subject)
            home = self.base.blocks.standards[bound.standard].record.notion
            demand(lift.homes == (a.standard.notion, home) and lift.kind is _K.DOES_NOT_IMPLY, "R14: other standards")
            self._laws(a, _K.DOES_NOT_IMPLY, *lift.homes)
            return
        demand(lift.rules == ("R13",) and own == claim.subject, "R13 is about its subject")
        for fact in stated.discloses:
            try:
                self._disclosed(own, fact, claim.object)
            except NotLiftedError as reason:
                last = reason
            else:
                return
        raise NotLiftedError(f"R13: no disclosure gives it: {last}")

    def _plain(self, notion: str) -> Side:
        side = self.side(notion)
        seen = (side.form.view.block, side.form.aggregation.block)
        demand(seen == ("output", "worst-pair"), f"{notion} sees something else than the output")
        return side

    def _sorts(self, notion: str, names: object) -> set[str | None]:
        parameters = self.base.notions[notion].record.parameters
        return {p.sort for n, p in parameters.items() if n in names and p.sort is not None}

    def _sorts_apart(self, own: str, at: Mapping[str, str] | None, other: str) -> None:
        theirs = self._sorts(other, self.base.notions[other].record.structural)
        demand(not self._sorts(own, at or {}) & theirs, "a parameter of a chosen kind is theirs, too")

    def _disclosed(self, own: str, fact: Disclosure, other: str) -> None:
        form, mine = self._form(other), self.base.notions[own].record
        if fact.universe is not None:
            demand(form.universe == fact.universe, "it is about other data")
        else:
            reached = [self._universes(f.universe) for f in (form, self._form(own))]
            demand(reached[0] & reached[1], "it is about other data")
        self._sorts_apart(own, dict.fromkeys(mine.structural, "") if fact.what is Disclosed.LARGE else fact.at, other)
        if fact.what is Disclosed.INVARIANTS:
            side = self._plain(other)
            demand(side.standard.disjoint.refused and not side.fixed, "the standard allows disjoint laws")
            demand(self._never_joins(fact.of or "", side.unit_id), "the invariants say nothing about the pairs")
        elif fact.what is Disclosed.DATASET and self._asks_something(other):
            return
        elif not self._bounded_pair(own, fact, other):
            side = self._plain(other)
            demand(side.unit.disjoint and not side.unit.scaled, "no disjoint pair, or distances")
            demand(side.standard.disjoint.refused and not side.fixed, "the standard allows disjoint laws")

    def _bounded_pair(self, own: str, fact: Disclosure, other: str) -> bool:
        """Whether the other notion bounds some pair in a standard that refuses disjoint laws, whatever the first one chooses."""
        bound = self._form(other).bounds
        if bound is None or fact.what is Disclosed.LARGE:
            return False
        theirs = self._sorts(own, self.base.notions[own].record.structural)
        refused = self.base.blocks.standards[bound.standard].record.disjoint.refused
        return refused and not self._sorts(other, bound.at or {}) & theirs

    def _form(self, notion: str) -> NormalForm:
        form = self.base.notions[notion].record.normal_form
        demand(form is not None, f"{notion} names no universe")
        assert form is not None
        return form

    def _universes(self, universe: str) -> set[str]:
        entry = self.base.blocks.universes.get(universe)
        return {universe, *(t.universe for t in entry.record.translations)} if entry is not None else {universe}

    def _never_joins(self, first: str, second: str) -> bool:
        """Whether some fact says that ``first`` never joins a pair of ``second``, or follows by links on either side (R6)."""
        below = {fact: self._linked(fact.block) for fact in self._gaps()}
        return any(first in below[f] and f.about in self._linked(second, keeping=True) for f in below)

    def _gaps(self) -> Iterator[BlockFact]:
        for i, unit in self.units.items():
            yield from (BlockFact(i, "never_joins", k, f.unit) for k, f in enumerate(unit.never_joins) if not f.given)

    def _links(self, start: str, *, keeping: bool = False) -> set[str]:
        """The units that one covers, by unconditional facts."""
        found, waiting = {start}, [start]
        while waiting:
            here = waiting.pop()
            chains = self.units[here].reaches if not keeping or self.units[here].point_masses else ()
            more = {f.unit for f in chains if not f.given}
            more |= {i for i, u in self.units.items() for f in (*u.within, *u.coupled_into) if f.unit == here and not f.given}
            waiting += more - found
            found |= more
        return found

    def _asking(self, notion: str) -> bool:
        """Whether the notion is closed under post-processing and some separation shows that some notion does not give it."""
        if not self.has(notion, Property.POST_PROCESSING):
            return False
        return notion in self._refuted or any(self.gives(notion, w) for w in self._refuted)

    @cached_property
    def _refuted(self) -> set[str]:
        return {c.object for c in self.plain.claims if c.kind is _K.DOES_NOT_IMPLY and not c.conditional}

    def gives(self, notion: str, other: str) -> bool:
        """Whether recorded claims give the second notion from the first; a zoo's own inference also knows what blocks give."""
        return self.follows(_K.IMPLIES, notion, other)
