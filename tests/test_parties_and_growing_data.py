"""Notions about what some of many people see, and about data that grow: values worked out by hand, and their records."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import pytest
from by_hand import ROUNDED, about, agrees, coin, powers

from dpzoo.blocks.finite_mechanism import FiniteMechanism
from dpzoo.blocks.priors import Prior
from dpzoo.notions.registry import executables
from dpzoo.notions.results import Tightest
from dpzoo.numbers.errors import BlockError
from dpzoo.numbers.values import value

F = Fraction
NOTIONS = executables()
LITTLE = F(1, 1000)


@dataclass(frozen=True)
class Case:
    """The tightest ``free`` of a mechanism, and why it is this."""

    notion: str
    mechanism: FiniteMechanism
    tightest: Any
    why: str
    given: Mapping[str, Any] = field(default_factory=dict)
    free: str = "delta"

    def __str__(self) -> str:
        return f"{self.notion}: {self.why}"


def law(rows: Mapping[tuple[Any, ...], Mapping[Any, Any]]) -> FiniteMechanism:
    """A mechanism from the law of each dataset."""
    return FiniteMechanism.from_function(list(rows), lambda d: {o: F(p) for o, p in rows[d].items()})


ABOUT = {0: F(3, 4), 1: F(1, 4)}
"""Randomised response: the bit is told truly with probability 3/4."""
AROUND = law({(b, 0, 0): {(0, r ^ b, r): w for r, w in ABOUT.items()} for b in (0, 1)})
"""The second person sees the first one's bit through noise, the third one sees the noise."""
PASSED_ON = law({(b, 0, 0): {((0, 1, b), (1, 2, r ^ b)): w for r, w in ABOUT.items()} for b in (0, 1)})
"""The first tells the second the own bit, who tells the third one through noise."""
MASKED = law({(b, 0): {((r, s), (r ^ s ^ b,)): F(1, 2) * w for r in (0, 1) for s, w in ABOUT.items()} for b in (0, 1)})
"""A bit under two masks: a fair one, and one that is 0 with probability 3/4."""
SILOS = law(
    {
        (x, y): {(a, b): p * q for a, p in counted[0].items() for b, q in counted[1].items()}
        for x, y in itertools.product([(0, 0), (0, 1), (1, 1)], [(), (0,), (1,)])
        for counted in [[{sum(part) + z: w for z, w in ((0, F(1, 2)), (1, F(1, 2)))} for part in (x, y)]]
    }
)
"""Each silo sends the number of its ones plus a fair bit."""
SHOPPING = coin({(("x", 0),): F(1, 2), (("x", 1),): F(1, 4), (("y", 0),): 0})
ANSWERS = law(
    {
        (0,): {(0, 0): F(1, 2), (1, 1): F(1, 2)},
        (1,): {(0, 1): F(1, 4), (1, 0): F(3, 4)},
    }
)
"""The first answer is 1 with probability 1/2 or 3/4, the second with 1/2 or 1/4."""
TWO_STEPS = coin({("a", "a"): F(1, 2), ("a", "b"): F(1, 4), ("b", "a"): F(1, 8), ("b", "b"): 0})
LETTERS = coin(
    {
        ((("u",), 0), (("u", "v"), 0)): F(1, 2),
        ((("u",), 1), (("u", "v"), 0)): F(3, 8),
        ((("u",), 0), (("u", "v"), 1)): F(1, 4),
        ((("u",), 1), (("u", "v"), 1)): 0,
        ((("u",), 0), (("v",), 0)): F(1, 2),
        ((("u",), 1), (("v",), 1)): 1,
    }
)
"""Two messages: one of u alone and one of u and v, or one of each."""
USUAL, TURNED = {0: F(1, 2), 1: F(1, 4), 2: F(1, 4)}, {0: F(1, 4), 1: F(1, 2), 2: F(1, 4)}
JOURNEYS = law({(): USUAL, (("may", 1), ("may", 2)): TURNED, (("may", 1), ("june", 1)): USUAL})
"""No journeys, two in one month, or one in each of two."""
MINE = {"owner": lambda row: row[0], "xi": 0}
EXCHANGED = coin({(0, 0): 1, (0, 1): F(3, 4), (1, 0): F(1, 4), (1, 1): 0})
SAME_SUM = {"c": {d: sum(d) for d in EXCHANGED.datasets}}
JOURNEY = {"s": lambda row: row[0], "xi": 0}
NODES = (("node", 1), ("node", 2), ("node", 3))
FRIENDS = powers({NODES: 1, (*NODES, ("edge", 1, 2)): 3, (*NODES, ("edge", 1, 2), ("edge", 2, 3)): 8, NODES[:2]: 9})
HALVES = Prior.of({(0, 0): F(1, 2), (0, 1): F(1, 4), (1, 1): F(1, 4)})
"""Given that the first bit is 0, the second is 1 with probability 1/3; given that it is 1, the second is 1."""
SECOND = law({d: {y: 1} for d in [(0, 0), (0, 1), (1, 1)] for y in [d[1]]})
FIRST_BIT = {"Theta": [HALVES], "Phi": [([(0, 0), (0, 1)], [(1, 1)])]}
"""The secret is the first bit, and the second one is published."""
GUESS = law({d: {(a, d[1] == a): F(1, 3) for a in range(3)} for d in itertools.product(range(3), repeat=2)})
"""A number is drawn and published, and then whether the second event is this number."""
KEY = law({(((b,), ("a?", q)),): {(a, b if q == a else "no"): F(1, 3) for a in range(3)} for b in (0, 1) for q in range(3)})
"""The first answer is a number; the second question has to name it to be told the bit."""
TWICE = law(
    {d: {(a, b): ABOUT[a ^ d[0]] * ABOUT[b ^ d[0]] for a in (0, 1) for b in (0, 1)} for d in itertools.product((0, 1), repeat=2)}
)
"""Two randomised responses about the first event, one after each step."""
TABLES = law(
    {
        tables: {(a, b): ABOUT[a ^ tables[0][0]] * ABOUT[b ^ tables[1][0]] for a in (0, 1) for b in (0, 1)}
        for tables in itertools.product(itertools.product((0, 1), repeat=2), repeat=2)
    }
)
"""Two tables of two rows; after each a randomised response about its first row."""
U, V = ("user", 1, ()), ("user", 2, ())
POSTED, LIKED = ("post", 1, (("user", 1),)), ("like", 1, (("post", 1), ("user", 2)))
POSTS = coin({(U, V, POSTED, LIKED): F(3, 4), (U, V, POSTED): 0, (V,): F(1, 4), (U, POSTED): F(1, 2), (): F(1, 2)})
"""To remove user 1 takes the post along, and the like of the post; to remove user 2 takes the like."""
PATTERNS = law({(0,): {("p", 0): F(1, 2), ("q", 1): F(1, 2)}, (1,): {("p", 1): F(1, 4), ("q", 3): F(3, 4)}})
"""Results 0 and 1 are neighbours: at p they may be matched, at q 1 and 3 may not."""
MOVED = law({(0,): {0: F(3, 4), 4: F(1, 4)}, (1,): {0: F(1, 4), 4: F(3, 4)}})
"""Half of the mass moves by 4."""
FRAMES = powers({("a", "a", "a"): 1, ("a", "b", "a"): 2, ("b", "a", "b"): 5, ("b", "b", "a"): 4})
SHADOWS = law({(0,): {(0, 0): F(1, 2), (1, 1): F(1, 2)}, (1,): {(0, 1): F(1, 4), (1, 0): F(3, 4)}})
"""Along the first axis 1 has probability 1/2 or 3/4, along the second 1/2 or 1/4."""
ONE_BIT = {"Theta": [Prior.of({(0,): F(1, 2), (1,): F(1, 2)})], "Phi": [([(0,)], [(1,)])], "alpha": "inf"}

