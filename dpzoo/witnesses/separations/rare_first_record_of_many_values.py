"""A record of many values that is published rarely carries much information.

Verdict  false: for a fixed δ the mutual information grows without bound.

M publishes the first record with probability δ and nothing otherwise: (0, δ)-DP. If the only record is uniform on k
values, the record and the output have the mutual information δ ln k. The ε' of mutual-information DP is at least this,
as it covers every distribution of the record, and δ ln k exceeds every bound for large k. (Below it is compared with 0.99 δ
ln k, since equality of sums of logarithms is not decided.)
"""

from dpzoo.witnesses.prelude import *


@decides(
    "approximate-dp/does_not_imply/mutual-information-dp",
    sampled={"mutual-information-dp": "k"},
    without={"mutual-information-dp": "bounded from below by the mutual information under one law of the record"},
)
def rare_first_record_of_many_values(check: Check) -> None:
    delta = F(1, 10)
    for k in (2, 4, 16):
        M = from_function(complete_domain(range(k), 1), lambda d: {d[:1]: delta, None: 1 - delta} if d else {None: F(1)})
        check.least("approximate-dp", M, delta, f"k = {k}", epsilon=0)
        uniform = Prior.of({(x,): F(1, k) for x in range(k)})
        found = notions["mutual-information-privacy-wyz16"].tightest(M.restrict(uniform.datasets), theta=uniform)
        check.at_least(
            f"k = {k}: the mutual information of a uniform record and the output", found, F(99, 100) * delta * real(k).log()
        )
        if k == 2:
            check.show("M for k = 2", M)
    check.therefore_not("the mutual information is below 0.99 δ ln k for some of these k")
