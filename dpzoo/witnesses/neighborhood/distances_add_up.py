"""d-privacy composes by adding the distances.

Claim    If M₁ is d₁-private and M₂ is d₂-private, then (M₁, M₂) is (d₁ + d₂)-private.
Verdict  true; for the noisy value run twice it is exact on every pair.
Source   Des20, Proposition 19.

The coins are independent, so the ratio of joint probabilities is the product of the ratios. M publishes one value of {0, 1,
2, 3} with geometric noise of p = 1/2 (clamped), and d(x, y) = |x − y| ln 2.
"""

from dpzoo.witnesses.prelude import *


@decides("d-privacy/composition", sampled="M₁, M₂")
def distances_add_up(check: Check) -> None:
    p = F(1, 2)

    def noisy(value: int) -> list[F]:
        inside = [(1 - p) / (1 + p) * p ** abs(k - value) for k in (1, 2)]
        return [p**value / (1 + p), *inside, p ** (3 - value) / (1 + p)]

    m1 = from_rows({(x,): noisy(x) for x in range(4)})
    m2 = from_rows({(x,): [F(2 + x, 10), F(8 - x, 10)] for x in range(4)})
    check.show("M₁", m1)
    check.show("M₂", m2)
    pairs = [((x,), (y,)) for x in range(4) for y in range(4) if x != y]

    twice = m1.compose(m1)
    exact = sum(max_divergence(twice.row(a), twice.row(b)) == log_of(4 ** abs(a[0] - b[0])) for a, b in pairs)
    check.equal("M₁ twice: pairs whose loss is 2|x − y| ln 2, out of all", exact, len(pairs))
    both = m1.compose(m2)
    d1 = {(a, b): max_divergence(m1.row(a), m1.row(b)) for a, b in pairs}
    d2 = {(a, b): max_divergence(m2.row(a), m2.row(b)) for a, b in pairs}
    within = sum(max_divergence(both.row(a), both.row(b)) <= d1[a, b] + d2[a, b] for a, b in pairs)
    check.equal("M₁ with M₂: pairs whose loss is at most d₁ + d₂, out of all", within, len(pairs))
    check.confirms("(M₁, M₁) is 2d-private", notions["d-privacy"].holds(twice, d=lambda k: log_of(4 ** abs(k[0][0] - k[1][0]))))
