"""No level of free lunch privacy implies levels that vanish on large data.

M tells by randomised response with odds e^ε whether the number of records is odd: ε-free lunch privacy, and the
loss between n and n + 1 records is ε, the divergence for f(t) = |t - 1| is 2 tanh(ε/2). The targets allow 1/n or
about that between them (with their own ε' = 1 where they have one, and δ = 1/2). Whatever ε > 0 is, that is too
little for large n. Below e^ε = 2, 5/4, 17/16 and n = 8/(e^ε - 1).
"""

from dpzoo.blocks.generators import power
from dpzoo.witnesses.prelude import *


@decides(
    """free-lunch-privacy/not_stronger_than/outlier-privacy tailored-dp input-discriminative-dp extended-divergence-dp
    abstract-dp pseudo-metric-dp extended-distribution-privacy extended-divergence-distribution-privacy""",
    sampled="ε",
)
def free_lunch_against_vanishing_levels(check: Check) -> None:
    f = power(1)
    for odds in (F(2), F(5, 4), F(17, 16)):
        n = int(8 / (odds - 1))
        right = odds / (1 + odds)
        small, large = ("t",) * n, ("t",) * (n + 1)
        M = from_function(
            [small, large], lambda d, p=right: {"odd": p, "even": 1 - p} if len(d) % 2 else {"odd": 1 - p, "even": p}
        )
        found = notions["free-lunch-privacy"].tightest(M)
        check.equal(f"e^ε = {odds}: free-lunch-privacy: e^ε", found.value.exp(), odds, of=found)
        tanh = (odds - 1) / (odds + 1)
        check.equal("the divergence for |t - 1|", notions["divergence-dp"].tightest(M, f=f), 2 * tanh)
        here = [(Prior.of({small: F(1)}), Prior.of({large: F(1)}))]
        small_bound = real(F(1, n)).exp()
        targets: dict[str, dict[str, Any]] = {
            "outlier-privacy": {"outlierness": lambda r, d: len(d), "epsilon": lambda k: F(1, k)},
            "tailored-dp": {"Psi": lambda key: F(1, len(key[1]))},
            "input-discriminative-dp": {"epsilonbar": len, "Psi": lambda key: F(1, 1 + int(min(key)))},
            "extended-divergence-dp": {"f": f, "d": {(small, large): F(1, n + 1), (large, small): F(1, n + 1)}, "epsilon": 1},
            "abstract-dp": {"R": [(small, large)], "q": lambda a, b, e=small_bound: bool(real(b) <= e * real(a))},
            "pseudo-metric-dp": {"d": lambda a, b: abs(F(1, 1 + len(a)) - F(1, 1 + len(b))), "epsilon": 1, "delta": F(1, 2)},
            "extended-distribution-privacy": {"Theta": here, "d": [F(1, n)], "epsilon": 1},
            "extended-divergence-distribution-privacy": {"Theta": here, "d": [F(1, n)], "f": f, "epsilon": 1},
        }
        for y, values in targets.items():
            check.false(f"n = {n}: {y} fails", notions[y].holds(M, **values))
    check.show("M, for the last ε", M)
    check.therefore_not("one of these ε is small enough for one of the targets")
