"""Converting a guarantee along chains of claims with parameter maps: the best result found, with its chain.

The direct claims take part too, so that a chain never hides what the source notion gives by itself. Parameters that a claim
leaves free are set by ``fix`` at the end of the way; the others are optimised numerically. A number that is reported is on the
safe side of the formula's value at the point that was found, and all conditions hold there beyond rounding: only that no better
point exists is numeric. Weakening is used at the end only: a smaller δ than asked for serves as well.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass

from dpzoo.expressions import EvaluationError, Expression, parse
from dpzoo.expressions.substitution import substitute
from dpzoo.numbers.decimals import outward
from dpzoo.records.knowledge_base import KnowledgeBase
from dpzoo.records.notion import NotionRecord
from dpzoo.relations.attempts import Attempt, Objective, Reached
from dpzoo.relations.claims import Claim
from dpzoo.relations.entailment import NONE, Conditions
from dpzoo.relations.guarantees import Conjunction, GuaranteeError, NoWayError, NumericGuarantee, check_values
from dpzoo.relations.ways import ClaimReading, Composed, Ways, all_numeric, badness

_REFINED = 5
"""So many of the most promising ways to a target under the same conditions are optimised to the end; so are the direct ones."""
_AT_THE_FLOOR = 1e-12
_NEAR_THE_FLOOR = 1e-6
"""A direct claim that comes so near to the optimum, relatively, leaves a chain no more than that to gain."""


@dataclass(frozen=True, slots=True)
class Conversion:
    """The guarantee of another notion that a guarantee gives, by which claims, and under which side conditions."""

    source: NumericGuarantee | Conjunction
    target: NumericGuarantee
    path: tuple[Claim, ...]
    formulas: Mapping[str, Expression]
    """The target's parameters in the source's and in the free ones of the way."""
    chosen: Mapping[str, float]
    """Values of the free parameters that were set or optimised."""
    conditions: Conditions
    said: str
    """The target as text: ten digits, rounded so that what is said stays true."""
    back: tuple[bool, ...] = ()
    """For each claim whether it is read against its direction, by its map back."""
    loss: float | None = None
    """How many times the optimum the value is (the optimum how many times the value where larger is better); None if unknown."""


class Converter:
    """Conversions over the undisputed claims of a base.

    ``trust_tight`` leaves out what a claim recorded as tight says cannot be better.
    """

    def __init__(self, base: KnowledgeBase, claims: Iterable[Claim] | None = None, *, trust_tight: bool = True) -> None:
        """``claims`` take the place of the base's own, such as those of an inference, lifted ones included."""
        self._ways = Ways(base, claims)
        self._trust_tight = trust_tight
        self._records = self._ways.records

    @property
    def readings(self) -> tuple[ClaimReading, ...]:
        """All claims as conversions."""
        return self._ways.readings

    def __contains__(self, notion: object) -> bool:
        return notion in self._records

    def along(self, source: str, path: Iterable[tuple[str, Claim]]) -> Composed | None:
        """See :meth:`dpzoo.relations.ways.Ways.along`."""
        return self._ways.along(source, path)

    def convert(
        self, source: NumericGuarantee, target: str, fix: Mapping[str, float], floor: float = -math.inf
    ) -> list[Conversion]:
        """The best conversion without side conditions, then those with some that beat it; empty if no path gives one.

        ``floor`` is a badness that none without conditions can beat: once one reaches it, or a direct claim comes within a
        millionth of it, no other is sought, and of those that do not only the direct claims and the most promising chain are
        followed to the end.

        All numeric parameters of the target but one must be in ``fix``. Raises GuaranteeError for values that are no
        guarantee, or too few of them.
        """
        record = self._checked(source, target, fix)
        wanted = [n for n in record.quantitative if n not in fix]
        if len(wanted) > 1:
            raise GuaranteeError(f"fix all but one of {', '.join(wanted)} of {target}; otherwise there is no single best value")
        attempts = self._attempts(source, target, fix, wanted[0] if wanted else None, floor=floor)
        best: dict[Conditions, Conversion] = {}
        for attempt in _promising(attempts, _REFINED if floor == -math.inf else 1):
            known = best.get(attempt.way.conditions)
            limit = math.inf if known is None or not wanted else badness(record, wanted[0], known.target.values[wanted[0]])
            found = _finished(attempt, limit)
            if found is None:
                continue
            if known is None or _better(found, known, wanted, record):
                best[found.conditions] = found
        if not best and attempts:
            raise NoWayError(_why_not(attempts, source, target))
        plain = best.pop(NONE, None)
        rest = [c for c in best.values() if plain is None or _better(c, plain, wanted, record)]
        rest.sort(key=lambda c: (len(c.conditions), sorted(c.conditions)))
        return [*([plain] if plain is not None else []), *rest]

    def recorded(self, source: NumericGuarantee, target: str, fix: Mapping[str, float]) -> list[Conversion]:
        """Every direct claim that applies without side conditions, and the best chain of claims, the best first."""
        record = self._checked(source, target, fix)
        wanted = [n for n in record.quantitative if n not in fix]
        found = [
            c
            for a in _promising(self._attempts(source, target, fix, wanted[0] if wanted else None))
            if not a.way.conditions and (c := _finished(a)) is not None
        ]
        found.sort(key=lambda c: ([badness(record, n, c.target.values[n]) for n in wanted], len(c.path)))
        chain = next((c for c in found if len(c.path) > 1), None)
        return [c for c in found if len(c.path) <= 1 or c is chain]

    def least(
        self, source: NumericGuarantee, target: str, measure: Expression, constants: Mapping[str, float]
    ) -> tuple[float, Conversion] | None:
        """The least value of a measure of the target's parameters over all ways without side conditions, an upper bound.

        ``measure`` is an expression in the target's parameters and in ``constants``, which must not fall where a guarantee
        weakens. None if no way leads to the target.
        """
        self._checked(source, target, {})
        attempts = self._attempts(source, target, {}, None, Objective(measure, constants))
        best: tuple[Reached, Attempt] | None = None
        for attempt in _promising(attempts):
            reached = attempt.finished(math.inf if best is None else best[0].measure)
            if reached is not None and (best is None or reached.measure < best[0].measure):
                best = reached, attempt
        return None if best is None else (best[0].measure, _conversion(best[1], best[0]))

    def _attempts(
        self,
        source: NumericGuarantee,
        target: str,
        fix: Mapping[str, float],
        wanted: str | None,
        measure: Objective | None = None,
        floor: float = -math.inf,
    ) -> list[Attempt]:
        """The ways with their numbers, those with the fewest free parameters first: what they give bounds the others.

        Where a direct claim is recorded as tight at the source's values, or a way reaches ``floor``, no longer way without
        conditions is tried.
        """
        ways = [w for w in self._ways.between(source, target) if measure is None or not w.conditions]
        found, settled = [], floor == math.inf
        reached: dict[Conditions, float] = {}
        for way in sorted(ways, key=lambda w: (len(w.path) > 1, len(w.free), len(w.path))):
            if settled and len(way.path) > 1 and not way.conditions:
                continue
            bound = min((value for under, value in reached.items() if under <= way.conditions), default=math.inf)
            attempt = Attempt(way, self._records[target], source, fix, wanted, measure, bound)
            found.append(attempt)
            if attempt.search.value == math.inf:
                continue
            reached[way.conditions] = min(reached.get(way.conditions, math.inf), attempt.search.value)
            if not way.conditions:
                settled |= self._trust_tight and len(way.path) == 1 and _tight(way.path[0], source.values)
                settled |= attempt.search.value <= floor + _AT_THE_FLOOR * abs(floor)
                if len(way.path) == 1 and floor > -math.inf and not settled:
                    settled = attempt.search.refined()[0] <= floor + _NEAR_THE_FLOOR * abs(floor)
        return found

    def _checked(self, source: NumericGuarantee, target: str, fix: Mapping[str, float]) -> NotionRecord:
        record = self._records[target]
        check_values(source.notion, self._records[source.notion], source.values, complete=True)
        check_values(target, record, fix, complete=False)
        if not all_numeric(record) or not all_numeric(self._records[source.notion]):
            which = target if not all_numeric(record) else source.notion
            raise GuaranteeError(f"{which} has a parameter that is a function, so numbers alone do not convert it")
        return record

    def record(self, notion: str) -> NotionRecord:
        """A notion's record."""
        return self._records[notion]


