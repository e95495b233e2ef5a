"""The squared Hellinger distance where one constraint alone decides: lines (theory, T7), or a bound on E|X - 1|^k (T17)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final

from dpzoo.numbers.real import ONE, Ball, real
from dpzoo.optimal.acceptance import meets
from dpzoo.optimal.certify import UnclosedError, arb
from dpzoo.optimal.maxima import greatest
from dpzoo.optimal.optimum import Found, Pair
from dpzoo.optimal.polygon import dominating, shown
from dpzoo.optimal.primitives import Line, Power, Primitive
from dpzoo.optimal.testing import fraction

_SWAPPED: Final = tuple(Fraction(1, 2**k) for k in (160, 120, 100, 80))
_INSIDE: Final = tuple(Fraction(1, 2**k) for k in (40, 34, 28, 24))


def hellinger_of_lines(parts: Sequence[Primitive], needs: Callable[[Pair], Ball]) -> Found | None:
    """What all lines allow, if a pair meets the rest that nearly dominates theirs; ``needs`` is that of a pair.

    Swapping P and Q with a small probability bounds the losses, and no line is broken by it: E[(P - e^ε Q)₊] is convex.
    """
    lines = [c for c in parts if isinstance(c, Line)]
    best = shown(lines) if lines else None
    for share in _SWAPPED if best is not None else ():
        assert best is not None
        p, q = ([x + share * (y - x) for x, y in zip(*both, strict=True)] for both in ((best.p, best.q), (best.q, best.p)))
        pair = Pair(tuple(p), tuple(q))
        if meets(parts, pair):
            note = "pairs whose large losses are ever larger, in the limit"
            return Found(needs(pair), needs(dominating(lines, outside=True)), "T7", pair, attained=False, note=note)
    return None


def hellinger_of_power(parts: Sequence[Primitive], needs: Callable[[Pair], Ball]) -> Found | None:
    """The most that some power allows, if a pair that needs as much meets the rest; ``needs`` is that of a pair."""
    powers = [c for c in parts if isinstance(c, Power) and ONE < c.k < real(2)]
    for part in powers:
        k, size = arb(part.k), (arb(part.k) * arb(part.epsilon).log()).exp()

        def share(v: Ball, k: Ball = k, size: Ball = size) -> Ball:
            """The probability under Q of the ratio e^v that takes all of the bound."""
            return size / (v.expm1() ** k * (1 + ((1 - k) * v).exp()))

        try:
            _, high, v = _best_ratio(k)
        except UnclosedError:  # next to k = 2 it is flat
            continue
        if not share(v) * (1 + v.exp()) < 1:
            continue
        for margin in _INSIDE:
            pair = _table(v, share(v) * (1 - arb(margin)))
            if meets(parts, pair):
                return Found(needs(pair), size * high.exp(), "T17", pair)
    return None


def _best_ratio(k: Ball) -> tuple[Ball, Ball, Ball]:
    """Ends of the largest ln of 2(√x - 1)²/((x - 1)^k (1 + x^{1-k})), and ln x where it is.

    It rises up to min(1, 2 - k) and falls from 2 ln(1 + 2/(k-1)) on.
    """

    def value(v: Ball) -> Ball:
        return arb(2).log() + 2 * (v / 2).expm1().log() - k * v.expm1().log() - ((1 - k) * v).exp().log1p()

    def slope(v: Ball) -> Ball:
        return -1 / (-v / 2).expm1() + k / (-v).expm1() + (k - 1) / (1 + ((k - 1) * v).exp())

    first, last = arb(1).min(2 - k).mid() / 2, (2 * (1 + 2 / (k - 1)).log() + 1).mid()
    return greatest(value, slope, first, last)


def _table(v: Ball, mass: Ball) -> Pair:
    x, a = fraction(v.exp()), fraction(mass)
    return Pair((a * x, 1 - a - a * x, a), (a, 1 - a - a * x, a * x))
