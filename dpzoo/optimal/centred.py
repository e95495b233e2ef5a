"""Mean-concentrated DP as a source: three outputs suffice, so that the optimum is a maximum over four numbers (theory, T23).

The search runs in floats: upper ends are numeric. Lower ends are proved: the pair that is found, a little inside the source, is
shown to meet it, and what it needs is evaluated exactly.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

import flint

from dpzoo.numbers.late import Late
from dpzoo.numbers.real import ZERO, Ball, Real
from dpzoo.numbers.roots import root
from dpzoo.optimal import minima
from dpzoo.optimal.certify import arb
from dpzoo.optimal.optimum import Found, NoReductionError, Pair
from dpzoo.optimal.primitives import Mean
from dpzoo.optimal.testing import fraction

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
else:
    np = Late("numpy")

_CLOSE: Final = (2.0**-37, 2.0**-34)
_SAFE: Final = 2.0**-27
_FINE: Final = 2.0**-44
_STEP: Final = 1e-30
_FIRST: Final = 0.01
_LAST: Final = 60.0
_GRID: Final = 20
_DENSE: Final = 160
_FITS: Final = 3e-12
_ROUGH: Final = 0.05
_NEAR: Final = 0.45
_TOLERANCE: Final = 1e-15
_SAME: Final = 1e-4
_PROMISING: Final = 16
_MORE: Final = 1e-6
_AWAY: Final = (1e-5, -1e-3, 1e-2, 1e-4, -1e-2, 1e-5, -1e-4, 3e-2, 1e-3, -1e-3)
_GAIN: Final = 1e-11
_SMALL: Final = 1e-3
_LARGEST_ORDER: Final = 1e4


@dataclass(frozen=True, slots=True)
class Goal:
    """What is maximised over three outputs by falling loss, of which the first ``size`` are the event that decides.

    ``value``, ``least`` (what must not be negative) and ``zero`` take the logarithms of P and Q, the losses, and the fifth
    variable, α - 1, if ``order`` gives its range; they are analytic, so that imaginary steps give their derivatives.
    ``exact`` is what a table needs, and ``needs`` turns a value into the same.
    """

    size: int
    loss: float
    """A loss that the event's outputs have, about."""
    value: Callable[[Any, Any, Any, Any], Any]
    exact: Callable[[Pair], Ball | None]
    needs: Callable[[float], float]
    least: Sequence[Callable[[Any, Any, Any], Any]] = ()
    zero: Sequence[Callable[[Any, Any, Any, Any], Any]] = ()
    order: tuple[float, float] | None = None
    first: Sequence[float] = ()
    """Where the search for the order begins."""


def log_sum(x: Any) -> Any:
    """ln Σ e^x over the last axis, for complex numbers, too."""
    top = x.real.max(axis=-1, keepdims=True)
    return np.log(np.exp(x - top).sum(axis=-1)) + top[..., 0]


def _laws(z: Any) -> tuple[Any, Any, Any]:
    """ln P, ln Q and the losses: logits beside the middle output's, and losses beside it, moved so that Q is a law."""
    zero = 0 * z[0]
    logits, places = np.array([z[0], zero, z[1]]), np.array([z[2], zero, z[3]])
    log_p = logits - log_sum(logits)
    loss = places + log_sum(log_p - places)
    return log_p, log_p - loss, loss


