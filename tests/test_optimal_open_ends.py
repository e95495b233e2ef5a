"""Ends of an answer that stays open measure what is asked, not what was asked on the way."""

from __future__ import annotations

import math

import flint
import pytest

from dpzoo.optimal.engine import optimal
from dpzoo.optimal.optimum import Found, NoReductionError, scaled


def test_open_ends_are_changed_as_an_answer_would_be() -> None:
    def left_open() -> Found:
        raise NoReductionError("open", Found(flint.arb(2), flint.arb(3), "T2"))

    with pytest.raises(NoReductionError, match="open") as caught:
        scaled(left_open, lambda x: x * x)
    best = caught.value.best
    assert best is not None
    assert (float(best.lower), float(best.upper)) == (4.0, 9.0)


def test_a_divergence_at_one_order_is_no_end_of_the_least_rho() -> None:
    """A pair that meets the source, checked here, needs 0.233; ξ + ρ is enough, since D_α is at most (ξ + ρ)α."""
    xi, rho, variation = 0.1, 0.2165, 0.01815
    source = [("zero-concentrated-dp", {"xi": xi, "rho": rho}), ("total-variation-privacy", {"epsilon": variation})]
    found = optimal(source, "zero-concentrated-dp", {"xi": 0})
    p, loss = 0.0102, 2.3
    q = p * math.exp(-loss)
    divergences = [
        (a, max(math.log(x**a * y ** (1 - a) + (1 - x) ** a * (1 - y) ** (1 - a)) / (a - 1) for x, y in ((p, q), (q, p))))
        for a in [1 + k / 50 for k in range(1, 2000)]
    ]
    assert p - q <= variation
    least = max(d / a for a, d in divergences)
    assert all(d <= xi + rho * a for a, d in divergences)
    assert least > 0.23
    assert least <= found.upper <= xi + rho
    assert found.lower <= xi + rho


def test_a_flat_bound_on_all_orders_is_that_of_the_last_one() -> None:
    """D_ω ≤ ξ: of (ξ', ρ)-zCDP D_ω = ξ' + ρω, so that ω = (ξ - ξ')/ρ."""
    source = {"zero-concentrated-dp": {"xi": 1e-6, "rho": 0.0164}}
    found = optimal(source, "bounded-concentrated-dp", {"xi": 0.667, "rho": 0})
    exact = (0.667 - 1e-6) / 0.0164
    assert found.lower <= exact * (1 + 1e-15)
    assert exact * (1 - 1e-15) <= found.upper <= exact * (1 + 1e-10)


def test_a_rare_loss_that_is_not_set_aside_bounds_relaxed_dp_from_below() -> None:
    """A loss ℓ of probability p = .0204 > δ_p, checked to meet the source, needs ln(p - δ_a) - ln q."""
    mu, tau, p, aside, absolute = 1.05, 1.39, 0.0204, 0.0203, 1.21e-5
    loss = 3.8
    q = p * math.exp(-loss)
    for x, y in ((p, q), (q, p)):
        here, rest = math.log(x / y), math.log((1 - x) / (1 - y))
        mean = x * here + (1 - x) * rest
        assert mean <= mu
        for s in (k / 20 for k in range(-1500, 1500) if k and abs(k) / 20 * loss < 700):
            moment = x * math.exp(s * (here - mean)) + (1 - x) * math.exp(s * (rest - mean))
            assert math.log(moment) <= s * s * tau * tau / 2
    found = optimal({"mean-concentrated-dp": {"mu": mu, "tau": tau}}, "relaxed-dp", {"delta_a": absolute, "delta_p": aside})
    assert math.log((p - absolute) / q) <= found.upper
    assert loss <= found.lower <= found.upper


def test_a_mean_at_the_bound_of_the_target_leaves_two_ends() -> None:
    """The Gaussian pair with μ²/2 = ρ holds the target, which numbers cannot decide, and rarer losses do not."""
    found = optimal(
        {"mean-concentrated-dp": {"mu": 0.001, "tau": 1.08}}, "approximate-zero-concentrated-dp", {"xi": 0, "rho": 0.001}
    )
    assert 0 < found.lower <= found.upper < 0.01


def test_where_no_order_is_solved_a_supremum_is_not_taken_for_zero() -> None:
    """Randomised response with losses of ±0.54 meets both guarantees, and needs a ρ of its own."""
    source = [("approximate-dp", {"epsilon": 1.017, "delta": 3.557e-06}), ("range-bounded-privacy", {"epsilon": 1.089})]
    found = optimal(source, "truncated-codp-bdrs18", {"omega": 10})
    loss = 0.54
    p = 1 / (1 + math.exp(-loss))
    least = max(math.log(p**a * (1 - p) ** (1 - a) + (1 - p) ** a * p ** (1 - a)) / (a - 1) / a for a in (1.001, 2, 4, 10))
    assert least <= found.upper
    assert 0.9 * least <= found.lower <= found.upper
