"""What has to be set aside for approximate zCDP, and what is left (theory, T9, T12, T15, T26)."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import mpmath
import numpy as np
import pytest
from scipy.optimize import linprog, minimize
from scipy.stats import norm
from sources_and_pairs import ZOO, concentrated_boundary, left_by_programmes, needed_after, pure, zcdp

from dpzoo.blocks.finite_mechanism import FiniteMechanism
from dpzoo.blocks.truncation import truncated_excess
from dpzoo.optimal.engine import optimal
from dpzoo.optimal.optimum import Status


def test_what_approximate_zcdp_sets_aside_is_worth_what_the_definition_says() -> None:
    """Of RR_1 without δ = 0.1 on either side RR_u is left, e^u = (p - δ)/(1 - p); the definition finds the same best events."""
    p = math.e / (1 + math.e)
    u = math.log((p - 0.1) / (1 - p))
    found = optimal(pure(1), "approximate-zero-concentrated-dp", {"xi": 0, "delta": 0.1})
    assert found.lower <= found.upper == pytest.approx(u * math.tanh(u / 2), rel=1e-12)
    assert found.pair is not None
    needed = ZOO["approximate-zero-concentrated-dp"].tightest(found.pair.mechanism(), xi=0, delta=0.1)
    assert float(needed.value) == pytest.approx(found.upper, rel=1e-6)
    back = optimal(pure(1), "approximate-zero-concentrated-dp", {"xi": 0, "rho": found.upper})
    assert back.upper == pytest.approx(0.1, rel=1e-9)


def test_what_is_left_of_the_gaussian_pair_by_a_sum_over_cells() -> None:
    edges = np.linspace(-9, 10, 200_001)
    p, q = np.diff(norm.cdf(edges - 1)), np.diff(norm.cdf(edges))
    found = optimal({"gaussian-dp": {"mu": 1}}, "approximate-zero-concentrated-dp", {"xi": 0, "delta": 1e-3}).upper
    loss_cut = optimal({"gaussian-dp": {"mu": 1}}, "approximate-dp", {"delta": 1e-3}).upper
    p, q = np.minimum(p, math.exp(loss_cut) * q) / 0.999, np.minimum(q, math.exp(loss_cut) * p) / 0.999
    kept = (p > 0) & (q > 0)
    assert found == pytest.approx(float((p[kept] * np.log(p[kept] / q[kept])).sum()), rel=1e-6)
    back = optimal({"gaussian-dp": {"mu": 1}}, "approximate-zero-concentrated-dp", {"xi": 0, "rho": found}).upper
    assert back == pytest.approx(1e-3, rel=1e-6)


def test_where_randomised_response_is_the_best_test_what_is_left_of_it_is_the_worst() -> None:
    for rho in (0.1, 0.5):
        u = 2 * math.atanh(optimal(zcdp(rho), "total-variation-privacy").upper)
        p = 1 / (1 + math.exp(-u))
        share = 0.98 * math.tanh(u / 2)
        left = math.log((p - share) / (1 - p))
        found = optimal(zcdp(rho), "approximate-zero-concentrated-dp", {"xi": 0, "delta": share})
        assert found.upper == pytest.approx(left * math.tanh(left / 2), rel=1e-9)
        back = optimal(zcdp(rho), "approximate-zero-concentrated-dp", {"xi": 0, "rho": found.upper}).upper
        assert back == pytest.approx(share, rel=1e-9)


def test_what_is_disclosed_is_all_that_has_to_be_set_aside() -> None:
    source = {"approximate-zero-concentrated-dp": {"xi": 0, "rho": 0.02, "delta": 1e-5}}
    assert optimal(source, "approximate-zero-concentrated-dp", {"xi": 0, "rho": 0.05}).upper == 1e-5


def test_small_disclosures_are_told_from_smaller_ones() -> None:
    """(2, 10⁻⁹)-DP needs δ = 10⁻⁹ of (0.2, 2)-AzCDP, and its pair discloses exactly that; so it does for relaxed DP."""
    source = {"approximate-dp": {"epsilon": 2, "delta": 1e-9}}
    pair = optimal(source, "approximate-zero-concentrated-dp", {"xi": 0.2, "rho": 2}).pair
    assert pair is not None
    needed = ZOO["approximate-zero-concentrated-dp"].tightest(pair.mechanism(), xi=0.2, rho=2)
    assert float(needed.value) == pytest.approx(1e-9, rel=1e-6)
    pair = optimal(source, "relaxed-dp", {"epsilon": 2, "delta_p": 0.01}).pair
    assert pair is not None
    assert float(ZOO["relaxed-dp"].tightest(pair.mechanism(), epsilon=2, delta_p=0.01).value) == pytest.approx(1e-9, rel=1e-6)


def test_what_is_left_of_the_worst_pair_is_what_approximate_zcdp_needs() -> None:
    """Against laws on a grid of losses, found by linear programmes and judged by the definition: none needs more, some as much.

    Each programme maximises the mean of D_β's function on an interval of ratios, continued by its tangents.
    """
    v = 6 * np.sinh(np.linspace(-4, 4, 801)) / math.sinh(4)
    x = np.exp(v)
    share = 0.03
    source = [("renyi-dp", {"alpha": 3, "epsilon": 0.4}), ("kl-privacy", {"epsilon": 0.12})]
    rows = np.array([x**3 / math.exp(0.8), x**-2 / math.exp(0.8), x * v / 0.12, -v / 0.12])
    equal = np.array([np.ones_like(x), x])
    size = np.maximum(np.abs(rows).max(axis=0), equal.max(axis=0))
    for offset in (0.0, 0.15):
        found = optimal(source, "approximate-zero-concentrated-dp", {"xi": offset, "delta": share})
        needed = []
        for beta in (1.5, 3.0):
            for low, high in itertools.product((-0.6, -0.4, -0.25), (0.35, 0.5, 0.7, 1.0)):
                m, n = math.exp(low), math.exp(high)
                inside, slopes = np.clip(x, m, n), [beta * y ** (beta - 1) for y in (m, n)]
                goal = inside**beta + slopes[0] * np.minimum(x - m, 0) + slopes[1] * np.maximum(x - n, 0)
                law = linprog(-goal / size, A_ub=rows / size, b_ub=np.ones(4), A_eq=equal / size, b_eq=[1, 1]).x / size
                q = np.maximum(law, 0) / np.maximum(law, 0).sum()
                p = q * x / (q * x).sum()
                needed.append(float(truncated_excess(p[q > 0], q[q > 0], offset=offset, slope=None, delta=share)))
        assert max(needed) <= found.upper * (1 + 1e-6)
        assert max(needed) >= found.lower * (1 - 1e-2)
        assert found.pair is not None
        exact = ZOO["approximate-zero-concentrated-dp"].tightest(found.pair.mechanism(), xi=offset, delta=share)
        assert float(exact.value) == pytest.approx(found.upper, rel=1e-6)


@pytest.mark.parametrize(("k", "level", "share"), [(3, 0.2, 0.001), (1.5, 0.3, 0.05), (6, 1, 0.01)])
def test_no_law_with_a_bound_on_a_power_leaves_more_than_the_binary_pair(k: float, level: float, share: float) -> None:
    """Linear programmes, each with the goal that counts for one order and one interval of ratios, and what their laws need."""
    source = {"fk-divergence-dp": {"k": k, "epsilon": level}}
    found = optimal(source, "approximate-zero-concentrated-dp", {"xi": 0, "delta": share})
    assert (found.status, found.certified, found.theorem) == (Status.ATTAINED, False, "T26")
    assert found.pair is not None
    assert ZOO["fk-divergence-dp"].holds(found.pair.mechanism(), k=k, epsilon=level).holds
    needed = ZOO["approximate-zero-concentrated-dp"].tightest(found.pair.mechanism(), xi=0, delta=share)
    assert float(needed.value) == pytest.approx(found.upper, rel=1e-6)
    own = [math.log(p / q) for p, q in zip(found.pair.p, found.pair.q, strict=True)]
    x = np.exp(np.unique([*np.sinh(np.linspace(-4, 4, 400)) / 20, *own]))
    rows = np.array([np.abs(x - 1) ** k, x * np.abs(1 / x - 1) ** k]) / level**k
    equal = np.array([np.ones_like(x), x])
    needs = []
    for beta in (1.2, 3.0, 8.0, 15.5):
        for m, n in itertools.product((0.3, 0.8, 0.95), (1.1, 1.3, 2.05)):
            inside, slopes = np.clip(x, m, n), [beta * y ** (beta - 1) for y in (m, n)]
            goal = inside**beta + slopes[0] * np.minimum(x - m, 0) + slopes[1] * np.maximum(x - n, 0) - 1 - beta * (x - 1)
            size = np.maximum(rows.max(axis=0), np.maximum(x, goal))
            law = linprog(-goal / size, A_ub=rows / size, b_ub=[1, 1], A_eq=equal / size, b_eq=[1, 1]).x / size
            q = np.maximum(law, 0) / np.maximum(law, 0).sum()
            p = q * x / (q * x).sum()
            needs.append(float(truncated_excess(p[q > 0], q[q > 0], offset=0, slope=None, delta=share)))
    assert max(needs) <= found.upper * (1 + 1e-5)
    assert max(needs) >= found.lower * 0.9


def test_power_to_approximate_zcdp_in_each_of_its_parameters() -> None:
    """ρ at (ξ, δ), ξ at (ρ, δ) and δ at (ξ, ρ) are inverse to each other, and without ρ what is left is (ε, δ)-DP's ε."""
    source = {"fk-divergence-dp": {"k": 1.6, "epsilon": 0.4}}
    rho = optimal(source, "approximate-zero-concentrated-dp", {"xi": 0.05, "delta": 0.01})
    assert rho.status is Status.ATTAINED
    xi = optimal(source, "approximate-zero-concentrated-dp", {"rho": rho.upper, "delta": 0.01})
    assert xi.upper == pytest.approx(0.05, rel=1e-6)
    delta = optimal(source, "approximate-zero-concentrated-dp", {"xi": 0.05, "rho": rho.upper})
    assert delta.upper == pytest.approx(0.01, rel=1e-6)
    largest = optimal(source, "approximate-zero-concentrated-dp", {"rho": 0, "delta": 0.01})
    assert largest.upper == pytest.approx(optimal(source, "approximate-dp", {"delta": 0.01}).upper, rel=1e-12)


