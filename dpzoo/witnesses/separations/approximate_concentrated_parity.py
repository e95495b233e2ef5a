"""Approximate concentrated DP may tell the parity with probability δ.

M tells the parity of the number of records with probability 1/2 and otherwise a blank. Setting the first case aside
leaves a constant, so (0, ρ, 1/2)-approximate zCDP holds for every ρ. Between datasets of different parity all Rényi
divergences are infinite.
"""

from dpzoo.witnesses.prelude import *


@decides(
    "approximate-zero-concentrated-dp/does_not_imply/zero-concentrated-dp",
    without={"approximate-zero-concentrated-dp": "its exceptional event is named, and what is left runs as zCDP"},
)
def approximate_concentrated_parity(check: Check) -> None:
    M = check.show("M", from_function(complete_domain("t", 3), lambda d: {len(d) % 2: F(1, 2), "blank": F(1, 2)}))
    for D in M.datasets:
        check.equal(f"on {D} the event “blank” has the probability 1 - δ", M.probability(D, "blank"), F(1, 2))
    given = deterministic(M.datasets, lambda d: "blank")
    check.equal(
        "given a blank, zero-concentrated-dp at ξ = 0: the least ρ", notions["zero-concentrated-dp"].tightest(given, xi=0), 0
    )
    for alpha in (F(101, 100), F(2)):  # the mass of an impossible output: the same for every α > 1
        check.equal(f"the Rényi divergence of order {alpha}", notions["renyi-dp"].tightest(M, alpha=alpha), INFINITY)
    check.least("zero-concentrated-dp", M, INFINITY, xi=1000)
    check.every_level("zero-concentrated-dp", "no ξ + ρα bounds an infinite divergence of order 2")
