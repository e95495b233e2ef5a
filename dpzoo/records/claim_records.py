"""Claims: a property of a notion, or a relation between two."""

import re
from enum import StrEnum
from functools import cached_property
from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, Field, StrictBool, WithJsonSchema, model_validator

from dpzoo.expressions import Constraint, ExpressionError, parse_constraint
from dpzoo.records.conditions import CONDITIONS
from dpzoo.records.enums import Grade, RelationKind, Verdict
from dpzoo.records.evidence import Evidence, EvidenceList, grade
from dpzoo.records.fields import ConstraintField, ExpressionField, OneLine, ParameterName, Record, Slug, Text


class FurtherClaim(Record):
    """Another source's claim about the same property; ``disputed`` names the erratum that refutes it."""

    verdict: Verdict
    """What the other source says: holds, fails or open."""
    evidence: EvidenceList
    """Where it says so."""
    disputed: Slug | None = None
    """The erratum that refutes it."""
    note: Text | None = None
    """What a reader must know beside it."""


class Variant(Record):
    """A modified form of a property (post-processing by polynomial-time functions), with a verdict of its own."""

    of: OneLine
    """The modified property in one line."""
    verdict: Verdict
    """holds, fails or open."""
    evidence: EvidenceList
    """What supports the verdict."""
    note: Text | None = None
    """What a reader must know beside it."""


class PropertyClaim(Record):
    """Whether a property holds at every parameter value, and why we say so."""

    verdict: Verdict
    """holds: at every parameter value; fails: at some; open: nobody has decided it."""
    evidence: tuple[Evidence, ...] = ()
    """What supports the verdict; needed unless it is open."""
    note: Text | None = None
    """What a reader must know beside it."""
    also: tuple[FurtherClaim, ...] = ()
    """What other sources say about the same property."""
    variant: tuple[Variant, ...] = ()
    """Verdicts on modified forms of the property."""
    by_blocks: Annotated[StrictBool, Field(exclude=True)] = False
    """Whether the record leaves the property out, for the notion's blocks to give it; nobody writes this key."""

    @model_validator(mode="after")
    def _supported(self) -> Self:
        if self.verdict is not Verdict.OPEN and not self.evidence:
            raise ValueError(f"a verdict '{self.verdict}' needs evidence; say 'open' where nothing is known")
        for other in self.also:
            opposed = {self.verdict, other.verdict} == {Verdict.HOLDS, Verdict.FAILS}
            if opposed and other.disputed is None:
                raise ValueError(
                    f"a source that says '{other.verdict}' against our '{self.verdict}' must name the erratum that refutes it "
                    "(disputed: <erratum id>)"
                )
        return self

    @property
    def grade(self) -> Grade | None:
        """The best grade of the evidence."""
        return grade(self.evidence)


class Tightness(Record):
    """Where a parameter map cannot be improved."""

    when: ConstraintField | None = None
    """The values at which tightness is shown; left out where it is shown at all of them."""
    witness: Slug | None = None
    """The witness that shows it."""


def _tight(value: Any) -> Any:
    if value is True:
        return {}
    if value is False:
        raise ValueError("leave 'tight' out where tightness is not shown")
    return value


TightField = Annotated[Tightness | None, BeforeValidator(_tight)]
"""``true``, or where: ``{when: …}``; left out where tightness is not shown."""


class ManyFold(Record):
    """What ``k`` mechanisms with equal parameters give together, better than the rule for two applied again and again.

    ``rule`` gives each quantitative parameter in the mechanisms' parameters, ``k`` (or another name, see ``times``) and ``free``
    ones, each with its range.
    """

    name: OneLine
    """What the rule is called."""
    times: ParameterName = "k"
    """The name of the number of mechanisms in the rule."""
    rule: dict[ParameterName, ExpressionField]
    """Each quantitative parameter of the composition."""
    free: dict[ParameterName, ConstraintField] | None = None
    """Parameters that may be chosen, each with its range."""
    tight: TightField = None
    """true, or where: the rule cannot be improved."""
    evidence: EvidenceList
    """What supports the rule."""
    note: Text | None = None
    """What a reader must know beside it."""

    @property
    def id(self) -> str:
        """Its name as the last part of a claim's id, such as ``optimal-composition``."""
        return re.sub(r"[^a-z0-9]+", "-", self.name.lower()).strip("-")


class Interplay(StrEnum):
    """How mechanisms are put together beyond one after another with everything fixed beforehand."""

    ADAPTIVE = "adaptive"
    CONCURRENT = "concurrent"
    FILTER = "filter"
    ODOMETER = "odometer"

    @property
    def words(self) -> str:
        """What it is, in a few words."""
        return {
            "adaptive": "mechanisms chosen after earlier outputs, their parameters fixed beforehand",
            "concurrent": "interactive mechanisms with interleaved questions",
            "filter": "parameters chosen after earlier outputs, until a budget is used up",
            "odometer": "parameters chosen after earlier outputs, with a running bound",
        }[self.value]


class Setting(Record):
    """Composition in settings where more than the outputs depends on earlier results."""

    how: Interplay
    """adaptive, concurrent, filter or odometer."""
    verdict: Verdict
    """Whether the composition rule holds there: holds, fails or open; of an odometer, whether one is known."""
    says: Text
    """What holds, with its formula, in one or two sentences."""
    evidence: EvidenceList
    """What supports it."""


