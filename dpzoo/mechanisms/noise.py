"""Noise of other shapes, and Gaussian noise on samples and sums of many parties."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

from dpzoo.blocks.finite_mechanism import FiniteMechanism
from dpzoo.mechanisms.numbers import Number, exponential, finite, plain, whole
from dpzoo.mechanisms.registry import instance
from dpzoo.numbers.errors import BlockError
from dpzoo.numbers.real import Real, real
from dpzoo.numbers.values import normal_cdf

HALF, ONE = real(1) / 2, real(1)


@instance("staircase-mechanism")
def staircase(epsilon: Real, gamma: Real = HALF) -> FiniteMechanism:
    """Two datasets whose true values are 0 and Δ. Within each piece of the line the ratio of the densities is constant.

    The pieces are the half lines beyond the two values, and what lies between them cut at γΔ and (1 - γ)Δ.
    """
    share = plain(gamma)
    if not 0 < share < 1:
        raise BlockError(f"gamma is {gamma}; the instance needs it strictly between 0 and 1")
    r = 1 / exponential(epsilon)
    # the probability between 0 and Δ is (1 - r)/2; the density falls by r at γΔ
    high = (1 - r) / 2 / (share + r * (1 - share))
    cuts = sorted({share * 0, share, 1 - share, share / share})

    def between(low: Number, top: Number) -> Number:
        steep = max(share * 0, min(top, share) - low)
        return high * steep + high * r * (top - low - steep)

    pieces = list(pairwise(cuts))
    centre = {f"between {i}": between(a, b) for i, (a, b) in enumerate(pieces)}
    mirrored = {f"between {i}": between(1 - b, 1 - a) for i, (a, b) in enumerate(pieces)}
    half = r / r / 2
    return finite(
        {(): {"below": half, **centre, "above": r / 2}, (1,): {"below": r / 2, **mirrored, "above": half}}, "staircase mechanism"
    )


@instance("dp-sgd")
def sampled_gaussian(sigma: Real, q: Real, T: Real = ONE) -> FiniteMechanism:  # noqa: N803  the field's symbol
    """One step, one record with a gradient of norm 1 that is sampled with probability q; T must be 1 here.

    The line of the noisy sum is cut into pieces of a tenth of σ between -8σ and 1 + 8σ. That is post-processing: what is found
    is a lower bound, and nothing is said to hold.
    """
    whole(T, "T", 1, 1)
    s, rate = float(sigma), float(q)
    many = math.ceil((1 + 16 * s) / (s / 10))
    cuts = [-8 * s + i * s / 10 for i in range(many + 1)]

    def law(centre: float) -> list[float]:
        below = [normal_cdf(real((c - centre) / s)) for c in cuts]
        upper = normal_cdf(real((centre - cuts[-1]) / s))
        return [float(x) for x in (below[0], *(b - a for a, b in pairwise(below)), upper)]

    without, sampled = law(0.0), law(1.0)
    mixed = [rate * a + (1 - rate) * b for a, b in zip(sampled, without, strict=True)]
    rows: dict[Any, dict[int, float]] = {(): dict(enumerate(without)), (1,): dict(enumerate(mixed))}
    return finite(rows, "one step of DP-SGD", cut=f"the real line is cut into {many + 2} pieces")
