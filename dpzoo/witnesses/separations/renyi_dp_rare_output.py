"""Rényi DP of order 2 says nothing about order 3.

On even sizes M tells a with probability 1/n², on odd ones with probability 1/n, and b otherwise. At order 2 the
symbol a contributes n^{-2} n² = 1 to the moment and b at most 1, so D₂ ≤ ln 2 for every n; in the reverse order D₂
≤ ln 2 too. At order 3 it contributes n^{-3} n⁴ = n, so D₃ ≥ ln(n)/2, and no (ξ, ρ) serves all n. The recorded proof
puts infinitely many such outputs into one mechanism.
"""

from dpzoo.witnesses.prelude import *

LAWS = Laws("n >= 2", {"a": "1/n", "b": "1 - 1/n"}, {"a": "1/n**2", "b": "1 - 1/n**2"})


@decides(
    "renyi-dp/does_not_imply/zero-concentrated-dp",
    sampled="n",
    without={"zero-concentrated-dp": "bounded by the divergence of order 3"},
)
def renyi_dp_rare_output(check: Check) -> None:
    for n in (4, 64, 4096):
        odd, even = LAWS.at(n=n)
        M = from_function(complete_domain("t", 3), lambda d, odd=odd, even=even: odd if len(d) % 2 else even)
        check.least("renyi-dp", M, at=f"n = {n}", at_most=real(2).log(), alpha=2)
        found = notions["renyi-dp"].tightest(M, alpha=3)
        check.at_least("D₃, which (ξ, ρ)-zCDP bounds by ξ + 3ρ", found, real(n).log() / 2)
    check.show("M, for the last n", M)
    check.therefore_not("the mechanisms satisfy (ξ, ρ)-zCDP with ξ + 3ρ < ln(4096)/2 for all n")
