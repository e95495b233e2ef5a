"""The page's kernel gives the engine's optima, and shows them."""

from __future__ import annotations

import itertools
import json
import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import mpmath
import numpy as np
import pytest
from conftest import bare_engine
from py_mini_racer import MiniRacer
from scipy.integrate import quad
from scipy.optimize import linprog
from scipy.stats import norm
from sources_and_pairs import concentrated_boundary

from dpzoo.optimal.engine import optimal
from dpzoo.optimal.optimum import Optimum, Status
from dpzoo.site import convert_page, optima
from dpzoo.zoo.zoo import Zoo

KERNEL = ("expressions", *(Path(s).stem for s in convert_page.SCRIPTS if "optimal" in s))
"""What the calculator loads of the twin."""
ORDERS = ("alpha", "omega", "k")

SOURCES: list[tuple[str, dict[str, Any]]] = [
    ("epsilon-dp", {"epsilon": 1}),
    ("approximate-dp", {"epsilon": 1, "delta": 0.01}),
    ("total-variation-privacy", {"epsilon": 0.2}),
    ("renyi-dp", {"alpha": 2, "epsilon": 0.1}),
    ("renyi-dp", {"alpha": 8, "epsilon": 1}),
    ("renyi-dp", {"alpha": 32, "epsilon": 0.2}),
    ("kl-privacy", {"epsilon": 0.1}),
    ("zero-concentrated-dp", {"xi": 0, "rho": 0.5}),
    ("zero-concentrated-dp", {"xi": 0, "rho": 0.001}),
    ("zero-concentrated-dp", {"xi": 0.1, "rho": 0.1}),
    ("bounded-concentrated-dp", {"xi": 0.1, "rho": 0.1, "omega": 8}),
    ("truncated-codp-bdrs18", {"rho": 0.5, "omega": 2}),
    ("truncated-codp-col16", {"xi": 1, "tau": 0.2}),
    ("fk-divergence-dp", {"k": 3, "epsilon": 0.2}),
    ("range-bounded-privacy", {"epsilon": 2}),
    ("truncated-codp-col16", {"xi": 0.1, "tau": 3}),
    ("truncated-codp-bdrs18", {"rho": 0.02, "omega": 100}),
    ("probabilistic-dp", {"epsilon": 1, "delta": 0.01}),
    ("relaxed-dp", {"epsilon": 0.7, "delta_a": 0.02, "delta_p": 0.01}),
    ("approximate-zero-concentrated-dp", {"xi": 0, "rho": 0.1, "delta": 0.01}),
    ("mean-concentrated-dp", {"mu": 0.5, "tau": 1}),
    ("divergence-dp", {"f": "hellinger", "epsilon": 0.1}),
    ("gaussian-dp", {"mu": 1}),
]
TARGETS: list[tuple[str, dict[str, Any]]] = [
    *(("approximate-dp", {"epsilon": e}) for e in (0, 0.5, 3)),
    *(("approximate-dp", {"delta": d}) for d in (0, 1e-6, 0.05, 0.7)),
    *(("probabilistic-dp", {"epsilon": e}) for e in (0.3, 1.5)),
    *(("probabilistic-dp", {"delta": d}) for d in (1e-4, 0.6)),
    ("total-variation-privacy", {}),
    ("kl-privacy", {}),
    *(("renyi-dp", {"alpha": a}) for a in (1.5, 2, 6)),
    ("zero-concentrated-dp", {"xi": 0}),
    ("zero-concentrated-dp", {"rho": 0.2}),
    ("bounded-concentrated-dp", {"xi": 0.02, "omega": 4}),
    ("truncated-codp-bdrs18", {"omega": 1.5}),
    ("truncated-codp-col16", {"xi": 2}),
    ("approximate-zero-concentrated-dp", {"xi": 0.01, "delta": 0.05}),
    *(
        ("relaxed-dp", f)
        for f in ({"delta_a": 0.02, "delta_p": 0.1}, {"epsilon": 0.4, "delta_p": 0.3}, {"epsilon": 0.4, "delta_a": 0.04})
    ),
    ("mean-concentrated-dp", {"mu": 2}),
    ("fk-divergence-dp", {"k": 2}),
    ("divergence-dp", {"f": "hellinger"}),
    ("gaussian-dp", {}),
    ("range-bounded-privacy", {}),
    *(("f-dp", {"x": x}) for x in (0.1, 0.8)),
    ("epsilon-dp", {}),
]


@pytest.fixture(scope="module")
def kernel() -> Iterator[MiniRacer]:
    racer = bare_engine(*KERNEL)
    yield racer
    racer.close()


def asked(kernel: MiniRacer, *question: Any) -> Any:
    found = f"dpzoo.optimum(...{json.dumps(question)})"
    return json.loads(str(kernel.eval(f"JSON.stringify({found}, (k, x) => x === Infinity ? 'inf' : x)")))


