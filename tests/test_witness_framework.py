"""What a witness's framework says yes to, what it says no to, and what it cannot decide."""

from __future__ import annotations

import importlib
import math
import sys
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from dpzoo.blocks import FiniteMechanism
from dpzoo.notions.listening import listening
from dpzoo.notions.registry import executables
from dpzoo.notions.results import Certainty, Judgement, Tightest
from dpzoo.numbers.real import INFINITY, real
from dpzoo.witnesses.declared import read
from dpzoo.witnesses.framework import Check, Kind, Outcome, Role, Witness, WitnessStep, _logical, decides
from dpzoo.witnesses.registry import _rows

F = Fraction
RESPONSE = FiniteMechanism.from_rows({(): [F(3, 4), F(1, 4)], ("t",): [F(1, 4), F(3, 4)]})
PUBLISH = FiniteMechanism.from_rows({(): [F(1), F(0)], ("t",): [F(0), F(1)]})
RELATIONS = ("equal", "at_most", "at_least", "less", "greater")
# below, equal, above: what each relation says
TABLE = {
    "equal": (False, True, False),
    "at_most": (True, True, False),
    "at_least": (False, True, True),
    "less": (True, False, False),
    "greater": (False, False, True),
}
SIGN = {"equal": "=", "at_most": "≤", "at_least": "≥", "less": "<", "greater": ">"}
# two numbers that no precision tells apart: √2·√2 is not known to be 2
SAME, TWO = real(2).sqrt() * real(2).sqrt(), real(2)


def step(relation: str, measured: Any, expected: Any, **how: Any) -> WitnessStep:
    """The step of one comparison."""
    check = Check()
    getattr(check, relation)("x", measured, expected, **how)
    (found,) = check.steps
    return found


@pytest.mark.parametrize("relation", RELATIONS)
@pytest.mark.parametrize("make", [F, real, lambda n: real(n).log(), int], ids=["fractions", "reals", "logarithms", "ints"])
def test_exact_comparisons_are_certified_yes_or_no(relation: str, make: Callable[[int], Any]) -> None:
    for measured, said in zip((2, 3, 4), TABLE[relation], strict=True):
        found = step(relation, make(measured), make(3))
        assert (found.holds, found.certainty, found.relation) == (said, Certainty.CERTIFIED, SIGN[relation])


def test_what_is_shown_of_a_float_is_that_float_and_of_a_fraction_its_number() -> None:
    found = step("at_most", 0.1, F(1, 3))
    assert (found.measured, found.expected) == ("0.1", "1/3")


def test_an_indented_line_of_a_docstring_belongs_to_the_line_before() -> None:
    """And a line that begins a block keeps its beginning."""
    assert _logical("Claim  A implies B,\n  and more.\nSource  S  ") == ["Claim  A implies B, and more.", "Source  S"]
    assert _logical("  indented at first") == ["  indented at first"]


@pytest.mark.parametrize("relation", RELATIONS)
def test_floats_are_compared_numerically(relation: str) -> None:
    for measured, said in zip((2.5, 3.0, 3.5), TABLE[relation], strict=True):
        found = step(relation, measured, 3.0)
        assert (found.holds, found.certainty) == (said, Certainty.NUMERIC)
        assert step(relation, measured, 3).certainty is Certainty.NUMERIC  # one float is enough
        assert step(relation, F(measured), 3.0).holds is said


@pytest.mark.parametrize("relation", ["equal", "at_most", "at_least"])
def test_slack_is_absolute_up_to_one_and_relative_beyond(relation: str) -> None:
    sides = {"equal": (-1, 1), "at_most": (1,), "at_least": (-1,)}[relation]
    for bound in (0.5, 1.0, 40.0):
        for side in sides:
            for share, said in ((0.9, True), (1.1, False)):
                measured = bound + side * share * 0.01 * max(1.0, bound)
                found = step(relation, measured, bound, tolerance=0.01)
                assert (found.holds, found.certainty) == (said, Certainty.NUMERIC), (bound, measured)
    assert step(relation, F(1), F(1), tolerance=0.01).certainty is Certainty.NUMERIC  # slack is never certified


@pytest.mark.parametrize("relation", ["equal", "at_least"])
def test_nothing_finite_is_within_a_slack_of_infinity(relation: str) -> None:
    assert step(relation, 1e300, math.inf, tolerance=1.0).holds is False
    assert step(relation, math.inf, math.inf, tolerance=1.0).holds is True


