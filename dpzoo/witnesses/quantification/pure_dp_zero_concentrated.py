"""Pure DP is concentrated DP with half the square.

Claim    ε-DP implies (0, ε²/2)-zero-concentrated DP.
Verdict  true; the best parameter is ε tanh(ε/2), attained by randomised response as α → 1.
Source   Desfontaines 2020, Proposition 10 (citing BS16, Lemma 8.3); Desfontaines & Pejó 2022, Section 3.3.

Among the pairs with ratios in [e^(-ε), e^ε] randomised response has the largest Rényi divergence of every order (each mean of
a convex function of the ratio is largest at the two ends). So it decides, and D_α ≤ ρα is checked for all α > 1 at once: the
supremum of D_α/α is enclosed by ball arithmetic.
"""

from dpzoo.witnesses.prelude import *


@decides("epsilon-dp/stronger_than/zero-concentrated-dp", kind=Kind.IMPLICATION, sampled="ε")
def pure_dp_zero_concentrated(check: Check) -> None:
    holds = True
    for odds in (F(11, 10), F(2), F(5), F(100)):
        x, epsilon = odds / (1 + odds), log_of(odds)
        m = from_rows({(0,): [x, 1 - x], (1,): [1 - x, x]})
        rho = greatest_excess(m.row((0,)), m.row((1,)), offset=0, slope=None, last=inf)  # the other order is the same
        check.at_most(f"e^ε = {odds}: sup D_α/α against ε²/2", rho, epsilon * epsilon / 2)
        check.at_most(f"e^ε = {odds}: sup D_α/α against ε tanh(ε/2)·(1 + 10⁻⁸)", rho, epsilon * (x - (1 - x)) * (1 + F(1, 10**8)))
        holds &= rho <= epsilon * epsilon / 2
    check.confirms("randomised response with e^ε = 1.1, 2, 5, 100 has D_α ≤ α ε²/2 for every α > 1", holds)
