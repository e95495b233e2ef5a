"""The comparisons of ADB21: Lee and Clifton's bound on who is missing, Liu et al.'s test with a fixed false-alarm probability."""

from __future__ import annotations

from dataclasses import dataclass

from dpzoo.meaning.errors import MeaningError
from dpzoo.meaning.named_formulas import value


@dataclass(frozen=True, slots=True)
class Scores:
    """How a binary guess fares, the secret being a fair coin."""

    recall: float
    accuracy: float
    precision: float


def neyman_pearson(epsilon: float, level: float, ratio: float = 1.0) -> Scores:
    """Liu et al.'s attack (LHC+19) on Laplace answers, one true answer known: the best test at this false-alarm probability."""
    if not 0 < level < 1:
        raise MeaningError(f"the false-alarm probability must lie strictly between 0 and 1, not at {level:g}")
    power = value("power-laplace", epsilon=ratio * epsilon, level=level)
    return Scores(power, (power + 1 - level) / 2, power / (power + level))


def most_likely(epsilon: float, ratio: float = 1.0) -> Scores:
    """ADB21's attack with one true answer known: by symmetry all three scores are the success."""
    success = value("one-query", prior=0.5, r=ratio, epsilon=epsilon)
    return Scores(success, success, success)


def lee_clifton(epsilon: float, people: int, spread: float) -> float:
    """The largest belief about which of ``people`` is missing (LC11).

    ``spread`` is the largest difference between two people's contributions, divided by the query's sensitivity.
    """
    if people < 2 or spread < 0:
        raise MeaningError("Lee and Clifton's bound takes at least two people and a spread of at least 0")
    return value("lee-clifton-belief", epsilon=epsilon, n=people, spread=spread)


def after_guess(success: float, people: int) -> float:
    """The belief in a guess that is right with this probability, if it had the prior 1/people (ADB21, Section 7)."""
    return value("belief-after-guess", success=success, n=people)
