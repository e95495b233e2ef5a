"""Probabilistic DP is not convex.

Claim      M₁ (0 on input 0; on input 1 it returns 1 with probability δ, else 0) and M₂ (always 1) are (1/(1-δ), δ)-ProDP;
           their mixture with weights 1-2δ and 2δ is not.
Verdict    false as printed: the mixture is (1/(1-δ), 0)-ProDP, so that the printed example shows nothing.
Source     Desfontaines 2020, Proposition 13; Desfontaines & Pejó 2022, Proposition 2.

M₂ adds to the rare output 1 of M₁ a common one of the same name. The merged output has a smaller loss, but still one above ln
1/(1-δ), and far more probability than δ.
"""

from dpzoo.witnesses.prelude import *
from dpzoo.witnesses.quantification._printed_mixture import printed_mixture


@decides("probabilistic-dp/convexity", errata=["sok-prop2-missing-logarithm"])
def prodp_convexity(check: Check) -> None:
    delta = F(1, 10)
    m1, m2, m = printed_mixture(delta)
    for name, mechanism in (("M₁", m1), ("M₂", m2), ("M", m)):
        check.show(name, mechanism)

    def least_delta(mechanism: FiniteMechanism, exp_epsilon: Real) -> Real:
        P, Q = mechanism.row((1,)), mechanism.row((0,))
        found: Real = max(probabilistic_delta(P, Q, exp_epsilon), probabilistic_delta(Q, P, exp_epsilon))
        return found

    printed = real(1 / (1 - delta))  # ε = 10/9, so e^ε = 3.04
    check.equal("printed ε = 10/9: the δ of M₁", least_delta(m1, printed.exp()), delta)
    check.equal("printed ε = 10/9: the δ of M₂", least_delta(m2, printed.exp()), 0)
    check.equal("printed ε = 10/9: the δ of the mixture", least_delta(m, printed.exp()), 0)
    check.true("the printed parameters do not separate M from M₁ and M₂", least_delta(m, printed.exp()) <= delta)

    corrected = log_of(1 / (1 - delta))  # ε = ln 10/9
    check.equal("ε = ln 10/9: the δ of M₁", least_delta(m1, corrected.exp()), delta)
    check.equal("ε = ln 10/9: the δ of M₂", least_delta(m2, corrected.exp()), 0)
    check.equal(
        "the mixture returns 1 with probability 28/100 against 20/100, a loss of ln 7/5",
        least_delta(m, corrected.exp()),
        F(28, 100),
    )
    check.refutes("M₁ and M₂ are (ln 10/9, 1/10)-ProDP and so is their mixture M", least_delta(m, corrected.exp()) <= delta)
