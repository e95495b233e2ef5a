"""Standards against independent libraries and closed forms, and the laws that theory says they obey."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import flint
import numpy as np
import opendp.prelude as opendp
import pytest
import scipy.spatial.distance
import scipy.special
import scipy.stats
from dp_accounting.pld import common, privacy_loss_distribution
from dp_accounting.rdp import rdp_privacy_accountant
from hypothesis import given, settings
from hypothesis import strategies as st

from dpzoo.blocks import FiniteMechanism, complete_domain, units
from dpzoo.blocks import divergences as d
from dpzoo.blocks.concentrated import greatest_excess, is_subgaussian, subgaussian_variance
from dpzoo.blocks.generators import CHI_SQUARE, HELLINGER, KL, TOTAL_VARIATION, f_divergence
from dpzoo.blocks.tradeoff import gaussian_mu, tradeoff
from dpzoo.expressions import parse
from dpzoo.numbers.real import compare, log_of, real

opendp.enable_features("contrib")


def randomized_response(epsilon: float) -> tuple[np.ndarray, np.ndarray]:
    truth = 1 / (1 + math.exp(-epsilon))
    p = np.array([truth, 1 - truth])
    return p, p[::-1].copy()


def powers(law: np.ndarray, times: int) -> np.ndarray:
    joint = law
    for _ in range(times - 1):
        joint = np.multiply.outer(joint, law).ravel()
    return joint


# closed forms and published numbers ----------------------------------------------------------------------------------


@pytest.mark.parametrize("epsilon", [0.1, 0.5, 1.0, 3.0])
def test_randomized_response_has_the_closed_forms_of_the_literature(epsilon: float) -> None:
    p, q = randomized_response(epsilon)
    assert d.max_divergence(p, q) == pytest.approx(epsilon)
    assert d.kl_divergence(p, q) == pytest.approx(epsilon * math.tanh(epsilon / 2))
    assert d.total_variation(p, q) == pytest.approx((math.exp(epsilon) - 1) / (math.exp(epsilon) + 1))
    assert d.loss_range(p, q) == pytest.approx(2 * epsilon)
    alpha = 3.0
    moment = (math.exp(alpha * epsilon) + math.exp((1 - alpha) * epsilon)) / (1 + math.exp(epsilon))
    assert d.renyi_divergence(p, q, alpha) == pytest.approx(math.log(moment) / (alpha - 1))
    x, y = p[1], q[0]
    assert gaussian_mu(p, q) == pytest.approx(scipy.stats.norm.isf(x) - scipy.stats.norm.ppf(y))


@pytest.mark.parametrize("epsilon", [0.3, 1.0])
def test_two_sided_geometric_noise_on_a_count_is_epsilon_dp(epsilon: float) -> None:
    """Ghosh, Roughgarden & Sundararajan 2009: noise with Pr[z] ∝ e^(-ε|z|); the tail beyond the window is clamped to its ends."""
    window = np.arange(-40, 42)
    laws = []
    for count in (0, 1):
        law = np.exp(-epsilon * np.abs(window - count)) * (1 - math.exp(-epsilon)) / (1 + math.exp(-epsilon))
        law[0] += scipy.stats.dlaplace.cdf(window[0] - 1 - count, epsilon)
        law[-1] += scipy.stats.dlaplace.sf(window[-1] - count, epsilon)
        laws.append(law)
    p, q = laws
    assert d.max_divergence(p, q) == pytest.approx(epsilon)
    # the discrete Laplace's δ at ε' < ε: Pr[z ≤ 0] excess, summed in closed form (only the outputs ≤ 0 have loss ε)
    other = epsilon / 2
    mass_p, mass_q = scipy.stats.dlaplace.cdf(0, epsilon), scipy.stats.dlaplace.cdf(-1, epsilon)
    assert d.hockey_stick(p, q, math.exp(other)) == pytest.approx(mass_p - math.exp(other) * mass_q)


def test_a_fine_gaussian_grid_has_the_analytic_delta_curve() -> None:
    """Balle & Wang 2018: δ(ε) = Φ(μ/2 - ε/μ) - e^ε Φ(-μ/2 - ε/μ), with μ the sensitivity over σ."""
    mu = 0.8
    edges = np.linspace(-9, 10, 40_001)
    p = np.diff(scipy.special.ndtr(edges))
    q = np.diff(scipy.special.ndtr(edges - mu))
    p, q = p / p.sum(), q / q.sum()
    for epsilon in (0.0, 0.5, 1.0, 2.0):
        analytic = scipy.special.ndtr(mu / 2 - epsilon / mu) - math.exp(epsilon) * scipy.special.ndtr(-mu / 2 - epsilon / mu)
        assert d.hockey_stick(p, q, math.exp(epsilon)) == pytest.approx(analytic, abs=1e-6)
        found = common.DifferentialPrivacyParameters(epsilon, analytic).delta
        assert d.epsilon_at(p, q, found) == pytest.approx(epsilon, abs=1e-4)
    # the order is proportional to the Rényi divergence: ρ = μ²/2
    assert greatest_excess(p, q, offset=0, slope=None, last=20) == pytest.approx(mu * mu / 2, rel=1e-4)
    inner = (p > 1e-12) & (q > 1e-12)
    assert gaussian_mu(p[inner] / p[inner].sum(), q[inner] / q[inner].sum()) == pytest.approx(mu, rel=1e-3)


@pytest.mark.parametrize(("loss", "times", "epsilon"), [(0.5, 3, 0.7), (1.0, 5, 2.0), (math.log(3), 10, 5 * math.log(3))])
def test_composed_randomized_responses_attain_the_optimal_composition_theorem(loss: float, times: int, epsilon: float) -> None:
    """Kairouz, Oh & Viswanath 2017: no composition of loss-DP mechanisms is worse."""
    p, q = (powers(law, times) for law in randomized_response(loss))
    optimal = parse("kov_delta(e, l, t)").evaluate({"e": epsilon, "l": loss, "t": times})
    assert d.hockey_stick(p, q, math.exp(epsilon)) == pytest.approx(optimal)


def test_ten_randomized_responses_have_the_delta_of_the_thesis() -> None:
    p = np.array([Fraction(3, 4), Fraction(1, 4)], dtype=object)
    joint = [p, p[::-1].copy()]
    for side in (0, 1):
        law = joint[side]
        whole = law
        for _ in range(9):
            whole = np.multiply.outer(whole, law).ravel()
        joint[side] = whole
    delta = d.hockey_stick(joint[0], joint[1], Fraction(3**5))
    assert float(delta) == pytest.approx(0.4246, abs=5e-5)
    assert compare(d.max_divergence(joint[0], joint[1]), log_of(3**10)) == 0


# independent libraries ------------------------------------------------------------------------------------------------


def test_delta_curves_agree_with_the_privacy_loss_distributions_of_dp_accounting() -> None:
    rng = np.random.default_rng(7)
    for _ in range(5):
        p, q = rng.dirichlet(np.ones(6), size=2)
        log_p, log_q = ({i: math.log(x) for i, x in enumerate(law)} for law in (p, q))
        pld = privacy_loss_distribution.from_two_probability_mass_functions(
            log_p, log_q, value_discretization_interval=1e-5, symmetric=False
        )
        for epsilon in (0.0, 0.3, 1.0):
            ours = max(d.hockey_stick(p, q, math.exp(epsilon)), d.hockey_stick(q, p, math.exp(epsilon)))
            assert pld.get_delta_for_epsilon(epsilon) == pytest.approx(ours, abs=1e-5)
        squared = pld.self_compose(3)
        p3, q3 = powers(p, 3), powers(q, 3)
        ours = max(d.hockey_stick(p3, q3, math.exp(0.5)), d.hockey_stick(q3, p3, math.exp(0.5)))
        assert squared.get_delta_for_epsilon(0.5) == pytest.approx(ours, abs=1e-4)


def test_discrete_laplace_agrees_with_opendp_and_with_dp_accounting() -> None:
    scale = 1.5
    measurement = opendp.m.make_geometric(opendp.atom_domain(T=int), opendp.absolute_distance(T=int), scale=scale)
    window = np.arange(-80, 82)
    p, q = (scipy.stats.dlaplace.pmf(window - shift, 1 / scale) for shift in (0, 1))
    p, q = p / p.sum(), q / q.sum()
    assert measurement.map(1) == pytest.approx(d.max_divergence(p, q), rel=1e-9)
    pld = privacy_loss_distribution.from_discrete_laplace_mechanism(1 / scale, value_discretization_interval=1e-5)
    for epsilon in (0.1, 0.4):
        assert pld.get_delta_for_epsilon(epsilon) == pytest.approx(float(d.hockey_stick(p, q, math.exp(epsilon))), abs=1e-5)


def test_renyi_of_a_gaussian_agrees_with_dp_accounting() -> None:
    from dp_accounting import dp_event

    orders = [1.5, 2.0, 4.0, 8.0]
    accountant = rdp_privacy_accountant.RdpAccountant(orders)
    accountant.compose(dp_event.GaussianDpEvent(2.0))
    edges = np.linspace(-30, 31, 60_001)
    p, q = np.diff(scipy.special.ndtr(edges / 2)), np.diff(scipy.special.ndtr((edges - 1) / 2))
    keep = (p > 1e-250) & (q > 1e-250)
    for order, theirs in zip(orders, accountant._rdp, strict=True):
        assert float(d.renyi_divergence(p[keep], q[keep], order)) == pytest.approx(theirs, rel=1e-3)


def test_f_divergences_agree_with_scipy() -> None:
    rng = np.random.default_rng(3)
    p, q = rng.dirichlet(np.ones(9), size=2)
    assert f_divergence(p, q, KL) == pytest.approx(scipy.stats.entropy(p, q))
    assert d.kl_divergence(p, q) == pytest.approx(scipy.special.rel_entr(p, q).sum())
    assert f_divergence(p, q, CHI_SQUARE) == pytest.approx(scipy.stats.chisquare(p, q).statistic)
    assert f_divergence(p, q, TOTAL_VARIATION) == pytest.approx(scipy.spatial.distance.cityblock(p, q) / 2)
    assert f_divergence(p, q, HELLINGER) == pytest.approx(((np.sqrt(p) - np.sqrt(q)) ** 2).sum())


# laws ------------------------------------------------------------------------------------------------------------------


@st.composite
def laws(draw: st.DrawFn, size: int = 4, zeros: bool = True) -> np.ndarray:
    weights = draw(st.lists(st.integers(0 if zeros else 1, 12), min_size=size, max_size=size).filter(any))
    return np.array([Fraction(w, sum(weights)) for w in weights], dtype=object)


@st.composite
def channels(draw: st.DrawFn, size: int = 4, width: int = 3) -> np.ndarray:
    return np.array([draw(laws(width)) for _ in range(size)])


def measures(p: np.ndarray, q: np.ndarray) -> list[float]:
    return [
        float(d.max_divergence(p, q)),
        float(d.hockey_stick(p, q, Fraction(3, 2))),
        float(d.hockey_stick(p, q, real(Fraction(1, 3)).exp())),
        float(d.kl_divergence(p, q)),
        float(d.renyi_divergence(p, q, 3)),
        float(d.total_variation(p, q)),
        float(f_divergence(p, q, CHI_SQUARE)),
        float(f_divergence(p, q, HELLINGER)),
        float(gaussian_mu(p, q)),
    ]


@settings(max_examples=60)
@given(laws(), laws(), channels())
def test_no_channel_increases_a_divergence(p: np.ndarray, q: np.ndarray, channel: np.ndarray) -> None:
    before, after = measures(p, q), measures(p @ channel, q @ channel)
    assert all(b <= a + 1e-9 for a, b in zip(before, after, strict=True))


@settings(max_examples=60)
@given(laws(), laws(), laws(), laws(), st.fractions(0, 1, max_denominator=7))
def test_hockey_stick_kl_and_chi_square_are_jointly_convex(
    p: np.ndarray, q: np.ndarray, r: np.ndarray, s: np.ndarray, w: Fraction
) -> None:
    for measure in (
        lambda a, b: float(d.hockey_stick(a, b, Fraction(3, 2))),
        lambda a, b: float(d.kl_divergence(a, b)),
        lambda a, b: float(f_divergence(a, b, CHI_SQUARE)),
    ):
        one, two = measure(p, q), measure(r, s)
        bound = (float(w) * one if w else 0) + (float(1 - w) * two if w != 1 else 0)
        assert measure(w * p + (1 - w) * r, w * q + (1 - w) * s) <= bound + 1e-9


@settings(max_examples=60)
@given(laws(), laws())
def test_renyi_rises_with_the_order_from_kl_to_the_largest_loss(p: np.ndarray, q: np.ndarray) -> None:
    values = [float(d.renyi_divergence(p, q, a)) for a in (Fraction(1, 2), 1, Fraction(5, 4), 2, 7, math.inf)]
    assert all(a <= b + 1e-9 for a, b in itertools.pairwise(values))
    assert values[1] == float(d.kl_divergence(p, q))
    assert values[-1] == float(d.max_divergence(p, q))


@settings(max_examples=60)
@given(laws(), laws(), st.fractions(0, 2, max_denominator=5))
def test_three_formulas_of_approximate_dp_agree(p: np.ndarray, q: np.ndarray, epsilon: Fraction) -> None:
    """Positive part, best event, and mean over the privacy loss (thesis, Proposition 8)."""
    factor = real(epsilon).exp()
    by_parts = d.hockey_stick(p, q, factor)
    events = [[i for i in range(len(p)) if mask >> i & 1] for mask in range(2 ** len(p))]
    by_events = max(
        float(sum((p[i] for i in e), Fraction(0))) - float(factor) * float(sum((q[i] for i in e), Fraction(0))) for e in events
    )
    losses = [math.inf if not b else math.log(a / b) for a, b in zip(p, q, strict=True) if a]
    masses = [a for a in p if a]
    by_loss = sum(float(m) * max(0.0, 1 - math.exp(float(epsilon) - loss)) for m, loss in zip(masses, losses, strict=True))
    assert by_events == pytest.approx(float(by_parts), abs=1e-12)
    assert by_loss == pytest.approx(float(by_parts), abs=1e-12)


@settings(max_examples=60)
@given(laws(), laws(), st.fractions(0, 1, max_denominator=9))
def test_the_tightest_epsilon_inverts_delta(p: np.ndarray, q: np.ndarray, delta: Fraction) -> None:
    epsilon = d.epsilon_at(p, q, delta)
    if not epsilon.infinite:
        assert compare(d.hockey_stick(p, q, epsilon.exp()), real(delta)) in (-1, 0)
        if epsilon > 0:
            assert compare(d.hockey_stick(p, q, (epsilon - Fraction(1, 1000)).exp()), real(delta)) == 1
    else:
        assert float(d.hockey_stick(p, q, math.inf)) > float(delta)


@settings(max_examples=60)
@given(laws(), laws())
def test_trade_off_and_delta_curves_are_dual(p: np.ndarray, q: np.ndarray) -> None:
    """δ(ε) = 1 - min over tests of (miss + e^ε · alarm), with the alarm under Q: one curve is the other's Legendre transform."""
    curve = tradeoff(q, p)
    for factor in (1, 2, 5):
        by_tests = 1 - min(y + factor * x for x, y in curve.corners)
        assert compare(d.hockey_stick(p, q, factor), real(by_tests)) == 0


