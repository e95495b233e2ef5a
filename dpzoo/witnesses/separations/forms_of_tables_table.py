"""Outputs of good form may depend on the data in any way.

Conditions on the form of a published table, and deterministic rules, say nothing of how the output was chosen.
"""

from dpzoo.witnesses.prelude import *
from dpzoo.witnesses.separations._telling_apart import Dataset, TellsApart, violates


@decides("delta-presence/does_not_imply/k-anonymity approximate-dp")
def table_of_one_row(check: Check) -> None:
    """A table of one row hides in a large population.

    U holds m ≥ 1/δ people of each of the combinations a and b. M publishes a table with the one row a if the record r is in
    the data, and with the one row b otherwise. The row stands for one of m people, so 1/m-presence holds. Its class has one
    row, and whether r is in the data is told with certainty. This works for every δ > 0.
    """
    M = check.show("M", deterministic(complete_domain("rs", 2), lambda d: (("a",),) if "r" in d else (("b",),)))
    for m in (2, 10, 1000):
        check.least("delta-presence", M, F(1, m), f"{m} people of each combination", Q=[0], U=[("a",)] * m + [("b",)] * m)
        check.least(
            "delta-presence",
            M.restrict([("r",)]),
            F(1, m),
            f"{m} people of one combination, the table of a",
            Q=[0],
            U=[("a",)] * m,
        )
    for D in (M, M.restrict([("r",)])):
        check.least("k-anonymity", D, 1, Q=[0])
    check.every_level("k-anonymity", "only k ≥ 2 is proper")
    check.least("approximate-dp", M, 1, epsilon="inf")


@decides("t-closeness/does_not_imply/k-anonymity approximate-dp")
def tables_with_one_sensitive_value(check: Check) -> None:
    """Tables with a single sensitive value are 0-close, whatever they tell.

    All rows have the sensitive value s, so every class has the same distribution of it as the table. M returns one of two
    such tables, according to whether record t is in the data. The classes have one row each, and t is told with certainty.
    """
    TABLES = {False: (("q", "s"), ("q'", "s")), True: (("q", "s"), ("q''", "s"))}
    M = check.show("M", deterministic(complete_domain("tu", 2), lambda d: TABLES["t" in d]))
    check.least("t-closeness", M, 0, Q=[0], S=1)
    check.least("k-anonymity", M, 1, Q=[0])
    check.every_level("k-anonymity", "only k ≥ 2 is proper")
    check.least("approximate-dp", M, 1, epsilon="inf")


@decides(
    "epsilon-dp/does_not_imply/k-anonymity k-map t-closeness",
    "free-lunch-privacy/does_not_imply/k-anonymity k-map t-closeness noiseless-privacy-far21 multi-dimensional-data-privacy",
    "edge-dp/does_not_imply/seamless-privacy",
    sampled={"t-closeness noiseless-privacy-far21": "m", "multi-dimensional-data-privacy": "ε"},
)
def answers_that_ignore_the_data(check: Check) -> None:
    """An answer that ignores the data is private, and may still be a bad table, a guess, or the query itself.

    All mechanisms have the same law on all datasets, so the loss is 0. A table of one row has a class of size 1, and fits
    nobody in a population U if its value is new. A table of m rows, each a class with a sensitive value of its own, is at
    distance 1 - 1/m. A uniform choice among m outputs counts as ln m. Under a point mass every value is guessed. Two
    queries with different constant answers are told apart with certainty.
    """
    SUBJECTS = ("epsilon-dp", "free-lunch-privacy")
    # They compare datasets, one record apart or any two, and ask nothing of a table.
    domain = complete_domain([1, 2], 2)
    row = check.show("M, a table of one row", deterministic(domain, lambda _: (("new",),)))
    for x in SUBJECTS:
        check.least(x, row, 0, "one row")
    check.least("k-anonymity", row, 1, Q=[0])
    check.every_level("k-anonymity", "only k ≥ 2 is proper")
    for k in (1, 2):
        for people in ([], [("u",)], [("u",), ("v",)]):  # in any U some value is not found
            found = notions["k-map"].holds(row, Q=[0], U=people, k=k)
            check.false(f"k-map, {len(people)} people in U, k = {k}: fails", found)
    check.every_level("k-map", "a larger k asks for more than k = 1")
    for m in (2, 5, 20):
        table = deterministic(domain, lambda _, m=m: tuple((j, j) for j in range(m)))
        for x in SUBJECTS:
            check.least(x, table, 0, f"{m} classes")
        check.least("t-closeness", table, 1 - F(1, m), Q=[0], S=1)
        noise = FiniteMechanism(domain, range(m), [[F(1, m)] * m for _ in domain])
        check.least("free-lunch-privacy", noise, 0, f"{m} outputs")
        check.least("noiseless-privacy-far21", noise, real(m).log())
        for accuracy in (F(1, 100), F(1), F(100)):
            check.least(
                "multi-dimensional-data-privacy",
                noise,
                1,
                f"accuracy {accuracy}",
                theta=Prior.of({(1, 2): F(1)}),
                epsilon=accuracy,
            )
    nodes = (("node", "u"), ("node", "v"))
    graphs: list[Any] = [nodes, (*nodes, ("edge", "u", "v"))]
    answers = {"q": "yes", "r": "no"}
    for q, answer in answers.items():
        M = deterministic(graphs, lambda _, answer=answer: answer)
        check.least("edge-dp", M, 0, f"the query {q}")
    M = deterministic([((g, q),) for g in graphs for q in answers], lambda d: answers[d[0][1]])
    check.show("M on graph and query", M)
    check.least("seamless-privacy", M, INFINITY, "q and r related", Q=[("q", "r")])
    check.therefore_not("one of the other notions holds at proper values for all m")


