"""The worst mean-concentrated pair of two or three outputs next to a start, in floats (theory, T23).

Sequential quadratic programming leads there, and Newton's method to nearly all digits.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from dpzoo.numbers.late import Late
from dpzoo.optimal.ascent import Linear
from dpzoo.optimal.centred_pair import Centred, Exponents, laws, log_sum
from dpzoo.optimal.goals import Goal

if TYPE_CHECKING:
    import numpy as np
else:
    np = Late("numpy")

_STEP: Final = 1e-30
_FIRST: Final = 0.01
_NEXT_TO_0: Final = 1e-4
_FLAT: Final = 12
_LAST: Final = 60.0
_GRID: Final = 20
_DENSE: Final = 160
_FITS: Final = 3e-12
_NEAR: Final = 0.45
_TOLERANCE: Final = 1e-13
_AWAY: Final = (1e-5, -1e-3, 1e-2, 1e-4, -1e-2, 1e-5, -1e-4, 3e-2, 1e-3, -1e-3)
GAIN: Final = 1e-11
_HARDLY: Final = 1e-8
_TIGHTLY: Final = 1e-8
_TIGHT: Final = 1e-6
_SKETCHES: Final = ((10, 0.02), (30, 0.002))
CLOSE_BY: Final = 1e-3
_NEWTON: Final = 12
_WAYS: Final = ((1e-4, 1e-10), (0.03, 1e-10), (1e-4, 1e-6), (0.03, 1e-6), (0.0, 1e-10))
"""How little room of a constraint, and how small a curvature, Newton's method takes for none; the first nearly always does."""
_SHORT: Final = 1e-3
_CLOSE_TO_STEP: Final = 0.03
_INDEPENDENT: Final = 1e-6
_LONG: Final = 0.3
_HOPELESS: Final = 10.0
_STRAYED: Final = 1.0
_SETTLED: Final = 1e-9
_NOISY: Final = 1e-4
_BALANCED: Final = 1e-9
_LEANING: Final = 1e-8
_DIFFERENCE: Final = 1e-7
_RAREST: Final = -1e6
_ESCAPED: Final = -2e3


@dataclass
class Allowance:
    """How many pairs may still be looked at, so that a search that does not settle ends."""

    left: int
    escaped: bool = False
    """Whether some search was on its way to infinite losses."""


