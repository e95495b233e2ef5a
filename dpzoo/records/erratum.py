"""An erratum: a printed claim that fails, with its correction."""

from __future__ import annotations

from typing import Annotated

from pydantic import StringConstraints

from dpzoo.records.enums import ErratumKind
from dpzoo.records.evidence import EvidenceList, Place
from dpzoo.records.fields import CitationKey, OneLine, Record, Text

ClaimId = Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]+(/[a-z0-9_-]+){1,3}$", max_length=260)]
"""``<subject>/<kind>/<object>[/<suffix>]`` or ``<subject>/<property>``."""


class Slip(Record):
    """A slip of a letter, name or reference: what is printed, and what is meant."""

    at: OneLine
    """The place in the work: theorem, table, section or page."""
    printed: Text
    """What is printed there, in our words or its formula."""
    read: Text
    """What is meant."""


class ErratumRecord(Record):
    """What an erratum's file says. The file's stem is the id."""

    title: OneLine
    """One line that names the error."""
    source: Place
    """Where the claim is printed."""
    printed: Text
    """The claim as printed, in our words or its formula."""
    kind: ErratumKind
    """What kind of error it is."""
    why: Text
    """Why the claim fails."""
    correction: Text
    """What holds instead."""
    evidence: EvidenceList
    """What shows the failure: at least one item."""
    second_source: Text | None = None
    """Whether a second source prints the same."""
    slips: tuple[Slip, ...] = ()
    """Slips of the pen of one work, gathered: they change no claim, and the place itself shows what is meant."""
    corrected_by: CitationKey | None = None
    """The work in which the authors corrected it."""
    claims: tuple[ClaimId, ...] = ()
    """The ids of the claims that it disputes: subject/kind/object, or subject/property."""
    found_by_inference: tuple[ClaimId, ...] = ()
    """Those of its claims that contradict undisputed claims by the rules of inference alone."""
