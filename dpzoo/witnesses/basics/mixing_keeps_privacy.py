"""Choosing between two private mechanisms at random is private.

Claim    If M₁ and M₂ are (ε, δ)-DP, so is M = M₁ with probability p and M₂ otherwise; in particular for δ = 0.
Verdict  true of all the mechanisms tried here.
Source   Des20, Proposition 3; Proposition 12 for δ > 0.

The inequality of (ε, δ)-DP for an event is linear in the two output distributions, so it survives a mixture whose weights
do not depend on the data. Exact fractions: 100 random pairs of mechanisms with four outputs, at four values of e^ε.
"""

from dpzoo.witnesses.prelude import *


@decides("epsilon-dp approximate-dp/convexity", kind=Kind.AXIOM, sampled="M₁, M₂, p")
def mixing_keeps_privacy(check: Check) -> None:
    random = np.random.default_rng(5)

    def law() -> list[F]:
        weights = [int(k) for k in random.integers(1, 10, 4)]
        return [F(k, sum(weights)) for k in weights]

    pure = approximate = 0
    for _ in range(100):
        m1 = from_rows({(0,): law(), (1,): law()})
        m2 = from_rows({(0,): law(), (1,): law()})
        m = m1.mix(m2, F(int(random.integers(1, 10)), 10))
        pure += max_divergence(*m.matrix) > max(max_divergence(*m1.matrix), max_divergence(*m2.matrix))
        for factor in (F(1), F(5, 4), F(3, 2), F(2)):
            before = [hockey_stick(a.row((0,)), a.row((1,)), factor) for a in (m1, m2)]
            approximate += hockey_stick(m.row((0,)), m.row((1,)), factor) > max(before)
    check.show("the last M", m)
    check.equal("mixtures whose ε exceeds both", pure, 0)
    check.equal("mixtures and values of ε for which δ exceeds both", approximate, 0)
    check.confirms("a mixture is as private as its worse part", pure + approximate == 0)
