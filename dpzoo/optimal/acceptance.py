"""Whether a pair certainly meets a source, and a pair near an optimum that does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Final, Protocol

import flint

from dpzoo.numbers.late import np
from dpzoo.numbers.real import Ball
from dpzoo.optimal import minima
from dpzoo.optimal.certify import UncertifiedError, arb, holds
from dpzoo.optimal.chords import below
from dpzoo.optimal.maxima import maximum, minimum
from dpzoo.optimal.optimum import Pair
from dpzoo.optimal.primitives import Gaussian, Line, OddsRange, Orders, Power, Primitive
from dpzoo.optimal.rows import Row
from dpzoo.optimal.testing import fraction


def violated(parts: Sequence[Primitive], pair: Pair) -> Row | None:
    """A family and an order at which the pair breaks it by more than a part in 10¹⁰, to be added to the programme."""
    (p, log_p), (q, log_q) = (
        (np.array([float(x) for x in y]), np.array([float(arb(x).log()) for x in y])) for y in (pair.p, pair.q)
    )
    loss = log_p - log_q
    for part in parts:
        if not isinstance(part, Orders) or part.single:
            continue
        last = min(float(part.high), 1.0 + 4 * (np.abs(loss).max() + 1) / max(float(part.rho), 1e-3))
        orders = 1.0 + np.geomspace(1e-3, last - 1.0, 600)
        best, where, reverse = 0.0, 1.0, False
        for back, (a, log_a, b) in enumerate(((p, log_p, loss), (q, log_q, -loss))):
            grid = orders
            for _ in range(4):
                exponents = np.outer(grid - 1, b)
                top = exponents.max(axis=1)
                with np.errstate(over="ignore", invalid="ignore"):  # where small losses cancel, and where large ones overflow
                    moment = np.log1p((a * np.expm1(exponents)).sum(axis=1))
                exponents += log_a
                high = exponents.max(axis=1)
                d = np.where(top < 1, moment, high + np.log(np.exp(exponents - high[:, None]).sum(axis=1))) / (grid - 1)
                excess = d - float(part.xi) - float(part.rho) * grid
                k = int(np.argmax(excess))
                grid = np.linspace(grid[max(k - 1, 0)], grid[min(k + 1, len(grid) - 1)], 200)
            if excess.max() > best:
                best, where, reverse = (
                    float(excess.max()),
                    float(grid[int(np.argmax(excess)) if k in {0, 199} else 100]),
                    bool(back),
                )
        if best > 1e-10 * (float(part.xi) + float(part.rho)):
            return Row(part, where, reverse)
    return None


class Outputs(Protocol):
    """Outputs as a pair."""

    def pair(self, mix: float) -> Pair:
        """With P mixed with a share ``mix`` of Q, which shrinks every divergence."""


class FewOutputs:
    """A pair of few outputs, of which the masses under P and Q are given, as fractions."""

    def __init__(self, masses: Iterable[tuple[Ball, Ball]]) -> None:
        self.masses = [(fraction(p), fraction(q)) for p, q in masses if p > 0]

    def pair(self, mix: float) -> Pair:
        """As in :class:`Outputs`."""
        p, q = ([x[k] for x in self.masses] for k in (0, 1))
        most, share = max(range(len(p)), key=lambda i: min(p[i], q[i])), Fraction(mix)
        for x in (p, q):
            x[most] += 1 - sum(x)
        return Pair(tuple((1 - share) * a + share * b for a, b in zip(p, q, strict=True)), tuple(q))


def inside(parts: Sequence[Primitive], state: Outputs, needs: Callable[[Pair], Ball | None]) -> tuple[Ball, Pair]:
    """What a pair inside the source certainly needs, and a pair that the definitions accept, too, a little farther inside."""
    value: Ball | None = None
    for margin in (*(2.0**-k for k in (48, 46, 44, 40, 34, 30)), _ACCEPTED, 2.0**-24, _LARGEST):
        pair = state.pair(margin)
        both = (pair, pair.reversed)
        if value is None and all(_meets(part, x) for part in parts for x in both):
            value = needs(pair)
        if value is not None and len(pair.p) > 2:  # of many outputs the definitions' own programs tell no smaller margin
            return value, state.pair(max(margin, _ACCEPTED))
        if value is not None and all(_accepted(c, x) for c in parts for x in both if isinstance(c, Orders) and not c.single):
            return value, pair
    raise UncertifiedError("no pair near the optimum could be shown to meet the source")


def unmixed(pair: Pair) -> Pair:
    """With the losses that :func:`inside` may have shrunk by mixing as far apart as they can have been in what it has valued."""
    share = Fraction(_LARGEST)
    return Pair(tuple((p - share * q) / (1 - share) for p, q in zip(pair.p, pair.q, strict=True)), pair.q)


_ACCEPTED: Final = 2.0**-27
_LARGEST: Final = 2.0**-20


def meets(parts: Sequence[Primitive], pair: Pair) -> bool:
    """Whether a pair certainly meets bounds on losses and their range, lines, curves, divergences and powers, in both orders."""
    return all(
        isinstance(c, Line | OddsRange | Orders | Power | Gaussian) and _meets(c, x) for c in parts for x in (pair, pair.reversed)
    )


def rare(loss: Ball, met: Callable[[Pair], bool], powers: Iterable[int], *, both: bool = True) -> Pair | None:
    """A pair with outputs of nearly this loss, in both orders if asked, as rare as has to be to be ``met``: 2 to such a power."""
    ratio = fraction((loss * (1 - flint.arb(2.0**-30))).exp())
    for power in powers:
        p = Fraction(1, 2**power)
        q = p / ratio
        pair = Pair((p, 1 - p - q, q), (q, 1 - p - q, p)) if both else Pair((p, 1 - p), (q, 1 - q))
        if p < 1 - q and met(pair):
            return pair
    return None


def _meets(part: Primitive, pair: Pair) -> bool:
    if isinstance(part, Line):
        return bool(minima.delta(pair, part.epsilon) <= arb(part.delta))
    if isinstance(part, OddsRange):
        ratios = [(arb(x) / arb(y)).log() for x, y in zip(pair.p, pair.q, strict=True)]
        return bool(maximum(ratios) - minimum(ratios) <= arb(part.eta))
    if isinstance(part, Power):
        found = minima.power(pair, arb(part.k))
        return found is not None and bool(found <= arb(part.epsilon))
    if isinstance(part, Gaussian):
        found = minima.gaussian(pair.by_loss)
        return found is not None and bool(found <= arb(part.mu))
    assert isinstance(part, Orders)
    if part.single:
        found = minima.renyi(pair, arb(part.low))
        return found is not None and bool(found <= arb(part.xi))
    if len(pair.p) == 2:
        a, b = sorted((abs(arb((x - y) / y).log1p()) for x, y in zip(pair.p, pair.q, strict=True)), key=float)
        return holds(part, b, a)
    largest = maximum((arb(x) / arb(y)).log() for x, y in zip(pair.p, pair.q, strict=True))
    end = (largest - arb(part.xi)) / arb(part.rho) if part.high.infinite else arb(part.high)  # beyond it nothing is asked

    def divergence(s: Ball) -> Ball:
        found = minima.renyi(pair, 1 + s)
        return found if found is not None else flint.arb("inf")

    return below(divergence, arb(part.xi), arb(part.rho), end)


def _accepted(part: Orders, pair: Pair) -> bool:
    """Whether the notion's own program accepts a pair for all orders of a family."""
    from dpzoo.blocks.concentrated import greatest_excess

    p, q = np.array(pair.p, dtype=object), np.array(pair.q, dtype=object)
    excess = greatest_excess(p, q, offset=part.xi, slope=None, last=part.high)
    return bool(arb(excess) <= arb(part.rho))
