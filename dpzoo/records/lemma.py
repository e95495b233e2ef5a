"""A lemma: an argument that many claims use, stated and proved once; ``definitions/lemmas/``."""

from __future__ import annotations

from typing import Self

from pydantic import Field, model_validator

from dpzoo.records.claim_records import ConditionField
from dpzoo.records.evidence import Sources
from dpzoo.records.fields import OneLine, ParameterName, Record, Slug, Text


class Case(Record):
    """What is put into a lemma for one notion: why the notion holds, or fails, for the lemma's mechanisms."""

    because: Text
    """Why, in a sentence or two."""
    at: dict[ParameterName, OneLine] | None = None
    """The values of structural parameters for which this is said; a claim that uses the case says the same."""


class LemmaRecord(Record):
    """What a lemma's file says. The file's stem is the id.

    A lemma may be half of a separation: ``holds`` lists the notions that its mechanisms satisfy, ``fails`` those that they
    violate at every proper value. ``meets`` names the lemmas whose assumption these mechanisms meet, so that a claim which
    cites one lemma that says that its subject holds, and one that says that its object fails, is proved by the two.
    """

    name: OneLine
    """What it is called."""
    statement: Text
    """What it says: whole sentences with all their assumptions."""
    proof: Text
    """The argument, complete but for what the cases put in."""
    given: tuple[ConditionField, ...] = ()
    """Conditions that every claim which uses the lemma has to state."""
    holds: dict[Slug, Case] = Field(default_factory=dict)
    """Notions that the lemma's mechanisms satisfy, each with the reason."""
    fails: dict[Slug, Case] = Field(default_factory=dict)
    """Notions that the lemma's mechanisms violate at every proper value, each with the reason."""
    meets: tuple[Slug, ...] = ()
    """Ids of lemmas whose assumption the mechanisms of this one meet."""
    witness: Slug | None = None
    """The id of a witness in which it runs."""
    sources: Sources | None = None
    """Where it comes from, if it is not our own."""

    @model_validator(mode="after")
    def _meets_for_what_holds(self) -> Self:
        if self.meets and not self.holds:
            raise ValueError("meets says what the mechanisms of 'holds' are good for; this lemma lists no notion there")
        return self

    def cases(self, subject: str, object: str | None) -> tuple[Case, ...]:
        """What is put in for a claim about these notions: for its subject, which holds, and then for its object, which fails."""
        found = (self.holds.get(subject), None if object is None else self.fails.get(object))
        return tuple(c for c in found if c is not None)
