"""What targets ask of a mean-concentrated pair of three outputs (theory, T23): in floats, exactly, and as a test for covers."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import flint

from dpzoo.numbers.late import np
from dpzoo.numbers.real import ZERO, Ball, Real
from dpzoo.numbers.roots import root
from dpzoo.optimal import cover, minima
from dpzoo.optimal.ascent import Law, Linear
from dpzoo.optimal.centred_pair import log_sum
from dpzoo.optimal.certify import arb
from dpzoo.optimal.cover import AlarmedPower, DeviationPower, LossEvent, RatioPower
from dpzoo.optimal.optimum import Pair
from dpzoo.optimal.primitives import Mean

_TINY: Final = 1e-30
_ROUNDED: Final = 1e-14
_MORE: Final = 1e-6
_SMALL: Final = 1e-3
_LARGEST_ORDER: Final = 1e4


@dataclass(frozen=True, slots=True)
class Goal:
    """What is maximised over three outputs by falling loss, of which the first ``size`` are the event that decides.

    ``value`` and ``zero`` take the logarithms of P and Q, the losses, and the fifth variable, α - 1, if ``order`` gives its
    range; ``least`` (what must not be negative) takes the first three. They are analytic, so that imaginary steps give their
    derivatives. ``exact`` is what a table needs, and ``needs`` turns a value into the same.
    """

    size: int
    linear: Linear
    """The same for laws of any number of outputs."""
    value: Callable[[Any, Any, Any, Any], Any]
    exact: Callable[[Pair], Ball | None]
    needs: Callable[[float], float]
    least: Sequence[Callable[[Any, Any, Any], Any]] = ()
    zero: Sequence[Callable[[Any, Any, Any, Any], Any]] = ()
    order: tuple[float, float] | None = None
    tilt: float = 0.0
    """The exponent, α - 1, at which the bound on the moments itself may be attained."""
    test: Callable[[Ball], tuple[cover.Goal, Ball]] | None = None
    """The test, and the bound of its goal, that prove an upper end."""
    wider: Goal | None = None
    """The same with more room by what rounding may take, where this one leaves that out: for upper ends."""

    selective: bool = False
    """Whether ``exact`` leaves out pairs that may need less: no other place counts where the best one does not."""

    def scale(self, value: float) -> float:
        """What differences count beside: 1 for logarithms, the value itself for others."""
        return max(abs(value), 1.0 if self.needs is math.exp else 0.0)


def _event(law: Any, size: int) -> Any:
    return log_sum(law[..., :size])


def _mass(size: int) -> Callable[[Any, Any, Any, Any], Any]:
    """ln of the probability of the event under P, as a goal."""
    return lambda p, q, loss, _: _event(p, size)


def delta_goals(epsilon: Real) -> list[Goal]:
    """The least δ of (ε, δ)-DP."""
    e = float(epsilon)
    linear = Linear(lambda x, _: _log_excess(x - e), lambda x, _: x > e, place=e)

    def goal(size: int) -> Goal:
        def value(p: Any, q: Any, loss: Any, _: Any) -> Any:
            return log_sum(p[..., :size] + np.log(-np.expm1(e - loss[..., :size])))

        def exact(pair: Pair) -> Ball | None:
            return minima.delta(pair, epsilon)

        def test(bound: Ball) -> tuple[LossEvent, Ball]:
            return LossEvent(arb(epsilon).exp(), arb(epsilon)), bound

        return Goal(size, linear, value, exact, math.exp, [lambda p, q, loss: loss[..., size - 1] - e], test=test)

    return [goal(1), goal(2)]


def _log_excess(x: Any) -> Any:
    """ln (1 - e^-x), for losses so far above ε."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.log(-np.expm1(-np.maximum(x, 0.0)))


def epsilon_goals(delta: Real, tail: float) -> list[Goal]:
    """The least ε of (ε, δ)-DP, which is at most ``tail``."""
    d = float(delta)

    def follow(law: Law, _: Law | None) -> float:
        """Newton's method for ln of δ at ε."""
        (p, q), e = law.of_event, law.theta
        excess = p - math.exp(e) * q
        if not excess > 0:
            return e * 0.7
        step = math.log(excess / d) * excess / (p - excess)
        return max(e + min(max(step, -law.tau), law.tau), e / 4)

    linear = Linear(lambda x, e: _log_excess(x - e), lambda x, e: x > e, (tail,), follow, place=tail)

    def goal(size: int) -> Goal:
        def value(p: Any, q: Any, loss: Any, _: Any) -> Any:
            return np.log(np.exp(_event(p, size)) - d) - _event(q, size)

        def exact(pair: Pair) -> Ball | None:
            return minima.epsilon(pair.by_loss, arb(delta))

        def test(bound: Ball) -> tuple[LossEvent, Ball]:
            return LossEvent(bound.exp(), bound), arb(delta)

        return Goal(
            size, linear, value, exact, lambda x: x, [lambda p, q, loss: _event(p, size) - math.log(d) - _MORE], test=test
        )

    return [goal(1), goal(2)]