@dataclass
class PairSearch:
    """The search for one source among pairs of so many outputs: unit losses are τ."""

    mu: float
    tau: float
    goal: Goal
    allowance: Allowance
    outputs: int = 3
    grid: Exponents = field(init=False)
    dense: Exponents = field(init=False)
    numbers: int = field(init=False)

    def __post_init__(self) -> None:
        self.grid = self._both(np.geomspace(_FIRST, _LAST, _GRID) / self.tau)
        near = np.geomspace(_NEXT_TO_0, _FIRST, _FLAT, endpoint=False)
        self.dense = self._both(np.concatenate([near, np.geomspace(_FIRST, _LAST, _DENSE)]) / self.tau)
        self.numbers = 2 * self.outputs - 2

    def _both(self, s: Any) -> Exponents:
        return Exponents(np.concatenate([-s, s, -s, s]), 2 * len(s))

    def peaks(self, z: Any) -> Exponents:
        """The exponents of both orders at which moments are locally the largest, and not far below what is allowed."""
        pair = Centred(z[: self.numbers], self.tau)
        used = pair.used(self.dense).reshape(4, -1)
        high = np.zeros(used.shape, dtype=bool)
        middle = used[:, 1:-1]
        high[:, 1:-1] = (middle >= used[:, :-2]) & (middle >= used[:, 2:]) & (middle > _NEAR)
        return pair.peaks(Exponents(self.dense.s[high.ravel()], int(high[:2].sum())))

    def least(self, z: Any) -> float:
        """The least room."""
        pair = Centred(z[: self.numbers], self.tau)
        room = pair.room(self.dense.joined(self.peaks(z)), self.mu)
        return min([float(room.min()), *(float(f(pair.logs[0], pair.logs[1], pair.loss)) for f in self.goal.least)])

    def by_steps(self, z: Any) -> tuple[Any, Any]:
        """What is minimised, the goal's constraints, and their derivatives, by imaginary steps, without cancellation."""
        goal, moved = self.goal, z + _STEP * 1j * np.eye(len(z))
        law, order = laws(moved[:, : self.numbers]), moved[:, -1] if self.goal.order else None
        rows = [-goal.value(*law, order), *(f(*law) for f in goal.least), *(f(*law, order) for f in goal.zero)]
        table = np.array(rows)
        return table.real[:, 0], table.imag / _STEP

    def improve(self, z: Any, peaks: Exponents, steps: int) -> tuple[Any, float, bool] | None:
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

        def pair(z: Any) -> tuple[Centred, Exponents]:
            found = Centred(z[: self.numbers], self.tau)
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
            chosen, multipliers = self._counting(z, peaks, touched), None
            last, grown, bend, start = math.inf, 0, np.zeros((len(z), len(z))), z
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
                balanced = np.abs(gain + multipliers @ a).max() <= _BALANCED * np.abs(gain).max()
                if last < _SETTLED or (last < _NOISY and balanced and np.abs(room[chosen]).max(initial=0.0) <= _FITS):
                    break  # along a ridge steps are noise
                size, n = len(z), len(chosen)
                if n == size:  # a corner, at which nothing has to bend
                    bend = np.zeros((size, size))
                elif last > CLOSE_BY:
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
            if (np.abs(gain + multipliers @ a) * self._reach(z)).max() > _LEANING * self.goal.scale(
                -float(self.by_steps(z)[0][0])
            ):
                return None  # what is too flat to move along need not be level
            value, fits = self.by_steps(z)[0], np.abs(self._binding(z, peaks)[0][:zeros]).max(initial=0.0)
            inside = all(low <= x <= high for x, (low, high) in zip(z[self.numbers // 2 :], self._bounds(), strict=True))
            return (z, -float(value[0])) if inside and fits < _FITS and self.least(z) > -_FITS else None

    def _reach(self, z: Any) -> Any:
        """How far numbers may move: logits by 1, losses by τ, the order by itself."""
        half = self.numbers // 2
        return np.concatenate([np.ones(half), np.full(half, self.tau), np.abs(z[self.numbers :])])

    def _counting(self, z: Any, peaks: Exponents, touched: float) -> Any:
        """Which constraints count: those that leave less room, or, of 0 and where they are too many, those that stop a step."""
        rows, slopes = self._binding(z, peaks)
        zeros, size = len(self.goal.zero), len(z)
        room = np.where(np.arange(len(rows)) < zeros, -math.inf, rows)
        tight = np.flatnonzero(room < _TIGHTLY)
        if (corner := len(tight) > size) or not touched:
            near = tight if corner else np.flatnonzero(room < _CLOSE_TO_STEP)
            return near[self._stopping(rows[near], slopes[near], -self.by_steps(z)[1][0], zeros, corner=corner)]
        chosen = np.argsort(room, kind="stable")[:size]
        return chosen[room[chosen] < touched]

    @staticmethod
    def _stopping(room: Any, slopes: Any, gain: Any, zeros: int, *, corner: bool) -> list[int]:
        """The first constraints, and those that stop the best short step if all is linear: those of the least multipliers.

        At a corner others are added as long as slopes are independent.
        """
        from scipy.optimize import linprog  # slow to import, and few conversions need it

        norm, unit = np.linalg.norm(slopes, axis=1), np.eye(len(gain))
        count = len(slopes)
        free = np.arange(count) < zeros
        cost = np.where(free, 0.0, np.maximum(room, 0.0) / norm / _SHORT)
        done = linprog(
            np.concatenate([cost, np.ones(2 * len(gain))]),
            A_eq=np.hstack([(slopes / norm[:, None]).T, unit, -unit]),
            b_eq=-gain / np.linalg.norm(gain),
            bounds=[(None if k < zeros else 0, None) for k in range(count + 2 * len(gain))],
            method="highs-ds",
        )
        stopping = np.flatnonzero(((done.x[:count] > 0) if done.status == 0 else False) | free).tolist()
        for k in np.argsort(room, kind="stable").tolist() if corner else []:  # multipliers may be too small to be told from 0
            both = [*stopping, k]
            if np.linalg.matrix_rank(slopes[both] / norm[both, None], tol=_INDEPENDENT) == len(both):
                stopping = both
        return stopping

    def _bounds(self) -> list[tuple[float, float]]:
        """Of the losses, and of the order."""
        losses = [(0.0, math.inf), (-math.inf, 0.0)][: self.outputs - 1]
        return [*losses, *([self.goal.order] if self.goal.order else [])]

    def _padded(self, slopes: Any, z: Any) -> Any:
        """Derivatives of what does not depend on the order."""
        found = np.zeros((len(slopes), len(z)))
        found[:, : self.numbers] = slopes
        return found

    def _binding(self, z: Any, peaks: Exponents) -> tuple[Any, Any]:
        """What must be 0, then what must not be negative, and the derivatives."""
        pair = Centred(z[: self.numbers], self.tau)
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

    def _bending(self, z: Any, peaks: Exponents, chosen: Any, multipliers: Any) -> Any:
        """The second derivatives of goal and constraints, weighed, by differences."""

        def tilt(z: Any) -> Any:
            return -self.by_steps(z)[1][0] + multipliers @ self._binding(z, peaks)[1][chosen]

        peaks = Centred(z[: self.numbers], self.tau).peaks(peaks)  # which move little from here
        here = tilt(z)
        return np.stack([(tilt(z + _DIFFERENCE * unit) - here) / _DIFFERENCE for unit in np.eye(len(z))])

    def invited(self, z: Any, goals: Sequence[Goal]) -> list[tuple[PairSearch, Any]]:
        """Pairs of three outputs, where a rare third one beside the settled pair of two gains to the first order.

        By the derivative of the Lagrangian in its mass, weighed by the mass that a loss so far off may have.
        """
        rows, slopes = self._binding(z, peaks := self.peaks(z))
        zeros, pair, found = len(self.goal.zero), Centred(z[: self.numbers], self.tau), []
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

            law = laws(beside(math.log(_STEP) + 0.5j * math.pi))
            order = z[-1] if goal.order else None
            gain = goal.value(*law, order) + sum(w * f(*law, order) for w, f in zip(weights, goal.zero, strict=False))
            room = self._room_of(law, at, goal)
            gain = gain + weights[zeros : zeros + len(room)] @ room
            with np.errstate(all="ignore"):
                gain = gain.imag / _STEP * np.exp(mass)
            k = int(np.argmax(np.where(np.isfinite(gain), gain, -1.0)))
            if len(x) and gain[k] > GAIN:
                wider = PairSearch(self.mu, self.tau, goal, self.allowance)
                found.append((wider, np.append(beside(mass)[k].real, z[self.numbers :])))
        return found

    def _room_of(self, law: tuple[Any, Any, Any], at: Exponents, goal: Goal) -> Any:
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
            if too_rare(found[0], self):
                self.allowance.escaped = True
                return None
            exact = self.settled(found[0], _WAYS[:1] if best is None or found[1] <= best[1] else _WAYS)
            if exact is not None:
                return exact if best is None or exact[1] >= best[1] else best
            fits = self.least(found[0]) > -_FITS
            if fits and (best is None or found[1] > best[1]):
                quiet = quiet + 1 if best is not None and found[1] <= best[1] + GAIN * self.goal.scale(best[1]) else 0
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


def too_rare(z: Any, search: PairSearch) -> bool:
    """Whether outputs are so rare that what floats say of them is noise, or the search is on its way to infinite losses."""
    log_p, log_q, _ = laws(z[: search.numbers])
    return bool(min(log_p.min(), log_q.min()) < (_RAREST if search.goal.tilt else _ESCAPED))


def room_of_losses(z: Any, mu: float, tau: float) -> float:
    """How much room (μ, τ) leave a pair of three outputs, in floats: logits and losses beside the second one's."""
    return PairSearch(mu, tau, _ANY, Allowance(0)).least(z)


_ANY: Final = Goal(1, Linear(lambda x, _: x), lambda p, q, loss, _: loss[..., 0], lambda _: None, lambda x: x)
