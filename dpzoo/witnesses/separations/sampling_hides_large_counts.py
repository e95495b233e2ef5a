"""Sampling hides a residue among many records.

β = 1/2; records have whole weights, X is the number of records of weight 1 that are sampled.

Abstract DP: a proper q is false at some (a, b). With at least K = 100 records of weight 1 return 1 with probability
a or b, by the parity of their number minus K; otherwise with probability (a + b)/2. After sampling from n of them
the two parities above K differ by C(n - 1, K - 1)/2^n in probability (an alternating sum of binomials), which is
largest at n = 2K - 1 and below 1/20. So 1 has the probability (a + b)/2·(1 ± 1/20), 0 likewise, and ε = 1 will do
for all a, b and datasets. The pair of K records of weight 1 and one of weight 0 or 1 has the probabilities a and b.

Beliefs: with at least K records of weight 1 return the sum of all weights modulo N, otherwise a uniform residue.
The probabilities of X are unimodal and at most 1/√K where X ≥ K is possible, so residue classes differ by at most
1/√K: with K = 4N² each residue has the probability (1 ± 1/2)/N on every dataset (other weights only shift and mix),
and ε = ln 3 will do for all N. M shows the last record; its blanked dataset does not. For δ < 1 take N with δ < 1 -
1/N. (The belief about the last record given the others is tried; the others are certain.)
"""

from dpzoo.witnesses.prelude import *


@decides(
    "dp-under-sampling/does_not_imply/abstract-dp inference-based-distributional-dp",
    without={
        "dp-under-sampling": "the sampled counts of all sizes are bounded by binomial probabilities",
        "inference-based-distributional-dp": (
            "run as inference-based coupled-worlds privacy, whose simulator sees the other records"
        ),
    },
    sampled={"abstract-dp": "q", "inference-based-distributional-dp": "N"},
)
def sampling_hides_large_counts(check: Check) -> None:
    K = 100
    gaps = [F(comb(n - 1, K - 1), 2**n) for n in range(K, 5 * K)]
    check.equal("the difference of the parities is largest at n = 2K - 1", max(gaps), F(comb(2 * K - 2, K - 1), 2 ** (2 * K - 1)))
    check.at_most("there it is at most 1/20", max(gaps), F(1, 20))
    check.at_most("so e^ε is at most", F(21, 20) / F(19, 20), real(1).exp())
    even, odd = (1,) * K + (0,), (1,) * (K + 1)
    for a, b in ((F(0), F(1)), (F(1, 3), F(1, 2))):
        M = from_function([even, odd], lambda d, a=a, b=b: {1: b, 0: 1 - b} if (sum(d) - K) % 2 else {1: a, 0: 1 - a})
        found = notions["abstract-dp"].holds(M, R=[(even, odd)], q=lambda x, y, a=a, b=b: (x, y) != (a, b))
        check.false(f"abstract-dp fails for a q that is false at ({a}, {b})", found)
    belief = notions["inference-based-coupled-worlds-privacy"]
    for N in (2, 4, 6):
        K = 4 * N**2
        for n in (K, 3 * K // 2, 2 * K, 3 * K):
            classes = [sum(comb(n, k) for k in range(K, n + 1) if k % N == r) for r in range(N)]
            uniform = F(sum(comb(n, k) for k in range(K)), N)
            worst = max(abs(N * (c + uniform) / 2**n - 1) for c in classes)
            check.at_most(f"N = {N}, n = {n}: the largest deviation of N times a residue's probability from 1", worst, F(1, 2))
        M = from_function([(1,) * K + (w,) for w in range(1, N + 1)], lambda d, m=N: {sum(d) % m: F(1)})
        theta = Prior.of({D: F(1, N) for D in M.datasets})
        delta = 1 - F(1, N) - F(1, 100)
        found = belief.tightest(M, Theta=[theta], Gamma=[(lambda d: d[:-1], lambda d: d[-1])], delta=delta)
        check.equal(f"inference-based-distributional-dp, last record, δ = {delta}: the least ε", found, INFINITY)
    check.therefore_not("sampling with ε = 1 and ln 3 gives abstract DP, or beliefs that stay within some ε and δ")
