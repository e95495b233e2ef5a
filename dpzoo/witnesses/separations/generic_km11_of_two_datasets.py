"""Generic DP may compare two datasets and no others.

Claim    (R, ε)-generic DP (Kifer & Machanavajjhala), R one pair of datasets, implies some other notion at some
         proper values.
Verdict  false: the mechanism below separates them.
Source   the separations in the record of generic-dp-km11, and their proofs.

D_a and D_b have five records and differ in one. M returns one symbol on both, so there is no loss where R compares,
and publishes the dataset elsewhere. The other notions compare smaller datasets and are violated with certainty, at
each of their proper values. A q that is false at (a, b) is violated by a yes with these probabilities.
"""

from typing import Any

from dpzoo.blocks import FiniteMechanism
from dpzoo.blocks.mechanism import complete_domain
from dpzoo.semantics.registry import executables
from dpzoo.witnesses.framework import Check, Kind, decides
from dpzoo.witnesses.separations._telling_apart import TellsApart, violates

VIOLATED = (
    "one-sided-dp",
    "blowfish-privacy",
    "sensitivity-induced-dp",
    "bayesian-dp-ll12",
    "bayesian-dp-ysn15",
    "correlated-dp",
    "on-average-kl-privacy",
    "causal-dp",
    "negative-membership-privacy",
    "pufferfish-privacy",
    "prior-dp",
    "distributional-privacy-zlw09",
    "weak-bayesian-dp",
    "passive-partial-knowledge-dp",
    "profile-based-dp",
    "inference-based-distributional-dp",
    "inference-based-coupled-worlds-privacy",
    "typical-stability",
    "adversarial-privacy",
    "capacity-bounded-dp",
    "weak-federated-f-dp",
    "subspace-dp",
    "distributional-privacy-rot10",
    "extended-distribution-privacy",
    "extended-divergence-distribution-privacy",
)


@decides(*(f"generic-dp-km11/does_not_imply/{y}" for y in VIOLATED), kind=Kind.SEPARATION, source="record of generic-dp-km11")
def generic_km11_of_two_datasets(check: Check) -> None:
    D_a, D_b = ("t", "v", "v", "v", "v"), ("u", "v", "v", "v", "v")

    def release(d: Any) -> Any:
        return "same" if d in {D_a, D_b} else d

    M = FiniteMechanism.deterministic([*complete_domain("tuv", 2), D_a, D_b], release)
    check.show("M", M)
    subject: Any = executables()["generic-dp-km11"]

    def satisfied(mechanism: FiniteMechanism, _: Any = ()) -> None:
        if D_a in mechanism:  # elsewhere nothing is compared
            check.equal("generic-dp-km11, R = {(D_a, D_b)}: the least ε", subject.tightest(mechanism, R=[(D_a, D_b)]), 0)

    satisfied(M)
    small = M.restrict(complete_domain("tuv", 2))
    violates(check, TellsApart(small, ("t", "v"), ("u", "v"), satisfied, M), VIOLATED)
    check.refutes("M, or its like, satisfies one of these notions at proper values", not all(step.holds for step in check.steps))
