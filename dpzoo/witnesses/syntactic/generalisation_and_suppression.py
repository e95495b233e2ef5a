"""Generalising values and dropping outliers makes a table 2-anonymous.

Claim    Table 2.5 generalises Table 2.4 and is 2-anonymous; with one more record (9755, 13) suppression leads to the same
         table.
Verdict  true.
Source   Des20, Section 2.1.1.2, Tables 2.4 and 2.5.

Generalising replaces a value by a range that contains it. The extra record fits neither class; suppressing it costs one
record, grouping it with a class would need ages from 13 to 39 and any ZIP code.
"""

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.BOUND)
def generalisation_and_suppression(check: Check) -> None:
    table_4 = [(4217, 34), (4217, 39), (1742, 75), (1691, 77)]
    ranges = [((4217, 4217), (30, 39)), ((1000, 1999), (75, 79))]  # of ZIP codes and of ages, as in Table 2.5
    check.show("Table 2.4", table_4)
    check.show("classes of Table 2.5", ranges)

    def generalised(table: list[tuple[int, int]]) -> list[tuple[tuple[int, int], tuple[int, int]]]:
        """Each record's class; records that fit no class are suppressed."""
        return [(z, a) for code, age in table for z, a in ranges if z[0] <= code <= z[1] and a[0] <= age <= a[1]]

    check.equal("Table 2.4: size of the smallest class", min(Counter(table_4).values()), 1)
    table_5 = generalised(table_4)
    check.equal("Table 2.5 keeps all records", len(table_5), len(table_4))
    check.equal("Table 2.5: size of the smallest class", min(Counter(table_5).values()), 2)
    more = [*table_4, (9755, 13)]
    check.equal("with the record (9755, 13) and suppression, records kept", len(generalised(more)), len(more) - 1)
    check.confirms("the suppressed table is Table 2.5", generalised(more) == table_5)
