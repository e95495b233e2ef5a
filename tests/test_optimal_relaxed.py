"""Relaxed DP as a source and as a target (theory, T18)."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.optimize import brentq
from sources_and_pairs import concentrated_boundary, least_excess, pure, rdp, zcdp

from dpzoo.optimal.engine import optimal
from dpzoo.optimal.optimum import Status
from dpzoo.zoo.zoo import Zoo


def test_relaxed_dp_is_solved_for_each_of_its_parameters() -> None:
    """Between any two of them: what one fixed pair of values gives back is the third."""
    behind = {"approximate-zero-concentrated-dp": {"xi": 0, "rho": 0.5, "delta": 0.01}}
    for source in (zcdp(0.5), rdp(2, 1), {"gaussian-dp": {"mu": 1}}, {"range-bounded-privacy": {"epsilon": 2}}, pure(1), behind):
        aside = optimal(source, "relaxed-dp", {"epsilon": 0.5, "delta_a": 0.1}).upper
        assert optimal(source, "relaxed-dp", {"epsilon": 0.5, "delta_p": aside}).upper == pytest.approx(0.1, rel=1e-9)
        assert optimal(source, "relaxed-dp", {"delta_a": 0.1, "delta_p": aside}).upper == pytest.approx(0.5, rel=1e-9)


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


def test_the_pair_of_a_relaxed_source_with_little_loss_meets_it(zoo: Zoo) -> None:
    """What is set aside has some probability under the second law, too, which must not be missing from the rest."""
    source = {"epsilon": 8.54e-6, "delta_a": 1.64e-9, "delta_p": 7.38e-5}
    for fixed in ({"epsilon": 1}, {"delta": 7.3803e-5}):
        pair = optimal({"relaxed-dp": source}, "probabilistic-dp", fixed).pair
        assert zoo["relaxed-dp"].holds(pair.mechanism(), **{k: repr(v) for k, v in source.items()}).holds


@pytest.mark.parametrize("more", [2e-9, 1e-6, 0.034])
def test_the_pair_for_a_probability_just_above_what_is_allowed_anywhere_reaches_the_loss(more: float, zoo: Zoo) -> None:
    """There the loss, -ln(1 - a/δ) of a source of total variation a at δ > a, falls steeply."""
    delta = 0.0265 * (1 + more)
    best = optimal({"total-variation-privacy": {"epsilon": 0.0265}}, "probabilistic-dp", {"delta": delta})
    needed = float(zoo["probabilistic-dp"].tightest(best.pair.mechanism(), delta=repr(delta)).value)
    assert zoo["total-variation-privacy"].holds(best.pair.mechanism(), epsilon="0.0265").holds
    assert needed == pytest.approx(best.upper, rel=1e-6) == pytest.approx(-math.log1p(-0.0265 / delta), rel=1e-6)


def test_the_loss_is_that_of_a_test_of_more_than_may_be_set_aside_where_that_is_better() -> None:
    """ln((p - δ_a)/q) may still rise at p = δ_p, for a boundary at which no table can be written: (ε, δ_a)-DP decides."""
    source = {"kl-privacy": {"epsilon": 0.05674}}
    plain = optimal(source, "approximate-dp", {"delta": 4.273e-8})
    found = optimal(source, "relaxed-dp", {"delta_a": 4.273e-8, "delta_p": 4.2730028556459e-8})
    assert (found.status, found.upper) == (Status.ATTAINED, plain.upper)


def test_the_mass_beyond_a_small_loss_is_found_behind_a_disclosure() -> None:
    """It is at most as much more than without the disclosure as that discloses."""
    fixed, rho = {"epsilon": 1e-4, "delta_a": 5e-8}, 1.171
    found = optimal({"approximate-zero-concentrated-dp": {"xi": 0, "rho": rho, "delta": 1.007e-7}}, "relaxed-dp", fixed)
    alone = optimal(zcdp(rho), "probabilistic-dp", {"epsilon": 1e-4})
    assert found.certified
    assert alone.upper < found.lower < alone.upper + 1e-7


@pytest.mark.parametrize(
    ("source", "values", "epsilon"),
    [
        ("divergence-dp", {"f": "hellinger", "epsilon": 0.5}, 0.57536413),  # -2 ln(1 - ¼), but for 10⁻⁸
        ("approximate-zero-concentrated-dp", {"xi": 0, "rho": 0.02, "delta": 0.07}, 0.07),
    ],
)
def test_an_output_that_is_certain_is_shown_by_a_pair_that_meets_the_source(
    source: str, values: dict[str, float | str], epsilon: float, zoo: Zoo
) -> None:
    best = optimal({source: values}, "probabilistic-dp", {"epsilon": epsilon})
    pair = best.pair.mechanism()
    assert best.lower == best.upper == 1
    assert zoo[source].holds(pair, **{k: str(v) for k, v in values.items()}).holds
    assert float(zoo["probabilistic-dp"].tightest(pair, epsilon=repr(epsilon)).value) == 1


def test_a_table_for_the_slack_of_relaxed_dp_cannot_be_set_aside(zoo: Zoo) -> None:
    best = optimal(rdp(2.5, 1.83e-4), "relaxed-dp", {"epsilon": 0.1, "delta_p": 0.00576})
    needed = zoo["relaxed-dp"].tightest(best.pair.mechanism(), epsilon="0.1", delta_p="0.00576")
    assert float(needed.value) == pytest.approx(best.upper, rel=1e-6)


def test_relaxed_dp_between_its_own_parameters_agrees_with_what_is_known_otherwise() -> None:
    source = {"relaxed-dp": {"epsilon": 1, "delta_a": 0.01, "delta_p": 0.02}}
    for fixed, own in (({"epsilon": 1, "delta_p": 0.02}, 0.01), ({"epsilon": 1, "delta_a": 0.01}, 0.02)):
        assert optimal(source, "relaxed-dp", fixed).upper == pytest.approx(own, rel=1e-10)
    for epsilon in (0.5, 1.5):  # nothing set aside: (ε, δ)-DP; no slack: probabilistic DP
        whole = optimal(source, "relaxed-dp", {"epsilon": epsilon, "delta_p": 0}).upper
        assert whole == pytest.approx(optimal(source, "approximate-dp", {"epsilon": epsilon}).upper, rel=1e-10)
        spared = optimal(source, "relaxed-dp", {"epsilon": epsilon, "delta_a": 0}).upper
        assert spared == pytest.approx(optimal(source, "probabilistic-dp", {"epsilon": epsilon}).upper, rel=1e-9)


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


@pytest.mark.parametrize(
    ("source", "target", "fixed"),
    [
        ([("approximate-dp", {"epsilon": 1, "delta": 0.1}), ("epsilon-dp", {"epsilon": 2})], "probabilistic-dp", {"delta": 0.99}),
        ([("truncated-codp-col16", {"xi": 2.23, "tau": 1e-4})], "relaxed-dp", {"delta_a": 1e-4, "delta_p": 0.99}),
    ],
)  # fmt: skip
def test_a_test_of_nearly_all_outputs_is_shown_close_to_its_bound(
    source: list[tuple[str, dict[str, float]]], target: str, fixed: dict[str, float], zoo: Zoo
) -> None:
    best = optimal(source, target, fixed)
    assert best.pair is not None
    (p, p_rest), (q, _) = best.pair.p, best.pair.q
    assert p > fixed.get("delta_p", fixed.get("delta", 1)) or p_rest > fixed.get("delta_p", 1)
    for notion, values in source:
        assert zoo[notion].holds(best.pair.mechanism(), **values).holds
    assert math.log((float(p) - fixed.get("delta_a", 0)) / float(q)) == pytest.approx(best.lower, rel=1e-6)


def test_a_share_that_is_nearly_certain_is_found_at_once() -> None:
    """P(S) = 1 and Q(S) = 0.854 meet the source, and the excess of S at ε = 0.1 is 0.056."""
    source = {"relaxed-dp": {"epsilon": 1.8, "delta_a": 0.146, "delta_p": 1e-4}}
    found = optimal(source, "relaxed-dp", {"epsilon": 0.1, "delta_a": 1e-5})
    assert found.upper == 1
    assert found.lower > 1 - 1e-15


@pytest.mark.parametrize("beyond", [1e-8, 3e-8, 1e-6])
def test_next_to_a_corner_the_best_test_has_more_than_may_be_set_aside(beyond: float) -> None:
    """A line binds tests of just more than a corner has, and along it less loss is needed the more they have."""

    def excess(p: float) -> float:
        """That of the test on the line over the family, at its worst order."""
        q, s = (p - 0.05) / math.e, np.linspace(0.5, 12, 200_001)
        with np.errstate(under="ignore"):
            moments = p * (p / q) ** s + (1 - p) * ((1 - p) / (1 - q)) ** s
        return float((np.log(moments) / s - (1 + s) / 2).max())

    aside, slack = brentq(excess, 0.053, 0.08, xtol=1e-16) * (1 + beyond), 0.0435
    source = [("zero-concentrated-dp", {"rho": 0.5}), ("approximate-dp", {"epsilon": 1, "delta": 0.05})]
    found = optimal(source, "relaxed-dp", {"delta_a": slack, "delta_p": aside})
    needed = math.log((aside - slack) / (aside - 0.05)) + 1
    assert found.certified
    assert found.lower <= needed * (1 + 1e-14)
    assert found.upper >= needed * (1 - 1e-14)
    assert found.upper <= needed * (1 + 2 * max(beyond, 1e-7))


@pytest.mark.parametrize(
    ("line", "price", "slack"), [((0.0531424, 3.99353e-6), 0.0489629, 2.80239e-6), ((0.02, 1e-6), 0.1, 4e-7)]
)
def test_a_test_on_a_line_of_tiny_delta_is_shown_close_to_its_bound(
    line: tuple[float, float], price: float, slack: float, zoo: Zoo
) -> None:
    """Where the line p = e^ε q + δ, or its mirror image, meets p = e^{price} q + δ_a."""
    (epsilon, delta), values = line, {"epsilon": str(price), "delta_a": str(slack)}
    source = [("fk-divergence-dp", {"k": 1.5, "epsilon": 1.47582}), ("approximate-dp", {"epsilon": epsilon, "delta": delta})]
    found = optimal(source, "relaxed-dp", values)
    if price < epsilon:
        q = (math.exp(epsilon) * (1 - slack) + delta - 1) / math.expm1(epsilon + price)
    else:
        q = (delta - slack) / (math.exp(price) - math.exp(epsilon))
    assert found.lower == pytest.approx(math.exp(price) * q + slack, rel=1e-8)
    assert found.pair is not None
    mechanism = found.pair.mechanism()
    assert all(zoo[notion].holds(mechanism, **given).holds for notion, given in source)
    assert float(zoo["relaxed-dp"].tightest(mechanism, **values).value) == pytest.approx(found.lower, rel=1e-6)
