"""Pure DP is mean-concentrated DP.

Claim    ε-DP implies (ε(e^ε - 1)/2, ε)-mean-concentrated DP.
Verdict  true: the mean loss is at most ε tanh(ε/2), and a loss in [-ε, ε] is ε-subgaussian around its mean.
Source   Desfontaines 2020, Proposition 10 (citing DR16, Theorem 3.5); Desfontaines & Pejó 2022, Section 3.3.

Hoeffding's lemma: a variable in an interval of length 2ε has the subgaussian parameter ε at most. The sup over all t of 2 ln E
exp(t(L - EL))/t² is enclosed by ball arithmetic, for randomised response and for lopsided pairs with both ratios at their
bounds.
"""

from dpzoo.witnesses.prelude import *


@decides("epsilon-dp/stronger_than/mean-concentrated-dp", kind=Kind.IMPLICATION, sampled="P, Q")
def pure_dp_mean_concentrated(check: Check) -> None:
    holds = True
    for odds in (F(3, 2), F(3), F(20)):
        x, epsilon = odds / (1 + odds), log_of(odds)
        rows = {
            "randomised response": ([x, 1 - x], [1 - x, x]),
            "a rare third output": ([x * F(1, 10), (1 - x) * F(1, 10), F(9, 10)], [(1 - x) * F(1, 10), x * F(1, 10), F(9, 10)]),
        }
        for name, (row, other) in rows.items():
            m = from_rows({(0,): row, (1,): other})
            P, Q = m.row((0,)), m.row((1,))
            check.equal(f"e^ε = {odds}, {name}: largest loss", max_divergence(P, Q), epsilon)
            mean, variance = kl_divergence(P, Q), subgaussian_variance(P, Q)
            check.at_most(f"e^ε = {odds}, {name}: mean loss against ε(e^ε - 1)/2", mean, epsilon * (odds - 1) / 2)
            check.at_most(f"e^ε = {odds}, {name}: τ² against ε²", variance, epsilon * epsilon)
            holds &= mean <= epsilon * (odds - 1) / 2 and variance <= epsilon * epsilon
    check.confirms("six ε-DP pairs have a mean loss of at most ε(e^ε - 1)/2 and are ε-subgaussian around it", holds)
