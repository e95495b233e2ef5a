"""Pure DP as a bound on weighted error sums.

Claim    M is ε-DP iff for all S ⊆ O the errors of the test that rejects on S satisfy P_FA + e^ε P_MD ≥ 1 and e^ε P_FA + P_MD ≥
         1.
Verdict  true on 2000 random pairs of distributions, over all events.
Source   Desfontaines 2020, Section 2.2.6.1; Desfontaines & Pejó 2022, Section 7.1 (citing WZ10 and KOV17).

P_FA = Pr[M(D₁) ∈ S] and P_MD = Pr[M(D₂) ∉ S]. The first inequality says Pr[M(D₁) ∉ S] ≤ e^ε Pr[M(D₂) ∉ S], the second Pr[M(D₂)
∈ S] ≤ e^ε Pr[M(D₁) ∈ S]: both directions of ε-DP, for the complement and for the event.
"""

from dpzoo.blocks.divergences import Law
from dpzoo.witnesses.prelude import *


@decides(kind=Kind.EQUIVALENCE, sampled="P, Q")
def error_sums_weighted(check: Check) -> None:
    rng = np.random.default_rng(31)

    def random_law(size: int) -> Law:
        weights = rng.integers(0, 5, size).tolist()
        weights[int(rng.integers(size))] += 2
        return np.array([F(w, sum(weights)) for w in weights], dtype=object)

    agree, private = 0, 0
    for trial in range(2000):
        size, exp_epsilon = 2 + trial % 3, F(int(rng.integers(2, 13)), 2)
        P, Q = random_law(size), random_law(size)
        epsilon = log_of(exp_epsilon)
        is_dp = bool(max_divergence(P, Q) <= epsilon and max_divergence(Q, P) <= epsilon)
        sums = []
        for S in chain.from_iterable(combinations(range(size), k) for k in range(size + 1)):
            false_alarm, missed = sum((P[o] for o in S), F(0)), 1 - sum((Q[o] for o in S), F(0))
            sums += [false_alarm + exp_epsilon * missed, exp_epsilon * false_alarm + missed]
        agree += is_dp == (min(sums) >= 1)
        private += is_dp
    check.greater("pairs that are ε-DP, of 2000", private, 200)
    check.less("and not all are", private, 1800)
    check.equal("pairs on which ε-DP and the two weighted inequalities agree", agree, 2000)
    check.confirms("ε-DP and the two weighted sums of errors agree on 2000 random pairs, over all events", agree == 2000)
