"""The objects of a trial: a mechanism on a complete domain, and structural parameters, inside a claim's conditions."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final

from dpzoo.blocks.finite_mechanism import FiniteMechanism
from dpzoo.blocks.priors import Prior
from dpzoo.blocks.unlearning_units import history
from dpzoo.falsify import random_structures
from dpzoo.falsify.choice import Choice
from dpzoo.falsify.mechanisms import law, mechanism
from dpzoo.falsify.premises import NotAttackableError
from dpzoo.falsify.random_structures import OF_OUTPUTS, SORTS, draw, keeping_invariants
from dpzoo.falsify.settings import Random, setting, setting_of
from dpzoo.notions.executable import Executable

Draws = Mapping[str, Callable[[Random, FiniteMechanism], Any]]


def _product(rng: Random, m: FiniteMechanism) -> Prior:
    return random_structures.product_prior(rng, m)


def _common_value(rng: Random, m: FiniteMechanism) -> Prior:
    return random_structures.full_prior_of_one_size(rng, m)


def _full_product(rng: Random, m: FiniteMechanism) -> Prior:
    """Independent records, each with every value possible."""
    size = len(next(iter(random_structures.full_prior_of_one_size(rng, m).datasets)))
    return Prior.independent([dict(zip(m.records, law(rng, len(m.records), zeros=False), strict=True)) for _ in range(size)])


def _unsure_of_one(rng: Random, m: FiniteMechanism) -> list[Prior]:
    """For every dataset and position that record unknown and the others known, and any other distribution."""
    return [*random_structures.point_priors(m), random_structures.any_prior(rng, m)]


def _both_orders(rng: Random, m: FiniteMechanism) -> list[tuple[Prior, Prior]]:
    one, two = random_structures.any_prior(rng, m), random_structures.any_prior(rng, m)
    return [(one, two), (two, one)]


def _positive(rng: Random, m: FiniteMechanism) -> list[dict[Any, Fraction]]:
    return [dict(zip(m.records, law(rng, len(m.records), zeros=False), strict=True))]


def _any_two(rng: Random, m: FiniteMechanism) -> list[dict[Any, Fraction]]:
    """For a notion about all distributions of records: any two with equal chances, alone or after a third that is nearly sure.

    Two datasets that differ in one record are then each drawn half of the time, which is what a share γ of pairs must not exempt.
    """
    pairs = [{a: Fraction(1, 2), b: Fraction(1, 2)} for a, b in itertools.combinations(m.records, 2)]
    third = [
        {t: 1 - 2 * _SELDOM, a: _SELDOM, b: _SELDOM}
        for t in m.records
        for a, b in itertools.combinations([r for r in m.records if r != t], 2)
    ]
    return [*pairs, *third, *_positive(rng, m)]


_SELDOM: Final = Fraction(1, 10**6)


def _with_identity(_rng: Random, m: FiniteMechanism) -> list[dict[Any, Any]]:
    rest = dict.fromkeys((*d[:i], *d[i + 1 :]) for d in m.datasets for i in range(len(d)))
    return [{d: d for d in rest}, {d: len(d) for d in rest}]


_UNDER: Final[Mapping[str, Draws]] = MappingProxyType(
    {
        "independent-records": {
            "family of priors": lambda rng, m: [_product(rng, m)],
            "dataset distribution": random_structures.independent_prior,
        },
        "product-priors": {"family of priors": lambda rng, m: [_product(rng, m)]},
        "all-priors": {"family of priors": _unsure_of_one},
        "full-support-prior": {
            "family of priors": lambda rng, m: [random_structures.full_prior(rng, m)],
            "family of record distributions": _positive,
        },
        "common-record-value": {"family of priors": lambda rng, m: [_common_value(rng, m)]},
        "symmetric-relation": {"prior pairs": _both_orders},
        "independent-leakage": {"leakage function": random_structures.independent_leaks},
        "identity-aggregate": {"family of aggregates": _with_identity},
    }
)
_BOTH_AT_ONCE: Final = frozenset({"independent-records", "common-record-value"})
_SETTINGS: Final = MappingProxyType(
    {"distinct-records": "distinct records", "datasets-are-sets": "sets in any order", "separate-reports": "messages and reports"}
)
_GRANTED: Final = frozenset(
    {
        "symmetric-distance",
        "fixed-dataset-size",
        "bounded-dataset-size",
        "discrete-outputs",
        "finite-outputs",
        "countable-records",
        "removal-closed",
        "safe-models-by-training",
    }
)
DRAWN_CONDITIONS: Final = frozenset({*_UNDER, *_SETTINGS, *_GRANTED, "requests-ignored"})
"""Conditions under which objects can be drawn: the finite mechanisms here satisfy the last of them anyway."""


def objects(
    rng: Random, runs: Sequence[Executable], *, conditions: frozenset[str] = frozenset(), choice: Choice | None = None
) -> tuple[FiniteMechanism, dict[str, Any]]:
    """A mechanism and the structural parameters (by sort) that several notions need; those of a choice are built later."""
    named = next((_SETTINGS[c] for c in sorted(conditions) if c in _SETTINGS), None)
    if choice is not None and choice.setting:
        named = choice.setting
    place = setting(named) if named else setting_of(*(r.notion for r in runs))
    datasets = place.draw(rng, fixed_size="fixed-dataset-size" in conditions)
    m = mechanism(rng, datasets, None if place.outputs is None else place.outputs(rng, datasets, int(rng.integers(2, 5))))
    if place.order_free:
        m = FiniteMechanism(
            m.datasets, m.outputs, [m.row(min(itertools.permutations(d), key=m.index)).tolist() for d in m.datasets]
        )
    if "separate-reports" in conditions:
        m = _from_reports(m)
    if "requests-ignored" in conditions:
        m = FiniteMechanism(m.datasets, m.outputs, [m.row(history(d)[0]).tolist() for d in m.datasets])
    instead: dict[str, Callable[[Random, FiniteMechanism], Any]] = {}
    for c in sorted(conditions):
        instead |= _UNDER.get(c, {})
    if any(getattr(r, "refutes_only", False) for r in runs):
        instead["family of record distributions"] = _any_two
    if conditions >= _BOTH_AT_ONCE:
        instead["family of priors"] = lambda rng, m: [_full_product(rng, m)]
    made = set() if choice is None else set(choice.makes)
    found: dict[str, Any] = {}
    for sort in sorted({kind.sort for run in runs for name, kind in run.structure.items() if _needed(run, runs, name, made)}):
        if sort in instead:
            found[sort] = instead[sort](rng, m)
        elif sort in SORTS:
            found[sort] = draw(sort, rng, m, found)
    if choice is not None and choice.of_subject is not None:
        found |= choice.of_subject(m)
    return keeping_invariants(m, found), found


def _needed(run: Executable, runs: Sequence[Executable], name: str, made: set[str]) -> bool:
    """Whether a parameter has to be drawn: not if it is the object's and the choice makes it, or has a default that is used."""
    kind = run.structure[name]
    if run is runs[-1] and len(runs) > 1 and name in made:
        return False
    if kind.sort not in SORTS and kind.default is None:
        raise NotAttackableError(f"nothing draws a {kind.sort}")
    return True


