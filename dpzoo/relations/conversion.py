"""Converting a guarantee along paths of claims with parameter maps: the best one found, with its path.

Every claim whose map gives all numeric parameters of its object takes part, the direct ones too, so that a chain never hides what
the source notion gives by itself. Parameters that a claim leaves free are set by ``fix`` at the end of the path, and optimised
numerically (to a relative :data:`~dpzoo.relations.optimizing.TOLERANCE`) on the way. Weakening is used at the end only: a
smaller δ than asked for serves as well.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from dpzoo.expressions import Constraint, EvaluationError, Expression, parse
from dpzoo.expressions.substitution import substitute, substitute_in_constraint
from dpzoo.expressions.tree import Name, Number
from dpzoo.records.enums import Direction, RelationKind, Values
from dpzoo.records.knowledge_base import KnowledgeBase
from dpzoo.records.notion import NotionRecord
from dpzoo.relations.claims import Claim, claims
from dpzoo.relations.conditions import NONE, Conditions, conditions_of, possible
from dpzoo.relations.guarantees import Guarantee, GuaranteeError, NoWayError, check_values
from dpzoo.relations.optimizing import Search, begin

MAX_STEPS = 4
_MAX_LABELS = 60
_REFINED = 10
"""So many of the most promising ways to a target under the same conditions are optimised to the end; so are the direct ones."""
_K = RelationKind


@dataclass(frozen=True, slots=True)
class Conversion:
    """What a guarantee gives of another notion, by which claims, under which side conditions."""

    source: Guarantee
    target: Guarantee
    path: tuple[Claim, ...]
    formulas: Mapping[str, Expression]
    """The target's parameters in the source's and in the free ones of the way."""
    chosen: Mapping[str, float]
    """Values of the free parameters that were set or optimised."""
    conditions: Conditions


@dataclass(frozen=True, slots=True)
class Composed:
    """The parameter maps of a path of claims as one: the last notion's parameters in the first one's and in free ones."""

    formulas: Mapping[str, Expression]
    ranges: Mapping[str, Constraint]
    """Of the free ones."""
    needed: tuple[Constraint, ...]
    """What else the parameters must satisfy."""


@dataclass(frozen=True)
class _Label:
    """A notion reached: its parameters as expressions in the source's and in free ones, and what the way needs."""

    notion: str
    formulas: Mapping[str, Expression]
    path: tuple[Claim, ...] = ()
    free: Mapping[str, Constraint] = field(default_factory=dict)
    needed: tuple[Constraint, ...] = ()
    conditions: Conditions = NONE
    integers: frozenset[str] = frozenset()
    """The free ones that take integers only."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A claim read as a conversion: from which notion to which, and each parameter of the latter in those of the former."""

    start: str
    end: str
    claim: Claim
    map: Mapping[str, Expression]


