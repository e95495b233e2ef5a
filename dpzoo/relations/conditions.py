"""The conditions under which a claim holds, as sets that can be united and compared."""

from __future__ import annotations

from functools import cache

from dpzoo.records.conditions import CONDITIONS
from dpzoo.records.enums import RelationKind
from dpzoo.relations.claims import Claim

Conditions = frozenset[str]
NONE: Conditions = frozenset()


def conditions_of(claim: Claim) -> Conditions:
    """What ``claim`` needs: names of the vocabulary, and constraints and choices tied to their claim.

    A constraint such as ``alpha <= 2`` speaks of the two notions of its claim, so that it carries their ids; equal
    words about other notions are another condition. On ⊂ ``at`` chooses a parameter of the extension and is none.
    """
    if not claim.relation.given and (not claim.relation.at or claim.kind is RelationKind.SPECIAL_CASE_OF):
        return NONE
    found = set()
    for item in claim.relation.given:
        found.add(item if isinstance(item, str) else f"{claim.subject} and {claim.object}: {item}")
    if claim.relation.at and claim.kind is not RelationKind.SPECIAL_CASE_OF:
        found.update(f"{claim.subject} and {claim.object}: {name} is {value}" for name, value in claim.relation.at.items())
    return frozenset(found)


@cache
def entailed(conditions: Conditions) -> Conditions:
    """``conditions`` with everything that they entail."""
    found = set(conditions)
    waiting = list(conditions)
    while waiting:
        known = CONDITIONS.get(waiting.pop())
        for name in known.entails if known is not None else ():
            if name not in found:
                found.add(name)
                waiting.append(name)
    return frozenset(found)


@cache
def possible(conditions: Conditions) -> bool:
    """Whether no two of ``conditions``, or of what they entail, exclude each other."""
    everything = entailed(conditions)
    return not any(other in everything for name in everything if name in CONDITIONS for other in CONDITIONS[name].excludes)


def in_words(conditions: Conditions) -> str:
    """The conditions as a phrase."""
    return " and ".join(CONDITIONS[c].meaning if c in CONDITIONS else c for c in sorted(conditions))
