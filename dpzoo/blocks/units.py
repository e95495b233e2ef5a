"""Units and scopes: which ordered pairs of datasets are compared.

A unit is a function from a mechanism to :class:`~dpzoo.blocks.compared_pairs.DatasetPair`s. Only datasets that the mechanism has
are paired, so a truncated domain compares fewer pairs than the notion asks for: give complete domains
(:func:`~dpzoo.blocks.finite_mechanism.complete_domain`). A unit that is symmetric lists both orders.
"""

from __future__ import annotations

import itertools
from collections import defaultdict, deque
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from dpzoo.blocks.compared_pairs import Comparisons, DatasetPair, of_datasets
from dpzoo.blocks.finite_mechanism import Dataset, FiniteMechanism, Record, show_dataset
from dpzoo.numbers.errors import BlockError
from dpzoo.numbers.real import INFINITY, Real, compare, real

Unit = Callable[[FiniteMechanism], list[DatasetPair]]
Distance = Callable[[Dataset, Dataset], Real]
"""A distance between datasets, with values between 0 and ∞."""


def removed(mechanism: FiniteMechanism) -> list[DatasetPair]:
    """(D, D without one record), for every record of every dataset; ``changed`` is (position, record)."""
    rows = {d: i for i, d in enumerate(mechanism.datasets)}
    found: dict[tuple[int, int], DatasetPair] = {}
    for i, d in enumerate(mechanism.datasets):
        for place, record in enumerate(d):
            j = rows.get(d[:place] + d[place + 1 :])
            if j is not None:
                found.setdefault((i, j), DatasetPair(i, j, (place, record)))
    return list(found.values())


def removals_at_each_position(mechanism: FiniteMechanism) -> list[DatasetPair]:
    """As :func:`removed`, but once per position: equal pairs that differ in the position stay apart."""
    rows = {d: i for i, d in enumerate(mechanism.datasets)}
    return [
        DatasetPair(i, rows[rest], (place, record))
        for i, d in enumerate(mechanism.datasets)
        for place, record in enumerate(d)
        if (rest := d[:place] + d[place + 1 :]) in rows
    ]


def replaced(mechanism: FiniteMechanism) -> list[DatasetPair]:
    """Ordered pairs of datasets of equal size that differ in exactly one position; ``changed`` is (position, old, new)."""
    buckets: dict[tuple[int, Dataset], list[int]] = defaultdict(list)
    for i, d in enumerate(mechanism.datasets):
        for place in range(len(d)):
            buckets[place, d[:place] + d[place + 1 :]].append(i)
    data = mechanism.datasets
    return [
        DatasetPair(i, j, (place, data[i][place], data[j][place]))
        for (place, _), members in buckets.items()
        for i, j in itertools.permutations(members, 2)
    ]


def both_orders(pairs: Iterable[DatasetPair]) -> list[DatasetPair]:
    """Each pair and its reverse."""
    return [q for p in pairs for q in (p, DatasetPair(p.right, p.left, p.changed))]


def unbounded(mechanism: FiniteMechanism) -> list[DatasetPair]:
    """One record added or removed."""
    return both_orders(removed(mechanism))


def bounded(mechanism: FiniteMechanism) -> list[DatasetPair]:
    """One record replaced by another."""
    return replaced(mechanism)


def one_record(mechanism: FiniteMechanism) -> list[DatasetPair]:
    """One record added, removed or replaced; the mechanism's own ``neighbours`` instead, if it names them."""
    if mechanism.neighbours is not None:
        return [DatasetPair(mechanism.index(a), mechanism.index(b)) for a, b in mechanism.neighbours]
    return [*unbounded(mechanism), *bounded(mechanism)]


def group(most: int) -> Unit:
    """At most ``most`` successive changes of one record each, through datasets that the mechanism has.

    Where it has those of all sizes up to some number, these are the pairs at an edit distance of at most ``most`` (records are
    taken out first, then replaced, then added); among datasets of one size, at such a Hamming distance.
    """
    if most < 1:
        raise BlockError(f"a group has at least one record, and c is {most}")

    def pairs(mechanism: FiniteMechanism) -> list[DatasetPair]:
        return _within_steps(one_record(mechanism), len(mechanism.datasets), most)

    return pairs


def _within_steps(edges: Sequence[DatasetPair], count: int, most: int) -> list[DatasetPair]:
    nearby: dict[int, list[int]] = defaultdict(list)
    for p in edges:
        nearby[p.left].append(p.right)
    found = []
    for start in range(count):
        seen, queue = {start: 0}, deque([start])
        while queue:
            here = queue.popleft()
            if seen[here] < most:
                for there in nearby[here]:
                    if there not in seen:
                        seen[there] = seen[here] + 1
                        queue.append(there)
        found += [DatasetPair(start, end) for end in seen if end != start]
    return found


