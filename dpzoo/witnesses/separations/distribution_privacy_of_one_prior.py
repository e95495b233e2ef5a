"""Distribution privacy of one distribution allows everything.

Claim    (Θ, ε, δ)-distribution privacy, Θ one distribution paired with itself, implies some other notion at some
         proper values.

A distribution leads to the same output law as itself, so every mechanism satisfies the notion; M may publish the
dataset. The notions below are violated with certainty, at each of their proper values.
"""

from dpzoo.witnesses.prelude import *
from dpzoo.witnesses.separations._telling_apart import IMPLY_ANOTHER, TellsApart, all_but, violates

VIOLATED = all_but(
    "profile-based-dp", "extended-distribution-privacy", "extended-divergence-distribution-privacy", *IMPLY_ANOTHER
)


@decides(
    "distribution-privacy/does_not_imply/one-sided-dp blowfish-privacy sensitivity-induced-dp bayesian-dp-ll12",
    "distribution-privacy/does_not_imply/bayesian-dp-ysn15 correlated-dp on-average-kl-privacy causal-dp",
    "distribution-privacy/does_not_imply/negative-membership-privacy pufferfish-privacy prior-dp",
    "distribution-privacy/does_not_imply/distributional-privacy-zlw09 weak-bayesian-dp passive-partial-knowledge-dp",
    "distribution-privacy/does_not_imply/inference-based-distributional-dp inference-based-coupled-worlds-privacy",
    "distribution-privacy/does_not_imply/typical-stability adversarial-privacy capacity-bounded-dp weak-federated-f-dp",
    "distribution-privacy/does_not_imply/subspace-dp abstract-dp pseudo-metric-dp extended-divergence-dp",
    "distribution-privacy/does_not_imply/distributional-privacy-rot10",
    kind=Kind.SEPARATION,
    sampled={
        "inference-based-distributional-dp inference-based-coupled-worlds-privacy typical-stability": "N",
        "distributional-privacy-rot10": "N",
        "adversarial-privacy": "p",
        "capacity-bounded-dp": "c",
        "abstract-dp": "q",
    },
)
def distribution_privacy_of_one_prior(check: Check) -> None:
    M = deterministic(complete_domain("tu", 2), lambda d: d)
    check.show("M", M)
    subject: Any = notions["distribution-privacy"]

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
