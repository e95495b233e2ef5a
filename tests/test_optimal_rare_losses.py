"""Mean-concentrated sources whose worst pairs have a rare large loss (T23), against pairs built and checked here."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import flint
import mpmath
import numpy as np
import pytest
from scipy.optimize import brentq

from dpzoo.optimal import cover
from dpzoo.optimal.certify import raised
from dpzoo.optimal.engine import optimal
from dpzoo.optimal.optimum import Pair, Status


def _used(p: np.ndarray, loss: np.ndarray) -> float:
    """sup over s of 2 ln E e^{s(L - m)}/s², on a dense grid and between its points."""
    centred = loss - p @ loss

    def values(s: np.ndarray) -> np.ndarray:
        power = np.log(p) + s[:, None] * centred
        top = power.max(axis=1)
        return np.asarray(2 * (top + np.log(np.exp(power - top[:, None]).sum(axis=1))) / s**2)

    best = 0.0
    for sign in (-1, 1):
        s = sign * np.geomspace(1e-2, 60, 600) / math.sqrt(p @ centred**2)
        k = int(np.argmax(values(s)[1:-1])) + 1
        best = max(best, float(values(s).max()), float(values(np.linspace(s[k - 1], s[k + 1], 4001)).max()))
    return best


def _beside_response(mu: float, mass: float, loss: float) -> tuple[np.ndarray, np.ndarray]:
    """P and losses of an output of that mass and loss, beside a randomised response, the means as large as just below μ."""

    def pair(u: float) -> tuple[np.ndarray, np.ndarray]:
        p = np.array([mass, *((1 - mass) * np.array([1 / (1 + math.exp(-u)), 1 / (1 + math.exp(u))]))])
        places = np.array([u, -u])
        shift = math.log((p[1:] @ np.exp(-places)) / (1 - mass * math.exp(-loss)))
        return p, np.array([loss, *(places + shift)])

    def spare(u: float) -> float:
        p, losses = pair(u)
        return mu * (1 - 1e-9) - max(p @ losses, -(p * np.exp(-losses)) @ losses)

    return pair(brentq(spare, 1e-9, 1 + 2 * math.sqrt(mu) + mu, xtol=1e-15))


@pytest.mark.parametrize(
    ("mu", "tau", "delta"),
    [(3.04741e-5, 0.0379089, 5.32e-9), (0.198716, 0.657067, 1.49e-6), (0.0102632, 1.07606, 8.8e-9), (1e-4, 1, 1e-6)],
)
def test_a_rare_loss_is_as_large_as_beside_randomised_response(mu: float, tau: float, delta: float) -> None:
    """Probabilistic DP's ε is at least the largest loss that a mass just above δ may have; the search was 2e-6 below it."""
    mass = delta * (1 + 1e-9)

    def room(loss: float) -> float:
        p, losses = _beside_response(mu, mass, loss)
        q = p * np.exp(-losses)
        assert q.sum() == pytest.approx(1, abs=1e-14)
        assert max(p @ losses, -(q @ losses)) <= mu
        return tau * tau - max(_used(p, losses), _used(q, -losses))

    largest = brentq(room, tau, 9 * tau, xtol=1e-14)
    found = optimal({"mean-concentrated-dp": {"mu": mu, "tau": tau}}, "probabilistic-dp", {"delta": delta})
    assert found.upper >= largest * (1 - 1e-8)
    assert found.status is Status.LIMIT


def _floats(pair: Pair) -> tuple[np.ndarray, np.ndarray]:
    return np.array([float(x) for x in pair.p]), np.array([float(x) for x in pair.q])


@pytest.mark.parametrize(("mu", "tau", "delta", "least"), [(0.1, 1, 1e-3, 0.37), (0.02, 0.3, 1e-4, 0.041), (1, 1, 1e-3, 0.47)])
def test_what_approximate_zcdp_needs_at_least(mu: float, tau: float, delta: float, least: float) -> None:
    """The table meets the source, and once δ of either side is cut off where the losses are largest, it needs that ρ."""
    found = optimal(
        {"mean-concentrated-dp": {"mu": mu, "tau": tau}}, "approximate-zero-concentrated-dp", {"xi": 0, "delta": delta}
    )
    assert least <= found.lower <= found.upper <= tau * tau / 2
    if found.pair is None:  # the Gaussian pair's
        return
    p, q = _floats(found.pair)
    loss = np.log(p / q)
    assert max(p @ loss, -(q @ loss)) <= mu * (1 + 1e-12)
    assert max(_used(p, loss), _used(q, -loss)) <= tau * tau * (1 + 1e-9)
    top = max((p[loss >= x].sum() - delta) / q[loss >= x].sum() for x in loss)
    bottom = max((q[loss <= x].sum() - delta) / p[loss <= x].sum() for x in loss)
    left = np.minimum(p, top * q) / (1 - delta), np.minimum(q, bottom * p) / (1 - delta)
    orders = 1 + np.geomspace(1e-4, 1e3, 4000)
    needs = 0.0
    for a, b in (left, left[::-1]):
        power = np.log(b) + orders[:, None] * np.log(a / b)
        high = power.max(axis=1)
        divergence = (high + np.log(np.exp(power - high[:, None]).sum(axis=1))) / (orders - 1)
        needs = max(needs, float((divergence / orders).max()))
    assert found.lower == pytest.approx(needs, rel=1e-4)


