"""The target's influence on a private sketch shrinks exponentially.

Claim    Under ε-sketch privacy at cardinality n, the laws of the sketch of kn random records without t, and of the same
         with t added, are within (1 − e^-ε)^k in total variation.
Verdict  true of all bitmaps tried here, with nine records.
Source   Des20, Lemma 8.

The law without t contains the law with t to the part e^-ε, and kn random records contain k draws of n. Records are hashed
to 2, 3, 4 or 5 bits; all n and k with kn ≤ 8.
"""

from dpzoo.witnesses.prelude import *

Sketch = frozenset[int]


@decides(kind=Kind.BOUND, sampled="n, k")
def target_has_little_influence(check: Check) -> None:
    others, t = range(1, 9), 0

    def law(bits: int, size: int, *, added: bool) -> dict[Sketch, F]:
        """The law of the set bits of ``size`` random records other than t, with t added or not (r sets the bit r mod bits)."""
        seen = Counter(frozenset(r % bits for r in (*e, *[t] * added)) for e in itertools.combinations(others, size))
        return {s: F(k, seen.total()) for s, k in seen.items()}

    cases = holds = private = 0
    for bits in (2, 3, 4, 5):
        for n in range(1, 9):
            inside, outside = law(bits, n - 1, added=True), law(bits, n, added=False)
            odds = min(outside.get(s, F(0)) / w for s, w in inside.items())  # e^-ε
            for k in range(1, 8 // n + 1):
                before, after = law(bits, k * n, added=False), law(bits, k * n, added=True)
                distance = sum((max(F(0), w - after.get(s, F(0))) for s, w in before.items()), F(0))
                cases, holds, private = cases + 1, holds + (distance <= (1 - odds) ** k), private + (odds > 0)
            if (bits, n) == (2, 2):
                check.show("2 bits, n = 2, t ∈ E", {str(sorted(s)): w for s, w in inside.items()})
                check.show("2 bits, n = 2, t ∉ E", {str(sorted(s)): w for s, w in outside.items()})
                check.equal("2 bits, n = 2: e^-ε", odds, F(3, 7))
    check.greater("(bits, n, k) with a finite ε", private, 0)
    check.equal("(bits, n, k) for which the bound holds, out of all", holds, cases)
    check.confirms("the total variation is at most (1 − e^-ε)^k", holds == cases)
