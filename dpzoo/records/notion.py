"""A privacy notion: one YAML file under ``definitions/``."""

from functools import cached_property
from typing import Annotated, Literal, Self

from pydantic import BeforeValidator, Discriminator, Field, StrictBool, StrictInt, Tag, model_validator

from dpzoo.expressions import Constraint
from dpzoo.records.block_records import NormalForm
from dpzoo.records.blocks import Blocks
from dpzoo.records.claim_records import CompositionClaim, PropertyClaim, Relation
from dpzoo.records.enums import Basis, Dimension, Property, Standing, home_folder
from dpzoo.records.evidence import Sources
from dpzoo.records.fields import Aside, CitationKey, Gist, Latex, OneLine, ParameterName, Record, Slug, Text
from dpzoo.records.parameters import Parameter

FIRST_YEAR = 1965  # randomized response
LAST_YEAR = 2100


def _true_or_reason(value: object) -> object:
    if value is True or (isinstance(value, str) and value.strip() and "\n" not in value.strip()):
        return value
    raise ValueError("must be true, or one sentence that says why the notion cannot be evaluated on finite mechanisms")


LEFT_TO_BLOCKS = frozenset({"axioms", "composition", "executable"})
"""Keys that a record which names its blocks may leave out."""
NOT_YET = "nobody has written it as a program yet"
"""Why a notion does not run, where its record says nothing and some of its blocks are sentences."""
Executable = Annotated[bool | str, BeforeValidator(_true_or_reason)]


def _form(value: object) -> str:
    keys = value if isinstance(value, dict) else {"universe"} if isinstance(value, NormalForm) else {}
    return "normal-form" if "universe" in keys else "in-words"


BlocksField = Annotated[Annotated[Blocks, Tag("in-words")] | Annotated[NormalForm, Tag("normal-form")], Discriminator(_form)]


class Alias(Record):
    """Another name of a notion and the works that use it."""

    name: OneLine
    """The other name."""
    used_by: tuple[CitationKey, ...] = ()
    """Citation keys of the works that use it."""
    note: Text | None = None
    """What a reader must know beside it."""


class Introduction(Record):
    """The works that introduced a notion, and when."""

    by: Annotated[tuple[CitationKey, ...], Field(min_length=1)]
    """Citation keys of the works that introduced the notion."""
    year: Annotated[StrictInt, Field(ge=FIRST_YEAR, le=LAST_YEAR)]
    """The year in which the notion was first public: that of the first version of a work, preprints included."""


class StatementBasis(Record):
    """What the formal statement rests on: which text its writer had open, not which text would be the right one."""

    basis: Basis
    """``source``: the defining text of the work that introduced the notion was read; ``survey``: another work that gives the
    definition in full was read; ``reconstruction``: neither, so that some choice in the statement is ours."""
    read: Sources
    """What was read of it, each as a work and the place in it; ``abstract`` is a place."""
    note: Aside | None = None
    """What a reader must know beside it."""
    missing: OneLine | None = None
    """A part of the definition that no source at hand states, where comparisons depend on it."""

    @property
    def words(self) -> str:
        """The basis and what was read, as plain text: ``our reconstruction; read: [KM19a], abstract``."""
        return f"{self.basis.words}; read: {'; '.join(f'[{p.cite}], {p.at}' for p in self.read)}"


class Axioms(Record):
    """The two privacy axioms of Kifer & Lin (survey, Definition 3)."""

    post_processing: PropertyClaim
    """Whether every randomised function of the output keeps the guarantee."""
    convexity: PropertyClaim
    """Whether choosing at random between two mechanisms keeps the guarantee."""


class Confusable(Record):
    """A notion of the same or a similar name, and the difference in one sentence."""

    notion: Slug
    """The id of the other notion."""
    difference: Text
    """The difference in one sentence."""


