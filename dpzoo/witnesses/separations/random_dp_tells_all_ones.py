"""Random DP leaves out pairs of small probability.

M tells whether the dataset consists of n ones, with 2^{-n} ≤ γ (here n = 3, γ = 1/8; other n are alike). A drawn
pair of n records is bad only if its n - 1 common records are ones and the two others differ: probability 2^{-n}.
Other sizes give no loss. On bad pairs the loss is infinite, and so is its mean. Given D(1) = 1 the answer yes is
possible, given D(1) = 0 it is not.
"""

from dpzoo.witnesses.prelude import *


@decides("random-dp/does_not_imply/on-average-kl-privacy bounded-dp bayesian-dp-ll12")
def random_dp_tells_all_ones(check: Check) -> None:
    bit = {0: F(1, 2), 1: F(1, 2)}
    for n in (1, 2, 3):
        M = deterministic(complete_domain((0, 1), 3), lambda d, n=n: "yes" if d == (1,) * n else "no")
        check.least("random-dp", M, F(1, 2**n), f"n = {n}", prior=bit, epsilon=0)
        check.least("on-average-kl-privacy", M, INFINITY, Theta=[bit])
        check.least("bounded-dp", M, INFINITY)
        check.least("bayesian-dp-ll12", M, INFINITY, "k = 0", prior=bit, k=0)
    check.every_level("bayesian-dp-ll12", "a larger k compares these datasets, too")
    check.show("M, for n = 3", M)
