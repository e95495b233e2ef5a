"""Subspace DP with the zero space allows everything.

Claim    (V, ε, δ)-subspace DP with V = 0 implies some other notion at some proper values.

The projection on the zero space is constant, so every mechanism with numbers as outputs satisfies the notion, and M
may publish the dataset (as a number). The notions below are violated with certainty, at each of their proper
values.
"""

from dpzoo.witnesses.prelude import *
from dpzoo.witnesses.separations._telling_apart import TellsApart, violates

VIOLATED = (
    "weak-bayesian-dp",
    "profile-based-dp",
    "pseudo-metric-dp",
    "weak-federated-f-dp",
    "inference-based-distributional-dp",
)


@decides(
    "subspace-dp/does_not_imply/weak-bayesian-dp profile-based-dp pseudo-metric-dp weak-federated-f-dp",
    "subspace-dp/does_not_imply/inference-based-distributional-dp",
    kind=Kind.SEPARATION,
    sampled={"inference-based-distributional-dp": "N"},
)
def subspace_that_is_zero(check: Check) -> None:
    M = deterministic(complete_domain("tu", 2), lambda d: d)
    check.show("M", M)
    numbers = M.post_process({o: k for k, o in enumerate(M.outputs)})
    found = notions["subspace-dp"].tightest(numbers, V=[], epsilon=0)
    check.equal("subspace-dp, V = 0, outputs numbered, ε = 0: the least δ", found, 0)
    violates(check, TellsApart(M, ("t",), ("u",)), VIOLATED)
    check.therefore_not("a mechanism that satisfies subspace-dp as above satisfies one of these notions at proper values")
