"""Semantic privacy: what an attacker concludes, instead of a ratio of probabilities."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from dpzoo.blocks.finite_mechanism import FiniteMechanism, show_dataset
from dpzoo.blocks.structures import Structural, Structure
from dpzoo.notions.executable import FLOAT_TOLERANCE, Executable, Values, judge
from dpzoo.notions.results import NOTHING, Certainty, Judgement, Tightest, Worst
from dpzoo.numbers.real import INFINITY, real

MOST_OUTPUTS: Final = 12
"""Up to how many outputs every event is tried for semantic privacy."""


MOST_EVENTS: Final = 20_000
"""Up to how many pairs of outputs are tried beyond that."""


@dataclass(frozen=True)
class Semantic(Executable):
    """Semantic privacy: what an attacker concludes from the output with and without one record, for every prior.

    For one event and one position, let r(D) be the probability of the event without the record over that with it. Conclusions are
    probabilities weighted by r; the largest total variation between a law and its r-weighted version is (√ρ - 1)/(√ρ + 1) with ρ
    the largest ratio between two values of r, attained by a prior on two datasets. So ε is the largest such value over events,
    and infinite where an event is possible in only one of the two cases.
    """

    notion: str = "semantic-privacy"
    structure: Mapping[str, Structure[object]] = field(default_factory=dict)
    usual: Values = field(default_factory=dict)

    @property
    def quantitative(self) -> tuple[str, ...]:  # type: ignore[override]
        """ε alone."""
        return ("epsilon",)

    def solve(self, mechanism: FiniteMechanism, structure: Structural, fixed: Values, free: str) -> Tightest:
        """Every event if there are at most :data:`MOST_OUTPUTS` outputs; else single outputs, for a lower bound.

        Pairs of outputs are tried too if there are at most :data:`MOST_EVENTS` of them.
        """
        count = len(mechanism.outputs)
        small = count <= MOST_OUTPUTS
        columns = range(count)
        sizes = columns if small else range(2 if math.comb(count, 2) <= MOST_EVENTS else 1)
        events = [s for n in sizes for s in itertools.combinations(columns, n + 1)]
        note = "" if small else f"{len(events)} events were tried, of at most {len(sizes)} of the {count} outputs each"
        best: Any = Fraction(1) if mechanism.exact else 1.0
        worst: Worst | None = None
        compared = False
        for place in range(max(len(d) for d in mechanism.datasets)):
            pairs = _without(mechanism, place)
            compared |= any(i != j for i, j in pairs)
            for event in events:
                found = _spread(mechanism, pairs, event)
                if found is not None and found[0] > best:
                    best, worst = found
        answer = _conclusion(best)
        certainty = Certainty.CERTIFIED if mechanism.exact else Certainty.NUMERIC
        if not compared:
            return Tightest(self.notion, free, answer, Certainty.CERTIFIED, {}, note=NOTHING)
        return Tightest(
            self.notion,
            free,
            answer,
            certainty,
            {},
            worst,
            refutes_only=not small,
            note=note,
            tolerance=0.0 if mechanism.exact else FLOAT_TOLERANCE,
        )

    def verdict(self, mechanism: FiniteMechanism, structure: Structural, parameters: Values) -> Judgement:
        """The tightest ε against the one asked for."""
        return judge(
            self.solve(mechanism, structure, {}, "epsilon"), parameters["epsilon"], stronger=False, parameters=parameters
        )


def _without(mechanism: FiniteMechanism, place: int) -> list[tuple[int, int]]:
    """Each dataset with the dataset that lacks its record at a place, where the mechanism has that."""
    data = mechanism.datasets
    return [
        (i, mechanism.index(rest))
        for i, d in enumerate(data)
        if (rest := (d[:place] + d[place + 1 :] if len(d) > place else d)) in mechanism
    ]


def _spread(mechanism: FiniteMechanism, pairs: Sequence[tuple[int, int]], event: tuple[int, ...]) -> tuple[Any, Worst] | None:
    """The largest r(D)/r(D') for one event, with the two datasets; infinite where exactly one of the probabilities is zero."""
    matrix = mechanism.matrix
    found = []
    for i, j in pairs:
        there, here = sum(matrix[j][c] for c in event), sum(matrix[i][c] for c in event)
        if here or there:
            found.append((there / here if here else math.inf, i))
    if not found:
        return None
    (low, i), (high, j) = min(found), max(found)
    names = tuple(mechanism.outputs[c] for c in event)
    show = [show_dataset(mechanism.datasets[k]) for k in (i, j)]
    return (math.inf if low == 0 or high == math.inf else high / low), Worst(show[0], show[1], names)


def _conclusion(ratio: Any) -> Any:
    if ratio == math.inf:
        return INFINITY  # possible with the record and impossible without it, or the reverse
    if isinstance(ratio, Fraction):
        root = real(ratio).sqrt()
        return (root - 1) / (root + 1)
    return (math.sqrt(ratio) - 1) / (math.sqrt(ratio) + 1)


NOTIONS: tuple[Executable, ...] = (Semantic(),)
