"""Two answers that leave a choice leave none together: composition of notions about guesses, sets and forms of tables."""

from itertools import combinations_with_replacement, pairwise

from dpzoo.blocks.generators import Generator
from dpzoo.notions.results import Tightest
from dpzoo.witnesses.prelude import *


@decides(
    "data-privacy differential-identifiability epsilon-privacy-pzjl20 multi-dimensional-data-privacy/composition",
    "relaxed-indistinguishability/composition convexity",
    kind=Kind.COMPOSITION,
)
def two_halvings_of_four(check: Check) -> None:
    """Four values halved twice: thresholds on guesses do not compose.

    Verdict  false: each of two questions leaves two of four values, and both together leave one.

    One value is uniform on 0, 1, 2, 3. M₁ says whether it is at least 2, and M₂ whether it is odd.

    After one answer two values are left. The best guess is right with probability 1/2, since a guess within ε < 1/2 fits
    one value only: data privacy and multi-dimensional data privacy hold. The belief in a secret value, or in one
    participant of four, is at most 1/2: ε-privacy and differential identifiability hold. Each record has l = 1 alternative
    that leads to the same law: relaxed indistinguishability holds.

    After both answers one value is left. No two values have the same possible outputs, and none of the five notions holds.
    For relaxed indistinguishability this is so even in the mixture of M₁ and M₂, whose output shows which question was
    asked: it is not convex.
    """
    values = range(4)
    M1 = check.show("M₁", deterministic([(v,) for v in values], lambda d: "≥ 2" if d[0] in (2, 3) else "< 2"))
    M2 = check.show("M₂", deterministic([(v,) for v in values], lambda d: "odd" if d[0] in (1, 3) else "even"))
    mechanisms = {"M₁": M1, "M₂": M2, "both": M1.compose(M2), "the even mixture": M1.mix(M2)}

    def best_guess(m: FiniteMechanism) -> F:
        """The largest probability of guessing the value from the output: data-privacy's δ for ε < 1/2."""
        return sum((max(F(1, 4) * m.probability((v,), o) for v in values) for o in m.outputs), F(0))

    def belief(m: FiniteMechanism) -> F:
        """The largest belief in one value after an output: ρ of differential identifiability (n = 1), ε of PZJL20 (L = {v})."""
        rows = [[m.probability((v,), o) for v in values] for o in m.outputs]
        return F(max(max(row) / sum(row) for row in rows))

    def alternatives(m: FiniteMechanism) -> int:
        """l of relaxed indistinguishability, at any ε: the least number of other values with the same possible outputs."""
        possible = {v: {o for o in m.outputs if m.probability((v,), o)} for v in values}
        return min(sum(possible[u] == possible[v] for u in values if u != v) for v in values)

    for name in ("M₁", "M₂"):
        m = mechanisms[name]
        check.equal(f"{name}: data-privacy's δ", best_guess(m), F(1, 2))
        check.equal("… the largest belief in one value", belief(m), F(1, 2))
        check.equal("… the least number of alternatives, which lead to the same law", alternatives(m), 1)
        check.true("… M is deterministic, so ε = 0", all(p in (0, 1) for D in m.datasets for p in m.row(D)))
    both, mixture = mechanisms["both"], mechanisms["the even mixture"]
    check.equal("both: data-privacy's δ", best_guess(both), 1)
    check.equal("… the largest belief in one value", belief(both), 1)
    check.equal("… the least number of alternatives, at any ε", alternatives(both), 0)
    check.equal("the even mixture: the least number of alternatives, at any ε", alternatives(mixture), 0)


