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
        found = notions["empirical-dp-asv13"].tightest(M, D=D)
        check.equal(f"D = {show_dataset(D)}: empirical-dp-asv13: the least ε", found, 0)
        check.equal(f"D = {show_dataset(D)}: individual-dp: the least ε", notions["individual-dp"].tightest(M, D=D), INFINITY)
    pair = ((), ("t",))
    M = deterministic(domain, lambda d: "same" if d in pair else d)
    check.show("M, one symbol on the pair", M)
    found = notions["epsilon-indistinguishability"].tightest(M, pair=pair)
    check.equal("epsilon-indistinguishability of the pair: the least ε", found, 0)
    check.equal("epsilon-dp: the least ε", notions["epsilon-dp"].tightest(M), INFINITY)
    M = deterministic(domain, lambda d: len(d) - d.count("t"))
    check.show("M, the number of records other than t", M)
    for D in complete_domain("tu", 2):
        check.true(
            f"D = {show_dataset(D)}: ex-post-per-instance-dp, ε(o) = 0",
            notions["ex-post-per-instance-dp"].holds(M, D=D, t="t", epsilon=0),
        )
    check.equal("approximate-dp: the least δ for any ε", notions["approximate-dp"].tightest(M, epsilon="inf"), 1)
    for alpha in (1, 2, "inf"):  # ρ and ε grow with the order: 1 and ∞ stand for all
        found = notions["individual-renyi-dp"].tightest(M, t="t", alpha=alpha)
        check.equal(f"individual-renyi-dp, order {alpha}: the least ρ", found, 0)
        found = notions["renyi-dp"].tightest(M, alpha=alpha)
        check.equal(f"renyi-dp, order {alpha}: the least ε", found, INFINITY)
    check.therefore_not("one of these satisfies the second notion at proper values")
