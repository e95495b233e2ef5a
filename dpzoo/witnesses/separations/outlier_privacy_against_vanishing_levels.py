"""No level of outlier privacy implies levels that vanish on large data.

M tells by randomised response with odds e^ε whether the number of records is odd. The loss between n and n + 1
records is ε, and the divergence for f(t) = |t - 1| is 2 tanh(ε/2). The targets allow about 1/n between them (with
their own ε' = 1, and δ = 1/2), which is too little for large n, whatever ε > 0 is. Below e^ε = 2, 5/4, 17/16 and n
= 8/(e^ε - 1).
"""

from dpzoo.blocks.generators import power
from dpzoo.witnesses.prelude import *


@decides("outlier-privacy/not_stronger_than/pseudo-metric-dp tailored-dp extended-divergence-dp", sampled="ε")
def outlier_privacy_against_vanishing_levels(check: Check) -> None:
    for odds in (F(2), F(5, 4), F(17, 16)):
        n = int(8 / (odds - 1))
        small, large = ("t",) * n, ("t",) * (n + 1)
        right = odds / (1 + odds)
        M = from_function(
            [small, large], lambda d, p=right: {"odd": p, "even": 1 - p} if len(d) % 2 else {"odd": 1 - p, "even": p}
        )
        level = notions["outlier-privacy"].tightest(M, outlierness=lambda r, d: 1)
        check.equal(f"e^ε = {odds}: outlier-privacy, degree 1 for all: e^ε", level.value[1].exp(), odds, of=level)
        f = power(1)
        targets: dict[str, dict[str, Any]] = {
            "pseudo-metric-dp": {"d": lambda a, b: abs(F(1, 1 + len(a)) - F(1, 1 + len(b))), "epsilon": 1, "delta": F(1, 2)},
            "tailored-dp": {"Psi": lambda key: F(1, len(key[1]))},
            "extended-divergence-dp": {"f": f, "d": {(small, large): F(1, n + 1), (large, small): F(1, n + 1)}, "epsilon": 1},
        }
        for y, values in targets.items():
            check.false(f"n = {n}: {y} fails", notions[y].holds(M, **values))
    check.show("M, for the last ε", M)
    check.therefore_not("one of these ε is small enough for one of the targets")
