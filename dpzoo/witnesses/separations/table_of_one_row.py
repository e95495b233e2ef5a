"""A table of one row hides in a large population.

U holds m ≥ 1/δ people of each of the combinations a and b. M publishes a table with the one row a if the record r is
in the data, and with the one row b otherwise. The row stands for one of m people, so 1/m-presence holds. Its class
has one row, and whether r is in the data is told with certainty. This works for every δ > 0.
"""

from dpzoo.witnesses.prelude import *


@decides("delta-presence/does_not_imply/k-anonymity approximate-dp")
def table_of_one_row(check: Check) -> None:
    M = check.show("M", deterministic(complete_domain("rs", 2), lambda d: (("a",),) if "r" in d else (("b",),)))
    for m in (2, 10, 1000):
        check.least("delta-presence", M, F(1, m), f"{m} people of each combination", Q=[0], U=[("a",)] * m + [("b",)] * m)
        check.least(
            "delta-presence",
            M.restrict([("r",)]),
            F(1, m),
            f"{m} people of one combination, the table of a",
            Q=[0],
            U=[("a",)] * m,
        )
    for D in (M, M.restrict([("r",)])):
        check.least("k-anonymity", D, 1, Q=[0])
    check.every_level("k-anonymity", "only k ≥ 2 is proper")
    check.least("approximate-dp", M, 1, epsilon="inf")
