"""Neighbour-preserving differential obliviousness: an access pattern, with results that may differ by a step."""

from __future__ import annotations

import itertools
from collections.abc import Hashable
from fractions import Fraction
from typing import Any, Final

import numpy as np

from dpzoo.blocks import standards, units
from dpzoo.blocks.compared_pairs import Comparisons
from dpzoo.blocks.finite_mechanism import FiniteMechanism, show_dataset
from dpzoo.blocks.prior_units import LabelledLaws
from dpzoo.blocks.structures import Path, Structural, Structure, freeze, list_of, pair_of
from dpzoo.notions.executable import Executable, Values
from dpzoo.notions.pairwise import PairwiseNotion
from dpzoo.numbers.errors import BlockError

MOST_OUTPUTS: Final = 12
"""How many outputs at most: every set of them is an event."""
_PAIR: Final = 2


def _result(given: Any, _mechanism: FiniteMechanism, _path: Path) -> Hashable:
    return freeze(given)


RESULTS: Final = Structure(
    "neighbouring results",
    "a list of pairs of results that are neighbours",
    list_of(pair_of(_result, "results"), "pairs of results"),
)


def _events(mechanism: FiniteMechanism, structure: Structural, _: Values) -> Comparisons:
    """For two arrays that differ in one entry, each event against the event with the neighbours of its results.

    An entry 1 on both sides keeps a smaller probability from counting as a gain.
    """
    for o in mechanism.outputs:
        if not isinstance(o, tuple) or len(o) != _PAIR:
            raise BlockError(f"the output {o!r} is not a pair of an access pattern and a result")
    if len(mechanism.outputs) > MOST_OUTPUTS:
        raise BlockError(
            f"the mechanism has {len(mechanism.outputs)} outputs; every set of them is tried, so give at most {MOST_OUTPUTS}"
        )
    near = {frozenset(pair) for pair in RESULTS.of(structure, "R")}
    outputs: Any = mechanism.outputs
    reached = [[j for j, (w, z) in enumerate(outputs) if v == w and (y == z or frozenset((y, z)) in near)] for v, y in outputs]
    one: Any = Fraction(1) if mechanism.exact else 1.0
    kind: Any = object if mechanism.exact else float
    laws = LabelledLaws(("the event", "any"))
    for p in units.bounded(mechanism):
        left, right = mechanism.matrix[p.left], mechanism.matrix[p.right]
        possible = [k for k in range(len(outputs)) if left[k] > 0]
        for size in range(1, len(possible) + 1):
            for event in itertools.combinations(possible, size):
                wide = sorted({j for k in event for j in reached[k]})
                shown = ", ".join(str(outputs[k]) for k in event)
                rows = [
                    laws.add(np.array([sum(row[k] for k in chosen), one], dtype=kind), f"{show_dataset(d)}, {shown}")
                    for row, chosen, d in ((left, event, mechanism.datasets[p.left]), (right, wide, mechanism.datasets[p.right]))
                ]
                laws.pairs.append((rows[0], rows[1]))
    return laws.comparisons()


NOTIONS: tuple[Executable, ...] = (
    PairwiseNotion("neighbour-preserving-obliviousness", _events, standards.HockeyStick(), ("epsilon", "delta"), {"R": RESULTS}),
)
