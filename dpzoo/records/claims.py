"""Claims: a property of a notion, or a relation between two."""

from __future__ import annotations

from typing import Annotated, Any, Self

from pydantic import BeforeValidator, Field, model_validator

from dpzoo.expressions import Constraint, ExpressionError, parse_constraint
from dpzoo.records.conditions import CONDITIONS
from dpzoo.records.enums import Grade, RelationKind, Verdict
from dpzoo.records.evidence import Evidence, grade
from dpzoo.records.fields import ConstraintField, ExpressionField, Line, ParameterName, Record, Slug, Text


class FurtherClaim(Record):
    """Another source's claim about the same property; ``disputed`` names the erratum that refutes it."""

    verdict: Verdict
    evidence: Annotated[tuple[Evidence, ...], Field(min_length=1)]
    disputed: Slug | None = None
    note: Text | None = None


class Variant(Record):
    """A modified form of a property (post-processing by polynomial-time functions), with a verdict of its own."""

    of: Line
    verdict: Verdict
    evidence: Annotated[tuple[Evidence, ...], Field(min_length=1)]
    note: Text | None = None


class PropertyClaim(Record):
    """Whether a property holds at every parameter value, and why we say so."""

    verdict: Verdict
    evidence: tuple[Evidence, ...] = ()
    note: Text | None = None
    also: tuple[FurtherClaim, ...] = ()
    variant: tuple[Variant, ...] = ()

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
    witness: Slug | None = None


def _tight(value: Any) -> Any:
    if value is True:
        return {}
    if value is False:
        raise ValueError("leave 'tight' out where tightness is not shown")
    return value


class ManyFold(Record):
    """What ``k`` mechanisms with equal parameters give together, better than the rule for two applied again and again.

    ``rule`` gives each quantitative parameter in the mechanisms' parameters, ``k`` (or another name, see ``times``) and ``free``
    ones, each with its range.
    """

    name: Line
    times: ParameterName = "k"
    rule: dict[ParameterName, ExpressionField]
    free: dict[ParameterName, ConstraintField] | None = None
    tight: Annotated[Tightness | None, BeforeValidator(_tight)] = None
    evidence: Annotated[tuple[Evidence, ...], Field(min_length=1)]
    note: Text | None = None


class CompositionClaim(PropertyClaim):
    """Composability (survey, Definition 4), with the resulting parameters where known.

    In ``rule``, ``epsilon1`` and ``epsilon2`` are the two mechanisms' values of ``epsilon``; a parameter that both
    share stands plainly. ``many`` has rules for k mechanisms at once.
    """

    rule: dict[ParameterName, ExpressionField] | None = None
    many: tuple[ManyFold, ...] = ()


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


TightField = Annotated[Tightness | None, BeforeValidator(_tight)]
"""``true``, or where: ``{when: …}``; left out where tightness is not shown."""

ConditionField = Annotated[str | Constraint, BeforeValidator(_given)]


class Relation(Record):
    """A claim that the subject (the notion in whose record it stands) relates to the object.

    ``map`` gives the object's parameters as expressions in the subject's and in ``free`` ones; ``at`` names the
    values of structural parameters; ``given`` is what the claim needs beyond that.
    """

    kind: RelationKind
    object: Slug
    suffix: Slug | None = None
    map: dict[ParameterName, ExpressionField] | None = None
    free: dict[ParameterName, ConstraintField] | None = None
    at: dict[ParameterName, Line] | None = None
    given: tuple[ConditionField, ...] = ()
    tight: Annotated[Tightness | None, BeforeValidator(_tight)] = None
    disputed: Slug | None = None
    note: Text | None = None
    evidence: Annotated[tuple[Evidence, ...], Field(min_length=1)]

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

    @property
    def grade(self) -> Grade:
        """The best grade of the evidence."""
        best = grade(self.evidence)
        assert best is not None  # the field needs one item
        return best

    def id(self, subject: str) -> str:
        """The claim's stable id: subject, kind, object, and a suffix where there are several."""
        parts = [subject, self.kind.value, self.object, *([self.suffix] if self.suffix else [])]
        return "/".join(parts)