@decides(
    "reconstruction-robustness pac-privacy narcissus-resiliency/composition",
    "reconstruction-robustness/does_not_imply/bounded-dp approximate-dp",
    "pac-privacy narcissus-resiliency/does_not_imply/approximate-dp",
    kind=Kind.COMPOSITION,
)
def rows_and_columns_of_a_square(check: Check) -> None:
    """The row and the column of a cell: each leaves a choice, both together none.

    Verdict  false: the row lets a guess be right with probability 1/m, and so does the column; both tell the cell. And the
             row is told with certainty.

    The only record is uniform on the m² cells of a square, and only the true cell counts as a reconstruction. M₁ tells the
    row of the cell and M₂ its column. A guess after one answer is right with probability 1/m, so reconstruction robustness,
    PAC privacy and Narcissus resiliency hold at levels that belong to 1/m. After both answers the cell is known. Bounded
    and approximate DP fail for the row alone, which changes with certainty.
    """
    for m in (2, 4):
        cells = [(c,) for c in product(range(m), repeat=2)]
        row = deterministic(cells, lambda d: d[0][0])
        column = deterministic(cells, lambda d: d[0][1])
        both = row.compose(column)
        check.show(f"the row, m = {m}", row)
        law = Prior.of({d: F(1, m * m) for d in cells})
        record = {"prior": {d[0]: F(1, m * m) for d in cells}, "rho": [(d[0], d[0]) for d in cells]}
        whole = {"theta": law, "rho": [(d, d) for d in cells]}
        family = {"Theta": [law], "rho": whole["rho"]}
        for name, M, share in (("row", row, F(1, m)), ("column", column, F(1, m)), ("both", both, F(1))):
            found = notions["reconstruction-robustness"].tightest(M, **record)
            check.equal(f"m = {m}, {name}: γ of reconstruction-robustness", found, share)
            check.equal(f"m = {m}, {name}: δ of pac-privacy", notions["pac-privacy"].tightest(M, **whole), 1 - share)
            found = notions["narcissus-resiliency"].tightest(M, epsilon=0, **family)
            check.equal(f"m = {m}, {name}: δ of narcissus-resiliency at ε = 0", found, share - F(1, m * m))
            found = notions["narcissus-resiliency"].tightest(M, delta=0, **family)
            check.equal(f"m = {m}, {name}: ε of narcissus-resiliency at δ = 0", found, real(share * m * m).log())
        check.least("approximate-dp", row, 1, "of the row", epsilon="inf")
        check.least("bounded-dp", row, INFINITY, "of the row")
    check.therefore_not("two small chances to reconstruct leave a small one together, or a small chance is indistinguishability")


@decides("pointwise-maximal-leakage persuasive-privacy/composition")
def sets_that_meet_in_one_record(check: Check) -> None:
    """Two halves of the values that meet in one: pointwise maximal leakage and persuasive privacy do not compose.

    Verdict  false: of two mechanisms with ε = ln 2 both together have ε = ln(2m), for every m; and so it is with κ, at any
             δ.

    The record is uniform on 2m values, and A and B are two sets of m values that have one in common. M₁ says whether the
    record is in A, and M₂ whether it is in B. Either answer doubles the probability of some values. If both are yes, the
    common value is certain, and its probability has grown by the factor 2m.
    """
    notion = notions["pointwise-maximal-leakage"]
    for m in (3, 8, 20):
        values = [(t,) for t in range(2 * m)]
        law = {t: F(1, 2 * m) for (t,) in values}
        M1 = deterministic(values, lambda d: d[0] < m)
        M2 = deterministic(values, lambda d: d[0] >= m - 1 and d[0] != 2 * m - 1)
        for name, M in (("M₁", M1), ("M₂", M2)):
            if m == 3:
                check.show(name, M)
            check.equal(f"m = {m}: ε of {name}", notion.tightest(M, Theta=[law]), real(2).log())
        both = notion.tightest(M1.compose(M2), Theta=[law])
        check.equal(f"m = {m}: ε of both is ln(2m)", both, real(2 * m).log())
        score, given = notions["persuasive-privacy"], {"Theta": [Prior.of({d: F(1, 2 * m) for d in values})], "delta": F(9, 10)}
        for name, M in (("M₁", M1), ("M₂", M2)):
            check.equal(f"m = {m}: κ of {name} at δ = 9/10", score.tightest(M, **given), real(2).log())
        check.equal(f"m = {m}: κ of both is ln(2m)", score.tightest(M1.compose(M2), **given), real(2 * m).log())
    check.therefore_not("ε of both is bounded by a function of ε of each")


