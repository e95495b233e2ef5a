"""One record of many is told: little information for each record, and everything about that one.

M publishes the first record of datasets of N records or more, and nothing of smaller ones; here N is the only size. The output
has at most ln 2 nats about which of two drawn records were used, so at most (ln 2)/N for each record.
"""

from dpzoo.witnesses.prelude import *

BIT = {0: F(1, 2), 1: F(1, 2)}


@decides("conditional-mutual-information/does_not_imply/approximate-dp on-average-kl-privacy", sampled="N")
def a_record_told_in_large_samples(check: Check) -> None:
    for size in (1, 2, 3):
        M = deterministic(itertools.product((0, 1), repeat=size), lambda d: d[0])
        check.show(f"M, N = {size}", M)
        found = notions["conditional-mutual-information"].tightest(M, prior=BIT)
        check.equal("conditional-mutual-information: the least ε", found, real(2).log() / (2 * size))
        check.equal("approximate-dp: δ at ε = ∞", notions["approximate-dp"].tightest(M, epsilon=INFINITY), 1)
        check.equal("on-average-kl-privacy: the least ε", notions["on-average-kl-privacy"].tightest(M, Theta=[BIT]), INFINITY)
    check.therefore_not("little information on average hides every record")
