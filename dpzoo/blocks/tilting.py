"""Whether a law's centred cumulant function stays below a square, proved in floats with bounds on their rounding.

For laws with thousands of outputs a sum in ball arithmetic at each of thousands of orders takes minutes. Here one sum serves an
interval: E e^{tY} is expanded around its middle to a polynomial with a remainder, and compared with one below e^{c₂t² - c₁t}.
"""

from __future__ import annotations

import math
from typing import Any, Final

import flint
import numpy as np
from numpy.typing import NDArray

from dpzoo.numbers.real import Ball, above

MANY: Final = 64
"""From so many outputs on sums in ball arithmetic are avoided."""
_TERMS: Final = 20
_UNIT: Final = 2.0**-50
"""More than eight roundings of a float; numpy's exponential is off by less than four."""
_TINY: Final = 1e-300
_SAFE: Final = 1 + 1e-6
_ATTEMPTS: Final = 600
_PIECES: Final = 60
_ROUNDS: Final = 9
_PLACES: Final = 200


class Tilting:
    """A law of many outputs as floats: logarithms of weights, and centred losses Y, whose mean is 0."""

    logs: NDArray[np.float64]
    losses: NDArray[np.float64]

    def __init__(self, logs: NDArray[np.float64], losses: NDArray[np.float64]) -> None:
        self.logs, self.losses, self.weights = logs, losses, np.exp(logs)

    @staticmethod
    def of(terms: list[tuple[Ball, Ball]], mean: Ball) -> Tilting | None:
        """The law with these weights and losses; None if floats do not hold all their digits."""
        centred = [loss - mean for _, loss in terms]
        if any(not y.rad() < abs(y.mid()) * _UNIT / 8 for y in centred):
            return None
        return Tilting(np.array([float(a.log().mid()) for a, _ in terms]), np.array([float(y.mid()) for y in centred]))

    def reversed(self) -> Tilting:
        """The law of -Y."""
        return Tilting(self.logs, -self.losses)

    def cumulant(self, t: NDArray[np.float64]) -> NDArray[np.float64]:
        """ln E e^{tY} at some t, to the digits of floats."""
        tilted = t[:, None] * self.losses
        with np.errstate(over="ignore", invalid="ignore"):
            near = np.log1p((self.weights * (np.expm1(tilted) - tilted)).sum(axis=1))
            largest = np.abs(tilted).max(axis=1)
            tilted += self.logs
            top = tilted.max(axis=1)
            far = top + np.log(np.exp(tilted - top[:, None]).sum(axis=1))
        found: NDArray[np.float64] = np.where(largest < 1, near, far)
        return found

    def greatest(self, value: Any, far: float) -> float:
        """Where ``value``, a function of t and the cumulant there, seems to be largest for 0 < t ≤ ``far``."""
        low = min(far, 1.0 / float(np.abs(self.losses).max())) * 1e-3
        places = np.geomspace(low, far, _PLACES)
        best = low
        for _ in range(_ROUNDS):
            found = value(places, self.cumulant(places))
            k = int(np.argmax(found))
            best = float(places[k])
            places = np.linspace(places[max(k - 1, 0)], places[min(k + 1, len(places) - 1)], 12)
        return best

    def below(self, linear: Ball, square: Ball, far: float) -> bool:
        """Whether ln E e^{tY} ≤ c₂t² - c₁t is proved for 0 < t ≤ ``far``, with ``linear`` c₁ and ``square`` c₂ ≥ 0."""
        deviation = math.sqrt(float((self.weights * self.losses**2).sum()))
        done, step = 0.0, min(far, 1 / deviation)
        for _ in range(_ATTEMPTS):
            if done >= far:
                return True
            if step < 1e-6 * min(far, 1 / deviation):
                return False
            end = min(far, done + step)
            if self._below_between(linear, square, done, end):
                done, step = end, 1.5 * step
            else:
                step /= 2
        return False

    def _below_between(self, linear: Ball, square: Ball, low: float, high: float) -> bool:
        """The same from ``low``, which is 0 or above, to ``high``.

        With t = t₀ + h and k near 2c₂t₀ - c₁, E e^{tY} over e^{c₂t₀² - c₁t₀ + kh} is Σ w e^{h(Y-k)}, and the other side is
        e^{κh + c₂h²} with a tiny κ: at least (1 + κh) times any number of terms of e^{c₂h²}.
        """
        start = (low + high) / 2 if low else 0.0
        base, rise = (square * start - linear) * start, 2 * square * start - linear
        k = float(rise.mid())
        kappa = rise - k
        radius = max(high - start, start - low)
        level = float(base.mid())
        with np.errstate(all="ignore"):
            w = np.exp(self.logs + start * self.losses - level)
            off = _UNIT * (4 + np.abs(self.logs) + np.abs(start * self.losses) + abs(level)) + 2 * float(base.rad())
            y = self.losses - k
            moved = _UNIT * (np.abs(y) + abs(k))
            off = np.where(w < _TINY, 1.0, off)  # below, floats lose digits
            term, size, before = w, np.maximum(w, _TINY), np.zeros_like(w)
            found = []
            for j in range(_TERMS):
                error = float((size * (off + j * _UNIT) + before * moved).sum()) * _SAFE
                if not math.isfinite(error):
                    return False
                found.append(flint.arb(math.fsum(term), error))
                term, size, before = term * y / (j + 1), size * (np.abs(y) + moved) / (j + 1), size
            rest = float((size * np.exp(radius * np.abs(y))).sum()) * _SAFE
        if not math.isfinite(rest) or not radius * abs(above(abs(kappa))) < 1:
            return False
        part = flint.arb(1)
        for j in range(0, _TERMS, 2):
            found[j] -= part
            found[j + 1] -= kappa * part
            part *= square / (j // 2 + 1)
        found.append(flint.arb(0, rest))
        if not start:  # E Y = 0 and Σ w = 1
            found = found[2:] if linear == 0 else [linear, *found[2:]]
        return _never_positive(flint.arb_poly(found), flint.arb(low) - start, flint.arb(high) - start)


def _never_positive(polynomial: Any, low: Ball, high: Ball) -> bool:
    """Whether a polynomial is proved not to exceed 0 between two points, by halving: a square and what higher powers add."""
    left = [(low, high)]
    for _ in range(_PIECES):
        if not left:
            return True
        a, b = left.pop()
        middle, radius = (a + b) / 2, (b - a) / 2
        moved = [*polynomial(flint.arb_poly([middle, 1])).coeffs(), flint.arb(0), flint.arb(0), flint.arb(0)]
        tail = sum((abs(c) * radius**j for j, c in enumerate(moved[3:], 3)), flint.arb(0))
        if not all(x + tail <= 0 for x in square_between((moved[2], moved[1], moved[0]), -radius, radius)):
            left += [(a, middle), (middle, b)]
    return not left


def square_between(coefficients: tuple[Ball, Ball, Ball], x: Ball, y: Ball) -> list[Ball]:
    """Where c₂v² + c₁v + c₀ can be largest between x and y: its values at both and, where it bends down, at the vertex."""
    second, first, constant = coefficients
    ends = [(second * v + first) * v + constant for v in (x, y)]
    if second >= 0:
        return ends
    turn = -first / (2 * second)  # not a number if the sign of the first coefficient is open; then so is the bound
    return [*ends, constant - first * first / (4 * second)] if not turn.is_finite() or turn.overlaps(x.union(y)) else ends
