"""Views: who observes what of a mechanism whose outputs are lists, one part for each person, client or silo.

What an observer sees may depend on whose data change: each observer counts for the pairs that change one person's entry.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from dpzoo.blocks.compared_pairs import Comparisons, DatasetPair
from dpzoo.blocks.finite_mechanism import FiniteMechanism, show_dataset
from dpzoo.blocks.prior_units import LabelledLaws
from dpzoo.blocks.structures import Path, Structure, list_of, pair_of
from dpzoo.blocks.units import Unit, all_pairs, edit_distance
from dpzoo.numbers.errors import BlockError

_PAIR: Final = 2
_MESSAGE: Final = 3


@dataclass(frozen=True)
class Observer:
    """An observer of a part of each output: ``sees`` gives the part, ``who`` describes the observer.

    ``of`` is the position whose change this observer must not notice; None for every pair. ``key`` is what a level for each
    observer depends on.
    """

    who: str
    sees: Callable[[Any], Hashable]
    of: int | None = None
    key: Hashable = None


def seen_by(mechanism: FiniteMechanism, pairs: Sequence[DatasetPair], observers: Iterable[Observer]) -> Comparisons:
    """What every observer sees, on the pairs for which that observer counts."""
    found: LabelledLaws | None = None
    keys: list[Hashable] = []
    for o in observers:
        seen = mechanism.post_process(lambda output, o=o: (o.who, o.sees(output)) if o.who else o.sees(output))  # type: ignore[misc]
        here = LabelledLaws(seen.outputs)
        of = f", {o.who}" if o.who else ""
        rows = [here.add(law, f"{show_dataset(d)}{of}") for d, law in zip(seen.datasets, seen.matrix, strict=True)]
        counted = [p for p in pairs if o.of is None or p.changed[0] == o.of]  # type: ignore[index]
        here.pairs = [(rows[p.left], rows[p.right]) for p in counted]
        keys += [o.key] * len(counted)
        found = here if found is None else found.joined(here)
    return (found or LabelledLaws([])).comparisons(keys=tuple(keys))


def projection(_mechanism: FiniteMechanism, projected: Mapping[Hashable, str]) -> list[Observer]:
    """The projection of each output onto a subspace."""
    return [Observer("", projected.__getitem__)]


def parties(mechanism: FiniteMechanism, least: int = 1) -> int:
    """The number of parties: every dataset has one record for each, and every output one part for each."""
    sizes = {len(d) for d in mechanism.datasets}
    if len(sizes) != 1 or min(sizes) < least:
        raise BlockError(
            "every dataset has one record for each player; give datasets of one size, with at least one record"
            if least == 1
            else "every dataset has one record for each of at least two people; give datasets of one size"
        )
    return sizes.pop()


def _parts(mechanism: FiniteMechanism, count: int, what: str) -> None:
    for o in mechanism.outputs:
        if not isinstance(o, tuple) or len(o) != count:
            raise BlockError(f"the output {o!r} is not a list with one {what.format(count)}")


def all_others(mechanism: FiniteMechanism) -> Iterator[Observer]:
    """All parties but one together. For groups that see less, as in multiparty DP, the same holds: theirs is a part of it."""
    count = parties(mechanism)
    _parts(mechanism, count, "result for each of the {} players")
    for i in range(count):
        yield Observer(f"seen by all but {i + 1}", lambda o, i=i: (*o[:i], *o[i + 1 :]), i)  # type: ignore[misc]


def each_other(mechanism: FiniteMechanism) -> Iterator[Observer]:
    """Each single other person; the key is the person and the observer."""
    count = parties(mechanism, _PAIR)
    _parts(mechanism, count, "view for each of the {} people")
    for i in range(count):
        for j in range(count):
            if i != j:
                yield Observer(f"person {i + 1} as seen by person {j + 1}", lambda o, j=j: o[j], i, (i, j))  # type: ignore[misc]


def later_outputs(mechanism: FiniteMechanism) -> Iterator[Observer]:
    """What follows the step in which two streams differ: outputs are lists with one action for each step."""
    for d in mechanism.datasets:
        for o, p in zip(mechanism.outputs, mechanism.row(d), strict=True):
            if p and (not isinstance(o, tuple) or len(o) != len(d)):
                raise BlockError(f"the output {o!r} on {show_dataset(d)} is not a list with one action for each step")
    for t in range(max(len(d) for d in mechanism.datasets)):
        yield Observer(f"after step {t + 1}", lambda o, t=t: o[t + 1 :], t)  # type: ignore[misc]


def own_messages(_mechanism: FiniteMechanism, silos: int) -> Iterator[Observer]:
    """What the silo itself sends whose record changes."""
    for k in range(silos):
        yield Observer(f"sent by silo {k + 1}", lambda o, k=k: o[k], k)  # type: ignore[misc]


def across_the_trust(mechanism: FiniteMechanism, trust: Sequence[tuple[int, int]]) -> Iterator[Observer]:
    """The messages between a person's trusted neighbourhood and all others.

    Outputs are lists of messages (sender, recipient, content), with people counted from 0.
    """
    for o in mechanism.outputs:
        if not isinstance(o, tuple) or any(not isinstance(m, tuple) or len(m) != _MESSAGE for m in o):
            raise BlockError(f"the output {o!r} is not a list of messages, each a sender, a recipient and a content")
    for v in range(parties(mechanism, _PAIR)):
        inside = {v, *(w for edge in trust if v in edge for w in edge)}
        yield Observer(
            f"outside the trust of person {v + 1}",
            lambda o, inside=inside: tuple(m for m in o if (m[0] in inside) != (m[1] in inside)),  # type: ignore[misc]
            v,
        )


def each_answer(mechanism: FiniteMechanism) -> list[Observer]:
    """A predictor's answer to each question on its own: outputs are tuples, an answer per question."""
    widths = {len(o) if isinstance(o, tuple) else 0 for o in mechanism.outputs}
    if len(widths) != 1 or widths == {0}:
        raise BlockError("the outputs are not predictors: write each as a tuple with its answer to every question")
    return [Observer(f"question {x + 1}", lambda o, x=x: o[x]) for x in range(widths.pop())]  # type: ignore[misc]


