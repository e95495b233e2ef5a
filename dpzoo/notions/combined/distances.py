"""Pure loss in proportion to a distance of places or of weights."""

from __future__ import annotations

from dpzoo.blocks import data_units, standards, units
from dpzoo.blocks.compared_pairs import Comparisons
from dpzoo.blocks.data_units import between_records
from dpzoo.blocks.finite_mechanism import FiniteMechanism
from dpzoo.blocks.record_structures import ROADS
from dpzoo.blocks.structures import Structural
from dpzoo.blocks.units import at_distances
from dpzoo.notions.executable import Executable, Values
from dpzoo.notions.pairwise import PairwiseNotion

_PURE = standards.MaxDivergence()


def _weighted(mechanism: FiniteMechanism, _structure: Structural, _: Values) -> Comparisons:
    data = mechanism.datasets
    return at_distances(units.all_pairs, lambda _m, p: data_units.weight_distance(data[p.left], data[p.right]), mechanism)


def _road_lengths(mechanism: FiniteMechanism, structure: Structural, _: Values) -> Comparisons:
    distance = data_units.road_distance(ROADS.of(structure, "G"))
    return at_distances(data_units.single, between_records(distance), mechanism)


NOTIONS: tuple[Executable, ...] = (
    PairwiseNotion("geo-graph-indistinguishability", _road_lengths, _PURE, ("epsilon",), {"G": ROADS}, per_distance=("epsilon",)),
    PairwiseNotion(
        "geo-indistinguishability",
        lambda m, _s, _c: at_distances(units.bounded, between_records(data_units.in_the_plane), m),
        _PURE,
        ("epsilon",),
        per_distance=("epsilon",),
    ),
    PairwiseNotion("weighted-dp", _weighted, _PURE, ("epsilon",), per_distance=("epsilon",)),
)
