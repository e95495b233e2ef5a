"""Mean-concentrated DP as a source: three outputs suffice, so that the optimum is a maximum over four numbers (theory, T23).

The search begins at the worst laws on a grid (``ascent.py``) and runs in floats (``pair_search.py``): upper ends are numeric
where no cover proves them. Lower ends are proved: the pair that is found, a little inside the source, is shown to meet it, and
what it needs is evaluated exactly.
"""

from __future__ import annotations

import contextlib
import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

import flint

from dpzoo.numbers.late import np
from dpzoo.numbers.real import Ball
from dpzoo.optimal.ascent import Ascent, Output
from dpzoo.optimal.centred_pair import Centred, laws, meets, numbers, numbers_of, table_of
from dpzoo.optimal.certify import arb
from dpzoo.optimal.cover import covered
from dpzoo.optimal.goals import Goal
from dpzoo.optimal.optimum import Found, NoReductionError, Pair
from dpzoo.optimal.pair_search import CLOSE_BY, GAIN, Allowance, PairSearch
from dpzoo.optimal.primitives import Mean
from dpzoo.optimal.splitting import evened

_CLOSE: Final = (2.0**-37, 2.0**-34)
_SAFE: Final = tuple(x * 2.0**-27 for x in (1.0, 1.25, 1.5, 2.0))
_PROVED: Final = 2e-9
_UNSURE: Final = 4e-9
_FARTHER: Final = (0.01, 0.003, 0.03, 0.1, 0.3)
_BELOW_MEAN: Final = 0.9
_ROUGH: Final = 0.5
_THREE: Final = 3
_SAME_LOSS: Final = 1e-5
_SAME: Final = 1e-4
_NOISE: Final = 1e-7
_MATTERS: Final = 1e-2
_HARDLY_MATTERS: Final = 0.05
_AS_MUCH: Final = 2e-9
_SHOWN: Final = 1e-6
_BELOW: Final = 1e-6
_CLIMBED: Final = 1e-9
_SAME_PLACE: Final = 1e-10
_MOST_LOOKS: Final = 1500
_LOOKS_BESIDE: Final = 600
_LOOKS_NEARBY: Final = 250


class EscapedError(NoReductionError):
    """No place is settled, and some search was on its way to ever rarer losses."""


def three_outputs(
    part: Mean, goals: Sequence[Goal], most: float = math.inf, near: Callable[[], Pair | None] = lambda: None
) -> tuple[Found, Goal]:
    """The largest that pairs of three outputs need which are (μ, τ)-mean-concentrated (T23). Raises NoReductionError.

    None needs more than ``most``: where that much is found, the search ends. ``near`` is a start where the grid has none.
    """
    found = _Sketches(part, goals, most, near)
    best, allowance, enough, proof, short = found.best, found.allowance, found.enough, found.proof, False
    if (proved := proof.certain(best)) is not None:
        return proved
    for value, search, z in sorted(found.open, key=lambda x: (x[1].least(x[2]) < -CLOSE_BY, -x[0])):  # those that fit first
        if enough(best):
            break
        if search.least(z) > -_CLOSE[-1] and enough((value, search, z)):
            best = (value, search, z)
            break
        if best is not None and not _may_be_higher(value, best[0], search.goal.scale(best[0])):
            continue
        if best is not None and value <= best[0] and search.along(z, best[2]):
            continue
        if best is not None and (proved := proof.of(best, value)) is not None and proved[0].certified:
            return proved
        allowance.left, spare = min(allowance.left, _LOOKS_BESIDE), max(allowance.left - _LOOKS_BESIDE, 0)
        untried, settled = allowance.left <= 0, search.polished(z, best[0] if best is not None else -math.inf)
        higher = settled[1] - best[0] if settled is not None and best is not None else math.inf if settled is not None else 0.0
        climbing = higher > _CLIMBED * search.goal.scale(settled[1] if settled is not None else 0.0)
        short |= untried or (allowance.left <= 0 and climbing)  # it may have climbed on
        allowance.left = max(allowance.left, 0) + spare
        if settled is not None and higher > GAIN * search.goal.scale(settled[1]) and not search.too_rare(settled[0]):
            best = (settled[1], search, settled[0])
    if best is None:
        raise EscapedError(_UNSETTLED) if allowance.escaped else NoReductionError(_UNSETTLED)
    ends, goal = (None if enough(best) else proof.of(best)) or _enclosed(part, *best, most if enough(best) else math.inf)
    return (replace(ends, upper=flint.arb("inf")) if short and not ends.certified else ends), goal


