"""Extended distribution privacy in one order bounds one divergence only.

Let d = 1 and ε = ln 2. M returns 0 on A and a fair coin on B: M(A)[S] ≤ 2 M(B)[S]. The divergence for f(t) = -ln t
is the Kullback-Leibler divergence of M(B) from M(A), which is infinite, and a proper d is finite on the only pair.
"""

from dpzoo.witnesses.prelude import *


@decides("extended-distribution-privacy/does_not_imply/extended-divergence-distribution-privacy")
def extended_distribution_in_one_order(check: Check) -> None:
    A, B = ("a",), ("b",)
    M = check.show("M", FiniteMechanism([A, B], [0, 1], [[F(1), F(0)], [F(1, 2), F(1, 2)]]))
    theta = [(Prior.of({A: F(1)}), Prior.of({B: F(1)}))]
    found = notions["extended-distribution-privacy"].tightest(M, Theta=theta, d=[1])
    check.equal("extended-distribution-privacy, d = 1: e^ε for the least ε", found.value.exp(), 2, of=found)
    f = {"f": "-log(t)", "at_zero": "inf", "slope": 0}
    check.least("extended-divergence-distribution-privacy", M, INFINITY, "d = 1 (or any finite d)", Theta=theta, d=[1], f=f)
