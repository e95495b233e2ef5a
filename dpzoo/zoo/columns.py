"""The columns of the tables, each with its meaning and its type: what the CSV files hold and their schemas say."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from dpzoo.records.enums import Basis, Dimension, Standing, Verdict

SEPARATOR: Final = "//"
"""Between the values of a column that holds several; no id, key, letter or name has it."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table."""

    name: str
    meaning: str
    type: str = "string"
    several: bool = False
    choices: tuple[str, ...] = field(default=())

    @property
    def described(self) -> dict[str, Any]:
        """The column as a field of a Table Schema."""
        constraints = {"constraints": {"enum": list(self.choices)}} if self.choices and not self.several else {}
        several = f" Several are separated by {SEPARATOR!r}." if self.several else ""
        return {"name": self.name, "type": self.type, "description": self.meaning + several, **constraints}


_VERDICTS: Final = tuple(v.value for v in Verdict)

NOTIONS: Final = (
    Column("id", "The stable id, the stem of the record's file."),
    Column("name", "The field's standard name."),
    Column("abbreviation", "The usual abbreviation; empty where there is none."),
    Column("aliases", "Other names.", several=True),
    Column("dimensions", "The letters of the dimensions.", several=True, choices=tuple(d.value for d in Dimension)),
    Column("standing", "Where the notion stands with respect to the survey.", choices=tuple(s.value for s in Standing)),
    Column("year", "The year of introduction.", "integer"),
    Column("introduced_by", "Citation keys of the works that introduced it.", several=True),
    Column("parameters", "The parameters' names, in the order of the notation.", several=True),
    Column("post_processing", "The recorded verdict.", choices=_VERDICTS),
    Column("convexity", "The recorded verdict.", choices=_VERDICTS),
    Column("composition", "The recorded verdict.", choices=_VERDICTS),
    Column("executable", "Whether the definition runs on finite mechanisms.", "boolean"),
    Column("gist", "One sentence for a newcomer."),
    Column("notation", "The notation, as LaTeX without dollar signs."),
    Column(
        "statement_basis",
        "What the formal statement rests on: the introducing work, another work that gives it in full, or a reconstruction.",
        choices=tuple(b.value for b in Basis),
    ),
)

STATUS: Final[dict[str, str]] = {
    "asserted-yes": "a record states it",
    "derived-yes": "it follows from what records state",
    "asserted-no": "a record states that it fails",
    "derived-no": "that it fails follows from what records state",
    "asserted-no-conditional": "a record states that it fails in general; under conditions it holds",
    "derived-no-conditional": "it follows that it fails in general; under conditions it holds",
    "open-conditional": "nobody has decided it in general; under conditions it holds",
    "open": "nobody has decided it",
    "different-data": "the two speak of different data, and no translation is recorded",
}
"""The status codes of the closure: how it is known, what is known, and whether it holds under conditions."""

_CODES: Final = tuple(STATUS)

CLOSURE: Final = (
    Column("subject", "The id of the first notion."),
    Column("object", "The id of the second notion, different from the first."),
    Column("stronger_than", "Whether the subject is stronger than the object.", choices=_CODES),
    Column("implies", "Whether the subject implies the object.", choices=_CODES),
    Column("special_case_of", "Whether the subject is a special case of the object.", choices=_CODES),
)

CLAIMS: Final = (
    Column("id", "The claim's stable id: subject, kind, object."),
    Column("subject", "The notion in whose record the claim stands."),
    Column("kind", "The kind of the relation."),
    Column("object", "The other notion."),
    Column("grade", "How well it is supported: cited, proved, witness or formal (machine-checked by Rocq, finite outputs)."),
    Column("disputed", "The erratum that refutes the claim; empty where none does."),
    Column("conditional", "Whether it holds under conditions only.", "boolean"),
    Column("map", "The object's parameters as expressions in the subject's and in free ones.", several=True),
    Column("back", "Of an equivalence, the subject's parameters in the object's; none where no formula is known.", several=True),
    Column("sources", "Citation keys of its evidence.", several=True),
)


def table_schema(columns: tuple[Column, ...], key: list[str]) -> dict[str, Any]:
    """The columns as a Table Schema (specs.frictionlessdata.io/table-schema)."""
    return {"fields": [c.described for c in columns], "missingValues": [""], "primaryKey": key}
