"""High orders, whose worst pairs have outputs of masses below floats (theory, T2, T16), against equations in mpmath."""

from __future__ import annotations

import math

import mpmath
import pytest

from dpzoo.optimal.engine import optimal
from dpzoo.optimal.optimum import Optimum


def _agrees(best: Optimum, truth: float, digits: float = 1e-9) -> None:
    assert best.certified
    assert truth * (1 - digits) <= best.lower <= truth * (1 + 1e-13)
    assert truth * (1 - 1e-13) <= best.upper <= truth * (1 + digits)


def test_powers_close_to_the_order_that_bounds_them() -> None:
    """One rare ratio takes all of E X^64; what the swapped pair may gain is below 10⁻¹⁸ of it, but the proof needs it."""
    with mpmath.workdps(40):
        limit = mpmath.exp(63 * mpmath.mpf("0.0487"))

        def gain(x: mpmath.mpf, k: mpmath.mpf) -> mpmath.mpf:
            def excess(q: mpmath.mpf) -> mpmath.mpf:
                return q * x**64 + (1 - q) * ((1 - q * x) / (1 - q)) ** 64 - limit

            q = mpmath.findroot(excess, (limit / x**64 / 2, limit / x**64))
            return q * (x - 1) ** k + (1 - q) * (q * (x - 1) / (1 - q)) ** k

        def best(k: mpmath.mpf) -> mpmath.mpf:
            x = mpmath.findroot(lambda x: mpmath.diff(lambda y: mpmath.log(gain(y, k)), x), mpmath.mpf(5))
            return mpmath.log(gain(x, k)) / k - mpmath.log(mpmath.mpf("0.569"))

        truth = float(mpmath.findroot(best, (51, 52), solver="anderson"))
    _agrees(optimal({"renyi-dp": {"alpha": 64, "epsilon": 0.0487}}, "fk-divergence-dp", {"epsilon": 0.569}), truth)


def test_beyond_one_order_a_family_bounds_the_rare_output() -> None:
    """Its loss is that at which zCDP is touched, (2β - 1)ρ, with ln Q = -β²ρ, and its share in E X^64 all that is allowed."""
    with mpmath.workdps(40):
        rho = mpmath.mpf("0.406")
        most = mpmath.log(mpmath.expm1(63 * mpmath.mpf("0.236")))
        beta = mpmath.findroot(lambda b: (64 * (2 * b - 1) - b * b) * rho - most, 127)

        def divergence(alpha: mpmath.mpf) -> mpmath.mpf:
            return mpmath.log1p(mpmath.exp((alpha * (2 * beta - 1) - beta * beta) * rho)) / (alpha - 1)

        at_order = float(divergence(mpmath.mpf("64.3")))
        order = float(mpmath.findroot(lambda a: divergence(a) - mpmath.mpf("0.46"), mpmath.mpf("64.1")))
    source = [
        ("zero-concentrated-dp", {"xi": 0, "rho": 0.406}),
        ("approximate-dp", {"epsilon": 0.506, "delta": 8.09e-06}),
        ("renyi-dp", {"alpha": 64, "epsilon": 0.236}),
    ]
    _agrees(optimal(source, "renyi-dp", {"alpha": 64.3}), at_order)
    _agrees(optimal(source, "renyi-dp", {"epsilon": 0.46}), order)


def test_the_least_offset_is_led_to_from_orders_at_which_powers_are_beyond_floats() -> None:
    """The pure bound and the line decide at high orders: the loss 4 has probability 10⁻⁵/(e⁴ - e) under Q, all else vanishes."""
    rare = math.log(1e-5 / (math.exp(4) - math.e))

    def excess(alpha: float) -> float:
        return (rare + 4 * alpha) / (alpha - 1) - 0.00694 * alpha

    order = 1 + math.sqrt((4 + rare) / -0.00694)  # D_α = 4 + (4 + rare)/(α - 1)
    source = [("truncated-codp-bdrs18", {"rho": 0.0192, "omega": 2.9}), ("approximate-dp", {"profile": [[1, 1e-5], [4, 0]]})]
    _agrees(optimal(source, "zero-concentrated-dp", {"rho": 0.00694}), excess(order))


