"""From truncated concentrated to approximate DP: a misprinted logarithm.

Verdict    false as printed: this ε̂ does not depend on δ.

At ρ = 1 the printed ε̂ is 1 for every δ. Randomised response with odds 4.6 is (1, ω)-truncated concentrated DP for every ω,
since its D_α never exceeds α, and has a loss of ln 4.6 > 1 with probability 0.82.
"""

from dpzoo.witnesses.prelude import *


@decides("truncated-codp-bdrs18/implies/approximate-dp/as-printed", kind=Kind.ERRATUM, errata=["sok-section33-tcdp-conversion"])
def truncated_concentrated_printed_branch(check: Check) -> None:
    x = F(46, 56)  # randomised response with odds 4.6
    m = check.show("M", from_rows({(0,): [x, 1 - x], (1,): [1 - x, x]}))
    P, Q, rho, omega, delta = m.row((0,)), m.row((1,)), F(1), F(10), F(1, 100)
    check.at_most(
        "M: sup D_α/α over all α > 1, so that M is (1, 10)-tCoDP", greatest_excess(P, Q, offset=0, slope=None, last=inf), rho
    )
    check.at_most("δ = 1/100 is in the first branch: ln 100 against (ω-1)²ρ", log_of(100), (omega - 1) ** 2 * rho)
    printed = rho + 2 * (rho * log_of(1 / rho)).sqrt()
    check.equal("printed ε̂", printed, 1)
    found = hockey_stick(P, Q, printed.exp())
    check.greater("the δ of M at ε̂ = 1", found, F(33, 100))
    check.at_most("the δ of M at the corrected ε̂ = 1 + 2√(ln 100)", hockey_stick(P, Q, (1 + 2 * log_of(100).sqrt()).exp()), delta)

    check.refutes(
        "M is (1, 10)-truncated concentrated DP and therefore (1, 1/100)-DP, by the printed first branch", found <= F(1, 100)
    )
