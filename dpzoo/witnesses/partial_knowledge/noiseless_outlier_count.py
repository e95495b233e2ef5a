"""Counting outliers among correlated normal records.

Claim      Records are normal around a common mean μ, a fair ±1, with a small σ. The number of records farther than 5σ
           from the average is NPr but not CausDP.
Verdict    false as printed: it is not NPr for any ε (it is indeed not CausDP).
Source     Desfontaines 2020, Example 3.

An outlying value t is possible too, and NPr (with δ = 0) compares it with D(i) = 1. Record i is at distance
(n−1)/n·|t−m| from the average, m the mean of the others; so a count of 0 needs m ≥ t − 5nσ/(n−1), and m is normal
with variance σ²/(n−1) around ±1. Given D(i) = 1 the count is 0 if μ = 1 (which then has at least half of the weight)
and the others lie within 2.5σ of it: by Chebyshev each does with probability ≥ 21/25.
"""

from dpzoo.witnesses.prelude import *


@decides("noiseless-privacy/does_not_imply/causal-dp", kind=Kind.ERRATUM, errata=["thesis-examples-3-and-4"])
def noiseless_outlier_count(check: Check) -> None:
    n, sigma = 20, F(1, 10)
    log_common = (n - 1) * real(F(21, 25)).log() + real(F(1, 2)).log()
    check.show("a lower bound of ln Pr[M = 0 | D(i) = 1]", log_common)
    holds = []
    for epsilon, t in ((10, 3), (1_000, 4), (100_000, 13)):
        above = t - 1 - 5 * n * sigma / (n - 1)  # how far above its mean m must be for the count to be 0
        log_rare = -(above**2) * (n - 1) / (2 * sigma**2)  # Pr[Z ≥ z] ≤ e^(−z²/2) for normal Z
        holds.append(bool(log_common - log_rare <= epsilon))
        check.at_least(
            f"NPr, ε = {epsilon}: the loss of 'no outlier' between D(i) = 1 and D(i) = {t}", log_common - log_rare, epsilon
        )

    def unlike_the_majority(d: tuple[object, ...]) -> int:
        ones = d.count(1)
        return min(ones, len(d) - ones)

    M = deterministic(itertools.product((0, 1), repeat=3), unlike_the_majority)
    theta = Prior.of({(0, 0, 0): F(1, 2), (1, 1, 1): F(1, 2)})
    check.show("M: records unlike the majority", M)
    npr = notions["noiseless-privacy"].tightest(M, Theta=[theta])
    caus = notions["causal-dp"].tightest(M, Theta=[theta])
    check.equal("three equal bits, NPr: there never is an outlier", npr, 0)
    check.equal("CausDP: after a change there always is one", caus, real(float("inf")))
    check.refutes("the count of outliers of Example 3 satisfies NPr for ε = 10, 1,000 or 100,000", any(holds))
