"""A masked bit is private until its mask leaks.

M publishes x(D) ⊕ r, where x(D) says whether the record t is present and r is a fair bit. The output is a fair bit
on every dataset. Given the leak r, which is possible on every dataset, the output is x(D) for certain.
"""

from dpzoo.witnesses.prelude import *


@decides("epsilon-dp free-lunch-privacy/does_not_imply/bounded-leakage-dp")
def leaked_coin_of_a_mask(check: Check) -> None:
    M = check.show("M", from_function(complete_domain("tu", 2), lambda d: {0: F(1, 2), 1: F(1, 2)}))
    check.least("epsilon-dp", M, 0)
    check.least("free-lunch-privacy", M, 0)
    check.least("bounded-leakage-dp", M, 1, "r leaks", P=lambda d, o: o ^ ("t" in d), epsilon="inf")
