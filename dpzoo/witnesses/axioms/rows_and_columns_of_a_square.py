"""The row and the column of a cell: each leaves a choice, both together none.

Verdict  false: the row lets a guess be right with probability 1/m, and so does the column; both tell the cell. And the row is
         told with certainty.

The only record is uniform on the m² cells of a square, and only the true cell counts as a reconstruction.
"""

from dpzoo.witnesses.prelude import *


@decides(
    "reconstruction-robustness pac-privacy narcissus-resiliency/composition",
    "reconstruction-robustness/does_not_imply/bounded-dp approximate-dp",
    "pac-privacy narcissus-resiliency/does_not_imply/approximate-dp",
    kind=Kind.COMPOSITION,
)
def rows_and_columns_of_a_square(check: Check) -> None:
    for m in (2, 4):
        cells = [(c,) for c in itertools.product(range(m), repeat=2)]
        row = deterministic(cells, lambda d: d[0][0])
        column = deterministic(cells, lambda d: d[0][1])
        both = row.compose(column)
        check.show(f"the row, m = {m}", row)
        law = Prior.of({d: F(1, m * m) for d in cells})
        record = {"prior": {d[0]: F(1, m * m) for d in cells}, "rho": [(d[0], d[0]) for d in cells]}
        whole = {"theta": law, "rho": [(d, d) for d in cells]}
        family = {"Theta": [law], "rho": whole["rho"]}
        for name, M, share in (("row", row, F(1, m)), ("column", column, F(1, m)), ("both", both, F(1))):
            found = notions["reconstruction-robustness"].tightest(M, **record)
            check.equal(f"m = {m}, {name}: γ of reconstruction-robustness", found, share)
            check.equal(f"m = {m}, {name}: δ of pac-privacy", notions["pac-privacy"].tightest(M, **whole), 1 - share)
            found = notions["narcissus-resiliency"].tightest(M, epsilon=0, **family)
            check.equal(f"m = {m}, {name}: δ of narcissus-resiliency at ε = 0", found, share - F(1, m * m))
            found = notions["narcissus-resiliency"].tightest(M, delta=0, **family)
            check.equal(f"m = {m}, {name}: ε of narcissus-resiliency at δ = 0", found, real(share * m * m).log())
        check.least("approximate-dp", row, 1, "of the row", epsilon="inf")
        check.least("bounded-dp", row, INFINITY, "of the row")
    check.therefore_not("two small chances to reconstruct leave a small one together, or a small chance is indistinguishability")
