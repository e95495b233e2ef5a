"""Blocks and notions at their edges: infinite ε, ties, outputs that one side never gives, numbers that nothing tells apart."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import mpmath
import numpy as np
import pytest
from by_hand import about, agrees, coin, powers

from dpzoo.blocks import divergences as d
from dpzoo.blocks import prior_structures, record_structures, simulator_structures, standards, structures, units
from dpzoo.blocks.compared_pairs import DatasetPair
from dpzoo.blocks.concentrated import subgaussian_variance
from dpzoo.blocks.finite_mechanism import FiniteMechanism
from dpzoo.blocks.generators import CHI_SQUARE, restricted_divergence
from dpzoo.blocks.priors import Prior
from dpzoo.blocks.tradeoff import above, gaussian_mu, gaussian_tradeoff, tradeoff
from dpzoo.notions.combined.beliefs import Adversarial
from dpzoo.notions.registry import executables
from dpzoo.notions.results import NOTHING, Certainty, Frontier
from dpzoo.numbers.errors import BlockError
from dpzoo.numbers.real import real

F = Fraction
NOTIONS = executables()
EVEN, SKEW = ((F(3, 4), F(1, 4)), (F(1, 4), F(3, 4))), ((F(1, 2), F(1, 2)), (F(1, 4), F(3, 4)))
CERTAIN = ((F(1), F(0)), (F(1, 2), F(1, 2)))


def exactly(*probabilities: Fraction) -> np.ndarray:
    return np.array(probabilities, dtype=object)


def pair(laws: Sequence[Sequence[Fraction]], *, back: bool = False) -> FiniteMechanism:
    """Two neighbours with these laws, compared from the first to the second (or back)."""
    ends = ((1,), (0,)) if back else ((0,), (1,))
    return FiniteMechanism([(0,), (1,)], range(len(laws[0])), laws, neighbours=[ends])


def law(rows: Mapping[Any, Mapping[Any, Any]]) -> FiniteMechanism:
    return FiniteMechanism.from_function(list(rows), lambda d: {o: F(p) for o, p in rows[d].items()})


# divergences and standards --------------------------------------------------------------------------------------------


def test_at_infinite_epsilon_delta_is_what_the_other_side_never_gives() -> None:
    """δ(∞) = P[Q = 0], in floats as in fractions."""
    p, q = np.array([0.5, 0.25, 0.25]), np.array([0.75, 0.25, 0.0])
    assert d.hockey_stick(p, q, math.inf) == 0.25
    both = d.hockey_stick(np.stack([p, p]), np.stack([q, q]), np.array([math.inf, 0.5]))
    assert both.tolist() == pytest.approx([0.25, 0.125 + 0.125 + 0.25])
    assert d.hockey_stick(exactly(F(1, 2), F(1, 4), F(1, 4)), exactly(F(3, 4), F(1, 4), F(0)), math.inf).rational == F(1, 4)


@pytest.mark.parametrize("digits", [10, 40, 60, 100])
def test_a_loss_that_hardly_varies_has_a_subgaussian_parameter_all_the_same(digits: int) -> None:
    """Two values of the loss, both of chance 1/2 and R apart, have τ = R/2 (Hoeffding): here R = ln((½ + x)/(½ - x))."""
    x = F(1, 10**digits)
    found = subgaussian_variance(exactly(F(1, 2), F(1, 2)), exactly(F(1, 2) + x, F(1, 2) - x))
    with mpmath.workdps(digits + 40):
        small = mpmath.mpf(10) ** -digits
        truth = (mpmath.log((1 + 2 * small) / (1 - 2 * small)) / 2) ** 2
        low, high = found.bounds
        assert 0 < low <= truth <= high
        assert high < low * (1 + 1e-8)


def test_beside_a_rare_loss_the_subgaussian_parameter_stays_enclosed() -> None:
    """Kearns & Saul for two values R apart, the first with chance x = 2^-1000: R²(1 - 2x)/(2 ln((1 - x)/x))."""
    rare = F(1, 2**1000)
    low, high = subgaussian_variance(exactly(rare, 1 - rare), exactly(rare / 2, 1 - rare / 2)).bounds
    truth = math.log(2) ** 2 / (2 * 1000 * math.log(2))
    assert low <= truth <= high < 1


def test_laws_that_are_equal_or_differ_by_a_factor_have_a_loss_without_variance() -> None:
    half = exactly(F(1, 2), F(1, 2))
    for p, q in ((half, half), (exactly(F(1), F(0)), half)):
        assert subgaussian_variance(p, q).rational == 0


@pytest.mark.parametrize(
    ("notion", "laws", "given", "free", "expected"),
    [
        ("fk-divergence-dp", CERTAIN, {"epsilon": 1}, "k", 1),  # back Σ|p - q| = 1 at k = 1, and infinite beyond
        ("bounded-concentrated-dp", ((F(1),), (F(1),)), {"xi": 0, "rho": 0}, "omega", "inf"),  # equal laws: D = 0
    ],
)
def test_an_order_at_the_end_of_its_range(notion: str, laws: Any, given: dict[str, Any], free: str, expected: Any) -> None:
    found = NOTIONS[notion].tightest(FiniteMechanism([(0,), (1,)], range(len(laws[0])), laws), **given)
    assert found.parameter == free
    assert agrees(found.value, expected)


def test_a_curve_that_touches_its_bound_is_left_undecided() -> None:
    """T of randomised response has the corner (¼, ¼), and with μ = 2Φ⁻¹(¾) so has G_μ: no enclosure tells the two apart."""
    p, q = (exactly(*law) for law in EVEN)
    curve = tradeoff(p, q)
    assert above(curve, gaussian_tradeoff(gaussian_mu(p, q))) == (None, (F(1, 4), F(1, 4)))


@pytest.mark.parametrize("rho", ["1/10", "1/5", "1/2"])
def test_the_offset_of_concentrated_dp_contains_the_supremum_over_all_orders(rho: str) -> None:
    """ξ = sup D_α - ρα, which an order inside decides: mpmath's maximum lies between the certified ends."""
    p, q = (F(1, 100), F(99, 100)), (F(1, 10000), F(9999, 10000))
    low, high = NOTIONS["zero-concentrated-dp"].tightest(pair((p, q)), rho=rho).value.bounds
    with mpmath.workdps(40):
        one, other = ([mpmath.mpf(x.numerator) / x.denominator for x in law] for law in (p, q))

        def at(order: mpmath.mpf) -> mpmath.mpf:
            total = sum(a * (a / b) ** (order - 1) for a, b in zip(one, other, strict=True))
            return mpmath.log(total) / (order - 1) - mpmath.mpf(F(rho).numerator) / F(rho).denominator * order

        peak = max((at(mpmath.mpf(k) / 100), mpmath.mpf(k) / 100) for k in range(101, 4000, 7))[1]
        truth = at(mpmath.findroot(lambda x: mpmath.diff(at, x), peak))
    assert low <= truth <= high
    assert high - low < 1e-8 * high


