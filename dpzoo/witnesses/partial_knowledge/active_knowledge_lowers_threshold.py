"""An active attacker lowers the threshold by the number of records they control.

Claim    With background knowledge of |B| ≤ T records, the T-thresholded count of n records is (ε, δ)-APKDP iff the
         (T−|B|)-thresholded count of n − |B| records, without background knowledge, is (ε, δ)-PPKDP.
Verdict  true: the two δ agree exactly, and the worst knowledge is all ones.
Source   Desfontaines 2020, Proposition 28.

Given b known ones the output is that of the other records with threshold T − b, shifted by b. A higher threshold is a
post-processing of a lower one (it hides more), so δ grows with b, and b = |B| is the worst. (The printed proof leaves
out this last step.)
"""

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.EQUIVALENCE, sampled="n, T, p")
def active_knowledge_lowers_threshold(check: Check) -> None:
    n, p, T = 20, F(1, 5), 8

    def delta(n: int, threshold: int, b: int, known: int, exp_epsilon: F) -> F:
        """The larger of the two orders' δ, of the thresholded count of n records, given b ones among the known ones."""
        laws = {t: [F(0)] * (n + 1) for t in (0, 1)}
        rest = n - known - 1
        for t in (0, 1):
            for s in range(rest + 1):
                count = b + t + s
                laws[t][count if count > threshold else 0] += (
                    comb(rest, s) * p**s * (1 - p) ** (rest - s)
                )  # 0 stands for ⊥ (threshold ≥ 0)
        no, yes = (np.array(laws[t], dtype=object) for t in (0, 1))
        return max(F(d.rational) for d in (hockey_stick(no, yes, exp_epsilon), hockey_stick(yes, no, exp_epsilon)))

    equal = []
    for known in (1, 4, 8):
        for exp_epsilon in (F(1), F(5, 4), F(2), F(10)):
            by_b = [delta(n, T, b, known, exp_epsilon) for b in range(known + 1)]
            lowered = delta(n - known, T - known, 0, 0, exp_epsilon)
            equal.append(max(by_b) == lowered)
            check.equal(
                f"|B| = {known}, e^ε = {exp_epsilon}: active δ, against threshold {T - known} and {n - known} records",
                max(by_b),
                lowered,
            )
            check.true("… δ does not fall as b grows", by_b == sorted(by_b))
        check.show(f"|B| = {known}, e^ε = 10: δ by b", [f"{float(d):.3g}" for d in by_b])
    check.confirms(
        "the active δ of the thresholded count is that of the threshold lowered by |B|, in every case tried", all(equal)
    )
