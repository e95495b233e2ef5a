"""Exact probabilities of answers of the sparse vector technique with whole-valued noise."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction as F

from dpzoo.blocks import FiniteMechanism


def chance(answers: Sequence[int], said: str, base: F, threshold: int, query: int) -> F:
    """Pr[``said``] ("T" above, "F" below) at these true values and the threshold 0, exactly.

    Noise has Pr[Z = z] proportional to r^|z|, with r = base^threshold for the threshold and base^query for the queries (0 for
    none). Far out every factor is a polynomial in base^|z|, so that the sum over z is finitely many geometric series.
    """
    r, s = base**threshold, base**query
    reach = max(map(abs, answers), default=0)

    def above(v: int) -> F:
        if query == 0:
            return F(v <= 0)
        return s**v / (1 + s) if v > 0 else 1 - s ** (1 - v) / (1 + s)

    def outside(sign: int) -> F:
        """The part of the sum with z = sign·n, n > reach."""
        poly = [F(1)]
        for q, letter in zip(answers, said, strict=True):
            tail = F(0) if query == 0 else (s**-q if sign > 0 else s ** (1 + q)) / (1 + s)
            constant = F((letter == "T") != (sign > 0))
            factor = {0: constant, query: tail if (letter == "T") == (sign > 0) else -tail} if query else {0: constant}
            made = [F(0)] * (len(poly) + query)
            for power, a in enumerate(poly):
                for more, b in factor.items():
                    made[power + more] += a * b
            poly = made
        start = reach + 1
        return sum((a * base ** (start * (threshold + j)) / (1 - base ** (threshold + j)) for j, a in enumerate(poly)), F(0))

    inside = sum(
        r ** abs(z)
        * math.prod(above(z - q) if letter == "T" else 1 - above(z - q) for q, letter in zip(answers, said, strict=True))
        for z in range(-reach, reach + 1)
    )
    return (1 - r) / (1 + r) * (inside + outside(1) + outside(-1))


def seen_or_not(first: F, second: F) -> FiniteMechanism:
    """Two neighbouring datasets, and whether one output was seen: a post-processing."""
    return FiniteMechanism.from_rows({("a",): [first, 1 - first], ("b",): [second, 1 - second]})