def test_outputs_that_one_side_never_gives_lose_everything() -> None:
    """The loss is infinite with the probability of what Q never gives, so that no finite ε drops it."""
    p, q = exactly(F(1, 4), F(3, 4)), exactly(F(0), F(1))
    for factor in (1, 2, 1000):
        assert d.probabilistic_delta(p, q, factor).rational == F(1, 4)
    assert float(d.probabilistic_epsilon(p, q, F(1, 4))) == 0.0
    assert d.probabilistic_epsilon(p, q, F(1, 5)).infinite


def test_setting_outputs_aside_is_the_best_of_all_choices() -> None:
    """Relaxed DP sets a set of outputs aside: against every choice of one, for random laws on eight outputs."""
    rng = random.Random(5)
    for _ in range(12):
        p, q = ([F(w, sum(ws)) for w in ws] for ws in ([rng.randint(1, 60) for _ in range(8)] for _ in range(2)))
        over = [k for k in range(8) if p[k] > q[k]]
        sets = [c for n in range(len(over) + 1) for c in itertools.combinations(over, n)]
        mass = {c: sum((p[k] for k in c), F(0)) for c in sets}
        left = {c: sum((p[k] - q[k] for k in over if k not in c), F(0)) for c in sets}
        for bound in (F(1, 20), F(1, 10), F(1, 5), F(3, 10)):
            for free, other, found in (
                ("delta_a", "delta_p", min(left[c] for c in sets if mass[c] <= bound)),
                ("delta_p", "delta_a", min(mass[c] for c in sets if left[c] <= bound)),
            ):
                tight = standards.RelaxedLoss().solve(exactly(*p), exactly(*q), free, {"epsilon": real(0), other: real(bound)})
                assert tight.rational == found


def test_test_functions_against_the_conjugate_of_total_variation() -> None:
    """f*(x) = max(x, -1/2) for x ≤ 1/2 and infinite beyond: E_P[h] - E_Q[f*(h)] of two outputs, by hand."""
    laws = ((F(9, 10), F(1, 10)), (F(1, 10), F(9, 10)))
    for tests, expected in (
        ([["1/2", "-1/2"]], F(4, 5)),  # .4 + .4 attains the total variation
        ([["1/2", -1]], F(3, 4)),  # .35 + .4
        ([[1, 0]], F(0)),  # infinitely many lost
    ):
        assert agrees(NOTIONS["capacity-bounded-dp"].tightest(pair(laws), H=tests, f="total-variation").value, expected)


