"""Constrained DP may compare two datasets and no others.

Claim    (d, Δ, ε)-constrained DP, d = 0 between two datasets and infinite elsewhere, implies some other notion at
         some proper values.
Verdict  false: the mechanism below separates them.
Source   the separations in the record of constrained-dp, and their proofs.

D_a and D_b have five records and differ in one. M returns one symbol on both, so there is no loss where the notion
compares, and publishes the dataset elsewhere. The other notions compare smaller datasets and are violated with
certainty, at each of their proper values. A q that is false at (a, b) is violated by a yes with these
probabilities.
"""

from dpzoo.witnesses.framework import Check, Kind, decides
from dpzoo.witnesses.separations._telling_apart import IMPLY_ANOTHER, TellsApart, all_but, violates
from dpzoo.witnesses.separations._two_datasets import MAY_COMPARE_ONE_PAIR, blind_on_one_pair, no_loss_at

VIOLATED = all_but("distributional-privacy-zlw09", *IMPLY_ANOTHER, *MAY_COMPARE_ONE_PAIR)


@decides(*(f"constrained-dp/does_not_imply/{y}" for y in VIOLATED), kind=Kind.SEPARATION, source="record of constrained-dp")
def constrained_distance_of_two_datasets(check: Check) -> None:
    M, D_a, D_b, small = blind_on_one_pair()
    check.show("M", M)
    near = {(D_a, D_b): 0, (D_b, D_a): 0}
    satisfied = no_loss_at(check, D_a, "constrained-dp", "d = 0 on (D_a, D_b), Δ = 1", d=near, Delta=1)
    satisfied(M)
    violates(check, TellsApart(small, ("t", "v"), ("u", "v"), satisfied, M), VIOLATED)
    check.therefore_not("M, or its like, satisfies one of these notions at proper values")
