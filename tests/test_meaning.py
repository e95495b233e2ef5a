"""What a guarantee means, against literal simulations, against other formulas for the same thing, against published numbers."""

from __future__ import annotations

import json
import math
import re
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import mpmath
import numpy as np
import pytest
from conftest import Run
from hypothesis import given
from hypothesis import strategies as st
from scipy import integrate, optimize, stats
from scipy.special import lambertw

from dpzoo.blocks import FiniteMechanism
from dpzoo.expressions import EvaluationError
from dpzoo.expressions.functions import lambert_w_minus, langevin, log_sinhc, normal_quantile
from dpzoo.meaning import FORMULAS, MeaningError, value
from dpzoo.meaning.differencing import Attack, Known, Query, repeated, split, two_queries
from dpzoo.meaning.own_promises import OWN
from dpzoo.meaning.promise import EpsilonDelta, PrivacyRegion
from dpzoo.meaning.related import after_guess, lee_clifton, most_likely, neyman_pearson
from dpzoo.meaning.words import Rounding, believing, chance, guessing, number, percent
from dpzoo.relations.guarantees import GuaranteeError
from dpzoo.zoo.zoo import Zoo

COUNT_1, COUNT_2 = Attack(Query.COUNT), Attack(Query.COUNT, Known.NOTHING)
PRIORS = st.floats(1e-6, 1 - 1e-6)
EPSILONS = st.floats(0, 30)
SIGMAS = 5


# functions that the formulas need ----------------------------------------------------------------------------------


@given(st.floats(-1 / math.e, -1e-300))
def test_lambert(x: float) -> None:
    w = lambert_w_minus(x)
    assert w <= -1
    if x > -0.3678:
        assert w == pytest.approx(lambertw(x, -1).real, rel=1e-9)


@given(st.floats(1e-300, 1, exclude_max=True))
def test_quantile(p: float) -> None:
    assert normal_quantile(p) == pytest.approx(stats.norm.ppf(p), rel=1e-9, abs=1e-15)


@given(st.floats(1e-9, 1e6), st.sampled_from((1, -1)))
def test_hyperbolic_functions(size: float, sign: int) -> None:
    """Against many digits: neither cancels near 0 nor overflows."""
    with mpmath.workdps(60):
        x = mpmath.mpf(size)
        exact = float(mpmath.log(mpmath.sinh(x) / x)), float(mpmath.coth(x) - 1 / x)
    assert log_sinhc(sign * size) == pytest.approx(exact[0], rel=1e-12)
    assert langevin(sign * size) == pytest.approx(sign * exact[1], rel=1e-12)


def test_functions_refuse_what_has_no_value() -> None:
    for formula, bad in (("power-gaussian", {"mu": 1.0, "level": 1.5}), ("two-queries-epsilon", {"target": 0.1, "r": 1.0})):
        with pytest.raises(EvaluationError):
            value(formula, **bad)
    assert (normal_quantile(0), normal_quantile(1)) == (-math.inf, math.inf)
    assert (lambert_w_minus(0), lambert_w_minus(-1 / math.e)) == (-math.inf, -1)


# differencing attacks: the paper's algorithms, literally -----------------------------------------------------------


def simulate(attack: Attack, epsilon: float, prior: float, rounds: int, seed: int) -> int:
    """Algorithms 1 and 2 of ADB21 (with the sizes of the known query): how often the guess is the secret; ΔQ = 1."""
    rng = np.random.default_rng(seed)
    secret = (rng.random(rounds) < prior).astype(float)
    n, r = attack.size or 0, attack.ratio
    odds = prior / (1 - prior)

    def laplace(x: np.ndarray, b: float) -> np.ndarray:
        return np.exp(-np.abs(x) / b)

    if attack.known is Known.NOTHING:
        b = 2 / epsilon
        noise = rng.laplace(0, b, rounds) - rng.laplace(0, b, rounds)
        difference = noise + secret * r

        def density(x: np.ndarray) -> np.ndarray:
            return (1 + np.abs(x) / b) * laplace(x, b)

        guess = odds * density(difference - r) >= density(difference)
    elif attack.query is Query.AVERAGE:
        known, b = 10.0, 1 / epsilon
        nu = rng.laplace(0, b, rounds)
        if attack.known is Known.WHOLE:
            d = r / (n - 1)
            difference = known - (known + nu / (n - secret) - secret * d)
            guess = laplace((n - 1) * (difference - d), b) >= laplace(n * difference, b)
        else:
            d = r / (n + 1)
            difference = known + nu / (n + secret) + secret * d - known
            guess = laplace((n + 1) * (difference - d), b) >= laplace(n * difference, b)
    else:
        b, known = 1 / epsilon, 100.0
        difference = known + rng.laplace(0, b, rounds) + secret * r - known
        guess = odds * laplace(difference - r, b) >= laplace(difference, b)
    return int(np.sum(guess == secret))


ATTACKS = [
    COUNT_1,
    COUNT_2,
    Attack(Query.SUM, Known.WHOLE, 43 / 121),
    Attack(Query.SUM, Known.NOTHING, 20 / 121),
    Attack(Query.AVERAGE, Known.WHOLE, 71 / 121, 13),
    Attack(Query.AVERAGE, Known.WHOLE, 7 / 121, 1320),
    Attack(Query.AVERAGE, Known.REST, 1.0, 1),
    Attack(Query.AVERAGE, Known.REST, 0.4, 13),
]


@pytest.mark.parametrize("attack", ATTACKS, ids=str)
@pytest.mark.parametrize("epsilon", [0.1, 1, 5, 10])
def test_closed_forms_meet_the_literal_algorithms(attack: Attack, epsilon: float) -> None:
    rounds = 200_000
    right = simulate(attack, epsilon, 0.5, rounds, seed=int(epsilon * 10))
    interval = stats.binomtest(right, rounds).proportion_ci(1 - 1e-6, method="exact")  # Clopper and Pearson
    assert interval.low <= attack.success(epsilon) <= interval.high


@pytest.mark.parametrize("prior", [0.02, 0.3, 0.9])
@pytest.mark.parametrize("attack", ATTACKS[:4], ids=str)
def test_other_priors(attack: Attack, prior: float) -> None:
    rounds = 200_000
    right = simulate(attack, 4, prior, rounds, seed=7)
    interval = stats.binomtest(right, rounds).proportion_ci(1 - 1e-6, method="exact")
    assert interval.low <= attack.success(4, prior) <= interval.high


