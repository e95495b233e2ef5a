"""A noisy count protects the unit that it was calibrated for and no larger one.

The noise Z has Pr[Z = z] ∝ 2^{-|z|}: what moves the count by 1 has the loss ln 2. M publishes the count plus Z,
clamped to 0, …, m, which does not change the loss at the ends. All records below are of one client: the number of
records for ε-DP (of c records: group privacy, with Pr[Z = z] ∝ 2^{-|z|/c}; here c = 1), and the number of elements
for element-level DP. A client may have k records in one element, and k elements, for any k, and then adding them
costs k ln 2, which exceeds every bound. For k elements and e^ε' = 2^{k/4} even δ ≥ 1 - 2^{-k/4} is needed, by the
event “at least k/2”: too much for any ε' and δ < 1, for large k.
"""

from dpzoo.witnesses.prelude import *
from dpzoo.witnesses.separations._noise_for_one_step import noisy


@decides(
    "epsilon-dp/does_not_imply/element-level-dp",
    "group-privacy/does_not_imply/client-dp",
    "element-level-dp/does_not_imply/client-dp approximate-user-level-dp",
    sampled="k",
)
def noisy_counts_of_owned_records(check: Check) -> None:
    log_2 = real(2).log()
    for k in (4, 16, 32):
        copies = [(("c", "e"),) * i for i in range(k + 1)]  # i records of client c in element e
        M = from_function(copies, lambda d, k=k: noisy(len(d), k, 2))
        check.least("epsilon-dp", M, log_2, f"{k} records")
        check.least("group-privacy", M, log_2, "c = 1", c=1)
        check.least("element-level-dp", M, k * log_2)
        check.least("client-dp", M, k * log_2)
        elements = [tuple(("c", e) for e in range(i)) for i in range(k + 1)]  # one record in each of i elements
        M = from_function(elements, lambda d, k=k: noisy(len(set(d)), k, 2))
        check.least("element-level-dp", M, log_2, f"{k} elements")
        check.least("client-dp", M, k * log_2)
        j = k // 4
        check.least("approximate-user-level-dp", M, at=f"e^ε' = 2^{j}", at_least=1 - F(1, 2**j), epsilon=f"{j} * log(2)")
    check.therefore_not("the larger unit costs at most 31 ln 2 for all k, or δ = 99/100 is enough for e^ε' = 2^{k/4}")