def _tight(reading: ClaimReading, values: Mapping[str, float]) -> bool:
    """Whether the claim is recorded as tight for every value of its free parameters, at these values of the subject's."""
    tight = reading.claim.relation.tight
    if tight is None or reading.start != reading.claim.subject:
        return False
    return tight.when is None or (tight.when.names <= values.keys() and tight.when.holds(values))


def _finished(attempt: Attempt, limit: float = math.inf) -> Conversion | None:
    """The conversion at the best point; None if there is none."""
    reached = attempt.finished(limit)
    return None if reached is None else _conversion(attempt, reached)


def _conversion(attempt: Attempt, reached: Reached) -> Conversion:
    way = attempt.way
    back = tuple(r.start != r.claim.subject for r in way.path)
    target = NumericGuarantee(way.notion, reached.values)
    text = said(attempt.record, target)
    return Conversion(attempt.source, target, way.claims, way.formulas, reached.chosen, way.conditions, text, back)


def said(record: NotionRecord, target: NumericGuarantee) -> str:
    """A guarantee as text, each value rounded to its weaker side."""
    shown = (f"{n}={outward(v, 1 if badness(record, n, 1.0) > 0 else -1)}" for n, v in target.values.items())
    return f"{target.notion}({', '.join(shown)})"


def _why_not(attempts: Iterable[Attempt], source: NumericGuarantee, target: str) -> str:
    """Why none of the recorded chains applies: a side condition fails, or the fixed values are out of reach."""
    for attempt in sorted(attempts, key=lambda a: len(a.way.path)):
        for needed in (c for c in attempt.way.needed if c.names):  # 1 = 2 says nothing to anybody
            with suppress(EvaluationError):
                if not needed.holds({**source.values, **attempt.chosen}):
                    return f"the recorded ways from {source} to {target} need {needed}, which does not hold here"
    return f"no recorded way from {source} reaches {target} with these values; fix a weaker one"


