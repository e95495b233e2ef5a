"""Notions that compare nothing, or a law with itself, allow everything.

M publishes the dataset. If the prior is a point mass, no record has two possible values (causal DP), the location is
never updated (DP location obfuscation) and the location set has one element (DP on δ-location sets). If the two
priors of a pair are equal, every divergence between them is 0. So all four notions hold without any loss. But M tells
any two datasets apart with certainty.
"""

from dpzoo.witnesses.prelude import *


@decides(
    "causal-dp/does_not_imply/inherit-dp",
    "divergence-distribution-privacy-aux dp-on-delta-location-set/does_not_imply/bounded-dp",
    "dp-location-obfuscation/does_not_imply/local-dp",
)
def nothing_is_compared_under_a_point_mass(check: Check) -> None:
    M = check.show("M", deterministic(complete_domain("tu", 2), lambda d: d))
    point = [Prior.of({("t",): F(1)})]
    check.least("causal-dp", M, 0, "under a point mass", Theta=point)
    check.least("inherit-dp", M, 1, "under the same point mass", Theta=point, epsilon="inf")
    law = Prior.of({("t", "t"): F(1, 3), ("t", "u"): F(2, 3)})
    for f in ("kl", "reverse-kl", "total-variation", "chi-square", "hellinger"):
        check.least("divergence-distribution-privacy-aux", M, 0, f"two equal entries, f = {f}", f=f, Theta=[(law, law)])
    places = check.show("M on one location", M.restrict([("t",), ("u",)]))
    check.least("dp-location-obfuscation", places, 0, "a point mass", Theta=[{"t": 1}])
    for delta in (F(1, 100), F(1, 2), F(99, 100)):
        check.least("dp-on-delta-location-set", places, 0, "a point mass", prior={"t": 1}, delta=delta)
    check.least("local-dp", places, INFINITY)
    check.least("bounded-dp", places, INFINITY)
