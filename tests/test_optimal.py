"""The best possible conversions against theorems, published numbers, linear programmes, random pairs and other libraries."""

from __future__ import annotations

import itertools
import json
import math
import re
from fractions import Fraction
from typing import Any

import flint
import mpmath
import numpy as np
import pytest
from conftest import Run
from scipy.optimize import linprog
from scipy.stats import norm
from sources_and_pairs import ZOO, gaussian, mean, pairs, programme, pure, rdp, worst, zcdp

from dpzoo.blocks.divergences import hockey_stick, kl_divergence, renyi_divergence, total_variation
from dpzoo.blocks.generators import HELLINGER, f_divergence
from dpzoo.numbers.real import real
from dpzoo.optimal.binary import worst_order
from dpzoo.optimal.certify import arb
from dpzoo.optimal.engine import optimal
from dpzoo.optimal.moments import OddsPower
from dpzoo.optimal.optimum import EQUAL, Status
from dpzoo.optimal.question import TARGETS
from dpzoo.optimal.sources import SOURCES
from dpzoo.relations.guarantees import GuaranteeError

MEASURED = [  # optima found by a linear programme and by convex optimisation in two variables, outside this package
    (rdp(2, 0.1), "approximate-dp", {"delta": 1e-6}, 10.177085768366791, 1e-13),
    (rdp(2, 1), "approximate-dp", {"delta": 1e-6}, 12.970543379359092, 1e-13),
    (rdp(2, 0.1), "approximate-dp", {"epsilon": 0.5}, 0.0382721697, 1e-8),
    (rdp(4, 0.01), "approximate-dp", {"epsilon": 0.5}, 0.00097976, 1e-5),
    (rdp(4, 0.01), "approximate-dp", {"delta": 1e-3}, 0.49488, 1e-5),
    (rdp(8, 1), "approximate-dp", {"epsilon": 0.5}, 0.309880259, 1e-8),
    (rdp(32, 0.2), "probabilistic-dp", {"epsilon": 3}, 2.0e-38, 1e-2),
    (rdp(32, 0.2), "kl-privacy", {}, 0.0238895, 1e-5),
    (rdp(4, 0.01), "total-variation-privacy", {}, 0.03552, 2e-4),
    (zcdp(0.1), "approximate-dp", {"epsilon": 0.5}, 0.0676737082, 1e-8),
    (zcdp(0.5), "approximate-dp", {"epsilon": 0.5}, 0.337739609, 1e-8),
    (zcdp(0.5), "approximate-dp", {"epsilon": 4}, 1.9576747510563197498e-4, 1e-13),
    (zcdp(0.5), "approximate-dp", {"delta": 1e-6}, 5.221534341017006, 1e-13),
    (zcdp(0.1), "approximate-dp", {"epsilon": 4}, 5.5974587e-19, 1e-7),
    (zcdp(0.5), "gaussian-dp", {}, 1.28391, 1e-5),
    (zcdp(0.1), "gaussian-dp", {}, 0.56318, 1e-5),
    ({"truncated-codp-bdrs18": {"rho": 0.02, "omega": 32}}, "approximate-dp", {"epsilon": 2}, 5.7e-21, 1e-2),
    ({"kl-privacy": {"epsilon": 0.01}}, "approximate-dp", {"epsilon": 4}, 0.0017379, 1e-4),
    ({"kl-privacy": {"epsilon": 0.1}}, "approximate-dp", {"delta": 0.1}, 0.45107, 1e-4),
    ({"kl-privacy": {"epsilon": 2}}, "probabilistic-dp", {"epsilon": 1}, 0.98427, 1e-5),
    ({"fk-divergence-dp": {"k": 3, "epsilon": 0.2}}, "approximate-dp", {"epsilon": 1}, 0.00040142, 1e-4),
    ({"fk-divergence-dp": {"k": 2, "epsilon": 0.3}}, "approximate-dp", {"epsilon": 1}, 0.012996, 1e-4),
    ({"fk-divergence-dp": {"k": 2, "epsilon": 0.3}}, "kl-privacy", {}, 0.044337, 1e-4),
    ({"approximate-dp": {"epsilon": 0.5, "delta": 0.001}}, "approximate-dp", {"epsilon": 0.3}, 0.11372, 1e-4),
    (zcdp(0, xi=0.5), "kl-privacy", {}, 0.5 * math.tanh(0.25), 1e-12),
    (pure(1), "zero-concentrated-dp", {"xi": 0}, math.tanh(0.5), 1e-12),
    (pure(1), "gaussian-dp", {}, 2 * norm.ppf(math.e / (1 + math.e)), 1e-12),
    (pure(5), "mean-concentrated-dp", {"mu": 9}, math.sqrt(10 * math.tanh(2.5)), 1e-9),
    (
        {"approximate-dp": {"epsilon": 5, "delta": 0.1}},
        "approximate-zero-concentrated-dp",
        {"delta": 0.1},
        5 * math.tanh(2.5),
        1e-12,
    ),
    ({"gaussian-dp": {"mu": 1}}, "probabilistic-dp", {"delta": 1e-6}, math.log(1e-6 / norm.cdf(norm.ppf(1e-6) - 1)), 1e-10),
    ({"gaussian-dp": {"mu": 1}}, "approximate-dp", {"epsilon": 1}, norm.cdf(-0.5) - math.e * norm.cdf(-1.5), 1e-10),
    ({"gaussian-dp": {"mu": 0.7}}, "renyi-dp", {"alpha": 3}, 3 * 0.49 / 2, 1e-12),
    ({"range-bounded-privacy": {"epsilon": 1}}, "gaussian-dp", {}, 2 * norm.ppf(1 / (1 + math.exp(-0.5))), 1e-12),
    ({"range-bounded-privacy": {"epsilon": 1}}, "total-variation-privacy", {}, math.tanh(0.25), 1e-12),
    # by bisection of the binary region in long doubles, and a search over its boundary and the orders
    ({"truncated-codp-col16": {"xi": 5.719, "tau": 0.3257}}, "renyi-dp", {"alpha": 12.19}, 3.723731618815, 1e-9),
    ({"truncated-codp-col16": {"xi": 0.2176, "tau": 0.007613}}, "zero-concentrated-dp", {"xi": 0.04485}, 0.004588071249346, 1e-9),
]


@pytest.mark.parametrize(("source", "target", "fixed", "value", "tolerance"), MEASURED)
def test_optima_agree_with_closed_forms_and_figures_found_elsewhere(
    source: dict[str, Any], target: str, fixed: dict[str, Any], value: float, tolerance: float
) -> None:
    found = optimal(source, target, fixed)
    assert found.lower <= found.upper
    assert found.upper == pytest.approx(value, rel=tolerance)
    assert found.upper - found.lower <= 1e-8 * found.upper


def test_an_order_two_bound_gives_epsilon_and_delta_in_closed_form() -> None:
    for epsilon, d in ((0.1, 1e-6), (1, 1e-3), (0.01, 1e-9)):
        v = math.expm1(epsilon)
        found = optimal(rdp(2, epsilon), "approximate-dp", {"delta": d})
        assert found.upper == pytest.approx(math.log(1 - d + v / (4 * d)), rel=1e-12)
    b, v = math.exp(2) - 1, math.expm1(0.3)
    found = optimal(rdp(2, 0.3), "approximate-dp", {"epsilon": 2})
    assert found.upper == pytest.approx((math.sqrt(b * b + v) - b) / 2, rel=1e-12)


def test_hellinger_distance_gives_delta_in_closed_form() -> None:
    h = 0.1  # (√p - √q)² summed; the angle between the two unit vectors is arccos(1 - h/2)
    angle = math.acos(1 - h / 2)
    for epsilon in (0.5, 1, 3):
        e = math.exp(epsilon)
        expected = (1 - e + math.sqrt(e * e - 2 * e * math.cos(2 * angle) + 1)) / 2
        found = optimal({"divergence-dp": {"f": "hellinger", "epsilon": h}}, "approximate-dp", {"epsilon": epsilon})
        assert found.upper == pytest.approx(expected, rel=1e-11)


def test_concentrated_dp_with_an_offset_gives_less_than_its_sum() -> None:
    found = optimal(zcdp(0.1, xi=0.1), "kl-privacy")
    assert found.upper < 0.1654  # a linear programme's bound; the sum ξ + ρ would be 0.2
    assert found.certified


def test_impossible_conversions_are_refused() -> None:
    for source, target, fixed in [
        (rdp(2, 1), "renyi-dp", {"alpha": 3}),
        (rdp(2, 1), "epsilon-dp", {}),
        (rdp(2, 1), "gaussian-dp", {}),
        (zcdp(0.1), "epsilon-dp", {}),
        ({"kl-privacy": {"epsilon": 1}}, "renyi-dp", {"alpha": 1.5}),
        ({"approximate-dp": {"epsilon": 1, "delta": 0.01}}, "kl-privacy", {}),
        ({"approximate-dp": {"epsilon": 1, "delta": 0.01}}, "approximate-dp", {"delta": 0.001}),
        ({"total-variation-privacy": {"epsilon": 0.1}}, "gaussian-dp", {}),
        ({"truncated-codp-bdrs18": {"rho": 0.1, "omega": 4}}, "zero-concentrated-dp", {"xi": 0}),
    ]:
        found = optimal(source, target, fixed)
        assert found.status is Status.INFINITE, (source, target)
        assert found.upper == math.inf


