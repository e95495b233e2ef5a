"""What blocks give: orders of standards, units that cover others, views that are functions of others (R1 to R4, R9, R11)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache

from dpzoo.records.block_records import WORST_PAIR, UnitRecord
from dpzoo.records.enums import RelationKind
from dpzoo.relations.claims import Lift
from dpzoo.relations.forms import Form
from dpzoo.relations.lifting.form_index import FormIndex
from dpzoo.relations.lifting.rules import LiftRule
from dpzoo.relations.lifting.standard_facts import Standards
from dpzoo.relations.lifting.unit_facts import Given, Mode, Units
from dpzoo.relations.reachability import bits

_K = RelationKind


class Implications:
    """Which notions in normal form are stronger than, or imply, which others by their blocks."""

    def __init__(self, index: FormIndex, units: Units, standards: Standards) -> None:
        self.index, self.units, self.standards = index, units, standards
        self.rows: Callable[[RelationKind], Sequence[int]] = cache(self._follows)
        """For each form those to which an order is lifted, as bitsets of positions, its own among them."""
        self._covered = cache(self._over_covered)
        self._carrying = cache(self._over_carrying)
        self._ordered = cache(self._by_standards)
        self._above = cache(self._measured_above)

    def _follows(self, kind: RelationKind) -> Sequence[int]:
        return [self._row(form, kind) for form in self.index.forms]

    def _row(self, form: Form, kind: RelationKind) -> int:
        s, u = form.measure.standard, form.compared.unit
        if form.compared.aggregation != WORST_PAIR or s not in self.standards.home:
            return 0
        if form.measure.fixed:
            row = self.index.measured_like(form) & self._covered(u, self.standards.mode(s, kind))
        else:
            row = self._ordered(s, u, kind)
        return row & self.index.seen_by(form) & ~self.index.clashing(form, kind)

    def _by_standards(self, s: str, unit: str, kind: RelationKind) -> int:
        """The notions with a standard that ``s`` bounds, over a unit that ``unit`` covers."""
        own = self._covered(unit, self.standards.mode(s, kind))
        row = self.index.measured_by(s) & own
        for (one_order, mode), members in self._above(s, kind).items():
            reached = own & self._carrying(one_order)
            if carries(self.units.records[unit], one_order):
                reached |= self._covered(unit, mode)
            row |= members & reached
        return row

    def _measured_above(self, s: str, kind: RelationKind) -> Mapping[tuple[bool, Mode], int]:
        """The notions with another standard that ``s`` bounds: by one order of the pair or by both, and by what it allows."""
        found: dict[tuple[bool, Mode], int] = {}
        for t in self.standards.above(kind, s):
            key = self.standards.one_order(s, t), self.standards.mode(t, kind)
            if t != s:
                found[key] = found.get(key, 0) | self.index.measured_by(t)
        return found

    def _over_covered(self, unit: str, mode: Mode) -> int:
        return self.index.over(self.units.covered(unit, mode))

    def _over_carrying(self, one_order: bool) -> int:
        return self.index.where(lambda unit: carries(unit, one_order))

    def lift(self, kind: RelationKind, a: Form, b: Form) -> Lift:
        """The rules and facts by which ``a`` gives ``b``, which :meth:`rows` says it does, other than by the same blocks."""
        s, t = a.measure.standard, b.measure.standard
        rules: list[str] = [] if a.compared.view == b.compared.view else [LiftRule.VIEW]
        homes = None
        if s != t:
            rules.append(LiftRule.STANDARD)
            homes = (self.standards.home[s], self.standards.home[t])
        end = b.compared.unit
        # the standards change at the end of the way, or before it
        for standard, carrier in ((s, end), (t, a.compared.unit)):
            path = self.units.covered(a.compared.unit, self.standards.mode(standard, kind)).get(end)
            if path is not None and (s == t or carries(self.units.records[carrier], self.standards.one_order(s, t))):
                rules += [x.rule for x in path]
                return Lift(tuple(dict.fromkeys(rules)), tuple(x.fact for x in path), homes, kind if homes else None)
        raise AssertionError(f"{a.notion} and {b.notion} were ordered without a path")

    def conditional(self) -> Iterator[tuple[RelationKind, Form, Form, Lift, Given]]:
        """One relation for each conditional link between the units of two notions with one standard."""
        forms = self.index.forms
        for u, links in self.units.links.items():
            for v, link, given in links:
                for a in bits(self.index.over([u])) if given else ():
                    form = forms[a]
                    s = form.measure.standard
                    if s not in self.standards.home or not self.standards.mode(s, _K.IMPLIES).allows(link.rule):
                        continue
                    kind = _K.STRONGER_THAN if self.standards.mode(s, _K.STRONGER_THAN).allows(link.rule) else _K.IMPLIES
                    alike = self.index.measured_like(form) & self.index.alike(form) & ~self.index.clashing(form, kind)
                    for b in bits(self.index.over([v]) & alike):
                        yield kind, form, forms[b], Lift((link.rule,), (link.fact,)), given


def carries(unit: UnitRecord, one_order: bool) -> bool:
    """Whether an order of two standards lifts to the unit (R1): both orders compared, or a proof for one; no distances."""
    return not unit.scaled and (unit.both_orders or one_order)