def mass_goals(epsilon: Real) -> list[Goal]:
    """The least δ of probabilistic DP: the mass of losses above ε."""
    e, limit = float(epsilon) * (1 + 2.0**-40), arb(epsilon)
    linear = Linear(lambda x, _: np.zeros_like(x), lambda x, _: x >= e, place=e)

    def goal(size: int) -> Goal:
        def exact(pair: Pair) -> Ball | None:
            above = [arb(a) for a, b in zip(pair.p, pair.q, strict=True) if arb(a / b).log() > limit]
            return sum(above, flint.arb(0))

        def test(bound: Ball) -> tuple[LossEvent, Ball]:
            return LossEvent(flint.arb(0), limit), bound

        return Goal(size, linear, _mass(size), exact, math.exp, [lambda p, q, loss: loss[..., size - 1] / e - 1], test=test)

    return [goal(1), goal(2)]


def loss_goals(delta: Real, tail: float) -> list[Goal]:
    """The least ε of probabilistic DP, at most ``tail``: the largest loss that more than δ has at least."""
    d = math.log(float(delta)) + 2.0**-40

    def follow(law: Law, before: Law | None) -> float:
        """The secant method for ln of δ at ε."""
        e, value = law.theta, math.log(law.value)
        if before is None or before.theta == e:
            return e * (0.9 if value < d else 1.1)
        slope = (value - math.log(before.value)) / (e - before.theta)
        return min(max(e + (d - value) / slope, e / 2), 2 * e) if slope < 0 else e * (0.9 if value < d else 1.1)

    linear = Linear(lambda x, _: np.zeros_like(x), lambda x, e: x >= e, (tail,), follow, place=tail)

    def goal(size: int) -> Goal:
        def value(p: Any, q: Any, loss: Any, _: Any) -> Any:
            return loss[..., size - 1]

        def exact(pair: Pair) -> Ball | None:
            total = flint.arb(0)
            ordered = pair.by_loss
            for a, b in zip(ordered.p, ordered.q, strict=True):
                total += arb(a)
                if total > arb(delta):
                    return arb(a / b).log()
            return None

        def test(bound: Ball) -> tuple[LossEvent, Ball]:
            return LossEvent(flint.arb(0), bound), arb(delta)

        return Goal(size, linear, value, exact, lambda x: x, [lambda p, q, loss: _event(p, size) - d], test=test)

    return [goal(1), goal(2)]


def power_goals(alarm: Real) -> list[Goal]:
    """The greatest power of a test with this false-alarm probability."""
    x, rest = math.log(float(alarm)), math.log(float(1 - alarm))
    linear = Linear(lambda loss, _: np.zeros_like(loss), side=lambda loss: np.exp(-loss - x))

    def goal(size: int) -> Goal:
        def odds(p: Any, q: Any, loss: Any, _: Any) -> Any:  # linear in logits, however near 1 the probability is
            return _event(q, size) - log_sum(q[..., size:]) - x + rest

        def exact(pair: Pair) -> Ball | None:
            return minima.power_at(pair.by_loss, arb(alarm))

        def test(bound: Ball) -> tuple[AlarmedPower, Ball]:
            return AlarmedPower(arb(alarm)), bound

        return Goal(size, linear, _mass(size), exact, math.exp, zero=[odds], test=test)

    return [goal(1), goal(2)]


def share_goals(epsilon: Real, slack: Real) -> list[Goal]:
    """The largest P(S) with P(S) - e^ε Q(S) ≥ δ_a: the least δ_p of relaxed DP, if S is one output."""
    e, d = float(epsilon), float(slack)
    linear = Linear(lambda x, _: np.zeros_like(x), side=lambda x: np.expm1(e - x) / d, limit=-1.0, place=e)

    def goal(size: int) -> Goal:
        def room(sign: int) -> Callable[[Any, Any, Any], Any]:
            least, rounded = d * (1 + sign * 2.0**-40), sign * _ROUNDED

            def found(p: Any, q: Any, loss: Any) -> Any:
                a, b = _event(p, size), _event(q, size)
                share = np.exp(a)
                return ((-np.expm1(e + b - a) - rounded) * share - least) / (least + _SMALL * share)

            return found

        def exact(pair: Pair) -> Ball | None:
            ordered = pair.by_loss
            p, q = arb(sum(ordered.p[:size])), arb(sum(ordered.q[:size]))
            return p if p - arb(epsilon).exp() * q > arb(slack) else None

        inner = Goal(size, linear, _mass(size), exact, math.exp, [room(1)])
        return replace(inner, wider=replace(inner, least=[room(-1)]))

    return [goal(1), goal(2)]


