"""Gaussian DP beside bounds that it does not imply (theory, T29), against programmes and integrals of its own."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import flint
import mpmath
import numpy as np
import pytest
from scipy.optimize import brentq, linprog
from scipy.stats import norm
from sources_and_pairs import gaussian, rdp

from dpzoo.numbers.real import real
from dpzoo.optimal.engine import optimal
from dpzoo.optimal.fused import _Fusing
from dpzoo.optimal.optimum import Pair, Status
from dpzoo.optimal.primitives import Orders
from dpzoo.optimal.shapes import shape_of_order

Function = Callable[[Any], Any]


def _kl(epsilon: float) -> dict[str, Any]:
    return {"kl-privacy": {"epsilon": epsilon}}


def _power(k: float, epsilon: float) -> dict[str, Any]:
    return {"fk-divergence-dp": {"k": k, "epsilon": epsilon}}


def _renyi_rows(alpha: float, epsilon: float) -> list[tuple[Function, float]]:
    """Functions of the loss whose means a Rényi divergence bounds, 0 at 0 and without a linear part there."""
    s = alpha - 1
    if s == 0:
        return [(lambda v: v * np.exp(v) - np.expm1(v), epsilon), (lambda v: np.expm1(v) - v, epsilon)]
    limit = math.expm1(s * epsilon)
    return [(_moment(alpha), limit), (lambda v: np.expm1(-s * v) + s * np.expm1(v), limit)]


def _power_rows(k: float, epsilon: float) -> list[tuple[Function, float]]:
    return [(lambda v: np.abs(np.expm1(v)) ** k, epsilon**k), (lambda v: np.exp(v) * np.abs(np.expm1(-v)) ** k, epsilon**k)]


def _programme(mu: float, rows: list[tuple[Function, float]], goal: Function, beyond: float, cells: int = 400) -> float:
    """The largest mean of ``goal`` over laws of the loss on a grid whose hinges are at most the Gaussian pair's."""
    z = np.linspace(-9, 9 + beyond, cells)
    v, mass = mu * z - mu * mu / 2, norm.pdf(z) * (z[1] - z[0])
    x = np.exp(v)
    table, bounds = [], []
    for k in range(1, cells - 1):
        call = norm.cdf(mu / 2 - v[k] / mu) - x[k] * norm.cdf(-mu / 2 - v[k] / mu)
        limit = call if v[k] >= 0 else norm.cdf(v[k] / mu + mu / 2) * x[k] - norm.cdf(v[k] / mu - mu / 2)
        if limit > 1e-280:
            table.append((np.maximum(x - x[k], 0) if v[k] >= 0 else np.maximum(x[k] - x, 0)) * mass / limit)
            bounds.append(1.0)
    for function, limit in rows:
        table.append(function(v) * mass / limit)
        bounds.append(1.0)
    gain = goal(v) * mass
    size = np.abs(gain).max()
    found = linprog(-gain / size, A_ub=np.array(table), b_ub=bounds, A_eq=np.array([mass, mass * x]), b_eq=[1, 1], method="highs")
    assert found.status == 0, found.message
    return float(-found.fun * size)


def _moment(alpha: float) -> Function:
    return lambda v: np.expm1(alpha * v) - alpha * np.expm1(v)


def _of_moment(alpha: float) -> Callable[[float], float]:
    return lambda x: math.log1p(x) / (alpha - 1)


