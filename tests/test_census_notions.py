"""Executable notions of the census and of later work: values worked out by hand, and names for the same notion."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import pytest
from by_hand import ROUNDED, about, agrees, answers, coin, in_floats, powers

from dpzoo.blocks.data_units import earth_movers
from dpzoo.blocks.finite_mechanism import FiniteMechanism, complete_domain
from dpzoo.blocks.priors import Prior
from dpzoo.notions.executable import Executable
from dpzoo.notions.registry import executables
from dpzoo.notions.results import Certainty, Frontier, Tightest
from dpzoo.numbers.errors import BlockError
from dpzoo.numbers.real import Real, compare, real
from dpzoo.numbers.values import value
from dpzoo.zoo.zoo import Zoo

F = Fraction
NOTIONS = executables()
SAME = {
    "adjacent-dp": "constrained-dp",
    "conditioned-dp": "individual-dp",
    "condensed-local-dp": "d-local-dp",
    "dp-on-r-location-set": "location-privacy-eg16",
    "dp-under-a-neighborhood": "constrained-dp",
    "dp-under-correlation": "group-privacy",
    "extended-dp": "d-privacy",
    "heterogeneous-dp": "personalized-dp",
    "identifiability-wyz16": "posteriori-dp",
    "identity-dp": "noiseless-privacy",
    "induced-dp": "induced-neighbors-dp",
    "inferential-privacy": "noiseless-privacy",
    "l-privacy": "d-privacy",
    "max-kl-stability": "approximate-dp",
    "model-specific-dp": "predictive-dp",
}
"""Notions under another name, each with the one that it is."""
LITTLE = F(1, 1000)


def always(datasets: Any, output: Any) -> FiniteMechanism:
    """Publishes the same whatever the data."""
    return FiniteMechanism.deterministic(datasets, lambda _: output)


@dataclass(frozen=True)
class Case:
    """The tightest value of one parameter, worked out by hand."""

    notion: str
    mechanism: FiniteMechanism
    tightest: Any
    why: str
    given: dict[str, Any] = field(default_factory=dict)
    free: str = "epsilon"
    attained: bool = True
    stronger: bool = False
    certified: bool = True

    def __str__(self) -> str:
        return f"{self.notion}-{self.free}-{self.tightest}"


A, B, C = ("node", "a"), ("node", "b"), ("node", "c")
AB, BC = ("edge", "a", "b"), ("edge", "b", "c")
TO_B, TO_C = ("arc", "a", "b"), ("arc", "a", "c")
X_TO_B, Y_TO_C = ("arc", "a", "x", "b"), ("arc", "a", "y", "c")
GRAPHS = powers({(): 1, (A,): 2, (A, B): 4, (A, B, AB): 7})
"""A node costs 1 or 2, the edge 3, a node with its edge 5."""
ONE_OR_TWO = powers({(0,): 1, (1,): 3, (0, 0): 2, (0, 1): 7})
"""The only record costs 2, one of two records 5."""
ONE_OR_TWO_COINS = coin({(0,): F(1, 2), (1,): F(1, 4), (0, 0): F(1, 2), (0, 1): 0})
"""The same as total variation: 1/4 and 1/2."""
SKEWED = coin({(0,): F(1, 2), (1,): F(1, 4)})
RESPONSE = coin({(0,): F(1, 4), (1,): F(3, 4)})
JOINING = coin({(): F(1, 4), (1,): F(3, 4)})
JOINER = coin({(): F(1, 2), (0,): F(1, 2), (1,): F(1, 4)})
PARITY = FiniteMechanism.from_function(
    complete_domain([0, 1], 2, 2), lambda d: {int(d[0] != d[1]): F(3, 4), int(d[0] == d[1]): F(1, 4)}
)
XOR = FiniteMechanism.deterministic(complete_domain([0, 1], 2, 2), lambda d: int(d[0] != d[1]))
PILE = powers({(): 1, ("a",): 2, ("a", "a"): 5})
LINE = powers({(0,): 1, (1,): 2, (2,): 5})
"""Losses of 1 (0 and 1), 3 (1 and 2) and 4 (0 and 2) times ln 2."""
UNIFORM = Prior.of({(0,): F(1, 2), (1,): F(1, 2)})
FAIR: dict[Any, F] = {0: F(1, 2), 1: F(1, 2)}
BITS = Prior.independent([FAIR, FAIR])
REPORTS = coin({("v", 1, 1): F(1, 4), ("v", 1, 2): F(1, 2)})
SENSED = FiniteMechanism.from_rows({("s",): (F(1, 2), F(1, 2), 0), ("t",): (F(1, 4), F(1, 4), F(1, 2))}, ["y", "n", "it is t"])
RESULTS = FiniteMechanism.from_function(
    complete_domain([0, 1], 2, 2), lambda d: {(d[1], d[1]): F(3, 4), (int(d[1] == 0), d[1]): F(1, 4)}
)
"""The first player gets a noisy answer about the second one's bit, the second player that bit itself."""
CLASSIFIERS = FiniteMechanism.from_rows(
    {(0,): (F(1, 2), F(1, 2), 0, 0), (): (0, F(1, 4), F(1, 2), F(1, 4))}, [("y", "y"), ("n", "n"), ("y", "n"), ("n", "y")]
)
COUNTS = FiniteMechanism.from_rows({(0,): (F(3, 4), F(1, 4)), (1,): (F(1, 4), F(3, 4))}, [(1, 0), (0, 1)])
CROWD = powers({(): 1, ("a",): 3, ("b",): 3, ("a", "a"): 5, ("a", "b"): 5, ("b", "b"): 5})
"""Counts people: all records blend, and one more person costs 2."""
TABLE = (("x", 1), ("x", 2), ("y", 1), ("y", 1))
PEOPLE = [["x"]] * 3 + [["y"]] * 4
WEIGHTS = powers({(("weight", "a", "b", 0),): 1, (("weight", "a", "b", "1/2"),): 2, (("weight", "a", "b", "3/2"),): 4})
ROW: Any = (("u", 1),)
PLACES = powers({((0, 0),): 1, ((0, 1),): 2, ((3, 4),): 5})
"""1 apart at a loss of 1, 5 apart at 4, √18 apart at 3."""
RATINGS = powers({(): 1, (("u", "i", 5),): 2, (("u", "i", 5), ("u", "j", 3)): 5})
UNEVEN = Prior.of({(0,): F(1, 2), (1,): F(1, 3), (2,): F(1, 6)})
VALUES = Prior.of({(0,): F(1, 2), (1,): F(1, 4), (5,): F(1, 4)})
SILENT = always([(0,), (1,), (5,)], "nothing")
HALF_FIVE = Prior.of({(0, 0): F(1, 2), (0, 5): F(1, 2)})

