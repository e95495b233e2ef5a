"""Field types that several records share: prose, slugs, citation keys, expressions."""

import re
import unicodedata
from typing import Annotated, Any

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    StringConstraints,
    WithJsonSchema,
    model_validator,
)

from dpzoo.expressions import Constraint, Expression, ExpressionError, parse, parse_constraint
from dpzoo.expressions.functions import CONSTANTS, FUNCTIONS
from dpzoo.expressions.parsing import MAX_LENGTH, is_name

SLUG_PATTERN = r"^[a-z0-9]+(-[a-z0-9]+)*$"
# control characters but tab, newline and carriage return; and those that reorder what a reader sees
_HIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def hidden_character(text: str) -> tuple[int, str] | None:
    """The first control or bidirectional-override character of ``text`` as (index, name), or None."""
    found = _HIDDEN.search(text)
    return None if found is None else (found.start(), unicodedata.name(found[0], f"U+{ord(found[0]):04X}"))


def is_slug(text: str) -> bool:
    """Whether ``text`` may be an id: lower-case letters, digits and single hyphens between them."""
    return re.fullmatch(SLUG_PATTERN, text) is not None and len(text) <= 80


def _one_line(text: str) -> str:
    if "\n" in text.strip():
        raise ValueError("this must be a single line")
    return text.strip()


def _number_or_text(value: Any) -> Any:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return parse(repr(value))
    if isinstance(value, str):
        try:
            return parse(value)
        except ExpressionError as error:
            raise ValueError(str(error)) from None
    return value


def _constraint(value: Any) -> Any:
    if isinstance(value, str):
        try:
            return parse_constraint(value)
        except ExpressionError as error:
            raise ValueError(str(error)) from None
    return value


def _identifier(text: str) -> str:
    if not is_name(text):
        raise ValueError(
            f"{text[:60]!r} cannot name a parameter: use an ASCII identifier that is not a keyword of Python and none of "
            f"{', '.join(sorted({*CONSTANTS, *FUNCTIONS}))}"
        )
    return text


class Record(BaseModel):
    """Base of everything read from a YAML file: immutable, no unknown keys.

    Lists become tuples and strings enums; integers and booleans are declared strict, so that ``"yes"`` is not a boolean.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=True, defer_build=True)


class SaysWhatItIs(Record):
    """A record with the key ``is``, a word of Python: its field is called ``is_``."""

    @model_validator(mode="before")
    @classmethod
    def _is_is_a_keyword(cls, data: object) -> object:
        if isinstance(data, dict) and "is" in data:
            return {("is_" if k == "is" else k): v for k, v in data.items()}
        return data


Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=20_000)]
"""Markdown prose with ``$…$`` LaTeX."""

OneLine = Annotated[str, AfterValidator(_one_line), StringConstraints(min_length=1, max_length=1_000)]
"""Text on a single line."""

Gist = Annotated[OneLine, Field(max_length=200)]
"""One sentence for a newcomer, as a list shows it."""

Aside = Annotated[OneLine, Field(max_length=300)]
"""One or two sentences that are shown beside something else."""

Latex = Annotated[str, AfterValidator(_one_line), StringConstraints(min_length=1, max_length=500)]
"""LaTeX without dollar signs."""

Slug = Annotated[str, StringConstraints(pattern=SLUG_PATTERN, max_length=80)]
"""A record id."""

CitationKey = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9+_.:-]*$", max_length=60)]
"""A key of ``references.bib``."""

ParameterName = Annotated[str, AfterValidator(_identifier)]
"""A parameter's name in expressions."""

_EXPRESSION_SCHEMA = {
    "anyOf": [{"type": "string", "maxLength": MAX_LENGTH}, {"type": "number"}],
    "description": "an expression over + - * / **, exp log sqrt min max, numbers and parameter names",
}

ExpressionField = Annotated[
    Expression,
    BeforeValidator(_number_or_text),
    PlainSerializer(str, return_type=str),
    WithJsonSchema(_EXPRESSION_SCHEMA),
]
"""An expression of the parameter language."""

ConstraintField = Annotated[
    Constraint,
    BeforeValidator(_constraint),
    PlainSerializer(str, return_type=str),
    WithJsonSchema({"type": "string", "maxLength": MAX_LENGTH, "description": "a condition such as '0 < delta < 1'"}),
]
"""A condition on parameters."""
