"""Composition of Bayesian DP [TF20]: two different pairs of parameters.

Verdict    false as printed, where ε₂, δ₂ are free (a misprint): twice randomised response with ε₁ = ln 3 is no (π, ln 3,
           0)-BayDP.

The random record x is the same for both mechanisms, and the loss of the pair is the sum of the two losses; it exceeds ε₁ + ε₂
only if one of them exceeds its bound.
"""

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.COMPOSITION, errata=["thesis-prop18-bayesian-composition"])
def bayesian_dp_composition(check: Check) -> None:
    pi = {"x": F(1, 2), "y": F(1, 2)}

    def least_delta(m: FiniteMechanism, exp_epsilon: F) -> F:
        """Pr over x ∼ π and the output that the loss between D = () and D with x exceeds ε; the larger of the two orders."""
        D = m.row(())
        there = sum((w * probabilistic_delta(m.row((x,)), D, exp_epsilon).rational for x, w in pi.items()), F(0))
        back = sum((w * probabilistic_delta(D, m.row((x,)), exp_epsilon).rational for x, w in pi.items()), F(0))
        return max(there, back)

    no, yes = [F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]
    m = from_rows({(): no, ("x",): yes, ("y",): no})  # is x in the data?
    pair = m.compose(m)
    check.show("M₁ = M₂", m)
    check.equal("M₁ and M₂ are (π, ln 3, 0)-BayDP: the least δ at ε₁ = ln 3", least_delta(m, F(3)), 0)
    found = least_delta(pair, F(3))
    check.equal("the pair's least δ at ε₁ + ε₂ with ε₂ = 0: two answers “yes” with x added, 1/2·9/16", found, F(9, 32))
    check.equal("corrected: at ε₁ + ε₂ = 2 ln 3", least_delta(pair, F(9)), 0)

    rng, holds = np.random.default_rng(14), True
    for _ in range(150):
        tables = rng.integers((1, 0, 0), 7, (2, 3, 3))
        m1, m2 = (
            from_rows({d: [F(int(v), int(r.sum())) for v in r] for d, r in zip(((), ("x",), ("y",)), t, strict=True)})
            for t in tables
        )
        for c1, c2 in ((F(1), F(2)), (F(3, 2), F(3, 2)), (F(3), F(5, 4))):
            holds &= least_delta(m1.compose(m2), c1 * c2) <= least_delta(m1, c1) + least_delta(m2, c2)
    check.true("corrected: 150 random pairs of mechanisms, three pairs (ε₁, ε₂): δ ≤ δ₁ + δ₂", holds)
    check.refutes("the pair of two (π, ln 3, 0)-BayDP mechanisms is (π, ln 3 + ε₂, δ₂)-BayDP for every ε₂, δ₂ ≥ 0", found <= 0)
