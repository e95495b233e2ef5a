"""Small SVG charts as geometry: axes, curves, bands. A template draws them; the page's script may move them.

Colours and dashes are classes of the style sheet, so that both colour schemes and people who see no colours are served.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from dpzoo.expressions import EvaluationError

WIDTH: Final = 380
HEIGHT: Final = 268
LEFT, RIGHT, TOP, BOTTOM = 48, 12, 24, 40
STEPS: Final = 160

Function = Callable[[float], float]


@dataclass(frozen=True, slots=True)
class PlotAxis:
    """From ``low`` to ``high``, linear or logarithmic; ``ticks`` are values with their labels."""

    label: str
    low: float
    high: float
    ticks: tuple[tuple[float, str], ...]
    log: bool = False

    def at(self, share: float) -> float:
        """The value at a share of the axis."""
        if self.log:
            return math.exp(math.log(self.low) + share * (math.log(self.high) - math.log(self.low)))
        return self.low + share * (self.high - self.low)

    def share(self, value: float) -> float:
        """The share of the axis at a value."""
        if self.log:
            if value <= 0:
                return -1.0
            return (math.log(value) - math.log(self.low)) / (math.log(self.high) - math.log(self.low))
        return (value - self.low) / (self.high - self.low)


def probabilities(label: str) -> PlotAxis:
    """An axis from nothing to certainty."""
    return PlotAxis(label, 0.0, 1.0, tuple((k / 4, f"{25 * k} %") for k in range(5)))


@dataclass(frozen=True, slots=True)
class PlotLine:
    """A curve by its name, what it is, its style (``a`` to ``d``, ``plain``), and its function."""

    name: str
    label: str
    style: str
    function: Function = field(repr=False)


@dataclass(frozen=True, slots=True)
class Band:
    """What lies between two functions."""

    name: str
    label: str
    lower: Function = field(repr=False)
    upper: Function = field(repr=False)
    style: str = "a"


@dataclass(frozen=True, slots=True)
class Plot:
    """A chart: ``id`` in its page, a title, a description, axes, the drawing, and the sample points of its data table."""

    id: str
    title: str
    description: str
    x: PlotAxis
    y: PlotAxis
    lines: tuple[PlotLine, ...]
    bands: tuple[Band, ...] = ()
    marks: tuple[tuple[str, float, float], ...] = ()
    samples: tuple[float, ...] = ()
    show: Callable[[float], str] = str
    show_x: Callable[[float], str] = str

    width = WIDTH
    height = HEIGHT
    left = LEFT
    right = WIDTH - RIGHT
    top = TOP
    bottom = HEIGHT - BOTTOM

    def across(self, value: float) -> float:
        """The horizontal place of a value."""
        return round(self.left + self.x.share(value) * (self.right - self.left), 1)

    def up(self, value: float) -> float:
        """The vertical place of a value; what is far outside the frame stays just outside."""
        share = min(1.2, max(-0.2, self.y.share(value)))
        return round(self.bottom - share * (self.bottom - self.top), 1)

    def path(self, function: Function) -> str:
        """A curve as an SVG path."""
        return _joined(self._points(function))

    def area(self, band: Band) -> str:
        """A band as a closed SVG path."""
        there, back = self._points(band.upper), self._points(band.lower)
        return _joined([*there, *reversed(back)]) + "Z"

    @property
    def frame(self) -> dict[str, Any]:
        """What a script needs to draw into the chart."""
        return {
            "x": {"low": self.x.low, "high": self.x.high, "log": self.x.log, "from": self.left, "to": self.right},
            "y": {"low": self.y.low, "high": self.y.high, "log": self.y.log, "from": self.bottom, "to": self.top},
        }

    @property
    def rows(self) -> list[tuple[str, list[str]]]:
        """The data table: at each sample the value of every line and the two of every band."""
        functions = [f for b in self.bands for f in (b.lower, b.upper)] + [ln.function for ln in self.lines]
        return [(self.show_x(x), [self._shown(f, x) for f in functions]) for x in self.samples]

    @property
    def heads(self) -> list[str]:
        """The heads of the data table's columns."""
        return [f"{b.label}: {end}" for b in self.bands for end in ("least", "most")] + [ln.label for ln in self.lines]

    def _shown(self, function: Function, x: float) -> str:
        try:
            return self.show(function(x))
        except EvaluationError:
            return "–"

    def _points(self, function: Function) -> list[tuple[float, float]]:
        made = []
        for step in range(STEPS + 1):
            x = self.x.at(step / STEPS)
            try:
                made.append((self.across(x), self.up(function(x))))
            except EvaluationError:
                continue
        return made


def _joined(points: Iterable[tuple[float, float]]) -> str:
    kept: list[tuple[float, float]] = []
    for point in points:
        if not kept or point != kept[-1]:
            kept.append(point)
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in kept)


def powers_of_ten(low: int, high: int, step: int = 1) -> tuple[tuple[float, str], ...]:
    """Ticks 10^low … 10^high, as people write them."""
    from dpzoo.meaning.words import number

    return tuple((10.0**k, number(10.0**k)) for k in range(low, high + 1, step))


def spread(values: Sequence[float]) -> tuple[tuple[float, str], ...]:
    """Ticks at the values, written plainly."""
    return tuple((v, f"{v:g}") for v in values)
