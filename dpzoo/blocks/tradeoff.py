"""Hypothesis testing: the trade-off between false alarms and misses of a test between two output distributions.

Testing "the data were D₁" (law P) against D₂ (law Q): a test rejects on a set S, its false alarm is P(S), its miss
1 - Q(S). The best tests are the prefixes of the outputs sorted by Q/P (Neyman & Pearson), with coin tosses between them,
so the curve is piecewise linear with finitely many corners.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

import flint
import numpy as np

from dpzoo.blocks.divergences import Law, Number, is_exact
from dpzoo.numbers.logarithms import in_logs, logs_of, losses
from dpzoo.numbers.real import INFINITY, ZERO, Ball, Real, compare, greatest, real
from dpzoo.numbers.values import normal_cdf

Corner = tuple[Fraction | float, Fraction | float]
"""A false-alarm and a miss probability, exact or not."""
_SHOWN = 6
_ROUNDING = 4.5e-16


@dataclass(frozen=True)
class TradeoffCurve:
    """A convex, non-increasing, piecewise linear function on [0, 1]: its corners (x, y) with x increasing.

    ``curve(x)`` is the least miss probability of a test with false-alarm probability at most x.
    """

    corners: tuple[Corner, ...]

    def __call__(self, x: Fraction | float) -> Fraction | float:
        """The value at x, by linear interpolation; exact if x and the corners are."""
        if not 0 <= x <= 1:
            raise ValueError(f"a false-alarm probability must lie between 0 and 1, not at {x}")
        for (x0, y0), (x1, y1) in zip(self.corners, self.corners[1:], strict=False):
            if x0 <= x <= x1:
                return y1 if x == x1 else y0 + (y1 - y0) * (x - x0) / (x1 - x0)
        return self.corners[-1][1]

    def __str__(self) -> str:
        shown = [f"({x:.4g}, {y:.4g})" if isinstance(x, float) else f"({x}, {y})" for x, y in self.corners]
        return "lines through " + ", ".join(shown[:_SHOWN] + (["…"] if len(shown) > _SHOWN else []))

    @property
    def floats(self) -> list[tuple[float, float]]:
        """The corners as floats."""
        return [(float(x), float(y)) for x, y in self.corners]


def tradeoff(p: Law, q: Law) -> TradeoffCurve:
    """The trade-off curve T(P, Q) of one pair."""
    if is_exact(p, q):
        order = sorted(range(len(p)), key=lambda i: q[i] / p[i] if p[i] else math.inf, reverse=True)
        alarm, miss = Fraction(0), Fraction(1)
        corners = [(alarm, miss)]
        for i in order:
            alarm, miss = alarm + p[i], miss - q[i]
            corners.append((alarm, miss))
        return TradeoffCurve(_lower_hull(corners))
    alarms, misses = tradeoff_corners(p, q)
    return TradeoffCurve(_lower_hull([(0.0, 1.0), *zip(alarms.tolist(), misses.tolist(), strict=True)]))


def tradeoff_corners(p: Law, q: Law) -> tuple[Law, Law]:
    """False alarms and misses of all optimal deterministic tests of one pair of float laws, by rising false alarm.

    Collinear points are kept and the point (0, 1) is left out: this is the fast form for many outputs.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = p / q
    order = np.argsort(ratio)
    return p[order].cumsum(), 1.0 - q[order].cumsum()


def lowest(curves: Sequence[TradeoffCurve]) -> TradeoffCurve:
    """The largest trade-off function below several: the lower convex hull of their corners."""
    return TradeoffCurve(_lower_hull([c for curve in curves for c in curve.corners]))


def _lower_hull(points: Sequence[Corner]) -> tuple[Corner, ...]:
    least: dict[Fraction | float, Fraction | float] = {}
    for x, y in points:
        least[x] = min(y, least.get(x, y))
    hull: list[Corner] = []
    for x, y in sorted(least.items()):
        while len(hull) >= 2 and (hull[-1][1] - hull[-2][1]) * (x - hull[-2][0]) >= (y - hull[-2][1]) * (
            hull[-1][0] - hull[-2][0]
        ):
            hull.pop()
        hull.append((x, y))
    return tuple(hull)


