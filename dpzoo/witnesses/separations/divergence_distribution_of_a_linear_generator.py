"""Divergence distribution privacy with a linear generator allows everything.

Claim    (f, Θ, ε)-divergence distribution privacy with f(t) = t - 1 implies some other notion at some proper
         values.
Verdict  false: the mechanism below separates them.
Source   the separations in the record of divergence-distribution-privacy, and their proofs.

For f(t) = t - 1 every divergence is ∫(p - q) + P[q = 0] = 0, so every mechanism satisfies the notion, for every Θ,
and M may publish the dataset. The notions below are violated with certainty, at each of their proper values.
"""

from itertools import product
from typing import Any

from dpzoo.blocks import FiniteMechanism
from dpzoo.blocks.mechanism import complete_domain
from dpzoo.blocks.priors import Prior
from dpzoo.semantics.registry import executables
from dpzoo.witnesses.framework import Check, Kind, decides
from dpzoo.witnesses.separations._telling_apart import IMPLY_ANOTHER, TellsApart, all_but, violates

VIOLATED = all_but("capacity-bounded-dp", "extended-divergence-dp", "extended-divergence-distribution-privacy", *IMPLY_ANOTHER)


@decides(
    *(f"divergence-distribution-privacy/does_not_imply/{y}" for y in VIOLATED),
    kind=Kind.SEPARATION,
    source="record of divergence-distribution-privacy",
)
def divergence_distribution_of_a_linear_generator(check: Check) -> None:
    M = FiniteMechanism.deterministic(complete_domain("tu", 2), lambda d: d)
    check.show("M", M)
    linear = {"f": "t - 1", "at_zero": -1, "slope": 1}
    subject: Any = executables()["divergence-distribution-privacy"]

    def satisfied(mechanism: FiniteMechanism, theta: tuple[Prior, ...]) -> None:
        found = subject.tightest(mechanism, Theta=list(product(theta, repeat=2)), f=linear)
        check.equal("divergence-distribution-privacy at f(t) = t - 1: the least ε", found, 0)

    told = TellsApart(M, ("t",), ("u",), satisfied)
    satisfied(M, (told.either, *told.certain))
    violates(check, told, VIOLATED)
    check.therefore_not("M, or its like, satisfies one of these notions at proper values")
