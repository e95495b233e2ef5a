"""From concentrated to approximate DP, over the whole range of δ.

Verdict    false as printed for δ > min(1, √(πρ)): the number under the root is negative. Below that the formula holds.

Markov's inequality bounds Pr[L > ξ + ρ + s] by e^(-s²/4ρ). The δ at ε = ξ + ρ + s is the integral of e^(-z) Pr[L > ε + z] over
z ≥ 0, at most e^(-s²/4ρ) times the integral of e^(-z²/4ρ), which is √(πρ), and at most e^(-s²/4ρ). Gaussian noise with shift μ
= √(2ρ) is (0, ρ)-zero-concentrated DP exactly, and its δ(ε) = Φ(μ/2 - ε/μ) - e^ε Φ(-μ/2 - ε/μ) is enclosed by ball arithmetic.
"""

from dpzoo.expressions import parse
from dpzoo.numbers.values import evaluate, normal_cdf
from dpzoo.witnesses.prelude import *


@decides(
    "zero-concentrated-dp/stronger_than/approximate-dp",
    kind=Kind.IMPLICATION,
    errata=["sok-section33-zcdp-conversion-range"],
    sampled={"zero-concentrated-dp/stronger_than/approximate-dp": "ρ, δ"},
)
def zero_concentrated_to_approximate_dp(check: Check) -> None:
    pi = evaluate(parse("pi"), {})

    def logarithm(rho: F, delta: F) -> Real:
        cap = (pi * rho).sqrt()
        return (log_of(1) if cap > 1 else cap.log()) - log_of(delta)

    def gaussian_delta(rho: F, epsilon: Real) -> Real:
        mu = real(2 * rho).sqrt()
        return normal_cdf(mu / 2 - epsilon / mu) - epsilon.exp() * normal_cdf(-mu / 2 - epsilon / mu)

    rho, delta = F(1, 100), F(1, 2)
    inside = logarithm(rho, delta)
    check.less("as printed, ρ = 1/100 and δ = 1/2: the logarithm ln(√(π/100)/(1/2)) under the root", inside, ZERO)
    check.at_most("corrected: Gaussian noise with ρ = 1/100 has δ(ρ) of at most δ", gaussian_delta(rho, real(rho)), delta)

    holds = True
    for rho in (F(1, 100), F(1, 10), F(1, 2), F(2), F(8)):
        for delta in (F(1, 2), F(1, 10), F(1, 1000), F(1, 10**8)):
            under = logarithm(rho, delta)
            epsilon = rho + (4 * rho * under).sqrt() if under > 0 else real(rho)
            holds &= bool(gaussian_delta(rho, epsilon) <= delta)
    check.true("Gaussian noise, 5 values of ρ and 4 of δ: δ(ε) ≤ δ, with the corrected formula outside the range", holds)
    check.refutes("the printed formula is a number for every δ > 0", inside >= 0)
    check.confirms("Gaussian noise satisfies the conversion where it is defined, and its correction where it is not", holds)
