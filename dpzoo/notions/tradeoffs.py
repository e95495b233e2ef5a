"""Notions that bound tests between two output laws by a trade-off function."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

from dpzoo.blocks.finite_mechanism import FiniteMechanism
from dpzoo.blocks.structures import Structural, Structure
from dpzoo.blocks.tradeoff import TradeoffCurve, above, gaussian_tradeoff, lowest, tradeoff
from dpzoo.notions.executable import FLOAT_TOLERANCE, Executable, Values
from dpzoo.notions.pairwise import Compare
from dpzoo.notions.results import NOTHING, Certainty, Judgement, Tightest, Worst
from dpzoo.numbers.errors import BlockError
from dpzoo.numbers.values import value


@dataclass(frozen=True)
class TradeoffNotion(Executable):
    """A notion that bounds every test between two output distributions from below by a trade-off function f.

    ``tightest`` gives the largest trade-off function that the mechanism satisfies, as a :class:`TradeoffCurve`; ``holds`` takes a
    curve, a list of its corners, a callable, or ``"gaussian:μ"``.
    """

    notion: str
    compare: Compare
    structure: Mapping[str, Structure[object]] = field(default_factory=dict)
    usual: Values = field(default_factory=dict)

    @property
    def quantitative(self) -> tuple[str, ...]:  # type: ignore[override]
        """The trade-off function alone."""
        return ("f",)

    def read_value(self, name: str, given: Any) -> Any:
        """A trade-off function as given."""
        if isinstance(given, str) and given.startswith("gaussian:"):
            return gaussian_tradeoff(value(given.removeprefix("gaussian:"), "μ"))
        if callable(given):
            return given
        if not isinstance(given, list | tuple) or not all(isinstance(c, list | tuple) and len(c) == 2 for c in given):
            raise BlockError('f is a trade-off function: a list of corners (x, y), or "gaussian:μ"', (name,))
        corners = sorted((_rational(x, name), _rational(y, name)) for x, y in given)
        if not corners or corners[0][0] != 0 or corners[-1][0] != 1:
            raise BlockError("the corners of f run from x = 0 to x = 1", (name,))
        curve = TradeoffCurve(tuple(corners))
        if corners[-1][1] != 0 or any(lowest([curve])(x) != y for x, y in corners):
            raise BlockError("f is not a trade-off function: it is convex, does not rise and lies below 1 - x", (name,))
        return curve

    def larger_is_stronger(self, structure: Structural, name: str) -> bool:
        """A trade-off function promises more where it is larger."""
        return True

    def solve(self, mechanism: FiniteMechanism, structure: Structural, fixed: Values, free: str) -> Tightest:
        """The lower convex hull of all pairs' trade-off curves."""
        pairs = self.compare(mechanism, structure, {})
        curves = [tradeoff(pairs.laws[i], pairs.laws[j]) for i, j in zip(pairs.left, pairs.right, strict=True)]
        if not curves:
            perfect = TradeoffCurve(((Fraction(0), Fraction(1)), (Fraction(1), Fraction(0))))
            return Tightest(self.notion, free, perfect, Certainty.CERTIFIED, note=NOTHING)
        worst = int(np.argmin([min(float(x + y) for x, y in c.corners) for c in curves]))
        certainty = Certainty.CERTIFIED if pairs.exact else Certainty.NUMERIC
        shown = Worst(pairs.labels[pairs.left[worst]], pairs.labels[pairs.right[worst]])
        return Tightest(
            self.notion, free, lowest(curves), certainty, {}, shown, tolerance=0.0 if pairs.exact else FLOAT_TOLERANCE
        )

    def verdict(self, mechanism: FiniteMechanism, structure: Structural, parameters: Values) -> Judgement:
        """Every pair's curve against f, at the curve's corners (f is convex)."""
        pairs = self.compare(mechanism, structure, {})
        exact = pairs.exact
        if not len(pairs):
            return Judgement(self.notion, True, Certainty.CERTIFIED, parameters, note=NOTHING)
        unsure: Judgement | None = None
        for i, j in zip(pairs.left, pairs.right, strict=True):
            answer, corner = above(tradeoff(pairs.laws[i], pairs.laws[j]), parameters["f"])
            if answer:
                continue
            assert corner is not None
            certainty = Certainty.UNDECIDED if answer is None else Certainty.CERTIFIED if exact else Certainty.NUMERIC
            note = f"a test with false-alarm probability {corner[0]} misses with probability {corner[1]}"
            found = Judgement(self.notion, answer, certainty, parameters, Worst(pairs.labels[i], pairs.labels[j]), note=note)
            if answer is False:
                return found
            unsure = unsure or found
        certainty = Certainty.CERTIFIED if exact else Certainty.NUMERIC
        return unsure or Judgement(self.notion, True, certainty, parameters)


def _rational(given: Any, name: str) -> Fraction:
    number = value(given, name)
    if number.rational is None or not 0 <= number.rational <= 1:
        raise BlockError(f"the corners of {name} are rational numbers between 0 and 1, and {given!r} is given", (name,))
    return number.rational
