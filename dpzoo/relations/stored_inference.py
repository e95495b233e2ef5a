"""What inference works out of a base before the first question, as plain data that is stored with it, and read back.

What is read back answers every question as :func:`dpzoo.relations.asserted.infer` does on the records themselves; of these only
those are read that an answer shows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from dpzoo.records.claim_records import Relation
from dpzoo.records.enums import Property, RelationKind, Verdict
from dpzoo.records.knowledge_base import KnowledgeBase
from dpzoo.relations.asserted import from_claims, recorded
from dpzoo.relations.claims import BlockFact, Claim, Lift, Lifted, LiftedSeparation, RecordPart
from dpzoo.relations.entailment import NONE
from dpzoo.relations.facts import ORDERS
from dpzoo.relations.forms import ComparedPairs, Form, PairMeasure, bounded, universes
from dpzoo.relations.inference import Inference
from dpzoo.relations.lifting.rules import LiftRule
from dpzoo.relations.refutation import Refused, SpecialCase

if TYPE_CHECKING:
    from dpzoo.relations.lifting.lifting import KnownRows, Lifting

_K = RelationKind
_ORDERS = (_K.IMPLIES, _K.STRONGER_THAN)
"""The orders that blocks give or refute."""
_VERDICTS = {v.value: v for v in Verdict}


def remembered(base: KnowledgeBase) -> dict[str, Any]:
    """What :func:`recalled` needs of a base, as plain data."""
    from dpzoo.relations.lifting.lifting import Lifting
    from dpzoo.relations.lifting.own_shapes import OwnShapes

    plain = from_claims(base)
    lifting = Lifting(base, plain)
    given = lifting.given()
    own = OwnShapes(base, plain, lifting, given)
    whole = plain.extended(given, lifting.between, lambda: Refused(own.rows(), list))
    lifts = _Table()
    index = plain.index
    verdicts = recorded(base)
    return {
        "cells": {n: [verdicts[n, which].value for which in Property] for n in base.notions},
        "universes": {n: sorted(names) for n, names in universes(base).items()},
        "bounded": {n: list(names) for n, names in bounded(base).items()},
        "proper cases": [
            c.id for c in plain.closure.claims if c.kind is _K.SPECIAL_CASE_OF and plain.closure.gives_implication(c)
        ],
        "cases": [[c.claim.id, sorted(c.barred), c.exact] for c in plain.refutation.cases],
        "forms": [_form_row(form) for form in lifting.forms],
        "followed": {kind.value: _hex(lifting.implications.rows(kind)) for kind in _ORDERS},
        "separated": {kind.value: _hex(lifting.separated.rows(kind)) for kind in _ORDERS},
        "refused": {kind.value: _hex(row) for kind, row in own.rows().items()},
        "denied": {kind.value: _hex(whole.denied(kind)) for kind in ORDERS},
        "given": [_lifted_row(c, lifts) for c in given],
        "separations": [
            [index[c.subject], c.kind.value, index[c.object], lifts.place(_lift_row(c.lift, c.place))]
            for c in (*lifting.separations(), *own.claims())
        ],
        "lifts": lifts.rows,
    }


def recalled(base: KnowledgeBase, stated: Sequence[Claim]) -> Inference:
    """The inference over a base that recalls it; ``stated`` are the base's claims."""
    return _Recall(base, stated).inference


class _Recall:
    """What is stored of an inference, each part made when it is asked for."""

    def __init__(self, base: KnowledgeBase, stated: Sequence[Claim]) -> None:
        self.base, self.data = base, base.recalled["inference"]
        self.lift = cache(lambda number: _lift(self.data["lifts"][number]))
        self.separation = cache(self._separation)
        by_id = {c.id: c for c in stated}
        proper = {by_id[i] for i in self.data["proper cases"]}
        self.plain = Inference(
            base.notions,
            stated,
            {(n, which): _VERDICTS[v] for n, row in self.data["cells"].items() for which, v in zip(Property, row, strict=True)},
            proper.__contains__,
            {n: frozenset(names) for n, names in self.data["universes"].items()},
            {n: tuple(names) for n, names in self.data["bounded"].items()},
            cases=tuple(SpecialCase(by_id[i], frozenset(barred), exact) for i, barred, exact in self.data["cases"]),
        )
        given = [self._lifted(*row) for row in self.data["given"]]
        self.inference = self.plain.extended(given, self.between, lambda: self.refused)

    def _lifted(self, subject: str, kind_value: str, target: str, conditions: Sequence[str], number: int) -> Claim:
        kind, lift, conditional = _K(kind_value), self.lift(number), bool(conditions)

        def make() -> tuple[Relation, RecordPart]:
            return self.lifting.stated(kind, subject, target, lift, conditional=conditional)

        return _RecalledLift(subject, kind, target, lift, frozenset(conditions) if conditions else NONE, make)

    @cached_property
    def separations(self) -> Sequence[Any]:
        """The lifted separations, as rows."""
        found: Sequence[Any] = self.base.recalled["separations"]
        return found

    @cached_property
    def rows(self) -> KnownRows:
        """For each order what blocks give, and what they refute."""
        return tuple({kind: _rows(self.data[key][kind.value]) for kind in _ORDERS} for key in ("followed", "separated"))  # type: ignore[return-value]

    @cached_property
    def lifting(self) -> Lifting:
        """What makes a lifted claim anew."""
        from dpzoo.relations.lifting.lifting import Lifting

        return Lifting(self.base, self.plain, tuple(_form(row) for row in self.data["forms"]), self.rows)

    @cached_property
    def _place(self) -> Mapping[str, int]:
        return {row[0]: k for k, row in enumerate(self.data["forms"])}

    def between(self, kind: RelationKind, subject: str, target: str) -> Claim | None:
        """As in :meth:`.Lifting.between`, which is asked only where the rows say that there is something."""
        a, b = self._place.get(subject), self._place.get(target)
        if a is None or b is None or a == b:
            return None
        if not any(self.rows[kind.negative][order][a] >> b & 1 for order in _ORDERS):
            return None
        return self.lifting.between(kind, subject, target)

    @cached_property
    def refused(self) -> Refused:
        """The separations by blocks."""
        rows, denied = ({_K(kind): _rows(row) for kind, row in self.data[key].items()} for key in ("refused", "denied"))
        return Refused(rows, lambda: [self.separation(k) for k in range(len(self.separations))], self.between_any, denied)

    @cached_property
    def _separations_of(self) -> Mapping[int, Sequence[tuple[int, int]]]:
        """For each notion, by its position, the positions of those that it is separated from, and which separation says so."""
        found: dict[int, list[tuple[int, int]]] = {}
        for number, (subject, _, target, _) in enumerate(self.separations):
            found.setdefault(subject, []).append((target, number))
        return found

    def between_any(self, subject: int, targets: int) -> Sequence[Claim]:
        """The separations from a notion to any of a bitset."""
        return [self.separation(number) for end, number in self._separations_of.get(subject, ()) if targets >> end & 1]

    def _separation(self, number: int) -> Claim:
        a, kind, b, lift = self.separations[number]
        ids = self.plain.ids
        return _RecalledSeparation(self, ids[a], _K(kind), ids[b], self.lift(lift), self.data["lifts"][lift][-1])

    def reason(self, lift: Lift, path: Sequence[Any]) -> str:
        """Why a lifted separation holds, in a sentence."""
        if lift.own is None:
            return self.lifting.reason(lift)
        from dpzoo.relations.lifting.own_shapes import fact_reason

        found: Any = self.base.notions[lift.own].record.normal_form
        for step in path:
            found = found[step] if isinstance(step, int) else getattr(found, step)
        return fact_reason(LiftRule(lift.rules[0]), found.evidence)


