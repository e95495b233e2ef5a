"""Capacity bounded DP does not survive post-processing and is no divergence DP.

Claim      Capacity bounded DP satisfies post-processing and is a special case of divergence DP.
Verdict    false as printed, for H the functions of the first of two output coordinates: exchanging the coordinates raises the
           bound from 0 to ∞.
Corrected  Post-processing by g is harmless if h∘g is in H for every h in H; divergence DP is the special case (H all
           functions).
Source     Desfontaines & Pejó 2022, Table 3; Desfontaines 2020, Table 2.20, row of capacity bounded DP (with its Proposition
           12).

The attacker is blind to the second coordinate until somebody moves it to the first. An f-divergence does not depend on how
outputs are named, so that any divergence DP accepts both mechanisms or neither.
"""

from dpzoo.witnesses.prelude import *


@decides(
    "capacity-bounded-dp/post_processing",
    "capacity-bounded-dp/special_case_of/divergence-dp",
    kind=Kind.AXIOM_FAILURE,
    errata=["sok-table3-cbdp-post-processing", "sok-table3-cbdp-direction"],
)
def capacity_bounded_post_processing(check: Check) -> None:
    m = from_rows({(0,): [F(1), F(0)], (1,): [F(0), F(1)]}, outputs=[(0, 0), (0, 1)])  # (0, the secret bit)
    exchanged = m.post_process({(0, 0): (0, 0), (0, 1): (1, 0)})
    check.show("M", m)
    check.show("f∘M", exchanged)

    def restricted(mechanism: FiniteMechanism) -> Real:
        """With f(t) = t ln t: the divergence of what functions of the first coordinate see."""
        seen = mechanism.post_process({(0, 0): 0, (0, 1): 0, (1, 0): 1})
        found: Real = kl_divergence(seen.row((0,)), seen.row((1,)))
        return found

    check.equal("M: the H-restricted divergence", restricted(m), 0)
    check.true("f∘M: the H-restricted divergence is infinite", bool(restricted(exchanged).infinite))
    renamed = sorted(zip(m.row((0,)), m.row((1,)), strict=True)) == sorted(
        zip(exchanged.row((0,)), exchanged.row((1,)), strict=True)
    )
    check.true("M and f∘M have the same pairs of probabilities, hence the same f-divergence for every f", renamed)
    check.refutes(
        "M satisfies (H, f, ε)-capacity bounded DP for every ε ≥ 0, and so does f∘M", not restricted(exchanged).infinite
    )
