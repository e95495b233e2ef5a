"""Mechanisms on independent parts of the data.

Verdict    false as printed: with three fair bits, D(1)⊕D(2)⊕D(3) and D(2)⊕D(3) are independent, and given D(1) they
           determine each other.

Dep compares what M₂ says about D(i) with and without M₁'s output, given D(i) = t. Independence without that condition
says nothing about it. As printed, Proposition 29 and Theorem 6 would together make two (0, 0)-APKDP parities compose
to (0, 0), although the pair reveals D(1).
"""

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.ERRATUM, errata=["thesis-prop29-conditional-independence"])
def independent_parts_and_dependency(check: Check) -> None:
    uniform = {D: F(1, 8) for D in itertools.product((0, 1), repeat=3)}
    pi_1 = {D: sum(D) % 2 for D in uniform}
    pi_2 = {D: (D[1] + D[2]) % 2 for D in uniform}
    table = {(a, b): sum(w for D, w in uniform.items() if (pi_1[D], pi_2[D]) == (a, b)) for a in (0, 1) for b in (0, 1)}
    check.show("Pr[π₁(D), π₂(D)]", {str(k): str(w) for k, w in table.items()})
    check.true("π₁(D) = D(1)⊕D(2)⊕D(3) and π₂(D) = D(2)⊕D(3) are independent fair bits", set(table.values()) == {F(1, 4)})
    for i, t in itertools.product(range(3), (0, 1)):
        zero_given_t = [sum(w for D, w in uniform.items() if D[i] == t and pi[D] == 0) / F(1, 2) for pi in (pi_1, pi_2)]
        check.true(f"each is a fair coin given D({i + 1}) = {t}, so that L₁ = L₂ = 0", zero_given_t == [F(1, 2)] * 2)
    # e^Dep at index 1, t = 0 against t' = 1, O₁ = O₂ = 0: the ratio of Pr[M₂ = 0 | M₁ = 0, D(1) = t] to the same with t'.
    told = {}
    for t in (0, 1):
        known = {D: w for D, w in uniform.items() if D[0] == t and pi_1[D] == 0}
        told[t] = sum((w for D, w in known.items() if pi_2[D] == 0), F(0)) / sum(known.values())
    check.equal("Pr[M₂ = 0 | M₁ = 0, D(1) = 0]", told[0], 1)
    check.equal("Pr[M₂ = 0 | M₁ = 0, D(1) = 1]: the dependency is infinite", told[1], 0)

    # Corrected: two pairs of records, correlated inside and independent of each other; a noisy count of each pair.
    pair = {(0, 0): F(2, 5), (0, 1): F(1, 10), (1, 0): F(1, 5), (1, 1): F(3, 10)}
    product = {(*a, *b): v * w for a, v in pair.items() for b, w in pair.items()}

    def noisy(count: int, output: int) -> F:
        return F(1 + 2 * count, 6) if output else 1 - F(1 + 2 * count, 6)

    exp_dep = []
    for i, o1, o2 in itertools.product(range(4), (0, 1), (0, 1)):
        after: dict[int, F] = {}
        alone: dict[int, F] = {}  # Pr[M₂ = o2 | D(i) = t], with and without M₁ = o1
        for t in (0, 1):
            given = {D: w for D, w in product.items() if D[i] == t}
            told_first = {D: w * noisy(D[0] + D[1], o1) for D, w in given.items()}
            for found, law in ((after, told_first), (alone, given)):
                found[t] = sum((w * noisy(D[2] + D[3], o2) for D, w in law.items()), F(0)) / sum(law.values())
        exp_dep.append((after[0] / after[1]) / (alone[0] / alone[1]))
    check.true("records 1, 2 and records 3, 4: e^Dep = 1 for every index and all outputs", all(x == 1 for x in exp_dep))
    check.refutes("independent π₁(D), π₂(D) make the two parities (0, 0)-bounded dependent", told[0] <= told[1])
