"""f-DP of neighbours allows anything at distance 2.

A proper q is false at some (a, b). Return 1 with probability a on the empty dataset, (a + b)/2 on datasets of one
record, b on larger ones. Neighbours are within 1/2 in total variation, so f(x) = max(0, 1/2 - x) serves for every
q. The pair of sizes 0 and 2 has the probabilities a and b. Below some rational a, b; for real ones the numbers are
the same.
"""

from dpzoo.witnesses.prelude import *


@decides("f-dp/does_not_imply/abstract-dp", sampled="q")
def f_dp_in_two_steps(check: Check) -> None:
    for a, b in ((F(0), F(1)), (F(1, 3), F(1, 2)), (F(1), F(1, 7))):
        one = {0: a, 1: (a + b) / 2, 2: b}
        M = from_function(complete_domain("t", 3), lambda d, p=one: {1: p[min(len(d), 2)], 0: 1 - p[min(len(d), 2)]})
        found = notions["f-dp"].holds(M, f=[(0, F(1, 2)), (F(1, 2), 0), (1, 0)])
        check.true(f"a = {a}, b = {b}: f-dp with f(x) = max(0, 1/2 - x)", found)
        found = notions["abstract-dp"].holds(M, R=[((), ("t", "t"))], q=lambda x, y, a=a, b=b: (x, y) != (a, b))
        check.false("abstract-dp fails for a q that is false at (a, b)", found)
    check.show("M, for the last a and b", M)
    check.therefore_not("f-DP with this f excludes one of these pairs of probabilities")
