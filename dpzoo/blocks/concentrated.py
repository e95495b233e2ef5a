"""Suprema over all orders: concentrated DP's parameters, enclosed between certified bounds.

Both K(α) = (α-1) D_α and Λ(t) = ln E exp(t(Z - EZ)) are convex and vanish at α = 1 and t = 0, so that between two points they
lie below their chord. What a chord allows has a closed-form maximum; cutting the worst interval in two again and again
encloses a supremum over a continuum.
"""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Callable
from fractions import Fraction
from functools import cached_property
from typing import Any, Final

import flint
import numpy as np
from numpy.typing import NDArray

from dpzoo.blocks.divergences import NEAR, Law, is_exact, kl_divergence, max_divergence, renyi_divergence
from dpzoo.blocks.tilting import MANY, Tilting, square_between
from dpzoo.numbers.logarithms import logs_of, losses
from dpzoo.numbers.real import INFINITY, ZERO, Ball, Real, above, below, compare, enclosed, greatest, real

RELATIVE_WIDTH: Final = 1e-9
"""How tightly a certified supremum is enclosed."""
MAX_INTERVALS: Final = 4000
_BITS: Final = 160
_GRID: Final = 64
_REFINEMENTS: Final = 5
_DOUBLINGS: Final = 12
_TOO_NEAR: Final = Fraction(1, 2**50)
_AT_ONCE: Final = 1_000_000
"""So many numbers, orders times outputs, are worked on together."""


def greatest_excess(p: Law, q: Law, *, offset: Any, slope: Any, last: Any) -> Any:
    """The least r with D_α(P‖Q) ≤ offset + slope·α + r·α (if ``slope`` is None) or ≤ r + slope·α, for all orders up to ``last``.

    With ``slope=None``: sup (D_α - offset)/α, the ρ of concentrated DP; else sup (D_α - slope·α), its ξ. At least 0. Orders
    run over (1, last], and order 1 counts by continuity. Exact laws give an enclosure, floats (pairs in leading axes) numbers.
    """
    if is_exact(p, q):
        return _exact_excess(p, q, real(offset) if slope is None else ZERO, None if slope is None else real(slope), real(last))
    return _float_excess(p, q, float(offset), None if slope is None else float(slope), float(last))


# floats -------------------------------------------------------------------------------------------------------------


def _float_excess(p: Law, q: Law, offset: float, slope: float | None, last: float) -> NDArray[np.float64]:
    single = p.ndim == 1
    if single:
        p, q = p[None], q[None]
    largest = np.atleast_1d(max_divergence(p, q))

    def values(at: NDArray[np.float64], rows: Any) -> NDArray[np.float64]:
        with np.errstate(invalid="ignore"):
            d, column = _float_divergences(p[rows], q[rows], at), at[:, None]
            return (d - offset) / column if slope is None else d - slope * column

    finite = np.isfinite(largest)
    best = np.where(finite, 0.0, math.inf)
    if not finite.any():
        return best[0] if single else best
    # beyond α = D_∞/bound nothing exceeds what order 1 already needs
    top = float(largest[finite].max())
    least = 1e-3 * max(top, 1e-12) if slope is None else max(slope, 1e-9)
    span = min(last, max(4.0, 2.0 * top / max(least, 1e-9), 16.0), 1e6)
    orders = np.unique(np.concatenate([[1.0], 1.0 + np.geomspace(1e-3, max(span - 1.0, 2e-3), _GRID)]))
    orders = orders[orders <= last]
    table = values(orders, slice(None))
    table[:, ~finite] = -math.inf
    best = np.where(finite, np.maximum(table.max(axis=0), 0.0), math.inf)
    if math.isinf(last) and slope == 0:
        best = np.where(finite, np.maximum(best, largest), best)
    contenders = np.flatnonzero(finite & (best >= best[finite].max() * (1 - 1e-3)))[:8] if not single else np.array([0])
    for k in contenders:
        best[k] = max(best[k], _refined(lambda at, k=k: values(at, [k])[:, 0], orders, table[:, k]))  # type: ignore[misc]
    return best[0] if single else best