@decides("integral-privacy measure-of-privacy/composition")
def crossing_partitions(check: Check) -> None:
    """Crossing partitions: notions about which datasets an output can come from do not compose.

    Verdict  false: two mechanisms with k = 2 (with one class of datasets) together show one dataset (tell all of N datasets
             apart).

    Every output of either mechanism can come from several datasets; a pair of outputs only from those that both allow. For
    the leakage, datasets are linked if they share an output. Two paths through the datasets that have no link in common
    leave no link.
    """
    Set = frozenset[str]

    # integral privacy: P = {a, b, c}, no record known; each output's generators
    def family(text: str) -> list[set[Set]]:
        """Families like "∅ abc, a bc"."""
        return [{frozenset(() if name == "∅" else name) for name in part.split()} for part in text.split(", ")]

    def level(families: Iterable[set[Set]]) -> int:
        """The largest k of integral privacy: 0 if a record is in all generators of an output."""
        listed = [f for f in families if f]
        return 0 if any(frozenset.intersection(*f) for f in listed) else min(len(f) for f in listed)

    first, second = family("∅ abc, a bc, b ac, c ab"), family("∅ abc ab, a bc, b c ac")
    every = {frozenset(s) for s in chain.from_iterable(combinations("abc", n) for n in range(4))}
    for name, families in (("M₁", first), ("M₂", second)):
        check.show(
            f"generators of the outputs of {name}",
            {k: sorted("".join(sorted(s)) or "∅" for s in f) for k, f in enumerate(families)},
        )
        check.true(f"{name}: every dataset has one output", sorted(map(sorted, chain(*families))) == sorted(map(sorted, every)))
        check.equal("… k", level(families), 2)
    both = [f & g for f in first for g in second]
    check.true("both: {c} is the only dataset with its pair of outputs", {frozenset("c")} in both)
    check.equal("… k (0: a record is in all generators)", level(both), 0)

    # leakage: datasets 1, …, N and two paths through all of them without a common link
    def classes(links: set[frozenset[int]], n: int) -> int:
        found = [{x} for x in range(1, n + 1)]
        for link in links:
            joined = [c for c in found if c & link]
            found = [c for c in found if not c & link] + [set().union(*joined)]
        return len(found)

    def path(*stops: int) -> set[frozenset[int]]:
        return {frozenset(step) for step in pairwise(stops)}

    left = []
    for N in (4, 6, 10, 100):
        straight = path(*range(1, N + 1))
        odd_even = path(*range(2, N + 1, 2), *range(1, N + 1, 2))
        check.equal(f"N = {N}: classes of M₁", classes(straight, N), 1)
        check.equal("… classes of M₂", classes(odd_even, N), 1)
        left.append(classes(straight & odd_even, N))
        check.equal("… classes of both", left[-1], N)
    check.refutes("both together have k ≥ 1, or at most 99 classes for every N", level(both) >= 1 or max(left) <= 99)


@decides("strong-l1-privacy strong-chi-squared-privacy/composition")
def two_hints_of_a_rare_value(check: Check) -> None:
    """Two hints of a rare value: bounds on how far a report moves a belief do not compose.

    Verdict  false: of two mechanisms at the same small level both together move the belief nearly to certainty, and the χ²
             divergence beyond every bound.

    On a rare value of probability p a hint is certain, on the other one it has probability h. For ε = 1/10 and p = εh/2 a
    hint moves the belief by at most ε, and two hints by nearly 2 if h is small. For p = ε²h²/(1 + ε²h²) the χ² divergence
    after a hint is at most ε², and after two of the order of 1/h².
    """
    e = F(1, 10)
    for h in (F(1, 10**3), F(1, 10**6)):
        M = check.show(f"M, h = {h}", from_rows({("rare",): (F(1), F(0)), ("usual",): (h, 1 - h)}, ["hint", "nothing"]))
        p = e * h / 2
        law = {"rare": p, "usual": 1 - p}
        check.at_most(f"h = {h}: ℓ1 of one", notions["strong-l1-privacy"].tightest(M, Theta=[law]), e)
        both = notions["strong-l1-privacy"].tightest(M.compose(M), Theta=[law])
        check.at_least(f"h = {h}: ℓ1 of both, which tends to 2", both, 2 * (e / (e + 2 * h) - p))
        p = e**2 * h**2 / (1 + e**2 * h**2)
        law = {"rare": p, "usual": 1 - p}
        check.at_most(f"h = {h}: χ² of one", notions["strong-chi-squared-privacy"].tightest(M, Theta=[law]), e)
        both = notions["strong-chi-squared-privacy"].tightest(M.compose(M), Theta=[law])
        check.at_least(f"h = {h}: χ² of both, which grows with 1/h", both, e / (2 * h * (1 + e**2)))
    check.therefore_not("a bound on each leaves a bound below the largest value for both")