def test_two_queries_by_quadrature() -> None:
    """½∫ max(f(x), f(x - d)) for the density of the difference, and the same with priors."""
    for epsilon, r, prior in product((0.3, 2, 7), (0.2, 1), (0.5, 0.2, 0.97)):
        b = 2 / epsilon

        def f(x: float, b: float = b) -> float:
            return (1 + abs(x) / b) * math.exp(-abs(x) / b) / (4 * b)

        def best(x: float, r: float = r, prior: float = prior) -> float:
            return max((1 - prior) * f(x), prior * f(x - r))

        pieces = [-60 * b, -8 * b, -b, 0, r / 2, r, r + b, r + 8 * b, r + 60 * b]
        total = sum(integrate.quad(best, x, y, limit=400)[0] for x, y in pairwise(pieces))
        assert Attack(Query.SUM, Known.NOTHING, r).success(epsilon, prior) == pytest.approx(total, abs=1e-6)


# systems.md 1.3: the explorer's tables, computed independently of this package from the literal algorithms
TABLE = """
0.01 .5025 .5006 .5001 .5002 .5006 .5009 .5006 .5001 .5015 .5025
0.1 .5244 .5062 .5010 .5022 .5062 .5088 .5062 .5014 .5145 .5250
0.5 .6106 .5312 .5052 .5111 .5312 .5425 .5301 .5072 .5682 .6225
1 .6967 .5619 .5103 .5222 .5619 .5814 .5583 .5143 .6272 .7311
2 .8161 .6209 .5206 .5442 .6209 .6495 .6098 .5281 .7220 .8808
3 .8884 .6752 .5309 .5659 .6752 .7066 .6553 .5416 .7927 .9526
5 .9590 .7672 .5513 .6081 .7672 .7943 .7310 .5674 .8847 .9933
8 .9908 .8647 .5814 .6671 .8647 .8793 .8146 .6033 .9522 .9997
10 .9966 .9077 .6009 .7030 .9077 .9154 .8553 .6256 .9734 1.0000
15 .9997 .9662 .6476 .7802 .9662 .9652 .9222 .6761 .9939 1.0000
20 1.0000 .9882 .6908 .8403 .9882 .9857 .9581 .7197 .9986 1.0000
"""
COLUMNS = [
    COUNT_1,
    COUNT_2,
    *(Attack(Query.SUM, Known.NOTHING, age / 121) for age in (20, 43, 121)),
    Attack(Query.SUM, Known.WHOLE, 43 / 121),
    *(Attack(Query.AVERAGE, Known.WHOLE, abs(age - 50) / 121, 1320) for age in (20, 43, 121)),
]
INVERSE = """
.505 0.0201 0.0800 0.0566 0.2251 0.3473 0.0342 0.0200
.51 0.0404 0.1600 0.1137 0.4504 0.6982 0.0688 0.0400
.55 0.2107 0.8049 0.5930 2.2650 3.6411 0.3590 0.2007
.60 0.4463 1.6374 1.2558 4.6076 7.7115 0.7603 0.4055
.75 1.3863 4.5848 3.9010 12.9013 23.9540 2.3617 1.0986
.90 3.2189 9.5891 9.0578 26.9833 55.6195 5.4836 2.1972
.99 7.8240 20.7673 22.0165 58.4382 135.1930 13.3289 4.5951
"""


def test_table_of_successes() -> None:
    for line in TABLE.split("\n")[1:-1]:
        epsilon, *expected = map(float, line.split())
        found = [a.success(epsilon) for a in COLUMNS] + [EpsilonDelta(epsilon).ceiling(0.5)]
        assert found == pytest.approx(expected, abs=5.1e-5)
    sizes = {n: Attack(Query.AVERAGE, Known.WHOLE, 71 / 121, n).success(5) for n in (13, 1320, 16_959)}
    assert sizes == pytest.approx({13: 0.8913, 1320: 0.8848, 16_959: 0.8847}, abs=5.1e-5)


def test_table_of_largest_epsilons() -> None:
    attacks = [COLUMNS[i] for i in (0, 1, 5, 3, 7, 8)]
    for line in INVERSE.split("\n")[1:-1]:
        target, *expected = map(float, line.split())
        found = [a.largest_epsilon(target) for a in attacks] + [value("ceiling-epsilon", target=target, delta=0)]
        assert found == pytest.approx(expected, abs=5.1e-5)


@pytest.mark.parametrize("attack", ATTACKS, ids=str)
@given(target=st.floats(0.5, 0.9999))
def test_inverses_invert(attack: Attack, target: float) -> None:
    assert attack.success(attack.largest_epsilon(target)) == pytest.approx(target, abs=1e-9)


@given(EPSILONS, st.floats(0, 1), PRIORS, st.sampled_from(list(Known)))
def test_no_attack_on_sums_passes_the_ceiling(epsilon: float, ratio: float, prior: float, known: Known) -> None:
    attack = Attack(Query.SUM, known, ratio)
    assert max(prior, 1 - prior) <= attack.success(epsilon, prior) <= EpsilonDelta(epsilon).ceiling(prior) + 1e-12


@given(EPSILONS, st.integers(2, 10**6), st.sampled_from([Known.WHOLE, Known.REST]))
def test_the_papers_attack_on_averages_stays_below_that_on_a_count(epsilon: float, n: int, known: Known) -> None:
    """Nobody in a group of n is further from its average than (n - 1)/n of the range."""
    ratio = (n - 1) / n if known is Known.WHOLE else 1.0
    assert Attack(Query.AVERAGE, known, ratio, n).success(epsilon) <= COUNT_1.success(epsilon) + 1e-12


@given(EPSILONS, st.floats(0, 1), PRIORS)
def test_knowing_a_true_answer_helps(epsilon: float, ratio: float, prior: float) -> None:
    one, two = (Attack(Query.SUM, known, ratio).success(epsilon, prior) for known in (Known.WHOLE, Known.NOTHING))
    assert two <= one + 1e-12


