"""Coupled-worlds privacy whose simulator sees the data allows everything.

Claim    (Θ, Γ, ε)-coupled-worlds privacy, Γ the one pair (agg the identity, priv constant), implies some other
         notion at some proper values.
Verdict  false: the mechanism below separates them.
Source   the separations in the record of coupled-worlds-privacy, and their proofs.

The simulator gets the dataset and can run any mechanism, so every mechanism satisfies the notion with every ε,
under every prior; M may publish the dataset. The notions below are violated with certainty, at each of their proper
values. Below the notion is also checked under each prior that the others use, as they share the letter Θ.
"""

from dpzoo.witnesses.prelude import *
from dpzoo.witnesses.separations._telling_apart import IMPLY_ANOTHER, TellsApart, all_but, violates

VIOLATED = all_but("inference-based-coupled-worlds-privacy", *IMPLY_ANOTHER)


@decides(
    "coupled-worlds-privacy/does_not_imply/one-sided-dp",
    "coupled-worlds-privacy/does_not_imply/blowfish-privacy",
    "coupled-worlds-privacy/does_not_imply/sensitivity-induced-dp",
    "coupled-worlds-privacy/does_not_imply/bayesian-dp-ll12",
    "coupled-worlds-privacy/does_not_imply/bayesian-dp-ysn15",
    "coupled-worlds-privacy/does_not_imply/correlated-dp",
    "coupled-worlds-privacy/does_not_imply/on-average-kl-privacy",
    "coupled-worlds-privacy/does_not_imply/causal-dp",
    "coupled-worlds-privacy/does_not_imply/negative-membership-privacy",
    "coupled-worlds-privacy/does_not_imply/pufferfish-privacy",
    "coupled-worlds-privacy/does_not_imply/prior-dp",
    "coupled-worlds-privacy/does_not_imply/distributional-privacy-zlw09",
    "coupled-worlds-privacy/does_not_imply/weak-bayesian-dp",
    "coupled-worlds-privacy/does_not_imply/passive-partial-knowledge-dp",
    "coupled-worlds-privacy/does_not_imply/profile-based-dp",
    "coupled-worlds-privacy/does_not_imply/inference-based-distributional-dp",
    "coupled-worlds-privacy/does_not_imply/typical-stability",
    "coupled-worlds-privacy/does_not_imply/adversarial-privacy",
    "coupled-worlds-privacy/does_not_imply/capacity-bounded-dp",
    "coupled-worlds-privacy/does_not_imply/weak-federated-f-dp",
    "coupled-worlds-privacy/does_not_imply/subspace-dp",
    "coupled-worlds-privacy/does_not_imply/abstract-dp",
    "coupled-worlds-privacy/does_not_imply/pseudo-metric-dp",
    "coupled-worlds-privacy/does_not_imply/extended-divergence-dp",
    "coupled-worlds-privacy/does_not_imply/extended-distribution-privacy",
    "coupled-worlds-privacy/does_not_imply/extended-divergence-distribution-privacy",
    "coupled-worlds-privacy/does_not_imply/distributional-privacy-rot10",
    kind=Kind.SEPARATION,
    source="record of coupled-worlds-privacy",
    sampled={
        "inference-based-distributional-dp": "N",
        "typical-stability": "N",
        "adversarial-privacy": "p",
        "capacity-bounded-dp": "c",
        "abstract-dp": "q",
        "distributional-privacy-rot10": "N",
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
