"""A 2-diverse table leaks probabilistic information.

Claim    Tables 2.11 and 2.12 are 2-diverse. The first shows that the target has hepatitis B or HIV; the second raises the
         suspicion of HIV to 8/9, and to certainty for an attacker who knows that the target does not have a cold.
Verdict  true.
Source   Des20, Section 2.1.3.2, Tables 2.11 and 2.12.

The attacker knows that the target is in the class and takes each of its records to be as likely.
"""

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.ATTACK)
def diversity_leaks_probabilities(check: Check) -> None:
    table_11 = [("20-34", "cold"), ("35-39", "hepatitis B"), ("35-39", "HIV"), ("20-34", "HIV")]
    table_12 = [("20-34", "cold")] + [("20-34", "HIV")] * 8
    check.show("Table 2.11", table_11)
    check.show("Table 2.12", table_12)

    def diagnoses(table: list[tuple[str, str]], age: str) -> Counter[str]:
        return Counter(d for a, d in table if a == age)

    check.equal("Table 2.11: different diagnoses at 35-39", len(diagnoses(table_11, "35-39")), 2)
    check.true("and each of them is a serious one", set(diagnoses(table_11, "35-39")) == {"hepatitis B", "HIV"})
    seen = diagnoses(table_12, "20-34")
    check.equal("Table 2.12: different diagnoses", len(seen), 2)
    posterior = F(seen["HIV"], seen.total())
    check.equal("Table 2.12: posterior of HIV", posterior, F(8, 9))
    check.equal("the same, if the target is known not to have a cold", F(seen["HIV"], seen.total() - seen["cold"]), 1)
    check.refutes("2-diversity leaves the attacker with even odds", posterior <= F(1, 2))
