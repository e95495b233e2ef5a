"""Notions that leave some pairs of datasets out."""

from dpzoo.witnesses.prelude import *


@decides(
    "distributional-privacy-rot10/implies/bounded-dp",
    kind=Kind.IMPLICATION,
    errata=["sok-distributional-privacy-implies-dp"],
    sampled={"distributional-privacy-rot10/implies/bounded-dp": "n"},
)
def distributional_privacy_forces_bounded_dp(check: Check) -> None:
    """Distributional privacy with a small γ is bounded DP.

    Claim    If M is (ε, γ)-distributionally private and γ = o(1/n²), then M is ε-DP.
    Verdict  true of bounded DP, if datasets are sets: neighbours are drawn too often to be among the exceptions. In general
             false: see the witness published-size-free-lunch.

    Let A and B be sets of n = 3 records that differ in one, and draw both samples from their union, of four records. Each
    set has probability 1/4, so the pair {A, B} comes up with probability 2/16. If A and B were distinguishable beyond ε,
    this would be exempted mass. The mechanism below shows that 2/16 is exact for this population; unequal weights raise it
    towards 1/2.
    """
    A, B = {1, 2, 3}, {1, 2, 4}

    def chance(target: set[int], weight: dict[int, F]) -> F:
        """The probability that drawing three records one by one, without replacement, gives the set."""
        total = F(0)
        for order in permutations(target):
            left, term = sum(weight.values()), F(1)
            for t in order:
                term, left = term * weight[t] / left, left - weight[t]
            total += term
        return total

    uniform = {t: F(1) for t in range(1, 5)}
    check.equal("uniform population: Pr[A] = Pr[B]", chance(A, uniform), F(1, 4))
    check.equal("Pr[D₁ = A, D₂ = B], the entry of the catalogue", chance(A, uniform) * chance(B, uniform), F(1, 16))
    exempt = 2 * chance(A, uniform) * chance(B, uniform)
    check.equal("… in either order: 2/(n + 1)²", exempt, F(2, 16))
    heavy = {1: F(1000), 2: F(1000), 3: F(1), 4: F(1)}
    check.greater("the same if the common records weigh 1000 times more", 2 * chance(A, heavy) * chance(B, heavy), F(49, 100))

    # losses of at most ln(5/4) from A and from B to the rest, and ln(35/24) between them
    yes = {frozenset(A): F(6, 10), frozenset(B): F(25, 60)}
    rows = {}
    for d in permutations(range(1, 5), 3):
        y = yes.get(frozenset(d), F(1, 2))
        rows[d] = [y, 1 - y]
    m = from_rows(rows, outputs=["yes", "no"])
    check.show("M (yes for A: 3/5, for B: 5/12, else 1/2)", {"A": F(3, 5), "B": F(5, 12), "else": F(1, 2)})
    epsilon = log_of(F(5, 4))
    check.equal(
        "least γ at ε = ln(5/4) for the uniform population",
        notions["distributional-privacy-rot10"].tightest(m, epsilon=epsilon),
        F(2, 16),
    )
    check.true("M is not ln(5/4)-bounded DP, by A against B", not notions["bounded-dp"].holds(m, epsilon=epsilon))
    check.confirms("a pair of neighbours has probability 2/(n + 1)² and cannot be exempted by a smaller γ", exempt == F(2, 16))