@dataclass
class _PairSearch:
    """The search for one source: unit losses are τ."""

    mu: float
    tau: float
    goal: Goal
    exponents: NDArray[np.float64] = field(init=False)

    def __post_init__(self) -> None:
        grid = np.geomspace(_FIRST, _LAST, _GRID) / self.tau
        self.exponents = np.concatenate([-grid[::-1], grid])

    def room(self, z: Any, exponents: Any) -> Any:
        """What must not be negative: per order of the pair ½ - ln E e^{s(L - m)}/(sτ)² and 1 - m/μ, as well as the goal's."""
        log_p, log_q, loss = _laws(z)
        found = []
        for law, sign, chosen in ((log_p, 1, exponents[0]), (log_q, -1, exponents[1])):
            mean = (np.exp(law) * loss).sum() * sign
            centred = sign * loss - mean
            moments = log_sum(law + chosen[:, None] * centred) / (chosen * self.tau) ** 2
            found += [0.5 - moments, np.array([0.5 - (np.exp(law) * centred**2).sum() / 2 / self.tau**2, 1 - mean / self.mu])]
        found.append(np.array([f(log_p, log_q, loss) for f in self.goal.least]))
        return np.concatenate(found)

    def used(self, z: Any, order: int, exponents: Any) -> Any:
        """ln E e^{s(L - m)}/(sτ)² in one order of the pair."""
        log_p, log_q, loss = _laws(z)
        law, sign = ((log_p, 1), (log_q, -1))[order]
        centred = sign * loss - (np.exp(law) * loss).sum() * sign
        return log_sum(law + np.asarray(exponents)[..., None] * centred) / (np.asarray(exponents) * self.tau) ** 2

    def peaks(self, z: Any) -> tuple[Any, Any]:
        """The exponents of both orders at which moments are locally the largest, and not far below what is allowed."""
        grid = np.geomspace(_FIRST, _LAST, _DENSE) / self.tau
        found: tuple[list[float], list[float]] = ([], [])
        for order in (0, 1):
            for side in (grid, -grid):
                values = self.used(z, order, side)
                inside = (values[1:-1] >= values[:-2]) & (values[1:-1] >= values[2:]) & (values[1:-1] > _NEAR)
                found[order].extend(float(side[k]) for k in np.flatnonzero(inside) + 1)
        return self.follow(z, (np.array(found[0]), np.array(found[1])))

    def follow(self, z: Any, exponents: tuple[Any, Any]) -> tuple[Any, Any]:
        """The peaks close to these exponents."""

        def nearest(order: int) -> Any:
            return np.array([_vertex(lambda s: self.used(z, order, s), s) for s in exponents[order]])

        return nearest(0), nearest(1)

    def least(self, z: Any) -> float:
        """The least room."""
        dense = np.geomspace(_FIRST, _LAST, _DENSE) / self.tau
        dense = np.concatenate([-dense, dense])
        found = [self.room(z, (dense, dense)), self.room(z, self.peaks(z))]
        return min(float(x.min()) for x in found)

    def improve(self, z: Any, peaks: tuple[Any, Any], steps: int) -> tuple[Any, float] | None:
        """One run of sequential quadratic programming; of the moments the grid's count and, followed as they move, the peaks."""
        from scipy.optimize import minimize  # slow to import, and few conversions need it

        goal, grid = self.goal, (self.exponents, self.exponents)

        def law(z: Any) -> tuple[Any, Any, Any]:
            return _laws(z[:4])

        def order(z: Any) -> Any:
            return z[4] if goal.order else None

        def height(z: Any) -> Any:
            return -goal.value(*law(z), order(z))

        def chosen(z: Any) -> tuple[Any, Any]:
            now = self.follow(z[:4], peaks)
            return np.concatenate([grid[0], now[0]]), np.concatenate([grid[1], now[1]])

        def slopes(z: Any) -> Any:
            at = chosen(z)
            return _slopes(lambda y: self.room(y[:4], at), z)

        def equal(f: Callable[..., Any]) -> dict[str, Any]:
            return {
                "type": "eq",
                "fun": lambda z: f(*law(z), order(z)),
                "jac": lambda z: _slopes(lambda y: f(*law(y), order(y)), z),
            }

        constraints = [{"type": "ineq", "fun": lambda z: self.room(z[:4], chosen(z)), "jac": slopes}, *map(equal, goal.zero)]
        options = {"maxiter": steps, "ftol": _TOLERANCE}
        bounds = [(None, None), (None, None), (0, None), (None, 0), *([goal.order] if goal.order else [])]
        with np.errstate(all="ignore"):
            try:
                done = minimize(
                    height,
                    z,
                    jac=lambda z: _slopes(height, z),
                    constraints=constraints,
                    bounds=bounds,
                    method="SLSQP",
                    options=options,
                )
            except (ValueError, FloatingPointError):
                return None
        return (done.x, -float(done.fun)) if np.isfinite(done.x).all() and math.isfinite(done.fun) else None

    def coarse(self, starts: Sequence[Any]) -> list[tuple[Any, float]]:
        """Where the search comes to from each start, with a few exponents only."""
        none = (np.array([]), np.array([]))
        found = [self.improve(start, none, 60) for start in starts]
        return [x for x in found if x is not None and self.least(x[0][:4]) > -_ROUGH]

    def polished(self, z: Any) -> tuple[Any, float] | None:
        """The same to nearly all digits, begun anew a little away until nothing is gained; None if it does not settle."""
        best: tuple[Any, float] | None = None
        quiet = 0
        for away in _AWAY:
            found = self.improve(z * (1 + away * np.cos(np.arange(len(z)))), self.peaks(z[:4]), 100)
            if found is None:
                continue
            fits = self.least(found[0][:4]) > -_FITS
            if fits and (best is None or found[1] > best[1]):
                quiet = quiet + 1 if best is not None and found[1] <= best[1] + _GAIN * (1 + abs(best[1])) else 0
                best = found
            elif fits:
                quiet += 1
            if best is None or fits:
                z = found[0] if best is None else best[0]
            if quiet > 1:
                return best
        return None


