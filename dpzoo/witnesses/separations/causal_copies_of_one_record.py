"""Causal DP of copies of one record allows everything.

Claim    (Θ, ε)-causal DP with copies of one record implies some other notion at some proper values.

If all records are copies of t, a record has one possible value and nothing is compared: M may publish the dataset.
The notions below are violated with certainty, at each of their proper values.
"""

from dpzoo.witnesses.prelude import *
from dpzoo.witnesses.separations._copies_of_one_record import COMPARE_VALUES, publish_under_copies
from dpzoo.witnesses.separations._telling_apart import TellsApart, violates


@decides(
    "causal-dp/does_not_imply/one-sided-dp blowfish-privacy bayesian-dp-ll12 bayesian-dp-ysn15 correlated-dp",
    "causal-dp/does_not_imply/on-average-kl-privacy profile-based-dp pseudo-metric-dp extended-divergence-dp",
    kind=Kind.SEPARATION,
)
def causal_copies_of_one_record(check: Check) -> None:
    M, same = publish_under_copies()
    check.show("M", M)
    check.equal("causal-dp: the least ε", notions["causal-dp"].tightest(M, Theta=[same]), 0)
    violates(check, TellsApart(M, ("t",), ("u",)), COMPARE_VALUES)
    check.therefore_not("a mechanism that satisfies causal-dp as above satisfies one of these notions at proper values")
