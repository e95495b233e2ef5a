"""The least μ of Gaussian DP: the largest sensitivity index Φ⁻¹(p) - Φ⁻¹(q) of a test of the source (theory, T12, T25)."""

from __future__ import annotations

import contextlib
import itertools
import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import flint

from dpzoo.numbers.real import Ball
from dpzoo.optimal import response
from dpzoo.optimal.binary import RegionBoundary, log_slope, quantiles
from dpzoo.optimal.certify import BITS, UncertifiedError, arb, masses, quantile, quantile_gap, support
from dpzoo.optimal.maxima import maximum
from dpzoo.optimal.optimum import NARROW, Found, NoReductionError, Pair
from dpzoo.optimal.primitives import Gaussian, Primitive
from dpzoo.optimal.rare_tests import index_of_mass, largest_loss, losses_of, rarest

if TYPE_CHECKING:
    from dpzoo.optimal.testing import Region

_PLACES: Final = 60
_FARTHEST: Final = 40.0
_SMALLEST: Final = 1e-290
_TOO_RARE: Final = "no test of so little mass could be shown to meet the source"
_CLOSE: Final = tuple(2.0**-k for k in (46, 42, 38, 34))
_SAFE: Final = tuple(2.0**-k for k in (27, 25, 23))
_MARGIN: Final = 1e-11
_NEAR: Final = tuple(sign * 1e-5 * 6.0**k for k in range(7) for sign in (-1, 1))
_AT_KINK: Final = 1 - 2.0**-30
_LAST_LIMIT: Final = 2000.0
_SPLITS: Final = 64
_BESIDE: Final = (0.0, 2.0**-40, -(2.0**-40), 2.0**-30, -(2.0**-30), 2.0**-22, -(2.0**-22))
_RARE: Final = (1, 2, 3, 4, 6, 8, 12, 16, 32, 64)


def greatest(region: Region, *, quick: bool = False) -> Found:
    """The largest index over a region: by a scan of the boundary, and, unless ``quick``, proved where lines come as close."""
    best, where = _scanned(region)
    boundary = region.boundary
    point = boundary.kink_point() if where == boundary.kink else boundary.point(where)
    lower, pair = quantile_gap(region.near(point)), region.table(point)
    rare = rarest(region.parts)
    if rare is not None and rare[0] > best:
        best = rare[0]
        if (found := _of_rarest(region, rare[1:])) is None:
            raise NoReductionError(_TOO_RARE, Found(lower, flint.arb("inf"), "T25", pair))
        lower, pair = found
    mus = [arb(c.mu) for c in region.parts if isinstance(c, Gaussian)]
    enough = arb(best) * (1 + flint.arb(NARROW / 4))
    with contextlib.suppress(ArithmeticError):
        if any(mu <= enough for mu in mus):
            return Found(lower, min(mus, key=float), "T25", pair)
        top = _proved(region, where, enough) if not quick else None
        if top is not None:
            return Found(lower, top, "T25", pair)
    return Found(lower, flint.arb(best * (1 + _MARGIN)), "T12", pair, certified=False)


def _of_rarest(region: Region, test: tuple[float, float]) -> tuple[Ball, Pair | None] | None:
    """A lower end of the index, and a pair, of a test whose mass may be below floats; None if it is not shown to be allowed."""
    with flint.ctx.workprec(max(BITS, flint.ctx.prec)):
        near, safe = (losses_of(region.parts, *test, margins) for margins in (_CLOSE, _SAFE))
        if near is None:
            return None
        return quantile_gap(masses(*near)), response.table(*safe) if safe is not None else None


def _scanned(region: Region) -> tuple[float, float]:
    """The largest index found on the boundary, and the larger loss of the pair that has it."""
    boundary = region.boundary
    u = boundary.kink
    end = max(min(boundary.end, boundary.last, _FARTHEST + 2 * u), u * (1 + 1e-9))

    def index(t: float) -> float:
        z = boundary.small(t)
        if z < _SMALLEST:  # beyond floating-point numbers
            return 0.0
        x, y = quantiles(t, z)
        return x - y

    grid = [u + (end - u) * (k / _PLACES) ** 3 for k in range(1, _PLACES)] + [end]
    values = [index(t) for t in grid]
    k = max(range(_PLACES), key=values.__getitem__)
    found = [(index(u), u), *((index(t), t) for t in _corners(region, [u, *grid])), (values[k], grid[k])]
    if values[k] > found[0][0]:
        found.append(_highest(index, grid[k - 1] if k else u, grid[min(k + 1, _PLACES - 1)]))
    return max(found, key=lambda x: x[0])


