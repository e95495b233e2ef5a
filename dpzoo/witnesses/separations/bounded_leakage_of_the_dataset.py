"""Bounded leakage of the whole dataset allows everything.

Claim    (P, ε, δ)-bounded leakage DP, P the dataset itself, implies some other notion at some proper values.

Two different datasets never have the same leak, so nothing is compared and every mechanism satisfies the notion; M
may publish the dataset. The notions below are violated with certainty, at each of their proper values.
"""

from dpzoo.witnesses.prelude import *
from dpzoo.witnesses.separations._telling_apart import IMPLY_ANOTHER, TellsApart, all_but, violates

VIOLATED = all_but("distributional-privacy-rot10", *IMPLY_ANOTHER)


@decides(
    "bounded-leakage-dp/does_not_imply/one-sided-dp blowfish-privacy sensitivity-induced-dp bayesian-dp-ll12",
    "bounded-leakage-dp/does_not_imply/bayesian-dp-ysn15 correlated-dp on-average-kl-privacy causal-dp",
    "bounded-leakage-dp/does_not_imply/negative-membership-privacy pufferfish-privacy prior-dp distributional-privacy-zlw09",
    "bounded-leakage-dp/does_not_imply/weak-bayesian-dp passive-partial-knowledge-dp profile-based-dp",
    "bounded-leakage-dp/does_not_imply/inference-based-distributional-dp inference-based-coupled-worlds-privacy",
    "bounded-leakage-dp/does_not_imply/typical-stability adversarial-privacy capacity-bounded-dp weak-federated-f-dp",
    "bounded-leakage-dp/does_not_imply/subspace-dp abstract-dp pseudo-metric-dp extended-divergence-dp",
    "bounded-leakage-dp/does_not_imply/extended-distribution-privacy extended-divergence-distribution-privacy",
    kind=Kind.SEPARATION,
    sampled={
        "inference-based-distributional-dp inference-based-coupled-worlds-privacy typical-stability": "N",
        "adversarial-privacy": "p",
        "capacity-bounded-dp": "c",
        "abstract-dp": "q",
    },
)
def bounded_leakage_of_the_dataset(check: Check) -> None:
    M = deterministic(complete_domain("tu", 2), lambda d: d)
    check.show("M", M)
    subject: Any = notions["bounded-leakage-dp"]

    def satisfied(mechanism: FiniteMechanism, theta: tuple[Prior, ...] = ()) -> None:
        check.equal(
            "bounded-leakage-dp, the leak is the dataset, ε = 0: the least δ",
            subject.tightest(mechanism, P=lambda d, o: d, epsilon=0),
            0,
        )

    satisfied(M)
    violates(check, TellsApart(M, ("t",), ("u",), satisfied), VIOLATED)
    check.therefore_not("M, or its like, satisfies one of these notions at proper values")
