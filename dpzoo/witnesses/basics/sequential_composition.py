"""Two mechanisms on the same data cost the sum.

Claim    If M₁ is ε₁-DP and M₂ is ε₂-DP, then D ↦ (M₁(D), M₂(D)) is (ε₁ + ε₂)-DP.
Verdict  true; randomised response attains the sum.
Source   Des20, Proposition 5.

The coins are independent, so probabilities multiply, and so do their ratios. The worst output is the pair of the two worst
ones if they are bad for the same dataset, as for randomised response.
"""

from dpzoo.witnesses.prelude import *


@decides("epsilon-dp/composition", "basic-composition/satisfies/epsilon-dp", kind=Kind.COMPOSITION, sampled="M₁, M₂")
def sequential_composition(check: Check) -> None:
    def randomised_response(odds: int) -> FiniteMechanism:
        true, false = F(odds, odds + 1), F(1, odds + 1)
        return from_rows({(0,): [true, false], (1,): [false, true]})

    dp = notions["epsilon-dp"]
    m = check.show("M₁ = M₂", randomised_response(3))
    check.equal("ε₁ = ε₂", dp.tightest(m), log_of(3))
    twice = m.compose(m)
    check.equal("(M₁, M₂): 2 ln 3 = ln 9", dp.tightest(twice), log_of(9))
    check.equal("ε₁ = ln 2 and ε₂ = ln 5: ln 10", dp.tightest(randomised_response(2).compose(randomised_response(5))), log_of(10))

    # Two mechanisms whose worst outputs belong to different datasets stay below the sum.
    a = from_rows({(0,): [F(1, 2), F(1, 2)], (1,): [F(1, 4), F(3, 4)]})
    b = from_rows({(0,): [F(1, 4), F(3, 4)], (1,): [F(1, 2), F(1, 2)]})
    check.equal("two mechanisms with ε = ln 2 that do not reach the sum", dp.tightest(a.compose(b)), log_of(3))
    check.confirms("the composition is (ε₁ + ε₂)-DP, and no less for randomised response", dp.holds(twice, epsilon=log_of(9)))
