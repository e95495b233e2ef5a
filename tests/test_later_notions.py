"""Notions since the survey against values worked out by hand, published numbers and theorems."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import pytest
from by_hand import ROUNDED, about, agrees, answers

from dpzoo.blocks.finite_mechanism import FiniteMechanism
from dpzoo.blocks.priors import Prior
from dpzoo.notions.registry import executables
from dpzoo.notions.results import Certainty
from dpzoo.numbers.errors import BlockError
from dpzoo.numbers.values import value

F = Fraction
NOTIONS = executables()
LITTLE = F(1, 1000)


@dataclass(frozen=True)
class Case:
    """The tightest value of one parameter, worked out by hand."""

    notion: str
    mechanism: FiniteMechanism
    tightest: Any
    why: str
    given: dict[str, Any] = field(default_factory=dict)
    free: str = "epsilon"
    stronger: bool = False
    certified: bool = True
    within: float = ROUNDED

    def __str__(self) -> str:
        return f"{self.notion}-{self.free}-{self.tightest}"


def rows(laws: dict[Any, Any]) -> FiniteMechanism:
    """A mechanism from the probabilities of its outputs 0, 1, … on each dataset."""
    width = len(next(iter(laws.values())))
    return FiniteMechanism.from_rows(laws, range(width))


HALF, QUARTER = (F(1, 2), F(1, 2)), (F(1, 4), F(3, 4))
CERTAIN = (F(1), F(0))
DELETED = rows(
    {
        ("x",): CERTAIN,
        (): HALF,
        ("x", ("delete", "x")): QUARTER,
        ((("delete",)),): (F(3, 8), F(5, 8)),
        ("x", ("delete", "x"), ("add", "x")): HALF,
        ("x", ("exchange", "x", "y")): QUARTER,
        ("y",): HALF,
    }
)
"""Training on x is certain to show; deleting it leads to 1/4 instead of 1/2, or of 3/8 after an empty request."""

RESPONSE = rows({("a",): (F(3, 4), F(1, 4)), ("b",): (F(1, 4), F(3, 4))})
THREE = FiniteMechanism.from_function([(t,) for t in "abc"], lambda d: {o: F(1, 2) if o == d[0] else F(1, 4) for o in "abc"})
"""Randomised response on three values, with ε = ln 2."""
LAW = {"a": F(3, 4), "b": F(1, 4)}
"""Under it RESPONSE answers 5/8 and 3/8; the posterior of a is 9/10 after the first answer and 1/2 after the second."""

ZERO_SKIP = FiniteMechanism.from_function([(word,) for word in range(8)], lambda d: {"slow" if d[0] else "fast": F(1)})
"""A multiplication by a word of three bits that is fast if the word is zero."""
RAPPOR = FiniteMechanism.from_function(
    [((1, 0),), ((0, 1),)],
    lambda d: {
        (a, b): (F(3, 4) if a == d[0][0] else F(1, 4)) * (F(3, 4) if b == d[0][1] else F(1, 4)) for a in (0, 1) for b in (0, 1)
    },
)
"""Symmetric RAPPOR on two values with flips of probability 1/4."""
TOLD = FiniteMechanism.from_function([(a, b) for a in (0, 1) for b in (0, 1)], lambda d: {d[0]: F(1)})
BITS = {0: F(1, 2), 1: F(1, 2)}
LEFT = rows({("x",): CERTAIN, ("y",): CERTAIN, ("x", ("delete", "x")): (F(3, 4), F(1, 4)), ("y", ("delete", "y")): QUARTER})
"""Nothing is left in both cases, so one algorithm must be close to both laws."""
CORE = rows({((("delete",)),): HALF, ("x", ("delete",)): CERTAIN, ("x", ("delete", "x")): QUARTER})
RIGHT = [(("a",), "a"), (("b",), "b")]
RECORD = {"prior": LAW, "rho": [("a", "a"), ("b", "b")]}
DOUBT = {"Theta": [Prior.of({("a",): F(1, 2), ("b",): F(1, 2)})]}
DRAWN = Prior.of({("a",): F(3, 4), ("b",): F(1, 4)})
EVEN = Prior.of({(t,): F(1, 3) for t in "abc"})
ONE_OF_TWO = [(f, Prior.of({(r,): F(f.count(r), 2) for r in f})) for f in (("a", "a"), ("a", "b"), ("b", "b"))]
"""Frames of two records, one of which is drawn."""
EITHER = Prior.of({("a",): F(1, 2), ("b",): F(1, 2)})
WHOLE, FAMILY = {"theta": EITHER, "rho": RIGHT}, {"Theta": [EITHER], "rho": RIGHT}
SURER = rows({(): (F(3, 4), F(1, 4)), ("work",): (F(3, 16), F(13, 16))})

CASES = (
    # leakage
    Case("approximate-local-dp", RESPONSE, "1/2", "3/4 - 1/4", {"epsilon": 0}, "delta"),
    Case("approximate-local-dp", RESPONSE, "log(2)", "3/4 - 2/4 = 1/4", {"delta": "1/4"}),
    Case("maximal-leakage", RESPONSE, "log(3/2)", "3/4 + 3/4"),
    Case("maximal-leakage", THREE, "log(3/2)", "ln(k e^ε/(e^ε + k - 1)) with k = 3 and e^ε = 2"),
    Case("bayes-security", RESPONSE, "1/2", "2/(1 + e^ε) with e^ε = 3", free="beta", stronger=True),
    Case("bayes-security", THREE, "3/4", "1 - (1/2 - 1/4)", free="beta", stronger=True),
    Case("maximal-alpha-leakage", RESPONSE, "log(5/4)", "2(9/16 + 1/16), the centre is uniform", {"alpha": 2}, certified=False),
    Case("maximal-alpha-leakage", THREE, "log(9/8)", "3(1/4 + 2/16), the centre is uniform", {"alpha": 2}, certified=False),
    Case("maximal-alpha-leakage", THREE, "log(3/2)", "maximal leakage", {"alpha": "inf"}),
    Case("pointwise-maximal-leakage", RESPONSE, "log(2)", "b after the second answer: (3/4)/(3/8)", {"Theta": [LAW]}),
    Case(
        "probabilistic-pointwise-maximal-leakage",
        RESPONSE,
        "3/8",
        "the second answer leaks ln 2, the first one ln(6/5)",
        {"Theta": [LAW], "epsilon": "log(3/2)"},
        "delta",
    ),
    Case(
        "probabilistic-pointwise-maximal-leakage",
        RESPONSE,
        "log(6/5)",
        "the second answer may be left out",
        {"Theta": [LAW], "delta": "3/8"},
    ),
    Case(
        "probabilistic-pointwise-maximal-leakage",
        ZERO_SKIP,
        "log(8)",
        "AFT26: the fast path leaks all bits of a uniform word, here of three bits",
        {"Theta": [dict.fromkeys(range(8), F(1, 8))], "delta": "1/10"},
    ),
    Case(
        "probabilistic-pointwise-maximal-leakage",
        ZERO_SKIP,
        "log(8/7)",
        "AFT26: the slow path says only that the word is not zero",
        {"Theta": [dict.fromkeys(range(8), F(1, 8))], "delta": "1/8"},
    ),
    Case("deletion-local-dp", RESPONSE, "log(2)", "(1 + e^ε)/2 with e^ε = 3, a fair coin as the reference"),
    Case("deletion-local-dp", RAPPOR, "log(3)", "CMPT+25: e^ε for flips of probability 1/(e^ε + 1) = 1/4"),
    Case("local-dp", RAPPOR, "2*log(3)", "CMPT+25: two coordinates differ"),
    Case("channel-capacity-limit", RESPONSE, "log(2) + 3/4*log(3/4) + 1/4*log(1/4)", "1 - h(1/4) bits", certified=False),
    Case("channel-capacity-limit", THREE, "log(3) - 3/2*log(2)", "log q - h(p) - p log(q - 1), q = 3, p = 1/2", certified=False),
    Case("conditional-mutual-information", TOLD, "log(2)/4", "one bit of two records, if the ghost differs", {"prior": BITS}),
    Case(
        "asymmetric-local-information-privacy",
        RESPONSE,
        "log(5/2)",
        "b after the first answer: from 1/4 to 1/10",
        {"Theta": [LAW], "epsilon_u": "log(2)"},
        "epsilon_l",
    ),
    Case(
        "asymmetric-local-information-privacy",
        RESPONSE,
        "log(2)",
        "b after the second answer: from 1/4 to 1/2",
        {"Theta": [LAW], "epsilon_l": "log(5/2)"},
        "epsilon_u",
    ),
    Case("strong-l1-privacy", RESPONSE, "1/2", "after the second answer: 1/4 + 1/4", {"Theta": [LAW]}),
    Case("strong-chi-squared-privacy", RESPONSE, "sqrt(1/3)", "1/16·4/3 + 1/16·4", {"Theta": [LAW]}),
    # attacks
    Case(
        "reconstruction-robustness",
        RESPONSE,
        "3/4",
        "9/16 for a after the first answer, 3/16 after the second",
        RECORD,
        "gamma",
    ),
    Case(
        "persuasive-privacy",
        RESPONSE,
        "log(3/2)",
        "either answer raises the truth from 1/2 to 3/4",
        DOUBT | {"delta": "1/4"},
        "kappa",
    ),
    Case("global-stability", RESPONSE, "5/8", "3/4 of 3/4 and 1/4 of 1/4 answer a", {"Theta": [DRAWN]}, "eta", stronger=True),
    Case("list-replicability", RESPONSE, "3/8", "a comes out with 5/8", {"Theta": [DRAWN], "k": 1}, "gamma"),
    Case("list-replicability", THREE, "1/3", "each answer has 1/3", {"Theta": [EVEN], "k": 2}, "gamma"),
    # samples
    Case("frame-invariant-dp", RESPONSE, "log(3)", "one frame gives both", {"F": [[("a",), ("b",)]]}),
    Case("frame-invariant-dp", RESPONSE, "0", "each of two frames gives one of them", {"F": [[("a",)], [("b",)]]}),
    Case("frame-level-dp", RESPONSE, "log(2)", "BD24, Theorem 4.1: 1 + (e^ε - 1)/2 with e^ε = 3", {"tau": ONE_OF_TWO}),
    Case("persuasive-privacy", RESPONSE, "3/4", "and it is the right answer with 3/4", DOUBT | {"kappa": "1/4"}, "delta"),
    Case(
        "persuasive-privacy",
        RESPONSE,
        "3/8",
        "(1/4 + 1/4) - (1/16 + 1/16), by the quadratic score",
        DOUBT | {"S": "quadratic", "delta": 0},
        "kappa",
    ),
    Case("pac-privacy", RESPONSE, "1/4", "the answer is right with 3/4", WHOLE, "delta", stronger=True),
    Case("narcissus-resiliency", RESPONSE, "1/4", "two answers, each with 3/8 - 1/4", FAMILY | {"epsilon": 0}, "delta"),
    Case("narcissus-resiliency", RESPONSE, "log(3/2)", "3/8 over 1/4", FAMILY | {"delta": 0}),
    Case("narcissus-resiliency", RESPONSE, "log(5/4)", "3/4 - 5/8 = 1/8", FAMILY | {"delta": "1/8"}),
    Case("near-access-freeness", SURER, "2", "3/4 over 3/16", {}, "k"),
    # unlearning
    Case("certified-removal", DELETED, "log(2)", "1/2 against 1/4, after the deletion of x only", {"delta": 0}),
    Case("certified-removal", DELETED, "1/4", "3/4 - 1/2", {"epsilon": 0}, "delta"),
    Case("approximate-unlearning", DELETED, "log(3/2)", "3/8 against 1/4", {"m": 1, "delta": 0}),
    Case("approximate-unlearning", DELETED, "1/8", "3/4 - 5/8", {"m": 1, "epsilon": 0}, "delta"),
    Case(
        "unlearning-of-published-models", DELETED, "1/2", "x deleted and added again: 1/2 in place of 1", {"epsilon": 0}, "delta"
    ),
    Case(
        "certified-approximate-unlearning",
        LEFT,
        "log(2)",
        "the fair coin is beside both",
        {"delta": 0},
        within=1e-5,
    ),
    Case(
        "certified-approximate-unlearning",
        LEFT,
        "log(3/2)",
        "1/2 - 1/8 over 1/4",
        {"delta": "1/8"},
        within=1e-5,
    ),
    Case("system-aware-unlearning", CORE, "1/4", "with x as its own core: 3/4 - 1/2 after the deletion", {"epsilon": 0}, "delta"),
    Case("system-aware-unlearning", CORE, "log(2)", "1/2 over 1/4", {"delta": 0}),
    Case("renyi-unlearning", DELETED, "log(4/3)", "1/4·4 + 1/4·4/3 for HALF against QUARTER", {"alpha": 2}),
    Case(
        "renyi-unlearning-of-batches",
        DELETED,
        "log(13/12)",
        "(3/8)²·4 + (5/8)²·4/3",
        {"m": 1, "alpha": 2},
    ),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_tightest_parameter_is_the_one_worked_out_by_hand(case: Case) -> None:
    found: Any = NOTIONS[case.notion].tightest(case.mechanism, **case.given)
    about(found, NOTIONS[case.notion], case.free, case.given)
    assert agrees(found.value, case.tightest) if case.certified else agrees(found.value, case.tightest, within=case.within), str(
        found
    )
    assert (found.certainty is Certainty.CERTIFIED) is case.certified
    rounded: Any = NOTIONS[case.notion].tightest(case.mechanism.as_floats(), **case.given)
    assert agrees(rounded.value, case.tightest, within=case.within), str(rounded)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_notion_holds_on_one_side_of_its_tightest_parameter_and_fails_on_the_other(case: Case) -> None:
    bound = value(case.tightest)

    def at(number: Any) -> bool | None:
        given = {**case.given, case.free: number}
        verdict = NOTIONS[case.notion].holds(case.mechanism, **given)
        answers(verdict, NOTIONS[case.notion], given)
        return verdict.holds

    if bound.infinite:
        assert at(1000) is False
        return
    worse, better = (bound + LITTLE, bound - LITTLE) if case.stronger else (bound - LITTLE, bound + LITTLE)
    if worse > 0:
        assert at(worse) is False
    if better > 0 and (case.free == "epsilon" or better <= 1):
        assert at(better) is True


def test_a_record_that_is_not_there_cannot_be_deleted() -> None:
    system = rows({("x",): HALF, ("x", ("delete", "y")): HALF})
    with pytest.raises(BlockError, match="names 'y', which the training set does not have"):
        NOTIONS["certified-removal"].tightest(system, delta=0)


WORKED_OUT = {c.notion for c in CASES}
