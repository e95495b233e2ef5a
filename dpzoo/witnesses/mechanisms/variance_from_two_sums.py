"""A sum of squares minus a squared sum is no variance.

Verdict  false: the values 1, 2, 3 have the variance 2/3.

The formula without noise.
"""

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.BOUND, errata=["thesis-anon-var"])
def variance_from_two_sums(check: Check) -> None:
    column = [F(1), F(2), F(3)]
    squares, total, n = sum(x * x for x in column), sum(column), len(column)
    check.equal("the variance, by its definition", F(2, 3), sum((x - total / n) ** 2 for x in column) / n)
    check.equal("as printed, with a square", squares - total**2, -22)
    check.equal("as printed, if the superscript is a footnote", squares - total, 8)
    check.equal("with means", squares / n - (total / n) ** 2, F(2, 3))
    check.therefore_not("the printed formula gives the variance")
