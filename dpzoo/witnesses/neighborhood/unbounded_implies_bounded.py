"""Unbounded DP gives bounded DP at twice the ε.

Claim    ε-unbounded DP implies 2ε-bounded DP.
Verdict  true, and 2ε is tight: a noisy sum of records ±1 attains it.
Source   Des20, Section 2.2.3.1, after Definition 20.

A replaced record is one removed and one added. Adding or removing a record moves the sum by 1, replacing −1 by +1 moves it
by 2. The noise is geometric, Pr[Z = z] ∝ p^|z| with p = e^-ε = 1/2, and the noisy sum is clamped to −2…2; an end keeps the
tail, whose ratios are the same.
"""

from dpzoo.blocks.mechanism import Output
from dpzoo.witnesses.prelude import *


@decides("unbounded-dp/stronger_than/bounded-dp", kind=Kind.IMPLICATION, sampled="M")
def unbounded_implies_bounded(check: Check) -> None:
    p = F(1, 2)

    def noisy_sum(d: Any) -> dict[Output, F]:
        law: dict[Output, F] = {k: (1 - p) / (1 + p) * p ** abs(k - sum(d)) for k in range(-2, 3)}
        law[-2], law[2] = p ** (sum(d) + 2) / (1 + p), p ** (2 - sum(d)) / (1 + p)
        return law

    m = check.show("M", from_function(complete_domain((-1, 1), 2), noisy_sum))
    check.equal("ε of unbounded DP", notions["unbounded-dp"].tightest(m), log_of(2))
    check.equal("ε of bounded DP: twice that", notions["bounded-dp"].tightest(m), log_of(4))
    check.confirms(
        "the noisy sum is ln 2-unbounded DP, and 2 ln 2-bounded DP and no less", notions["bounded-dp"].holds(m, epsilon=log_of(4))
    )
