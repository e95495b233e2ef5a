"""The landmark diagram: the best-known notions placed by hand, each edge labelled with the formula of the claim behind it.

The places are ours; what an edge says is read from the record, so that the picture cannot say anything else. The same
picture comes as SVG for the page, and as TikZ for a paper.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from dpzoo.expressions.plain_text import formula
from dpzoo.relations.claims import Claim
from dpzoo.site.labels import familiar
from dpzoo.site.shown_claims import line
from dpzoo.zoo.notion import Notion
from dpzoo.zoo.zoo import Zoo

WIDTH, HEIGHT = 1120, 780
_HALF = 62
_LONGEST = 14
"""Characters of a name that a box has room for."""
_UNSAID = (r"\xi = 0", r"{\xi}' = 0")

PLACES: Final[Mapping[str, tuple[int, int]]] = {
    "epsilon-dp": (560, 50),
    "unbounded-dp": (200, 160),
    "bounded-dp": (200, 330),
    "event-level-dp": (90, 500),
    "label-dp": (290, 500),
    "zero-concentrated-dp": (560, 230),
    "gaussian-dp": (930, 160),
    "renyi-dp": (560, 400),
    "probabilistic-dp": (420, 560),
    "approximate-dp": (660, 640),
    "f-dp": (980, 470),
    "total-variation-privacy": (660, 740),
}
"""The centre of each notion's box."""

EDGES: Final[tuple[tuple[str, int, int], ...]] = (
    ("epsilon-dp/implies/unbounded-dp", 0, -10),
    ("unbounded-dp/stronger_than/bounded-dp", 0, 0),
    ("epsilon-dp/stronger_than/bounded-dp", 30, 10),
    ("bounded-dp/stronger_than/event-level-dp", 0, 0),
    ("bounded-dp/stronger_than/label-dp", 30, 0),
    ("epsilon-dp/stronger_than/zero-concentrated-dp/sharp", 0, 0),
    ("epsilon-dp/stronger_than/gaussian-dp", 0, -10),
    ("gaussian-dp/equivalent_to/zero-concentrated-dp", 0, 0),
    ("zero-concentrated-dp/stronger_than/renyi-dp", 0, 0),
    ("renyi-dp/stronger_than/probabilistic-dp", -60, 0),
    ("renyi-dp/stronger_than/approximate-dp", 40, -60),
    ("probabilistic-dp/equivalent_to/approximate-dp", -20, 14),
    ("gaussian-dp/stronger_than/approximate-dp", 20, -30),
    ("gaussian-dp/special_case_of/f-dp", 20, 0),
    ("approximate-dp/special_case_of/f-dp", 30, 10),
    ("approximate-dp/stronger_than/total-variation-privacy", 0, 0),
)
"""The claim behind each edge, and by how much its label leaves the middle of it."""


@dataclass(frozen=True, slots=True)
class Box:
    """A notion in the picture."""

    id: str
    text: str
    x: int
    y: int
    half: int


@dataclass(frozen=True, slots=True)
class Arrow:
    """An edge from (x1, y1) to (x2, y2), with the label's lines around (x, y) and its LaTeX."""

    claim: str
    start: str
    end: str
    x1: float
    y1: float
    x2: float
    y2: float
    x: float
    y: float
    label: str
    latex: str
    special: bool


@dataclass(frozen=True, slots=True)
class Diagram:
    """Boxes and arrows of the landmark diagram."""

    boxes: tuple[Box, ...]
    arrows: tuple[Arrow, ...]
    width: int = WIDTH
    height: int = HEIGHT


def diagram(zoo: Zoo) -> Diagram | None:
    """The diagram, or None where the base lacks one of its notions or claims."""
    claims = {c.id: c for c in zoo.claims}
    if not PLACES.keys() <= zoo.keys() or not all(c in claims for c, _, _ in EDGES):
        return None
    boxes = {i: Box(i, _named(zoo[i]), x, y, _HALF) for i, (x, y) in PLACES.items()}
    return Diagram(tuple(boxes.values()), tuple(_arrow(zoo, claims[c], boxes, dx, dy) for c, dx, dy in EDGES))


def _named(notion: Notion) -> str:
    text = familiar(notion).replace("Total variation", "TV")
    return text if len(text) <= _LONGEST else notion.short


def _arrow(zoo: Zoo, claim: Claim, boxes: Mapping[str, Box], dx: int, dy: int) -> Arrow:
    a, b = boxes[claim.subject], boxes[claim.object]
    x1, y1, x2, y2 = *_edge_of(a, b), *_edge_of(b, a)
    said = line(zoo, claim, claim.subject)
    way = said.ways[0] if said.ways else said
    special = not way.equations and not way.same
    kept = [e for e in way.equations if not e.startswith(_UNSAID)]
    latex = ",\\ ".join(kept) or (r"\text{same }" + ", ".join(way.same) if way.same else "")
    text = "special case" if special else _tidy(", ".join(map(formula, kept))) or "same " + formula(", ".join(way.same))
    x, y = (x1 + x2) / 2 + dx, (y1 + y2) / 2 + dy
    return Arrow(claim.id, a.id, b.id, x1, y1, x2, y2, x, y, text, latex, special)


def _tidy(text: str) -> str:
    """Plain text of a formula without spaces inside brackets.

    >>> _tidy("ρ= εtanh( ε/2 )"), _tidy("ε' = 2 ε")
    ('ρ = ε tanh(ε/2)', "ε' = 2ε")
    """
    text = re.sub(r"\( | \)|(?<=[a-zα-ω]) \(", lambda m: m[0].strip(), text)
    text = re.sub(r"\s*([=+−-])\s+", r" \1 ", text)
    return re.sub(r"(?<=[εδρμα0-9])(?=tanh|ln)", " ", re.sub(r"(?<=\d) (?=[εδρμα])", "", text))


def _edge_of(a: Box, b: Box) -> tuple[float, float]:
    """Where the line from the middle of ``a`` to the middle of ``b`` leaves the box of ``a``."""
    dx, dy = b.x - a.x, b.y - a.y
    share = min(a.half / abs(dx) if dx else 9.0, 18 / abs(dy) if dy else 9.0)
    return round(a.x + share * dx, 1), round(a.y + share * dy, 1)


def tikz(made: Diagram) -> str:
    """The diagram as a TikZ picture, a centimetre for 60 units."""
    scale = 60
    lines = [
        r"\begin{tikzpicture}[every node/.style={font=\small}, box/.style={draw, rounded corners=2pt, inner sep=3pt}, >=stealth]"
    ]
    names = {b.id: f"n{k}" for k, b in enumerate(made.boxes)}
    for b in made.boxes:
        text = b.text.replace("ε", r"$\varepsilon$").replace("δ", r"$\delta$")
        lines.append(rf"\node[box] ({names[b.id]}) at ({b.x / scale:.2f},{-b.y / scale:.2f}) {{{text}}};")
    for a in made.arrows:
        style = "->, dashed" if a.special else "->"
        label = "special case" if a.special else f"${a.latex}$"
        lines.append(rf"\draw[{style}] ({names[a.start]}) -- ({names[a.end]});")
        lines.append(rf"\node[fill=white, inner sep=1pt] at ({a.x / scale:.2f},{-a.y / scale:.2f}) {{\footnotesize {label}}};")
    return "\n".join([*lines, r"\end{tikzpicture}", ""])
