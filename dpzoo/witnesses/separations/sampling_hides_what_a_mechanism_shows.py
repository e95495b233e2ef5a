"""Sampling hides what a mechanism shows of absent records.

First, M returns 1 with probability 1/2 if the record t is absent, never otherwise. On k copies of t the sampled
mechanism returns 1 with probability p_k = (1 - β)^k/2. Then p_k/p_{k+1} = 1/(1 - β) and (1 - p_{k+1})/(1 - p_k) ≤ 1
+ β, and one changed record changes k by at most 1; so β = 1/2, ε = ln 2 will do for all datasets. But from (t) to
(u) the probability of 1 rises from 0 to 1/2. The second M is a fair coin on the empty dataset and 0 elsewhere: the
same with n records in the place of k.
"""

from dpzoo.witnesses.prelude import *


@decides("dp-under-sampling/does_not_imply/bounded-dp bayesian-dp-ll12 epsilon-dp")
def sampling_hides_what_a_mechanism_shows(check: Check) -> None:
    coin, zero = {1: F(1, 2), 0: F(1, 2)}, {1: F(0), 0: F(1)}
    M = from_function(complete_domain("tu", 3), lambda d: zero if "t" in d else coin)
    check.show("M, a coin without t", M)
    check.least("dp-under-sampling", M, real(2).log(), beta=F(1, 2))
    check.least("bounded-dp", M, INFINITY)
    check.least("bayesian-dp-ll12", M, INFINITY, prior={"t": F(1, 2), "u": F(1, 2)}, k=0)
    check.every_level("bayesian-dp-ll12", "a larger k compares these datasets, too")
    M = from_function(complete_domain("tu", 3), lambda d: zero if d else coin)
    check.show("M, a coin without records", M)
    check.least("dp-under-sampling", M, real(2).log(), beta=F(1, 2))
    check.least("epsilon-dp", M, INFINITY)
