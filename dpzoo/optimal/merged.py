"""That Gaussian DP needs no more τ of mean-concentrated DP than was found: all exponents and thresholds in balls (theory, T22).

The pair is N(μ, 1) against N(0, 1) with all outputs merged whose losses are those of z ≤ y, z being normal under P.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import flint

from dpzoo.numbers.real import Ball
from dpzoo.optimal.certify import normal_cdf
from dpzoo.optimal.envelope import density

_BITS: Final = 80
_STEP: Final = flint.arb(0.5)
_FARTHEST: Final = 80
_CELLS: Final = 2_800
_ROOM: Final = 0.003
"""The least share by which τ² exceeds μ², so that not too many cells are needed: from about μ = 0.02 on."""
_LARGEST: Final = 30
_FIRST: Final = flint.arb(1) / 24
Cell = tuple[Ball, Ball, Ball, Ball]
"""Two ends of y and two of the exponent."""


def covered(mu: Ball, most: Ball, exponent: Ball) -> bool:
    """Whether no exponent and threshold need more than τ² = ``most``; ``exponent`` is where they need about as much."""
    with flint.ctx.workprec(_BITS):
        first = (exponent * _FIRST).mid()
        near = not most > mu * mu * (1 + _ROOM) or not mu <= _LARGEST
        return not near and _variances(mu, most, first) and _exponents(mu, most, first)


def _log_cdf(x: Ball) -> Ball:
    return normal_cdf(x).log()


def _log_more(x: Ball) -> Ball:
    return x.exp().log1p()


def _logistic(x: Ball) -> Ball:
    return 1 / (1 + (-x).exp())


def _hazard(x: Ball) -> Ball:
    """φ(x)/Φ(-x), which grows."""
    return density(x) / normal_cdf(-x)


def _kept(x: Ball) -> Ball:
    """The variance of a normal number above x, which falls."""
    rate = _hazard(x)
    return 1 + x * rate - rate * rate


def mean_loss(mu: Ball, y: Ball) -> Ball:
    """The mean loss once z ≤ y is one output."""
    p = normal_cdf(y)
    return p * (p / normal_cdf(y + mu)).log() + mu * mu / 2 * normal_cdf(-y) + mu * density(y)


def _range(function: Callable[[Ball], Ball], x: Ball) -> Ball:
    """All values of a monotone function."""
    if x.rad() == 0:
        return function(x)
    return function(flint.arb(x.lower())).union(function(flint.arb(x.upper())))


@dataclass(frozen=True, slots=True)
class _Tilted:
    """The loss under the law ∝ P^{1+s}Q^{-s} once z ≤ y is one output: each may be a range."""

    mu: Ball
    y: Ball
    s: Ball
    p: Ball
    loss: Ball
    """Probability and loss of the merged output."""
    ratio: Ball
    """φ/Φ at y."""
    slope: Ball
    bend: Ball
    """The derivatives of the merged loss in y."""
    x: Ball
    rate: Ball
    """The least of the rest in a normal scale, y - sμ, and the hazard rate there."""
    log_whole: Ball
    """K(s) = ln E_P e^{sL}."""
    share: Ball
    rest: Ball
    """What the merged output and the rest have of the law."""
    gap: Ball
    """How far the mean loss of the rest is above the merged output's."""

    @classmethod
    def at(cls, mu: Ball, y: Ball, s: Ball) -> _Tilted:
        """That of a threshold and an exponent."""
        p, z, x = _range(normal_cdf, y), y + mu, y - s * mu
        loss = _range(lambda y: (normal_cdf(y) / normal_cdf(y + mu)).log(), y)
        ratio, other = _range(_hazard, -y), _range(_hazard, -z)
        slope, bend = ratio - other, other * (z + other) - ratio * (y + ratio)
        rate, tilt = _range(_hazard, x), s * (1 + s) * mu * mu / 2
        into, out = s * loss + _range(_log_cdf, y), tilt + _range(_log_cdf, -x)  # ln of what both have of E_P e^{sL}
        log_whole = into + _range(_log_more, out - into) if out < into else out + _range(_log_more, into - out)
        gap = (s + 0.5) * mu * mu + mu * rate - loss
        share, rest = _range(_logistic, into - out), _range(_logistic, out - into)
        return cls(mu, y, s, p, loss, ratio, slope, bend, x, rate, log_whole, share, rest, gap)

    @property
    def mean(self) -> Ball:
        """The mean loss under P, m, which falls in y."""
        return _range(lambda y: mean_loss(self.mu, y), self.y)

    @property
    def mean_slope(self) -> Ball:
        """Its derivative in y."""
        return density(self.y) * (self.loss - self.mu * self.y - self.mu * self.mu / 2) + self.p * self.slope

    @property
    def mean_bend(self) -> Ball:
        """Its second derivative in y."""
        y, mu = self.y, self.mu
        return density(y) * (2 * self.slope - mu - y * (self.loss - mu * y - mu * mu / 2)) + self.p * self.bend

    @property
    def centre(self) -> Ball:
        """The mean loss, K'(s)."""
        return self.loss + self.rest * self.gap

    @property
    def variance(self) -> Ball:
        """K''(s): the merged output has a share, and the rest is a truncated normal law."""
        return self.rest * (self.mu * self.mu * _range(_kept, self.x) + self.share * self.gap * self.gap)

    @property
    def skew(self) -> Ball:
        """K'''(s)."""
        x, rate, d, mu = self.x, self.rate, self.gap, self.mu
        own = mu**3 * rate * (2 * rate * rate - 3 * rate * x + x * x - 1)
        mixed = 3 * mu * mu * _range(_kept, x) + d * d * (self.share - self.rest)
        return self.rest * (own + self.share * d * mixed)

    @property
    def moves(self) -> tuple[Ball, Ball]:
        """What the merged output and the rest's edge gain in y, over all of the law."""
        return self.share * (self.ratio + self.s * self.slope), self.rest * self.rate

    @property
    def edge(self) -> Ball:
        """The loss at the edge less the mean."""
        return self.mu * (self.x - self.rate) + self.share * self.gap

    @property
    def variance_slope(self) -> Ball:
        """The derivative of K''(s) in y."""
        (into, out), low, v = self.moves, -self.rest * self.gap, self.variance
        return into * (low * low - v) + 2 * self.share * self.slope * low - out * (self.edge * self.edge - v)

    def excess(self, most: Ball) -> Ball:
        """K(s) - sm - s²τ²/2 for τ² = ``most``."""
        return self.log_whole - self.s * self.mean - self.s * self.s * most / 2

    def small(self, most: Ball) -> bool:
        """Whether it is at most 0 as merging does not raise K, so that K(s) ≤ s(1 + s)μ²/2, or by its enclosure."""
        square, s = self.mu * self.mu, flint.arb(self.s.lower())
        return bool(square - 2 * self.mean <= s * (most - square)) or bool(self.excess(most) <= 0)

    def slopes(self, most: Ball) -> tuple[Ball, Ball]:
        """Its derivatives in y and s."""
        into, out = self.moves
        return into - out - self.s * self.mean_slope, self.centre - self.mean - self.s * most

    def bends(self, most: Ball) -> tuple[Ball, Ball, Ball]:
        """Its second derivatives: twice in y, in both, twice in s."""
        s, (into, out) = self.s, self.moves
        turn = s * self.slope
        twice = self.share * ((2 * self.ratio + turn) * turn - self.y * self.ratio + s * self.bend) + out * self.x
        both = self.share * self.slope - into * self.rest * self.gap - out * self.edge - self.mean_slope
        return twice - (into - out) ** 2 - s * self.mean_bend, both, self.variance - most


