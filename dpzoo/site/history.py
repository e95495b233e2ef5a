"""The field in numbers: notions and works per year, notions per combination of dimensions.

>>> import dpzoo
>>> zoo = dpzoo.load()
>>> sum(y.notions for y in years(zoo)) == len(zoo)
True
>>> sum(combinations_used(zoo).values()) == sum(bool(n.dimensions) for n in zoo.values())
True
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

from dpzoo.records.enums import Dimension, Standing
from dpzoo.zoo.zoo import Zoo

Combination = tuple[Dimension, ...]

ALL_COMBINATIONS = 2 ** len(Dimension) - 1
"""How many combinations of at least one dimension there are."""


@dataclass(frozen=True, slots=True)
class Year:
    """The notions added in a year, and the total at its end."""

    year: int
    notions: int
    surveyed: int
    """Of the notions, those that the survey places in its dimensions."""
    works: int
    """Works that introduced at least one of the base's notions, by the year in which they appeared."""
    notions_so_far: int
    works_so_far: int


def years(zoo: Zoo) -> list[Year]:
    """Every year from the first notion or work to the last, years without any included."""
    notions = Counter(n.year for n in zoo.values())
    surveyed = Counter(n.year for n in zoo.values() if n.standing is Standing.SURVEY)
    works = Counter(introducing_works(zoo).values())
    if not notions:
        return []
    made = []
    so_far = [0, 0]
    for year in range(min((*notions, *works)), max((*notions, *works)) + 1):
        so_far = [so_far[0] + notions[year], so_far[1] + works[year]]
        made.append(Year(year, notions[year], surveyed[year], works[year], so_far[0], so_far[1]))
    return made


def introducing_works(zoo: Zoo) -> Mapping[str, int]:
    """The works that introduce notions, with the year in which each appeared."""
    found: dict[str, int] = {}
    for notion in zoo.values():
        for key in notion.record.introduced.by:
            year = zoo.references[key].year if key in zoo.references else ""
            found[key] = int(year) if str(year).isdecimal() else min(found.get(key, notion.year), notion.year)
    return found


def combinations_used(zoo: Zoo) -> Mapping[Combination, int]:
    """The combinations of dimensions that occur, with how many notions have exactly that one; smaller ones first."""
    order = list(Dimension)
    counted = Counter(tuple(sorted(n.dimensions, key=order.index)) for n in zoo.values() if n.dimensions)
    return dict(sorted(counted.items(), key=lambda c: (len(c[0]), -c[1], [order.index(d) for d in c[0]])))


def oldest(zoo: Zoo, combination: Combination, limit: int = 3) -> list[str]:
    """The ids of the first notions of exactly this combination."""
    members = [n for n in zoo.values() if frozenset(n.dimensions) == frozenset(combination)]
    return [n.id for n in sorted(members, key=lambda n: (n.year, n.id))[:limit]]


def together(zoo: Zoo) -> Mapping[tuple[Dimension, Dimension], int]:
    """For every two dimensions how many notions have both, among others perhaps."""
    return {(a, b): sum(a in n.dimensions and b in n.dimensions for n in zoo.values()) for a, b in combinations(Dimension, 2)}
