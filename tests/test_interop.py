"""Objects of other libraries: what dpzoo reads in them, against the libraries' own numbers and against closed forms."""

from __future__ import annotations

import math
import subprocess
import sys
import warnings
from typing import Any

import dp_accounting
import opendp.prelude as dp
import pytest
from dp_accounting import NeighboringRelation, pld, rdp
from dp_accounting.pld import privacy_loss_distribution
from scipy.stats import norm

from dpzoo.mechanisms.accounting.errors import AccountingError
from dpzoo.numbers.errors import BlockError
from dpzoo.zoo.interop import InteropError, dominating_pairs, from_log_pmfs, read
from dpzoo.zoo.zoo import Zoo

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from autodp import mechanism_zoo, transformer_zoo

DELTA = 1e-6
Gaussian, Laplace = dp_accounting.GaussianDpEvent, dp_accounting.LaplaceDpEvent
Poisson, Repeated = dp_accounting.PoissonSampledDpEvent, dp_accounting.SelfComposedDpEvent


@pytest.fixture(scope="module", autouse=True)
def features() -> None:
    dp.enable_features("contrib", "honest-but-curious")


def counting(metric: Any) -> Any:
    return (dp.vector_domain(dp.atom_domain(T=int)), metric) >> dp.t.then_count()


# OpenDP -----------------------------------------------------------------------------------------------------------


def test_an_opendp_measurement_is_the_notion_of_its_measure_for_the_neighbours_of_its_metric() -> None:
    laplace = counting(dp.symmetric_distance()) >> dp.m.then_laplace(scale=2.0)
    found = read(laplace)
    assert (found.notion, found.values, found.neighbours) == ("unbounded-dp", {"epsilon": 0.5}, "add-or-remove")
    assert found.guarantee == "unbounded-dp(epsilon=0.5)"
    twice = read(laplace, distance=2)
    assert (twice.notion, twice.values, twice.neighbours) == ("epsilon-dp", {"epsilon": 1.0}, "as-given")
    gaussian = counting(dp.symmetric_distance()) >> dp.m.then_gaussian(scale=2.0)
    assert read(gaussian).values == {"xi": 0.0, "rho": 0.125}
    replaced = (
        (dp.vector_domain(dp.atom_domain(bounds=(0, 5)), size=10), dp.change_one_distance())
        >> dp.t.then_metric_unbounded()
        >> dp.t.then_sum()
        >> dp.m.then_laplace(scale=10.0)
    )
    assert (read(replaced).notion, read(replaced).values) == ("bounded-dp", {"epsilon": 0.5})
    response = dp.m.make_randomized_response_bool(prob=0.75)
    assert read(response).notion == "local-dp"
    assert read(response).values["epsilon"] == pytest.approx(math.log(3), rel=1e-12)


def test_an_opendp_privacy_profile_composes_by_its_own_curve(zoo: Zoo) -> None:
    gaussian = counting(dp.symmetric_distance()) >> dp.m.then_gaussian(scale=2.0)
    profile = dp.c.make_zCDP_to_approxDP(gaussian)
    alone = zoo.compose(profile, delta=DELTA)
    assert alone.rule == "curve"
    assert alone.neighbours == "add-or-remove"
    assert alone.upper == pytest.approx(profile.map(1).epsilon(DELTA), rel=1e-6)
    fixed = read(dp.c.make_fix_delta(profile, DELTA))
    assert fixed.notion == "approximate-dp"
    assert fixed.values["delta"] == DELTA
    # a curve for any mechanism with ρ = 1/8 does not lie below that of Gaussian noise
    exact = zoo.compose("gaussian(sigma=2)", delta=DELTA)
    assert exact.upper <= alone.upper
    assert zoo.compose((profile, 3), delta=DELTA).upper < 3 * alone.upper


def test_every_opendp_measure_has_a_reading() -> None:
    cases = [
        (dp.max_divergence(), 0.5, "epsilon-dp"),
        (dp.approximate(dp.max_divergence()), (0.5, 1e-7), "approximate-dp"),
        (dp.zero_concentrated_divergence(), 0.5, "zero-concentrated-dp"),
        (dp.approximate(dp.zero_concentrated_divergence()), (0.5, 1e-7), "approximate-zero-concentrated-dp"),
    ]
    assert [read(measure, distance=d).notion for measure, d, _ in cases] == [n for _, _, n in cases]
    with pytest.raises(InteropError, match="has no number"):
        read(dp.max_divergence())
    curve = read(dp.renyi_divergence(), distance=lambda alpha: alpha / 2)
    (part,) = curve.parts.values()
    assert part.renyi is not None
    assert part.renyi(8.0) == pytest.approx(4.0)