@decides("capacity-bounded-dp divergence-dp extended-divergence-dp adjacency-relation-divergence-dp/composition")
def divergences_that_explode(check: Check) -> None:
    """A divergence that does not compose: two runs have an infinite one.

    Verdict  false at f(t) = e^t - e: a divergence of at most 65/100 becomes infinite when the mechanism is run twice.

    Let Q(n) = 3^-n/n² and P(n) = 3^-n/n for 2 ≤ n ≤ N, with the rest of the mass on the output 0. There P/Q is n, so that
    D_f(P‖Q) ≤ Σ Q(n)e^n ≤ π²/6 - 1 < 65/100 for every N, as e < 3. In the other order the ratios are at most 1, except on
    0, where the ratio is below 1.08, and D_f(Q‖P) ≤ e^1.08 - e < 1/4.

    Two runs give (N, N) with the ratio N² and the Q-probability 9^-N/N⁴, so their divergence is at least 9^-N e^(N²)/N⁴ -
    e, which grows without bound; with all n ≥ 2 it is infinite. Capacity bounded DP with H all functions is divergence DP
    (Fenchel and Young); the best test is h = f'(P/Q), here e^(P/Q).
    """
    E = real(1).exp()

    def _f(t: Any) -> Any:
        return (t.exp() if isinstance(t, Real) else np.exp(t)) - E

    f = Generator("e^t - e", _f, real(1) - E, math.inf, lambda y: y * y.log() - y + E)

    def mechanism(most: int) -> FiniteMechanism:
        """P on the dataset (1), Q on the empty one; outputs 0, 2, …, most."""
        Q = [F(1, 3**n * n**2) for n in range(2, most + 1)]
        P = [F(1, 3**n * n) for n in range(2, most + 1)]
        return from_rows({(1,): [1 - sum(P), *P], (): [1 - sum(Q), *Q]}, outputs=[0, *range(2, most + 1)])

    def best_tests(m: FiniteMechanism) -> list[list[Real]]:
        P, Q = m.row((1,)), m.row(())
        return [[real(a / b).exp() for a, b in zip(x, y, strict=True)] for x, y in ((P, Q), (Q, P))]

    divergence, capacity, extended = (notions[n] for n in ("divergence-dp", "capacity-bounded-dp", "extended-divergence-dp"))
    growth = []
    for N in (4, 5, 6, 7):
        M = mechanism(N)
        twice = M.compose(M)
        if N == 4:
            check.show("M, N = 4", M)
        once = divergence.tightest(M, f=f)
        check.less(f"N = {N}: divergence DP (and ARDDP on this pair), ε of M", once, F(65, 100))
        check.less("… extended divergence DP at distance 1", extended.tightest(M, f=f, d="edit"), F(65, 100))
        check.less("… capacity bounded DP with the best tests", capacity.tightest(M, f=f, H=best_tests(M)), F(65, 100))
        bound = real(N * N).exp() * F(1, 9**N * N**4) - E
        growth.append(bound)
        check.at_least("… ε of two runs, divergence DP, against 9^-N e^(N²)/N⁴ - e", divergence.tightest(twice, f=f), bound)
        check.at_least("… extended divergence DP", extended.tightest(twice, f=f, d="edit"), bound)
        check.at_least("… capacity bounded DP with the best tests", capacity.tightest(twice, f=f, H=best_tests(twice)), bound)
    check.greater("the bound at N = 5", growth[1], 10**3)
    check.greater("… at N = 6", growth[2], 10**6)
    check.greater("… at N = 7", growth[3], 10**10)
    claim = divergence.holds(mechanism(7).compose(mechanism(7)), f=f, epsilon=10**10)
    check.refutes("some ε' (here 10¹⁰) serves two runs of all (f, 65/100)-divergence DP mechanisms", claim)


