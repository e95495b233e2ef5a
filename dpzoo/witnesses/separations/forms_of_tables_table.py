"""Outputs of good form may depend on the data in any way.

Conditions on the form of a published table, and deterministic rules, say nothing of how the output was chosen.
"""

from itertools import combinations_with_replacement as multisets

from dpzoo.witnesses.prelude import *


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
                make([d for n in range(k + 2) for d in multisets("tu", n)], lambda d, k=k: len(d) if len(d) >= k else 0),
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