def edit_distance(a: Sequence[object], b: Sequence[object]) -> int:
    """The least number of additions, removals and replacements of a record (or letter) that lead from ``a`` to ``b``."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, start=1):
        corner, row[0] = row[0], i
        for j, y in enumerate(b, start=1):
            corner, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, corner + (x != y))
    return row[-1]


def all_pairs(mechanism: FiniteMechanism) -> list[DatasetPair]:
    """Every ordered pair of different datasets."""
    return [DatasetPair(i, j) for i, j in itertools.permutations(range(len(mechanism.datasets)), 2)]


def relation(pairs: Iterable[tuple[Sequence[Record], Sequence[Record]]], *, symmetric: bool = False) -> Unit:
    """An arbitrary relation, as ordered pairs of datasets; with ``symmetric`` in both orders."""
    listed = [(tuple(a), tuple(b)) for a, b in pairs]

    def found(mechanism: FiniteMechanism) -> list[DatasetPair]:
        forward = []
        for place, (a, b) in enumerate(listed):
            for side, d in enumerate((a, b)):
                if d not in mechanism:
                    raise BlockError(
                        f"the relation names {show_dataset(d)}, and the mechanism has no such dataset", (place, side)
                    )
            forward.append(DatasetPair(mechanism.index(a), mechanism.index(b), (a, b)))
        if not symmetric:
            return forward
        return list({(p.left, p.right): p for p in both_orders(forward)}.values())

    return found


def within(distance: Callable[[Dataset, Dataset], Any], bound: Any) -> Unit:
    """Different datasets at a distance smaller than ``bound``."""

    def pairs(mechanism: FiniteMechanism) -> list[DatasetPair]:
        data = mechanism.datasets
        return [p for p in all_pairs(mechanism) if distance(data[p.left], data[p.right]) < bound]

    return pairs


def among(unit: Unit, datasets: Collection[Dataset]) -> Unit:
    """The unit's pairs of which both datasets lie in a scope, such as the datasets that satisfy public invariants."""
    chosen = set(datasets)

    def pairs(mechanism: FiniteMechanism) -> list[DatasetPair]:
        data = mechanism.datasets
        return [p for p in unit(mechanism) if data[p.left] in chosen and data[p.right] in chosen]

    return pairs


def universes(unit: Unit, invariant: Callable[[Dataset], Hashable]) -> Unit:
    """The unit's pairs on which the invariant takes the same value: the scope of an invariant-compliant multiverse."""

    def pairs(mechanism: FiniteMechanism) -> list[DatasetPair]:
        data = mechanism.datasets
        return [p for p in unit(mechanism) if invariant(data[p.left]) == invariant(data[p.right])]

    return pairs


def around(unit: Unit, dataset: Sequence[Record]) -> Unit:
    """The unit's pairs one of whose sides is the actual dataset."""

    def pairs(mechanism: FiniteMechanism) -> list[DatasetPair]:
        centre = mechanism.index(dataset)
        return [p for p in unit(mechanism) if centre in (p.left, p.right)]

    return pairs


def one_sided(policy: Collection[Record]) -> Unit:
    """One record whose value is in the policy replaced by another; counted from the dataset that has it."""
    sensitive = set(policy)
    return lambda mechanism: [p for p in replaced(mechanism) if p.changed[1] in sensitive]  # type: ignore[index]


def asymmetric(policy: Collection[Record]) -> Unit:
    """A sensitive record removed, or any record added; in this order only."""
    sensitive = set(policy)

    def pairs(mechanism: FiniteMechanism) -> list[DatasetPair]:
        taken = removals_at_each_position(mechanism)
        added = [DatasetPair(p.right, p.left, p.changed) for p in taken]
        return [p for p in taken if p.changed[1] in sensitive] + added  # type: ignore[index]

    return pairs


def secret_graph(edges: Iterable[tuple[Record, Record]]) -> Unit:
    """One record replaced by a value that an edge (in either direction) joins with its own."""
    joined = {frozenset(e) for e in edges}
    return lambda mechanism: [p for p in replaced(mechanism) if frozenset(p.changed[1:]) in joined]  # type: ignore[index]


def dependent(dependence: Mapping[int, Collection[int]], most: int) -> Unit:
    """One position changes, and with it at most ``most`` - 1 of the positions that depend on it (numbered from 0)."""

    def pairs(mechanism: FiniteMechanism) -> list[DatasetPair]:
        by_size: dict[int, list[int]] = defaultdict(list)
        for i, d in enumerate(mechanism.datasets):
            by_size[len(d)].append(i)
        found = []
        for members in by_size.values():
            for i, j in itertools.permutations(members, 2):
                a, b = mechanism.datasets[i], mechanism.datasets[j]
                changed = {k for k in range(len(a)) if a[k] != b[k]}
                if any(changed - {k} <= set(dependence.get(k, ())) and len(changed) <= most for k in changed):
                    found.append(DatasetPair(i, j))
        return found

    return pairs


