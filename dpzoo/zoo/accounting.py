"""Accounting with the knowledge base at hand: names that only it knows, and each notion's own rule."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from dpzoo.expressions.tree import Name
from dpzoo.mechanisms.accounting.composing import CERTIFIED, Composition, RuleBound, read
from dpzoo.mechanisms.accounting.composing import compose as add_up
from dpzoo.mechanisms.accounting.errors import AccountingError, NoAnswerError
from dpzoo.mechanisms.accounting.language import Item, count, number
from dpzoo.mechanisms.accounting.naming import KINDS
from dpzoo.mechanisms.accounting.parts import AS_GIVEN
from dpzoo.numbers.real import ONE, ZERO, Real, real
from dpzoo.records.block_records import ALL_DATASETS, OUTPUT, WORST_PAIR, UnitRecord
from dpzoo.records.enums import Direction, Verdict
from dpzoo.relations.guarantees import GuaranteeError, check_values

if TYPE_CHECKING:
    from dpzoo.mechanisms.accounting.parts import Part
    from dpzoo.mechanisms.accounting.solving import Solution
    from dpzoo.records.mechanism import Guarantee
    from dpzoo.zoo.notion import Notion
    from dpzoo.zoo.practice import Mechanism
    from dpzoo.zoo.zoo import Zoo

_MOST_STEPS: Final = 100_000
_USUAL: Final = (ALL_DATASETS, WORST_PAIR)
_VIEWS: Final = frozenset({OUTPUT, "one-message"})
_UNITS: Final[Mapping[str, str]] = {
    "one-record": "either",
    "one-record-added-or-removed": "add-or-remove",
    "one-record-replaced": "replace",
    "one-owner": "user",
    "any-other-value": "any-values",
}


def compose(
    zoo: Zoo | None,
    items: Sequence[Any] | str,
    *,
    delta: Any = None,
    epsilon: Any = None,
    to: str | None = None,
    alpha: Any = None,
) -> Composition:
    """See :meth:`dpzoo.zoo.zoo.Zoo.compose`; without a zoo it is loaded only if a name needs it."""
    texts, parts, neighbours = _in_words([items] if isinstance(items, str) else items)
    parsed = read(texts)
    base = _Base(zoo, parts)
    found = _added_up(parsed, base, delta=delta, epsilon=epsilon, to=to, alpha=alpha)
    return found if neighbours is None or found.neighbours != AS_GIVEN else replace(found, neighbours=neighbours)


def _one_or_several(item: Any) -> Sequence[Any]:
    """The items of a list of texts, which is what the shell takes as several arguments."""
    return item if isinstance(item, list) and item and all(isinstance(i, str) for i in item) else [item]


def _in_words(items: Sequence[Any]) -> tuple[list[str | tuple[str, int]], Mapping[str, Part], str | None]:
    """Objects of other libraries as items, with stand-ins for those without a text form, and the neighbours that they name."""
    found: list[str | tuple[str, int]] = []
    parts: dict[str, Part] = {}
    named: list[str] = []
    for item in itertools.chain.from_iterable(_one_or_several(i) for i in items):
        thing, times = item if isinstance(item, tuple) and len(item) == 2 else (item, 1)
        if isinstance(thing, str) or item is None:
            found.append(item)
            continue
        from dpzoo.zoo.interop import read as read_foreign

        reading = read_foreign(thing, name=f"reading {len(parts) + 1}")
        clash = next((n for n in reading.parts if n in parts), None)
        if clash is not None:
            raise AccountingError(f"two items are read under the name {clash!r}; give each its own name")
        found += reading.items if times == 1 or not reading.items else [f"compose({', '.join(reading.items)})*{times}"]
        parts.update(reading.parts)
        if reading.neighbours != AS_GIVEN:
            named.append(reading.neighbours)
    several = list(dict.fromkeys(named))
    if len(several) > 1:
        raise AccountingError(f"the items are for different neighbours: {several[0]} and {several[1]}")
    return found, parts, several[0] if several else None


def _added_up(parsed: list[Item], base: _Base, *, delta: Any, epsilon: Any, to: str | None, alpha: Any) -> Composition:
    if to is not None:
        from dpzoo.mechanisms.accounting.chosen_notion import in_notion

        return in_notion(parsed, to, delta=delta, epsilon=epsilon, alpha=alpha, base=base)
    if alpha is not None:
        raise AccountingError("alpha is the order of Rényi DP; it goes with --to rdp")
    return add_up(parsed, delta=delta, epsilon=epsilon, lookup=base.part)


def solve(zoo: Zoo | None, items: Sequence[str | tuple[str, int]] | str, *, delta: Any = None, epsilon: Any = None) -> Solution:
    """See :meth:`dpzoo.zoo.zoo.Zoo.solve`."""
    from dpzoo.mechanisms.accounting.solving import solve as find

    return find(read([items] if isinstance(items, str) else items), delta=delta, epsilon=epsilon, lookup=_Base(zoo).part)


def kind_of(zoo: Zoo, notion: Notion) -> tuple[str, str]:
    """The name under which accounting knows a notion's guarantees, and the id of its unit. AccountingError for other notions."""
    form = notion.record.normal_form
    if notion.composition.verdict is not Verdict.HOLDS:
        raise AccountingError(f"no rule of composition of {notion.name} is known to hold")
    kind = None if form is None else _STANDARDS.get(str(form.standard.block))
    intensity: tuple[str, ...] = form.intensity if form is not None and isinstance(form.intensity, tuple) else ()
    unit = None if form is None or form.unit.block is None else zoo.base.blocks.units.get(form.unit.block)
    usual = form is not None and (form.scope.block, form.aggregation.block) == _USUAL and form.view.block in _VIEWS
    if kind is None or set(intensity) != set(KINDS[kind].order) or unit is None or not usual or not _plain(unit.record):
        raise AccountingError(
            f"{notion.name} composes only with itself, by its own rule (--to {notion.id}); "
            "'dpzoo convert' leads to a notion that mixes, such as zCDP"
        )
    return kind, unit.id