def _float_divergences(p: Law, q: Law, orders: NDArray[np.float64]) -> NDArray[np.float64]:
    """D_α(P‖Q) at ``orders`` from 1 on (rows) for pairs (columns), as :func:`renyi_divergence` gives it order by order."""
    loss, logs, mass = losses(p, q), logs_of(p), np.asarray(p)
    largest = np.abs(np.where(np.isfinite(loss), loss, 0.0)).max(axis=-1)
    found = np.empty((len(orders), len(loss)))
    step = max(1, _AT_ONCE // loss.size)
    for first in range(0, len(orders), step):
        power = (orders[first : first + step] - 1)[:, None]
        with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
            tilted = power[..., None] * loss
            # next to P's mass the sum itself has lost the digits that count
            near = np.log1p(np.where(mass > 0, mass * np.expm1(tilted), 0.0).sum(axis=-1))
            tilted += logs
            top = tilted.max(axis=-1)
            far = top + np.log(np.exp(tilted - top[..., None]).sum(axis=-1))
            found[first : first + step] = np.where(power * largest < NEAR, near, far) / power
    found[orders == 1] = kl_divergence(p, q)
    return np.where((loss == math.inf).any(axis=-1), math.inf, found)


def _refined(
    values: Callable[[NDArray[np.float64]], NDArray[np.float64]], grid: NDArray[np.float64], known: NDArray[np.float64]
) -> float:
    peak = int(np.argmax(known))
    low, high = grid[max(peak - 1, 0)], grid[min(peak + 1, len(grid) - 1)]
    best = float(known[peak])
    for _ in range(_REFINEMENTS):
        orders = np.linspace(low, high, 12)
        found = values(orders)
        peak = int(np.argmax(found))
        best = max(best, float(found[peak]))
        low, high = orders[max(peak - 1, 0)], orders[min(peak + 1, 11)]
    return best


# certified ----------------------------------------------------------------------------------------------------------


def _exact_excess(p: Law, q: Law, offset: Real, slope: Real | None, last: Real) -> Real:
    if all(a == b for a, b in zip(p, q, strict=True)):
        return ZERO
    largest: Real = max_divergence(p, q)
    if largest.infinite:
        return INFINITY
    if slope is not None and slope.rational == 0 and last.infinite:
        return largest
    if compare(largest, offset) in (-1, 0):  # D_α ≤ D_∞
        return ZERO
    logs = _Logs(p, q)
    at_one = kl_divergence(p, q) - offset - (ZERO if slope is None else slope)
    with flint.ctx.workprec(logs.bits):
        if _decided_at_one(logs, at_one if slope is None else slope, last):
            return greatest([ZERO, at_one])
        xi = offset.ball(logs.bits)
        step = None if slope is None else slope.ball(logs.bits)
        if (quick := _quick_excess(logs, xi, step, last)) is not None:
            return quick

        def at(order: Fraction) -> Ball:
            d = logs.renyi(order)
            a = _arb(order)
            return (d - xi) / a if step is None else d - step * a

        def bound(low: Fraction, high: Fraction) -> list[Ball]:
            """D_α ≤ m + s/(α-1) on the interval, with s ≤ 0: values at its ends and where the bound's derivative vanishes."""
            a, b = _arb(low), _arb(high)
            start, end = logs.renyi(low) * (a - 1), logs.renyi(high) * (b - 1)
            m = (end - start) / (b - a)
            s = start - m * (a - 1)
            if low == 1:  # the chord starts where K vanishes, so D_α ≤ m
                return [(m - xi) / a, (m - xi) / b] if step is None else [m - step * a]
            ends = [at(low), at(high)]
            if step is None:
                rise = m - xi
                turn = (rise - s + _root(-s * (rise - s))) / rise if rise > 0 else a
                inner = (rise + s / (turn - 1)) / turn
            else:
                turn = 1 + _root(-s / step) if step > 0 else b
                inner = m + s / (turn - 1) - step * turn
            inside = turn.overlaps(a.union(b))
            return [*ends, inner] if inside else ends

        end = _last_order(largest, offset, slope, last, at(Fraction(1)))
        rest = 0.0
        if last.infinite:  # beyond the end, D_α ≤ D_∞
            top = largest.ball(logs.bits)
            rest = above((top - xi) / _arb(end) if step is None else top - step * _arb(end))
        return _branch_and_bound(
            at, bound, Fraction(1), end, rest=rest, attained=bool(last.infinite) or last.rational is not None
        )


def _quick_excess(logs: _Logs, xi: Ball, step: Ball | None, last: Real) -> Real | None:
    """The same for many outputs: an order found in floats and the proof that no other needs more; None without a proof."""
    if logs.tilting is None:
        return None
    mean = logs.renyi(Fraction(1))
    m, x, r = float(mean), float(xi), 0.0 if step is None else float(step)
    high = float(logs.highest)
    reach = float(last) - 1 if not last.infinite else 2 * high / max(m - x if step is None else r, 1e-3 * high)

    def value(t: NDArray[np.float64], cumulant: NDArray[np.float64]) -> NDArray[np.float64]:
        d = m + cumulant / t
        return (d - x) / (t + 1) if step is None else d - r * t - r

    order = 1 + Fraction(logs.tilting.greatest(value, reach))
    if not last.infinite and last.rational is not None:
        order = min(order, last.rational)
    d, one = logs.renyi(order), _arb(order)
    best = max(0.0, below((d - xi) / one if step is None else d - step * one), below(mean - (xi if step is None else step)))
    top = best * (1 + RELATIVE_WIDTH)
    rho, offset = (flint.arb(top), xi) if step is None else (step, flint.arb(top))
    linear = mean - offset - rho
    if not rho > 0:
        return None
    far = min(above((logs.highest + linear) / rho), math.nextafter(last.bounds[1] - 1, math.inf))
    return enclosed(real(Fraction(best)), real(Fraction(top))) if logs.tilting.below(linear, rho, far) else None


def _decided_at_one(logs: _Logs, rate: Real, last: Real) -> bool:
    """Whether Λ(t) ≤ ρt² is certain for 0 < t < α - 1 at every order α up to the last, with ρ the ``rate``.

    D_α(P‖Q) ≤ ξ + ρα says Λ(t) ≤ t·(ξ + ρ - D_1) + ρt² with t = α - 1. So with ξ + ρ = D_1 this shows that order 1 decides.
    """
    floor = rate.ball(logs.bits)
    if not floor > 0 or not 2 * floor > logs.variance:
        return False
    # without a last order: Λ(t) ≤ t·(D_∞ - D_1), so that the inequality holds beyond this t
    far = Fraction(above(logs.highest / floor)) + 1 if last.infinite else Fraction(last.bounds[1]) - 1
    if logs.tilting is not None:
        return logs.tilting.below(flint.arb(0), floor, math.nextafter(float(far), math.inf))
    return _below_square(logs, floor, far)


def _last_order(largest: Real, offset: Real, slope: Real | None, last: Real, at_one: Ball) -> Fraction:
    """An order beyond which the bound D_α ≤ D_∞ shows that the supremum is not larger than at order 1 (or than 0)."""
    if not last.infinite:
        return last.rational if last.rational is not None else Fraction(last.bounds[1])
    gap = max(0.0, (largest - offset).bounds[1])
    if slope is None:
        floor = max(below(at_one), gap * 1e-7) or 1e-12
        return Fraction(math.ceil(gap / floor) + 1)
    return Fraction(math.ceil(gap / max(slope.bounds[0], gap * 1e-9, 1e-300)) + 1)


def _root(ball: Ball) -> Ball:
    """The square root of a quantity that cannot be negative, though its ball may hold negative numbers."""
    return ball.sqrt() if ball >= 0 else flint.arb(0).union(flint.arb(ball.upper()).max(flint.arb(0)).sqrt())


def _branch_and_bound(
    at: Callable[[Fraction], Ball],
    bound: Callable[[Fraction, Fraction], list[Ball]],
    low: Fraction,
    high: Fraction,
    *,
    rest: float,
    attained: bool,
) -> Real:
    """The supremum of ``at`` between ``low`` and ``high`` (which counts if ``attained``), enclosed, and at least 0.

    Beyond ``high`` nothing exceeds ``rest``.
    """
    best = max(0.0, below(at(low)), below(at(high)) if attained else 0.0)
    heap: list[tuple[float, Fraction, Fraction]] = []

    def push(a: Fraction, b: Fraction) -> None:
        heapq.heappush(heap, (-max(above(x) for x in bound(a, b)), a, b))

    start = low
    while start < high:  # intervals that grow geometrically, so that far orders cost little
        end = min(high, 2 * start)
        push(start, end)
        start = end
    for _ in range(MAX_INTERVALS):
        if not heap or -heap[0][0] <= best * (1 + RELATIVE_WIDTH) or -heap[0][0] <= 1e-15:
            break
        _, a, b = heapq.heappop(heap)
        middle = Fraction((a + b) / 2).limit_denominator(10**9)
        if not a < middle < b:
            middle = (a + b) / 2
        best = max(best, below(at(middle)))
        push(a, middle)
        push(middle, b)
    top = max(best, rest, -heap[0][0] if heap else best)
    return enclosed(real(Fraction(best)), real(Fraction(top)) if top < math.inf else INFINITY) if top > 0 else ZERO


def _largest(balls: list[Ball]) -> Ball:
    found = balls[0]
    for ball in balls[1:]:
        found = found.max(ball)
    return found


class _Logs:
    """The logarithms that every order needs, as balls, and the divergences already computed."""

    def __init__(self, p: Law, q: Law) -> None:
        # moments of a small loss are small to the second order: all digits of the sum would be those of its largest terms
        farthest = max(abs(a / b - 1) for a, b in zip(p, q, strict=True) if a)
        self.bits = _BITS + 2 * max(0, farthest.denominator.bit_length() - farthest.numerator.bit_length())
        with flint.ctx.workprec(self.bits):
            self.terms = [(_arb(a), _arb(a / b).log()) for a, b in zip(p, q, strict=True) if a]
        self.seen: dict[Fraction, Ball] = {}
        self.tilts: dict[Fraction, tuple[Ball, Ball, Ball, Ball]] = {}

    def renyi(self, order: Fraction) -> Ball:
        """D_α at a rational order of at least 1."""
        if order not in self.seen:
            if order == 1:
                self.seen[order] = sum((a * loss for a, loss in self.terms), flint.arb(0))
            else:
                power = _arb(order - 1)
                self.seen[order] = sum((a * (power * loss).exp() for a, loss in self.terms), flint.arb(0)).log() / power
        return self.seen[order]

    def centred(self, t: Fraction | Ball) -> Ball:
        """ln E exp(t(Z - EZ)) of the loss Z under P."""
        t = _arb(t) if isinstance(t, Fraction) else t
        mean = self.renyi(Fraction(1))
        return sum((a * (t * (loss - mean)).exp() for a, loss in self.terms), flint.arb(0)).log()

    @cached_property
    def tilting(self) -> Tilting | None:
        """The law in floats, where it has so many outputs that these are quicker."""
        return Tilting.of(self.terms, self.renyi(Fraction(1))) if len(self.terms) >= MANY else None

    @cached_property
    def variance(self) -> Ball:
        """The variance of the loss under P."""
        return self.tilted(Fraction(0))[2]

    @cached_property
    def highest(self) -> Ball:
        """The largest loss above its mean."""
        mean = self.renyi(Fraction(1))
        return _largest([loss - mean for _, loss in self.terms])

    @cached_property
    def lowest(self) -> Ball:
        """The largest loss below its mean."""
        mean = self.renyi(Fraction(1))
        return _largest([mean - loss for _, loss in self.terms])

    def tilted(self, t: Fraction) -> tuple[Ball, Ball, Ball, Ball]:
        """Λ(t) and its first three derivatives: with Z - EZ, mean, variance and third central moment of P tilted by e^{tZ}."""
        if t not in self.tilts:
            mean, power = self.renyi(Fraction(1)), _arb(t)
            weights = [(a * (power * (loss - mean)).exp(), loss - mean) for a, loss in self.terms]
            total = sum((w for w, _ in weights), flint.arb(0))
            first = sum((w * z for w, z in weights), flint.arb(0)) / total
            second = sum((w * (z - first) ** 2 for w, z in weights), flint.arb(0)) / total
            third = sum((w * (z - first) ** 3 for w, z in weights), flint.arb(0)) / total
            self.tilts[t] = total.log(), first, second, third
        return self.tilts[t]

    def curve(self, c: Fraction, end: Fraction) -> Ball:
        """C with Λ(t) ≤ Λ(c) + Λ′(c)(t-c) + C(t-c)² for all t between c and ``end``, by Taylor.

        With R the range of the loss |Λ‴| ≤ R·Λ″, since a third central moment is at most R times the variance, so that
        Λ″(t) ≤ Λ″(c)·e^{R|t-c|}; and Λ⁗ ≤ R²·Λ″, since a fourth cumulant is at most the fourth central moment.
        """
        way = _arb(end - c)
        reach = (self.highest + self.lowest) * abs(way)
        _, _, bend, twist = self.tilted(c)
        grown = bend * reach.exp()
        finer = bend / 2 + (twist * way).max(flint.arb(0)) / 6 + grown * reach**2 / 24
        return (grown / 2).min(finer)

    def stays_below(self, half: Ball, low: Fraction, high: Fraction) -> bool:
        """Whether Λ(t) ≤ ``half``·t² is certain between two numbers of one sign (or 0), by Taylor at either, or by the chord."""
        way = _arb(high - low)

        def below(c: Fraction, rise: Ball, curve: Ball, end: Ball) -> bool:
            """Whether Λ(c) + rise·(t-c) + curve·(t-c)² is at most that much, from c on as far as ``end``."""
            at = _arb(c)
            rest = (rise - 2 * half * at, self.tilted(c)[0] - half * at * at) if c else (rise, flint.arb(0))
            return all(bool(x <= 0) for x in square_between((curve - half, *rest), flint.arb(0), end))

        slope = (self.tilted(high)[0] - self.tilted(low)[0]) / way
        return (
            below(low, self.tilted(low)[1] if low else flint.arb(0), self.curve(low, high), way)
            or below(high, self.tilted(high)[1], self.curve(high, low), -way)
            or below(low, slope, flint.arb(0), way)
        )

    def quotient_bound(self, low: Fraction, high: Fraction) -> list[Ball]:
        """Balls of which one is at least Λ(t)/t², for all t between two numbers of one sign (or 0).

        Over t² the bound of :meth:`curve` is a square in 1/t; near 0 it is C. Also Λ is convex, so below its chord, which over
        t² is a square in 1/t, too.
        """
        a, b = (low, high) if abs(low) < abs(high) else (high, low)
        value, rise, *_ = self.tilted(a)
        curve = self.curve(a, b)
        if a == 0:
            return [curve]
        x, y = 1 / _arb(a), 1 / _arb(b)
        taylor = (value - rise * _arb(a) + curve * _arb(a * a), rise - 2 * curve * _arb(a), curve)
        slope = (self.centred(b) - value) / _arb(b - a)
        chord = (value - slope * _arb(a), slope, flint.arb(0))
        found = [square_between(c, x, y) for c in (taylor, chord)]
        return min(found, key=lambda balls: max(above(ball) for ball in balls))


def is_subgaussian(p: Law, q: Law, square: Ball, *, least: int | None = None) -> bool:
    """Whether ln E_P exp(t(Z - EZ)) ≤ ``square``·t²/2 is proved for all t (from ``least`` on), Z the loss, of exact laws."""
    if any(a and not b for a, b in zip(p, q, strict=True)):
        return False
    logs = _Logs(p, q)
    with flint.ctx.workprec(logs.bits):
        if not square > 0:
            return bool(square >= 0) and len({a / b for a, b in zip(p, q, strict=True) if a}) == 1
        # beyond the end Λ(t) ≤ t·reach is at most the bound
        ends = [sign * above(2 * reach / square) for sign, reach in ((1.0, logs.highest), (-1.0, logs.lowest))]
        if not all(map(math.isfinite, ends)):
            return False
        high, low = Fraction(ends[0]) + 1, Fraction(ends[1]) - 1
        return all(_below_square(logs, square / 2, t) for t in (high, low if least is None else max(low, Fraction(least))))


def _below_square(logs: _Logs, half: Ball, end: Fraction) -> bool:
    """Whether Λ(t) ≤ ``half``·t² is proved from 0 to ``end``: from the peaks of Λ(t)/t² on, about which it may hardly hold."""

    def fails(t: Fraction) -> bool:
        return bool(logs.tilted(t)[0] > half * _arb(t * t))

    places = [*_peaks(logs, end), end]
    if any(fails(t) for t in places):
        return False
    left = list(itertools.pairwise([Fraction(0), *places]))
    for _ in range(MAX_INTERVALS):
        if not left:
            return True
        low, high = left.pop()
        if logs.stays_below(half, low, high):
            continue
        middle = (low + high) / 2 if low else high / 4
        if abs(high - low) < _TOO_NEAR * abs(high if low else end) or fails(middle):
            return False
        left += [(low, middle), (middle, high)]
    return False


def _peaks(logs: _Logs, end: Fraction) -> list[Fraction]:
    """Where Λ(t)/t² seems to be locally the largest between 0 and ``end``, from 0 on: on a grid, and by Newton's method."""
    grid = [end * Fraction(2) ** -k for k in range(_DOUBLINGS, -1, -1)]
    grid = sorted([*grid, *(t * 3 / 2 for t in grid[:-1])], key=abs)
    heights = [float(logs.tilted(t)[0] / _arb(t * t)) for t in grid]
    found = []
    for k in range(1, len(grid) - 1):
        if not heights[k - 1] <= heights[k] >= heights[k + 1]:
            continue
        t = grid[k]
        for _ in range(_REFINEMENTS):
            value, rise, bend = (float(x) for x in logs.tilted(t)[:3])
            miss, slope = float(t) * rise - 2 * value, float(t) * bend - rise
            step = -miss / slope if slope else 0.0
            if not math.isfinite(step):
                break
            t = min(max(t + Fraction(step), grid[k - 1], key=abs), grid[k + 1], key=abs)
        found.append(t)
    return found


def subgaussian_variance(p: Law, q: Law, *, relative: float = RELATIVE_WIDTH) -> Any:
    """τ² = sup over t ≠ 0 of 2 ln E_P exp(t(Z - EZ))/t², Z the loss: the subgaussian parameter of mean-concentrated DP, squared.

    Infinite if P gives an output that Q does not. At t → 0 the quotient is the variance of Z. Of exact laws it is enclosed as
    tightly as ``relative`` says.
    """
    if is_exact(p, q):
        return _exact_variance(p, q, relative)
    if p.ndim == 1:
        return _float_variance(p, q)
    return np.array([_float_variance(p[k], q[k]) for k in range(len(p))])


def _float_variance(p: Law, q: Law) -> float:
    every = losses(p, q)
    if (every == math.inf).any():
        return math.inf
    kept = every > -math.inf
    weight, loss = np.asarray(p)[kept], every[kept]
    centred = loss - (weight * loss).sum()
    variance = float((weight * centred**2).sum())
    reach = float(np.abs(centred).max())
    if reach <= 1e-14:
        return 0.0

    def values(at: NDArray[np.float64]) -> NDArray[np.float64]:
        exponents = at[:, None] * centred
        top = exponents.max(axis=-1)
        whole = (weight * np.exp(exponents - top[:, None])).sum(axis=-1)
        found: NDArray[np.float64] = 2.0 * (top + np.log(whole)) / at / at  # squares overflow where losses hardly vary
        return found

    best = variance
    for sign in (1.0, -1.0):
        grid = sign * np.geomspace(1e-3 / reach, max(2.0 * reach / variance, 10.0 / reach), 80)
        best = max(best, _refined(values, grid, values(grid)))
    return best


def _exact_variance(p: Law, q: Law, relative: float) -> Real:
    if any(a and not b for a, b in zip(p, q, strict=True)):
        return INFINITY
    if len({a / b for a, b in zip(p, q, strict=True) if a}) == 1:  # a loss that does not vary
        return ZERO
    logs = _Logs(p, q)
    with flint.ctx.workprec(logs.bits):
        variance = logs.variance
        if not variance > 0:  # its digits are lost beside a rare large loss: Hoeffding's lemma
            return enclosed(ZERO, real(Fraction(above((logs.highest + logs.lowest) ** 2 / 4))))
        best = below(variance)
        if (quick := _quick_variance(logs, best)) is not None:
            return quick
        heap: list[tuple[float, Fraction, Fraction]] = []

        def push(a: Fraction, b: Fraction) -> None:
            heapq.heappush(heap, (-max(above(2 * x) for x in logs.quotient_bound(a, b)), a, b))

        for sign, reach in ((1, logs.highest), (-1, logs.lowest)):
            # beyond the end 2Λ(t)/t² ≤ 2·reach/t is below the variance
            end = sign * (Fraction(above(2 * reach / variance)) + 1)
            push(Fraction(0), end)
        for _ in range(MAX_INTERVALS):
            if -heap[0][0] <= best * (1 + relative):
                break
            _, a, b = heapq.heappop(heap)
            middle = (a + b) / 2 if a else b / 4
            best = max(best, below(2 * logs.centred(middle) / _arb(middle * middle)))
            push(a, middle)
            push(middle, b)
        top = max(best, -heap[0][0])
        return enclosed(real(Fraction(best)), real(Fraction(top)) if top < math.inf else INFINITY)


def _quick_variance(logs: _Logs, best: float) -> Real | None:
    """The same for many outputs: t found in floats and the proof that no other needs more; None without a proof."""
    if logs.tilting is None:
        return None
    sides = ((1, logs.tilting, logs.highest), (-1, logs.tilting.reversed(), logs.lowest))
    for sign, tilting, reach in sides:
        t = sign * Fraction(tilting.greatest(lambda t, cumulant: cumulant / t**2, above(2 * reach / best)))
        best = max(best, below(2 * logs.centred(t) / _arb(t * t)))
    top = best * (1 + RELATIVE_WIDTH)
    proved = all(tilting.below(flint.arb(0), flint.arb(top) / 2, above(2 * reach / top)) for _, tilting, reach in sides)
    return enclosed(real(Fraction(best)), real(Fraction(top))) if proved else None


def largest_order(p: Law, q: Law, *, offset: Any, slope: Any) -> float:
    """The largest ω such that D_α(P‖Q) ≤ offset + slope·α for every order in (1, ω]; inf if for all, 1 if for none (numeric)."""
    if is_exact(p, q):
        p, q = p.astype(float), q.astype(float)
    xi, rho = float(offset), float(slope)
    top = float(max_divergence(p, q))
    if math.isinf(top):
        return 1.0

    def fits(order: float) -> bool:
        return float(renyi_divergence(p, q, order)) <= (xi + rho * order) * (1 + 1e-12) + 1e-15

    if not fits(1.0) or not fits(1.0 + 1e-6):
        return 1.0
    last = math.inf if rho > 0 else 1e6
    end = 2.0 if top <= xi else min(1e6, (top - xi) / rho + 2.0 if rho > 0 else last)
    orders = 1.0 + np.geomspace(1e-6, max(end - 1.0, 1e-5), 400)
    failing = [float(a) for a in orders if not fits(float(a))]
    if not failing:
        return math.inf if rho > 0 or top <= xi else 1e6
    high = failing[0]
    low = max((float(a) for a in orders if a < high), default=1.0)
    for _ in range(60):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if fits(middle) else (low, middle)
    return low


def _arb(number: Fraction) -> Ball:
    return flint.arb(flint.fmpq(number.numerator, number.denominator))
