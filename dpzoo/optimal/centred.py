"""Mean-concentrated DP as a source: three outputs suffice, so that the optimum is a maximum over four numbers (theory, T23).

The search begins at the worst laws on a grid (``ascent.py``) and runs in floats: upper ends are numeric where no cover proves
them. Lower ends are proved: the pair that is found, a little inside the source, is shown to meet it, and what it needs is
evaluated exactly.
"""

from __future__ import annotations

import contextlib
import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

import flint

from dpzoo.numbers.late import Late
from dpzoo.numbers.real import ZERO, Ball, Real
from dpzoo.numbers.roots import root
from dpzoo.optimal import cover, minima
from dpzoo.optimal.ascent import Ascent, Law, Linear, Output
from dpzoo.optimal.certify import arb
from dpzoo.optimal.cover import AlarmedPower, DeviationPower, LossEvent, RatioPower, covered
from dpzoo.optimal.optimum import Found, NoReductionError, Pair
from dpzoo.optimal.primitives import Mean
from dpzoo.optimal.testing import fraction

if TYPE_CHECKING:
    import numpy as np
else:
    np = Late("numpy")

_CLOSE: Final = (2.0**-37, 2.0**-34)
_SAFE: Final = tuple(x * 2.0**-27 for x in (1.0, 1.25, 1.5, 2.0))
_FINE: Final = 2.0**-44
_STEP: Final = 1e-30
_FIRST: Final = 0.01
_NEXT_TO_0: Final = 1e-4
_FLAT: Final = 12
_SMALL_POWER: Final = 0.1
_SERIES: Final = tuple(1 / math.factorial(n + 2) for n in range(11))
"""e^x - 1 - x over x²."""
_LAST: Final = 60.0
_GRID: Final = 20
_FOLLOWED: Final = 6
_DENSE: Final = 160
_FITS: Final = 3e-12
_PROVED: Final = 2e-9
_UNSURE: Final = 4e-9
_FARTHER: Final = (0.01, 0.003, 0.03, 0.1, 0.3)
_BELOW_MEAN: Final = 0.9
_ROUGH: Final = 0.5
_THREE: Final = 3
_NEAR: Final = 0.45
_TOLERANCE: Final = 1e-13
_SAME: Final = 1e-4
_NOISE: Final = 1e-7
_MATTERS: Final = 1e-2
_HARDLY_MATTERS: Final = 0.05
_MORE: Final = 1e-6
_AWAY: Final = (1e-5, -1e-3, 1e-2, 1e-4, -1e-2, 1e-5, -1e-4, 3e-2, 1e-3, -1e-3)
_AS_MUCH: Final = 2e-9
_SHOWN: Final = 1e-6
_GAIN: Final = 1e-11
_HARDLY: Final = 1e-8
_BELOW: Final = 1e-6
_CLIMBED: Final = 1e-9
_SAME_PLACE: Final = 1e-10
_TIGHT: Final = 1e-6
_SKETCHES: Final = ((10, 0.02), (30, 0.002))
_CLOSE_BY: Final = 1e-3
_NEWTON: Final = 12
_WAYS: Final = ((1e-4, 1e-10), (0.03, 1e-10), (1e-4, 1e-6), (0.03, 1e-6))
"""How little room of a constraint, and how small a curvature, Newton's method takes for none; the first nearly always does."""
_LONG: Final = 0.3
_HOPELESS: Final = 10.0
_STRAYED: Final = 1.0
_SETTLED: Final = 1e-9
_MOST_LOOKS: Final = 1500
_LOOKS_BESIDE: Final = 600
_DIFFERENCE: Final = 1e-7
_SMALL: Final = 1e-3
_LARGEST_ORDER: Final = 1e4
_RARE: Final = -5.0
_ODDS: Final = (12.0, 8.0, 5.0, 3.0, 1.5, 0.5)
_FAR: Final = 10.0
_RAREST: Final = -1e6
_ESCAPED: Final = -2e3


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

    def scale(self, value: float) -> float:
        """What differences count beside: 1 for logarithms, the value itself for others."""
        return max(abs(value), 1.0 if self.needs is math.exp else 0.0)


def log_sum(x: Any) -> Any:
    """ln Σ e^x over the last axis, for complex numbers, too."""
    top = np.maximum.reduce(x.real, axis=-1, keepdims=True)
    return np.log(np.add.reduce(np.exp(x - top), axis=-1)) + top[..., 0]


def _laws(z: Any) -> tuple[Any, Any, Any]:
    """ln P, ln Q and the losses: logits beside the second output's, and losses beside it, moved so that Q is a law."""
    half = z.shape[-1] // 2
    logits = np.zeros((*z.shape[:-1], half + 1), z.dtype)
    places = np.zeros_like(logits)
    logits[..., ::2], places[..., ::2] = z[..., :half], z[..., half:]
    log_p = logits - log_sum(logits)[..., None]
    loss = places + log_sum(log_p - places)[..., None]
    return log_p, log_p - loss, loss


@dataclass(frozen=True, slots=True)
class _Exponents:
    """The exponents s of both orders of the pair, those of the direct one first."""

    s: Any
    direct: int
    """How many belong to the direct order."""

    def joined(self, more: _Exponents) -> _Exponents:
        """Those of both."""
        k, j = self.direct, more.direct
        return _Exponents(np.concatenate([self.s[:k], more.s[:j], self.s[k:], more.s[j:]]), k + j)


