"""Executable notions that compare a part of a record, one answer of many, a secret under a prior, or one item's updates."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Final

from dpzoo.blocks import data_units, standards, units
from dpzoo.blocks.comparison import Comparisons, Pair, of_datasets
from dpzoo.blocks.mechanism import Dataset, FiniteMechanism, show_dataset
from dpzoo.notions.datatypes import approximate, pure
from dpzoo.notions.executable import Compared, Executable, Values
from dpzoo.notions.levels import Levelled
from dpzoo.notions.lifts import Laws, datasets_from, secrets
from dpzoo.notions.neighborhood import record_function
from dpzoo.notions.structures import PRIORS, SECRET_PAIRS
from dpzoo.numbers.errors import BlockError

_PURE: Final = standards.MaxDivergence()
_APPROXIMATE: Final = standards.HockeyStick()
_BOTH: Final = ("epsilon", "delta")
PUBLIC_PART: Final = record_function("strata", 0)
_PAIR: Final = 2
BLANK: Final = "⊥"


def _same_public_part(structure: Values, _: Values) -> units.Unit:
    part = structure["s"]
    return lambda m: [p for p in units.replaced(m) if part(p.changed[1]) == part(p.changed[2])]  # type: ignore[index]


def _each_answer(mechanism: FiniteMechanism, _structure: Values, _: Values) -> Comparisons:
    """A predictor's answer to each question on its own, one example replaced: outputs are tuples, an answer per question."""
    widths = {len(o) if isinstance(o, tuple) else 0 for o in mechanism.outputs}
    if len(widths) != 1 or widths == {0}:
        raise BlockError("the outputs are not predictors: write each as a tuple with its answer to every question")
    found = Laws([])
    for x in range(widths.pop()):
        seen = mechanism.post_process(lambda o, x=x: (x, o[x]))  # type: ignore[misc]
        laws = Laws(seen.outputs)
        rows = [laws.add(seen.matrix[k], f"{show_dataset(d)}, question {x + 1}") for k, d in enumerate(seen.datasets)]
        laws.pairs = [(rows[p.left], rows[p.right]) for p in units.bounded(seen)]
        found = found.joined(laws)
    return found.comparisons()


def _one_entry(mechanism: FiniteMechanism) -> list[Pair]:
    """Two lists of one length that differ in one entry: a dataset is a single record, which is a list of zeros and ones."""
    for r in mechanism.records:
        if not isinstance(r, tuple) or any(x not in (0, 1) for x in r):
            raise BlockError(f"the record {r!r} is not a list of neighbours: write a list of zeros and ones")

    def near(a: Any, b: Any) -> bool:
        return len(a) == len(b) and sum(x != y for x, y in zip(a, b, strict=True)) == 1

    return [p for p in data_units.single(mechanism) if near(*p.changed[1:])]  # type: ignore[index]


def _one_item(mechanism: FiniteMechanism) -> list[Pair]:
    """Some updates of one item blanked, or restored: events are (update, item), or ⊥ for a blank."""
    for r in mechanism.records:
        if r != BLANK and not (isinstance(r, tuple) and len(r) == _PAIR):
            raise BlockError(f"the event {r!r} is not an update: write (update, item), or ⊥ for a blank")

    def blanked(a: Dataset, b: Dataset) -> bool:
        changed = {(x, y) for x, y in zip(a, b, strict=True) if x != y}
        return all(y == BLANK for _, y in changed) and len({x[1] for x, _ in changed}) == 1  # type: ignore[index]

    data = mechanism.datasets
    pairs = [p for p in units.all_pairs(mechanism) if len(data[p.left]) == len(data[p.right])]
    return units.both_orders(p for p in pairs if blanked(data[p.left], data[p.right]))


def _ordered_values(mechanism: FiniteMechanism, _structure: Values, _: Values) -> Comparisons:
    pairs = data_units.single(mechanism)
    keys: tuple[Hashable, ...] = tuple(p.changed[1:] for p in pairs)  # type: ignore[index]
    return of_datasets(mechanism, pairs, keys=keys)


_SECRETS: Final = {"Theta": PRIORS, "Phi": SECRET_PAIRS}

NOTIONS: tuple[Executable, ...] = (
    Compared("semi-sensitive-dp", datasets_from(_same_public_part), _APPROXIMATE, _BOTH, {"s": PUBLIC_PART}),
    Compared("private-prediction", _each_answer, _APPROXIMATE, _BOTH),
    pure("edge-local-dp", _one_entry),
    pure("relationship-dp", data_units.edge_of_fixed_nodes),
    approximate("item-level-dp", _one_item),
    Compared(
        "renyi-pufferfish-privacy",
        lambda m, s, _: secrets(m, s["Theta"], s["Phi"]),
        standards.Renyi(),
        ("alpha", "epsilon"),
        _SECRETS,
        at_least={"alpha": 1},
    ),
    Compared("approximate-pufferfish-privacy", lambda m, s, _: secrets(m, s["Theta"], s["Phi"]), _APPROXIMATE, _BOTH, _SECRETS),
    Levelled("context-aware-local-dp", _ordered_values, _PURE, "E", "the ordered pair of record values"),
)