def test_where_no_finite_value_exists_the_family_that_is_named_shows_it() -> None:
    """Sixty drawn answers, each with the pairs that its sentence speaks of, built and measured apart from the package."""
    rng = np.random.default_rng(18)

    def refused(source: dict[str, dict[str, float]], target: str, fixed: dict[str, float], words: str) -> float:
        found = optimal(source, target, fixed)
        assert found.status is Status.INFINITE, (source, target, fixed)
        assert words in found.note, found.note
        return float((re.findall(r"(?:= |to |needs )([0-9.e-]+)(?:,| as)", found.note) or ["nan"])[0])

    def says(number: float, truth: Any, allowed: float) -> None:
        assert allowed < number <= truth < number * (1 + 1e-5) * (1 + 1e-12)

    def order(a: Any, p: Any, q: Any) -> Any:
        return mpmath.log(p**a * q ** (1 - a) + (1 - p) ** a * (1 - q) ** (1 - a)) / (a - 1)

    with mpmath.workdps(50):
        for _ in range(10):  # randomised response meets pure DP; its order 1 and its largest loss
            e, less = float(rng.uniform(0.1, 5)), float(rng.uniform(0.3, 0.99))
            first = e * mpmath.tanh(mpmath.mpf(e) / 2)
            allowed = float(first) * less
            says(refused(pure(e), "renyi-dp", {"epsilon": allowed}, "already at order 1"), first, allowed)
            says(refused(pure(e), "truncated-codp-col16", {"tau": allowed}, "whatever ξ is"), first, allowed)
            says(refused(pure(e), "truncated-codp-col16", {"xi": e * less}, "q → 0"), mpmath.mpf(e), e * less)
        for _ in range(8):
            a, e = float(rng.uniform(1.5, 20)), float(rng.uniform(0.05, 3))
            u = mpmath.findroot(lambda u, a=a, e=e: order(a, 1 / (1 + mpmath.exp(-u)), 1 / (1 + mpmath.exp(u))) - e, e + 0.1)
            says(refused(rdp(a, e), "renyi-dp", {"epsilon": 0.01 * e}, "already at order 1"), u * mpmath.tanh(u / 2), 0.01 * e)
            b = a * float(rng.uniform(1.05, 3))
            refused(rdp(a, e), "renyi-dp", {"alpha": b}, "q → 0")
            refused(rdp(a, e), "epsilon-dp", {}, "q → 0")
            c, needs = mpmath.expm1((a - 1) * e) / 2, []
            for far in (400, 4000, 40000):
                q = mpmath.mpf(10) ** -far
                p = (c * q ** (a - 1)) ** (1 / mpmath.mpf(a))
                assert p**a * q ** (1 - a) + (1 - p) ** a * (1 - q) ** (1 - a) <= mpmath.exp((a - 1) * e)
                assert q**a * p ** (1 - a) + (1 - q) ** a * (1 - p) ** (1 - a) <= mpmath.exp((a - 1) * e)
                needs.append((order(b, p, q), mpmath.log(p / q)))
            assert all(high > 5 * low > 0 for x, y in itertools.pairwise(needs) for low, high in zip(x, y, strict=True))
        for _ in range(5):  # D_1 of the Gaussian pair
            mu = float(rng.uniform(0.2, 3))
            half = mpmath.mpf(mu) ** 2 / 2
            fixed = {"xi": 0, "rho": 0.9 * float(half)}
            says(refused({"gaussian-dp": {"mu": mu}}, "bounded-concentrated-dp", fixed, "at order 1"), half, fixed["rho"])
        for _ in range(6):  # one output of mass δ_p, one of mass δ_a/(1 - exp(ε - x)), both of loss x, and the rest
            e, a, b = (mpmath.mpf(float(rng.uniform(*ends))) for ends in ((0.5, 3), (1e-4, 0.05), (1e-4, 0.05)))
            source = {"relaxed-dp": {"epsilon": float(e), "delta_a": float(a), "delta_p": float(b)}}
            refused(source, "probabilistic-dp", {"delta": float(b) * 0.9}, "discloses with probability")
            refused(source, "probabilistic-dp", {"delta": float(b + 0.9 * a)}, "may have any loss")
            for x in (10, 30, 90):
                p = a / (1 - mpmath.exp(e - x))
                q = p * mpmath.exp(-x)
                assert p + b > a + b
                assert p - mpmath.exp(e) * q <= a * (1 + mpmath.mpf(10) ** -40)
                assert 1 - q - b * mpmath.exp(-x) <= mpmath.exp(e) * (1 - p - b)  # the rest, in the other order


def test_a_profile_and_a_curve_are_sources() -> None:
    profile = {"approximate-dp": {"profile": [(1, 0.01), (2, 0.001)]}}
    assert optimal(profile, "approximate-dp", {"epsilon": 1}).upper == pytest.approx(0.01)
    assert optimal(profile, "approximate-dp", {"epsilon": 1.5}).upper < 0.01
    curve = {"f-dp": {"f": [(0, 0.9), (0.45, 0.45), (0.9, 0)]}}
    assert optimal(curve, "total-variation-privacy").upper == pytest.approx(0.1)


def test_no_table_stands_behind_an_optimum_of_zero() -> None:
    best = optimal({"mean-concentrated-dp": {"mu": 0.1365, "tau": 0.1291}}, "relaxed-dp", {"epsilon": 2.809, "delta_p": 3.492e-9})
    assert (best.upper, best.pair) == (0, EQUAL)


def test_even_powers_of_the_gaussian_pair_are_sums_of_exponentials() -> None:
    """E(X - 1)^n = Σ (-1)^{n-j} C(n, j) e^{j(j-1)μ²/2} at μ = 0.01, n = 500, summed with 1,500 digits elsewhere."""
    assert optimal({"gaussian-dp": {"mu": 0.01}}, "fk-divergence-dp", {"k": 500}).upper == pytest.approx(
        0.152373914156583839, rel=1e-14
    )


def test_weak_and_strong_guarantees_are_solved_too() -> None:
    """ρ = 10³: RR_u with u tanh(u/2) = ρ, u = ρ to all digits; ε = 10⁻² in mean-concentrated DP: τ² = 2ε tanh(ε/2)."""
    assert optimal(zcdp(1000), "kl-privacy").upper == pytest.approx(1000, rel=1e-12)
    assert optimal(zcdp(1000), "total-variation-privacy").upper == pytest.approx(1, rel=1e-12)
    exact = math.sqrt(0.02 * math.tanh(0.005))
    assert optimal(pure(0.01), "mean-concentrated-dp", {"mu": 1}).upper == pytest.approx(exact, rel=1e-9)
    assert optimal({"divergence-dp": {"f": "hellinger", "epsilon": 1.5}}, "approximate-dp", {"delta": 1e-3}).upper == math.inf


def test_bad_input_is_one_sentence() -> None:
    for source, target, fixed in [
        ({"epsilon-dp": {"epsilon": -1}}, "kl-privacy", {}),
        ({"epsilon-dp": {}}, "kl-privacy", {}),
        ({"k-anonymity": {"k": 3}}, "kl-privacy", {}),
        (pure(1), "k-anonymity", {}),
        (pure(1), "approximate-dp", {}),
        (pure(1), "approximate-dp", {"delta": 2}),
        (pure(1), "approximate-dp", {"omega": 2}),
        (pure(math.nan), "kl-privacy", {}),
        ({"f-dp": {"f": [(0, 0.9), (0.5, 0.45), (0.8, 0.19)]}}, "kl-privacy", {}),  # above 0 at x = 1, if it is convex
        ({"f-dp": {"f": [(0.1, 0.85), (0.2, 0.6)]}}, "kl-privacy", {}),  # above 1 at x = 0
    ]:
        with pytest.raises(GuaranteeError):
            optimal(source, target, fixed)


@pytest.mark.parametrize(
    ("moments", "source"),
    [
        ([(2, 0.5)], rdp(2, 0.5)),
        ([(3, 1.0)], rdp(3, 1.0)),
        ([(1, 0.3)], {"kl-privacy": {"epsilon": 0.3}}),
        ([(2, 0.3), (4, 0.5)], [("renyi-dp", {"alpha": 2, "epsilon": 0.3}), ("renyi-dp", {"alpha": 4, "epsilon": 0.5})]),
    ],
)
def test_linear_programmes_find_no_worse_pair_and_come_close(moments: list[tuple[float, float]], source: Any) -> None:
    for epsilon in (0.0, 0.7, 1.5):
        found = optimal(source, "approximate-dp", {"epsilon": epsilon})
        grid = programme(moments, lambda v, e=epsilon: np.maximum(np.exp(v) - math.exp(e), 0))
        assert grid <= found.upper * (1 + 1e-6)
        assert grid >= found.lower * (1 - 1e-4)
    if moments[0][0] > 1:
        found = optimal(source, "kl-privacy")
        grid = programme(moments, lambda v: v * np.exp(v))
        assert grid <= found.upper * (1 + 1e-6)
        assert grid >= found.lower * (1 - 1e-4)


