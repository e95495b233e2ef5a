"""Whether D_α ≤ ξ + ρα at all orders of an interval, from D_α at finitely many of them (theory, T16)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import flint

from dpzoo.numbers.real import Ball

_CELLS: Final = 1000
_TOWARDS_ONE: Final = 16


Place = tuple[Ball, Ball]
"""α - 1, and a bound of (α - 1)D_α there."""


def chord_keeps(start: Place, end: Place, xi: Ball, rho: Ball) -> bool:
    """Whether D_α ≤ ξ + ρα is proved between two orders, at both of which it holds.

    (α - 1)D_α is convex and 0 at α = 1, hence below its chords; a chord less (α - 1)(ξ + ρα) is concave, and largest where its
    slope is 0.
    """
    (a, at_a), (b, at_b) = start, end
    slope = (at_b - at_a) / (b - a)
    highest = ((slope - xi - rho) / (2 * rho)).max(a).min(b) if rho > 0 else a if slope <= xi else b
    return bool(at_a + slope * (highest - a) <= highest * (xi + rho + rho * highest))


def below(divergence: Callable[[Ball], Ball], xi: Ball, rho: Ball, last: Ball) -> bool:
    """Whether that is proved for 1 ≤ α ≤ ``last``; ``divergence`` bounds D_α from above by α - 1."""
    end = last - 1
    if not end > 0:
        return bool(divergence(flint.arb(0)) <= xi + rho)
    zero = flint.arb(0)
    cells = [(zero, zero, end, end * divergence(end))]
    for _ in range(_CELLS):
        if not cells:
            return True
        a, at_a, b, at_b = cells.pop()
        if chord_keeps((a, at_a), (b, at_b), xi, rho):
            continue
        middle = ((a * b).sqrt() if a > 0 else b / _TOWARDS_ONE).mid()
        if not a < middle < b:
            return False
        at_middle = middle * divergence(middle)
        if not at_middle <= middle * (xi + rho + rho * middle):
            return False
        cells += [(a, at_a, middle, at_middle), (middle, at_middle, b, at_b)]
    return False
