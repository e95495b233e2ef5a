"""Zero-concentrated DP is not divergence DP for any single generator.

Verdict    false as printed: for no f and ε is (f, ε)-divergence DP the same as (0, ½)-zero-concentrated DP.

"With chance λ use the pair A, else answer nothing, and say which" multiplies every f-divergence by λ, and also the moment
excess E_A(s) = e^(s D_(1+s)) - 1. So λA satisfies (0, ½)-zCoDP iff λ N(A) ≤ 1, with N(A) the supremum of E_A(s)/(e^(s(s+1)/2)
- 1) over s > 0. If the two notions were the same, D_f = ε N wherever N > 1. But D_f is linear in "with chance .95 use A, else
B, and say which", and N is not: for randomised responses A, B with odds 10/3 and 20 this C, diluted by λ = 3/5, still
satisfies the notion, while linearity demands D_f > ε. (ε = 0 is impossible, as dilution would not help then; and the laws are
symmetric: one order of the pair is enough.)
"""

from dpzoo.witnesses.prelude import *


@decides("zero-concentrated-dp/special_case_of/divergence-dp", kind=Kind.SEPARATION, errata=["sok-prop1-zcodp-not-an-instance"])
def zero_concentrated_no_divergence(check: Check) -> None:
    A, B, weight, dilution = F(10, 3), F(20), F(1, 20), F(3, 5)  # the odds of A and B, the share of B in C, λ

    def excess(odds: F, s: F) -> Real:
        """E(s) = Σ P (P/Q)^s - 1 of randomised response; it is convex and rises from E(0) = 0."""
        x = odds / (1 + odds)
        return real(odds) ** s * x + real(1 / odds) ** s * (1 - x) - 1

    def excess_of_c(s: F) -> Real:
        return excess(A, s) * (1 - weight) + excess(B, s) * weight

    def allowed(s: F) -> Real:
        return real(s * (s + 1) / 2).exp() - 1

    # λC satisfies the notion: λ E_C(s) ≤ e^(s(s+1)/2) - 1 for every s > 0, in three ranges
    first = F(1, 20)
    slope = dilution * excess_of_c(first) / first
    check.at_most("s ≤ 1/20: λE_C(s)/s ≤ λE_C(1/20)·20 by convexity, against 1/2 ≤ (e^(s(s+1)/2) - 1)/s", slope, F(1, 2))
    good, s, last = slope <= F(1, 2), first, F(12)
    while s < last:  # both sides rise: compare the left one at the end of a step with the right one at its start
        end = s + F(int(s * 1000) // 50 + 1, 1000)
        good &= bool(dilution * excess_of_c(end) <= allowed(s))
        s = end
    check.true("1/20 ≤ s ≤ 12, in steps of about 2 %: λE_C(s) stays below e^(s(s+1)/2) - 1", good)
    check.at_most("s ≥ 12: E_C(s) ≤ 20^s - 1 and ln 20 is at most (12 + 1)/2", real(20).log(), F(13, 2))

    lower_a, lower_b = excess(A, F(1, 1000)) / allowed(F(1, 1000)), excess(B, F(5, 2)) / allowed(F(5, 2))
    check.greater("N(A), from below at s = 1/1000", lower_a, F(128, 100))
    check.greater("N(B), from below at s = 5/2", lower_b, F(21))
    linear = dilution * (lower_a * (1 - weight) + lower_b * weight)
    check.greater("D_f(λC)/ε ≥ λ(.95 N(A) + .05 N(B))", linear, F(13, 10))
    check.refutes(
        "D_f(λC) ≤ ε, as it must be if (f, ε)-divergence DP were (0, ½)-zCoDP, which λC satisfies", good and linear <= 1
    )