def without_secrets(mechanism: FiniteMechanism, hidden: Sequence[int]) -> list[Observer]:
    """The transcript and the secrets that are not hidden: outputs are (secrets, transcript)."""
    for o in mechanism.outputs:
        if not (isinstance(o, tuple) and len(o) == _PAIR and isinstance(o[0], tuple) and len(o[0]) > max(hidden, default=-1)):
            raise BlockError(f"the output {o!r} is not a list of secrets, the hidden ones among them, and a transcript")
    return [
        Observer("seen without the hidden secrets", lambda o: (tuple(s for k, s in enumerate(o[0]) if k not in hidden), o[1]))
    ]


# data in parts: one dataset for each client or silo -------------------------------------------------------------------------


def one_part(near: Callable[[Sequence[Hashable], Sequence[Hashable]], bool]) -> Unit:
    """Pairs that agree except at one part, whose two datasets are ``near``; what is changed begins with its position."""

    def pairs(mechanism: FiniteMechanism) -> list[DatasetPair]:
        data: Any = mechanism.datasets
        found = []
        for p in all_pairs(mechanism):
            apart = [k for k, (a, b) in enumerate(zip(data[p.left], data[p.right], strict=True)) if a != b]
            if len(apart) == 1 and near(data[p.left][apart[0]], data[p.right][apart[0]]):
                found.append(DatasetPair(p.left, p.right, (apart[0],)))
        return found

    return pairs


def replaced_once(a: Sequence[Hashable], b: Sequence[Hashable]) -> bool:
    """Whether two datasets of one size differ in one position."""
    return len(a) == len(b) and sum(x != y for x, y in zip(a, b, strict=True)) == 1


def edited_once(a: Sequence[Hashable], b: Sequence[Hashable]) -> bool:
    """Whether one record added, removed or replaced leads from one dataset to the other."""
    return edit_distance(a, b) == 1


# how views are given --------------------------------------------------------------------------------------------------------


def _clients(given: Any, mechanism: FiniteMechanism, path: Path) -> int:
    number = given if isinstance(given, int) and not isinstance(given, bool) else None
    if number is None or number < _PAIR:
        raise BlockError("a federation has at least two clients; give their number", path)
    for i, d in enumerate(mechanism.datasets):
        if len(d) != number or not all(isinstance(part, tuple) for part in d):
            raise BlockError(
                f"dataset {i + 1} is {show_dataset(d)}; with {number} clients it is a list of {number} datasets, one per client",
                path,
            )
    for o in mechanism.outputs:
        if not isinstance(o, tuple) or len(o) != number:
            raise BlockError(f"the output {o!r} is not a list of what each of the {number} clients receives", path)
    return number


def _person(given: Any, mechanism: FiniteMechanism, path: Path) -> int:
    size = len(mechanism.datasets[0])
    if not isinstance(given, int) or isinstance(given, bool) or not 0 <= given < size:
        raise BlockError(f"{given!r} is not one of the {size} people, who are counted from 0", path)
    return given


def _position(given: Any, _mechanism: FiniteMechanism, path: Path) -> int:
    if not isinstance(given, int) or isinstance(given, bool) or given < 0:
        raise BlockError(f"{given!r} is not a position of a secret, which are counted from 0", path)
    return given


FEDERATION: Final = Structure(
    "federation", "the number of clients; datasets and outputs are lists with one entry per client", _clients
)
TRUST: Final = Structure(
    "trust graph",
    "a list of pairs of people who trust each other, counted from 0",
    list_of(pair_of(_person, "people"), "pairs of people"),
)
SECRETS: Final = Structure(
    "hidden secrets", "the positions of the secrets that stay hidden, from 0", list_of(_position, "positions")
)
