"""The best possible conversions against theorems, published numbers, linear programmes, random pairs and other libraries."""

from __future__ import annotations

import itertools
import json
import math
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from statistics import NormalDist
from typing import Any

import flint
import mpmath
import numpy as np
import pytest
from conftest import Run
from scipy.optimize import brentq, linprog
from scipy.stats import norm

import dpzoo
from dpzoo.blocks.divergences import hockey_stick, kl_divergence, renyi_divergence, total_variation
from dpzoo.blocks.finite_mechanism import FiniteMechanism
from dpzoo.blocks.generators import HELLINGER, f_divergence
from dpzoo.blocks.truncation import truncated_excess
from dpzoo.numbers.real import ONE, real
from dpzoo.optimal.binary import Active, worst_order
from dpzoo.optimal.certify import arb, order_of
from dpzoo.optimal.cover import AlarmedPower, DeviationPower, LossEvent, RatioPower, covered
from dpzoo.optimal.engine import optimal
from dpzoo.optimal.optimum import EQUAL, Status
from dpzoo.optimal.primitives import Orders
from dpzoo.optimal.question import TARGETS
from dpzoo.optimal.sources import SOURCES
from dpzoo.relations.guarantees import GuaranteeError
from dpzoo.zoo.zoo import Zoo

ZOO = dpzoo.load()


def zcdp(rho: float, xi: float = 0) -> dict[str, dict[str, float]]:
    return {"zero-concentrated-dp": {"xi": xi, "rho": rho}}


def rdp(alpha: float, epsilon: float) -> dict[str, dict[str, float]]:
    return {"renyi-dp": {"alpha": alpha, "epsilon": epsilon}}


def pure(epsilon: float) -> dict[str, dict[str, float]]:
    return {"epsilon-dp": {"epsilon": epsilon}}


# closed forms and published figures ------------------------------------------------------------------------------------

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


def test_randomised_response_is_not_the_worst_pair_for_mean_concentrated_dp() -> None:
    found = optimal(pure(6), "mean-concentrated-dp", {"mu": 6})
    assert found.lower > math.sqrt(12 * math.tanh(3)) * 1.02
    assert found.pair is not None
    assert float(ZOO["mean-concentrated-dp"].tightest(found.pair.mechanism(), mu=6).value) > math.sqrt(12 * math.tanh(3)) * 1.02


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


def test_a_conjunction_is_better_than_either_part() -> None:
    both = optimal({**zcdp(0.1), **pure(3)}, "approximate-dp", {"epsilon": 2.99})
    assert both.upper < optimal(zcdp(0.1), "approximate-dp", {"epsilon": 2.99}).lower
    assert both.upper < optimal(pure(3), "approximate-dp", {"epsilon": 2.99}).lower
    four = [("renyi-dp", {"alpha": a, "epsilon": a / 10}) for a in (2, 4, 8, 16)]
    several = optimal(four, "approximate-dp", {"delta": 1e-5})
    best = min(optimal([one], "approximate-dp", {"delta": 1e-5}).lower for one in four)
    family = optimal(zcdp(0.1), "approximate-dp", {"delta": 1e-5})
    assert family.lower <= several.upper <= best * (1 + 1e-12)


def test_a_profile_and_a_curve_are_sources() -> None:
    profile = {"approximate-dp": {"profile": [(1, 0.01), (2, 0.001)]}}
    assert optimal(profile, "approximate-dp", {"epsilon": 1}).upper == pytest.approx(0.01)
    assert optimal(profile, "approximate-dp", {"epsilon": 1.5}).upper < 0.01
    curve = {"f-dp": {"f": [(0, 0.9), (0.45, 0.45), (0.9, 0)]}}
    assert optimal(curve, "total-variation-privacy").upper == pytest.approx(0.1)


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


def test_relaxed_dp_is_solved_for_each_of_its_parameters() -> None:
    """Between any two of them: what one fixed pair of values gives back is the third."""
    behind = {"approximate-zero-concentrated-dp": {"xi": 0, "rho": 0.5, "delta": 0.01}}
    for source in (zcdp(0.5), rdp(2, 1), {"gaussian-dp": {"mu": 1}}, {"range-bounded-privacy": {"epsilon": 2}}, pure(1), behind):
        aside = optimal(source, "relaxed-dp", {"epsilon": 0.5, "delta_a": 0.1}).upper
        assert optimal(source, "relaxed-dp", {"epsilon": 0.5, "delta_p": aside}).upper == pytest.approx(0.1, rel=1e-9)
        assert optimal(source, "relaxed-dp", {"delta_a": 0.1, "delta_p": aside}).upper == pytest.approx(0.5, rel=1e-9)


def least_excess(p: Any, q: Any, price: float, aside: float) -> float:
    """By all sets of outputs that may be set aside."""
    chosen = (np.arange(2 ** len(p))[:, None] >> np.arange(len(p))) & 1
    excess = (np.maximum(p - price * q, 0) * (1 - chosen)).sum(axis=1)
    return float(excess[(chosen * p).sum(axis=1) <= aside + 1e-15].min())


def test_relaxed_dp_between_its_own_parameters_bounds_every_random_pair() -> None:
    hits = 0
    generator = np.random.default_rng(20260)
    for _ in range(90):
        n = int(generator.integers(2, 5))
        p, q = ((x := (1e-9 + generator.random(n)) ** generator.choice([1, 4, math.inf], n)) / (x.sum() or 1) for _ in range(2))
        if not p.sum() * q.sum():
            continue
        epsilon = generator.uniform(0, 2)
        price = math.exp(generator.choice([epsilon, generator.uniform(0, 2)]))
        sets = (np.arange(2**n)[:, None] >> np.arange(n)) & 1
        chosen = sets[generator.integers(2**n)]
        sides = [(x @ chosen, (np.maximum(x - math.exp(epsilon) * y, 0) * (1 - chosen)).sum()) for x, y in ((p, q), (q, p))]
        slack, aside = max(a for _, a in sides), max(b for b, _ in sides)
        if slack + aside > 0.99:
            continue
        spared = float(generator.choice([aside, slack, p[0], p[0] * 0.999, aside * 0.999]))
        source = {"relaxed-dp": {"epsilon": epsilon, "delta_a": slack + 1e-12, "delta_p": aside + 1e-12}}
        bound = optimal(source, "relaxed-dp", {"epsilon": math.log(price), "delta_p": spared}).upper
        needed = max(least_excess(p, q, price, spared), least_excess(q, p, price, spared))
        assert needed <= bound + 1e-9
        hits += needed > bound * (1 - 1e-6) > 0
    assert hits >= 3  # so that the bound is reached, too


def test_a_table_for_relaxed_dp_reaches_an_excess_far_below_what_is_set_aside(zoo: Zoo) -> None:
    best = optimal({"relaxed-dp": {"epsilon": 0.2688, "delta_a": 4.197e-10, "delta_p": 2.293e-6}}, "relaxed-dp",
                   {"epsilon": 0.4442, "delta_p": 2.29342e-6})  # fmt: skip
    needed = zoo["relaxed-dp"].tightest(best.pair.mechanism(), epsilon="0.4442", delta_p="2.29342e-6")
    assert float(needed.value) == pytest.approx(best.upper, rel=1e-7)


