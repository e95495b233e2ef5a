"""A choice of structural parameters as code, and the relations between datasets that choices speak of."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from dpzoo.blocks.finite_mechanism import Dataset, FiniteMechanism, Record
from dpzoo.numbers.real import compare, real

Build = Callable[[FiniteMechanism, Mapping[str, Any], Mapping[str, Any]], dict[str, Any]]
"""From the mechanism, the subject's structural parameters and all quantitative ones to the object's structural parameters."""
Related = Callable[[Dataset, Dataset], bool]


@dataclass(frozen=True)
class Choice:
    """A choice of structural parameters.

    ``makes`` names the object's parameters that ``build`` gives; the others are those of the subject with the same sort. ``view``
    writes the mechanism as the object reads it, where the two notions write data differently. ``setting`` names the kind of data
    on which the claim speaks (see :mod:`dpzoo.falsify.settings`), if it is not the notions' usual one. ``of_subject`` gives
    the subject's parameters, by sort, where the claim chooses them.
    """

    build: Build
    makes: frozenset[str] = frozenset()
    view: Callable[[FiniteMechanism], FiniteMechanism] | None = None
    setting: str = ""
    of_subject: Callable[[FiniteMechanism], dict[str, Any]] | None = None


def nothing(_m: FiniteMechanism, _s: Mapping[str, Any], _v: Mapping[str, Any]) -> dict[str, Any]:
    """No parameters: those of the subject serve."""
    return {}


THE_SAME: Final = Choice(nothing)
"""The object's parameters are those of the subject with the same sort, or drawn freely."""


def made(build: Build, *names: str, **options: Any) -> Choice:
    """A choice that builds the named parameters."""
    return Choice(build, frozenset(names), **options)


def pairs_in(m: FiniteMechanism, related: Related) -> list[tuple[Dataset, Dataset]]:
    """The ordered pairs of different datasets that are related."""
    return [(a, b) for a, b in itertools.permutations(m.datasets, 2) if related(a, b)]


def one_fewer(a: Dataset, b: Dataset) -> bool:
    """The first dataset is the second without one record."""
    return len(a) + 1 == len(b) and any((*b[:i], *b[i + 1 :]) == a for i in range(len(b)))


def added(a: Dataset, b: Dataset) -> bool:
    """One of them has exactly one record more and agrees with the other otherwise."""
    return one_fewer(a, b) or one_fewer(b, a)


def places(a: Dataset, b: Dataset) -> list[int]:
    """The positions in which two datasets of one size differ."""
    return [i for i, (x, y) in enumerate(zip(a, b, strict=True)) if x != y]


def replaced(a: Dataset, b: Dataset) -> bool:
    """Equal size, different in exactly one position."""
    return len(a) == len(b) and len(places(a, b)) == 1


def neighbours(a: Dataset, b: Dataset) -> bool:
    """One record added, removed or replaced."""
    return added(a, b) or replaced(a, b)


def both_single(a: Dataset, b: Dataset) -> bool:
    """Both consist of one record."""
    return len(a) == len(b) == 1


def without(parts: Callable[[Record], Any], *, wholly: bool = False) -> Related:
    """They agree once the records of one part (a person, a person's element) are left out of both; ``wholly``: one has none."""

    def related(a: Dataset, b: Dataset) -> bool:
        for part in {parts(r) for r in (*a, *b)}:
            left, right = (tuple(r for r in d if parts(r) != part) for d in (a, b))
            if left == right and (not wholly or left in (a, b)):
                return True
        return False

    return related


def first(record: Any) -> Any:
    """Whose record it is, or its first attribute."""
    return record[0]


def one_attribute(x: Any, y: Any) -> bool:
    """They differ in one attribute."""
    return bool(sum(p != q for p, q in zip(x, y, strict=True)) == 1)


def one_bit(x: Any, y: Any) -> bool:
    """They differ in one bit of all attributes."""
    return sum(p != q for p, q in zip("".join(x), "".join(y), strict=True)) == 1


def same_first(x: Any, y: Any) -> bool:
    """They agree in their first entry."""
    return bool(x[0] == y[0])


def distance(given: Any, a: Dataset, b: Dataset) -> Any:
    """A distance between datasets that is a function or a table of pairs."""
    return given(a, b) if callable(given) else given[a, b]


def dependent(s: Mapping[str, Any], most: Any) -> Related:
    """At most so many positions differ, and all of them depend on one of them."""

    def related(a: Dataset, b: Dataset) -> bool:
        changed = places(a, b) if len(a) == len(b) else []
        return 0 < len(changed) <= most and any(set(changed) - {i} <= set(s["R"].get(i, ())) for i in changed)

    return related


def weights_within_one(a: Dataset, b: Dataset) -> bool:
    """The same edges, whose weights differ by at most 1 in total."""
    here, there = ({r[1:3]: Fraction(r[3]) for r in d} for d in (a, b))  # type: ignore[index]
    return here.keys() == there.keys() and sum(abs(here[e] - there[e]) for e in here) <= 1


def moved(x: Any, y: Any, most: Any) -> bool:
    """Whether two places of the plane are at most that far apart."""
    square = sum((Fraction(p) - Fraction(q)) ** 2 for p, q in zip(x, y, strict=True))
    return compare(real(square), most * most) != 1