@pytest.mark.parametrize("relation", RELATIONS)
def test_what_no_precision_decides_is_undecided_not_yes(relation: str) -> None:
    found = step(relation, SAME, TWO)
    assert (found.holds, found.certainty) == (None, Certainty.UNDECIDED)


@pytest.mark.parametrize("infinity", [math.inf, INFINITY])
def test_an_infinite_float_is_exact(infinity: Any) -> None:
    loss = executables()["epsilon-dp"].tightest(PUBLISH)
    assert step("equal", loss, infinity).certainty is Certainty.CERTIFIED
    assert step("equal", loss, infinity).holds is True
    assert step("equal", F(10**9), infinity).holds is False
    assert step("equal", -INFINITY, -math.inf).holds is True
    assert step("equal", INFINITY, -math.inf).holds is False


def test_an_infinite_answer_found_by_floats_stays_numeric() -> None:
    found = Tightest("epsilon-dp", "epsilon", math.inf, Certainty.NUMERIC)
    assert step("equal", found, math.inf).certainty is Certainty.NUMERIC


def test_an_answer_is_compared_by_its_value() -> None:
    loss = executables()["epsilon-dp"].tightest(RESPONSE)
    assert step("equal", loss, real(3).log()).holds is True
    assert step("equal", loss, real(2).log()).holds is False
    assert step("less", real(2).log(), loss).holds is True


@pytest.mark.parametrize(
    ("method", "fact", "holds"),
    [("true", True, True), ("true", False, False), ("false", False, True), ("false", True, False), ("refutes", True, False)],
)
def test_facts_are_taken_as_they_are(method: str, fact: bool, holds: bool) -> None:
    for numeric, certainty in ((False, Certainty.CERTIFIED), (True, Certainty.NUMERIC)):
        check = Check()
        getattr(check, method)("x", fact, numeric=numeric)
        assert (check.steps[0].holds, check.steps[0].certainty) == (holds, certainty)


@pytest.mark.parametrize("certainty", [Certainty.CERTIFIED, Certainty.NUMERIC, Certainty.UNDECIDED])
@pytest.mark.parametrize("holds", [True, False, None])
def test_a_verdict_is_as_sure_as_it_says_and_an_undecided_one_decides_nothing(holds: bool | None, certainty: Certainty) -> None:
    verdict = Judgement("epsilon-dp", holds, certainty, {})
    for method, wanted in (("true", True), ("confirms", True), ("false", False), ("refutes", False)):
        check = Check()
        getattr(check, method)("x", verdict)
        assert check.steps[0].holds is (None if holds is None else holds is wanted)
        assert check.steps[0].certainty is certainty


def test_conclusions_say_what_was_refuted_or_confirmed() -> None:
    check = Check()
    check.refutes("ε is finite", False)
    assert (check.conclusion, check.steps[0].text) == ("refuted: ε is finite", "it is not so that ε is finite")
    check.confirms("ε is infinite", True)
    assert check.conclusion == "confirmed: ε is infinite"


@pytest.mark.parametrize("last", [1, 2])
def test_therefore_not_fails_with_any_step_before_it(last: int) -> None:
    check = Check()
    check.equal("x", 1, last)
    check.equal("y", 1, 1)
    check.therefore_not("all is well")
    assert [s.holds for s in check.steps] == [last == 1, True, last == 1]
    assert check.conclusion == "refuted: all is well"


def test_nothing_follows_from_no_comparison() -> None:
    with pytest.raises(ValueError, match="nothing was compared before the conclusion 'all is well'"):
        Check().therefore_not("all is well")


LOSS = executables()["epsilon-dp"].tightest(RESPONSE)
DELTA = executables()["approximate-dp"].tightest(RESPONSE, epsilon=0)


@pytest.mark.parametrize(
    ("relation", "measured", "bound"),
    [
        ("at_least", LOSS, 0),
        ("at_least", LOSS, -1),
        ("at_least", LOSS, real(F(1, 2)).log()),
        ("greater", LOSS, F(-1, 2)),
        ("at_most", LOSS, math.inf),
        ("at_most", DELTA, 1),
        ("at_most", F(5), INFINITY),
    ],
)
def test_a_comparison_that_every_value_passes_is_refused(relation: str, measured: Any, bound: Any) -> None:
    with pytest.raises(ValueError, match="which every value passes"):
        step(relation, measured, bound)


