"""Diversity implies anonymity, and not conversely.

Claim    l-diversity implies l-anonymity; k-anonymity does not imply 2-diversity.
Verdict  true.
Source   Des20, Section 2.1.3, after Definition 3; Table 2.9.

A class with l different sensitive values has at least l records. We run through all tables of at most four records with two
quasi-identifier values and three sensitive ones. Conversely, Table 2.9 has two records in each class and one diagnosis in
one of them. Table 2.10 is the 2-diverse generalisation of Table 2.8.
"""

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.IMPLICATION, sampled="D")
def diversity_implies_anonymity(check: Check) -> None:
    def classes(table: Iterable[tuple[str, str]]) -> list[list[str]]:
        """The sensitive values of each class."""
        found: dict[str, list[str]] = {}
        for quasi, sensitive in table:
            found.setdefault(quasi, []).append(sensitive)
        return list(found.values())

    def k(table: Iterable[tuple[str, str]]) -> int:
        return min(len(c) for c in classes(table))

    def diversity(table: Iterable[tuple[str, str]]) -> int:
        return min(len(set(c)) for c in classes(table))

    records = list(itertools.product("qr", "abc"))
    tables = [t for n in range(1, 5) for t in itertools.product(records, repeat=n)]
    check.equal("tables looked at", len(tables), 6 + 6**2 + 6**3 + 6**4)
    check.equal("of these, l-diverse and not l-anonymous", sum(diversity(t) > k(t) for t in tables), 0)

    table_9 = [
        ("4210-4219, 30-39", "cold"),
        ("4210-4219, 30-39", "n/a"),
        ("4700-4799, 20-39", "HIV"),
        ("4700-4799, 20-39", "HIV"),
    ]
    table_10 = [("20-34", "cold"), ("35-39", "n/a"), ("35-39", "HIV"), ("20-34", "HIV")]
    check.show("Table 2.9", table_9)
    check.show("Table 2.10", table_10)
    check.equal("Table 2.9: k", k(table_9), 2)
    check.equal("Table 2.9: l", diversity(table_9), 1)
    check.equal("Table 2.10: l", diversity(table_10), 2)
    check.confirms(
        "l-diversity implies l-anonymity, and 2-anonymity does not imply 2-diversity",
        all(diversity(t) <= k(t) for t in tables) and diversity(table_9) < k(table_9),
    )
