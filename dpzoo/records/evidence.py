"""What a claim rests on."""

from typing import Annotated, Self

from pydantic import Field, StringConstraints, model_validator

from dpzoo.records.enums import Grade
from dpzoo.records.fields import CitationKey, OneLine, Record, Slug, Text

TheoremName = Annotated[str, StringConstraints(pattern=r"^[a-z][A-Za-z0-9_]*$", max_length=200)]
"""The name of a theorem in Rocq."""


class Evidence(Record):
    """One support of a claim: a cited place, an executable witness, an argument of our own, or a theorem in Rocq.

    An argument is a proof, or lemmas that give the claim together, or both: then the proof says what is put into the lemmas.
    """

    cite: CitationKey | None = None
    """A key of references.bib."""
    at: OneLine | None = None
    """The place in the cited work: theorem, table, section or page."""
    witness: Slug | None = None
    """The id of an executable witness."""
    proof: Text | None = None
    """A short argument of our own, complete with the lemmas beside it."""
    lemmas: Annotated[tuple[Slug, ...], Field(min_length=1)] | None = None
    """The ids of lemmas that the argument uses."""
    formal: TheoremName | None = None
    """The name of a theorem in ``proofs/`` that a machine has checked against the statement which the record makes."""
    note: Text | None = None
    """What a reader must know beside it."""

    @model_validator(mode="after")
    def _exactly_one(self) -> Self:
        given = [k for k in ("cite", "witness", "formal") if getattr(self, k) is not None]
        if len(given) + self.argued != 1:
            raise ValueError("an evidence item is exactly one of cite, witness, formal, and an argument (proof, lemmas or both)")
        if self.lemmas is not None and len(set(self.lemmas)) != len(self.lemmas):
            raise ValueError("a lemma is named twice")
        if (self.cite is None) != (self.at is None):
            raise ValueError("a citation names its place: give both cite and at (theorem, table, section or page)")
        return self

    @property
    def argued(self) -> bool:
        """Whether it is an argument of our own: a proof, lemmas, or both."""
        return self.proof is not None or self.lemmas is not None

    @property
    def grade(self) -> Grade:
        """A theorem that a machine has checked over a witness over a proof over a citation."""
        if self.formal is not None:
            return Grade.FORMAL
        if self.witness is not None:
            return Grade.WITNESS
        return Grade.PROVED if self.argued else Grade.CITED


class Place(Record):
    """A place in a work."""

    cite: CitationKey
    """The work, as a key of references.bib."""
    at: OneLine
    """The place in it: theorem, table, section or page."""


Sources = Annotated[tuple[Place, ...], Field(min_length=1)]

EvidenceList = Annotated[tuple[Evidence, ...], Field(min_length=1)]


def grade(evidence: tuple[Evidence, ...]) -> Grade | None:
    """The best grade among ``evidence``; None if there is none."""
    if len(evidence) == 1:
        return evidence[0].grade
    return Grade.best([e.grade for e in evidence]) if evidence else None
