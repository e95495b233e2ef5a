"""Approximate DP confines the pairs of errors to a region, and does not fill it.

Verdict    false as printed: the region contains (1, 1), and no event has both errors 1 unless another has both 0.

If rejecting on S is always wrong, rejecting on the complement is always right: the errors (0, 0), which the region excludes
for δ < 1. Membership for S is the definition of (ε, δ)-DP for the complement of S.
"""

from dpzoo.blocks.divergences import Law
from dpzoo.witnesses.prelude import *


@decides(kind=Kind.ERRATUM, errata=["sok-section7-error-region"])
def error_region_not_filled(check: Check) -> None:
    exp_epsilon, delta = F(3), F(1, 10)

    def in_region(alpha: F, beta: F) -> bool:
        return 1 - alpha <= exp_epsilon * beta + delta

    def errors(p: Law, q: Law) -> list[tuple[F, F]]:
        size = len(p)
        events = chain.from_iterable(combinations(range(size), k) for k in range(size + 1))
        return [(sum((p[o] for o in S), F(0)), 1 - sum((q[o] for o in S), F(0))) for S in events]

    check.true("(1, 1) is in the region of e^ε = 3, δ = 1/10", in_region(F(1), F(1)))
    check.true("(0, 0) is not", not in_region(F(0), F(0)))
    constant = errors(np.array([F(1)]), np.array([F(1)]))
    check.true(
        "the constant mechanism, which is (ε, δ)-DP, has only the errors (0, 1) and (1, 0)",
        set(constant) == {(F(0), F(1)), (F(1), F(0))},
    )

    rng, paired, member = np.random.default_rng(33), True, True
    for _ in range(300):
        P, Q = (np.array([F(int(x), int(row.sum())) for x in row], dtype=object) for row in rng.integers((1, 0, 0), 7, (2, 3)))
        both = set(errors(P, Q))
        paired &= all((1 - a, 1 - b) in both for a, b in both)  # the complement exchanges right and wrong
        is_dp = max(hockey_stick(P, Q, exp_epsilon), hockey_stick(Q, P, exp_epsilon)) <= delta
        member &= bool(is_dp) == all(in_region(a, b) for a, b in [*errors(P, Q), *errors(Q, P)])
    check.true("with (α, β) also (1 - α, 1 - β) is a pair of errors: 300 random pairs, all events", paired)
    check.true("corrected: (ε, δ)-DP holds iff all pairs of errors lie in the region", member)
    check.refutes("the pairs of errors of the constant mechanism are the whole region", (F(1), F(1)) in constant)
