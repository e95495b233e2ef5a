"""A sum of independent uniform numbers hides each of them, and shows each to those who know the rest.

M publishes the parity of fair bits, which is independent of each: no loss. Replacing one bit changes it with certainty.
For numbers uniform on [0, 1), M publishes the sum, modulo N, of their cells k ≤ N·x < k + 1 for k = 0, …, N - 1. It
depends on the cells only, which are uniform, and is independent of each number. Given D(2) it shows the cell of D(1): the
conditional mutual information, computed as the leakage to a corrupted second party, is ln N (below: at least ln N - 10⁻⁹).
Mutual-information DP bounds it for all distributions of the data, so no ε' is enough for all N.
"""

from dpzoo.witnesses.prelude import *


@decides(
    "error-preserving-privacy empirical-dp-bd19/does_not_imply/approximate-dp",
    "individual-privacy/does_not_imply/approximate-dp mutual-information-dp",
    sampled={"mutual-information-dp": "N"},
    without={"mutual-information-dp": "bounded from below by the mutual information under one law of the data"},
)
def sums_that_hide_each_summand(check: Check) -> None:
    M = check.show("M, the parity", deterministic(complete_domain([0, 1], 3), lambda d: sum(d) % 2))
    bits = Prior.of({D: F(1, 4) for D in product([0, 1], repeat=2)})
    check.least("error-preserving-privacy", M, 0, "two fair bits", theta=bits)
    check.least("individual-privacy", M, 0, "two fair bits, C empty", theta=bits, C=[])
    check.least("empirical-dp-bd19", M, 0, "the eight datasets of three bits", sample=list(product([0, 1], repeat=3)), epsilon=0)
    for size in (2, 3):
        pairs = M.restrict(complete_domain([0, 1], size, size))
        check.least("approximate-dp", pairs, 1, f"{size} bits", epsilon="inf")
    for N in (2, 4, 7):
        cells = list(product(range(N), repeat=2))
        total = deterministic(cells, lambda d, n=N: sum(d) % n)
        theta = Prior.of({D: F(1, N**2) for D in cells})
        check.least("individual-privacy", total, 0, f"{N} cells, C empty", theta=theta, C=[])
        found = notions["individual-privacy"].tightest(total, theta=theta, C=[1])
        check.at_least("the mutual information of D(1) and M(D), given D(2)", found, real(N).log() - F(1, 10**9))
    check.therefore_not("δ < 1, or one ε for all N, is enough for the others")
