"""Zero-knowledge privacy and pure DP: for which neighbours.

Verdict    false as printed, where DP also protects the presence of a record: publishing the number of records is (Agg, 0)-ZKPr
           for Agg = {number of records} and no ε-DP.

The definition ties M(D) to Sim(agg(D₋ᵢ)) for every index i of D. Two datasets that differ in the i-th record have the same
D₋ᵢ, hence the same simulated output. Datasets of different sizes are never tied to the same simulated output by this: the
simulator may add 1.
"""

from dpzoo.witnesses.prelude import *


@decides(
    "zero-knowledge-privacy/stronger_than/bounded-dp",
    kind=Kind.IMPLICATION,
    errata=["sok-section8-zkpr-implies-dp"],
    sampled={"zero-knowledge-privacy/stronger_than/bounded-dp": "M'"},
)
def zero_knowledge_neighbours(check: Check) -> None:
    domain = [(), ("t",), ("u",), *product("tu", repeat=2)]
    count = check.show("M: the number of records", deterministic(domain, len))
    simulated = all(len(d) == 1 + len(d[:i] + d[i + 1 :]) for d in domain for i in range(len(d)))
    check.true("M(D) is Sim(agg(D₋ᵢ)) with agg the number of records and Sim adding 1, for every D and i", simulated)
    check.equal(
        "by this package: the least ε of zero-knowledge privacy", notions["zero-knowledge-privacy"].tightest(count, Agg=[len]), 0
    )
    pure = notions["epsilon-dp"]
    check.equal(
        "the empty dataset and (t) are neighbours with different outputs: the ε of pure DP", pure.tightest(count), INFINITY
    )
    check.equal("corrected: for replaced records M has the ε", notions["bounded-dp"].tightest(count), 0)

    # the chance of 1 is doubled by t without u, and halved by u without t
    chance = {d: F(1, 100) * F(2) ** (("t" in d) - ("u" in d)) for d in domain}
    tight = check.show("M'", from_rows({d: [p, 1 - p] for d, p in chance.items()}, outputs=[1, 0]))
    removed = [(tight.row(d), tight.row(d[:i] + d[i + 1 :])) for d in domain for i in range(len(d))]
    factor = max(max(*(a / b), *(b / a)) for a, b in removed)
    check.equal("M' with agg the identity and Sim = M': e^ε of ZKPr is at most", factor, 2)
    bounded = notions["bounded-dp"]
    check.equal("M': the ε of bounded DP is twice that", bounded.tightest(tight), 2 * log_of(factor))
    check.refutes(
        "M is ({number of records}, 0)-ZKPr and therefore 0-DP, for added and removed records too", pure.holds(count, epsilon=0)
    )
    check.confirms(
        "the ({identity}, ln 2)-ZKPr mechanism M' is (2 ln 2)-DP for replaced records; for added ones, M is ε-DP for no ε",
        bounded.holds(tight, epsilon="2*log(2)"),
    )
