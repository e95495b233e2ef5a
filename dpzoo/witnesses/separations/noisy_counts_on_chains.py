"""A noisy count protects a step of one, and no longer way.

The noise Z has Pr[Z = z] ∝ 2^{-|z|}. M publishes a count plus Z, clamped to 0, …, m: a step of one has the loss ln 2. The
counts: the arcs of a node, the successors of the entry that are covered, the events x of a stream (the state is the noisy
count from the start, and is the output at the end: the view is one number), the first coordinate of a location, and the
sum of the first coordinates. One step of the other notion moves the count from 0 to m: all out-links of the node, any two
datasets, all events of the user, one location that moves by m, m locations that move by 1 (earth mover's distance 1).
That costs m ln 2, which exceeds every bound.
"""

from dpzoo.witnesses.prelude import *
from dpzoo.witnesses.separations._noise_for_one_step import noisy


@decides(
    "edge-dp/does_not_imply/out-link-privacy",
    "feasible-node-dp/does_not_imply/free-lunch-privacy",
    "event-level-pan-privacy/does_not_imply/user-level-pan-privacy",
    "geo-indistinguishability/does_not_imply/bounded-dp earth-movers-privacy",
    sampled="m",
)
def noisy_counts_on_chains(check: Check) -> None:
    log_2 = real(2).log()

    def compare(m: int, x: str, y: str, domain: Any, count: Callable[[Any], int], of_x: Any = None, of_y: Any = None) -> None:
        M = from_function(domain, lambda d: noisy(count(d), m, 2))
        check.least(x, M, log_2, f"m = {m}", **of_x or {})
        check.least(y, M, m * log_2, f"m = {m}", **of_y or {})
        if m == 2:
            check.show(f"M, the count for {x} and {y}", M)

    for m in (2, 4, 8):
        nodes = tuple(("node", k) for k in range(m + 1))
        stars = [(*nodes, *(("arc", 0, k) for k in range(1, i + 1))) for i in range(m + 1)]  # node 0 has i out-links
        compare(m, "edge-dp", "out-link-privacy", stars, lambda d: sum(r[0] == "arc" for r in d))
        covered = [("entry", *range(i)) for i in range(m + 1)]  # the entry and i of its successors
        flow = {"C": {"entry": "entry", "edges": [("entry", k) for k in range(m)]}}
        compare(m, "feasible-node-dp", "free-lunch-privacy", covered, lambda d: len(d) - 1, flow)
        streams = [(("a", "x"),) * i + (("a", "y"),) * (m - i) for i in range(m + 1)]  # all events are of user a
        compare(m, "event-level-pan-privacy", "user-level-pan-privacy", streams, lambda d: d.count(("a", "x")))
        line = [((k, 0),) for k in range(m + 1)]  # one location on a line
        compare(m, "geo-indistinguishability", "bounded-dp", line, lambda d: d[0][0])
        if m > 4:
            continue
        places = complete_domain([(0, 0), (1, 0)], m, m)
        metric = {"d": lambda a, b: abs(a[0] - b[0])}
        compare(m, "geo-indistinguishability", "earth-movers-privacy", places, lambda d: sum(r[0] for r in d), None, metric)
    check.therefore_not("the second notion has a loss of at most 3 ln 2 for all m")
