"""Datasets without a common record are not compared.

M publishes the dataset. The notion compares no two different datasets, as (t) and (u) have no record in common.
Constrained DP compares these two for every Δ > 0, and their outputs are certain and different.
"""

from dpzoo.witnesses.prelude import *


@decides("distributional-privacy-zlw09/does_not_imply/constrained-dp")
def distributional_zlw09_without_common_records(check: Check) -> None:
    t, u = ("t",), ("u",)
    M = check.show("M", deterministic(complete_domain("tu", 2), lambda d: d))
    d = {(t, u): 0, (u, t): 0}  # infinite between any other two datasets
    for Delta in (F(1, 100), F(1), F(1000)):  # d < Δ for the same pairs, whatever Δ > 0 is
        check.least("distributional-privacy-zlw09", M, 0, d=d, Delta=Delta)
        check.least("constrained-dp", M, INFINITY, d=d, Delta=Delta)
    check.every_level("constrained-dp", "d is 0 on the pair, so that every Δ compares it")
