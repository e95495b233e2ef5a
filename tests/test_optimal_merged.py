"""The Gaussian pair with all losses below a threshold merged (T22), against integrals and differences of mpmath."""

from __future__ import annotations

import math

import flint
import mpmath
import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.special import ndtr

from dpzoo.optimal import merged
from dpzoo.optimal.engine import optimal

PLACES = ((0.3, 2.0, 12.3), (1.0, 1.8, 2.7), (1.0, -2.5, 0.4), (5.0, 0.9, 0.16), (2.0, 1.0, -0.3))


def _log_moment(mu: mpmath.mpf, y: mpmath.mpf, s: mpmath.mpf) -> mpmath.mpf:
    """K(s)."""
    low, high = mpmath.ncdf(y), mpmath.ncdf(y + mu)
    return mpmath.log(low * (low / high) ** s + mpmath.exp(s * (1 + s) * mu * mu / 2) * mpmath.ncdf(s * mu - y))


@pytest.mark.parametrize(("mu", "y", "s"), PLACES)
def test_the_moments_of_the_merged_pair(mu: float, y: float, s: float) -> None:
    """K by an integral over z above y."""
    low, high = mpmath.ncdf(y), mpmath.ncdf(y + mu)
    ends = [y, max(y, s * mu), max(y, s * mu) + 12]
    rest = mpmath.quad(lambda z: mpmath.npdf(z) * mpmath.exp(s * (mu * z + mu * mu / 2)), ends)
    here = merged._Tilted.at(flint.arb(mu), flint.arb(y), flint.arb(s))
    assert float(here.log_whole) == pytest.approx(float(mpmath.log(low * (low / high) ** s + rest)), rel=1e-10)


@pytest.mark.parametrize(("mu", "y", "s"), PLACES)
def test_the_tilted_loss_and_its_derivatives(mu: float, y: float, s: float) -> None:
    """K, its slopes and its bends in exponent and threshold, as differences; all values in cells around."""
    with mpmath.workdps(40), flint.ctx.workprec(100):
        m, at, e = mpmath.mpf(mu), mpmath.mpf(y), mpmath.mpf(s)
        square = mpmath.mpf(1) / 2

        def excess(y: mpmath.mpf, s: mpmath.mpf) -> mpmath.mpf:
            mean = mpmath.diff(lambda t: _log_moment(m, y, t), 0)
            return _log_moment(m, y, s) - s * mean - s * s * square / 2

        h = mpmath.mpf(10) ** -7
        f = {(i, j): excess(at + i * h, e + j * h) for i in (-1, 0, 1) for j in (-1, 0, 1)}
        here = merged._Tilted.at(flint.arb(mu), flint.arb(y), flint.arb(s))
        truth = {
            "value": (here.excess(flint.arb(0.5)), f[0, 0]),
            "by_y": (here.slopes(flint.arb(0.5))[0], (f[1, 0] - f[-1, 0]) / 2 / h),
            "by_s": (here.slopes(flint.arb(0.5))[1], (f[0, 1] - f[0, -1]) / 2 / h),
            "twice": (here.bends(flint.arb(0.5))[0], (f[1, 0] + f[-1, 0] - 2 * f[0, 0]) / h**2),
            "both": (here.bends(flint.arb(0.5))[1], (f[1, 1] + f[-1, -1] - f[1, -1] - f[-1, 1]) / 4 / h**2),
            "of_s": (here.bends(flint.arb(0.5))[2], (f[0, 1] + f[0, -1] - 2 * f[0, 0]) / h**2),
            "skew": (here.skew, mpmath.diff(lambda t: _log_moment(m, at, t), e, 3)),
        }
        for name, (ours, true) in truth.items():
            assert float(ours) == pytest.approx(float(true), rel=1e-6, abs=1e-9), name
        step = flint.arb(2) ** -30
        sides = [merged._Tilted.at(flint.arb(mu), flint.arb(y) + k * step, flint.arb(s)).variance for k in (-1, 1)]
        assert float(here.variance_slope) == pytest.approx(float((sides[1] - sides[0]) / (2 * step)), rel=1e-6, abs=1e-9)
        cell = merged._Tilted.at(flint.arb(mu), flint.arb(y, 0.2), flint.arb(s, 0.1))
        for a, b in ((-0.2, -0.1), (0.2, 0.1), (-0.2, 0.1), (0.13, -0.07)):
            inside = merged._Tilted.at(flint.arb(mu), flint.arb(y + a * 0.999), flint.arb(s + b * 0.999))
            assert cell.excess(flint.arb(0.5)).contains(inside.excess(flint.arb(0.5)))
            for wide, narrow in zip(cell.bends(flint.arb(0.5)), inside.bends(flint.arb(0.5)), strict=True):
                assert wide.overlaps(narrow)
            assert cell.variance.overlaps(inside.variance)
            assert cell.skew.overlaps(inside.skew)
            assert cell.variance_slope.overlaps(inside.variance_slope)


@pytest.mark.parametrize("mu", [0.05, 0.3, 2, 10])
def test_the_tau_of_gaussian_dp_is_proved(mu: float) -> None:
    """It is the largest of a closed form in the threshold and the exponent, here in floats."""
    found = optimal({"gaussian-dp": {"mu": mu}}, "mean-concentrated-dp", {"mu": mu * mu})
    assert found.certified
    assert found.upper - found.lower <= 4e-9 * found.upper

    def square(place: tuple[float, float]) -> float:
        y, s = place[0], math.exp(place[1])
        p, q, density = ndtr(y), ndtr(y + mu), math.exp(-y * y / 2) / math.sqrt(2 * math.pi)
        if not p > 0 or s * (1 + s) * mu * mu > 1400:
            return 0.0
        loss = math.log(p / q)
        mean = p * loss + mu * mu / 2 * ndtr(-y) + mu * density
        return float(
            2 * (math.log(p * math.exp(s * loss) + math.exp(s * (1 + s) * mu * mu / 2) * ndtr(s * mu - y)) - s * mean) / s**2
        )

    starts = [(y, x) for y in np.linspace(-1, 3, 17) for x in np.linspace(-5, 6, 34)]
    best = minimize(lambda x: -square(x), max(starts, key=square), method="Nelder-Mead", options={"xatol": 1e-6, "fatol": 1e-14})
    assert found.lower == pytest.approx(math.sqrt(-best.fun), rel=1e-7)


def test_no_less_is_proved() -> None:
    """A τ² that the worst threshold exceeds by a millionth is not proved."""
    mu, best = flint.arb(1), flint.arb(optimal({"gaussian-dp": {"mu": 1}}, "mean-concentrated-dp", {"mu": 1}).lower)
    assert not merged.covered(mu, best * best * (1 - flint.arb(1e-6)), flint.arb(2.6955))
