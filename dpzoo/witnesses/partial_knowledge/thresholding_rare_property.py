"""Thresholding the count of a rare property.

Claim    n independent bits with pᵢ < p, no background knowledge, r = p(n−1)/((1−p)T) < 1, and f the binomial
         probability. The count, hidden if it is at most T, satisfies APKDP with δ = f(T, n−1, p)/(1−r) and ε = −ln(1
         − δ).
Verdict  true in every case tried. In the proof, the line that prints 1 − p in place of 1 − r is false.

If the count is hidden the loss is at most ln of Pr[S ≤ T]/Pr[S ≤ T−1] < −ln(1 − Pr[S ≥ T]), and it is shown with
probability at most Pr[S ≥ T], which a geometric series bounds (Lemma 1). Smaller pᵢ make S smaller.
"""

from scipy.special import gammaln

from dpzoo.witnesses.prelude import *


def hidden(others: np.ndarray, threshold: int) -> list[np.ndarray]:
    """The distributions of the output given D(i) = 0 and 1, from that of the others' count; the first entry is ⊥."""
    counts = [np.append(others, 0.0), np.insert(others, 0, 0.0)]
    return [np.insert(law[threshold + 1 :], 0, law[: threshold + 1].sum()) for law in counts]


def printed(n: int, p: float, threshold: int) -> float:
    """δ = f(T, n-1, p)/(1-r)."""
    r = p * (n - 1) / ((1 - p) * threshold)
    log_f = (
        gammaln(n)
        - gammaln(threshold + 1)
        - gammaln(n - threshold)
        + threshold * math.log(p)
        + (n - 1 - threshold) * math.log(1 - p)
    )
    return math.exp(log_f) / (1 - r)


@decides(kind=Kind.BOUND, errata=["thesis-theorem4-proof-symbol"], sampled="n, p, T")
def thresholding_rare_property(check: Check) -> None:
    generator = np.random.default_rng(4)
    cases, worst = 0, 0.0
    for n in (50, 200, 1000):
        for p in (0.001, 0.005, 0.02):
            equal = np.array([1.0])
            unequal = np.array([1.0])
            for bias in p * generator.random(n - 1):
                equal, unequal = np.convolve(equal, [1 - p, p]), np.convolve(unequal, [1 - bias, bias])
            for T in (1, 2, 5, 10, 21, 25, 30):
                if p * (n - 1) >= (1 - p) * T or not 1e-9 < (delta := printed(n, p, T)) < 1:  # floats end there
                    continue
                for others in (equal, unequal):
                    no, yes = hidden(others, T)
                    exact = max(float(hockey_stick(a, b, 1 / (1 - delta))) for a, b in ((no, yes), (yes, no)))
                    cases, worst = cases + 1, max(worst, exact / delta)
    check.show("cases with r < 1 and 10⁻⁹ < δ < 1", cases)
    check.at_most(f"{cases} cases, equal and unequal pᵢ: exact δ at the printed ε, over the printed δ", worst, 1.0)
    n, p, T = 1000, 0.02, 25
    f = printed(n, p, T) * (1 - p * (n - 1) / ((1 - p) * T))
    log_f = [gammaln(n) - gammaln(s + 1) - gammaln(n - s) + s * math.log(p) + (n - 1 - s) * math.log(1 - p) for s in range(T + 1)]
    loss = math.log(sum(map(math.exp, log_f)) / sum(map(math.exp, log_f[:T])))
    check.greater(
        "n = 1000, p = .02, T = 25: the loss of ⊥, against -ln(1 - f/(1-p)) of the proof", loss, -math.log(1 - f / (1 - p))
    )
    check.less("… and against -ln(1 - f/(1-r)), as the theorem prints it", loss, -math.log(1 - printed(n, p, T)))
    check.confirms("Theorem 4 without background knowledge bounds the exact δ in every case tried", worst <= 1, numeric=True)
