"""Samples without repetition say nothing about repeated records.

M publishes the number of records and, if some record occurs twice, the whole dataset. The notion compares samples
of one size without repetition, which get the same output: it holds with ε = 0 and γ = 0, whatever π is. The notions
below are violated with certainty, at each of their proper values, by sizes or by datasets (a, a, x).
"""

from dpzoo.witnesses.prelude import *

EITHER = Prior.of({("a", "a", "v"): F(1, 2), ("a", "a", "w"): F(1, 2)})
COIN = {"a": F(1, 2), "v": F(1, 2)}
EMPTY, ONE = Prior.of({(): F(1)}, "no record"), Prior.of({("a",): F(1)}, "one record")
NO_EPSILON: dict[str, dict[str, Any]] = {  # the least ε is infinite
    "one-sided-dp": {"P": ["a", "v", "w"]},
    "blowfish-privacy": {"G": [("a", "v"), ("a", "w"), ("v", "w")]},
    "negative-membership-privacy": {"Theta": [Prior.of({(): F(1, 2), ("a",): F(1, 2)})]},
    "sensitivity-induced-dp": {"f": lambda d: 0},
    "on-average-kl-privacy": {"Theta": [COIN]},
    "bayesian-dp-ysn15": {"A": EITHER},
    "correlated-dp": {"A": (EITHER, "nothing")},
    "prior-dp": {"A": [(EITHER, 2, ())]},
    "causal-dp": {"Theta": [EITHER]},
    "pufferfish-privacy": {"Theta": [EITHER], "Phi": [([("a", "a", "v")], [("a", "a", "w")])]},
    "bayesian-dp-ll12": {"prior": COIN, "k": 0},
    "distributional-privacy-zlw09": {"d": lambda a, b: 0, "Delta": F(1, 100)},
}
NO_DELTA: dict[str, dict[str, Any]] = {  # even with ε = ∞ the least δ is 1
    "weak-bayesian-dp": {"prior": {"a": 1}},
    "passive-partial-knowledge-dp": {"Theta": [EITHER]},
}
NO_DISTANCE: dict[str, dict[str, Any]] = {  # the least ε is infinite at any finite distance
    "extended-distribution-privacy": {},
    "extended-divergence-distribution-privacy": {"f": "kl"},
}


@decides(
    """distributional-privacy-rot10/does_not_imply/one-sided-dp blowfish-privacy negative-membership-privacy
    sensitivity-induced-dp on-average-kl-privacy bayesian-dp-ysn15 correlated-dp prior-dp causal-dp pufferfish-privacy
    bayesian-dp-ll12 distributional-privacy-zlw09 weak-bayesian-dp passive-partial-knowledge-dp extended-distribution-privacy
    extended-divergence-distribution-privacy adversarial-privacy capacity-bounded-dp weak-federated-f-dp subspace-dp
    inference-based-distributional-dp inference-based-coupled-worlds-privacy typical-stability""",
    sampled={
        "adversarial-privacy": "p",
        "capacity-bounded-dp": "c",
        "inference-based-distributional-dp inference-based-coupled-worlds-privacy typical-stability": "N",
    },
    without={"distributional-privacy-rot10": "all samples of one size get the same output, whatever their law is"},
)
def distributional_rot10_without_repetition(check: Check) -> None:

    def release(d: Any) -> Any:
        return len(d) if len(set(d)) == len(d) else d

    M = deterministic(complete_domain("avw", 3), release)
    check.show("M", M)
    for n in range(4):
        samples = {release(d) for d in M.datasets if len(d) == n and len(set(d)) == n}
        check.equal(f"distributional-privacy-rot10: outputs on all samples of {n} different records", len(samples), 1)
    for y, values in NO_EPSILON.items():
        check.least(y, M, INFINITY, **values)
    check.every_level("bayesian-dp-ll12", "a larger k compares these datasets, too")
    check.every_level("distributional-privacy-zlw09", "d is 0, so that every Δ compares the same datasets")
    for y, values in NO_DELTA.items():
        check.least(y, M, 1, epsilon="inf", **values)
    for y, values in NO_DISTANCE.items():
        for pair in ((EMPTY, ONE), (ONE, EMPTY)):  # one of them is at a finite distance, here 1; no other would do
            check.least(y, M, INFINITY, f"{pair[0].name} or {pair[1].name}", Theta=[pair], d=[1], **values)
    for p in (F(1, 4), F(1, 100), F(1, 10**6)):  # for any ε and δ < 1 take p below (1 - δ)/e^ε
        theta = Prior.of({(): 1 - p, ("a",): p})
        found = notions["adversarial-privacy"].tightest(M, Theta=[theta], delta=F(1, 2))
        check.equal(f"adversarial-privacy, p = {p}, δ = 1/2: the least ε = ln((1 - δ)/p)", found, real(F(1, 2) / p).log())
    for c in (10, 1000):  # H has all functions: c on one output and 0 elsewhere, for every c
        found = notions["capacity-bounded-dp"].tightest(M, f="kl", H=[{o: c if o == 1 else 0 for o in M.outputs}])
        check.at_least(f"capacity-bounded-dp: the least ε, by the test function {c}", found, c - 1)
    shares = deterministic([(D, ()) for D in M.datasets], lambda d: (None, release(d[0])))
    best = notions["weak-federated-f-dp"].tightest(shares, C=2)
    check.equal("weak-federated-f-dp: the largest f at 0 (so f = 0)", best.value(F(0)), 0, of=best)
    check.every_level("weak-federated-f-dp", "f = 0 is the only trade-off function that is 0 at 0")
    numbers = M.post_process({o: k for k, o in enumerate(M.outputs)})
    check.least("subspace-dp", numbers, 1, "outputs numbered, V the whole line", V=[[1]], epsilon="inf")
    for N in (2, 3):  # for any γ, δ < 1 take N with (1 - γ)(1 - δ)N > 1; the weight 1/4 is too little for one exception
        many = deterministic([("a", "a", x) for x in range(N)], release)
        theta = Prior.of({D: F(1, N) for D in many.datasets})
        less = 1 - F(1, N) - F(1, 100)
        check.least("inference-based-distributional-dp", many, INFINITY, f"{N} values", Theta=[theta], delta=less)
        last = [(lambda d: d[:2], lambda d: d[2])]
        check.least(
            "inference-based-coupled-worlds-privacy", many, INFINITY, f"{N} values", Theta=[theta], Gamma=last, delta=less
        )
        check.least("typical-stability", many, INFINITY, f"{N} values", Theta=[theta], gamma=F(1, 4), delta=less)
