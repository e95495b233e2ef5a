"""A bound on the plain sum of the two errors is not pure DP.

Verdict    false as printed: only "⇒" holds. The rows (.9, .1) and (1, 0) satisfy the right side with e^ε = 3.

The sum is 1 - (Pr[M(D₂) ∈ S] - Pr[M(D₁) ∈ S]), so the right side bounds the total variation distance by 1 - 2/(1 + e^ε) =
tanh(ε/2). An output of probability 1/10 that is impossible on the other dataset is no matter for total variation, and infinite
for pure DP.
"""

from dpzoo.blocks.divergences import Law, total_variation
from dpzoo.witnesses.prelude import *


@decides(kind=Kind.ERRATUM, errata=["sok-section7-sum-of-errors"])
def error_sums_plain(check: Check) -> None:
    exp_epsilon = F(3)
    m = check.show("M", from_rows({(0,): [F(9, 10), F(1, 10)], (1,): [F(1), F(0)]}))

    def least_sum(p: Law, q: Law) -> F:
        """The least P_FA + P_MD over all S, in the worse of the two orders: reject where the other law is larger."""
        return 1 - sum((max(F(0), b - a) for a, b in zip(p, q, strict=True)), F(0))

    P, Q = m.row((0,)), m.row((1,))
    check.equal("least P_FA + P_MD", min(least_sum(P, Q), least_sum(Q, P)), F(9, 10))
    bound = 2 / (1 + exp_epsilon)
    check.at_least("against 2/(1 + e^ε) with e^ε = 3", F(9, 10), bound)
    infinite = bool(max_divergence(P, Q).infinite)
    check.true("the second output is possible on (0) and impossible on (1): the loss is infinite", infinite)

    rng, forward, corrected = np.random.default_rng(32), True, True
    for _ in range(500):
        A, B = (np.array([F(int(x), int(row.sum())) for x in row], dtype=object) for row in rng.integers(1, 9, (2, 3)))
        c = F(int(rng.integers(4, 17)), 4)
        tanh = (c - 1) / (c + 1)
        enough = least_sum(A, B) >= 2 / (1 + c)
        if max(max_divergence(A, B), max_divergence(B, A)).exp() <= c:
            forward &= enough
        corrected &= enough == bool(hockey_stick(A, B, 1) <= tanh) == bool(total_variation(A, B) <= tanh)
    check.true("500 random pairs: ε-DP implies the bound", forward)
    check.true("corrected: the bound is the same as (0, tanh(ε/2))-DP", corrected)
    check.refutes("M has P_FA + P_MD ≥ 2/(1 + 3) for all S and is therefore (ln 3)-DP", not infinite)
