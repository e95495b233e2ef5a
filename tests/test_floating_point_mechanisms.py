"""Mechanisms in floating point: small probabilities count, rounding does not, and nothing underflows to infinity."""

import math
from fractions import Fraction

import flint
import mpmath
import numpy as np
import pytest
import scipy.optimize

import dpzoo
from dpzoo.blocks import FiniteMechanism
from dpzoo.blocks import divergences as d
from dpzoo.blocks.truncation import truncated_excess
from dpzoo.notions.executable import NOT_POST_PROCESSED
from dpzoo.notions.registry import executables
from dpzoo.numbers.errors import BlockError
from dpzoo.numbers.real import real
from dpzoo.zoo.tightest_parameters import audit

NOTIONS = executables()
LEAK = 9e-10
LEAKING = FiniteMechanism([(0,), (1,)], ["a", "b", "leak"], [[0.5, 0.5 - LEAK, LEAK], [0.5, 0.5, 0.0]])


@pytest.mark.parametrize("delta", [0, 1e-12, 1e-10, 8.9e-10])
def test_a_leak_does_not_hold_below_its_probability(delta: float) -> None:
    for notion in ("approximate-dp", "probabilistic-dp"):
        assert NOTIONS[notion].holds(LEAKING, epsilon=1, delta=delta).holds is False
        assert NOTIONS[notion].holds(LEAKING, epsilon=1, delta=LEAK).holds is True
    shifted = FiniteMechanism([(0,), (1,)], ["a", "b"], [[0.5, 0.5], [0.5 - 8e-10, 0.5 + 8e-10]])
    assert NOTIONS["total-variation-privacy"].holds(shifted, epsilon=delta).holds is (delta > 8e-10)


@pytest.mark.parametrize("leak", [1e-3, 1e-9, 5e-16, 1e-30, 1e-300])
def test_no_finite_loss_covers_a_leak_at_delta_zero(leak: float) -> None:
    p, q = np.array([0.5, 0.5 - leak, leak]), np.array([0.5, 0.5, 0.0])
    assert d.epsilon_at(p, q, 0.0) == math.inf
    assert d.probabilistic_epsilon(p, q, 0.0) == math.inf
    assert d.hockey_stick(p, q, math.exp(5.0)) == pytest.approx(leak, rel=1e-12)
    assert d.epsilon_at(p, q, leak) <= 1e-9


def test_the_largest_loss_itself_is_met() -> None:
    """Rounding of a logarithm and its exponential makes no difference: at ε = D_∞ nothing exceeds e^ε."""
    draw = np.random.default_rng(5)
    for scale in (0.1, 1.0, 10.0):
        for _ in range(200):
            p, q = (np.exp(scale * draw.normal(size=6)) for _ in range(2))
            m = FiniteMechanism([(0,), (1,)], list(range(6)), np.array([p / p.sum(), q / q.sum()]))
            epsilon = float(NOTIONS["epsilon-dp"].tightest(m))
            for notion in ("approximate-dp", "probabilistic-dp"):
                assert NOTIONS[notion].holds(m, epsilon=epsilon, delta=0).holds is True
                assert NOTIONS[notion].holds(m, epsilon=epsilon * (1 - 1e-6), delta=0).holds is False


@pytest.mark.parametrize("gap", [1e-15, 1e-12, 1e-9, 1e-6, 1e-4, 1e-2, 0.05, 0.3, -1e-12, -1e-6, -0.1])
def test_renyi_orders_next_to_one_keep_twelve_digits(gap: float) -> None:
    alpha = 1 + gap
    for p, q in (([0.75, 0.25], [0.25, 0.75]), ([0.2, 0.3, 0.5], [0.1, 0.6, 0.3]), ([0.5, 0.5], [1e-12, 1 - 1e-12])):
        with mpmath.workdps(60):
            t = mpmath.mpf(alpha) - 1
            moment = mpmath.fsum(mpmath.mpf(a) * (mpmath.mpf(a) / mpmath.mpf(b)) ** t for a, b in zip(p, q, strict=True))
            truth = float(mpmath.log(moment / mpmath.fsum(map(mpmath.mpf, p))) / t)
        assert float(d.renyi_divergence(np.array(p), np.array(q), alpha)) == pytest.approx(truth, rel=1e-12)


