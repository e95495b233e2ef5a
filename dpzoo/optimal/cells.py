"""The Gaussian pair seen through finitely many cells: a post-processing, so that it meets whatever the pair itself meets.

A narrow cell of width h, at a place where the target weighs the likelihood ratio with w(x), takes w(x)h³ times a constant from
the target. So n cells together take least if their density is in proportion to w^{1/3}; relative to the target's value they then
take (∫ w^{1/3})³/(12n²) (W. R. Bennett, Bell System Technical Journal 27 (1948) 446-472).
"""

from __future__ import annotations

import itertools
import math
import sys
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property, partial
from typing import Final

import flint

from dpzoo.numbers.late import Floats, np
from dpzoo.numbers.real import Ball, Real
from dpzoo.optimal.certify import arb, down, normal_cdf, up
from dpzoo.optimal.optimum import Pair

_TAKEN: Final = 4e-7
_MOST: Final = 10_000
_COUNTLESS: Final = sys.maxsize
_PLACES: Final = 8_001
_WIDE: Final = 16.0
_SMALLER: Final = 2.0**-33
"""By how much less the means differ than they may, so that no rounding leads beyond."""
_BITS: Final = 128
_ROOT: Final = math.log(2 * math.pi) / 2
_SPREADING: Final = 0.9
"""The weight of an order grows with this power of it, its cells with a third of it: less than the half that is allowed."""
_LONGEST: Final = 90.0
"""Farther out outputs have probabilities that nobody can write down."""
_TIMES: Final = 12.0
"""Where cells take more than so many times what they take from D_α, relative to the value, ``_MOST`` of them are too few."""


class Cells(Pair):
    """The Gaussian pair seen through cells, as a table that is made when it is looked at."""

    mu: Real
    weight: Callable[[Floats], Floats]
    """The logarithm of w."""
    spans: Sequence[tuple[float, float]]
    """Where cells are made, from the left; single outputs are what lies between them and beyond."""
    ends: Sequence[float] = ()
    corners: Sequence[tuple[Fraction, Fraction]] = ()
    """Tests at which outputs are split, where the boundary of a region leaves the Gaussian curve."""
    divergences: Sequence[Callable[[Ball], Ball]] = ()
    """D_α of the pair that the table stands for, in both orders, where it is not the Gaussian pair itself."""
    below: tuple[float, float] | None
    """For a target that is D_α: α, and the share of it that the target leaves."""

    def __init__(
        self,
        mu: Real,
        weight: Callable[[Floats], Floats],
        spans: Sequence[tuple[float, float]],
        below: tuple[float, float] | None = None,
    ) -> None:
        vars(self).update(mu=mu, weight=weight, spans=spans, below=below)

    @cached_property
    def _laws(self) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...]]:
        n, total, x = _density(self.weight, self.spans)
        places = np.interp(np.arange(min(n, _MOST) + 1) / min(n, _MOST) * total[-1], total, x)
        p, q = _laws(self.mu, np.unique(np.concatenate([places, np.array(self.ends)])))
        for corner in self.corners:
            p, q = _split(p, q, corner)
        return p, q

    def under(self, arcs: Sequence[tuple[Ball, Ball]], corners: Sequence[tuple[Fraction, Fraction]]) -> Pair | None:
        """The same with cells on some intervals alone, and single outputs between them, split at ``corners``."""
        ((first, last),) = self.spans
        around = [(up(a), down(b)) for a, b in arcs]  # so that the chords between them lie under the lines
        spans = sorted((max(a, first), min(b, last)) for a, b in around if max(a, first) < min(b, last))
        if not spans or _density(self.weight, spans)[0] > _MOST:
            return None
        pair = Cells(self.mu, self.weight, spans)
        vars(pair).update(corners=tuple(corners), ends=tuple(x for arc in around for x in arc if abs(x) <= _LONGEST))
        return pair

    @property
    def one_output(self) -> bool:
        """Never so, which is known before the table is made."""
        return False

    @property
    def p(self) -> tuple[Fraction, ...]:
        """The probabilities under N(μ, 1), by falling loss."""
        return self._laws[0]

    @property
    def q(self) -> tuple[Fraction, ...]:
        """The probabilities under N(0, 1)."""
        return self._laws[1]


def of_order(mu: Real, order: Ball | float = 1.0, *, share: float = 1.0, whole: bool = True) -> Pair | None:
    """N(μ, 1) against N(0, 1), for a target that is D_α less what leaves only a ``share`` of it; None where none can be written.

    The weight is the density of N(αμ, 1). Where not the ``whole`` pair is wanted, fewer cells may be enough.
    """
    centre = float(order) * float(mu)
    if not abs(centre) <= _LONGEST or (whole and share * _TIMES < 1):
        return None
    return Cells(mu, partial(_tilted, centre, share), [(centre - _WIDE, centre + _WIDE)], (float(order), share))


def subgaussian(pair: Pair | None) -> Pair | None:
    """Cells for the same D_α that keep τ = μ, too, unlike those that merge what is far from the mean of the tilted law.

    Cells whose width is h(t) where P tilted by e^{tL} lies take t·h(0)²μ²/24 from the mean loss and t(1+t)h(t)²μ²/24 from
    ln E e^{tL}, so that the loss stays subgaussian where h(0)² ≤ (1+t)h(t)² for t > 0, and the other way round for -1 < t < 0.
    """
    if not isinstance(pair, Cells) or pair.below is None:
        return pair
    order, share = pair.below
    high = max(order, 1.0) * float(pair.mu)
    if high > _LONGEST:
        return None
    return Cells(pair.mu, partial(_spread, float(pair.mu), order, share), [(-_WIDE, high + _WIDE)])