@decides(
    """approximate-causal-dp approximate-per-instance-dp crowd-blending-privacy data-privacy differential-identifiability
    dp-oram/does_not_imply/approximate-dp""",
    "differential-obliviousness/does_not_imply/oblivious-dp",
)
def deterministic_against_approximate_dp(check: Check) -> None:
    """A deterministic output that some notion allows and approximate DP does not.

    A deterministic mechanism that is not the same on two neighbours is (ε', δ')-DP for δ' = 1 only. It may be the parity of
    three fair bits (a fair bit, whatever one of them is); how many records differ from t (adding or removing t changes
    nothing); the number of records if it is at least k (all records blend); whether a value is odd (a guess of the value is
    right half of the time); whether the participant is 1 or 2 (or 3 or 4); a fixed order of memory cells for each request.
    A program that copies its input reads it from first to last; the access pattern tells nothing, and the result all.
    """
    make: Any = deterministic
    BITS = Prior.independent([{0: F(1, 2), 1: F(1, 2)}] * 3)
    VALUE = Prior.of({(x,): F(1, 4) for x in range(4)})
    REQUESTS = ["read 0", "read 1", "write 1"]
    SUBJECTS: list[tuple[str, FiniteMechanism, Mapping[str, Any], int | F]] = [  # the last entry: the least value of the open one
        ("approximate-causal-dp", make(complete_domain((0, 1), 3), lambda d: sum(d) % 2), {"Theta": [BITS], "epsilon": 0}, 0),
        (
            "approximate-per-instance-dp",
            make(complete_domain("tu", 3), lambda d: sum(r != "t" for r in d)),
            {"D": ("t", "u"), "t": "t", "epsilon": 0},
            0,
        ),
        *(
            (
                "crowd-blending-privacy",
                make(
                    [d for n in range(k + 2) for d in combinations_with_replacement("tu", n)],
                    lambda d, k=k: len(d) if len(d) >= k else 0,
                ),
                {"epsilon": 0},
                k,
            )
            for k in (2, 3, 4)
        ),
        ("data-privacy", make(VALUE.datasets, lambda d: d[0] % 2), {"theta": VALUE, "epsilon": F(49, 100)}, F(1, 2)),
        (
            "differential-identifiability",
            make(complete_domain((1, 2, 3, 4), 1, 1), lambda d: d[0] <= 2),
            {"U": [1, 2, 3, 4]},
            F(1, 2),
        ),
        ("dp-oram", make(complete_domain(REQUESTS, 2), lambda d: (0, 1, 2, 3) * len(d)), {"epsilon": 0}, 0),
    ]
    for subject, M, values, expected in SUBJECTS:
        check.show(f"M for {subject}", M)
        check.equal(f"{subject}: its value", notions[subject].tightest(M, **values), expected)
        check.least("approximate-dp", M, 1, "the same mechanism", epsilon="inf")
    copy = deterministic(complete_domain("tu", 3), lambda d: (tuple(range(len(d))), d))
    pattern = copy.post_process({o: o[0] for o in copy.outputs})  # type: ignore[index]
    check.least("differential-obliviousness", pattern, 0, "of the access pattern", epsilon=0)
    check.least("oblivious-dp", copy, 1, "of pattern and result", epsilon="inf")


