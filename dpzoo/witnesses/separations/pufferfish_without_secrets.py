"""Pufferfish privacy without secrets allows everything.

Claim    (Θ, Φ, ε)-Pufferfish privacy without pairs of secrets implies some other notion at some proper values.

Without pairs of secrets nothing is compared, and M may publish the dataset. The notions below are violated with
certainty, at each of their proper values.
"""

from dpzoo.witnesses.prelude import *
from dpzoo.witnesses.separations._telling_apart import TellsApart, violates

EITHER = Prior.of({("t",): F(1, 2), ("u",): F(1, 2)})
VIOLATED = (
    "negative-membership-privacy",
    "passive-partial-knowledge-dp",
    "adversarial-privacy",
    "typical-stability",
    "inference-based-distributional-dp",
    "inference-based-coupled-worlds-privacy",
    "distributional-privacy-rot10",
)


@decides(
    "pufferfish-privacy/does_not_imply/negative-membership-privacy passive-partial-knowledge-dp adversarial-privacy",
    "pufferfish-privacy/does_not_imply/typical-stability inference-based-distributional-dp",
    "pufferfish-privacy/does_not_imply/inference-based-coupled-worlds-privacy distributional-privacy-rot10",
    kind=Kind.SEPARATION,
    sampled={
        "adversarial-privacy": "p",
        "typical-stability inference-based-distributional-dp inference-based-coupled-worlds-privacy": "N",
        "distributional-privacy-rot10": "N",
    },
)
def pufferfish_without_secrets(check: Check) -> None:
    M = deterministic(complete_domain("tu", 2), lambda d: d)
    check.show("M", M)
    found = notions["pufferfish-privacy"].tightest(M, Theta=[EITHER], Phi=[])
    check.equal("pufferfish-privacy, no pairs of secrets: the least ε", found, 0)
    violates(check, TellsApart(M, ("t",), ("u",)), VIOLATED)
    check.therefore_not("a mechanism that satisfies pufferfish-privacy as above satisfies one of these notions at proper values")
