"""A slack δ lets one publish with probability δ, which no loss covers.

M publishes something with probability p and nothing otherwise: (0, p) holds, and what is published is possible on one
side only, so that no ε suffices without the slack. In the decentralized setting two users know of an edge. Each sends
the own links with probability p and own coins, so that (0, 1 - (1 - p)²) holds, and p is chosen with this at most δ.
This works for every δ > 0.
"""

from dpzoo.witnesses.prelude import *

LAWS = Laws("0 < p < 1", {"own": "p", "other": "0", "nothing": "1 - p"}, {"own": "0", "other": "p", "nothing": "1 - p"})
BITS = Prior.independent([{0: F(1, 2), 1: F(1, 2)}] * 3)
USERS = [("node", v) for v in "123"]
EDGES = [("edge", "1", "2"), ("edge", "1", "3"), ("edge", "2", "3")]
GRAPHS = [(*USERS, *(e for e, there in zip(EDGES, g, strict=True) if there)) for g in product((0, 1), repeat=3)]


def reports(graph: Any, p: F) -> dict[Any, F]:
    """Every user's report: the own links with probability p, else None."""
    links = [tuple(e for e in graph if e[0] == "edge" and v in e) for v in "123"]
    sent = product((True, False), repeat=3)
    return {
        tuple(own if s else None for own, s in zip(links, which, strict=True)): p ** sum(which) * (1 - p) ** (3 - sum(which))
        for which in sent
    }


@decides(
    "approximate-causal-dp/does_not_imply/causal-dp",
    "approximate-user-level-dp/does_not_imply/client-dp",
    "approximate-per-instance-dp/does_not_imply/per-instance-dp",
    "decentralized-dp/does_not_imply/edge-dp",
    "task-local-dp/does_not_imply/local-dp",
)
def slack_lets_one_publish_with_probability_delta(check: Check) -> None:
    D, rows = ("t", "u"), [("user", 1), ("user", 2), ("other", 1)]
    for p in (F(1, 2), F(1, 10**6)):
        law, _ = LAWS.at(p=p)
        bits = from_function(BITS.datasets, lambda d, p=p: {d: p, "nothing": 1 - p})
        owned = from_function(complete_domain(rows, 2), lambda d, law=law: {d: law["own"], "nothing": law["nothing"]})
        count = from_function(complete_domain("tu", 3), lambda d, law=law: {d.count("t"): law["own"], "nothing": law["nothing"]})
        example = from_function([("t",), ("u",)], lambda d, p=p: {d: p, "nothing": 1 - p})
        sent = from_function(GRAPHS, lambda g, p=p: reports(g, p))
        for M, subject, values, slack, other in (
            (bits, "approximate-causal-dp", {"Theta": [BITS]}, p, "causal-dp"),
            (owned, "approximate-user-level-dp", {}, p, "client-dp"),
            (count, "approximate-per-instance-dp", {"D": D, "t": "t"}, p, "per-instance-dp"),
            (example, "task-local-dp", {}, p, "local-dp"),
            (sent, "decentralized-dp", {}, 1 - (1 - p) ** 2, "edge-dp"),
        ):
            check.least(subject, M, slack, f"published with probability {p}", epsilon=0, **values)
            check.least(other, M, INFINITY, "the same mechanism", **values)
    check.show("M, publishing the bits", bits)
