"""A rare output of a mean-concentrated pair beside two that bring both means to what they may be (theory, T23).

Where the worst pair of zCDP has a rare output, this is nearly as bad, so that no search is needed: the others hardly add to the
moments that bind the rare one.
"""

from __future__ import annotations

import math
from typing import Any, Final

import flint

from dpzoo.numbers.late import np
from dpzoo.optimal.centred_pair import Centred, laws, meets, table_of
from dpzoo.optimal.goals import Goal
from dpzoo.optimal.optimum import Found, Pair
from dpzoo.optimal.pair_search import RARE, Allowance, PairSearch
from dpzoo.optimal.primitives import Mean

_VERY_RARE: Final = -12.0
_NEWTON: Final = 30
_MET: Final = 1e-14
_NEARLY_MET: Final = 1e-9
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
        z: Any = np.array([log_p - rest_p, log_p - log_q - (rest_p - rest_q)])
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


def evened(search: PairSearch, z: Any) -> Any | None:
    """The rare first output of two or three beside two others that bring both mean losses to μ; None if there is none."""
    half = len(z) // 2
    if laws(z[: 2 * half])[0][0] > RARE:
        return None
    width = search.mu + math.sqrt(2 * search.mu)
    even = np.array([z[0], 0.0, z[half], -2 * width])
    last = math.inf
    for _ in range(_NEWTON):
        pair = Centred(even, search.tau)
        missing = 1 - pair.mean / search.mu
        before, last = last, float(np.abs(missing).max())
        if last <= _NEARLY_MET and last > before / 2:  # only rounding is left
            break
        step = np.linalg.lstsq(np.stack(pair.slopes_of_means())[:, 1::2] / search.mu * [1, even[3]], missing, rcond=_MET)[0]
        even[1] += min(max(step[0], -1.0), 1.0)
        even[3] *= 1 + min(max(step[1], -0.5), 1.0)
    return np.append(even, z[2 * half :]) if last <= _NEARLY_MET else None
