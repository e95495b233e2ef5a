"""Several guarantees at once (theory, T1, T20, T21)."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from statistics import NormalDist
from typing import Any

import flint
import mpmath
import numpy as np
import pytest
from scipy.optimize import brentq, linprog
from sources_and_pairs import ZOO, pure, zcdp

from dpzoo.numbers.real import real
from dpzoo.optimal.engine import optimal
from dpzoo.optimal.optimum import Pair, Status
from dpzoo.optimal.programme import TableWork, limited
from dpzoo.optimal.shapes import Deviation, Hinge, shape_of_order
from dpzoo.optimal.sources import guarantee
from dpzoo.zoo.zoo import Zoo


def test_a_conjunction_is_better_than_either_part() -> None:
    both = optimal({**zcdp(0.1), **pure(3)}, "approximate-dp", {"epsilon": 2.99})
    assert both.upper < optimal(zcdp(0.1), "approximate-dp", {"epsilon": 2.99}).lower
    assert both.upper < optimal(pure(3), "approximate-dp", {"epsilon": 2.99}).lower
    four = [("renyi-dp", {"alpha": a, "epsilon": a / 10}) for a in (2, 4, 8, 16)]
    several = optimal(four, "approximate-dp", {"delta": 1e-5})
    best = min(optimal([one], "approximate-dp", {"delta": 1e-5}).lower for one in four)
    family = optimal(zcdp(0.1), "approximate-dp", {"delta": 1e-5})
    assert family.lower <= several.upper <= best * (1 + 1e-12)


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


def test_several_guarantees_hold_together(zoo: Zoo) -> None:
    """zCDP with ρ = 0.1 and ε ≤ 3 is at least as good as each of the two."""
    both = zoo.optimal(["zCDP(xi=0, rho=0.1)", "epsilon-dp(epsilon=3)"], "approximate-dp", epsilon=1).upper
    assert both <= min(
        zoo.optimal("zCDP(xi=0, rho=0.1)", "approximate-dp", epsilon=1).upper,
        zoo.optimal("epsilon-dp(epsilon=3)", "approximate-dp", epsilon=1).upper,
    )


def test_a_symmetric_curve_beside_another_guarantee_is_solved() -> None:
    """Its two segments say that no loss is above ln 3. At the corner 5.718 is the worst order, which a system in mpmath tells."""
    source = [("f-dp", {"f": [(0, 1), ("0.25", "0.25"), (1, 0)]}), ("zero-concentrated-dp", {"xi": 0, "rho": 0.1})]
    found = optimal(source, "approximate-dp", {"delta": 0.001})
    with mpmath.workdps(50):
        loss = mpmath.log(3)

        def excess(b: mpmath.mpf, order: mpmath.mpf) -> mpmath.mpf:
            p = mpmath.expm1(-b) / mpmath.expm1(-loss - b)
            total = p**order * (p / 3) ** (1 - order) + (1 - p) ** order * (1 - p / 3) ** (1 - order)
            return mpmath.log(total) / (order - 1) - order / 10

        both = [excess, lambda b, order: mpmath.diff(lambda x: excess(b, x), order)]
        b, order = mpmath.findroot(lambda *x: [f(*x) for f in both], (0.0558, 5.72))
        assert mpmath.almosteq(order, 5.718, 1e-4)
        value = loss + mpmath.log(1 - mpmath.expm1(-loss - b) / mpmath.expm1(-b) / 1000)
        assert mpmath.mpf(found.lower) <= value <= mpmath.mpf(found.upper) <= value * (1 + mpmath.mpf(10) ** -13)


@pytest.mark.parametrize("k", ["1.01", "1.5", "2.25"])
def test_powers_of_a_gaussian_curve_beside_total_variation(k: str) -> None:
    """Where the curve would have p - q above the bound, both laws have one output of equal probabilities."""
    mu, most = mpmath.mpf("0.787"), mpmath.mpf("0.155")
    with mpmath.workdps(30):
        above = mpmath.findroot(lambda z: mpmath.ncdf(mu - z) - mpmath.ncdf(-z) - most, 1.6)
        arcs = ((above, mpmath.inf), (-mpmath.inf, mu - above))
        exact = sum(
            mpmath.quad(lambda z: abs(mpmath.expm1(mu * z - mu**2 / 2)) ** mpmath.mpf(k) * mpmath.npdf(z), arc) for arc in arcs
        ) ** (1 / mpmath.mpf(k))
    source = {"gaussian-dp": {"mu": 0.787}, "total-variation-privacy": {"epsilon": 0.155}}
    found = optimal(source, "fk-divergence-dp", {"k": float(k)})
    assert found.lower * (1 - 1e-14) <= exact <= found.upper * (1 + 1e-14)
    assert found.upper <= found.lower * (1 + 1e-10)


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


def test_a_largest_loss_beside_a_family_is_asked_next_to_order_one_alone() -> None:
    asked = {"rho": 0.25, "omega": 1 + Fraction(1, 10**15)}
    found = optimal({"truncated-codp-col16": {"xi": 50, "tau": 0.4515}}, "bounded-concentrated-dp", asked)
    assert found.upper == pytest.approx(0.2015, rel=1e-9)


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
    assert optimal(both, "kl-privacy", {}).status is Status.INFINITE  # a disclosure of probability 0.01 meets both


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


_TABLE = ("f-dp", {"f": [[0, 1], [0.2, 0.5], [0.5, 0.2], [1, 0]]})


@pytest.mark.parametrize(
    ("mu", "line", "target", "fixed", "truth"),
    [
        (0.0578, ("epsilon-dp", {"epsilon": 1.63}), "kl-privacy", {}, 0.0578**2 / 2),
        (0.0178, _TABLE, "renyi-dp", {"alpha": 38.5}, 38.5 * 0.0178**2 / 2),
        (1.99e-5, _TABLE, "kl-privacy", {}, 1.99e-5**2 / 2),
        (20, ("total-variation-privacy", {"epsilon": 3.49e-5}), "kl-privacy", {}, 0.0099141500866642136479),
    ],
)
def test_lines_far_out_on_a_gaussian_curve_are_decided(
    mu: float, line: tuple[str, dict[str, Any]], target: str, fixed: dict[str, Any], truth: float
) -> None:
    """Less than a float can say is cut off where the line is 28σ or farther out; the last truth is an integral (mpmath)."""
    found = optimal([("gaussian-dp", {"mu": mu}), line], target, fixed)
    assert found.certified
    assert found.lower <= truth * (1 + 1e-14)
    assert truth * (1 - 1e-14) <= found.upper <= truth * (1 + 1e-13)
    assert found.pair is not None
    assert max(x.denominator.bit_length() for x in found.pair.p) < 3000


_NEXT_TO_IT = [
    ("kl-privacy", {"epsilon": 0.1}),
    ("fk-divergence-dp", {"k": 4, "epsilon": 0.198}),
    ("divergence-dp", {"f": "hellinger", "epsilon": 0.05}),
    ("renyi-dp", {"alpha": 2, "epsilon": 0.3}),
    ("truncated-codp-bdrs18", {"rho": 0.1, "omega": 5}),
]


@pytest.mark.parametrize("other", _NEXT_TO_IT)
def test_bounds_of_finite_growth_do_not_lower_what_gaussian_dp_needs_at_high_orders(other: tuple[str, dict[str, Any]]) -> None:
    """The pair N(1.23, 1) against N(0, 1) with all below some place as one output needs 30·1.23²/2, but for e⁻³⁰⁰."""
    source, rho = [("gaussian-dp", {"mu": 1.23}), other], 1.23**2 / 2
    for target, fixed, truth in (
        ("renyi-dp", {"alpha": 30}, 30 * rho),
        ("truncated-codp-bdrs18", {"omega": 62}, rho),
        ("zero-concentrated-dp", {"xi": 0}, rho),
    ):
        found = optimal(source, target, fixed)
        assert found.certified
        assert truth * (1 - 1e-9) <= found.lower <= truth * (1 + 1e-15)
        assert truth * (1 - 1e-15) <= found.upper <= truth * (1 + 1e-9)
        if target == "renyi-dp":
            assert found.pair is not None
            mechanism = found.pair.mechanism()
            assert all(ZOO[n].holds(mechanism, **{k: str(x) for k, x in v.items()}).holds for n, v in source)
            assert float(ZOO[target].tightest(mechanism, alpha=30).value) > truth * (1 - 1e-6)
    assert optimal(source, "zero-concentrated-dp", {"rho": 0.7}).status is Status.INFINITE


def test_the_least_of_a_gaussian_curve_and_families_decides_concentrated_dp() -> None:
    """A family of smaller ρ than μ²/2 has rare pairs under the curve; one of the same ρ asks for less than the curve."""
    both = [("gaussian-dp", {"mu": 1.23}), ("zero-concentrated-dp", {"xi": 0.2, "rho": 0.1})]
    assert optimal(both, "zero-concentrated-dp", {"xi": 0.3}).upper == 0.1
    assert optimal(both, "zero-concentrated-dp", {"rho": 0.1}).upper == 0.2
    same = [("gaussian-dp", {"mu": 0.5}), ("zero-concentrated-dp", {"xi": 0.2, "rho": 0.125}), ("kl-privacy", {"epsilon": 0.1})]
    assert optimal(same, "zero-concentrated-dp", {"xi": 0}).upper == 0.125
    assert optimal(same, "zero-concentrated-dp", {"rho": 0.125}).upper == 0


def test_the_largest_power_under_a_gaussian_curve_and_capped_losses() -> None:
    """By mpmath, the envelope's pair has (E|X - 1|^k)^{1/k} = 1.67 between these two k."""
    capped = [("gaussian-dp", {"mu": 0.0854}), ("truncated-codp-col16", {"xi": 1.44, "tau": 0.501})]
    found = optimal(capped, "fk-divergence-dp", {"epsilon": 1.67})
    assert 221.1392920 <= found.lower <= 221.13929206 <= found.upper * (1 + 1e-11)
    assert found.upper <= 221.1392921