@decides("abstract-dp/post_processing convexity composition")
def abstract_dp_predicates(check: Check) -> None:
    """Abstract DP with three simple predicates: nothing survives.

    Verdict  false: predicates of the probabilities of events need not be closed under any of them, and of both together
             no predicate may hold at all, except one that is always true.

    With q(x, y) true if x and y differ by 0 or 1, publishing a fact is allowed: its events have probabilities 0 and 1.
    Answering truthfully with probability 3/4 is not, and neither is the fact mixed with a constant. With q false at (1/2,
    1/4) alone, the fact is allowed again, and so is every output that ignores the data. Both together can show every pair
    (x, y): let the second output be 1, 2 or 3 with probabilities min(x, y), |x - y| and the rest.
    """
    abstract, R = notions["abstract-dp"], [((), (1,)), ((1,), ())]

    def whole(x: F, y: F) -> bool:
        return abs(x - y) in (0, 1)

    fact = check.show("the fact", from_rows({(): [F(1), F(0)], (1,): [F(0), F(1)]}, outputs=["no", "yes"]))
    constant = check.show("the constant", from_rows({(): [F(1), F(0)], (1,): [F(1), F(0)]}, outputs=["no", "yes"]))
    noisy = fact.post_process({"no": {"no": F(3, 4), "yes": F(1, 4)}, "yes": {"no": F(1, 4), "yes": F(3, 4)}})
    mixture = fact.mix(constant)
    check.show("the fact, told truthfully with probability 3/4", noisy)
    check.show("the fact or the constant", mixture)
    check.true("q: probabilities differ by 0 or 1. The fact satisfies it", abstract.holds(fact, R=R, q=whole))
    check.true("… the constant too", abstract.holds(constant, R=R, q=whole))
    processed, mixed = (bool(abstract.holds(m, R=R, q=whole)) for m in (noisy, mixture))
    check.true("… the post-processed fact does not", not processed)
    check.true("… the mixture of the fact and the constant does not", not mixed)

    def except_at(a: F, b: F) -> Callable[[F, F], bool]:
        return lambda x, y: (x, y) != (a, b)

    composed = True
    for a, b in ((F(1, 2), F(1, 4)), (F(1, 4), F(1, 2)), (F(0), F(1, 3)), (F(99, 100), F(98, 100)), (F(2, 3), F(0))):
        parts = [min(a, b), abs(a - b), 1 - max(a, b)]
        ignorant = from_rows({(): parts, (1,): parts}, outputs=[1, 2, 3])
        both = fact.compose(ignorant)
        found = abstract.tightest(both, R=R)
        assert isinstance(found, Tightest)
        occurring = {pair for pairs in found.value.values() for pair in pairs}
        check.true(f"q: all but ({a}, {b}). The fact satisfies it", abstract.holds(fact, R=R, q=except_at(a, b)))
        check.true("… an output that ignores the data too", abstract.holds(ignorant, R=R, q=except_at(a, b)))
        check.true("… both together have an event with these probabilities", (a, b) in occurring)
        composed = composed and (a, b) not in occurring
    check.refutes(
        "abstract DP survives post-processing, or mixing, or composition, at these predicates", processed or mixed or composed
    )


Row = tuple[int | str, str, str]  # age, sex, sensitive value


