"""An answer that was clamped still tells about the secret.

Verdict  false: the probability of being clamped depends on the secret.

Range [0, 121], Q₁ = 50 over n = 13 people, Alice is 43, ε = 1. Without her the 12 others have the mean Q₁ − d, d = (a −
Q₁)/(n − 1).
"""

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.ATTACK, errata=["ashena-clamped-average"])
def clamped_average_still_tells(check: Check) -> None:
    a_max, a, q1, n, epsilon = F(121), F(43), F(50), 13, F(1)
    b = a_max / epsilon
    others = q1 - (a - q1) / (n - 1)
    check.show("Q₁", q1)
    check.show("Q₂ if the secret is 1", others)

    def exponent(distance: F, people: int) -> F:
        """The noise must carry the average that far: Pr[ν ≥ people · distance] = ½e^(−people · distance/b)."""
        return people * distance / b

    top = exponent(a_max - q1, n) - exponent(a_max - others, n - 1)
    low = exponent(q1, n) - exponent(others, n - 1)
    check.equal("answer 121: log-likelihood ratio of the secrets 1 and 0, (a_max − a)ε/a_max", top, (a_max - a) / b)
    check.equal("answer 0: the same, aε/a_max", low, a / b)
    check.refutes("a clamped answer is equally likely under both secrets", top == 0 and low == 0)