@settings(max_examples=40)
@given(laws(zeros=False), laws(zeros=False))
def test_exact_and_floating_point_formulas_agree(p: np.ndarray, q: np.ndarray) -> None:
    a, b = p.astype(float), q.astype(float)
    for exact, numeric in (
        (d.max_divergence(p, q), d.max_divergence(a, b)),
        (d.epsilon_at(p, q, Fraction(1, 10)), d.epsilon_at(a, b, 0.1)),
        (d.probabilistic_epsilon(p, q, Fraction(1, 10)), d.probabilistic_epsilon(a, b, 0.1)),
        (d.renyi_divergence(p, q, Fraction(5, 2)), d.renyi_divergence(a, b, 2.5)),
        (d.loss_range(p, q), d.loss_range(a, b)),
        (gaussian_mu(p, q), gaussian_mu(a, b)),
    ):
        assert float(exact) == pytest.approx(float(numeric), abs=1e-9)


_EDGES = {
    "ordinary": ([0.5, 0.25, 0.25], [0.125, 0.375, 0.5]),
    "two zeros": ([0.5, 0.5, 0.0], [0.25, 0.75, 0.0]),
    "a zero of P": ([0.0, 0.5, 0.5], [0.25, 0.25, 0.5]),
    "a zero of Q": ([0.25, 0.25, 0.5], [0.0, 0.5, 0.5]),
    "quotients beyond floats": ([1e-310, 0.5, 0.5], [0.5, 1e-310, 0.5]),
    "nearly the same": ([0.5 + 2**-40, 0.5 - 2**-40], [0.5, 0.5]),
    "the same": ([0.5, 0.5], [0.5, 0.5]),
}


