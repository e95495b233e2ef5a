"""Composition of mean-concentrated DP: the spreads add in squares.

Verdict    false as printed: twice randomised response with odds 3/2 has a variance of the loss above μ₁² + μ₂².

The losses of independent outputs are independent and add up: so do their means, and the logarithms of their centred moment
generating functions. A subgaussian parameter is at least the standard deviation, which for small ε is far larger than the mean
(ε against ε²/2).
"""

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.COMPOSITION, errata=["thesis-prop18-mean-concentrated-composition"])
def mean_concentrated_composition(check: Check) -> None:
    x = F(3, 5)
    m = from_rows({(0,): [x, 1 - x], (1,): [1 - x, x]})
    pair = m.compose(m)
    check.show("M₁ = M₂", m)
    P, Q = m.row((0,)), m.row((1,))  # the other order is the same
    mu, epsilon = kl_divergence(P, Q), log_of(F(3, 2))
    check.less("M₁ is (μ₁, τ₁)-mCoDP with μ₁ below", mu, F(82, 1000))
    check.at_most("and τ₁² at most ε²", subgaussian_variance(P, Q), epsilon * epsilon)

    variance = 2 * epsilon * epsilon * (1 - (2 * x - 1) ** 2)  # two independent losses ±ε, each of mean (2x - 1)ε
    printed = 2 * mu * mu
    check.greater("the variance of the pair's loss against the printed μ₁² + μ₂²", variance, printed)
    tau_squared = subgaussian_variance(pair.row((0,)), pair.row((1,)))
    check.at_least("the pair's τ² against 99.9 % of that variance", tau_squared, variance * F(999, 1000))
    check.at_most(
        "corrected: the pair's mean loss against μ₁ + μ₂ rounded up",
        kl_divergence(pair.row((0,)), pair.row((1,))),
        2 * F(82, 1000),
    )
    check.at_most("corrected: the pair's τ² against τ₁² + τ₂² with τ₁ = τ₂ = ε", tau_squared, 2 * epsilon * epsilon)
    check.refutes("the pair is √(μ₁² + μ₂²)-subgaussian around its mean", tau_squared <= printed)
