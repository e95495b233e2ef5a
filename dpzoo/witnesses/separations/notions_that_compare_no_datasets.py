"""If no two datasets are compared, the dataset may be published.

Claim    Constrained DP, generic DP (Kifer & Machanavajjhala), induced-neighbours DP or prior DP imply pseudo-metric
         DP, or extended divergence DP with f(t) = t ln t, at some proper values.

The distance is infinite between different datasets; R is the equality; the public facts leave a single dataset; the
only attacker is certain of one dataset. Nothing is compared, and M may publish the dataset. On every pair of
different datasets δ·d ≥ 1 would be needed, and the divergence is infinite; a proper d has d < 1/δ, or is finite, on
some pair.
"""

from dpzoo.witnesses.prelude import *


@decides(
    "constrained-dp/does_not_imply/pseudo-metric-dp extended-divergence-dp",
    "generic-dp-km11/does_not_imply/pseudo-metric-dp extended-divergence-dp",
    "induced-neighbors-dp/does_not_imply/pseudo-metric-dp extended-divergence-dp",
    "prior-dp/does_not_imply/pseudo-metric-dp extended-divergence-dp",
)
def notions_that_compare_no_datasets(check: Check) -> None:
    M = deterministic(complete_domain("tu", 2), lambda d: d)
    check.show("M", M)
    found = notions["constrained-dp"].tightest(M, d={}, Delta=1000)  # infinite between different datasets, whatever Δ is
    check.equal("constrained-dp, d infinite: the least ε", found, 0)
    found = notions["generic-dp-km11"].tightest(M, R=[(D, D) for D in M.datasets])
    check.equal("generic-dp-km11, R the equality: the least ε", found, 0)
    for D in M.datasets:
        found = notions["induced-neighbors-dp"].tightest(M, I_Q=[D])
        check.equal(f"induced-neighbors-dp, I_Q = {show_dataset(D)} alone: the least ε", found, 0)
    for D in M.datasets[1:]:
        found = notions["prior-dp"].tightest(M, A=[(Prior.of({D: F(1)}), 0, ())])
        check.equal(f"prior-dp, the attacker is certain of {show_dataset(D)}: the least ε", found, 0)
    psd, ext = notions["pseudo-metric-dp"], notions["extended-divergence-dp"]
    for D, E in combinations(M.datasets, 2):
        found = psd.tightest(M, d={(D, E): 1, (E, D): 1}, epsilon="inf")
        check.equal(f"pseudo-metric-dp, d = 1 between {show_dataset(D)} and {show_dataset(E)}: the least δ for any ε", found, 1)
        for pair in ((D, E), (E, D)):
            found = ext.tightest(M, f="kl", d={pair: 1})
            check.equal(
                f"extended-divergence-dp, {show_dataset(pair[0])} against {show_dataset(pair[1])}: the least ε", found, INFINITY
            )
    check.therefore_not("M satisfies one of these two notions at proper values")
