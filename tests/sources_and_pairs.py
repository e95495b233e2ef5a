"""Guarantees by short names, random pairs, and truths about pairs that need nothing of the engine."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from scipy.optimize import linprog
from scipy.special import logsumexp

import dpzoo

ZOO = dpzoo.load()


def zcdp(rho: float, xi: float = 0) -> dict[str, dict[str, float]]:
    return {"zero-concentrated-dp": {"xi": xi, "rho": rho}}


def rdp(alpha: float, epsilon: float) -> dict[str, dict[str, float]]:
    return {"renyi-dp": {"alpha": alpha, "epsilon": epsilon}}


def pure(epsilon: float) -> dict[str, dict[str, float]]:
    return {"epsilon-dp": {"epsilon": epsilon}}


def least_excess(p: Any, q: Any, price: float, aside: float) -> float:
    """By all sets of outputs that may be set aside."""
    chosen = (np.arange(2 ** len(p))[:, None] >> np.arange(len(p))) & 1
    excess = (np.maximum(p - price * q, 0) * (1 - chosen)).sum(axis=1)
    return float(excess[(chosen * p).sum(axis=1) <= aside + 1e-15].min())


def programme(moments: list[tuple[float, float]], objective: Callable[[Any], Any], cells: int = 5000) -> float:
    """The largest mean of ``objective`` over laws of the loss on a grid, E X = 1, both orders of each (α, bound)."""
    end = min(9.0, 20.0 / max(a for a, _ in moments))  # beyond it the solver's scaling fails
    v = np.linspace(-end, end, cells + 1)
    half = np.exp(-v / 2)  # masses are counted in e^{v/2} Q
    rows, bounds = [], []
    for alpha, epsilon in moments:
        limit = epsilon if alpha == 1 else math.exp((alpha - 1) * epsilon)
        there = v * np.exp(v) if alpha == 1 else np.exp(alpha * v)
        back = -v if alpha == 1 else np.exp((1 - alpha) * v)
        rows += [there * half / limit, back * half / limit]
        bounds += [1.0, 1.0]
    equal = np.array([half, np.exp(v / 2)])
    size = np.maximum(np.abs(rows).max(axis=0), equal.max(axis=0))  # each column's own unit
    gain = -objective(v) * half / size
    found = linprog(gain, A_ub=np.array(rows) / size, b_ub=bounds, A_eq=equal / size, b_eq=[1, 1], method="highs")
    assert found.status == 0, found.message
    return float(-found.fun)


def worst(measure: Callable[[Any, Any], Any], p: Any, q: Any) -> float:
    return max(float(measure(p, q)), float(measure(q, p)))


def pairs(number: int) -> Iterator[tuple[Any, Any]]:
    rng = np.random.default_rng(7)
    for _ in range(number):
        outputs = int(rng.integers(2, 6))
        scale = rng.choice([0.3, 1.0, 2.5])
        p = rng.dirichlet(np.full(outputs, 1.5))
        q = p * np.exp(scale * rng.standard_normal(outputs))
        yield p, q / q.sum()


def gaussian(mu: float) -> dict[str, Any]:
    return {"gaussian-dp": {"mu": mu}}


def mean(mu: float, tau: float) -> dict[str, Any]:
    return {"mean-concentrated-dp": {"mu": mu, "tau": tau}}


def concentrated_boundary(rho: float) -> Any:
    """(p, q) along the boundary of (0, ρ)-zCDP by bisection over a grid of losses and orders, with the mirror images."""
    a, s = np.geomspace(0.02, 25, 900), np.concatenate([[1e-6], np.geomspace(1e-2, 60, 500)])[:, None]
    low, high = np.zeros_like(a), a.copy()
    for _ in range(50):
        b = (low + high) / 2
        p = -np.expm1(-b) / -np.expm1(-(a + b))
        fits = (np.logaddexp(np.log(p) + s * a, np.log1p(-p) - s * b) / s / (1 + s) <= rho).all(axis=0)
        low, high = np.where(fits, b, low), np.where(fits, high, b)
    p = -np.expm1(-low) / -np.expm1(-(a + low))
    q = p * np.exp(-a)
    return np.concatenate([p, 1 - q]), np.concatenate([q, 1 - p])


def spread(p: Any, q: Any, exponents: Any) -> float:
    """The largest 2 ln E e^{s(L - EL)}/s² over a grid of s."""
    loss = np.log(p / q)
    centred = loss - (p * loss).sum(axis=0)
    return float(max((2 * np.log((p * np.exp(s * centred)).sum(axis=0)) / s**2).max() for s in exponents))


def centred_programme(tau: float, means: tuple[float, float], goal: Callable[[Any], Any]) -> float:
    """The largest mean of a goal under P over laws of the loss on a grid, with the two mean losses and exponents of a grid."""
    x = np.linspace(-5 * tau, 5 * tau, 501)
    s = np.concatenate([np.geomspace(0.02, 12, 60), -np.geomspace(0.02, 12, 60)])[:, None] / tau
    m, back = means
    moments = [np.exp(s * (x - m) - (s * tau) ** 2 / 2), np.exp(-x - s * (x + back) - (s * tau) ** 2 / 2)]
    rows = np.concatenate([*moments, [((x - m) / tau) ** 2, np.exp(-x) * ((x + back) / tau) ** 2]])
    equal = np.array([np.ones_like(x), np.exp(-x), x, -x * np.exp(-x)])
    size = np.maximum(rows.max(axis=0), np.abs(equal).max(axis=0))
    found = linprog(-goal(x) / size, A_ub=rows / size, b_ub=np.ones(len(rows)), A_eq=equal / size, b_eq=[1, 1, m, back])
    return float(-found.fun) if found.status == 0 else 0.0


def needed_after(law: Any, share: float, xi: float) -> tuple[float, float, float, float]:
    """The least ρ of what is left of a law (losses, masses under Q), the order that needs it, and the ratios of the cuts."""
    v, q = law
    p, q = q * np.exp(v) / float((q * np.exp(v)).sum()), q / q.sum()

    def ratio(a: Any, b: Any, loss: Any) -> float:
        order = np.argsort(-loss)
        return float(((np.cumsum(a[order]) - share) / np.cumsum(b[order])).max())

    high, low = ratio(p, q, v), 1 / ratio(q, p, -v)
    left, other = np.minimum(p, high * q) / (1 - share), np.minimum(q, p / low) / (1 - share)
    loss, orders = np.log(left / other), 1 + np.geomspace(1e-2, 2e2, 60)
    best = (float((left * loss).sum()) - xi, 1.0)
    for _ in range(10):
        needs = (logsumexp(np.outer(orders - 1, loss), b=left, axis=1) / (orders - 1) - xi) / orders
        k = int(np.argmax(needs))
        best = max(best, (float(needs[k]), float(orders[k])))
        orders = np.linspace(orders[max(k - 1, 0)], orders[min(k + 1, len(orders) - 1)], 20)
    return *best, high, low


def left_by_programmes(
    bounds: Callable[[Any], list[tuple[Any, float]]], share: float, xi: float, end: float, start: Sequence[float]
) -> float:
    """A lower bound of the ρ that is left, by linear programmes over laws on a grid up to the loss ``end``.

    With the order and the two cuts of one law fixed, what is left is linear in the law (T26): the best one is the next.
    """
    (order, high, low), near, best = start, np.array([]), 0.0
    for _ in range(30):
        v = np.unique(np.concatenate([end * np.sinh(np.linspace(-5, 5, 801)) / math.sinh(5), near]))
        x, y = np.exp(v), np.clip(np.exp(v), low, high)
        slope = np.log(y) if order == 1 else (y ** (order - 1) - 1) / (order - 1)
        value = y * np.log(y) - y + 1 if order == 1 else (y**order - order * (y - 1) - 1) / (order * (order - 1))
        rows = [row / limit for row, limit in bounds(v)]
        size = np.maximum(np.abs(rows).max(axis=0), np.maximum(x, 1))
        gain = -(value + slope * (x - y)) / size
        found = linprog(
            gain / np.abs(gain).max(), A_ub=np.array(rows) / size, b_ub=np.ones(len(rows)), A_eq=[1 / size, x / size], b_eq=[1, 1]
        )
        assert found.status == 0, found.message
        kept = np.flatnonzero(found.x * np.maximum(x, 1) / size > 1e-15)
        q = found.x[kept] / size[kept]
        needed, order, high, low = needed_after((v[kept], q), share, xi)
        if needed < best * (1 + 1e-11):
            break
        best = needed
        near = np.concatenate([np.linspace(v[max(k - 1, 0)], v[min(k + 1, len(v) - 1)], 31) for k in kept])
    return best
