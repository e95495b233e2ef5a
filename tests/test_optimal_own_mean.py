"""How far losses deviate from their own mean, between lines and orders: exponent by exponent (theory, T28)."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any

import flint
import mpmath
import numpy as np
import pytest
from scipy.optimize import linprog
from sources_and_pairs import ZOO

from dpzoo.numbers.real import ONE, real
from dpzoo.optimal.engine import optimal
from dpzoo.optimal.moments import renyi_target
from dpzoo.optimal.optimum import Found, Optimum, Status
from dpzoo.optimal.own_mean import OwnMean
from dpzoo.optimal.shapes import Exponentials
from dpzoo.optimal.sources import guarantee

Source = list[tuple[str, Mapping[str, Any]]]
_RARE: Source = [("zero-concentrated-dp", {"xi": 0, "rho": 0.0779}), ("approximate-dp", {"epsilon": 0.12, "delta": 2.98e-7})]
_FLAT: Source = [
    ("epsilon-dp", {"epsilon": 1.36}),
    ("approximate-dp", {"epsilon": 0.33, "delta": 1.59e-5}),
    ("zero-concentrated-dp", {"xi": 0, "rho": 0.0359}),
    ("renyi-dp", {"alpha": 64, "epsilon": 0.647}),
]
_THREE: Source = [
    ("renyi-dp", {"alpha": 3, "epsilon": 0.042}),
    ("approximate-dp", {"epsilon": 0.117, "delta": 0.00518}),
    ("zero-concentrated-dp", {"xi": 0, "rho": 0.157}),
]


@cache
def _known(source: str) -> Optimum:
    return optimal(json.loads(source), "mean-concentrated-dp", {"mu": 3})


def _least(source: Source) -> Optimum:
    return _known(json.dumps(source))


def _programme(source: Source, s: float, tilt: float) -> tuple[float, float]:
    """The root of the largest E_P of 2(e^z - 1 - z)/s², z = sL - tilt, over laws of L on a grid; and ln E_P e^{sL} there."""
    pure = min((v["epsilon"] for n, v in source if n == "epsilon-dp"), default=6.0)
    v = pure * np.sinh(np.linspace(-3, 3, 801)) / math.sinh(3)
    v = np.unique(np.concatenate([v, *([-x["epsilon"], x["epsilon"]] for n, x in source if n == "approximate-dp")]))
    rows: list[Any] = []
    for name, values in source:
        for sign in (1, -1):
            base, loss = (np.exp(v), v) if sign > 0 else (np.ones_like(v), -v)
            if name == "approximate-dp":
                rows.append(np.maximum(base * -np.expm1(values["epsilon"] - loss), 0) / values["delta"])
            elif name == "renyi-dp":
                rows.append(base * np.exp((values["alpha"] - 1) * (loss - values["epsilon"])))
            elif name == "zero-concentrated-dp":
                orders = (1.001, *(1 + np.geomspace(0.05, 60, 70)))
                rows += [base * np.exp((a - 1) * (loss - values["rho"] * a)) for a in orders]
    equal = np.array([np.ones_like(v), np.exp(v)])
    gain = np.exp(v) * (np.exp(s * v - tilt) - 1 - s * v + tilt)
    size = np.maximum(np.max(rows, axis=0), equal.max(axis=0))
    found = linprog(-gain / size, A_ub=np.array(rows) / size, b_ub=np.ones(len(rows)), A_eq=equal / size, b_eq=[1, 1])
    assert found.status == 0
    return math.sqrt(-2 * found.fun) / abs(s), math.log(float(found.x / size @ np.exp((1 + s) * v)))


def _tilt(found: Optimum, s: float) -> float:
    """ln E_P e^{sL} of the pair that is shown."""
    assert found.pair is not None
    p, q = (np.array([float(x) for x in row]) for row in (found.pair.p, found.pair.q))
    return math.log(float((p * (p / q) ** s).sum()))


@pytest.mark.parametrize(("source", "place"), [(_RARE, 13.346), (_FLAT, 0.665)])
def test_no_law_of_losses_on_a_grid_needs_more_at_any_exponent(source: Source, place: float) -> None:
    """By linear programmes, whose value at any tilt is a bound; orders between those of their grid are not bounded."""
    found = _least(source)
    assert found.theorem == "T28"
    assert found.upper <= found.lower * (1 + 5e-9)
    there = _programme(source, place, _tilt(found, place))[0]
    assert found.lower * (1 - 1e-4) <= there <= found.upper * (1 + 2e-3)
    for s in (-1.3, 0.8 * place, 1.25 * place):
        tilt, least = _tilt(found, s), math.inf
        for _ in range(3):
            bound, tilt = _programme(source, s, tilt)
            least = min(least, bound)
        assert least <= found.upper * (1 + 2e-3)


@pytest.mark.parametrize("source", [_RARE, _FLAT, _THREE])
def test_the_pair_that_is_shown_meets_the_source_and_needs_so_much(source: Source) -> None:
    found = _least(source)
    assert found.pair is not None
    mechanism = found.pair.mechanism()
    assert all(ZOO[name].holds(mechanism, **values).holds is True for name, values in source)
    needed = float(ZOO["mean-concentrated-dp"].tightest(mechanism, mu=3).value)
    assert needed == pytest.approx(found.upper, rel=1e-6)
    assert needed <= found.upper * (1 + 1e-9)


def test_bounds_of_losses_and_lines_give_what_the_merged_pair_that_dominates_gives() -> None:
    """T22 solves lines by the pair of their polygon, its lowest losses merged: another way."""
    source: Source = [("epsilon-dp", {"epsilon": 1.1}), ("approximate-dp", {"epsilon": 0.3, "delta": 0.002})]
    merged = _least(source)
    assert merged.theorem == "T22"
    given = guarantee(source)
    with flint.ctx.workprec(256):
        mean = renyi_target(given, ONE)
        assert isinstance(mean, Found)
        found = OwnMean(given, mean, Found(flint.arb(0), flint.arb("inf"), "T1")).found()
    assert float(found.lower) <= merged.upper * (1 + 1e-12)
    assert float(found.upper) >= merged.lower * (1 - 1e-12)
    assert float(found.upper) == pytest.approx(merged.upper, rel=5e-9)


def test_a_tau_that_is_given_decides_whether_the_mean_loss_is_all_that_counts() -> None:
    """Just above the least τ the least μ is the largest mean loss, just below it there is none."""
    least, mean = _least(_RARE), optimal(_RARE, "kl-privacy")
    for share, status in ((1 - 1e-6, Status.INFINITE), (1.01, Status.ATTAINED), (4, Status.ATTAINED)):
        found = optimal(_RARE, "mean-concentrated-dp", {"tau": least.upper * share})
        assert (found.status, found.certified) == (status, True)
        if status is Status.ATTAINED:
            assert (found.lower, found.upper) == (mean.lower, mean.upper)


def test_ever_rarer_losses_need_twice_rho() -> None:
    """(0, 1.43)-zCDP beside bounds that pairs which touch it at large orders meet: τ² ≥ 2.86, so that τ = 1 is not enough."""
    source: Source = [
        ("zero-concentrated-dp", {"xi": 0, "rho": 1.43}),
        ("approximate-dp", {"epsilon": 1.27, "delta": 4.97e-12}),
        ("renyi-dp", {"alpha": 32, "epsilon": 0.374}),
    ]
    found = optimal(source, "mean-concentrated-dp", {"tau": 1})
    assert found.status is Status.INFINITE
    assert f"{math.floor(math.sqrt(2.86) * 1e5) / 1e5}" in found.note


def test_another_constraint_never_raises_the_least_tau() -> None:
    for part in (("renyi-dp", {"alpha": 3, "epsilon": 0.02}), ("epsilon-dp", {"epsilon": 1.5})):
        assert _least([*_RARE, part]).lower <= _least(_RARE).upper


def test_pairs_beyond_floats_are_no_reason_to_trust_those_within() -> None:
    """Pairs that touch (0, 0.831)-zCDP at an order of some hundreds, of masses below all floats, need τ² = 2ρ(1 + 1/s)."""
    source: Source = [
        ("zero-concentrated-dp", {"xi": 0, "rho": 0.831}),
        ("renyi-dp", {"alpha": 64, "epsilon": 0.532}),
    ]
    found = _least(source)
    with mpmath.workdps(60):
        s = mpmath.mpf(400)
        p, loss = mpmath.exp(-0.831 * s * s), 0.831 * (1 + 2 * s)
        rest = mpmath.log((1 - p) / (1 - p * mpmath.exp(-loss)))
        moment = p * mpmath.exp(63 * loss) + (1 - p) * mpmath.exp(63 * rest)
        assert mpmath.log(moment) / 63 < 0.532
        orders = [mpmath.mpf(k) for k in range(1, 1200)]
        assert all(mpmath.log(p * mpmath.exp(k * loss) + (1 - p) * mpmath.exp(k * rest)) <= k * 0.831 * (1 + k) for k in orders)
        mean = p * loss + (1 - p) * rest
        needed = mpmath.sqrt(2 * (mpmath.log(p * mpmath.exp(s * loss) + (1 - p) * mpmath.exp(s * rest)) - s * mean)) / s
    assert found.upper >= needed > math.sqrt(2 * 0.831)


def test_the_inequality_behind_small_exponents() -> None:
    """e^z - 1 - z ≤ z²(2 + e^z)/6."""
    with mpmath.workdps(40):
        for z in (*(-(mpmath.mpf(2) ** k) for k in range(-12, 8)), *(mpmath.mpf(2) ** k for k in range(-12, 8))):
            assert mpmath.exp(z) - 1 - z <= z * z * (2 + mpmath.exp(z)) / 6


def test_squares_of_losses_are_differentiated_as_they_should() -> None:
    """0.7 v² e^{1.3v} and its growth beyond both ends."""
    shape = Exponentials(((flint.arb(0.7), real(Fraction(13, 10)), 2),))
    for v in (-2.5, 0.0, 0.4, 3.0):
        ours = [float(x) for x in shape.balls(flint.arb(v))]
        with mpmath.workdps(40):
            theirs = [
                float(mpmath.diff(lambda x: mpmath.mpf(0.7) * x * x * mpmath.exp(mpmath.mpf("1.3") * x), v, n)) for n in range(3)
            ]
        assert ours == pytest.approx(theirs, rel=1e-12, abs=1e-15)
    assert all(tail[0] > 0 for side in (-1, 1) for tail in shape.tails(side, flint.arb(side * 5)))
