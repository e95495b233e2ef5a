"""Two halves of the values that meet in one: pointwise maximal leakage and persuasive privacy do not compose.

Verdict  false: of two mechanisms with ε = ln 2 both together have ε = ln(2m), for every m; and so it is with κ, at any δ.

The record is uniform on 2m values; M₁ and M₂ say whether it is in A, and in B, two sets of m values with one in common.
"""

from dpzoo.witnesses.prelude import *


@decides("pointwise-maximal-leakage persuasive-privacy/composition")
def sets_that_meet_in_one_record(check: Check) -> None:
    notion = notions["pointwise-maximal-leakage"]
    for m in (3, 8, 20):
        values = [(t,) for t in range(2 * m)]
        law = {t: F(1, 2 * m) for (t,) in values}
        M1 = deterministic(values, lambda d, m=m: d[0] < m)
        M2 = deterministic(values, lambda d, m=m: d[0] >= m - 1 and d[0] != 2 * m - 1)
        for name, M in (("M₁", M1), ("M₂", M2)):
            if m == 3:
                check.show(name, M)
            check.equal(f"m = {m}: ε of {name}", notion.tightest(M, Theta=[law]), real(2).log())
        both = notion.tightest(M1.compose(M2), Theta=[law])
        check.equal(f"m = {m}: ε of both is ln(2m)", both, real(2 * m).log())
        score, given = notions["persuasive-privacy"], {"Theta": [Prior.of({d: F(1, 2 * m) for d in values})], "delta": F(9, 10)}
        for name, M in (("M₁", M1), ("M₂", M2)):
            check.equal(f"m = {m}: κ of {name} at δ = 9/10", score.tightest(M, **given), real(2).log())
        check.equal(f"m = {m}: κ of both is ln(2m)", score.tightest(M1.compose(M2), **given), real(2 * m).log())
    check.therefore_not("ε of both is bounded by a function of ε of each")
