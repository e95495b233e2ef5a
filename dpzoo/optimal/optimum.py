"""What the engine finds: an enclosure of the optimum, the pair that attains it, the inequality that proves it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

import flint

from dpzoo.numbers.decimals import outward, settled
from dpzoo.numbers.real import ZERO, Ball, Real
from dpzoo.optimal.certify import Dual, down, up

if TYPE_CHECKING:
    from dpzoo.blocks.finite_mechanism import FiniteMechanism


NARROW: Final = 9e-9
"""The widest relative enclosure that counts as an answer."""


NOT_SOLVED: Final = (ArithmeticError, ValueError, RuntimeError)
"""What searches raise that do not succeed: UncertifiedError and NoReductionError, too."""


class NoReductionError(ValueError):
    """No reduction of the conversion to a solvable problem is known; ``best`` is an enclosure that holds nevertheless."""

    def __init__(self, message: str, best: Found | None = None) -> None:
        super().__init__(message)
        self.best = best


@contextmanager
def ends_changed(change: Callable[[Found], Found | None] = lambda _: None) -> Iterator[None]:
    """Ends that an inner question leaves open become ends of what is asked, or are dropped: they measure another quantity."""
    try:
        yield
    except NoReductionError as error:
        raise NoReductionError(str(error), error.best and change(error.best)) from None


class Status(StrEnum):
    """In which sense an optimum is known."""

    ATTAINED = "attained"
    """Some pair that meets the source needs exactly this value."""
    LIMIT = "limit"
    """Pairs that meet the source come arbitrarily close to it."""
    INFINITE = "infinite"
    """No finite value exists: some family of pairs needs more than any value."""
    UNKNOWN = "unknown"
    """No reduction to a solvable problem is known."""


@dataclass(frozen=True)
class Pair:
    """A neighbouring pair as a table: the probabilities of each output under P and under Q."""

    p: tuple[Fraction, ...]
    q: tuple[Fraction, ...]

    @property
    def one_output(self) -> bool:
        """Whether both laws give a single output, so that nothing is told apart."""
        return len(self.p) < 2

    @property
    def reversed(self) -> Pair:
        """The same in the other order."""
        return Pair(self.q, self.p)

    @property
    def by_loss(self) -> Pair:
        """The same with its outputs by falling loss."""
        both = sorted(zip(self.p, self.q, strict=True), key=lambda x: x[1] / x[0] if x[0] else math.inf)
        return Pair(tuple(a for a, _ in both), tuple(b for _, b in both))

    def mechanism(self) -> FiniteMechanism:
        """The pair as a mechanism on two datasets of one record each."""
        from dpzoo.blocks.finite_mechanism import FiniteMechanism

        return FiniteMechanism([(0,), (1,)], list(range(len(self.p))), [list(self.p), list(self.q)])


ORDERS: Final = ("alpha", "omega", "k")
"""Parameters of which a larger value is a stronger guarantee: what is sought is the largest one that holds."""
EQUAL: Final = Pair((Fraction(1),), (Fraction(1),))
"""It meets every source, and shows that no value is below 0 and that every order is allowed."""
BOTH_EQUAL: Final = "both distributions are equal"


def disclosing(pair: Pair | None, share: Real) -> Pair | None:
    """The pair behind a disclosure of probability ``share``."""
    if pair is None or share.rational is None or share == ZERO:
        return pair
    c, zero = share.rational, Fraction(0)
    return Pair((c, *((1 - c) * x for x in pair.p), zero), (zero, *((1 - c) * x for x in pair.q), c))


@dataclass(frozen=True, slots=True)
class Found:
    """An optimum as balls, before it is reported."""

    lower: Ball
    upper: Ball
    theorem: str
    pair: Pair | None = None
    dual: Dual | None = None
    attained: bool = True
    certified: bool = True
    note: str = ""

    @property
    def narrow(self) -> bool:
        """Whether the ends are one answer."""
        return bool(self.upper.is_finite()) and bool(self.upper - self.lower <= abs(self.upper) * flint.arb(NARROW))


@dataclass(frozen=True, slots=True)
class Optimum:
    """The least value of one parameter of the target that the source guarantees.

    The optimum lies in [``lower``, ``upper``], and the target holds at ``upper`` whatever the mechanism. ``certified`` says that
    both ends are proved in ball arithmetic; otherwise they are floats with a margin. ``pair`` meets the source and needs at
    least nearly ``lower``. ``theorem`` names a statement of ``theory.md``.
    """

    source: tuple[tuple[str, Mapping[str, Any]], ...]
    target: str
    fixed: Mapping[str, Any]
    parameter: str
    status: Status
    lower: float
    upper: float
    certified: bool
    theorem: str
    pair: Pair | None = None
    dual: Dual | None = None
    note: str = ""

    @property
    def value(self) -> float:
        """The valid end of the enclosure: the lower one of an order, the upper one of all others."""
        return self.lower if self.parameter in ORDERS else self.upper

    def short(self, value: float) -> float:
        """A value without what floating-point arithmetic adds to it, if that lies between both ends."""
        found = settled(value)
        return found if self.lower <= found <= self.upper else value

    @property
    def missing(self) -> str:
        """What does not exist where no value does: of an order none at all is allowed."""
        return self.parameter if self.parameter in ORDERS else f"finite {self.parameter}"

    def __str__(self) -> str:
        how = "proved" if self.certified else "numeric"
        if self.status is Status.UNKNOWN:
            return f"{self.target}: no reduction known ({self.note})"
        if self.status is Status.INFINITE:
            return f"{self.target}: no {self.missing} exists ({self.note})"
        return f"{self.target}: {self.parameter} in [{self.lower:.17g}, {self.upper:.17g}] ({how}, {self.theorem}, {self.status})"


def scaled(solve: Callable[[], Found | str], change: Callable[[Ball], Ball]) -> Found | str:
    """What is solved, or left open, with both ends changed by an increasing function."""

    def changed(found: Found) -> Found:
        return replace(found, lower=change(found.lower), upper=change(found.upper))

    with ends_changed(changed):
        found = solve()
    return found if isinstance(found, str) else changed(found)


def close(low: Ball, high: Ball) -> bool:
    """Whether two ends are an answer."""
    return bool(high.is_finite()) and (bool(high - low <= high * flint.arb(NARROW / 2)) or bool(high <= 0))


def closer(first: Found | None, second: Found | None) -> Found | None:
    """The closer ends of two enclosures of the same."""
    if first is None or second is None:
        return first or second
    wider, best = sorted((first, second), key=lambda x: float(x.lower))
    return replace(best, upper=best.upper.min(wider.upper), certified=first.certified and second.certified)


def ends(found: Found) -> tuple[float, float]:
    """Floats around an enclosure, the lower one not negative."""
    return max(0.0, down(found.lower)), max(0.0, up(found.upper))


def at_least(value: Ball) -> str:
    """Six digits of a number that is needed, and not more than is needed."""
    return outward(down(value), -1, 6)
