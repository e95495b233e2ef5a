"""Rényi divergences grow with the order and stay below the largest loss.

Claim    (α, ε)-Rényi DP is stronger than (α', ε)-Rényi DP iff α > α', and ε-DP, its limit, is stronger than all of them.
Verdict  true: D_α does not decrease in α and is at most the largest loss; a lower order does not give a higher one.
Source   Desfontaines 2020, Section 2.2.2.2, after Definition 17, and Proposition 9, third item.

(α-1) D_α is the logarithm of m(α), the mean of e^((α-1)L). For whole orders all comparisons become comparisons of rational
numbers: D_a ≤ D_(a+1) says m(a)^a ≤ m(a+1)^(a-1).
"""

from dpzoo.blocks.divergences import Law, ratios
from dpzoo.witnesses.prelude import *


@decides("renyi-dp/stronger_than/kl-privacy", kind=Kind.IMPLICATION, sampled="P, Q, α")
def renyi_monotone_in_order(check: Check) -> None:
    rng = np.random.default_rng(13)

    def random_law(size: int) -> Law:
        weights = rng.integers(1, 9, size).tolist()
        return np.array([F(w, sum(weights)) for w in weights], dtype=object)

    rising = capped = from_mean = True
    for trial in range(500):
        P, Q = random_law(2 + trial % 4), random_law(2 + trial % 4)
        r = ratios(P, Q)
        m = {a: (P * r ** (a - 1)).sum() for a in range(2, 8)}
        rising &= all(m[a] ** a <= m[a + 1] ** (a - 1) for a in range(2, 7))
        capped &= all(m[a] <= max(r) ** (a - 1) for a in m)
        if list(P) != list(Q):
            from_mean &= bool(kl_divergence(P, Q) <= renyi_divergence(P, Q, 2))
    check.true("500 random pairs: D₂ ≤ D₃ ≤ … ≤ D₇", rising)
    check.true("the mean loss, which is D₁, is at most D₂", from_mean)
    check.true("D_α is at most the largest loss, which is D_∞", capped)

    P, Q = np.array([F(1, 10), F(9, 10)]), np.array([F(1, 100), F(99, 100)])
    low, high = renyi_divergence(P, Q, 2), renyi_divergence(P, Q, 3)
    check.less("the other direction fails for P = (.1, .9), Q = (.01, .99): D₂ against D₃", low, high)
    check.confirms(
        "D_α does not decrease in α ∈ {1, …, 7, ∞} on 500 random pairs, and may increase",
        rising and capped and from_mean and low < high,
    )
