"""A guarantee reduced to what its meaning is computed from: pairs (ε, δ) that hold together, or μ of Gaussian DP."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from dpzoo.meaning.errors import MeaningError
from dpzoo.meaning.named_formulas import lower, upper

LARGEST: Final = 700.0
"""An ε close to where e^ε is no floating-point number any more; of a larger one the least belief is given as 0."""


@dataclass(frozen=True, slots=True)
class EpsilonDelta:
    """(ε, δ)."""

    epsilon: float
    delta: float = 0.0

    def __post_init__(self) -> None:
        if not self.epsilon >= 0:
            raise MeaningError(f"ε must be at least 0, not {self.epsilon:g}")
        if not 0 <= self.delta <= 1:
            raise MeaningError(f"δ must lie between 0 and 1, not at {self.delta:g}")

    @property
    def bounded(self) -> float:
        """ε, or the largest number whose exponential exists."""
        return min(self.epsilon, LARGEST)

    def power(self, level: float) -> float:
        """The best power of a test at this false-alarm probability."""
        return min(1.0, upper("power", epsilon=self.bounded, delta=self.delta, level=level))

    def ceiling(self, prior: float) -> float:
        """How often the best guess between two neighbours is right, at most."""
        return min(1.0, upper("ceiling", epsilon=self.bounded, delta=self.delta, prior=prior))


@dataclass(frozen=True, slots=True)
class PrivacyRegion:
    """What is promised about two neighbours: all of ``pairs`` at once, or exactly what Gaussian DP with ``mu`` promises.

    ``pairs`` is not empty; with ``mu`` its pairs follow from it. The bounds for several pairs take the best one at each point.
    """

    pairs: tuple[EpsilonDelta, ...]
    mu: float | None = None

    @property
    def pure(self) -> float | None:
        """The smallest ε with δ = 0; None if there is none."""
        found = [p.epsilon for p in self.pairs if p.delta == 0 and math.isfinite(p.epsilon)]
        return min(found) if found else None

    def power(self, level: float) -> float:
        """The best power of a test whose false-alarm probability is ``level``, at most."""
        _probability(level, "the false-alarm probability")
        if self.mu is not None:
            return gaussian_power(self.mu, level)
        return min(p.power(level) for p in self.pairs)

    def ceiling(self, prior: float = 0.5) -> float:
        """How often an attacker who gives the secret this probability guesses right, at most."""
        check_prior(prior)
        if self.mu is None:
            return min(p.ceiling(prior) for p in self.pairs)
        return gaussian_ceiling(self.mu, prior)

    def beliefs(self, prior: float) -> Beliefs:
        """How far a belief of ``prior`` in the secret, right or wrong, can move."""
        check_prior(prior)
        if self.pure is not None:
            e = min(self.pure, LARGEST)
            most = min(1.0, upper("belief-upper", prior=prior, epsilon=e))
            return Beliefs(lower("belief-lower", prior=prior, epsilon=e) if self.pure == e else 0.0, most, 0.0)
        best = min((p for p in self.pairs if p.delta <= min(q.delta for q in self.pairs)), key=lambda p: p.epsilon)
        least = lower("belief-lower-approximate", prior=prior, epsilon=best.epsilon) if best.epsilon <= LARGEST else 0.0
        most = upper("belief-upper-approximate", prior=prior, epsilon=best.bounded)
        return Beliefs(least, min(1.0, most), min(1.0, 2 * best.delta))


def gaussian_power(mu: float, level: float) -> float:
    """The best power of a test with this false-alarm probability under Gaussian DP, at most."""
    return 0.0 if level == 0 else 1.0 if level == 1 else min(1.0, upper("power-gaussian", mu=mu, level=level))


def gaussian_ceiling(mu: float, prior: float) -> float:
    """How often the best guess is right under Gaussian DP, at most."""
    return min(1.0, upper("ceiling-gaussian", mu=mu, prior=prior)) if mu else max(prior, 1 - prior)


@dataclass(frozen=True, slots=True)
class Beliefs:
    """The least and the most that a belief becomes; each bound fails with probability at most ``failure``."""

    lower: float
    upper: float
    failure: float


def check_prior(prior: float) -> None:
    """Raise MeaningError unless 0 < prior < 1."""
    if not 0 < prior < 1:
        raise MeaningError(f"a prior must lie strictly between 0 and 1 (certainty cannot change), not at {prior:g}")


def _probability(p: float, what: str) -> None:
    if not 0 <= p <= 1:
        raise MeaningError(f"{what} must lie between 0 and 1, not at {p:g}")
