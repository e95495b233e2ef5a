"""A rare output of a mean-concentrated pair beside two that bring both means to what they may be (theory, T23).

Where the worst pair of zCDP has a rare output, this is nearly as bad, so that no search is needed: the others hardly add to the
moments that bind the rare one.
"""

from __future__ import annotations

import contextlib
import math
from typing import TYPE_CHECKING, Any, Final

import flint

from dpzoo.numbers.late import Late
from dpzoo.numbers.roots import root
from dpzoo.optimal.centred_pair import laws, meets, table_of
from dpzoo.optimal.goals import Goal
from dpzoo.optimal.optimum import Found, Pair
from dpzoo.optimal.pair_search import Allowance, PairSearch
from dpzoo.optimal.primitives import Mean

if TYPE_CHECKING:
    import numpy as np
else:
    np = Late("numpy")

_RARE: Final = -5.0
_VERY_RARE: Final = -12.0
_ODDS: Final = (12.0, 8.0, 5.0, 3.0, 1.5, 0.5)
_FAR: Final = 10.0
_APART: Final = 60.0
_BESIDE: Final = 1e-4
_INSIDE: Final = (2.0**-43, 2.0**-40, 2.0**-37)
_SAFELY: Final = 2.0**-27
_SHOWN: Final = 1e-5
_TURNS: Final = 2
_KEPT_TO: Final = 1e-5
_AS_MUCH: Final = 4e-9


def split(part: Mean, goal: Goal, binary: Pair, most: float) -> Found | None:
    """A pair that needs nearly ``most``, if a pair of two outputs of which one is rare does: with the other one split in two.

    Its halves bring both means to what they may be, and the rare one is as large as moments let it be beside them.
    """
    if len(binary.p) != 2 or not all((*binary.p, *binary.q)):
        return None
    tau, allowance = float(part.tau), Allowance(0)
    (log_p, log_q), (rest_p, rest_q) = sorted(
        ((math.log(a), math.log(b)) for a, b in zip(binary.p, binary.q, strict=True)), key=lambda x: x[1] - x[0]
    )
    if goal.order or goal.size > 1 or not log_p < _VERY_RARE:
        return None

    def beside(inside: float) -> Pair | None:
        """That pair for a source so much smaller."""
        search = PairSearch(min(float(part.mu), tau * tau / 2) * (1 - inside), tau * (1 - inside / 2), goal, allowance)
        z: Any = np.array([log_p - rest_p, -_APART, log_p - log_q - (rest_p - rest_q), -_BESIDE])
        for _ in range(_TURNS):
            z = evened(search, z)
            z = _raised(search, z) if z is not None else None
            if z is None:
                return None
        return table_of(z)

    for inside in _INSIDE:
        pair = beside(inside)
        low = goal.exact(pair) if pair is not None else None
        if pair is None or low is None or not low >= flint.arb(most) * (1 - flint.arb(_AS_MUCH)):
            return None
        if meets(part, pair):
            safe = beside(_SAFELY)
            needed = goal.exact(safe) if safe is not None and meets(part, safe) else None
            shown = safe if needed is not None and needed >= low * (1 - flint.arb(_SHOWN)) else pair
            return Found(low, flint.arb(most), "T23", shown, certified=False)
    return None


def _raised(search: PairSearch, z: Any) -> Any | None:
    """The rare output next to this one that leaves no room to moments and to what the goal keeps to; None if it is far off."""
    peaks, zeros = search.peaks(z), len(search.goal.zero)
    rows, slopes = search.binding(z, peaks)
    if not len(peaks.s):
        return None
    steepest = zeros + int(np.argmax(np.abs(slopes[zeros : zeros + len(peaks.s), 0])))
    least = range(zeros + len(peaks.s) + 4, len(rows))[: len(search.goal.least)]
    kept = [steepest, *range(zeros), *(k for k in least if abs(rows[k]) < _KEPT_TO)]
    numbers = [0, 2][: len(kept)]
    if len(kept) > 2 or not np.abs(np.linalg.det(slopes[np.ix_(kept, numbers)])) > 0:
        return None
    move = np.linalg.solve(slopes[np.ix_(kept, numbers)], -rows[kept])
    moved = z.copy()
    moved[numbers] += move
    return moved if np.abs(move).max() < 1 else None


def evened(search: PairSearch, z: Any) -> Any:
    """The rare output of a start beside two others that bring both mean losses to μ; None if there is none."""
    log_p, _, losses = laws(z[: search.numbers])
    rare, loss, mu = math.exp(log_p[0]), float(losses[0]), search.mu
    if search.outputs < 3 or search.goal.size > 1 or log_p[0] > _RARE:
        return None

    def means(logit: float, apart: float) -> tuple[float, float, float]:
        """Both, and the second loss, where the others' odds and distance are these."""
        p = [(1 - rare) / (1 + math.exp(-logit)), (1 - rare) / (1 + math.exp(logit))]
        more = p[1] * math.expm1(apart) + rare * math.expm1(-loss)
        second = math.log1p(more / (1 - rare * math.exp(-loss)))
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