def discrete_gaussian(sigma: float, low: int, high: int, centre: int) -> list[float]:
    weight = [math.exp(-((k - centre) ** 2) / (2 * sigma**2)) for k in range(low, high + 1)]
    return [w / math.fsum(weight) for w in weight]


@pytest.mark.parametrize(("sigma", "low", "high"), [(2, -16, 17), (1, -20, 21), (2, -40, 41), (5, -100, 101)])
def test_a_discrete_gaussian_has_a_finite_mu(sigma: int, low: int, high: int) -> None:
    """Against the corners as exact fractions and Arb's inverse error function, with digits for both tails."""
    rows = [discrete_gaussian(sigma, low, high, c) for c in (0, 1)]
    m = FiniteMechanism([(0,), (1,)], list(range(low, high + 1)), rows)
    found = float(NOTIONS["gaussian-dp"].tightest(m))

    def quantile(x: Fraction) -> flint.arb:
        return flint.arb(2).sqrt() * flint.arb(flint.fmpq((2 * x - 1).numerator, (2 * x - 1).denominator)).erfinv()

    best = 0.0
    with flint.ctx.workprec(2000):
        for p, q in (rows, rows[::-1]):
            first, second = ([Fraction(x) / sum(map(Fraction, law)) for x in law] for law in (p, q))
            alarm, caught = Fraction(0), Fraction(0)
            for i in sorted(range(len(p)), key=lambda i: p[i] / q[i])[:-1]:
                alarm, caught = alarm + first[i], caught + second[i]
                best = max(best, float(quantile(caught) - quantile(alarm)))
    assert found == pytest.approx(best, rel=1e-9)
    assert found < 1.2 / sigma


# approximate concentrated DP ------------------------------------------------------------------------------------------


def test_no_choice_of_events_beats_the_one_that_is_set_aside() -> None:
    """Any other laws below the same caps have a larger divergence at some order; a convex solver comes down to ours."""
    draw = np.random.default_rng(2)
    orders = np.concatenate([[1.0], 1 + np.geomspace(1e-4, 60, 80)])

    def rho(u: np.ndarray, v: np.ndarray) -> float:
        u, v = np.maximum(u, 1e-300), np.maximum(v, 1e-300)
        return max(float(d.renyi_divergence(a, b, k)) / k for a, b in ((u, v), (v, u)) for k in orders)

    for _ in range(6):
        n = int(draw.integers(2, 5))
        p, q = draw.dirichlet(np.ones(n), 2)
        delta = float(draw.uniform(0.01, 0.2))
        ours = truncated_excess(p, q, offset=0.0, slope=None, delta=delta)
        caps = np.concatenate([p, q]) / (1 - delta)
        sums = [{"type": "eq", "fun": lambda x, k=k, n=n: x[k * n : (k + 1) * n].sum() - 1} for k in (0, 1)]  # type: ignore[misc]
        found = scipy.optimize.minimize(
            lambda x, n=n: rho(x[:n], x[n:]), caps * (1 - delta), bounds=[(0, min(1, c)) for c in caps], constraints=sums,
            method="SLSQP", options={"maxiter": 200},
        )  # fmt: skip
        assert found.fun == pytest.approx(ours, rel=2e-3, abs=1e-6)
        assert found.fun >= ours * (1 - 1e-3) - 1e-9  # ours counts the orders between those of the grid, too


def test_what_is_set_aside_is_exact_for_fractions() -> None:
    p, q = (np.array([Fraction(x, 20) for x in law], dtype=object) for law in ((10, 9, 1), (9, 11, 0)))
    delta = Fraction(1, 20)  # just the outcome that Q does not give
    kept = truncated_excess(p, q, offset=real(0), slope=None, delta=delta)
    floats = truncated_excess(p.astype(float), q.astype(float), offset=0.0, slope=None, delta=0.05)
    low, high = kept.bounds
    assert low <= floats * (1 + 1e-8)
    assert floats * (1 - 1e-8) <= high
    assert truncated_excess(p, q, offset=real(0), slope=None, delta=Fraction(1, 21)) == math.inf
    assert truncated_excess(p, q, offset=real(0), slope=None, delta=Fraction(1, 10)) == 0  # total variation 2/20


