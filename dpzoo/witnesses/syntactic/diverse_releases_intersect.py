"""Two 2-diverse releases give a diagnosis away when they are compared.

Verdict  false as printed: at age 32 the class is 20-34, and the two releases share no diagnosis there.

Each release alone leaves two diagnoses. A diagnosis of the target, if it is the same in both, lies in the intersection of
the classes.
"""

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.ATTACK, errata=["thesis-table217-age"])
def diverse_releases_intersect(check: Check) -> None:
    young, old = (20, 34), (35, 39)
    first = {young: {"cold", "HIV"}, old: {"otitis", "HIV"}}
    second = {young: {"n/a", "flu"}, old: {"HIV", "broken leg"}}
    check.show("first hospital", first)
    check.show("second hospital", second)
    check.equal("least number of diagnoses in a class", min(len(d) for release in (first, second) for d in release.values()), 2)

    def shared(age: int) -> set[str]:
        return {d for c in (young, old) if c[0] <= age <= c[1] for d in first[c] & second[c]}

    check.equal("diagnoses shared at age 32", len(shared(32)), 0)
    for age in range(35, 40):
        check.true(f"at age {age} the only shared diagnosis is HIV", shared(age) == {"HIV"})
    check.refutes("at age 32 the two releases show that the target has HIV", shared(32) == {"HIV"})
