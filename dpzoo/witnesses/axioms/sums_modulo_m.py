"""Two sums tell both records: composition of coupled worlds and of the inference-based notions.

Verdict  false: two mechanisms with ε = δ = 0 together have ε = ∞, and in the inference-based forms, with more and more
         record values, no ε and δ < 1 is left.

Two independent records, uniform on the numbers modulo an odd m; M₁ = D(1) + D(2), M₂ = D(1) + 2D(2). Given either record
each sum is uniform. Both together give both records. Whoever saw D(2) alone has the uniform belief about D(1), whatever
they output: it is independent of D(2). A point mass x and the uniform law u have x ≤ e^ε u + δ for large ε, but u ≤ e^ε x +
δ only for δ ≥ 1 - 1/m, and this holds at every output. So (ε, δ) fails for every ε and δ < 1 - 1/m, and m is free.
"""

from dpzoo.witnesses.axioms._lost_together import lost_together
from dpzoo.witnesses.prelude import *


@decides("coupled-worlds-privacy inference-based-coupled-worlds-privacy inference-based-distributional-dp/composition")
def sums_modulo_m(check: Check) -> None:
    def add(d: Any, times: int) -> int:
        return int(d[0]) + times * int(d[1])

    def sums(m: int) -> tuple[FiniteMechanism, FiniteMechanism, Prior]:
        data = list(itertools.product(range(m), repeat=2))
        first = deterministic(data, lambda d: add(d, 1) % m)
        second = deterministic(data, lambda d: add(d, 2) % m)
        return first, second, Prior.of({D: F(1, m * m) for D in data})

    M1, M2, theta = sums(3)
    check.show("M₁, m = 3", M1)
    check.show("M₂, m = 3", M2)
    Gamma = [(lambda d: d[1], lambda d: d[0]), (lambda d: d[0], lambda d: d[1])]  # what the simulator sees, the secret
    coupled, inferred = "inference-based-coupled-worlds-privacy", "inference-based-distributional-dp"
    lost_together(check, ["coupled-worlds-privacy"], M1, M2, Theta=[theta], Gamma=Gamma)
    lost_together(check, [coupled], M1, M2, Theta=[theta], Gamma=Gamma, delta=0)
    lost_together(check, [inferred], M1, M2, Theta=[theta], delta=0)
    check.least(coupled, M1.compose(M2), INFINITY, "both", Theta=[theta], Gamma=Gamma, delta=F(1, 10))
    check.least(inferred, M1.compose(M2), INFINITY, "both", Theta=[theta], delta=F(1, 10))
    for m in (3, 5, 7, 9, 101):
        pairs = {((a + b) % m, (a + 2 * b) % m): (a, b) for a in range(m) for b in range(m)}
        check.equal(f"m = {m}: the pair of sums has as many values as the dataset", len(pairs), m * m)
        point, uniform = [F(1)] + [F(0)] * (m - 1), [F(1, m)] * m
        unseen = sum((u for u, x in zip(uniform, point, strict=True) if not x), F(0))
        check.equal("… and the δ that closeness of the two beliefs takes at ε = ∞ is 1 - 1/m", unseen, 1 - F(1, m))
