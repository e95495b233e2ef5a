"""Report noisy max and its wrong variants (Ding and others 2018, Algorithms 1 to 5 of their appendix), all sold as 1-DP."""

from __future__ import annotations

import numpy as np

EPSILON = 1.0
Rng = np.random.Generator


def _queries(records: list[float]) -> list[float]:
    """Five answers that one record changes by at most one each, in both directions."""
    count = float(len(records))
    return [count, -count, -count, -count, -count]


def _noisy(records: list[float], rng: Rng, scale: float) -> list[float]:
    return [q + rng.laplace(scale=scale) for q in _queries(records)]


def place(records: list[float], rng: Rng) -> int:
    """The place of the largest: private with scale 2/ε."""
    return int(np.argmax(_noisy(records, rng, 2 / EPSILON)))


def place_with_exponential_noise(records: list[float], rng: Rng) -> int:
    """Private too."""
    return int(np.argmax([q + rng.exponential(scale=2 / EPSILON) for q in _queries(records)]))


def place_with_half_the_noise(records: list[float], rng: Rng) -> int:
    """Scale 1/ε is enough only where all answers move in one direction."""
    return int(np.argmax(_noisy(records, rng, 1 / EPSILON)))


def value(records: list[float], rng: Rng) -> float:
    """The largest noisy answer itself."""
    return max(_noisy(records, rng, 2 / EPSILON))


def place_and_value(records: list[float], rng: Rng) -> tuple[int, float]:
    """Both, from the same noise."""
    noisy = _noisy(records, rng, 2 / EPSILON)
    return int(np.argmax(noisy)), max(noisy)


def value_with_exponential_noise(records: list[float], rng: Rng) -> float:
    """The largest answer under noise on one side: it is never below the true one."""
    return max(q + rng.exponential(scale=2 / EPSILON) for q in _queries(records))


def everything(records: list[float], rng: Rng) -> dict[str, float]:
    """All noisy answers: five times the budget of one."""
    return dict(zip("abcde", _noisy(records, rng, 2 / EPSILON), strict=True))


def everything_as_an_array(records: list[float], rng: Rng) -> np.ndarray:
    """The same as an array."""
    return np.array(_noisy(records, rng, 2 / EPSILON))
