"""The results of running a definition: tightest parameters, frontiers, verdicts, each with its certainty and its reason."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from typing import Any, Final

from dpzoo.numbers.decimals import outward
from dpzoo.numbers.real import Real, real


class Certainty(StrEnum):
    """What a result rests on."""

    CERTIFIED = "certified"
    """Exact rational or ball arithmetic."""
    SAMPLED = "sampled"
    """Only of witnesses: certified for the values that they try; for all others the proof is in words."""
    NUMERIC = "numeric"
    """Floating-point arithmetic, within the stated tolerance."""
    UNDECIDED = "undecided"
    """Two numbers that the precision limit could not tell apart."""


@dataclass(frozen=True)
class Worst:
    """The ordered pair that decides, and the event that shows it."""

    left: str
    right: str
    event: tuple[Hashable, ...] = ()
    probability_left: Any = None
    probability_right: Any = None

    def __str__(self) -> str:
        if not self.event:
            return f"{self.left} against {self.right}"
        shown = ", ".join(map(str, self.event[:_SHOWN])) + (", …" if len(self.event) > _SHOWN else "")
        if self.probability_left is None:
            return f"{self.left} against {self.right}, outputs {{{shown}}}"
        chances = f"{show(self.probability_left)} against {show(self.probability_right)}"
        return f"{self.left} against {self.right}, outputs {{{shown}}}: {chances}"


_SHOWN = 4
Shown = tuple[tuple[Hashable, ...], Any, Any]
"""An event, and its probabilities under the two laws."""


class LateWorst(Worst):
    """A pair whose event is built on demand, since it may have a million outputs."""

    def __init__(self, left: str, right: str, show: Callable[[], Shown]) -> None:
        self.__dict__.update(left=left, right=right, _show=show)

    @cached_property
    def _shown(self) -> Shown:
        found: Shown = self.__dict__.pop("_show")()
        return found

    @property
    def event(self) -> tuple[Hashable, ...]:
        """The outputs that show it."""
        return self._shown[0]

    @property
    def probability_left(self) -> Any:
        """Of the event, under the left law."""
        return self._shown[1]

    @property
    def probability_right(self) -> Any:
        """Of the event, under the right law."""
        return self._shown[2]

    def __reduce__(self) -> tuple[Any, ...]:
        return Worst, (self.left, self.right, *self._shown)


NOTHING: Final = "nothing to compare: the mechanism has no pair that the notion speaks of"
"""The note of a result about no pairs at all."""
OF_THE_TABLE: Final = "of the table alone"
"""How the note begins of a result that says nothing, in either direction, of the mechanism that a table stands for."""


@dataclass(frozen=True)
class Tightest:
    """The tightest value of one parameter with the others fixed.

    ``value`` is a Real (certified), a float (numeric) or, for a function-valued parameter, a mapping or a curve. ``attained``
    says whether the notion holds at the value itself and not only beyond it (None where that was not decided).
    ``refutes_only`` marks a bound on one side: the notion quantifies over more than was tried, or the mechanism is a
    post-processed one, so that the true value may be larger (or smaller, if larger values are stronger: ``at_most``).
    ``tolerance`` is relative to the value.
    """

    notion: str
    parameter: str
    value: Any
    certainty: Certainty
    fixed: Mapping[str, Any] = field(default_factory=dict)
    worst: Worst | None = None
    attained: bool | None = True
    tolerance: float = 0.0
    refutes_only: bool = False
    note: str = ""
    at_most: bool = False

    def __float__(self) -> float:
        return float(self.value)

    @property
    def nothing(self) -> bool:
        """Whether there was nothing to compare, so that the value says nothing."""
        return self.note == NOTHING

    @property
    def sign(self) -> str:
        """How the true value relates to the one that was found."""
        return "=" if not self.refutes_only else "≤" if self.at_most else "≥"

    def __str__(self) -> str:
        if self.nothing:
            return f"{self.parameter}: {NOTHING}"
        at = ", ".join(f"{k} {related('=', v)}" for k, v in self.fixed.items())
        scope = f", {OF_THE_TABLE}" if self.note.startswith(OF_THE_TABLE) else ""
        return f"{self.parameter} {related(self.sign, self.value)}" + (f" at {at}" if at else "") + f" ({self.certainty}{scope})"


@dataclass(frozen=True)
class Frontier:
    """The Pareto-optimal pairs of two parameters: each ``(x, y)`` has the tightest y at x. ``at`` computes further ones."""

    notion: str
    parameters: tuple[str, str]
    points: tuple[tuple[Any, Any], ...]
    certainty: Certainty
    fixed: Mapping[str, Any]
    at: Callable[[Any], Tightest] = field(repr=False, compare=False)
    worst: Worst | None = None
    refutes_only: bool = False
    note: str = ""
    at_most: bool = False

    @property
    def nothing(self) -> bool:
        """Whether there was nothing to compare."""
        return self.note == NOTHING

    @property
    def sign(self) -> str:
        """How the true values of the second parameter relate to those that were found."""
        return "=" if not self.refutes_only else "≤" if self.at_most else "≥"

    def __str__(self) -> str:
        x, y = self.parameters
        if self.nothing:
            return f"{y} against {x}: {NOTHING}"
        against = f"{y} {self.sign} the second number against {x}" if self.refutes_only else f"{y} against {x}"
        return f"{against}: " + ", ".join(f"({show(a)}, {show(b)})" for a, b in self.points) + f" ({self.certainty})"


@dataclass(frozen=True)
class Judgement:
    """Whether a mechanism satisfies a notion at given parameters; ``holds`` is None where that is undecided.

    ``worst`` is the pair and event that decide, ``measured`` the tightest value of the parameter that was compared.
    """

    notion: str
    holds: bool | None
    certainty: Certainty
    parameters: Mapping[str, Any]
    worst: Worst | None = None
    measured: Any = None
    tolerance: float = 0.0
    note: str = ""

    def __bool__(self) -> bool:
        if self.holds is None:
            raise ValueError("the verdict is undecided; look at its holds")
        return self.holds

    def __str__(self) -> str:
        answer = {True: "holds", False: "fails", None: "undecided"}[self.holds]
        if self.note == NOTHING:
            return f"{self.notion}: {answer}, with {NOTHING}"
        return f"{self.notion}: {answer} ({self.certainty})" + (f"; {self.worst}" if self.worst else "")


def related(sign: str, value: Any) -> str:
    """A number after its sign: ≈ for = where digits are left out; a bound is rounded to its own side.

    >>> from dpzoo.numbers.real import log_of
    >>> related("=", log_of(3)), related("=", 1 / 3), related("≥", 2 / 3), related("=", 0.25)
    ('= ln(3)', '≈ 0.333333', '≥ 0.666666', '= 0.25')
    """
    if sign != "=":
        return f"{sign} {show(value, -1 if sign == '≥' else 1)}"
    return f"{'≈' if _cut(value) else '='} {show(value)}"


def show(value: Any, side: int = 0) -> str:
    """A number for a reader: exact if short, otherwise six digits, or as many as are certain, or the interval.

    With a ``side`` six digits that are not below (1) or not above the number (-1).
    """
    if isinstance(value, Real) and (exact := _short(value)) is not None:
        return exact
    if isinstance(value, Real | float) and side:
        ends = value.bounds if isinstance(value, Real) else (value, value)
        return outward(ends[side > 0], side, _DIGITS).replace("inf", "∞")
    if isinstance(value, Real):
        return value.decimal(_DIGITS)
    if isinstance(value, float):
        return "∞" if value == math.inf else f"{value:.{_DIGITS}g}"
    if isinstance(value, Mapping):
        inner = ", ".join(f"{_key(k)}: {show(v)}" for k, v in list(value.items())[:_SHOWN])
        return "{" + inner + (", …" if len(value) > _SHOWN else "") + "}"
    return str(real(value) if isinstance(value, Fraction) else value)


def _cut(value: Any) -> bool:
    """Whether digits are left out where it is shown."""
    if isinstance(value, Real):
        number = value.rational
        return _short(value) is None and "[" not in show(value) and (number is None or Fraction(show(value)) != number)
    return isinstance(value, float) and math.isfinite(value) and float(show(value)) != value


def _short(value: Real) -> str | None:
    """The number as it is, where that is short."""
    exact = str(value) if value.exact else None
    return None if exact is None or len(exact) > _LONGEST else {"inf": "∞", "-inf": "-∞"}.get(exact, exact)


_LONGEST = 16
_DIGITS = 6


def _key(key: Any) -> str:
    return "(" + ", ".join(map(_key, key)) + ")" if isinstance(key, tuple) else str(key)


def symbol(parameter: str) -> str:
    """How a parameter is written: ``epsilon`` as ε."""
    return _GREEK.get(parameter, parameter.replace("_", " "))


def at_values(fixed: Mapping[str, Any]) -> str:
    """The values at which an answer was asked for, in words: " at ε = 0", or nothing."""
    inner = ", ".join(f"{symbol(k)} {related('=', v)}" for k, v in fixed.items() if not callable(v))
    return f" at {inner}" if inner else ""


_GREEK: Final[Mapping[str, str]] = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "mu": "μ", "xi": "ξ", "rho": "ρ", "tau": "τ",
    "omega": "ω", "Psi": "Ψ", "Delta": "Δ", "delta_a": "δₐ", "delta_p": "δₚ",
}  # fmt: skip
