"""Noise on the queries that does not grow with the number c of positive answers costs more than ε.

Verdict  false: the loss exceeds ε already for c = 1, and grows with c; (1 + 6c)/4 · ε holds.

The noise is whole-valued, with 2^-|z| for the threshold and 8^-|z| for the queries, so that ε = 4 ln 2. On a all 2c queries are
0, on b the first c are 1 and the others -1; seen is c times "below" and then c times "above".
"""

from dpzoo.witnesses.mechanisms._sparse_vector import chance, seen_or_not
from dpzoo.witnesses.prelude import *


@decides("sparse-vector-with-fixed-noise/claims/epsilon-dp/as-sold", kind=Kind.BOUND, errata=["sparse-vector-noise-must-grow"])
def sparse_vector_noise_must_grow(check: Check) -> None:
    dp, t = notions["epsilon-dp"], F(1, 2)
    for c in (1, 2, 3):
        said = "F" * c + "T" * c
        M = seen_or_not(chance([0] * (2 * c), said, t, 1, 3), chance([1] * c + [-1] * c, said, t, 1, 3))
        check.greater(f"c = {c}: the loss exceeds ε = 4 ln 2", dp.tightest(M), log_of(16))
        check.at_most(f"c = {c}: it is at most (1 + 6c)/4 · ε", dp.tightest(M), log_of(2 ** (1 + 6 * c)))
        check.refutes(f"c = {c}: it is 4 ln 2-DP", dp.holds(M, epsilon=log_of(16)))
