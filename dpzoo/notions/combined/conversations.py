"""Executable notions for mechanisms that answer again and again, to an adversary who may choose what comes next."""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

import numpy as np

from dpzoo.blocks import standards, units
from dpzoo.blocks.compared_pairs import Comparisons
from dpzoo.blocks.finite_mechanism import Dataset, FiniteMechanism, show_dataset
from dpzoo.blocks.prior_units import LabelledLaws
from dpzoo.blocks.structures import Path, Structural, Structure, number
from dpzoo.notions.executable import Executable, Values
from dpzoo.notions.pairwise import PairwiseNotion
from dpzoo.numbers.errors import BlockError
from dpzoo.numbers.real import Real, compare, real

_APPROXIMATE: Final = standards.HockeyStick()
_BOTH: Final = ("epsilon", "delta")
MOST_STRATEGIES: Final = 20_000
"""Up to how many strategies of an adversary are tried; beyond that the mechanism is refused."""

Inputs = tuple[Hashable, ...]
Answers = tuple[Hashable, ...]
Allowed = Callable[[Inputs, Inputs], Callable[[Hashable, Hashable], bool]]
Played = dict[Answers, tuple[Any, Any]]
"""For each list of answers that a strategy can get, its probabilities on the left and on the right."""


@dataclass(frozen=True)
class Rounds:
    """A mechanism that answers inputs one by one: ``rows`` maps a list of inputs to the law of the list of its answers.

    The first t answers must depend on the first t inputs only.
    """

    rows: Mapping[Inputs, Mapping[Answers, Any]]
    length: int
    name: str = ""
    _begun: dict[Inputs, dict[Answers, Any]] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        for inputs, law in self.rows.items():
            for t in range(self.length + 1):
                begun: dict[Answers, Any] = {}
                for answers, p in law.items():
                    begun[answers[:t]] = begun.get(answers[:t], 0) + p
                known = self._begun.setdefault(inputs[:t], begun)
                if any(abs(known.get(a, 0) - begun.get(a, 0)) > _ROUNDING for a in {*known, *begun}):
                    raise BlockError(f"answer {t} of {self.name} depends on inputs that come after it, after {inputs[:t]!r}")

    def probability(self, inputs: Inputs, answers: Answers) -> Any:
        """Of these first answers to these first inputs."""
        return self._begun[inputs].get(answers, 0)

    def answers_to(self, inputs: Inputs, before: Answers) -> Iterator[Hashable]:
        """The possible next answers, after the last of these inputs."""
        t = len(before)
        return (a[t] for a, p in self._begun[inputs].items() if len(a) == t + 1 and a[:t] == before and p > 0)

    def after(self, inputs: Inputs) -> list[Hashable]:
        """What may come next."""
        return list(dict.fromkeys(i[len(inputs)] for i in self.rows if i[: len(inputs)] == inputs))


def _once(a: Inputs, b: Inputs) -> Callable[[Hashable, Hashable], bool]:
    """The two sides get different inputs in at most one round."""
    return lambda x, y: x == y or a == b


def _strategies(left: Rounds, right: Rounds, allowed: Allowed) -> list[Played]:
    """All deterministic strategies, where ``allowed`` says which two inputs the sides may get after what they have got."""

    def plans(a: Inputs, b: Inputs, answers: Answers) -> list[Played]:
        if len(a) == left.length:
            return [{answers: (left.probability(a, answers), right.probability(b, answers))}]
        fits = allowed(a, b)
        found: list[Played] = []
        for x, y in itertools.product(left.after(a), right.after(b)):
            if not fits(x, y):
                continue
            here, there = (*a, x), (*b, y)
            possible = dict.fromkeys(o for rounds, i in ((left, here), (right, there)) for o in rounds.answers_to(i, answers))
            parts = [plans(here, there, (*answers, o)) for o in possible]
            if len(found) + math.prod(map(len, parts)) > MOST_STRATEGIES:
                raise BlockError(f"an adversary has more than {MOST_STRATEGIES} strategies; give fewer rounds, inputs or answers")
            found += [{o: p for part in chosen for o, p in part.items()} for chosen in itertools.product(*parts)]
        return found

    return plans((), (), ())


_ROUNDING: Final = 1e-9


def _laws(strategies: list[Played], label: str, outputs: tuple[Answers, ...], *, exact: bool) -> LabelledLaws:
    laws = LabelledLaws(outputs)
    zero: Any = Fraction(0) if exact else 0.0
    for played in strategies:
        rows = [
            np.array([played.get(o, (zero, zero))[side] + zero for o in outputs], dtype=object if exact else float)
            for side in (0, 1)
        ]
        if any(x != y for x, y in zip(*rows, strict=True)):
            laws.pairs.append((laws.add(rows[0], f"{label}, left"), laws.add(rows[1], f"{label}, right")))
    return laws


def _rounds_of(mechanism: FiniteMechanism, length: int) -> None:
    for o in mechanism.outputs:
        if not isinstance(o, tuple) or len(o) != length:
            raise BlockError(f"the output {o!r} is not a list with one answer for each of the {length} rounds")


def _law_of(mechanism: FiniteMechanism, d: Dataset) -> dict[Answers, Any]:
    return {o: p for o, p in zip(mechanism.outputs, mechanism.row(d), strict=True) if p > 0}  # type: ignore[misc]


def _streams(mechanism: FiniteMechanism, _structure: Structural, _: Values) -> Comparisons:
    """An adversary feeds a stream event by event, sees each output, and in one step gives two events of which one is used."""
    lengths = {len(d) for d in mechanism.datasets}
    if len(lengths) != 1 or 0 in lengths:
        raise BlockError("give all streams of one length, with at least one event")
    (length,) = lengths
    _rounds_of(mechanism, length)
    rounds = Rounds({d: _law_of(mechanism, d) for d in mechanism.datasets}, length, "the stream")
    played = _strategies(rounds, rounds, _once)
    return _laws(played, "a stream that is chosen as it runs", mechanism.outputs, exact=mechanism.exact).comparisons()  # type: ignore[arg-type]


