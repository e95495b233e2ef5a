"""What an unchanged sketch tells an attacker.

Claim    If a new record is ignored with probability 0.05 at most, e^ε = 1/0.055 ≈ 18, and seeing no change raises a belief
         of 1% to 15%, of 10% to 66%, of 25% to 86%.
Verdict  true but for two slips: the percentiles of the simulation allow 0.055, not 0.05, and 10% becomes 67%.

If t ∈ E the sketch never changes, else it stays the same with probability x. By Bayes the odds grow by 1/x.
"""

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.ATTACK, errata=["thesis-hll-posterior-numbers"])
def posterior_from_unchanged_sketch(check: Check) -> None:
    def posterior(prior: F, x: F) -> F:
        return prior / (prior + (1 - prior) * x)

    def percent(value: F) -> int:
        return int(100 * value + F(1, 2))

    x = F(1, 18)
    check.equal("1/0.055, rounded", int(1 / F(55, 1000) + F(1, 2)), 18)
    check.equal("1/0.05", 1 / F(5, 100), 20)
    check.equal("prior 1%", posterior(F(1, 100), x), F(2, 13))
    check.equal("prior 10%", posterior(F(10, 100), x), F(2, 3))
    check.equal("prior 25%", posterior(F(25, 100), x), F(6, 7))
    check.equal("prior 1%, in percent", percent(posterior(F(1, 100), x)), 15)
    check.equal("prior 25%, in percent", percent(posterior(F(25, 100), x)), 86)
    check.equal("prior 10%, in percent, with e^ε = 1/0.055 in place of 18", percent(posterior(F(10, 100), F(55, 1000))), 67)
    check.equal(
        "0.055 is the largest of the text's percentiles (5.5%, 3.8%, 4.6%, 4.5%)",
        max(F(55), F(38), F(46), F(45)) / 1000,
        F(55, 1000),
    )
    check.refutes("a belief of 10% becomes 66%", percent(posterior(F(10, 100), x)) == 66)
