"""The guided choice: questions, and rules that lead from a reader's situation to two or three notions.

The page's script follows the same three rules: a question is asked if earlier answers fit its ``when``; in each part the first
fitting rule counts whose notion is not recommended already; of its reasons those count that fit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from dpzoo.records.enums import Dimension, Standing, Verdict
from dpzoo.records.fields import OneLine, Record, Slug

When = dict[Slug, Annotated[tuple[Slug, ...], Field(min_length=1)]]
"""Question ids to the answers that fit."""
Answers = Mapping[str, str]
"""Question ids to the answer given."""


class Grounds(Record):
    """What a sentence presupposes of a notion's record."""

    post_processing: Verdict | None = None
    convexity: Verdict | None = None
    composition: Verdict | None = None
    no_rule: Literal[True] | None = None
    """The record knows no rule of composition."""
    dimensions: tuple[Dimension, ...] = ()
    without: tuple[Dimension, ...] = ()
    differs: tuple[Literal["domain", "scope", "unit", "standard", "intensity"], ...] = ()
    parameters: tuple[OneLine, ...] = ()
    lacks: tuple[OneLine, ...] = ()
    standing: Standing | None = None
    executable: Annotated[bool | None, Field(strict=True)] = None


class GuideAnswer(Record):
    """One answer to a question."""

    id: Slug
    says: OneLine
    help: OneLine | None = None


class Question(Record):
    """A question, asked where earlier answers fit ``when``."""

    id: Slug
    asks: OneLine
    help: OneLine | None = None
    when: When = Field(default_factory=dict)
    answers: Annotated[tuple[GuideAnswer, ...], Field(min_length=2)]


class Reason(Record):
    """Why a notion is recommended, where the answers fit."""

    when: When = Field(default_factory=dict)
    text: OneLine
    rests_on: Grounds = Field(default_factory=Grounds)


class GuideRule(Record):
    """A notion for some answers, with what it gives up."""

    notion: Slug
    when: When = Field(default_factory=dict)
    why: Annotated[tuple[Reason, ...], Field(min_length=1)]
    gives_up: OneLine
    rests_on: Grounds = Field(default_factory=Grounds)
    """What ``gives_up`` presupposes."""


class GuidePart(Record):
    """One part of a recommendation; ``required`` parts find a notion for all answers."""

    id: Slug
    title: OneLine
    says: OneLine
    required: Annotated[bool, Field(strict=True)] = False
    rules: Annotated[tuple[GuideRule, ...], Field(min_length=1)]


class Guide(Record):
    """Questions and rules."""

    questions: Annotated[tuple[Question, ...], Field(min_length=1)]
    parts: Annotated[tuple[GuidePart, ...], Field(min_length=1)]

    def answer(self, question: str, answer: str) -> GuideAnswer:
        """An answer by ids; KeyError where there is none."""
        for q in self.questions:
            for a in q.answers:
                if (q.id, a.id) == (question, answer):
                    return a
        raise KeyError(f"{question}={answer}")


@dataclass(frozen=True, slots=True)
class Recommendation:
    """A notion that answers lead to: its part, its rule, and the reasons that fit."""

    part: GuidePart
    rule: GuideRule
    reasons: tuple[Reason, ...]


def fits(when: When, answers: Answers) -> bool:
    """Whether the answers are among those that ``when`` asks for; a question that was not asked fits nothing."""
    return all(answers.get(question) in wanted for question, wanted in when.items())


def paths(guide: Guide) -> Iterator[dict[str, str]]:
    """Every way through the questions, as the answers given."""

    def further(answers: dict[str, str], rest: tuple[Question, ...]) -> Iterator[dict[str, str]]:
        if not rest:
            yield answers
        elif fits(rest[0].when, answers):
            for answer in rest[0].answers:
                yield from further({**answers, rest[0].id: answer.id}, rest[1:])
        else:
            yield from further(answers, rest[1:])

    return further({}, guide.questions)


def recommend(guide: Guide, answers: Answers) -> list[Recommendation]:
    """What a full set of answers leads to, in the order of the parts."""
    found: list[Recommendation] = []
    for part in guide.parts:
        taken = {r.rule.notion for r in found}
        for rule in part.rules:
            if rule.notion not in taken and fits(rule.when, answers):
                reasons = tuple(r for r in rule.why if fits(r.when, answers))
                found.append(Recommendation(part, rule, reasons))
                break
    return found
