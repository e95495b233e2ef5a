"""Probabilities as people say them: in per cent, with enough decimals to tell them from 0 and from 100.

>>> chance(0.0267), chance(0.7311), chance(0.99995), chance(3.1e-9)
('2.7 %', '73 %', '99.995 %', '3.1·10⁻⁷ %')

A bound is rounded to its own side, so that "at most" and "at least" stay true.

>>> chance(0.02671, Rounding.MOST), chance(0.02671, Rounding.LEAST)
('2.7 %', '2.6 %')
>>> percent(0.1359, Rounding.LEAST), percent(0.999624, Rounding.MOST)
('13 %', '99.963 %')
"""

from __future__ import annotations

import math
from enum import Enum
from typing import Final

from dpzoo.numbers.decimals import outward, plainly

SUPERSCRIPTS: Final = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
_MANY: Final = 10
"""Per cent: nearer than this to 0 and to 100, decimals tell something."""
_RARE: Final = 1e-6
_NONE: Final = 1e-12
_NOISE: Final = 1e-14
"""Relative: what floating-point arithmetic adds to a round number is no reason to round it on."""

_SLIGHT: Final = 5e-4
"""A gain in probability that nobody notices."""


class Rounding(Enum):
    """Which way a number is rounded."""

    NEAREST = 0
    MOST = 1
    LEAST = -1


def chance(p: float, side: Rounding = Rounding.NEAREST) -> str:
    """A probability as a percentage, or in words where it is nothing or certain."""
    if p <= _NONE:
        return "none at all" if p <= 0 else "practically none"
    if p >= 1 - _NONE:
        return "certainty" if p >= 1 else "practical certainty"
    return percent(p, side)


def percent(p: float, side: Rounding = Rounding.NEAREST) -> str:
    """A probability as a percentage, with two digits of what it lacks to 0 or to 100."""
    lacks = 100 * min(p, 1 - p)
    if lacks <= 0:
        return f"{100 * p:.0f} %"
    if p < _RARE:
        return f"{number(100 * p, 2, side)} %"
    digits = 0 if lacks >= _MANY else 1 - math.floor(math.log10(lacks))
    # the smaller of the two is rounded, which is the more exact
    value = _rounded(100 * p, digits, side.value) if p <= 0.5 else 100 - _rounded(100 * (1 - p), digits, -side.value)
    text = f"{value:.{digits}f}"
    return f"{text.rstrip('0').rstrip('.') if digits else text} %"


def believing(lower: float, upper: float) -> str:
    """The action of an attacker whose belief lies between two bounds, as a phrase.

    >>> believing(0.0392, 0.2319), believing(1e-50, 1 - 1e-50)
    ('gives it at most 24 % and at least 3.9 %', 'may be practically certain of it or of its opposite')
    """
    if upper >= 1 - _NONE and lower <= _NONE:
        return "may be practically certain of it or of its opposite"
    least = f" and at least {chance(lower, Rounding.LEAST)}" if lower > 0 else ""
    if upper >= 1 - _NONE:
        return f"may be practically certain of it{least.replace(' and at least', ', and gives it at least')}"
    return f"gives it at most {chance(upper, Rounding.MOST)}{least}"


def guessing(best: float, alone: float) -> str:
    """How often a guess is right, at most, compared with a guess without any output.

    >>> guessing(0.9000001, 0.9)
    'is right 90 % of the time, and the output makes practically no difference'
    >>> guessing(0.99999998, 0.9)
    'may be right practically always; without the output it is 90 % of the time'
    """
    without = percent(alone)
    if best <= alone * (1 + _NOISE):
        return f"is right at most {percent(alone, Rounding.MOST)} of the time, no more than without the output"
    if best - alone < _SLIGHT:
        return f"is right {without} of the time, and the output makes practically no difference"
    if best > 1 - _RARE:
        return f"may be right practically always; without the output it is {without} of the time"
    return f"is right at most {percent(best, Rounding.MOST)} of the time; without the output it is {without}"


def number(x: float, digits: int = 4, side: Rounding = Rounding.NEAREST) -> str:
    """A number with so many digits; powers of ten as people write them, ∞ for infinity.

    >>> number(5.2567), number(1e-6), number(0.00002), number(120.0), number(1.04e-6, 2, Rounding.MOST)
    ('5.257', '10⁻⁶', '2·10⁻⁵', '120', '1.1·10⁻⁶')
    """
    if math.isinf(x):
        return "∞" if x > 0 else "−∞"
    if x == 0:
        return "0"
    text = outward(x, side.value, digits)
    if "e" not in text:
        return text.replace("-", "−")
    mantissa, exponent = text.split("e")
    power = "10" + str(int(exponent)).translate(SUPERSCRIPTS)
    return power if mantissa == "1" else f"{mantissa.replace('-', '−')}·{power}"


def at_most(x: float, digits: int = 4) -> str:
    """An upper bound with so many significant digits, rounded upward so that it stays one.

    >>> at_most(5.22153434), at_most(2.0), at_most(0.5), at_most(42.92789, 5)
    ('5.222', '2', '0.5', '42.928')
    """
    return plainly(x, 1, digits)


def _rounded(x: float, digits: int, side: int) -> float:
    """x with so many decimals: to the nearest (0), up (1) or down (-1)."""
    step = 10.0**-digits
    near = round(x / step)
    if side and abs(x / step - near) > _NOISE * abs(near):
        near = math.ceil(x / step) if side > 0 else math.floor(x / step)
    return near * step
