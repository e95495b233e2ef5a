"""Distributional DP: one record, withheld from a simulator."""

from __future__ import annotations

from fractions import Fraction

from dpzoo.blocks.finite_mechanism import FiniteMechanism
from dpzoo.blocks.priors import has_record, mixture
from dpzoo.blocks.simulator_structures import blanked
from dpzoo.blocks.structures import PRIORS, Structural
from dpzoo.notions.executable import Executable
from dpzoo.notions.simulation import SimulatorNotion, World, prior_shown, pushed


def without_record(mechanism: FiniteMechanism, structure: Structural) -> list[list[World]]:
    """Distributional DP: D given B and D(i) = t, against the same D with its i-th record blanked out."""
    found = []
    for prior in PRIORS.of(structure, "Theta"):
        for known in prior.knowledge:
            for i in range(prior.length):
                for t in mechanism.records:
                    is_record = has_record(i, t)
                    law = prior.given(lambda d, b, known=known, is_record=is_record: b == known and is_record(d, b))  # type: ignore[misc]
                    if law is not None:
                        seen = pushed(law, lambda d, i=i: {blanked(d, i): Fraction(1)})  # type: ignore[misc, arg-type]
                        found.append(World(f"{prior_shown(prior, known)}, D({i + 1}) = {t}", mixture(mechanism, law), seen))
    return [found]


NOTIONS: tuple[Executable, ...] = (SimulatorNotion("distributional-dp", without_record, {"Theta": PRIORS}),)
