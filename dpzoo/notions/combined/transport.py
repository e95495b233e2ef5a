"""Notions for outputs with a place: on a line, where mass is moved, or in a space that is projected onto directions."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

import numpy as np

from dpzoo.blocks import standards, units
from dpzoo.blocks.compared_pairs import Comparisons
from dpzoo.blocks.divergences import Law, Number
from dpzoo.blocks.finite_mechanism import FiniteMechanism
from dpzoo.blocks.prior_units import secrets
from dpzoo.blocks.structures import PRIORS, SECRET_PAIRS, Path, Structural, Structure, number, probability
from dpzoo.notions.executable import Executable, Values
from dpzoo.notions.pairwise import PairwiseNotion, datasets
from dpzoo.numbers.errors import BlockError
from dpzoo.numbers.real import Real, compare, greatest, real

_PAIR: Final = 2


@dataclass(frozen=True)
class Transport(standards.Standard):
    """W_μ(P, Q) ≤ ε on a line: ``places`` are those of the outputs, in their order."""

    order: Real
    places: tuple[Real, ...]
    parameters = ("epsilon",)

    def epsilon(self, p: Law, q: Law) -> Number:
        """The least ε: on a line mass keeps its order in an optimal plan, for every order μ ≥ 1."""
        if p.ndim > 1:
            return np.array([self.epsilon(a, b) for a, b in zip(p, q, strict=True)])
        exact = p.dtype == object
        by_place = sorted(range(len(self.places)), key=lambda k: float(self.places[k]))
        supply, demand = ([[k, law[k]] for k in by_place if law[k] > 0] for law in (p, q))
        moved: list[tuple[Real, Any]] = []
        while supply and demand:
            mass = min(supply[0][1], demand[0][1])
            moved.append((abs(self.places[supply[0][0]] - self.places[demand[0][0]]), mass))
            for side in (supply, demand):
                side[0][1] -= mass
                if side[0][1] <= (0 if exact else _ROUNDING):
                    side.pop(0)
        found = greatest([d for d, _ in moved]) if self.order.infinite else self._mean(moved)
        return found if exact else float(found)

    def _mean(self, moved: list[tuple[Real, Any]]) -> Real:
        total = real(0)
        for distance, mass in moved:
            if compare(distance, real(0)) != 0:
                total = total + real(mass) * distance**self.order
        return total if compare(total, real(0)) == 0 else total ** (1 / self.order)


_ROUNDING: Final = 1e-15


def _order(given: Any, _mechanism: FiniteMechanism, path: Path) -> Real:
    found = number(given, path)
    if not found >= 1:
        raise BlockError(f"the order is {given}; it must be at least 1", path)
    return found


def _places(given: Any, mechanism: FiniteMechanism, path: Path) -> tuple[Real, ...]:
    if callable(given):
        return tuple(number(given(o), path) for o in mechanism.outputs)
    if not isinstance(given, list | tuple) or len(given) != len(mechanism.outputs):
        raise BlockError(f"give {len(mechanism.outputs)} numbers, the place of each output on a line", path)
    return tuple(number(x, (*path, i)) for i, x in enumerate(given))


def _usual_places(mechanism: FiniteMechanism) -> tuple[Real, ...]:
    return _places(list(mechanism.outputs), mechanism, ("x",))


ORDER: Final = Structure("order of a transport cost", "a number of at least 1, or inf", _order)
PLACES: Final = Structure(
    "places of outputs", "the place of each output on a line, in the order of the outputs", _places, _usual_places
)


def _directions(given: Any, _mechanism: FiniteMechanism, path: Path) -> tuple[tuple[tuple[Real, ...], Any], ...]:
    found = []
    for i, entry in enumerate(given if isinstance(given, list | tuple) else ()):
        if not isinstance(entry, list | tuple) or len(entry) != _PAIR or not isinstance(entry[0], list | tuple):
            raise BlockError("an entry is a direction, a list of numbers, and its probability", (*path, i))
        found.append((tuple(number(x, (*path, i, 0)) for x in entry[0]), probability(entry[1], (*path, i, 1))))
    if not found or sum(w for _, w in found) != 1:
        raise BlockError("a law of directions is a list of directions with probabilities that sum to 1", path)
    return tuple(found)


DIRECTIONS: Final = Structure("law of directions", "a list of directions (lists of numbers) with probabilities", _directions)


def _projected(mechanism: FiniteMechanism, structure: Structural, _: Values) -> Comparisons:
    """A random direction and the projection of the output onto it, given either statement of each pair of secrets."""
    for o in mechanism.outputs:
        if not isinstance(o, tuple) or any(len(o) != len(u) for u, _ in DIRECTIONS.of(structure, "omega")):
            raise BlockError(f"the output {o!r} is not a vector of the length of the directions")
    channel: dict[Any, dict[Any, Any]] = {}
    vectors: Any = mechanism.outputs
    for o in vectors:
        law: dict[Any, Any] = {}
        for k, (u, w) in enumerate(DIRECTIONS.of(structure, "omega")):
            shadow = sum((a * real(b) for a, b in zip(u, o, strict=True)), real(0))
            key = (k, shadow.rational if shadow.rational is not None else float(shadow))
            law[key] = law.get(key, Fraction(0)) + w
        channel[o] = law
    return secrets(mechanism.post_process(channel), PRIORS.of(structure, "Theta"), SECRET_PAIRS.of(structure, "Phi"))


NOTIONS: tuple[Executable, ...] = (
    PairwiseNotion(
        "wasserstein-dp",
        datasets(units.one_record),
        lambda s: Transport(ORDER.of(s, "mu"), PLACES.of(s, "x")),
        ("epsilon",),
        {"mu": ORDER, "x": PLACES},
    ),
    PairwiseNotion(
        "sliced-renyi-pufferfish",
        _projected,
        standards.Renyi(),
        ("alpha", "epsilon"),
        {"Theta": PRIORS, "Phi": SECRET_PAIRS, "omega": DIRECTIONS},
        at_least={"alpha": 1},
    ),
)
