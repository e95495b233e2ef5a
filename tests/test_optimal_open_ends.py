"""Ends of an answer that stays open measure what is asked, not what was asked on the way."""

from __future__ import annotations

import math

import flint
import pytest

from dpzoo.optimal.engine import optimal
from dpzoo.optimal.optimum import Found, NoReductionError, scaled


def test_open_ends_are_changed_as_an_answer_would_be() -> None:
    def left_open() -> Found:
        raise NoReductionError("open", Found(flint.arb(2), flint.arb(3), "T2"))

    with pytest.raises(NoReductionError, match="open") as caught:
        scaled(left_open, lambda x: x * x)
    best = caught.value.best
    assert best is not None
    assert (float(best.lower), float(best.upper)) == (4.0, 9.0)


def test_a_divergence_at_one_order_is_no_end_of_the_least_rho() -> None:
    """A pair that meets the source, checked here, needs 0.233; ξ + ρ is enough, since D_α is at most (ξ + ρ)α."""
    xi, rho, variation = 0.1, 0.2165, 0.01815
    source = [("zero-concentrated-dp", {"xi": xi, "rho": rho}), ("total-variation-privacy", {"epsilon": variation})]
    found = optimal(source, "zero-concentrated-dp", {"xi": 0})
    p, loss = 0.0102, 2.3
    q = p * math.exp(-loss)
    divergences = [
        (a, max(math.log(x**a * y ** (1 - a) + (1 - x) ** a * (1 - y) ** (1 - a)) / (a - 1) for x, y in ((p, q), (q, p))))
        for a in [1 + k / 50 for k in range(1, 2000)]
    ]
    assert p - q <= variation
    least = max(d / a for a, d in divergences)
    assert all(d <= xi + rho * a for a, d in divergences)
    assert least > 0.23
    assert least <= found.upper <= xi + rho
    assert found.lower <= xi + rho
