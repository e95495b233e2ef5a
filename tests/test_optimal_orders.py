"""The largest orders at which a bound holds (theory, T16)."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from typing import Any

import flint
import mpmath
import numpy as np
import pytest
from sources_and_pairs import ZOO, mean, programme, pure, rdp, zcdp

from dpzoo.numbers.real import ONE, real
from dpzoo.optimal.binary import Active
from dpzoo.optimal.certify import arb, order_of
from dpzoo.optimal.crossing import Crossing
from dpzoo.optimal.engine import optimal
from dpzoo.optimal.optimum import Status
from dpzoo.optimal.primitives import Orders
from dpzoo.optimal.sources import guarantee


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


def test_an_order_at_which_only_a_search_says_that_the_target_holds_is_no_end() -> None:
    """Numeric optima at single orders say nothing, but for what pairs certainly need."""
    given = guarantee((("divergence-dp", {"f": "hellinger", "epsilon": 0.02}), ("zero-concentrated-dp", {"xi": 0, "rho": 0.1})))
    crossing = Crossing(given, real(0.01), real(0.08))
    assert crossing.holds(2.0)
    assert crossing.fails(4.0)
    crossing.known = {x: replace(crossing.at(x), certified=False) for x in (1.0, 2.0, 4.0)}
    ends = crossing._ends()
    assert ends is not None
    assert (ends.lower, ends.upper) == (0, 4)  # of order 1, too, only a search says that the target holds


def test_the_largest_omega_of_one_power_lies_where_its_renyi_divergence_crosses_the_line() -> None:
    source, xi, rho = {"fk-divergence-dp": {"k": 2.5, "epsilon": 0.5}}, 0.15, 0.01
    found = optimal(source, "bounded-concentrated-dp", {"xi": xi, "rho": rho})
    for alpha, side in ((found.lower, 1), (found.upper * (1 + 1e-9), -1), (0.9 * found.lower, 1), (1, 1)):
        needed = optimal(source, "renyi-dp", {"alpha": alpha}).upper
        assert side * (xi + rho * alpha - needed) >= 0
    equal = optimal({"fk-divergence-dp": {"k": 2.5, "epsilon": 0}}, "bounded-concentrated-dp", {"xi": xi, "rho": rho})
    assert equal.lower == math.inf  # both distributions are equal


@pytest.mark.parametrize(
    ("rho", "omega", "allowed"), [(100, 500, {"xi": 0, "rho": 100}), (0.1783, 1.2, {"xi": 0.01, "rho": 0.17})]
)
def test_a_family_of_orders_holds_up_to_its_own_last_order(rho: float, omega: float, allowed: dict[str, float]) -> None:
    source = {"bounded-concentrated-dp": {"xi": 0, "rho": rho, "omega": omega}}
    assert optimal(source, "bounded-concentrated-dp", allowed).value == pytest.approx(omega, rel=1e-9)


def test_orders_up_to_the_one_that_binds_are_decided_by_randomised_response() -> None:
    source = {"bounded-concentrated-dp": {"xi": 0.479469, "rho": 0.0405698, "omega": 1.5}}
    target = {"rho": 0.202724, "omega": 1.32325}
    found = optimal(source, "bounded-concentrated-dp", target)
    assert found.pair is not None
    assert found.upper < 0.479469 + 0.0405698 * 1.32325 - 0.202724 * 1.32325  # what the source's formula gives at the last order
    needed = float(ZOO["bounded-concentrated-dp"].tightest(found.pair.mechanism(), **target).value)
    assert needed == pytest.approx(found.upper, rel=1e-6)


def test_no_bound_is_used_beyond_the_last_order_of_a_family() -> None:
    last = real(Fraction(21, 10))  # less than the float 2.1
    family = Orders(real(Fraction(1, 2)), real(Fraction(1, 10)), ONE, last)
    assert Fraction(2.1) > Fraction(21, 10)
    with flint.ctx.workprec(256):
        assert order_of(Active(family, 2.1)).overlaps(arb(last))
        assert order_of(Active(family, 2.0)) == 2


def test_a_source_holds_up_to_its_own_order_exactly() -> None:
    assert optimal(rdp(8, 1), "renyi-dp", {"epsilon": 1}).value == 8
    assert optimal(mean(1, 1), "renyi-dp", {"epsilon": 1}).value == 2  # the Gaussian pair has D_α = α/2
    assert optimal(mean(1, 1), "renyi-dp", {"epsilon": 0.6}).value == pytest.approx(1.2, rel=1e-9)
    assert optimal({"total-variation-privacy": {"epsilon": 0.5}}, "fk-divergence-dp", {"epsilon": 1}).value == 1
    assert optimal({"range-bounded-privacy": {"epsilon": 0.1}}, "renyi-dp", {"epsilon": 0.1}).value == math.inf
    assert optimal(zcdp(0.1), "bounded-concentrated-dp", {"rho": 0.1, "omega": 4}).upper == 0


def test_a_power_of_the_deviation_bounds_orders_up_to_its_own() -> None:
    for k, epsilon, xi in ((6.368, 0.01208, 1.0), (3.0, 0.5, 0.7)):  # k/(k - 1)·ln(1 + ε) ≤ ξ, and beyond k no order is bounded
        assert k / (k - 1) * math.log1p(epsilon) < xi
        source = {"fk-divergence-dp": {"k": k, "epsilon": epsilon}}
        assert optimal(source, "bounded-concentrated-dp", {"xi": xi, "omega": k}).upper == 0
        assert optimal(source, "bounded-concentrated-dp", {"xi": xi, "rho": 0.1}).lower == pytest.approx(k, rel=1e-12)


@pytest.mark.parametrize(("epsilon", "bound"), [(1, "1.7182818"), (1, "1.71828182845"), (0.3, "0.3498588"), (5, "147.4131")])
def test_a_bound_just_below_the_largest_deviation_holds_up_to_a_huge_power(epsilon: float, bound: str) -> None:
    """Randomised response has q(e^ε - 1)^k + e^ε q(1 - e^{-ε})^k, q = 1/(1 + e^ε), at 60 digits."""
    found = optimal(pure(epsilon), "fk-divergence-dp", {"epsilon": float(bound)})
    with mpmath.workdps(60):
        e = mpmath.exp(mpmath.mpf(str(epsilon)))
        logs = mpmath.log(e - 1), mpmath.log(1 - 1 / e)

        def excess(k: Any) -> Any:
            power = mpmath.exp(k * (logs[0] - mpmath.log(bound))) + e * mpmath.exp(k * (logs[1] - mpmath.log(bound)))
            return power / (1 + e) - 1

        k = mpmath.findroot(excess, (found.lower * 0.99, found.upper * 1.01), solver="bisect", tol=1e-40, maxsteps=250)
        assert found.certified
        assert found.lower * (1 - 1e-14) <= k <= found.upper * (1 + 1e-14)
        assert found.upper <= found.lower * (1 + 1e-8)


def test_a_family_of_all_orders_allows_every_order() -> None:
    found = optimal({"zero-concentrated-dp": {"rho": 0.3}}, "bounded-concentrated-dp", {"xi": 0, "rho": 0.3})
    assert found.lower == math.inf
    assert found.status is Status.ATTAINED


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


@pytest.mark.parametrize(
    ("source", "target", "fixed", "order"),
    [
        ({"fk-divergence-dp": {"k": 2, "epsilon": 0.2}}, "fk-divergence-dp", {"epsilon": 0.2}, 2),
        ({"divergence-dp": {"f": "chi-square", "epsilon": 0.25}}, "fk-divergence-dp", {"epsilon": 0.5}, 2),
        ({"fk-divergence-dp": {"k": 1, "epsilon": 2}}, "fk-divergence-dp", {"epsilon": 2}, 1),
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


@pytest.mark.parametrize(
    ("bounds", "xi", "rho"),
    [([(8, 0.88), (3, 0.0616), (2, 0.0416)], 0.02, 0.0335), ([(5, 0.3), (1.5, 0.04)], 0.01, 0.05)],
)
def test_the_largest_omega_of_several_orders_lies_where_linear_programmes_cross_the_line(
    bounds: list[tuple[float, float]], xi: float, rho: float
) -> None:
    """No pair on a grid of losses breaks the target below it, and one does above it, at single orders."""
    found = optimal(
        [("renyi-dp", {"alpha": a, "epsilon": e}) for a, e in bounds], "bounded-concentrated-dp", {"xi": xi, "rho": rho}
    )
    assert found.certified

    def excess(alpha: float) -> float:
        return math.log(programme(bounds, lambda v: np.exp(alpha * v))) / (alpha - 1) - xi - rho * alpha

    assert excess(found.upper * 1.0005) > 0
    assert all(excess(1 + (found.lower * 0.9995 - 1) * share) < 0 for share in (1, 0.8, 0.4, 0.1))


@pytest.mark.parametrize(
    ("source", "allowed", "omega"),
    [
        (
            [("renyi-dp", {"alpha": 2, "epsilon": 0.01617}), ("kl-privacy", {"epsilon": 0.01898})],
            {"xi": 0.0089, "rho": 0.01349},
            2,
        ),
        (
            [("range-bounded-privacy", {"epsilon": 0.0972}), ("kl-privacy", {"epsilon": 0.0004303})],
            {"xi": 0, "rho": 0.0572},
            math.inf,
        ),
    ],
)
def test_what_one_bound_allows_at_all_orders_is_no_search(source: Any, allowed: dict[str, float], omega: float) -> None:
    """D_1 ≤ .00043 and D_2 ≤ .0162 lie below the line; losses in a range of .0972 give D_α ≤ .0972, below it from α = 1.7 on."""
    found = optimal(source, "bounded-concentrated-dp", allowed)
    assert (found.value, found.certified) == (omega, True)
