"""Notions that compare few pairs of datasets allow disclosure between the others.

All outputs are certain. M publishes whether there are more than |D| records (nothing for D and its sub-datasets); one
symbol on the pair compared and the dataset elsewhere; how many records differ from t (adding or removing t changes
nothing). Other neighbours have different outputs.
"""

from dpzoo.witnesses.prelude import *


@decides(
    "empirical-dp-asv13/does_not_imply/individual-dp",
    "epsilon-indistinguishability/does_not_imply/epsilon-dp",
    "ex-post-per-instance-dp/does_not_imply/approximate-dp",
    "individual-renyi-dp/does_not_imply/renyi-dp",
)
def few_pairs_are_compared(check: Check) -> None:
    domain = complete_domain("tu", 3)
    for D in complete_domain("tu", 2, 1):
        size = len(D)
        M = deterministic(domain, lambda d, size=size: len(d) > size)
        check.least("empirical-dp-asv13", M, 0, f"D = {show_dataset(D)}", D=D)
        check.least("individual-dp", M, INFINITY, f"D = {show_dataset(D)}", D=D)
    pair = ((), ("t",))
    M = check.show("M, one symbol on the pair", deterministic(domain, lambda d: "same" if d in pair else d))
    check.least("epsilon-indistinguishability", M, 0, "of the pair", pair=pair)
    check.least("epsilon-dp", M, INFINITY)
    M = check.show("M, the number of records other than t", deterministic(domain, lambda d: len(d) - d.count("t")))
    for D in complete_domain("tu", 2):
        check.true(
            f"D = {show_dataset(D)}: ex-post-per-instance-dp, ε(o) = 0",
            notions["ex-post-per-instance-dp"].holds(M, D=D, t="t", epsilon=0),
        )
    check.least("approximate-dp", M, 1, epsilon="inf")
    for alpha in (1, 2, "inf"):  # ρ and ε grow with the order: 1 and ∞ stand for all
        check.least("individual-renyi-dp", M, 0, f"order {alpha}", t="t", alpha=alpha)
        check.least("renyi-dp", M, INFINITY, f"order {alpha}", alpha=alpha)
