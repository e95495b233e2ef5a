"""Numerical composition of privacy losses by dp-accounting, where it is installed (``pip install 'dpzoo[accounting]'``).

Every part becomes its distribution of losses on a grid, once rounded so that δ is overstated ("connect the dots", Doroshenko
et al. 2022) and once so that it is understated. The ends are floating-point numbers with a margin for the errors of
the transforms, and are called numerical.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from dpzoo.mechanisms.accounting.errors import NoAnswerError
from dpzoo.mechanisms.accounting.pairs import FinitePair
from dpzoo.mechanisms.accounting.parts import Part, SampledNoise, replaced_place, upward

INTERVAL: Final = 1e-4
_USUAL_BINS: Final = 600_000
_MOST_BINS: Final = 1_500_000
_FINENESS: Final = 60
"""Points of the grid for the standard deviation of one part's loss."""
_COARSEST: Final = 1e-3
_FINEST: Final = 1e-7
NOISE: Final = 1e-14
"""How far the transforms may change a δ; a δ below :data:`LEAST_DELTA` is not computed so."""
LEAST_DELTA: Final = 1e-11
_DEVIATIONS: Final = 12
_PROFILE_POINTS: Final = 500


@cache
def installed() -> bool:
    """Whether dp-accounting can be imported."""
    from importlib.util import find_spec

    return find_spec("dp_accounting") is not None


def known(part: Part) -> bool:
    """Whether a part has a distribution of losses here."""
    return any(x is not None for x in (part.noise, part.discrete, part.pairs, part.profile))


@dataclass(frozen=True)
class Losses:
    """The composed distributions, overstated and understated; ``below`` is None where no valid lower bound exists.

    ``slack`` is how far its losses may still be too large.
    """

    above: Any
    below: Any | None
    slack: float = 0.0

    def delta(self, epsilon: float) -> tuple[float, float]:
        """Numbers around δ(ε)."""
        high = float(self.above.get_delta_for_epsilon(epsilon)) * (1 + 1e-12) + NOISE
        low = 0.0 if self.below is None else float(self.below.get_delta_for_epsilon(epsilon + self.slack)) * (1 - 1e-12) - NOISE
        return max(0.0, low), min(1.0, high)

    def epsilon(self, delta: float) -> tuple[float, float]:
        """Numbers around the least ε with δ(ε) ≤ ``delta``."""
        high = float(self.above.get_epsilon_for_delta(delta * (1 - 1e-12) - NOISE))
        low = 0.0 if self.below is None else float(self.below.get_epsilon_for_delta(delta * (1 + 1e-12) + NOISE)) - self.slack
        return max(0.0, min(low, high)), high * (1 + 1e-12)


def composed(parts: Sequence[tuple[Part, int]], lower: Sequence[tuple[Part, int]] | None) -> Losses:
    """All parts together; ``lower`` are those that a true lower end rests on. NoAnswerError where something is missing."""
    if not installed():
        raise NoAnswerError("dp-accounting is not installed; pip install 'dpzoo[accounting]' adds it")
    for p, _ in parts:
        if not known(p):
            raise NoAnswerError(f"no distribution of losses is known for {p.text}")
    above, _ = _total(parts, pessimistic=True)
    below, slack = None, 0.0
    if lower is not None and all(_understated(p) for p, _ in lower):
        below, slack = _total(lower, pessimistic=False)
    return Losses(above, below, slack)


def _understated(part: Part) -> bool:
    return part.attained and (part.noise is not None or part.discrete is not None or part.pairs is not None)


def _total(parts: Sequence[tuple[Part, int]], *, pessimistic: bool) -> tuple[Any, float]:
    """The composed distribution, and how far its losses may be too large where they are understated."""
    interval = _interval(parts)
    merged, rest = _merged(parts)
    total: Any = None
    slack = 0.0
    for noise in merged:
        one, off = _noisy(noise, interval, pessimistic=pessimistic)
        total, slack = _and(total, one), slack + off
    for part, times in rest:
        one, off = _distribution(part, interval, pessimistic=pessimistic)
        total = _and(total, one.self_compose(times) if times > 1 else one)
        slack += off * times
    return total, slack * interval


def _and(total: Any, one: Any) -> Any:
    return one if total is None else total.compose(one)


def _merged(parts: Sequence[tuple[Part, int]]) -> tuple[list[SampledNoise], list[tuple[Part, int]]]:
    """All plain Gaussian noise as one: its μ² add up."""
    square = sum(n * float(p.gaussian) ** 2 for p, n in parts if p.gaussian is not None)
    rest = [(p, n) for p, n in parts if p.gaussian is None]
    return ([SampledNoise("gaussian", 1 / math.sqrt(square))] if square else []), rest