def attribute(width: int | None = None) -> Unit:
    """One attribute of one record changes; records are tuples of attributes (of ``width``, if given)."""

    def one_attribute(old: Any, new: Any) -> bool:
        for record in (old, new):
            if not isinstance(record, tuple) or (width is not None and len(record) != width):
                raise BlockError(f"the record {record!r} is not a tuple of {'' if width is None else width} attributes")
        return len(old) == len(new) and sum(x != y for x, y in zip(old, new, strict=True)) == 1

    return lambda mechanism: [p for p in replaced(mechanism) if one_attribute(*p.changed[1:])]  # type: ignore[index]


def bit(mechanism: FiniteMechanism) -> list[DatasetPair]:
    """One bit of one record changes; a record is an integer, a string of 0s and 1s, or nested tuples of bits."""
    return [p for p in replaced(mechanism) if _bits_apart(*p.changed[1:]) == 1]  # type: ignore[index]


def _bits_apart(a: Any, b: Any) -> int:
    if isinstance(a, int) and isinstance(b, int):
        return (a ^ b).bit_count()
    if isinstance(a, str) and isinstance(b, str) and set(a + b) <= {"0", "1"}:
        return sum(x != y for x, y in zip(a, b, strict=True)) if len(a) == len(b) else len(a) + len(b)
    if isinstance(a, tuple) and isinstance(b, tuple):
        return sum(_bits_apart(x, y) for x, y in zip(a, b, strict=True)) if len(a) == len(b) else len(a) + len(b)
    raise BlockError(f"the records {a!r} and {b!r} are not made of bits")


def owned(owner: Callable[[Record], Hashable]) -> Unit:
    """All records of one owner added or removed."""

    def pairs(mechanism: FiniteMechanism) -> list[DatasetPair]:
        rows = {d: i for i, d in enumerate(mechanism.datasets)}
        found = []
        for i, d in enumerate(mechanism.datasets):
            for who in dict.fromkeys(owner(r) for r in d):
                j = rows.get(tuple(r for r in d if owner(r) != who))
                if j is not None:
                    found.append(DatasetPair(i, j, who))
        return both_orders(found)

    return pairs


def same_outside(part: Callable[[Record], Hashable]) -> Unit:
    """Datasets that agree once all records of one part (an owner, or an owner and an element) are left out of both."""

    def pairs(mechanism: FiniteMechanism) -> list[DatasetPair]:
        parts = list(dict.fromkeys(part(r) for r in mechanism.records))
        buckets: dict[tuple[Hashable, Dataset], list[int]] = defaultdict(list)
        for i, d in enumerate(mechanism.datasets):
            for which in parts:
                buckets[which, tuple(r for r in d if part(r) != which)].append(i)
        found: dict[tuple[int, int], DatasetPair] = {}
        for (which, _), members in buckets.items():
            for i, j in itertools.permutations(members, 2):
                found.setdefault((i, j), DatasetPair(i, j, which))
        return list(found.values())

    return pairs


def instance(dataset: Sequence[Record], record: Record) -> Unit:
    """The dataset, with one more or one fewer ``record``."""

    def pairs(mechanism: FiniteMechanism) -> list[DatasetPair]:
        centre = mechanism.index(dataset)
        edges = [p for p in removals_at_each_position(mechanism) if p.changed[1] == record and centre in (p.left, p.right)]  # type: ignore[index]
        return both_orders({(p.left, p.right): p for p in edges}.values())

    return pairs


def induced(datasets: Collection[Dataset]) -> Unit:
    """Different datasets that satisfy public constraints with no third one between them (moves: add or remove a record)."""

    def pairs(mechanism: FiniteMechanism) -> list[DatasetPair]:
        chosen = [i for i, d in enumerate(mechanism.datasets) if d in set(datasets)]
        data = mechanism.datasets
        apart = {(i, j): moves(data[i], data[j]) for i in chosen for j in chosen}
        return [
            DatasetPair(i, j)
            for i, j in itertools.permutations(chosen, 2)
            if not any(apart[i, k] + apart[k, j] == apart[i, j] for k in chosen if k not in (i, j))
        ]

    return pairs


def moves(a: Dataset, b: Dataset) -> int:
    """The least number of additions and removals of a record that lead from ``a`` to ``b``."""
    row = [0] * (len(b) + 1)
    for x in a:
        corner = 0
        for j, y in enumerate(b, start=1):
            corner, row[j] = row[j], corner + 1 if x == y else max(row[j], row[j - 1])
    return len(a) + len(b) - 2 * row[-1]


