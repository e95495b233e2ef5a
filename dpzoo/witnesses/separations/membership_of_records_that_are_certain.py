"""Membership privacy does not hide records whose membership is certain.

The dataset is (v₁, …, v_N, v) with v one of the N values: each v_j is in it with certainty and nothing else can be,
so beliefs about membership cannot change, and M may publish the dataset. The last record is uniform on N values
until then. The notions below are violated with certainty, at each of their proper values.
"""

from dpzoo.witnesses.prelude import *
from dpzoo.witnesses.separations._telling_apart import SAMPLED, TellsApart, violates


@decides(
    """membership-privacy-lqs13/does_not_imply/passive-partial-knowledge-dp pufferfish-privacy typical-stability
    inference-based-distributional-dp inference-based-coupled-worlds-privacy distributional-privacy-rot10""",
    sampled=SAMPLED,
)
def membership_of_records_that_are_certain(check: Check) -> None:
    def certain_but_one(n: int) -> FiniteMechanism:
        return deterministic([(*range(n), x) for x in range(n)], lambda d: d)

    M = check.show("M", certain_but_one(3))
    theta = Prior.of({D: F(1, 3) for D in M.datasets})
    check.least("membership-privacy-lqs13", M, 0, "also for one certain dataset", Theta=[theta, Prior.of({M.datasets[0]: F(1)})])
    told = TellsApart(
        M,
        M.datasets[0],
        M.datasets[1],
        many=certain_but_one,
        views=(lambda d: d[:-1], lambda d: d[-1]),
        at={
            "passive-partial-knowledge-dp": {"Theta": [theta]},
            "pufferfish-privacy": {"Theta": [theta], "Phi": [([M.datasets[0]], [M.datasets[1]])]},
        },
    )
    simulated = "inference-based-distributional-dp"
    violates(check, told, [y for y in check.denied if y != simulated])
    for N in (2, 3, 4):  # for any δ < 1 take N with δ < 1 - 1/N
        many = certain_but_one(N)
        theta = Prior.of({D: F(1, N) for D in many.datasets})
        check.least(simulated, many, INFINITY, f"{N} values", Theta=[theta], delta=F(1, N) - F(1, 100))
