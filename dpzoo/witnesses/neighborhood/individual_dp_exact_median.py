"""An exact median can be private at one dataset and at no other.

Claim    Individual DP at D does not imply DP.
Verdict  true: the exact median of bits has loss 0 at D = (0, 0, 0, 0, 1) and infinite loss elsewhere.
Source   Des20, Definition 24.

Individual DP compares the actual dataset with its neighbours. One change leaves at least three zeros among at most six
bits, and the (lower) median 0. At (0, 0, 1) one change moves the median from 0 to 1. So individual DP holds at every ε, and
one-sided DP (every bit sensitive) and blowfish privacy (complete graph) at none.
"""

from dpzoo.blocks.mechanism import Dataset, Output
from dpzoo.witnesses.prelude import *


@decides("individual-dp/does_not_imply/one-sided-dp")
def individual_dp_exact_median(check: Check) -> None:
    def median(d: Dataset) -> Output:
        return sorted(map(str, d))[(len(d) - 1) // 2] if d else "0"

    m = deterministic(complete_domain((0, 1), 6), median)
    d = (0, 0, 0, 0, 1)
    check.show("D", d)
    check.equal("ε of individual DP at D", notions["individual-dp"].tightest(m, D=d), 0)
    check.equal("ε of ε-DP", notions["epsilon-dp"].tightest(m), INFINITY)
    check.equal("ε of bounded DP", notions["bounded-dp"].tightest(m), INFINITY)
    check.equal("ε of one-sided DP, every bit sensitive", notions["one-sided-dp"].tightest(m, P=[0, 1]), INFINITY)
    check.equal("ε of blowfish privacy, complete graph", notions["blowfish-privacy"].tightest(m, G=[(0, 1)]), INFINITY)
    check.refutes("(D, 0)-individual DP implies ε-DP, here for ε = 1000", notions["epsilon-dp"].holds(m, epsilon=1000))
