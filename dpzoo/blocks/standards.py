"""Standards: how a change in the output distribution is measured.

A standard has a method for each of its parameters, named after it: ``HockeyStick().epsilon(p, q, delta=...)`` is the tightest
ε for one ordered pair of output distributions when δ is fixed, that is the least value, or the greatest of a parameter whose
larger values are stronger. Worst cases over pairs, the choice of pairs and the meaning of a budget are other blocks' business.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from dpzoo.blocks.concentrated import greatest_excess, largest_order, subgaussian_variance
from dpzoo.blocks.divergences import (
    Law,
    Number,
    epsilon_at,
    greatest_loss,
    hockey_stick,
    is_exact,
    kl_divergence,
    loss_range,
    max_divergence,
    probabilistic_delta,
    probabilistic_epsilon,
    ratios,
    renyi_divergence,
    total_variation,
)
from dpzoo.blocks.generators import Generator, f_divergence, power, restricted_divergence
from dpzoo.blocks.tradeoff import gaussian_mu
from dpzoo.blocks.truncation import truncated_excess
from dpzoo.numbers.errors import BlockError
from dpzoo.numbers.logarithms import losses
from dpzoo.numbers.real import INFINITY, ONE, ZERO, Real, enclosed, greatest, real, total

_RELATIVE: Final = 1e-12
Level = Real | Fraction | float
"""The value of a parameter: a :class:`~dpzoo.numbers.real.Real` or a fraction for exact laws, a float otherwise."""


class Standard:
    """A way to measure how far apart two output distributions are.

    ``parameters`` are in the order of the notion's notation; those in ``stronger_when_larger`` strengthen the guarantee as they
    grow; those in ``numeric_only`` are found numerically even on exact laws, which those in ``from_exact`` need for all their
    digits. ``independent`` parameters bound different things.
    The method of a parameter takes an ordered pair of laws (floats with leading axes are many pairs) and the other parameters.
    """

    parameters: ClassVar[tuple[str, ...]]
    stronger_when_larger: ClassVar[frozenset[str]] = frozenset()
    numeric_only: ClassVar[frozenset[str]] = frozenset()
    from_exact: ClassVar[frozenset[str]] = frozenset()
    independent: ClassVar[bool] = False
    from_logarithms: ClassVar[bool] = False

    def solve(self, p: Law, q: Law, free: str, fixed: Mapping[str, Level]) -> Number:
        """The tightest value of the parameter of the name ``free``, by its method: for callers that read the name somewhere."""
        tightest: Callable[..., Number] = getattr(self, free)
        return tightest(p, q, **fixed)

    def greatest(self, laws: Law, left: NDArray[np.intp], right: NDArray[np.intp]) -> tuple[Real, int] | None:
        """The exact value for the worst of many pairs, and its number, of a standard with one parameter that finds it fast."""
        return None

    def event(self, p: NDArray[np.float64], q: NDArray[np.float64], values: Mapping[str, float]) -> NDArray[np.bool_]:
        """The outputs that show the loss of a float pair at these parameter values: where P exceeds e^ε Q, by default."""
        factor = math.exp(min(values.get("epsilon", 0.0), 700.0))
        with np.errstate(invalid="ignore"):
            above = p > q * factor * (1 + 1e-12)
        return above if above.any() else _largest_ratio(p, q)


def _largest_ratio(p: Law, q: Law) -> NDArray[np.bool_]:
    loss = losses(p, q)
    top = loss.max()
    largest: NDArray[np.bool_] = (loss == top) if math.isinf(top) else (loss >= top - 1e-12)
    return largest


class MaxDivergence(Standard):
    """P(S) ≤ e^ε Q(S) for every event S."""

    from_logarithms = True
    parameters = ("epsilon",)

    def epsilon(self, p: Law, q: Law) -> Number:
        """The least ε."""
        return max_divergence(p, q)

    def greatest(self, laws: Law, left: NDArray[np.intp], right: NDArray[np.intp]) -> tuple[Real, int] | None:  # noqa: D102
        return greatest_loss(laws, left, right)

    def event(self, p: Law, q: Law, values: Mapping[str, float]) -> NDArray[np.bool_]:  # noqa: D102
        return _largest_ratio(p, q)


class Indistinguishability(Standard):
    """P(S) ≤ e^ε Q(S) and Q(S) ≤ e^ε P(S) for every event S: both orders of a pair at once."""

    from_logarithms = True
    parameters = ("epsilon",)

    def epsilon(self, p: Law, q: Law) -> Number:
        """The least ε."""
        there, back = max_divergence(p, q), max_divergence(q, p)
        return greatest([there, back]) if isinstance(there, Real) else np.maximum(there, back)

    def greatest(self, laws: Law, left: NDArray[np.intp], right: NDArray[np.intp]) -> tuple[Real, int] | None:  # noqa: D102
        found = greatest_loss(laws, np.concatenate([left, right]), np.concatenate([right, left]))
        return None if found is None else (found[0], found[1] % len(left))

    def event(self, p: Law, q: Law, values: Mapping[str, float]) -> NDArray[np.bool_]:  # noqa: D102
        return _largest_ratio(p, q) if max_divergence(p, q) >= max_divergence(q, p) else _largest_ratio(q, p)


class HockeyStick(Standard):
    """P(S) ≤ e^ε Q(S) + δ for every event S."""

    from_logarithms = True
    parameters = ("epsilon", "delta")

    def epsilon(self, p: Law, q: Law, *, delta: Level) -> Number:
        """The least ε at a given δ."""
        return epsilon_at(p, q, delta)

    def delta(self, p: Law, q: Law, *, epsilon: Level) -> Number:
        """The least δ at a given ε."""
        return hockey_stick(p, q, _exp(epsilon))


class ProbabilisticLoss(Standard):
    """The loss exceeds ε with probability at most δ under P."""

    from_logarithms = True
    parameters = ("epsilon", "delta")

    def epsilon(self, p: Law, q: Law, *, delta: Level) -> Number:
        """The least ε at a given δ."""
        return probabilistic_epsilon(p, q, delta)

    def delta(self, p: Law, q: Law, *, epsilon: Level) -> Number:
        """The least δ at a given ε."""
        return probabilistic_delta(p, q, _exp(epsilon))


class KullbackLeibler(Standard):
    """The mean loss is at most ε."""

    from_logarithms = True
    parameters = ("epsilon",)

    def epsilon(self, p: Law, q: Law) -> Number:
        """The least ε."""
        return kl_divergence(p, q)


class TotalVariation(Standard):
    """P(S) - Q(S) ≤ ε for every event S."""

    from_logarithms = True
    parameters = ("epsilon",)

    def epsilon(self, p: Law, q: Law) -> Number:
        """The least ε."""
        return total_variation(p, q)


class Renyi(Standard):
    """D_α(P‖Q) ≤ ε, at one order α."""

    from_logarithms = True
    parameters = ("alpha", "epsilon")
    stronger_when_larger = frozenset({"alpha"})
    numeric_only = frozenset({"alpha"})

    def epsilon(self, p: Law, q: Law, *, alpha: Level) -> Number:
        """The least ε at a given order."""
        return renyi_divergence(p, q, alpha)

    def alpha(self, p: Law, q: Law, *, epsilon: Level) -> Number:
        """The largest order at a given ε."""
        return _each(p, q, lambda a, b: _largest_renyi_order(a, b, float(epsilon)))


@dataclass(frozen=True)
class FDivergence(Standard):
    """D_f(P‖Q) ≤ ε, for one generator f."""

    generator: Generator
    parameters = ("epsilon",)

    def epsilon(self, p: Law, q: Law) -> Number:
        """The least ε."""
        return f_divergence(p, q, self.generator)


class PowerDivergence(Standard):
    """The k-th mean of |P/Q - 1| under Q, to the power 1/k, is at most ε."""

    parameters = ("k", "epsilon")
    stronger_when_larger = frozenset({"k"})
    numeric_only = frozenset({"k"})

    def epsilon(self, p: Law, q: Law, *, k: Level) -> Number:
        """The least ε at a given exponent."""
        moment = f_divergence(p, q, power(k))
        return moment ** (1 / real(k)) if isinstance(moment, Real) else moment ** (1.0 / float(k))

    def k(self, p: Law, q: Law, *, epsilon: Level) -> Number:
        """The largest exponent at a given ε."""
        return _each(p, q, lambda a, b: _largest_exponent(a, b, float(epsilon)))


@dataclass(frozen=True)
class CapacityBounded(Standard):
    """sup over test functions h of E_P[h] - E_Q[f*(h)] is at most ε."""

    generator: Generator
    tests: tuple[tuple[Any, ...], ...]
    parameters = ("epsilon",)

    def epsilon(self, p: Law, q: Law) -> Number:
        """The least ε."""
        found = restricted_divergence(p, q, self.generator, self.tests)
        return greatest([ZERO, found]) if isinstance(found, Real) else np.maximum(found, 0.0)


class ZeroConcentrated(Standard):
    """D_α(P‖Q) ≤ ξ + ρα for every α > 1."""

    from_logarithms = True
    parameters = ("xi", "rho")

    def xi(self, p: Law, q: Law, *, rho: Level) -> Number:
        """The least ξ at a given ρ."""
        return greatest_excess(p, q, offset=0, slope=rho, last=math.inf)

    def rho(self, p: Law, q: Law, *, xi: Level) -> Number:
        """The least ρ at a given ξ."""
        return greatest_excess(p, q, offset=xi, slope=None, last=math.inf)


class BoundedConcentrated(Standard):
    """D_α(P‖Q) ≤ ξ + ρα for every finite α in (1, ω]."""

    from_logarithms = True
    parameters = ("xi", "rho", "omega")
    stronger_when_larger = frozenset({"omega"})
    numeric_only = frozenset({"omega"})

    def xi(self, p: Law, q: Law, *, rho: Level, omega: Level) -> Number:
        """The least ξ at a given ρ and ω."""
        return greatest_excess(p, q, offset=0, slope=rho, last=omega)

    def rho(self, p: Law, q: Law, *, xi: Level = 0, omega: Level) -> Number:
        """The least ρ at a given ξ and ω."""
        return greatest_excess(p, q, offset=xi, slope=None, last=omega)

    def omega(self, p: Law, q: Law, *, xi: Level = 0, rho: Level) -> Number:
        """The largest ω at a given ξ and ρ."""
        return _each(p, q, lambda a, b: largest_order(a, b, offset=xi, slope=rho))


class TruncatedConcentrated(BoundedConcentrated):
    """D_α(P‖Q) ≤ ρα for every finite α in (1, ω]."""

    parameters = ("rho", "omega")  # type: ignore[assignment]  # narrower than the base class declares


class CappedConcentrated(Standard):
    """D_α(P‖Q) ≤ min(ξ, ατ) for every finite α ≥ 1: the two parameters do not depend on each other."""

    from_logarithms = True
    parameters = ("xi", "tau")
    independent = True

    def xi(self, p: Law, q: Law, *, tau: Level | None = None) -> Number:
        """The least ξ, whatever τ is."""
        return max_divergence(p, q)

    def tau(self, p: Law, q: Law, *, xi: Level | None = None) -> Number:
        """The least τ, whatever ξ is."""
        return greatest_excess(p, q, offset=0, slope=None, last=math.inf)


class ApproximateConcentrated(Standard):
    """After setting aside events of probability at most δ on either side, D_α ≤ ξ + ρα for every α > 1 (both orders at once)."""

    parameters = ("xi", "rho", "delta")
    numeric_only = from_exact = frozenset({"delta"})

    def xi(self, p: Law, q: Law, *, rho: Level, delta: Level) -> Number:
        """The least ξ at a given ρ and δ."""
        return _once(p, q, lambda a, b: _after_setting_aside(a, b, delta, offset=0, slope=rho))

    def rho(self, p: Law, q: Law, *, xi: Level, delta: Level) -> Number:
        """The least ρ at a given ξ and δ."""
        return _once(p, q, lambda a, b: _after_setting_aside(a, b, delta, offset=xi, slope=None))

    def delta(self, p: Law, q: Law, *, xi: Level, rho: Level) -> Number:
        """The least δ at a given ξ and ρ."""
        return _once(p, q, lambda a, b: _least_set_aside(a, b, real(xi), real(rho)))


def _once(p: Law, q: Law, measure: Callable[[Law, Law], Any]) -> Any:
    """A symmetric measure of each pair, found once for its two orders, since units list both."""
    seen: dict[frozenset[bytes], float] = {}

    def once(a: Law, b: Law) -> Any:
        if is_exact(a, b):
            return measure(a, b)
        key = frozenset((a.tobytes(), b.tobytes()))
        if key not in seen:
            seen[key] = measure(a, b)
        return seen[key]

    return _each(p, q, once)


def _after_setting_aside(p: Law, q: Law, delta: Level, *, offset: Level, slope: Level | None) -> Any:
    if is_exact(p, q) and isinstance(delta, Real) and delta.rational is not None:
        return truncated_excess(p, q, offset=offset, slope=slope, delta=delta.rational)
    if is_exact(p, q):
        p, q = p.astype(float), q.astype(float)
    return truncated_excess(p, q, offset=offset, slope=slope, delta=float(delta))


def _least_set_aside(p: Law, q: Law, xi: Real, rho: Real) -> float:
    by_slope = rho == ZERO  # D_∞ decides, which no finite order reaches
    bound, floats = xi if by_slope else rho, (p.astype(float), q.astype(float))

    def fits(d: Any, *, exact: bool = False) -> bool:
        offset, slope = (ZERO, ZERO) if by_slope else (xi, None)
        if exact:
            needed = truncated_excess(p, q, offset=offset, slope=slope, delta=d)
        else:
            share = min(d, 1.0)
            needed = truncated_excess(*floats, offset=float(offset), slope=None if slope is None else 0.0, delta=share)
        return bool(float(needed) <= float(bound) * (1 + _RELATIVE))

    found = least(fits, steps=60)
    if found >= _ROUNDED or not is_exact(p, q) or len(p) > _FEW:
        return found
    if fits(Fraction(0), exact=True):
        return 0.0
    low, high = _NOTHING, Fraction(_ROUNDED)  # by its logarithm, with the digits that floats have lost
    if fits(low, exact=True):
        return float(low)
    while high > low * (1 + Fraction(_RELATIVE)):
        middle = Fraction(math.sqrt(low) * math.sqrt(high)) if high > 2 * low else (low + high) / 2
        low, high = (low, middle) if fits(middle, exact=True) else (middle, high)
    return float(high)


_ROUNDED: Final = 1e-9
"""Shares of which floats, beside 1, keep less than seven digits."""
_NOTHING: Final = Fraction(1, 10**290)


class MeanConcentrated(Standard):
    """The loss has mean at most μ and is τ-subgaussian around its own mean: two parameters, independent of each other."""

    from_logarithms = True
    parameters = ("mu", "tau")
    independent = True

    def mu(self, p: Law, q: Law, *, tau: Level | None = None) -> Number:
        """The least μ, whatever τ is."""
        return kl_divergence(p, q)

    def tau(self, p: Law, q: Law, *, mu: Level | None = None) -> Number:
        """The least τ, whatever μ is."""
        variance = subgaussian_variance(p, q)
        return variance.sqrt() if isinstance(variance, Real) else np.sqrt(variance)


class LossRange(Standard):
    """All values of the loss lie in an interval of length ε."""

    from_logarithms = True
    parameters = ("epsilon",)

    def epsilon(self, p: Law, q: Law) -> Number:
        """The least ε."""
        return loss_range(p, q)

    def event(self, p: Law, q: Law, values: Mapping[str, float]) -> NDArray[np.bool_]:  # noqa: D102
        return _largest_ratio(p, q)


class GaussianTradeoff(Standard):
    """A test of P against Q is no better than one of N(0, 1) against N(μ, 1)."""

    from_logarithms = True
    parameters = ("mu",)

    def mu(self, p: Law, q: Law) -> Number:
        """The least μ."""
        return gaussian_mu(p, q)


class RelaxedLoss(Standard):
    """P(S∖S₁) ≤ e^ε Q(S∖S₁) + δ_a for every event S, for some S₁ with P(S₁) ≤ δ_p.

    The best S₁ is a knapsack of outputs: it holds those whose excess over e^ε Q it pays most to set aside.
    """

    parameters = ("epsilon", "delta_a", "delta_p")

    def epsilon(self, p: Law, q: Law, *, delta_a: Level, delta_p: Level) -> Number:
        """The least ε at given δ_a and δ_p; of exact laws with few outputs it is exact."""
        if is_exact(p, q) and len(p) <= _FEW and real(delta_a).rational is not None and real(delta_p).rational is not None:
            return _least_loss(p, q, real(delta_a), real(delta_p))
        target, slack = float(delta_a), float(delta_p)

        def one(a: Law, b: Law) -> float:
            return least(lambda e: _kept_excess(a, b, math.exp(e), slack)[0] <= target * (1 + 1e-12))

        return _each(p, q, lambda a, b: one(a.astype(float), b.astype(float)))

    def delta_a(self, p: Law, q: Law, *, epsilon: Level, delta_p: Level) -> Number:
        """The least δ_a at given ε and δ_p."""
        return _each(p, q, lambda a, b: _kept_excess(a, b, _exp(epsilon), delta_p)[0])

    def delta_p(self, p: Law, q: Law, *, epsilon: Level, delta_a: Level) -> Number:
        """The least δ_p at given ε and δ_a."""
        return _each(p, q, lambda a, b: _set_aside(a, b, _exp(epsilon), delta_a))


@dataclass(frozen=True)
class _Excess:
    """a - factor·b, compared exactly and added without nesting."""

    a: Fraction
    b: Fraction
    factor: Real

    @property
    def value(self) -> Real:
        """The number itself."""
        return real(self.a) - self.factor * self.b if self.b else real(self.a)

    def __float__(self) -> float:
        return float(self.value)

    def __add__(self, other: _Excess) -> _Excess:
        return _Excess(self.a + other.a, self.b + other.b, self.factor)

    def __sub__(self, other: _Excess) -> _Excess:
        return _Excess(self.a - other.a, self.b - other.b, self.factor)

    def __gt__(self, other: _Excess) -> bool:
        return (self - other).value > 0

    def __le__(self, bound: Real) -> bool:
        return self.value <= bound


def _least_loss(p: Law, q: Law, delta_a: Real, delta_p: Real) -> Number:
    """The least ε of relaxed DP: what is best set aside at one ε has a smaller one itself, until nothing is better."""
    if delta_a.rational == 0:
        return probabilistic_epsilon(p, q, delta_p)
    factor = INFINITY
    while True:
        excess, aside = _kept_excess(p, q, factor, delta_p)
        if excess > delta_a:
            return INFINITY
        kept = [i for i in range(len(p)) if i not in aside]
        smaller = epsilon_at(p[kept], q[kept], delta_a).exp() if kept else ONE
        if smaller in (factor, ONE):
            return smaller.log()
        factor = smaller


def _excesses(p: Law, q: Law, factor: Any) -> list[tuple[Any, Any, int]]:
    """(excess over factor·Q, mass under P, place) of the outputs where P exceeds factor·Q, by falling excess per mass."""
    found: list[tuple[Any, Any, int]] = []
    for i, (a, b) in enumerate(zip(p, q, strict=True)):
        if isinstance(a, Fraction):
            excess = _Excess(a, b, real(factor))
            if a and excess.value > 0:
                found.append((excess, a, i))
        elif a and (excess := a if b == 0 else a - factor * b) > 0:
            found.append((excess, a, i))
    # (a - factor·b)/a falls as b/a rises, and fractions can be told apart
    return sorted(found, key=lambda e: -e[0].b / e[1] if isinstance(e[0], _Excess) else e[0] / e[1], reverse=True)


MOST_STEPS: Final = 200_000
"""How many choices of outputs to set aside are tried for one pair: the best choice is a knapsack problem."""
_FEW: Final = 64
"""Of so many outputs the best choice is found exactly; of more, all but one part in 10¹² of it."""


def _kept_excess(p: Law, q: Law, factor: Any, capacity: Any) -> tuple[Any, tuple[int, ...]]:
    """The least total excess that remains when outputs of total P-mass at most ``capacity`` are set aside, and those.

    Found by branch and bound.
    """
    items = _excesses(p, q, factor)
    zero: Any = _Excess(Fraction(0), Fraction(0), real(factor)) if is_exact(p, q) else 0.0
    sizes = [(float(e), float(m)) for e, m, _ in items]
    best: tuple[Any, tuple[int, ...]] = (zero, ())
    margin = _margin(p, q)
    todo: list[tuple[int, Any, Any, tuple[int, ...]]] = [(0, zero, capacity, ())]
    for _ in _counted(len(items)):
        if not todo:
            break
        i, gained, room, aside = todo.pop()
        if gained > best[0]:
            best = (gained, aside)
        hope, left = float(gained), float(room)
        for e, m in itertools.islice(sizes, i, None):  # the fractional knapsack bounds what is still possible
            part = min(1.0, left / m)
            hope, left = hope + part * e, left - part * m
            if left <= 0:
                break
        if i == len(items) or hope < float(best[0]) * margin:
            continue
        e, m, k = items[i]
        todo.append((i + 1, gained, room, aside))
        if room >= m * (1 - _RELATIVE) if isinstance(room, float) else room >= m:
            todo.append((i + 1, gained + e, room - m, (*aside, k)))
    rest = sum((e for e, _, _ in items), zero) - best[0]
    if not isinstance(rest, _Excess):
        return rest, best[1]
    return (enclosed(rest.value - best[0].value * _GIVEN_UP, rest.value) if len(p) > _FEW else rest.value), best[1]


def _set_aside(p: Law, q: Law, factor: Any, target: Any) -> Any:
    """The least P-mass of outputs to set aside so that the remaining excess is at most ``target``."""
    items = _excesses(p, q, factor)
    exact = is_exact(p, q)
    zero: Any = _Excess(Fraction(0), Fraction(0), real(factor)) if exact else 0.0
    nothing: Any = Fraction(0) if exact else 0.0
    sizes = [(float(e), float(m)) for e, m, _ in items]
    best: Any = sum((m for _, m, _ in items), nothing)
    margin = _margin(p, q)
    todo = [(0, nothing, sum((e for e, _, _ in items), zero))]
    for _ in _counted(len(items)):
        if not todo:
            break
        i, mass, excess = todo.pop()
        if excess <= target:
            best = min(best, mass)
            continue
        need, least_mass = float(excess) - float(target), float(mass)
        for e, m in itertools.islice(sizes, i, None):  # they are sorted by excess per mass
            part = min(1.0, need / e)
            need, least_mass = need - part * e, least_mass + part * m
            if need <= 0:
                break
        if i == len(items) or need > 1e-12 or least_mass > float(best) / margin:
            continue
        e, m, _ = items[i]
        todo += [(i + 1, mass, excess), (i + 1, mass + m, excess - e)]
    if not exact:
        return best
    return enclosed(real(best * (1 - _GIVEN_UP)), real(best)) if len(p) > _FEW else real(best)


def _margin(p: Law, q: Law) -> float:
    """By which factor a bound in floats must miss the best choice to be given up: exact laws leave room for its rounding."""
    if not is_exact(p, q):
        return 1 + 1e-14
    return 1 - 1e-12 if len(p) <= _FEW else 1 + 1e-12


_GIVEN_UP: Final = Fraction(1, 10**11)
"""More than the share that is given up of many outputs, with the rounding of floats."""


def _counted(items: int) -> Iterator[None]:
    """As many steps as a search among so many outputs may take; :class:`BlockError` after them."""
    steps = MOST_STEPS * _FEW // max(_FEW, items)
    for _ in range(steps):
        yield
    raise BlockError(f"the best outputs to set aside were not found in {steps} steps; merge outputs, or fix other parameters")


def _largest_renyi_order(p: Law, q: Law, epsilon: float) -> float:
    a, b = p.astype(float), q.astype(float)
    if float(max_divergence(a, b)) <= epsilon * (1 + 1e-12):
        return math.inf
    if float(kl_divergence(a, b)) > epsilon:
        return 1.0
    return greatest_such(lambda order: float(renyi_divergence(a, b, order)) <= epsilon, 1.0)


def _largest_exponent(p: Law, q: Law, epsilon: float) -> float:
    a, b = p.astype(float), q.astype(float)

    def fits(k: float) -> bool:
        with np.errstate(over="ignore"):
            return bool(float(f_divergence(a, b, power(k))) ** (1.0 / k) <= epsilon * (1 + 1e-12))

    if not fits(1.0):
        return 1.0
    deviation = float(np.abs(ratios(a, b)[(a > 0) | (b > 0)] - 1.0).max())
    return math.inf if deviation <= epsilon else greatest_such(fits, 1.0)


def least(holds: Any, high: float = 1.0, *, steps: int = 80) -> float:
    """The least x ≥ 0 at which a monotone condition holds, by halving an interval; inf if it does not hold at 1000."""
    if holds(0.0):
        return 0.0
    while not holds(high):
        high *= 2
        if high > 1000:  # e^1000 is beyond floats
            return math.inf
    low = 0.0
    for _ in range(steps):
        middle = 0.5 * (low + high)
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


def greatest_such(holds: Any, low: float) -> float:
    """The greatest x ≥ ``low`` at which a condition that holds at ``low`` and fails for large x still holds, numerically."""
    high = 2.0 * max(low, 1.0)
    while holds(high):
        low, high = high, 2 * high
        if high > 1e9:
            return math.inf
    for _ in range(80):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low


def _each(p: Law, q: Law, one: Any) -> Any:
    if p.ndim == 1:
        return one(p, q)
    return np.array([float(one(p[k], q[k])) for k in range(len(p))])


def _exp(epsilon: Any) -> Any:
    if isinstance(epsilon, Real):
        return epsilon.exp()
    with np.errstate(over="ignore"):
        return np.exp(epsilon)


class RelativeIncrease(Standard):
    """P(S) ≤ (1 + ε) Q(S) for every event S."""

    parameters = ("epsilon",)

    def epsilon(self, p: Law, q: Law) -> Number:
        """The least ε."""
        most = max_divergence(p, q)
        return most.exp() - 1 if isinstance(most, Real) else np.exp(most) - 1

    def event(self, p: Law, q: Law, values: Mapping[str, float]) -> NDArray[np.bool_]:  # noqa: D102
        return _largest_ratio(p, q)


class Concentrated(Standard):
    """D_α(P‖Q) ≤ ρα for every α > 1."""

    parameters = ("rho",)

    def rho(self, p: Law, q: Law) -> Number:
        """The least ρ."""
        return greatest_excess(p, q, offset=0, slope=None, last=math.inf)


class MeanGain(Standard):
    """The mean under P of the positive part of the loss is at most ε."""

    parameters = ("epsilon",)

    def epsilon(self, p: Law, q: Law) -> Number:
        """The least ε."""
        if p.ndim > 1:
            return np.array([self.epsilon(a, b) for a, b in zip(p, q, strict=True)])
        above = [(a, b) for a, b in zip(p, q, strict=True) if a > b]
        if p.dtype == object:
            if any(not b for _, b in above):
                return INFINITY
            return total(real(a / b).log() * a for a, b in above)
        return math.inf if any(b == 0 for _, b in above) else math.fsum(a * math.log(a / b) for a, b in above)
