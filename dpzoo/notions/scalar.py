"""Notions that bound a number of a mechanism: a single one, or one that depends on the loss that is allowed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from dpzoo.blocks.finite_mechanism import FiniteMechanism
from dpzoo.blocks.standards import Indistinguishability
from dpzoo.blocks.structures import Structural, Structure
from dpzoo.notions.executable import Executable, Values, judge
from dpzoo.notions.results import Certainty, Judgement, Tightest, Worst
from dpzoo.numbers.errors import BlockError
from dpzoo.numbers.real import INFINITY, ZERO, Real, UndecidedError, real

_LOSS = Indistinguishability()
_SLACK = 1e-9
_ROUNDING = 1e-15


@dataclass(frozen=True)
class Measure:
    """A number that a mechanism has, the case that decides it, and what to say about it."""

    value: Any
    worst: Worst | None = None
    note: str = ""
    attained: bool | None = True


@dataclass(frozen=True)
class ScalarNotion(Executable):
    """A notion that bounds one number, which ``measure`` finds: a Real if it is certified, a float otherwise.

    ``strict`` lists values at the ends of the parameter's range that are not allowed.
    """

    notion: str
    parameter: str
    measure: Callable[[FiniteMechanism, Structural], Measure]
    structure: Mapping[str, Structure[object]] = field(default_factory=dict)
    usual: Values = field(default_factory=dict)
    stronger: bool = False
    at_least: int = 0
    most: int | None = None
    strict: tuple[int, ...] = ()

    @property
    def quantitative(self) -> tuple[str, ...]:  # type: ignore[override]
        """The single parameter."""
        return (self.parameter,)

    def read_value(self, name: str, given: Any) -> Any:
        """As in :class:`Executable`, and within the range of this notion's parameter."""
        number = super().read_value(name, given)
        _check_range(name, given, number, self.at_least, self.most, self.strict)
        return number

    def larger_is_stronger(self, structure: Structural, name: str) -> bool:
        """Whether larger values of a parameter promise more."""
        return self.stronger

    def solve(self, mechanism: FiniteMechanism, structure: Structural, fixed: Values, free: str) -> Tightest:
        """The number itself."""
        found = self.measure(mechanism, structure)
        certainty = Certainty.CERTIFIED if isinstance(found.value, Real) else Certainty.NUMERIC
        tolerance = 0.0 if isinstance(found.value, Real) else _SLACK
        return Tightest(self.notion, free, found.value, certainty, fixed, found.worst, found.attained, tolerance, note=found.note)

    def verdict(self, mechanism: FiniteMechanism, structure: Structural, parameters: Values) -> Judgement:
        """The number against its bound."""
        tight = self.solve(mechanism, structure, {}, self.parameter)
        verdict = judge(tight, parameters[self.parameter], stronger=self.stronger, parameters=parameters)
        if not tight.attained and verdict.holds and same(tight.value, parameters[self.parameter]):
            return Judgement(
                self.notion, False, verdict.certainty, parameters, tight.worst, tight.value, verdict.tolerance, tight.note
            )
        return verdict


