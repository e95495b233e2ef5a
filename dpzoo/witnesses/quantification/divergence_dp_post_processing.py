"""Divergence DP as printed does not survive post-processing.

Verdict    false as printed: for f(t) = |t - 1| merging two outputs raises the mean from 4.545 to 4.737.

The printed mean is Σ P f(P/Q). It is Σ Q g(P/Q) with g(t) = t f(t), and g need not be convex: t|t - 1| is not, between 0 and
1. The first two outputs here have ratios on both sides of 1, and merging brings the ratio to where g is above its chord.
"""

from dpzoo.blocks.divergences import Law
from dpzoo.witnesses.prelude import *


@decides(kind=Kind.ERRATUM, errata=["sok-def13-divergence-measure"])
def divergence_dp_post_processing(check: Check) -> None:
    m = from_rows({(0,): [F(1, 20), F(9, 20), F(10, 20)], (1,): [F(10, 20), F(9, 20), F(1, 20)]}, outputs=["a", "b", "c"])
    merged = m.post_process({"a": "ab", "b": "ab", "c": "c"})
    check.show("M", m)
    check.show("f∘M", merged)

    def printed(p: Law, q: Law) -> F:
        return sum((a * abs(a / b - 1) for a, b in zip(p, q, strict=True)), F(0))

    def corrected(p: Law, q: Law) -> F:
        return sum((b * abs(a / b - 1) for a, b in zip(p, q, strict=True)), F(0))

    def least_epsilon(mechanism: FiniteMechanism, corrected_form: bool) -> F:
        P, Q = mechanism.row((0,)), mechanism.row((1,))
        mean = corrected if corrected_form else printed
        return max(mean(P, Q), mean(Q, P))

    before, after = least_epsilon(m, False), least_epsilon(merged, False)
    check.equal("printed mean of |e^L - 1| for M, the larger of the two orders", before, F(909, 200))
    check.equal("printed mean for f∘M, where a and b are merged", after, F(90, 19))
    check.at_most("corrected mean: f∘M against M", least_epsilon(merged, True), least_epsilon(m, True))

    rng, holds = np.random.default_rng(20), True
    for _ in range(200):  # random rows and random channels to three new outputs
        rows, kernel = rng.integers(1, 9, (2, 4)), rng.integers(0, 5, (4, 3)) + np.eye(4, 3, dtype=int) + [[0, 0, 1]] * 4
        P, Q = (np.array([F(int(x), int(row.sum())) for x in row], dtype=object) for row in rows)
        K = np.array([[F(int(x), int(row.sum())) for x in row] for row in kernel], dtype=object)
        image = [(a, b) for a, b in zip(P @ K, Q @ K, strict=True) if b]
        holds &= corrected(np.array([a for a, _ in image]), np.array([b for _, b in image])) <= corrected(P, Q)
    check.true("corrected mean: 200 random channels do not raise it", holds)
    check.refutes("post-processing does not raise the printed mean E[|e^L - 1|] under M(D₁)", after <= before)
