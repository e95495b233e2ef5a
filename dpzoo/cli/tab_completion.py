"""Shell completion for more than options: the ids and abbreviations of notions, the ids of mechanisms."""

from __future__ import annotations


def notions(incomplete: str) -> list[tuple[str, str]]:
    """Ids and abbreviations that begin so, each with the notion's gist."""
    from dpzoo.zoo.errors import KnowledgeBaseError
    from dpzoo.zoo.zoo import load

    try:
        names = [(name, n.record.gist) for n in load().values() for name in (n.id, n.abbreviation) if name is not None]
    except (KnowledgeBaseError, OSError):  # who completes a word asks nothing about faults
        return []
    return [(name, gist) for name, gist in names if name.startswith(incomplete)]


def mechanisms(incomplete: str) -> list[tuple[str, str]]:
    """Ids of mechanisms that begin so, each with its gist."""
    from dpzoo.zoo.errors import KnowledgeBaseError
    from dpzoo.zoo.zoo import load

    try:
        return [(m.id, m.record.gist) for m in load().mechanisms.values() if m.id.startswith(incomplete)]
    except (KnowledgeBaseError, OSError):
        return []
