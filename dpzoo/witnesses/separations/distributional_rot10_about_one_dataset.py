"""A sample is rarely one given dataset, or nearly always.

M depends only on whether D is a given dataset X. Let D₁ and D₂ be independent with the same law, and p the
probability of X: exactly one of them is X with probability 2p(1 - p) = 1/2 - 2(p - 1/2)² ≤ 1/2, so with γ = 1/2 the
notion holds with ε = 0, whatever π is. X may be any dataset. Pseudo-metric DP and extended divergence DP compare
some pair at a small (finite) distance: let X be in it. Abstract DP: a yes with probability a on X and b elsewhere.
"""

from dpzoo.witnesses.prelude import *


@decides(
    "distributional-privacy-rot10/does_not_imply/pseudo-metric-dp extended-divergence-dp profile-based-dp abstract-dp",
    sampled={"abstract-dp": "q"},
)
def distributional_rot10_about_one_dataset(check: Check) -> None:
    data = complete_domain("ab", 2)
    for p in (F(0), F(1, 2), F(1)):  # two polynomials of degree 2 that agree at three points are equal
        check.equal(f"2p(1 - p) at p = {p}", 2 * p * (1 - p), F(1, 2) - 2 * (p - F(1, 2)) ** 2)
    laws = [{"a": p, "b": 1 - p} for p in (F(1, 2), F(1, 3), F(1, 10))]
    for X in data:
        M = deterministic(data, lambda d, x=X: d == x)
        check.least("distributional-privacy-rot10", M, at=f"X = {X}", at_most=F(1, 2), laws=laws, epsilon=0)
        for D in data:
            if D == X:
                continue
            near = {(X, D): 1, (D, X): 1}
            check.least("pseudo-metric-dp", M, 1, f"d = 1 between X and {show_dataset(D)}", d=near, epsilon="inf")
            for pair in near:
                check.least(
                    "extended-divergence-dp",
                    M,
                    INFINITY,
                    f"{show_dataset(pair[0])} against {show_dataset(pair[1])}",
                    f="kl",
                    d={pair: 1},
                )
    X, Y = ("a",), ("b",)
    M = check.show("M for X = (a)", deterministic(data, lambda d: d == X))
    check.least("profile-based-dp", M, 1, "X = (a)", Theta=[({"a": 1}, {"b": 1}), ({"b": 1}, {"a": 1})], epsilon="inf")
    for a, b in ((F(1, 3), F(1, 2)), (F(1, 7), F(0)), (F(0), F(1))):  # q is false at some (a, b)
        yes = M.post_process({True: {"yes": a, "no": 1 - a}, False: {"yes": b, "no": 1 - b}})
        check.least("distributional-privacy-rot10", yes, at="yes or no", at_most=F(1, 2), laws=laws, epsilon=0)
        verdict = notions["abstract-dp"].holds(yes, R=[(X, Y)], q=lambda x, y, a=a, b=b: (x, y) != (a, b))
        check.false(f"abstract-dp: yes with probability {a} or {b} violates a q that is false there", verdict)
