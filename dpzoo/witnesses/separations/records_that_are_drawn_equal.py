"""If the drawn data are certain, notions on drawn data ask nothing of other data.

Under a point mass both datasets of a comparison are equal, and the dataset may be published. Smoothed DP averages over
data (t, …, t) and compares them with their neighbours: publish data in which two records differ from t. Predictive DP with
γ = 1/2: tell whether a single record is 0 or 1; two of four draws leave the output as it is. Weak DP averages over the
other records: publish the parity of at least two bits.
"""

from dpzoo.witnesses.prelude import *


@decides(
    "privacy-at-risk/does_not_imply/bounded-dp approximate-dp",
    "typical-stability-two-outputs weak-dp/does_not_imply/approximate-dp",
    "smoothed-dp/does_not_imply/approximate-dp weak-bayesian-dp",
    "partially-private-pufferfish/does_not_imply/pufferfish-privacy",
    "predictive-dp/does_not_imply/bounded-dp",
)
def records_that_are_drawn_equal(check: Check) -> None:
    data = check.show("the dataset", deterministic(complete_domain("tu", 2), lambda d: d))
    check.least("privacy-at-risk", data, 0, "prior on t", prior={"t": F(1)}, epsilon=0)
    for D in data.datasets:
        check.least(
            "typical-stability-two-outputs",
            data,
            0,
            f"prior on {show_dataset(D)}, γ = ε = 0",
            Theta=[Prior.of({D: F(1)})],
            gamma=0,
            epsilon=0,
        )
    check.least("bounded-dp", data, INFINITY)
    check.least("approximate-dp", data, 1, epsilon="inf")

    others = deterministic(complete_domain("tuv", 3), lambda d: d if len(d) - d.count("t") > 1 else ())
    check.least("smoothed-dp", others, 0, "of data with two records other than t, Θ on t", Theta=[{"t": F(1)}], epsilon=0)
    check.least("approximate-dp", others, 1, epsilon="inf")
    check.least("weak-bayesian-dp", others, 1, "prior on u and v", prior={"u": F(1, 2), "v": F(1, 2)}, epsilon="inf")

    D, E = (1, "t"), (2, "u")  # the first entry is the public value z
    public = deterministic([D, E], lambda d: d)
    check.least(
        "partially-private-pufferfish",
        public,
        0,
        "a point mass for each z",
        Theta=[Prior.of({x: F(1)}) for x in (D, E)],
        Phi=[([D], [E])],
    )
    check.least(
        "pufferfish-privacy", public, INFINITY, "the uniform prior", Theta=[Prior.of({D: F(1, 2), E: F(1, 2)})], Phi=[([D], [E])]
    )

    below = deterministic(complete_domain([0, 1, 2, 3], 2), lambda d: len(d) == 1 and d[0] < 2)
    four = {i: F(1, 4) for i in range(4)}
    check.least("predictive-dp", below, 0, "of whether the record is in {0, 1}", prior=four, gamma=F(1, 2))
    check.least("bounded-dp", below, INFINITY)

    parity = deterministic(complete_domain([0, 1], 3), lambda d: sum(d) % 2 if len(d) > 1 else 0)
    check.least("weak-dp", parity, 0, "of the parity, a fair bit", prior={0: F(1, 2), 1: F(1, 2)})
    check.least("approximate-dp", parity, 1, epsilon="inf")