@pytest.mark.parametrize(
    ("source", "k", "size"),
    [
        ([("truncated-codp-col16", {"xi": 50, "tau": 4.44})], 4.44, 3.44 * 4.44),
        ([("zero-concentrated-dp", {"xi": 1.98, "rho": 20})], 20, 19 * (1.98 + 400) / 20),
        ([("zero-concentrated-dp", {"xi": 2, "rho": 1}), ("approximate-dp", {"epsilon": 3, "delta": 0.01})], 8, 7 * 10 / 8),
    ],
)
def test_a_rare_output_has_nearly_all_of_a_large_power_beside_lines_too(
    source: list[tuple[str, dict[str, Any]]], k: float, size: float
) -> None:
    """(E X^k)^{1/k} of the bound D_k ≤ ξ + ρk is ``size``, as a logarithm; |X - 1|^k is less by e^{-a} of it, a the loss."""
    found = optimal(source, "fk-divergence-dp", {"k": k})
    assert found.certified
    assert size - 1e-4 <= math.log(found.lower) <= math.log(found.upper) <= size + 1e-12
    assert math.log(found.upper) - math.log(found.lower) < 1e-8
    assert found.pair is not None
    exact = [abs(mpmath.mpf(p) / q - 1) ** k * q for p, q in zip(*_in_mpmath(found.pair), strict=True)]
    assert float(mpmath.log(sum(exact)) / k) == pytest.approx(math.log(found.upper), abs=1e-6)


