"""Being confused with a few other records does not hide from which set a record is.

T consists of two disjoint sets of l + 1 values, and M publishes in which of them the first record is. Every record can be
replaced by l others without any loss. A replacement across the sets changes the output with certainty. If the dataset is
(a) with probability p, and otherwise (c) from the other set, the output makes (a) certain, and 1 ≤ e^ε' p + δ fails for
small p.
"""

from dpzoo.witnesses.prelude import *


@decides("relaxed-indistinguishability/does_not_imply/approximate-dp adversarial-privacy", sampled={"adversarial-privacy": "p"})
def confused_within_one_of_two_sets(check: Check) -> None:
    for l_, first, second in ((1, "ab", "cd"), (2, "abA", "cdC")):
        M = deterministic(complete_domain(first + second, 2, 1), lambda d, first=first: d[0] in first)
        check.show(f"M for l = {l_}", M)
        check.least("relaxed-indistinguishability", M, l_, epsilon=0)
        check.least("approximate-dp", M, 1, epsilon="inf")
        for p in (F(1, 4), F(1, 100), F(1, 10**6)):  # for any ε' and δ < 1 take p below (1 - δ)/e^ε'
            theta = Prior.of({("a",): p, ("c",): 1 - p})
            found = notions["adversarial-privacy"].tightest(M, Theta=[theta], delta=F(1, 2))
            check.equal(f"adversarial-privacy, p = {p}, δ = 1/2: the least ε' = ln((1 - δ)/p)", found, real(F(1, 2) / p).log())
    check.therefore_not("approximate DP or adversarial privacy holds for some ε' and δ < 1")
