"""Divergence distribution privacy may look at two datasets and no others.

A and B have three records. M returns one symbol on both and publishes the dataset elsewhere: no loss where the
notion compares. The empty dataset and (t) are neighbours with infinite divergence: the test function with value c
on one output and 0 elsewhere gives E_P h - E_Q exp(h - 1) = c - 1/e, for every c.
"""

from dpzoo.witnesses.prelude import *


@decides("divergence-distribution-privacy/does_not_imply/capacity-bounded-dp", sampled="c")
def divergence_distribution_of_two_datasets(check: Check) -> None:
    A, B = ("t", "t", "t"), ("u", "u", "u")
    M = check.show("M", deterministic([*complete_domain("tu", 2), A, B], lambda d: "same" if d in {A, B} else d))
    at_A, at_B = Prior.of({A: F(1)}), Prior.of({B: F(1)})
    check.least("divergence-distribution-privacy", M, 0, Theta=[(at_A, at_B), (at_B, at_A)], f="kl")
    for c in (10, 1000, 10**6):
        found = notions["capacity-bounded-dp"].tightest(M, f="kl", H=[{o: c if o == ("t",) else 0 for o in M.outputs}])
        check.at_least(f"capacity-bounded-dp: the least ε, by the test function {c}", found, c - 1)
    check.therefore_not("the bounds by the test functions stay below some ε < 10⁶ - 1")
