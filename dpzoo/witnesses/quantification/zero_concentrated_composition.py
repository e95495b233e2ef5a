"""Composition of zero-concentrated DP: the slopes add.

Verdict    false as printed: with ξ₁ = ξ₂ = 0 the pair would not depend on the data at all.

Rényi divergences of independent outputs add at every order. Randomised response with odds e^ε is (0, ε²/2)-zero-concentrated
DP.
"""

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.COMPOSITION, errata=["thesis-prop18-concentrated-composition"])
def zero_concentrated_composition(check: Check) -> None:
    m = from_rows({(0,): [F(2, 3), F(1, 3)], (1,): [F(1, 3), F(2, 3)]})
    pair = m.compose(m)
    check.show("M₁ = M₂", m)
    P, Q = pair.row((0,)), pair.row((1,))  # the other order is the same
    rho = log_of(2) * log_of(2) / 2
    check.at_most(
        "M₁: sup D_α/α over α > 1, so that M₁ is (0, ρ₁)-zCoDP with ρ₁",
        greatest_excess(m.row((0,)), m.row((1,)), offset=0, slope=None, last=inf),
        rho,
    )
    check.equal("D₂ of the pair is twice that of M₁, 2 ln 3/2", renyi_divergence(P, Q, 2), 2 * log_of(F(3, 2)))
    check.at_most(
        "corrected: sup D_α/α of the pair against ρ₁ + ρ₂", greatest_excess(P, Q, offset=0, slope=None, last=inf), 2 * rho
    )
    check.refutes(
        "the pair of two (0, ρ)-zCoDP mechanisms is (0, 0)-zCoDP, as the printed rule says", renyi_divergence(P, Q, 2) <= 0
    )
