"""Pictures of relations at build: the scripts that draw the map in a browser, run by the engine that typesets formulas."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from markupsafe import Markup

if TYPE_CHECKING:
    from py_mini_racer import MiniRacer

SCRIPTS: Final = ("vendor/dagre/dagre.min.js", "map-graph.js", "map-drawing.js")
"""Below the site's ``assets``; dagre lays out, the others say what and how."""
_CLONE: Final = "globalThis.structuredClone ??= (value) => JSON.parse(JSON.stringify(value));"
"""dagre copies rows of names with it; a bare engine lacks it."""
_PICTURE: Final = """
    const picture = ({ sheet, around, some, lines: wanted, ...drawn }) => {
        const own = around === null ? null : graph.numberOf.get(around);
        const { nodes, left } = own === null ? graph.sheet(sheet, some) : graph.around(own, some);
        const named = new Map(own === null ? [] : [[graph.nodeOf[own], own]]);
        const asked = new Map([...named].map(([node, notion]) => [node, [notion]]));
        const lines = graph.lines(nodes, { ...wanted, asked });
        const svg = dpzoo.mapDrawing(graph, { ...drawn, nodes, lines, named });
        return JSON.stringify({ svg, left, boxes: nodes.length, kinds: [...new Set(lines.map((l) => l.kind))] });
    };
"""


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing as SVG; ``left`` counts what it leaves out, ``kinds`` are those of its lines."""

    svg: Markup
    left: int
    boxes: int
    kinds: Sequence[str]


class Drawings:
    """Draws sheets and neighbourhoods of one graph, given as :meth:`dpzoo.site.map_page.Map.data`."""

    def __init__(self, assets: Path, data: Mapping[str, Any]) -> None:
        self._assets = assets
        self._data = data

    @cached_property
    def _engine(self) -> MiniRacer:
        from py_mini_racer import MiniRacer

        engine = MiniRacer()
        engine.eval(_CLONE)
        for script in SCRIPTS:
            engine.eval((self._assets / script).read_text(encoding="utf-8"))
        engine.eval(f"const graph = dpzoo.mapGraph({json.dumps(self._data)});{_PICTURE}")
        return engine

    def _draw(self, **wanted: Any) -> Picture:
        made = json.loads(str(self._engine.eval(f"picture({json.dumps({'around': None, **wanted})})")))
        return Picture(Markup(made["svg"]), made["left"], made["boxes"], made["kinds"])  # noqa: S704  the script escapes all text

    def sheet(self, number: int, title: str, most: int, row: int) -> Picture:
        """The ``most`` best-known classes of a sheet, in rows of about ``row`` boxes."""
        return self._draw(sheet=number, some=most, most=row, lines={}, label=f"{title}: stronger notions above weaker ones")

    def neighbourhood(self, notion: str, title: str) -> Picture:
        """A notion, its neighbours above and below, and the relations among all these, for a picture on its page."""
        return self._draw(
            around=notion, some=4, most=3, lines={"cases": True}, colour="plain", folder="", label=f"Neighbours of {title}"
        )
