"""What is open, for the page of a notion and for the page of all open questions."""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

from dpzoo.records.enums import RelationKind
from dpzoo.relations.questions import OpenPair, Settling, settling
from dpzoo.zoo.zoo import Zoo

_STRONGER = RelationKind.STRONGER_THAN
SHOWN = 3
"""Questions on a notion's page."""
RANKED = 50
"""Questions on the page of all of them."""


@cache
def by_hand() -> tuple[Mapping[str, str], ...]:
    """Questions that a researcher would recognise: id, ``asks``, ``known``, and a command to ``try``."""
    return tuple(yaml.safe_load(Path(__file__).with_name("questions.yaml").read_text(encoding="utf-8")))


_ITSELF = (1, 2)
"""The weight of a question that settles only itself."""


@dataclass(frozen=True, slots=True)
class About:
    """The open questions with one notion in them: how many, and those that settle most."""

    count: int
    first: tuple[OpenPair, ...]


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """An open question, with the questions that are the same one: about notions equivalent to its two."""

    pair: OpenPair
    same: int
    """How many ordered pairs ask it, this one included."""


@dataclass(frozen=True, slots=True)
class Questions:
    """All open questions of a zoo about "is it stronger?"."""

    count: int
    ranked: tuple[OpenQuestion, ...]
    about: Mapping[str, About]


def ask(zoo: Zoo) -> Questions:
    """Rank them, in one pass over the open pairs."""
    inference = zoo.inference
    about: list[list[Settling]] = [[] for _ in inference.ids]
    counts = [0] * len(inference.ids)
    component = inference.reach(_STRONGER).component
    related = [len(zoo[n].outgoing) + len(zoo[n].incoming) for n in inference.ids]
    classes: dict[tuple[int, int], tuple[Settling, int]] = {}
    count = 0
    for pair in settling(inference, _STRONGER):
        count += 1
        weight = pair.weight
        for position in pair[:2]:
            counts[position] += 1
            mine = about[position]
            if len(mine) < SHOWN or mine[-1].weight < weight:
                # a stable sort: of equal ones the first by id stays first
                mine.append(pair)
                mine.sort(key=lambda p: p.weight, reverse=True)
                del mine[SHOWN:]
        if weight > _ITSELF:
            key = component[pair.subject], component[pair.object]
            known, same = classes.get(key, (pair, 0))
            # of equivalent questions the one about the notions that most others relate to
            better = related[pair.subject] + related[pair.object] > related[known.subject] + related[known.object]
            classes[key] = (pair if better else known, same + 1)
    best = heapq.nsmallest(RANKED, classes.values(), key=lambda c: (-c[0].weight[0], -c[0].weight[1], c[0].subject, c[0].object))
    return Questions(
        count,
        tuple(OpenQuestion(pair.named(inference, _STRONGER), same) for pair, same in best),
        {
            name: About(n, tuple(pair.named(inference, _STRONGER) for pair in first))
            for name, n, first in zip(inference.ids, counts, about, strict=True)
        },
    )
