"""Bayesian DP (Yang, Sato & Nakagawa) looks only at the datasets that the adversary believes in.

Claim    Bayesian DP (Yang, Sato & Nakagawa) with the uniform distribution on D_a and D_b implies some other notion
         at some proper values.

D_a and D_b are two datasets of five records that differ in the value of one. M returns one symbol on these two, so
there is no loss where the notion compares, and publishes the dataset elsewhere. An adversary who is certain of one
dataset compares nothing, and there M may publish everything. The other notions look at datasets (t), (u) or (t, v),
(u, v).
"""

from dpzoo.witnesses.prelude import *
from dpzoo.witnesses.separations._telling_apart import violates
from dpzoo.witnesses.separations._two_datasets import COMPARE_WHATEVER_IS_BELIEVED, adversary_of_two_datasets

VIOLATED = [y for y in COMPARE_WHATEVER_IS_BELIEVED if y != "bayesian-dp-ysn15"]


@decides(
    "bayesian-dp-ysn15/does_not_imply/on-average-kl-privacy bayesian-dp-ll12 correlated-dp blowfish-privacy causal-dp",
    "bayesian-dp-ysn15/does_not_imply/one-sided-dp profile-based-dp inference-based-distributional-dp pseudo-metric-dp",
    "bayesian-dp-ysn15/does_not_imply/extended-divergence-dp",
    kind=Kind.SEPARATION,
    sampled={"inference-based-distributional-dp": "N"},
)
def bayesian_ysn15_looks_at_two_datasets(check: Check) -> None:
    told = adversary_of_two_datasets(check, "bayesian-dp-ysn15", lambda belief: belief)
    violates(check, told, VIOLATED)
    check.therefore_not("a mechanism without loss on the two datasets satisfies one of these notions at proper values")
