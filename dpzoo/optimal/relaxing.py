"""Between relaxed (and probabilistic) DP with different parameters: linear programmes in three numbers (theory, T18).

Post-processing does not preserve these notions. The worst pair has at most four outputs: one that the source sets aside, one
that it does not, each of loss above the target's ε, the rest, and one of probability 0 under the first law.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

import flint

from dpzoo.numbers.real import ONE, Real, real
from dpzoo.optimal.certify import down
from dpzoo.optimal.optimum import Found, Pair
from dpzoo.optimal.polygon import rounded

_STRICTLY: Final = flint.fmpq(1, 2**24)
_BELOW: Final = Fraction(1, 2**21)
_FINE: Final = flint.fmpq(1, 2**40)
_STEPS: Final = 80
_FAR: Final = flint.fmpq(2**200)
_CERTAIN: Final = 1 - flint.fmpq(1, 2**60)
_ROUNDING: Final = 1e-14
Number = Any
Row = tuple[tuple[Number, ...], Number]
"""Coefficients c and a bound d of c·x ≤ d."""


@dataclass(frozen=True, slots=True)
class LargestExcess:
    """The largest excess that the target must allow, and the pair that needs it."""

    value: Number
    pair: tuple[tuple[Number, Number], ...] = ()
    """Outputs that matter, (P, Q): what the source sets aside, what it does not."""


def relaxed_from_relaxed(source: tuple[Real, Real, Real], question: Any) -> Found | str:
    """Relaxed DP (ε, δ_a, δ_p) to relaxed DP, for one free parameter."""
    if question.parameter == "delta_a":
        epsilon, aside = question.real("epsilon"), question.real("delta_p")
        if aside == ONE:
            return Found(flint.arb(0), flint.arb(0), "T8")
        low = _excess(source, epsilon, _exact(rounded(aside, outside=True)), outside=False)
        high = _excess(source, epsilon, _exact(rounded(aside, outside=False)), outside=True)
        pair = _table(source, epsilon, rounded(aside, outside=True))
        return Found(flint.arb(low.value), flint.arb(high.value), "T18", pair if low.value else None, attained=False)
    slack = question.real("delta_a")
    if slack == ONE or (question.parameter == "epsilon" and question.real("delta_p") == ONE):
        return Found(flint.arb(0), flint.arb(0), "T8")
    if question.parameter == "delta_p":
        return _aside(source, question.real("epsilon"), slack)
    return _loss(source, slack, question.real("delta_p"))


def _aside(source: tuple[Real, Real, Real], epsilon: Real, slack: Real) -> Found:
    """The least δ_p: what must be allowed falls as δ_p grows."""
    allowed = [_exact(rounded(slack, outside=x)) for x in (True, False)]

    def needed(aside: Number, outside: bool) -> bool:
        return bool(_excess(source, epsilon, aside, outside=outside).value > allowed[outside])

    if not needed(flint.fmpq(0), True):
        return Found(flint.arb(0), flint.arb(0), "T18")
    if needed(_CERTAIN, False):
        pair = _table(source, epsilon, _fraction(_CERTAIN) * (1 - _BELOW))
        return Found(flint.arb(_CERTAIN), flint.arb(1), "T18", pair, attained=False)
    floats, price = _floats(source), float(epsilon.exp())

    def rough(x: float) -> bool:
        return bool(_worst(floats, price, x).value > float(slack))

    near = _nearly(rough, 1.0)
    (low, _), (_, high) = (_last(lambda x, o=out: needed(x, o), near, flint.fmpq(1)) for out in (False, True))  # type: ignore[misc]
    pair = _table(source, epsilon, _fraction(low) * (1 - _BELOW)) if low else None
    return Found(flint.arb(low), flint.arb(high), "T18", pair, attained=False)


def _loss(source: tuple[Real, Real, Real], slack: Real, aside: Real) -> Found | str:
    """The least ε: what must be allowed falls as ε grows, to what is disclosed."""
    allowed = [_exact(rounded(slack, outside=x)) for x in (True, False)]
    asides = [_exact(rounded(aside, outside=x)) for x in (True, False)]

    def needed(price: Number, outside: bool) -> bool:
        return bool(_worst(_rational(source, outside), price, asides[outside]).value > allowed[outside])

    if needed(_FAR, False):
        return "more than δ_a and δ_p may be disclosed"
    if not needed(flint.fmpq(1), True):
        return Found(flint.arb(0), flint.arb(0), "T18")
    floats, left = _floats(source), float(aside)

    def rough(x: float) -> bool:
        return bool(x < 1 and _worst(floats, 1 / (1 - x), left).value > float(slack))

    near, most = _nearly(rough, 1.0), 1 - 1 / _FAR
    (low, _), (_, high) = (_last(lambda x, o=out: needed(1 / (1 - x), o), near, most) for out in (False, True))  # type: ignore[misc]
    lower, upper = (flint.arb(1 / (1 - x)).log() for x in (low, high))
    pair = _table(source, real(down(lower * (1 - flint.arb(2.0**-23)))), _fraction(asides[0])) if lower > 0 else None
    return Found(lower, upper, "T18", pair, attained=False)


def _nearly(rough: Callable[[float], bool], high: float) -> float:
    """Where a condition that holds at 0 ends, in floats."""
    low = 0.0
    while low < (middle := (low + high) / 2) < high:
        low, high = (middle, high) if rough(middle) else (low, middle)
    return low


def _last(needed: Callable[[Number], bool], near: float, high: Number) -> tuple[Number, Number]:
    """Where a condition that holds at 0 ends: a last number at which it holds and a first at which it does not.

    ``near`` is where it ends nearly, and only guides the search.
    """
    low = flint.fmpq(0)
    if not needed(low):
        return low, low
    for power in (44, 42, 38, 34):
        middle, width = _exact(Fraction(near)), _exact(Fraction(min(near, 1 - near)) / 2**power)
        if needed(middle - width):
            low = middle - width
            if not needed(middle + width):
                return low, middle + width
    for _ in range(_STEPS):
        half = (low + high) / 2
        low, high = (half, high) if needed(half) else (low, half)
        if high - low <= _FINE * min(low, 1 - low):
            break
    return low, high


def _exact(x: Fraction) -> Number:
    return flint.fmpq(x.numerator, x.denominator)


def _fraction(x: Number) -> Fraction:
    return Fraction(int(x.p), int(x.q))


def _rational(source: tuple[Real, Real, Real], outside: bool) -> tuple[Number, Number, Number]:
    epsilon, absolute, aside = source
    price, slack, least = (_exact(rounded(x, outside=outside)) for x in (epsilon.exp(), absolute, aside))
    return price, slack, least


def _floats(source: tuple[Real, Real, Real]) -> tuple[float, float, float]:
    return float(source[0].exp()), float(source[1]), float(source[2])


def _excess(source: tuple[Real, Real, Real], epsilon: Real, aside: Number, *, outside: bool) -> LargestExcess:
    inside = _rational(source, outside)
    return _worst(inside, inside[0] if epsilon == source[0] else _exact(rounded(epsilon.exp(), outside=not outside)), aside)


def _worst(source: tuple[Number, Number, Number], price: Number, aside: Number, strictly: Number = 1) -> LargestExcess:
    """sup over pairs of the least excess at ``price`` outside a set of probability at most ``aside``.

    α and β are the probabilities of what the source sets aside and of what it does not, with losses above the target's.
    """
    t, a, b = source
    zero, least = type(t)(0), aside * strictly
    free = 1 - a - b - t  # Q ≥ free + t P of all outputs of large loss, for the reverse order
    found = [LargestExcess(zero)]
    if b > aside and b > zero:
        found.append(LargestExcess(b, ((b, zero),)))
        rows: list[Row] = [
            ((-1, 0, 0), -least), ((1, 0, 0), b), ((0, -1, 0), -least), ((0, 0, -1), zero),
            ((0, 1, -t), a), ((t, t, -1), -free), ((1, 1, 0), 1),
        ]  # fmt: skip
        found += [LargestExcess(v, ((x, zero), (y, q))) for v, (x, y, q) in _vertices((1, 1, -price), rows)]
    rows = [((-1, 0), -least), ((0, -1), zero), ((1, -t), a), ((t, -1), -free), ((1, 0), 1)]
    found += [LargestExcess(v, ((y, q),)) for v, (y, q) in _vertices((1, -price), rows)]
    top = min(b, aside)
    if top:
        rows = [
            ((-1, 0, 1), zero), ((0, -1, 1), zero), ((0, price / t - 1, 1), price * a / t),
            ((price * t - 1, price * t - 1, 2), -price * free), ((1, 0, 0), top), ((0, 1, 0), aside), ((-1, -1, 0), -least),
        ]  # fmt: skip
        for v, (x, y, _) in _vertices((zero, zero, zero + 1), rows):
            below = max(zero, (y - a) / t)  # Q of the second output, then of the first what is missing; the better one carries it
            missing = max(zero, free + t * (x + y) - below)
            first = min(missing, (x - v) / price)
            found.append(LargestExcess(v, ((x, first), (y, below + missing - first))))
    return max(found, key=lambda w: w.value)


def _vertices(goal: Sequence[Number], rows: Sequence[Row]) -> Iterator[tuple[Number, tuple[Number, ...]]]:
    """The goal's value and place at each vertex of a polyhedron c·x ≤ d."""
    n, number = len(goal), type(goal[-1] * rows[0][1])
    inside = _ROUNDING if number is float else 0
    rows = [(tuple(number(x) for x in c), number(d)) for c, d in rows]
    for chosen in itertools.combinations(rows, n):
        place = _solved([list(c) for c, _ in chosen], [d for _, d in chosen])
        if place is not None and all(sum(c * x for c, x in zip(cs, place, strict=True)) <= d + inside for cs, d in rows):
            yield sum(g * x for g, x in zip(goal, place, strict=True)), tuple(place)


