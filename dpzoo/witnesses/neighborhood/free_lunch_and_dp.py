"""DP does not give free lunch privacy.

Claim    Free lunch privacy is stronger than ε-DP: it bounds the loss of any two datasets, and no ε' follows from ε.
Verdict  true: a noisy count of n people has the loss ε on neighbours and nε between nobody and everybody.
Source   Des20, Definition 23; DP22, Table 3.

The family is indexed by n. For every n the count with geometric noise of p = e^-ε is ε-DP, since it moves by 1; between the
empty dataset and n records the output 0 is p^-n times as likely, so free lunch privacy needs nε, which exceeds every bound.
The noisy count is clamped to 0…n.
"""

from dpzoo.blocks.mechanism import Dataset, Output
from dpzoo.witnesses.prelude import *


@decides(
    "epsilon-dp/does_not_imply/free-lunch-privacy",
    "free-lunch-privacy/stronger_than/epsilon-dp",
    kind=Kind.SEPARATION,
    sampled="n",
)
def free_lunch_and_dp(check: Check) -> None:
    p = F(9, 10)  # ε = ln(10/9), about 0.105

    def noisy_count(n: int) -> FiniteMechanism:
        def law(d: Dataset) -> dict[Output, F]:
            found: dict[Output, F] = {k: (1 - p) / (1 + p) * p ** abs(k - len(d)) for k in range(1, n)}
            return {**found, 0: p ** len(d) / (1 + p), n: p ** (n - len(d)) / (1 + p)}

        return from_function(complete_domain(("record",), n), law)

    for n in (1, 5, 15):
        m = noisy_count(n)
        check.equal(f"n = {n}: ε of ε-DP", notions["epsilon-dp"].tightest(m), log_of(1 / p))
        check.equal(f"n = {n}: ε' of free lunch privacy, nε", notions["free-lunch-privacy"].tightest(m), log_of(1 / p**n))
    check.show("M for n = 15", m)
    hundred = noisy_count(100)
    nobody, everybody = hundred.row(()), hundred.row(("record",) * 100)
    check.equal("n = 100: the output 0 for nobody against everybody, e^(100 ε)", nobody[-2] / everybody[-2], 1 / p**100)
    own = notions["epsilon-dp"].holds(noisy_count(5), epsilon=log_of(1 / p**5))
    check.true("n = 5: free lunch privacy gives ε-DP with its own ε'", own)
    check.refutes("ln(10/9)-DP implies 1-free lunch privacy", notions["free-lunch-privacy"].holds(m, epsilon=1))
