"""Rules of composition, against exact enumeration and an independent accountant."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product

import pytest

from dpzoo.expressions.functions import kov_delta
from dpzoo.zoo.zoo import Zoo


def enumerated(ratio: Fraction, loss_steps: int, times: int) -> Fraction:
    """δ at ε = loss_steps·ln(ratio) of ``times`` randomised responses with that likelihood ratio, summed over all outputs."""
    truth, lie = ratio / (1 + ratio), 1 / (1 + ratio)
    total = Fraction(0)
    for output in product((0, 1), repeat=times):
        p = q = Fraction(1)
        for bit in output:
            p *= lie if bit else truth
            q *= truth if bit else lie
        total += max(Fraction(0), p - ratio**loss_steps * q)
    return total


@pytest.mark.parametrize(
    ("ratio", "steps", "times"), [(Fraction(3), 5, 10), (Fraction(3), 0, 4), (Fraction(3, 2), 2, 7), (Fraction(2), 6, 6)]
)
def test_optimal_composition_is_that_of_randomised_response(ratio: Fraction, steps: int, times: int) -> None:
    loss = math.log(ratio)
    assert kov_delta(steps * loss, loss, times) == pytest.approx(float(enumerated(ratio, steps, times)), abs=1e-12)


def test_ten_randomised_responses_at_half_the_basic_bound() -> None:
    """RR(ln 3) ten times: (5 ln 3, .4246)-DP, where basic composition needs 10 ln 3."""
    assert kov_delta(5 * math.log(3), math.log(3), 10) == pytest.approx(0.4246, abs=5e-5)
    assert kov_delta(10 * math.log(3), math.log(3), 10) == 0


def test_optimal_composition_is_that_of_dp_accounting() -> None:
    from dp_accounting.pld import privacy_loss_distribution

    loss, times, epsilon = 0.3, 40, 2.5
    truth = math.exp(loss) / (1 + math.exp(loss))
    upper = {0: math.log(truth), 1: math.log1p(-truth)}
    lower = {0: math.log1p(-truth), 1: math.log(truth)}
    pld = privacy_loss_distribution.from_two_probability_mass_functions(lower, upper, value_discretization_interval=1e-5)
    theirs = pld.self_compose(times).get_delta_for_epsilon(epsilon)
    assert kov_delta(epsilon, loss, times) == pytest.approx(theirs, rel=1e-2)


@pytest.mark.parametrize("notion", ["epsilon-dp", "approximate-dp", "zero-concentrated-dp", "renyi-dp", "gaussian-dp"])
def test_rules_are_monotone_and_no_better_than_one_mechanism_alone(zoo: Zoo, notion: str) -> None:
    """Two mechanisms together give no better guarantee than either, and a constant mechanism costs nothing."""
    record = zoo[notion].record
    assert record.composition.rule is not None
    amounts = {"epsilon": 0.4, "delta": 1e-6, "xi": 0.1, "rho": 0.2, "mu": 0.6}
    order = {"alpha": 3.0, "alpha1": 3.0, "alpha2": 3.0}
    both = {f"{n}1": v for n, v in amounts.items()} | {f"{n}2": v / 2 for n, v in amounts.items()} | order
    free = {f"{n}1": v for n, v in amounts.items()} | {f"{n}2": 0.0 for n in amounts} | order
    for name, expression in record.composition.rule.items():
        alone = (amounts | order)[name]
        assert expression.evaluate(both) >= alone
        assert expression.evaluate(free) == pytest.approx(alone)


def test_gaussian_composition_is_in_quadrature(zoo: Zoo) -> None:
    """μ = .6 and .8 together are μ = 1 (Dong, Roth & Su)."""
    rule = zoo["gaussian-dp"].record.composition.rule
    assert rule is not None
    assert rule["mu"].evaluate({"mu1": 0.6, "mu2": 0.8}) == pytest.approx(1.0)


def test_k_fold_rules_of_approximate_dp(zoo: Zoo) -> None:
    """Advanced composition beats basic for many small losses; the optimal rule beats both, and equals basic at its end."""
    rules = {m.name: m for m in zoo["approximate-dp"].record.composition.many}
    advanced, optimal = rules["Advanced composition"], rules["Optimal composition"]
    values = {"epsilon": 0.1, "delta": 1e-8, "k": 100}
    slack = 1e-6
    loss = advanced.rule["epsilon"].evaluate({**values, "slack": slack})
    spent = advanced.rule["delta"].evaluate({**values, "slack": slack})
    assert loss == pytest.approx(0.1 * math.sqrt(200 * math.log(1e6)) + 10 * (math.exp(0.1) - 1))
    assert loss < 100 * 0.1
    assert optimal.rule["delta"].evaluate({**values, "t": loss}) < spent
    assert optimal.rule["delta"].evaluate({**values, "t": 10.0}) == pytest.approx(1 - (1 - 1e-8) ** 100)
