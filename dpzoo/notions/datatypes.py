"""Executable notions for particular kinds of data: graphs, tables, words, images, places, streams, reports.

How a record and a dataset are written is said at each unit, in :mod:`dpzoo.blocks.data_units`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dpzoo.blocks import data_units, standards, units
from dpzoo.blocks.comparison import Comparisons, Pair, of_datasets
from dpzoo.blocks.mechanism import FiniteMechanism, Record
from dpzoo.notions.executable import Compared, Executable, Values
from dpzoo.notions.levels import Levelled
from dpzoo.notions.lifts import datasets, datasets_from
from dpzoo.notions.neighborhood import OWNER, whole
from dpzoo.notions.structures import (
    RECORD_LAW,
    Path,
    Structure,
    freeze,
    list_of,
    number,
    number_or_vector,
    pair_of,
)
from dpzoo.notions.thresholds import Easing, Reaching
from dpzoo.numbers.errors import BlockError
from dpzoo.numbers.real import Real, compare, real
from dpzoo.numbers.values import value

_PURE = standards.MaxDivergence()
_APPROXIMATE = standards.HockeyStick()
_BOTH = ("epsilon", "delta")


def _thing(given: Any, _mechanism: FiniteMechanism, _path: Path) -> Hashable:
    return freeze(given)


# structures ---------------------------------------------------------------------------------------------------------------


def _node(given: Any, mechanism: FiniteMechanism, path: Path) -> Hashable:
    found = freeze(given)
    if not any(isinstance(r, tuple) and r[:2] == (data_units.NODE, found) for r in mechanism.records):
        raise BlockError(f"no graph of the mechanism has the node {given!r}", path)
    return found


def _control_flow(given: Any, mechanism: FiniteMechanism, path: Path) -> tuple[tuple[Any, ...], Hashable]:
    if not isinstance(given, Mapping) or set(given) != {"entry", "edges"}:
        raise BlockError("a control-flow graph has the keys entry and edges", path)
    arcs = list_of(pair_of(_thing, "nodes"), "pairs of nodes")(given["edges"], mechanism, (*path, "edges"))
    return arcs, freeze(given["entry"])


def _road(given: Any, _mechanism: FiniteMechanism, path: Path) -> tuple[Hashable, Hashable, Real]:
    if not isinstance(given, list | tuple) or len(given) != 3:
        raise BlockError("a road is a list of two places and its length", path)
    length = number(given[2], (*path, 2))
    if compare(length, real(0)) != 1:
        raise BlockError(f"the length of a road is positive, and is {given[2]!r}", (*path, 2))
    return freeze(given[0]), freeze(given[1]), length


def record_distance(given: Any, _mechanism: FiniteMechanism, path: Path) -> Callable[[Record, Record], Real]:
    """A distance between records or items: a callable, a mapping of pairs, "equality", or entries (one, other, distance).

    It is symmetric, 0 from a thing to itself, and infinite for pairs that are left out.
    """
    if isinstance(given, str) and given == "equality":
        return lambda a, b: real(int(a != b))
    if callable(given):
        return lambda a, b: number(given(a, b), path)
    if isinstance(given, Mapping):
        given = [(*pair, d) for pair, d in given.items()]
    if not isinstance(given, list | tuple):
        raise BlockError('a distance is "equality", or a list of entries with two things and a number', path)
    table: dict[frozenset[Hashable], Real] = {}
    for i, entry in enumerate(given):
        if not isinstance(entry, list | tuple) or len(entry) != 3:
            raise BlockError("an entry of a distance has two things and a number", (*path, i))
        key = frozenset((freeze(entry[0]), freeze(entry[1])))
        found = number(entry[2], (*path, i, 2))
        if compare(table.setdefault(key, found), found) != 0:
            raise BlockError(f"the distance of {entry[0]!r} and {entry[1]!r} is given twice", (*path, i))
    return lambda a, b: table.get(frozenset((a, b)), number(0 if a == b else "inf", path))


def _features(given: Any, mechanism: FiniteMechanism, path: Path) -> Callable[[Record], Any]:
    if callable(given):
        return lambda r: number_or_vector(given(r), path)
    if isinstance(given, Mapping):
        given = list(given.items())
    if not isinstance(given, list | tuple):
        raise BlockError("a feature map is a list of pairs of a record and its features", path)
    table = {}
    for i, entry in enumerate(given):
        if not isinstance(entry, list | tuple) or len(entry) != 2:
            raise BlockError("an entry of a feature map has a record and its features", (*path, i))
        table[freeze(entry[0])] = number_or_vector(entry[1], (*path, i, 1))
    for r in mechanism.records:
        if r not in table:
            raise BlockError(f"the feature map says nothing about the record {r!r}", path)
    return table.__getitem__


def _anything(given: Any, _mechanism: FiniteMechanism, path: Path) -> tuple[Hashable, ...]:
    if not isinstance(given, list | tuple):
        raise BlockError(f"a list of queries is needed, and {given!r} is given", path)
    return tuple(freeze(q) for q in given)


NODES = Structure("set of nodes", "a list of names of nodes", list_of(_node, "nodes"))
LABELS = Structure("set of edge labels", "a list of labels", list_of(_thing, "labels"))
CONTROL_FLOW = Structure("control-flow graph", "entry, a node, and edges, a list of pairs of nodes", _control_flow)
ROADS = Structure("road network", "a list of roads, each two places and a length", list_of(_road, "roads"))
RECORD_DISTANCE = Structure(
    "distance between records", 'entries with two records and their distance, or "equality"', record_distance
)
ITEM_DISTANCE = Structure("distance between items", 'entries with two items and their distance, or "equality"', record_distance)
FEATURES = Structure("feature map", "pairs of a record and its features, a number or a list of numbers", _features)
QUERY_PAIRS = Structure("query pairs", "a list of pairs of queries", list_of(pair_of(_thing, "queries"), "pairs of queries"))
QUERY_SEQUENCE = Structure(
    "query sequence", "the queries that are asked; the mechanism is the one for them", _anything, lambda _: ()
)


# comparisons --------------------------------------------------------------------------------------------------------------


def at_distances(unit: units.Unit, distance: Callable[[FiniteMechanism, Pair], Real], mechanism: FiniteMechanism) -> Comparisons:
    """The unit's pairs with their distances; pairs infinitely far apart are left out."""
    pairs = [(p, distance(mechanism, p)) for p in unit(mechanism)]
    near = [(p, d) for p, d in pairs if not d.infinite]
    return of_datasets(mechanism, [p for p, _ in near], distances=tuple(d for _, d in near))


