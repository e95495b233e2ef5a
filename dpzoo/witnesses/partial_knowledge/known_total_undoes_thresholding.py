"""A known total undoes thresholding.

Claim    If the number of records is known, hiding the only small count of a histogram is pointless: it is the total
         minus the counts that are shown.
Verdict  true: the counts (1, 6, 5) with k = 3 and n = 12 are published as (⊥, 6, 5), and the hidden one is 12 − 6 − 5
         = 1.
Source   Desfontaines 2020, Section 3.2.3, the third remark after Theorem 5.

If a is rare and b, c are common, almost every output in which b and c add up to n − 1 comes from a dataset with one
a. A value whose count is never published and which nobody can predict hides the total.
"""

from dpzoo.witnesses.prelude import *

Output = tuple[int | str, ...]


@decides(kind=Kind.ATTACK)
def known_total_undoes_thresholding(check: Check) -> None:
    n, k = 12, 3

    def published(counts: tuple[int, ...]) -> Output:
        return tuple(c if c >= k else "⊥" for c in counts)

    output = published((1, 6, 5))
    check.show("counts of a, b, c, and what is published", {"counts": (1, 6, 5), "published": output})
    possible = [(a, b, c) for a in range(n + 1) for b in range(n + 1) for c in range(n + 1) if published((a, b, c)) == output]
    check.equal("the total known: possible counts of a", sum(sum(counts) == n for counts in possible), 1)
    check.equal("… it is", next(counts[0] for counts in possible if sum(counts) == n), 1)
    check.equal("the total hidden: possible counts of a", len(possible), k)

    def delta(p: dict[str, F], target: str, other: str) -> Real:
        """δ at ε = 5 between D(i) = target and D(i) = other; all values but ⊥ are counted."""
        laws: dict[str, dict[Output, F]] = {target: {}, other: {}}
        rest = n - 1
        for a in range(rest + 1):
            for b in range(rest - a + 1):
                for c in range(rest - a - b + 1) if p["⊥"] else [rest - a - b]:
                    ways = comb(rest, a) * comb(rest - a, b) * comb(rest - a - b, c)
                    chance = ways * p["a"] ** a * p["b"] ** b * p["c"] ** c * p["⊥"] ** (rest - a - b - c)
                    for value, law in laws.items():
                        shown = published((a + (value == "a"), b + (value == "b"), c + (value == "c")))
                        law[shown] = law.get(shown, F(0)) + chance
        outputs = sorted(laws[target].keys() | laws[other].keys(), key=str)
        x, y = (np.array([laws[v].get(o, F(0)) for o in outputs], dtype=object) for v in (target, other))
        return hockey_stick(x, y, real(5).exp())  # type: ignore[no-any-return]

    rare = F(1, 10**6)
    fixed = {"a": rare, "b": (1 - rare) / 2, "c": (1 - rare) / 2, "⊥": F(0)}
    open_total = {"a": rare, "b": F(1, 4), "c": F(1, 4), "⊥": F(1, 2) - rare}
    leak, hidden = delta(fixed, "a", "b"), delta(open_total, "a", "⊥")
    check.greater("a of probability 10⁻⁶, n known: δ at ε = 5 between D(i) = a and D(i) = b", leak, F(9, 10))
    check.less("with records ⊥ that are not counted: δ at ε = 5 between D(i) = a and D(i) = ⊥", hidden, F(1, 10**9))
    check.refutes(
        "a hidden count protects a record with a rare value, ε = 5 and δ = 9/10, even if the total is known",
        bool(leak <= F(9, 10)),
    )
