"""Executable notions whose loss varies over people, datasets or draws of the data."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from dpzoo.blocks import standards, units
from dpzoo.blocks.comparison import Comparisons, Pair, of_datasets
from dpzoo.blocks.mechanism import Dataset, FiniteMechanism, Record
from dpzoo.blocks.prior_units import average_replacement, resampled_record, with_random_record
from dpzoo.blocks.record_structures import OUTLIERNESS, OWNER
from dpzoo.blocks.structures import RECORD_LAW, RECORD_LAWS, Structure, number, table
from dpzoo.notions.executable import Executable, PairwiseNotion, Values
from dpzoo.notions.levels import OF_DATASETS, CurveNotion

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


LEVELS = Structure("levels of datasets", "the privacy level of each dataset, in the order of the datasets", table(number))


NOTIONS: tuple[Executable, ...] = (
    CurveNotion("d-privacy", _each_pair, _PURE, "d", OF_DATASETS),
    CurveNotion(
        "personalized-dp",
        lambda m, s, _: _removals(m, lambda _d, r: s["owner"](r)),
        _PURE,
        "Psi",
        "the person",
        {"owner": OWNER},
    ),
    CurveNotion("tailored-dp", lambda m, _s, _c: _removals(m, lambda d, r: (r, d)), _PURE, "Psi", "the record and dataset"),
    CurveNotion(
        "outlier-privacy",
        lambda m, s, _: _removals(m, s["outlierness"]),
        _PURE,
        "epsilon",
        "the degree of outlierness",
        {"outlierness": OUTLIERNESS},
    ),
    CurveNotion("input-discriminative-dp", _by_levels, _PURE, "Psi", "the pair of levels", {"epsilonbar": LEVELS}),
    PairwiseNotion(
        "random-dp",
        lambda m, s, _: resampled_record(m, s["prior"]),
        standards.Indistinguishability(),
        ("gamma", "epsilon"),
        {"prior": RECORD_LAW},
        exempting="gamma",
    ),
    PairwiseNotion(
        "bayesian-dp-tf20",
        lambda m, s, _: with_random_record(m, s["prior"]),
        standards.ProbabilisticLoss(),
        ("epsilon", "delta"),
        {"prior": RECORD_LAW},
    ),
    PairwiseNotion(
        "weak-bayesian-dp",
        lambda m, s, _: with_random_record(m, s["prior"]),
        standards.HockeyStick(),
        ("epsilon", "delta"),
        {"prior": RECORD_LAW},
    ),
    PairwiseNotion(
        "on-average-kl-privacy",
        lambda m, s, _: average_replacement(m, s["Theta"]),
        standards.KullbackLeibler(),
        ("epsilon",),
        {"Theta": RECORD_LAWS},
    ),
)
