"""Outlier privacy may protect datasets of one size.

The degree of a record is the number of records in the dataset; ε(3) is finite and ε(k) = ∞ for other k. M returns
one symbol on datasets of two and three records, so there is no loss where the notion compares, and publishes the
dataset elsewhere. The other notions compare datasets of one record, whose outputs are certain and different.
"""

from dpzoo.witnesses.prelude import *


@decides("outlier-privacy/does_not_imply/profile-based-dp on-average-kl-privacy bayesian-dp-ll12")
def outlier_privacy_at_one_size(check: Check) -> None:
    M = check.show("M", deterministic(complete_domain("tu", 4), lambda d: "same" if len(d) in {2, 3} else d))
    least = notions["outlier-privacy"].tightest(M, outlierness=lambda r, d: len(d))
    check.equal("outlier-privacy: the least ε(3)", least.value[3], 0, of=least)
    profiles = [({"t": 1}, {"u": 1}), ({"u": 1}, {"t": 1})]
    check.least("profile-based-dp", M, 1, Theta=profiles, epsilon="inf")
    coin = {"t": F(1, 2), "u": F(1, 2)}
    small = M.restrict(complete_domain("tu", 1))
    check.least("on-average-kl-privacy", small, INFINITY, Theta=[coin])
    found = notions["bayesian-dp-ll12"].tightest(small, prior=coin, k=0)  # a larger k asks for more
    check.equal("bayesian-dp-ll12, k = 0: the least ε", found, INFINITY)
    check.every_level("bayesian-dp-ll12", "a larger k compares these datasets, too")