@pytest.mark.parametrize(("alpha", "value"), [(2, 0.246), (4, 0.492)])
def test_where_the_asked_order_alone_binds_its_bound_is_reached(alpha: int, value: float) -> None:
    """The bound is zCDP's own; the pair is judged here, at many orders and both ways."""
    source = [("total-variation-privacy", {"epsilon": 0.154}), ("zero-concentrated-dp", {"xi": 0, "rho": 0.123})]
    best = optimal(source, "renyi-dp", {"alpha": alpha})
    _agrees(best, value)
    assert best.pair is not None
    with mpmath.workdps(50):
        pair = [[mpmath.mpf(x.numerator) / x.denominator for x in row] for row in (best.pair.p, best.pair.q)]
        assert sum(abs(a - b) for a, b in zip(*pair, strict=True)) / 2 <= mpmath.mpf("0.154")
        needs = 0.0
        for p, q in (pair, pair[::-1]):

            def divergence(a: mpmath.mpf, p: list[mpmath.mpf] = p, q: list[mpmath.mpf] = q) -> mpmath.mpf:
                return mpmath.log(sum(y * (x / y) ** a for x, y in zip(p, q, strict=True))) / (a - 1)

            assert all(
                divergence(1 + mpmath.mpf(2) ** (i / 8)) <= 0.123 * (1 + 2 ** (i / 8)) * (1 + 1e-12) for i in range(-40, 60)
            )
            needs = max(needs, float(divergence(mpmath.mpf(alpha))))
    assert needs == pytest.approx(value, rel=1e-6)


def test_what_a_source_says_up_to_its_own_last_order_counts_there() -> None:
    """D_α ≤ ρα holds up to order 2.34, and is reached; beyond it D_α/α is less, since D_4 is at most D_10 = 1.98."""
    rho = 0.85
    source = [("truncated-codp-bdrs18", {"rho": rho, "omega": 2.34}), ("renyi-dp", {"alpha": 10, "epsilon": 1.98})]
    best = optimal(source, "truncated-codp-bdrs18", {"omega": 4})
    assert rho > 1.98 / 2.34
    _agrees(best, rho)


def test_an_output_at_the_corner_of_a_line_of_tiny_delta_moves_beyond_it() -> None:
    """The direct order of the line binds, and E|X - 1|^1.5 in both; the mass stays whole, as far beyond as δ allows.

    Beside it there are one output of negative loss, and one of nearly none, w: the truth is the largest over w.
    """
    with mpmath.workdps(40):
        e, d, limit = mpmath.mpf("2.26"), mpmath.mpf("7.98e-11"), mpmath.mpf("0.361") ** 1.5
        start = [mpmath.log("0.0625"), -e, mpmath.log("0.0065")]

        def law(w: mpmath.mpf, log_m: mpmath.mpf, v: mpmath.mpf, log_n: mpmath.mpf) -> list[tuple[mpmath.mpf, mpmath.mpf]]:
            m, n = mpmath.exp(log_m), mpmath.exp(log_n)
            return [(mpmath.exp(v), m), (mpmath.exp(w), 1 - m - n), (mpmath.exp(e) + d / n, n)]

        def mean(log_w: mpmath.mpf) -> mpmath.mpf:
            w = mpmath.exp(log_w)

            def equations(*z: mpmath.mpf) -> list[mpmath.mpf]:
                rows = law(w, *z)
                powers = [sum(m * x**back * abs(1 - x ** (1 - 2 * back)) ** 1.5 for x, m in rows) / limit - 1 for back in (0, 1)]
                return [sum(m * (x - 1) for x, m in rows), *powers]

            found = law(w, *mpmath.findroot(equations, start, tol=1e-60))
            assert sum(m * max(1 - mpmath.exp(e) * x, 0) for x, m in found) <= d
            return sum(m * x * mpmath.log(x) for x, m in found)

        low, high, ratio = mpmath.mpf(-14), mpmath.mpf(-10), (mpmath.sqrt(5) - 1) / 2
        for _ in range(30):
            x, y = high - ratio * (high - low), low + ratio * (high - low)
            low, high = (low, y) if mean(x) > mean(y) else (x, high)
        truth = float(mean((low + high) / 2))
    source = [("approximate-dp", {"epsilon": 2.26, "delta": 7.98e-11}), ("fk-divergence-dp", {"k": 1.5, "epsilon": 0.361})]
    _agrees(optimal(source, "kl-privacy"), truth)


def test_where_only_its_own_order_binds_chi_square_beside_a_line_is_that_of_zcdp() -> None:
    source = [("approximate-dp", {"epsilon": 0.49, "delta": 2.9e-5}), ("zero-concentrated-dp", {"xi": 0, "rho": 0.0679})]
    _agrees(optimal(source, "fk-divergence-dp", {"k": 2}), math.sqrt(math.expm1(2 * 0.0679)))


def test_a_line_of_tiny_delta_hardly_lets_a_power_below_two_beyond_its_loss() -> None:
    """With the pure bound in its place the ratios e^±1.58 and 1 take all of the power (T17); δ adds next to nothing."""
    x, k, size = math.exp(1.58), 1.5, 0.229
    least = size**k * 2 * (math.sqrt(x) - 1) ** 2 / ((x - 1) ** k * (1 + x ** (1 - k)))
    source = [("approximate-dp", {"epsilon": 1.58, "delta": 2.6e-11}), ("fk-divergence-dp", {"k": k, "epsilon": size})]
    best = optimal(source, "divergence-dp", {"f": "hellinger"})
    assert best.certified
    assert least * (1 - 1e-13) <= best.lower
    assert best.upper <= least * (1 + 9e-9)


