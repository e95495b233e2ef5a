"""From zero- to mean-concentrated DP: the spread is not of the order √(ξ + 2ρ).

Verdict    false as printed, if the constant is to serve all parameters: a family of K-DP mechanisms needs τ ≥ K/2.

P = (½, ½) and Q = (½e^(-K), 1 - ½e^(-K)) have the losses K and -ln(2 - e^(-K)), so the pair is (K, 0)-zero-concentrated DP.
Under P the loss takes both values with probability ½: its standard deviation, which τ never undercuts, is at least K/2. Hence
τ/√(ξ + 2ρ) ≥ √K/2, above every constant. The sample: e^K = 2^n.
"""

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.ERRATUM, errata=["sok-section33-zcdp-to-mcdp"])
def zero_to_mean_concentrated(check: Check) -> None:
    e, proved = real(1).exp(), True
    for n in (2, 16, 64):
        half, small, K = F(1, 2), F(1, 2 ** (n + 1)), log_of(2**n)
        m = from_rows({(0,): [small, 1 - small], (1,): [half, half]})
        P, Q = m.row((1,)), m.row((0,))
        check.equal(
            f"e^K = 2^{n}: the largest loss, so ξ = K and ρ = 0", greatest([max_divergence(P, Q), max_divergence(Q, P)]), K
        )
        deviation = (K + log_of(2 * (1 - small))) / 2  # half the distance of the two losses under P
        check.at_least(f"e^K = 2^{n}: the standard deviation of the loss against K/2", deviation, K / 2)
        needed = greatest([subgaussian_variance(P, Q), subgaussian_variance(Q, P)])
        check.at_least(f"e^K = 2^{n}: τ²/(ξ + 2ρ) against 99.9 % of K/4", needed / K, K / 4 * F(999, 1000))
        check.at_most(f"e^K = 2^{n}: corrected, τ² against 2(e-1) max(v, v²)", needed, 2 * (e - 1) * greatest([K, K * K]))
        proved &= deviation >= K / 2
    check.refutes("τ ≤ C √(ξ + 2ρ) with C = 3 for all members of the family", not (proved and log_of(2**64) / 4 > 9))
