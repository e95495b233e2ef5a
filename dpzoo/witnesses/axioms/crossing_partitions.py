"""Crossing partitions: notions about which datasets an output can come from do not compose.

Verdict  false: two mechanisms with k = 2 (with one class of datasets) together show one dataset (tell all of N datasets
         apart).

Every output of either mechanism can come from several datasets; a pair of outputs only from those that both allow. For the
leakage, datasets are linked if they share an output. Two paths through the datasets that have no link in common leave no
link.
"""

from itertools import pairwise

from dpzoo.witnesses.prelude import *

Set = frozenset[str]


@decides("integral-privacy measure-of-privacy/composition")
def crossing_partitions(check: Check) -> None:
    # integral privacy: P = {a, b, c}, no record known; each output's generators
    def family(text: str) -> list[set[Set]]:
        """Families like "∅ abc, a bc"."""
        return [{frozenset(() if name == "∅" else name) for name in part.split()} for part in text.split(", ")]

    def level(families: Iterable[set[Set]]) -> int:
        """The largest k of integral privacy: 0 if a record is in all generators of an output."""
        listed = [f for f in families if f]
        return 0 if any(frozenset.intersection(*f) for f in listed) else min(len(f) for f in listed)

    first, second = family("∅ abc, a bc, b ac, c ab"), family("∅ abc ab, a bc, b c ac")
    every = {frozenset(s) for s in chain.from_iterable(combinations("abc", n) for n in range(4))}
    for name, families in (("M₁", first), ("M₂", second)):
        check.show(
            f"generators of the outputs of {name}",
            {k: sorted("".join(sorted(s)) or "∅" for s in f) for k, f in enumerate(families)},
        )
        check.true(f"{name}: every dataset has one output", sorted(map(sorted, chain(*families))) == sorted(map(sorted, every)))
        check.equal("… k", level(families), 2)
    both = [f & g for f in first for g in second]
    check.true("both: {c} is the only dataset with its pair of outputs", {frozenset("c")} in both)
    check.equal("… k (0: a record is in all generators)", level(both), 0)

    # leakage: datasets 1, …, N and two paths through all of them without a common link
    def classes(links: set[frozenset[int]], n: int) -> int:
        found = [{x} for x in range(1, n + 1)]
        for link in links:
            joined = [c for c in found if c & link]
            found = [c for c in found if not c & link] + [set().union(*joined)]
        return len(found)

    def path(*stops: int) -> set[frozenset[int]]:
        return {frozenset(step) for step in pairwise(stops)}

    left = []
    for N in (4, 6, 10, 100):
        straight = path(*range(1, N + 1))
        odd_even = path(*range(2, N + 1, 2), *range(1, N + 1, 2))
        check.equal(f"N = {N}: classes of M₁", classes(straight, N), 1)
        check.equal("… classes of M₂", classes(odd_even, N), 1)
        left.append(classes(straight & odd_even, N))
        check.equal("… classes of both", left[-1], N)
    check.refutes("both together have k ≥ 1, or at most 99 classes for every N", level(both) >= 1 or max(left) <= 99)
