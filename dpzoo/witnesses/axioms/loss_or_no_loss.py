"""A large loss or none: mean-concentrated DP is not convex.

Verdict  false: at μ = 11.2 and τ² = 22.3 a constant and randomised response with loss ±16 ln 2 satisfy it, and the loss of
         their mixture has a variance above 30.

Randomised response with loss ±L has E exp(λZ) = cosh(L(λ + ½))/cosh(L/2) and the mean EZ = L tanh(L/2). As x ↦ ln
cosh √x is concave (tanh x/x falls), its tangent at (L/2)² gives ln E exp(λ(Z - EZ)) ≤ λ²EZ, so that τ² = 2EZ will do,
in both orders. In the mixture with a constant one sees which of the two was run, so the loss is 0 with probability ½.
Its variance is L²/2 - (EZ)²/4, that is about L²/4; a τ-subgaussian variable has variance at most τ², which grows like
2L only. The recorded proof has infinitely many outputs; here they are finitely many.
"""

from dpzoo.witnesses.prelude import *


@decides("mean-concentrated-dp/convexity")
def loss_or_no_loss(check: Check) -> None:
    odds = 2**16
    yes, no, L = F(odds, odds + 1), F(1, odds + 1), log_of(odds)
    M1 = from_rows({(0,): [F(1)], (1,): [F(1)]}, outputs=["star"])
    M2 = from_rows({(0,): [yes, no], (1,): [no, yes]}, outputs=[0, 1])
    mixture = M1.mix(M2)
    check.show("M₁", M1)
    check.show("M₂", M2)

    def moments(m: FiniteMechanism) -> tuple[Real, Real]:
        """Mean and variance of the loss between (0) and (1)."""
        weighted = [(real(p), real(p / q).log()) for p, q in zip(m.row((0,)), m.row((1,)), strict=True) if p]
        mean = sum((p * z for p, z in weighted), real(0))
        return mean, sum((p * z * z for p, z in weighted), real(0)) - mean * mean

    mu, tau_squared = F(112, 10), F(223, 10)
    check.equal("M₁: mean and variance of the loss", sum(moments(M1), real(0)), 0)
    check.less("M₂: the mean loss, against μ", kl_divergence(M2.row((0,)), M2.row((1,))), mu)
    check.less("M₂: twice its mean L tanh(L/2), against τ²", 2 * L * F(odds - 1, odds + 1), tau_squared)
    for power in (-3, -2, 1, 2, 3):
        moment = sum((p * (p / q) ** power for p, q in zip(M2.row((0,)), M2.row((1,)), strict=True)), F(0))
        bound = L * F(odds - 1, odds + 1) * power + tau_squared * F(power**2, 2)
        check.less(f"M₂: ln E exp(λZ) at λ = {power}, against λEZ + λ²τ²/2 (the proof covers every λ)", log_of(moment), bound)
    mean, variance = moments(mixture)
    check.less("the mixture's mean loss, against μ", mean, mu)
    check.greater("the variance of the mixture's loss", variance, 30)
    claim = "the mixture is (μ, τ)-mean-concentrated DP, as M₁ and M₂ are: its loss has a variance of at most τ²"
    check.refutes(claim, bool(variance <= tau_squared))
