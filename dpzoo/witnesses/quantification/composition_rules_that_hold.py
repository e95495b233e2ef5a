"""The composition rules of the thesis that hold as printed.

Claim    Items 1-5, 12, 13, 15, 16 and 17 of Proposition 18: the parameters of (ε, δ)-DP, ProDP, RelDP, MIDP, KL privacy, RanDP, typical
         stability, pseudo-metric DP and bounded leakage DP add up, and f₁-DP with f₂-DP gives f₁⊗f₂-DP.
Verdict  true on random exact mechanisms. (Items 6 to 11 and 14 fail as printed: see their own witnesses.)
Source   Desfontaines 2020, Proposition 18.

With independent coins the two losses add. What is exceptional for one of the two (an excess δ, a set of outputs, of pairs of datasets, a
leak) is exceptional for the pair, and the exceptional probabilities add. In items 13, 15, 16 and 17 this happens for each pair of
datasets, or each leak, by itself. For item 12, f_i is the curve of a pair (A_i, B_i) whose outputs are then garbled at random.
"""

from fractions import Fraction as F

import numpy as np

from dpzoo.blocks.divergences import Law, hockey_stick, kl_divergence, probabilistic_delta
from dpzoo.blocks.real import log_of
from dpzoo.blocks.standards import RelaxedLoss
from dpzoo.blocks.tradeoff import tradeoff
from dpzoo.witnesses.framework import Check, Kind, decides


