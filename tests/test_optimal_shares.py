"""The least share that approximate zCDP sets aside, where it is tiny, against mpmath; and no share for what has none."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import mpmath
import pytest

from dpzoo.optimal.engine import optimal

TARGET = "approximate-zero-concentrated-dp"
Source = Mapping[str, Mapping[str, Any]]


def peak(function: Any, a: Any, b: Any, steps: int) -> Any:
    """Where a function with one maximum has it, by golden sections."""
    ratio = (mpmath.sqrt(5) - 1) / 2
    for _ in range(steps):
        x, y = b - ratio * (b - a), a + ratio * (b - a)
        a, b = (a, y) if function(x) > function(y) else (x, b)
    return (a + b) / 2


def log_share(a: Any, last: Any, bound: Any, target: tuple[Any, Any]) -> Any:
    """ln δ of the pair with losses a and -b for which D_last is just ``bound``: so rare that b ≈ p and q is nothing beside it.

    E X^α = 1 - p + p e^{(α-1)a} up to p², so that p is known; what is left of p keeps to (α-1)(ξ + ρα) at all orders.
    """
    xi, rho = target
    p = (mpmath.exp((last - 1) * bound) - 1) / (mpmath.exp((last - 1) * a) - 1)

    def excess(loss: Any, mass: Any) -> Any:
        s = (loss - xi - rho) / (2 * rho)
        for _ in range(5):  # where the derivative in s vanishes, with a weight near 1 on the larger loss
            s = (loss / (1 + mpmath.exp(-s * loss) / mass) - xi - rho) / (2 * rho)
        return mpmath.log1p(mass * mpmath.expm1(s * loss)) - s * (xi + rho + rho * s)

    low, high = mpmath.mpf(-60), mpmath.mpf(60)  # logit of δ/p
    for _ in range(110):
        middle = (low + high) / 2
        kept = 1 / (1 + mpmath.exp(middle))
        left = excess(a + mpmath.log(kept), p * kept)
        low, high = (middle, high) if left > 0 else (low, middle)
    return mpmath.log(p) - mpmath.log1p(mpmath.exp(-low))


@pytest.mark.parametrize(
    ("source", "last", "bound", "target", "near"),
    [
        ({"renyi-dp": {"alpha": 16, "epsilon": 0.01}}, 16, "0.01", (0, "0.5"), 31),
        ({"truncated-codp-bdrs18": {"rho": 2, "omega": 8}}, 8, "16", (0, "2"), 30.3),
        ({"truncated-codp-bdrs18": {"rho": 2, "omega": 8}}, 8, "16", (0, "4"), 96),
        ({"renyi-dp": {"alpha": 3, "epsilon": 0.2}}, 3, "0.2", ("0.1", 9), 76),
    ],
)
def test_a_tiny_share(source: Source, last: int, bound: str, target: tuple[Any, Any], near: float) -> None:
    found = optimal(source, TARGET, {"xi": float(target[0]), "rho": float(target[1])})
    assert found.certified
    assert found.upper < 1e-40
    with mpmath.workdps(60):
        asked = (mpmath.mpf(target[0]), mpmath.mpf(target[1]))
        share = lambda a: log_share(a, mpmath.mpf(last), mpmath.mpf(bound), asked)  # noqa: E731
        truth = mpmath.exp(share(peak(share, mpmath.mpf(near) * mpmath.mpf("0.98"), mpmath.mpf(near) * mpmath.mpf("1.05"), 40)))
    assert found.lower == pytest.approx(float(truth), rel=1e-8)
    assert found.upper == pytest.approx(float(truth), rel=1e-8)


def test_a_share_below_all_that_floats_tell_from_zero() -> None:
    source = {"bounded-concentrated-dp": {"xi": 0.5, "rho": 0.5, "omega": 16}}
    found = optimal(source, TARGET, {"xi": 0.5, "rho": 16})
    assert found.certified
    assert found.lower == 0
    assert found.upper < 1e-280


SOURCES: tuple[Source, ...] = (
    {"zero-concentrated-dp": {"xi": 0, "rho": 0.1}},
    {"gaussian-dp": {"mu": 0.5}},
    {"renyi-dp": {"alpha": 4, "epsilon": 0.5}},
    {"range-bounded-privacy": {"epsilon": 3}},
    {"fk-divergence-dp": {"k": 3, "epsilon": 0.5}},
    {"approximate-zero-concentrated-dp": {"xi": 0, "rho": 0.1, "delta": 0.01}},
)


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("xi", [0.5, 2])
def test_without_rho_the_share_is_that_of_all_larger_losses(source: Source, xi: float) -> None:
    """What is left has losses of at most ξ exactly if the pair is (ξ, δ)-indistinguishable."""
    found = optimal(source, TARGET, {"xi": xi, "rho": 0})
    wanted = optimal(source, "approximate-dp", {"epsilon": xi})
    assert found.certified
    assert (found.lower, found.upper) == (wanted.lower, wanted.upper)


def test_what_nothing_has_to_be_set_aside_for_needs_no_xi() -> None:
    found = optimal({"zero-concentrated-dp": {"xi": 0.0193, "rho": 0.0105}}, TARGET, {"rho": 0.0201, "delta": 2e-5})
    assert (found.lower, found.upper, found.certified, found.theorem) == (0, 0, True, "T12")


def test_a_disclosure_has_to_be_set_aside_however_rare() -> None:
    found = optimal({"approximate-dp": {"epsilon": 3.05, "delta": 1e-30}}, TARGET, {"xi": 0.376, "rho": 100})
    assert (found.lower, found.upper) == (pytest.approx(1e-30, rel=1e-14), pytest.approx(1e-30, rel=1e-14))
    assert found.certified


def test_a_share_of_gaussian_dp_below_all_floats() -> None:
    """D_α = αμ²/2 exceeds ξ + ρα first at α = ξ/(μ²/2 - ρ), 890, at losses of 58 standard deviations: Φ(-58) < 10⁻⁷³⁰."""
    found = optimal({"gaussian-dp": {"mu": 0.0649}}, TARGET, {"xi": 0.969, "rho": 0.00102})
    assert (found.lower, found.status.value) == (0, "limit")
    assert found.upper < 1e-280


def test_a_share_far_below_what_randomised_response_shows_is_found() -> None:
    """By mpmath: p = (e^{63·.482} - 1)e^{-63a}, of which (ln of what is left)(-4ρ) = (a' - ρ)², is cut most at a ≈ 8.118."""
    source = [("renyi-dp", {"alpha": a, "epsilon": e}) for a, e in ((1.5, 0.0287), (2, 0.0491), (3, 0.0472), (64, 0.482))]
    found = optimal(source, "approximate-zero-concentrated-dp", {"xi": 0, "rho": 0.0339})
    assert found.certified
    assert 8.705291567e-212 <= found.lower <= 8.7052915676480817e-212 <= found.upper <= 8.705291568e-212


def test_beside_a_mean_loss_a_disclosure_keeps_its_share_at_a_large_epsilon() -> None:
    """(0, .0267)-zCDP alone allows e^{-460} beyond ε = 7.1, so that what is disclosed is all, at losses with little mean."""
    source = [
        ("kl-privacy", {"epsilon": 0.495}),
        ("approximate-zero-concentrated-dp", {"xi": 0, "rho": 0.0267, "delta": 6.33e-9}),
    ]
    found = optimal(source, "approximate-dp", {"epsilon": 7.1})
    assert found.certified
    assert 6.33e-9 * (1 - 1e-9) <= found.lower <= 6.33e-9 <= found.upper <= 6.33e-9 * (1 + 1e-9)
    assert optimal(source, "relaxed-dp", {"epsilon": 7.1, "delta_a": 0.04}).upper == 0
    spared = optimal(source, "relaxed-dp", {"epsilon": 7.1, "delta_a": 1e-9})
    assert spared.certified
    assert 6.33e-9 < spared.lower <= spared.upper < 6.4e-9


def test_a_rare_output_of_a_huge_loss_has_to_be_set_aside_but_for_a_tiny_part() -> None:
    """With p - e^ε q = δ for one output E X^α leaves it a loss of 57, of which a part of 1e-12 is still too much at ρ."""
    epsilon, delta, order, bound, rho = 0.107, 2.81e-12, 1.5, 3.93, 0.199
    p = delta
    loss = (math.log(math.expm1((order - 1) * bound) / p) - 1e-6) / (order - 1)  # 1 - p + p e^{(α-1)a} is within the bound
    assert p * math.exp((order - 1) * loss) < math.expm1((order - 1) * bound)
    left = loss + math.log(1e-12)
    assert (math.log(p * 1e-12) + 19 * left) / 19 > rho * 20
    source = [("renyi-dp", {"alpha": order, "epsilon": bound}), ("approximate-dp", {"epsilon": epsilon, "delta": delta})]
    power = [source[1], ("fk-divergence-dp", {"k": order, "epsilon": 0.15})]  # which allows a loss of 43
    assert p * math.exp((order - 1) * 43) < 0.15**order
    for sources in (source, [*source, ("approximate-dp", {"epsilon": 3.65, "delta": 2.48e-5})], power):
        found = optimal(sources, TARGET, {"xi": 0, "rho": rho})
        assert delta * (1 - 1e-8) < found.lower <= found.upper < delta * (1 + 1e-8)
        assert found.certified
