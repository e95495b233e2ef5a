"""Executable notions for data that several people or silos hold: what one of them sends, or what some of them see."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from dpzoo.blocks import standards, units
from dpzoo.blocks.comparison import Comparisons, Pair
from dpzoo.blocks.divergences import renyi_divergence
from dpzoo.blocks.mechanism import FiniteMechanism, show_dataset
from dpzoo.notions.executable import Compared, Executable, Values
from dpzoo.notions.formalism import FEDERATION
from dpzoo.notions.levels import Levelled
from dpzoo.notions.lifts import Laws
from dpzoo.notions.results import Tightest, Verdict
from dpzoo.notions.structures import Path, Structure, list_of, number, pair_of
from dpzoo.numbers.errors import BlockError

_APPROXIMATE: Final = standards.HockeyStick()
_BOTH: Final = ("epsilon", "delta")

View = Callable[[Any], Hashable]
Seen = tuple[Hashable, str, View, Sequence[Pair]]
"""A key for levels, who sees in words, what of an output, and the pairs that are compared."""


def _gathered(mechanism: FiniteMechanism, views: Iterable[Seen]) -> Comparisons:
    """The laws of several views, each compared on its own pairs."""
    found = Laws([])
    keys: list[Hashable] = []
    for key, who, view, pairs in views:
        seen = mechanism.post_process(lambda o, who=who, view=view: (who, view(o)))  # type: ignore[misc]
        here = Laws(seen.outputs)
        rows = [here.add(seen.matrix[k], f"{show_dataset(d)}, {who}") for k, d in enumerate(seen.datasets)]
        here.pairs = [(rows[p.left], rows[p.right]) for p in pairs]
        keys += [key] * len(pairs)
        found = found.joined(here)
    return found.comparisons(keys=tuple(keys))


# silos ----------------------------------------------------------------------------------------------------------------


def _one_record_of(mechanism: FiniteMechanism, silo: int) -> list[Pair]:
    """Pairs that agree except at one silo, whose datasets have one size and differ in one record."""

    def near(a: tuple[Any, ...], b: tuple[Any, ...]) -> bool:
        elsewhere = all((x == y) is (k != silo) for k, (x, y) in enumerate(zip(a, b, strict=True)))
        return elsewhere and len(a[silo]) == len(b[silo]) and sum(x != y for x, y in zip(a[silo], b[silo], strict=True)) == 1

    data: Any = mechanism.datasets
    return [p for p in units.all_pairs(mechanism) if near(data[p.left], data[p.right])]


def _sent(mechanism: FiniteMechanism, structure: Values, _: Values) -> Comparisons:
    """What one silo sends, for two values of one of its records and the same data at the others."""

    def by(k: int) -> Seen:
        return k, f"sent by silo {k + 1}", lambda o: o[k], _one_record_of(mechanism, k)

    return _gathered(mechanism, map(by, range(structure["C"])))


# people ---------------------------------------------------------------------------------------------------------------


def _people(mechanism: FiniteMechanism) -> int:
    """How many people there are: every dataset has one record for each of them, and there are at least two."""
    sizes = {len(d) for d in mechanism.datasets}
    if len(sizes) != 1 or min(sizes) < _PAIR:
        raise BlockError("every dataset has one record for each of at least two people; give datasets of one size")
    return sizes.pop()


def _changes_of(mechanism: FiniteMechanism, person: int) -> list[Pair]:
    return [p for p in units.bounded(mechanism) if p.changed[0] == person]  # type: ignore[index]


def _one_other(mechanism: FiniteMechanism, _structure: Values, _: Values) -> Comparisons:
    """What each single other person sees, for two values of one person's record: outputs are lists with one view each."""
    count = _people(mechanism)
    for o in mechanism.outputs:
        if not isinstance(o, tuple) or len(o) != count:
            raise BlockError(f"the output {o!r} is not a list with one view for each of the {count} people")

    def by(pair: tuple[int, int]) -> Seen:
        i, j = pair
        return pair, f"person {i + 1} as seen by person {j + 1}", lambda o: o[j], _changes_of(mechanism, i)

    return _gathered(mechanism, map(by, ((i, j) for i in range(count) for j in range(count) if i != j)))


@dataclass(frozen=True)
class RenyiAt(standards.Standard):
    """D_α(P‖Q) ≤ ε at one given order."""

    alpha: Any
    parameters = ("epsilon",)

    def solve(self, p: Any, q: Any, free: str, fixed: Mapping[str, Any]) -> Any:  # noqa: D102
        return renyi_divergence(p, q, self.alpha)