def _variances(mu: Ball, most: Ball, last: Ball) -> bool:
    """Whether the loss has a variance of at most τ² under the law ∝ P^{1+t}Q^{-t}, for t from -μ²/τ² to ``last``."""
    k, tilt = 1 + mu / 2 + mu * last, (last * (1 + last) * mu * mu / 2).exp()

    def below(y: Ball) -> bool:
        square = (mu * mu * (flint.arb(0.5) + last) - mu * (y + 1 / y)) ** 2
        return bool(mu * mu + normal_cdf(y + mu) * (mu * mu / 8).exp() * square <= most)

    def above(y: Ball) -> bool:
        x = y - mu * last
        return bool(tilt * ((x + 2 * k) * density(x) + (1 + k * k) * normal_cdf(-x)) <= 1)

    low, high = _first(below, -(mu + 2), -_STEP), _first(above, flint.arb(0), _STEP)
    if low is None or high is None:
        return False

    def open_(y: Ball, t: Ball) -> tuple[Ball, Ball] | None:
        every = _Tilted.at(mu, y, t)
        if every.variance <= most:
            return None
        wide, far = abs(every.variance_slope) * y.rad(), abs(every.skew) * t.rad()
        return None if _Tilted.at(mu, y.mid(), t.mid()).variance + wide + far <= most else (wide, far)

    return _all([(low.mid(), high.mid(), (-mu * mu / most).lower(), last)], open_)


def _exponents(mu: Ball, most: Ball, first: Ball) -> bool:
    """Whether the bound holds for exponents from ``first`` on."""
    room = most / (mu * mu) - 1
    last = (1 / room).upper()
    tilt = (last * (1 + last) * mu * mu / 2).exp()
    low = _first(lambda y: normal_cdf(y) <= first * room, flint.arb(0), -_STEP)
    high = _first(lambda y: 2 * tilt * normal_cdf(mu * last - y) <= most * first * first, mu * last + 1, _STEP)
    if low is None or high is None:
        return False

    def open_(y: Ball, s: Ball) -> tuple[Ball, Ball] | None:
        every = _Tilted.at(mu, y, s)
        if every.small(most):
            return None
        middle, h, k = _Tilted.at(mu, y.mid(), s.mid()), y.rad(), s.rad()
        (by_y, by_s), (twice, both, of_s) = (tuple(map(abs, middle.slopes(most))), every.bends(most))
        wide, far, mixed = by_y * h + _up(twice) * h * h / 2, by_s * k + _up(of_s) * k * k / 2, abs(both) * h * k
        value, concave = middle.excess(most), twice * of_s - both * both
        if value + wide + far + mixed <= 0:
            return None
        if twice < 0 and concave > 0:  # then it is the most at the top of a paraboloid
            top = (by_y * by_y * -of_s + by_s * by_s * -twice + 2 * by_y * by_s * abs(both)) / (2 * concave)
            if value + top <= 0:
                return None
        return wide + mixed, far + mixed

    return _all([(low.mid(), high.mid(), first, last)], open_)


def _first(enough: Callable[[Ball], bool], y: Ball, step: Ball) -> Ball | None:
    """The first threshold, step by step, that is enough; None if it is too far out."""
    while not enough(y):
        y += step
        if abs(y) > _FARTHEST:
            return None
    return y


def _up(x: Ball) -> Ball:
    return x.upper().max(flint.arb(0))


def _all(cells: list[Cell], open_: Callable[[Ball, Ball], tuple[Ball, Ball] | None]) -> bool:
    """Whether the bound holds on all cells; where it is not decided, a cell is halved in the direction that matters more."""
    for _ in range(_CELLS):
        if not cells:
            return True
        a, b, c, d = cells.pop()
        both = open_(a.union(b), c.union(d))
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