class _Centred:
    """A pair of two or three outputs by its losses' deviations from their mean: moments, and how they change with its numbers.

    With the outputs' probabilities p and q, ln P changes by δ - p with the logits, the loss by q - p; with the losses beside the
    second one's ln P does not, and the loss changes by δ - q. The second one's numbers are kept at 0.
    """

    def __init__(self, z: Any, tau: float) -> None:
        log_p, log_q, self.loss = _laws(z)
        self.logs, self.tau = np.stack([log_p, log_q]), tau
        self.law = np.exp(self.logs)
        self.mean = np.array([self.law[0] @ self.loss, -(self.law[1] @ self.loss)])
        self.centred = np.stack([self.loss - self.mean[0], -self.loss - self.mean[1]])

    def _tilted(self, at: _Exponents) -> tuple[Any, Any, Any]:
        """Tilted laws, their losses, and ln of the moments."""
        k = at.direct
        centred = np.empty((len(at.s), len(self.loss)))
        centred[:k], centred[k:] = self.centred
        power = at.s[:, None] * centred
        power[:k] += self.logs[0]
        power[k:] += self.logs[1]
        top = np.maximum.reduce(power, axis=1)
        weight = np.exp(power - top[:, None])
        total = np.add.reduce(weight, axis=1)
        value, small = np.log(total) + top, np.flatnonzero(np.abs(at.s) * np.abs(centred).max(axis=1) < _SMALL_POWER)
        if len(small):  # of e^x - 1 - x, since the mean of x is 0
            x = at.s[small, None] * centred[small]
            law = self.law[(small >= k).astype(int)]
            value[small] = np.log1p((law * x * x * np.polynomial.polynomial.polyval(x, _SERIES)).sum(axis=1))
        return weight / total[:, None], centred, value

    def used(self, at: _Exponents) -> Any:
        """ln E e^{s(L - m)}/(sτ)²."""
        return self._tilted(at)[2] / (at.s * self.tau) ** 2

    def peaks(self, at: _Exponents) -> _Exponents:
        """The exponents close to these at which it is locally the largest, by Newton's method: sΛ' = 2Λ there."""
        s = at.s
        for _ in range(_FOLLOWED if len(s) else 0):
            weight, centred, value = self._tilted(_Exponents(s, at.direct))
            first = (weight * centred).sum(axis=1)
            second = (weight * centred**2).sum(axis=1) - first**2
            miss, bend = s * first - 2 * value, s * second - first
            step = np.where(bend * s < 0, -miss / np.where(bend == 0, 1.0, bend) / s, 0.0)  # only where it bends down
            s = s * (1 + np.clip(step, -0.1, 0.1))
            if not (np.abs(step) > 1e-6).any():  # what is left is about its square
                break
        return _Exponents(s, at.direct)

    def room(self, at: _Exponents, mu: float) -> Any:
        """What must not be negative: ½ - ln E e^{s(L - m)}/(sτ)², at s → 0, too, and 1 - m/μ in both orders."""
        spread = (self.law * self.centred**2).sum(axis=1) / 2 / self.tau**2
        return np.concatenate([0.5 - self.used(at), 0.5 - spread, 1 - self.mean / mu])

    def slopes(self, at: _Exponents, mu: float) -> Any:
        """The derivatives of it."""
        (p, q), k, size = self.law, at.direct, len(self.loss)
        one = np.eye(size)[:, ::2]
        log_p, loss = np.zeros((2, size, 2 * size - 2))
        log_p[:, : size - 1] = one - p[::2]
        loss[:, : size - 1], loss[:, size - 1 :] = (q - p)[::2], one - q[::2]
        logs = log_p, log_p - loss
        signed = loss, -loss
        means = [
            law @ (place[:, None] * log + move)
            for law, place, log, move in zip(self.law, (self.loss, -self.loss), logs, signed, strict=True)
        ]
        weight = self._tilted(at)[0]
        parts = []
        for j, rows in enumerate((slice(None, k), slice(k, None))):
            w, s = weight[rows], at.s[rows, None]
            parts.append(-(w @ logs[j] + s * (w @ signed[j] - means[j])) / (s * self.tau) ** 2)
        for j in (0, 1):
            c = self.centred[j][:, None]
            parts.append(-(self.law[j] @ (c**2 * logs[j] + 2 * c * signed[j]))[None] / 2 / self.tau**2)
        return np.concatenate([*parts, -np.stack(means) / mu])


@dataclass
class _Allowance:
    """How many pairs may still be looked at, so that a search that does not settle ends."""

    left: int


