"""Questions about the graph of notions: "implied by zCDP but not by (ε, δ)-DP", "graphs, post-processing holds".

A question is one or more conditions joined by "and", "but" or ";". Each is one of

- ``implied by X``, ``implies X``, ``stronger than X``, ``weaker than X``, ``equivalent to X``, ``special case of X``,
  ``extends X``, with ``not`` before it for what is known to fail (what is open meets neither). The verb may be left out where
  the condition before has it: "implied by zCDP but not by GDP";
- ``post-processing``, ``convexity`` or ``composition``, with ``holds``, ``fails`` or ``open``; "closed under …" means holds;
- ``universe``, ``unit``, ``scope``, ``standard``, ``view`` or ``aggregation`` with a block's id, or the universe's alone;
- ``dimension`` with a letter, ``runs``, ``since`` or ``before`` a year, a standing such as ``survey``.

The notion that a condition names does not meet it.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from dpzoo.records.enums import Dimension, Property, RelationKind, Standing, Verdict

if TYPE_CHECKING:
    from dpzoo.zoo.notion import Notion
    from dpzoo.zoo.zoo import Zoo


class QuestionError(ValueError):
    """A question that cannot be read; the message is one sentence."""


@dataclass(frozen=True, slots=True)
class Verb:
    """A relation as a question words it: the kind, and whether the notion sought is its subject."""

    kind: RelationKind
    forward: bool
    both: bool = False


_K = RelationKind
VERBS: Final = {
    "implied by": Verb(_K.IMPLIES, forward=False),
    "implies": Verb(_K.IMPLIES, forward=True),
    "stronger than": Verb(_K.STRONGER_THAN, forward=True),
    "weaker than": Verb(_K.STRONGER_THAN, forward=False),
    "equivalent to": Verb(_K.STRONGER_THAN, forward=True, both=True),
    "special case of": Verb(_K.SPECIAL_CASE_OF, forward=True),
    "extends": Verb(_K.SPECIAL_CASE_OF, forward=False),
}
_SHORT: Final = {"by": "implied by", "than": "", "to": "equivalent to", "of": "special case of"}
_JOINED = re.compile(r"\s*;\s*|\s+(?:and|but)\s+", re.IGNORECASE)
_LOOSE_END = re.compile(r"\s+(?:and|but)$|[;,]$", re.IGNORECASE)
_FILLING = re.compile(r"^(?:notions?|those|that|which|are|is|it|a|an|the|of|for|on|in|with|about|data)\s+", re.IGNORECASE)
_PROPERTIES: Final = {which.value.replace("_", "-"): which for which in Property}
_VERDICTS: Final = {"holds": Verdict.HOLDS, "fails": Verdict.FAILS, "open": Verdict.OPEN, "unknown": Verdict.OPEN}
_BLOCKS: Final = ("universe", "unit", "scope", "standard", "view", "aggregation")

Meets = Callable[["Notion"], bool]


def where(zoo: Zoo, question: str) -> list[Notion]:
    """The notions that meet a question, those that people use most first.

    Raises QuestionError for a condition that cannot be read, UnknownNotionError for a notion that does not exist.
    """
    conditions = list(_conditions(zoo, question))
    if not conditions:
        raise QuestionError("the question is empty; try 'implied by zCDP and closed under composition'")
    return sorted((n for n in zoo.values() if all(meets(n) for meets in conditions)), key=lambda n: n.prominence)


def _conditions(zoo: Zoo, question: str) -> Iterator[Meets]:
    verb = None
    for part in filter(None, _JOINED.split(_LOOSE_END.sub("", question.strip()))):
        text = _plain(part)
        negated, text = _without_not(text)
        relation = _relation(text, verb)
        if relation is not None:
            verb, name = relation
            yield _related(zoo, VERBS[verb], name, negated=negated)
        else:
            yield _own(zoo, text, part, negated=negated)


def _plain(part: str) -> str:
    text = " ".join(part.split())
    while (shorter := _FILLING.sub("", text)) != text:
        text = shorter
    return text


def _without_not(text: str) -> tuple[bool, str]:
    found = re.match(r"(?:is |does |are )?not\s+", text, re.IGNORECASE)
    return (True, _plain(text[found.end() :])) if found else (False, text)


def _relation(text: str, last: str | None) -> tuple[str, str] | None:
    """The verb and the name after it; a lone preposition repeats the verb of the condition before."""
    low = text.casefold()
    for verb in VERBS:
        for said in (verb, "imply" if verb == "implies" else verb, "extend" if verb == "extends" else verb):
            if low.startswith(f"{said} "):
                return verb, text[len(said) :].strip()
    first, _, rest = text.partition(" ")
    if last is not None and rest and first.casefold() in _SHORT and last.endswith(first.casefold()):
        return last, rest
    return None


def _related(zoo: Zoo, verb: Verb, name: str, *, negated: bool) -> Meets:
    other = zoo.find(name).id
    inference = zoo.inference
    there = inference.index[other]

    def holds(notion: Notion) -> bool:
        here = inference.index[notion.id]
        if here == there:
            return False
        ways = [(here, there), (there, here)] if verb.both else [(here, there) if verb.forward else (there, here)]
        if negated:
            return any(inference.denied(verb.kind)[a] >> b & 1 for a, b in ways)
        return all(inference.reach(verb.kind).reaches(a, b) for a, b in ways)

    return holds


def _own(zoo: Zoo, text: str, part: str, *, negated: bool) -> Meets:
    """A condition on the notion itself."""
    if text.casefold() in {*VERBS, "not", ""}:
        raise QuestionError(f"{part.strip()!r} does not say which notion; write for example '{part.strip() or 'implies'} RDP'")
    meets = _property(text) or _block(zoo, text) or _rest(text)
    if meets is None:
        known = [*VERBS, *_PROPERTIES, *_BLOCKS, "dimension", "since", "before", "runs", *zoo.base.blocks.universes]
        close = difflib.get_close_matches(text.casefold(), known, 1, 0.5)
        hint = (
            f"; did you mean {close[0]!r}?" if close else f"; a condition begins with {', '.join(VERBS)}, a property or a block"
        )
        raise QuestionError(f"{part.strip()!r} is not a condition that dpzoo can read{hint}")
    return (lambda notion: not meets(notion)) if negated else meets


def _property(text: str) -> Meets | None:
    low = text.casefold().replace("postprocessing", "post-processing").replace("post processing", "post-processing")
    closed = re.fullmatch(r"(?:closed|convex) under (\S+)", low)
    low = f"{closed[1]} holds" if closed else low
    name, _, said = low.partition(" ")
    if name not in _PROPERTIES:
        return None
    which, verdict = _PROPERTIES[name], _VERDICTS.get(said.removeprefix("is ") or "holds")
    if verdict is None:
        raise QuestionError(f"{name} holds, fails or is open; {said!r} is none of these")
    return lambda notion: notion.property_claim(which).verdict is verdict


def _block(zoo: Zoo, text: str) -> Meets | None:
    kind, _, value = text.casefold().partition(" ")
    universes = zoo.base.blocks.universes
    if kind not in _BLOCKS:
        kind, value = "universe", text.casefold().removesuffix(" data").replace(" ", "-")
        value = next((u for u in (value, f"{value}s") if u in universes), "")
        if not value:
            return None
    known = getattr(zoo.base.blocks, f"{kind}s")
    if value not in known:
        close = difflib.get_close_matches(value, known, 1, 0.4)
        raise QuestionError(f"there is no {kind} {value!r}" + (f"; did you mean {close[0]!r}?" if close else ""))

    return lambda notion: block(notion, kind) == value


def block(notion: Notion, kind: str) -> str | None:
    """The id of the notion's universe, unit, scope, standard, view or aggregation; None where its record names none."""
    used = getattr(notion.record.blocks, kind, None)
    return used if isinstance(used, str) else getattr(used, "block", None)


def _rest(text: str) -> Meets | None:
    low = text.casefold()
    if low in {"runs", "executable"}:
        return lambda notion: bool(notion.executable)
    year = re.fullmatch(r"(since|before|from) (\d{4})", low)
    if year is not None:
        limit = int(year[2])
        return (lambda notion: notion.year < limit) if year[1] == "before" else (lambda notion: notion.year >= limit)
    letter = re.fullmatch(r"dimension ([a-z])", low)
    if letter is not None and letter[1].upper() in {d.value for d in Dimension}:
        wanted = Dimension(letter[1].upper())
        return lambda notion: wanted in notion.dimensions
    if low in {s.value for s in Standing}:
        return lambda notion: notion.standing is Standing(low)
    return None
