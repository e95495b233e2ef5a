"""Noise added to a number, with the real line or the integers cut into finitely many pieces."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any, Final

from dpzoo.blocks.finite_mechanism import FiniteMechanism
from dpzoo.mechanisms.numbers import Number, exponential, finite, whole
from dpzoo.mechanisms.registry import instance
from dpzoo.numbers.real import Real, real
from dpzoo.numbers.values import normal_cdf

ONE = real(1)


def two_sided(ratio: Number, centre: int, low: int, high: int) -> dict[int, Number]:
    """Two-sided geometric noise around ``centre`` with factor 1/``ratio`` per step; the ends keep the tails."""
    r = 1 / ratio
    inner = {k: (1 - r) / (1 + r) * r ** abs(k - centre) for k in range(low + 1, high)}
    return {low: r ** (centre - low) / (1 + r), **inner, high: r ** (high - centre) / (1 + r)}


def exceeds(ratio: Number, steps: int) -> Number:
    """The probability that Laplace noise exceeds ``steps`` times the distance over which its density falls by 1/``ratio``."""
    half = Fraction(1, 2)
    return half * (1 / ratio) ** steps if steps >= 0 else 1 - half * (1 / ratio) ** -steps


def pieces_of_line(ratio: Number, centre: int, steps: int) -> dict[Any, Number]:
    """Laplace noise around ``centre`` with the line cut at 0, 1, …, ``steps``."""
    tails = [exceeds(ratio, cut - centre) for cut in range(steps + 1)]
    inner = {f"piece {j + 1}": tails[j] - tails[j + 1] for j in range(steps)}
    return {"below": 1 - tails[0], **inner, "above": tails[-1]}


@instance("laplace-mechanism")
def laplace(epsilon: Real, pieces: Real = ONE) -> FiniteMechanism:
    """Two datasets whose true values are 0 and Δ. The real line is cut at 0, Δ and equal steps between them.

    Left of 0 and right of Δ the ratio of the densities is constant, so the cut keeps the largest loss exactly. For every other
    measure it is post-processing: what is found is a lower bound, closer with more pieces, and nothing is said to hold.
    """
    steps = whole(pieces, "pieces", 1, 64)
    ratio = exponential(epsilon / steps)
    rows = {(): pieces_of_line(ratio, 0, steps), (1,): pieces_of_line(ratio, steps, steps)}
    return finite(rows, "Laplace mechanism", cut=f"the real line is cut into {steps + 2} pieces")


@instance("discrete-laplace-mechanism")
def discrete_laplace(epsilon: Real, Delta: Real = ONE, n: Real = ONE) -> FiniteMechanism:  # noqa: N803  the field's symbol
    """Up to n records that count Δ each; outputs below 0 are collapsed into 0 and those above nΔ into nΔ.

    Beyond the true values the ratio of two probabilities is constant, so collapsing the ends loses nothing.
    """
    size, jump = whole(n, "n", 1, 16), whole(Delta, "Delta", 1, 64)
    ratio = exponential(epsilon / jump)
    rows = {(1,) * c: two_sided(ratio, c * jump, 0, size * jump) for c in range(size + 1)}
    return finite(rows, "discrete Laplace mechanism")


@instance("gaussian-mechanism")
def gaussian(sigma: Real, Delta: Real = ONE, epsilon: Real = ONE) -> FiniteMechanism:  # noqa: N803
    """Two datasets whose true values are 0 and Δ. The real line is cut where the log-ratio of the densities is −ε, 0 and ε.

    The set on which the ratio exceeds e^ε is one of the pieces, so δ at this ε is that of the mechanism itself. Everything else
    is a lower bound, since the cut is post-processing, and nothing is said to hold.
    """
    middle, reach = Delta / 2, epsilon * sigma * sigma / Delta
    cuts = [middle - reach, middle, middle + reach] if float(reach) > 0 else [middle]

    def law(centre: Real) -> dict[str, float]:
        below = [0.0, *(float(normal_cdf((cut - centre) / sigma)) for cut in cuts)]
        beyond = float(normal_cdf((centre - cuts[-1]) / sigma))
        inner = {f"piece {j + 1}": below[j + 1] - below[j] for j in range(len(cuts))}
        return {**inner, "beyond": beyond}

    return finite(
        {(): law(real(0)), (1,): law(Delta)}, "Gaussian mechanism", cut=f"the real line is cut into {len(cuts) + 1} pieces"
    )


@instance("discrete-gaussian-mechanism")
def discrete_gaussian(sigma: Real, Delta: Real = ONE, reach: Real | None = None) -> FiniteMechanism:  # noqa: N803
    """Two datasets whose true values are 0 and Δ; the integers beyond ``reach`` (12σ + Δ, if not given) are collapsed.

    The ends of the table hold the tails on either side. That is post-processing: what is found is a lower bound, and nothing is
    said to hold.
    """
    jump, scale = whole(Delta, "Delta", 1, 20), float(sigma)
    wide = math.ceil(_DEVIATIONS * scale)
    wished = wide + jump if reach is None else whole(reach, "reach", 1, MOST_REACH)
    most = max(jump, min(wished, MOST_REACH, math.floor(30 * scale) - jump))  # further out floats are 0
    span = range(-most - jump - wide, most + jump + wide + 1)
    weight = {k: math.exp(-(k * k) / (2 * scale * scale)) for k in span}
    total = math.fsum(weight.values())

    def law(centre: int) -> dict[int, float]:
        found: dict[int, list[float]] = {k: [] for k in range(-most, most + 1)}
        for k, w in weight.items():
            found[max(-most, min(most, k + centre))].append(w)
        return {k: math.fsum(ws) / total for k, ws in found.items()}

    cut = f"the integers beyond {most} are collapsed on either side"
    return finite({(): law(0), (1,): law(jump)}, "discrete Gaussian mechanism", cut=cut)


_DEVIATIONS: Final = 12
MOST_REACH: Final = 10_000