def between_records(distance: Callable[[Record, Record], Real]) -> Callable[[FiniteMechanism, Pair], Real]:
    """The distance of the two records in which a pair of datasets differs."""
    return lambda _m, p: distance(*p.changed[1:])  # type: ignore[index]


def _queried(mechanism: FiniteMechanism, structure: Values, _: Values) -> Comparisons:
    """A dataset is a single record (graph, query): the same graph, and a pair of related queries."""
    related = {frozenset(q) for q in structure["Q"]}
    for d in mechanism.datasets:
        if len(d) != 1 or not isinstance(d[0], tuple) or len(d[0]) != 2:
            raise BlockError(f"the dataset {d!r} is not a single record (graph, query)")
    pairs = [
        p
        for p in data_units.single(mechanism)
        if p.changed[1][0] == p.changed[2][0] and frozenset((p.changed[1][1], p.changed[2][1])) in related  # type: ignore[index]
    ]
    return of_datasets(mechanism, pairs)


def _bags(mechanism: FiniteMechanism, structure: Values, _: Values) -> Comparisons:
    data = mechanism.datasets

    def distance(_m: FiniteMechanism, p: Pair) -> Real:
        return real(data_units.earth_movers(data[p.left], data[p.right], structure["d"]))

    return at_distances(_nonempty, distance, mechanism)


def _nonempty(mechanism: FiniteMechanism) -> list[Pair]:
    data = mechanism.datasets
    return [p for p in units.all_pairs(mechanism) if data[p.left] and data[p.right]]


def _weighted(mechanism: FiniteMechanism, _structure: Values, _: Values) -> Comparisons:
    data = mechanism.datasets
    return at_distances(units.all_pairs, lambda _m, p: data_units.weight_distance(data[p.left], data[p.right]), mechanism)


def _recipients(mechanism: FiniteMechanism, _structure: Values, _: Values) -> Comparisons:
    pairs = data_units.messages(mechanism)
    return of_datasets(mechanism, pairs, keys=tuple(p.changed[1] for p in pairs))  # type: ignore[index]


def _road_lengths(mechanism: FiniteMechanism, structure: Values, _: Values) -> Comparisons:
    distance = data_units.road_distance(structure["G"])
    return at_distances(data_units.single, between_records(distance), mechanism)


def _distances_of(unit: units.Unit, distance: Callable[[Record, Record], Real], mechanism: FiniteMechanism) -> list[Real]:
    found = [real(0)]
    for p in unit(mechanism):
        d = distance(*p.changed[1:])  # type: ignore[index]
        if not d.infinite and not any(compare(d, f) in (0, None) for f in found):
            found.append(d)
    return sorted(found)


def _radii(mechanism: FiniteMechanism, structure: Values) -> list[Real]:
    items = list(dict.fromkeys(r[1] for r in mechanism.records if isinstance(r, tuple) and len(r) == 3))
    found = [real(0)]
    for a in items:
        for b in items:
            d = structure["d"](a, b)
            if not d.infinite and not any(compare(d, f) in (0, None) for f in found):
                found.append(d)
    return sorted(found)