@decides(
    "approximate-dp/composition",
    "probabilistic-dp/composition",
    "relaxed-dp/composition",
    "kl-privacy/composition",
    "f-dp/composition",
    "random-dp/composition",
    "typical-stability/composition",
    "pseudo-metric-dp/composition",
    "bounded-leakage-dp/composition",
    kind=Kind.COMPOSITION,
    source="Des20, Proposition 18",
    catalogue=["Q23"],
)
def composition_rules_that_hold(check: Check) -> None:
    rng = np.random.default_rng(23)

    def laws(count: int, size: int = 3) -> list[Law]:
        table = rng.integers(0, 6, (count, size)) + np.eye(count, size, dtype=int)
        table[:, -1] += 1
        return [np.array([F(int(x), int(row.sum())) for x in row], dtype=object) for row in table]

    def both(P: Law, Q: Law) -> Law:
        return np.multiply.outer(P, Q).ravel()

    def apart(P: Law, Q: Law, c: F) -> F:
        """The δ of (ln c, δ)-indistinguishability."""
        return max(hockey_stick(P, Q, c).rational, hockey_stick(Q, P, c).rational)

    def exponential_of_kl(P: Law, Q: Law, n: int) -> F:
        """exp(n·KL), rational if n·P is whole."""
        product = F(1)
        for p, q in zip(P, Q, strict=True):
            product *= (p / q) ** int(p * n)
        return product

    ok = dict.fromkeys((1, 2, 3, 4, 5, 12, 13, 15, 16, 17), True)
    relaxed, pi = RelaxedLoss(), [F(1, 2), F(1, 3), F(1, 6)]
    for _ in range(25):
        c1, c2 = (F(int(x), 4) for x in rng.integers(4, 9, 2))
        (P1, Q1), (P2, Q2) = laws(2), laws(2)
        P, Q = both(P1, P2), both(Q1, Q2)
        ok[1] &= apart(P, Q, c1 * c2) <= apart(P1, Q1, c1) + apart(P2, Q2, c2)
        ok[2] &= bool(probabilistic_delta(P, Q, c1 * c2) <= probabilistic_delta(P1, Q1, c1) + probabilistic_delta(P2, Q2, c2))
        aside = [min(p) for p in (P1, P2)]  # δ_p: the rarest output may be set aside
        at = [
            relaxed.solve(a, b, "delta_a", {"epsilon": e, "delta_p": d})
            for a, b, e, d in zip((P1, P2), (Q1, Q2), (log_of(c1), log_of(c2)), aside, strict=True)
        ]
        ok[3] &= bool(relaxed.solve(P, Q, "delta_a", {"epsilon": log_of(c1 * c2), "delta_p": sum(aside, F(0))}) <= at[0] + at[1])

        A, B = laws(3), laws(3)  # rows for three values of one record, drawn from π
        pairs = [both(a, b) for a, b in zip(A, B, strict=True)]
        one, two, joint = (
            sum(
                (
                    w * kl_divergence(row, sum(v * r for v, r in zip(pi, rows, strict=True)))
                    for w, row in zip(pi, rows, strict=True)
                ),
                F(0),
            )
            for rows in (A, B, pairs)
        )
        ok[4] &= bool(joint <= one + two)

        whole = [
            np.array([F(int(x), 6) for x in row], dtype=object)
            for row in ([1, 2, 3], rng.permutation([1, 1, 4]), rng.permutation([3, 2, 1]), [2, 2, 2])
        ]
        parts = exponential_of_kl(whole[0], whole[1], 6), exponential_of_kl(whole[2], whole[3], 6)
        ok[5] &= exponential_of_kl(both(whole[0], whole[2]), both(whole[1], whole[3]), 36) == (parts[0] * parts[1]) ** 6

        K1, K2 = np.array(laws(3)), np.array(laws(3))  # garblings
        bound, curve = tradeoff(P, Q), tradeoff(both(P1 @ K1, P2 @ K2), both(Q1 @ K1, Q2 @ K2))
        ok[12] &= all(y >= bound(x) for x, y in curve.corners)

        def failing(rows: list[Law], c: F, delta: F = F(0), sim: Law | None = None) -> F:
            """Mass of datasets x (or of independent pairs x, y) under π that are not within (ln c, δ) of sim (or of each other)."""
            if sim is not None:
                return sum((w for w, r in zip(pi, rows, strict=True) if apart(r, sim, c) > delta), F(0))
            return sum(
                (v * w for v, r in zip(pi, rows, strict=True) for w, s in zip(pi, rows, strict=True) if apart(r, s, c) > delta),
                F(0),
            )

        ok[13] &= failing(pairs, c1 * c2) <= failing(A, c1) + failing(B, c2)
        d1, d2, (S1, S2) = F(1, 10), F(1, 5), laws(2)
        ok[15] &= failing(pairs, c1 * c2, d1 + d2, both(S1, S2)) <= failing(A, c1, d1, S1) + failing(B, c2, d2, S2)
        for d, i, j in ((1, 0, 1), (1, 1, 2), (2, 0, 2)):  # pseudo-metric d = |i - j|; δ is the least slack per unit of distance
            ok[16] &= apart(pairs[i], pairs[j], (c1 * c2) ** d) <= apart(A[i], A[j], c1**d) + apart(B[i], B[j], c2**d)
        # a leak with the values 0, 1, 2: A and B are output laws given the leak, on one dataset; A', B' on its neighbour
        A_, B_ = laws(3), laws(3)
        delta1, delta2 = (max(apart(r, s, c) for r, s in zip(*rows, strict=True)) for rows, c in (((A, A_), c1), ((B, B_), c2)))
        ok[17] &= all(apart(both(A[i], B[j]), both(A_[i], B_[j]), c1 * c2) <= delta1 + delta2 for i in range(3) for j in range(3))

    names = {
        1: "(ε, δ)-DP",
        2: "ProDP",
        3: "RelDP",
        4: "MIDP",
        5: "KL privacy, with equality",
        12: "f-DP",
        13: "RanDP",
        15: "TypSt",
        16: "PsDP",
        17: "BLDP",
    }
    for item, name in names.items():
        check.true(f"item {item}, {name}: 25 random pairs of mechanisms", ok[item])
    check.confirms(
        "items 1-5, 12, 13, 15, 16 and 17 of Proposition 18 hold on 25 random pairs of mechanisms each", all(ok.values())
    )
