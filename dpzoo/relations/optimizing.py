"""Minimising a function of a few positive variables that is defined on part of their range: grids that zoom in.

The result is always the value at an admissible point, so that what it is used for stays valid; only its optimality is numeric.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

TOLERANCE = 1e-9
"""Relative accuracy aimed at in each variable."""

Objective = Callable[[Mapping[str, float]], float]

_COARSE = [10.0 ** (k / 4) for k in range(-48, 49)]
_NEAREST = 1e-6
MAX_INTEGERS = 64
_STEPS = {0: 1, 1: 1, 2: 6}  # every so many points of a grid, so that the coarse search stays below a few hundred points
_FINE = 8
_ZOOMS = 22
_ROUNDS = 5


@dataclass(frozen=True, slots=True)
class Search:
    """A minimisation begun: the best point of a coarse grid, and its value; ``step`` is how coarse the grid was."""

    objective: Objective
    grids: Mapping[str, Sequence[float]]
    step: int
    value: float
    point: Mapping[str, float]

    def refined(self) -> tuple[float, dict[str, float]]:
        """The least value found from here, and where; infinity where the coarse grid found nothing."""
        value, point = self.value, dict(self.point)
        if value == math.inf:
            return value, point
        for turn in range(1 if len(self.grids) == 1 else _ROUNDS):
            reach = self.step if turn == 0 else 1  # first up to the neighbours that the coarse search has seen
            for name, grid in self.grids.items():
                point, value = _zoom(self.objective, point, value, name, grid, reach)
        return value, point


def begin(objective: Objective, ranges: Mapping[str, tuple[float, float]], integers: Container[str] = ()) -> Search:
    """A search for the least value.

    ``objective`` returns infinity outside its domain. A variable between finite bounds is searched near both, an unbounded one
    on a logarithmic scale from its lower bound, an integer one at the first MAX_INTEGERS integers of its range.
    """
    grids = {n: _integers(low, high) if n in integers else _grid(low, high) for n, (low, high) in ranges.items()}
    step = _STEPS.get(len(grids), 16)
    if not all(grids.values()):
        return Search(objective, grids, step, math.inf, {})  # infinite bounds leave no point to try
    value, point = math.inf, {n: g[0] for n, g in grids.items()}
    for values in product(*(g[::step] for g in grids.values())):
        trial = dict(zip(grids, values, strict=True))
        found = objective(trial)
        if found < value:
            value, point = found, trial
    return Search(objective, grids, step, value, point)


def _integers(low: float, high: float) -> list[float]:
    first = math.ceil(low)
    return [float(k) for k in range(first, first + MAX_INTEGERS) if k <= high]


def _grid(low: float, high: float) -> list[float]:
    """Points from just above ``low`` to just below ``high``.

    Nearer than a millionth to a bound other than zero, formulas such as log(x)/(x - 1) lose all their digits.
    """
    near = [t for t in _COARSE if low == 0 or t >= _NEAREST * abs(low)]
    if high == math.inf:
        return [low + t for t in near]
    width = high - low
    below = [low + width * t for t in _COARSE if t < 0.5 and (low == 0 or width * t >= _NEAREST * abs(low))]
    above = [high - width * t for t in reversed(_COARSE) if t < 0.5 and (high == 0 or width * t >= _NEAREST * abs(high))]
    return [*below, low + width / 2, *above]


def _zoom(
    objective: Objective, point: dict[str, float], value: float, name: str, grid: Sequence[float], reach: int
) -> tuple[dict[str, float], float]:
    below = [t for t in grid if t < point[name]][-reach:]
    above = [t for t in grid if t > point[name]][:reach]
    low, high = (below[0] if below else point[name]), (above[-1] if above else point[name])
    for _ in range(_ZOOMS):
        if high - low <= TOLERANCE * 1e-3 * max(abs(high), abs(low), 1e-300):
            break
        candidates = [low + (high - low) * i / _FINE for i in range(_FINE + 1)]
        tried = [(objective({**point, name: t}), t) for t in candidates]
        best_value, best = min(tried)
        if best_value < value:
            value, point = best_value, {**point, name: best}
        centre = point[name]
        half = (high - low) / _FINE * 1.5
        low, high = max(low, centre - half), min(high, centre + half)
    return point, value
