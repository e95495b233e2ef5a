"""The rules that lift facts about blocks to notions."""

from __future__ import annotations

from enum import StrEnum


class LiftRule(StrEnum):
    """The rules that lift facts about blocks to notions, by their numbers on the page that proves them."""

    STANDARD = "R1"
    WITHIN = "R2"
    COUPLED = "R3"
    STEPS = "R4"
    LAWS = "R5"
    INVARIANT = "R6"
    ONE_ORDER = "R6'"
    DISTANCE = "R7"
    SAME = "R9"
    VIEW = "R11"
    DISCLOSURE = "R13"
    PAIR = "R14"

    @property
    def words(self) -> str:
        """What the rule says, for a reader of a derivation."""
        return _WORDS[self]


_WORDS = {
    LiftRule.STANDARD: "an order of standards holds for every unit",
    LiftRule.WITHIN: "every compared pair of the one is compared by the other",
    LiftRule.COUPLED: "every compared pair of the one mixes pairs that the other compares, which the standard allows",
    LiftRule.STEPS: "every compared pair of the one is a chain of pairs that the other compares",
    LiftRule.LAWS: "two laws that separate the standards, one on each side of a pair",
    LiftRule.INVARIANT: "publishing what the neighbours of the one never change",
    LiftRule.ONE_ORDER: "an output that becomes possible only along the compared order",
    LiftRule.DISTANCE: "a loss that adds up along ever longer chains",
    LiftRule.SAME: "the same blocks",
    LiftRule.DISCLOSURE: "the one lets a mechanism give away what the other refuses",
    LiftRule.PAIR: "two laws that separate the standards, on a pair that a notion of its own shape bounds",
    LiftRule.VIEW: "what the one sees is a function of what the other sees",
}
