"""A deployment: who published what with which parameters, and what is not published; ``definitions/deployments/``."""

from __future__ import annotations

import inspect
from enum import StrEnum
from typing import Annotated, Any, Self

from pydantic import (
    BeforeValidator,
    Field,
    GetJsonSchemaHandler,
    PlainSerializer,
    StrictBool,
    WithJsonSchema,
    model_serializer,
    model_validator,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from dpzoo.expressions import Expression, ExpressionError, parse
from dpzoo.records.evidence import Sources
from dpzoo.records.fields import Gist, OneLine, ParameterName, Record, SaysWhatItIs, Slug, Text
from dpzoo.records.mechanism import Model
from dpzoo.records.notion import Alias


class Unpublished(Record):
    """A value that nobody has published, and what is known about it."""

    unpublished: OneLine
    """What is known about the value that nobody has published, in one line."""

    @property
    def words(self) -> str:
        """What a table says in the value's place."""
        return "not published"


class Unverified(Unpublished):
    """A value that may well be published, in a work that was not read for this record."""

    @property
    def words(self) -> str:
        """What a table says in the value's place."""
        return "not verified here"

    @model_serializer
    def _as_written(self) -> dict[str, str]:
        return {"unverified": self.unpublished}

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """The schema of what is written, whose key is not the field's name."""
        del core, handler
        known = {"title": "Unverified", "type": "string", "description": "What is known about the value, in one line."}
        return {
            "title": "Unverified",
            "description": inspect.getdoc(cls) or "",
            "type": "object",
            "properties": {"unverified": known},
            "required": ["unverified"],
            "additionalProperties": False,
        }


def _unpublished(value: dict[Any, Any]) -> Unpublished:
    kinds = {"unpublished": Unpublished, "unverified": Unverified}
    (key, known), *more = value.items() or [("", "")]
    if more or key not in kinds or not isinstance(known, str) or not known.strip() or "\n" in known.strip():
        raise ValueError(
            "a value that is not published is written {unpublished: what is known, in one line}; one that stands in a work "
            "that was not read, {unverified: what is known}"
        )
    return kinds[key](unpublished=known.strip())


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
"""A number as published, or ``{unpublished: what is known}``, or ``{unverified: what is known}``."""


def _text_or_unpublished(value: Any) -> Any:
    return _unpublished(value) if isinstance(value, dict) else value


StatedText = Annotated[OneLine | Unverified | Unpublished, BeforeValidator(_text_or_unpublished)]
"""A line of text, or ``{unpublished: what is known}``, or ``{unverified: what is known}``."""

StatedSlug = Annotated[Slug | Unverified | Unpublished, BeforeValidator(_text_or_unpublished)]
"""A record id, or ``{unpublished: what is known}``, or ``{unverified: what is known}``."""


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
        """The period in days, where it is a length of time; twelve months make a year of 365 days."""
        return {"day": 1.0, "week": 7.0, "month": 365 / 12}.get(self.value)


class NumbersBasis(StrEnum):
    """What was read for a release's numbers."""

    SOURCE = "source"
    ABSTRACT = "abstract"
    QUOTED = "quoted"
    REGISTRY = "registry"

    @property
    def words(self) -> str:
        """Remarks beside the numbers."""
        return {
            "source": "from the source",
            "abstract": "from the source's abstract",
            "quoted": "as others quote the source",
            "registry": "from the public registry; the source was not read",
        }[self.value]


class Unit(SaysWhatItIs):
    """Whose contribution is hidden: ``is`` in words, ``per`` period (renewed afterwards: that adds up)."""

    is_: OneLine
    """Whose contribution is hidden, in words."""
    per: Period
    """The period after which the loss begins anew, and adds up."""


class Release(Record):
    """One published statistic or feature: a notion with its parameters, how often it is repeated, and the places.

    ``values`` are the notion's parameters for one release; ``settings`` those of the mechanism; ``times`` how many releases
    fall into one ``unit.per`` period. ``at_most`` names the release of the same deployment that bounds any number of these
    together (all are computed from what it releases).
    """

    name: OneLine
    """The statistic or feature."""
    notion: Slug
    """The id of the notion that the published parameters belong to."""
    mechanism: StatedSlug | None = None
    """The id of the mechanism."""
    values: dict[ParameterName, Stated]
    """The notion's parameters for one release, as published (or computed from what is; then ``computed`` says so)."""
    computed: StrictBool = False
    """true where the values were computed here from published settings, and nobody published them."""
    settings: dict[ParameterName, Stated] = Field(default_factory=dict)
    """The mechanism's parameters, as published."""
    unit: Unit | None = None
    """The unit of privacy, where it is not the deployment's."""
    times: Stated | None = None
    """How many releases fall into one period of the unit."""
    at_most: OneLine | None = None
    """The name of the release that bounds any number of these together."""
    sources: Sources
    """Works and places that say so."""
    basis: NumbersBasis | None = None
    """What was read for the numbers, where that is less or more than the places say."""
    note: Text | None = None
    """What a reader should know beside it."""


class DeploymentRecord(Record):
    """What a deployment's file says. The file's stem is the id."""

    name: OneLine
    """What was released."""
    organisation: OneLine
    """Who released it."""
    aliases: tuple[Alias, ...] = ()
    """Other names, each with the works that use it."""
    year: StatedText
    """The year of the first release."""
    ended: StatedText | None = None
    """The year of the last release, where it ended."""
    registry: tuple[OneLine, ...] = ()
    """The url_slugs of its entries in the public registry of deployments."""
    gist: Gist
    """One sentence of at most 200 characters."""
    model: Model
    """Who adds the noise: central, local or shuffled."""
    system: Slug | None = None
    """The id of the system that it runs on."""
    description: Text
    """What is collected and published, and how."""
    unit: Unit
    """Whose contribution is hidden, and for how long."""
    releases: Annotated[tuple[Release, ...], Field(min_length=1)]
    """Statistics or features, each with its parameters."""
    unpublished: tuple[Text, ...] = ()
    """What nobody has published, one point each."""
    pitfalls: tuple[Text, ...] = ()
    """What the published parameters do not promise."""
    remarks: tuple[Text, ...] = ()
    """What else is worth knowing."""
    sources: Sources
    """Works and places that it is described in."""

    @model_validator(mode="after")
    def _names(self) -> Self:
        names = [r.name for r in self.releases]
        if len(set(names)) != len(names):
            raise ValueError("two releases have the same name")
        for release in self.releases:
            bound = self.bound_of(release)
            if release.at_most is not None and (bound is None or bound.at_most is not None or bound.notion != release.notion):
                raise ValueError(
                    f"at_most of {release.name!r} must name another release with the same notion, which has no at_most itself"
                )
        return self

    def bound_of(self, release: Release) -> Release | None:
        """The release that bounds any number of these together."""
        return next((r for r in self.releases if r.name == release.at_most), None)

    def unit_of(self, release: Release) -> Unit:
        """The release's own unit of privacy, or the deployment's."""
        return release.unit or self.unit