def test_more_queries_and_unequal_shares() -> None:
    assert [split(5, s) for s in (0.1, 0.25, 0.5, 0.75, 0.9)] == pytest.approx([0.606, 0.709, 0.768, 0.708, 0.607], abs=2e-3)
    assert [repeated(5, k) for k in (1, 3, 5, 9, 25)] == pytest.approx([0.959, 0.886, 0.840, 0.782, 0.687], abs=2e-3)
    for cells in (4000, 4001):  # with and without a step at 0, where the answer decides nothing
        assert repeated(5, 1, cells) == pytest.approx(COUNT_1.success(5), abs=1e-5)
    rng = np.random.default_rng(3)
    for k in (2, 5, 9):
        noise = rng.laplace(0, k / 5, (200_000, k))
        secret = rng.integers(0, 2, 200_000)
        answers = noise + secret[:, None]
        loss = (np.abs(answers) - np.abs(answers - 1)).sum(axis=1)
        right = ((loss > 0) == (secret == 1))[loss != 0].sum() + (loss == 0).sum() / 2
        p = repeated(5, k)
        assert abs(right / 200_000 - p) < SIGMAS * math.sqrt(p * (1 - p) / 200_000)
    for s in (0.2, 0.4999, 0.8):
        assert split(3, s, 0.7) == pytest.approx(split(3, 1 - s, 0.7), abs=1e-9)
        assert split(3, s) <= split(3, 0.5) + 1e-9


# related work ------------------------------------------------------------------------------------------------------

LIU = """
0.5 .6106 .6967 .5984 .5822 .9994 .5002 .5001 .0002 .5000 .6225
1 .6967 .8161 .6580 .6201 .9996 .5003 .5002 .0003 .5001 .7311
2 .8161 .9323 .7162 .6509 .9999 .5004 .5002 .0007 .5003 .8808
4 .9323 .9908 .7454 .6646 1.0000 .5005 .5002 .0055 .5027 .9820
8 .9908 .9998 .7499 .6666 1.0000 .5005 .5003 .2981 .6490 .9997
"""


def test_table_of_the_hypothesis_tests() -> None:
    for line in LIU.split("\n")[1:-1]:
        epsilon, *expected = map(float, line.split())
        found = [most_likely(epsilon).recall]
        for level in (0.5, 0.999, 0.0001):
            scores = neyman_pearson(epsilon, level)
            found += [scores.recall, scores.accuracy, scores.precision]
        assert found == pytest.approx(expected, abs=5.1e-5)


@given(st.floats(0.01, 20))
def test_the_likeliest_guess_is_a_hypothesis_test(epsilon: float) -> None:
    ours, same = most_likely(epsilon), neyman_pearson(epsilon, math.exp(-epsilon / 2) / 2)
    assert (ours.recall, ours.accuracy, ours.precision) == pytest.approx((same.recall, same.accuracy, same.precision))
    best = max(neyman_pearson(epsilon, level).accuracy for level in np.linspace(0.001, 0.999, 99))
    assert best <= ours.accuracy + 1e-12


def test_lee_and_clifton() -> None:
    for people, spread in ((1, 0.5), (120, -0.5)):
        with pytest.raises(MeaningError):
            lee_clifton(1, people, spread)
    assert lee_clifton(0, 120, 0.5) == pytest.approx(1 / 120)
    assert after_guess(COUNT_1.success(0), 120) == pytest.approx(1 / 120)
    # sum at ε = 10 over a sample with largest value 104.4 and smallest 49.0, range up to 121: 0.449 and 0.555
    assert lee_clifton(10, 120, (104.4 - 49.0) / 121) == pytest.approx(0.449, abs=2e-3)
    assert after_guess(Attack(Query.SUM, Known.WHOLE, 104.4 / 121).success(10), 120) == pytest.approx(0.555, abs=2e-3)
    for belief in (0.02, 0.3, 0.9):
        epsilon = value("lee-clifton-epsilon", n=120, target=belief, spread=0.4)
        assert lee_clifton(epsilon, 120, 0.4) == pytest.approx(belief)


@given(st.floats(0, 40))
def test_a_guess_never_outdoes_the_likelihood_ratio(x: float) -> None:
    """At the same share of the sensitivity, the belief after a guess stays below Lee and Clifton's bound."""
    assert after_guess(1 - math.exp(-x / 2) / 2, 120) <= lee_clifton(x, 120, 1) + 1e-12


# beliefs and tests -------------------------------------------------------------------------------------------------


@given(PRIORS, st.floats(0, 20))
def test_beliefs_under_pure_dp(prior: float, epsilon: float) -> None:
    """Both bounds are what randomised response does, and mirror each other."""
    lie = 1 / (1 + math.exp(epsilon))
    yes = prior * (1 - lie) / (prior * (1 - lie) + (1 - prior) * lie)
    b = PrivacyRegion((EpsilonDelta(epsilon),)).beliefs(prior)
    assert b.upper == pytest.approx(yes, rel=1e-9)
    mirrored = PrivacyRegion((EpsilonDelta(epsilon),)).beliefs(1 - prior)
    assert b.lower == pytest.approx(1 - mirrored.upper, rel=1e-6, abs=1e-12)


def test_beliefs_as_published() -> None:
    """Des20, section 2.2.6.2: a half becomes at most three quarters at ln 3, and a tenth 94 % at ε = 5."""
    assert value("belief-upper", prior=0.5, epsilon=math.log(3)) == pytest.approx(0.75)
    assert round(value("belief-upper", prior=0.1, epsilon=5), 2) == 0.94


def kov(epsilon: float, delta: float) -> np.ndarray:
    """Rows: the laws of (ε, δ)-randomised response, the worst case (KOV17, equation 14)."""
    e = math.exp(epsilon)
    return np.array(
        [
            [delta, (1 - delta) * e / (1 + e), (1 - delta) / (1 + e), 0],
            [0, (1 - delta) / (1 + e), (1 - delta) * e / (1 + e), delta],
        ]
    )


@given(st.floats(0, 8), st.floats(0, 0.5), PRIORS, st.floats(0, 1))
def test_ceiling_and_power_are_attained(epsilon: float, delta: float, prior: float, level: float) -> None:
    one, zero = kov(epsilon, delta)
    assert EpsilonDelta(epsilon, delta).ceiling(prior) == pytest.approx(
        np.maximum(prior * one, (1 - prior) * zero).sum(), abs=1e-9
    )
    # Neyman and Pearson: outputs in the order of their likelihood ratio, the last one by a coin
    alarm, found = 0.0, 0.0
    for p, q in zip(one, zero, strict=True):
        part = 1.0 if q == 0 or alarm + q <= level else (level - alarm) / q  # sums of floats may pass the level
        alarm, found = alarm + part * q, found + part * p
        if part < 1:
            break
    assert EpsilonDelta(epsilon, delta).power(level) == pytest.approx(min(1, found), abs=1e-9)


