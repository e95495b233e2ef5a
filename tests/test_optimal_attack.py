"""Attempts to refute optima: pairs that certainly meet the source, found without the engine, must not need more."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

import flint
import numpy as np
import pytest
from scipy.optimize import linprog
from scipy.special import ndtr, ndtri

from dpzoo.numbers.real import ONE, Real, real
from dpzoo.optimal.certify import UncertifiedError, arb, number_above, number_below
from dpzoo.optimal.column_programme import Columns
from dpzoo.optimal.dual import DualSolution
from dpzoo.optimal.engine import optimal
from dpzoo.optimal.primitives import Line, Orders, Power, Primitive, single
from dpzoo.optimal.rows import Row
from dpzoo.optimal.shapes import Deviation, Exponentials, shape_of_order

Law = tuple[Any, Any]
Measure = Callable[[Any, Any], float]
ORDERS = 1 + np.concatenate([[1e-7], np.geomspace(1e-3, 60, 700)])


def under(mu: float, epsilon: float, delta: float) -> Law:
    """Outputs by falling loss of a fine polygon under the Gaussian curve and a line, in both orders."""
    x = np.linspace(-6.5, 6.5 - mu, 40_001)
    q, e = np.concatenate([[0.0], ndtr(x), [1.0]]), np.exp(epsilon)
    p = np.min([ndtr(ndtri(q) + mu), delta + e * q, 1 - (1 - delta - q) / e], axis=0)
    p[0], p[-1] = 0.0, 1.0
    return np.diff(p), np.diff(q)


def divergences(p: Any, q: Any, orders: Any) -> Any:
    """D_α at orders above 1."""
    power = np.log(p) + np.outer(orders - 1, np.log(p / q))
    top = power.max(axis=1)
    return (np.log(np.exp(power - top[:, None]).sum(axis=1)) + top) / (orders - 1)


def left(p: Any, q: Any, share: float) -> Law:
    """What is left, by falling loss, once a share of either side is set aside (Huber and Strassen)."""
    cut = ((np.cumsum(p) - share) / np.cumsum(q)).max()
    back = ((np.cumsum(q[::-1]) - share) / np.cumsum(p[::-1])).max()
    if min(cut, back) <= 1:
        return q, q
    p, q = np.minimum(p, cut * q), np.minimum(q, back * p)
    return p / p.sum(), q / q.sum()


@pytest.mark.parametrize(
    ("mu", "epsilon", "delta", "xi", "share"), [(1.76, 0.121, 0.0856, 0.143, 0.00471), (1.62, 1.86, 4.21e-6, 0.372, 7.85e-6)]
)
def test_orders_beyond_all_digits_do_not_hide_what_is_left(
    mu: float, epsilon: float, delta: float, xi: float, share: float
) -> None:
    source = {"gaussian-dp": {"mu": mu}, "approximate-dp": {"epsilon": epsilon, "delta": delta}}
    found = optimal(source, "approximate-zero-concentrated-dp", {"xi": xi, "delta": share})
    orders = np.geomspace(1.01, 40, 400)
    needed = ((divergences(*left(*under(mu, epsilon, delta), share), orders) - xi) / orders).max()
    assert found.upper == pytest.approx(needed, rel=1e-4)
    assert found.lower == pytest.approx(needed, rel=1e-4)


# pairs of random linear programmes --------------------------------------------------------------------------------------


def delta_at(epsilon: float) -> Measure:
    return lambda p, q: float(np.maximum(p - math.exp(epsilon) * q, 0).sum())


def epsilon_at(delta: float) -> Measure:
    return lambda p, q: max(float(np.log(np.maximum((np.cumsum(p) - delta) / np.cumsum(q), 1)).max()), 0.0)


def power_of(k: float) -> Measure:
    return lambda p, q: float((q * np.abs(p / q - 1) ** k).sum() ** (1 / k))


def order_at(alpha: float) -> Measure:
    return lambda p, q: float((p * np.log(p / q)).sum() if alpha == 1 else divergences(p, q, np.array([alpha]))[0])


def family(xi: float, last: float = math.inf, share: float = 0.0) -> Measure:
    """The ρ that is needed of orders up to ``last`` once a share is set aside."""
    orders = ORDERS[last >= ORDERS]
    return lambda p, q: float(((divergences(*left(p, q, share), orders) - xi) / orders).max())


def gaussian_gap(p: Any, q: Any) -> float:
    x, y = np.cumsum(p), np.cumsum(q)
    return float(np.subtract(*ndtri([x[x < 1 - 1e-12], y[x < 1 - 1e-12]])).max(initial=0))


def best_power(x: float) -> Measure:
    """The power of the best test of size x."""
    return lambda p, q: float(np.interp(x, [0, *np.cumsum(q)], [0, *np.cumsum(p)]))


TARGETS: tuple[tuple[str, dict[str, Any], Measure], ...] = (
    ("approximate-dp", {"epsilon": 0.7}, delta_at(0.7)),
    ("approximate-dp", {"delta": 1e-3}, epsilon_at(1e-3)),
    ("total-variation-privacy", {}, delta_at(0)),
    ("kl-privacy", {}, order_at(1)),
    ("renyi-dp", {"alpha": 2.5}, order_at(2.5)),
    ("zero-concentrated-dp", {"xi": 0.05}, family(0.05)),
    ("bounded-concentrated-dp", {"xi": 0, "omega": 2.2}, family(0, 2.2)),
    ("approximate-zero-concentrated-dp", {"xi": 0.05, "delta": 2e-3}, family(0.05, share=2e-3)),
    ("fk-divergence-dp", {"k": 1.7}, power_of(1.7)),
    ("gaussian-dp", {}, gaussian_gap),
    ("f-dp", {"x": 0.05}, best_power(0.05)),
)
Bound = tuple[Callable[[float], Measure], float, float]
"""A family of measures, which of them, and what it may be at most."""
BOUNDS: dict[str, tuple[tuple[Bound, ...], float]] = {
    "two orders and a line": (((order_at, 2.5, 0.2), (order_at, 6, 0.9), (delta_at, 0.8, 0.01)), 9.0),
    "a power and a mean loss": (((power_of, 3, 0.6), (order_at, 1, 0.06)), 9.0),
    "a family, an order and a largest loss": (((family, 0, 0.2), (order_at, 3, 0.4)), 1.6),
}


def guarantee(bound: Bound) -> tuple[str, dict[str, float]]:
    """The same as a notion and its parameters."""
    kind, which, limit = bound
    if kind is order_at:
        return "renyi-dp", {"alpha": which, "epsilon": limit}
    if kind is delta_at:
        return "approximate-dp", {"epsilon": which, "delta": limit}
    return ("fk-divergence-dp", {"k": which, "epsilon": limit}) if kind is power_of else ("zero-concentrated-dp", {"rho": limit})


def features(bound: Bound, x: Any) -> Any:
    """Functions of the ratio whose means are at most 1 where the bound holds."""
    kind, which, limit = bound
    if kind is delta_at:
        return np.maximum(x - math.exp(which), 0)[None] / limit
    if kind is power_of:
        return np.abs(x - 1)[None] ** which / limit**which
    several = [(which, limit)] if kind is order_at else [(a, limit * a) for a in (1.0, *np.geomspace(1.05, 40, 30))]
    return np.array([x * np.log(x) / e if a == 1 else np.exp(a * np.log(x) - (a - 1) * e) for a, e in several])


def worst_laws(bounds: tuple[Bound, ...], end: float, goals: int, seed: int) -> Iterator[Law]:
    """Pairs by falling loss that meet the bounds in both orders: those of random programmes, a little mixed."""
    rng = np.random.default_rng(seed)
    x, orders = np.exp(end * np.sinh(np.linspace(-3, 3, 241)) / math.sinh(3)), np.geomspace(1.05, 9, 12)
    table = np.concatenate([y for b in bounds for y in (features(b, x), features(b, 1 / x) * x)])
    equal = np.array([np.ones_like(x), x])
    size = np.maximum(np.abs(table).max(axis=0), equal.max(axis=0))
    exactly = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}
    for _ in range(goals):
        alpha, price, kind = rng.choice(orders), rng.uniform(0, 2), int(rng.integers(3))
        goal = [x**alpha, np.maximum(x - np.exp(price), 0), np.abs(x - 1) ** alpha][kind] / size
        right = np.ones(len(table))
        found = linprog(-goal / goal.max(), A_ub=table / size, b_ub=right, A_eq=equal / size, b_eq=[1, 1], options=exactly)
        assert found.status == 0
        kept = np.flatnonzero(found.x > 1e-13)[::-1]
        q = (found.x / size)[kept]
        p, q = q * x[kept] / (q * x[kept]).sum(), q / q.sum()
        for share in (0, 1e-9, 1e-7, 1e-5, 1e-3, 1e-2):
            mixed = (1 - share) * p + share * q
            met = all(max(f(y)(mixed, q), f(y)(q[::-1], mixed[::-1])) <= limit for f, y, limit in bounds)
            if met and np.abs(np.log(mixed / q)).max() <= end:
                yield mixed, q
                break


@pytest.mark.parametrize("name", BOUNDS)
def test_pairs_of_random_programmes_need_no_more_than_any_optimum(name: str) -> None:
    bounds, end = BOUNDS[name]
    laws = list(worst_laws(bounds, end, 12, seed=20))
    assert len(laws) >= 9
    source = [*map(guarantee, bounds), *([("epsilon-dp", {"epsilon": end})] if end < 5 else [])]
    for target, fixed, measure in TARGETS:
        found = optimal(source, target, fixed)
        needed = max(max(measure(p, q), measure(q[::-1], p[::-1])) for p, q in laws)
        assert needed <= found.upper * (1 + 1e-10), target
        assert needed > found.lower * 0.3, target  # so that the attack is one


@pytest.mark.parametrize("epsilon", [0, 1e-6, 0.3])
@pytest.mark.parametrize("target", ["epsilon-dp", "range-bounded-privacy"])
def test_rare_outputs_beside_relaxed_dp_meet_it_in_both_orders(epsilon: float, target: str) -> None:
    """Of any two sets of outputs that may be set aside the rest has no larger loss than ε."""
    found = optimal({"relaxed-dp": {"epsilon": epsilon, "delta_a": 0, "delta_p": 0.1}, "epsilon-dp": {"epsilon": 1}}, target)
    assert found.pair is not None
    rows = [np.array([float(x) for x in row]) for row in (found.pair.p, found.pair.q)]
    for p, q in (rows, rows[::-1]):
        assert p[p > q * math.exp(epsilon) * (1 + 1e-12)].sum() <= 0.1
    assert np.ptp(np.log(rows[0] / rows[1])) > found.lower * (1 - 1e-8)


# the dual inequality ----------------------------------------------------------------------------------------------------


PROGRAMMES: tuple[tuple[tuple[Primitive, ...], Real, bool, float | None], ...] = (
    ((*single(real(3), real(0.4)), Line(real(0.5), real(0.02))), real(2.2), False, None),
    ((Power(real(2.7), real(0.5)), *single(ONE, real(0.05))), real(1.8), True, None),
    ((Power(real(1.6), real(0.3)), Line(real(0.2), real(0.05))), real(1.4), True, 2.0),
    ((*single(real(1.5), real(0.3)), Line(ONE, real(0.001))), ONE, False, 3.0),
)


@pytest.mark.parametrize("case", range(len(PROGRAMMES)))
def test_multipliers_that_prove_too_little_are_refused(case: int) -> None:
    """Spoiled ones, too, prove only bounds that the pair of the programme keeps to."""
    parts, order, deviates, last = PROGRAMMES[case]
    rows = [Row(c, float(c.high) if isinstance(c, Orders) else 1.0, back) for c in parts for back in (False, True)]
    goal = Deviation(order, reverse=False) if deviates else shape_of_order(order)
    rng, v = np.random.default_rng(case), np.linspace(-1, 1, 161) * (last or 7.0)
    for _ in range(4):
        with np.errstate(all="ignore"):
            programme = Columns(rows, goal, v)
            v, _ = programme.closer(bounded=last is not None)
    end, proved = flint.arb(last) if last else None, []
    with flint.ctx.workprec(256):
        state = programme.state(end, 1.0)
        value = float(sum((m * goal.balls(x)[0] for m, x in zip(state.m, state.v, strict=True)), flint.arb(0)))
        for spoiled in (False, *(True,) * 25):
            state = programme.state(end, 1.0)
            if spoiled:
                size = 10.0 ** -rng.uniform(1, 6)
                state.y = [(y * (1 + size * rng.uniform(-1, 1))).mid() for y in state.y]
            try:
                proved.append(float(state.proved_with(*((0.0, 0.0) if spoiled else (1e-4, 1e-5))).upper()))
            except UncertifiedError:
                assert spoiled
    assert value * (1 - 1e-7) <= min(proved)  # the programme's own tolerance
    assert proved[0] <= value * (1 + 1e-2)


def test_numbers_beside_a_ball_are_on_their_side_of_it() -> None:
    """The shortest decimal of a float may lie on either side of it: 1/10 is less than the float 0.1, 3/10 more than 0.3."""
    for x in (0.1, 0.3, 1e-287, *np.random.default_rng(3).uniform(0, 4, 200).tolist()):
        with flint.ctx.workprec(256):
            assert arb(number_below(flint.arb(x))) <= flint.arb(x) <= arb(number_above(flint.arb(x)))
            assert arb(number_below(flint.arb(x) / 7)) <= flint.arb(x) / 7 <= arb(number_above(flint.arb(x) / 7))


def test_a_multiplier_of_unknown_sign_counts_where_losses_have_no_end() -> None:
    """x - c - 2x may be positive for small x where c may be negative."""
    state = DualSolution([], Exponentials(((ONE, ONE, 0),)), None, None, 1.0)
    state.y = [flint.arb(1e-9), flint.arb(2)]
    assert state._tail(-1) < 0
    state.y[0] = flint.arb(0, 1e-3)
    with pytest.raises(UncertifiedError):
        state._tail(-1)
