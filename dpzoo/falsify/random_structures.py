"""Random structural parameters, by sort, for a mechanism; and their counterparts when it is composed or post-processed."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final

from dpzoo.blocks.finite_mechanism import Dataset, FiniteMechanism, Record
from dpzoo.blocks.priors import Prior
from dpzoo.blocks.units import edit_distance
from dpzoo.falsify.mechanisms import law
from dpzoo.falsify.settings import Random

Draw = Callable[[Random, FiniteMechanism, Mapping[str, Any]], Any]
"""From random numbers, the mechanism and the objects that were drawn before (sorts in alphabetical order)."""


def _subset(rng: Random, items: Sequence[Any], least: int = 0) -> list[Any]:
    while True:
        chosen = [x for x in items if rng.random() < 0.5]
        if len(chosen) >= least:
            return chosen


def _one_size(rng: Random, m: FiniteMechanism) -> list[Any]:
    size = int(rng.choice(sorted({len(d) for d in m.datasets if d}) or [0]))
    return [d for d in m.datasets if len(d) == size]


def independent_prior(rng: Random, m: FiniteMechanism) -> Prior:
    """Independent records of one size."""
    size = len(_one_size(rng, m)[0])
    return Prior.independent([dict(zip(m.records, law(rng, len(m.records)), strict=True)) for _ in range(size)])


def any_prior(rng: Random, m: FiniteMechanism) -> Prior:
    """Any distribution, often with correlated records, sometimes with background knowledge."""
    datasets = list(m.datasets) if rng.random() < 0.3 else _one_size(rng, m)
    weights = dict(zip(datasets, law(rng, len(datasets), top=4), strict=True))
    if rng.random() < 0.4:
        return Prior.known(weights, lambda d: d[-1] if d else "none")
    return Prior.of(weights)


def point_priors(m: FiniteMechanism) -> list[Prior]:
    """For every dataset and position: that record unknown, all others known for certain."""
    found = []
    for d in m.datasets:
        for i in range(len(d)):
            options = [e for t in m.records if (e := (*d[:i], t, *d[i + 1 :])) in m]
            found.append(Prior.of(dict.fromkeys(options, Fraction(1, len(options)))))
    return found


def knowing_last(law_: Mapping[Dataset, Any]) -> Prior:
    """A prior whose background knowledge is the last record."""
    return Prior.known(law_, lambda d: d[-1] if d else "none")


def product_prior(rng: Random, m: FiniteMechanism) -> Prior:
    """Independent records of one size, given the knowledge too."""
    plain = independent_prior(rng, m)
    return knowing_last(plain.datasets) if rng.random() < 0.4 else plain


def full_prior(rng: Random, m: FiniteMechanism) -> Prior:
    """Every dataset has positive probability, and nothing is known."""
    return Prior.of(dict(zip(m.datasets, law(rng, len(m.datasets), zeros=False, top=4), strict=True)))


def full_prior_of_one_size(rng: Random, m: FiniteMechanism) -> Prior:
    """Every dataset of one size has positive probability, and nothing is known."""
    datasets = _one_size(rng, m)
    return Prior.of(dict(zip(datasets, law(rng, len(datasets), zeros=False, top=4), strict=True)))


def _record_law(rng: Random, m: FiniteMechanism, _: Mapping[str, Any] | None = None) -> dict[Record, Fraction]:
    return dict(zip(m.records, law(rng, len(m.records)), strict=True))


def _table_of_distances(rng: Random, things: Sequence[Any]) -> dict[tuple[Any, Any], Fraction]:
    """A metric from random lengths: shortest ways."""
    near = {
        (a, b): Fraction(0) if a == b else Fraction(int(rng.integers(1, 5)), 2) for a, b in itertools.product(things, repeat=2)
    }
    near = {(a, b): min(d, near[b, a]) for (a, b), d in near.items()}
    for via, a, b in itertools.product(things, repeat=3):
        near[a, b] = min(near[a, b], near[a, via] + near[via, b])
    return near


def random_distance(rng: Random, m: FiniteMechanism) -> Any:
    """The edit distance, or a random metric."""
    return edit_distance if rng.random() < 0.5 else _table_of_distances(rng, m.datasets)


def _random_pair_list(rng: Random, m: FiniteMechanism, _: Mapping[str, Any]) -> list[tuple[Any, Any]]:
    pairs = [(a, b) for a in m.datasets for b in m.datasets if a != b]
    chosen = [pairs[k] for k in rng.integers(len(pairs), size=min(4, len(pairs)))]
    return list(dict.fromkeys(chosen))


def _prior_pairs(rng: Random, m: FiniteMechanism, _: Mapping[str, Any]) -> list[tuple[Prior, Prior]]:
    if all(len(d) <= 1 for d in m.datasets):
        return [(_one_record(rng, m), _one_record(rng, m)) for _ in range(2)]
    return [(any_prior(rng, m), any_prior(rng, m)) for _ in range(2)]


def _one_record(rng: Random, m: FiniteMechanism) -> Prior:
    single = [d for d in m.datasets if len(d) == 1]
    return Prior.of(dict(zip(single, law(rng, len(single), top=4), strict=True)))


def _levels(rng: Random, m: FiniteMechanism, _: Mapping[str, Any]) -> list[Fraction]:
    return [Fraction(int(rng.integers(1, 4)), 2) for _ in m.datasets]


def _secret_pairs(rng: Random, m: FiniteMechanism, _: Mapping[str, Any]) -> list[tuple[list[Any], list[Any]]]:
    return [(_subset(rng, m.datasets, 1), _subset(rng, m.datasets, 1)) for _ in range(2)]


def _attackers(rng: Random, m: FiniteMechanism, _: Mapping[str, Any]) -> list[tuple[Prior, int, list[int]]]:
    found = []
    for _k in range(int(rng.integers(1, 3))):
        datasets = _one_size(rng, m)
        prior = Prior.of(dict(zip(datasets, law(rng, len(datasets), top=4), strict=True)))
        target = int(rng.integers(len(datasets[0])))
        found.append((prior, target, [k for k in range(len(datasets[0])) if k != target and rng.random() < 0.5]))
    return found


def _sequences(rng: Random, m: FiniteMechanism) -> Prior:
    datasets = _one_size(rng, m)
    return Prior.of(dict(zip(datasets, law(rng, len(datasets), top=4), strict=True)))


def _observer(rng: Random, m: FiniteMechanism, _: Mapping[str, Any]) -> tuple[Prior, Any]:
    joint = knowing_last(_sequences(rng, m).datasets)
    return joint, joint.knowledge[rng.integers(len(joint.knowledge))]


def blanked_out(m: FiniteMechanism, i: int) -> tuple[dict[Dataset, Any], dict[Dataset, Any]]:
    """The alternative world of one position: the data with that record blanked out, and the record."""
    agg = {d: (*d[:i], "blank", *d[i + 1 :]) if i < len(d) else d for d in m.datasets}
    return agg, {d: d[i] if i < len(d) else "absent" for d in m.datasets}


def _worlds(rng: Random, m: FiniteMechanism, _: Mapping[str, Any]) -> list[tuple[dict[Dataset, Any], dict[Dataset, Any]]]:
    if rng.random() < 0.4:
        return [blanked_out(m, i) for i in range(max(len(d) for d in m.datasets))]
    few = int(rng.integers(1, 4))
    return [tuple({d: int(rng.integers(few)) for d in m.datasets} for _ in range(2)) for _ in range(int(rng.integers(1, 3)))]  # type: ignore[misc]


def _aggregates(rng: Random, m: FiniteMechanism, _: Mapping[str, Any]) -> list[dict[Dataset, Any]]:
    rest = list(dict.fromkeys((*d[:i], *d[i + 1 :]) for d in m.datasets for i in range(len(d))))
    kinds: list[dict[Dataset, Any]] = [
        {d: d for d in rest},
        {d: len(d) for d in rest},
        {d: int(rng.integers(2)) for d in rest},
        {d: dict(enumerate(law(rng, 2))) for d in rest},
    ]
    return [kinds[k] for k in sorted({int(rng.integers(4)) for _ in range(2)})]


def _control_flow(_rng: Random, m: FiniteMechanism, _: Mapping[str, Any]) -> dict[str, Any]:
    straight = [("entry", "a"), ("a", "b")]
    return {"entry": "entry", "edges": [*straight, ("entry", "b")] if ("entry", "b") in m else straight}


def _second_entries(m: FiniteMechanism) -> list[Any]:
    return list(dict.fromkeys(r[1] for r in m.records))  # type: ignore[index]


def _distances_of(things: Callable[[FiniteMechanism], Sequence[Any]]) -> Draw:
    def drawn(rng: Random, m: FiniteMechanism, _: Mapping[str, Any]) -> list[tuple[Any, Any, Fraction]]:
        table = _table_of_distances(rng, things(m))
        return [(a, b, d) for (a, b), d in table.items() if str(a) < str(b)]

    return drawn


def _roads(rng: Random, m: FiniteMechanism, _: Mapping[str, Any]) -> list[tuple[Any, Any, Fraction]]:
    """A connected network, or one that lacks a road; lengths that fit the plane where places are points of it."""
    places = list(m.records)
    links = list(itertools.combinations(places, 2))
    kept = [e for e in links if rng.random() < 0.7] or links[:1]
    return [(a, b, _straight(a, b) + Fraction(int(rng.integers(0 if _points(a) else 1, 4)), 2)) for a, b in kept] + [
        (p, q, _straight(p, q) + 3) for p, q in itertools.pairwise(places) if (p, q) not in kept
    ]


def _points(place: Any) -> bool:
    return isinstance(place, tuple) and len(place) == 2 and all(isinstance(x, int) for x in place)


def _straight(a: Any, b: Any) -> Fraction:
    """A length that is at least that of the straight line between two points of the plane."""
    return Fraction(sum(abs(x - y) for x, y in zip(a, b, strict=True))) if _points(a) else Fraction(0)


def _features(rng: Random, m: FiniteMechanism, _: Mapping[str, Any]) -> list[tuple[Record, Any]]:
    return [(r, tuple(int(x) for x in rng.integers(0, 3, size=2))) for r in m.records]


def _invariants(rng: Random, m: FiniteMechanism, _: Mapping[str, Any]) -> dict[Dataset, Any]:
    few = int(rng.integers(1, 4))
    marked = m.records[0]
    return (
        {d: sum(r == marked for r in d) for d in m.datasets}
        if rng.random() < 0.4
        else {d: int(rng.integers(few)) for d in m.datasets}
    )


def _leaks(rng: Random, m: FiniteMechanism, _: Mapping[str, Any]) -> dict[Dataset, dict[Any, Any]]:
    """A leak that depends on the output, on the data, or on a coin of its own."""
    kind = int(rng.integers(3))
    if kind == 0:
        seen = {o: int(rng.integers(2)) for o in m.outputs}
        return {d: {(o, seen[o]): m.probability(d, o) for o in m.outputs} for d in m.datasets}
    return independent_leaks(rng, m, certain=kind == 1)


def independent_leaks(rng: Random, m: FiniteMechanism, *, certain: bool = False) -> dict[Dataset, dict[Any, Any]]:
    """A leak that is independent of the output on every dataset."""
    chances = {d: [[1, 0], [0, 1]][rng.integers(2)] if certain else law(rng, 2) for d in m.datasets}
    return {
        d: {(o, leak): m.probability(d, o) * w for o in m.outputs for leak, w in enumerate(chances[d]) if w} for d in m.datasets
    }


def _outlierness(rng: Random, m: FiniteMechanism, _: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [{"dataset": d, "record": r, "degree": int(rng.integers(1, 4))} for d in m.datasets for r in dict.fromkeys(d)]


def _pair(rng: Random, m: FiniteMechanism, _: Mapping[str, Any]) -> list[Dataset]:
    return [m.datasets[k] for k in rng.choice(len(m.datasets), size=2, replace=False)]


def _population(rng: Random, m: FiniteMechanism, _: Mapping[str, Any]) -> dict[str, Any]:
    return {"records": list(m.records), "known": list(m.records[: int(rng.integers(len(m.records)))])}


def _with_first(rng: Random, m: FiniteMechanism, first: Any) -> Prior:
    datasets = [d for d in m.datasets if d[:1] == (first,)]
    return Prior.of(dict(zip(datasets, law(rng, len(datasets), top=4), strict=True)))


def _public_priors(rng: Random, m: FiniteMechanism, _: Mapping[str, Any]) -> list[Prior]:
    return [_with_first(rng, m, t) for t in dict.fromkeys(d[0] for d in m.datasets if d)]


def _informed_pairs(rng: Random, m: FiniteMechanism, _: Mapping[str, Any]) -> list[tuple[Prior, Prior]]:
    firsts = [d[0] for d in m.datasets if d]
    return [tuple(_with_first(rng, m, firsts[rng.integers(len(firsts))]) for _ in range(2)) for _ in range(2)]  # type: ignore[misc]


def _design(rng: Random, m: FiniteMechanism, _: Mapping[str, Any]) -> list[tuple[Dataset, Prior]]:
    """The largest datasets as frames; of each some of its places are drawn, by a law that may depend on the data."""
    most = max(len(d) for d in m.datasets)
    found = []
    for frame in (d for d in m.datasets if len(d) == most):
        parts = [s for k in range(most + 1) for s in itertools.combinations(frame, k) if s in m]
        weights: dict[Dataset, Any] = {}
        for s, w in zip(parts, law(rng, len(parts), top=4), strict=True):
            weights[s] = weights.get(s, Fraction(0)) + w
        found.append((frame, Prior.of(weights)))
    return found


def _query_pairs(rng: Random, m: FiniteMechanism, _: Mapping[str, Any]) -> list[tuple[Any, Any]]:
    return _subset(rng, list(itertools.combinations(_second_entries(m), 2)), 1)


def _refinement(rng: Random, m: FiniteMechanism, _: Mapping[str, Any]) -> list[list[Any]]:
    """Outputs are merged, in the same way on every dataset or not."""
    outputs = list(m.outputs)
    rows = [[outputs[k] for k in rng.integers(len(outputs), size=len(outputs))] for _ in m.datasets]
    return [rows[0]] * len(rows) if rng.random() < 0.5 else rows


def _corrupted(rng: Random, m: FiniteMechanism, _: Mapping[str, Any]) -> list[int]:
    least = min(len(d) for d in m.datasets if d)
    return [k for k in range(least - 1) if rng.random() < 0.5]


def _protected_outputs(_rng: Random, m: FiniteMechanism, found: Mapping[str, Any]) -> list[Any]:
    """All outputs but those that give away one value, which is not sensitive."""
    sensitive = {(t,) for t in found.get("record policy", ())}
    given_away = [
        o
        for k, o in enumerate(m.outputs)
        if len(where := [d for d, row in zip(m.datasets, m.matrix, strict=True) if row[k]]) == 1 and where[0] not in sensitive
    ]
    return [o for o in m.outputs if o not in given_away]


def _people(rng: Random, m: FiniteMechanism, found: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    """Quasi-identifier values of the people of a population."""
    return [tuple(int(rng.integers(1, 3)) for _ in found.get("quasi-identifiers", [0])) for _ in range(int(rng.integers(2, 12)))]


_INVARIANT_ROWS: Final = ([[1, 1]], [[1, 0]], [[0, 0]], [[1, -1]])


def _counts(m: FiniteMechanism) -> dict[Dataset, tuple[int, int]]:
    """How often the first record occurs, and the others."""
    marked = m.records[0]
    return {d: (sum(r == marked for r in d), sum(r != marked for r in d)) for d in m.datasets}


def _query(rng: Random, m: FiniteMechanism, found: Mapping[str, Any]) -> Any:
    return _counts(m) if "linear invariants" in found else [Fraction(int(rng.integers(0, 5)), 2) for _ in m.datasets]


def _training(rng: Random, m: FiniteMechanism, _: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "records": _record_law(rng, m),
        "candidates": max(len(d) for d in m.datasets),
        "chance": Fraction(int(rng.integers(1, 4)), 4),
    }


def _choice(items: Callable[[FiniteMechanism], Sequence[Any]]) -> Draw:
    def drawn(rng: Random, m: FiniteMechanism, _: Mapping[str, Any]) -> Any:
        listed = items(m)
        return listed[int(rng.integers(len(listed)))]

    return drawn


def _some(items: Callable[[FiniteMechanism], Sequence[Any]], least: int = 0) -> Draw:
    return lambda rng, m, _: _subset(rng, items(m), least)


def _records(m: FiniteMechanism) -> Sequence[Any]:
    return m.records


def _datasets(m: FiniteMechanism) -> Sequence[Any]:
    return m.datasets


def _guesses(rng: Random, things: Sequence[Any]) -> list[tuple[Any, str]]:
    """Two guesses, each good enough for some of the things."""
    return [(x, guess) for guess in ("first", "second") for x in things if rng.random() < 0.4]


_DRAWS: Final[Mapping[str, Draw]] = MappingProxyType(
    {
        "adversary": lambda rng, m, _: _sequences(rng, m),
        "adversary with an observation": _observer,
        "alternative worlds": _worlds,
        "blank": _choice(_records),
        "bound of an event": lambda rng, _m, _: (1 + int(rng.integers(2)), 1 + int(rng.integers(2))),
        "bound on groups and rows": lambda rng, _m, _: (1 + int(rng.integers(2)), 1 + int(rng.integers(2))),
        "control-flow graph": _control_flow,
        "dataset": _choice(_datasets),
        "dataset distribution": lambda rng, m, _: _sequences(rng, m) if rng.random() < 0.5 else full_prior_of_one_size(rng, m),
        "dependence relation": lambda rng, _m, _: {i: [j for j in range(3) if j != i and rng.random() < 0.5] for i in range(3)},
        "distance between datasets": lambda rng, m, _: random_distance(rng, m),
        "distance between items": _distances_of(_second_entries),
        "distance between records": _distances_of(_records),
        "distances of prior pairs": lambda rng, _m, _: [Fraction(int(rng.integers(1, 4))) for _ in range(2)],
        "divergence generator": lambda rng, _m, _: str(rng.choice(["kl", "chi-square", "total-variation", "hellinger"])),
        "expiration function": lambda rng, _m, _: [1, 2, 3] if rng.random() < 0.5 else [Fraction(1, 2), 1, 1],
        "family of adversaries": _attackers,
        "family of aggregates": _aggregates,
        "family of priors": lambda rng, m, _: [any_prior(rng, m)],
        "family of record distributions": lambda rng, m, _: [_record_law(rng, m)],
        "feature map": _features,
        "federation": lambda _rng, m, _: len(m.datasets[0]),
        "function class": lambda rng, m, _: [
            [Fraction(int(x), 2) for x in rng.integers(-2, 3, size=len(m.outputs))] for _ in range(3)
        ],
        "hidden secrets": lambda rng, _m, _: [0] if rng.random() < 0.5 else [],
        "invariants": _invariants,
        "law of directions": lambda rng, _m, _: (
            [[(1, 0), Fraction(1, 2)], [(0, 1), Fraction(1, 2)]] if rng.random() < 0.5 else [[(1, 1), 1]]
        ),
        "leakage function": _leaks,
        "levels of datasets": _levels,
        "linear invariants": lambda rng, _m, _: _INVARIANT_ROWS[rng.integers(len(_INVARIANT_ROWS))],
        "neighbour relation": _random_pair_list,
        "order of a transport cost": lambda rng, _m, _: [1, 2, "inf"][int(rng.integers(3))],
        "order of a divergence": lambda rng, _m, _: [Fraction(3, 2), 2, 4][int(rng.integers(3))],
        "multiverse": lambda rng, m, _: [_subset(rng, list(m.datasets), 2) for _ in range(2)],
        "neighbouring results": lambda rng, _m, _: [(0, 1)] if rng.random() < 0.5 else [],
        "outlierness": _outlierness,
        "pair of datasets": _pair,
        "places of outputs": lambda rng, m, _: [int(x) for x in rng.integers(0, 4, size=len(m.outputs))],
        "population": _population,
        "prior pairs": _prior_pairs,
        "prior pairs with auxiliary inputs": _informed_pairs,
        "primary relation": lambda _rng, _m, _: "user",
        "priors for each public value": _public_priors,
        "quasi-identifiers": lambda _rng, _m, _: [0],
        "participation schema": lambda rng, _m, _: [[[0, 1]], [[0], [1]], [[0, 2], [1]]][int(rng.integers(3))],
        "proper scoring rule": lambda rng, _m, _: str(rng.choice(["logarithmic", "quadratic"])),
        "query": _query,
        "query constraints": _some(_datasets, 1),
        "query pairs": _query_pairs,
        "record": _choice(_records),
        "reconstruction criterion for datasets": lambda rng, m, _: _guesses(rng, m.datasets),
        "reconstruction criterion for records": lambda rng, m, _: _guesses(rng, m.records),
        "record distribution": _record_law,
        "record policy": _some(_records),
        "refinement map": _refinement,
        "reidentification dataset": _people,
        "road network": _roads,
        "sample of datasets": lambda rng, m, _: [m.datasets[k] for k in rng.integers(len(m.datasets), size=3)],
        "sampling design": _design,
        "schema": lambda _rng, _m, _: [2, 1],
        "secret graph": lambda rng, m, _: _subset(rng, [(a, b) for a in m.records for b in m.records if a != b]),
        "secret pairs": _secret_pairs,
        "sensitive column": lambda _rng, _m, _: 1,
        "set of anomalies": _some(_records),
        "set of corrupted parties": _corrupted,
        "set of datasets": _some(_datasets, 1),
        "set of edge labels": lambda rng, _m, _: _subset(rng, ["x", "y"]),
        "set of landmarks": lambda rng, _m, _: [0] if rng.random() < 0.5 else [],
        "set of nodes": lambda rng, m, _: _subset(rng, [r[1] for r in m.records if r[0] == "node"]),  # type: ignore[index]
        "set of outputs": _protected_outputs,
        "subspace": lambda rng, _m, _: [
            tuple(int(x) for x in rng.integers(-1, 2, size=2)) for _ in range(int(rng.integers(1, 3)))
        ],
        "training-set distribution": _training,
        "trust graph": lambda rng, _m, _: [(0, 1)] if rng.random() < 0.5 else [],
        "universe of individuals": lambda _rng, m, _: list(m.records),
    }
)

SORTS: Final = frozenset(_DRAWS)


def draw(sort: str, rng: Random, m: FiniteMechanism, found: Mapping[str, Any]) -> Any:
    """A random object of a sort, for a mechanism; ``found`` holds the objects of other sorts that were drawn before."""
    return _DRAWS[sort](rng, m, found)


def keeping_invariants(m: FiniteMechanism, objects: Mapping[str, Any]) -> FiniteMechanism:
    """The mechanism without the outputs that break linear invariants, which these notions ask for first."""
    if "linear invariants" not in objects:
        return m
    rows, answers = objects["linear invariants"], objects["query"]
    matrix = []
    for d, law_ in zip(m.datasets, m.matrix.tolist(), strict=True):
        good = [_times(rows, o) == _times(rows, answers[d]) for o in m.outputs]
        kept = [p if fits else Fraction(0) for p, fits in zip(law_, good, strict=True)]
        if not any(kept):
            kept = [Fraction(int(k == good.index(True))) if any(good) else p for k, p in enumerate(law_)]
        matrix.append([p / sum(kept) for p in kept])
    return FiniteMechanism(m.datasets, m.outputs, matrix)


def _times(rows: Sequence[Sequence[int]], vector: Any) -> list[int]:
    return [sum(c * x for c, x in zip(row, vector, strict=True)) for row in rows]


# after composition and post-processing ----------------------------------------------------------------------------------


def together(
    first: FiniteMechanism, second: FiniteMechanism, notion: str, one: Mapping[str, Any], two: Mapping[str, Any]
) -> tuple[FiniteMechanism, dict[str, Any]]:
    """Both mechanisms with independent coins, as the notion reads a pair of outputs, and the structural objects for the pair.

    Results for several people (or answers to several questions) are paired person by person, vectors put behind each other;
    maps of outputs act on both parts. ``one`` and ``two`` are the objects by sort for the two mechanisms.
    """
    both = first.compose(second)
    outputs: Any = both.outputs
    if notion in _PER_ENTRY:
        return _renamed(both, [tuple(zip(a, b, strict=True)) for a, b in outputs]), dict(one)
    objects = dict(one)
    if "subspace" in one:
        objects["subspace"] = [(*v, 0, 0) for v in one["subspace"]] + [(0, 0, *v) for v in one["subspace"]]
        return _renamed(both, [(*a, *b) for a, b in outputs]), objects
    if "trust graph" in one:
        return _renamed(both, [(*a, *b) for a, b in outputs]), objects
    if "neighbouring results" in one:
        near = {frozenset(p) for p in one["neighbouring results"]}
        pairs = list(dict.fromkeys((a[1], b[1]) for a, b in outputs))
        objects["neighbouring results"] = [
            (p, q)
            for p, q in itertools.combinations(pairs, 2)
            if all(x == y or frozenset((x, y)) in near for x, y in zip(p, q, strict=True))
        ]
        return _renamed(both, [((a[0], b[0]), (a[1], b[1])) for a, b in outputs]), objects
    if "hidden secrets" in one:
        held = len(first.outputs[0][0])  # type: ignore[index]
        objects["hidden secrets"] = [*one["hidden secrets"], *(held + k for k in two["hidden secrets"])]
        return _renamed(both, [((*a[0], *b[0]), (a[1], b[1])) for a, b in outputs]), objects
    if "linear invariants" in one:
        rows = one["linear invariants"]
        objects["linear invariants"] = [[*r, 0, 0] for r in rows] + [[0, 0, *r] for r in rows]
        objects["query"] = {d: (*v, *v) for d, v in one["query"].items()}
        return _renamed(both, [(*a, *b) for a, b in outputs]), objects
    if "refinement map" in one:
        objects["refinement map"] = [
            [(a, b) for a in left for b in right]
            for left, right in zip(one["refinement map"], two["refinement map"], strict=True)
        ]
    if "set of outputs" in one:
        objects["set of outputs"] = [(a, b) for a in one["set of outputs"] for b in two["set of outputs"]]
    if "leakage function" in one:
        objects["leakage function"] = {
            d: {((a, b), (s, t)): p * q for (a, s), p in one["leakage function"][d].items() for (b, t), q in law_.items()}
            for d, law_ in two["leakage function"].items()
        }
    return both, objects


_PER_ENTRY: Final = frozenset({
    "adaptive-continual-release-dp", "evolving-data-dp", "gradual-privacy-expiration", "inter-silo-record-level-dp",
    "interactive-dp", "joint-dp", "joint-dp-for-bandits", "joint-renyi-dp", "machine-learning-dp-lbg17",
    "multiparty-dp", "network-dp", "pairwise-network-dp", "private-prediction", "strong-federated-f-dp", "weak-federated-f-dp",
})  # fmt: skip
OF_OUTPUTS: Final = frozenset({"leakage function", "refinement map", "set of outputs"})
"""Sorts whose objects belong to one mechanism and not only to its datasets, so that a second mechanism has its own."""


def _renamed(m: FiniteMechanism, outputs: Sequence[Any]) -> FiniteMechanism:
    return FiniteMechanism(m.datasets, outputs, m.matrix)


def afterwards(objects: Mapping[str, Any], channel: Mapping[Any, Mapping[Any, Any]]) -> dict[str, Any]:
    """The structural objects for the mechanism followed by a channel: leaks stay as they are."""
    found = dict(objects)
    if "leakage function" in objects:
        found["leakage function"] = {}
        for d, joint in objects["leakage function"].items():
            here: dict[Any, Any] = {}
            for (o, leak), p in joint.items():
                for new, w in channel[o].items():
                    here[new, leak] = here.get((new, leak), 0) + p * w
            found["leakage function"][d] = here
    return found


def mixed(one: Mapping[str, Any], two: Mapping[str, Any], chance: Fraction) -> dict[str, Any]:
    """The structural objects for a random choice between two mechanisms."""
    found = dict(one)
    if "leakage function" in one:
        found["leakage function"] = {}
        for d, joint in one["leakage function"].items():
            other = two["leakage function"][d]
            cells = dict.fromkeys((*joint, *other))
            found["leakage function"][d] = {c: chance * joint.get(c, 0) + (1 - chance) * other.get(c, 0) for c in cells}
    return found
