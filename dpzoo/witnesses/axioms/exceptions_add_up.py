"""Exceptions add up: notions that exempt a probability γ of pairs are not convex.

Verdict  false: at γ = 1/2 (generalized DP: 1/3) and ε = 0 two mechanisms satisfy them, and their even mixture does at no ε.

M₁ and M₂ tell different facts about a single record; each separates at most half of the pairs. In the mixture, whose
outputs show which of the two was run, a pair is separated if one of them separates it: an output has the probability ½ for
the one and 0 for the other. On other datasets the mechanisms are constant.
"""

from collections.abc import Collection

from dpzoo.witnesses.prelude import *


@decides("distributional-privacy-rot10 generalized-dp model-specific-dp predictive-dp/convexity")
def exceptions_add_up(check: Check) -> None:
    def telling(records: Collection[str], yes: Collection[str], name: str) -> FiniteMechanism:
        return deterministic([(t,) for t in records], lambda d: f"{name}: {'yes' if d[0] in yes else 'no'}")

    def loss(m: FiniteMechanism, t: str, u: str) -> Real:
        p, q = m.row((t,)), m.row((u,))
        return greatest([max_divergence(p, q), max_divergence(q, p)])

    # distributional privacy [Rot10]: two records drawn from π; "is it a?", "is it b?"
    A, B = telling("abc", "a", "a?"), telling("abc", "b", "b?")
    mixture = A.mix(B)
    check.show("M₁: is the record a?", A)
    check.show("M₂: is the record b?", B)
    check.show("the mixture", mixture)
    notion = notions["distributional-privacy-rot10"]
    for p in (F(1, 10), F(1, 3), F(1, 2), F(9, 10)):
        for name, m, t in (("M₁", A, "a"), ("M₂", B, "b")):
            pi = {u: p if u == t else (1 - p) / 2 for u in "abc"}
            bad = notion.tightest(m, laws=[pi], epsilon=0)
            check.equal(f"Pr[{t}] = {p}: γ of {name} at ε = 0 is 2p(1 - p), at most 1/2", bad, 2 * p * (1 - p))
    uniform = {t: F(1, 3) for t in "abc"}
    check.equal("π uniform: ε of the mixture at γ = 1/2", notion.tightest(mixture, laws=[uniform], gamma=F(1, 2)), INFINITY)

    # generalized DP: θ uniform on (a), (b), (c); the largest set G without a separated pair
    def largest(m: FiniteMechanism) -> F:
        subsets = [G for n in range(4) for G in combinations("abc", n)]
        sets = [G for G in subsets if not any(loss(m, x, y).infinite for x, y in combinations(G, 2))]
        return max(F(len(G), 3) for G in sets)

    check.equal("generalized DP: the loss of M₁ on {(b), (c)}", loss(A, "b", "c"), 0)
    check.equal("… of M₂ on {(a), (c)}, a set of probability 2/3 too", loss(B, "a", "c"), 0)
    check.equal("… the largest θ(G) on which the mixture has a finite loss, below 1 - γ = 2/3", largest(mixture), F(1, 3))

    # predictive and model-specific DP: π uniform on a, b, c, d; D₁ is given, D₂ has a random record
    C, D = telling("abcd", "ab", "a or b?"), telling("abcd", "ac", "a or c?")
    for name, m, expected in (("M₁: a or b?", C, F(1, 2)), ("M₂: a or c?", D, F(1, 2)), ("the mixture", C.mix(D), F(3, 4))):
        worst = max(sum((F(1, 4) for u in "abcd" if loss(m, t, u).infinite), F(0)) for t in "abcd")
        check.equal(f"predictive and model-specific DP: γ of {name}, at any finite ε", worst, expected)
    losses = [loss(m, t, u) for m in (C, D) for t in "abcd" for u in "abcd"]
    check.true("… where M₁ and M₂ have a finite loss, it is 0", all(x.infinite or x == 0 for x in losses))
