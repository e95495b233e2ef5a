"""Blocks of definitions: one YAML file each under ``definitions/blocks/``.

A notion in normal form compares pairs of laws (its unit, in a universe and a scope), observes something of the mechanism (its
view), takes the worst pair or some mean (its aggregation), and measures each pair (its standard).
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated, Any, Self

from pydantic import BeforeValidator, Field, StrictBool, WithJsonSchema, model_validator

from dpzoo.records.claim_records import ConditionField
from dpzoo.records.enums import Verdict
from dpzoo.records.evidence import EvidenceList
from dpzoo.records.fields import (
    SLUG_PATTERN,
    CitationKey,
    ConstraintField,
    ExpressionField,
    OneLine,
    ParameterName,
    Record,
    Slug,
    Text,
)

ALL_DATASETS = "all-datasets"
OUTPUT = "output"
WORST_PAIR = "worst-pair"


class Origin(Record):
    """Where a block comes from."""

    cite: CitationKey | None = None
    """A key of references.bib."""
    at: OneLine | None = None
    """The place in the cited work."""
    note: Text | None = None
    """What a reader must know beside it; where there is no work to cite, how the block came here."""

    @model_validator(mode="after")
    def _something(self) -> Self:
        if self.cite is None and self.note is None:
            raise ValueError("a source is a citation (cite and at) or a note that says where the block comes from")
        if (self.cite is None) != (self.at is None):
            raise ValueError("a citation names its place: give both cite and at")
        return self


class BlockRecord(Record):
    """What every block's record says. The file's stem is the id."""

    name: OneLine
    """The block in a few words, as they stand in a sentence: "one edge added or removed"."""
    statement: Text
    """The block in full, with its quantifiers and symbols."""
    source: Origin
    """Where the block comes from."""


class Translation(Record):
    """How datasets, and mechanisms, of this universe are read as those of another."""

    universe: Slug
    """The id of the other universe."""
    statement: Text
    """The translation, in one sentence."""


class Undecided(Record):
    """Pairs of notions in normal form over this universe of which it is not known whether the first implies the second."""

    subjects: tuple[Slug, ...]
    """The ids of the first notions."""
    objects: tuple[Slug, ...]
    """The ids of the second notions; every one of the first is meant with every one of these."""
    why: Text
    """Why neither answer follows: what would have to be shown, or on which reading it depends."""

    @property
    def pairs(self) -> Iterator[tuple[str, str]]:
        """The ordered pairs that are meant."""
        return ((a, b) for a in self.subjects for b in self.objects if a != b)


class UniverseRecord(BlockRecord):
    """A data universe: which datasets there are. Notions over different universes speak of different data."""

    translations: tuple[Translation, ...] = ()
    """Other universes whose datasets and mechanisms can be read as those of this one, and the reverse."""
    undecided: tuple[Undecided, ...] = ()
    """The pairs of notions in normal form over this universe that are open for "implies", with the reason."""


class Change(Record):
    """What a unit of single datasets becomes in a scope."""

    of: Slug
    """The id of a unit of all datasets."""
    unit: Slug
    """The id of the unit that compares the same change in this scope."""


class ScopeRecord(BlockRecord):
    """A scope with its attacker: what is drawn, known or fixed before datasets are compared."""

    changes: tuple[Change, ...] = ()
    """Which unit of this scope compares the change that a unit of all datasets compares."""


class ViewRecord(BlockRecord):
    """What of the mechanism is observed."""

    of: Slug | None = None
    """A view of which this one is a fixed post-processing, on each pair of datasets."""
    any_law: StrictBool = True
    """Whether, for any two laws, some mechanism shows one of them on some datasets and the other one on all others."""


class AggregationRecord(BlockRecord):
    """How the pairs are put together: the worst one, all but a few, a mean."""


class UnitFact(Record):
    """A fact about this unit and another."""

    unit: Slug
    """The id of the other unit."""
    given: tuple[ConditionField, ...] = ()
    """Conditions under which it is so, from the vocabulary of claims."""
    evidence: EvidenceList
    """Why it is so, at all values of structural arguments."""


class Chain(UnitFact):
    """Every pair of the other unit is a chain of pairs of this one."""

    steps: ExpressionField
    """The most steps that are needed, in this unit's and the other one's quantitative arguments."""


class Separation(UnitFact):
    """Some pair of the other unit that pairs of this one never join."""

    invariant: OneLine
    """What this unit's pairs never change, and some pair of the other one changes."""


