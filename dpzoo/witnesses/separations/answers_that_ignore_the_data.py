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
    row = deterministic(domain, lambda _: (("new",),))
    check.show("M, a table of one row", row)
    for x in SUBJECTS:
        check.equal(f"one row: {x}: the least ε", notions[x].tightest(row), 0)
    check.equal("k-anonymity: the largest k", notions["k-anonymity"].tightest(row, Q=[0]), 1)
    check.every_level("k-anonymity", "only k ≥ 2 is proper")
    for k in (1, 2):
        for people in ([], [("u",)], [("u",), ("v",)]):  # in any U some value is not found
            found = notions["k-map"].holds(row, Q=[0], U=people, k=k)
            check.false(f"k-map, {len(people)} people in U, k = {k}: fails", found)
    check.every_level("k-map", "a larger k asks for more than k = 1")
    for m in (2, 5, 20):
        table = deterministic(domain, lambda _, m=m: tuple((j, j) for j in range(m)))
        for x in SUBJECTS:
            check.equal(f"{m} classes: {x}: the least ε", notions[x].tightest(table), 0)
        check.equal("t-closeness: the least t", notions["t-closeness"].tightest(table, Q=[0], S=1), 1 - F(1, m))
        noise = FiniteMechanism(domain, range(m), [[F(1, m)] * m for _ in domain])
        check.equal(f"{m} outputs: free-lunch-privacy: the least ε", notions["free-lunch-privacy"].tightest(noise), 0)
        found = notions["noiseless-privacy-far21"].tightest(noise)
        check.equal("noiseless-privacy-far21: the least ε", found, real(m).log())
        guess = notions["multi-dimensional-data-privacy"]
        for accuracy in (F(1, 100), F(1), F(100)):
            found = guess.tightest(noise, theta=Prior.of({(1, 2): F(1)}), epsilon=accuracy)
            check.equal(f"multi-dimensional-data-privacy, accuracy {accuracy}: the least δ", found, 1)
    nodes = (("node", "u"), ("node", "v"))
    graphs: list[Any] = [nodes, (*nodes, ("edge", "u", "v"))]
    answers = {"q": "yes", "r": "no"}
    for q, answer in answers.items():
        M = deterministic(graphs, lambda _, answer=answer: answer)
        check.equal(f"the query {q}: edge-dp: the least ε", notions["edge-dp"].tightest(M), 0)
    M = deterministic([((g, q),) for g in graphs for q in answers], lambda d: answers[d[0][1]])
    check.show("M on graph and query", M)
    found = notions["seamless-privacy"].tightest(M, Q=[("q", "r")])
    check.equal("seamless-privacy, q and r related: the least ε", found, INFINITY)
    check.therefore_not("one of the other notions holds at proper values for all m")