def test_the_radius_of_two_reports_is_where_both_are_equally_far() -> None:
    """D_2 of (1/2, 1/2) and of (1/8, 7/8) from (5/16, 11/16) is ln(4/5 + 4/11) = ln(64/55): no law is nearer to both."""
    reports = FiniteMechanism([("a",), ("b",)], [0, 1], [[F(1, 2), F(1, 2)], [F(1, 8), F(7, 8)]])
    found = NOTIONS["maximal-alpha-leakage"].tightest(reports, alpha=2)
    assert agrees(found.value, "log(64/55)", within=1e-8)
    assert found.tolerance < 1e-8


def test_the_capacity_of_a_z_channel() -> None:
    """ln(1 + (1 - x)·x^(x/(1 - x))) if one of two bits is kept and the other one flips with probability x = 1/2: ln(5/4)."""
    reports = FiniteMechanism([(0,), (1,)], [0, 1], [[F(1), F(0)], [F(1, 2), F(1, 2)]])
    assert agrees(NOTIONS["channel-capacity-limit"].tightest(reports).value, "log(5/4)", within=1e-8)


# what shows a loss ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("notion", "given", "event", "left", "right"),
    [
        ("epsilon-dp", {}, (0,), "1/2", "1/4"),  # the largest ratio is 2, at the first output
        ("indistinguishable-privacy", {}, (0,), "1/2", "1/4"),
        ("range-bounded-privacy", {}, (0,), "1/2", "1/4"),
        ("approximate-dp", {"epsilon": "log(3/2)"}, (0,), "1/2", "1/4"),
        ("approximate-dp", {"epsilon": "log(4)"}, (0,), "1/2", "1/4"),  # no output exceeds e^ε: the largest ratio shows it
        ("total-variation-privacy", {}, (0,), "1/2", "1/4"),
        ("near-access-freeness", {}, (0,), "1/2", "1/4"),
    ],
)
def test_the_event_that_shows_a_loss(notion: str, given: dict[str, Any], event: Any, left: str, right: str) -> None:
    mechanism = FiniteMechanism([(), (1,)], [0, 1], SKEW) if notion == "near-access-freeness" else pair(SKEW)
    worst = NOTIONS[notion].tightest(mechanism, **given).worst
    first = "()" if notion == "near-access-freeness" else "(0)"
    assert (worst.left, worst.right) == (first, "(1)")
    assert (worst.event, worst.probability_left, worst.probability_right) == (event, F(left), F(right))
    assert str(worst) == f"{first} against (1), outputs {{0}}: {left} against {right}"


def test_the_event_of_the_largest_ratio_shows_a_relative_increase() -> None:
    """P(S)/Q(S) is 2 at the first output and 2/3 at the second."""
    shown = standards.RelativeIncrease().event(np.array([0.5, 0.5]), np.array([0.25, 0.75]), {})
    assert shown.tolist() == [True, False]


def test_a_frontier_of_independent_parameters_names_its_worst_pair() -> None:
    """The mean of the loss and its range do not depend on each other, and one pair shows both."""
    found = NOTIONS["mean-concentrated-dp"].tightest(pair(SKEW))
    assert isinstance(found, Frontier)
    assert (found.worst.left, found.worst.right) == ("(0)", "(1)")


# ties and empty things ------------------------------------------------------------------------------------------------


def test_places_of_equal_chance_are_taken_in_the_order_of_the_records() -> None:
    """Three places of chance 1/3: with δ = 1/3 two are kept, the first two; they differ by a factor of 2."""
    mechanism = powers({("a",): 1, ("b",): 2, ("c",): 9})
    found = NOTIONS["dp-on-delta-location-set"].tightest(mechanism, prior={"c": F(1, 3), "b": F(1, 3), "a": F(1, 3)}, delta="1/3")
    assert agrees(found.value, "log(2)")


def test_graphs_without_edges_have_a_first_number_of_edges() -> None:
    """One graph alone: nothing is compared, whatever the number of edges that change."""
    found = NOTIONS["k-edge-dp"].tightest(coin({(): F(1, 2)}), epsilon=1)
    assert found.nothing or found.value.infinite


# simulators and beliefs -----------------------------------------------------------------------------------------------

BIT = Prior.of({(0,): F(1, 2), (1,): F(1, 2)})
TELLS = FiniteMechanism([(0,), (1,)], [0, 1], EVEN)
"""Randomised response with two coins."""


