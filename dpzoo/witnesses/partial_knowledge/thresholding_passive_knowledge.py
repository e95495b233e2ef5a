"""Thresholding against an attacker who passively knows some records.

Claim    The attacker knows |B| of n independent bits with pᵢ < p; choose b_max with r_b = p|B|/((1−p)b_max) < 1 and
         r′ = p(n−|B|−1)/((1−p)(T−b_max)) < 1. The count, hidden if it is at most T, satisfies PPKDP with ε = −ln(1 −
         g) and δ = f(b_max, |B|, p)/(1−r_b) + g, where g = f(T−b_max, n−|B|−1, p)/(1−r′).
Verdict  true in the cases tried, e.g. 2.5·10⁻⁵ ≤ .0061.
Source   Desfontaines 2020, Theorem 4, second part.

Many known ones are rare, and cost the first term; if there are fewer than b_max, the threshold that is left is T −
b_max, and the first part of the theorem applies.
"""

from dpzoo.witnesses.prelude import *


def f(s: int, n: int, p: float) -> float:
    """The binomial probability."""
    return math.comb(n, s) * p**s * (1 - p) ** (n - s)


@decides(kind=Kind.BOUND, sampled="n, p, T")
def thresholding_passive_knowledge(check: Check) -> None:
    ratios = []
    for n, p, T, known, b_max in ((60, 0.05, 12, 20, 5), (100, 0.01, 6, 30, 3), (200, 0.02, 20, 50, 8)):
        rest = n - known - 1
        r_b, r = p * known / ((1 - p) * b_max), p * rest / ((1 - p) * (T - b_max))
        check.less(f"{(n, p, T, known, b_max)}: r_b and r′ are below 1", max(r_b, r), 1.0)
        g = f(T - b_max, rest, p) / (1 - r)
        printed = f(b_max, known, p) / (1 - r_b) + g
        exact = {0: 0.0, 1: 0.0}
        for b in range(known + 1):
            counts = np.zeros((2, n + 1))
            for s in range(rest + 1):
                for t in (0, 1):
                    counts[t, b + t + s] += f(s, rest, p)
            laws = [np.insert(law[T + 1 :], 0, law[: T + 1].sum()) for law in counts]
            for t in (0, 1):
                exact[t] += f(b, known, p) * float(hockey_stick(laws[t], laws[1 - t], 1 / (1 - g)))
        check.at_most(f"… exact δ at ε = {-math.log(1 - g):.3g}", max(exact.values()), printed)
        ratios.append(max(exact.values()) / printed)
        if n == 60:
            check.equal("… the exact δ, in units of 10⁻⁵", max(exact.values()) * 1e5, 2.5, tolerance=0.05)
            check.equal("… the printed δ", printed, 0.0061, tolerance=5e-5)
    check.confirms("Theorem 4 with passive knowledge bounds the exact δ in the three settings", max(ratios) <= 1, numeric=True)
