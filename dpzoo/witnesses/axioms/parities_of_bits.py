"""Two parities tell a bit: composition of notions with a prior on sequences.

Verdict  false: two mechanisms with ε = 0 (and δ = 0) together have ε = ∞ (and δ = 1 at every ε).

Under the uniform prior on three bits D(1)⊕D(2)⊕D(3) is a fair coin whatever any one record is, and so is D(2)⊕D(3). Their
sum is D(1). The three bits may also be the attributes of one record, the first of them sensitive. With k known records,
take k + 3 bits: the parity of all of them and of all but the first.
"""

from dpzoo.witnesses.axioms._lost_together import every_slack_lost_together, lost_together
from dpzoo.witnesses.prelude import *


@decides(
    """aposteriori-noiseless-privacy approximate-pufferfish-privacy renyi-pufferfish-privacy active-partial-knowledge-dp
    bayesian-dp-ll12 dataset-attribute-privacy distributional-dp passive-partial-knowledge-dp prior-dp
    pufferfish-privacy/composition"""
)
def parities_of_bits(check: Check) -> None:
    bits = list(product((0, 1), repeat=3))
    Theta = [Prior.of({D: F(1, 8) for D in bits})]
    M1 = check.show("M₁", deterministic(bits, lambda d: d.count(1) % 2))
    M2 = check.show("M₂", deterministic(bits, lambda d: d[1:].count(1) % 2))
    secrets = [([D for D in bits if D[i] == 0], [D for D in bits if D[i] == 1]) for i in range(3)]
    lost_together(check, ["aposteriori-noiseless-privacy", "distributional-dp"], M1, M2, Theta=Theta)
    lost_together(check, ["pufferfish-privacy"], M1, M2, Theta=Theta, Phi=secrets)
    lost_together(check, ["renyi-pufferfish-privacy"], M1, M2, Theta=Theta, Phi=secrets, alpha=2)
    lost_together(check, ["prior-dp"], M1, M2, A=[(Theta[0], i, ()) for i in range(3)])
    every_slack_lost_together(check, ["active-partial-knowledge-dp", "passive-partial-knowledge-dp"], M1, M2, Theta=Theta)
    every_slack_lost_together(check, ["approximate-pufferfish-privacy"], M1, M2, Theta=Theta, Phi=secrets)

    for k in range(3):
        longer = list(product((0, 1), repeat=k + 3))
        all_of = deterministic(longer, lambda d: d.count(1) % 2)
        but_one = deterministic(longer, lambda d: d[1:].count(1) % 2)
        for symbol, m in (("the parity of all", all_of), ("the parity of all but the first", but_one)):
            check.least("bayesian-dp-ll12", m, 0, f"{k + 3} records, k = {k}, {symbol}", prior={0: F(1, 2), 1: F(1, 2)}, k=k)
        check.least("bayesian-dp-ll12", all_of.compose(but_one), INFINITY, "both, k = 0", prior={0: F(1, 2), 1: F(1, 2)}, k=0)
