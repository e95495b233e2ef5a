"""Bar charts as geometry, for a template to draw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from dpzoo.site.history import Year

WIDTH: Final = 480
HEIGHT: Final = 250
LEFT, RIGHT, TOP, BOTTOM = 30, 6, 14, 26


@dataclass(frozen=True, slots=True)
class YearBar:
    """One year: its bar from the baseline up, and the mark for the works."""

    year: Year
    left: float
    width: float
    top: float
    height: float
    mark: float
    labelled: bool


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart of ``width`` by ``height``; ``ticks`` are values with their places."""

    width: int
    height: int
    left: int
    right: int
    baseline: float
    bars: tuple[YearBar, ...]
    ticks: tuple[tuple[int, float], ...]


def bars(years: Sequence[Year]) -> Chart:
    """Notions per year as bars, works as marks, on one scale that begins at zero."""
    most = max((max(y.notions, y.works) for y in years), default=1)
    step = next(s for s in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000) if most <= 6 * s)
    top = -(-most // step) * step
    room = HEIGHT - TOP - BOTTOM
    baseline = HEIGHT - BOTTOM

    def place(value: float) -> float:
        return round(baseline - room * value / top, 1)

    slot = (WIDTH - LEFT - RIGHT) / max(len(years), 1)
    every = next(n for n in (1, 2, 5, 10, 20, 50) if n * slot >= 38)
    made = tuple(
        YearBar(
            year=y,
            left=round(LEFT + slot * (i + 0.15), 1),
            width=round(slot * 0.7, 1),
            top=place(y.notions),
            height=round(baseline - place(y.notions), 1),
            mark=place(y.works),
            labelled=y.year % every == 0,
        )
        for i, y in enumerate(years)
    )
    ticks = tuple((v, place(v)) for v in range(0, top + 1, step))
    return Chart(WIDTH, HEIGHT, LEFT, WIDTH - RIGHT, baseline, made, ticks)
