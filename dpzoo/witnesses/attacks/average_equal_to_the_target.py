"""Somebody who is exactly average is betrayed by the noise.

Verdict  false for the paper's mechanism: the noise is Lap(a_max/ε)/n or Lap(a_max/ε)/(n − 1), and its width tells the
         secret.

With d = 0 the answer minus Q₁ is x = −ν/n or −ν/(n − 1). The narrower law has the larger density where |x| < t = b ln(n/(n −
1)), so the best guess is "1" beyond t. The success does not fall as ε goes to 0. (Answers are not
clamped here, as in the paper's simulation. Clamped to a range around Q₁ they still have different densities inside it.)
"""

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.ATTACK, errata=["ashena-average-equal-to-target"])
def average_equal_to_the_target(check: Check) -> None:
    def success(n: int) -> F:
        """Pr[|ν|/n ≤ t] for the secret 0 and Pr[|ν|/(n − 1) > t] for the secret 1, halved; e^(−t/b) = (n − 1)/n."""
        q = F(n - 1, n)
        right_0, right_1 = 1 - q**n, q ** (n - 1)
        found: F = (right_0 + right_1) / 2
        return found

    check.equal("n = 2: success of the best guess, whatever ε", success(2), F(5, 8))
    check.equal("n = 3", success(3), F(31, 54))
    for n in (13, 1320):
        check.greater(f"n = {n}", success(n), F(1, 2))
    epsilon = F(1, 10)
    ceiling = 1 / (1 + real(-epsilon).exp())
    check.less("the most that any 1/10-DP mechanism lets a guess succeed", ceiling, success(2))
    check.refutes("with Q₁ = a nobody guesses better than half of the time", success(2) <= F(1, 2))