@decides(
    """delta-presence entropy-l-diversity k-anonymity k-epsilon-anonymity k-map l-diversity n-t-closeness recursive-l-diversity
    t-closeness/composition"""
)
def joined_tables(check: Check) -> None:
    """Two tables joined row by row: the notions about tables do not compose.

    Verdict  false: two tables of the same four people satisfy each of them, and their join has four different rows.
    Source   Des20, Section 2.1.5 (several views of the same data; two hospitals); the records' proofs.

    Four people have the ages 30, 30, 40, 40, the sexes f, m, f, m and the sensitive values a, b, b, a. One table suppresses
    the sexes, the other one the ages, and both list the people in the same order. Each has two classes of two people with
    both sensitive values, so every condition holds. Row by row the two tell age and sex, every class of the join has one
    row, and every condition fails.

    For k-map and δ-presence these four people are the reidentification dataset U, and the tables have one row, the first
    person's. The second part of (k, ε)-anonymity is empty.
    """
    people: list[Row] = [(30, "f", "a"), (30, "m", "b"), (40, "f", "b"), (40, "m", "a")]
    tables: dict[str, list[Row]] = {
        "table 1": [(age, "*", s) for age, _, s in people],
        "table 2": [("*", sex, s) for _, sex, s in people],
        "the join": people,
    }

    def classes(table: list[Row]) -> list[Counter[str]]:
        return [Counter(s for *q, s in table if q == list(key)) for key in dict.fromkeys((age, sex) for age, sex, _ in table)]

    def distance(p: Counter[str], q: Counter[str]) -> F:
        """The earth mover's distance with 1 between different values: total variation."""
        return sum((abs(F(p[s], p.total()) - F(q[s], q.total())) for s in "ab"), F(0)) / 2

    def nearest(table: list[Row], n: int) -> F:
        """The largest distance of a class from its best natural superset (a box around it) of at least n rows."""
        sides = [sorted({row[i] for row in table}, key=str) for i in (0, 1)]
        worst = F(0)
        for age, sex, _ in table:
            boxes = [(ages, sexes) for ages in ([age], sides[0]) for sexes in ([sex], sides[1])]
            inside = [Counter(s for x, y, s in table if x in ages and y in sexes) for ages, sexes in boxes]
            own = Counter(s for x, y, s in table if (x, y) == (age, sex))
            worst = max(worst, min(distance(own, box) for box in inside if box.total() >= n))
        return worst

    for name, table in tables.items():
        check.show(name, [f"{age}, {sex}: {s}" for age, sex, s in table])
        groups, joined = classes(table), name == "the join"
        size, diverse = min(c.total() for c in groups), min(len(c) for c in groups)
        check.equal(f"{name}: k-anonymity's and (k, ε)-anonymity's k", size, 1 if joined else 2)
        check.equal("… l-diversity's l", diverse, 1 if joined else 2)
        check.true(
            "… in each class the values are equally frequent, so its entropy is", all(len(set(c.values())) == 1 for c in groups)
        )
        check.equal("… the least entropy", log_of(diverse), 0 if joined else log_of(2))
        ranks = [sorted(c.values(), reverse=True) for c in groups]
        recursive = all(r[0] < 2 * sum(r[1:]) for r in ranks)
        check.true(f"… recursive diversity with c = l = 2 {'fails' if joined else 'holds'}", recursive is not joined)
        whole = Counter(s for *_, s in table)
        close = max(distance(c, whole) for c in groups)
        check.equal("… t-closeness's t", close, F(1, 2) if joined else 0)
        supersets = nearest(table, 2)
        check.equal("… (2, t)-closeness's t", supersets, F(1, 2) if joined else 0)
        age, sex, _ = table[0]
        fitting = sum(age in ("*", p[0]) and sex in ("*", p[1]) for p in people)
        check.equal("… people of U whom its first row fits: k-map's k, and 1/δ of δ-presence", fitting, 1 if joined else 2)


Law = dict[Hashable, F]
Data = tuple[str, ...]


