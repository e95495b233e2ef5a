"""Mean-concentrated DP as a source and as a target (theory, T14, T22, T23)."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import flint
import mpmath
import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.stats import norm
from sources_and_pairs import ZOO, centred_programme, concentrated_boundary, mean, pure, rdp, spread, zcdp

from dpzoo.blocks.finite_mechanism import FiniteMechanism
from dpzoo.optimal.cover import AlarmedPower, DeviationPower, LossEvent, RatioPower, covered
from dpzoo.optimal.engine import optimal
from dpzoo.optimal.optimum import Status
from dpzoo.zoo.zoo import Zoo


def test_randomised_response_is_not_the_worst_pair_for_mean_concentrated_dp() -> None:
    found = optimal(pure(6), "mean-concentrated-dp", {"mu": 6})
    assert found.lower > math.sqrt(12 * math.tanh(3)) * 1.02
    assert found.pair is not None
    assert float(ZOO["mean-concentrated-dp"].tightest(found.pair.mechanism(), mu=6).value) > math.sqrt(12 * math.tanh(3)) * 1.02


@pytest.mark.parametrize(("mu", "tau"), [(0.1305, 0.7014), (0.6332, 0.1917)])
def test_the_table_that_needs_all_of_tau_is_accepted_by_mean_concentrated_dp(zoo: Zoo, mu: float, tau: float) -> None:
    best = optimal({"mean-concentrated-dp": {"mu": mu, "tau": tau}}, "mean-concentrated-dp", {"mu": 2 * mu})
    assert best.upper == tau
    held = zoo["mean-concentrated-dp"].holds(best.pair.mechanism(), mu=repr(mu), tau=repr(tau))
    assert (held.holds, held.certainty) == (True, "certified")


def test_a_mean_loss_is_no_mean_concentrated_dp_where_the_deviations_are_too_large() -> None:
    """Gaussian DP with μ = 1 has deviations of 1 around its mean, and a bound on the mean alone says nothing about deviations."""
    for source in ({"kl-privacy": {"epsilon": 0.1}}, {"gaussian-dp": {"mu": 1}}, zcdp(0.5), mean(1, 1)):
        assert optimal(source, "mean-concentrated-dp", {"tau": 0.9}).status is Status.INFINITE
    assert optimal(mean(0.5, 1), "mean-concentrated-dp", {"mu": 0.4}).status is Status.INFINITE
    assert optimal(mean(0.5, 1), "mean-concentrated-dp", {"tau": 1}).upper == pytest.approx(0.5, rel=1e-12)


def test_bounded_range_is_mean_concentrated_by_hoeffdings_lemma() -> None:
    found = optimal({"range-bounded-privacy": {"epsilon": 1.5}}, "mean-concentrated-dp", {"mu": 1})
    assert found.upper == pytest.approx(0.75, rel=1e-12)
    p, q = ([float(x) for x in row] for row in (found.pair.p, found.pair.q))  # type: ignore[union-attr]
    loss = np.log(np.array(p) / np.array(q))
    centred = loss - np.dot(p, loss)
    t = np.array([-1e-3, 1e-3])
    needed = (2 * np.log(np.exp(np.outer(t, centred)) @ np.array(p)) / t**2).max()
    assert needed == pytest.approx(0.75**2, rel=1e-6)


def test_randomised_response_decides_for_mean_concentrated_dp_as_for_its_mean_loss() -> None:
    """u tanh(u/2) = min(μ, τ²/2) and TV = tanh(u/2); its own mean μ' and τ' = √(2μ') meet the source."""
    for mu, tau in ((0.3, 1.0), (2.0, 1.0)):
        least = min(mu, tau**2 / 2)
        found = optimal(mean(mu, tau), "total-variation-privacy").upper
        assert found * 2 * math.atanh(found) == pytest.approx(least, rel=1e-12)
        rho = optimal(mean(mu, tau), "zero-concentrated-dp", {"xi": 0})
        assert rho.upper == tau**2 / 2
        assert optimal(mean(mu, tau), "zero-concentrated-dp", {"rho": 0.4}).status is Status.INFINITE


def test_a_trade_off_curve_is_mean_concentrated_as_its_worst_merging() -> None:
    """No random post-processing of the pair of its edges needs more, and all outputs below some loss as one need that much."""
    rng = np.random.default_rng(3)
    exponents = np.concatenate([-np.geomspace(0.02, 9, 25), np.geomspace(0.02, 9, 90)])
    steep = [(0, 1), ("0.001", "0.9"), ("0.3", "0.3"), ("0.9", "0.001"), (1, 0)]
    for points in ([(0, 1), ("0.1", "0.7"), ("0.7", "0.1"), (1, 0)], steep):  # symmetric curves
        found = optimal({"f-dp": {"f": points}}, "mean-concentrated-dp", {"mu": 5})
        q, p = np.diff([float(x) for x, _ in points]), -np.diff([float(y) for _, y in points])
        n = len(p)
        channels = [np.eye(n), *rng.dirichlet(np.full(3, 0.2), (3000, n))]
        kept = (np.clip(t - np.arange(n), 0, 1) for t in np.linspace(1, n, 90))
        channels += [np.column_stack([np.diag(k), 1 - k]) for k in kept]
        needs = []
        for channel in channels:
            a, b = p @ channel, q @ channel
            there = (a > 1e-12) & (b > 1e-12)
            needs.append(math.sqrt(spread(a[there], b[there], exponents)))
        assert max(needs) <= found.upper * (1 + 1e-9)
        assert max(needs) >= found.lower * (1 - 1e-3)


def test_spread_of_gaussian_dp_is_proved_and_is_that_of_merged_losses() -> None:
    """Integrals over the loss of N(1, 1) against N(0, 1), losses below a threshold merged, for many thresholds and exponents."""
    found = optimal({"gaussian-dp": {"mu": 1}}, "mean-concentrated-dp", {"mu": 0.5})
    assert (found.status, found.certified, found.theorem) == (Status.ATTAINED, True, "T22")
    z = np.linspace(-12, 14, 6501)
    weight = norm.pdf(z) * (z[1] - z[0])
    most = 0.0
    for y in np.linspace(-3, 5, 33):
        merged = math.log(norm.cdf(y) / norm.cdf(y + 1))
        loss = np.where(z <= y, merged, z + 0.5)
        mean = float(weight @ loss)
        for s in (-0.99, -0.6, -0.3, -0.05, 0.1, 0.5, 1, 1.5, 2, 2.5, 2.7, 3, 4):
            most = max(most, 2 * (math.log(weight @ np.exp(s * loss)) - s * mean) / s**2)
    assert 0.999 * found.lower <= math.sqrt(most) <= found.upper * (1 + 1e-3)


@pytest.mark.parametrize(("epsilon", "share"), [(0.3101, 1.073e-5), (3.923, 3.964e-5), (1000, 1e-15)])
def test_a_mean_loss_allows_losses_as_long_as_they_are_rare(epsilon: float, share: float) -> None:
    """Where Q(S) is next to 0, D_1 = ε says that the loss on S is a = (ε - (1 - p) ln(1 - p))/p, p = P(S) > δ."""
    with mpmath.workdps(40):
        tops, needs = [], []
        for x in np.logspace(-20, -1, 400):
            p = share * (1 + mpmath.mpf(x))
            rest = 1 - p
            left = (epsilon - rest * mpmath.log(rest)) / p + mpmath.log(p - share) - mpmath.log(p)
            tops.append(float(left))
            p, rest = (p - share) / (1 - share), rest / (1 - share)  # what is left, on S and elsewhere
            orders = [mpmath.sqrt(-mpmath.log(p) / left) * 2 ** mpmath.mpf(k) for k in np.linspace(-2, 2, 33)] if left > 0 else []
            needs += [float(mpmath.log(p * mpmath.exp(s * left) + rest) / (s * (1 + s))) for s in orders]
    found = optimal(rdp(1, epsilon), "approximate-dp", {"delta": share})
    assert max(tops) * (1 - 1e-12) <= found.upper
    assert max(tops) == pytest.approx(found.lower, rel=1e-6)
    found = optimal(rdp(1, epsilon), "approximate-zero-concentrated-dp", {"delta": share})
    assert max(needs) * (1 - 1e-9) <= found.upper
    assert max(needs) == pytest.approx(found.lower, rel=2e-3)  # a grid of orders and of p


def test_concentrated_dp_is_mean_concentrated_as_its_worst_binary_pair() -> None:
    p, q = concentrated_boundary(0.1)
    used = (q > 1e-30) & (p < 1 - 1e-9)
    pair = [np.array([x[used], 1 - x[used]]) for x in (p, q)]
    best = math.sqrt(spread(*pair, np.concatenate([np.linspace(-3, -0.1, 30), np.linspace(0.1, 30, 300)])))
    found = optimal(zcdp(0.1), "mean-concentrated-dp", {"mu": 1})
    assert found.upper == pytest.approx(best, rel=5e-5)  # orders between those of the grid are not bounded
    assert found.lower > math.sqrt(0.2) * 1.05  # more than the Gaussian pair needs
    assert found.pair is not None
    needed = ZOO["mean-concentrated-dp"].tightest(found.pair.mechanism(), mu=1)
    assert float(needed.value) == pytest.approx(found.upper, rel=1e-6)


@pytest.mark.parametrize("epsilon", [8.0, 9.0, 9.7, 10.0, 11.0, 13.0])
def test_pure_dp_is_mean_concentrated_as_its_worst_binary_pair(epsilon: float) -> None:
    """The factor of Kearns and Saul on a fine grid of the smaller loss."""
    b = np.linspace(1e-3, epsilon, 400_001)
    odds = np.log(np.expm1(b) / -np.expm1(-epsilon))
    spread = (epsilon + b) ** 2 * np.tanh(odds / 2) / (2 * odds)
    found = optimal(pure(epsilon), "mean-concentrated-dp", {"mu": epsilon})
    assert found.certified
    assert found.upper == pytest.approx(math.sqrt(spread.max()), rel=1e-9)
    capped = {"truncated-codp-col16": {"xi": epsilon, "tau": 1e-6}}  # its losses alone keep τ below ε
    assert optimal(capped, "mean-concentrated-dp", {"tau": epsilon}).upper == pytest.approx(1e-6)


def test_a_wide_gaussian_pair_has_losses_of_the_variance_of_its_merged_ones() -> None:
    """τ is at least the deviation of the loss under P where all below c are merged, a sum over cells."""
    for mu in (12.0, 20.0, 50.0, 100.0):
        z = np.linspace(0.25, 9, 200_001)  # z - μ under P, beyond c = μ + ¼
        law = norm.pdf((z[1:] + z[:-1]) / 2) * np.diff(z)
        loss = mu * (z[1:] + z[:-1]) / 2 + mu * mu / 2
        p = norm.cdf(0.25)
        low = norm.logcdf(0.25) - norm.logcdf(mu + 0.25)
        mean = p * low + law @ loss
        deviation = math.sqrt(p * (low - mean) ** 2 + law @ (loss - mean) ** 2)
        found = optimal({"gaussian-dp": {"mu": mu}}, "mean-concentrated-dp", {"mu": mu * mu})
        assert found.status is Status.ATTAINED
        assert deviation < found.upper < 1.05 * deviation


def test_tiny_mean_concentrated_losses_are_answered() -> None:
    tiny = {"mean-concentrated-dp": {"mu": 1e-12, "tau": 1e-12}}
    mean = 5e-25  # τ²/2
    assert optimal(tiny, "approximate-dp", {"epsilon": 1}).upper < 1e-290
    assert optimal(tiny, "kl-privacy").upper == pytest.approx(mean, rel=1e-9)
    assert optimal(tiny, "zero-concentrated-dp", {"xi": 0}).upper == pytest.approx(mean, rel=1e-9)
    assert optimal(tiny, "total-variation-privacy").upper == pytest.approx(
        math.sqrt(mean / 2), rel=1e-9
    )  # Pinsker, for small losses
    assert optimal(tiny, "renyi-dp", {"epsilon": 1}).lower == pytest.approx(1 / mean, rel=1e-9)


def test_gaussian_dp_is_mean_concentrated_as_the_gaussian_pair_with_small_losses_merged() -> None:
    """By cells of N(1, 1) and N(0, 1), those below a threshold as one; no single merging of some high cells needs more."""
    edges = np.linspace(-8, 14, 4401)
    p, q = -np.diff(norm.sf(edges - 1)), -np.diff(norm.sf(edges))
    found = optimal({"gaussian-dp": {"mu": 1}}, "mean-concentrated-dp", {"mu": 1})
    best = 0.0
    for threshold in np.arange(2.0, 3.2, 0.1):
        cut = int(np.searchsorted(edges, threshold)) - 1
        upper = slice(cut, 3200)  # up to 8, far beyond what counts at these exponents
        laws = [np.append(x[upper], norm.cdf(edges[cut] - shift)) for x, shift in ((p, 1), (q, 0))]
        best = max(best, spread(*laws, np.linspace(1.5, 4, 26)))
    assert found.upper >= math.sqrt(best) * (1 - 1e-9)
    assert found.upper == pytest.approx(math.sqrt(best), rel=1e-3)
    assert found.lower > 1.1
    for k in (3, 40, 200):  # merging elsewhere
        cells = [np.append(x[1600 + k : 2800], [x[:1600].sum(), x[1600 : 1600 + k].sum()]) for x in (p, q)]
        assert spread(*cells, np.linspace(-2, 6, 81)[1::2]) <= found.upper**2


def test_three_outputs_are_the_worst_of_mean_concentrated_dp() -> None:
    """Against linear programmes over laws of any number of outputs, for many pairs of means; and by the definitions."""
    for mu, tau, epsilon in ((0.5, 1.0, 2.0), (0.1, 0.5, 1.0)):
        found = optimal(mean(mu, tau), "approximate-dp", {"epsilon": epsilon})
        assert found.theorem == "T23"
        assert found.pair is not None
        p, q = (np.array([float(x) for x in row]) for row in (found.pair.p, found.pair.q))
        own = float((p * np.log(p / q)).sum()), float((q * np.log(q / p)).sum())
        places = [own, *itertools.product((0.85 * mu, 0.97 * mu), repeat=2)]
        grid = [centred_programme(tau, m, lambda x, e=epsilon: np.maximum(-np.expm1(e - x), 0)) for m in places]
        assert max(grid) <= found.upper * (1 + 2e-3)  # exponents between those of the grid are not bounded
        assert grid[0] >= found.lower * (1 - 1e-3)
        assert ZOO["mean-concentrated-dp"].holds(found.pair.mechanism(), mu=mu, tau=tau).holds is True
        needed = float(ZOO["approximate-dp"].tightest(found.pair.mechanism(), epsilon=epsilon).value)
        assert needed == pytest.approx(found.upper, rel=1e-6)
        assert found.upper < optimal(zcdp(tau**2 / 2), "approximate-dp", {"epsilon": epsilon}).lower * 0.9


def test_pairs_of_two_outputs_do_not_hold_the_search_for_three() -> None:
    """The best binary pair gives δ = 0.01895; a law with means 0.97μ and 0.92μ on a grid of losses more."""
    found = optimal(mean(0.0208, 0.2412), "approximate-dp", {"epsilon": 0.3383})
    means = (0.97 * 0.0208, 0.92 * 0.0208)
    assert found.upper * (1 + 2e-3) >= centred_programme(0.2412, means, lambda x: np.maximum(-np.expm1(0.3383 - x), 0)) > 0.0191


@pytest.mark.parametrize(
    ("source", "target", "fixed"),
    [
        (mean(0.00353, 0.0101), "approximate-dp", {"delta": 1.55e-11}),  # more constraints hold with equality than numbers
        (mean(0.00242, 0.0159), "probabilistic-dp", {"delta": 4.44e-10}),
        (mean(0.048, 0.151), "relaxed-dp", {"epsilon": 0.12, "delta_a": 3.42e-11}),  # two outputs come to have one loss
        (mean(1.47, 0.0252), "probabilistic-dp", {"epsilon": 0.0547}),  # a ridge
        (mean(0.414, 1.85), "divergence-dp", {"f": "chi-square"}),
    ],
)
def test_degenerate_worst_pairs_are_found(source: dict[str, dict[str, float]], target: str, fixed: dict[str, Any]) -> None:
    """The pair that is shown meets the source and reaches the upper end, by the definitions of both notions."""
    found = optimal(source, target, fixed)
    assert found.status in (Status.ATTAINED, Status.LIMIT)
    assert found.upper <= found.lower * (1 + 1e-8)
    assert found.pair is not None
    assert ZOO["mean-concentrated-dp"].holds(found.pair.mechanism(), **source["mean-concentrated-dp"]).holds is True
    assert float(ZOO[target].tightest(found.pair.mechanism(), **fixed).value) == pytest.approx(found.upper, rel=1e-6)


def test_what_rounding_takes_from_small_losses_is_no_part_of_an_upper_end() -> None:
    """One output of a binary pair that meets the source exceeds e^ε Q(S) + δ_a: its losses may hardly be rounded."""
    source, p, q = mean(1.5e-9, 1e-4), Fraction("0.010691470842518503"), Fraction("0.010688253885333369")
    mechanism = FiniteMechanism([(0,), (1,)], [0, 1], [[p, 1 - p], [q, 1 - q]])
    assert ZOO["mean-concentrated-dp"].holds(mechanism, **source["mean-concentrated-dp"]).holds is True
    with mpmath.workdps(40):
        assert mpmath.mpf(p.numerator) / p.denominator - mpmath.exp("0.0003") * q.numerator / q.denominator > mpmath.mpf("1e-8")
    found = optimal(source, "relaxed-dp", {"epsilon": 0.0003, "delta_a": 1e-8})
    assert float(p) * (1 - 1e-8) <= found.lower <= float(p) <= found.upper <= float(p) * (1 + 1e-8)


def test_a_place_where_flat_directions_still_lead_up_is_not_the_worst_pair() -> None:
    """A binary pair that meets the source needs 3·10⁻⁵ more at the last order than one whose logit was not moved."""
    source, xi, order = mean(4.35e-6, 0.00312), mpmath.mpf("1.95e-6"), mpmath.mpf("17.4")
    logit, apart = mpmath.mpf("-0.82703"), mpmath.mpf("0.0064134")
    p = 1 / (1 + mpmath.exp(-logit))
    q = 1 / (1 + mpmath.exp(apart - logit))
    p, q = (Fraction(int(x * 10**15), 10**15) for x in (p, q))
    mechanism = FiniteMechanism([(0,), (1,)], [0, 1], [[p, 1 - p], [q, 1 - q]])
    assert ZOO["mean-concentrated-dp"].holds(mechanism, **source["mean-concentrated-dp"]).holds is True
    with mpmath.workdps(40):
        a, b = (mpmath.mpf(x.numerator) / x.denominator for x in (p, q))
        needed = (
            mpmath.log(a * (a / b) ** (order - 1) + (1 - a) * ((1 - a) / (1 - b)) ** (order - 1)) / (order - 1) - xi
        ) / order
    found = optimal(source, "bounded-concentrated-dp", {"xi": 1.95e-6, "omega": 17.4})
    assert needed <= found.upper <= needed * (1 + 1e-5)


@pytest.mark.parametrize("xi", [0, 0.1])
def test_orders_without_end_make_capped_concentrated_dp_of_mean_concentrated_dp_zero_concentrated(xi: float) -> None:
    """Pairs of (0.3, 1) with ever rarer losses come as close to (0, 1/2)-zCDP as wanted at large orders."""
    found = optimal(mean(0.3, 1), "bounded-concentrated-dp", {"omega": math.inf, "xi": xi})
    assert (found.lower, found.upper) == pytest.approx((0.5, 0.5), rel=1e-12)


def test_a_rare_third_output_may_gain_what_two_do_not() -> None:
    """(0.3507, 1.255): P = (0.01977, 0.96391, 0.01632) and losses 3.72, 0.187, -2.507 need μ = 1.29589, a binary pair 1.29574."""
    found = optimal(mean(0.3507, 1.255), "gaussian-dp")
    assert found.upper > 1.29589
    assert found.pair is not None
    assert ZOO["mean-concentrated-dp"].holds(found.pair.mechanism(), mu=0.3507, tau=1.255).holds is True
    assert float(ZOO["gaussian-dp"].tightest(found.pair.mechanism()).value) == pytest.approx(found.upper, rel=1e-6)


def test_a_rare_low_loss_lets_the_best_pair_keep_its_means_below_the_largest() -> None:
    """(0.0204, 0.183): this pair, with means of 0.0122 and 0.0115, needs δ = 0.0185500; with means of 0.0167 it is 0.01854."""
    p, q = (
        (Fraction("0.1898"), Fraction("0.80205"), Fraction("0.00815")),
        (Fraction("0.1362"), Fraction("0.84976"), Fraction("0.01404")),
    )
    mechanism = FiniteMechanism([(0,), (1,)], [0, 1, 2], [list(p), list(q)])
    assert ZOO["mean-concentrated-dp"].holds(mechanism, mu=0.0204, tau=0.183).holds is True
    needed = float(p[0]) - math.exp(0.229) * float(q[0])
    assert needed == pytest.approx(0.0185500, abs=1e-7)
    assert optimal(mean(0.0204, 0.183), "approximate-dp", {"epsilon": 0.229}).upper > needed
    assert optimal(mean(0.0204, 0.183), "approximate-dp", {"delta": needed}).upper > 0.229


def test_the_cover_of_all_means_proves_a_bound_and_never_one_below_a_pair_that_meets_the_source() -> None:
    """P = (0.1898, 0.80205, 0.00815), Q = (0.1362, 0.84976, 0.01404) is (0.0204, 0.183)-mCDP, with δ = 0.0185500 at ε = 0.229.

    At (0.294, 0.868) and ε = 2.124, zCDP with ρ = τ²/2 bounds every δ by 0.0158.
    """
    worst = LossEvent(flint.arb(0.229).exp(), flint.arb(0.229))
    tau = flint.arb(0.183)
    for mean_loss in (0.0122, 0.0167):
        assert not covered(worst, tau**2 / 2, tau, flint.arb(0.01855), mean_loss)
    other, tau = LossEvent(flint.arb(2.124).exp(), flint.arb(2.124)), flint.arb(0.868)
    assert covered(other, flint.arb(0.294), tau, flint.arb(0.0158), 0.294)
    found = optimal(mean(0.294, 0.868), "approximate-dp", {"epsilon": 2.124})
    assert found.certified
    assert found.pair is not None
    needed = float(ZOO["approximate-dp"].tightest(found.pair.mechanism(), epsilon=2.124).value)
    for share, proved in ((1 - 1e-6, False), (1 + 1e-5, True)):
        assert covered(other, flint.arb(0.294), tau, flint.arb(needed * share), 0.294) is proved


@pytest.mark.parametrize(
    ("target", "fixed", "goal", "scale"),
    [
        ("f-dp", {"x": 0.005}, AlarmedPower(flint.arb(0.005)), lambda x: x),
        ("renyi-dp", {"alpha": 3}, RatioPower(flint.arb(3)), lambda x: math.exp(2 * x)),
        ("relaxed-dp", {"epsilon": 1.5, "delta_p": 1e-6}, LossEvent(flint.arb(1.5).exp(), flint.arb(1.5)), lambda x: x),
    ],
)
def test_powers_of_tests_and_moments_are_proved_and_nothing_below_a_pair_is(
    target: str, fixed: dict[str, float], goal: Any, scale: Callable[[float], float]
) -> None:
    """By the pair's own value, of which a millionth less is not proved and a little more is."""
    mu, tau = 0.05, 0.5
    found = optimal(mean(mu, tau), target, fixed)
    assert found.certified
    assert found.pair is not None
    assert ZOO["mean-concentrated-dp"].holds(found.pair.mechanism(), mu=mu, tau=tau).holds is True
    p, q = (np.array([float(x) for x in row]) for row in (found.pair.p, found.pair.q))
    order = np.argsort(-p / q)
    p, q = p[order], q[order]
    if target == "f-dp":
        own = float(np.interp(0.005, np.append(0, np.cumsum(q)), np.append(0, np.cumsum(p))))
    elif target == "renyi-dp":
        own = math.log(float((p**3 / q**2).sum())) / 2
    else:
        own = float(np.maximum(p - math.exp(1.5) * q, 0).sum())
        assert p[p > math.exp(1.5) * q].min() > 1e-6
    assert own == pytest.approx(found.upper, rel=1e-6)
    means = float((p * np.log(p / q)).sum())
    for share, proved in ((1 - 1e-6, False), (1 + 1e-5, True)):
        assert covered(goal, flint.arb(mu), flint.arb(tau), flint.arb(scale(own * share)), means) is proved


def test_the_worst_pair_is_found_where_losses_are_rare() -> None:
    """Some pair of (0.01493, 0.6758) needs ε = 3.4721586 at δ = 9.3e-8: by both definitions."""
    source = mean(0.0149332, 0.675811)
    found = optimal(source, "approximate-dp", {"delta": 9.31714e-8})
    assert found.pair is not None
    assert ZOO["mean-concentrated-dp"].holds(found.pair.mechanism(), mu=0.0149332, tau=0.675811).holds is True
    needed = float(ZOO["approximate-dp"].tightest(found.pair.mechanism(), delta=9.31714e-8).value)
    assert needed > 3.47215858


def test_a_share_with_a_tiny_excess_is_found() -> None:
    """By the definition: the pair's rarest output of large loss has an excess of δ_a = 4.2e-9 and so cannot be set aside."""
    found = optimal(mean(0.0151531, 1.09907), "relaxed-dp", {"epsilon": 4.15072, "delta_a": 4.16723e-9})
    assert found.pair is not None
    assert ZOO["mean-concentrated-dp"].holds(found.pair.mechanism(), mu=0.0151531, tau=1.09907).holds is True
    p, q = max(zip(found.pair.p, found.pair.q, strict=True), key=lambda x: x[0] / x[1])
    assert float(p) - math.exp(4.15072) * float(q) >= 4.16723e-9
    assert float(p) == pytest.approx(found.upper, rel=1e-6)


def test_where_no_pair_needs_more_ever_rarer_losses_need_a_gaussian_mu_of_tau() -> None:
    """The search runs away to infinite losses, at (0.1539, 1.368) with a decimal τ that no float is."""
    found = optimal(mean(0.153945, 1.36825), "gaussian-dp")
    assert found.status is Status.LIMIT
    assert found.lower <= 1.36825 <= found.upper
    assert found.upper == pytest.approx(1.36825, rel=1e-12)


def test_orders_up_to_which_mean_concentrated_dp_meets_a_bound_are_found_from_what_moments_say() -> None:
    """D_α ≤ 0.1718 for (0.003, 0.32): up to that order pairs need less, as a linear programme with its pair's means says."""
    found = optimal(mean(0.00304943, 0.3195), "renyi-dp", {"epsilon": 0.171792})
    assert found.status is Status.ATTAINED
    assert found.pair is not None
    p, q = (np.array([float(x) for x in row]) for row in (found.pair.p, found.pair.q))
    own = float((p * np.log(p / q)).sum()), float((q * np.log(q / p)).sum())
    order = found.value
    most = centred_programme(0.3195, own, lambda x: np.exp((order - 1) * x))
    assert math.log(most) / (order - 1) == pytest.approx(
        0.171792, rel=5e-3
    )  # exponents between those of the grid are not bounded
    needed = optimal(mean(0.00304943, 0.3195), "renyi-dp", {"alpha": order})
    assert needed.upper == pytest.approx(0.171792, rel=1e-8)


def test_what_mean_concentrated_dp_gives_two_targets_is_consistent() -> None:
    """δ at ε and ε at δ are inverse, as are a Rényi divergence and its order: D_α ≤ 0.1 + (α - 1)/8 is reached at 0.3."""
    delta = optimal(mean(0.5, 1), "approximate-dp", {"epsilon": 2}).upper
    assert optimal(mean(0.5, 1), "approximate-dp", {"delta": delta}).upper == pytest.approx(2, rel=1e-7)
    assert optimal(mean(0.1, 0.5), "renyi-dp", {"alpha": 2.6}).upper == pytest.approx(0.3, rel=1e-9)
    order = optimal(mean(0.1, 0.5), "renyi-dp", {"epsilon": 0.2}).value
    assert optimal(mean(0.1, 0.5), "renyi-dp", {"alpha": order}).upper == pytest.approx(0.2, rel=1e-8)
    mass = optimal(mean(0.1, 0.5), "probabilistic-dp", {"epsilon": 1}).upper
    assert optimal(mean(0.1, 0.5), "probabilistic-dp", {"delta": mass}).upper == pytest.approx(1, rel=1e-7)


def test_of_high_orders_mean_concentrated_dp_gives_just_what_its_moments_say() -> None:
    """D_4 ≤ μ + 3τ²/2 is reached, though no Gaussian pair of the source comes near: μ = 0.1, τ = ½."""
    found = optimal(mean(0.1, 0.5), "truncated-codp-bdrs18", {"omega": 4})
    assert found.lower == pytest.approx((0.1 + 3 * 0.125) / 4, rel=1e-9)
    assert found.pair is not None
    assert ZOO["mean-concentrated-dp"].holds(found.pair.mechanism(), mu=0.1, tau=0.5).holds is True


def test_where_a_bound_on_the_mean_decides_mean_concentrated_dp_gives_as_much_as_it() -> None:
    """KL ≤ 0.02 alone: its best test at ε = 1 has losses near 1.76 and deviates from its mean by less than τ = 1 allows."""
    found = optimal(mean(0.02, 1), "approximate-dp", {"epsilon": 1})
    assert found.certified
    assert found.upper == pytest.approx(
        optimal({"kl-privacy": {"epsilon": 0.02}}, "approximate-dp", {"epsilon": 1}).upper, rel=1e-12
    )
    assert found.pair is not None
    assert ZOO["mean-concentrated-dp"].holds(found.pair.mechanism(), mu=0.02, tau=1).holds is True


def test_capped_cdp_bounds_the_mean_loss_by_its_tau() -> None:
    source = {"truncated-codp-col16": {"xi": 0.4692, "tau": 0.003155}}
    found = optimal(source, "bounded-concentrated-dp", {"rho": 1e-4, "omega": 1 + Fraction(1, 10**15)})
    assert found.lower <= 0.003055 <= found.upper == pytest.approx(0.003055, rel=1e-10)


def test_a_rare_large_loss_needs_nearly_as_much_gaussian_dp_as_its_subgaussian_bound() -> None:
    x, tau = 60, mpmath.mpf(1)
    with mpmath.workdps(900):
        p = mpmath.exp(-(mpmath.mpf(x) ** 2) / 2) * mpmath.mpf("0.999")
        q = p * mpmath.exp(-tau * x)
        rest = mpmath.log((1 - p) / (1 - q))
        for (first, second), side in (((p, 1 - p), 1), ((q, 1 - q), -1)):
            loss, other = side * tau * x, side * rest
            mean = first * loss + second * other
            assert mean <= 0.05
            for k in [k for k in range(-300, 301) if k]:
                s = mpmath.mpf(k) / 100 * x / tau
                moment = first * mpmath.exp(s * loss) + second * mpmath.exp(s * other)
                assert moment <= mpmath.exp(s * mean + (s * tau) ** 2 / 2)

        def quantile(tail: mpmath.mpf) -> mpmath.mpf:
            return mpmath.findroot(lambda z: mpmath.log(mpmath.erfc(z / mpmath.sqrt(2)) / 2) - mpmath.log(tail), x)

        needed = quantile(q) - quantile(p)
    found = optimal([("mean-concentrated-dp", {"mu": 0.05, "tau": 1})], "gaussian-dp", {})
    assert 0.9915 < needed < 1 == found.lower == found.upper
    assert not found.certified


def test_powers_of_mean_concentrated_dp_are_proved_or_left_between_two_ends() -> None:
    """By linear programmes on a grid of losses: 0.3171 at k = 1.5; at μ = τ = 1 and k = 2.5 four outputs reach 1.7967."""
    proved = optimal([("mean-concentrated-dp", {"mu": 0.05, "tau": 0.5})], "fk-divergence-dp", {"k": 1.5})
    assert proved.certified
    assert abs(proved.upper - 0.3171) < 1e-4
    assert proved.upper <= proved.lower * (1 + 1e-8)
    left = optimal([("mean-concentrated-dp", {"mu": 1, "tau": 1})], "fk-divergence-dp", {"k": 2.5})
    assert left.status == "unknown"
    assert left.lower <= 1.7967 <= left.upper


@pytest.mark.parametrize("k", [1.25, 2, 3.5])
@pytest.mark.parametrize("event", [False, True])
def test_the_goal_of_a_power_has_the_derivatives_of_differences(k: float, event: bool) -> None:
    goal = DeviationPower(flint.arb(k))
    x, step = flint.arb(0.7 if event else -0.7), flint.arb(2) ** -20
    values = [goal.balls(x + d, event=event)[0] for d in (-step, 0, step)]
    assert float(values[1]) == pytest.approx(abs(math.expm1(float(x))) ** k, rel=1e-12)
    _, first, second = goal.balls(x, event=event)
    assert float(first) == pytest.approx(float((values[2] - values[0]) / (2 * step)), rel=1e-5)
    with flint.ctx.workprec(200):
        values = [goal.balls(x + d, event=event)[0] for d in (-step, 0, step)]
        assert float(second) == pytest.approx(float((values[2] - 2 * values[1] + values[0]) / step**2), rel=1e-5)


@pytest.mark.parametrize(("xi", "rho"), [(0.289, 0.0227), (1.45, 0.00248), (0.0415, 0.0641)])
def test_randomised_response_needs_the_most_deviation_of_zcdp_with_an_offset(xi: float, rho: float) -> None:
    """The largest RR_u of the source has τ² = 2u tanh(u/2); nothing needs more than √(2ρ') of (0, ρ')-zCDP, the same number."""
    orders = 1 + np.geomspace(1e-6, 1e4, 40_000)

    def excess(u: float) -> float:
        powers = np.logaddexp(orders * u, (1 - orders) * u) - np.log1p(np.exp(u))
        return float((powers / (orders - 1) - xi - rho * orders).max())

    u = brentq(excess, 0.5 * xi, 10, xtol=1e-14)
    found = optimal(zcdp(rho, xi), "mean-concentrated-dp", {"mu": 2 * (xi + rho)})
    assert found.status == Status.ATTAINED
    assert (found.lower, found.upper) == pytest.approx((math.sqrt(2 * u * math.tanh(u / 2)),) * 2, rel=1e-8)


@pytest.mark.parametrize(("mu", "tau"), [(0.0323, 0.0001), (0.3, 1), (2, 1.5)])
def test_the_mean_of_a_power_of_order_1_is_twice_the_total_variation(mu: float, tau: float) -> None:
    """E|X - 1| = 2 tanh(u/2) with u tanh(u/2) = min(μ, τ²/2) (theory, T14)."""
    u = brentq(lambda u: u * math.tanh(u / 2) - min(mu, tau * tau / 2), 1e-9, 50, xtol=1e-18, rtol=1e-14)
    found = optimal(mean(mu, tau), "fk-divergence-dp", {"k": 1})
    assert found.certified
    assert (found.lower, found.upper) == pytest.approx((2 * math.tanh(u / 2),) * 2, rel=1e-12)
