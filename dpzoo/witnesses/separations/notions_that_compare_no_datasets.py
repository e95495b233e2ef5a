"""If no two datasets are compared, the dataset may be published.

The distance is infinite between different datasets; R is the equality; the public facts leave a single dataset; the
only attacker is certain of one dataset. Nothing is compared, and M may publish the dataset. On every pair of
different datasets δ·d ≥ 1 would be needed, and the divergence is infinite; a proper d has d < 1/δ, or is finite, on
some pair.
"""

from dpzoo.witnesses.prelude import *


@decides("constrained-dp generic-dp-km11 induced-neighbors-dp prior-dp/does_not_imply/pseudo-metric-dp extended-divergence-dp")
def notions_that_compare_no_datasets(check: Check) -> None:
    M = check.show("M", deterministic(complete_domain("tu", 2), lambda d: d))
    found = notions["constrained-dp"].tightest(M, d={}, Delta=1000)  # infinite between different datasets, whatever Δ is
    check.equal("constrained-dp, d infinite: the least ε", found, 0)
    check.least("generic-dp-km11", M, 0, "R the equality", R=[(D, D) for D in M.datasets])
    for D in M.datasets:
        check.least("induced-neighbors-dp", M, 0, f"I_Q = {show_dataset(D)} alone", I_Q=[D])
    for D in M.datasets[1:]:
        check.least("prior-dp", M, 0, f"the attacker is certain of {show_dataset(D)}", A=[(Prior.of({D: F(1)}), 0, ())])
    for D, E in combinations(M.datasets, 2):
        check.least(
            "pseudo-metric-dp",
            M,
            1,
            f"d = 1 between {show_dataset(D)} and {show_dataset(E)}",
            d={(D, E): 1, (E, D): 1},
            epsilon="inf",
        )
        for pair in ((D, E), (E, D)):
            check.least(
                "extended-divergence-dp",
                M,
                INFINITY,
                f"{show_dataset(pair[0])} against {show_dataset(pair[1])}",
                f="kl",
                d={pair: 1},
            )
