"""Approximate DP by events, by positive parts, and by the privacy loss.

Claim    (ε, δ)-DP holds iff E[max(0, 1 - e^(ε - L))] ≤ δ for the privacy loss L, ε-DP iff Pr[L > ε] = 0, and (ε, δ)-ProDP iff
         Pr[L > ε] ≤ δ, for all neighbouring D₁, D₂ and O ∼ M(D₁).
Verdict  true on 400 random pairs of distributions with zeros in either place: the three numbers are equal, exactly.
Source   Desfontaines 2020, Proposition 8; Desfontaines & Pejó 2022, theorem in Section 3.1.

The worst event of approximate DP collects the outputs where P(O) exceeds e^ε Q(O). Dividing the excess P(O) - e^ε Q(O) by P(O)
gives 1 - e^(ε - L(O)), so the same sum is a mean under P. An output that Q never returns has L = ∞ and counts in full; one
that P never returns has weight zero.
"""

from dpzoo.blocks.divergences import Law
from dpzoo.witnesses.prelude import *


@decides(kind=Kind.EQUIVALENCE, sampled="P, Q")
def approximate_dp_three_forms(check: Check) -> None:
    rng = np.random.default_rng(1)

    def random_law(size: int) -> Law:
        weights = rng.integers(0, 6, size).tolist()
        weights[int(rng.integers(size))] += 1
        return np.array([F(w, sum(weights)) for w in weights], dtype=object)

    widest = [F(0)] * 4
    for trial in range(400):
        size, exp_epsilon = 2 + trial % 4, F(int(rng.integers(2, 7)), 2)  # e^ε from 1 to 3
        P, Q = random_law(size), random_law(size)
        events = chain.from_iterable(combinations(range(size), k) for k in range(size + 1))
        by_events = max(sum((P[o] - exp_epsilon * Q[o] for o in S), F(0)) for S in events)
        by_parts = sum((max(F(0), p - exp_epsilon * q) for p, q in zip(P, Q, strict=True)), F(0))
        # e^(ε - L(O)) is e^ε Q(O)/P(O); it is 0 where L = ∞
        by_loss = sum((p * max(F(0), 1 - exp_epsilon * q / p) for p, q in zip(P, Q, strict=True) if p), F(0))
        by_block = hockey_stick(P, Q, exp_epsilon).rational
        # Definition 15: the least mass of a set S₁ outside which no event, hence no output, exceeds the factor e^ε
        removed = sum((p for p, q in zip(P, Q, strict=True) if p > exp_epsilon * q), F(0))
        loss_above = probabilistic_delta(P, Q, exp_epsilon).rational
        differences = [by_events - by_parts, by_events - by_loss, by_events - by_block, removed - loss_above]
        widest = [max(a, abs(b)) for a, b in zip(widest, differences, strict=True)]
        if (by_events == 0) != (loss_above == 0):  # ε-DP, which is both notions at δ = 0
            widest[0] = F(1)

    check.equal("largest difference between the worst event and the positive parts, 400 pairs", widest[0], 0)
    check.equal("largest difference between the worst event and the mean over the privacy loss", widest[1], 0)
    check.equal("largest difference between the worst event and this package's formula", widest[2], 0)
    check.equal("ProDP: largest difference between the least mass to remove and Pr[L > ε]", widest[3], 0)
    check.confirms("on 400 random pairs the three forms of approximate DP, and the two of ProDP, agree exactly", max(widest) == 0)
