"""Noise added to a number, with the real line or the integers cut into finitely many pieces."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from dpzoo.blocks.mechanism import FiniteMechanism
from dpzoo.blocks.real import Real, real
from dpzoo.mechanisms.numbers import Number, exponential, finite, plain, whole
from dpzoo.mechanisms.registry import instance

ONE = real(1)


@instance("laplace-mechanism")
def laplace(epsilon: Real, Delta: Real = ONE, pieces: Real = ONE) -> FiniteMechanism:  # noqa: N803  the literature's symbol
    """Two datasets whose true values are 0 and Δ. The real line is cut at 0, Δ and equal steps between them.

    Left of 0 and right of Δ the ratio of the densities is constant, so the cut keeps the largest loss exactly; it is
    post-processing, so it adds none.
    """
    steps = whole(pieces, "pieces", 1, 64)
    del Delta  # only Δ over the scale Δ/ε matters
    ratio = exponential(epsilon / steps)
    half = Fraction(1, 2)

    def above(distance: int) -> Number:
        """The probability that the noise exceeds ``distance`` steps."""
        return half * (1 / ratio) ** distance if distance >= 0 else 1 - half * (1 / ratio) ** -distance

    def law(centre: int) -> dict[Any, Number]:
        tails = [above(cut - centre) for cut in range(steps + 1)]
        inner = {f"piece {j + 1}": tails[j] - tails[j + 1] for j in range(steps)}
        return {"below": 1 - tails[0], **inner, "above": tails[-1]}

    return finite({(): law(0), (1,): law(steps)}, "Laplace mechanism")


@instance("discrete-laplace-mechanism")
def discrete_laplace(epsilon: Real, Delta: Real = ONE, n: Real = ONE) -> FiniteMechanism:  # noqa: N803
    """Up to n records that count Δ each; outputs below 0 are collapsed into 0 and those above nΔ into nΔ.

    Beyond the true values the ratio of two probabilities is constant, so collapsing the ends loses nothing.
    """
    size, jump = whole(n, "n", 1, 16), whole(Delta, "Delta", 1, 64)
    r = 1 / exponential(epsilon / jump)
    top = size * jump

    def law(total: int) -> dict[int, Number]:
        inner = {k: (1 - r) / (1 + r) * r ** abs(k - total) for k in range(1, top)}
        return {0: r**total / (1 + r), **inner, top: r ** (top - total) / (1 + r)}

    return finite({(1,) * c: law(c * jump) for c in range(size + 1)}, "discrete Laplace mechanism")


_ = plain