@pytest.mark.parametrize(
    ("relation", "measured", "bound"),
    [
        ("greater", LOSS, 0),
        ("at_most", LOSS, 0),
        ("at_most", LOSS, 1),
        ("at_least", LOSS, F(1, 10**400)),
        ("less", DELTA, 1),
        ("at_least", DELTA, 1),
        ("equal", LOSS, 0),
        ("at_least", F(5), 0),
        ("less", F(5), INFINITY),
    ],
)
def test_a_comparison_that_some_value_fails_is_made(relation: str, measured: Any, bound: Any) -> None:
    assert step(relation, measured, bound).holds is not None


def roles(relation: str, measured: Any, bound: Any, **how: Any) -> set[Role]:
    """What a comparison says of the notion whose answer it compares."""
    return {role for _, role in step(relation, measured, bound, **how).roles}


def test_an_upper_bound_shows_a_level_that_holds_and_a_lower_one_a_level_that_fails() -> None:
    assert roles("at_most", LOSS, 2) == roles("less", LOSS, 2) == {Role.HOLDS}
    assert roles("at_least", LOSS, 1) == roles("greater", LOSS, 1) == {Role.FAILS}
    assert roles("equal", LOSS, real(3).log()) == {Role.HOLDS, Role.FAILS}
    assert step("at_most", LOSS, 2).roles == {("epsilon-dp", Role.HOLDS)}
    assert roles("at_least", 2, LOSS) == roles("greater", 2, LOSS) == {Role.HOLDS}  # the sides exchanged
    assert roles("at_most", 1, LOSS) == roles("less", 1, LOSS) == {Role.FAILS}
    assert roles("at_most", 1, 2) == set()


def test_an_infinite_loss_refutes_every_level_and_shows_none_that_holds() -> None:
    infinite = executables()["epsilon-dp"].tightest(PUBLISH)
    assert roles("equal", infinite, INFINITY) == roles("at_least", infinite, INFINITY) == {Role.FAILS, Role.FAILS_EVERYWHERE}
    assert roles("at_least", infinite, 10**6) == {Role.FAILS}  # only this was asserted
    assert roles("less", infinite, INFINITY) == set()


def test_a_delta_of_one_refutes_every_level_only_where_the_loss_may_be_infinite() -> None:
    approximate = executables()["approximate-dp"]
    for epsilon, everywhere in (("inf", True), (100, False)):
        found = approximate.tightest(PUBLISH, epsilon=epsilon)
        assert (Role.FAILS_EVERYWHERE in roles("equal", found, 1)) is everywhere
    at_some_delta = approximate.tightest(PUBLISH, delta=F(1, 2))
    assert roles("equal", at_some_delta, INFINITY) == {Role.FAILS}
    assert Role.FAILS_EVERYWHERE not in roles("equal", DELTA, F(1, 2))


def test_numbers_made_of_answers_are_bound_to_their_notions() -> None:
    assert roles("equal", LOSS.value.exp(), 3) == set()
    assert roles("equal", LOSS.value.exp(), 3, of=LOSS) == {Role.HOLDS, Role.FAILS}
    both = step("less", DELTA.value * 2, LOSS.value.exp(), of=[LOSS, DELTA]).roles
    assert {notion for notion, _ in both} == {"epsilon-dp", "approximate-dp"}
    for method in ("true", "false", "refutes", "confirms"):
        check = Check()
        getattr(check, method)("x", True, of=LOSS)
        assert check.steps[0].roles == {("epsilon-dp", Role.HOLDS), ("epsilon-dp", Role.FAILS)}


def test_verdicts_show_a_level_that_holds_or_one_that_fails() -> None:
    holds = executables()["epsilon-dp"].holds(RESPONSE, epsilon=2)
    for method, role in (("true", Role.HOLDS), ("confirms", Role.HOLDS), ("false", Role.FAILS), ("refutes", Role.FAILS)):
        check = Check()
        getattr(check, method)("x", holds)
        assert check.steps[0].roles == {("epsilon-dp", role)}


def test_what_is_asked_is_heard_and_what_is_asked_on_the_way_is_not() -> None:
    with listening() as outer:
        executables()["epsilon-dp"].tightest(RESPONSE)
        with listening() as inner:
            executables()["approximate-dp"].holds(RESPONSE, epsilon=1, delta=F(1, 2))
        executables()["group-privacy"].tightest(RESPONSE, c=1)
    assert [a.notion for a in outer] == ["epsilon-dp", "group-privacy"]
    assert [a.notion for a in inner] == ["approximate-dp"]
    executables()["epsilon-dp"].tightest(RESPONSE)
    assert len(outer) == 2


