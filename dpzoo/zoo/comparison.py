"""Two notions side by side: the verdict both ways, with the derivations behind it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from dpzoo.records.enums import RelationKind
from dpzoo.relations.facts import Answer, Decision

if TYPE_CHECKING:
    from dpzoo.relations.inference import Inference


class Ordering(StrEnum):
    """How the first notion relates to the second, unconditionally."""

    SAME = "same"
    EQUIVALENT = "equivalent"
    STRONGER = "stronger"
    WEAKER = "weaker"
    INCOMPARABLE = "incomparable"
    OPEN = "open"
    DIFFERENT = "different data"


class _Open:
    """The answer to an undecided question; it is neither true nor false."""

    def __bool__(self) -> bool:
        raise TypeError("the answer is open, neither true nor false; compare it with 'is dpzoo.Open'")

    def __repr__(self) -> str:
        return "Open"


Open = _Open()
"""What a comparison of notions returns where nothing decides it."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """What is known about two notions; ``forward`` asks about the first and the second, ``backward`` the other way.

    Shows as a table in notebooks.
    """

    first: str
    second: str
    forward: dict[RelationKind, Decision]
    backward: dict[RelationKind, Decision]
    names: tuple[str, str] | None = None
    """How sentences call the two; their ids by default."""
    remarks: tuple[str, ...] = ()
    """What a reader must know about the two in addition to the answers, as Markdown."""
    reconstructed: frozenset[str] = frozenset()
    """The ids of the notions, among those of the derivations, whose formal statement is a reconstruction."""
    why_open: Mapping[tuple[str, str], str] = field(default_factory=dict)
    """By subject and object, why it is open whether the one implies the other, where that is recorded, as Markdown."""

    @property
    def standing(self) -> Ordering:
        """How the first relates to the second."""
        there, back = self.forward[RelationKind.STRONGER_THAN].answer, self.backward[RelationKind.STRONGER_THAN].answer
        if Answer.YES in (there, back):
            if there is not back:
                return Ordering.STRONGER if there is Answer.YES else Ordering.WEAKER
            cases = (self.forward[RelationKind.SPECIAL_CASE_OF].answer, self.backward[RelationKind.SPECIAL_CASE_OF].answer)
            return Ordering.SAME if cases == (Answer.YES, Answer.YES) else Ordering.EQUIVALENT
        if Answer.DIFFERENT in (there, back) and not (there.decided or back.decided):
            return Ordering.DIFFERENT
        return Ordering.INCOMPARABLE if there.decided and back.decided else Ordering.OPEN

    @property
    def decided(self) -> bool:
        """Whether both directions are decided."""
        return all(d[RelationKind.STRONGER_THAN].answer.decided for d in (self.forward, self.backward))

    @property
    def sentence(self) -> str:
        """How the first relates to the second, in a sentence."""
        a, b = self.names or (self.first, self.second)
        strictly = "strictly " if self.decided else ""
        conditions = any(d[RelationKind.STRONGER_THAN].answer is Answer.NO_BUT for d in (self.forward, self.backward))
        neither = "In general neither" if conditions else "Neither"
        implied = [(a, b)] if self.forward[RelationKind.IMPLIES].answer is Answer.YES else []
        implied += [(b, a)] if self.backward[RelationKind.IMPLIES].answer is Answer.YES else []
        if self.standing is Ordering.INCOMPARABLE and implied:
            (x, y), *_ = implied
            return f"{x} implies {y}, but is not stronger: some levels of {y} follow from no level of {x}."
        return {
            Ordering.SAME: f"{a} is the same as {b}.",
            Ordering.EQUIVALENT: f"{a} and {b} are interchangeable up to parameters: each gives the other.",
            Ordering.STRONGER: f"{a} is {strictly}stronger than {b}.",
            Ordering.WEAKER: f"{a} is {strictly}weaker than {b}.",
            Ordering.INCOMPARABLE: f"{neither} of the two is stronger than the other: {a} and {b} are incomparable.",
            Ordering.DIFFERENT: f"{a} and {b} speak of different data, and no translation between the two is recorded.",
            Ordering.OPEN: f"How {a} compares with {b} is not decided in full.",
        }[self.standing]

    def _repr_markdown_(self) -> str:
        from dpzoo.zoo.showing import comparison_markdown

        return comparison_markdown(self)


def compare(
    inference: Inference, first: str, second: str, names: tuple[str, str] | None = None, remarks: tuple[str, ...] = ()
) -> Comparison:
    """All three orders, both ways; KeyError for an unknown id."""
    kinds = (RelationKind.STRONGER_THAN, RelationKind.IMPLIES, RelationKind.SPECIAL_CASE_OF)
    return Comparison(
        first,
        second,
        {k: inference.decide(k, first, second) for k in kinds},
        {k: inference.decide(k, second, first) for k in kinds},
        names,
        remarks,
    )


def truth(answer: Answer) -> bool | _Open:
    """An unconditional answer as True, False or Open."""
    return answer is Answer.YES if answer.decided else Open