def test_a_number_that_a_library_rounded_up_is_not_rounded_down_again() -> None:
    loss = 0.1 + 0.2  # 0.3000000000000000444; its shortest decimal is below it
    text = read(dp.max_divergence(), distance=loss).items[0]
    from fractions import Fraction

    assert Fraction(text.removeprefix("pure(epsilon=").removesuffix(")")) >= Fraction(loss)


# dp-accounting ----------------------------------------------------------------------------------------------------


def test_an_event_adds_up_to_what_the_library_says_or_less(zoo: Zoo) -> None:
    mixed = dp_accounting.ComposedDpEvent(
        [Repeated(Gaussian(10.0), 100), Repeated(Laplace(10.0), 3), dp_accounting.NoOpDpEvent()]
    )
    assert read(mixed).items == ("gaussian(sigma=10)*100", "laplace(b=10)*3")
    ours = zoo.compose(mixed, delta=DELTA)
    assert ours.upper <= pld.PLDAccountant().compose(mixed).get_epsilon(DELTA) * (1 + 1e-6)
    assert ours.upper <= rdp.RdpAccountant().compose(mixed).get_epsilon(DELTA)
    assert ours.neighbours == "add-or-remove"
    sgd = Repeated(Poisson(0.01, Gaussian(1.0)), 1000)
    assert read(sgd).items == read(sgd.to_named_tuple()).items == ("poisson(q=0.01, gaussian(sigma=1))*1000",)
    assert read(pld.PLDAccountant().compose(sgd)).items == read(sgd).items
    nested = Poisson(0.1, Repeated(Gaussian(2.0), 3))
    assert read(nested).items == ("poisson(q=0.1, compose(gaussian(sigma=2)*3))",)


def test_the_noise_multiplier_of_an_event_is_over_one_record_of_which_a_replacement_changes_two(zoo: Zoo) -> None:
    replaced = zoo.compose(read(Gaussian(1.0), neighbours="replace"), delta=DELTA)
    assert norm.cdf(1 - replaced.upper / 2) - math.exp(replaced.upper) * norm.cdf(-1 - replaced.upper / 2) == pytest.approx(
        DELTA, rel=1e-6
    )
    relation = NeighboringRelation.REPLACE_ONE
    assert pld.PLDAccountant(relation).compose(Gaussian(1.0)).get_epsilon(DELTA) == pytest.approx(replaced.upper, rel=1e-3)
    # the library's two accountants do not agree: this one leaves the relation out, and lies below the truth
    other = rdp.RdpAccountant(neighboring_relation=relation).compose(Gaussian(1.0)).get_epsilon(DELTA)
    assert other < replaced.lower / 2


@pytest.mark.parametrize(
    ("event", "neighbours", "items"),
    [
        (dp_accounting.ZCDpEvent(0.5), "add-or-remove", ("zcdp(rho=0.5)",)),
        (dp_accounting.ZCDpEvent(0.5, 0.1), "add-or-remove", ("zcdp(rho=0.5, xi=0.1)",)),
        (
            dp_accounting.dp_event.DiscreteLaplaceDpEvent(0.5, 2),
            "add-or-remove",
            ("discrete_laplace(epsilon=0.5*2, sensitivity=2)",),
        ),
        (dp_accounting.RandomizedResponseDpEvent(0.5, 4), "replace", ("randomized_response(p=1-0.5+0.5/4, k=4)",)),
        (dp_accounting.SampledWithoutReplacementDpEvent(100, 5, Gaussian(2.0)), "replace", None),
        (dp_accounting.SingleEpochTreeAggregationDpEvent(10.0, 7), "replace-special", ("zcdp(rho=3/(2*10**2))",)),
    ],
)
def test_each_event_has_its_words(zoo: Zoo, event: Any, neighbours: str, items: tuple[str, ...] | None) -> None:
    found = read(event, neighbours=neighbours)
    assert items is None or found.items == items
    assert found.neighbours == neighbours
    ours = zoo.compose(found, delta=1e-3)
    relation = NeighboringRelation[
        {"add-or-remove": "ADD_OR_REMOVE_ONE", "replace": "REPLACE_ONE"}.get(neighbours, "REPLACE_SPECIAL")
    ]
    theirs = [
        a.compose(event).get_epsilon(1e-3)
        for a in (pld.PLDAccountant(relation), rdp.RdpAccountant(neighboring_relation=relation))
        if a.supports(event)
    ]
    assert theirs
    if not isinstance(event, dp_accounting.SampledWithoutReplacementDpEvent):  # theirs is for half the sensitivity
        assert ours.upper <= min(theirs) * (1 + 1e-6)


