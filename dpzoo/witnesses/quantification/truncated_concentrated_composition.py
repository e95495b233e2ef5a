"""Composition of Colisson's truncated concentrated DP.

Verdict    false as printed: the mean loss of two randomised responses with odds 99 and 3 exceeds (η₁ + η₂²)/2.

The notion asks D_α ≤ min(η, ατ) for all α ≥ 1, also at α = 1, where D_α is the mean loss. Divergences of independent outputs
add. The pair is (η₁ + η₂)-DP, and ε-DP gives the second parameter ε²/2.
"""

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.COMPOSITION, errata=["thesis-prop18-truncated-composition"])
def truncated_concentrated_composition(check: Check) -> None:
    m1 = from_rows({(0,): [F(99, 100), F(1, 100)], (1,): [F(1, 100), F(99, 100)]})
    m2 = from_rows({(0,): [F(3, 4), F(1, 4)], (1,): [F(1, 4), F(3, 4)]})
    pair = m1.compose(m2)
    check.show("M₁", m1)
    check.show("M₂", m2)
    eta1, eta2 = log_of(99), log_of(3)
    for name, m, eta in (("M₁", m1, eta1), ("M₂", m2, eta2)):
        check.equal(f"{name}: the largest loss is η", max_divergence(m.row((0,)), m.row((1,))), eta)
        tau = greatest_excess(m.row((0,)), m.row((1,)), offset=0, slope=None, last=inf)
        check.at_most(f"{name}: sup D_α/α against τ = η²/2", tau, eta * eta / 2)

    P, Q = pair.row((0,)), pair.row((1,))
    mean, printed = kl_divergence(P, Q), (eta1 + eta2 * eta2) / 2
    check.greater("the pair's mean loss against the printed (η₁ + η₂²)/2", mean, printed)
    check.equal("corrected: the pair's largest loss is η₁ + η₂", max_divergence(P, Q), eta1 + eta2)
    tau = greatest_excess(P, Q, offset=0, slope=None, last=inf)
    check.at_most("corrected: sup D_α/α of the pair against τ₁ + τ₂", tau, (eta1 * eta1 + eta2 * eta2) / 2)
    check.at_most("and against (η₁ + η₂)²/2", tau, (eta1 + eta2) * (eta1 + eta2) / 2)
    check.refutes("the pair satisfies D₁ ≤ 1·(η₁ + η₂²)/2, as the printed rule says", mean <= printed)
