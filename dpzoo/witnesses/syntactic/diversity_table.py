"""Diversity of sensitive values, and conditions on outputs in general."""

from collections import defaultdict

from dpzoo.blocks.finite_mechanism import Dataset
from dpzoo.blocks.units import bounded, one_record
from dpzoo.witnesses.prelude import *


@decides(kind=Kind.IMPLICATION, sampled="D")
def diversity_implies_anonymity(check: Check) -> None:
    """Diversity implies anonymity, and not conversely.

    Claim    l-diversity implies l-anonymity; k-anonymity does not imply 2-diversity.
    Verdict  true.
    Source   Des20, Section 2.1.3, after Definition 3; Table 2.9.

    A class with l different sensitive values has at least l records. We run through all tables of at most four records with
    two quasi-identifier values and three sensitive ones. Conversely, Table 2.9 has two records in each class and one
    diagnosis in one of them. Table 2.10 is the 2-diverse generalisation of Table 2.8.
    """

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

    records = list(product("qr", "abc"))
    tables = [t for n in range(1, 5) for t in product(records, repeat=n)]
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


@decides(kind=Kind.ATTACK)
def diversity_leaks_probabilities(check: Check) -> None:
    """A 2-diverse table leaks probabilistic information.

    Claim    Tables 2.11 and 2.12 are 2-diverse. The first shows that the target has hepatitis B or HIV; the second raises
             the suspicion of HIV to 8/9, and to certainty for an attacker who knows that the target does not have a cold.
    Verdict  true.
    Source   Des20, Section 2.1.3.2, Tables 2.11 and 2.12.

    The attacker knows that the target is in the class and takes each of its records to be as likely.
    """
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


@decides(kind=Kind.ATTACK, errata=["thesis-table217-age"])
def diverse_releases_intersect(check: Check) -> None:
    """Two 2-diverse releases give a diagnosis away when they are compared.

    Verdict  false as printed: at age 32 the class is 20-34, and the two releases share no diagnosis there.

    Each release alone leaves two diagnoses. A diagnosis of the target, if it is the same in both, lies in the intersection
    of the classes.
    """
    young, old = (20, 34), (35, 39)
    first = {young: ("cold", "HIV"), old: ("otitis", "HIV")}
    second = {young: ("flu", "n/a"), old: ("HIV", "broken leg")}
    check.show("first hospital", first)
    check.show("second hospital", second)
    check.equal("least number of diagnoses in a class", min(len(d) for release in (first, second) for d in release.values()), 2)

    def shared(age: int) -> set[str]:
        return {d for c in (young, old) if c[0] <= age <= c[1] for d in first[c] if d in second[c]}

    check.equal("diagnoses shared at age 32", len(shared(32)), 0)
    for age in range(35, 40):
        check.true(f"at age {age} the only shared diagnosis is HIV", shared(age) == {"HIV"})
    check.refutes("at age 32 the two releases show that the target has HIV", shared(32) == {"HIV"})


@decides(kind=Kind.ATTACK)
def conforming_outputs_leak(check: Check) -> None:
    """An algorithm whose outputs all conform can still tell everything.

    Claim    For any criterion on datasets, an algorithm that always returns a conforming dataset may reveal whether Camille
             is in the data and has HIV.
    Verdict  true, here for 2-anonymity with 2-diversity.
    Source   Des20, Section 2.1.5.

    The algorithm picks one of three fixed conforming tables; which one it is depends on Camille. The tables say nothing
    about her, the choice says all: no ε bounds the privacy loss.
    """
    tables = {
        "D₁": [("20-34", "cold"), ("35-39", "n/a"), ("35-39", "HIV"), ("20-34", "HIV")],
        "D₂": [("20-34", "cold"), ("35-39", "hepatitis B"), ("35-39", "HIV"), ("20-34", "HIV")],
        "D₃": [("20-34", "cold"), *[("20-34", "HIV")] * 8],
    }
    for name, table in tables.items():
        check.show(name, table)
        classes = defaultdict(list)
        for age, diagnosis in table:
            classes[age].append(diagnosis)
        check.at_least(f"{name}: records in its smallest class", min(map(len, classes.values())), 2)
        check.at_least(f"{name}: diagnoses in its poorest class", min(len(set(c)) for c in classes.values()), 2)

    choice: dict[Dataset, str] = {("HIV",): "D₁", ("cold",): "D₂", (): "D₃"}  # Camille's record, if she is in the dataset
    m = check.show("M", deterministic(choice, lambda d: choice[d]))
    check.equal("different outputs for Camille's three cases", len(m.outputs), 3)
    epsilon = notions["epsilon-dp"].tightest(m)
    check.equal("the least ε for which M is ε-DP", epsilon, INFINITY)
    check.refutes("conforming outputs keep Camille's record secret", len(m.outputs) == 1)


@decides(kind=Kind.BOUND, errata=["thesis-deterministic-never-dp"], sampled="M")
def exact_equality_is_constant(check: Check) -> None:
    """Equal outputs on neighbouring datasets mean one output for all datasets.

    Claim    If M(D₁) = M(D₂) for all D₁, D₂ that differ in one record, M is constant. "No deterministic algorithm can ever
             be DP."
    Verdict  the first sentence is true; the second needs an exception, since the constants are 0-DP.

    Neighbourhood connects all datasets: add and remove records one by one. We run through all functions with two values on
    the binary datasets of at most two records. With replaced records only, the datasets of each size stay apart, and |D|
    may be told.
    """
    datasets = check.show("datasets", complete_domain((0, 1), 2))
    functions = list(product("ab", repeat=len(datasets)))
    check.equal("functions M with two values", len(functions), 2**7)
    some = deterministic(datasets, len)
    edges = [(p.left, p.right) for p in one_record(some)]
    replaced = [(p.left, p.right) for p in bounded(some)]

    equal = [m for m in functions if all(m[i] == m[j] for i, j in edges)]
    check.equal("functions that agree on neighbours", len(equal), 2)
    check.true("these are the constants, which are 0-DP", all(len(set(m)) == 1 for m in equal))
    by_size = [m for m in functions if all(m[i] == m[j] for i, j in replaced)]
    check.equal("functions that agree when a record is replaced: those of |D|", len(by_size), 2**3)

    # On {0,1}³ with one record replaced the graph is connected as well.
    cube = list(product((0, 1), repeat=3))
    on_cube = [
        (i, j) for i, a in enumerate(cube) for j, b in enumerate(cube) if sum(x != y for x, y in zip(a, b, strict=True)) == 1
    ]
    kept = [m for m in product("ab", repeat=8) if all(m[i] == m[j] for i, j in on_cube)]
    check.equal("functions on {0,1}³ that agree on neighbours", len(kept), 2)
    check.refutes("no deterministic mechanism is ever DP, as printed after Theorem 7", not equal)
    check.confirms("a function that agrees on neighbours has one output", all(len(set(m)) == 1 for m in equal + kept))
