"""Distribution privacy with a slack allows a rare full release.

M publishes the dataset with probability 1/2 and nothing otherwise: all output laws are within 1/2 in total
variation, so the notion holds with δ = 1/2 and every ε. The two datasets have infinite loss and divergence in each
order, and a proper d is finite in one of them.
"""

from dpzoo.witnesses.prelude import *


@decides("distribution-privacy/does_not_imply/extended-distribution-privacy extended-divergence-distribution-privacy")
def distribution_privacy_of_half_a_release(check: Check) -> None:
    M = check.show("M", from_function([("t",), ("u",)], lambda d: {d: F(1, 2), "nothing": F(1, 2)}))
    at_t, at_u = Prior.of({("t",): F(1)}), Prior.of({("u",): F(1)})
    both = [(at_t, at_u), (at_u, at_t)]
    check.least("distribution-privacy", M, F(1, 2), Theta=both, epsilon=0)
    for k, pair in enumerate(both, start=1):  # whatever finite d(pair) is, here 1
        check.least("extended-distribution-privacy", M, INFINITY, f"order {k}", Theta=[pair], d=[1])
        check.least("extended-divergence-distribution-privacy", M, INFINITY, f"order {k}", Theta=[pair], d=[1], f="kl")
