"""What lists of mechanisms add up to: against closed forms, published numbers, brute force and dp-accounting."""

from __future__ import annotations

import itertools
import json
import math
from typing import Any

import flint
import pytest
from conftest import Run
from scipy.integrate import quad
from scipy.stats import binom, norm

from dpzoo.mechanisms.accounting.composing import compose, read
from dpzoo.mechanisms.accounting.errors import AccountingError, NoAnswerError
from dpzoo.mechanisms.accounting.parts import laplace_renyi, response_renyi, sampled_gaussian_renyi
from dpzoo.mechanisms.accounting.shuffling import clones_delta, closed_form
from dpzoo.mechanisms.accounting.solving import solve
from dpzoo.numbers.decimals import outward
from dpzoo.zoo.zoo import Zoo


def gaussian_delta(mu: float, epsilon: float) -> float:
    return float(norm.cdf(mu / 2 - epsilon / mu) - math.exp(epsilon) * norm.cdf(-mu / 2 - epsilon / mu))


@pytest.mark.parametrize(("sigma", "times", "delta"), [(10, 100, 1e-6), (1, 1, 1e-5), (50, 10_000, 1e-9), (0.5, 3, 0.1)])
def test_gaussian_noise_adds_up_as_one_gaussian(sigma: float, times: int, delta: float) -> None:
    found = compose([f"gaussian(sigma={sigma})*{times}"], delta=delta)
    mu = math.sqrt(times) / sigma
    assert found.certainty == "certified"
    assert found.rule == "gaussian"
    assert found.lower <= found.upper <= found.lower * (1 + 1e-12)
    assert gaussian_delta(mu, found.upper) == pytest.approx(delta, rel=1e-6)


def brute(losses: list[tuple[float, float]], epsilon: float) -> float:
    """δ at ε of randomised responses that leak with their δ, over all 2^k outcomes."""
    kept = math.prod(1 - d for _, d in losses)
    total = 0.0
    for signs in itertools.product((1, -1), repeat=len(losses)):
        p = math.prod(math.exp(e / 2 * s) / (2 * math.cosh(e / 2)) for s, (e, _) in zip(signs, losses, strict=True))
        loss = sum(s * e for s, (e, _) in zip(signs, losses, strict=True))
        total += max(0.0, p * -math.expm1(epsilon - loss))
    return 1 - kept * (1 - total)


@pytest.mark.parametrize("epsilon", [0.0, 0.3, 1.0, 2.2])
def test_optimal_composition_of_different_guarantees_is_murtagh_and_vadhans(epsilon: float) -> None:
    losses = [(0.1, 1e-3), (0.1, 1e-3), (0.5, 0.0), (0.7, 0.01), (1.3, 1e-4)]
    items = ["approximate(epsilon=0.1, delta=0.001)*2", "pure(0.5)", "approximate(0.7, 0.01)", "approximate(1.3, 1e-4)"]
    found = compose(items, epsilon=epsilon)
    assert (found.rule, found.certainty) == ("optimal", "certified")
    assert found.lower - 1e-12 <= brute(losses, epsilon) <= found.upper + 1e-12
    assert found.upper == pytest.approx(found.lower, rel=1e-12)


def test_the_fixed_epsilon_and_the_fixed_delta_agree() -> None:
    there = compose(["approximate(epsilon=1, delta=1e-6)*10"], delta=1e-4)
    back = compose(["approximate(epsilon=1, delta=1e-6)*10"], epsilon=there.upper)
    assert back.lower <= 1e-4 * (1 + 1e-9)
    assert back.upper == pytest.approx(1e-4, rel=1e-9)