def _spread(mu: float, order: float, share: float, x: Floats) -> Floats:
    orders = np.linspace(0, max(order, 1.0), math.ceil(order * mu * 2) + 2)
    logs = np.logaddexp.reduce([-((x - b * mu) ** 2) / 2 + _SPREADING * math.log(max(b, 1.0)) for b in orders])
    top = float(logs.max())
    density = np.exp((logs - top) / 3)
    with np.errstate(divide="ignore"):
        taken = np.exp(_tilted(order * mu, share, x) - 2 * np.log(density)).mean()  # by cells of this density
    found: Floats = logs - top + math.log(taken / density.mean() / 2)  # twice what others take, for the number of cells
    return found


def _tilted(centre: float, share: float, x: Floats) -> Floats:
    found: Floats = -((x - centre) ** 2) / 2 - _ROOT - math.log(share)
    return found


def of_power(mu: Real, k: Real, value: Ball, *, whole: bool = True) -> Pair | None:
    """The same for (E|X - 1|^k)^{1/k}, which is ``value``; the weight is φ(x)|X - 1|^{k-2}X² times a constant."""
    m, order = float(mu), float(k)
    if not m * order <= _LONGEST or (whole and (order - 1) * m * m > 2 * _TIMES):
        return None
    rest = math.log(order - 1) + 2 * math.log(m) - math.log(2) - order * float(value.log())
    return Cells(mu, partial(_deviating, m, order, rest), [(min(m, 0.0) - _WIDE, m * max(order, 2.0) + _WIDE)])


def _deviating(mu: float, k: float, rest: float, x: Floats) -> Floats:
    loss = mu * x - mu * mu / 2
    gap = np.maximum(loss, 0) + np.log(np.maximum(-np.expm1(-np.abs(loss)), mu * 1e-3))
    found: Floats = -x * x / 2 - _ROOT + (k - 2) * gap + 2 * loss + rest
    return found


def merged(mu: Real, weight: Callable[[Floats], Floats], low: float, high: float) -> Pair | None:
    """The same with one cell up to ``low`` and one from ``high``; ``weight`` is the logarithm of w."""
    if not max(abs(low), abs(high)) <= _LONGEST:
        return None
    return Cells(mu, weight, [(low, high)])


def _density(weight: Callable[[Floats], Floats], spans: Sequence[tuple[float, float]]) -> tuple[int, Floats, Floats]:
    """How many cells are needed, and the share of them up to each of many places."""
    x = np.concatenate([np.linspace(low, high, _PLACES) for low, high in spans])
    logs = weight(x)
    top = float(logs.max())
    density = np.exp((logs - top) / 3)
    steps = (density[1:] + density[:-1]) / 2 * np.diff(x)
    steps[_PLACES - 1 :: _PLACES] = 0  # between two spans
    total = np.concatenate([[0.0], np.cumsum(steps)])
    cells = math.exp(min(top, 600.0)) * float(total[-1]) ** 3 / (12 * _TAKEN)
    return max(math.ceil(math.sqrt(cells)), 2) if math.isfinite(cells) else _COUNTLESS, total, x


def _laws(mu: Real, edges: Floats) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...]]:
    """Both laws by falling loss, each cell to full relative precision; what rounding leaves over goes to the middle cell."""
    with flint.ctx.workprec(_BITS):
        shift = arb(mu) * (1 - flint.arb(_SMALLER))
        places = [flint.arb(float(x)) for x in reversed(edges)]
        return _cells([x - shift for x in places]), _cells(places)


def _split(
    p: tuple[Fraction, ...], q: tuple[Fraction, ...], corner: tuple[Fraction, Fraction]
) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...]]:
    """The output within which the tests by falling loss pass a corner, in two."""
    before, i = [Fraction(0), Fraction(0)], 0
    while before[1] + q[i] <= corner[1]:
        before, i = [before[0] + p[i], before[1] + q[i]], i + 1
    parts = [
        (*row[:i], x - y, y + z - x, *row[i + 1 :]) for row, x, y, z in zip((p, q), corner, before, (p[i], q[i]), strict=True)
    ]
    return parts[0], parts[1]


def _cells(edges: list[Ball]) -> tuple[Fraction, ...]:
    middle = sum(1 for x in edges if x > 0)
    above, over = _steps([normal_cdf(-x) for x in edges[:middle]])
    below, under = _steps([normal_cdf(x) for x in reversed(edges[middle:])])
    return (*above, 1 - over - under, *reversed(below))


def _steps(masses: list[Ball]) -> tuple[list[Fraction], Fraction]:
    """The differences of rising numbers, from 0 on, and their sum."""
    parts = [x.mid().man_exp() for x in masses]
    unit = min((int(e) for _, e in parts), default=0)
    whole = [0, *(int(m) << (int(e) - unit) for m, e in parts)]
    scale = 1 << -min(unit, 0)
    return [Fraction(b - a, scale) for a, b in itertools.pairwise(whole)], Fraction(whole[-1], scale)