def test_without_anything_set_aside_it_is_concentrated_dp() -> None:
    p, q = np.random.default_rng(4).dirichlet(np.ones(1000), 2)
    m = FiniteMechanism([(0,), (1,)], list(range(1000)), np.array([p, q]))
    plain = float(NOTIONS["zero-concentrated-dp"].tightest(m, xi=0))
    assert float(NOTIONS["approximate-zero-concentrated-dp"].tightest(m, xi=0, delta=0)) == pytest.approx(plain, rel=1e-9)
    least = float(NOTIONS["approximate-zero-concentrated-dp"].tightest(m, xi=0, rho=0))
    assert least == pytest.approx(float(NOTIONS["total-variation-privacy"].tightest(m)), rel=1e-9)


@pytest.mark.parametrize("rare", [Fraction(1, 10**k) for k in (12, 17, 21, 29, 31, 33)])
@pytest.mark.parametrize("others", [1, 80])
def test_a_share_that_floats_do_not_tell_from_0_is_still_set_aside(rare: Fraction, others: int) -> None:
    """Of an output of mass m and ratio 10⁶, all else with one ratio, (m - δ)/q and (1 - q - δ)/(1 - m) are left (mpmath)."""
    q = rare / 10**6
    rows = [[x, *[(1 - x) / others] * others] for x in (rare, q)]
    found = NOTIONS["approximate-zero-concentrated-dp"].tightest(
        FiniteMechanism([(0,), (1,)], list(range(others + 1)), rows), xi=0, rho="0.5"
    )

    def exceeds(share: mpmath.mpf) -> bool:
        if share >= rare - q:
            return False
        p, rest = mpmath.mpf(rare) - share, 1 - mpmath.mpf(rare)
        a, b = mpmath.log(p / q), mpmath.log((1 - q - share) / rest)
        excess = [mpmath.log((p * mpmath.exp(s * a) + rest * mpmath.exp(-s * b)) / (1 - share)) / s - (1 + s) / 2 for s in orders]
        return max(excess) > 0

    with mpmath.workdps(80):
        orders = [mpmath.mpf(k) / 50 for k in range(5, 1500)]
        assert exceeds(mpmath.mpf(0))
        assert not exceeds(mpmath.mpf(found.value) * (1 + mpmath.mpf(10) ** -9))
        assert others > 1 or exceeds(mpmath.mpf(found.value) * (1 - mpmath.mpf(10) ** -3))
        assert found.value <= (float(rare) if others == 1 else 2e-18 + float(rare))


# tables that stand for something larger -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def zoo() -> dpzoo.Zoo:
    return dpzoo.load()


def test_a_table_that_cuts_a_mechanism_only_refutes(zoo: dpzoo.Zoo) -> None:
    """Closed forms: the Laplace mechanism's Rényi divergence (Mironov 2017, Table II), the Gaussian's α/(2σ²)."""
    laplace = zoo.mechanisms["laplace-mechanism"].instance(epsilon=1)
    two = math.log(2 / 3 * math.exp(1) + 1 / 3 * math.exp(-2))
    found = zoo["renyi-dp"].tightest(laplace, alpha=2)
    assert found.refutes_only
    assert float(found) < two
    assert "≥" in str(found)
    closer = zoo.mechanisms["laplace-mechanism"].instance(epsilon=1, pieces=64)
    assert float(found) < float(zoo["renyi-dp"].tightest(closer, alpha=2)) < two
    assert zoo["renyi-dp"].holds(laplace, alpha=2, epsilon=0.6).holds is None
    assert zoo["renyi-dp"].holds(laplace, alpha=2, epsilon=0.5).holds is False
    assert zoo["renyi-dp"].tightest(laplace, epsilon=0.6).sign == "≤"
    assert zoo["f-dp"].tightest(laplace).sign == "≤"
    assert all(
        "=" not in line.summary.split(" at ")[0] for line in audit(laplace, zoo, only=["renyi-dp", "epsilon-dp"]).evaluated
    )
    fragile = zoo["probabilistic-dp"].tightest(laplace, epsilon="1/2")  # merging outputs may raise its δ: no bound at all
    assert not fragile.refutes_only
    assert "of the table alone" in str(fragile)
    assert zoo["probabilistic-dp"].holds(laplace, epsilon="1/2", delta="1/10").holds is None
    assert "of the table alone" in audit(laplace, zoo, only=["probabilistic-dp"]).lines[0].summary
    for name in ("gaussian-mechanism", "discrete-gaussian-mechanism", "tau-thresholding"):
        assert zoo.mechanisms[name].instance().cut
    for name in ("randomized-response", "discrete-laplace-mechanism", "exponential-mechanism"):
        assert not zoo.mechanisms[name].instance().cut


