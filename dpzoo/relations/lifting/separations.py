"""What blocks refute: laws that separate standards, and pairs that one unit does not bound (R5 to R7)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, cached_property

from dpzoo.records.block_records import OUTPUT, WORST_PAIR
from dpzoo.records.enums import Property, RelationKind
from dpzoo.relations.claims import Lift
from dpzoo.relations.facts import DENIAL
from dpzoo.relations.forms import Form
from dpzoo.relations.lifting.form_index import FormIndex
from dpzoo.relations.lifting.rules import LiftRule
from dpzoo.relations.lifting.standard_facts import MAX_DIVERGENCE, PURE, Standards
from dpzoo.relations.lifting.unit_facts import Units
from dpzoo.relations.reachability import bits

_K = RelationKind


class Separations:
    """Which notions in normal form are refuted to give which others by their blocks."""

    def __init__(self, index: FormIndex, units: Units, standards: Standards) -> None:
        self.index, self.units, self.standards = index, units, standards
        self.rows: Callable[[RelationKind], Sequence[int]] = cache(self._refuted)
        """For each form those to which an order is refuted, as bitsets of positions."""
        self._over_apart = cache(self._over_units_apart)
        self._lawless = cache(self._by_laws)

    def _refuted(self, kind: RelationKind) -> Sequence[int]:
        return [self._row(form, kind) for form in self.index.forms]

    def _row(self, form: Form, kind: RelationKind) -> int:
        s, c = form.measure.standard, form.compared
        view = self.index.views.get(c.view)
        if c.aggregation != WORST_PAIR or s not in self.standards.home or view is None or not view.any_law:
            return 0
        row = self._lawless(s, kind) if self._shows_laws(form) else 0
        if kind is _K.IMPLIES:
            row |= self._by_units(s, c.unit)
        return row & self.index.alike(form)

    def _shows_laws(self, form: Form) -> bool:
        """Whether a mechanism with two laws keeps to the form's level if the laws do (R5)."""
        unit = self.units.records[form.compared.unit]
        mixing = unit.point_masses or self.standards.holds(form.measure.standard, Property.CONVEXITY)
        return mixing and not unit.scaled and not form.measure.fixed

    def _by_laws(self, s: str, kind: RelationKind) -> int:
        """The notions with a standard from which laws separate ``s``, and with a pair that tells them apart."""
        row = 0
        for t in self.standards.apart(kind, s):
            row |= self.index.measured_by(t)
        return row & self._told_apart

    def _by_units(self, s: str, unit: str) -> int:
        """The notions with a pair that ``unit`` never joins (R6), is far from (R7), or does not reach in its order (R6′)."""
        record = self.units.records[unit]
        row = self._refusing & self._over_apart("never_joins", unit)
        if record.scaled or not record.point_masses:
            return row
        if s in self.standards.bounded_by_pure:
            row |= self._refusing & self._over_apart("far_from", unit) & self._of_point_masses
        if s == MAX_DIVERGENCE and not record.both_orders:
            beyond = {f.unit for f in record.not_reached if not f.given}
            row |= self.index.measured_by(MAX_DIVERGENCE) & self.index.over(beyond) & self._unscaled
        return row

    def _over_units_apart(self, key: str, unit: str) -> int:
        return self.index.over(self.units.apart(key, unit))

    @cached_property
    def _unscaled(self) -> int:
        return self.index.where(lambda unit: not unit.scaled)

    @cached_property
    def _of_point_masses(self) -> int:
        return self.index.where(lambda unit: unit.point_masses and not unit.scaled)

    @cached_property
    def _told_apart(self) -> int:
        """The notions that compare some pair with disjoint supports, at a level that no distance scales."""
        return self.index.where(lambda unit: unit.disjoint and not unit.scaled)

    @cached_property
    def _refusing(self) -> int:
        """The notions whose standard refuses disjoint laws at every proper level."""
        row = 0
        for standard in self.standards.refusing:
            row |= self.index.measured_by(standard)
        return row

    def lift(self, kind: RelationKind, a: Form, b: Form) -> Lift:
        """The rule and the facts by which an order is refuted, which :meth:`rows` says it is."""
        u, v, place = a.compared.unit, b.compared.unit, self.index.place[b.notion]
        if kind is _K.IMPLIES and self._refusing >> place & 1 and v in self.units.apart("never_joins", u):
            return Lift((LiftRule.INVARIANT,), self.units.telling_apart("never_joins", u, v))
        s, t = a.measure.standard, b.measure.standard
        if t in self.standards.apart(kind, s) and self._told_apart >> place & 1:
            return Lift((LiftRule.LAWS,), (), (self.standards.home[s], self.standards.home[t]), DENIAL[kind])
        if v in self.units.apart("far_from", u):
            facts = self.units.telling_apart("far_from", u, v)
            return Lift((LiftRule.DISTANCE,), facts, (PURE, self.standards.home[s]), _K.IMPLIES)
        fact = next(f for f in self.units.stated("not_reached") if (f.block, f.about) == (u, v))
        return Lift((LiftRule.ONE_ORDER,), (fact,))

    # for notions of their own shape

    @property
    def refusing(self) -> Iterator[str]:
        """Notions that compare two disjoint laws on an output, unscaled, and refuse them at every proper level."""
        return self._plain(self._refusing & self._told_apart)

    def changing(self, unit: str) -> Iterator[str]:
        """Notions that refuse disjoint laws and compare a pair on which some invariant of the unit changes (R6)."""
        return self._plain(self._refusing & self._over_apart("never_joins", unit))

    def apart_from(self, standard: str) -> Iterator[str]:
        """Notions whose standard some laws separate from ``standard``, where two laws can be shown on any pair (R5)."""
        row = 0
        for s in self.standards.home:
            if standard in self.standards.apart(_K.IMPLIES, s):
                row |= self.index.measured_by(s)
        return (n for n in self._plain(row) if self._shows_laws(self.index.forms[self.index.place[n]]))

    def homes(self, notion: str, standard: str) -> tuple[str, str]:
        """The notions that stand for the notion's standard and for ``standard``."""
        return self.standards.home[self.index.forms[self.index.place[notion]].measure.standard], self.standards.home[standard]

    def _plain(self, row: int) -> Iterator[str]:
        """Those of some notions that see the output and take the worst pair."""
        for k in bits(row):
            form = self.index.forms[k]
            if (form.compared.view, form.compared.aggregation) == (OUTPUT, WORST_PAIR):
                yield form.notion
