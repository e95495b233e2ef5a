"""Divergence distribution privacy with a linear generator allows everything.

Claim    (f, Θ, ε)-divergence distribution privacy with f(t) = t - 1 implies some other notion at some proper
         values.

For f(t) = t - 1 every divergence is ∫(p - q) + P[q = 0] = 0, so every mechanism satisfies the notion, for every Θ,
and M may publish the dataset. The notions below are violated with certainty, at each of their proper values.
"""

from dpzoo.witnesses.prelude import *
from dpzoo.witnesses.separations._telling_apart import IMPLY_ANOTHER, TellsApart, all_but, violates

VIOLATED = all_but("capacity-bounded-dp", "extended-divergence-dp", "extended-divergence-distribution-privacy", *IMPLY_ANOTHER)


@decides(
    "divergence-distribution-privacy/does_not_imply/one-sided-dp blowfish-privacy sensitivity-induced-dp bayesian-dp-ll12",
    "divergence-distribution-privacy/does_not_imply/bayesian-dp-ysn15 correlated-dp on-average-kl-privacy causal-dp",
    "divergence-distribution-privacy/does_not_imply/negative-membership-privacy pufferfish-privacy prior-dp",
    "divergence-distribution-privacy/does_not_imply/distributional-privacy-zlw09 weak-bayesian-dp",
    "divergence-distribution-privacy/does_not_imply/passive-partial-knowledge-dp profile-based-dp",
    "divergence-distribution-privacy/does_not_imply/inference-based-distributional-dp",
    "divergence-distribution-privacy/does_not_imply/inference-based-coupled-worlds-privacy typical-stability",
    "divergence-distribution-privacy/does_not_imply/adversarial-privacy weak-federated-f-dp subspace-dp abstract-dp",
    "divergence-distribution-privacy/does_not_imply/pseudo-metric-dp extended-distribution-privacy",
    "divergence-distribution-privacy/does_not_imply/distributional-privacy-rot10",
    kind=Kind.SEPARATION,
    sampled={
        "inference-based-distributional-dp inference-based-coupled-worlds-privacy typical-stability": "N",
        "distributional-privacy-rot10": "N",
        "adversarial-privacy": "p",
        "abstract-dp": "q",
    },
)
def divergence_distribution_of_a_linear_generator(check: Check) -> None:
    M = deterministic(complete_domain("tu", 2), lambda d: d)
    check.show("M", M)
    linear = {"f": "t - 1", "at_zero": -1, "slope": 1}
    subject: Any = notions["divergence-distribution-privacy"]

    def satisfied(mechanism: FiniteMechanism, theta: tuple[Prior, ...]) -> None:
        found = subject.tightest(mechanism, Theta=list(product(theta, repeat=2)), f=linear)
        check.equal("divergence-distribution-privacy at f(t) = t - 1: the least ε", found, 0)

    told = TellsApart(M, ("t",), ("u",), satisfied)
    satisfied(M, (told.either, *told.certain))
    violates(check, told, VIOLATED)
    check.therefore_not("M, or its like, satisfies one of these notions at proper values")