_Place = tuple[float, PairSearch, Any]
"""What the goal is there, the search that leads there, and the numbers."""


class _Sketches:
    """Where short searches lead from all starts: the best place that is settled, and those that are not."""

    def __init__(self, part: Mean, goals: Sequence[Goal], most: float, near: Callable[[], Pair | None]) -> None:
        self.tau = float(part.tau)
        self.mu = min(float(part.mu), self.tau * self.tau / 2)  # no mean is larger
        self.goals, self.most, self.allowance = goals, most, Allowance(_MOST_LOOKS)
        self.best: _Place | None = None
        self.open: list[_Place] = []
        self.proof = _Proof(part)
        for goal in goals:
            if goal.tilt:
                self.sketch(self.search(goal), _tilted_start(self.mu, self.tau, goal))
        starts = [] if self.enough(self.best) else _starts(self.mu, self.tau, goals, self.allowance)
        if self.best is None and not starts and (pair := near()) is not None and len(pair.p) == _THREE:
            starts = [(self.search(goals[0]), numbers_of(pair))]
        for search, start in starts:
            if not self.proof.certain(self.best):
                self.follow(search, start)

    def search(self, goal: Goal) -> PairSearch:
        """That for three outputs."""
        return PairSearch(self.mu, self.tau, goal, self.allowance)

    def enough(self, found: _Place | None) -> bool:
        """Whether no pair needs more."""
        return found is not None and found[1].goal.needs(found[0]) >= self.most - _AS_MUCH * abs(self.most)

    def follow(self, search: PairSearch, start: Any) -> None:
        """From a start, and from what may be better beside it; first where the likelier output of a rare one is split evenly."""
        wide = self.search(self.goals[0])
        even = evened(wide, start) if search.goal.size == 1 else None
        if even is not None and self.sketch(wide, even) and self.best is not None and self.best[1] is wide:
            known = self.proof.of(self.best)
            if known is None and wide.goal.selective:
                raise NoReductionError(_UNSETTLED)
            if self.proof.certain(self.best):
                return
        self.sketch(search, start)
        if (
            self.best is not None and self.best[1] is search and search.outputs == 2
        ):  # three may come only close to where two are best
            for wider, beside in search.invited(self.best[2], self.goals):
                self.sketch(wider, beside)

    def sketch(self, search: PairSearch, start: Any) -> bool:
        """Whether the place that it comes to is settled, or none to look at."""
        z, value, exact = search.sketched(start, (self.best[0], self.best[2]) if self.best is not None else None)
        if search.too_rare(z):
            self.allowance.escaped = True
            return True
        if (fewer := _merged(search, z, self.goals[0])) is not None:
            alone = fewer[0].settled(fewer[1])
            if alone is not None and alone[1] >= value - GAIN * search.goal.scale(value):
                search, (z, value), exact = fewer[0], alone, True
        if not exact:
            self.open.append((value, search, z))
        elif self.best is None or value > self.best[0]:
            self.best = (value, search, z)
        return exact


class _Proof:
    """The ends about the best place so far; that they are proved spares all other places."""

    def __init__(self, part: Mean) -> None:
        self.part, self.best = part, math.nan
        self.found: tuple[Found, Goal] | None = None

    def certain(self, best: _Place | None) -> tuple[Found, Goal] | None:
        """What was found about this place, if it is proved."""
        known = self.found if best is not None and best[0] == self.best else None
        return known if known is not None and known[0].certified else None

    def of(self, best: tuple[float, PairSearch, Any], rival: float = -math.inf) -> tuple[Found, Goal] | None:
        """The ends about this place, unless another is well above it."""
        if rival > best[0] + _BELOW * best[1].goal.scale(best[0]):
            return None
        if best[0] != self.best and best[1].goal.test is not None:
            self.best, self.found = best[0], None
            with contextlib.suppress(NoReductionError):
                self.found = _enclosed(self.part, *best, math.inf)
        return self.found if best[0] == self.best else None