CASES = (
    # graphs
    Case("edge-dp", GRAPHS, "log(8)", "the edge; nodes 1 and 2"),
    Case("k-edge-dp", GRAPHS, "log(32)", "a node and its edge", {"k": 2}),
    Case("k-edge-dp", GRAPHS, 1, "two changes cost ln 32", {"epsilon": "log(8)"}, "k", stronger=True),
    Case("node-dp", GRAPHS, "log(32)", "b goes with its edge"),
    Case("node-renyi-dp", coin({(A,): F(1, 2), (A, B): F(1, 4)}), "log(4/3)", "1/4·4 + 1/4·4/3", {"alpha": 2}),
    Case(
        "out-link-privacy",
        powers({(A, B, C): 1, (A, B, C, TO_B): 3, (A, B, C, TO_B, TO_C): 7}),
        "log(64)",
        "both links of a together; one of them alone is not a unit",
    ),
    Case(
        "ql-edge-labeled-dp",
        powers({(A, B, C): 1, (A, B, C, X_TO_B): 3, (A, B, C, X_TO_B, Y_TO_C): 7, (A, B, C, Y_TO_C): 6}),
        "log(4)",
        "x removed alone 2, beside y 1",
        {"Q_L": ["x"]},
    ),
    Case(
        "protected-dp",
        powers({(A, B, C): 1, (A, B, C, AB): 5, (A, B, C, BC): 3, (A, B, C, AB, BC): 8}),
        "log(8)",
        "the edge at c, beside the other one",
        {"P": ["c"]},
    ),
    Case("l1-weighted-dp", WEIGHTS, "log(4)", "from 1/2 to 3/2; 0 to 3/2 is too far"),
    Case("decentralized-dp", coin({(A, B): F(1, 2), (A, B, AB): F(1, 4)}), "1/4", "1/2 - 1/4", {"epsilon": 0}, "delta"),
    Case(
        "feasible-node-dp",
        powers({("e",): 1, ("e", "a"): 2, ("e", "a", "b"): 6}),
        "log(32)",
        "without a nothing reaches b",
        {"C": {"entry": "e", "edges": [["e", "a"], ["a", "b"]]}},
    ),
    Case(
        "geo-graph-indistinguishability",
        powers({("x",): 1, ("y",): 2, ("z",): 7}),
        "log(32)/2",
        "5 over 2; from x to z 6 over 4, by way of y",
        {"G": [["x", "y", 2], ["y", "z", 2], ["x", "z", 10]]},
    ),
    # sets and tables
    Case(
        "set-operations-dp",
        powers({(): 1, (("A", 1),): 2, (("A", 1), ("B", 1)): 5, (("B", 1),): 3}),
        "log(8)",
        "1 joins B beside A",
    ),
    Case("recommendation-systems-dp", RATINGS, "log(8)", "one cell", {"d": [["i", "j", 1]], "r": 0}),
    Case("recommendation-systems-dp", RATINGS, "log(16)", "both cells", {"d": [["i", "j", 1]], "r": 1}),
    Case(
        "recommendation-systems-dp",
        RATINGS,
        1,
        "both cells count from r = 1 on",
        {"d": [["i", "j", 1]], "epsilon": "log(8)"},
        "r",
        attained=False,
        stronger=True,
    ),
    Case("weighted-dp", powers({(("x", 1),): 1, (("x", "3/2"),): 3}), "log(16)", "2 over 1/2"),
    Case(
        "earth-movers-privacy",
        powers({("x",): 1, ("x", "y"): 2, ("y",): 5}),
        "log(8)",
        "half of the mass moves by 2; all of it: 4 over 2",
        {"d": [["x", "y", 2]]},
    ),
    Case("genomic-data-dp", powers({(("g", 0),): 1, (("g", 1),): 3, (("h", 0),): 9}), "log(4)", "genotypes are not compared"),
    Case(
        "label-dp",
        coin({(("x", 0),): F(1, 2), (("x", 1),): F(1, 4), (("y", 0),): 0}),
        "1/4",
        "the label only",
        {"epsilon": 0},
        "delta",
    ),
    # words and images
    Case("word-dp", powers({(): 1, ("a",): 2, ("a", "b"): 5}), "log(8)", "b inserted", {"k": 1}),
    Case("word-dp", powers({(): 1, ("a",): 2, ("a", "b"): 5}), "log(16)", "both inserted", {"k": 2}),
    Case("substitution-word-dp", powers({("a", "a"): 1, ("a", "b"): 2, ("b", "b"): 5, ("a",): 9}), "log(8)", "one", {"k": 1}),
    Case("substitution-word-dp", powers({("a", "a"): 1, ("a", "b"): 2, ("b", "b"): 5, ("a",): 9}), "log(16)", "two", {"k": 2}),
    Case(
        "pixel-dp",
        powers(
            {tuple(((0, i), v) for i, v in enumerate(row)): e for row, e in {(0, 0): 1, (0, 1): 2, (1, 1): 5, (1,): 9}.items()}
        ),
        "log(8)",
        "one pixel; the smaller image is not compared",
        {"m": 1},
    ),
    Case("dp-image", powers({("i",): 1, ("j",): 3}), "log(4)/5", "√(3² + 4²)", {"F": [["i", [0, 0]], ["j", [3, 4]]]}),
    Case("text-indistinguishability", powers({((0, 0),): 1, ((3, 4),): 3}), "log(4)/5", "√(3² + 4²)"),
    # places
    Case("geo-indistinguishability", PLACES, "log(2)", "1 over 1; 4 over 5 and 3 over √18 are less"),
    Case("location-privacy-eg16", PLACES, "log(2)", "only the nearest", {"r": 1}),
    Case("location-privacy-eg16", PLACES, "log(16)", "all", {"r": 5}),
    Case(
        "location-privacy-eg16",
        PLACES,
        "sqrt(18)",
        "from here on the loss is 3 ln 2",
        {"epsilon": "log(2)"},
        "r",
        attained=False,
        stronger=True,
    ),
    Case("dp-on-delta-location-set", LINE, "log(16)", "all places", {"prior": {0: F(1, 2), 1: F(1, 3), 2: F(1, 6)}, "delta": 0}),
    Case(
        "dp-on-delta-location-set",
        LINE,
        "1/6",
        "without 2",
        {"prior": {0: F(1, 2), 1: F(1, 3), 2: F(1, 6)}, "epsilon": "log(2)"},
        "delta",
    ),
    # streams and histories
    Case("event-level-dp", ONE_OR_TWO, "log(32)", "the second event"),
    Case("event-level-pan-privacy", ONE_OR_TWO, "log(32)", "the second event"),
    Case(
        "user-level-pan-privacy",
        powers({(("u", 0), ("v", 0)): 1, (("u", 1), ("v", 0)): 3, (("v", 0),): 6}),
        "log(32)",
        "all events of u are left out on one side",
    ),
    Case("w-event-privacy", powers({((), ()): 1, (ROW, ()): 2, (ROW, ROW): 5}), "log(8)", "one time", {"w": 1}),
    Case("w-event-privacy", powers({((), ()): 1, (ROW, ()): 2, (ROW, ROW): 5}), "log(16)", "two times", {"w": 2}),
    Case(
        "bandit-algorithms-dp",
        coin({(("a", 0),): F(1, 2), (("a", 1),): F(1, 4), (("b", 0),): 0}),
        "1/4",
        "the reward only",
        {"epsilon": 0},
        "delta",
    ),
    Case("instantaneous-dp", powers({(("a", 0),): 1, (("a", 1),): 3, (("b", 0),): 9}), "log(4)", "the reward only"),
    # protocols and programs
    *(
        Case(n, ONE_OR_TWO_COINS, "1/2", "the second record", {"epsilon": 0}, "delta")
        for n in ("dp-oram", "differential-obliviousness", "outsourced-database-dp", "oblivious-dp")
    ),
    *(
        Case(n, ONE_OR_TWO_COINS, "1/4", "the only record", {"epsilon": 0}, "delta")
        for n in ("dp-pir-wcm18", "gossip-protocol-dp", "task-local-dp")
    ),
    Case("epsilon-dpir", ONE_OR_TWO, "log(32)", "the second query"),
    *(Case(n, ONE_OR_TWO, "log(4)", "the only record") for n in ("epsilon-private-pir", "local-dp", "local-dp-for-bandits")),
    Case(
        "seamless-privacy",
        powers({(("G", "q"),): 1, (("G", "r"),): 3, (("H", "q"),): 9}),
        "log(4)",
        "the same graph",
        {"Q": [["q", "r"]]},
    ),
    Case("untrackability", REPORTS, "log(3/2)", "one sender against two, in this order: 3/4 over 1/2", {"k": 2}, "gamma"),
    Case("multi-user-untrackability", REPORTS, "log(3/2)", "as for two users", {"k": 2}, "gamma"),
    Case(
        "undetectability",
        coin({("v", "v", 1, 1): F(1, 4), ("v", "w", 1, 2): F(1, 2)}),
        "log(3/2)",
        "in this order only",
        {"k": 2},
        "gamma",
    ),
    # other settings
    Case(
        "task-global-dp",
        coin({("m", 0): F(1, 2), ("m", 1): F(1, 4), ("n", 0): 0}),
        "1/4",
        "the message is public",
        {"epsilon": 0},
        "delta",
    ),
    Case("localized-information-privacy", RESPONSE, "log(2)", "1/4 is half of 1/2", {"Theta": [FAIR]}),
    Case("dp-location-obfuscation", RESPONSE, "log(2)", "1/4 is half of 1/2", {"Theta": [FAIR]}),
    Case("utility-optimized-local-dp", SENSED, "log(2)", "1/2 over 1/4", {"P": ["s"], "Y_P": ["y", "n"]}),
    Case(
        "utility-optimized-local-dp",
        SENSED,
        "inf",
        "a sensitive value leads to n",
        {"P": ["s"], "Y_P": ["y"]},
        attained=False,
    ),
    Case("joint-dp", RESULTS, "1/2", "what the first player sees: 3/4 - 1/4", {"epsilon": 0}, "delta"),
    Case("multiparty-dp", RESULTS, "log(3)", "what the first party sees"),
    # attributes, people, contributions
    Case("attribute-dp", powers({((0, 0),): 1, ((0, 1),): 2, ((1, 1),): 5}), "log(8)", "one", {"schema": [[0, 1], [0, 1]]}),
    Case("bit-dp", powers({(("00",),): 1, (("01",),): 2, (("11",),): 5}), "log(8)", "one bit", {"schema": [2]}),
    Case(
        "approximate-user-level-dp",
        coin({(): F(1, 2), (("u", 0), ("u", 1)): F(1, 4), (("u", 0),): F(1, 2)}),
        "1/4",
        "both records of u",
        {"epsilon": 0},
        "delta",
    ),
    Case("single-contribution-dp", PILE, "log(8)", "the second one"),
    Case("zero-out-dp", coin({("⊥",): F(1, 2), (0,): F(1, 4), (1,): F(3, 4)}), "1/4", "not 0 to 1", {"epsilon": 0}, "delta"),
    Case("stratified-dp", powers({(("s", 0),): 1, (("s", 1),): 3, (("t", 0),): 9}), "log(4)", "in one stratum"),
    Case(
        "dp-under-condition",
        coin({(0,): F(1, 2), (1,): F(1, 4), (2,): F(1)}),
        "1/4",
        "2 does not satisfy the condition",
        {"epsilon": 0, "Psi": [(0,), (1,)]},
        "delta",
    ),
    Case(
        "dp-under-invariants",
        powers({(0, 1): 1, (1, 0): 5, (0, 0): 9}),
        "log(4)",
        "4 over a distance of 2",
        {"c": [1, 1, 0]},
    ),
    Case(
        "anomaly-restricted-dp",
        powers({("z", 0): 1, ("z", 1): 3, ("z", "z"): 9, (0, 0): 1, (0, 1): 8}),
        "log(4)",
        "exactly one anomaly",
        {"A": ["z"]},
    ),
    Case(
        "bootstrap-dp",
        powers({(0, 1): 1, (0, 0): 2, (1, 1): 4, (1, 0): 3, (2, 1): 9}),
        "log(8)",
        "2 is not in the data",
        {"D": (0, 1)},
    ),
    Case(
        "empirical-dp-asv13",
        powers({(0, 1): 5, (0,): 2, (1,): 3, (0, 0): 12, (): 9}),
        "log(8)",
        "1 removed",
        {"D": (0, 1)},
    ),
    Case("epsilon-indistinguishability", LINE, "log(8)", "1 and 2", {"pair": [[1], [2]]}),
    Case("adjacency-relation-divergence-dp", SKEWED, "1/4", "in this order", {"R": [[[1], [0]]], "f": "chi-square"}),
    Case(
        "average-leave-one-out-kl-stability",
        coin({(0, 1): F(1, 2), (0,): F(1, 4), (1,): F(1, 2)}),
        "log(4/3)/4",
        "half of 1/2 ln 2 + 1/2 ln(2/3)",
    ),
    Case("one-epsilon-privacy", powers({(0,): 1, (1,): 3}), "3", "a factor of 4"),
    # one record, one dataset
    Case("approximate-per-instance-dp", JOINER, "1/4", "1 added", {"D": (), "t": 1, "epsilon": 0}, "delta"),
    Case("machine-learning-dp-lbg17", CLASSIFIERS, "log(2)", "second question: 1/2 over 1/4", {"D": (0,), "t": 0}),
    Case("individual-renyi-dp", JOINER, "log(4/3)", "1/4·4 + 1/4·4/3", {"t": 1, "alpha": 2}, "rho"),
    Case(
        "simple-outlier-privacy",
        PILE,
        "log(2)",
        "one copy",
        {
            "outlierness": [
                {"dataset": ["a"], "record": "a", "degree": 1},
                {"dataset": ["a", "a"], "record": "a", "degree": 2},
            ],
            "k": 1,
        },
    ),
    Case(
        "simple-outlier-privacy",
        PILE,
        "log(8)",
        "two copies",
        {
            "outlierness": [
                {"dataset": ["a"], "record": "a", "degree": 1},
                {"dataset": ["a", "a"], "record": "a", "degree": 2},
            ],
            "k": 2,
        },
    ),
    Case("refinement-dp", RESPONSE, "0", "the answer on 1 is turned round", {"g": [["yes", "no"], ["no", "yes"]]}, "rho"),
    Case("refinement-dp", RESPONSE, "log(3)", "nothing is turned", {"g": [["yes", "no"], ["yes", "no"]]}, "rho"),
    *(
        Case(n, COUNTS, "1/2", "3/4 - 1/4", {"A": [[1, 0], [0, 1]], "C": [[1, 1]], "epsilon": 0}, "delta")
        for n in ("induced-subspace-dp", "integer-subspace-dp")
    ),
    Case(
        "induced-subspace-dp",
        COUNTS,
        "inf",
        "the first entry is not exact",
        {"A": [[1, 0], [0, 1]], "C": [[1, 0]], "delta": 0},
        attained=False,
    ),
    # data drawn at random
    Case("approximate-causal-dp", RESPONSE, "1/2", "3/4 - 1/4", {"Theta": [UNIFORM], "epsilon": 0}, "delta"),
    Case("inference-based-causal-dp", RESPONSE, "log(2)", "1/4 against the prior 1/2", {"Theta": [UNIFORM]}),
    Case("inherit-dp", JOINER, "1/4", "1 removed", {"Theta": [UNIFORM], "epsilon": 0}, "delta"),
    Case("empirical-dp-bd19", JOINER, "1/4", "1 removed", {"sample": [[0], [1]], "epsilon": 0}, "delta"),
    Case(
        "information-privacy-wxh17",
        JOINING,
        "log(3/2)",
        "from 1/2 to 3/4",
        {"Theta": [Prior.of({(): F(1, 2), (1,): F(1, 2)})]},
    ),
    Case(
        "partially-private-pufferfish",
        coin({("z", 0): F(1, 4), ("z", 1): F(3, 4)}),
        "log(3)",
        "given z",
        {
            "Theta": [Prior.of({("z", 0): F(1, 2), ("z", 1): F(1, 2)})],
            "Phi": [[[["z", 0]], [["z", 1]]]],
        },
    ),
    Case(
        "divergence-distribution-privacy-aux",
        coin({("s", 0): F(1, 2), ("t", 0): F(1, 4)}),
        "1/3",
        "χ² of 1/2 against 1/4",
        {"f": "chi-square", "Theta": [[Prior.of({("s", 0): F(1)}), Prior.of({("t", 0): F(1)})]]},
    ),
    Case(
        "privacy-at-risk", SKEWED, "5/16", "1/4·1/2 for a yes on 0, 1/4·3/4 for a no on 1", {"prior": FAIR, "epsilon": 0}, "delta"
    ),
    Case("predictive-dp", SKEWED, "3/4", "from 1 to 0", {"prior": {0: F(3, 4), 1: F(1, 4)}, "epsilon": 0}, "gamma"),
    Case("predictive-dp", SKEWED, "log(2)", "1/2 does not exempt 3/4", {"prior": {0: F(3, 4), 1: F(1, 4)}, "gamma": "1/2"}),
    Case("generalized-dp", LINE, "1/6", "without 2", {"theta": UNEVEN, "epsilon": "log(2)"}, "gamma"),
    Case("generalized-dp", LINE, "log(2)", "without 2", {"theta": UNEVEN, "gamma": "1/6"}),
    Case("generalized-dp", LINE, "log(16)", "with all", {"theta": UNEVEN, "gamma": 0}),
    Case(
        "typical-stability-two-outputs",
        SKEWED,
        "3/8",
        "2·3/4·1/4",
        {"Theta": [Prior.of({(0,): F(3, 4), (1,): F(1, 4)})], "epsilon": 0, "delta": 0},
        "gamma",
    ),
    Case("typical-stability-two-outputs", SKEWED, "1/4", "1/2 - 1/4", {"Theta": [UNIFORM], "epsilon": 0, "gamma": 0}, "delta"),
    Case("typical-stability-two-outputs", SKEWED, "log(2)", "1/2 over 1/4", {"Theta": [UNIFORM], "delta": 0, "gamma": 0}),
    Case(
        "smoothed-dp",
        coin({(0, 0): F(1, 2), (0, 1): F(1, 2), (1, 0): F(1, 2), (1, 1): F(1, 4)}),
        "3/16",
        "1/4 for all but (0, 0), three of four",
        {"Theta": [FAIR], "epsilon": 0},
        "delta",
    ),
    Case("sketch-privacy", SKEWED, "log(2)", "0 is in it or 1 is", {"N": 1}),
    Case("sketch-privacy", SKEWED, 2, "no set of two is compared", {"epsilon": 0}, "N"),
    Case("approximate-sketch-privacy", SKEWED, "1/4", "1/2 - 1/4", {"N": 1, "epsilon": 0}, "delta"),
    Case("sketch-kl-privacy", SKEWED, "log(2)/2", "1/2 ln 2 for 0, 3/4 ln(3/2) for 1", {"N": 1}),
    Case("average-sketch-privacy", SKEWED, "log(3)/2", "ln 2 for 0, ln(3/2) for 1", {"N": 1}),
    # outside
    Case("weak-dp", PARITY, "log(5/3)", "3/4·3/4 + 1/4·1/4 = 5/8", {"prior": {0: F(3, 4), 1: F(1, 4)}}),
    Case("posteriori-dp", RESPONSE, "log(6)", "2/3·3/4 over 1/3·1/4", {"theta": Prior.of({(0,): F(2, 3), (1,): F(1, 3)})}),
    Case("posteriori-dp", RESPONSE, "inf", "no prior probability", {"theta": Prior.of({(0,): F(1)})}),
    Case("mutual-information-privacy-wyz16", XOR, "log(2)", "a fair bit", {"theta": BITS}),
    Case("individual-privacy", XOR, "0", "each bit is independent of the sum", {"theta": BITS, "C": []}),
    Case("individual-privacy", XOR, "log(2)", "known with the other one", {"theta": BITS, "C": [0]}),
    Case(
        "membership-privacy-sds19",
        JOINER,
        "log(3/2)",
        "3/4 over 1/2 for 1",
        {"prior": {"records": FAIR, "candidates": 1, "chance": "1/2"}, "delta": 0},
    ),
    Case("mutual-information-dp", RESPONSE, "log(2) - log(4)/4 - 3*log(4/3)/4", "1 - H(1/4)", certified=False),
    Case("measure-of-privacy", SENSED, "0", "y is possible on both"),
    Case("measure-of-privacy", FiniteMechanism.deterministic([(0,), (1,), (2,)], lambda d: d[0] == 2), "log(2)", "two outputs"),
    Case("noiseless-privacy-far21", FiniteMechanism.deterministic([(0,), (1,), (2,)], lambda d: d[0]), "log(3)", "three outputs"),
    Case("error-preserving-privacy", RESPONSE, "log(4/3)", "1/4 over 3/16", {"theta": UNIFORM}),
    Case(
        "differential-identifiability",
        coin({(0,): F(1, 2), (1,): F(1, 4), (2,): F(1, 4)}),
        "1/2",
        "yes: 1/2 of 1",
        {"U": [0, 1, 2]},
        "rho",
    ),
    Case(
        "integral-privacy",
        FiniteMechanism.deterministic([(), (0,), (1,), (0, 1)], lambda d: len(d) % 2),
        2,
        "two sets of even and two of odd size, with nothing in common",
        {"P": {"records": [0, 1]}},
        "k",
        stronger=True,
    ),
    Case("data-privacy", SILENT, "3/4", "1/2 is within 1/2 of 0 and 1", {"theta": VALUES, "epsilon": "1/2"}, "delta"),
    Case("data-privacy", SILENT, "1/2", "from here on 3/4", {"theta": VALUES, "delta": "1/2"}, attained=False, stronger=True),
    Case("data-privacy", always([(0, 0), (0, 5)], 0), 1, "the first is known", {"theta": HALF_FIVE, "epsilon": 0}, "delta"),
    Case(
        "multi-dimensional-data-privacy",
        always([(0, 0), (0, 5)], 0),
        "1/2",
        "both at once",
        {"theta": HALF_FIVE, "epsilon": 0},
        "delta",
    ),
    Case("relaxed-indistinguishability", LINE, "log(8)", "2 for 1", {"l": 1}),
    Case("relaxed-indistinguishability", LINE, "log(16)", "2 for 0", {"l": 2}),
    Case("relaxed-indistinguishability", LINE, 1, "2 for 1 only", {"epsilon": "log(8)"}, "l", stronger=True),
    Case("crowd-blending-privacy", CROWD, 1, "a lone person is not ignored", {"epsilon": 0}, "k", stronger=True),
    Case("crowd-blending-privacy", CROWD, "log(4)", "the lone person is ignored", {"k": 2}),
    # published tables
    Case("k-anonymity", always([()], TABLE), 2, "two rows each", {"Q": [0]}, "k", stronger=True),
    Case("l-diversity", always([()], TABLE), 1, "y has one value", {"Q": [0], "S": 1}, "l", stronger=True),
    Case(
        "entropy-l-diversity",
        always([()], TABLE[:2] + TABLE[:1]),
        "3/2**(2/3)",
        "2/3 and 1/3",
        {"Q": [0], "S": 1},
        "l",
        stronger=True,
    ),
    Case("k-map", always([()], TABLE), 3, "three people fit x", {"Q": [0], "U": PEOPLE}, "k", stronger=True),
    Case("delta-presence", always([()], TABLE), "2/3", "two of three", {"Q": [0], "U": PEOPLE}, "delta"),
    Case("t-closeness", always([()], TABLE), "1/4", "1/2 against 3/4", {"Q": [0], "S": 1}, "t"),
)


