"""Two halves of a bit: composition of three notions about pairs of distributions.

Verdict  false: two mechanisms with ε = 0 together have ε = ∞.

Under θ_a the data is (a, y) with a uniform bit y. Publishing a⊕y and publishing y are both fair coins under θ₀ and under
θ₁. Together they tell a. Auxiliary inputs and public information are trivial, the divergence is Kullback and Leibler's, the
secrets are a = 0 and a = 1, and robust privacy has Hamming's distance and r = 1: moving a costs 1.
"""

from dpzoo.blocks.priors import has_record, mixture
from dpzoo.witnesses.prelude import *


@decides("divergence-distribution-privacy-aux partially-private-pufferfish robust-privacy/composition")
def halves_of_a_pair(check: Check) -> None:
    data = [(a, y) for a in (0, 1) for y in (0, 1)]
    M1 = deterministic(data, lambda d: d.count(1) % 2)
    M2 = deterministic(data, lambda d: d[1])
    check.show("M₁(a, y) = a⊕y", M1)
    check.show("M₂(a, y) = y", M2)
    theta: list[dict[Any, F]] = [{(a, y): F(1, 2) for y in (0, 1)} for a in (0, 1)]
    joint = Prior.of({D: F(1, 4) for D in data})
    secrets = [joint.given(has_record(0, a)) for a in (0, 1)]
    check.true("given the secret a = 0 or a = 1, the uniform law of two bits is θ₀ or θ₁", secrets == theta)
    coupling = [((0, y), (1, y)) for y in (0, 1)]
    farthest = max(sum(x != z for x, z in zip(D, E, strict=True)) for D, E in coupling)
    check.at_most("θ₀ and θ₁ have a coupling that changes this many records, r = 1", farthest, 1)
    for name, m, expected in (("M₁", M1, 0), ("M₂", M2, 0), ("both", M1.compose(M2), INFINITY)):
        laws = [mixture(m, t) for t in theta]
        for what, divergence in (("loss", max_divergence), ("Kullback-Leibler divergence", kl_divergence)):
            worst = greatest([divergence(laws[0], laws[1]), divergence(laws[1], laws[0])])
            check.equal(f"{name}: {what} between θ₀ and θ₁", worst, expected)