def _spread(part: Part) -> tuple[float, float, float]:
    """Roughly the mean, the standard deviation and the largest of the losses that matter."""
    if part.gaussian is not None:
        mu = float(part.gaussian)
        return mu * mu / 2, mu, mu * mu / 2 + _DEVIATIONS * mu
    if part.noise is not None and part.noise.noise == "gaussian":
        mu, q = 1 / part.noise.scale, part.noise.rate
        top = math.log1p(q * math.expm1(min(600.0, mu * mu / 2 + _DEVIATIONS * mu)))
        scale = min(top, q * math.sqrt(math.expm1(min(600.0, mu * mu))))
        if part.noise.replaced:
            top, scale = 2 * top, 2 * scale
        return min(scale * scale / 2, top), max(scale, 1e-9), top
    if part.noise is not None:
        top = math.log1p(part.noise.rate * math.expm1(min(600.0, 1 / part.noise.scale)))
        return min(top, top * top / 2), top, top
    if part.discrete is not None:
        mu = part.discrete[1] / part.discrete[0]
        return mu * mu / 2, mu, mu * mu / 2 + _DEVIATIONS * mu
    if part.pairs is not None and part.profile is None:
        top = max((abs(x) for pair in part.pairs for x in pair.losses), default=0.0)
        return min(top, top * top / 2), top, top
    top = upward(part.pure) if part.pure is not None else _reach(part, 1e-17)
    scale = top if part.profile is None else min(top, _reach(part, 1e-2))
    return min(top, scale * scale / 2), scale, top


def _reach(part: Part, delta: float) -> float:
    """Roughly the ε at which a curve falls below ``delta``."""
    assert part.profile is not None
    top = 1e-6
    while part.profile(top) > delta and top < 600:
        top *= 1.5
    return top


def _interval(parts: Sequence[tuple[Part, int]]) -> float:
    """The width of the grid: dp-accounting's usual one, finer where losses are small, coarser where they reach far."""
    spreads = [(_spread(p), n) for p, n in parts]
    mean = sum(n * m for (m, _, _), n in spreads)
    deviation = math.sqrt(sum(n * s * s for (_, s, _), n in spreads))
    top = sum(n * t for (_, _, t), n in spreads)
    reach = 2 * max(min(top, mean + _DEVIATIONS * deviation), *(t for (_, _, t), _ in spreads))
    scales = [s for (_, s, _), _ in spreads if s > 0]
    wished = min([INTERVAL / 2, *(s / _FINENESS for s in scales)])
    found = max(wished, min(reach / _USUAL_BINS, max(INTERVAL, reach / _MOST_BINS)), _FINEST)
    if not found <= _COARSEST:
        raise NoAnswerError("the losses reach too far for numerical composition")
    return found


def _noisy(noise: SampledNoise, interval: float, *, pessimistic: bool) -> tuple[Any, float]:
    """Gaussian or Laplace noise on a Poisson sample of rate q: the record removed, and the record added.

    Without sampling the two are alike. With it the loss of the first is L = ln(1 - q + q e^ℓ) where ℓ is the loss without
    sampling, and that of the second is -L, under the law without the record.
    """
    import numpy as np
    from dp_accounting.pld import privacy_loss_distribution as pld

    q, tails = noise.rate, (_gaussian_tails if noise.noise == "gaussian" else _laplace_tails)
    mu = 1 / noise.scale
    reach = mu * mu / 2 + _TAIL * mu if noise.noise == "gaussian" else mu
    bottom = -reach + (mu * mu if noise.noise == "gaussian" and q == 1 else 0)

    def inner(t: Any) -> Any:
        """ℓ at which L is t; -inf below ln(1 - q)."""
        with np.errstate(divide="ignore", invalid="ignore"):
            room = np.expm1(t) / q + 1
            return np.where(room > 0, np.log(np.maximum(room, 0.0)), -np.inf)

    def with_record(t: Any) -> tuple[Any, Any, Any, Any]:
        above1, below1, above0, below0 = tails(mu, inner(t))
        return q * above1 + (1 - q) * above0, q * below1 + (1 - q) * below0, above0, below0

    def without_record(t: Any) -> tuple[Any, Any, Any, Any]:
        above, below, above0, below0 = with_record(-t)
        return below0, above0, below, above

    def outer(loss: float) -> float:
        return math.log1p(q * math.expm1(min(loss, 700.0))) if loss > -700 else math.log1p(-q)

    if noise.replaced:
        end = _replaced_loss(mu, q, mu + _TAIL)
        one, off = _on_grid(lambda t: _replaced_tails(mu, q, t), -end, end, interval, pessimistic=pessimistic)
        return pld.PrivacyLossDistribution(one), off
    if q == 1:
        one, off = _on_grid(with_record, bottom, reach, interval, pessimistic=pessimistic)
        return pld.PrivacyLossDistribution(one), off
    low, high = outer(bottom), outer(reach)
    removed, first = _on_grid(with_record, low, high, interval, pessimistic=pessimistic)
    added, second = _on_grid(without_record, -high, -low, interval, pessimistic=pessimistic)
    return pld.PrivacyLossDistribution(removed, added), max(first, second)


