"""KHyperLogLog on two small datasets: which columns identify people, and whether the datasets can be joined.

Desfontaines (Lowering the cost of anonymization, 2020, Section 4.1) describes a sketch of two levels. The first keeps the K
values of a column whose hashes are smallest, the second counts, for each of these, the ids that occur with it. One pass and
little memory give estimates of how many people stand behind a value, and of the share of one column's values that occur in
another. It finds risks; it is not differentially private and protects nobody.

    python khyperloglog.py --people 20000

prints estimates beside exact counts.
"""

from __future__ import annotations

import argparse
import hashlib
import math
import random
import sys
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

BITS = 64
RANGE = 2**BITS


def hashed(value: Hashable) -> int:
    """A value as one of 2⁶⁴ numbers that look drawn at random; the same value always gives the same number."""
    return int.from_bytes(hashlib.blake2b(repr(value).encode(), digest_size=BITS // 8).digest(), "big")


@dataclass
class HyperLogLog:
    """How many different hashes were added: the hashes themselves while they are few, then M counters of trailing zeros."""

    counters: int = 512
    few: set[int] | None = field(default_factory=set)
    zeros: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        """A number of counters that is not a power of two is refused."""
        if self.counters < 16 or self.counters & (self.counters - 1):
            raise ValueError(f"there are {self.counters} counters; take a power of two, at least 16")

    def add(self, number: int) -> None:
        """Add a hash."""
        if self.few is not None:
            self.few.add(number)
            # as many hashes of 8 bytes as the counters would take room for
            if 8 * len(self.few) > self.counters:
                self.zeros = [0] * self.counters
                for one in self.few:
                    self._count(one)
                self.few = None
            return
        self._count(number)

    def _count(self, number: int) -> None:
        bucket, rest = number % self.counters, number // self.counters
        trailing = (rest & -rest).bit_length() if rest else BITS
        self.zeros[bucket] = max(self.zeros[bucket], trailing)

    def merge(self, other: HyperLogLog) -> HyperLogLog:
        """The sketch of both together."""
        both = HyperLogLog(self.counters)
        for one in (self, other):
            if one.few is not None:
                for number in one.few:
                    both.add(number)
        for one in (self, other):
            if one.few is None:
                both.zeros = [max(a, b) for a, b in zip(both.dense(), one.zeros, strict=True)]
                both.few = None
        return both

    def dense(self) -> list[int]:
        """The counters, also while the hashes are few."""
        if self.few is None:
            return self.zeros
        other = HyperLogLog(self.counters, None, [0] * self.counters)
        for number in self.few:
            other.add(number)
        return other.zeros

    def estimate(self) -> float:
        """The number of different hashes: exact while few, else a harmonic mean with Flajolet's constant."""
        if self.few is not None:
            return float(len(self.few))
        m = self.counters
        raw = 0.7213 / (1 + 1.079 / m) * m**2 / sum(2.0**-z for z in self.zeros)
        empty = self.zeros.count(0)
        return m * math.log(m / empty) if raw <= 2.5 * m and empty else raw


@dataclass
class KHyperLogLog:
    """The K values with the smallest hashes, each with a HyperLogLog of its ids."""

    size: int = 2048
    counters: int = 512
    values: dict[int, HyperLogLog] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """A first level without room is refused."""
        if self.size < 2:
            raise ValueError(f"K is {self.size}; it must be at least 2")

    def add(self, person: Hashable, value: Hashable) -> None:
        """Add a row: a person's id and the value of the column."""
        number = hashed(value)
        if number not in self.values:
            if len(self.values) >= self.size:
                largest = max(self.values)
                if number > largest:
                    return
                del self.values[largest]
            self.values[number] = HyperLogLog(self.counters)
        self.values[number].add(hashed(person))

    @classmethod
    def of(cls, rows: Iterable[tuple[Hashable, Hashable]], size: int = 2048, counters: int = 512) -> KHyperLogLog:
        """The sketch of some rows (id, value)."""
        sketch = cls(size, counters)
        for person, value in rows:
            sketch.add(person, value)
        return sketch

    def cardinality(self) -> float:
        """How many different values: exact while they fit, else (K − 1)/h_K in units of the range."""
        if len(self.values) < self.size:
            return float(len(self.values))
        return smallest_values(self.values, self.size)

    def merge(self, other: KHyperLogLog) -> KHyperLogLog:
        """The sketch of both columns together."""
        together = KHyperLogLog(min(self.size, other.size), self.counters)
        for number in sorted({*self.values, *other.values})[: together.size]:
            mine, theirs = self.values.get(number), other.values.get(number)
            known = [s for s in (mine, theirs) if s is not None]
            together.values[number] = known[0] if len(known) == 1 else known[0].merge(known[1])
        return together

    def below(self, k: int) -> float:
        """The share of values with fewer than k people: what k-anonymity would suppress."""
        if not self.values:
            return 0.0
        return sum(round(s.estimate()) < k for s in self.values.values()) / len(self.values)

    def contained(self, other: KHyperLogLog) -> float:
        """The share of this column's values that occur in the other: |A ∩ B| = |A| + |B| − |A ∪ B|, over |A|."""
        mine = self.cardinality()
        if mine == 0:
            return 0.0
        common = mine + other.cardinality() - self.merge(other).cardinality()
        return min(1.0, max(0.0, common / mine))


def smallest_values(numbers: Iterable[int], size: int) -> float:
    """The number of different values of which these hashes are the ``size`` smallest."""
    return (size - 1) * RANGE / sorted(numbers)[size - 1]


def exact(rows: Iterable[tuple[Hashable, Hashable]]) -> dict[Hashable, set[Hashable]]:
    """The ids of each value, counted."""
    found: dict[Hashable, set[Hashable]] = defaultdict(set)
    for person, value in rows:
        found[value].add(person)
    return found


def drawn(people: int, seed: int) -> tuple[list[tuple[int, str]], list[tuple[str, str]]]:
    """A log with pseudonyms, and a newsletter with addresses: (id, user agent). Nine in ten subscribers also visit the site.

    A third of the people share forty common agents; the others have rare ones, of which many belong to one person.
    """
    rng = random.Random(seed)  # noqa: S311  drawn people, no secret
    agents = [
        f"common-{rng.randrange(40)}" if rng.random() < 1 / 3 else f"rare-{rng.randrange(3 * people)}" for _ in range(people)
    ]
    log = [(n, agents[n]) for n in range(people) for _ in range(rng.randrange(1, 4))]
    subscribers = rng.sample(range(people), people // 4)
    letters = [
        (f"person-{n}@example.org", agents[n] if rng.random() < 0.9 else f"other-{rng.randrange(people)}") for n in subscribers
    ]
    return log, letters


def report(log: Sequence[tuple[Hashable, Hashable]], letters: Sequence[tuple[Hashable, Hashable]], size: int) -> Iterator[str]:
    """Estimates beside exact counts."""
    first, second = KHyperLogLog.of(log, size), KHyperLogLog.of(letters, size)
    truly, also = exact(log), exact(letters)
    yield f"different values in the log: about {first.cardinality():.0f} (exactly {len(truly)})"
    for k in (2, 5, 50):
        share = sum(len(ids) < k for ids in truly.values()) / len(truly)
        yield f"values with fewer than {k} people: about {first.below(k):.1%} (exactly {share:.1%})"
    common = len(truly.keys() & also.keys())
    forth, back = second.contained(first), first.contained(second)
    yield f"values of the newsletter that occur in the log: about {forth:.1%} (exactly {common / len(also):.1%})"
    yield f"values of the log that occur in the newsletter: about {back:.1%} (exactly {common / len(truly):.1%})"
    lone = [a for a in truly.keys() & also.keys() if len(truly[a]) == 1 == len(also[a])]
    yield f"pseudonyms that a lone value links to an address: {len(lone)} of {len({p for p, _ in log})}"


def main() -> None:
    """Print the comparison."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=int, default=20_000, help="people in the log")
    parser.add_argument("--size", type=int, default=2048, help="K, the values that are kept")
    parser.add_argument("--seed", type=int, default=0, help="the same seed draws the same data")
    given = parser.parse_args()
    if given.people < 4 or given.size < 2:
        parser.error("take at least 4 people and K of at least 2")
    for line in report(*drawn(given.people, given.seed), given.size):
        sys.stdout.write(line + "\n")


if __name__ == "__main__":
    main()
