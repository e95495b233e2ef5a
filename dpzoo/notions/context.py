"""Notions of reports and protocols: what one message, or what others see, with levels or beliefs."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

import numpy as np

from dpzoo.blocks import data_units, standards, units
from dpzoo.blocks.compared_pairs import Comparisons, of_datasets
from dpzoo.blocks.divergences import Law, Number, renyi_divergence
from dpzoo.blocks.finite_mechanism import FiniteMechanism, show_dataset
from dpzoo.blocks.prior_units import value_against_profile
from dpzoo.blocks.priors import exactly
from dpzoo.blocks.record_structures import OWNER
from dpzoo.blocks.structures import POLICY, RECORD_LAWS, Path, Structural, Structure, freeze, list_of, number
from dpzoo.blocks.views import each_other, seen_by
from dpzoo.notions.curves import CurveNotion
from dpzoo.notions.executable import Executable, Values
from dpzoo.notions.neighborhood import approximate
from dpzoo.notions.pairwise import ConditionalNotion, PairwiseNotion
from dpzoo.notions.results import Judgement, Tightest
from dpzoo.numbers.errors import BlockError

_PURE = standards.MaxDivergence()
_NOTHING = "(no protected output)"


def _output(given: Any, mechanism: FiniteMechanism, path: Path) -> Any:
    found = freeze(given)
    if found not in mechanism.outputs:
        raise BlockError(f"the mechanism has no output {given!r}", path)
    return found


def _by_values(mechanism: FiniteMechanism, _structure: Structural, _: Values) -> Comparisons:
    pairs = data_units.single(mechanism)
    return of_datasets(mechanism, pairs, keys=tuple(p.changed[1:] for p in pairs))  # type: ignore[index]


def _by_person(mechanism: FiniteMechanism, structure: Structural, _: Values) -> Comparisons:
    owner = OWNER.of(structure, "owner")
    pairs = [p for p in data_units.single(mechanism) if owner(p.changed[1]) == owner(p.changed[2])]  # type: ignore[index]
    return of_datasets(mechanism, pairs, keys=tuple(owner(p.changed[1]) for p in pairs))  # type: ignore[index]


def _beliefs(mechanism: FiniteMechanism, structure: Structural, _: Values) -> Comparisons:
    return value_against_profile(mechanism, RECORD_LAWS.of(structure, "Theta"))


def _protected(mechanism: FiniteMechanism, structure: Structural, _: Values) -> Comparisons:
    """The probabilities of the protected outputs; a last entry 1 on both sides keeps a smaller part from counting as a gain."""
    columns = [i for i, o in enumerate(mechanism.outputs) if o in OUTPUTS.of(structure, "Y_P")]
    one: Any = Fraction(1) if mechanism.exact else 1.0
    rows = exactly([np.append(row, one) for row in mechanism.matrix[:, columns]])
    pairs = data_units.single(mechanism)
    left, right = (np.array([getattr(p, side) for p in pairs], dtype=np.intp) for side in ("left", "right"))
    outputs = (*(mechanism.outputs[c] for c in columns), _NOTHING)
    return Comparisons(outputs, rows, tuple(show_dataset(d) for d in mechanism.datasets), left, right)


def _gives_away(mechanism: FiniteMechanism, structure: Structural) -> str | None:
    """An output that is not protected and that a sensitive value, or two values, can lead to."""
    single = [d for d in mechanism.datasets if len(d) == 1]
    for o in mechanism.outputs:
        if o in OUTPUTS.of(structure, "Y_P"):
            continue
        possible = [d[0] for d in single if mechanism.probability(d, o) > 0]
        for t in possible:
            if t in POLICY.of(structure, "P"):
                return f"the sensitive value {t!r} can lead to {o!r}, which is not protected"
        if len(possible) > 1:
            return f"both {possible[0]!r} and {possible[1]!r} can lead to {o!r}, which is not protected"
    return None


def _ordered_values(mechanism: FiniteMechanism, _structure: Structural, _: Values) -> Comparisons:
    pairs = data_units.single(mechanism)
    keys: tuple[Hashable, ...] = tuple(p.changed[1:] for p in pairs)  # type: ignore[index]
    return of_datasets(mechanism, pairs, keys=keys)


@dataclass(frozen=True)
class RenyiAt(standards.Standard):
    """D_α(P‖Q) ≤ ε at one given order."""

    alpha: Any
    parameters = ("epsilon",)

    def epsilon(self, p: Law, q: Law) -> Number:
        """The least ε."""
        return renyi_divergence(p, q, self.alpha)


@dataclass(frozen=True)
class CurveAtOrder(CurveNotion):
    """Rényi divergences of a given order, bounded by a level for each key."""

    def solve(self, mechanism: FiniteMechanism, structure: Structural, fixed: Values, free: str) -> Tightest:
        """The least level of every key, as a mapping."""
        return self._at(structure).solve(mechanism, structure, fixed, free)

    def verdict(self, mechanism: FiniteMechanism, structure: Structural, parameters: Values) -> Judgement:
        """Every pair against the level of its key."""
        return self._at(structure).verdict(mechanism, structure, parameters)

    def _at(self, structure: Structural) -> CurveNotion:
        return CurveNotion(
            self.notion, self.compare, RenyiAt(ORDER.of(structure, "alpha")), self.level, self.keyed_by, self.structure
        )


def _order(given: Any, _mechanism: FiniteMechanism, path: Path) -> Any:
    found = number(given, path)
    if not found > 1:
        raise BlockError(f"the order is {given}; it must be larger than 1", path)
    return found


def _one_other(mechanism: FiniteMechanism, _structure: Structural, _: Values) -> Comparisons:
    return seen_by(mechanism, units.bounded(mechanism), each_other(mechanism))


OUTPUTS = Structure("set of outputs", "a list of outputs", list_of(_output, "outputs"))


ORDER: Final = Structure("order of a divergence", "a number larger than 1, or inf", _order)


NOTIONS: tuple[Executable, ...] = (
    approximate("task-global-dp", data_units.after_the_first),
    CurveNotion("d-local-dp", _by_values, standards.Indistinguishability(), "d", "the pair of record values"),
    CurveNotion("condensed-local-dp", _by_values, standards.Indistinguishability(), "d", "the pair of record values"),
    CurveNotion("personalized-local-dp", _by_person, _PURE, "Psi", "the person", {"owner": OWNER}),
    CurveNotion("context-aware-local-dp", _ordered_values, standards.MaxDivergence(), "E", "the ordered pair of record values"),
    PairwiseNotion("localized-information-privacy", _beliefs, _PURE, ("epsilon",), {"Theta": RECORD_LAWS}),
    ConditionalNotion(
        "utility-optimized-local-dp", _protected, _PURE, ("epsilon",), {"P": POLICY, "Y_P": OUTPUTS}, fault=_gives_away
    ),
    CurveAtOrder("pairwise-network-dp", _one_other, RenyiAt(2), "E", "the person and the observer", {"alpha": ORDER}),
)
