"""Approximate concentrated DP: the best events to set aside before orders are compared.

Conditioning on an event of probability at least 1 - δ turns P into some P' ≤ P/(1-δ), and every such P' comes from one. One
choice of P' and Q' is the best for all orders, in both directions: with caps p = P/(1-δ) and q = Q/(1-δ),

    P' = min(p, h·q),  Q' = min(q, p/l),  where h ≥ 1 ≥ l are such that both sum to 1;

if the smaller ones of p and q sum to 1 or more, P' = Q' can be chosen. For the moment Σ P'^α Q'^(1-α) is jointly convex, and
its derivatives by P'(o) and Q'(o) are functions of the ratio P'(o)/Q'(o) alone, rising for P' and falling for Q'. The ratio is
h wherever P' is below its cap, and at most h elsewhere; it is l wherever Q' is below its cap, and at least l elsewhere. These
are the conditions of Karush, Kuhn and Tucker, which suffice for a convex programme.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np

from dpzoo.blocks.concentrated import greatest_excess
from dpzoo.blocks.divergences import Law, Number, is_exact
from dpzoo.numbers.real import INFINITY, ZERO, Real, greatest

_RELATIVE = 1e-12


def truncated_excess(p: Law, q: Law, *, offset: Any, slope: Any, delta: Any) -> Number:
    """The least ρ (or, with ``slope`` as ρ, the least ξ) such that events of probability ≥ 1 - δ give D_α ≤ ξ + ρα both ways.

    Exact laws and a rational δ (a Fraction) give an enclosure, floats a number.
    """
    exact = is_exact(p, q)
    if delta >= 1:
        return ZERO if exact else 0.0
    kept = 1 - delta
    if sum(np.minimum(p, q)) >= kept:
        return ZERO if exact else 0.0
    high, low = _factor(p, q, kept, delta), _factor(q, p, kept, delta)  # h and 1/l
    if high is None or low is None:
        return INFINITY if exact else math.inf
    first, second = np.minimum(p, high * q), np.minimum(q, low * p)
    if exact:
        u, v = first / kept, second / kept
    else:
        u, v = first / first.sum(), second / second.sum()
    there, back = (greatest_excess(a, b, offset=offset, slope=slope, last=math.inf) for a, b in ((u, v), (v, u)))
    return greatest([there, back]) if isinstance(there, Real) else max(float(there), float(back))


def _factor(p: Law, q: Law, kept: Any, delta: Any) -> Any:
    """The h with Σ min(p, h·q) = ``kept``, or None if more than ``delta`` of p lies where q is 0."""
    both = (p > 0) & (q > 0)
    a, b = p[both], q[both]
    if not len(a):
        return None
    order = np.argsort(a / b, kind="stable") if not is_exact(p, q) else np.array(sorted(range(len(a)), key=lambda i: a[i] / b[i]))
    a, b = a[order], b[order]
    ratio = a / b
    zero = Fraction(0) if is_exact(p, q) else 0.0
    taken = np.concatenate([[zero], np.cumsum(a)])  # of p, from outputs that are kept whole
    left = np.cumsum(b[::-1])[::-1]  # of q, from the others
    reached = np.flatnonzero(taken[1:] + ratio * np.concatenate([left[1:], [zero]]) >= kept)
    if not len(reached):
        enough = not is_exact(p, q) and p[~(q > 0)].sum() <= delta * (1 + _RELATIVE)
        return ratio[-1] if enough else None
    k = int(reached[0])
    return (kept - taken[k]) / left[k]
