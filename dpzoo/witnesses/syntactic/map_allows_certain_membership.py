"""A 5-map table can show who took part.

Claim    Table 2.15 satisfies 5-map, and an attacker learns that all five people aged 10 to 19 are in it: its δ-presence
         ratio is 1.
Verdict  true.
Source   Des20, Section 2.1.4, Tables 2.13 to 2.15.

k-map counts the people in the population who share the quasi-identifiers of a released record. It does not look at how many
of them were released; δ-presence looks at the ratio of the two numbers.
"""

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.ATTACK)
def map_allows_certain_membership(check: Check) -> None:
    table_13 = [10, 12, 13, 13, 16, 43]
    population = {(10, 19): 5, (20, 29): 5, (30, 39): 10, (40, 49): 10, (50, 59): 20, (60, 120): 15}
    check.show("Table 2.13 (ages; ZIP code 85535)", table_13)
    check.show("Table 2.14 (people by age)", population)

    table_15 = Counter(c for age in table_13 for c in population if c[0] <= age <= c[1])
    check.show("Table 2.15 (released records by age)", dict(table_15))
    check.equal("k of k-map: the least population of a released class", min(population[c] for c in table_15), 5)
    ratio = {c: F(table_15[c], population[c]) for c in table_15}
    check.equal("ratio at 40-49", ratio[40, 49], F(1, 10))
    check.equal("ratio at 10-19", ratio[10, 19], 1)
    check.refutes("5-map leaves it uncertain whether a person aged 10 to 19 took part", ratio[10, 19] < 1)
