"""How much of the uncertainty an ε takes away.

Claim    At most, ε = ln 3 halves the attacker's uncertainty, ε = ln 2 reduces it by one third, and ε = ln 4 by two thirds.
Verdict  true of ln 3 and ln 2, false of ln 4, which reduces it by three fifths.

From the prior 1/2 the posterior rises at most to e^ε/(1 + e^ε). The uncertainty, what is missing to certainty, falls from
1/2 to 1/(1 + e^ε).
"""

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.BOUND, errata=["thesis-uncertainty-ln4"])
def uncertainty_reduction(check: Check) -> None:
    def reduction(odds: int) -> F:
        """The part of the uncertainty that randomised response with these odds (e^ε) takes away."""
        prior = F(1, 2)
        posterior = odds * prior / (odds * prior + 1 - prior)
        return (posterior - prior) / (1 - prior)

    check.equal("ε = ln 2", reduction(2), F(1, 3))
    check.equal("ε = ln 3", reduction(3), F(1, 2))
    check.equal("ε = ln 4", reduction(4), F(3, 5))
    check.equal("ε = ln 5", reduction(5), F(2, 3))
    check.true("(e^ε − 1)/(e^ε + 1) for e^ε up to 20", all(reduction(e) == F(e - 1, e + 1) for e in range(1, 21)))
    check.refutes("ε = ln 4 reduces the uncertainty by two thirds", reduction(4) == F(2, 3))
