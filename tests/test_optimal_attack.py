"""Attempts to refute optima: pairs that certainly meet the source, found without the engine, must not need more."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.special import ndtr, ndtri

from dpzoo.optimal.engine import optimal


def under(mu: float, epsilon: float, delta: float) -> tuple[Any, Any]:
    """Outputs by falling loss of a fine polygon under the Gaussian curve and a line, in both orders."""
    x = np.linspace(-6.5, 6.5 - mu, 40_001)
    q, e = np.concatenate([[0.0], ndtr(x), [1.0]]), np.exp(epsilon)
    p = np.min([ndtr(ndtri(q) + mu), delta + e * q, 1 - (1 - delta - q) / e], axis=0)
    p[0], p[-1] = 0.0, 1.0
    return np.diff(p), np.diff(q)


@pytest.mark.parametrize(
    ("mu", "epsilon", "delta", "xi", "share"), [(1.76, 0.121, 0.0856, 0.143, 0.00471), (1.62, 1.86, 4.21e-6, 0.372, 7.85e-6)]
)
def test_orders_beyond_all_digits_do_not_hide_what_is_left(
    mu: float, epsilon: float, delta: float, xi: float, share: float
) -> None:
    source = {"gaussian-dp": {"mu": mu}, "approximate-dp": {"epsilon": epsilon, "delta": delta}}
    found = optimal(source, "approximate-zero-concentrated-dp", {"xi": xi, "delta": share})
    p, q = under(mu, epsilon, delta)
    cut = ((np.cumsum(p) - share) / np.cumsum(q)).max()
    back = ((np.cumsum(q[::-1]) - share) / np.cumsum(p[::-1])).max()
    p, q = np.minimum(p, cut * q), np.minimum(q, back * p)
    p, q = p / p.sum(), q / q.sum()
    orders = np.geomspace(1.01, 40, 400)
    needed = [(np.log((p * (p / q) ** (a - 1)).sum()) / (a - 1) - xi) / a for a in orders]
    assert found.upper == pytest.approx(max(needed), rel=1e-4)
    assert found.lower == pytest.approx(max(needed), rel=1e-4)
