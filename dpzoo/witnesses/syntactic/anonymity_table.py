"""Anonymity, maps and presence: what conditions on a table's form say."""

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.SEPARATION, errata=["thesis-k-anonymity-crowd"])
def anonymity_of_combinations(check: Check) -> None:
    """Anonymity counts combinations of columns, not columns.

    Claim    Table 2.1 is 2-anonymous. Tables 2.2 and 2.3 are not, although in Table 2.3 every value of each column occurs
             twice.
    Verdict  true; but the sentence that introduces the notion says "a crowd of at most k people", and Table 2.1 has a crowd
             of three.

    A table is k-anonymous if each combination of quasi-identifiers (here ZIP code and age) that occurs in it occurs at
    least k times. So the size of the smallest class of records with equal combinations decides.
    """
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


@decides(kind=Kind.ATTACK, errata=["thesis-camille-age"])
def anonymous_and_revealing(check: Check) -> None:
    """A 2-anonymous table tells Camille's diagnosis.

    Claim    k-anonymity does not protect the sensitive value: Table 2.9 is 2-anonymous, and Camille is found to have HIV.
    Verdict  true. (The text gives Camille the age 23, Table 2.8 gives 39; the conclusion holds for both.)

    The attacker knows ZIP code and age of the target, finds the target's class, and sees one diagnosis only. Which of the
    two records is Camille's stays hidden, and does not matter.
    """
    table_8 = {"Alice": (4217, 34, "cold"), "Bob": (4212, 39, "n/a"), "Camille": (4732, 39, "HIV"), "Dede": (4743, 23, "HIV")}
    low, high = ((4210, 4219), (30, 39)), ((4700, 4799), (20, 39))
    table_9 = [(low, "cold"), (low, "n/a"), (high, "HIV"), (high, "HIV")]
    check.show("Table 2.8", table_8)
    check.show("Table 2.9", table_9)

    def diagnoses(code: int, age: int) -> set[str]:
        return {d for (z, a), d in table_9 if z[0] <= code <= z[1] and a[0] <= age <= a[1]}

    true = all(d in diagnoses(code, age) for code, age, d in table_8.values())
    check.true("Table 2.9 generalises Table 2.8: every person's class has their diagnosis", true)
    check.equal("size of the smallest class of Table 2.9", min(Counter(c for c, _ in table_9).values()), 2)
    camille = table_8["Camille"]
    check.true("with the age 23, as the text says, the class has one diagnosis, HIV", diagnoses(camille[0], 23) == {"HIV"})
    check.refutes("2-anonymity hides Camille's diagnosis", len(diagnoses(camille[0], camille[1])) > 1)


@decides(kind=Kind.BOUND)
def generalisation_and_suppression(check: Check) -> None:
    """Generalising values and dropping outliers makes a table 2-anonymous.

    Claim    Table 2.5 generalises Table 2.4 and is 2-anonymous; with one more record (9755, 13) suppression leads to the
             same table.
    Verdict  true.
    Source   Des20, Section 2.1.1.2, Tables 2.4 and 2.5.

    Generalising replaces a value by a range that contains it. The extra record fits neither class; suppressing it costs one
    record, grouping it with a class would need ages from 13 to 39 and any ZIP code.
    """
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


@decides(kind=Kind.ATTACK)
def map_allows_certain_membership(check: Check) -> None:
    """A 5-map table can show who took part.

    Claim    Table 2.15 satisfies 5-map, and an attacker learns that all five people aged 10 to 19 are in it: its δ-presence
             ratio is 1.
    Verdict  true.
    Source   Des20, Section 2.1.4, Tables 2.13 to 2.15.

    k-map counts the people in the population who share the quasi-identifiers of a released record. It does not look at how
    many of them were released; δ-presence looks at the ratio of the two numbers.
    """
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


@decides(kind=Kind.EQUIVALENCE, sampled="D")
def map_on_itself_is_anonymity(check: Check) -> None:
    """If the reidentification dataset is the dataset itself, k-map is k-anonymity.

    Claim    For 𝒰 = D, D satisfies k-map if and only if it is k-anonymous.
    Verdict  true, here of all tables with at most five records and three combinations of quasi-identifiers.
    Source   Des20, Section 2.1.2.1; Definitions 1 and 2.

    k-map asks that each combination present in D be present in at least k records of 𝒰; k-anonymity asks the same with D in
    place of 𝒰. A larger 𝒰 can only help: with one more record in 𝒰 the largest k never falls.
    """

    def satisfies_anonymity(d: tuple[str, ...], k: int) -> bool:
        return all(d.count(q) >= k or d.count(q) == 0 for q in "pqr")

    def satisfies_map(d: tuple[str, ...], universe: tuple[str, ...], k: int) -> bool:
        return all(universe.count(q) >= k for q in set(d))

    tables = [d for n in range(6) for d in product("pqr", repeat=n)]
    check.equal("tables looked at", len(tables), sum(3**n for n in range(6)))
    same = sum(satisfies_map(d, d, k) == satisfies_anonymity(d, k) for d in tables for k in range(1, 6))
    check.equal("(D, k) on which the two agree, out of all", same, 5 * len(tables))
    lost = sum(satisfies_map(d, d, k) and not satisfies_map(d, (*d, q), k) for d in tables for q in "pqr" for k in range(1, 6))
    check.equal("(D, k) that are lost when a record is added to 𝒰", lost, 0)
    check.confirms("k-map on the dataset itself is k-anonymity", same == 5 * len(tables))


@decides(kind=Kind.BOUND, errata=["thesis-table216-presence"])
def presence_by_generalising(check: Check) -> None:
    """Generalising the ages of Table 2.13 lowers the δ-presence ratio to 1/4.

    Verdict  false as printed, for two reasons: five records at 30-39 do not come from Table 2.13 and have the ratio 5/10;
             and with the range 10-39 that the text names, the ratio is 1/4 exactly, which is not smaller than δ = 1/4.

    The text says of Table 2.15 that it "had δ = 1"; with the strict inequality it does not satisfy 1-presence either, since
    its ratio 1 is not smaller than 1.
    """
    ages = [10, 12, 13, 13, 16, 43]
    population = {(10, 19): 5, (20, 29): 5, (30, 39): 10, (40, 49): 10, (50, 59): 20, (60, 120): 15}
    check.show("Table 2.13 (ages)", ages)
    check.show("Table 2.14 (people by age)", population)

    def people(low: int, high: int) -> int:
        return sum(n for (a, b), n in population.items() if low <= a and b <= high)

    printed = F(5, people(30, 39))
    check.equal("records of Table 2.13 that the printed range 30-39 covers", sum(30 <= a <= 39 for a in ages), 0)
    check.equal("ratio of five records at 30-39, as printed", printed, F(1, 2))
    meant = F(sum(10 <= a <= 39 for a in ages), people(10, 39))
    check.equal("ratio at 10-39: 5/(5+5+10), as the text computes", meant, F(1, 4))
    check.equal("ratio at 40-49", F(sum(40 <= a <= 49 for a in ages), people(40, 49)), F(1, 10))
    check.true("10-39 satisfies 0.25-presence with ≤", meant <= F(1, 4))
    check.true("10-39 does not satisfy it with <", not meant < F(1, 4))
    check.refutes("Table 2.16 as printed satisfies 0.25-presence", printed < F(1, 4))
