"""The triangle inequality of (ε, δ)-indistinguishability.

Verdict    false as printed, and still false with the 2δ that is probably meant: δ(1 + e^ε) is needed.

The slack of the second comparison is multiplied by the factor of the first: P[A ∈ S] ≤ e^ε P[C ∈ S] + δ ≤ e^ε(e^ε P[B ∈ S] +
δ) + δ. Three coins attain it. At ε = 0 the printed conclusion would even say that A and B have the same law.
"""

from dpzoo.blocks.divergences import Law
from dpzoo.witnesses.prelude import *


@decides(kind=Kind.ERRATUM, errata=["thesis-theorem5-triangle-inequality"])
def indistinguishability_triangle(check: Check) -> None:
    def coin(heads: F) -> Law:
        return np.array([heads, 1 - heads], dtype=object)

    def apart(p: Law, q: Law, exp_epsilon: F) -> Real:
        found: Real = max(hockey_stick(p, q, exp_epsilon), hockey_stick(q, p, exp_epsilon))
        return found

    exp_epsilon, delta = F(2), F(1, 10)
    A, C, B = coin(F(7, 10)), coin(F(3, 10)), coin(F(1, 10))
    check.show("laws of A, C, B", {"A": list(A), "C": list(C), "B": list(B)})
    check.equal("e^ε = 2: the δ between A and C", apart(A, C, exp_epsilon), delta)
    check.equal("e^ε = 2: the δ between C and B", apart(C, B, exp_epsilon), delta)
    needed = apart(A, B, exp_epsilon**2)
    check.equal("e^(2ε) = 4: the δ between A and B, which is (1 + e^ε)δ", needed, (1 + exp_epsilon) * delta)
    check.greater("more than 2δ", needed, 2 * delta)

    same = apart(coin(F(6, 10)), coin(F(5, 10)), F(1))  # C = B: ε = 0, δ = 1/10
    check.equal("as printed, at ε = 0 and δ = 1/10: coins of 6/10 and 5/10 differ by", same, delta)
    check.greater("and the printed slack is 2ε = 2 ln 1", same, 2 * log_of(1))

    rng, holds = np.random.default_rng(26), True
    for _ in range(300):
        laws = [
            np.array([F(int(x), int(row.sum())) for x in row], dtype=object)
            for row in rng.integers(0, 7, (3, 4)) + [[1, 0, 0, 0]] * 3
        ]
        c = F(int(rng.integers(4, 11)), 4)
        slack = max(apart(laws[0], laws[1], c), apart(laws[1], laws[2], c))
        holds &= bool(apart(laws[0], laws[2], c * c) <= (1 + c) * slack)
    check.true("corrected: 300 random triples satisfy the inequality with (1 + e^ε)δ", holds)
    check.refutes("A ≈_{ln 2, 1/10} C and C ≈_{ln 2, 1/10} B give A ≈_{2 ln 2, 2/10} B", needed <= 2 * delta)
