"""Roots of functions on an interval, in floats.

scipy.optimize has the like, and takes longer to import than most conversions take to answer.
"""

from __future__ import annotations

import math
from collections.abc import Callable

_EPSILON = 2.0**-52


def root(function: Callable[[float], float], low: float, high: float, steps: int = 200) -> float:
    """A root between two points of opposite signs, to two units in the last place, by Chandrupatla's method.

    Source: T. R. Chandrupatla, Advances in Engineering Software 28 (1997) 145-149: inverse quadratic interpolation where the
    three points admit it, else halving. Raises ValueError for equal signs, RuntimeError if so many steps are not enough.

    >>> abs(root(lambda x: x * x - 2, 0.0, 2.0) - math.sqrt(2)) <= 2 * math.ulp(math.sqrt(2))
    True
    """
    a, b, value_a, value_b = high, low, function(high), function(low)
    if value_a == 0 or value_b == 0:
        return a if value_a == 0 else b
    if math.isnan(value_a) or math.isnan(value_b) or (value_a > 0) == (value_b > 0):
        raise ValueError(f"the function has the values {value_b} at {low} and {value_a} at {high}, of no opposite signs")
    share = 0.5
    for _ in range(steps):
        x = a + share * (b - a)
        value = function(x)
        if (value > 0) == (value_a > 0):
            c, value_c = a, value_a
        else:
            b, c, value_b, value_c = a, b, value_a, value_b
        a, value_a = x, value
        best, least = (a, value_a) if abs(value_a) < abs(value_b) else (b, value_b)
        width = abs(b - a)
        tolerance = 2 * _EPSILON * abs(best)
        if least == 0 or width <= 2 * tolerance or not min(a, b) < a + 0.5 * (b - a) < max(a, b):
            return best
        share = min(max(_share(a, b, c, value_a, value_b, value_c), tolerance / width), 1 - tolerance / width)
    raise RuntimeError(f"no root between {low} and {high} after {steps} steps")


def halved(holds: Callable[[float], bool], low: float, high: float, steps: int = 60) -> tuple[float, float]:
    """Two places between which a condition ends that holds at the first one and not at the last, by so many halvings.

    >>> halved(lambda x: x < 1.25, 0.0, 2.0, 3)
    (1.0, 1.25)
    """
    for _ in range(steps):
        middle = (low + high) / 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low, high


def _share(a: float, b: float, c: float, value_a: float, value_b: float, value_c: float) -> float:
    """Where between ``a`` and ``b`` the next point lies."""
    if math.inf in (abs(value_a), abs(value_b), abs(value_c)) or value_b in (value_a, value_c) or value_a == value_c or b == c:
        return 0.5
    place, height = (a - b) / (c - b), (value_a - value_b) / (value_c - value_b)
    if not (height * height < place and (1 - height) ** 2 < 1 - place):
        return 0.5
    return value_a / (value_b - value_a) * value_c / (value_b - value_c) + (c - a) / (b - a) * value_a / (
        value_c - value_a
    ) * value_b / (value_c - value_b)
