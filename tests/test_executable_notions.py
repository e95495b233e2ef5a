"""Every executable notion against values worked out by hand, and their common special case: pure DP."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
from by_hand import EXACT, ROUNDED, about, agrees, coin, in_floats, powers
from worked_out import (
    CASES,
    CLAIMED,
    EVEN,
    FALLING,
    FOLLOWING,
    HERE,
    JOINING,
    NEARLY_INFINITE,
    NOTIONS,
    PAIRS,
    PEAK,
    PERFECT,
    PILE,
    RESPONSE,
    SKEW,
    SKEWED,
    STEP,
    STEP_ASIDE,
    TENT,
    TENTHS,
    TWO_PEOPLE,
    Case,
    F,
    Laws,
    OfPair,
    Reduction,
    Threshold,
    answer,
    around,
    log_below,
    pure,
    shares,
    some,
    worse,
)

from dpzoo.blocks.finite_mechanism import FiniteMechanism
from dpzoo.blocks.priors import Prior
from dpzoo.notions.registry import executables
from dpzoo.notions.results import Certainty
from dpzoo.numbers.errors import BlockError
from dpzoo.numbers.values import value
from dpzoo.zoo.zoo import Zoo


@pytest.mark.parametrize("case", PAIRS, ids=str)
def test_a_loss_is_measured_in_the_order_of_the_pair(case: OfPair) -> None:
    p, q = case.laws
    for neighbours, expected in (([((0,), (1,))], case.there), ([((1,), (0,))], case.back)):
        mechanism = FiniteMechanism([(0,), (1,)], range(len(p)), [p, q], neighbours=neighbours)
        found = NOTIONS[case.notion].tightest(mechanism, **case.given)
        about(found, NOTIONS[case.notion], case.free, case.given)
        assert agrees(found.value, expected, within=case.within), (neighbours, str(found))
        assert (found.certainty is Certainty.CERTIFIED) is case.certified
        if case.certified:
            rounded = NOTIONS[case.notion].tightest(mechanism.as_floats(), **case.given)
            assert agrees(rounded.value, expected, within=max(case.within, ROUNDED))
            assert rounded.certainty is Certainty.NUMERIC


@pytest.mark.parametrize("case", {c.notion: c for c in reversed(PAIRS)}.values(), ids=str)
@pytest.mark.parametrize("datasets", [[(0,), (1,)], [(1,), ()], [(), (1,)], [(0, 1), (0, 0)], [(0, 1), (1,)]], ids=str)
def test_neighbours_replace_add_and_remove_a_record_in_both_orders(case: OfPair, datasets: list[tuple[int, ...]]) -> None:
    mechanism = FiniteMechanism(datasets, range(len(case.laws[0])), case.laws)
    assert agrees(NOTIONS[case.notion].tightest(mechanism, **case.given).value, worse(case), within=case.within)


@pytest.mark.parametrize("case", PAIRS, ids=str)
def test_a_guarantee_holds_above_the_tightest_value_and_fails_below(case: OfPair) -> None:
    mechanism = FiniteMechanism([(0,), (1,)], range(len(case.laws[0])), case.laws)
    around(NOTIONS[case.notion], mechanism, case.free, worse(case), case.given, max(STEP_ASIDE, 2 * F(repr(case.within))))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_tightest_parameter_is_the_one_worked_out_by_hand(case: Case) -> None:
    found = NOTIONS[case.notion].tightest(case.mechanism, **case.given)
    about(found, NOTIONS[case.notion], case.free, case.given)
    assert agrees(found.value, case.tightest), str(found)
    assert (found.certainty is Certainty.CERTIFIED) is case.certified
    rounded = NOTIONS[case.notion].tightest(case.mechanism.as_floats(), **case.given)
    assert agrees(rounded.value, case.tightest, within=ROUNDED), str(rounded)
    assert rounded.certainty is Certainty.NUMERIC or "nothing to compare" in rounded.note
    assert (rounded.notion, rounded.parameter) == (case.notion, case.free)


@pytest.mark.parametrize("case", [c for c in CASES if repr(in_floats(c.given)) != repr(c.given)], ids=str)
def test_a_prior_in_floating_point_numbers_certifies_nothing(case: Case) -> None:
    found = NOTIONS[case.notion].tightest(case.mechanism, **in_floats(case.given))
    assert agrees(found.value, case.tightest, within=ROUNDED), str(found)
    assert found.certainty is Certainty.NUMERIC or "nothing to compare" in found.note


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_notion_holds_above_its_tightest_parameter_and_fails_below(case: Case) -> None:
    around(NOTIONS[case.notion], case.mechanism, case.free, case.tightest, case.given)


def test_d_privacy_bounds_every_ordered_pair_of_datasets() -> None:
    tight = NOTIONS["d-privacy"].tightest(STEP)
    assert tight.certainty is Certainty.CERTIFIED
    assert agrees(tight.value[((0,), (1,))], "log(4)")
    assert agrees(tight.value[((1,), (0,))], "log(7/4)")
    far = NOTIONS["d-privacy"].tightest(FALLING).value
    assert agrees(far[((), (1, 1))], "log(128)")
    holds = NOTIONS["d-privacy"].holds
    assert holds(STEP, d={((0,), (1,)): "log(4)", ((1,), (0,)): "log(7/4)"}).holds is True
    assert holds(STEP, d={((0,), (1,)): "log(4)", ((1,), (0,)): "log(7/4) - 1/1000"}).holds is False
    assert holds(STEP, d={((0,), (1,)): "log(7/4)", ((1,), (0,)): "log(4)"}).holds is False
    assert holds(STEP, d={((0,), (1,)): "inf", ((1,), (0,)): "log(7/4)"}).holds is True


def test_personalized_dp_has_a_level_for_each_owner() -> None:
    notion = NOTIONS["personalized-dp"]
    owner = {"ann": "Ann", "bob": "Bob"}
    tight = notion.tightest(TWO_PEOPLE, owner=owner)
    assert tight.certainty is Certainty.CERTIFIED
    assert set(tight.value) == {"Ann", "Bob"}
    assert agrees(tight.value["Ann"], "log(4)")
    assert agrees(tight.value["Bob"], "log(32)")
    assert notion.holds(TWO_PEOPLE, owner=owner, Psi={"Ann": "log(4)", "Bob": "log(32)"}).holds is True
    assert notion.holds(TWO_PEOPLE, owner=owner, Psi={"Ann": "log(4) - 1/1000", "Bob": "inf"}).holds is False
    assert notion.holds(TWO_PEOPLE, owner=owner, Psi={"Ann": "inf", "Bob": "log(32) - 1/1000"}).holds is False
    rising = coin({(): F(1, 4), ("ann",): F(1, 2)})
    assert agrees(notion.tightest(rising, owner=owner).value["Ann"], "log(2)")  # removing is counted as adding is


def test_personalized_dp_does_not_replace_records() -> None:
    assert NOTIONS["personalized-dp"].tightest(powers({("ann",): 1, ("bob",): 9}), owner=lambda r: r).value == {}


def test_tailored_dp_takes_the_level_of_the_dataset_that_has_the_record() -> None:
    notion = NOTIONS["tailored-dp"]
    tight = notion.tightest(TWO_PEOPLE)
    expected = {("ann", ("ann",)): 1, ("bob", ("bob",)): 4, ("ann", ("ann", "bob")): 2, ("bob", ("ann", "bob")): 5}
    assert set(tight.value) == set(expected)
    assert all(agrees(tight.value[k], f"log({2**e})") for k, e in expected.items())
    assert notion.holds(TWO_PEOPLE, Psi={k: f"log({2**e})" for k, e in expected.items()}).holds is True
    for spoilt in expected:
        levels = {k: f"log({2**e})" + ("- 1/1000" if k == spoilt else "") for k, e in expected.items()}
        verdict = notion.holds(TWO_PEOPLE, Psi=levels)
        assert (verdict.holds, verdict.certainty) == (False, Certainty.CERTIFIED)


def test_outlier_privacy_has_a_level_for_each_degree() -> None:
    notion = NOTIONS["outlier-privacy"]
    alone = lambda _record, dataset: 1 if len(dataset) == 1 else 2  # noqa: E731
    tight = notion.tightest(TWO_PEOPLE, outlierness=alone)
    assert agrees(tight.value[1], "log(16)")  # Bob, alone
    assert agrees(tight.value[2], "log(32)")  # Bob, with Ann
    assert notion.holds(TWO_PEOPLE, outlierness=alone, epsilon={1: "log(16)", 2: "log(32)"}).holds is True
    assert notion.holds(TWO_PEOPLE, outlierness=alone, epsilon={1: "log(16) - 1/1000", 2: "log(32)"}).holds is False
    assert notion.holds(TWO_PEOPLE, outlierness=alone, epsilon={1: "log(32)", 2: "log(16)"}).holds is False


def test_input_discriminative_dp_takes_the_levels_of_an_ordered_pair() -> None:
    notion = NOTIONS["input-discriminative-dp"]
    levels = {(0,): 1, (1,): 2}
    tight = notion.tightest(STEP, epsilonbar=levels)
    assert agrees(tight.value[1.0, 2.0], "log(4)")
    assert agrees(tight.value[2.0, 1.0], "log(7/4)")
    assert notion.holds(STEP, epsilonbar=levels, Psi={(1, 2): "log(4)", (2, 1): "log(7/4)"}).holds is True
    assert notion.holds(STEP, epsilonbar=levels, Psi={(1, 2): "log(7/4)", (2, 1): "log(4)"}).holds is False
    # minID: the smaller level counts, and 1 < ln 4 < 3/2
    assert notion.holds(STEP, epsilonbar=levels, Psi=min).holds is False
    assert notion.holds(STEP, epsilonbar={(0,): "3/2", (1,): 2}, Psi=min).holds is True
    assert agrees(notion.tightest(FALLING, epsilonbar=len).value[1.0, 2.0], "log(16)")
    assert (0.0, 2.0) not in notion.tightest(FALLING, epsilonbar=len).value


def test_f_dp_is_the_lower_hull_of_all_tests() -> None:
    notion = NOTIONS["f-dp"]
    for mechanism in (RESPONSE, JOINING):
        assert notion.tightest(mechanism).value.corners == TENT
    # from 0 to 1 the best test rejects on no: (1/2, 1/4); from 1 to 0 on yes: (1/4, 1/2)
    assert notion.tightest(SKEWED).value.corners == ((0, 1), (F(1, 4), F(1, 2)), (F(1, 2), F(1, 4)), (1, 0))
    one_way = FiniteMechanism([(0,), (1,)], ["yes", "no"], SKEW, neighbours=[((0,), (1,))])
    assert notion.tightest(one_way).value.corners == ((0, 1), (F(1, 2), F(1, 4)), (1, 0))
    verdict = notion.holds(RESPONSE, f=TENT)
    assert (verdict.holds, verdict.certainty) == (True, Certainty.CERTIFIED)
    verdict = notion.holds(RESPONSE, f=[(0, 1), ("1/4", "26/100"), (1, 0)])
    assert (verdict.holds, verdict.certainty) == (False, Certainty.CERTIFIED)
    assert notion.holds(one_way, f=[(0, 1), ("1/2", "1/4"), (1, 0)]).holds is True
    assert notion.holds(one_way, f=[(0, 1), ("1/4", "1/2"), ("1/2", "1/4"), (1, 0)]).holds is True
    assert notion.holds(one_way, f=[(0, 1), ("1/2", "26/100"), (1, 0)]).holds is False


def test_f_dp_against_a_gaussian_curve_is_gaussian_dp() -> None:
    assert NOTIONS["f-dp"].holds(RESPONSE, f="gaussian:1.34898").holds is True
    assert NOTIONS["f-dp"].holds(RESPONSE, f="gaussian:1.34897").holds is False


@pytest.mark.parametrize(
    "corners", [[(0, 1), ("1/2", "1/2"), ("3/4", "1/8"), (1, 0)], [(0, 1), ("1/2", "3/4"), (1, 0)], [(0, "1/4"), (1, "1/2")]]
)
def test_a_trade_off_function_is_convex_does_not_rise_and_lies_below_the_perfect_one(corners: Any) -> None:
    with pytest.raises(BlockError, match="trade-off function"):
        NOTIONS["f-dp"].holds(RESPONSE, f=corners)


def test_weak_federated_dp_looks_at_one_client_and_strong_federated_dp_at_all_others_together() -> None:
    weak, strong = NOTIONS["weak-federated-f-dp"], NOTIONS["strong-federated-f-dp"]
    assert weak.tightest(shares(), C=3).value.corners == PERFECT
    assert strong.tightest(shares(), C=3).value.corners == ((0, 0), (1, 0))
    assert weak.holds(shares(), C=3, f=PERFECT).holds is True
    assert strong.holds(shares(), C=3, f=PERFECT).holds is False
    assert strong.holds(shares(), C=3, f=[(0, "1/100"), (1, 0)]).holds is False


@pytest.mark.parametrize("name", ["weak-federated-f-dp", "strong-federated-f-dp"])
def test_a_client_need_not_be_protected_from_itself(name: str) -> None:
    notion = NOTIONS[name]
    echo = FiniteMechanism.from_function([((0,), ()), ((1,), ())], lambda d: {(d[0], a): p for a, p in answer(d[0][0]).items()})
    assert notion.tightest(echo, C=2).value.corners == TENT
    assert notion.holds(echo, C=2, f=TENT).holds is True
    assert notion.holds(echo, C=2, f=[(0, 1), ("1/4", "26/100"), (1, 0)]).holds is False
    # two clients change at once: not compared
    twins = FiniteMechanism.deterministic([((0,), (0,)), ((1,), (1,))], lambda d: (d[0], d[1]))
    assert notion.tightest(twins, C=2).value.corners == PERFECT


def test_generic_dp_bounds_the_second_dataset_by_a_concave_function_of_the_first() -> None:
    notion = NOTIONS["generic-dp-kl10"]
    relation = [((0,), (1,))]
    # events of P = (1/2, 1/2), Q = (1/4, 3/4): the most of Q for the least of P is no
    (curve,) = notion.tightest(SKEWED, R=relation).value.values()
    assert curve.corners == ((0, 0), (F(1, 2), F(3, 4)), (1, 1))
    assert notion.holds(SKEWED, R=relation, M=lambda x: min(F(1), F(3, 2) * x)).holds is True
    assert notion.holds(SKEWED, R=relation, M=lambda x: min(F(1), F(149, 100) * x)).holds is False
    back = [((1,), (0,))]
    assert notion.tightest(SKEWED, R=back).value[(1,), (0,)].corners == ((0, 0), (F(1, 4), F(1, 2)), (1, 1))
    assert notion.holds(SKEWED, R=back, M=lambda x: min(F(1), F(3, 2) * x)).holds is False
    assert (
        notion.holds(
            SKEWED, R=relation + back, M={((0,), (1,)): lambda x: min(F(1), 3 * x / 2), ((1,), (0,)): lambda x: min(F(1), 2 * x)}
        ).holds
        is True
    )
    # mass where the first dataset has none needs M(0) > 0
    assert notion.tightest(coin({(0,): 1, (1,): F(1, 2)}), R=relation).value[(0,), (1,)].corners == ((0, F(1, 2)), (1, 1))


def test_abstract_dp_asks_its_predicate_about_every_event() -> None:
    notion = NOTIONS["abstract-dp"]
    relation = [((0,), (1,))]
    (events,) = notion.tightest(SKEWED, R=relation).value.values()
    assert events == {(0, 0), (F(1, 2), F(1, 4)), (F(1, 2), F(3, 4)), (1, 1)}
    assert notion.holds(SKEWED, R=relation, q=lambda a, b: a <= 2 * b).holds is True
    assert notion.holds(SKEWED, R=relation, q=lambda a, b: a <= F(199, 100) * b).holds is False
    assert notion.holds(SKEWED, R=relation, q=lambda a, b: b <= F(3, 2) * a).holds is True
    three = FiniteMechanism([(0,), (1,)], range(3), TENTHS)
    # only the event of the first two outputs has probabilities .4 and .22
    assert notion.holds(three, R=relation, q=lambda a, b: (a, b) != (F(2, 5), F(11, 50))).holds is False
    assert notion.holds(three, R=relation, q={((0,), (1,)): lambda a, b: a <= 5 * b}).holds is True


@pytest.mark.parametrize(
    ("notion", "laws", "given", "free", "expected"),
    [
        ("renyi-dp", SKEW, {"epsilon": "log(4/3)"}, "alpha", 2),  # D_2 there; back D_2 is smaller
        ("renyi-dp", SKEW, {"epsilon": "log(2)"}, "alpha", "inf"),
        ("fk-divergence-dp", SKEW, {"epsilon": "sqrt(1/3)"}, "k", 2),
        ("fk-divergence-dp", SKEW, {"epsilon": 1}, "k", "inf"),  # |p/q - 1| ≤ 1
        ("bounded-concentrated-dp", SKEW, {"xi": "log(4/3)", "rho": 0}, "omega", 2),
        ("bounded-concentrated-dp", PEAK, {"xi": 0, "rho": "log(130/49)/2"}, "omega", 2),  # D_α/α still rises at 2
        ("truncated-codp-bdrs18", PEAK, {"rho": "log(130/49)/2"}, "omega", 2),
        ("truncated-codp-bdrs18", EVEN, {"rho": "0.55"}, "omega", "inf"),  # > ½ ln 3
    ],
)
def test_an_order_is_found_numerically(notion: str, laws: Laws, given: dict[str, Any], free: str, expected: Any) -> None:
    mechanism = FiniteMechanism([(0,), (1,)], ["yes", "no"], laws)
    found = NOTIONS[notion].tightest(mechanism, **given)
    assert (found.parameter, found.certainty) == (free, Certainty.NUMERIC)
    assert agrees(found.value, expected, within=1e-5)


def test_a_search_that_finds_nothing_says_so() -> None:
    found = NOTIONS["group-privacy"].tightest(PILE, epsilon="log(2)")  # a single record costs ln 8
    assert agrees(found.value, 0)
    assert found.attained is False


def test_group_privacy_follows_a_mechanisms_own_neighbours() -> None:
    ends = [((a,), (b,)) for a, b in ((0, 1), (1, 2), (2, 3))]
    path = FiniteMechanism(
        [(n,) for n in range(4)],
        ["yes", "no"],
        [(F(1, 2**e), 1 - F(1, 2**e)) for e in (1, 2, 3, 4)],
        neighbours=ends + [(b, a) for a, b in ends],
    )
    assert agrees(NOTIONS["group-privacy"].tightest(path, c=3).value, "log(8)")
    assert agrees(NOTIONS["group-privacy"].tightest(path, epsilon="log(4)").value, 2)
    assert agrees(NOTIONS["group-privacy"].tightest(path, epsilon="log(8)").value, "inf")


def test_a_prior_on_the_empty_dataset_has_no_record_to_learn_about() -> None:
    found = NOTIONS["aposteriori-noiseless-privacy"].tightest(JOINING, Theta=[Prior.of({(): F(1)})])
    assert agrees(found.value, 0)


def test_an_infinite_budget_covers_distance_zero() -> None:
    for name, rest in (("smooth-dp", {}), ("pseudo-metric-dp", {"delta": 0})):
        assert NOTIONS[name].holds(RESPONSE, d=[[0, 0], [0, 0]], epsilon="inf", **rest).holds is True


@pytest.mark.parametrize("reduction", [*CLAIMED, *FOLLOWING], ids=str)
def test_pure_dp_is_a_special_case(reduction: Reduction) -> None:
    for seed in range(8):
        mechanism = some(seed, reduction.datasets)
        epsilon = pure(mechanism, reduction.pairs)
        if isinstance(reduction.as_, Threshold):
            if epsilon.infinite:
                assert reduction.as_.holds(mechanism, value("log(1000)")).holds is False
                continue
            verdict = reduction.as_.holds(mechanism, epsilon)
            assert (verdict.holds, verdict.certainty) in ((True, Certainty.CERTIFIED), (True, Certainty.NUMERIC)), (seed, verdict)
            if epsilon > 0:
                assert reduction.as_.holds(mechanism, log_below(epsilon)).holds is False, seed
        else:
            found = reduction.as_(mechanism)
            approached = epsilon.infinite and reduction.within > EXACT and found > NEARLY_INFINITE
            assert approached or agrees(found, epsilon, within=reduction.within), seed


def test_every_claim_that_pure_dp_is_a_special_case_is_tested(zoo: Zoo) -> None:
    tested = {(r.of, r.onto) for r in CLAIMED}
    claimed = {
        (name, relation.object)
        for name in ("epsilon-dp", "bounded-dp", "unbounded-dp")
        for relation in zoo[name].record.relations
        if relation.kind.value == "special_case_of" and relation.disputed is None and relation.object in HERE
    }
    assert tested == claimed


def test_the_executable_notions_are_those_whose_records_say_so(zoo: Zoo) -> None:
    assert set(executables()) == {n.id for n in zoo.notions() if n.record.executable is True}


def test_an_executable_has_the_parameters_of_its_record(zoo: Zoo) -> None:
    for name, notion in executables().items():
        parameters = zoo[name].record.parameters
        assert set(parameters) <= {*notion.quantitative, *notion.structure}, name
        assert set(notion.quantitative) <= set(zoo[name].record.quantitative), name
        assert notion.quantitative == tuple(p for p in parameters if p in notion.quantitative), name


def test_a_structural_parameter_has_the_sort_of_its_record(zoo: Zoo) -> None:
    for name, notion in executables().items():
        for parameter in zoo[name].record.structural:
            assert notion.structure[parameter].sort == zoo[name].record.parameters[parameter].sort, (name, parameter)


def test_values_below_a_parameters_domain_are_refused(zoo: Zoo) -> None:
    for name, notion in executables().items():
        for parameter in notion.quantitative:
            domain = zoo[name].record.parameters[parameter].domain_constraint
            if domain is None:
                continue
            for number in (F(-1), F(0), F(1, 2), F(1)):
                if domain.holds({parameter: float(number)}):
                    notion.read_value(parameter, number)
                else:
                    with pytest.raises(BlockError, match=parameter):
                        notion.read_value(parameter, number)


def test_every_executable_notion_has_a_value_worked_out_by_hand() -> None:
    """Here, or in a test of its own; simulators have theirs."""
    elsewhere = [import_module(f"test_{m}") for m in ("census_notions", "later_notions", "parties_and_growing_data")]
    worked_out = set().union(*(m.WORKED_OUT for m in elsewhere))
    simulators = {
        "distributional-dp", "coupled-worlds-privacy", "zero-knowledge-privacy", "typical-stability", "bounded-leakage-dp",
        "inference-based-coupled-worlds-privacy", "inference-based-distributional-dp", "subspace-dp", "semantic-privacy",
    }  # fmt: skip
    assert worked_out | HERE | simulators == set(executables())
