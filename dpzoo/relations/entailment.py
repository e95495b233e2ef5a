"""What the conditions of claims entail, and which exclude each other."""

from __future__ import annotations

from functools import cache

from dpzoo.records.conditions import CONDITIONS

Conditions = frozenset[str]
NONE: Conditions = frozenset()


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
