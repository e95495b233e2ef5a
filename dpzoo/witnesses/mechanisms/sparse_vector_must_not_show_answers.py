"""A noisy answer that is shown tells how low the threshold was.

Verdict  false: after m answers "below" the loss is mε/2.

The noise is whole-valued with Pr[Z = z] ∝ 2^-|z|, so that ε = 2 ln 2. On a the first m queries are 0, on b 1; one more is 0
on both. Seen is m times "below" and then a value of at most 0. Then the threshold z was at most 0, and at each such z the chance
of "below", 2^(z - 1 - q)/(3/2) for a query with value q, is twice as large on a.
"""

from dpzoo.witnesses.mechanisms._sparse_vector import seen_or_not
from dpzoo.witnesses.prelude import *


@decides(
    "sparse-vector-showing-answers/claims/epsilon-dp/as-sold", kind=Kind.BOUND, errata=["sparse-vector-must-not-show-answers"]
)
def sparse_vector_must_not_show_answers(check: Check) -> None:
    r = F(1, 2)

    def seen(m: int, value: int) -> F:
        """Pr[m times below, then a value of at most 0], summed over thresholds -n: a geometric series less another."""
        below = r ** (1 + value) / (1 + r)  # at z = 0; at z = -n it is r^n times that
        first = 1 / (1 - r ** (1 + m))  # Σ r^n r^(nm)
        second = r / (1 - r ** (2 + m))  # Σ r^n r^(nm) r^(n+1), as Pr[-n ≤ Z ≤ 0] = (1 - r^(n+1))/(1 + r)
        return (1 - r) / (1 + r) * below**m * (first - second) / (1 + r)

    dp = notions["epsilon-dp"]
    for m in (1, 3, 8):
        M = seen_or_not(seen(m, 0), seen(m, 1))
        check.equal(f"m = {m}: the loss is m ln 2 = mε/2", dp.tightest(M), log_of(2**m))
    check.refutes("it is 2 ln 2-DP (m = 3)", dp.holds(seen_or_not(seen(3, 0), seen(3, 1)), epsilon=log_of(4)))
