"""The exact average of correlated normal records.

Claim      Records are normal around a common mean μ, a fair ±1. The exact average is not NPr, although it satisfies
           DistDP, and CausDP if the new value is bounded; an attacker who knows μ learns little from it.
Verdict    the failure of NPr is true; the rest is false as printed: the loss is unbounded under every one of these
           notions.

Given μ and D(i) = t the average is normal with mean (t + (n−1)μ)/n and variance v = (n−1)σ²/n². Replacing t by t′ > t
shifts it by s = (t′−t)/n, so at the output o the densities differ by exp(s(o−m)/v − s²/(2v)), which exceeds every
bound as o grows. If μ is not known, both sides are mixtures over μ = ±1; their ratio is at least the smallest ratio
of components, which is that of μ = +1.
"""

from dpzoo.blocks.mechanism import Dataset
from dpzoo.witnesses.prelude import *


@decides(
    kind=Kind.SEPARATION, source="Des20, Example 1; Sections 3.1.2.1 and 3.1.2.2", errata=["thesis-example1-gaussian-average"]
)
def noiseless_average_correlated(check: Check) -> None:
    n, sigma = 100, F(1, 10)
    t, t_new = -1, 1
    v = (n - 1) * sigma**2 / n**2
    s = F(t_new - t, n)
    m = F(t + n - 1, n)  # the mean of the average given D(i) = t and μ = +1, the larger of the two
    # Given D(i) = t, μ = ±1 has a weight proportional to e^(±t/σ²): between t = −1 and t′ = 1 weights change by at most e^(2/σ²).
    weights = 2 / sigma**2
    holds = []
    for epsilon in (1, 100, 10_000):
        o = m + v * (2 * epsilon + 2 * weights) / s + s / 2  # an output far to the right
        loss = s * (o - m) / v - s**2 / (2 * v)
        holds.append(loss <= epsilon)
        check.at_least(f"known μ, ε = {epsilon}: loss at an output (CausDP, and NPr by independence)", loss, epsilon)
        check.at_least("… unknown μ, CausDP: the same bound holds for the mixture", loss, epsilon)
        check.at_least("… unknown μ, NPr: the weights of the mixture change too", loss - weights, epsilon)
        check.at_least("… DistDP: two simulated mixtures differ by the weights only", (loss - 2 * weights) / 2, epsilon)

    # The corrected example: four bits around μ, and the count of +1 with two-sided geometric noise (ratio 1/2), clamped to 0…4.
    N = 4

    def noisy_count(d: tuple[object, ...]) -> dict[object, F]:
        count = sum(r == 1 for r in d)
        law: dict[object, F] = {o: F(1, 3) * F(1, 2) ** abs(o - count) for o in range(1, N)}
        return law | {0: F(2, 3) * F(1, 2) ** count, N: F(2, 3) * F(1, 2) ** (N - count)}

    domain = list(itertools.product((-1, 1), repeat=N))
    M = from_function(domain, noisy_count)
    joint: dict[tuple[Dataset, Hashable], F] = {
        (D, mu): F(1, 2) * F(9, 10) ** D.count(mu) * F(1, 10) ** D.count(-mu) for D in domain for mu in (-1, 1)
    }
    knows_mu = Prior(joint, "θ with B = μ")
    unaware = Prior.of({D: joint[D, 1] + joint[D, -1] for D in domain}, "θ")
    check.show("M", M)
    tightest = {k: notions[k] for k in ("noiseless-privacy", "causal-dp", "distributional-dp")}
    npr = tightest["noiseless-privacy"].tightest(M, Theta=[unaware])
    npr_knowing = tightest["noiseless-privacy"].tightest(M, Theta=[knows_mu])
    caus = tightest["causal-dp"].tightest(M, Theta=[unaware])
    check.equal("noisy count of bits, NPr against who does not know μ", npr, real(F(63062, 9419)).log())
    check.equal("NPr against who knows μ: what the noise gives", npr_knowing, real(2).log())
    check.equal("CausDP: what the noise gives", caus, real(2).log())
    check.equal("DistDP: simulated exactly from the other records", tightest["distributional-dp"].tightest(M, Theta=[unaware]), 0)
    check.less("who knows less counts as stronger under NPr", real(2).log(), real(F(63062, 9419)).log())
    check.refutes("the exact average of Example 1 satisfies CausDP, or NPr with μ known, for ε = 1, 100 or 10,000", any(holds))
