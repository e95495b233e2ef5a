"""Moments of a pair of three outputs, and how they change with its numbers, beside mpmath's (theory, T23)."""

from __future__ import annotations

from typing import Any

import flint
import mpmath
import numpy as np
import pytest

from dpzoo.blocks.concentrated import is_subgaussian
from dpzoo.numbers.real import real
from dpzoo.optimal.centred_pair import Centred, Exponents, laws, meets, numbers, table_of
from dpzoo.optimal.pair_search import unaimed
from dpzoo.optimal.primitives import Mean
from dpzoo.optimal.splitting import evened

_NEAR = mpmath.mpf(10) ** -20


def _law(z: Any, *, back: bool) -> tuple[list[Any], list[Any]]:
    """Masses and losses of one order, by the odds of the first output and those of the last beside the second."""
    odds, more = ([mpmath.mpf(x) for x in each] for each in (z[:2], z[2:]))
    p, q = (_masses(*x) for x in (odds, [a - b for a, b in zip(odds, more, strict=True)]))
    loss = [mpmath.log(a / b) for a, b in zip(p, q, strict=True)]
    return (q, [-x for x in loss]) if back else (p, loss)


def _masses(first: Any, last: Any) -> list[Any]:
    a, c = (1 / (1 + mpmath.exp(-x)) for x in (first, last))
    return [a, (1 - a) * (1 - c), (1 - a) * c]


def _used(z: Any, s: Any, tau: float, *, back: bool) -> Any:
    """ln E e^{s(L - m)}/(sτ)²."""
    p, loss = _law(z, back=back)
    mean = sum(a * x for a, x in zip(p, loss, strict=True))
    return mpmath.log(sum(a * mpmath.exp(s * (x - mean)) for a, x in zip(p, loss, strict=True))) / (s * tau) ** 2


@pytest.mark.parametrize("tau", [1e-4, 0.1, 2.0])
@pytest.mark.parametrize("power", [-3.0, -0.01, 5e-6, 0.3, 15.0])
@pytest.mark.parametrize("back", [False, True])
def test_slopes_of_moments_keep_their_digits_at_small_exponents(tau: float, power: float, back: bool) -> None:
    z, s, unit = np.array([-6.0, 0.3, 3 * tau, -0.7 * tau]), power / tau, np.array([1, 1, tau, tau])
    found = Centred(z, tau).slopes(Exponents(np.array([s]), 0 if back else 1), tau * tau / 4)[0] * unit
    with mpmath.workdps(60):
        own = [-mpmath.diff(lambda *x: _used(x, s, tau, back=back), tuple(z), n) for n in np.eye(4, dtype=int).tolist()]
    own = np.array([float(x) for x in own]) * unit
    assert found == pytest.approx(own, abs=1e-11 * np.abs(own).max())


@pytest.mark.parametrize(("z", "back", "near"), [((-3, 0.4, 1.2, -0.24), False, 5.8), ((-1, -3, 0.3, -1.0), True, 4.1)])
def test_bends_of_moments_follow_their_peak(z: tuple[float, ...], back: bool, near: float) -> None:
    tau = 0.3
    pair, at = Centred(np.array(z), tau), Exponents(np.array([near]), 0 if back else 1)
    at = pair.peaks(at)
    found = pair.bends(at, 1.0, np.array([1.0, 0, 0, 0, 0]))
    with mpmath.workdps(60):

        def height(*x: Any) -> Any:
            s = mpmath.findroot(lambda s: mpmath.diff(lambda t: _used(x, t, tau, back=back), s), mpmath.mpf(float(at.s[0])))
            return -_used(x, s, tau, back=back)

        def at_two(i: int, k: int) -> Any:
            signs = [(a, b) for a in (1, -1) for b in (1, -1)]
            moved = [[x + _NEAR * (a * (j == i) + b * (j == k)) for j, x in enumerate(map(mpmath.mpf, z))] for a, b in signs]
            return sum(a * b * height(*x) for (a, b), x in zip(signs, moved, strict=True)) / 4 / _NEAR**2

        own = np.array([[float(at_two(i, k)) for k in range(4)] for i in range(4)])
    assert found == pytest.approx(own, abs=1e-9 * np.abs(own).max())


def test_exponents_below_minus_1_follow_from_those_of_the_other_order() -> None:
    """Of random pairs that meet the bounds for all other exponents, those below -1 meet them, too."""
    rng, met = np.random.default_rng(5), 0
    for _ in range(60):
        tau = float(np.exp(rng.uniform(-3, 1)))
        z = np.array([rng.uniform(-9, 1), rng.normal(), rng.uniform(0, 3) * tau, -rng.uniform(0, 2) * tau])
        pair = table_of(z)
        if not meets(Mean(real(tau * tau), real(tau)), pair):
            continue
        met += 1
        for p, q in ((pair.p, pair.q), (pair.q, pair.p)):
            a, b = (np.array(x, dtype=object) for x in (p, q))
            assert is_subgaussian(a, b, flint.arb(tau) ** 2)
    assert met > 10


def test_a_table_keeps_the_losses_of_rare_outputs() -> None:
    """ln P and ln Q of a rare output have no digits left for a small loss."""
    z = np.array([-606.5, -1.45e-4, 0.00505, -2.9e-4])
    pair, loss = table_of(z), laws(z)[2][0]
    with mpmath.workdps(60):
        own = mpmath.log(mpmath.mpf(pair.p[0].numerator) * pair.q[0].denominator / pair.p[0].denominator / pair.q[0].numerator)
    assert float(own) == pytest.approx(float(loss), rel=1e-15)
    with mpmath.workdps(60):
        p, losses = _law(z, back=False)
        mean = sum(a * x for a, x in zip(p, losses, strict=True))
    assert Centred(z, 1.45e-4).mean[0] == pytest.approx(float(mean), rel=1e-11)


@pytest.mark.parametrize("tau", [1e-5, 0.1, 5.0])
def test_numbers_of_a_pair_are_those_that_it_was_made_of(tau: float) -> None:
    rng = np.random.default_rng(7)
    for _ in range(30):
        z = np.array([rng.uniform(-600, 3), rng.normal() * 4, rng.uniform(0, 9) * tau, -rng.uniform(0, 3) * tau])
        log_p, log_q, loss = laws(z)
        assert numbers(log_p + 3.0, loss - 0.25 * tau) == pytest.approx(z, rel=1e-12, abs=1e-12 * tau)
        assert np.exp(log_q).sum() == pytest.approx(1, rel=1e-14)
    two = np.array([-2.0, 0.7 * tau])
    assert numbers(*laws(two)[::2]) == pytest.approx(two, rel=1e-13)


@pytest.mark.parametrize(
    ("mu", "tau", "z"), [(3e-9, 1.5e-4, (-606.0, 5e-3)), (0.04, 1.8, (-15.8, 10.1)), (3.0, 3.2, (-20.0, 23.0))]
)
def test_a_rare_output_beside_two_that_bring_both_means_to_mu(mu: float, tau: float, z: tuple[float, float]) -> None:
    found = evened(unaimed(mu, tau), np.array(z))
    assert found is not None
    assert found[[0, 2]].tolist() == list(z)
    for back in (False, True):
        with mpmath.workdps(60):
            p, losses = _law(found, back=back)
            mean = sum(a * x for a, x in zip(p, losses, strict=True))
        assert float(mean) == pytest.approx(mu, rel=1e-13)