def test_no_pair_on_the_boundary_leaves_more_than_is_proved() -> None:
    """Binary pairs on the boundary of (0, 0.1)-zCDP, judged by the definition after 10⁻³ of either side has been set aside."""
    p, q = concentrated_boundary(0.1)
    here = (q > 1e-9) & (p < 1 - 1e-9)
    found = optimal(zcdp(0.1), "approximate-zero-concentrated-dp", {"xi": 0.02, "delta": 1e-3})
    assert (found.certified, found.theorem) == (True, "T24")
    table = [np.array([x[here], 1 - x[here]]).T[::2] for x in (p, q)]
    needs = np.array([float(truncated_excess(a, b, offset=0.02, slope=None, delta=1e-3)) for a, b in zip(*table, strict=True)])
    assert needs.size > 150
    assert found.lower * (1 - 1e-4) <= needs.max() <= found.upper * (1 + 5e-5)  # orders between those of the grid are not bounded


def test_least_share_and_least_rho_are_inverse_to_each_other() -> None:
    for source in ({"kl-privacy": {"epsilon": 0.1}}, {"truncated-codp-bdrs18": {"rho": 0.1, "omega": 8}}, zcdp(0.5, xi=0.1)):
        found = optimal(source, "approximate-zero-concentrated-dp", {"xi": 0.02, "delta": 0.01})
        back = optimal(source, "approximate-zero-concentrated-dp", {"xi": 0.02, "rho": found.upper})
        assert back.upper == pytest.approx(0.01, rel=1e-7)