@pytest.mark.parametrize(("mu", "tau"), [(0.1305, 0.7014), (0.6332, 0.1917)])
def test_the_table_that_needs_all_of_tau_is_accepted_by_mean_concentrated_dp(zoo: Zoo, mu: float, tau: float) -> None:
    best = optimal({"mean-concentrated-dp": {"mu": mu, "tau": tau}}, "mean-concentrated-dp", {"mu": 2 * mu})
    assert best.upper == tau
    held = zoo["mean-concentrated-dp"].holds(best.pair.mechanism(), mu=repr(mu), tau=repr(tau))
    assert (held.holds, held.certainty) == (True, "certified")


def test_no_table_stands_behind_an_optimum_of_zero() -> None:
    best = optimal({"mean-concentrated-dp": {"mu": 0.1365, "tau": 0.1291}}, "relaxed-dp", {"epsilon": 2.809, "delta_p": 3.492e-9})
    assert (best.upper, best.pair) == (0, EQUAL)


def test_relaxed_dp_between_its_own_parameters_agrees_with_what_is_known_otherwise() -> None:
    source = {"relaxed-dp": {"epsilon": 1, "delta_a": 0.01, "delta_p": 0.02}}
    for fixed, own in (({"epsilon": 1, "delta_p": 0.02}, 0.01), ({"epsilon": 1, "delta_a": 0.01}, 0.02)):
        assert optimal(source, "relaxed-dp", fixed).upper == pytest.approx(own, rel=1e-10)
    for epsilon in (0.5, 1.5):  # nothing set aside: (ε, δ)-DP; no slack: probabilistic DP
        whole = optimal(source, "relaxed-dp", {"epsilon": epsilon, "delta_p": 0}).upper
        assert whole == pytest.approx(optimal(source, "approximate-dp", {"epsilon": epsilon}).upper, rel=1e-10)
        spared = optimal(source, "relaxed-dp", {"epsilon": epsilon, "delta_a": 0}).upper
        assert spared == pytest.approx(optimal(source, "probabilistic-dp", {"epsilon": epsilon}).upper, rel=1e-9)


def test_a_line_that_a_gaussian_curve_implies_changes_nothing() -> None:
    # N(½, 1) against N(0, 1) has δ(2) = 0.00000944 < 0.05, so that the divergences are those of the Gaussian pair
    source = {"gaussian-dp": {"mu": 0.5}, "approximate-dp": {"epsilon": 2, "delta": 0.05}}
    for target, fixed, exact in (
        ("kl-privacy", {}, 0.125),
        ("renyi-dp", {"alpha": 4}, 0.5),
        ("divergence-dp", {"f": "hellinger"}, -2 * math.expm1(-1 / 32)),
    ):
        best = optimal(source, target, fixed)
        assert best.lower <= exact * (1 + 1e-15), target
        assert exact * (1 - 1e-15) <= best.upper <= exact * (1 + 1e-12), target
        assert best.certified, target


def test_the_largest_order_is_the_answer_where_an_order_is_asked_for() -> None:
    found = optimal(rdp(8, 1), "renyi-dp", {"epsilon": 0.7})
    assert optimal(rdp(8, 1), "renyi-dp", {"alpha": found.value}).upper <= 0.7
    assert optimal(rdp(8, 1), "renyi-dp", {"alpha": found.value * (1 + 1e-9)}).lower > 0.7
    assert optimal(pure(1), "renyi-dp", {"epsilon": 1}).value == math.inf


def test_the_largest_power_agrees_with_linear_programmes() -> None:
    """Where programmes on losses and orders, refined about their solutions, reach ε: 0.58490000002 and 0.56819999999 there."""
    assert optimal(zcdp(0.005097, xi=0.1668), "fk-divergence-dp", {"epsilon": 0.5849}).value == pytest.approx(
        26.14068646, rel=1e-8
    )
    source = {"truncated-codp-bdrs18": {"rho": 0.005729, "omega": 8.736}}
    assert optimal(source, "fk-divergence-dp", {"epsilon": 0.5682}).value == pytest.approx(7.52965158, rel=1e-8)


def test_even_powers_of_the_gaussian_pair_are_sums_of_exponentials() -> None:
    """E(X - 1)^n = Σ (-1)^{n-j} C(n, j) e^{j(j-1)μ²/2} at μ = 0.01, n = 500, summed with 1,500 digits elsewhere."""
    assert optimal({"gaussian-dp": {"mu": 0.01}}, "fk-divergence-dp", {"k": 500}).upper == pytest.approx(
        0.152373914156583839, rel=1e-14
    )


def test_the_largest_omega_of_one_power_lies_where_its_renyi_divergence_crosses_the_line() -> None:
    source, xi, rho = {"fk-divergence-dp": {"k": 2.5, "epsilon": 0.5}}, 0.15, 0.01
    found = optimal(source, "bounded-concentrated-dp", {"xi": xi, "rho": rho})
    for alpha, side in ((found.lower, 1), (found.upper * (1 + 1e-9), -1), (0.9 * found.lower, 1), (1, 1)):
        needed = optimal(source, "renyi-dp", {"alpha": alpha}).upper
        assert side * (xi + rho * alpha - needed) >= 0
    equal = optimal({"fk-divergence-dp": {"k": 2.5, "epsilon": 0}}, "bounded-concentrated-dp", {"xi": xi, "rho": rho})
    assert equal.lower == math.inf  # both distributions are equal


@pytest.mark.parametrize(("rho", "omega", "allowed"), [(100, 500, {"xi": 0, "rho": 100}), (0.1783, 1, {"xi": 0.01, "rho": 0.17})])
def test_a_family_of_orders_holds_up_to_its_own_last_order(rho: float, omega: float, allowed: dict[str, float]) -> None:
    source = {"bounded-concentrated-dp": {"xi": 0, "rho": rho, "omega": omega}}
    assert optimal(source, "bounded-concentrated-dp", allowed).value == pytest.approx(omega, rel=1e-9)


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
    ]:
        with pytest.raises(GuaranteeError):
            optimal(source, target, fixed)


# linear programmes on a grid of losses: never above the optimum, and close to it ----------------------------------------


def programme(moments: list[tuple[float, float]], objective: Callable[[Any], Any], cells: int = 5000) -> float:
    """The largest mean of ``objective`` over laws of the loss on a grid, E X = 1, both orders of each (α, bound)."""
    end = min(9.0, 20.0 / max(a for a, _ in moments))  # beyond it the solver's scaling fails
    v = np.linspace(-end, end, cells + 1)
    half = np.exp(-v / 2)  # masses are counted in e^{v/2} Q
    rows, bounds = [], []
    for alpha, epsilon in moments:
        limit = epsilon if alpha == 1 else math.exp((alpha - 1) * epsilon)
        there = v * np.exp(v) if alpha == 1 else np.exp(alpha * v)
        back = -v if alpha == 1 else np.exp((1 - alpha) * v)
        rows += [there * half / limit, back * half / limit]
        bounds += [1.0, 1.0]
    equal = np.array([half, np.exp(v / 2)])
    size = np.maximum(np.abs(rows).max(axis=0), equal.max(axis=0))  # each column's own unit
    gain = -objective(v) * half / size
    found = linprog(gain, A_ub=np.array(rows) / size, b_ub=bounds, A_eq=equal / size, b_eq=[1, 1], method="highs")
    assert found.status == 0, found.message
    return float(-found.fun)


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


# random pairs -----------------------------------------------------------------------------------------------------------


def worst(measure: Callable[[Any, Any], Any], p: Any, q: Any) -> float:
    return max(float(measure(p, q)), float(measure(q, p)))


