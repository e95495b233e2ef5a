"""Sequential quadratic programming with exact second derivatives, on pairs that meet all bounds (theory, T23).

Each step is to the best place of a quadratic model with linear bounds, no farther than the model was good for before, and then
the shortest way back to where the bounds hold. It counts if the goal has grown there.
"""

from __future__ import annotations

import math
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Final

from dpzoo.numbers.late import np

if TYPE_CHECKING:
    from dpzoo.optimal.pair_search import PairSearch

_FIRST: Final = 0.3
_LONGEST: Final = 1e3
_SHORTEST: Final = 1e-7
_MEETS: Final = 5e-13
_ARRIVES: Final = 40
_RETURNS: Final = 8
_HELD: Final = 10.0
_TINY: Final = 1e-14
_GROWN: Final = 1e-13
_INDEPENDENT: Final = 1e-9
_FLATTEST: Final = 1e-14
_SMALL_GAIN: Final = 1e-8
_HELD_TO: Final = 1e-6
_SLOW: Final = 1e-9
_NEARLY_LEVEL: Final = 1e-7
_LEVEL: Final = 1e-11
_PATIENT: Final = 3
_TRIALS: Final = 12
_FARTHEST: Final = 3.0
_FULL: Final = 0.99
_GOOD: Final = 0.7
_FAIR: Final = 0.2


class End(IntEnum):
    """How a climb ended."""

    CUT = 0
    """After so many steps, or where outputs are too rare."""
    SLOW = 1
    """Where no step gains, or several in turn hardly do."""
    LEVEL = 2
    """Where the quadratic model gains next to nothing, however far it may be good for."""


def climbed(search: PairSearch, z: Any, steps: int) -> tuple[Any, float, End] | None:
    """Where it comes to from ``z``, what the goal is there, and how it ended."""
    with np.errstate(all="ignore"):
        unit = search.reach(z)
        here = _returned(search, z, unit, _ARRIVES)
        if here is None:
            return None
        length, value, slow = _FIRST, _value(search, here), 0
        for _ in range(steps):
            if search.allowance.left <= 0 or search.too_rare(here):
                return here, value, End.CUT
            try:
                model = _Model(search, here, unit)
                if model.level(search.goal.scale(value)):
                    return here, value, End.LEVEL
                found = _higher(search, model, here, value, unit, length)
            except (ValueError, RuntimeError, FloatingPointError, np.linalg.LinAlgError):
                found = None
            if found is None:
                return here, value, End.SLOW
            here, grown, length, free = found
            value += grown
            slow = slow + 1 if grown <= _SLOW * search.goal.scale(value) and not free else 0
            if slow > _PATIENT:
                return here, value, End.SLOW
        return here, value, End.CUT


def _higher(
    search: PairSearch, model: _Model, here: Any, value: float, unit: Any, length: float
) -> tuple[Any, float, float, bool] | None:
    """A place where the goal is larger, how much, how far the model is good for, and whether it may be good for more; or None."""
    for trial in range(_TRIALS):
        step = model.best(length)
        size = float(np.abs(step).max()) if step is not None else 0.0
        if step is None or size < _SHORTEST:
            return None
        there, gain = _returned(search, here + step * unit, unit, _RETURNS), model.gain(step)
        grown = _value(search, there) - value if there is not None else -math.inf
        if grown > 0:
            good = grown > _GOOD * gain
            farther = min(max(length, 2 * size), _LONGEST) if good else size if grown > _FAIR * gain else size / 2
            return there, grown, farther, good and size >= _FULL * length
        if trial == 0 and there is not None and (further := _second(search, there, value, unit, length)) is not None:
            return *further, size, True
        if gain <= _GROWN * search.goal.scale(value):
            return None
        length = size / 4
    return None


def _second(search: PairSearch, there: Any, value: float, unit: Any, length: float) -> tuple[Any, float] | None:
    """Where a second step leads to higher than before the first, as in bent valleys; and how much higher."""
    step = _Model(search, there, unit).best(length)
    place = _returned(search, there + step * unit, unit, _RETURNS) if step is not None else None
    grown = _value(search, place) - value if place is not None else -math.inf
    return (place, grown) if grown > 0 else None


def _value(search: PairSearch, z: Any) -> float:
    return -float(search.by_steps(z)[0][0])


def _returned(search: PairSearch, z: Any, unit: Any, turns: int) -> Any | None:
    """The place next to ``z`` where all bounds hold, by Newton's method along the shortest ways; None if there is none."""
    zeros = len(search.goal.zero)
    for _ in range(turns):
        rows, slopes = search.binding(z, search.peaks(z))
        search.allowance.left -= 1
        if not np.isfinite(slopes).all() or not np.isfinite(rows).all():
            return None
        if (rows[zeros:] >= -_MEETS).all() and (np.abs(rows[:zeros]) <= _MEETS).all():
            return z
        move = _back(slopes * unit, rows, zeros)
        z = z + move * unit * min(1.0, _FARTHEST / max(float(np.abs(move).max()), _FARTHEST))
    return None


def _back(slopes: Any, rows: Any, zeros: int) -> Any:
    """A short move to where no row is negative, and the first so many are 0, if all is linear."""
    broken = (rows < -_MEETS) | ((np.arange(len(rows)) < zeros) & (np.abs(rows) > _MEETS))
    held = broken | (rows < _HELD * np.abs(rows[broken]).max())  # moving along these would cost or gain as much
    held = held if held.sum() <= slopes.shape[1] else broken
    along = np.linalg.lstsq(slopes[held], -np.where(broken, rows, 0.0)[held], rcond=1e-10)[0]
    least = _shortest(slopes, rows, zeros)
    return along if least is None or np.linalg.norm(along) <= _HELD * np.linalg.norm(least) else least