def test_lines_around_a_power_bound_what_approximate_zcdp_needs() -> None:
    """Both ends hold: one is what a pair of the source needs, and no random pair of three outputs needs more than the other."""
    k, level, share = 3, 0.5, 0.01
    found = optimal(
        {"fk-divergence-dp": {"k": k, "epsilon": level}}, "approximate-zero-concentrated-dp", {"xi": 0, "delta": share}
    )
    assert found.pair is not None
    assert found.upper < 1.15 * found.lower
    assert ZOO["fk-divergence-dp"].holds(found.pair.mechanism(), k=k, epsilon=level).holds
    needed = ZOO["approximate-zero-concentrated-dp"].tightest(found.pair.mechanism(), xi=0, delta=share)
    assert float(needed.value) == pytest.approx(found.lower, rel=1e-6)
    draw = np.random.default_rng(3)
    most, kept = 0.0, 0
    for _ in range(400):
        q = draw.dirichlet(draw.uniform(0.2, 2, 3))
        p = q * np.exp(draw.normal(0, 1, 3))
        p /= p.sum()
        if max((b * abs(a / b - 1) ** k).sum() for a, b in ((p, q), (q, p))) ** (1 / k) > level:
            continue
        kept += 1
        rows = [[Fraction(x).limit_denominator(10**6) for x in row[:2]] for row in (p, q)]
        pair = FiniteMechanism([(0,), (1,)], [0, 1, 2], [[*row, 1 - sum(row)] for row in rows])
        most = max(most, float(ZOO["approximate-zero-concentrated-dp"].tightest(pair, xi=0, delta=share).value))
    assert kept > 20
    assert 0.01 * found.upper < most <= found.upper


