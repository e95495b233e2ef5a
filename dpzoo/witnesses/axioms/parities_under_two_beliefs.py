"""Two parities tell which of two beliefs is right: composition of notions about pairs of priors.

Verdict  false: two mechanisms with ε = δ = 0 (or divergence 0) together have ε = ∞ (and δ = 1 at every ε).

The two priors are uniform on the x in {0,1}³ with x₁ = 0 and on those with x₁ = 1. The parity of all three bits and that of
the last two are fair coins under both priors. Their sum is x₁. The divergence is Kullback and Leibler's, the distance of
the two priors 1 (any finite one will do); x is the one record of a dataset.
"""

from dpzoo.witnesses.axioms._lost_together import every_slack_lost_together, lost_together
from dpzoo.witnesses.prelude import *


@decides(
    """distribution-privacy divergence-distribution-privacy extended-distribution-privacy
    extended-divergence-distribution-privacy probabilistic-distribution-privacy profile-based-dp/composition"""
)
def parities_under_two_beliefs(check: Check) -> None:
    def parity(x: Any, start: int = 0) -> int:
        return int(sum(x[start:])) % 2

    triples = list(itertools.product((0, 1), repeat=3))
    theta = [Prior.of({(x,): F(1, 4) for x in triples if x[0] == first}, f"θ{first + 1}") for first in (0, 1)]
    pairs = [(theta[0], theta[1]), (theta[1], theta[0])]
    M1 = check.show("M₁", deterministic([(x,) for x in triples], lambda d: parity(d[0])))
    M2 = check.show("M₂", deterministic([(x,) for x in triples], lambda d: parity(d[0], 1)))
    lost_together(check, ["divergence-distribution-privacy"], M1, M2, Theta=pairs, f="kl")
    lost_together(check, ["extended-distribution-privacy"], M1, M2, Theta=pairs, d=[1, 1])
    lost_together(check, ["extended-divergence-distribution-privacy"], M1, M2, Theta=pairs, d=[1, 1], f="kl")
    every_slack_lost_together(check, ["distribution-privacy", "profile-based-dp"], M1, M2, Theta=pairs)
    for symbol, m, epsilon, delta in (("M₁", M1, 0, 0), ("M₂", M2, 0, 0), ("both", M1.compose(M2), 1000, 1)):
        check.least("probabilistic-distribution-privacy", m, delta, symbol, Theta=pairs, epsilon=epsilon)
    check.every_level("probabilistic-distribution-privacy", "every output of both is impossible under one of the two priors")
