"""Opposite losses side by side: range-bounded privacy is not convex.

Verdict  false: two mechanisms whose losses have the range ln 2 have a mixture with the range 2 ln 9/5 = ln 3.24.

The losses of M₁ are ln 9/5 and ln 9/10; those of M₂, on other outputs, are the same with the opposite sign. The range of
each is ln 2; together the losses reach from -ln 9/5 to ln 9/5. What matters is not how long the range is but where it lies.
"""

from dpzoo.witnesses.prelude import *


@decides("range-bounded-privacy/convexity")
def opposite_losses(check: Check) -> None:
    P, Q = [F(1, 5), F(4, 5)], [F(1, 9), F(8, 9)]
    M1 = from_rows({("t",): P, (): Q}, outputs=[1, 2])
    M2 = from_rows({("t",): Q, (): P}, outputs=[3, 4])
    mixture = M1.mix(M2)
    check.show("M₁", M1)
    check.show("M₂", M2)
    check.show("the even mixture", mixture)
    notion = notions["range-bounded-privacy"]
    check.equal("ε of M₁", notion.tightest(M1), log_of(2))
    check.equal("ε of M₂", notion.tightest(M2), log_of(2))
    check.equal("ε of the mixture", notion.tightest(mixture), log_of(F(324, 100)))
    check.refutes("the mixture is (ln 2)-range-bounded private", notion.holds(mixture, epsilon=log_of(2)))
