"""Exponential weights without the factor 2 lose more than ε.

Claim    Choosing an output with probability proportional to e^(εu) is ε-DP if scores u change by at most 1 between neighbours.
Verdict  false: the loss comes as close to 2ε as one likes; with e^(εu/2) it stays below ε.
Source   Boe19, Section 3.2.4 (before Definition 3.16, on why the 2 is there).

One record moves the score of one output from 1 to 0 and that of m others from 0 to 1. The weight of the one falls by the
factor x = e^ε, and the sum of all weights rises from x + m to 1 + mx: the ratio of its two probabilities is x(1 + mx)/(x + m).
"""

from dpzoo.witnesses.prelude import *


@decides("exponential-mechanism-without-two/claims/epsilon-dp/without-two", kind=Kind.BOUND)
def exponential_weights_without_two(check: Check) -> None:
    def choice(x: F, m: int) -> FiniteMechanism:
        """Weights x^u: on dataset a the first output scores 1 and the m others 0, on b the other way round."""
        a, b = [x] + [F(1)] * m, [F(1)] + [x] * m
        of_a, of_b = sum(a), sum(b)
        return from_rows({("a",): [w / of_a for w in a], ("b",): [w / of_b for w in b]})

    dp = notions["epsilon-dp"]
    check.show("weights 2^u, m = 3", choice(F(2), 3))
    for m in (1, 3, 100):
        check.equal(f"e^ε = 2, {m} others: the loss", dp.tightest(choice(F(2), m)), log_of(F(2 * (1 + 2 * m), 2 + m)))
    check.greater("e^ε = 2, 1000 others: the loss is almost 2 ln 2", dp.tightest(choice(F(2), 1000)), log_of(F(39, 10)))
    check.at_most("with the 2 (e^ε = 4, weights 2^u), 1000 others", dp.tightest(choice(F(2), 1000)), log_of(4))
    check.refutes("weights 2^u with 3 others are ln 2-DP", dp.holds(choice(F(2), 3), epsilon=log_of(2)))
