"""Noise on one number covers small moves, and a coin covers all moves but not in proportion.

Take the first number (the weight of one edge, or the first coordinate of the first location, with r = 1), round it
down, add Z with Pr[Z = z] ∝ e^{-ε|z|} (below e^ε = 2), and clamp to 0, …, m; a fixed symbol if there is none. A move
by at most 1 changes the rounded number by at most 1, hence the law by at most ε; rounding makes whole numbers 0, …, m
show all laws. From 0 to m the loss is mε, which exceeds every bound. The other mechanism tells by randomised response
on which side of a line the first location is: the loss is ε for any two datasets, but for locations at distance 2s on
both sides geo-indistinguishability needs a level of ε/(2s), which exceeds every bound as s → 0.
"""

from dpzoo.witnesses.prelude import *
from dpzoo.witnesses.separations._noise_for_one_step import noisy


@decides(
    "l1-weighted-dp/does_not_imply/bounded-dp",
    "location-privacy-eg16/does_not_imply/bounded-dp geo-indistinguishability",
    sampled={"bounded-dp": "m", "geo-indistinguishability": "s"},
)
def noise_that_covers_one_small_move(check: Check) -> None:
    ln2 = real(2).log()
    for m in (2, 5, 10):
        edge = from_function([(("weight", "u", "v", w),) for w in range(m + 1)], lambda d, m=m: noisy(d[0][3], m, 2))
        check.least("l1-weighted-dp", edge, ln2, f"weights up to {m}")
        check.least("bounded-dp", edge, m * ln2)
        chain = [(), *[((x, 0),) for x in range(m + 1)]]
        place = from_function(chain, lambda d, m=m: noisy(d[0][0], m, 2) if d else {"none": F(1)})
        check.least("location-privacy-eg16", place, ln2, f"coordinates up to {m}, r = 1", r=1)
        check.least("bounded-dp", place, m * ln2)
    check.show("noise on the first coordinate, for the last m", place)
    for s in (F(1, 2), F(1, 20), F(1, 2000)):
        sides = from_function(
            [((-s, 0),), ((s, 0),)], lambda d: {True: F(2, 3), False: F(1, 3)} if d[0][0] > 0 else {True: F(1, 3), False: F(2, 3)}
        )
        check.least("location-privacy-eg16", sides, ln2, f"sides, s = {s}, r = 1", r=1)
        found = notions["geo-indistinguishability"].tightest(sides)
        check.at_least("geo-indistinguishability: the least ε (ln 2 > 69/100)", found, F(69, 100) / (2 * s))
    check.therefore_not("these mechanisms satisfy bounded DP, or geo-indistinguishability, at one level for all m and s")
