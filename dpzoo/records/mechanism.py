"""A mechanism: one YAML file under ``definitions/mechanisms/``; also rules that make mechanisms of others, and broken ones."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Self

from pydantic import BeforeValidator, Field, StrictBool, model_validator

from dpzoo.expressions import Constraint, ExpressionError, parse_constraint
from dpzoo.records.claim_records import TightField
from dpzoo.records.enums import Grade
from dpzoo.records.evidence import EvidenceList, Place, Sources, grade
from dpzoo.records.fields import (
    ConstraintField,
    ExpressionField,
    Gist,
    Latex,
    OneLine,
    ParameterName,
    Record,
    SaysWhatItIs,
    Slug,
    Text,
)
from dpzoo.records.notion import Alias, Introduction


class MechanismKind(StrEnum):
    """A mechanism, a rule that makes one of others (composition, sampling), or a construction that does not do what it says."""

    MECHANISM = "mechanism"
    RULE = "rule"
    BROKEN = "broken"


class Model(StrEnum):
    """Who adds the noise."""

    CENTRAL = "central"
    LOCAL = "local"
    SHUFFLED = "shuffled"


class Neighbours(StrEnum):
    """Between which inputs a guarantee is stated."""

    ADD_OR_REMOVE = "add-or-remove"
    REPLACE = "replace"
    EITHER = "either"
    USER = "user"
    ANY_VALUES = "any-values"
    AS_GIVEN = "as-given"

    @property
    def words(self) -> str:
        """The convention in a sentence: "between datasets that …"."""
        return {
            "add-or-remove": "when one record is added or removed",
            "replace": "when one record is replaced",
            "either": "when one record is added, removed or replaced",
            "user": "when all records of one user are added or removed",
            "any-values": "between any two values of one person",
            "as-given": "for the same neighbours as those of the parts",
        }[self.value]


class MechanismValues(StrEnum):
    """What a parameter of a mechanism ranges over."""

    NUMBER = "number"
    INTEGER = "integer"


class MechanismParameter(Record):
    """A number that whoever runs the mechanism chooses or knows; ``example`` is the value that pages and tests start with."""

    latex: Latex
    """Its symbol in LaTeX."""
    values: MechanismValues = MechanismValues.NUMBER
    """number, or integer."""
    domain: OneLine
    """Its legal values, as a constraint on its name: ``epsilon > 0``."""
    example: ExpressionField
    """The value that pages and tests start with; inside the domain."""
    meaning: Text
    """What it is, with its unit."""

    @model_validator(mode="after")
    def _a_constraint(self) -> Self:
        try:
            parse_constraint(self.domain)
        except ExpressionError as error:
            raise ValueError(f"domain: {error}") from None
        return self

    @property
    def domain_constraint(self) -> Constraint:
        """The legal values."""
        return parse_constraint(self.domain)


class Requirement(Record):
    """A condition on several parameters, and in one sentence what to say to somebody who breaks it."""

    that: ConstraintField
    """A constraint on several parameters, such as ``p < q``."""
    because: OneLine
    """What to tell somebody who breaks it, in one sentence."""


class Sensitivity(SaysWhatItIs):
    """How much one record may change what noise is added to: ``which`` (norm, global or local), ``of`` what, and how large."""

    which: OneLine
    """The norm, and whether it is over all datasets (global) or about one (local)."""
    of: OneLine
    """What is measured, over which pairs of neighbours."""
    is_: Text | None = None
    """How large it is, where that is known."""


class Guarantee(Record):
    """What a mechanism promises: a notion with its parameters as expressions in the mechanism's and in ``free`` ones.

    ``fails`` marks a claim that somebody prints (``claimed``) and that does not hold: its evidence shows the loss.
    ``loose`` marks one that holds, but is printed as the loss itself, which is smaller.
    """

    notion: Slug
    """The id of the notion that is promised."""
    suffix: Slug | None = None
    """Tells two guarantees of one notion apart; part of the id."""
    name: OneLine | None = None
    """A heading, where there are several guarantees of one notion."""
    map: dict[ParameterName, ExpressionField]
    """The notion's parameters as expressions in the mechanism's and in free ones."""
    free: dict[ParameterName, ConstraintField] | None = None
    """Parameters that the reader chooses, each with its range."""
    example: dict[ParameterName, ExpressionField] | None = None
    """A value of every free parameter, that pages and tests start with."""
    neighbours: Neighbours
    """Between which inputs the guarantee is stated."""
    unit: OneLine | None = None
    """Whose contribution that is, in words."""
    given: tuple[ConstraintField, ...] = ()
    """Constraints on parameters under which it holds."""
    provided: Text | None = None
    """Other conditions, in words."""
    tight: TightField = None
    """``true`` if the instance loses exactly this much; ``{when: …}`` where only at some values."""
    fails: StrictBool = False
    """``true`` for a printed claim that does not hold; its evidence shows the loss."""
    loose: StrictBool = False
    """``true`` for a claim that holds but is printed as the loss itself, which is smaller."""
    claimed: Place | None = None
    """Where a claim that fails is printed."""
    disputed: Slug | None = None
    """The erratum about it."""
    evidence: EvidenceList
    """What supports it, or shows that it fails; the best first."""
    note: Text | None = None
    """What a reader should know beside it."""

    @model_validator(mode="after")
    def _sound(self) -> Self:
        if self.fails and self.tight is not None:
            raise ValueError("a claim that fails cannot be tight")
        if self.loose and (self.fails or self.tight is not None):
            raise ValueError("a loose claim holds and is not tight; leave out 'fails' and 'tight'")
        if self.fails and all(e.cite is not None for e in self.evidence):
            raise ValueError("a claim that fails needs a witness or a proof as evidence")
        if self.disputed is not None and not (self.fails or self.loose):
            raise ValueError("only a claim that fails or is loose is disputed by an erratum")
        missing = set(self.free or {}) - set(self.example or {})
        if missing:
            raise ValueError(f"give an example value of every free parameter: {', '.join(sorted(missing))}")
        return self

    @property
    def grade(self) -> Grade:
        """The best grade of the evidence."""
        best = grade(self.evidence)
        assert best is not None
        return best

    @property
    def scope(self) -> str:
        """Between which inputs it holds, in words; the unit is prose."""
        if self.neighbours is Neighbours.AS_GIVEN and self.unit is not None:
            return f"for {self.unit}"
        return self.neighbours.words + (f" ({self.unit})" if self.unit is not None else "")

    def id(self, mechanism: str) -> str:
        """The claim's stable id: mechanism, ``satisfies`` (or ``claims``, if it fails), notion, suffix."""
        verb = "claims" if self.fails else "satisfies"
        return "/".join([mechanism, verb, self.notion, *([self.suffix] if self.suffix else [])])


