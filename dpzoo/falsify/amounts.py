"""Parameters of a claim as amounts: numbers, levels (a number for each key) and curves, and the operations of claims on them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from dpzoo.blocks.tradeoff import TradeoffCurve, lowest
from dpzoo.expressions import Expression
from dpzoo.expressions.tree import Name
from dpzoo.numbers.real import ZERO, Real, greatest, real
from dpzoo.numbers.values import evaluate

TOLERANCE: Final = Fraction(1, 10**6)
"""How far, relatively, a numeric violation must lie beyond the claim to be reported."""
NEAR_ZERO: Final = Fraction(1, 10**5)
"""The same, absolutely: suprema over orders are found to about this accuracy where the amounts vanish."""

Amount = Any
"""A Real, a mapping of keys to amounts, or a trade-off curve."""


def pointwise(expression: Expression, values: Mapping[str, Amount]) -> Amount:
    """An expression in amounts: key by key where some are levels (a key that one of them lacks has level 0 there)."""
    if isinstance(expression, Name) and isinstance(values.get(expression.name), TradeoffCurve):
        return values[expression.name]
    used = {n: values[n] for n in expression.names if n in values}
    keys = dict.fromkeys(k for v in used.values() if isinstance(v, Mapping) for k in v)
    if any(isinstance(v, Mapping) for v in used.values()):
        return {
            k: evaluate(expression, {n: v.get(k, ZERO) if isinstance(v, Mapping) else v for n, v in used.items()}) for k in keys
        }
    return evaluate(expression, used)


def upper(value: Amount) -> Amount:
    """An amount that certainly suffices: the number itself if it is exact, otherwise the upper end of its enclosure."""
    if isinstance(value, Mapping):
        return {k: upper(v) for k, v in value.items()}
    if isinstance(value, TradeoffCurve):
        return value
    if not isinstance(value, Real):
        return real(float(value))
    return value if value.exact else real(Fraction(value.bounds[1]))


def lower(value: Amount) -> Amount:
    """The same for a parameter that strengthens as it grows."""
    if isinstance(value, Real) and not value.exact:
        return real(Fraction(value.bounds[0]))
    return upper(value)


def numeric(value: Amount) -> bool:
    """Whether an amount came out of floating-point arithmetic."""
    if isinstance(value, Mapping):
        return any(map(numeric, value.values()))
    if isinstance(value, TradeoffCurve):
        return any(isinstance(x, float) for corner in value.corners for x in corner)
    return not isinstance(value, Real)


def finite(value: Amount) -> bool:
    """Whether an amount is finite; where there is one for each key, whether one of them is."""
    if isinstance(value, Mapping):
        return not value or any(map(finite, value.values()))
    return isinstance(value, TradeoffCurve) or math.isfinite(float(value))


def weaker(one: Amount, two: Amount, *, stronger_when_larger: bool) -> Amount:
    """The amount that follows from either of two amounts."""
    if isinstance(one, TradeoffCurve):
        return lowest([one, two]) if stronger_when_larger else _hull(one, two)
    if isinstance(one, Mapping):
        return {k: _either(one.get(k), two.get(k), stronger_when_larger) for k in {**one, **two}}
    return (min if stronger_when_larger else max)(one, two, key=float)


def _either(one: Amount, two: Amount, stronger_when_larger: bool) -> Amount:
    if one is None or two is None:
        return one if two is None else two
    return weaker(one, two, stronger_when_larger=stronger_when_larger)


def _hull(one: TradeoffCurve, two: TradeoffCurve) -> TradeoffCurve:
    """The least concave function above two: the trade-off curves' hull, upside down."""
    turned = lowest([TradeoffCurve(tuple((x, 1 - y) for x, y in c.corners)) for c in (one, two)])
    return TradeoffCurve(tuple((x, 1 - y) for x, y in turned.corners))


def loosened(value: Amount, *, stronger_when_larger: bool) -> Amount:
    """An amount weakened by a millionth, so that a failure exceeds rounding."""
    if isinstance(value, Mapping):
        return {k: loosened(v, stronger_when_larger=stronger_when_larger) for k, v in value.items()}
    if not isinstance(value, Real) or value.infinite:
        return value
    if stronger_when_larger:
        return greatest([ZERO, value * (1 - TOLERANCE) - NEAR_ZERO])
    return value * (1 + TOLERANCE) + NEAR_ZERO


def changed(value: Amount, factor: Fraction) -> Amount:
    """An amount with every number multiplied; curves stay as they are."""
    if isinstance(value, Mapping):
        return {k: changed(v, factor) for k, v in value.items()}
    return value * factor if isinstance(value, Real) and not value.infinite else value
