"""Partition selection rounds its crossover points down, not up.

Verdict  false: with ceilings the function leaves the recursion and is not (ε, δ)-DP; with floors the two agree.

e^ε = 2 and δ = 1/130, so that every value is rational. ⌊log2 x⌋ of a rational x is found by counting. Only up to n1 = 7 are the
ceilings' values probabilities at all, so the mechanism is shown for up to 7 users.
"""

from dpzoo.witnesses.prelude import *


@decides(
    "optimal-partition-selection/satisfies/approximate-user-level-dp",
    kind=Kind.ERRATUM,
    errata=["thesis-theorem13-floor"],
    sampled={"optimal-partition-selection/satisfies/approximate-user-level-dp": "ε, δ"},
)
def partition_selection_floor(check: Check) -> None:
    e, delta = F(2), F(1, 130)

    def floor(x: F) -> int:
        n = 0
        while e ** (n + 1) <= x:
            n += 1
        return n

    def ceiling(x: F) -> int:
        return floor(x) + (e ** floor(x) != x)

    def closed_form(rounded: Callable[[F], int]) -> Callable[[int], F]:
        n1 = 1 + rounded((e + 2 * delta - 1) / ((e + 1) * delta))
        first = (e**n1 - 1) / (e - 1) * delta
        n2 = n1 + rounded(1 + (e - 1) / delta * (1 - first))

        def pi(n: int) -> F:
            if n <= n1:
                return (e**n - 1) / (e - 1) * delta
            return (1 - e ** (n1 - n)) * (1 + delta / (e - 1)) + e ** (n1 - n) * first if n <= n2 else F(1)

        return pi

    recursion = [F(0)]
    while recursion[-1] < 1:
        last = recursion[-1]
        recursion.append(min(e * last + delta, 1 - (1 - last - delta) / e, F(1)))
    down, up = closed_form(floor), closed_form(ceiling)
    check.show("π(n) by the recursion", dict(enumerate(recursion)))
    check.true("with floors: equal to the recursion for every n", all(down(n) == p for n, p in enumerate(recursion)))

    def select(pi: Callable[[int], F], most: int) -> FiniteMechanism:
        users = [("u",) * n for n in range(most + 1)]
        return from_function(users, lambda d: {"keep": pi(len(d)), "drop": 1 - pi(len(d))})

    dp = notions["approximate-dp"]
    least = dp.tightest(select(down, len(recursion)), epsilon=log_of(2))
    check.equal("with floors: the least δ at ε = ln 2", least, delta)
    check.equal("with floors: π(7)", down(7), F(97, 130))
    check.equal("with ceilings: π(7)", up(7), F(127, 130))
    check.greater("with ceilings: the least δ at ε = ln 2", dp.tightest(select(up, 7), epsilon=log_of(2)), F(2, 5))
    check.refutes("with ceilings it is (ln 2, 1/130)-DP", dp.holds(select(up, 7), epsilon=log_of(2), delta=delta))