TOLD = law({(b, 0): {(0, r ^ b): w for r, w in ABOUT.items()} for b in (0, 1)})
"""The second of two players is told the first one's bit through noise."""
SPREAD = powers({(1,): 1, (1, 2): 2, (1, 2, 3): 4, (2,): 6})
"""The exponent changes by 4 at most around (1, 2), and by 2 around (1, 2, 3)."""

CASES = (
    Case("joint-renyi-dp", TOLD, "log(7/3)", "(3/4)²·4 + (1/4)²·4/3", {"alpha": 2}, "epsilon"),
    Case("joint-renyi-dp", AROUND, "inf", "the third and the second together know the bit", {"alpha": 2}, "epsilon"),
    Case("data-dependent-dp", SPREAD, "4*log(2)", "the sensitivity at (1, 2)", {"D": (1, 2), "delta": 0}, "epsilon"),
    Case("data-dependent-dp", SPREAD, "2*log(2)", "the sensitivity at (1, 2, 3)", {"D": (1, 2, 3), "delta": 0}, "epsilon"),
    Case("wasserstein-dp", MOVED, 2, "half of the mass by 4", {"mu": 1}, "epsilon"),
    Case("wasserstein-dp", MOVED, "sqrt(8)", "the root of a half of 16", {"mu": 2}, "epsilon"),
    Case("wasserstein-dp", MOVED, 4, "some of the mass by 4", {"mu": "inf"}, "epsilon"),
    Case("wasserstein-dp", MOVED, F(1, 2), "half of the mass by 1", {"mu": 1, "x": [2, 3]}, "epsilon"),
    Case("event-duration-privacy", FRAMES, "log(4)", "one frame: bba and aba", {"B": (1, 1)}, "epsilon"),
    Case("event-duration-privacy", FRAMES, "log(8)", "two frames in a row: bba and aaa", {"B": (2, 1)}, "epsilon"),
    Case("event-duration-privacy", FRAMES, "log(16)", "two single frames: bab and aaa", {"B": (1, 2)}, "epsilon"),
    Case(
        "sliced-renyi-pufferfish",
        SHADOWS,
        "log(2)",
        "1/2 over 1/4 along either axis",
        {**ONE_BIT, "omega": [[(1, 0), F(1, 2)], [(0, 1), F(1, 2)]]},
        "epsilon",
    ),
    Case(
        "sliced-renyi-pufferfish",
        SHADOWS,
        "inf",
        "the sum is 0 or 2 on one side and 1 on the other",
        {**ONE_BIT, "omega": [[(1, 1), 1]]},
        "epsilon",
    ),
    Case("user-dp-foreign-key", POSTS, F(1, 2), "3/4 - 1/4, all four rows against user 2", {"P": "user", "epsilon": 0}),
    Case("local-node-dp", FRIENDS, F(1, 2) - F(1, 256), "both edges of node 2", {"epsilon": 0}),
    Case("landmark-privacy", powers({(0, 0): 1, (0, 1): 2, (1, 1): 5, (1, 0): 4}), "log(8)", "one event", {"L": []}, "epsilon"),
    Case("landmark-privacy", powers({(0, 0): 1, (0, 1): 2, (1, 1): 5}), "log(16)", "both events", {"L": [0]}, "epsilon"),
    Case("neighbour-preserving-obliviousness", PATTERNS, F(3, 4), "p: 1/2 - 1/4, q: 1/2 and 3/4", {"R": [(0, 1)], "epsilon": 0}),
    Case("neighbour-preserving-obliviousness", PATTERNS, F(1, 4), "q is matched, too", {"R": [(0, 1), (1, 3)], "epsilon": 0}),
    Case("approximate-event-level-dp", GUESS, F(2, 3), "either of two numbers is drawn", {"epsilon": 0}),
    Case("adaptive-continual-release-dp", GUESS, 1, "the second event is chosen to be the number, or not", {"epsilon": 0}),
    Case("adaptive-continual-release-dp", TWICE, F(1, 2), "9/16 - 1/16, where the second event tells nothing", {"epsilon": 0}),
    Case("adaptive-continual-release-dp", TWICE, "log(9)", "9/16 over 1/16", {"delta": 0}, "epsilon"),
    Case("evolving-data-dp", TABLES, F(1, 2), "9/16 - 1/16, where the first person changes twice", {"epsilon": 0}),
    Case("evolving-data-dp", TABLES, "log(9)", "3 in each round", {"delta": 0}, "epsilon"),
    Case("interactive-dp", KEY, 1, "the second question repeats the first answer", {"epsilon": 0}),
    Case("joint-dp-for-bandits", TWICE, F(1, 2), "the second answer alone: 3/4 - 1/4", {"epsilon": 0}),
    Case("gradual-privacy-expiration", TWICE, "log(9)", "ln 9 at the age 1", {"g": [1, 1]}, "epsilon"),
    Case("gradual-privacy-expiration", TWICE, "log(3)", "ln 3 at once, ln 9 at the age 1", {"g": [1, 2]}, "epsilon"),
    Case("gradual-privacy-expiration", TWICE, "2*log(3)", "ln 3 over 1/2 at once", {"g": [F(1, 2), 2]}, "epsilon"),
    Case("semi-sensitive-dp", SHOPPING, F(1, 4), "the same page", {"epsilon": 0}),
    Case("private-prediction", ANSWERS, F(1, 4), "1/2 against 3/4 for either question", {"epsilon": 0}),
    Case("private-prediction", ANSWERS, "log(2)", "1/2 over 1/4", {"delta": 0}, "epsilon"),
    Case("edge-local-dp", powers({((0, 0),): 1, ((0, 1),): 2, ((1, 1),): 5, ((1,),): 9}), "log(8)", "one entry", {}, "epsilon"),
    Case("relationship-dp", FRIENDS, "log(32)", "the second edge; another number of users is not compared", {}, "epsilon"),
    Case(
        "item-level-dp",
        coin({("⊥", "⊥"): F(1, 2), (("+", "u"), "⊥"): F(1, 2), (("+", "u"), ("-", "u")): F(1, 8), (("+", "u"), ("+", "v")): 1}),
        F(1, 2),
        "only v is blanked: 1 - 1/2; u and v together would be no more",
        {"epsilon": 0},
    ),
    Case("approximate-pufferfish-privacy", SECOND, F(2, 3), "1 - 1/3", {**FIRST_BIT, "epsilon": 0}),
    Case(
        "renyi-pufferfish-privacy", SECOND, "inf", "a certain bit against an uncertain one", {**FIRST_BIT, "alpha": 2}, "epsilon"
    ),
    Case("inter-silo-record-level-dp", SILOS, F(1, 2), "0 to 1 against 1 to 2", {"C": 2, "epsilon": 0}),
    Case("participation-schema-dp", TWO_STEPS, F(1, 2), "aa and bb", {"P": [[0, 1]], "epsilon": 0}),
    Case("participation-schema-dp", TWO_STEPS, F(3, 8), "aa and ba", {"P": [[0], [1]], "epsilon": 0}),
    Case("participation-schema-dp", TWO_STEPS, F(1, 4), "aa and ab, or ba and bb", {"P": [[1]], "epsilon": 0}),
    Case(
        "fixed-graph-dp",
        LETTERS,
        F(1, 2),
        "both messages of u change; with one of u and one of v nobody owns both",
        {"epsilon": 0},
    ),
    Case("group-bounded-zcdp", JOURNEYS, 0, "no two tables are one journey apart", JOURNEY | {"b": (1, 1)}, "rho"),
    Case("group-bounded-zcdp", JOURNEYS, "log(2)/4", "two journeys of one month", JOURNEY | {"b": (1, 2)}, "rho"),
    Case("group-bounded-zcdp", JOURNEYS, "log(2)/4", "a journey of may against one of june", JOURNEY | {"b": (2, 1)}, "rho"),
    Case("user-level-zcdp", JOURNEYS, "log(2)/4", "both journeys of May", MINE, "rho"),
    Case("zcdp-under-invariants", EXCHANGED, "log(3)/8", "two places differ: KL is log(3)/2, over four", SAME_SUM, "rho"),
    Case("network-dp", AROUND, F(1, 2), "3/4 - 1/4 for the second person, nothing for the third", {"epsilon": 0}),
    Case("network-dp", AROUND, "log(3)", "3/4 over 1/4", {"delta": 0}, "epsilon"),
    Case("trust-graph-dp", PASSED_ON, F(1, 2), "the second message through noise", {"G": [(0, 1)], "epsilon": 0}),
    Case("trust-graph-dp", PASSED_ON, 1, "the first message shows the bit", {"G": [(1, 2)], "epsilon": 0}),
    Case("trust-graph-dp", PASSED_ON, 1, "the third person is outside", {"G": [], "epsilon": 0}),
    Case("secret-based-local-dp", MASKED, 0, "a fair mask is hidden", {"S": [0], "epsilon": 0}),
    Case("secret-based-local-dp", MASKED, F(1, 2), "the other mask is hidden: 3/4 - 1/4", {"S": [1], "epsilon": 0}),
    Case("secret-based-local-dp", MASKED, 1, "both masks are known", {"S": [], "epsilon": 0}),
)


