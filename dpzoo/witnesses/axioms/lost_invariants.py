"""Lost invariants: the two subspace notions of queries with invariants do not survive post-processing.

Verdict  false: publishing the query itself satisfies both with ε = δ = 0, and a fixed table, or one more than the query,
         neither.

Both notions ask that the output keep the invariants C A(D) exactly. With C the identity everything is invariant and nothing
is left to protect. A function of the output need not keep the invariants.
"""

from dpzoo.witnesses.prelude import *


@decides("induced-subspace-dp integer-subspace-dp/post_processing")
def lost_invariants(check: Check) -> None:
    datasets = complete_domain((0, 1), 2)
    M = check.show("M(D) = A(D) = |D|, with C = (1)", deterministic(datasets, len))

    def keeps(m: FiniteMechanism) -> bool:
        """C m(D) = C A(D) with probability 1 for every dataset D."""
        return all(o == len(D) for D in datasets for o in m.outputs if m.probability(D, o))

    projections = M.post_process(lambda _: 0)
    alike = all(projections.probability(D, 0) == 1 for D in datasets)
    check.true("M keeps the invariant", keeps(M))
    check.true("… and its projection onto the null space {0} is constant, so ε = δ = 0", alike)
    fixed, more = M.post_process(lambda _: 5), M.post_process({n: n + 1 for n in range(3)})
    check.true("replaced by the table 5 it does not keep the invariant", not keeps(fixed))
    check.true("with 1 added it does not either", not keeps(more))
    check.refutes("one of the two post-processed mechanisms keeps the invariants", keeps(fixed) or keeps(more))