Table = tuple[tuple[str, ...], ...]


@decides(
    "k-anonymity/does_not_imply/approximate-dp l-diversity delta-presence crowd-blending-privacy",
    "k-map/does_not_imply/k-anonymity delta-presence",
    "l-diversity/does_not_imply/t-closeness",
    sampled={"t-closeness": "m"},
)
def tables_chosen_by_the_data(check: Check) -> None:
    """Tables of good form that depend on the data, show one value, or name everybody.

    The constructions work for every k ≥ 2 and l, and run for a few. Two k-anonymous tables say whether there is a record. A
    table of k equal rows is one class with one sensitive value; if its people are the whole of U, the ratio is 1. One row
    of a combination that k people have satisfies k-map, and k such rows have the ratio 1. A table of m classes of l rows,
    all sensitive values different and at distance 1, is l-diverse, with each class 1 - 1/m from the whole: for t < 1 take m
    with 1 - 1/m > t. Crowd-blending: records are two bits; on k records M publishes k times (x, *) if all have the first
    bit x, and k times (*, *) otherwise; else an empty table. With k - 1 times (0,0) the record (1,0) blends with no other,
    and M does not ignore it.
    """
    size, mapped, presence = (notions[x] for x in ("k-anonymity", "k-map", "delta-presence"))

    def crowd_table(d: tuple[Any, ...], k: int) -> Table:
        bits = {str(r[0]) for r in d}
        return ((bits.pop() if len(bits) == 1 else "*", "*"),) * k if len(d) == k else ()

    for k in (2, 3, 5):
        M = deterministic([(), ("t",)], lambda d, k=k: (("30" if d else "40", "a"),) * k)
        check.show(f"two tables, k = {k}", M)
        check.equal(f"k-anonymity, two tables of {k} rows: the largest k", size.tightest(M, Q=[0]), k)
        check.least("approximate-dp", M, 1, epsilon="inf")
        one = deterministic([(), ("t",)], lambda _, k=k: (("30", "a"),) * k)
        people = [["30"]] * k
        check.equal(f"k-anonymity, one table of {k} rows: the largest k", size.tightest(one, Q=[0]), k)
        check.equal("k-map, U its people: the largest k", mapped.tightest(one, Q=[0], U=people), k)
        check.equal("l-diversity: the largest l (proper: l ≥ 2)", notions["l-diversity"].tightest(one, Q=[0], S=1), 1)
        check.equal("delta-presence: the least δ", presence.tightest(one, Q=[0], U=people), 1)
        row = deterministic([(), ("t",)], lambda _: (("30", "a"),))
        check.equal("k-map, one row: the largest k", mapped.tightest(row, Q=[0], U=people), k)
        check.equal("k-anonymity: the largest k (proper: k ≥ 2)", size.tightest(row, Q=[0]), 1)
    check.every_level("k-anonymity", "only k ≥ 2 is proper")
    check.every_level("l-diversity", "only l ≥ 2 is proper")
    for k in (2, 3):
        records = list(product((0, 1), repeat=2))
        domain = [d for n in range(k + 1) for d in combinations_with_replacement(records, n)]
        M = deterministic(domain, lambda d, k=k: crowd_table(d, k))
        check.equal(f"k-anonymity, crowds, k = {k}: the largest k", size.tightest(M, Q=[0, 1]), k)
        check.least("crowd-blending-privacy", M, INFINITY, "k′ = 2", k=2)
    check.every_level("crowd-blending-privacy", "a larger k asks for more than k = 2")
    for m, n in ((2, 2), (4, 3), (5, 2)):
        M = deterministic([(), ("t",)], lambda _, m=m, n=n: tuple((str(c), f"{c}.{i}") for c in range(m) for i in range(n)))
        check.least("l-diversity", M, n, f"{m} classes", Q=[0], S=1)
        found = notions["t-closeness"].tightest(M, Q=[0], S=1, d="equality")
        check.equal("t-closeness: the least t, 1 - 1/m", found, 1 - F(1, m))
    check.therefore_not("one of these tables (or all of one family, at one level) has the property on the right of its claim")