def agrees(found: Any, best: Optimum) -> None:
    """A card says which numbers rest on a scan; what the engine encloses as an order lies between two ends of its own."""
    assert best.status is not Status.UNKNOWN
    assert best.certified or found["numeric"]
    if best.status is Status.INFINITE:
        assert found["value"] == (0 if best.parameter in ORDERS else "inf")
    else:
        value, rel = float(found["value"]), 1e-8 if found["numeric"] else 1e-9
        assert value == best.lower or best.lower * (1 - rel) - 1e-200 <= value <= best.upper * (1 + rel) + 1e-200


EQUAL: list[tuple[str, dict[str, Any]]] = [
    ("epsilon-dp", {"epsilon": 0}),
    ("approximate-dp", {"epsilon": 0, "delta": 0}),
    ("gaussian-dp", {"mu": 0}),
    ("zero-concentrated-dp", {"xi": 0, "rho": 0}),
    ("mean-concentrated-dp", {"mu": 0, "tau": 1}),
]
VOID: list[tuple[str, dict[str, Any]]] = [
    ("approximate-dp", {"epsilon": 1, "delta": 1}),
    ("total-variation-privacy", {"epsilon": 1}),
    ("fk-divergence-dp", {"k": 1, "epsilon": 2}),
    ("probabilistic-dp", {"epsilon": 0, "delta": 1}),
    ("approximate-zero-concentrated-dp", {"xi": 0, "rho": 0.1, "delta": 1}),
]


@pytest.mark.parametrize(("source", "values"), [*EQUAL, *VOID], ids=str)
def test_guarantees_that_leave_no_choice_or_every_one_are_answered(
    kernel: MiniRacer, source: str, values: dict[str, float]
) -> None:
    """Equal laws need 0 everywhere; two laws apart have total variation 1, E|X - 1| = 2 and Hellinger distance 2."""
    void = (source, values) in VOID
    most = {"total-variation-privacy": 1, "divergence-dp": 2}
    for target, fixed in TARGETS:
        found = asked(kernel, {"notion": source, "values": values}, target, fixed)
        if void and target == "relaxed-dp":
            assert found is None
        elif target == "f-dp":
            assert found["value"] == (1 if void else fixed["x"])
        elif void:
            assert found["value"] == most.get(target, 1 if found["parameter"] == "delta" else "inf"), (target, fixed)
        else:
            assert found["value"] == 0, (target, fixed)
    assert asked(kernel, {"notion": source, "values": values}, "fk-divergence-dp", {"k": 1})["value"] == (2 if void else 0)


@pytest.mark.parametrize("level", [4.799e-10, 3e-12, 0.3, 0.999])
def test_rare_false_alarms_keep_their_digits_under_bounded_range(kernel: MiniRacer, level: float) -> None:
    """The odds of the power are e^η times those of the level."""
    source = {"notion": "range-bounded-privacy", "values": {"epsilon": 0.1075}}
    odds = math.exp(0.1075) * level / (1 - level)
    assert asked(kernel, source, "f-dp", {"x": level})["value"] == pytest.approx(odds / (1 + odds), rel=1e-12)


def test_shares_of_any_size_are_kept(kernel: MiniRacer) -> None:
    """What may be disclosed is needed at any loss; 10⁻³⁰ + 10⁻¹⁰⁰ is more than 10⁻³⁰."""
    for share in (1e-30, 2e-30, 1e-80):
        aside = {"notion": "probabilistic-dp", "values": {"epsilon": 6.88, "delta": share}}
        assert asked(kernel, aside, "approximate-dp", {"epsilon": 50})["value"] == share
    both = {"notion": "relaxed-dp", "values": {"epsilon": 0.001, "delta_a": 1e-100, "delta_p": 1e-30}}
    assert asked(kernel, both, "approximate-dp", {"delta": 1e-30})["value"] == "inf"
    varied = {"notion": "total-variation-privacy", "values": {"epsilon": 0.001}}
    assert asked(kernel, varied, "relaxed-dp", {"delta_a": 0.001, "delta_p": 0.99})["value"] == 0


@pytest.mark.parametrize("eta", [1e-8, 1e-3, 0.06, 1, 30])
@pytest.mark.parametrize("order", [1 + 1e-9, 1.5, 2, 30])
def test_divergences_of_small_ranges_keep_their_digits(kernel: MiniRacer, eta: float, order: float) -> None:
    """Of the ratios y and e^η y, of which the larger has the Q-mass (1/y - 1)/(e^η - 1), at the best y."""
    found = asked(kernel, {"notion": "range-bounded-privacy", "values": {"epsilon": eta}}, "renyi-dp", {"alpha": order})
    with mpmath.workdps(80):
        a, e = mpmath.mpf(order), mpmath.mpf(eta)
        y = (a - 1) / a * mpmath.exp(-e) * mpmath.expm1(a * e) / mpmath.expm1((a - 1) * e)
        mass = (1 / y - 1) / mpmath.expm1(e)
        best = mpmath.log((1 - mass) * y**a + mass * (y * mpmath.exp(e)) ** a) / (a - 1)
        assert abs(found["value"] / best - 1) < 1e-10


def test_a_mean_that_one_bound_promises_is_enough(kernel: MiniRacer) -> None:
    """D₁ ≤ τ is no more than μ = τ asks, of which rounding is not the judge."""
    source = {"notion": "truncated-codp-col16", "values": {"xi": math.log(2), "tau": 0.00607}}
    assert 0.1 < asked(kernel, source, "mean-concentrated-dp", {"mu": 0.00607})["value"] < math.log(2)


