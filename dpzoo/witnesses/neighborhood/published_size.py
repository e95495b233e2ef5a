"""Publishing the number of records: what protects sizes and what does not.

Claim    Bounded DP does not imply unbounded DP.
Verdict  true. The same mechanism refutes three extensions that the tables print: random DP does not extend ε-DP, blowfish
         privacy does not extend induced-neighbors DP, and the distance that turns d-privacy into ε-DP is not the Hamming
         distance on datasets of equal size.
Source   DP22, Definition 14 (Des20, Definition 20); Table 3 for the others.

M(D) = |D| is constant on datasets of equal size, so every notion that only replaces records accepts it with loss 0. A
record added or removed changes the output with certainty.
"""

from dpzoo.witnesses.prelude import *


@decides(
    "epsilon-dp/special_case_of/random-dp",
    "induced-neighbors-dp/special_case_of/blowfish-privacy",
    "group-privacy/special_case_of/dependent-dp",
    kind=Kind.SEPARATION,
    errata=[
        "sok-table3-epsilon-dp-in-random-dp",
        "sok-hamiltonian-distance",
        "sok-table3-group-in-dependent",
        "thesis-table-blowfish-extends-indp",
    ],
)
def published_size(check: Check) -> None:
    m = check.show("M", deterministic(complete_domain((0, 1), 2), len))
    fair = {0: F(1, 2), 1: F(1, 2)}
    same_size = {
        (a, b): sum(x != y for x, y in zip(a, b, strict=True)) for a in m.datasets for b in m.datasets if len(a) == len(b)
    }
    complete = [(0, 1)]

    check.equal("ε of bounded DP", notions["bounded-dp"].tightest(m), 0)
    check.equal("ε of random DP, π a fair coin, γ = 0", notions["random-dp"].tightest(m, prior=fair, gamma=0), 0)
    check.equal("ε of blowfish privacy, complete graph, no constraints", notions["blowfish-privacy"].tightest(m, G=complete), 0)
    check.equal(
        "ε of dependent DP, all records dependent, c = 2", notions["dependent-dp"].tightest(m, R={0: [1], 1: [0]}, c=2), 0
    )
    check.true(
        "d-privacy holds for the Hamming distance on equal sizes",
        notions["d-privacy"].holds(m, d=lambda p: same_size.get(p, "inf")),
    )

    check.equal("ε of unbounded DP", notions["unbounded-dp"].tightest(m), INFINITY)
    check.equal("ε of ε-DP", notions["epsilon-dp"].tightest(m), INFINITY)
    check.equal("ε of group privacy, c = 1", notions["group-privacy"].tightest(m, c=1), INFINITY)
    check.equal(
        "ε of induced-neighbors DP, no constraints", notions["induced-neighbors-dp"].tightest(m, I_Q=m.datasets), INFINITY
    )
    check.refutes(
        "every 0-bounded DP mechanism is unbounded DP for some ε, here for ε = 1000",
        notions["unbounded-dp"].holds(m, epsilon=1000),
    )
