"""Generalising the ages of Table 2.13 lowers the δ-presence ratio to 1/4.

Verdict  false as printed, for two reasons: five records at 30-39 do not come from Table 2.13 and have the ratio 5/10; and
         with the range 10-39 that the text names, the ratio is 1/4 exactly, which is not smaller than δ = 1/4.

The text says of Table 2.15 that it "had δ = 1"; with the strict inequality it does not satisfy 1-presence either, since its
ratio 1 is not smaller than 1.
"""

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.BOUND, errata=["thesis-table216-presence"])
def presence_by_generalising(check: Check) -> None:
    ages = [10, 12, 13, 13, 16, 43]
    population = {(10, 19): 5, (20, 29): 5, (30, 39): 10, (40, 49): 10, (50, 59): 20, (60, 120): 15}
    check.show("Table 2.13 (ages)", ages)
    check.show("Table 2.14 (people by age)", population)

    def people(low: int, high: int) -> int:
        return sum(n for (a, b), n in population.items() if low <= a and b <= high)

    printed = F(5, people(30, 39))
    check.equal("records of Table 2.13 that the printed range 30-39 covers", sum(30 <= a <= 39 for a in ages), 0)
    check.equal("ratio of five records at 30-39, as printed", printed, F(1, 2))
    meant = F(sum(10 <= a <= 39 for a in ages), people(10, 39))
    check.equal("ratio at 10-39: 5/(5+5+10), as the text computes", meant, F(1, 4))
    check.equal("ratio at 40-49", F(sum(40 <= a <= 49 for a in ages), people(40, 49)), F(1, 10))
    check.true("10-39 satisfies 0.25-presence with ≤", meant <= F(1, 4))
    check.true("10-39 does not satisfy it with <", not meant < F(1, 4))
    check.refutes("Table 2.16 as printed satisfies 0.25-presence", printed < F(1, 4))
