"""A bound on orders up to 3/2 says nothing about order 2.

M tells, for datasets of odd size with probability 1/n and for even ones with probability 1/n³, a symbol a, and b
otherwise. At order 3/2 the symbol a contributes n^{-3/2} n^{3/2} = 1 to the moment and b at most 1 (and nothing
more in the reverse order), so D_{3/2} ≤ 2 ln 2 for every n, and divergences grow with the order: (0, 2 ln 2,
3/2)-bounded concentrated DP holds for all n. At order 2 it contributes n^{-2} n³ = n, so D₂ ≥ ln n, and no (ξ, ρ)
serves all n. The recorded proof puts infinitely many such outputs into one mechanism.
"""

from dpzoo.witnesses.prelude import *

LAWS = Laws("n >= 2", {"a": "1/n", "b": "1 - 1/n"}, {"a": "1/n**3", "b": "1 - 1/n**3"})


@decides(
    "bounded-concentrated-dp/does_not_imply/zero-concentrated-dp",
    sampled="n",
    without={"zero-concentrated-dp": "bounded by the divergence of order 2"},
)
def bounded_concentrated_rare_output(check: Check) -> None:
    for n in (4, 64, 4096):
        odd, even = LAWS.at(n=n)
        M = from_function(complete_domain("t", 3), lambda d, odd=odd, even=even: odd if len(d) % 2 else even)
        found = notions["bounded-concentrated-dp"].holds(M, xi=0, rho="2 * log(2)", omega=F(3, 2))
        check.true(f"n = {n}: bounded-concentrated-dp at ξ = 0, ρ = 2 ln 2, ω = 3/2", found)
        check.at_least("D₂, which (ξ, ρ)-zCDP bounds by ξ + 2ρ", notions["renyi-dp"].tightest(M, alpha=2), real(n).log())
    check.show("M, for the last n", M)
    check.therefore_not("the mechanisms satisfy (ξ, ρ)-zCDP with ξ + 2ρ < ln 4096 for all n")