def _uses(mechanism: Mechanism, claim: Guarantee) -> set[str]:
    """The parameters on which a guarantee depends, in its numbers and in its conditions; none of them is guessed."""
    conditions = [*claim.given, *(r.that for r in mechanism.record.requires)]
    return {n for e in claim.map.values() for n in e.names} | {n for c in conditions for n in c.names}


def _variant(usable: list[tuple[Guarantee, Part]], given: Mapping[str, Real]) -> list[tuple[Guarantee, Part]] | None:
    """The guarantees of one thing: those that use every parameter that was given, if others are of another thing."""
    if len({c.name for c, _ in usable}) == 1:
        return usable
    using = {c.name for c, _ in usable if given.keys() <= {n for e in c.map.values() for n in e.names}}
    return [(c, p) for c, p in usable if c.name in using] if len(using) == 1 else None


def _together(parts: Sequence[Part]) -> Part:
    """Guarantees that one mechanism has at once, as one part: of each description the best.

    The loss is described by what pure DP allows, where there is a guarantee of it: it composes more tightly than what
    follows from it for Gaussian DP. A guarantee that fails with some probability gives its pairs where no other has any.
    """
    if len(parts) == 1:
        return parts[0]
    sure = [p for p in parts if p.leak.rational == 0] or [parts[0]]
    pure = [p for p in sure if p.pure is not None]
    best = min(pure, key=lambda p: float(p.pure or ZERO)) if pure else next((p for p in sure if p.gaussian is not None), sure[0])
    pairs = best.pairs or (None if best.gaussian is not None else next((p.pairs for p in parts if p.pairs is not None), None))
    rho = min((p.concentrated for p in sure if p.concentrated is not None), key=lambda c: float(c[0]) + float(c[1]), default=None)
    curves = [p.renyi for p in sure if p.renyi is not None]
    curve = (lambda order: min(c(order) for c in curves)) if curves else None
    alone = sure == [parts[0]] and best.leak.rational != 0
    return replace(best, pairs=pairs, concentrated=rho, renyi=curve, notion=best.notion if alone else "")