def tightest(case: Case, mechanism: FiniteMechanism) -> Tightest:
    """The tightest value of the one open parameter."""
    found = NOTIONS[case.notion].tightest(mechanism, **case.given)
    assert isinstance(found, Tightest)
    return found


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_tightest_parameter_is_the_one_worked_out_by_hand(case: Case) -> None:
    found = tightest(case, case.mechanism)
    about(found, NOTIONS[case.notion], case.free, case.given)
    assert agrees(found.value, case.tightest), str(found)
    assert agrees(tightest(case, case.mechanism.as_floats()).value, case.tightest, within=ROUNDED)
    notion, bound = NOTIONS[case.notion], value(case.tightest)
    if not bound.infinite:
        assert notion.holds(case.mechanism, **case.given, **{case.free: bound}).holds is not False
        if bound > 0:
            assert notion.holds(case.mechanism, **case.given, **{case.free: bound - LITTLE}).holds is False


def test_each_pair_of_people_has_its_own_level() -> None:
    """D_2 of (3/4, 1/4) from (1/4, 3/4) is ln(9/4 + 1/12) = ln(7/3); the noise alone tells nothing."""
    found = NOTIONS["pairwise-network-dp"].tightest(AROUND, alpha=2)
    assert isinstance(found, Tightest)
    assert set(found.value) == {(0, 1), (0, 2)}
    assert agrees(found.value[0, 1], "log(7/3)")
    assert agrees(found.value[0, 2], 0)
    assert NOTIONS["pairwise-network-dp"].holds(AROUND, alpha=2, E={(0, 1): "log(7/3)", (0, 2): 0}).holds is True
    assert NOTIONS["pairwise-network-dp"].holds(AROUND, alpha=2, E={(0, 1): "log(2)", (0, 2): 0}).holds is False


