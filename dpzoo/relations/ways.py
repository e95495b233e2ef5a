"""Ways from a notion to another along claims with parameter maps, composed symbolically.

Every claim whose map gives all numeric parameters of its object takes part, and the way back of an equivalence where its record
has one. A way visits no notion twice; only a claim from a notion to itself, which weakens a guarantee, may begin or end it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any

from dpzoo.expressions import Constraint, EvaluationError, Expression
from dpzoo.expressions.straight_line import StraightLine
from dpzoo.expressions.substitution import substitute, substitute_in_constraint
from dpzoo.expressions.tree import Name, Number
from dpzoo.records.claim_records import WayBack
from dpzoo.records.enums import Direction, RelationKind, Values
from dpzoo.records.knowledge_base import KnowledgeBase, Records
from dpzoo.records.notion import NotionRecord
from dpzoo.relations.claims import Claim, claims
from dpzoo.relations.entailment import NONE, Conditions, possible
from dpzoo.relations.guarantees import NumericGuarantee

MAX_STEPS = 4
_MAX_FREE = 60
"""So many ways with free parameters to one notion and of one length are followed further."""
_MAX_KEPT = 20_000
"""So many composed ways are kept."""
_BEFORE_ITSELF = 2
"""A claim from a notion to itself ends ways of at most so many claims."""
_K = RelationKind


@dataclass(frozen=True, slots=True)
class ClaimReading:
    """A claim read as a conversion: from which notion to which, and each parameter of the latter in those of the former."""

    start: str
    end: str
    claim: Claim
    map: Mapping[str, Expression]
    free: Mapping[str, Constraint]


@dataclass(frozen=True, slots=True)
class Composed:
    """The parameter maps of a path of claims as one: the last notion's parameters in the first one's and in free ones."""

    formulas: Mapping[str, Expression]
    ranges: Mapping[str, Constraint]
    """Of the free ones."""
    needed: tuple[Constraint, ...]
    """What else the parameters must satisfy."""


@dataclass(frozen=True)
class Way:
    """A notion reached: its parameters as expressions in the source's and in free ones, and what the way needs."""

    notion: str
    formulas: Mapping[str, Expression]
    path: tuple[ClaimReading, ...] = ()
    free: Mapping[str, Constraint] = field(default_factory=dict)
    needed: tuple[Constraint, ...] = ()
    conditions: Conditions = NONE
    integers: frozenset[str] = frozenset()
    """The free ones that take integers only."""
    _lines: dict[tuple[Sequence[str], ...], StraightLine] = field(default_factory=dict, repr=False, compare=False)

    @property
    def claims(self) -> tuple[Claim, ...]:
        """The claims on the way."""
        return tuple(r.claim for r in self.path)

    @property
    def conditions_on_numbers(self) -> tuple[Constraint, ...]:
        """The ranges of the free parameters, and what else the way needs."""
        return (*self.free.values(), *self.needed)

    @cached_property
    def form(self) -> tuple[Any, ...]:
        """What two ways have in common that say the same."""
        formulas = sorted(f"{n} {e}" for n, e in self.formulas.items())
        return self.notion, tuple(formulas), tuple(sorted(map(str, self.free.values()))), self.conditions

    def line(self, *names: Sequence[str]) -> StraightLine:
        """Its conditions and formulas as straight-line code, in stages that know these names."""
        if names not in self._lines:
            self._lines[names] = StraightLine(self.conditions_on_numbers, self.formulas.values(), names)
        return self._lines[names]


_THERE, _BACK = "fb"
"""How a claim is read, as it is stored."""


