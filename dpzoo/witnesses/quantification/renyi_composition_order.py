"""Composition of Rényi DP keeps the smaller order.

Verdict    false as printed: with a constant M₂ this would lift the bound of M₁ at order 2 to order 10.

A constant mechanism is (10, 0)-Rényi DP. M₁ has a rare output with odds of 100 : 1, which hardly counts at order 2 and decides
at order 10. At one order the divergences of independent outputs add, and D_α grows with α.
"""

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.COMPOSITION, errata=["thesis-prop18-renyi-order"])
def renyi_composition_order(check: Check) -> None:
    m1 = from_rows({(0,): [F(1, 10000), F(9999, 10000)], (1,): [F(1, 100), F(99, 100)]})
    m2 = from_rows({(0,): [F(1)], (1,): [F(1)]})
    pair = m1.compose(m2)
    check.show("M₁", m1)
    check.show("M₂", m2)

    def least_epsilon(m: FiniteMechanism, alpha: int) -> Real:
        found: Real = max(renyi_divergence(m.row((i,)), m.row((1 - i,)), alpha) for i in (0, 1))
        return found

    epsilon1, epsilon2 = F(684, 1000), F(0)
    check.at_most("M₁ is (2, .684)-Rényi DP", least_epsilon(m1, 2), epsilon1)
    check.equal("M₂ is (10, 0)-Rényi DP", least_epsilon(m2, 10), epsilon2)
    check.at_most("corrected: at order 2 the pair has", least_epsilon(pair, 2), epsilon1 + epsilon2)
    check.greater("at order 10 the pair has", least_epsilon(pair, 10), 4)

    rr = from_rows({(0,): [F(3, 4), F(1, 4)], (1,): [F(1, 4), F(3, 4)]})
    P, Q = (1,), (0,)
    both = renyi_divergence(m1.row(P), m1.row(Q), 2) + renyi_divergence(rr.row(P), rr.row(Q), 2)  # logarithms of fractions: exact
    check.equal(
        "corrected: the bound is attained, M₁ with randomised response at order 2", least_epsilon(m1.compose(rr), 2), both
    )
    check.refutes("M₁₊₂ is (10, .684)-Rényi DP", least_epsilon(pair, 10) <= epsilon1 + epsilon2)
