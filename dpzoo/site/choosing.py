"""The guided choice: questions, rules that are data, and what they recommend.

The page's script follows the same three rules: a question is asked if earlier answers fit its ``when``; in each part the first
fitting rule counts whose notion is not recommended already; of its reasons those count that fit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from itertools import combinations
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from dpzoo.loading.validation import validate
from dpzoo.loading.yaml_document import read_document
from dpzoo.records.enums import Dimension, Property, Standing, Verdict
from dpzoo.records.fields import Line, Record, Slug
from dpzoo.records.findings import Finding
from dpzoo.records.knowledge_base import Source, Step
from dpzoo.site.explore import differing
from dpzoo.zoo.notion import Notion
from dpzoo.zoo.zoo import Zoo

SHOWN: Final = Path("dpzoo/site/choose.yaml")
FEWEST, MOST = 2, 3

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
    parameters: tuple[Line, ...] = ()
    lacks: tuple[Line, ...] = ()
    standing: Standing | None = None
    executable: Annotated[bool | None, Field(strict=True)] = None


class Answer(Record):
    """One answer to a question."""

    id: Slug
    says: Line
    help: Line | None = None


class Question(Record):
    """A question, asked where earlier answers fit ``when``."""

    id: Slug
    asks: Line
    help: Line | None = None
    when: When = Field(default_factory=dict)
    answers: Annotated[tuple[Answer, ...], Field(min_length=2)]


class Reason(Record):
    """Why a notion is recommended, where the answers fit."""

    when: When = Field(default_factory=dict)
    text: Line
    rests_on: Grounds = Field(default_factory=Grounds)


class Rule(Record):
    """A notion for some answers, with what it gives up."""

    notion: Slug
    when: When = Field(default_factory=dict)
    why: Annotated[tuple[Reason, ...], Field(min_length=1)]
    gives_up: Line
    rests_on: Grounds = Field(default_factory=Grounds)
    """What ``gives_up`` presupposes."""


class Part(Record):
    """One part of a recommendation; ``required`` parts find a notion for all answers."""

    id: Slug
    title: Line
    says: Line
    required: Annotated[bool, Field(strict=True)] = False
    rules: Annotated[tuple[Rule, ...], Field(min_length=1)]


class Guide(Record):
    """Questions and rules."""

    questions: Annotated[tuple[Question, ...], Field(min_length=1)]
    parts: Annotated[tuple[Part, ...], Field(min_length=1)]

    def answer(self, question: str, answer: str) -> Answer:
        """An answer by ids; KeyError where there is none."""
        for q in self.questions:
            for a in q.answers:
                if (q.id, a.id) == (question, answer):
                    return a
        raise KeyError(f"{question}={answer}")


@dataclass(frozen=True, slots=True)
class Recommendation:
    """A notion that answers lead to: its part, its rule, and the reasons that fit."""

    part: Part
    rule: Rule
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


def read_guide(text: str, shown: Path = SHOWN) -> tuple[Guide | None, Source, list[Finding]]:
    """The guide of a YAML text, or None and what is wrong; ``shown`` is the path in findings."""
    data, source, findings = read_document(text, shown)
    if findings:
        return None, source, findings
    guide, faults = validate(Guide, data, source)
    return guide, source, faults


def own_text() -> str:
    """The guide that belongs to the package."""
    return resources.files("dpzoo.site").joinpath("choose.yaml").read_text(encoding="utf-8")


def load_guide(zoo: Zoo) -> tuple[Guide | None, list[Finding]]:
    """The package's guide and its faults; no guide for a zoo that has none of its notions (another's knowledge base)."""
    guide, source, findings = read_guide(own_text())
    if guide is None:
        return None, findings
    if not any(rule.notion in zoo for part in guide.parts for rule in part.rules):
        return None, []
    findings = check_guide(guide, source, zoo)
    return (None, findings) if findings else (guide, [])


def check_guide(guide: Guide, source: Source, zoo: Zoo) -> list[Finding]:
    """What is wrong with a guide: ids that do not exist, sentences that records contradict, answers that lead nowhere."""
    findings = [*_ids(guide, source), *_records(guide, source, zoo)]
    return findings or list(_dead_ends(guide, source))


def _ids(guide: Guide, source: Source) -> Iterator[Finding]:
    known: dict[str, set[str]] = {}
    for number, question in enumerate(guide.questions):
        place: tuple[Step, ...] = ("questions", number)
        if question.id in known:
            yield Finding(source.locate(*place, "id"), "duplicate-id", f"there is another question {question.id!r}")
        yield from _when(question.when, known, source, place)
        known[question.id] = {a.id for a in question.answers}
        if len(known[question.id]) < len(question.answers):
            yield Finding(source.locate(*place, "answers"), "duplicate-id", "two answers have the same id")
    for p, part in enumerate(guide.parts):
        for r, rule in enumerate(part.rules):
            place = ("parts", p, "rules", r)
            yield from _when(rule.when, known, source, place)
            for w, reason in enumerate(rule.why):
                yield from _when(reason.when, known, source, (*place, "why", w))


def _when(when: When, known: Mapping[str, set[str]], source: Source, place: tuple[Step, ...]) -> Iterator[Finding]:
    for question, wanted in when.items():
        here = (*place, "when", question)
        if question not in known:
            yield Finding(source.locate(*here, key=True), "unknown-question", f"there is no earlier question {question!r}")
            continue
        for number, answer in enumerate(wanted):
            if answer not in known[question]:
                message = f"{question!r} has no answer {answer!r}; it has {', '.join(sorted(known[question]))}"
                yield Finding(source.locate(*here, number), "unknown-answer", message)


def _records(guide: Guide, source: Source, zoo: Zoo) -> Iterator[Finding]:
    for p, part in enumerate(guide.parts):
        for r, rule in enumerate(part.rules):
            place: tuple[Step, ...] = ("parts", p, "rules", r)
            if rule.notion not in zoo:
                yield Finding(source.locate(*place, "notion"), "unknown-notion", f"there is no notion {rule.notion!r}")
                continue
            notion = zoo[rule.notion]
            grounds = [(rule.rests_on, rule.gives_up, place)]
            grounds += [(reason.rests_on, reason.text, (*place, "why", w)) for w, reason in enumerate(rule.why)]
            for ground, text, here in grounds:
                for fault in (*contradictions(ground, notion), *unsaid(ground, text)):
                    yield Finding(source.locate(*here, "rests_on"), "contradicts-record", f"{rule.notion}: {fault}")


def contradictions(grounds: Grounds, notion: Notion) -> Iterator[str]:
    """What a record says otherwise."""
    for which in Property:
        wanted, verdict = getattr(grounds, which.value), notion.property_claim(which).verdict
        if wanted is not None and wanted is not verdict:
            yield f"the record says of {which.label}: {verdict.value}, not {wanted.value}"
    if grounds.no_rule and notion.composition.rule:
        yield "the record has a rule of composition"
    own: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
        "dimension": (tuple(d.value for d in notion.dimensions), grounds.dimensions),
        "block that differs": (tuple(differing(notion)), grounds.differs),
        "parameter": (tuple(notion.parameters), grounds.parameters),
    }
    for what, (there, wanted) in own.items():
        yield from (f"the record has no {what} {w}" for w in wanted if w not in there)
    yield from (f"the record has the dimension {d.value}" for d in grounds.without if d in notion.dimensions)
    yield from (f"the record has the parameter {name}" for name in grounds.lacks if name in notion.parameters)
    if grounds.standing is not None and notion.standing is not grounds.standing:
        yield f"the record's standing is {notion.standing.value}"
    if grounds.executable is not None and notion.executable is not grounds.executable:
        yield f"the definition {'runs' if notion.executable else 'does not run'}"


_WORDS: Final = {
    "composition": ("compos", "add up", "adding up"),
    "post_processing": ("post-process", "computed from"),
    "convexity": ("convex",),
}


def unsaid(grounds: Grounds, text: str) -> Iterator[str]:
    """Properties that a sentence speaks of without saying what it presupposes of the record."""
    for name, words in _WORDS.items():
        stated = getattr(grounds, name) is not None or (name == "composition" and grounds.no_rule)
        if not stated and any(w in text.casefold() for w in words):
            yield f"the sentence speaks of {name.replace('_', '-')}, so rests_on must say what the record says"


def _dead_ends(guide: Guide, source: Source) -> Iterator[Finding]:
    for answers in paths(guide):
        found = recommend(guide, answers)
        said = ", ".join(f"{q}: {a}" for q, a in answers.items())
        missing = [p.id for p in guide.parts if p.required and all(r.part is not p for r in found)]
        if missing:
            yield Finding(source.locate("parts"), "dead-end", f"no rule of {missing[0]} fits the answers {said}")
            return
        if not FEWEST <= len(found) <= MOST:
            yield Finding(source.locate("parts"), "dead-end", f"the answers {said} lead to {len(found)} notions")
            return
        for r in found:
            if not r.reasons:
                yield Finding(source.locate("parts"), "no-reason", f"{r.rule.notion} is recommended without a reason for {said}")
                return


def conditions(guide: Guide, when: When) -> list[tuple[str, list[str]]]:
    """``when`` in words: what was asked, and the answers that fit."""
    asks = {q.id: q.asks for q in guide.questions}
    return [(asks[q], [guide.answer(q, a).says for a in wanted]) for q, wanted in when.items()]


def browser_data(guide: Guide) -> dict[str, Any]:
    """What the page's script needs: ids and conditions; all words stand in the page."""
    return {
        "questions": [{"id": q.id, "when": q.when, "answers": {a.id: a.says for a in q.answers}} for q in guide.questions],
        "parts": [
            {
                "id": part.id,
                "rules": [{"notion": r.notion, "when": r.when, "why": [reason.when for reason in r.why]} for r in part.rules],
            }
            for part in guide.parts
        ],
    }


def pairs(found: list[Recommendation]) -> list[tuple[str, str]]:
    """The pairs of recommended notions that a reader may want to compare."""
    return list(combinations([r.rule.notion for r in found], 2))