class NotionRecord(Record):
    """What a notion's file says. The file's stem is the id."""

    name: OneLine
    """The field's standard name, in plain Unicode."""
    name_is_ours: StrictBool = False
    """true where the source describes the notion without naming it."""
    notation: Latex
    """The notation with its parameters, as LaTeX without dollar signs."""
    abbreviation: OneLine | None = None
    """The usual abbreviation, where there is one."""
    aliases: tuple[Alias, ...] = ()
    """Other names, each with the works that use it."""
    typed: tuple[OneLine, ...] = ()
    """What people type for it that is not a name of its own in print; found by look-ups and searches."""
    former_ids: tuple[Slug, ...] = ()
    """Ids that the record had before; an id never changes without leaving its old one here."""
    parameters: dict[ParameterName, Parameter] = Field(default_factory=dict)
    """The parameters by name, in the order of the notation."""
    introduced: Introduction
    """The works that introduced the notion, and the year."""
    dimensions: tuple[Dimension, ...]
    """The letters of the dimensions along which it departs from pure DP, as the survey places it where it does (a δ alone does
    not make a Q); the folder's first."""
    standing: Standing
    """Where the notion stands with respect to the survey."""
    landmark: Literal[1, 2, 3] | None = None
    """1 to 3 for the notions that people use or ask about most, 1 first; it orders every list. Only about thirty have one."""
    gist: Gist
    """One sentence for a newcomer, without formulas, at most 200 characters."""
    statement: Text
    """The formal definition, complete: quantifiers in order, measurable events, which dataset is changed how."""
    statement_basis: StatementBasis
    """What the statement rests on, and what was read."""
    intuition: Text
    """Two to five sentences: what the attacker can and cannot do."""
    use: Text
    """When to pick it, and when not."""
    remarks: tuple[Text, ...] = ()
    """Anything else that a reader must know."""
    blocks: BlocksField
    """What the notion is made of: the ids of its blocks, or each of the five blocks in words and compared with pure DP."""
    axioms: Axioms
    """The two privacy axioms."""
    composition: CompositionClaim
    """Whether two mechanisms together satisfy the notion, and with which parameters."""
    executable: Executable
    """``true`` if ``dpzoo.notions`` evaluates the notion on finite mechanisms; otherwise one sentence that says why not.
    A record that names all its blocks by ids may leave ``true`` out; one with a block in words, that nobody has written yet."""
    relations: tuple[Relation, ...] = ()
    """Claims that relate this notion to others; each claim is written once, in the record of its subject."""
    open_questions: tuple[Relation, ...] = ()
    """Relations that a source calls open; written as relations, with the source as evidence."""
    compared_as: Aside | None = None
    """What is compared where the notion is compared with others, where a reader may take it for something else; one or two
    sentences that name the notion. Notions that are properties of the published data need none."""
    confusable_with: tuple[Confusable, ...] = ()
    """Notions of the same or a similar name, each with the difference."""

    @model_validator(mode="before")
    @classmethod
    def _left_to_blocks(cls, data: object) -> object:
        """A notion that names its blocks may leave out what they give; the loader fills the properties in."""
        if not isinstance(data, dict) or _form(data.get("blocks")) != "normal-form":
            return data
        left: dict[str, object] = {"verdict": "open", "by_blocks": True}
        axioms = data.get("axioms", {})
        if isinstance(axioms, dict):
            axioms = {"post_processing": left, "convexity": left, **axioms}
        written = data["blocks"] if isinstance(data["blocks"], dict) else {}
        sentences = isinstance(written.get("intensity"), str) or any(isinstance(v, dict) and "is" in v for v in written.values())
        return {"composition": left, "executable": NOT_YET if sentences else True, **data, "axioms": axioms}

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if len(set(self.dimensions)) != len(self.dimensions):
            raise ValueError("a dimension is listed twice")
        return self

    @property
    def reconstructed(self) -> bool:
        """Whether the statement is a reconstruction."""
        return self.statement_basis.basis is Basis.RECONSTRUCTION

    def property_claim(self, which: Property) -> PropertyClaim:
        """The claim about post-processing, convexity or composition."""
        match which:
            case Property.POST_PROCESSING:
                return self.axioms.post_processing
            case Property.CONVEXITY:
                return self.axioms.convexity
            case Property.COMPOSITION:
                return self.composition

    @property
    def normal_form(self) -> NormalForm | None:
        """The notion as its blocks, where the record names them."""
        return self.blocks if isinstance(self.blocks, NormalForm) else None

    @cached_property
    def quantitative(self) -> tuple[str, ...]:
        """Names of the parameters that say how much, in order."""
        return tuple(n for n, p in self.parameters.items() if p.quantitative)

    @cached_property
    def structural(self) -> tuple[str, ...]:
        """Names of the parameters that say what, in order."""
        return tuple(n for n, p in self.parameters.items() if not p.quantitative)

    @cached_property
    def domains(self) -> dict[str, tuple[Constraint, frozenset[str]]]:
        """The legal values of the parameters that are numbers, as constraints, each with the names that occur in it."""
        found = {n: p.domain_constraint for n, p in self.parameters.items()}
        return {n: (c, c.names) for n, c in found.items() if c is not None}

    @property
    def symbols(self) -> dict[str, str]:
        """Parameter names to their LaTeX."""
        return {name: p.latex for name, p in self.parameters.items()}

    @property
    def folder(self) -> str:
        """The folder that the record belongs in."""
        return home_folder(self.standing, self.dimensions)
