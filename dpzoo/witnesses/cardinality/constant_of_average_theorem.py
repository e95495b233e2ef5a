"""The constant of the theorem on average loss.

Claim    Theorem 9's constant c = 1 − (1/2 − δ)e^-ε becomes c = 1 − e^(-4ε)/4 for an average loss ε, by Lemma 12 with δ =
         1/4.
Verdict  true.
Source   Des20, Theorems 9 and 10.

Lemma 12 turns an average loss ε into (4ε, 1/4)-sketch privacy, and these go into Theorem 9. With q = e^-ε both sides are
polynomials in q of degree 4, equal at more than four points.
"""

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.BOUND, sampled="ε")
def constant_of_average_theorem(check: Check) -> None:
    delta = F(1, 4)

    def theorem_9(power: F, delta: F) -> F:
        """c from e^-ε and δ."""
        return 1 - (F(1, 2) - delta) * power

    points = [F(k, 10) for k in range(1, 11)]  # q = e^-ε
    equal = sum(theorem_9(q ** int(1 / delta), delta) == 1 - q**4 / 4 for q in points)
    check.equal("values of e^-ε at which the constants are equal, of 10", equal, len(points))
    check.equal("for example at ε = ln 2", theorem_9(F(1, 2) ** 4, delta), F(63, 64))
    check.confirms("c = 1 − e^(-4ε)/4", equal == len(points))
