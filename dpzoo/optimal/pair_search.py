"""The worst mean-concentrated pair of two or three outputs next to a start, in floats (theory, T23).

Sequential quadratic programming leads there (``climbing.py``), and Newton's method to nearly all digits.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from dpzoo.numbers.late import np
from dpzoo.optimal.ascent import Linear
from dpzoo.optimal.centred_pair import Centred, Exponents, laws, log_sum, numbers
from dpzoo.optimal.climbing import End, climbed
from dpzoo.optimal.goals import Goal

_STEP: Final = 1e-30
_FIRST: Final = 0.01
_NEXT_TO_0: Final = 1e-4
_FLAT: Final = 12
_LAST: Final = 60.0
_DENSE: Final = 160
_FITS: Final = 3e-12
_NEAR: Final = 0.45
_FEW: Final = 8
_NEXT_TO_1: Final = 0.05
_BEYOND_1: Final = 1.05
_AWAY: Final = (1e-5, -1e-3, 1e-2, 1e-4, -1e-2, 1e-5, -1e-4, 3e-2, 1e-3, -1e-3)
GAIN: Final = 1e-11
_HARDLY: Final = 1e-8
_TIGHTLY: Final = 1e-8
_TIGHT: Final = 1e-6
_SKETCHES: Final = ((4, 0.02), (12, 0.002))
CLOSE_BY: Final = 1e-3
_NEWTON: Final = 12
_WAYS: Final = ((1e-4, 1e-10), (0.03, 1e-10), (1e-4, 1e-6), (0.03, 1e-6), (0.0, 1e-10))
"""How little room of a constraint, and how small a curvature, Newton's method takes for none; the first nearly always does."""
_SHORT: Final = 1e-3
_CLOSE_TO_STEP: Final = 0.03
_INDEPENDENT: Final = 1e-6
_LONG: Final = 0.3
_NARROW: Final = 1e-4
RARE: Final = -5.0
_SAME_RARE: Final = 1e-4
_BESIDE: Final = 3
_HOPELESS: Final = 10.0
_STRAYED: Final = 1.0
_SETTLED: Final = 1e-9
_NOISY: Final = 1e-4
_BALANCED: Final = 1e-9
_LEANING: Final = 1e-8
_DIFFERENCE: Final = 1e-6
_CRAWLS: Final = 10.0
_RARER: Final = (0.0, 2.0, 4.0, 8.0, 16.0, 32.0)
_HARDLY_BROKEN: Final = 0.1
_RAREST: Final = -1e6
_ESCAPED: Final = -1e3


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
    dense: Exponents = field(init=False)
    numbers: int = field(init=False)

    def __post_init__(self) -> None:
        near = np.geomspace(_NEXT_TO_0, _FIRST, _FLAT, endpoint=False)
        self.dense = self._both(np.concatenate([near, np.geomspace(_FIRST, _LAST, _DENSE)]) / self.tau)
        self.numbers = 2 * self.outputs - 2

    def _both(self, s: Any) -> Exponents:
        """Exponents of both orders and signs; of negative ones those down to -1, below which moments follow (T23)."""
        least = min(s[0], _NEXT_TO_1)
        below = -np.append(s[s < 1] if (s < 1).sum() > _FEW else np.geomspace(least, 1, _FEW, endpoint=False), [1.0, _BEYOND_1])
        return Exponents(np.concatenate([below, s, below, s]), len(below) + len(s))

    def peaks(self, z: Any) -> Exponents:
        """The exponents of both orders at which moments are locally the largest, and not far below what is allowed."""
        pair = Centred(z[: self.numbers], self.tau)
        used, s = pair.used(self.dense).reshape(2, -1), self.dense.s.reshape(2, -1)
        high = np.zeros(used.shape, dtype=bool)
        middle = used[:, 1:-1]
        high[:, 1:-1] = (middle >= used[:, :-2]) & (middle >= used[:, 2:]) & (middle > _NEAR) & (s[:, :-2] * s[:, 2:] > 0)
        high[:, -1] = (used[:, -1] > used[:, -2]) & (used[:, -1] > _NEAR)  # on the way to ever rarer losses
        return pair.peaks(Exponents(s[high], int(high[0].sum())))

    def least(self, z: Any) -> float:
        """The least room."""
        pair = Centred(z[: self.numbers], self.tau)
        room = pair.room(self.dense.joined(self.peaks(z)), self.mu)
        return min([float(room.min()), *(float(f(pair.logs[0], pair.logs[1], pair.loss)) for f in self.goal.least)])

    def by_steps(self, z: Any) -> tuple[Any, Any]:
        """What is minimised, the goal's constraints, and their derivatives, by imaginary steps, without cancellation."""
        values, slopes = self._steps(z)
        return values[:, 0], slopes

    def _steps(self, z: Any) -> tuple[Any, Any]:
        """The same of many places, the values once for each number."""
        goal, moved = self.goal, z[..., None, :] + _STEP * 1j * np.eye(z.shape[-1])
        law, order = laws(moved[..., : self.numbers]), moved[..., -1] if self.goal.order else None
        rows = [-goal.value(*law, order), *(f(*law) for f in goal.least), *(f(*law, order) for f in goal.zero)]
        table = np.array(rows)
        return table.real, table.imag / _STEP

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
            last, grown, bend, start, unit = math.inf, 0, np.zeros((len(z), len(z))), z, self.reach(z)
            for _ in range(_NEWTON):
                room, slopes = self.binding(z, peaks)
                if not np.isfinite(slopes).all():
                    return None
                gain, a = -self.by_steps(z)[1][0] * unit, slopes[chosen] * unit
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
                    bend = self.bending(z, peaks, chosen, multipliers) * np.outer(unit, unit)
                    self.allowance.left -= size
                matrix = np.block([[bend, a.T], [a, np.zeros((n, n))]])
                step = np.linalg.lstsq(matrix, -np.concatenate([gain, room[chosen]]), rcond=level)[0]
                move, multipliers = step[:size], step[size:]
                length = float(np.abs(move).max())
                grown += length >= last
                astray = length >= last and (length < _LONG or grown > 1)
                if not length < _HOPELESS or astray or np.abs((z - start) / unit).max() > _STRAYED:
                    return None
                z, last = z + move * unit * (_LONG / max(length, _LONG)), length
            else:
                return None
            flat = np.linalg.svd(a)[2][np.linalg.matrix_rank(a) :] if n else np.eye(size)
            if len(flat) and float(np.linalg.eigvalsh(flat @ (bend + bend.T) @ flat.T).max()) > 1e-5 * np.abs(bend).max():
                return None  # a saddle
            if np.abs(gain + multipliers @ a).max() > _LEANING * self.goal.scale(-float(self.by_steps(z)[0][0])):
                return None  # what is too flat to move along need not be level
            value, fits = self.by_steps(z)[0], np.abs(self.binding(z, peaks)[0][:zeros]).max(initial=0.0)
            inside = all(low <= x <= high for x, (low, high) in zip(z[self.numbers // 2 :], self._bounds(), strict=True))
            return (z, -float(value[0])) if inside and fits < _FITS and self.least(z) > -_FITS else None

    def too_rare(self, z: Any) -> bool:
        """Whether outputs are so rare that what floats say of them is noise, or the search is on its way to infinite losses."""
        log_p, log_q, _ = laws(z[: self.numbers])
        return bool(min(log_p.min(), log_q.min()) < (_RAREST if self.goal.tilt else _ESCAPED))

    def reach(self, z: Any) -> Any:
        """How far numbers may move: ln odds by 1, what they are more by itself, at most τ, the order by itself."""
        half = self.numbers // 2
        more = np.clip(np.abs(z[half : self.numbers]), _NARROW * self.tau, self.tau)
        return np.concatenate([np.ones(half), more, np.abs(z[self.numbers :])])

    def _counting(self, z: Any, peaks: Exponents, touched: float) -> Any:
        """Which constraints count: those that leave less room, or, of 0 and where they are too many, those that stop a step."""
        (rows, slopes), unit = self.binding(z, peaks), self.reach(z)
        zeros, size = len(self.goal.zero), len(z)
        room = np.where(np.arange(len(rows)) < zeros, -math.inf, rows)
        tight = np.flatnonzero(room < _TIGHTLY)
        if (corner := len(tight) > size) or not touched:
            near = tight if corner else np.flatnonzero(room < _CLOSE_TO_STEP)
            return near[self._stopping(rows[near], slopes[near] * unit, -self.by_steps(z)[1][0] * unit, zeros, corner=corner)]
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

    def binding(self, z: Any, peaks: Exponents) -> tuple[Any, Any]:
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

    def bending(self, z: Any, peaks: Exponents, chosen: Any, multipliers: Any) -> Any:
        """The second derivatives of goal and constraints, weighed: of what the goal asks by differences of derivatives."""
        pair, zeros, last = Centred(z[: self.numbers], self.tau), len(self.goal.zero), 1 + len(self.goal.least)
        at = pair.peaks(peaks)
        weights = np.zeros(zeros + len(at.s) + 4 + last - 1 + 2 * self.outputs)
        weights[chosen] = multipliers
        own, rest = weights[zeros : zeros + len(at.s) + 4], weights[zeros + len(at.s) + 4 :][: last - 1]
        found = np.zeros((len(z), len(z)))
        found[: self.numbers, : self.numbers] = pair.bends(at, self.mu, own)
        step = _DIFFERENCE * self.reach(z)
        near = z + np.stack([np.diag(step), -np.diag(step)])
        tilt = np.tensordot(np.concatenate([[-1.0], rest, weights[:zeros]]), self._steps(near)[1], 1)
        return found + (tilt[0] - tilt[1]) / 2 / step[:, None]

    def invited(self, z: Any, goals: Sequence[Goal]) -> list[tuple[PairSearch, Any]]:
        """Pairs of three outputs, where a rare third one beside the settled pair of two gains to the first order.

        By the derivative of the Lagrangian in its mass, weighed by the mass that a loss so far off may have.
        """
        rows, slopes = self.binding(z, peaks := self.peaks(z))
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
                return numbers(*both)

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
                starts = (np.append(beside(mass - x)[k].real, z[self.numbers :]) for x in _RARER)
                found.append((wider, next((x for x in starts if wider.least(x) > -_HARDLY_BROKEN), None)))
        return [(wider, start) for wider, start in found if start is not None]

    def _room_of(self, law: tuple[Any, Any, Any], at: Exponents, goal: Goal) -> Any:
        """What must not be negative, of many laws: as in ``binding``, for complex numbers."""
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

    def polished(self, z: Any, least: float = -math.inf) -> tuple[Any, float] | None:
        """The place that it comes to, to nearly all digits, begun anew a little away until nothing is gained; or None.

        Where the gain is so small that it hardly comes to ``least``, that is all.
        """
        best: tuple[Any, float] | None = None
        quiet, before, gained = 0, -math.inf, math.inf
        for away in _AWAY:
            found = self.moved(z, away, 40)
            if found is None:
                continue
            if self.too_rare(found[0]):
                self.allowance.escaped = True
                return None
            exact = self.settled(found[0], _WAYS[:1] if best is None or found[1] <= best[1] else _WAYS)
            if exact is None and found[2] == End.LEVEL:
                exact = found[:2]
            if exact is not None:
                return exact if best is None or exact[1] >= best[1] else best
            fits = self.least(found[0]) > -_FITS
            if fits and (best is None or found[1] > best[1]):
                gained = found[1] - best[1] if best is not None else math.inf
                quiet = quiet + 1 if best is not None and found[1] <= best[1] + GAIN * self.goal.scale(best[1]) else 0
                best = found[:2]
            elif fits:
                quiet += 1
            if best is None or fits:
                z = found[0] if best is None else best[0]
            far = best is not None and found[1] < least - _CRAWLS * max(found[1] - before, GAIN * self.goal.scale(least))
            before = found[1]
            if (quiet > 1 or (far and away != _AWAY[0])) and best is not None:
                return self.settled(best[0], _WAYS[1:]) or best
        return best if best is not None and (self.allowance.left <= 0 or gained < _HARDLY * self.goal.scale(best[1])) else None

    def beside(self, z: Any) -> tuple[Any, float, bool] | None:
        """The place that belongs to ``z`` of a source that hardly differs, and whether it meets the conditions of a maximum."""
        if (found := self.settled(z, _WAYS[:1])) is not None:
            return *found, True
        near = climbed(self, z, _BESIDE)
        return (*near[:2], False) if near is not None else None

    def moved(self, z: Any, away: float, steps: int) -> tuple[Any, float, End] | None:
        """Where the search comes to from a place a little away, with the peaks there."""
        return climbed(self, z * (1 + away * np.cos(np.arange(len(z)))), steps) if self.allowance.left > 0 else None

    def along(self, z: Any, other: Any) -> bool:
        """Whether both have the same rare first output, so that they lie on one ridge."""
        half, log_p = self.numbers // 2, laws(z[: self.numbers])[0][0]
        same = len(z) == len(other) and log_p < RARE
        return bool(same and (np.abs(z - other) / self.reach(other))[[0, half]].max() <= _SAME_RARE)

    def sketched(self, z: Any, best: tuple[float, Any] | None) -> tuple[Any, float, bool]:
        """The same in a few short runs, to see whether a place may come above the best; and whether it is settled.

        Not above it is what comes to its ridge below it.
        """
        value, least = math.inf, best[0] if best is not None else -math.inf
        for away, (steps, far) in zip(_AWAY, _SKETCHES, strict=False):
            found = self.moved(z, away, steps)
            if found is not None:
                z, value, ended = found
                if value < least - (_HARDLY if ended else far) * self.goal.scale(least):
                    break
                exact = self.settled(z, _WAYS[: 1 if away == _AWAY[0] else 2])
                if exact is not None:
                    return *exact, True
                if ended == End.LEVEL:
                    return z, value, True
                if best is not None and value <= least and self.along(z, best[1]):
                    return z, value, True
        return z, value, False


def unaimed(mu: float, tau: float) -> PairSearch:
    """A search for nothing, that says how much room (μ, τ) leave pairs of three outputs."""
    return PairSearch(mu, tau, _ANY, Allowance(0))


_ANY: Final = Goal(1, Linear(lambda x, _: x), lambda p, q, loss, _: loss[..., 0], lambda _: None, lambda x: x)
