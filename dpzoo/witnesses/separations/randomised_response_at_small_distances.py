"""A bounded loss is too much at small distances.

M answers one question about the data by randomised response with odds 2: any two datasets are within ln 2. The questions:
is the first location on the right half of the plane; has the record t positive weight; are all records a; is the second
coordinate 0. Two datasets at distance 1/n have different true answers, so ε' ≥ n ln 2 is needed, for every n. On the roads,
which have length 1 + the straight distance, different places are at distance at least 1 and ln 2 is enough (below: for
roads of length 1, which are shorter).
"""

from dpzoo.witnesses.prelude import *


def asked(domain: Any, question: Callable[[Any], bool]) -> FiniteMechanism:
    """The answer to the question by randomised response with odds 2."""
    yes = F(2, 3)
    return from_function(domain, lambda d: {"yes": yes, "no": 1 - yes} if question(d) else {"yes": 1 - yes, "no": yes})


@decides(
    "free-lunch-privacy/does_not_imply/geo-indistinguishability weighted-dp earth-movers-privacy",
    "geo-graph-indistinguishability/does_not_imply/geo-indistinguishability",
    sampled="n",
)
def randomised_response_at_small_distances(check: Check) -> None:
    log_2 = real(2).log()
    for n in (1, 4, 16):
        right = asked([(), ((0, 0),), ((F(1, n), 0),), ((2, 0),)], lambda d: bool(d) and d[0][0] > 0)
        weighty = asked([(), (("t", F(1, n)),), (("t", 2),)], lambda d: any(t == "t" and w > 0 for t, w in d))
        all_a = asked([(), ("a",) * n, ("a",) * (n - 1) + ("b",), ("b", "b")], lambda d: set(d) == {"a"})
        targets: list[tuple[str, FiniteMechanism, dict[str, Any]]] = [
            ("geo-indistinguishability", right, {}),
            ("weighted-dp", weighty, {}),
            ("earth-movers-privacy", all_a, {"d": lambda r, s: int(r != s)}),
        ]
        for y, M in [(y, M) for y, M, _ in targets]:
            check.least("free-lunch-privacy", M, log_2, f"n = {n}, of M for {y}")
        for y, M, values in targets:
            check.least(y, M, n * log_2, f"n = {n}", **values)
            check.show(f"M for {y}, n = {n}", M)
    places: list[Any] = [p for n in (1, 4, 16) for p in ((n, 0), (n, F(1, n)))]
    roads = [(p, q, 1) for i, p in enumerate(places) for q in places[:i]]
    M = check.show("M on the roads", asked([(p,) for p in places], lambda d: d[0][1] == 0))
    verdict = notions["geo-graph-indistinguishability"].holds(M, G=roads, epsilon=log_2)
    check.true("geo-graph-indistinguishability with ε = ln 2, even with all roads of length 1", verdict)
    for n in (1, 4, 16):
        pair = M.restrict([((n, 0),), ((n, F(1, n)),)])
        check.least("geo-indistinguishability", pair, n * log_2, f"({n}, 0) and ({n}, 1/{n})")
    check.therefore_not("one level of the second notion is enough for all n")
