"""Approximate DP implies probabilistic DP with ln 2 more loss and twice the δ.

Claim    If P and Q satisfy the condition of (ε, δ)-DP, the outputs split into a part of P-probability at most 2δ and a part on
         which P(O) ≤ 2e^ε Q(O): (ε, δ)-DP implies (ε + ln 2, 2δ)-ProDP.
Verdict  true; the factor 2 before δ cannot be lowered (a family reaches 2n/(n+1)).
Source   Desfontaines 2020, Lemma 11 (stated there for sketches; its proof exchanges the names of the two parts).

An output with P(O) > 2e^ε Q(O) has an excess P(O) - e^ε Q(O) of more than half its probability. The excesses sum to at most δ,
so the probabilities sum to at most 2δ. In the family one output has just enough loss: Q(a) is a little below e^(-ε) P(a)/2.
"""

from dpzoo.blocks.divergences import Law
from dpzoo.witnesses.prelude import *


@decides("approximate-dp/implies/probabilistic-dp", kind=Kind.IMPLICATION, sampled="P, Q")
def approximate_dp_implies_probabilistic(check: Check) -> None:
    rng = np.random.default_rng(4)

    def random_law(size: int) -> Law:
        weights = rng.integers(0, 9, size).tolist()
        weights[int(rng.integers(size))] += 1
        return np.array([F(w, sum(weights)) for w in weights], dtype=object)

    largest = F(0)
    for trial in range(2000):
        size, exp_epsilon = 2 + trial % 4, F(int(rng.integers(4, 9)), 4)
        P, Q = random_law(size), random_law(size)
        bad = probabilistic_delta(P, Q, 2 * exp_epsilon).rational
        delta = hockey_stick(P, Q, exp_epsilon).rational
        if bad:  # then δ > 0 as well
            largest = max(largest, bad / delta)
    check.at_most("largest ratio of Pr[L > ε + ln 2] to δ, 2000 random pairs", largest, 2)

    for n in (10, 1000):
        exp_epsilon, a = F(3), F(1, 10)
        b = a * (1 - F(1, n)) / (2 * exp_epsilon)
        P, Q = np.array([a, 1 - a], dtype=object), np.array([b, 1 - b], dtype=object)
        delta = max(hockey_stick(P, Q, exp_epsilon), hockey_stick(Q, P, exp_epsilon))
        ratio = probabilistic_delta(P, Q, 2 * exp_epsilon) / delta
        check.equal(f"family member {n}: Pr[L > ε + ln 2] / δ", ratio, 2 / (1 + F(1, n)))
    check.confirms("on 2000 random pairs (ε, δ)-DP implies (ε + ln 2, 2δ)-ProDP", largest <= 2)
