"""An exact output that no compared pair can change.

Each notion compares only some pairs of datasets, or only a part of the output. M publishes without noise something
that this leaves alone: the number of records other than t (individual Rényi DP), the number of records (induced
subspace DP with C = the identity; oblivious DP, as the length of the access pattern), each player's own record (joint
DP), all features (label DP; for a stream of events, the features of each as it comes). For integer subspace DP, where
A counts the records of two kinds and C = (1, 1), it publishes (n + Z, -Z) for a fair bit Z (the recorded proof has a
Z without bounds): datasets of one size n have equal laws, and the sum is n. Another change of one record changes each
output, or the sum, with certainty.
"""

from dpzoo.witnesses.prelude import *


@decides(
    "individual-renyi-dp induced-subspace-dp integer-subspace-dp oblivious-dp/does_not_imply/approximate-dp",
    "joint-dp/does_not_imply/approximate-dp bounded-dp",
    "joint-renyi-dp/does_not_imply/renyi-dp",
    "label-dp/does_not_imply/approximate-dp event-level-dp",
    source="records of the seven notions",
)
def exact_outputs_where_no_pair_is_compared(check: Check) -> None:
    domain = complete_domain("tu", 2)
    labelled = complete_domain([(x, y) for x in "ab" for y in (0, 1)], 2)

    def number_and_noise(d: tuple[object, ...]) -> dict[Any, F]:
        return {(len(d) + z, -z): F(1, 2) for z in (0, 1)}

    cases: dict[str, tuple[FiniteMechanism, dict[str, Any]]] = {  # the mechanism and the structural values
        "individual-renyi-dp": (deterministic(domain, lambda d: sum(r != "t" for r in d)), {"t": "t", "alpha": "inf"}),
        "induced-subspace-dp": (deterministic(domain, len), {"A": len, "C": [[1]], "epsilon": 0}),
        "integer-subspace-dp": (
            from_function(domain, number_and_noise),
            {"A": lambda d: (d.count("t"), d.count("u")), "C": [[1, 1]], "epsilon": 0},
        ),
        "joint-dp": (deterministic([d for d in domain if len(d) == 2], lambda d: d), {"epsilon": 0}),
        "label-dp": (deterministic(labelled, lambda d: tuple(x for x, _ in d)), {"epsilon": 0}),
        "oblivious-dp": (deterministic(domain, lambda d: ("nothing", tuple(range(len(d))))), {"epsilon": 0}),
    }
    for x, (M, values) in cases.items():
        check.show(f"M for {x}", M)
        check.equal(f"{x}: the least ρ at α = ∞, or δ at ε = 0", notions[x].tightest(M, **values), 0)
        check.least("approximate-dp", M, 1, epsilon="inf")
    check.least("bounded-dp", cases["joint-dp"][0], INFINITY, "of the M for joint-dp")
    own = cases["joint-dp"][0]
    check.equal("joint-renyi-dp of it: the least ε at order ∞", notions["joint-renyi-dp"].tightest(own, alpha="inf"), 0)
    check.equal("renyi-dp of it: the least ε at order 2", notions["renyi-dp"].tightest(own, alpha=2), INFINITY)
    check.every_level("renyi-dp", "two datasets have no output in common, so the divergence is infinite at every order")
    check.least("event-level-dp", cases["label-dp"][0], INFINITY, "of the M for label-dp")
