"""Whether some pair needs more of approximate zCDP than the worst binary pair, under a bound on a power of |X - 1| (theory, T26).

What is left of a pair is within (ξ, ρ)-zCDP exactly if, for each order and each interval of ratios around 1, a
mean is at most a number. The largest mean over all pairs of the source is a moment problem, and multipliers bound it from above
whatever they are. So on a grid of orders and intervals those are searched that show that no pair exceeds the number: in floats,
hence *numeric*.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from dpzoo.numbers.late import Floats, np
from dpzoo.optimal.binary import RegionBoundary, masses
from dpzoo.optimal.primitives import Power

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Places = NDArray[np.int64]

_NODES: Final = 20
_SHORT: Final = 1.5
_ENDS: Final = 13
_ORDERS: Final = 14
_PAIRS: Final = 80
_BETWEEN: Final = 60
_BEYOND: Final = 24
_FAR: Final = 200.0
_OVERFLOW: Final = 650.0
_BESIDE: Final = (-0.03, -0.01, -0.003, -0.001, 0.0, 0.001, 0.003, 0.01, 0.03)
_TILTS: Final = 21
_ASIDE: Final = (1e-11, -1e-11, 0.0)
"""Beside the slope at which both sides are equal, since a rare output's side has few digits, and hardly any weight."""
_SCALES: Final = 40
_FIRST_SCALE: Final = 0.02
_ROUNDING: Final = 1e-7
_LONGEST: Final = 200.0
_RAREST: Final = 1e-290


@dataclass(frozen=True, slots=True)
class SuspectedPair:
    """What is said to be the most that any pair needs, and where the binary pair that needs it lies."""

    share: float
    xi: float
    rho: float
    loss: float
    """The larger loss of that pair."""
    order: float
    ends: tuple[float, float]
    """The losses ±, at which it is cut off."""
    limit: float
    """The largest loss that can be left of any pair."""


def excluded(part: Power, suspect: SuspectedPair) -> bool:
    """Whether no interval and order on a grid was found at which some pair may need more."""
    if suspect.limit > _LONGEST:
        return False
    last = max((suspect.limit - suspect.xi) / suspect.rho - 1, 0.1)
    orders = [1.0, suspect.order, *(1 + np.geomspace(0.01, last, _ORDERS)).tolist()]
    with np.errstate(all="ignore"):  # what overflows is not excluded
        search = _Multipliers(part, suspect)
        return all(search.excludes(order) for order in orders)


@cache
def _rule() -> tuple[Floats, Floats]:
    """The nodes and weights of Gauss and Legendre."""
    return np.polynomial.legendre.leggauss(_NODES)


def _hinges(v: Floats, bend: Floats, order: float, scale: float) -> tuple[Floats, Floats]:
    """∫ m^{β-2} |x - m| dm over e^scale, m from 1 to x = e^v or to e^bend if that is nearer; and its slope in x."""
    y = np.where(bend > 0, np.clip(v, 0, bend), np.clip(v, bend, 0))
    nodes, weights = _rule()
    z = y[..., None] * (nodes + 1) / 2
    weight = weights / 2 * np.exp((order - 1) * z - scale)
    x, one = np.exp(v), math.exp(-scale)
    near, near_slope = (weight * (x[..., None] - np.exp(z))).sum(-1) * y, weight.sum(-1) * y
    slope = (np.exp((order - 1) * y - scale) - one) / (order - 1) if order != 1 else y * one
    far = np.abs(y) * order > _SHORT  # where terms do not cancel
    return np.where(far, x * slope - (np.exp(order * y - scale) - one) / order, near), np.where(far, slope, near_slope)


