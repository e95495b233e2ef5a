"""Sampling hides a parity.

Records have the weights 0 and 1. If there is a record of weight 1 (K = 1 in the recorded construction), M returns
the parity of the sum, otherwise a fair bit. After sampling with β = 1/2, on a dataset with n ≥ 1 records of weight
1: an odd number is sampled with probability 1/2, none with 2^{-n} (then a coin), so the answer is odd with
probability 1/2 + 2^{-n-1} ≤ 3/4, and ≥ 1/2. Hence (1/2, ln 3)-SamDP holds on all datasets. M itself shows the
parity wherever there is a record of weight 1. A test function c on the output 0 and 0 elsewhere gives E_P h - E_Q
exp(h - 1) = c - 1/e.
"""

from dpzoo.witnesses.prelude import *
from dpzoo.witnesses.separations._telling_apart import SAMPLED, TellsApart, violates


@decides(
    """dp-under-sampling/does_not_imply/one-sided-dp blowfish-privacy causal-dp bayesian-dp-ysn15 correlated-dp
    on-average-kl-privacy sensitivity-induced-dp weak-bayesian-dp subspace-dp capacity-bounded-dp weak-federated-f-dp""",
    sampled=SAMPLED,
)
def sampling_hides_parity(check: Check) -> None:
    def law(d: Any) -> dict[Any, F]:
        return {sum(d) % 2: F(1)} if 1 in d else {0: F(1, 2), 1: F(1, 2)}

    M = check.show("M", from_function(complete_domain((0, 1), 3), law))
    for n in (1, 2, 3):
        sampled = M.subsample(F(1, 2))
        check.equal(f"{n} records of weight 1, sampled: odd", sampled.probability((1,) * n, 1), F(1, 2) + F(1, 2 ** (n + 1)))
    check.true("dp-under-sampling", notions["dp-under-sampling"].holds(M, beta=F(1, 2), epsilon="log(3)"))
    violates(check, TellsApart(M, (1, 0), (1, 1), at={"weak-bayesian-dp": {"prior": {1: 1}}}), check.denied)