def test_no_random_pair_exceeds_an_optimum() -> None:
    for p, q in pairs(25):
        amounts = {a: worst(lambda x, y, a=a: renyi_divergence(x, y, a), p, q) for a in (1, 1.5, 2, 8)}
        tv, mean = worst(total_variation, p, q), worst(kl_divergence, p, q)
        at_half = -2 * math.log(float(np.sqrt(p * q).sum()))
        powers = {k: worst(lambda x, y, k=k: (y * np.abs(x / y - 1) ** k).sum() ** (1 / k), p, q) for k in (1.5, 3)}
        sources = [rdp(a, e * (1 + 1e-12)) for a, e in amounts.items()]
        sources += [{"fk-divergence-dp": {"k": k, "epsilon": e * (1 + 1e-12)}} for k, e in powers.items()]
        losses = np.log(p / q)
        sources += [pure(float(np.abs(losses).max()) * (1 + 1e-12))]
        sources += [{"range-bounded-privacy": {"epsilon": float(np.ptp(losses)) * (1 + 1e-12)}}]
        for source in sources:
            for epsilon in (0.0, 0.5, 1.5):
                d = worst(lambda x, y, e=epsilon: hockey_stick(x, y, math.exp(e)), p, q)
                assert d <= optimal(source, "approximate-dp", {"epsilon": epsilon}).upper * (1 + 1e-9) + 1e-15
            assert tv <= optimal(source, "total-variation-privacy").upper * (1 + 1e-9)
            assert mean <= optimal(source, "kl-privacy").upper * (1 + 1e-9)
            found = optimal(source, "divergence-dp", {"f": "hellinger"})
            assert -2 * math.expm1(-at_half / 2) <= found.upper * (1 + 1e-9)


WITNESSED = [
    (rdp(4, 0.01), "approximate-dp", {"epsilon": 0.5}),
    (rdp(4, 0.01), "approximate-dp", {"delta": 0.001}),
    (rdp(8, 1), "kl-privacy", {}),
    (rdp(8, 1), "renyi-dp", {"alpha": 3}),
    (rdp(8, 1), "probabilistic-dp", {"epsilon": 1}),
    (rdp(8, 1), "probabilistic-dp", {"delta": 0.01}),
    (zcdp(0.5), "approximate-dp", {"epsilon": 4}),
    (zcdp(0.5), "approximate-dp", {"delta": 1e-6}),
    (zcdp(0.1, xi=0.1), "kl-privacy", {}),
    (zcdp(0.1, xi=0.1), "renyi-dp", {"alpha": 20}),
    (zcdp(0.1), "renyi-dp", {"alpha": 3}),
    ({"truncated-codp-bdrs18": {"rho": 0.5, "omega": 2}}, "total-variation-privacy", {}),
    ({"kl-privacy": {"epsilon": 0.1}}, "approximate-dp", {"epsilon": 1}),
    ({"fk-divergence-dp": {"k": 3, "epsilon": 0.2}}, "approximate-dp", {"epsilon": 1}),
    ({"range-bounded-privacy": {"epsilon": 1}}, "approximate-dp", {"delta": 0.01}),
    ({"range-bounded-privacy": {"epsilon": 1}}, "renyi-dp", {"alpha": 3}),
    ({"relaxed-dp": {"epsilon": 1, "delta_a": 0.01, "delta_p": 0.02}}, "probabilistic-dp", {"epsilon": 1.5}),
    ({"relaxed-dp": {"epsilon": 1, "delta_a": 0.01, "delta_p": 0.02}}, "relaxed-dp", {"epsilon": 1.5, "delta_p": 0.001}),
    ({"relaxed-dp": {"epsilon": 1, "delta_a": 0.01, "delta_p": 0.02}}, "relaxed-dp", {"epsilon": 0.5, "delta_a": 0.2}),
    ({"probabilistic-dp": {"epsilon": 1, "delta": 0.02}}, "relaxed-dp", {"delta_a": 0.1, "delta_p": 0.05}),
    ({"approximate-dp": {"epsilon": 1, "delta": 0.01}}, "approximate-dp", {"epsilon": 0.5}),
    (pure(1), "probabilistic-dp", {"epsilon": 0.3}),
    ({"gaussian-dp": {"mu": 1}}, "approximate-dp", {"epsilon": 1}),
]
WITNESSED += [  # moment problems
    ({"fk-divergence-dp": {"k": 3, "epsilon": 0.2}}, "kl-privacy", {}),
    ({"fk-divergence-dp": {"k": 1.5, "epsilon": 0.3}}, "kl-privacy", {}),
    ({"fk-divergence-dp": {"k": 1.22, "epsilon": 0.1}}, "kl-privacy", {}),  # an output next to X = 1, and two rare ones
    ({"fk-divergence-dp": {"k": 1.5, "epsilon": 0.8}}, "renyi-dp", {"alpha": 1.5}),
    ({"fk-divergence-dp": {"k": 4, "epsilon": 1}}, "renyi-dp", {"alpha": 3}),
    ({"truncated-codp-col16": {"xi": 0.25, "tau": 2e-6}}, "fk-divergence-dp", {"k": 1.77}),
    (rdp(4, 0.01), "fk-divergence-dp", {"k": 3}),
    (zcdp(0.1), "fk-divergence-dp", {"k": 3}),
    (zcdp(0.5), "fk-divergence-dp", {"k": 3}),  # a third output, which only the reverse order bounds
    (zcdp(0.1), "fk-divergence-dp", {"k": 1.5}),  # a high order decides beyond all outputs
    ({**zcdp(0.1), **pure(1)}, "renyi-dp", {"alpha": 3}),
    ({"truncated-codp-col16": {"xi": 1, "tau": 0.2}}, "renyi-dp", {"alpha": 20}),
    ({"range-bounded-privacy": {"epsilon": 1}}, "fk-divergence-dp", {"k": 3}),
]


def test_powers_below_two_bend_at_one_and_leave_room_for_rare_outputs() -> None:
    k, epsilon = 1.22066, 0.0746664
    source = {"fk-divergence-dp": {"k": k, "epsilon": epsilon}}
    v = 13 * np.sinh(np.linspace(-8, 8, 4001)) / math.sinh(8)
    x, gap = np.exp(v), np.abs(np.expm1(v)) ** k / epsilon**k
    rows = np.array([gap, gap * x ** (1 - k)])
    size = np.maximum(np.maximum(rows.max(axis=0), x), 1.0)
    for objective, found in ((x * v, optimal(source, "kl-privacy")), (x**1.1, optimal(source, "renyi-dp", {"alpha": 1.1}))):
        grid = linprog(-objective / size, A_ub=rows / size, b_ub=[1, 1], A_eq=np.array([1 / size, x / size]), b_eq=[1, 1])
        value = -grid.fun if found.target == "kl-privacy" else math.log(-grid.fun) / 0.1
        assert found.lower * (1 - 1e-3) <= value <= found.upper * (1 + 1e-6)
    closed = optimal({"fk-divergence-dp": {"k": 1.5, "epsilon": 0.8}}, "renyi-dp", {"alpha": 1.5})
    assert closed.upper == pytest.approx(2 * math.log1p(0.8**1.5), rel=1e-12)  # X^k ≤ 1 + k(X - 1) + |X - 1|^k


def test_every_power_of_a_bounded_ratio_stays_below_its_largest_deviation() -> None:
    assert optimal(pure(0.1), "fk-divergence-dp", {"epsilon": 0.2}).value == math.inf  # e^0.1 - 1 < 0.2


def test_mass_that_escapes_to_infinity_is_counted() -> None:
    # bounds on E X^α leave E|X - 1|^α as large as with X = 1 but for a vanishing part: e^{(α-1)ε} - 1
    for alpha, epsilon in ((3, 1), (4, 0.01)):
        found = optimal(rdp(alpha, epsilon), "fk-divergence-dp", {"k": alpha})
        assert found.upper == pytest.approx(math.expm1((alpha - 1) * epsilon) ** (1 / alpha), rel=1e-11)
        assert found.status is Status.LIMIT


def test_bounded_range_is_concentrated_at_an_offset_by_its_high_orders() -> None:
    eta, xi = 0.153993, 0.0382971
    alpha, y = np.geomspace(1.5, 1e4, 4000)[:, None], np.linspace(0.0005, 0.9995, 1500)
    low, high = -eta * y, eta * (1 - y)  # the two losses, and their probabilities under Q
    q = -np.expm1(low) / (np.exp(high) - np.exp(low))
    moment = np.logaddexp(np.log(q) + alpha * high, np.log1p(-q) + alpha * low)
    best = float(((moment / (alpha - 1) - xi) / alpha).max())
    found = optimal({"range-bounded-privacy": {"epsilon": eta}}, "zero-concentrated-dp", {"xi": xi})
    assert best <= found.upper * (1 + 1e-9)
    assert best == pytest.approx(found.upper, rel=1e-5)


