"""Where things stand in a picture of relations: rows of bounded width, labels in lines, lines between boxes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

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
def label(name: str, bold: bool = False) -> tuple[str, ...]:
    """A name in at most two lines that fit into a box.

    >>> label("Approximate zero-concentrated differential privacy")
    ('Approximate zero-', 'concentrated DP')
    >>> label("Indistinguishability-based computational differential privacy")
    ('Indist.-based', 'computational DP')
    """

    def fits(text: str) -> bool:
        return len(text) <= LINE and text_width(text, bold) <= _ROOM

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


@dataclass(frozen=True, slots=True)
class Line:
    """A line between two boxes: the path, the head of its arrow, both as SVG path data."""

    path: str
    head: str


def number(value: float) -> str:
    """A coordinate, as short as it goes."""
    return f"{value:.1f}".removesuffix(".0")


def line(x1: float, y1: float, x2: float, y2: float, before: float = 0, after: float = 0) -> Line:
    """From (x1, y1) down to (x2, y2), leaving and arriving vertically; straight for ``before`` and ``after`` at its ends."""
    top, low = y1 + before, y2 - after
    bend = max(14.0, min((low - top) / 2, 60.0))
    a, c = number(x1), number(x2)
    path = f"M{a} {number(y1)}" + (f"V{number(top)}" if before else "")
    path += f"C{a} {number(top + bend)} {c} {number(low - bend)} {c} {number(low)}" + (f"V{number(y2)}" if after else "")
    tip = number(y2 - 6)
    return Line(path, f"M{number(x2 - 4)} {tip}L{c} {number(y2)}L{number(x2 + 4)} {tip}")


def rows(
    nodes: Sequence[int], above: Sequence[Collection[int]], columns: Mapping[int, int], room: Mapping[int, int]
) -> list[list[int]]:
    """Rows from top to bottom, in which no column holds more than its ``room`` and everything stands below what is above it.

    List scheduling, as Coffman and Graham (1972) lay out layers of bounded width. ``nodes`` come in an order in which a node
    follows all that is above it; ``columns`` says which column a node belongs to.
    """
    placed: dict[int, int] = {}
    used: dict[tuple[int, int], int] = {}
    made: list[list[int]] = []
    for node in nodes:
        column = columns[node]
        row = max((placed[a] + 1 for a in above[node] if a in placed), default=0)
        while used.get((row, column), 0) >= room[column]:
            row += 1
        used[row, column] = used.get((row, column), 0) + 1
        placed[node] = row
        made += [[] for _ in range(row + 1 - len(made))]
        made[row].append(node)
    return made