class Formula(SaysWhatItIs):
    """A quantity about usefulness: what it is, as an expression in the mechanism's parameters (or LaTeX only)."""

    what: OneLine
    """Which quantity, in words."""
    is_: ExpressionField | None = None
    """An expression in the mechanism's parameters."""
    latex: Latex | None = None
    """LaTeX, where no expression can say it."""
    evidence: EvidenceList
    """Where it comes from, or why it holds."""
    note: Text | None = None
    """What a reader should know beside it."""

    @model_validator(mode="after")
    def _one(self) -> Self:
        if (self.is_ is None) == (self.latex is None):
            raise ValueError("give exactly one of 'is' (an expression) and 'latex'")
        return self


def _id_or_reason(value: object) -> object:
    if isinstance(value, str) and value.strip() and "\n" not in value.strip():
        return value.strip()
    raise ValueError("must be the id of an executable instance, or one sentence that says why there is none")


Instance = Annotated[str, BeforeValidator(_id_or_reason)]


class MechanismRecord(Record):
    """What a mechanism's file says. The file's stem is the id."""

    name: OneLine
    """Its usual name."""
    kind: MechanismKind = MechanismKind.MECHANISM
    """mechanism; rule (it makes mechanisms of others); broken (it does not do what it says)."""
    aliases: tuple[Alias, ...] = ()
    """Other names, each with the works that use it."""
    introduced: Introduction
    """The works that introduced it, and the year."""
    gist: Gist
    """One sentence of at most 200 characters."""
    output: OneLine
    """What it publishes."""
    model: Model
    """Who adds the noise: central, local or shuffled."""
    statement: Text
    """What it does, complete: inputs, randomness, output."""
    intuition: Text
    """Why that protects, for a newcomer."""
    parameters: dict[ParameterName, MechanismParameter] = Field(default_factory=dict)
    """What whoever runs it chooses or knows, by name."""
    requires: tuple[Requirement, ...] = ()
    """Conditions on several parameters at once."""
    sensitivity: Sensitivity | None = None
    """How much one record may change what the noise is added to."""
    guarantees: Annotated[tuple[Guarantee, ...], Field(min_length=1)]
    """What it promises, and printed promises that fail."""
    utility: tuple[Formula, ...] = ()
    """Formulas about errors and usefulness."""
    pitfalls: tuple[Text, ...] = ()
    """What goes wrong in practice."""
    remarks: tuple[Text, ...] = ()
    """What else is worth knowing."""
    sources: Sources
    """Works and places that it is described in."""
    instance: Instance
    """The id of the executable instance, or one sentence that says why there is none."""

    @property
    def symbols(self) -> dict[str, str]:
        """Parameter names to their LaTeX."""
        return {name: p.latex for name, p in self.parameters.items()}

    @property
    def holding(self) -> tuple[Guarantee, ...]:
        """The guarantees that hold."""
        return tuple(g for g in self.guarantees if not g.fails)

    @property
    def failing(self) -> tuple[Guarantee, ...]:
        """The printed claims that fail."""
        return tuple(g for g in self.guarantees if g.fails)