def gaussian_mu(p: Law, q: Law) -> Number:
    """The least μ ≥ 0 with T(P, Q) ≥ G_μ; infinite if some output tells the two apart with certainty.

    Both curves are convex and T is piecewise linear, so that its corners decide: μ is the largest Φ⁻¹(1-x) - Φ⁻¹(y).
    """
    if is_exact(p, q):
        if any(bool(a) != bool(b) for a, b in zip(p, q, strict=True)):
            return INFINITY
        inner = [(Fraction(x), Fraction(y)) for x, y in tradeoff(p, q).corners if 0 < x < 1]
        return greatest([ZERO, *(ZERO if x + y == 1 else normal_quantile(1 - x) - normal_quantile(y) for x, y in inner)])
    from scipy.special import ndtri, ndtri_exp  # scipy takes longer to load than numpy, and few notions need it

    rows = []
    pairs = ((p[k], q[k]) for k in range(len(p))) if p.ndim > 1 else iter([(p, q)])
    for a, b in pairs:
        loss = losses(a, b)
        if np.isinf(loss[(logs_of(a) > -math.inf) | (logs_of(b) > -math.inf)]).any():
            rows.append(math.inf)
            continue
        order = np.argsort(loss[logs_of(a) > -math.inf])
        caught, missed = (_both_tails(law[logs_of(a) > -math.inf][order]) for law in (a, b))
        if in_logs(a, b):
            least = (logs_of(law)[logs_of(a) > -math.inf][order] for law in (a, b))
            caught, missed = (tuple(map(ndtri_exp, _log_tails(x))) for x in least)
        else:
            caught, missed = (tuple(map(ndtri, tails)) for tails in (caught, missed))
        # of each probability the tail that is the smaller one, which keeps its digits: Φ⁻¹(1-x) = -Φ⁻¹(x)
        gaps = np.where(caught[0] < caught[1], -caught[0], caught[1]) - np.where(missed[1] < missed[0], missed[1], -missed[0])
        rows.append(max(0.0, float(gaps.max(initial=0.0))))
    return rows[0] if p.ndim == 1 else np.array(rows)


def _both_tails(law: Law) -> tuple[Law, Law]:
    """The probabilities of the first k outputs and of all others, for every k but the last, each summed by itself."""
    first, second = (np.minimum(x.cumsum(), 1.0) for x in (law, law[::-1]))  # rounding may take a sum above 1
    return first[:-1], second[::-1][1:]


def _log_tails(logs: Law) -> tuple[Law, Law]:
    """The same from logarithms to logarithms."""
    first, second = (np.minimum(np.logaddexp.accumulate(x), 0.0) for x in (logs, logs[::-1]))
    return first[:-1], second[::-1][1:]


def normal_quantile(x: Fraction) -> Real:
    """Φ⁻¹ of a rational number strictly between 0 and 1, enclosed."""
    if x == Fraction(1, 2):
        return ZERO

    sign, tail = (-1, 2 * x) if 2 * x < 1 else (1, 2 * (1 - x))  # of a small tail no digit is lost

    @cache  # asked again by every comparison
    def enclose(_: int) -> Ball:
        return sign * flint.arb(2).sqrt() * flint.arb(flint.fmpq(tail.numerator, tail.denominator)).erfcinv()

    return Real(enclose=enclose)


def gaussian_tradeoff(mu: Real | float) -> Callable[[Fraction | float], Real | float]:
    """G_μ(x) = Φ(Φ⁻¹(1-x) - μ); enclosed at rational x if μ is exact, a float otherwise."""

    def curve(x: Fraction | float) -> Real | float:
        if isinstance(x, Fraction):
            if x in (0, 1):
                return real(1 - x)
            return normal_cdf(normal_quantile(1 - x) - real(mu))
        from scipy.special import ndtr, ndtri

        return float(ndtr(ndtri(1.0 - x) - float(mu)))

    return curve


def above(curve: TradeoffCurve, bound: Callable[[Any], Any]) -> tuple[bool | None, Corner | None]:
    """Whether ``curve`` lies above a convex ``bound`` everywhere, and a corner where it does not (or that is undecided).

    ``bound - curve`` is convex between two corners of the curve, so that the corners decide.
    """
    unsure = None
    for x, y in curve.corners:
        least = bound(x)
        if isinstance(x, Fraction):
            sign = compare(real(y), real(least))
            if sign is None:
                unsure = unsure or (x, y)
            elif sign < 0:
                return False, (x, y)
        elif y < float(least) - _ROUNDING * len(curve.corners):
            return False, (x, y)
    return (True, None) if unsure is None else (None, unsure)
