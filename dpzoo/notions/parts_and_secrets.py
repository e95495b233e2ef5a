"""Context-aware local DP: a level for each ordered pair of record values."""

from __future__ import annotations

from collections.abc import Hashable

from dpzoo.blocks import data_units, standards
from dpzoo.blocks.comparison import Comparisons, of_datasets
from dpzoo.blocks.mechanism import FiniteMechanism
from dpzoo.notions.executable import Executable, Values
from dpzoo.notions.levels import CurveNotion


def _ordered_values(mechanism: FiniteMechanism, _structure: Values, _: Values) -> Comparisons:
    pairs = data_units.single(mechanism)
    keys: tuple[Hashable, ...] = tuple(p.changed[1:] for p in pairs)  # type: ignore[index]
    return of_datasets(mechanism, pairs, keys=keys)


NOTIONS: tuple[Executable, ...] = (
    CurveNotion("context-aware-local-dp", _ordered_values, standards.MaxDivergence(), "E", "the ordered pair of record values"),
)
