"""The f₂-divergence and Rényi DP of order 2.

Verdict    false as printed: randomised response satisfies the second with ε² = 4/3 and violates the first.

Under M(D₂) the ratio u = P(O)/Q(O) has mean 1, so that E[(u - 1)²] = E[u²] - 1 = exp(D₂) - 1. Under M(D₁) the same square is
weighted by u once more: its mean involves the third moment of u.
"""

from dpzoo.blocks.divergences import Law
from dpzoo.witnesses.prelude import *


@decides(
    "fk-divergence-dp/special_case_of/renyi-dp",
    kind=Kind.EQUIVALENCE,
    errata=["sok-def13-divergence-measure"],
    sampled={"fk-divergence-dp/special_case_of/renyi-dp": "P, Q"},
)
def fk_divergence_renyi_two(check: Check) -> None:
    m = check.show("M", from_rows({(0,): [F(3, 4), F(1, 4)], (1,): [F(1, 4), F(3, 4)]}))

    def second_moment(p: Law, q: Law, weight: Law) -> F:
        return sum((w * (a / b - 1) ** 2 for a, b, w in zip(p, q, weight, strict=True)), F(0))

    P, Q, epsilon_squared = m.row((0,)), m.row((1,)), F(4, 3)
    order_two = renyi_divergence(P, Q, 2).exp()
    check.equal("exp(D₂) = 1 + ε² at ε² = 4/3: M is (2, ln(1 + ε²))-Rényi DP", order_two, 1 + epsilon_squared)
    printed = second_moment(P, Q, P)
    check.equal("the printed mean, under M(D₁)", printed, F(28, 9))
    check.equal("corrected: the mean under M(D₂)", second_moment(P, Q, Q), epsilon_squared)

    rng, widest = np.random.default_rng(21), F(0)
    for _ in range(200):
        A, B = (np.array([F(int(x), int(row.sum())) for x in row], dtype=object) for row in rng.integers(1, 9, (2, 4)))
        widest = max(widest, abs(second_moment(A, B, B) - (renyi_divergence(A, B, 2).exp().rational - 1)))
    check.equal("corrected: largest difference from exp(D₂) - 1 on 200 random pairs", widest, 0)
    check.refutes(
        "M is (2, ln(1 + ε²))-Rényi DP at ε² = 4/3 and satisfies the printed (f₂, ε)-divergence DP", printed <= epsilon_squared
    )
    check.confirms(
        "with the mean under M(D₂), and not as printed, (f₂, ε)-divergence DP is (2, ln(1 + ε²))-Rényi DP", widest == 0
    )