def _solved(matrix: list[list[Number]], right: list[Number]) -> list[Number] | None:
    """By Cramer's rule, for two or three unknowns; None if there is no single solution."""
    whole = _determinant(matrix)
    if whole == 0:
        return None
    replaced = (
        [[right[i] if k == j else x for k, x in enumerate(row)] for i, row in enumerate(matrix)] for j in range(len(right))
    )
    return [_determinant(m) / whole for m in replaced]


def _determinant(m: list[list[Number]]) -> Number:
    if len(m) == 2:
        return m[0][0] * m[1][1] - m[0][1] * m[1][0]
    return (
        m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1])
        - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
        + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
    )


def _table(source: tuple[Real, Real, Real], epsilon: Real, aside: Fraction) -> Pair | None:
    """The pair that needs nearly the most, with probabilities strictly above what the target sets aside."""
    inside = _rational(source, outside=False)
    price, least = _exact(rounded(epsilon.exp(), outside=True)), _exact(aside)
    # the step above what is set aside costs as much of the excess, which may be far smaller
    step = min(flint.fmpq(1), _worst(inside, price, least).value / least) if aside else 1
    worst = _worst(inside, price, least, 1 + _STRICTLY * step)
    if not worst.pair:
        return None
    t, a, _ = (_fraction(x) for x in inside)
    found = [(_fraction(x), _fraction(y)) for x, y in worst.pair]
    p, q = sum((x for x, _ in found), Fraction(0)), sum((y for _, y in found), Fraction(0))
    unseen = max(Fraction(0), 1 - q - t * (1 - p) - a)  # of probability 0 under P
    outputs = [*found, (1 - p, 1 - q - unseen), (Fraction(0), unseen)]
    outputs = [(x, y) for x, y in outputs if x or y]
    return Pair(tuple(x for x, _ in outputs), tuple(y for _, y in outputs))
