"""Every asserted relation of a base, with its subject, its id and its place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

from dpzoo.expressions import Constraint
from dpzoo.records.claim_records import Relation, WayBack
from dpzoo.records.enums import Grade, RelationKind
from dpzoo.records.evidence import Evidence
from dpzoo.records.findings import Location
from dpzoo.records.knowledge_base import Entry, KnowledgeBase, PathStep
from dpzoo.relations.entailment import NONE, Conditions

BY_BLOCKS = "by-blocks"
"""The suffix of the ids of lifted relations."""


@dataclass(frozen=True, slots=True)
class BlockFact:
    """A fact of a block's record: the unit (or view) whose record states it, its key and its place in the list."""

    block: str
    key: str
    index: int
    about: str


@dataclass(frozen=True, slots=True)
class Lift:
    """How a relation follows from blocks: by which rules, from which facts about units, from which order of two notions.

    ``homes`` are the notions that stand for the two standards; the ``kind`` of relation between them is what lifts.
    """

    rules: tuple[str, ...]
    facts: tuple[BlockFact, ...] = ()
    homes: tuple[str, str] | None = None
    kind: RelationKind | None = None
    own: str | None = None
    """The notion of its own shape whose record states the fact, for R13 and R14."""


@dataclass(frozen=True, slots=True)
class RecordPart:
    """A part of a record, by its path; its location is looked up on demand."""

    entry: Entry[Any]
    path: tuple[PathStep, ...]
    key: bool = False

    def locate(self) -> Location:
        """Its location in the file."""
        return self.entry.locate(*self.path, key=self.key)


def tied(about: str, given: Iterable[str | Constraint]) -> Conditions:
    """Conditions as text, those on parameters with the notions that they speak of."""
    return frozenset(item if isinstance(item, str) else f"{about}{item}" for item in given)


@dataclass(frozen=True, eq=False)
class Claim:
    """A relation: as asserted in the record of its subject, or lifted from blocks (then ``lift`` says how)."""

    id: str
    subject: str
    relation: Relation
    place: RecordPart | Location
    lift: Lift | None = None
    recalled: ClassVar[bool] = False
    """Whether it is known from before, from the very records of its base."""

    object: str = field(init=False)
    """The other notion."""
    kind: RelationKind = field(init=False)
    """The kind of the relation."""
    conditions: Conditions = field(init=False)
    """What the claim needs: names of the vocabulary, and constraints and choices tied to the claim.

    A constraint such as ``alpha <= 2`` speaks of the two notions of its claim, so that it carries their ids; equal
    words about other notions are another condition. On ⊂ ``at`` chooses a parameter of the extension and is none.
    """

    def __post_init__(self) -> None:
        # these are read far more often than any others: no look-up through the relation
        object.__setattr__(self, "object", self.relation.object)
        object.__setattr__(self, "kind", self.relation.kind)
        object.__setattr__(self, "conditions", self._needed() if self.conditional else NONE)

    def _needed(self) -> Conditions:
        chosen = {} if self.kind is RelationKind.SPECIAL_CASE_OF else self.relation.at or {}
        about = f"{self.subject} and {self.object}: "
        return tied(about, self.relation.given) | {f"{about}{name} is {value}" for name, value in chosen.items()}

    @property
    def location(self) -> Location:
        """Its location, or that of what it is lifted from."""
        return self.place.locate() if isinstance(self.place, RecordPart) else self.place

    @property
    def disputed(self) -> bool:
        """Whether an erratum refutes the claim; then it takes no part in inference."""
        return self.relation.disputed is not None

    @property
    def conditional(self) -> bool:
        """Whether the claim holds under conditions only (``at`` chooses a value on ⊂, elsewhere it is a condition)."""
        at_is_condition = self.relation.at is not None and self.kind is not RelationKind.SPECIAL_CASE_OF
        return bool(self.relation.given) or at_is_condition

    @property
    def formulas(self) -> tuple[bool, bool]:
        """Whether the record has a parameter map of its own from the subject to the object, and back."""
        back = self.relation.back
        return self.relation.map is not None, isinstance(back, WayBack) and back.map is not None

    @cached_property
    def grade(self) -> Grade:
        """How well the claim is supported."""
        return self.relation.grade

    @cached_property
    def precedence(self) -> tuple[int, str]:
        """Sorts claims: the best supported first, then by id."""
        return -self.grade.rank, self.id


class _LateClaim(Claim):
    """A claim whose parts are made on demand; ``dataclasses.replace`` and pickle turn it into a plain one."""

    def __new__(cls, *_: Any, **fields: Any) -> Any:
        return Claim(**fields) if "relation" in fields else super().__new__(cls)

    def __reduce__(self) -> tuple[Any, ...]:
        return Claim, (self.id, self.subject, self.relation, self.place, self.lift)


