"""Amplification by shuffling of ε₀-DP local reports (Feldman, McMillan and Talwar 2021), for one report that is replaced.

Among the n - 1 other reports C ~ Bin(n - 1, e^{-ε₀}) look like one of the two that are compared, A ~ Bin(C, ½) of them like the
first. With the decomposition of the report itself into randomised response what is seen is (A + Δ, C - A + 1 - Δ) against
(A + 1 - Δ, C - A + Δ) with Δ ~ Bernoulli(e^{ε₀}/(1 + e^{ε₀})), of which the shuffled reports are a post-processing.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any, Final

from dpzoo.mechanisms.accounting.pairs import response
from dpzoo.mechanisms.accounting.parts import ANY_VALUES, Part, response_renyi, upward
from dpzoo.numbers.real import ZERO, Real

_TAIL: Final = 1e-18
_MOST_SHOWN: Final = 2_000
_LARGEST: Final = 700.0
"""Beyond it e^epsilon is not a float, and what one report allows by itself is the bound."""


def shuffled(people: int, epsilon: Real, text: str) -> Part:
    """The reports of ``people`` persons, each by an ε-DP local randomiser, in random order."""
    local = upward(epsilon)
    return Part(
        text=text,
        neighbours="replace",
        pure=epsilon,
        concentrated=(ZERO, epsilon * (epsilon / 2).tanh()),
        pairs=(response(epsilon),) * 2,
        renyi=lambda a: response_renyi(a, local),
        profile=lambda e: clones_delta(people, local, e),
        attained=False,
        note=ANY_VALUES,
    )


def clones_delta(people: int, local: float, epsilon: float) -> float:
    """An upper bound on the δ at ``epsilon`` of ``people`` shuffled reports with local loss ``local`` (numerical).

    Tails of C beyond probability 1e-18 are added whole. Where C has too wide a range, it is cut into blocks; more clones are a
    post-processing of fewer, so each block is taken at its smallest C, which protects least.
    """
    import numpy as np

    others, chance = people - 1, math.exp(-local)
    if others == 0 or epsilon >= local or epsilon > _LARGEST:
        return max(0.0, -math.expm1(epsilon - local)) / (1 + chance) * (1 + 1e-12)
    starts, weights, missing = _clones(others, chance)
    total = starts + 1  # a + b of what is seen
    # with truth = 1/(1 + e^-local), lie = 1 - truth, a report a has odds (truth·a + lie·b) : (lie·a + truth·b), which exceed the
    # price where one·a > other·b, as at a = total; neither is computed as a difference of nearly equal numbers
    one, other = -math.expm1(epsilon - local) / (1 + chance), (math.exp(epsilon) - chance) / (1 + chance)
    least = np.minimum(np.floor(other * total / (one + other)).astype(int) + 1, total)
    # Pr[A + 1 = a] and Pr[A = a] with A ~ Bin(c, 1/2)
    first, second = _tail(least - 1, starts), _tail(least, starts)
    inside = np.maximum(one * first - other * second, 0.0)
    return min(1.0, (float(np.dot(weights, inside)) + missing) * (1 + 1e-9) + 1e-17)


def closed_form(people: int, local: float, delta: float) -> float | None:
    """ε of the closed form (FMT21, Theorem 3.1); None outside its condition ε₀ ≤ ln(n/(16 ln(2/δ)))."""
    if people <= 16 * math.log(2 / delta) or local > math.log(people / (16 * math.log(2 / delta))):
        return None
    e = math.exp(local)
    inner = 8 * math.sqrt(e * math.log(4 / delta)) / math.sqrt(people) + 8 * e / people
    return math.log1p((e - 1) / (e + 1) * inner)


@cache
def _clones(others: int, chance: float) -> tuple[Any, Any, float]:
    """Values of C, or the smallest of each block, with their probabilities; and the probability of the tails left out."""
    import numpy as np
    from scipy.stats import binom

    low = max(0, int(binom.ppf(_TAIL / 2, others, chance)) - 1)
    # by the other tail: isf is taken from 1 - q, which is 1 for so small a q
    high = min(others, others - int(binom.ppf(_TAIL / 2, others, 1 - chance)) + 1)
    step = max(1, math.ceil((high - low + 1) / _MOST_SHOWN))
    starts = np.arange(low, high + 1, step)
    ends = np.minimum(starts + step - 1, high)
    below = binom.cdf(starts - 1, others, chance)
    weights = np.maximum(binom.cdf(ends, others, chance) - below, 0.0)
    # where the difference of two numbers next to 1 has no digits left
    late = below > 0.5
    weights[late] = (binom.sf(starts - 1, others, chance) - binom.sf(ends, others, chance))[late]
    return starts, weights, float(binom.cdf(low - 1, others, chance) + binom.sf(high, others, chance))


def _tail(least: Any, times: Any) -> Any:
    """Pr[Bin(times, ½) ≥ least], elementwise."""
    import numpy as np
    from scipy.special import betainc

    inside = np.clip(least, 1, np.maximum(times, 1))
    found = betainc(inside.astype(float), (times - inside + 1).clip(1e-9).astype(float), 0.5)
    return np.where(least <= 0, 1.0, np.where(least > times, 0.0, found))
