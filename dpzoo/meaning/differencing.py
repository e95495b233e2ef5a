"""Differencing attacks: two aggregates over groups that differ in one person (ADB21), with one or both answers noisy.

The attacker can single the person out, and knows the noise and by how much the true answers differ if the secret is 1. The
Laplace mechanism answers, with the whole budget ε on the answers that are asked for. An average is a noisy sum divided by the
true number of people, as in the paper; that mechanism is *not* ε-DP.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

from dpzoo.meaning.errors import MeaningError
from dpzoo.meaning.named_formulas import value
from dpzoo.meaning.promise import LARGEST, check_prior


class Query(StrEnum):
    """The query about the group."""

    COUNT = "count"
    SUM = "sum"
    AVERAGE = "average"


class Known(StrEnum):
    """The true answer that the attacker also has."""

    NOTHING = "nothing"
    WHOLE = "whole"
    REST = "rest"


@dataclass(frozen=True, slots=True)
class Attack:
    """A differencing attack.

    ``ratio`` is r = |d|/Δ: for a sum the target's value divided by the largest one; for an average the distance of the target's
    value from the known average, divided by the largest value; for a count 1. ``known`` says whether the true answer over the
    whole group (with the target, if the secret is 1) or over the rest is known; ``size`` is the number of people in it, for
    averages only.
    """

    query: Query
    known: Known = Known.WHOLE
    ratio: float = 1.0
    size: int | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.ratio <= 1:
            raise MeaningError(f"the target's share of the sensitivity must lie between 0 and 1, not at {self.ratio:g}")
        if self.query is Query.COUNT and self.ratio != 1:
            raise MeaningError("in a count everybody contributes the whole sensitivity: the share is 1")
        if self.query is not Query.AVERAGE:
            if self.size is not None:
                raise MeaningError("only an attack on an average depends on the number of people")
            return
        if self.known is Known.NOTHING:
            raise MeaningError("an attack on an average needs a true average: say that the whole group's or the rest's is known")
        least = 2 if self.known is Known.WHOLE else 1
        if self.size is None or self.size < least:
            raise MeaningError(f"an attack on an average needs the number of people behind the known average, at least {least}")
        if self.known is Known.WHOLE and self.ratio > (most := (self.size - 1) / self.size):
            raise MeaningError(
                f"no {self.size} values of one range have a member that far from their average: the share is at most {most:.4g}"
            )

    def success(self, epsilon: float, prior: float = 0.5) -> float:
        """The probability that the best guess is right, if the answers are ``epsilon``-DP Laplace answers together.

        For averages the attack is the paper's, which leaves out that the noise's scale depends on the secret, for an undecided
        attacker.
        """
        check_prior(prior)
        if not epsilon >= 0:
            raise MeaningError(f"ε must be at least 0, not {epsilon:g}")
        epsilon = min(epsilon, 2 * LARGEST)
        if self.query is Query.AVERAGE:
            if prior != 0.5:
                raise MeaningError("the formula for averages is for an undecided attacker (prior 0.5)")
            assert self.size is not None
            return value(f"average-{self.known}-known", r=self.ratio, n=self.size, epsilon=epsilon)
        if self.known is not Known.NOTHING:
            return value("one-query", r=self.ratio, epsilon=epsilon, prior=prior)
        if prior == 0.5:
            return value("two-queries", r=self.ratio, epsilon=epsilon)
        return two_queries(epsilon, self.ratio, prior)

    def largest_epsilon(self, target: float) -> float:
        """The largest ε that keeps the success of an undecided attacker at ``target``; infinite if no ε exceeds it."""
        check_target(target)
        if target == 1 or self.ratio == 0:
            return math.inf
        if self.query is Query.AVERAGE:
            assert self.size is not None
            found = value(f"average-{self.known}-known-epsilon", r=self.ratio, n=self.size, target=target)
        else:
            formula = "two-queries-epsilon" if self.known is Known.NOTHING else "one-query-epsilon"
            found = value(formula, r=self.ratio, target=target)
        return max(0.0, found)  # near one half the difference of nearly equal numbers may fall below


def two_queries(epsilon: float, ratio: float, prior: float) -> float:
    """Success with two answers at ε/2 each for any prior: the best threshold, found to 1e-12.

    The noise's density is log-concave, so that the likelihood ratio grows with the difference of the answers: the best guess is
    1 above the threshold at which the odds are even, if there is one.
    """
    shift = ratio * epsilon / 2

    def success(threshold: float) -> float:
        return value("two-queries-threshold", threshold=threshold, r=ratio, epsilon=epsilon, prior=prior)

    def gain(threshold: float) -> float:
        return value("two-queries-odds", threshold=threshold, r=ratio, epsilon=epsilon, prior=prior)

    sure = max(prior, 1 - prior)
    reach = 1.0 + shift
    while reach < 1e6 and not gain(-reach) < 0 < gain(reach):
        reach *= 2
    if not gain(-reach) < 0 < gain(reach):
        return sure
    low, high = -reach, reach
    while high - low > 1e-12 * max(1.0, abs(low)):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        low, high = (middle, high) if gain(middle) < 0 else (low, middle)
    return max(sure, success((low + high) / 2))


def repeated(epsilon: float, times: int, cells: int = 4000) -> float:
    """Success of an undecided attacker if one count (share 1) is asked ``times`` times at ε/times, the other being known.

    The loss of one answer has atoms at ±a, a = ε/times, and the density ¼e^((L - a)/2) between, under secret 1; under 0 it is
    mirrored. The sum of the losses decides. Convolved on a grid of ``cells`` steps per answer, mass and mean of every cell kept:
    the error is below 1e-5 for the values used here.
    """
    import numpy as np

    if times < 1:
        raise MeaningError(f"a query must be asked at least once, not {times} times")
    a = epsilon / times
    edges = np.linspace(-a, a, cells + 1)
    mass = np.diff(np.exp((edges - a) / 2)) / 2
    moment = np.diff((edges - 2) * np.exp((edges - a) / 2)) / 2
    # a cell's mass goes to its two ends so that its mean stays
    right = (moment - mass * edges[:-1]) / (2 * a / cells)
    loss = np.zeros(cells + 1)
    loss[1:] += right
    loss[:-1] += mass - right
    loss[0] += math.exp(-a) / 2
    loss[-1] += 0.5
    size = 1 << (times * cells + 1).bit_length()
    total = np.fft.irfft(np.fft.rfft(loss, size) ** times, size)[: times * cells + 1]
    middle = times * cells // 2
    even = times * cells % 2 == 0
    return float(total[middle + 1 :].sum() + (total[middle] / 2 if even else 0.0))


def split(epsilon: float, share: float, ratio: float = 1.0) -> float:
    """Success of an undecided attacker with two answers, the first of which gets ``share`` of ε."""
    if not 0 < share < 1:
        raise MeaningError(f"a share of the budget must lie strictly between 0 and 1, not at {share:g}")
    if abs(share - 0.5) < 1e-5:  # the formula's limit
        return value("two-queries", r=ratio, epsilon=epsilon)
    return value("two-queries-split", share=share, r=ratio, epsilon=epsilon)


def check_target(target: float) -> None:
    """Raise MeaningError unless ``target`` can bound an undecided attacker's success."""
    if not 0.5 <= target <= 1:
        raise MeaningError(
            f"an undecided attacker is right half of the time anyway: the bound lies between 0.5 and 1, not at {target:g}"
        )
