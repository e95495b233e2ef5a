"""A sketch that names a record rarely has a slack and no bounded loss.

There are 2n records, one of them t. If |E| = n and t ∈ E, the sketch says so with probability δ; otherwise it says
nothing. Given t ∈ E and t ∉ E the laws are at total variation distance δ, for other records at a smaller one. So (1,
ε, δ) holds for every ε. The output “t” is impossible given t ∉ E, and with n ≥ N' both the loss and its mean are
infinite. This works for every δ > 0.
"""

from dpzoo.witnesses.prelude import *


@decides(
    "approximate-sketch-privacy/does_not_imply/sketch-privacy sketch-kl-privacy",
    sampled={"sketch-privacy sketch-kl-privacy": "n"},
)
def sketch_names_a_record_rarely(check: Check) -> None:
    for n, delta in ((1, F(1, 2)), (2, F(1, 2)), (2, F(1, 1000)), (3, F(1, 1000))):
        sets = [E for size in range(2 * n + 1) for E in combinations(("t", *range(1, 2 * n)), size)]
        M = from_function(sets, lambda s, n=n, p=delta: {"t": p, None: 1 - p} if len(s) == n and "t" in s else {None: F(1)})
        if n == 1:
            check.show("M for n = 1, δ = 1/2", M)
        check.least("approximate-sketch-privacy", M, delta, f"n = {n}, N = 1", N=1, epsilon=0)
        check.least("sketch-privacy", M, INFINITY, f"N' = {n}", N=n)
        check.least("sketch-kl-privacy", M, INFINITY, f"N' = {n}", N=n)
    check.therefore_not("the loss, or its mean, is finite for one of these sketches")