@pytest.mark.parametrize(
    ("items", "delta"),
    [
        (["gaussian(sigma=10)*100", "laplace(b=10)*3"], 1e-6),
        (["laplace(b=100)*1000"], 1e-6),
        (["poisson(q=0.1, laplace(b=1))*30"], 1e-5),
        (["poisson(q=0.2, gaussian(sigma=2))*20", "geometric(b=5)*4"], 1e-6),
    ],
)
def test_no_looser_than_dp_accounting_and_above_its_optimistic_end(items: list[str], delta: float) -> None:
    from dp_accounting.pld import privacy_loss_distribution as pld

    def library(pessimistic: bool) -> float:
        kinds: dict[str, Any] = {"pessimistic_estimate": pessimistic, "use_connect_dots": pessimistic}
        parts = {
            "gaussian(sigma=10)*100": lambda: pld.from_gaussian_mechanism(1, **kinds),
            "laplace(b=10)*3": lambda: pld.from_laplace_mechanism(10, **kinds).self_compose(3),
            "laplace(b=100)*1000": lambda: pld.from_laplace_mechanism(100, **kinds).self_compose(1000),
            "poisson(q=0.1, laplace(b=1))*30": lambda: pld.from_laplace_mechanism(1, sampling_prob=0.1, **kinds).self_compose(30),
            "poisson(q=0.2, gaussian(sigma=2))*20": lambda: pld.from_gaussian_mechanism(
                2, sampling_prob=0.2, **kinds
            ).self_compose(20),
            "geometric(b=5)*4": lambda: pld.from_discrete_laplace_mechanism(0.2, **kinds).self_compose(4),
        }
        total = parts[items[0]]()
        for item in items[1:]:
            total = total.compose(parts[item]())
        return float(total.get_epsilon_for_delta(delta))

    found = compose(items, delta=delta)
    assert found.certainty == "numerical"
    assert library(False) - 1e-9 <= found.upper <= library(True) * (1 + 1e-8)
    assert found.lower <= found.upper <= found.lower * 1.01


def test_the_numerical_ends_enclose_a_closed_form() -> None:
    # two Laplace mechanisms beside nothing else: δ at ε by integrating one against the other's exact curve
    from scipy.integrate import quad

    e, at = 0.7, 0.5

    def one(x: float) -> float:
        return 1 - math.exp((x - e) / 2) if -e <= x <= e else 0.0 if x > e else -math.expm1(x)

    def density(loss: float) -> float:
        return 0.25 * math.exp(-(e - loss) / 2)

    inner = quad(lambda loss: density(loss) * one(at - loss), -e, e, points=[at - e, at], limit=200)[0]
    delta = 0.5 * one(at - e) + 0.5 * math.exp(-e) * one(at + e) + inner
    found = compose([f"laplace(epsilon={e})*2"], epsilon=at)
    assert found.lower <= delta * (1 + 1e-9)
    assert delta <= found.upper * (1 + 1e-9)
    assert found.upper == pytest.approx(delta, rel=1e-4)


def test_zcdp_guarantees_lie_between_gaussian_noise_and_the_best_conversion() -> None:
    found = compose(["zcdp(rho=0.1)*4"], delta=1e-6)
    rho = 0.4
    # CKS20: inf over α of ρα + ln(1 - 1/α) - ln(δα)/(α - 1)
    cks = min(rho * a + math.log1p(-1 / a) - math.log(1e-6 * a) / (a - 1) for a in (1 + i / 500 for i in range(1, 20_000)))
    assert compose(["gdp(sqrt(0.8))"], delta=1e-6).lower <= found.lower + 1e-6
    assert found.lower < found.upper <= cks


def test_groups_partitions_and_replaced_records() -> None:
    group = compose(["group(k=3, laplace(b=6))"], delta=0)
    assert group.upper == pytest.approx(0.5)
    worst = compose(["parallel(pure(1), pure(0.2)*3)", "pure(0.5)"], delta=0)
    assert worst.upper == pytest.approx(1.5)
    assert compose(["replace(parallel(pure(1), pure(2)))"], delta=0).upper == pytest.approx(4)
    assert compose(["replace(gaussian(sigma=4))"], delta=1e-6).upper == compose(["gaussian(sigma=2)"], delta=1e-6).upper
    # two (1, 1e-6) steps: (2, 1e-6(1 + e))
    two = compose(["group(k=2, approximate(1, 1e-6))"], epsilon=2)
    assert two.upper == pytest.approx(1e-6 * (1 + math.e), rel=1e-9)
    assert compose(["user(m=3, zcdp(rho=0.1))"], delta=1e-6).upper == compose(["zcdp(rho=0.9)"], delta=1e-6).upper


def test_guarantees_for_different_neighbours_are_not_mixed(zoo: Zoo) -> None:
    with pytest.raises(AccountingError, match="different neighbours"):
        zoo.compose("bounded-dp(epsilon=1)", "unbounded-dp(epsilon=1)", delta=1e-6)
    with pytest.raises(AccountingError, match="added or removed"):
        zoo.compose("poisson(q=0.1, bounded-dp(epsilon=1))", delta=1e-6)
    assert zoo.compose("epsilon-dp(epsilon=1)", "bounded-dp(epsilon=1)", delta=0).neighbours == "replace"


