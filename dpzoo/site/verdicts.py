"""One direction of a comparison in a sentence, with its formula, and the argument behind it in few words.

A sentence is a list of parts, the same that ``assets/verdict.js`` makes for any pair: words, or what a page shows in its own way.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Final

from dpzoo.records.enums import Grade, RelationKind
from dpzoo.records.evidence import Evidence
from dpzoo.relations.claims import Claim
from dpzoo.relations.directions import Half
from dpzoo.relations.facts import Answer, Decision, Derivation, Fact, Rule
from dpzoo.zoo.zoo import Zoo

_K = RelationKind

BRIEF: Final = 420
"""The longest argument, in characters, that is shown beside a verdict; a longer one is cut to its first sentences."""

_SENTENCE: Final = re.compile(r"(?<=[.;])\s+(?=[A-Z$])")


@dataclass(frozen=True, slots=True)
class NotionPart:
    """A notion, by its id: a link with its short name."""

    id: str


@dataclass(frozen=True, slots=True)
class FormulaPart:
    """The formula of a claim in the direction from ``start``, as " with …", or nothing."""

    claim: Claim
    start: str
    end: str


@dataclass(frozen=True, slots=True)
class Where:
    """Conditions, in a sentence about two notions."""

    fact: Fact


Preference = Mapping[tuple[str, str], Claim]
"""What :func:`preferred` finds."""

Part = str | NotionPart | FormulaPart | Where


@dataclass(frozen=True, slots=True)
class Sentence:
    """The answer in a word, the sentence, the claims that it rests on, and the one whose argument is worth reading first."""

    word: str
    parts: tuple[Part, ...]
    claims: tuple[Claim, ...] = ()
    telling: Claim | None = None

    @property
    def grade(self) -> Grade | None:
        """The weakest grade of its claims."""
        return min((c.grade for c in self.claims), key=lambda g: g.rank, default=None)

    @property
    def notions(self) -> frozenset[str]:
        """The notions that its claims are about."""
        return frozenset(n for c in self.claims for n in (c.subject, c.object))


def preferred(zoo: Zoo) -> dict[tuple[str, str], Claim]:
    """Of several claims from one notion to another the one whose formula loses least, a tight one first."""
    inference = zoo.inference
    found: dict[tuple[str, str], list[Claim]] = {}
    for edge in inference.closure.edges[_K.IMPLIES]:
        if not edge.conditions:
            found.setdefault((inference.ids[edge.start], inference.ids[edge.end]), []).append(edge.claim)

    def rank(start: str, claim: Claim) -> tuple[bool, int, float]:
        tight = claim.relation.tight if claim.subject == start else None
        loss = zoo.losses.get(claim.id)
        return (
            half(zoo, claim, start).map is None,
            2 if tight is None else int(tight.when is not None),
            math.inf if loss is None else loss.typical,
        )

    return {
        (a, b): min(claims, key=lambda c: (*rank(a, c), c.precedence))
        for (a, b), claims in found.items()
        if len(dict.fromkeys(claims)) > 1
    }


def half(zoo: Zoo, claim: Claim, start: str) -> Half:
    """The direction of a positive claim that begins at ``start``."""
    return next((h for h in zoo.halves(claim) if h.start == start), Half(start, claim.object))


def sentence(preference: Preference, first: str, second: str, asked: Mapping[RelationKind, Decision]) -> Sentence:
    """What is known in the direction from ``first`` to ``second``, given the answers to the three questions."""
    strength, implied, case = (asked[k] for k in (_K.STRONGER_THAN, _K.IMPLIES, _K.SPECIAL_CASE_OF))
    a, b = NotionPart(first), NotionPart(second)
    if implied.answer is Answer.YES and implied.derivation is not None:
        return _given(preference, a, b, implied.derivation, strength, case)
    if implied.answer in (Answer.NO, Answer.NO_BUT) and implied.derivation is not None:
        where = _where(implied.under, " It does where ")
        word = "In general no" if where else "No"
        return Sentence(
            word, (*_refused(a, b, implied.derivation), *where), implied.derivation.claims, _separation(implied.derivation)
        )
    if strength.answer in (Answer.NO, Answer.NO_BUT) and strength.derivation is not None:
        shown = strength.derivation
        unknown = ("; whether ", a, " always gives some level of ", b, " is not known.")
        refused = ("Some levels of ", b, " follow from no level of ", a, *unknown)
        return Sentence("Not in full", refused, shown.claims, _separation(shown))
    if implied.answer is Answer.DIFFERENT:
        return Sentence(
            "Different data", (a, " and ", b, " speak of different data, and no translation between the two is recorded.")
        )
    parts = ("Nobody has decided whether ", a, " gives ", b, ".", *_where(implied.under, " It does where "))
    return Sentence("Not known", parts)


def _given(
    preference: Preference, a: NotionPart, b: NotionPart, shown: Derivation, strength: Decision, case: Decision
) -> Sentence:
    hops = [(preference.get((start, end), claim), start, end) for claim, start, end in _hops(shown, a.id)]
    parts: list[Part] = []
    if len(hops) <= 3:
        for i, (claim, start, end) in enumerate(hops):
            parts += ["" if not i else ", and " if i == len(hops) - 1 else ", ", NotionPart(start), " gives ", NotionPart(end)]
            parts.append(FormulaPart(claim, start, end))
    else:
        parts += [a, " gives ", b, ", by way of "]
        for i, (_, start, _) in enumerate(hops[1:]):
            parts += ["" if not i else " and " if i == len(hops) - 2 else ", ", NotionPart(start)]
    parts.append(".")
    word, claims = "Yes", [c for c, _, _ in hops]
    telling = claims[0] if len(hops) == 1 else None
    if strength.answer in (Answer.NO, Answer.NO_BUT) and strength.derivation is not None:
        word = "Yes, but"
        parts += [" Yet some levels of ", b, " follow from no level of ", a, "."]
        claims += strength.derivation.claims
        telling = _separation(strength.derivation)
    elif strength.answer is not Answer.YES:
        parts += [" It is not known whether every level of ", b, " can be reached."]
    if case.answer is Answer.YES:
        parts += [" By definition, ", a, " is a special case of ", b, "."]
    return Sentence(word, tuple(p for p in parts if p != ""), tuple(claims), telling)


def _hops(derivation: Derivation, start: str) -> Iterator[tuple[Claim, str, str]]:
    """The claims of a positive derivation in their order, each with where it is read from and to."""
    here = start
    for step in derivation.steps:
        if step.claim is not None:
            there = step.claim.object if step.claim.subject == here else step.claim.subject
            yield step.claim, here, there
            here = there


def _separation(derivation: Derivation) -> Claim | None:
    return next((c for c in derivation.claims if c.kind.negative), None)


def _refused(a: NotionPart, b: NotionPart, derivation: Derivation) -> tuple[Part, ...]:
    """That ``a`` does not give ``b``, and from which other two that follows."""
    claim = _separation(derivation)
    plain: tuple[Part, ...] = (a, " does not give ", b)
    if claim is None or any(s.rule in (Rule.CASE_LACKS, Rule.CASE_MISSED) for s in derivation.steps):
        return (*plain, ".")
    s, o = NotionPart(claim.subject), NotionPart(claim.object)
    if s == a and o == b:
        return (*plain, ".")
    if o == b:
        return ("Even ", s, ", which gives ", a, ", does not give ", b, ".")
    if s == a:
        return (*plain, ": ", b, " gives ", o, ", and ", a, " does not.")
    return (*plain, ": ", b, " gives ", o, ", and even ", s, ", which gives ", a, ", does not.")


def _where(under: Sequence[Derivation], lead: str) -> tuple[Part, ...]:
    parts: list[Part] = []
    for derivation in under:
        fact = derivation.conclusion
        assert isinstance(fact, Fact)  # of notions, not of a property
        parts += [" or where " if parts else lead, Where(fact)]
    return (*parts, ".") if parts else ()


def told(zoo: Zoo, preference: Preference) -> dict[str, Claim]:
    """The claims whose arguments are shown beside a verdict: those about two notions that people use."""
    used = [n.id for n in zoo.values() if n.record.landmark]
    found = (sentence(preference, a, b, zoo.compare(a, b).forward).telling for a, b in permutations(used, 2))
    return {c.id: c for c in found if c is not None}


def argument(claim: Claim) -> Evidence | None:
    """The first argument of our own for a claim; None if it is cited, computed or machine-checked only."""
    return next((e for e in claim.relation.evidence if e.argued), None)


def brief(text: str) -> tuple[str, bool]:
    """The text, or as many of its first sentences as are brief, and whether that is all of it.

    A paragraph of its own, a list or a displayed formula ends what is brief.

    >>> brief("Publish the data with probability $a. B$. Then nothing helps.")
    ('Publish the data with probability $a. B$. Then nothing helps.', True)
    """
    first = re.split(r"\n\s*\n|\n\s*[-*] |\$\$", text.strip(), maxsplit=1)[0]
    kept = ""
    for part in _sentences(" ".join(first.split())):
        if kept and len(kept) + len(part) > BRIEF:
            break
        kept = f"{kept} {part}".strip()
    return kept, kept == " ".join(text.split())


def _sentences(text: str) -> Iterator[str]:
    """The sentences of a text; none ends inside a formula."""
    begun = ""
    for piece in _SENTENCE.split(text):
        begun = f"{begun} {piece}".strip()
        if begun.count("$") % 2 == 0:
            yield begun
            begun = ""
    if begun:
        yield begun