def test_the_cut_of_a_discrete_gaussian_scales_with_its_noise(zoo: dpzoo.Zoo) -> None:
    """D_α of discrete Gaussians one apart is α/(2σ²) (Canonne, Kamath & Steinke 2020), which orders up to σ reach."""
    for sigma in (1, 5, 20, 100):
        m = zoo.mechanisms["discrete-gaussian-mechanism"].instance(sigma=sigma)
        for alpha in (2, 8):
            found = zoo["renyi-dp"].tightest(m, alpha=alpha)
            assert float(found) == pytest.approx(alpha / (2 * sigma**2), rel=1e-6)
            assert found.refutes_only


def test_what_post_processing_can_break_is_what_the_records_say(zoo: dpzoo.Zoo) -> None:
    fails = {i for i in NOTIONS if zoo[i].post_processing.verdict.value == "fails"}
    assert fails == NOT_POST_PROCESSED


# no pairs -------------------------------------------------------------------------------------------------------------


def test_a_result_about_no_pairs_says_so(zoo: dpzoo.Zoo) -> None:
    m = FiniteMechanism([(0,), (1,)], ["no", "yes"], [["3/4", "1/4"], ["1/4", "3/4"]])
    for notion in ("unbounded-dp", "semantic-privacy"):
        for said in (zoo[notion].tightest(m), zoo[notion].holds(m, epsilon=0), audit(m, zoo, only=[notion]).lines[0].summary):
            assert "nothing to compare" in str(said)
            assert "certified" not in str(said)
    one = m.restrict([(0,)])
    for notion, given in (("f-dp", {"f": "gaussian:1"}), ("approximate-dp", {"epsilon": 0, "delta": 0})):
        assert "nothing to compare" in str(zoo[notion].holds(one, **given))
    assert "nothing to compare" in audit(one, zoo, only=["approximate-dp"]).lines[0].summary


# probabilities below the smallest float -------------------------------------------------------------------------------


def from_logs(first: np.ndarray, second: np.ndarray) -> FiniteMechanism:
    rows = [x - np.logaddexp.reduce(x) for x in (first, second)]
    return FiniteMechanism.from_log_probabilities([(), (1,)], list(range(len(first))), rows)


