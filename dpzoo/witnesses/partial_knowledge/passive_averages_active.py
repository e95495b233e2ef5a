"""The passive bound is the average of the active ones.

Claim      With m(O, B̂) = max(0, 1 − e^(−L)), the quantity bounded by PPKDP is the mean, over the knowledge B given
           D(i) = t, of the quantity bounded by APKDP. So active is stronger than passive, with the same ε and δ.
Verdict    the mean is right; the m as printed has no ε in it and is not what the definitions bound, except at ε = 0.

The count of 14 voters is shown if it is above 3; the attacker knows 4 votes, b of them Yes; the target is one of the
other ten, p = 3/10. Directly: draw the knowledge and the output given D(i) = 1 and average m. As a mean: compute the
hockey-stick divergence for every b, and weigh.
"""

from dpzoo.numbers.real import compare
from dpzoo.witnesses.prelude import *


@decides(
    "active-partial-knowledge-dp/stronger_than/passive-partial-knowledge-dp",
    kind=Kind.IMPLICATION,
    errata=["thesis-theorem1-epsilon-lost"],
    sampled="n, p, T, ε",
)
def passive_averages_active(check: Check) -> None:
    n, T, known, p = 14, 3, 4, F(3, 10)
    bottom = -1  # stands for ⊥
    pr_b = [comb(known, b) * p**b * (1 - p) ** (known - b) for b in range(known + 1)]
    law: dict[tuple[int, int], dict[int, F]] = {}  # (t, b) -> the distribution of the output
    for t in (0, 1):
        for b in range(known + 1):
            row = dict.fromkeys([bottom, *range(n + 1)], F(0))
            for s in range(n - known):
                count = b + t + s
                row[count if count > T else bottom] += comb(n - known - 1, s) * p**s * (1 - p) ** (n - known - 1 - s)
            law[t, b] = row
    check.show("Pr[b]", pr_b)

    def directly(t: int, exp_epsilon: Real) -> Real:
        """E[max(0, 1 - e^(ε-L(O, B)))] with (B, O) drawn together, given D(i) = t."""
        total = real(0)
        for b in range(known + 1):
            for o, chance in law[t, b].items():
                other = law[1 - t, b][o]
                if chance and compare(real(chance), exp_epsilon * other) == 1:
                    total += real(pr_b[b]) * (real(chance) - exp_epsilon * other)
        return total

    laws = {key: np.array(list(row.values()), dtype=object) for key, row in law.items()}

    def apk(t: int, exp_epsilon: Real) -> list[Real]:
        return [hockey_stick(laws[t, b], laws[1 - t, b], exp_epsilon) for b in range(known + 1)]

    def mean(quantities: list[Real]) -> Real:
        return sum((real(w) * a for w, a in zip(pr_b, quantities, strict=True)), real(0))

    e_fifth = real(F(1, 5)).exp()
    yes, no = mean(apk(1, e_fifth)), mean(apk(0, e_fifth))
    for t, quantity, digits in ((1, yes, F(20697, 10**5)), (0, no, F(20924, 10**5))):
        check.show(f"APK by b, D(i) = {t}, ε = 1/5", [f"{float(a):.5f}" for a in apk(t, e_fifth)])
        check.at_least(f"ε = 1/5, D(i) = {t}: the mean of APK over b, from below", quantity, digits)
        check.at_most("… from above", quantity, digits + F(1, 10**5))
        check.at_most("… PPK directly minus that mean", directly(t, e_fifth) - quantity, F(1, 10**12))
        check.at_least("… from below", directly(t, e_fifth) - quantity, F(-1, 10**12))
        fraction = real(F(5, 4))
        check.equal("… at e^ε = 5/4 the two ways agree exactly", directly(t, fraction), mean(apk(t, fraction)))
    below = no < apk(0, e_fifth)[3]
    check.less("D(i) = 0: PPK is below the worst APK, here that of b = 3", no, apk(0, e_fifth)[3])

    # As printed, without ε, m bounds the statistical distance given B̂, whatever ε is.
    for t, with_epsilon in ((1, yes), (0, no)):
        printed = mean(apk(t, real(1)))
        check.equal(f"m as printed, D(i) = {t}: the two ways agree exactly", directly(t, real(1)), printed)
        check.greater("… on a number larger than the one that (1/5, δ)-PPKDP bounds", printed, with_epsilon)
    check.confirms("at ε = 1/5 the passive δ is the mean of the active ones, and below their maximum", below)
