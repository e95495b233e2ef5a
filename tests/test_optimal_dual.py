"""Inequalities that do not hold are not proved, whatever outputs and multipliers a search comes with (theory, T2)."""

from __future__ import annotations

import flint
import pytest

from dpzoo.numbers.real import real
from dpzoo.optimal.certify import UncertifiedError
from dpzoo.optimal.dual import DualSolution
from dpzoo.optimal.primitives import Power
from dpzoo.optimal.rows import Row
from dpzoo.optimal.shapes import Deviation, Exponentials


def test_a_hump_before_an_output_of_largest_loss_is_counted() -> None:
    """-(X - e^0.8)(X - e) is 0 at the largest loss 1, concave, and (e - e^0.8)²/4 halfway to e^0.8."""
    low, high, one = flint.arb(0.8).exp(), flint.arb(1).exp(), flint.arb(1)
    goal = Exponentials(((-one, flint.arb(2), 0), (low + high, one, 0)))
    state = DualSolution([], goal, one, None, 1.0)
    state.v, state.m, state.fixed, state.corner = [one], [one], [True], [None]
    state.y = [low * high, flint.arb(0)]
    most = low * high + (high - low) ** 2 / 4
    assert float(state.gap((low / 2 + high / 2).log())[0]) == pytest.approx(float((high - low) ** 2 / 4), rel=1e-12)
    assert state.proved(lambda x: x) >= most * (1 - flint.arb(2.0**-40))


@pytest.mark.parametrize("rows", [[], [Row(Power(real(3), real(1)), 1.0, reverse=False)]], ids=["nothing", "a power"])
def test_mass_escapes_only_beside_a_bound_of_the_same_order(rows: list[Row]) -> None:
    """|X - 1|³ is not bounded by a constant, nor by 0.9|X - 1|³, though it is below e¹³ up to the loss 4."""
    state = DualSolution(rows, Deviation(real(3), reverse=False), None, 30.0, 1.0)
    state.v, state.m, state.fixed, state.corner = [flint.arb(30)], [flint.arb(-90).exp()], [True], [None]
    state.y = [flint.arb(13).exp(), flint.arb(0), *(flint.arb(0.9) for _ in rows)]
    state.binding = list(range(len(rows)))
    assert state.escaping
    with pytest.raises(UncertifiedError):
        state.proved(lambda x: x)