@given(st.floats(0.05, 6), PRIORS)
def test_gaussian_ceiling(mu: float, prior: float) -> None:
    law = stats.norm
    threshold = mu / 2 - math.log(prior / (1 - prior)) / mu
    expected = prior * law.sf(threshold - mu) + (1 - prior) * law.cdf(threshold)
    assert PrivacyRegion((EpsilonDelta(1, 1e-6),), mu).ceiling(prior) == pytest.approx(expected, abs=1e-12)


@given(st.floats(0.01, 0.99), st.floats(0, 6), st.floats(1e-9, 0.2), st.floats(1e-4, 1))
def test_belief_after_an_event(prior: float, epsilon: float, delta: float, weight: float) -> None:
    """The bound is the largest value of a linear programme over the two probabilities of the event."""
    e = math.exp(epsilon)
    done = optimize.linprog(
        c=[-prior, 0],
        A_ub=[[1, -e], [-e, 1], [e, -1], [-1, e]],
        b_ub=[delta, delta, delta + e - 1, delta + e - 1],
        A_eq=[[prior, 1 - prior]],
        b_eq=[weight],
        bounds=[(0, 1), (0, 1)],
    )
    bound = value("belief-upper-event", prior=prior, epsilon=epsilon, delta=delta, weight=weight)
    if done.success:
        assert -done.fun / weight <= bound + 1e-6 / weight  # the solver is exact to 1e-7 in each constraint


def test_failing_bounds_fail_rarely_enough() -> None:
    """Gaussian noise, (ε, δ) with δ from its formula: the ratio passes 2e^ε with probability at most 2δ."""
    for mu, epsilon in product((0.5, 1, 3), (0.2, 1, 4)):
        delta = value("delta-gaussian", mu=mu, epsilon=epsilon)
        beyond = stats.norm.sf((epsilon + math.log(2)) / mu - mu / 2)
        assert beyond <= 2 * delta


def test_losses_of_mechanisms() -> None:
    """δ(ε) by the definition: the integral of the positive part of p - e^ε q."""
    for strength, epsilon in product((0.3, 1, 3), (0.0, 0.2, 2.5)):
        e0 = math.exp(strength)
        excess = max(0, e0 / (1 + e0) - math.exp(epsilon) / (1 + e0))
        assert value("delta-randomised-response", strength=strength, epsilon=epsilon) == pytest.approx(excess)

        def positive(x: float, s: float = strength, e: float = epsilon) -> float:
            return max(0.0, s / 2 * (math.exp(-s * abs(x)) - math.exp(e - s * abs(x - 1))))

        integral = sum(integrate.quad(positive, a, b)[0] for a, b in ((-60 / strength, 0), (0, 0.5), (0.5, 1)))
        assert value("delta-laplace", strength=strength, epsilon=epsilon) == pytest.approx(integral, abs=1e-7)


def test_laplace_power_is_that_of_the_likelihood_ratio() -> None:
    for epsilon, threshold in product((0.5, 2), (-2, -0.3, 0, 0.4, 1.5)):
        level, power = stats.laplace.sf(threshold * epsilon), stats.laplace.sf((threshold - 1) * epsilon)
        assert value("power-laplace", epsilon=epsilon, level=level) == pytest.approx(power)


# dependence --------------------------------------------------------------------------------------------------------


@given(st.floats(0.01, 0.99), st.floats(0, 1), st.floats(0.01, 6))
def test_correlated_answers_by_enumeration(prior: float, correlation: float, epsilon: float) -> None:
    joint = {
        (1, 1): prior * (prior + correlation * (1 - prior)),
        (1, 0): prior * (1 - prior) * (1 - correlation),
        (0, 1): prior * (1 - prior) * (1 - correlation),
        (0, 0): (1 - prior) * (1 - prior + correlation * prior),
    }
    truth = 1 / (1 + math.exp(-epsilon))
    seen = {key: w * math.prod(truth if x else 1 - truth for x in key) for key, w in joint.items()}
    belief = (seen[1, 1] + seen[1, 0]) / sum(seen.values())
    assert value("belief-correlated", prior=prior, correlation=correlation, epsilon=epsilon) == pytest.approx(belief)
    ratio = value("correlated-ratio", prior=prior, correlation=correlation, epsilon=epsilon)
    assert belief / (1 - belief) == pytest.approx(ratio * prior / (1 - prior))
    assert ratio >= math.exp(epsilon) * (1 - 1e-12)  # above e^ε exactly if the covariance is positive
    copies = value("correlated-ratio", prior=prior, correlation=1, epsilon=epsilon)
    assert copies == pytest.approx(math.exp(2 * epsilon))


def test_copies_reach_the_bound_for_small_priors_only() -> None:
    """BGM25's last bound, n = 3 and ε = 1: posterior over prior at four priors, and e³ = 20.086."""
    ratios = [value("belief-copies", prior=p, k=3, epsilon=1) / p for p in (0.5, 0.1, 0.01, 1e-4)]
    assert ratios == pytest.approx([1.905, 6.906, 16.867, 20.047], abs=1e-3)


def test_the_surveys_figure() -> None:
    """DP22, Figure 2, ε = ln 3 and δ = 0.05, by the definitions: a bisection for the largest posterior that they allow."""
    e, delta = 3.0, 0.05
    allowed = {
        "belief-upper-membership": lambda p, q: q <= e * p and 1 - q >= (1 - p) / e,
        "belief-upper-adversarial": lambda p, q: q <= e * p + delta,
        "belief-upper-aposteriori": lambda p, q: q <= e * p and (1 - q) >= (1 - p) / e,
        "belief-upper": lambda p, q: q * (1 - p) <= e * p * (1 - q),
    }
    for formula, ok in allowed.items():
        for p in (0.01, 0.2, 0.5, 0.9):
            low, high = p, 1.0
            for _ in range(60):
                middle = (low + high) / 2
                low, high = (middle, high) if ok(p, middle) else (low, middle)
            assert value(formula, prior=p, epsilon=math.log(3), delta=delta) == pytest.approx(high, abs=1e-9)
    for p in (0.05, 0.5, 0.9):
        least = max(p / e, 1 - e * (1 - p))
        assert value("belief-lower-aposteriori", prior=p, epsilon=math.log(3)) == pytest.approx(least)


