"""Anonymity counts combinations of columns, not columns.

Claim    Table 2.1 is 2-anonymous. Tables 2.2 and 2.3 are not, although in Table 2.3 every value of each column occurs
         twice.
Verdict  true; but the sentence that introduces the notion says "a crowd of at most k people", and Table 2.1 has a crowd of
         three.

A table is k-anonymous if each combination of quasi-identifiers (here ZIP code and age) that occurs in it occurs at least k
times. So the size of the smallest class of records with equal combinations decides.
"""

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.SEPARATION, errata=["thesis-k-anonymity-crowd"])
def anonymity_of_combinations(check: Check) -> None:
    table_1 = [(4217, 34), (4217, 34), (1742, 77), (1742, 77), (4217, 34)]
    table_2 = [(4217, 34), (1742, 77), (1743, 77), (4217, 34)]
    table_3 = [(4217, 34), (1742, 34), (4217, 77), (1742, 77)]
    for number, table in enumerate((table_1, table_2, table_3), start=1):
        check.show(f"Table 2.{number}", table)

    def k(table: list[tuple[int, int]]) -> int:
        return min(Counter(table).values())

    check.equal("Table 2.1: size of the smallest class", k(table_1), 2)
    check.equal("Table 2.2: size of the smallest class", k(table_2), 1)
    check.equal("Table 2.3: size of the smallest class", k(table_3), 1)
    zip_codes, ages = Counter(z for z, _ in table_3), Counter(a for _, a in table_3)
    check.equal("Table 2.3: the rarest ZIP code or age occurs this often", min(*zip_codes.values(), *ages.values()), 2)
    check.greater(
        "Table 2.1: its largest crowd is larger than k = 2, and k-anonymity does not mind", max(Counter(table_1).values()), 2
    )
    check.refutes("a table in which every value of each column occurs twice is 2-anonymous", k(table_3) >= 2)
