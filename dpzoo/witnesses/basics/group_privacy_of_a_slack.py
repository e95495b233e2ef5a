"""What a slack δ grows to over k records.

Verdict  false: a mechanism attains δ (e^(kε) - 1)/(e^ε - 1), which is more for ε < 1.

M answers YES with probability p_n on n records, where p_0 = 0 and p_(n+1) = e^ε p_n + δ. Take e^ε = 11/10, δ = 1/100.
For ε < 1 and k = 3 the printed factor k ε^((k-1)ε) is below k = 3.
"""

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.BOUND, errata=["boenisch-group-privacy-delta"])
def group_privacy_of_a_slack(check: Check) -> None:
    factor, delta = F(11, 10), F(1, 100)
    chance = [F(0)]
    for _ in range(3):
        chance.append(factor * chance[-1] + delta)
    M = from_rows({("x",) * n: [p, 1 - p] for n, p in enumerate(chance)})
    check.show("M: YES or NO on 0 to 3 records", M)
    approximate: object = notions["approximate-dp"]
    check.equal("the least δ at e^ε = 11/10", approximate.tightest(M, epsilon="log(11/10)"), delta)  # type: ignore[attr-defined]
    attained = hockey_stick(M.row(("x",) * 3), M.row(()), factor**3)
    check.equal("δ between 3 records and none, at 3ε: (1 + 11/10 + 121/100) δ", attained, F(331, 100) * delta)
    check.less("the printed bound is below 3δ, and that is below what is attained", 3 * delta, attained)
    check.therefore_not("the printed factor bounds δ for groups of three")
