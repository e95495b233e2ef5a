"""The normal approximation of a noiseless count.

Verdict    false as printed: for pᵢ = ½ the printed μ₃ is 0, and δ₂ alone is too small.

With 1000 fair bits and δ₂ = 1.25e^(−125) the claim is ε = 1 and δ = δ₂. A normal variable would do; but the binomial
tail at that distance is larger: δ is Pr[S ≤ 268] − e·Pr[S ≤ 267], for S ~ Bin(999, ½), since the loss of a count k is
ln((1000−k)/k).
"""

from scipy.special import gammaln

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.ERRATUM, errata=["thesis-prop27-third-moment"])
def normal_approximation_of_a_count(check: Check) -> None:
    n, e = 1000, real(1).exp()
    check.equal("pᵢ = ½: the printed μ₃", F(1, 2) * F(1, 2) * abs(1 - 2 * F(1, 2)), 0)
    delta_2 = F(5, 4) * real(-125).exp()
    check.greater("the loss of the count 268 is above ε = 1", F(n - 268, 268), e)
    check.less("… that of 269 is below", F(n - 269, 269), e)
    f = [F(math.comb(n - 1, s), 2 ** (n - 1)) for s in range(269)]
    delta = real(sum(f)) - e * real(sum(f[:268]))
    log10 = real(10).log()
    check.at_most("log₁₀ of δ₂, which is all of the printed δ", delta_2.log() / log10, -54)
    check.greater("log₁₀ of the exact δ at ε = 1", delta.log() / log10, -52)

    largest = 0.0
    for size, p, smaller in ((100, 0.5, 1.0), (1000, 0.5, 1.0), (1000, 0.3, 0.1), (1000, 0.1, 0.5), (10_000, 0.02, 0.1)):
        mu_2, mu_3 = p * (1 - p), p * (1 - p) * (p**2 + (1 - p) ** 2)
        second = max(1.25 * math.exp(-size * mu_2 / 2), smaller * 0.8 / math.sqrt(size))
        epsilon = math.sqrt(2 * math.log(1.25 / second) / (size * mu_2))
        bound = 1.12 * mu_3 / (math.sqrt(size) * mu_2**1.5) * (1 + math.exp(epsilon)) + second
        s = np.arange(size)
        log_f = gammaln(size) - gammaln(s + 1) - gammaln(size - s) + s * math.log(p) + (size - 1 - s) * math.log(1 - p)
        no = np.append(np.exp(log_f), 0.0)
        exact = max(float(hockey_stick(a, b, math.exp(epsilon))) for a, b in ((no, np.roll(no, 1)), (np.roll(no, 1), no)))
        largest = max(largest, exact / bound)
        check.at_most(f"corrected, n = {size}, p = {p}, ε = {epsilon:.3f}: exact δ", exact, bound)
    check.refutes("1000 fair bits: the exact δ at ε = 1 is at most the printed one, 1.25e^(-125)", bool(delta <= delta_2))
