"""With noise on the threshold only, the order of two queries is told outright.

Verdict  false: no ε holds.

The noise is whole-valued with Pr[Z = z] ∝ 2^-|z|. On a the queries are 0 and 1, on b they are 1 and 0; seen is "below, above".
"""

from dpzoo.witnesses.mechanisms._sparse_vector import chance, seen_or_not
from dpzoo.witnesses.prelude import *


@decides(
    "sparse-vector-without-query-noise/claims/epsilon-dp/as-sold",
    kind=Kind.BOUND,
    errata=["sparse-vector-needs-noise-on-queries"],
)
def sparse_vector_needs_noise_on_queries(check: Check) -> None:
    M = seen_or_not(chance([0, 1], "FT", F(1, 2), 1, 0), chance([1, 0], "FT", F(1, 2), 1, 0))
    dp = notions["epsilon-dp"]
    check.show("whether (below, above) was seen", M)
    check.equal("the least ε", dp.tightest(M), math.inf)
    check.refutes("it is 2 ln 2-DP", dp.holds(M, epsilon=log_of(4)))
