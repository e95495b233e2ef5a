"""Large samples have numbers of clients far apart.

M publishes the number of clients plus Z with Pr[Z = z] ∝ e^{-ε|z|}: counts c, c' have the loss ε|c - c'|. Let π be
uniform on N = 4n² records of one client and one record each of N others. In a sample of n records without
replacement J are of the others, c = J + 1 (or n, if J = n). The probability of a value of J is at most that of a
fair binomial times Π(1 - i/2N)^{-1} ≤ 16/15, so at most 0.8·16/15/√n < 0.9/√n. Two samples have |c - c'| ≤ m with
probability at most (2m + 1)/√n. For m = n^{1/4} this tends to 0 while mε exceeds every β: no γ < 1 will do. Checked
exactly for n = 16, 64, 256.
"""

from dpzoo.witnesses.prelude import *
from dpzoo.witnesses.separations._noise_for_one_step import noisy


@decides(
    "client-dp/does_not_imply/distributional-privacy-rot10",
    sampled="n",
    without={
        "distributional-privacy-rot10": "samples of 256 of 524,288 clients are counted, and their loss is that of generic DP"
    },
)
def noisy_number_in_large_samples(check: Check) -> None:
    chain = [tuple((i, "r") for i in range(k)) for k in range(9)]
    M = check.show("M, on counts up to 8", from_function(chain, lambda d: noisy(len(d), 8, 16)))
    check.least("client-dp", M, real(16).log())
    for k in (1, 5, 8):
        found = notions["generic-dp-km11"].tightest(M, R=[((), chain[k])])
        check.equal(f"the loss between the counts 0 and {k}", found, k * real(16).log())
    for n, m in ((16, 2), (64, 2), (256, 4)):
        N = 4 * n**2
        law = {j + 1: F(comb(N, j) * comb(N, n - j), comb(2 * N, n)) for j in range(n + 1)}
        law[n] += law.pop(n + 1)
        check.equal(f"n = {n}: the law of c sums to", sum(law.values(), F(0)), 1)
        check.at_most("its largest probability, squared", max(law.values()) ** 2, F(1, n))
        close = sum((p * law.get(c + s, F(0)) for c, p in law.items() for s in range(-m, m + 1)), F(0))
        check.at_most(f"the probability that |c - c'| ≤ {m}, squared", close**2, F((2 * m + 1) ** 2, n))
    check.therefore_not("two samples of 256 records are within 4 clients of each other with probability above 9/16")
