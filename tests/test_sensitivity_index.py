"""Gaussian DP from other guarantees, proved by lines around the region of their tests (theory, T25)."""

from __future__ import annotations

import math
from typing import Any

import flint
import mpmath
import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.stats import norm

from dpzoo.optimal.engine import optimal
from dpzoo.optimal.rare_tests import index_of_mass
from dpzoo.optimal.sources import guarantee

Parts = list[tuple[str, dict[str, Any]]]


def gap(p: mpmath.mpf, q: mpmath.mpf) -> mpmath.mpf:
    """Φ⁻¹(p) - Φ⁻¹(q)."""
    return mpmath.sqrt(2) * (mpmath.erfinv(2 * p - 1) - mpmath.erfinv(2 * q - 1))


@pytest.mark.parametrize("rho", [1e-4, 0.0371, 0.5, 3])
def test_gaussian_dp_of_zcdp_is_that_of_randomised_response(rho: float) -> None:
    """Its mean loss u tanh(u/2) is ρ, and it meets (0, ρ)-zCDP at every order."""
    with mpmath.workdps(30):
        u = mpmath.findroot(lambda u: u * mpmath.tanh(u / 2) - mpmath.mpf(str(rho)), math.sqrt(2 * rho) + rho / 2)
        p = 1 / (1 + mpmath.exp(-u))
        needed = gap(p, 1 - p)
    best = optimal({"zero-concentrated-dp": {"xi": 0, "rho": rho}}, "gaussian-dp")
    assert best.certified
    assert best.lower <= needed <= best.upper == pytest.approx(float(needed), rel=9e-9)


@pytest.mark.parametrize(("loss", "mean"), [(3, 0.1), (1.3, 0.031)])
def test_a_rare_large_loss_may_need_more_than_randomised_response(loss: float, mean: float) -> None:
    """The pair with the largest loss of a pure bound and all of a bound on its mean loss."""
    with mpmath.workdps(30):

        def excess(q: mpmath.mpf) -> mpmath.mpf:
            p = q * mpmath.exp(mpmath.mpf(str(loss)))
            return p * mpmath.mpf(str(loss)) + (1 - p) * mpmath.log((1 - p) / (1 - q)) - mpmath.mpf(str(mean))

        start = brentq(lambda q: float(excess(mpmath.mpf(q))), 1e-9, 1 / (1 + math.exp(loss)))
        q = mpmath.findroot(excess, (start * (1 - 1e-9), start * (1 + 1e-9)), solver="anderson")
        needed = gap(q * mpmath.exp(mpmath.mpf(str(loss))), q)
    best = optimal([("epsilon-dp", {"epsilon": loss}), ("kl-privacy", {"epsilon": mean})], "gaussian-dp")
    assert best.certified
    assert best.lower <= needed <= best.upper == pytest.approx(float(needed), rel=9e-9)


CONJUNCTIONS: list[Parts] = [
    [("truncated-codp-col16", {"xi": 0.5, "tau": 0.02})],
    [("zero-concentrated-dp", {"xi": 0.1, "rho": 0.1}), ("total-variation-privacy", {"epsilon": 0.1})],
    [("epsilon-dp", {"epsilon": 1.15}), ("zero-concentrated-dp", {"xi": 0, "rho": 0.002174})],
    [("range-bounded-privacy", {"epsilon": 2}), ("renyi-dp", {"alpha": 3, "epsilon": 0.05})],
    [("fk-divergence-dp", {"k": 2.9, "epsilon": 0.06}), ("zero-concentrated-dp", {"xi": 0.127, "rho": 1.2})],
]


@pytest.mark.parametrize("parts", CONJUNCTIONS, ids=str)
def test_no_test_of_the_source_has_a_larger_index(parts: Parts) -> None:
    """δ(ε) of the source is at most that of Gaussian DP with this μ, at forty ε, and the pair that is shown needs it."""
    best = optimal(parts, "gaussian-dp")
    assert best.certified
    assert best.pair is not None
    mu = best.upper
    for k in range(41):
        epsilon = (mu * mu / 2 + 2 * mu) * k / 40
        delta = optimal(parts, "approximate-dp", {"epsilon": epsilon})
        x = epsilon / mu
        curve = float(mpmath.ncdf(mu / 2 - x) - mpmath.exp(epsilon) * mpmath.ncdf(-mu / 2 - x))
        assert delta.lower <= curve * (1 + 1e-9)
    with mpmath.workdps(30):
        assert gap(*(mpmath.mpf(x[0].numerator) / x[0].denominator for x in (best.pair.p, best.pair.q))) >= mu * (1 - 1e-6)


def test_where_mean_losses_alone_are_bounded_no_gaussian_is_wide_enough() -> None:
    """Rare tests of a bound at one order have gaps beyond all bounds, so that no lines prove one."""
    assert optimal({"kl-privacy": {"epsilon": 0.1}}, "gaussian-dp").upper == math.inf


@pytest.mark.parametrize(
    ("rho", "alpha", "epsilon"), [(0.3, 3.0, 0.5), (2.0, 1.5, 3.0), (0.05, 32.0, 0.1), (1.0, 1.1, 0.05)], ids=str
)
def test_no_test_of_small_mass_has_a_larger_index_than_is_said(rho: float, alpha: float, epsilon: float) -> None:
    """Tests with the least Q-mass that zCDP at many orders and the one order allow; some are likelier than not under P."""
    parts = guarantee([("zero-concentrated-dp", {"xi": 0, "rho": rho}), ("renyi-dp", {"alpha": alpha, "epsilon": epsilon})]).parts
    orders = 1 + np.geomspace(1e-3, 1e3, 20_000)
    a, e = np.append(orders, alpha), np.append(rho * orders, epsilon)

    def broken(log_q: float, p: float) -> float:
        q = math.exp(log_q)
        moments = np.logaddexp(a * math.log(p) + (1 - a) * log_q, a * math.log1p(-p) + (1 - a) * math.log1p(-q))
        return float((moments - (a - 1) * e).max())

    for top in (0.95, 0.7, 0.3, 1e-3, 1e-9):
        said = index_of_mass(parts, flint.arb(top), flint.arb(0))
        for p in (top, top / 2, top * 1e-2, top * 1e-5):
            q = math.exp(brentq(broken, -690, math.log(p) - 1e-12, args=(p,))) * (1 + 1e-6)
            assert norm.ppf(p) - norm.ppf(q) <= said