def test_a_long_geometric_table_keeps_its_loss() -> None:
    """P(k) ∝ e^{-k/2} and Q(k) ∝ e^{-|k-1|/2}: the loss is c + 1/2 at 0 and c - 1/2 elsewhere, c the gap of the normalisers."""
    k = np.arange(20_001)
    m = from_logs(-k / 2, -np.abs(k - 1) / 2)
    assert m.underflows
    with mpmath.workdps(30):
        r = mpmath.exp(-mpmath.mpf(1) / 2)
        first, second = 1 / (1 - r), r + 1 / (1 - r)  # the tails beyond the table are e^{-10000}
        gap = mpmath.log(second / first)
        high, low = gap + mpmath.mpf(1) / 2, gap - mpmath.mpf(1) / 2
        chance = 1 / first
        mean = chance * high + (1 - chance) * low
        eight = mpmath.log(chance * mpmath.exp(7 * high) + (1 - chance) * mpmath.exp(7 * low)) / 7
        back = {"epsilon-dp": -low, "range-bounded-privacy": 1}
    one_way = FiniteMechanism(m.datasets, m.outputs, m.matrix, neighbours=[((), (1,))])
    for notion, given, truth in (
        ("epsilon-dp", {}, high),
        ("approximate-dp", {"delta": 0}, high),
        ("probabilistic-dp", {"delta": 0}, high),
        ("renyi-dp", {"alpha": "inf"}, high),
        ("renyi-dp", {"alpha": 8}, eight),
        ("kl-privacy", {}, mean),
        ("range-bounded-privacy", {}, 1),
    ):
        assert float(NOTIONS[notion].tightest(one_way, **given)) == pytest.approx(float(truth), rel=1e-9), notion
    assert float(NOTIONS["epsilon-dp"].tightest(m)) == pytest.approx(float(max(high, back["epsilon-dp"])), rel=1e-9)
    assert float(NOTIONS["zero-concentrated-dp"].tightest(m, xi=0)) < float(high) ** 2 / 2


@pytest.mark.parametrize("reach", [45, 200])
def test_far_tails_of_a_normal_table_keep_mu_and_rho(reach: int) -> None:
    """Weights e^{-k²/2} and e^{-(k-1)²/2} (below e^{-1000} at the ends): ρ is at least KL, and no more than D_∞'s ε²/2."""
    k = np.arange(-reach, reach + 2)
    m = from_logs(-(k**2) / 2.0, -((k - 1) ** 2) / 2.0)
    assert m.underflows
    rho = float(NOTIONS["zero-concentrated-dp"].tightest(m, xi=0))
    assert rho == pytest.approx(0.5, rel=1e-6)  # discrete Gaussians one apart: D_α = α/2, up to what the ends cut off
    mu = float(NOTIONS["gaussian-dp"].tightest(m))
    small = np.arange(-30, 32)
    rows = [np.exp(-((small - c) ** 2) / 2.0) for c in (0, 1)]
    near = FiniteMechanism([(), (1,)], small.tolist(), np.array([x / x.sum() for x in rows]))
    assert mu == pytest.approx(float(NOTIONS["gaussian-dp"].tightest(near)), rel=1e-6)


def test_logarithms_that_floats_can_hold_change_nothing() -> None:
    laws = np.random.default_rng(6).dirichlet(np.ones(7), 2)
    m = from_logs(*np.log(laws))
    assert not m.underflows
    for notion, given in (("epsilon-dp", {}), ("approximate-dp", {"epsilon": 1}), ("gaussian-dp", {})):
        plain = FiniteMechanism([(), (1,)], list(range(7)), laws)
        assert float(NOTIONS[notion].tightest(m, **given)) == pytest.approx(float(NOTIONS[notion].tightest(plain, **given)))


def test_what_is_not_computed_from_logarithms_is_refused_in_one_sentence() -> None:
    m = from_logs(-np.arange(2000.0), -np.arange(2000.0)[::-1])
    for notion, given in (("f-dp", {}), ("divergence-dp", {"f": "chi-square"}), ("semantic-privacy", {})):
        with pytest.raises(BlockError, match="below the smallest float"):
            NOTIONS[notion].tightest(m, **given)
    with pytest.raises(BlockError, match="compared and not changed"):
        m.post_process(lambda o: o % 2)
    with pytest.raises(BlockError, match="sums to"):
        FiniteMechanism.from_log_probabilities([()], [0, 1], [[0.0, 0.0]])
    with pytest.raises(BlockError, match="1 rows and 2 columns"):
        FiniteMechanism.from_log_probabilities([()], [0, 1], [[math.nan, 0.0]])


def test_a_quotient_that_overflows_is_a_finite_loss() -> None:
    p, q = np.array([0.5, 0.5]), np.array([1.0, 1e-320])
    truth = float(mpmath.log(mpmath.mpf(0.5) / mpmath.mpf(1e-320)))
    assert float(d.max_divergence(p, q)) == pytest.approx(truth, rel=1e-12)
    assert float(d.epsilon_at(p, q, 0.0)) == pytest.approx(truth, rel=1e-12)
