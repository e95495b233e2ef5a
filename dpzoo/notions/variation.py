"""Executable notions whose loss varies over people, datasets or draws of the data."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any

from dpzoo.blocks import standards, units
from dpzoo.blocks.comparison import Comparisons, Pair, of_datasets
from dpzoo.blocks.mechanism import Dataset, FiniteMechanism, Record
from dpzoo.notions.executable import Compared, Executable, Values
from dpzoo.notions.levels import OF_DATASETS, Levelled
from dpzoo.notions.lifts import average_replacement, resampled_record, with_random_record
from dpzoo.notions.neighborhood import OWNER
from dpzoo.notions.structures import DISTANCE, RECORD_LAW, RECORD_LAWS, Path, Structure, dataset, freeze, number, record, table
from dpzoo.numbers.errors import BlockError

_PURE = standards.MaxDivergence()


def _removals(mechanism: FiniteMechanism, key: Callable[[Dataset, Record], Hashable]) -> Comparisons:
    """Each dataset against itself without one record, in both orders; the key is of the dataset that has the record."""
    pairs, keys = [], []
    for p in units.removals_at_each_position(mechanism):
        of = key(mechanism.datasets[p.left], p.changed[1])  # type: ignore[index]
        pairs += [p, Pair(p.right, p.left, p.changed)]
        keys += [of, of]
    return of_datasets(mechanism, pairs, keys=tuple(keys))


def _each_pair(mechanism: FiniteMechanism, _structure: Values, _chosen: Values) -> Comparisons:
    pairs = units.all_pairs(mechanism)
    data = mechanism.datasets
    return of_datasets(mechanism, pairs, keys=tuple((data[p.left], data[p.right]) for p in pairs))


def _by_levels(mechanism: FiniteMechanism, structure: Values, _: Values) -> Comparisons:
    pairs = units.one_record(mechanism)
    level = structure["epsilonbar"]
    data = mechanism.datasets
    keys = tuple((float(level[data[p.left]]), float(level[data[p.right]])) for p in pairs)
    return of_datasets(mechanism, pairs, keys=keys)


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
LEVELS = Structure("levels of datasets", "the privacy level of each dataset, in the order of the datasets", table(number))


def _scaled(mechanism: FiniteMechanism, structure: Values, _: Values) -> Comparisons:
    data = mechanism.datasets
    pairs = [(p, structure["d"](data[p.left], data[p.right])) for p in units.all_pairs(mechanism)]
    near = [(p, d) for p, d in pairs if not d.infinite]
    return of_datasets(mechanism, [p for p, _ in near], distances=tuple(d for _, d in near))


NOTIONS: tuple[Executable, ...] = (
    Levelled("d-privacy", _each_pair, _PURE, "d", OF_DATASETS),
    Levelled(
        "personalized-dp",
        lambda m, s, _: _removals(m, lambda _d, r: s["owner"](r)),
        _PURE,
        "Psi",
        "the person",
        {"owner": OWNER},
    ),
    Levelled("tailored-dp", lambda m, _s, _c: _removals(m, lambda d, r: (r, d)), _PURE, "Psi", "the record and dataset"),
    Levelled(
        "outlier-privacy",
        lambda m, s, _: _removals(m, s["outlierness"]),
        _PURE,
        "epsilon",
        "the degree of outlierness",
        {"outlierness": OUTLIERNESS},
    ),
    Levelled("input-discriminative-dp", _by_levels, _PURE, "Psi", "the pair of levels", {"epsilonbar": LEVELS}),
    Compared("smooth-dp", _scaled, _PURE, ("epsilon",), {"d": DISTANCE}, per_distance=("epsilon",)),
    Compared(
        "pseudo-metric-dp",
        _scaled,
        standards.HockeyStick(),
        ("epsilon", "delta"),
        {"d": DISTANCE},
        per_distance=("epsilon", "delta"),
    ),
    Compared(
        "random-dp",
        lambda m, s, _: resampled_record(m, s["prior"]),
        standards.Indistinguishability(),
        ("gamma", "epsilon"),
        {"prior": RECORD_LAW},
        exempting="gamma",
    ),
    Compared(
        "bayesian-dp-tf20",
        lambda m, s, _: with_random_record(m, s["prior"]),
        standards.ProbabilisticLoss(),
        ("epsilon", "delta"),
        {"prior": RECORD_LAW},
    ),
    Compared(
        "weak-bayesian-dp",
        lambda m, s, _: with_random_record(m, s["prior"]),
        standards.HockeyStick(),
        ("epsilon", "delta"),
        {"prior": RECORD_LAW},
    ),
    Compared(
        "on-average-kl-privacy",
        lambda m, s, _: average_replacement(m, s["Theta"]),
        standards.KullbackLeibler(),
        ("epsilon",),
        {"Theta": RECORD_LAWS},
    ),
)
