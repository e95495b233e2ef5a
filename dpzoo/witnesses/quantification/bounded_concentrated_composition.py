"""Composition of bounded concentrated DP: the slopes add.

Verdict    false as printed: with ξ₁ = ξ₂ = 0 all divergences of the pair up to the order min(ω₁, ω₂) would vanish.

Rényi divergences of independent outputs add at every order, and both bounds hold up to the smaller ω. Here ω₁ = 3, ω₂ = 2.
"""

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.COMPOSITION, errata=["thesis-prop18-concentrated-composition"])
def bounded_concentrated_composition(check: Check) -> None:
    m1 = from_rows({(0,): [F(2, 3), F(1, 3)], (1,): [F(1, 3), F(2, 3)]})
    m2 = from_rows({(0,): [F(1, 10), F(9, 10)], (1,): [F(1, 1000), F(999, 1000)]})  # a rare large loss
    pair = m1.compose(m2)
    check.show("M₁", m1)
    check.show("M₂", m2)

    def least_rho(m: FiniteMechanism, omega: int) -> Real:
        """sup of D_α/α for 1 < α ≤ ω, both ways."""
        return greatest([greatest_excess(m.row((i,)), m.row((1 - i,)), offset=0, slope=None, last=omega) for i in (0, 1)])

    rho1, rho2 = F(24, 100), F(120, 100)
    check.at_most("M₁ is (0, .24, 3)-bCoDP: sup D_α/α up to 3", least_rho(m1, 3), rho1)
    check.at_most("M₂ is (0, 1.2, 2)-bCoDP: sup D_α/α up to 2", least_rho(m2, 2), rho2)
    order_two = renyi_divergence(pair.row((0,)), pair.row((1,)), 2)
    check.greater("D₂ of the pair", order_two, 2)
    check.at_most("corrected: sup D_α/α of the pair up to 2, against ρ₁ + ρ₂", least_rho(pair, 2), rho1 + rho2)
    check.refutes("the pair is (0, 0, 2)-bCoDP, as the printed rule says", order_two <= 0)