# a separation: (ε, δ)-DP does not imply ε-DP, by publishing the data with probability 1/10
RARELY = FiniteMechanism.from_rows({(): [F(1), F(0)], ("t",): [F(9, 10), F(1, 10)]})
CLAIM = "approximate-dp/does_not_imply/epsilon-dp"


def subject(check: Check) -> None:
    check.equal("approximate-dp, ε = 0: the least δ", executables()["approximate-dp"].tightest(RARELY, epsilon=0), F(1, 10))


def object_(check: Check) -> None:
    check.equal("epsilon-dp: the least ε", executables()["epsilon-dp"].tightest(RARELY), INFINITY)


def only_finite(check: Check) -> None:
    check.at_least("epsilon-dp: the least ε", executables()["epsilon-dp"].tightest(RARELY), 1000)


def unused(check: Check) -> None:
    executables()["epsilon-dp"].tightest(RARELY)


def outcome(*parts: Callable[[Check], None], claims: tuple[str, ...] = (CLAIM,), **said: Any) -> Outcome:
    """The outcome of a witness of these parts."""

    def run(check: Check) -> None:
        for part in parts:
            part(check)
        check.therefore_not("it is private")

    return decides(*claims, kind=Kind.SEPARATION, source="here", **said)(run).outcome()


def test_a_separation_whose_subject_holds_and_whose_object_fails_everywhere_passes() -> None:
    found = outcome(subject, object_)
    assert (found.faults, found.passed, found.certainty) == ((), True, Certainty.CERTIFIED)


@pytest.mark.parametrize(
    ("parts", "said", "fault"),
    [
        ([object_], {}, "approximate-dp is not evaluated"),
        ([subject], {}, "epsilon-dp is not evaluated"),
        ([subject, unused], {}, "no step compares what epsilon-dp answers so that it fails at some level"),
        ([subject, only_finite], {}, "no step refutes every level of epsilon-dp"),
        ([subject, object_], {"sampled": {"epsilon-dp": "n"}}, "sampled='epsilon-dp' is not needed"),
        ([subject, object_], {"sampled": {"renyi-dp": "n"}}, "sampled='renyi-dp' is none of its claims"),
        ([subject, object_], {"without": {"epsilon-dp": "read off"}}, "without='epsilon-dp' is not needed"),
        ([subject, object_], {"without": {"renyi-dp": "read off"}}, "without='renyi-dp' is not needed"),
    ],
)
def test_a_separation_that_leaves_out_a_half_does_not_pass(
    parts: list[Callable[[Check], None]], said: Mapping[str, Any], fault: str
) -> None:
    found = outcome(*parts, **said)
    assert all(s.holds for s in found.steps)
    assert not found.passed
    assert [f for f in found.faults if f.startswith(fault)]


def test_a_subject_that_is_only_bounded_from_below_does_not_hold() -> None:
    def below(check: Check) -> None:
        check.at_least("δ", executables()["approximate-dp"].tightest(RARELY, epsilon=0), F(1, 100))

    assert outcome(below, object_).faults == ("no step compares what approximate-dp answers so that it holds at some level",)


@pytest.mark.parametrize("sampled", ["n", {"epsilon-dp": "n"}, {CLAIM: "n"}])
def test_what_refutes_some_levels_says_that_it_samples_and_is_not_called_certified(sampled: Any) -> None:
    found = outcome(subject, only_finite, sampled=sampled)
    assert (found.faults, found.passed, found.certainty) == ((), True, Certainty.SAMPLED)
    assert found.witness.sample(CLAIM) == "n"
    assert found.certainty_of(CLAIM) is Certainty.SAMPLED


def test_a_claim_that_is_not_sampled_is_certified_beside_one_that_is() -> None:
    other = "approximate-dp/does_not_imply/kl-privacy"

    def kl(check: Check) -> None:
        check.at_least("kl-privacy: the least ε", executables()["kl-privacy"].tightest(RARELY), F(1, 100))

    found = outcome(subject, object_, kl, claims=(CLAIM, other), sampled={"kl-privacy": "n"})
    assert found.faults == ()
    assert found.certainty_of(CLAIM) is Certainty.CERTIFIED
    assert found.certainty_of(other) is Certainty.SAMPLED
    assert found.certainty is Certainty.SAMPLED  # of all together, the weaker one