@decides("approximate-dp/special_case_of/generic-dp-kl10", kind=Kind.EQUIVALENCE, sampled="x, y")
def generic_dp_captures_approximate_dp(check: Check) -> None:
    """Generic DP's function M that says (ε, δ)-DP.

    Claim    With M(x) = min(1, xe^ε + δ, 1 − (1 − x − δ)e^-ε) for all pairs of neighbours, generic DP is (ε, δ)-DP.
    Verdict  true.
    Source   Des20, after Definition 32; DP22, after Definition 26.

    The condition M(P(S)) ≥ Q(S) with the second term is Q(S) ≤ e^ε P(S) + δ; with the third it is P(S̄) ≤ e^ε Q(S̄) + δ for
    the complement. M must be concave with M(1) = 1 and values in [0, 1]. First for numbers x = P(S), y = Q(S), then for all
    events of random pairs of laws; e^ε is rational.
    """
    random = np.random.default_rng(9)

    def bound(x: F, factor: F, delta: F) -> F:
        return min(F(1), x * factor + delta, 1 - (1 - x - delta) / factor)

    agree = held = 0
    for _ in range(3000):
        x, y, delta = (F(int(k), 24) for k in random.integers(0, (25, 25, 13)))
        factor = F(int(random.integers(8, 25)), 8)
        generic = bound(x, factor, delta) >= y and bound(1 - x, factor, delta) >= 1 - y
        direct = (
            y <= factor * x + delta
            and 1 - y <= factor * (1 - x) + delta
            and x <= factor * y + delta
            and 1 - x <= factor * (1 - y) + delta
        )
        agree += generic == direct
        held += direct
    check.equal("numbers (x, y, ε, δ) on which the two conditions agree, of 3000", agree, 3000)
    check.less("… among which the conditions hold, and not always", held, 3000)
    check.greater("… and not never", held, 0)

    grid = [F(k, 20) for k in range(21)]
    factor, delta = F(3, 2), F(1, 10)
    values = [bound(x, factor, delta) for x in grid]
    check.equal("M(1)", values[-1], 1)
    check.true("M has values in [0, 1]", all(0 <= v <= 1 for v in values))
    check.true("M is concave on a grid", all(a + c <= 2 * b for a, b, c in zip(values, values[1:], values[2:], strict=False)))

    approximate = notions["approximate-dp"]
    events = [s for n in range(4) for s in combinations(range(3), n)]
    agree = 0
    for _ in range(100):
        laws = [[F(int(k), 1) for k in random.integers(1, 9, 3)] for _ in range(2)]
        m = from_rows({(i,): [w / sum(law) for w in law] for i, law in enumerate(laws)})
        p, q = m.matrix
        by_events = all(bound(sum(p[list(s)], F(0)), factor, delta) >= sum(q[list(s)], F(0)) for s in events)
        agree += by_events == bool(approximate.holds(m, epsilon="log(3/2)", delta=delta))
    check.show("the last mechanism", m)
    check.equal("pairs of laws on which generic DP and (ln 3/2, 1/10)-DP agree, of 100", agree, 100)
    check.confirms("generic DP with this M is (ε, δ)-DP", agree == 100)


@decides(
    "free-lunch-privacy/special_case_of/distributional-privacy-rot10",
    "free-lunch-privacy/special_case_of/distributional-privacy-rot10/fixed-size",
    "distributional-privacy-rot10/implies/epsilon-dp",
    kind=Kind.SEPARATION,
    errata=["sok-table3-free-lunch-in-dlpr", "sok-distributional-privacy-implies-dp"],
    sampled={"free-lunch-privacy/special_case_of/distributional-privacy-rot10/fixed-size": "M"},
)
def published_size_free_lunch(check: Check) -> None:
    """Free lunch privacy is not a special case of distributional privacy.

    Claim      ε-free lunch privacy is (ε', γ)-distributional privacy for some ε' and γ; and distributional privacy with γ =
               o(1/n²) is ε-DP.
    Verdict    both false: M(D) = |D| is (0, 0)-distributionally private, and neither free lunch private nor DP.
    Corrected  For sets of records of a fixed size, ε-free lunch privacy is (ε, 0)-distributional privacy.
    Source     DP22, Table 3 (Des20, Table 2.20) and after Definition 25.

    Distributional privacy compares two samples of the same size. With γ = 0, and with the uniform distribution on the
    records of two given sets, both sets are drawn with positive probability, so no pair may be exempted. (Here all sets of
    two out of four records, in every order; the population is that of all four.)
    """
    free_lunch, distributional = notions["free-lunch-privacy"], notions["distributional-privacy-rot10"]
    size = deterministic(complete_domain((0, 1, 2), 3), len)
    laws = [{0: F(1, 3), 1: F(1, 3), 2: F(1, 3)}, {0: F(1, 2), 1: F(1, 4), 2: F(1, 4)}]
    check.equal("|D|: ε of distributional privacy at γ = 0", distributional.tightest(size, laws=laws, gamma=0), 0)
    pairs = [(a, b) for a in size.datasets for b in size.datasets if len(a) == len(b)]
    check.true(
        "… and for all other π: it is constant on each size", all(list(size.row(a)) == list(size.row(b)) for a, b in pairs)
    )
    check.equal("|D|: ε of free lunch privacy", free_lunch.tightest(size), INFINITY)
    check.equal("|D|: ε of ε-DP", notions["epsilon-dp"].tightest(size), INFINITY)

    random = np.random.default_rng(13)
    sets = list(combinations(range(4), 2))
    same = 0
    for _ in range(10):
        weights = {frozenset(s): [int(k) for k in random.integers(1, 9, 3)] for s in sets}
        rows = {d: [F(k, sum(weights[frozenset(d)])) for k in weights[frozenset(d)]] for d in permutations(range(4), 2)}
        m = from_rows(rows)
        one: Any = distributional.tightest(m, gamma=0)
        other: Any = free_lunch.tightest(m)
        same += one.value == other.value
    check.show("the last M on sets of two records", m)
    check.equal("fixed size: mechanisms on which ε-FLPr and (ε, 0)-DlPr have the same ε, of 10", same, 10)
    check.refutes(
        "every (0, 0)-distributionally private mechanism is ε-free lunch private, here for ε = 1000",
        free_lunch.holds(size, epsilon=1000),
    )