def test_two_worlds_that_one_simulator_cannot_serve_are_named() -> None:
    """A blanked bit: a law within e^ε of (3/4, 1/4) and (1/4, 3/4) exists from e^ε = 2 on; both worlds speak against less."""
    notion = NOTIONS["distributional-dp"]
    assert agrees(notion.tightest(TELLS, Theta=[BIT]).value, "log(2)")
    refused = notion.holds(TELLS, Theta=[BIT], epsilon="log(3/2)")
    assert refused.holds is False
    assert {refused.worst.left, refused.worst.right} == {"θ, D(1) = 0", "θ, D(1) = 1"}
    told = notion.holds(TELLS, Theta=[BIT], epsilon="log(2)")
    assert (told.holds, told.note) == (True, "a simulator exists")
    assert notion.holds(TELLS.as_floats(), Theta=[BIT], epsilon="log(2)").holds is True
    assert notion.holds(TELLS.as_floats(), Theta=[BIT], epsilon="log(199/100)").holds is False


def test_a_level_too_near_to_the_least_one_is_left_undecided() -> None:
    """e^ε = 2(1 ± 10^-30) is not told apart from 2 by two floats around it."""
    for sign in ("+", "-"):
        found = NOTIONS["distributional-dp"].holds(TELLS, Theta=[BIT], epsilon=f"log(2) {sign} 1/10**30")
        assert (found.holds, found.certainty) == (None, Certainty.UNDECIDED)
        assert found.note == "neither a simulator nor a proof that there is none was found at the precision limit"


def test_small_probabilities_are_the_first_open_parameter_of_a_frontier() -> None:
    """Typical stability at ε = 0: one law within 1/4 of (3/4, 1/4) and (1/4, 3/4), unless half of the datasets is exempt."""
    found = NOTIONS["typical-stability"].tightest(TELLS, Theta=[BIT], epsilon=0)
    assert found.parameters == ("gamma", "delta")
    assert [(x.rational, y.rational) for x, y in found.points] == [(F(k, 20), F(1, 4)) for k in range(5)]


def test_beliefs_that_nothing_changes_need_no_slack() -> None:
    constant = FiniteMechanism([(0,), (1,)], [0, 1], [SKEW[0]] * 2)
    found = NOTIONS["inference-based-distributional-dp"].tightest(constant, Theta=[BIT], epsilon=0)
    assert agrees(found.value, 0)


def test_leaks_are_read_in_floats_too() -> None:
    """A flip that is leaked: the output and the leak together show the bit."""
    rows = [{(o, o ^ b): TELLS.probability((b,), o) for o in (0, 1)} for b in (0, 1)]
    rounded = [{k: float(w) for k, w in row.items()} for row in rows]
    for mechanism, given in ((TELLS, rows), (TELLS.as_floats(), rounded)):
        assert float(NOTIONS["bounded-leakage-dp"].tightest(mechanism, P=given, delta=0).value) == math.inf
    with pytest.raises(BlockError, match="they must agree"):
        NOTIONS["bounded-leakage-dp"].tightest(TELLS.as_floats(), P=[{(0, 0): 0.7, (1, 1): 0.3}] * 2, delta=0)


def test_who_believes_what_is_named() -> None:
    """Noiseless privacy names the prior, with the background knowledge if there is any, and the two values of the record."""
    informed = Prior.known({(a, b): F(1, 4) for a in (0, 1) for b in (0, 1)}, lambda d: d[1])
    of_both = FiniteMechanism.from_function(
        [(a, b) for a in (0, 1) for b in (0, 1)], lambda d: {0: EVEN[d[0]][0], 1: EVEN[d[0]][1]}
    )
    worst = NOTIONS["noiseless-privacy"].tightest(of_both, Theta=[informed]).worst
    assert {worst.left, worst.right} == {"θ, B = 0, D(1) = 0", "θ, B = 0, D(1) = 1"}
    attacker = {"prior": Prior.of({(a, b): F(1, 4) for a in (0, 1) for b in (0, 1)}), "target": 0}
    for known, shown in (((), ""), ((1,), ", D(2) = (0)")):
        found = NOTIONS["prior-dp"].tightest(of_both, A=[{**attacker, "known": known}]).worst
        assert {found.left, found.right} == {f"θ{shown}, D(1) = 0", f"θ{shown}, D(1) = 1"}


def test_no_slack_of_an_attack_is_rounded() -> None:
    """Two answers, each right with 3/8 and for fresh data with 1/4: 2(3/8 - 4/3·1/4) = 1/12, exactly."""
    either = Prior.of({("a",): F(1, 2), ("b",): F(1, 2)})
    reports = FiniteMechanism([("a",), ("b",)], [0, 1], EVEN)
    found = NOTIONS["narcissus-resiliency"].tightest(
        reports, Theta=[either], rho=[(("a",), "a"), (("b",), "b")], epsilon="log(4/3)"
    )
    assert found.value.rational == F(1, 12)