def _evolving(mechanism: FiniteMechanism, _structure: Structural, _: Values) -> Comparisons:
    """An adversary gives two tables in each round, which differ in the row of one person only; one side is used throughout."""
    lengths = {len(d) for d in mechanism.datasets}
    people = {len(table) if isinstance(table, tuple) else 0 for d in mechanism.datasets for table in d}
    if len(lengths) != 1 or 0 in lengths or len(people) != 1 or 0 in people:
        raise BlockError("give tables of one number of rows, at least one, in each round, and as many rounds in all datasets")
    (length,), (rows,) = lengths, people
    _rounds_of(mechanism, length)
    rounds = Rounds({d: _law_of(mechanism, d) for d in mechanism.datasets}, length, "the tables")
    found = LabelledLaws(mechanism.outputs)
    for j in range(rows):
        others = operator.itemgetter(*(k for k in range(rows) if k != j)) if rows > 1 else lambda _: ()

        def equal_otherwise(x: Any, y: Any, others: Callable[[Any], Any] = others) -> bool:
            return bool(others(x) == others(y))

        played = _strategies(rounds, rounds, lambda *_, equal=equal_otherwise: equal)
        found = found.joined(_laws(played, f"person {j + 1}", mechanism.outputs, exact=mechanism.exact))  # type: ignore[arg-type]
    return found.comparisons()


def _conversations(mechanism: FiniteMechanism, _structure: Structural, _: Values) -> Comparisons:
    """An analyst asks about one of two neighbours, each question after the answers before: a record is (data, questions)."""
    asked: dict[Dataset, dict[Inputs, dict[Answers, Any]]] = {}
    for d in mechanism.datasets:
        if len(d) != 1 or not isinstance(d[0], tuple) or len(d[0]) != _PAIR or not all(isinstance(x, tuple) for x in d[0]):
            raise BlockError(f"the dataset {show_dataset(d)} is not a single record (data, questions), two lists")
        data, questions = d[0]
        asked.setdefault(data, {})[questions] = _law_of(mechanism, d)
    lengths = {len(q) for laws in asked.values() for q in laws}
    if len(lengths) != 1 or len({frozenset(laws) for laws in asked.values()}) != 1:
        raise BlockError("give the answers to the same lists of questions, all of one length, for all data")
    (length,) = lengths
    _rounds_of(mechanism, length)
    talks = {data: Rounds(laws, length, show_dataset(data)) for data, laws in asked.items()}
    found = LabelledLaws(mechanism.outputs)
    for a, b in itertools.permutations(talks, 2):
        if units.edit_distance(a, b) == 1:
            played = _strategies(talks[a], talks[b], lambda *_: operator.eq)
            label = f"{show_dataset(a)} against {show_dataset(b)}"
            found = found.joined(_laws(played, label, mechanism.outputs, exact=mechanism.exact))  # type: ignore[arg-type]
    return found.comparisons()


def _expiration(given: Any, _mechanism: FiniteMechanism, path: Path) -> Callable[[int], Real]:
    if callable(given):
        return lambda age: number(given(age), path)
    if not isinstance(given, list | tuple):
        raise BlockError("an expiration function is a list of its values at the ages 0, 1, …", path)
    values = [number(v, (*path, i)) for i, v in enumerate(given)]
    if any(compare(v, real(0)) != 1 for v in values) or any(compare(a, b) == 1 for a, b in itertools.pairwise(values)):
        raise BlockError("the values of an expiration function are positive and do not fall with the age", path)

    def at(age: int) -> Real:
        if age >= len(values):
            raise BlockError(f"the expiration function has no value for the age {age}", path)
        return values[age]

    return at


EXPIRATION: Final = Structure("expiration function", "its values at the ages 0, 1, … of an event", _expiration)
_PAIR: Final = 2


def _expiring(mechanism: FiniteMechanism, structure: Structural, _: Values) -> Comparisons:
    """The first outputs up to a time, for two streams that differ in one earlier event, at the value of its age."""
    _rounds_of(mechanism, len(mechanism.datasets[0]))
    found, ages = LabelledLaws([]), []
    for last in range(len(mechanism.datasets[0])):
        seen = mechanism.post_process(lambda o, last=last: (last, o[: last + 1]))  # type: ignore[misc]
        laws = LabelledLaws(seen.outputs)
        rows = [laws.add(seen.matrix[k], f"{show_dataset(d)} until time {last + 1}") for k, d in enumerate(seen.datasets)]
        for p in units.bounded(seen):
            if p.changed[0] <= last:  # type: ignore[index]
                laws.pairs.append((rows[p.left], rows[p.right]))
                ages.append(EXPIRATION.of(structure, "g")(last - p.changed[0]))  # type: ignore[index]
        found = found.joined(laws)
    return found.comparisons(distances=tuple(ages))


NOTIONS: tuple[Executable, ...] = (
    PairwiseNotion("adaptive-continual-release-dp", _streams, _APPROXIMATE, _BOTH),
    PairwiseNotion("evolving-data-dp", _evolving, _APPROXIMATE, _BOTH),
    PairwiseNotion("interactive-dp", _conversations, _APPROXIMATE, _BOTH),
    PairwiseNotion(
        "gradual-privacy-expiration",
        _expiring,
        standards.MaxDivergence(),
        ("epsilon",),
        {"g": EXPIRATION},
        per_distance=("epsilon",),
    ),
)
