"""The five building blocks of a DP specification (Bailie, Gong & Meng 2025), as a record describes them."""

from typing import Self

from pydantic import StrictBool, model_validator

from dpzoo.records.fields import Record, SaysWhatItIs, Text


class Block(SaysWhatItIs):
    """One block of a notion; ``is`` may be left out where nothing differs from pure DP."""

    same_as_pure: StrictBool
    """Whether the block is what it is for pure DP."""
    is_: Text | None = None
    """What the block is for this notion; needed where it differs from pure DP."""

    @model_validator(mode="after")
    def _described(self) -> Self:
        if not self.same_as_pure and self.is_ is None:
            raise ValueError("a block that differs from pure DP says what it is (key 'is')")
        return self


class Blocks(Record):
    """Domain, scope, unit, standard, intensity; and the order of quantifiers where that distinguishes the notion."""

    domain: Block
    """Which datasets there are."""
    scope: Block
    """Within which universes two datasets are compared."""
    unit: Block
    """The distance between datasets: what one step is."""
    standard: Block
    """The distance between output distributions; a δ and the order of a divergence belong to it."""
    intensity: Block
    """How much: the bound per unit. It is that of pure DP, one number, unless it varies (by person, pair or output), is a
    function, or has a second kind of budget beside it."""
    aggregation: Text | None = None
    """The order of quantifiers, where that distinguishes the notion."""