class UnitRecord(BlockRecord):
    """A unit: which ordered pairs of laws on datasets are compared, in one universe and scope."""

    universe: Slug
    """The id of the universe that the datasets belong to."""
    scope: Slug = ALL_DATASETS
    """The id of the scope: all datasets, or laws that an attacker's prior and knowledge give."""
    both_orders: StrictBool = True
    """Whether with each pair its reverse is compared."""
    point_masses: StrictBool = True
    """Whether the compared laws are single datasets, at all values of the arguments."""
    disjoint: StrictBool = True
    """Whether some compared pair has disjoint supports (two different datasets have), at some values of the arguments."""
    scaled: StrictBool = False
    """Whether pairs carry distances by which the level is multiplied."""
    arguments: dict[ParameterName, OneLine] = Field(default_factory=dict)
    """Structural arguments with their sorts, and quantitative ones (of sort "number"), by name."""
    within: tuple[UnitFact, ...] = ()
    """Units of which every pair of this one is a pair."""
    coupled_into: tuple[UnitFact, ...] = ()
    """Units such that every pair of this one has a coupling supported on their pairs (and equal datasets)."""
    reaches: tuple[Chain, ...] = ()
    """Units whose pairs are chains of a bounded number of pairs of this one."""
    never_joins: tuple[Separation, ...] = ()
    """Units with a pair that no chain of pairs of this one joins."""
    far_from: tuple[UnitFact, ...] = ()
    """Units with pairs that need, at one value of the arguments, more and more steps of this one, without bound."""
    not_reached: tuple[UnitFact, ...] = ()
    """For directed units: units with a pair (a, b) where b is not reached from a along this one's directed pairs."""


class Boundary(Record):
    """What the standard is at an improper value of its parameters."""

    at: ConstraintField
    """The values, such as alpha == 1 written as 1 <= alpha <= 1."""
    is_: Slug
    """The id of the standard that it is there."""
    weak: StrictBool = False
    """Whether this is the end at which it asks for least; a larger value that asks for more has it at its least value."""

    @model_validator(mode="before")
    @classmethod
    def _is_is_a_keyword(cls, data: object) -> object:
        return {("is_" if k == "is" else k): v for k, v in data.items()} if isinstance(data, dict) else data


class GroupRule(Record):
    """The level along a chain of ``k`` pairs each of which is within the level."""

    map: dict[ParameterName, ExpressionField] | None = None
    """Each parameter of the standard, in its own parameters and k; left out where no formula is recorded."""
    evidence: EvidenceList
    """What supports it."""
    total: StrictBool = True
    """false where the levels along the chain may leave the proper ones, so that nothing is lifted."""
    every_level: StrictBool = True
    """Whether for every level at the end of the chain some level of its steps gives it."""


class Disjoint(Record):
    """What the standard says of two laws with disjoint supports."""

    refused: StrictBool
    """Whether no proper level allows them, nor pairs of laws that come close enough to them."""
    evidence: EvidenceList
    """Why."""


class StandardRecord(BlockRecord):
    """A standard: what is measured on an ordered pair of laws.

    Whether it obeys data processing, is jointly quasi-convex, adds up over products, and how it orders with other standards, is
    known of the notion that bounds it on one record (``notion``): there any two laws stand on neighbouring datasets, so that
    facts about the notion are facts about the standard. They have that one place.
    """

    notion: Slug
    """The id of the notion that bounds this standard in both orders on one record, with nothing else changed."""
    parameters: tuple[ParameterName, ...]
    """The names of its parameters in that notion's order."""
    arguments: dict[ParameterName, OneLine] = Field(default_factory=dict)
    """Structural arguments with their sorts, such as the generator of an f-divergence."""
    symmetric: StrictBool = False
    """Whether the measure of (P, Q) is that of (Q, P)."""
    disjoint: Disjoint
    """What it says of two laws with disjoint supports."""
    steps: GroupRule | None = None
    """The rule along a chain of k pairs, where one is known."""
    boundary: tuple[Boundary, ...] = ()
    """What it is at the ends of its parameters' ranges, where that is another standard."""
    one_order: tuple[Slug, ...] = ()
    """Claims of the notion's record whose proof uses a single order of the pair, so that they also lift to directed units."""


def _block(value: Any) -> Any:
    return {"block": value} if isinstance(value, str) else value


class Use(Record):
    """A block as a notion uses it: one that has a record, or one sentence."""

    block: Slug | None = None
    """The id of the block's record."""
    is_: Text | None = None
    """One sentence, where the base has no record of the block; nothing is lifted then."""
    at: dict[ParameterName, OneLine] | None = None
    """The notion's parameter, or a fixed value, for each argument of the block that does not bear the parameter's name."""

    @model_validator(mode="before")
    @classmethod
    def _keys(cls, data: object) -> object:
        return {("is_" if k == "is" else k): v for k, v in data.items()} if isinstance(data, dict) else data

    @model_validator(mode="after")
    def _one(self) -> Self:
        if (self.block is None) == (self.is_ is None):
            raise ValueError("a block is the id of its record, or {is: one sentence}")
        return self


