"""That Gaussian DP needs no more τ of mean-concentrated DP than was found: all exponents and thresholds in balls (theory, T22).

The pair is N(μ, 1) against N(0, 1) with all outputs merged whose losses are those of z ≤ y, z being normal under P.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

import flint

from dpzoo.numbers.real import Ball
from dpzoo.optimal.certify import normal_cdf

_STEP: Final = flint.arb(0.5)
_FARTHEST: Final = 80
_CELLS: Final = 16_000
_ROOM: Final = 0.1
"""The least share by which τ² exceeds μ², so that not too many cells are needed: from about μ = ½ on."""
_LARGEST: Final = 5
_FIRST: Final = flint.arb(1) / 16
_WIDE: Final = flint.arb(0.1)
Cell = tuple[Ball, Ball, Ball, Ball]
"""Two ends of y and two of the exponent, or of its logarithm."""


def covered(mu: Ball, most: Ball, exponent: Ball) -> bool:
    """Whether no exponent and threshold need more than τ² = ``most``; ``exponent`` is where they need about as much."""
    first = (exponent * _FIRST).mid()
    return (
        bool(most > mu * mu * (1 + _ROOM))
        and bool(mu <= _LARGEST)
        and _variances(mu, most, first)
        and _exponents(mu, most, first)
    )


def _density(x: Ball) -> Ball:
    return (-x * x / 2).exp() / (2 * flint.arb.pi()).sqrt()


def _variances(mu: Ball, most: Ball, last: Ball) -> bool:
    """Whether the loss has a variance of at most τ² under the law ∝ P^{1+t}Q^{-t}, for t from -μ²/τ² to ``last``."""
    low, high, k = -(mu + 2), flint.arb(0), 1 + mu / 2 + mu * last
    tilt = (last * (1 + last) * mu * mu / 2).exp()
    while (
        not mu * mu + normal_cdf(low + mu) * (mu * mu / 8).exp() * (mu * mu * (flint.arb(0.5) + last) - mu * (low + 1 / low)) ** 2
        <= most
    ):
        low -= _STEP
        if low < -_FARTHEST:
            return False
    while True:
        x = high - mu * last
        if tilt * ((x + 2 * k) * _density(x) + (1 + k * k) * normal_cdf(-x)) <= 1:
            break
        high += _STEP
        if high > _FARTHEST:
            return False

    def slopes(cell: Cell) -> tuple[Ball, Ball] | None:
        return None if _variance(mu, cell) <= most else (cell[1] - cell[0], mu * (cell[3] - cell[2]))

    return _all([(low.mid(), high.mid(), (-mu * mu / most).lower(), last)], slopes)


def _variance(mu: Ball, cell: Cell) -> Ball:
    """The variance of the loss: the merged output has a share, and the rest is a truncated normal law."""
    a, b, t = cell[0], cell[1], cell[2].union(cell[3])
    y, p = a.union(b), normal_cdf(cell[0]).union(normal_cdf(cell[1]))
    loss = -mu * (_density(a) / normal_cdf(a)).union(_density(b + mu) / normal_cdf(b + mu))
    if mu > _WIDE:
        loss = loss.intersection((normal_cdf(y) / normal_cdf(y + mu)).log())
    x = y - t * mu
    above = normal_cdf(-x)
    rate, rest, atom = _density(x) / above, (t * (1 + t) * mu * mu / 2).exp() * above, p * (t * loss).exp()
    mean = mu * mu / 2 + t * mu * mu + mu * rate - loss
    return rest / (atom + rest) * (mu * mu * (1 + x * rate - rate * rate) + atom / (atom + rest) * mean * mean)


def _exponents(mu: Ball, most: Ball, first: Ball) -> bool:
    """Whether the bound holds for exponents from ``first`` on."""
    room = most / (mu * mu) - 1
    last = (1 / room).upper()
    low, high = flint.arb(0), mu * last + 1
    while not normal_cdf(low) <= first * room:
        low -= _STEP
        if low < -_FARTHEST:
            return False
    while not 2 * (last * (1 + last) * mu * mu / 2).exp() * normal_cdf(mu * last - high) <= most * first * first:
        high += _STEP
        if high > _FARTHEST:
            return False

    def slopes(cell: Cell) -> tuple[Ball, Ball] | None:
        y, x = cell[0].union(cell[1]), cell[2].union(cell[3])
        value, by_y, by_x = _needed(mu, y, x)
        if value <= most:
            return None
        wide, far = abs(by_y) * (y - y.mid()).upper(), abs(by_x) * (x - x.mid()).upper()
        return None if _needed(mu, y.mid(), x.mid())[0] + wide + far <= most else (wide, far)

    return _all([(low.mid(), high.mid(), first.log().lower(), last.log().upper())], slopes)


def _needed(mu: Ball, y: Ball, x: Ball) -> tuple[Ball, Ball, Ball]:
    """2(ln E X^{1+s} - sm)/s² at s = e^x, and its derivatives in y and x."""
    s, p, q = x.exp(), normal_cdf(y), normal_cdf(y + mu)
    here, there, bend = _density(y), _density(y + mu), mu * y + mu * mu / 2
    loss, slope = (p / q).log(), here / p - there / q
    mean = p * loss + mu * mu / 2 * normal_cdf(-y) + mu * here
    tilt, atom = (s * (1 + s) * mu * mu / 2).exp(), p * (s * loss).exp()
    rest, edge = tilt * normal_cdf(s * mu - y), here * (s * bend).exp()
    whole = atom + rest
    value = 2 * (whole.log() - s * mean) / (s * s)
    by_y = (here * (s * loss).exp() + atom * s * slope - edge) / whole - s * (here * (loss - bend) + p * slope)
    by_s = (atom * loss + rest * (1 + 2 * s) * mu * mu / 2 + edge * mu) / whole - mean
    return value, 2 * by_y / (s * s), 2 * by_s / s - 2 * value


def _all(cells: list[Cell], slopes: Callable[[Cell], tuple[Ball, Ball] | None]) -> bool:
    """Whether the bound holds on all cells; where it is not decided, a cell is halved in the direction that matters more."""
    for _ in range(_CELLS):
        if not cells:
            return True
        a, b, c, d = cell = cells.pop()
        both = slopes(cell)
        if both is None:
            continue
        first, second = (float(x.upper()) for x in both)
        if not math.isfinite(first + second):
            first, second = float(b - a), float(d - c)
        if not first < second:
            m = ((a + b) / 2).mid()
            cells += [(a, m, c, d), (m, b, c, d)]
        else:
            m = ((c + d) / 2).mid()
            cells += [(a, b, c, m), (a, b, m, d)]
    return False