@pytest.mark.parametrize("order", [1.5, 2.0, 7.0])
def test_renyi_formulas_by_integration(order: float) -> None:
    from scipy.integrate import quad

    e = 1.3
    low = quad(lambda x: 0.5 * math.exp(-abs(x) * order - abs(x - e) * (1 - order)), 0, e)[0]
    tails = 0.5 * math.exp((order - 1) * e) + 0.5 * math.exp(-order * e)
    assert laplace_renyi(order, e) == pytest.approx(math.log(low + tails) / (order - 1), rel=1e-9)
    p = 1 / (1 + math.exp(-e))
    moment = p**order * (1 - p) ** (1 - order) + (1 - p) ** order * p ** (1 - order)
    assert response_renyi(order, e) == pytest.approx(math.log(moment) / (order - 1), rel=1e-9)


def test_a_sampled_gaussian_in_renyi_terms_is_dp_accountings() -> None:
    from dp_accounting import dp_event
    from dp_accounting.rdp import rdp_privacy_accountant as rdp

    account = rdp.RdpAccountant([4.0, 16.0])
    account.compose(dp_event.PoissonSampledDpEvent(0.05, dp_event.GaussianDpEvent(1.5)))
    for order, theirs in zip((4.0, 16.0), account._rdp, strict=True):
        assert sampled_gaussian_renyi(order, 1.5, 0.05) == pytest.approx(theirs, rel=1e-8)


def test_a_poisson_sample_of_a_response_is_its_mixture() -> None:
    # one report: present with probability q; both orders, over all outcomes of three runs
    q, p = 0.3, 0.75
    with_record, without = [q * p + (1 - q) * (1 - p), q * (1 - p) + (1 - q) * p], [1 - p, p]

    def delta(a: list[float], b: list[float], epsilon: float) -> float:
        outcomes = itertools.product(range(2), repeat=3)
        pairs = ((math.prod(a[i] for i in o), math.prod(b[i] for i in o)) for o in outcomes)
        return sum(max(0.0, x - math.exp(epsilon) * y) for x, y in pairs)

    for epsilon in (0.1, 0.5, 1.0):
        found = compose(["poisson(q=3/10, pure(log(3)))*3"], epsilon=epsilon)
        truth = max(delta(with_record, without, epsilon), delta(without, with_record, epsilon))
        assert found.lower - 1e-13 <= truth <= found.upper + 1e-13


def test_sampling_without_replacement_bounds_a_finite_instance() -> None:
    # 4 records, of which 2 are sampled; randomised response on whether the sample holds the record 1; one record replaced
    p, epsilon0 = 0.8, math.log(4)
    one, other = (1, 0, 0, 0), (0, 0, 0, 0)

    def law(records: tuple[int, ...]) -> list[float]:
        samples = list(itertools.combinations(records, 2))
        yes = sum(1 in s for s in samples) / len(samples)
        return [yes * p + (1 - yes) * (1 - p), yes * (1 - p) + (1 - yes) * p]

    a, b = law(one), law(other)
    for epsilon in (0.0, 0.2, 0.5):
        truth = max(sum(max(0.0, x - math.exp(epsilon) * y) for x, y in zip(*pair, strict=True)) for pair in ((a, b), (b, a)))
        found = compose([f"subsample(m=2, n=4, pure({epsilon0!r}))"], epsilon=epsilon)
        assert truth <= found.upper + 1e-12
    assert found.neighbours == "replace"


