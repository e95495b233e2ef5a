"""Random structural parameters, by sort, for a given domain."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final

from dpzoo.blocks.mechanism import FiniteMechanism
from dpzoo.blocks.priors import Prior
from dpzoo.blocks.units import edit_distance
from dpzoo.falsify.mechanisms import Random, law

Draw = Callable[[Random, FiniteMechanism], Any]


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


def _record_law(rng: Random, m: FiniteMechanism) -> dict[Any, Fraction]:
    return dict(zip(m.records, law(rng, len(m.records)), strict=True))


def _metric(rng: Random, m: FiniteMechanism) -> Any:
    return edit_distance


def _random_pair_list(rng: Random, m: FiniteMechanism) -> list[tuple[Any, Any]]:
    pairs = [(a, b) for a in m.datasets for b in m.datasets if a != b]
    chosen = [pairs[k] for k in rng.integers(len(pairs), size=min(4, len(pairs)))]
    return list(dict.fromkeys(chosen))


def _prior_pairs(rng: Random, m: FiniteMechanism) -> list[tuple[Prior, Prior]]:
    return [(any_prior(rng, m), any_prior(rng, m)) for _ in range(2)]


def _levels(rng: Random, m: FiniteMechanism) -> list[Fraction]:
    return [Fraction(int(rng.integers(1, 4)), 2) for _ in m.datasets]


def _secret_pairs(rng: Random, m: FiniteMechanism) -> list[tuple[list[Any], list[Any]]]:
    return [(_subset(rng, m.datasets, 1), _subset(rng, m.datasets, 1)) for _ in range(2)]


_DRAWS: Final[Mapping[str, Draw]] = MappingProxyType(
    {
        "record policy": lambda rng, m: _subset(rng, m.records),
        "family of priors": lambda rng, m: [any_prior(rng, m)],
        "record distribution": _record_law,
        "family of record distributions": lambda rng, m: [_record_law(rng, m)],
        "secret graph": lambda rng, m: _subset(rng, [(a, b) for a in m.records for b in m.records if a != b]),
        "neighbour relation": _random_pair_list,
        "distance between datasets": _metric,
        "divergence generator": lambda rng, _m: str(rng.choice(["kl", "chi-square", "total-variation", "hellinger"])),
        "query": lambda rng, m: [Fraction(int(rng.integers(0, 5)), 2) for _ in m.datasets],
        "query constraints": lambda rng, m: _subset(rng, m.datasets, 1),
        "set of datasets": lambda rng, m: _subset(rng, m.datasets, 1),
        "dataset": lambda rng, m: m.datasets[rng.integers(len(m.datasets))],
        "record": lambda rng, m: m.records[rng.integers(len(m.records))],
        "dependence relation": lambda rng, _m: {i: [j for j in range(3) if j != i and rng.random() < 0.5] for i in range(3)},
        "levels of datasets": _levels,
        "prior pairs": _prior_pairs,
        "distances of prior pairs": lambda rng, _m: [Fraction(int(rng.integers(1, 4))) for _ in range(2)],
        "secret pairs": _secret_pairs,
        "schema": lambda _rng, _m: [2, 1],
        "function class": lambda rng, m: [
            [Fraction(int(x), 2) for x in rng.integers(-2, 3, size=len(m.outputs))] for _ in range(3)
        ],
    }
)

SORTS: Final = frozenset(_DRAWS)


def draw(sort: str, rng: Random, m: FiniteMechanism) -> Any:
    """A random object of a sort, for a mechanism's domain."""
    return _DRAWS[sort](rng, m)