class CompositionClaim(PropertyClaim):
    """Composability (survey, Definition 4), with the resulting parameters where known.

    In ``rule``, ``epsilon1`` and ``epsilon2`` are the two mechanisms' values of ``epsilon``; a parameter that both
    share stands plainly. ``many`` has rules for k mechanisms at once.
    """

    rule: dict[ParameterName, ExpressionField] | None = None
    """Each quantitative parameter of two mechanisms together, in epsilon1, epsilon2 and the like."""
    many: tuple[ManyFold, ...] = ()
    """Rules for k mechanisms at once that are better than the rule for two, repeated."""
    settings: tuple[Setting, ...] = ()
    """What is known of adaptive and concurrent composition, of filters and of odometers."""

    @model_validator(mode="after")
    def _each_once(self) -> Self:
        if len({s.how for s in self.settings}) != len(self.settings):
            raise ValueError("a setting of composition is listed twice")
        return self


def _given(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    if any(sign in value for sign in "<>="):
        try:
            return parse_constraint(value)
        except ExpressionError as error:
            raise ValueError(str(error)) from None
    if value not in CONDITIONS:
        known = ", ".join(CONDITIONS)
        raise ValueError(f"unknown condition {value!r}; use a constraint such as 'alpha <= 2' or one of: {known}")
    return value


ConditionField = Annotated[str | Constraint, BeforeValidator(_given), WithJsonSchema({"type": "string"})]
"""The name of a condition, or a constraint on parameters."""


class WayBack(Record):
    """How an equivalence leads from its object back to its subject: by a map of its own, or by a claim of another record."""

    map: dict[ParameterName, ExpressionField] | None = None
    """The subject's quantitative parameters as expressions in the object's and in free ones."""
    free: dict[ParameterName, ConstraintField] | None = None
    """Parameters that may be chosen on the way back, each with its range."""
    by: OneLine | None = None
    """The id of the claim that leads back, where that is a claim of its own: <object>/<kind>/<subject>."""

    @model_validator(mode="after")
    def _one_of(self) -> Self:
        if (self.map is None) == (self.by is None):
            raise ValueError("the way back is a map, or the claim that has it (by: <object>/<kind>/<subject>): one of the two")
        if self.free is not None and self.map is None:
            raise ValueError("free parameters belong to a map")
        return self


class Relation(Record):
    """A claim that relates the subject (the notion whose record contains it) to the object.

    ``map`` gives the object's parameters as expressions in the subject's and in ``free`` ones, ``back`` the other way; ``at``
    names the values of structural parameters; ``given`` is what the claim needs beyond that.
    """

    kind: RelationKind
    """The kind of the relation; in a file it is the key before the object."""
    object: Slug
    """The id of the other notion."""
    suffix: Slug | None = None
    """Tells several claims of one kind about the same notion apart in their ids."""
    map: dict[ParameterName, ExpressionField] | None = None
    """The object's quantitative parameters as expressions in the subject's and in free ones."""
    free: dict[ParameterName, ConstraintField] | None = None
    """Parameters of the object that may be chosen, each with its range, such as 0 < delta < 1."""
    back: WayBack | Literal["none"] | None = None
    """Needed by an equivalence, and by nothing else: the way from the object back; none where no formula is recorded."""
    at: dict[ParameterName, OneLine] | None = None
    """The values of structural parameters at which the claim is made."""
    given: tuple[ConditionField, ...] = ()
    """What the claim needs beyond that: names of conditions, and constraints such as alpha <= 2."""
    tight: TightField = None
    """true where no pointwise better map exists; or where that is shown."""
    disputed: Slug | None = None
    """The id of the erratum that refutes the claim; it then takes no part in inference."""
    note: Text | None = None
    """What a reader must know beside it."""
    evidence: EvidenceList
    """What supports the claim: at least one item."""

    @model_validator(mode="before")
    @classmethod
    def _kind_is_a_key(cls, data: Any) -> Any:
        """``stronger_than: approximate-dp`` in the file becomes kind and object."""
        if not isinstance(data, dict) or "kind" in data:
            return data
        kinds = [k for k in data if k in RelationKind.__members__.values()]
        if len(kinds) != 1:
            names = ", ".join(RelationKind)
            what = "names no relation" if not kinds else f"names {len(kinds)} relations"
            raise ValueError(f"this claim {what}; it must have exactly one of the keys {names}")
        rest = {k: v for k, v in data.items() if k != kinds[0]}
        return {"kind": RelationKind(kinds[0]), "object": data[kinds[0]], **rest}

    @model_validator(mode="after")
    def _both_ways(self) -> Self:
        if self.kind is RelationKind.EQUIVALENT_TO and self.back is None:
            raise ValueError(
                "an equivalence needs a way back, as its map goes from the subject to the object only: back: {map: {…}}, "
                "back: {by: <claim>}, or back: none where no formula is recorded"
            )
        if self.kind is not RelationKind.EQUIVALENT_TO and self.back is not None:
            raise ValueError(f"back belongs to equivalent_to; {self.kind} has one direction, or none that needs a second map")
        return self

    @cached_property
    def grade(self) -> Grade:
        """The best grade of the evidence."""
        best = grade(self.evidence)
        assert best is not None  # the field needs one item
        return best

    def id(self, subject: str) -> str:
        """The claim's stable id: subject, kind, object, and a suffix where there are several."""
        parts = [subject, self.kind.value, self.object, *([self.suffix] if self.suffix else [])]
        return "/".join(parts)
