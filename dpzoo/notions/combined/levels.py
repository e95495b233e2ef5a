"""Levels that are functions of two datasets, a person, a place, a record or an output."""

from __future__ import annotations

from dpzoo.blocks import data_units, standards, units
from dpzoo.blocks.compared_pairs import Comparisons, DatasetPair, of_datasets
from dpzoo.blocks.finite_mechanism import FiniteMechanism
from dpzoo.blocks.record_structures import INVARIANTS, OWNER
from dpzoo.blocks.standards import Concentrated
from dpzoo.blocks.structures import DATASET, RECORD, Structural
from dpzoo.notions.context import ORDER, CurveAtOrder, RenyiAt
from dpzoo.notions.curves import OF_DATASETS, CurveNotion, single_outputs
from dpzoo.notions.executable import Executable, Values
from dpzoo.notions.pairwise import PairwiseNotion
from dpzoo.numbers.errors import BlockError

_PURE = standards.MaxDivergence()


def _each_pair(mechanism: FiniteMechanism, _structure: Structural, _chosen: Values) -> Comparisons:
    pairs = units.all_pairs(mechanism)
    data = mechanism.datasets
    return of_datasets(mechanism, pairs, keys=tuple((data[p.left], data[p.right]) for p in pairs))


def _recipients(mechanism: FiniteMechanism, _structure: Structural, _: Values) -> Comparisons:
    pairs = data_units.messages(mechanism)
    return of_datasets(mechanism, pairs, keys=tuple(p.changed[1] for p in pairs))  # type: ignore[index]


def _places_visited(mechanism: FiniteMechanism, _structure: Structural, _: Values) -> Comparisons:
    """Each trajectory removed or added, once for each place on it: records are (owner, (place, place, …))."""
    pairs, keys = [], []
    for p in units.removals_at_each_position(mechanism):
        trajectory = p.changed[1]  # type: ignore[index]
        if not (isinstance(trajectory, tuple) and len(trajectory) == 2 and isinstance(trajectory[1], tuple) and trajectory[1]):
            raise BlockError(f"the record {trajectory!r} is not a trajectory: write (owner, (place, place, …))")
        for place in dict.fromkeys(trajectory[1]):
            pairs += [p, DatasetPair(p.right, p.left, p.changed)]
            keys += [place, place]
    return of_datasets(mechanism, pairs, keys=tuple(keys))


def _by_record(mechanism: FiniteMechanism, _structure: Structural, _: Values) -> Comparisons:
    pairs = units.both_orders(units.removals_at_each_position(mechanism))
    return of_datasets(mechanism, pairs, keys=tuple(p.changed[1] for p in pairs))  # type: ignore[index]


def _by_group(mechanism: FiniteMechanism, structure: Structural, _: Values) -> Comparisons:
    """All tokens of one group removed from a context, or restored."""
    pairs = units.owned(OWNER.of(structure, "owner"))(mechanism)
    return of_datasets(mechanism, pairs, keys=tuple(p.changed for p in pairs))


NOTIONS: tuple[Executable, ...] = (
    CurveAtOrder("token-group-dp-inference", _by_group, RenyiAt(2), "B", "the group of tokens", {"owner": OWNER, "alpha": ORDER}),
    PairwiseNotion(
        "zcdp-under-invariants",
        lambda m, s, _: units.equal_invariants(m, INVARIANTS.of(s, "c"), power=2),
        Concentrated(),
        ("rho",),
        {"c": INVARIANTS},
        per_distance=("rho",),
    ),
    CurveNotion("d-privacy", _each_pair, _PURE, "d", OF_DATASETS),
    CurveNotion("extended-dp", _each_pair, _PURE, "d", OF_DATASETS),
    CurveNotion("l-privacy", _each_pair, _PURE, "l", OF_DATASETS),
    CurveNotion("communication-graph-personalized-dp", _recipients, _PURE, "Psi", "the recipient"),
    CurveNotion("per-record-zcdp", _by_record, Concentrated(), "P", "the record"),
    CurveNotion("personalized-location-dp", _places_visited, _PURE, "Psi", "the location"),
    CurveNotion(
        "ex-post-per-instance-dp",
        lambda m, s, _: single_outputs(m, units.instance(DATASET.of(s, "D"), RECORD.of(s, "t"))(m)),
        _PURE,
        "epsilon",
        "the output",
        {"D": DATASET, "t": RECORD},
    ),
)
