"""Ten answers cost less than ten times ε, if a small δ is allowed.

Claim    The formula ε₁ + ε₂ of sequential composition is not tight, especially when many mechanisms are composed.
Verdict  true if a δ is allowed for; false of pure ε, where randomised response attains the sum.

Ten runs of randomised response with ε = ln 3: only ten equal answers have the loss 10 ln 3, and they are rare. The number
of answers YES decides, a binomial variable with chance 3/4 or 1/4.
"""

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.BOUND, errata=["thesis-basic-composition-not-tight"])
def basic_composition_is_loose(check: Check) -> None:
    def binomial(chance: F) -> list[F]:
        return [comb(10, k) * chance**k * (1 - chance) ** (10 - k) for k in range(11)]

    m = from_rows({("YES",): binomial(F(3, 4)), ("NO",): binomial(F(1, 4))})
    check.show("M: the number of YES in ten answers", m)
    bounded_dp = notions["bounded-dp"]
    check.equal("pure ε: 10 ln 3", bounded_dp.tightest(m), log_of(3**10))

    def delta(times: int) -> Real:
        return real(hockey_stick(m.row(("YES",)), m.row(("NO",)), F(3) ** times))

    check.equal("δ at half of it, 5 ln 3 (0.4246)", delta(5), F(445176, 2**20))
    check.equal("δ at 8 ln 3", delta(8), F(3**10 - 3**8, 4**10))
    check.less("so (8 ln 3, 0.0501) is reached, with the factor e^ε nine times smaller", delta(8), F(501, 10_000))
    check.equal("δ at 10 ln 3", delta(10), 0)
    check.refutes(
        "the sum ε₁ + … + ε₁₀ is not tight as a pure ε for ten randomised responses",
        bounded_dp.holds(m, epsilon=log_of(3**10 - 1)),
    )