def tightest(notion: Executable, mechanism: FiniteMechanism, **given: Any) -> Tightest:
    """The tightest value of the one open parameter."""
    found = notion.tightest(mechanism, **given)
    assert isinstance(found, Tightest)
    return found


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_tightest_parameter_is_the_one_worked_out_by_hand(case: Case) -> None:
    found = tightest(NOTIONS[case.notion], case.mechanism, **case.given)
    about(found, NOTIONS[case.notion], case.free, case.given)
    assert agrees(found.value, case.tightest), str(found)
    assert found.attained is case.attained
    assert (found.certainty is Certainty.CERTIFIED) is case.certified
    rounded = tightest(NOTIONS[case.notion], case.mechanism.as_floats(), **case.given)
    assert agrees(rounded.value, case.tightest, within=ROUNDED), str(rounded)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_notion_holds_on_one_side_of_its_tightest_parameter_and_fails_on_the_other(case: Case) -> None:
    notion, bound = NOTIONS[case.notion], value(case.tightest)

    def at(number: Any) -> bool | None:
        given = {**case.given, case.free: number}
        verdict = notion.holds(case.mechanism, **given)
        answers(verdict, notion, given)
        return verdict.holds

    if bound.infinite:
        assert at(1000) is False
        return
    if case.certified:
        assert at(case.tightest) in (case.attained, None)  # two equal transcendental numbers cannot always be told to be equal
    step = LITTLE if case.free not in ("k", "N", "l", "m", "w") or isinstance(case.tightest, str) else 1
    worse, better = (bound + step, bound - step) if case.stronger else (bound - step, bound + step)
    if worse > 0 and (case.free != "N" or worse >= 1):
        assert at(worse) is False
    if (case.free not in ("delta", "gamma", "t") or better <= 1) and (case.free not in ("k", "l") or better >= 1):
        assert at(better) is True