def _vertex(function: Callable[[Any], Any], middle: float) -> float:
    """Where a function is largest about a peak, by parabolas through three points ever closer to each other."""
    best, width = middle, 0.08
    for _ in range(4):
        s = best * (1 + width * np.array([-1.0, 0.0, 1.0]))
        left, here, right = function(s)
        bend = left - 2 * here + right
        if not bend < 0:
            break
        best *= 1 + width * min(max((left - right) / (2 * bend), -1.5), 1.5)
        width *= 0.25
    return float(best)


def _slopes(function: Callable[[Any], Any], z: Any) -> Any:
    """Derivatives by imaginary steps, without cancellation."""
    columns = []
    for k in range(len(z)):
        moved = z.astype(complex)
        moved[k] += _STEP * 1j
        columns.append(np.imag(function(moved)) / _STEP)
    return np.array(columns).T


def three_outputs(part: Mean, goals: Sequence[Goal]) -> tuple[Found, Goal]:
    """The largest that pairs of three outputs need which are (μ, τ)-mean-concentrated (T23). Raises NoReductionError."""
    tau = float(part.tau)
    mu = min(float(part.mu), tau * tau / 2)  # no mean is larger
    tried = []
    for goal in goals:
        search = _PairSearch(mu, tau, goal)
        tried += [(value, search, z) for z, value in search.coarse(_starts(mu, tau, goal))]
    tried.sort(key=lambda x: -x[0])
    places: list[tuple[float, _PairSearch, Any]] = []
    for value, search, z in tried:  # two equal outputs are a saddle, which the search does not leave by itself
        if all(search.goal is not s.goal or abs(value - v) > _SAME * abs(v) for v, s, _ in places):
            apart = np.array([[0.0] * 4, [0, 0, 0.3, -0.5], [0, 1, 0, -0.2], [0.5, -1, 0.1, -1.0]]) * np.array([1, 1, tau, tau])
            places += [(value, search, np.concatenate([z[:4] + move, z[4:]])) for move in apart]
    best: tuple[float, Goal, Any] | None = None
    for _, search, z in places[:_PROMISING]:
        found = search.polished(z)
        if found is not None and (best is None or found[1] > best[0]):
            best = (found[1], search.goal, found[0])
    if best is not None:
        _, goal, z = best
        for margin in _CLOSE:
            ends = [_PairSearch(mu * (1 + m), tau * (1 + m / 2), goal).polished(z) for m in (-margin, margin)]
            near = _table(ends[0][0]) if ends[0] is not None else None
            low = goal.exact(near) if near is not None and meets(part, near) else None
            if low is None or ends[1] is None:
                continue
            safe = _PairSearch(mu * (1 - _SAFE), tau * (1 - _SAFE / 2), goal).polished(z)
            table = _table(safe[0]) if safe is not None else None
            high = goal.needs(ends[1][1])
            return Found(low, flint.arb(high + abs(high) * margin), "T23", table, certified=False), goal
    raise NoReductionError("the search among pairs of three outputs did not settle")


