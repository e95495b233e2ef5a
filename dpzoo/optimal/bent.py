"""What is left beside a line of more than the share set aside: three or four outputs, some at its bends (theory, T21).

The line bends the dual inequality at ±ε. Outputs at ε, at both, or at 0 for total variation, are possible where the line binds;
the larger loss then tells all masses, and the smaller one is the largest that the other constraints allow: a scan along it.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Final

import flint

from dpzoo.numbers.late import Late
from dpzoo.numbers.real import ZERO, Ball, Real
from dpzoo.numbers.roots import root
from dpzoo.optimal import minima
from dpzoo.optimal.acceptance import inside
from dpzoo.optimal.certify import UncertifiedError, arb
from dpzoo.optimal.optimum import Found, Pair
from dpzoo.optimal.polygon import rounded
from dpzoo.optimal.primitives import Line, OddsRange, Orders, Primitive
from dpzoo.optimal.testing import fraction
from dpzoo.optimal.trimming import trimmed

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
else:
    np = Late("numpy")

_PLACES: Final = 16
_ORDERS: Final = 50
_NARROWINGS: Final = 6
_NEWTON: Final = 12
_WITHIN: Final = 12
_LEAST: Final = 1e-7
_LARGEST: Final = 1e4
_LONGEST: Final = 600.0
_GOLDEN: Final = (math.sqrt(5) - 1) / 2
_STEPS: Final = 42
_ROUNDS: Final = 5
_ZOOMS: Final = 2
_PLACES_CLOSER: Final = 9
_MOST_PEAKS: Final = 4
_GRID: Final = 24
_RARE: Final = 30.0
_FREQUENT: Final = 20.0
_HALVINGS: Final = 34
_JUST_INSIDE: Final = 1 + 1e-12
_NEARLY: Final = 0.97
_WARM: Final = 0.02
_MARGIN: Final = 2.0**-29
"""Of what the scan finds."""
_SAME: Final = 1e-10
_BELOW: Final = tuple(2.0**-k for k in (40, 36, 34, 32, 31, 30, 29, 28, 27))
_HAIR: Final = 4e-15
_NOWHERE: Final = -math.inf

Law = tuple["Floats", "Floats"]
"""The losses of the outputs, and their masses under Q."""


def inner_line(parts: Sequence[Primitive], share: float) -> Line | None:
    """The only line of more than the share, beside bounds that T21 covers; None where there are others, or none."""
    lines = [c for c in parts if isinstance(c, Line) and float(c.delta) > share]
    rest = all(isinstance(c, Orders | OddsRange | Line) for c in parts)
    return lines[0] if len(lines) == 1 and rest else None


class BentLaws:
    """The laws with outputs at the bends of a line, by their larger loss."""

    def __init__(self, parts: Sequence[Primitive], line: Line, offset: float | None, slope: float | None) -> None:
        self.parts, self.offset, self.slope = tuple(parts), offset, slope
        self.epsilon, self.delta = float(line.epsilon), float(line.delta)
        self.warm: dict[bool, tuple[float, float]] = {}
        """The logarithm of the last smaller loss, and about how far the next one may be."""

    def law(self, a: float, b: float, *, both: bool) -> Law | None:
        """That with losses a and -b, and one at ε or two at ±``both``; None where a mass would be negative."""
        e, d = self.epsilon, self.delta
        q = d / -math.expm1(e - a) * math.exp(-a)
        if not both:
            rare = (math.expm1(e) + d) / -math.expm1(-b - e) * math.exp(-e)
            v, m = [a, e, -b], [q, 1 - q - rare, rare]
        else:
            rare, share = d / -math.expm1(e - b), (1 - d) / (1 + math.exp(e))
            v, m = [a, e, -e, -b], [q, share - q, share * math.exp(e) - rare * math.exp(e - b), rare]
        return (np.array(v), np.array(m)) if min(m) >= 0 else None

    def exceeds(self, law: Law) -> float:
        """By how much a law exceeds the other constraints, in either order."""
        v, q = law
        p, found = q * np.exp(v), _NOWHERE
        for part in self.parts:
            if isinstance(part, OddsRange):
                found = max(found, float(v[0] - v[-1]) - float(part.eta))
            for first, loss in ((p, v), (q, -v)):
                if isinstance(part, Line) and part.delta == ZERO:
                    found = max(found, float(loss.max()) - float(part.epsilon))
                elif isinstance(part, Line):
                    above = -np.expm1(np.minimum(float(part.epsilon) - loss, 0))
                    found = max(found, float((first * above).sum()) / float(part.delta) * (1 - 1e-13) - 1)
                elif isinstance(part, Orders):
                    found = max(found, _excess(part, first, loss))
        return found

    def least(self, a: float, *, both: bool) -> float:
        """The smaller loss at which no mass is left for ε, or, with two bends, for -ε, whatever ``a`` is."""
        e, d = self.epsilon, self.delta
        if both:
            found = e + math.log1p(d * (1 + math.exp(-e)) / (1 - d))
        else:
            p = d / -math.expm1(e - a)
            found = -math.log1p(-p) + math.log1p(-p * math.exp(-a))
        return found * _JUST_INSIDE

    def widest(self, a: float, *, both: bool) -> Law | None:
        """The law with the largest smaller loss that all constraints allow."""
        if not self.delta < -math.expm1(self.epsilon - a):
            return None

        def excess(x: float) -> float:
            law = self.law(a, math.exp(x), both=both)
            found = self.exceeds(law) if law is not None else 1.0 if x < most else -1.0
            return found if abs(found) > _HAIR else 0.0

        start, most = math.log(self.least(a, both=both)), math.log(_LONGEST)
        before, step = self.warm.get(both, (start, _WARM))
        here = max(before, start)
        if excess(here) > 0:
            end = here
            while end > start and excess(end) > 0:
                here, end, step = end, max(end - step, start), 4 * step
            if excess(end) > 0:
                return None
            end, here = here, end
        else:
            end = here + step
            while excess(end) <= 0:
                if end > most:
                    return None
                here, step = end, 4 * step
                end += step
        x = root(excess, here, end)
        while excess(x) > 0:
            x -= 4 * _HAIR
        self.warm[both] = x, max(2 * abs(x - before), _LEAST * _LEAST)
        return self.law(a, math.exp(x), both=both)

    def need(self, law: Law, share: float) -> tuple[float, float]:
        """What is needed of what is left of a law, and by which α - 1."""
        v, q = (x[law[1] > 0] for x in law)
        p = q * np.exp(v)
        high, low = _cut(p, q, v, share), _cut(q, p, -v, share)
        if high <= 1 or low <= 1:
            return 0.0, 0.0
        first, second = np.minimum(p, high * q) / (1 - share), np.minimum(q, low * p) / (1 - share)
        loss = np.log(first / second)
        return max(_greatest(one, other, self._taken) for one, other in ((first, loss), (second, -loss)))

    def _taken(self, divergence: Floats, order: Floats) -> Floats:
        """What remains of D_α."""
        return (divergence - self.offset) / order if self.offset is not None else divergence - (self.slope or 0.0) * order

    def loss(self, x: float) -> float:
        """The larger loss, by the logit of its P-mass over δ."""
        return self.epsilon + math.log1p(self.delta * (1 + math.exp(-x)) / (1 - self.delta))

    def ends(self, *, both: bool) -> tuple[float, float] | None:
        """Between which such places laws are within all constraints, if any are: f-divergences are convex along the line.

        With both bends all divergences grow with either loss, and mirrored laws are alike: from the largest loss to equal ones.
        """
        if both:
            least = self.least(0.0, both=True)
            law = self.widest(least, both=True)
            if law is None:
                return None
            largest = float(-law[0][-1])

            def alike(t: float) -> float:
                same = self.law(t, t, both=True)
                return self.exceeds(same) if same is not None else -1.0

            equal = root(alike, least, largest) if alike(largest) > 0 > alike(least) else least
            first, last = (-math.log((1 - self.delta) * math.expm1(x - self.epsilon) / self.delta - 1) for x in (largest, equal))
            return first, last

        def excess(x: float) -> float:
            law = self.law(a := self.loss(x), self.least(a, both=False), both=False)
            return self.exceeds(law) if law is not None else math.inf

        grid = np.linspace(math.log(self.delta) - _RARE, _FREQUENT, _GRID).tolist()
        values = [excess(x) for x in grid]
        k = min(range(_GRID), key=values.__getitem__)
        allowed = [k for k, v in enumerate(values) if v <= 0]
        k, j = (allowed[0], allowed[-1]) if allowed else (k, k)
        outer, places = (grid[max(k - 1, 0)], grid[min(j + 1, _GRID - 1)]), [grid[k], grid[j]]
        if not allowed:
            places = [x for x in _closer(lambda x: -excess(x), *outer) if excess(x) <= 0]
        return (_last(excess, places[0], outer[0]), _last(excess, places[-1], outer[1])) if places else None

    def most(self, share: float, floor: float) -> tuple[float, Law] | None:
        """The law that needs most, and how much, closely where it may be more than ``floor``."""
        best: tuple[float, Law] | None = None
        for both in (False, True) if self.epsilon else (False,):

            def at(x: float, both: bool = both) -> tuple[float, Law | None]:
                with contextlib.suppress(ValueError, RuntimeError, OverflowError):
                    law = self.widest(self.loss(x), both=both)
                    return (self.need(law, share)[0], law) if law is not None else (_NOWHERE, None)
                return _NOWHERE, None

            ends = None
            with contextlib.suppress(ValueError, RuntimeError, OverflowError):
                ends = self.ends(both=both)
            for value, law in _peaks(at, ends, floor) if ends is not None else ():
                if law is not None and (best is None or value > best[0]):
                    best = value, law
        return best


def _last(excess: Callable[[float], float], allowed: float, outer: float) -> float:
    """About the last place that is allowed towards another one."""
    if excess(outer) <= 0:
        return outer
    for _ in range(_HALVINGS):
        middle = (allowed + outer) / 2
        allowed, outer = (middle, outer) if excess(middle) <= 0 else (allowed, middle)
    return allowed


def _peaks(
    at: Callable[[float], tuple[float, Law | None]], ends: tuple[float, float], floor: float
) -> Iterator[tuple[float, Law | None]]:
    """The values at the tops of an interval, by closer grids and, where they may be more than a floor, by golden sections."""
    grid = np.linspace(*ends, max(_PLACES, math.ceil(ends[1] - ends[0]))).tolist()
    found = [at(x) for x in grid]
    yield from found
    values = [v for v, _ in found]
    tops = [k for k, v in enumerate(values) if v > _NOWHERE and v >= max(values[max(k - 1, 0) : k + 2])]
    for k in sorted(tops, key=lambda k: -values[k])[:_MOST_PEAKS]:
        if 2 * values[k] - min(values[max(k - 1, 0) : k + 2]) <= floor:  # higher than that no peak seems to be
            continue
        low, high = grid[max(k - 1, 0)], grid[min(k + 1, len(grid) - 1)]
        for _ in range(_ZOOMS):
            closer = np.linspace(low, high, _PLACES_CLOSER).tolist()
            here = [at(x) for x in closer]
            j = max(range(len(here)), key=lambda i, here=here: here[i][0])  # type: ignore[misc]
            yield here[j]
            low, high = closer[max(j - 1, 0)], closer[min(j + 1, len(here) - 1)]
        if here[j][0] > floor * _NEARLY:
            yield from (at(x) for x in _closer(lambda x: at(x)[0], low, high))


def _excess(part: Orders, first: Floats, loss: Floats) -> float:
    """By how much a law exceeds a bound on orders, in this order."""
    xi, rho, low = float(part.xi), float(part.rho), float(part.low)
    mean = float((first * loss).sum())
    if part.single:
        return (mean if low == 1 else float(_divergences(first, loss, np.array([low - 1]))[0])) - xi
    end = min(float(part.high) - 1, (float(np.abs(loss).max()) + 1) / rho)
    orders = np.geomspace(min(1e-3, end / 2), end, _ORDERS)
    found = _divergences(first, loss, orders) - xi - rho - rho * orders
    best = max(mean - xi - rho, float(found.max()))
    padded = np.concatenate([found[:1], found, found[-1:]])
    for k in np.flatnonzero((found >= padded[:-2]) & (found >= padded[2:])).tolist():
        low, high = float(orders[max(k - 1, 0)]), float(orders[min(k + 1, _ORDERS - 1)])
        s = float(orders[k])
        for _ in range(_NEWTON):  # s(D - ξ - ρα) has the slope K' - ξ - ρ - 2ρs, K' the mean of the tilted loss
            weight = first * np.exp(s * (loss - float(loss.max())))
            weight /= weight.sum()
            tilted = float((weight * loss).sum())
            slope, bend = tilted - xi - rho - 2 * rho * s, 2 * rho - float((weight * loss * loss).sum()) + tilted * tilted
            low, high, last = (s, high, s) if slope > 0 else (low, s, s)
            s = s + slope / bend if bend > 0 else high
            if abs(s - last) <= _LEAST * last:
                break
            s = s if low < s < high else (low + high) / 2
        best = max(best, float(_divergences(first, loss, np.array([s]))[0]) - xi - rho - rho * s)
    return best


@dataclass(frozen=True, slots=True)
class Mixed:
    """A law as a pair, which may be mixed a little."""

    losses: tuple[float, ...]
    masses: tuple[float, ...]

    def pair(self, mix: float) -> Pair:
        """P mixed with a share ``mix`` of Q."""
        q = [Fraction(x) for x in self.masses]
        p = [fraction(flint.arb(m) * flint.arb(v).exp()) for v, m in zip(self.losses, self.masses, strict=True)]
        largest = max(range(len(q)), key=lambda i: min(q[i], p[i]))
        q[largest] += 1 - sum(q)
        p[largest] += 1 - sum(p)
        share = Fraction(mix)
        return Pair(tuple((1 - share) * a + share * b for a, b in zip(p, q, strict=True)), tuple(q))


def left_of_bent(parts: Sequence[Primitive], share: Real, asks: tuple[Real | None, Real | None], binary: Found) -> Found | None:
    """The most that pairs with outputs at the bends of a line need, or the ``binary`` one; None where T21 says nothing."""
    line = inner_line(parts, float(share))
    if line is None:
        return None
    offset, slope = (None if x is None else float(x) for x in asks)
    laws = BentLaws(parts, line, offset, slope)
    most = laws.most(float(share), float(binary.lower))
    if most is None or most[0] <= float(binary.lower) * (1 + _SAME):
        upper = binary.lower * (1 + flint.arb(_MARGIN))
        return replace(binary, upper=upper, theorem="T21", certified=False)
    value, law = most
    s = flint.arb(laws.need(law, float(share))[1])

    def needed(pair: Pair) -> Ball | None:
        d = _left(pair, rounded(share, outside=True), s)
        return d if d is None else (d - arb(asks[0])) / (1 + s) if asks[0] is not None else d - arb(asks[1]) * (1 + s)

    return _found(parts, value, law, needed)


def share_of_bent(parts: Sequence[Primitive], xi: Real, rho: Real, binary: Found) -> Found | None:
    """The least share at ξ and ρ, in turns of the law that needs most and of the share that it needs; None as above."""
    share = float(binary.lower)
    line, law = inner_line(parts, share) if share > 0 else None, None
    if line is None:
        return None
    laws = BentLaws(parts, line, float(xi), None)
    for _ in range(_ROUNDS):
        most = laws.most(share, float(rho))
        if most is None or most[0] <= float(rho):
            break
        more = root(lambda x, law=most[1]: laws.need(law, x)[0] - float(rho), share, laws.delta)  # type: ignore[misc]
        if more <= share * (1 + _SAME):
            break
        share, law = more, most[1]
    else:
        return None
    if law is None:
        return replace(binary, upper=flint.arb(share) * (1 + flint.arb(_MARGIN)), theorem="T21", certified=False)
    s = flint.arb(laws.need(law, share)[1])

    def needed(pair: Pair) -> Ball | None:
        for step in _BELOW:
            less = Fraction(share * (1 - step))
            d = _left(pair, less, s)
            if d is not None and d > arb(xi) + arb(rho) * (1 + s):
                return arb(less)
        return None

    return _found(parts, share, law, needed)


def _left(pair: Pair, share: Fraction, s: Ball) -> Ball | None:
    """The larger D_{1+s} of what is left of a pair by falling loss."""
    left = trimmed(pair, share)
    both = (minima.renyi(x, 1 + s) for x in (left, Pair(left.q, left.p))) if left is not None else ()
    return max((x for x in both if x is not None), key=float, default=None)


def _found(parts: Sequence[Primitive], value: float, law: Law, needed: Callable[[Pair], Ball | None]) -> Found:
    """What a law needs, and, where that can be checked, what a pair close to it certainly needs."""
    lower, pair = flint.arb(value) * (1 - flint.arb(_MARGIN)), None
    with contextlib.suppress(UncertifiedError):
        if not any(isinstance(c, OddsRange) for c in parts):  # which is not checked of more than two outputs
            lower, pair = inside(parts, Mixed(*(tuple(x.tolist()) for x in law)), needed)
    return Found(lower, flint.arb(value) * (1 + flint.arb(_MARGIN)), "T21", pair, certified=False)


def _cut(p: Floats, q: Floats, loss: Floats, share: float) -> float:
    """The ratio at which P is cut once a share is set aside (T15)."""
    order = np.argsort(-loss)
    return float(np.max((np.cumsum(p[order]) - share) / np.cumsum(q[order])))


def _closer(function: Callable[[float], float], low: float, high: float) -> Iterator[float]:
    """Places ever closer to a maximum, by golden sections, since at a corner no parabola comes close."""
    x, y = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
    left, right = function(x), function(y)
    for _ in range(_STEPS):
        if left > right:
            high, y, right = y, x, left
            x = high - _GOLDEN * (high - low)
            left = function(x)
        else:
            low, x, left = x, y, right
            y = low + _GOLDEN * (high - low)
            right = function(y)
    yield x
    yield y


def _greatest(first: Floats, loss: Floats, taken: Callable[[Floats, Floats], Floats]) -> tuple[float, float]:
    """sup of what is ``taken`` of (D_α, α) over all orders, and about which α - 1 needs it."""
    best = float(taken(np.array([(first * loss).sum()]), np.ones(1))[0]), 0.0
    s = np.geomspace(_LEAST, _LARGEST, _ORDERS)
    for _ in range(_NARROWINGS):
        found = taken(_divergences(first, loss, s), 1 + s)
        k = int(np.argmax(found))
        best, before = max(best, (float(found[k]), float(s[k]))), s
        s = np.linspace(s[max(k - 1, 0)], s[min(k + 1, len(s) - 1)], _WITHIN)
    if 0 < k < _WITHIN - 1:  # at the top of the parabola
        low, here, high = found[k - 1 : k + 2].tolist()
        bend = 2 * here - low - high
        if bend > 0:
            top = float(before[k] + (before[k + 1] - before[k]) * (high - low) / (2 * bend))
            best = max(best, (here + (low - high) ** 2 / (8 * bend), top))
    return best


def _divergences(first: Floats, loss: Floats, s: Floats) -> Floats:
    """D_{1+s} of a law of the loss under P, for several s > 0."""
    exponents = s[:, None] * loss
    top = exponents.max(axis=1)
    with np.errstate(over="ignore", invalid="ignore"):
        small = np.log1p((first * np.expm1(exponents)).sum(axis=1))
    large = top + np.log((first * np.exp(exponents - top[:, None])).sum(axis=1))
    found: Floats = np.where(top < 1, small, large) / s
    return found
