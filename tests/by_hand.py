"""What tests against values worked out by hand share: small mechanisms, and when a number is the one worked out."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from dpzoo.blocks.finite_mechanism import FiniteMechanism
from dpzoo.blocks.priors import Prior
from dpzoo.notions.executable import Executable
from dpzoo.notions.results import NOTHING, Certainty, Judgement, Tightest
from dpzoo.numbers.real import Real, compare
from dpzoo.numbers.values import value

EXACT = 1e-9
ROUNDED = 1e-8


def agrees(found: Any, expected: Any, *, within: float = EXACT) -> bool:
    """Exact numbers must be equal; enclosures and floats must be close."""
    wanted = value(expected)
    if isinstance(found, Real) and found.exact and wanted.exact and within <= EXACT:
        return compare(found, wanted) == 0
    return math.isclose(float(found), float(wanted), rel_tol=within, abs_tol=within)


def about(found: Tightest, notion: Executable, free: str, given: Mapping[str, Any]) -> None:
    """A result says which notion and parameter it is about and what was fixed, and is exact if and only if it is certified."""
    assert (found.notion, found.parameter) == (notion.notion, free)
    assert set(found.fixed) == {n for n in notion.quantitative if n in given}
    assert (found.tolerance == 0.0) is (found.certainty is not Certainty.NUMERIC or found.note == NOTHING)


def answers(verdict: Judgement, notion: Executable, given: Mapping[str, Any]) -> None:
    """A verdict says which notion it is about, and at which values."""
    assert verdict.notion == notion.notion
    for n in given.keys() & set(notion.quantitative):
        assert math.isclose(float(verdict.parameters[n]), float(value(given[n])))


def coin(chances: Mapping[tuple[Any, ...], Any]) -> FiniteMechanism:
    """Says yes with the given probability, else no."""
    return FiniteMechanism.from_rows({d: (Fraction(p), 1 - Fraction(p)) for d, p in chances.items()}, ["yes", "no"])


def powers(exponents: Mapping[tuple[Any, ...], int]) -> FiniteMechanism:
    """Says yes with probability 2^-e.

    The larger of two chances to say yes is 2^|e - e'| times the other one, and no chances to say no differ by a factor of 2.
    So the loss of a pair in the worse order is |e - e'| ln 2.
    """
    return coin({d: Fraction(1, 2**e) for d, e in exponents.items()})


def in_floats(given: Any) -> Any:
    """The same priors and record distributions with floating-point probabilities."""
    match given:
        case Prior():
            return Prior({k: float(w) for k, w in given.weights.items()}, given.name)
        case dict():
            return {k: in_floats(v) for k, v in given.items()}
        case list() | tuple():
            return type(given)(in_floats(v) for v in given)
        case Fraction():
            return float(given)
    return given
