"""A distance that is finite on one pair leaves the others alone.

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
    M = check.show("M", deterministic([A, B, C], lambda d: "same" if d in {A, B} else d))
    theta = list(permutations([Prior.of({D: F(1)}) for D in (A, B, C)], 2))
    d = [1 if {D for p in pair for D in p.datasets} == {A, B} else "inf" for pair in theta]
    check.equal("the number of pairs at distance 1", d.count(1), 2)
    check.least("extended-distribution-privacy", M, 0, Theta=theta, d=d)
    check.least("profile-based-dp", M, 1, Theta=theta, epsilon="inf")
    check.least("extended-divergence-distribution-privacy", M, 0, Theta=theta, d=d, f="kl")
    check.least("divergence-distribution-privacy", M, INFINITY, Theta=theta, f="kl")