Tables = tuple[Any, Any]


@decides(
    """entropy-l-diversity t-closeness/does_not_imply/one-sided-dp blowfish-privacy causal-dp noiseless-privacy distributional-dp
    pseudo-metric-dp approximate-user-level-dp"""
)
def one_of_two_good_tables(check: Check) -> None:
    """One of two tables of good form tells two datasets apart.

    A table with one class of l rows and l different values has entropy ln l; a table with a single sensitive value is
    0-close, whatever the distance of values is. Take two of the one kind, or two of the other. M returns the first on D_1
    and the second on all other datasets: every output is of good form, and D_1 is told from any other dataset with
    certainty. D_1 is the record t alone; Θ has the uniform distribution on t alone and u alone, P all values, G all pairs
    of values. For a pseudo-metric with δ·d < 1 on some pair, D_1 is one of that pair. For users, M_t returns the first
    table if user t owns a row of the data, and the second otherwise. This works for every l and t, and runs for l = 2, 3,
    10 and t = 0.
    """
    make: Any = deterministic
    COMPARE_VALUES = ("one-sided-dp", "blowfish-privacy", "causal-dp")
    UNDER_THETA = ("noiseless-privacy", "distributional-dp")
    DATA = complete_domain("tu", 2)
    ROWS = complete_domain([("t", 1), ("t", 2), ("u", 1)], 2)
    # Rows of users t and u; one of them may own several.

    def diverse(k: int) -> Tables:
        """Two tables of one class, with ``k`` different values each."""
        first, second = (tuple((q, v) for v in range(k)) for q in "ab")
        return first, second

    CLOSE: Tables = ((("a", "s"), ("b", "s")), (("a", "s"), ("c", "s")))

    def publish(tables: Tables, here: Dataset) -> FiniteMechanism:
        """M with D_1 = ``here``: the first table on D_1, and the second on all other datasets."""
        first, second = tables
        M: FiniteMechanism = make(DATA, lambda d: first if d == here else second)
        return M

    def publish_about_t(tables: Tables) -> FiniteMechanism:
        """M_t: the first table if user t owns a row, and the second otherwise."""
        first, second = tables
        M_t: FiniteMechanism = make(ROWS, lambda d: first if "t" in {owner for owner, _ in d} else second)
        return M_t

    metric = notions["pseudo-metric-dp"]
    for x, tables, best in (*(("entropy-l-diversity", diverse(k), k) for k in (2, 3, 10)), ("t-closeness", CLOSE, 0)):
        chosen = {D: publish(tables, D) for D in DATA}
        M, M_t = chosen["t",], publish_about_t(tables)
        if best == 2:
            check.show("M, l = 2", M)
            check.show("M_t, l = 2", M_t)
        what = f"{x}, {len(tables[0])} rows: the " + ("least t" if tables is CLOSE else "largest l")
        check.equal(what, notions[x].tightest(M, Q=[0], S=1), best)
        check.equal(f"{what} of M_t", notions[x].tightest(M_t, Q=[0], S=1), best)
        told = TellsApart(M, ("t",), ("u",))
        violates(check, told, COMPARE_VALUES)
        for y in UNDER_THETA:
            check.least(y, M, INFINITY, Theta=[told.either])
        same = all(notions[x].tightest(N, Q=[0], S=1).value == best for N in chosen.values())
        check.true(f"{what} is the same for every choice of D_1", same)
        asked = [metric.tightest(chosen[D], d={(D, E): 1, (E, D): 1}, epsilon="inf") for D, E in permutations(DATA, 2)]
        check.true("pseudo-metric-dp, D_1 in any pair: δ·d ≥ 1 is needed, for any ε", all(a.value == 1 for a in asked), of=asked)
        check.every_level("pseudo-metric-dp", "where δ·d ≥ 1 on every pair, nothing is asked")
        check.least("approximate-user-level-dp", M_t, 1, "of M_t", epsilon="inf")