class Converter:
    """Conversions over the undisputed claims of a base."""

    def __init__(self, base: KnowledgeBase) -> None:
        self._records: Mapping[str, NotionRecord] = {i: e.record for i, e in base.notions.items()}
        self.readings = tuple(Reading(*r[:2], claim, r[2]) for claim in claims(base) for r in self._readings(claim))
        self._outgoing: dict[str, list[tuple[str, Claim, Mapping[str, Expression]]]] = {}
        for reading in self.readings:
            self._outgoing.setdefault(reading.start, []).append((reading.end, reading.claim, reading.map))

    def _readings(self, claim: Claim) -> Iterator[tuple[str, str, Mapping[str, Expression]]]:
        """The claim as conversions: forward by its map, backward too where an identity only renames."""
        if claim.disputed or claim.kind.negative or claim.object not in self._records or not possible(conditions_of(claim)):
            return
        subject, target = self._records[claim.subject], self._records[claim.object]
        mapping = claim.relation.map or {}
        if not all_numeric(target) or not all_numeric(subject):
            return
        if set(mapping) == set(target.quantitative):
            yield claim.subject, claim.object, mapping
        names = {e.name: Name(p) for p, e in mapping.items() if isinstance(e, Name)}
        if claim.kind is _K.SAME_AS and set(names) == set(subject.quantitative) and len(names) == len(mapping):
            yield claim.object, claim.subject, names

    def convert(self, source: Guarantee, target: str, fix: Mapping[str, float]) -> list[Conversion]:
        """The best conversion without side conditions, then those with some that beat it; empty if no path gives one.

        All numeric parameters of the target but one must be in ``fix``. Raises GuaranteeError for values that are no
        guarantee, or too few of them.
        """
        record = self._records[target]
        check_values(source.notion, self._records[source.notion], source.values, complete=True)
        check_values(target, record, fix, complete=False)
        if not all_numeric(record) or not all_numeric(self._records[source.notion]):
            which = target if not all_numeric(record) else source.notion
            raise GuaranteeError(f"{which} has a parameter that is a function, so that it cannot be converted by numbers")
        wanted = [n for n in record.quantitative if n not in fix]
        if len(wanted) > 1:
            raise GuaranteeError(f"fix all but one of {', '.join(wanted)} of {target}; as it is, there is no single best value")
        attempts = [_Attempt(self, label, source, fix, wanted[0] if wanted else None) for label in self._labels(source, target)]
        best: dict[Conditions, Conversion] = {}
        for attempt in _promising(attempts):
            found = attempt.finished()
            if found is None:
                continue
            known = best.get(found.conditions)
            if known is None or _better(found, known, wanted, record):
                best[found.conditions] = found
        if not best and attempts:
            raise NoWayError(_why_not(attempts, source, target))
        plain = best.pop(NONE, None)
        rest = [c for c in best.values() if plain is None or _better(c, plain, wanted, record)]
        rest.sort(key=lambda c: (len(c.conditions), sorted(c.conditions)))
        return [*([plain] if plain is not None else []), *rest]

    def along(self, source: str, path: Iterable[tuple[str, Claim]]) -> Composed | None:
        """The maps of a path of claims composed; each step is a claim and the notion that it leads to.

        None where a step has no complete map, is read against its map, or chooses a value that is lost at the end.
        """
        label = _Label(source, {n: Name(n) for n in self._records[source].quantitative})
        steps = list(path)
        for number, (end, claim) in enumerate(steps):
            mapping = next((m for e, c, m in self._outgoing.get(label.notion, ()) if e == end and c.id == claim.id), None)
            if mapping is None or claim.relation.at:
                return None
            longer = self._extend(label, end, claim, mapping, number)
            if longer is None:
                return None
            label = longer
        return Composed(label.formulas, label.free, label.needed)

    def _labels(self, source: Guarantee, target: str) -> Iterator[_Label]:
        """All ways to the target, by length; a way that another of the same notion and conditions beats is left out."""
        start = _Label(source.notion, {n: Name(n) for n in self._records[source.notion].quantitative})
        if source.notion == target:
            yield start
        layer = [start]
        front: dict[str, list[tuple[Conditions, dict[str, float]]]] = {source.notion: [(NONE, dict(source.values))]}
        hopeful = self._distance_to(target)
        seen: set[tuple[str, str, Conditions]] = set()
        for steps in range(1, MAX_STEPS + 1):
            following: list[_Label] = []
            count: dict[str, int] = {}
            for label in layer:
                for end, claim, mapping in self._outgoing.get(label.notion, ()):
                    if hopeful.get(end, MAX_STEPS + 1) > MAX_STEPS - steps or claim in label.path:
                        continue
                    if end != target and claim.relation.at:
                        continue  # a choice that is made on the way is lost at the end
                    longer = self._extend(label, end, claim, mapping, len(label.path))
                    if longer is None:
                        continue
                    if not self._worth(longer, source, front, count):
                        if end == target and not longer.free and self.values_at(longer, source.values) is None:
                            yield longer  # it leads nowhere, but can say why
                        continue
                    form = (end, str(sorted((n, str(e)) for n, e in longer.formulas.items())), longer.conditions)
                    if form in seen:
                        continue
                    seen.add(form)
                    if end == target:
                        yield longer
                    following.append(longer)
            layer = following

    def _distance_to(self, target: str) -> dict[str, int]:
        """For each notion the least number of claims to the target."""
        distance, layer = {target: 0}, {target}
        for steps in range(1, MAX_STEPS + 1):
            layer = {s for s, edges in self._outgoing.items() if s not in distance and any(e in layer for e, _, _ in edges)}
            distance.update(dict.fromkeys(layer, steps))
        return distance

    def _extend(self, label: _Label, end: str, claim: Claim, mapping: Mapping[str, Expression], number: int) -> _Label | None:
        relation = claim.relation
        free = {name: Name(f"{name}_{number}" if number or name in label.formulas else name) for name in relation.free or {}}
        # a free parameter may share the name of one of the source's
        taken = set(label.free) | {n for e in label.formulas.values() for n in e.names}
        free = {n: (Name(f"{v.name}_free") if v.name in taken else v) for n, v in free.items()}
        inside: dict[str, Expression] = {**label.formulas, **free}
        formulas = {name: substitute(e, inside) for name, e in mapping.items()}
        theirs = {**formulas, **inside}
        needed = [substitute_in_constraint(g, theirs) for g in relation.given if isinstance(g, Constraint)]
        conditions = label.conditions | named_conditions(claim)
        if not possible(conditions):
            return None
        ranges = {free[n].name: substitute_in_constraint(c, inside) for n, c in (relation.free or {}).items()}
        parameters = self._records[end].parameters
        integers = {e.name for n, e in formulas.items() if isinstance(e, Name) and parameters[n].values is Values.INTEGER}
        return _Label(
            end,
            formulas,
            (*label.path, claim),
            {**label.free, **ranges},
            (*label.needed, *needed),
            conditions,
            label.integers | (integers & set(ranges)),
        )

    def _worth(
        self, label: _Label, source: Guarantee, front: dict[str, list[tuple[Conditions, dict[str, float]]]], count: dict[str, int]
    ) -> bool:
        """Whether no way to the same notion was at least as good; ways with free parameters are only counted."""
        if label.free:
            count[label.notion] = count.get(label.notion, 0) + 1
            return count[label.notion] <= _MAX_LABELS
        values = self.values_at(label, dict(source.values))
        if values is None:
            return False
        record = self._records[label.notion]
        known = front.setdefault(label.notion, [])
        if any(c <= label.conditions and _dominates(record, v, values) for c, v in known):
            return False
        known.append((label.conditions, values))
        return True

    def record(self, notion: str) -> NotionRecord:
        """A notion's record."""
        return self._records[notion]

    def values_at(self, label: _Label, point: Mapping[str, float]) -> dict[str, float] | None:
        """The parameters reached at ``point``, raised into their domain where that only weakens; None where there are none."""
        try:
            if not all(c.holds(point) for c in (*label.free.values(), *label.needed)):
                return None
            values = {n: e.evaluate(point) for n, e in label.formulas.items()}
        except EvaluationError:
            return None
        return _into_domain(self._records[label.notion], values)


