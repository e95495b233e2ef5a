"""The proof that adversarial privacy is convex misplaces a bracket.

Claim      Pr[t ∈ D | M(D) ∈ S] ≤ (X₁(e^ε p) + δ)/(X₁ + X₂) + (X₂(e^ε p) + δ)/(X₁ + X₂) ≤ e^ε p + δ, with p = Pr[t ∈ D] and X_j
           = Pr[M(D) ∈ S and M = M_j].
Verdict    false as printed for δ > 0: the middle is at least e^ε p + 2δ. The proposition, convexity, is true.
Source     Desfontaines 2020, Proposition 16, proof; Desfontaines & Pejó 2022, Proposition 5, proof.

The posterior after the mixture's output is the mean of the two posteriors with the weights X_j/(X₁ + X₂), so that it does not
exceed the larger one.
"""

from dpzoo.witnesses.prelude import *


@decides("adversarial-privacy/convexity", kind=Kind.AXIOM, errata=["sok-prop5-delta-outside-bracket"], sampled="M₁, M₂")
def adversarial_privacy_convexity(check: Check) -> None:
    exp_epsilon, delta, p, x1, x2 = F(2), F(1, 10), F(1, 4), F(1, 2), F(1, 4)
    bound = exp_epsilon * p + delta
    printed = (x1 * (exp_epsilon * p) + delta) / (x1 + x2) + (x2 * (exp_epsilon * p) + delta) / (x1 + x2)
    corrected = x1 * (exp_epsilon * p + delta) / (x1 + x2) + x2 * (exp_epsilon * p + delta) / (x1 + x2)
    check.equal("corrected: e^ε = 2, δ = 1/10, p = 1/4, X = (1/2, 1/4): the middle term", corrected, bound)
    check.greater("as printed the middle term is", printed, bound)
    check.refutes("the printed last inequality holds at these numbers", printed <= bound)

    rng, holds = np.random.default_rng(16), True
    for _ in range(300):  # two datasets, with and without t; three events of disjoint outputs
        prior, chance = F(int(rng.integers(1, 10)), 10), F(int(rng.integers(1, 10)), 10)
        rows = [[F(int(x), int(r.sum())) for x in r] for r in rng.integers((0, 0, 1), 7, (4, 3))]
        for s in range(3):
            (a1, b1), (a2, b2) = ((rows[k][s] * prior, rows[k + 1][s] * (1 - prior)) for k in (0, 2))
            posteriors = [a / (a + b) for a, b in ((a1, b1), (a2, b2)) if a + b]
            a, b = chance * a1 + (1 - chance) * a2, chance * b1 + (1 - chance) * b2
            holds &= not a + b or a / (a + b) <= max(posteriors)
    check.confirms("on 300 random mixtures no posterior exceeds the larger one of the two mechanisms'", holds)