def gaussian_goals(tau: float) -> list[Goal]:
    """The least μ of Gaussian DP: the largest Φ⁻¹(P(S)) - Φ⁻¹(Q(S))."""
    from scipy.special import ndtri  # slow to import, and few conversions need it

    def follow(law: Law, _: Law | None) -> float:
        """ln of how much more P(S) counts than Q(S) there: the ratio of normal densities."""
        p, q = (float(ndtri(x)) for x in law.of_event)
        return (q * q - p * p) / 2

    starts = (0.1 * tau, tau, 2.5 * tau)
    linear = Linear(lambda x, e: _log_excess(x - e), lambda x, e: x > e, starts, follow, place=starts[-1])

    def goal(size: int) -> Goal:
        def value(p: Any, q: Any, loss: Any, _: Any) -> Any:
            return _quantile(_event(p, size), log_sum(p[..., size:])) - _quantile(_event(q, size), log_sum(q[..., size:]))

        return Goal(size, linear, value, lambda pair: minima.gaussian(pair.by_loss), lambda x: x)

    return [goal(1), goal(2)]


def _quantile(below: Any, above: Any) -> Any:
    """Φ⁻¹ of e^below = 1 - e^above."""
    from scipy.special import ndtri_exp  # slow to import, and few conversions need it

    sign = np.where(below.real < above.real, 1, -1)
    near = np.where(sign > 0, below, above)
    x = ndtri_exp(near.real)
    return sign * (x + 1j * near.imag * np.exp(near.real + x * x / 2) * math.sqrt(2 * math.pi))


def order_goals(order: Real) -> list[Goal]:
    """The least ε of (α, ε)-Rényi DP."""
    s = float(order) - 1

    def value(p: Any, q: Any, loss: Any, _: Any) -> Any:
        return log_sum(p + s * loss) / s

    def test(bound: Ball) -> tuple[RatioPower, Ball]:
        return RatioPower(arb(order)), ((arb(order) - 1) * bound).exp()

    linear = Linear(lambda x, _: s * x, tilt=s)
    return [Goal(1, linear, value, lambda pair: minima.renyi(pair, arb(order)), lambda x: x, tilt=s, test=test)]


def deviation_goals(k: Real) -> list[Goal]:
    """The least ε of (E|X - 1|^k)^{1/k} ≤ ε, k > 1, if three outputs suffice, as ``test`` may show."""
    own = arb(k)

    def value(p: Any, q: Any, loss: Any, _: Any) -> Any:
        deviation = np.expm1(loss)
        return log_sum(q + float(k) / 2 * np.log(deviation * deviation + _TINY * _TINY)) / float(k)

    def test(bound: Ball) -> tuple[DeviationPower, Ball]:
        return DeviationPower(own), bound**own

    def log_value(x: Any, _: float) -> Any:
        with np.errstate(divide="ignore"):
            return float(k) * np.log(np.abs(np.expm1(x))) - x

    linear = Linear(log_value, tilt=float(k) - 1)
    return [Goal(1, linear, value, lambda pair: minima.power(pair, own), math.exp, tilt=float(k) - 1, test=test)]


def reach_goals(part: Mean, offset: Real, slope: Real) -> list[Goal]:
    """1 - α for the order α at which D_α first exceeds ξ + ρα: not before what moments allow, D_α ≤ m + (α - 1)τ²/2, does."""
    half, rho = float(part.tau) ** 2 / 2, float(slope)
    start = max((float(offset) + rho - min(float(part.mu), half)) / (half - rho), _SMALL) if rho < half else 1.0

    def follow(law: Law, _: Law | None) -> float:
        kept = law.mass > 0
        reached = _first_order(np.log(law.mass[kept]), law.loss[kept], float(offset), float(slope))
        return min(reached, 2 * law.theta)

    linear = Linear(lambda x, s: s * x, starts=(start,), follow=follow, tilt=3 * start)

    def value(p: Any, q: Any, loss: Any, s: Any) -> Any:
        return -s

    def miss(p: Any, q: Any, loss: Any, s: Any) -> Any:
        return log_sum(p + s[..., None] * loss) / s - float(offset) - float(slope) * (1 + s)

    def exact(pair: Pair) -> Ball | None:
        """An order at which the pair certainly exceeds the bound, just beyond the one at which it meets it."""
        high = _order_of_pair(pair, float(offset), float(slope))
        for step in (2.0**-40, 2.0**-36, 2.0**-32, 2.0**-28):
            order = flint.arb(1 + high * (1 + step))
            needed = minima.renyi(pair, order)
            if needed is not None and needed > arb(offset) + arb(slope) * order:
                return 1 - order
        return None

    def test(bound: Ball) -> tuple[RatioPower, Ball]:
        """D_α grows, so that the last order decides."""
        return RatioPower(1 - bound), (-bound * arb(offset)).exp()

    order = (_SMALL, _LARGEST_ORDER)
    return [Goal(1, linear, value, exact, lambda x: x, zero=[miss], order=order, test=test if slope == ZERO else None)]