def _may_be_higher(value: float, best: float, scale: float) -> bool:
    """Whether a place that is not settled may come above the best: not if it is as high, nor if it is far below."""
    return value > best + _SAME_PLACE * scale or best - _BELOW * scale < value < best - _SAME_PLACE * scale


_UNSETTLED: Final = "the search among pairs of three outputs did not settle"


def _enclosed(part: Mean, best: float, search: PairSearch, z: Any, most: float) -> tuple[Found, Goal]:
    """What was found, between that of a slightly smaller source, which is proved, and that of a slightly larger one.

    If ``most`` is finite, that many is as much as is found, and no more is needed.
    """
    mu, tau, goal, outputs = search.mu, search.tau, search.goal, search.outputs

    def at(m: float) -> tuple[Any, float, bool] | None:
        """The place that belongs to ``z`` for a source so much larger."""
        wanted = goal.wider or goal if m > 0 else goal
        return PairSearch(mu * (1 + m), tau * (1 + m / 2), wanted, Allowance(_LOOKS_NEARBY), outputs).beside(z)

    def shrunk(m: float) -> Pair | None:
        """The pair of so much smaller losses, if it meets the source."""
        pair = table_of(np.concatenate([z[: outputs - 1], z[outputs - 1 : 2 * outputs - 2] * (1 - m)]))
        return pair if not search.too_rare(z) and meets(part, pair) else None

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
            if pair is None or not meets(part, pair):
                continue
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
        near = table_of(ends[0][0][: 2 * outputs - 2]) if ends[0] is not None and not search.too_rare(ends[0][0]) else None
        low = goal.exact(near) if near is not None and meets(part, near) else None
        if low is None or ends[1] is None:
            continue
        table = shown(low)
        high = goal.needs(max(ends[1][1], best))
        upper = flint.arb(high + abs(high) * (margin if ends[1][2] else _UNSURE))
        proved = upper + abs(upper) * flint.arb(_PROVED)
        test = goal.test(proved) if goal.test else None
        mean = float(Centred(z[: search.numbers], tau).mean[0])
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


def _merged(search: PairSearch, z: Any, goal: Goal) -> tuple[PairSearch, Any] | None:
    """The pair of two outputs if two of three have nearly one loss; None if not."""
    log_p, log_q, loss = laws(z[: search.numbers])
    k = int(np.argmin(loss[:-1] - loss[1:]))
    if search.outputs < _THREE or not loss[k] - loss[k + 1] < _SAME_LOSS * search.tau:
        return None
    p, q = (np.insert(np.delete(x, [k, k + 1]), k, np.logaddexp(x[k], x[k + 1])) for x in (log_p, log_q))
    two = np.append(numbers(p, p - q), z[search.numbers :])
    return PairSearch(search.mu, search.tau, goal, search.allowance, 2), two


def _starts(mu: float, tau: float, goals: Sequence[Goal], allowance: Allowance) -> list[tuple[PairSearch, Any]]:
    """The worst laws on a grid of losses as pairs of two or three outputs, the largest first."""
    found: list[tuple[float, PairSearch, Any]] = []
    for law in Ascent(mu, tau, goals[0].linear).laws():
        for outputs in _few(law.outputs()):
            size = sum(x.event for x in outputs) if len(goals) > 1 else 1
            if not 0 < size <= min(len(goals), len(outputs) - 1):
                continue
            search = PairSearch(mu, tau, goals[size - 1], allowance, len(outputs))
            own = numbers(np.array([x.log_p for x in outputs]), np.array([x.loss for x in outputs]))
            z = np.append(own, [law.theta] if goals[0].order else [])
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
    own = numbers(np.array([-s * s / 2, 0.0, 0.0]), np.array([s * tau, 0.0, -2 * width]))
    return np.append(own, [goal.tilt] if goal.order else [])
