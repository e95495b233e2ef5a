"""A constant output leaves a steep prior as it is.

A constant output has no loss and leaves the posterior equal to the prior. Both notions compare the products θ(j)
Pr[M(j) = o], so the loss of the values 0 and K is ln(θ(0)/θ(K)), and the values 0, …, K alone show it: a common factor of
the prior cancels. For the geometric prior 2^{-j} this is K ln 2. For e^{-j²} it is K²; as fractions we take (3/8)^{j²},
whose ratios are smaller, since ln(8/3) < 1, and K² ln(8/3) is already unbounded in K.
"""

from dpzoo.witnesses.prelude import *


@decides("bounded-dp/does_not_imply/identifiability-wyz16 posteriori-dp", sampled="K")
def constant_output_keeps_a_steep_prior(check: Check) -> None:
    check.less("ln(8/3)", real(F(8, 3)).log(), 1)

    def prior(weights: list[F]) -> Prior:
        return Prior.of({(j,): w / sum(weights) for j, w in enumerate(weights)})

    for K in (1, 4, 16):
        M = deterministic([(j,) for j in range(K + 1)], lambda _: "nothing")
        check.least("bounded-dp", M, 0, f"K = {K}")
        steep = prior([F(3, 8) ** (j * j) for j in range(K + 1)])
        check.least("identifiability-wyz16", M, real(F(8, 3) ** (K * K)).log(), f"values 0 to {K}", theta=steep)
        geometric = prior([F(1, 2**j) for j in range(K + 1)])
        check.least("posteriori-dp", M, real(2**K).log(), f"values 0 to {K}", theta=geometric)
    check.show("M for K = 16", M)
    check.therefore_not("one of these losses is smaller than stated")