def test_the_corner_of_a_line_of_tiny_share_is_where_both_bounds_meet(kernel: MiniRacer) -> None:
    """P(o) - e^ε Q(o) = δ and D_α = c of the binary pair, of which P(o) - e^1.03 Q(o) is what is sought."""
    epsilon, delta, order, most = 0.155, 1.83e-10, 6.36, 0.314
    source = {
        "notion": "approximate-dp",
        "values": {"epsilon": epsilon, "delta": delta},
        "also": [{"notion": "renyi-dp", "values": {"alpha": order, "epsilon": most}}],
    }
    found = asked(kernel, source, "approximate-dp", {"epsilon": 1.03})["value"]
    with mpmath.workdps(60):
        a, e, d = mpmath.mpf(order), mpmath.exp(mpmath.mpf(epsilon)), mpmath.mpf(delta)

        def excess(q: mpmath.mpf) -> mpmath.mpf:
            p = d + e * q
            return mpmath.log(p**a * q ** (1 - a) + (1 - p) ** a * (1 - q) ** (1 - a)) - (a - 1) * mpmath.mpf(most)

        q = mpmath.findroot(excess, (mpmath.mpf("1e-12"), mpmath.mpf("3e-12")), solver="anderson")
        assert abs(found / (d + e * q - mpmath.exp(mpmath.mpf(1.03)) * q) - 1) < 1e-10


def test_rare_false_alarms_keep_their_digits_where_a_range_binds_beside_others(kernel: MiniRacer) -> None:
    others = [("kl-privacy", 0.0206), ("total-variation-privacy", 0.106)]
    also = [{"notion": n, "values": {"epsilon": x}} for n, x in others]
    source = {"notion": "range-bounded-privacy", "values": {"epsilon": 0.169}, "also": also}
    level = 4.2e-9
    odds = math.exp(0.169) * level / (1 - level)
    assert asked(kernel, source, "f-dp", {"x": level})["value"] == pytest.approx(odds / (1 + odds), rel=1e-12)


@pytest.mark.parametrize(
    ("source", "also", "target", "fixed"),
    [
        # the worst test is too rare for floats, which see .61 of .854
        (("zero-concentrated-dp", {"xi": 0, "rho": 0.364}), ("renyi-dp", {"alpha": 32, "epsilon": 0.889}), "gaussian-dp", {}),
        # losses that floats hardly tell from the line's own decide
        (("approximate-dp", {"epsilon": 0.701, "delta": 6.66e-11}), ("divergence-dp", {"f": "hellinger", "epsilon": 0.00646}),
         "approximate-dp", {"delta": 0.00251}),
    ],
)  # fmt: skip
def test_what_floats_do_not_see_is_left_to_the_command(
    kernel: MiniRacer, source: tuple[str, Any], also: tuple[str, Any], target: str, fixed: dict[str, float]
) -> None:
    parts = [{"notion": n, "values": v} for n, v in (source, also)]
    assert asked(kernel, {**parts[0], "also": parts[1:]}, target, fixed) is None


def test_nothing_is_said_where_floats_hardly_tell_a_share_from_what_may_be_disclosed(kernel: MiniRacer) -> None:
    """Hellinger distance h allows that 1 - (1 - h/2)² is disclosed."""
    source = {"notion": "divergence-dp", "values": {"f": "hellinger", "epsilon": 1e-6}}
    assert asked(kernel, source, "approximate-dp", {"delta": 1e-6}) is None
    assert asked(kernel, source, "approximate-dp", {"delta": 0.99e-6})["value"] == "inf"


def test_an_infinite_bound_says_nothing(kernel: MiniRacer) -> None:
    source = "{notion: 'renyi-dp', values: {alpha: 2, epsilon: Infinity}}"
    assert kernel.eval(f"dpzoo.optimum({source}, 'total-variation-privacy', {{}}).value") == 1
    assert kernel.eval(f"dpzoo.optimum({source}, 'kl-privacy', {{}}).value === Infinity")


def test_a_divergence_without_its_function_is_not_answered(kernel: MiniRacer) -> None:
    """The calculator has no field for a function."""
    assert asked(kernel, {"notion": "divergence-dp", "values": {"epsilon": 0.1}}, "approximate-dp", {"delta": 0.1}) is None


@pytest.mark.parametrize(("source", "values"), SOURCES, ids=str)
def test_the_page_gives_the_optima_of_the_engine(kernel: MiniRacer, source: str, values: dict[str, float]) -> None:
    compared = 0
    for target, fixed in TARGETS:
        found = asked(kernel, {"notion": source, "values": values}, target, fixed)
        if source == "mean-concentrated-dp" and fixed == {"delta": 0}:
            assert found["value"] == "inf"  # the Gaussian pair has losses beyond any ε
        elif found is not None:
            agrees(found, optimal([(source, values)], target, fixed))
            compared += 1
    assert compared >= (18 if source == "mean-concentrated-dp" else 31)


