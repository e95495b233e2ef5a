"""Notions with a simulator, and those beside them: facts from the definitions and values worked out by hand."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest
from by_hand import about

from dpzoo.blocks import simulator_existence
from dpzoo.blocks.finite_mechanism import FiniteMechanism, complete_domain
from dpzoo.blocks.priors import Prior
from dpzoo.blocks.simulator_existence import Family, tightest
from dpzoo.blocks.simulator_structures import blanked, projection
from dpzoo.notions.registry import executables
from dpzoo.notions.results import Certainty, Tightest
from dpzoo.numbers.errors import BlockError
from dpzoo.numbers.linear_systems import LinearRow, LinearSystem, feasible
from dpzoo.numbers.real import Real, log_of, real

NOTIONS = executables()
HALF = Fraction(1, 2)
BIT = {0: HALF, 1: HALF}


def solved(notion: str, mechanism: FiniteMechanism, **given: Any) -> Tightest:
    run = NOTIONS[notion]
    found = run.tightest(mechanism, **given)
    assert isinstance(found, Tightest)
    (free,) = (n for n in run.quantitative if n not in given)
    about(found, run, free, given)
    return found


def tight(notion: str, mechanism: FiniteMechanism, **given: Any) -> Real:
    """The certified tightest value."""
    found = solved(notion, mechanism, **given)
    assert found.certainty is Certainty.CERTIFIED
    assert isinstance(found.value, Real)
    return found.value


def close(value: Real, expected: float, tolerance: float = 2e-6) -> bool:
    low, high = value.bounds
    return low - 1e-12 <= expected <= high + 1e-12 and high - low <= tolerance


def response(*rows: Sequence[Fraction]) -> FiniteMechanism:
    """One record, numbered from 0, with the given rows."""
    return FiniteMechanism.from_rows({(t,): row for t, row in enumerate(rows)})


RR = response([Fraction(3, 4), Fraction(1, 4)], [Fraction(1, 4), Fraction(3, 4)])
UNIFORM_BIT = Prior.independent([BIT])
TWO_BITS = Prior.independent([BIT, BIT])
COPIES = Prior.of({(0, 0): HALF, (1, 1): HALF}, "copies")
PAIRS = complete_domain((0, 1), 2, 2)


def drawn(rng: random.Random, datasets: Sequence[Any], outputs: int = 3, *, zeros: bool = False) -> FiniteMechanism:
    rows = []
    for _ in datasets:
        weights = [rng.randint(0 if zeros else 1, 6) for _ in range(outputs)]
        weights[rng.randrange(outputs)] += 1
        rows.append([Fraction(w, sum(weights)) for w in weights])
    return FiniteMechanism(datasets, list(range(outputs)), rows)


def one_law_for_all(rows: Sequence[Sequence[Fraction]]) -> float:
    """The least ε such that some law S has max/λ ≤ S ≤ λ min at every output, λ = e^ε, by hand.

    The interval of an output is not empty iff max ≤ λ² min, and a sum of 1 fits between the ends iff Σ max ≤ λ and 1 ≤ λ Σ min.
    """
    most = [max(column) for column in zip(*rows, strict=True)]
    least = [min(column) for column in zip(*rows, strict=True)]
    if any(a and not b for a, b in zip(most, least, strict=True)):
        return math.inf
    ratio = max(math.sqrt(a / b) for a, b in zip(most, least, strict=True) if b)
    return math.log(max(ratio, sum(most), 1 / sum(least)))


# linear systems ---------------------------------------------------------------------------------------------------------


def refutes(system: LinearSystem, y: Sequence[Fraction]) -> bool:
    """Farkas's lemma spelt out, apart from the module's own check."""
    combined = [sum(v * r.coefficients.get(j, 0) for v, r in zip(y, system.rows, strict=True)) for j in range(system.variables)]
    signs = all(v >= 0 for v, r in zip(y, system.rows, strict=True) if not r.equal)
    return signs and min(combined, default=Fraction(0)) >= 0 and sum(v * r.bound for v, r in zip(y, system.rows, strict=True)) < 0


def test_every_answer_carries_a_proof() -> None:
    rng = random.Random(11)
    answers = set()
    for _ in range(60):
        width = rng.randint(1, 4)
        rows = tuple(
            LinearRow(
                {j: Fraction(rng.randint(-3, 3)) for j in range(width)},
                Fraction(rng.randint(-4, 4), rng.randint(1, 3)),
                equal=rng.random() < 0.3,
            )
            for _ in range(rng.randint(1, 6))
        )
        system = LinearSystem(width, rows)
        found = feasible(system)
        answers.add(found.answer)
        if found.answer:
            assert found.solution is not None
            x = found.solution
            assert all(v >= 0 for v in x)
            for r in rows:
                value = sum(c * x[j] for j, c in r.coefficients.items())
                assert value == r.bound if r.equal else value <= r.bound
        else:
            assert found.answer is False
            assert found.farkas is not None
            assert refutes(system, found.farkas)
    assert answers == {True, False}


def test_a_single_point_is_found_and_a_gap_of_a_trillionth_is_refuted() -> None:
    third, gap = Fraction(1, 3), Fraction(1, 10**12)
    at_least = LinearRow({0: Fraction(-1)}, -third)
    assert feasible(LinearSystem(1, (at_least, LinearRow({0: Fraction(1)}, third)))).solution == (third,)
    system = LinearSystem(1, (at_least, LinearRow({0: Fraction(1)}, third - gap)))
    found = feasible(system)
    assert found.answer is False
    assert found.farkas is not None
    assert refutes(system, found.farkas)


def test_floats_give_numeric_answers() -> None:
    found = feasible(LinearSystem(1, (LinearRow({0: 1.0}, 0.5, equal=True),)))
    assert found.answer
    assert not found.certified
    assert feasible(LinearSystem(1, (LinearRow({0: 1.0}, -0.5),))).answer is False


def test_least_levels() -> None:
    # 1 ≤ λ x and x ≤ λ/5: λ² = 5; with x ≤ 1/2 as well λ is at least 2 (no new bound), with x ≤ 1/3 it is 3
    rows = (LinearRow({}, Fraction(-1), gain={0: Fraction(1)}), LinearRow({0: Fraction(1)}, bound_gain=Fraction(1, 5)))
    root = tightest(Family(1, rows))
    assert root.high is not None
    assert root.low**2 < 5 <= root.high**2
    assert root.high / root.low - 1 < 2e-6
    sharp = tightest(Family(1, (*rows, LinearRow({0: Fraction(1)}, Fraction(1, 3)))))
    assert sharp.sharp
    assert sharp.low == 3
    assert tightest(Family(1, (LinearRow({}, Fraction(-1), gain={0: Fraction(1)}), LinearRow({0: Fraction(1)})))).high is None


def test_refutations_of_all_smaller_levels() -> None:
    family = Family(1, (LinearRow({}, Fraction(-1), gain={0: Fraction(1)}), LinearRow({0: Fraction(1)}, Fraction(1, 3))))
    assert simulator_existence.refuted_below(family, Fraction(3)) is not None
    assert simulator_existence.refuted_below(family, Fraction(3) + Fraction(1, 1000)) is None
    for level in (Fraction(299, 100), Fraction(2), Fraction(1)):
        found = feasible(family.at(level))
        assert found.farkas is not None
        assert refutes(family.at(level), found.farkas)


def test_simplest_fractions() -> None:
    assert simulator_existence.simplest_between(Fraction(1414, 1000), Fraction(1415, 1000)) == Fraction(58, 41)
    assert simulator_existence.simplest_between(Fraction(0), Fraction(1, 7)) == 0


# distributional DP ------------------------------------------------------------------------------------------------------


def test_publishing_copies_passes_distributional_dp_only() -> None:
    """Des20, Example 2."""
    identity = FiniteMechanism.deterministic(PAIRS, lambda d: d)
    found = solved("distributional-dp", identity, Theta=[COPIES])
    assert str(found.value) == "0"
    assert found.attained
    for other in ("noiseless-privacy", "causal-dp"):
        assert tight(other, identity, Theta=[COPIES]).infinite
    assert tight("distributional-dp", identity, Theta=[TWO_BITS]).infinite


def test_randomised_response_under_independent_bits() -> None:
    """Given D(i) = t an output has 3/8 or 1/8; a simulated law is at most λ/8 on all four outputs, so λ ≥ 2."""
    both = FiniteMechanism.from_function(
        PAIRS, lambda d: {(a, b): Fraction(3 if a == d[0] else 1, 4) * Fraction(3 if b == d[1] else 1, 4) for a, b in PAIRS}
    )
    assert str(tight("distributional-dp", both, Theta=[TWO_BITS])) == "ln(2)"
    verdict = NOTIONS["distributional-dp"].holds(both, Theta=[TWO_BITS], epsilon="log(2)")
    assert verdict.holds
    assert verdict.certainty is Certainty.CERTIFIED
    refused = NOTIONS["distributional-dp"].holds(both, Theta=[TWO_BITS], epsilon="log(2) - 1/1000000000")
    assert refused.holds is False
    assert refused.certainty is Certainty.CERTIFIED
    assert refused.worst is not None
    assert "contradict" in refused.note


def test_composition_of_distributional_dp_fails() -> None:
    """The record's counterexample: two parities that are harmless alone."""
    triples = complete_domain((0, 1), 3, 3)
    prior = Prior.independent([BIT] * 3)
    all_three = FiniteMechanism.deterministic(triples, lambda d: d[0] ^ d[1] ^ d[2])
    last_two = FiniteMechanism.deterministic(triples, lambda d: d[1] ^ d[2])
    for m in (all_three, last_two):
        assert tight("distributional-dp", m, Theta=[prior]) == 0
    assert tight("distributional-dp", all_three.compose(last_two), Theta=[prior]).infinite