def test_bounded_range_gives_powers_by_one_placement() -> None:
    for eta, k in ((1.0, 3.0), (2.0, 1.5)):
        e = math.exp(eta)
        y = np.linspace(1 / e, 1, 400_001)[1:-1]
        moment = (1 - y) * (e * y - 1) * ((e * y - 1) ** (k - 1) + (1 - y) ** (k - 1)) / ((e - 1) * y)
        found = optimal({"range-bounded-privacy": {"epsilon": eta}}, "fk-divergence-dp", {"k": k})
        assert found.upper == pytest.approx(moment.max() ** (1 / k), rel=1e-9)
        assert found.upper - found.lower < 1e-9
        again = optimal({"range-bounded-privacy": {"epsilon": eta}}, "fk-divergence-dp", {"epsilon": found.upper})
        assert again.value == pytest.approx(k, rel=1e-7)
        assert (found.certified, again.certified) == (True, True)


@pytest.mark.parametrize(("eta", "k"), [(0.001, 1.3), (0.1, 1.01), (1, 7), (50, 2.5), (10, 60)])
def test_the_largest_power_between_two_odds_is_enclosed_at_forty_digits(eta: float, k: float) -> None:
    """By golden sections of its one place, whose two derivatives are those of differences."""
    with mpmath.workdps(40):
        e, order = mpmath.exp(mpmath.mpf(str(eta))), mpmath.mpf(str(k))

        def power(x: Any) -> Any:
            above, below = (e - 1) / (1 + mpmath.exp(-x)), (1 - 1 / e) / (1 + mpmath.exp(x))
            return mpmath.log(above * below * (above ** (order - 1) + below ** (order - 1)) / (e - 1) / (1 - below))

        grid = [mpmath.mpf(-60) + i * (120 + eta) / mpmath.mpf(300) for i in range(301)]
        at = max(range(301), key=lambda i: power(grid[i]))
        a, b, ratio = grid[max(at - 1, 0)], grid[min(at + 1, 300)], (mpmath.sqrt(5) - 1) / 2
        for _ in range(100):
            x, y = b - ratio * (b - a), a + ratio * (b - a)
            a, b = (a, y) if power(x) > power(y) else (x, b)
        truth = mpmath.exp(power((a + b) / 2) / order)
        found = optimal({"range-bounded-privacy": {"epsilon": eta}}, "fk-divergence-dp", {"k": k})
        assert found.certified
        assert found.lower * (1 - 1e-15) <= truth <= found.upper * (1 + 1e-15)
        assert found.upper <= found.lower * (1 + 1e-13)
        with flint.ctx.workprec(128):
            value, slope, bend = OddsPower(arb(real(eta)), arb(real(k)))(flint.arb(0.7))
        for ball, order_ in ((value, 0), (slope, 1), (bend, 2)):
            assert float(ball) == pytest.approx(float(mpmath.diff(power, mpmath.mpf("0.7"), order_)), rel=1e-9, abs=1e-13)


WITNESSED += [  # the Gaussian pair, through cells
    (gaussian(0.3), "renyi-dp", {"alpha": 40}),
    (gaussian(0.4), "fk-divergence-dp", {"k": 1.5}),
    (gaussian(1.5), "divergence-dp", {"f": "chi-square"}),
    (gaussian(0.2), "bounded-concentrated-dp", {"rho": 0.01, "omega": 2.6}),
    (gaussian(0.5), "approximate-zero-concentrated-dp", {"xi": 1.5, "delta": 3e-6}),
    (gaussian(0.14), "approximate-zero-concentrated-dp", {"xi": 0, "rho": 0.007}),
    ({"renyi-dp": {"alpha": 4.086, "epsilon": 0.3563}}, "approximate-zero-concentrated-dp", {"xi": 0, "rho": 0.7075}),
    (
        {"bounded-concentrated-dp": {"xi": 0, "rho": 0.03178, "omega": 26.65}},
        "approximate-zero-concentrated-dp",
        {"xi": 0, "rho": 0.03419},
    ),
    (gaussian(2), "mean-concentrated-dp", {"mu": 2.5}),
]
WITNESSED += [
    ({"mean-concentrated-dp": {"mu": 1.9, "tau": 0.1}}, "kl-privacy", {}),
    ({"mean-concentrated-dp": {"mu": 0.2, "tau": 0.3}}, "zero-concentrated-dp", {"xi": 0}),
    ({"truncated-codp-col16": {"xi": 0.15, "tau": 0.07}}, "range-bounded-privacy", {}),  # both ends in one table
    ({"probabilistic-dp": {"epsilon": 1, "delta": 0.02}}, "probabilistic-dp", {"epsilon": 1.5}),
]


@pytest.mark.parametrize(("source", "target", "fixed"), WITNESSED)
def test_attaining_pairs_meet_the_source_and_reach_the_bound(source: dict[str, Any], target: str, fixed: dict[str, Any]) -> None:
    found = optimal(source, target, fixed)
    assert found.pair is not None
    mechanism = found.pair.mechanism()
    for notion, values in source.items():
        assert ZOO[notion].holds(mechanism, **values).holds is True
    needed = float(ZOO[target].tightest(mechanism, **fixed).value)
    assert needed == pytest.approx(found.upper, rel=1e-6)
    assert needed <= found.upper * (1 + 1e-9)


def test_a_table_of_thousands_of_cells_is_not_made_before_it_is_looked_at() -> None:
    pair = optimal(gaussian(0.7), "renyi-dp", {"alpha": 3}).pair
    assert pair is not None
    assert not pair.one_output
    assert "_laws" not in vars(pair)
    assert len(pair.p) > 1000
    assert sum(pair.p) == sum(pair.q) == 1
    assert min(*pair.p, *pair.q) > 0


def test_pairs_of_thousands_of_outputs_have_their_divergences() -> None:
    n = 2000
    p, q = [Fraction(2 * i + 1, n * n) for i in range(n)], [Fraction(1, n)] * n
    exact = float(f_divergence(np.array(p, dtype=object), np.array(q, dtype=object), HELLINGER))
    assert exact == pytest.approx(2 - 2 * sum(math.sqrt(float(a * b)) for a, b in zip(p, q, strict=True)), rel=1e-9)


def test_the_dual_inequality_of_an_order_holds_on_a_grid() -> None:
    found = optimal(rdp(4, 0.01), "approximate-dp", {"epsilon": 0.5})
    dual = found.dual
    assert dual is not None
    term = dual.terms[0]
    x = np.exp(np.linspace(-5, 8, 20_001))
    f = (x**4 - x) / 3  # the bound on order 4 is (e^{3ε} - 1)/3 for this function
    gap = dual.constant + dual.slope * x + term.weight * f - np.maximum(0, x - dual.price)
    assert gap.min() >= -1e-12
    assert dual.constant + dual.slope + term.weight * math.expm1(0.03) / 3 == pytest.approx(found.upper, rel=1e-9)


def test_dp_accounting_and_opendp_are_never_tighter() -> None:
    from dp_accounting.rdp.rdp_privacy_accountant import compute_delta, compute_epsilon
    from opendp.combinators import make_zCDP_to_approxDP
    from opendp.measurements import make_gaussian
    from opendp.prelude import absolute_distance, atom_domain, enable_features

    for alpha, epsilon in ((2, 0.1), (4, 0.01), (8, 1), (32, 0.2)):
        for d in (1e-6, 1e-3):
            theirs, _ = compute_epsilon([alpha], [epsilon], d)
            assert optimal(rdp(alpha, epsilon), "approximate-dp", {"delta": d}).lower <= theirs * (1 + 1e-9)
        for e in (0.5, 2):
            theirs, _ = compute_delta([alpha], [epsilon], e)
            assert optimal(rdp(alpha, epsilon), "approximate-dp", {"epsilon": e}).lower <= theirs * (1 + 1e-9)
    enable_features("contrib")
    for rho in (0.1, 0.5):
        gaussian = make_gaussian(atom_domain(T=float, nan=False), absolute_distance(T=float), scale=1 / math.sqrt(2 * rho))
        profile = make_zCDP_to_approxDP(gaussian).map(1.0)
        for d in (1e-6, 1e-3):
            assert optimal(zcdp(rho), "approximate-dp", {"delta": d}).lower <= profile.epsilon(d) * (1 + 1e-6)
        for e in (0.5, 4.0):
            assert optimal(zcdp(rho), "approximate-dp", {"epsilon": e}).lower <= profile.delta(e) * (1 + 1e-6)


