"""An answer that ignores the data is private, and may still be a bad table, a guess, or the query itself.

All mechanisms have the same law on all datasets, so the loss is 0. A table of one row has a class of size 1, and fits
nobody in a population U if its value is new. A table of m rows, each a class with a sensitive value of its own, is at
distance 1 - 1/m. A uniform choice among m outputs counts as ln m. Under a point mass every value is guessed. Two queries
with different constant answers are told apart with certainty.
"""

from dpzoo.witnesses.prelude import *

SUBJECTS = ("epsilon-dp", "free-lunch-privacy")
"""They compare datasets, one record apart or any two, and ask nothing of a table."""


@decides(
    "epsilon-dp/does_not_imply/k-anonymity k-map t-closeness",
    "free-lunch-privacy/does_not_imply/k-anonymity k-map t-closeness noiseless-privacy-far21 multi-dimensional-data-privacy",
    "edge-dp/does_not_imply/seamless-privacy",
    sampled={"t-closeness noiseless-privacy-far21": "m", "multi-dimensional-data-privacy": "ε"},
)
def answers_that_ignore_the_data(check: Check) -> None:
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
