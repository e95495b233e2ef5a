"""Coupled-worlds privacy whose simulator sees the data allows everything.

Claim    (Θ, Γ, ε)-coupled-worlds privacy, Γ the one pair (agg the identity, priv constant), implies some other
         notion at some proper values.
Verdict  false: the mechanism below separates them.
Source   the separations in the record of coupled-worlds-privacy, and their proofs.

The simulator gets the dataset and can run any mechanism, so every mechanism satisfies the notion with every ε,
under every prior; M may publish the dataset. The notions below are violated with certainty, at each of their proper
values. Below the notion is also checked under each prior that the others use, as they share the letter Θ.
"""

from typing import Any

from dpzoo.blocks import FiniteMechanism
from dpzoo.blocks.mechanism import complete_domain
from dpzoo.blocks.priors import Prior
from dpzoo.semantics.registry import executables
from dpzoo.witnesses.framework import Check, Kind, decides
from dpzoo.witnesses.separations._telling_apart import IMPLY_ANOTHER, TellsApart, all_but, violates

VIOLATED = all_but("inference-based-coupled-worlds-privacy", *IMPLY_ANOTHER)


@decides(
    *(f"coupled-worlds-privacy/does_not_imply/{y}" for y in VIOLATED),
    kind=Kind.SEPARATION,
    source="record of coupled-worlds-privacy",
)
def coupled_worlds_simulator_sees_the_data(check: Check) -> None:
    M = FiniteMechanism.deterministic(complete_domain("tu", 2), lambda d: d)
    check.show("M", M)
    subject: Any = executables()["coupled-worlds-privacy"]

    def satisfied(mechanism: FiniteMechanism, theta: tuple[Prior, ...] = ()) -> None:
        views = [(lambda d: d, lambda d: 0)]
        check.equal(
            "coupled-worlds-privacy, the simulator sees the dataset: the least ε",
            subject.tightest(mechanism, Theta=list(theta), Gamma=views),
            0,
        )

    told = TellsApart(M, ("t",), ("u",), satisfied)
    satisfied(M, (told.either, *told.certain))
    violates(check, told, VIOLATED)
    check.therefore_not("M, or its like, satisfies one of these notions at proper values")
