"""Coupled-worlds privacy whose simulator sees the data allows everything.

Claim    (Θ, Γ, ε)-coupled-worlds privacy, Γ the one pair (agg the identity, priv constant), implies some other
         notion at some proper values.

The simulator gets the dataset and can run any mechanism, so every mechanism satisfies the notion with every ε,
under every prior; M may publish the dataset. The notions below are violated with certainty, at each of their proper
values. Below the notion is also checked under each prior that the others use, as they share the letter Θ.
"""

from dpzoo.witnesses.prelude import *
from dpzoo.witnesses.separations._telling_apart import IMPLY_ANOTHER, TellsApart, all_but, violates

VIOLATED = all_but("inference-based-coupled-worlds-privacy", *IMPLY_ANOTHER)


@decides(
    "coupled-worlds-privacy/does_not_imply/one-sided-dp blowfish-privacy sensitivity-induced-dp bayesian-dp-ll12",
    "coupled-worlds-privacy/does_not_imply/bayesian-dp-ysn15 correlated-dp on-average-kl-privacy causal-dp",
    "coupled-worlds-privacy/does_not_imply/negative-membership-privacy pufferfish-privacy prior-dp",
    "coupled-worlds-privacy/does_not_imply/distributional-privacy-zlw09 weak-bayesian-dp passive-partial-knowledge-dp",
    "coupled-worlds-privacy/does_not_imply/profile-based-dp inference-based-distributional-dp typical-stability",
    "coupled-worlds-privacy/does_not_imply/adversarial-privacy capacity-bounded-dp weak-federated-f-dp subspace-dp",
    "coupled-worlds-privacy/does_not_imply/abstract-dp pseudo-metric-dp extended-divergence-dp",
    "coupled-worlds-privacy/does_not_imply/extended-distribution-privacy extended-divergence-distribution-privacy",
    "coupled-worlds-privacy/does_not_imply/distributional-privacy-rot10",
    kind=Kind.SEPARATION,
    sampled={
        "inference-based-distributional-dp typical-stability distributional-privacy-rot10": "N",
        "adversarial-privacy": "p",
        "capacity-bounded-dp": "c",
        "abstract-dp": "q",
    },
)
def coupled_worlds_simulator_sees_the_data(check: Check) -> None:
    M = deterministic(complete_domain("tu", 2), lambda d: d)
    check.show("M", M)
    subject: Any = notions["coupled-worlds-privacy"]

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
