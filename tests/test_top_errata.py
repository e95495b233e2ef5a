"""The ten errata that stand alone: each is a record, and what the reasons quote is so."""

from __future__ import annotations

import math

import pytest
from scipy.stats import norm

from dpzoo.site.top_errata import REASONS, top_errata
from dpzoo.zoo.zoo import Zoo


def test_there_are_ten_and_each_is_a_record(zoo: Zoo) -> None:
    assert len(REASONS) == 10
    assert [e.id for e, _ in top_errata(zoo)] == list(REASONS)


def gaussian_delta(sigma: float, epsilon: float) -> float:
    """The δ of Gaussian noise for sensitivity 1, by the exact condition."""
    return float(norm.cdf(0.5 / sigma - epsilon * sigma) - math.exp(epsilon) * norm.cdf(-0.5 / sigma - epsilon * sigma))


def test_numbers_in_the_reasons() -> None:
    sigma = 3.7306
    assert gaussian_delta(sigma, 1) == pytest.approx(1e-5, rel=1e-3)
    assert round(norm.sf(sigma - 0.5 / sigma) / 1e-5) == 16
    assert gaussian_delta(math.sqrt(math.log(1e5) / 0.1), 0.1) / 1e-5 == pytest.approx(700, rel=0.05)
    p, q = (0.01, 0.99), (0.0001, 0.9999)
    assert math.log(sum(a**2 / b for a, b in zip(p, q, strict=True))) == pytest.approx(0.683, abs=1e-3)
    assert math.log(sum(a**10 / b**9 for a, b in zip(p, q, strict=True))) / 9 == pytest.approx(4.09, abs=0.01)
    for epsilon in (0.1, 1, 5):
        e = math.exp(epsilon)
        assert e * 0.5 / (e + (e - 1) * 0.5) < 0.5  # the printed bound at a prior of ½