@pytest.mark.parametrize("edge", _EDGES)
def test_floating_point_agrees_with_exact_numbers_at_its_edges(edge: str) -> None:
    """The same probabilities as floats and as the fractions that these are."""
    a, b = (np.array(law) for law in _EDGES[edge])
    p, q = (np.array([Fraction(x) for x in law], dtype=object) for law in _EDGES[edge])
    for exact, numeric in (
        (d.max_divergence(p, q), d.max_divergence(a, b)),
        (d.kl_divergence(p, q), d.kl_divergence(a, b)),
        (d.total_variation(p, q), d.total_variation(a, b)),
        (d.loss_range(p, q), d.loss_range(a, b)),
        *((d.renyi_divergence(p, q, order), d.renyi_divergence(a, b, float(order))) for order in (Fraction(3, 2), 2, 3, 8)),
    ):
        # a mean of losses is a difference of numbers as large as the largest loss
        assert float(numeric) == pytest.approx(float(exact), rel=1e-9, abs=1e-14)
        several = np.stack([a, a]), np.stack([b, b])
    for f in (d.max_divergence, d.kl_divergence, d.total_variation, d.loss_range, lambda x, y: d.renyi_divergence(x, y, 2.0)):
        assert np.asarray(f(*several)).tolist() == [float(f(a, b))] * 2


