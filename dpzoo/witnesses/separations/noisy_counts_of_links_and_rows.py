"""A noisy count protects one contribution, and not everything of one person.

The noise Z has Pr[Z = z] ∝ 2^{-|z|}: what moves the count by 1 has the loss ln 2. M publishes the count plus Z, clamped to
0, …, k, which keeps the loss. Counted are nodes with an out-link (k nodes have their only one to a node z), ratings of
items that are infinitely far apart, or records. To remove z, or a person with k ratings or records, moves the count by k:
the loss k ln 2 exceeds every bound. For streams every time has its own noisy number of rows (0 or 1 here), and neighbours
differ at w times at most: loss w ln 2. A client with rows at k times costs k ln 2.
"""

from dpzoo.witnesses.prelude import *
from dpzoo.witnesses.separations._noise_for_one_step import noisy


def noisy_stream(rows: tuple[int, ...]) -> dict[Any, F]:
    """The law of the vector of the noisy numbers of rows, clamped to 0 and 1."""
    return {
        o: prod((noisy(n, 1, 2)[a] for n, a in zip(rows, o, strict=True)), start=F(1)) for o in product((0, 1), repeat=len(rows))
    }


@decides(
    "out-link-privacy/does_not_imply/node-dp",
    "recommendation-systems-dp single-contribution-dp w-event-privacy/does_not_imply/client-dp",
    sampled="k",
)
def noisy_counts_of_links_and_rows(check: Check) -> None:
    log_2 = real(2).log()
    for k in (1, 4, 16):
        nodes = tuple(("node", i) for i in range(1, k + 1))
        graphs = [(*nodes, ("node", "z"), *(("arc", i, "z") for i in range(1, j + 1))) for j in range(k + 1)]
        M = from_function([nodes, *graphs], lambda d, k=k: noisy(sum(r[0] == "arc" for r in d), k, 2))
        check.least("out-link-privacy", M, log_2, f"{k} out-links to z")
        check.least("node-dp", M, k * log_2)
        M = from_function([tuple(("u", i, 1) for i in range(j)) for j in range(k + 1)], lambda d, k=k: noisy(len(d), k, 2))
        found = notions["recommendation-systems-dp"].tightest(M, d={}, r=1000)  # infinite distances, whatever the radius is
        check.equal(f"{k} ratings of user u: recommendation-systems-dp: the least ε", found, log_2)
        check.least("client-dp", M, k * log_2)
        M = from_function([tuple(("c", i) for i in range(j)) for j in range(k + 1)], lambda d, k=k: noisy(len(d), k, 2))
        check.least("single-contribution-dp", M, log_2, f"{k} records of client c")
        check.least("client-dp", M, k * log_2)
    for k in (1, 2, 4):
        present = list(product((0, 1), repeat=k))  # whether client c has a row, at each time
        M = from_function(
            [tuple((("c", "row"),) * n for n in p) for p in present], lambda d: noisy_stream(tuple(len(rows) for rows in d))
        )
        for w in range(1, k + 1):
            check.equal(
                f"{k} times, w-event-privacy, w = {w}: the least ε", notions["w-event-privacy"].tightest(M, w=w), w * log_2
            )
        listed = {tuple(("c", time) for time in range(k) if p[time]): p for p in present}  # the same with rows as records
        M = from_function(list(listed), lambda d, listed=listed: noisy_stream(listed[d]))
        check.least("client-dp", M, k * log_2)
    check.therefore_not("the larger unit has a loss below 4 ln 2 for all k")
