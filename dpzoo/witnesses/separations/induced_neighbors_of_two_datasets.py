"""Induced neighbours may be two datasets and no others.

Claim    (I_Q, ε)-induced-neighbours DP, I_Q two datasets, implies some other notion at some proper values.

D_a and D_b have five records and differ in one. M returns one symbol on both, so there is no loss where the notion
compares, and publishes the dataset elsewhere. The other notions compare smaller datasets and are violated with
certainty, at each of their proper values. A q that is false at (a, b) is violated by a yes with these
probabilities.
"""

from dpzoo.witnesses.prelude import *
from dpzoo.witnesses.separations._telling_apart import IMPLY_ANOTHER, TellsApart, all_but, violates
from dpzoo.witnesses.separations._two_datasets import MAY_COMPARE_ONE_PAIR, blind_on_one_pair, no_loss_at

VIOLATED = all_but("blowfish-privacy", *IMPLY_ANOTHER, *MAY_COMPARE_ONE_PAIR)


@decides(
    "induced-neighbors-dp/does_not_imply/one-sided-dp sensitivity-induced-dp bayesian-dp-ll12 bayesian-dp-ysn15",
    "induced-neighbors-dp/does_not_imply/correlated-dp on-average-kl-privacy causal-dp negative-membership-privacy",
    "induced-neighbors-dp/does_not_imply/pufferfish-privacy prior-dp distributional-privacy-zlw09 weak-bayesian-dp",
    "induced-neighbors-dp/does_not_imply/passive-partial-knowledge-dp profile-based-dp inference-based-distributional-dp",
    "induced-neighbors-dp/does_not_imply/inference-based-coupled-worlds-privacy typical-stability adversarial-privacy",
    "induced-neighbors-dp/does_not_imply/capacity-bounded-dp weak-federated-f-dp subspace-dp abstract-dp",
    "induced-neighbors-dp/does_not_imply/extended-distribution-privacy extended-divergence-distribution-privacy",
    "induced-neighbors-dp/does_not_imply/distributional-privacy-rot10",
    kind=Kind.SEPARATION,
    sampled={
        "inference-based-distributional-dp inference-based-coupled-worlds-privacy typical-stability": "N",
        "distributional-privacy-rot10": "N",
        "adversarial-privacy": "p",
        "capacity-bounded-dp": "c",
        "abstract-dp": "q",
    },
)
def induced_neighbors_of_two_datasets(check: Check) -> None:
    M, D_a, D_b, small = blind_on_one_pair()
    check.show("M", M)
    satisfied = no_loss_at(check, D_a, "induced-neighbors-dp", "I_Q = {D_a, D_b}", I_Q=[D_a, D_b])
    satisfied(M)
    violates(check, TellsApart(small, ("t", "v"), ("u", "v"), satisfied, M), VIOLATED)
    check.therefore_not("M, or its like, satisfies one of these notions at proper values")