def pairs(number: int) -> Iterator[tuple[Any, Any]]:
    rng = np.random.default_rng(7)
    for _ in range(number):
        outputs = int(rng.integers(2, 6))
        scale = rng.choice([0.3, 1.0, 2.5])
        p = rng.dirichlet(np.full(outputs, 1.5))
        q = p * np.exp(scale * rng.standard_normal(outputs))
        yield p, q / q.sum()


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


# the attaining pairs, judged by the definitions themselves ---------------------------------------------------------------

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


def test_orders_up_to_the_one_that_binds_are_decided_by_randomised_response() -> None:
    source = {"bounded-concentrated-dp": {"xi": 0.479469, "rho": 0.0405698, "omega": 1.5}}
    target = {"rho": 0.202724, "omega": 1.32325}
    found = optimal(source, "bounded-concentrated-dp", target)
    assert found.pair is not None
    assert found.upper < 0.479469 + 0.0405698 * 1.32325 - 0.202724 * 1.32325  # what the source's formula gives at the last order
    needed = float(ZOO["bounded-concentrated-dp"].tightest(found.pair.mechanism(), **target).value)
    assert needed == pytest.approx(found.upper, rel=1e-6)


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
        assert (found.certified, again.certified) == (False, False)  # an order is proved only if the values beside it are


def test_no_bound_is_used_beyond_the_last_order_of_a_family() -> None:
    last = real(Fraction(21, 10))  # less than the float 2.1
    family = Orders(real(Fraction(1, 2)), real(Fraction(1, 10)), ONE, last)
    assert Fraction(2.1) > Fraction(21, 10)
    with flint.ctx.workprec(256):
        assert order_of(Active(family, 2.1)).overlaps(arb(last))
        assert order_of(Active(family, 2.0)) == 2


def gaussian(mu: float) -> dict[str, Any]:
    return {"gaussian-dp": {"mu": mu}}


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


# other libraries ----------------------------------------------------------------------------------------------------------


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
    assert found.upper == optimal(zcdp(0.5), "fk-divergence-dp", {"k": 3}).upper


def mean(mu: float, tau: float) -> dict[str, Any]:
    return {"mean-concentrated-dp": {"mu": mu, "tau": tau}}


def test_a_mean_loss_is_no_mean_concentrated_dp_where_the_deviations_are_too_large() -> None:
    """Gaussian DP with μ = 1 has deviations of 1 around its mean, and a bound on the mean alone says nothing about deviations."""
    for source in ({"kl-privacy": {"epsilon": 0.1}}, {"gaussian-dp": {"mu": 1}}, zcdp(0.5), mean(1, 1)):
        assert optimal(source, "mean-concentrated-dp", {"tau": 0.9}).status is Status.INFINITE
    assert optimal(mean(0.5, 1), "mean-concentrated-dp", {"mu": 0.4}).status is Status.INFINITE
    assert optimal(mean(0.5, 1), "mean-concentrated-dp", {"tau": 1}).upper == pytest.approx(0.5, rel=1e-12)


def test_what_promises_nothing_gives_nothing() -> None:
    everything = {"relaxed-dp": {"epsilon": 0.2, "delta_a": 0.5, "delta_p": 0.5}}
    assert optimal(everything, "approximate-zero-concentrated-dp", {"xi": 0, "delta": 1e-9}).status is Status.INFINITE


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


def test_the_command_says_what_no_conversion_could_improve(run: Run) -> None:
    """(2, 0.1)-Rényi DP at δ = 10⁻⁶: the formula that everybody uses gives 12.53, the optimum is 10.1770857684."""
    done = run("convert", "RDP(alpha=2, epsilon=0.1)", "approximate-dp", "--fix", "delta=1e-6")
    assert "best possible: epsilon = 10.17708577 (proved); attained by" in done.stdout


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


def test_several_guarantees_hold_together(zoo: Zoo) -> None:
    """zCDP with ρ = 0.1 and ε ≤ 3 is at least as good as each of the two."""
    both = zoo.optimal(["zCDP(xi=0, rho=0.1)", "epsilon-dp(epsilon=3)"], "approximate-dp", epsilon=1).upper
    assert both <= min(
        zoo.optimal("zCDP(xi=0, rho=0.1)", "approximate-dp", epsilon=1).upper,
        zoo.optimal("epsilon-dp(epsilon=3)", "approximate-dp", epsilon=1).upper,
    )


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


def test_a_source_holds_up_to_its_own_order_exactly() -> None:
    assert optimal(rdp(8, 1), "renyi-dp", {"epsilon": 1}).value == 8
    assert optimal(mean(1, 1), "renyi-dp", {"epsilon": 1}).value == 2  # the Gaussian pair has D_α = α/2
    assert optimal(mean(1, 1), "renyi-dp", {"epsilon": 0.6}).value == pytest.approx(1.2, rel=1e-9)
    assert optimal({"total-variation-privacy": {"epsilon": 0.5}}, "fk-divergence-dp", {"epsilon": 1}).value == 1
    assert optimal({"range-bounded-privacy": {"epsilon": 0.1}}, "renyi-dp", {"epsilon": 0.1}).value == math.inf
    assert optimal(zcdp(0.1), "bounded-concentrated-dp", {"rho": 0.1, "omega": 4}).upper == 0


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


def concentrated_boundary(rho: float) -> Any:
    """(p, q) along the boundary of (0, ρ)-zCDP by bisection over a grid of losses and orders, with the mirror images."""
    a, s = np.geomspace(0.02, 25, 900), np.concatenate([[1e-6], np.geomspace(1e-2, 60, 500)])[:, None]
    low, high = np.zeros_like(a), a.copy()
    for _ in range(50):
        b = (low + high) / 2
        p = -np.expm1(-b) / -np.expm1(-(a + b))
        fits = (np.logaddexp(np.log(p) + s * a, np.log1p(-p) - s * b) / s / (1 + s) <= rho).all(axis=0)
        low, high = np.where(fits, b, low), np.where(fits, high, b)
    p = -np.expm1(-low) / -np.expm1(-(a + low))
    q = p * np.exp(-a)
    return np.concatenate([p, 1 - q]), np.concatenate([q, 1 - p])


def test_relaxed_dp_behind_a_disclosure_where_less_than_that_is_allowed() -> None:
    """By a scan of the boundary: outputs of mass p = c + (1-c)p₀ with p - e^ε(1-c)q₀ above δ_a."""
    p, q = concentrated_boundary(1.0)
    c, slack, epsilon = 0.1, 0.05, 2.0
    source = {"approximate-zero-concentrated-dp": {"xi": 0, "rho": 1, "delta": c}}
    whole = c + (1 - c) * p
    best = float(whole[whole - math.exp(epsilon) * (1 - c) * q > slack].max())
    found = optimal(source, "relaxed-dp", {"epsilon": epsilon, "delta_a": slack})
    assert found.upper >= best * (1 - 1e-9)
    assert found.upper == pytest.approx(best, rel=1e-2)
    back = optimal(source, "relaxed-dp", {"delta_a": slack, "delta_p": found.upper})
    assert back.upper == pytest.approx(epsilon, rel=1e-9)
    for aside in (0.05, 0.1):  # what is disclosed cannot be set aside, or uses up all that can
        assert optimal(source, "relaxed-dp", {"delta_a": slack, "delta_p": aside}).status is Status.INFINITE


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


def spread(p: Any, q: Any, exponents: Any) -> float:
    """The largest 2 ln E e^{s(L - EL)}/s² over a grid of s."""
    loss = np.log(p / q)
    centred = loss - (p * loss).sum(axis=0)
    return float(max((2 * np.log((p * np.exp(s * centred)).sum(axis=0)) / s**2).max() for s in exponents))


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


