"""Bounded range beside other bounds: its best conversions against linear programmes of our own, and closed forms."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import flint
import numpy as np
import pytest
from scipy.optimize import brentq, linprog

from dpzoo.numbers.real import real
from dpzoo.optimal.acceptance import meets, unmixed
from dpzoo.optimal.engine import optimal
from dpzoo.optimal.optimum import Pair, Status
from dpzoo.optimal.shapes import Deviation
from dpzoo.optimal.sources import guarantee
from dpzoo.optimal.windows import WindowCover, WindowProblem

Function = Callable[[Any], Any]


def reverse(function: Function) -> Function:
    return lambda x: x * function(1 / x)


def bounds_of(source: list[tuple[str, dict[str, Any]]]) -> list[tuple[Function, float]]:
    """Each guarantee as means of functions of X in both orders, and their limits; zCDP at many orders."""
    found: list[tuple[Function, float]] = []
    for name, v in source:
        if name == "total-variation-privacy":
            found.append((lambda x: np.maximum(x - 1, 0), v["epsilon"]))
        elif name == "approximate-dp":
            price = math.exp(v["epsilon"])
            found.append((lambda x, e=price: np.maximum(x - e, 0), v["delta"]))
        elif name == "kl-privacy":
            found.append((lambda x: x * np.log(x), v["epsilon"]))
        elif name == "renyi-dp":
            a = v["alpha"]
            found.append((lambda x, a=a: x**a, math.exp((a - 1) * v["epsilon"])))
        elif name == "fk-divergence-dp":
            found.append((lambda x, k=v["k"]: np.abs(x - 1) ** k, v["epsilon"] ** v["k"]))
        elif name == "zero-concentrated-dp":
            found += [(lambda x, a=a: x**a, math.exp((a - 1) * v["rho"] * a)) for a in 1 + np.geomspace(0.1, 30, 30)]
    return [(f, limit) for function, limit in found for f in (function, reverse(function))]


def windows_programme(source: list[tuple[str, dict[str, Any]]], goal: Function, number: int = 200) -> float:
    """The largest mean of the goal over laws on a grid of losses in a window of length η, over many windows."""
    eta = next(v["epsilon"] for name, v in source if name == "range-bounded-privacy")
    bounds = bounds_of(source)

    def most(place: float) -> float:
        x = np.exp(np.unique(np.append(np.linspace(place, place + eta, number + 1), 0.0)))
        rows = np.array([f(x) / limit for f, limit in bounds])
        size = np.maximum(np.abs(rows).max(axis=0), np.maximum(x, 1))
        found = linprog(
            -goal(x) / size,
            A_ub=rows / size,
            b_ub=np.ones(len(rows)),
            A_eq=np.array([np.ones_like(x), x]) / size,
            b_eq=[1, 1],
            method="highs",
        )
        return -float(found.fun) if found.status == 0 else 0.0

    places = -eta / (1 + np.exp(-np.linspace(-8, 8, 33)))
    for _ in range(3):
        values = [most(x) for x in places]
        k = int(np.argmax(values))
        low, high = places[min(k + 1, len(places) - 1)], places[max(k - 1, 0)]
        places = np.linspace(high, low, 13)
    return max(values)


def range_of(e: float) -> tuple[str, dict[str, float]]:
    return ("range-bounded-privacy", {"epsilon": e})


def variation(e: float) -> tuple[str, dict[str, float]]:
    return ("total-variation-privacy", {"epsilon": e})


KL = ("kl-privacy", {}, lambda x: x * np.log(x), lambda m: m)


def renyi(a: float) -> tuple[str, dict[str, float], Function, Function]:
    return ("renyi-dp", {"alpha": a}, lambda x: x**a, lambda m: math.log(m) / (a - 1))


def power(k: float) -> tuple[str, dict[str, float], Function, Function]:
    return ("fk-divergence-dp", {"k": k}, lambda x: np.abs(x - 1) ** k, lambda m: m ** (1 / k))


HELLINGER = ("divergence-dp", {"f": "hellinger"}, lambda x: (np.sqrt(x) - 1) ** 2, lambda m: m)


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ([range_of(1.27), ("fk-divergence-dp", {"k": 2, "epsilon": 0.601}), variation(0.0429)], KL),
        ([range_of(2.13), variation(0.428)], renyi(3)),
        ([range_of(0.993), ("zero-concentrated-dp", {"xi": 0, "rho": 0.167}), variation(0.0141)], renyi(3)),
        ([range_of(0.496), ("approximate-dp", {"epsilon": 0.233, "delta": 0.000309})], renyi(4)),
        ([range_of(0.348), ("zero-concentrated-dp", {"xi": 0, "rho": 0.534}), variation(0.0206)], HELLINGER),
        ([range_of(3.06), ("kl-privacy", {"epsilon": 0.0305})], power(2.24)),
        ([range_of(2.13), variation(0.428)], power(1.5)),
        ([range_of(0.112), ("renyi-dp", {"alpha": 32, "epsilon": 0.0392})], power(3)),
    ],
)
def test_linear_programmes_on_windows_find_as_much(
    source: list[tuple[str, dict[str, float]]], target: tuple[str, dict[str, float], Function, Function]
) -> None:
    name, fixed, goal, finish = target
    found, least = optimal(source, name, fixed), finish(windows_programme(source, goal))
    assert found.status is Status.ATTAINED
    assert found.certified
    assert least * (1 - 1e-7) <= found.upper <= least * (1 + 3e-3)
    assert found.upper - found.lower <= 9e-9 * found.upper
    assert found.pair is not None
    p, q = (np.array([float(x) for x in row]) for row in (found.pair.p, found.pair.q))
    ratios = p / q
    assert np.log(ratios.max() / ratios.min()) <= dict(source)["range-bounded-privacy"]["epsilon"] * (1 + 1e-14)
    for function, limit in bounds_of(source):
        assert q @ function(ratios) <= limit * (1 + 1e-12)
    assert max(finish(q @ goal(ratios)), finish(q @ reverse(goal)(ratios))) >= found.lower * (1 - 1e-6)


@pytest.mark.parametrize(("eta", "delta"), [(0.348, 0.0206), (1.27, 0.0429)])
def test_a_small_total_variation_leaves_the_binary_pair_that_has_all_of_it(eta: float, delta: float) -> None:
    def masses(a: float) -> tuple[Any, Any]:
        ratios = np.exp([a, a + eta])
        rare = (1 - ratios[0]) / (ratios[1] - ratios[0])
        return np.array([1 - rare, rare]), ratios

    def excess(a: float) -> float:
        q, x = masses(a)
        return float(q[1] * (x[1] - 1)) - delta

    q, x = masses(brentq(excess, -eta / 4, -1e-6, xtol=1e-15))
    found = optimal([range_of(eta), variation(delta)], "kl-privacy")
    assert found.certified
    assert float(q @ (x * np.log(x))) == pytest.approx(found.upper, rel=9e-9)


def test_a_range_that_does_not_bind_changes_nothing() -> None:
    rest = [("renyi-dp", {"alpha": 10, "epsilon": 0.136}), ("fk-divergence-dp", {"k": 4, "epsilon": 0.0906})]
    alone = optimal(rest, "divergence-dp", {"f": "chi-square"})
    found = optimal([*rest, range_of(2.88)], "divergence-dp", {"f": "chi-square"})
    assert found.certified
    assert found.upper == pytest.approx(alone.upper, rel=9e-9)


@pytest.mark.parametrize(("eta", "epsilon", "k"), [(0.231, 0.167, 3), (0.528, 0.511, 3), (0.254, 0.161, 1.2)])
def test_a_pure_bound_alone_leaves_the_binary_pairs_of_fewer_windows(eta: float, epsilon: float, k: float) -> None:
    a = np.linspace(-epsilon, epsilon - eta, 100_001)
    low, high = np.exp(a), np.exp(a + eta)
    rare = (1 - low) / (high - low)
    truth = float((rare * (high - 1) ** k + (1 - rare) * (1 - low) ** k).max() ** (1 / k))
    found = optimal([range_of(eta), ("epsilon-dp", {"epsilon": epsilon})], "fk-divergence-dp", {"k": k})
    assert found.certified
    assert found.upper >= truth
    assert found.lower == pytest.approx(truth, rel=1e-8)


def test_all_places_are_proved_where_the_first_and_the_last_one_were_not_solved() -> None:
    """Also where neither end is a float: those next to ε = 0.4 and η = 0.6 lie above the one and below the other."""
    parts = guarantee((range_of(0.6), ("epsilon-dp", {"epsilon": 0.4}))).parts
    problem = WindowProblem(parts, Deviation(real(3), reverse=False), [], 0.3)
    with np.errstate(all="ignore"):
        problem.scan()
        assert problem.climb_all()
        value = problem.best.value
        for place in (problem.first, problem.last):
            problem.looks.pop(place, None)
        cover = WindowCover(problem, value, flint.arb(value * 1.01), value / 100)
        assert cover.proved() <= cover.top
    first, last = cover.reach
    assert Fraction(first) <= -Fraction(2, 5)
    assert Fraction(last) >= Fraction(2, 5) - Fraction(3, 5)


def test_a_pair_has_the_range_only_if_nothing_that_was_mixed_in_hides_more() -> None:
    """Mixed with 2⁻²⁷ of Q, a loss of -30 becomes one of -18.7."""
    rare = Fraction(1, 2**43)
    p, q = (1 - rare / 4, rare / 4), (Fraction(3, 4), Fraction(1, 4))
    share = Fraction(1, 2**27)
    mixed = Pair(tuple((1 - share) * x + share * y for x, y in zip(p, q, strict=True)), q)
    parts = guarantee((range_of(20),)).parts
    assert [meets(parts, x) for x in (Pair(p, q), mixed, unmixed(mixed))] == [False, True, False]
    assert meets(parts, unmixed(Pair((Fraction(1, 4), Fraction(3, 4)), q)))


def test_only_pairs_within_the_range_meet_it() -> None:
    pair = Pair((Fraction(3, 4), Fraction(1, 4)), (Fraction(1, 2), Fraction(1, 2)))  # ratios 3/2 and 1/2
    for eta, fine in ((1.0986, False), (1.0987, True)):
        assert meets(guarantee((range_of(eta),)).parts, pair) is fine


def test_a_supremum_over_orders_is_at_least_that_of_each_order() -> None:
    source = [range_of(0.496), ("approximate-dp", {"epsilon": 0.233, "delta": 0.000309})]
    found = optimal(source, "truncated-codp-bdrs18", {"omega": 4})
    values = [math.log(windows_programme(source, lambda x, a=a: x**a)) / (a - 1) / a for a in (1.01, 1.5, 2, 3, 4)]
    assert max(values) * (1 - 1e-7) <= found.upper <= max(values) * (1 + 3e-3)