class _Multipliers:
    """Multipliers for each interval; means are in units of what (ξ, ρ)-zCDP allows, and bounds on powers in units of theirs."""

    def __init__(self, part: Power, suspect: SuspectedPair) -> None:
        self.suspect, self.k, self.bound = suspect, float(part.k), float(part.k) * math.log(float(part.epsilon))
        boundary = RegionBoundary((part,))
        u, limit = boundary.kink, suspect.limit
        top = max(1.5 * limit, 1.3 * suspect.loss, 3 * u)
        losses = [*np.geomspace(1e-4 * u, top - u, _PAIRS).tolist(), *(suspect.loss * (1 + x) - u for x in _BESIDE)]
        pairs = [(u + x, boundary.small(u + x)) for x in sorted({0.0, *(y for y in losses if y > 0)})]
        a, b = (np.array(x) for x in zip(*((t, s) for t, s in pairs if s > _RAREST), strict=True))
        p, p_rest, q, q_rest = (np.array(x) for x in zip(*map(masses, a.tolist(), b.tolist()), strict=True))
        self.high, self.low = np.concatenate([a, b]), np.concatenate([-b, -a])
        """The losses of binary pairs on the boundary, of the direct and of the reverse order."""
        self.of_high, self.of_low = np.concatenate([q, p_rest]), np.concatenate([q_rest, p])
        self.direct = np.arange(2 * len(a)) < len(a)
        self.both = np.arange(2 * len(a)) % len(a) == 0
        right, left = (np.unique([*np.geomspace(min(u / 30, limit / 100), limit, _ENDS), x]) for x in suspect.ends)
        self.ends = right, -left
        self.right, self.left = (x.ravel() for x in np.meshgrid(*self.ends))
        """The ends of intervals, each with each."""
        near = np.concatenate([right, left, a, b, np.geomspace(u * 1e-3, top, _BETWEEN)])
        end = min(top + _FAR, (_OVERFLOW + self.bound) / self.k)
        near = np.concatenate([near[near < end], np.linspace(top, end, _BEYOND) if top < end else [end]])
        self.v = np.unique(np.concatenate([near, -near]))
        self.gap = np.expm1(self.v)
        self.power, self.reverse, _, _ = self._powers(self.v)

    def _powers(self, v: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        """|X - 1|^k and that of the reverse order over their bound, and their slopes."""
        size = np.maximum(v, 0) + np.log(-np.expm1(-np.abs(v)))
        f, df = np.exp(self.k * size - self.bound), np.sign(v) * self.k * np.exp((self.k - 1) * size - self.bound)
        back = np.exp((1 - self.k) * v)
        return f, back * f, df, back * (df + (1 - self.k) * f * np.exp(-v))

    def excludes(self, order: float) -> bool:
        """Whether multipliers were found for all intervals."""
        suspect, s = self.suspect, order - 1
        allowed = suspect.xi + suspect.rho * order
        scale = s * allowed + math.log(-math.expm1(-s * allowed) / (s * order)) if s else math.log(allowed)
        cost = suspect.share * (self._mass(self.right, s, scale) - self._mass(self.left, order, scale))
        at = self._worst(order, scale)
        first, second, tilt = self._multipliers(at, order, scale)
        above, below = self._goals(self.v[self.v > 0], self.v[self.v < 0], order, scale)
        goal = np.concatenate([np.repeat(below, len(above), axis=0), np.tile(above, (len(below), 1))], axis=1)
        most = (1 + _ROUNDING) * (1 - suspect.share) + cost
        least, tilt = self._envelope(goal, first, second, tilt, most - first - second)
        needed = first + second + least - most
        open_ = np.flatnonzero(~(needed <= 0))
        if not len(open_):
            return True
        return self._rescaled(goal[open_], most[open_], first[open_], second[open_], tilt[open_], needed[open_])

    def _mass(self, end: Floats, rate: float, scale: float) -> Floats:
        """∫ of e^{rate·z} up to the loss ``end``, over e^scale."""
        return (np.exp(rate * end - scale) - math.exp(-scale)) / rate if rate else end * math.exp(-scale)

    def _worst(self, order: float, scale: float) -> Places:
        """The binary pair with the largest mean, for each interval."""
        above, below = self._goals(self.high, self.low, order, scale)
        found: Places = np.argmax(self.of_high * above[None] + (self.of_low * below)[:, None], axis=2).ravel()
        return found

    def _goals(self, high: Floats, low: Floats, order: float, scale: float) -> tuple[Floats, Floats]:
        """The goal at losses of either sign, for each end on that side."""
        above, below = (_hinges(v[None], x[:, None], order, scale)[0] for v, x in zip((high, low), self.ends, strict=True))
        return above, below

    def _multipliers(self, at: Places, order: float, scale: float) -> tuple[Floats, Floats, Floats]:
        """Those of both orders and of X - 1 that touch at the two outputs of a binary pair, as far as they are not negative."""
        sides = []
        for v, bend in ((self.high[at], self.right), (self.low[at], self.left)):
            sides.append((np.expm1(v), *_hinges(v, bend, order, scale), *self._powers(v)))
        (x, g, dg, f, r, df, dr), (x0, g0, dg0, f0, r0, df0, dr0) = sides
        width = x - x0
        a, b, c = df * width - (f - f0), dr * width - (r - r0), dg * width - (g - g0)
        a0, b0, c0 = df0 * width - (f - f0), dr0 * width - (r - r0), dg0 * width - (g - g0)
        det, kink, direct = a * b0 - a0 * b, self.both[at], self.direct[at]
        first = np.where(kink, (c * b0 - c0 * b) / det, np.where(direct, c / a, 0.0))
        second = np.where(kink, (a * c0 - a0 * c) / det, np.where(direct, 0.0, c0 / b0))
        first, second = (np.maximum(np.nan_to_num(y), 0.0) for y in (first, second))
        return first, second, dg - first * df - second * dr

    def _envelope(self, goal: Floats, first: Floats, second: Floats, tilt: Floats, enough: Floats) -> tuple[Floats, Floats]:
        """The least c for which c + ν(X - 1) bounds what the multipliers leave of the goal, or one that is enough; and ν."""
        rest = goal - first[:, None] * self.power - second[:, None] * self.reverse
        least, where, middle = np.full(len(goal), math.inf), tilt.copy(), len(self.v) // 2
        low, high, kept = np.full(len(goal), -math.inf), np.full(len(goal), math.inf), np.arange(len(goal))
        for k in range(_TILTS):
            tilted, rows = rest - tilt[:, None] * self.gap, np.arange(len(rest))
            below, above = np.argmax(tilted[:, :middle], axis=1), middle + np.argmax(tilted[:, middle:], axis=1)
            value = np.maximum(tilted[rows, below], tilted[rows, above])
            better = (value < least[kept]) & (above < len(self.v) - 1)  # at the end the difference may still rise
            least[kept[better]], where[kept[better]] = value[better], tilt[better]
            up = tilted[rows, above] > tilted[rows, below]
            low, high = np.where(up, tilt, low), np.where(up, high, tilt)
            level = (rest[rows, above] - rest[rows, below]) / (self.gap[above] - self.gap[below])
            bounded = np.isfinite(low) & np.isfinite(high) & ~((low < level) & (level < high))
            tilt = np.where(bounded, (low + high) / 2, level)
            tilt = tilt + np.abs(tilt) * _ASIDE[k % len(_ASIDE)]
            more = ~(least[kept] <= enough[kept])
            if not more.any():
                break
            rest, kept = rest[more], kept[more]
            tilt, low, high = (x[more] for x in (tilt, low, high))
        return least, where

    def _rescaled(self, goal: Floats, most: Floats, first: Floats, second: Floats, tilt: Floats, needed: Floats) -> bool:
        """The same for the intervals that are open, by a search for the size of the multipliers, in which the bound is convex."""
        total = first + second
        share = np.where(total > 0, first / np.where(total > 0, total, 1.0), 0.5)
        size, step = np.log(np.where(total > 0, total, 1e-3)), np.full(len(goal), _FIRST_SCALE)

        def at(sizes: Floats) -> Floats:
            both = np.exp(sizes)
            found: Floats = both + self._envelope(goal, both * share, both * (1 - share), tilt, most - both)[0] - most
            return found

        for _ in range(_SCALES):
            below, above = at(size - step), at(size + step)
            size = np.where(below < np.minimum(needed, above), size - step, np.where(above < needed, size + step, size))
            best = np.fmin(needed, np.fmin(below, above))
            step = np.where(best < needed, 2 * step, step / 3)
            kept = ~(best <= 0)
            if not kept.any():
                return True
            goal, most, share, tilt = goal[kept], most[kept], share[kept], tilt[kept]
            size, step, needed = size[kept], step[kept], best[kept]
        return False
