"""What the pages of clashing names show: each meaning, and how every two of them relate."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from dpzoo.records.enums import RelationKind
from dpzoo.relations.claims import Claim
from dpzoo.relations.facts import Answer, Decision
from dpzoo.site.collisions import Collision, Difference, differences
from dpzoo.zoo.comparison import Comparison, Ordering
from dpzoo.zoo.notion import Notion
from dpzoo.zoo.spelling import fold
from dpzoo.zoo.zoo import Zoo

_K = RelationKind
_BOTH: Final = {
    Ordering.SAME: "are the same notion",
    Ordering.EQUIVALENT: "are interchangeable up to parameters: each gives the other",
    Ordering.DIFFERENT: "speak of different data, and no translation between the two is recorded",
    Ordering.INCOMPARABLE: "are incomparable: neither is stronger than the other",
}


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence about two notions, without its full stop."""

    subject: Notion
    words: str
    object: Notion
    after: str = ""


@dataclass(frozen=True, slots=True)
class NamedNotion:
    """One notion that goes by the name."""

    notion: Notion
    elsewhere: tuple[str, ...]
    """How its record writes the name, where that is not how the page does."""
    differences: tuple[Difference, ...]


@dataclass(frozen=True, slots=True)
class NamePair:
    """What is known about two of the notions."""

    first: Notion
    second: Notion
    both: str | None
    """A predicate of the two together, where there is one."""
    phrases: tuple[Phrase, ...]
    open: tuple[tuple[Notion, Notion], ...]
    """The ordered pairs for which nobody knows whether the first is stronger than the second."""
    claims: tuple[Claim, ...]
    """What it rests on, each claim once."""

    @property
    def known(self) -> bool:
        """Whether anything is."""
        return self.both is not None or bool(self.phrases)


def meanings(zoo: Zoo, collision: Collision) -> list[NamedNotion]:
    """The notions of a collision, with what their records say about each other."""
    said = differences(zoo, collision.notions)
    made = []
    for notion in map(zoo.__getitem__, collision.notions):
        shown = {fold(n) for n in (*collision.names, notion.name, notion.abbreviation or "")}
        elsewhere = tuple(n for n in collision.written(notion) if fold(n) not in shown)
        made.append(NamedNotion(notion, elsewhere, tuple(d for d in said if d.notion == notion.id)))
    return made


def pairs(zoo: Zoo, collision: Collision) -> list[NamePair]:
    """How every two notions of a collision relate."""
    return [pair(zoo, a, b) for a, b in collision.pairs]


def pair(zoo: Zoo, first: str, second: str) -> NamePair:
    """What is known about two notions, in words, and the claims behind it.

    >>> import dpzoo
    >>> zoo = dpzoo.load()
    >>> [(p.subject.id, p.words, p.object.id) for p in pair(zoo, "approximate-dp", "epsilon-dp").phrases][:1]
    [('epsilon-dp', 'is stronger than', 'approximate-dp')]
    """
    comparison = zoo.compare(first, second)
    both = _BOTH.get(comparison.standing)
    phrases: list[Phrase] = []
    used: list[Decision] = []
    for decision in _told(comparison):
        used.append(decision)
        words = _words(decision, together=both is not None)
        if words is not None:
            phrases.append(Phrase(zoo[decision.subject], words[0], zoo[decision.object], words[1]))
    phrases.sort(key=lambda p: p.words.startswith("is not"))  # what holds comes first
    derivations = [d for decision in used for d in (decision.derivation, *decision.under) if d is not None]
    undecided = [
        (zoo[d.subject], zoo[d.object])
        for d in (comparison.forward[_K.STRONGER_THAN], comparison.backward[_K.STRONGER_THAN])
        if d.answer is Answer.OPEN
    ]
    claims = tuple(dict.fromkeys(c for d in derivations for c in d.claims))
    return NamePair(zoo[first], zoo[second], both, tuple(phrases), tuple(undecided), claims)


def _told(comparison: Comparison) -> Iterator[Decision]:
    """The decisions worth mentioning: whether each is stronger, and what holds otherwise."""
    for there in (comparison.forward, comparison.backward):
        stronger, implies, special = there[_K.STRONGER_THAN], there[_K.IMPLIES], there[_K.SPECIAL_CASE_OF]
        if stronger.answer not in (Answer.OPEN, Answer.DIFFERENT):
            yield stronger
        if stronger.answer is not Answer.YES and implies.answer is Answer.YES:
            yield implies
        if special.answer is Answer.YES and comparison.standing is not Ordering.SAME:
            yield special


def _words(decision: Decision, together: bool) -> tuple[str, str] | None:
    """What stands before and after the object; None for what a predicate of the two says already."""
    words = decision.kind.words
    match decision.answer:
        case Answer.YES:
            return None if together and decision.kind is _K.STRONGER_THAN else (words, "")
        case Answer.NO:
            return None if together else ("is not stronger than", "")
        case Answer.NO_BUT:
            return "is not stronger than", " in general, but is under conditions"
        case _:
            return words, " under conditions; whether it is in general is not known"