@dataclass(frozen=True)
class LevelledAtOrder(Levelled):
    """Rényi divergences of a given order, bounded by a level for each key."""

    def solve(self, mechanism: FiniteMechanism, structure: Values, fixed: Values, free: str) -> Tightest:
        """The least level of every key, as a mapping."""
        return self._at(structure).solve(mechanism, structure, fixed, free)

    def verdict(self, mechanism: FiniteMechanism, structure: Values, parameters: Values) -> Verdict:
        """Every pair against the level of its key."""
        return self._at(structure).verdict(mechanism, structure, parameters)

    def _at(self, structure: Values) -> Levelled:
        return Levelled(self.notion, self.compare, RenyiAt(structure["alpha"]), self.level, self.keyed_by, self.structure)


def _order(given: Any, _mechanism: FiniteMechanism, path: Path) -> Any:
    found = number(given, path)
    if not found > 1:
        raise BlockError(f"the order is {given}; it must be larger than 1", path)
    return found


ORDER: Final = Structure("order of a divergence", "a number larger than 1, or inf", _order)


# trust ----------------------------------------------------------------------------------------------------------------


def _person(given: Any, mechanism: FiniteMechanism, path: Path) -> int:
    size = len(mechanism.datasets[0])
    if not isinstance(given, int) or isinstance(given, bool) or not 0 <= given < size:
        raise BlockError(f"{given!r} is not one of the {size} people, who are counted from 0", path)
    return given


TRUST: Final = Structure(
    "trust graph",
    "a list of pairs of people who trust each other, counted from 0",
    list_of(pair_of(_person, "people"), "pairs of people"),
)


def _exchanged(mechanism: FiniteMechanism, structure: Values, _: Values) -> Comparisons:
    """The messages between a person's trusted neighbourhood and all others, for two values of that person's record.

    Outputs are lists of messages (sender, recipient, content), with people counted from 0.
    """
    count = _people(mechanism)
    for o in mechanism.outputs:
        if not isinstance(o, tuple) or any(not isinstance(m, tuple) or len(m) != _MESSAGE for m in o):
            raise BlockError(f"the output {o!r} is not a list of messages, each a sender, a recipient and a content")

    def by(v: int) -> Seen:
        inside = {v, *(w for edge in structure["G"] if v in edge for w in edge)}
        crossing: View = lambda o: tuple(m for m in o if (m[0] in inside) != (m[1] in inside))  # noqa: E731
        return v, f"outside the trust of person {v + 1}", crossing, _changes_of(mechanism, v)

    return _gathered(mechanism, map(by, range(count)))


def _positions(given: Any, mechanism: FiniteMechanism, path: Path) -> int:
    if not isinstance(given, int) or isinstance(given, bool) or given < 0:
        raise BlockError(f"{given!r} is not a position of a secret, which are counted from 0", path)
    return given


SECRETS: Final = Structure(
    "hidden secrets", "the positions of the secrets that stay hidden, from 0", list_of(_positions, "positions")
)


def _without_secrets(mechanism: FiniteMechanism, structure: Values, _: Values) -> Comparisons:
    """The transcript and the known secrets, for two values of one person's record: outputs are (secrets, transcript)."""
    for o in mechanism.outputs:
        if not (
            isinstance(o, tuple) and len(o) == _PAIR and isinstance(o[0], tuple) and len(o[0]) > max(structure["S"], default=-1)
        ):
            raise BlockError(f"the output {o!r} is not a list of secrets, the hidden ones among them, and a transcript")
    known: View = lambda o: (tuple(s for k, s in enumerate(o[0]) if k not in structure["S"]), o[1])  # noqa: E731
    return _gathered(mechanism, [(None, "seen without the hidden secrets", known, units.bounded(mechanism))])


_PAIR: Final = 2
_MESSAGE: Final = 3

NOTIONS: tuple[Executable, ...] = (
    Compared("inter-silo-record-level-dp", _sent, _APPROXIMATE, _BOTH, {"C": FEDERATION}),
    Compared("network-dp", _one_other, _APPROXIMATE, _BOTH),
    LevelledAtOrder("pairwise-network-dp", _one_other, RenyiAt(2), "E", "the person and the observer", {"alpha": ORDER}),
    Compared("trust-graph-dp", _exchanged, _APPROXIMATE, _BOTH, {"G": TRUST}),
    Compared("secret-based-local-dp", _without_secrets, _APPROXIMATE, _BOTH, {"S": SECRETS}),
)
