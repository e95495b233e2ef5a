"""The worst mean-concentrated laws on a grid of losses, of any number of outputs: where the search among three begins (T23).

With the means m and m' of the losses in both orders fixed, all bounds are linear in the law. What a moment may be,
e^{sm + s²τ²/2}, is convex in m, so that its tangent at the last m is a stricter bound, linear in law and mean: each linear
programme gives a law that meets the source on the grid of exponents, and at least as much as the one before.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from dpzoo.numbers.late import Floats, np

_REACH: Final = 9.0
_STEEP: Final = 12.0
_FLAT: Final = 0.15
_PLACES: Final = 40
_EXPONENTS: Final = 14
_TURNS: Final = 12
_SETTLED: Final = 1e-3
_PRESENT: Final = 1e-9
_ALONE: Final = 3
_STARTS: Final = (1.0, 0.1)


@dataclass(frozen=True, slots=True)
class Linear:
    """A goal as the mean of a function of the loss, with one number θ that each law says anew.

    ``log_value`` is ln of the function by P-mass, at the losses in the event that counts. ``side`` is by P-mass in the event what
    must not exceed ``limit`` in the mean.
    """

    log_value: Callable[[Floats, float], Floats]
    event: Callable[[Floats, float], Any] | None = None
    """Which losses are in the event; every loss may be in it or not if there is a ``side``."""
    starts: Sequence[float] = (0.0,)
    follow: Callable[[Law, Law | None], float] | None = None
    """θ after a law and the one before it."""
    side: Callable[[Floats], Floats] | None = None
    limit: float = 1.0
    tilt: float = 0.0
    """The power of the ratio, less one, that the function is for large losses."""
    place: float = 0.0
    """The largest loss at which it changes."""


class Output(NamedTuple):
    """ln P and the loss of an output, whether it is in the event, and how much it matters for the goal and for moments."""

    log_p: float
    loss: float
    event: bool
    weight: float

    def with_(self, other: Output) -> Output:
        """Both as one."""
        p = np.logaddexp(self.log_p, other.log_p)
        q = np.logaddexp(self.log_p - self.loss, other.log_p - other.loss)
        return Output(float(p), float(p - q), self.event, self.weight + other.weight)


@dataclass(frozen=True, slots=True)
class Law:
    """Losses, their P-masses, whether they are in the event, and θ."""

    loss: Floats
    mass: Floats
    event: Any
    theta: float
    gain: Floats
    """What each loss adds to the goal, but for a factor."""
    value: float
    tau: float

    @property
    def of_event(self) -> tuple[float, float]:
        """The probabilities of the event under P and Q."""
        mass, loss = self.mass[self.event], self.loss[self.event]
        return float(mass.sum()), float(mass @ np.exp(-loss))

    def outputs(self) -> list[Output]:
        """The outputs by falling loss, neighbours on the grid being one."""
        order = np.lexsort((self.event, self.loss))[::-1]
        loss, mass, event, gain = (x[order] for x in (self.loss, self.mass, self.event, self.gain))
        groups: list[list[int]] = []
        for k in np.flatnonzero(mass > 0).tolist():
            if groups and event[groups[-1][-1]] == event[k] and self._beside(loss, groups[-1][-1], k):
                groups[-1].append(k)
            else:
                groups.append([k])
        found = []
        for each in groups:
            p, q = mass[each].sum(), (mass[each] * np.exp(-loss[each])).sum()
            weight = max(gain[each].sum() / gain.sum(), max(p, q) * (1 + (math.log(p / q) / self.tau) ** 2))
            found.append(Output(math.log(p), math.log(p / q), bool(event[each[0]]), float(weight)))
        return sorted(found, key=lambda x: -x.loss)

    @staticmethod
    def _beside(loss: Floats, a: int, b: int) -> bool:
        """Whether at most one other place lies between two."""
        return len(np.unique(loss[a : b + 1])) <= _ALONE


class Ascent:
    """Linear programmes for one source and one goal."""

    def __init__(self, mu: float, tau: float, goal: Linear) -> None:
        self.mu, self.tau, self.goal = mu, tau, goal
        steep = max(_STEEP, 1.5 * goal.place / tau, 1.5 * goal.tilt * tau)
        reach = max(_REACH, 1.3 * goal.place / tau, 1.5 * goal.tilt * tau)
        half = reach * tau * np.sinh(3 * np.linspace(0, 1, _PLACES)) / math.sinh(3)
        self.places = np.concatenate([-half[:0:-1], half])
        s = np.geomspace(_FLAT, steep, _EXPONENTS) / tau
        self.exponents = np.concatenate([[0.0], -s[s < 1], s])  # below -1 moments follow from the others (``meets``)

    def laws(self) -> list[Law]:
        """The worst laws that it comes to from different means."""
        found: list[Law] = []
        for theta in self.goal.starts:
            for share in _STARTS:
                law = self.worst(share * self.mu, found[-1].theta if share != _STARTS[0] and found else theta)
                found += [law] if law is not None else []
        return found

    def worst(self, mean: float, theta: float) -> Law | None:
        """The law that it comes to from both means being ``mean``."""
        m, back, law = mean, mean, None
        for _ in range(_TURNS):
            found = self.step(m, back, theta, self.places)
            if found is None:
                return law
            before, (law, moved, turned) = law, found
            near = abs(moved - m) + abs(turned - back) <= _SETTLED * self.mu
            m, back = moved, turned
            if self.goal.follow is not None:
                last, theta = theta, self.goal.follow(law, before)
                near = near and abs(theta - last) <= _SETTLED * (1 + abs(last)) * min(1.0, self.tau)
            if near or not math.isfinite(theta):
                break
        held = law.loss[law.mass > 0] if law is not None else self.places[:0]
        used = np.flatnonzero(np.isin(self.places, held)).tolist()
        denser = np.unique(np.concatenate([self.places, *(_between(self.places, k) for k in used)]))
        found = self.step(m, back, theta, denser)
        return found[0] if found is not None else law

    def step(self, m: float, back: float, theta: float, places: Floats) -> tuple[Law, float, float] | None:
        """The worst law where the bounds are tangents at these means, and its own means."""
        from scipy.optimize import linprog  # slow to import, and few conversions need it

        goal, tau, mu = self.goal, self.tau, self.mu
        x = np.unique(np.concatenate([places, [goal.place, theta]])) if goal.side is None else places
        if goal.side is not None:
            x, event = np.concatenate([x, x]), np.arange(2 * len(x)) < len(x)
        else:
            event = goal.event(x, theta) if goal.event is not None else np.zeros(len(x), dtype=bool)
        counts = event if goal.event is not None or goal.side is not None else np.ones(len(x), dtype=bool)
        s = self.exponents
        logs = np.vstack([log_moment(s, x - m, tau), log_moment(s, -x - back, tau) - x])
        size = np.maximum(np.maximum(logs.max(axis=0), 0), -x + np.log1p(np.abs(x) / mu))
        if goal.side is not None:
            size = np.maximum(size, np.where(event, np.log(np.abs(goal.side(x)) + 1.0), 0.0))
        p, q = np.exp(-size), np.exp(-x - size)
        with np.errstate(divide="ignore"):
            gain = np.where(counts, goal.log_value(x, theta), -math.inf) - size
        top = float(gain.max())
        if not math.isfinite(top):
            return None
        none = np.zeros((len(s), 1))
        rows = np.exp(logs - size)
        moments = np.hstack([rows, np.vstack([-s[:, None] * mu, none]), np.vstack([none, -s[:, None] * mu])])
        limits = np.concatenate([1 - s * m, 1 - s * back])
        if goal.side is not None:
            moments = np.vstack([moments, np.append(np.where(event, goal.side(x) * p, 0.0), [0, 0])])
            limits = np.append(limits, goal.limit)
        equal = np.zeros((4, len(x) + 2))
        equal[:, :-2] = p, q, x * p / mu, -x * q / mu
        equal[2, -2] = equal[3, -1] = -1
        done = linprog(
            -np.append(np.exp(gain - top), [0, 0]),
            A_ub=moments,
            b_ub=limits,
            A_eq=equal,
            b_eq=[1, 1, 0, 0],
            bounds=[(0, None)] * len(x) + [(0, 1)] * 2,
            method="highs-ds",
            options={"presolve": False},  # twice as fast for problems this small
        )
        if done.status != 0:
            return None
        weight = done.x[:-2]
        mass = np.where(weight > _PRESENT, weight, 0.0) * p
        law = Law(x, mass, event, theta, np.exp(gain - top) * weight, -float(done.fun) * math.exp(top), tau)
        return law, float(done.x[-2]) * mu, float(done.x[-1]) * mu


def log_moment(s: Floats, y: Floats, tau: float) -> Floats:
    """ln (e^{sy} - 1 - sy)/(e^{s²τ²/2} - 1), its limit (y/τ)² at s = 0: by exponents and deviations from the mean."""
    z, c = s[:, None] * y, (s * tau)[:, None] ** 2 / 2
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        small = 2 * np.log(np.abs(z)) - math.log(2) + z / 3
        far = np.where(z > 0, z + np.log1p(-(1 + z) * np.exp(-z)), np.log(np.expm1(np.minimum(z, 0.0)) - z))
        found = np.where(np.abs(z) < 1e-4, small, far) - np.where(c < 30, np.log(np.expm1(np.minimum(c, 30.0))), c)
        found[s == 0] = 2 * np.log(np.abs(y) / tau)
    return np.asarray(found)


def _between(points: Any, k: int) -> Any:
    """Points on either side of one, denser than before."""
    left, right = points[max(0, k - 1)], points[min(len(points) - 1, k + 1)]
    return np.concatenate([np.linspace(left, points[k], 6), np.linspace(points[k], right, 6)])
