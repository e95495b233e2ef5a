"""Open questions, ranked by how many others an answer either way would settle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import NamedTuple

from dpzoo.records.enums import Property, RelationKind, Verdict
from dpzoo.records.evidence import Evidence
from dpzoo.records.knowledge_base import KnowledgeBase
from dpzoo.relations.facts import Answer
from dpzoo.relations.inference import Inference
from dpzoo.relations.reachability import Reachability, bits


@dataclass(frozen=True, slots=True)
class OpenPair:
    """An undecided ordered pair, and how many open pairs each answer would settle, itself included."""

    kind: RelationKind
    subject: str
    object: str
    if_yes: int
    if_no: int

    @property
    def settles(self) -> int:
        """What is settled whatever the answer is."""
        return min(self.if_yes, self.if_no)


def consequences(inference: Inference, pair: OpenPair) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """The open pairs that would become yes if the answer is yes, and no if it is no; each list in alphabetical order."""
    down, up = inference.reach(pair.kind), inference.reach(pair.kind, backwards=True)
    denied = inference.denied(pair.kind)
    a, b = inference.index[pair.subject], inference.index[pair.object]

    def undecided(rows: int, columns: int) -> list[tuple[str, str]]:
        return [
            (inference.ids[i], inference.ids[j])
            for i in bits(rows)
            for j in bits(columns & ~down.row(i) & ~denied[i] & ~inference.apart[i] & ~(1 << i))
        ]

    return undecided(up.row(a), down.row(b)), undecided(down.row(a), up.row(b))


def question(inference: Inference, kind: RelationKind, subject: str, target: str) -> OpenPair | None:
    """The open question about two notions; None if it is decided, or they speak of different data."""
    answer = inference.answer(kind, subject, target)
    if answer.decided or answer is Answer.DIFFERENT:
        return None
    yes, no = consequences(inference, OpenPair(kind, subject, target, 0, 0))
    return OpenPair(kind, subject, target, len(yes), len(no))


def called_open(base: KnowledgeBase) -> dict[tuple[RelationKind, str, str], tuple[Evidence, ...]]:
    """The relations that a source calls open, with that source."""
    return {(q.kind, entry.id, q.object): q.evidence for entry in base.notions.values() for q in entry.record.open_questions}


@dataclass(frozen=True, slots=True)
class OpenCell:
    """An undecided property of a notion."""

    notion: str
    property: Property


class Settling(NamedTuple):
    """An open pair by its positions: what :class:`OpenPair` says, for who asks about hundreds of thousands of them."""

    subject: int
    object: int
    if_yes: int
    if_no: int

    @property
    def weight(self) -> tuple[int, int]:
        """What is settled whatever the answer is, then what both answers settle together: the rank of a question."""
        return min(self.if_yes, self.if_no), self.if_yes + self.if_no

    def named(self, inference: Inference, kind: RelationKind) -> OpenPair:
        """The pair by its ids."""
        return OpenPair(kind, inference.ids[self.subject], inference.ids[self.object], self.if_yes, self.if_no)


def settling(inference: Inference, kind: RelationKind) -> Iterator[Settling]:
    """Every undecided ordered pair of different notions with what an answer would settle by itself.

    "Yes" settles the open pairs from what gives the subject to what the object gives, and refutes by that the pairs that a
    known separation then reaches; only the first are counted. "No" refutes the pairs from what the subject gives to
    what gives the object.
    """
    if kind is RelationKind.SPECIAL_CASE_OF:
        return
    down, up = inference.reach(kind), inference.reach(kind, backwards=True)
    denied = inference.denied(kind)
    count = len(inference.ids)
    everything = (1 << count) - 1
    undecided = [everything & ~down.row(i) & ~denied[i] & ~inference.apart[i] & ~(1 << i) for i in range(count)]
    columns = [0] * count
    for i, row in enumerate(undecided):
        for j in bits(row):
            columns[j] |= 1 << i

    if_yes, if_no = _Counting(undecided, columns, up, down), _Counting(undecided, columns, down, up)
    for i in range(count):
        for j in bits(undecided[i]):
            yield Settling(i, j, if_yes.pairs(i, j), if_no.pairs(i, j))


class _Counting:
    """How many open pairs lie in what ``first`` has for one notion × what ``second`` has for another.

    ``undecided`` has the open pairs by their subjects, ``columns`` by their objects.
    """

    def __init__(self, undecided: Sequence[int], columns: Sequence[int], first: Reachability, second: Reachability) -> None:
        self._undecided, self._columns = undecided, columns
        self._first, self._second = ([r.row(i) for i in range(len(undecided))] for r in (first, second))
        self._classes = first.component, second.component
        self._counted: dict[tuple[int, int], int] = {}

    def pairs(self, i: int, j: int) -> int:
        rows, across = self._first[i], self._second[j]
        if not rows & (rows - 1):  # the notion itself alone
            return (self._undecided[i] & across).bit_count()
        if not across & (across - 1):
            return (self._columns[j] & rows).bit_count()
        # what has neighbours on both sides is counted once for its class
        key = self._classes[0][i], self._classes[1][j]
        found = self._counted.get(key)
        if found is None:
            found = self._counted[key] = sum((self._undecided[k] & across).bit_count() for k in bits(rows))
        return found


def open_pairs(inference: Inference, kind: RelationKind) -> Iterator[OpenPair]:
    """Every undecided ordered pair, as :func:`settling` finds it, by its ids."""
    return (pair.named(inference, kind) for pair in settling(inference, kind))


def ranked(
    inference: Inference, kind: RelationKind, limit: int | None = None, last: AbstractSet[str] = frozenset()
) -> list[OpenPair]:
    """The open pairs that settle most first; of equal ones the first by id.

    Pairs with a notion in ``last`` come after all others.

    Notions that give each other ask the same question, which is listed once.
    """
    found = sorted(
        open_pairs(inference, kind),
        key=lambda p: (not last.isdisjoint((p.subject, p.object)), -p.settles, -(p.if_yes + p.if_no), p.subject, p.object),
    )
    component, index = inference.reach(kind).component, inference.index
    once = {(component[index[p.subject]], component[index[p.object]]): p for p in reversed(found)}
    return [p for p in found if once[component[index[p.subject]], component[index[p.object]]] is p][:limit]


def open_cells(inference: Inference) -> list[OpenCell]:
    """The undecided properties, by notion."""
    return [OpenCell(n, which) for n in inference.ids for which in Property if inference.verdict(n, which) is Verdict.OPEN]
