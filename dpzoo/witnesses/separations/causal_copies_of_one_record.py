"""Causal DP of copies of one record allows everything.

Claim    (Θ, ε)-causal DP with copies of one record implies some other notion at some proper values.
Verdict  false: the mechanism below separates them.
Source   the separations in the record of causal-dp, and their proofs.

If all records are copies of t, a record has one possible value and nothing is compared: M may publish the dataset.
The notions below are violated with certainty, at each of their proper values.
"""

from fractions import Fraction as F
from itertools import combinations, permutations
from typing import Any

from dpzoo.blocks import FiniteMechanism
from dpzoo.blocks.mechanism import complete_domain
from dpzoo.blocks.priors import Prior
from dpzoo.blocks.real import INFINITY
from dpzoo.semantics.registry import executables
from dpzoo.witnesses.framework import Check, Kind, decides

EITHER = Prior.of({("t",): F(1, 2), ("u",): F(1, 2)})
COIN = {"t": F(1, 2), "u": F(1, 2)}
NO_EPSILON: dict[str, dict[str, Any]] = {  # the least ε is infinite
    "one-sided-dp": {"P": ["t", "u"]},
    "blowfish-privacy": {"G": [("t", "u")]},
    "bayesian-dp-ll12": {"prior": COIN, "k": 0},
    "bayesian-dp-ysn15": {"A": EITHER},
    "correlated-dp": {"A": (EITHER, "nothing")},
    "on-average-kl-privacy": {"Theta": [COIN]},
}
NO_DELTA: dict[str, dict[str, Any]] = {  # even with ε = ∞ the least δ is 1
    "profile-based-dp": {"Theta": [({"t": 1}, {"u": 1}), ({"u": 1}, {"t": 1})]},
}


@decides(
    "causal-dp/does_not_imply/one-sided-dp",
    "causal-dp/does_not_imply/blowfish-privacy",
    "causal-dp/does_not_imply/bayesian-dp-ll12",
    "causal-dp/does_not_imply/bayesian-dp-ysn15",
    "causal-dp/does_not_imply/correlated-dp",
    "causal-dp/does_not_imply/on-average-kl-privacy",
    "causal-dp/does_not_imply/profile-based-dp",
    "causal-dp/does_not_imply/pseudo-metric-dp",
    "causal-dp/does_not_imply/extended-divergence-dp",
    kind=Kind.SEPARATION,
    source="record of causal-dp",
)
def causal_copies_of_one_record(check: Check) -> None:
    notions: Any = executables()
    M = FiniteMechanism.deterministic(complete_domain("tu", 2), lambda d: d)
    check.show("M", M)
    same = Prior.of({(): F(1, 3), ("t",): F(1, 3), ("t", "t"): F(1, 3)})
    check.equal("causal-dp: the least ε", notions["causal-dp"].tightest(M, Theta=[same]), 0)
    for y, values in NO_EPSILON.items():
        check.equal(f"{y}: the least ε", notions[y].tightest(M, **values), INFINITY)
    for y, values in NO_DELTA.items():
        check.equal(f"{y}: the least δ for any ε", notions[y].tightest(M, epsilon="inf", **values), 1)
    psd = notions["pseudo-metric-dp"]
    asked = [psd.tightest(M, d={(D, E): 1, (E, D): 1}, epsilon="inf").value for D, E in combinations(M.datasets, 2)]
    check.true("pseudo-metric-dp: on every pair δ·d ≥ 1 is needed, for any ε", all(v == 1 for v in asked))
    ext = notions["extended-divergence-dp"]
    asked = [ext.tightest(M, f="kl", d={pair: 1}).value for pair in permutations(M.datasets, 2)]
    check.true("extended-divergence-dp: the divergence is infinite on every ordered pair", all(v.infinite for v in asked))
    check.refutes(
        "a mechanism that satisfies causal-dp as above satisfies one of these notions at proper values",
        not all(step.holds for step in check.steps),
    )
