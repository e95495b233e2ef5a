"""Induced neighbours may be two datasets and no others.

Claim    (I_Q, ε)-induced-neighbours DP, I_Q two datasets, implies some other notion at some proper values.
Verdict  false: the mechanism below separates them.
Source   the separations in the record of induced-neighbors-dp, and their proofs.

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
    "induced-neighbors-dp/does_not_imply/one-sided-dp",
    "induced-neighbors-dp/does_not_imply/sensitivity-induced-dp",
    "induced-neighbors-dp/does_not_imply/bayesian-dp-ll12",
    "induced-neighbors-dp/does_not_imply/bayesian-dp-ysn15",
    "induced-neighbors-dp/does_not_imply/correlated-dp",
    "induced-neighbors-dp/does_not_imply/on-average-kl-privacy",
    "induced-neighbors-dp/does_not_imply/causal-dp",
    "induced-neighbors-dp/does_not_imply/negative-membership-privacy",
    "induced-neighbors-dp/does_not_imply/pufferfish-privacy",
    "induced-neighbors-dp/does_not_imply/prior-dp",
    "induced-neighbors-dp/does_not_imply/distributional-privacy-zlw09",
    "induced-neighbors-dp/does_not_imply/weak-bayesian-dp",
    "induced-neighbors-dp/does_not_imply/passive-partial-knowledge-dp",
    "induced-neighbors-dp/does_not_imply/profile-based-dp",
    "induced-neighbors-dp/does_not_imply/inference-based-distributional-dp",
    "induced-neighbors-dp/does_not_imply/inference-based-coupled-worlds-privacy",
    "induced-neighbors-dp/does_not_imply/typical-stability",
    "induced-neighbors-dp/does_not_imply/adversarial-privacy",
    "induced-neighbors-dp/does_not_imply/capacity-bounded-dp",
    "induced-neighbors-dp/does_not_imply/weak-federated-f-dp",
    "induced-neighbors-dp/does_not_imply/subspace-dp",
    "induced-neighbors-dp/does_not_imply/abstract-dp",
    "induced-neighbors-dp/does_not_imply/extended-distribution-privacy",
    "induced-neighbors-dp/does_not_imply/extended-divergence-distribution-privacy",
    "induced-neighbors-dp/does_not_imply/distributional-privacy-rot10",
    kind=Kind.SEPARATION,
    source="record of induced-neighbors-dp",
    sampled={
        "inference-based-distributional-dp": "N",
        "inference-based-coupled-worlds-privacy": "N",
        "typical-stability": "N",
        "adversarial-privacy": "p",
        "capacity-bounded-dp": "c",
        "abstract-dp": "q",
        "distributional-privacy-rot10": "N",
    },
)
def induced_neighbors_of_two_datasets(check: Check) -> None:
    M, D_a, D_b, small = blind_on_one_pair()
    check.show("M", M)
    satisfied = no_loss_at(check, D_a, "induced-neighbors-dp", "I_Q = {D_a, D_b}", I_Q=[D_a, D_b])
    satisfied(M)
    violates(check, TellsApart(small, ("t", "v"), ("u", "v"), satisfied, M), VIOLATED)
    check.therefore_not("M, or its like, satisfies one of these notions at proper values")
