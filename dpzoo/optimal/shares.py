"""The least share that has to be set aside for approximate zCDP, where no pair dominates (theory, T21, T24).

Where binary pairs suffice, it is the largest share that one of them needs for itself: a maximum along the boundary of the binary
region, proved from above by lines around that region.
"""

from __future__ import annotations

import contextlib
import itertools
import math
from collections.abc import Sequence
from typing import Final

import flint

from dpzoo.numbers.real import ONE, Ball, Real
from dpzoo.numbers.roots import halved, root
from dpzoo.optimal import response
from dpzoo.optimal.binary import RegionBoundary, left_of_gap, masses, value
from dpzoo.optimal.certify import UncertifiedError, arb, down, number_above, renyi_of_masses, up
from dpzoo.optimal.certify import masses as ball_masses
from dpzoo.optimal.leftover import (
    MARGIN,
    PROVED,
    RAREST,
    OrdersWithin,
    OuterLines,
    beside_lines,
    covered,
    inside,
    left_of_losses,
    places,
)
from dpzoo.optimal.optimum import Found, NoReductionError
from dpzoo.optimal.peaks import highest_of_all
from dpzoo.optimal.primitives import Orders, Primitive, RatioConstraint, promises
from dpzoo.optimal.sources import INFINITE
from dpzoo.optimal.testing import Region

_BELOW: Final = tuple(2.0**-k for k in (40, 36, 33, 31, 29, 27, 25, 22, 18))
_EVEN: Final = 45.0
"""The largest odds, as a logarithm, of what a pair has to lose against what it keeps."""
_UNSEEN: Final = -660.0
"""The logarithm of a share that is taken for 0."""
_NOTHING: Final = -1e4
_FEW: Final = 20
_NEAR_MOST: Final = -3.0
_BEYOND: Final = 1 + 1e-12


def share_left(parts: Sequence[Primitive], xi: Real, rho: Real) -> Found:
    """The least share at ξ and ρ > 0. Raises NoReductionError where no pair could be shown to need nearly as much.

    Where T21 does not cover the source, that of its binary pairs: *proved* if it is enough for a weaker source, too.
    """
    kept = [c.high for c in parts if isinstance(c, Orders) and promises(RatioConstraint((c,)), xi, rho, c.high)]
    asked = OrdersWithin(Orders(xi, rho, ONE, INFINITE), max([ONE, *kept]))
    boundary = RegionBoundary(parts)
    log_share, where = _Shares(boundary, asked).greatest()
    if log_share < _UNSEEN:
        share = flint.arb(_UNSEEN).exp()
        if not _enough(OuterLines(boundary), share, asked, where):
            raise NoReductionError("so small a δ is not told from 0")
        return Found(flint.arb(0), share, "T24", attained=False, note="less than 10⁻²⁸⁰")
    found = flint.arb(math.exp(log_share))
    near, safe = inside(boundary, where)
    outer, upper = OuterLines(boundary), None
    for margin in PROVED:
        more = found * (1 + flint.arb(margin))
        if not _enough(outer, more, asked, where):
            break
        upper = more
    for step in _BELOW:
        least = found * (1 - flint.arb(step))
        if _broken(asked.part, left_of_losses(near, least)):
            if upper is not None:
                return Found(least, upper, "T24", safe)
            return Found(least, found * (1 + flint.arb(MARGIN)), "T21", safe, certified=False)
    raise NoReductionError("no pair near the optimum could be shown to need as much")


def strongest_response(xi: Real, rho: Real) -> tuple[float, float]:
    """Losses, ever so close, of a randomised response that certainly meets D_α ≤ ξ + ρα, ρ > 0, and of one that does not."""
    try:
        found = response.largest((Orders(xi, rho, ONE, INFINITE),))
    except UncertifiedError as error:  # more digits do not help what is searched in floats
        raise NoReductionError(str(error)) from None
    return down(found.low), up(found.high)


def _enough(outer: OuterLines, share: Ball, asked: OrdersWithin, where: float) -> bool:
    """Whether such a share is enough for all that lines around the region allow (T24)."""
    with contextlib.suppress(ArithmeticError):
        most = number_above(share)
        limit = Region(outer.boundary.parts).epsilon(most)
        enclosing = covered(outer.boundary, most, up(limit.upper)) if limit is not None else None
        if limit is not None and enclosing is not None:
            lines = outer if enclosing is outer.boundary else OuterLines(enclosing)
            return lines.keep(where, up(limit.upper), share, asked)
    return False


def _broken(part: Orders, losses: tuple[Ball, Ball] | None) -> bool:
    """Whether the pair certainly exceeds ξ + ρα at some order."""
    if losses is None or not (losses[0] > 0 and losses[1] > 0):
        return False
    s = flint.arb(value(part, float(losses[0]), float(losses[1]))[1]) - 1
    return bool(renyi_of_masses(ball_masses(*losses), *losses, s) > arb(part.xi) + arb(part.rho) * (1 + s))


class _Shares:
    """The least share that a binary pair on the boundary needs to meet (ξ, ρ)-zCDP, by its larger loss."""

    def __init__(self, boundary: RegionBoundary, asked: OrdersWithin) -> None:
        self.boundary, self.asked = boundary, asked

    def excess(self, a: float, b: float) -> float:
        """By how much the pair with losses a ≥ b exceeds ξ + ρα; less than 0 where only orders might at which none does."""
        found, order = value(self.asked.part, a, b)
        return found if self.asked.first == ONE or order > float(self.asked.first) * _BEYOND else -1.0

    def room(self, t: float) -> float:
        """The logarithm of p - q, which is enough."""
        b = self.boundary.small(t)
        return math.log(masses(t, b)[0]) + math.log(-math.expm1(-t)) if b >= RAREST else -math.inf

    def at(self, t: float) -> float:
        """The logarithm of the share."""
        room, b = self.room(t), self.boundary.small(t)
        if room == -math.inf or not self.excess(t, b) > 0:
            return _NOTHING

        def after(x: float) -> float:
            rest = left_of_gap(t, b, math.exp(room) / (1 + math.exp(x)))
            return -1.0 if rest is None else self.excess(*rest)

        if not (after(-_EVEN) > 0 >= after(_EVEN)):
            return _NOTHING
        return room - math.log1p(math.exp(-root(after, -_EVEN, _EVEN)))

    def greatest(self) -> tuple[float, float]:
        """The largest, and where."""
        boundary = self.boundary
        u, last = boundary.kink, min(boundary.end, boundary.last)
        found: dict[float, float] = {}

        def more(t: float) -> bool:
            """Whether larger losses may need more than all places so far."""
            found[t] = self.at(t)
            return self.room(t) > max(found.values())

        low = high = u
        while high < last and more(high):
            low, high = high, boundary.farther(high)
        low, high = halved(more, low, high, _FEW)
        found |= {t: self.at(t) for t in (high, *places(u, high), *beside_lines(boundary.parts, u, high))}
        starts = [(a, b) for a, b in itertools.pairwise(sorted(found)) if found[a] == _NOTHING < found[b]]
        for a, b in starts:  # whence pairs need something
            found |= {t: self.at(t) for t in places(self._start(a, b), high)}
        return highest_of_all(self.at, found, max(max(found.values()) + _NEAR_MOST, _NOTHING / 2), ends=False)

    def _start(self, a: float, b: float) -> float:
        """The least loss between two from which on something is needed."""
        return halved(lambda t: self.at(t) == _NOTHING, a, b)[1]
