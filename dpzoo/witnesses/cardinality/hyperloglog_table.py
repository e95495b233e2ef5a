"""HyperLogLog sketches: one update, the formula for their loss, and the losses that it leaves out."""

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.BOUND)
def hyperloglog_update(check: Check) -> None:
    """One update of a HyperLogLog sketch.

    Claim    For the hash 10001101… and p = 2 the bucket is 2 and the rank 3.
    Verdict  true.
    Source   Des20, after Definition 74.

    The first p digits are the bucket; the rank is the position of the leftmost 1 in the rest. The update is idempotent and
    does not depend on the order, as Definition 64 asks.
    """
    p = 2

    def bucket_and_rank(x: str) -> tuple[int, int]:
        return int(x[:p], 2), x[p:].index("1") + 1

    def sketch(hashes: tuple[str, ...]) -> tuple[int, ...]:
        counters = [0] * 2**p
        for x in hashes:
            b, rho = bucket_and_rank(x)
            counters[b] = max(counters[b], rho)
        return tuple(counters)

    bucket, rank = bucket_and_rank("10001101")
    check.equal("bucket", bucket, 2)
    check.equal("rank", rank, 3)
    check.true("the counter C₂ becomes 3", sketch(("10001101",)) == (0, 0, 3, 0))
    hashes = ("10001101", "10100000", "01000001", "11110000")
    check.show("the sketch of four hashes", {"hashes": hashes, "counters": sketch(hashes)})
    same = {sketch((*order, order[0])) for order in permutations(hashes)}
    check.confirms("the sketch depends neither on the order nor on repetitions", same == {sketch(hashes)})


@decides(kind=Kind.BOUND)
def hyperloglog_formula_values(check: Check) -> None:
    """The numbers that the formula for HyperLogLog's average loss gives.

    Claim    ε_n ≃ −Σ_k 2^-k ln(1 − (1 − 2^(-p-k))^n) is about 1 for p = 9 and n = 1000; for p = 15 it is 4.88 at n = 1000
             and 2.62 at n = 10000.
    Verdict  true of the formula (what it measures is another matter: see the witness hyperloglog-rare-sketches).
    Source   Des20, Theorem 11, Figure 3.9 and after it.

    The sum is over the rank k of the target's hash, which is k with probability 2^-k. Floats; the terms beyond k = 200 are
    below 10^-50.
    """

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


@decides(kind=Kind.BOUND, errata=["thesis-theorem11-rare-sketches"])
def hyperloglog_bucket_loss(check: Check) -> None:
    """The formula for HyperLogLog is the loss of the target's own counter.

    Claim    If the counter of t's bucket equals its rank ρ, the loss is about −ln(1 − (1 − 2^(-p-ρ))^n); the approximation
             is an upper bound.
    Verdict  the approximation is close for the counter alone, and it is below the exact loss, not above.

    Hashes are independent, as in the theorem's proof. A record leaves the counter at r or less with probability F(r) = 1 −
    2^(-p-r) (for r = 0: 1 − 2^-p). Given t ∈ E the other n − 1 records must leave it at ρ or less; given t ∉ E the largest
    of n ranks must be ρ exactly. p = 9, n = 1000.
    """
    p, n = 9, 1000

    def at_most(r: int) -> F:
        return 1 - F(1, 2 ** (p + r))

    def exact(rho: int) -> F:
        """Pr[C = ρ | t ∈ E] / Pr[C = ρ | t ∉ E]."""
        return at_most(rho) ** (n - 1) / (at_most(rho) ** n - at_most(rho - 1) ** n)

    def formula(rho: int) -> F:
        """e to the printed loss."""
        return 1 / (1 - at_most(rho) ** n)

    for rho, loss, printed in ((1, 0.4727, 0.4723), (4, 2.1635, 2.1635), (8, 4.8796, 4.8796)):
        check.equal(f"ρ = {rho}: the exact loss of the counter", float(log_of(exact(rho))), loss, tolerance=0.00005)
        check.equal(f"ρ = {rho}: the formula", float(log_of(formula(rho))), printed, tolerance=0.00005)
        check.less(f"ρ = {rho}: formula minus exact loss, in ratios", formula(rho) - exact(rho), 0)
    check.refutes("the formula is an upper bound on the counter's loss, here for ρ = 1", formula(1) >= exact(1))


@decides(kind=Kind.BOUND, errata=["thesis-hll-98-percent"])
def hyperloglog_high_ranks(check: Check) -> None:
    """How likely a user of high rank is among a thousand.

    Claim    For n = 1000 there is a 98% chance that some user has ρ ≥ 8; for this user (p = 9) the loss is about 5.
    Verdict  the chance is false as printed: it is 99.96%. The 98% belong to ρ ≥ 9, eight leading zeroes. The loss 4.88 for
             ρ = 8 is right (by the theorem's formula).

    ρ is the position of the leftmost 1, so ρ ≥ r has the probability 2^-(r-1).
    """

    def some_user(rank: int) -> F:
        return 1 - (1 - F(1, 2 ** (rank - 1))) ** 1000

    check.greater("Pr[some ρ ≥ 8] in 1000 users", some_user(8), F(9995, 10000))
    check.greater("Pr[some ρ ≥ 9], from below", some_user(9), F(975, 1000))
    check.less("… and from above", some_user(9), F(985, 1000))
    loss = -log_of(1 - (1 - F(1, 2 ** (9 + 8))) ** 1000)
    check.greater("the formula's loss for p = 9 and ρ = 8, from below", loss, F(487, 100))
    check.less("… and from above", loss, F(489, 100))
    check.refutes("the chance of a user with ρ ≥ 8 rounds to 98%", some_user(8) < F(985, 1000))


@decides(kind=Kind.BOUND, errata=["thesis-theorem11-rare-sketches"])
def hyperloglog_rare_sketches(check: Check) -> None:
    """The largest loss of a HyperLogLog sketch does not fall with n.

    Verdict  false as printed: some sketches, rare ones, have a loss of p ln 2 at least for every user and every n. For p =
             9 and n = 1000 that is 6.24, and the formula gives 1.02.

    Let S have one counter, that of t's bucket, equal to ρ = ρ(t), and all others 0. Given t ∈ E the n − 1 others must fall
    in this bucket with ranks up to ρ; given t ∉ E so must n records, one of which has the rank ρ: one more coincidence, of
    probability below 2^-p. The proof of the theorem treats "some record of rank ρ in the bucket" as independent of the rest
    of S. Conversely, putting one such record first shows that no ratio exceeds 2^(p+ρ). Finally a universe of 32 hash
    values is counted through, with nothing approximated.
    """
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
        for e in combinations(others, size):
            counters = start
            for hashed in e:
                counters = add(counters, hashed)
            seen[counters] += 1
        return {s: F(k, seen.total()) for s, k in seen.items()}

    t = "01000"
    others = [h for h in map("".join, product("01", repeat=5)) if h != t]
    inside, outside = law(others, 2, add((0, 0), t)), law(others, 3, (0, 0))
    check.show("universe of 32 hashes, p = 1, n = 3: S_E given t ∈ E", inside)
    small = inside[1, 0] / outside[1, 0]
    check.equal("32 hashes, p = 1, n = 3: the ratio of the sketch (1, 0)", small, F(29, 5))
    check.less("… the theorem's ratio for ρ = 1", 1 / (1 - F(3, 4) ** 3), F(9, 5))
    check.refutes("the largest loss of a user of rank 1 is about ln(1/(1 − (1 − 2^-10)^1000)) < 0.48", ratio(1) <= F(17, 10))