@pytest.mark.parametrize(("people", "local", "epsilon"), [(2, 1.0, 0.0), (12, 1.0, 0.3), (25, 2.0, 0.8)])
def test_shuffling_is_the_pair_of_clones_and_bounds_shuffled_responses(people: int, local: float, epsilon: float) -> None:
    c = math.exp(-local)
    truth = 1 / (1 + c)
    first: dict[tuple[int, int], float] = {}
    second: dict[tuple[int, int], float] = {}
    for n in range(people):
        for a in range(n + 1):
            weight = binom.pmf(n, people - 1, c) * binom.pmf(a, n, 0.5)
            for like, chance in ((1, truth), (0, 1 - truth)):
                o = (a + like, n - a + 1 - like)
                first[o] = first.get(o, 0.0) + weight * chance
                second[o[::-1]] = second.get(o[::-1], 0.0) + weight * chance
    exact = sum(max(0.0, p - math.exp(epsilon) * second.get(o, 0.0)) for o, p in first.items())
    assert clones_delta(people, local, epsilon) == pytest.approx(exact, rel=1e-7)
    # binary responses of everybody else at 0: the number of ones is all that is seen
    ones = [binom.pmf(k, people - 1, 1 - truth) for k in range(people)]
    with_one = [truth * (ones[k - 1] if k else 0) + (1 - truth) * (ones[k] if k < people else 0) for k in range(people + 1)]
    with_zero = [(1 - truth) * (ones[k - 1] if k else 0) + truth * (ones[k] if k < people else 0) for k in range(people + 1)]
    seen = sum(max(0.0, x - math.exp(epsilon) * y) for x, y in zip(with_one, with_zero, strict=True))
    assert seen <= exact + 1e-12


@pytest.mark.parametrize(
    ("people", "local", "epsilon"), [(2, 20, 19.5), (10, 34, 33.5), (4, 45, 40), (3, 300, 299), (2, 690, 5), (3, 800, 720)]
)
def test_shuffling_is_bounded_where_a_lie_is_smaller_than_what_floats_tell_from_the_truth(
    people: int, local: float, epsilon: float
) -> None:
    with flint.ctx.workprec(4000):
        c, price = (-flint.arb(local)).exp(), flint.arb(epsilon).exp()
        truth, lie = 1 / (1 + c), c / (1 + c)
        exact = flint.arb(0)
        for n in range(people):
            odds = flint.arb(math.comb(people - 1, n)) * c**n * (1 - c) ** (people - 1 - n) / 2**n
            for a in range(n + 2):
                like, unlike = (math.comb(n, a - 1) if a else 0), math.comb(n, a)
                exact += odds * max(flint.arb(0), truth * like + lie * unlike - price * (lie * like + truth * unlike))
        assert exact <= clones_delta(people, local, epsilon) <= exact * (1 + (1e-8 if epsilon < 700 else 1e-3))


def test_the_numerical_bound_on_shuffling_is_below_the_closed_form() -> None:
    closed = closed_form(10_000, 1.0, 1e-6)
    assert closed is not None
    assert clones_delta(10_000, 1.0, closed) < 1e-6
    assert closed_form(100, 3.0, 1e-6) is None


@pytest.mark.parametrize(
    ("items", "epsilon", "delta"),
    [
        (["gaussian(sigma=?)*100"], 1, 1e-6),
        (["zcdp(rho=?)"], 2, 1e-6),
        (["laplace(b=?)*3"], 0.5, 0),
        (["pure(0.1)*?"], 2, 1e-6),
        (["poisson(q=?, pure(1))*5"], 0.5, 1e-6),
        (["randomized_response(p=?)*10"], 1, 1e-3),
        (["approximate(epsilon=0.1, delta=?)*10"], 1, 1e-6),
    ],
)
def test_what_is_solved_for_meets_the_target_and_the_next_value_does_not(items: list[str], epsilon: float, delta: float) -> None:
    found = solve(read(items), epsilon=epsilon, delta=delta)
    (item,) = items
    assert compose([item.replace("?", found.shown)], delta=delta).upper <= epsilon
    worse = found.value + 1 if item.endswith("?") else found.value * (1 - 1e-8 if found.parameter in {"sigma", "b"} else 1 + 1e-8)
    shown = str(int(worse)) if item.endswith("?") else repr(worse)
    try:
        assert compose([item.replace("?", shown)], delta=delta).upper > epsilon
    except NoAnswerError as error:
        assert "no finite epsilon" in str(error)  # noqa: PT017  a δ that is used up leaves no ε at all


def test_an_exact_answer_is_given_as_it_is() -> None:
    assert solve(read(["laplace(b=?)*3"]), epsilon=0.5, delta=0).shown == "6"


@pytest.mark.parametrize(
    ("items", "epsilon"),
    [
        (["laplace(b=10)*3"], "0.3"),
        (["randomized-response(epsilon=1)*2"], "2"),
        (["staircase(epsilon=0.1)*7", "snapping(epsilon=0.3)"], "1"),
    ],
)
def test_pure_losses_add_up_to_the_number_itself_and_need_no_delta(zoo: Zoo, items: list[str], epsilon: str) -> None:
    found = zoo.compose(*items)
    assert (outward(found.upper, 1), found.delta) == (epsilon, 0)
    assert found.lower <= found.upper