@dataclass(frozen=True)
class BudgetedNotion(Executable):
    """A notion with a loss and a number of another kind that is settled by it: a probability, a size, a count.

    ``tally`` finds the tightest number at a loss, ``losses`` lists the losses at which it can change. ``stronger`` says that a
    larger number is a stronger guarantee.
    """

    notion: str
    parameters: tuple[str, str]
    tally: Callable[[FiniteMechanism, Structural, Any], Measure]
    losses: Callable[[FiniteMechanism, Structural], Sequence[Real | float]]
    structure: Mapping[str, Structure[object]] = field(default_factory=dict)
    usual: Values = field(default_factory=dict)
    loss: str = "epsilon"
    stronger: bool = False
    at_least: Mapping[str, int] = field(default_factory=dict)

    @property
    def quantitative(self) -> tuple[str, ...]:  # type: ignore[override]
        """The parameters in the order of the notation."""
        return self.parameters

    @property
    def number(self) -> str:
        """The parameter that is not the loss."""
        return next(n for n in self.parameters if n != self.loss)

    def read_value(self, name: str, given: Any) -> Any:
        """As in :class:`Executable`, and within the range of this notion's parameter."""
        number = super().read_value(name, given)
        _check_range(name, given, number, self.at_least.get(name, 0), None, ())
        return number

    def larger_is_stronger(self, structure: Structural, name: str) -> bool:
        """Whether larger values of a parameter promise more."""
        return self.stronger and name == self.number

    def solve(self, mechanism: FiniteMechanism, structure: Structural, fixed: Values, free: str) -> Tightest:
        """The number at a loss; or the least loss at which the number is good enough."""
        if free == self.number:
            found = self.tally(mechanism, structure, fixed[self.loss])
            return self._result(mechanism, free, found, fixed)
        for loss in ordered([ZERO if mechanism.exact else 0.0, *self.losses(mechanism, structure)]):
            found = self.tally(mechanism, structure, loss)
            if self._enough(found.value, fixed[self.number]):
                certified = isinstance(found.value, Real)
                return self._result(mechanism, free, Measure(loss if certified else float(loss), found.worst), fixed)
        return self._result(mechanism, free, Measure(INFINITY, None, "no value holds", attained=False), fixed)

    def sample(
        self, mechanism: FiniteMechanism, structure: Structural, fixed: Values, free: tuple[str, str]
    ) -> list[Real | float]:
        """Some of the losses at which the number can change."""
        found = ordered([ZERO if mechanism.exact else 0.0, *self.losses(mechanism, structure)])
        return [x for x in found if float(x) < float("inf")][:9]

    def frontier(self, mechanism: FiniteMechanism, structure: Structural, fixed: Values, free: tuple[str, str]) -> Any:
        """The number against the loss."""
        return super().frontier(mechanism, structure, fixed, (self.loss, self.number))

    def verdict(self, mechanism: FiniteMechanism, structure: Structural, parameters: Values) -> Judgement:
        """The number at the given loss against its bound."""
        tight = self.solve(mechanism, structure, {self.loss: parameters[self.loss]}, self.number)
        return judge(tight, parameters[self.number], stronger=self.stronger, parameters=parameters)

    def _enough(self, found: Real | float, wanted: Real | float) -> bool:
        return not_above(wanted, found) if self.stronger else not_above(found, wanted)

    def _result(self, mechanism: FiniteMechanism, free: str, found: Measure, fixed: Values) -> Tightest:
        exact = mechanism.exact and isinstance(found.value, Real)
        certainty = Certainty.CERTIFIED if exact else Certainty.NUMERIC
        result = found.value if exact else float(found.value)
        return Tightest(
            self.notion, free, result, certainty, fixed, found.worst, found.attained, 0.0 if exact else _SLACK, note=found.note
        )


def loss_of(mechanism: FiniteMechanism, i: int, j: int) -> Real | float:
    """The larger of the two max divergences between the outputs on two datasets."""
    found: Real | float = _LOSS.epsilon(mechanism.matrix[i], mechanism.matrix[j])
    return found


def not_above(a: Real | float, b: Real | float) -> bool:
    """Whether a ≤ b: exactly for exact numbers, up to rounding for floats."""
    if isinstance(a, Real) and isinstance(b, Real):
        return a <= b
    return float(a) <= float(b) * (1 + _SLACK) + _ROUNDING


def same(a: Real | float, b: Real | float) -> bool:
    """Whether two numbers are equal, in the same sense."""
    return not_above(a, b) and not_above(b, a)


def ordered(numbers: Sequence[Real | float]) -> list[Real | float]:
    """Numbers in rising order, equal ones once."""
    found: list[Real | float] = []
    for n in sorted(numbers, key=float):
        if not found or not same(found[-1], n):
            found.append(n)
    return found


def fraction_or_float(number: Fraction | float) -> Real | float:
    """A sum of probabilities as a certified number, or a float."""
    return real(number) if isinstance(number, Fraction | int) else float(number)


def _check_range(name: str, given: Any, number: Any, least: int, most: int | None, strict: Sequence[int]) -> None:
    try:
        if number < least or (most is not None and number > most) or any(number == end for end in strict):
            between = f"at least {least}" if most is None else f"between {least} and {most}"
            raise BlockError(f"{name} is {given}; it must be {between}" + (f" and not {min(strict)}" if strict else ""))
    except UndecidedError:
        pass
