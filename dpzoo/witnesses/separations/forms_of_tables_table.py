"""Outputs of good form may depend on the data in any way.

Conditions on the form of a published table, and deterministic rules, say nothing of how the output was chosen.
"""

from dpzoo.witnesses.prelude import *
from dpzoo.witnesses.separations._telling_apart import Dataset, TellsApart, violates


@decides("delta-presence/does_not_imply/k-anonymity approximate-dp")
def table_of_one_row(check: Check) -> None:
    """A table of one row hides in a large population.

    Let U hold m ≥ 1/δ people of each of the combinations a and b. M publishes a table with the one row a if the record r is
    in the data, and with the one row b otherwise. The row stands for one of m people, so δ-presence holds, for every δ > 0.

    The class of the table has one row, so it is k-anonymous for k = 1 only. Whether r is in the data is told with
    certainty, so approximate DP needs δ = 1.
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
    """free-lunch-privacy user-level-pan-privacy/does_not_imply/k-anonymity k-map t-closeness noiseless-privacy-far21
    multi-dimensional-data-privacy""",
    "edge-dp/does_not_imply/seamless-privacy",
    sampled={"t-closeness noiseless-privacy-far21": "m", "multi-dimensional-data-privacy": "ε"},
)
def answers_that_ignore_the_data(check: Check) -> None:
    """An answer that ignores the data is private, and may still be a bad table, a good guess, or the query itself.

    Each mechanism has the same law on all datasets, so its loss is 0, between neighbours and between any two datasets. As
    an algorithm that reads its users' events it writes its answer first and keeps nothing.

    A table of one row has a class of size 1, which is not k-anonymous for any k ≥ 2. If the value of the row is new, the
    row fits nobody in any population U, so k-map fails for every k.

    A table of m rows, each a class with a sensitive value of its own, has classes at distance 1 - 1/m from the whole table.
    So t-closeness fails for every t < 1, once m is large.

    A uniform choice among m outputs has m possible outputs, so noiseless privacy (non-stochastic) needs ε' ≥ ln m, for
    every m. Under a prior that is certain of the dataset every value is guessed, so multi-dimensional data privacy needs δ
    = 1.

    For edge DP let each of two queries have its own constant answer. Neither answer depends on the graph, so edge DP holds
    without loss for each query. Seamless privacy compares the two queries on one graph, and their answers differ with
    certainty.
    """
    SUBJECTS = ("epsilon-dp", "free-lunch-privacy", "user-level-pan-privacy")
    # They compare datasets, one record apart, with one user's events or any two, and ask nothing of a table.
    domain, numbers = complete_domain([("u", 1), ("v", 2)], 2), complete_domain([1, 2], 2)
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
        table = deterministic(domain, lambda _: tuple((j, j) for j in range(m)))
        for x in SUBJECTS:
            check.least(x, table, 0, f"{m} classes")
        check.least("t-closeness", table, 1 - F(1, m), Q=[0], S=1)
        noise = FiniteMechanism(domain, range(m), [[F(1, m)] * m for _ in domain])
        for x in SUBJECTS[1:]:
            check.least(x, noise, 0, f"{m} outputs")
        check.least("noiseless-privacy-far21", noise, real(m).log())
        for accuracy in (F(1, 100), F(1), F(100)):
            check.least(
                "multi-dimensional-data-privacy",
                FiniteMechanism(numbers, range(m), [[F(1, m)] * m for _ in numbers]),
                1,
                f"accuracy {accuracy}",
                theta=Prior.of({(1, 2): F(1)}),
                epsilon=accuracy,
            )
    nodes = (("node", "u"), ("node", "v"))
    graphs: list[Any] = [nodes, (*nodes, ("edge", "u", "v"))]
    answers = {"q": "yes", "r": "no"}
    for q, answer in answers.items():
        M = deterministic(graphs, lambda _: answer)
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

    A deterministic mechanism with different outputs on two neighbours is (ε', δ')-DP for δ' = 1 only. Each subject allows
    such a mechanism:

    Approximate causal DP under three fair bits: their parity. Given the value of one of them it is still a fair bit, so δ =
    0.

    Approximate per-instance DP of D and t: how many records differ from t, which adding or removing t does not change.

    Crowd-blending privacy: the number of records if it is at least k, and 0 otherwise. All records blend with each other.

    Data privacy of a uniform value among 0, 1, 2, 3: whether it is odd. The best guess of the value, within less than 1/2,
    is right with probability 1/2.

    Differential identifiability of one of four people: whether it is 1 or 2. Two people remain, each with posterior
    probability 1/2.

    DP-ORAM: a fixed order of memory cells for every request. The server learns the number of requests only, which
    approximate DP does not leave public.

    Differential obliviousness looks at the access pattern of a program alone. The program copies its input, reading it from
    first to last: the pattern tells only the length, while oblivious DP also sees the result, which is the input.
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
                    lambda d: len(d) if len(d) >= k else 0,
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
    """Tables of good form may depend on the data, show one value, or name everybody.

    The constructions serve all k, l ≥ 2 and all m; the program runs a few.

    Two k-anonymous tables. M returns the first if there is a record and the second if there is none: k-anonymity holds, and
    approximate DP needs δ = 1.

    One table of k equal rows. It is one class with a single sensitive value, so k-anonymity holds and l-diversity holds for
    l = 1 only. If its people are all of U, k-map holds, and the ratio of rows to people is 1, so δ-presence needs δ = 1.

    One row of a combination that k people of U have. It fits all of them, so k-map holds; its class has one row, so it is
    k-anonymous for k = 1 only.

    A table of m classes with l rows each, all sensitive values different and at distance 1. It is l-diverse, and each class
    is at distance 1 - 1/m from the whole. For t < 1 take m with 1 - 1/m > t: t-closeness fails.

    A table for crowds. Records are two bits. On k records M publishes k times (x, *) if all have the first bit x, and k
    times (*, *) otherwise; on other sizes it publishes the empty table. So k-anonymity holds. Beside k - 1 records (0, 0) a
    record (1, 0) blends with none of them, and removing it changes the output: crowd-blending privacy fails.
    """
    size, mapped, presence = (notions[x] for x in ("k-anonymity", "k-map", "delta-presence"))

    def crowd_table(d: tuple[Any, ...], k: int) -> Table:
        bits = {str(r[0]) for r in d}
        return ((bits.pop() if len(bits) == 1 else "*", "*"),) * k if len(d) == k else ()

    for k in (2, 3, 5):
        M = check.show(f"two tables, k = {k}", deterministic([(), ("t",)], lambda d: (("30" if d else "40", "a"),) * k))
        check.equal(f"k-anonymity, two tables of {k} rows: the largest k", size.tightest(M, Q=[0]), k)
        check.least("approximate-dp", M, 1, epsilon="inf")
        one = deterministic([(), ("t",)], lambda _: (("30", "a"),) * k)
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
        M = deterministic(domain, lambda d: crowd_table(d, k))
        check.equal(f"k-anonymity, crowds, k = {k}: the largest k", size.tightest(M, Q=[0, 1]), k)
        check.least("crowd-blending-privacy", M, INFINITY, "k′ = 2", k=2)
    check.every_level("crowd-blending-privacy", "a larger k asks for more than k = 2")
    for m, n in ((2, 2), (4, 3), (5, 2)):
        M = deterministic([(), ("t",)], lambda _: tuple((str(c), f"{c}.{i}") for c in range(m) for i in range(n)))
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

    A table of one class of l rows with l different values has entropy ln l, so entropy l-diversity holds. A table with a
    single sensitive value is 0-close, whatever the distance of values is, so t-closeness holds for every t. Take two
    different tables of the one kind, or two of the other.

    M returns the first table on the dataset D_1 and the second on all other datasets. Every output is of good form, and D_1
    is told from any other dataset with certainty. With D_1 = (t), one-sided DP fails if all values are sensitive, Blowfish
    privacy if all pairs of values are secrets, and causal, noiseless and distributional DP under the prior that is uniform
    on (t) and (u). A pseudo-metric with δ·d < 1 on some pair is violated if D_1 is one of that pair.

    For user-level DP, M_t returns the first table if user t owns a row of the data, and the second otherwise. This tells
    whether t is there, and δ = 1 is needed.

    The construction serves every l and t; the program runs l = 2, 3, 10 and t = 0.
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
