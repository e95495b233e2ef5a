"""The existence of a simulator, as a linear feasibility problem that is decided and not only solved.

HiGHS proposes, exact rational arithmetic decides: a solvable system comes with a rational solution, an unsolvable one with a
Farkas vector (non-negative multipliers of the rows that add up to a contradiction), and both are verified in fractions. Where
neither verifies the answer is None. Systems that hold floats get a numeric answer.

A notion with a simulator has systems that depend on one level (e^ε, or δ) and become easier as it grows: a :class:`Family`.
:func:`tightest` encloses the least level between a refuted and a solved one, and proves it exactly where it is rational.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, Final

import flint
import numpy as np
from numpy.typing import NDArray

LP_TOLERANCE: Final = 1e-9
"""How far a system of floats may be violated and still count as solved."""
RELATIVE_WIDTH: Final = 1e-6
"""How wide an enclosure of the least level may be, relative to it (to a thousandth where it is smaller)."""
EXACT_LIMIT: Final = 20_000
"""Up to how many coefficients a system is decided exactly; beyond that the answer is numeric."""
_SOLVER_TOLERANCE: Final = 1e-10
_THRESHOLDS: Final = (0.0, 1e-12, 1e-10, 1e-8, 1e-6)
_DENOMINATOR: Final = 10**10
_MOST_STEPS: Final = 200
_SIMPLEX_LIMIT: Final = 12_000
_MOST_PIVOTS: Final = 300

Number = Any
"""A Fraction, or a float in numeric systems."""
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Row:
    """coefficients · x ≤ bound, or = bound.

    In a :class:`Family` the row at level λ is (coefficients - λ gain) · x ≤ bound + λ bound_gain; gain and bound_gain are not
    negative, and an equation has neither. ``label`` says where the row comes from.
    """

    coefficients: Mapping[int, Number]
    bound: Number = Fraction(0)
    equal: bool = False
    gain: Mapping[int, Number] = field(default_factory=dict)
    bound_gain: Number = Fraction(0)
    label: Hashable = None

    def at(self, level: Number) -> Row:
        """The row at one level."""
        if not self.soft:
            return self
        found = dict(self.coefficients)
        for j, g in self.gain.items():
            found[j] = found.get(j, Fraction(0)) - level * g
        return Row(found, self.bound + level * self.bound_gain, label=self.label)

    def holds(self, x: Sequence[Number]) -> bool:
        """Whether x satisfies the row as it stands (without a level)."""
        value = dot(self.coefficients, x)
        return bool(value == self.bound) if self.equal else bool(value <= self.bound)

    @property
    def soft(self) -> bool:
        """Whether the row depends on the level."""
        return bool(self.gain) or self.bound_gain != 0


@dataclass(frozen=True)
class LinearSystem:
    """Rows over the variables x_0, …, x_(variables - 1), all of which are at least 0."""

    variables: int
    rows: tuple[Row, ...]

    @property
    def exact(self) -> bool:
        """Whether no number is a float and the system is small enough to be decided exactly."""
        return sum(len(r.coefficients) for r in self.rows) <= EXACT_LIMIT and not any(_has_floats(r) for r in self.rows)

    def solved_by(self, x: Sequence[Number]) -> bool:
        """Whether x satisfies every row and x ≥ 0 (in the arithmetic of x)."""
        return all(v >= 0 for v in x) and all(r.holds(x) for r in self.rows)

    def refuted_by(self, y: Sequence[Number]) -> bool:
        """Whether y is a Farkas vector: y ≥ 0 on inequalities, y·A ≥ 0 for every variable, and y·b < 0."""
        if any(v < 0 and not r.equal for v, r in zip(y, self.rows, strict=True)):
            return False
        combined: list[Number] = [Fraction(0)] * self.variables
        for v, r in zip(y, self.rows, strict=True):
            if v:
                for j, c in r.coefficients.items():
                    combined[j] += v * c
        return all(c >= 0 for c in combined) and sum((v * r.bound for v, r in zip(y, self.rows, strict=True)), Fraction(0)) < 0


@dataclass(frozen=True)
class Feasibility:
    """Whether a system has a solution (None: undecided), with the solution or the Farkas vector; numeric if not ``certified``."""

    answer: bool | None
    solution: tuple[Number, ...] | None = None
    farkas: tuple[Number, ...] | None = None
    certified: bool = True


def feasible(system: LinearSystem) -> Feasibility:
    """Whether a system has a solution.

    >>> one = Row({0: Fraction(1), 1: Fraction(1)}, Fraction(1), equal=True)
    >>> feasible(LinearSystem(2, (one, Row({0: Fraction(1)}, Fraction(1, 3))))).answer
    True
    >>> feasible(LinearSystem(2, (one, Row({0: Fraction(1), 1: Fraction(1)}, Fraction(1, 3))))).answer
    False
    """
    if not system.exact:
        return _numeric(system)
    proposal = _inner_point(system)
    if proposal is not None:
        solution = _repaired(system, proposal, system.solved_by)
        if solution is not None:
            return Feasibility(True, solution)
    multipliers = _multipliers(system)
    if multipliers is not None:
        return Feasibility(False, farkas=multipliers)
    return _simplex(system) or Feasibility(None)


# floating-point proposals -------------------------------------------------------------------------------------------


def _numeric(system: LinearSystem) -> Feasibility:
    """Least violation t with A x ≤ b + t; solved if t ≤ :data:`LP_TOLERANCE`."""
    t = system.variables
    rows = []
    for r in system.rows:
        rows.append(Row({**r.coefficients, t: -1.0}, r.bound))
        if r.equal:
            rows.append(Row({**{j: -c for j, c in r.coefficients.items()}, t: -1.0}, -r.bound))
    found = _minimise(LinearSystem(t + 1, tuple(rows)), {t: 1.0})
    if found is None:
        return Feasibility(None, certified=False)
    good = bool(found[t] <= LP_TOLERANCE)
    return Feasibility(good, tuple(map(float, found[:t])) if good else None, certified=False)


def _inner_point(system: LinearSystem) -> Floats | None:
    """A float solution as far inside the inequalities as possible (at most 1)."""
    t = system.variables
    rows = tuple(r if r.equal else Row({**r.coefficients, t: Fraction(1)}, r.bound) for r in system.rows)
    limit = Row({t: Fraction(1)}, Fraction(1))
    found = _minimise(LinearSystem(t + 1, (*rows, limit)), {t: -1.0})
    return None if found is None else found[:t]


def _minimise(system: LinearSystem, objective: Mapping[int, float]) -> Floats | None:
    cost = np.zeros(system.variables)
    for j, c in objective.items():
        cost[j] = c
    upper, upper_bounds = _sparse([r for r in system.rows if not r.equal], system.variables)
    equal, equal_bounds = _sparse([r for r in system.rows if r.equal], system.variables)
    options = {"primal_feasibility_tolerance": _SOLVER_TOLERANCE, "dual_feasibility_tolerance": _SOLVER_TOLERANCE}
    from scipy.optimize import linprog  # scipy takes longer to load than numpy, and few notions need it

    result = linprog(cost, upper, upper_bounds, equal, equal_bounds, bounds=(0, None), method="highs-ds", options=options)
    if result.status != 0 or result.x is None:
        return None
    point: Floats = np.maximum(np.asarray(result.x, dtype=float), 0.0)
    return point


def _sparse(rows: Sequence[Row], width: int) -> tuple[Any, Any]:
    if not rows:
        return None, None
    entries = [(i, j, float(c)) for i, r in enumerate(rows) for j, c in r.coefficients.items()]
    data, places = [e[2] for e in entries], ([e[0] for e in entries], [e[1] for e in entries])
    from scipy.sparse import csr_array

    return csr_array((data, places), shape=(len(rows), width)), np.array([float(r.bound) for r in rows])


# exact decisions ----------------------------------------------------------------------------------------------------


def _repaired(system: LinearSystem, point: Floats, accept: Callable[[tuple[Fraction, ...]], bool]) -> tuple[Fraction, ...] | None:
    """An exact solution near a float one: small variables become 0, nearly tight rows are solved as equations."""
    slack = [float(r.bound) - sum(float(c) * point[j] for j, c in r.coefficients.items()) for r in system.rows]
    for threshold in _THRESHOLDS:
        kept = [j for j in np.argsort(-point, kind="stable").tolist() if point[j] > threshold]
        tight = [r for r, s in zip(system.rows, slack, strict=True) if r.equal or (threshold and s <= threshold)]
        solved = _solve(tight, kept, point)
        if solved is not None:
            x = tuple(solved.get(j, Fraction(0)) for j in range(system.variables))
            if accept(x):
                return x
    return None


def _solve(rows: Sequence[Row], columns: Sequence[int], point: Floats) -> dict[int, Fraction] | None:
    """The rows as equations in the chosen variables, exactly; variables that stay free take their (rounded) float values."""
    width = len(columns)
    place = {j: k for k, j in enumerate(columns)}
    rounded = {j: Fraction(float(point[j])).limit_denominator(_DENOMINATOR) for j in columns}
    if not rows:
        return rounded
    entries = [flint.fmpq(0)] * (len(rows) * (width + 1))
    for i, r in enumerate(rows):
        for j, c in r.coefficients.items():
            if j in place:
                entries[i * (width + 1) + place[j]] = _fmpq(c)
        entries[i * (width + 1) + width] = _fmpq(r.bound)
    reduced, rank = flint.fmpq_mat(len(rows), width + 1, entries).rref()
    pivots: list[int] = []
    for i in range(rank):
        start = pivots[-1] + 1 if pivots else 0
        pivots.append(next(k for k in range(start, width + 1) if reduced[i, k] != 0))
    if pivots and pivots[-1] == width:
        return None
    leading = set(pivots)
    free = [k for k in range(width) if k not in leading]
    found = {columns[k]: rounded[columns[k]] for k in free}
    for i, k in enumerate(pivots):
        rest = sum((_fraction(reduced[i, f]) * found[columns[f]] for f in free if reduced[i, f] != 0), Fraction(0))
        found[columns[k]] = _fraction(reduced[i, width]) - rest
    return found


def _multipliers(system: LinearSystem) -> tuple[Fraction, ...] | None:
    """A verified Farkas vector, from the dual of the elastic problem (least t with A x ≤ b + t)."""
    dual, back = _dual(system)
    total = Row({k: Fraction(1) for k in range(dual.variables)}, Fraction(1))
    cost = back([Fraction(0)] * dual.variables, costs=True)
    proposal = _minimise(LinearSystem(dual.variables, (*dual.rows, total)), {k: float(c) for k, c in enumerate(cost)})
    if proposal is None:
        return None
    found = _repaired(dual, proposal, lambda y: system.refuted_by(back(y)))
    return None if found is None else tuple(back(found))


def _dual(system: LinearSystem) -> tuple[LinearSystem, Callable[..., list[Number]]]:
    """The multipliers y with y·A ≥ 0 as a system (an equation's multiplier is split into its two signs), and the way back."""
    owners: list[tuple[int, int]] = []
    for i, r in enumerate(system.rows):
        owners += [(i, 1), (i, -1)] if r.equal else [(i, 1)]
    columns: list[dict[int, Number]] = [{} for _ in range(system.variables)]
    for k, (i, sign) in enumerate(owners):
        for j, c in system.rows[i].coefficients.items():
            columns[j][k] = -sign * c
    rows = tuple(Row(c) for c in columns if c)

    def back(y: Sequence[Number], *, costs: bool = False) -> list[Number]:
        if costs:
            return [sign * system.rows[i].bound for i, sign in owners]
        found: list[Number] = [Fraction(0)] * len(system.rows)
        for (i, sign), v in zip(owners, y, strict=True):
            found[i] += sign * v
        return found

    return LinearSystem(len(owners), rows), back


def _simplex(system: LinearSystem) -> Feasibility | None:
    """The first phase of the simplex method in exact arithmetic, with Bland's rule: for small systems that are badly scaled."""
    height, width = len(system.rows), system.variables
    if height * (width + 2 * height) > _SIMPLEX_LIMIT:
        return None
    signs = [-1 if r.bound < 0 else 1 for r in system.rows]
    last = width + 2 * height
    table = []
    for i, (r, sign) in enumerate(zip(system.rows, signs, strict=True)):
        line = [flint.fmpq(0)] * (last + 1)
        for j, c in r.coefficients.items():
            line[j] = _fmpq(sign * c)
        if not r.equal:
            line[width + i] = flint.fmpq(sign)
        line[width + height + i] = flint.fmpq(1)
        line[last] = _fmpq(sign * r.bound)
        table.append(line)
    # reduced costs of the sum of the artificial variables, which are the basis at the start
    costs = [-sum((line[j] for line in table), flint.fmpq(0)) for j in range(last + 1)]
    for i in range(height):
        costs[width + height + i] = flint.fmpq(0)
    basis = [width + height + i for i in range(height)]
    for _ in range(_MOST_PIVOTS):
        entering = next((j for j in range(width + height) if costs[j] < 0), None)
        if entering is None:
            break
        rows = [i for i in range(height) if table[i][entering] > 0]
        leaving = min(rows, key=lambda i: (table[i][last] / table[i][entering], basis[i]))
        _pivot(table, costs, leaving, entering)
        basis[leaving] = entering
    if costs[last] == 0:
        values = {j: table[i][last] for i, j in enumerate(basis)}
        x = tuple(_fraction(values.get(j, flint.fmpq(0))) for j in range(width))
        return Feasibility(True, x) if system.solved_by(x) else None
    y = tuple(-sign * (1 - _fraction(costs[width + height + i])) for i, sign in enumerate(signs))
    return Feasibility(False, farkas=y) if system.refuted_by(y) else None


def _pivot(table: list[list[Any]], costs: list[Any], leaving: int, entering: int) -> None:
    head = table[leaving][entering]
    table[leaving] = chosen = [v / head for v in table[leaving]]
    places = [j for j, v in enumerate(chosen) if v != 0]
    for line in (*(row for i, row in enumerate(table) if i != leaving), costs):
        factor = line[entering]
        if factor != 0:
            for j in places:
                line[j] -= factor * chosen[j]


# families -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Family:
    """Systems that depend on a level and become easier as it grows; ``least`` is the smallest level that counts."""

    variables: int
    rows: tuple[Row, ...]
    least: Fraction = Fraction(1)

    @cached_property
    def exact(self) -> bool:
        """Whether the systems are decided exactly."""
        size = sum(len(r.coefficients) + len(r.gain) for r in self.rows)
        return size <= EXACT_LIMIT and not any(_has_floats(r) for r in self.rows)

    def at(self, level: Fraction) -> LinearSystem:
        """The system at one level."""
        exact = self.exact
        return LinearSystem(self.variables, tuple(r.at(level) if exact else _floated(r).at(float(level)) for r in self.rows))

    def needed(self, x: Sequence[Number]) -> Number | None:
        """The least level at which x is a solution, given that it solves the rows without a level; None if at none."""
        level: Number = self.least
        for r in self.rows:
            if r.soft:
                lack, growth = dot(r.coefficients, x) - r.bound, dot(r.gain, x) + r.bound_gain
                if lack > 0 and growth == 0:
                    return None
                if lack > 0:
                    level = max(level, lack / growth)
        return level

    def rational(self) -> Family:
        """The same with every float replaced by the fraction that it is."""
        return Family(self.variables, tuple(_rational(r) for r in self.rows), self.least)


@dataclass(frozen=True)
class Enclosure:
    """The least level of a family lies in [low, high]; ``high`` is None if no level will do.

    ``solution`` solves the system at ``high``; ``farkas`` refutes it at ``low`` or, if low = high, at every smaller level.
    ``rows`` are the rows that the Farkas vector multiplies. ``decided`` is False if ``high`` (or its absence) is not certified.
    """

    low: Fraction
    high: Fraction | None
    solution: tuple[Number, ...] | None = None
    farkas: tuple[Number, ...] | None = None
    rows: tuple[Row, ...] = ()
    certified: bool = True
    decided: bool = True

    @property
    def sharp(self) -> bool:
        """Whether the least level is known exactly."""
        return self.decided and self.low == self.high


def tightest(family: Family, *, width: float = RELATIVE_WIDTH) -> Enclosure:
    """The least level at which the family has a solution, enclosed to the given relative width where that is possible."""
    certified = family.exact
    first = family.least if certified else family.least + Fraction(LP_TOLERANCE)
    at_least = feasible(family.at(first))
    if at_least.answer:
        return Enclosure(family.least, family.least, at_least.solution, certified=certified)
    low, farkas = family.least, at_least.farkas
    start = bounded(family)
    if start.answer is not True:
        known = start.answer is False
        return Enclosure(low, None, farkas=start.farkas, rows=start.rows, certified=certified, decided=known)
    assert start.solution is not None
    solution = start.solution
    enough = family.needed(solution)
    assert enough is not None
    high = Fraction(enough)
    tried: Fraction | None = None
    for _ in range(_MOST_STEPS):
        if certified and high - low <= max(Fraction(1, 1000), high) / 1000:
            guess = simplest_between(low, high)
            if guess != tried:
                tried = guess
                sharp = _exactly_at(family, guess)
                if sharp is not None:
                    return sharp
        if high - low <= width * max(1e-3, float(high)):
            break
        step = _halved(family, low, high)
        if step is None:
            break
        middle, found = step
        if found.answer:
            assert found.solution is not None
            needed = family.needed(found.solution) if certified else None
            high, solution = middle if needed is None else min(middle, needed), found.solution
        else:
            low, farkas = middle, found.farkas
    return Enclosure(low, high, solution, farkas, family.rows, certified)


def _halved(family: Family, low: Fraction, high: Fraction) -> tuple[Fraction, Feasibility] | None:
    """A decided point between the two, near the middle if that can be decided."""
    for part in (Fraction(1, 2), Fraction(2, 5), Fraction(3, 5), Fraction(1, 5), Fraction(4, 5)):
        middle = _between(low, high, part)
        found = feasible(family.at(middle))
        if found.answer is not None:
            return middle, found
    return None


def _between(low: Fraction, high: Fraction, part: Fraction) -> Fraction:
    if low >= 1 and high > 4 * low:  # halve the logarithm
        middle = Fraction(math.isqrt(int(low * high)))
        if low < middle < high and part == Fraction(1, 2):
            return middle
    exactly = low + (high - low) * part
    rounded = exactly.limit_denominator(10**9)
    return rounded if low < rounded < high else exactly


def _exactly_at(family: Family, level: Fraction) -> Enclosure | None:
    """The enclosure [level, level], if the level has a solution and no smaller one has."""
    found = feasible(family.at(level))
    if not found.answer:
        return None
    farkas = refuted_below(family, level)
    return None if farkas is None else Enclosure(level, level, found.solution, farkas, family.rows)


def refuted_below(family: Family, level: Fraction) -> tuple[Fraction, ...] | None:
    """Multipliers that prove that no smaller level has a solution.

    With A(λ) = A - λG and b(λ) = b + λc, it is enough that multipliers y and e have y·A(level) ≥ 0, y·b(level) ≤ 0,
    y·G + e·A(level) ≥ 0 and e·b(level) - y·c < 0: then y + (level - λ)e is a Farkas vector at every λ < level. Returns y.
    """
    system = family.at(level)
    dual, back = _dual(system)
    costs = back([], costs=True)
    size = dual.variables
    gains: list[dict[int, Number]] = [{} for _ in range(system.variables)]
    owners = [(i, s) for i, r in enumerate(family.rows) for s in ((1, -1) if r.equal else (1,))]
    change: dict[int, Number] = {size + k: c for k, c in enumerate(costs) if c}
    for k, (i, _) in enumerate(owners):
        for j, g in family.rows[i].gain.items():
            gains[j][k] = -g
        if family.rows[i].bound_gain:
            change[k] = -family.rows[i].bound_gain
    second = [dict(g) for g in gains]
    for k, (i, sign) in enumerate(owners):
        for j, c in system.rows[i].coefficients.items():
            second[j][size + k] = -sign * c
    rows = (
        *dual.rows,
        Row({k: c for k, c in enumerate(costs) if c}),
        *(Row(r) for r in second if r),
        Row(change, Fraction(-1), equal=True),
    )
    found = feasible(LinearSystem(2 * size, rows))
    return tuple(back(found.solution[:size])) if found.answer and found.solution is not None else None


@dataclass(frozen=True)
class Bounded:
    """Whether a family has a solution at some finite level: one that has, or the rows and multipliers that exclude it."""

    answer: bool | None
    solution: tuple[Fraction, ...] | None = None
    farkas: tuple[Fraction, ...] | None = None
    rows: tuple[Row, ...] = ()


def bounded(family: Family) -> Bounded:
    """Whether some finite level has a solution, decided exactly.

    A row lack(x) ≤ λ growth(x) holds for large λ if its growth is positive or it lacks nothing. So rows whose growth is 0 on all
    that is left must lack nothing, which leaves less; at the end one point has positive growth in all other rows (a mean of
    points that have it in one), or nothing is left.
    """
    rational = family.rational()
    hard = [r for r in rational.rows if not r.soft]
    soft = [r for r in rational.rows if r.soft and r.bound_gain == 0]
    while True:
        left = LinearSystem(rational.variables, tuple(hard))
        inside = feasible(left)
        if inside.answer is not True:
            return Bounded(inside.answer, farkas=inside.farkas, rows=left.rows)
        assert inside.solution is not None
        points, stuck = [inside.solution], [r for r in soft if dot(r.gain, inside.solution) == 0]
        while stuck:
            found = feasible(_growing(left, stuck))
            if found.answer is None:
                return Bounded(None)
            if not found.answer:
                break
            assert found.solution is not None
            point = tuple(v / found.solution[-1] for v in found.solution[:-1])
            points.append(point)
            stuck = [r for r in stuck if dot(r.gain, point) == 0]
        if not stuck:
            return Bounded(True, tuple(sum(p, Fraction(0)) / len(points) for p in zip(*points, strict=True)))
        hard += [Row(r.coefficients, r.bound, label=r.label) for r in stuck]
        soft = [r for r in soft if r not in stuck]


def _growing(system: LinearSystem, rows: Iterable[Row]) -> LinearSystem:
    """Points of the system, scaled by one more variable of at least 1, at which the rows' growth sums to at least 1."""
    scale = system.variables
    scaled = [Row({**r.coefficients, scale: -r.bound}, equal=r.equal) for r in system.rows]
    total: dict[int, Number] = {}
    for r in rows:
        for j, g in r.gain.items():
            total[j] = total.get(j, Fraction(0)) - g
    return LinearSystem(scale + 1, (*scaled, Row({scale: Fraction(-1)}, Fraction(-1)), Row(total, Fraction(-1))))


# small things -------------------------------------------------------------------------------------------------------


def simplest_between(low: Fraction, high: Fraction) -> Fraction:
    """The fraction with the smallest denominator in [low, high], 0 ≤ low ≤ high.

    >>> simplest_between(Fraction(333, 1000), Fraction(334, 1000))
    Fraction(1, 3)
    """
    whole = math.ceil(low)
    if whole <= high:
        return Fraction(whole)
    down = math.floor(low)
    return down + 1 / simplest_between(1 / (high - down), 1 / (low - down))


def dot(coefficients: Mapping[int, Number], x: Sequence[Number]) -> Number:
    """The sum of the products."""
    return sum((c * x[j] for j, c in coefficients.items() if x[j]), Fraction(0))


def _numbers(row: Row) -> Iterable[Number]:
    yield from row.coefficients.values()
    yield from row.gain.values()
    yield row.bound
    yield row.bound_gain


def _has_floats(row: Row) -> bool:
    return any(isinstance(v, float | np.floating) for v in _numbers(row))


def _mapped(row: Row, number: Callable[[Any], Number]) -> Row:
    return Row(
        {j: number(c) for j, c in row.coefficients.items()},
        number(row.bound),
        row.equal,
        {j: number(g) for j, g in row.gain.items()},
        number(row.bound_gain),
        row.label,
    )


def _floated(row: Row) -> Row:
    return _mapped(row, float)


def _rational(row: Row) -> Row:
    return _mapped(row, Fraction)


def _fmpq(value: Fraction) -> Any:
    return flint.fmpq(value.numerator, value.denominator)


def _fraction(value: Any) -> Fraction:
    return Fraction(int(value.p), int(value.q))