def test_numbers_may_be_exact() -> None:
    from dpzoo.numbers.real import log_of

    found = optimal({"epsilon-dp": {"epsilon": log_of(3)}}, "approximate-dp", {"epsilon": 0})
    assert found.lower <= 0.5 <= found.upper
    assert optimal({"epsilon-dp": {"epsilon": Fraction(1, 3)}}, "kl-privacy").upper == pytest.approx(math.tanh(1 / 6) / 3)


def test_maps_recorded_as_tight_are_the_optima() -> None:
    points = {"epsilon": 0.7, "delta": 0.05, "alpha": 2.5, "mu": 0.8, "k": 3.0, "xi": 0.0, "rho": 0.2, "tau": 0.3, "omega": 4.0}
    checked = 0
    for reading in ZOO.converter.readings:
        relation = reading.claim.relation
        if reading.start not in SOURCES or reading.end not in TARGETS or not relation.tight:
            continue
        point = {n: points[n] for n in ZOO.converter.record(reading.start).quantitative}
        point |= {n: points.get(n, 0.2) for n in relation.free or {}}
        if not all(c.holds(point) for c in (relation.free or {}).values()):
            continue
        reached = {n: e.evaluate(point) for n, e in reading.map.items()}
        bound = [n for n in reached if n not in (relation.free or {}) and n != "xi"]
        if len(bound) != 1:
            continue
        source = {n: point[n] for n in ZOO.converter.record(reading.start).quantitative}
        found = optimal({reading.start: source}, reading.end, {n: v for n, v in reached.items() if n != bound[0]})
        if found.upper == 0:  # a δ as large as the total variation distance allows every ε
            continue
        assert reached[bound[0]] == pytest.approx(found.upper, rel=1e-8), reading.claim.id
        checked += 1
    assert checked >= 15


def test_where_no_reduction_is_known_the_enclosure_still_holds() -> None:
    found = optimal(mean(0.5, 1), "fk-divergence-dp", {"k": 3})
    assert found.status is Status.UNKNOWN
    # E|X - 1|³ of N(1, 1) against N(0, 1): E X³ - 3E X² + 3 - 1 and twice what is missing below 1
    x = np.exp(np.linspace(-12, 14, 2_000_001) - 0.5)
    density = norm.pdf(np.log(x) + 0.5)
    exact = float((np.abs(x - 1) ** 3 * density).sum() * 13e-6) ** (1 / 3)
    assert exact * (1 - 1e-6) <= found.lower < found.upper
    assert found.upper <= optimal(zcdp(0.5), "fk-divergence-dp", {"k": 3}).upper


def test_what_promises_nothing_gives_nothing() -> None:
    everything = {"relaxed-dp": {"epsilon": 0.2, "delta_a": 0.5, "delta_p": 0.5}}
    assert optimal(everything, "approximate-zero-concentrated-dp", {"xi": 0, "delta": 1e-9}).status is Status.INFINITE


def test_a_bound_of_low_order_does_not_lower_the_rho_of_high_orders() -> None:
    """A pair with q = 10⁻³⁰⁰: far below KL = 0.3, and D_α/α near 0.5 at the order at which it touches (0, ½)-zCDP."""
    found = optimal([("kl-privacy", {"epsilon": 0.3}), ("zero-concentrated-dp", {"xi": 0, "rho": 0.5})], "zero-concentrated-dp")
    q = mpmath.mpf(10) ** -300
    s = mpmath.sqrt(-2 * mpmath.log(q)) - 1  # of all orders 1 + s that one bounds p most
    p = mpmath.exp(s / 2 + s * mpmath.log(q) / (1 + s)) * (1 - mpmath.mpf(10) ** -9)
    assert p * mpmath.log(p / q) < 0.3
    needs = mpmath.log(p ** (1 + s) * q**-s + (1 - p) ** (1 + s) * (1 - q) ** -s) / s / (1 + s)
    assert found.lower >= needs > 0.45
    assert found.upper == 0.5


def test_the_command_says_what_no_conversion_could_improve(run: Run) -> None:
    """(2, 0.1)-Rényi DP at δ = 10⁻⁶: the formula that everybody uses gives 12.53, the optimum is 10.1770857684."""
    done = run("convert", "RDP(alpha=2, epsilon=0.1)", "approximate-dp", "--fix", "delta=1e-6")
    assert "best possible: epsilon = 10.17708577 (proved); attained by" in done.stdout


@pytest.mark.parametrize(
    ("guarantee", "target", "fixed", "words"),
    [
        ("gaussian-dp(mu=1)", "renyi-dp", "alpha=3", "attained by the Gaussian pair itself (--format json lists a table"),
        ("mean-concentrated-dp(mu=0.5, tau=0.3)", "kl-privacy", "", "attained by the output probabilities 0.574719"),
        (
            "zCDP(rho=0.1) and epsilon-dp(epsilon=3)",
            "epsilon-dp",
            "",
            "the guarantee itself\nbest possible: epsilon = 3 (proved); app",
        ),
        ("gaussian-dp(mu=1.1)", "renyi-dp", "alpha=2", "best possible: epsilon = 1.21 (proved)"),
        ("zCDP(rho=0.1)", "zCDP", "xi=0", "the guarantee itself\nbest possible: rho = 0.1 (proved)"),
        ("epsilon-dp(epsilon=1)", "divergence-dp", "f=kl", f"gives divergence-dp(f=kl, epsilon={math.tanh(0.5):.9f}"),
        ("kl-privacy(epsilon=0.2)", "bounded-concentrated-dp", "rho=0.3", "no omega of bounded-concentrated-dp follows"),
        (
            "zCDP(rho=0.194) and renyi-dp(alpha=32, epsilon=0.357)",
            "gaussian-dp",
            "",
            "e-320 against 1.18753e-330, 1 - 1.18753e-330",
        ),
    ],
)
def test_the_command_says_which_pair_needs_as_much(run: Run, guarantee: str, target: str, fixed: str, words: str) -> None:
    """Randomised response e^u : 1 with u tanh(u/2) = 0.045 has probabilities 0.574719 and 0.425281.

    Of the pair in which zCDP and D_32 meet, ln P = -(β - 1)²ρ and ln Q = -β²ρ, with 32(2β - 1)ρ - β²ρ = ln(e^{31·0.357} - 1).
    """
    done = run("convert", guarantee, target, *(["--fix", fixed] if fixed else []))
    assert words in done.stdout + done.stderr


def test_the_command_shows_some_outputs_as_a_table(run: Run) -> None:
    """A profile's dominating pair: its total variation is 0.2, and what it discloses 10⁻⁵, in the printed numbers."""
    done = run("convert", "approximate-dp(profile=[(0, 0.2), (1, 0.01), (2.5, 0.00001)])", "total-variation-privacy")
    rows = [line.split() for line in done.stdout.splitlines() if re.fullmatch(r" +[0-9.e-]+ +[0-9.e-]+", line)]
    p, q = ([float(row[k]) for row in rows] for k in (0, 1))
    assert sum(p) == pytest.approx(1, abs=1e-6) == sum(q)
    assert sum(max(a - b, 0) for a, b in zip(p, q, strict=True)) == pytest.approx(0.2, abs=1e-6)
    assert min((a for a, b in zip(p, q, strict=True) if b == 0), default=0) == 1e-5


def test_a_fixed_event_is_named_only_where_it_may_become_certain_evidence() -> None:
    """With p fixed and q → 0, p ln(p/q) leaves every Kullback–Leibler bound; 2 - 2√(1-p) does not reach a Hellinger bound."""
    assert "fixed p" not in optimal({"kl-privacy": {"epsilon": 0.2}}, "epsilon-dp").note
    assert 2 - 2 * math.sqrt(1 - 0.05) < 0.1
    assert "fixed p" in optimal({"divergence-dp": {"f": "hellinger", "epsilon": 0.1}}, "approximate-dp", {"delta": 0.05}).note


def test_an_order_without_end_is_told_from_no_answer_in_json(run: Run) -> None:
    found = json.loads(run("convert", "epsilon-dp(epsilon=1)", "renyi-dp", "--fix", "epsilon=1", "--format", "json").stdout)
    said = found if isinstance(found, dict) else found[0]
    assert said["target"]["values"] == {"alpha": "inf", "epsilon": 1}
    assert said["optimum"]["value"] == "inf"


def test_outputs_too_rare_to_be_written_are_not(run: Run) -> None:
    """A Kullback–Leibler bound allows losses of 10⁵, whose probabilities have more digits than Python writes."""
    done = run("convert", "kl-privacy(epsilon=1.4)", "approximate-dp", "--fix", "delta=1e-5", "--format", "json")
    found = json.loads(done.stdout)
    assert (found if isinstance(found, dict) else found[0])["optimum"]["pair"] is None