def _order_of_pair(pair: Pair, offset: float, slope: float) -> float:
    """The first s at which D_{1+s} of a pair is ξ + ρ(1+s)."""
    log_p = np.array([float(arb(x).log()) for x in pair.p])
    loss = np.array([float(arb(a / b).log()) for a, b in zip(pair.p, pair.q, strict=True)])
    return _first_order(log_p, loss, offset, slope)


def _first_order(log_p: Any, loss: Any, offset: float, slope: float) -> float:
    """The same of ln P and the losses; infinite if there is none."""

    def gap(s: float) -> float:
        return float(log_sum(log_p + s * loss)) / s - offset - slope * (1 + s)

    orders = np.geomspace(_SMALL, _LARGEST_ORDER, 400)
    beyond = [float(s) for s in orders if gap(float(s)) > 0]
    return root(gap, beyond[0] / 1.1, beyond[0]) if beyond else math.inf


def family_goals(offset: Real | None, slope: Real | None, last: Real) -> list[Goal]:
    """The least ρ at ξ (``offset``) or ξ at ρ (``slope``) of D_α ≤ ξ + ρα for all orders up to ``last``."""
    from dpzoo.optimal.orders import excess_of_pair

    def value(p: Any, q: Any, loss: Any, s: Any) -> Any:
        d = log_sum(p + s[..., None] * loss) / s
        return (d - float(offset)) / (1 + s) if offset is not None else d - float(slope or 0) * (1 + s)

    def exact(pair: Pair) -> Ball | None:
        return excess_of_pair(pair, offset, slope, last)

    end = float(last) - 1

    def follow(law: Law, _: Law | None) -> float:
        kept = law.mass > 0
        orders = np.geomspace(_SMALL * end, end, 200)
        heights = value(np.log(law.mass[kept])[None, :], None, law.loss[kept][None, :], orders)
        return float(orders[np.argmax(heights)])

    linear = Linear(lambda x, s: s * x, starts=(end, end / 3), follow=follow, tilt=end)
    return [Goal(1, linear, value, exact, lambda x: x, order=(min(_SMALL, end / 2), end), tilt=end)]


def goals_for(part: Mean, notion: str, parameter: str, fixed: Callable[..., Real]) -> list[Goal] | None:
    """What a target asks of three outputs; None where they need not suffice."""
    if notion in ("approximate-dp", "max-kl-stability"):
        if parameter == "delta":
            return delta_goals(fixed("epsilon"))
        return epsilon_goals(fixed("delta"), loss_beyond(part, fixed("delta")))
    if notion == "probabilistic-dp":
        return (
            mass_goals(fixed("epsilon"))
            if parameter == "delta"
            else loss_goals(fixed("delta"), loss_beyond(part, fixed("delta")))
        )
    if notion == "f-dp":
        return power_goals(fixed("x"))
    if notion == "gaussian-dp":
        return gaussian_goals(float(part.tau))
    if notion == "fk-divergence-dp":
        return deviation_goals(fixed("k"))
    if notion == "renyi-dp":
        return order_goals(fixed("alpha")) if parameter == "epsilon" else reach_goals(part, fixed("epsilon"), ZERO)
    if notion in ("bounded-concentrated-dp", "truncated-codp-bdrs18"):
        if parameter == "omega":
            return reach_goals(part, fixed("xi", ZERO), fixed("rho"))
        if parameter == "rho":
            return family_goals(fixed("xi", ZERO), None, fixed("omega"))
        return family_goals(None, fixed("rho"), fixed("omega"))
    return None


def loss_beyond(part: Mean, delta: Real) -> float:
    """The loss above which Markov's inequality for the moments leaves less than δ (T14)."""
    tau = float(part.tau)
    return min(float(part.mu), tau * tau / 2) + tau * math.sqrt(-2 * math.log(float(delta)))
