"""The largest randomised response that a guarantee allows: the pair at which many conversions are decided (theory, T11)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import flint

from dpzoo.numbers.real import Ball
from dpzoo.optimal.binary import Active, RegionBoundary
from dpzoo.optimal.certify import UncertifiedError, arb, fails, inner, masses
from dpzoo.optimal.optimum import Pair
from dpzoo.optimal.primitives import Line, Primitive
from dpzoo.optimal.testing import fraction

_CLOSE = tuple(2.0**-k for k in (49, 46, 43, 40, 36, 32))
_SAFE = tuple(2.0**-k for k in (30, 27, 25, 23, 21, 19))


@dataclass(frozen=True, slots=True)
class Response:
    """Losses ±u: ``low`` certainly meets the source, and its ``active`` constraint certainly fails beyond ``high``."""

    low: Ball
    high: Ball
    active: Active
    pair: Pair


def largest(parts: Sequence[Primitive]) -> Response:
    """The largest randomised response in the binary region of a conjunction."""
    boundary = RegionBoundary(parts)
    point = boundary.kink_point()
    active = point.active[0]
    low, _ = inner(parts, point, _CLOSE)
    safe, _ = inner(parts, point, _SAFE)
    if isinstance(active.part, Line) and float(active.part.delta) == 0:
        return Response(low, arb(active.part.epsilon), active, table(safe, safe))
    for margin in _CLOSE:
        high = arb(point.a) * (1 + flint.arb(margin))
        if fails(active, high, high):
            return Response(low, high, active, table(safe, safe))
    raise UncertifiedError("the largest randomised response could not be enclosed")


def divergence(u: Ball, order: Ball) -> Ball:
    """D_β(RR_u) = ln(cosh((β - ½)u)/cosh(u/2))/(β - 1), and u tanh(u/2) at β = 1."""
    if order == 1:
        return u * (u / 2).tanh()
    return (((order - flint.arb(0.5)) * u).cosh() / (u / 2).cosh()).log() / (order - 1)


def power(u: Ball, k: Ball) -> Ball:
    """(E_Q |X - 1|^k)^{1/k} of RR_u."""
    pair = masses(u, u)
    return (pair.q * u.expm1() ** k + pair.q_rest * (-(-u).expm1()) ** k) ** (1 / k)


def table(a: Ball, b: Ball) -> Pair:
    """The binary pair with losses a and -b as fractions."""
    found = masses(a, b)
    p, p_rest, q, q_rest = (fraction(x) for x in (found.p, found.p_rest, found.q, found.q_rest))
    p, q = (p if p <= p_rest else 1 - p_rest), (q if q <= q_rest else 1 - q_rest)
    return Pair((p, 1 - p), (q, 1 - q))