def test_a_law_without_losses_but_for_a_share_set_aside_has_that_share_of_losses_above_zero() -> None:
    found = optimal({"probabilistic-dp": {"epsilon": 0, "delta": 0.1}}, "probabilistic-dp", {"epsilon": 0})
    assert (found.lower, found.upper) == pytest.approx((0.1, 0.1), rel=1e-15)
    free = optimal({"approximate-dp": {"epsilon": 0, "delta": 0.1}}, "probabilistic-dp", {"epsilon": 0})
    assert free.lower == 1
    assert free.pair is not None
    assert ZOO["approximate-dp"].holds(free.pair.mechanism(), epsilon=0, delta=0.1)


@pytest.mark.parametrize(("mu", "epsilon"), [(2.189, 12.03), (0.1275, 0.1542)])
def test_without_rho_the_gaussian_pair_keeps_losses_up_to_its_own_epsilon(mu: float, epsilon: float) -> None:
    """δ(ε) = Φ(μ/2 - ε/μ) - e^ε Φ(-μ/2 - ε/μ); what is left of it without δ has no loss above ε."""
    with mpmath.workdps(40):
        a, b = mpmath.mpf(mu) / 2, mpmath.mpf(epsilon) / mpmath.mpf(mu)
        delta = float(mpmath.ncdf(a - b) - mpmath.exp(epsilon) * mpmath.ncdf(-a - b))
    found = optimal({"gaussian-dp": {"mu": mu}}, "approximate-zero-concentrated-dp", {"rho": 0, "delta": delta})
    assert found.certified
    assert found.upper == pytest.approx(epsilon, rel=1e-12)


def test_of_randomised_response_so_much_is_set_aside_that_a_weaker_one_is_left() -> None:
    """1 - δ = (1 + e^u)/(1 + e^ε), where u tanh(u/2) = ρ."""
    u = 1.2
    rho = u * math.tanh(u / 2)
    for epsilon in (2.0, 10.0, 1000.0):
        found = optimal(pure(epsilon), "approximate-zero-concentrated-dp", {"xi": 0, "rho": rho})
        left = math.exp(u - epsilon) * (1 + math.exp(-u)) / (1 + math.exp(-epsilon))
        assert found.lower - 1e-15 <= 1 - left <= found.upper + 1e-15
        assert found.upper - found.lower <= 1e-14


@pytest.mark.parametrize(("epsilon", "delta"), [(0.096, 7e-7), (0.053, 0.00886), (2.5, 1e-30), (9.3, 0.2)])
def test_beside_a_disclosure_so_much_is_set_aside_that_a_weaker_response_is_left(epsilon: float, delta: float) -> None:
    """Of the disclosure of δ behind RR_ε, a further (1 - δ)(e^ε - e^u)/(1 + e^ε); where that is less than none, δ alone."""
    source = {"approximate-dp": {"epsilon": epsilon, "delta": delta}}
    for u in (0.5 * epsilon, 0.97 * epsilon, 1.1 * epsilon):
        found = optimal(source, "approximate-zero-concentrated-dp", {"xi": 0, "rho": u * math.tanh(u / 2)})
        share = delta + (1 - delta) * max(0.0, math.exp(epsilon) - math.exp(u)) / (1 + math.exp(epsilon))
        assert found.lower <= found.upper == pytest.approx(share, rel=1e-12)
        assert found.certified
        assert found.upper - found.lower <= 1e-9 * share


