"""Correlated DP looks only at the datasets that the adversary believes in.

Claim    Correlated DP with the uniform distribution on D_a and D_b, with an observation without information implies
         some other notion at some proper values.
Verdict  false: the mechanism below separates them.
Source   the separations in the record of correlated-dp, and their proofs.

D_a and D_b are two datasets of five records that differ in the value of one. M returns one symbol on these two, so
there is no loss where the notion compares, and publishes the dataset elsewhere. An adversary who is certain of one
dataset compares nothing, and there M may publish everything. The other notions look at datasets (t), (u) or (t, v),
(u, v).
"""

from dpzoo.witnesses.prelude import *
from dpzoo.witnesses.separations._telling_apart import violates
from dpzoo.witnesses.separations._two_datasets import COMPARE_WHATEVER_IS_BELIEVED, adversary_of_two_datasets

VIOLATED = [y for y in COMPARE_WHATEVER_IS_BELIEVED if y != "correlated-dp"]


@decides(
    "correlated-dp/does_not_imply/on-average-kl-privacy",
    "correlated-dp/does_not_imply/bayesian-dp-ll12",
    "correlated-dp/does_not_imply/bayesian-dp-ysn15",
    "correlated-dp/does_not_imply/blowfish-privacy",
    "correlated-dp/does_not_imply/causal-dp",
    "correlated-dp/does_not_imply/one-sided-dp",
    "correlated-dp/does_not_imply/profile-based-dp",
    "correlated-dp/does_not_imply/inference-based-distributional-dp",
    "correlated-dp/does_not_imply/pseudo-metric-dp",
    "correlated-dp/does_not_imply/extended-divergence-dp",
    kind=Kind.SEPARATION,
    source="record of correlated-dp",
    sampled={"inference-based-distributional-dp": "N"},
)
def correlated_looks_at_two_datasets(check: Check) -> None:
    told = adversary_of_two_datasets(check, "correlated-dp", lambda belief: (belief, "nothing"))
    violates(check, told, VIOLATED)
    check.therefore_not("a mechanism without loss on the two datasets satisfies one of these notions at proper values")