Bits = tuple[int, ...]
Law = dict[str, F]


@decides("random-dp/convexity", errata=["sok-prop4-random-dp-example"])
def random_dp_convexity(check: Check) -> None:
    """Random DP is not convex, and the printed γ does not show it.

    Claim    For ten records from a fair coin, M₀ (are all 0?) and M₁ (are all 1?) are (π, 2⁻⁹, 0)-random DP, and their
             uniform mixture is not.
    Verdict  false as printed: the definition draws the changed record anew, and then the mixture's bad pairs have
             probability 2⁻⁹ exactly.
    Source   DP22, Proposition 4; Des20, Proposition 15.

    A pair is bad if the outputs differ in law. With a fresh draw the two datasets are equal with probability 1/2; with a
    flipped record, as in the example's text, they never are. We count over all draws of ten records and the eleventh.
    (Datasets have ten records, as printed.)
    """

    def m0(d: Bits) -> Law:
        return {"0": F(1)} if not any(d) else {"⊥": F(1)}

    def m1(d: Bits) -> Law:
        return {"1": F(1)} if all(d) else {"⊥": F(1)}

    def mixture(d: Bits) -> Law:
        return {o: (m0(d).get(o, F(0)) + m1(d).get(o, F(0))) / 2 for o in {**m0(d), **m1(d)}}

    def bad(m: Callable[[Bits], Law], n: int, *, flip: bool = False) -> F:
        """The probability of a pair with different laws; the last record changes (the mechanisms ignore the order)."""
        draws = list(product((0, 1), repeat=n + 1))
        return F(sum(m(d[:n]) != m((*d[: n - 1], 1 - d[n - 1] if flip else d[n])) for d in draws), len(draws))

    check.equal("flipped record, M₀: bad with probability 2⁻⁹, as printed", bad(m0, 10, flip=True), F(1, 2**9))
    check.equal("flipped record, mixture: 2⁻⁸", bad(mixture, 10, flip=True), F(1, 2**8))
    check.equal("fresh record, M₀: 2⁻¹⁰", bad(m0, 10), F(1, 2**10))
    check.equal("fresh record, M₁: 2⁻¹⁰", bad(m1, 10), F(1, 2**10))
    worst = bad(mixture, 10)
    check.equal("fresh record, mixture: 2⁻⁹, so γ = 2⁻⁹ accepts it and γ = 2⁻¹⁰ does not", worst, F(1, 2**9))

    # the same with four records through the definition of the base
    datasets = list(product((0, 1), repeat=4))
    small = [from_rows({d: [m(d).get(o, F(0)) for o in "01⊥"] for d in datasets}, outputs="01⊥") for m in (m0, m1)]
    check.show("M₀ on four records", small[0])
    check.show("M₁ on four records", small[1])
    random_dp, fair = notions["random-dp"], {0: F(1, 2), 1: F(1, 2)}
    for name, m in (("M₀", small[0]), ("M₁", small[1])):
        check.equal(f"four records: least γ of {name} at ε = 0", random_dp.tightest(m, prior=fair, epsilon=0), F(1, 2**4))
    mixed = small[0].mix(small[1])
    check.equal("four records: least γ of the mixture at ε = 0", random_dp.tightest(mixed, prior=fair, epsilon=0), F(1, 2**3))
    check.true("so the axiom fails at γ = 2⁻⁴", not random_dp.holds(mixed, prior=fair, gamma=F(1, 16), epsilon=0))
    check.refutes("the mixture of M₀ and M₁ is not (π, 2⁻⁹, 0)-random DP", worst > F(1, 2**9))
