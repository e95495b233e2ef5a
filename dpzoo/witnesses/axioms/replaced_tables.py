"""A fixed table instead: conditions on the form of a table do not survive post-processing.

Verdict  false: a function may throw the table away and return one that violates the condition, or delete a row.

The first table has two classes of two rows, with both sensitive values in each. The second one has one row, with a
combination of values that fits nobody of the reidentification dataset. For t-closeness the third has m classes with a
sensitive value each: a class is 1 - 1/m away from the whole. All three are the same whatever the data is.
"""

from dpzoo.witnesses.prelude import *

Table = list[tuple[str, str]]  # rows: the quasi-identifier, the sensitive value


@decides(
    """delta-presence entropy-l-diversity k-anonymity k-epsilon-anonymity k-map l-diversity n-t-closeness recursive-l-diversity
    t-closeness/post_processing"""
)
def replaced_tables(check: Check) -> None:
    U = ["30", "30", "40", "40"]
    before: Table = [("30", "a"), ("30", "b"), ("40", "a"), ("40", "b")]
    after: Table = [("99", "a")]
    check.show("before", [": ".join(row) for row in before])
    check.show("after", [": ".join(row) for row in after])

    def classes(table: Table) -> list[Counter[str]]:
        return [Counter(s for q, s in table if q == key) for key in dict.fromkeys(q for q, _ in table)]

    def distance(table: Table) -> F:
        """t-closeness's t, with the distance 1 between different values."""
        whole = Counter(s for _, s in table)
        return max(sum((abs(F(c[s], c.total()) - F(whole[s], whole.total())) for s in whole), F(0)) / 2 for c in classes(table))

    def properties(table: Table) -> dict[str, bool]:
        groups, rows = classes(table), Counter(q for q, _ in table)
        equal = all(len(set(c.values())) == 1 for c in groups)  # then the entropy of a class is the logarithm of its values
        ranks = [sorted(c.values(), reverse=True) for c in groups]
        return {
            "2-anonymity": min(rows.values()) >= 2,
            "2-map": all(U.count(q) >= 2 for q in rows),
            "1-presence": all(n <= U.count(q) for q, n in rows.items()),
            "2-diversity": min(len(c) for c in groups) >= 2,
            "entropy 2-diversity": equal and bool(log_of(min(len(c) for c in groups)) >= log_of(2)),
            "recursive (2, 2)-diversity": all(r[0] < 2 * sum(r[1:]) for r in ranks),
            "(2, 0)-closeness": len(table) >= 2 and distance(table) == 0,  # the whole table is the largest superset
        }

    for name in properties(before):
        check.true(f"{name}: the first table has it", properties(before)[name])
        check.true("… the second one does not", not properties(after)[name])
    check.true(
        "(2, ε)-anonymity: without its last row the first table has a class of one", not properties(before[:-1])["2-anonymity"]
    )
    far = F(0)
    check.equal("t-closeness: t of the first table", distance(before), 0)
    for m in (2, 3, 10, 100):
        far = distance([(str(k), str(k)) for k in range(m)])
        check.equal(f"… of {m} classes with a value each, 1 - 1/m", far, 1 - F(1, m))
