"""Noiseless privacy of copies of one record allows everything.

If all records are copies of t (or one dataset is certain), a record has one possible value and nothing is compared:
M may publish the dataset. The number of copies is what the others hide. The notions below are violated with
certainty, at each of their proper values.
"""

from dpzoo.witnesses.prelude import *

NO_EPSILON: dict[str, dict[str, Any]] = {  # the least ε is infinite
    "negative-membership-privacy": {"Theta": [Prior.of({(): F(1, 2), ("t",): F(1, 2)})]},
    "pufferfish-privacy": {"Theta": [Prior.of({(): F(1, 2), ("t",): F(1, 2)})], "Phi": [([()], [("t",), ("t", "t")])]},
}


@decides(
    """noiseless-privacy/does_not_imply/negative-membership-privacy pufferfish-privacy adversarial-privacy typical-stability
    inference-based-coupled-worlds-privacy distributional-privacy-rot10""",
    sampled={
        "adversarial-privacy": "p",
        "typical-stability inference-based-coupled-worlds-privacy distributional-privacy-rot10": "N",
    },
)
def noiseless_copies_of_one_record(check: Check) -> None:
    M = deterministic([(), ("t",), ("t", "t")], lambda d: d)
    check.show("M", M)
    same = [Prior.of({(): F(1, 2), ("t",): F(1, 2)}), Prior.of({("t",): F(1, 2), ("t", "t"): F(1, 2)}), Prior.of({("t",): F(1)})]
    check.least("noiseless-privacy", M, 0, Theta=same)
    for y, values in NO_EPSILON.items():
        check.least(y, M, INFINITY, **values)
    for p in (F(1, 4), F(1, 100), F(1, 10**6)):  # for any ε and δ < 1 take p below (1 - δ)/e^ε
        theta = Prior.of({(): 1 - p, ("t",): p})
        found = notions["adversarial-privacy"].tightest(M, Theta=[theta], delta=F(1, 2))
        check.equal(f"adversarial-privacy, p = {p}, δ = 1/2: the least ε = ln((1 - δ)/p)", found, real(F(1, 2) / p).log())
    for N, gamma, delta in ((3, F(1, 4), F(1, 2)), (6, F(1, 2), F(6, 10))):  # for any γ, δ < 1 take N with (1 - γ)N > 1/(1 - δ)
        many = deterministic([("t",) * (x + 1) for x in range(N)], lambda d: d)
        theta = Prior.of({D: F(1, N) for D in many.datasets})
        check.least("typical-stability", many, INFINITY, f"{N} values", Theta=[theta], gamma=gamma, delta=delta)
    for N in (2, 4, 6):  # for any δ < 1 take N with δ < 1 - 1/N
        many = deterministic([("t",) * (x + 1) for x in range(N)], lambda d: d)
        theta = Prior.of({D: F(1, N) for D in many.datasets})
        check.least(
            "inference-based-coupled-worlds-privacy",
            many,
            INFINITY,
            f"{N} values, δ = 1 - 1/{N} - 1/100",
            Theta=[theta],
            Gamma=[(lambda d: 0, len)],
            delta=1 - F(1, N) - F(1, 100),
        )
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