@decides("crowd-blending-privacy/convexity composition")
def crowds_that_split(check: Check) -> None:
    """Crowds that split: crowd-blending privacy is neither convex nor composable.

    Verdict  false: two mechanisms that blend pairs of records (k = 2, ε = 0) have a mixture, and a pair, that blends
             nothing.

    M₁ publishes how many records are in {a, b} and how many in {c, d}, and 0 in place of 1; M₂ does the same with {a, c}
    and {b, d}. Records of one group blend, and a record that is alone in its group changes nothing. Any two records are in
    different groups for one of the two. Datasets have up to four records; that two records blend needs no more, since the
    counts depend on the record's group only, and that they do not is shown by one dataset.
    """

    def counts(d: Data, groups: tuple[str, str]) -> tuple[int, ...]:
        found = [sum(t in g for t in d) for g in groups]
        return tuple(0 if n == 1 else n for n in found)

    first, second = ("ab", "cd"), ("ac", "bd")
    mechanisms: dict[str, Callable[[Data], Law]] = {
        "M₁": lambda d: {counts(d, first): F(1)},
        "M₂": lambda d: {counts(d, second): F(1)},
        "the mixture": lambda d: {(1, counts(d, first)): F(1, 2), (2, counts(d, second)): F(1, 2)},
        "the pair": lambda d: {(counts(d, first), counts(d, second)): F(1)},
    }
    datasets = [D for n in range(5) for D in combinations_with_replacement("abcd", n)]

    def with_record(e: Data, t: str) -> Data:
        return tuple(sorted((*e, t)))

    def blending(name: str) -> set[tuple[str, str]]:
        """The pairs of different records that may be exchanged: at ε = 0, with equal laws."""
        law = mechanisms[name]
        return {
            (t, u) for t, u in combinations("abcd", 2) if all(law(with_record(E, t)) == law(with_record(E, u)) for E in datasets)
        }

    def exposed(name: str) -> list[tuple[Data, str]]:
        """Datasets with a record that fewer than k = 2 records blend with, and whose removal changes the output's law."""
        law, pairs, found = mechanisms[name], blending(name), []
        for D in datasets:
            for t in set(D):
                crowd = sum(u == t or tuple(sorted((t, u))) in pairs for u in D)
                rest = list(D)
                rest.remove(t)
                if crowd < 2 and law(D) != law(tuple(rest)):
                    found.append((D, t))
        return found

    for name in mechanisms:
        check.show(f"pairs of records that blend under {name}", {"pairs": sorted(blending(name))})
    for name, pairs in (("M₁", {("a", "b"), ("c", "d")}), ("M₂", {("a", "c"), ("b", "d")})):
        check.true(f"{name}: records of one group blend", blending(name) == pairs)
        check.equal("… datasets with a record that is exposed at k = 2, ε = 0", len(exposed(name)), 0)
    D, rest = tuple("abcd"), tuple("bcd")
    for name in ("the mixture", "the pair"):
        check.equal(f"{name}: pairs that blend", len(blending(name)), 0)
        law = mechanisms[name]
        for t, u in combinations("abcd", 2):
            apart = [E for E in datasets if any(o not in law(with_record(E, u)) for o in law(with_record(E, t)))]
            check.true(f"… {t} and {u} do not blend at any ε", bool(apart))
        check.true("… removing a from (a, b, c, d) is seen at any ε", any(o not in law(rest) for o in law(D)))


Pairs = tuple[tuple[int, int], ...]


@decides("zero-knowledge-privacy/convexity composition", errata=["sok-table3-zkpr-convexity"])
def two_counts_one_aggregate(check: Check) -> None:
    """Two counts and one aggregate: zero-knowledge privacy is neither convex nor composable.

    Claim    Zero-knowledge privacy is convex (printed) and composes (left open).
    Verdict  false for the family of two counts: two mechanisms with ε = ln 2 have a mixture, and a pair, with ε at least n
             ln 2 / 2 on n records, for every n.
    Source   DP22, Table 3; Des20, Table 2.20, Proposition 11 (7) and footnote 23; the record's proofs.

    Records are pairs of bits (x, y). The simulator gets, without the last record, the number of records with x = 1, or the
    number with y = 1. M_x publishes the first number with two-sided geometric noise of ratio 1/2 (cut off at 0 and n, which
    is post-processing), M_y the second. Simulated from the first number, M_y must look the same on n records (0,1) and on n
    records (0,0), within 2ε'; but the output n is 2^n times as likely on the one as on the other. By symmetry the second
    number is no better. The definition runs for n = 3, on the datasets of three records that are all (0,0) or (0,1), or all
    (0,0) or (1,0).
    """

    def noisy(count: int, n: int) -> list[F]:
        """count + Z, Pr[Z = z] = 2^-|z| / 3, cut off at 0 and n."""
        inside = [F(1, 3 * 2 ** abs(k - count)) for k in range(n + 1)]
        return [F(2, 3 * 2**count), *inside[1:n], F(2, 3 * 2 ** (n - count))]

    zero_knowledge = notions["zero-knowledge-privacy"]
    kept: list[bool] = []
    Agg = [lambda d: sum(x for x, _ in d), lambda d: sum(y for _, y in d)]
    for n in (3, 4, 10, 30):
        some = [((0, 1),) * k + ((0, 0),) * (n - k) for k in range(n + 1)]
        datasets: list[Pairs] = [*some, *(tuple((y, x) for x, y in D) for D in some[1:])]
        M_x = from_rows({D: noisy(sum(x for x, _ in D), n) for D in datasets}, [("x", k) for k in range(n + 1)])
        M_y = from_rows({D: noisy(sum(y for _, y in D), n) for D in datasets}, [("y", k) for k in range(n + 1)])
        ones, zeros = ((0, 1),) * n, ((0, 0),) * n
        ratio = M_y.probability(ones, ("y", n)) / M_y.probability(zeros, ("y", n))
        check.equal(f"n = {n}: the output n of M_y, on n records (0,1) against n records (0,0): ratio", ratio, 2**n)
        seen = [Agg[0](D[:-1]) for D in (ones, zeros)]
        check.true("… the first number without the last record is 0 on both", seen == [0, 0])
        if n > 3:
            continue
        check.show("M_x, n = 3", M_x)
        check.show("M_y, n = 3", M_y)
        for symbol, m in (("M_x", M_x), ("M_y", M_y)):
            check.true(f"n = 3: {symbol} holds at ε = ln 2", zero_knowledge.holds(m, Agg=Agg, epsilon=log_of(2)))
        for symbol, m in (("the mixture", M_x.mix(M_y)), ("the pair", M_x.compose(M_y))):
            beyond = zero_knowledge.holds(m, Agg=Agg, epsilon=log_of(F(28, 10)))
            check.true(f"… {symbol} does not even hold at ε = ln 2.8 (n ln 2 / 2 = ln 2.83)", not beyond)
            kept.append(bool(zero_knowledge.holds(m, Agg=Agg, epsilon=log_of(2))))
    check.refutes("on three records the mixture or the pair of M_x and M_y is (Agg, ln 2)-zero-knowledge private", any(kept))


