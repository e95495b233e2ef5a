"""A thresholded count is not reducible.

Claim    It does not hold in general that knowing k of n records is like knowing none of n − k: for counts with
         thresholding it fails.
Verdict  true: with 20 unknown voters, p = 3/10, ε = 3/10 and T = 12 the δ given b known Yes votes runs from .0034 to
         .0846.
Source   Desfontaines 2020, Remark 2 and Example 7.

Every known Yes vote lowers the threshold for the unknown ones by one; a threshold near the likely counts hides less
of them. An active attacker has the δ of the worst b, a passive one a mean.
"""

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.SEPARATION)
def thresholded_count_is_not_reducible(check: Check) -> None:
    unknown, known, p, T = 20, 5, F(3, 10), 12
    e = real(F(3, 10)).exp()
    delta: list[Real] = []
    for b in range(known + 1):
        laws = {t: [F(0)] * (unknown + known + 2) for t in (0, 1)}
        for t in (0, 1):
            for s in range(unknown + 1):
                count = b + t + s
                laws[t][count if count > T else 0] += comb(unknown, s) * p**s * (1 - p) ** (unknown - s)  # 0 stands for ⊥
        no, yes = (np.array(laws[t], dtype=object) for t in (0, 1))
        delta.append(greatest([hockey_stick(no, yes, e), hockey_stick(yes, no, e)]))
    check.show("δ by b", [f"{float(d):.4f}" for d in delta])
    check.greater("b = 0: δ, from below", delta[0], F(335, 10**5))
    check.less("… from above", delta[0], F(345, 10**5))
    check.greater("b = 5: δ, from below", delta[5], F(8455, 10**5))
    check.less("… from above", delta[5], F(8465, 10**5))
    for b in range(known):
        check.less(f"a fake vote more is worse: b = {b} against {b + 1}", delta[b], delta[b + 1])
    passive = sum((real(comb(known, b) * p**b * (1 - p) ** (known - b)) * d for b, d in enumerate(delta)), real(0))
    check.less("even the passive attacker's δ is at most a mean, below the active one's", passive, delta[known])
    check.refutes("for the thresholded count all values of the knowledge are equivalent", bool(delta[0] >= delta[known]))
