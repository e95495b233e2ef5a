"""Executable notions for other settings: the local model, where a dataset is one record, and results for several people."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from dpzoo.blocks import data_units, standards
from dpzoo.blocks.comparison import Comparisons, of_datasets
from dpzoo.blocks.mechanism import FiniteMechanism, show_dataset
from dpzoo.blocks.prior_units import value_against_profile
from dpzoo.blocks.priors import exactly
from dpzoo.blocks.record_structures import OWNER
from dpzoo.blocks.structures import POLICY, RECORD_LAWS, Path, Structure, freeze, list_of
from dpzoo.notions.datatypes import approximate
from dpzoo.notions.executable import Executable, PairwiseNotion, Values
from dpzoo.notions.levels import CurveNotion
from dpzoo.notions.thresholds import ConditionalNotion
from dpzoo.numbers.errors import BlockError

_PURE = standards.MaxDivergence()
_NOTHING = "(no protected output)"


def _output(given: Any, mechanism: FiniteMechanism, path: Path) -> Any:
    found = freeze(given)
    if found not in mechanism.outputs:
        raise BlockError(f"the mechanism has no output {given!r}", path)
    return found


OUTPUTS = Structure("set of outputs", "a list of outputs", list_of(_output, "outputs"))


def _by_values(mechanism: FiniteMechanism, _structure: Values, _: Values) -> Comparisons:
    pairs = data_units.single(mechanism)
    return of_datasets(mechanism, pairs, keys=tuple(p.changed[1:] for p in pairs))  # type: ignore[index]


def _by_person(mechanism: FiniteMechanism, structure: Values, _: Values) -> Comparisons:
    owner = structure["owner"]
    pairs = [p for p in data_units.single(mechanism) if owner(p.changed[1]) == owner(p.changed[2])]  # type: ignore[index]
    return of_datasets(mechanism, pairs, keys=tuple(owner(p.changed[1]) for p in pairs))  # type: ignore[index]


def _beliefs(mechanism: FiniteMechanism, structure: Values, _: Values) -> Comparisons:
    return value_against_profile(mechanism, structure["Theta"])


# utility-optimised local DP ---------------------------------------------------------------------------------------------


def _protected(mechanism: FiniteMechanism, structure: Values, _: Values) -> Comparisons:
    """The probabilities of the protected outputs; a last entry 1 on both sides keeps a smaller part from counting as a gain."""
    columns = [i for i, o in enumerate(mechanism.outputs) if o in structure["Y_P"]]
    one: Any = Fraction(1) if mechanism.exact else 1.0
    rows = exactly([np.append(row, one) for row in mechanism.matrix[:, columns]])
    pairs = data_units.single(mechanism)
    left, right = (np.array([getattr(p, side) for p in pairs], dtype=np.intp) for side in ("left", "right"))
    outputs = (*(mechanism.outputs[c] for c in columns), _NOTHING)
    return Comparisons(outputs, rows, tuple(show_dataset(d) for d in mechanism.datasets), left, right)


def _gives_away(mechanism: FiniteMechanism, structure: Values) -> str | None:
    """An output that is not protected and that a sensitive value, or two values, can lead to."""
    single = [d for d in mechanism.datasets if len(d) == 1]
    for o in mechanism.outputs:
        if o in structure["Y_P"]:
            continue
        possible = [d[0] for d in single if mechanism.probability(d, o) > 0]
        for t in possible:
            if t in structure["P"]:
                return f"the sensitive value {t!r} can lead to {o!r}, which is not protected"
        if len(possible) > 1:
            return f"both {possible[0]!r} and {possible[1]!r} can lead to {o!r}, which is not protected"
    return None


NOTIONS: tuple[Executable, ...] = (
    approximate("task-global-dp", data_units.after_the_first),
    CurveNotion("d-local-dp", _by_values, standards.Indistinguishability(), "d", "the pair of record values"),
    CurveNotion("personalized-local-dp", _by_person, _PURE, "Psi", "the person", {"owner": OWNER}),
    PairwiseNotion("localized-information-privacy", _beliefs, _PURE, ("epsilon",), {"Theta": RECORD_LAWS}),
    PairwiseNotion("dp-location-obfuscation", _beliefs, _PURE, ("epsilon",), {"Theta": RECORD_LAWS}),
    ConditionalNotion(
        "utility-optimized-local-dp", _protected, _PURE, ("epsilon",), {"P": POLICY, "Y_P": OUTPUTS}, fault=_gives_away
    ),
)