def test_without_a_delta_noise_is_solved_for_only_where_pure_dp_exists(zoo: Zoo) -> None:
    assert zoo.solve("laplace(b=?)*10", epsilon=1).shown == "10"
    with pytest.raises(AccountingError, match="delta"):
        zoo.solve("gaussian(sigma=?)", epsilon=1)


def test_the_analytic_calibration_of_balle_and_wang() -> None:
    # σ for (1, 1e-6), from the defining equation
    sigma = solve(read(["gaussian(sigma=?)"]), epsilon=1, delta=1e-6).value
    assert gaussian_delta(1 / sigma, 1) == pytest.approx(1e-6, rel=1e-6)


def test_in_one_notion(zoo: Zoo) -> None:
    assert zoo.compose("gaussian(sigma=2)*4", "zcdp(rho=1/10)", to="zcdp").upper == pytest.approx(0.6)
    assert zoo.compose("gaussian(sigma=2)*4", to="gdp").upper == pytest.approx(1.0)
    assert zoo.compose("laplace(b=2)*3", to="pure").upper == 1.5
    assert zoo.compose("gaussian(sigma=2)*4", to="rdp", alpha=8).upper == pytest.approx(4.0)
    assert zoo.compose("kl-privacy(epsilon=0.25)*3", to="kl-privacy").upper == 0.75
    with pytest.raises(NoAnswerError, match="have no bound"):
        zoo.compose("gaussian(sigma=1)", to="pure")


BAD = [
    (["gausian(sigma=1)"], "did you mean gaussian"),
    (["gaussian(sigma=-1)"], "must be positive"),
    (["gaussian(sigma=1"], "parentheses"),
    (["gaussian(sigma=1, sigma=2)"], "given twice"),
    (["gaussian(tau=1)"], "has no parameter tau"),
    (["gaussian()"], "needs a value of sigma"),
    (["gaussian(sigma=1)*0"], "whole number from 1"),
    (["gaussian(sigma=1)*1.5"], "whole number from 1"),
    (["laplace(b=1, epsilon=1)"], "not both"),
    (["5"], "is not a mechanism"),
    ([""], "is not a mechanism"),
    (["poisson(q=2, gaussian(sigma=1))"], "at most 1"),
    (["poisson(q=0.1)"], "needs a mechanism inside"),
    (["shuffle(n=10)"], "needs the local loss"),
    (["randomized_response(p=1)"], "protects nothing"),
    (["approximate(epsilon=1, delta=1)"], "promises nothing"),
    (["rdp(alpha=1, epsilon=1)"], "above 1"),
    (["gaussian(sigma=?)"], "solve"),
    (["gaussian(sigma=1)*2*3"], "more than one"),
]


@pytest.mark.parametrize(("items", "says"), BAD)
def test_wrong_items_get_one_sentence(zoo: Zoo, items: list[str], says: str) -> None:
    with pytest.raises(AccountingError, match=says) as caught:
        zoo.compose(*items, delta=1e-6)
    assert "\n" not in str(caught.value)


def test_the_command(run: Run) -> None:
    done = run("compose", "gaussian(sigma=10)*100", "gaussian(sigma=20, sensitivity=2)", "--delta", "1e-6", "--format", "json")
    data = json.loads(done.stdout)
    assert data["epsilon"] == data["enclosure"][1] >= data["enclosure"][0]
    assert data["certainty"] == "certified"
    assert data["rule"] == "gaussian"
    assert data["delta"] == 1e-6
    assert data["neighbours"] == "as-given"
    assert data["sensitivities"] == {"gaussian(sigma=10)": 1.0, "gaussian(sigma=20, sensitivity=2)": 2.0}
    assert data["sensitivities_assumed"] == ["gaussian(sigma=10)"]
    wrong = run("compose", "gaussian(sigma=0)", "--delta", "1e-6")
    assert wrong.returncode == 2
    assert wrong.stderr.count("\n") == 1
    solved = json.loads(run("solve", "gaussian(sigma=?)", "--epsilon", "1", "--delta", "1e-6", "--format", "json").stdout)
    assert solved["check"]["epsilon"] <= 1
    assert solved["parameter"] == "sigma"