ONLY_THE_SUPPORT_MATTERS = ("generalized-dp-epsilon-log(16)", "membership-privacy-sds19-epsilon-log(3/2)")
"""No dataset is left out, and with one candidate none is drawn besides the record in question."""


@pytest.mark.parametrize("case", [c for c in CASES if repr(in_floats(c.given)) != repr(c.given)], ids=str)
def test_a_prior_in_floating_point_numbers_certifies_nothing(case: Case) -> None:
    found = tightest(NOTIONS[case.notion], case.mechanism, **in_floats(case.given))
    assert found.certainty is Certainty.NUMERIC or str(case) in ONLY_THE_SUPPORT_MATTERS, str(found)
    if case.notion != "dp-on-delta-location-set":  # sums of rounded numbers choose the places
        assert agrees(found.value, case.tightest, within=ROUNDED), str(found)


TWO = {c.notion: c for c in CASES if len(NOTIONS[c.notion].quantitative) == 2}


@pytest.mark.parametrize("case", TWO.values(), ids=str)
def test_two_open_parameters_give_a_frontier(case: Case) -> None:
    notion = NOTIONS[case.notion]
    found = notion.tightest(case.mechanism, **{k: v for k, v in case.given.items() if k not in notion.quantitative})
    assert isinstance(found, Frontier)
    assert set(found.parameters) == set(notion.quantitative)
    x, y = found.parameters
    for a, b in found.points:
        if float(b) < float("inf") and y in ("epsilon", "delta"):
            bound = float(b) * (1 + 1e-7) + 1e-7
            assert (
                notion.holds(case.mechanism, **{**case.given, x: a, y: min(bound, 1.0) if y == "delta" else bound}).holds
                is not False
            )


