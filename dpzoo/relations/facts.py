"""Facts about two notions or one, and the answers to questions about them."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from dpzoo.records.enums import Grade, Property, RelationKind, Verdict
from dpzoo.relations.claims import Claim
from dpzoo.relations.entailment import NONE, Conditions

ORDERS = (RelationKind.STRONGER_THAN, RelationKind.IMPLIES, RelationKind.SPECIAL_CASE_OF)
"""The three preorders that the engine decides."""

DENIAL = {
    RelationKind.STRONGER_THAN: RelationKind.NOT_STRONGER_THAN,
    RelationKind.IMPLIES: RelationKind.DOES_NOT_IMPLY,
    RelationKind.SPECIAL_CASE_OF: RelationKind.NOT_SPECIAL_CASE_OF,
}


@dataclass(frozen=True, slots=True)
class Fact:
    """A relation between two notions; a positive one holds wherever ``conditions`` do, a separation holds inside them."""

    kind: RelationKind
    subject: str
    object: str
    conditions: Conditions = NONE

    def __str__(self) -> str:
        return f"{self.subject} {self.kind.symbol} {self.object}"


@dataclass(frozen=True, slots=True)
class PropertyFact:
    """Whether a notion has a property."""

    notion: str
    property: Property
    verdict: Verdict

    def __str__(self) -> str:
        return f"{self.property.label} {self.verdict} for {self.notion}"


class Rule(StrEnum):
    """The named rules of a derivation (design, Section 3)."""

    CLAIM = "claim"
    """A relation as asserted."""
    CELL = "recorded verdict"
    """A property as recorded."""
    EQUIVALENT = "equivalence gives both directions"
    SAME = "identity gives every relation"
    PROPER_CASE = "a special case at proper quantitative values is an implication"
    STRONGER_IMPLIES = "stronger gives implies"
    LIFTED = "lifted from blocks"
    """A relation that follows from the blocks of its two notions; its claim says by which rules and facts."""
    REFLEXIVE = "every notion is related to itself"
    TRANSITIVE = "transitivity"
    NOT_IMPLIED = "not implied gives not stronger"
    NOT_A_CASE = "what gives no level of a notion is a case of none of its levels"
    SEPARATION_LEFT = "what the stronger one does not give, the weaker one does not either"
    SEPARATION_RIGHT = "what does not give the weaker one does not give the stronger one either"
    CASE_LACKS = "what a special case at chosen structure does not give, the notion does not give in general"
    CASE_MISSED = "what does not give a special case at chosen structure does not give the notion in general"
    AXIOM_DOWN = "an axiom of an extension holds for its special cases"
    AXIOM_UP = "an axiom that fails for a special case fails for its extension"
    COMPOSITION = "equivalent notions compose alike"


@dataclass(frozen=True, slots=True)
class Step:
    """One step: what it concludes, by which rule, from which earlier steps (their numbers) or from which claim."""

    conclusion: Fact | PropertyFact
    rule: Rule
    premises: tuple[int, ...] = ()
    claim: Claim | None = None


@dataclass(frozen=True, slots=True)
class Derivation:
    """Steps in order; the last one is what was asked."""

    steps: tuple[Step, ...]

    @property
    def conclusion(self) -> Fact | PropertyFact:
        """What the derivation shows."""
        return self.steps[-1].conclusion

    @property
    def claims(self) -> tuple[Claim, ...]:
        """The asserted relations that it rests on, each once."""
        return tuple(dict.fromkeys(s.claim for s in self.steps if s.claim is not None))

    @property
    def notions(self) -> tuple[str, ...]:
        """The ids of the notions that its steps are about, each once."""
        ends = ((f.subject, f.object) if isinstance(f, Fact) else (f.notion,) for f in (s.conclusion for s in self.steps))
        return tuple(dict.fromkeys(n for pair in ends for n in pair))

    @property
    def grade(self) -> Grade | None:
        """The weakest grade of its claims; None if it rests on none. Steps by blocks are proved, not machine-checked."""
        weakest = min((c.grade for c in self.claims), key=lambda g: g.rank, default=None)
        return Grade.PROVED if weakest is Grade.FORMAL and not self.machine_checked else weakest

    @property
    def machine_checked(self) -> bool:
        """Whether every claim that it rests on is machine-checked, and it uses nothing else but earlier steps."""
        return bool(self.claims) and all(s.claim.grade is Grade.FORMAL if s.claim else s.premises for s in self.steps)

    @property
    def asserted(self) -> bool:
        """Whether it is a single claim, as a record states it."""
        return len(self.steps) == 1 and self.steps[0].rule in {Rule.CLAIM, Rule.CELL}


class Answer(StrEnum):
    """The answer to "is X related to Y in this way?"."""

    YES = "yes"
    NO_BUT = "no in general, yes under conditions"
    NO = "no"
    OPEN_BUT = "open, but yes under conditions"
    OPEN = "open"
    DIFFERENT = "different data"

    @property
    def decided(self) -> bool:
        """Whether the unconditional question is answered."""
        return self not in (Answer.OPEN, Answer.OPEN_BUT, Answer.DIFFERENT)


@dataclass(frozen=True, slots=True)
class Decision:
    """An answer with its reasons: a derivation for and against, and the conditions under which it would be yes."""

    kind: RelationKind
    subject: str
    object: str
    answer: Answer
    derivation: Derivation | None = None
    """Of the fact if yes, of its denial if no."""
    under: tuple[Derivation, ...] = field(default=())
    """For each minimal set of conditions found, a derivation that needs them."""