def test_huge_and_tiny_guarantees_have_closed_forms() -> None:
    """ε tanh(ε/2), D_3(RR_ε) = ln(cosh(5ε/2)/cosh(ε/2))/2 and 2 - 2/cosh(ε/2), with ε so large that floats see ε, ε and 2."""
    for target, fixed, value in (
        ("zero-concentrated-dp", {"xi": 0}, 1e6),
        ("renyi-dp", {"alpha": 3}, 1e6),
        ("divergence-dp", {"f": "hellinger"}, 2),
    ):
        found = optimal(pure(1e6), target, fixed)
        assert found.lower <= value <= found.upper
        assert found.upper == pytest.approx(value, rel=1e-14)
    assert optimal(pure(1e6), "approximate-dp", {"epsilon": 1}).note.startswith("losses beyond 9000 are too large")
    assert optimal(pure(1e6), "fk-divergence-dp", {"k": 2.5}).lower > 1e308
    assert optimal(pure(1e-9), "kl-privacy", {}).upper == pytest.approx(0.5e-18, rel=1e-14)
    for fixed in ({"xi": 0, "delta": 0.01}, {"xi": 0, "rho": 0.1}):  # all of it is μ²/2-zCDP, so no answer is infinite
        assert optimal(gaussian(1e6), "approximate-zero-concentrated-dp", fixed).status is Status.UNKNOWN


def test_what_no_table_comes_near_has_none() -> None:
    """(D_α - ξ)/α of the Gaussian pair rises to its limit; beyond the order of a Rényi bound no value is finite."""
    for source, target, fixed in (
        (gaussian(0.7), "zero-concentrated-dp", {"xi": 0.06}),
        (rdp(2.5, 0.4), "renyi-dp", {"epsilon": 2.4}),
    ):
        found = optimal(source, target, fixed)
        assert found.status is Status.LIMIT
        assert found.pair is None


def test_a_trade_off_curve_with_a_largest_loss_is_concentrated_as_the_pair_of_its_edges() -> None:
    """Its segments say p ≤ 4q/3 + 1/6 and, mirrored, p ≤ 2q: the edges' masses, and the supremum over a grid of orders."""
    found = optimal({"f-dp": {"f": [(0, 1), ("0.1", "0.7"), ("0.4", "0.3"), (1, 0)]}}, "zero-concentrated-dp", {"xi": 0})
    lines = [(2, 0), (4 / 3, 1 / 6)]
    alarm = np.linspace(0, 1, 200_001)
    sides = [*lines] + [(1 / m, 1 - (1 - h) / m) for m, h in lines] + [(0, 1)]
    power = np.min([m * alarm + h for m, h in sides], axis=0)
    p, q = np.diff(power), np.diff(alarm)
    orders = np.concatenate([[1 + 1e-6], 1 + np.geomspace(1e-3, 50, 400)])
    best = max(math.log((q * (p / q) ** a).sum()) / (a - 1) / a for a in orders)
    assert found.upper == pytest.approx(best, rel=1e-4)
    assert found.upper >= best * (1 - 1e-9)


def test_a_law_that_may_disclose_gives_certain_outputs_of_large_loss() -> None:
    """The pair (1, 0), (e^{-ε'}, 1 - e^{-ε'}) with ε' just above 0.1 has 2 - 2e^{-ε'/2} < ½."""
    found = optimal({"divergence-dp": {"f": "hellinger", "epsilon": 0.5}}, "probabilistic-dp", {"epsilon": 0.1})
    assert found.upper == 1
    assert found.pair is not None
    assert float(ZOO["probabilistic-dp"].tightest(found.pair.mechanism(), epsilon=0.1).value) == 1


def test_beyond_the_order_that_binds_the_largest_loss_one_pair_is_the_worst() -> None:
    """Against linear programmes on a grid of losses that ends at the pure bound, with many orders of the family."""
    source = {"truncated-codp-col16": {"xi": 2, "tau": 0.4}}
    v = np.linspace(-2, 2, 1201)
    x = np.exp(v)
    orders = [1.25, 1.5, 1.75, 2, 2.25, 2.5, 2.75, 3, 3.5, 4, 5, 6]
    rows = np.array([f(a) for a in orders for f in (lambda a: x**a, lambda a: x ** (1 - a))])
    rows /= np.exp([(a - 1) * 0.4 * a for a in orders for _ in range(2)])[:, None]
    equal = np.array([np.ones_like(x), x])
    size = np.maximum(rows.max(axis=0), equal.max(axis=0))
    needs = []
    for beta in (4, 6):
        grid = linprog(-(x**beta) / size, A_ub=rows / size, b_ub=np.ones(len(rows)), A_eq=equal / size, b_eq=[1, 1])
        value = math.log(-grid.fun) / (beta - 1)
        found = optimal(source, "renyi-dp", {"alpha": beta})
        assert found.theorem == "T20"
        assert found.lower * (1 - 1e-4) <= value <= found.upper * (1 + 2e-3)  # orders between those of the grid are not bounded
        needs.append((found.upper - 0.3) / beta)
    best = optimal(source, "zero-concentrated-dp", {"xi": 0.3})
    assert best.certified
    assert max(needs) <= best.upper <= 0.4


@pytest.mark.parametrize(("xi", "rho", "k"), [(0, 2.808, 3.794), (0.4043, 4.012, 3.925), (0, 1.128, 7.945)])
def test_large_powers_under_concentrated_dp_are_those_of_a_rare_output(xi: float, rho: float, k: float) -> None:
    """|X - 1|^k ≤ 1 + λX^α is tried for many α; a binary pair's divergences are worked out in many digits."""
    with mpmath.workdps(60):
        best = mpmath.inf
        for step in range(1, 4000):
            y = mpmath.exp(xi + (2 * k - 1) * rho - 2 + mpmath.mpf(step) / 1000)
            alpha = k * y / (y - 1)
            best = min(best, 1 + (y - 1) ** k * y**-alpha * mpmath.exp((alpha - 1) * (xi + rho * alpha)))
        found = optimal(zcdp(rho, xi), "fk-divergence-dp", {"k": k})
        assert (found.status, found.certified) == (Status.ATTAINED, True)
        assert found.upper == pytest.approx(float(best ** (1 / mpmath.mpf(k))), rel=1e-9)
        assert found.pair is not None
        p, q = ([mpmath.mpf(x.numerator) / x.denominator for x in side] for side in (found.pair.p, found.pair.q))
        for order in [k + 1e-9 * x for x in range(-30, 31)] + [1.01, 1.5, k / 2 + 0.5, 2 * k, 9 * k]:
            for a, b in ((p, q), (q, p)):
                moment = sum(x * (x / y) ** (order - 1) for x, y in zip(a, b, strict=True))
                assert mpmath.log(moment) <= (order - 1) * (xi + rho * mpmath.mpf(order))
        own = sum(y * abs(x / y - 1) ** k for x, y in zip(p, q, strict=True)) ** (1 / mpmath.mpf(k))
        assert float(own) == pytest.approx(found.upper, rel=1e-6)


def test_two_orders_of_one_family_may_bind_close_to_each_other() -> None:
    """A linear programme over losses and orders about 1.6 and 1.96, at which the family binds, gives 1.94153251 from above."""
    source = {"zero-concentrated-dp": {"xi": 0, "rho": 0.852}}
    found = optimal(source, "fk-divergence-dp", {"k": 1.9})
    assert found.certified
    assert 1.94153251 - 1e-7 < found.lower <= found.upper <= 1.94153251
    assert found.upper <= found.lower * (1 + 1e-8)
    assert optimal(source, "fk-divergence-dp", {"epsilon": 1.9415325}).lower == pytest.approx(1.9, abs=1e-6)


def test_power_of_a_renyi_bounds_own_order_above_two() -> None:
    """E|X - 1|^k = e^{(k-1)ε} - 1 in the limit of ever rarer outputs: three such pairs come closer and none exceeds it."""
    k, epsilon = 2.5, 5.0
    found = optimal(rdp(k, epsilon), "fk-divergence-dp", {"k": k})
    assert (found.status, found.certified) == (Status.LIMIT, True)
    with mpmath.workdps(60):
        last = mpmath.mpf(0)
        for ratio in (1e8, 1e12, 1e16):
            x = mpmath.mpf(ratio)

            def moment(q: mpmath.mpf, x: mpmath.mpf = x) -> mpmath.mpf:
                return q * x**k + (1 - q * x) ** k / (1 - q) ** (k - 1)

            most = mpmath.exp((k - 1) * epsilon)
            ends = (most / x**k * 0.9, most / x**k)
            q = mpmath.findroot(lambda q, most=most, moment=moment: moment(q) - most, ends, solver="illinois", tol=1e-60)
            here = (q * (x - 1) ** k + (1 - q) * (1 - (1 - q * x) / (1 - q)) ** k) ** (1 / mpmath.mpf(k))
            assert last < here < found.upper
            last = here
        assert float(last) == pytest.approx(found.lower, rel=1e-6)


@pytest.mark.parametrize(
    ("source", "target", "fixed"),
    [
        ({"gaussian-dp": {"mu": 1e-4}}, "relaxed-dp", {"epsilon": 0.1144, "delta_p": 1e-15}),  # P[L > ε] = Φ(μ/2 - ε/μ)
        ({"fk-divergence-dp": {"k": 4.028, "epsilon": 5}}, "probabilistic-dp", {"epsilon": 1000}),  # about 5^k e^{(1 - k)ε}
    ],
)
def test_less_than_any_float_is_an_answer(source: Any, target: str, fixed: Any) -> None:
    found = optimal(source, target, fixed)
    assert found.status is not Status.UNKNOWN
    assert 0 <= found.upper <= 5e-324


