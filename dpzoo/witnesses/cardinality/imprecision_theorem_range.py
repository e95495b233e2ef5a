"""The imprecision theorem, and for which n it says something.

Verdict  false as printed: for n ≤ N and k ≥ 1 the bound is never positive, so it says nothing about precision.

With n ≤ N the only whole k ≤ n/N is k = 1, at n = N, and n − kN = 0. For n ≥ N we test bitmaps with b bits and m records
for each bit. Up to n = b there is one unbiased estimate that depends on the number of set bits, and no unbiased estimate
has a smaller variance. The ε is the largest over N…b.
"""

from dpzoo.witnesses.prelude import *

Sketch = frozenset[int]


@decides(kind=Kind.BOUND, errata=["thesis-theorem7-range"])
def imprecision_theorem_range(check: Check) -> None:
    def bound(c: F, n: int, k: int, above: int) -> F:
        return (1 - c**k) / c**k * (n - k * above)

    c = F(1, 2)
    printed = [bound(c, n, k, N) for N in range(1, 30) for n in range(1, N + 1) for k in range(1, n // N + 1)]
    check.equal("largest printed bound over n ≤ N < 30 and whole k from 1 to n/N", max(printed), 0)
    best = {n: max(bound(c, n, k, 1) for k in range(1, n + 1)) / n**2 for n in (4, 16, 64)}
    check.greater("n ≥ N = 1, e^-ε = 1/2: the best bound on the squared relative error at n = 16", best[16], 50)
    check.greater("… and at n = 64", best[64], 10**15)

    def laws(b: int, m: int, n: int) -> tuple[dict[Sketch, F], dict[Sketch, F]]:
        """The law of the set bits of n random records with and without record 0; record r of b·m sets the bit r mod b."""
        drawn: tuple[Counter[Sketch], Counter[Sketch]] = (Counter(), Counter())
        for e in itertools.combinations(range(b * m), n):
            drawn[0 not in e][frozenset(r % b for r in e)] += 1
        inside, outside = ({s: F(k, part.total()) for s, k in part.items()} for part in drawn)
        return inside, outside

    cases = holds = 0
    for b, m in ((2, 3), (2, 20), (3, 4), (4, 5)):
        loss, variance, estimate = {}, {}, {0: F(0)}
        for n in range(1, b + 1):
            inside, outside = laws(b, m, n)
            loss[n] = max(w / outside[s] for s, w in inside.items())
            bits = {
                j: F(n, b * m) * sum(w for s, w in inside.items() if len(s) == j)
                + (1 - F(n, b * m)) * sum(w for s, w in outside.items() if len(s) == j)
                for j in range(1, n + 1)
            }
            estimate[n] = (n - sum(bits[j] * estimate[j] for j in range(1, n))) / bits[n]
            variance[n] = sum((w * (estimate[j] - n) ** 2 for j, w in bits.items()), F(0))
        for N in range(1, b + 1):
            c = 1 - 1 / max(loss[n] for n in range(N, b + 1))
            for n in range(N, b + 1):
                for k in range(1, n // N + 1):
                    cases += 1
                    holds += variance[n] >= bound(c, n, k, N)
        if b == 2:
            c = 1 - 1 / max(loss.values())
            check.equal(
                f"two bits, m = {m}: the largest e^ε at n = 1 and 2, (2m − 2)/(m − 2)", max(loss.values()), F(2 * m - 2, m - 2)
            )
            check.equal(f"two bits, m = {m}: the variance of the unbiased estimate at n = 2", variance[2], F(m - 1, m))
            check.equal(f"two bits, m = {m}: the bound there, with N = k = 1", bound(c, 2, 1, 1), F(m - 2, m))
    check.equal("bitmaps, N, n and k for which the corrected bound holds, out of all", holds, cases)
    check.refutes("for n ≤ N the theorem gives a positive variance somewhere", max(printed) > 0)
