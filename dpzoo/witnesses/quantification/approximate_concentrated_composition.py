"""Composition of approximate concentrated DP: the slopes add.

Verdict    false as printed: with ξ₁ = ξ₂ = 0 the total variation distance could not exceed δ₁ + δ₂ - δ₁δ₂.

Each mechanism publishes the bit with probability δ and else answers by randomised response. The two events "no publication"
are independent, so both occur with probability (1-δ₁)(1-δ₂), and given them the outputs are two independent randomised
responses. With ξ = ρ = 0 the laws given the events would be equal, so no event could differ by more than what is set aside.
"""

from dpzoo.blocks.divergences import total_variation
from dpzoo.witnesses.prelude import *


@decides(kind=Kind.COMPOSITION, errata=["thesis-prop18-concentrated-composition"])
def approximate_concentrated_composition(check: Check) -> None:
    delta = F(1, 20)
    response = from_rows({(0,): [F(3, 4), F(1, 4)], (1,): [F(1, 4), F(3, 4)]}, outputs=["says 0", "says 1"])
    publish = from_rows({(0,): [F(1), F(0)], (1,): [F(0), F(1)]}, outputs=["is 0", "is 1"])
    m = publish.mix(response, delta)
    pair = m.compose(m)
    check.show("M₁ = M₂", m)
    rho = log_of(3) * log_of(3) / 2
    given = response.compose(response)
    check.at_most(
        "given no publication M₁ has sup D_α/α, so that M₁ is (0, ρ₁, 1/20)-ACoDP with ρ₁",
        greatest_excess(response.row((0,)), response.row((1,)), offset=0, slope=None, last=inf),
        rho,
    )
    check.at_most(
        "corrected: given no publication the pair has sup D_α/α, against ρ₁ + ρ₂",
        greatest_excess(given.row((0,)), given.row((1,)), offset=0, slope=None, last=inf),
        2 * rho,
    )
    neither = sum((pair.probability((0,), o) for o in given.outputs), F(0))
    aside = 2 * delta - delta * delta
    check.equal("probability that nothing is published: 1 - (δ₁ + δ₂ - δ₁δ₂)", neither, 1 - aside)
    distance = total_variation(pair.row((0,)), pair.row((1,)))
    check.greater("the pair's total variation distance against δ₁ + δ₂ - δ₁δ₂", distance, aside)
    check.refutes(
        "the pair is (0, 0, δ₁ + δ₂ - δ₁δ₂)-ACoDP, hence within that total variation distance, as the printed rule says",
        distance <= aside,
    )
