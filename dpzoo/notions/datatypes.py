"""Executable notions for particular kinds of data: graphs, tables, words, images, places, streams, reports.

How a record and a dataset are written is said at each unit, in :mod:`dpzoo.blocks.data_units`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from dpzoo.blocks import data_units, standards, units
from dpzoo.blocks.comparison import Comparisons, of_datasets
from dpzoo.blocks.data_units import between_records
from dpzoo.blocks.mechanism import FiniteMechanism
from dpzoo.blocks.record_structures import FEATURES, ITEM_DISTANCE, QUERY_SEQUENCE, ROADS
from dpzoo.blocks.structures import Structure, whole
from dpzoo.blocks.units import at_distances
from dpzoo.notions.executable import Executable, PairwiseNotion, Values, datasets, datasets_from
from dpzoo.notions.levels import CurveNotion
from dpzoo.notions.thresholds import RadiusNotion
from dpzoo.numbers.errors import BlockError
from dpzoo.numbers.real import Real, compare, real
from dpzoo.numbers.values import value

_PURE = standards.MaxDivergence()
_APPROXIMATE = standards.HockeyStick()
_BOTH = ("epsilon", "delta")


# structures ---------------------------------------------------------------------------------------------------------------


# comparisons --------------------------------------------------------------------------------------------------------------


def _weighted(mechanism: FiniteMechanism, _structure: Values, _: Values) -> Comparisons:
    data = mechanism.datasets
    return at_distances(units.all_pairs, lambda _m, p: data_units.weight_distance(data[p.left], data[p.right]), mechanism)


def _recipients(mechanism: FiniteMechanism, _structure: Values, _: Values) -> Comparisons:
    pairs = data_units.messages(mechanism)
    return of_datasets(mechanism, pairs, keys=tuple(p.changed[1] for p in pairs))  # type: ignore[index]


def _road_lengths(mechanism: FiniteMechanism, structure: Values, _: Values) -> Comparisons:
    distance = data_units.road_distance(structure["G"])
    return at_distances(data_units.single, between_records(distance), mechanism)


def _radii(mechanism: FiniteMechanism, structure: Values) -> list[Real]:
    items = list(dict.fromkeys(r[1] for r in mechanism.records if isinstance(r, tuple) and len(r) == 3))
    found = [real(0)]
    for a in items:
        for b in items:
            d = structure["d"](a, b)
            if not d.infinite and not any(compare(d, f) in (0, None) for f in found):
                found.append(d)
    return sorted(found)


def _reports(*, users: int | None = None, values: int = 1) -> Any:
    return datasets_from(lambda _, chosen: data_units.senders(whole(chosen["k"], "k"), users=users, values=values))


def _numbers_of_reports(values: int) -> Callable[[FiniteMechanism, Values], list[Real]]:
    return lambda m, _: [real(k) for k in range(1, max(2, 1 + max(len(d) for d in m.datasets) - values))]


def counted(
    notion: str,
    parameter: str,
    unit: Callable[[int], units.Unit],
    candidates: Callable[[FiniteMechanism, Values], list[Real]] | None = None,
) -> PairwiseNotion:
    """Pure DP on a unit that depends on a whole number, which strengthens the guarantee as it grows."""
    return PairwiseNotion(
        notion,
        datasets_from(lambda _, chosen: unit(whole(chosen[parameter], parameter))),
        _PURE,
        (parameter, "epsilon"),
        choosing=(parameter,),
        at_least={parameter: 1},
        candidates=candidates,
    )


def pure(notion: str, unit: units.Unit) -> PairwiseNotion:
    """Pure DP on a fixed unit."""
    return PairwiseNotion(notion, datasets(unit), _PURE, ("epsilon",))


def approximate(notion: str, unit: units.Unit, structure: Mapping[str, Structure] | None = None) -> PairwiseNotion:
    """Approximate DP on a fixed unit."""
    return PairwiseNotion(notion, datasets(unit), _APPROXIMATE, _BOTH, structure or {})


@dataclass(frozen=True)
class SenderNotion(PairwiseNotion):
    """A notion on the senders of reports: its γ is a loss and not a probability."""

    def read_value(self, name: str, given: Any) -> Any:
        """As in :class:`PairwiseNotion`; γ may be any number that is not negative."""
        if name != "gamma":
            return super().read_value(name, given)
        found = value(given, name)
        if found < 0:
            raise BlockError(f"gamma is {given}; it must be at least 0")
        return found


_HISTORY = data_units.second_entry("(action, reward)")

NOTIONS: tuple[Executable, ...] = (
    # graphs
    CurveNotion("communication-graph-personalized-dp", _recipients, _PURE, "Psi", "the recipient"),
    PairwiseNotion("geo-graph-indistinguishability", _road_lengths, _PURE, ("epsilon",), {"G": ROADS}, per_distance=("epsilon",)),
    # sets and tables
    pure("set-operations-dp", data_units.set_operands),
    RadiusNotion(
        "recommendation-systems-dp",
        datasets_from(lambda s, chosen: data_units.ratings(s["d"], chosen["r"])),
        _PURE,
        ("r", "epsilon"),
        {"d": ITEM_DISTANCE},
        choosing=("r",),
        candidates=_radii,
    ),
    PairwiseNotion("weighted-dp", _weighted, _PURE, ("epsilon",), per_distance=("epsilon",)),
    # words and images
    PairwiseNotion(
        "dp-image",
        lambda m, s, _: at_distances(
            data_units.single, between_records(lambda a, b: data_units.euclidean(s["F"](a), s["F"](b))), m
        ),
        _PURE,
        ("epsilon",),
        {"F": FEATURES},
        per_distance=("epsilon",),
    ),
    PairwiseNotion(
        "text-indistinguishability",
        lambda m, _s, _c: at_distances(data_units.single, between_records(data_units.euclidean), m),
        _PURE,
        ("epsilon",),
        per_distance=("epsilon",),
    ),
    # places
    PairwiseNotion(
        "geo-indistinguishability",
        lambda m, _s, _c: at_distances(units.bounded, between_records(data_units.in_the_plane), m),
        _PURE,
        ("epsilon",),
        per_distance=("epsilon",),
    ),
    # streams and histories
    # protocols and programs that somebody watches
    approximate("outsourced-database-dp", units.bounded, {"q": QUERY_SEQUENCE}),
    SenderNotion(
        "untrackability",
        _reports(users=2),
        _PURE,
        ("k", "gamma"),
        names={"epsilon": "gamma"},
        choosing=("k",),
        at_least={"k": 1},
        candidates=_numbers_of_reports(1),
    ),
    SenderNotion(
        "multi-user-untrackability",
        _reports(),
        _PURE,
        ("k", "gamma"),
        names={"epsilon": "gamma"},
        choosing=("k",),
        at_least={"k": 1},
        candidates=_numbers_of_reports(1),
    ),
    SenderNotion(
        "undetectability",
        _reports(users=2, values=2),
        _PURE,
        ("k", "gamma"),
        names={"epsilon": "gamma"},
        choosing=("k",),
        at_least={"k": 1},
        candidates=_numbers_of_reports(2),
    ),
)
