"""Composition rules that hold as printed: notions of the privacy loss.

Claim    Items 1, 2, 3, 5 and 12 of Proposition 18: the parameters of (ε, δ)-DP, ProDP, RelDP and KL privacy add up, and f₁-DP
         with f₂-DP gives f₁⊗f₂-DP.
Verdict  true on 40 random exact pairs of mechanisms. (Items 6 to 11 and 14 fail as printed: see their own witnesses.)
Source   Desfontaines 2020, Proposition 18.

With independent coins the losses of the two outputs add. What is exceptional for one of them, an excess δ or a set of outputs,
is exceptional for the pair, and the exceptional probabilities add. Mean losses add exactly: for whole 6·P the number exp(6·KL)
is a fraction. For item 12, f_i is the curve of a pair (P_i, Q_i) whose outputs are then garbled at random.
"""

from dpzoo.blocks.divergences import Law
from dpzoo.blocks.standards import RelaxedLoss
from dpzoo.blocks.tradeoff import tradeoff
from dpzoo.witnesses.prelude import *


@decides("approximate-dp probabilistic-dp relaxed-dp kl-privacy f-dp/composition", sampled="M₁, M₂")
def composition_rules_loss(check: Check) -> None:
    rng, relaxed = np.random.default_rng(23), RelaxedLoss()

    def laws(count: int) -> list[Law]:
        table = rng.integers((0, 0, 1), 7, (count, 3))
        return [np.array([F(int(x), int(row.sum())) for x in row], dtype=object) for row in table]

    def both(p: Law, q: Law) -> Law:
        return np.multiply.outer(p, q).ravel()

    def exp_kl(p: Law, q: Law, n: int) -> F:
        """exp(n·KL), a fraction if n·p is whole."""
        product = F(1)
        for a, b in zip(p, q, strict=True):
            product *= (a / b) ** int(a * n)
        return product

    ok = dict.fromkeys(("1, (ε, δ)-DP", "2, ProDP", "3, RelDP", "5, KL privacy, with equality", "12, f-DP"), True)
    for _ in range(40):
        c1, c2 = (F(int(x), 4) for x in rng.integers(4, 9, 2))  # e^ε₁, e^ε₂
        (P1, Q1), (P2, Q2) = laws(2), laws(2)
        P, Q = both(P1, P2), both(Q1, Q2)
        ok["1, (ε, δ)-DP"] &= bool(hockey_stick(P, Q, c1 * c2) <= hockey_stick(P1, Q1, c1) + hockey_stick(P2, Q2, c2))
        losses = probabilistic_delta(P1, Q1, c1) + probabilistic_delta(P2, Q2, c2)
        ok["2, ProDP"] &= bool(probabilistic_delta(P, Q, c1 * c2) <= losses)

        aside1, aside2 = min(P1), min(P2)  # δ_p: the rarest output may be set aside
        first = relaxed.solve(P1, Q1, "delta_a", {"epsilon": log_of(c1), "delta_p": aside1})
        second = relaxed.solve(P2, Q2, "delta_a", {"epsilon": log_of(c2), "delta_p": aside2})
        composed = relaxed.solve(P, Q, "delta_a", {"epsilon": log_of(c1 * c2), "delta_p": aside1 + aside2})
        ok["3, RelDP"] &= bool(composed <= first + second)

        whole = [np.array([F(int(x), 6) for x in rng.permutation(row)]) for row in ([1, 2, 3], [1, 1, 4], [3, 2, 1], [2, 2, 2])]
        A1, B1, A2, B2 = whole
        product = exp_kl(both(A1, A2), both(B1, B2), 36)
        ok["5, KL privacy, with equality"] &= product == (exp_kl(A1, B1, 6) * exp_kl(A2, B2, 6)) ** 6

        K1, K2 = np.array(laws(3)), np.array(laws(3))  # the garblings
        bound, curve = tradeoff(P, Q), tradeoff(both(P1 @ K1, P2 @ K2), both(Q1 @ K1, Q2 @ K2))
        ok["12, f-DP"] &= all(y >= bound(x) for x, y in curve.corners)

    for item, holds in ok.items():
        check.true(f"item {item}: 40 random pairs of mechanisms", holds)
    check.confirms("items 1, 2, 3, 5 and 12 of Proposition 18 hold on 40 random pairs of mechanisms", all(ok.values()))