class Ways:
    """The readings of undisputed claims as conversions, and the ways that they make: the base's own claims, or those given."""

    def __init__(self, base: KnowledgeBase, given: Iterable[Claim] | None = None) -> None:
        self.base = base
        self.records: Mapping[str, NotionRecord] = Records(base.notions)
        self._claims = tuple(c for c in (claims(base) if given is None else given) if not c.kind.negative)
        self._read = cache(lambda claim: tuple(self._readings(claim)))
        self._composed: dict[tuple[int, ...], Way | None] = {}

    @cached_property
    def readings(self) -> tuple[ClaimReading, ...]:
        """All claims as conversions."""
        return tuple(r for claim in self._claims for r in self._read(claim))

    @cached_property
    def _links(self) -> Mapping[str, Sequence[tuple[Claim, str]]]:
        """From each notion the claims that can be read from there, and the notions that they lead to."""
        found: dict[str, dict[tuple[Claim, str], None]] = {}
        known = self.base.recalled.get("ways", {})
        for claim in self._claims:
            if claim.recalled:
                ends = [(claim.subject, claim.object)[:: -1 if way == _BACK else 1] for way in known.get(claim.id, "")]
            else:
                ends = [(r.start, r.end) for r in self._read(claim)]
            for start, end in ends:
                found.setdefault(start, {})[claim, end] = None
        return {start: tuple(links) for start, links in found.items()}

    def remembered(self) -> dict[str, str]:
        """For each claim which ways it can be read, as plain data."""
        return {
            c.id: "".join(_THERE if r.start == c.subject else _BACK for r in read)
            for c in self._claims
            if (read := self._read(c))
        }

    def _from(self, notion: str, wanted: Callable[[str], bool]) -> Iterator[ClaimReading]:
        """The readings that lead from a notion to a wanted one; no others are made."""
        for claim, end in self._links.get(notion, ()):
            if wanted(end):
                yield from (r for r in self._read(claim) if (r.start, r.end) == (notion, end))

    def _readings(self, claim: Claim) -> Iterator[ClaimReading]:
        """The claim as conversions: forward by its map, backward by its map back, or where an identity only renames."""
        if claim.disputed or claim.kind.negative or claim.object not in self.records or not possible(claim.conditions):
            return
        subject, target = self.records[claim.subject], self.records[claim.object]
        relation = claim.relation
        mapping = relation.map or {}
        if not all_numeric(target) or not all_numeric(subject):
            return
        if set(mapping) == set(target.quantitative):
            yield ClaimReading(claim.subject, claim.object, claim, mapping, relation.free or {})
        back = relation.back
        if isinstance(back, WayBack) and back.map is not None:
            yield ClaimReading(claim.object, claim.subject, claim, back.map, back.free or {})
        names = {e.name: Name(p) for p, e in mapping.items() if isinstance(e, Name)}
        if claim.kind is _K.SAME_AS and set(names) == set(subject.quantitative) and len(names) == len(mapping):
            yield ClaimReading(claim.object, claim.subject, claim, names, {})

    def along(self, source: str, path: Iterable[tuple[str, Claim]]) -> Composed | None:
        """The maps of a path of claims composed; each step is a claim and the notion that it leads to.

        None where a step has no complete map, is read against its map, or chooses a value that is lost at the end.
        """
        way = self._start(source)
        for end, claim in path:
            reading = next((r for r in self._from(way.notion, end.__eq__) if r.claim.id == claim.id), None)
            if reading is None or claim.relation.at:
                return None
            longer = self._extend(way, reading)
            if longer is None:
                return None
            way = longer
        return Composed(way.formulas, way.free, way.needed)

    def between(self, source: NumericGuarantee, target: str) -> Iterator[Way]:
        """All ways to the target, by length; a way that another of the same notion and conditions beats is left out."""
        start = self._start(source.notion)
        if source.notion == target:
            yield start
        layer = [start]
        front: dict[str, list[tuple[Conditions, dict[str, float]]]] = {source.notion: [(NONE, dict(source.values))]}
        hopeful = self._distance_to(target)
        seen: set[tuple[Any, ...]] = set()
        for steps in range(1, MAX_STEPS + 1):
            following: list[Way] = []
            near = {end for end, distance in hopeful.items() if distance <= MAX_STEPS - steps}.__contains__
            count: dict[str, int] = {}
            for way in layer:
                visited = {source.notion, *(r.end for r in way.path)}
                for reading in self._from(way.notion, near):
                    end = reading.end
                    itself = end == way.notion and len(way.path) <= _BEFORE_ITSELF and (not way.path or end == target)
                    if end in visited and not itself and not (end == target == source.notion != way.notion):
                        continue
                    if reading.claim in way.claims or (way.path and way.notion == target and not itself):
                        continue
                    if end != target and reading.claim.relation.at:
                        continue  # a choice that is made on the way is lost at the end
                    longer = self._extend(way, reading)
                    if longer is None:
                        continue
                    if not self._worth(longer, source, front, count):
                        if end == target and not longer.free and self.values_at(longer, source.values) is None:
                            yield longer  # it leads nowhere, but can say why
                        continue
                    if longer.form in seen:
                        continue
                    seen.add(longer.form)
                    if end == target:
                        yield longer
                    following.append(longer)
            layer = following

    def _start(self, notion: str) -> Way:
        return Way(notion, {n: Name(n) for n in self.records[notion].quantitative})

    def _distance_to(self, target: str) -> dict[str, int]:
        """For each notion the least number of claims to the target."""
        distance, layer = {target: 0}, {target}
        for steps in range(1, MAX_STEPS + 1):
            layer = {s for s, links in self._links.items() if s not in distance and any(end in layer for _, end in links)}
            distance.update(dict.fromkeys(layer, steps))
        return distance

    def _extend(self, way: Way, reading: ClaimReading) -> Way | None:
        """The way with a reading more, composed once: what is asked of it changes, its formulas do not."""
        path = (*(id(r) for r in way.path), id(reading))
        if path not in self._composed:
            if len(self._composed) >= _MAX_KEPT:
                self._composed.clear()
            self._composed[path] = self._compose(way, reading)
        return self._composed[path]

    def _compose(self, way: Way, reading: ClaimReading) -> Way | None:
        relation = reading.claim.relation
        conditions = way.conditions | named_conditions(reading.claim)
        if not possible(conditions):
            return None
        taken = {*way.formulas, *way.free, *(n for e in way.formulas.values() for n in e.names)}
        if way.path:
            taken |= set(self.records[way.path[0].start].quantitative)
        free = {name: Name(_unused(name, taken)) for name in reading.free}
        inside: dict[str, Expression] = {**way.formulas, **free}
        formulas = {name: substitute(e, inside) for name, e in reading.map.items()}
        forward = reading.start == reading.claim.subject  # what a claim needs is said of its subject first
        theirs = {**formulas, **inside} if forward else {**inside, **formulas}
        needed = [*self._inside(way), *(substitute_in_constraint(g, theirs) for g in relation.given if isinstance(g, Constraint))]
        ranges = {free[n].name: substitute_in_constraint(c, inside) for n, c in reading.free.items()}
        parameters = self.records[reading.end].parameters
        integers = {e.name for n, e in formulas.items() if isinstance(e, Name) and parameters[n].values is Values.INTEGER}
        return Way(
            reading.end,
            formulas,
            (*way.path, reading),
            {**way.free, **ranges},
            (*way.needed, *needed),
            conditions,
            way.integers | (integers & set(ranges)),
        )

    def _inside(self, way: Way) -> Iterator[Constraint]:
        """What keeps the parameters reached on the way within their domain: a claim says nothing about values outside."""
        if not way.path:
            return
        for name, formula in way.formulas.items():
            domain = self.records[way.notion].parameters[name].domain_constraint
            if domain is not None and not isinstance(formula, Name | Number):
                yield substitute_in_constraint(domain, way.formulas)

    def _worth(
        self,
        way: Way,
        source: NumericGuarantee,
        front: dict[str, list[tuple[Conditions, dict[str, float]]]],
        count: dict[str, int],
    ) -> bool:
        """Whether no way to the same notion was at least as good; ways with free parameters are only counted."""
        if way.free:
            count[way.notion] = count.get(way.notion, 0) + 1
            return count[way.notion] <= _MAX_FREE
        values = self.values_at(way, dict(source.values))
        if values is None:
            return False
        record = self.records[way.notion]
        known = front.setdefault(way.notion, [])
        if any(c <= way.conditions and _dominates(record, v, values) for c, v in known):
            return False
        known.append((way.conditions, values))
        return True

    def values_at(self, way: Way, point: Mapping[str, float]) -> dict[str, float] | None:
        """The parameters reached at ``point``, raised into their domain where that only weakens; None where there are none."""
        try:
            if not all(c.holds(point) for c in (*way.free.values(), *way.needed)):
                return None
            values = {n: e.evaluate(point) for n, e in way.formulas.items()}
        except EvaluationError:
            return None
        return into_domain(self.records[way.notion], values)


