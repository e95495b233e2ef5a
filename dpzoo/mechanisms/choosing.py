"""Mechanisms that choose: the exponential mechanism, and which partitions of a table may be shown."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import Any

from dpzoo.blocks.finite_mechanism import FiniteMechanism
from dpzoo.mechanisms.numbers import Number, exponential, finite, plain, whole
from dpzoo.mechanisms.registry import instance
from dpzoo.numbers.errors import BlockError
from dpzoo.numbers.real import Real, real

ONE = real(1)


def _exponential(weight: Number, m: int) -> FiniteMechanism:
    """Choices with scores: one dataset favours the first of m + 1 candidates, its neighbour all the others."""
    first = {0: weight, **dict.fromkeys(range(1, m + 1), weight / weight)}
    second = {0: weight / weight, **dict.fromkeys(range(1, m + 1), weight)}
    rows = {}
    for name, weights in (("a", first), ("b", second)):
        total = sum(weights.values())
        rows[name,] = {c: w / total for c, w in weights.items()}
    return finite(rows, "exponential mechanism")


@instance("exponential-mechanism")
def exponential_mechanism(epsilon: Real, m: Real = real(1000)) -> FiniteMechanism:  # noqa: B008  an immutable number
    """One record decides whether the first candidate scores 1 and m others 0, or the other way round (Δu = 1).

    The loss is ln(x(1 + mx)/(x + m)) with x = e^{ε/2}: below ε for every m, and close to it for large m.
    """
    return _exponential(exponential(epsilon / 2), whole(m, "m", 1, 20_000))


@instance("exponential-mechanism-without-two")
def exponential_without_two(epsilon: Real, m: Real = real(1000)) -> FiniteMechanism:  # noqa: B008
    """As the exponential mechanism's instance, with weights e^{εu} instead of e^{εu/2}."""
    return _exponential(exponential(epsilon), whole(m, "m", 1, 20_000))


# which partitions to show ---------------------------------------------------------------------------------------------


def keep_probabilities(epsilon: Real, delta: Real, most: int) -> Iterator[Number]:
    """π(0), …, π(``most``) of optimal partition selection, by the recursion of its proof (thesis, Lemma 13)."""
    grow, slack = exponential(epsilon), plain(delta)
    kept: Number = slack * 0
    for _ in range(most + 1):
        yield kept
        kept = min(grow * kept + slack, 1 - (1 - kept - slack) / grow, 1 + slack * 0)


def crossovers(epsilon: float, delta: float) -> tuple[int, int]:
    """n₁ and n₂ of the closed form, with floors (thesis, Lemmas 16 and 17; Theorem 13 prints ceilings)."""
    if not (epsilon > 0 and 0 < delta < 1):
        raise BlockError(f"the closed form needs epsilon > 0 and 0 < delta < 1, not {epsilon:g} and {delta:g}")
    first = 1 + math.floor(math.log((math.exp(epsilon) + 2 * delta - 1) / ((math.exp(epsilon) + 1) * delta)) / epsilon)
    kept = math.expm1(first * epsilon) / math.expm1(epsilon) * delta
    return first, first + math.floor(math.log1p(math.expm1(epsilon) / delta * (1 - kept)) / epsilon)


def keep_probability(n: int, epsilon: float, delta: float) -> float:
    """π(n) of optimal partition selection in closed form (thesis, Theorem 13 with floors)."""
    first, second = crossovers(epsilon, delta)
    if n <= first:
        return math.expm1(n * epsilon) / math.expm1(epsilon) * delta
    if n > second:
        return 1.0
    m, kept = n - first, math.expm1(first * epsilon) / math.expm1(epsilon) * delta
    return -math.expm1(-m * epsilon) * (1 + delta / math.expm1(epsilon)) + math.exp(-m * epsilon) * kept


@instance("optimal-partition-selection")
def optimal_partition_selection(epsilon: Real, delta: Real, n: Real = real(12)) -> FiniteMechanism:  # noqa: B008
    """One partition with 0 to n users, each with one row: it is kept with probability π, or dropped."""
    size = whole(n, "n", 1, 200)
    rows = {("user",) * c: {"keep": kept, "drop": 1 - kept} for c, kept in enumerate(keep_probabilities(epsilon, delta, size))}
    return finite(rows, "optimal partition selection")


@instance("tau-thresholding")
def tau_thresholding(epsilon: Real, delta: Real, kappa: Real = ONE) -> FiniteMechanism:
    """κ partitions; nobody, one user in all of them, or two. Per partition: nothing, or a noisy count of at least τ.

    The counts that are shown are cut at τ and τ + 1: beyond these the ratio of their densities is constant. Between them it may
    not be, so that what is found is a lower bound, and nothing is said to hold.
    """
    parts = whole(kappa, "kappa", 1, 4)
    kept = -math.expm1(math.log1p(-float(delta)) / parts)  # one user's partition passes with 1 − (1 − δ)^{1/κ}
    step = math.exp(float(epsilon) / parts)

    def law(users: int) -> dict[str, float]:
        if users == 0:
            return {"nothing": 1.0}
        shift = users - 1
        above = _tail(kept, step, shift)
        beyond = _tail(kept, step, shift - 1)
        return {"nothing": 1 - above, "close to τ": above - beyond, "above τ + 1": beyond}

    rows: dict[tuple[Any, ...], dict[Any, float]] = {}
    for users in range(3):
        one = law(users)
        rows[("user",) * users] = {o: math.prod(one[x] for x in o) for o in itertools.product(one, repeat=parts)}
    nothing = ("nothing",) * parts
    rows[()] = {nothing: 1.0}
    return finite(rows, "τ-thresholding", cut="noisy counts between τ and τ + 1 are merged")


def _tail(kept: float, step: float, users: int) -> float:
    """The probability that a Laplace count passes a threshold which it passes with ``kept`` ≤ ½ if ``users`` is 0."""
    passed = kept * step**users
    return passed if passed <= 0.5 else 1 - 0.25 / passed
