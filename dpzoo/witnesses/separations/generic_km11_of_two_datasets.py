"""Generic DP may compare two datasets and no others.

Claim    (R, ε)-generic DP (Kifer & Machanavajjhala), R one pair of datasets, implies some other notion at some
         proper values.

D_a and D_b have five records and differ in one. M returns one symbol on both, so there is no loss where R compares,
and publishes the dataset elsewhere. The other notions compare smaller datasets and are violated with certainty, at
each of their proper values. A q that is false at (a, b) is violated by a yes with these probabilities.
"""

from dpzoo.witnesses.prelude import *
from dpzoo.witnesses.separations._telling_apart import IMPLY_ANOTHER, TellsApart, all_but, violates
from dpzoo.witnesses.separations._two_datasets import MAY_COMPARE_ONE_PAIR, blind_on_one_pair, no_loss_at

VIOLATED = all_but("abstract-dp", *IMPLY_ANOTHER, *MAY_COMPARE_ONE_PAIR)


@decides(
    "generic-dp-km11/does_not_imply/one-sided-dp blowfish-privacy sensitivity-induced-dp bayesian-dp-ll12 bayesian-dp-ysn15",
    "generic-dp-km11/does_not_imply/correlated-dp on-average-kl-privacy causal-dp negative-membership-privacy",
    "generic-dp-km11/does_not_imply/pufferfish-privacy prior-dp distributional-privacy-zlw09 weak-bayesian-dp",
    "generic-dp-km11/does_not_imply/passive-partial-knowledge-dp profile-based-dp inference-based-distributional-dp",
    "generic-dp-km11/does_not_imply/inference-based-coupled-worlds-privacy typical-stability adversarial-privacy",
    "generic-dp-km11/does_not_imply/capacity-bounded-dp weak-federated-f-dp subspace-dp extended-distribution-privacy",
    "generic-dp-km11/does_not_imply/extended-divergence-distribution-privacy distributional-privacy-rot10",
    kind=Kind.SEPARATION,
    sampled={
        "inference-based-distributional-dp inference-based-coupled-worlds-privacy typical-stability": "N",
        "distributional-privacy-rot10": "N",
        "adversarial-privacy": "p",
        "capacity-bounded-dp": "c",
    },
)
def generic_km11_of_two_datasets(check: Check) -> None:
    M, D_a, D_b, small = blind_on_one_pair()
    check.show("M", M)
    satisfied = no_loss_at(check, D_a, "generic-dp-km11", "R = {(D_a, D_b)}", R=[(D_a, D_b)])
    satisfied(M)
    violates(check, TellsApart(small, ("t", "v"), ("u", "v"), satisfied, M), VIOLATED)
    check.therefore_not("M, or its like, satisfies one of these notions at proper values")