# the façade and the command ----------------------------------------------------------------------------------------


def test_meaning_of_pure_dp(zoo: Zoo) -> None:
    found = zoo.meaning("epsilon-dp(epsilon=1)", prior=0.01, attack="count", target=0.6)
    assert found.beliefs.upper == pytest.approx(0.01 * math.e / (0.01 * math.e + 0.99))
    assert found.largest_epsilon == pytest.approx(0.4463, abs=1e-4)
    assert "chance of 1 % beforehand gives it at most 2.7 %" in found.sentences[0]
    assert zoo.meaning("pure DP", epsilon=1).ceiling == pytest.approx(0.7311, abs=1e-4)
    assert zoo.meaning("approximate-dp", epsilon=1, delta=1e-6, prior=0.5).beliefs.failure == pytest.approx(2e-6)


def test_a_meaning_as_data_says_what_its_sentences_say(zoo: Zoo) -> None:
    """ε = ln 3 and an even prior: beliefs from 1/4 to 3/4, a best guess right with 3/4, three times the false alarms."""
    found = zoo.meaning("epsilon-dp", epsilon=math.log(3), attack="count", target=0.6)
    data = found.data()
    assert data["guarantee"] == {"notion": "epsilon-dp", "values": {"epsilon": math.log(3)}}
    assert (data["days"], data["prior"], data["mu"], data["compared"]) == (1, 0.5, None, None)
    assert data["neighbours"] == found.unit
    assert data["means"] == "its own promise"
    assert data["pairs"] == [{"epsilon": math.log(3), "delta": 0.0}]
    assert data["posterior"] == pytest.approx({"least": 0.25, "most": 0.75, "failure": 0.0})
    assert (data["best_guess"], data["power_at_0.05"]) == pytest.approx((0.75, 0.15))
    # 1 - e^(-ε/2)/2 with Laplace noise, and 2 ln(1/(2(1 - 0.6)))
    assert data["attack"] == pytest.approx(
        {
            "query": "count",
            "known": "whole",
            "ratio": 1.0,
            "size": None,
            "success": 1 - math.sqrt(1 / 3) / 2,
            "target": 0.6,
            "largest_epsilon": 2 * math.log(1.25),
        }
    )
    assert data["sentences"] == list(found.sentences)
    assert "no better than a guess" not in " ".join(found.sentences)
    assert set(data) == {
        "guarantee", "days", "means", "neighbours", "compared", "pairs", "mu", "prior", "posterior", "best_guess",
        "power_at_0.05", "attack", "sentences",
    }  # fmt: skip
    assert zoo.meaning("gaussian-dp", mu=1).data()["mu"] == 1


@pytest.mark.parametrize("mu", [1.0, 60.0])
def test_the_least_epsilon_of_gaussian_dp_at_a_failure(zoo: Zoo, mu: float) -> None:
    """δ(ε) = Φ(μ/2 - ε/μ) - e^ε Φ(-μ/2 - ε/μ), with the digits of mpmath, also where e^ε has no float."""
    promise = zoo.meaning("gaussian-dp", mu=mu).promise
    assert promise is not None
    with mpmath.workdps(800):
        m, e = mpmath.mpf(mu), mpmath.mpf(promise.pairs[0].epsilon)

        def delta(epsilon: mpmath.mpf) -> mpmath.mpf:
            return mpmath.ncdf(m / 2 - epsilon / m) - mpmath.exp(epsilon) * mpmath.ncdf(-m / 2 - epsilon / m)

        assert delta(e) <= mpmath.mpf("1e-6")
        assert mu > 10 or delta(e * (1 - mpmath.mpf("1e-9"))) > mpmath.mpf("1e-6")


def test_a_month_of_daily_guarantees(zoo: Zoo) -> None:
    """Thirty times ln 2: thirty coins, each right with probability 2/3; the majority is the best guess."""
    found = zoo.meaning("local-dp", epsilon=math.log(2), days=30)
    assert found.promise is not None
    assert found.promise.pure == pytest.approx(30 * math.log(2))
    right = stats.binom.sf(15, 30, 2 / 3) + stats.binom.pmf(15, 30, 2 / 3) / 2
    assert found.ceiling == pytest.approx(right)
    gaussian = zoo.meaning("gaussian-dp", mu=0.1, days=25)
    assert gaussian.ceiling == pytest.approx(stats.norm.cdf(0.25))


def test_composed_pairs_are_those_of_an_independent_library(zoo: Zoo) -> None:
    from dp_accounting.pld import common, privacy_loss_distribution

    found = zoo.meaning("epsilon-dp", epsilon=0.5, days=20, failure=1e-5)
    assert found.promise is not None
    best = [p.epsilon for p in found.promise.pairs if math.isclose(p.delta, 1e-5, rel_tol=1e-9)]
    privacy = common.DifferentialPrivacyParameters(0.5, 0)
    library = privacy_loss_distribution.from_privacy_parameters(privacy, value_discretization_interval=1e-4)
    assert best == pytest.approx([library.self_compose(20).get_epsilon_for_delta(1e-5)], rel=1e-3)


def test_other_notions_go_through_conversions(zoo: Zoo) -> None:
    gaussian = zoo.meaning("gaussian-dp", mu=1)
    assert gaussian.promise is not None
    assert gaussian.promise.pairs[0].epsilon == pytest.approx(4.886554, abs=1e-5)  # δ(ε) = 1e-6
    concentrated = zoo.meaning("zCDP", xi=0, rho=0.5)
    assert concentrated.ceiling is not None
    assert gaussian.ceiling is not None
    # a normal law at distance 1 is 1/2-zCDP: what holds for all of them holds for it
    assert gaussian.ceiling <= concentrated.ceiling
    assert gaussian.promise.power(0.05) <= concentrated.promise.power(0.05)
    assert zoo.meaning("adversarial-privacy", epsilon=1, delta=0.05, prior=0.1).beliefs.upper == pytest.approx(
        0.05 + 0.1 * math.e
    )


def inequality(zoo: Zoo, notion: str) -> str:
    """A record's statement without what the typesetting alone needs."""
    return re.sub(r"\\[,;!]|\s", "", zoo[notion].record.statement)


