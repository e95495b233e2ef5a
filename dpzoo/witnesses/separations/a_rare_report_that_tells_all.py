"""A rare report may tell everything.

Of k values M reports the true one with probability δ, and otherwise nothing. Under the uniform prior what it reports leaks ln k,
which exceeds every bound as k grows, and is rare.
"""

from dpzoo.witnesses.prelude import *


@decides("probabilistic-pointwise-maximal-leakage/does_not_imply/pointwise-maximal-leakage", sampled="k")
def a_rare_report_that_tells_all(check: Check) -> None:
    delta = F(1, 10)
    for k in (2, 10, 100):
        M = from_function([(t,) for t in range(k)], lambda d: {d[0]: delta, "nothing": 1 - delta})
        law = {t: F(1, k) for t in range(k)}
        found = notions["probabilistic-pointwise-maximal-leakage"].tightest(M, Theta=[law], epsilon=0)
        check.equal(f"{k} values: the least δ at ε = 0", found, delta)
        found = notions["pointwise-maximal-leakage"].tightest(M, Theta=[law])
        check.equal(f"{k} values: the least ε without δ is ln k", found, real(k).log())
    check.therefore_not("a bound on most reports bounds all of them")