@dataclass
class _PairSearch:
    """The search for one source among pairs of so many outputs: unit losses are τ."""

    mu: float
    tau: float
    goal: Goal
    allowance: _Allowance
    outputs: int = 3
    grid: _Exponents = field(init=False)
    dense: _Exponents = field(init=False)
    numbers: int = field(init=False)

    def __post_init__(self) -> None:
        self.grid = self._both(np.geomspace(_FIRST, _LAST, _GRID) / self.tau)
        near = np.geomspace(_NEXT_TO_0, _FIRST, _FLAT, endpoint=False)
        self.dense = self._both(np.concatenate([near, np.geomspace(_FIRST, _LAST, _DENSE)]) / self.tau)
        self.numbers = 2 * self.outputs - 2

    def _both(self, s: Any) -> _Exponents:
        return _Exponents(np.concatenate([-s, s, -s, s]), 2 * len(s))

    def peaks(self, z: Any) -> _Exponents:
        """The exponents of both orders at which moments are locally the largest, and not far below what is allowed."""
        pair = _Centred(z[: self.numbers], self.tau)
        used = pair.used(self.dense).reshape(4, -1)
        high = np.zeros(used.shape, dtype=bool)
        middle = used[:, 1:-1]
        high[:, 1:-1] = (middle >= used[:, :-2]) & (middle >= used[:, 2:]) & (middle > _NEAR)
        return pair.peaks(_Exponents(self.dense.s[high.ravel()], int(high[:2].sum())))

    def least(self, z: Any) -> float:
        """The least room."""
        pair = _Centred(z[: self.numbers], self.tau)
        room = pair.room(self.dense.joined(self.peaks(z)), self.mu)
        return min([float(room.min()), *(float(f(pair.logs[0], pair.logs[1], pair.loss)) for f in self.goal.least)])

    def by_steps(self, z: Any) -> tuple[Any, Any]:
        """What is minimised, the goal's constraints, and their derivatives, by imaginary steps, without cancellation."""
        goal, moved = self.goal, z + _STEP * 1j * np.eye(len(z))
        law, order = _laws(moved[:, : self.numbers]), moved[:, -1] if self.goal.order else None
        rows = [-goal.value(*law, order), *(f(*law) for f in goal.least), *(f(*law, order) for f in goal.zero)]
        table = np.array(rows)
        return table.real[:, 0], table.imag / _STEP

    def improve(self, z: Any, peaks: _Exponents, steps: int) -> tuple[Any, float, bool] | None:
        """One run of sequential quadratic programming, and whether it ended by itself before so many steps.

        Moments are bounded at the exponents of the grid and at the peaks, which are followed as they move.
        """
        from scipy.optimize import minimize  # slow to import, and few conversions need it

        goal = self.goal
        if self.allowance.left <= 0:
            return None
        seen: dict[str, tuple[bytes, Any]] = {}

        def kept(name: str, work: Callable[[Any], Any]) -> Callable[[Any], Any]:
            """The last result is asked for again at the same place."""

            def found(z: Any) -> Any:
                key = z.tobytes()
                if name not in seen or seen[name][0] != key:
                    seen[name] = key, work(z)
                return seen[name][1]

            return found

        def pair(z: Any) -> tuple[_Centred, _Exponents]:
            found = _Centred(z[: self.numbers], self.tau)
            return found, self.grid.joined(found.peaks(peaks))

        of_goal, of_pair = kept("goal", self.by_steps), kept("pair", pair)
        last = 1 + len(goal.least)

        def room(z: Any) -> Any:
            found, at = of_pair(z)
            return np.concatenate([found.room(at, self.mu), of_goal(z)[0][1:last]])

        def slopes(z: Any) -> Any:
            found, at = of_pair(z)
            return np.concatenate([self._padded(found.slopes(at, self.mu), z), of_goal(z)[1][1:last]])

        constraints = [{"type": "ineq", "fun": room, "jac": slopes}]
        if goal.zero:
            constraints.append({"type": "eq", "fun": lambda z: of_goal(z)[0][last:], "jac": lambda z: of_goal(z)[1][last:]})
        options = {"maxiter": steps, "ftol": _TOLERANCE}
        bounds = [(None, None)] * (self.numbers // 2) + self._bounds()
        with np.errstate(all="ignore"):
            try:
                done = minimize(
                    lambda z: of_goal(z)[0][0],
                    z,
                    jac=lambda z: of_goal(z)[1][0],
                    constraints=constraints,
                    bounds=bounds,
                    method="SLSQP",
                    options=options,
                )
            except (ValueError, FloatingPointError):
                return None
        self.allowance.left -= int(done.nfev)
        finite = np.isfinite(done.x).all() and math.isfinite(done.fun)
        return (done.x, -float(done.fun), bool(done.success)) if finite else None

    def settled(self, z: Any, ways: Sequence[tuple[float, float]] = _WAYS) -> tuple[Any, float] | None:
        """The place beside ``z`` that meets the conditions of a maximum, by Newton's method; None if there is none."""
        return next(filter(None, (self._settled(z, room, flat) for room, flat in ways)), None)

    def _settled(self, z: Any, touched: float, level: float) -> tuple[Any, float] | None:
        """The same where those constraints count that leave less room, without those whose multipliers come out negative.

        Nothing moves along directions of a smaller curvature than ``level``: on a ridge all places are as high.
        """
        with np.errstate(all="ignore"):
            peaks, zeros = self.peaks(z), len(self.goal.zero)
            rows, _ = self._binding(z, peaks)
            chosen = np.argsort(np.where(np.arange(len(rows)) < zeros, -math.inf, rows), kind="stable")[: len(z)]
            chosen = chosen[(rows[chosen] < touched) | (chosen < zeros)]
            multipliers, last, grown, bend, start = None, math.inf, 0, np.zeros((len(z), len(z))), z
            for _ in range(_NEWTON):
                room, slopes = self._binding(z, peaks)
                if not np.isfinite(slopes).all():
                    return None
                gain, a = -self.by_steps(z)[1][0], slopes[chosen]
                if multipliers is None:
                    multipliers = np.linalg.lstsq(a.T, -gain, rcond=None)[0]
                kept = (multipliers > 0) | (chosen < zeros)
                if not kept.all():
                    chosen, multipliers, last = chosen[kept], None, math.inf
                    continue
                if last < _SETTLED:
                    break
                size, n = len(z), len(chosen)
                if n == size:  # a corner, at which nothing has to bend
                    bend = np.zeros((size, size))
                elif last > _CLOSE_BY:
                    bend = self._bending(z, peaks, chosen, multipliers)
                    self.allowance.left -= size
                matrix = np.block([[bend, a.T], [a, np.zeros((n, n))]])
                step = np.linalg.lstsq(matrix, -np.concatenate([gain, room[chosen]]), rcond=level)[0]
                move, multipliers = step[:size], step[size:]
                length = float(np.abs(move).max())
                grown += length >= last
                astray = length >= last and (length < _LONG or grown > 1)
                if not length < _HOPELESS or astray or np.abs(z - start).max() > _STRAYED:
                    return None
                z, last = z + move * (_LONG / max(length, _LONG)), length
            else:
                return None
            flat = np.linalg.svd(a)[2][np.linalg.matrix_rank(a) :] if n else np.eye(size)
            if len(flat) and float(np.linalg.eigvalsh(flat @ (bend + bend.T) @ flat.T).max()) > 1e-5 * np.abs(bend).max():
                return None  # a saddle
            value, fits = self.by_steps(z)[0], np.abs(self._binding(z, peaks)[0][:zeros]).max(initial=0.0)
            inside = all(low <= x <= high for x, (low, high) in zip(z[self.numbers // 2 :], self._bounds(), strict=True))
            return (z, -float(value[0])) if inside and fits < _FITS and self.least(z) > -_FITS else None

    def _bounds(self) -> list[tuple[float, float]]:
        """Of the losses, and of the order."""
        losses = [(0.0, math.inf), (-math.inf, 0.0)][: self.outputs - 1]
        return [*losses, *([self.goal.order] if self.goal.order else [])]

    def _padded(self, slopes: Any, z: Any) -> Any:
        """Derivatives of what does not depend on the order."""
        found = np.zeros((len(slopes), len(z)))
        found[:, : self.numbers] = slopes
        return found

    def _binding(self, z: Any, peaks: _Exponents) -> tuple[Any, Any]:
        """What must be 0, then what must not be negative, and the derivatives."""
        pair = _Centred(z[: self.numbers], self.tau)
        at, size = pair.peaks(peaks), len(z)
        values, slopes = self.by_steps(z)
        own = self._padded(pair.slopes(at, self.mu), z)
        last = 1 + len(self.goal.least)
        ends = [
            (k, sign, end)
            for k, limits in enumerate(self._bounds(), self.numbers // 2)
            for sign, end in zip((1, -1), limits, strict=True)
        ]
        ends = [(k, sign, end) for k, sign, end in ends if math.isfinite(end)]
        edges = np.array([sign * (z[k] - end) for k, sign, end in ends])
        units = np.array([sign * np.eye(size)[k] for k, sign, _ in ends])
        return (
            np.concatenate([values[last:], pair.room(at, self.mu), values[1:last], edges]),
            np.concatenate([slopes[last:], own, slopes[1:last], units]),
        )

    def _bending(self, z: Any, peaks: _Exponents, chosen: Any, multipliers: Any) -> Any:
        """The second derivatives of goal and constraints, weighed, by differences."""

        def tilt(z: Any) -> Any:
            return -self.by_steps(z)[1][0] + multipliers @ self._binding(z, peaks)[1][chosen]

        peaks = _Centred(z[: self.numbers], self.tau).peaks(peaks)  # which move little from here
        here = tilt(z)
        return np.stack([(tilt(z + _DIFFERENCE * unit) - here) / _DIFFERENCE for unit in np.eye(len(z))])

    def invited(self, z: Any, goals: Sequence[Goal]) -> list[tuple[_PairSearch, Any]]:
        """Pairs of three outputs, where a rare third one beside the settled pair of two gains to the first order.

        By the derivative of the Lagrangian in its mass, weighed by the mass that a loss so far off may have.
        """
        rows, slopes = self._binding(z, peaks := self.peaks(z))
        zeros, pair, found = len(self.goal.zero), _Centred(z[: self.numbers], self.tau), []
        chosen = np.flatnonzero((rows < _TIGHT) | (np.arange(len(rows)) < zeros))
        weights = np.zeros(len(rows))
        weights[chosen] = np.linalg.lstsq(slopes[chosen].T, self.by_steps(z)[1][0], rcond=None)[0]
        at = pair.peaks(peaks)
        for goal in goals:
            x = pair.mean[0] + self.tau * np.linspace(-8, 8, 129)
            if len(goals) > 1:  # whether the third is in the event
                x = x[x < pair.loss[0]] if goal.size == 1 else x[x > pair.loss[1]]
            mass = -(((x - pair.mean[0]) / self.tau) ** 2) / 2 - 1
            places = np.stack([*np.broadcast_to(pair.loss[:, None], (2, len(x))), x], axis=1)
            logs = np.stack([*np.broadcast_to(pair.logs[0][:, None], (2, len(x))), mass], axis=1).astype(complex)
            sort = np.argsort(-places, axis=1)

            def beside(rare: Any, logs: Any = logs, places: Any = places, sort: Any = sort) -> Any:
                logs[:, 2] = rare
                both = [np.take_along_axis(y, sort, 1) for y in (logs, places)]
                return np.concatenate([y[:, ::2] - y[:, 1:2] for y in both], axis=1)

            law = _laws(beside(math.log(_STEP) + 0.5j * math.pi))
            order = z[-1] if goal.order else None
            gain = goal.value(*law, order) + sum(w * f(*law, order) for w, f in zip(weights, goal.zero, strict=False))
            room = self._room_of(law, at, goal)
            gain = gain + weights[zeros : zeros + len(room)] @ room
            with np.errstate(all="ignore"):
                gain = gain.imag / _STEP * np.exp(mass)
            k = int(np.argmax(np.where(np.isfinite(gain), gain, -1.0)))
            if len(x) and gain[k] > _GAIN:
                wider = _PairSearch(self.mu, self.tau, goal, self.allowance)
                found.append((wider, np.append(beside(mass)[k].real, z[self.numbers :])))
        return found

    def _room_of(self, law: tuple[Any, Any, Any], at: _Exponents, goal: Goal) -> Any:
        """What must not be negative, of many laws: as in ``_binding``, for complex numbers."""
        log_p, log_q, loss = law
        sides = [(log, sign * loss, np.exp(log)) for log, sign in ((log_p, 1), (log_q, -1))]
        means = [(weight * x).sum(axis=1) for _, x, weight in sides]
        spread = [(log, x - m[:, None], weight) for (log, x, weight), m in zip(sides, means, strict=True)]
        rows = [
            -log_sum(log + s * x) / (s * self.tau) ** 2
            for (log, x, _), exponents in zip(spread, (at.s[: at.direct], at.s[at.direct :]), strict=True)
            for s in exponents
        ]
        rows += [-(weight * x**2).sum(axis=1) / 2 / self.tau**2 for _, x, weight in spread]
        rows += [-m / self.mu for m in means] + [f(*law) for f in goal.least]
        return np.stack(rows)

    def polished(self, z: Any) -> tuple[Any, float] | None:
        """The place that it comes to, to nearly all digits, begun anew a little away until nothing is gained; or None."""
        best: tuple[Any, float] | None = None
        quiet = 0
        for away in _AWAY:
            found = self.moved(z, away, 100)
            if found is None:
                continue
            if _too_rare(found[0], self):
                return None
            exact = self.settled(found[0], _WAYS[:1] if best is None or found[1] <= best[1] else _WAYS)
            if exact is not None:
                return exact if best is None or exact[1] >= best[1] else best
            fits = self.least(found[0]) > -_FITS
            if fits and (best is None or found[1] > best[1]):
                quiet = quiet + 1 if best is not None and found[1] <= best[1] + _GAIN * self.goal.scale(best[1]) else 0
                best = found[:2]
            elif fits:
                quiet += 1
            if best is None or fits:
                z = found[0] if best is None else best[0]
            if quiet > 1 and best is not None:
                return self.settled(best[0], _WAYS[1:]) or best
        return best if self.allowance.left <= 0 else None

    def beside(self, z: Any) -> tuple[Any, float, bool] | None:
        """The place that belongs to ``z`` of a source that hardly differs, and whether it meets the conditions of a maximum."""
        if (found := self.settled(z)) is not None:
            return *found, True
        rough = self.polished(z)
        return (*rough, False) if rough is not None else None

    def moved(self, z: Any, away: float, steps: int) -> tuple[Any, float, bool] | None:
        """Where the search comes to from a place a little away, with the peaks there."""
        return self.improve(z * (1 + away * np.cos(np.arange(len(z)))), self.peaks(z), steps)

    def sketched(self, z: Any, least: float) -> tuple[Any, float, bool]:
        """The same in a few short runs, to see whether a place may come above ``least``; and whether it is settled."""
        value = math.inf
        for away, (steps, far) in zip(_AWAY, _SKETCHES, strict=False):
            found = self.moved(z, away, steps)
            if found is not None:
                z, value, ended = found
                if value < least - (_HARDLY if ended else far) * self.goal.scale(least):
                    break
                exact = self.settled(z, _WAYS[: 1 if away == _AWAY[0] else 2])
                if exact is not None:
                    return *exact, True
        return z, value, False


def three_outputs(
    part: Mean, goals: Sequence[Goal], most: float = math.inf, near: Callable[[], Pair | None] = lambda: None
) -> tuple[Found, Goal]:
    """The largest that pairs of three outputs need which are (μ, τ)-mean-concentrated (T23). Raises NoReductionError.

    None needs more than ``most``: where that much is found, the search ends. ``near`` is a start where the grid has none.
    """
    tau = float(part.tau)
    mu = min(float(part.mu), tau * tau / 2)  # no mean is larger
    best: tuple[float, _PairSearch, Any] | None = None
    open_: list[tuple[float, _PairSearch, Any]] = []

    def enough(found: tuple[float, _PairSearch, Any] | None) -> bool:
        return found is not None and found[1].goal.needs(found[0]) >= most - _AS_MUCH * abs(most)

    def sketch(search: _PairSearch, start: Any) -> bool:
        """Whether the place that it comes to is settled, or none to look at."""
        nonlocal best
        z, value, exact = search.sketched(start, best[0] if best is not None else -math.inf)
        if _too_rare(z, search):
            return True
        if not exact:
            open_.append((value, search, z))
        elif best is None or value > best[0]:
            best = (value, search, z)
        return exact

    allowance = _Allowance(_MOST_LOOKS)
    for goal in goals:
        if goal.tilt:
            sketch(_PairSearch(mu, tau, goal, allowance), _tilted_start(mu, tau, goal))
    starts = [] if enough(best) else _starts(mu, tau, goals, allowance)
    if best is None and not starts and (pair := near()) is not None and len(pair.p) == _THREE:
        starts = [(_PairSearch(mu, tau, goals[0], allowance), _numbers(pair))]
    for search, start in starts:
        if not sketch(search, start) and (even := _evened(search, start)) is not None:
            sketch(search, even)
        if best is not None and best[1] is search and search.outputs == 2:  # three may come only close to where two are best
            for wider, beside in search.invited(best[2], goals):
                sketch(wider, beside)
    short = False
    for value, search, z in sorted(open_, key=lambda x: (x[1].least(x[2]) < -_CLOSE_BY, -x[0])):  # those that fit first
        if enough(best):
            break
        if search.least(z) > -_CLOSE[-1] and enough((value, search, z)):
            best = (value, search, z)
            break
        if best is not None and not _may_be_higher(value, best[0], search.goal.scale(best[0])):
            continue
        allowance.left, spare = min(allowance.left, _LOOKS_BESIDE), max(allowance.left - _LOOKS_BESIDE, 0)
        settled = search.polished(z)
        higher = settled[1] - best[0] if settled is not None and best is not None else math.inf if settled is not None else 0.0
        climbing = higher > _CLIMBED * search.goal.scale(settled[1] if settled is not None else 0.0)
        short |= allowance.left <= 0 and (climbing or spare == 0)  # it may have climbed on, or no other was tried
        allowance.left = max(allowance.left, 0) + spare
        if settled is not None and higher > _GAIN * search.goal.scale(settled[1]) and not _too_rare(settled[0], search):
            best = (settled[1], search, settled[0])
    if best is None:
        raise NoReductionError(_UNSETTLED)
    found, goal = _enclosed(part, *best, most if enough(best) else math.inf)
    return (replace(found, upper=flint.arb("inf")) if short and not found.certified else found), goal


def _may_be_higher(value: float, best: float, scale: float) -> bool:
    """Whether a place that is not settled may come above the best: not if it is as high, nor if it is far below."""
    return value > best + _SAME_PLACE * scale or best - _BELOW * scale < value < best - _SAME_PLACE * scale


_UNSETTLED: Final = "the search among pairs of three outputs did not settle"


def _enclosed(part: Mean, best: float, search: _PairSearch, z: Any, most: float) -> tuple[Found, Goal]:
    """What was found, between that of a slightly smaller source, which is proved, and that of a slightly larger one.

    If ``most`` is finite, that many is as much as is found, and no more is needed.
    """
    mu, tau, goal, outputs = search.mu, search.tau, search.goal, search.outputs

    def at(m: float) -> tuple[Any, float, bool] | None:
        """The place that belongs to ``z`` for a source so much larger."""
        return _PairSearch(mu * (1 + m), tau * (1 + m / 2), goal, _Allowance(_LOOKS_BESIDE), outputs).beside(z)

    def shrunk(m: float) -> Pair | None:
        """The pair of so much smaller losses, if it meets the source."""
        pair = table_of(np.concatenate([z[: outputs - 1], z[outputs - 1 : 2 * outputs - 2] * (1 - m)]))
        return pair if not _too_rare(z, search) and meets(part, pair) else None

    def reaches(pair: Pair | None, value: Ball) -> bool:
        """Whether a pair to be shown needs nearly so much, though its numbers are rounded."""
        needed = goal.exact(pair) if pair is not None else None
        return needed is not None and bool(needed >= value - abs(value) * flint.arb(_SHOWN))

    def shown(value: Ball) -> Pair | None:
        """A pair that meets the source safely, and needs nearly so much if one does."""
        first: Pair | None = None
        for m in _SAFE:
            found = at(-m)
            pair = table_of(found[0][: 2 * outputs - 2]) if found is not None else None
            if reaches(pair, value):
                return pair
            first = first or pair
        return first

    for margin in _CLOSE if most < math.inf else ():
        near, table = shrunk(margin), shrunk(_SAFE[0])
        low = goal.exact(near) if near is not None and reaches(table, flint.arb(most)) else None
        if low is not None and low >= flint.arb(most) * (1 - 2 * flint.arb(_AS_MUCH)):
            return Found(low, flint.arb(most), "T23", table, certified=False), goal
    for margin in _CLOSE:
        ends = [at(-margin), at(margin)]
        near = table_of(ends[0][0][: 2 * outputs - 2]) if ends[0] is not None and not _too_rare(ends[0][0], search) else None
        low = goal.exact(near) if near is not None and meets(part, near) else None
        if low is None or ends[1] is None:
            continue
        table = shown(low)
        high = goal.needs(max(ends[1][1], best))
        upper = flint.arb(high + abs(high) * (margin if ends[1][2] else _UNSURE))
        proved = upper + abs(upper) * flint.arb(_PROVED)
        test = goal.test(proved) if goal.test else None
        mean = float(_Centred(z[: search.numbers], tau).mean[0])
        if test and covered(test[0], arb(part.mu).min(arb(part.tau) ** 2 / 2), arb(part.tau), test[1], mean):
            return Found(low, proved, "T23", table), goal
        return Found(low, upper, "T23", table, certified=False), goal
    raise NoReductionError(_UNSETTLED)


def proved_above(part: Mean, goal: Goal, found: Found) -> Ball | None:
    """An upper end that a cover proves, farther above what three outputs need, where more may need more (T23)."""
    tau = arb(part.tau)
    mu = arb(part.mu).min(tau * tau / 2)

    def proved(share: float) -> Ball | None:
        bound = flint.arb((found.lower * (1 + flint.arb(share))).upper())
        test, limit = goal.test(bound) if goal.test is not None else (None, bound)
        held = test is not None and covered(test, mu, tau, limit, _BELOW_MEAN * float(mu), loose=True)
        return bound if held else None

    first, closer, *farther = _FARTHER
    if (bound := proved(first)) is not None:
        return proved(closer) or bound
    return next(filter(None, map(proved, farther)), None)


def _starts(mu: float, tau: float, goals: Sequence[Goal], allowance: _Allowance) -> list[tuple[_PairSearch, Any]]:
    """The worst laws on a grid of losses as pairs of two or three outputs, the largest first."""
    found: list[tuple[float, _PairSearch, Any]] = []
    for law in Ascent(mu, tau, goals[0].linear).laws():
        for outputs in _few(law.outputs()):
            size = sum(x.event for x in outputs) if len(goals) > 1 else 1
            if not 0 < size <= min(len(goals), len(outputs) - 1):
                continue
            search = _PairSearch(mu, tau, goals[size - 1], allowance, len(outputs))
            _, second, *_ = outputs
            beside = [(x.log_p - second.log_p, x.loss - second.loss) for x in outputs[::2]]
            z = np.array([*(a for a, _ in beside), *(b for _, b in beside), *([law.theta] if goals[0].order else [])])
            with np.errstate(all="ignore"):
                value = -float(search.by_steps(z)[0][0])
            known = any(abs(value - v) <= _SAME * abs(v) and len(z) == len(other) for v, _, other in found)
            if not known and search.least(z) > -_ROUGH:
                found.append((value, search, z))
    return [x[1:] for x in sorted(found, key=lambda x: -x[0])]


def _few(outputs: list[Output]) -> list[list[Output]]:
    """Three outputs, without those that hardly matter, or else neighbours merged; and two of them if the third hardly does."""
    outputs = [x for x in outputs if x.weight > _NOISE]
    while len(outputs) > 3:
        least = min(outputs, key=lambda x: x.weight)
        gaps = [a.loss - b.loss if a.event == b.event else math.inf for a, b in itertools.pairwise(outputs)]
        k = int(np.argmin(gaps))
        merged = [*outputs[:k], outputs[k].with_(outputs[k + 1]), *outputs[k + 2 :]]
        outputs = [x for x in outputs if x is not least] if least.weight < _MATTERS else merged
    least = min(outputs, key=lambda x: x.weight)
    two = [[x for x in outputs if x is not least]] if len(outputs) == 3 and least.weight < _HARDLY_MATTERS else []
    return [*two, outputs]


def _tilted_start(mu: float, tau: float, goal: Goal) -> Any:
    """Two equal halves with that mean loss, and a loss so rare that the bound on the moments is met at the exponent."""
    width, s = math.sqrt(2 * mu), goal.tilt * tau
    return np.array([-s * s / 2, 0.0, s * tau, -2 * width, *([goal.tilt] if goal.order else [])])


def _evened(search: _PairSearch, z: Any) -> Any:
    """The rare output of a start beside two others that bring both mean losses to μ; None if there is none."""
    log_p, _, losses = _laws(z[: search.numbers])
    rare, loss, mu = math.exp(log_p[0]), float(losses[0]), search.mu
    if search.outputs < 3 or search.goal.size > 1 or log_p[0] > _RARE:
        return None

    def means(logit: float, apart: float) -> tuple[float, float, float]:
        """Both, and the second loss, where the others' odds and distance are these."""
        p = [(1 - rare) / (1 + math.exp(-logit)), (1 - rare) / (1 + math.exp(logit))]
        second = math.log((p[0] + p[1] * math.exp(apart)) / (1 - rare * math.exp(-loss)))
        q = [p[0] * math.exp(-second), p[1] * math.exp(apart - second)]
        forth = rare * loss + p[0] * second + p[1] * (second - apart)
        return forth, -rare * math.exp(-loss) * loss - q[0] * second - q[1] * (second - apart), second

    def distance(logit: float) -> float:
        return root(lambda d: max(means(logit, d)[:2]) - mu, 0.0, _FAR * search.tau + 2)

    def uneven(logit: float) -> float:
        forth, back, _ = means(logit, distance(logit))
        return (forth - back) / mu

    found = None
    for odds in _ODDS:
        with contextlib.suppress(ValueError, RuntimeError, OverflowError):
            found = root(uneven, -odds, odds)
            break
    if found is None:
        return None
    logit, apart = found, distance(found)
    second = means(logit, apart)[2]
    beside = math.log(rare / (1 - rare)) + math.log1p(math.exp(-logit))
    return np.array([beside, -logit, loss - second, -apart, *z[search.numbers :]])


def _too_rare(z: Any, search: _PairSearch) -> bool:
    """Whether outputs are so rare that what floats say of them is noise, or the search is on its way to infinite losses."""
    log_p, log_q, _ = _laws(z[: search.numbers])
    return bool(min(log_p.min(), log_q.min()) < (_RAREST if search.goal.tilt else _ESCAPED))


def _numbers(pair: Pair) -> Any:
    """What :func:`table_of` makes the pair of."""
    log_p = [math.log(x) for x in pair.p]
    loss = [a - math.log(x) for a, x in zip(log_p, pair.q, strict=True)]
    return np.array([*(x - log_p[1] for x in log_p[::2]), *(x - loss[1] for x in loss[::2])])


def table_of(z: Any) -> Pair:
    """The outputs as fractions; what rounding leaves goes to the likeliest one."""
    log_p, log_q, _ = _laws(z)
    rows = []
    for law in (log_p, log_q):
        row = [fraction(flint.arb(float(x)).exp()) for x in law]
        k = int(np.argmax(law))
        row[k] = 1 - sum((x for j, x in enumerate(row) if j != k), Fraction(0))
        rows.append(tuple(row))
    return Pair(rows[0], rows[1])


def room_of_losses(z: Any, mu: float, tau: float) -> float:
    """How much room (μ, τ) leave a pair of three outputs, in floats: logits and losses beside the second one's."""
    return _PairSearch(mu, tau, _ANY, _Allowance(0)).least(z)


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


_ANY: Final = Goal(1, Linear(lambda x, _: x), lambda p, q, loss, _: loss[..., 0], lambda _: None, lambda x: x)


# goals ------------------------------------------------------------------------------------------------------------------


def _event(law: Any, size: int) -> Any:
    return log_sum(law[..., :size])


def _by_loss(pair: Pair) -> Pair:
    """Outputs by falling loss."""
    both = sorted(zip(pair.p, pair.q, strict=True), key=lambda x: -x[0] / x[1])
    return Pair(tuple(a for a, _ in both), tuple(b for _, b in both))


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
            return minima.epsilon(_by_loss(pair), arb(delta))

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
        def value(p: Any, q: Any, loss: Any, _: Any) -> Any:
            return _event(p, size)

        def exact(pair: Pair) -> Ball | None:
            above = [arb(a) for a, b in zip(pair.p, pair.q, strict=True) if arb(a / b).log() > limit]
            return sum(above, flint.arb(0))

        def test(bound: Ball) -> tuple[LossEvent, Ball]:
            return LossEvent(flint.arb(0), limit), bound

        return Goal(size, linear, value, exact, math.exp, [lambda p, q, loss: loss[..., size - 1] / e - 1], test=test)

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
            ordered = _by_loss(pair)
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
    x = math.log(float(alarm))
    linear = Linear(lambda loss, _: np.zeros_like(loss), side=lambda loss: np.exp(-loss - x))

    def goal(size: int) -> Goal:
        def value(p: Any, q: Any, loss: Any, _: Any) -> Any:
            return _event(p, size)

        def exact(pair: Pair) -> Ball | None:
            return minima.power_at(_by_loss(pair), arb(alarm))

        def test(bound: Ball) -> tuple[AlarmedPower, Ball]:
            return AlarmedPower(arb(alarm)), bound

        return Goal(size, linear, value, exact, math.exp, zero=[lambda p, q, loss, _: _event(q, size) - x], test=test)

    return [goal(1), goal(2)]


def share_goals(epsilon: Real, slack: Real) -> list[Goal]:
    """The largest P(S) with P(S) - e^ε Q(S) ≥ δ_a: the least δ_p of relaxed DP, if S is one output."""
    e, d = float(epsilon), float(slack) * (1 + 2.0**-40)
    linear = Linear(lambda x, _: np.zeros_like(x), side=lambda x: np.expm1(e - x) / d, limit=-1.0, place=e)

    def goal(size: int) -> Goal:
        def value(p: Any, q: Any, loss: Any, _: Any) -> Any:
            return _event(p, size)

        def room(p: Any, q: Any, loss: Any) -> Any:
            return np.exp(_event(p, size)) / d - np.exp(_event(q, size) + e) / d - 1

        def exact(pair: Pair) -> Ball | None:
            ordered = _by_loss(pair)
            p, q = arb(sum(ordered.p[:size])), arb(sum(ordered.q[:size]))
            return p if p - arb(epsilon).exp() * q > arb(slack) else None

        return Goal(size, linear, value, exact, math.exp, [room])

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

        return Goal(size, linear, value, lambda pair: minima.gaussian(_by_loss(pair)), lambda x: x)

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
        return log_sum(q + float(k) / 2 * np.log(deviation * deviation + _STEP * _STEP)) / float(k)

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
