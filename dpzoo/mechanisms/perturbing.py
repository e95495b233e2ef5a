"""Noise that is rounded afterwards, and noise inside a minimisation, on the line cut into finitely many pieces."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from dpzoo.blocks.finite_mechanism import FiniteMechanism
from dpzoo.mechanisms.additive import ONE
from dpzoo.mechanisms.numbers import Number, exponential, finite, whole
from dpzoo.mechanisms.registry import instance
from dpzoo.numbers.real import Real, real

SIZE: Final = real(3)
PIECES: Final = real(40)


def beyond(epsilon: Real, steps: Real) -> Number:
    """The probability that Laplace noise of scale 1/ε exceeds a real number."""
    half = exponential(-epsilon * abs(steps)) / 2
    return half if steps >= 0 else 1 - half


@instance("snapping-mechanism")
def snapping(epsilon: Real, Delta: Real = ONE, n: Real = SIZE) -> FiniteMechanism:  # noqa: N803  the field's symbol
    """Two datasets whose true values are 0 and Δ; outputs are the multiples of Λ from −nΛ to nΛ, in real arithmetic.

    Λ is the least power of 2 that is at least the scale Δ/ε. The last piece lies beyond both true values, where the ratio is
    constant: the largest loss is that of the noise.
    """
    size = whole(n, "n", 2, 64)
    scale = Delta / epsilon
    grid = real(2) ** real(math.ceil(math.log2(float(scale)) - 1e-12))
    cuts = [grid * (2 * k - 1) / 2 for k in range(-size + 1, size + 1)]

    def law(centre: Real) -> dict[int, Number]:
        tails: Sequence[Number] = [1, *(beyond(epsilon / Delta, cut - centre) for cut in cuts), 0]
        return {k - size: tails[k] - tails[k + 1] for k in range(2 * size + 1)}

    return finite({(): law(real(0)), (1,): law(Delta)}, "snapping mechanism")


@instance("objective-perturbation")
def objective_perturbation(
    epsilon: Real,
    c: Real,
    n: Real,
    Lambda: Real,  # noqa: N803
    pieces: Real = PIECES,
) -> FiniteMechanism:
    """Logistic loss in one dimension: the records y·x are 1, and the last is 1, -1 or 0; cut at equal steps of the weight.

    The perturbation b that makes a weight w the minimiser falls in w, so that Pr[weight ≤ w] = Pr[noise ≥ b(w)]. The cut is
    post-processing, and what is found a lower bound. Logistic loss has c = 1/4; a larger c is allowed.
    """
    records, steps = whole(n, "n", 1, 1000), whole(pieces, "pieces", 2, 400)
    rate, strong = float(epsilon) / 2, float(Lambda)
    reach = 3 / (records * strong)

    def law(last: int) -> dict[int, float]:
        def needed(w: float) -> float:
            slopes = [-y / (1 + math.exp(y * w)) for y in [1] * (records - 1) + [last]]
            return -records * strong * w - sum(slopes)

        def at_most(w: float) -> float:
            b = needed(w)
            return math.exp(-rate * b) / 2 if b >= 0 else 1 - math.exp(rate * b) / 2

        below = [0.0, *(at_most(reach * (2 * j / steps - 1)) for j in range(steps + 1)), 1.0]
        return {j: below[j + 1] - below[j] for j in range(steps + 2)}

    rows = {(1,) * (records - 1) + (y,): law(y) for y in (1, -1, 0)}
    return finite(rows, "objective perturbation", cut=f"the weight is cut into {steps + 2} pieces")