@pytest.mark.parametrize("notion", OWN)
def test_own_promises_are_what_the_definitions_say(zoo: Zoo, notion: str) -> None:
    """The inequality that a notion is read by stands in its statement: a factor e^ε, an added δ, or a Rényi divergence."""
    own, statement = OWN[notion], inequality(zoo, notion)
    symbols = zoo[notion].record.symbols
    bound = symbols[own.takes.get("epsilon", "epsilon")]
    if own.reads == "renyi-dp":
        assert r"D_\alpha\big(" in statement
        assert rf"\le{bound}" in statement
        return
    assert f"e^{{{bound}" in statement  # with a distance behind it, where the bound grows with one
    assert (r"+\delta" in statement) == (own.reads == "approximate-dp")
    if own.note and "distance 1" in own.note:
        assert re.search(rf"e\^{{{re.escape(bound)}(\\\||[dE|])", statement)
    else:
        assert f"e^{{{bound}}}" in statement


UNREAD = {
    "pointwise-maximal-leakage": "a report against the average report under a prior",
    "average-sketch-privacy": "the sketch of a random set, with the record or without it",
    "sketch-privacy": "the sketch of a random set, with the record or without it",
    "sketch-privacy-for-most-records": "the sketch of a random set, with the record or without it",
    "crowd-blending-privacy": "one of two conditions, which the mechanism chooses",
    "distributional-dp": "a simulator takes the place of the second dataset",
    "distributional-privacy-rot10": "a part of the datasets is left out",
    "generalized-dp": "a part of the datasets is left out",
    "model-specific-dp": "a part of the datasets is left out",
    "predictive-dp": "a part of the datasets is left out",
    "random-dp": "a part of the datasets is left out",
    "relaxed-indistinguishability": "the mechanism chooses what a record is compared with",
    "simple-outlier-dp": "the bound of a level is not defined by our sources",
}


def test_no_notion_with_the_inequality_of_pure_dp_is_forgotten(zoo: Zoo) -> None:
    """With pure DP's standard and one ε, a notion means what it says for its own neighbours; exceptions have a reason.

    Units that compare a law with the prior bound how beliefs grow, and those in words may compare anything: neither counts.
    """
    standard = {
        n.id
        for n in zoo.values()
        if n.blocks.standard.same_as_pure and (p := n.record.parameters.get("epsilon")) is not None and p.numeric
        if (form := n.record.normal_form) is not None and form.unit.block is not None and not _about_beliefs(form.unit.block)
    }
    assert standard - set(OWN) - {"epsilon-dp"} <= set(UNREAD)


def _about_beliefs(unit: str) -> bool:
    return unit.endswith("-against-the-prior") or unit in {"absence-and-no-presence", "presence-and-no-absence"}


def test_a_user_level_guarantee_is_about_the_user(zoo: Zoo) -> None:
    """Client DP at ε is a factor e^ε for all of one client's records, with any number of users: nothing is lost by conversion."""
    for notion, delta in (("client-dp", None), ("approximate-user-level-dp", 1e-6), ("label-dp", 1e-6), ("joint-dp", 1e-6)):
        values = {"epsilon": 1.0} if delta is None else {"epsilon": 1.0, "delta": delta}
        found = zoo.meaning(notion, prior=0.2, **values)
        alike = zoo.meaning("epsilon-dp" if delta is None else "approximate-dp", prior=0.2, **values)
        assert (found.beliefs, found.ceiling, found.power) == (alike.beliefs, alike.ceiling, alike.power)
        assert found.means == "its own promise"
    assert zoo.meaning("client-dp", epsilon=1).unit == "all records of one owner added or removed"


def test_groups_of_users_do_not_become_weaker_promises(zoo: Zoo) -> None:
    """Thirty days of user-level DP are thirty of any other: composition does not see who the neighbours are."""
    monthly = zoo.meaning("approximate-user-level-dp", epsilon=0.1, delta=1e-8, days=30)
    alike = zoo.meaning("approximate-dp", epsilon=0.1, delta=1e-8, days=30)
    assert monthly.promise == alike.promise


@given(st.lists(st.floats(0.01, 1), min_size=2, max_size=5), st.floats(0, 3), PRIORS)
def test_one_inequality_bounds_the_belief_from_above_only(q: list[float], gamma: float, prior: float) -> None:
    """P ≤ e^γ Q: Bayes' rule for every output stays below the bound; an output that P never has rules the secret out."""
    second = [x / sum(q) for x in q]
    # as much as is allowed on the first outputs, nothing on the last
    first, left = [], 1.0
    for x in second:
        first.append(min(left, math.exp(gamma) * x))
        left -= first[-1]
    upper = value("belief-upper", prior=prior, epsilon=gamma)
    beliefs = [prior * a / (prior * a + (1 - prior) * b) for a, b in zip(first, second, strict=True)]
    assert max(beliefs) <= upper * (1 + 1e-9)
    assert max(beliefs) == pytest.approx(upper) or first[0] == 1
    assert min(beliefs) <= prior * (1 + 1e-9)


def test_one_sided_promises(zoo: Zoo) -> None:
    found = zoo.meaning("untrackability", k=3, gamma=math.log(3), prior=0.5)
    assert (found.beliefs.lower, found.beliefs.upper) == pytest.approx((0, 0.75))
    assert found.promise is None
    assert "an output may rule it out" in found.sentences[-1]
    twice = zoo.meaning("one-sided-dp", epsilon=math.log(3), days=2)
    assert twice.beliefs.upper == pytest.approx(0.9)
    assert twice.notes[0].startswith("2 times the same guarantee add up to one-sided-dp(")


def test_distances_and_renyi_bounds_keep_their_neighbours(zoo: Zoo) -> None:
    near = zoo.meaning("geo-indistinguishability", epsilon=1)
    assert near.beliefs == zoo.meaning("epsilon-dp", epsilon=1).beliefs
    assert "distance r" in near.sentences[-1]
    assert near.compared == "datasets of one size: how many locations there are is public"
    node = zoo.meaning("individual-renyi-dp", alpha=4, rho=0.1)
    assert node.promise == zoo.meaning("renyi-dp", alpha=4, epsilon=0.1).promise