def test_only_records_that_may_be_replaced_are_reconstructed() -> None:
    """A dataset whose variants the mechanism does not have is passed over: 3/4 as for randomised response alone."""
    reports = FiniteMechanism([("a",), ("b",), ("a", "z")], [0, 1], [*EVEN, (F(1), F(0))])
    given = {"prior": {"a": F(3, 4), "b": F(1, 4)}, "rho": [("a", "a"), ("b", "b")]}
    assert agrees(NOTIONS["reconstruction-robustness"].tightest(reports, **given).value, "3/4")


def test_the_farthest_class_of_a_table_decides() -> None:
    """t-closeness: x has one ill row of two and y none, of three rows in all: |1/2 - 1/3| = 1/6 and |0 - 1/3| = 1/3."""
    table = (("x", "ill"), ("x", "well"), ("y", "well"))
    found = NOTIONS["t-closeness"].tightest(FiniteMechanism.deterministic([()], lambda _: table), Q=[0], S=1)
    assert agrees(found.value, "1/3")


def test_where_no_number_will_do_there_is_none() -> None:
    """A bit has one alternative, so that no loss hides it among seven."""
    found = NOTIONS["relaxed-indistinguishability"].tightest(TELLS, l=7)
    about(found, NOTIONS["relaxed-indistinguishability"], "epsilon", {"l": 7})
    assert (found.value.infinite, found.attained, found.note) == (1, False, "no value holds")


def test_floats_certify_nothing_about_scores() -> None:
    """Persuasive privacy at κ = ln(3/2), by the logarithmic score: either answer raises the truth from 1/2 to 3/4."""
    doubt = {"Theta": [Prior.of({("a",): 0.5, ("b",): 0.5})], "delta": 0.25}
    found = NOTIONS["persuasive-privacy"].tightest(FiniteMechanism([("a",), ("b",)], [0, 1], EVEN).as_floats(), **doubt)
    assert found.certainty is Certainty.NUMERIC
    assert agrees(found.value, "log(3/2)", within=1e-9)


def test_a_larger_number_that_is_better_is_compared_as_such_in_floats() -> None:
    """Bayes security of randomised response is 1/2, and larger is better."""
    reports = FiniteMechanism([("a",), ("b",)], [0, 1], EVEN).as_floats()
    assert NOTIONS["bayes-security"].holds(reports, beta="1/4").holds is True
    assert NOTIONS["bayes-security"].holds(reports, beta="3/4").holds is False


def test_the_smoothed_loss_at_a_slack() -> None:
    """δ of either bit is 3/4 - e^ε/4, so that δ = 1/4 is met at ε = ln 2, whatever the law of the bit."""
    found = NOTIONS["smoothed-dp"].tightest(TELLS, Theta=[{0: F(1, 2), 1: F(1, 2)}], delta="1/4")
    about(found, NOTIONS["smoothed-dp"], "epsilon", {"delta": "1/4"})
    assert agrees(found.value, "log(2)", within=1e-8)


def test_directions_may_be_irrational() -> None:
    """Along (√½, √½) the outputs (0, 1) and (1, 0) fall together, and (0, 0) and (1, 1) do not."""
    shadows = FiniteMechanism(
        [(0,), (1,)], [(0, 0), (1, 0), (0, 1), (1, 1)], [[F(1, 2), F(1, 4), F(1, 4), 0], [0, 0, F(1, 2), F(1, 2)]]
    )
    found = NOTIONS["sliced-renyi-pufferfish"].tightest(
        shadows, Theta=[BIT], Phi=[([(0,)], [(1,)])], omega=[(("sqrt(1/2)", "sqrt(1/2)"), 1)], alpha="inf"
    )
    assert found.value.infinite
    same = FiniteMechanism([(0,), (1,)], [(1, 0), (0, 1)], [[F(1), F(0)], [F(0), F(1)]])
    found = NOTIONS["sliced-renyi-pufferfish"].tightest(
        same, Theta=[BIT], Phi=[([(0,)], [(1,)])], omega=[(("sqrt(1/2)", "sqrt(1/2)"), 1)], alpha="inf"
    )
    assert agrees(found.value, 0)


def test_a_refinement_may_be_a_function() -> None:
    """The refined output keeps the record: nothing is hidden any more."""
    assert agrees(NOTIONS["refinement-dp"].tightest(TELLS, g=lambda _, o: o).value, "log(3)")
    assert NOTIONS["refinement-dp"].tightest(TELLS, g=lambda d, o: (d, o)).value.infinite


def test_bits_are_counted_only_in_strings_of_bits() -> None:
    """Lists of strings of bits are compared entry by entry, and words are not made of bits."""
    assert units._bits_apart(("0", "01"), ("0", "00")) == 1
    assert units._bits_apart(("0", "01"), ("1", "010")) == 1 + 5
    with pytest.raises(BlockError, match="not made of bits"):
        units._bits_apart("ab", "ac")


