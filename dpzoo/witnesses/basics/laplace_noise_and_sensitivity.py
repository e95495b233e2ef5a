"""Laplace noise of scale s/ε makes a query of sensitivity s ε-DP.

Claim    f(D) + X with Laplace noise of scale s/ε is ε-DP. For counts 1000 and 1001 and the scale 1/ln 3 the ratio of
         densities is "always between −3 and 3"; if one person may change the total by 5, noise of scale 1/ε gives 5ε only.
Verdict  true, but for the misprint: the ratio lies between 1/3 and 3.

The log-ratio of two Laplace densities of scale b with centres c and c' is (|x − c'| − |x − c|)/b: constant outside the
centres, linear between them. So its extremes are ±|c − c'|/b, and it is enough to look at a few x on either side.
"""

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.BOUND, errata=["thesis-laplace-ratio-range"])
def laplace_noise_and_sensitivity(check: Check) -> None:
    def log_ratios(c: int, other: int, b: int) -> list[F]:
        """ln of the density with centre c over that with the other centre, in units of ε, for the scale b/ε, at x around both."""
        return [F(abs(x - other) - abs(x - c), b) for x in range(min(c, other) - 2, max(c, other) + 3)]

    e = 3  # e^ε
    count = log_ratios(1001, 1000, 1)
    check.equal("counts 1001 and 1000, scale 1/ε: largest log-ratio over ε", max(count), 1)
    check.equal("… and smallest", min(count), -1)
    check.equal("the ratios for ε = ln 3: largest", real(e) ** max(count), 3)
    smallest = real(e) ** min(count)
    check.equal("… and smallest", smallest, F(1, 3))
    check.equal("the text's PDF(2)/PDF(3): log-ratio over ε", F(3 - 2), 1)
    check.equal("totals 1005 and 1000, scale 1/ε: largest log-ratio over ε", max(log_ratios(1005, 1000, 1)), 5)
    check.equal("totals 1005 and 1000, scale 5/ε: largest log-ratio over ε", max(log_ratios(1005, 1000, 5)), 1)
    check.refutes("the ratio of densities comes as low as −3", smallest <= -3)
