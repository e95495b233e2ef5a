"""With the smaller group's average known, the attack uses the wrong number of people.

Verdict  false where Q₂ is known: the noise is then ν/(n + 1) under secret 1 (Algorithm 2, line 25), not ν/(n − 1).

A group of n = 1 besides the target, |a − Q₂| = a_max and e^(−ε/3) = 1/2. Then d is half the range and n − 1 = 0, so that the
printed rule compares pdf(0) with pdf(ΔM): it always guesses 1.
"""

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.ERRATUM, errata=["ashena-algorithm1-sizes"])
def sizes_of_the_known_average(check: Check) -> None:
    n, z = 1, F(1, 2)  # e^(−ε/3)
    d = F(1, n + 1)  # a_max = |a − Q₂| = 1

    def above(x: F) -> F:
        """Pr[ν > x] for ν ~ Lap(1/ε) and x a multiple of 1/3."""
        assert (3 * x).denominator == 1
        tail: F = z ** int(abs(3 * x)) / 2
        return tail if x >= 0 else 1 - tail

    # the corrected rule, (n + 1)|m − d| ≤ n|m|, holds between these two
    low, high = (n + 1) * d / (2 * n + 1), (n + 1) * d
    for m in (low, high):
        check.equal(f"(n + 1)|m − d| at m = {m}", (n + 1) * abs(m - d), n * abs(m))
    right_0 = 1 - (above(n * low) - above(n * high))
    right_1 = above((n + 1) * (low - d)) - above((n + 1) * (high - d))
    corrected = (right_0 + right_1) / 2
    check.equal("success of the corrected rule: 1 − ½e^(−ε/3)", corrected, 1 - z / 2)
    differences = [F(k, 10) for k in range(-50, 51)]
    ones = sum(abs((n - 1) * (m - d)) <= abs(n * m) for m in differences)
    check.equal("differences at which the printed rule guesses 1", ones, len(differences))
    printed = F(1, 2)  # always the same guess about a fair coin
    check.refutes("Algorithm 1 guesses as well with Q₂ known as it could", printed >= corrected)