CURVE = [(0, 0.8732), (0.1127, 0.3991), (0.6127, 0)]
MORE: list[tuple[str, dict[str, Any], str, dict[str, Any]]] = [
    # largest orders
    ("renyi-dp", {"alpha": 8.713, "epsilon": 0.4217}, "renyi-dp", {"epsilon": 0.1931}),
    ("renyi-dp", {"alpha": 8.713, "epsilon": 0.4217}, "renyi-dp", {"epsilon": 0.4217}),
    ("zero-concentrated-dp", {"xi": 0.0127, "rho": 0.3391}, "renyi-dp", {"epsilon": 1.1731}),
    ("approximate-dp", {"epsilon": 0.731, "delta": 3.17e-6}, "renyi-dp", {"epsilon": 0.4}),
    ("range-bounded-privacy", {"epsilon": 1.739}, "bounded-concentrated-dp", {"xi": 0.0231, "rho": 0.1873}),
    ("epsilon-dp", {"epsilon": 1.137}, "truncated-codp-bdrs18", {"rho": 0.5913}),
    ("gaussian-dp", {"mu": 0.7131}, "fk-divergence-dp", {"epsilon": 2.3171}),
    ("f-dp", {"f": CURVE}, "renyi-dp", {"epsilon": 0.3}),
    # what is left once a share is set aside
    ("epsilon-dp", {"epsilon": 1.371}, "approximate-zero-concentrated-dp", {"xi": 0.0171, "rho": 0.2139}),
    ("gaussian-dp", {"mu": 1.313}, "approximate-zero-concentrated-dp", {"xi": 0.0171, "rho": 0.1139}),
    ("gaussian-dp", {"mu": 1.313}, "approximate-zero-concentrated-dp", {"xi": 0, "delta": 3.71e-7}),
    ("kl-privacy", {"epsilon": 0.2173}, "approximate-zero-concentrated-dp", {"xi": 0, "rho": 0.1931}),
    ("f-dp", {"f": CURVE}, "approximate-zero-concentrated-dp", {"xi": 0, "delta": 0.2171}),
    # relaxed DP, of which post-processing loses the meaning
    ("relaxed-dp", {"epsilon": 0.737, "delta_a": 3.1e-4, "delta_p": 0.0231}, "relaxed-dp", {"epsilon": 1.031, "delta_p": 0.0117}),
    ("relaxed-dp", {"epsilon": 0.737, "delta_a": 3.1e-4, "delta_p": 0.0231}, "relaxed-dp", {"epsilon": 0.531, "delta_a": 0.1117}),
    ("relaxed-dp", {"epsilon": 3.49, "delta_a": 7.18e-8, "delta_p": 1.51e-4}, "relaxed-dp", {"delta_a": 0.0063, "delta_p": 4e-8}),
    ("probabilistic-dp", {"epsilon": 0.637, "delta": 0.0131}, "relaxed-dp", {"epsilon": 0.537, "delta_p": 0.0031}),
    ("approximate-dp", {"epsilon": 0.637, "delta": 0.0131}, "probabilistic-dp", {"delta": 0.0131}),
    # moment problems whose best pair is binary
    ("renyi-dp", {"alpha": 4.31, "epsilon": 0.3317}, "fk-divergence-dp", {"k": 4.2}),
    ("fk-divergence-dp", {"k": 3.317, "epsilon": 0.531}, "renyi-dp", {"alpha": 1.931}),
    ("range-bounded-privacy", {"epsilon": 1.739}, "fk-divergence-dp", {"k": 2.713}),
    ("fk-divergence-dp", {"k": 4.27, "epsilon": 2.623e-8}, "kl-privacy", {}),
    ("renyi-dp", {"alpha": 6.451, "epsilon": 0.01286}, "fk-divergence-dp", {"k": 1.702}),
    ("bounded-concentrated-dp", {"xi": 3.088e-6, "rho": 7.47e-9, "omega": 37.11}, "fk-divergence-dp", {"k": 1.267}),
    # mean-concentrated DP, as a target and as a source
    ("gaussian-dp", {"mu": 0.7131}, "mean-concentrated-dp", {"mu": 0.3}),
    ("zero-concentrated-dp", {"xi": 0, "rho": 0.1137}, "mean-concentrated-dp", {"mu": 0.2}),
    ("zero-concentrated-dp", {"xi": 0.289, "rho": 0.0227}, "mean-concentrated-dp", {"mu": 0.35}),
    ("mean-concentrated-dp", {"mu": 0.0731, "tau": 0.631}, "approximate-dp", {"epsilon": 0.0517}),
    ("mean-concentrated-dp", {"mu": 0.7231, "tau": 0.931}, "divergence-dp", {"f": "hellinger"}),
    ("mean-concentrated-dp", {"mu": 0.2416, "tau": 0.893}, "bounded-concentrated-dp", {"rho": 0.0066, "omega": 4}),
]


@pytest.mark.parametrize(("source", "values", "target", "fixed"), MORE, ids=str)
def test_the_page_gives_what_takes_a_search(
    kernel: MiniRacer, source: str, values: dict[str, Any], target: str, fixed: dict[str, Any]
) -> None:
    found = asked(kernel, {"notion": source, "values": values}, target, fixed)
    assert found is not None
    agrees(found, optimal([(source, values)], target, fixed))