# notions whose amount is a function -----------------------------------------------------------------------------------

MESSAGES = powers({(): 1, (("a", "b", 1),): 3, (("a", "c", 1),): 2, (("a", "b", 1), ("a", "c", 1)): 6})
VISITS = powers({(): 1, (("u", ("x", "y")),): 3, (("u", ("x",)),): 2})
LEVELS: tuple[tuple[str, FiniteMechanism, dict[str, Any], dict[Any, Any]], ...] = (
    ("communication-graph-personalized-dp", MESSAGES, {}, {"b": "log(16)", "c": "log(8)"}),
    ("ex-post-dp", SKEWED, {}, {"yes": "log(2)", "no": "log(3/2)"}),
    ("ex-post-per-instance-dp", JOINER, {"D": (), "t": 1}, {"yes": "log(2)", "no": "log(3/2)"}),
    ("ex-post-per-instance-dp", JOINER, {"D": (), "t": 0}, {"yes": 0, "no": 0}),
    ("minid-dp", LINE, {}, {(0,): "log(16)", (1,): "log(8)", (2,): "log(16)"}),
    ("personalized-location-dp", VISITS, {}, {"x": "log(4)", "y": "log(4)"}),
    ("d-local-dp", ONE_OR_TWO, {}, {(0, 1): "log(4)", (1, 0): "log(4)"}),
    (
        "personalized-local-dp",
        powers({(("u", 0),): 1, (("u", 1),): 3, (("v", 0),): 9, (("v", 1),): 4}),
        {},
        {"u": "log(4)", "v": "log(32)"},
    ),
)