def _replaced_loss(mu: float, q: float, y: float) -> float:
    """The loss at y of (1 - q) N(0, 1) + q N(μ, 1) against its mirror."""
    return math.log1p(q * math.expm1(min(mu * y - mu * mu / 2, 700.0))) - math.log1p(q * math.expm1(-mu * y - mu * mu / 2))


def _replaced_tails(mu: float, q: float, loss: Any) -> tuple[Any, Any, Any, Any]:
    """Pr[L > t] and Pr[L ≤ t] of that loss, under the law and under its mirror."""
    from scipy.special import ndtr

    y = replaced_place(mu, q, loss)
    none = (1 - q) * ndtr(-y), (1 - q) * ndtr(y)
    return none[0] + q * ndtr(mu - y), none[1] + q * ndtr(y - mu), none[0] + q * ndtr(-mu - y), none[1] + q * ndtr(y + mu)


def _gaussian_tails(mu: float, loss: Any) -> tuple[Any, Any, Any, Any]:
    """Of ℓ(x) = μx - μ²/2: Pr[ℓ > t] and Pr[ℓ ≤ t] for x ~ N(μ, 1), then for x ~ N(0, 1)."""
    from scipy.special import ndtr

    x = loss / mu + mu / 2
    return ndtr(mu - x), ndtr(x - mu), ndtr(-x), ndtr(x)


def _laplace_tails(epsilon: float, loss: Any) -> tuple[Any, Any, Any, Any]:
    """The same of Laplace noise at two values ε scales apart, whose losses lie in [-ε, ε] with atoms at both ends."""
    import numpy as np

    t = np.clip(loss, -epsilon, epsilon)
    tail1, tail0 = 0.5 * np.exp(-(epsilon - t) / 2), 0.5 * np.exp(-(epsilon + t) / 2)
    # ½e^{-(ε - t)/2} is Pr[ℓ ≤ t] under the first law, and ½e^{-(ε + t)/2} is Pr[ℓ > t] under the second
    over, under = loss >= epsilon, loss < -epsilon
    above1 = np.where(over, 0.0, np.where(under, 1.0, 1 - tail1))
    above0 = np.where(over, 0.0, np.where(under, 1.0, tail0))
    below1 = np.where(over, 1.0, np.where(under, 0.0, tail1))
    below0 = np.where(over, 1.0, np.where(under, 0.0, 1 - tail0))
    return above1, below1, above0, below0


_TAIL: Final = 9.0
"""Standard deviations of the Gaussian loss that are put on the grid; beyond lies less than 1e-18."""
_OFF: Final = tuple(10.0 ** (-i / 2) for i in range(2, 15))
"""Fractions of the interval by which merged losses may be rounded up; the one that costs least is taken, and counted."""


def _on_grid(tails: Any, low: float, high: float, interval: float, *, pessimistic: bool) -> tuple[Any, float]:
    """A law of losses on the grid. ``tails`` gives Pr[L > t] and Pr[L ≤ t] under P, then under Q.

    Overstated: the masses of each cell under P and Q are split between its ends so that both are kept, which connects the dots
    of δ(e^ε). Understated: the cells around the grid points are merged, a post-processing, and the loss of what is merged is
    rounded down to the grid, but for the fraction of the interval that is returned.
    """
    import numpy as np
    from dp_accounting.pld import pld_pmf

    first, last = math.floor(low / interval), math.ceil(high / interval) + 1
    places = np.arange(first, last + 1)
    edges = places * interval if pessimistic else (places - 0.5) * interval
    above_p, below_p, above_q, below_q = tails(edges)

    def cells(above: Any, below: Any) -> Any:
        right = above[:-1] - above[1:]
        left = below[1:] - below[:-1]
        return np.maximum(np.where(above[:-1] < 0.5, right, left), 0.0)

    p, q = cells(above_p, below_p), cells(above_q, below_q)
    mass = np.zeros(len(places) + 1)
    if pessimistic:
        with np.errstate(over="ignore", invalid="ignore"):
            share = (p - q * np.exp(edges[:-1])) / -math.expm1(-interval)
        to_upper = np.clip(np.where(np.isnan(share), p, share), 0.0, p)
        mass[1 : len(places)] += to_upper
        mass[: len(places) - 1] += p - to_upper
        mass[0] += below_p[0]
        return pld_pmf.DensePLDPmf(interval, first, mass[:-1], float(above_p[-1]), True), 0.0
    with np.errstate(divide="ignore", invalid="ignore"):
        loss = np.where(p > 0, np.log(p) - np.log(q), -np.inf)
    steps = np.where(np.isfinite(loss), loss / interval, first - 1)
    missing = np.where(np.isfinite(loss), places[:-1] - steps, 1.0)
    off = min(_OFF, key=lambda o: o + float(p[missing > o].sum()))
    down = np.minimum(places[:-1], np.floor(steps + off)).astype(int)
    np.add.at(mass, np.maximum(down - first, -1) + 1, np.where(down >= first - 1, p, 0.0))
    mass[-2] += float(above_p[-1])
    return pld_pmf.DensePLDPmf(interval, first - 1, mass, 0.0, False), off


