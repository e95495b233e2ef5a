"""At ρ = 0 approximate zero-concentrated DP is approximate DP.

Verdict    false as printed (see the witness approximate-concentrated-not-probabilistic).

With ρ = 0 all Rényi divergences between the conditional laws are at most ξ: their ratios lie within e^ξ. From approximate DP
such events come by cutting P down to e^ξ Q and Q down to e^ξ P: what remains has masses of at least 1-δ and ratios within e^ξ.
Where the masses differ, the larger part is shrunk towards e^(-ξ) times the other, which keeps the ratios. Conversely P(S) ≤ δ
+ Pr[E₁, S], and the conditional ratios give the rest.
"""

from dpzoo.blocks.divergences import Law
from dpzoo.witnesses.prelude import *


@decides(
    "approximate-dp/special_case_of/approximate-zero-concentrated-dp",
    kind=Kind.EQUIVALENCE,
    errata=["sok-prop2-acodp-is-prodp"],
    sampled={"approximate-dp/special_case_of/approximate-zero-concentrated-dp": "P, Q"},
)
def approximate_concentrated_is_approximate_dp(check: Check) -> None:
    def events(p: Law, q: Law, c: F) -> tuple[Law, Law]:
        """The parts of P and Q that remain, of equal mass, from the construction above (c = e^ξ)."""
        p1, q1 = np.minimum(p, c * q), np.minimum(q, c * p)
        if p1.sum() < q1.sum():
            return events(q, p, c)[::-1]
        least = q1.sum() / c
        share = (q1.sum() - least) / (p1.sum() - least) if p1.sum() > q1.sum() else F(1)
        return share * p1 + (1 - share) * q1 / c, q1

    rng, good, back, tried = np.random.default_rng(8), True, True, 0
    for _ in range(200):
        p, q = (
            np.array([F(int(x), int(n.sum())) for x in n], dtype=object) for n in rng.integers(0, 7, (2, 4)) + [[1, 0, 0, 0]] * 2
        )
        c = F(int(rng.integers(4, 9)), 4)
        a, b = events(p, q, c)
        bound = max(hockey_stick(p, q, c), hockey_stick(q, p, c))
        good &= bool(a.sum() == b.sum() and a.sum() >= 1 - bound and (a <= p).all() and (b <= q).all())
        good &= bool((a <= c * b).all() and (b <= c * a).all())
        # conversely: random events, and the largest ratio between the laws given them
        a, b = (law * np.array([F(int(x), 4) for x in rng.integers(1, 5, 4)], dtype=object) for law in (p, q))
        given = [(x / a.sum(), y / b.sum()) for x, y in zip(a, b, strict=True) if x or y]
        if all(x and y for x, y in given):
            c = max(max(x / y, y / x) for x, y in given)
            tried += 1
            back &= bool(max(hockey_stick(p, q, c), hockey_stick(q, p, c)) <= 1 - min(a.sum(), b.sum()))
    check.true("200 random pairs: (ξ, δ)-DP gives events of probability ≥ 1-δ with ratios within e^ξ", good)
    check.greater("pairs with random events whose conditional laws have a finite ratio e^ξ", tried, 50)
    check.true("for those, (ξ, δ)-DP holds with δ the largest probability set aside", back)
    check.confirms("on random pairs (ξ, 0, δ)-approximate concentrated DP and (ξ, δ)-DP imply each other", good and back)
