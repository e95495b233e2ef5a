"""Divergence DP with a linear generator allows everything.

Claim    (f, ε)-divergence DP with f(t) = t - 1 implies some other notion at some proper values.

For f(t) = t - 1 every divergence is ∫(p - q) + P[q = 0] = 0, so every mechanism satisfies the notion, and M may
publish the dataset. The notions below are violated with certainty, at each of their proper values.
"""

from dpzoo.witnesses.prelude import *
from dpzoo.witnesses.separations._telling_apart import TellsApart, violates

VIOLATED = (
    "one-sided-dp",
    "blowfish-privacy",
    "causal-dp",
    "sensitivity-induced-dp",
    "bayesian-dp-ll12",
    "bayesian-dp-ysn15",
    "correlated-dp",
    "on-average-kl-privacy",
    "approximate-dp",
    "weak-bayesian-dp",
    "profile-based-dp",
    "pseudo-metric-dp",
    "subspace-dp",
    "weak-federated-f-dp",
    "abstract-dp",
    "inference-based-distributional-dp",
)


@decides(
    "divergence-dp/does_not_imply/one-sided-dp blowfish-privacy causal-dp sensitivity-induced-dp bayesian-dp-ll12",
    "divergence-dp/does_not_imply/bayesian-dp-ysn15 correlated-dp on-average-kl-privacy approximate-dp weak-bayesian-dp",
    "divergence-dp/does_not_imply/profile-based-dp pseudo-metric-dp subspace-dp weak-federated-f-dp abstract-dp",
    "divergence-dp/does_not_imply/inference-based-distributional-dp",
    kind=Kind.SEPARATION,
    sampled={"abstract-dp": "q", "inference-based-distributional-dp": "N"},
)
def divergence_of_a_linear_generator(check: Check) -> None:
    M = deterministic(complete_domain("tu", 2), lambda d: d)
    check.show("M", M)
    linear = {"f": "t - 1", "at_zero": -1, "slope": 1}
    check.equal("divergence-dp at f(t) = t - 1: the least ε", notions["divergence-dp"].tightest(M, f=linear), 0)
    violates(check, TellsApart(M, ("t",), ("u",)), VIOLATED)
    check.therefore_not("a mechanism that satisfies divergence-dp as above satisfies one of these notions at proper values")
