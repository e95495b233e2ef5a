"""A lone user in κ partitions is seen if any of them passes.

Verdict  false for κ > 1: it is 1 − (1 − ρ_τ)^κ. The threshold that the theorem states is the right one for this.

A user alone in κ = 2 partitions: each appears with probability ρ, independently. What appears is compared with the empty
dataset, on which nothing does.
"""

from dpzoo.witnesses.prelude import *


@decides(
    "tau-thresholding/satisfies/approximate-user-level-dp",
    kind=Kind.ERRATUM,
    errata=["thesis-theorem12-exponent"],
    sampled={"tau-thresholding/satisfies/approximate-user-level-dp": "ε, δ, κ"},
)
def thresholding_with_several_partitions(check: Check) -> None:
    kappa = 2

    def shown(rho: F) -> FiniteMechanism:
        def law(d: Any) -> dict[Any, F]:
            chance = rho if d else F(0)
            return {
                o: F(1) * prod(chance if x else 1 - chance for x in o) for o in itertools.product((False, True), repeat=kappa)
            }

        return from_function([(), ("user",)], law, name=f"ρ = {rho}")

    dp = notions["approximate-dp"]
    rho = F(1, 2)
    check.show("which partitions appear, ρ = 1/2", shown(rho))
    check.equal("ρ = 1/2: (ρ)^κ, the printed requirement, allows δ =", real(rho**kappa), F(1, 4))
    for epsilon in (1, 5):
        check.equal(f"ρ = 1/2: δ at ε = {epsilon}", dp.tightest(shown(rho), epsilon=epsilon), F(3, 4))
    stated = 1 - F(9, 10)  # 1 − (1 − δ)^(1/κ) at δ = 19/100, which is ½ e^(−(τ−1)ε/κ) at the stated τ
    check.equal("δ = 19/100 and the stated τ: δ at ε = 1", dp.tightest(shown(stated), epsilon=1), F(19, 100))
    check.refutes("with (ρ_τ)^κ ≤ 1/4 the rows that appear are (1, 1/4)-DP", dp.holds(shown(rho), epsilon=1, delta=F(1, 4)))
