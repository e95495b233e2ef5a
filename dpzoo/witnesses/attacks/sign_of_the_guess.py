"""The variable that counts successes counts failures.

Verdict  false: Equation 9 guesses 1 where pdf(ΔM) < pdf(ΔM − d), which is where g is 0. X is 1 iff the guess is wrong.

Laplace noise of scale 1 with one true answer known, d = 1. Only the order of |ΔM| and |ΔM − d| counts.
"""

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.ERRATUM, errata=["ashena-eq14-sign"])
def sign_of_the_guess(check: Check) -> None:
    d = F(1)

    def g(y: F) -> int:
        return 1 if y >= 0 else 0

    def order(x: F) -> F:
        """A number with the order of the density at x."""
        return -abs(x)

    def guess(m: F) -> int:
        return 1 if order(m) < order(m - d) else 0

    def printed(m: F, secret: int) -> int:
        return 1 - abs(g(order(m) - order(m - d)) - secret)

    def corrected(m: F, secret: int) -> int:
        return 1 - abs(g(order(m - d) - order(m)) - secret)

    cases = [(F(k, 10), secret) for k in range(-20, 31) if k != 5 for secret in (0, 1)]
    right = [int(guess(m) == secret) for m, secret in cases]
    agree = [sum(x(*case) == r for case, r in zip(cases, right, strict=True)) for x in (corrected, printed)]
    check.equal("cases in which the corrected X says whether the guess is right", agree[0], len(cases))
    check.equal("cases in which the printed X does", agree[1], 0)
    check.equal("ΔM = d and the secret is 1: the guess", guess(d), 1)
    check.refutes("the printed X is 1 when the secret is 1 and ΔM = d is observed", printed(d, 1) == 1)
