"""Extended distribution privacy may look at two datasets and no others.

A and B have three records. M returns one symbol on both, so there is no loss where the notion compares, and
publishes the dataset elsewhere. The notions below are violated with certainty on smaller datasets, at each of their
proper values. For abstract DP the output is made a yes or no, which has the same law on A and B.
"""

from dpzoo.witnesses.prelude import *
from dpzoo.witnesses.separations._telling_apart import SAMPLED, TellsApart, violates
from dpzoo.witnesses.separations._two_datasets import no_loss_at


@decides(
    """extended-distribution-privacy/does_not_imply/one-sided-dp blowfish-privacy sensitivity-induced-dp bayesian-dp-ll12
    bayesian-dp-ysn15 correlated-dp on-average-kl-privacy causal-dp negative-membership-privacy pufferfish-privacy prior-dp
    distributional-privacy-zlw09 weak-bayesian-dp passive-partial-knowledge-dp inference-based-distributional-dp
    inference-based-coupled-worlds-privacy typical-stability adversarial-privacy capacity-bounded-dp weak-federated-f-dp
    subspace-dp abstract-dp distributional-privacy-rot10""",
    sampled=SAMPLED,
)
def extended_distribution_of_two_datasets(check: Check) -> None:
    A, B = ("t", "t", "t"), ("u", "u", "u")
    theta_A, theta_B = Prior.of({A: F(1)}), Prior.of({B: F(1)})
    both = [(theta_A, theta_B), (theta_B, theta_A)]
    M = check.show("M", deterministic([*complete_domain("tu", 2), A, B], lambda d: "same" if d in {A, B} else d))
    satisfied = no_loss_at(check, A, "extended-distribution-privacy", "d = 1", Theta=both, d=[1, 1])
    satisfied(M)
    violates(check, TellsApart(M.restrict(complete_domain("tu", 2)), ("t",), ("u",), satisfied, M), check.denied)
