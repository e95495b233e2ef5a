"""Executable properties of published tables: every output that can occur is a table, a tuple of rows, each a tuple of values.

Columns are numbered from 0. A generalised value is written as the tuple of the values that it covers; where rows are compared
with each other it counts as a value like any other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from dpzoo.blocks.data_units import earth_movers
from dpzoo.blocks.finite_mechanism import FiniteMechanism
from dpzoo.blocks.record_structures import RECORD_DISTANCE
from dpzoo.blocks.structures import Path, Structural, Structure, freeze, list_of
from dpzoo.notions.executable import Executable
from dpzoo.notions.results import Worst
from dpzoo.notions.scalar import Measure, ScalarNotion
from dpzoo.numbers.errors import BlockError
from dpzoo.numbers.real import INFINITY, ZERO, Real, real

Row = tuple[Hashable, ...]
Table = tuple[Row, ...]


def tables(mechanism: FiniteMechanism) -> list[Table]:
    """The outputs that can occur, as tables."""
    found = []
    width: set[int] = set()
    for c, o in enumerate(mechanism.outputs):
        if not (mechanism.matrix[:, c] > 0).any():
            continue
        if not isinstance(o, tuple) or any(not isinstance(row, tuple) for row in o):
            raise BlockError(f"the output {o!r} is not a table: write it as a list of rows, each a list of values")
        width |= {len(row) for row in o}
        found.append(o)
    if len(width) > 1:
        raise BlockError("the rows of the published tables have different numbers of columns")
    return found


def _column(given: Any, mechanism: FiniteMechanism, path: Path) -> int:
    rows = [row for t in tables(mechanism) for row in t]
    if not isinstance(given, int) or isinstance(given, bool) or not 0 <= given < (len(rows[0]) if rows else given + 1):
        raise BlockError(f"a column is its number, from 0, and {given!r} is given", path)
    return given


def _people(given: Any, _mechanism: FiniteMechanism, path: Path) -> tuple[Row, ...]:
    found = freeze(given) if isinstance(given, list | tuple) else None
    if not isinstance(found, tuple) or any(not isinstance(p, tuple) for p in found):
        raise BlockError(
            "a reidentification dataset is a list with the quasi-identifier values of each person, a list each", path
        )
    return found


QUASI = Structure("quasi-identifiers", "the numbers of the columns, from 0", list_of(_column, "columns"))
SENSITIVE = Structure("sensitive column", "the number of the column, from 0", _column)
PEOPLE = Structure("reidentification dataset", "the quasi-identifier values of each person, in the order of Q", _people)
GROUND = replace(RECORD_DISTANCE, sort="ground distance", default=lambda _: lambda a, b: real(int(a != b)))


def _classes(table: Table, columns: Sequence[int]) -> Mapping[Row, list[Row]]:
    found: dict[Row, list[Row]] = {}
    for row in table:
        found.setdefault(tuple(row[c] for c in columns), []).append(row)
    return found


def _every_class(mechanism: FiniteMechanism, columns: Sequence[int]) -> Iterator[tuple[Table, Row, list[Row]]]:
    for t in tables(mechanism):
        for key, rows in _classes(t, columns).items():
            yield t, key, rows


def _extreme(
    mechanism: FiniteMechanism,
    structure: Structural,
    of: Callable[[Table, Row, list[Row]], Real],
    *,
    largest: bool = False,
    attained: bool = True,
) -> Measure:
    """The smallest (or largest) number that a class of a published table has; without classes the best possible one."""
    best: Real | None = None
    worst = None
    for t, key, rows in _every_class(mechanism, QUASI.of(structure, "Q")):
        found = of(t, key, rows)
        if best is None or (found > best if largest else found < best):
            best, worst = found, Worst(f"the class {key}", f"its table, of {len(t)} rows")
    if best is None:
        return Measure(ZERO if largest else INFINITY, note="every published table is empty")
    return Measure(best, worst, attained=attained)


def _size(mechanism: FiniteMechanism, structure: Structural) -> Measure:
    return _extreme(mechanism, structure, lambda _t, _k, rows: real(len(rows)))


def _shares(rows: Sequence[Row], column: int) -> list[int]:
    return sorted(Counter(row[column] for row in rows).values(), reverse=True)


def _diversity(mechanism: FiniteMechanism, structure: Structural) -> Measure:
    return _extreme(mechanism, structure, lambda _t, _k, rows: real(len(_shares(rows, SENSITIVE.of(structure, "S")))))


def _entropy(mechanism: FiniteMechanism, structure: Structural) -> Measure:
    """The exponential of the entropy: n / ∏ rᵢ^(rᵢ/n), for a class of n rows."""

    def of(_t: Table, _k: Row, rows: list[Row]) -> Real:
        found = real(len(rows))
        for r in _shares(rows, SENSITIVE.of(structure, "S")):
            found = found / real(r) ** real(Fraction(r, len(rows)))
        return found

    return _extreme(mechanism, structure, of)


def _fits(value: Hashable, person: Hashable) -> bool:
    return value == person or (isinstance(value, tuple) and person in value)


def _fitting(key: Row, people: Sequence[Row]) -> int:
    for p in people:
        if len(p) != len(key):
            raise BlockError(f"the person {p!r} of the reidentification dataset does not have {len(key)} values", ("U",))
    return sum(all(_fits(v, x) for v, x in zip(key, p, strict=True)) for p in people)


def _mapped(mechanism: FiniteMechanism, structure: Structural) -> Measure:
    return _extreme(mechanism, structure, lambda _t, key, _r: real(_fitting(key, PEOPLE.of(structure, "U"))))


def _presence(mechanism: FiniteMechanism, structure: Structural) -> Measure:
    def of(_t: Table, key: Row, rows: list[Row]) -> Real:
        people = _fitting(key, PEOPLE.of(structure, "U"))
        return real(Fraction(len(rows), people)) if people else INFINITY

    return _extreme(mechanism, structure, of, largest=True)


def _closeness(mechanism: FiniteMechanism, structure: Structural) -> Measure:
    column = SENSITIVE.of(structure, "S")

    def of(table: Table, _k: Row, rows: list[Row]) -> Real:
        return real(earth_movers([r[column] for r in rows], [r[column] for r in table], GROUND.of(structure, "d")))

    return _extreme(mechanism, structure, of, largest=True)


_TABLE = {"Q": QUASI}
_SECRET = {"Q": QUASI, "S": SENSITIVE}
_POPULATION = {"Q": QUASI, "U": PEOPLE}

NOTIONS: tuple[Executable, ...] = (
    ScalarNotion("k-anonymity", "k", _size, _TABLE, stronger=True, at_least=1),
    ScalarNotion("l-diversity", "l", _diversity, _SECRET, stronger=True, at_least=1),
    ScalarNotion("entropy-l-diversity", "l", _entropy, _SECRET, stronger=True, at_least=1),
    ScalarNotion("k-map", "k", _mapped, _POPULATION, stronger=True, at_least=1),
    ScalarNotion("delta-presence", "delta", _presence, _POPULATION),
    ScalarNotion("t-closeness", "t", _closeness, {**_SECRET, "d": GROUND}, most=1),
)