def test_what_has_no_words_is_read_by_the_librarys_own_accountant(zoo: Zoo) -> None:
    mixture = dp_accounting.dp_event.MixtureOfGaussiansDpEvent(4.0, [0.0, 1.0], [0.9, 0.1])
    ours = zoo.compose(mixture, delta=DELTA)
    # which is the Gaussian mechanism on a Poisson sample
    assert ours.upper == pytest.approx(zoo.compose("poisson(q=0.1, gaussian(sigma=4))", delta=DELTA).upper, rel=1e-3)
    selection = dp_accounting.dp_event.RepeatAndSelectDpEvent(Gaussian(5.0), 10, 1)
    assert zoo.compose(selection, delta=DELTA).upper <= rdp.RdpAccountant().compose(selection).get_epsilon(DELTA) * (1 + 1e-9)


def test_a_poisson_sample_of_replaced_records_is_read_by_the_librarys_own_accountant(zoo: Zoo) -> None:
    sampled = Poisson(0.1, Gaussian(4.0))
    ours = zoo.compose(read(sampled, neighbours="replace"), delta=1e-4)
    assert ours.upper == pytest.approx(
        pld.PLDAccountant(NeighboringRelation.REPLACE_ONE).compose(sampled).get_epsilon(1e-4), rel=1e-9
    )
    assert ours.neighbours == "replace"
    assert ours.upper > zoo.compose(sampled, delta=1e-4).upper


def test_a_distribution_of_losses_becomes_mechanisms_on_which_notions_run(zoo: Zoo) -> None:
    law = privacy_loss_distribution.from_laplace_mechanism(1.0, value_discretization_interval=1e-2)
    (pair,) = dominating_pairs(law)
    delta = zoo["approximate-dp"].tightest(pair, epsilon=0.1).value
    assert float(delta) == pytest.approx(-math.expm1((0.1 - 1) / 2), abs=2e-5)
    assert float(delta) == pytest.approx(law.get_delta_for_epsilon(0.1), rel=1e-12)
    assert float(zoo["epsilon-dp"].tightest(pair).value) == pytest.approx(1.0, abs=1e-9)
    sampled = privacy_loss_distribution.from_gaussian_mechanism(1.0, sampling_prob=0.1, value_discretization_interval=1e-2)
    both = [float(zoo["approximate-dp"].tightest(m, epsilon=0.1).value) for m in dominating_pairs(sampled)]
    assert max(both) == pytest.approx(sampled.get_delta_for_epsilon(0.1), rel=1e-9)
    assert both[1] < both[0]
    alone = zoo.compose(sampled, delta=DELTA)
    assert alone.upper == pytest.approx(sampled.get_epsilon_for_delta(DELTA), rel=1e-9)


def test_an_optimistic_distribution_promises_nothing() -> None:
    low = privacy_loss_distribution.from_laplace_mechanism(1.0, pessimistic_estimate=False, use_connect_dots=False)
    with pytest.raises(InteropError, match="understates"):
        read(low)


def test_tables_of_log_probabilities_keep_what_floats_cannot_hold(zoo: Zoo) -> None:
    a, reach = 0.5, 20_000
    laws = {(shift,): {o: math.log(math.tanh(a / 2)) - a * abs(o - shift) for o in range(-reach, reach + 1)} for shift in (0, 1)}
    geometric = from_log_pmfs(laws)
    assert geometric.underflows
    assert float(zoo["epsilon-dp"].tightest(geometric).value) == pytest.approx(a, rel=1e-9)
    with pytest.raises(BlockError, match="sums to"):
        from_log_pmfs({(0,): {0: math.log(0.4)}, (1,): {0: 0.0}})


# autodp, Opacus, diffprivlib, Tumult ------------------------------------------------------------------------------