def _starts(mu: float, tau: float, goal: Goal) -> list[Any]:
    """Cells of the Gaussian pair of that mean loss, and pairs with a rare large loss."""
    from scipy.special import log_ndtr  # slow to import, and few conversions need it

    found = []
    width = math.sqrt(2 * mu)
    for first in (goal.loss - 0.3 * width, goal.loss + 0.5 * width):
        for gap in (0.7, 1.5):
            cuts = (first, first - gap * width) if goal.size == 1 else (first + gap * width, first)
            masses = []
            for mean in (mu, -mu):
                high, low = ((c - mean) / width for c in cuts)
                near, far = (-low, -high) if low > 0 else (high, low)
                log_near, log_far = float(log_ndtr(near)), float(log_ndtr(far))
                middle = log_near + math.log(-math.expm1(log_far - log_near) or _STEP)
                masses.append(np.array([float(log_ndtr(-high)), middle, float(log_ndtr(low))]))
            log_p, losses = masses[0], masses[0] - masses[1]
            found.append(np.array([log_p[0] - log_p[1], log_p[2] - log_p[1], losses[0] - losses[1], losses[2] - losses[1]]))
    top = max(goal.loss, tau / 4)
    for more in (0.1, 0.5):
        a = top + more * tau
        share = min(-a * a / (2 * tau * tau), math.log(mu / (2 * a)), -1.0)
        found.append(np.array([share, 0.0, a, -min(0.3 * tau, 2 * width)]))
    if goal.order is not None:
        found = [np.append(z, x) for z in found for x in goal.first]
    return [z for z in found if np.isfinite(z).all()]


def _table(z: Any) -> Pair:
    """Three outputs as fractions; what rounding leaves goes to the likeliest one."""
    log_p, log_q, _ = _laws(z[:4])
    rows = []
    for law in (log_p, log_q):
        row = [fraction(flint.arb(float(x)).exp()) for x in law]
        k = int(np.argmax(law))
        row[k] = 1 - sum((x for j, x in enumerate(row) if j != k), Fraction(0))
        rows.append(tuple(row))
    return Pair(rows[0], rows[1])


def meets(part: Mean, pair: Pair) -> bool:
    """Whether a pair certainly is (μ, τ)-mean-concentrated."""
    from dpzoo.blocks.concentrated import subgaussian_variance

    square = part.tau * part.tau
    for p, q in ((pair.p, pair.q), (pair.q, pair.p)):
        if not all(p) or not all(q):
            return False
        mean = sum((arb(a) * arb(a / b).log() for a, b in zip(p, q, strict=True)), flint.arb(0))
        if part.mu < square / 2 and not mean <= arb(part.mu):
            return False
        used = subgaussian_variance(*(np.array(x, dtype=object) for x in (p, q)), relative=_FINE)
        if not arb(used) <= arb(square):
            return False
    return True


# goals ------------------------------------------------------------------------------------------------------------------


def _event(law: Any, size: int) -> Any:
    return log_sum(law[:size])


def _by_loss(pair: Pair) -> Pair:
    """Outputs by falling loss."""
    both = sorted(zip(pair.p, pair.q, strict=True), key=lambda x: -x[0] / x[1])
    return Pair(tuple(a for a, _ in both), tuple(b for _, b in both))


def delta_goals(epsilon: Real) -> list[Goal]:
    """The least δ of (ε, δ)-DP."""
    e = float(epsilon)

    def goal(size: int) -> Goal:
        def value(p: Any, q: Any, loss: Any, _: Any) -> Any:
            return log_sum(p[:size] + np.log(-np.expm1(e - loss[:size])))

        return Goal(size, e, value, lambda pair: minima.delta(pair, epsilon), math.exp, [lambda p, q, loss: loss[size - 1] - e])

    return [goal(1), goal(2)]


def epsilon_goals(delta: Real) -> list[Goal]:
    """The least ε of (ε, δ)-DP."""
    d = float(delta)

    def goal(size: int) -> Goal:
        def value(p: Any, q: Any, loss: Any, _: Any) -> Any:
            return np.log(np.exp(_event(p, size)) - d) - _event(q, size)

        def exact(pair: Pair) -> Ball | None:
            return minima.epsilon(_by_loss(pair), arb(delta))

        return Goal(size, 0.0, value, exact, lambda x: x, [lambda p, q, loss: _event(p, size) - math.log(d) - _MORE])

    return [goal(1), goal(2)]


