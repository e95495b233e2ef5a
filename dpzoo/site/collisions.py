"""Names that clash: what several notions are called, and names that come close.

>>> import dpzoo
>>> zoo = dpzoo.load()
>>> shared_key("Bayesian differential privacy (Leung and Lui)"), shared_key("bayesian-DP"), shared_key("BayDP[TF20]")
('bayesiandp', 'bayesiandp', 'baydp')
>>> all(len(c.notions) > 1 for c in collisions(zoo))
True
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from dpzoo.zoo.notion import Notion
from dpzoo.zoo.spelling import fold
from dpzoo.zoo.zoo import Zoo

_CITED: Final = re.compile(r"\s*\[[^\]]*\]|\s+\([^()]*\)\s*$")
_LONG: Final = re.compile(r"\bdifferential(?:ly)? priva(?:cy|te)\b")
_GENERIC: Final = frozenset({"dp", "privacy", "differential", "pr"})
NEAR_LETTERS: Final = 2
"""How many letters near names may differ in; half as many where one of them is shorter than :data:`SHORT`."""
SHORT: Final = 6
SHORTEST: Final = 5
"""Shorter names are not compared: between them everything is near everything."""


@dataclass(frozen=True, slots=True)
class Difference:
    """What the record of ``notion`` says about ``other``."""

    notion: str
    other: str
    text: str


@dataclass(frozen=True, slots=True)
class Collision:
    """Names that the same several notions go by."""

    names: tuple[str, ...]
    """As written, the fullest first; they differ in more than spelling."""
    notions: tuple[str, ...]
    """Ids, the oldest notion first."""

    def written(self, notion: Notion) -> tuple[str, ...]:
        """How one of the notions writes these names."""
        keys = {shared_key(n) for n in self.names}
        return tuple({fold(n): n for n in map(_bare, reversed(notion.names)) if shared_key(n) in keys}.values())[::-1]

    @property
    def slug(self) -> str:
        """A name for the page."""
        return _folded(self.names[0]).replace(" ", "-")

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """Every two of the notions, the older first."""
        return tuple(combinations(self.notions, 2))


@dataclass(frozen=True, slots=True)
class NearNames:
    """Two notions that their records tell apart, the two names that come closest, and what a record says about it."""

    first: str
    second: str
    names: tuple[str, str]
    told: Difference


def _bare(name: str) -> str:
    """A name without the work or the person that it is told apart by."""
    return _CITED.sub("", name).strip() or name


def _folded(name: str) -> str:
    return _LONG.sub("dp", fold(_bare(name)))


def shared_key(name: str) -> str:
    """What two spellings of one name have in common: case, accents, hyphens, citations and "DP" do not matter."""
    return _folded(name).replace(" ", "")


def collisions(zoo: Zoo) -> list[Collision]:
    """The names that several notions share, by name; names of the same notions stand together."""
    spelled: dict[str, dict[str, list[str]]] = {}
    for notion in zoo.values():
        for name in notion.names:
            spelled.setdefault(shared_key(name), {}).setdefault(notion.id, []).append(_bare(name))
    by_notions: dict[tuple[str, ...], list[str]] = {}
    for users in spelled.values():
        if len(users) > 1:
            ids = tuple(sorted(users, key=lambda i: (zoo[i].year, i)))
            by_notions.setdefault(ids, []).append(_usual(name for names in users.values() for name in names))
    found = [Collision(tuple(sorted(names, key=lambda n: (-len(n), n))), ids) for ids, names in by_notions.items()]
    return sorted(found, key=lambda c: fold(c.names[0]))


def _usual(spellings: Iterable[str]) -> str:
    """The fullest of the most frequent spellings, as a heading: a phrase begins with a capital."""
    counted = Counter(spellings)
    name = max(counted, key=lambda s: ("privacy" in s.casefold(), counted[s], sum(map(str.isupper, s)), s))
    return name[0].upper() + name[1:] if re.match("[a-z]{3}", name) else name


def clashes(zoo: Zoo) -> dict[str, list[Collision]]:
    """For each notion the collisions that it takes part in."""
    found: dict[str, list[Collision]] = {}
    for collision in collisions(zoo):
        for notion in collision.notions:
            found.setdefault(notion, []).append(collision)
    return found


def differences(zoo: Zoo, notions: Sequence[str]) -> list[Difference]:
    """What the records of these notions say about each other."""
    inside = frozenset(notions)
    return [Difference(n, c.notion, c.difference) for n in notions for c in zoo[n].record.confusable_with if c.notion in inside]


def near_names(zoo: Zoo) -> list[NearNames]:
    """Pairs that a record tells apart and whose names come close without being the same.

    Names come close if they differ in one word, or in a letter or two, or in the words for privacy.
    """
    shared = {frozenset(pair) for c in collisions(zoo) for pair in c.pairs}
    told: dict[frozenset[str], list[Difference]] = {}
    for n in zoo.values():
        for c in n.record.confusable_with:
            pair = frozenset((n.id, c.notion))
            if c.notion in zoo and c.notion != n.id and pair not in shared:
                told.setdefault(pair, []).append(Difference(n.id, c.notion, c.difference))
    found = []
    for said in told.values():
        difference = min(said, key=lambda d: (fold(zoo[d.notion].name), d.notion))
        names = _nearest(zoo[difference.notion], zoo[difference.other])
        if names is not None:
            found.append(NearNames(difference.notion, difference.other, names, difference))
    return sorted(found, key=lambda n: (fold(zoo[n.first].name), fold(zoo[n.second].name), n.first, n.second))


def _nearest(first: Notion, second: Notion) -> tuple[str, str] | None:
    """The two names that come closest, those of the records first."""
    near = [(_bare(a), _bare(b)) for a in first.names for b in second.names if are_near(a, b)]
    own = (_bare(first.name), _bare(second.name))
    return min(near, key=lambda p: ((p[0] not in own) + (p[1] not in own), len(p[0]) + len(p[1]), p), default=None)


def are_near(first: str, second: str) -> bool:
    """Whether two names come close.

    >>> are_near("Distribution privacy", "distributional DP"), are_near("Rényi DP", "Kantorovich DP")
    (True, False)
    """
    from dpzoo.blocks.units import edit_distance

    a, b = ([w for w in _folded(name).split() if w not in _GENERIC] for name in (first, second))
    joined_a, joined_b = "".join(a), "".join(b)
    if min(len(joined_a), len(joined_b)) < SHORTEST:
        return False
    shorter, longer = sorted((a, b), key=len)
    if len(longer) == len(shorter) + 1 and any(shorter == longer[:i] + longer[i + 1 :] for i in range(len(longer))):
        return True
    letters = NEAR_LETTERS if min(len(joined_a), len(joined_b)) >= SHORT else NEAR_LETTERS // 2
    return edit_distance(joined_a, joined_b) <= letters
