"""Executable notions for other settings: the local model, where a dataset is one record, and results for several people."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np

from dpzoo.blocks import data_units, standards
from dpzoo.blocks.comparison import Comparisons, of_datasets
from dpzoo.blocks.mechanism import FiniteMechanism, show_dataset
from dpzoo.blocks.priors import Prior, exactly
from dpzoo.blocks.units import bounded
from dpzoo.notions.datatypes import approximate, pure
from dpzoo.notions.executable import Compared, Executable, Values
from dpzoo.notions.levels import Levelled
from dpzoo.notions.lifts import Laws, prior_against_posterior, whole_datasets
from dpzoo.notions.neighborhood import OWNER
from dpzoo.notions.structures import POLICY, RECORD_LAWS, Path, Structure, freeze, list_of
from dpzoo.notions.thresholds import Conditional
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
    """Prior and posterior of the value of the only record."""
    priors = [Prior.of({(t,): w for t, w in law.items()}, f"π{i}") for i, law in enumerate(structure["Theta"], start=1)]
    return prior_against_posterior(mechanism, priors, whole_datasets)


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


# several people, each with a result ---------------------------------------------------------------------------------------


def _results(mechanism: FiniteMechanism) -> int:
    """The number of players: every dataset has one record for each, and every output one result for each."""
    (size,) = sizes if len(sizes := {len(d) for d in mechanism.datasets}) == 1 else (0,)
    if not size:
        raise BlockError("every dataset has one record for each player; give datasets of one size, with at least one record")
    for o in mechanism.outputs:
        if not isinstance(o, tuple) or len(o) != size:
            raise BlockError(f"the output {o!r} is not a tuple with one result for each of the {size} players")
    return size


def _others(mechanism: FiniteMechanism) -> Iterator[tuple[int, FiniteMechanism]]:
    for i in range(_results(mechanism)):
        yield i, mechanism.post_process({o: (*o[:i], *o[i + 1 :]) for o in mechanism.outputs if isinstance(o, tuple)})


def _what_others_see(mechanism: FiniteMechanism, _structure: Values, _: Values) -> Comparisons:
    """The results of all players but one, for two values of that one's record.

    For groups that see less, as in multiparty DP, the same holds: their views are a part of these.
    """
    found: Laws | None = None
    for i, seen in _others(mechanism):
        laws = Laws([(f"all but {i + 1}", o) for o in seen.outputs])
        rows = {k: laws.add(seen.matrix[k], show_dataset(d)) for k, d in enumerate(seen.datasets)}
        laws.pairs += [(rows[p.left], rows[p.right]) for p in bounded(seen) if p.changed[0] == i]  # type: ignore[index]
        found = laws if found is None else found.joined(laws)
    assert found is not None
    return found.comparisons()


def _at_least_two(mechanism: FiniteMechanism, structure: Values, chosen: Values) -> Comparisons:
    if _results(mechanism) == 1:
        raise BlockError("a protocol has at least two parties; give datasets of at least two records")
    return _what_others_see(mechanism, structure, chosen)


NOTIONS: tuple[Executable, ...] = (
    pure("local-dp", data_units.single),
    pure("local-dp-for-bandits", data_units.single),
    approximate("task-local-dp", data_units.single),
    approximate("task-global-dp", data_units.after_the_first),
    Levelled("d-local-dp", _by_values, standards.Indistinguishability(), "d", "the pair of record values"),
    Levelled("personalized-local-dp", _by_person, _PURE, "Psi", "the person", {"owner": OWNER}),
    Compared("localized-information-privacy", _beliefs, _PURE, ("epsilon",), {"Theta": RECORD_LAWS}),
    Compared("dp-location-obfuscation", _beliefs, _PURE, ("epsilon",), {"Theta": RECORD_LAWS}),
    Conditional("utility-optimized-local-dp", _protected, _PURE, ("epsilon",), {"P": POLICY, "Y_P": OUTPUTS}, fault=_gives_away),
    Compared("joint-dp", _what_others_see, standards.HockeyStick(), ("epsilon", "delta")),
    Compared("multiparty-dp", _at_least_two, _PURE, ("epsilon",)),
)