class _Attempt:
    """One way to the target, with the fixed parameters set and the rest to be optimised."""

    def __init__(
        self, converter: Converter, label: _Label, source: Guarantee, fix: Mapping[str, float], wanted: str | None
    ) -> None:
        self.label, self.source, self.fix, self.wanted = label, source, fix, wanted
        self.record = converter.record(label.notion)
        self._values = converter.values_at
        self.chosen: dict[str, float] = {}
        for name, value in fix.items():
            formula = label.formulas[name]
            if isinstance(formula, Name) and formula.name in label.free:
                self.chosen[formula.name] = value
        known = {**source.values, **self.chosen}
        ranges = {n: _range(n, c, known) for n, c in label.free.items() if n not in self.chosen}
        self.search: Search = begin(self.objective, ranges, label.integers)

    def reached(self, point: Mapping[str, float]) -> dict[str, float] | None:
        """The target's parameters at a choice of the free ones; None where it misses the fixed ones."""
        values = self._values(self.label, {**self.source.values, **self.chosen, **point})
        if values is None or not all(_at_most(self.record, n, values[n], v) for n, v in self.fix.items()):
            return None
        return {**values, **self.fix}

    def objective(self, point: Mapping[str, float]) -> float:
        """What is to be made small; infinity where the way does not lead there."""
        values = self.reached(point)
        if values is None:
            return math.inf
        return _badness(self.record, self.wanted, values[self.wanted]) if self.wanted is not None else 0.0

    def finished(self) -> Conversion | None:
        """The conversion at the best point; None if there is none."""
        _, point = self.search.refined()
        values = self.reached(point)
        if values is None:
            return None
        target = Guarantee(self.label.notion, {n: values[n] for n in self.record.quantitative})
        return Conversion(
            self.source, target, self.label.path, self.label.formulas, {**self.chosen, **point}, self.label.conditions
        )