def test_the_share_that_approximate_zcdp_sets_aside_is_at_least_that_of_its_inverse() -> None:
    """Where δ = 10⁻³ needs more than ρ, ρ needs more than δ."""
    source = {"mean-concentrated-dp": {"mu": 0.1, "tau": 1}}
    rho = optimal(source, "approximate-zero-concentrated-dp", {"xi": 0, "delta": 1e-3}).lower
    delta = optimal(source, "approximate-zero-concentrated-dp", {"xi": 0, "rho": rho * 0.9})
    assert 1e-3 <= delta.lower <= delta.upper


@pytest.mark.parametrize(("mu", "tau", "k", "four"), [(1, 1, 2.5, 1.7967), (0.1, 1, 6, 8.6768), (0.5, 2, 2.5, 8.1220)])
def test_powers_keep_to_proved_ends_that_are_close(mu: float, tau: float, k: float, four: float) -> None:
    """They enclose what four outputs of a linear programme reach."""
    found = optimal({"mean-concentrated-dp": {"mu": mu, "tau": tau}}, "fk-divergence-dp", {"k": k})
    assert found.certified
    assert found.upper >= four
    assert found.lower >= four * 0.999
    assert found.upper <= found.lower * 1.031


def test_a_bound_below_what_a_pair_needs_is_not_proved_loosely() -> None:
    """Four outputs reach 1.7967."""
    one = flint.arb(1)
    power = cover.DeviationPower(flint.arb(2.5))
    assert not cover.covered(power, one / 2, one, flint.arb(1.7966) ** 2.5, 0.45, loose=True)
    assert cover.covered(power, one / 2, one, flint.arb(1.81) ** 2.5, 0.45, loose=True)


def test_a_power_beside_a_square_is_not_taken_for_it() -> None:
    """|X - 1|^{k-2} is 0 at 1 for every k > 2, however close, and 1 for k = 2 alone."""
    near = flint.arb(0, 2.0**-60)
    assert not raised(flint.arb(0), near).is_finite()
    assert raised(flint.arb(0), flint.arb(0)) == 1


def test_moments_are_bounded_where_the_variance_is_and_its_slope_is_not_0() -> None:
    """2 ln E e^{s(L - m)}/s² rises from its limit at s = 0, the variance, and falls again close by, at sτ = -0.008."""
    mu, tau, epsilon = 0.18, 0.0211, 0.105
    found = optimal({"mean-concentrated-dp": {"mu": mu, "tau": tau}}, "probabilistic-dp", {"epsilon": epsilon})
    assert found.pair is not None
    p, q = np.array([found.pair.p, found.pair.q], dtype=float)
    s = np.concatenate([np.linspace(-7, -1e-3, 8000), np.linspace(1e-3, 7, 8000)])
    for a, b in ((p, q), (q, p)):
        loss = np.log(a / b)
        assert (np.log(np.exp(s[:, None] * (loss - a @ loss) / tau) @ a) <= s**2 / 2 + 1e-13).all()
    assert p[0] == pytest.approx(found.lower, rel=1e-6)
    assert math.log(p[0] / q[0]) > epsilon
    assert found.upper <= found.lower * (1 + 1e-8)


def _mass(mu: float, tau: float, loss: Any) -> Any:
    """The largest mass of so large a loss where moments of the rest are next to nothing: by Markov's inequality."""
    return mpmath.exp(-((loss - min(mu, mpmath.mpf(tau) ** 2 / 2)) ** 2) / (2 * mpmath.mpf(tau) ** 2))


