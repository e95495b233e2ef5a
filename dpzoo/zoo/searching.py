"""Text search over notions: names first, then the gist and the prose."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from dpzoo.zoo.notion import Notion
from dpzoo.zoo.spelling import fold, spellings

_ALIAS = 0.9  # what a notion is called elsewhere counts a little less than what it is called here
_EXACT, _NAME_START, _IN_NAME, _IN_GIST, _IN_PROSE = 100.0, 40.0, 20.0, 6.0, 1.0


@dataclass(frozen=True, slots=True)
class Hit:
    """A notion that matches, how well, and the name or text that matched."""

    notion: Notion
    score: float
    matched: str


class SearchIndex:
    """Folded texts of every notion; a query matches where all its words begin some word of the text."""

    def __init__(self, notions: Iterable[Notion]) -> None:
        self._rows = []
        for n in notions:
            own = {n.name, n.abbreviation, n.id}
            names = [(fold(s), name, 1.0 if name in own else _ALIAS) for name in (*n.called, n.id) for s in spellings(name)]
            prose = " ".join((n.record.intuition, n.record.use, n.record.statement, *n.record.remarks))
            self._rows.append((n, names, fold(n.record.gist), fold(prose)))

    def search(self, text: str, limit: int) -> list[Hit]:
        """The best ``limit`` hits; none for a text without words."""
        query = fold(text)
        words = query.split()
        if not words:
            return []
        hits = []
        for notion, names, gist, prose in self._rows:
            best = Hit(notion, 0.0, "")
            for folded, name, weight in names:
                score = weight * _score_name(query, words, folded)
                if score > best.score:
                    best = Hit(notion, score, name)
            for body, weight in ((gist, _IN_GIST), (prose, _IN_PROSE)):
                if weight > best.score and _all_begin(words, body):
                    best = Hit(notion, weight, notion.record.gist)
            if best.score:
                hits.append(best)
        hits.sort(key=lambda h: (-h.score, h.notion.prominence))
        return hits[:limit]


def _score_name(query: str, words: list[str], folded: str) -> float:
    if folded == query or folded.replace(" ", "") == query.replace(" ", ""):
        return _EXACT
    if folded.startswith(query):
        return _NAME_START + 10.0 / len(folded)
    return _IN_NAME + 10.0 / len(folded) if _all_begin(words, folded) else 0.0


def _all_begin(words: list[str], text: str) -> bool:
    padded = f" {text}"
    return all(f" {w}" in padded for w in words)
