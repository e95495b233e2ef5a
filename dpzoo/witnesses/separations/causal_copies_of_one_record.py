"""Causal DP of copies of one record allows everything.

Claim    (Θ, ε)-causal DP with copies of one record implies some other notion at some proper values.
Verdict  false: the mechanism below separates them.
Source   the separations in the record of causal-dp, and their proofs.

If all records are copies of t, a record has one possible value and nothing is compared: M may publish the dataset.
The notions below are violated with certainty, at each of their proper values.
"""

from dpzoo.witnesses.prelude import *
from dpzoo.witnesses.separations._copies_of_one_record import COMPARE_VALUES, publish_under_copies
from dpzoo.witnesses.separations._telling_apart import TellsApart, violates


@decides(
    "causal-dp/does_not_imply/one-sided-dp",
    "causal-dp/does_not_imply/blowfish-privacy",
    "causal-dp/does_not_imply/bayesian-dp-ll12",
    "causal-dp/does_not_imply/bayesian-dp-ysn15",
    "causal-dp/does_not_imply/correlated-dp",
    "causal-dp/does_not_imply/on-average-kl-privacy",
    "causal-dp/does_not_imply/profile-based-dp",
    "causal-dp/does_not_imply/pseudo-metric-dp",
    "causal-dp/does_not_imply/extended-divergence-dp",
    kind=Kind.SEPARATION,
    source="record of causal-dp",
)
def causal_copies_of_one_record(check: Check) -> None:
    M, same = publish_under_copies()
    check.show("M", M)
    check.equal("causal-dp: the least ε", notions["causal-dp"].tightest(M, Theta=[same]), 0)
    violates(check, TellsApart(M, ("t",), ("u",)), COMPARE_VALUES)
    check.therefore_not("a mechanism that satisfies causal-dp as above satisfies one of these notions at proper values")