def test_a_mechanisms_record_adds_up_by_the_best_of_its_guarantees(zoo: Zoo) -> None:
    """k runs of an ε-DP mechanism are kε-DP, and no lower end is told of a mechanism whose losses nobody has worked out."""
    for name in ("permute-and-flip", "report-noisy-max", "staircase-mechanism", "exponential-mechanism", "sparse-vector"):
        for times in (1, 10):
            more = {"staircase-mechanism": ", gamma=1/2", "sparse-vector": ", c=2"}.get(name, "")
            found = zoo.compose(f"{name}(epsilon=1{more})*{times}", delta=1e-6)
            assert found.upper <= times * (1 + 1e-8)
            assert found.lower <= times * math.log((1 + math.e) / 2)  # the loss of an exponential mechanism with two candidates
    assert zoo.compose("tree-aggregation(sigma=4, h=10)", delta=1e-6).certainty == "bound"
    # sqrt(10)/4-GDP
    assert gaussian_delta(math.sqrt(10) / 4, zoo.compose("tree-aggregation(sigma=4, h=10)", delta=1e-6).upper) <= 1e-6


def test_dp_sgd_is_the_sampled_gaussian_mechanism(zoo: Zoo) -> None:
    full = "poisson(q=0.01, gaussian(sigma=1))*1000"
    assert zoo.compose("dp-sgd(sigma=1, q=0.01, T=1000)", delta=1e-6).enclosure == zoo.compose(full, delta=1e-6).enclosure
    shuffled = "shuffled-randomized-response(epsilon=1/2, n=400)"
    assert zoo.compose(shuffled, delta=1e-6).upper == zoo.compose("shuffle(n=400, epsilon=1/2)", delta=1e-6).upper


@pytest.mark.parametrize(
    ("item", "says"),
    [
        ("permute-and-flip()", "needs a value of epsilon"),
        ("dp-sgd(sigma=1)", "needs a value of q"),
        ("dp-sgd(sigma=1, q=0.01, epochs=10)", "no parameter epochs"),  # an epoch is many steps
        ("objective-perturbation(epsilon=1)", "needs a value of"),
        ("pate(b=20, sigma=40)", "guarantees of different things"),
        ("sparse-vector-without-query-noise(epsilon=1)", "no guarantee that adds up"),
    ],
)
def test_nothing_is_added_up_that_was_not_said(zoo: Zoo, item: str, says: str) -> None:
    with pytest.raises(AccountingError, match=says):
        zoo.compose(item, delta=1e-6)


def test_a_budget_spent_adaptively_is_kept_on_a_finite_instance(zoo: Zoo) -> None:
    # two steps; the second's ε depends on the first answer, and the sum never exceeds 1
    first, rest = 0.4, {0: 0.6, 1: 0.2}

    def answer(bit: int, shown: int, epsilon: float) -> float:
        truth = 1 / (1 + math.exp(-epsilon))
        return truth if bit == shown else 1 - truth

    worst = max(
        abs(math.log(answer(0, a, first) * answer(0, b, rest[a]) / (answer(1, a, first) * answer(1, b, rest[a]))))
        for a in (0, 1)
        for b in (0, 1)
    )
    assert worst <= 1 + 1e-12
    for name in ("epsilon-dp", "approximate-dp", "renyi-dp", "zero-concentrated-dp", "gaussian-dp"):
        assert {s.how.value for s in zoo[name].composition.settings} >= {"adaptive", "concurrent", "filter"}


@pytest.mark.parametrize(
    ("printed", "call"),
    [
        ("(1, 1e-6)-DP*3", "approximate(1, 1e-6)*3"),
        ("log(3)-DP", "pure(log(3))"),
        ("0.5-zCDP", "zcdp(rho=0.5)"),
        ("(8, 1/10)-RDP*2", "rdp(8, 1/10)*2"),
        ("1e-2-GDP", "gdp(0.01)"),
        ("0.5-zcdp", "zcdp(rho=0.5)"),
        ("poisson(q=0.1, 1-DP)*4", "poisson(q=0.1, pure(1))*4"),
    ],
)
def test_guarantees_may_stand_as_papers_print_them(printed: str, call: str) -> None:
    assert compose([printed], delta=1e-5).enclosure == compose([call], delta=1e-5).enclosure


