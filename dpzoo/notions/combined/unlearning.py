"""Unlearning that some algorithm on the remaining data certifies; notions of unlearning that compare pairs are made of blocks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from dpzoo.blocks.mechanism import FiniteMechanism, show_dataset
from dpzoo.blocks.structures import Structure
from dpzoo.blocks.unlearning_units import DELETE, edited, history
from dpzoo.notions.executable import Executable, Values
from dpzoo.notions.simulation import Alternatives, Existence, Levels, World, simulation


@dataclass(frozen=True)
class Certified(Existence):
    """One algorithm on the remaining data lies within ε and δ of the system after each request, in both orders.

    Each remaining training set has a simulator of its own; it is the same for all histories that lead to it.
    """

    notion: str
    structure: Mapping[str, Structure] = field(default_factory=dict)
    usual: Values = field(default_factory=dict)

    @property
    def quantitative(self) -> tuple[str, ...]:  # type: ignore[override]
        """The factor's logarithm, and the slack."""
        return ("epsilon", "delta")

    def groups(self, mechanism: FiniteMechanism, structure: Values, at: Levels) -> list[Alternatives]:
        """One simulator for each remaining training set, at this slack."""
        by_rest: dict[Any, list[World]] = {}
        for d in mechanism.datasets:
            records, requests = history(d)
            if len(requests) == 1 and requests[0][0] == DELETE and len(requests[0]) > 1:
                rest = edited(records, requests)
                by_rest.setdefault(rest, []).append(World(show_dataset(d), mechanism.row(d), {rest: Fraction(1)}))
        return [[simulation(worlds, mechanism.outputs, slack=at["delta"])] for worlds in by_rest.values()]


NOTIONS: tuple[Executable, ...] = (Certified("certified-approximate-unlearning"),)
