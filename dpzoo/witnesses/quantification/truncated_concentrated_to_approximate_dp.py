"""From truncated concentrated to approximate DP, in two branches.

Claim      (ρ, ω)-truncated concentrated DP [BDRS18] implies (ε̂, δ)-DP with ε̂ = ρ + 2√(ρ ln 1/ρ) if ln 1/δ ≤ (ω-1)²ρ, and ε̂
           = ρω + ln(1/δ)/(ω-1) otherwise.
Verdict    the second branch is true; the first is misprinted (see the witness truncated-concentrated-printed-branch).

At the order α Markov's inequality gives Pr[L > ε] ≤ e^((α-1)(ρα - ε)), which is δ for ε = ρα + ln(1/δ)/(α-1). The best α is 1
+ √(ln(1/δ)/ρ), or ω if that is smaller. For three mechanisms, one of them with a rare large loss, the least ρ at ω is enclosed
and rounded upwards, and δ(ε̂) compared with δ.
"""

from dpzoo.witnesses.prelude import *


@decides(
    "truncated-codp-bdrs18/stronger_than/approximate-dp",
    kind=Kind.IMPLICATION,
    errata=["sok-section33-tcdp-conversion"],
    sampled={"truncated-codp-bdrs18/stronger_than/approximate-dp": "ρ, ω, δ"},
)
def truncated_concentrated_to_approximate_dp(check: Check) -> None:
    def corrected(rho: Real, omega: F, delta: F) -> Real:
        cost = log_of(1 / delta)
        return rho + 2 * (rho * cost).sqrt() if cost <= (omega - 1) ** 2 * rho else rho * omega + cost / (omega - 1)

    holds, branches, x = True, set(), F(46, 56)
    leak = [F(1, 10), F(9, 10)], [F(1, 10**5), 1 - F(1, 10**5)]  # a rare large loss
    for row, other in (leak, ([x, 1 - x], [1 - x, x]), ([F(1, 3), F(2, 3)], [F(1, 30), F(29, 30)])):
        m = from_rows({(0,): row, (1,): other})
        P, Q = m.row((0,)), m.row((1,))
        for omega in (F(11, 10), F(2), F(10)):
            both = [greatest_excess(a, b, offset=0, slope=None, last=omega) for a, b in ((P, Q), (Q, P))]
            rho_omega = real(F(max(r.bounds[1] for r in both)))  # rounded upwards
            for delta in (F(1, 10), F(1, 100), F(1, 10**4)):
                branches.add(bool(log_of(1 / delta) <= (omega - 1) ** 2 * rho_omega))
                exp_epsilon = corrected(rho_omega, omega, delta).exp()
                holds &= bool(hockey_stick(P, Q, exp_epsilon) <= delta and hockey_stick(Q, P, exp_epsilon) <= delta)
    check.true("both branches occur among three mechanisms, three ω and three δ", branches == {True, False})
    check.true("corrected: the conversion holds for all of them", holds)
    check.confirms("three mechanisms satisfy the conversion at three ω and three δ, the first branch with ln 1/δ", holds)
