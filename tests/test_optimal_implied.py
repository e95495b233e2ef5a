"""A constraint is dropped exactly where another one implies it: thresholds by closed forms and mpmath."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mpmath
import pytest

from dpzoo.numbers.real import ZERO, real
from dpzoo.optimal.engine import optimal
from dpzoo.optimal.implied import needed
from dpzoo.optimal.primitives import Behind, Gaussian, Line, Mean, OddsRange, Power, Primitive, single


def _of_range(eta: float, k: float) -> float:
    """The largest (E|X - 1|^k)^{1/k} of ratios {y, y e^η}, on a grid."""
    best = mpmath.mpf(0)
    for i in range(1, 4000):
        y = mpmath.exp(-mpmath.mpf(eta) * i / 4000)
        high = y * mpmath.exp(eta)
        q = (1 - y) / (high - y)
        best = max(best, q * (high - 1) ** k + (1 - q) * (1 - y) ** k)
    return float(best ** (1 / mpmath.mpf(k)))


def _of_gaussian(mu: float, k: float) -> float:
    def part(z: Any) -> Any:
        return abs(mpmath.expm1(mu * z - mpmath.mpf(mu) ** 2 / 2)) ** k * mpmath.npdf(z)

    return float(mpmath.quad(part, [-12, mu / 2, k * mu, k * mu + 12]) ** (1 / mpmath.mpf(k)))


def _of_response(u: float, k: float) -> float:
    q = 1 / (1 + mpmath.exp(u))
    return float((q * mpmath.expm1(u) ** k + (1 - q) * (-mpmath.expm1(-u)) ** k) ** (1 / mpmath.mpf(k)))


def _gap(u: float) -> float:
    """Φ⁻¹(p) - Φ⁻¹(q) of randomised response."""
    return float(2 * mpmath.sqrt(2) * mpmath.erfinv(2 / (1 + mpmath.exp(-u)) - 1))


_CASES: list[tuple[Primitive, Callable[[float], Primitive], float, float]] = [
    (OddsRange(real(1)), lambda x: Power(real(1.5), real(x)), _of_range(1, 1.5), 0.05),
    (OddsRange(real(3)), lambda x: Power(real(4), real(x)), _of_range(3, 4), 0.05),
    (OddsRange(real(1)), lambda x: Gaussian(real(x)), _gap(0.5), 1e-9),
    (OddsRange(real(1)), lambda x: Mean(real(5), real(x)), 0.5, 1e-9),
    (Gaussian(real(0.7)), lambda x: Power(real(2.5), real(x)), _of_gaussian(0.7, 2.5), 1e-9),
    (Line(real(1.2), ZERO), lambda x: Power(real(2.5), real(x)), _of_response(1.2, 2.5), 1e-9),
    (Line(real(1.2), ZERO), lambda x: Gaussian(real(x)), _gap(1.2), 1e-9),
    (Line(real(1.2), ZERO), lambda x: OddsRange(real(x)), 2.4, 1e-9),
    (Line(real(1.2), ZERO), lambda x: single(real(1), real(x))[0], 1.2 * float(mpmath.tanh(0.6)), 1e-9),
]


@pytest.mark.parametrize(("given", "of_size", "largest", "doubt"), _CASES)
def test_what_another_constraint_implies_is_dropped_and_nothing_else(
    given: Primitive, of_size: Callable[[float], Primitive], largest: float, doubt: float
) -> None:
    """``doubt`` is by how much more than is needed an upper bound may ask."""
    above, below = of_size(largest * (1 + doubt)), of_size(largest * (1 - 1e-9))
    assert needed([given, above]) == needed([above, given]) == (given,)
    assert needed([given, below]) == (given, below)


def test_what_may_be_set_aside_of_a_bound_that_is_met_says_nothing() -> None:
    (family,) = (c for c in (single(real(2), real(0.5))[0],))
    behind = Behind(family, real(0.01))  # type: ignore[arg-type]
    assert needed([Gaussian(real(0.7)), behind]) == (Gaussian(real(0.7)),)
    assert needed([Gaussian(real(0.71)), behind]) == (Gaussian(real(0.71)), behind)


def test_beside_a_narrow_range_wide_bounds_say_nothing() -> None:
    """Of ratios in {y, y e^η} the mean loss is ln y + 1/y - 1 at y = (1 - e^{-η})/η, and deviations keep to η/2."""
    y = -mpmath.expm1(-mpmath.mpf("0.241")) / mpmath.mpf("0.241")
    mean = float(mpmath.log(y) + 1 / y - 1)
    for other in (("fk-divergence-dp", {"k": 1.5, "epsilon": 0.633}), ("gaussian-dp", {"mu": 0.5})):
        source = [("range-bounded-privacy", {"epsilon": 0.241}), other]
        assert optimal(source, "kl-privacy", {}).upper == pytest.approx(mean, rel=1e-12)
        assert optimal(source, "mean-concentrated-dp", {"tau": 2}).upper == pytest.approx(mean, rel=1e-12)
        assert optimal(source, "mean-concentrated-dp", {"mu": 0.2}).upper == pytest.approx(0.1205, rel=1e-12)