def location_set(mechanism: FiniteMechanism, law: Mapping[Record, Any], delta: Any) -> list[Record]:
    """The most likely places, in decreasing order (ties in the mechanism's order), until their probability is 1 - δ."""
    chosen, reached = [], Fraction(0)
    for place in _by_chance(mechanism, law):
        if reached >= 1 - delta:
            break
        chosen.append(place)
        reached = reached + law[place]
    return chosen


def _by_chance(mechanism: FiniteMechanism, law: Mapping[Record, Any]) -> list[Record]:
    order = {r: i for i, r in enumerate(mechanism.records)}
    return sorted((r for r, w in law.items() if w > 0), key=lambda r: (-law[r], order.get(r, len(order))))


def _plausible(structure: Values, chosen: Values) -> units.Unit:
    def pairs(mechanism: FiniteMechanism) -> list[Pair]:
        delta = chosen["delta"]
        level = delta.rational if isinstance(delta, Real) and delta.rational is not None else float(delta)
        places = location_set(mechanism, structure["prior"], level)
        return [p for p in data_units.single(mechanism) if set(p.changed[1:]) <= set(places)]  # type: ignore[index]

    return pairs


def _left_out(mechanism: FiniteMechanism, structure: Values) -> list[Real]:
    """The values of δ at which a place drops out of the location set."""
    law = structure["prior"]
    rest: Any = Fraction(1)
    found = [real(0)]
    for place in _by_chance(mechanism, law):
        rest = rest - law[place]
        found.append(real(max(rest, 0)))
    return sorted({float(x): x for x in [*found, real(1)]}.values(), key=float)


def _reports(*, users: int | None = None, values: int = 1) -> Any:
    return datasets_from(lambda _, chosen: data_units.senders(whole(chosen["k"], "k"), users=users, values=values))


def _numbers_of_reports(values: int) -> Callable[[FiniteMechanism, Values], list[Real]]:
    return lambda m, _: [real(k) for k in range(1, max(2, 1 + max(len(d) for d in m.datasets) - values))]


def counted(
    notion: str,
    parameter: str,
    unit: Callable[[int], units.Unit],
    candidates: Callable[[FiniteMechanism, Values], list[Real]] | None = None,
) -> Compared:
    """Pure DP on a unit that depends on a whole number, which strengthens the guarantee as it grows."""
    return Compared(
        notion,
        datasets_from(lambda _, chosen: unit(whole(chosen[parameter], parameter))),
        _PURE,
        (parameter, "epsilon"),
        choosing=(parameter,),
        at_least={parameter: 1},
        candidates=candidates,
    )


def _up_to_largest_graphs(mechanism: FiniteMechanism, _: Values) -> list[Real]:
    return [real(k) for k in range(1, 1 + 2 * max(1, *(len(d) for d in mechanism.datasets)))]


def pure(notion: str, unit: units.Unit) -> Compared:
    """Pure DP on a fixed unit."""
    return Compared(notion, datasets(unit), _PURE, ("epsilon",))


def approximate(notion: str, unit: units.Unit, structure: Mapping[str, Structure] | None = None) -> Compared:
    """Approximate DP on a fixed unit."""
    return Compared(notion, datasets(unit), _APPROXIMATE, _BOTH, structure or {})


@dataclass(frozen=True)
class Unlinkable(Compared):
    """A notion on the senders of reports: its γ is a loss and not a probability."""

    def read_value(self, name: str, given: Any) -> Any:
        """As in :class:`Compared`; γ may be any number that is not negative."""
        if name != "gamma":
            return super().read_value(name, given)
        found = value(given, name)
        if found < 0:
            raise BlockError(f"gamma is {given}; it must be at least 0")
        return found


_HISTORY = data_units.second_entry("(action, reward)")