def test_nothing_to_compare_is_said_of_tests_too() -> None:
    alone = FiniteMechanism([(0,)], [0, 1], [SKEW[0]])
    found, verdict = NOTIONS["f-dp"].tightest(alone), NOTIONS["f-dp"].holds(alone, f=[(0, 1), (1, 0)])
    assert (found.note, verdict.note) == (NOTHING, NOTHING)
    assert (verdict.holds, verdict.notion) == (True, "f-dp")


def test_a_mechanism_keeps_its_name() -> None:
    named = FiniteMechanism([(), (0,)], [0, 1], EVEN, name="two coins")
    assert named.as_floats().name == "two coins"
    assert named.post_process(lambda o: o).name == "two coins"
    assert named.subsample(F(1, 2), name="half of them").name == "half of them"
    assert Prior.of({(0,): 1}).name == "θ"


def test_what_is_impossible_without_a_change_is_not_compared() -> None:
    """Two equal bits and whether they differ: it is impossible that they do, and after a change of the first it says which."""
    copies = Prior.of({(0, 0): F(1, 2), (1, 1): F(1, 2)})
    differ = FiniteMechanism.deterministic([(a, b) for a in (0, 1) for b in (0, 1)], lambda d: int(d[0] != d[1]))
    assert NOTIONS["inference-based-causal-dp"].tightest(differ, Theta=[copies]).value.infinite


def test_one_belief_may_speak_against_every_simulator() -> None:
    """A blanked bit says nothing of it, whoever simulates: 1/4 is too far from 1/2 below ε = ln 2."""
    worst = NOTIONS["inference-based-distributional-dp"].tightest(TELLS, Theta=[BIT], delta=0).worst
    assert worst.right == "every simulator"


def test_pairs_say_what_is_removed_and_where() -> None:
    datasets = FiniteMechanism.deterministic([(), (7,), (7, 8)], len)
    assert units.removed(datasets) == [DatasetPair(1, 0, (0, 7)), DatasetPair(2, 1, (1, 8))]
    assert prior_structures._profiles({"a": F(1)}, FiniteMechanism.deterministic([("a",)], len), ()).name == "profile"


def test_the_largest_distance_and_the_largest_request_are_searched() -> None:
    """Below Δ = 2 lies one record (4 steps of 2), below 3 two (7 from () to (1, 1)); no deletion is covered at ε = 0."""
    steps = {(): 1, (0,): 2, (1,): 4, (0, 0): 3, (0, 1): 6, (1, 0): 5, (1, 1): 8}
    assert agrees(NOTIONS["constrained-dp"].tightest(powers(steps), d="edit", epsilon="log(16)").value, 2)
    gone = FiniteMechanism([(), ("x",), ("x", ("delete", "x")), (("delete",),)], [0, 1], [SKEW[0], SKEW[0], SKEW[1], SKEW[0]])
    for epsilon, most in ((0, 0), ("log(2)", "inf")):
        found = NOTIONS["approximate-unlearning"].tightest(gone, epsilon=epsilon, delta=0)
        assert agrees(found.value, most), str(found)


def test_an_upper_envelope_refutes_a_simulator_too() -> None:
    """Three values told truly with 1/2: the largest chances add up to 3/2 ≤ e^ε, and the worlds that say so are named."""
    told = FiniteMechanism.from_function(
        [(t,) for t in range(3)], lambda d: {o: F(1, 2) if o == d[0] else F(1, 4) for o in range(3)}
    )
    drawn = {"Theta": [Prior.of({(t,): F(1, 3) for t in range(3)})]}
    assert agrees(NOTIONS["distributional-dp"].tightest(told, **drawn).value, "log(3/2)")
    worst = NOTIONS["distributional-dp"].holds(told, **drawn, epsilon="log(7/5)").worst
    assert {worst.left, worst.right} < {f"θ, D(1) = {t}" for t in range(3)}
    assert worst.probability_left == F(1, 2)


def test_the_best_choice_of_exempt_datasets_says_which_two_are_left() -> None:
    """Without the second of three laws (5/8, 3/8) and (1/2, 1/2) are left: 1/2 ≤ e^2ε·3/8, so that ε = ln(4/3)/2."""
    laws = FiniteMechanism([(0,), (1,), (2,)], [0, 1], [(F(5, 8), F(3, 8)), (F(1, 4), F(3, 4)), (F(1, 2), F(1, 2))])
    drawn = Prior.of({(t,): F(1, 3) for t in range(3)})
    found = NOTIONS["typical-stability"].tightest(laws, Theta=[drawn], gamma="1/3", delta=0)
    assert agrees(found.value, "log(4/3)/2", within=2e-6)
    assert {found.worst.left, found.worst.right} == {"θ, D = (0)", "θ, D = (2)"}


