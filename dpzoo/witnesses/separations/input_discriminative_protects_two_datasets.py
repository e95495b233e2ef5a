"""Input-discriminative DP may protect two datasets and no others.

D_a and D_b have five records and differ in one; Ψ(0, 0) = ε and Ψ = ∞ otherwise. M returns one symbol on these two,
so there is no loss where the notion asks for a bound, and publishes the dataset elsewhere. A function class with
all measurable functions has one with the value c on one output and 0 elsewhere: E_P h - E_Q exp(h - 1) = c - 1/e
there.
"""

from dpzoo.witnesses.prelude import *
from dpzoo.witnesses.separations._telling_apart import SAMPLED, TellsApart, violates
from dpzoo.witnesses.separations._two_datasets import blind_on_one_pair


@decides(
    """input-discriminative-dp/does_not_imply/on-average-kl-privacy sensitivity-induced-dp bayesian-dp-ll12 bayesian-dp-ysn15
    correlated-dp blowfish-privacy causal-dp one-sided-dp weak-bayesian-dp profile-based-dp inference-based-distributional-dp
    capacity-bounded-dp weak-federated-f-dp abstract-dp subspace-dp dp-under-sampling""",
    sampled=SAMPLED,
)
def input_discriminative_protects_two_datasets(check: Check) -> None:
    M, D_a, D_b, small = blind_on_one_pair(3)
    check.show("M", M)
    levels = {D: int(D not in {D_a, D_b}) for D in M.datasets}
    psi = {(0, 0): F(1, 100), (0, 1): "inf", (1, 0): "inf", (1, 1): "inf"}
    found = notions["input-discriminative-dp"].holds(M, epsilonbar=levels, Psi=psi)
    check.true("input-discriminative-dp with Ψ(0, 0) = 1/100", found)
    violates(check, TellsApart(small, ("t", "v"), ("u", "v")), check.denied)