def test_twice_the_distance_is_twice_the_epsilon_before_days_are_added_up(zoo: Zoo) -> None:
    """A thousand reports of one place against another twice as far: coins with odds e^0.2, whose sum is binomial.

    Their least ε at δ = 10⁻⁶ is that for 0.2, and is more than twice that for 0.1: the days do not add up in proportion.
    """

    def excess(epsilon: float, loss: float) -> float:
        heads = np.arange(1001)
        p, q = (stats.binom.pmf(heads, 1000, x) for x in (1 / (1 + math.exp(-loss)), 1 / (1 + math.exp(loss))))
        return float(np.maximum(p - math.exp(epsilon) * q, 0).sum())

    near, far = (zoo.meaning("geo-indistinguishability", epsilon=e, days=1000) for e in (0.1, 0.2))
    assert near.promise is not None
    assert far.promise is not None
    once, twice = (next(x.epsilon for x in m.promise.pairs if 0 < x.delta < 1e-3) for m in (near, far) if m.promise)
    assert excess(twice, 0.2) <= 1.001e-6 < excess(0.99 * twice, 0.2)
    assert twice > 2.5 * once
    assert excess(2 * once, 0.2) > 100e-6
    assert any("for two at distance r, ask with r times the ε" in s for s in near.sentences)


def test_causal_privacy_says_nothing_of_what_depends_on_the_record(zoo: Zoo) -> None:
    """Twenty copies of one bit, and the number of ones with geometric noise: whoever knows of the copies learns the bit."""
    epsilon, copies = 0.1, 20
    found = zoo.meaning("causal-dp", epsilon=epsilon)
    ratio = math.exp(epsilon * copies)  # Pr[20 + Z = 20] / Pr[0 + Z = 20], with Pr[Z = z] in proportion to e^(-ε|z|)
    assert ratio / (1 + ratio) > found.beliefs.upper + 0.3
    others = ((n, {"delta": 1e-6}) for n in ("approximate-causal-dp", "inherit-dp", "empirical-dp-bd19"))
    for notion, delta in (("causal-dp", {}), *others):
        sentences = zoo.meaning(notion, epsilon=epsilon, **delta).sentences
        assert "what other records that depend on it give away is not" in sentences[-1]
        assert not any("for no others" in s for s in sentences)


@pytest.mark.parametrize(
    ("notion", "says"),
    [
        ("joint-dp", "your own result"),
        ("differential-obliviousness", "the program's result"),
        ("bandit-algorithms-dp", "for one round"),
        ("shuffled-model-dp", "with its sender"),
    ],
)
def test_what_the_attacker_sees_is_said_where_it_is_not_all(zoo: Zoo, notion: str, says: str) -> None:
    assert says in zoo.meaning(notion, epsilon=1, delta=1e-6).sentences[-1]


def test_an_attack_is_answered_where_only_one_direction_is_promised(zoo: Zoo) -> None:
    found = zoo.meaning("one-sided-dp", epsilon=1, attack="count", target=0.6)
    assert found.success is None
    assert any("here only the bound for every attack is known" in s for s in found.sentences)
    with pytest.raises(MeaningError, match="needs an attack"):
        zoo.meaning("one-sided-dp", epsilon=1, target=0.6)


BAD: list[tuple[str, dict[str, Any], str]] = [
    ("epsilon-dp", {"epsilon": -1}, "domain"),
    ("epsilon-dp", {"epsilon": 1, "prior": 0}, "prior"),
    ("epsilon-dp", {"epsilon": 1, "prior": float("nan")}, "prior"),
    ("epsilon-dp", {"epsilon": 1, "days": 0}, "days"),
    ("epsilon-dp", {"epsilon": 1, "failure": 1}, "failure"),
    ("epsilon-dp", {"epsilon": 1, "attack": "median"}, "median"),
    ("epsilon-dp", {"epsilon": 1, "attack": "average"}, "number of people"),
    ("epsilon-dp", {"epsilon": 1, "attack": "count", "target": 0.3}, "0.3"),
    ("epsilon-dp", {"epsilon": 1, "target": 0.6}, "needs an attack"),
    ("zero-knowledge-privacy", {"epsilon": 1}, "side conditions"),
    ("adversarial-privacy", {"epsilon": 1, "delta": 0.1, "days": 2}, "does not compose"),
]


@pytest.mark.parametrize(("notion", "values", "says"), BAD)
def test_bad_questions_get_a_sentence(zoo: Zoo, notion: str, values: dict[str, Any], says: str) -> None:
    with pytest.raises((MeaningError, GuaranteeError), match=says) as error:
        zoo.meaning(notion, **values)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("attack", "says"),
    [
        ({"query": Query.COUNT, "ratio": 0.5}, "whole sensitivity"),
        ({"query": Query.SUM, "ratio": 1.5}, "between 0 and 1"),
        ({"query": Query.SUM, "size": 4}, "only an attack on an average"),
        ({"query": Query.AVERAGE, "known": Known.NOTHING, "size": 4}, "true average"),
        ({"query": Query.AVERAGE, "ratio": 0.9, "size": 4}, "at most 0.75"),
        ({"query": Query.AVERAGE, "ratio": 0.1, "size": 1}, "at least 2"),
    ],
)
def test_attacks_that_cannot_be(attack: dict[str, Any], says: str) -> None:
    with pytest.raises(MeaningError, match=says):
        Attack(**attack)


def test_an_attack_is_worked_out_for_the_attackers_of_its_paper() -> None:
    average = Attack(Query.AVERAGE, Known.REST, 0.5, 4)
    with pytest.raises(MeaningError, match="undecided attacker"):
        average.success(1, prior=0.3)
    for epsilon in (-1, math.nan):
        with pytest.raises(MeaningError, match="ε must be at least 0"):
            COUNT_1.success(epsilon)
    with pytest.raises(MeaningError, match="at least once"):
        repeated(1, 0)
    with pytest.raises(MeaningError, match="strictly between 0 and 1"):
        split(1, 1.0)


@pytest.mark.parametrize("epsilon", [0.0, 1e-12, 700.0, 1e4, math.inf])
def test_extreme_guarantees(zoo: Zoo, epsilon: float) -> None:
    found = zoo.meaning("epsilon-dp", epsilon=epsilon, prior=1e-9, attack="count")
    assert 0 <= found.beliefs.lower <= 1e-9 * (1 + 1e-9)
    assert 1e-9 * (1 - 1e-9) <= found.beliefs.upper <= 1
    assert all(found.sentences)
    json.dumps(found.data(), allow_nan=False)


