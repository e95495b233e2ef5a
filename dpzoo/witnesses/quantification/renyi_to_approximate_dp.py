"""From one Rényi order to approximate DP.

Verdict    false as printed: for α ≤ 1 the formula has the logarithm of a negative number or a division by zero.

With u = e^L the excess 1 - e^(ε'-L) is at most a constant times e^(-(α-1)ε') u^(α-1). Its mean under P is bounded by Rényi DP,
and the constant, ((α-1)/α)^(α-1)/α, is the largest value of (1 - 1/v)v^(1-α).
"""

from dpzoo.witnesses.prelude import *


@decides(
    "renyi-dp/stronger_than/approximate-dp",
    kind=Kind.IMPLICATION,
    errata=["thesis-prop9-orders"],
    sampled={"renyi-dp/stronger_than/approximate-dp": "α, δ"},
)
def renyi_to_approximate_dp(check: Check) -> None:
    alpha = F(1, 2)
    check.less("as printed, α = 1/2: the argument (α-1)/α of the logarithm", (alpha - 1) / alpha, 0)
    check.equal("as printed, α = 1: the denominator α - 1", F(1) - 1, 0)

    rng = np.random.default_rng(12)
    P, Q = rng.dirichlet(np.full(4, 0.5), (2, 3000))
    worst, closest = -math.inf, 0.0
    for order in (1.2, 1.5, 2.0, 4.0, 10.0, 50.0):
        epsilon = renyi_divergence(P, Q, order)
        for delta in (0.3, 0.1, 1e-2, 1e-4):
            printed = epsilon + math.log((order - 1) / order) - (math.log(delta) + math.log(order)) / (order - 1)
            found = hockey_stick(P, Q, np.exp(np.clip(printed, 0.0, 700.0)))
            worst = max(worst, float((found - delta).max()))
            closest = max(closest, float((found / delta).max()))
    check.at_most("3000 random pairs, 6 orders, 4 values of δ: largest δ(ε') - δ", worst, 0.0, tolerance=1e-12)
    check.greater("largest δ(ε')/δ: the formula is not far from the best one", closest, 0.5)
    check.confirms("for α > 1 the conversion holds on all pairs tried; for α ≤ 1 it is not defined", worst <= 1e-12, numeric=True)
