"""The largest values of functions of one variable in floats: next to the best places of a grid."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Final

_FINE: Final = 1e-7
_ROUGH: Final = 1e-4
_THIRDS: Final = 50
_MOST: Final = 8
"""Many places are equally high where one bound decides at all of them."""


def peak(function: Callable[[float], float], ends: tuple[float, float]) -> float:
    """The place of a maximum in between, by parabolas."""
    from scipy.optimize import minimize_scalar  # slow to import, and few conversions need it

    if not ends[0] < ends[1]:
        return ends[0]
    options = {"xatol": _FINE * (ends[1] - ends[0])}
    return float(minimize_scalar(lambda x: -function(x), bounds=ends, method="bounded", options=options).x)


def peak_or_corner(function: Callable[[float], float], ends: tuple[float, float]) -> float:
    """The place of the same, closer by thirds, since at a corner no parabola comes close."""
    start, width = ends[0], ends[1] - ends[0]
    near = peak(lambda x: function(start + x * width), (0.0, 1.0))
    low, high = max(near - _ROUGH, 0.0), min(near + _ROUGH, 1.0)
    for _ in range(_THIRDS):
        a, b = low + (high - low) / 3, high - (high - low) / 3
        low, high = (a, high) if function(start + a * width) < function(start + b * width) else (low, b)
    return start + (low + high) / 2 * width


def highest(function: Callable[[float], float], grid: Sequence[float]) -> tuple[float, float]:
    """The largest value about the best place of a grid, and where it is; what is not a number does not count."""
    values = [-math.inf if math.isnan(x) else x for x in map(function, grid)]
    k = max(range(len(grid)), key=values.__getitem__)
    where = peak(function, (grid[max(k - 1, 0)], grid[min(k + 1, len(grid) - 1)]))
    return max((values[k], grid[k]), (function(where), where))


def highest_of_all(
    function: Callable[[float], float], known: Mapping[float, float], least: float, *, ends: bool
) -> tuple[float, float]:
    """The same about all local tops of a grid of ``known`` values, perhaps but its ``ends``, that are at least so high."""
    grid = sorted(known)
    around = {t: (grid[max(k - 1, 0)], grid[min(k + 1, len(grid) - 1)]) for k, t in enumerate(grid)}
    local = [t for t in (grid if ends else grid[1:-1]) if known[t] >= max(least, *(known[x] for x in around[t]))]
    tops = [peak_or_corner(function, around[t]) for t in sorted(local, key=lambda t: -known[t])[:_MOST]]
    return max([(value, t) for t, value in known.items()] + [(function(t), t) for t in tops])