def test_a_silo_answers_for_its_own_records_only() -> None:
    """The first silo sends the bit of the second: its own record changes nothing."""
    told = law({((x,), (y,)): {(y, 0): 1} for x in (0, 1) for y in (0, 1)})
    assert agrees(NOTIONS["inter-silo-record-level-dp"].tightest(told, C=2, epsilon=0).value, 0)


@pytest.mark.parametrize("notion", ["weak-federated-f-dp", "strong-federated-f-dp"])
def test_who_sees_what_is_sent_is_named(notion: str) -> None:
    """The first client's bit goes to the second one by randomised response: one corner (1/4, 1/4), seen by 2."""
    sent = law({((x,), (y,)): {("-", x): F(3, 4), ("-", 1 - x): F(1, 4)} for x in (0, 1) for y in (0, 1)})
    found = NOTIONS[notion].tightest(sent, C=2)
    assert found.value.corners == ((0, 1), (F(1, 4), F(1, 4)), (1, 0))
    assert (found.worst.left, found.worst.right) == ("((0), (0)), seen by 2", "((1), (0)), seen by 2")


def test_the_record_that_decides_is_noted() -> None:
    """The variance of a fair bit falls from 1/4 to 3/16 with the answer of randomised response."""
    found = NOTIONS["error-preserving-privacy"].tightest(TELLS, theta=BIT)
    assert agrees(found.value, "log(4/3)")
    assert found.note == "decided by record 1"


def test_a_prior_belief_is_no_output() -> None:
    """The last entry of either law is the weight of the prior belief, which no event contains."""
    shown = Adversarial().event(np.array([0.5, 0.5, 0.25]), np.array([0.25, 0.75, 0.25]), {"epsilon": 0.0})
    assert shown.tolist() == [True, False, False]


# what is refused ------------------------------------------------------------------------------------------------------

ONE_RECORD = coin({("a",): F(3, 4), ("b",): F(1, 4)})


HALF = F(1, 2)
NUMBERED = FiniteMechanism.deterministic([(t,) for t in range(14)], lambda d: d[0])
DRAWN = Prior.of({(t,): F(1, 14) for t in range(14)})


def asked(notion: str, mechanism: FiniteMechanism, **given: Any) -> Callable[[], Any]:
    return lambda: NOTIONS[notion].tightest(mechanism, **given)


