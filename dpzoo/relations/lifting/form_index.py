"""The notions in normal form by their blocks, as bitsets of their positions: who is compared with whom."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import TypeVar

from dpzoo.records.block_records import WORST_PAIR, UnitRecord, ViewRecord
from dpzoo.records.enums import Property, RelationKind
from dpzoo.relations.forms import NUMBER, Form
from dpzoo.relations.lifting.standard_facts import Standards

_Key = TypeVar("_Key", bound=Hashable)


class FormIndex:
    """Which forms have which blocks, and which a rule may compare with one of them."""

    def __init__(
        self, forms: Sequence[Form], units: Mapping[str, UnitRecord], views: Mapping[str, ViewRecord], standards: Standards
    ) -> None:
        self.forms = forms
        self.place = {f.notion: k for k, f in enumerate(forms)}
        self.views = views
        self._units, self._standards = units, standards
        self._by_unit = self._grouped(lambda f: [f.compared.unit])
        self._by_measure = self._grouped(lambda f: [f.measure])
        self._by_setting = self._grouped(lambda f: [(f.compared.universe, f.compared.view, f.compared.aggregation)])
        self._by_binding = self._grouped(lambda f: f.compared.arguments)

    def _grouped(self, keys: Callable[[Form], Iterable[_Key]]) -> dict[_Key, int]:
        found: dict[_Key, int] = {}
        for k, form in enumerate(self.forms):
            for key in keys(form):
                found[key] = found.get(key, 0) | 1 << k
        return found

    def over(self, units: Iterable[str]) -> int:
        """The notions over some units."""
        row = 0
        for unit in units:
            row |= self._by_unit.get(unit, 0)
        return row

    def where(self, condition: Callable[[UnitRecord], bool]) -> int:
        """The notions over units of which this is true."""
        return self.over(u for u, record in self._units.items() if condition(record))

    @cached_property
    def _with_standard(self) -> Mapping[str, int]:
        return self._grouped(lambda f: [] if f.measure.fixed else [f.measure.standard])

    def measured_by(self, standard: str) -> int:
        """The notions with a standard, without those that fix a structural argument of it."""
        return self._with_standard.get(standard, 0)

    def measured_like(self, form: Form) -> int:
        """The notions with the same standard at the same arguments."""
        return self._by_measure[form.measure]

    def alike(self, form: Form) -> int:
        """The notions of the same universe, view and aggregation."""
        c = form.compared
        return self._by_setting[c.universe, c.view, c.aggregation]

    def seen_by(self, form: Form) -> int:
        """The notions of the same universe that see what ``form`` sees or a function of it (data processing permitting)."""
        c = form.compared
        row = self.alike(form)
        if c.aggregation == WORST_PAIR and self._standards.holds(form.measure.standard, Property.POST_PROCESSING):
            for view in self._functions.get(c.view, ()):
                row |= self._by_setting.get((c.universe, view, c.aggregation), 0)
        return row

    @cached_property
    def _functions(self) -> Mapping[str, Sequence[str]]:
        """For each view those that are functions of it, itself left out."""
        found: dict[str, list[str]] = {}
        for view, record in self.views.items():
            seen, of = {view}, record.of
            while of is not None and of not in seen:
                found.setdefault(of, []).append(view)
                seen.add(of)
                of = self.views[of].of if of in self.views else None
        return found

    def clashing(self, form: Form, kind: RelationKind) -> int:
        """Notions that bind an argument of the same name to something else, so that a fact at equal arguments is silent."""
        mine, row = dict(form.compared.arguments), 0
        for (name, bound), members in self._by_binding.items() if mine else ():
            if mine.get(name, bound) != bound and not (kind is RelationKind.IMPLIES and bound == NUMBER):
                row |= members
        return row
