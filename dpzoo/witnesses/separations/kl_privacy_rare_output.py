"""A small mean loss may hide a huge rare one.

On even sizes M tells a with probability 2^{-n}/n, on odd ones with probability 1/n, and b otherwise. The mean loss
is at most (1/n)·n ln 2 = ln 2 in one order, and at most Σ Q ln(Q/P) ≤ ln 2 in the other, for every n ≥ 2. The
moment of order α is at least (1/n) 2^{n(α-1)}, so D_α ≥ n ln 2 - ln(n)/(α - 1), which exceeds every bound, for
every α > 1. The recorded proof puts infinitely many such outputs into one mechanism.
"""

from dpzoo.witnesses.prelude import *

LAWS = Laws("n >= 2", {"a": "1/n", "b": "1 - 1/n"}, {"a": "2**(-n)/n", "b": "1 - 2**(-n)/n"})


@decides("kl-privacy/does_not_imply/renyi-dp", sampled={"renyi-dp": "n, α"})
def kl_privacy_rare_output(check: Check) -> None:
    for n in (8, 16, 64):
        odd, even = LAWS.at(n=n)
        M = from_function(complete_domain("t", 3), lambda d, odd=odd, even=even: odd if len(d) % 2 else even)
        check.least("kl-privacy", M, at=f"n = {n}", at_most=real(2).log())
        for alpha in (F(3, 2), F(2)):
            bound = n * real(2).log() - real(n).log() / (alpha - 1)
            check.least("renyi-dp", M, at_least=bound, alpha=alpha)
    check.show("M, for the last n", M)
    check.therefore_not("these mechanisms are all (α, 30)-Rényi private for α = 3/2 or α = 2")
