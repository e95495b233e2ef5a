"""Distribution privacy of one distribution allows everything.

Claim    (Θ, ε, δ)-distribution privacy, Θ one distribution paired with itself, implies some other notion at some
         proper values.
Verdict  false: the mechanism below separates them.
Source   the separations in the record of distribution-privacy, and their proofs.

A distribution leads to the same output law as itself, so every mechanism satisfies the notion; M may publish the
dataset. The notions below are violated with certainty, at each of their proper values.
"""

from fractions import Fraction as F
from typing import Any

from dpzoo.blocks import FiniteMechanism
from dpzoo.blocks.mechanism import complete_domain
from dpzoo.blocks.priors import Prior
from dpzoo.semantics.registry import executables
from dpzoo.witnesses.framework import Check, Kind, decides
from dpzoo.witnesses.separations._telling_apart import IMPLY_ANOTHER, TellsApart, all_but, violates

VIOLATED = all_but(
    "profile-based-dp", "extended-distribution-privacy", "extended-divergence-distribution-privacy", *IMPLY_ANOTHER
)


@decides(
    *(f"distribution-privacy/does_not_imply/{y}" for y in VIOLATED), kind=Kind.SEPARATION, source="record of distribution-privacy"
)
def distribution_privacy_of_one_prior(check: Check) -> None:
    M = FiniteMechanism.deterministic(complete_domain("tu", 2), lambda d: d)
    check.show("M", M)
    subject: Any = executables()["distribution-privacy"]

    def satisfied(mechanism: FiniteMechanism, theta: tuple[Prior, ...] = ()) -> None:
        either = Prior.of({D: F(1, 2) for D in mechanism.datasets[-2:]})
        check.equal(
            "distribution-privacy, one distribution paired with itself, ε = 0: the least δ",
            subject.tightest(mechanism, Theta=[(either, either)], epsilon=0),
            0,
        )

    satisfied(M)
    violates(check, TellsApart(M, ("t",), ("u",), satisfied), VIOLATED)
    check.therefore_not("M, or its like, satisfies one of these notions at proper values")
