"""A small mean loss may hide a huge rare one.

On even sizes M tells a with probability 2^{-n}/n, on odd ones with probability 1/n, and b otherwise. The mean loss
is at most (1/n)·n ln 2 = ln 2 in one order, and at most Σ Q ln(Q/P) ≤ ln 2 in the other, for every n ≥ 2. The
moment of order α is at least (1/n) 2^{n(α-1)}, so D_α ≥ n ln 2 - ln(n)/(α - 1), which exceeds every bound, for
every α > 1. The recorded proof puts infinitely many such outputs into one mechanism.
"""

from dpzoo.witnesses.prelude import *


@decides("kl-privacy/does_not_imply/renyi-dp", sampled={"renyi-dp": "n, α"})
def kl_privacy_rare_output(check: Check) -> None:
    for n in (8, 16, 64):
        a = {0: F(1, n * 2**n), 1: F(1, n)}
        M = from_function(complete_domain("t", 3), lambda d, a=a: {"a": a[len(d) % 2], "b": 1 - a[len(d) % 2]})
        check.least("kl-privacy", M, at=f"n = {n}", at_most=real(2).log())
        for alpha in (F(3, 2), F(2)):
            bound = n * real(2).log() - real(n).log() / (alpha - 1)
            check.least("renyi-dp", M, at_least=bound, alpha=alpha)
    check.show("M, for the last n", M)
    check.therefore_not("these mechanisms are all (α, 30)-Rényi private for α = 3/2 or α = 2")