@pytest.mark.parametrize(
    ("mu", "source", "rows", "target", "goal", "finish", "beyond"),
    [
        (1.1, rdp(2, 0.784), _renyi_rows(2, 0.784), "kl-privacy", _renyi_rows(1, 1)[0][0], lambda x: x, 2),
        (0.141, rdp(64, 0.372), _renyi_rows(64, 0.372), "kl-privacy", _renyi_rows(1, 1)[0][0], lambda x: x, 2),
        (0.9, _kl(0.1), _renyi_rows(1, 0.1), "renyi-dp", _moment(2), _of_moment(2), 4),
        (
            0.141,
            {**rdp(64, 0.372), **_kl(0.008)},
            [*_renyi_rows(64, 0.372), *_renyi_rows(1, 0.008)],
            "renyi-dp",
            _moment(2),
            _of_moment(2),
            3,
        ),
        (0.5, _kl(0.058), _renyi_rows(1, 0.058), "fk-divergence-dp", _power_rows(3, 1)[0][0], lambda x: x ** (1 / 3), 3),
        (0.6, _power(1.5, 0.3), _power_rows(1.5, 0.3), "renyi-dp", _moment(2), _of_moment(2), 3),
        (0.6, _power(2.5, 0.3), _power_rows(2.5, 0.3), "renyi-dp", _moment(6), _of_moment(6), 6),
    ],
)
def test_a_linear_programme_finds_as_much(
    mu: float,
    source: dict[str, Any],
    rows: list[tuple[Function, float]],
    target: str,
    goal: Function,
    finish: Callable[[float], float],
    beyond: float,
) -> None:
    """Over laws on a grid whose hinges are at most the Gaussian pair's, which knows nothing of what is fused."""
    fixed = {"kl-privacy": {}, "fk-divergence-dp": {"k": 3}, "renyi-dp": {"alpha": 6 if beyond == 6 else 2}}[target]
    found = optimal({**gaussian(mu), **source}, target, fixed)
    assert (found.status, found.certified, found.theorem) == (Status.ATTAINED, True, "T29")
    assert finish(_programme(mu, rows, goal, beyond)) == pytest.approx(found.upper, rel=2e-3)


def test_the_lowest_losses_alone_are_fused_where_the_goal_grows_faster() -> None:
    """KL ≤ 0.0152 beside μ = 1.61: the place from the definition of KL, D₂ and E|X - 1|³ by integrals."""
    mu, bound = mpmath.mpf("1.61"), mpmath.mpf("0.0152")

    def mean(function: Callable[[Any], Any], place: Any) -> Any:
        p, q = mpmath.ncdf(place - mu), mpmath.ncdf(place)
        places = [place + k for k in range(14)]
        return q * function(p / q) + mpmath.quad(lambda z: function(mpmath.exp(mu * z - mu**2 / 2)) * mpmath.npdf(z), places)

    place = mpmath.findroot(lambda x: mean(lambda r: r * mpmath.log(r), x) - bound, 4.3)
    source = {**gaussian(1.61), **_kl(0.0152)}
    second = optimal(source, "renyi-dp", {"alpha": 2})
    assert second.lower <= float(mpmath.log(mean(lambda r: r**2, place))) <= second.upper * (1 + 1e-13)
    third = optimal(source, "fk-divergence-dp", {"k": 3})
    assert float(mpmath.cbrt(mean(lambda r: abs(r - 1) ** 3, place))) == pytest.approx(third.upper, rel=1e-11)


def test_both_ends_are_fused_alike_where_the_goal_grows_more_slowly() -> None:
    """D₂ ≤ 0.784 beside μ = 1.1: places ±w around μ/2, and multipliers with which a function above the goal is convex."""
    mu = 1.1

    def law(w: float) -> tuple[float, float, float]:
        """E X², the P-mass above, the Q-mass above."""
        p, q = norm.cdf(mu / 2 - w), norm.cdf(-mu / 2 - w)
        middle = math.exp(mu * mu) * (norm.cdf(w - 1.5 * mu) - norm.cdf(-w - 1.5 * mu))
        return p * p / q + q * q / p + middle, p, q

    w = brentq(lambda x: math.log(law(x)[0]) - 0.784, 0, 9, xtol=1e-15)
    _, p, q = law(w)
    t, m = math.exp(mu * w), p / q  # the ratios at the place and of the output above
    functions = [lambda x: x * np.log(x), lambda x: x * x, lambda x: 1 / x]
    slopes = [lambda x: np.log(x) + 1, lambda x: 2 * x, lambda x: -1 / x**2]
    misses = [[f(a) - f(b) - d(b) * (a - b) for f, d in zip(functions, slopes, strict=True)] for a, b in ((t, m), (1 / t, 1 / m))]
    weights = np.linalg.solve([x[1:] for x in misses], [x[0] for x in misses])
    assert (weights > 0).all()
    x = np.exp(np.linspace(-12, 12, 4001))
    rest = functions[0](x) - weights[0] * functions[1](x) - weights[1] * functions[2](x)
    above = rest.copy()
    for side, b in ((x > t, m), (x < 1 / t, 1 / m)):
        at = functions[0](b) - weights[0] * functions[1](b) - weights[1] * functions[2](b)
        slope = slopes[0](b) - weights[0] * slopes[1](b) - weights[1] * slopes[2](b)
        above[side] = at + slope * (x[side] - b)
    rises = np.diff(above) / np.diff(x)
    assert (above >= rest - 1e-9 * np.abs(rest)).all()
    assert (np.diff(rises) >= -1e-7 * np.abs(rises[1:])).all()
    place = np.linspace(mu / 2 - w, mu / 2 + w, 200_001)
    loss = mu * place - mu * mu / 2
    kl = p * math.log(p / q) + q * math.log(q / p) + np.trapezoid(np.exp(loss) * loss * norm.pdf(place), place)
    found = optimal({**gaussian(mu), **rdp(2, 0.784)}, "kl-privacy")
    assert kl == pytest.approx(found.upper, rel=1e-9)


