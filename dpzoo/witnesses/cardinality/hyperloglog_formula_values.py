"""The numbers that the formula for HyperLogLog's average loss gives.

Claim    ε_n ≃ −Σ_k 2^-k ln(1 − (1 − 2^(-p-k))^n) is about 1 for p = 9 and n = 1000; for p = 15 it is 4.88 at n = 1000 and
         2.62 at n = 10000.
Verdict  true of the formula (what it measures is another matter: see the witness hyperloglog-rare-sketches).
Source   Des20, Theorem 11, Figure 3.9 and after it.

The sum is over the rank k of the target's hash, which is k with probability 2^-k. Floats; the terms beyond k = 200 are
below 10^-50.
"""

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.BOUND)
def hyperloglog_formula_values(check: Check) -> None:
    def average(p: int, n: int) -> float:
        return -sum(2.0**-k * math.log(-math.expm1(n * math.log1p(-(2.0 ** (-p - k))))) for k in range(1, 201))

    check.equal("p = 9, n = 1000", average(9, 1000), 1.02, tolerance=0.005)
    check.equal("p = 15, n = 1000", average(15, 1000), 4.88, tolerance=0.005)
    check.equal("p = 15, n = 10000", average(15, 10000), 2.62, tolerance=0.005)
    falling = [average(9, n) for n in (100, 1000, 10000)]
    check.confirms(
        "the formula gives about 1 for p = 9 and n = 1000, and falls as n grows",
        falling[0] > falling[1] > falling[2],
        numeric=True,
    )
