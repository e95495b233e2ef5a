"""Notions whose loss varies over people, datasets, outputs or draws of the data."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import Any, Final

from dpzoo.blocks import standards, units
from dpzoo.blocks.compared_pairs import Comparisons, DatasetPair, of_datasets
from dpzoo.blocks.finite_mechanism import Dataset, FiniteMechanism, Record, show_dataset
from dpzoo.blocks.prior_units import resampled_record
from dpzoo.blocks.record_structures import OUTLIERNESS, OWNER
from dpzoo.blocks.structures import DATASET_LAW, RECORD_LAW, Structural, Structure, number, table
from dpzoo.notions.curves import CurveNotion, single_outputs
from dpzoo.notions.executable import Executable, Values
from dpzoo.notions.pairwise import PairwiseNotion
from dpzoo.notions.scalar import BudgetedNotion, Measure, fraction_or_float, loss_of, not_above
from dpzoo.numbers.errors import BlockError

_PURE = standards.MaxDivergence()
LEVELS = Structure("levels of datasets", "the privacy level of each dataset, in the order of the datasets", table(number))
_MOST_DATASETS: Final = 20


def _removals(mechanism: FiniteMechanism, key: Callable[[Dataset, Record], Hashable]) -> Comparisons:
    """Each dataset against itself without one record, in both orders; the key is of the dataset that has the record."""
    pairs, keys = [], []
    for p in units.removals_at_each_position(mechanism):
        of = key(mechanism.datasets[p.left], p.changed[1])  # type: ignore[index]
        pairs += [p, DatasetPair(p.right, p.left, p.changed)]
        keys += [of, of]
    return of_datasets(mechanism, pairs, keys=tuple(keys))


def _by_levels(mechanism: FiniteMechanism, structure: Structural, _: Values) -> Comparisons:
    pairs = units.one_record(mechanism)
    level = LEVELS.of(structure, "epsilonbar")
    data = mechanism.datasets
    keys = tuple((float(level[data[p.left]]), float(level[data[p.right]])) for p in pairs)
    return of_datasets(mechanism, pairs, keys=keys)


def _by_smaller_level(mechanism: FiniteMechanism, _structure: Structural, _: Values) -> Comparisons:
    """Each pair bounded by the level of either dataset: by the smaller one."""
    pairs = units.one_record(mechanism)
    data = mechanism.datasets
    keys = [data[row] for p in pairs for row in (p.left, p.right)]
    return of_datasets(mechanism, [p for p in pairs for _ in range(2)], keys=tuple(keys))


def _redrawn(mechanism: FiniteMechanism, structure: Structural, _: Values) -> Comparisons:
    """Predictive DP's pairs: a dataset, and the same with one record drawn anew; dataset and position are the groups."""
    law = {t: w for t, w in RECORD_LAW.of(structure, "prior").items() if w}
    pairs, weights, groups = [], [], []
    for i, d in enumerate(mechanism.datasets):
        for j in range(len(d)):
            for t, w in law.items():
                new = (*d[:j], t, *d[j + 1 :])
                if new not in mechanism:
                    raise BlockError(
                        f"record {j + 1} of {show_dataset(d)} drawn anew gives {show_dataset(new)}, not in the mechanism"
                    )
                pairs.append(DatasetPair(i, mechanism.index(new)))
                weights.append(w)
                groups.append((d, j))
    return of_datasets(mechanism, pairs, weights=tuple(weights), groups=tuple(groups))


def _typical_set(mechanism: FiniteMechanism, structure: Structural, loss: Any) -> Measure:
    """The least probability of datasets without which no two neighbours differ by more than the loss (a vertex cover)."""
    weights = DATASET_LAW.of(structure, "theta").datasets
    bad = {
        frozenset((p.left, p.right))
        for p in units.one_record(mechanism)
        if p.left < p.right and not not_above(loss_of(mechanism, p.left, p.right), loss)
    }
    weight = {i: weights.get(mechanism.datasets[i], Fraction(0)) for e in bad for i in e}
    edges = [tuple(sorted(e)) for e in bad if all(weight[i] for i in e)]
    if len({i for e in edges for i in e}) > _MOST_DATASETS:
        raise BlockError(
            f"more than {_MOST_DATASETS} typical datasets have neighbours at a larger loss; too many to try all sets"
        )

    def cover(left: list[tuple[int, ...]]) -> Any:
        if not left:
            return Fraction(0)
        return min(weight[i] + cover([e for e in left if i not in e]) for i in left[0])

    return Measure(fraction_or_float(cover(edges)))


def _neighbour_losses(mechanism: FiniteMechanism, _: Values) -> list[Any]:
    return [loss_of(mechanism, p.left, p.right) for p in units.one_record(mechanism) if p.left < p.right]


NOTIONS: tuple[Executable, ...] = (
    CurveNotion(
        "personalized-dp",
        lambda m, s, _: _removals(m, lambda _d, r: OWNER.of(s, "owner")(r)),
        _PURE,
        "Psi",
        "the person",
        {"owner": OWNER},
    ),
    CurveNotion(
        "heterogeneous-dp",
        lambda m, s, _: _removals(m, lambda _d, r: OWNER.of(s, "owner")(r)),
        _PURE,
        "Psi",
        "the person",
        {"owner": OWNER},
    ),
    CurveNotion("tailored-dp", lambda m, _s, _c: _removals(m, lambda d, r: (r, d)), _PURE, "Psi", "the record and dataset"),
    CurveNotion(
        "outlier-privacy",
        lambda m, s, _: _removals(m, OUTLIERNESS.of(s, "outlierness")),
        _PURE,
        "epsilon",
        "the degree of outlierness",
        {"outlierness": OUTLIERNESS},
    ),
    CurveNotion("input-discriminative-dp", _by_levels, _PURE, "Psi", "the pair of levels", {"epsilonbar": LEVELS}),
    CurveNotion("minid-dp", _by_smaller_level, _PURE, "epsilonbar", "the dataset"),
    CurveNotion("ex-post-dp", lambda m, _s, _c: single_outputs(m, units.one_record(m)), _PURE, "epsilon", "the output"),
    PairwiseNotion(
        "random-dp",
        lambda m, s, _: resampled_record(m, RECORD_LAW.of(s, "prior")),
        standards.Indistinguishability(),
        ("gamma", "epsilon"),
        {"prior": RECORD_LAW},
        exempting="gamma",
    ),
    PairwiseNotion(
        "predictive-dp",
        _redrawn,
        standards.Indistinguishability(),
        ("gamma", "epsilon"),
        {"prior": RECORD_LAW},
        exempting="gamma",
    ),
    PairwiseNotion(
        "model-specific-dp",
        _redrawn,
        standards.Indistinguishability(),
        ("gamma", "epsilon"),
        {"prior": RECORD_LAW},
        exempting="gamma",
    ),
    BudgetedNotion("generalized-dp", ("gamma", "epsilon"), _typical_set, _neighbour_losses, {"theta": DATASET_LAW}),
)