def test_lines_alone_decide_the_hellinger_distance_beside_a_mean_loss() -> None:
    """Losses may be as large as wanted with probability δ; the affinity of the (ε, δ) pair is (1 - δ)/cosh(ε/2)."""
    source = [("approximate-dp", {"epsilon": 0.178, "delta": 1.21e-7}), ("kl-privacy", {"epsilon": 0.481})]
    _agrees(optimal(source, "divergence-dp", {"f": "hellinger"}), 2 - 2 * (1 - 1.21e-7) / math.cosh(0.089), 1e-12)


def _meeting(alpha: int, epsilon: str, rho: str) -> mpmath.mpf:
    """The order β at which zCDP is touched by the rare output that takes all of E X^α: ln P = -(β - 1)²ρ, ln Q = -β²ρ."""
    most, r = mpmath.log(mpmath.expm1((alpha - 1) * mpmath.mpf(epsilon))), mpmath.mpf(rho)
    return alpha + mpmath.sqrt(alpha * alpha - alpha - most / r)


@pytest.mark.parametrize(
    ("alpha", "epsilon", "rho"), [(32, "0.357", "0.194"), (20, "0.1", "1"), (64, "0.1", "0.1"), (10, "1", "2")]
)
def test_gaussian_dp_and_orders_of_pairs_whose_masses_are_below_floats(alpha: int, epsilon: str, rho: str) -> None:
    """Where one order stops to bind and zCDP begins, Gaussian DP needs the most; D_ω/ω rises up to there."""
    with mpmath.workdps(60):
        beta, r = _meeting(alpha, epsilon, rho), mpmath.mpf(rho)
        z = [
            mpmath.findroot(lambda x, a=a: mpmath.log(mpmath.ncdf(-x)) + a, mpmath.sqrt(2 * a))
            for a in (r * (beta - 1) ** 2, r * beta**2)
        ]
        index = float(z[1] - z[0])
        last = mpmath.mpf(alpha) * 6 / 5
        rate = float(mpmath.log1p(mpmath.exp((last * (2 * beta - 1) - beta * beta) * r)) / (last - 1) / last)
    source = [("zero-concentrated-dp", {"xi": 0, "rho": float(rho)}), ("renyi-dp", {"alpha": alpha, "epsilon": float(epsilon)})]
    _agrees(optimal(source, "gaussian-dp"), index, 1e-8)
    _agrees(optimal(source, "truncated-codp-bdrs18", {"omega": float(last)}), rate)
    _agrees(optimal(source, "truncated-codp-bdrs18", {"omega": math.ceil(2 * beta)}), float(rho))


def test_truncated_cdp_beside_zcdp_needs_a_test_beyond_floats_for_gaussian_dp() -> None:
    """The test that meets both has P-mass e^{-2989.6}; all tests that floats hold say no more than 0.85."""
    with mpmath.workdps(60):
        r, w = mpmath.mpf("0.912"), mpmath.mpf("31.4")
        most = (w - 1) * w * mpmath.mpf("0.223")
        beta = w + mpmath.sqrt(w * w - w - most / r)
        z = [
            mpmath.findroot(lambda x, a=a: mpmath.log(mpmath.ncdf(-x)) + a, mpmath.sqrt(2 * a))
            for a in (r * (beta - 1) ** 2, r * beta**2)
        ]
        index = float(z[1] - z[0])
    source = [("zero-concentrated-dp", {"xi": 0, "rho": 0.912}), ("truncated-codp-bdrs18", {"rho": 0.223, "omega": 31.4})]
    _agrees(optimal(source, "gaussian-dp"), index)


def test_where_a_loss_ends_them_no_rarer_test_counts() -> None:
    """Alone, zCDP would meet the order beyond the largest loss: with it the answer is that without zCDP."""
    parts = [("renyi-dp", {"alpha": 64, "epsilon": 0.103}), ("epsilon-dp", {"epsilon": 0.599})]
    both = optimal([("zero-concentrated-dp", {"xi": 0, "rho": 0.2}), *parts], "gaussian-dp")
    without = optimal(parts, "gaussian-dp")
    assert both.certified
    assert both.lower <= without.upper
    assert without.lower <= both.upper


def test_a_rare_pair_touches_zcdp_with_an_offset_at_a_high_order() -> None:
    """D_1000 ≤ 5 + 0.00162·1000 is reached by outputs of mass e^{-1620}."""
    _agrees(optimal({"zero-concentrated-dp": {"xi": 5, "rho": 0.00162}}, "renyi-dp", {"alpha": 1000}), 6.62)
