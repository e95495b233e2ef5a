"""The number of entries of a list, with noise for one entry, is far from that of another list.

Verdict  false: at the level ln 2 the loss between two lists has no bound.

A user reports the number of neighbours plus Z with Pr[Z = z] ∝ 2^{-|z|}, clamped to 0, …, n. One entry of the list costs
ln 2; from the list of n zeros to that of n ones it costs n ln 2.
"""

from dpzoo.witnesses.prelude import *
from dpzoo.witnesses.separations._noise_for_one_step import noisy


@decides("edge-local-dp/does_not_imply/local-dp", sampled="n")
def noisy_numbers_of_neighbours(check: Check) -> None:
    log_2 = real(2).log()
    for n in (2, 4, 8):
        lists: Any = [((1,) * k + (0,) * (n - k),) for k in range(n + 1)]
        degrees = from_function(lists, lambda d, n=n: noisy(sum(d[0]), n, 2))
        check.least("edge-local-dp", degrees, log_2, f"n = {n}")
        check.least("local-dp", degrees, n * log_2, f"n = {n}")
    check.therefore_not("local DP has a loss of at most 3 ln 2 for all n")