def test_no_reason_is_a_raw_error_of_arithmetic() -> None:
    found = optimal({"approximate-dp": {"epsilon": 1e-6, "delta": 1e-15}}, "relaxed-dp", {"epsilon": 1000, "delta_p": 3e-15})
    assert found.upper == 0
    huge = optimal(rdp(1, 50), "relaxed-dp", {"delta_a": 1e-15, "delta_p": 1e-12})
    assert "math range" not in huge.note


def test_the_definitions_decide_tables_of_ratios_beyond_floats() -> None:
    for source, target, fixed in (
        ({"probabilistic-dp": {"epsilon": 1000, "delta": 1e-12}}, "approximate-dp", {"epsilon": 1}),
        ({"range-bounded-privacy": {"epsilon": 1000}}, "truncated-codp-bdrs18", {"omega": 5.327}),
        ({"range-bounded-privacy": {"epsilon": 700}}, "zero-concentrated-dp", {"rho": 0.5}),
    ):
        found = optimal(source, target, fixed)
        assert found.pair is not None
        ((notion, values),) = source.items()
        assert ZOO[notion].holds(found.pair.mechanism(), **values).holds
        needed = ZOO[target].tightest(found.pair.mechanism(), **fixed)
        assert float(needed.value) == pytest.approx(found.upper, rel=1e-6)


def test_tables_of_more_than_a_large_share_reach_the_bound() -> None:
    bounded = {"truncated-codp-bdrs18": {"rho": 0.01267, "omega": 41.39}}
    for source, target, fixed in (
        (rdp(8.598, 0.06819), "relaxed-dp", {"delta_a": 4.291e-6, "delta_p": 0.9}),
        (bounded, "probabilistic-dp", {"delta": 0.9}),
    ):
        found = optimal(source, target, fixed)
        assert found.pair is not None
        assert float(ZOO[target].tightest(found.pair.mechanism(), **fixed).value) == pytest.approx(found.upper, rel=1e-6)


def test_divergences_of_small_losses_keep_their_digits() -> None:
    from dpzoo.optimal.binary import renyi

    mpmath.mp.dps = 50
    for a, b, s in ((1e-12, 1e-12, 0), (6e-5, 2e-5, 1), (1e-5, 1e-9, 50), (9e-5, 9e-6, 0.5), (1e-6, 1e-6, 3000)):
        x, y = mpmath.mpf(a), mpmath.mpf(b)
        p = -mpmath.expm1(-y) / -mpmath.expm1(-(x + y))
        exact = p * x - (1 - p) * y if s == 0 else mpmath.log(p * mpmath.exp(s * x) + (1 - p) * mpmath.exp(-s * y)) / s
        assert renyi(a, b, s) == pytest.approx(float(exact), rel=1e-11)


@pytest.mark.parametrize("notion", ["bounded-concentrated-dp", "truncated-codp-bdrs18"])
def test_a_family_ends_at_an_order_above_one_as_its_definition_says(notion: str) -> None:
    """Of orders 1 < α ≤ 1 there are none; convert and optimal refuse the same, and neither answers so."""
    values = {"rho": 0.2} | ({"xi": 0.1} if notion == "bounded-concentrated-dp" else {})
    with pytest.raises(GuaranteeError, match="omega = 1 is outside the domain"):
        ZOO.convert(f"{notion}({', '.join(f'{n}={x}' for n, x in values.items())}, omega=1)", "approximate-dp", delta=1e-6)
    with pytest.raises(GuaranteeError, match="must be above 1, not 1"):
        optimal({notion: {**values, "omega": 1}}, "approximate-dp", {"epsilon": 1})
    with pytest.raises(GuaranteeError, match="must be above 1, not 1"):
        optimal({"gaussian-dp": {"mu": 1}}, notion, {"omega": 1})
    assert optimal({"kl-privacy": {"epsilon": 0.1}}, notion, values).status is Status.INFINITE
    just_above = {**values, "omega": 1 + Fraction(1, 10**15)}  # nearly D₁ ≤ ξ + ρ
    of_mean = optimal({"kl-privacy": {"epsilon": sum(values.values())}}, "approximate-dp", {"epsilon": 1})
    assert optimal({notion: just_above}, "approximate-dp", {"epsilon": 1}).upper == pytest.approx(of_mean.upper, rel=1e-10)


def test_no_probability_is_more_than_one() -> None:
    for source, target, fixed in (
        ({"epsilon-dp": {"epsilon": 1000}}, "total-variation-privacy", {}),
        ({"renyi-dp": {"alpha": 2, "epsilon": 900}}, "approximate-dp", {"epsilon": 1e-9}),
        ({"gaussian-dp": {"mu": 60}}, "probabilistic-dp", {"epsilon": 0.1}),
    ):
        found = optimal(source, target, fixed)
        assert 0.99 < found.lower <= found.upper <= 1


def test_a_bound_of_order_two_leaves_room_for_an_output_far_out() -> None:
    """tCDP with ρ = ½ up to ω = 2 leaves D_2 < 1 at randomised response: an output of ratio e^13 adds to E|X - 1|^1.2."""
    source = {"truncated-codp-bdrs18": {"rho": 0.5, "omega": 2}}
    found = optimal(source, "fk-divergence-dp", {"k": 1.2})
    v = 24 * np.sinh(np.linspace(-5, 5, 3001)) / math.sinh(5)
    x = np.exp(v)
    orders = (1.1, 1.25, 1.5, 1.75, 2.0)
    rows = [np.exp(a * v - (a - 1) * a / 2) for a in orders] + [np.exp((1 - a) * v - (a - 1) * a / 2) for a in orders]
    rows += [2 * x * v, -2 * v]
    equal = np.array([np.ones_like(x), x])
    size = np.maximum(np.abs(rows).max(axis=0), equal.max(axis=0))
    gain = np.abs(x - 1) ** 1.2 / size
    unit = gain.max()
    grid = linprog(-gain / unit, A_ub=np.array(rows) / size, b_ub=np.ones(len(rows)), A_eq=equal / size, b_eq=[1, 1])
    value = (-grid.fun * unit) ** (1 / 1.2)
    response = 2 * math.atanh(optimal(source, "total-variation-privacy").upper)
    p = 1 / (1 + math.exp(-response))
    plain = ((1 - p) * math.expm1(response) ** 1.2 + p * (-math.expm1(-response)) ** 1.2) ** (1 / 1.2)
    assert found.lower > plain * (1 + 1e-6)
    assert found.lower * (1 - 1e-5) <= value <= found.upper * (1 + 1e-6)


def test_the_pair_of_a_curve_for_probabilistic_dp_is_one_test() -> None:
    """Of the dominating pair's outputs some may be set aside; of one test with more than δ nothing can."""
    source = {"f-dp": {"f": [(0, "0.99"), ("0.5", "0.4"), (1, 0)]}}
    found = optimal(source, "probabilistic-dp", {"delta": 0.2})
    assert found.pair is not None
    needed = ZOO["probabilistic-dp"].tightest(found.pair.mechanism(), delta=0.2)
    assert float(needed.value) == pytest.approx(found.upper, rel=1e-6)


def test_a_share_at_a_corner_of_a_polygon_is_not_lost_between_its_edges() -> None:
    """Disclosing 0.001 and a loss of any size as rare as one likes is (ε, 0.001)-probabilistic DP for no ε; a curve by hand."""
    profile = [("approximate-dp", {"epsilon": 1, "delta": 0.01}), ("approximate-dp", {"epsilon": 3, "delta": 0.001})]
    assert optimal(profile, "probabilistic-dp", {"delta": 0.001}).status is Status.INFINITE
    source = {"f-dp": {"f": [(0, "0.9"), ("0.2", "0.3"), ("0.7", 0)]}}  # p ≤ 0.1 + 3q and, the other way round, p ≤ 0.3 + 5q/3
    assert optimal(source, "probabilistic-dp", {"delta": 0.55}).upper == pytest.approx(math.log(0.55 / 0.15), rel=1e-12)
    excess = optimal(source, "relaxed-dp", {"epsilon": 1.2, "delta_p": 0.55}).upper  # falls along the edge that ends there
    assert excess == pytest.approx(0.55 - math.exp(1.2) * 0.15, rel=1e-12)
    fixed = {"delta_a": 0.12, "delta_p": 0.55}
    assert optimal(source, "relaxed-dp", fixed).upper == pytest.approx(math.log(0.43 / 0.15), rel=1e-12)