def test_a_notion_that_is_left_out_for_a_stated_reason_may_be_left_out() -> None:
    found = outcome(object_, without={"approximate-dp": "its δ is read off the table"})
    assert found.faults == ()


def test_a_reason_why_every_level_fails_is_enough_and_must_be_needed() -> None:
    def reasoned(check: Check) -> None:
        only_finite(check)
        check.every_level("epsilon-dp", "the loss grows")

    def needless(check: Check) -> None:
        object_(check)
        check.every_level("epsilon-dp", "the loss grows")

    assert outcome(subject, reasoned).faults == ()
    assert outcome(subject, needless).faults == ("every_level('epsilon-dp') is not needed",)


def test_claims_with_a_suffix_and_claims_that_hold_are_told_apart() -> None:
    assert outcome(subject, object_, claims=(f"{CLAIM}/half",)).faults == ()
    assert outcome(subject, unused, claims=(f"{CLAIM}/half",)).faults != ()
    assert outcome(subject, claims=("epsilon-dp/stronger_than/renyi-dp", "epsilon-dp/convexity")).faults == ()


def test_a_notion_that_does_not_run_cannot_be_asked() -> None:
    assert outcome(subject, claims=("approximate-dp/does_not_imply/computational-dp",)).faults == ()


@pytest.mark.parametrize(
    ("certainties", "weakest"),
    [
        ([Certainty.CERTIFIED], Certainty.CERTIFIED),
        ([Certainty.CERTIFIED, Certainty.NUMERIC], Certainty.NUMERIC),
        ([Certainty.NUMERIC, Certainty.UNDECIDED], Certainty.UNDECIDED),
        ([], Certainty.UNDECIDED),
    ],
)
def test_an_outcome_is_as_sure_as_its_weakest_step(certainties: list[Certainty], weakest: Certainty) -> None:
    witness = outcome(subject, object_).witness
    steps = tuple(WitnessStep("x", "1", "=", "1", True, c) for c in certainties)
    assert Outcome(witness, steps, (), "").certainty is weakest
    assert Outcome(witness, steps, (), "").passed is bool(steps)
    undecided = (*steps, WitnessStep("x", "1", "=", "1", None, Certainty.CERTIFIED))
    assert Outcome(witness, undecided, (), "").certainty is Certainty.UNDECIDED
    assert not Outcome(witness, undecided, (), "").passed
    assert not Outcome(witness, (*steps, WitnessStep("x", "1", "=", "2", False, Certainty.CERTIFIED)), (), "").passed


def test_numeric_steps_stay_numeric_in_a_witness_that_samples() -> None:
    def floats(check: Check) -> None:
        check.equal("x", 0.5, 0.5)

    assert outcome(subject, only_finite, floats, sampled="n").certainty is Certainty.NUMERIC


@pytest.mark.parametrize(("holds", "mark"), [(True, "yes"), (False, "NO"), (None, "undecided")])
def test_a_step_is_printed_with_its_sides(holds: bool | None, mark: str) -> None:
    assert str(WitnessStep("the loss", "1/2", "≤", "1", holds, Certainty.CERTIFIED)) == f"the loss: 1/2 ≤ 1 [{mark}]"
    assert str(WitnessStep("a fact", "", "", "", holds, Certainty.CERTIFIED)) == f"a fact [{mark}]"


def test_sides_are_shown_as_exact_numbers() -> None:
    found = step("equal", F(1, 2), INFINITY)
    assert (found.measured, found.expected) == ("1/2", "∞")
    assert step("equal", LOSS, 1).measured == "ln(3)"
    assert step("equal", 1, 1).measured == "1"


def test_mechanisms_are_picked_from_what_is_shown() -> None:
    def shown(check: Check) -> None:
        check.show("M", RARELY)
        check.show("n", 3)

    found = outcome(subject, object_, shown)
    assert found.objects == (("M", RARELY), ("n", 3))
    assert found.mechanisms == (("M", RARELY),)