def _corners(region: Region, grid: list[float]) -> list[float]:
    """Where another constraint becomes the binding one between neighbours of a grid: searches of smooth maxima miss it."""
    boundary = region.boundary

    def binding(t: float) -> Primitive:
        return boundary.excess(t, boundary.small(t))[1].part

    bound, found = [binding(t) for t in grid] if len(region.parts) > 1 else [], []
    for low, high, before, after in zip(grid, grid[1:], bound, bound[1:], strict=False):
        if before is not after:
            a, b = low, high
            while a < (middle := (a + b) / 2) < b:
                a, b = (middle, b) if binding(middle) is before else (a, middle)
            found += [a, b]
    return found


def _highest(function: Callable[[float], float], low: float, high: float) -> tuple[float, float]:
    from scipy.optimize import minimize_scalar  # slow to import, and few conversions need it

    found = minimize_scalar(lambda t: -function(t), bounds=(low, high), method="bounded", options={"xatol": 1e-12 * high})
    return -float(found.fun), float(found.x)


def _proved(region: Region, where: float, enough: Ball) -> Ball | None:
    """An upper bound of the index, at most ``enough``; None if lines around the region do not come to that."""
    boundary = region.boundary
    lines: dict[float, tuple[Ball, Ball]] = {}
    longest = min((x for x in (largest_loss(c) for c in region.parts) if x is not None), key=float, default=None)
    if longest is not None:
        lines[float(longest)] = arb(longest).exp(), flint.arb(0)

    def line(log_price: float) -> tuple[Ball, Ball]:
        """m and S with p ≤ S + mq for all tests."""
        if log_price not in lines:
            lines[log_price] = _line(boundary, log_price)
        return lines[log_price]

    def corner(first: float, second: float) -> Ball:
        """The index where two lines meet."""
        (m, s), (n, t) = line(first), line(second)
        q = (s - t) / (n - m)
        return _index(s + m * q, q)

    def beyond(limit: float) -> Ball:
        """An upper bound of the index for all tests that the line of the last price alone keeps from 0."""
        m, s = line(limit)
        tried = [2.0**k * s if s > 0 else flint.arb(2.0**-k) for k in _RARE]
        for p in tried:
            above = _index(p, (p - s) / m)
            if above <= enough and (rare := index_of_mass(region.parts, p, enough)) <= enough:
                return above.max(rare)
        return flint.arb("inf")

    kink = max(boundary.kink_slope, 0.0) * _AT_KINK
    end = _LAST_LIMIT if longest is None else float(longest)
    limit = min(2 * boundary.kink, end)
    while not (rest := beyond(limit)) <= enough:
        if limit >= end:
            return None
        limit = min(1.5 * limit, end)
    here = log_slope(boundary.excess(where, boundary.small(where))[1], where, boundary.small(where))
    prices = sorted({0.0, kink, limit, *(x for x in (here, *(here + step for step in _NEAR)) if kink < x < limit)})
    cells = [(corner(a, b), a, b) for a, b in itertools.pairwise(prices)]
    for _ in range(_SPLITS):
        if all(top <= enough for top, _, _ in cells):
            return maximum((top for top, _, _ in cells), rest)
        _, a, b = worst = max(cells, key=lambda x: _size(x[0]))
        middle = (a + b) / 2
        if not a < middle < b:
            return None
        cells.remove(worst)
        cells += [(corner(a, middle), a, middle), (corner(middle, b), middle, b)]
    return None


def _line(boundary: RegionBoundary, log_price: float) -> tuple[Ball, Ball]:
    """A price, this one or one beside it where that is at the edge of a corner's cone, and a proved bound of p - price·q."""
    for step in _BESIDE:
        price = flint.arb(log_price * (1 + step)).exp()
        try:
            return price, flint.arb(support(boundary.touching(log_price * (1 + step)), price)[0].upper())
        except UncertifiedError:
            continue
    raise UncertifiedError("no line at this price could be proved")


def _size(ball: Ball) -> float:
    return float(ball.upper()) if ball.is_finite() else math.inf


def _index(p: Ball, q: Ball) -> Ball:
    """Φ⁻¹(p) - Φ⁻¹(q), infinite where p may be 1 or q may be 0."""
    return quantile(p, 1 - p) - quantile(q, 1 - q) if p < 1 and q > 0 else flint.arb("inf")