def test_causal_dp_does_not_imply_distributional_dp() -> None:
    """The erratum thesis-causal-implies-distributional, with two priors and with knowledge."""
    half = FiniteMechanism.deterministic([(t,) for t in range(4)], lambda d: d[0] >= 2)
    priors = [Prior.of({(0,): HALF, (1,): HALF}, "low"), Prior.of({(2,): HALF, (3,): HALF}, "high")]
    coin = [Prior.known({(t,): Fraction(1, 4) for t in range(4)}, lambda d: d[0] // 2)]
    for family in (priors, coin):
        assert tight("causal-dp", half, Theta=family) == 0
        assert tight("distributional-dp", half, Theta=family).infinite
    assert tight("distributional-dp", half, Theta=priors[:1]) == 0


def test_coupled_worlds_with_records_as_secrets_is_distributional_dp() -> None:
    rng = random.Random(5)
    worlds = [(lambda d, i=i: blanked(d, i), lambda d, i=i: d[i]) for i in range(2)]
    for _ in range(4):
        m = drawn(rng, PAIRS)
        weights = [rng.randint(1, 4) for _ in PAIRS]
        prior = Prior.known({d: Fraction(w, sum(weights)) for d, w in zip(PAIRS, weights, strict=True)}, lambda d: d == (1, 1))
        one = solved("distributional-dp", m, Theta=[prior, COPIES])
        other = solved("coupled-worlds-privacy", m, Theta=[prior, COPIES], Gamma=worlds)
        assert float(one.value) == pytest.approx(float(other.value), rel=1e-5)


def test_coupled_worlds_without_any_view_of_the_data() -> None:
    """A constant agg and the record as secret: one law within ε of both rows."""
    given = {"Theta": [{(0,): HALF, (1,): HALF}], "Gamma": [{"agg": ["-", "-"], "priv": ["no", "yes"]}]}
    assert str(tight("coupled-worlds-privacy", RR, **given)) == "ln(2)"
    # a randomised agg that shows the record with error 1/4 lets the simulator copy it
    noisy = [[{"value": 0, "probability": "3/4"}, {"value": 1, "probability": "1/4"}], {0: Fraction(1, 4), 1: Fraction(3, 4)}]
    assert tight("coupled-worlds-privacy", RR, Theta=given["Theta"], Gamma=[[noisy, [0, 1]]]) == 0


# zero-knowledge privacy -------------------------------------------------------------------------------------------------


def nothing(_: Any) -> int:
    return 0


def test_constant_aggregate_means_one_law_for_all() -> None:
    """Randomised response with ln 3: a law is at most λ/4 on both outputs, so λ ≥ 2; the uniform law does it."""
    assert str(tight("zero-knowledge-privacy", RR, Agg=[nothing])) == "ln(2)"
    # (1/2, 1/2) and (1/5, 4/5): 1/2 ≤ λ s and s ≤ λ/5, so λ² ≥ 5/2, and then all else fits
    skew = response([HALF, HALF], [Fraction(1, 5), Fraction(4, 5)])
    assert close(tight("zero-knowledge-privacy", skew, Agg=[nothing]), math.log(2.5) / 2)
    rng = random.Random(3)
    for _ in range(8):
        m = drawn(rng, [(t,) for t in range(3)], zeros=rng.random() < 0.3)
        expected = one_law_for_all(m.matrix.tolist())
        value = tight("zero-knowledge-privacy", m, Agg=[nothing])
        assert bool(value.infinite) if math.isinf(expected) else close(value, expected)


def test_best_aggregate_counts() -> None:
    """With pairs of bits: the sum of the other record tells nothing that the output needs, the constant is as good."""
    parity = FiniteMechanism.deterministic(PAIRS, lambda d: d[0] ^ d[1])
    assert tight("zero-knowledge-privacy", parity, Agg=[nothing]).infinite
    first = FiniteMechanism.deterministic(PAIRS, lambda d: 0)
    assert tight("zero-knowledge-privacy", first, Agg=[nothing, sum]) == 0


def test_zero_knowledge_implies_bounded_dp_at_twice_epsilon() -> None:
    rng = random.Random(8)
    for _ in range(4):
        m = drawn(rng, complete_domain((0, 1), 2))
        value = solved("zero-knowledge-privacy", m, Agg=[sum, nothing])
        assert float(solved("bounded-dp", m).value) <= 2 * float(value.value) + 1e-5
        copy = solved("zero-knowledge-privacy", m, Agg=[lambda d: d])
        assert float(copy.value) <= float(solved("unbounded-dp", m).value) + 1e-5  # the simulator runs M without the record


def test_twice_epsilon_is_tight() -> None:
    """The record's mechanism for zero-knowledge-privacy/stronger_than/bounded-dp, with e^ε = 2 and s = 1/10."""

    def law(d: Any) -> dict[int, Fraction]:
        p = Fraction(1, 10) * Fraction(2) ** (("t" in d) - ("u" in d))
        return {1: p, 0: 1 - p}

    m = FiniteMechanism.from_function(complete_domain("tuv", 2), law)
    assert str(tight("zero-knowledge-privacy", m, Agg=[lambda d: d])) == "ln(2)"
    assert str(tight("bounded-dp", m)) == "ln(4)"


def test_aggregates_from_data() -> None:
    entries = [{"dataset": [], "value": "empty"}]
    assert str(tight("zero-knowledge-privacy", RR, Agg=[entries])) == "ln(2)"
    with pytest.raises(BlockError, match="no value for the dataset"):
        NOTIONS["zero-knowledge-privacy"].tightest(RR, Agg=[[0, 0]])
    with pytest.raises(BlockError, match="sum to 1"):
        NOTIONS["zero-knowledge-privacy"].tightest(RR, Agg=[lambda _: {0: HALF}])
    with pytest.raises(BlockError, match="at least one"):
        NOTIONS["zero-knowledge-privacy"].tightest(RR, Agg=[])


def test_floats_are_numeric_and_close() -> None:
    found = solved("zero-knowledge-privacy", RR.as_floats(), Agg=[nothing])
    assert found.certainty is Certainty.NUMERIC
    assert float(found.value) == pytest.approx(math.log(2), abs=2e-6)
    verdict = NOTIONS["zero-knowledge-privacy"].holds(RR.as_floats(), Agg=[nothing], epsilon=1)
    assert verdict.holds
    assert verdict.certainty is Certainty.NUMERIC
    same = response([0.1, 0.9], [0.1, 0.9])  # type: ignore[list-item]
    assert float(solved("zero-knowledge-privacy", same, Agg=[nothing]).value) == 0


def test_tiny_probabilities() -> None:
    """(1 - a, a) and (a, 1 - a) with a law at most λa on both outputs: λ = 1/(2a). Near laws: λ² = 2."""
    a = Fraction(1, 10**6)
    assert str(tight("zero-knowledge-privacy", response([1 - a, a], [a, 1 - a]), Agg=[nothing])) == "ln(500000)"
    near = response([1 - a, a], [1 - 2 * a, 2 * a])
    assert close(tight("zero-knowledge-privacy", near, Agg=[nothing]), math.log(2) / 2)
    assert close(tight("typical-stability", near, Theta=[UNIFORM_BIT], gamma=0, epsilon=0), 5e-7, 1e-8)
    assert NOTIONS["typical-stability"].holds(RR, Theta=[UNIFORM_BIT], gamma=0, epsilon=800, delta=0).holds


# typical stability ------------------------------------------------------------------------------------------------------


def test_typical_stability_is_a_minimax() -> None:
    rng = random.Random(2)
    for _ in range(4):
        m = drawn(rng, [(0,), (1,)])
        value = tight("typical-stability", m, Theta=[UNIFORM_BIT], gamma=0, delta=0)
        assert close(value, one_law_for_all(m.matrix.tolist()))


def test_typical_stability_of_randomised_response() -> None:
    """By symmetry the simulator is uniform: 3/4 - λ/2 ≤ δ and 1/2 - λ/4 ≤ δ, and the second is the larger from λ = 1 on."""
    given = {"Theta": [UNIFORM_BIT], "gamma": 0}
    assert str(tight("typical-stability", RR, epsilon=0, **given)) == "1/4"
    assert close(tight("typical-stability", RR, epsilon="0.1", **given), 0.5 - math.exp(0.1) / 4)
    assert str(tight("typical-stability", RR, delta="1/8", **given)) == "ln(3/2)"
    assert NOTIONS["typical-stability"].holds(RR, epsilon="log(3/2)", delta="1/8", **given).holds
    assert NOTIONS["typical-stability"].holds(RR, epsilon="log(3/2)", delta="0.1249999", **given).holds is False


def test_exempt_datasets() -> None:
    """The identity on weights 1/2, 1/3, 1/6: a law serves one dataset, so the least exempt mass is 1/2."""
    identity = FiniteMechanism.deterministic([(t,) for t in range(3)], lambda d: d[0])
    prior = Prior.of({(0,): HALF, (1,): Fraction(1, 3), (2,): Fraction(1, 6)})
    assert str(tight("typical-stability", identity, Theta=[prior], epsilon=0, delta=0)) == "1/2"
    assert tight("typical-stability", identity, Theta=[prior], gamma=HALF, delta=0) == 0
    assert tight("typical-stability", identity, Theta=[prior], gamma="0.49", delta=0).infinite
    assert tight("typical-stability", identity, Theta=[prior], gamma=1, delta=0) == 0
    # with 1/6 exempt the two others need 1 - δ ≤ q and 1 - δ ≤ 1 - q
    assert str(tight("typical-stability", identity, Theta=[prior], gamma="1/6", epsilon=0)) == "1/2"
    frontier = NOTIONS["typical-stability"].tightest(identity, Theta=[prior], gamma=0)
    assert len(frontier.points) == 5  # type: ignore[union-attr]


def test_too_many_datasets_are_refused() -> None:
    count = 14
    identity = FiniteMechanism.deterministic([(t,) for t in range(count)], lambda d: d[0])
    prior = Prior.of({(t,): Fraction(1, count) for t in range(count)})
    with pytest.raises(BlockError, match="at most 12"):
        NOTIONS["typical-stability"].tightest(identity, Theta=[prior], gamma=HALF, delta=0)
    assert tight("typical-stability", identity, Theta=[prior], gamma=0, delta=0).infinite


# beliefs ----------------------------------------------------------------------------------------------------------------

SECRET_FIRST = [(lambda d: d[0], lambda d: d[0])]
FIXED_SECOND = [Prior.of({(0, w): HALF, (1, w): HALF}, f"second is {w}") for w in (0, 1)]


def test_post_processing_breaks_beliefs() -> None:
    """The record's counterexample: the identity is (0, 0), the exclusive or fails for every ε and δ < 1/2."""
    identity = FiniteMechanism.deterministic(PAIRS, lambda d: d)
    given = {"Theta": FIXED_SECOND, "Gamma": SECRET_FIRST}
    notion = "inference-based-coupled-worlds-privacy"
    assert tight(notion, identity, delta=0, **given) == 0
    merged = identity.post_process(lambda o: o[0] ^ o[1])
    for delta in (0, "0.49"):
        assert tight(notion, merged, delta=delta, **given).infinite
    assert tight(notion, merged, delta="1/2", **given) == 0
    assert close(tight(notion, merged, epsilon=3, **given), 0.5)


def test_mixtures_break_beliefs() -> None:
    """The record's counterexample: one output of probability 1/4 proves opposite things under the two priors."""
    first = FiniteMechanism.deterministic(PAIRS, lambda d: d[0] if d[1] == 0 else "!")
    second = FiniteMechanism.deterministic(PAIRS, lambda d: 1 - d[0] if d[1] == 1 else "!")
    given = {"Theta": FIXED_SECOND, "Gamma": SECRET_FIRST}
    notion = NOTIONS["inference-based-coupled-worlds-privacy"]
    for m in (first, second):
        assert notion.holds(m, epsilon=0, delta=0, **given).holds
    assert notion.holds(first.mix(second), epsilon=5, delta="0.249999", **given).holds is False
    # from 1/4 on one bit is exempt under each prior, and the simulator says a bit, rarely, only on data that begin with 0
    assert notion.holds(first.mix(second), epsilon=0, delta="1/4", **given).holds


def test_beliefs_of_the_post_processing_example_with_records() -> None:
    data = [((a, w), a) for a in (0, 1) for w in (0, 1)]
    priors = [Prior.of({((0, w), 0): HALF, ((1, w), 1): HALF}, f"w = {w}") for w in (0, 1)]
    first = FiniteMechanism.deterministic(data, lambda d: d[0])
    assert tight("inference-based-distributional-dp", first, Theta=priors, delta=0) == 0
    merged = first.post_process(lambda o: o[0] ^ o[1])
    assert tight("inference-based-distributional-dp", merged, Theta=priors, delta="0.4").infinite


def test_beliefs_about_one_bit() -> None:
    """One record: after a simulator's output the belief is the prior's, so posteriors are compared with 1/2."""
    notion = "inference-based-distributional-dp"
    assert str(tight(notion, RR, Theta=[UNIFORM_BIT], delta=0)) == "ln(2)"  # 1/2 against 1/4
    assert close(tight(notion, RR, Theta=[UNIFORM_BIT], epsilon=0), 0.25)  # 3/4 against 1/2
    skew = response([HALF, HALF], [Fraction(1, 5), Fraction(4, 5)])  # posteriors (5/7, 2/7) and (5/13, 8/13)
    assert str(tight(notion, skew, Theta=[UNIFORM_BIT], delta=0)) == "ln(7/4)"
    # the first output has probability 7/20 and may be exempt: then 1/2 ≤ λ 5/13 + δ holds at ε = 0
    assert tight(notion, skew, Theta=[UNIFORM_BIT], delta="7/20") == 0
    sizes = FiniteMechanism.deterministic([(), (0,)], len)
    half_absent = Prior.of({(): HALF, (0,): HALF})
    # whether there is a record stays visible, so the simulator can say it too
    assert tight(notion, sizes, Theta=[half_absent], delta=0) == 0


def test_distributional_dp_implies_beliefs_at_twice_epsilon() -> None:
    rng = random.Random(6)
    for _ in range(3):
        m = drawn(rng, PAIRS, 2)
        outputs = float(solved("distributional-dp", m, Theta=[TWO_BITS, COPIES]).value)
        beliefs = float(solved("inference-based-distributional-dp", m, Theta=[TWO_BITS, COPIES], delta=0).value)
        assert beliefs <= 2 * outputs + 1e-5


def test_too_many_outputs_with_knowledge_are_refused() -> None:
    identity = FiniteMechanism.deterministic([(t,) for t in range(14)], lambda d: d[0])
    prior = Prior.of({(t,): Fraction(1, 14) for t in range(14)})
    with pytest.raises(BlockError, match="outputs with knowledge"):
        NOTIONS["inference-based-distributional-dp"].tightest(identity, Theta=[prior], delta=HALF)
    assert tight("inference-based-distributional-dp", identity, Theta=[prior], delta=1) == 0


# bounded leakage --------------------------------------------------------------------------------------------------------

FLIP = {0: Fraction(3, 4), 1: Fraction(1, 4)}


def test_leaks_of_randomised_response() -> None:
    """Output = bit xor flip. The flip as leak gives all away; output, dataset or nothing as leak do not."""
    flips = [{(d ^ r, r): p for r, p in FLIP.items()} for d in (0, 1)]
    assert tight("bounded-leakage-dp", RR, P=flips, delta=0).infinite
    assert str(tight("bounded-leakage-dp", RR, P=flips, epsilon=7)) == "1"
    assert tight("bounded-leakage-dp", RR, P=lambda _, o: o, delta=0) == 0
    assert tight("bounded-leakage-dp", RR, P=lambda d, _: d, delta=0) == 0  # no leak that both can cause
    assert str(tight("bounded-leakage-dp", RR, P=[["-", "-"], ["-", "-"]], delta=0)) == "ln(3)"


def test_a_leak_that_is_right_half_of_the_time() -> None:
    """The flip leaks with probability 1/2, else a star: given the star, randomised response; given a flip, everything."""
    joint = [
        [{"output": d ^ r, "leak": leak, "probability": str(p / 2)} for r, p in FLIP.items() for leak in (r, "*")] for d in (0, 1)
    ]
    assert tight("bounded-leakage-dp", RR, P=joint, delta="0.99").infinite
    # only the output 0 of dataset 0 leaks itself
    partly = [
        [{"output": o, "leak": o == 0 and d == 0, "probability": str(RR.probability((d,), o))} for o in (0, 1)] for d in (0, 1)
    ]
    # leak False is common: (0, 1) given dataset 0 and (1/4, 3/4) given dataset 1
    assert str(tight("bounded-leakage-dp", RR, P=partly, epsilon=0)) == "1/4"
    assert tight("bounded-leakage-dp", RR, P=partly, delta="1/4") == 0
    assert tight("bounded-leakage-dp", RR, P=partly, delta="1/5").infinite


def test_leaks_must_fit_the_mechanism() -> None:
    with pytest.raises(BlockError, match="must agree"):
        NOTIONS["bounded-leakage-dp"].tightest(RR, P=[{(0, "-"): 1}, {(1, "-"): 1}], delta=0)
    with pytest.raises(BlockError, match="no output"):
        NOTIONS["bounded-leakage-dp"].tightest(RR, P=[{(7, "-"): 1}, {(1, "-"): 1}], delta=0)


# subspaces --------------------------------------------------------------------------------------------------------------


def test_the_size_in_the_second_axis() -> None:
    """The record's counterexample to post-processing."""
    sizes = FiniteMechanism.deterministic(complete_domain((0, 1), 2), lambda d: (0, len(d)))
    assert tight("subspace-dp", sizes, V=[[1, 0]], delta=0) == 0
    swapped = sizes.post_process(lambda o: (o[1], o[0]))
    assert tight("subspace-dp", swapped, V=[[1, 0]], delta=0).infinite
    assert str(tight("subspace-dp", swapped, V=[[1, 0]], epsilon=3)) == "1"


def test_noise_common_to_two_coordinates() -> None:
    """(d + n, n) with a fair bit n: n alone hides d, the difference shows it, d + n is {0, 1} against {1, 2}."""
    m = FiniteMechanism.from_function([(0,), (1,)], lambda d: {(d[0] + n, n): HALF for n in (0, 1)})
    assert tight("subspace-dp", m, V=[(0, 1)], delta=0) == 0
    assert tight("subspace-dp", m, V=[(1, -1)], delta=0).infinite
    assert str(tight("subspace-dp", m, V=[(2, 0)], epsilon=0)) == "1/2"
    assert tight("subspace-dp", m, V=[], delta=0) == 0
    turned = RR.post_process({0: (1, 0), 1: (0, 1)})
    assert tight("subspace-dp", turned, V=[(1, 1)], delta=0) == 0
    assert str(tight("subspace-dp", turned, V=[("1/3", "-1/3"), (1, -1)], delta=0)) == "ln(3)"
    assert str(tight("subspace-dp", RR, V=[1], delta=0)) == "ln(3)"
    with pytest.raises(BlockError, match="entries"):
        NOTIONS["subspace-dp"].tightest(m, V=[(1, 0, 0)], delta=0)


def test_projections_are_orthogonal() -> None:
    basis = [
        (Fraction(1), Fraction(2), Fraction(0)),
        (Fraction(0), Fraction(1), Fraction(1)),
        (Fraction(1), Fraction(3), Fraction(1)),
    ]
    for vector in itertools.product((Fraction(-1), Fraction(2)), repeat=3):
        image = projection(vector, basis)
        assert all(sum((a - b) * c for a, b, c in zip(vector, image, v, strict=True)) == 0 for v in basis)
        assert projection(image, basis) == image


def test_infinite_epsilon_and_missing_parameters() -> None:
    assert NOTIONS["zero-knowledge-privacy"].holds(RR, Agg=[nothing], epsilon="inf").holds
    identity = response([Fraction(1), Fraction(0)], [Fraction(0), Fraction(1)])
    assert NOTIONS["typical-stability"].holds(identity, Theta=[UNIFORM_BIT], epsilon="inf", gamma=0, delta="0.4").holds is False
    assert NOTIONS["typical-stability"].holds(identity, Theta=[UNIFORM_BIT], epsilon="inf", gamma=0, delta="0.5").holds
    with pytest.raises(BlockError, match="needs Theta"):
        NOTIONS["distributional-dp"].tightest(RR)
    assert real(0) == log_of(1)
