"""One chain of claims with numbers: some target parameters are fixed; the best value of another (or of a measure) is certified.

Where a fixed parameter bounds a free variable that is itself what is wanted, that variable is solved for, since a search along
the boundary of what is admissible would stop early. The point found is checked in ball arithmetic, and what is reported is
rounded away from the better side.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from weakref import proxy

from dpzoo.expressions import Constraint, EvaluationError, Expression
from dpzoo.expressions.enclosing import certain, enclosure
from dpzoo.expressions.straight_line import Run
from dpzoo.expressions.tree import Name
from dpzoo.records.enums import Direction, Values
from dpzoo.records.notion import NotionRecord
from dpzoo.relations.guarantees import NumericGuarantee
from dpzoo.relations.optimizing import Search, SearchAxis, begin, first_admissible
from dpzoo.relations.ways import Way, badness, into_domain

_KNOWN, _POINT, _SOLVED = range(3)
"""The stages of computing: once for an attempt, once for a point of the search, and for each value that is solved for."""
_NUDGES = (-52, -50, -47, -44, -40, -36, -32)
"""Powers of two, relative: how far a point is moved until its conditions hold beyond rounding."""


@dataclass(frozen=True, slots=True)
class Objective:
    """A quantity to minimise in place of a parameter: an expression in the target's parameters and in constants."""

    expression: Expression
    constants: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Reached:
    """What a way certainly gives: the target's values, the measure (the wanted parameter's badness), the free parameters."""

    values: Mapping[str, float]
    measure: float
    chosen: Mapping[str, float]