def _unused(name: str, taken: set[str]) -> str:
    if name not in taken:
        return name
    return next(other for k in range(1, len(taken) + 2) if (other := f"{name}_{k}") not in taken)


def named_conditions(claim: Claim) -> Conditions:
    """What a conversion by ``claim`` needs beyond constraints on numbers, which are checked at the numbers."""
    constraints = [f": {g}" for g in claim.relation.given if isinstance(g, Constraint)]
    named = {c for c in claim.conditions if not c.endswith(tuple(constraints))}
    if claim.relation.at and claim.kind is _K.SPECIAL_CASE_OF:
        named |= {f"{claim.object} at {name}: {value}" for name, value in claim.relation.at.items()}
    return frozenset(named)


def all_numeric(record: NotionRecord) -> bool:
    """Whether every quantitative parameter is a number, so that a guarantee can be written down with numbers."""
    return all(record.parameters[n].numeric for n in record.quantitative)


def badness(record: NotionRecord, name: str, value: float) -> float:
    """The value, signed so that less is a better guarantee."""
    return value if record.parameters[name].direction is Direction.WEAKER else -value


def _dominates(record: NotionRecord, better: Mapping[str, float], worse: Mapping[str, float]) -> bool:
    return all(badness(record, n, better[n]) <= badness(record, n, worse[n]) for n in record.quantitative)


def into_domain(record: NotionRecord, values: dict[str, float]) -> dict[str, float] | None:
    """Values outside the domain, raised to zero where they are negative amounts; None where that does not help."""
    mended = dict(values)
    for name in values:
        constraint, names = record.domains.get(name, (None, NONE))
        if constraint is None or not names <= mended.keys():
            continue
        parameter = record.parameters[name]
        if constraint.holds(mended):
            if parameter.values is Values.INTEGER and math.isfinite(mended[name]) and mended[name] % 1:
                return None
            continue
        if parameter.direction is not Direction.WEAKER or not mended[name] < 0:
            return None
        mended[name] = 0.0
        if not constraint.holds(mended):
            return None
    return mended
