"""Capacity bounded DP may look away from the data.

M returns (0, D). Functions of the first coordinate see a constant h, for which h - f*(h) = h - exp(h - 1) ≤ 0, so
every difference is at most 0 (some functions are tried below). The Kullback–Leibler divergence between any two
datasets is infinite. The notions below are violated with certainty, at each of their proper values.
"""

from dpzoo.witnesses.prelude import *


@decides("capacity-bounded-dp/does_not_imply/extended-divergence-dp")
def capacity_of_the_first_coordinate(check: Check) -> None:
    M = check.show("M", deterministic(complete_domain("tu", 2), lambda d: (0, d)))
    outputs: Any = M.outputs
    first = [{o: c * (o[0] == a) for o in outputs} for a in (0, 1) for c in (-3, 1, 100)]
    check.least("capacity-bounded-dp", M, at="functions of the first coordinate", at_most=0, f="kl", H=first)
    ext = notions["extended-divergence-dp"]
    asked = [ext.tightest(M, f="kl", d={pair: 1}) for pair in permutations(M.datasets, 2)]
    text = "extended-divergence-dp: the divergence is infinite on every ordered pair"
    check.true(text, all(t.value.infinite for t in asked), of=asked)
    check.every_level("extended-divergence-dp", "an infinite divergence is no multiple of a finite d")