def test_the_docstring_is_the_head_of_the_proof() -> None:
    def separates_two(check: Check) -> None:
        """A mechanism is not private.

        Claim    it has
                 a finite loss.
        Verdict  false: it has none.
        Source   a book.
        Corrected  it has a δ.

        M publishes the data rarely,
        and nothing else.

        A loss is infinite.
        """
        check.true("x", True)

    separates_two.__module__ = "separations.a_rare_output"
    made = decides("a/b", kind=Kind.ATTACK, source="a book", errata=["e"])(separates_two)
    assert isinstance(made, Witness)
    assert (made.id, made.title, made.claim) == ("a-rare-output", "A mechanism is not private", "it has a finite loss.")
    assert made.paragraphs == {
        "Claim": "it has a finite loss.",
        "Verdict": "false: it has none.",
        "Source": "a book.",
        "Corrected": "it has a δ.",
        "Idea": "M publishes the data rarely, and nothing else.\n\nA loss is infinite.",
    }
    assert (made.claims, made.kind, made.source, made.errata) == (
        ("a/b",),
        Kind.ATTACK,
        "a book",
        ("e",),
    )
    assert "def separates_two" in made.code
    assert made.lemmas == ()


def test_a_witness_without_a_claim_in_words_is_called_by_its_title() -> None:
    def bare(check: Check) -> None:
        """Only a title."""

    bare.__module__ = "separations.bare"
    made = decides(kind=Kind.BOUND, source="a book")(bare)
    assert (made.claim, dict(made.paragraphs)) == ("Only a title", {})


def test_lemmas_that_witnesses_share_are_shown_with_them() -> None:
    from dpzoo.witnesses import witnesses

    ((title, code),) = witnesses()["pufferfish-without-secrets"].lemmas
    assert title
    assert "def violates(" in code
    assert witnesses()["prodp-post-processing"].lemmas == ()


@pytest.mark.parametrize("method", [*RELATIONS, "true", "false", "confirms"])
def test_every_step_says_what_it_is_about(method: str) -> None:
    for fact in (True, Judgement("epsilon-dp", True, Certainty.CERTIFIED, {})) if method not in RELATIONS else (1,):
        check = Check()
        getattr(check, method)("the loss", fact, *((1,) if method in RELATIONS else ()))
        assert check.steps[0].text == "the loss"
        sides = (check.steps[0].measured, check.steps[0].relation, check.steps[0].expected)
        assert sides == (("1", SIGN[method], "1") if method in RELATIONS else ("", "", ""))
        assert check.steps[0].certainty is Certainty.CERTIFIED


def test_a_confirmation_by_floats_is_numeric() -> None:
    check = Check()
    check.confirms("x", True, numeric=True)
    assert check.steps[0].certainty is Certainty.NUMERIC


def test_a_verdict_and_what_it_is_compared_with_are_both_bound() -> None:
    check = Check()
    check.true("x", executables()["approximate-dp"].holds(RESPONSE, epsilon=2, delta=0), of=LOSS)
    assert {notion for notion, _ in check.steps[0].roles} == {"approximate-dp", "epsilon-dp"}


def test_a_refusal_names_the_comparison_and_the_number() -> None:
    with pytest.raises(ValueError, match=r"^'x' compares with 0, which every value passes \(≥\)$"):
        step("at_least", LOSS, 0)


def test_long_fractions_are_shown_short() -> None:
    assert len(step("equal", F(10**40 + 1, 7), 1).measured) < 20


def test_what_cannot_be_told_from_one_is_not_taken_for_it() -> None:
    assert roles("equal", DELTA, SAME / 2) == {Role.HOLDS, Role.FAILS}
    assert step("at_most", DELTA, SAME / 2).holds is True


def test_the_answer_may_stand_on_either_side() -> None:
    infinite = executables()["epsilon-dp"].tightest(PUBLISH)
    assert roles("equal", INFINITY, infinite) == {Role.FAILS, Role.FAILS_EVERYWHERE}
    assert roles("greater", infinite, INFINITY) == {Role.FAILS}  # nothing is larger than ∞


def test_the_conclusion_and_the_reasons_are_kept() -> None:
    found = outcome(subject, object_)
    assert found.conclusion == "refuted: it is private"
    check = Check()
    check.every_level("epsilon-dp", "the loss grows")
    assert check.settled == {"epsilon-dp": "the loss grows"}


def test_a_stated_exception_excuses_one_notion_only() -> None:
    assert outcome(lambda c: c.true("x", True), without={"approximate-dp": "read off"}).faults[0].startswith("epsilon-dp is not")


def test_reasons_and_samples_for_notions_that_no_step_compares_are_faults_not_crashes() -> None:
    def stray(check: Check) -> None:
        check.every_level("kl-privacy", "the loss grows")

    assert outcome(subject, object_, stray).faults == ("every_level('kl-privacy') is not needed",)
    (fault,) = outcome(subject, sampled={"epsilon-dp": "n"}).faults
    assert fault.startswith("epsilon-dp is not evaluated")