@pytest.mark.parametrize("delta", [0.25, 0.5, 0.1, 0.3])
@pytest.mark.parametrize(("source", "least"), [("approximate-dp", 1), ("approximate-dp", 2), ("total-variation-privacy", 0)])
def test_nothing_needs_to_be_set_aside_where_the_slack_is_the_source_s_own(delta: float, source: str, least: float) -> None:
    """(ε, δ)-DP is relaxed DP with the same ε and δ_a and δ_p = 0, whether δ is a dyadic number or not."""
    given = {"epsilon": 1, "delta": delta} if source == "approximate-dp" else {"epsilon": delta}
    found = optimal([(source, given)], "relaxed-dp", {"epsilon": least, "delta_a": delta})
    assert (found.status, found.lower, found.upper) == ("attained", 0, 0)
    if least == 0:
        loss = optimal([(source, given)], "relaxed-dp", {"delta_a": delta, "delta_p": 0.125})
        assert (loss.status, loss.lower, loss.upper) == ("attained", 0, 0)


@pytest.mark.parametrize(
    ("order", "bound", "line", "share", "end"),
    [
        (1.1, 0.786, (4.51, 3.82e-7), 1.3e-6, 8),
        (3, 0.0372, (3.53, 3.61e-10), 8.11e-7, 8),
        (2, 0.5, (0.8, 1e-4), 1e-3, 5),
        (5, 0.1, (0.4, 0.01), 1e-3, 3),  # a line of more than what is set aside
    ],
)
def test_beside_a_line_binary_pairs_need_the_most_of_approximate_zcdp(
    order: float, bound: float, line: tuple[float, float], share: float, end: float
) -> None:
    epsilon, delta = line

    def bounds(v: Any) -> list[tuple[Any, float]]:
        limit = math.exp((order - 1) * bound)
        lines = [(np.maximum(np.exp(v) - math.exp(epsilon), 0), delta), (np.maximum(1 - np.exp(epsilon + v), 0), delta)]
        return [(np.exp(order * v), limit), (np.exp((1 - order) * v), limit), *lines]

    source = [("renyi-dp", {"alpha": order, "epsilon": bound}), ("approximate-dp", {"epsilon": epsilon, "delta": delta})]
    found = optimal(source, "approximate-zero-concentrated-dp", {"xi": 0, "delta": share})
    assert found.certified
    starts = [(1.5, 20.0, 0.05), (3.0, 10.0, 0.5), (8.0, 3.0, 0.9)]
    needed = max(left_by_programmes(bounds, share, 0, end, start) for start in starts)
    assert needed <= found.upper * (1 + 1e-8)
    assert needed == pytest.approx(found.upper, rel=1e-6)
    back = optimal(source, "approximate-zero-concentrated-dp", {"xi": 0, "rho": found.upper})
    assert back.upper == pytest.approx(share, rel=1e-5)


@pytest.mark.parametrize(
    ("order", "bound", "line", "share", "end"),
    [
        (10, 1.11, (0, 0.0598), 1.27e-4, 4),  # total variation
        (10, 0.327, (0.283, 6.0792e-4), 1.36e-4, 3),
    ],
)
def test_beside_a_line_of_more_than_the_share_outputs_at_its_bends_need_the_most(
    order: float, bound: float, line: tuple[float, float], share: float, end: float
) -> None:
    epsilon, delta = line
    source: list[tuple[str, dict[str, Any]]] = [("renyi-dp", {"alpha": order, "epsilon": bound})]
    source.append(
        ("approximate-dp", {"epsilon": epsilon, "delta": delta}) if epsilon else ("total-variation-privacy", {"epsilon": delta})
    )

    def bounds(v: Any) -> list[tuple[Any, float]]:
        limit = math.exp((order - 1) * bound)
        lines = [(np.maximum(np.exp(v) - math.exp(epsilon), 0), delta), (np.maximum(1 - np.exp(epsilon + v), 0), delta)]
        return [(np.exp(order * v), limit), (np.exp((1 - order) * v), limit), *lines]

    found = optimal(source, "approximate-zero-concentrated-dp", {"xi": 0, "delta": share})
    needed = max(left_by_programmes(bounds, share, 0, end, start) for start in ((1.5, 20.0, 0.05), (8.0, 3.0, 0.9)))
    assert found.status is Status.ATTAINED
    assert found.lower * (1 - 1e-8) <= needed <= found.upper
    assert needed == pytest.approx(found.upper, rel=1e-8)
    assert found.pair is not None
    assert len(found.pair.p) == (4 if epsilon else 3)
    kept = float(ZOO["approximate-zero-concentrated-dp"].tightest(found.pair.mechanism(), xi=0, delta=share).value)
    assert kept == pytest.approx(found.lower, rel=1e-6)
    back = optimal(source, "approximate-zero-concentrated-dp", {"xi": 0, "rho": needed})
    assert back.upper == pytest.approx(share, rel=1e-5)


