"""The closed form for noiseless counts.

Claim    n independent bits with λ < pᵢ < 1 − λ: the count is (ε, δ)-APKDP for ε = max(√(14 ln(1/δ)/(λ(n−1))),
         27/(λ(n−1))), if this is at most 1.
Verdict  true in every case tried, and far from tight: the exact δ is smaller by a factor of a million or more.

The least randomness that is allowed is pᵢ = λ for all others. The count of the n − 1 others is then binomial, and the
target shifts it by one.
"""

from scipy.special import gammaln

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.BOUND, errata=["thesis-theorem3-ratio"], sampled="n, λ, δ")
def noiseless_count_closed_form(check: Check) -> None:
    largest = 0.0
    for n in (2000, 10_000):
        for lam in (0.05, 0.2):
            s = np.arange(n)
            log_f = gammaln(n) - gammaln(s + 1) - gammaln(n - s) + s * math.log(lam) + (n - 1 - s) * math.log(1 - lam)
            no = np.append(np.exp(log_f), 0.0)
            yes = np.roll(no, 1)
            for delta in (1e-1, 1e-2, 1e-3):
                epsilon = max(math.sqrt(14 * math.log(1 / delta) / (lam * (n - 1))), 27 / (lam * (n - 1)))
                exact = max(float(hockey_stick(a, b, math.exp(epsilon))) for a, b in ((no, yes), (yes, no)))
                largest = max(largest, exact / delta)
                check.at_most(f"n = {n}, λ = {lam}, δ = {delta}: the closed form's ε is at most 1", epsilon, 1.0)
                check.at_most(f"… at ε = {epsilon:.3f} the exact δ", exact, delta)
    check.at_most("the largest ratio of exact to allowed δ", largest, 1e-6)
    check.confirms("the closed form bounds the exact δ of the count in all twelve cases", largest <= 1, numeric=True)
