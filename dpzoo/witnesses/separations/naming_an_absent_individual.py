"""Naming an absent individual identifies nobody.

M names one of the two absent individuals, each with probability 1/2. The two others then have the posterior 1/2 = ρ.
The posterior of the named one is 0, which is below e^{-ε}/3 for every ε. Here U = {1, 2, 3}, with one participant.
"""

from dpzoo.witnesses.prelude import *


@decides("differential-identifiability/does_not_imply/negative-membership-privacy")
def naming_an_absent_individual(check: Check) -> None:
    U = [1, 2, 3]
    M = check.show("M", from_function([(i,) for i in U], lambda d: {j: F(1, 2) for j in U if j not in d}))
    theta = Prior.of({(i,): F(1, 3) for i in U})
    check.least("differential-identifiability", M, F(1, 2), U=U)
    check.least("negative-membership-privacy", M, INFINITY, "uniform prior", Theta=[theta])
