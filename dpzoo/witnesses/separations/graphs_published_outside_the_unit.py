"""What a notion on graphs does not compare may be published.

All graphs on the nodes a, b, c. Protected DP (P = {a}): publish the edges that do not touch a. Seamless privacy compares
the answers to two queries on one graph: ignore the query and publish the graph. Without protected labels every graph is
compared with itself only: publish it. An edge between b and c, or an out-link, is then known with certainty.
"""

from dpzoo.witnesses.prelude import *

NODES = (("node", "a"), ("node", "b"), ("node", "c"))


def graphs(links: list[tuple[str, ...]]) -> list[tuple[tuple[str, ...], ...]]:
    """All graphs on the three nodes with some of the links."""
    return [(*NODES, *chosen) for k in range(len(links) + 1) for chosen in combinations(links, k)]


@decides("protected-dp seamless-privacy/does_not_imply/edge-dp", "ql-edge-labeled-dp/does_not_imply/out-link-privacy")
def graphs_published_outside_the_unit(check: Check) -> None:
    edges = graphs([("edge", "a", "b"), ("edge", "a", "c"), ("edge", "b", "c")])
    M = check.show("the edges that do not touch a", deterministic(edges, lambda g: ("edge", "b", "c") in g))
    check.least("protected-dp", M, 0, "P = {a}", P=["a"])
    check.least("edge-dp", M, INFINITY)
    asked = deterministic([((g, q),) for g in edges for q in ("q", "q'")], lambda d: d[0][0])
    check.least("seamless-privacy", asked, 0, "of the graph, for the queries q and q'", Q=[("q", "q'")])
    plain = deterministic(edges, lambda g: g)
    check.equal("the same without the query, edge-dp: the least ε", notions["edge-dp"].tightest(plain), INFINITY)
    labelled = deterministic(graphs([("arc", "a", "x", "b"), ("arc", "b", "x", "c")]), lambda g: g)
    check.least("ql-edge-labeled-dp", labelled, 0, "of the graph, Q_L empty, all labels x", Q_L=[])
    arcs = deterministic(graphs([("arc", "a", "b"), ("arc", "b", "c")]), lambda g: g)
    check.equal(
        "the same written without labels, out-link-privacy: the least ε", notions["out-link-privacy"].tightest(arcs), INFINITY
    )
