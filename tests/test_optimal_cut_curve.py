"""A range of losses beside lines and a Gaussian curve, against pairs of our own at every place of the window (theory, T13)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import flint
import mpmath
import numpy as np
import pytest
from scipy.optimize import linprog, minimize_scalar
from sources_and_pairs import gaussian

from dpzoo.numbers.real import real
from dpzoo.optimal.certify import arb
from dpzoo.optimal.cut_curve import CutRegion
from dpzoo.optimal.engine import optimal
from dpzoo.optimal.envelope import Envelope, envelopes, joining
from dpzoo.optimal.polygon import dominating
from dpzoo.optimal.primitives import Gaussian, Line, RatioConstraint
from dpzoo.optimal.shapes import Deviation


def cut_divergence(eta: float, mu: float, start: float, alpha: float) -> float:
    """D_α of the Gaussian pair with its losses cut to [start, start + eta], or of two outputs with these losses (mpmath)."""
    with mpmath.workdps(25):
        e, m, a = (mpmath.mpf(x) for x in (eta, mu, start))
        high = mpmath.findroot(lambda z: mpmath.log(mpmath.ncdf(m - z) / mpmath.ncdf(-z)) - a - e, (a + e) / m)
        low = mpmath.findroot(lambda z: mpmath.log(mpmath.ncdf(z - m) / mpmath.ncdf(z)) - a, a / m)
        if low < high:
            tails = [(mpmath.ncdf(low - m), mpmath.ncdf(low)), (mpmath.ncdf(m - high), mpmath.ncdf(-high))]
            moment = mpmath.exp(alpha * (alpha - 1) * m * m / 2) * (mpmath.ncdf(high - alpha * m) - mpmath.ncdf(low - alpha * m))
        else:
            q = (1 - mpmath.exp(a)) / (mpmath.exp(a + e) - mpmath.exp(a))
            tails, moment = [(q * mpmath.exp(a + e), q), (1 - q * mpmath.exp(a + e), 1 - q)], mpmath.mpf(0)
        moment += sum(p**alpha * q ** (1 - alpha) for p, q in tails)
        return float(mpmath.log(moment) / (alpha - 1))


def test_a_supremum_over_orders_in_a_range_beside_the_curve() -> None:
    """At another order and place than a scan of few places finds, which once said 0.01967542."""
    eta, mu, xi = 1.77, 0.2, 0.0106

    def needs(alpha: float) -> float:
        best = minimize_scalar(
            lambda a: -cut_divergence(eta, mu, a, alpha), bounds=(-0.01, -1e-6), method="bounded", options={"xatol": 1e-7}
        )
        return (xi + best.fun) / alpha

    truth = -minimize_scalar(needs, bounds=(30, 42), method="bounded", options={"xatol": 1e-3}).fun
    found = optimal({**gaussian(mu), "range-bounded-privacy": {"epsilon": eta}}, "zero-concentrated-dp", {"xi": xi})
    assert found.certified
    assert truth * (1 - 1e-9) <= found.upper <= truth * (1 + 1e-8)
    assert found.lower == pytest.approx(truth, rel=1e-8)


_FINE: dict[str, float] = {"xatol": 1e-9}


def divergence_within(eta: float, delta: float, alpha: float) -> float:
    """The largest D_α in a range beside a bound on total variation: of outputs with ratios y, 1 and ye^η, over y."""

    def moment(a: float) -> float:
        y, x = math.exp(a), math.exp(a + eta)
        low, high = delta / (1 - y), delta / (x - 1)
        if low + high > 1:
            high = (1 - y) / (x - y)
            low = 1 - high
        return low * y**alpha + high * x**alpha + 1 - low - high

    grid = np.linspace(-eta, 0, 4001)[1:-1]
    k = int(np.argmax([moment(a) for a in grid]))
    best = minimize_scalar(lambda a: -moment(a), bounds=(grid[k - 1], grid[k + 1]), method="bounded", options=_FINE)
    return math.log(max(-best.fun, moment(grid[k]))) / (alpha - 1)


@pytest.mark.parametrize(("eta", "delta", "xi"), [(0.686, 0.0799, 0.0), (0.627, 0.0734, 0.01), (2.26, 0.291, 0.1)])
def test_suprema_in_a_range_beside_total_variation(eta: float, delta: float, xi: float) -> None:
    source = {"range-bounded-privacy": {"epsilon": eta}, "total-variation-privacy": {"epsilon": delta}}
    grid = 1 + np.geomspace(1e-2, 100, 60)
    values = [(divergence_within(eta, delta, x) - xi) / x for x in grid]
    k = int(np.argmax(values))
    assert 0 < k < len(grid) - 1
    best = minimize_scalar(
        lambda x: -(divergence_within(eta, delta, x) - xi) / x, bounds=(grid[k - 1], grid[k + 1]), method="bounded", options=_FINE
    )
    found = optimal(source, "zero-concentrated-dp", {"xi": xi})
    assert found.certified
    assert found.lower == pytest.approx(-best.fun, rel=3e-9)
    assert found.upper == pytest.approx(-best.fun, rel=3e-9)
    assert found.upper >= -best.fun * (1 - 1e-10)


@pytest.mark.parametrize(("eta", "lines"), [(3.1, [(1.39, 1.05e-6)]), (2.96, [(2.2, 4.13e-6), (0, 0.6)])])
def test_order_one_decides_in_a_range_beside_lines(eta: float, lines: list[tuple[float, float]]) -> None:
    """What remains falls from order 1 on; a linear programme finds D_1 from below, but for its grid."""
    best = 0.0
    for start in np.linspace(-eta, 0, 61)[1:-1]:
        x = np.exp(np.unique(np.append(np.linspace(start, start + eta, 801), [s * e for e, _ in lines for s in (-1, 1)])))
        x = x[(x >= math.exp(start)) & (x <= math.exp(start + eta))]
        rows = [f for e, _ in lines for f in (np.maximum(x - math.exp(e), 0), np.maximum(1 - math.exp(e) * x, 0))]
        found = linprog(-x * np.log(x), rows, [d for _, d in lines for _ in range(2)], [np.ones_like(x), x], [1, 1])
        best = max(best, -found.fun if found.status == 0 else 0.0)
    source = [("range-bounded-privacy", {"epsilon": eta}), *(("approximate-dp", {"epsilon": e, "delta": d}) for e, d in lines)]
    answer = optimal(source, "bounded-concentrated-dp", {"xi": 0.043, "omega": 2.03})
    assert answer.certified
    assert best * (1 - 1e-9) <= answer.upper + 0.043 <= best * (1 + 2e-3)


def test_what_bounds_the_orders_next_to_one() -> None:
    """The bound by D_1 and D_{1+h}, of pairs of few outputs at random."""
    rng = np.random.default_rng(5)
    for _ in range(300):
        p, q = rng.dirichlet(np.ones(3)), rng.dirichlet(np.ones(3) * rng.choice([0.3, 1, 5]))
        loss, h, d = np.log(p / q), 10.0 ** rng.uniform(-3, 0.5), rng.uniform(0, 2)

        def order(s: float, p: Any = p, loss: Any = loss) -> float:
            return float(p @ loss) if s == 0 else math.log(p @ np.exp(s * loss)) / s

        for cube in ((d - loss.min()) ** 3, d**3 + 3 * (d * d + 2 * d + 2)):
            far = d + math.expm1(h * (order(h) - d)) / h + h * h * cube / 6
            for s in np.linspace(0, h, 9)[1:]:
                assert order(s) <= ((1 - s / h) * order(0) + s / h * far) * (1 + 1e-9)


@pytest.fixture
def _digits() -> Iterator[None]:
    with flint.ctx.workprec(128):
        yield


@pytest.mark.usefixtures("_digits")
def test_a_reversed_power_does_not_bend_monotonely() -> None:
    """|X - 1|^{k-2} X^{-k-1} rises up to X = (k + 1)/3 where k > 2: what it is at the ends of a cell does not bound it."""
    region, shape = CutRegion(joining(flint.arb(1), ())), Deviation(real(8), reverse=True)
    (around,) = region.cuts(flint.arb(1).union(flint.arb(4)))
    for loss in np.linspace(1, 4, 13).tolist():
        with mpmath.workdps(30):
            z = mpmath.findroot(lambda z, b=loss: mpmath.log(mpmath.ncdf(1 - z) / mpmath.ncdf(-z)) - b, loss + 1)
            t, x = mpmath.exp(z - mpmath.mpf(1) / 2), mpmath.exp(loss)

            def bend(u: Any, t: Any = t, x: Any = x) -> Any:
                ratio = t + u * (x - t)
                return 56 * abs(ratio - 1) ** 6 * ratio**-9

            means = [mpmath.quad(lambda u, k=k: (u if k else 1 - u) * bend(u), [0, 1]) for k in (1, 0)]
            values = [float(x) for x in (*means, bend(1))]
        for enclosed, value in zip(around.bends(shape), values, strict=True):
            assert enclosed.lower() <= value * (1 + 1e-9)
            assert enclosed.upper() >= value * (1 - 1e-9)


@pytest.mark.usefixtures("_digits")
def test_cuts_where_a_segment_begins_next_to_its_own_loss() -> None:
    """A line of δ = 10⁻¹⁵ has a corner at q = 0.154, the line to which from (0, 0) is hardly steeper than itself."""
    pair = dominating([Line(real(0.5), real(1e-15)), Line(real(0), real(0.1))], outside=True)
    region = CutRegion(Envelope(flint.arb(1), (), tuple((arb(p), arb(q)) for p, q in zip(pair.p, pair.q, strict=True)), ()))
    corner = (0.1 - 1e-15) / math.expm1(0.5)
    around = region.cuts(flint.arb(0.5 - 1e-10).union(flint.arb(0.5 + 1e-10)))
    assert [x.piece for x in around] == [1, 2]
    assert all(x.q.upper() >= corner * (1 - 1e-9) for x in around)


@pytest.mark.usefixtures("_digits")
def test_one_loss_is_cut_on_its_own_arc() -> None:
    """Whatever arcs were looked at before: two of them beside the segment of a line."""
    part = (Line(real(0.5), real(0.238)), Gaussian(real(1)))
    curves = envelopes(RatioConstraint(part))
    assert curves is not None
    region = CutRegion(curves[1])
    around = (region.ends[1] - 0.05).union(region.ends[0] + 0.05)
    assert [x.piece for x in region.cuts(around)] == [0, 1, 2]
    assert [x.piece for x in region.cuts(flint.arb(around.lower()))] == [2]
