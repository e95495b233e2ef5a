"""Conjunctions with guarantees that no reduction covers, and bounds that grow faster than all beside them (theory, T8, T27)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from scipy.optimize import brentq, linprog
from sources_and_pairs import ZOO, mean, pairs, worst

from dpzoo.optimal.engine import optimal
from dpzoo.optimal.optimum import Status

Source = list[tuple[str, Mapping[str, Any]]]
_PRO = "probabilistic-dp"
_MEAN = "mean-concentrated-dp"
_ASIDE = "approximate-zero-concentrated-dp"
_TV = "total-variation-privacy"
_POWER = "fk-divergence-dp"
_PURE = "epsilon-dp"
_KL = "kl-privacy"
_RENYI = "renyi-dp"


def _response(order: float, bound: float) -> float:
    """The u with D_α(RR_u) = ε, from the sum itself."""

    def excess(u: float) -> float:
        p = 1 / (1 + math.exp(-u))
        return math.log(p * math.exp((order - 1) * u) + (1 - p) * math.exp(-(order - 1) * u)) / (order - 1) - bound

    return float(brentq(excess, 1e-9, 50, xtol=1e-15))


_U = _response(2, 0.1)
_EXACT: list[tuple[Source, str, dict[str, Any], float]] = [
    # what ever rarer outputs need: nothing else is as fast
    ([(_KL, {"epsilon": 1.05}), ("approximate-dp", {"epsilon": 0.264, "delta": 3.68e-9})], _KL, {}, 1.05),
    ([(_TV, {"epsilon": 0.01}), (_POWER, {"k": 3, "epsilon": 1})], _POWER, {"k": 3}, 1),
    ([(_KL, {"epsilon": 0.2}), (_POWER, {"k": 2.5, "epsilon": 3})], _POWER, {"k": 2.5}, 3),
    ([(_ASIDE, {"rho": 0.00271, "delta": 0.00381}), (_KL, {"epsilon": 0.0708})], _KL, {}, 0.0708),
    # a bound on what is asked, and what the rest gives
    ([(_KL, {"epsilon": 1.43}), ("gaussian-dp", {"mu": 2.14})], _KL, {}, 1.43),
    ([(_KL, {"epsilon": 3}), ("gaussian-dp", {"mu": 2.14})], _KL, {}, 2.14**2 / 2),
    ([(_RENYI, {"alpha": 3, "epsilon": 0.2}), ("gaussian-dp", {"mu": 0.6})], _RENYI, {"alpha": 3}, 0.2),
    ([(_RENYI, {"alpha": 2, "epsilon": 0.2}), ("gaussian-dp", {"mu": 0.6})], _POWER, {"k": 2}, math.expm1(0.2) ** 0.5),
    # randomised response, whose losses probabilistic DP allows
    ([(_PRO, {"epsilon": 1, "delta": 1e-6}), (_RENYI, {"alpha": 2, "epsilon": 0.1})], _KL, {}, _U * math.tanh(_U / 2)),
    ([(_PRO, {"epsilon": 1, "delta": 1e-6}), (_RENYI, {"alpha": 2, "epsilon": 0.1})], _TV, {}, math.tanh(_U / 2)),
    ([(_MEAN, {"mu": 0.0171, "tau": 0.441}), (_PURE, {"epsilon": 3})], _KL, {}, 0.0171),
    # the largest losses
    ([(_PRO, {"epsilon": 0.859, "delta": 2.5e-7}), ("range-bounded-privacy", {"epsilon": 8.87})], _PURE, {}, 8.87),
    ([(_MEAN, {"mu": 0.0171, "tau": 0.441}), (_PURE, {"epsilon": 3})], "range-bounded-privacy", {}, 6),
    ([(_ASIDE, {"rho": 0.00113, "delta": 0.00174}), (_PURE, {"epsilon": 3.7})], "range-bounded-privacy", {}, 7.4),
    # what another part says
    ([(_PRO, {"epsilon": 1, "delta": 1e-6}), (_PURE, {"epsilon": 0.5})], _KL, {}, 0.5 * math.tanh(0.25)),
    ([(_MEAN, {"mu": 0.1, "tau": 1}), (_KL, {"epsilon": 0.3})], _KL, {}, 0.1),
]  # fmt: skip


@pytest.mark.parametrize(("source", "target", "fixed", "truth"), _EXACT)
def test_what_a_conjunction_needs(source: Source, target: str, fixed: dict[str, Any], truth: float) -> None:
    found = optimal(source, target, fixed)
    assert found.status in (Status.ATTAINED, Status.LIMIT)
    assert found.certified
    assert found.lower <= truth * (1 + 1e-14)
    assert found.upper >= truth * (1 - 1e-14)
    assert found.upper - found.lower <= 1e-8 * truth
    if found.pair is not None:
        for notion, values in source:
            assert ZOO[notion].holds(found.pair.mechanism(), **values).holds
        assert float(ZOO[target].tightest(found.pair.mechanism(), **fixed)) == pytest.approx(truth, rel=1e-6)


@pytest.mark.parametrize(
    ("source", "target", "fixed"),
    [
        ([(_PRO, {"epsilon": 1, "delta": 1e-6}), (_KL, {"epsilon": 0.1})], _RENYI, {"alpha": 2}),
        ([(_PRO, {"epsilon": 1, "delta": 1e-6}), (_RENYI, {"alpha": 4, "epsilon": 0.1})], "gaussian-dp", {}),
        (
            [(_PRO, {"epsilon": 1, "delta": 1e-3}), (_TV, {"epsilon": 0.1})],
            "approximate-dp",
            {"delta": 1e-4},
        ),
        ([(_MEAN, {"mu": 0.1, "tau": 1}), (_RENYI, {"alpha": 4, "epsilon": 0.1})], _PURE, {}),
        ([(_PRO, {"epsilon": 1, "delta": 1e-6}), (_MEAN, {"mu": 0.1, "tau": 1})], "truncated-codp-col16", {"xi": 5}),
        ([(_PRO, {"epsilon": 3, "delta": 1e-9}), (_KL, {"epsilon": 0.05})], _MEAN, {"mu": 0.05}),
        ([(_MEAN, {"mu": 0.1, "tau": 1})], _RENYI, {"alpha": math.inf}),
        ([(_MEAN, {"mu": 0.1, "tau": 1}), (_KL, {"epsilon": 0.05})], _RENYI, {"alpha": math.inf}),
        ([(_MEAN, {"mu": 0.1, "tau": 1}), (_KL, {"epsilon": 0.05})], "zero-concentrated-dp", {"rho": 0}),
        ([(_MEAN, {"mu": 0.1, "tau": 1}), (_PURE, {"epsilon": 5})], "truncated-codp-col16", {"xi": 4}),
    ],
)
def test_no_finite_value_where_rare_outputs_are_free(source: Source, target: str, fixed: dict[str, Any]) -> None:
    assert optimal(source, target, fixed).status is Status.INFINITE


def _power_of_tests(epsilon: float, delta: float, cap: float, alarm: float) -> float:
    """The largest P(S) with Q(S) ≤ x by a linear programme.

    Outputs are set aside, kept or set aside in the reverse order, and in S or not.
    """
    size = 12  # P and Q of six classes
    rows, bounds = [], []

    def add(coefficients: dict[int, float], bound: float) -> None:
        row = np.zeros(size)
        for i, c in coefficients.items():
            row[i] += c
        rows.append(row)
        bounds.append(bound)

    for k in range(6):
        p, q, kind = 2 * k, 2 * k + 1, k // 2
        add({p: 1, q: -math.exp(cap if kind == 0 else epsilon)}, 0)
        add({q: 1, p: -math.exp(cap if kind == 2 else epsilon)}, 0)
    add({0: 1, 2: 1}, delta)
    add({9: 1, 11: 1}, delta)
    add({1: 1, 5: 1, 9: 1}, alarm)
    goal = np.zeros(size)
    goal[[0, 4, 8]] = -1
    sums = np.array([np.tile([1.0, 0.0], 6), np.tile([0.0, 1.0], 6)])
    found = linprog(goal, A_ub=np.array(rows), b_ub=bounds, A_eq=sums, b_eq=[1, 1])
    return float(-found.fun)


@pytest.mark.parametrize(
    ("epsilon", "delta", "cap", "alarm"),
    [(0.36, 8.59e-4, 8.69, 0.131), (1, 1e-3, 2, 0.01), (0.5, 0.01, 1, 0.3), (2, 1e-5, 5, 1e-6)],
)
def test_ends_enclose_what_no_reduction_gives(epsilon: float, delta: float, cap: float, alarm: float) -> None:
    source: Source = [(_PRO, {"epsilon": epsilon, "delta": delta}), (_PURE, {"epsilon": cap})]
    found = optimal(source, "f-dp", {"x": alarm})
    truth = _power_of_tests(epsilon, delta, cap, alarm)
    assert found.lower <= truth * (1 + 1e-9)
    assert truth <= found.upper * (1 + 1e-9)
    assert found.upper <= 2 * found.lower


def test_no_pair_of_the_source_needs_more() -> None:
    """Pairs that meet probabilistic DP and a Rényi bound as they are."""
    for p, q in pairs(12):
        loss = np.log(p / q)
        aside = max(p[loss > 0.3].sum(), q[-loss > 0.3].sum())
        if not 0 < aside < 1:
            continue
        bound = worst(lambda a, b: np.log((a**2 / b).sum()), p, q)
        source: Source = [
            (_PRO, {"epsilon": 0.3, "delta": float(aside)}),
            (_RENYI, {"alpha": 2, "epsilon": bound * (1 + 1e-12)}),
        ]
        for target, needs in (
            (_KL, worst(lambda a, b: (a * np.log(a / b)).sum(), p, q)),
            (_TV, float(np.maximum(p - q, 0).sum())),
        ):
            assert optimal(source, target).upper >= needs * (1 - 1e-9)


@pytest.mark.parametrize("beside", [[], [(_PURE, {"epsilon": 5})]])
def test_without_rho_what_is_left_has_losses_up_to_the_epsilon_of_tests(beside: Source) -> None:
    """Of all pairs with D₁ ≤ 0.1 the best binary one, found here by a scan, is of the source, too."""
    u = np.linspace(0.01, 3, 3_000)
    a, b = u[:, None], u[None, :]
    p = np.expm1(-b) / np.expm1(-a - b)
    q = p * np.exp(-a)
    kept = (p * a - (1 - p) * b <= 0.1) & ((1 - q) * b - q * a <= 0.1)
    truth = float((p - math.exp(0.5) * q)[kept].max())
    found = optimal([(_MEAN, {"mu": 0.1, "tau": 1}), *beside], _ASIDE, {"rho": 0, "xi": 0.5})
    assert found.upper >= truth
    assert found.upper == pytest.approx(truth, rel=2e-3)
    if not beside:
        assert found.certified
        assert found.status is Status.ATTAINED
        assert found.pair is not None
        assert ZOO[_MEAN].holds(found.pair.mechanism(), mu=0.1, tau=1).holds


@pytest.mark.parametrize(
    ("beside", "alone", "bound"),
    [
        (("range-bounded-privacy", {"epsilon": 4}), 2 - 2 / math.cosh(1), 0.695),
        ((_MEAN, {"mu": 1, "tau": 1}), 2 - 2 / math.cosh(brentq(lambda u: u * math.tanh(u / 2) - 0.5, 0.1, 2) / 2), 0.24),
    ],
)
def test_order_one_half_needs_more_than_half_of_rho(beside: tuple[str, Mapping[str, Any]], alone: float, bound: float) -> None:
    """So a bound on the Hellinger distance a little below what the rest needs alone is none that the rest implies."""
    assert bound < alone
    found = optimal([beside, ("divergence-dp", {"f": "hellinger", "epsilon": bound})], "divergence-dp", {"f": "hellinger"})
    assert found.lower == pytest.approx(bound, rel=1e-7)
    assert found.upper == pytest.approx(bound, rel=1e-7)


def test_what_only_a_search_gives_is_no_end_of_an_open_answer() -> None:
    source: Source = [
        (_MEAN, {"mu": 0.0203569, "tau": 0.2038823}),
        (_PURE, {"epsilon": 0.24}),
        ("divergence-dp", {"f": "hellinger", "epsilon": 0.01005}),
    ]
    found = optimal(source, "zero-concentrated-dp")
    assert found.certified
    assert found.upper <= 0.24 * math.tanh(0.12) * (1 + 1e-9)


def test_a_loss_above_the_cap_is_found_before_any_search() -> None:
    """The first segment of the curve has the slope 5/2, a loss of ln 2.5, and rare outputs have it."""
    source: Source = [
        ("f-dp", {"f": [(0, 1), ("0.2", "0.5"), ("0.5", "0.2"), (1, 0)]}),
        ("truncated-codp-bdrs18", {"rho": 1.84, "omega": 36.7}),
    ]
    assert optimal(source, "truncated-codp-col16", {"xi": 0.655}).status is Status.INFINITE


def test_chi_square_beside_a_gaussian_bound_is_itself_a_bound_of_the_power_two() -> None:
    """E(X - 1)² ≤ 0.2946 says ε² ≤ 0.2946 at k = 2, and the Gaussian pair alone has e^{μ²} - 1 = 0.38."""
    assert math.expm1(0.5677**2) > 0.2946
    best = optimal({"gaussian-dp": {"mu": 0.5677}, "divergence-dp": {"f": "chi-square", "epsilon": 0.2946}}, _POWER, {"k": 2})
    assert best.certified
    assert best.lower == pytest.approx(math.sqrt(0.2946), rel=1e-14)
    assert best.upper == pytest.approx(math.sqrt(0.2946), rel=1e-14)


@pytest.mark.parametrize(
    ("source", "values", "fixed"),
    [
        (_POWER, {"k": 3, "epsilon": 0.3}, {"k": 3}),
        (_POWER, {"k": 1.5, "epsilon": 0.2}, {"k": 1.5}),
        ("divergence-dp", {"f": "hellinger", "epsilon": 0.02}, {"f": "hellinger"}),
    ],
)
def test_a_bound_on_what_is_asked_is_met_by_a_pair_whose_output_is_erased_now_and_then(
    source: str, values: dict[str, Any], fixed: dict[str, Any]
) -> None:
    """The range of 1 alone allows more (T13); an f-divergence of an erased output is what it was times how often it is kept."""
    both = {"range-bounded-privacy": {"epsilon": 1}, source: values}
    best = optimal(both, source, fixed)
    assert best.certified
    assert best.upper == pytest.approx(values["epsilon"], rel=1e-15)
    assert best.pair is not None
    p, q = (np.array([float(x) for x in law]) for law in (best.pair.p, best.pair.q))
    k = values.get("k")
    if k is None:
        found = 2 - 2 * np.sqrt(p * q).sum()
    else:
        found = max((b * np.abs(a / b - 1) ** k).sum() ** (1 / k) for a, b in ((p, q), (q, p)))
    assert found == pytest.approx(values["epsilon"], rel=1e-7)
    for notion, numbers in both.items():
        assert ZOO[notion].holds(best.pair.mechanism(), **numbers).holds is True


def test_a_hellinger_bound_that_the_mean_loss_implies_changes_nothing() -> None:
    """D_½ ≤ D₁ ≤ τ²/2, so that H² = 2 - 2e^{-D_½/2} is at most 2 - 2e^{-τ²/4}."""
    alone = optimal(mean(0.4, 0.05), "probabilistic-dp", {"epsilon": 0.2})
    bound = 2 - 2 * math.exp(-(0.05**2) / 4)
    both = [*mean(0.4, 0.05).items(), ("divergence-dp", {"f": "hellinger", "epsilon": bound * (1 + 1e-12)})]
    beside = optimal(both, "probabilistic-dp", {"epsilon": 0.2})
    assert (beside.lower, beside.upper) == (alone.lower, alone.upper)


def test_why_no_order_is_allowed_is_said_of_a_pair_of_the_source() -> None:
    """E|X - 1| is twice the total variation, which is δ of what is set aside and, of the rest, tanh(u/2) with u tanh(u/2) = ρ."""
    rho, delta = 0.002234, 6e-7
    left = math.tanh(brentq(lambda u: u * math.tanh(u / 2) - rho, 1e-3, 1) / 2)
    concentrated = ("approximate-zero-concentrated-dp", {"xi": 0, "rho": rho, "delta": delta})
    best = optimal([concentrated, ("fk-divergence-dp", {"k": 5, "epsilon": 0.6599})], "fk-divergence-dp", {"epsilon": 0.06683})
    assert best.status is Status.INFINITE
    said = float(best.note.split("epsilon = ")[1].split(",")[0])
    assert 0.06683 < said <= 2 * (delta + (1 - delta) * left)
    assert said == pytest.approx(2 * (delta + (1 - delta) * left), rel=1e-5)


def test_no_order_is_forbidden_where_the_weaker_source_forbids_none() -> None:
    """Pure 0.5-DP gives D_α ≤ 0.5 tanh(0.25) α, which is below 0.1 + 0.2α; mean-concentrated DP beside it only adds to it."""
    assert 0.5 * math.tanh(0.25) <= 0.2
    best = optimal([*mean(0.1, 1).items(), (_PURE, {"epsilon": 0.5})], "bounded-concentrated-dp", {"xi": 0.1, "rho": 0.2})
    assert best.lower == math.inf
    assert best.certified
