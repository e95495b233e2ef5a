"""The least parameters of each target for one finite pair, as balls."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

import flint

from dpzoo.numbers.real import Ball, Real
from dpzoo.optimal.certify import arb, quantile
from dpzoo.optimal.maxima import maximum
from dpzoo.optimal.optimum import Pair
from dpzoo.optimal.polygon import corners

if TYPE_CHECKING:
    from dpzoo.blocks.generators import Generator


def delta(pair: Pair, epsilon: Real) -> Ball:
    """Σ max(0, P - e^ε Q)."""
    price, zero = arb(epsilon).exp(), flint.arb(0)
    return sum(((arb(p) - price * arb(q)).max(zero) for p, q in zip(pair.p, pair.q, strict=True)), zero)


def epsilon(pair: Pair, slack: Ball) -> Ball | None:
    """The least ε ≥ 0 with δ(ε) ≤ slack, for outputs by falling loss; None if there is none."""
    return loss_after(pair, slack, flint.arb(0))


def mass_above(pair: Pair, limit: Real) -> Ball:
    """The largest P(S) with Q(S) ≤ e^{-ε} P(S), for outputs by falling loss: where the ray meets the region."""
    ray = (-arb(limit)).exp()
    points = corners(pair)
    if ray == 1:
        return flint.arb(0) if pair.p == pair.q else flint.arb(1)
    best = flint.arb(0)
    for (p0, q0), (p1, q1) in itertools.pairwise(points):
        a, b = arb(q0) - ray * arb(p0), arb(q1) - ray * arb(p1)
        if b <= 0:
            best = best.max(arb(p1))
        elif not a > 0:
            share = (-a / (b - a)).max(flint.arb(0))
            best = best.max(arb(p0) + share * arb(p1 - p0))
    return best


def loss_after(pair: Pair, slack: Ball, aside: Ball) -> Ball | None:
    """The largest ln((p - slack)/q) over tests with p > aside, at least 0; None if it is infinite."""
    best = flint.arb(0)
    for p, q in _beyond(pair, aside):
        if p > slack:
            if not q > 0:
                return None
            best = best.max(((p - slack) / q).log())
    return best


def _beyond(pair: Pair, aside: Ball) -> Iterator[tuple[Ball, Ball]]:
    """The corners of the region with p ≥ aside, and the boundary's point at p = aside, for outputs by falling loss."""
    for (p0, q0), (p1, q1) in itertools.pairwise(corners(pair)):
        if not arb(p1) < aside:
            yield arb(p1), arb(q1)
            if arb(p0) < aside and p0 < p1:
                yield aside, arb(q0) + (aside - arb(p0)) / arb(p1 - p0) * arb(q1 - q0)


def mass_beyond(pair: Pair, limit: Real, slack: Ball) -> Ball:
    """The supremum of p with p - e^ε q > slack, 0 if there is none, for outputs by falling loss."""
    price, best = arb(limit).exp(), flint.arb(0)
    for (p0, q0), (p1, q1) in itertools.pairwise(corners(pair)):
        a, b = arb(p0) - price * arb(q0) - slack, arb(p1) - price * arb(q1) - slack
        if b > 0:
            best = arb(p1)
        elif a > 0:
            best = arb(p0) + a / (a - b) * arb(p1 - p0)
    return best


def excess_after(pair: Pair, limit: Real, aside: Ball) -> Ball:
    """The largest p - e^ε q over tests with p ≥ aside, at least 0, for outputs by falling loss."""
    price = arb(limit).exp()
    return maximum((p - price * q for p, q in _beyond(pair, aside)), flint.arb(0))


def binary(pair: Pair, p: Fraction) -> Pair:
    """The post-processing by the best test with P-mass p, 0 < p < 1, for outputs by falling loss."""
    for (p0, q0), (p1, q1) in itertools.pairwise(corners(pair)):
        if p0 <= p < p1:
            q = q0 + (p - p0) / (p1 - p0) * (q1 - q0)
            return Pair((p, 1 - p), (q, 1 - q))
    raise ValueError("no test has that mass")


def loss_at(pair: Pair, slack: Ball) -> Ball | None:
    """ln(p/q) where the boundary of the region has p = slack, for outputs by falling loss; None if it is infinite."""
    best = flint.arb(0)
    for (p0, q0), (p1, q1) in itertools.pairwise(corners(pair)):
        if slack > arb(p1) or slack < arb(p0) or p0 == p1:
            continue  # at a corner, which a ball may not tell from what lies beside it, both edges count
        p, q = (arb(p1), arb(q1)) if slack.is_zero() else (slack, arb(q0) + (slack - arb(p0)) / arb(p1 - p0) * arb(q1 - q0))
        if not q > 0:
            return None
        best = best.max((p / q).log())
    return best


def power_at(pair: Pair, alarm: Ball) -> Ball:
    """The greatest p of a test with q = alarm, for outputs by falling loss."""
    points = corners(pair)
    best = flint.arb(0)
    for (p0, q0), (p1, q1) in itertools.pairwise(points):
        if q1 == q0:
            best = arb(p1) if alarm >= arb(q0) else best
        elif alarm >= arb(q0):
            share = ((alarm - arb(q0)) / arb(q1 - q0)).min(flint.arb(1))
            best = best.max(arb(p0) + share * arb(p1 - p0))
    return best


def gaussian(pair: Pair) -> Ball | None:
    """The least μ, for outputs by falling loss; None if some output tells the two apart."""
    if any((p == 0) != (q == 0) for p, q in zip(pair.p, pair.q, strict=True)):
        return None
    best = flint.arb(0)
    for p, q in corners(pair)[1:-1]:
        best = best.max(quantile(arb(p), arb(1 - p)) - quantile(arb(q), arb(1 - q)))
    return best


def renyi(pair: Pair, order: Ball) -> Ball | None:
    """D_α, α > 0; None if it is infinite."""
    s = order - 1
    total = flint.arb(0)
    for p, q in zip(pair.p, pair.q, strict=True):
        if p and not q:
            if s >= 0:
                return None
        elif p:
            loss = (arb(p) / arb(q)).log()
            total += arb(p) * (loss if s == 0 else (s * loss).exp())
    return total if s == 0 else total.log() / s


def power(pair: Pair, k: Ball) -> Ball | None:
    """(E_Q |X - 1|^k)^{1/k}, k ≥ 1; None if it is infinite."""
    total = flint.arb(0)
    for p, q in zip(pair.p, pair.q, strict=True):
        if not q:
            if p and k > 1:
                return None
            total += arb(p)
        elif p != q:
            total += arb(q) * (abs(arb(p - q)) / arb(q)) ** k
    return total ** (1 / k)


def f_divergence(pair: Pair, generator: Generator) -> Ball | None:
    """D_f of a named generator; None if it is infinite."""
    from dpzoo.numbers.real import real

    total = flint.arb(0)
    for p, q in zip(pair.p, pair.q, strict=True):
        if not q:
            if p and generator.slope == float("inf"):
                return None
            total += arb(real(generator.slope)) * arb(p) if p else flint.arb(0)
        elif not p:
            if generator.at_zero == float("inf"):
                return None
            total += arb(real(generator.at_zero)) * arb(q)
        else:
            total += arb(q) * arb(generator.value(real(p / q)))
    return total
