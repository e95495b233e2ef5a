"""Per-record concentrated DP protects large records less and less.

Records are natural numbers, s is their sum, and M_n says yes with odds 2^{s - n} to 1. Adding t has the loss t ln 2
at most, so the divergence is at most α(t ln 2)²/2: M_n is P-PzCDP for P(t) = (t ln 2)²/2, for every n. The empty
dataset gives yes with odds 2^{-n}, and (2n) with odds 2^n. With q = 1/(1 + 2^n) the divergence of order 1 is (1 -
2q)·n ln 2, and those of higher orders are at least that: for large n more than ξ + ρα for α close to 1. And δ is at
least 1 - q - e^ε q, which exceeds any δ < 1. The recorded proofs add normal noise; two outputs do here.
"""

from dpzoo.witnesses.prelude import *


@decides("per-record-zcdp/does_not_imply/zero-concentrated-dp approximate-dp", sampled="n")
def large_records_are_protected_less(check: Check) -> None:
    log_2 = real(2).log()
    for n in (2, 5, 10):
        odds = {s: F(2) ** (s - n) for s in range(6 * n + 1)}
        M = from_function(
            complete_domain(sorted({1, n, 2 * n}), 2),
            lambda d, odds=odds: {"yes": odds[sum(d)] / (1 + odds[sum(d)]), "no": 1 / (1 + odds[sum(d)])},
        )
        check.show(f"M for n = {n}", M)
        found = notions["per-record-zcdp"].holds(M, P=lambda t: (t * log_2) ** 2 / 2)
        check.true(f"n = {n}: per-record-zcdp at P(t) = (t ln 2)²/2", found)
        q = F(1, 1 + 2**n)
        two = M.restrict([(), (2 * n,)])
        least = (1 - 3 * q) * n * log_2
        check.at_least("() against (2n): the divergence of order 1, up to q n ln 2", notions["kl-privacy"].tightest(two), least)
        if n > 2:
            check.less(f"ξ + ρ for ξ = {n}/3, ρ = {n}/6", F(n, 3) + F(n, 6), least)
            found = notions["zero-concentrated-dp"].holds(two, xi=F(n, 3), rho=F(n, 6))
            check.false("zero-concentrated-dp fails at these values", found)
        check.least("approximate-dp", M, at="ε = ln 2", at_least=1 - 3 * q, epsilon="log(2)")
    check.therefore_not("M_n satisfies zCDP or approximate DP at values that do not depend on n")