class _RecalledLift(Lifted):
    recalled = True


class _RecalledSeparation(LiftedSeparation):
    """A lifted separation whose place is looked up when somebody asks."""

    def __init__(self, recall: _Recall, subject: str, kind: RelationKind, target: str, lift: Lift, path: Sequence[Any]) -> None:
        super().__init__(subject, kind, target, None, lift, lambda: recall.reason(lift, path))  # type: ignore[arg-type]
        del self.__dict__["place"]
        self.__dict__.update(_recall=recall, _path=path)

    @cached_property
    def place(self) -> RecordPart:
        """The subject's blocks, or the fact that a notion of its own shape states."""
        lift, path = self.lift, self.__dict__["_path"]
        assert lift is not None
        entry = self.__dict__["_recall"].base.notions[lift.own or self.subject]
        return RecordPart(entry, ("blocks",), key=True) if lift.own is None else RecordPart(entry, ("blocks", *path))


# as plain data and back


class _Table:
    """Different rows, each once."""

    def __init__(self) -> None:
        self.rows: list[Any] = []
        self._places: dict[str, int] = {}

    def place(self, row: list[Any]) -> int:
        """The location of a row."""
        found = self._places.setdefault(repr(row), len(self.rows))
        if found == len(self.rows):
            self.rows.append(row)
        return found


def _lifted_row(claim: Claim, lifts: _Table) -> list[Any]:
    number = lifts.place(_lift_row(claim.lift, None))
    return [claim.subject, claim.kind.value, claim.object, sorted(claim.conditions), number]


def _lift_row(lift: Lift | None, place: Any) -> list[Any]:
    assert lift is not None
    facts = [[f.block, f.key, f.index, f.about] for f in lift.facts]
    kind = None if lift.kind is None else lift.kind.value
    homes = None if lift.homes is None else list(lift.homes)
    return [[str(r) for r in lift.rules], facts, homes, kind, lift.own, [] if lift.own is None else list(place.path[1:])]


def _lift(row: Sequence[Any]) -> Lift:
    rules, facts, homes, kind, own, _ = row
    return Lift(
        tuple(map(LiftRule, rules)),
        tuple(BlockFact(*f) for f in facts),
        None if homes is None else (homes[0], homes[1]),
        None if kind is None else _K(kind),
        own,
    )


def _form_row(form: Form) -> list[Any]:
    c, m = form.compared, form.measure
    compared = [c.universe, c.unit, c.scope, _pairs(c.arguments), c.view, c.aggregation]
    return [form.notion, compared, [m.standard, _pairs(m.arguments)], list(form.intensity), _pairs(form.chosen)]


def _pairs(bindings: Iterable[tuple[str, str]]) -> list[list[str]]:
    return [list(pair) for pair in bindings]


def _form(row: Sequence[Any]) -> Form:
    notion, (universe, unit, scope, arguments, view, aggregation), (standard, bound), intensity, chosen = row

    def pairs(given: Iterable[Sequence[str]]) -> tuple[tuple[str, str], ...]:
        return tuple((a, b) for a, b in given)

    compared = ComparedPairs(universe, unit, scope, pairs(arguments), view, aggregation)
    return Form(notion, compared, PairMeasure(standard, pairs(bound)), tuple(intensity), pairs(chosen))


def _hex(rows: Sequence[int]) -> str:
    return " ".join(f"{row:x}" for row in rows)


def _rows(text: str) -> list[int]:
    return [int(row, 16) for row in text.split(" ")] if text else []
