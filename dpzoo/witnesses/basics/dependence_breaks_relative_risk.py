"""Dependent records leak through one another.

Claim    Two people answer by randomised response, e^ε = p/(1 − p), and θ_ab = π(X₁ = a, X₂ = b). Then LR(1,1) = (e^(ε
         θ₁₁/θ₁·) + θ₁₀/θ₁·)/(θ₀₁/θ₀· + e^-ε θ₀₀/θ₀·); it is e^(2ε) if X₁ = X₂, and exceeds e^ε exactly if Cov(X₁, X₂) > 0.
Verdict  the two statements about LR(1,1) are true (p > 1/2); the formula, with θ₁₁/θ₁· in the exponent, is false:
         independent records do not give e^ε.

Each answer alone is ε-DP. The second answer tells about X₂, and by dependence about X₁. With e^ε = 9 all numbers are
rational.
"""

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.BOUND, errata=["slides-likelihood-ratio-exponent"])
def dependence_breaks_relative_risk(check: Check) -> None:
    E, root = F(9), F(3)  # e^ε and e^(ε/2)
    p = E / (1 + E)
    Prior = dict[tuple[int, int], F]

    def answers_1(x: int) -> F:
        return p if x == 1 else 1 - p

    def likelihood_ratio(theta: Prior) -> F:
        """Pr[T₁ = T₂ = 1 | X₁ = 1] / Pr[T₁ = T₂ = 1 | X₁ = 0]."""
        given = []
        for a in (1, 0):
            joint = sum((theta[a, b] * answers_1(a) * answers_1(b) for b in (0, 1)), F(0))
            given.append(joint / (theta[a, 0] + theta[a, 1]))
        return given[0] / given[1]

    def corrected(theta: Prior) -> F:
        one, zero = theta[1, 0] + theta[1, 1], theta[0, 0] + theta[0, 1]
        return (E * theta[1, 1] / one + theta[1, 0] / one) / (theta[0, 1] / zero + theta[0, 0] / zero / E)

    independent = {(a, b): F(1, 4) for a in (0, 1) for b in (0, 1)}
    equal = {(1, 1): F(1, 3), (0, 0): F(2, 3), (0, 1): F(0), (1, 0): F(0)}
    check.show("θ, independent", independent)
    check.show("θ, X₁ = X₂", equal)
    check.equal("independent records: LR(1,1) = e^ε", likelihood_ratio(independent), E)
    printed = (root + F(1, 2)) / (F(1, 2) + F(1, 2) / E)  # θ₁₁/θ₁· = 1/2
    check.equal("independent records: the formula as printed", printed, F(63, 10))
    check.equal("X₁ = X₂: LR(1,1) = e^(2ε)", likelihood_ratio(equal), E**2)

    parts = [(i, j, k, 8 - i - j - k) for i in range(9) for j in range(9 - i) for k in range(9 - i - j)]
    priors = [dict(zip(((0, 0), (0, 1), (1, 0), (1, 1)), [F(n, 8) for n in part], strict=True)) for part in parts]
    priors = [t for t in priors if t[0, 0] + t[0, 1] and t[1, 0] + t[1, 1]]
    check.equal(
        "priors in eighths on which the corrected formula holds",
        sum(corrected(t) == likelihood_ratio(t) for t in priors),
        len(priors),
    )
    covariance = [t[1, 1] - (t[1, 0] + t[1, 1]) * (t[0, 1] + t[1, 1]) for t in priors]
    agree = sum((likelihood_ratio(t) > E) == (c > 0) for t, c in zip(priors, covariance, strict=True))
    check.equal("… and on which LR(1,1) > e^ε exactly if Cov > 0", agree, len(priors))
    quarter = {(1, 1): F(3, 8), (1, 0): F(1, 8), (0, 1): F(1, 8), (0, 0): F(3, 8)}
    check.equal("one correlated prior (3/8, 1/8, 1/8, 3/8)", likelihood_ratio(quarter), 21)
    check.refutes("ε-DP bounds LR(1,1) by e^ε for every prior", all(likelihood_ratio(t) <= E for t in priors))