def test_intervals_that_overlap_are_no_pair() -> None:
    """Fused up to 1 and from 0.9 on, masses would add up to more than 1."""
    problem = _Fusing(flint.arb(1), [Orders(real(1), real(0), real(2), real(2))], shape_of_order(real(3)))
    ends = [flint.arb(x) for x in ("-inf", 1, 0.9, "inf")]
    with pytest.raises(ArithmeticError, match="overlaps"):
        problem.inside([(ends[0], ends[1]), (ends[2], ends[3])])


def test_the_pair_that_is_shown_meets_both_and_needs_nearly_as_much() -> None:
    found = optimal({**gaussian(0.141), **rdp(64, 0.372)}, "kl-privacy")
    assert isinstance(found.pair, Pair)
    p, q = (np.array([float(x) for x in row]) for row in (found.pair.p, found.pair.q))
    for a, b in ((p, q), (q, p)):
        assert math.log((a**64 * b**-63.0).sum()) <= 63 * 0.372
        assert (a * np.log(a / b)).sum() == pytest.approx(found.upper, rel=1e-5)
    order = np.argsort(-p / q)
    tests = np.cumsum(p[order])[:-1], np.cumsum(q[order])[:-1]
    assert (norm.ppf(tests[0]) - norm.ppf(tests[1])).max() <= 0.141 + 1e-9


def test_a_curve_that_does_not_bind_changes_nothing() -> None:
    """The worst pair without it is a randomised response (T11), or one of three outputs whose tests keep to the curve."""
    u = brentq(lambda x: math.log(math.cosh(1.5 * x) / math.cosh(x / 2)) - 0.1, 1e-3, 5)
    found = optimal({**gaussian(2), **rdp(2, 0.1)}, "kl-privacy")
    assert found.upper == pytest.approx(u * math.tanh(u / 2), rel=1e-12)
    plain = optimal({**rdp(5, 0.5), **_kl(0.08)}, "renyi-dp", {"alpha": 3})
    assert isinstance(plain.pair, Pair)
    order = sorted(zip(plain.pair.p, plain.pair.q, strict=True), key=lambda x: x[1] / x[0])
    p, q = (np.cumsum([float(x[k]) for x in order])[:-1] for k in (0, 1))
    assert (norm.ppf(p) - norm.ppf(q)).max() < 0.69
    found = optimal({**gaussian(0.7), **rdp(5, 0.5), **_kl(0.08)}, "renyi-dp", {"alpha": 3})
    assert (found.certified, found.lower, found.upper) == (True, pytest.approx(plain.lower, rel=1e-9), plain.upper)


def test_a_family_is_touched_at_the_goals_own_order() -> None:
    """D_α ≤ 0.2α up to 8, where the curve alone would allow 1.225 at 5: no more than the family says, and as much."""
    found = optimal({**gaussian(0.7), "truncated-codp-bdrs18": {"rho": 0.2, "omega": 8}}, "renyi-dp", {"alpha": 5})
    assert (found.status, found.certified) == (Status.ATTAINED, True)
    assert found.lower == pytest.approx(1, rel=1e-8)
    assert found.upper == pytest.approx(1, rel=1e-8)