SHARED = '"""What two witnesses share.\n\nMore of it.\n"""\n\n\ndef lemma():\n    return 1\n'
USING = '''"""One of a MAX.

Claim    it holds.
Remark  this is not a label.
"""

from family.inner._shared import lemma

from dpzoo.witnesses.framework import Kind, decides


@decides(kind=Kind.BOUND, source="here")
def by_the_lemma(check):
    """Not this text."""
    check.equal("one", lemma(), 1)
'''


def test_a_module_is_read_as_a_witness_with_the_lemmas_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "family" / "inner"
    folder.mkdir(parents=True)
    (tmp_path / "family" / "__init__.py").write_text("", encoding="utf-8")
    (folder / "__init__.py").write_text("", encoding="utf-8")
    (folder / "_shared.py").write_text(SHARED, encoding="utf-8")
    (folder / "one_of_them.py").write_text(USING, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in [n for n in sys.modules if n.partition(".")[0] == "family"]:
        monkeypatch.delitem(sys.modules, name)
    made = importlib.import_module("family.inner.one_of_them").by_the_lemma
    assert (made.id, made.title) == ("one-of-them", "One of a MAX")
    assert made.paragraphs == {"Claim": "it holds.", "Idea": "Remark  this is not a label."}
    assert made.code == USING  # the whole module, docstring and all
    assert made.lemmas == (("What two witnesses share", SHARED),)
    assert made.outcome().passed


ROWS = '''"""A table."""

from family.inner._shared import lemma

from dpzoo.witnesses.declared import Samples
from dpzoo.witnesses.framework import decides

ONE = 1
OTHER = 2
SAMPLED = Samples({"b c": "n"})


@decides("a/does_not_imply/b", sampled=SAMPLED)
def the_first(check):
    """The first row."""
    check.equal(check.denied[0], lemma(), ONE)


@decides("a/does_not_imply/d")
def the_second(check):
    """The second row."""
    check.equal("one", 1, 1)
'''


def test_each_row_of_a_table_is_a_witness_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With its own title, code and samples, and read without running as it is when it runs."""
    folder = tmp_path / "family" / "inner"
    folder.mkdir(parents=True)
    (tmp_path / "family" / "__init__.py").write_text("", encoding="utf-8")
    (folder / "__init__.py").write_text("", encoding="utf-8")
    (folder / "_shared.py").write_text(SHARED, encoding="utf-8")
    path = folder / "some_table.py"
    path.write_text(ROWS, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in [n for n in sys.modules if n.partition(".")[0] == "family"]:
        monkeypatch.delitem(sys.modules, name)
    module = importlib.import_module("family.inner.some_table")
    for made, code, lemmas, sampled in (
        (module.the_first, "ONE = 1", 1, {"b": "n"}),
        (module.the_second, "@decides", 0, ""),
    ):
        declared = read(made.id, path)
        assert made.title == f"The {made.id.removeprefix('the-')} row"
        assert (tuple(n.id for n in declared.claims), declared.sampled) == (made.claims, made.sampled)
        assert (made.kind, made.sampled, len(made.lemmas)) == (Kind.SEPARATION, sampled, lemmas)
        assert made.code.startswith(code)
        assert "OTHER" not in made.code
    assert [s.text for s in module.the_first.outcome().steps] == ["b"]
    assert _rows("family.inner.some_table", path) == ["the_first", "the_second"]
    assert _rows("family.inner.alone", path) == ["alone"]


@pytest.mark.parametrize(
    ("claims", "kind"),
    [
        (("a/does_not_imply/b", "a/convexity"), Kind.SEPARATION),
        (("a/not_stronger_than/b",), Kind.SEPARATION),
        (("a b/composition",), Kind.COMPOSITION),
        (("a/composition post_processing",), Kind.AXIOM_FAILURE),
    ],
)
def test_what_fails_says_by_its_ids_what_its_witness_is_evidence_of(claims: tuple[str, ...], kind: Kind) -> None:
    def bare(check: Check) -> None:
        """Only a title."""

    assert decides(*claims)(bare).kind is kind


@pytest.mark.parametrize("claims", [(), ("a/does_not_imply/b", "a/implies/c"), ("a",), ("a/satisfies/b",)])
def test_what_a_witness_is_evidence_of_is_said_where_its_ids_do_not_say_it(claims: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="say with kind="):
        decides(*claims)(lambda check: None)


def test_a_witness_typed_at_a_prompt_has_no_code_to_show() -> None:
    space: dict[str, Any] = {"__name__": "prompt"}
    exec("def typed(check):\n    check.true('x', True)", space)
    made = decides(kind=Kind.BOUND, source="here")(space["typed"])
    assert (made.code, made.title, made.outcome().passed) == ("", "", True)


def test_claim_verdict_and_source_of_a_separation_are_those_of_its_ids() -> None:
    def bare(check: Check) -> None:
        """Only a title."""

    bare.__module__ = "separations.bare"
    made = decides("a/does_not_imply/b c d", "e/not_stronger_than/b", kind=Kind.SEPARATION, sampled={"b d": "n"})(bare)
    assert made.claims == ("a/does_not_imply/b", "a/does_not_imply/c", "a/does_not_imply/d", "e/not_stronger_than/b")
    assert made.claim == "a implies b, c or d; or e is stronger than b, at some proper values."
    assert made.source == "records of a and e"
    assert list(made.head) == ["Claim", "Verdict", "Source"]
    assert [made.sample(c) for c in made.claims] == ["n", "", "n", "n"]
    lost = decides("a/convexity", "b/convexity", "a/composition", kind=Kind.AXIOM_FAILURE, source="a book")(bare)
    assert lost.head == {"Claim": "a or b is convex; or a composes.", "Source": "a book."}
    assert decides("a/implies/b", kind=Kind.IMPLICATION, source="a book")(bare).head == {}


def test_what_an_erratum_prints_and_corrects_is_said_once_in_its_record() -> None:
    from dpzoo.witnesses import witnesses

    made = witnesses()["hyperloglog-rare-sketches"]
    assert list(made.paragraphs) == ["Verdict", "Idea"]
    assert list(made.head) == ["Claim", "Verdict", "Corrected", "Source", "Idea"]
    assert "HyperLogLog estimator" in made.claim
    assert made.head["Source"].startswith("Des20, ")


def test_the_conclusion_of_a_separation_is_that_its_claims_are_refuted() -> None:
    def separates(check: Check) -> None:
        """Publishing nothing and everything."""
        check.least("approximate-dp", RARELY, F(1, 10), epsilon=0)
        check.least("epsilon-dp", RARELY, INFINITY)

    separates.__module__ = "separations.separates"
    found = decides("approximate-dp/does_not_imply/epsilon-dp")(separates).outcome()
    assert (found.passed, found.conclusion) == (True, "refuted: approximate-dp implies epsilon-dp at some proper values")
    both = decides("approximate-dp/does_not_imply/epsilon-dp epsilon-dp")(separates).outcome()
    assert both.conclusion == "refuted: one of these implications holds at some proper values"
    lost = decides("approximate-dp/composition convexity")(lambda check: check.true("it is so", True)).outcome()
    assert lost.conclusion == "refuted: one of these notions composes or is convex"
    mixed = decides("approximate-dp/does_not_imply/epsilon-dp", "epsilon-dp/convexity")(separates).outcome()
    assert mixed.conclusion == "refuted: one of these relations or properties holds at some proper values"


def test_the_least_level_of_a_notion_is_asked_and_said_in_one_step() -> None:
    check = Check()
    check.least("approximate-dp", RARELY, F(1, 10), epsilon=0)
    check.least("approximate-dp", RARELY, at="of M", at_most=F(1, 2), epsilon="inf")
    check.least("epsilon-dp", RARELY, at="M", at_least=1000)
    assert [s.text for s in check.steps] == [
        "approximate-dp: the least δ at ε = 0",
        "approximate-dp, of M: the least δ for any ε",
        "epsilon-dp, M: the least ε",
    ]
    assert [s.relation for s in check.steps] == ["=", "≤", "≥"]
    assert all(s.holds for s in check.steps)
    assert check.steps[2].roles == {("epsilon-dp", Role.FAILS)}
    with pytest.raises(TypeError, match="approximate-dp has two parameters left: epsilon and delta"):
        check.least("approximate-dp", RARELY, 0)


def test_what_is_said_to_be_sampled_is_kept_as_it_was_said() -> None:
    said = {"epsilon-dp": "n"}
    made = outcome(subject, only_finite, sampled=said).witness
    said.clear()
    assert made.sampled == {"epsilon-dp": "n"}