OutputLaw = dict[object, F]
Premetric = Callable[[OutputLaw, OutputLaw], F]


@decides("dp-specification/post_processing convexity composition")
def premetrics_out_of_nowhere(check: Check) -> None:
    """Premetrics may be anything: DP specifications survive nothing.

    Verdict  false: the premetric on output laws need not respect channels, mixtures or products.

    There are two inputs at distance 1, and the budget is 0, so the specification says that the premetric of the two output
    laws is 0. A premetric that looks at the output 0 alone misses a difference at 1 and 2 until 0 and 1 change places. One
    that is 0 between point masses allows publishing the input, and not publishing it half of the time. One that is 0 on
    single outputs and not on pairs allows publishing the input once.
    """

    def at_zero(p: OutputLaw, q: OutputLaw) -> F:
        return abs(p.get(0, F(0)) - q.get(0, F(0)))

    def between_point_masses(p: OutputLaw, q: OutputLaw) -> F:
        return F(0) if p == q or max(p.values()) == max(q.values()) == 1 else F(1)

    def on_pairs(p: OutputLaw, q: OutputLaw) -> F:
        return F(p != q and all(isinstance(o, tuple) for o in (*p, *q)))

    def distance(m: FiniteMechanism, d: Premetric) -> F:
        laws = [{o: p for o, p in zip(m.outputs, m.row((x,)), strict=True) if p} for x in ("x", "y")]
        return max(d(laws[0], laws[1]), d(laws[1], laws[0]))

    shown = from_rows({("x",): [F(0), F(1), F(0)], ("y",): [F(0), F(0), F(1)]}, outputs=[0, 1, 2])
    constant = from_rows({("x",): [F(1)], ("y",): [F(1)]}, outputs=[0])
    check.show("M (publishes the input, as 1 or 2)", shown)
    check.show("a constant", constant)
    exchanged = shown.post_process({0: 1, 1: 0, 2: 2})
    check.equal("d(P, Q) = |P(0) - Q(0)|: M", distance(shown, at_zero), 0)
    check.equal("… M with 0 and 1 exchanged", distance(exchanged, at_zero), 1)
    check.equal("d = 0 between point masses and between equal laws: M", distance(shown, between_point_masses), 0)
    check.equal("… the constant", distance(constant, between_point_masses), 0)
    check.equal("… the even mixture of both", distance(shown.mix(constant), between_point_masses), 1)
    check.equal("d = 0 on laws of single outputs, 1 between different laws of pairs: M", distance(shown, on_pairs), 0)
    check.equal("… M run twice", distance(shown.compose(shown), on_pairs), 1)
    after = [(exchanged, at_zero), (shown.mix(constant), between_point_masses), (shown.compose(shown), on_pairs)]
    check.refutes("with one of these premetrics the new mechanism keeps the budget 0", any(distance(m, d) == 0 for m, d in after))
