"""The parameters of a notion."""

from functools import cached_property
from typing import Self

from pydantic import model_validator

from dpzoo.expressions import Constraint, ExpressionError, parse_constraint
from dpzoo.records.enums import Direction, ParameterKind, Values
from dpzoo.records.fields import Latex, OneLine, Record, Text


class Parameter(Record):
    """A parameter: how much (quantitative) or what (structural).

    For numbers and integers ``domain`` (the legal values) and ``proper`` (those over which "stronger" and "implies"
    quantify; the domain by default) are constraints on the parameter; for functions and structural parameters they
    are prose. ``attainable`` excludes, in prose, values that are perfect or that no mechanism satisfies.
    ``weakens_to`` says at which other values of this parameter the guarantee then also holds.
    """

    latex: Latex
    """The symbol, as LaTeX without dollar signs."""
    kind: ParameterKind
    """quantitative: how much; structural: what."""
    direction: Direction | None = None
    """What a larger value does to the guarantee; quantitative parameters only."""
    values: Values | None = None
    """number (the default), integer or function; quantitative parameters only."""
    sort: OneLine | None = None
    """What kind of object it is, so that equal ones are identified between notions; structural parameters only."""
    domain: OneLine
    """The legal values: a constraint such as epsilon >= 0, or prose for functions and structural parameters."""
    proper: OneLine | None = None
    """The values that are neither vacuous nor another notion in disguise; the domain by default."""
    attainable: OneLine | None = None
    """Which of these values count, where that depends on structural parameters; the others are perfect, or met by nothing."""
    weakens_to: OneLine | None = None
    """At which other values of this parameter the guarantee then also holds."""
    meaning: Text
    """What the parameter is, in one sentence."""

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if self.kind is ParameterKind.STRUCTURAL:
            if self.sort is None:
                raise ValueError(
                    "a structural parameter needs a sort (what kind of object it is), so that equal ones can be identified "
                    "between notions"
                )
            if self.direction is not None or self.values is not None:
                raise ValueError("direction and values belong to quantitative parameters only")
            return self
        if self.direction is None:
            raise ValueError("a quantitative parameter needs a direction: 'larger is weaker' or 'larger is stronger'")
        if self.sort is not None:
            raise ValueError("sort belongs to structural parameters only")
        if self.numeric:
            for key in ("domain", "proper"):
                text = getattr(self, key)
                if text is not None:
                    try:
                        parse_constraint(text)
                    except ExpressionError as error:
                        raise ValueError(f"{key}: {error}") from None
        return self

    @property
    def quantitative(self) -> bool:
        """Whether the parameter says how much."""
        return self.kind is ParameterKind.QUANTITATIVE

    @property
    def numeric(self) -> bool:
        """Whether the values are numbers, so that domain and proper are constraints."""
        return self.quantitative and self.values is not Values.FUNCTION

    @cached_property
    def domain_constraint(self) -> Constraint | None:
        """The legal values as a constraint, for a numeric parameter."""
        return parse_constraint(self.domain) if self.numeric else None

    @cached_property
    def proper_constraint(self) -> Constraint | None:
        """The proper values as a constraint, for a numeric parameter."""
        return parse_constraint(self.proper or self.domain) if self.numeric else None