def test_divergences_of_small_losses_keep_their_digits() -> None:
    from dpzoo.optimal.binary import renyi

    mpmath.mp.dps = 50
    for a, b, s in ((1e-12, 1e-12, 0), (6e-5, 2e-5, 1), (1e-5, 1e-9, 50), (9e-5, 9e-6, 0.5), (1e-6, 1e-6, 3000)):
        x, y = mpmath.mpf(a), mpmath.mpf(b)
        p = -mpmath.expm1(-y) / -mpmath.expm1(-(x + y))
        exact = p * x - (1 - p) * y if s == 0 else mpmath.log(p * mpmath.exp(s * x) + (1 - p) * mpmath.exp(-s * y)) / s
        assert renyi(a, b, s) == pytest.approx(float(exact), rel=1e-11)


def test_a_family_that_ends_at_order_one_is_its_one_bound() -> None:
    family = {"bounded-concentrated-dp": {"xi": 0.1, "rho": 0.2, "omega": 1}}
    assert optimal(family, "approximate-dp", {"epsilon": 1}).upper == pytest.approx(
        optimal({"kl-privacy": {"epsilon": 0.3}}, "approximate-dp", {"epsilon": 1}).upper, rel=1e-12
    )


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


def centred_programme(tau: float, means: tuple[float, float], goal: Callable[[Any], Any]) -> float:
    """The largest mean of a goal under P over laws of the loss on a grid, with the two mean losses and exponents of a grid."""
    x = np.linspace(-5 * tau, 5 * tau, 501)
    s = np.concatenate([np.geomspace(0.02, 12, 60), -np.geomspace(0.02, 12, 60)])[:, None] / tau
    m, back = means
    moments = [np.exp(s * (x - m) - (s * tau) ** 2 / 2), np.exp(-x - s * (x + back) - (s * tau) ** 2 / 2)]
    rows = np.concatenate([*moments, [((x - m) / tau) ** 2, np.exp(-x) * ((x + back) / tau) ** 2]])
    equal = np.array([np.ones_like(x), np.exp(-x), x, -x * np.exp(-x)])
    size = np.maximum(rows.max(axis=0), np.abs(equal).max(axis=0))
    found = linprog(-goal(x) / size, A_ub=rows / size, b_ub=np.ones(len(rows)), A_eq=equal / size, b_eq=[1, 1, m, back])
    return float(-found.fun) if found.status == 0 else 0.0


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


def test_a_symmetric_curve_beside_another_guarantee_is_solved() -> None:
    """Its two segments say the same line. The value is of a program in mpmath that shares no code."""
    source = [("f-dp", {"f": [(0, 1), ("0.25", "0.25"), (1, 0)]}), ("zero-concentrated-dp", {"xi": 0, "rho": 0.1})]
    found = optimal(source, "approximate-dp", {"delta": 0.001})
    assert found.lower <= 1.085924233442350052407407 <= found.upper <= 1.0859242334424


@pytest.mark.parametrize(
    ("source", "target", "fixed", "value"),
    [  # of the Gaussian pair D_α = αμ²/2; of ratios in {y, ye} with mean 1 the largest KL is ln y + 1/y - 1 at y = 1 - 1/e
        ([("gaussian-dp", 0.44), ("zero-concentrated-dp", 0.1)], "kl-privacy", {}, 0.0968),
        ([("gaussian-dp", 0.44), ("gaussian-dp", 0.5)], "kl-privacy", {}, 0.0968),
        ([("range-bounded-privacy", 1), ("kl-privacy", 0.2)], "kl-privacy", {}, math.log1p(-1 / math.e) + 1 / (math.e - 1)),
        ([("range-bounded-privacy", 1), ("epsilon-dp", 1)], "kl-privacy", {}, math.log1p(-1 / math.e) + 1 / (math.e - 1)),
        ([("range-bounded-privacy", 1), ("total-variation-privacy", 0.25)], "total-variation-privacy", {}, math.tanh(0.25)),
    ],
)
def test_a_guarantee_that_another_implies_changes_nothing(
    source: list[tuple[str, float]], target: str, fixed: dict[str, float], value: float
) -> None:
    names = {"gaussian-dp": "mu", "zero-concentrated-dp": "rho"}
    found = optimal([(n, {names.get(n, "epsilon"): x}) for n, x in source], target, fixed)
    assert found.upper == pytest.approx(value, rel=1e-12)
    assert found.lower == pytest.approx(value, rel=1e-8)


@pytest.mark.parametrize("bound", [0.1, 0.2])
def test_a_guarantee_that_another_does_not_imply_is_kept(bound: float) -> None:
    kept = {"kl-privacy": {"epsilon": bound / 2}, "range-bounded-privacy": {"epsilon": 1}}
    assert optimal(kept, "kl-privacy").upper == pytest.approx(bound / 2, rel=1e-12)
    kept = {"total-variation-privacy": {"epsilon": bound}, "range-bounded-privacy": {"epsilon": 1}}
    assert optimal(kept, "total-variation-privacy").upper == pytest.approx(bound, rel=1e-12)


def test_a_power_of_the_deviation_bounds_orders_up_to_its_own() -> None:
    for k, epsilon, xi in ((6.368, 0.01208, 1.0), (3.0, 0.5, 0.7)):  # k/(k - 1)·ln(1 + ε) ≤ ξ, and beyond k no order is bounded
        assert k / (k - 1) * math.log1p(epsilon) < xi
        source = {"fk-divergence-dp": {"k": k, "epsilon": epsilon}}
        assert optimal(source, "bounded-concentrated-dp", {"xi": xi, "omega": k}).upper == 0
        assert optimal(source, "bounded-concentrated-dp", {"xi": xi, "rho": 0.1}).lower == pytest.approx(k, rel=1e-12)


@pytest.mark.parametrize(("k", "epsilon"), [(1.5, 0.1), (1.5, 2.0), (1.2, 0.5)])
def test_a_power_below_two_is_worst_at_its_own_order_and_not_at_order_one(k: float, epsilon: float) -> None:
    found = optimal({"fk-divergence-dp": {"k": k, "epsilon": epsilon}}, "truncated-codp-bdrs18", {"omega": k})
    exact = math.log1p(epsilon**k) / (k * (k - 1))  # T17
    assert found.lower * (1 - 1e-9) <= exact <= found.upper
    assert found.upper == pytest.approx(exact, rel=1e-8)


@pytest.mark.parametrize(("chi", "epsilon"), [(0.3, 1.0), (1.0, 2.0), (0.05, 0.5), (0.5, 3.0)])
def test_gaussian_dp_of_two_constraints_is_not_below_the_pair_on_which_both_bind(chi: float, epsilon: float) -> None:
    q = chi / (math.expm1(epsilon) ** 2 + chi)  # p = e^ε q and (p - q)² = χ q(1 - q)
    needed = NormalDist().inv_cdf(q * math.exp(epsilon)) - NormalDist().inv_cdf(q)
    found = optimal([("divergence-dp", {"f": "chi-square", "epsilon": chi}), ("epsilon-dp", {"epsilon": epsilon})], "gaussian-dp")
    assert found.upper >= needed * (1 - 1e-14)  # of which floats give so many digits
    with_mean = optimal([("kl-privacy", {"epsilon": 0.42918}), ("epsilon-dp", {"epsilon": 2})], "gaussian-dp")
    p, q = 0.33474220382559823, 0.04530243096598623
    assert p <= q * math.exp(2)
    assert p * math.log(p / q) + (1 - p) * math.log((1 - p) / (1 - q)) <= 0.42918 * (1 + 1e-15)
    assert with_mean.lower == pytest.approx(NormalDist().inv_cdf(p) - NormalDist().inv_cdf(q), rel=1e-11)


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


