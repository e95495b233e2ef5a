"""A distance that is finite on one pair leaves the others alone.

Claim    Extended (divergence) distribution privacy, Θ the point masses on three datasets A, B, C in all ordered
         pairs, f(t) = t ln t, implies profile-based DP (or divergence distribution privacy) for the same Θ at some
         values.

Let d be 1 on (A, B) and (B, A), and infinite on the other pairs, which is proper. M publishes the dataset, except
that A and B get the same output: no loss where d is finite. The other two notions also compare A with C, whose
outputs are certain and different.
"""

from dpzoo.witnesses.prelude import *


@decides(
    "extended-distribution-privacy/does_not_imply/profile-based-dp",
    "extended-divergence-distribution-privacy/does_not_imply/divergence-distribution-privacy",
)
def distances_between_three_point_masses(check: Check) -> None:
    A, B, C = ("a",), ("b",), ("c",)
    M = deterministic([A, B, C], lambda d: "same" if d in {A, B} else d)
    check.show("M", M)
    theta = list(permutations([Prior.of({D: F(1)}) for D in (A, B, C)], 2))
    d = [1 if {D for p in pair for D in p.datasets} == {A, B} else "inf" for pair in theta]
    check.equal("the number of pairs at distance 1", d.count(1), 2)
    found = notions["extended-distribution-privacy"].tightest(M, Theta=theta, d=d)
    check.equal("extended-distribution-privacy: the least ε", found, 0)
    found = notions["profile-based-dp"].tightest(M, Theta=theta, epsilon="inf")
    check.equal("profile-based-dp: the least δ for any ε", found, 1)
    found = notions["extended-divergence-distribution-privacy"].tightest(M, Theta=theta, d=d, f="kl")
    check.equal("extended-divergence-distribution-privacy: the least ε", found, 0)
    found = notions["divergence-distribution-privacy"].tightest(M, Theta=theta, f="kl")
    check.equal("divergence-distribution-privacy: the least ε", found, INFINITY)
    check.therefore_not("M satisfies one of these notions at proper values")
