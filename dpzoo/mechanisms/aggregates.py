"""Aggregates of a query engine: clamped sums and means, counts, bounds and quantiles, each with discrete Laplace noise.

The engine adds Laplace noise to real numbers; here values, bounds and noise are whole, which keeps the sensitivity and the
loss. Noisy numbers are collapsed beyond the values that occur, where the ratio of two probabilities is constant.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from dpzoo.blocks.finite_mechanism import FiniteMechanism
from dpzoo.mechanisms.additive import two_sided
from dpzoo.mechanisms.numbers import Number, exponential, finite, whole
from dpzoo.mechanisms.registry import instance
from dpzoo.numbers.errors import BlockError
from dpzoo.numbers.real import Real, real
from dpzoo.numbers.values import value

TWO = real(2)


def _bounds(lower: Real, upper: Real) -> tuple[int, int]:
    low, high = (value(x, name).rational for x, name in ((lower, "L"), (upper, "U")))
    if low is None or high is None or low.denominator != 1 or high.denominator != 1:
        raise BlockError(f"the instance needs whole bounds, not {lower} and {upper}")
    if low >= high:
        raise BlockError(f"the bounds contradict each other: L = {low} is not below U = {high}")
    return int(low), int(high)


def _together(laws: Iterable[Mapping[Any, Number]]) -> dict[Any, Number]:
    """The law of independent answers."""
    parts = [list(law.items()) for law in laws]
    return {tuple(o for o, _ in chosen): math.prod(p for _, p in chosen) for chosen in itertools.product(*parts)}


@instance("clamped-sum")
def clamped_sum(epsilon: Real, L: Real = real(0), U: Real = real(2)) -> FiniteMechanism:  # noqa: B008, N803  the source's symbols
    """Up to one record, clamped to L or U (or 0 in between), with discrete Laplace noise on the sum."""
    low, high = _bounds(L, U)
    reach = max(abs(low), abs(high))
    ratio = exponential(epsilon / reach)
    ends = min(low, 0), max(high, 0)
    return finite({d: two_sided(ratio, sum(d), *ends) for d in ((), (low,), (high,))}, "clamped sum")


@instance("clamped-mean")
def clamped_mean(epsilon: Real, L: Real = real(0), U: Real = real(2)) -> FiniteMechanism:  # noqa: B008, N803
    """Up to one record at L, the middle or U: the noisy sum of the distances to the middle and the noisy count, at ε/2 each.

    Distances are counted in half widths (U − L)/2, the sensitivity. The average itself is computed from the two numbers.
    """
    _bounds(L, U)
    ratio = exponential(epsilon / 2)
    rows = {}
    for d in ((), (-1,), (0,), (1,)):
        rows[d] = _together([two_sided(ratio, sum(d), -1, 1), two_sided(ratio, len(d), 0, 1)])
    return finite(rows, "clamped mean")


@instance("bounded-contribution-aggregation")
def bounded_contribution(epsilon: Real, kappa: Real = TWO) -> FiniteMechanism:
    """One user, who counts in none, some or all of κ partitions; every partition is published with noise for ε/κ."""
    parts = whole(kappa, "kappa", 1, 5)
    ratio = exponential(epsilon / parts)
    rows: dict[Sequence[Any], Mapping[Any, Number]] = {}
    for shown in range(parts + 1):
        counts = [1] * shown + [0] * (parts - shown)
        rows[(frozenset(range(shown)),) if shown else ()] = _together(two_sided(ratio, c, 0, 1) for c in counts)
    return finite(rows, "bounded contribution")


@instance("distinct-count")
def distinct_count(epsilon: Real, kappa: Real = TWO) -> FiniteMechanism:
    """One user, who holds up to κ values that nobody else holds; the number of distinct values with noise for κ."""
    most = whole(kappa, "kappa", 1, 16)
    ratio = exponential(epsilon / most)
    rows = {((frozenset(range(c)),) if c else ()): two_sided(ratio, c, 0, most) for c in range(most + 1)}
    return finite(rows, "distinct count")


@instance("automatic-bounds")
def automatic_bounds(epsilon: Real, K: Real = real(2), B: Real = real(4)) -> FiniteMechanism:  # noqa: B008, N803
    """B bins and at most two records; shown is the most significant bin whose noisy count exceeds K (whole, at least 1)."""
    bins, least = whole(B, "B", 2, 12), whole(K, "K", 1, 100)
    ratio = exponential(epsilon)

    def exceeds(count: int) -> Number:
        """Pr[count + noise > K] for count ≤ K."""
        r = 1 / ratio
        gap = least + 1 - count
        return r**gap / (1 + r) if gap >= 0 else 1 - r ** (1 - gap) / (1 + r)

    def law(d: tuple[int, ...]) -> dict[Any, Number]:
        left: Number = ratio / ratio
        found: dict[Any, Number] = {}
        for b in reversed(range(bins)):
            chance = exceeds(d.count(b))
            found[b] = left * chance
            left = left * (1 - chance)
        return {**found, "none": left}

    datasets = [(), *((b,) for b in range(bins)), *itertools.combinations_with_replacement(range(bins), 2)]
    return finite({d: law(d) for d in datasets}, "automatic bounds")


@instance("quantile-by-noisy-search")
def quantile_by_noisy_search(epsilon: Real, T: Real = TWO) -> FiniteMechanism:  # noqa: N803  the number of steps
    """The median of up to one value in 0…2^T − 1 by T steps of a search on noisy counts below and above, each for ε/T.

    The two counts of a step concern different records, so a record changes one of them. Published are the noisy counts
    themselves, of which the path of the search is a function.
    """
    steps = whole(T, "T", 1, 3)
    ratio = exponential(epsilon / steps)
    top = 2**steps

    def law(d: tuple[int, ...]) -> dict[Any, Number]:
        found: dict[Any, Number] = {}

        def search(low: int, high: int, seen: tuple[Any, ...], chance: Number) -> None:
            if high - low == 1:
                found[seen] = chance
                return
            middle = (low + high) // 2
            below, above = sum(x < middle for x in d), sum(x >= middle for x in d)
            for answer, p in _together([two_sided(ratio, below, 0, 1), two_sided(ratio, above, 0, 1)]).items():
                left = answer[0] >= answer[1]
                search(low if left else middle, middle if left else high, (*seen, answer), chance * p)

        search(0, top, (), ratio / ratio)
        return found

    return finite({d: law(d) for d in ((), *((x,) for x in range(top)))}, "quantile by noisy search")


@instance("functional-mechanism")
def functional_mechanism(epsilon: Real) -> FiniteMechanism:
    """Regression with one feature: one record (x, y) with x, y in {−1, 0, 1}; the coefficients y², −2xy, x² with noise.

    Noise of scale 2(d + 1)²/ε = 8/ε per coefficient, here discrete.
    """
    ratio = exponential(epsilon / 8)
    rows = {}
    for x, y in itertools.product((-1, 0, 1), repeat=2):
        rows[(x, y),] = _together(
            [two_sided(ratio, y * y, 0, 1), two_sided(ratio, -2 * x * y, -2, 2), two_sided(ratio, x * x, 0, 1)]
        )
    return finite(rows, "functional mechanism")
