"""Prior DP may have an attacker who hesitates between two datasets.

Claim    (A, ε)-prior DP, A one attacker who believes in two datasets, implies some other notion at some proper
         values.

D_a and D_b have five records and differ in one. M returns one symbol on both, so there is no loss where the
attacker compares, and publishes the dataset elsewhere. The other notions compare smaller datasets and are violated
with certainty, at each of their proper values. A q that is false at (a, b) is violated by a yes with these
probabilities.
"""

from dpzoo.witnesses.prelude import *
from dpzoo.witnesses.separations._telling_apart import IMPLY_ANOTHER, TellsApart, all_but, violates
from dpzoo.witnesses.separations._two_datasets import MAY_COMPARE_ONE_PAIR, blind_on_one_pair, no_loss_at

VIOLATED = all_but("prior-dp", *IMPLY_ANOTHER, *MAY_COMPARE_ONE_PAIR)


@decides(
    "prior-dp/does_not_imply/one-sided-dp blowfish-privacy sensitivity-induced-dp bayesian-dp-ll12 bayesian-dp-ysn15",
    "prior-dp/does_not_imply/correlated-dp on-average-kl-privacy causal-dp negative-membership-privacy pufferfish-privacy",
    "prior-dp/does_not_imply/distributional-privacy-zlw09 weak-bayesian-dp passive-partial-knowledge-dp profile-based-dp",
    "prior-dp/does_not_imply/inference-based-distributional-dp inference-based-coupled-worlds-privacy typical-stability",
    "prior-dp/does_not_imply/adversarial-privacy capacity-bounded-dp weak-federated-f-dp subspace-dp abstract-dp",
    "prior-dp/does_not_imply/extended-distribution-privacy extended-divergence-distribution-privacy",
    "prior-dp/does_not_imply/distributional-privacy-rot10",
    kind=Kind.SEPARATION,
    sampled={
        "inference-based-distributional-dp inference-based-coupled-worlds-privacy typical-stability": "N",
        "distributional-privacy-rot10": "N",
        "adversarial-privacy": "p",
        "capacity-bounded-dp": "c",
        "abstract-dp": "q",
    },
)
def prior_dp_of_two_datasets(check: Check) -> None:
    M, D_a, D_b, small = blind_on_one_pair()
    check.show("M", M)
    believes = Prior.of({D_a: F(1, 2), D_b: F(1, 2)})
    satisfied = no_loss_at(check, D_a, "prior-dp", "the attacker believes in D_a or D_b", A=[(believes, 0, ())])
    satisfied(M)
    violates(check, TellsApart(small, ("t", "v"), ("u", "v"), satisfied, M), VIOLATED)
    check.therefore_not("M, or its like, satisfies one of these notions at proper values")
