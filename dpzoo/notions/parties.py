"""Network DP with a level for each pair of a person and an observer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from dpzoo.blocks import standards, units
from dpzoo.blocks.comparison import Comparisons
from dpzoo.blocks.divergences import renyi_divergence
from dpzoo.blocks.mechanism import FiniteMechanism
from dpzoo.blocks.structures import Path, Structure, number
from dpzoo.blocks.views import each_other, seen_by
from dpzoo.notions.executable import Executable, Values
from dpzoo.notions.levels import CurveNotion
from dpzoo.notions.results import Judgement, Tightest
from dpzoo.numbers.errors import BlockError


@dataclass(frozen=True)
class RenyiAt(standards.Standard):
    """D_α(P‖Q) ≤ ε at one given order."""

    alpha: Any
    parameters = ("epsilon",)

    def solve(self, p: Any, q: Any, free: str, fixed: Mapping[str, Any]) -> Any:  # noqa: D102
        return renyi_divergence(p, q, self.alpha)


@dataclass(frozen=True)
class CurveAtOrder(CurveNotion):
    """Rényi divergences of a given order, bounded by a level for each key."""

    def solve(self, mechanism: FiniteMechanism, structure: Values, fixed: Values, free: str) -> Tightest:
        """The least level of every key, as a mapping."""
        return self._at(structure).solve(mechanism, structure, fixed, free)

    def verdict(self, mechanism: FiniteMechanism, structure: Values, parameters: Values) -> Judgement:
        """Every pair against the level of its key."""
        return self._at(structure).verdict(mechanism, structure, parameters)

    def _at(self, structure: Values) -> CurveNotion:
        return CurveNotion(self.notion, self.compare, RenyiAt(structure["alpha"]), self.level, self.keyed_by, self.structure)


def _order(given: Any, _mechanism: FiniteMechanism, path: Path) -> Any:
    found = number(given, path)
    if not found > 1:
        raise BlockError(f"the order is {given}; it must be larger than 1", path)
    return found


ORDER: Final = Structure("order of a divergence", "a number larger than 1, or inf", _order)


def _one_other(mechanism: FiniteMechanism, _structure: Values, _: Values) -> Comparisons:
    return seen_by(mechanism, units.bounded(mechanism), each_other(mechanism))


NOTIONS: tuple[Executable, ...] = (
    CurveAtOrder("pairwise-network-dp", _one_other, RenyiAt(2), "E", "the person and the observer", {"alpha": ORDER}),
)
