"""Noise that covers a step of one.

Z has Pr[Z = z] ∝ g^{-|z|}, with g = e^ε. A count plus Z, clamped to 0, …, m, has finitely many outputs. Clamping merges outputs
whose probabilities have one ratio for any two counts, so it keeps the loss: counts a and b of 0, …, m cost |a - b| ε.
"""

from __future__ import annotations

from fractions import Fraction as F
from typing import Any


def noisy(count: int, m: int, g: int) -> dict[Any, F]:
    """The law of the count plus Z, clamped to 0, …, m, for e^ε = g."""
    return {o: F(g if o in {0, m} else g - 1, (g + 1) * g ** abs(o - count)) for o in range(m + 1)}
