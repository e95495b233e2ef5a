"""Pure DP and Colisson's truncated concentrated DP.

Claim    (η, τ)-truncated concentrated DP [Col16] is equivalent to ε-DP: ε-DP implies (ε, ε²/2)-tCoDP, which gives back ε-DP.
Verdict  true: D_α ≤ min(ε, α ε tanh(ε/2)) ≤ min(ε, α ε²/2) for every α ≥ 1, and the bound η for all α is a bound on the
         largest loss.
Source   Desfontaines 2020, Table 2.20, row of truncated CoDP [81]; Section 2.2.2.3.

D_α never exceeds its limit, the largest loss, and approaches it: min(ξ, ατ) caps all orders iff the largest loss is at most ξ
and D_α/α is at most τ. For randomised response, which has the largest D_α of all ε-DP pairs, the supremum of D_α/α is
enclosed.
"""

from dpzoo.witnesses.prelude import *


@decides(
    "epsilon-dp/stronger_than/truncated-codp-col16",
    "truncated-codp-col16/equivalent_to/epsilon-dp",
    kind=Kind.EQUIVALENCE,
    sampled="ε",
)
def pure_dp_truncated_concentrated(check: Check) -> None:
    holds = True
    for odds in (F(2), F(20)):
        x, epsilon = odds / (1 + odds), log_of(odds)
        m = from_rows({(0,): [x, 1 - x], (1,): [1 - x, x]})
        P, Q = m.row((0,)), m.row((1,))
        tau = greatest_excess(P, Q, offset=0, slope=None, last=inf)
        check.equal(f"e^ε = {odds}: largest loss, the least ξ", max_divergence(P, Q), epsilon)
        check.at_most(f"e^ε = {odds}: sup D_α/α, the least τ, against ε²/2", tau, epsilon * epsilon / 2)
        apart = kl_divergence(P, Q) - epsilon * (odds - 1) / (odds + 1)
        check.less(f"e^ε = {odds}: D_1, no more than τ, exceeds ε tanh(ε/2) by less than", apart, F(1, 10**12))
        check.greater(f"e^ε = {odds}: and by more than", apart, -F(1, 10**12))
        check.less(f"e^ε = {odds}: D_α stays below ξ, here at α = 200", renyi_divergence(P, Q, 200), epsilon)
        # back: D_α ≥ ε + ln(x)/(α-1), so a smaller ξ fails at a large order
        below = epsilon - F(1, 100)
        check.greater(f"e^ε = {odds}: and exceeds ξ = ε - 1/100", renyi_divergence(P, Q, 200), below)
        holds &= tau <= epsilon * epsilon / 2 and below < renyi_divergence(P, Q, 200) < epsilon
    check.confirms("randomised response with e^ε = 2, 20 is (ε, ε²/2)-tCoDP, and (ξ, τ)-tCoDP for no ξ ≤ ε - 1/100", holds)
