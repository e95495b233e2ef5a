"""Free lunch privacy is no special case of distributional privacy.

Claim    ε-free lunch privacy is (ε', γ)-distributional privacy for some ε' and γ; and distributional privacy with γ =
         o(1/n²) is ε-DP.
Verdict  both false: M(D) = |D| is (0, 0)-distributionally private, and neither free lunch private nor DP.
Corrected  For sets of records of a fixed size, ε-free lunch privacy is (ε, 0)-distributional privacy.
Source   DP22, Table 3 (Des20, Table 2.20) and after Definition 25.

Distributional privacy compares two samples of the same size. With γ = 0, and with the uniform distribution on the records
of two given sets, both sets are drawn with positive probability, so no pair may be exempted. (Here all sets of two out of
four records, in every order; the population is that of all four.)
"""

from dpzoo.witnesses.prelude import *


@decides(
    "free-lunch-privacy/special_case_of/distributional-privacy-rot10",
    "free-lunch-privacy/special_case_of/distributional-privacy-rot10/fixed-size",
    "distributional-privacy-rot10/implies/epsilon-dp",
    kind=Kind.SEPARATION,
    errata=["sok-table3-free-lunch-in-dlpr", "sok-distributional-privacy-implies-dp"],
    sampled={"free-lunch-privacy/special_case_of/distributional-privacy-rot10/fixed-size": "M"},
)
def published_size_free_lunch(check: Check) -> None:
    free_lunch, distributional = notions["free-lunch-privacy"], notions["distributional-privacy-rot10"]
    size = deterministic(complete_domain((0, 1, 2), 3), len)
    laws = [{0: F(1, 3), 1: F(1, 3), 2: F(1, 3)}, {0: F(1, 2), 1: F(1, 4), 2: F(1, 4)}]
    check.equal("|D|: ε of distributional privacy at γ = 0", distributional.tightest(size, laws=laws, gamma=0), 0)
    pairs = [(a, b) for a in size.datasets for b in size.datasets if len(a) == len(b)]
    check.true(
        "… and for all other π: it is constant on each size", all(list(size.row(a)) == list(size.row(b)) for a, b in pairs)
    )
    check.equal("|D|: ε of free lunch privacy", free_lunch.tightest(size), INFINITY)
    check.equal("|D|: ε of ε-DP", notions["epsilon-dp"].tightest(size), INFINITY)

    random = np.random.default_rng(13)
    sets = list(itertools.combinations(range(4), 2))
    same = 0
    for _ in range(10):
        weights = {frozenset(s): [int(k) for k in random.integers(1, 9, 3)] for s in sets}
        rows = {d: [F(k, sum(weights[frozenset(d)])) for k in weights[frozenset(d)]] for d in itertools.permutations(range(4), 2)}
        m = from_rows(rows)
        one: Any = distributional.tightest(m, gamma=0)
        other: Any = free_lunch.tightest(m)
        same += one.value == other.value
    check.show("the last M on sets of two records", m)
    check.equal("fixed size: mechanisms on which ε-FLPr and (ε, 0)-DlPr have the same ε, of 10", same, 10)
    check.refutes(
        "every (0, 0)-distributionally private mechanism is ε-free lunch private, here for ε = 1000",
        free_lunch.holds(size, epsilon=1000),
    )
