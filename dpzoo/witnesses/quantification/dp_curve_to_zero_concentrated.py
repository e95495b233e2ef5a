"""From one approximate DP guarantee to concentrated DP: the δ is lost.

Verdict    false as printed: with a tiny δ the premise is pure DP with a large parameter, and the conclusion does not mention
           δ.

ξ = 0, ρ = 10⁻⁴ and δ = e^(-10⁶) make the premise 10-DP. Randomised response with odds 22026 < e^10 satisfies it.
"""

from dpzoo.witnesses.prelude import *


@decides("epsilon-dp/implies/zero-concentrated-dp/dp-curve", kind=Kind.ERRATUM, errata=["sok-section33-dp-curve-to-zcdp"])
def dp_curve_to_zero_concentrated(check: Check) -> None:
    x = F(22026, 22027)
    m = check.show("M", from_rows({(0,): [x, 1 - x], (1,): [1 - x, x]}))
    xi, rho, log_inverse_delta = F(0), F(1, 10**4), 10**6
    premise = xi + real(rho * log_inverse_delta).sqrt()
    check.at_most("M: its largest loss against ξ + √(ρ ln 1/δ) = 10", max_divergence(m.row((0,)), m.row((1,))), premise)
    fourth_root = F(1, 10)
    check.equal("ρ^¼ = 1/10: its fourth power", fourth_root**4, rho)
    allowed = xi - rho / 4 + 5 * fourth_root + (rho / 4) * 2
    order_two = renyi_divergence(m.row((0,)), m.row((1,)), 2)
    check.less("what the conclusion allows for D₂", allowed, F(51, 100))
    check.greater("D₂ of M", order_two, 9)
    check.refutes("M is 10-DP and satisfies D₂ ≤ ξ' + 2ρ' with the printed ξ', ρ'", order_two <= allowed)