@pytest.mark.parametrize(("name", "mechanism", "given", "levels"), LEVELS, ids=[level[0] for level in LEVELS])
def test_a_level_for_each_key(name: str, mechanism: FiniteMechanism, given: dict[str, Any], levels: dict[Any, Any]) -> None:
    notion = NOTIONS[name]
    (parameter,) = notion.quantitative
    result = tightest(notion, mechanism, **given)
    about(result, notion, parameter, given)
    found = result.value
    assert set(found) == set(levels)
    for key, level in levels.items():
        assert agrees(found[key], level), (key, found[key])
    assert notion.holds(mechanism, **given, **{parameter: levels}).holds is True
    for key, level in levels.items():
        if value(level) > 0:
            less = {**levels, key: value(level) - LITTLE}
            assert notion.holds(mechanism, **given, **{parameter: less}).holds is False


def test_per_record_zcdp_bounds_the_loss_of_each_record_over_its_order() -> None:
    notion = NOTIONS["per-record-zcdp"]
    same = tightest(notion, coin({(): F(1, 2), (0,): F(1, 2), (1,): F(1, 4)})).value
    assert agrees(same[0], 0)  # adding 0 changes nothing
    # D_α(P‖Q)/α at α = 1 is the KL divergence of (1/2, 1/2) from (1/4, 3/4), ln(4/3)/2, and it is at most the ρ of zCDP
    assert 0.5 * float(value("log(4/3)")) <= float(same[1]) + 1e-9 <= float(value("log(2)"))
    zcdp = tightest(executables()["zero-concentrated-dp"], coin({(): F(1, 2), (1,): F(1, 4)}), xi=0)
    assert agrees(same[1], float(zcdp.value), within=1e-9)