@pytest.mark.parametrize(("k", "epsilon"), [(1.5, 0.1), (1.5, 2.0), (1.2, 0.5)])
def test_a_power_below_two_is_worst_at_its_own_order_and_not_at_order_one(k: float, epsilon: float) -> None:
    found = optimal({"fk-divergence-dp": {"k": k, "epsilon": epsilon}}, "truncated-codp-bdrs18", {"omega": k})
    with mpmath.workdps(30):
        order, size = mpmath.mpf(str(k)), mpmath.mpf(str(epsilon))
        exact = mpmath.log1p(size**order) / (order * (order - 1))  # T17
    assert found.lower * (1 - 1e-9) <= exact <= found.upper
    assert found.upper == pytest.approx(float(exact), rel=1e-8)


@pytest.mark.parametrize("epsilon", [2, 50, 500])
def test_approximate_dp_says_nothing_of_single_losses_where_delta_is_as_large_as_their_distance(epsilon: float) -> None:
    source, x = (
        {"approximate-dp": {"epsilon": epsilon, "delta": 0.9}},
        0.05245,
    )  # 0.9 ≥ 1 - e^{-x}: (1, 0) and (e^{-x}, 1 - e^{-x})
    found = optimal(source, "probabilistic-dp", {"epsilon": x})
    assert 1 - 1e-15 <= found.lower <= found.upper == 1
    assert found.pair is not None
    assert ZOO["approximate-dp"].holds(found.pair.mechanism(), **source["approximate-dp"])
    assert sum(p for p, q in zip(found.pair.p, found.pair.q, strict=True) if p > math.exp(x) * q) > 1 - 1e-6


@pytest.mark.parametrize("error", [ValueError("math domain error"), RuntimeError("no root"), OverflowError("math range error")])
def test_a_search_that_fails_is_no_answer_and_no_traceback(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def fails(*_: object) -> None:
        raise error

    monkeypatch.setattr("dpzoo.optimal.engine.solve", fails)
    found = optimal({"renyi-dp": {"alpha": 2, "epsilon": 1}}, "approximate-dp", {"delta": 1e-6})
    assert found.status is Status.UNKNOWN
    assert found.note.startswith("the search for the worst pair")


def test_a_hellinger_distance_lets_a_test_without_false_alarms_detect_something() -> None:
    h = 0.3
    source, sure = {"divergence-dp": {"f": "hellinger", "epsilon": h}}, 1 - (1 - h / 2) ** 2  # BC of (1, 0) and (1 - d, d)
    for x, power in ((0, sure), (1 - sure * 0.999, 1.0), (0.999, 1.0), (1, 1.0)):
        found = optimal(source, "f-dp", {"x": x})
        assert found.lower - 1e-14 <= power <= found.upper + 1e-14
        assert found.pair is not None
        assert ZOO["divergence-dp"].holds(found.pair.mechanism(), f="hellinger", epsilon=h)


def test_losses_beyond_all_tables_leave_two_ends() -> None:
    found = optimal({"kl-privacy": {"epsilon": 0.25}}, "approximate-zero-concentrated-dp", {"xi": 0, "delta": 3e-12})
    assert 0 < found.lower <= found.upper


@pytest.mark.parametrize("xi", [0.0, 0.3])
def test_the_order_that_binds_a_pair_is_where_its_log_moment_has_the_slope_of_the_bound(xi: float) -> None:
    rho = 0.05
    for a, b in ((3.0, 0.2), (1.5, 1.4), (40.0, 1e-6)):
        p = math.expm1(-b) / math.expm1(-a - b)

        def excess(s: float, a: float = a, b: float = b, p: float = p) -> float:
            return float(np.logaddexp(math.log(p) + s * a, math.log1p(-p) - s * b)) - s * (xi + rho * (1 + s))

        s = worst_order(a, b, xi, rho, math.inf)
        grid = np.geomspace(0.01, 600, 2000)
        highest = max(excess(float(x)) for x in grid)
        assert s > 0
        assert excess(s) >= highest - 1e-12 * abs(highest)


@pytest.mark.parametrize(("tau", "slack"), [(1.0, 0.05), (0.4, 0.05), (0.4, 0.001)])
def test_the_best_event_may_lie_on_the_ray_of_a_pure_bound(tau: float, slack: float) -> None:
    """Where P - e^ε Q = δ_a meets 1 - Q = e^ξ (1 - P): P = (e^ε (e^ξ - 1) - δ_a)/(e^{ε+ξ} - 1), capped CDP as pure DP."""
    best = optimal({"truncated-codp-col16": {"xi": 1, "tau": tau}}, "relaxed-dp", {"epsilon": 0.3, "delta_a": slack})
    expected = (math.exp(0.3) * math.expm1(1) - slack) / math.expm1(1.3)
    assert best.certified
    assert best.lower == pytest.approx(expected, rel=1e-9)
    assert best.upper == pytest.approx(expected, rel=1e-9)


def test_bounded_range_next_to_order_one_alone() -> None:
    """With ω → 1 only D_1 ≤ ξ + ρ is asked, D_1 = η/(1 - e^{-η}) - 1 - ln(η/(1 - e^{-η})) of bounded range (theorem T13)."""
    ratio = 0.4 / -math.expm1(-0.4)
    last = 1 + Fraction(1, 10**13)
    best = optimal({"range-bounded-privacy": {"epsilon": 0.4}}, "bounded-concentrated-dp", {"xi": 0.002, "omega": last})
    assert best.upper == pytest.approx(ratio - 1 - math.log(ratio) - 0.002, rel=1e-9)


@pytest.mark.parametrize("order", [1.2, 1.7, 1.9])
@pytest.mark.parametrize("epsilon", [0.001, 0.1, 1])
def test_a_power_of_the_order_of_the_source_itself_is_the_limit_of_lower_ones(order: float, epsilon: float) -> None:
    """‖X - 1‖_k grows with k, and by monotone convergence its supremum at k = α is the limit of those below."""
    here = optimal([("renyi-dp", {"alpha": order, "epsilon": epsilon})], "fk-divergence-dp", {"k": order})
    below = optimal([("renyi-dp", {"alpha": order, "epsilon": epsilon})], "fk-divergence-dp", {"k": order - 1e-7})
    assert here.status in ("attained", "limit")
    assert below.lower <= here.upper
    assert here.lower <= below.upper * (1 + 1e-5)


@pytest.mark.parametrize(("rho", "k"), [(1.022, 31.43), (1.768, 25.62), (0.5, 40)])
def test_where_two_ends_are_equal_to_all_digits_there_is_an_answer(rho: float, k: float) -> None:
    """E X^k = e^{k(k-1)ρ} of the Gaussian pair outweighs all other terms of E|X - 1|^k by far (theory, T17)."""
    found = optimal(zcdp(rho), "fk-divergence-dp", {"k": k})
    assert found.status in ("attained", "limit")
    assert found.upper == pytest.approx(math.exp((k - 1) * rho), rel=1e-12)
    assert found.lower <= found.upper <= found.lower * (1 + 1e-10)


@pytest.mark.parametrize("curve", [[(0, 1), (0.25, 0.25), (1, 0)], [(0, 0.75), (0.25, 0.25), (0.75, 0)]])
def test_no_event_of_a_curve_exceeds_its_total_variation(curve: list[tuple[float, float]]) -> None:
    """1 - x - f(x) is at most ½, so that P(S) - Q(S) > ½ for no S, and δ_a = ½ is enough."""
    assert optimal({"f-dp": {"f": curve}}, "relaxed-dp", {"epsilon": 0, "delta_a": 0.5}).upper == 0


@pytest.mark.parametrize(("xi", "rho", "order"), [(0.1, 1, 64), (0.5, 0.3, 64), (0.1, 2, 32), (0.02119, 7.532, 21.888)])
def test_at_high_orders_a_rare_output_needs_all_that_the_source_allows(xi: float, rho: float, order: float) -> None:
    """No bound is better than ξ + ρα, since the table shown needs it; its other orders are looked at with 2,000 digits."""
    best = optimal(zcdp(rho, xi), "renyi-dp", {"alpha": order})
    assert best.upper == pytest.approx(xi + rho * order, rel=1e-14)
    assert best.lower >= best.upper * (1 - 1e-13)
    assert best.pair is not None
    with mpmath.workdps(2000):
        table = [
            (mpmath.mpf(p.numerator) / p.denominator, mpmath.mpf(q.numerator) / q.denominator)
            for p, q in zip(best.pair.p, best.pair.q, strict=True)
        ]
        for s in (order - 2, order - 1, order, 1e-3, 1, 20 * order):
            for pair in (table, [(q, p) for p, q in table]):
                moment = mpmath.fsum(p * mpmath.exp(s * (mpmath.log(p) - mpmath.log(q))) for p, q in pair)
                assert mpmath.log(moment) <= s * (mpmath.mpf(str(xi)) + mpmath.mpf(str(rho)) * (1 + mpmath.mpf(s)))
        a = mpmath.log(table[0][0]) - mpmath.log(table[0][1])
        needed = mpmath.log(table[0][0] * mpmath.exp((order - 1) * a)) / (order - 1)
        assert needed >= best.upper * (1 - 1e-9)
