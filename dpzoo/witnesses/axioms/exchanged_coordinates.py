"""Exchanging coordinates: notions that protect a part of the output do not survive post-processing.

Verdict  false: an output that is harmless in its protected part (ε = δ = 0) has, with the coordinates exchanged, δ = 1 at
         every ε.

The number of records stands in a coordinate that is projected away, or that the user's refinement sets to zero; or each
player holds their own record. An exchange of two coordinates is a function of the output.
"""

import operator

from dpzoo.witnesses.prelude import *

Pair = Any  # of two numbers: an output, or a dataset of two records


@decides(
    """subspace-dp induced-subspace-dp refinement-dp joint-dp joint-renyi-dp multiparty-dp network-dp pairwise-network-dp
    pairwise-network-f-dp/post_processing"""
)
def exchanged_coordinates(check: Check) -> None:
    def exchange(output: Pair) -> Pair:
        return output[1], output[0]

    sizes = complete_domain((0, 1), 2)
    A = check.show("M(D) = (0, |D|)", deterministic(sizes, lambda d: (0, len(d))))
    subspace, V = notions["subspace-dp"], [(1, 0)]
    check.equal("subspace DP, V the first axis: δ of M at ε = 0", subspace.tightest(A, V=V, epsilon=0), 0)
    check.equal(
        "… with the coordinates exchanged, at ε = ∞", subspace.tightest(A.post_process(exchange), V=V, epsilon=INFINITY), 1
    )

    def largest(m: FiniteMechanism, near: Callable[[Pair, Pair], bool], view: Callable[[Any], Any]) -> tuple[Real, Real]:
        """ε at δ = 0, and δ at ε = ∞, of what the view shows, over the pairs of datasets that are near."""
        seen = m.post_process(view)
        laws = [(seen.row(D), seen.row(E)) for D, E in itertools.permutations(m.datasets, 2) if near(D, E)]
        return greatest([max_divergence(p, q) for p, q in laws]), greatest([hockey_stick(p, q, INFINITY) for p, q in laws])

    def one_more(d: Pair, e: Pair) -> bool:
        return abs(len(d) - len(e)) == 1

    # induced: the query A(D) = (0, |D|) and C = (0 1), so that the second coordinate is invariant and the null space is V
    kept = all(o == (0, len(D)) for D in sizes for o in A.outputs if A.probability(D, o))
    check.true("induced subspace DP with C = (0 1): M keeps the invariant |D|", kept)
    # refinement: the user knows the second coordinate to be 0
    for name in ("induced subspace DP: the projection onto the null space of C", "refinement DP with g(x, y) = (x, 0)"):
        check.equal(f"{name}: ε of M", largest(A, one_more, lambda o: (o[0], 0))[0], 0)
        check.equal("… δ of the exchanged M at ε = ∞", largest(A.post_process(exchange), one_more, lambda o: (o[0], 0))[1], 1)

    # two players (or parties), each of whom is given their own record
    players = deterministic(list(itertools.product((0, 1), repeat=2)), lambda d: (d[0], d[1]))
    check.show("two players, each with their own record", players)
    worst = []
    for i in (0, 1):

        def others(d: Pair, e: Pair, i: int = i) -> bool:
            return bool(d[1 - i] == e[1 - i])

        before = largest(players, others, operator.itemgetter(1 - i))
        after = largest(players.post_process(exchange), others, operator.itemgetter(1 - i))
        check.equal(f"joint, multiparty and network DP, player {i + 1} changes: ε of what the other is given", before[0], 0)
        check.equal("… after the exchange: δ at ε = ∞", after[1], 1)
        worst.append(after[1])
    claim = subspace.holds(A.post_process(exchange), V=V, epsilon=1000, delta=F(999, 1000))
    check.refutes(
        "(|D|, 0) satisfies subspace DP on the first axis for ε = 1000, δ = 999/1000, since (0, |D|) does for ε = δ = 0", claim
    )