@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # the library's own
def test_an_autodp_mechanism_adds_up_to_what_the_library_says_or_less(zoo: Zoo) -> None:
    gaussian, laplace = mechanism_zoo.GaussianMechanism(sigma=10, name="G"), mechanism_zoo.LaplaceMechanism(b=10, name="L")
    simple = [
        (gaussian, "gaussian(sigma=10)"),
        (laplace, "laplace(b=10)"),
        (mechanism_zoo.PureDP_Mechanism(eps=1), "pure(epsilon=1)"),
        (mechanism_zoo.ExponentialMechanism(eps=1), "range_bounded(epsilon=1)"),
        (mechanism_zoo.zCDP_Mechanism(0.1), "zcdp(rho=0.1, xi=0)"),
        (mechanism_zoo.RandresponseMechanism(p=0.75), "randomized_response(p=0.75)"),
    ]
    for mechanism, item in simple:
        assert read(mechanism).items == (item,)
        assert zoo.compose(mechanism, delta=DELTA).upper <= float(mechanism.get_approxDP(DELTA)) * (1 + 1e-6)
    both = transformer_zoo.Composition()([gaussian, laplace], [100, 3])
    ours = zoo.compose(both, delta=DELTA)
    assert ours.upper <= float(both.get_approxDP(DELTA)) * (1 + 1e-6)
    assert zoo.compose((gaussian, 100), (laplace, 3), delta=DELTA).upper < ours.upper


def test_an_opacus_history_is_plain_data(zoo: Zoo) -> None:
    history = [(1.1, 0.01, 500), (0.9, 0.01, 100)]
    state = {"history": history, "mechanism": "gdp"}
    assert read(state).items == read(history, library="opacus").items
    assert "limit" in read(state).notes[-1]
    event = dp_accounting.ComposedDpEvent([Repeated(Poisson(q, Gaussian(s)), n) for s, q, n in history])
    orders = [1 + x / 10.0 for x in range(1, 100)] + list(range(12, 64))  # Opacus's
    assert zoo.compose(state, delta=1e-5).upper <= rdp.RdpAccountant(orders).compose(event).get_epsilon(1e-5)


def test_spent_budgets_are_guarantees(zoo: Zoo) -> None:
    spent = read([(0.5, 0), (0.25, 1e-7)], library="diffprivlib")
    assert spent.items == ("pure(epsilon=0.5)", "approximate(epsilon=0.25, delta=1e-07)")

    class RhoZCDPBudget:
        rho = 0.5

    assert read(RhoZCDPBudget(), library="tumult").guarantee == "zero-concentrated-dp(xi=0.0, rho=0.5)"


@pytest.mark.parametrize(
    ("thing", "options", "says"),
    [
        (5, {}, "not an object of a library"),
        ([], {"library": "opacus"}, "not empty"),
        ([(1, 2)], {"library": "opacus"}, "not a triple"),
        ([(0, 0.1, 5)], {"library": "opacus"}, "promises nothing"),
        ([("a", 0.1, 5)], {"library": "opacus"}, "not a number"),
        ([(1.0, 0.1, 2.5)], {"library": "opacus"}, "not a whole number"),
        ([(1.0, math.nan, 2)], {"library": "opacus"}, "not a number"),
        ([3], {"library": "diffprivlib"}, "pair"),
        (dp_accounting.NonPrivateDpEvent(), {}, "promises nothing"),
        (dp_accounting.UnsupportedDpEvent(), {}, "neither of"),
        (Poisson(0.1, Repeated(Gaussian(1.0), 2)), {"neighbours": "replace"}, "supported by neither"),
        (Gaussian(1.0), {"neighbours": "sideways"}, "neighbours are"),
        (Gaussian(math.inf), {}, "infinite"),
    ],
)
def test_what_cannot_be_read_gets_one_sentence(thing: Any, options: dict[str, Any], says: str) -> None:
    with pytest.raises(InteropError, match=says) as refused:
        read(thing, **options)
    assert "\n" not in str(refused.value)


def test_items_for_different_neighbours_are_not_added_up(zoo: Zoo) -> None:
    with pytest.raises(AccountingError, match="different neighbours"):
        zoo.compose(read(Gaussian(1.0)), read(Gaussian(1.0), neighbours="replace"), delta=DELTA)


def test_without_the_library_plain_events_are_read_and_the_others_refused() -> None:
    script = """
import sys
sys.modules["dp_accounting"] = None
from collections import namedtuple
from dpzoo import interop
E = namedtuple("E", ["module_name", "class_name", "noise_multiplier"])
print(interop.read(E("dp_accounting.dp_event", "GaussianDpEvent", 2.0)).items)
try:
    interop.read(E("dp_accounting.dp_event", "SomethingNewDpEvent", 2.0))
except interop.InteropError as error:
    print(error)
print([m for m in sys.modules if m.partition(".")[0] in {"opendp", "autodp", "opacus"}])
"""
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.splitlines()
    assert said[0] == "('gaussian(sigma=2)',)"
    assert "not installed; pip install 'dpzoo[accounting]'" in said[1]
    assert said[2] == "[]"