def _why_not(attempts: Iterable[_Attempt], source: Guarantee, target: str) -> str:
    """Why none of the recorded ways can be gone: a side condition that does not hold, or fixed values out of reach."""
    for attempt in sorted(attempts, key=lambda a: len(a.label.path)):
        for needed in attempt.label.needed:
            with suppress(EvaluationError):
                if not needed.holds({**source.values, **attempt.chosen}):
                    return f"the recorded ways from {source} to {target} need {needed}, which does not hold here"
    return f"no recorded way from {source} reaches {target} with these values; fix a weaker one"


def _promising(attempts: Iterable[_Attempt]) -> list[_Attempt]:
    """For each set of conditions the attempts that the coarse search found best, the shortest first among equals."""
    by_conditions: dict[Conditions, list[_Attempt]] = {}
    for attempt in sorted(attempts, key=lambda a: (a.search.value, len(a.label.path))):
        group = by_conditions.setdefault(attempt.label.conditions, [])
        if attempt.search.value < math.inf and (len(group) < _REFINED or len(attempt.label.path) <= 1):
            group.append(attempt)
    return [attempt for group in by_conditions.values() for attempt in group]


def named_conditions(claim: Claim) -> Conditions:
    """What a conversion by ``claim`` needs beyond constraints on numbers, which are checked at the numbers."""
    constraints = [f": {g}" for g in claim.relation.given if isinstance(g, Constraint)]
    named = {c for c in conditions_of(claim) if not c.endswith(tuple(constraints))}
    if claim.relation.at and claim.kind is _K.SPECIAL_CASE_OF:
        named |= {f"{claim.object} at {name}: {value}" for name, value in claim.relation.at.items()}
    return frozenset(named)


def all_numeric(record: NotionRecord) -> bool:
    """Whether every quantitative parameter is a number, so that a guarantee can be written down with numbers."""
    return all(record.parameters[n].numeric for n in record.quantitative)


def _badness(record: NotionRecord, name: str, value: float) -> float:
    """The value, signed so that less is a better guarantee."""
    return value if record.parameters[name].direction is Direction.WEAKER else -value


def _at_most(record: NotionRecord, name: str, value: float, allowed: float) -> bool:
    """Whether ``value`` is at least as good as ``allowed``."""
    return _badness(record, name, value) <= _badness(record, name, allowed)


def _dominates(record: NotionRecord, better: Mapping[str, float], worse: Mapping[str, float]) -> bool:
    return all(_at_most(record, n, better[n], worse[n]) for n in record.quantitative)


def _better(one: Conversion, other: Conversion, wanted: Iterable[str], record: NotionRecord) -> bool:
    """Strictly better, or equal by a shorter path."""
    for name in wanted:
        a, b = (_badness(record, name, c.target.values[name]) for c in (one, other))
        if not math.isclose(a, b, rel_tol=1e-12, abs_tol=1e-15):
            return a < b
    return len(one.path) < len(other.path) and not one.conditions - other.conditions


def _into_domain(record: NotionRecord, values: dict[str, float]) -> dict[str, float] | None:
    """Values outside the domain, raised to zero where they are negative amounts; None where that does not help."""
    mended = dict(values)
    for name in values:
        parameter = record.parameters[name]
        constraint = parameter.domain_constraint
        if constraint is None or not constraint.names <= set(mended):
            continue
        if not constraint.holds(mended) and parameter.direction is Direction.WEAKER and mended[name] < 0:
            mended[name] = 0.0
        if not constraint.holds(mended) or (parameter.values is Values.INTEGER and mended[name] % 1):
            return None
    return mended


def _range(name: str, constraint: Constraint, known: Mapping[str, float]) -> tuple[float, float]:
    """Constant bounds of a free parameter, as far as its constraint states them; 0 and infinity otherwise."""
    low, high = 0.0, math.inf
    for chain in constraint.comparisons:
        for operator, left, right in zip(chain.operators, chain.terms, chain.terms[1:], strict=False):
            smaller, larger = (left, right) if operator in ("<", "<=") else (right, left)
            if operator not in ("<", "<=", ">", ">="):
                continue
            try:
                if larger == Name(name):
                    low = max(low, smaller.evaluate(known))
                elif smaller == Name(name):
                    high = min(high, larger.evaluate(known))
            except EvaluationError:
                continue
    return low, high


def written(conversion: Conversion, name: str) -> Expression:
    """The formula of one target parameter with the chosen values in place."""
    chosen = {n: parse(f"{v:.12g}") if v >= 0 else Number(f"{v:.12g}") for n, v in conversion.chosen.items() if math.isfinite(v)}
    return substitute(conversion.formulas[name], chosen)