class Attempt:
    """One way to the target, with the fixed parameters set and the rest to be optimised.

    ``limit`` is what other ways give already: points of the coarse search that reach nothing near it are left out.
    """

    def __init__(
        self,
        way: Way,
        record: NotionRecord,
        source: NumericGuarantee,
        fix: Mapping[str, float],
        wanted: str | None,
        measure: Objective | None = None,
        limit: float = math.inf,
    ) -> None:
        self.way, self.record, self.source, self.fix, self.wanted, self.measure = way, record, source, fix, wanted, measure
        self.chosen: dict[str, float] = {}
        for name, value in fix.items():
            formula = way.formulas[name]
            if isinstance(formula, Name) and formula.name in way.free and formula.name not in self.chosen:
                self.chosen[formula.name] = value
        self._allowed = tuple((n, allowed, badness(record, n, 1.0)) for n, allowed in fix.items())
        self._known = {**source.values, **self.chosen}
        ranges = {n: bounds(n, c, self._known) for n, c in way.free.items() if n not in self.chosen}
        self.solved = self._solvable(ranges)
        self._axis = SearchAxis(*ranges.pop(self.solved)) if self.solved is not None else None
        self._last: float | None = None
        self._exact = not ranges
        self._hopeless: tuple[float, ...] = ()
        if self.solved is not None and ranges and math.isfinite(limit):
            self._hopeless = tuple(self._sign * (limit + abs(limit) * share) for share in (1 / 2, 0, -1 / 3))
        itself = proxy(self)  # a search that held its attempt would leave thousands of circles to the garbage collector

        def objective(point: Mapping[str, float]) -> float:
            value: float = itself.objective(point)
            return value

        self.search: Search = begin(objective, ranges, way.integers, walls=self.solved is None)
        self._hopeless, self._exact = (), True
        self.__dict__.pop("_line", None)  # most attempts end here, and there are many

    @cached_property
    def _line(self) -> Run | None:
        """The expressions to evaluate at a point; None if a condition that does not depend on the point fails."""
        names = tuple(n for n in self.way.free if n not in self.chosen and n != self.solved)
        line = self.way.line(tuple(self._known), names, () if self.solved is None else (self.solved,)).started()
        return line if line.run(_KNOWN, self._known) else None

    def _solvable(self, ranges: Mapping[str, object]) -> str | None:
        """The free variable that equals the wanted parameter, if a fixed parameter ties it to others."""
        formula = self.way.formulas[self.wanted] if self.wanted is not None else None
        if not isinstance(formula, Name) or formula.name not in ranges or formula.name in self.way.integers:
            return None
        tied = any(formula.name in self.way.formulas[n].names for n in self.fix)
        tied |= any(formula.name in c.names for n, c in self.way.free.items() if n != formula.name)
        tied |= len(self.way.free[formula.name].names - self._known.keys()) > 1
        tied |= any(formula.name in c.names for c in self.way.needed)
        return formula.name if tied or len(ranges) == 1 else None

    def _values(self, stage: int, point: Mapping[str, float]) -> dict[str, float] | None:
        """The target's parameters at a choice of the free ones, in floats; None where there are none."""
        if self._line is None or not self._line.run(stage, point):
            return None
        values = dict(zip(self.way.formulas, self._line.values, strict=True))
        if any(map(math.isnan, values.values())):
            return None
        try:
            return into_domain(self.record, values)
        except (ArithmeticError, ValueError):
            return None

    def _gap(self, values: Mapping[str, float]) -> float:
        """The largest violation of a fixed parameter; at most 0 where all are met."""
        missed = [sign * (values[n] - allowed) for n, allowed, sign in self._allowed if values[n] != allowed]
        return max(missed) if missed else 0.0

    def objective(self, point: Mapping[str, float]) -> float:
        """The quantity to minimise; infinity where this chain gives nothing."""
        if self.solved is not None:
            value = self._solve(point)
            return math.inf if value is None else self._sign * value
        values = self._values(_POINT, point)
        if values is None or (self.fix and self._gap(values) > 0):
            return math.inf
        return self._badness(values)

    def _badness(self, values: Mapping[str, float]) -> float:
        if self.measure is not None:
            try:
                return self.measure.expression.compute({**self.measure.constants, **values})
            except (ArithmeticError, ValueError):
                return math.inf
        return badness(self.record, self.wanted, values[self.wanted]) if self.wanted is not None else 0.0

    @cached_property
    def _sign(self) -> float:
        assert self.wanted is not None
        return badness(self.record, self.wanted, 1.0)

    def _solve(self, point: Mapping[str, float]) -> float | None:
        """The best admissible value of the variable that is solved for."""
        assert self.solved is not None
        assert self._axis is not None
        solved = self.solved
        if self._line is None or not self._line.run(_POINT, point):
            return None

        def gap(value: float) -> float:
            values = self._values(_SOLVED, {solved: value})
            return math.inf if values is None else self._gap(values)

        best, worst = (self._axis.low, self._axis.high) if self._sign > 0 else (self._axis.high, self._axis.low)
        if self._hopeless:
            if self._sign * self._hopeless[0] <= self._sign * best:
                return None
            if all(gap(value) > 0 for value in self._hopeless if self._sign * value < self._sign * worst):
                return None
        if gap(best) <= 0:  # a bound that may be attained is not a point of the axis
            return best
        found = first_admissible(gap, self._axis, self._sign < 0, self._last, exact=self._exact)
        if found is not None and self._axis.low < found < self._axis.high:
            self._last = found
        return found

    def finished(self, limit: float = math.inf) -> Reached | None:
        """The best point, certified; None if there is none. The search stops early if it cannot come near ``limit``."""
        value, point = self.search.refined(limit)
        if value == math.inf:
            return None
        if self.solved is not None:
            solution = self._solve(point)
            if solution is None:
                return None
            point = {**point, self.solved: solution}
        return next((r for p in self._near(point) if (r := self.certified(p)) is not None), None)

    def _near(self, point: dict[str, float]) -> Iterator[dict[str, float]]:
        """The point, then nearby points, ever closer, at which a condition may hold by more than rounding."""
        yield point
        names = [self.solved] if self.solved is not None else list(point)
        for power in _NUDGES:
            for name in names:
                for sign in (1, -1) if self.solved is None else (self._sign,):
                    yield {**point, name: point[name] + sign * 2.0**power * max(abs(point[name]), 1e-300)}

    def certified(self, point: Mapping[str, float]) -> Reached | None:
        """The certified result at the point; None if a condition or a fixed parameter may be missed."""
        at = {**self._known, **point}
        try:
            if not all(certain(c, at) for c in self.way.conditions_on_numbers):
                return None
            values = {}
            for name, formula in self.way.formulas.items():
                low, high = enclosure(formula, at)
                values[name] = high if self.record.parameters[name].direction is Direction.WEAKER else low
                if self.record.parameters[name].values is Values.INTEGER and low == high:
                    values[name] = low
            mended = into_domain(self.record, values)
            if mended is None or (self.fix and self._gap(mended) > 0):
                return None
            mended |= self.fix
            if self.measure is not None:
                measure = enclosure(self.measure.expression, {**self.measure.constants, **mended})[1]
            else:
                measure = self._badness(mended)
        except EvaluationError:
            return None
        return Reached({n: mended[n] for n in self.record.quantitative}, measure, {**self.chosen, **point})


def bounds(name: str, constraint: Constraint, known: Mapping[str, float]) -> tuple[float, float]:
    """Constant bounds of a free parameter, as far as its constraint states them; 0 and infinity otherwise."""
    low, high = 0.0, math.inf
    for operator, left, right in _comparisons(constraint):
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


def _comparisons(constraint: Constraint) -> Iterable[tuple[str, Expression, Expression]]:
    for chain in constraint.comparisons:
        yield from zip(chain.operators, chain.terms, chain.terms[1:], strict=False)
