"""Names of notions: as people say them, and in the boxes of a picture, in lines that fit, measured in the site's own font."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Final

from dpzoo.zoo.notion import Notion

WIDTH: Final = 134
"""Of a box, in the units of the picture: at the size it is drawn in, pixels."""
LINE: Final = 20
"""Characters of a line of a label, at 12 pixels …"""
_ROOM: Final = WIDTH - 2 * 8
"""… and its width."""
_PIECE: Final = re.compile(r"(\s*)(\S+?-(?=\w)|\S+)")
_SHORTER: Final = (
    (re.compile(r"\bdifferential privacy\b", re.IGNORECASE), "DP"),
    (re.compile(r"\bdifferentially private\b", re.IGNORECASE), "DP"),
)
_SHORTEST: Final = (
    (re.compile(r"\b([Dd])ifferential\b"), r"\1iff."),
    (re.compile(r"\b([Ii])ndistinguishability\b"), r"\1ndist."),
)


def familiar(notion: Notion) -> str:
    """What people call a notion: its abbreviation if everybody knows it, else its name with "DP".

    Whose definition it is stands behind the name unless it is the one that people use.

    >>> import dpzoo
    >>> zoo = dpzoo.load()
    >>> [familiar(zoo[n]) for n in ("zero-concentrated-dp", "bounded-dp", "event-level-dp", "bayesian-dp-ll12")]
    ['zCDP', 'Bounded DP', 'Event-level DP', 'Bayesian DP (Leung and Lui)']
    """
    if notion.record.landmark == 1:
        return notion.short
    name = notion.name
    if notion.record.landmark:
        name = re.sub(r" \([^()]*\)$", "", name.replace(" under continual observation", ""))
    return re.sub("[Dd]ifferential privacy", "DP", name)


@cache
def shortened(name: str) -> str:
    """A name with its most frequent words abbreviated.

    >>> shortened("Zero-concentrated differential privacy")
    'Zero-concentrated DP'
    """
    if len(name) <= LINE:
        return name
    for pattern, short in _SHORTER:
        name = pattern.sub(short, name)
    return name


@cache
def _advances() -> Mapping[str, tuple[float, float]]:
    """How far a letter of the website's font moves on, in ems, in the text's weight and in bold (tools/fonts.py)."""
    table = json.loads((Path(__file__).parent / "advances.json").read_text(encoding="utf-8"))
    return {letter: (regular, bold) for letter, (regular, bold) in table.items()}


def text_width(text: str, bold: bool = False) -> float:
    """How wide a text is at 12 pixels; kerning, left out, takes away about a hundredth."""
    table = _advances()
    return 12 * sum(table.get(c, (1, 1))[bold] for c in text)


@cache
def label(name: str) -> tuple[str, ...]:
    """A name in at most two lines that fit into a box.

    >>> label("Approximate zero-concentrated differential privacy")
    ('Approximate zero-', 'concentrated DP')
    >>> label("Indistinguishability-based computational differential privacy")
    ('Indist.-based', 'computational DP')
    """

    def fits(text: str) -> bool:
        return len(text) <= LINE and text_width(text) <= _ROOM

    text = shortened(name).strip()
    first, rest = _line(text, fits)
    second, left = _line(rest, fits)
    if left:
        for pattern, short in _SHORTEST:
            text = pattern.sub(short, text)
        first, rest = _line(text, fits)
        second, left = _line(rest, fits)
    return tuple(line for line in (first, f"{_cut(second, fits)}…" if left else second) if line)


def _line(text: str, fits: Callable[[str], bool]) -> tuple[str, str]:
    """As many words, or parts of words before a hyphen, as fit, and the rest; a part that never fits is cut."""
    found = ""
    for gap, piece in _PIECE.findall(text):
        longer = f"{found}{gap if found else ''}{piece}"
        if not fits(longer):
            break
        found = longer
    if not found and text:
        found = _cut(text.split(maxsplit=1)[0], fits)
    return found, text[len(found) :].strip()


def _cut(text: str, fits: Callable[[str], bool]) -> str:
    """The longest beginning that fits with a mark that something is missing."""
    while text and not fits(f"{text}…"):
        text = text[:-1].rstrip(" -")
    return text
