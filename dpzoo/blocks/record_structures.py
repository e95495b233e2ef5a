"""Structural arguments about records and particular kinds of data: owners, attributes, graphs, places, queries."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Hashable, Mapping
from typing import Any, Final

from dpzoo.blocks import data_units
from dpzoo.blocks.finite_mechanism import Dataset, FiniteMechanism, Record
from dpzoo.blocks.structures import (
    Path,
    Structure,
    dataset,
    freeze,
    list_of,
    number,
    number_or_vector,
    pair_of,
    record,
    table,
)
from dpzoo.numbers.errors import BlockError
from dpzoo.numbers.real import Real, compare, real


def record_function(what: str, entry: int) -> Structure[Callable[[Record], Hashable]]:
    """A function of a record, such as its owner: a callable, a mapping, or by default an entry of records that are tuples."""
    position = "first" if entry == 0 else "second"

    def usual(mechanism: FiniteMechanism) -> Callable[[Record], Hashable]:
        if not all(isinstance(r, tuple) and len(r) > entry for r in mechanism.records):
            raise BlockError(
                f"the records do not name their {what}: make them tuples with the {what} as {position} entry, or give it", (what,)
            )
        return lambda record: record[entry]  # type: ignore[index]

    def read(given: Any, mechanism: FiniteMechanism, path: Path) -> Callable[[Record], Hashable]:
        if callable(given):
            function: Callable[[Record], Hashable] = given
            return function
        if isinstance(given, Mapping):
            known = {freeze(k): freeze(v) for k, v in given.items()}
        elif isinstance(given, list | tuple):
            known = {}
            for i, item in enumerate(given):
                if not isinstance(item, list | tuple) or len(item) != 2:
                    raise BlockError(f"give pairs of a record and its {what}", (*path, i))
                known[freeze(item[0])] = freeze(item[1])
        else:
            raise BlockError(f"give the {what} of each record, as pairs", path)
        missing = [r for r in mechanism.records if r not in known]
        if missing:
            raise BlockError(f"the record {missing[0]!r} has no {what}", path)
        return known.__getitem__

    return Structure(
        what, f"the {what} of each record, as pairs; the {position} entry of the record if it is left out", read, usual
    )


OWNER = record_function("owner", 0)


ELEMENT = record_function("element", 1)


def _outlierness(given: Any, mechanism: FiniteMechanism, path: Path) -> Callable[[Dataset, Record], Any]:
    if callable(given):
        return lambda d, r: given(r, d)
    if not isinstance(given, list | tuple):
        raise BlockError("the degrees of outlierness are a list of entries with dataset, record and degree", path)
    degrees: dict[tuple[Dataset, Record], Any] = {}
    for i, item in enumerate(given):
        here = (*path, i)
        if not isinstance(item, Mapping) or set(item) != {"dataset", "record", "degree"}:
            raise BlockError("each entry has the keys dataset, record and degree", here)
        key = (dataset(item["dataset"], mechanism, here), record(item["record"], mechanism, here))
        degrees[key] = freeze(item["degree"])

    def degree(d: Dataset, r: Record) -> Any:
        if (d, r) not in degrees:
            raise BlockError(f"no degree of outlierness is given for the record {r!r} in {d!r}", path)
        return degrees[d, r]

    return degree


OUTLIERNESS = Structure(
    "outlierness",
    "the degree of outlierness of each record in each dataset, as entries with dataset, record and degree",
    _outlierness,
)


def _strings(width: int) -> tuple[str, ...]:
    return tuple("".join(bits) for bits in itertools.product("01", repeat=width))


def _schema(given: Any, mechanism: FiniteMechanism, path: Path) -> tuple[tuple[Hashable, ...], ...]:
    if not isinstance(given, list | tuple) or not given:
        raise BlockError("a schema is a list with the values of each attribute, or the number of its bits", path)
    found: list[tuple[Hashable, ...]] = []
    for i, attribute in enumerate(given):
        if isinstance(attribute, int) and not isinstance(attribute, bool):
            if not 1 <= attribute <= _MOST_BITS:
                raise BlockError(f"an attribute has 1 to {_MOST_BITS} bits, and {attribute} are given", (*path, i))
            found.append(_strings(attribute))
        elif isinstance(attribute, list | tuple):
            found.append(tuple(freeze(v) for v in attribute))
        else:
            raise BlockError(f"an attribute is a list of its values or a number of bits, and {attribute!r} is given", (*path, i))
    for r in mechanism.records:
        if not isinstance(r, tuple) or len(r) != len(found) or any(v not in a for v, a in zip(r, found, strict=True)):
            raise BlockError(f"the record {r!r} does not fit the schema: it is a tuple of {len(found)} values, each listed", path)
    return tuple(found)


def _schema_of(mechanism: FiniteMechanism) -> tuple[tuple[Hashable, ...], ...]:
    rows = [r for r in mechanism.records if isinstance(r, tuple)]
    if not rows or len(rows) < len(mechanism.records) or len({len(r) for r in rows}) != 1:
        raise BlockError("the records are not tuples of attributes, all of one length")
    return tuple(tuple(dict.fromkeys(column)) for column in zip(*rows, strict=True))


_MOST_BITS: Final = 16


SCHEMA = Structure(
    "schema",
    "for each attribute the list of its values, or its number of bits (values are then strings of 0 and 1)",
    _schema,
    _schema_of,
)


def _blank(given: Any, mechanism: FiniteMechanism, path: Path) -> Record:
    return record(given, mechanism, path)


def _usual_blank(mechanism: FiniteMechanism) -> Record:
    if "⊥" not in mechanism.records:
        raise BlockError("no dataset has the blank ⊥; say which record is the blank")
    return "⊥"


BLANK = Structure("blank", "the record that stands for a blank; ⊥ if it is left out", _blank, _usual_blank)


STRATA = record_function("strata", 0)


INVARIANTS = Structure("invariants", "their values, a number or a list of numbers, on each dataset", table(number_or_vector))


PAIR = Structure("pair of datasets", "two datasets", pair_of(dataset, "datasets"))


ANOMALIES = Structure("set of anomalies", "the record values that are anomalies, as a list", list_of(record, "records"))


def _thing(given: Any, _mechanism: FiniteMechanism, _path: Path) -> Hashable:
    return freeze(given)


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
        raise BlockError(f"the length of a road must be positive, not {given[2]!r}", (*path, 2))
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
