"""Sampling hides a parity.

Records have the weights 0 and 1. If there is a record of weight 1 (K = 1 in the recorded construction), M returns
the parity of the sum, otherwise a fair bit. After sampling with β = 1/2, on a dataset with n ≥ 1 records of weight
1: an odd number is sampled with probability 1/2, none with 2^{-n} (then a coin), so the answer is odd with
probability 1/2 + 2^{-n-1} ≤ 3/4, and ≥ 1/2. Hence (1/2, ln 3)-SamDP holds on all datasets. M itself shows the
parity wherever there is a record of weight 1. A test function c on the output 0 and 0 elsewhere gives E_P h - E_Q
exp(h - 1) = c - 1/e.
"""

from dpzoo.witnesses.prelude import *

EITHER = Prior.of({(1, 0): F(1, 2), (1, 1): F(1, 2)})
NO_EPSILON: dict[str, dict[str, Any]] = {  # the least ε is infinite
    "one-sided-dp": {"P": [0, 1]},
    "blowfish-privacy": {"G": [(0, 1)]},
    "causal-dp": {"Theta": [EITHER]},
    "bayesian-dp-ysn15": {"A": EITHER},
    "correlated-dp": {"A": (EITHER, "nothing")},
    "on-average-kl-privacy": {"Theta": [{0: F(1, 2), 1: F(1, 2)}]},
    "sensitivity-induced-dp": {"f": lambda d: 0},
}
NO_DELTA: dict[str, dict[str, Any]] = {  # even with ε = ∞ the least δ is 1
    "weak-bayesian-dp": {"prior": {1: 1}},
    "subspace-dp": {"V": [[1]]},
}


@decides(
    """dp-under-sampling/does_not_imply/one-sided-dp blowfish-privacy causal-dp bayesian-dp-ysn15 correlated-dp
    on-average-kl-privacy sensitivity-induced-dp weak-bayesian-dp subspace-dp capacity-bounded-dp weak-federated-f-dp""",
    sampled={"capacity-bounded-dp": "c"},
)
def sampling_hides_parity(check: Check) -> None:

    def law(d: Any) -> dict[Any, F]:
        return {sum(d) % 2: F(1)} if 1 in d else {0: F(1, 2), 1: F(1, 2)}

    M = from_function(complete_domain((0, 1), 3), law)
    check.show("M", M)
    for n in (1, 2, 3):
        sampled = M.subsample(F(1, 2))
        check.equal(f"{n} records of weight 1, sampled: odd", sampled.probability((1,) * n, 1), F(1, 2) + F(1, 2 ** (n + 1)))
    check.true("dp-under-sampling", notions["dp-under-sampling"].holds(M, beta=F(1, 2), epsilon="log(3)"))
    for y, values in NO_EPSILON.items():
        check.least(y, M, INFINITY, **values)
    for y, values in NO_DELTA.items():
        check.least(y, M, 1, epsilon="inf", **values)
    for c in (10, 1000):  # H has all functions: c on one output and 0 elsewhere, for every c
        found = notions["capacity-bounded-dp"].tightest(M, f="kl", H=[{0: c, 1: 0}])
        check.at_least(f"capacity-bounded-dp: the least ε, by the test function {c}", found, c - 1)
    shares = from_function([(D, ()) for D in M.datasets], lambda d: {(None, o): w for o, w in law(d[0]).items()})
    curve = notions["weak-federated-f-dp"].tightest(shares, C=2)
    check.equal("weak-federated-f-dp: the largest f at 0 (so f = 0)", curve.value(F(0)), 0, of=curve)
    check.every_level("weak-federated-f-dp", "f = 0 is the only trade-off function that is 0 at 0")
