"""Two mixtures that look alike say nothing about their parts.

The first mechanism returns x on A and C, y on B and E; the second x on A and E, y on B and C; both publish any
other dataset. The two mixtures have the same output law under each. For any two different datasets one of the two
mechanisms has different outputs with certainty: δ·d ≥ 1 would be needed on the pair, and its divergence is
infinite. A proper d has d < 1/δ, or is finite, on some pair.
"""

from dpzoo.witnesses.prelude import *


@decides(
    "extended-distribution-privacy/does_not_imply/pseudo-metric-dp extended-divergence-dp",
    "divergence-distribution-privacy/does_not_imply/extended-divergence-dp",
)
def equal_mixtures_of_two_datasets(check: Check) -> None:
    A, B, C, E = ("t", "t"), ("t", "u"), ("u", "t"), ("u", "u")
    data = [(), ("t",), ("u",), A, B, C, E]
    M_1 = deterministic(data, lambda d: {A: "x", C: "x", B: "y", E: "y"}.get(d, d))
    M_2 = deterministic(data, lambda d: {A: "x", E: "x", B: "y", C: "y"}.get(d, d))
    check.show("M₁", M_1)
    check.show("M₂", M_2)
    ab, ce = Prior.of({A: F(1, 2), B: F(1, 2)}), Prior.of({C: F(1, 2), E: F(1, 2)})
    both = [(ab, ce), (ce, ab)]
    for k, M in enumerate((M_1, M_2), start=1):
        check.least("extended-distribution-privacy", M, 0, f"M{k}", Theta=both, d=[1, 1])
        check.least("divergence-distribution-privacy", M, 0, f"M{k}", Theta=both, f="kl")
    psd, ext = notions["pseudo-metric-dp"], notions["extended-divergence-dp"]
    for D_1, D_2 in combinations(data, 2):
        near = {(D_1, D_2): 1, (D_2, D_1): 1}
        asked = [psd.tightest(M, d=near, epsilon="inf") for M in (M_1, M_2)]
        text = f"pseudo-metric-dp, {show_dataset(D_1)} and {show_dataset(D_2)}: M₁ or M₂ needs δ·d ≥ 1 for any ε"
        check.true(text, any(t.value == 1 for t in asked), of=asked)
    check.every_level("pseudo-metric-dp", "where δ·d ≥ 1 on every pair, nothing is asked")
    for pair in permutations(data, 2):
        asked = [ext.tightest(M, f="kl", d={pair: 1}) for M in (M_1, M_2)]
        text = f"extended-divergence-dp, {show_dataset(pair[0])} against {show_dataset(pair[1])}: infinite for M₁ or M₂"
        check.true(text, any(t.value == INFINITY for t in asked), of=asked)
    check.every_level("extended-divergence-dp", "an infinite divergence is no multiple of a finite d")
