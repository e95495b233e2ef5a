"""Individual DP looks only at the neighbours of one dataset.

D₀ has six records. M returns one symbol on D₀ and its neighbours, so there is no loss where the notion compares,
and publishes the dataset elsewhere. The other notions compare datasets of one to three records. A function class
with all measurable functions has one with the value c on one output and 0 elsewhere: E_P h - E_Q exp(h - 1) = c -
1/e there.
"""

from dpzoo.blocks.units import edit_distance
from dpzoo.witnesses.prelude import *
from dpzoo.witnesses.separations._telling_apart import SAMPLED, TellsApart, violates


@decides(
    "data-dependent-dp/does_not_imply/approximate-dp",
    """individual-dp/does_not_imply/blowfish-privacy sensitivity-induced-dp bayesian-dp-ll12 bayesian-dp-ysn15 correlated-dp
    on-average-kl-privacy causal-dp weak-bayesian-dp profile-based-dp inference-based-distributional-dp capacity-bounded-dp
    weak-federated-f-dp subspace-dp abstract-dp input-discriminative-dp outlier-privacy dp-under-sampling""",
    sampled=SAMPLED,
)
def individual_dp_looks_near_one_dataset(check: Check) -> None:
    D_0 = ("t", "u", "v", "t", "u", "v")
    near = [D for D in complete_domain("tuv", 7, 5) if edit_distance(D, D_0) <= 1]
    domain = complete_domain("tuv", 3) + near

    def release(d: tuple[object, ...]) -> object:
        return "same" if len(d) > 3 else d

    M = check.show("M", deterministic(domain, release))
    check.least("individual-dp", M, 0, "D₀", D=D_0)
    check.least("data-dependent-dp", M, 0, "D₀", D=D_0, epsilon=0)
    check.least("approximate-dp", M, 1, epsilon="inf")
    small = M.restrict(complete_domain("tuv", 3))
    violates(check, TellsApart(small, ("t", "v"), ("u", "v")), [y for y in check.denied if y != "approximate-dp"])
