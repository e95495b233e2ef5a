"""Linear feasibility, decided and not only solved.

HiGHS proposes, exact rational arithmetic decides: a solvable system comes with a rational solution, an unsolvable one with a
Farkas vector (non-negative multipliers of the rows that add up to a contradiction), and both are verified in fractions. Where
neither verifies the answer is None. Systems that hold floats get a numeric answer.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

import flint
import numpy as np
from numpy.typing import NDArray

LP_TOLERANCE: Final = 1e-9
"""How far a system of floats may be violated and still count as solved."""
EXACT_LIMIT: Final = 20_000
"""Up to how many coefficients a system is decided exactly; beyond that the answer is numeric."""
_SOLVER_TOLERANCE: Final = 1e-10
_THRESHOLDS: Final = (0.0, 1e-12, 1e-10, 1e-8, 1e-6)
_DENOMINATOR: Final = 10**10
_SIMPLEX_LIMIT: Final = 12_000
_MOST_PIVOTS: Final = 300
Number = Any
"""A Fraction, or a float in numeric systems."""
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class LinearRow:
    """coefficients · x ≤ bound, or = bound.

    In a :class:`~dpzoo.blocks.simulator_existence.Family` the row at level λ is (coefficients - λ gain) · x ≤ bound +
    λ bound_gain; gain and bound_gain are not negative, and an equation has neither. ``label`` says where the row comes from.
    """

    coefficients: Mapping[int, Number]
    bound: Number = Fraction(0)
    equal: bool = False
    gain: Mapping[int, Number] = field(default_factory=dict)
    bound_gain: Number = Fraction(0)
    label: Hashable = None

    def at(self, level: Number) -> LinearRow:
        """The row at one level."""
        if not self.soft:
            return self
        found = dict(self.coefficients)
        for j, g in self.gain.items():
            found[j] = found.get(j, Fraction(0)) - level * g
        return LinearRow(found, self.bound + level * self.bound_gain, label=self.label)

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
    rows: tuple[LinearRow, ...]

    @property
    def exact(self) -> bool:
        """Whether no number is a float and the system is small enough to be decided exactly."""
        return sum(len(r.coefficients) for r in self.rows) <= EXACT_LIMIT and not any(has_floats(r) for r in self.rows)

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

    >>> one = LinearRow({0: Fraction(1), 1: Fraction(1)}, Fraction(1), equal=True)
    >>> feasible(LinearSystem(2, (one, LinearRow({0: Fraction(1)}, Fraction(1, 3))))).answer
    True
    >>> feasible(LinearSystem(2, (one, LinearRow({0: Fraction(1), 1: Fraction(1)}, Fraction(1, 3))))).answer
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
        rows.append(LinearRow({**r.coefficients, t: -1.0}, r.bound))
        if r.equal:
            rows.append(LinearRow({**{j: -c for j, c in r.coefficients.items()}, t: -1.0}, -r.bound))
    found = _minimise(LinearSystem(t + 1, tuple(rows)), {t: 1.0})
    if found is None:
        return Feasibility(None, certified=False)
    good = bool(found[t] <= LP_TOLERANCE)
    return Feasibility(good, tuple(map(float, found[:t])) if good else None, certified=False)


def _inner_point(system: LinearSystem) -> Floats | None:
    """A float solution as far inside the inequalities as possible (at most 1)."""
    t = system.variables
    rows = tuple(r if r.equal else LinearRow({**r.coefficients, t: Fraction(1)}, r.bound) for r in system.rows)
    limit = LinearRow({t: Fraction(1)}, Fraction(1))
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


def _sparse(rows: Sequence[LinearRow], width: int) -> tuple[Any, Any]:
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


def _solve(rows: Sequence[LinearRow], columns: Sequence[int], point: Floats) -> dict[int, Fraction] | None:
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
    dual, back = dual_of(system)
    total = LinearRow({k: Fraction(1) for k in range(dual.variables)}, Fraction(1))
    cost = back([Fraction(0)] * dual.variables, costs=True)
    proposal = _minimise(LinearSystem(dual.variables, (*dual.rows, total)), {k: float(c) for k, c in enumerate(cost)})
    if proposal is None:
        return None
    found = _repaired(dual, proposal, lambda y: system.refuted_by(back(y)))
    return None if found is None else tuple(back(found))


def dual_of(system: LinearSystem) -> tuple[LinearSystem, Callable[..., list[Number]]]:
    """The multipliers y with y·A ≥ 0 as a system (an equation's multiplier is split into its two signs), and the way back."""
    owners: list[tuple[int, int]] = []
    for i, r in enumerate(system.rows):
        owners += [(i, 1), (i, -1)] if r.equal else [(i, 1)]
    columns: list[dict[int, Number]] = [{} for _ in range(system.variables)]
    for k, (i, sign) in enumerate(owners):
        for j, c in system.rows[i].coefficients.items():
            columns[j][k] = -sign * c
    rows = tuple(LinearRow(c) for c in columns if c)

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


def _numbers(row: LinearRow) -> Iterable[Number]:
    yield from row.coefficients.values()
    yield from row.gain.values()
    yield row.bound
    yield row.bound_gain


def has_floats(row: LinearRow) -> bool:
    """Whether an entry is a floating-point number."""
    return any(isinstance(v, float | np.floating) for v in _numbers(row))


def _mapped(row: LinearRow, number: Callable[[Any], Number]) -> LinearRow:
    return LinearRow(
        {j: number(c) for j, c in row.coefficients.items()},
        number(row.bound),
        row.equal,
        {j: number(g) for j, g in row.gain.items()},
        number(row.bound_gain),
        row.label,
    )


def floated(row: LinearRow) -> LinearRow:
    """The row in floating-point numbers."""
    return _mapped(row, float)


def rational(row: LinearRow) -> LinearRow:
    """The row in fractions."""
    return _mapped(row, Fraction)


def _fmpq(value: Fraction) -> Any:
    return flint.fmpq(value.numerator, value.denominator)


def _fraction(value: Any) -> Fraction:
    return Fraction(int(value.p), int(value.q))