def _in_mpmath(pair: Pair) -> tuple[list[mpmath.mpf], list[mpmath.mpf]]:
    first, second = ([mpmath.mpf(x.numerator) / x.denominator for x in row] for row in (pair.p, pair.q))
    return first, second


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
        (
            [
                ("renyi-dp", {"alpha": 2, "epsilon": 0.1}),
                ("renyi-dp", {"alpha": 8, "epsilon": 0.5}),
                ("total-variation-privacy", {"epsilon": 0.1}),
            ],
            "bounded-concentrated-dp",
            {"xi": 0, "omega": 8},
            0.068481567546,
        ),
        (
            [
                ("epsilon-dp", {"epsilon": 3}),
                ("approximate-dp", {"epsilon": 0.5, "delta": 0.001}),
                ("kl-privacy", {"epsilon": 0.05}),
            ],
            "zero-concentrated-dp",
            {"xi": 0},
            0.2726374943636,
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


def test_bounds_that_rare_outputs_hardly_touch_lower_no_supremum() -> None:
    """P and Q give an output e^{-ρ(β-1)²} and e^{-ρβ²}: D_β = ρβ, at no order more, and next to no mean and distance."""
    rho, beta = 0.388, 20.0
    log_p, log_q = -rho * (beta - 1) ** 2, -rho * beta**2
    for alpha in np.concatenate([np.linspace(1.001, 3, 200), np.linspace(3, 200, 2000)]):
        s = alpha - 1
        rest = alpha * math.log1p(-math.exp(log_p)) - s * math.log1p(-math.exp(log_q))
        assert np.logaddexp(alpha * log_p - s * log_q, rest) / s <= rho * alpha * (1 + 1e-12)
    assert (beta * log_p - (beta - 1) * log_q) / (beta - 1) == pytest.approx(rho * beta, rel=1e-12)
    assert math.exp(log_p) < math.exp(log_p) * (log_p - log_q) < 1e-50
    source = [
        ("kl-privacy", {"epsilon": 0.0851}),
        ("zero-concentrated-dp", {"xi": 0, "rho": rho}),
        ("total-variation-privacy", {"epsilon": 0.0459}),
    ]
    found = optimal(source, "zero-concentrated-dp", {"xi": 0})
    assert found.status is Status.LIMIT
    assert found.lower == pytest.approx(rho, rel=1e-14)
    assert found.upper == pytest.approx(rho, rel=1e-14)


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


def test_lines_of_losses_beyond_floats_meet_in_a_corner() -> None:
    """With q = e^{-900}/1000 the outputs of p = 1/1000 meet both lines, and exceed e^{800}q by all but 10⁻⁴⁰ of it."""
    lines = [("approximate-dp", {"epsilon": 720, "delta": 1e-3}), ("approximate-dp", {"epsilon": 900, "delta": 1e-9})]
    found = optimal([("kl-privacy", {"epsilon": 600}), *lines], "approximate-dp", {"epsilon": 800})
    assert found.certified
    assert found.lower == pytest.approx(1e-3, rel=1e-12)
    assert found.upper == pytest.approx(1e-3, rel=1e-12)


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


@pytest.mark.parametrize("v", [-3.7, -1.2, 1.3, 4.1])
@pytest.mark.parametrize(
    ("shape", "direct"),
    [
        (Deviation(real(Fraction(5, 2)), reverse=False), lambda v: abs(mpmath.exp(v) - 1) ** 2.5),
        (Deviation(real(Fraction(5, 2)), reverse=True), lambda v: mpmath.exp(v) * abs(mpmath.exp(-v) - 1) ** 2.5),
        (shape_of_order(real(3)), lambda v: mpmath.exp(3 * v)),
        (shape_of_order(real(1)), lambda v: v * mpmath.exp(v)),
        (Hinge(real(1), reverse=False), lambda v: max(mpmath.exp(v) - mpmath.e, 0)),
        (Hinge(real(1), reverse=True), lambda v: max(1 - mpmath.e * mpmath.exp(v), 0)),
    ],
)
def test_what_is_divided_by_an_exponential_has_the_derivatives_of_differences(shape: Any, direct: Any, v: float) -> None:
    rising = v > (-1 if getattr(shape, "reverse", False) else 1)
    found = shape.over(flint.arb(1.75), flint.arb(v), rising=rising)
    with mpmath.workdps(40):
        for k, x in enumerate(found):
            assert float(x) == pytest.approx(
                float(mpmath.diff(lambda t: direct(t) * mpmath.exp(-1.75 * t), v, k)), rel=1e-9, abs=1e-12
            )


@pytest.mark.parametrize(
    ("source", "implied", "not_implied"),
    [  # by what D_α ≤ ξ + ρα says at an order and below it
        (("zero-concentrated-dp", {"xi": 0, "rho": 0.1}), ("renyi-dp", {"alpha": 3, "epsilon": 0.3}), {"epsilon": 0.299}),
        (("renyi-dp", {"alpha": 3, "epsilon": 0.3}), ("renyi-dp", {"alpha": 2, "epsilon": 0.3}), {"epsilon": 0.29}),
        (("renyi-dp", {"alpha": 8, "epsilon": 0.3}), ("truncated-codp-bdrs18", {"rho": 0.3, "omega": 8}), {"omega": 9}),
        (("zero-concentrated-dp", {"xi": 0.1, "rho": 0.2}), ("zero-concentrated-dp", {"xi": 0, "rho": 0.3}), {"rho": 0.29}),
        (
            ("epsilon-dp", {"epsilon": 0.3}),
            ("bounded-concentrated-dp", {"xi": 0.2, "rho": 0.1, "omega": 5}),
            {"xi": 0, "rho": 0.04},
        ),
        (("renyi-dp", {"alpha": 1, "epsilon": 0.2}), ("divergence-dp", {"f": "hellinger", "epsilon": 0.2}), {"epsilon": 0.1}),
    ],
)
def test_what_another_bound_on_renyi_divergences_says_is_left_out(source: Any, implied: Any, not_implied: Any) -> None:
    name, values = implied
    assert guarantee([source, implied]).parts == guarantee([implied, source]).parts == guarantee([source]).parts
    assert len(guarantee([source, (name, values | not_implied)]).parts) == 2


def _where_all_bind(epsilon: float, delta: float, order: float, bound: float) -> list[tuple[Any, Any]]:
    """Losses and Q of outputs at ±ε and two rare ones, at which both lines and both orders bind: six equations, six unknowns."""
    price, limit = mpmath.exp(mpmath.mpf(str(epsilon))), mpmath.exp((order - 1) * mpmath.mpf(str(bound)))

    def equations(m: Any, n: Any, r: Any, s: Any, v: Any, w: Any) -> list[Any]:  # Q of ε, -ε, v and -w
        x, y = mpmath.exp(v), mpmath.exp(-w)
        masses = [(price, m), (1 / price, n), (x, mpmath.exp(r)), (y, mpmath.exp(s))]
        return [
            sum(q for _, q in masses) - 1,
            sum(q * z for z, q in masses) - 1,
            masses[2][1] * (x - price) / mpmath.mpf(str(delta)) - 1,
            masses[3][1] * (1 - price * y) / mpmath.mpf(str(delta)) - 1,
            mpmath.log(sum(q * z**order for z, q in masses) / limit),
            mpmath.log(sum(q * z ** (1 - order) for z, q in masses) / limit),
        ]

    far = mpmath.log(limit / mpmath.mpf(str(delta))) / (order - 1)
    d = mpmath.log(mpmath.mpf(str(delta)))
    start = [1 / (1 + price), price / (1 + price), d - far, d, far, far]
    m, n, r, s, v, w = mpmath.findroot(equations, start, tol=1e-40)
    e = mpmath.log(price)
    return [(e, m), (-e, n), (v, mpmath.exp(r)), (-w, mpmath.exp(s))]


@pytest.mark.parametrize(
    ("epsilon", "delta", "order", "bound"),
    [(0.193, 1.68e-9, 8, 3.11), (1.52, 1e-6, 3, 2.5), (0.16, 1e-11, 2, 0.9), (0.5, 1e-3, 4, 2.0), (0.5, 1e-10, 1.5, 0.4)],
)
def test_a_line_of_tiny_delta_beside_a_renyi_divergence(epsilon: float, delta: float, order: float, bound: float) -> None:
    """One small linear programme is enough; where losses were looked for ever farther out, it took fifteen times the work."""
    with mpmath.workdps(50):
        masses = _where_all_bind(epsilon, delta, order, bound)
        truth, mean = (
            float(sum(q * f(z) for z, q in masses)) for f in (lambda z: mpmath.expm1(2 * z), lambda z: mpmath.exp(z) * z)
        )
    source = [("approximate-dp", {"epsilon": epsilon, "delta": delta}), ("renyi-dp", {"alpha": order, "epsilon": bound})]
    if order > 2:
        best = optimal(source, "divergence-dp", {"f": "chi-square"})
        assert best.certified
        assert best.lower <= truth * (1 + 1e-12)
        assert best.upper >= truth * (1 - 1e-12)
        assert best.upper - best.lower < 1e-8 * truth
    with limited(TableWork(40_000)):
        best = optimal(source, "kl-privacy")
    assert best.certified
    assert best.lower <= mean * (1 + 1e-12)
    assert best.upper >= mean * (1 - 1e-12)
    assert best.upper - best.lower < 1e-8 * mean


def test_a_largest_order_next_to_one_beside_a_line_of_tiny_delta() -> None:
    """The pair at which all bounds bind has losses of 168, of which e^168 cancels: digits that floats do not have are needed."""
    with mpmath.workdps(120):
        masses = _where_all_bind(0.92, 9.06e-10, mpmath.mpf("1.1"), 0.606)
        needs = lambda k: mpmath.log(sum(q * mpmath.exp(k * z) for z, q in masses)) / (k - 1) - mpmath.mpf("0.484")  # noqa: E731
        truth = float(mpmath.findroot(needs, (1.05, 1.0999), solver="anderson", tol=1e-30))
    source = [("renyi-dp", {"alpha": 1.1, "epsilon": 0.606}), ("approximate-dp", {"epsilon": 0.92, "delta": 9.06e-10})]
    best = optimal(source, "renyi-dp", {"epsilon": 0.484})
    assert best.certified
    assert best.lower * (1 - 1e-13) <= truth <= best.upper * (1 + 1e-13)
    assert best.upper - best.lower < 1e-8 * truth


@pytest.mark.parametrize(("epsilon", "delta", "mean"), [(0.154, 2.56e-7, 0.381), (0.459, 7.38e-5, 1.17), (2.0, 1e-10, 1.6)])
def test_a_mean_loss_beside_a_line_does_not_bind_bounded_goals(epsilon: float, delta: float, mean: float) -> None:
    """What a line discloses may have losses so large, and so rare, that only its own dominating pair counts."""
    line = ("approximate-dp", {"epsilon": epsilon, "delta": delta})
    both = optimal([line, ("kl-privacy", {"epsilon": mean})], "divergence-dp", {"f": "hellinger"})
    rest = (1 - delta) / (1 + math.exp(epsilon))  # of the pair (δ, ·, ·, 0)
    truth = 2 - 2 * 2 * rest * math.exp(epsilon / 2)
    assert both.certified
    assert both.lower <= truth * (1 + 1e-14)
    assert truth * (1 - 1e-14) <= both.upper <= truth * (1 + 1e-8)


@pytest.mark.parametrize(
    ("source", "alarms"),
    [
        ([("renyi-dp", {"alpha": 5, "epsilon": 0.255})], 0.0105),
        ([("truncated-codp-bdrs18", {"rho": 0.569, "omega": 20.8})], 0.0071),
        ([("divergence-dp", {"f": "hellinger", "epsilon": 0.374})], 0.00751),
        ([("renyi-dp", {"alpha": 3, "epsilon": 0.246}), ("approximate-dp", {"epsilon": 1.25, "delta": 3.54e-12})], 0.0109),
    ],
)
@pytest.mark.parametrize("delta", [1e-6, 1e-9, 6.58e-12, 1e-15])
def test_the_power_on_a_line_of_tiny_delta(source: list[tuple[str, dict[str, Any]]], alarms: float, delta: float) -> None:
    """At few false alarms the line p ≤ e^ε q + δ alone binds, which the pair on it meets with the rest to spare."""
    epsilon, power = 0.173, math.exp(0.173) * alarms + delta
    best = optimal([("approximate-dp", {"epsilon": epsilon, "delta": delta}), *source], "f-dp", {"x": alarms})
    assert best.certified
    assert best.lower <= power * (1 + 1e-15)
    assert power * (1 - 1e-15) <= best.upper <= power * (1 + 1e-9)
    assert best.pair is not None
    assert float(best.pair.p[0]) > power * (1 - 1e-7)


def test_a_power_beside_slower_bounds_needs_what_it_needs_alone() -> None:
    """D_k ≤ ln(1 + ε^k)/(k - 1) for k < 2: its rare outputs take from a line, or from the total variation, ever less (T17)."""
    power = ("fk-divergence-dp", {"k": 1.5, "epsilon": 0.306})
    for other in (("approximate-dp", {"epsilon": 0.312, "delta": 7.97e-5}), ("total-variation-privacy", {"epsilon": 0.05})):
        best = optimal([power, other], "renyi-dp", {"alpha": 1.5})
        assert best.certified
        assert best.lower == pytest.approx(2 * math.log1p(0.306**1.5), rel=1e-12)
        assert best.upper == pytest.approx(2 * math.log1p(0.306**1.5), rel=1e-12)


def test_of_bounds_that_say_the_same_one_is_kept() -> None:
    same = [("renyi-dp", {"alpha": 3, "epsilon": 0.3}), ("bounded-concentrated-dp", {"xi": 0.3, "rho": 0, "omega": 3})]
    assert len(guarantee(same).parts) == 1
    assert len(guarantee(same[::-1]).parts) == 1


@pytest.mark.parametrize(
    ("source", "target", "fixed", "truth"),
    [
        (
            [("truncated-codp-bdrs18", {"rho": 0.372, "omega": 60.5}), ("approximate-dp", {"epsilon": 1.47, "delta": 0.000462})],
            "renyi-dp",
            {"alpha": 2},
            0.744,
        ),
        (
            [("truncated-codp-bdrs18", {"rho": 0.0229, "omega": 7.22}), ("total-variation-privacy", {"epsilon": 0.0887})],
            "renyi-dp",
            {"alpha": 2},
            0.0458,
        ),
        (
            [
                ("divergence-dp", {"f": "hellinger", "epsilon": 0.141}),
                ("truncated-codp-bdrs18", {"rho": 0.0208, "omega": 1.56}),
                ("total-variation-privacy", {"epsilon": 0.0693}),
            ],
            "kl-privacy",
            {},
            0.0208,
        ),
        (
            [
                ("approximate-dp", {"epsilon": 0.895, "delta": 1.09e-5}),
                ("approximate-dp", {"epsilon": 0.425, "delta": 0.00106}),
                ("renyi-dp", {"alpha": 64, "epsilon": 3.72}),
                ("zero-concentrated-dp", {"xi": 0, "rho": 0.0537}),
            ],
            "renyi-dp",
            {"alpha": 2},
            0.1074,
        ),
    ],
)
def test_a_family_that_alone_binds_at_its_own_order_is_reached(
    source: list[tuple[str, dict[str, Any]]], target: str, fixed: dict[str, Any], truth: float
) -> None:
    """No more than ρα is needed, and the pair that is shown meets all parts and needs as much."""
    best = optimal(source, target, fixed)
    assert best.certified
    assert truth * (1 - 9e-9) <= best.lower <= truth * (1 + 1e-13) <= best.upper * (1 + 2e-13)
    assert best.upper <= truth * (1 + 1e-13)
    assert best.pair is not None
    mechanism = best.pair.mechanism()
    assert all(ZOO[n].holds(mechanism, **{k: str(x) for k, x in v.items()}).holds for n, v in source)
    assert float(ZOO[target].tightest(mechanism, **fixed).value) > truth * (1 - 1e-6)


def test_a_power_beside_a_line_of_tiny_delta() -> None:
    """KL grows more slowly than the power, which guards the tails: outputs at ±ε and two rare ones, as beside Rényi bounds."""
    epsilon, delta, k, size = 0.16, 1.99e-12, 3, 2.13
    with mpmath.workdps(50):
        price, d, limit = mpmath.exp(mpmath.mpf("0.16")), mpmath.mpf("1.99e-12"), mpmath.mpf("2.13") ** k

        def masses(m: Any, n: Any, r: Any, s: Any, v: Any, w: Any) -> list[Any]:
            return [(price, m), (1 / price, n), (mpmath.exp(v), mpmath.exp(r)), (mpmath.exp(-w), mpmath.exp(s))]

        def equations(*numbers: Any) -> list[Any]:
            law = masses(*numbers)
            (x, q), (y, t) = law[2:]
            return [
                sum(b for _, b in law) - 1,
                sum(a * b for a, b in law) - 1,
                q * (x - price) / d - 1,
                t * (1 - price * y) / d - 1,
                mpmath.log(sum(b * abs(a - 1) ** k for a, b in law) / limit),
                mpmath.log(sum(b * a * abs(1 / a - 1) ** k for a, b in law) / limit),
            ]

        far = mpmath.log(limit / d) / (k - 1)
        start = [1 / (1 + price), price / (1 + price), mpmath.log(d) - far, mpmath.log(d), far, far]
        law = masses(*mpmath.findroot(equations, start, tol=1e-40))
        truth = float(sum(a * b * mpmath.log(a) for a, b in law))
    source = [("approximate-dp", {"epsilon": epsilon, "delta": delta}), ("fk-divergence-dp", {"k": k, "epsilon": size})]
    best = optimal(source, "kl-privacy")
    assert best.certified
    assert truth * (1 - 1e-8) <= best.lower <= truth * (1 + 1e-12)
    assert truth * (1 - 1e-12) <= best.upper <= truth * (1 + 1e-8)


def test_the_best_test_at_a_corner_of_a_line_of_tiny_delta() -> None:
    """KL, the order at which zCDP binds there, meets the line at one test; two lines meet where both are equalities."""
    with mpmath.workdps(40):
        price, d = mpmath.exp(mpmath.mpf("1.13")), mpmath.mpf("4.32e-8")

        def mean(q: Any) -> Any:
            p = price * q + d
            return p * mpmath.log(p / q) + (1 - p) * mpmath.log((1 - p) / (1 - q)) - mpmath.mpf("0.485")

        q = mpmath.findroot(mean, (mpmath.mpf("0.2"), mpmath.mpf("0.3")), solver="anderson")
        truth = float(price * q + d - mpmath.exp(mpmath.mpf("0.935")) * q)
    line = ("approximate-dp", {"epsilon": 1.13, "delta": 4.32e-8})
    best = optimal([line, ("zero-concentrated-dp", {"xi": 0, "rho": 0.485})], "approximate-dp", {"epsilon": 0.935})
    assert best.certified
    assert best.lower == pytest.approx(truth, rel=1e-12)
    assert best.upper == pytest.approx(truth, rel=1e-12)
    low, high = ("approximate-dp", {"epsilon": 0.114, "delta": 0.00514}), ("approximate-dp", {"epsilon": 4.05, "delta": 4.67e-11})
    q = (0.00514 - 4.67e-11) / (math.exp(4.05) - math.exp(0.114))
    best = optimal([low, high, ("zero-concentrated-dp", {"xi": 0, "rho": 2})], "approximate-dp", {"epsilon": 2.56})
    assert best.certified
    assert best.lower == pytest.approx(math.exp(0.114) * q + 0.00514 - math.exp(2.56) * q, rel=1e-12)
    assert best.upper == pytest.approx(math.exp(0.114) * q + 0.00514 - math.exp(2.56) * q, rel=1e-12)


def _by_programme(end: float, goal: Any, rows: list[Any], limits: list[float]) -> float:
    """The largest mean of a goal over laws on a grid of losses up to ``end``."""
    v = np.unique([*np.linspace(-end, end, 1201), *np.linspace(-0.02, 0.02, 401), 0.0])
    size = np.maximum(np.exp(v), 1)
    table = np.array([row(v) / limit for row, limit in zip(rows, limits, strict=True)])
    size = np.maximum(size, np.abs(table).max(axis=0))
    unit = float(np.abs(goal(v) / size).max())
    equal = np.array([v * 0 + 1, np.exp(v)]) / size
    found = linprog(-goal(v) / size / unit, table / size, np.ones(len(rows)), equal, [1, 1])
    return -float(found.fun) * unit


def test_large_powers_of_bounded_losses_beside_a_family_and_their_largest_order() -> None:
    """Outputs lie at both ends, so that the truth is a linear programme's; the gap rises up to the ends, which takes no slack."""
    orders = [1.001, *np.linspace(2, 15, 27), *np.linspace(15.2, 18.4, 161), *np.linspace(19, 52, 34)]
    rows = [lambda v, a=a: np.exp(a * v) for a in orders] + [lambda v, a=a: np.exp((1 - a) * v) for a in orders]
    limits = [math.exp((a - 1) * 0.0252 * a) for a in orders] * 2
    truth = _by_programme(0.82, lambda v: np.abs(np.expm1(v)) ** 13, rows, limits) ** (1 / 13)
    source = [("truncated-codp-bdrs18", {"rho": 0.0252, "omega": 52.0}), ("epsilon-dp", {"epsilon": 0.82})]
    best = optimal(source, "fk-divergence-dp", {"k": 13})
    assert best.certified
    assert best.upper - best.lower < 1e-8
    assert best.upper == pytest.approx(truth, rel=1e-5)
    largest = optimal(source, "fk-divergence-dp", {"epsilon": 0.7365})
    assert largest.certified
    assert largest.upper == pytest.approx(13, abs=0.01)


def test_total_variation_beside_a_power_below_two() -> None:
    """Both bend at ratio 1, at which an output lies; the truth is a linear programme's."""
    rows = [
        lambda v: np.abs(np.expm1(v)) ** 1.5,
        lambda v: np.exp(v) * np.abs(np.expm1(-v)) ** 1.5,
        lambda v: np.maximum(np.expm1(v), 0),
    ]
    truth = _by_programme(8.0, lambda v: v * np.exp(v), rows, [0.521**1.5] * 2 + [0.0792])
    source = [("total-variation-privacy", {"epsilon": 0.0792}), ("fk-divergence-dp", {"k": 1.5, "epsilon": 0.521})]
    best = optimal(source, "kl-privacy")
    assert best.certified
    assert truth * (1 - 1e-9) <= best.upper <= truth * (1 + 1e-3)
    assert best.upper - best.lower < 1e-8


def test_a_line_of_a_delta_that_floats_do_not_see_binds_at_the_kink() -> None:
    """Next to ε a float's step changes p - e^ε q by far more than δ; beside it (ξ, ρ)-bCDP allows losses of 0.2."""
    source = [
        ("approximate-dp", {"epsilon": 0.00059, "delta": 8.18e-58}),
        ("bounded-concentrated-dp", {"xi": 0.00804, "rho": 0.0186, "omega": 8.5}),
    ]
    best = optimal(source, "total-variation-privacy")
    assert best.certified
    assert best.lower <= math.tanh(0.00059 / 2) * (1 + 1e-12)
    assert best.upper == pytest.approx(math.tanh(0.00059 / 2), rel=1e-11)


@pytest.mark.parametrize(("target", "most"), [("one-epsilon-privacy", math.expm1(4.6)), ("range-bounded-privacy", 9.2)])
def test_ever_rarer_outputs_of_the_largest_loss_are_shown(target: str, most: float) -> None:
    """τ = 0.01 keeps a loss of 4.6 only where its output is rarer than e^{-4.6²/0.04}."""
    source = [("truncated-codp-col16", {"xi": 4.6, "tau": 0.01}), ("approximate-dp", {"epsilon": 0.5, "delta": 0.02})]
    best = optimal(source, target)
    assert best.pair is not None
    mechanism = best.pair.mechanism()
    assert min(*best.pair.p, *best.pair.q) < math.exp(-(4.6**2) / 0.04)
    assert all(ZOO[n].holds(mechanism, **{k: str(x) for k, x in v.items()}).holds for n, v in source)
    assert float(ZOO[target].tightest(mechanism).value) == pytest.approx(most, rel=1e-6)
    assert best.upper == pytest.approx(most, rel=1e-12)


def test_the_least_epsilon_next_to_the_largest_loss() -> None:
    """Of the pair with the loss 0.581 and all that zCDP allows beside it: its KL divergence is ρ or an order touches."""
    with mpmath.workdps(40):
        e, rho, d = mpmath.mpf("0.581"), mpmath.mpf("0.0102"), mpmath.mpf("5.28e-7")

        def excess(q: Any, a: Any) -> Any:
            p = q * mpmath.exp(e)
            return mpmath.log(p * mpmath.exp((a - 1) * e) + (1 - p) ** a * (1 - q) ** (1 - a)) - (a - 1) * a * rho

        def touch(log_q: Any, a: Any) -> list[Any]:
            q = mpmath.exp(log_q)
            return [excess(q, a), mpmath.diff(lambda x: excess(q, x), a)]

        log_q, order = mpmath.findroot(touch, (-10, 29))
        q = mpmath.exp(log_q)
        truth = float(mpmath.log((q * mpmath.exp(e) - d) / q))
        assert 20 < order < 40
    source = [("zero-concentrated-dp", {"xi": 0, "rho": 0.0102}), ("epsilon-dp", {"epsilon": 0.581})]
    best = optimal(source, "approximate-dp", {"delta": 5.28e-7})
    assert best.certified
    assert best.lower <= truth * (1 + 1e-13)
    assert best.upper == pytest.approx(truth, rel=1e-9)


def test_a_corner_beside_a_line_of_tiny_delta_is_the_best_test_at_larger_ones() -> None:
    """χ² and the line are equalities there."""
    with mpmath.workdps(40):
        price, d, size = mpmath.exp(mpmath.mpf("0.419")), mpmath.mpf("1.22e-12"), mpmath.mpf("0.023")
        q = mpmath.findroot(lambda q: (price * q + d - q) ** 2 / (q * (1 - q)) - size, (0.07, 0.09), solver="anderson")
        truth = float(mpmath.log((price * q + d - mpmath.mpf("5.28e-7")) / q))
    source = [("approximate-dp", {"epsilon": 0.419, "delta": 1.22e-12}), ("divergence-dp", {"f": "chi-square", "epsilon": 0.023})]
    best = optimal(source, "approximate-dp", {"delta": 5.28e-7})
    assert best.certified
    assert best.lower == pytest.approx(truth, rel=1e-12)
    assert best.upper == pytest.approx(truth, rel=1e-12)


@pytest.mark.parametrize(("other", "size"), [("kl-privacy", 0.00334), ("divergence-dp", 0.00334)])
def test_all_of_a_lines_delta_may_be_disclosed(other: str, size: float) -> None:
    source = [(other, {"epsilon": size, **({"f": "hellinger"} if other == "divergence-dp" else {})})]
    best = optimal([*source, ("approximate-dp", {"epsilon": 0.126, "delta": 1e-7})], "approximate-dp", {"epsilon": 2.04})
    assert best.certified
    assert best.lower <= 1e-7 <= best.upper
    assert best.lower >= 1e-7 * (1 - 1e-12)


def _rarest(notion: str, most: str) -> tuple[Callable[[Any], Any], Any]:
    """D_{1+s} of the rarest pair with all of a largest loss, or of a range, that (0, 0.0001)-zCDP allows, and where they meet."""
    rho, near = mpmath.mpf(1) / 10000, mpmath.mpf(most) * 5000 - 0.5

    def divergence(b: Any, s: Any) -> Any:
        loss = mpmath.mpf(most) - (b if notion.startswith("range") else 0)
        p = mpmath.expm1(-b) / mpmath.expm1(-loss - b)
        return mpmath.log(p * mpmath.exp(s * loss) + (1 - p) * mpmath.exp(-s * b)) / s

    def left(x: Any) -> Any:
        b = mpmath.exp(x)
        s = mpmath.findroot(lambda s: mpmath.diff(lambda y: divergence(b, y), s) - rho, near)
        return divergence(b, s) - rho * (1 + s)

    start = mpmath.log(-mpmath.expm1(-mpmath.mpf(most))) - rho * near**2
    b = mpmath.exp(mpmath.findroot(left, (start - 0.01, start + 0.01)))
    return (lambda s: divergence(b, s)), near


@pytest.mark.parametrize("share", [0.5, 0.99999])
@pytest.mark.parametrize(("notion", "most"), [("epsilon-dp", "0.1"), ("range-bounded-privacy", "0.07")])
def test_next_to_its_own_rate_zcdp_beside_a_largest_loss_needs_an_offset_at_a_high_order(
    notion: str, most: str, share: float
) -> None:
    """ξ is (ρ - ρ')α up to the order that the rarest pair of largest loss touches, a narrow peak of D_α - ρ'α beyond order 1."""
    with mpmath.workdps(50):
        rate = mpmath.mpf(str(share)) / 10000
        divergence, near = _rarest(notion, most)
        order = mpmath.findroot(lambda s: mpmath.diff(divergence, s) - rate, near / mpmath.sqrt(share))
        truth = divergence(order) - rate * (1 + order)
    best = optimal({notion: {"epsilon": float(most)}} | zcdp(0.0001), "zero-concentrated-dp", {"rho": float(rate)})
    assert best.lower <= truth <= best.upper
    assert best.upper - best.lower <= 1e-8 * truth


@pytest.mark.parametrize("less", ["1e-3", "1e-7"])
def test_next_to_the_largest_loss_a_tiny_rate_is_needed_at_huge_orders(less: str) -> None:
    """(D_α - ξ)/α of the same pair is largest where α is some 50/(ε - ξ)."""
    with mpmath.workdps(60):
        xi = (1 - mpmath.mpf(less)) / 10
        divergence, near = _rarest("epsilon-dp", "0.1")
        start = 2 * near**2 / 10000 / (mpmath.mpf(1) / 10 - xi)
        order = mpmath.findroot(lambda s: mpmath.diff(lambda x: (divergence(x) - xi) / (1 + x), s, h=s / 10**20), start)
        truth = (divergence(order) - xi) / (1 + order)
    best = optimal(pure(0.1) | zcdp(0.0001), "zero-concentrated-dp", {"xi": (1 - Fraction(less)) / 10})
    assert best.certified
    assert best.lower <= truth <= best.upper
    assert best.upper - best.lower <= 1e-8 * truth
