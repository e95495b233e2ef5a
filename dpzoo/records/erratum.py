"""An erratum: a printed claim that fails, with its correction."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from dpzoo.records.enums import ErratumKind
from dpzoo.records.evidence import Evidence
from dpzoo.records.fields import CitationKey, Line, Record, Text

ClaimId = Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]+(/[a-z0-9_-]+){1,3}$", max_length=260)]
"""``<subject>/<kind>/<object>[/<suffix>]`` or ``<subject>/<property>``."""


class Place(Record):
    """Where the claim is printed."""

    cite: CitationKey
    at: Line


class ErratumRecord(Record):
    """What an erratum's file says. The file's stem is the id."""

    title: Line
    source: Place
    printed: Text
    kind: ErratumKind
    why: Text
    correction: Text
    evidence: Annotated[tuple[Evidence, ...], Field(min_length=1)]
    second_source: Text | None = None
    corrected_by: CitationKey | None = None
    claims: tuple[ClaimId, ...] = ()
    found_by_inference: tuple[ClaimId, ...] = ()
    """Those of its claims that contradict undisputed claims by the rules of inference alone."""