def _largest(function: Callable[[Any], Any], low: Any, high: Any) -> Any:
    """The largest value of a function with one maximum."""
    for _ in range(150):
        first, second = low + (high - low) / 3, high - (high - low) / 3
        low, high = (first, high) if function(first) < function(second) else (low, second)
    return function((low + high) / 2)


@pytest.mark.parametrize(
    ("mu", "tau", "target", "fixed"),
    [
        (0.193, 0.0277, "approximate-dp", {"epsilon": 0.553}),
        (0.672, 0.0187, "probabilistic-dp", {"epsilon": 0.44}),
        (0.0000375, 0.000145, "probabilistic-dp", {"epsilon": 0.00505}),
        (2.36, 0.473, "f-dp", {"x": 6.86e-59}),
        (0.12, 0.000375, "approximate-dp", {"delta": 3.26e-34}),
        (0.088, 0.00132, "probabilistic-dp", {"delta": 5.18e-50}),
    ],
)
def test_very_rare_losses_need_no_search(
    mu: float, tau: float, target: str, fixed: dict[str, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is needed is what Markov's inequality leaves to one loss, and proved at once; searches took up to 7 s."""

    def never(*_: Any) -> None:
        raise AssertionError("a search was begun")

    monkeypatch.setattr("dpzoo.optimal.from_mean.three_outputs", never)
    found = optimal({"mean-concentrated-dp": {"mu": mu, "tau": tau}}, target, fixed)
    assert found.certified
    with mpmath.workdps(50):
        x = mpmath.mpf(fixed.get("x", fixed.get("delta", 0)))
        epsilon, m = mpmath.mpf(fixed.get("epsilon", 0)), min(mpmath.mpf(mu), mpmath.mpf(tau) ** 2 / 2)
        own: Any
        if target == "f-dp":  # loss and alarm: e^{-(ℓ + m)²/(2τ²)} if m = τ²/2
            own = x * mpmath.exp(tau * mpmath.sqrt(-2 * mpmath.log(x)) - m)
        elif target == "probabilistic-dp":
            own = _mass(mu, tau, epsilon) if epsilon else m + tau * mpmath.sqrt(-2 * mpmath.log(x))
        elif epsilon:
            own = _largest(lambda y: _mass(mu, tau, y) * -mpmath.expm1(epsilon - y), epsilon, epsilon + tau)
        else:
            longest = m + tau * mpmath.sqrt(-2 * mpmath.log(x))
            own = _largest(lambda y: y + mpmath.log1p(-x / _mass(mu, tau, y)), longest / 2, longest * (1 - mpmath.mpf("1e-40")))
    assert found.lower <= float(own) * (1 + 1e-8)
    assert found.upper >= float(own) * (1 - 1e-8)
    assert found.upper <= found.lower * (1 + 1e-8)


@pytest.mark.parametrize(
    ("mu", "tau", "target", "fixed", "least"),
    [
        (1.22, 0.0192, "f-dp", {"x": 0.00127}, 0.0013619071),  # a ridge; was unknown after 8 s
        (0.27, 0.000262, "approximate-dp", {"delta": 2.05e-9}, 0.00112828878),  # was 0.0011282863
        (6.13, 0.000166, "probabilistic-dp", {"delta": 3.04e-8}, 0.00097670389),  # was 0.0009766913
        (2.58e-6, 0.617, "approximate-dp", {"delta": 8.02e-11}, 3.88895906),  # a third output far from where it is best
        (0.128, 10, "f-dp", {"x": 0.999}, 0.999999999),
        (0.0432, 1.78, "relaxed-dp", {"delta_a": 3.18e-8, "delta_p": 5.17e-11}, 9.7864424534),  # a ridge; was 9.7864424437
        (0.00252, 0.15, "approximate-dp", {"delta": 5.13e-10}, 0.86972117615),  # was 0.86972117502
        (3.26e-6, 0.118, "probabilistic-dp", {"delta": 1.69e-11}, 0.83110713214),  # was 0.83110712542, said to be the largest
        (7.71, 4.8, "probabilistic-dp", {"epsilon": 36.4}, 1.747031635e-8),
    ],
)
def test_the_search_climbs_as_far_as_pairs_that_meet_the_source(
    mu: float, tau: float, target: str, fixed: dict[str, float], least: float
) -> None:
    """Lower ends are those of pairs that are proved to meet the source, so that what was below them was too low."""
    found = optimal({"mean-concentrated-dp": {"mu": mu, "tau": tau}}, target, fixed)
    assert found.status in (Status.ATTAINED, Status.LIMIT)
    assert found.lower >= least