REFUSED: list[tuple[Callable[[], Any], str, tuple[Any, ...]]] = [
    (asked("epsilon-dp", TELLS, rho=1), "epsilon-dp has no parameter 'rho'; it has epsilon", ()),
    (asked("approximate-dp", TELLS, delta=2), "delta is 2; it must be between 0 and 1", ()),
    (asked("approximate-dp", TELLS, epsilon=-1), "epsilon is -1; it must be at least 0", ()),
    (asked("maximal-alpha-leakage", ONE_RECORD, epsilon=1), "maximal-alpha-leakage can leave epsilon open, not alpha", ()),
    (
        asked("sliced-renyi-pufferfish", TELLS, Theta=[], Phi=[], omega=[(1, 1)]),
        "an entry is a direction, a list of numbers, and its probability",
        ("omega", 0),
    ),
    (
        asked("capacity-bounded-dp", TELLS, f="chi-square", H=[]),
        "the function class is empty; give at least one test function",
        ("H",),
    ),
    (
        asked("subspace-dp", TELLS, V=[[True]], delta=0),
        "True is not a rational number; outputs and basis are numbers or lists of numbers",
        ("V", 0),
    ),
    (
        asked("subspace-dp", TELLS, V=[["sqrt(2)"]], delta=0),
        "'sqrt(2)' is not a rational number; outputs and basis are numbers or lists of numbers",
        ("V", 0),
    ),
    (
        asked("participation-schema-dp", TELLS, P=[[-1]], epsilon=0),
        "-1 is not a time; times are counted from 0",
        ("P", 0, 0),
    ),
    (
        lambda: FiniteMechanism([(0,), (1,)], [0, 1], np.array([[0.5, 0.5], [0.5, 0.75]])),
        "row 2 sums to 1.25 and not to 1",
        ("matrix", 1),
    ),
    (lambda: TELLS.index((7,)), "the mechanism has no dataset (7)", ()),
    (
        asked("interactive-dp", law({(((0,), ("p",)), ((1,), ("p",))): {("x",): 1}}), delta=0),
        "is not a single record (data, questions), two lists",
        (),
    ),
    (
        asked("adaptive-continual-release-dp", law({(0, 0): {(0, 0): 1}, (0, 1): {(1, 0): 1}}), epsilon=0),
        "answer 1 of the stream depends on inputs that come after it, after (0,)",
        (),
    ),
    (
        lambda: simulator_structures.signal_law([{"value": 1, "probability": "half"}], ("A", 0)),
        "'half' is not a fraction or a decimal number",
        ("A", 0, 0, "probability"),
    ),
    (
        asked("interactive-dp", law({(((0,), ("p",)),): {("x",): 1}, (((1,), ("q",)),): {("x",): 1}}), delta=0),
        "give the answers to the same lists of questions, all of one length, for all data",
        (),
    ),
    (
        asked("adaptive-continual-release-dp", law({(0, 0): {(1, 0): 1}, (0, 1): {(0, 0): 1}}), epsilon=0),
        "answer 1 of the stream depends on inputs that come after it, after (0,)",
        (),
    ),
    (asked("bounded-leakage-dp", TELLS, P=3, delta=0), "a list of values, one per dataset is needed, and 3 is given", ("P",)),
    (asked("bounded-leakage-dp", TELLS, P=[1, 2], delta=0), "a list of outputs with leaks is needed, and 1 is given", ("P", 0)),
    (
        asked("subspace-dp", FiniteMechanism([(0,), (1,)], ["x", "y"], EVEN), V=[[1]], delta=0),
        "the value is 'x', which is not a number: no value is given for x",
        ("outputs", 0),
    ),
    (
        asked("personalized-dp", TELLS, owner=[[0]]),
        "give pairs of a record and its owner",
        ("owner", 0),
    ),
    (asked("personalized-dp", TELLS, owner={0: "ann"}), "the record 1 has no owner", ("owner",)),
    (
        asked("personalized-dp", TELLS),
        "the records do not name their owner: make them tuples with the owner as first entry, or give it",
        ("owner",),
    ),
    (
        asked("outlier-privacy", TELLS, outlierness=[{"dataset": [0]}]),
        "each entry has the keys dataset, record and degree",
        ("outlierness", 0),
    ),
    (
        asked("bit-dp", TELLS, schema=["01"]),
        "an attribute is a list of its values or a number of bits, and '01' is given",
        ("schema", 0),
    ),
    (
        lambda: record_structures.record_distance([(0, 1, 2), (1, 0, 3)], TELLS, ("d",)),
        "the distance of 1 and 0 is given twice",
        ("d", 1),
    ),
    (
        asked("capacity-bounded-dp", TELLS, f="chi-square", H=[[1]]),
        "a test function has 1 values for 2 outputs",
        ("H", 0),
    ),
    (
        asked("divergence-dp", TELLS, f="no-such-generator"),
        "choose one of kl, reverse-kl, total-variation, chi-square, hellinger, or give f, at_zero and slope",
        ("f",),
    ),
    (
        lambda: restricted_divergence(exactly(F(1)), exactly(F(1)), CHI_SQUARE, ()),
        "the function class H is empty; give at least one test function",
        (),
    ),
    (
        asked("posteriori-dp", coin({(): F(1, 2), (0,): F(1, 2)}), theta=Prior.of({(): F(1, 2), (0,): F(1, 2)})),
        "the prior gives probability to datasets of different sizes; the number of records is public",
        ("theta",),
    ),
    (asked("pairwise-network-dp", TELLS, alpha="1/2"), "the order is 1/2; it must be larger than 1", ("alpha",)),
    (
        lambda: FiniteMechanism([(0,), (1,)], [0, 1], np.array([[0.5, 0.5], [1.25, -0.25]])),
        "the entry in row 2, column 2 is negative: -0.25",
        ("matrix", 1, 1),
    ),
    (
        lambda: FiniteMechanism([(0,)], [0, 1], [[F(1), None]]),
        "the entry in row 1, column 2 is None, which is not a number",
        ("matrix", 0, 1),
    ),
    (
        lambda: structures.record_law([{"record": 0, "probability": "half"}], TELLS, ("prior",)),
        "'half' is not a fraction or a decimal number",
        ("prior", 0, "probability"),
    ),
    (
        asked("inference-based-distributional-dp", NUMBERED, Theta=[DRAWN], delta=HALF),
        "inference-based-distributional-dp would try every set of 14 outputs with knowledge; at most 12 can be tried",
        (),
    ),
    (
        lambda: prior_structures._attacker([1, 2], TELLS, ("A",)),
        "an attacker has a prior, a target position and a list of known positions (from 0)",
        ("A",),
    ),
]


@pytest.mark.parametrize(("call", "sentence", "place"), REFUSED, ids=[str(k) for k in range(len(REFUSED))])
def test_a_refusal_says_what_is_wrong_and_where(call: Callable[[], Any], sentence: str, place: tuple[Any, ...]) -> None:
    with pytest.raises(BlockError) as refused:
        call()
    assert str(refused.value).endswith(sentence)
    assert refused.value.path == place
