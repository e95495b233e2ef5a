"""The largest loss of a HyperLogLog sketch does not fall with n.

Verdict  false as printed: some sketches, rare ones, have a loss of p ln 2 at least for every user and every n. For p = 9
         and n = 1000 that is 6.24, and the formula gives 1.02.

Let S have one counter, that of t's bucket, equal to ρ = ρ(t), and all others 0. Given t ∈ E the n − 1 others must fall in
this bucket with ranks up to ρ; given t ∉ E so must n records, one of which has the rank ρ: one more coincidence, of
probability below 2^-p. The proof of the theorem treats "some record of rank ρ in the bucket" as independent of the rest of
S. Conversely, putting one such record first shows that no ratio exceeds 2^(p+ρ). Finally a universe of 32 hash values is
counted through, with nothing approximated.
"""

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.BOUND, errata=["thesis-theorem11-rare-sketches"])
def hyperloglog_rare_sketches(check: Check) -> None:
    p, n = 9, 1000

    def ratio(rho: int) -> F:
        """Pr[S | t ∈ E] / Pr[S | t ∉ E] for the sketch whose only counter is ρ, in t's bucket; hashes are independent."""
        bucket, up_to, below = F(1, 2**p), 1 - F(1, 2**rho), 1 - F(1, 2 ** (rho - 1))
        return (bucket * up_to) ** (n - 1) / (bucket**n * (up_to**n - below**n))

    def formula(rho: int) -> F:
        return 1 / (1 - (1 - F(1, 2 ** (p + rho))) ** n)

    check.equal("ρ = 1: the ratio of this sketch", ratio(1), 2 ** (p + 1))
    check.less("ρ = 1: the ratio that the theorem gives", formula(1), F(161, 100))
    for rho in (1, 2, 4, 8):
        check.at_least(f"ρ = {rho}: the ratio, against 2^p", ratio(rho), 2**p)
        check.at_most(f"ρ = {rho}: the ratio, against 2^(p+ρ)", ratio(rho), 2 ** (p + rho))
    # the formula's average: 30 ranks, and the others with at most (p + k) ln 2 each, together 2^-30 (p + 32) ln 2
    average = sum((log_of(formula(k)) * F(1, 2**k) for k in range(1, 31)), real(0)) + log_of(2) * F(p + 32, 2**30)
    check.less("the theorem's ε_n, from above", average, F(103, 100))
    check.greater("a lower bound on the average over users, p ln 2", log_of(2**p), F(62, 10))

    def add(counters: tuple[int, int], hashed: str) -> tuple[int, int]:
        """One bit for the bucket (p = 1), the rank of the leftmost 1 in the other four (5 if there is none)."""
        bucket, rank = int(hashed[0]), hashed[1:].find("1") + 1 or 5
        return (max(counters[0], rank), counters[1]) if bucket == 0 else (counters[0], max(counters[1], rank))

    def law(others: list[str], size: int, start: tuple[int, int]) -> dict[tuple[int, int], F]:
        seen: Counter[tuple[int, int]] = Counter()
        for e in itertools.combinations(others, size):
            counters = start
            for hashed in e:
                counters = add(counters, hashed)
            seen[counters] += 1
        return {s: F(k, seen.total()) for s, k in seen.items()}

    t = "01000"
    others = [h for h in map("".join, itertools.product("01", repeat=5)) if h != t]
    inside, outside = law(others, 2, add((0, 0), t)), law(others, 3, (0, 0))
    check.show("universe of 32 hashes, p = 1, n = 3: S_E given t ∈ E", inside)
    small = inside[1, 0] / outside[1, 0]
    check.equal("32 hashes, p = 1, n = 3: the ratio of the sketch (1, 0)", small, F(29, 5))
    check.less("… the theorem's ratio for ρ = 1", 1 / (1 - F(3, 4) ** 3), F(9, 5))
    check.refutes("the largest loss of a user of rank 1 is about ln(1/(1 − (1 − 2^-10)^1000)) < 0.48", ratio(1) <= F(17, 10))
