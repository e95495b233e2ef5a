"""Convex functions of an order or an exponent, known in points: chords between these bound them from above (theory, T16, T28).

Where a chord is not close enough, another look is taken in between: to prove a bound everywhere, or to find where the most is
needed of what grows with the function, if each look takes long.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

import flint

from dpzoo.numbers.real import Ball, Real
from dpzoo.optimal.certify import arb, up

_CELLS: Final = 1000
TOWARDS_ONE: Final = 8
"""Between the order 1 and another one, α - 1 is so much less than there."""
_T = TypeVar("_T")

Place = tuple[Ball, Ball]
"""A place, and a bound of the function there."""
Interval = tuple[float, float, float, float]
"""What may be needed between two places, where the chord allows that, and the places."""


@dataclass(frozen=True, slots=True)
class Chord:
    """The straight line between two places, which the function does not exceed in between."""

    start: Place
    end: Place

    @property
    def rate(self) -> Ball:
        """Its slope."""
        return (self.end[1] - self.start[1]) / (self.end[0] - self.start[0])

    @property
    def rest(self) -> Ball:
        """Where it is at 0."""
        return self.start[1] - self.rate * self.start[0]

    def at(self, s: Ball) -> Ball:
        """Where it is at a place."""
        return self.start[1] + self.rate * (s - self.start[0])

    def within(self, s: Ball) -> Ball:
        """The place between both that is closest to this one."""
        return s.max(self.start[0]).min(self.end[0])

    def keeps(self, xi: Ball, rho: Ball) -> bool:
        """Whether it proves D_α ≤ ξ + ρα, at both ends of which that holds, for (α - 1)D_α as a function of α - 1.

        The chord less (α - 1)(ξ + ρα) is concave, and largest where its slope is 0.
        """
        s = self.within((self.rate - xi - rho) / (2 * rho)) if rho > 0 else (self.start if self.rate <= xi else self.end)[0]
        return bool(self.at(s) <= s * (xi + rho + rho * s))


def excess_at(divergence: Ball, order: Ball, offset: Real | None, slope: Real | None) -> Ball:
    """The ρ at ξ = ``offset``, or the ξ at ρ = ``slope``, that D_α ≤ ξ + ρα needs at one order: (D_α - ξ)/α or D_α - ρα."""
    return (divergence - arb(offset)) / order if offset is not None else divergence - arb(slope) * order


def everywhere(
    cells: Iterable[tuple[_T, _T]], kept: Callable[[_T, _T], bool], between: Callable[[_T, _T], _T | None], most: int
) -> bool:
    """Whether a bound is proved between all places: where it is not ``kept``, another place ``between`` two is looked at.

    That is None where the bound fails; after so many cells it is not decided.
    """
    left = list(cells)
    for _ in range(most):
        if not left:
            return True
        a, b = left.pop()
        if kept(a, b):
            continue
        middle = between(a, b)
        if middle is None:
            return False
        left += [(a, middle), (middle, b)]
    return False


def below(divergence: Callable[[Ball], Ball], xi: Ball, rho: Ball, last: Ball) -> bool:
    """Whether D_α ≤ ξ + ρα for 1 ≤ α ≤ ``last`` is proved by chords of (α - 1)D_α, which is convex and 0 at α = 1.

    ``divergence`` bounds D_α from above by α - 1.
    """
    end = last - 1
    if not end > 0:
        return bool(divergence(flint.arb(0)) <= xi + rho)

    def between(start: Place, end: Place) -> Place | None:
        (a, _), (b, _) = start, end
        s = ((a * b).sqrt() if a > 0 else b / TOWARDS_ONE).mid()
        found = s * divergence(s) if a < s < b else None
        return (s, found) if found is not None and found <= s * (xi + rho + rho * s) else None

    start = (flint.arb(0), flint.arb(0)), (end, end * divergence(end))
    return everywhere([start], lambda a, b: Chord(a, b).keeps(xi, rho), between, _CELLS)


def unproved(places: Sequence[float], allowed: Callable[[float, float], tuple[Ball, float]], limit: Ball) -> list[Interval]:
    """The intervals between neighbouring places in which chords allow more than ``limit``."""
    found = [(*allowed(a, b), a, b) for a, b in itertools.pairwise(places)]
    return [(up(bound), where, a, b) for bound, where, a, b in found if not bound <= limit]


def beside(places: Sequence[float], place: float) -> tuple[float, float]:
    """The places next to one of them; the same one where there is none."""
    k = places.index(place)
    return places[max(k - 1, 0)], places[min(k + 1, len(places) - 1)]
