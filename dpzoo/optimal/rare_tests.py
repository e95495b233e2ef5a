"""Tests of masses that may be below floats: what bounds of high orders leave of their sensitivity index (theory, T25).

A test has P-mass e^{-A} and loss t = ln P/Q, and the index z(A + t) - z(A), z(A) = -Φ⁻¹(e^{-A}), which falls in A and rises in t.
A bound on all orders, or on the largest loss, says t ≤ f(A), along which the index falls; one of a single order, or of a power,
says A ≥ h(t), along which it rises. So it is largest where the two meet.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import flint

from dpzoo.numbers.real import ONE, ZERO, Ball, Real
from dpzoo.numbers.roots import root
from dpzoo.optimal.certify import arb, holds, quantile
from dpzoo.optimal.primitives import Gaussian, Line, OddsRange, Orders, Power, Primitive

_FIRST: Final = 60.0
"""Of tests with more mass than e^{-60} floats hold all digits."""
_LAST: Final = 600.0
_CELLS: Final = 200
_FEW_BITS: Final = 64
_DOUBLINGS: Final = 40
_NO_LOSS: Final = 1e-9
_BEFORE: Final = 1 - 2.0**-40
"""A little before a root in floats."""
_FAR: Final = 1e300


@dataclass(frozen=True, slots=True)
class _Falling:
    """t ≤ ξ + ρ + 2√(ρA), that is (√A + √ρ)² + ξ ≥ -ln Q, by D_α ≤ ξ + ρα at all orders; ρ = 0 for a largest loss."""

    xi: Real
    rho: Real

    def loss(self, a: Ball) -> Ball:
        return arb(self.xi) + arb(self.rho) + 2 * (arb(self.rho) * a).sqrt()

    def least(self, t: float) -> float:
        """The least A at a loss, in floats."""
        over = t - float(self.xi) - float(self.rho)
        return 0.0 if over <= 0 else over * over / (4 * float(self.rho)) if self.rho > ZERO else math.inf


@dataclass(frozen=True, slots=True)
class _Rising:
    """A ≥ h(t): of one order α, p^α q^{1-α} + (1-p)^α ≤ e^{(α-1)ξ}, and q(e^t - 1)^k ≤ ε^k of a power."""

    part: Orders | Power
    mass: Ball
    """An upper bound of p."""

    def __call__(self, t: Ball) -> Ball:
        if isinstance(self.part, Power):
            k = arb(self.part.k)
            return k * (t.expm1() / arb(self.part.epsilon)).log() - t
        alpha = arb(self.part.high)
        limit = (alpha - 1) * (arb(self.part.xi) + arb(self.part.rho) * alpha)
        return (alpha - 1) * t - (limit.exp() - (1 - self.mass) ** alpha).log()

    def slope(self, t: Ball) -> Ball:
        """h'(t), which does not rise."""
        return arb(self.part.k) / -(-t).expm1() - 1 if isinstance(self.part, Power) else arb(self.part.high) - 1

    def last(self, falling: _Falling) -> float | None:
        """The loss beyond which the other bound is the stronger one; None if it is everywhere."""

        def over(t: float) -> float:
            return min(falling.least(t), _FAR) - float(self(flint.arb(t)))

        start, rate = float(falling.xi) + float(falling.rho), float(self.slope(flint.arb(_FAR)))
        low, high = start + 2 * float(falling.rho) * rate, 1 + 2 * start + 8 * float(falling.rho) * rate
        for _ in range(_DOUBLINGS):
            if over(high) > 0:
                return root(over, low, high) if over(low) < 0 else None
            high *= 2
        return None


def largest_loss(part: Primitive) -> Real | None:
    """The largest loss that one constraint allows, None if it allows any."""
    if isinstance(part, OddsRange):
        return part.eta
    return part.epsilon if isinstance(part, Line) and part.delta == ZERO else None


