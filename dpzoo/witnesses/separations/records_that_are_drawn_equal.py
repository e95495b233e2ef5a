"""If the drawn data are certain, notions on drawn data ask nothing of other data.

Claim    Privacy at risk, smoothed DP or two-output typical stability (point masses) imply approximate DP, bounded DP or
         weak Bayesian DP; partially private Pufferfish privacy (a point mass for each public value) implies Pufferfish
         privacy; predictive DP (four values) implies bounded DP; or weak DP (a fair bit) implies approximate DP.

Under a point mass both datasets of a comparison are equal, and the dataset may be published. Smoothed DP averages over
data (t, …, t) and compares them with their neighbours: publish data in which two records differ from t. Predictive DP with
γ = 1/2: tell whether a single record is 0 or 1; two of four draws leave the output as it is. Weak DP averages over the
other records: publish the parity of at least two bits.
"""

from dpzoo.witnesses.prelude import *


@decides(
    "privacy-at-risk/does_not_imply/bounded-dp approximate-dp",
    "typical-stability-two-outputs/does_not_imply/approximate-dp",
    "smoothed-dp/does_not_imply/approximate-dp weak-bayesian-dp",
    "partially-private-pufferfish/does_not_imply/pufferfish-privacy",
    "predictive-dp/does_not_imply/bounded-dp",
    "weak-dp/does_not_imply/approximate-dp",
)
def records_that_are_drawn_equal(check: Check) -> None:
    approximate = notions["approximate-dp"]
    data = deterministic(complete_domain("tu", 2), lambda d: d)
    check.show("the dataset", data)
    found = notions["privacy-at-risk"].tightest(data, prior={"t": F(1)}, epsilon=0)
    check.equal("privacy-at-risk, prior on t, ε = 0: the least δ", found, 0)
    stable = notions["typical-stability-two-outputs"]
    for D in data.datasets:
        found = stable.tightest(data, Theta=[Prior.of({D: F(1)})], gamma=0, epsilon=0)
        check.equal(f"typical-stability-two-outputs, prior on {show_dataset(D)}, γ = ε = 0: the least δ", found, 0)
    check.equal("bounded-dp: the least ε", notions["bounded-dp"].tightest(data), INFINITY)
    check.equal("approximate-dp: the least δ for any ε", approximate.tightest(data, epsilon="inf"), 1)

    others = deterministic(complete_domain("tuv", 3), lambda d: d if len(d) - d.count("t") > 1 else ())
    found = notions["smoothed-dp"].tightest(others, Theta=[{"t": F(1)}], epsilon=0)
    check.equal("smoothed-dp of data with two records other than t, Θ on t, ε = 0: the least δ", found, 0)
    check.equal("approximate-dp: the least δ for any ε", approximate.tightest(others, epsilon="inf"), 1)
    found = notions["weak-bayesian-dp"].tightest(others, prior={"u": F(1, 2), "v": F(1, 2)}, epsilon="inf")
    check.equal("weak-bayesian-dp, prior on u and v: the least δ for any ε", found, 1)

    D, E = (1, "t"), (2, "u")  # the first entry is the public value z
    public = deterministic([D, E], lambda d: d)
    found = notions["partially-private-pufferfish"].tightest(
        public, Theta=[Prior.of({x: F(1)}) for x in (D, E)], Phi=[([D], [E])]
    )
    check.equal("partially-private-pufferfish, a point mass for each z: the least ε", found, 0)
    found = notions["pufferfish-privacy"].tightest(public, Theta=[Prior.of({D: F(1, 2), E: F(1, 2)})], Phi=[([D], [E])])
    check.equal("pufferfish-privacy, the uniform prior: the least ε", found, INFINITY)

    below = deterministic(complete_domain([0, 1, 2, 3], 2), lambda d: len(d) == 1 and d[0] < 2)
    four = {i: F(1, 4) for i in range(4)}
    found = notions["predictive-dp"].tightest(below, prior=four, gamma=F(1, 2))
    check.equal("predictive-dp of whether the record is in {0, 1}, γ = 1/2: the least ε", found, 0)
    check.equal("bounded-dp: the least ε", notions["bounded-dp"].tightest(below), INFINITY)

    parity = deterministic(complete_domain([0, 1], 3), lambda d: sum(d) % 2 if len(d) > 1 else 0)
    found = notions["weak-dp"].tightest(parity, prior={0: F(1, 2), 1: F(1, 2)})
    check.equal("weak-dp of the parity, a fair bit: the least ε", found, 0)
    check.equal("approximate-dp: the least δ for any ε", approximate.tightest(parity, epsilon="inf"), 1)
    check.therefore_not("one of the other notions holds at proper values")