def _from_reports(m: FiniteMechanism) -> FiniteMechanism:
    """One report for each record, randomised on its own as on a dataset of that record alone; the first of several is public."""
    rows = []
    outputs: list[Any] = []
    for d in m.datasets:
        reporting = d if len(d) == 1 else d[1:]
        row: dict[Any, Any] = {(d[0] if len(d) > 1 else "alone",): Fraction(1)}
        for r in reporting:
            row = {(*o, out): p * q for o, p in row.items() for out, q in zip(m.outputs, m.row((r,)), strict=True) if q}
        rows.append(row)
        outputs += [o for o in row if o not in outputs]
    return FiniteMechanism(m.datasets, outputs, [[row.get(o, Fraction(0)) for o in outputs] for row in rows])


def second(
    rng: Random, runs: Sequence[Executable], first: FiniteMechanism, by_sort: Mapping[str, Any], *, same_outputs: bool = False
) -> tuple[FiniteMechanism, dict[str, Any]]:
    """Another mechanism on the same data with the same structural parameters, but for those that belong to its outputs."""
    place = setting_of(*(r.notion for r in runs))
    named = None if place.outputs is None and not same_outputs else list(first.outputs)
    other = keeping_invariants(mechanism(rng, first.datasets, named), by_sort)
    found = dict(by_sort)
    for sort in sorted(OF_OUTPUTS & set(by_sort)):
        if sort == "refinement map" and same_outputs:
            continue  # one map refines the outputs of both
        found[sort] = _same_leaks(by_sort[sort], other) if sort == "leakage function" else draw(sort, rng, other, found)
    return other, found


def _same_leaks(leaks: Mapping[Any, Mapping[Any, Any]], other: FiniteMechanism) -> dict[Any, dict[Any, Any]]:
    """The same leakage for another mechanism: a leak has the same law on every dataset, here independently of the output."""
    found: dict[Any, dict[Any, Any]] = {}
    for d, joint in leaks.items():
        law_of_leak: dict[Any, Any] = {}
        for (_, leak), p in joint.items():
            law_of_leak[leak] = law_of_leak.get(leak, 0) + p
        found[d] = {(o, leak): other.probability(d, o) * w for o in other.outputs for leak, w in law_of_leak.items()}
    return found
