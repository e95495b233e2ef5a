"""A deployment: who published what with which parameters, and what is not published; ``definitions/deployments/``."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, Self

from pydantic import BeforeValidator, Field, PlainSerializer, WithJsonSchema, model_validator

from dpzoo.expressions import Expression, ExpressionError, parse
from dpzoo.records.erratum import Place
from dpzoo.records.fields import Line, ParameterName, Record, Slug, Text
from dpzoo.records.mechanism import Model
from dpzoo.records.notion import Alias


class Unpublished(Record):
    """A value that nobody has published, and what is known about it."""

    unpublished: Line


def _unpublished(value: dict[Any, Any]) -> Unpublished:
    known = value.get("unpublished")
    if set(value) != {"unpublished"} or not isinstance(known, str) or not known.strip() or "\n" in known.strip():
        raise ValueError("a value that is not published is written {unpublished: what is known, in one line}")
    return Unpublished(unpublished=known.strip())


def _stated(value: Any) -> Any:
    if isinstance(value, dict):
        return _unpublished(value)
    if isinstance(value, str | int | float) and not isinstance(value, bool):
        try:
            return parse(value if isinstance(value, str) else repr(value))
        except ExpressionError as error:
            raise ValueError(f"{error}; or say {{unpublished: what is known}}") from None
    return value


Stated = Annotated[
    Expression | Unpublished,
    BeforeValidator(_stated),
    PlainSerializer(lambda v: v.model_dump() if isinstance(v, Unpublished) else str(v)),
    WithJsonSchema({"anyOf": [{"type": "string"}, {"type": "number"}, {"type": "object"}]}),
]
"""A number as published, or ``{unpublished: what is known}``."""


def _text_or_unpublished(value: Any) -> Any:
    return _unpublished(value) if isinstance(value, dict) else value


StatedText = Annotated[Line | Unpublished, BeforeValidator(_text_or_unpublished)]
"""A line of text, or ``{unpublished: what is known}``."""

StatedSlug = Annotated[Slug | Unpublished, BeforeValidator(_text_or_unpublished)]
"""A record id, or ``{unpublished: what is known}``."""


class Period(StrEnum):
    """How long one count of releases covers: the time component of the unit of privacy."""

    ONCE = "once"
    REPORT = "report"
    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    LIFETIME = "lifetime"

    @property
    def days(self) -> float | None:
        """The period in days, where it is a length of time."""
        return {"day": 1.0, "week": 7.0, "month": 30.0}.get(self.value)


class Unit(Record):
    """Whose contribution is hidden: ``is`` in words, ``per`` period (renewed afterwards: that adds up)."""

    is_: Line
    per: Period

    @model_validator(mode="before")
    @classmethod
    def _is_is_a_keyword(cls, data: object) -> object:
        if isinstance(data, dict) and "is" in data:
            return {("is_" if k == "is" else k): v for k, v in data.items()}
        return data


class Release(Record):
    """One published statistic or feature: a notion with its parameters as published, how often it is repeated, and the places.

    ``values`` are the notion's parameters for one release; ``settings`` those of the mechanism; ``times`` how many releases
    fall into one ``unit.per`` period.
    """

    name: Line
    notion: Slug
    mechanism: StatedSlug | None = None
    values: dict[ParameterName, Stated]
    settings: dict[ParameterName, Stated] = Field(default_factory=dict)
    unit: Unit | None = None
    times: Stated | None = None
    sources: Annotated[tuple[Place, ...], Field(min_length=1)]
    note: Text | None = None


class DeploymentRecord(Record):
    """What a deployment's file says. The file's stem is the id."""

    name: Line
    organisation: Line
    aliases: tuple[Alias, ...] = ()
    year: StatedText
    gist: Annotated[Line, Field(max_length=200)]
    model: Model
    system: Slug | None = None
    description: Text
    unit: Unit
    releases: Annotated[tuple[Release, ...], Field(min_length=1)]
    unpublished: tuple[Text, ...] = ()
    pitfalls: tuple[Text, ...] = ()
    remarks: tuple[Text, ...] = ()
    sources: Annotated[tuple[Place, ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _names(self) -> Self:
        names = [r.name for r in self.releases]
        if len(set(names)) != len(names):
            raise ValueError("two releases have the same name")
        return self

    def unit_of(self, release: Release) -> Unit:
        """The release's own unit of privacy, or the deployment's."""
        return release.unit or self.unit
