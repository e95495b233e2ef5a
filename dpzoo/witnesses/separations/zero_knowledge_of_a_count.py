"""Zero-knowledge privacy allows the number of records.

M publishes the number of records. The simulator gets the number of the other records and adds 1, so the notion
holds with every ε; about the empty dataset, which has no record, it asks nothing. The notions below see records
come and go, and are violated with certainty at each of their proper values. Abstract DP: a yes with probability a
on the empty dataset and b on the others, which the simulator says with probability b.
"""

from dpzoo.witnesses.prelude import *

EITHER = Prior.of({(): F(1, 2), ("t",): F(1, 2)})
EMPTY, ONE = Prior.of({(): F(1)}, "no record"), Prior.of({("t",): F(1)}, "one record")
NO_EPSILON: dict[str, dict[str, Any]] = {  # the least ε is infinite
    "negative-membership-privacy": {"Theta": [EITHER]},
    "sensitivity-induced-dp": {"f": lambda d: 0},
    "per-instance-dp": {"D": (), "t": "t"},
    "distributional-privacy-zlw09": {"d": lambda a, b: 0, "Delta": F(1, 100)},
    "pufferfish-privacy": {"Theta": [EITHER], "Phi": [([()], [("t",)])]},
    "induced-neighbors-dp": {"I_Q": complete_domain("tu", 3)},
}
NO_DELTA: dict[str, dict[str, Any]] = {  # even with ε = ∞ the least δ is 1
    "weak-bayesian-dp": {"prior": {"t": 1}},
    "distribution-privacy": {"Theta": [(EMPTY, ONE), (ONE, EMPTY)]},
    "subspace-dp": {"V": [[1]]},
}
NO_DISTANCE: dict[str, dict[str, Any]] = {  # the least ε is infinite at any finite distance
    "extended-distribution-privacy": {},
    "extended-divergence-distribution-privacy": {"f": "kl"},
}


@decides(
    """zero-knowledge-privacy/does_not_imply/negative-membership-privacy sensitivity-induced-dp per-instance-dp
    distributional-privacy-zlw09 pufferfish-privacy induced-neighbors-dp weak-bayesian-dp distribution-privacy subspace-dp
    extended-distribution-privacy extended-divergence-distribution-privacy input-discriminative-dp tailored-dp
    weak-federated-f-dp capacity-bounded-dp dp-under-sampling adversarial-privacy abstract-dp
    inference-based-coupled-worlds-privacy typical-stability""",
    sampled={
        "capacity-bounded-dp": "c",
        "dp-under-sampling": "β",
        "adversarial-privacy": "p",
        "abstract-dp": "q",
        "inference-based-coupled-worlds-privacy typical-stability": "N",
    },
)
def zero_knowledge_of_a_count(check: Check) -> None:
    M = deterministic(complete_domain("tu", 3), len)
    check.show("M", M)
    check.least("zero-knowledge-privacy", M, 0, Agg=[len])
    for y, values in NO_EPSILON.items():
        check.least(y, M, INFINITY, **values)
    check.every_level("distributional-privacy-zlw09", "d is 0, so that every Δ compares the same datasets")
    for y, values in NO_DELTA.items():
        check.least(y, M, 1, epsilon="inf", **values)
    for y, values in NO_DISTANCE.items():
        for pair in ((EMPTY, ONE), (ONE, EMPTY)):  # one of them is at a finite distance, here 1; no other would do
            check.least(y, M, INFINITY, f"{pair[0].name} or {pair[1].name}", Theta=[pair], d=[1], **values)
    levels = notions["input-discriminative-dp"].tightest(M, epsilonbar=lambda d: 0)
    check.equal("input-discriminative-dp, one level for all: the least Ψ", levels.value[0.0, 0.0], INFINITY, of=levels)
    check.every_level("input-discriminative-dp", "Ψ must be infinite at the only level that there is")
    least = notions["tailored-dp"].tightest(M)
    infinite = all(v == INFINITY for v in least.value.values())  # for each record and dataset
    check.true("tailored-dp: the least Ψ is infinite for each", infinite, of=least)
    check.every_level("tailored-dp", "a proper Ψ is finite for some record and dataset")
    sizes: Any = {(D, ()): (None, len(D)) for D in M.datasets}
    shares = deterministic(list(sizes), lambda d: sizes[d])
    best = notions["weak-federated-f-dp"].tightest(shares, C=2)
    check.equal("weak-federated-f-dp: the largest f at 0 (so f = 0)", best.value(F(0)), 0, of=best)
    check.every_level("weak-federated-f-dp", "f = 0 is the only trade-off function that is 0 at 0")
    for c in (10, 1000):  # H has all functions: c on one output and 0 elsewhere, for every c
        found = notions["capacity-bounded-dp"].tightest(M, f="kl", H=[{o: c if o == 1 else 0 for o in M.outputs}])
        check.at_least(f"capacity-bounded-dp: the least ε, by the test function {c}", found, c - 1)
    for beta in (F(1, 100), F(1, 2), F(1)):  # "one record" has probability β > 0 on (t), and 0 on the empty dataset
        check.least("dp-under-sampling", M, INFINITY, beta=beta)
    for p in (F(1, 4), F(1, 100), F(1, 10**6)):  # for any ε and δ < 1 take p below (1 - δ)/e^ε
        found = notions["adversarial-privacy"].tightest(M, Theta=[Prior.of({(): 1 - p, ("t",): p})], delta=F(1, 2))
        check.equal(f"adversarial-privacy, p = {p}, δ = 1/2: the least ε = ln((1 - δ)/p)", found, real(F(1, 2) / p).log())
    for a, b in ((F(1, 3), F(1, 2)), (F(1, 7), F(0)), (F(0), F(1))):  # q is false at some (a, b)
        yes = M.post_process({k: {"yes": w, "no": 1 - w} for k in range(4) for w in [b if k else a]})
        check.least("zero-knowledge-privacy", yes, 0, "yes or no", Agg=[len])
        verdict = notions["abstract-dp"].holds(yes, R=[((), ("t",))], q=lambda x, y, a=a, b=b: (x, y) != (a, b))
        check.false(f"abstract-dp: yes with probability {a} or {b} violates a q that is false there", verdict)
    for N in (3, 4):  # for any γ, δ < 1 take N with (1 - γ)(1 - δ)N > 1
        many = deterministic([("t",) * k for k in range(1, N + 1)], len)
        check.least("zero-knowledge-privacy", many, 0, f"{N} sizes", Agg=[len])
        theta = Prior.of({D: F(1, N) for D in many.datasets})
        less, delta = 1 - F(1, N) - F(1, 100), 1 - F(2, N) - F(1, 100)
        size = [(lambda d: 0, len)]
        check.least("inference-based-coupled-worlds-privacy", many, INFINITY, f"{N} sizes", Theta=[theta], Gamma=size, delta=less)
        check.least("typical-stability", many, INFINITY, f"{N} sizes", Theta=[theta], gamma=F(1, 2), delta=delta)