@pytest.mark.parametrize("wrong", ["(1, 2, 3)-DP", "k-DP", "(1)-RDP", "(1, 1e-6)-XDP"])
def test_what_only_looks_like_a_printed_guarantee_is_refused(wrong: str) -> None:
    with pytest.raises(AccountingError):
        compose([wrong], delta=1e-5)


def test_noise_of_any_size_gets_an_answer_or_a_sentence(zoo: Zoo) -> None:
    """Noise beyond all numbers leaves δ = 10⁻⁶ at ε = 0; what no float holds is not said to be infinite."""
    assert zoo.compose("gaussian(sigma=1e200)", delta=1e-6).enclosure == (0.0, 0.0)
    with pytest.raises(AccountingError, match="or none that a floating-point number holds"):
        zoo.compose("gaussian(sigma=1e-200)", delta=1e-6)


@pytest.mark.parametrize(("q", "sigma", "times", "delta"), [(0.01, 2.0, 100, 1e-6), (0.1, 2.0, 10, 1e-5), (0.9, 3.0, 20, 1e-7)])
def test_a_replaced_record_of_a_poisson_sample_has_its_worst_pair(q: float, sigma: float, times: int, delta: float) -> None:
    """(1 - q) N(0) + q N(1) against (1 - q) N(0) + q N(-1), which dp-accounting composes too, on a coarser grid."""
    from dp_accounting import GaussianDpEvent, NeighboringRelation, PoissonSampledDpEvent
    from dp_accounting.pld import PLDAccountant

    accountant = PLDAccountant(neighboring_relation=NeighboringRelation.REPLACE_ONE)
    theirs = accountant.compose(PoissonSampledDpEvent(q, GaussianDpEvent(sigma)), times).get_epsilon(delta)
    found = compose([f"replace(poisson(q={q}, gaussian(sigma={sigma})))*{times}"], delta=delta)
    assert found.neighbours == "replace"
    assert found.lower <= theirs
    assert found.lower <= found.upper <= theirs * (1 + 1e-7)
    assert found.upper - found.lower <= 3e-5 * found.upper


@pytest.mark.parametrize(("q", "sigma", "epsilon"), [(0.1, 1.0, 0.3), (0.01, 2.0, 0.05), (0.5, 0.5, 2.0), (0.9, 1.0, 0.0)])
def test_the_delta_of_a_replaced_record_is_an_integral(q: float, sigma: float, epsilon: float) -> None:
    def law(y: float, mean: float) -> float:
        return float((1 - q) * norm.pdf(y, 0, sigma) + q * norm.pdf(y, mean, sigma))

    def above(y: float) -> float:
        return max(0.0, law(y, 1) - math.exp(epsilon) * law(y, -1))

    delta, _ = quad(above, -12 * sigma, 12 * sigma + 1, points=[0.0, 1.0, sigma], limit=400, epsabs=1e-14)
    found = compose([f"replace(poisson(q={q}, gaussian(sigma={sigma})))"], epsilon=epsilon)
    assert found.upper == pytest.approx(delta, rel=1e-6, abs=1e-12)
    assert found.lower <= delta * (1 + 1e-6)


def test_a_delta_below_what_is_revealed_says_so() -> None:
    with pytest.raises(NoAnswerError, match=r"reveal everything with probability 2\.999e-06"):
        compose(["approximate(1, 1e-6)*3"], delta=1e-7)


def test_one_zcdp_guarantee_is_needed_by_the_mechanism_that_attains_the_best_conversion(zoo: Zoo) -> None:
    found = zoo.compose("zcdp(rho=0.5)", epsilon=3)
    best = zoo.optimal("zCDP(rho=0.5)", "approximate-dp", epsilon=3)
    assert best.lower <= found.lower <= found.upper <= best.upper * (1 + 1e-12)
    assert found.upper <= found.lower * (1 + 1e-9)


def test_items_may_come_as_a_list(zoo: Zoo) -> None:
    items = ["gaussian(sigma=10)*100", "zcdp(rho=0.1)"]
    assert zoo.compose(items, delta=1e-6).data() == zoo.compose(*items, delta=1e-6).data()


def test_greek_letters_name_parameters() -> None:
    letters = compose(["gaussian(σ=10)*100", "approximate(ε=1, δ=1e-8)", "zcdp(ρ=0.1)"], delta=1e-6)
    assert letters.enclosure == compose(["gaussian(sigma=10)*100", "approximate(1, 1e-8)", "zcdp(0.1)"], delta=1e-6).enclosure
