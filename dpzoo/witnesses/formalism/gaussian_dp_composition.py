"""Gaussian DP composes in quadrature.

Claim    The composition of f-DP is lossless; for Gaussian DP, μ₁-GDP and μ₂-GDP compose to √(μ₁² + μ₂²)-GDP.
Verdict  true for Gaussian noise: the pair μ₁ = .6, μ₂ = .8 has δ(.5) = .2384, as μ = 1 has.
Source   Desfontaines 2020, Section 2.2.6.1, after Definition 36; Table 2.20 (citing DRS21).

N(0, I) against N((μ₁, μ₂), I) in the plane, turned, is a shift by √(μ₁² + μ₂²) in one coordinate. Without turning: given the
first output, the second one faces the loss that is left, so δ is the mean of δ₂(ε - L₁) over the first loss L₁, here
integrated numerically.
"""

from dpzoo.witnesses.prelude import *


@decides("gaussian-dp/composition", sampled="μ₁, μ₂, ε")
def gaussian_dp_composition(check: Check) -> None:
    def cdf(x: float) -> float:
        return 0.5 * math.erfc(-x / math.sqrt(2))

    def delta(mu: float, epsilon: float) -> float:
        """Σ max(0, P - e^ε Q) for P = N(μ, 1), Q = N(0, 1), at any real ε."""
        return cdf(mu / 2 - epsilon / mu) - math.exp(epsilon) * cdf(-mu / 2 - epsilon / mu)

    def pair(mu1: float, mu2: float, epsilon: float) -> float:
        steps, reach = 4000, 9.0  # the midpoint rule for the first output, N(μ₁, 1) under P, with loss μ₁ y - μ₁²/2
        width, total = 2 * reach / steps, 0.0
        for k in range(steps):
            z = -reach + (k + 0.5) * width
            loss = mu1 * (mu1 + z) - mu1 * mu1 / 2
            total += math.exp(-z * z / 2) / math.sqrt(2 * math.pi) * delta(mu2, epsilon - loss) * width
        return total

    composed = pair(0.6, 0.8, 0.5)
    check.equal("δ(.5) of the pair μ₁ = .6, μ₂ = .8", composed, 0.2384, tolerance=5e-5)
    check.equal("δ(.5) at μ = 1", delta(1.0, 0.5), composed, tolerance=1e-9)
    for mu1, mu2, epsilon in ((0.6, 0.8, 2.0), (1.0, 2.0, 1.0), (0.1, 3.0, 0.0)):
        mu = math.hypot(mu1, mu2)
        check.equal(f"μ₁ = {mu1}, μ₂ = {mu2}: δ({epsilon})", pair(mu1, mu2, epsilon), delta(mu, epsilon), tolerance=1e-9)
    check.greater("adding μ₁ + μ₂ = 1.4 would overstate: δ(.5) at μ = 1.4", delta(1.4, 0.5), composed + 0.1)
    check.confirms(
        "Gaussian noise with μ₁, μ₂ composes to √(μ₁² + μ₂²), for the δ(ε) tried",
        abs(delta(1.0, 0.5) - composed) < 1e-9,
        numeric=True,
    )
