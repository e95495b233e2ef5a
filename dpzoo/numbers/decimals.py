"""Decimals on one side of a number: what is printed as a bound stays one.

>>> outward(2.1299995, 1, 6), outward(2.1299995, -1, 6), outward(0.1, 1), outward(1.04e-6, 1, 2)
('2.13', '2.12999', '0.1', '1.1e-06')
"""

from __future__ import annotations

import math
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Context, Decimal
from typing import Final

_ROUNDING: Final = {1: ROUND_CEILING, 0: ROUND_HALF_EVEN, -1: ROUND_FLOOR}
_NOISE: Final = 8
"""So many units in the last place a sum of a few decimals may be off."""


def rounded(value: float, sign: int, digits: int = 10) -> Decimal:
    """The decimal with so many digits (at most 15): not below the number for sign 1, not above it for -1, the nearest for 0.

    A float is read as the shortest decimal that names it, so that a tenth is 0.1.
    """
    return Context(prec=digits, rounding=_ROUNDING[sign]).create_decimal(repr(float(value))).normalize()


def settled(value: float) -> float:
    """The number with twelve digits, where only what floating-point arithmetic adds tells it from it: 0.3 for 0.1 + 0.2."""
    short = float(f"{value:.12g}")
    return short if abs(short - value) <= _NOISE * math.ulp(value) else value


def fixed(value: float, sign: int, places: int) -> str:
    """The number with so many decimals, on the same side as in :func:`rounded`.

    >>> fixed(0.44628, -1, 4), fixed(0.7310585, 1, 4), fixed(0.5, 1, 4), fixed(0.5000000000000001, 1, 4)
    ('0.4462', '0.7311', '0.5000', '0.5001')
    """
    return f"{Decimal(repr(float(value))).quantize(Decimal(1).scaleb(-places), _ROUNDING[sign]):f}"


def outward(value: float, sign: int, digits: int = 10) -> str:
    """:func:`rounded` as text, with an exponent where that is shorter; ``inf`` for infinity."""
    return f"{float(rounded(value, sign, digits)):.{digits}g}" if math.isfinite(value) else f"{value:g}"


def plainly(value: float, sign: int, digits: int = 10) -> str:
    """:func:`rounded` as text without an exponent."""
    return f"{rounded(value, sign, digits):f}" if math.isfinite(value) else f"{value:g}"