def _lines(v: Any, lines: Sequence[tuple[float, float]]) -> list[tuple[Any, float]]:
    both = [(np.maximum(np.exp(v) - math.exp(e), 0), np.maximum(1 - np.exp(e + v), 0), d) for e, d in lines]
    return [(row, d) for *rows, d in both for row in rows]


def test_beside_two_lines_of_more_than_the_share_outputs_at_bends_of_both_need_the_most() -> None:
    order, bound, share, xi, lines = 32, 1.42, 4.28e-7, 0.0844, [(0.0226, 2.42e-5), (0.194, 1.09e-5)]

    def bounds(v: Any) -> list[tuple[Any, float]]:
        limit = (order - 1) * bound
        return [(np.exp(order * v - limit), 1.0), (np.exp((1 - order) * v - limit), 1.0), *_lines(v, lines)]

    source: list[tuple[str, dict[str, Any]]] = [("approximate-dp", {"epsilon": e, "delta": d}) for e, d in lines]
    source.append(("renyi-dp", {"alpha": order, "epsilon": bound}))
    found = optimal(source, "approximate-zero-concentrated-dp", {"xi": xi, "delta": share})
    needed = max(left_by_programmes(bounds, share, xi, 2.5, start) for start in ((1.5, 20.0, 0.05), (8.0, 1.4, 0.9)))
    assert found.certified
    assert found.pair is not None
    assert len(found.pair.p) == 4
    assert found.lower * (1 - 1e-8) <= needed <= found.upper
    back = optimal(source, "approximate-zero-concentrated-dp", {"xi": xi, "rho": needed})
    assert back.certified
    assert back.upper == pytest.approx(share, rel=1e-5)


def test_beside_a_range_of_losses_an_output_at_a_bend_needs_the_most_at_one_of_the_places() -> None:
    """Losses from top - η to top, for several tops: laws elsewhere are left a part 10⁻¹⁵."""
    eta, line, share = 0.6, (0.2, 0.01), 0.002
    source = [("approximate-dp", {"epsilon": line[0], "delta": line[1]}), ("range-bounded-privacy", {"epsilon": eta})]
    found = optimal(source, "approximate-zero-concentrated-dp", {"xi": 0, "delta": share})
    assert found.certified
    assert found.pair is not None
    own = [math.log(p / q) for p, q in zip(found.pair.p, found.pair.q, strict=True)]
    assert own == pytest.approx([own[0], line[0], own[0] - eta], abs=1e-6)

    def needed(top: float) -> float:
        def bounds(v: Any) -> list[tuple[Any, float]]:
            elsewhere = np.where((v > top + 1e-9) | (v < top - eta - 1e-9), 1.0, 0.0)
            return [(elsewhere, 1e-15), *_lines(v, [line])]

        return max(left_by_programmes(bounds, share, 0, eta, start) for start in ((1.5, 1.3, 0.8), (8.0, 1.4, 0.9)))

    assert needed(own[0]) == pytest.approx(found.upper, rel=1e-6)
    assert all(needed(own[0] + x) <= found.upper * (1 + 1e-8) for x in (-0.05, -0.01, 0.01, 0.05))


def test_beside_a_small_total_variation_the_worst_law_is_found_where_rounding_hides_the_line() -> None:
    """A rare largest loss of one order, and the largest loss of the other: half the scan was lost, and 2·10⁻⁵ of the need."""
    loss, divergence, variation, share = 0.225, 3.93e-4, 7.89e-4, 3.31e-6

    def bounds(v: Any) -> list[tuple[Any, float]]:
        return [(np.exp(v) * v, divergence), (-v, divergence), (np.maximum(np.exp(v) - 1, 0), variation)]

    source = [
        ("total-variation-privacy", {"epsilon": variation}),
        ("kl-privacy", {"epsilon": divergence}),
        ("epsilon-dp", {"epsilon": loss}),
    ]
    found = optimal(source, "approximate-zero-concentrated-dp", {"xi": 0, "delta": share})
    needed = left_by_programmes(bounds, share, 0, loss, (3.0, 3.0, 0.5))
    assert found.lower * (1 - 1e-8) <= needed <= found.upper
    assert needed == pytest.approx(found.upper, rel=1e-8)


