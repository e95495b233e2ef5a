"""Typical stability may leave one of two datasets out.

With γ = 1/2 a dataset D₁ of probability p ≤ 1/2 may be left out, and the law M(D₀) serves for the other one, D₀:
every mechanism is typically stable, and M may publish the dataset. The same holds for a prior that is certain of
one dataset. The notions below are violated with certainty, at each of their proper values.
"""

from dpzoo.witnesses.prelude import *

EITHER = Prior.of({("t",): F(1, 2), ("u",): F(1, 2)})
NO_EPSILON: dict[str, dict[str, Any]] = {  # the least ε is infinite
    "negative-membership-privacy": {"Theta": [Prior.of({(): 1 - p, ("t",): p}) for p in (F(1, 2), F(1, 100))]},
    "pufferfish-privacy": {"Theta": [Prior.of({(): F(1, 2), ("t",): F(1, 2)})], "Phi": [([()], [("t",)])]},
}
NO_DELTA: dict[str, dict[str, Any]] = {  # even with ε = ∞ the least δ is 1
    "passive-partial-knowledge-dp": {"Theta": [EITHER]}
}


@decides(
    """typical-stability/does_not_imply/negative-membership-privacy passive-partial-knowledge-dp pufferfish-privacy
    adversarial-privacy distributional-privacy-rot10""",
    sampled={"adversarial-privacy": "p", "distributional-privacy-rot10": "N"},
)
def typical_stability_of_one_dataset(check: Check) -> None:
    M = deterministic(complete_domain("tu", 2), lambda d: d)
    check.show("M", M)
    for p in (F(1, 2), F(1, 100)):
        theta = Prior.of({(): 1 - p, ("t",): p})
        check.least("typical-stability", M, 0, f"D₁ with probability {p}", Theta=[theta], gamma=F(1, 2), epsilon=0)
    certain = [EITHER, Prior.of({("t",): F(1)})]
    found = notions["typical-stability"].tightest(M, Theta=certain, gamma=F(1, 2), epsilon=0)
    check.equal("… D₀ = (t), D₁ = (u) with 1/2, and one certain dataset", found, 0)
    for y, values in NO_EPSILON.items():
        check.least(y, M, INFINITY, **values)
    for y, values in NO_DELTA.items():
        check.least(y, M, 1, epsilon="inf", **values)
    for p in (F(1, 4), F(1, 100), F(1, 10**6)):  # for any ε and δ < 1 take p below (1 - δ)/e^ε
        theta = Prior.of({(): 1 - p, ("t",): p})
        found = notions["adversarial-privacy"].tightest(M, Theta=[theta], delta=F(1, 2))
        check.equal(f"adversarial-privacy, p = {p}, δ = 1/2: the least ε = ln((1 - δ)/p)", found, real(F(1, 2) / p).log())
    for N in (2, 10, 30):  # for any γ < 1 take N with γ < 1 - 1/N
        many = deterministic([(x,) for x in range(N)], lambda d: d)
        check.least(
            "distributional-privacy-rot10",
            many,
            1 - F(1, N),
            f"π uniform on {N} records, n = 1, any ε",
            laws=[{x: F(1, N) for x in range(N)}],
            epsilon=1000,
        )
