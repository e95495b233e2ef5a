"""Randomised response attains the least sum of errors.

Claim    Under ε-DP P_FA + P_MD ≥ 2/(1 + e^ε), and no better bound holds.
Verdict  true: randomised response has exactly this least sum, .5379 at ε = 1.
Source   Desfontaines 2020, Section 2.2.6.1; Desfontaines & Pejó 2022, Section 7.1.

Adding P_FA + e^ε P_MD ≥ 1 and e^ε P_FA + P_MD ≥ 1 gives the bound. For the rows (x, 1-x), (1-x, x) with x = e^ε/(1 + e^ε) the
test that believes the answer errs with probability 1-x either way.
"""

from dpzoo.blocks.tradeoff import tradeoff
from dpzoo.witnesses.prelude import *


@decides(kind=Kind.BOUND, sampled="ε")
def error_sum_randomised_response(check: Check) -> None:
    attained = True
    for exp_epsilon in (F(3, 2), F(2), F(3), F(100)):
        x = exp_epsilon / (1 + exp_epsilon)
        m = from_rows({(0,): [x, 1 - x], (1,): [1 - x, x]})
        curve = tradeoff(m.row((0,)), m.row((1,)))  # its corners are the best tests
        least = min(false_alarm + missed for false_alarm, missed in curve.corners)
        check.equal(f"e^ε = {exp_epsilon}: the least P_FA + P_MD", least, 2 / (1 + exp_epsilon))
        attained &= least == 2 / (1 + exp_epsilon)

    y = real(1).exp() / (1 + real(1).exp())  # ε = 1: the tests reject never, on one answer, on the other, or always
    sums = [real(1), 2 * (1 - y), 2 * y, real(1)]
    check.at_least("ε = 1: the least sum", min(sums), F(53788, 100000))
    check.at_most("ε = 1: the least sum", min(sums), F(53789, 100000))
    check.confirms("randomised response with e^ε = 3/2, 2, 3, 100 has the least sum of errors 2/(1 + e^ε)", attained)
