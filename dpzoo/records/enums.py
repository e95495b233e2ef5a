"""The closed vocabularies of records."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Self, TypeVar

E = TypeVar("E", bound=StrEnum)


def one_of(kind: type[E], given: str, what: str) -> E:
    """The member that ``given`` is or spells; ValueError with all that there are."""
    try:
        return kind(given)
    except ValueError:
        raise ValueError(f"{given!r} is not a {what}; choose one of {', '.join(kind)}") from None


class Dimension(StrEnum):
    """One of the survey's seven ways to depart from pure DP (Desfontaines & Pejó 2022, Section 2.2)."""

    Q = "Q"
    N = "N"
    V = "V"
    B = "B"
    F = "F"
    R = "R"
    C = "C"

    @property
    def slug(self) -> str:
        """The dimension's folder under ``definitions/`` and its page on the site."""
        return _DIMENSIONS[self][0]

    @property
    def label(self) -> str:
        """The dimension's name in the survey."""
        return _DIMENSIONS[self][1]

    @property
    def question(self) -> str:
        """The question that the dimension asks of a definition."""
        return _DIMENSIONS[self][2]


_DIMENSIONS = {
    Dimension.Q: ("quantification", "Quantification of privacy loss", "How is the privacy loss measured across outputs?"),
    Dimension.N: ("neighborhood", "Neighborhood definition", "Which properties are hidden from the attacker?"),
    Dimension.V: ("variation", "Variation of privacy loss", "May the privacy loss vary across inputs?"),
    Dimension.B: ("background", "Background knowledge", "How much does the attacker know beforehand?"),
    Dimension.F: ("formalism", "Formalism change", "In which terms is the attacker's gain described?"),
    Dimension.R: ("relativization", "Relativization of knowledge gain", "What is the attacker's gain compared with?"),
    Dimension.C: ("computation", "Computational power", "How much can the attacker compute?"),
}


class Standing(StrEnum):
    """Where a notion stands with respect to the survey."""

    SURVEY = "survey"
    CONTEXT = "context"
    OUTSIDE = "outside"
    SYNTACTIC = "syntactic"
    LATER = "later"


def home_folder(standing: Standing, dimensions: Sequence[Dimension]) -> str:
    """The folder under ``definitions/`` that a notion's record belongs in."""
    match standing, dimensions:
        case ((Standing.CONTEXT | Standing.OUTSIDE | Standing.SYNTACTIC), _):
            return standing.value
        case _, ():
            return "baseline"
        case _, (only,):
            return only.slug
        case _:
            return "combined"


class Basis(StrEnum):
    """What a notion's formal statement rests on."""

    SOURCE = "source"
    SURVEY = "survey"
    RECONSTRUCTION = "reconstruction"

    @property
    def words(self) -> str:
        """The basis as a page says it."""
        return {
            Basis.SOURCE: "as the introducing work defines it",
            Basis.SURVEY: "as a later work defines it",
            Basis.RECONSTRUCTION: "our reconstruction",
        }[self]


class ParameterKind(StrEnum):
    """Quantitative: how much. Structural: what."""

    QUANTITATIVE = "quantitative"
    STRUCTURAL = "structural"


class Direction(StrEnum):
    """What a larger value of a quantitative parameter does to the guarantee."""

    WEAKER = "larger is weaker"
    STRONGER = "larger is stronger"


class Values(StrEnum):
    """What a quantitative parameter ranges over."""

    NUMBER = "number"
    INTEGER = "integer"
    FUNCTION = "function"


class Verdict(StrEnum):
    """Whether a property of a notion holds."""

    HOLDS = "holds"
    FAILS = "fails"
    OPEN = "open"


class Property(StrEnum):
    """The three properties every record states."""

    POST_PROCESSING = "post_processing"
    CONVEXITY = "convexity"
    COMPOSITION = "composition"

    @property
    def label(self) -> str:
        """The property's name in a sentence."""
        return self.value.replace("_", "-")


class RelationKind(StrEnum):
    """How the subject of a claim relates to its object (design, Section 2)."""

    STRONGER_THAN = "stronger_than"
    IMPLIES = "implies"
    SPECIAL_CASE_OF = "special_case_of"
    EQUIVALENT_TO = "equivalent_to"
    SAME_AS = "same_as"
    NOT_STRONGER_THAN = "not_stronger_than"
    DOES_NOT_IMPLY = "does_not_imply"
    NOT_SPECIAL_CASE_OF = "not_special_case_of"

    @property
    def symbol(self) -> str:
        """The sign between subject and object."""
        return _RELATIONS[self][0]

    @property
    def words(self) -> str:
        """The verb between subject and object."""
        return _RELATIONS[self][1]

    @property
    def inverse_words(self) -> str:
        """The verb between object and subject."""
        return _RELATIONS[self][2]

    @property
    def symmetric(self) -> bool:
        """Whether the claim says the same when subject and object change places."""
        return self in (RelationKind.EQUIVALENT_TO, RelationKind.SAME_AS)

    @property
    def negative(self) -> bool:
        """Whether the claim is a separation."""
        return self in (RelationKind.NOT_STRONGER_THAN, RelationKind.DOES_NOT_IMPLY, RelationKind.NOT_SPECIAL_CASE_OF)


_RELATIONS = {
    RelationKind.STRONGER_THAN: ("≻", "is stronger than", "is weaker than"),
    RelationKind.IMPLIES: ("⟹", "implies", "is implied by"),
    RelationKind.SPECIAL_CASE_OF: ("⊂", "is a special case of", "extends"),
    RelationKind.EQUIVALENT_TO: ("~", "is interchangeable up to parameters with", "is interchangeable up to parameters with"),
    RelationKind.SAME_AS: ("=", "is the same as", "is the same as"),
    RelationKind.NOT_STRONGER_THAN: ("⊁", "is not stronger than", "is not weaker than"),
    RelationKind.DOES_NOT_IMPLY: ("⇏", "does not imply", "is not implied by"),
    RelationKind.NOT_SPECIAL_CASE_OF: ("⊄", "is not a special case of", "does not extend"),
}


class Grade(StrEnum):
    """How well a claim is supported, weakest first."""

    TESTED = "tested"
    CITED = "cited"
    PROVED = "proved"
    WITNESS = "witness"
    FORMAL = "formal"

    @property
    def rank(self) -> int:
        """0 for the weakest grade."""
        return _RANKS[self]

    @classmethod
    def best(cls, grades: list[Self]) -> Self:
        """The strongest of ``grades``."""
        return max(grades, key=lambda g: g.rank)


_RANKS = {grade: rank for rank, grade in enumerate(Grade)}


class ErratumKind(StrEnum):
    """What is wrong with a printed claim."""

    MISPRINT = "misprint"
    WRONG_DIRECTION = "wrong-direction"
    WRONG_CLAIM = "wrong-claim"
    MISSING_CONDITION = "missing-condition"
    WRONG_PROOF = "wrong-proof"
    AMBIGUOUS = "ambiguous"
    TRANSCRIPTION = "transcription"
