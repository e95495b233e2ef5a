"""Information privacy under a prior that is certain allows everything.

Claim    (Θ, ε)-information privacy, Θ one distribution that gives a single dataset, implies some other notion at
         some proper values.

Posterior and prior agree, so every mechanism satisfies the notion; M may publish the dataset. The notions below are
violated with certainty, at each of their proper values. Coupled-worlds privacy is violated under two such priors.
"""

from dpzoo.witnesses.prelude import *
from dpzoo.witnesses.separations._telling_apart import IMPLY_ANOTHER, TellsApart, all_but, violates

AT_T, AT_U = Prior.of({("t",): F(1)}, "t for sure"), Prior.of({("u",): F(1)}, "u for sure")
SATISFIED = "information-privacy-dpcf12, two priors that are certain: the least ε"
VIOLATED = all_but(
    "causal-dp",
    "negative-membership-privacy",
    "pufferfish-privacy",
    "passive-partial-knowledge-dp",
    "inference-based-distributional-dp",
    "inference-based-coupled-worlds-privacy",
    "typical-stability",
    "adversarial-privacy",
    "distributional-privacy-rot10",
    *IMPLY_ANOTHER,
)


@decides(
    "information-privacy-dpcf12/does_not_imply/one-sided-dp blowfish-privacy sensitivity-induced-dp bayesian-dp-ll12",
    "information-privacy-dpcf12/does_not_imply/bayesian-dp-ysn15 correlated-dp on-average-kl-privacy prior-dp",
    "information-privacy-dpcf12/does_not_imply/distributional-privacy-zlw09 weak-bayesian-dp profile-based-dp",
    "information-privacy-dpcf12/does_not_imply/capacity-bounded-dp weak-federated-f-dp subspace-dp abstract-dp",
    "information-privacy-dpcf12/does_not_imply/pseudo-metric-dp extended-divergence-dp extended-distribution-privacy",
    "information-privacy-dpcf12/does_not_imply/extended-divergence-distribution-privacy coupled-worlds-privacy",
    kind=Kind.SEPARATION,
    sampled={"capacity-bounded-dp": "c", "abstract-dp": "q"},
)
def information_privacy_of_one_dataset(check: Check) -> None:
    M = deterministic(complete_domain("tu", 2), lambda d: d)
    check.show("M", M)
    subject = notions["information-privacy-dpcf12"]

    def satisfied(mechanism: FiniteMechanism, _: Any = ()) -> None:
        check.equal(SATISFIED, subject.tightest(mechanism, Theta=[AT_T, AT_U]), 0)

    satisfied(M)
    violates(check, TellsApart(M, ("t",), ("u",), satisfied), VIOLATED)
    found = notions["coupled-worlds-privacy"].tightest(M, Theta=[AT_T, AT_U], Gamma=[(lambda d: 0, lambda d: 0)])
    check.equal("coupled-worlds-privacy, agg and priv constant: the least ε", found, INFINITY)
    check.therefore_not("M, or its like, satisfies one of these notions at proper values")
