"""The guided choice agrees with the records, and leads somewhere for all answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from dpzoo.records.blocks import Blocks
from dpzoo.records.enums import Property
from dpzoo.records.findings import Finding
from dpzoo.records.guide import Grounds, Guide, When, paths, recommend
from dpzoo.records.knowledge_base import KnowledgeBase, PathStep, Source
from dpzoo.records.notion import NotionRecord
from dpzoo.relations.forms import described

FEWEST, MOST = 2, 3


def guide_by_itself(base: KnowledgeBase) -> Iterator[Finding]:
    """What is wrong with the guide alone: ids of questions that do not exist, else answers that lead nowhere."""
    if base.guide is not None:
        guide, source = base.guide.record, base.guide.source
        yield from [*_ids(guide, source)] or _dead_ends(guide, source)


def guide_and_records(base: KnowledgeBase) -> Iterator[Finding]:
    """The sentences of the guide that records contradict, and its notions that are not there."""
    if base.guide is not None:
        yield from _records(base.guide.record, base.guide.source, base)


def _ids(guide: Guide, source: Source) -> Iterator[Finding]:
    known: dict[str, set[str]] = {}
    for number, question in enumerate(guide.questions):
        place: tuple[PathStep, ...] = ("questions", number)
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


def _when(when: When, known: Mapping[str, set[str]], source: Source, place: tuple[PathStep, ...]) -> Iterator[Finding]:
    for question, wanted in when.items():
        here = (*place, "when", question)
        if question not in known:
            yield Finding(source.locate(*here, key=True), "unknown-question", f"there is no earlier question {question!r}")
            continue
        for number, answer in enumerate(wanted):
            if answer not in known[question]:
                message = f"{question!r} has no answer {answer!r}; it has {', '.join(sorted(known[question]))}"
                yield Finding(source.locate(*here, number), "unknown-answer", message)


def _records(guide: Guide, source: Source, base: KnowledgeBase) -> Iterator[Finding]:
    for p, part in enumerate(guide.parts):
        for r, rule in enumerate(part.rules):
            place: tuple[PathStep, ...] = ("parts", p, "rules", r)
            if rule.notion not in base.notions:
                if rule.notion not in base.unread:
                    yield Finding(source.locate(*place, "notion"), "unknown-notion", f"there is no notion {rule.notion!r}")
                continue
            entry = base.notions[rule.notion]
            notion = entry.record
            grounds = [(rule.rests_on, rule.gives_up, place)]
            grounds += [(reason.rests_on, reason.text, (*place, "why", w)) for w, reason in enumerate(rule.why)]
            for ground, text, here in grounds:
                for fault in (*contradictions(ground, notion, described(base.blocks, notion)), *unsaid(ground, text)):
                    message = f"{rule.notion}: {fault}"
                    yield Finding(
                        source.locate(*here, "rests_on"), "contradicts-record", message, related=(entry.locate("name"),)
                    )


def contradictions(grounds: Grounds, notion: NotionRecord, blocks: Blocks) -> Iterator[str]:
    """What a record, with its blocks in words, says otherwise."""
    for which in Property:
        wanted, verdict = getattr(grounds, which.value), notion.property_claim(which).verdict
        if wanted is not None and wanted is not verdict:
            yield f"the record says of {which.label}: {verdict.value}, not {wanted.value}"
    if grounds.no_rule and notion.composition.rule:
        yield "the record has a rule of composition"
    own: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
        "dimension": (tuple(d.value for d in notion.dimensions), grounds.dimensions),
        "block that differs": (tuple(b for b in grounds.differs if not getattr(blocks, b).same_as_pure), grounds.differs),
        "parameter": (tuple(notion.parameters), grounds.parameters),
    }
    for what, (there, wanted) in own.items():
        yield from (f"the record has no {what} {w}" for w in wanted if w not in there)
    yield from (f"the record has the dimension {d.value}" for d in grounds.without if d in notion.dimensions)
    yield from (f"the record has the parameter {name}" for name in grounds.lacks if name in notion.parameters)
    if grounds.standing is not None and notion.standing is not grounds.standing:
        yield f"the record's standing is {notion.standing.value}"
    if grounds.executable is not None and (notion.executable is True) is not grounds.executable:
        yield f"the definition {'runs' if notion.executable is True else 'does not run'}"


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
