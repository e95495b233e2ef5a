"""A report that rules a value out makes no value much likelier.

M reports a uniform one of the two values that the record does not have. The two others rise from 1/3 to 1/2, the reported
one falls to 0.
"""

from dpzoo.witnesses.prelude import *

LAW = {t: F(1, 3) for t in "abc"}


@decides("pointwise-maximal-leakage strong-l1-privacy strong-chi-squared-privacy/does_not_imply/localized-information-privacy")
def reports_that_rule_a_value_out(check: Check) -> None:
    M = check.show("M", from_function([(t,) for t in LAW], lambda d: {o: F(int(o != d[0]), 2) for o in LAW}))
    check.least("pointwise-maximal-leakage", M, real(F(3, 2)).log(), Theta=[LAW])
    check.least("strong-l1-privacy", M, F(2, 3), Theta=[LAW])
    squared = notions["strong-chi-squared-privacy"].holds(M, Theta=[LAW], epsilon=F(5, 7))
    check.true("strong-chi-squared-privacy at ε = 5/7, above √(1/2)", squared)
    check.least("localized-information-privacy", M, INFINITY, Theta=[LAW])