def _shortest(slopes: Any, rows: Any, zeros: int) -> Any | None:
    """The shortest move that leaves no row negative, and the first so many 0, if all is linear (Lawson and Hanson's LDP)."""
    from scipy.optimize import nnls  # slow to import, and few conversions need it

    both, least = np.concatenate([slopes, -slopes[:zeros]]), -np.concatenate([rows, -rows[:zeros]])
    scale = np.linalg.norm(both, axis=1) + _TINY
    both, least = both / scale[:, None], least / scale
    top = float(least.max())
    wanted = np.zeros(both.shape[1] + 1)
    wanted[-1] = 1.0
    table = np.vstack([both.T, least / top])
    rest = table @ nnls(table, wanted)[0] - wanted
    if abs(rest[-1]) > _TINY:
        return -rest[:-1] / rest[-1] * top
    return None


class _Model:
    """The goal and the bounds next to a place, of moves in its units."""

    def __init__(self, search: PairSearch, z: Any, unit: Any) -> None:
        from scipy.optimize import nnls  # slow to import, and few conversions need it

        peaks, self.zeros, self.size = search.peaks(z), len(search.goal.zero), len(z)
        self.room, slopes = search.binding(z, peaks)
        self.slopes = slopes * unit
        self.first = -search.by_steps(z)[1][0] * unit
        # multipliers of least residual of gradient and complementarity
        both = np.concatenate([self.slopes, -self.slopes[: self.zeros]])
        room = np.maximum(np.concatenate([self.room, np.zeros(self.zeros)]), 0.0)
        room[: self.zeros] = 0.0
        weighed = np.vstack([both.T, np.diag(room * np.abs(self.first).max())])
        found = nnls(weighed, np.concatenate([-self.first, np.zeros(len(both))]))[0]
        multipliers = found[: len(slopes)]
        multipliers[: self.zeros] -= found[len(slopes) :]
        chosen = np.flatnonzero(multipliers)
        slack = multipliers[self.zeros :] @ room[self.zeros : len(slopes)]
        self.most = float(np.abs(self.first + multipliers @ self.slopes).sum() + slack)
        bend = search.bending(z, peaks, chosen, multipliers[chosen]) * np.outer(unit, unit)
        self.second = (bend + bend.T) / 2
        self.held = self.slopes[chosen[self.room[chosen] < _HELD_TO]]
        search.allowance.left -= 2

    def _spread(self) -> Any:
        """Moves by which the model bends down by 1: along what the bounds that count leave free, and at most so much across."""
        _, sizes, axes = np.linalg.svd(self.held)
        rank = int((sizes > _INDEPENDENT * sizes.max(initial=0.0)).sum())
        across, along = axes[:rank], axes[rank:]
        top = max(float(np.abs(self.second).max()), _FLATTEST)
        bends, ways = np.linalg.eigh(along @ self.second @ along.T)
        return np.vstack([across / math.sqrt(top), (ways / np.sqrt(np.maximum(-bends, _FLATTEST * top))).T @ along]).T

    def gain(self, step: Any) -> float:
        """How much the model grows with this move."""
        return float(self.first @ step + step @ self.second @ step / 2)

    def best(self, length: float) -> Any | None:
        """The best move of at most this length in each number; None if none is found."""
        step = self._solved(np.eye(self.size), length)
        if step is None or self.gain(step) < _SMALL_GAIN * np.abs(self.first).max():  # which unscaled moves may miss
            found = self._solved(self._spread(), length)
            step = found if found is not None and (step is None or self.gain(found) > self.gain(step)) else step
        return step

    def level(self, scale: float) -> bool:
        """Whether no move of length 1 gains anything that counts: by slopes along what is free, and then by the best move."""
        if self.most > _NEARLY_LEVEL * scale:
            return False
        step = self.best(1.0)
        return step is None or self.gain(step) <= _LEVEL * scale

    def _solved(self, ways: Any, length: float) -> Any | None:
        """The same, by moves along these."""
        from scipy.optimize import minimize  # slow to import, and few conversions need it

        k, box = self.zeros, np.vstack([ways, -ways])
        rows, room = self.slopes[k:], np.maximum(self.room[k:], 0.0)
        near = room < np.abs(rows).sum(axis=1) * length
        rows, room = np.vstack([rows[near] @ ways, box]), np.concatenate([room[near], np.full(len(box), length)])
        constraints = [{"type": "ineq", "fun": lambda w: room + rows @ w, "jac": lambda w: rows}]
        if k:
            zero = self.slopes[:k] @ ways
            constraints.append({"type": "eq", "fun": lambda w: zero @ w, "jac": lambda w: zero})
        scale = np.abs(self.first).max() or 1.0
        first, second = self.first @ ways / scale, ways.T @ self.second @ ways / scale
        done = minimize(
            lambda w: -(first @ w + w @ second @ w / 2),
            np.zeros(self.size),
            jac=lambda w: -(first + second @ w),
            constraints=constraints,
            method="SLSQP",
            options={"maxiter": 60, "ftol": 1e-16},
        )
        step = ways @ done.x
        return step if np.isfinite(step).all() and self.gain(step) > 0 else None
