"""The squared Hellinger distance under a power of |X - 1| below 2, against scans of mpmath and pairs of three outputs."""

from __future__ import annotations

from typing import Any

import mpmath
import pytest

from dpzoo.optimal.engine import optimal


def _most(k: Any, size: Any) -> Any:
    """ε^k times the largest 2(√x - 1)²/((x - 1)^k (1 + x^{1-k})), by golden sections over ln x."""

    def ratio(v: Any) -> Any:
        x = mpmath.exp(v)
        return 2 * (mpmath.sqrt(x) - 1) ** 2 / ((x - 1) ** k * (1 + x ** (1 - k)))

    grid = [mpmath.mpf(i) / 10 for i in range(1, 500)]
    best = max(grid, key=ratio)
    a, b, golden = best - mpmath.mpf("0.1") + mpmath.mpf("1e-9"), best + mpmath.mpf("0.1"), (mpmath.sqrt(5) - 1) / 2
    for _ in range(80):
        x, y = b - golden * (b - a), a + golden * (b - a)
        a, b = (a, y) if ratio(x) > ratio(y) else (x, b)
    return size**k * ratio((a + b) / 2)


@pytest.mark.parametrize(("k", "size"), [("1.0001", "0.8"), ("1.01", "0.1"), ("1.05", "0.8"), ("1.1", "0.1"), ("1.5", "0.1")])
def test_powers_below_two_bound_the_hellinger_distance_by_one_ratio(k: str, size: str) -> None:
    truth = _most(mpmath.mpf(k), mpmath.mpf(size))
    found = optimal({"fk-divergence-dp": {"k": float(k), "epsilon": float(size)}}, "divergence-dp", {"f": "hellinger"})
    assert found.certified
    assert truth * (1 - 1e-9) <= found.lower <= truth * (1 + 1e-14)
    assert truth * (1 - 1e-14) <= found.upper <= truth * (1 + 1e-9)
    assert found.pair is not None
    p, q = ([mpmath.mpf(x.numerator) / x.denominator for x in row] for row in (found.pair.p, found.pair.q))
    for first, second in ((p, q), (q, p)):
        moment = sum(b * abs(a / b - 1) ** mpmath.mpf(k) for a, b in zip(first, second, strict=True))
        assert moment <= mpmath.mpf(size) ** mpmath.mpf(k)
    distance = 2 - 2 * sum(mpmath.sqrt(a * b) for a, b in zip(p, q, strict=True))
    assert distance >= truth * (1 - 1e-9)


def test_where_the_ratio_would_take_more_than_all_the_worst_pair_is_another() -> None:
    """At k = 1.9 and ε = 0.8 randomised response is: u solves its own power, and the distance is 2 - 2/cosh(u/2)."""
    k, size = mpmath.mpf("1.9"), mpmath.mpf("0.8")

    def miss(u: Any) -> Any:
        return (mpmath.expm1(u) ** k + mpmath.exp(u) * (-mpmath.expm1(-u)) ** k) / (1 + mpmath.exp(u)) - size**k

    u = mpmath.findroot(miss, (mpmath.mpf("0.3"), mpmath.mpf(2)), solver="anderson")
    truth = 2 - 2 / mpmath.cosh(u / 2)
    found = optimal({"fk-divergence-dp": {"k": 1.9, "epsilon": 0.8}}, "divergence-dp", {"f": "hellinger"})
    assert found.lower <= truth * (1 + 1e-14)
    assert truth * (1 - 1e-14) <= found.upper <= truth * (1 + 1e-9)


def test_other_bounds_that_the_pair_meets_change_nothing() -> None:
    alone = optimal({"fk-divergence-dp": {"k": 1.3, "epsilon": 0.3}}, "divergence-dp", {"f": "hellinger"})
    both = [("fk-divergence-dp", {"k": 1.3, "epsilon": 0.3}), ("zero-concentrated-dp", {"xi": 0, "rho": 1})]
    beside = optimal(both, "divergence-dp", {"f": "hellinger"})
    truth = _most(mpmath.mpf("1.3"), mpmath.mpf("0.3"))
    assert alone.lower <= truth <= alone.upper
    assert beside.lower <= truth * (1 + 1e-14)
    assert truth * (1 - 1e-14) <= beside.upper <= truth * (1 + 1e-9)
