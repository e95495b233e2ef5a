"""Membership privacy does not hide records whose membership is certain.

The dataset is (v₁, …, v_N, v) with v one of the N values: each v_j is in it with certainty and nothing else can be,
so beliefs about membership cannot change, and M may publish the dataset. The last record is uniform on N values
until then. The notions below are violated with certainty, at each of their proper values.
"""

from dpzoo.witnesses.prelude import *


@decides(
    """membership-privacy-lqs13/does_not_imply/passive-partial-knowledge-dp pufferfish-privacy typical-stability
    inference-based-distributional-dp inference-based-coupled-worlds-privacy distributional-privacy-rot10""",
    sampled={
        "typical-stability inference-based-distributional-dp inference-based-coupled-worlds-privacy": "N",
        "distributional-privacy-rot10": "N",
    },
)
def membership_of_records_that_are_certain(check: Check) -> None:
    values = [f"v{j + 1}" for j in range(3)]
    M = deterministic([(*values, v) for v in values], lambda d: d)
    check.show("M", M)
    theta = Prior.of({D: F(1, 3) for D in M.datasets})
    certain = Prior.of({M.datasets[0]: F(1)})
    check.least("membership-privacy-lqs13", M, 0, "also for one certain dataset", Theta=[theta, certain])
    check.least("passive-partial-knowledge-dp", M, 1, Theta=[theta], epsilon="inf")
    statements = [([M.datasets[0]], [M.datasets[1]])]
    check.least("pufferfish-privacy", M, INFINITY, Theta=[theta], Phi=statements)
    for N, gamma, delta in ((3, F(1, 4), F(1, 2)), (6, F(1, 2), F(6, 10))):  # for any γ, δ < 1 take N with (1 - γ)N > 1/(1 - δ)
        many = deterministic([(*range(N), x) for x in range(N)], lambda d: d)
        theta = Prior.of({D: F(1, N) for D in many.datasets})
        check.least("typical-stability", many, INFINITY, f"{N} values", Theta=[theta], gamma=gamma, delta=delta)
    for N in (2, 3, 4):  # for any δ < 1 take N with δ < 1 - 1/N
        many = deterministic([(*range(N), x) for x in range(N)], lambda d: d)
        theta = Prior.of({D: F(1, N) for D in many.datasets})
        delta = F(1, N) - F(1, 100)
        check.least("inference-based-distributional-dp", many, INFINITY, f"{N} values", Theta=[theta], delta=delta)
    for N in (2, 3, 4):  # for any δ < 1 take N with δ < 1 - 1/N
        many = deterministic([(*range(N), x) for x in range(N)], lambda d: d)
        theta = Prior.of({D: F(1, N) for D in many.datasets})
        check.least(
            "inference-based-coupled-worlds-privacy",
            many,
            INFINITY,
            f"{N} values, δ = 1 - 1/{N} - 1/100",
            Theta=[theta],
            Gamma=[(lambda d: d[:-1], lambda d: d[-1])],
            delta=1 - F(1, N) - F(1, 100),
        )
    for N in (2, 10, 30):  # for any γ < 1 take N with γ < 1 - 1/N
        many = deterministic([(x,) for x in range(N)], lambda d: d)
        check.least(
            "distributional-privacy-rot10",
            many,
            1 - F(1, N),
            f"π uniform on {N} records, n = 1, any ε",
            laws=[{x: F(1, N) for x in range(N)}],
            epsilon=1000,
        )
