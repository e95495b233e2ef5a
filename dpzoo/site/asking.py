"""What is open, for the page of a notion and for the page of all open questions."""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from dataclasses import dataclass, field

from dpzoo.records.enums import RelationKind
from dpzoo.relations.questions import OpenPair, open_pairs
from dpzoo.relations.reachability import Reachability
from dpzoo.zoo.zoo import Zoo

_STRONGER = RelationKind.STRONGER_THAN
SHOWN = 3
"""Questions on a notion's page."""
RANKED = 50
"""Questions on the page of all of them."""


@dataclass(slots=True)
class About:
    """The open questions with one notion in them: how many, and those that settle most."""

    count: int = 0
    first: list[OpenPair] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Question:
    """An open question, with the questions that are the same one: about notions equivalent to its two."""

    pair: OpenPair
    same: int
    """How many ordered pairs ask it, this one included."""


@dataclass(frozen=True, slots=True)
class Questions:
    """All open questions of a zoo about "is it stronger?"."""

    count: int
    ranked: tuple[Question, ...]
    about: Mapping[str, About]


def ask(zoo: Zoo) -> Questions:
    """Rank them, in one pass over the open pairs."""
    inference = zoo.inference
    about = {name: About() for name in inference.ids}
    reach = inference.reach(_STRONGER)
    classes: dict[tuple[int, int], tuple[tuple[int, int], OpenPair, int]] = {}
    count = 0
    for pair in open_pairs(inference, _STRONGER):
        count += 1
        weight = (pair.settles, pair.if_yes + pair.if_no)
        for name in (pair.subject, pair.object):
            mine = about[name]
            mine.count += 1
            if len(mine.first) < SHOWN or _weight(mine.first[-1]) < weight:
                mine.first = sorted([*mine.first, pair], key=lambda p: (-p.settles, -p.if_yes - p.if_no, p.subject, p.object))
                del mine.first[SHOWN:]
        if weight > (1, 2):
            key = _classes(reach, inference.index[pair.subject], inference.index[pair.object])
            known = classes.get(key)
            # of equivalent questions the one about the notions that most others relate to
            better = known is None or _known(zoo, pair) > _known(zoo, known[1])
            classes[key] = (weight, pair if better or known is None else known[1], 1 + (known[2] if known else 0))
    best = heapq.nsmallest(RANKED, classes.values(), key=lambda c: (-c[0][0], -c[0][1], c[1].subject, c[1].object))
    return Questions(count, tuple(Question(pair, same) for _, pair, same in best), about)


def _weight(pair: OpenPair) -> tuple[int, int]:
    return pair.settles, pair.if_yes + pair.if_no


def _classes(reach: Reachability, first: int, second: int) -> tuple[int, int]:
    return reach.component[first], reach.component[second]


def _known(zoo: Zoo, pair: OpenPair) -> int:
    return sum(len(zoo[n].outgoing) + len(zoo[n].incoming) for n in (pair.subject, pair.object))
