"""The mechanisms by which the survey proves that probabilistic DP is not convex (Desfontaines & Pejó 2022, Proposition 2).

M₁ returns 0 on input 0; on input 1 it returns 1 with probability δ, else 0. M₂ always returns 1. M runs M₁ with probability
1 - 2δ, else M₂.
"""

from __future__ import annotations

from fractions import Fraction as F

from dpzoo.blocks import FiniteMechanism


def printed_mixture(delta: F) -> tuple[FiniteMechanism, FiniteMechanism, FiniteMechanism]:
    """M₁, M₂ and M."""
    m1 = FiniteMechanism.from_rows({(0,): [F(1), F(0)], (1,): [1 - delta, delta]}, outputs=[0, 1])
    m2 = FiniteMechanism.from_rows({(0,): [F(0), F(1)], (1,): [F(0), F(1)]}, outputs=[0, 1])
    return m1, m2, m1.mix(m2, 1 - 2 * delta)
