"""A 2-anonymous table tells Camille's diagnosis.

Claim    k-anonymity does not protect the sensitive value: Table 2.9 is 2-anonymous, and Camille is found to have HIV.
Verdict  true. (The text gives Camille the age 23, Table 2.8 gives 39; the conclusion holds for both.)

The attacker knows ZIP code and age of the target, finds the target's class, and sees one diagnosis only. Which of the two
records is Camille's stays hidden, and does not matter.
"""

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.ATTACK, errata=["thesis-camille-age"])
def anonymous_and_revealing(check: Check) -> None:
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
