"""Pure DP bounds the mean loss.

Claim    ε-DP implies min(ε, ε²)-Kullback-Leibler privacy.
Verdict  true; the best bound is ε tanh(ε/2), attained by randomised response.
Source   Desfontaines 2020, Proposition 9, first item (citing CY16).

The mean loss of a pair whose ratios lie in [e^(-ε), e^ε] is largest when only the two ends occur, each mixed so that both rows
sum to 1: randomised response with x = e^ε/(1+e^ε). Its mean loss is (2x - 1)ε = ε tanh(ε/2), and tanh(ε/2) ≤ min(1, ε/2).
"""

from dpzoo.blocks.divergences import Law
from dpzoo.witnesses.prelude import *


@decides("epsilon-dp/stronger_than/kl-privacy", kind=Kind.IMPLICATION, sampled="P, Q")
def pure_dp_bounds_kl(check: Check) -> None:
    holds = True
    for odds in (F(11, 10), F(3, 2), F(2), F(3), F(10), F(1000)):
        x, epsilon = odds / (1 + odds), log_of(odds)
        m = from_rows({(0,): [x, 1 - x], (1,): [1 - x, x]})
        loss = kl_divergence(m.row((0,)), m.row((1,)))
        tanh = (odds - 1) / (odds + 1)  # tanh(ε/2)
        check.at_most(f"e^ε = {odds}: mean loss of randomised response against ε", loss, epsilon)
        check.at_most(f"e^ε = {odds}: against ε²", loss, epsilon * epsilon)
        # loss = ε tanh(ε/2) would be an equality of transcendental numbers; it is the exact equality (2x - 1) = tanh(ε/2)
        check.equal(f"e^ε = {odds}: 2x - 1 = tanh(ε/2)", 2 * x - 1, tanh)
        holds &= loss <= epsilon and loss <= epsilon * epsilon

    rng = np.random.default_rng(10)

    def random_law() -> Law:
        weights = rng.integers(1, 9, 3).tolist()
        return np.array([F(w, sum(weights)) for w in weights], dtype=object)

    for _ in range(150):
        P, Q = random_law(), random_law()
        if list(P) == list(Q):
            continue
        epsilon = max(max_divergence(P, Q), max_divergence(Q, P))
        ratio = epsilon.exp().rational
        holds &= kl_divergence(P, Q) <= epsilon * F(ratio - 1, ratio + 1) and kl_divergence(P, Q) <= epsilon * epsilon
    check.confirms("randomised response and 150 random pairs that are ε-DP have a mean loss of at most min(ε, ε²)", holds)