def test_no_law_that_breaks_an_order_between_two_of_a_grid_is_taken_for_the_worst() -> None:
    """Beside total variation a law with one output at 0 breaks (0, 5.61·10⁻⁴)-zCDP about the order 49 by 6·10⁻⁴ of it."""
    variation, rho, share = 0.00801, 5.61e-4, 4.51e-6

    def bounds(v: Any) -> list[tuple[Any, float]]:
        orders = [1.5, 5, 20, *np.linspace(40, 60, 41), 80, 150]
        lines = [(np.maximum(np.exp(v) - 1, 0), variation)]
        both = ((np.exp(a * (v - (a - 1) * rho)), np.exp((1 - a) * v - a * (a - 1) * rho)) for a in orders)
        return [*lines, *((row, 1.0) for pair in both for row in pair)]

    source = [("total-variation-privacy", {"epsilon": variation}), ("zero-concentrated-dp", {"xi": 0, "rho": rho})]
    found = optimal(source, "approximate-zero-concentrated-dp", {"xi": 0, "delta": share})
    needed = left_by_programmes(bounds, share, 0, 0.3, (50.0, 1.07, 0.97))
    assert found.lower * (1 - 1e-6) <= needed
    assert needed == pytest.approx(found.upper, rel=1e-5)


@pytest.mark.parametrize("rho", [1e-4, 0.01])
def test_so_little_set_aside_of_bounded_range_changes_nothing(rho: float) -> None:
    """D_α - ρα of the ratios y and e^η y, of which the larger has the Q-mass (1/y - 1)/(e^η - 1), over α and y by a search."""
    eta = 7.13

    def needed(x: Any) -> float:
        order, loss = 1 + math.exp(x[0]), -eta / (1 + math.exp(x[1]))
        q = math.expm1(-loss) / math.expm1(eta)
        return rho * order - float(np.logaddexp(math.log1p(-q) + order * loss, math.log(q) + order * (eta + loss))) / (order - 1)

    starts = itertools.product((0, 2, 4), (0, 3))
    options = {"xatol": 1e-9, "fatol": 1e-14, "maxiter": 4000}
    truth = -min(float(minimize(needed, x, method="Nelder-Mead", options=options).fun) for x in starts)
    best = optimal(
        {"range-bounded-privacy": {"epsilon": eta}}, "approximate-zero-concentrated-dp", {"rho": rho, "delta": 4.75e-29}
    )
    assert best.lower <= truth * (1 + 1e-9)
    assert best.upper == pytest.approx(truth, rel=1e-8)


def test_a_line_of_a_tiny_delta_is_worth_its_largest_loss() -> None:
    """A part 10⁻¹¹ of the larger loss may exceed ε, which tells nothing at eight digits; no best test is proved at the share."""
    variance, epsilon, share = 0.023, 0.419, 5.28e-7
    line = ("approximate-dp", {"epsilon": epsilon, "delta": 1.22e-12})
    source = [("divergence-dp", {"f": "chi-square", "epsilon": variance}), line]
    found = optimal(source, "approximate-zero-concentrated-dp", {"xi": 0, "delta": share})
    small = -math.log1p(-variance / math.expm1(epsilon))  # of two outputs the variance is the product of both gaps to 1
    q = -math.expm1(-small) / (math.exp(epsilon) - math.exp(-small))
    needed, *start = needed_after((np.array([epsilon, -small]), np.array([q, 1 - q])), share, 0)
    assert found.certified
    assert found.upper == pytest.approx(needed, rel=1e-9)

    def bounds(v: Any) -> list[tuple[Any, float]]:
        return [(np.exp(2 * v), 1 + variance), (np.exp(-v), 1 + variance)]

    for first in (start, (1.5, 20.0, 0.05), (8.0, 1.4, 0.9)):
        assert left_by_programmes(bounds, share, 0, epsilon, first) <= found.upper * (1 + 1e-8)


def test_where_so_little_is_set_aside_that_nothing_changes_the_source_s_own_rho_is_the_answer() -> None:
    source = [("approximate-dp", {"epsilon": 0.669, "delta": 6.75e-27}), ("zero-concentrated-dp", {"xi": 0, "rho": 0.025})]
    found = optimal(source, "approximate-zero-concentrated-dp", {"xi": 0, "delta": 5.33e-28})
    assert (found.certified, found.upper) == (True, 0.025)
    assert found.lower == pytest.approx(0.025, rel=1e-9)
