"""A report that is the record, rarely, carries few bits and tells two records apart.

Of k values M sends the true one with probability p, and otherwise nothing: the capacity is p ln k. With p = (ln 2)/(2 ln k) it
is the same for all k, while the maximal leakage ln(1 + p(k - 1)) grows beyond every bound.
"""

from dpzoo.witnesses.prelude import *


@decides("channel-capacity-limit/does_not_imply/local-dp maximal-leakage", sampled={"maximal-leakage": "k"})
def reports_that_carry_few_bits(check: Check) -> None:
    for bits in (1, 4, 8):
        k, p = 2**bits, F(1, 2 * bits)
        M = from_function([(t,) for t in range(k)], lambda d, p=p: {d[0]: p, "nothing": 1 - p})
        capacity = notions["channel-capacity-limit"].tightest(M)
        check.equal(f"{k} values: ε of channel-capacity-limit", capacity, real(2).log() / 2, tolerance=1e-9)
        found = notions["maximal-leakage"].tightest(M)
        check.equal(f"{k} values: ε of maximal-leakage is ln(1 + p(k - 1))", found, real(1 + p * (k - 1)).log())
        check.equal(f"{k} values: ε of local-dp", notions["local-dp"].tightest(M), INFINITY)
    check.therefore_not("few bits on average bound each report, or all values together")