# the same notion under other names ------------------------------------------------------------------------------------


def some(rng: random.Random, datasets: list[tuple[Any, ...]]) -> FiniteMechanism:
    """A random exact mechanism with three outputs."""
    rows = {}
    for d in datasets:
        weights = [rng.randint(1, 9) for _ in range(3)]
        rows[d] = [F(w, sum(weights)) for w in weights]
    return FiniteMechanism.from_rows(rows)


def objects(name: str) -> tuple[list[tuple[Any, ...]], dict[str, Any]]:
    """A domain on which the notion makes sense, and all its parameters but one."""
    bits = complete_domain([0, 1], 2)
    known: dict[str, tuple[list[tuple[Any, ...]], dict[str, Any]]] = {
        "adjacent-dp": (bits, {"d": "edit", "Delta": 2}),
        "conditioned-dp": (bits, {"D": (0, 1)}),
        "condensed-local-dp": ([(0,), (1,), (2,)], {}),
        "dp-on-r-location-set": ([((0, 0),), ((0, 1),), ((2, 0),)], {"r": 2}),
        "dp-under-a-neighborhood": (bits, {"d": "edit", "Delta": 2}),
        "dp-under-correlation": (bits, {"c": 2}),
        "extended-dp": (bits, {}),
        "heterogeneous-dp": ([(), (("u", 0),), (("v", 1),), (("u", 0), ("v", 1))], {}),
        "identifiability-wyz16": ([(0,), (1,)], {"theta": UNIFORM}),
        "identity-dp": (complete_domain([0, 1], 2, 2), {"Theta": [BITS]}),
        "induced-dp": (bits, {"I_Q": [(0,), (0, 1), (1, 1)]}),
        "inferential-privacy": (complete_domain([0, 1], 2, 2), {"Theta": [BITS]}),
        "l-privacy": (bits, {}),
        "max-kl-stability": (bits, {"epsilon": "log(2)"}),
        "model-specific-dp": (complete_domain([0, 1], 2, 1), {"prior": FAIR, "gamma": "1/4"}),
    }
    return known[name]