def _distribution(part: Part, interval: float, *, pessimistic: bool) -> tuple[Any, float]:
    from dp_accounting.pld import privacy_loss_distribution as pld

    if part.noise is not None:
        return _noisy(part.noise, interval, pessimistic=pessimistic)
    if part.discrete is not None:
        sigma, jump = part.discrete
        made = pld.from_discrete_gaussian_mechanism(
            sigma,
            jump,
            pessimistic_estimate=pessimistic,
            value_discretization_interval=interval,
            use_connect_dots=pessimistic,
        )
        return made, 0.0
    if part.profile is not None:
        return pld.PrivacyLossDistribution(_of_profile(part, interval)), 0.0
    assert part.pairs is not None
    removed, added = part.pairs
    first = _of_pair(removed, interval, pessimistic=pessimistic)
    if removed is added:
        return pld.PrivacyLossDistribution(first), 0.0
    return pld.PrivacyLossDistribution(first, _of_pair(added, interval, pessimistic=pessimistic)), 0.0


def _of_pair(pair: FinitePair, interval: float, *, pessimistic: bool) -> Any:
    """A finite pair on the grid; its curve δ(e^ε) has its corners at the losses, so that the dots beside them suffice."""
    from dp_accounting.pld import pld_pmf

    from dpzoo.mechanisms.accounting.pairs import product

    losses = pair.losses
    if not pessimistic:
        found: dict[int, float] = {}
        for loss, (p, _) in zip(losses, pair.rows, strict=True):
            place = math.floor(loss / interval - 1e-9)
            found[place] = found.get(place, 0.0) + float(p.mid())
        return pld_pmf.create_pmf(found, interval, max(0.0, float(pair.leak.lower())), pessimistic_estimate=False)
    table = product([(pair, 1)])
    places = sorted({f(x / interval + s * 1e-9) for x in losses for f, s in ((math.floor, -1), (math.ceil, 1))})
    if not places:
        places = [0]
    deltas = [min(1.0, float(table.delta(place * interval).upper())) for place in places]
    return pld_pmf.create_pmf_pessimistic_connect_dots(interval, places, deltas)


def _of_profile(part: Part, interval: float) -> Any:
    """From δ(ε ≥ 0) in both orders; below 0 by δ(-ε) = 1 - e^{-ε}(1 - δ(ε)). The curve is convex in e^ε; bounds are made so."""
    import numpy as np
    from dp_accounting.pld import pld_pmf

    assert part.profile is not None
    top = max(1, math.ceil(min(_spread(part)[2], 100.0) / interval))
    step = max(1, top // _PROFILE_POINTS)
    right = sorted({*range(0, top + step, step)})
    up = np.array([part.profile(i * interval) for i in right])
    up = np.minimum.accumulate(np.clip(up, 0.0, 1.0))
    alphas = np.exp(np.array(right) * interval)
    left = -np.expm1(-np.array(right[1:]) * interval) + up[1:] / alphas[1:]
    places = np.array([*(-i for i in reversed(right[1:])), *right])
    deltas = np.concatenate([left[::-1], up])
    keep = _lower_hull(np.exp(places * interval), deltas)
    return pld_pmf.create_pmf_pessimistic_connect_dots(interval, places[keep], np.clip(deltas[keep], 0.0, 1.0))


def _lower_hull(x: Any, y: Any) -> list[int]:
    """The corners of the greatest convex function below the points: the truth is convex and below them, too."""
    kept: list[int] = []
    for i in range(len(x)):
        while len(kept) >= 2:
            a, b = kept[-2], kept[-1]
            if (y[b] - y[a]) * (x[i] - x[b]) >= (y[i] - y[b]) * (x[b] - x[a]):
                kept.pop()
            else:
                break
        kept.append(i)
    return kept
