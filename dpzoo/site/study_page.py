"""The page about the regression study: its curves from what the program under ``site/examples`` wrote."""

from __future__ import annotations

import json
import math
from bisect import bisect_left
from pathlib import Path
from typing import Any, Final

from dpzoo.meaning.words import number
from dpzoo.site.plotting import Band, Function, Plot, PlotAxis, PlotLine, powers_of_ten, spread

RESULTS: Final = Path("examples/regression_study.json")
PROGRAM: Final = "examples/regression_study.py"
_SAMPLES: Final = (0.01, 0.1, 0.5, 1.0, 2.0, 5.0, 10.0)
_METHODS: Final = (("predictions", "noise on predictions", "a"), ("functional", "functional mechanism", "b"))


def page(sources: Path) -> dict[str, Any]:
    """What the page shows; ``sources`` is the folder of hand-written pages.

    Raises FileNotFoundError where the study's results are missing.
    """
    found = json.loads((sources / RESULTS).read_text(encoding="utf-8"))
    sensitivity = found["sensitivity"]
    return {
        "study": found,
        "program": PROGRAM,
        "results": RESULTS.as_posix(),
        "curves": curves(found),
        "losses": {
            "one": found["replaced"]["one_prediction"] / sensitivity,
            "all_left_out": found["left_out"]["all_predictions"] / sensitivity,
            "all": found["replaced"]["all_predictions"] / sensitivity,
            "elsewhere": found["replaced"]["elsewhere"] / sensitivity,
        },
        "at": {e: {m: _between(found, m, e) for m, _, _ in _METHODS} for e in _SAMPLES},
    }


def curves(found: dict[str, Any]) -> Plot:
    """Both methods' errors over ε, as multiples of the error without noise, with two standard errors on either side."""
    lines, bands = [], []
    for method, label, style in _METHODS:
        lines.append(PlotLine(method, label, style, _curve(found, method, 0)))
        bands.append(Band(method, f"{label}, ± 2 standard errors", _curve(found, method, -2), _curve(found, method, 2), style))
    return Plot(
        "regression",
        "Errors of two private regressions",
        "Mean error over ε, both axes logarithmic, as multiples of the error without noise. Noise on predictions falls from "
        f"about {found['predictions'][0][0]:.0f} times to the error without noise; the functional mechanism stays between "
        f"{found['functional'][-1][0]:.1f} and {found['functional'][0][0]:.1f} times. They cross at ε = {found['crossover']:g}.",
        PlotAxis("ε", 0.01, 10.0, powers_of_ten(-2, 1), log=True),
        PlotAxis("error / error without noise", 1.0, 100.0, spread((1, 2, 5, 10, 20, 50, 100)), log=True),
        tuple(lines),
        tuple(bands),
        (),
        _SAMPLES,
        lambda v: number(v, 3),
        lambda e: f"{e:g}",
    )


def _curve(found: dict[str, Any], method: str, errors: int) -> Function:
    """Mean plus so many standard errors, between the measured values of ε straight on logarithmic axes."""
    logs = [math.log(e) for e in found["epsilons"]]
    heights = [math.log(mean + errors * error) for mean, error in found[method]]

    def at(epsilon: float) -> float:
        x = min(max(math.log(epsilon), logs[0]), logs[-1])
        k = min(max(bisect_left(logs, x), 1), len(logs) - 1)
        share = (x - logs[k - 1]) / (logs[k] - logs[k - 1])
        return math.exp(heights[k - 1] + share * (heights[k] - heights[k - 1]))

    return at


def _between(found: dict[str, Any], method: str, epsilon: float) -> float:
    return _curve(found, method, 0)(epsilon)