def mass_goals(epsilon: Real) -> list[Goal]:
    """The least δ of probabilistic DP: the mass of losses above ε."""
    e, limit = float(epsilon) * (1 + 2.0**-40), arb(epsilon)

    def goal(size: int) -> Goal:
        def value(p: Any, q: Any, loss: Any, _: Any) -> Any:
            return _event(p, size)

        def exact(pair: Pair) -> Ball | None:
            above = [arb(a) for a, b in zip(pair.p, pair.q, strict=True) if arb(a / b).log() > limit]
            return sum(above, flint.arb(0))

        return Goal(size, e, value, exact, math.exp, [lambda p, q, loss: loss[size - 1] / e - 1])

    return [goal(1), goal(2)]


def loss_goals(delta: Real) -> list[Goal]:
    """The least ε of probabilistic DP: the largest loss that more than δ has at least."""
    d = math.log(float(delta)) + 2.0**-40

    def goal(size: int) -> Goal:
        def value(p: Any, q: Any, loss: Any, _: Any) -> Any:
            return loss[size - 1]

        def exact(pair: Pair) -> Ball | None:
            total = flint.arb(0)
            ordered = _by_loss(pair)
            for a, b in zip(ordered.p, ordered.q, strict=True):
                total += arb(a)
                if total > arb(delta):
                    return arb(a / b).log()
            return None

        return Goal(size, 0.0, value, exact, lambda x: x, [lambda p, q, loss: _event(p, size) - d])

    return [goal(1), goal(2)]


def power_goals(alarm: Real) -> list[Goal]:
    """The greatest power of a test with this false-alarm probability."""
    x = math.log(float(alarm))

    def goal(size: int) -> Goal:
        def value(p: Any, q: Any, loss: Any, _: Any) -> Any:
            return _event(p, size)

        def exact(pair: Pair) -> Ball | None:
            return minima.power_at(_by_loss(pair), arb(alarm))

        return Goal(size, 0.0, value, exact, math.exp, zero=[lambda p, q, loss, _: _event(q, size) - x])

    return [goal(1), goal(2)]


def share_goals(epsilon: Real, slack: Real) -> list[Goal]:
    """The largest P(S) with P(S) - e^ε Q(S) ≥ δ_a: the least δ_p of relaxed DP, if S is one output."""
    e, d = float(epsilon), float(slack) * (1 + 2.0**-40)

    def goal(size: int) -> Goal:
        def value(p: Any, q: Any, loss: Any, _: Any) -> Any:
            return _event(p, size)

        def room(p: Any, q: Any, loss: Any) -> Any:
            return np.exp(_event(p, size)) / d - np.exp(_event(q, size) + e) / d - 1

        def exact(pair: Pair) -> Ball | None:
            ordered = _by_loss(pair)
            p, q = arb(sum(ordered.p[:size])), arb(sum(ordered.q[:size]))
            return p if p - arb(epsilon).exp() * q > arb(slack) else None

        return Goal(size, e, value, exact, math.exp, [room])

    return [goal(1), goal(2)]


def gaussian_goals() -> list[Goal]:
    """The least μ of Gaussian DP: the largest Φ⁻¹(P(S)) - Φ⁻¹(Q(S))."""

    def goal(size: int) -> Goal:
        def value(p: Any, q: Any, loss: Any, _: Any) -> Any:
            return _quantile(_event(p, size), log_sum(p[size:])) - _quantile(_event(q, size), log_sum(q[size:]))

        return Goal(size, 0.0, value, lambda pair: minima.gaussian(_by_loss(pair)), lambda x: x)

    return [goal(1), goal(2)]


def _quantile(below: Any, above: Any) -> Any:
    """Φ⁻¹ of e^below = 1 - e^above."""
    from scipy.special import ndtri_exp  # slow to import, and few conversions need it

    near, sign = (below, 1) if below.real < above.real else (above, -1)
    x = float(ndtri_exp(near.real))
    slope = math.exp(near.real + x * x / 2) * math.sqrt(2 * math.pi)
    return sign * (x + 1j * near.imag * slope if near.imag else x)