class _Base:
    """The knowledge base, loaded when a name is not one of accounting's own."""

    def __init__(self, zoo: Zoo | None, parts: Mapping[str, Part] | None = None) -> None:
        self._zoo = zoo
        self._parts = parts or {}

    @property
    def zoo(self) -> Zoo:
        """The zoo."""
        if self._zoo is None:
            from dpzoo.zoo.zoo import load

            self._zoo = load()
        return self._zoo

    def part(self, name: str, given: Mapping[str, Real]) -> Part | None:
        """A mechanism's record with its strongest guarantees, or a notion with a rule of composition; None for neither."""
        from dpzoo.zoo.errors import AmbiguousNameError, MechanismError, UnknownNotionError

        if name in self._parts:
            return self._parts[name]
        try:
            notion = self.zoo.find(name.replace("_", "-"))
        except AmbiguousNameError as error:
            raise AccountingError(str(error)) from None
        except UnknownNotionError:
            try:
                mechanism = self.zoo.find_mechanism(name.replace("_", "-"))
            except MechanismError:
                return None
            return self._of_mechanism(mechanism, given)
        return self.of_notion(notion, given)

    def of_notion(self, notion: Notion, given: Mapping[str, Real]) -> Part:
        """A guarantee of a notion whose pairs are measured by a standard that accounting knows."""
        try:
            check_values(notion.id, notion.record, {k: float(v) for k, v in given.items()}, complete=False)
        except GuaranteeError as error:
            raise AccountingError(str(error)) from None
        kind, unit = kind_of(self.zoo, notion)
        intensity = KINDS[kind].order
        values = {n: given[n] for n in intensity if n in given}
        if "xi" in intensity:
            values.setdefault("xi", ZERO)
        missing = [n for n in intensity if n not in values]
        if missing:
            raise AccountingError(f"{notion.name} needs a value of {' and '.join(missing)}")
        return replace(KINDS[kind].build("", **values), neighbours=_UNITS.get(unit, unit))

    def _of_mechanism(self, mechanism: Mechanism, given: Mapping[str, Real]) -> Part:
        """All guarantees of a record that accounting can use, together; a missing Δ is 1, any other missing value an error."""
        from dpzoo.zoo.errors import MechanismError

        assumed = {"Delta": ONE} if "Delta" in mechanism.record.parameters else {}
        known = {**assumed, **given}
        try:
            promised = mechanism.guarantees(**known)
        except MechanismError as error:
            raise AccountingError(str(error)) from None
        usable: list[tuple[Guarantee, Part]] = []
        needed: list[str] = []
        for p in promised:
            if (
                not p.holds
                or p.claim.provided is not None
                or p.notion not in self.zoo
                or not all(map(math.isfinite, p.values.values()))
            ):
                continue
            asked = _uses(mechanism, p.claim) - known.keys()
            if asked:
                needed += sorted(asked & mechanism.record.parameters.keys())
                continue
            try:
                part = self.of_notion(self.zoo[p.notion], {k: _promised(p.claim, k, v, known) for k, v in p.values.items()})
            except AccountingError:
                continue
            usable.append((p.claim, part))
        if not usable and needed:
            raise AccountingError(f"{mechanism.name} needs a value of {' and '.join(dict.fromkeys(needed))}")
        if not usable:
            raise AccountingError(f"the record of {mechanism.name} has no guarantee that adds up with others")
        chosen = _variant([(c, p) for c, p in usable if c.neighbours is usable[0][0].neighbours], given)
        if chosen is None:
            shown = " and ".join(dict.fromkeys(str(c.name) for c, _ in usable))
            raise AccountingError(
                f"{mechanism.name} has guarantees of different things, {shown}; give the parameters of the one that you mean"
            )
        first, part = chosen[0][0], _together([p for _, p in chosen])
        width = known.get("Delta")
        return replace(
            part,
            neighbours=first.neighbours.value,
            attained=False,
            stands_for=None,
            sensitivity=width,
            sensitivity_said="Delta" in given,
        )

    def by_own_rule(self, items: Sequence[Item], target: str) -> Composition:
        """All items are guarantees of ``target``; they are added up by its record's rule."""
        from dpzoo.expressions import EvaluationError
        from dpzoo.expressions.enclosing import accumulated
        from dpzoo.zoo.errors import AmbiguousNameError, UnknownNotionError

        try:
            wanted = self.zoo.find(target)
            named = [self.zoo.find(i.call.name.replace("_", "-")) for i in items]
        except (UnknownNotionError, AmbiguousNameError) as error:
            raise AccountingError(str(error)) from None
        other = next((n for n in named if n.id != wanted.id), None)
        if other is not None:
            raise AccountingError(f"{wanted.name} adds up by its own rule only with itself, and {other.name} is another notion")
        claim = wanted.composition
        if claim.verdict is not Verdict.HOLDS or claim.rule is None:
            raise NoAnswerError(f"no formula for the composition of {wanted.name} is recorded")
        steps = []
        for item in items:
            values = {k: float(number(v, k)) for k, v in item.call.given}
            try:
                check_values(wanted.id, wanted.record, values, complete=True)
            except GuaranteeError as error:
                raise AccountingError(str(error)) from None
            steps.append((values, count(item.times)))
        if sum(n for _, n in steps) > _MOST_STEPS:
            raise AccountingError(f"more than {_MOST_STEPS} guarantees are not added up one by one")
        try:
            ends = accumulated(claim.rule, steps)
        except EvaluationError as error:
            raise NoAnswerError(f"the rule has no value here: {error}") from None
        weaker = {n: wanted.record.parameters[n].direction is Direction.WEAKER for n in ends}
        sound = {n: ends[n][1] if weaker[n] else ends[n][0] for n in ends}
        parameter = next(iter(sound))
        low, high = ends[parameter]
        return Composition(
            items=tuple(i.text for i in items),
            notion=wanted.id,
            parameter=parameter,
            fixed={},
            best=RuleBound("own", low, high, CERTIFIED),
            others=(),
            neighbours="as-given",
            sensitivities={},
            assumed=(),
            values={n: v for n, v in sound.items() if n != parameter},
        )


def _plain(unit: UnitRecord) -> bool:
    """Whether single datasets are compared, in both orders, without distances."""
    return unit.point_masses and unit.both_orders and not unit.scaled


def _promised(claim: Guarantee, name: str, value: float, given: Mapping[str, Real]) -> Real:
    """A number that a guarantee promises: exact if it is one of those given, otherwise the float, made a little weaker.

    A float of a record's formula carries an error of a few units.
    """
    formula = claim.map.get(name)
    if isinstance(formula, Name) and formula.name in given:
        return given[formula.name]
    return real(value * (1 + 1e-12) if name != "alpha" and value > 0 else value)


_STANDARDS: Final[Mapping[str, str]] = {
    "max-divergence": "pure",
    "hockey-stick": "approximate",
    "zero-concentrated": "zcdp",
    "renyi": "rdp",
    "gaussian-tradeoff": "gdp",
}