def test_each_ordered_pair_of_values_has_its_own_level() -> None:
    """From a to b the loss is ln 2 (yes), from b to a it is ln(3/2) (no)."""
    found = NOTIONS["context-aware-local-dp"].tightest(coin({("a",): F(1, 2), ("b",): F(1, 4)}))
    assert isinstance(found, Tightest)
    assert set(found.value) == {("a", "b"), ("b", "a")}
    assert agrees(found.value["a", "b"], "log(2)")
    assert agrees(found.value["b", "a"], "log(3/2)")


def test_each_group_of_tokens_has_its_own_level() -> None:
    """With a name or without: D_2 of (3/4, 1/4) and (1/4, 3/4) is ln(7/3); the date is never looked at."""
    name, date = ("name", "ann"), ("date", 1)
    told = coin({(): F(1, 4), (name,): F(3, 4), (date,): F(1, 4), (name, date): F(3, 4)})
    found = NOTIONS["token-group-dp-inference"].tightest(told, alpha=2)
    assert isinstance(found, Tightest)
    assert agrees(found.value["name"], "log(7/3)")
    assert agrees(found.value["date"], 0)
    assert NOTIONS["token-group-dp-inference"].holds(told, alpha=2, B={"name": "log(2)", "date": 0}).holds is False


@pytest.mark.parametrize(
    ("name", "mechanism", "given", "words"),
    [
        ("network-dp", coin({(0,): 1, (1,): F(1, 2)}), {"epsilon": 0}, "at least two people"),
        ("network-dp", coin({(0, 0): 1, (1, 0): F(1, 2)}), {"epsilon": 0}, "one view for each of the 2"),
        ("pairwise-network-dp", AROUND, {"alpha": 1}, "larger than 1"),
        ("trust-graph-dp", AROUND, {"G": [], "epsilon": 0}, "not a list of messages"),
        ("trust-graph-dp", PASSED_ON, {"G": [(0, 3)], "epsilon": 0}, "not one of the 3 people"),
        ("secret-based-local-dp", MASKED, {"S": [2], "epsilon": 0}, "the hidden ones among them"),
        (
            "adaptive-continual-release-dp",
            law({(b, c): {(c, 0): 1} for b in (0, 1) for c in (0, 1)}),
            {"epsilon": 0},
            "inputs that",
        ),
        ("adaptive-continual-release-dp", coin({(0,): 1, (0, 1): 1}), {"epsilon": 0}, "all streams of one length"),
        ("evolving-data-dp", coin({((0,),): 1, ((0, 1),): 1}), {"epsilon": 0}, "tables of one number of rows"),
        ("interactive-dp", SHOPPING, {"epsilon": 0}, "single record"),
        ("gradual-privacy-expiration", TWICE, {"g": [2, 1]}, "do not fall"),
        ("gradual-privacy-expiration", TWICE, {"g": [1]}, "no value for the age 1"),
        ("joint-dp-for-bandits", SHOPPING, {"epsilon": 0}, "one action for each step"),
        ("private-prediction", SHOPPING, {"epsilon": 0}, "not predictors"),
        ("edge-local-dp", SHOPPING, {}, "not a list of neighbours"),
        ("item-level-dp", coin({(0,): 1, (1,): F(1, 2)}), {"epsilon": 0}, "not an update"),
        ("inter-silo-record-level-dp", AROUND, {"C": 2, "epsilon": 0}, "one per client"),
    ],
)
def test_data_of_another_kind_are_refused(name: str, mechanism: FiniteMechanism, given: dict[str, Any], words: str) -> None:
    with pytest.raises(BlockError, match=words):
        NOTIONS[name].tightest(mechanism, **given)


ALONE = {"pairwise-network-dp", "context-aware-local-dp", "token-group-dp-inference", "secret-f-ldp"}
WORKED_OUT = {c.notion for c in CASES} | ALONE


def test_a_hidden_mask_hides_and_a_known_one_leaves_the_noise() -> None:
    hidden, known = (NOTIONS["secret-f-ldp"].tightest(MASKED, S=[s]).value for s in (0, 1))
    assert [hidden(x) for x in (F(0), F(1, 2), F(1))] == [1, F(1, 2), 0]
    assert [known(x) for x in (F(0), F(1, 4), F(1))] == [1, F(1, 4), 0]
