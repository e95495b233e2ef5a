"""The parity of fair bits hides each of them from those who do not know the rest.

M publishes the parity of n ≥ 2 independent fair bits. Given one of them the parity is still a fair bit. On fixed
datasets replacing one record changes the output with certainty. (At n = 1, where the parity is the record, M is
constant.)
"""

from dpzoo.witnesses.prelude import *


@decides("bayesian-dp-ll12 pufferfish-privacy/does_not_imply/bounded-dp")
def parities_of_fair_bits(check: Check) -> None:
    M = check.show("M", deterministic(complete_domain((0, 1), 3), lambda d: sum(d) % 2 if len(d) > 1 else 0))
    check.least("bayesian-dp-ll12", M, 0, "fair bits, k = 0", prior={0: F(1, 2), 1: F(1, 2)}, k=0)
    for n in (2, 3):
        bits = list(product((0, 1), repeat=n))
        theta = Prior.of({D: F(1, 2**n) for D in bits})
        phi = [([D for D in bits if D[i] == 0], [D for D in bits if D[i] == 1]) for i in range(n)]
        check.least("pufferfish-privacy", M, 0, f"{n} fair bits", Theta=[theta], Phi=phi)
    check.least("bounded-dp", M, INFINITY)
