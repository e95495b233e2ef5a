"""Suprema over all orders, proved by chords of (α - 1)D_α (theory, T16), against what mpmath finds at 40 digits."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import flint
import mpmath
import numpy as np
import pytest
from scipy.optimize import linprog

from dpzoo.optimal.chords import below
from dpzoo.optimal.engine import optimal
from dpzoo.optimal.optimum import Optimum, Status

Divergence = Callable[[mpmath.mpf], mpmath.mpf]


def of_range(eta: mpmath.mpf) -> Divergence:
    """The largest D_{1+s} over two ratios y and ye^η: E X^β at its best y, where its derivative in y vanishes."""

    def divergence(s: mpmath.mpf) -> mpmath.mpf:
        b, e = 1 + s, mpmath.exp(eta)
        y = s * (e**b - 1) / (b * (e**b - e))
        return mpmath.log(y**s * (e**b - 1 - y * (e**b - e)) / (e - 1)) / s

    return divergence


def of_cut_gaussian(mu: mpmath.mpf, share: mpmath.mpf) -> Divergence:
    """D_{1+s} of N(μ, 1) against N(0, 1) once ``share`` of either is set aside: the losses end where (ε, δ)-DP has δ = share."""

    def excess(e: mpmath.mpf) -> mpmath.mpf:
        return mpmath.ncdf(mu / 2 - e / mu) - mpmath.exp(e) * mpmath.ncdf(-mu / 2 - e / mu) - share

    c = mpmath.findroot(excess, (mu / 2, mu * mu / 2 + 6 * mu), solver="bisect", maxsteps=200)
    edges = [-c / mu + mu / 2, c / mu + mu / 2]

    def divergence(s: mpmath.mpf) -> mpmath.mpf:
        far = (1 + s) * mu
        inside = mpmath.exp(s * far * mu / 2) * (mpmath.ncdf(edges[1] - far) - mpmath.ncdf(edges[0] - far))
        high = mpmath.exp((1 + s) * c) * (1 - mpmath.ncdf(edges[1]))  # P is cut to e^c Q there
        low = mpmath.exp(-s * c) * mpmath.ncdf(edges[0] - mu)
        return mpmath.log((inside + high + low) / (1 - share)) / s

    return divergence


def supremum(divergence: Divergence, xi: mpmath.mpf) -> mpmath.mpf:
    """sup (D_α - ξ)/α by golden sections of ln(α - 1), where it rises and falls once."""

    def excess(w: mpmath.mpf) -> mpmath.mpf:
        return (divergence(mpmath.exp(w)) - xi) / (1 + mpmath.exp(w))

    a, b, ratio = mpmath.mpf(-12), mpmath.mpf(7), (mpmath.sqrt(5) - 1) / 2
    for _ in range(70):
        x, y = b - ratio * (b - a), a + ratio * (b - a)
        a, b = (a, y) if excess(x) > excess(y) else (x, b)
    return excess((a + b) / 2)


def encloses(best: Optimum, truth: mpmath.mpf) -> None:
    assert best.certified
    assert best.lower * (1 - 1e-14) <= truth <= best.upper == pytest.approx(float(truth), rel=2e-9)


@pytest.mark.parametrize(("eta", "xi"), [(0.31, 0.02), (2, 0.1), (8, 4.8)])
def test_zcdp_of_bounded_range_beside_an_offset(eta: float, xi: float) -> None:
    with mpmath.workdps(40):
        truth = supremum(of_range(mpmath.mpf(str(eta))), mpmath.mpf(str(xi)))
    encloses(optimal({"range-bounded-privacy": {"epsilon": eta}}, "zero-concentrated-dp", {"xi": xi}), truth)


@pytest.mark.parametrize(("mu", "xi", "delta"), [(0.7, 0.05, 0.01), (2, 0.3, 1e-4)])
def test_approximate_zcdp_of_gaussian_dp(mu: float, xi: float, delta: float) -> None:
    """In both directions: the ρ at this δ, and the δ at that ρ."""
    with mpmath.workdps(25):
        truth = supremum(of_cut_gaussian(mpmath.mpf(str(mu)), mpmath.mpf(str(delta))), mpmath.mpf(str(xi)))
    source: dict[str, Any] = {"gaussian-dp": {"mu": mu}}
    encloses(optimal(source, "approximate-zero-concentrated-dp", {"xi": xi, "delta": delta}), truth)
    back = optimal(source, "approximate-zero-concentrated-dp", {"xi": xi, "rho": float(truth)})
    assert back.certified
    assert back.lower == pytest.approx(delta, rel=1e-8)
    assert back.upper == pytest.approx(delta, rel=1e-8)


@pytest.mark.parametrize(("excess", "proved"), [(1e-6, True), (-1e-6, False)])
def test_chords_prove_what_holds_and_nothing_else(excess: float, proved: bool) -> None:
    """Randomised response with u = 2 against the tangent of its D_α at order 3, moved a little."""

    def divergence(s: Any) -> Any:
        mean = 2 * flint.arb(1).tanh()
        return ((2 * s + 1).cosh() / flint.arb(1).cosh()).log() / s if s > 0 else mean

    with flint.ctx.workprec(256):
        s, h = flint.arb(2), flint.arb(2.0**-60)
        rho = (divergence(s + h) - divergence(s - h)) / (2 * h)
        xi = divergence(s) - 3 * rho
        assert below(divergence, xi + excess, rho, flint.arb(40)) is proved


def on_a_grid(epsilon: float, mean: float, order: float) -> float:
    """The largest D of that order over losses on a grid from -ε to ε, none of whose means is above a bound."""
    v = np.linspace(-epsilon, epsilon, 2001)
    x = np.exp(v)
    found = linprog(-(x**order), A_ub=[v * x, -v], b_ub=[mean, mean], A_eq=[np.ones_like(x), x], b_eq=[1, 1], method="highs")
    return float(np.log(-found.fun) / (order - 1))


@pytest.mark.parametrize(("xi", "last"), [(0.02, 1.4), (0.01, 4)])
def test_pure_dp_beside_a_mean_is_answered_up_to_an_order(xi: float, last: float) -> None:
    """Rounding tells which of both bounds is active at the largest loss, and lost these answers."""
    orders = np.linspace(1.02, last, 25)
    truth = max((on_a_grid(0.2209, 0.015, float(a)) - xi) / a for a in orders)
    source = {"epsilon-dp": {"epsilon": 0.2209}, "kl-privacy": {"epsilon": 0.015}}
    best = optimal(source, "bounded-concentrated-dp", {"xi": xi, "omega": last})
    assert best.certified
    assert truth * (1 - 1e-7) <= best.upper <= best.lower * (1 + 1e-8)
    assert best.upper == pytest.approx(truth, rel=2e-3)


def test_what_slopes_led_to_is_no_end_of_an_open_answer() -> None:
    """At the last order the moment problem is left to few digits, and ends that are shown beside no answer are proved."""
    source = {
        "renyi-dp": {"alpha": 1.5, "epsilon": 0.3433},
        "approximate-dp": {"epsilon": 0.8049, "delta": 7.242e-05},
        "total-variation-privacy": {"epsilon": 0.1982},
    }
    best = optimal(source, "bounded-concentrated-dp", {"rho": 0.05, "omega": 1.4})
    assert best.lower <= best.upper <= best.lower * (1 + 1e-6)
    assert best.certified or best.status is not Status.UNKNOWN


def test_a_last_order_that_floats_do_not_tell_from_1_needs_what_order_1_needs() -> None:
    """It was proved to need nothing, as if there were no orders: but randomised response with D_1 = 0.3 needs 0.29."""
    source = {"zero-concentrated-dp": {"xi": 0.1, "rho": 0.5}, "approximate-dp": {"epsilon": 1, "delta": 0.01}}
    loss = mpmath.findroot(lambda u: u * mpmath.tanh(u / 2) - 0.3, 0.8)
    assert loss < 1  # so that all tests have δ = 0 at ε = 1
    assert all(
        mpmath.log(mpmath.cosh((a - 0.5) * loss) / mpmath.cosh(loss / 2)) / (a - 1) < 0.1 + 0.5 * a for a in (1.01, 2, 5, 50)
    )
    best = optimal(source, "bounded-concentrated-dp", {"xi": 0.01, "omega": 1 + Fraction(1, 10**17)})
    assert best.upper > 0.29


def test_high_orders_where_one_rare_output_is_nearly_all_of_the_goal_are_proved() -> None:
    """At order 33 the goal is e^51 at the largest loss, beside which nothing else is seen: the answer stayed open."""
    epsilon, delta, last, size = 0.09701, 7.928e-5, 64, 3.55
    best = optimal(
        [("renyi-dp", {"alpha": last, "epsilon": size}), ("approximate-dp", {"epsilon": epsilon, "delta": delta})],
        "truncated-codp-bdrs18",
        {"omega": 33.42},
    )
    assert best.certified
    v = np.union1d(np.linspace(-3.8, 3.8, 4001), [-epsilon, epsilon])

    def divergence(alpha: float) -> float:
        limit = (last - 1) * size
        rows = [np.exp(last * v - limit), np.exp((1 - last) * v - limit)]
        rows += [np.maximum(np.exp(v) - math.exp(epsilon), 0) / delta, np.maximum(1 - np.exp(epsilon + v), 0) / delta]
        equal = np.array([np.ones_like(v), np.exp(v)])
        unit = np.maximum(np.max(rows, axis=0), equal.max(axis=0))
        gain = np.exp(alpha * v) / unit
        found = linprog(
            -gain / gain.max(), A_ub=np.array(rows) / unit, b_ub=np.ones(4), A_eq=equal / unit, b_eq=[1, 1], method="highs"
        )
        return float(np.log(-found.fun * gain.max()) / (alpha - 1))

    found = [divergence(alpha) / alpha for alpha in (3, 5, 6.2, 6.548449, 7)]
    assert max(found) <= best.upper * (1 + 1e-9)
    assert max(found) == pytest.approx(best.lower, rel=1e-3)