_USE_SCHEMA: Any = {
    "anyOf": [
        {"type": "string", "pattern": SLUG_PATTERN},
        {
            "type": "object",
            "properties": {
                "block": {"type": "string", "pattern": SLUG_PATTERN},
                "is": {"type": "string", "minLength": 1},
                "at": {"type": "object", "additionalProperties": {"type": "string"}},
            },
            "additionalProperties": False,
        },
    ]
}
UseField = Annotated[Use, BeforeValidator(_block), WithJsonSchema(_USE_SCHEMA)]


class Disclosed(StrEnum):
    """What a notion of its own shape lets a mechanism give away at one proper level."""

    DATASET = "dataset"
    """The whole dataset, exactly."""
    ANY_BIT = "any-bit"
    """The answer to any one yes-or-no question about the dataset, exactly."""
    ALMOST = "almost"
    """The whole dataset, with any probability below 1."""
    LARGE = "large"
    """The whole dataset, if it has more records than some number, or a record more than once, or a given record not at all."""
    INVARIANTS = "invariants"
    """Whatever the pairs of some unit never change."""


class Disclosure(Record):
    """What the notion lets a mechanism give away, at one proper level and at some values of its structure."""

    what: Disclosed
    """dataset, any-bit, almost, large or invariants."""
    of: Slug | None = None
    """The id of the unit, for invariants."""
    universe: Slug | None = None
    """The universe whose datasets are given away; left out where it is the notion's own."""
    at: dict[ParameterName, OneLine] | None = None
    """The values of structural parameters at which it does; left out where it does at all of them."""
    evidence: EvidenceList
    """Why."""

    @model_validator(mode="after")
    def _of_a_unit(self) -> Self:
        if (self.of is None) is (self.what is Disclosed.INVARIANTS):
            raise ValueError("invariants are those of a unit (what: invariants, of: <unit>), and nothing else names one")
        return self


class PairBound(Record):
    """At some values of its structure the notion bounds what is seen on one pair of different datasets, in one order."""

    standard: Slug
    """The standard in which every proper level of the notion gives a proper level on the pair."""
    at: dict[ParameterName, OneLine] | None = None
    """The values of structural parameters at which it does; left out where it does at all of them."""
    evidence: EvidenceList
    """Which pair, and why."""


class NormalForm(Record):
    """A notion as its blocks: what is compared, observed, put together and measured, and by how much."""

    universe: Slug
    """The id of the data universe."""
    unit: UseField
    """The unit, an id or {is: one sentence}."""
    scope: UseField = Use.model_construct(block=ALL_DATASETS)
    """The scope and attacker; left out where all datasets are compared and nothing is drawn."""
    standard: UseField
    """The standard, an id or {is: one sentence}."""
    view: UseField = Use.model_construct(block=OUTPUT)
    """What is observed; left out where it is the output."""
    aggregation: UseField = Use.model_construct(block=WORST_PAIR)
    """How pairs are put together; left out where the worst one counts."""
    intensity: tuple[ParameterName, ...] | OneLine = ()
    """The quantitative parameters that say how much, in order, or one sentence where the level is something else."""
    discloses: tuple[Disclosure, ...] = ()
    """Of a notion of its own shape: what it lets a mechanism give away."""
    bounds: PairBound | None = None
    """Of a notion of its own shape: a standard in which it bounds some pair."""
    note: Text | None = None
    """What a reader must know beside it."""

    @property
    def complete(self) -> bool:
        """Whether every block has a record, so that facts about blocks lift to the notion."""
        return all(u.block is not None for u in (self.unit, self.scope, self.standard, self.view, self.aggregation))


KINDS: dict[str, type[BlockRecord]] = {
    "universes": UniverseRecord,
    "units": UnitRecord,
    "scopes": ScopeRecord,
    "views": ViewRecord,
    "aggregations": AggregationRecord,
    "standards": StandardRecord,
}
"""The folders of ``definitions/blocks/`` with what a record in them is."""

__all__ = [
    "KINDS", "AggregationRecord", "BlockRecord", "NormalForm", "ScopeRecord", "StandardRecord", "UnitRecord", "UniverseRecord",
    "Use", "Verdict", "ViewRecord",
]  # fmt: skip
