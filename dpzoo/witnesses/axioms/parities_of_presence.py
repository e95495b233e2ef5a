"""Two parities tell who is present: composition of notions about membership.

Verdict  false: two mechanisms with ε = δ = 0 together have ε = ∞; where only the belief in presence is bounded, every (ε,
         δ) with δ < 1 fails at one of the priors.

Three records t, v, w are present independently, t with probability p, the others with 1/2. Whether the number of present
records is odd, and the same for v and w alone, is independent of the presence of any one record. Both together tell whether
t is there: a belief of p becomes 1, and 1 ≤ e^ε p + δ fails for p < (1 - δ)e^-ε. Θ has the priors for all 0 < p < 1; we
take p = 1/2, 1/16, 1/256 and 1/65536. Information privacy [WXH17] is the condition of adversarial privacy at δ = 0.
"""

from dpzoo.witnesses.axioms._lost_together import lost_together
from dpzoo.witnesses.prelude import *


@decides(
    """adversarial-privacy membership-privacy-lqs13 negative-membership-privacy positive-membership-privacy
    information-privacy-wxh17/composition"""
)
def parities_of_presence(check: Check) -> None:
    datasets = [tuple(itertools.compress("tvw", present)) for present in itertools.product((1, 0), repeat=3)]

    def theta(p: F) -> Prior:
        return Prior.of({D: (p if "t" in D else 1 - p) / 4 for D in datasets}, f"p = {p}")

    chances = [F(1, 2), F(1, 16), F(1, 2**8), F(1, 2**16)]
    Theta = [theta(p) for p in chances]
    M1 = check.show("M₁", deterministic(datasets, lambda d: len(d) % 2))
    M2 = check.show("M₂", deterministic(datasets, lambda d: len(set(d) - {"t"}) % 2))
    names = ("membership-privacy-lqs13", "negative-membership-privacy", "positive-membership-privacy")
    lost_together(check, names, M1, M2, Theta=Theta)
    for symbol, m in (("M₁", M1), ("M₂", M2)):
        check.least("adversarial-privacy", m, 0, symbol, Theta=Theta, delta=0)
    for p, prior in zip(chances, Theta, strict=True):
        for delta in (F(0), F(1, 4)):  # below every ε and δ < 1 for p small enough
            both = M1.compose(M2)
            check.least("adversarial-privacy", both, log_of((1 - delta) / p), f"both, p = {p}", Theta=[prior], delta=delta)