NOTIONS: tuple[Executable, ...] = (
    # graphs
    pure("edge-dp", data_units.graph_changes(1)),
    counted("k-edge-dp", "k", data_units.graph_changes, _up_to_largest_graphs),
    pure("node-dp", data_units.node_removed),
    Compared("node-renyi-dp", datasets(data_units.node_removed), standards.Renyi(), ("alpha", "epsilon"), at_least={"alpha": 1}),
    pure("out-link-privacy", data_units.out_links()),
    Compared(
        "ql-edge-labeled-dp",
        datasets_from(lambda s, _: data_units.out_links(s["Q_L"])),
        _PURE,
        ("epsilon",),
        {"Q_L": LABELS},
    ),
    Compared("protected-dp", datasets_from(lambda s, _: data_units.edges_at(s["P"])), _PURE, ("epsilon",), {"P": NODES}),
    pure("l1-weighted-dp", data_units.edge_weights),
    approximate("decentralized-dp", data_units.edge_of_fixed_nodes),
    Levelled("communication-graph-personalized-dp", _recipients, _PURE, "Psi", "the recipient"),
    Compared(
        "feasible-node-dp",
        datasets_from(lambda s, _: data_units.covered_node(*s["C"])),
        _PURE,
        ("epsilon",),
        {"C": CONTROL_FLOW},
    ),
    Compared("geo-graph-indistinguishability", _road_lengths, _PURE, ("epsilon",), {"G": ROADS}, per_distance=("epsilon",)),
    # sets and tables
    pure("set-operations-dp", data_units.set_operands),
    Reaching(
        "recommendation-systems-dp",
        datasets_from(lambda s, chosen: data_units.ratings(s["d"], chosen["r"])),
        _PURE,
        ("r", "epsilon"),
        {"d": ITEM_DISTANCE},
        choosing=("r",),
        candidates=_radii,
    ),
    Compared("weighted-dp", _weighted, _PURE, ("epsilon",), per_distance=("epsilon",)),
    Compared("earth-movers-privacy", _bags, _PURE, ("epsilon",), {"d": RECORD_DISTANCE}, per_distance=("epsilon",)),
    pure("genomic-data-dp", data_units.second_entry("(genotype, phenotype)")),
    approximate("label-dp", data_units.second_entry("(features, label)")),
    # words and images
    counted("word-dp", "k", data_units.words_within),
    counted("substitution-word-dp", "k", data_units.substitutions),
    counted("pixel-dp", "m", data_units.pixels),
    Compared(
        "dp-image",
        lambda m, s, _: at_distances(
            data_units.single, between_records(lambda a, b: data_units.euclidean(s["F"](a), s["F"](b))), m
        ),
        _PURE,
        ("epsilon",),
        {"F": FEATURES},
        per_distance=("epsilon",),
    ),
    Compared(
        "text-indistinguishability",
        lambda m, _s, _c: at_distances(data_units.single, between_records(data_units.euclidean), m),
        _PURE,
        ("epsilon",),
        per_distance=("epsilon",),
    ),
    # places
    Compared(
        "geo-indistinguishability",
        lambda m, _s, _c: at_distances(units.bounded, between_records(data_units.in_the_plane), m),
        _PURE,
        ("epsilon",),
        per_distance=("epsilon",),
    ),
    Reaching(
        "location-privacy-eg16",
        datasets_from(lambda _, chosen: data_units.moved(data_units.in_the_plane, chosen["r"])),
        _PURE,
        ("r", "epsilon"),
        choosing=("r",),
        candidates=lambda m, _: _distances_of(units.bounded, data_units.in_the_plane, m),
    ),
    Easing(
        "dp-on-delta-location-set",
        datasets_from(_plausible),
        _PURE,
        ("epsilon", "delta"),
        {"prior": RECORD_LAW},
        choosing=("delta",),
        candidates=_left_out,
    ),
    # streams and histories
    pure("event-level-dp", units.bounded),
    pure("event-level-pan-privacy", units.bounded),
    Compared(
        "user-level-pan-privacy",
        datasets_from(lambda s, _: units.same_outside(s["owner"])),
        _PURE,
        ("epsilon",),
        {"owner": OWNER},
    ),
    counted("w-event-privacy", "w", data_units.windows),
    approximate("bandit-algorithms-dp", _HISTORY),
    pure("instantaneous-dp", _HISTORY),
    # protocols and programs that somebody watches
    approximate("dp-oram", units.bounded),
    approximate("oblivious-dp", units.bounded),
    approximate("differential-obliviousness", units.bounded),
    approximate("outsourced-database-dp", units.bounded, {"q": QUERY_SEQUENCE}),
    approximate("dp-pir-wcm18", data_units.single),
    pure("epsilon-dpir", units.bounded),
    pure("epsilon-private-pir", data_units.single),
    approximate("gossip-protocol-dp", data_units.single),
    Compared("seamless-privacy", _queried, _PURE, ("epsilon",), {"Q": QUERY_PAIRS}),
    Unlinkable(
        "untrackability",
        _reports(users=2),
        _PURE,
        ("k", "gamma"),
        names={"epsilon": "gamma"},
        choosing=("k",),
        at_least={"k": 1},
        candidates=_numbers_of_reports(1),
    ),
    Unlinkable(
        "multi-user-untrackability",
        _reports(),
        _PURE,
        ("k", "gamma"),
        names={"epsilon": "gamma"},
        choosing=("k",),
        at_least={"k": 1},
        candidates=_numbers_of_reports(1),
    ),
    Unlinkable(
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