def order_goals(order: Real) -> list[Goal]:
    """The least ε of (α, ε)-Rényi DP."""
    s = float(order) - 1

    def value(p: Any, q: Any, loss: Any, _: Any) -> Any:
        return log_sum(p + s * loss) / s

    return [Goal(1, 0.0, value, lambda pair: minima.renyi(pair, arb(order)), lambda x: x)]


def reach_goals(offset: Real, slope: Real) -> list[Goal]:
    """1 - α for the order α at which D_α first exceeds ξ + ρα."""

    def value(p: Any, q: Any, loss: Any, s: Any) -> Any:
        return -s

    def miss(p: Any, q: Any, loss: Any, s: Any) -> Any:
        return log_sum(p + s * loss) / s - float(offset) - float(slope) * (1 + s)

    def exact(pair: Pair) -> Ball | None:
        """An order at which the pair certainly exceeds the bound, just beyond the one at which it meets it."""
        high = _order_of_pair(pair, float(offset), float(slope))
        for step in (2.0**-40, 2.0**-36, 2.0**-32, 2.0**-28):
            order = flint.arb(1 + high * (1 + step))
            needed = minima.renyi(pair, order)
            if needed is not None and needed > arb(offset) + arb(slope) * order:
                return 1 - order
        return None

    return [Goal(1, 0.0, value, exact, lambda x: x, zero=[miss], order=(_SMALL, _LARGEST_ORDER), first=(0.5, 4.0))]


def _order_of_pair(pair: Pair, offset: float, slope: float) -> float:
    """The first s at which D_{1+s} of a pair is ξ + ρ(1+s)."""
    p = np.array([float(x) for x in pair.p])
    loss = np.array([float(arb(a / b).log()) for a, b in zip(pair.p, pair.q, strict=True)])

    def gap(s: float) -> float:
        return float(log_sum(np.log(p) + s * loss)) / s - offset - slope * (1 + s)

    orders = np.geomspace(_SMALL, _LARGEST_ORDER, 400)
    beyond = [float(s) for s in orders if gap(float(s)) > 0]
    return root(gap, beyond[0] / 1.1, beyond[0]) if beyond else math.inf


def family_goals(offset: Real | None, slope: Real | None, last: Real) -> list[Goal]:
    """The least ρ at ξ (``offset``) or ξ at ρ (``slope``) of D_α ≤ ξ + ρα for all orders up to ``last``."""
    from dpzoo.optimal.orders import excess_of_pair

    def value(p: Any, q: Any, loss: Any, s: Any) -> Any:
        d = log_sum(p + s * loss) / s
        return (d - float(offset)) / (1 + s) if offset is not None else d - float(slope or 0) * (1 + s)

    def exact(pair: Pair) -> Ball | None:
        return excess_of_pair(pair, offset, slope, last)

    end = float(last) - 1
    return [Goal(1, 0.0, value, exact, lambda x: x, order=(_SMALL, end), first=(end / 2, end))]


def goals_for(notion: str, parameter: str, fixed: Callable[..., Real]) -> list[Goal] | None:
    """What a target asks of three outputs; None where they need not suffice."""
    if notion in ("approximate-dp", "max-kl-stability"):
        return delta_goals(fixed("epsilon")) if parameter == "delta" else epsilon_goals(fixed("delta"))
    if notion == "probabilistic-dp":
        return mass_goals(fixed("epsilon")) if parameter == "delta" else loss_goals(fixed("delta"))
    if notion == "f-dp":
        return power_goals(fixed("x"))
    if notion == "gaussian-dp":
        return gaussian_goals()
    if notion == "renyi-dp":
        return order_goals(fixed("alpha")) if parameter == "epsilon" else reach_goals(fixed("epsilon"), ZERO)
    if notion in ("bounded-concentrated-dp", "truncated-codp-bdrs18"):
        if parameter == "omega":
            return reach_goals(fixed("xi", ZERO), fixed("rho"))
        if parameter == "rho":
            return family_goals(fixed("xi", ZERO), None, fixed("omega"))
        return family_goals(None, fixed("rho"), fixed("omega"))
    return None
