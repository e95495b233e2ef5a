"""Sensitivity-induced DP of an unstable query allows everything.

f(D) is twice the unit vector of D. It moves by 4 in the sum norm, and by 2 in the maximum norm, between any two
datasets, so nothing is compared, and M may publish the dataset. A function class with all measurable functions has
one with the value c on one output and 0 elsewhere: E_P h - E_Q exp(h - 1) = c - 1/e there. The notions below are
violated with certainty, at each of their proper values.
"""

from dpzoo.witnesses.prelude import *
from dpzoo.witnesses.separations._telling_apart import SAMPLED, TellsApart, violates


@decides(
    """sensitivity-induced-dp/does_not_imply/one-sided-dp blowfish-privacy causal-dp bayesian-dp-ll12 bayesian-dp-ysn15
    correlated-dp on-average-kl-privacy weak-bayesian-dp profile-based-dp pseudo-metric-dp extended-divergence-dp subspace-dp
    weak-federated-f-dp capacity-bounded-dp abstract-dp inference-based-distributional-dp""",
    sampled=SAMPLED,
)
def sensitivity_of_unit_vectors(check: Check) -> None:
    M = check.show("M", deterministic(complete_domain("tuv", 2), lambda d: d))
    unit = {D: [2 * (D == E) for E in M.datasets] for D in M.datasets}
    check.least("sensitivity-induced-dp", M, 0, f=unit)
    violates(check, TellsApart(M, ("t", "v"), ("u", "v")), check.denied)
