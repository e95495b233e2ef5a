"""Tables of many outputs, whose suprema over orders are proved in floats, and whose smallest outputs floats do not hold."""

import math
from fractions import Fraction
from itertools import pairwise

import flint
import numpy as np
import pytest

from dpzoo.blocks.finite_mechanism import FiniteMechanism
from dpzoo.blocks.tilting import Tilting
from dpzoo.notions.registry import executables
from dpzoo.notions.results import Certainty
from dpzoo.numbers.real import log_of
from dpzoo.optimal.engine import optimal

NOTIONS = executables()


def of(p: list[Fraction], q: list[Fraction]) -> FiniteMechanism:
    return FiniteMechanism([(0,), (1,)], list(range(len(p))), [p, q])


def gaussian(mu: float, cells: int) -> FiniteMechanism:
    """N(μ, 1) against N(0, 1), seen through cells."""

    def law(mean: float) -> list[Fraction]:
        ends = [Fraction(math.erfc((mean - x) / math.sqrt(2)) / 2) for x in np.linspace(-6, 6, cells - 1)]
        return [b - a for a, b in pairwise([Fraction(0), *ends, Fraction(1)])]

    return of(law(mu), law(0))


COIN = Tilting(np.full(100, math.log(0.01)), np.tile([1.0, -1.0], 50))


def test_the_cumulant_function_of_a_coin_is_below_half_a_square_and_no_smaller_one() -> None:
    """Hoeffding: ln cosh t ≤ t²/2, with equality to the second order at 0; ln cosh t ≤ 0.9·t until e^{-2t} + 1 = 2e^{-t/10}."""
    with flint.ctx.workprec(128):
        assert COIN.below(flint.arb(0), flint.arb("0.500000001"), 50)
        assert not COIN.below(flint.arb(0), flint.arb("0.499999999"), 50)
        low, high = 1.0, 20.0
        for _ in range(50):
            middle = (low + high) / 2
            low, high = (low, middle) if math.exp(-2 * middle) + 1 > 2 * math.exp(-middle / 10) else (middle, high)
        assert COIN.below(flint.arb("-0.9"), flint.arb(0), low - 1e-6)
        assert not COIN.below(flint.arb("-0.9"), flint.arb(0), low + 1e-6)


@pytest.mark.parametrize("percent", [51, 75, 99])
def test_outputs_that_are_split_change_nothing(percent: int) -> None:
    """Randomised response has ρ = D_1 and τ² = 2·D_1 (Kearns and Saul), however many outputs share its two losses."""
    p, n = Fraction(percent, 100), 60
    split = of([p / n] * n + [(1 - p) / n] * n, [(1 - p) / n] * n + [p / n] * n)
    exact = f"(2*{p} - 1)*log({p / (1 - p)})"
    run = NOTIONS["zero-concentrated-dp"]
    for level, holds in ((exact, True), (f"{exact} - 1/10**100", False)):
        found = run.holds(split, xi=0, rho=level)
        assert (found.holds, found.certainty) == (holds, Certainty.CERTIFIED)
    low, high = NOTIONS["mean-concentrated-dp"].tightest(split, mu=5).value.bounds
    truth = math.sqrt(2 * float(log_of(p / (1 - p)) * (2 * p - 1)))
    assert low * (1 - 1e-15) <= truth <= high * (1 + 1e-15)
    assert high <= low * (1 + 2e-9)


@pytest.mark.parametrize("mu", [Fraction(1, 20), Fraction(1), Fraction(3)])
def test_a_gaussian_pair_in_cells_is_below_the_gaussian_pair_at_every_order(mu: Fraction) -> None:
    """D_α(N(μ, 1)‖N(0, 1)) = αμ²/2, and post-processing lowers it; what the cells need is what their own orders need."""
    cells = gaussian(float(mu), 200)
    run = NOTIONS["zero-concentrated-dp"]
    found = run.holds(cells, xi=0, rho=mu**2 / 2)
    assert (found.holds, found.certainty) == (True, Certainty.CERTIFIED)
    rho, xi = run.tightest(cells, xi=0).value, run.tightest(cells, rho=mu**2 / 3).value
    orders = [1 + Fraction(round(1.3**k), 64) for k in range(41)]
    at = [NOTIONS["renyi-dp"].tightest(cells, alpha=a).value for a in orders]
    least, rest = (
        max(map(float, x)) for x in zip(*((d / a, d - mu**2 / 3 * a) for a, d in zip(orders, at, strict=True)), strict=True)
    )
    assert least * (1 - 1e-15) <= rho.bounds[1] <= 1.001 * least
    assert rest * (1 - 1e-15) <= xi.bounds[1] <= 1.02 * rest
    below = run.holds(cells, xi=0, rho=Fraction(least) * (1 - Fraction(1, 10**9)))
    assert (below.holds, below.certainty) == (False, Certainty.CERTIFIED)


def test_relaxed_loss_is_exact_however_small_a_probability_is() -> None:
    """With 1/1000 set aside, (P(S) - δ_a)/Q(S) is largest at (1/10 - 1/100)·10⁵⁰⁰; with 1/10, at Q's larger output and P's."""
    tiny = Fraction(1, 10**500)
    rare = of([Fraction(1, 1000), Fraction(1, 10), Fraction(899, 1000)], [Fraction(0), tiny, 1 - tiny])
    run = NOTIONS["relaxed-dp"]
    for aside, ratio in (("1/1000", 9 * 10**498), ("1/10", (1 - tiny - Fraction(1, 100)) / Fraction(899, 1000))):
        found = run.tightest(rare, delta_a="1/100", delta_p=aside)
        assert found.certainty is Certainty.CERTIFIED
        assert found.value == log_of(ratio)


def test_the_table_behind_an_order_of_mean_concentrated_dp_is_mean_concentrated() -> None:
    """Where μ ≥ τ²/2 the optimum is ατ²/2 (theory, T14); its table may not merge what is common, for that raises τ."""
    best = optimal({"mean-concentrated-dp": {"mu": "0.2", "tau": "0.4"}}, "renyi-dp", {"alpha": 10})
    assert best.pair is not None
    table = best.pair.mechanism()
    accepted = NOTIONS["mean-concentrated-dp"].holds(table, mu="0.2", tau="0.4")
    assert (accepted.holds, accepted.certainty) == (True, Certainty.CERTIFIED)
    assert 0.8 * (1 - 1e-6) <= NOTIONS["renyi-dp"].tightest(table, alpha=10).value.bounds[0] <= 0.8