def index_of_mass(parts: Sequence[Primitive], p: Ball, enough: Ball) -> Ball:
    """An upper bound of the index of all tests of P-mass at most p, no closer than ``enough``."""
    if not p < 1:
        return flint.arb("inf")
    found = [arb(c.mu) for c in parts if isinstance(c, Gaussian)]
    falling, low = _falling(parts), -p.log()
    found += [_index(low, x.loss(low)) for x in falling]
    if not any(x <= enough for x in found):
        found += [x for f in falling for h in _rising(parts, p) if (x := _turned(f, h, low)) is not None]
    return min(found, key=float, default=flint.arb("inf"))


def rarest(parts: Sequence[Primitive], least: float = _FIRST) -> tuple[float, float, float] | None:
    """Index, loss and A of the test at which bounds meet, in floats; None where they do not, or at an A below ``least``."""
    both = [(h, h.last(f)) for f in _falling(parts) for h in _rising(parts, flint.arb(0))]
    meetings = [(t, float(h(flint.arb(t)))) for h, t in both if t is not None]
    found = min(((float(_index(flint.arb(a), flint.arb(t))), t, a) for t, a in meetings), default=None)
    return found if found is not None and found[2] > least else None


def beyond_floats(parts: Sequence[Primitive]) -> bool:
    """Whether they meet at a test of a mass below floats."""
    return rarest(parts, _LAST) is not None


def losses_of(parts: Sequence[Primitive], t: float, a: float, margins: Sequence[float]) -> tuple[Ball, Ball] | None:
    """Losses of the pair with a test like this one that certainly meets all constraints; None if none of the margins does."""
    for margin in margins:
        mass, loss = arb(a) * (1 + arb(margin)), arb(t) * (1 - arb(margin))
        p, q = (-mass).exp(), (-mass - loss).exp()
        other = (-q).log1p() - (-p).log1p()
        if all(holds(c, loss, other) for c in parts):
            return loss, other
    return None


def _falling(parts: Sequence[Primitive]) -> list[_Falling]:
    families = [_Falling(c.xi, c.rho) for c in parts if isinstance(c, Orders) and c.high.infinite]
    return families + [_Falling(x, ZERO) for x in map(largest_loss, parts) if x is not None]


def _rising(parts: Sequence[Primitive], mass: Ball) -> Iterator[_Rising]:
    for part in parts:
        if isinstance(part, Power) or (isinstance(part, Orders) and part.high > ONE and not part.high.infinite):
            yield _Rising(part, mass)


def _index(a: Ball, t: Ball) -> Ball:
    return _place(a + t) - _place(a)


def _place(a: Ball) -> Ball:
    """z(A)."""
    return -quantile((-a).exp())


def _turned(falling: _Falling, rising: _Rising, low: Ball) -> Ball | None:
    """The index where a rising and a falling bound meet, if that is beyond A ≥ ``low`` and all before it is proved to rise.

    Of losses with h(t) ≤ low the last has the largest index at A = low. Along h the index rises where z(A + t)/z(A) ≤ 1 + 1/h',
    if z(A) > 0.
    """
    end, least = rising.last(falling), flint.arb(_NO_LOSS)
    if end is None or not (rising(flint.arb(end)) > low > rising(least) and _place(low) > 0):
        return None
    first = root(lambda x: float(rising(flint.arb(x)) - low), _NO_LOSS, end) * _BEFORE
    if not rising(flint.arb(first)) <= low:
        return None
    cells = [(flint.arb(first), flint.arb(end))]
    with flint.ctx.workprec(_FEW_BITS):
        for _ in range(_CELLS):
            if not cells:
                break
            t, u = cells.pop()
            if not _place(rising(u).max(low) + u) / _place(rising(t).max(low)) <= 1 + 1 / rising.slope(t):
                cells += [(t, (t + u) / 2), ((t + u) / 2, u)]
    turn = rising(flint.arb(end))
    return None if cells else _index(turn, flint.arb(end)).max(_index(turn, falling.loss(turn)))