def test_the_largest_orders_by_closed_forms(kernel: MiniRacer) -> None:
    """D_α is αμ²/2 of the Gaussian pair, from ε tanh(ε/2) up to ε of randomised response; an order bounds no higher one."""

    def largest(source: str, values: dict[str, float], epsilon: float) -> Any:
        return asked(kernel, {"notion": source, "values": values}, "renyi-dp", {"epsilon": epsilon})["value"]

    assert largest("gaussian-dp", {"mu": 0.731}, 1.917) == pytest.approx(2 * 1.917 / 0.731**2, rel=1e-10)
    assert largest("epsilon-dp", {"epsilon": 1.1}, 1.1) == "inf"
    assert largest("epsilon-dp", {"epsilon": 1.1}, 1.1 * math.tanh(0.55) - 1e-6) == 0
    assert largest("renyi-dp", {"alpha": 3.7, "epsilon": 0.2}, 0.9) == 3.7
    assert largest("approximate-dp", {"epsilon": 1, "delta": 0.1}, 9) == 0
    order = largest("epsilon-dp", {"epsilon": 1.1}, 0.8)
    p, q = math.exp(1.1) / (1 + math.exp(1.1)), 1 / (1 + math.exp(1.1))
    assert math.log(p**order * q ** (1 - order) + q**order * p ** (1 - order)) / (order - 1) == pytest.approx(0.8, rel=1e-10)


@pytest.mark.parametrize(("mu", "k"), [(0.731, 2.5), (1.9, 3), (0.05, 1.25)])
def test_powers_of_the_gaussian_pair(kernel: MiniRacer, mu: float, k: float) -> None:
    """∫ |e^{μz - μ²/2} - 1|^k φ(z) dz by another quadrature."""
    found = asked(kernel, {"notion": "gaussian-dp", "values": {"mu": mu}}, "fk-divergence-dp", {"k": k})["value"]
    ends = (-12, mu / 2, k * mu + 12)
    sums = [
        quad(lambda z: abs(math.expm1(mu * z - mu * mu / 2)) ** k * norm.pdf(z), a, b, epsabs=0, epsrel=1e-12, limit=200)[0]
        for a, b in itertools.pairwise(ends)
    ]
    assert found**k == pytest.approx(sum(sums), rel=1e-9)


def test_the_share_that_randomised_response_must_set_aside(kernel: MiniRacer) -> None:
    """What is left of RR_ε without δ is RR_u with e^u = (p - δ)/(1 - p) (theory, T15), which needs ρ = u tanh(u/2)."""
    source, fixed = {"notion": "epsilon-dp", "values": {"epsilon": 1.3}}, {"xi": 0, "rho": 0.4}
    share = asked(kernel, source, "approximate-zero-concentrated-dp", fixed)["value"]
    p = math.exp(1.3) / (1 + math.exp(1.3))
    u = math.log((p - share) / (1 - p))
    assert u * math.tanh(u / 2) == pytest.approx(0.4, rel=1e-11)


