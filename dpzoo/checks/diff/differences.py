"""What changed between two versions: records, claims, verdicts, what follows, what is open, what contradicts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

from dpzoo.checks.advice import redundant_claims
from dpzoo.checks.inferred import contradictions
from dpzoo.records.enums import Property, RelationKind
from dpzoo.records.findings import Finding
from dpzoo.records.knowledge_base import Entry, KnowledgeBase
from dpzoo.relations.asserted import infer
from dpzoo.relations.claims import claims
from dpzoo.relations.facts import ORDERS, Answer
from dpzoo.relations.inference import Inference
from dpzoo.relations.order_table import OrderTable, table


@dataclass(frozen=True, slots=True)
class RecordChange:
    """A record that came, went or changed; ``keys`` are the top-level keys that differ, ``renamed`` the id before."""

    collection: str
    id: str
    change: str
    """added, removed, renamed or changed."""
    keys: tuple[str, ...] = ()
    renamed: str = ""


@dataclass(frozen=True, slots=True)
class ClaimChange:
    """A relation that came, went or changed."""

    id: str
    change: str
    """added, removed or changed."""
    keys: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AnswerChange:
    """An ordered pair with another answer than before; ``before`` is None where one of the two notions is new."""

    kind: RelationKind
    subject: str
    object: str
    before: Answer | None
    after: Answer
    asserted: bool
    """Whether a record of the later version states the answer itself."""

    @property
    def from_words(self) -> str:
        """The answer before, in words."""
        return "new" if self.before is None else self.before.value


@dataclass(frozen=True, slots=True)
class VerdictChange:
    """A property of a notion with another verdict, recorded or derived; ``before`` is empty for a new notion."""

    notion: str
    property: Property
    before: str
    after: str


@dataclass(frozen=True)
class Differences:
    """Everything that differs between two versions; computed when asked for."""

    before: KnowledgeBase
    after: KnowledgeBase

    @cached_property
    def _inference(self) -> tuple[Inference, Inference]:
        return infer(self.before), infer(self.after)

    @cached_property
    def renamed(self) -> Mapping[str, str]:
        """Ids of before that are former ids now, with the present id."""
        return {
            old: entry.id
            for entry in self.after.notions.values()
            for old in entry.record.former_ids
            if old in self.before.notions and old not in self.after.notions
        }

    @cached_property
    def records(self) -> tuple[RecordChange, ...]:
        """The records that came, went or changed, by collection and id."""
        found: list[RecordChange] = []
        for name in _collections(self.after):
            old, new = getattr(self.before, name), getattr(self.after, name)
            moved = self.renamed if name == "notions" else {}
            for key in sorted({*old, *new}):
                if key in moved:
                    continue
                was = next((o for o, n in moved.items() if n == key and key not in old), key)
                found += _compared(name, key, old.get(was), new.get(key), was)
        return tuple(found)

    @cached_property
    def claims(self) -> tuple[ClaimChange, ...]:
        """The relations that came, went or changed, by id."""
        old = {_moved(c.id, self.renamed): c for c in claims(self.before)}
        new = {c.id: c for c in claims(self.after)}
        found = []
        for key in sorted({*old, *new}):
            if key not in old or key not in new:
                found.append(ClaimChange(key, "added" if key in new else "removed"))
            elif keys := _keys(old[key].relation.model_dump(mode="json"), new[key].relation.model_dump(mode="json"), "object"):
                found.append(ClaimChange(key, "changed", keys))
        return tuple(found)

    @cached_property
    def answers(self) -> tuple[AnswerChange, ...]:
        """The ordered pairs whose answer changed, and those of new notions that are decided, by order and ids."""
        return tuple(c for kind in ORDERS for c in self._answers(kind))

    def _answers(self, kind: RelationKind) -> Iterator[AnswerChange]:
        old, new = (table(i, kind) for i in self._inference)
        index = {self.renamed.get(name, name): i for i, name in enumerate(old.ids)}
        places = [index.get(name) for name in new.ids]
        for i, j, answer in new.answers():
            a, b = places[i], places[j]
            if a is None or b is None:
                if answer.decided or answer is Answer.OPEN_BUT:
                    yield _changed(new, i, j, None)
            elif (was := old.answer(a, b)) is not answer:
                yield _changed(new, i, j, was)

    @cached_property
    def verdicts(self) -> tuple[VerdictChange, ...]:
        """The properties whose verdict changed, recorded or derived, by notion."""
        old, new = self._inference
        back = {n: o for o, n in self.renamed.items()}
        found = []
        for notion in new.ids:
            was = back.get(notion, notion)
            for which in Property:
                before = old.verdict(was, which).value if was in old.index else ""
                after = new.verdict(notion, which).value
                if before != after:
                    found.append(VerdictChange(notion, which, before, after))
        return tuple(found)

    @cached_property
    def open_pairs(self) -> Mapping[RelationKind, tuple[int, int]]:
        """How many ordered pairs were open before and are now, for the orders that can be refuted."""
        return {kind: (_open(self._inference[0], kind), _open(self._inference[1], kind)) for kind in ORDERS[:2]}

    @cached_property
    def settled(self) -> tuple[AnswerChange, ...]:
        """Questions that were open before and are decided now."""
        return tuple(a for a in self.answers if a.before is not None and not a.before.decided and a.after.decided)

    @cached_property
    def reopened(self) -> tuple[AnswerChange, ...]:
        """Answers that no longer follow."""
        return tuple(a for a in self.answers if a.before is not None and a.before.decided and not a.after.decided)

    @cached_property
    def derived(self) -> tuple[AnswerChange, ...]:
        """New answers that no record states: what the new facts give together with the old ones."""
        return tuple(a for a in self.answers if a.after.decided and not a.asserted)

    @cached_property
    def contradictions(self) -> tuple[Finding, ...]:
        """Contradictions of the later version that the earlier one did not have."""
        known = {_gist(f) for f in contradictions(self.before)}
        return tuple(f for f in contradictions(self.after) if _gist(f) not in known)

    @cached_property
    def redundant(self) -> tuple[Finding, ...]:
        """Claims that follow from others now, and did not before or were not there."""
        old, new = self._inference
        candidates = self._touched(new)
        known = {f.message for f in redundant_claims(self.before, old, candidates)}
        return tuple(f for f in redundant_claims(self.after, new, candidates) if f.message not in known)

    def _touched(self, inference: Inference) -> frozenset[str]:
        """The claims that a new claim may have made redundant: the new ones, and those with a new one on the way."""
        changed = {c.id for c in self.claims if c.change == "added" or set(c.keys) - {"evidence", "note"}}
        fresh = [c for c in inference.claims if c.id in changed]
        reach, back = inference.reach(RelationKind.IMPLIES, None), inference.reach(RelationKind.IMPLIES, None, backwards=True)
        found = set(changed)
        for new in fresh:
            start, end = inference.index[new.subject], inference.index[new.object]
            above, below = back.row(start) | back.row(end), reach.row(start) | reach.row(end)
            for claim in inference.claims:
                ends = (inference.index[claim.subject], inference.index[claim.object])
                if claim.kind.negative:
                    ends = ends[::-1]
                if above >> ends[0] & 1 and below >> ends[1] & 1:
                    found.add(claim.id)
        return frozenset(found)

    @property
    def any(self) -> bool:
        """Whether a record differs."""
        return bool(self.records)


def _collections(base: KnowledgeBase) -> Iterator[str]:
    """The names of the collections of records, whatever kinds a base holds."""
    return (f.name for f in fields(base) if isinstance(getattr(base, f.name), Mapping))


def _compared(collection: str, id: str, old: Entry[Any] | None, new: Entry[Any] | None, was: str) -> Iterator[RecordChange]:
    if old is None or new is None:
        yield RecordChange(collection, id, "added" if old is None else "removed")
        return
    keys = _keys(_data(old.record), _data(new.record))
    if was != id:
        yield RecordChange(collection, id, "renamed", keys, was)
    elif keys:
        yield RecordChange(collection, id, "changed", keys)


def _data(record: Any) -> Mapping[str, Any]:
    if hasattr(record, "model_dump"):
        found: Mapping[str, Any] = record.model_dump(mode="json")
        return found
    return {"type": record.type, **record.fields}


def _keys(old: Mapping[str, Any], new: Mapping[str, Any], *ignored: str) -> tuple[str, ...]:
    return tuple(k for k in {**old, **new} if k not in ignored and old.get(k) != new.get(k))


def _moved(claim: str, renamed: Mapping[str, str]) -> str:
    subject, kind, target, *rest = claim.split("/")
    return "/".join([renamed.get(subject, subject), kind, renamed.get(target, target), *rest])


def _changed(found: OrderTable, i: int, j: int, before: Answer | None) -> AnswerChange:
    return AnswerChange(found.kind, found.ids[i], found.ids[j], before, found.answer(i, j), found.asserted(i, j))


def _open(inference: Inference, kind: RelationKind) -> int:
    return sum(n for answer, n in table(inference, kind).count().items() if not answer.decided)


def _gist(finding: Finding) -> str:
    """A contradiction without the lines of its places, which move when something else is edited."""
    return re.sub(r" \([^()]*:\d+:\d+\)", "", finding.message)
