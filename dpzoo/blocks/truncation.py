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
    high, low = _factor(p, q, delta), _factor(q, p, delta)  # h and 1/l
    if high is None or low is None:
        return INFINITY if exact else math.inf
    if high <= 1 and low <= 1:  # of floats one alone may be, by rounding
        return ZERO if exact else 0.0
    first, second = np.minimum(p, high * q), np.minimum(q, low * p)
    if exact:
        u, v = first / (1 - delta), second / (1 - delta)
    else:
        u, v = first / first.sum(), second / second.sum()
    there, back = (greatest_excess(a, b, offset=offset, slope=slope, last=math.inf) for a, b in ((u, v), (v, u)))
    return greatest([there, back]) if isinstance(there, Real) else max(float(there), float(back))


def _factor(p: Law, q: Law, delta: Any) -> Any:
    """The h with Σ max(p - h·q, 0) = ``delta``, the largest (P(S) - δ)/Q(S); None if more than ``delta`` of p lies where q is 0.

    Sums from the largest ratios on lose no digits where δ is tiny. At most 1 where the total variation is at most ``delta``.
    """
    both, exact = (p > 0) & (q > 0), is_exact(p, q)
    a, b, alone = p[both], q[both], p[~(q > 0)].sum()
    if not len(a) or alone > (delta if exact else delta * (1 + _RELATIVE)):
        return None
    order = sorted(range(len(a)), key=lambda i: -a[i] / b[i]) if exact else np.argsort(-a / b, kind="stable")
    return ((np.cumsum(a[order]) + (alone - delta)) / np.cumsum(b[order])).max()
