"""Zero-knowledge privacy: what an aggregate of the others would say."""

from __future__ import annotations

from dpzoo.blocks.finite_mechanism import FiniteMechanism, show_dataset
from dpzoo.blocks.simulator_structures import AGGREGATES
from dpzoo.blocks.structures import Structural
from dpzoo.notions.executable import Executable
from dpzoo.notions.simulation import SimulatorNotion, World


def aggregates_of_others(mechanism: FiniteMechanism, structure: Structural) -> list[list[World]]:
    """Zero-knowledge privacy: for each aggregate, every dataset against the aggregate of it without one record."""
    return [
        [
            World(f"{show_dataset(d)} without record {i + 1}", mechanism.row(d), agg[d[:i] + d[i + 1 :]])
            for d in mechanism.datasets
            for i in range(len(d))
        ]
        for agg in AGGREGATES.of(structure, "Agg")
    ]


NOTIONS: tuple[Executable, ...] = (SimulatorNotion("zero-knowledge-privacy", aggregates_of_others, {"Agg": AGGREGATES}),)
