"""Causal DP of copies of one record allows everything.

Claim    (Θ, ε)-causal DP with copies of one record implies some other notion at some proper values.
Verdict  false: the mechanism below separates them.
Source   the separations in the record of causal-dp, and their proofs.

If all records are copies of t, a record has one possible value and nothing is compared: M may publish the dataset.
The notions below are violated with certainty, at each of their proper values.
"""

from fractions import Fraction as F
from typing import Any

from dpzoo.blocks import FiniteMechanism
from dpzoo.blocks.mechanism import complete_domain
from dpzoo.blocks.priors import Prior
from dpzoo.semantics.registry import executables
from dpzoo.witnesses.framework import Check, Kind, decides
from dpzoo.witnesses.separations._telling_apart import TellsApart, violates

VIOLATED = (
    "one-sided-dp",
    "blowfish-privacy",
    "bayesian-dp-ll12",
    "bayesian-dp-ysn15",
    "correlated-dp",
    "on-average-kl-privacy",
    "profile-based-dp",
    "pseudo-metric-dp",
    "extended-divergence-dp",
)


@decides(
    *(f"causal-dp/does_not_imply/{y}" for y in VIOLATED),
    kind=Kind.SEPARATION,
    source="record of causal-dp",
)
def causal_copies_of_one_record(check: Check) -> None:
    notions: Any = executables()
    M = FiniteMechanism.deterministic(complete_domain("tu", 2), lambda d: d)
    check.show("M", M)
    same = Prior.of({(): F(1, 3), ("t",): F(1, 3), ("t", "t"): F(1, 3)})
    check.equal("causal-dp: the least ε", notions["causal-dp"].tightest(M, Theta=[same]), 0)
    violates(check, TellsApart(M, ("t",), ("u",)), VIOLATED)
    check.refutes(
        "a mechanism that satisfies causal-dp as above satisfies one of these notions at proper values",
        not all(step.holds for step in check.steps),
    )