def close_queries(query: Callable[[Dataset], Sequence[Any] | Any], bound: Any = Fraction(1)) -> Unit:
    """Neighbours (one record) on which a query changes by at most ``bound`` in the maximum norm."""

    def change(a: Any, b: Any) -> Any:
        if isinstance(a, Sequence):
            return max((abs(x - y) for x, y in zip(a, b, strict=True)), default=0)
        return abs(a - b)

    def pairs(mechanism: FiniteMechanism) -> list[DatasetPair]:
        data = mechanism.datasets
        return [p for p in one_record(mechanism) if change(query(data[p.left]), query(data[p.right])) <= bound]

    return pairs


def sharing_a_record(unit: Unit) -> Unit:
    """Those pairs of a unit whose datasets have a record in common."""

    def pairs(mechanism: FiniteMechanism) -> list[DatasetPair]:
        data = mechanism.datasets
        return [p for p in unit(mechanism) if set(data[p.left]) & set(data[p.right])]

    return pairs


def distances_between(mechanism: FiniteMechanism, d: Distance) -> list[Real]:
    """The distances that occur, and ∞: a threshold between two of them is as good as the larger one, since nearer is strict."""
    found: list[Real] = [INFINITY]
    for p in all_pairs(mechanism):
        distance = d(mechanism.datasets[p.left], mechanism.datasets[p.right])
        if not any(compare(distance, x) == 0 for x in found):
            found.append(distance)
    return sorted(found)


def at_distances(unit: Unit, distance: Callable[[FiniteMechanism, DatasetPair], Real], mechanism: FiniteMechanism) -> Comparisons:
    """The unit's pairs with their distances; pairs infinitely far apart are left out."""
    pairs = [(p, distance(mechanism, p)) for p in unit(mechanism)]
    near = [(p, d) for p, d in pairs if not d.infinite]
    return of_datasets(mechanism, [p for p, _ in near], distances=tuple(d for _, d in near))


def at_the_distance(mechanism: FiniteMechanism, d: Distance) -> Comparisons:
    """All pairs at a finite distance."""
    return at_distances(all_pairs, lambda m, p: d(m.datasets[p.left], m.datasets[p.right]), mechanism)


def equal_invariants(mechanism: FiniteMechanism, invariants: Mapping[Dataset, Any], power: int = 1) -> Comparisons:
    """Datasets of equal size and equal invariants, at a power of their Hamming distance."""
    data = mechanism.datasets

    def equal(a: Dataset, b: Dataset) -> bool:
        return len(a) == len(b) and _equal(invariants[a], invariants[b])

    def apart(_: FiniteMechanism, p: DatasetPair) -> Real:
        return real(sum(x != y for x, y in zip(data[p.left], data[p.right], strict=True)) ** power)

    return at_distances(lambda m: [p for p in all_pairs(m) if equal(data[p.left], data[p.right])], apart, mechanism)


def _equal(a: Any, b: Any) -> bool:
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(compare(x, y) == 0 for x, y in zip(a, b, strict=True))
    return not isinstance(a, tuple) and not isinstance(b, tuple) and compare(a, b) == 0


def stratified(stratum: Callable[[Record], Hashable]) -> Unit:
    """One record replaced by one of the same stratum."""
    return lambda m: [p for p in replaced(m) if stratum(p.changed[1]) == stratum(p.changed[2])]  # type: ignore[index]


def ordinary_record(anomalies: Collection[Record]) -> Unit:
    """One record that is not an anomaly replaced by another such one, in datasets with exactly one anomaly."""
    odd = set(anomalies)

    def pairs(mechanism: FiniteMechanism) -> list[DatasetPair]:
        data = mechanism.datasets
        return [
            p
            for p in replaced(mechanism)
            if sum(r in odd for r in data[p.left]) == 1 and not odd & set(p.changed[1:])  # type: ignore[index]
        ]

    return pairs


def resampled(actual: Dataset) -> Unit:
    """One position replaced, among the datasets of the same size that have records of the actual one only."""
    return among(bounded, set(itertools.product(dict.fromkeys(actual), repeat=len(actual))))


def one_fewer(actual: Dataset) -> Unit:
    """The actual dataset against itself without one record, in both orders."""

    def pairs(mechanism: FiniteMechanism) -> list[DatasetPair]:
        here = mechanism.index(actual)
        return both_orders(p for p in removed(mechanism) if p.left == here)

    return pairs


def bits_of(schema: Sequence[Sequence[Hashable]]) -> Unit:
    """One bit of one attribute flipped; BlockError where an attribute is not a string of bits of a fixed length."""
    for values in schema:
        sizes = {len(v) if isinstance(v, str) and set(v) <= {"0", "1"} else 0 for v in values}
        if len(sizes) != 1 or 0 in sizes:
            raise BlockError("every attribute is a string of 0s and 1s of a fixed length; some value is not", ("schema",))
    return bit
