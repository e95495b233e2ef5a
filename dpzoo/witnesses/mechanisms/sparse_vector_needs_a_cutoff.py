"""Without a limit on positive answers, and with noise that knows none, the loss grows with their number.

Verdict  false: with 4 queries the loss exceeds ε, and it grows with the number of queries.

The noise is whole-valued with Pr[Z = z] ∝ 2^-|z|, so that ε = 2 ln 2. On a all 2m queries are 0, on b the first m are 1 and the
others -1; seen is m times "below" and then m times "above".
"""

from dpzoo.witnesses.mechanisms._sparse_vector import chance, seen_or_not
from dpzoo.witnesses.prelude import *


@decides("sparse-vector-without-cutoff/claims/epsilon-dp/as-sold", kind=Kind.BOUND, errata=["sparse-vector-needs-a-cutoff"])
def sparse_vector_needs_a_cutoff(check: Check) -> None:
    dp, t = notions["epsilon-dp"], F(1, 2)
    for m, least in ((2, 12), (3, 46), (4, 179)):
        said = "F" * m + "T" * m
        M = seen_or_not(chance([0] * (2 * m), said, t, 1, 1), chance([1] * m + [-1] * m, said, t, 1, 1))
        check.greater(f"{2 * m} queries: the loss exceeds ln {least}", dp.tightest(M), log_of(least))
        if m == 2:
            check.refutes("it is 2 ln 2-DP", dp.holds(M, epsilon=log_of(4)))
