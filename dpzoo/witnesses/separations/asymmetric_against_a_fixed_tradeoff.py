"""No level of asymmetric DP implies a fixed federated trade-off.

No value is sensitive. Publish each record with probability 1 - e^{-ε}. The second client receives the output; “the
output is (t)” has probability 0 on the empty dataset and is missed on (t) with probability e^{-ε}, so f(0) ≤ e^{-ε}
< 1. The target f(x) = max(0, 1 - ex, (1 - x)/e), which is 1-DP, has f(0) = 1. Below e^ε = 2, 11/10, 101/100; the
numbers are the same for every ε.
"""

from dpzoo.witnesses.prelude import *


@decides("asymmetric-dp/not_stronger_than/weak-federated-f-dp", sampled="ε")
def asymmetric_against_a_fixed_tradeoff(check: Check) -> None:
    for growth in (F(2), F(11, 10), F(101, 100)):  # e^ε
        keep = 1 - 1 / growth
        M = from_function([(), ("t",)], lambda d, p=keep: {d: p, (): 1 - p} if d else {(): 1})
        found = notions["asymmetric-dp"].tightest(M, P=[])
        check.equal(f"asymmetric-dp: e^ε at e^ε = {growth}", found.value.exp(), growth, of=found)
        shares = from_rows({((), ()): [F(1), F(0)], (("t",), ()): [1 - keep, keep]}, outputs=[(None, ()), (None, ("t",))])
        best = notions["weak-federated-f-dp"].tightest(shares, C=2)
        check.equal("weak-federated-f-dp: the largest f at 0 (the target needs 1)", best.value(F(0)), 1 / growth, of=best)
    check.show("M, for the last ε", M)
    check.therefore_not("one of these levels of asymmetric DP gives f(0) = 1")
