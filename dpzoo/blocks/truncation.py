"""Approximate concentrated DP: the best events to set aside before orders are compared.

Conditioning on an event of probability at least 1 - δ turns P into some P' ≤ P/(1-δ), and every such P' comes from one.
For each order the Rényi moment is jointly convex in (P', Q'), so that the best pair is a convex programme.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from dpzoo.blocks.concentrated import greatest_excess

Floats = NDArray[np.float64]
_ORDERS: Final = (1.001, 1.5, 2.0, 3.0, 4.0, 6.0, 10.0, 20.0, 50.0)
TOLERANCE: Final = 1e-4
"""How far the optimiser's value may lie above the optimum, relative to it, on the laws that the tests try."""


def truncated_excess(p: Floats, q: Floats, *, offset: float, slope: float | None, delta: float) -> float:
    """The least ρ (or, with ``slope`` as ρ, the least ξ) such that events of probability ≥ 1 - δ give D_α ≤ ξ + ρα both ways.

    An upper bound that events attain, found by convex optimisation from several starts.
    """
    from scipy.optimize import LinearConstraint, minimize

    if delta >= 1:
        return 0.0
    common = (p > 0) & (q > 0)
    if not common.any() or min(p[common].sum(), q[common].sum()) < 1 - delta - 1e-12:
        return math.inf
    size = int(common.sum())
    most = np.concatenate([p[common], q[common]]) / (1 - delta)
    most = np.minimum(most, 1.0)

    def value(x: Floats) -> float:
        u, v = _normalised(x[:size], most[:size]), _normalised(x[size:], most[size:])
        one = greatest_excess(u, v, offset=offset, slope=slope, last=math.inf)
        return float(max(one, greatest_excess(v, u, offset=offset, slope=slope, last=math.inf)))

    starts = [np.concatenate([_towards(p[common], q[common], most[:size]), _towards(q[common], p[common], most[size:])])]
    starts.append(np.concatenate([_normalised(p[common], most[:size]), _normalised(q[common], most[size:])]))
    best = min(value(s) for s in starts)
    totals = LinearConstraint(np.kron(np.eye(2), np.ones(size)), 1.0, 1.0)
    for start in starts:
        found = minimize(
            _smooth(size, offset, slope),
            start,
            method="SLSQP",
            bounds=[(0.0, m) for m in most],
            constraints=[totals],
            options={"maxiter": 300},
        )
        if np.isfinite(found.x).all():
            best = min(best, value(np.clip(found.x, 0.0, most)))
    return best


def _smooth(size: int, offset: float, slope: float | None):  # type: ignore[no-untyped-def]  # noqa: ANN202  # a scipy callback
    orders = np.array(_ORDERS)[:, None]

    def objective(x: Floats) -> float:
        u, v = np.maximum(x[:size], 1e-12), np.maximum(x[size:], 1e-12)
        lu, lv = np.log(u / u.sum()), np.log(v / v.sum())
        found = []
        for a, b in ((lu, lv), (lv, lu)):
            moments = np.exp(np.clip(orders * a + (1 - orders) * b, -700, 700)).sum(axis=1)
            d = np.log(moments) / (orders[:, 0] - 1)
            found.append((d - offset) / orders[:, 0] if slope is None else d - slope * orders[:, 0])
        values = np.concatenate(found)
        top = values.max()
        return float(top + np.log(np.exp(200.0 * (values - top)).sum()) / 200.0)  # a smooth maximum

    return objective


def _normalised(weights: Floats, most: Floats) -> Floats:
    """The weights raised in proportion until they sum to 1, none above its cap."""
    x = np.minimum(weights, most)
    for _ in range(60):
        missing = 1.0 - x.sum()
        room = most - x
        if abs(missing) < 1e-15 or room.sum() <= 0:
            break
        base = np.where(room > 0, np.maximum(x, 1e-300), 0.0)
        x = np.minimum(most, x + missing * base / base.sum()) if missing > 0 else x / x.sum()
    normalised: Floats = x / x.sum()
    return normalised


def _towards(p: Floats, q: Floats, most: Floats) -> Floats:
    """A start: mass is taken first where P exceeds Q most."""
    x = np.minimum(most, 1.0)
    excess = x.sum() - 1.0
    for k in np.argsort(-(p / q)):
        cut = min(excess, x[k])
        x[k] -= cut
        excess -= cut
        if excess <= 0:
            break
    return np.maximum(x, 0.0)