@settings(max_examples=15)
@given(laws(size=3, zeros=False), laws(size=3, zeros=False))
def test_certified_suprema_enclose_the_values_at_sampled_orders(p: np.ndarray, q: np.ndarray) -> None:
    low, high = greatest_excess(p, q, offset=0, slope=None, last=math.inf).bounds
    sampled = max(float(d.renyi_divergence(p, q, a)) / float(a) for a in (1, Fraction(3, 2), 2, 4, 16))
    assert sampled <= high + 1e-12
    assert low <= high <= low * (1 + 1e-4) + 1e-9
    low, high = subgaussian_variance(p, q).bounds
    mean = float(d.kl_divergence(p, q))
    losses = [math.log(a / b) for a, b in zip(p, q, strict=True)]
    for t in (-3.0, -0.5, 0.5, 3.0):
        moment = sum(float(a) * math.exp(t * (z - mean)) for a, z in zip(p, losses, strict=True))
        assert 2 * math.log(moment) / t**2 <= high + 1e-9


@pytest.mark.parametrize("a", [Fraction(1, 2), Fraction(1, 100), Fraction(999, 1000), Fraction(1, 10**9)])
@pytest.mark.parametrize("b", [Fraction(1, 3), Fraction(1, 10), Fraction(9, 10)])
def test_a_loss_of_two_values_is_subgaussian_from_the_constant_of_kearns_and_saul_on(a: Fraction, b: Fraction) -> None:
    """The least variance proxy of a Bernoulli variable of range R is R²(1 - 2a)/(2 ln((1 - a)/a)), and R²/4 at a = 1/2."""
    p, q = (np.array([x, 1 - x], dtype=object) for x in (a, b))
    with flint.ctx.workprec(200):
        odds = flint.arb(flint.fmpq(a.numerator, a.denominator)) / flint.arb(flint.fmpq((1 - a).numerator, (1 - a).denominator))
        other = flint.arb(flint.fmpq(b.numerator, b.denominator)) / flint.arb(flint.fmpq((1 - b).numerator, (1 - b).denominator))
        width = (odds / other).log()
        lean = flint.arb(flint.fmpq((1 - 2 * a).numerator, (1 - 2 * a).denominator))
        proxy = width**2 / 4 if a == Fraction(1, 2) else -(width**2) * lean / (2 * odds.log())
        assert is_subgaussian(p, q, proxy * (1 + flint.arb(2) ** -44))
        assert not is_subgaussian(p, q, proxy * (1 - flint.arb(2) ** -44))
    low, high = subgaussian_variance(p, q).bounds
    assert low <= float(proxy) * (1 + 1e-15)
    assert float(proxy) <= high * (1 + 1e-15)


def test_a_bound_beyond_floats_proves_no_pair_subgaussian() -> None:
    p, q = (np.array([x, 1 - x], dtype=object) for x in (Fraction(1, 2), Fraction(1, 3)))
    assert not is_subgaussian(p, q, flint.arb("1e-400"))
    assert not is_subgaussian(p, q, flint.arb(0))
    assert is_subgaussian(p, p, flint.arb("1e-400"))
    assert is_subgaussian(p, p, flint.arb(0))


def test_neighbours_of_a_complete_domain_are_counted_by_hand() -> None:
    m = FiniteMechanism.deterministic(complete_domain([0, 1], 2), len)
    # sizes 0, 1, 2 have 1, 2, 4 datasets; removals: 2 from size 1, 2·4 - 2 from size 2 (00 and 11 lose either record alike)
    assert len(units.unbounded(m)) == 2 * (2 + 6)
    # replacements: one position of one bit in each dataset
    assert len(units.bounded(m)) == 2 + 8
    assert len(units.all_pairs(m)) == 7 * 6