def test_capped_cdp_bounds_the_mean_loss_by_its_tau() -> None:
    source = {"truncated-codp-col16": {"xi": 0.4692, "tau": 0.003155}}
    found = optimal(source, "bounded-concentrated-dp", {"rho": 1e-4, "omega": 1})
    assert found.lower <= 0.003055 <= found.upper == pytest.approx(0.003055, rel=1e-10)


@pytest.mark.parametrize("error", [ValueError("math domain error"), RuntimeError("no root"), OverflowError("math range error")])
def test_a_search_that_fails_is_no_answer_and_no_traceback(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def fails(*_: object) -> None:
        raise error

    monkeypatch.setattr("dpzoo.optimal.engine.solve", fails)
    found = optimal({"renyi-dp": {"alpha": 2, "epsilon": 1}}, "approximate-dp", {"delta": 1e-6})
    assert found.status is Status.UNKNOWN
    assert found.note.startswith("the search for the worst pair")


def test_a_law_without_losses_but_for_a_share_set_aside_has_that_share_of_losses_above_zero() -> None:
    found = optimal({"probabilistic-dp": {"epsilon": 0, "delta": 0.1}}, "probabilistic-dp", {"epsilon": 0})
    assert (found.lower, found.upper) == pytest.approx((0.1, 0.1), rel=1e-15)
    free = optimal({"approximate-dp": {"epsilon": 0, "delta": 0.1}}, "probabilistic-dp", {"epsilon": 0})
    assert free.lower == 1
    assert free.pair is not None
    assert ZOO["approximate-dp"].holds(free.pair.mechanism(), epsilon=0, delta=0.1)


def test_a_hellinger_distance_lets_a_test_without_false_alarms_detect_something() -> None:
    h = 0.3
    source, sure = {"divergence-dp": {"f": "hellinger", "epsilon": h}}, 1 - (1 - h / 2) ** 2  # BC of (1, 0) and (1 - d, d)
    for x, power in ((0, sure), (1 - sure * 0.999, 1.0), (0.999, 1.0), (1, 1.0)):
        found = optimal(source, "f-dp", {"x": x})
        assert found.lower - 1e-14 <= power <= found.upper + 1e-14
        assert found.pair is not None
        assert ZOO["divergence-dp"].holds(found.pair.mechanism(), f="hellinger", epsilon=h)


def test_a_largest_loss_beside_a_family_is_asked_at_order_one_alone() -> None:
    found = optimal({"truncated-codp-col16": {"xi": 50, "tau": 0.4515}}, "bounded-concentrated-dp", {"rho": 0.25, "omega": 1})
    assert found.upper == pytest.approx(0.2015, rel=1e-12)


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


def test_of_randomised_response_so_much_is_set_aside_that_a_weaker_one_is_left() -> None:
    """1 - δ = (1 + e^u)/(1 + e^ε), where u tanh(u/2) = ρ."""
    u = 1.2
    rho = u * math.tanh(u / 2)
    for epsilon in (2.0, 10.0, 1000.0):
        found = optimal(pure(epsilon), "approximate-zero-concentrated-dp", {"xi": 0, "rho": rho})
        left = math.exp(u - epsilon) * (1 + math.exp(-u)) / (1 + math.exp(-epsilon))
        assert found.lower - 1e-15 <= 1 - left <= found.upper + 1e-15
        assert found.upper - found.lower <= 1e-14


@pytest.mark.parametrize(("tau", "slack"), [(1.0, 0.05), (0.4, 0.05), (0.4, 0.001)])
def test_the_best_event_may_lie_on_the_ray_of_a_pure_bound(tau: float, slack: float) -> None:
    """Where P - e^ε Q = δ_a meets 1 - Q = e^ξ (1 - P): P = (e^ε (e^ξ - 1) - δ_a)/(e^{ε+ξ} - 1), capped CDP as pure DP."""
    best = optimal({"truncated-codp-col16": {"xi": 1, "tau": tau}}, "relaxed-dp", {"epsilon": 0.3, "delta_a": slack})
    expected = (math.exp(0.3) * math.expm1(1) - slack) / math.expm1(1.3)
    assert best.certified
    assert best.lower == pytest.approx(expected, rel=1e-9)
    assert best.upper == pytest.approx(expected, rel=1e-9)


def test_bounded_range_at_order_one_alone() -> None:
    """With ω = 1 only D_1 ≤ ξ + ρ is asked, D_1 = η/(1 - e^{-η}) - 1 - ln(η/(1 - e^{-η})) of bounded range (theorem T13)."""
    ratio = 0.4 / -math.expm1(-0.4)
    best = optimal({"range-bounded-privacy": {"epsilon": 0.4}}, "bounded-concentrated-dp", {"xi": 0.002, "omega": 1})
    assert best.upper == pytest.approx(ratio - 1 - math.log(ratio) - 0.002, rel=1e-9)


def test_approximate_zcdp_beside_another_guarantee_leaves_the_intersection_of_the_regions() -> None:
    """Its region is (1-δ)R₀ + δ[0, 1]², so that a bound on the total variation cuts it in a line (theory, T9)."""
    slack, rho, distance, epsilon = 0.01, 0.1, 0.2, 0.3
    part = {"xi": 0, "rho": rho, "delta": slack}
    both = {"approximate-zero-concentrated-dp": part, "total-variation-privacy": {"epsilon": distance}}
    orders = np.geomspace(1.001, 400, 4001)

    def excess(q: float) -> float:
        """Of what is left of p - q = 0.2 over the bound."""
        left, right = (q + distance - slack) / (1 - slack), q / (1 - slack)
        moments = np.logaddexp(
            orders * math.log(left) + (1 - orders) * math.log(right),
            orders * math.log1p(-left) + (1 - orders) * math.log1p(-right),
        )
        return float(np.max(moments / (orders - 1) - rho * orders))

    best = distance - math.expm1(epsilon) * brentq(excess, 1e-6, 0.4)
    found = optimal(both, "approximate-dp", {"epsilon": epsilon})
    assert found.certified
    assert found.upper == pytest.approx(best, rel=1e-6)
    assert found.pair is not None
    for notion, parameters in both.items():
        assert ZOO[notion].holds(found.pair.mechanism(), **parameters)
    refused = optimal(both, "kl-privacy", {})
    assert refused.status is Status.UNKNOWN
    assert "tests decide" in refused.note


def test_a_family_of_all_orders_allows_every_order() -> None:
    found = optimal({"zero-concentrated-dp": {"rho": 0.3}}, "bounded-concentrated-dp", {"xi": 0, "rho": 0.3})
    assert found.lower == math.inf
    assert found.status is Status.ATTAINED


_CUT = [("gaussian-dp", {"mu": 1}), ("approximate-dp", {"epsilon": 1, "delta": 0.05})]
_CAPPED = [("gaussian-dp", {"mu": 1}), ("epsilon-dp", {"epsilon": 2})]
_FOUR = [
    ("gaussian-dp", {"mu": 1}),
    ("approximate-dp", {"epsilon": 0.4, "delta": 0.2}),
    ("approximate-dp", {"epsilon": 0.9, "delta": 0.05}),
    ("epsilon-dp", {"epsilon": 3}),
]


@pytest.mark.parametrize(
    ("source", "target", "fixed", "truth"),
    [
        (_CAPPED, "renyi-dp", {"alpha": 4}, 1.40825726106120533),
        (_CAPPED, "kl-privacy", {}, 0.487317798019492272),
        (_CAPPED, "divergence-dp", {"f": "hellinger"}, 2 - 2 * math.exp(-0.245724207648068399 / 2)),
        (_CUT, "renyi-dp", {"alpha": 4}, 1.9854375579602285),
        (_CUT, "kl-privacy", {}, 0.448321746179538828),
        (_CUT, "zero-concentrated-dp", {}, 0.5),
        (_FOUR, "renyi-dp", {"alpha": 4}, 1.72718323452450828),
        (_FOUR, "kl-privacy", {}, 0.37238152617116209),
        (_FOUR, "fk-divergence-dp", {"k": 3}, 2.11108070976689255),
        (_FOUR, "fk-divergence-dp", {"k": 2.5}, 1.54242050101729394),
    ],
)
def test_where_lines_cut_a_gaussian_curve_the_lower_one_decides(
    source: list[tuple[str, dict[str, float]]], target: str, fixed: dict[str, Any], truth: float
) -> None:
    """The truths are integrals of f of the slope of the lower envelope, taken with mpmath over the quantiles."""
    found = optimal(source, target, fixed)
    assert found.lower <= truth * (1 + 1e-15)
    assert truth * (1 - 1e-15) <= found.upper <= truth * (1 + 1e-10)


_RARE = [("gaussian-dp", {"mu": 2.728}), ("approximate-dp", {"epsilon": 0.4887, "delta": 2.076e-06})]
_WIDE = [("gaussian-dp", {"mu": 1.662}), ("approximate-dp", {"epsilon": 0.1999, "delta": 0.001115})]


@pytest.mark.parametrize("source", [_CAPPED, _FOUR, _RARE, _WIDE])
@pytest.mark.parametrize(
    ("target", "fixed"), [("renyi-dp", {"alpha": 4}), ("bounded-concentrated-dp", {"xi": 0.001, "omega": 8})]
)
def test_a_table_near_the_envelope_meets_the_curve_and_the_lines(
    source: list[tuple[str, dict[str, float]]], target: str, fixed: dict[str, float]
) -> None:
    found = optimal(source, target, fixed)
    assert found.pair is not None
    mechanism = found.pair.mechanism()
    assert all(ZOO[n].holds(mechanism, **{k: repr(x) for k, x in v.items()}).holds for n, v in source)
    reached = float(ZOO[target].tightest(mechanism, **{k: repr(x) for k, x in fixed.items()}).value)
    assert found.upper * (1 - 1e-6) <= reached <= found.upper


def test_the_least_loss_under_a_gaussian_curve_and_a_pure_bound_is_that_of_the_test_where_they_meet() -> None:
    """Beyond their crossing the pure line p = e^ε q decides, so that the best test at a small δ is the crossing itself."""
    with mpmath.workdps(40):
        mu, price = mpmath.mpf("0.065"), mpmath.exp(mpmath.mpf("0.148"))
        c = mpmath.findroot(lambda x: mpmath.ncdf(mu - x) - price * mpmath.ncdf(-x), (1.0, 2.3), solver="anderson")
        q = mpmath.ncdf(-c)
        truth = float(mpmath.log((price * q - mpmath.mpf("0.0001")) / q))
        assert mu * c - mu * mu / 2 < truth  # the slope of the curve at the crossing: farther along it is worse
    found = optimal([("gaussian-dp", {"mu": 0.065}), ("epsilon-dp", {"epsilon": 0.148})], "approximate-dp", {"delta": 0.0001})
    assert found.lower <= truth * (1 + 1e-15)
    assert truth * (1 - 1e-15) <= found.upper <= truth * (1 + 1e-9)


def test_what_is_left_under_a_gaussian_curve_and_a_pure_bound_is_what_integrals_say() -> None:
    """With μ = 1, ε = 2 and δ = 0.001 set aside, D_1 of the pair whose losses are cut off is 0.484942061979816308 (mpmath)."""
    rho = optimal(_CAPPED, "approximate-zero-concentrated-dp", {"xi": 0, "delta": 0.001})
    assert rho.lower <= 0.484942061979816308 <= rho.upper <= 0.484942061979816308 * (1 + 1e-9)
    share = optimal(_CAPPED, "approximate-zero-concentrated-dp", {"xi": 0, "rho": 0.484942061979816308})
    assert share.lower <= 0.001 <= share.upper <= 0.001 * (1 + 1e-8)


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


@pytest.mark.parametrize(
    ("source", "target", "fixed", "truth"),
    [
        (
            [("zero-concentrated-dp", {"xi": 0.1, "rho": 0.1}), ("total-variation-privacy", {"epsilon": 0.05})],
            "kl-privacy",
            {},
            0.06119345510820035595,
        ),
        (
            [("zero-concentrated-dp", {"xi": 0, "rho": 0.183}), ("total-variation-privacy", {"epsilon": 0.067})],
            "kl-privacy",
            {},
            0.1011133975906303473,
        ),
        (
            [("zero-concentrated-dp", {"xi": 0.05, "rho": 1}), ("total-variation-privacy", {"epsilon": 0.5})],
            "renyi-dp",
            {"alpha": 2},
            2.05,
        ),
    ],
)
def test_outputs_on_the_bend_of_a_line_are_part_of_the_moment_problem(
    source: list[tuple[str, dict[str, Any]]], target: str, fixed: dict[str, Any], truth: float
) -> None:
    """The truths are primal and dual solutions of linear programmes, refined with mpmath; 2.05 is ξ + 2ρ."""
    found = optimal(source, target, fixed)
    assert found.status in ("attained", "limit")
    assert found.lower <= truth * (1 + 1e-13)
    assert truth * (1 - 1e-13) <= found.upper <= truth * (1 + 1e-8)


@pytest.mark.parametrize(
    ("source", "target", "fixed", "truth"),
    [
        (
            [("kl-privacy", {"epsilon": 0.01291}), ("renyi-dp", {"alpha": 28.58, "epsilon": 0.6651})],
            "bounded-concentrated-dp",
            {"xi": 0, "omega": 2},
            0.01682757411576044862,
        ),
        (
            [("fk-divergence-dp", {"k": 1.547, "epsilon": 0.1673}), ("epsilon-dp", {"epsilon": 4})],
            "zero-concentrated-dp",
            {"xi": 0},
            0.58960346150910927484,
        ),
        (
            [("kl-privacy", {"epsilon": 0.7967}), ("epsilon-dp", {"epsilon": 4})],
            "bounded-concentrated-dp",
            {"xi": 0, "omega": 4},
            1.33633962785529460315,
        ),
        (
            [("zero-concentrated-dp", {"xi": 0.1, "rho": 0.5}), ("total-variation-privacy", {"epsilon": 0.3})],
            "bounded-concentrated-dp",
            {"xi": 0.1, "omega": 4},
            0.5,
        ),
    ],
)
def test_where_two_guarantees_decide_at_different_orders_the_worst_order_is_searched(
    source: list[tuple[str, dict[str, Any]]], target: str, fixed: dict[str, Any], truth: float
) -> None:
    """The truths are suprema over orders of linear programmes, refined with mpmath; 0.5 is ρ itself."""
    found = optimal(source, target, fixed)
    assert found.status in ("attained", "limit")
    assert found.lower <= truth * (1 + 1e-9)
    assert truth <= found.upper <= truth * (1 + 1e-8)


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


@pytest.mark.parametrize(
    ("source", "xi"),
    [
        ([("zero-concentrated-dp", {"xi": 0, "rho": 0.3016}), ("approximate-dp", {"epsilon": 0.1165, "delta": 5.142e-7})], 0),
        ([("kl-privacy", {"epsilon": 0.01291}), ("renyi-dp", {"alpha": 28.58, "epsilon": 0.6651})], 0),
        ([("fk-divergence-dp", {"k": 2.065, "epsilon": 0.7484}), ("epsilon-dp", {"epsilon": 4})], 0.1261),
    ],
)
def test_a_bound_for_all_orders_is_no_less_than_each_order_needs(source: list[tuple[str, dict[str, float]]], xi: float) -> None:
    """Where the moment problem is not solved at some order, nothing smaller than what that order may need is said."""
    best = optimal(source, "bounded-concentrated-dp", {"xi": xi, "omega": 4})
    for order in (1.2, 2, 3, 4):
        needed = optimal(source, "renyi-dp", {"alpha": order})
        assert best.upper >= (needed.lower - xi) / order
    assert best.upper >= 0.03036 or source[0][0] != "zero-concentrated-dp"  # which a table of few outputs needs


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


@pytest.mark.parametrize("curve", [[(0, 1), (0.25, 0.25), (1, 0)], [(0, 0.75), (0.25, 0.25), (0.75, 0)]])
def test_no_event_of_a_curve_exceeds_its_total_variation(curve: list[tuple[float, float]]) -> None:
    """1 - x - f(x) is at most ½, so that P(S) - Q(S) > ½ for no S, and δ_a = ½ is enough."""
    assert optimal({"f-dp": {"f": curve}}, "relaxed-dp", {"epsilon": 0, "delta_a": 0.5}).upper == 0


@pytest.mark.parametrize(
    ("source", "target", "fixed", "order"),
    [
        ({"fk-divergence-dp": {"k": 2, "epsilon": 0.2}}, "fk-divergence-dp", {"epsilon": 0.2}, 2),
        ({"divergence-dp": {"f": "chi-square", "epsilon": 0.25}}, "fk-divergence-dp", {"epsilon": 0.5}, 2),
        ({"fk-divergence-dp": {"k": 1, "epsilon": 2}}, "fk-divergence-dp", {"epsilon": 2}, 1),
        ({"kl-privacy": {"epsilon": 0.2}}, "truncated-codp-bdrs18", {"rho": 0.2}, 1),
        ({"bounded-concentrated-dp": {"xi": 0.1, "rho": 2, "omega": 32}}, "bounded-concentrated-dp", {"xi": 0.05, "rho": 32}, 32),
        ({"renyi-dp": {"alpha": 4, "epsilon": 0.5}}, "truncated-codp-bdrs18", {"rho": 0.5}, 4),
    ],
)
def test_a_source_s_own_bound_holds_up_to_its_last_order(source: Any, target: str, fixed: dict[str, float], order: float) -> None:
    """The target is the source's own statement or weaker, up to an order beyond which the source bounds nothing."""
    found = optimal(source, target, fixed)
    assert (found.status, found.lower) == ("limit", order)
    assert found.upper == pytest.approx(order, rel=1e-10)


@pytest.mark.parametrize("target", ["renyi-dp", "fk-divergence-dp", "truncated-codp-bdrs18"])
@pytest.mark.parametrize(
    "source",
    [
        {"truncated-codp-col16": {"xi": 0, "tau": 0.1}},
        {"gaussian-dp": {"mu": 0}},
        {"mean-concentrated-dp": {"mu": 0, "tau": 1}},
        {"fk-divergence-dp": {"k": 2, "epsilon": 0}},
    ],
)
def test_equal_distributions_meet_every_order(source: Any, target: str) -> None:
    fixed = {"rho": 0.1} if target == "truncated-codp-bdrs18" else {"epsilon": 0.5}
    assert optimal(source, target, fixed).lower == math.inf


def test_a_source_that_says_nothing_bounds_no_order() -> None:
    """E|X - 1| ≤ 2 holds for all pairs; disjoint ones have an infinite divergence and E|X - 1| = 2."""
    for target, epsilon in (("renyi-dp", 0.5), ("fk-divergence-dp", 1)):
        assert optimal({"fk-divergence-dp": {"k": 1, "epsilon": 2}}, target, {"epsilon": epsilon}).status == "infinite"


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


def ratio_range_programme(eta: float, mean: float, alpha: float) -> float:
    """The largest D_α over laws with losses in an interval of length η and both means at most ``mean``, by linear programmes."""

    def most(top: float) -> float:
        v = np.linspace(top - eta, top, 101)
        x = np.exp(v)
        found = linprog(-(x**alpha), A_ub=[v * x, -v], b_ub=[mean, mean], A_eq=[np.ones_like(x), x], b_eq=[1, 1], method="highs")
        return -found.fun if found.status == 0 else 0.0

    tops = np.linspace(0.05, 0.95, 10) * eta
    for _ in range(4):
        best, where = max((most(x), x) for x in tops)
        tops = where + (tops[1] - tops[0]) * np.linspace(-1, 1, 9)
    return math.log(best) / (alpha - 1)


@pytest.mark.parametrize(("eta", "mean", "alpha"), [(1.5, 0.1, 2), (0.9, 0.03, 4), (3, 0.3, 1.5)])
def test_a_range_of_losses_beside_a_mean_needs_what_linear_programmes_find(eta: float, mean: float, alpha: float) -> None:
    source = [("range-bounded-privacy", {"epsilon": eta}), ("kl-privacy", {"epsilon": mean})]
    found, least = optimal(source, "renyi-dp", {"alpha": alpha}), ratio_range_programme(eta, mean, alpha)
    assert found.certified
    assert least * (1 - 1e-9) <= found.upper <= least * (1 + 5e-3)
    assert found.pair is not None
    for p, q in ((found.pair.p, found.pair.q), (found.pair.q, found.pair.p)):
        losses = [math.log(a / b) for a, b in zip(p, q, strict=True)]
        assert max(losses) - min(losses) <= eta
        assert sum(float(a) * x for a, x in zip(p, losses, strict=True)) <= mean
    moment = sum(float(b) * (float(a) / float(b)) ** alpha for a, b in zip(found.pair.p, found.pair.q, strict=True))
    assert math.log(moment) / (alpha - 1) >= found.lower * (1 - 1e-6)


def test_a_range_of_losses_beside_a_mean_is_not_concentrated_by_the_mean_alone() -> None:
    """A pair whose losses differ by 1.5, with mean losses of at most 0.1, needs ρ = 0.19: order 1 alone would say 0.1."""
    a, b = 1.3776, 0.12234
    p, q = ((1 - math.exp(-b)) * x / (1 - math.exp(-(a + b))) for x in (1, math.exp(-a)))
    assert a + b < 1.5
    assert max(p * a - (1 - p) * b, (1 - q) * b - q * a) < 0.1
    needed = max(
        math.log(p**k * q ** (1 - k) + (1 - p) ** k * (1 - q) ** (1 - k)) / (k - 1) / k for k in np.linspace(1.5, 8, 400)
    )
    assert needed > 0.1908
    source = [("range-bounded-privacy", {"epsilon": 1.5}), ("kl-privacy", {"epsilon": 0.1})]
    for target, fixed in (("zero-concentrated-dp", {"xi": 0}), ("truncated-codp-bdrs18", {"omega": 16})):
        found = optimal(source, target, fixed)
        assert needed <= found.upper <= needed * (1 + 1e-3)


@pytest.mark.parametrize(
    ("bounds", "xi", "last"), [({2: 0.1, 4: 0.25, 8: 0.6, 32: 3}, 0, 16), ({2: 0.1, 4: 0.25, 8: 0.6, 32: 3}, 0.01, 16)]
)
def test_a_supremum_over_orders_of_several_renyi_bounds_is_that_of_the_worst_binary_pair(
    bounds: dict[int, float], xi: float, last: float
) -> None:
    """The truth: along the boundary, found by bisection, every pair at every order, in floats."""

    def divergence(a: float, b: float, k: float) -> float:
        p = -math.expm1(-b) / -math.expm1(-(a + b))
        return math.log1p(p * math.expm1((k - 1) * a) + (1 - p) * math.expm1(-(k - 1) * b)) / (k - 1)

    def smaller(a: float) -> float:
        low, high = -80.0, math.log(a)
        for _ in range(80):
            middle = (low + high) / 2
            fits = all(divergence(a, math.exp(middle), k) <= e for k, e in bounds.items())
            low, high = (middle, high) if fits else (low, middle)
        return math.exp(low)

    orders = np.linspace(1.01, last, 150)
    pairs = [(a, b) for a in np.linspace(0.32, 6, 200) for b in [smaller(a)] if b < a]
    truth = max((divergence(a, b, k) - xi) / k for a, b in pairs for k in orders[:: 1 if b > 1e-12 else 50])
    found = optimal(
        [("renyi-dp", {"alpha": k, "epsilon": e}) for k, e in bounds.items()],
        "bounded-concentrated-dp",
        {"xi": xi, "omega": last},
    )
    assert found.status is Status.ATTAINED
    assert truth * (1 - 1e-9) <= found.upper <= truth * (1 + 1e-2)


def test_of_several_families_the_one_of_the_least_slope_binds_rare_losses() -> None:
    """By itself (ξ, ρ)-zCDP allows D_α = ξ + ρα at ever higher orders, of pairs that all other bounds allow in the end."""
    source = [
        ("zero-concentrated-dp", {"xi": 0.1, "rho": 0.3}),
        ("zero-concentrated-dp", {"xi": 0, "rho": 0.4}),
        ("kl-privacy", {"epsilon": 0.05}),
    ]
    assert optimal(source, "zero-concentrated-dp", {"rho": 0.2}).status is Status.INFINITE
    least = optimal(source, "zero-concentrated-dp", {"rho": 0.3})
    assert least.lower <= 0.1 <= least.upper <= 0.1 * (1 + 1e-12)
    rate = optimal(source, "zero-concentrated-dp", {"xi": 0.1})
    assert rate.lower <= 0.3 <= rate.upper <= 0.3 * (1 + 1e-12)


@pytest.mark.parametrize("tiny", [1e-12, 4.67e-19, 1e-30])
def test_a_line_of_a_tiny_probability_does_not_hide_the_one_that_binds(tiny: float) -> None:
    """Total variation of (ε, δ)-DP is δ + (1 - δ) tanh(ε/2), which lines of larger losses do not change."""
    source = [("renyi-dp", {"alpha": 32, "epsilon": 1.72}), ("approximate-dp", {"profile": [(0.1, 0.129), (3.7, tiny)]})]
    truth = 0.129 + 0.871 * math.tanh(0.05)
    found = optimal(source, "total-variation-privacy", {})
    assert found.certified
    assert found.lower <= truth <= found.upper <= truth * (1 + 1e-8)


def test_a_line_of_the_source_is_its_own_answer_beside_a_family() -> None:
    """(ε, δ)-DP that zCDP does not imply: where the line bounds the best tests, no smaller ε will do at its δ."""
    source = [
        ("bounded-concentrated-dp", {"xi": 0.02, "rho": 0.345, "omega": 64}),
        ("approximate-dp", {"epsilon": 0.302, "delta": 1e-6}),
    ]
    found = optimal(source, "approximate-dp", {"delta": 1e-6})
    assert found.lower <= 0.302 <= found.upper <= 0.302 * (1 + 1e-8)


@pytest.mark.parametrize(
    ("source", "lines", "bound", "goal", "end", "target", "fixed"),
    [
        (
            [
                ("epsilon-dp", {"epsilon": 2.96}),
                ("approximate-dp", {"profile": [(1.39, 1e-3), (1.93, 1e-4)]}),
                ("renyi-dp", {"alpha": 1.5, "epsilon": 0.0862}),
            ],
            [(1.39, 1e-3), (1.93, 1e-4)],
            (1.5, 0.0862),
            5.17,
            2.96,
            "renyi-dp",
            {"alpha": 5.17},
        ),
        (
            [("total-variation-privacy", {"epsilon": 0.174}), ("renyi-dp", {"alpha": 8, "epsilon": 3.063})],
            [(0, 0.174)],
            (8, 3.063),
            1.5,
            12,
            "renyi-dp",
            {"alpha": 1.5},
        ),
        (
            [("renyi-dp", {"alpha": 4, "epsilon": 5.2399}), ("approximate-dp", {"epsilon": 1.38, "delta": 1e-5})],
            [(1.38, 1e-5)],
            (4, 5.2399),
            2,
            12,
            "renyi-dp",
            {"alpha": 2},
        ),
    ],
)
def test_lines_beside_a_renyi_divergence_are_solved_where_contact_is_degenerate(
    source: list[tuple[str, dict[str, Any]]],
    lines: list[tuple[float, float]],
    bound: tuple[float, float],
    goal: float,
    end: float,
    target: str,
    fixed: dict[str, Any],
) -> None:
    """The truth: a linear programme over losses, which can only miss something of the optimum."""
    order, most = bound
    v = np.unique([*np.linspace(-end, end, 501), *(s * e for e, _ in lines for s in (1, -1))])
    rows = [(np.exp(order * v), (order - 1) * most), (np.exp((1 - order) * v), (order - 1) * most)]
    table = [row * math.exp(-limit) for row, limit in rows]
    for e, d in lines:
        table += [np.maximum(np.exp(v) - math.exp(e), 0) / d, np.maximum(1 - np.exp(v + e), 0) / d]
    size = np.maximum(np.max(table, axis=0), np.maximum(np.exp(v), 1))
    found = linprog(
        -np.exp(goal * v) / size, np.array(table) / size, np.ones(len(table)), np.array([v * 0 + 1, np.exp(v)]) / size, [1, 1]
    )
    truth, best = math.log(-found.fun) / (goal - 1), optimal(source, target, fixed)
    assert best.status is Status.ATTAINED
    assert best.certified
    assert truth * (1 - 1e-7) <= best.upper <= truth * (1 + 1e-3)


@pytest.mark.parametrize("rare", [9.81e-6, 1e-9])
def test_what_a_line_allows_is_not_below_its_randomised_response(rare: float) -> None:
    """RR of ε = 0.153 meets (0.153, δ)-DP and all the rest, so that no proof may say less than its D_1.5."""
    source = [
        ("approximate-dp", {"epsilon": 0.153, "delta": rare}),
        ("epsilon-dp", {"epsilon": 0.41}),
        ("renyi-dp", {"alpha": 2, "epsilon": 0.2003}),
        ("renyi-dp", {"alpha": 64, "epsilon": 0.48912}),
    ]
    needed = math.log(math.cosh(0.153) / math.cosh(0.0765)) * 2
    found = optimal(source, "renyi-dp", {"alpha": 1.5})
    assert found.status is Status.ATTAINED
    assert needed < found.upper < needed * 1.01
