"""Notions that compare nothing, or a law with itself, allow everything.

Claim    causal DP, divergence distribution privacy with auxiliary inputs, DP location obfuscation or DP on δ-location
         sets implies one of the notions below at some proper values, whatever its structural parameters are.

M publishes the dataset. If the prior is a point mass, no record has two possible values (causal DP), the location is
never updated (DP location obfuscation) and the location set has one element (DP on δ-location sets). If the two
priors of a pair are equal, every divergence between them is 0. So all four notions hold without any loss. But M tells
any two datasets apart with certainty.
"""

from dpzoo.witnesses.prelude import *


@decides(
    "causal-dp/does_not_imply/inherit-dp",
    "divergence-distribution-privacy-aux/does_not_imply/bounded-dp",
    "dp-location-obfuscation/does_not_imply/local-dp",
    "dp-on-delta-location-set/does_not_imply/bounded-dp",
)
def nothing_is_compared_under_a_point_mass(check: Check) -> None:
    M = deterministic(complete_domain("tu", 2), lambda d: d)
    check.show("M", M)
    point = [Prior.of({("t",): F(1)})]
    check.equal("causal-dp under a point mass: the least ε", notions["causal-dp"].tightest(M, Theta=point), 0)
    found = notions["inherit-dp"].tightest(M, Theta=point, epsilon="inf")
    check.equal("inherit-dp under the same point mass: the least δ for any ε", found, 1)
    law = Prior.of({("t", "t"): F(1, 3), ("t", "u"): F(2, 3)})
    for f in ("kl", "reverse-kl", "total-variation", "chi-square", "hellinger"):
        found = notions["divergence-distribution-privacy-aux"].tightest(M, f=f, Theta=[(law, law)])
        check.equal(f"divergence-distribution-privacy-aux, two equal entries, f = {f}: the least ε", found, 0)
    places = M.restrict([("t",), ("u",)])
    check.show("M on one location", places)
    found = notions["dp-location-obfuscation"].tightest(places, Theta=[{"t": 1}])
    check.equal("dp-location-obfuscation, a point mass: the least ε", found, 0)
    for delta in (F(1, 100), F(1, 2), F(99, 100)):
        found = notions["dp-on-delta-location-set"].tightest(places, prior={"t": 1}, delta=delta)
        check.equal(f"dp-on-delta-location-set, a point mass, δ = {delta}: the least ε", found, 0)
    check.equal("local-dp: the least ε", notions["local-dp"].tightest(places), INFINITY)
    check.equal("bounded-dp: the least ε", notions["bounded-dp"].tightest(places), INFINITY)
    check.therefore_not("M satisfies inherit DP at some δ < 1, or local or bounded DP at some ε")
