"""Probabilities as people say them.

>>> chance(0.0267), chance(0.7311), chance(0.99995)
('1 in 37', '73 %', 'all but 1 in 20,000')

A bound is rounded to its own side, so that "at most" and "at least" stay true.

>>> chance(0.0267, Side.MOST), chance(0.0267, Side.LEAST), percent(0.1359, Side.LEAST)
('1 in 37', '1 in 38', '13 %')
"""

from __future__ import annotations

import math
from enum import Enum
from typing import Final

from dpzoo.numbers.decimals import outward, plainly

_SUPERSCRIPTS: Final = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
_FEW: Final = 0.1
_MOST: Final = 0.99
_NONE: Final = 1e-12
_NOISE: Final = 1e-14
"""Relative: what floating-point arithmetic adds to a round number is no reason to round it on."""

_SLIGHT: Final = 5e-4
"""A gain in probability that nobody notices."""


class Side(Enum):
    """Which way a number is rounded."""

    NEAREST = 0
    MOST = 1
    LEAST = -1


def chance(p: float, side: Side = Side.NEAREST) -> str:
    """A probability in words: "1 in 37", "73 %", "all but 1 in 20,000"; rounded to two or three digits."""
    if p <= _NONE:
        return "none at all" if p <= 0 else "practically none"
    if p >= 1 - _NONE:
        return "certainty" if p >= 1 else "practical certainty"
    if p < _FEW:
        return f"1 in {_count(1 / p, -side.value)}"
    if p > _MOST:
        return f"all but 1 in {_count(1 / (1 - p), side.value)}"
    return percent(p, side)


def percent(p: float, side: Side = Side.NEAREST) -> str:
    """A probability as a percentage, with one decimal where that says more."""
    digits = 1 if p < 0.02 or p > 0.98 else 0
    text = f"{_rounded(100 * p, digits, side.value):.{digits}f}"
    return f"{text.removesuffix('.0')} %"


def believing(lower: float, upper: float) -> str:
    """The action of an attacker whose belief lies between two bounds, as a phrase.

    >>> believing(0.0392, 0.2319), believing(1e-50, 1 - 1e-50)
    ('gives it at most 24 % and at least 1 in 26', 'may be practically certain of it or of its opposite')
    """
    if upper >= 1 - _NONE and lower <= _NONE:
        return "may be practically certain of it or of its opposite"
    least = f" and at least {chance(lower, Side.LEAST)}" if lower > 0 else ""
    if upper >= 1 - _NONE:
        return f"may be practically certain of it{least.replace(' and at least', ', and gives it at least')}"
    return f"gives it at most {chance(upper, Side.MOST)}{least}"


def guessing(best: float, alone: float) -> str:
    """How often a guess is right, at most, compared with a guess without any output.

    >>> guessing(0.9000001, 0.9)
    'is right 90 % of the time, and the output makes practically no difference'
    >>> guessing(0.99999998, 0.9)
    'may be right practically always; without the output it is 90 % of the time'
    """
    without = percent(alone)
    if best <= alone * (1 + _NOISE):
        return f"is right at most {percent(alone, Side.MOST)} of the time, no more than without the output"
    if best - alone < _SLIGHT:
        return f"is right {without} of the time, and the output makes practically no difference"
    most = percent(best, Side.MOST)
    if most == "100 %":
        return f"may be right practically always; without the output it is {without} of the time"
    return f"is right at most {most} of the time; without the output it is {without}"


def number(x: float, digits: int = 4, side: Side = Side.NEAREST) -> str:
    """A number with so many digits; powers of ten as people write them, ∞ for infinity.

    >>> number(5.2567), number(1e-6), number(0.00002), number(120.0), number(1.04e-6, 2, Side.MOST)
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
    power = "10" + str(int(exponent)).translate(_SUPERSCRIPTS)
    return power if mantissa == "1" else f"{mantissa.replace('-', '−')}·{power}"


def at_most(x: float, digits: int = 4) -> str:
    """An upper bound with so many significant digits, rounded upward so that it stays one.

    >>> at_most(5.22153434), at_most(2.0), at_most(0.5), at_most(42.92789, 5)
    ('5.222', '2', '0.5', '42.928')
    """
    return plainly(x, 1, digits)


def _count(n: float, side: int) -> str:
    """A whole number of two or three digits and zeros."""
    digits = max(0, math.floor(math.log10(n)) - (1 if n < 100 else 2))
    whole = round(_rounded(n / 10**digits, 0, side)) * 10**digits
    return number(whole, 3) if n >= 1e9 else f"{whole:,}"


def _rounded(x: float, digits: int, side: int) -> float:
    """x with so many decimals: to the nearest (0), up (1) or down (-1)."""
    step = 10.0**-digits
    near = round(x / step)
    if side and abs(x / step - near) > _NOISE * abs(near):
        near = math.ceil(x / step) if side > 0 else math.floor(x / step)
    return near * step