def _promising(attempts: Iterable[Attempt], most: int = _REFINED) -> list[Attempt]:
    """For each set of conditions the best attempts of the coarse search, the shortest among equals.

    Those with the fewest free parameters come first: the others then need not be followed to where they give the same.
    """
    by_conditions: dict[Conditions, list[Attempt]] = {}
    for attempt in sorted(attempts, key=lambda a: (a.search.value, len(a.way.path))):
        group = by_conditions.setdefault(attempt.way.conditions, [])
        if attempt.search.value < math.inf and (len(group) < most or len(attempt.way.path) <= 1):
            group.append(attempt)
    return [a for group in by_conditions.values() for a in sorted(group, key=lambda a: len(a.search.axes))]


def _better(one: Conversion, other: Conversion, wanted: Iterable[str], record: NotionRecord) -> bool:
    """Strictly better, or equal by a shorter path."""
    for name in wanted:
        a, b = (badness(record, name, c.target.values[name]) for c in (one, other))
        if not math.isclose(a, b, rel_tol=1e-12, abs_tol=1e-15):
            return a < b
    return len(one.path) < len(other.path) and not one.conditions - other.conditions


def written(conversion: Conversion, name: str) -> Expression:
    """The formula of one target parameter with the chosen values in place."""
    chosen = {n: parse(f"{v:.12g}") for n, v in conversion.chosen.items() if math.isfinite(v)}
    return substitute(conversion.formulas[name], chosen)
