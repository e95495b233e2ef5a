"""Generalized DP under a point mass compares nothing.

With G the one dataset of θ nothing is compared, so M may publish the dataset. For records in [0, 1], M publishes in which
of N cells of length 1/N each record lies. It depends on the cells only, which are uniform. Two drawn values lie in
different cells with probability 1 - 1/N, and then the loss is infinite: any γ' < 1 is too small for large N.
"""

from dpzoo.witnesses.prelude import *


@decides("generalized-dp/does_not_imply/bounded-dp unbounded-dp random-dp", sampled={"random-dp": "N, ε"})
def generalized_dp_of_one_dataset(check: Check) -> None:
    for N in (2, 4, 6):
        cells = range(N)
        M = deterministic(complete_domain(cells, 2), lambda d: d)
        if N == 2:
            check.show("M, for two cells", M)
        for D in (M.datasets[1], M.datasets[-1]):
            check.least(
                "generalized-dp", M, 0, f"{N} cells, θ certain of {show_dataset(D)}", theta=Prior.of({D: F(1)}), epsilon=0
            )
        check.least("bounded-dp", M, INFINITY, f"{N} cells")
        check.least("unbounded-dp", M, INFINITY, f"{N} cells")
        prior = {x: F(1, N) for x in cells}
        for epsilon in (1, 1000):  # the losses are 0 and ∞
            check.least("random-dp", M, 1 - F(1, N), f"{N} cells", prior=prior, epsilon=epsilon)
