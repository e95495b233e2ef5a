"""ε-DP protects a group of c records at cε.

Claim    ε-DP implies (c, cε)-group privacy.
Verdict  true; a noisy count attains cε for every c.
Source   Des20, Section 2.2.3.1 and Table 2.20.

c changes are c steps, each within a factor e^ε. Adding c records moves a count by c. The noise is geometric with p = e^-ε =
1/2, clamped to 0…4 (an end keeps the tail).
"""

from dpzoo.blocks.mechanism import Dataset, Output
from dpzoo.witnesses.prelude import *


@decides("epsilon-dp/stronger_than/group-privacy", kind=Kind.IMPLICATION, sampled="c, M")
def group_loss_grows_linearly(check: Check) -> None:
    p = F(1, 2)

    def noisy_count(d: Dataset) -> dict[Output, F]:
        law: dict[Output, F] = {k: (1 - p) / (1 + p) * p ** abs(k - len(d)) for k in range(5)}
        law[0], law[4] = p ** len(d) / (1 + p), p ** (4 - len(d)) / (1 + p)
        return law

    m = check.show("M", from_function(complete_domain(("record",), 4), noisy_count))
    check.equal("ε of ε-DP", notions["epsilon-dp"].tightest(m), log_of(2))
    for c in (1, 2, 3, 4):
        check.equal(f"ε of group privacy for c = {c}", notions["group-privacy"].tightest(m, c=c), log_of(2**c))
    check.confirms("the noisy count is (3, 3 ln 2)-group private", notions["group-privacy"].holds(m, c=3, epsilon=log_of(8)))
