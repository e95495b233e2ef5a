"""Parameters of instances: exact where possible, floats otherwise, and one sentence for unusable ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from dpzoo.blocks.finite_mechanism import FiniteMechanism
from dpzoo.numbers.errors import BlockError
from dpzoo.numbers.real import Real
from dpzoo.numbers.values import value

Number = Fraction | float


def plain(number: Real) -> Number:
    """A fraction where the number is rational, the nearest float otherwise."""
    return number.rational if number.rational is not None else float(number)


def exponential(exponent: Real) -> Number:
    """e to a power: a fraction where the exponent is the logarithm of one, the nearest float otherwise."""
    return plain(exponent.exp())


def whole(given: Any, name: str, least: int = 1, most: int | None = None) -> int:
    """A whole number between the bounds; :class:`BlockError` otherwise."""
    number = value(given, name).rational
    if number is None or number.denominator != 1 or number < least or (most is not None and number > most):
        above = f" and at most {most}" if most is not None else ""
        raise BlockError(f"{name} is {given}; it must be a whole number, at least {least}{above}")
    return int(number)


def finite(
    rows: Mapping[Any, Mapping[Any, Any]],
    name: str,
    neighbours: Sequence[tuple[Sequence[Any], Sequence[Any]]] | None = None,
    cut: str = "",
) -> FiniteMechanism:
    """A mechanism from a law per dataset; all floats as soon as one probability is a float. ``cut`` is as in FiniteMechanism."""
    outputs = list(dict.fromkeys(o for law in rows.values() for o in law))
    inexact = any(isinstance(p, float) for law in rows.values() for p in law.values())
    matrix = [[float(law.get(o, 0)) if inexact else law.get(o, Fraction(0)) for o in outputs] for law in rows.values()]
    return FiniteMechanism([tuple(d) for d in rows], outputs, matrix, name=name, neighbours=neighbours, cut=cut)
