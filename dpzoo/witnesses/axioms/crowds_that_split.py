"""Crowds that split: crowd-blending privacy is neither convex nor composable.

Verdict  false: two mechanisms that blend pairs of records (k = 2, ε = 0) have a mixture, and a pair, that blends nothing.

M₁ publishes how many records are in {a, b} and how many in {c, d}, and 0 in place of 1; M₂ does the same with {a, c} and
{b, d}. Records of one group blend, and a record that is alone in its group changes nothing. Any two records are in
different groups for one of the two. Datasets have up to four records; that two records blend needs no more, since the
counts depend on the record's group only, and that they do not is shown by one dataset.
"""

from itertools import combinations_with_replacement

from dpzoo.witnesses.prelude import *

Law = dict[Hashable, F]
Data = tuple[str, ...]


@decides("crowd-blending-privacy/convexity composition")
def crowds_that_split(check: Check) -> None:
    def counts(d: Data, groups: tuple[str, str]) -> tuple[int, ...]:
        found = [sum(t in g for t in d) for g in groups]
        return tuple(0 if n == 1 else n for n in found)

    first, second = ("ab", "cd"), ("ac", "bd")
    mechanisms: dict[str, Callable[[Data], Law]] = {
        "M₁": lambda d: {counts(d, first): F(1)},
        "M₂": lambda d: {counts(d, second): F(1)},
        "the mixture": lambda d: {(1, counts(d, first)): F(1, 2), (2, counts(d, second)): F(1, 2)},
        "the pair": lambda d: {(counts(d, first), counts(d, second)): F(1)},
    }
    datasets = [D for n in range(5) for D in combinations_with_replacement("abcd", n)]

    def with_record(e: Data, t: str) -> Data:
        return tuple(sorted((*e, t)))

    def blending(name: str) -> set[tuple[str, str]]:
        """The pairs of different records that may be exchanged: at ε = 0, with equal laws."""
        law = mechanisms[name]
        return {
            (t, u) for t, u in combinations("abcd", 2) if all(law(with_record(E, t)) == law(with_record(E, u)) for E in datasets)
        }

    def exposed(name: str) -> list[tuple[Data, str]]:
        """Datasets with a record that fewer than k = 2 records blend with, and whose removal changes the output's law."""
        law, pairs, found = mechanisms[name], blending(name), []
        for D in datasets:
            for t in set(D):
                crowd = sum(u == t or tuple(sorted((t, u))) in pairs for u in D)
                rest = list(D)
                rest.remove(t)
                if crowd < 2 and law(D) != law(tuple(rest)):
                    found.append((D, t))
        return found

    for name in mechanisms:
        check.show(f"pairs of records that blend under {name}", {"pairs": sorted(blending(name))})
    for name, pairs in (("M₁", {("a", "b"), ("c", "d")}), ("M₂", {("a", "c"), ("b", "d")})):
        check.true(f"{name}: records of one group blend", blending(name) == pairs)
        check.equal("… datasets with a record that is exposed at k = 2, ε = 0", len(exposed(name)), 0)
    D, rest = tuple("abcd"), tuple("bcd")
    for name in ("the mixture", "the pair"):
        check.equal(f"{name}: pairs that blend", len(blending(name)), 0)
        law = mechanisms[name]
        for t, u in combinations("abcd", 2):
            apart = [E for E in datasets if any(o not in law(with_record(E, u)) for o in law(with_record(E, t)))]
            check.true(f"… {t} and {u} do not blend at any ε", bool(apart))
        check.true("… removing a from (a, b, c, d) is seen at any ε", any(o not in law(rest) for o in law(D)))
