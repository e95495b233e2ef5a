"""A sketch of more records ignores more.

Claim    If Pr_n[add(S_E, t) = S_E | t ∉ E] ≥ p for every n ≥ N, then it is at least 1 − (1 − p)^k for n ≥ kN.
Verdict  true of all bitmaps on nine records.
Source   Des20, Lemma 5.

A random set of kN records contains k random sets of N records, each of which has its own chance to make t ignored. In a
bitmap t is ignored if one of its m mates, the records with the same bit, is in E; given t ∉ E all n-subsets of the other
eight records are equally likely.
"""

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.BOUND, sampled="p, k, N")
def ignoring_grows_with_the_set(check: Check) -> None:
    def ignored(n: int, m: int) -> F:
        """Pr[t ignored | t ∉ E] for a random E of n records; t has m mates among the eight others."""
        return 1 - F(comb(8 - m, n), comb(8, n))

    cases = holds = tight = 0
    for m in range(9):
        for N in range(1, 9):
            p = min(ignored(n, m) for n in range(N, 9))
            for k in range(1, 8 // N + 1):
                for n in range(k * N, 9):
                    cases += 1
                    holds += ignored(n, m) >= 1 - (1 - p) ** k
                    tight += ignored(n, m) == 1 - (1 - p) ** k
    check.equal("m = 2 mates: ignored at n = 2", ignored(2, 2), F(13, 28))
    check.equal("m = 2 mates: ignored at n = 4, at least 1 − (15/28)² = 559/784", ignored(4, 2), F(11, 14))
    check.equal("(m, N, k, n) for which the bound holds, out of all", holds, cases)
    check.greater("of these with equality", tight, 0)
    check.confirms("ignoring with probability p above N gives 1 − (1 − p)^k above kN, for bitmaps", holds == cases)
