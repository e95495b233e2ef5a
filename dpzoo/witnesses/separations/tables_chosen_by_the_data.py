"""Tables of good form that depend on the data, show one value, or name everybody.

The constructions work for every k ≥ 2 and l, and run for a few. Two k-anonymous tables say whether there is a record.
A table of k equal rows is one class with one sensitive value; if its people are the whole of U, the ratio is 1. One
row of a combination that k people have satisfies k-map, and k such rows have the ratio 1. A table of m classes of l
rows, all sensitive values different and at distance 1, is l-diverse, with each class 1 - 1/m from the whole: for t < 1
take m with 1 - 1/m > t. Crowd-blending: records are two bits; on k records M publishes k times (x, *) if all have the
first bit x, and k times (*, *) otherwise; else an empty table. With k - 1 times (0,0) the record (1,0) blends with no
other, and M does not ignore it.
"""

from itertools import combinations_with_replacement

from dpzoo.witnesses.prelude import *

Table = tuple[tuple[str, ...], ...]


@decides(
    "k-anonymity/does_not_imply/approximate-dp l-diversity delta-presence crowd-blending-privacy",
    "k-map/does_not_imply/k-anonymity delta-presence",
    "l-diversity/does_not_imply/t-closeness",
    sampled={"t-closeness": "m"},
)
def tables_chosen_by_the_data(check: Check) -> None:
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
