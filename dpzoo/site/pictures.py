"""The page of pictures that teach: its charts."""

from __future__ import annotations

import math
from typing import Any, Final

from dpzoo.meaning.named_formulas import value
from dpzoo.meaning.words import number, percent
from dpzoo.site.meaning_page import trees
from dpzoo.site.plotting import Band, Plot, PlotAxis, PlotLine, powers_of_ten, probabilities, spread
from dpzoo.zoo.zoo import Zoo

NOTIONS: Final = {
    "dp": "epsilon-dp",
    "membership": "positive-membership-privacy",
    "adversarial": "adversarial-privacy",
    "aposteriori": "aposteriori-noiseless-privacy",
}
"""The notions of the four shapes."""
EPSILON: Final = math.log(3)
DELTA: Final = 0.05
"""The values of the survey's Figure 2."""
LEVEL_EPSILON: Final = 1.0
LEVEL_DELTA: Final = 0.1
STRENGTH: Final = 1.0
MU: Final = 1.0

_PRIORS: Final = (0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99)
_LEVELS: Final = (0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9)

SHAPES: Final = (
    ("dp", "Differential privacy", "belief-lower", "belief-upper", "touches both corners: what was certain stays certain"),
    (
        "membership",
        "Positive membership privacy",
        None,
        "belief-upper-membership",
        "open below: the output may clear you altogether",
    ),
    (
        "adversarial",
        "Adversarial privacy",
        None,
        "belief-upper-adversarial",
        "open below, and reaches certainty from large beliefs",
    ),
    (
        "aposteriori",
        "A posteriori noiseless privacy",
        "belief-lower-aposteriori",
        "belief-upper-aposteriori",
        "symmetric, with corners",
    ),
)
"""Chart, name, formulas of the least and the most, and what to see."""


def shapes() -> list[Plot]:
    """The survey's Figure 2: what may become of a belief."""
    made = []
    for id_, name, lower, upper, see in SHAPES:

        def most(x: float, formula: str = upper) -> float:
            return value(formula, prior=x, epsilon=EPSILON, delta=DELTA)

        def least(x: float, formula: str | None = lower) -> float:
            return value(formula, prior=x, epsilon=EPSILON, delta=DELTA) if formula else 0.0

        made.append(
            Plot(
                id_,
                name,
                f"Possible beliefs after the output over the belief before, for ε = ln 3; the band {see}.",
                probabilities("belief before"),
                probabilities("belief after"),
                (PlotLine("same", "no change", "plain", lambda x: x),),
                (Band("beliefs", "possible beliefs", least, most),),
                (),
                _PRIORS,
                percent,
                percent,
            )
        )
    return made


def errors() -> Plot:
    """The region of test errors under (ε, δ)-DP."""

    def least(level: float) -> float:
        return 1 - value("power", level=level, epsilon=LEVEL_EPSILON, delta=LEVEL_DELTA)

    def pure(level: float) -> float:
        return 1 - value("power", level=level, epsilon=LEVEL_EPSILON, delta=0.0)

    return Plot(
        "errors",
        "Which pairs of errors a test can have",
        "Missed guilty over accused innocent. Every test of every mechanism with the guarantee lies in the band, which the"
        " diagonal halves: on it are the tests that ignore the output. δ cuts the corners off.",
        probabilities("accuses the innocent (type I)"),
        probabilities("misses the guilty (type II)"),
        (
            PlotLine("pure", "boundary for δ = 0", "b", pure),
            PlotLine("ignorant", "ignoring the output", "plain", lambda x: 1 - x),
        ),
        (Band("region", "possible", least, lambda x: 1 - least(1 - x)),),
        (),
        _LEVELS,
        percent,
        percent,
    )


def tradeoffs() -> Plot:
    """Trade-off curves of three mechanisms."""
    return Plot(
        "tradeoffs",
        "The best tests against three mechanisms",
        "Missed guilty over accused innocent, by the best test. All three curves fall from 100 % to 0; the lowest mechanism is"
        " the easiest to test. Randomised response is at or below the Laplace mechanism of the same ε everywhere.",
        probabilities("accuses the innocent (type I)"),
        probabilities("misses the guilty (type II)"),
        (
            PlotLine("response", "randomised response", "a", lambda a: 1 - value("power", level=a, epsilon=STRENGTH, delta=0.0)),
            PlotLine("laplace", "Laplace", "b", lambda a: 1 - value("power-laplace", level=a, epsilon=STRENGTH)),
            PlotLine("gaussian", "Gaussian", "c", lambda a: 1 - value("power-gaussian", level=a, mu=MU)),
            PlotLine("ignorant", "ignoring the output", "plain", lambda x: 1 - x),
        ),
        (),
        (),
        _LEVELS,
        percent,
        percent,
    )


def losses() -> Plot:
    """δ(ε) of three mechanisms."""
    return Plot(
        "losses",
        "How much δ a mechanism needs at each ε",
        "The least δ over ε, on a logarithmic axis. The curves of randomised response and of Laplace noise fall to nothing at"
        " their own ε. That of Gaussian noise never ends, so that it satisfies no pure DP.",
        PlotAxis("ε", 0.0, 6.0, spread((0, 1, 2, 3, 4, 5, 6))),
        PlotAxis("δ", 1e-6, 1.0, powers_of_ten(-6, 0), log=True),
        (
            PlotLine(
                "response", "randomised response", "a", lambda e: value("delta-randomised-response", strength=STRENGTH, epsilon=e)
            ),
            PlotLine("laplace", "Laplace", "b", lambda e: value("delta-laplace", strength=STRENGTH, epsilon=e)),
            PlotLine("gaussian", "Gaussian", "c", lambda e: value("delta-gaussian", mu=MU, epsilon=e)),
        ),
        (),
        (),
        (0.0, 0.5, 0.9, 1.0, 2.0, 4.0, 6.0),
        lambda x: number(x, 3),
        lambda x: f"{x:g}",
    )


def supported(zoo: Zoo) -> bool:
    """Whether a zoo holds the notions drawn; another zoo than our own need not."""
    return all(id_ in zoo for id_ in (*NOTIONS.values(), "approximate-dp", "gaussian-dp"))


def page() -> dict[str, Any]:
    """What the template needs."""
    return {
        "notions": NOTIONS,
        "trees": trees(),
        "shapes": [(plot, shape[0], shape[4]) for plot, shape in zip(shapes(), SHAPES, strict=True)],
        "errors": errors(),
        "tradeoffs": tradeoffs(),
        "losses": losses(),
        "start": {"epsilon": EPSILON, "delta": DELTA},
    }
