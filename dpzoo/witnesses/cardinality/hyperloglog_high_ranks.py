"""How likely a user of high rank is among a thousand.

Claim    For n = 1000 there is a 98% chance that some user has ρ ≥ 8; for this user (p = 9) the loss is about 5.
Verdict  the chance is false as printed: it is 99.96%. The 98% belong to ρ ≥ 9, eight leading zeroes. The loss 4.88 for ρ =
         8 is right (by the theorem's formula).

ρ is the position of the leftmost 1, so ρ ≥ r has the probability 2^-(r-1).
"""

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.BOUND, errata=["thesis-hll-98-percent"])
def hyperloglog_high_ranks(check: Check) -> None:
    def some_user(rank: int) -> F:
        return 1 - (1 - F(1, 2 ** (rank - 1))) ** 1000

    check.greater("Pr[some ρ ≥ 8] in 1000 users", some_user(8), F(9995, 10000))
    check.greater("Pr[some ρ ≥ 9], from below", some_user(9), F(975, 1000))
    check.less("… and from above", some_user(9), F(985, 1000))
    loss = -log_of(1 - (1 - F(1, 2 ** (9 + 8))) ** 1000)
    check.greater("the formula's loss for p = 9 and ρ = 8, from below", loss, F(487, 100))
    check.less("… and from above", loss, F(489, 100))
    check.refutes("the chance of a user with ρ ≥ 8 rounds to 98%", some_user(8) < F(985, 1000))