class LiftedSeparation(_LateClaim):
    """A separation lifted from blocks: there are thousands, and few are ever shown; its relation is made when asked for."""

    def __init__(
        self, subject: str, kind: RelationKind, target: str, place: RecordPart, lift: Lift, reason: Callable[[], str]
    ) -> None:
        """``reason`` is the lift in a sentence."""
        name = f"{subject}/{kind.value}/{target}/{BY_BLOCKS}"
        self.__dict__.update(id=name, subject=subject, kind=kind, object=target, place=place, lift=lift, grade=Grade.PROVED)
        self.__dict__.update(conditions=NONE, reason=reason)

    disputed = False
    conditional = False

    @cached_property
    def relation(self) -> Relation:
        """The relation, with the reason as its evidence."""
        proof: str = self.__dict__["reason"]()
        return Relation.model_construct(
            kind=self.kind,
            object=self.object,
            suffix=BY_BLOCKS,
            map=None,
            free=None,
            back=None,
            at=None,
            given=(),
            tight=None,
            disputed=None,
            note=None,
            evidence=(Evidence.model_construct(cite=None, at=None, witness=None, proof=proof, formal=None, note=None),),
        )


class Lifted(_LateClaim):
    """A positive relation lifted from blocks; its map is worked out on demand."""

    def __init__(
        self,
        subject: str,
        kind: RelationKind,
        target: str,
        lift: Lift,
        conditions: Conditions,
        make: Callable[[], tuple[Relation, RecordPart]],
    ) -> None:
        """``make`` gives the relation and its place."""
        name = f"{subject}/{kind.value}/{target}/{BY_BLOCKS}"
        self.__dict__.update(id=name, subject=subject, kind=kind, object=target, lift=lift, make=make)
        self.__dict__.update(conditions=conditions, conditional=bool(conditions))

    disputed = False
    conditional = False
    grade = Grade.PROVED

    @cached_property
    def _made(self) -> tuple[Relation, RecordPart]:
        found: tuple[Relation, RecordPart] = self.__dict__["make"]()
        return found

    @cached_property
    def relation(self) -> Relation:
        """The relation, with its map and the reason as its evidence."""
        return self._made[0]

    @cached_property
    def place(self) -> RecordPart:
        """The blocks of its subject."""
        return self._made[1]


class Recalled(_LateClaim):
    """An asserted relation from the stored base; the rest of its record is read on demand."""

    recalled = True

    def __init__(self, base: KnowledgeBase, row: Sequence[Any]) -> None:
        """``row`` is what :func:`remembered_claim` gives of the claim."""
        name, subject, index, kind, target, conditions, flags, grade = row
        self.__dict__.update(  # there are two thousand, for every answer
            id=name,
            subject=subject,
            kind=_KINDS[kind],
            object=target,
            lift=None,
            conditions=frozenset(conditions) if conditions else NONE,
            grade=_GRADES[grade],
            disputed=flags & 1 > 0,
            conditional=flags & 2 > 0,
            formulas=(flags & 4 > 0, flags & 8 > 0),
            _base=base,
            _index=index,
        )

    disputed = False
    conditional = False
    formulas = (False, False)

    @cached_property
    def place(self) -> RecordPart:
        """The relation's place in its record."""
        return RecordPart(self.__dict__["_base"].notions[self.subject], ("relations", self.__dict__["_index"]))

    @cached_property
    def relation(self) -> Relation:
        """The relation as its record states it."""
        found: Relation = self.place.entry.record.relations[self.__dict__["_index"]]
        return found


_KINDS, _GRADES = {k.value: k for k in RelationKind}, {g.value: g for g in Grade}


def remembered_claim(claim: Claim, index: int) -> list[Any]:
    """What inference asks of the asserted claim at this place of its record, as plain data."""
    flags = claim.disputed | claim.conditional << 1 | claim.formulas[0] << 2 | claim.formulas[1] << 3
    known = sorted(claim.conditions)
    return [claim.id, claim.subject, index, claim.kind.value, claim.object, known, flags, claim.grade.value]


def claims(base: KnowledgeBase) -> tuple[Claim, ...]:
    """All asserted relations, by subject and then in the order of the record."""
    if "claims" in base.recalled:
        return tuple(Recalled(base, row) for row in base.recalled["claims"])
    return tuple(
        Claim(relation.id(entry.id), entry.id, relation, RecordPart(entry, ("relations", index)))
        for entry in base.notions.values()
        for index, relation in enumerate(entry.record.relations)
    )