def test_the_share_that_concentrated_dp_must_set_aside(kernel: MiniRacer) -> None:
    """For each pair on the boundary by bisection of all its orders (theory, T21), over a grid of pairs and of orders."""
    p, q = concentrated_boundary(0.5)
    some = (p > 1e-5) & (q < p) & (p + q < 1)
    p, q = (x[some][:: max(1, some.sum() // 400), None] for x in (p, q))
    orders = 1 + np.geomspace(1e-6, 1e3, 600)
    low, high = np.zeros_like(p), p - q
    for _ in range(50):
        share = (low + high) / 2
        x, y, whole = np.log((p - share) / q), np.log((1 - p) / (1 - q - share)), 1 - share
        terms = np.log(np.stack([p - share, 1 - p]) / whole)[..., None] + (orders - 1) * np.stack([x, y])[..., None]
        needs = (np.logaddexp(*terms[:, :, 0, :]) / (orders - 1) / orders).max(axis=1)[:, None]
        low, high = np.where(needs > 0.1, share, low), np.where(needs > 0.1, high, share)
    fixed = {"xi": 0, "rho": 0.1}
    found = asked(
        kernel, {"notion": "zero-concentrated-dp", "values": {"xi": 0, "rho": 0.5}}, "approximate-zero-concentrated-dp", fixed
    )
    assert low.max() <= found["value"] * (1 + 1e-9)
    assert found["value"] == pytest.approx(low.max(), rel=1e-3)


def test_without_rho_the_share_is_that_of_losses_above_xi(kernel: MiniRacer) -> None:
    """(ξ, δ)-DP is what approximate zCDP says at ρ = 0: of KL 0.1, of the Gaussian pair, of several lines."""
    sources: list[tuple[str, dict[str, Any]]] = [
        ("kl-privacy", {"epsilon": 0.1}),
        ("gaussian-dp", {"mu": 2.189}),
        ("approximate-dp", {"profile": [(0.5, 0.1), (1, 0.02), (2, 0.001)]}),
    ]
    for notion, values in sources:
        source = {"notion": notion, "values": values}
        share = asked(kernel, source, "approximate-dp", {"epsilon": 0.6})["value"]
        assert asked(kernel, source, "approximate-zero-concentrated-dp", {"xi": 0.6, "rho": 0})["value"] == share
        back = asked(kernel, source, "approximate-zero-concentrated-dp", {"rho": 0, "delta": share})["value"]
        assert back == pytest.approx(0.6, rel=1e-9)


def test_half_of_a_square_is_compared_as_it_is_written(kernel: MiniRacer) -> None:
    """0.2²/2 = 0.02 is above the float of 0.02, and 0.004382²/2 = 0.000009600962 above 0.000009600961999999998."""

    def least(tau: float, rho: float) -> Any:
        source = {"notion": "mean-concentrated-dp", "values": {"mu": 1, "tau": tau}}
        return asked(kernel, source, "zero-concentrated-dp", {"rho": rho})["value"]

    assert least(0.2, 0.02) == 0
    assert least(0.004382, 9.600962e-06) == 0
    assert least(0.004382, 9.600961999999998e-06) == "inf"


def test_several_lines_by_a_linear_programme(kernel: MiniRacer) -> None:
    """Tests (p, q) of a profile are a polygon, on which δ(ε) and the power at q = x are linear programmes."""
    lines = [(0.31, 0.171), (0.93, 0.0613), (1.71, 0.00317)]
    rows = [row for e, _ in lines for row in ([1, -math.exp(e)], [-math.exp(e), 1])]
    rows += [[-row[0], -row[1]] for row in rows]  # of the complement of each event
    right = [d for _, d in lines for _ in range(2)] + [d - 1 + math.exp(e) for e, d in lines for _ in range(2)]
    source = {"notion": "approximate-dp", "values": {"profile": lines}}
    for epsilon in (0, 0.6, 1.2):
        best = linprog([-1, math.exp(epsilon)], A_ub=rows, b_ub=right, bounds=[(0, 1)] * 2)
        assert asked(kernel, source, "approximate-dp", {"epsilon": epsilon})["value"] == pytest.approx(-best.fun, rel=1e-9)
    for x in (0.02, 0.3, 0.8):
        best = linprog([-1, 0], A_ub=rows, b_ub=right, bounds=[(0, 1), (x, x)])
        assert asked(kernel, source, "f-dp", {"x": x})["value"] == pytest.approx(-best.fun, rel=1e-9)


def test_what_the_twin_does_not_know_it_does_not_say(kernel: MiniRacer) -> None:
    """Three outputs may be needed of mean-concentrated DP, and of a power bound for the Hellinger distance."""
    for source, values, target, fixed in (
        ("mean-concentrated-dp", {"mu": 0.02, "tau": 0.4}, "approximate-dp", {"delta": 1e-6}),
        ("fk-divergence-dp", {"k": 3, "epsilon": 0.2}, "divergence-dp", {"f": "hellinger"}),
    ):
        assert asked(kernel, {"notion": source, "values": values}, target, fixed) is None


CONJUNCTIONS: list[tuple[list[tuple[str, dict[str, Any]]], str, dict[str, float]]] = [
    ([("zero-concentrated-dp", {"xi": 0, "rho": 0.1}), ("epsilon-dp", {"epsilon": 3})], "approximate-dp", {"delta": 1e-6}),
    ([("zero-concentrated-dp", {"xi": 0, "rho": 0.1}), ("epsilon-dp", {"epsilon": 3})], "renyi-dp", {"alpha": 40}),
    (
        [("renyi-dp", {"alpha": a, "epsilon": e}) for a, e in ((2, 0.1), (4, 0.22), (8, 0.5), (32, 3))],
        "approximate-dp",
        {"delta": 1e-5},
    ),
    (
        [("approximate-dp", {"epsilon": e, "delta": d}) for e, d in ((0.5, 0.1), (1, 0.02), (2, 0.001))],
        "approximate-dp",
        {"epsilon": 0.2},
    ),
    (
        [("approximate-dp", {"epsilon": e, "delta": d}) for e, d in ((0.5, 0.1), (1, 0.02), (2.3, 0))],
        "renyi-dp",
        {"alpha": 2.7},
    ),
    (
        [("approximate-dp", {"epsilon": e, "delta": d}) for e, d in ((0.5, 0.1), (1, 0.02), (2.3, 0))],
        "relaxed-dp",
        {"epsilon": 0.3, "delta_p": 0.05},
    ),
]


@pytest.mark.parametrize(("parts", "target", "fixed"), CONJUNCTIONS, ids=str)
def test_several_guarantees_of_one_mechanism(
    kernel: MiniRacer, parts: list[tuple[str, dict[str, Any]]], target: str, fixed: dict[str, float]
) -> None:
    """The same optimum as the engine's, no larger than what each guarantee alone gives."""
    first, *others = ({"notion": n, "values": v} for n, v in parts)
    found = asked(kernel, {**first, "also": others}, target, fixed)
    assert found["value"] == pytest.approx(optimal(parts, target, fixed).upper, rel=1e-9)
    for part in (first, *others):
        alone = asked(kernel, part, target, fixed)
        assert alone["value"] == "inf" or found["value"] <= alone["value"] * (1 + 1e-12)


def _response(u: float, alpha: float) -> float:
    """D_α of randomised response."""
    p, q = math.exp(u) / (1 + math.exp(u)), 1 / (1 + math.exp(u))
    return (
        u * math.tanh(u / 2) if alpha == 1 else math.log(p**alpha * q ** (1 - alpha) + q**alpha * p ** (1 - alpha)) / (alpha - 1)
    )


@pytest.mark.parametrize(
    "other",
    [
        ("approximate-dp", {"epsilon": 0.153, "delta": 9.81e-6}),
        ("total-variation-privacy", {"epsilon": 0.3}),
        ("gaussian-dp", {"mu": 2}),
    ],
    ids=str,
)
def test_randomised_response_is_worst_where_all_else_allows_it(kernel: MiniRacer, other: tuple[str, dict[str, float]]) -> None:
    """D_2 ≤ D_2(RR_u) bounds lower orders by RR_u (theory, T11), which lies on no line's bend and meets the other guarantee."""
    u = 0.1
    first = {"notion": "renyi-dp", "values": {"alpha": 2, "epsilon": _response(u, 2)}}
    also = [{"notion": other[0], "values": other[1]}]
    for alpha in (1, 1.5):
        found = asked(kernel, {**first, "also": also}, "renyi-dp", {"alpha": alpha})
        assert found["value"] == pytest.approx(_response(u, alpha), rel=1e-10)
    assert asked(kernel, {**first, "also": also}, "renyi-dp", {"alpha": 1.5})["numeric"] is False


@pytest.mark.parametrize(
    ("line", "width", "orders"),
    [
        ((0.174, 0.00109), 0.23, [(6.205, 0.0284)]),
        ((0.81, 0.0007783), math.inf, [(a, 0.012 + 0.429 * a) for a in [1 + 0.1 * i for i in range(1, 120)]]),
    ],
    ids=["a range ends the boundary", "at the corner where another constraint takes over"],
)
def test_the_sensitivity_index_of_several_guarantees(
    kernel: MiniRacer, line: tuple[float, float], width: float, orders: list[tuple[float, float]]
) -> None:
    """For each q the largest p by bisection, over a grid of q (theory, T25); pairs between them need a little more."""
    price, delta = math.exp(line[0]), line[1]

    def fits(p: float, q: float) -> bool:
        if max(p - price * q, 1 - q - price * (1 - p)) > delta or math.log(p * (1 - q) / q / (1 - p)) > width:
            return False
        sides = [(p, q, 1 - p, 1 - q), (q, p, 1 - q, 1 - p)]
        return all(x**a * y ** (1 - a) + v**a * w ** (1 - a) <= math.exp((a - 1) * e) for a, e in orders for x, y, v, w in sides)

    def index(q: float) -> float:
        low, high = q, 1 - 1e-12
        for _ in range(45):
            middle = (low + high) / 2
            low, high = (middle, high) if fits(middle, q) else (low, middle)
        return float(norm.ppf(low) - norm.ppf(q))

    truth = max(index(math.exp(-i / 40)) for i in range(1, 560))
    first: dict[str, Any] = {"notion": "zero-concentrated-dp", "values": {"xi": 0.012, "rho": 0.429}}
    also = [{"notion": "approximate-dp", "values": {"epsilon": line[0], "delta": delta}}]
    if width < math.inf:
        first = {"notion": "renyi-dp", "values": {"alpha": orders[0][0], "epsilon": orders[0][1]}}
        also.append({"notion": "range-bounded-privacy", "values": {"epsilon": width}})
    found = asked(kernel, {**first, "also": also}, "gaussian-dp", {})["value"]
    assert truth * (1 - 2e-5) <= found <= truth * (1 + 2e-3)  # orders between those of the grid allow less


def test_what_one_guarantee_implies_needs_no_place_beside_it(kernel: MiniRacer) -> None:
    """Gaussian DP with μ²/2 below a KL bound, a range within a wider one, zCDP within a Rényi bound at one order."""
    gaussian = {"notion": "gaussian-dp", "values": {"mu": 0.5}, "also": [{"notion": "kl-privacy", "values": {"epsilon": 0.2}}]}
    assert asked(kernel, gaussian, "renyi-dp", {"alpha": 3})["value"] == pytest.approx(3 * 0.125)
    narrow, wide = ({"notion": "range-bounded-privacy", "values": {"epsilon": e}} for e in (0.9, 1.2))
    assert asked(kernel, {**wide, "also": [narrow]}, "mean-concentrated-dp", {"mu": 1})["value"] == pytest.approx(0.45)
    zcdp = {"notion": "zero-concentrated-dp", "values": {"xi": 0, "rho": 0.1}}
    also = [{"notion": "renyi-dp", "values": {"alpha": 4, "epsilon": 0.5}}]
    assert asked(kernel, {**zcdp, "also": also}, "renyi-dp", {"alpha": 3})["value"] == pytest.approx(0.3)


def test_a_guarantee_may_allow_no_loss_but_what_it_discloses(kernel: MiniRacer) -> None:
    """(0, δ)-DP: δ(ε) = δ, the trade-off 1 - δ - x, and nothing is left once δ is set aside."""

    def of(target: str, fixed: dict[str, float]) -> Any:
        return asked(kernel, {"notion": "approximate-dp", "values": {"epsilon": 0, "delta": 0.01}}, target, fixed)["value"]

    assert of("approximate-dp", {"epsilon": 0.3}) == pytest.approx(0.01)
    assert of("f-dp", {"x": 0.2}) == pytest.approx(0.21)
    assert of("approximate-dp", {"delta": 0.01}) == 0
    assert of("approximate-zero-concentrated-dp", {"xi": 0, "delta": 0.01}) == 0
    assert of("renyi-dp", {"alpha": 2}) == "inf"
    capped = asked(kernel, {"notion": "zero-concentrated-dp", "values": {"xi": 0.7, "rho": 0}}, "renyi-dp", {"alpha": 2})
    assert capped["value"] == pytest.approx(_response(0.7, 2))


@pytest.mark.parametrize(("xi", "tau"), [(1.99, 0.029396), (1.072, 0.4474)])
def test_capped_dp_at_its_own_slope_keeps_its_cap(kernel: MiniRacer, xi: float, tau: float) -> None:
    found = asked(
        kernel, {"notion": "truncated-codp-col16", "values": {"xi": xi, "tau": tau}}, "truncated-codp-col16", {"tau": tau}
    )
    assert found["value"] == xi


def test_the_pair_that_is_shown_attains_the_bound(kernel: MiniRacer) -> None:
    """(2, 0.1)-Rényi DP at δ = 10⁻⁶: the pair's own divergence is 0.1, and its ε at δ is the bound."""
    found = asked(kernel, {"notion": "renyi-dp", "values": {"alpha": 2, "epsilon": 0.1}}, "approximate-dp", {"delta": 1e-6})
    (p, p_rest), (q, q_rest) = found["pair"]["p"], found["pair"]["q"]
    assert math.log(p * p / q + p_rest * p_rest / q_rest) == pytest.approx(0.1, rel=1e-9)
    assert math.log((p - 1e-6) / q) == pytest.approx(10.177085768366791, rel=1e-9)


def test_the_table_of_all_pairs_says_what_the_engine_says(zoo: Zoo) -> None:
    """Every answer that is quick to compute is computed again; the others are there."""
    kept = json.loads(optima.FILE.read_text(encoding="utf-8"))
    assert len(kept) == len(optima.SOURCES) * len(optima.TARGETS)
    for source in ("epsilon-dp", "renyi-dp", "kl-privacy", "approximate-dp"):
        for target in ("approximate-dp", "kl-privacy", "zero-concentrated-dp", "gaussian-dp"):
            again = optima.entry(source, optima.SOURCES[source], target, optima.TARGETS[target])
            assert kept[f"{source} {target}"] == again
    rows = optima.cells(zoo)
    by_name = {(c.source.id, c.target.id): c for row in rows.values() for c in row}
    assert by_name["epsilon-dp", "kl-privacy"].kind is optima.ConversionKind.FORMULA  # ε tanh(ε/2)
    assert by_name["renyi-dp", "kl-privacy"].kind is optima.ConversionKind.FORMULA  # randomised response is worst at lower orders
    assert by_name["kl-privacy", "epsilon-dp"].kind is optima.ConversionKind.IMPOSSIBLE
    # ε tanh(ε/2) at the source's own δ is tight, and at a larger one 1.07 times the optimum
    assert by_name["approximate-dp", "approximate-zero-concentrated-dp"].kind is optima.ConversionKind.CLOSED


def test_a_cell_of_the_table_leads_to_its_answer_in_symbols(site: Path) -> None:
    html = (site / "conversions.html").read_text(encoding="utf-8")
    links = re.findall(r'<td class="dz-how--\w+"><a href="#([^"]+)" title="([^"]+)"', html)
    assert len(links) == len(optima.SOURCES) * len(optima.TARGETS)
    answers = set(re.findall(r'<li id="([^"]+)"', html))
    assert {place for place, _ in links} <= answers
    assert not [said for _, said in links if re.search(r"epsilon|delta|alpha|rho|omega|e-\d", said)]
    assert not re.search(r"0{4,}1\b", " ".join(said for _, said in links))  # 0.1 converts into 0.1, not into 0.100001
    assert html.count("<h1") == 1


def test_what_a_map_loses_is_said_in_symbols_everywhere(site: Path) -> None:
    """No 5e+19 and no pair of equal laws that "needs" something."""
    sentences = [
        found
        for page in (site / "notions").glob("*.html")
        for found in re.findall(r"<li>((?:Not the b|B)est possible: .*?)</li>", page.read_text(encoding="utf-8"), re.DOTALL)
    ]
    assert len(sentences) > 50
    for sentence in sentences:
        plain = re.sub(r"<[^>]+>", "", sentence)
        assert not re.search(r"epsilon|delta|alpha|\de[-+]\d|0{6}|probabilities 1 on|from 0\.\d+ to 0\.\d+e", plain), plain