@pytest.mark.parametrize("name", SAME)
def test_a_notion_under_another_name_gives_the_same_answers(name: str) -> None:
    rng = random.Random(name)
    domain, given = objects(name)
    for _ in range(4):
        mechanism = some(rng, domain)
        one, two = (tightest(n, mechanism, **given).value for n in (NOTIONS[name], NOTIONS[SAME[name]]))
        keys = list(one) if isinstance(one, dict) else [None]
        for k in keys:
            a, b = (one, two) if k is None else (one[k], two[k])
            assert isinstance(a, Real)
            assert compare(a, b) == 0


def test_the_records_say_which_notions_are_the_same(zoo: Zoo) -> None:
    claimed = {frozenset((c.subject, c.object)) for c in zoo.claims if c.kind.value == "same_as" and not c.disputed}
    assert {frozenset(pair) for pair in SAME.items()} <= claimed


# what is refused ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "mechanism", "given", "words"),
    [
        ("edge-dp", LINE, {}, "not part of a graph"),
        ("edge-dp", coin({(A, AB): 1}), {}, "at a node that it does not have"),
        ("edge-dp", coin({(A, B): 1, (B, A): 1}), {}, "the same graph"),
        ("node-dp", coin({(A, A): 1}), {}, "twice"),
        ("out-link-privacy", coin({(A, B, AB): 1}), {}, "not an arc"),
        ("protected-dp", coin({(A, B): 1}), {"P": ["z"]}, "no graph of the mechanism has the node"),
        ("feasible-node-dp", coin({("e", "b"): 1}), {"C": {"entry": "e", "edges": [["e", "a"]]}}, "not feasible"),
        ("geo-graph-indistinguishability", LINE, {"G": [[0, 1, -1]]}, "length of a road must be positive"),
        ("geo-indistinguishability", LINE, {}, "not a place of the plane"),
        ("w-event-privacy", LINE, {"w": 1}, "not the data of one time"),
        ("pixel-dp", coin({(((0, 1), 0),): 1}), {"m": 1}, "does not fill a rectangular grid"),
        ("untrackability", LINE, {"k": 1}, "who sent each report"),
        ("attribute-dp", LINE, {"schema": [[0, 1]]}, "does not fit the schema"),
        ("bit-dp", coin({((0, 1),): 1, ((1, 1),): 1}), {"schema": [[0, 1], [0, 1]]}, "string of 0s and 1s"),
        ("zero-out-dp", LINE, {"epsilon": 0}, "which record is the blank"),
        ("joint-dp", LINE, {"epsilon": 0}, "one result for each of the 1 players"),
        ("k-anonymity", LINE, {"Q": [0]}, "not a table"),
        ("posteriori-dp", PILE, {"theta": Prior.of({(): F(1, 2), ("a",): F(1, 2)})}, "different sizes"),
        ("membership-privacy-sds19", JOINER, {"prior": {"records": FAIR}, "delta": 0}, "has the keys"),
        ("sketch-privacy", coin({(0,): 1, (1, 2): 1}), {"N": 1}, "no dataset with exactly the records"),
        ("partially-private-pufferfish", SKEWED, {"Theta": [UNIFORM], "Phi": []}, "begin with one and the same public entry"),
        ("refinement-dp", SKEWED, {"g": [["yes"]]}, "one list per dataset"),
        ("integral-privacy", SKEWED, {"P": {"records": [0], "known": [0]}}, "and not all"),
        ("individual-privacy", XOR, {"theta": BITS, "C": [2]}, "positions from 0 to 1"),
        ("induced-subspace-dp", COUNTS, {"A": [[1, 0], [0, 1]], "C": [[1]], "epsilon": 0}, "rows of 2 numbers"),
    ],
)
def test_data_of_another_kind_are_refused(name: str, mechanism: FiniteMechanism, given: dict[str, Any], words: str) -> None:
    with pytest.raises(BlockError, match=words):
        NOTIONS[name].tightest(mechanism, **given)


def test_the_earth_movers_distance_is_that_of_cumulative_sums_on_a_line() -> None:
    rng = random.Random(7)
    for _ in range(20):
        a, b = ([rng.randint(0, 4) for _ in range(rng.randint(1, 5))] for _ in range(2))
        expected = sum((abs(F(sum(x <= k for x in a), len(a)) - F(sum(x <= k for x in b), len(b))) for k in range(4)), F(0))
        assert earth_movers(a, b, lambda s, t: real(abs(s - t))) == expected  # type: ignore[operator]


# the records ----------------------------------------------------------------------------------------------------------


WORKED_OUT = {c.notion for c in CASES} | {level[0] for level in LEVELS} | set(SAME) | {"per-record-zcdp"}
