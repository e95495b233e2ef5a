"""Mechanisms that answer "which" or "whether": noisy maxima and the sparse vector technique, with its broken variants."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from dpzoo.blocks.finite_mechanism import FiniteMechanism
from dpzoo.mechanisms.numbers import Number, exponential, finite, whole
from dpzoo.mechanisms.registry import instance
from dpzoo.numbers.real import Real, real

THREE, TWO = real(3), real(2)


def _chosen(scores: Sequence[int], ratio: Number) -> dict[Any, Number]:
    """Permute and flip: in random order, each candidate is taken with probability ratio^-(best - score).

    The first that is accepted when all coins are thrown is uniform among the accepted ones.
    """
    best = max(scores)
    accept = [1 / ratio ** (best - s) for s in scores]
    found: dict[Any, Number] = dict.fromkeys(range(len(scores)), ratio * 0)
    for heads in itertools.product((True, False), repeat=len(scores)):
        weight = ratio / ratio
        for a, h in zip(accept, heads, strict=True):
            weight = weight * (a if h else 1 - a)
        winners = [i for i, h in enumerate(heads) if h]
        for i in winners:
            found[i] = found[i] + weight / len(winners)
    return found


@instance("permute-and-flip")
def permute_and_flip(epsilon: Real, m: Real = THREE) -> FiniteMechanism:
    """m + 1 candidates (Δ = 1): the first scores 1 and the others 0, or the other way round; also all 0 and all 1."""
    others = whole(m, "m", 1, 10)
    ratio = exponential(epsilon / 2)
    tables = {"first": [1] + [0] * others, "others": [0] + [1] * others, "none": [0] * (others + 1), "all": [1] * (others + 1)}
    return finite({(name,): _chosen(scores, ratio) for name, scores in tables.items()}, "permute and flip")


@instance("report-noisy-max")
def report_noisy_max(epsilon: Real, m: Real = THREE) -> FiniteMechanism:
    """The same candidates, each score with exponential noise of mean 2/ε; the largest is named: the law of permute and flip."""
    made = permute_and_flip(epsilon=epsilon, m=m)
    return FiniteMechanism(made.datasets, made.outputs, made.matrix, name="report noisy max")


# sparse vector ----------------------------------------------------------------------------------------------------

_NEGLIGIBLE: Final = 1e-19


def _mass(scale: float, value: int) -> float:
    """Discrete Laplace noise of this scale (0 for none)."""
    if scale == 0:
        return float(value == 0)
    r = math.exp(-1 / scale)
    return (1 - r) / (1 + r) * r ** abs(value)


def _at_least(scale: float, value: int) -> float:
    """The probability that such noise is at least ``value``."""
    if scale == 0:
        return float(value <= 0)
    r = math.exp(-1 / scale)
    return r**value / (1 + r) if value > 0 else 1 - r ** (1 - value) / (1 + r)


def _less(scale: float, value: int) -> float:
    """The probability that such noise is less than ``value``, with all its digits."""
    return _at_least(scale, 1 - value) if scale else float(value > 0)


def _sparse_vector(answers: Sequence[int], threshold: float, query: float, most: int | None) -> dict[Any, float]:
    """The law of the answers to queries with these true values against a threshold of 0 that has noise of its own.

    ``most`` is after how many ⊤ it stops (None for never).
    """
    found: dict[Any, float] = {}
    reach = math.ceil(threshold * -math.log(_NEGLIGIBLE)) if threshold else 0

    def go(t: int, place: int, tops: int, seen: tuple[Any, ...], weight: float) -> None:
        if place == len(answers) or (most is not None and tops == most):
            found[seen] = found.get(seen, 0.0) + weight
            return
        above, below = _at_least(query, t - answers[place]), _less(query, t - answers[place])
        if below > 0:
            go(t, place + 1, tops, (*seen, "⊥"), weight * below)
        if above > 0:
            go(t, place + 1, tops + 1, (*seen, "⊤"), weight * above)

    for t in range(-reach, reach + 1):
        go(t, 0, 0, (), _mass(threshold, t))
    total = math.fsum(found.values())
    return {o: p / total for o, p in found.items()}


def _pairs(rows: Mapping[str, Sequence[int]], name: str, law: Callable[[Sequence[int]], dict[Any, float]]) -> FiniteMechanism:
    return finite({(label,): law(answers) for label, answers in rows.items()}, name)


@instance("above-threshold")
def above_threshold(epsilon: Real, k: Real = THREE) -> FiniteMechanism:
    """k queries of sensitivity 1 whose values are all 0, all 1, or 1 for the last; discrete Laplace noise, threshold 0.

    The noise of the threshold is summed over the integers until what is left is below the precision of floats.
    """
    many, e = whole(k, "k", 1, 8), float(epsilon)
    rows = {"low": [0] * many, "high": [1] * many, "last": [0] * (many - 1) + [1], "first": [1] + [0] * (many - 1)}
    return _pairs(rows, "above threshold", lambda q: _sparse_vector(q, 2 / e, 4 / e, 1))


@instance("sparse-vector")
def sparse_vector(epsilon: Real, c: Real = TWO, k: Real = THREE) -> FiniteMechanism:
    """The same queries; it stops after c times ⊤."""
    many, tops, e = whole(k, "k", 1, 6), whole(c, "c", 1, 6), float(epsilon)
    rows = {"low": [0] * many, "high": [1] * many, "last": [0] * (many - 1) + [1], "first": [1] + [0] * (many - 1)}
    return _pairs(rows, "sparse vector", lambda q: _sparse_vector(q, 2 / e, 4 * tops / e, tops))


@instance("sparse-vector-without-query-noise")
def without_query_noise(epsilon: Real) -> FiniteMechanism:
    """Two queries of sensitivity 1 with values (0, 1) or (1, 0); only the threshold has noise."""
    e = float(epsilon)
    return _pairs({"a": [0, 1], "b": [1, 0]}, "no noise on queries", lambda q: _sparse_vector(q, 2 / e, 0.0, None))


@instance("sparse-vector-without-cutoff")
def without_cutoff(epsilon: Real, m: Real = THREE) -> FiniteMechanism:
    """2m queries of sensitivity 1: all 0, or m times 1 and m times -1; it never stops, and the noise knows no number of ⊤."""
    half, e = whole(m, "m", 1, 5), float(epsilon)
    rows = {"a": [0] * (2 * half), "b": [1] * half + [-1] * half}
    return _pairs(rows, "no cutoff", lambda q: _sparse_vector(q, 2 / e, 2 / e, None))


@instance("sparse-vector-showing-answers")
def showing_answers(epsilon: Real, m: Real = THREE) -> FiniteMechanism:
    """m queries and one more, of sensitivity 1: all 0, or m times 1 and then 0; a noisy answer above the threshold is shown.

    Shown answers are whole; those beyond m + 2 on either side are merged, a post-processing.
    """
    many, e = whole(m, "m", 1, 8), float(epsilon)
    cap = many + 2

    def law(answers: Sequence[int]) -> dict[Any, float]:
        found: dict[Any, float] = {}

        def add(output: tuple[Any, ...], chance: float) -> None:
            found[output] = found.get(output, 0.0) + chance

        reach = math.ceil(2 / e * -math.log(_NEGLIGIBLE))
        for t in range(-reach, reach + 1):
            weight = _mass(2 / e, t)
            for place, value in enumerate(answers):
                before = ("⊥",) * place
                for answer in range(t, cap):
                    add((*before, max(answer, -cap)), weight * _mass(2 / e, answer - value))
                add((*before, cap), weight * _at_least(2 / e, max(t, cap) - value))
                weight *= _less(2 / e, t - value)
            add(("⊥",) * len(answers), weight)
        total = math.fsum(found.values())
        return {o: p / total for o, p in found.items()}

    return _pairs({"a": [0] * (many + 1), "b": [1] * many + [0]}, "answers shown", law)


@instance("sparse-vector-with-fixed-noise")
def fixed_noise(epsilon: Real, c: Real = TWO) -> FiniteMechanism:
    """2c queries of sensitivity 1: all 0, or c times 1 and c times -1; it stops after c times ⊤; the noise is fixed."""
    tops, e = whole(c, "c", 1, 4), float(epsilon)
    rows = {"a": [0] * (2 * tops), "b": [1] * tops + [-1] * tops}
    return _pairs(rows, "fixed noise", lambda q: _sparse_vector(q, 4 / e, 4 / (3 * e), tops))
