"""Constrained DP may compare two datasets and no others.

Claim    (d, Δ, ε)-constrained DP, d = 0 between two datasets and infinite elsewhere, implies some other notion at
         some proper values.

D_a and D_b have five records and differ in one. M returns one symbol on both, so there is no loss where the notion
compares, and publishes the dataset elsewhere. The other notions compare smaller datasets and are violated with
certainty, at each of their proper values. A q that is false at (a, b) is violated by a yes with these
probabilities.
"""

from dpzoo.witnesses.prelude import *
from dpzoo.witnesses.separations._telling_apart import IMPLY_ANOTHER, TellsApart, all_but, violates
from dpzoo.witnesses.separations._two_datasets import MAY_COMPARE_ONE_PAIR, blind_on_one_pair, no_loss_at

VIOLATED = all_but("distributional-privacy-zlw09", *IMPLY_ANOTHER, *MAY_COMPARE_ONE_PAIR)


@decides(
    "constrained-dp/does_not_imply/one-sided-dp blowfish-privacy sensitivity-induced-dp bayesian-dp-ll12 bayesian-dp-ysn15",
    "constrained-dp/does_not_imply/correlated-dp on-average-kl-privacy causal-dp negative-membership-privacy",
    "constrained-dp/does_not_imply/pufferfish-privacy prior-dp weak-bayesian-dp passive-partial-knowledge-dp",
    "constrained-dp/does_not_imply/profile-based-dp inference-based-distributional-dp",
    "constrained-dp/does_not_imply/inference-based-coupled-worlds-privacy typical-stability adversarial-privacy",
    "constrained-dp/does_not_imply/capacity-bounded-dp weak-federated-f-dp subspace-dp abstract-dp",
    "constrained-dp/does_not_imply/extended-distribution-privacy extended-divergence-distribution-privacy",
    "constrained-dp/does_not_imply/distributional-privacy-rot10",
    kind=Kind.SEPARATION,
    sampled={
        "inference-based-distributional-dp inference-based-coupled-worlds-privacy typical-stability": "N",
        "distributional-privacy-rot10": "N",
        "adversarial-privacy": "p",
        "capacity-bounded-dp": "c",
        "abstract-dp": "q",
    },
)
def constrained_distance_of_two_datasets(check: Check) -> None:
    M, D_a, D_b, small = blind_on_one_pair()
    check.show("M", M)
    near = {(D_a, D_b): 0, (D_b, D_a): 0}
    satisfied = no_loss_at(check, D_a, "constrained-dp", "d = 0 on (D_a, D_b), Δ = 1", d=near, Delta=1)
    satisfied(M)
    violates(check, TellsApart(small, ("t", "v"), ("u", "v"), satisfied, M), VIOLATED)
    check.therefore_not("M, or its like, satisfies one of these notions at proper values")
