"""Random DP bounds a probability over whole datasets, predictive DP over the new record only.

Let N be a subset of [0, 1] of probability p, and tell whether all records are in N. Only “in N” and “out” matter, so
these two stand for the records. A drawn dataset and the same with one record drawn anew give different outputs with
probability 2p(1 - p)p^{n - 1}, at most 2p: random DP with γ = 2p and ε = 0. For D = (in) the new record is out with
probability 1 - p, and then the output changes with certainty; for p < 1 - γ' predictive DP fails whatever ε' is. The
set of the recorded proof has probability 0; here it is small.
"""

from dpzoo.witnesses.prelude import *


@decides("random-dp/does_not_imply/predictive-dp", sampled="p, ε")
def random_dp_of_a_rare_set(check: Check) -> None:
    M = check.show("M", deterministic(complete_domain(["in", "out"], 3, 1), lambda d: "out" not in d))
    for p in (F(1, 4), F(1, 100), F(1, 10**6)):
        pi = {"in": p, "out": 1 - p}
        check.least("random-dp", M, 2 * p * (1 - p), f"p = {p}", prior=pi, epsilon=0)
        check.least("predictive-dp", M, 1 - p, f"p = {p}, any ε", prior=pi, epsilon=1000)
    check.therefore_not("predictive DP holds for some γ' < 1 and every p")
