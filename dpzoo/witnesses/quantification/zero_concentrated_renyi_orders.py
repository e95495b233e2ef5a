"""Concentrated DP as a family of Rényi bounds: for which orders.

Verdict    false as printed: randomised response with odds 10 is (0, 1.885)-zero-concentrated DP and D_½ exceeds 1.885/2.

D_α grows with α, but for α < 1 not in proportion. Below 1 the bound ρα shrinks faster than D_α: D_½ = ln (1+r)²/(4r) with the
odds r, while ρ = ln r · (r-1)/(r+1). (Both sources define the two notions for α > 1 only.)
"""

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.ERRATUM, errata=["sok-section33-renyi-orders"])
def zero_concentrated_renyi_orders(check: Check) -> None:
    x, rho = F(10, 11), F(1885, 1000)
    m = check.show("M", from_rows({(0,): [x, 1 - x], (1,): [1 - x, x]}))
    P, Q = m.row((0,)), m.row((1,))
    concentrated = greatest_excess(P, Q, offset=0, slope=None, last=inf)  # the other order is the same
    check.at_most("M: sup D_α/α over all α > 1, so that M is (0, 1.885)-zCoDP", concentrated, rho)
    check.at_most("corrected, at α = 1: the mean loss against ρ", kl_divergence(P, Q), rho)
    for alpha in (F(11, 10), F(2), F(10)):
        check.at_most(f"corrected, at α = {alpha}: D_α against ρα", renyi_divergence(P, Q, alpha), rho * alpha)

    half = -log_of(4 * x * (1 - x))  # D_½ = -2 ln Σ √(P Q) = -2 ln(2√(x(1-x)))
    check.greater("D_½ = ln(121/40) against ρ/2", half, rho / 2)
    check.refutes("M is (0, 1.885)-zCoDP and therefore (α, 1.885 α)-Rényi DP for α = 1/2", half <= rho / 2)
