"""A mask and a masked list: membership privacy [SDS19] does not compose.

Verdict  false: two mechanisms with ε = 0 and δ ≤ 1/2 together have δ = 1 at e^ε = mK/3 - 1, for every number m of values.

A record is (v, r) with v one of m values and r a number modulo K, both uniform; there are n = 2 candidates, each used
with probability λ = 3/4. M₁ publishes the sum of all r in D modulo K, M₂ the same sum plus a code e(D) for the list
of all v in D (there are K lists). If the other candidate is used, its r masks either output. Together they show e(D).
If z = (v, r) is in D, the list has v; if not, it does so only if the other candidate happens to have it, and for D =
{z} also r must agree. We take the worst and, for both together, the best record z. The m values stand for [0, 1] of
the recorded proof, and numbers modulo K for its sequences of bits.
"""

from itertools import combinations_with_replacement

from dpzoo.witnesses.prelude import *

Record = tuple[int, int]
Law = dict[Hashable, F]
Output = Callable[[list[Record]], Hashable]


@decides("membership-privacy-sds19/composition")
def masked_lists_of_values(check: Check) -> None:
    chance = F(3, 4)
    least = F(1)
    for m in (2, 4, 6):
        lists = [c for n in range(3) for c in combinations_with_replacement(range(m), n)]
        K = len(lists)
        code = {c: k for k, c in enumerate(lists)}
        records = list(product(range(m), range(K)))

        def mask(d: list[Record], size: int = K) -> int:
            return sum(r for _, r in d) % size

        def masked(d: list[Record], size: int = K, code: dict[tuple[int, ...], int] = code) -> int:
            return (mask(d, size) + code[tuple(sorted(v for v, _ in d))]) % size

        def law(d: list[Record], output: Output, records: list[Record] = records) -> Law:
            """The output's law if the first candidate gives D = {z} (P_z) or D = ∅ (Q); the other one is random."""
            found: Law = {output(d): 1 - chance}
            for other in records:
                o = output([*d, other])
                found[o] = found.get(o, F(0)) + chance / len(records)
            return found

        def deltas(output: Output, factor: F, records: list[Record] = records) -> list[F]:
            Q = law([], output)
            return [sum((p for o, p in law([z], output).items() if p > factor * Q.get(o, F(0))), F(0)) for z in records]

        check.at_most(f"m = {m}, K = {K}: δ of M₁ at ε = 0", max(deltas(mask, F(1))), F(1, 2))
        check.at_most("… of M₂", max(deltas(masked, F(1))), F(1, 2))
        factor = F(m * K, 3) - 1
        least = min(deltas(lambda d: (mask(d), masked(d)), factor))
        check.equal(f"… of both at e^ε = {factor}, for every z", least, 1)
    check.refutes(f"at m = 6 both together satisfy it with e^ε = {factor} and some δ < 1", least < 1)
