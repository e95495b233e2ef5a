"""A user who knows the true answer removes the noise.

M publishes the number of records plus Z with Pr[Z = z] ∝ 2^{-|z|}, clamped to 0, …, 4: ε = ln 2. The refined answer is the
number of records, for certain, and is different when a record is added: no ρ is large enough.
"""

from dpzoo.witnesses.prelude import *
from dpzoo.witnesses.separations._noise_for_one_step import noisy


@decides("epsilon-dp/does_not_imply/refinement-dp")
def refinement_of_a_noisy_number(check: Check) -> None:
    M = check.show("M", from_function(complete_domain("tu", 4), lambda d: noisy(len(d), 4, 2)))
    check.least("epsilon-dp", M, real(2).log())
    check.least("refinement-dp", M, INFINITY, "g the number of records", g=lambda d, _: len(d))
