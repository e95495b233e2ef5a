"""Half a sum of differences counts a removed record as half a change.

Verdict  false: two deleted records have distance 1.

Databases are vectors of counts. M publishes a blurred number of records and loses ln 2 per record.
"""

from dpzoo.witnesses.prelude import *


def printed_distance(first: tuple[str, ...], second: tuple[str, ...]) -> F:
    """Half of the sum of the absolute differences of the counts."""
    a, b = Counter(first), Counter(second)
    return F(sum(abs(a[x] - b[x]) for x in {*a, *b}), 2)


@decides(kind=Kind.BOUND, errata=["boenisch-neighbouring-distance"])
def halved_distance_of_databases(check: Check) -> None:
    check.equal("distance of (a, b) and the empty database", printed_distance(("a", "b"), ()), 1)
    check.equal("distance of (a) and (b), one record replaced", printed_distance(("a",), ("b",)), 1)
    check.equal("distance of (a) and the empty database, one record removed", printed_distance(("a",), ()), F(1, 2))
    none, one, both = [F(4, 7), F(2, 7), F(1, 7)], [F(2, 7), F(3, 7), F(2, 7)], [F(1, 7), F(2, 7), F(4, 7)]
    M = check.show("M: a blurred number of records, 0, 1 or 2", from_rows({(): none, ("a",): one, ("a", "b"): both}))
    unbounded: object = notions["unbounded-dp"]
    check.equal("one record added or removed loses ln 2", unbounded.tightest(M), log_of(2))  # type: ignore[attr-defined]
    check.equal("the pair that the printed distance adds loses ln 4", max(p / q for p, q in zip(none, both, strict=True)), 4)
    check.therefore_not("databases at the printed distance 1 differ in one element at most")