def test_what_is_practically_certain_is_not_anything(zoo: Zoo) -> None:
    """At ε = 50 a belief of 1 - 2·10⁻²² is 1 among floats, and one of 2·10⁻²² is not 0; a bound of e^ε p + 1 excludes nothing."""
    sure, open_ = zoo.meaning("epsilon-dp", epsilon=50), zoo.meaning("adversarial-privacy", epsilon=1, delta=1)
    assert "may be practically certain of it or of its opposite" in sure.sentences[0]
    assert "may believe anything afterwards" in open_.sentences[0]


def test_words() -> None:
    assert [chance(p) for p in (0, 1e-6, 0.027, 0.5, 0.996, 1)] == [
        "none at all",
        "0.0001 %",
        "2.7 %",
        "50 %",
        "99.6 %",
        "certainty",
    ]
    assert (chance(0.02671, Rounding.MOST), chance(0.02671, Rounding.LEAST)) == ("2.7 %", "2.6 %")
    assert chance(3.1e-9, Rounding.MOST) == "3.1·10⁻⁷ %"
    assert (percent(0.1359, Rounding.MOST), percent(0.1359, Rounding.LEAST)) == ("14 %", "13 %")
    assert believing(1e-50, 1 - 1e-50) == "may be practically certain of it or of its opposite"
    assert [number(x) for x in (1e-6, 0.00002, -math.inf, 0.0)] == ["10⁻⁶", "2·10⁻⁵", "−∞", "0"]
    assert guessing(0.604, 0.604) == "is right at most 61 % of the time, no more than without the output"


def test_a_bound_in_per_cent_stays_one() -> None:
    """Rounded to its own side at every size, with two digits of what it lacks to 0 or to 100."""
    for exponent in range(1, 12):
        for lack in (1.04, 3.3333, 9.96):
            rare = lack * 10.0**-exponent
            for p, exact in ((rare, Fraction(rare)), (1 - rare, Fraction(1 - rare))):
                most, least = (per_cent(percent(p, side)) for side in (Rounding.MOST, Rounding.LEAST))
                slack = Fraction(1, 10**8) * min(exact, 1 - exact)
                assert least - slack <= exact <= most + slack
                assert most - least <= Fraction(11, 100) * min(exact, 1 - exact) or exponent == 1


def per_cent(text: str) -> Fraction:
    """A percentage as it is printed, as a number."""
    mantissa, _, power = re.sub("^10⁻", "1·10⁻", text.removesuffix(" %")).partition("·10")
    plain = power.translate(str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-"))
    return Fraction(mantissa) * Fraction(10) ** int(plain or 0) / 100


def test_the_command(run: Run) -> None:
    done = run("meaning", "epsilon-dp(epsilon=1)", "--prior", "0.01", "--attack", "count", "--target", "0.6")
    assert done.returncode == 0
    assert "at most 2.7 %" in done.stdout
    assert "at or below 60 % as long as ε is at most 0.4462." in done.stdout  # 2 ln(5/4) = 0.44628…
    for guarantee, says in (
        ("client-dp(epsilon=1)", "all records of one owner added or removed"),
        ("geo-indistinguishability(epsilon=1)", "Which datasets are compared: datasets of one size"),
    ):
        assert says in run("meaning", guarantee).stdout
    data = json.loads(run("meaning", "local-dp(epsilon=4)", "--per-day", "--days", "30", "--format", "json").stdout)
    assert data["pairs"][0] == {"epsilon": 120.0, "delta": 0.0}
    for arguments, says in (
        (["epsilon-dp(epsilon=1)", "--days", "30"], "--per-day"),
        (["epsilon-dp(epsilon=1)", "--share", "0.5"], "--attack"),
        (["epsilon-dp(epsilon=1)", "--prior", "2"], "prior"),
        (["epsilon-dp"], "epsilon"),
    ):
        bad = run("meaning", *arguments)
        assert (bad.returncode, bad.stdout) == (2, "")
        assert says in bad.stderr
        assert bad.stderr.count("\n") == 1


def test_every_formula_is_typeset_and_says_what_it_gives() -> None:
    for formula in FORMULAS.values():
        assert formula.latex
        assert formula.gives
        assert formula.source


def test_two_queries_and_a_finite_mechanism_agree_with_the_ceiling() -> None:
    """Randomised response attains the ceiling at prior one half; the two-query attack stays below it."""
    m = FiniteMechanism.from_rows({(1,): [0.75, 0.25], (0,): [0.25, 0.75]}, outputs=["yes", "no"])
    best = sum(max(float(m.probability((1,), o)), float(m.probability((0,), o))) for o in m.outputs) / 2
    assert EpsilonDelta(math.log(3)).ceiling(0.5) == pytest.approx(best)
    assert two_queries(math.log(3), 1, 0.5) == pytest.approx(value("two-queries", r=1, epsilon=math.log(3)))


def test_gaussian_attacks_by_simulation(zoo: Zoo) -> None:
    """Sensitivity 1 and σ = 1/μ for one noisy answer, √2/μ for each of two."""
    rng = np.random.default_rng(5)
    rounds, mu, r = 400_000, 1.4, 0.6
    secret = rng.integers(0, 2, rounds)
    for known, sigma in ((Known.WHOLE, 1 / mu), (Known.NOTHING, 2 / mu)):  # the difference of two has the double
        difference = rng.normal(0, sigma, rounds) + secret * r
        found = zoo.meaning("gaussian-dp", mu=mu, attack=Attack(Query.SUM, known, r)).success
        assert found is not None
        interval = stats.binomtest(int(((difference > r / 2) == secret).sum()), rounds).proportion_ci(1 - 1e-6, method="exact")
        assert interval.low <= found <= interval.high


def test_the_largest_epsilon_of_a_table_keeps_what_it_says() -> None:
    """Rounded down: at an ε that is printed, no attack of the column is right more often than the row says."""
    from dpzoo.site.meaning_page import COLUMNS, tables

    for share, *cells in tables()["largest"].rows:
        target = float(share.removesuffix(" %")) / 100
        for (_, attack), cell in zip(COLUMNS, cells, strict=False):
            assert attack.success(float(cell)) <= target
            assert attack.success(float(cell) + 2e-4) > target
        assert math.exp(float(cells[-1])) / (1 + math.exp(float(cells[-1]))) <= target