def test_ends_are_those_of_the_optimum_where_two_outputs_are_fused_beside_each_other() -> None:
    """E(X-1)⁴ ≤ 0.3⁴ beside μ = 0.6: D₆ needs two outputs below one place, which is not searched."""
    found = optimal({**gaussian(0.6), **_power(4, 0.3)}, "renyi-dp", {"alpha": 6})
    value = _of_moment(6)(_programme(0.6, _power_rows(4, 0.3), _moment(6), 5))
    assert found.lower < value * 1.002
    assert value * 0.998 < found.upper


@pytest.mark.parametrize(("mu", "alpha"), [("0.3", 2), ("0.781", 2)])
def test_a_high_order_that_the_curve_breaks_by_far_cuts_both_tails_alike(mu: str, alpha: int) -> None:
    """Its bound is symmetric, so that the tails are fused at the same distance from μ/2; E X^64 is in closed form."""
    with mpmath.workdps(50):
        m, most = mpmath.mpf(mu), mpmath.mpf("1.11")

        def moment(a: int, x: mpmath.mpf) -> mpmath.mpf:
            low, high = m / 2 - x, m / 2 + x
            inside = mpmath.exp(a * (a - 1) * m * m / 2) * (mpmath.ncdf(high - a * m) - mpmath.ncdf(low - a * m))
            tails = [(mpmath.ncdf(low - m), mpmath.ncdf(low)), (mpmath.ncdf(m - high), mpmath.ncdf(-high))]
            return inside + sum(p**a * q ** (1 - a) for p, q in tails)

        x = mpmath.findroot(lambda x: mpmath.log(moment(64, x)) - 63 * most, (mpmath.mpf(1), mpmath.mpf(8)), solver="anderson")
        truth = float(mpmath.log(moment(alpha, x)) / (alpha - 1))
    found = optimal({**gaussian(float(mu)), **rdp(64, 1.11)}, "renyi-dp", {"alpha": alpha})
    assert found.certified
    assert truth * (1 - 1e-9) <= found.lower <= truth * (1 + 1e-13)
    assert truth * (1 - 1e-13) <= found.upper <= truth * (1 + 1e-9)


@pytest.mark.parametrize(("eta", "mu"), [(3, 1), (1, 0.6), (0.121, 0.0642)])
def test_a_range_of_losses_beside_the_curve(eta: float, mu: float) -> None:
    """Linear programmes with many lines of the curve are a little too large at each window, and too small between windows."""
    best = 0.0
    for start in np.linspace(-eta, 0, 25)[1:-1]:
        x = np.exp(np.linspace(start, start + eta, 241))
        slopes = np.linspace(-eta, eta, 241)
        excess = norm.cdf(mu / 2 - slopes / mu) - np.exp(slopes) * norm.cdf(-mu / 2 - slopes / mu)
        rows = np.maximum(x - np.exp(slopes)[:, None], 0)
        found = linprog(-(x**2), rows, excess, [np.ones_like(x), x], [1, 1])
        best = max(best, -found.fun if found.status == 0 else 0.0)
    source = {**gaussian(mu), "range-bounded-privacy": {"epsilon": eta}}
    answer = optimal(source, "renyi-dp", {"alpha": 2})
    assert answer.upper == pytest.approx(math.log(best), rel=2e-3)
    assert answer.certified
    assert answer.upper - answer.lower <= 1e-9 * answer.upper
    assert isinstance(answer.pair, Pair)
    p, q = (np.array([float(x) for x in row]) for row in (answer.pair.p, answer.pair.q))
    assert np.ptp(np.log(p / q)) <= eta * (1 + 1e-12)
    order = np.argsort(-p / q)
    tests = np.cumsum(p[order])[:-1], np.cumsum(q[order])[:-1]
    assert (norm.ppf(tests[0]) - norm.ppf(tests[1])).max() <= mu + 1e-9
